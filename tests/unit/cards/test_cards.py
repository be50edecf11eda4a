"""Cards, multisets of cards, and card text."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import codes_of, refusal

from rami.cards import JOKER, UNKNOWN, Card, Cards, Rank, Suit, parse_cards
from rami.errors import InvalidCards, Reason

ALL = [Card.from_id(number) for number in range(54)]
cards = st.sampled_from(ALL)
multisets = st.lists(st.sampled_from(ALL[:6] + ALL[50:]), max_size=12).map(Cards)


@pytest.mark.rule("R51-MAT-03")
def test_ids_follow_suit_and_rank() -> None:
    for suit in Suit:
        for rank, symbol in zip(Rank, "A23456789TJQK", strict=True):
            card = Card.of(rank, suit)
            assert card.id == 13 * suit + rank - 1
            assert (card.rank, card.suit) == (rank, suit)
            assert (rank.symbol, str(card)) == (symbol, symbol + suit.symbol)
            assert card.is_natural
            assert not card.is_joker
            assert not card.is_unknown


def test_jokers_and_unknown_cards_have_neither_rank_nor_suit() -> None:
    assert (JOKER.id, str(JOKER), JOKER.is_joker) == (52, "*", True)
    assert (UNKNOWN.id, str(UNKNOWN), UNKNOWN.is_unknown) == (53, "?", True)
    for card in (JOKER, UNKNOWN):
        assert card.rank is None
        assert card.suit is None
        assert not card.is_natural


def test_there_is_one_object_per_face() -> None:
    assert len({id(card) for card in ALL}) == 54
    for card in ALL:
        assert Card(str(card)) is card
        assert Card(card) is card
        assert eval(repr(card)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_cards_are_ordered_by_id() -> None:
    assert sorted([*ALL[20:], *ALL[:20]]) == ALL
    for low, high in ((Card("A♣"), Card("2♣")), (Card("K♣"), Card("A♦")), (Card("K♠"), JOKER)):
        assert low < high
        assert low <= high
        assert high > low
        assert high >= low
        assert not high < low
    assert Card("7s").__eq__("7♠") is NotImplemented
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(Card("7s"), compare)(3) is NotImplemented


def test_hashes_do_not_depend_on_the_process() -> None:
    program = "from rami import cards as c; print(hash(c.Card('7s')), hash(c.Cards('7s * 7s')))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{hash(Card('7s'))} {hash(Cards('7s * 7s'))}\n"}


@pytest.mark.parametrize("rank, suit, wrong", [(0, 0, 1), (14, 3, 1), (1, 4, 1), (1, -1, 1), (0, 9, 2)])
def test_no_card_of_another_rank_or_suit(rank: int, suit: int, wrong: int) -> None:
    found = codes_of(InvalidCards, Card.of, rank, suit)
    assert len(found) == wrong
    assert set(found) <= {Reason.TOO_SMALL, Reason.TOO_LARGE}


@pytest.mark.parametrize("number", [-1, 54, True, "7", 1.0, None])
def test_no_card_of_another_id(number: int) -> None:
    for attempt in (lambda: Card.from_id(number), lambda: Cards.from_ids([0, number])):
        (code,) = codes_of(InvalidCards, attempt)
        assert code in (Reason.TOO_SMALL, Reason.TOO_LARGE, Reason.NOT_AN_INTEGER)


@pytest.mark.parametrize(
    "text, printed",
    [
        ("7♠", "7♠"),
        ("7s 8S 9♠", "7♠ 8♠ 9♠"),
        ("ts 10s tH 10♥", "T♠ T♠ T♥ T♥"),
        ("jc qd kh as", "J♣ Q♦ K♥ A♠"),
        ("7♤ 7♡ 7♢ 7♧", "7♠ 7♥ 7♦ 7♣"),
        ("7♠\ufe0f 8♥\ufe0e 9♡\ufe0f", "7♠ 8♥ 9♥"),
        ("7s,8s;9s", "7♠ 8♠ 9♠"),
        ("7s-8s - 9s", "7♠ 8♠ 9♠"),
        ("[7s, 8s] (9s) {Ts}", "7♠ 8♠ 9♠ T♠"),
        ("7s8s9s", "7♠ 8♠ 9♠"),
        ("10s10h", "T♠ T♥"),
        ("  7s\t8s\n", "7♠ 8♠"),
        ("7s\u00a08s", "7♠ 8♠"),
        ("* Joker jk JK joker", "* * * * *"),
        ("7s*8sjk?", "7♠ * 8♠ * ?"),
        ("?", "?"),
        ("", ""),
        ("9s 7s 9s", "9♠ 7♠ 9♠"),
    ],
)
def test_tolerated_forms_of_text(text: str, printed: str) -> None:
    assert " ".join(map(str, parse_cards(text))) == printed


@pytest.mark.parametrize(
    "text, printed",
    [
        ("AP 1P 1c Ak AT", "A♠ A♠ A♥ A♦ A♣"),
        ("VP DC RK 10T", "J♠ Q♥ K♦ T♣"),
        ("vp dc rk tt", "J♠ Q♥ K♦ T♣"),
        ("V♠ D♡ R♦ 7♣", "J♠ Q♥ K♦ 7♣"),
        ("7c8c9c * joker JK ?", "7♥ 8♥ 9♥ * * * ?"),
    ],
)
def test_french_letters(text: str, printed: str) -> None:
    assert " ".join(map(str, parse_cards(text, french=True))) == printed


def test_french_letters_only_when_asked_for() -> None:
    assert Card("7c") == Card("7♣")
    assert Card.parse("7c", french=True) == Card("7♥")
    for neutral, french in (("VP", False), ("1♠", False), ("K♠", True), ("7s", True)):
        with pytest.raises(InvalidCards):
            Card.parse(neutral, french=french)


@pytest.mark.parametrize(
    "text, wrong",
    [
        ("7s 1x 8s 99", ["1x", "99"]),
        ("Ace of spades", ["Ace", "of", "spades"]),
        ("1s", ["1s"]),
        ("7s8x9s", ["7s8x9s"]),
        ("77", ["77"]),
        ("s1", ["s1"]),
        ("7\u017f \u212as", ["7\u017f", "\u212as"]),
        ("\u0667s", ["\u0667s"]),
    ],
)
def test_every_bad_token_is_listed(text: str, wrong: list[str]) -> None:
    found = refusal(InvalidCards, parse_cards, text).violations
    assert [(each.code, each["text"]) for each in found] == [(Reason.UNKNOWN_CARD, token) for token in wrong]


@pytest.mark.parametrize("value", [None, 7, 7.0, b"7s", bytearray(b"7s"), {"7s": 2}, object()])
def test_other_values_are_not_cards(value: str) -> None:
    for reader in (parse_cards, Cards, Card):
        (wrong,) = refusal(InvalidCards, reader, value).violations
        assert (wrong.code, wrong["type"]) == (Reason.NOT_CARDS, type(value).__name__)


def test_every_bad_item_is_listed() -> None:
    items: list[object] = ["7s", None, "8s 9s", Card("7s"), "xx", 3]
    found = codes_of(InvalidCards, parse_cards, items)
    assert found == ["not_cards", "unknown_card", "unknown_card", "not_cards"]


@pytest.mark.parametrize("text", ["", "7s 8s", "7s8s", "x", "7s x", "7s x y"])
def test_one_card_means_one(text: str) -> None:
    assert codes_of(InvalidCards, Card, text) == [Reason.UNKNOWN_CARD]


def test_any_iterable_of_cards_will_do() -> None:
    some = [Card("7s"), Card("7s"), JOKER]
    for source in (some, tuple(some), iter(some), Cards(some), (str(card) for card in some)):
        assert Cards(source) == Cards("7s 7s *")
    assert Cards(Card("7s")) == Cards("7s")


@given(st.lists(cards), st.sampled_from([" ", ", ", "-", "", ";"]))
def test_text_round_trip(hand: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(str, hand))) == tuple(hand)


@given(st.lists(cards))
def test_a_multiset_is_a_counter_in_order(hand: list[Card]) -> None:
    value = Cards(hand)
    assert Counter(value) == Counter(hand)
    assert list(value) == sorted(hand)
    assert value.ids == bytes(sorted(card.id for card in hand))
    assert len(value) == len(hand)
    assert bool(value) == bool(hand)
    for card in ALL:
        assert value.count(card) == hand.count(card)
        assert (card in value) == (card in hand)


@given(multisets)
def test_multisets_are_values(value: Cards) -> None:
    for other in (
        *(Cards(str(value)), Cards(value), Cards(reversed(list(value)))),
        *(Cards.from_ids(reversed(value.ids)), eval(repr(value))),
    ):
        assert other == value
        assert hash(other) == hash(value)
        assert not other != value  # noqa: SIM202


@given(multisets, multisets)
def test_algebra_agrees_with_counters(one: Cards, two: Cards) -> None:
    first, second = Counter(one), Counter(two)
    assert Counter(one + two) == first + second
    assert Counter(one - two) == first - second
    assert Counter(one & two) == first & second
    assert Counter(one | two) == first | second
    assert (one <= two) == (first <= second)
    assert (one < two) == (first < second)
    assert (one >= two) == (first >= second)
    assert (one > two) == (first > second)
    assert (one == two) == (first == second)


@given(multisets, cards)
def test_add_and_remove(value: Cards, card: Card) -> None:
    more = value.add(card)
    assert more == value + Cards(card)
    assert more.remove(card) == value
    assert value.add(str(card)) == more


def test_absent_cards_cannot_be_removed() -> None:
    assert codes_of(InvalidCards, Cards("7s 8s").remove, "9s") == [Reason.CARD_ABSENT]


@pytest.mark.parametrize(
    "item, inside", [("7♠", True), ("7s", True), (JOKER, True), ("8s", False), (45, False)]
)
def test_membership(item: object, inside: bool) -> None:
    assert Cards("7s *").__contains__(item) is inside


def test_membership_of_bad_text_is_an_error() -> None:
    with pytest.raises(InvalidCards):
        Cards("7s *").__contains__("7x")


@pytest.mark.parametrize("name", ["lt", "le", "gt", "ge", "add", "sub", "and", "or", "eq"])
def test_operators_want_cards_on_both_sides(name: str) -> None:
    assert getattr(Cards("7s"), f"__{name}__")("7s") is NotImplemented


def test_a_refusal_of_much_nonsense_is_short() -> None:
    assert str(refusal(InvalidCards, parse_cards, "x " * 100_000)).endswith("; and 99960 more")
    assert len(str(refusal(InvalidCards, parse_cards, "x" * 100_000))) < 200
