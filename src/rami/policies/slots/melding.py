"""The slot `melding`: the rules for groups and runs, and their values.

All rummy games use two kinds of melds: groups, such as 5♣ 5♦ 5♠, and runs, such as 7♥ 8♥ 9♥. The games differ in
details: the number of cards in a meld, the place of the ace, and the number of wild cards and the cards that they may
represent. Each option below has a rulebook sentence for each of its values; the value fills the blank `{value}`.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.policies.declaring.fields import Policy, each_the_same, option
from rami.policies.declaring.values import integer, integers

__all__ = ["Melding"]


@attrs.frozen(repr=False)
class Melding(Policy, slot="melding", passage="melds"):
    """The cards that make a group or a run, and the points of a meld."""

    # This sentence defines a group, so it has no `needs`: every rulebook prints it.
    set_min: int = option(
        3, values=integer(3, 200), text="A group is {value} or more cards of the same rank."
    )
    set_suits: Literal["distinct", "any"] = option(
        "distinct",
        text={
            "distinct": "The cards of a group must be of different suits.",
            "any": "Suits do not matter in a group; it may even hold the same card twice.",
        },
        # With one pack and no wild cards this is obvious: four cards of a rank have four suits.
        needs=("large_groups",),
    )
    # D-22: with four suits a group has four cards. If suits may repeat, a group can grow further (FRU-EXT-02).
    set_max: int | None = option(
        4,
        values=integer(3, 200),
        text={None: "A group may be as large as you like.", ...: "A group has at most {value} cards."},
    )
    run_min: int = option(
        3, values=integer(3, 14), text="A run is {value} or more consecutive cards of the same suit."
    )
    # D-23: A-2-…-K-A has fourteen cards but does not wrap around, so R51 allows it with two aces.
    max_run: int = option(
        13,
        values=integer(3, 14),
        text={
            14: "The order is A 2 3 4 5 6 7 8 9 10 J Q K A: a run may go from ace to ace.",
            13: "A run may hold each rank only once.",
            ...: "A run has at most {value} cards.",
        },
    )
    # D-25: the place of an ace on the table never changes. D-87: the text of gin calls A-K-Q circular, so in gin the
    # ace is low.
    ace: Literal["low", "high", "both"] = option(
        "low",
        text={
            "low": "Aces are low: in a run the order is A 2 3 4 5 6 7 8 9 10 J Q K.",
            "high": "Aces are high: in a run the order is 2 3 4 5 6 7 8 9 10 J Q K A.",
            "both": (
                "In a run an ace goes before the 2 or after the king. Once it is on the table, it stays where it is."
            ),
        },
    )
    # VARIATION-CIRC-01. D-24: Q-K-A-2-3 counts 36 points, because the ace next to the king counts 11.
    run_wrap: bool = option(
        False,
        text={
            False: "Runs do not wrap around: K-A-2 is not a run.",
            True: "Runs may wrap around, as in Q-K-A-2-3, but may hold each rank only once.",
        },
        agreed=(True,),
    )
    # SCA-RUN-02: a run has fourteen cards only if a joker represents one of the aces.
    natural_aces: Literal[1, 2] = option(
        2,
        text={
            1: "A run from ace to ace may hold only one natural ace: a wild card must stand for the other.",
            2: "In a run from ace to ace, both aces may be natural cards.",
        },
        quiet=True,
        needs=("wilds", "table", "ace_to_ace"),
    )
    # D-26: a meld has at most one joker. D-154: R500-JOK-02 may exempt groups of four from this limit.
    max_wild: int | None = option(
        None,
        values=integer(1, 200),
        text={
            None: "A meld may hold several wild cards.",
            1: "A meld may hold at most one wild card.",
            ...: "A meld may hold at most {value} wild cards.",
        },
        quiet=True,
        needs=("wilds",),
        agreed=(2,),
    )
    max_wild_scope: Literal["meld", "run", "only_runs"] = option(
        "meld",
        text={
            "meld": "The limit on wild cards applies to groups and runs alike.",
            "run": "The limit on wild cards applies to runs only.",
            "only_runs": "The limit on wild cards applies to runs; a group may not hold any wild cards.",
        },
        quiet=True,
        needs=("wilds", "wild_cap"),
    )
    # FRU-WILD-02: a meld has at most as many wild cards as natural ones. D-88: in some printed rules
    # it must have fewer.
    wild_limit: Literal["at_most_half", "minority"] | None = option(
        None,
        text={
            None: "Wild cards may outnumber the natural cards of a meld.",
            "at_most_half": "A meld may not hold more wild cards than natural cards.",
            "minority": "A meld must hold more natural cards than wild cards.",
        },
        quiet=True,
        needs=("wilds", "wilds_to_count", "several_in_meld"),
    )
    wild_limit_scope: Literal["always", "laydown"] = option(
        "always",
        text={
            "always": "The limit on wild cards also applies when cards are added to a meld later.",
            "laydown": (
                "The limit on wild cards applies only when you lay a meld, not when cards are added to it later."
            ),
        },
        needs=("wilds", "wild_share"),
    )
    # D-28 requires two natural cards, LIV-JOK-02 one, and TT-WILD-03 none.
    min_natural: int = option(
        1,
        values=integer(0, 14),
        text={
            0: "A group may consist of wild cards alone; a run needs at least one natural card.",
            1: "A meld with wild cards needs at least one natural card.",
            ...: "A meld with wild cards needs at least {value} natural cards.",
        },
        needs=("wilds",),
    )
    group_naturals: int | None = option(
        None,
        values=integer(1, 14),
        text={
            None: "Groups and runs need the same number of natural cards.",
            ...: "A group with wild cards needs at least {value} natural cards.",
        },
        quiet=True,
        needs=("wilds", "wilds_in_groups"),
    )
    # D-89: the text of Frustration does not mention this; Jamaican tables forbid it.
    adjacent_wilds: bool = option(
        True,
        text={
            True: "Wild cards may be next to each other in a run.",
            False: "Wild cards may not be next to each other in a run.",
        },
        needs=("wilds", "wilds_to_count", "several_in_run"),
    )
    # VELVET-JOK-03 limits only where a joker is placed, so a later card may enclose it (D-29).
    joker_at_ends: Literal["placement", "invariant", False] = option(
        False,
        text={
            False: "A wild card may take any place in a run.",
            "placement": (
                "You may place a wild card only at an end of a run; cards may be added beyond it later."
            ),
            "invariant": "A wild card must be at an end of its run, and no card may be added beyond it.",
        },
        quiet=True,
        needs=("wilds",),
    )
    # D-30: "laid down" means melded, so discards do not count.
    burnt_scope: Literal["melds", "melds_and_discards"] = option(
        "melds",
        text={
            "melds": "A card is burnt once all its copies are in melds on the table.",
            "melds_and_discards": (
                "A card is burnt once all its copies are in melds on the table or on the discard pile."
            ),
        },
        needs=("wilds", "burnt"),
    )
    # LEB-JOK-01. In a group a joker may represent any card (LEB-JOK-02).
    joker_in_run: Literal["free", "burnt"] = option(
        "free",
        text={
            "free": "A wild card in a run may stand for any card.",
            "burnt": "In a run a wild card may stand only for a burnt card; in a group it may stand for any card.",
        },
        quiet=True,
        needs=("wilds", "table"),
    )
    # R51-VAL-04 has a value for each place of the ace; LEB-ACE-01 has 10 in all three.
    ace_meld_values: tuple[int, int, int] = option(
        (1, 1, 1),
        values=integers(3, 0),
        text={
            each_the_same: "A meld is worth the sum of its cards; an ace in it counts {first}.",
            ...: (
                "A meld is worth the sum of its cards; an ace counts {first} before the 2, {second} after the king, "
                "and {third} in a group."
            ),
        },
        needs=("meld_points", "usual_values"),
        passage="values",
    )
    # D-38: under VARIATION-JOKER-01 a joker counts 35; at some tables it counts 0.
    joker_meld_value: int | Literal["represented"] = option(
        "represented",
        text={
            "represented": "A wild card in a meld is worth as much as the card it stands for.",
            ...: "A joker in a meld counts {value}.",
        },
        needs=("wilds", "meld_points"),
        passage="values",
        agreed=(0, 35),
    )
