"""Each field of each slot: the values that it accepts, reserves or refuses."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from tests.support.refusals import refusal

from rami import variants
from rami.cards import Rank
from rami.errors import InvalidVariant, Reason, Violation
from rami.policies import Closing, Contract, Drawing, Equipment
from rami.policies.declaring.fields import excerpt, options_of
from rami.policies.declaring.needs import Need
from rami.policies.declaring.options import SLOTS, field_names
from rami.policies.declaring.values import RESERVED, Values, same, subset

MILLION = 1_000_000
CONTRACTS = tuple(map(Contract.parse, ("run 4", "group 3 + run 4")))
INTERVAL = re.compile(r"(-?[0-9]+)\.\.([0-9]+)")
STRANGE = (None, True, False, -1, 0, 1, 1.0, 10**5000, "nonsense", "1", "none", (1,), frozenset({2}))


# of fields whose values are neither words nor numbers: some that are allowed, and some that are not
COMPOSED: dict[str, tuple[list[Any], list[Any]]] = {
    "equipment.players": (
        [(2, 2), (2, 7), (3, 6), (2, 24)],
        [(1, 4), (5, 4), (2, 25), (2,), (2, 3, 4), (True, 2), (2.0, 4), 4, "2-7"],
    ),
    "equipment.packs": ([1, 2, 16, (1,), (1, 2, 16)], [0, 17, (), (0,), (17,), (True,)]),
    "equipment.ranks": (
        [frozenset({2}), frozenset({1, 13}), frozenset(range(1, 14))],
        [2, frozenset(), frozenset({0}), frozenset({14}), frozenset({True}), frozenset({"two"})],
    ),
    "equipment.suits": (
        [frozenset({"clubs"}), frozenset({"hearts", "spades"})],
        ["♣", frozenset(), frozenset({0}), frozenset({"stars"}), frozenset({"clubs", 1})],
    ),
    "equipment.jokers": ([0, 4, 64, (0,), (2, 64)], [65, (), (65,), (True,)]),
    "equipment.wild_ranks": (
        [frozenset(), frozenset({2}), frozenset({13})],
        [2, frozenset({2, 13}), frozenset({0}), frozenset({True}), frozenset({2.0}), frozenset({"two"})],
    ),
    "equipment.values": (
        [None, (0,) * 13, (15, *(5,) * 8, *(10,) * 4)],
        [(1,) * 12, (1,) * 14, (*(1,) * 12, -1), (*(1,) * 12, True)],
    ),
    "dealing.hand_size": (
        [1, 13, 200, (10, 7, 7, 6), (7,), (1,) * 23],
        [0, 201, 13.0, (), (7, 0), (7, True), (1,) * 24],
    ),
    "drawing.discard_use": (
        [None, frozenset({"meld"}), frozenset({"layoff", "swap"}), frozenset({"meld", "layoff", "swap"})],
        [frozenset(), frozenset({"discard"}), frozenset({"meld", 1}), 3],
    ),
    "melding.ace_meld_values": (
        [(1, 11, 11), (10, 10, 10), (0, 0, 0)],
        [(1, 11), (1, 11, 11, 11), (1, -11, 11), (True, 11, 11), (1.0, 11, 11), 11],
    ),
    "opening.contracts": (
        [None, CONTRACTS[:1], CONTRACTS],
        [(), "group 3", ("group",), (1,), frozenset(CONTRACTS), 3],
    ),
    "scoring.all_at_once_factors": (
        [(2,), (Fraction(3, 2), 1)],
        [(), (0,), (-1,), (True,), (float("inf"),), ("two",), ("1/0",), 2, "2"],
    ),
    **dict.fromkeys(
        (
            "scoring.joker_finish_factor",
            "scoring.joker_finish_any_factor",
            "scoring.pairs_factor",
            "scoring.pair_loser_factor",
        ),
        ([None, 1, Fraction(3, 2), MILLION], [0, Fraction(-1, 2), MILLION + 1, float("nan"), "two", "1/0"]),
    ),
    "scoring.fold_prices": ([None, (20, 40), (1, MILLION)], [(20,), (0, 40), (20, True), (1, 2, 3)]),
    "equipment.card_values": (
        [(), ("Q♠ 40",), ("3♦ 0", "Q♠ 1000000")],
        [None, 40, "Q♠ 40", ("Q♠",), ("Q♠ 1000001",), ("* 5",), ("Q♠ 4", "Q♠ 5"), {"Q♠": True}],
    ),
    "match.rounds": (
        [(), (("dealing.hand_size", (3, 4)),)],
        [(("dealing.hand_size", ()),), (("dealing.hand", (3,)),), (("equipment.players", ((2, 3),)),), 3],
    ),
}


def create(field: str, value: object) -> Any:
    slot, name = field.split(".")
    return SLOTS[slot](**{name: value})


def values_of(field: str) -> Values:
    slot, name = field.split(".")
    return options_of(SLOTS[slot])[name].values


def bounds(values: Values) -> list[tuple[int, int]]:
    """Return the intervals that a refusal lists."""
    found = (INTERVAL.fullmatch(str(each)) for each in values.allowed)
    return [(int(each[1]), int(each[2])) for each in found if each is not None]


def is_listed(values: Values, value: object) -> bool:
    """Return whether this value is among those that a refusal lists."""
    in_bounds = type(value) is int and any(low <= value <= high for low, high in bounds(values))
    return in_bounds or any(same(each, value) for each in values.allowed)


def listed(field: str) -> list[Any]:
    """Return values that are allowed, as a refusal lists them."""
    if field in COMPOSED:
        return COMPOSED[field][0]
    values = values_of(field)
    ends = [value for low, high in bounds(values) for value in (low, high, (low + high) // 2)]
    return ends + [each for each in values.allowed if INTERVAL.fullmatch(str(each)) is None]


def others(field: str) -> list[Any]:
    """Return values beside those that are allowed, none of them reserved."""
    values, reserved = values_of(field), RESERVED.get(field)
    near = [value for low, high in bounds(values) for value in (low - 1, high + 1, float(high), str(low))]
    found = [*COMPOSED[field][1]] if field in COMPOSED else [*near, *STRANGE]
    return [
        each
        for each in found
        if not is_listed(values, each) and (reserved is None or not reserved.values.accepts(each))
    ]


FIELDS = [f"{slot}.{name}" for slot, policy in SLOTS.items() for name in field_names(policy)]


@pytest.mark.parametrize("field", FIELDS)
def test_values_that_a_refusal_lists_are_accepted(field: str) -> None:
    for value in listed(field):
        policy = create(field, value)
        stored = getattr(policy, field.split(".")[1])
        assert stored == value
        assert type(stored) is type(value)
        assert pickle.loads(pickle.dumps(policy)) == policy
        assert hash(create(field, value)) == hash(policy)
        names = {type(policy).__name__: type(policy), "Contract": Contract, "Fraction": Fraction}
        assert eval(repr(policy), names) == policy


@pytest.mark.parametrize("field", FIELDS)
def test_everything_else_is_refused_by_name(field: str) -> None:
    for value in others(field):
        error = refusal(InvalidVariant, create, field, value)
        (violation,) = error.violations
        assert violation.code in (Reason.OPTION_VALUE, Reason.OPTION_ENTRY)
        assert violation["field"] == field
        assert field in str(error)
        assert len(str(error)) < 300


@pytest.mark.parametrize("field", [each for each in FIELDS if each in RESERVED])
def test_reserved_values_are_refused_with_the_reason(field: str) -> None:
    reserved = RESERVED[field].values
    ends = [low for low, _ in bounds(reserved)]
    words = [each for each in reserved.allowed if reserved.accepts(each)]
    assert ends or words or field == "scoring.winner_score"
    for given in ends or words or [(1, 2), {"rami_sec": -50}]:
        check_reserved(refusal(InvalidVariant, create, field, given), field)


def check_reserved(error: InvalidVariant, field: str) -> None:
    """Check that the only reason is that the value is reserved, and that it says why."""
    (violation,) = error.violations
    assert (violation.code, violation["field"]) == (Reason.OPTION_RESERVED, field)
    assert re.fullmatch(r".* is not supported: [^…]{10,}", str(error))


@pytest.mark.parametrize("slot", SLOTS)
def test_every_field_is_described(slot: str) -> None:
    policy = SLOTS[slot]
    described = options_of(policy)
    assert tuple(described) == field_names(policy)
    for name, option in described.items():
        assert option.values.accepts(getattr(policy(), name))
        reserved = RESERVED.get(f"{slot}.{name}")
        assert reserved is None or not reserved.values.accepts(getattr(policy(), name))


@pytest.mark.parametrize("name", [each for each in RESERVED if each not in variants.CLASSIC_51.settings()])
def test_names_of_which_every_value_is_reserved(name: str) -> None:
    slot, field = name.split(".")
    change: Any = {slot: {field: True}}
    check_reserved(refusal(InvalidVariant, variants.CLASSIC_51.with_, **change), name)


def test_printing_an_error_loads_no_options() -> None:
    unmet = {"field": "closing.stalemate", "value": "count_hands", "wanted": Need.NO_VOID_STOCK}
    refused = [
        Violation(Reason.OPTION_RESERVED, None, {"field": "match.teams", "value": True}),
        Violation(Reason.OPTION_NEEDS, None, {**unmet, "other": ("closing.void_at",)}),
    ]
    code = "import pickle, sys; print(*pickle.loads(sys.stdin.buffer.read()), sep='; ')"
    given = pickle.dumps(refused)
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "; ".join(map(str, refused))
    assert "rule texts name teams without saying how they play" in str(refused[0])


def test_needs_have_words_unless_they_leave_options_unread() -> None:
    assert [need for need in Need if bool(need.template) == need.kept] == []


def test_the_defaults_add_no_rule() -> None:
    for policy in SLOTS.values():
        assert repr(policy()) == f"{policy.__name__}()"
    # what stays of a slot is what every game of the family has
    assert Equipment() == Equipment(players=(2, 6), packs=1, jokers=0, court_value=10)


def test_every_problem_of_a_slot_is_reported_at_once() -> None:
    wrong: dict[str, Any] = {"packs": 0, "jokers": "many", "court_value": True}
    error = refusal(InvalidVariant, Equipment, **wrong)
    assert [each["field"] for each in error.violations] == [f"equipment.{name}" for name in wrong]


USES = frozenset({"meld", "layoff"})


@pytest.mark.parametrize(
    "field,given,stored",
    [
        *(("drawing.discard_use", given, USES) for given in (["meld", "layoff"], ("layoff", "meld", "meld"))),
        *(("drawing.discard_use", given, USES) for given in (set(USES), "meld, layoff", "layoff meld")),
        ("drawing.discard_use", "all", USES | {"swap"}),
        *(("equipment.wild_ranks", given, frozenset({2})) for given in ([2], (2,), {2}, "2", [Rank(2)])),
        ("equipment.players", [3, 5], (3, 5)),
        ("melding.ace_meld_values", [10, 10, 10], (10, 10, 10)),
    ],
)
def test_lists_sets_and_words_are_converted(field: str, given: Any, stored: Any) -> None:
    found = getattr(create(field, given), field.partition(".")[2])
    assert (found, type(found)) == (stored, type(stored))
    assert sorted(map(repr, found)) == sorted(map(repr, stored))


@pytest.mark.parametrize("given", [[["meld"]], [{}], "", [], "nonsense"])
def test_invalid_sets_of_uses_are_refused(given: Any) -> None:
    assert refusal(InvalidVariant, Drawing, discard_use=given).violations[0]["field"] == "drawing.discard_use"


class Awkward:
    """A value whose text cannot be had."""

    def __repr__(self) -> str:
        raise RuntimeError


def test_values_in_messages_are_short_and_hashable() -> None:
    assert excerpt(51) == 51
    assert excerpt(None) is None
    assert excerpt(True) is True
    assert excerpt("text") == "text"
    assert excerpt(10**5000) == "int"
    for value in ("x" * 1000, list(range(1000)), {"a": [1]}, [10**5000], Awkward()):
        assert len(str(excerpt(value))) <= 120
        hash(excerpt(value))
    with pytest.raises(InvalidVariant):
        Closing(final_discard=Awkward())  # type: ignore[arg-type]  # wrong on purpose


def test_a_choice_called_all_is_just_a_choice() -> None:
    assert subset("all", "some").convert("all") == frozenset({"all"})
