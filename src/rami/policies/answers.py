"""The results of queries to a variant: `Verdict`, `Arrangement`, `Play`, `KnockDiscards`.

Results are plain values. `Arrangement` has its base class in the kernel, which creates millions of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import attrs

from rami._base.values import Value
from rami._kernel.results import Arranged
from rami.cards import Card, Cards
from rami.cards.melds import Meld
from rami.errors import RamiError, Violation, reject
from rami.errors.checks import integer
from rami.errors.texts import for_people

__all__ = ["Arrangement", "KnockDiscards", "LaidMeld", "Play", "Verdict"]


@attrs.frozen
class Verdict(Value):
    """The verdict on an opening: whether it is allowed, and the reasons against it.

    Parameters:
        ok: True if the opening is allowed.
        points: the points that count towards the opening.
        violations: every reason against the opening.
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


# The compiled base takes only ints and raises its own errors, so numbers are checked before they reach it.
def _points(value: int) -> int:
    reject(RamiError, integer("points", value))
    return value


def _deadwood(value: int) -> int:
    reject(RamiError, integer("deadwood", value))
    return value


@attrs.frozen
class Arrangement(Value, Arranged):
    """Cards arranged in melds, and the cards left over.

    Parameters:
        melds: the melds, in a fixed order.
        left: the cards in no meld.
        points: the value of the melds.
        deadwood: the value of the cards left, counted as cards in hand.

    Raises:
        RamiError: `points` or `deadwood` is not an integer.
    """

    melds: tuple[Meld, ...]
    left: Cards
    points: int = attrs.field(converter=_points)
    deadwood: int = attrs.field(converter=_deadwood)

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no melds"
        left = self.left or "nothing"
        return for_people(f"{melds} ({self.points} points), left: {left} ({self.deadwood})")


@attrs.frozen
class Play(Value):
    """The cards to lay from a rack, and the resulting table.

    Parameters:
        laid: the cards laid.
        melds: the melds on the table afterwards, in a fixed order.
        left: the cards that stay on the rack.
        points: the value of the cards laid, counted as cards in hand.
        broken: the number of table melds taken apart; None if the table was given as cards.
        least: True if it is proven that no play of these cards takes apart fewer melds.
    """

    laid: Cards
    melds: tuple[Meld, ...]
    left: Cards
    points: int = attrs.field(converter=_points)
    broken: int | None = None
    least: bool = True

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds)) or "no melds"
        laid, left = self.laid or "nothing", self.left or "nothing"
        return for_people(f"lay {laid} ({self.points} points): {melds}, left: {left}")


@attrs.frozen(eq=False, repr=False)
class KnockDiscards(Value, Mapping[Card, int]):
    """The cards that a player could discard in order to knock, each with the least deadwood left after it.

    This is an immutable mapping in card order, equal to a dictionary with the same items.

    Parameters:
        pairs: for each discard, the card and the deadwood left after it.

    >>> found = KnockDiscards(((Card("7♥"), 10),))
    >>> "7♥" in found, found[Card("7♥")], str(found)
    (True, 10, '7♥ (10)')
    """

    pairs: tuple[tuple[Card, int], ...] = ()

    def __getitem__(self, card: Card | str) -> int:
        """Return the least deadwood after this discard; raise KeyError if no knock with this discard is possible."""
        return dict(self.pairs)[Card(card)]

    def __iter__(self) -> Iterator[Card]:
        return (card for card, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __str__(self) -> str:
        return for_people(", ".join(f"{card} ({points})" for card, points in self.pairs))

    def __repr__(self) -> str:
        return f"KnockDiscards({self.pairs!r})"


class LaidMeld(Protocol):
    """The protocol that a meld on a table follows; `rami.rounds.setup.TableMeld` is one class that does."""

    @property
    def meld(self) -> object:
        """The meld."""
        ...
