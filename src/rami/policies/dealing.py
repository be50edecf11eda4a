"""The slot `dealing`: how many cards, to whom, and who starts."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.fields import Policy, integer, option

__all__ = ["Dealing", "Direction", "Starter"]

Starter = Literal["dealer", "left"]
"""Values of `dealing.starter`."""
Direction = Literal["clockwise", "anticlockwise"]
"""Values of `dealing.direction`."""


@attrs.frozen(repr=False)
class Dealing(Policy):
    """The deal.

    Parameters:
        hand_size: cards dealt to each player (R51-DEAL-04, VARIATION-HAND-01).
        starter_extra: cards dealt to the starter beyond that, 0 or 1 (R51-DEAL-04).
        upcard: whether a card is turned up to start the discard pile (R51-DEAL-05).
        starter: who plays first: the dealer, or the next player in `direction` (R51-START-01).
        direction: the order of play (R51-START-04).
        min_stock: fewest cards that the deal must leave in the stock (R51-MAT-01).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.
    """

    slot: ClassVar[str] = "dealing"

    hand_size: int = option(
        13,
        values=integer(1, 200),
        text="Each player is dealt {value} cards, one at a time and face down.",
    )
    starter_extra: Literal[0, 1] = option(
        1,
        text={
            0: "The player who starts is dealt as many cards as everybody else.",
            1: "The player who starts is dealt one card more than the others.",
        },
        neutral=0,
        quiet=True,
    )
    upcard: bool = option(
        False,
        text={
            False: "The other cards form the stock, face down; none is turned up, the first discard starts the pile.",
            True: "The next card is turned up and starts the discard pile; the others form the stock, face down.",
        },
    )
    starter: Starter = option(
        "dealer",
        text={
            "dealer": "The players look at their cards; the dealer plays first.",
            "left": "The players look at their cards; the player after the dealer plays first.",
        },
    )
    direction: Direction = option(
        "clockwise",
        text={
            "clockwise": "Play goes round clockwise.",
            "anticlockwise": "Play goes round anticlockwise.",
        },
    )
    min_stock: int = option(
        15,
        values=integer(0, 1000),
        text="The deal must leave at least {value} cards in the stock.",
    )
