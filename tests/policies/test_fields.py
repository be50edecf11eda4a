"""Each field of each slot: what it accepts, what it reserves, what it refuses."""

from __future__ import annotations

import pickle
import re
from typing import Any

import attrs
import pytest

from rami import InvalidVariant, Reason, variants
from rami._texts import OTHERWISE
from rami.cards import Rank
from rami.policies import Closing, Contract, Drawing, Equipment, Melding, Opening
from rami.policies.fields import RESERVED, options_of, shown, subset
from rami.policies.options import SLOTS, field_names

FLAG: tuple[list[object], list[object], list[object]] = ([True, False], [], [0, 1, None, "yes"])
MILLION = 1_000_000

FIELDS: dict[str, tuple[list[object], list[object], list[object]]] = {
    "equipment.players": (
        [(2, 2), (2, 7), (3, 6), (2, 24)],
        [],
        [(1, 4), (5, 4), (2, 25), (2,), (2, 3, 4), (True, 2), (2.0, 4), 4, "2-7", None],
    ),
    "equipment.packs": ([1, 2, 16], [], [0, 17, True, 2.0, "2", None, 10**5000]),
    "equipment.ranks": (
        [frozenset({2}), frozenset({1, 13}), frozenset(range(1, 14))],
        [],
        [2, None, frozenset(), frozenset({0}), frozenset({14}), frozenset({True}), frozenset({"two"})],
    ),
    "equipment.suits": (
        [frozenset({"clubs"}), frozenset({"hearts", "spades"})],
        [],
        ["♣", None, frozenset(), frozenset({0}), frozenset({"stars"}), frozenset({"clubs", 1})],
    ),
    "equipment.jokers": ([0, 4, 64], [], [-1, 65, False, 4.0, None]),
    "equipment.wild_ranks": (
        [frozenset(), frozenset({2}), frozenset({13})],
        [],
        [
            2,
            None,
            frozenset({2, 13}),
            frozenset({0}),
            frozenset({True}),
            frozenset({2.0}),
            frozenset({"two"}),
        ],
    ),
    "equipment.natural_wilds": FLAG,
    "equipment.faces": (["cards", "tiles"], [], [True, None, "dominoes"]),
    "equipment.court_value": ([0, 10, MILLION], [], [-1, MILLION + 1, True, None]),
    "equipment.values": (
        [None, (0,) * 13, (15, *(5,) * 8, *(10,) * 4)],
        [],
        [(1,) * 12, (1,) * 14, (*(1,) * 12, -1), (*(1,) * 12, True), 10],
    ),
    "dealing.hand_size": (
        [1, 13, 200, (10, 7, 7, 6), (7,), (1,) * 23],
        [],
        [0, 201, True, 13.0, None, (), (7, 0), (7, True), (1,) * 24],
    ),
    "dealing.starter_extra": ([0, 1], [], [2, True, False, None]),
    "dealing.upcard": FLAG,
    "dealing.starter": (["dealer", "left"], [], ["right", None, 0]),
    "dealing.direction": (["clockwise", "anticlockwise"], [], ["left", None, 1]),
    "dealing.min_stock": ([0, 15, 1000], [], [-1, 1001, True, None]),
    "drawing.starter_turn": (["normal", "discard_only", "normal_without_draw"], [], ["none", None]),
    "drawing.upcard_offer": (["none", "non_dealer", "both"], [], ["dealer", None]),
    "drawing.first_round_discard": FLAG,
    "drawing.first_round_scope": (["each_player", "first_player_only"], [], ["dealer", None]),
    "drawing.discard_use": (
        [None, frozenset({"meld"}), frozenset({"layoff", "swap"}), frozenset({"meld", "layoff", "swap"})],
        [],
        [frozenset(), frozenset({"discard"}), frozenset({"meld", 1}), True, 3],
    ),
    "drawing.buy": ([None, "order"], [], [True, "clock", "none"]),
    "drawing.buy_price": ([0, 1, 2, 20], [], [-1, 21, True, None]),
    "drawing.buy_limit": ([None, 1, 3, 1000], [], [0, -1, True, "any"]),
    "drawing.buy_when_down": FLAG,
    "conduct.rum_call": ([None, "takes_turn"], [], [True, "none"]),
    "drawing.discard_depth": ([1, 2, "any"], ["pile"], [0, -1, True, "all", None, 1.0]),
    "drawing.unopened_discard_use": (["in_opening", "any_same_turn", "never"], [], ["free", None]),
    "drawing.discard_in_clean_run": FLAG,
    "drawing.allow_return_discard": FLAG,
    "drawing.no_discard_draw_at": ([None, 1], [2, 13], [0, -1, True, 1.0]),
    "drawing.no_twin_pickup": FLAG,
    "drawing.wild_discard": (["free", "upcard_only", "never"], [], ["all", None, True]),
    "dealing.upcard_wild": (["stays", "replaced"], [], [True, None]),
    "dealing.turned_card": ([None, "wild_rank", "natural"], [], [True, False, "any"]),
    "drawing.recycle": (["keep_top", "all", "turn_over", "never"], [], ["always", None]),
    "drawing.max_recycles": ([None, 0, 1, 1000], [], [-1, 1001, True, 1.5]),
    "melding.set_suits": (["distinct", "any"], [], ["same", None]),
    "melding.set_min": ([3, 4, 200], [], [2, 201, True, None]),
    "melding.set_max": ([3, 4, 200, None], [], [2, 201, True, 4.0]),
    "melding.run_min": ([3, 14], [], [2, 15, True, None]),
    "melding.max_run": ([3, 13, 14], [], [2, 15, True, None]),
    "melding.natural_aces": ([1, 2], [], [0, 3, True, None]),
    "melding.run_wrap": FLAG,
    "melding.ace": (["low", "high", "both"], [], ["none", None]),
    "melding.ace_meld_values": (
        [(1, 11, 11), (10, 10, 10), (0, 0, 0)],
        [],
        [(1, 11), (1, 11, 11, 11), (1, -11, 11), (True, 11, 11), (1.0, 11, 11), 11, None],
    ),
    "melding.joker_meld_value": (["represented", 0, 35], [], [-1, True, "double", None, 2.5]),
    "melding.max_wild": ([None, 1, 2, 200], [], [0, 201, True]),
    "melding.max_wild_scope": (["meld", "run", "only_runs"], [], ["set", None]),
    "melding.wild_limit": ([None, "at_most_half", "minority"], [], ["half", 2]),
    "melding.wild_limit_scope": (["always", "laydown"], [], ["never", None]),
    "melding.min_natural": ([0, 1, 2, 14], [], [-1, 15, True, None]),
    "melding.adjacent_wilds": FLAG,
    "melding.joker_at_ends": ([False, "placement", "invariant"], [], [True, 0, None]),
    "melding.joker_in_run": (["free", "burnt"], [], [True, None, "never"]),
    "melding.burnt_scope": (["melds", "melds_and_discards"], [], [None, "discards"]),
    "opening.minimum": ([0, 51, 71, MILLION], [], [-1, MILLION + 1, True, 51.0, "51", None]),
    "opening.clean": ([None, "run_meld", "run_window", "run_or_set"], [], ["run", False]),
    "opening.counts_layoffs": FLAG,
    "opening.post_open": (["same_turn", "next_turn"], [], ["never", None]),
    "opening.all_at_once_requires": (["full", "points", "nothing"], [], ["clean", None]),
    "opening.escalates": FLAG,
    "opening.pickup_minimum": ([None, 0, 71], [], [-1, True, "71"]),
    "opening.pickup_scope": (["opening", "always"], [], [None, "never"]),
    "opening.first_round_melds": FLAG,
    "opening.contracts": (
        [None, (Contract.parse("group 3"),), (Contract.parse("run 4"), Contract.parse("group 3 + run 4"))],
        [],
        [(), "group 3", ("group",), (1,), frozenset({Contract.parse("group 3")}), 3],
    ),
    "opening.contract_size": (["min", "exact"], [], ["max", None]),
    "opening.distinct_contract_melds": FLAG,
    "opening.contract_extras": (["same_turn", "next_turn"], [], ["never", None]),
    "table.concealed": FLAG,
    "table.layoff_requires_open": FLAG,
    "table.melds_a_turn": ([None, 1, 100], [], [0, 101, True, 1.0]),
    "table.foreign_melds_after": (["own_opening", "all_opened"], [], ["never", None]),
    "table.run_joker": (["exact", "never"], [], ["any", None]),
    "table.set_joker": (
        ["four_only", "both_at_once", "either_missing", "named", "never"],
        [],
        ["exact", None],
    ),
    "table.swap_requires_open": FLAG,
    "table.recovered_joker": (["new_meld", "meld_or_layoff", "hand", None], [], ["table", False]),
    "table.recovered_when": (["next_action", "same_turn"], [], ["later", None]),
    "table.closed_four_set": FLAG,
    "table.recover_wild_ranks": FLAG,
    "table.joker_on_foreign_clean_run": FLAG,
    "table.take": (["off", "opened"], ["free"], [False, "on", None]),
    "table.take_from": (["any", "not_owner"], [], ["own", None]),
    "table.take_positions": (["any_valid", "ends"], [], ["middle", None]),
    "table.take_min_hand_cards": ([0, 1, 2], [], [3, True, None]),
    "table.take_joker": FLAG,
    "closing.final_discard": (["required", "optional", "forbidden"], [], [True, "never", None]),
    "opening.contract_due": (["own", "round"], [], [True, None, "hand"]),
    "opening.run_gap": ([None, 1, 2, 10], [], [0, 11, True, "no"]),
    "opening.lay_down_all": FLAG,
    "opening.further_melds": FLAG,
    "closing.void_all_pairs": FLAG,
    "opening.pairs": ([None, 1, 5, 26], [], [0, 27, True, "five"]),
    "opening.all_at_once_alone": FLAG,
    "table.pairs_by_others": (["never", "after_pairs"], [], [True, None]),
    "table.pair_layoffs": ([None, 1, 2, 100], [], [0, 101, True]),
    "closing.fitting_discard": (
        ["free", "barred", "barred_unopened", "by_players"],
        [],
        [True, None, "never"],
    ),
    "closing.first_round_out": FLAG,
    "closing.joker_finish_forbidden": FLAG,
    "closing.declare_pairs": FLAG,
    "closing.declare_runs": ([0, 2, 10], [], [-1, 11, True, None]),
    "closing.declare_pure_runs": ([0, 1, 10], [], [-1, 11, True, None]),
    "closing.out_discard": (["face_down", "face_up"], [], [None, True]),
    "closing.last_turns": ([None, "others_once"], [], [True, "others"]),
    "closing.knock_limit": ([None, 0, 10, 100, "upcard", "all_matched"], [], [-1, True, "ace"]),
    "closing.upcard_ace": (["one", "gin_only"], [], [1, None]),
    "closing.settle": (["best", "moves"], [], ["now", None]),
    "closing.layoff_on_gin": FLAG,
    "closing.void_at": ([None, 0, 2, 50], [], [-1, True, "two"]),
    "closing.fiftieth_card": FLAG,
    "closing.end_when_all_complete": (["at_once", "end_of_turn", "never"], [], ["later", None]),
    "closing.stock_out": (["blocked", "decline", "at_once"], [], ["void", None]),
    "closing.stalemate": (["void", "count_hands"], [], ["count", True, None]),
    "conduct.mode": (["auto", "explicit"], [], ["manual", None]),
    "conduct.carte": FLAG,
    "conduct.carte_penalty": ([1, 2, 200], [], [0, 201, True, None]),
    "conduct.announce_at": ([1, 3, 200], [], [0, 201, True, None]),
    "conduct.touch_penalty": ([None, "no_factor", "forbid_all_at_once"], [], [True, 0, "never"]),
    "conduct.touch_scope": (["hand", "turn"], [], [None, "match"]),
    "conduct.wrong_declaration": ([None, 1, 80], [], [0, -1, True, "80"]),
}
HERE = ("equipment", "dealing", "drawing", "melding", "opening", "table", "closing", "conduct")


def create(field: str, value: object) -> Any:
    slot, name = field.split(".")
    return SLOTS[slot](**{name: value})


def spelled(value: object) -> str:
    """The same in every process, also for a set."""
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    return "huge" if value == 10**5000 else str(value)[:20]


def cases(kind: int) -> list[Any]:
    return [
        pytest.param(field, value, id=f"{field}={spelled(value)}")
        for field, lists in FIELDS.items()
        for value in lists[kind]
    ]


def test_the_table_above_names_every_field() -> None:
    assert set(FIELDS) == {f"{slot}.{name}" for slot in HERE for name in field_names(SLOTS[slot])}


@pytest.mark.parametrize("field,value", cases(0))
def test_accepted(field: str, value: object) -> None:
    policy = create(field, value)
    stored = getattr(policy, field.split(".")[1])
    assert stored == value
    assert type(stored) is type(value)
    assert pickle.loads(pickle.dumps(policy)) == policy
    assert hash(create(field, value)) == hash(policy)
    assert eval(repr(policy), {type(policy).__name__: type(policy), "Contract": Contract}) == policy


@pytest.mark.parametrize("field,value", cases(1))
def test_reserved_values_are_refused_with_the_reason(field: str, value: object) -> None:
    with pytest.raises(InvalidVariant) as caught:
        create(field, value)
    (violation,) = caught.value.violations
    assert violation.code == Reason.OPTION_RESERVED
    assert violation["field"] == field
    assert re.fullmatch(r".* is reserved: [^…]{10,}", str(caught.value))


@pytest.mark.parametrize("field,value", cases(2))
def test_other_values_are_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(InvalidVariant) as caught:
        create(field, value)
    (violation,) = caught.value.violations
    assert violation.code == Reason.OPTION_VALUE
    assert violation["field"] == field
    assert field in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("slot", SLOTS)
def test_every_field_is_described(slot: str) -> None:
    policy = SLOTS[slot]
    described = options_of(policy)
    assert tuple(described) == field_names(policy)
    for name, option in described.items():
        assert option.values.accepts(getattr(policy(), name))
        reserved = RESERVED.get(f"{slot}.{name}")
        assert reserved is None or not reserved.accepts(getattr(policy(), name))


@pytest.mark.parametrize("name", [each for each in RESERVED if each not in variants.CLASSIC_51.settings()])
def test_names_of_which_every_value_is_reserved(name: str) -> None:
    slot, field = name.split(".")
    change: Any = {slot: {field: True}}
    with pytest.raises(InvalidVariant) as caught:
        variants.CLASSIC_51.with_(**change)
    (violation,) = caught.value.violations
    assert (violation.code, violation["field"]) == (Reason.OPTION_RESERVED, name)
    assert re.fullmatch(r".* is reserved: [^…]{10,}", str(violation))


def test_reserved_names_give_their_reason() -> None:
    assert set(OTHERWISE["option_reserved"][1]) == set(RESERVED)


def test_the_defaults_are_classic_51() -> None:
    assert Equipment() == Equipment(players=(2, 7), packs=2, jokers=4, court_value=10)
    assert repr(Equipment()) == "Equipment()"


def test_every_problem_of_a_slot_is_reported_at_once() -> None:
    wrong: dict[str, Any] = {"packs": 0, "jokers": "many", "court_value": True}
    with pytest.raises(InvalidVariant) as caught:
        Equipment(**wrong)
    assert [violation["field"] for violation in caught.value.violations] == [
        "equipment.packs",
        "equipment.jokers",
        "equipment.court_value",
    ]


@pytest.mark.parametrize(
    "given",
    [["meld", "layoff"], ("layoff", "meld", "meld"), {"meld", "layoff"}, "meld, layoff", "layoff meld"],
)
def test_lists_sets_and_words_become_frozensets(given: Any) -> None:
    assert Drawing(discard_use=given).discard_use == frozenset({"meld", "layoff"})


def test_all_means_every_use() -> None:
    everything: Any = "all"
    assert Drawing(discard_use=everything) == Drawing()


@pytest.mark.parametrize("given", [[2], (2,), {2}, "2", [Rank(2)], frozenset({Rank(2)})])
def test_wild_ranks_are_numbers(given: Any) -> None:
    stored = Equipment(wild_ranks=given).wild_ranks
    assert stored == frozenset({2})
    assert [type(rank) for rank in stored] == [int]


def test_lists_become_tuples() -> None:
    players: Any = [3, 5]
    values: Any = [10, 10, 10]
    assert Equipment(players=players).players == (3, 5)
    assert Melding(ace_meld_values=values).ace_meld_values == (10, 10, 10)


@pytest.mark.parametrize("given", [[["meld"]], [{}], "", [], "nonsense"])
def test_invalid_sets_of_uses_are_refused(given: Any) -> None:
    with pytest.raises(InvalidVariant) as caught:
        Drawing(discard_use=given)
    assert caught.value.violations[0]["field"] == "drawing.discard_use"


def test_fields_cannot_be_changed() -> None:
    opening: Any = Opening()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        opening.minimum = 71


class Awkward:
    """A value whose text cannot be had."""

    def __repr__(self) -> str:
        raise RuntimeError


def test_values_in_messages_are_short_and_hashable() -> None:
    assert shown(51) == 51
    assert shown(None) is None
    assert shown(True) is True
    assert shown("text") == "text"
    assert shown(10**5000) == "int"
    for value in ("x" * 1000, list(range(1000)), {"a": [1]}, [10**5000], Awkward()):
        assert len(str(shown(value))) <= 120
        hash(shown(value))
    with pytest.raises(InvalidVariant):
        Closing(final_discard=Awkward())  # type: ignore[arg-type]  # wrong on purpose


def test_a_choice_called_all_is_just_a_choice() -> None:
    assert subset("all", "some").convert("all") == frozenset({"all"})
