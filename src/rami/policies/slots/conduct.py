"""The slot `conduct`: announcements, and the penalties for faults.

In the mode "auto" the program makes all announcements for the players and allows no fault. In the mode
"explicit" announcements and faults are moves, and these options set their prices.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.declaring.fields import Passage, Policy, integer, option

__all__ = ["Conduct"]


@attrs.frozen(repr=False)
class Conduct(Policy):
    """Announcements, and the penalties for forgetting them."""

    slot: ClassVar[str] = "conduct"
    passage: ClassVar[Passage] = "conduct"

    # R51-CARTE-03. D-16: in the mode "auto" the announcement is always assumed.
    carte: bool = option(
        False,
        text={True: "When you are nearly out, say “carte”.", False: "The last card is not announced."},
        quiet=True,
        needs=("table", "pile"),
    )
    # R51-CARTE-01 requires it with one card left; some tables require it with three (D-16).
    announce_at: int = option(
        1,
        values=integer(1, 200),
        text={
            1: "Say it with the discard that leaves you one card.",
            ...: "Say it with the discard that leaves you {value} cards.",
        },
        needs=("explicit", "carte"),
    )
    carte_penalty: int = option(
        2,
        values=integer(1, 200),
        text={
            1: "If you forget to say so, draw one card from the stock.",
            ...: "If you forget to say so, draw {value} cards from the stock.",
        },
        needs=("explicit", "carte"),
    )
    # LEB-OBL-02: the offender "may not make a rami sec". D-102: that means losing the factor for it.
    touch_penalty: Literal["no_factor", "forbid_all_at_once"] | None = option(
        None,
        text={
            None: "Nobody touches the discard without taking it.",
            "no_factor": (
                "If you touch the discard without taking it, draw from the stock; you get no factor for going out all "
                "at once."
            ),
            "forbid_all_at_once": (
                "If you touch the discard without taking it, draw from the stock; you may not go out all at once."
            ),
        },
        quiet=True,
        needs=("explicit", "table", "touch_price"),
    )
    # D-102: the text sets no end, so the penalty lasts for the round.
    touch_scope: Literal["hand", "turn"] = option(
        "hand",
        text={"hand": "That holds until the end of the round.", "turn": "That holds for the turn."},
        needs=("explicit", "touching", "touch_price"),
    )
    # IND-WRONG-01 and IND-WRONG-03: it costs 80 points, and the others continue.
    wrong_declaration: int | None = option(
        None,
        values=integer(1),
        text={
            None: (
                "If you declare a hand that does not meet these conditions, nothing is lost: take your cards back and "
                "discard as usual."
            ),
            ...: (
                "If you declare a hand that does not meet these conditions, it costs you {value} and you are out of "
                "the round, without showing your hand. The others play on; a player who is left alone wins."
            ),
        },
        quiet=True,
        needs=("explicit", "declaring", "charges"),
        passage="knock",
    )
    mode: Literal["auto", "explicit"] = option(
        "auto",
        text={
            "auto": "Announcements are taken as made, and these faults cannot occur.",
            "explicit": "Players make their announcements themselves, and pay for the faults named in these rules.",
        },
        needs=("faults",),
    )
    # RUM-CALL-01 to RUM-CALL-04. Players are asked in the order of play, because an engine cannot hear who
    # called first.
    rum_call: Literal["takes_turn"] | None = option(
        None,
        text={
            None: "Nobody takes a discard out of turn.",
            "takes_turn": (
                "After each discard, before the next player draws, a card of the discard pile may be called if it "
                "could be laid without a card of any hand: on a meld of the table, or in a meld with cards above it. "
                "All but the player who has just discarded are asked, in the order of play. The caller takes the card "
                "with all cards above it, lays it at once, and finishes a turn; play goes on with the player after the "
                "caller. Nobody calls once a player has gone out."
            ),
        },
        quiet=True,
        needs=("table", "deep_takes", "any_discard", "no_offer"),
        passage="discard",
    )
