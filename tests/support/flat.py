"""Options by flat names, without their slots, as worked examples and tables in tests write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rami.policies.declaring.options import SLOTS, can_stand_in, field_names
from rami.policies.declaring.values import RESERVED
from rami.policies.variant import Variant

ALIASES: Mapping[str, str] = {
    "ace_value": "melding.ace_meld_values",
    "big_gin": "scoring.big_gin_bonus",
    "conduct": "conduct.mode",
    "elimination": "match.elimination_limit",
    "first_round_discard_draw": "drawing.first_round_discard",
    "fru_points": "scoring.contract_points",
    "fru_tie": "match.contract_tie",
    "gin": "scoring.gin_bonus",
    "gin_dealer": "match.dealer_rotation",
    "hollywood": "match.columns",
    "joker_finish_any_end": "scoring.joker_finish_any_factor",
    "joker_hand": "scoring.joker_hand_value",
    "match": "match.end",
    "oklahoma": "closing.knock_limit",
    "oklahoma_ace": "closing.upcard_ace",
    "opening": "opening.minimum",
    "opening_counts_layoffs": "opening.counts_layoffs",
    "opening_escalates": "opening.escalates",
    "pickup_threshold_scope": "opening.pickup_scope",
    "pickup_threshold": "opening.pickup_minimum",
    "shutout": "match.shutout_doubles",
    "single_ace": "melding.max_run",
    "table_rearrange": "table.take",
    "undercut": "scoring.undercut_bonus",
    "touch_penalty_scope": "conduct.touch_scope",
    "velvet_close": "scoring.dry_when",
}
"""Names in worked examples that differ from the name of the option."""

VALUES: Mapping[str, Mapping[object, object]] = {
    "hollywood": {True: 3, False: 1},
    "oklahoma": {True: "upcard", False: 10},
    "single_ace": {True: 13, False: 14},
    "table_rearrange": {"none": "off", "take": "opened"},
}
FIELDS = {
    **{name.partition(".")[2]: name for name in RESERVED},
    **{name: f"{slot}.{name}" for slot, policy in SLOTS.items() for name in field_names(policy)},
}


def place_of(name: str) -> tuple[str, str]:
    """Return the slot and the field of a flat name; an unknown name is returned as the slot."""
    slot, _, field = ALIASES.get(name, FIELDS.get(name, name)).partition(".")
    return slot, field


def slots_of(flat: Mapping[str, object]) -> dict[str, Any]:
    """Return the keyword arguments of `Variant.with_` for these options and policies."""
    found: dict[str, Any] = {}
    for name, value in flat.items():
        if can_stand_in(name, value):
            found[name] = value
            continue
        slot, field = place_of(name)
        meant = VALUES.get(name, {}).get(value, value) if isinstance(value, (bool, str)) else value
        if field:
            found.setdefault(slot, {})[field] = meant
        else:
            found[slot] = meant
    return found


def with_options(variant: Variant, flat: Mapping[str, object]) -> Variant:
    """Return the variant with options changed by flat names."""
    return variant.with_(**slots_of(flat))
