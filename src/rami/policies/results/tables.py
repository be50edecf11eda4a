"""The melds on the table and the players' points before the round, in the form that policies receive."""

from __future__ import annotations

import attrs

from rami._base.values import Value
from rami.cards.melds import Meld
from rami.errors import RamiError, reject
from rami.errors.checks import integer, tupled
from rami.policies.results.scores import Points

__all__ = ["TableFacts"]


@attrs.frozen(kw_only=True)
class TableFacts(Value):
    """The facts of a round that everybody sees, for policies of your own; all of them empty for rami's.

    Parameters:
        table: each meld on the table with its owner, as (owner, meld): by owner, and each owner's melds in one order
            whatever the order in which they were laid.
        totals: the points of each seat before the round; () where no match is played, as in
            `Variant.check_opening`.

    >>> from rami import variants
    >>> facts = TableFacts(table=[(1, variants.GIN.meld("7♠ 8♠ 9♠"))], totals=(40, 12))
    >>> [str(meld) for meld in facts.melds_of(1)], facts.total_of(0)
    (['7♠ 8♠ 9♠'], 40)
    """

    table: tuple[tuple[int, Meld], ...] = attrs.field(default=(), converter=tupled)
    totals: tuple[Points, ...] = attrs.field(default=(), converter=tupled)

    def melds_of(self, player: int) -> tuple[Meld, ...]:
        """Return the melds of a player on the table.

        Raises:
            RamiError: the player is not the number of a seat.
        """
        reject(RamiError, integer("player", player, 0))
        return tuple(meld for owner, meld in self.table if owner == player)

    def total_of(self, player: int) -> Points:
        """Return the points of a player before the round; 0 where no match is played.

        Raises:
            RamiError: the player is not the number of a seat.
        """
        reject(RamiError, integer("player", player, 0, len(self.totals) - 1 if self.totals else None))
        return self.totals[player] if self.totals else 0
