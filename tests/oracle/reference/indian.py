"""Rounds of Indian Rummy, turn by turn: the possible draws, the price of dropping out, and the payments.

A player is a seat number. A `Course` holds the facts that all players can see; the hands are kept apart.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from .cards import JOKER
from .declaring import charge, faces_to_declare
from .rules import Rules

FIRST_PRICE = 20  # IND-FOLD-02
LATER_PRICE = 40  # IND-FOLD-03
WRONG_PRICE = 80  # IND-WRONG-01
LIMIT = 80  # IND-SCORE-06
ACE = "A"


@dataclasses.dataclass
class Course:
    """The progress of a round: turns and penalties by seat."""

    seats: int
    player: int
    turned: str
    turns: list[int]
    prices: list[int]
    discarded: bool = False

    @property
    def wild(self) -> str:
        """The wild rank (IND-WILD-02, IND-WILD-03)."""
        return ACE if self.turned == JOKER else self.turned[0]

    def draws(self, stock: int, pile: Sequence[str]) -> set[str]:
        """Return the actions before drawing."""
        found = {"fold"}  # IND-FOLD-01
        if stock or len(pile) > 1:  # IND-STOCK-01
            found.add("draw")
        if pile:
            is_wild = pile[-1] == JOKER or pile[-1][0] == self.wild
            if not is_wild or not self.discarded:  # IND-DRAW-02, IND-DRAW-03
                found.add("take")
        return found

    def ends(self, hand: Sequence[str], taken: str | None, rules: Rules) -> tuple[set[str], set[str]]:
        """Return the possible discards, and the cards to put away in a declaration, with the card drawn in hand."""
        others = list(hand)
        banned = None
        if taken is not None:
            others.remove(taken)
            banned = taken if taken not in others else None  # IND-DISC-02
        return set(hand) - {banned}, faces_to_declare(hand, rules, banned)

    def fold(self) -> None:
        """Drop out."""
        first = self.turns[self.player] == 0
        self.prices[self.player] = FIRST_PRICE if first else LATER_PRICE
        self.next()

    def declare_wrongly(self) -> None:
        """Declare a hand that is not valid, after drawing (IND-WRONG-01, IND-WRONG-03)."""
        self.prices[self.player] = WRONG_PRICE
        self.next()

    def discard(self) -> None:
        """End the turn with a discard."""
        self.turns[self.player] += 1
        self.discarded = True
        self.next()

    def next(self) -> None:
        """Pass the turn to the next player who has not dropped out."""
        self.player = (self.player + 1) % self.seats
        while self.prices[self.player]:
            self.player = (self.player + 1) % self.seats

    @property
    def alone(self) -> int | None:
        """The player left alone, who has won (IND-FOLD-06)."""
        left = [seat for seat, price in enumerate(self.prices) if not price]
        return left[0] if len(left) == 1 else None

    def payments(self, hands: Sequence[Sequence[str]], winner: int, rules: Rules) -> list[int]:
        """Return the points of each seat (IND-PAY-01)."""
        owed = [
            0 if seat == winner else self.prices[seat] or min(LIMIT, charge(hand, rules))
            for seat, hand in enumerate(hands)
        ]
        return [sum(owed) if seat == winner else -each for seat, each in enumerate(owed)]
