"""The slot `conduct`: announcements and faults."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.fields import Policy, flag, integer, one_of, option

__all__ = ["Conduct", "ConductMode", "TouchPenalty", "TouchScope"]

ConductMode = Literal["auto", "explicit"]
"""Values of `conduct.mode`."""
TouchPenalty = Literal["no_factor", "forbid_all_at_once"]
"""Values of `conduct.touch_penalty`."""
TouchScope = Literal["hand", "turn"]
"""Values of `conduct.touch_scope`."""


@attrs.frozen(repr=False)
class Conduct(Policy):
    """Announcements, and what forgetting them costs.

    Parameters:
        mode: "auto" announces for the player and offers no fault, "explicit" leaves both to the player
            (R51-CARTE-03, LEB-OBL-02).
        carte: whether a player who is down to the last card must say so (R51-CARTE-01).
        carte_claim: who must claim the fault; reserved (R51-CARTE-03).
        carte_penalty: stock cards drawn by who forgets it (R51-CARTE-03).
        announce_at: the discard that leaves exactly this many cards must be announced (R51-CARTE-01).
        touch_penalty: what touching the discard and leaving it costs: the factor of going out all at once, or None
            if that fault is not offered (LEB-OBL-02).
        touch_scope: how long that factor is lost.
        blocked_penalty: cost of being blocked; reserved.
        strict: whether illegal acts are rejected; only True.

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.
    """

    slot: ClassVar[str] = "conduct"

    mode: ConductMode = option(
        "auto",
        values=one_of("auto", "explicit"),
        text={
            "auto": "Played with rami, announcements are made by themselves, and these faults do not occur.",
            "explicit": "Players make their announcements themselves, and may commit the faults that have a price.",
        },
        rules=["R51-CARTE-03", "LEB-OBL-02"],
    )
    carte: bool = option(
        True,
        values=flag,
        text={
            True: "A player who is nearly out must say so, with the word “carte”.",
            False: "The last card is not announced.",
        },
        rules=["R51-CARTE-01", "R51-CARTE-03"],
    )
    carte_claim: Literal["opponent"] | None = option(
        None,
        values=one_of(None),
        text="A forgotten announcement is noticed at once.",
        rules=["R51-CARTE-03"],
        reserved=one_of("opponent"),
        why="it is not written who claims the fault, and until when",
    )
    carte_penalty: int = option(
        2,
        values=integer(1, 200),
        text={
            1: "Whoever forgets to say so draws one card from the stock.",
            ...: "Whoever forgets to say so draws {value} cards from the stock.",
        },
        rules=["R51-CARTE-03"],
    )
    announce_at: int = option(
        1,
        values=integer(1, 200),
        text={
            1: "It is said with the discard that leaves one card.",
            ...: "It is said with the discard that leaves {value} cards.",
        },
        rules=["R51-CARTE-01"],
    )
    touch_penalty: TouchPenalty | None = option(
        None,
        values=one_of(None, "no_factor"),
        text={
            None: "Nobody touches the discard without taking it.",
            "no_factor": (
                "Whoever touches the discard without taking it draws from the stock, and gets no factor for going out "
                "all at once."
            ),
        },
        rules=["LEB-OBL-02"],
        reserved=one_of("forbid_all_at_once"),
        why="what is forbidden to such a player is only named",
    )
    touch_scope: TouchScope = option(
        "hand",
        values=one_of("hand", "turn"),
        text={
            "hand": "That holds until the end of the round.",
            "turn": "That holds for the turn.",
        },
        rules=["LEB-OBL-02"],
    )
    blocked_penalty: int | None = option(
        None,
        values=one_of(None),
        text="Nobody can be blocked.",
        rules=["R500-TURN-02"],
        reserved=integer(0),
        why="drawing and discarding are always possible, so nobody can be blocked",
    )
    strict: bool = option(
        True,
        values=one_of(True),
        text="Illegal acts are rejected.",
        reserved=one_of(False),
        why="there is no price list for faults",
    )
