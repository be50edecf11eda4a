"""Rounds that are thrown in, players who leave for good, and matches that are stopped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest
from tests.support.playing import viewers
from tests.support.refusals import codes_of
from tests.support.strategies import VARIANTS, choose

from rami import Match, PlayerView, Round, Variant, variants
from rami.errors import InvalidMatch, Reason
from rami.ext import json
from rami.matches.board import Board
from rami.matches.steps import Moved, Stopped, ThrownIn, Undone, Withdrawn
from rami.rounds.events import PlayerLeft, RoundEnded
from rami.rounds.setup import Phase

GIN, CLASSIC, LIVERPOOL = variants.GIN, variants.CLASSIC_51, variants.LIVERPOOL


def positions(variant: Variant, moves: int) -> Iterator[Match]:
    """Yield a match between random players after every move, except when a hand has been shown."""
    rng, match = Random(variant.name), Match.start(variant, variant.usual_players, 5)
    for _ in range(moves):
        if match.over:
            return
        if match.round.over:
            match = match.next_round() if not match.deciding else match.buy_in(accept=False)
        elif match.round.knock is None:
            yield match
        if not match.round.over:
            match = match.play(choose(match.round, rng))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_a_round_is_thrown_in_at_any_move(variant: Variant) -> None:
    rng = Random(1)
    met = set[object]()
    for match in positions(variant, 60):
        # each phase, with a discard for sale or not, and a few more
        kind = (match.phase, match.round.setup.drawer, bool(match.round.table))
        if kind in met and rng.random() < 0.95:
            continue
        met.add(kind)
        thrown = match.throw_in(rng.choice(viewers(match)))
        assert thrown.round.over
        assert thrown.scores[-1].void
        assert thrown.round.setup.turned_shown is None
        assert (thrown.totals, thrown.playing, thrown.over) == (match.totals, match.playing, False)
        assert Round.from_setup(thrown.round.setup) == thrown.round
        for viewer in viewers(match):
            view = thrown.view(viewer)
            # nobody learns anything by it
            assert view.hands == match.view(viewer).hands
            board = Board.of(thrown.events(viewer), viewer)
            facts: dict[str, Any] = {
                "score": thrown.scores[-1],
                "counted": board.counted,
                "recycles": board.recycles,
            }
            assert board == attrs.evolve(Board.of_view(view, number=match.number), **facts)
            assert json.loads(json.dumps(view), PlayerView) == view
        assert thrown.undo(force=True) == match
        again = thrown.next_round()
        assert again.number == match.number + 1
        assert again.round.context.number == match.round.context.number
        assert again.round.hands != Match.start(variant, match.players, match.seed).round.hands


def test_after_a_misdeal_the_same_player_deals_again() -> None:
    match = Match.start(CLASSIC, 3, 5)
    dealer = match.round.context.dealer
    assert match.throw_in(1).next_dealer == (dealer + 1) % 3
    assert match.throw_in(misdeal=True).next_dealer == dealer
    assert match.throw_in(misdeal=True).next_round().round.context.dealer == dealer
    assert str(match.throw_in(2, misdeal=True).steps[-1]) == "misdeal 2"


def test_a_hand_that_was_shown_is_counted_first() -> None:
    rng, match = Random(3), Match.start(GIN.with_(closing={"settle": "moves"}), 2, 5)
    while match.phase is not Phase.LAYOFF:
        match = match.play(choose(match.round, rng)) if not match.round.over else match.next_round()
    assert codes_of(InvalidMatch, match.throw_in) == [Reason.HAND_IS_SHOWN]


def test_a_thrown_in_last_round_is_followed_by_a_last_round() -> None:
    match = Match.start(CLASSIC, 3, 5).announce_last(1).throw_in()
    assert not match.over
    assert match.next_round().round.context.last


def test_a_match_continues_without_a_departed_player() -> None:
    match = Match.start(LIVERPOOL, 4, 5).throw_in()
    leaver = match.next_dealer
    left = match.withdraw(leaver)
    assert not left.over
    assert left.eliminated == (leaver,)
    assert left.ranking[-1] == (leaver,)
    assert left.next_dealer == (leaver + 1) % 4
    assert PlayerLeft(leaver) in left.events(None, since=match.mark)
    assert leaver not in left.next_round().round.context.playing
    assert not left.next_round().round.hands[leaver]
    # the last of them wins, and who left later ranks higher
    one, two, three = (seat for seat in range(4) if seat != leaver)
    alone = left.withdraw(one).withdraw(two)
    assert (alone.over, alone.winners) == (True, (three,))
    assert [each.player for each in alone.standings] == [three, two, one, leaver]
    assert codes_of(InvalidMatch, alone.withdraw, three) == [Reason.MATCH_OVER]
    assert codes_of(InvalidMatch, left.withdraw, leaver) == [Reason.NO_SUCH_PLAYER]


@pytest.mark.parametrize("variant", [each for each in VARIANTS if each.equipment.players[1] > 2], ids=str)
def test_every_game_goes_on_with_one_player_fewer(variant: Variant) -> None:
    rng = Random(2)
    match = Match.start(variant, max(3, variant.usual_players), 5).throw_in()
    match = match.withdraw(rng.choice(match.playing)).next_round()
    board = {viewer: Board.of(match.events(viewer), viewer) for viewer in viewers(match)}
    mark = match.mark
    for _ in range(30):
        if match.over:
            break
        if match.deciding:
            match = match.buy_in(accept=True)
        else:
            match = match.next_round() if match.round.over else match.play(choose(match.round, rng))
        for viewer in board:
            for event in match.events(viewer, since=mark):
                board[viewer] = board[viewer].after(event)
            assert board[viewer].hands == match.view(viewer).hands
        mark = match.mark
    assert Match.replay(match.variant, match.players, match.seed, match.steps) == match


def test_a_match_stops_with_the_totals_as_they_are() -> None:
    rng, match = Random(4), Match.start(CLASSIC.with_(opening={"minimum": 0, "clean": None}), 3, 5)
    while not match.round.over or match.scores[-1].void:
        match = match.play(choose(match.round, rng)) if not match.round.over else match.next_round()
    if not match.over:
        best = min(match.totals)
        stopped = match.stop(2)
        assert stopped.over
        assert stopped.winners == tuple(seat for seat in range(3) if match.totals[seat] == best)
        assert stopped.undo(force=True) == match
        # who has left cannot lead
        leader = stopped.winners[0]
        assert leader not in match.withdraw(leader).stop().winners


def test_between_rounds_only() -> None:
    match = Match.start(CLASSIC, 3, 5)
    for step in (Withdrawn(0), Stopped()):
        assert codes_of(InvalidMatch, match.after, step) == [Reason.ROUND_NOT_OVER]
    thrown = match.throw_in()
    assert codes_of(InvalidMatch, thrown.throw_in) == [Reason.ROUND_OVER]
    pool = variants.KALOOKI_40.with_(match={"elimination_limit": 61, "buy_ins": 1})
    deciding = attrs.evolve(Match.start(pool, 3, 5).throw_in(), deciding=(1,))
    for step in (Withdrawn(0), Stopped()):
        assert codes_of(InvalidMatch, deciding.after, step) == [Reason.BUY_IN_OPEN]


def test_only_the_table_takes_these_steps_back() -> None:
    match = Match.start(CLASSIC, 3, 5).throw_in(1)
    for ended in (match, match.withdraw(1), match.stop(1)):
        for by in (None, 1):
            assert codes_of(InvalidMatch, ended.undo, by) == [Reason.UNDO_TABLE]
    gone = match.withdraw(2).withdraw(0)
    assert gone.over
    back = gone.undo(force=True).undo(force=True).undo(1, force=True)
    assert back == Match.start(CLASSIC, 3, 5)
    assert [type(step) for step in back.steps[1:]] == [ThrownIn, Withdrawn, Withdrawn, Undone, Undone, Undone]
    assert not any(isinstance(step, Moved) for step in back.steps)


def test_equal_moves_of_a_round_are_taken_back_one_by_one() -> None:
    match = Match.start(GIN, 2, 7).play("pass").play("pass").play("draw")
    again = match.undo(force=True)
    assert [str(step.move) for step in again.log[0]] == ["pass", "pass"]
    assert sum(isinstance(event, RoundEnded) for event in match.throw_in().events(None)) == 1
