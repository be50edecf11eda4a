"""Rounds of Okey, turn by turn: the possible draws, the showing of the indicator, the ends, and the penalties.

Tiles are written as cards, and the two wild tiles as jokers. A `Course` holds the facts that all players can see.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from .cards import JOKER, without
from .declaring import faces_to_declare
from .rules import Rules

PRICE = 2  # OKE-SCORE-02
SHOWN = 1  # OKE-IND-02


def in_pairs(hand: Sequence[str]) -> bool:
    """Return whether every tile of a hand has a partner (OKE-OUT-02, OKE-PAIR-01)."""
    left = [face for face in hand if face != JOKER]
    jokers = len(hand) - len(left)
    for face, count in Counter(left).items():
        if count % 2:
            left.remove(face)
            jokers -= 1
    return jokers >= 0 and jokers % 2 == 0


def faces_before_pairs(hand: Sequence[str]) -> set[str]:
    """Return the tiles to put on the indicator in order to show the others in pairs."""
    found: set[str] = set()
    for face in set(hand):
        rest = without(tuple(hand), [face])
        assert rest is not None
        if in_pairs(rest):
            found.add(face)
    return found


@dataclasses.dataclass
class Course:
    """The progress of a round: the player to act, the turns of each seat, and who has shown the indicator."""

    seats: int
    player: int
    indicator: str
    turns: list[int]
    shown: int | None = None

    def may_show(self, hand: Sequence[str]) -> bool:
        """Return whether the indicator may be shown: in any part of the first turn (OKE-IND-01)."""
        return self.shown is None and self.turns[self.player] == 0 and self.indicator in hand

    def draws(self, hand: Sequence[str], stock: int, pile: Sequence[str]) -> set[str]:
        """Return the actions before drawing (OKE-DRAW-01, OKE-DRAW-02)."""
        found = {"show"} if self.may_show(hand) else set[str]()
        if stock:
            found.add("draw")
        if pile:
            found.add("take")
        return found

    def ends(self, hand: Sequence[str], rules: Rules) -> tuple[set[str], set[tuple[str, str]]]:
        """Return the possible discards, and the tiles that show a hand with its form (OKE-DISC-01, OKE-OUT-03)."""
        melds = {(face, "melds") for face in faces_to_declare(hand, rules)}
        return set(hand), melds | {(face, "pairs") for face in faces_before_pairs(hand)}

    def discard(self) -> None:
        """End the turn; play goes to the right (OKE-DEAL-03)."""
        self.turns[self.player] += 1
        self.player = (self.player - 1) % self.seats

    def losses(self, winner: int | None, form: str, last: str) -> list[int]:
        """Return the points that each seat loses (OKE-SCORE-01 to OKE-SCORE-04, OKE-STOCK-02, OKE-IND-02)."""
        price = PRICE * (2 if last == JOKER else 1) * (2 if form == "pairs" else 1)
        lost = [0 if winner is None or seat == winner else price for seat in range(self.seats)]
        if self.shown is not None:
            lost = [each + SHOWN * (seat != self.shown) for seat, each in enumerate(lost)]
        return lost
