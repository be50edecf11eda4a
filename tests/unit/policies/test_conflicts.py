"""Options that contradict each other, options without effect next to others, and switches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.flat import slots_of, with_options
from tests.support.presets import PRESETS
from tests.support.refusals import codes_in, codes_of, refusal

from rami.errors import InvalidVariant
from rami.policies.declaring.conflicts import CONFLICTS, conflicts, is_conflict, meanings
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS, Settings, names, settings_of
from rami.policies.declaring.values import same
from rami.policies.variant import Variant
from rami.testing.strategies import option_values
from rami.variants import (
    BASIC_RUMMY,
    CLASSIC_51,
    FRUSTRATION,
    GIN,
    INDIAN_13,
    KALOOKI_40,
    LIVERPOOL,
    OKEY,
    OKEY_101,
    RUMMIKUB,
    RUMMY_500,
)

COLLECTING = {"kind": "credit", "winner_collects": "credit", "stalemate": "void"}
BY_CONTRACT = {"contracts": ["group 3 + run 4"]}

DECLARED = with_options(
    GIN,
    {
        "knock_limit": "all_matched",
        "kind": "penalty",
        "void_at": None,
        "gin_bonus": 0,
        "big_gin_bonus": None,
        "undercut_bonus": 0,
        "end": "hands",
        "hands": 3,
    },
)

# code of the conflict, a game, and what is changed in it
REFUSED: list[tuple[str, Variant, dict[str, Any]]] = [
    ("alternate_among_many", CLASSIC_51, {"dealer_rotation": "alternate"}),
    ("concealed_use", GIN, {"discard_use": ["meld"]}),
    ("ace_at_both_ends", KALOOKI_40, {"max_run": 14}),
    ("ace_in_circle", KALOOKI_40, {"run_wrap": True}),
    ("both_without_threes", KALOOKI_40, {"min_natural": 3}),
    ("bound_purchase", LIVERPOOL, {"no_twin_pickup": True}),
    ("buy_in_for_nobody", KALOOKI_40, {"buy_ins": 1, "buy_in_players": 6}),
    ("ceiling_at_limit", KALOOKI_40, {"buy_ins": 1, "buy_in_ceiling": 150}),
    ("concealed_doubling", DECLARED, {"jokers": 2, "joker_hand_value": "double"}),
    ("concealed_wilds", GIN, {"jokers": 2}),
    ("contract_group", FRUSTRATION, {"set_min": 5}),
    ("contract_run", FRUSTRATION, {"max_run": 8}),
    ("contract_too_large", FRUSTRATION, {"contracts": ["group 4 + run 10"]}),
    ("complete_unscored", LIVERPOOL, {"end_when_all_complete": "at_once", **COLLECTING}),
    ("contracts_by_hand_won", FRUSTRATION, {"contract_due": "round"}),
    ("further_melds_taken", FRUSTRATION, {"further_melds": False, "take": "opened"}),
    ("run_gap_in_circle", FRUSTRATION, {"run_gap": 1, "run_wrap": True, "max_run": 13}),
    ("contracts_missing", GIN, {"match.end": "contracts"}),
    ("contracts_without_end", CLASSIC_51, {**BY_CONTRACT, "minimum": 0, "clean": None}),
    ("credit_without_knock", FRUSTRATION, {"kind": "credit"}),
    ("credits_eliminate", GIN, {"end": "elimination", "elimination_limit": 101}),
    ("deal_too_large", CLASSIC_51, {"hand_size": 47}),
    ("dealer_without_seat", CLASSIC_51, {"first_dealer": 7}),
    ("deep_take", CLASSIC_51, {"discard_depth": "any"}),
    ("endless_round", RUMMY_500, {"stock_out": "blocked"}),
    ("laid_points", RUMMY_500, {"jokers": 2, "joker_hand_value": "double"}),
    ("stalemate_uncounted", BASIC_RUMMY, {"stalemate": "count_hands"}),
    ("regroup_turn", RUMMIKUB, {"regroup": None, "regroup_joker": "free", "post_open": "same_turn"}),
    ("regroup_upcard", RUMMIKUB, {"upcard": True}),
    ("regroup_starter", RUMMIKUB, {"starter_extra": 1}),
    ("regroup_stock", RUMMIKUB, {"stock_out": "blocked"}),
    ("regroup_melds", RUMMIKUB, {"ace": "both", "minimum": 0}),
    ("regroup_pack", RUMMIKUB, {"packs": 3}),
    ("regroup_aces", RUMMIKUB, {"values": None, "ace_meld_values": (1, 11, 11)}),
    ("regroup_laid", RUMMIKUB, {"kind": "net", "winner_collects": None, "blocked_score": "own"}),
    ("dry_flat_factor", CLASSIC_51, {"dry_flat": 200, "joker_finish": None}),
    (
        "dry_flat_joker_end",
        CLASSIC_51,
        {"dry_flat": 200, "all_at_once_factors": [1], "joker_finish": None, "joker_finish_any_factor": 2},
    ),
    ("dry_flat_joker_finish", CLASSIC_51, {"dry_flat": 200, "all_at_once_factors": [1, 1]}),
    ("early_swap_for_contract", FRUSTRATION, {"swap_requires_open": False}),
    ("early_swap_to_hand", CLASSIC_51, {"swap_requires_open": False, "recovered_joker": "hand"}),
    ("exemption_equal", CLASSIC_51, {"all_at_once_requires": "points", "minimum": 0}),
    ("fewer_suits", CLASSIC_51, {"set_max": 5}),
    ("few_melds_for_duty", CLASSIC_51, {"melds_a_turn": 1}),
    ("four_only_locked", CLASSIC_51, {"closed_four_set": True}),
    ("four_only_without_fours", CLASSIC_51, {"set_max": 3}),
    ("hands_missing", CLASSIC_51, {"match.end": "hands"}),
    (
        "joker_end_forbidden",
        CLASSIC_51,
        {"joker_finish_forbidden": True, "joker_finish": None, "joker_finish_any_factor": 2},
    ),
    ("joker_finish_forbidden", CLASSIC_51, {"joker_finish_forbidden": True}),
    ("joker_finish_unpriced", CLASSIC_51, {"joker_finish_factor": None}),
    ("no_last_card_placed", CLASSIC_51, {"joker_finish": "last_card_any"}),
    ("knock_among_many", GIN, {"players": (2, 3), "upcard_offer": "none", "match.end": "hands", "hands": 3}),
    ("knock_without_upcard", GIN, {"upcard": False, "upcard_offer": "none", "knock_limit": "upcard"}),
    ("limit_missing", CLASSIC_51, {"match.end": "elimination"}),
    ("loser_without_scores", FRUSTRATION, {"dealer_rotation": "loser"}),
    ("lowest_credit_wins", GIN, {"match.end": "until"}),
    ("natural_wilds_taken", FRUSTRATION, {"natural_wilds": True, "take": "opened"}),
    ("no_group_possible", CLASSIC_51, {"set_min": 5}),
    ("named_among_several", CLASSIC_51, {"set_joker": "named", "take": "off", "max_wild": 2}),
    ("named_taken", CLASSIC_51, {"set_joker": "named"}),
    ("no_missing_suit", CLASSIC_51, {"set_suits": "any"}),
    ("no_points_to_add", FRUSTRATION, {"match.end": "hands", "hands": 3, "contracts": None}),
    ("no_run_possible", CLASSIC_51, {"run_min": 5, "max_run": 4}),
    ("nobody_knocks", GIN, {"knock_limit": None}),
    ("offer_among_many", GIN, {"players": (2, 3)}),
    ("offer_forbidden", GIN, {"first_round_discard": False}),
    ("offer_to_dealer", GIN, {"starter": "dealer"}),
    ("others_closed_to_the_end", FRUSTRATION, {"foreign_melds_after": "all_opened"}),
    ("penalty_after_knock", GIN, {"kind": "penalty"}),
    ("pickup_below_minimum", CLASSIC_51, {"pickup_minimum": 50}),
    ("runs_beyond_hand", INDIAN_13, {"declare_runs": 5}),
    ("pile_started_twice", CLASSIC_51, {"upcard": True}),
    ("recovered_nowhere", FRUSTRATION, {"recovered_joker": None}),
    ("single_values_natural", INDIAN_13, {"card_values": {"Q♠": 40}}),
    ("single_values_open", CLASSIC_51, {"card_values": {"Q♠": 40}}),
    ("several_reach_target", CLASSIC_51, {"match.end": "first_to_target_wins"}),
    ("starter_keeps_extra", CLASSIC_51, {"starter_turn": "normal"}),
    ("starter_short", CLASSIC_51, {"starter_extra": 0}),
    ("target_missing", CLASSIC_51, {"target": None}),
    ("tiles_left_out", OKEY, {"ranks": range(1, 13)}),
    (
        "wild_ranks_not_recovered",
        FRUSTRATION,
        {"run_joker": "never", "recover_wild_ranks": False, "recovered_joker": None},
    ),
    ("void_before_draw", GIN, {"void_at": 31}),
    ("last_card_unseen", DECLARED, {"jokers": 2, "joker_finish_any_factor": 2}),
    ("pairs_of_odd_hand", DECLARED, {"packs": 2, "hand_size": 13, "declare_pairs": True}),
    ("pairs_of_wild_rank", OKEY, {"wild_ranks": [2]}),
    ("pairs_taken_apart", OKEY_101, {"take": "opened"}),
    ("pairs_of_one_pack", OKEY_101, {"packs": 1, "hand_size": 9}),
    ("pairs_go_on", OKEY_101, {"further_melds": False}),
    ("last_turn_without_discard", DECLARED, {"last_turns": "others_once"}),
    (
        "last_turn_void",
        DECLARED,
        {"last_turns": "others_once", "out_discard": "face_up", "void_at": 2, "recycle": "never"},
    ),
    ("aces_left_out", INDIAN_13, {"ranks": range(2, 14)}),
    ("wild_rank_left_out", FRUSTRATION, {"ranks": [1, *range(3, 14)]}),
    ("wilds_alone_laid", FRUSTRATION, {"min_natural": 0}),
    (
        "wilds_alone_natural",
        DECLARED,
        {"min_natural": 0, "wild_ranks": [6], "wild_hand_value": 0, "natural_wilds": True},
    ),
    ("void_before_recycling", GIN, {"recycle": "keep_top"}),
    (
        "wilds_unlike",
        DECLARED,
        {"jokers": 2, "joker_hand_value": 0, "wild_ranks": [6], "wild_hand_value": 5, "natural_wilds": True},
    ),
    ("wild_rank_in_melds", CLASSIC_51, {"wild_ranks": [2], "kind": "none"}),
    ("winner_may_be_missing", FRUSTRATION, {"dealer_rotation": "winner"}),
]

# options without effect there
IDLE: list[tuple[Variant, dict[str, Any], str]] = [
    (GIN, {"escalates": True}, "points_open"),
    (GIN, {"final_discard": "forbidden"}, "table"),
    (GIN, {"no_twin_pickup": True}, "twins"),
    (GIN, {"set_suits": "any"}, "large_groups"),
    (GIN, {"direction": "anticlockwise"}, "three_players"),
    (GIN, {"unopened_flat": 100}, "charges"),
    (GIN, {"all_at_once_help": False}, "factor"),
    (FRUSTRATION, {"ace_hand_value": 11}, "hand_points"),
    (FRUSTRATION, {"wild_hand_value": 0}, "hand_points"),
    (GIN, {"declare_runs": 2}, "declaring"),
    (GIN, {"cap": 80}, "charges"),
    (DECLARED, {"settle": "moves"}, "unmatched"),
    (DECLARED, {"gin_bonus": 25}, "credits"),
    (DECLARED, {"dry_flat": 100}, "table"),
    (DECLARED, {"pairs_factor": 2}, "pairs"),
    (DECLARED, {"declare_pairs": True}, "twins"),
    (INDIAN_13, {"turned_show": 1}, "turned_natural"),
    (CLASSIC_51, {"gin_bonus": 25}, "knocking"),
    (CLASSIC_51, {"contract_size": "exact"}, "contracts"),
    (CLASSIC_51, {"wild_limit_scope": "laydown"}, "wild_share"),
    (CLASSIC_51, {"adjacent_wilds": False}, "several_in_run"),
    (CLASSIC_51, {"rounding": "floor"}, "fractions"),
]

# a switch that is off, and options that keep their value unread
SWITCHED_OFF: list[tuple[Variant, dict[str, Any], tuple[object, ...]]] = [
    (
        CLASSIC_51,
        {"jokers": 0},
        (names.table.run_joker, names.scoring.joker_hand_value, names.scoring.joker_finish),
    ),
    (CLASSIC_51, {"take": "off"}, (names.table.take_from, names.table.take_joker)),
    (CLASSIC_51, {"recovered_joker": "hand"}, (names.table.recovered_when,)),
    (CLASSIC_51, {"match.end": "hands", "hands": 5}, (names.match.target,)),
    (CLASSIC_51, {"all_at_once_flat": 100}, (names.scoring.all_at_once_factors, names.scoring.joker_finish)),
    (CLASSIC_51, {"jokers": 1}, (names.melding.adjacent_wilds, names.scoring.double_per_joker)),
    (CLASSIC_51, {"match.end": "hands", "hands": 1}, (names.match.dealer_rotation,)),
    (FRUSTRATION, {"max_wild": 1}, (names.melding.wild_limit,)),
    (GIN, {"knock_limit": 0}, (names.closing.settle, names.scoring.undercut_bonus, names.scoring.knock_tie)),
]


def codes(variant: Variant, changes: dict[str, Any]) -> list[str]:
    found = refusal(InvalidVariant, with_options, variant, changes).violations
    assert all(map(is_conflict, found))
    return codes_in(found)


@pytest.mark.parametrize("code,variant,changes", REFUSED, ids=[row[0] for row in REFUSED])
def test_contradictions_are_refused(code: str, variant: Variant, changes: dict[str, Any]) -> None:
    assert code in codes(variant, changes)


def test_several_discards_go_with_no_condition_of_the_opening() -> None:
    for changes in ({"minimum": 30}, {"clean": "run_meld"}, {"pickup_minimum": 71, "discard_use": "meld"}):
        assert "deep_take" in codes(RUMMY_500, changes)


def test_every_conflict_is_tried() -> None:
    assert {row[0] for row in REFUSED} == set(CONFLICTS)
    assert len(REFUSED) == len(CONFLICTS)


@pytest.mark.parametrize("variant,changes,wanted", IDLE)
def test_values_without_effect_are_refused(variant: Variant, changes: dict[str, Any], wanted: str) -> None:
    (violation,) = refusal(InvalidVariant, with_options, variant, changes).violations
    ((slot, fields),) = slots_of(changes).items()
    ((field, value),) = fields.items()
    assert violation.code == "option_needs"
    assert (violation["field"], violation["value"], violation["wanted"]) == (f"{slot}.{field}", value, wanted)
    assert violation["other"]


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("variant", PRESETS, ids=str)
def test_an_option_without_meaning_has_its_default(variant: Variant) -> None:
    settings = settings_of(variant)
    values = option_values()
    for name, need in meanings(settings).items():
        if need is None or need.kept or name in settings.read_by(need.met):
            continue
        slot, _, field = name.partition(".")
        option = options_of(SLOTS[slot])[field]
        assert same(settings.value(name), option.default), name
        for value in values[name]:
            if not same(value, option.default):
                assert "option_needs" in codes(variant, {name: value}), (name, value)


@pytest.mark.parametrize("preset,changes,silent", SWITCHED_OFF)
def test_switches_turn_options_off(
    preset: Variant, changes: dict[str, Any], silent: tuple[object, ...]
) -> None:
    house = with_options(preset, changes)
    assert set(silent) <= unread(house)
    assert unread(preset).isdisjoint(silent)
    assert house.differences(preset).keys() <= {".".join(each) for each in _places(changes)}


def unread(variant: Variant) -> set[str]:
    needs = meanings(settings_of(variant))
    return {name for name, need in needs.items() if need is not None and need.kept}


def _places(changes: dict[str, Any]) -> list[tuple[str, str]]:
    return [(slot, field) for slot, fields in slots_of(changes).items() for field in fields]


def test_a_custom_policy_leaves_conditions_open() -> None:
    policies = {slot: getattr(CLASSIC_51, slot) for slot in SLOTS}
    settings = Settings(policies | {"opening": object(), "scoring": object()})
    assert settings.met(lambda v: v.opening.minimum > 0) is None
    assert list(conflicts(settings)) == []


def test_a_misspelt_option_is_found_at_once() -> None:
    with pytest.raises(AttributeError):
        names.opening.minimun  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError):
        settings_of(CLASSIC_51).met(lambda v: v.opening.minimun)  # type: ignore[attr-defined]


def test_no_bonus_leaves_nothing_to_double() -> None:
    doubled = {"game_bonus": 0, "shutout_doubles": True}
    assert codes_of(InvalidVariant, with_options, GIN, doubled) == ["option_needs"]
