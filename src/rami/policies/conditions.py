"""When each need of an option is met."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .needs import Need
from .view import Condition, Settings

__all__ = ["MET", "at_once_factor", "smallest_wild_group", "swaps_happen"]


def _wilds(v: Settings) -> bool:
    return v.equipment.jokers > 0 or bool(v.equipment.wild_ranks)


def _table(v: Settings) -> bool:
    return not v.table.concealed


def _points_open(v: Settings) -> bool:
    return _table(v) and v.opening.contracts is None


def _minimum(v: Settings) -> bool:
    return _points_open(v) and v.opening.minimum > 0


def _conditions(v: Settings) -> bool:
    return _points_open(v) and (v.opening.minimum > 0 or v.opening.clean is not None)


def _contracts(v: Settings) -> bool:
    return v.match.end == "contracts" and v.opening.contracts is not None


def smallest_wild_group(v: Settings) -> int:
    """The size of the smallest group that may hold a wild card."""
    return max(v.melding.set_min, v.melding.min_natural + 1)


def _wilds_in_groups(v: Settings) -> bool:
    largest = v.melding.set_max
    return largest is None or smallest_wild_group(v) <= largest


def _recovery(v: Settings) -> bool:
    return v.table.run_joker != "never" or v.table.set_joker != "never"


def swaps_happen(v: Settings) -> bool:
    """Whether a card can ever be exchanged for a wild card."""
    return _wilds(v) and _table(v) and _recovery(v)


def _penalties(v: Settings) -> bool:
    return v.scoring.kind == "penalty"


def _meld_points(v: Settings) -> bool:
    return _table(v) and (_penalties(v) or _minimum(v))


def at_once_factor(v: Settings) -> bool:
    """Whether going out all at once changes the points of the others."""
    return any(factor != 1 for factor in v.scoring.all_at_once_factors)


def _joker_finish(v: Settings) -> bool:
    return (
        v.scoring.joker_finish is not None
        and v.equipment.jokers > 0
        and v.closing.final_discard != "forbidden"
    )


def _factor(v: Settings) -> bool:
    return _penalties(v) and (at_once_factor(v) or _joker_finish(v))


def _any_factor(v: Settings) -> bool:
    return (v.scoring.all_at_once_flat is None and _factor(v)) or (
        v.scoring.joker_finish_any_factor is not None
    )


def _fractions(v: Settings) -> bool:
    """Whether a score may be no whole number."""
    factors: list[object] = [v.scoring.joker_finish_any_factor]
    if v.scoring.all_at_once_flat is None:
        factors += v.scoring.all_at_once_factors
    if _joker_finish(v):
        factors.append(v.scoring.joker_finish_factor)
    return _penalties(v) and any(isinstance(factor, Fraction) for factor in factors)


MET: Mapping[Need, Condition] = {
    Need.WILDS: _wilds,
    Need.WILD_TWOS: lambda v: v.equipment.wild_ranks,
    Need.SEVERAL_WILDS: lambda v: v.melding.max_wild != 1,
    Need.WILD_CAP: lambda v: v.melding.max_wild is not None,
    Need.WILD_SHARE: lambda v: v.melding.wild_limit is not None,
    Need.WILDS_IN_GROUPS: _wilds_in_groups,
    Need.FOUR_ENDS_GROUP: lambda v: v.melding.set_suits == "distinct" and v.melding.set_max == 4,
    Need.BURNT: lambda v: v.melding.joker_in_run == "burnt",
    Need.MELD_POINTS: _meld_points,
    Need.ANY_POINTS: lambda v: v.scoring.kind != "none" or _minimum(v),
    Need.UPCARD: lambda v: v.dealing.upcard,
    Need.NO_OFFER: lambda v: v.drawing.upcard_offer == "none",
    Need.FIRST_TURN_LIMIT: lambda v: not (v.drawing.first_round_discard and v.opening.first_round_melds),
    Need.MUST_USE: lambda v: _table(v) and v.drawing.discard_use is not None,
    Need.FREE_DRAW: lambda v: v.table.concealed or v.drawing.discard_use is None,
    Need.RECYCLING: lambda v: v.drawing.recycle != "never",
    Need.RECYCLES: lambda v: v.drawing.max_recycles != 0,
    Need.TABLE: _table,
    Need.HIDDEN: lambda v: v.table.concealed,
    Need.POINTS_OPEN: _points_open,
    Need.MINIMUM: _minimum,
    Need.CLEAN: lambda v: _points_open(v) and v.opening.clean is not None,
    Need.UNCLEAN: lambda v: v.opening.clean != "run_or_set" or _wilds(v),
    Need.CONDITIONS: _conditions,
    Need.ADDED_AT_ONCE: lambda v: v.opening.post_open == "same_turn",
    Need.CONTRACTS: _contracts,
    Need.RECOVERY: _recovery,
    Need.GROUP_RECOVERY: lambda v: v.table.set_joker != "never",
    Need.RECOVERED_TO_PLACE: lambda v: v.table.recovered_joker not in ("hand", None),
    Need.TAKES: lambda v: v.table.take != "off",
    Need.FINAL_DISCARD: lambda v: v.closing.final_discard != "forbidden",
    Need.KNOCKING: lambda v: v.table.concealed and v.closing.knock_limit is not None,
    Need.LIMIT_BY_UPCARD: lambda v: v.closing.knock_limit == "upcard",
    Need.VOID_AT_TWO: lambda v: v.closing.void_at == 2,
    Need.PENALTIES: _penalties,
    Need.HAND_POINTS: lambda v: v.scoring.kind != "none",
    Need.CREDITS: lambda v: v.scoring.kind == "credit",
    Need.DOUBLING: lambda v: v.scoring.joker_hand_value == "double",
    Need.FLAT: lambda v: v.scoring.unopened_flat is not None,
    Need.DRY_FLAT: lambda v: v.scoring.dry_flat is not None,
    Need.FACTOR: _factor,
    Need.AT_ONCE_FACTOR: lambda v: _penalties(v) and at_once_factor(v),
    Need.ANY_FACTOR: _any_factor,
    Need.FRACTIONS: _fractions,
    Need.NO_FIXED_PRICE: lambda v: v.scoring.all_at_once_flat is None,
    Need.JOKER_FINISH: lambda v: v.scoring.joker_finish is not None,
    Need.TARGET: lambda v: v.match.end in ("until", "first_to_target_wins"),
    Need.ELIMINATION: lambda v: v.match.end == "elimination",
    Need.HANDS: lambda v: v.match.end == "hands",
    Need.LAST_HAND: lambda v: v.match.end == "hands",
    Need.FIRST_TO_TARGET: lambda v: v.match.end == "first_to_target_wins",
    Need.GAME_BONUS: lambda v: v.match.game_bonus is not None,
    Need.EXPLICIT: lambda v: v.conduct.mode == "explicit",
    Need.CARTE: lambda v: v.conduct.carte,
    Need.TOUCHING: lambda v: v.conduct.touch_penalty is not None,
    Need.FAULTS: lambda v: v.conduct.carte or v.conduct.touch_penalty is not None,
}
"""When each need is met."""
