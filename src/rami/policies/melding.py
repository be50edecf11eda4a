"""The slot `melding`: which groups and runs are melds, and their values."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.fields import Policy, each_the_same, either, integer, integers, none_or, one_of, option
from rami.policies.needs import Need

__all__ = [
    "Ace",
    "BurntScope",
    "JokerAtEnds",
    "JokerInRun",
    "Melding",
    "SetSuits",
    "WildLimit",
    "WildLimitScope",
    "WildScope",
]

SetSuits = Literal["distinct", "any"]
"""Values of `melding.set_suits`."""
Ace = Literal["low", "high", "both"]
"""Values of `melding.ace`."""
WildScope = Literal["meld", "run", "only_runs"]
"""Values of `melding.max_wild_scope`."""
WildLimit = Literal["at_most_half", "minority"]
"""Values of `melding.wild_limit`."""
WildLimitScope = Literal["always", "laydown"]
"""Values of `melding.wild_limit_scope`."""
JokerAtEnds = Literal["placement", "invariant", False]
"""Values of `melding.joker_at_ends`."""
JokerInRun = Literal["free", "burnt"]
"""Values of `melding.joker_in_run`."""
BurntScope = Literal["melds", "melds_and_discards"]
"""Values of `melding.burnt_scope`."""


@attrs.frozen(repr=False)
class Melding(Policy):
    """Groups, runs, the wild cards in them, and their values.

    Parameters:
        set_suits: whether the suits of a group must differ (R51-SET-01).
        set_min: cards of the smallest group (R51-SET-01).
        set_max: cards of the largest group, None for no limit (R51-SET-01).
        run_min: cards of the shortest run (R51-RUN-01).
        max_run: cards of the longest run; 14 goes from ace to ace, 13 has one ace only (R51-MAT-03).
        natural_aces: how many natural aces a run from ace to ace may have: with 1, a wild card replaces the other
            (SCA-RUN-02).
        run_wrap: whether a run may pass through the ace, as Q K A 2 3 (VARIATION-CIRC-01).
        ace: the ace's places in a run (R51-MAT-04, R51-ACE-01, KAL-ACE-01).
        ace_meld_values: points of an ace below the two, above the king, and in a group (R51-VAL-04).
        joker_meld_value: points of a joker in a meld: those of the card that it represents, or a number
            (VARIATION-JOKER-01).
        max_wild: wild cards allowed in one meld, None for no limit (R51-JOK-02).
        max_wild_scope: whether `max_wild` binds every meld or runs only, and whether groups may hold wild cards at all
            (R51-JOK-02).
        wild_limit: share of wild cards: None, at most as many as naturals, or fewer (FRU-WILD-02).
        wild_limit_scope: whether that share must hold always or only when the meld is laid.
        min_natural: natural cards that a meld needs; with none a group may be of wild cards alone (TT-WILD-03).
        adjacent_wilds: whether wild cards may be side by side in a run.
        joker_at_ends: whether jokers may be only at the ends of a run: no such rule (False), when they are
            placed, or always (VELVET-JOK-03).
        joker_in_run: which cards a joker may stand for in a run: any card, or only a burnt one, that is, one of which
            every copy is on the table.  In groups a joker is free in either case (LEB-JOK-01, LEB-JOK-02).
        burnt_scope: whether only cards in melds are burnt, or those on the discard pile as well (LEB-JOK-01).

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.
    """

    slot: ClassVar[str] = "melding"

    set_suits: SetSuits = option(
        "distinct",
        text={
            "distinct": "The cards of a group have one rank and different suits.",
            "any": "The cards of a group have one rank; suits do not matter, and the same card may occur twice.",
        },
        needs=(Need.LARGE_GROUPS,),
    )
    set_min: int = option(
        3,
        values=integer(3, 200),
        text="A group has at least {value} cards.",
    )
    set_max: int | None = option(
        4,
        values=none_or(integer(3, 200)),
        text={
            None: "A group may have any number of cards.",
            ...: "A group has at most {value} cards.",
        },
    )
    run_min: int = option(
        3,
        values=integer(3, 14),
        text="A run has at least {value} consecutive cards of one suit.",
    )
    max_run: int = option(
        13,
        values=integer(3, 14),
        text={
            14: "The cards follow one another as A 2 3 4 5 6 7 8 9 10 J Q K A; a run may go from ace to ace.",
            13: "A run holds every rank once at most.",
            ...: "A run has at most {value} cards.",
        },
    )
    natural_aces: Literal[1, 2] = option(
        2,
        text={
            1: "One of the aces of a run from ace to ace is a wild card.",
            2: "Both aces of a run from ace to ace may be natural.",
        },
        quiet=True,
        needs=(Need.WILDS, Need.TABLE, Need.ACE_TO_ACE),
    )
    run_wrap: bool = option(
        False,
        text={
            False: "A run does not pass through the ace: K A 2 is none.",
            True: "A run may pass through the ace, as in Q K A 2 3, and holds every rank once at most.",
        },
    )
    ace: Ace = option(
        'low',
        text={
            "low": "In a run the ace is low only; the order is A 2 3 4 5 6 7 8 9 10 J Q K.",
            "high": "In a run the ace is high only; the order is 2 3 4 5 6 7 8 9 10 J Q K A.",
            "both": "In a run the ace is low, before the two, or high, after the king, and stays as it was laid.",
        },
    )
    ace_meld_values: tuple[int, int, int] = option(
        (1, 1, 1),
        values=integers(3, 0),
        text={
            each_the_same: "A meld is worth the sum of its cards; an ace in it always counts {first}.",
            ...: (
                "A meld is worth the sum of its cards; an ace in it counts {first} below the two, {second} above the "
                "king, and {third} in a group."
            ),
        },
        needs=(Need.MELD_POINTS, Need.USUAL_VALUES),
    )
    joker_meld_value: int | Literal["represented"] = option(
        "represented",
        values=either(one_of("represented"), integer(0)),
        text={
            "represented": "A wild card in a meld counts as the card that it stands for, and is worth as much.",
            ...: "A joker in a meld is worth {value}.",
        },
        needs=(Need.WILDS, Need.MELD_POINTS),
    )
    max_wild: int | None = option(
        None,
        values=none_or(integer(1, 200)),
        text={
            None: "There is no fixed number of wild cards in a meld.",
            1: "There may be one wild card at most in a meld.",
            ...: "There may be {value} wild cards at most in a meld.",
        },
        quiet=True,
        needs=(Need.WILDS,),
    )
    max_wild_scope: WildScope = option(
        "meld",
        text={
            "meld": "This holds for groups and runs alike.",
            "run": "This holds for runs only.",
            "only_runs": "This holds for runs; no group may hold a wild card.",
        },
        quiet=True,
        needs=(Need.WILDS, Need.WILD_CAP),
    )
    wild_limit: WildLimit | None = option(
        None,
        text={
            None: "Wild cards and naturals need not be in proportion.",
            "at_most_half": "A meld holds no more wild cards than naturals.",
            "minority": "A meld holds fewer wild cards than naturals.",
        },
        quiet=True,
        needs=(Need.WILDS, Need.WILDS_TO_COUNT, Need.SEVERAL_IN_MELD),
    )
    wild_limit_scope: WildLimitScope = option(
        "always",
        text={
            "always": "That proportion holds as long as the meld is on the table.",
            "laydown": "That proportion must hold when the meld is laid.",
        },
        needs=(Need.WILDS, Need.WILD_SHARE),
    )
    min_natural: int = option(
        2,
        values=integer(0, 14),
        text={
            0: "A group may be of wild cards alone, a run needs one natural card.",
            1: "A meld with wild cards holds one natural card at least.",
            ...: "A meld with wild cards holds at least {value} natural cards.",
        },
        needs=(Need.WILDS,),
    )
    adjacent_wilds: bool = option(
        True,
        text={
            True: "Wild cards may stand side by side in a run.",
            False: "Wild cards may not stand side by side in a run.",
        },
        needs=(Need.WILDS, Need.WILDS_TO_COUNT, Need.SEVERAL_IN_RUN),
    )
    joker_at_ends: JokerAtEnds = option(
        False,
        text={
            False: "A wild card may stand anywhere in a run.",
            "placement": "A wild card may be placed only at an end of a run; a card added later may enclose it.",
            "invariant": "A wild card stands only at an end of a run, also later: no card may enclose it.",
        },
        quiet=True,
        needs=(Need.WILDS,),
    )
    joker_in_run: JokerInRun = option(
        "free",
        text={
            "free": "A wild card in a run may stand for any card.",
            "burnt": "A wild card may be placed in a run only for a burnt card; groups are free of that condition.",
        },
        quiet=True,
        needs=(Need.WILDS, Need.TABLE),
    )
    burnt_scope: BurntScope = option(
        "melds",
        text={
            "melds": "A card is burnt when every copy of it in the pack is in melds on the table.",
            "melds_and_discards": "A card is burnt when every copy of it is in melds or on the discard pile.",
        },
        needs=(Need.WILDS, Need.BURNT),
    )
