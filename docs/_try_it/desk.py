"""What the page asks Python: each answer is plain data, with texts in the reader's language."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from typing import Any

import attrs

from rami import RamiError, Round, Variant, variants
from rami.bots import hint
from rami.locales import language

from . import arranging, choices
from .faces import knocks
from .local import LocalTable
from .screen import screen
from .sight import Sight

__all__ = ["answer"]

sight = Sight()
_table: LocalTable | None = None


def answer(question: str, asked: str) -> str:
    """Return the answer to a question of the page, in JSON.

    Parameters:
        question: one of `QUESTIONS`.
        asked: the parameters as a JSON object.
    """
    return json.dumps(QUESTIONS[question](**json.loads(asked)))


# --- the table in this browser


def the_table() -> LocalTable:
    """Return the one table of the page."""
    assert _table is not None  # the page begins a match before it asks for anything else
    return _table


def forget() -> None:
    """Forget the match, as if nobody had been here."""
    global sight, _table
    sight, _table = Sight(), None


def begin(slug: str, names: list[str], seed: int, bots: str) -> dict[str, Any]:
    """Start a match and return the first frame.

    Parameters:
        slug: the variant.
        names: the players, the person first.
        seed: the seed of the deals.
        bots: how well the others play, one of `BOTS`.
    """
    global _table  # the page has one table
    _table = LocalTable.begin(slug, names, seed, bots)
    return _table.frame(whole=True)


def resume(rows: list[dict[str, Any]], bots: str) -> dict[str, Any]:
    """Go on with a match that the page has kept and return the first frame."""
    global _table
    _table = LocalTable.resume(rows, bots)
    return _table.frame(whole=True)


def step(kind: str, move: str = "", bots: str | None = None) -> dict[str, Any]:
    """Do something at the table, and return the frame, or why it is refused.

    Parameters:
        kind: a step of `LocalTable.act`.
        move: the move, as text.
        bots: how well the bots play from now on.
    """
    table = the_table()
    table.bots = bots or table.bots
    try:
        table.act(kind, move)
    except RamiError as error:
        return {"against": choices.reasons(sight, error.violations)}
    return table.frame()


# --- any table, here or on a server


def see(frame: dict[str, Any], lang: str, played: list[int]) -> dict[str, Any]:
    """Take in a frame and return the screen.

    Parameters:
        frame: the frame.
        lang: the language of the answer.
        played: the ids of the pieces that the person has just chosen.
    """
    sight.lang = lang
    sight.see(frame, played)
    return screen(sight)


def show(lang: str) -> dict[str, Any]:
    """Return the screen once more, in another language."""
    sight.lang = lang
    return screen(sight)


def meant(hand: list[str], melds: list[tuple[int, str]]) -> dict[str, Any]:
    """Return what the chosen cards can do, and which melds take the one card that is chosen."""
    found = choices.meant(sight, hand, melds)
    return found | {"fits": choices.fits(sight, hand[0]) if len(hand) == 1 else []}


def arranged(rows: list[list[str]]) -> dict[str, Any]:
    """Return what a table is that the person arranges, and whether the turn can end so."""
    return arranging.arranged(sight, rows)


def otherwise(rows: list[list[str]]) -> list[list[str]] | None:
    """Return another arrangement of the same cards that ends the turn."""
    return arranging.otherwise(sight, rows)


def rules(lang: str) -> dict[str, Any]:
    """Return the rulebook of the game on the table, which may be the game of a house."""
    found: dict[str, Any] = import_module(".rules", __package__).book(sight.view.variant, lang)
    return found


def hinted() -> dict[str, str] | None:
    """Return what a good player would do, and why."""
    view = sight.view
    if not view.to_act:
        return None
    found = hint(view)
    spoken = attrs.evolve(found, move=choices.in_short(found.move))
    return {"says": sight.text(spoken), "move": str(found.move)}


# --- the checker


def start(lang: str) -> list[dict[str, Any]]:
    """Return the variants, with their names in a language."""
    return [_variant(variants.get(slug), lang) for slug in variants.available()]


def _variant(variant: Variant, lang: str) -> dict[str, Any]:
    """Return a variant: its name, how often its pack holds each card, how many contracts it has, how many play it."""
    dealt = Round.deal(variant)
    pack = Counter(str(card) for card in (*dealt.stock, *dealt.discards))
    for hand in dealt.hands:
        pack.update(map(str, hand))
    return {
        "slug": variant.slug,
        "name": language(lang).message("rulebook.name", variant.name),
        "copies": pack,
        "contracts": len(getattr(variant.opening, "contracts", None) or ()),
        "knocks": knocks(variant),
        "tiles": None if variant.equipment.faces == "cards" else variant.equipment.faces,
    }


def cards(slug: str, lang: str, four_colours: bool) -> list[dict[str, str]]:
    """Return the pictures of the cards of a game."""
    found: list[dict[str, str]] = import_module(".pictures", __package__).pictures(
        variants.get(slug), lang, four_colours
    )
    return found


# The table does without the checker: a visitor who plays does not load it.
def deal(slug: str, seed: int) -> list[str]:
    """Return the hand of the player who begins, by suit."""
    found: list[str] = import_module(".checker", __package__).deal(slug, seed)
    return found


def look(**asked: Any) -> dict[str, Any]:
    """Return everything about a hand."""
    found: dict[str, Any] = import_module(".checker", __package__).look(**asked)
    return found


QUESTIONS: dict[str, Callable[..., Any]] = {
    "begin": begin,
    "resume": resume,
    "step": step,
    "see": see,
    "show": show,
    "meant": meant,
    "arranged": arranged,
    "otherwise": otherwise,
    "rules": rules,
    "hint": hinted,
    "start": start,
    "cards": cards,
    "deal": deal,
    "look": look,
}
