"""The listed moves that have the same effect as a legal move, and the list of moves as a collection."""

from __future__ import annotations

import pickle

import pytest
from tests.support.worked.gin_scenes import MELDS, NINE, at, gin, knocked
from tests.support.worked.scenes import scene

from rami import Discard, Knock, LayDown, LayOff, Round, SwapWild
from rami._kernel.rounds.position import MOST_REMEMBERED
from rami.cards.moves import EndLayoffs, Move, Source

OWN = (0, "T♣ J♣ Q♣")
RUNS = scene("T♠ K♦ 2♦", [OWN, (1, "7♠ 8♠ 9♠"), (1, "7♠ 8♠ 9♠")])
JOKERS = scene("6♠ 9♥ 9♦ K♦", [OWN, (1, "6♦ 6♥ 6♣ *"), (1, "6♦ 6♥ 6♣ *")])
FIVES = scene("6♥ 7♥ 9♥ 9♦ K♦ 3♣ 3♦ 3♥", [OWN, (1, "5♥ 5♦ 5♣ 5♠"), (1, "5♥ 5♦ 5♣ 5♠")])
TWINS = "7♠ 7♠ 8♠ 8♠ 9♠ 9♠ T♠ T♠ J♠ J♠ Q♠ Q♠ * * *"
JACKS = scene("9♣ T♣ 8♥ 8♦ K♠ 3♦", [(0, "8♣ 9♣ T♣ J♣"), (0, "J♣ J♦ J♥ J♠")])
REPLY = knocked(
    f"{NINE} 8♣ K♠", "K♠", "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦", MELDS, variant=gin(closing__settle="moves"), top="Q♦"
)


@pytest.mark.parametrize(
    "position,move,listed",
    [
        (RUNS, LayOff("T♠", 2), ["off T♠ > 1"]),
        (RUNS, Discard("K♦"), ["discard K♦"]),
        (RUNS, LayOff("K♦", 2), []),
        (JOKERS, SwapWild(2, None, "6♠"), ["swap 6♠ > 1"]),
        (FIVES, LayDown("5♥ 6♥ 7♥", Source("5♥", 2)), ["lay 5♥ 6♥ 7♥ from 1:5♥"]),
        (
            FIVES,
            LayDown(["3♣ 3♦ 3♥", "5♥ 6♥ 7♥"], [Source("5♥", 2, into=1)]),
            ["lay 3♣ 3♦ 3♥", "lay 5♥ 6♥ 7♥ from 1:5♥"],
        ),
        (
            # the first meld is listed with 8♣ from the run, so the second meld finds it there
            JACKS,
            LayDown(["9♣ T♣ J♣", "8♣ 8♦ 8♥"], [Source("J♣", 1, into=0), Source("8♣", 0, into=1)]),
            ["lay 8♣ 9♣ T♣ J♣ from 0:8♣, 1:J♣", "lay 8♣ 8♦ 8♥ from 2:8♣"],
        ),
        (REPLY, LayDown("9♠ 9♦ 9♣"), ["lay 9♣ 9♦ 9♠"]),
        (REPLY, LayOff("7♥", 0, "high"), ["off 7♥ > 0"]),
        (REPLY, EndLayoffs(), ["end lay-offs"]),
        (at(f"{NINE} 8♣ K♠"), Knock("K♠"), ["knock K♠ with 4♥ 5♥ 6♥ + 2♦ 2♥ 2♠ + J♣ J♦ J♠"]),
    ],
)
def test_listed_moves_lead_where_a_legal_move_leads(position: Round, move: Move, listed: list[str]) -> None:
    found = position.legal_moves.canonical(move)
    assert [str(each) for each in found] == listed
    after = position
    for each in found:
        assert each in list(after.legal_moves)
        after = after.play(each)
    if found:
        assert sorted(str(item.meld) for item in after.table) == sorted(
            str(item.meld) for item in position.play(move).table
        )
        assert after.hands == position.play(move).hands


@pytest.mark.parametrize("position", [RUNS, JOKERS, FIVES, REPLY])
def test_the_list_is_a_collection(position: Round) -> None:
    moves = position.legal_moves
    assert len(moves) == len(list(moves)) == len(set(moves))
    assert bool(moves)
    again = Round.from_setup(position.setup).legal_moves
    assert moves == again == pickle.loads(pickle.dumps(moves))
    assert hash(moves) == hash(again)
    other = position.play(next(iter(moves))).legal_moves
    assert moves != other
    assert hash(moves) != hash(other)
    assert moves != list(moves)


def test_long_lists_are_counted_without_being_kept() -> None:
    moves = scene(TWINS, [(1, "2♦ 3♦ 4♦")], opened=(False, True)).legal_moves
    number = len(moves)
    assert number > MOST_REMEMBERED
    assert moves._listed is None
    assert sum(1 for _ in moves) == number
