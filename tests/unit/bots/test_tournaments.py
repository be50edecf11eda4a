"""Matches and tournaments of bots."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.support.custom import Recalling

from rami import Discard, DrawStock, IllegalMove, Match, RamiError, play_match, tournament, variants
from rami.bots import Bot, GreedyBot, RandomBot
from rami.bots.statistics import Distribution
from rami.bots.tournaments import Tournament
from rami.cards.turns import Turn
from rami.errors import InvalidMatch

GIN = variants.GIN
SHORT = variants.CLASSIC_51.with_(match={"turn_cap": 1})


def test_a_match_is_played_to_its_end() -> None:
    seen: list[Match] = []
    match = play_match(GIN, [GreedyBot(), RandomBot(1)], seed=7, progress=seen.append)
    assert match.over
    assert [len(each.scores) for each in seen] == list(range(1, len(match.scores) + 1))
    assert all(each.round.over for each in seen)
    assert seen[-1] == match == play_match(GIN, [GreedyBot(), RandomBot(1)], seed=7)


def test_a_match_is_continued_from_any_position() -> None:
    begun = play_match(GIN, GreedyBot(), seed=7, rounds=1)
    assert len(begun.scores) == 1
    assert not begun.over
    assert play_match(begun, GreedyBot()) == play_match(GIN, GreedyBot(), seed=7)
    assert play_match(begun, GreedyBot(), rounds=1) is begun
    in_a_round = begun.next_round()
    in_a_round = in_a_round.play(next(iter(in_a_round.legal_moves)))
    assert play_match(in_a_round, GreedyBot()).over


def test_bots_remember_the_round() -> None:
    bot = Recalling()
    found = play_match(GIN, bot, seed=7, rounds=3)
    match = Match.start(found.variant, seed=7)
    views = iter(bot.views)
    for moves in found.log:
        match = match.next_round() if match.round.over else match
        for logged in moves:
            if logged.player == match.player:
                seen = match.view(match.player)
                given = next(views)
                assert (given, given.memory) == (seen, seen.memory)
            match = match.play(logged.move)
    assert next(views, None) is None


def test_as_many_play_as_there_are_bots() -> None:
    assert play_match(SHORT, [RandomBot(1)] * 3, rounds=1).players == 3
    assert play_match(SHORT, RandomBot(1), rounds=1).players == 4
    assert play_match(SHORT, RandomBot(1), 5, rounds=1).players == 5


def test_a_match_of_void_rounds_is_given_up() -> None:
    match = play_match(SHORT, RandomBot(1), 2)
    assert not match.over
    assert len(match.scores) == 10


@pytest.mark.slow
def test_bots_take_turns_at_the_seats() -> None:
    three: list[Bot] = [GreedyBot(), GreedyBot(breadth=1), RandomBot(1)]
    seen: list[Match] = []
    found = tournament(GIN, three, 6, seed=3, progress=seen.append)
    assert [each.seats for each in found] == [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)]
    assert [each.totals for each in found] == [match.totals for match in seen]
    assert found.played == (4, 4, 4)
    assert sum(found.wins) == 6
    assert found.wins[2] == 0
    assert {each.seed for each in seen}.isdisjoint({3})
    assert found == tournament(GIN, three, 6, seed=3)
    later = tournament(GIN, three, 4, seed=3, first=2, executor=ThreadPoolExecutor, pending=2)
    assert later.matches == found.matches[2:]
    assert found[1:3] == found.matches[1:3]
    assert tournament(GIN, three, 0).seed != tournament(GIN, three, 0).seed
    assert isinstance(found, Tournament)


@pytest.mark.slow
def test_matches_add_up_by_bot_and_by_seat() -> None:
    bots: list[Bot] = [GreedyBot(), RandomBot(1), RandomBot(2)]
    quick = GIN.with_(match={"target": 20})
    found = tournament(quick, bots, 6, seed=3, players=2)
    by_bot, by_seat = found.statistics, found.by_seat
    assert by_bot.wins == tuple(sum(bot in each.winners for each in found) for bot in range(3))
    assert (by_bot.count, by_bot.lengths.total) == (6, sum(each.rounds for each in found))
    for bot, points in enumerate(by_bot.points):
        theirs = [each.totals[each.seats.index(bot)] for each in found if bot in each.seats]
        assert points == Distribution.of(theirs)
        assert found.played[bot] == len(theirs)
    for seat, points in enumerate(by_seat.points):
        assert points == Distribution.of(each.totals[seat] for each in found)
        assert by_seat.wins[seat] == sum(each.seats[seat] in each.winners for each in found)
    parts = [tournament(quick, bots, 3, seed=3, players=2, first=first).statistics for first in (0, 3)]
    assert parts[0] + parts[1] == by_bot


def test_four_sit_at_a_table_of_four() -> None:
    found = tournament(SHORT, [RandomBot(number) for number in range(4)], 1)
    assert found[0].seats == (0, 1, 2, 3)
    assert found[0].winners == ()
    assert tournament(SHORT, [RandomBot(number) for number in range(4)], 1, players=2)[0].seats == (0, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: play_match(GIN, [GreedyBot()] * 3),
        lambda: play_match(Match.start(GIN), [GreedyBot()]),
        lambda: play_match(GIN, GreedyBot(), rounds=0),
        lambda: play_match(GIN, GreedyBot(), seed=-1),
        lambda: tournament(GIN, [GreedyBot()], 1),
        lambda: tournament(GIN, [GreedyBot()] * 2, -1),
        lambda: tournament(GIN, [GreedyBot()] * 2, 1, first=-1),
        lambda: tournament(GIN, [GreedyBot()] * 2, 1, pending=0, executor=ThreadPoolExecutor),
        lambda: tournament(GIN, [GreedyBot()] * 2, 1, progress=print, executor=ThreadPoolExecutor),
        lambda: tournament(GIN, [GreedyBot()] * 2, 1, players=3),
        lambda: tournament(GIN, [GreedyBot()] * 2, 1, seed=-1),
    ],
)
def test_invalid_games_are_refused(wrong: Any) -> None:
    with pytest.raises(RamiError):
        wrong()


def test_a_match_answers_as_its_round_does() -> None:
    match = Match.start(variants.CLASSIC_51, players=2, seed=1)
    position = match.round
    assert (match.player, match.phase) == (position.player, position.phase)
    assert match.legal_moves == position.legal_moves
    assert match.explain(DrawStock()) == position.explain(DrawStock()) != ()
    assert match.explain("draw", by=1) == position.explain("draw", by=1)
    turn = next(position.turns())
    assert match.play_turn(turn).round == position.play_turn(turn)
    assert [each.move for each in match.play_turn(turn).log[0]] == list(turn)
    with pytest.raises(IllegalMove):
        match.play_turn(turn, by=1 - match.player)
    assert match.play_turn(str(turn)) == match.play_turn(turn)
    assert position.play_turn(str(turn)) == position.play_turn(turn)
    with pytest.raises(IllegalMove, match="a turn was expected, not Discard"):
        match.play_turn(Discard("2♣"))  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match=r"^character 15: a card was expected") as unread:
        match.play_turn("draw; discard x")
    assert unread.value.move == "draw; discard x"
    with pytest.raises(IllegalMove):
        match.play_turn(Turn((DrawStock(),)))
    with pytest.raises(InvalidMatch):
        match.next_round()
