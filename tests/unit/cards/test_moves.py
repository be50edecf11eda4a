"""Moves: their arguments, their equality and order, and their texts."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, cast, get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import codes_of
from tests.support.strategies import moves

from rami.cards import Card, Cards, parse_cards
from rami.cards.melds import Group, Run
from rami.cards.moves import (
    MOVE_TYPES,
    BigGin,
    Discard,
    DrawStock,
    Knock,
    LayDown,
    LayOff,
    Move,
    Source,
    SwapWild,
    TakeDiscard,
    listed_rearrangement,
)
from rami.errors import InvalidCards, RamiError, Reason


@given(st.lists(moves, max_size=30))
def test_different_moves_have_different_texts(some: list[Move]) -> None:
    assert len(set(map(str, some))) == len(set(some))


def test_the_union_and_its_classes_agree() -> None:
    assert get_args(Move) == MOVE_TYPES


@pytest.mark.parametrize(
    "move, text",
    [
        (DrawStock(), "draw"),
        (TakeDiscard(), "take"),
        (LayDown(["A♦ A♥ A♣", "9s 8s 7s"]), "lay A♦ A♥ A♣ + 9♠ 8♠ 7♠"),
        (LayDown([Group("A♦ A♥ A♣"), Run("7♠ 8♠ 9♠")]), "lay 7♠ 8♠ 9♠ + A♣ A♦ A♥"),
        (LayDown("7s 8s 9s (run 7s)"), "lay 7♠ 8♠ 9♠"),
        (LayDown(["7s8s9s"]), "lay 7♠ 8♠ 9♠"),
        (LayDown("7s, 8s, 9s"), "lay 7♠ 8♠ 9♠"),
        (LayDown("7h 8h 9h", [Source("8h", 3)]), "lay 7♥ 8♥ 9♥ from 3:8♥"),
        (
            LayDown(["7s 8s 9s", "7h 8h 9h"], [Source("9h", 4, 2, into=1), Source("8h", 3, into=1)]),
            "lay 7♠ 8♠ 9♠ + 7♥ 8♥ 9♥ from 3:8♥, 4:9♥@2",
        ),
        (LayDown(Run("7s * *")), "lay 7♠ * * (run 7♠)"),
        (LayDown(Run("* * 7s")), "lay * * 7♠ (run 5♠)"),
        (LayDown(Group("3s 2s *")), "lay 3♠ 2♠ * (group 3)"),
        (LayDown(Group("7h 7s *", suits="any")), "lay 7♥ 7♠ *"),
        (LayDown(Group("3h 2s *", suits="any")), "lay 3♥ 2♠ * (group 3 any)"),
        (LayDown(()), "lay"),
        (LayOff("Qc", 2), "off Q♣ > 2"),
        (LayOff("As", 2, "low"), "off A♠ > 2 low"),
        (SwapWild(1, None, "4s"), "swap 4♠ > 1"),
        (SwapWild(1, 0, "4s"), "swap 4♠ > 1@0"),
        (SwapWild(1, None, "4s", "4h"), "swap 4♠ 4♥ > 1"),
        (SwapWild(1, 2, "4h", "4s"), "swap 4♥ 4♠ > 1@2"),
        (Discard("Kh"), "discard K♥"),
        (Discard("Kh", announce=True), "discard K♥ carte"),
        (Discard("Kh", announce=False), "discard K♥ silent"),
    ],
)
def test_text_of_moves(move: Move, text: str) -> None:
    assert str(move) == text


def unread(move: LayDown | Knock) -> object:
    """Return the melds of a move, some of which may still be cards."""
    return move.melds


@pytest.mark.parametrize(
    "melds",
    [
        "7s 8s 9s",
        ["7s8s9s"],
        [["7s", "8s", "9s"]],
        Cards("7s 8s 9s"),
        (Card("7s"), Card("8s"), Card("9s")),
        [Cards("9s 8s 7s")],
        iter(["7♠, 8♠, 9♠"]),
    ],
)
def test_one_meld_however_it_is_given(melds: Any) -> None:
    assert unread(LayDown(melds)) == (parse_cards("7♠ 8♠ 9♠"),)


def test_cards_are_read_where_the_rules_are_known() -> None:
    run, group = Run("7s 8s 9s"), Group("Ad Ah *")
    assert LayDown(run).melds == LayDown([run]).melds == (run,)
    assert unread(LayDown(["9s 7s", group])) == (parse_cards("9s 7s"), group)
    assert LayDown("9s 8s 7s") != LayDown(run)
    assert unread(Knock("Kh", "9s 8s 7s")) == (parse_cards("9s 8s 7s"),)
    assert BigGin([group, run]).melds == (run, group)


def test_order_of_melds_counts_only_with_sources() -> None:
    run, group = Run("7s 8s 9s"), Group("Ad Ah *")
    assert LayDown([run, group]) == LayDown([group, run])
    assert hash(LayDown([run, group])) == hash(LayDown([group, run]))
    assert LayDown([group, run]).melds == (run, group)
    taken = Source("Ad", 1, into=0)
    assert LayDown([group, run], [taken]).melds == (group, run)
    assert LayDown([group, run], [taken]) != LayDown([run, group], [taken])


def test_order_of_sources_never_counts() -> None:
    one, two = Source("7s", 1), Source("8s", 2, at=0)
    assert LayDown("7s 8s 9s", [one, two]) == LayDown("7s 8s 9s", (two, one))
    assert LayDown("7s 8s 9s", one).sources == (one,)


def test_points_are_a_remark() -> None:
    listed = LayDown("7s 8s 9s", points=24)
    assert listed.points == 24
    assert listed == LayDown("7s 8s 9s")
    assert hash(listed) == hash(LayDown("7s 8s 9s"))
    assert repr(listed) == "LayDown(melds=((Card('7♠'), Card('8♠'), Card('9♠')),), sources=())"
    assert repr(LayDown(Run("7s 8s 9s"))) == "LayDown(melds=(Run('7♠ 8♠ 9♠'),), sources=())"


def test_a_lay_down_is_changed_like_any_attrs_value() -> None:
    laid = LayDown(["7s 8s 9s", "Ad Ah *"], points=59)
    assert attrs.evolve(laid, melds="7s 8s 9s") == LayDown("7s 8s 9s")
    assert attrs.evolve(laid, melds="7s 8s 9s").points == 59
    assert attrs.asdict(laid, recurse=False) == {"melds": laid.melds, "sources": (), "points": 59}
    assert copy.copy(laid) == copy.deepcopy(laid) == laid


@pytest.mark.parametrize("number", [-1, True, "3", 1.0])
def test_numbers_are_whole_and_not_negative(number: Any) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: LayOff("7s", number),
        lambda: SwapWild(number, None, "7s"),
        lambda: SwapWild(0, number, "7s"),
        lambda: Source("7s", number),
        lambda: Source("7s", 0, at=number),
        lambda: Source("7s", 0, into=number),
        lambda: LayDown("7s 8s 9s", points=number),
    ]
    for attempt in attempts:
        code = Reason.TOO_SMALL if type(number) is int else Reason.NOT_AN_INTEGER
        assert codes_of(RamiError, attempt) == [code]


@pytest.mark.parametrize("value", ["7x", "7s 8s", "", None, 7])
def test_cards_of_moves_are_cards(value: Any) -> None:
    for attempt in (
        lambda: LayOff(value, 0),
        lambda: SwapWild(0, None, value),
        lambda: Discard(value),
        lambda: Source(value, 0),
    ):
        with pytest.raises(InvalidCards):
            attempt()


@pytest.mark.parametrize(
    "attempt,code",
    [
        (lambda: LayOff("7s", 0, cast("Any", "middle")), Reason.NOT_ONE_OF),
        (lambda: LayOff("7s", 0, cast("Any", [])), Reason.NOT_ONE_OF),
        (lambda: LayOff("7s", 0, cast("Any", 1)), Reason.NOT_ONE_OF),
        (lambda: Discard("7s", cast("Any", 1)), Reason.NOT_A_FLAG),
        (lambda: LayDown(cast("Any", 7)), Reason.NOT_A_COLLECTION),
        (lambda: LayDown("7s 8s 9s", cast("Any", 3)), Reason.WRONG_TYPE),
        (lambda: LayDown("7s 8s 9s", cast("Any", ["8s"])), Reason.WRONG_TYPE),
        (lambda: LayDown("7s 8s 9s", [Source("8s", 3, into=1)]), Reason.TOO_LARGE),
    ],
)
def test_other_values_are_refused(attempt: Callable[[], object], code: Reason) -> None:
    assert codes_of(RamiError, attempt) == [code]


def test_all_faults_of_all_melds_are_listed() -> None:
    assert codes_of(InvalidCards, LayDown, ["7s 9s", "7x 8s", "xx"]) == [Reason.UNKNOWN_CARD] * 2


def test_the_melds_of_a_listed_rearrangement_survive_another_thread() -> None:
    melds = (Group("7♣ 7♦ 7♠"),)
    move: Any = listed_rearrangement(Cards("7♣"), lambda: melds)
    assert move.melds == melds
    # A thread that saw no melds asks for them after another one has found them.
    assert move.__getattr__("melds") is melds
    with pytest.raises(AttributeError):
        move.__getattr__("other")
