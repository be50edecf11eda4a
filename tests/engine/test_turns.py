"""Complete turns: each end once, and every end that single moves reach."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest

from rami import Discard, DrawStock, RamiError, Round, Setup, TakeDiscard, Turn, variants

CLASSIC = variants.CLASSIC_51
POSITIONS = [
    Setup(variant=CLASSIC, phase="play", hands=["6♣ 7♣ 8♣ T♣ 8♥", "A♥ 2♥"], table=[(0, "5♣ 6♣ 7♣ 8♣")]),
    Setup(
        variant=CLASSIC,
        hands=["4♠ 5♥ 6♥ * 9♦", "A♥ 2♥"],
        table=[(0, "2♠ 3♠ *"), (1, "7♥ 8♥ 9♥ T♥")],
        discards="4♥",
    ),
]


def ends(position: Round, start: int) -> set[Round]:
    """Every position that moves of one turn lead to; a stock draw is not followed."""
    if position.over or position.turn != start:
        return {position}
    found: set[Round] = set()
    for move in position.legal_moves:
        if not isinstance(move, DrawStock):
            found |= ends(position.play(move), start)
    return found


def after(position: Round, turn: Turn) -> Round:
    for move in turn:
        position = position.play(move)
    return position


@pytest.mark.parametrize("setup", POSITIONS)
def test_turns_reach_every_end_once(setup: Setup) -> None:
    position = Round.from_setup(setup)
    turns = [turn for turn in position.turns() if turn.moves != (DrawStock(),)]
    reached = [after(position, turn) for turn in turns]
    assert len(set(reached)) == len(reached)
    assert set(reached) == ends(position, position.turn)


def test_a_hidden_draw_ends_the_list_of_moves() -> None:
    position = Round.from_setup(POSITIONS[1])
    turns = list(position.turns())
    assert Turn([DrawStock()]) in turns
    assert all(turn.moves[0] == TakeDiscard() for turn in turns if turn.moves != (DrawStock(),))


def test_turns_are_lazy_and_bounded() -> None:
    position = Round.from_setup(POSITIONS[0])
    assert list(position.turns(2)) == list(islice(position.turns(), 2))
    assert list(position.turns(limit=0)) == []
    for limit in (-1, "two", True):
        with pytest.raises(RamiError):
            position.turns(cast("Any", limit))


def test_a_turn_is_made_of_moves() -> None:
    turn = Turn([TakeDiscard(), Discard("K♥")])
    assert len(turn) == 2
    assert str(turn) == "take; drop K♥"
    with pytest.raises(RamiError):
        Turn(cast("Any", ["drop K♥"]))
