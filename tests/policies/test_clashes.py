"""Combinations that are refused, those that just pass, and the fields that a switch leaves unread."""

from __future__ import annotations

from typing import Any

import pytest
from tests.flat import with_options
from tests.policies.contract_cases import CONTRACT_CASES, IN_COMPANY
from tests.policies.knock_cases import KNOCK_CASES
from tests.policies.plain_cases import ABSENT, BY_CONTRACTS, PLAIN_CASES

from rami import InvalidVariant, Reason
from rami.policies.clashes import CLASHES, clashes
from rami.policies.options import SLOTS, field_names
from rami.policies.switches import SILENCED, SWITCHES, unread
from rami.variants import CLASSIC_51, GIN

Changes = dict[str, Any]
CLASSIC: Changes = CLASSIC_51.settings()
FIELDS = {f"{slot}.{name}" for slot, policy in SLOTS.items() for name in field_names(policy)}

REFUSED = [*PLAIN_CASES, *CONTRACT_CASES, *KNOCK_CASES]
LAST_HAND_WITHOUT_POINTS: Changes = {
    "scoring.kind": "none",
    **BY_CONTRACTS,
    "match.final_hand_multiplier": 2,
}
BURNT_AND_CONCEALED: Changes = {
    **GIN.settings(),
    "equipment.jokers": 2,
    "melding.joker_in_run": "burnt",
}
SHUTOUT_WITH_PENALTIES: Changes = {"match.shutout_doubles": True}


def settings(changes: Changes) -> Changes:
    return {field: value for field, value in {**CLASSIC, **changes}.items() if value is not ABSENT}


def found(changes: Changes) -> list[tuple[str, str]]:
    return [(clash["field"], clash["change"]) for clash in clashes(settings(changes))]


def can_be_written(changes: Changes) -> bool:
    return all(value is not ABSENT for value in changes.values())


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
        with_options(CLASSIC_51, changes)
    (violation,) = caught.value.violations
    assert violation.code == Reason.OPTION_CLASH
    assert violation["field"] == field
    assert violation["change"] in (violation["field"], *violation["other"].split(", "))
    assert str(violation).endswith(f"change {change}")
    if can_be_written(mend):
        assert with_options(CLASSIC_51, {**changes, **mend}).settings() == {**CLASSIC, **changes, **mend}


def test_a_game_without_points_has_none_to_multiply() -> None:
    assert found(LAST_HAND_WITHOUT_POINTS) == [
        ("scoring.kind", "match.final_hand_multiplier"),
        ("match.final_hand_multiplier", "match.end"),
    ]


def test_a_concealed_hand_has_no_table_to_burn_cards_on() -> None:
    without_jokers = {**BURNT_AND_CONCEALED, "equipment.jokers": 0}
    assert found(without_jokers) == []
    free = {**BURNT_AND_CONCEALED, "melding.joker_in_run": "free"}
    (clash,) = set(found(BURNT_AND_CONCEALED)) - set(found(free))
    assert clash == ("melding.joker_in_run", "melding.joker_in_run")


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
            BURNT_AND_CONCEALED,
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
        with_options(CLASSIC_51, {"target": None})


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
    assert with_options(CLASSIC_51, changes).differences(CLASSIC_51).keys() <= changes.keys()


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
        (
            {"conduct.mode": "explicit"},
            {"conduct.touch_scope"},
            {"conduct.carte_penalty", "conduct.announce_at"},
        ),
        (
            {},
            {"conduct.touch_penalty", "conduct.touch_scope", "melding.burnt_scope"},
            {"melding.joker_in_run"},
        ),
        (
            {"conduct.mode": "explicit", "conduct.touch_penalty": "no_factor"},
            {"match.hands"},
            {"conduct.touch_penalty", "conduct.touch_scope"},
        ),
        ({"melding.joker_in_run": "burnt"}, {"match.hands"}, {"melding.burnt_scope"}),
        (
            {"melding.joker_in_run": "burnt", "equipment.jokers": 0},
            {"melding.joker_in_run", "melding.burnt_scope"},
            {"table.take"},
        ),
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
