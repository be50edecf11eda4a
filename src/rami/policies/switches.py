"""Switches among the options, and the fields that are not read while a switch is off.

Such a field keeps its value, so that one line can turn the switch on again, and no clash is reported for it.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rami.policies._conditions import Settings, no_wild_cards

__all__ = ["SILENCED", "SWITCHES", "Switch", "silent", "unread"]


@attrs.frozen(eq=False, repr=False)
class Switch:
    """Fields that are not read while a switch is off.

    Parameters:
        needs: the fields that the switch consists of.
        is_off: whether it is off.
        fields: the fields that are then not read.
    """

    needs: tuple[str, ...]
    is_off: Callable[[Settings], bool]
    fields: tuple[str, ...]


def _take_off(v: Settings) -> bool:
    return bool(v["table.take"] == "off")


def _clean_runs_of_others_open(v: Settings) -> bool:
    return v["table.joker_on_foreign_clean_run"] is True


def _no_limit_in_first_round(v: Settings) -> bool:
    return bool(v["drawing.first_round_discard"] and v["opening.first_round_melds"])


def _jokers_free_in_runs(v: Settings) -> bool:
    return bool(v["melding.joker_in_run"] == "free")


def _one_minimum(v: Settings) -> bool:
    return v["opening.pickup_minimum"] is None


def _nothing_to_place_after_recovery(v: Settings) -> bool:
    return v["table.recovered_joker"] in ("hand", None)


def _automatic_conduct(v: Settings) -> bool:
    return bool(v["conduct.mode"] == "auto")


def _no_carte(v: Settings) -> bool:
    return v["conduct.carte"] is False


def _no_touching(v: Settings) -> bool:
    return v["conduct.touch_penalty"] is None


def _no_wild_twos(v: Settings) -> bool:
    return not v["equipment.wild_ranks"]


def _no_contracts(v: Settings) -> bool:
    return v["opening.contracts"] is None


def _no_joker_finish(v: Settings) -> bool:
    return v["scoring.joker_finish"] is None


def _target_not_read(v: Settings) -> bool:
    return v["match.end"] not in ("until", "first_to_target_wins")


def _elimination_limit_not_read(v: Settings) -> bool:
    return bool(v["match.end"] != "elimination")


def _hands_not_read(v: Settings) -> bool:
    return bool(v["match.end"] != "hands")


def _flat_for_all_at_once(v: Settings) -> bool:
    return v["scoring.all_at_once_flat"] is not None


SWITCHES: tuple[Switch, ...] = (
    Switch(
        ("equipment.jokers", "equipment.wild_ranks"),
        no_wild_cards,
        (
            "melding.joker_meld_value",
            "melding.max_wild",
            "melding.max_wild_scope",
            "melding.wild_limit",
            "melding.wild_limit_scope",
            "melding.min_natural",
            "melding.adjacent_wilds",
            "melding.joker_suit_in_set",
            "melding.joker_at_ends",
            "melding.joker_in_run",
            "melding.burnt_scope",
            "table.run_joker",
            "table.set_joker",
            "table.swap_requires_open",
            "table.recovered_joker",
            "table.recovered_when",
            "table.closed_four_set",
            "table.recover_twos",
            "table.joker_on_foreign_clean_run",
            "table.foreign_clean_scope",
            "table.take_joker",
            "closing.joker_discard",
            "closing.joker_finish_forbidden",
            "scoring.joker_hand_value",
            "scoring.double_per_joker",
            "scoring.joker_base",
            "scoring.joker_finish",
            "scoring.joker_finish_factor",
            "scoring.joker_finish_any_factor",
        ),
    ),
    Switch(
        ("table.take",),
        _take_off,
        ("table.take_from", "table.take_positions", "table.take_min_hand_cards", "table.take_joker"),
    ),
    Switch(("table.joker_on_foreign_clean_run",), _clean_runs_of_others_open, ("table.foreign_clean_scope",)),
    Switch(
        ("drawing.first_round_discard", "opening.first_round_melds"),
        _no_limit_in_first_round,
        ("drawing.first_round_scope",),
    ),
    Switch(("melding.joker_in_run",), _jokers_free_in_runs, ("melding.burnt_scope",)),
    Switch(("opening.pickup_minimum",), _one_minimum, ("opening.pickup_scope",)),
    Switch(("table.recovered_joker",), _nothing_to_place_after_recovery, ("table.recovered_when",)),
    Switch(
        ("conduct.mode",),
        _automatic_conduct,
        ("conduct.carte_penalty", "conduct.announce_at", "conduct.touch_penalty", "conduct.touch_scope"),
    ),
    Switch(("conduct.touch_penalty",), _no_touching, ("conduct.touch_scope",)),
    Switch(
        ("conduct.carte",), _no_carte, ("conduct.carte_penalty", "conduct.announce_at", "conduct.carte_claim")
    ),
    Switch(("scoring.joker_finish",), _no_joker_finish, ("scoring.joker_finish_factor",)),
    Switch(("match.end",), _target_not_read, ("match.target",)),
    Switch(("match.end",), _elimination_limit_not_read, ("match.elimination_limit",)),
    Switch(("match.end",), _hands_not_read, ("match.hands",)),
    Switch(
        ("scoring.all_at_once_flat",),
        _flat_for_all_at_once,
        ("scoring.all_at_once_factors", "scoring.joker_finish", "scoring.joker_finish_factor"),
    ),
)


SILENCED: tuple[Switch, ...] = (
    Switch(("equipment.wild_ranks",), _no_wild_twos, ("equipment.natural_twos", "table.recover_twos")),
    Switch(
        ("opening.contracts",),
        _no_contracts,
        (
            "opening.contract_size",
            "opening.distinct_contract_melds",
            "opening.contract_extras",
            "closing.end_when_all_complete",
            "scoring.contract_points",
        ),
    ),
)
"""Fields that a rulebook passes over, although changing them while the switch is off is refused."""


def unread(settings: Settings) -> frozenset[str]:
    """The fields that a switch leaves unread.

    Parameters:
        settings: values by "slot.field".
    """
    return _fields_of(SWITCHES, settings)


def silent(settings: Settings) -> frozenset[str]:
    """The fields of which a rulebook has nothing to say.

    Parameters:
        settings: values by "slot.field".
    """
    return _fields_of((*SWITCHES, *SILENCED), settings)


def _fields_of(switches: tuple[Switch, ...], settings: Settings) -> frozenset[str]:
    return frozenset(
        field
        for switch in switches
        if all(each in settings for each in switch.needs) and switch.is_off(settings)
        for field in switch.fields
    )
