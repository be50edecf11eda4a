"""The slot `conduct`: announcements, and penalties for faults.

In "auto" mode the program makes all announcements for the players and allows no faults. In "explicit" mode
announcements and faults are moves, and these options set their prices.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer

__all__ = ["Conduct"]


@attrs.frozen(repr=False)
class Conduct(Policy, slot="conduct", passage="conduct"):
    """The options for announcements, faults and penalties."""

    # R51-CARTE-03. D-16: in "auto" mode players are assumed to make every announcement.
    carte: bool = option(
        False,
        text={
            True: "You must announce that you are nearly out of cards.",
            False: "You need not announce your last card.",
        },
        quiet=True,
        needs=("table", "pile"),
    )
    # R51-CARTE-01 requires the announcement with one card left; some tables require it with three (D-16).
    announce_at: int = option(
        1,
        values=integer(1, 200),
        text={
            1: "Say “carte” when your discard leaves you with one card.",
            ...: "Say “carte” when your discard leaves you with {value} cards.",
        },
        needs=("explicit", "carte"),
    )
    carte_penalty: int = option(
        2,
        values=integer(1, 200),
        text={
            1: "If you forget to say “carte”, draw one card from the stock.",
            ...: "If you forget to say “carte”, draw {value} cards from the stock.",
        },
        needs=("explicit", "carte"),
    )
    # LEB-OBL-02: the offender "may not make a rami sec". D-102: that means losing the factor for it.
    touch_penalty: Literal["no_factor", "forbid_all_at_once"] | None = option(
        None,
        text={
            None: "There is no penalty for touching the discard without taking it.",
            "no_factor": (
                "If you touch the discard without taking it, you must then draw from the stock, and no factor "
                "applies if you go out all at once."
            ),
            "forbid_all_at_once": (
                "If you touch the discard without taking it, you must then draw from the stock, and you may "
                "not go out all at once."
            ),
        },
        quiet=True,
        needs=("explicit", "table", "touch_price"),
    )
    # D-102: the text does not say for how long, so the penalty lasts for the round.
    touch_scope: Literal["hand", "turn"] = option(
        "hand",
        text={
            "hand": "This penalty on going out all at once lasts until the end of the round.",
            "turn": "This penalty on going out all at once lasts only until the end of your turn.",
        },
        needs=("explicit", "touching", "touch_price"),
    )
    # IND-WRONG-01 and IND-WRONG-03: a wrong declaration costs 80 points, and the other players continue.
    wrong_declaration: int | None = option(
        None,
        values=integer(1),
        text={
            None: (
                "If you declare a hand that does not meet the conditions, there is no penalty: take "
                "your cards back and discard one, as on any turn."
            ),
            ...: (
                "If you declare a hand that does not meet the conditions, it costs you {value} points "
                "and you drop out of the round, without showing your hand. The others play on; if only "
                "one player is left, that player wins."
            ),
        },
        quiet=True,
        needs=("explicit", "declaring", "charges"),
        passage="knock",
    )
    mode: Literal["auto", "explicit"] = option(
        "auto",
        text={
            "auto": "All announcements are made for you, and the mistakes named in these rules cannot happen.",
            "explicit": (
                "Players must make their announcements themselves, and pay the penalties named in these rules."
            ),
        },
        needs=("faults",),
    )
    # RUM-CALL-01 to RUM-CALL-04. Players get the offer in the order of play, because an engine cannot hear who called
    # first.
    rum_call: Literal["takes_turn"] | None = option(
        None,
        text={
            None: "Nobody may take a discard out of turn.",
            "takes_turn": (
                "After each discard, before the next player draws, any other player may call a card from the discard "
                "pile that can be laid without cards from a hand: on a meld on the table, or in a new meld with cards "
                "above it in the pile. If several want to call, the first in the order of play may do so. The caller "
                "takes the card with all cards above it, lays it at once and plays the rest of a turn. The player "
                "after the caller is next. Nobody may call once a player has gone out."
            ),
        },
        quiet=True,
        needs=("table", "deep_takes", "any_discard", "no_offer"),
        passage="discard",
    )
