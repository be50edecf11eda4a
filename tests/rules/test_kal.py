"""Kalooki 40: deals, turn order and matches."""

from __future__ import annotations

from functools import cache

import pytest
from tests.support.playing import round_played
from tests.support.refusals import codes_of

from rami import Match
from rami.errors import InvalidMatch, InvalidVariant, Reason
from rami.ext import json
from rami.matches.board import Board
from rami.matches.counting import BuyIn
from rami.notation import records
from rami.rounds.events import BuyInAnswered, MatchEnded, PlayerLeft, RoundCounted
from rami.sessions import EntryKind, Session
from rami.sessions.records import dumps, loads
from rami.variants import KALOOKI_40

# Buying back in

POOL = KALOOKI_40.with_(
    dealing={"hand_size": 3}, opening={"minimum": 0}, match={"buy_ins": 1, "elimination_limit": 12}
)
"""Rounds of a few turns, after which one or two players may buy back in."""


@cache
def asked(deciding: int, players: int = 3) -> Match:
    """Return a match between two rounds in which this number of players may buy back in."""
    for seed in range(200):
        match = Match.start(POOL, players=players, seed=seed)
        while not match.over:
            match = round_played(match)
            if len(match.deciding) == deciding:
                return match
            while match.deciding:
                match = match.buy_in(accept=False)
            if not match.over:
                match = match.next_round()
    raise AssertionError("no such match")


@pytest.mark.rule("KAL-BUY-01", "KAL-BUY-02", "KAL-BUY-04")
def test_those_over_the_limit_decide_by_seat_and_get_the_same_total() -> None:
    match = asked(2)
    first, second = match.deciding
    assert first < second
    (third,) = {0, 1, 2} - {first, second}
    assert not match.over
    assert match.playing == (0, 1, 2)
    assert codes_of(InvalidMatch, match.next_round) == [Reason.BUY_IN_OPEN]
    assert codes_of(InvalidMatch, match.buy_in, by=second) == [Reason.NOT_YOUR_TURN]
    both = match.buy_in(by=first).buy_in(by=second)
    assert both.totals == (match.totals[third],) * 3
    assert both.playing == (0, 1, 2)
    assert [str(each) for each in both.buy_ins] == [f"buy in {first}", f"buy in {second}"]
    assert both.buy_ins[0] == BuyIn(len(match.log), first, True, match.totals[third] - match.totals[first])
    assert codes_of(InvalidMatch, both.buy_in) == [Reason.BUY_IN_CLOSED]
    assert both.next_round().round.context.totals == both.totals
    one = match.buy_in(accept=False).buy_in()
    assert (one.eliminated, one.totals[second], one.over) == ((first,), match.totals[third], False)
    nobody = match.buy_in(accept=False).buy_in(accept=False)
    assert (nobody.over, nobody.winners, nobody.totals) == (True, (third,), match.totals)
    assert set(nobody.eliminated) == {first, second}


@pytest.mark.rule("KAL-BUY-01", "KAL-BUY-03")
def test_once_in_a_match_and_not_when_two_play() -> None:
    match = asked(1)
    player = match.deciding[0]
    match = match.buy_in()
    while not match.over:
        match = round_played(match.next_round())
        assert player not in match.deciding
        assert not match.deciding or len(match.round.context.playing) >= 3
        while match.deciding:
            match = match.buy_in(accept=False)
    assert len(match.winners) == 1


@pytest.mark.rule("KAL-BUY-01")
def test_answers_are_events_and_in_every_record() -> None:
    match = asked(2)
    mark = match.mark
    done = match.buy_in().buy_in(accept=False)
    answered = done.events(None, since=mark)
    first, second = match.deciding
    answer = [BuyInAnswered, RoundCounted]
    assert [type(event) for event in answered] == [*answer, *answer, PlayerLeft]
    assert answered[0] == BuyInAnswered(first, True)
    board = Board.of(done.events(1), viewer=1)
    assert (board.totals, board.eliminated, board.counted.deciding) == (done.totals, (second,), ())
    assert Board.of(match.events(1), viewer=1).counted.deciding == match.deciding
    ended = match.buy_in(accept=False).buy_in(accept=False)
    assert isinstance(ended.events(0)[-1], MatchEnded)
    for each in (match, match.buy_in(), done, ended, done.next_round()):
        assert records.loads(records.dumps(each)) == each
        assert json.loads(json.dumps(each)) == each
    assert f"\nbuy_in {first}\ntotals " in records.dumps(done)
    assert f"\nstay_out {second}\ntotals " in records.dumps(done)
    later = done.next_round()
    assert later.undo(force=True) == done
    assert done.undo(force=True).undo(force=True).buy_ins == ()


def test_sessions_wait_for_the_answer() -> None:
    match = asked(2)
    session = Session.start(POOL, ["Ana", "Bruno", "Carla"], seed=match.seed)
    for number, moves in enumerate(match.log, 1):
        while session.match.deciding:
            session = session.buy_in(session.match.deciding[0], accept=False)
        while number > len(session.match.log):
            session = session.ready(session.waiting_for[0])
        for logged in moves:
            session = session.play(logged.move, by=logged.player)
    first, second = session.match.deciding
    assert session.waiting_for == (first,)
    session = session.ready(second).buy_in(first)
    assert session.waiting_for == (second,)
    session = session.buy_in(second, accept=False)
    assert [entry.kind for entry in session.log[-2:]] == [EntryKind.BUY_IN, EntryKind.STAY_OUT]
    assert second not in session.waiting_for
    for seat in session.waiting_for:
        session = session.ready(seat)
    assert not session.match.round.over
    assert Session.from_rows(session.rows()) == session
    assert loads(dumps(session)) == session


@pytest.mark.rule("KAL-BUY-03")
def test_two_players_may_be_enough() -> None:
    pair = KALOOKI_40.with_(match={"buy_ins": None, "elimination_limit": 30, "buy_in_players": 2})
    match = Match.start(pair, players=2, seed=3)
    while not match.deciding:
        match = round_played(match if not match.round.over else match.next_round())
    (player,) = match.deciding
    assert match.buy_in().totals == (match.totals[1 - player],) * 2
    assert match.buy_in(accept=False).winners == (1 - player,)


@pytest.mark.rule("KAL-OUT-03")
def test_no_table_asks_for_the_last_card_to_be_announced() -> None:
    assert codes_of(InvalidVariant, KALOOKI_40.with_, conduct={"mode": "explicit"}) == [Reason.OPTION_NEEDS]
