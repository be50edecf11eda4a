"""What must be on for an option to mean anything."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["KEPT", "Need"]


class Need(StrEnum):
    """What an option needs to mean anything; `rami.policies.conditions` says when each is met."""

    WILDS = "wilds"
    WILD_TWOS = "wild_twos"
    SEVERAL_WILDS = "several_wilds"
    WILD_CAP = "wild_cap"
    WILD_SHARE = "wild_share"
    WILDS_IN_GROUPS = "wilds_in_groups"
    FOUR_ENDS_GROUP = "four_ends_group"
    BURNT = "burnt"
    MELD_POINTS = "meld_points"
    ANY_POINTS = "any_points"
    UPCARD = "upcard"
    NO_OFFER = "no_offer"
    FIRST_TURN_LIMIT = "first_turn_limit"
    MUST_USE = "must_use"
    FREE_DRAW = "free_draw"
    RECYCLING = "recycling"
    RECYCLES = "recycles"
    TABLE = "table"
    HIDDEN = "hidden"
    POINTS_OPEN = "points_open"
    MINIMUM = "minimum"
    CLEAN = "clean"
    UNCLEAN = "unclean"
    CONDITIONS = "conditions"
    ADDED_AT_ONCE = "added_at_once"
    CONTRACTS = "contracts"
    RECOVERY = "recovery"
    GROUP_RECOVERY = "group_recovery"
    RECOVERED_TO_PLACE = "recovered_to_place"
    TAKES = "takes"
    FINAL_DISCARD = "final_discard"
    KNOCKING = "knocking"
    LIMIT_BY_UPCARD = "limit_by_upcard"
    VOID_AT_TWO = "void_at_two"
    PENALTIES = "penalties"
    HAND_POINTS = "hand_points"
    CREDITS = "credits"
    DOUBLING = "doubling"
    FLAT = "flat"
    DRY_FLAT = "dry_flat"
    FACTOR = "factor"
    AT_ONCE_FACTOR = "at_once_factor"
    ANY_FACTOR = "any_factor"
    FRACTIONS = "fractions"
    NO_FIXED_PRICE = "no_fixed_price"
    JOKER_FINISH = "joker_finish"
    TARGET = "target"
    ELIMINATION = "elimination"
    HANDS = "hands"
    LAST_HAND = "last_hand"
    FIRST_TO_TARGET = "first_to_target"
    GAME_BONUS = "game_bonus"
    EXPLICIT = "explicit"
    CARTE = "carte"
    TOUCHING = "touching"
    FAULTS = "faults"

    def __repr__(self) -> str:
        return f"Need.{self.name}"


KEPT: frozenset[Need] = frozenset(
    {
        Need.WILDS,
        Need.WILDS_IN_GROUPS,
        Need.BURNT,
        Need.MELD_POINTS,
        Need.ANY_POINTS,
        Need.FIRST_TURN_LIMIT,
        Need.UNCLEAN,
        Need.GROUP_RECOVERY,
        Need.RECOVERED_TO_PLACE,
        Need.TAKES,
        Need.NO_FIXED_PRICE,
        Need.JOKER_FINISH,
        Need.TARGET,
        Need.ELIMINATION,
        Need.HANDS,
        Need.EXPLICIT,
        Need.CARTE,
        Need.TOUCHING,
    }
)
"""The switches. While one is off, the options that need it keep their values unread, so that one line turns it on."""
