"""Places for a card on the table."""

from __future__ import annotations

import attrs

from rami._base.values import Value

from ..cards import Card
from ..cards.melds import Meld
from ..cards.moves import LayOff, SwapWild
from ..errors import Violation

__all__ = ["Placement"]


@attrs.frozen
class Placement(Value):
    """A place for a card at a meld on the table: at an end of it, or for a wild card of it.

    It is true where the rules allow it.  It does not depend on whose turn it is, on the hand or on open duties:
    `legal_moves` says whether it may be played now.

    Parameters:
        move: the move that would put the card there; its `meld` is the id of the meld.
        meld: the meld as it would be; None if the card does not fit.
        frees: the wild card that would come to the hand; None where none does.
        against: every violation of the rules of melds and of the table.

    >>> from rami import Round, Setup, variants
    >>> round = Round.from_setup(
    ...     Setup(
    ...         variant=variants.CLASSIC_51,
    ...         hands=["2♣ K♦ 6♠", "9♣ 3♦"],
    ...         table=[(0, "7♠ 8♠ *"), (1, "Q♥ Q♠ Q♣")],
    ...     )
    ... )
    >>> for place in round.placements("9♠"):
    ...     print(place.move, "gives", place.meld, "and frees", place.frees)
    swap 9♠ > 0 gives 7♠ 8♠ 9♠ and frees *
    off 9♠ > 1 gives None and frees None
    >>> for place in round.view(1).placements("6♠"):
    ...     print(bool(place), *place.against)
    True
    False 6♠ does not fit on Q♣ Q♥ Q♠ [R51-LAYOFF-01]
    """

    move: LayOff | SwapWild
    meld: Meld | None
    frees: Card | None = None
    against: tuple[Violation, ...] = ()

    def __bool__(self) -> bool:
        return not self.against
