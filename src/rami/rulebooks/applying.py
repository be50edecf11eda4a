"""Which options a rulebook speaks of, in which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rami.policies.switches import silent

__all__ = ["QUIET", "factors_differ", "spoken_of", "swaps_happen", "threes_hold_wilds"]

SMALLEST_GROUP = 3

Settings = Mapping[str, Any]
Test = Callable[[Settings], bool]


def _nothing_laid(v: Settings) -> bool:
    return v.get("table.concealed") is True


def _table(v: Settings) -> bool:
    return not _nothing_laid(v)


def _contracts(v: Settings) -> bool:
    return v.get("opening.contracts") is not None


def _points_open(v: Settings) -> bool:
    return _table(v) and not _contracts(v)


def _conditions(v: Settings) -> bool:
    return _points_open(v) and bool(v.get("opening.minimum", 1) or v.get("opening.clean", 1))


def _minimum(v: Settings) -> bool:
    return _points_open(v) and bool(v.get("opening.minimum", 1))


def _must_use(v: Settings) -> bool:
    return _table(v) and v.get("drawing.discard_use", ()) is not None


def _penalties(v: Settings) -> bool:
    return bool(v.get("scoring.kind", "penalty") == "penalty")


def _knock(v: Settings) -> bool:
    return v.get("closing.knock_limit") is not None


def _credits(v: Settings) -> bool:
    return bool(v.get("scoring.kind") == "credit")


def _recovery(v: Settings) -> bool:
    return _table(v) and (v.get("table.run_joker", "exact") != "never" or v.get("table.set_joker") != "never")


def _wilds(v: Settings) -> bool:
    return bool(v.get("equipment.jokers", 4) or v.get("equipment.wild_ranks"))


def _group_with_wild(v: Settings) -> int:
    """The size of the smallest group that may hold a wild card."""
    return int(max(v.get("melding.set_min", 3), v.get("melding.min_natural", 2) + 1))


def _wild_in_groups(v: Settings) -> bool:
    largest = v.get("melding.set_max", 4)
    return largest is None or _group_with_wild(v) <= largest


def threes_hold_wilds(v: Settings) -> bool:
    """Whether a group of three may hold a wild card."""
    return _group_with_wild(v) == SMALLEST_GROUP


def swaps_happen(v: Settings) -> bool:
    """Whether a card can ever be exchanged for a wild card."""
    return _wilds(v) and _recovery(v)


def factors_differ(v: Settings) -> bool:
    """Whether going out all at once changes the points of the others."""
    return any(factor != 1 for factor in v.get("scoring.all_at_once_factors", (2,)))


def _joker_finish(v: Settings) -> bool:
    return bool(
        v.get("scoring.joker_finish") is not None
        and v.get("equipment.jokers", 4)
        and v.get("closing.final_discard") != "forbidden"
    )


def _factor(v: Settings) -> bool:
    flat = v.get("scoring.all_at_once_flat") is not None
    return _penalties(v) and not flat and (factors_differ(v) or _joker_finish(v))


def _fractions(v: Settings) -> bool:
    """Whether a score may be no whole number."""
    factors = [
        *(v.get("scoring.all_at_once_factors", ()) if v.get("scoring.all_at_once_flat") is None else ()),
        v.get("scoring.joker_finish_factor") if _joker_finish(v) else 1,
        v.get("scoring.joker_finish_any_factor"),
    ]
    return _penalties(v) and any(isinstance(factor, Fraction) for factor in factors)


def _meld_points(v: Settings) -> bool:
    return _table(v) and (_minimum(v) or _penalties(v))


def _ends(*ends: str) -> Test:
    return lambda v: v.get("match.end", "until") in ends


_TESTS: Mapping[str, Test] = {
    "dealing.burnt_reveal": lambda v: _wilds(v) and v.get("melding.joker_in_run") == "burnt",
    "drawing.starter_turn": lambda v: v.get("drawing.upcard_offer", "none") == "none",
    "drawing.upcard_offer": lambda v: v.get("dealing.upcard") is True,
    "drawing.unopened_discard_use": _must_use,
    "drawing.discard_in_clean_run": lambda v: (
        _must_use(v) and _conditions(v) and v.get("opening.clean") is not None
    ),
    "drawing.unused_discard": _must_use,
    "drawing.allow_return_discard": lambda v: not _must_use(v),
    "drawing.no_discard_draw_at": _table,
    "drawing.recycle": lambda v: v.get("drawing.max_recycles") != 0,
    "drawing.max_recycles": lambda v: v.get("drawing.recycle") != "never",
    "drawing.recycle_when": lambda v: (
        v.get("drawing.recycle") != "never" and v.get("drawing.max_recycles") != 0
    ),
    "melding.max_wild_scope": lambda v: v.get("melding.max_wild") is not None,
    "melding.wild_limit_scope": lambda v: v.get("melding.wild_limit") is not None,
    "melding.adjacent_wilds": lambda v: v.get("melding.max_wild") != 1,
    "melding.joker_suit_in_set": lambda v: v.get("melding.set_suits") == "distinct" and threes_hold_wilds(v),
    "equipment.wild_ranks": _wilds,
    "equipment.court_value": lambda v: _penalties(v) or _credits(v) or _minimum(v),
    "melding.ace_meld_values": _meld_points,
    "melding.joker_meld_value": _meld_points,
    "opening.first_round_melds": _table,
    "opening.contracts": _table,
    "opening.minimum": _points_open,
    "opening.clean": lambda v: _conditions(v) and (_wilds(v) or v.get("opening.clean") != "run_or_set"),
    "opening.counts_layoffs": _minimum,
    "opening.pickup_minimum": _minimum,
    "opening.pickup_scope": _minimum,
    "opening.escalates": _points_open,
    "opening.all_at_once_requires": _conditions,
    "opening.post_open": _points_open,
    "table.layoff_requires_open": _table,
    "table.foreign_melds_after": _table,
    "table.joker_on_foreign_clean_run": _table,
    "table.foreign_clean_scope": _table,
    "table.run_joker": _table,
    "table.set_joker": lambda v: _table(v) and _wild_in_groups(v),
    "table.closed_four_set": lambda v: (
        _table(v) and _wild_in_groups(v) and v.get("table.set_joker") != "never"
    ),
    "table.recover_twos": _recovery,
    "table.swap_requires_open": _recovery,
    "table.recovered_joker": _recovery,
    "table.recovered_when": _recovery,
    "table.take": _table,
    "closing.upcard_ace": lambda v: v.get("closing.knock_limit") == "upcard",
    "closing.settle": _knock,
    "closing.layoff_on_gin": _knock,
    "closing.void_at": _knock,
    "closing.fiftieth_card": lambda v: v.get("closing.void_at") is not None,
    "closing.final_discard": _table,
    "closing.joker_discard": _table,
    "closing.joker_finish_forbidden": lambda v: _table(v) and v.get("closing.final_discard") != "forbidden",
    "closing.stalemate": lambda v: v.get("closing.void_at") is None,
    "scoring.ace_hand_value": lambda v: _penalties(v) or _credits(v),
    "scoring.joker_hand_value": _penalties,
    "scoring.double_per_joker": lambda v: _penalties(v) and v.get("scoring.joker_hand_value") == "double",
    "scoring.joker_base": lambda v: _penalties(v) and v.get("scoring.joker_hand_value") == "double",
    "scoring.unopened_flat": _penalties,
    "scoring.flat_multiplied": lambda v: (
        (_factor(v) or v.get("scoring.joker_finish_any_factor") is not None)
        and v.get("scoring.unopened_flat") is not None
    ),
    "scoring.dry_flat": _penalties,
    "scoring.dry_when": lambda v: _penalties(v) and v.get("scoring.dry_flat") is not None,
    "scoring.all_at_once_factors": _penalties,
    "scoring.double_on": _factor,
    "scoring.all_at_once_help": _factor,
    "scoring.all_at_once_flat": _penalties,
    "scoring.joker_finish": lambda v: _penalties(v) and v.get("closing.final_discard") != "forbidden",
    "scoring.joker_finish_factor": _penalties,
    "scoring.joker_finish_any_factor": _penalties,
    "scoring.rounding": _fractions,
    "scoring.round_to": _penalties,
    "scoring.winner_score": _penalties,
    "scoring.gin_bonus": _knock,
    "scoring.big_gin_bonus": _knock,
    "scoring.undercut_bonus": _knock,
    "scoring.spade_doubles": _knock,
    "scoring.knock_tie": _knock,
    "match.lowest_tie": _ends("until", "elimination", "hands"),
    "match.contract_tie": _ends("contracts"),
    "match.buy_in": _ends("elimination"),
    "match.final_hand_multiplier": lambda v: v.get("scoring.kind") != "none",
    "match.final_hand_stake": lambda v: v.get("scoring.kind") != "none",
    "match.game_bonus": _credits,
    "match.box_bonus": _credits,
    "match.shutout_doubles": _credits,
    "match.columns": _credits,
    "conduct.touch_penalty": _factor,
    "conduct.touch_scope": _factor,
    "conduct.mode": lambda v: bool(v.get("conduct.carte") or v.get("conduct.touch_penalty")),
    "all_at_once": lambda v: _conditions(v) or _factor(v),
    "turn": _table,
    "hidden_turn": _nothing_laid,
    "out_with_discard": lambda v: (
        _must_use(v)
        and _conditions(v)
        and v.get("opening.all_at_once_requires") == "nothing"
        and v.get("drawing.unopened_discard_use") == "in_opening"
    ),
    "discard": _table,
    "hidden_discard": _nothing_laid,
    "lay": _table,
    "end": _table,
}
"""When an option or a sentence means something; those that are absent always do."""

QUIET: Mapping[str, tuple[object, ...]] = {
    "dealing.starter_extra": (0,),
    "dealing.cut_joker_kept": (False,),
    "dealing.start_phase": (None,),
    "dealing.burnt_reveal": (0,),
    "drawing.starter_turn": ("normal",),
    "drawing.upcard_offer": ("none",),
    "drawing.first_round_discard": (True,),
    "drawing.discard_in_clean_run": (True,),
    "drawing.unused_discard": ("forbid",),
    "drawing.no_discard_draw_at": (None,),
    "drawing.no_twin_pickup": (False,),
    "drawing.allow_pass": (False,),
    "drawing.max_recycles": (None,),
    "drawing.recycle_when": ("lazy",),
    "melding.max_run_laid": (None,),
    "melding.max_wild": (None,),
    "melding.max_wild_scope": ("meld",),
    "melding.wild_limit": (None,),
    "melding.joker_at_ends": (False,),
    "melding.joker_in_run": ("free",),
    "opening.escalates": (False,),
    "opening.pickup_minimum": (None,),
    "opening.first_round_melds": (True,),
    "opening.contracts": (None,),
    "table.concealed": (False,),
    "table.closed_four_set": (False,),
    "table.recover_twos": (False,),
    "table.joker_on_foreign_clean_run": (True,),
    "table.foreign_clean_scope": ("all_runs",),
    "table.take": ("off",),
    "closing.joker_discard": ("free",),
    "closing.joker_finish_forbidden": (False,),
    "closing.knock_limit": (None,),
    "closing.fiftieth_card": (False,),
    "scoring.dry_flat": (None,),
    "scoring.all_at_once_factors": ((1,),),
    "scoring.all_at_once_flat": (None,),
    "scoring.joker_finish": (None,),
    "scoring.joker_finish_any_factor": (None,),
    "scoring.round_to": (None,),
    "scoring.contract_points": (False,),
    "scoring.spade_doubles": (False,),
    "match.hands": (None,),
    "match.target": (None,),
    "match.elimination_limit": (None,),
    "match.final_hand_multiplier": (1,),
    "match.final_hand_stake": (None,),
    "match.turn_cap": (None,),
    "match.teams": (False,),
    "match.game_bonus": (None,),
    "match.box_bonus": (None,),
    "match.shutout_doubles": (False,),
    "match.columns": (1,),
    "conduct.carte": (False,),
    "conduct.carte_claim": (None,),
    "conduct.touch_penalty": (None,),
    "conduct.blocked_penalty": (None,),
    "conduct.strict": (True,),
}
"""Values that go without saying, unless a written rule of the game says so and nothing else does."""


def spoken_of(settings: Settings) -> Callable[[str], bool]:
    """The test of whether an option or a sentence means something in a game.

    Parameters:
        settings: the options of the game, by "slot.field".
    """
    # who keeps the table does not change what the rules say about faults
    ignored = silent({**settings, "conduct.mode": "explicit"})

    def means_something(name: str) -> bool:
        applies = _TESTS.get(name)
        return name not in ignored and (applies is None or applies(settings))

    return means_something
