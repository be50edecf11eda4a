"""Groups and runs: shape, places, codes, text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from tests.support.refusals import codes_of, refusal
from tests.support.strategies import melds

from rami.cards import JOKER, Card, Rank, Suit, parse_cards
from rami.cards.melds import Group, GroupSuits, Meld, Placed, Run, meld_of_code, meld_or_cards, meld_text
from rami.errors import InvalidCards, InvalidMeld, InvalidText, RamiError, Reason

runs = melds().filter(lambda meld: isinstance(meld, Run))
groups = melds().filter(lambda meld: isinstance(meld, Group))


@given(melds())
def test_melds_are_values(meld: Meld) -> None:
    for other in (eval(repr(meld)), meld_of_code(meld.code), meld_or_cards(meld_text(meld, named=True))):
        assert other == meld
        assert hash(other) == hash(meld)
        assert (repr(other), other.placed) == (repr(meld), meld.placed)
    assert isinstance(meld, Meld)
    assert meld_of_code(meld.code) is meld_of_code(meld.code)


@given(melds())
def test_a_meld_is_its_cards(meld: Meld) -> None:
    assert parse_cards(str(meld)) == tuple(meld) == meld.cards
    assert len(meld) == len(meld.cards) == len(meld.placed)
    assert meld.code[1:] == tuple(card.id for card in meld.cards)
    assert all(card in meld and str(card) in meld for card in meld)
    assert 7 not in meld
    assert tuple(placed.card for placed in meld.placed) == meld.cards
    assert JOKER in meld or any(placed.card is placed.stands_for for placed in meld.placed)


@given(runs)
def test_a_run_is_a_row_of_one_suit(run: Run) -> None:
    assert run.kind == "run"
    assert run.high - run.low + 1 == len(run)
    assert run.code[0] == 16 * run.suit + run.low
    for place, placed in enumerate(run.placed, run.low):
        assert placed.stands_for == Card.of((place - 1) % 13 + 1, run.suit)


@given(groups)
def test_a_group_is_of_one_rank(group: Group) -> None:
    assert group.kind == "group"
    assert group.code[0] == (64 if group.suits == "distinct" else 80) + group.rank
    naturals = [placed.card for placed in group.placed if placed.card is placed.stands_for]
    assert naturals == sorted(naturals)
    assert all(card.rank == group.rank for card in naturals)
    if group.suits == "distinct":
        assert len({card.suit for card in naturals}) == len(naturals)
    extra = [placed.card for placed in group.placed if placed.card is not placed.stands_for]
    assert list(group.cards) == naturals + sorted(extra)
    assert Group(reversed(group.cards), group.rank, group.suits) == group


@given(melds())
def test_a_meld_is_named_where_its_cards_leave_a_doubt(meld: Meld) -> None:
    assert meld_or_cards(meld) is meld
    short, named = meld_text(meld), meld_text(meld, named=True)
    assert short in (str(meld), named)
    in_place = {each.card.rank for each in meld.placed if each.stands_for == each.card}
    assert short == named or len(in_place) > 1 or isinstance(meld, Group)
    assert parse_cards(short.partition(" (")[0]) == meld.cards


@pytest.mark.parametrize(
    "text, low, high, suit",
    [
        ("7♠ 8♠ 9♠", 7, 9, "♠"),
        ("7♠ * 9♠", 7, 9, "♠"),
        ("* 8♠ 9♠", 7, 9, "♠"),
        ("A♥ 2♥ 3♥", 1, 3, "♥"),
        ("A♥ * *", 1, 3, "♥"),
        ("Q♥ K♥ A♥", 12, 14, "♥"),
        ("* * A♥", 12, 14, "♥"),
        ("Q♠ K♠ A♠ 2♠ 3♠", 12, 16, "♠"),
        ("K♠ A♠ *", 13, 15, "♠"),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠", 1, 14, "♠"),
        ("2♥ 3♠ 4♠", 2, 4, "♠"),
        ("2♠ 3♠ 2♠", 2, 4, "♠"),
        ("2♠ 7♠ 8♠", 6, 8, "♠"),
        ("2♠ 2♠ *", 2, 4, "♠"),
        ("5♦", 5, 5, "♦"),
        ("A♦", 1, 1, "♦"),
    ],
)
def test_a_run_is_where_most_of_its_cards_put_it(text: str, low: int, high: int, suit: str) -> None:
    run = Run(text)
    assert (run.low, run.high, run.suit.symbol) == (low, high, suit)
    assert repr(run) == f"Run({text!r})"


@pytest.mark.parametrize(
    "text, place, stands_for", [("7♠ 9♠", 1, "8♠"), ("7♠ 8♥ 9♠", 1, "8♠"), ("7♠ 7♠ 8♠", 0, "6♠")]
)
def test_a_card_out_of_its_place_represents_another(text: str, place: int, stands_for: str) -> None:
    assert Run(text).placed[place].stands_for == Card(stands_for)
    assert Group("7♠ 7♥ 9♥").placed[2].stands_for is Rank.SEVEN


def test_groups_may_be_large() -> None:
    group = Group("7♠ " * 8 + "* " * 8, suits="any")
    assert len(group) == 16


def test_the_place_and_the_suit_of_a_run_may_be_given() -> None:
    assert Run("2♠ 2♠ *", low=1) != Run("2♠ 2♠ *")
    assert repr(Run("2♠ 2♠ *", low=1)) == "Run('2♠ 2♠ *', low=1)"
    assert Run("2♠ 2♥ *", suit=Suit.SPADES).placed[2].stands_for == Card("4♠")
    assert repr(Run("2♠ 2♥ *", low=1, suit=2)) == "Run('2♠ 2♥ *', low=1, suit=Suit.HEARTS)"
    assert Run("7♠ 8♠", low=7, suit=Suit.SPADES) == Run("7♠ 8♠")


@pytest.mark.parametrize(
    "text, faults",
    [
        ("", [Reason.FEW_NATURALS]),
        ("* *", [Reason.FEW_NATURALS]),
        ("9♠ 8♠ 7♠", [Reason.RUN_GAP]),
        ("7♠ 8♥ T♠", [Reason.RUN_GAP]),
        ("7♠ ? 9♠", [Reason.NOT_A_MELD]),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠ 2♠", [Reason.TOO_MANY_CARDS]),
    ],
)
def test_cards_that_are_not_a_run(text: str, faults: list[Reason]) -> None:
    assert codes_of(InvalidMeld, Run, text) == faults


@pytest.mark.parametrize(
    "low, suit, faults",
    [
        (6, None, [Reason.RUN_GAP, Reason.FEW_NATURALS]),
        (None, 2, [Reason.RUN_GAP, Reason.FEW_NATURALS]),
        (0, 4, [Reason.TOO_SMALL, Reason.TOO_LARGE]),
        (15, None, [Reason.TOO_LARGE]),
        (True, "s", [Reason.NOT_AN_INTEGER, Reason.NOT_AN_INTEGER]),
    ],
)
def test_facts_that_contradict_a_run(low: int | None, suit: int | None, faults: list[Reason]) -> None:
    assert codes_of(InvalidMeld, Run, "7♠ 8♠", low=low, suit=suit) == faults


@pytest.mark.parametrize(
    "text, printed, rank",
    [
        ("7♠ 7♥ 7♦", "7♦ 7♥ 7♠", 7),
        ("* 7♠ 7♥", "7♥ 7♠ *", 7),
        ("A♠ A♣ A♥ A♦", "A♣ A♦ A♥ A♠", 1),
        ("2♠ 2♥ 7♦", "2♥ 2♠ 7♦", 2),
        ("7♦ 2♥ *", "7♦ 2♥ *", 7),
        ("2♠ 2♥ *", "2♥ 2♠ *", 2),
        ("K♠", "K♠", 13),
    ],
)
def test_inference_of_groups(text: str, printed: str, rank: int) -> None:
    group = Group(text)
    assert (str(group), group.rank, group.suits) == (printed, rank, "distinct")
    assert Group(text, rank=rank) == group
    assert repr(group) == f"Group({printed!r})"


def test_suits_of_a_group() -> None:
    assert Group("7♠ 7♠ 7♥", suits="any").cards == parse_cards("7♥ 7♠ 7♠")
    assert Group("7♠ 7♥", suits="any") != Group("7♠ 7♥")
    assert repr(Group("7♠ 7♥", suits="any")) == "Group('7♥ 7♠', suits='any')"


def test_cards_that_a_wild_card_of_a_group_represents() -> None:
    assert Group("7♠ 7♥ *").placed[2] == Placed(JOKER, Rank.SEVEN)
    assert Group("7♠ 7♥ 7♦ *").placed[3] == Placed(JOKER, Card("7♣"))
    assert Group("7♠ 7♥ 7♦ *", suits="any").placed[3] == Placed(JOKER, Rank.SEVEN)
    assert Group("7♠ 7♥ 7♦ 7♣").placed[3] == Placed(Card("7♠"), Card("7♠"))


@pytest.mark.parametrize(
    "text, suits, faults",
    [
        ("", "distinct", [Reason.FEW_NATURALS]),
        ("* *", "any", [Reason.FEW_NATURALS]),
        ("7♠ 8♥ 9♥", "distinct", [Reason.GROUP_RANKS]),
        ("7♠ 7♠ 8♥ 9♥", "distinct", [Reason.GROUP_RANKS, Reason.GROUP_SUITS]),
        ("7♠ 7♠", "distinct", [Reason.GROUP_SUITS]),
        ("7♠ * * * *", "distinct", [Reason.GROUP_TOO_LARGE]),
        ("7♠ ? 7♥", "any", [Reason.NOT_A_MELD]),
        ("7♠" + " *" * 999, "any", [Reason.TOO_MANY_CARDS]),
        ("7♠ 7♥", "other", [Reason.NOT_ONE_OF]),
    ],
)
def test_cards_that_are_not_a_group(text: str, suits: GroupSuits, faults: list[Reason]) -> None:
    assert codes_of(InvalidMeld, Group, text, suits=suits) == faults


@pytest.mark.parametrize(
    "rank, faults", [(8, [Reason.FEW_NATURALS]), (0, [Reason.TOO_SMALL]), (True, [Reason.NOT_AN_INTEGER])]
)
def test_facts_that_contradict_a_group(rank: int, faults: list[Reason]) -> None:
    assert codes_of(InvalidMeld, Group, "7♠ 7♥", rank=rank) == faults


@pytest.mark.parametrize(
    "value, found",
    [
        ("7♠ 9♠", parse_cards("7♠ 9♠")),
        ("", ()),
        ("9♠ ? 7♠", parse_cards("9♠ ? 7♠")),
        ([Card("9♠"), "7♠"], parse_cards("9♠ 7♠")),
        ("7♠ * * (run 7♠)", Run("7♠ * *")),
        ("10s * * (run 10s)", Run("T♠ * *")),
        ("3♠ 2♠ * (group 3)", Group("3♠ 2♠ *")),
        ("7♥ 7♥ * (group 7 any)", Group("7♥ 7♥ *", suits="any")),
    ],
)
def test_cards_stay_cards_unless_they_are_named(value: Any, found: object) -> None:
    assert meld_or_cards(value) == found


@pytest.mark.parametrize(
    "text, error",
    [
        ("7x 7♠", InvalidCards),
        ("7♠ * * (run 9♠)", InvalidText),
        ("7♠ * * (tierce 7♠)", InvalidText),
        ("7♠ * * (run 7♠) 8♠", InvalidText),
        ("(run 7♠)", InvalidText),
    ],
)
def test_text_that_is_neither_cards_nor_a_meld(text: str, error: type[RamiError]) -> None:
    with pytest.raises(error):
        meld_or_cards(text)


@pytest.mark.parametrize(
    "meld, text",
    [
        (Run("7♠ * 9♠"), "7♠ * 9♠"),
        (Run("2♠ 3♠ *"), "2♠ 3♠ *"),
        (Run("2♠ * 4♠"), "2♠ * 4♠"),
        (Run("T♠ J♠ 9♠"), "T♠ J♠ 9♠ (run T♠)"),
        (Run("T♠ J♠ 7♠"), "T♠ J♠ 7♠"),
        (Run("A♠ 2♠ 3♠"), "A♠ 2♠ 3♠"),
        (Run("* * A♠"), "* * A♠ (run Q♠)"),
        (Group("7♠ 7♥ *", suits="any"), "7♥ 7♠ *"),
        (Group("7♠ * *"), "7♠ * * (group 7)"),
        (Group("7♠ *", suits="same"), "7♠ *"),
        (Group("* * *", rank=1), "* * *"),
        (Group("3♠ 2♠ *", suits="any"), "3♠ 2♠ * (group 3 any)"),
        (Group("2♠ 2♥ *"), "2♥ 2♠ *"),
    ],
)
def test_the_text_of_a_meld(meld: Meld, text: str) -> None:
    assert meld_text(meld) == text


@pytest.mark.rule("R51-MAT-03", "R51-MAT-04")
def test_the_ace_has_two_places() -> None:
    assert Run("A♠ 2♠ 3♠").placed[0].stands_for == Run("Q♠ K♠ A♠").placed[2].stands_for == Card("A♠")
    assert Run("A♠ 2♠ 3♠").low == 1
    assert Run("Q♠ K♠ A♠").high == 14


@pytest.mark.rule("R51-JOK-01")
def test_a_joker_replaces_any_card() -> None:
    for suit in Suit:
        row = [Card.of((place - 1) % 13 + 1, suit) for place in range(1, 15)]
        for index, card in enumerate(row):
            run = Run([*row[:index], JOKER, *row[index + 1 :]])
            assert run.placed[index] == Placed(JOKER, card)
        for rank in Rank:
            others = [Card.of(rank, other) for other in Suit if other is not suit]
            assert Group([*others, JOKER]).placed[3] == Placed(JOKER, Card.of(rank, suit))


@pytest.mark.parametrize(
    "make,text",
    [
        (lambda: Group("5♠ 5♦ 5♥", suits="x"), "suits = 'x' is not one of 'distinct', 'any', 'same'"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Run("5♠ 6♠ 7♠", suit=7), "suit = 7 is too large: it must be at most 3"),
        (lambda: Run("5♠ 6♠ 7♠", low=17), "low = 17 is too large: it must be at most 13"),
        (lambda: Group(["5♠"] * 1200, suits="any"), "1200 cards are too many: at most 999 are allowed"),
    ],
)
def test_faults_of_a_meld_are_named(make: Callable[[], object], text: str) -> None:
    assert str(refusal(InvalidMeld, make)) == text
