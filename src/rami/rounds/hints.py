"""Hints: a good move for a player, and the reason why it is good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rami._base.values import Value
from rami.cards.moves import Move
from rami.errors import Violation
from rami.errors.texts import are_tiles, for_people
from rami.errors.violations import ENGLISH, plain_pairs

__all__ = ["Hint"]

HINT_TEXTS: Mapping[str, str] = {
    "refused": "you cannot take the discard",
    "useless": "{card} does not improve your melds",
    "melds": "with {card}, {count} of your cards fit into melds",
    "placeable": "you can place {card}",
    "opens": "you open with {points:point|points}",
    "opens_by_melds": "you open with these melds",
    "lays": "you get rid of {count:card|cards}",
    "lays_off": "you get rid of a card",
    "frees_wild": "you get a wild card for {card}",
    "deadwood": "this leaves {points:point|points} outside melds",
    "unmatched": "this leaves {count:card|cards} outside melds",
    "shows": "your hand is good enough to end the round",
    "shows_turned": "the others lose points, and you keep the card",
    "nothing_better": "no other move is better",
}
"""The English sentence of each hint, by code."""


def hint_text(code: str) -> str:
    """Return the sentence for the code of a hint, such as "deadwood"; for an unknown code, the words of the code."""
    return HINT_TEXTS.get(code, code.replace("_", " "))


@attrs.frozen
class Hint(Value):
    """A move that a bot would choose, and the reason as data.

    Parameters:
        move: the move.
        code: the reason: "refused" (you may not take the discard, see `because`), "useless", "melds", "placeable",
            "opens", "opens_by_melds" (the opening needs no points), "lays", "lays_off", "frees_wild", "deadwood",
            "unmatched" (in games without card points), "shows", "shows_turned" or "nothing_better".
        params: the values for the sentence of the hint, as a mapping or as (name, value) pairs. They are plain values,
            as in a `Violation`. In a game played with tiles, `faces` is one of the names.
        because: the reasons why another move, such as taking the discard, is illegal.

    >>> from rami.cards.moves import Discard
    >>> print(Hint(Discard("K♥"), "deadwood", {"points": 72}))
    discard K♥: this leaves 72 points outside melds
    """

    move: Move
    code: str
    params: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=plain_pairs)
    because: tuple[Violation, ...] = ()

    def __str__(self) -> str:
        params = dict(self.params)
        faces = params.get("faces")
        words = ENGLISH.for_faces(faces)
        reasons = "; ".join(reason.text for reason in self.because)
        # A code such as "refused" says nothing by itself; the reasons against the other move explain it.
        why = reasons or words.fill(f"hint.{self.code}", hint_text(self.code), params)
        return for_people(f"{self.move}: {why}", tiles=are_tiles(faces))
