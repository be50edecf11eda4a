"""What people type at the command: the words of its questions, and the verbs of moves.

Every word is read in every language, with or without accents. `VERBS` is the help of a match: each verb has the
condition on the options under which a game has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rami.locales.speaking import Language, language, languages, typed_words, unaccented
from rami.policies.declaring.needs import Need, declares, swaps_happen
from rami.policies.declaring.options import Condition, Settings, settings_of
from rami.policies.variant import Variant
from rami.rounds._drawing import marked

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

"""The words of commands and answers, with signs and short forms that are read in every language.

A catalogue has those of its language for each in the context "typed", the usual one first.
"""


BOT_NAMES = marked("Bruno, Chloé, Dina, Elias, Farah, Hugo, Ines, Karim")
"""The names of the bots at the table, in the order of their seats."""


def command(spoken: Language, word: str) -> str:
    """Return the usual word of a language for one of `WORDS`.

    >>> command(language("fr"), "hint")
    'conseil'
    """
    return typed_words(spoken, word, "typed")[0]


def meant(spoken: Language, typed: str) -> str:
    """Return the word of `WORDS` typed in this or any other language; otherwise the input in lower case.

    >>> (
    ...     meant(language("fr"), "Conseil"),
    ...     meant(language("fr"), "hint"),
    ...     meant(language("fr"), "3"),
    ... )
    ('hint', 'hint', '3')
    """
    # `big-gin` and `Big Gin` are the same answer, and so is a French word typed without its accents.
    wanted = unaccented(" ".join(typed.replace("-", " ").lower().split()))
    # Words of other languages are read too, because people at a shared table type the words they know. The user's own
    # language comes first.
    for each in (spoken, *map(language, languages())):
        for word, short in WORDS.items():
            if wanted in (word, *short, *map(unaccented, typed_words(each, word, "typed"))):
                return word
    return typed.lower()


@attrs.frozen
class Verb:
    """A verb that begins a move: its word in rami, its help line, and the games that use it."""

    example: str
    what: str
    offered: Condition


def _replies(v: Settings) -> bool:
    """Return whether the other player lays off one card at a time after a knock."""
    return bool(Need.UNMATCHED.met(v) and Need.SHOWN_MELDS.met(v) and v.closing.settle == "moves")


VERBS = (
    Verb("draw", marked("draw the top card of the stock"), lambda v: True),
    Verb("take", marked("take the top card of the discard pile"), lambda v: True),
    Verb(
        "take 3", marked("take that many cards of the discard pile"), lambda v: v.drawing.discard_depth != 1
    ),
    Verb(
        # You may pass on the upcard (GIN-UPCARD-01), and on a discard that is for sale (LIV-BUY-01).
        "pass",
        marked("leave the offered card"),
        lambda v: v.drawing.upcard_offer != "none" or v.drawing.buy is not None,
    ),
    Verb(
        # A fault that has a price (LEB-OBL-02), offered in explicit conduct alone (D-102).
        "touch",
        marked("touch the discard and leave it"),
        lambda v: v.conduct.mode == "explicit" and v.conduct.touch_penalty is not None,
    ),
    Verb("lay 7♠ 8♠ 9♠", marked("lay new melds, joined by +"), Need.TABLE.met),
    Verb(
        # At gin the reply to a knock may be played card by card (D-81).
        "off Q♣ > 2",
        marked("add a card to the meld [2]"),
        lambda v: Need.TABLE.met(v) or _replies(v),
    ),
    Verb("swap 4♠ > 1", marked("swap a card for the wild card of the meld [1]"), swaps_happen),
    Verb("discard K♥", marked("discard a card, which ends your turn"), lambda v: True),
    Verb(
        # In auto conduct the engine says it for the player (D-16).
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
        # Once, in the first turn, by a player who was dealt the other copy (OKE-IND-01).
        "show turned",
        marked("show your copy of the turned-up card"),
        lambda v: v.scoring.turned_show is not None,
    ),
    Verb("fold", marked("drop out of the round"), lambda v: v.scoring.fold_prices is not None),
    Verb("end lay-offs", marked("stop laying off"), _replies),
    Verb(
        # With the stock empty a player may end the round instead of taking a discard (RUM-STOCK-01).
        "end round",
        marked("end the round, now that the stock is used up"),
        lambda v: v.closing.stock_out == "decline",
    ),
)

"""Every verb, in the order of a turn."""


def verbs_of(variant: Variant) -> Iterator[Verb]:
    """Return the verbs of a game, including those that a custom policy may allow."""
    settings = settings_of(variant)
    return (verb for verb in VERBS if settings.met(verb.offered) is not False)
