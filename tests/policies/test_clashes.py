"""Combinations that are refused, those that just pass, and the fields that a switch leaves unread."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policies.contract_cases import CONTRACT_CASES, IN_COMPANY

from rami import InvalidVariant, Reason
from rami.policies.clashes import CLASHES, clashes
from rami.policies.options import SLOTS, field_names
from rami.policies.switches import SILENCED, SWITCHES, unread
from rami.variants import CLASSIC_51

Changes = dict[str, Any]
CLASSIC: Changes = CLASSIC_51.settings()
FIELDS = {f"{slot}.{name}" for slot, policy in SLOTS.items() for name in field_names(policy)}

ABSENT = ...
# decided by contracts, with an opening policy of one's own that shows none
BY_CONTRACTS: Changes = {"match.end": "contracts", "opening.contracts": ABSENT}

# first field and field to change of the clash; settings that clash; one more change that mends it
REFUSED: list[tuple[str, str, Changes, Changes]] = [
    (
        "dealing.hand_size",
        "dealing.hand_size",
        {"dealing.hand_size": 47},
        {"dealing.hand_size": 46},
    ),
    (
        "dealing.hand_size",
        "dealing.hand_size",
        {"equipment.packs": 1, "equipment.jokers": 0, "dealing.hand_size": 19},
        {"dealing.min_stock": 13},
    ),
    (
        "dealing.hand_size",
        "dealing.hand_size",
        {"equipment.players": (7, 7), "dealing.min_stock": 17},
        {"dealing.min_stock": 16},
    ),
    (
        "drawing.starter_turn",
        "dealing.starter_extra",
        {"dealing.starter_extra": 0},
        {"drawing.starter_turn": "normal"},
    ),
    (
        "drawing.starter_turn",
        "dealing.starter_extra",
        {"dealing.starter_extra": 0, "drawing.starter_turn": "normal_without_draw"},
        {"dealing.starter_extra": 1},
    ),
    (
        "dealing.starter_extra",
        "drawing.starter_turn",
        {"drawing.starter_turn": "normal"},
        {"drawing.starter_turn": "normal_without_draw"},
    ),
    (
        "dealing.starter_extra",
        "dealing.upcard",
        {"dealing.upcard": True},
        {"dealing.starter_extra": 0, "drawing.starter_turn": "normal"},
    ),
    (
        "drawing.allow_return_discard",
        "drawing.allow_return_discard",
        {"drawing.allow_return_discard": True},
        {"drawing.discard_use": None},
    ),
    (
        "opening.pickup_minimum",
        "opening.pickup_minimum",
        {"opening.pickup_minimum": 71, "drawing.discard_use": None},
        {"drawing.discard_use": frozenset({"meld"})},
    ),
    (
        "opening.pickup_minimum",
        "opening.pickup_minimum",
        {"opening.pickup_minimum": 50},
        {"opening.pickup_minimum": 51},
    ),
    (
        "drawing.unopened_discard_use",
        "drawing.unopened_discard_use",
        {"drawing.unopened_discard_use": "any_same_turn", "drawing.discard_use": None},
        {"drawing.unopened_discard_use": "in_opening"},
    ),
    (
        "drawing.unopened_discard_use",
        "drawing.unopened_discard_use",
        {"drawing.unopened_discard_use": "any_same_turn", "opening.post_open": "next_turn"},
        {"opening.post_open": "same_turn"},
    ),
    (
        "drawing.discard_in_clean_run",
        "drawing.discard_in_clean_run",
        {"drawing.discard_in_clean_run": False, "opening.clean": None},
        {"opening.clean": "run_window"},
    ),
    (
        "drawing.discard_in_clean_run",
        "drawing.discard_in_clean_run",
        {"drawing.discard_in_clean_run": False, "drawing.discard_use": None},
        {"drawing.discard_in_clean_run": True},
    ),
    (
        "drawing.max_recycles",
        "drawing.max_recycles",
        {"drawing.recycle": "never", "drawing.max_recycles": 0},
        {"drawing.max_recycles": None},
    ),
    (
        "melding.run_wrap",
        "melding.run_wrap",
        {"melding.ace": "low", "melding.run_wrap": True, "melding.max_run": 13},
        {"melding.ace": "both"},
    ),
    (
        "melding.max_run",
        "melding.max_run",
        {"melding.ace": "low"},
        {"melding.max_run": 13},
    ),
    (
        "melding.run_min",
        "melding.run_min",
        {"melding.run_min": 5, "melding.max_run": 4},
        {"melding.max_run": 5},
    ),
    (
        "melding.run_min",
        "melding.run_min",
        {"melding.run_min": 14, "melding.run_wrap": True},
        {"melding.run_wrap": False},
    ),
    (
        "melding.set_min",
        "melding.set_min",
        {"melding.set_min": 5},
        {"melding.set_min": 4},
    ),
    (
        "melding.set_max",
        "melding.set_max",
        {"melding.set_max": 5},
        {"melding.set_suits": "any", "table.set_joker": "never"},
    ),
    (
        "melding.set_max",
        "melding.set_max",
        {"melding.set_max": None},
        {"melding.set_suits": "any", "table.set_joker": "never"},
    ),
    (
        "equipment.wild_ranks",
        "equipment.wild_ranks",
        {"equipment.wild_ranks": frozenset({2}), "scoring.kind": "none", **BY_CONTRACTS},
        {"opening.minimum": 0},
    ),
    (
        "equipment.wild_ranks",
        "equipment.wild_ranks",
        {"equipment.wild_ranks": frozenset({2}), "opening.minimum": 0},
        {"scoring.kind": "none", **BY_CONTRACTS},
    ),
    (
        "melding.adjacent_wilds",
        "melding.adjacent_wilds",
        {"melding.adjacent_wilds": False},
        {"melding.max_wild": 2},
    ),
    (
        "melding.adjacent_wilds",
        "melding.adjacent_wilds",
        {"melding.adjacent_wilds": False},
        {"melding.max_wild_scope": "run"},
    ),
    (
        "melding.wild_limit_scope",
        "melding.wild_limit_scope",
        {"melding.wild_limit_scope": "laydown"},
        {"melding.wild_limit": "minority"},
    ),
    (
        "opening.all_at_once_requires",
        "opening.all_at_once_requires",
        {"opening.all_at_once_requires": "nothing", "opening.minimum": 0, "opening.clean": None},
        {"opening.clean": "run_meld"},
    ),
    (
        "opening.all_at_once_requires",
        "opening.all_at_once_requires",
        {"opening.all_at_once_requires": "points", "opening.minimum": 0, "opening.clean": None},
        {"opening.all_at_once_requires": "full"},
    ),
    (
        "opening.all_at_once_requires",
        "opening.all_at_once_requires",
        {"opening.all_at_once_requires": "points", "opening.minimum": 0},
        {"opening.minimum": 40},
    ),
    (
        "opening.all_at_once_requires",
        "opening.all_at_once_requires",
        {"opening.all_at_once_requires": "points", "opening.clean": None},
        {"opening.clean": "run_or_set"},
    ),
    (
        "opening.counts_layoffs",
        "opening.counts_layoffs",
        {"opening.counts_layoffs": True, "opening.minimum": 0},
        {"opening.minimum": 1},
    ),
    (
        "opening.counts_layoffs",
        "opening.counts_layoffs",
        {"opening.counts_layoffs": True, "opening.post_open": "next_turn"},
        {"opening.post_open": "same_turn"},
    ),
    (
        "table.recovered_joker",
        "table.recovered_joker",
        {"table.run_joker": "never", "table.set_joker": "never"},
        {"table.recovered_joker": None},
    ),
    (
        "table.recovered_joker",
        "table.recovered_joker",
        {"table.recovered_joker": None, "table.set_joker": "never"},
        {"table.recovered_joker": "hand"},
    ),
    (
        "table.recovered_joker",
        "table.recovered_joker",
        {"table.recovered_joker": None, "table.run_joker": "never"},
        {"table.set_joker": "never"},
    ),
    (
        "table.swap_requires_open",
        "table.swap_requires_open",
        {
            "table.swap_requires_open": False,
            "table.run_joker": "never",
            "table.set_joker": "never",
            "table.recovered_joker": None,
        },
        {"table.swap_requires_open": True},
    ),
    (
        "table.swap_requires_open",
        "table.swap_requires_open",
        {"table.swap_requires_open": False, "table.recovered_joker": "hand"},
        {"table.recovered_joker": "meld_or_layoff"},
    ),
    (
        "table.set_joker",
        "table.set_joker",
        {"table.closed_four_set": True},
        {"table.set_joker": "either_missing"},
    ),
    (
        "table.set_joker",
        "table.set_joker",
        {"melding.set_max": 3},
        {"table.set_joker": "either_missing"},
    ),
    (
        "table.set_joker",
        "table.set_joker",
        {"melding.set_suits": "any"},
        {"table.set_joker": "never"},
    ),
    (
        "table.closed_four_set",
        "table.closed_four_set",
        {"table.closed_four_set": True, "table.set_joker": "never", "melding.set_suits": "any"},
        {"table.closed_four_set": False},
    ),
    (
        "table.closed_four_set",
        "table.closed_four_set",
        {"table.closed_four_set": True, "table.set_joker": "either_missing", "melding.set_max": 3},
        {"melding.set_max": 4},
    ),
    (
        "scoring.joker_finish",
        "scoring.joker_finish",
        {"closing.final_discard": "forbidden"},
        {"scoring.joker_finish": None},
    ),
    (
        "scoring.joker_finish_any_factor",
        "scoring.joker_finish_any_factor",
        {
            "closing.final_discard": "forbidden",
            "scoring.joker_finish": None,
            "scoring.joker_finish_any_factor": 2,
        },
        {"closing.final_discard": "optional"},
    ),
    (
        "closing.joker_finish_forbidden",
        "closing.joker_finish_forbidden",
        {
            "closing.final_discard": "forbidden",
            "scoring.joker_finish": None,
            "closing.joker_finish_forbidden": True,
        },
        {"closing.final_discard": "required"},
    ),
    (
        "scoring.joker_finish",
        "scoring.joker_finish",
        {"closing.joker_finish_forbidden": True},
        {"scoring.joker_finish": None},
    ),
    (
        "scoring.joker_finish_any_factor",
        "scoring.joker_finish_any_factor",
        {
            "closing.joker_finish_forbidden": True,
            "scoring.joker_finish": None,
            "scoring.joker_finish_any_factor": 2,
        },
        {"closing.joker_finish_forbidden": False},
    ),
    (
        "scoring.joker_finish",
        "scoring.joker_finish_factor",
        {"scoring.joker_finish_factor": None},
        {"scoring.joker_finish": None},
    ),
    (
        "scoring.kind",
        "scoring.kind",
        {"scoring.kind": "none"},
        BY_CONTRACTS,
    ),
    (
        "scoring.dry_flat",
        "scoring.all_at_once_factors",
        {"scoring.dry_flat": 200, "scoring.joker_finish": None},
        {"scoring.all_at_once_factors": (1,)},
    ),
    (
        "scoring.dry_flat",
        "scoring.joker_finish",
        {"scoring.dry_flat": 200, "scoring.all_at_once_factors": (1, 1)},
        {"scoring.joker_finish": None},
    ),
    (
        "scoring.dry_flat",
        "scoring.joker_finish_any_factor",
        {
            "scoring.dry_flat": 200,
            "scoring.all_at_once_factors": (1,),
            "scoring.joker_finish": None,
            "scoring.joker_finish_any_factor": 2,
        },
        {"scoring.joker_finish_any_factor": 1},
    ),
    (
        "scoring.dry_when",
        "scoring.dry_when",
        {"scoring.dry_when": "nobody_else_laid"},
        {"scoring.dry_flat": 200, "scoring.all_at_once_factors": (1,), "scoring.joker_finish": None},
    ),
    (
        "scoring.double_per_joker",
        "scoring.double_per_joker",
        {"scoring.double_per_joker": True},
        {"scoring.joker_hand_value": "double"},
    ),
    (
        "scoring.joker_base",
        "scoring.joker_base",
        {"scoring.joker_base": 20},
        {"scoring.joker_hand_value": "double"},
    ),
    (
        "scoring.flat_multiplied",
        "scoring.flat_multiplied",
        {"scoring.flat_multiplied": False, "scoring.unopened_flat": None},
        {"scoring.unopened_flat": 100},
    ),
    (
        "scoring.double_on",
        "scoring.double_on",
        {
            "scoring.double_on": "rami_sec_only",
            "scoring.all_at_once_factors": (1, 1),
            "scoring.joker_finish": None,
        },
        {"scoring.all_at_once_factors": (1, 2)},
    ),
    (
        "scoring.all_at_once_help",
        "scoring.all_at_once_help",
        {
            "scoring.all_at_once_help": False,
            "scoring.all_at_once_factors": (1,),
            "scoring.joker_finish": None,
        },
        {"scoring.joker_finish": "discard"},
    ),
    ("match.end", "match.target", {"match.target": None}, {"match.target": 500}),
    (
        "match.end",
        "match.elimination_limit",
        {"match.end": "elimination"},
        {"match.elimination_limit": 101},
    ),
    ("match.end", "match.hands", {"match.end": "hands"}, {"match.hands": 10}),
    (
        "match.final_hand_multiplier",
        "match.end",
        {"match.final_hand_multiplier": 1000},
        {"match.end": "hands", "match.hands": 10},
    ),
    ("match.end", "match.end", {"scoring.kind": "credit"}, {"scoring.kind": "penalty"}),
    (
        "match.end",
        "match.end",
        {"scoring.kind": "credit", "match.end": "elimination", "match.elimination_limit": 101},
        {"scoring.kind": "penalty"},
    ),
    (
        "match.end",
        "equipment.players",
        {"match.end": "first_to_target_wins"},
        {"equipment.players": (2, 2)},
    ),
    (
        "match.game_bonus",
        "match.game_bonus",
        {"match.game_bonus": 100},
        {"match.game_bonus": None},
    ),
    (
        "match.box_bonus",
        "match.box_bonus",
        {"match.box_bonus": 20},
        {"match.box_bonus": None},
    ),
    (
        "match.shutout_doubles",
        "match.shutout_doubles",
        {"scoring.kind": "credit", "match.end": "hands", "match.hands": 3, "match.shutout_doubles": True},
        {"match.game_bonus": 100},
    ),
    (
        "match.columns",
        "match.columns",
        {"match.columns": 3},
        {"match.end": "first_to_target_wins", "equipment.players": (2, 2)},
    ),
    (
        "match.dealer_rotation",
        "match.dealer_rotation",
        {"match.dealer_rotation": "alternate"},
        {"equipment.players": (2, 2)},
    ),
    (
        "match.dealer_rotation",
        "match.dealer_rotation",
        {"match.dealer_rotation": "loser", "scoring.kind": "none", **BY_CONTRACTS},
        {"match.dealer_rotation": "next"},
    ),
    (
        "conduct.mode",
        "conduct.mode",
        {"conduct.mode": "explicit", "conduct.carte": False},
        {"conduct.carte": True},
    ),
    *CONTRACT_CASES,
]
LAST_HAND_WITHOUT_POINTS: Changes = {
    "scoring.kind": "none",
    **BY_CONTRACTS,
    "match.final_hand_multiplier": 2,
}
SHUTOUT_WITH_PENALTIES: Changes = {"match.shutout_doubles": True}
NOT_IN_THIS_BUILD = {("scoring.kind", "credit"), ("scoring.kind", "none")}


def settings(changes: Changes) -> Changes:
    return {field: value for field, value in {**CLASSIC, **changes}.items() if value is not ABSENT}


def found(changes: Changes) -> list[tuple[str, str]]:
    return [(clash["field"], clash["change"]) for clash in clashes(settings(changes))]


def can_be_written(changes: Changes) -> bool:
    return not NOT_IN_THIS_BUILD & {
        (field, value) for field, value in changes.items() if isinstance(value, str)
    }


def test_classic_51_has_no_clash() -> None:
    assert found({}) == []


@pytest.mark.parametrize("field,change,changes,mend", REFUSED)
def test_refused_with_both_fields_and_the_one_to_change(
    field: str, change: str, changes: Changes, mend: Changes
) -> None:
    assert found(changes) == [(field, change)]
    assert found({**changes, **mend}) == []
    if not can_be_written(changes):
        return
    with pytest.raises(InvalidVariant) as caught:
        CLASSIC_51.with_options(changes)
    (violation,) = caught.value.violations
    assert violation.code == Reason.OPTION_CLASH
    assert violation["field"] == field
    assert violation["change"] in (violation["field"], *violation["other"].split(", "))
    assert str(violation).endswith(f"change {change}")
    if can_be_written(mend):
        assert CLASSIC_51.with_options({**changes, **mend}).settings() == {**CLASSIC, **changes, **mend}


def test_a_game_without_points_has_none_to_multiply() -> None:
    assert found(LAST_HAND_WITHOUT_POINTS) == [
        ("scoring.kind", "match.final_hand_multiplier"),
        ("match.final_hand_multiplier", "match.end"),
    ]


def test_a_game_of_penalties_counts_no_won_hands() -> None:
    assert found(SHUTOUT_WITH_PENALTIES) == [
        ("match.shutout_doubles", "match.shutout_doubles"),
        ("match.shutout_doubles", "match.shutout_doubles"),
    ]
    assert found({**SHUTOUT_WITH_PENALTIES, "match.game_bonus": 100}) == [
        ("match.game_bonus", "match.game_bonus"),
        ("match.shutout_doubles", "match.shutout_doubles"),
    ]


def test_every_clash_is_tried() -> None:
    tried = {
        (violation["field"], violation["other"], violation["why"])
        for changes in (
            LAST_HAND_WITHOUT_POINTS,
            SHUTOUT_WITH_PENALTIES,
            *IN_COMPANY,
            *(each[2] for each in REFUSED),
        )
        for violation in clashes(settings(changes))
    }
    assert tried == {(each.fields[0], ", ".join(each.fields[1:]), each.why) for each in CLASHES}


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: "+".join(clash.fields))
def test_entries_name_real_fields(clash: Any) -> None:
    assert set(clash.fields) <= FIELDS
    assert clash.change in clash.fields
    assert len(clash.fields) >= 2
    assert clash.why


def test_switches_name_real_fields() -> None:
    for switch in (*SWITCHES, *SILENCED):
        assert set(switch.needs) <= FIELDS
        assert set(switch.fields) <= FIELDS
        assert not set(switch.needs) & set(switch.fields)


def test_all_clashes_are_reported_at_once() -> None:
    with pytest.raises(InvalidVariant) as caught:
        CLASSIC_51.with_(
            dealing={"starter_extra": 0},
            melding={"ace": "low"},
            match={"target": None},
            drawing={"max_recycles": 1},
        )
    assert [violation["field"] for violation in caught.value.violations] == [
        "drawing.starter_turn",
        "melding.max_run",
        "match.end",
    ]


def test_a_fresh_variant_is_checked_as_a_changed_one_is() -> None:
    with pytest.raises(InvalidVariant, match=r"match\.end and match\.target do not go together"):
        CLASSIC_51.with_options({"target": None})


@pytest.mark.parametrize(
    "changes",
    [
        {"equipment.jokers": 0, "table.run_joker": "never", "table.set_joker": "never"},
        {"equipment.jokers": 0, "table.swap_requires_open": False, "table.recovered_joker": "hand"},
        {"equipment.jokers": 0, "closing.final_discard": "forbidden"},
        {"equipment.jokers": 0, "melding.adjacent_wilds": False},
        {"equipment.jokers": 0, "melding.set_max": 3},
        {"equipment.jokers": 0, "scoring.dry_flat": 200, "scoring.all_at_once_factors": (1,)},
        {"equipment.jokers": 0, "scoring.joker_base": 20},
        {"table.take": "off", "table.take_from": "not_owner", "table.take_min_hand_cards": 2},
        {"scoring.all_at_once_flat": 100, "scoring.dry_flat": 200},
        {"scoring.all_at_once_flat": 100, "closing.final_discard": "forbidden"},
        {"scoring.joker_finish": None, "scoring.joker_finish_factor": None},
        {"match.end": "hands", "match.hands": 3, "match.target": None},
        {"match.end": "elimination", "match.elimination_limit": 101, "match.target": None},
        {"conduct.carte": False},
        {"table.joker_on_foreign_clean_run": True},
        {"table.recovered_joker": "hand", "table.recovered_when": "same_turn"},
        {"melding.run_wrap": True},
    ],
)
def test_one_line_turns_a_switch_off(changes: Changes) -> None:
    assert found(changes) == []
    assert CLASSIC_51.with_options(changes).differences(CLASSIC_51).keys() <= changes.keys()


@pytest.mark.parametrize(
    "changes,silent,read",
    [
        (
            {},
            {"drawing.first_round_scope", "conduct.carte_penalty", "match.hands"},
            {"match.target", "table.take_from"},
        ),
        ({"opening.first_round_melds": False}, {"match.hands"}, {"drawing.first_round_scope"}),
        (
            {"equipment.jokers": 0},
            {"melding.max_wild", "scoring.joker_finish", "table.take_joker"},
            {"table.take"},
        ),
        (
            {"equipment.jokers": 0, "equipment.wild_ranks": frozenset({2})},
            {"match.hands"},
            {"melding.max_wild"},
        ),
        (
            {"table.take": "off"},
            {"table.take_from", "table.take_positions", "table.take_min_hand_cards"},
            {"table.take"},
        ),
        ({"match.end": "hands"}, {"match.target", "match.elimination_limit"}, {"match.hands"}),
        ({"match.end": "elimination"}, {"match.target", "match.hands"}, {"match.elimination_limit"}),
        ({"conduct.mode": "explicit"}, {"match.hands"}, {"conduct.carte_penalty", "conduct.announce_at"}),
        (
            {"conduct.mode": "explicit", "conduct.carte": False},
            {"conduct.carte_penalty", "conduct.announce_at", "conduct.carte_claim"},
            {"conduct.mode"},
        ),
        ({"table.recovered_joker": "hand"}, {"table.recovered_when"}, {"table.recovered_joker"}),
        ({"table.joker_on_foreign_clean_run": True}, {"table.foreign_clean_scope"}, {"table.take"}),
        ({"scoring.joker_finish": None}, {"scoring.joker_finish_factor"}, {"scoring.all_at_once_factors"}),
        (
            {"scoring.all_at_once_flat": 100},
            {"scoring.all_at_once_factors", "scoring.joker_finish"},
            {"scoring.unopened_flat"},
        ),
    ],
)
def test_unread_fields(changes: Changes, silent: set[str], read: set[str]) -> None:
    ignored = unread({**CLASSIC, **changes})
    assert silent <= ignored
    assert not read & ignored


def test_absent_fields_take_no_part() -> None:
    partial = {field: value for field, value in CLASSIC.items() if not field.startswith("scoring.")}
    assert list(clashes({**partial, "closing.final_discard": "forbidden"})) == []
    assert list(clashes({})) == []
    assert unread({}) == frozenset()
