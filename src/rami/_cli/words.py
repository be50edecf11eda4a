"""The words that people type at the command line: commands, answers and verbs of moves.

Words of every language are understood, with or without accents. `VERBS` lists the verbs in the help of a match, each
with a condition on the options of the games that have the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rami._base.lines import marked
from rami.locales.speaking import Language, language, languages, typed_words, unaccented
from rami.policies.declaring.needs import Need, declares, swaps_happen
from rami.policies.declaring.options import Condition, Settings, settings_of
from rami.policies.variant import Variant

WORDS: Mapping[str, tuple[str, ...]] = {
    "help": ("?",),
    "moves": ("m",),
    "hint": ("h",),
    "why": (),
    "undo": ("u",),
    "force": ("!",),
    "table": ("t",),
    "rules": ("r",),
    "save": (),
    "sheet": ("s",),
    "correct": (),
    "penalty": (),
    "rename": (),
    "quit": ("q", "exit"),
    "yes": ("y",),
    "no": ("n",),
    "knock": (),
    "gin": (),
    "big gin": (),
}

"""The words of commands and answers, with signs and short forms that are understood in every language.

In the context "typed", a catalogue lists the words of its language for each of them, the usual word first.
"""


BOT_NAMES = marked("Bruno, Chloé, Dina, Elias, Farah, Hugo, Ines, Karim")
"""The names of the bots, in the order of their seats."""


def command(spoken: Language, word: str) -> str:
    """Return what people who use a language usually type for one of `WORDS`.

    >>> command(language("fr"), "hint")
    'conseil'
    """
    return typed_words(spoken, word, "typed")[0]


def meant(spoken: Language, typed: str) -> str:
    """Return the word in `WORDS` that was typed, in any language; if there is none, return the input in lower case.

    >>> (
    ...     meant(language("fr"), "Conseil"),
    ...     meant(language("fr"), "hint"),
    ...     meant(language("fr"), "3"),
    ... )
    ('hint', 'hint', '3')
    """
    # Treat `big-gin` and `Big Gin` alike, and accept words without their accents.
    wanted = unaccented(" ".join(typed.replace("-", " ").lower().split()))
    # Try the user's language first, then all others, because people at a shared table type the words that they know.
    for each in (spoken, *map(language, languages())):
        for word, short in WORDS.items():
            if wanted in (word, *short, *map(unaccented, typed_words(each, word, "typed"))):
                return word
    return typed.lower()


@attrs.frozen
class Verb:
    """A verb that begins a move: an example in rami's notation, its line in the help, and the games that have it."""

    example: str
    what: str
    offered: Condition


def _replies(v: Settings) -> bool:
    """Return whether, after a knock, the other player lays off cards one by one."""
    return bool(Need.UNMATCHED.met(v) and Need.SHOWN_MELDS.met(v) and v.closing.settle == "moves")


VERBS = (
    Verb("draw", marked("draw the top card of the stock"), lambda v: True),
    Verb("take", marked("take the top card of the discard pile"), lambda v: True),
    Verb(
        "take 3",
        marked("take that many cards from the discard pile"),
        lambda v: v.drawing.discard_depth != 1,
    ),
    Verb(
        # GIN-UPCARD-01, LIV-BUY-01: players may pass on the upcard, and on a discard that is for sale.
        "pass",
        marked("leave the offered card"),
        lambda v: v.drawing.upcard_offer != "none" or v.drawing.buy is not None,
    ),
    Verb(
        # LEB-OBL-02, D-102: this mistake costs a penalty, and is a move only in "explicit" mode.
        "touch",
        marked("touch the discard and leave it"),
        lambda v: v.conduct.mode == "explicit" and v.conduct.touch_penalty is not None,
    ),
    Verb("lay 7♠ 8♠ 9♠", marked("lay new melds, joined by +"), Need.TABLE.met),
    Verb(
        # D-81: in gin the reply to a knock may be played card by card.
        "off Q♣ > 2",
        marked("add a card to the meld [2]"),
        lambda v: Need.TABLE.met(v) or _replies(v),
    ),
    Verb("swap 4♠ > 1", marked("swap a card for the wild card in the meld [1]"), swaps_happen),
    Verb("discard K♥", marked("end your turn by discarding a card"), lambda v: True),
    Verb(
        # D-16: in "auto" mode the engine makes the announcement for the player.
        "discard K♥ carte",
        marked("discard it and say “carte”"),
        lambda v: v.conduct.mode == "explicit" and v.conduct.carte,
    ),
    Verb("knock K♥", marked("discard this card and show your melds"), Need.UNMATCHED.met),
    Verb(
        "big gin",
        marked("show a hand that is all melds, without a discard"),
        lambda v: Need.UNMATCHED.met(v) and v.scoring.big_gin_bonus is not None,
    ),
    Verb("declare K♥", marked("discard this card and show your whole hand"), declares),
    Verb(
        # OKE-IND-01: a player who was dealt the other copy may show it, only once and on the first turn.
        "show turned",
        marked("show your copy of the turned-up card"),
        lambda v: v.scoring.turned_show is not None,
    ),
    Verb("fold", marked("drop out of the round"), lambda v: v.scoring.fold_prices is not None),
    Verb("end lay-offs", marked("stop laying off"), _replies),
    Verb(
        # RUM-STOCK-01: if the stock is empty, a player may end the round instead of taking a discard.
        "end round",
        marked("end the round, now that the stock is used up"),
        lambda v: v.closing.stock_out == "decline",
    ),
)

"""Every verb, in the order of a turn."""


def verbs_of(variant: Variant) -> Iterator[Verb]:
    """Yield the verbs that a game has, including verbs that a custom policy might allow."""
    settings = settings_of(variant)
    return (verb for verb in VERBS if settings.met(verb.offered) is not False)
