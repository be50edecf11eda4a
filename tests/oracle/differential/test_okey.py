"""Compare rounds of Okey with small hands, turn by turn, and pairs in hands of any size."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference.okey import Course, faces_before_pairs
from tests.support.depth import enough, numbers
from tests.support.worked.cases import points_of

from rami import Card, Discard, DrawStock, Group, Knock, Round, Setup, TakeDiscard
from rami.cards.moves import Move, ShowTurned
from rami.variants import OKEY

SMALL = OKEY.with_(dealing={"hand_size": 6})
WORDS: dict[type[Move], str] = {DrawStock: "draw", TakeDiscard: "take", ShowTurned: "show"}


def choose(rng: Random, moves: list[Move]) -> Move:
    """Choose a move, in most cases to show a hand that can be shown."""
    shown = [move for move in moves if isinstance(move, Knock)]
    return rng.choice(shown) if shown and rng.random() < 0.7 else rng.choice(moves)


def form(move: Knock) -> str:
    return (
        "pairs"
        if any(isinstance(meld, Group) and meld.suits == "same" for meld in move.melds or ())
        else "melds"
    )


def follow(start: Round, rng: Random) -> str:
    """Play a round to its end, compare every position, and return the way it ended."""
    seats, turned = start.context.seats, start.setup.turned
    assert turned is not None
    course = Course(seats, start.player, str(turned), [0] * seats)
    position, rules = start, rules_of(start.variant)
    while not position.over:
        moves = list(position.legal_moves)
        hand = texts(position.hands[position.player])
        assert position.player == course.player
        if str(position.phase) == "draw":
            expected = course.draws(hand, len(position.stock), texts(position.discards))
            assert {WORDS[type(move)] for move in moves} == expected, position.setup
        else:
            discards, declared = course.ends(hand, rules)
            assert {str(move.card) for move in moves if isinstance(move, Discard)} == discards, position.setup
            found = [(str(move.discard), form(move)) for move in moves if isinstance(move, Knock)]
            assert set(found) == declared, position.setup
            assert len(found) == len(declared)
            assert (ShowTurned() in moves) is course.may_show(hand)
        move = choose(rng, moves)
        drawn = len(position.stock)
        position = position.play(move)
        if isinstance(move, ShowTurned):
            course.shown = course.player
        elif isinstance(move, Knock):
            assert points_of(position.score()) == course.losses(course.player, form(move), str(move.discard))
            return form(move)
        elif isinstance(move, Discard):
            course.discard()
            assert position.over is (not drawn)
    assert points_of(position.score()) == course.losses(None, "", "")
    return "stock out"


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounds_go_as_the_rules_say(players: int) -> None:
    ends = {
        follow(Round.deal(SMALL, players=players, seed=seed, dealer=seed % players), Random(seed))
        for seed in numbers(5)
    }
    assert len(ends) >= enough(2)


def test_pairs_of_any_hand() -> None:
    pack = [Card.from_id(number) for number in range(52) for _ in range(2)]
    met = 0
    for seed in numbers(300):
        rng = Random(f"pairs {seed}")
        faces = rng.sample(range(52), 7)
        hand = [Card.from_id(face) for face in faces for _ in range(2)] + [rng.choice(pack)]
        for _ in range(rng.randrange(4)):
            hand[rng.randrange(15)] = (
                Card("*") if hand.count(Card("*")) < 2 and rng.random() < 0.5 else rng.choice(pack)
            )
        if any(hand.count(card) > 2 for card in hand):
            continue
        turned = next(card for card in map(Card.from_id, range(52)) if card not in hand)
        hands = [hand, spare(hand, turned)]
        position = Round.from_setup(Setup(variant=OKEY, hands=hands, turned=turned, phase="play"))
        found = {
            str(move.discard)
            for move in position.legal_moves
            if isinstance(move, Knock) and form(move) == "pairs"
        }
        assert found == faces_before_pairs(texts(hand)), hand
        met += bool(found)
    assert met >= enough(60)


def spare(hand: list[Card], turned: Card) -> list[Card]:
    """Return a card that no player can use."""
    return [next(card for card in map(Card.from_id, range(52)) if card not in (*hand, turned))]
