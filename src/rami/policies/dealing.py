"""The slot `dealing`: how many cards, to whom, and who starts."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.fields import Policy, flag, integer, one_of, option

__all__ = ["Dealing", "Direction", "Starter"]

Starter = Literal["dealer", "left"]
"""Values of `dealing.starter`."""
Direction = Literal["clockwise", "anticlockwise"]
"""Values of `dealing.direction`."""
StartPhase = Literal["unanimous_redeal", "friche"]


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
        cut_joker_kept: whether a joker found at the cut is kept; reserved (R51-DEAL-03).
        start_phase: a phase before the first turn; reserved.
        burnt_reveal: stock cards shown as burnt at the start; reserved (LEB-JOK-01).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.
    """

    slot: ClassVar[str] = "dealing"

    hand_size: int = option(
        13,
        values=integer(1, 200),
        text="Each player is dealt {value} cards, one at a time and face down.",
        rules=["R51-DEAL-04", "VARIATION-HAND-01"],
    )
    starter_extra: Literal[0, 1] = option(
        1,
        values=one_of(0, 1),
        text={
            0: "The player who starts is dealt as many cards as everybody else.",
            1: "The player who starts is dealt one card more than the others.",
        },
        rules=["R51-DEAL-04"],
    )
    upcard: bool = option(
        False,
        values=flag,
        text={
            False: "The other cards form the stock, face down; none is turned up, the first discard starts the pile.",
            True: "The next card is turned up and starts the discard pile; the others form the stock, face down.",
        },
        rules=["R51-DEAL-05", "R51-START-02"],
    )
    starter: Starter = option(
        "dealer",
        values=one_of("dealer", "left"),
        text={
            "dealer": "The players look at their cards; the dealer plays first.",
            "left": "The players look at their cards; the player after the dealer plays first.",
        },
        rules=["R51-START-01"],
    )
    direction: Direction = option(
        "clockwise",
        values=one_of("clockwise", "anticlockwise"),
        text={
            "clockwise": "Play goes round clockwise.",
            "anticlockwise": "Play goes round anticlockwise.",
        },
        rules=["R51-START-03", "R51-START-04"],
    )
    min_stock: int = option(
        15,
        values=integer(0, 1000),
        text="The deal must leave at least {value} cards in the stock.",
        rules=["R51-MAT-01"],
    )
    cut_joker_kept: bool = option(
        False,
        values=one_of(False),
        text="The player on the dealer's left cuts the pack; the cut changes nothing else.",
        rules=["R51-DEAL-03"],
        reserved=one_of(True),
        why="it is not written which card the cut shows",
    )
    start_phase: StartPhase | None = option(
        None,
        values=one_of(None),
        text="The first turn follows the deal at once.",
        rules=["R500-TURN-02"],
        reserved=one_of("unanimous_redeal", "friche"),
        why="this phase is only named, its procedure is not written",
    )
    burnt_reveal: int = option(
        0,
        values=integer(0, 0),
        text="No card is burnt before the first turn.",
        rules=["LEB-JOK-01"],
        reserved=integer(1, 3),
        why="it is not written what becomes of the cards that are shown",
    )
