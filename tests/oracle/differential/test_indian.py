"""Compare whole rounds of Indian Rummy with small hands, turn by turn."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference.indian import WRONG_PRICE, Course
from tests.support.depth import enough, numbers
from tests.support.worked.cases import points_of

from rami import Discard, DrawStock, Knock, Match, Round, TakeDiscard, Variant
from rami.cards.moves import Fold, Move
from rami.variants import INDIAN_13

SMALL = INDIAN_13.with_(dealing={"hand_size": 7}, match={"turn_cap": 60})
EXPLICIT = SMALL.with_(conduct={"mode": "explicit", "wrong_declaration": WRONG_PRICE})
WORDS: dict[type[Move], str] = {DrawStock: "draw", TakeDiscard: "take", Fold: "fold"}


def wrong(move: Move) -> bool:
    """Return whether a listed move is a wrong declaration."""
    return isinstance(move, Knock) and not move.melds


def choose(rng: Random, moves: list[Move]) -> Move:
    """Choose a declaration if there is one, in most cases; seldom drop out or declare wrongly."""
    shown = [move for move in moves if isinstance(move, Knock) and not wrong(move)]
    if shown and rng.random() < 0.7:
        return rng.choice(shown)
    if rng.random() < 0.97:
        moves = [move for move in moves if not wrong(move) and move != Fold()]
    return rng.choice(moves)


def follow(start: Round, rng: Random) -> str:
    """Play a round to its end, compare every position, and return the way it ended."""
    seats, turned = start.context.seats, start.setup.turned
    assert turned is not None
    course = Course(seats, start.player, str(turned), [0] * seats, [0] * seats)
    position, rules = start, rules_of(start.variant)
    while not position.over:
        moves = list(position.legal_moves)
        assert position.player == course.player
        if str(position.phase) == "draw":
            expected = course.draws(len(position.stock), texts(position.discards))
            assert {WORDS[type(move)] for move in moves} == expected, position.setup
        else:
            taken = position.setup.taken
            hand = texts(position.hands[position.player])
            discards, declared = course.ends(hand, None if taken is None else str(taken), rules)
            assert {str(move.card) for move in moves if isinstance(move, Discard)} == discards, position.setup
            faults = [moves.index(move) for move in moves if wrong(move)]
            # The hand stays hidden, so its arrangement makes no difference: one move, after all others.
            assert faults == [len(moves) - 1] * (start.variant.conduct.mode == "explicit"), position.setup
            shown = {str(move.discard) for move in moves if isinstance(move, Knock) and not wrong(move)}
            assert shown == declared, position.setup
            assert "fold" not in position.legal_moves
            for face in discards if faults else ():
                assert position.canonical(Knock(face, ())) == (moves[-1],)
        move = choose(rng, moves)
        held = position.hands
        position = position.play(move)
        if isinstance(move, Fold):
            course.fold()
        elif wrong(move):
            course.declare_wrongly()
            assert position.hands == held
        elif isinstance(move, Discard):
            course.discard()
        assert list(position.setup.folded or [0] * seats) == course.prices
        if isinstance(move, Knock) and not wrong(move):
            hands = [texts(hand) for hand in held]
            assert points_of(position.score()) == course.payments(hands, course.player, rules)
            return "declared"
    if course.alone is None:
        assert position.outcome is not None
        assert position.outcome.void
        return "void"
    assert points_of(position.score()) == course.payments([()] * seats, course.alone, rules)
    return "alone"


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [SMALL, EXPLICIT], ids=["auto", "explicit"])
def test_rounds_go_as_the_rules_say(players: int, rules: Variant) -> None:
    ends: dict[str, int] = {}
    for seed in numbers(5):
        end = follow(Round.deal(rules, players=players, seed=seed, dealer=seed % players), Random(seed))
        ends[end] = ends.get(end, 0) + 1
    assert len(ends) >= enough(2)


def test_the_rounds_of_a_match_turn_up_cards_of_their_own() -> None:
    match = Match.start(SMALL.with_(match={"hands": 4}), players=2, seed=3)
    turned = {match.round.setup.turned}
    while not match.over:
        match = match.play(Fold()) if not match.round.over else match.next_round()
        turned.add(match.round.setup.turned)
    assert len(turned) > 2
