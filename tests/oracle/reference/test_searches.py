"""Compare the searches of the reference with even simpler searches."""

from __future__ import annotations

import dataclasses
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from .cards import RANKS, SUITS, cards, hand, pack, without
from .games import GAMEVELVET as VELVET
from .games import RAMI_500
from .gin import GIN, deal, moves
from .gin import play as play_gin
from .gin_knock import arrangements, least_deadwood
from .gin_score import best_defence, score
from .melds import kind
from .rules import CLASSIC_51, Rules
from .scoring import card_value
from .turn import after, legal, turn_ends

pytestmark = pytest.mark.slow(every=2)


def play(own: str, table: list[list[Any]] | None = None, **facts: Any) -> dict[str, Any]:
    """Return a position of two seats, both open, with seat 0 in the play phase after a stock draw."""
    position = {"hand": own, "table": table or [], "opened": [True, True], "phase": "play"}
    return {**position, "drawn_from": "stock", "discards": ["2♦"], **facts}


def actions_by_brute_force(position: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return every action of any shape with the cards at hand and on the table."""
    own = hand(position["hand"])
    table = [(index, each) for index, entry in enumerate(position["table"]) for each in cards(entry[1])]
    found: list[tuple[Any, ...]] = [("discard", face) for face in set(own)]
    for index, entry in enumerate(position["table"]):
        for face in set(own):
            found += [("layoff", face, index, at) for at in (None, "low", "high")]
            found += [("swap", index, place, face) for place in range(len(entry[1]))]
    single: set[tuple[tuple[str, ...], tuple[tuple[int, str], ...]]] = set()
    for size in (1, 2, 3, 4):
        for chosen in combinations(own, size):
            for more in range(5 - size):
                for sources in combinations(table, more):
                    for meld in permutations((*chosen, *(face for _, face in sources))):
                        if len(meld) >= 3 and kind(meld, CLASSIC_51):
                            single.add((meld, sources))
    found += [("lay", [meld], list(sources)) for meld, sources in single]
    if not position["opened"][0]:
        found += [("lay", [a, b]) for a, s in single for b, t in single if not s and not t and a < b]
    return found


def ends_by_walking(position: dict[str, Any], game: Rules) -> set[str]:
    """Return every end of the turn, by legal single actions without any memory."""
    ends: set[str] = set()
    for action in actions_by_brute_force(position):
        if legal(position, action, game):
            reached = after(position, action, game)
            ends |= {reached["text"]} if "text" in reached else ends_by_walking(reached, game)
    return ends


@pytest.mark.parametrize(
    ("own", "table", "facts", "game"),
    [
        ("4♠ 5♥ 6♥ 7♥", [[1, "2♠ 3♠ *"], [0, "8♦ 8♣ 8♠ 8♥"]], {}, CLASSIC_51),
        ("4♠ 5♥ 6♥", [[1, "2♠ 3♠ *"]], {}, VELVET),
        ("4♠ 5♥ 6♥ 9♣", [[1, "2♠ 3♠ *"]], {"taken": "4♠"}, RAMI_500),
        ("T♥ J♥ Q♥ K♦ K♠ K♥", [[1, "2♥ 3♥ 4♥ *"]], {"opened": [False, True]}, CLASSIC_51),
    ],
)
def test_turn_ends_against_a_walk(own: str, table: list[Any], facts: dict[str, Any], game: Rules) -> None:
    """The search and the walk by single legal actions agree: no dead ends, no missing ends."""
    position = play(own, table, **facts)
    ends = turn_ends(position, game)
    assert ends
    assert ends == ends_by_walking(position, game)


def by_counting(held: tuple[str, ...], shown: tuple[tuple[str, ...], ...]) -> int:
    """Share the cards out in every way: some to each meld of the knocker, in any order, the rest kept."""
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
        suit = rng.choice(SUITS)
        low = rng.randint(1, 9)
        run = tuple(RANKS[low + step - 1] + suit for step in range(3))
        letter = rng.choice([each for each in RANKS if each + suit not in run])
        group = tuple(letter + each for each in SUITS)[: rng.choice([3, 4])]
        left = without(pack(1, 0), [*run, *group])
        assert left is not None
        near = [each for each in left if each[1] == suit or each[0] in (letter, run[0][0])]
        held = hand(rng.sample(near, min(5, len(near))) + rng.sample([c for c in left if c not in near], 2))
        expected = by_counting(held, (run, group))
        assert best_defence(held, (run, group), GIN) == expected, (run, group, held)
        chains += expected < least_deadwood(held, GIN) - 10
    assert chains > 20


LIMITS: tuple[int | str, ...] = (10, 30, "upcard")


@pytest.mark.slow
def test_random_hands_end() -> None:
    """Every listed move is legal and keeps the pack whole."""
    for number in range(25):
        rng = Random(f"gin reference {number}")
        game = dataclasses.replace(
            GIN,
            settle=rng.choice(["best", "moves"]),
            fiftieth_card=rng.random() < 0.5,
            upcard_offer=rng.choice(["both", "both_again", "non_dealer", "none"]),
            knock_limit=rng.choice(LIMITS),
        )
        deck = list(pack(1, 0))
        rng.shuffle(deck)
        position = deal(deck, game, rng.randrange(2))
        while position.phase != "over":
            listed = moves(position, game)
            assert len(set(listed)) == len(listed)
            position = play_gin(position, rng.choice(listed), game)
            laid = [each for _, meld in position.table for each in meld]
            everything = [*position.hands[0], *position.hands[1], *laid, *position.discards, *position.stock]
            assert sorted(everything) == sorted(pack(1, 0))
        assert score(position, game).points >= 0
