"""Columns against a plain restatement of how one stream of hands feeds them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.policies.results.columns import Column, columns_of
from rami.policies.results.scores import RoundScore, ScoreLine
from rami.policies.slots.match_format import MatchFacts, MatchFormat

TARGET = 100
Hands = list[tuple[int, int]]
"""The winner and the points of each hand."""

HANDS: st.SearchStrategy[Hands] = st.lists(
    st.tuples(st.sampled_from([0, 1]), st.one_of(st.integers(0, 60), st.integers(95, 130))), max_size=25
)


def score(winner: int, points: int) -> RoundScore:
    return RoundScore(False, winner, (ScoreLine(winner, points), ScoreLine(1 - winner, 0)), credit=True)


def columns(hands: Hands, count: int = 3) -> tuple[Column, ...]:
    return columns_of([score(*hand) for hand in hands], seats=2, count=count, target=TARGET)


def restated(hands: Hands, count: int = 3) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Totals and won hands of each column, by what "counts in" and "closed" mean and nothing else."""

    @cache
    def total(column: int, player: int, before: int) -> int:
        return sum(
            points
            for hand, (who, points) in enumerate(hands[:before])
            if who == player and counts(column, hand)
        )

    @cache
    def closed(column: int, before: int) -> bool:
        return max(total(column, 0, before), total(column, 1, before)) >= TARGET

    @cache
    def counts(column: int, hand: int) -> bool:
        if closed(column, hand):
            return False
        nth = sum(who == hands[hand][0] for who, _ in hands[: hand + 1])
        return nth >= column or all(closed(earlier, hand) for earlier in range(1, column))

    return [
        (
            (total(column, 0, len(hands)), total(column, 1, len(hands))),
            tuple(
                sum(who == player and counts(column, hand) for hand, (who, _) in enumerate(hands))
                for player in (0, 1)
            ),
        )
        for column in range(1, count + 1)
    ]


@given(HANDS, st.sampled_from([1, 2, 3, 4]))
def test_columns_agree_with_the_restatement(hands: Hands, count: int) -> None:
    assert [(column.totals, column.hands_won) for column in columns(hands, count)] == restated(hands, count)


@given(HANDS)
def test_a_column_is_won_by_the_player_with_the_target(hands: Hands) -> None:
    for column in columns(hands):
        assert column.closed == (max(column.totals) >= TARGET) == bool(column.winners)
        assert all(column.totals[seat] >= TARGET for seat in column.winners)
        assert len(column.winners) <= 1


@given(HANDS)
def test_a_closed_column_takes_no_more_entries(hands: Hands) -> None:
    for before, after in zip(columns(hands[:-1]), columns(hands), strict=True):
        assert not before.closed or before == after


@given(HANDS)
def test_later_columns_close_later(hands: Hands) -> None:
    closed = [column.closed for column in columns(hands)]
    assert closed == sorted(closed, reverse=True)


@pytest.mark.rule("GIN-MATCH-01")
def test_wins_of_one_player() -> None:
    assert [column.totals for column in columns([(0, 25), (0, 18), (0, 36)])] == [(79, 0), (54, 0), (36, 0)]


def test_wins_are_counted_for_each_player() -> None:
    found = columns([(0, 25), (1, 10), (0, 18), (1, 20)])
    assert [column.totals for column in found] == [(43, 30), (18, 20), (0, 0)]
    assert [column.hands_won for column in found] == [(2, 2), (1, 1), (0, 0)]


def test_a_player_who_was_shut_out_starts_in_the_next_open_column() -> None:
    first_closed: Hands = [(0, 60), (0, 60)]
    assert [column.totals for column in columns([*first_closed, (1, 10)])] == [(120, 0), (60, 10), (0, 0)]
    assert [column.totals for column in columns([*first_closed, (1, 10), (1, 20)])][1:] == [(60, 30), (0, 0)]
    third = columns([*first_closed, (1, 10), (1, 20), (1, 30)])
    assert [column.totals for column in third] == [(120, 0), (60, 60), (0, 30)]
    two_closed = columns([*first_closed, (0, 60), (1, 10)])
    assert [column.totals for column in two_closed] == [(120, 0), (120, 0), (60, 10)]
    one_entry = columns([(1, 5), *first_closed, (0, 60), (1, 10)])
    assert [column.totals for column in one_entry] == [(120, 5), (120, 0), (60, 10)]


def test_rounds_without_a_winner_count_nowhere() -> None:
    void, undecided = RoundScore(True, None, ()), RoundScore(False, None, (ScoreLine(0, 50),))
    called_off = RoundScore(True, 0, (ScoreLine(0, 50),))
    found = columns_of([void, called_off, score(0, 30), undecided], seats=2, count=3, target=TARGET)
    assert found == columns([(0, 30)])
    assert columns_of([score(0, 500)], 2, 3, target=None)[0].winners == ()


@pytest.mark.rule("GIN-MATCH-01")
@given(HANDS)
def test_a_match_in_columns(hands: Hands) -> None:
    rules = MatchFormat(
        end="first_to_target_wins",
        target=TARGET,
        columns=3,
        game_bonus=100,
        box_bonus=20,
        shutout_doubles=True,
    )
    plain = [0, 0]
    history: list[RoundScore] = []
    for number, (winner, points) in enumerate(hands, 1):
        plain[winner] += points
        history.append(score(winner, points))
        facts = MatchFacts(
            history[-1],
            hand=number,
            seats=2,
            playing=(0, 1),
            totals=(plain[0], plain[1]),
            scores=tuple(history),
        )
        verdict = rules.verdict(facts)
        expected = restated(hands[:number])
        sums = [sum(totals[seat] for totals, _ in expected) for seat in (0, 1)]
        best = tuple(seat for seat in (0, 1) if sums[seat] == max(sums))
        over = all(max(totals) >= TARGET for totals, _ in expected)
        assert (verdict.over, verdict.ranking[0]) == (over, best)
        assert verdict.winners == (best if over else ())
        assert [(column.totals, column.hands_won) for column in verdict.columns] == expected
        assert verdict.totals is not None
        for seat in (0, 1):
            extra = 0
            for totals, won in expected:
                if max(totals) < TARGET:
                    continue
                extra += 20 * won[seat]
                if totals[seat] >= TARGET:
                    extra += 200 if won[1 - seat] == 0 else 100
            closed = [column for column in verdict.columns if column.closed]
            assert sum(column.bonuses[seat].points for column in closed) == extra
            assert verdict.totals[seat] == sums[seat] + (extra if over else 0)
            if over:
                line = verdict.bonuses[seat]
                assert (line.player, line.points) == (seat, extra)
                assert sum(reason.points for reason in line.reasons) == extra
        assert over or not verdict.bonuses
        if over:
            break
