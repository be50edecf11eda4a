"""The ends of matches, rankings, dealers, and the multiplier of the last hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.policies.results.columns import columns_of
from rami.policies.results.scores import RoundScore, ScoreLine
from rami.policies.slots.match_format import MatchFacts, MatchFormat, MatchVerdict

VOID = RoundScore(True, None, ())


def facts(*totals: int, points: tuple[int, ...] | None = None, **others: Any) -> MatchFacts:
    """Return the facts after a round with these totals; `points` are the scores of the round, which seat 0 won."""
    scored = points if points is not None else (0,) * len(totals)
    lines = tuple(ScoreLine(seat, each) for seat, each in enumerate(scored))
    score = others.pop("score", RoundScore(False, others.pop("winner", 0), lines))
    others.setdefault("playing", tuple(range(len(totals))))
    others.setdefault("hand", 1)
    return MatchFacts(score, seats=len(totals), totals=totals, **others)


def test_later_elimination_ranks_higher_whatever_the_total() -> None:
    knockout = MatchFormat(end="elimination", elimination_limit=101)
    verdict = knockout.verdict(facts(110, 102, 300, 105, 20, playing=(2, 4), eliminated=((1,), (0, 3))))
    assert verdict == MatchVerdict(True, (4,), (2,), 4, ((4,), (2,), (3,), (0,), (1,)))


def test_if_all_reach_the_limit_together_the_lowest_wins() -> None:
    knockout = MatchFormat(end="elimination", elimination_limit=101)
    verdict = knockout.verdict(facts(110, 102, 102, 500, playing=(0, 1, 2), eliminated=((3,),)))
    assert (verdict.over, verdict.winners, verdict.eliminated) == (True, (1, 2), (0, 1, 2))
    assert verdict.ranking == ((1, 2), (0,), (3,))


def credit(*points: int, winner: int | None) -> RoundScore:
    lines = tuple(ScoreLine(seat, each) for seat, each in enumerate(points))
    return RoundScore(winner is None, winner, lines, credit=True)


def test_a_player_without_credits_has_lost_the_round() -> None:
    rules = MatchFormat(end="first_to_target_wins", dealer_rotation="loser", dealer_after_void="same")
    assert rules.verdict(facts(30, 0, score=credit(14, 0, winner=0), dealer=0)).next_dealer == 1
    assert rules.verdict(facts(0, 30, score=credit(0, 0, winner=1), dealer=0)).next_dealer == 0
    assert rules.verdict(facts(0, 30, score=credit(0, 0, winner=None), dealer=1)).next_dealer == 1
    three = facts(14, 3, 0, score=credit(14, 3, 0, winner=0), dealer=0)
    assert rules.verdict(three).next_dealer == 2


SHUTOUT = credit(60, 0, winner=0)


def test_a_shutout_doubles_the_bonus_of_the_winner() -> None:
    rules = MatchFormat(end="first_to_target_wins", game_bonus=100, box_bonus=20, shutout_doubles=True)
    alone = rules.verdict(facts(120, 0, score=SHUTOUT, scores=(SHUTOUT, SHUTOUT)))
    assert alone.totals == (360, 0)
    assert [str(line) for line in alone.bonuses] == [
        "player 0: 240 (game bonus 100, shut-out x2, rounds won (2) 40)",
        "player 1: 0",
    ]
    without_points = (credit(0, 0, winner=1), credit(120, 0, winner=0))
    verdict = rules.verdict(facts(120, 0, score=without_points[1], scores=without_points))
    assert verdict.totals == (240, 20)


def test_a_shutout_adds_points() -> None:
    rules = MatchFormat(end="first_to_target_wins", shutout_bonus=100, box_bonus=20)
    alone = rules.verdict(facts(120, 0, score=SHUTOUT, scores=(SHUTOUT, SHUTOUT)))
    assert alone.totals == (260, 0)
    assert [str(line) for line in alone.bonuses] == [
        "player 0: 140 (shut-out 100, rounds won (2) 40)",
        "player 1: 0",
    ]
    both = attrs.evolve(rules, game_bonus=50, shutout_doubles=True, box_bonus=None)
    assert both.verdict(facts(120, 0, score=SHUTOUT, scores=(SHUTOUT,))).totals == (320, 0)
    without_points = (credit(0, 0, winner=1), credit(120, 0, winner=0))
    assert rules.verdict(facts(120, 0, score=without_points[1], scores=without_points)).totals == (140, 20)
    tied = attrs.evolve(rules, end="hands", hands=1)
    assert tied.verdict(facts(40, 40, score=credit(0, 0, winner=0))).totals == (60, 40)


def test_columns_name_their_bonuses() -> None:
    rules = MatchFormat(end="first_to_target_wins", columns=3, game_bonus=100, box_bonus=20)
    history = (credit(0, 7, winner=1), *[credit(50, 0, winner=0)] * 4)
    verdict = rules.verdict(facts(200, 7, score=history[-1], scores=history))
    assert verdict.over
    assert [column.totals for column in verdict.columns] == [(100, 7), (100, 0), (100, 0)]
    assert verdict.totals == (300 + 300 + 6 * 20, 7 + 20)
    assert str(verdict.bonuses[1]) == "player 1: 20 (rounds won (1) 20 in column 1)"
    assert str(verdict.columns[2].bonuses[0]) == (
        "player 0: 140 (game bonus 100 in column 3, rounds won (2) 40 in column 3)"
    )


@pytest.mark.parametrize(
    "rules",
    [
        MatchFormat(),
        MatchFormat(end="first_to_target_wins"),
        MatchFormat(end="elimination", elimination_limit=100),
        MatchFormat(end="hands", hands=1),
        MatchFormat(end="contracts"),
        MatchFormat(end="first_to_target_wins", game_bonus=100, box_bonus=20),
        MatchFormat(end="first_to_target_wins", columns=3),
    ],
)
def test_a_void_round_decides_nothing(rules: MatchFormat) -> None:
    void = attrs.evolve(VOID, completed=(1, 0))
    verdict = rules.verdict(facts(150, 0, score=void, contracts=(3, 3), contracts_total=2))
    assert (verdict.over, verdict.winners, verdict.eliminated) == (False, (), ())
    assert rules.end != "contracts" or verdict.ranking == ((0, 1),)
    assert (verdict.totals, verdict.bonuses) == ((0, 0) if rules.columns == 3 else None, ())


def test_the_loser_of_the_round_may_deal() -> None:
    rotation = MatchFormat(dealer_rotation="loser")
    assert rotation.verdict(facts(9, 9, 9, 9, points=(0, 7, 30, 8))).next_dealer == 2
    level: dict[str, Any] = {"points": (0, 30, 8, 30), "winner": 0}
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=0, **level)).next_dealer == 1
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=1, **level)).next_dealer == 3
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=0, step=-1, **level)).next_dealer == 3
    assert rotation.verdict(facts(0, 0, points=(0, 0), dealer=1, winner=0)).next_dealer == 1


def test_departed_players_do_not_deal() -> None:
    knockout: dict[str, Any] = {"end": "elimination", "elimination_limit": 101}
    after = facts(0, 101, 50, 7, points=(0, 90, 9, 7), dealer=0)
    assert MatchFormat(**knockout).verdict(after).next_dealer == 2
    assert MatchFormat(**knockout, dealer_rotation="loser").verdict(after).next_dealer == 2
    gone = facts(0, 50, 200, 7, dealer=1, playing=(0, 1, 3), eliminated=((2,),))
    assert MatchFormat(**knockout).verdict(gone).next_dealer == 3


FORMATS = st.builds(
    MatchFormat,
    end=st.sampled_from(["until", "first_to_target_wins", "elimination", "hands", "contracts"]),
    target=st.just(100),
    elimination_limit=st.just(101),
    hands=st.just(3),
    dealer_rotation=st.sampled_from(["next", "winner", "loser", "alternate"]),
    dealer_after_void=st.sampled_from(["next", "same"]),
)


@st.composite
def any_facts(draw: st.DrawFn) -> MatchFacts:
    """Return any state after a round."""
    seats = draw(st.integers(2, 6))
    order = draw(st.permutations(range(seats)))
    staying = draw(st.integers(2, seats))
    playing = tuple(sorted(order[:staying]))
    winner = draw(st.sampled_from([*playing, None]))
    points = [0 if seat == winner or winner is None else draw(st.integers(0, 120)) for seat in playing]
    lines = tuple(ScoreLine(seat, each) for seat, each in zip(playing, points, strict=True))
    completed = tuple(draw(st.lists(st.sampled_from(playing), unique=True)))
    return MatchFacts(
        RoundScore(winner is None, winner, lines, credit=draw(st.booleans()), completed=completed),
        hand=draw(st.integers(1, 3)),
        seats=seats,
        playing=playing,
        totals=tuple(draw(st.lists(st.integers(0, 220), min_size=seats, max_size=seats))),
        eliminated=tuple((seat,) for seat in order[staying:]),
        dealer=draw(st.sampled_from(playing)),
        step=draw(st.sampled_from([1, -1])),
        contracts=tuple(1 + draw(st.integers(0, 2)) + (seat in completed) for seat in range(seats)),
        contracts_total=3,
    )


@given(FORMATS, any_facts())
def test_every_verdict_is_consistent(rules: MatchFormat, after: MatchFacts) -> None:
    verdict = rules.verdict(after)
    ranked = [seat for group in verdict.ranking for seat in group]
    assert sorted(ranked) == list(range(after.seats))
    assert bool(verdict.winners) == verdict.over
    assert not verdict.over or verdict.winners == verdict.ranking[0]
    assert verdict.over or verdict.next_dealer in set(after.playing) - set(verdict.eliminated)
    assert verdict.over or len(set(after.playing) - set(verdict.eliminated)) > 1
    for group in verdict.ranking:
        counted = after.contracts if rules.end == "contracts" else after.totals
        assert len({counted[seat] for seat in group}) == 1
        assert list(group) == sorted(group)


def test_an_extra_hand_is_for_matches_that_the_leader_wins() -> None:
    score = RoundScore(False, 0, (ScoreLine(0, 60), ScoreLine(1, 70), ScoreLine(2, 0)), credit=True)
    level = MatchFacts(score, 3, 3, (0, 1, 2), (510, 510, 300))
    first = MatchFormat(end="first_to_target_wins", target=500, lowest_tie="extra_hand")
    assert first.verdict(level).winners == (0, 1)
    assert not MatchFormat(end="hands", hands=1, lowest_tie="extra_hand").verdict(level).over


def test_rounds_without_a_winner_count_in_no_column() -> None:
    won, undecided = credit(30, 0, winner=0), RoundScore(False, None, (ScoreLine(0, 50),))
    called_off = RoundScore(True, 0, (ScoreLine(0, 50),))
    found = columns_of([VOID, called_off, won, undecided], seats=2, count=3, target=100)
    assert found == columns_of([won], seats=2, count=3, target=100)
    assert columns_of([credit(500, 0, winner=0)], 2, 3, target=None)[0].winners == ()
