"""Violations are data, and their text is complete."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from tests.support.refusals import codes_in, refusal

from rami import Card, Cards, LayDown, Rank, Run, errors
from rami.errors import IllegalMove, InvalidCards, InvalidText, RamiError, Reason, Violation, reject
from rami.sessions.session import Session


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_text(reason: Reason) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(reason.template) if name]
    text = Violation(reason, params={name: name.upper() for name in names}).text
    assert text
    assert "…" not in text
    assert all(name.upper() in text for name in names)


def test_reason_values_are_their_names() -> None:
    assert [reason.value for reason in Reason] == [reason.name.lower() for reason in Reason]


def test_a_violation_is_a_value() -> None:
    one = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 48, "minimum": 51})
    two = Violation("opening_points", "R51-OPEN-01", (("minimum", 51), ("points", 48)))
    assert one == two
    assert hash(one) == hash(two)


def test_parameters_are_plain() -> None:
    card, run, half = Card("7♠"), Run("7♠ 8♠ 9♠"), Fraction(1, 2)
    given = {"card": card, "rank": Rank.ACE, "float": 0.5, "half": half, "meld": run, "move": LayDown(run)}
    others = {
        "code": Reason.ROUND_OVER,
        "none": None,
        "flag": True,
        "type": int,
        "set": {"b", 3, "a", (1, "x")},
    }
    huge: dict[Any, object] = {
        "huge": 10**9999,
        "list": ["x", {half}],
        "object": object(),
        "cards": Cards("9♠ 7♠"),
        "third": Fraction(10**5000, 3),
        10**5000: "name",
    }
    params = dict(Violation("own", params={**given, **others, **huge}).params)
    assert all(type(value) in (type(None), bool, int, str, tuple) for value in params.values())
    assert json.loads(json.dumps(params)) == {
        "card": "7♠",
        "cards": "7♠ 9♠",
        "code": "round_over",
        "flag": True,
        "float": "0.5",
        "half": "1/2",
        "huge": "2**33216",
        "meld": "7♠ 8♠ 9♠",
        "move": "lay 7♠ 8♠ 9♠",
        "none": None,
        "list": ["x", ["1/2"]],
        "object": "object",
        "rank": "ace",
        "set": [3, "a", "b", [1, "x"]],
        "third": "Fraction",
        "type": "int",
        "2**16610": "name",
    }


def test_further_reasons_are_part_of_the_sentence() -> None:
    nearest = (
        Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 45, "minimum": 51}),
        Violation(Reason.OPENING_CLEAN_RUN, "R51-OPEN-01"),
    )
    violation = Violation(Reason.DISCARD_UNUSABLE, "R51-DRAW-02", {"card": "K♦"}, because=nearest)
    assert str(violation) == (
        "you cannot place K♦ this turn: the opening is worth 45 of the 51 points needed"
        " and the opening has no clean run (a run without wild cards) [R51-DRAW-02, R51-OPEN-01]"
    )
    assert violation != Violation(Reason.DISCARD_UNUSABLE, "R51-DRAW-02", {"card": "K♦"})
    assert violation.at(line=2).because == nearest


def test_a_custom_code_brings_its_sentences() -> None:
    own = Violation(
        "limit", None, {"count": 1}, sentences={"fr": "{count:carte|cartes} de trop", "en": "{count} over"}
    )
    assert own.text == "1 over"
    assert own == Violation("limit", None, {"count": 1})
    assert hash(own) == hash(Violation("limit", None, {"count": 1}))
    assert dict(eval(repr(own)).sentences) == dict(own.sentences)
    hostile = {"en": "{count.__class__} {count:9999999999} {0} {count[0]} {", "fr": "{count!r:x}"}
    strange = Violation("limit", None, {"count": 1}, sentences=hostile)
    assert strange.text == "{count.__class__} 1 … {count[0]} {"


def test_rejecting_raises_every_distinct_violation() -> None:
    over, empty = Violation(Reason.ROUND_OVER), Violation(Reason.DISCARDS_EMPTY)
    reject(InvalidCards, ())
    assert refusal(InvalidCards, reject, InvalidCards, iter([over, empty, over])).violations == (over, empty)
    error = refusal(IllegalMove, reject, partial(IllegalMove, "a move"), [over])
    assert (error.move, error.violations) == ("a move", (over,))


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"in": inner}, lambda inner: (inner,)])
def test_only_the_types_of_deep_parameters_are_kept(wrap: Callable[[object], object]) -> None:
    deep: object = 1
    for _ in range(5000):
        deep = wrap(deep)
    assert len(str(Violation("own", params={"deep": deep}))) < 1000
    with pytest.raises(InvalidText):
        Session.from_rows([{"kind": deep}])


def test_parameters_are_frozen() -> None:
    given = {"list": ["b", ["a"]], "set": {1, 2}, "map": {"y": [1], "x": 2}}
    violation = Violation("own", params=given)
    hash(violation)
    assert violation["list"] == ("b", ("a",))
    assert violation["set"] == (1, 2)
    assert violation["map"] == (("x", 2), ("y", (1,)))
    with pytest.raises(KeyError):
        violation["absent"]


@pytest.mark.parametrize(
    "violation, text",
    [
        (Violation("house_rule"), "house_rule"),
        (Violation("house_rule", params={"left": 2, "card": "7♠"}), "house_rule (card=7♠, left=2)"),
        (Violation(Reason.DISCARDS_EMPTY, "R51-DRAW-01"), "the discard pile is empty [R51-DRAW-01]"),
        (Violation(Reason.CARDS_LOST, params={"cards": ("7♠", "*")}), "missing from the pack: 7♠ *"),
        # A missing parameter leaves a gap.
        (
            Violation(Reason.STOCK_TOO_SMALL, params={"left": 3}),
            "the deal would leave 3 cards in the stock: it needs at least …",
        ),
    ],
)
def test_the_text_of_a_violation(violation: Violation, text: str) -> None:
    assert str(violation) == text


def test_errors_list_everything() -> None:
    error = InvalidCards(Violation(Reason.DISCARDS_EMPTY), Violation(Reason.ROUND_OVER))
    assert isinstance(error, ValueError)
    assert codes_in(error.violations) == ["discards_empty", "round_over"]
    assert str(error) == "the discard pile is empty; the round is over"


@pytest.mark.parametrize(
    "kind", [getattr(errors, name) for name in errors.__all__ if isinstance(getattr(errors, name), type)]
)
def test_every_error_derives_from_rami_error(kind: type) -> None:
    assert issubclass(kind, RamiError) == issubclass(kind, Exception)
