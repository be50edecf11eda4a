"""The list of complete turns has every end that single moves can reach, and each end once."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest
from tests.support.refusals import codes_in, refusal
from tests.support.turn_facts import built

from rami import (
    Card,
    Discard,
    DrawStock,
    IllegalMove,
    LayDown,
    Match,
    RamiError,
    Round,
    Setup,
    TakeDiscard,
    Variant,
    variants,
)
from rami._kernel.melds.meld import PAIR
from rami._kernel.turns.turn import OWNED
from rami.cards.turns import Turn
from rami.errors import Reason
from rami.policies.declaring.values import MOST_PLAYERS
from rami.rounds.setup import Phase

pytestmark = pytest.mark.slow(every=2)

CLASSIC = variants.CLASSIC_51
POSITIONS = [
    Setup(variant=CLASSIC, phase="play", hands=["6♣ 7♣ 8♣ T♣ 8♥", "A♥ 2♥"], table=[(0, "5♣ 6♣ 7♣ 8♣")]),
    Setup(
        variant=CLASSIC,
        hands=["4♠ 5♥ 6♥ *", "A♥ 2♥"],
        table=[(0, "2♠ 3♠ *"), (1, "7♥ 8♥ 9♥ T♥")],
        discards="4♥",
    ),
]


def ends(position: Round, start: int) -> set[Round]:
    """Return every position that moves of one turn lead to; a stock draw is not followed."""
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


@pytest.mark.parametrize("setup", POSITIONS)
def test_filters_pick_from_all_turns(setup: Setup) -> None:
    position = Round.from_setup(setup)
    everything = list(position.turns())
    takes = [turn for turn in everything if turn.moves[0] == TakeDiscard()]
    assert takes == list(position.turns(uses_discard=True))
    assert [turn for turn in everything if turn not in takes] == list(position.turns(uses_discard=False))
    out = [turn for turn in everything if position.play_turn(turn).over]
    assert out == list(position.turns(goes_out=True))
    assert [turn for turn in everything if turn not in out] == list(position.turns(goes_out=False))
    assert list(position.turns(opens=True)) == []
    assert list(position.turns(opens=False)) == everything
    assert list(position.turns(2, goes_out=False)) == list(position.turns(goes_out=False))[:2]


def test_turns_that_open() -> None:
    hand = "7♠ 8♠ 9♠ A♦ A♣ A♥ K♥ 2♦"
    position = built(variant=CLASSIC, hands=[hand, "A♥ 2♥"], phase="play")
    opening = list(position.turns(opens=True))
    assert opening
    assert all(any(isinstance(move, LayDown) for move in turn) for turn in opening)
    assert len(opening) + len(list(position.turns(opens=False))) == len(list(position.turns()))


def test_turns_of_a_knock_leave_the_reply_to_the_other_player() -> None:
    gin = variants.GIN.with_(closing={"settle": "moves"})
    hands = ["3♥ 4♥ 5♥ 9♣ 9♦ 9♥ J♠ Q♠ K♠ 8♦ 7♣", "6♥ 7♥ 2♣ 4♦ 8♠ T♣ Q♦ A♥ 3♠ 5♣"]
    position = built(variant=gin, hands=hands, phase="play")
    knock = next(iter(position.turns()))
    assert len(knock) == 1
    reply = position.play_turn(knock)
    assert [len(turn) for turn in reply.turns()] == [3, 2, 1]
    assert all(reply.play_turn(turn, by=1).over for turn in reply.turns())
    settled = built(variant=variants.GIN, hands=hands, phase="play")
    ends = list(settled.turns(goes_out=True))
    assert ends
    assert all(settled.play_turn(turn).over for turn in ends)


@pytest.mark.parametrize("variant", [variants.GIN, CLASSIC, variants.OKEY_101], ids=str)
def test_a_turn_ends_with_a_move_that_reveals_cards(variant: Variant) -> None:
    match = Match.start(variant, players=variant.usual_players, seed=5)
    while match.phase is not Phase.DRAW:
        match = match.play(next(iter(match.legal_moves)))
    for follow in map(Card.from_id, range(53)):
        for play in (match.play_turn, match.round.play_turn):
            error = refusal(IllegalMove, play, f"draw; discard {follow}")
            assert error.move == Discard(follow)
            assert codes_in(error.violations) == [Reason.TURN_REVEALS]
    assert match.play_turn("draw").phase is Phase.PLAY


def test_a_turn_is_played_as_far_as_it_is_legal() -> None:
    position = Round.from_setup(POSITIONS[0])
    turn = next(position.turns())
    assert refusal(IllegalMove, position.play_turn, Turn([*turn, Discard("K♥")])).move == Discard("K♥")
    with pytest.raises(IllegalMove):
        position.play_turn(turn, by=1)
    with pytest.raises(IllegalMove):
        position.play_turn(cast("Any", "discard K♥"))
    for wrong in ({"opens": 1}, {"goes_out": "yes"}, {"uses_discard": 0}):
        with pytest.raises(RamiError):
            position.turns(**cast("Any", wrong))


def test_a_turn_is_made_of_moves() -> None:
    turn = Turn([TakeDiscard(), Discard("K♥")])
    assert len(turn) == 2
    assert str(turn) == "take; discard K♥"
    with pytest.raises(RamiError):
        Turn(cast("Any", ["discard K♥"]))


def test_whether_there_is_a_move_is_known_without_the_list() -> None:
    """A crowded table, where the first lay-down is found only after a long search."""
    position = built(
        variant=variants.RAMI_500,
        phase="play",
        hands=["* As 4c 8c 6d * 2c 6c 5d Ad 2d 6s 5s 9h", "3h"],
        discards="3s",
        table=[(1, "* Ac Ah As"), (1, "* Ac Ad Ah"), (1, "6d 6h 6s"), (1, "3c 4c 5c 6c 7c 8c")],
    )
    moves = position.legal_moves
    assert moves
    assert {type(move) for move in moves} == {Discard}


def test_a_key_has_a_mark_for_each_owner_that_is_no_part_of_a_meld() -> None:
    """Two for each: whether the meld is new may count."""
    assert len(set(OWNED)) >= 2 * MOST_PLAYERS
    assert min(OWNED) > bytes([PAIR + 13])
