"""Options of matches with credits and columns; each match is played to its end.

A custom scoring policy sets the points of each round, so that a match takes only a few moves.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.flat import with_options
from tests.support.worked.scenes import RUN, house

from rami import Discard, Match, Round, Setup, Variant, variants
from rami.bots import GreedyBot
from rami.cards import Card
from rami.policies import RoundFacts, RoundScore, ScoreLine


@attrs.frozen
class Credits:
    """The winner of a round scores ten points for each card that the others hold."""

    def score(self, facts: RoundFacts) -> RoundScore:
        held = sum(len(facts.hands[seat]) for seat in facts.losers)
        winner = facts.outcome.winner
        lines = tuple(ScoreLine(seat, 10 * held if seat == winner else 0) for seat in facts.playing)
        return RoundScore(winner is None, winner, lines, credit=True)

    def hand_value(self, card: Card) -> int:
        return 10


def ended(match: Match, winner: int, other: str) -> Match:
    """Return the match after `winner` has won its round; `other` is the hand of the other seat."""
    hands = [other]
    hands.insert(winner, "2♠")
    setup = Setup(
        variant=match.variant,
        hands=hands,
        player=winner,
        phase="play",
        table=[(winner, RUN)],
        discards="5♠",
        context=match.round.context,
    )
    return attrs.evolve(match, round=Round.from_setup(setup)).play(Discard("2♠"))


def played(match: Match, *rounds: tuple[int, str]) -> Match:
    """Return the match of two players after these rounds, each with its winner and the hand of the loser."""
    for number, (winner, hand) in enumerate(rounds):
        match = ended(match.next_round() if number else match, winner, hand)
    return match


THREE, FOUR, SEVEN = "3♣ 3♦ 3♥", "3♣ 3♦ 3♥ 3♠", "3♣ 3♦ 3♥ 3♠ T♣ T♦ T♥"


def credits_game(**options: Any) -> Variant:
    return house(scoring=Credits(), equipment__players=(2, 2), match__end="first_to_target_wins", **options)


@pytest.mark.parametrize(
    "options, bonuses",
    [({}, []), ({"match__game_bonus": 25}, [25, 0]), ({"match__box_bonus": 20}, [40, 20])],
    ids=str,
)
def test_bonuses_of_the_end(options: dict[str, int], bonuses: list[int]) -> None:
    match = Match.start(credits_game(**options), players=2)
    level = played(match, (0, SEVEN), (1, SEVEN))
    assert (level.totals, level.bonuses) == ((70, 70), ())
    over = ended(level.next_round(), 0, FOUR)
    assert (over.over, over.winners, [line.points for line in over.bonuses]) == (True, (0,), bonuses)
    first, second = bonuses or (0, 0)
    assert over.totals == (110 + first, 70 + second)


@pytest.mark.parametrize(
    "shutout, alone",
    [({}, 240), ({"match__shutout_doubles": True}, 340), ({"match__shutout_bonus": 100}, 340)],
)
def test_a_shutout(shutout: dict[str, Any], alone: int) -> None:
    variant = credits_game(match__game_bonus=100, **shutout)
    assert played(Match.start(variant, players=2), (0, SEVEN), (0, SEVEN)).totals == (alone, 0)
    answered = played(Match.start(variant, players=2), (1, THREE), (0, SEVEN), (0, SEVEN))
    assert answered.totals == (240, 30)


@pytest.mark.parametrize("columns, rounds", [(1, 3), (3, 5)])
def test_columns(columns: Any, rounds: int) -> None:
    variant = credits_game(match__columns=columns, match__game_bonus=100, match__box_bonus=20)
    match = ended(Match.start(variant, players=2), 1, THREE)
    while not match.over:
        match = ended(match.next_round(), 0, SEVEN)
    assert len(match.scores) == rounds
    assert match.winners == (0,)
    if columns == 1:
        assert (match.columns, match.totals) == ((), (140 + 100 + 2 * 20, 30 + 20))
    else:
        assert [column.totals for column in match.columns] == [(140, 30), (140, 0), (140, 0)]
        assert [column.hands_won for column in match.columns] == [(2, 1), (2, 0), (2, 0)]
        assert match.totals == (3 * (140 + 100 + 2 * 20), 30 + 20)
        assert sum(line.points for line in match.bonuses) == 3 * 140 + 20


def test_totals_of_columns_during_a_match() -> None:
    variant = credits_game(match__columns=3, match__game_bonus=100)
    match = played(Match.start(variant, players=2), (0, SEVEN), (1, THREE), (0, SEVEN))
    assert [column.closed for column in match.columns] == [True, False, False]
    assert [line.points for line in match.columns[0].bonuses] == [100, 0]
    assert (match.over, match.totals, match.bonuses) == (False, (140 + 70, 30), ())
    assert match.next_round().round.context.totals == (210, 30)
    assert match.next_round().columns == match.columns


@pytest.mark.rule("GIN-MATCH-01")
@pytest.mark.parametrize("columns", [1, 3])
def test_a_match_of_gin_adds_up(columns: int) -> None:
    """Each column counts the hands that belong to it and adds its bonuses, and the loser of a hand deals."""
    options = {"columns": columns, "game_bonus": 100, "box_bonus": 25, "shutout": True}
    match = Match.start(with_options(variants.GIN, options), players=2, seed=1)
    bot, dealers = GreedyBot(), [match.next_dealer]
    while not match.over:
        while not match.round.over:
            match = match.play(bot.choose(match.round.view(match.round.player)))
        dealers.append(match.next_dealer)
        match = match if match.over else match.next_round()
    won: list[tuple[int, Any]] = []
    for score, dealer, following in zip(match.scores, dealers, dealers[1:], strict=False):
        assert following == (dealer if score.winner is None else 1 - score.winner)
        if score.winner is not None:
            won.append((score.winner, score.points(score.winner)))
    expected = [0, 0]
    winners: list[int] = []
    sums = [0, 0]
    for column in range(1, columns + 1):
        totals, boxes, wins = [0, 0], [0, 0], [0, 0]
        for who, points in won:
            wins[who] += 1
            if wins[who] >= column and max(totals) < 100:
                totals[who] += points
                boxes[who] += 1
        winner = totals.index(max(totals))
        winners.append(winner)
        sums = [sums[seat] + totals[seat] for seat in (0, 1)]
        expected = [expected[seat] + totals[seat] + 25 * boxes[seat] for seat in (0, 1)]
        expected[winner] += 100 if boxes[1 - winner] else 200
    assert match.winners == (sums.index(max(sums)),)
    assert match.totals == tuple(expected)
    assert [column.winners for column in match.columns] == [(winner,) for winner in winners] * (columns > 1)


def test_the_most_points_in_all_columns_win_the_match() -> None:
    """Totals decide, even if the other player has won more columns."""
    many = f"{SEVEN} T♠ 9♣ 9♦ 9♥ 8♣ 8♦ 8♥ 8♠"
    match = Match.start(credits_game(match__columns=3, match__target=70, match__game_bonus=100), players=2)
    match = played(match, (0, many), (1, SEVEN), (1, SEVEN))
    assert [column.totals for column in match.columns] == [(150, 0), (0, 70), (0, 70)]
    assert [column.winners for column in match.columns] == [(0,), (1,), (1,)]
    assert (match.over, match.winners, match.totals) == (True, (0,), (250, 340))
    assert [(each.rank, each.player) for each in match.standings] == [(1, 0), (2, 1)]
