"""The slot `closing`: how the last card leaves the hand."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.cards import Card
from rami.errors import Reason, Violation
from rami.policies.fields import Policy, flag, one_of, option

__all__ = ["Closing", "FinalDiscard"]

FinalDiscard = Literal["required", "optional", "forbidden"]
JokerDiscard = Literal["free", "last_only", "never"]
Stalemate = Literal["void", "count_hands"]
EndWhenAllComplete = Literal["at_once", "end_of_turn", "never"]


@attrs.frozen(repr=False)
class Closing(Policy):
    """Going out, and the end of a blocked round.

    Parameters:
        final_discard: whether the last card must be, may be, or may not be discarded (R51-RSEC-04, R51-GO-01,
            VARIATION-FINALDISC-02).
        joker_discard: whether jokers may be discarded; only "free".
        joker_finish_forbidden: whether the final discard may not be a joker (R51-SCORE-06).
        stalemate: what a blocked round counts; only "void".
        end_when_all_complete: when a round ends in which every player has completed the contract (FRU-END-02).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.

    >>> [str(problem) for problem in Closing().finish_by_placing()]
    ['a card must be kept for the final discard']
    >>> Closing(final_discard="optional").finish_by_placing()
    ()
    """

    slot: ClassVar[str] = "closing"

    final_discard: FinalDiscard = option(
        "required",
        values=one_of("required", "optional", "forbidden"),
        text={
            "required": "The last card is discarded: a card must be kept for it.",
            "optional": "The last card may be placed or discarded.",
            "forbidden": "The last card may not be discarded: it must be placed.",
        },
        rules=["R51-GO-01", "R51-RSEC-04", "VARIATION-FINALDISC-01", "VARIATION-FINALDISC-02"],
    )
    joker_discard: JokerDiscard = option(
        "free",
        values=one_of("free"),
        text="Jokers may be discarded.",
        rules=["R51-SCORE-06"],
        reserved=one_of("last_only", "never"),
        why="a hand of jokers only would have nothing to discard",
    )
    joker_finish_forbidden: bool = option(
        False,
        values=flag,
        text={
            False: "The final discard may be a joker.",
            True: "The final discard may not be a joker.",
        },
        rules=["R51-SCORE-06"],
    )
    stalemate: Stalemate = option(
        "void",
        values=one_of("void"),
        text="A round in which a player can draw no card is void.",
        rules=["R51-STOCK-01"],
        reserved=one_of("count_hands"),
        why="flats, factors and the winner of such a round are not written",
    )
    end_when_all_complete: EndWhenAllComplete = option(
        "at_once",
        values=one_of("at_once", "end_of_turn", "never"),
        text={
            "at_once": "The round ends at once when every player has completed the contract.",
            "end_of_turn": "The round ends with the turn in which the last player completes the contract.",
            "never": "The round ends only when a player has no cards.",
        },
        rules=["FRU-END-02"],
    )

    def finish_by_placing(self) -> tuple[Violation, ...]:
        """What forbids emptying the hand by placing cards (R51-RSEC-04); () if it is allowed."""
        if self.final_discard == "required":
            return (Violation(Reason.LAST_CARD_PLACED),)
        return ()

    def finish_by_discard(self, card: Card) -> tuple[Violation, ...]:
        """What forbids discarding `card` as the last one (VARIATION-FINALDISC-02); () if it is allowed."""
        problems: list[Violation] = []
        if self.final_discard == "forbidden":
            problems.append(Violation(Reason.LAST_CARD_DISCARDED))
        if self.joker_finish_forbidden and card.is_joker:
            problems.append(Violation(Reason.LAST_CARD_WILD))
        return tuple(problems)
