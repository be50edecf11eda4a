"""What the page asks Python: each answer is plain data, with pictures as SVG and texts in the reader's language."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from rami import Round, Variant, variants
from rami.locales import language

from . import checker, table
from .faces import knocks, pictures

__all__ = ["answer"]


def answer(question: str, asked: str) -> str:
    """The answer to a question of the page, in JSON.

    Parameters:
        question: one of `QUESTIONS`.
        asked: the parameters as a JSON object.
    """
    return json.dumps(QUESTIONS[question](**json.loads(asked)))


def start(lang: str) -> list[dict[str, Any]]:
    """The variants, with their names in a language."""
    return [_variant(variants.get(slug), lang) for slug in variants.available()]


def _variant(variant: Variant, lang: str) -> dict[str, Any]:
    """A variant: its name, how often its pack holds each card, how many contracts it has, how many play it."""
    dealt = Round.deal(variant)
    pack = Counter(str(card) for card in (*dealt.stock, *dealt.discards))
    for hand in dealt.hands:
        pack.update(map(str, hand))
    fewest, most = variant.equipment.players
    return {
        "slug": variant.slug,
        "name": language(lang).message("rulebook.name", variant.name),
        "copies": pack,
        "contracts": len(getattr(variant.opening, "contracts", None) or ()),
        "knocks": knocks(variant),
        "tiles": variant.equipment.faces == "tiles",
        "players": list(range(fewest, most + 1)),
    }


def cards(slug: str, lang: str, four_colours: bool) -> list[dict[str, str]]:
    """The pictures of the cards of a game."""
    return pictures(variants.get(slug), lang, four_colours)


QUESTIONS: dict[str, Callable[..., Any]] = {
    "start": start,
    "cards": cards,
    "deal": checker.deal,
    "look": checker.look,
    "begin": table.begin,
    "resume": table.resume,
    "step": table.step,
    "meant": table.meant,
    "hint": table.hinted,
    "show": table.show,
}
