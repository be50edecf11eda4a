"""What a variant answers: `Verdict`, `Arrangement` and `KnockDiscard`."""

from __future__ import annotations

import attrs

from rami.cards import Card, Cards
from rami.errors import Violation
from rami.melds import Meld

__all__ = ["Arrangement", "KnockDiscard", "Verdict"]


@attrs.frozen
class Verdict:
    """Whether something is allowed, and why not.

    Parameters:
        ok: True if nothing is wrong.
        points: the worth of the melds in question.
        violations: everything that is wrong.
    """

    ok: bool
    points: int
    violations: tuple[Violation, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"allowed, {self.points} points"
        return "; ".join(map(str, self.violations))


@attrs.frozen
class Arrangement:
    """Cards sorted into melds.

    Parameters:
        melds: the melds, in canonical order.
        left: the cards in none of them.
        points: the worth of the melds.
        deadwood: the worth of the cards left, as cards in hand.
    """

    melds: tuple[Meld, ...]
    left: Cards
    points: int
    deadwood: int

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no melds"
        return f"{melds} ({self.points} points), left: {self.left or 'nothing'} ({self.deadwood})"


@attrs.frozen
class KnockDiscard:
    """A card whose discard allows a knock.

    Parameters:
        card: the card that would be discarded.
        deadwood: the least points of unmatched cards that the others leave.
    """

    card: Card
    deadwood: int

    def __str__(self) -> str:
        return f"{self.card} ({self.deadwood})"
