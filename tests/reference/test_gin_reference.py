"""The reference of Gin on cases worked out by hand, and against counting by brute force."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from .cards import cards, hand, pack, without
from .gin import GIN, Position, deal, legal, moves, pile_seen, play
from .gin_knock import arrangements, default_melds, knock_discards, least_deadwood
from .gin_score import best_defence, hand_points, score
from .melds import kind
from .rules import Rules, rules
from .scoring import card_value

GIN_CARDS = "4♥ 5♥ 6♥ J♠ J♦ J♣ 2♠ 2♥ 2♦ 2♣"
"""Ten cards that are all matched: GIN-SET-01, GIN-SET-02 and GIN-RUN-01."""


def gin(**changes: object) -> Rules:
    """Gin with the options named."""
    return rules(**{**vars(GIN), **changes})


def melds(*texts: str) -> tuple[tuple[str, ...], ...]:
    return tuple(cards(text) for text in texts)


def at(own: str, other: str = "", **facts: Any) -> Position:
    """Seat 0 to act, seat 1 the dealer; by default after a draw from the stock."""
    pile = next(each for each in cards("9♦ Q♠ 8♠") if each not in hand(own + " " + other))
    given: dict[str, Any] = {"phase": "play", "discards": (pile,), "turn": 6, "upcard": "9♦", **facts}
    stock = without(pack(1, 0), [*hand(own), *hand(other), *given["discards"]])
    assert stock is not None
    given["stock"] = stock[: given.pop("stock_size", 20)]
    return Position(hands=(hand(own), hand(other)), dealer=1, player=0, **given)


def kinds(position: Position, game: Rules = GIN) -> list[str]:
    """The kinds of the legal moves."""
    return sorted({move[0] for move in moves(position, game)})


def run_of_moves(position: Position, *steps: tuple[Any, ...], game: Rules = GIN) -> Position:
    for step in steps:
        position = play(position, step, game)
    return position


DECK = pack(1, 0)
"""Clubs, diamonds, hearts, spades: the seats get clubs and diamonds by turns, and 8♦ is the upcard."""


# The deal and the upcard


@pytest.mark.parametrize("dealer", [0, 1])
def test_deal(dealer: int) -> None:
    start = deal(DECK, GIN, dealer)
    assert [len(held) for held in start.hands] == [10, 10]
    assert start.hands[1 - dealer][:2] == ("A♣", "3♣")
    assert (start.discards, start.upcard, len(start.stock)) == (("8♦",), "8♦", 31)
    assert (start.player, start.phase) == (1 - dealer, "offer")


def test_offer_to_both() -> None:
    start = deal(DECK, GIN)
    assert moves(start, GIN) == [("take_discard",), ("pass",)]
    second = play(start, ("pass",), GIN)
    assert (second.player, second.phase, second.turn) == (0, "offer", 1)
    assert moves(second, GIN) == [("take_discard",), ("pass",)]
    third = play(second, ("pass",), GIN)
    assert (third.player, third.turn, third.discards) == (1, 2, ("8♦",))
    assert moves(third, GIN) == [("draw_stock",)]


def test_a_taker_discards_and_play_goes_to_the_other() -> None:
    start = deal(DECK, GIN)
    for passes in (0, 1):
        taken = run_of_moves(start, *[("pass",)] * passes, ("take_discard",))
        assert taken.phase == "play"
        assert not legal(taken, ("discard", "8♦"), GIN)
        assert taken.taken == taken.banned == "8♦"
        after = play(taken, ("discard", taken.hand[0]), GIN)
        assert (after.player, after.phase, after.turn) == (passes, "draw", passes + 1)
        assert kinds(after) == ["draw_stock", "take_discard"]
        assert after.banned is None


def test_offer_to_the_non_dealer_only() -> None:
    game = gin(upcard_offer="non_dealer")
    start = deal(DECK, game)
    assert moves(start, game) == [("take_discard",), ("pass",)]
    after = play(start, ("pass",), game)
    assert (after.player, after.turn) == (1, 0)
    assert moves(after, game) == [("draw_stock",)]


def test_no_offer_is_an_ordinary_turn() -> None:
    game = gin(upcard_offer="none")
    start = deal(DECK, game)
    assert (start.player, start.phase) == (1, "draw")
    assert moves(start, game) == [("draw_stock",), ("take_discard",)]


# The turn


def test_one_card_is_drawn_and_one_discarded() -> None:
    position = at(GIN_CARDS, "K♣ Q♦", phase="draw")
    assert moves(position, GIN) == [("draw_stock",), ("take_discard",)]
    drawn = play(position, ("draw_stock",), GIN)
    assert len(drawn.hand) == 11
    assert drawn.stock == position.stock[1:]
    after = play(drawn, ("discard", position.stock[0]), GIN)
    assert (after.discards[-1], after.player, len(after.hands[0])) == (position.stock[0], 1, 10)


def test_the_card_taken_may_not_go_back() -> None:
    position = at(GIN_CARDS, phase="draw", discards=cards("9♦ T♠"))
    taken = play(position, ("take_discard",), GIN)
    assert taken.discards == ("9♦",)
    assert not legal(taken, ("discard", "T♠"), GIN)
    assert not legal(taken, ("knock", "T♠", melds("4♥ 5♥ 6♥", "J♠ J♦ J♣", "2♠ 2♥ 2♦ 2♣")), GIN)
    free = gin(allow_return_discard=True)
    again = play(position, ("take_discard",), free)
    assert legal(again, ("discard", "T♠"), free)
    assert legal(again, ("knock", "T♠", melds("4♥ 5♥ 6♥", "J♠ J♦ J♣", "2♠ 2♥ 2♦ 2♣")), free)


def test_the_card_drawn_may_go_back() -> None:
    position = at(GIN_CARDS + " T♠")
    assert legal(position, ("discard", "T♠"), GIN)


def test_a_twin_held_before_may_be_discarded() -> None:
    """D-112, with two packs."""
    game = gin(packs=2)
    stock = without(pack(2, 0), cards(GIN_CARDS + " 2♠"))
    assert stock is not None
    position = at(GIN_CARDS, phase="draw")._replace(discards=("2♠",), stock=stock[:30])
    assert legal(play(position, ("take_discard",), game), ("discard", "2♠"), game)


# The knock


@pytest.mark.parametrize(
    ("ten", "left"),
    [
        ("3♥ 4♥ 5♥ 6♥ 9♠ 9♥ 9♦ 9♣ 2♣ 4♠", 6),
        ("4♥ 5♥ 6♥ J♠ J♦ J♣ A♣ 2♣ 3♦ 5♠", 11),
        ("Q♠ K♠ A♠ 2♥ 3♥ 4♥ 5♦ 6♦ 7♦ 8♦", 21),
        ("K♠ A♠ 2♠ 2♥ 3♥ 4♥ 5♦ 6♦ 7♦ 8♦", 13),
        (GIN_CARDS, 0),
        ("A♠ A♥ 3♣ 5♦ 7♠ 9♥ J♣ J♦ Q♠ K♥", 66),
        ("5♠ 5♥ 5♦ 5♣ 6♣ 7♣ K♠ Q♥ 9♦ A♠", 30),
        ("5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 3♦", 10),
        ("3♥ 4♥ 5♥ 5♠ 5♦ 6♥ 7♥ 8♠ 8♥ 8♦", 10),
    ],
)
def test_least_deadwood(ten: str, left: int) -> None:
    assert least_deadwood(hand(ten), GIN) == left


def test_the_ace_may_be_high_too() -> None:
    assert least_deadwood(hand("Q♠ K♠ A♠ 2♥ 3♥ 4♥ 5♦ 6♦ 7♦ 8♦"), gin(ace="both", max_run=14)) == 0


def test_the_one_discard_that_allows_a_knock() -> None:
    """4♥-7♥ is tempting; but only the two groups, without 7♥, come down to ten."""
    eleven = hand("5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d")
    assert knock_discards(eleven, GIN) == {"7♥": 10}
    assert knock_discards(eleven, GIN, banned="7♥") == {}
    assert knock_discards(eleven, gin(knock_limit=9)) == {}


@pytest.mark.parametrize(("limit", "allowed"), [(0, False), (10, False), (11, True)])
def test_a_fixed_limit(limit: int, allowed: bool) -> None:
    position = at("4♥ 5♥ 6♥ J♠ J♦ J♣ A♣ 2♣ 3♦ 5♠ Q♠")
    groups = melds("4♥ 5♥ 6♥", "J♠ J♦ J♣")
    assert legal(position, ("knock", "Q♠", groups), gin(knock_limit=limit)) is allowed
    assert legal(position, ("knock", "Q♠", None), gin(knock_limit=limit)) is allowed
    assert legal(position, ("knock", "K♠", None), gin(knock_limit=99)) is False


@pytest.mark.parametrize(
    ("upcard", "ace", "largest"),
    [("7♦", "one", 7), ("T♦", "one", 10), ("K♦", "one", 10), ("A♦", "one", 1), ("A♦", "gin_only", 0)],
)
def test_the_limit_of_the_upcard(upcard: str, ace: str, largest: int) -> None:
    """One card beside 9♥ is left over; it must not exceed the limit."""
    game = gin(knock_limit="upcard", upcard_ace=ace)
    for card in cards("A♣ 7♣ 8♣ T♣"):
        position = at(f"4♥ 5♥ 6♥ J♠ J♦ J♣ 2♠ 2♥ 2♦ 9♥ {card}", upcard=upcard, discards=("3♣",))
        groups = melds("4♥ 5♥ 6♥", "J♠ J♦ J♣", "2♠ 2♥ 2♦")
        assert legal(position, ("knock", "9♥", groups), game) is (card_value(card, game) <= largest)
    gin_hand = at(GIN_CARDS + " 9♥", upcard=upcard, discards=("3♣",))
    assert legal(gin_hand, ("knock", "9♥", None), game)


def test_every_grouping_within_the_limit() -> None:
    """3♥ may be left over, or 3♥ 4♥ with a shorter run; the pair of aces always is."""
    position = at("3♥ 4♥ 5♥ 6♥ 9♠ 9♥ 9♦ 9♣ A♣ A♠ K♠")
    found = {(move[2], move[1]) for move in moves(position, GIN) if move[0] == "knock" and move[1] == "K♠"}
    nines = ["9♠ 9♥ 9♦ 9♣"]
    assert {groups for groups, _ in found} == {
        tuple(sorted(map(hand, [run, group]), key=lambda meld: kind(meld, GIN) == "group"))
        for group in nines
        for run in ("3♥ 4♥ 5♥ 6♥", "4♥ 5♥ 6♥", "3♥ 4♥ 5♥")
    }


def test_a_small_hand_may_be_shown_without_melds() -> None:
    position = at("A♣ A♦ 2♣ 2♦ 3♠ K♠")
    assert legal(position, ("knock", "K♠", ()), GIN)
    assert not legal(position, ("knock", "3♠", ()), GIN)


def test_the_default_grouping_is_the_least_then_the_first() -> None:
    assert default_melds(hand("3♥ 4♥ 5♥ 6♥ A♣"), GIN) == melds("3♥ 4♥ 5♥ 6♥")
    square = hand("3♥ 4♥ 5♥ 3♠ 4♠ 5♠ 3♦ 4♦ 5♦ A♣")
    assert default_melds(square, GIN) == melds("3♦ 4♦ 5♦", "3♥ 4♥ 5♥", "3♠ 4♠ 5♠")


def test_ending_the_hand_is_never_compulsory() -> None:
    position = at(GIN_CARDS + " K♠")
    assert {"discard", "knock"} <= set(kinds(position))


def test_a_knock_shows_the_melds_and_hides_the_discard() -> None:
    position = at("3♥ 4♥ 5♥ 6♥ 9♠ 9♥ 9♦ 9♣ 2♣ 4♠ K♠", "K♣ T♦", discards=("Q♠",))
    over = play(position, ("knock", "K♠", None), GIN)
    assert (over.phase, over.knocker, over.kind, over.hands[0]) == ("over", 0, "knock", ("2♣", "4♠"))
    assert {meld for _, meld in over.table} == set(map(hand, ("3♥ 4♥ 5♥ 6♥", "9♠ 9♥ 9♦ 9♣")))
    assert over.discards == ("Q♠", "K♠")
    assert pile_seen(over, 0) == ("Q♠", "K♠")
    assert pile_seen(over, 1) == pile_seen(over, None) == ("Q♠", "?")
    assert moves(over, GIN) == []


def test_gin_is_a_knock_with_nothing_left() -> None:
    over = play(at(GIN_CARDS + " K♠", "K♣"), ("knock", "K♠", None), GIN)
    assert (over.kind, over.hands[0]) == ("gin", ())


@pytest.mark.parametrize("bonus", [50, 31, 0, None])
def test_big_gin(bonus: int | None) -> None:
    game = gin(big_gin_bonus=bonus)
    position = at(GIN_CARDS + " 3♥", "K♣ 9♥")
    assert legal(position, ("big_gin", None), game) is (bonus is not None)
    assert legal(position, ("discard", "3♥"), game)
    assert legal(position, ("knock", "3♥", None), game)
    if bonus is not None:
        over = play(position, ("big_gin", None), game)
        assert (over.kind, over.hands[0], over.discards) == ("big_gin", (), position.discards)
        assert pile_seen(over, 1) == position.discards
        assert score(over, game).points == bonus + 19


def test_big_gin_needs_every_card() -> None:
    assert not legal(at(GIN_CARDS + " K♥"), ("big_gin", None), GIN)
    ways = [move for move in moves(at("3♥ 4♥ 5♥ 3♠ 4♠ 5♠ 3♦ 4♦ 5♦ 6♦ 7♦"), GIN) if move[0] == "big_gin"]
    assert {len(groups) for _, groups in ways} == {3}
    assert len(ways) == len(set(ways)) == 1


def test_a_knock_on_the_upcard_turn() -> None:
    """D-138, by either player."""
    gin_hand, other = cards(GIN_CARDS), cards("K♣ K♦ K♥ Q♣ Q♦ 9♣ 9♥ 7♦ 5♣ 3♦")
    for owner in (0, 1):
        first, second = (gin_hand, other) if owner == 0 else (other, gin_hand)
        dealt = [each for pair in zip(first, second, strict=True) for each in pair]
        rest = without(pack(1, 0), [*dealt, "3♥"])
        assert rest is not None
        start = deal([*dealt, "3♥", *rest], GIN, dealer=1)
        taken = run_of_moves(start, *[("pass",)] * owner, ("take_discard",))
        assert {"knock", "big_gin"} <= set(kinds(taken))


# The stock runs out


@pytest.mark.parametrize(("size", "void"), [(2, True), (3, False)])
def test_void_at_two(size: int, void: bool) -> None:
    position = at(GIN_CARDS + " K♠", "Q♣ 9♥", stock_size=size)
    after = play(position, ("discard", "K♠"), GIN)
    assert (after.phase == "over") is void
    assert (score(after, GIN).winner is None) is True
    assert play(position, ("knock", "K♠", None), GIN).kind == "gin"


def test_the_pile_may_change_hands_for_ever() -> None:
    """D-139: three cards stay in the stock."""
    position = at("K♣ Q♦", "J♥ 8♠", phase="draw", stock_size=3, discards=cards("9♦"))
    for _ in range(30):
        position = play(position, ("take_discard",), GIN)
        other = next(each for each in position.hand if each != position.taken)
        position = play(position, ("discard", other), GIN)
    assert position.phase == "draw"


def test_turn_cap() -> None:
    game = gin(turn_cap=7)
    assert play(at("K♣ Q♦"), ("discard", "K♣"), game).phase == "over"
    assert play(at("K♣ Q♦", turn=5), ("discard", "K♣"), game).phase == "draw"


@pytest.mark.parametrize("void_at", [None, 0, 1, 4])
def test_other_void_marks(void_at: int | None) -> None:
    game = gin(void_at=void_at)
    for size in range(6):
        after = play(at("K♣ Q♦", "J♥", stock_size=size), ("discard", "K♣"), game)
        assert (after.phase == "over") is (void_at is not None and size <= void_at)


def test_without_a_mark_the_pile_must_be_taken_in_the_end() -> None:
    game = gin(void_at=None)
    after = play(at("K♣ Q♦", "J♥", stock_size=0), ("discard", "K♣"), game)
    assert moves(after, game) == [("take_discard",)]


LAST_BUT_ONE = "4♥ 5♥ 6♥ J♠ J♦ J♣ 2♠ 2♥ 2♦ K♥"


@pytest.mark.parametrize(
    ("face", "limit", "usable"),
    [
        ("2♣", 10, True),
        ("7♥", 0, True),
        ("A♠", 10, True),
        ("A♠", 0, False),
        ("Q♠", 10, True),
        ("Q♠", 9, False),
    ],
)
def test_the_fiftieth_card(face: str, limit: int, usable: bool) -> None:
    """Seat 1 holds nine matched cards and K♥, which the card on offer would replace."""
    game = gin(fiftieth_card=True, knock_limit=limit)
    offer = play(at(f"{face} K♣", LAST_BUT_ONE, stock_size=2), ("discard", face), game)
    assert (offer.phase, offer.player) == ("offer", 1)
    assert moves(offer, game) == [("take_discard",)] * usable + [("pass",)]
    left = play(offer, ("pass",), game)
    assert left.phase == "over"
    assert score(left, game).winner is None
    if usable:
        taken = play(offer, ("take_discard",), game)
        assert kinds(taken, game) == ["knock"]
        assert legal(taken, ("knock", "K♥", None), game)


def test_the_fiftieth_card_that_nobody_can_use() -> None:
    game = gin(fiftieth_card=True)
    offer = play(at("Q♠ K♣", "4♥ 5♥ 6♥ J♠ J♦ J♣ 2♠ 3♥ 8♦ K♥", stock_size=2), ("discard", "Q♠"), game)
    assert moves(offer, game) == [("pass",)]


def test_the_fiftieth_card_comes_only_at_two() -> None:
    game = gin(fiftieth_card=True)
    after = play(at("Q♠ K♣", LAST_BUT_ONE, stock_size=3), ("discard", "Q♠"), game)
    assert moves(after, game) == [("draw_stock",), ("take_discard",)]


# The defender


@pytest.mark.parametrize(
    ("shown", "held", "left"),
    [
        (("4♥ 5♥ 6♥",), "7♥ 8♥ K♣", 10),
        (("4♥ 5♥ 6♥",), "7♥ 8♥ 9♥ 3♥ 2♥ A♥ K♣", 10),
        (("4♥ 5♥ 6♥",), "8♥ 9♥ K♣", 27),
        (("9♠ 9♥ 9♦", "3♥ 4♥ 5♥ 6♥ 7♥"), "9♣", 0),
        (("9♠ 9♥ 9♦ 9♣", "T♥ J♥ Q♥"), "8♥ K♥ A♥", 9),
        (("2♥ 3♥ 4♥", "9♠ 9♥ 9♦"), "5♥ 6♥ 7♥ 8♥ K♣ K♦ K♠ A♥ 9♣", 0),
        (("4♥ 5♥ 6♥", "8♠ 8♦ 8♣"), "7♥ 8♥ 9♥ T♥ 7♠ 7♦ K♣", 10),
        (("4♥ 5♥ 6♥",), "7♥ 7♠ 7♦ 8♥ 9♥ 8♠ 9♠", 7),
        (("6♠ 7♠ 8♠", "6♥ 7♥ 8♥"), "9♠ 9♥ 9♦ T♠ T♥ T♦ K♣", 10),
        (("6♠ 7♠ 8♠",), "5♠ 5♥ 5♦ 4♠ 3♠ K♣", 17),
        ((), "7♥ 8♥ 9♥ A♠", 1),
    ],
)
def test_best_defence(shown: tuple[str, ...], held: str, left: int) -> None:
    assert best_defence(cards(held), melds(*shown), GIN) == left


def by_counting(held: tuple[str, ...], shown: tuple[tuple[str, ...], ...]) -> int:
    """Every way to share the cards out: some to each meld of the knocker, in one order or another, the rest kept."""
    if not shown:
        return min(sum(card_value(each, GIN) for each in left) for _, left in arrangements(held, GIN))
    first, rest = shown[0], shown[1:]
    best = 999
    for size in range(len(held) + 1):
        for given in combinations(held, size):
            if kind(tuple(hand((*first, *given))), GIN):
                left = without(hand(held), given)
                assert left is not None
                best = min(best, by_counting(left, rest))
    return best


def test_best_defence_by_counting() -> None:
    rng = Random("defences")
    chains = 0
    for _ in range(150):
        suit = rng.choice("♣♦♥♠")
        low = rng.randint(1, 9)
        run = tuple("A23456789TJQK"[low + step - 1] + suit for step in range(3))
        letter = rng.choice([each for each in "A23456789TJQK" if each + suit not in run])
        group = tuple(letter + each for each in "♣♦♥♠")[: rng.choice([3, 4])]
        left = without(pack(1, 0), [*run, *group])
        assert left is not None
        near = [each for each in left if each[1] == suit or each[0] in (letter, run[0][0])]
        held = hand(rng.sample(near, min(5, len(near))) + rng.sample([c for c in left if c not in near], 2))
        expected = by_counting(held, (run, group))
        assert best_defence(held, (run, group), GIN) == expected, (run, group, held)
        chains += expected < least_deadwood(held, GIN) - 10
    assert chains > 20


KNOCKED = "4♥ 5♥ 6♥ J♠ J♦ J♣ 2♠ 2♥ 2♦ 8♣ K♠"
"""Three melds, 8♣ left over, K♠ to go."""


def test_the_defender_plays_move_by_move() -> None:
    game = gin(settle="moves")
    position = play(at(KNOCKED, "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣", discards=("Q♠",)), ("knock", "K♠", None), game)
    assert (position.phase, position.player, position.knocker) == ("layoff", 1, 0)
    assert kinds(position, game) == ["end", "lay", "layoff"]
    run, group = (
        next(index for index, (_, meld) in enumerate(position.table) if first in meld)
        for first in ("4♥", "2♠")
    )
    assert not legal(position, ("layoff", "8♥", run, None), game)
    position = play(position, ("layoff", "7♥", run, "high"), game)
    position = run_of_moves(
        position,
        ("layoff", "8♥", run, None),
        ("lay", melds("9♠ 9♦ 9♣")),
        ("layoff", "2♣", group, None),
        game=game,
    )
    assert position.hand == ("K♣",)
    assert not legal(position, ("layoff", "K♣", len(position.table) - 1, None), game)
    over = play(position, ("end",), game)
    assert over.phase == "over"
    assert score(over, game) == (0, 2, {"deadwood": 10, "own_deadwood": -8}, (8, 10))


def test_the_defender_may_stop_at_once() -> None:
    game = gin(settle="moves")
    position = play(at(KNOCKED, "7♥ 8♥ K♣"), ("knock", "K♠", None), game)
    assert score(play(position, ("end",), game), game).points == 25 - 8


def test_several_own_melds_at_once() -> None:
    game = gin(settle="moves")
    held = "9♠ 9♦ 9♣ A♠ A♦ A♣"
    position = play(at(KNOCKED, held), ("knock", "K♠", None), game)
    both = ("lay", melds("9♠ 9♦ 9♣", "A♠ A♦ A♣"))
    assert legal(position, both, game)
    assert both not in moves(position, game)
    assert not legal(position, ("lay", melds("9♠ 9♦ 9♣", "9♠ 9♦ 9♣")), game)
    assert not legal(position, ("lay", melds("9♠ 9♦")), game)
    assert not legal(position, ("lay", ()), game)
    assert play(position, both, game).hand == ()


@pytest.mark.parametrize(("allowed", "points"), [(False, 25 + 18), (True, 25 + 11)])
def test_lay_offs_on_gin(allowed: bool, points: int) -> None:
    defender = "7♥ 8♣ 3♦"
    for settle in ("best", "moves"):
        game = gin(layoff_on_gin=allowed, settle=settle)
        over = play(at(GIN_CARDS + " K♠", defender), ("knock", "K♠", None), game)
        if settle == "moves":
            assert ("layoff" in kinds(over, game)) is allowed
            if allowed:
                over = play(over, next(move for move in moves(over, game) if move[0] == "layoff"), game)
            over = play(over, ("end",), game)
        assert score(over, game).points == points


def test_never_on_big_gin() -> None:
    for settle in ("best", "moves"):
        game = gin(layoff_on_gin=True, settle=settle)
        over = play(at(GIN_CARDS + " 3♥", "7♥ 8♣ 9♣ T♣"), ("big_gin", None), game)
        if settle == "moves":
            assert kinds(over, game) == ["end", "lay"]
            over = run_of_moves(over, ("lay", melds("8♣ 9♣ T♣")), ("end",), game=game)
        assert score(over, game) == (0, 57, {"deadwood": 7, "big_gin": 50}, (0, 7))


# The score


@pytest.mark.parametrize(
    ("way", "knocker", "defender", "changes", "who", "points"),
    [
        ("knock", 6, 20, {}, "knocker", 14),
        ("knock", 8, 10, {}, "knocker", 2),
        ("knock", 3, 0, {}, "defender", 13),
        ("knock", 7, 4, {"undercut_bonus": 25}, "defender", 28),
        ("knock", 7, 4, {"undercut_bonus": 0}, "defender", 3),
        ("knock", 5, 5, {}, "defender", 10),
        ("knock", 5, 5, {"undercut_bonus": 25}, "defender", 25),
        ("knock", 5, 5, {"knock_tie": "knocker"}, "knocker", 0),
        ("knock", 5, 5, {"knock_tie": "void"}, None, 0),
        ("knock", 5, 4, {"knock_tie": "void"}, "defender", 11),
        ("knock", 5, 4, {"knock_tie": "knocker"}, "defender", 11),
        ("gin", 0, 18, {}, "knocker", 43),
        ("gin", 0, 18, {"gin_bonus": 20}, "knocker", 38),
        ("gin", 0, 0, {}, "knocker", 25),
        ("gin", 0, 0, {"knock_tie": "void"}, "knocker", 25),
        ("big_gin", 0, 18, {}, "knocker", 68),
        ("big_gin", 0, 0, {"big_gin_bonus": 31}, "knocker", 31),
    ],
)
def test_hand_points(
    way: str, knocker: int, defender: int, changes: dict[str, object], who: str | None, points: int
) -> None:
    found, reasons = hand_points(way, knocker, defender, gin(**changes))
    assert (found, sum(reasons.values())) == (who, points)


@pytest.mark.parametrize(
    ("upcard", "on", "points"), [("9♠", True, 86), ("9♦", True, 43), ("9♠", False, 43), ("A♠", True, 86)]
)
def test_a_spade_doubles_the_whole_score(upcard: str, on: bool, points: int) -> None:
    game = gin(spade_doubles=on)
    position = at(GIN_CARDS + " K♠", "7♥ 8♣ 3♦", upcard=upcard, discards=("Q♠",))
    assert score(play(position, ("knock", "K♠", None), game), game).points == points


def test_a_doubled_undercut() -> None:
    game = gin(spade_doubles=True)
    position = at(KNOCKED, "7♥ A♣", upcard="9♠", discards=("Q♠",))
    over = play(position, ("knock", "K♠", None), game)
    assert score(over, game) == (
        1,
        34,
        {"deadwood": 8, "own_deadwood": -1, "undercut": 10, "spades": 17},
        (8, 1),
    )


def test_values_of_cards_left() -> None:
    assert [card_value(face, GIN) for face in cards("A♠ 2♠ 9♠ T♠ J♠ Q♠ K♠")] == [1, 2, 9, 10, 10, 10, 10]


def test_random_hands_end() -> None:
    """Every listed move is legal and keeps the pack whole."""
    for number in range(25):
        rng = Random(f"gin reference {number}")
        game = gin(
            settle=rng.choice(["best", "moves"]),
            fiftieth_card=rng.random() < 0.5,
            upcard_offer=rng.choice(["both", "non_dealer", "none"]),
            knock_limit=rng.choice([10, 30, "upcard"]),
        )
        deck = list(pack(1, 0))
        rng.shuffle(deck)
        position = deal(deck, game, rng.randrange(2))
        while position.phase != "over":
            listed = moves(position, game)
            assert len(set(listed)) == len(listed)
            position = play(position, rng.choice(listed), game)
            laid = [each for _, meld in position.table for each in meld]
            everything = [*position.hands[0], *position.hands[1], *laid, *position.discards, *position.stock]
            assert sorted(everything) == sorted(pack(1, 0))
        assert score(position, game).points >= 0


def test_permuted_melds_are_the_same_move() -> None:
    position = at(KNOCKED)
    for order in permutations(("4♥ 5♥ 6♥", "J♣ J♠ J♦", "2♦ 2♠ 2♥")):
        assert legal(position, ("knock", "K♠", melds(*order)), GIN)
