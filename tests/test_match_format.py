"""Ends of matches, rankings, dealers and the multiplier of the last hand."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami.errors import InvalidVariant, Reason
from rami.policies.match_format import MatchFacts, MatchFormat, MatchVerdict
from rami.policies.scores import RoundScore, ScoreLine

VOID = RoundScore(True, None, ())


def facts(*totals: int, points: tuple[int, ...] | None = None, **others: Any) -> MatchFacts:
    """After a round with these totals; `points` are the scores of that round, the winner is the one with 0."""
    scored = points if points is not None else (0,) * len(totals)
    lines = tuple(ScoreLine(seat, each) for seat, each in enumerate(scored))
    score = others.pop("score", RoundScore(False, others.pop("winner", 0), lines))
    others.setdefault("playing", tuple(range(len(totals))))
    others.setdefault("hand", 1)
    return MatchFacts(score, seats=len(totals), totals=totals, **others)


@pytest.mark.rule("R51-MATCH-01")
def test_the_round_that_brings_anybody_to_the_target_is_the_last() -> None:
    until = MatchFormat()
    assert not until.verdict(facts(99, 0, 40)).over
    verdict = until.verdict(facts(100, 0, 40))
    assert (verdict.over, verdict.winners, verdict.ranking) == (True, (1,), ((1,), (2,), (0,)))
    assert MatchFormat(target=500).verdict(facts(499, 320, 410)).winners == ()


def test_equal_lowest_totals_share_the_win() -> None:
    verdict = MatchFormat(target=500).verdict(facts(512, 300, 300))
    assert (verdict.winners, verdict.ranking) == ((1, 2), ((1, 2), (0,)))


@pytest.mark.rule("R51-MATCH-01")
def test_the_literal_reading_lets_the_target_win() -> None:
    literal = MatchFormat(end="first_to_target_wins")
    assert not literal.verdict(facts(99, 0)).over
    verdict = literal.verdict(facts(104, 0))
    assert (verdict.over, verdict.winners, verdict.ranking) == (True, (0,), ((0,), (1,)))


def test_elimination_at_the_limit() -> None:
    knockout = MatchFormat(end="elimination", target=None, elimination_limit=101)
    verdict = knockout.verdict(facts(101, 100, 50))
    assert (verdict.over, verdict.eliminated, verdict.winners) == (False, (0,), ())
    assert verdict.ranking == ((2,), (1,), (0,))
    verdict = knockout.verdict(facts(150, 101, 50))
    assert (verdict.over, verdict.eliminated, verdict.winners) == (True, (0, 1), (2,))


def test_later_elimination_ranks_higher_whatever_the_total() -> None:
    knockout = MatchFormat(end="elimination", elimination_limit=101)
    verdict = knockout.verdict(facts(110, 102, 300, 105, 20, playing=(2, 4), eliminated=((1,), (0, 3))))
    assert verdict == MatchVerdict(True, (4,), (2,), 4, ((4,), (2,), (3,), (0,), (1,)))


def test_if_all_reach_the_limit_together_the_lowest_wins() -> None:
    knockout = MatchFormat(end="elimination", elimination_limit=101)
    verdict = knockout.verdict(facts(110, 102, 102, 500, playing=(0, 1, 2), eliminated=((3,),)))
    assert (verdict.over, verdict.winners, verdict.eliminated) == (True, (1, 2), (0, 1, 2))
    assert verdict.ranking == ((1, 2), (0,), (3,))


def test_a_fixed_number_of_hands() -> None:
    fixed = MatchFormat(end="hands", hands=3)
    assert not fixed.verdict(facts(900, 10, hand=2)).over
    assert fixed.verdict(facts(900, 10, hand=3)).winners == (1,)


@pytest.mark.rule("MILLE-01")
def test_only_the_last_of_a_fixed_number_of_hands_is_multiplied() -> None:
    session = MatchFormat(end="hands", hands=4, final_hand_multiplier=1000)
    assert [session.multiplier(number) for number in (1, 2, 3, 4)] == [1, 1, 1, 1000]
    assert MatchFormat(hands=4).multiplier(4) == 1


@pytest.mark.parametrize(
    "rules",
    [
        MatchFormat(),
        MatchFormat(end="first_to_target_wins"),
        MatchFormat(end="elimination", elimination_limit=100),
        MatchFormat(end="hands", hands=1),
    ],
)
def test_a_void_round_decides_nothing(rules: MatchFormat) -> None:
    verdict = rules.verdict(facts(150, 0, score=VOID))
    assert (verdict.over, verdict.winners, verdict.eliminated) == (False, (), ())


@pytest.mark.rule("R51-DEAL-06")
@pytest.mark.parametrize("dealer, step, expected", [(0, 1, 1), (3, 1, 0), (0, -1, 3), (2, -1, 1)])
def test_the_deal_goes_round_in_the_order_of_play(dealer: int, step: Any, expected: int) -> None:
    verdict = MatchFormat().verdict(facts(1, 2, 3, 4, dealer=dealer, step=step))
    assert verdict.next_dealer == expected
    assert MatchFormat(dealer_rotation="alternate").verdict(facts(1, 2, dealer=1)).next_dealer == 0


def test_the_winner_may_deal() -> None:
    rotation = MatchFormat(dealer_rotation="winner")
    assert rotation.verdict(facts(1, 2, 3, 4, dealer=1, winner=3)).next_dealer == 3


def test_the_loser_of_the_round_may_deal() -> None:
    rotation = MatchFormat(dealer_rotation="loser")
    assert rotation.verdict(facts(9, 9, 9, 9, points=(0, 7, 30, 8))).next_dealer == 2
    level: dict[str, Any] = {"points": (0, 30, 8, 30), "winner": 0}
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=0, **level)).next_dealer == 1
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=1, **level)).next_dealer == 3
    assert rotation.verdict(facts(9, 9, 9, 9, dealer=0, step=-1, **level)).next_dealer == 3
    assert rotation.verdict(facts(0, 0, points=(0, 0), dealer=1, winner=0)).next_dealer == 1


@pytest.mark.parametrize("rotation", ["next", "winner", "loser", "alternate"])
def test_the_dealer_after_a_void_round(rotation: Any) -> None:
    void = facts(9, 9, 9, score=VOID, dealer=2)
    assert MatchFormat(dealer_rotation=rotation).verdict(void).next_dealer == 0
    same = MatchFormat(dealer_rotation=rotation, dealer_after_void="same")
    assert same.verdict(void).next_dealer == 2


def test_who_has_left_does_not_deal() -> None:
    knockout: dict[str, Any] = {"end": "elimination", "elimination_limit": 101}
    after = facts(0, 101, 50, 7, points=(0, 90, 9, 7), dealer=0)
    assert MatchFormat(**knockout).verdict(after).next_dealer == 2
    assert MatchFormat(**knockout, dealer_rotation="loser").verdict(after).next_dealer == 2
    gone = facts(0, 50, 200, 7, dealer=1, playing=(0, 1, 3), eliminated=((2,),))
    assert MatchFormat(**knockout).verdict(gone).next_dealer == 3


FORMATS = st.builds(
    MatchFormat,
    end=st.sampled_from(["until", "first_to_target_wins", "elimination", "hands"]),
    target=st.just(100),
    elimination_limit=st.just(101),
    hands=st.just(3),
    dealer_rotation=st.sampled_from(["next", "winner", "loser", "alternate"]),
    dealer_after_void=st.sampled_from(["next", "same"]),
)


@st.composite
def any_facts(draw: st.DrawFn) -> MatchFacts:
    """Any state after a round."""
    seats = draw(st.integers(2, 6))
    order = draw(st.permutations(range(seats)))
    staying = draw(st.integers(2, seats))
    playing = tuple(sorted(order[:staying]))
    winner = draw(st.sampled_from([*playing, None]))
    points = [0 if seat == winner or winner is None else draw(st.integers(0, 120)) for seat in playing]
    lines = tuple(ScoreLine(seat, each) for seat, each in zip(playing, points, strict=True))
    return MatchFacts(
        RoundScore(winner is None, winner, lines),
        hand=draw(st.integers(1, 3)),
        seats=seats,
        playing=playing,
        totals=tuple(draw(st.lists(st.integers(0, 220), min_size=seats, max_size=seats))),
        eliminated=tuple((seat,) for seat in order[staying:]),
        dealer=draw(st.sampled_from(playing)),
        step=draw(st.sampled_from([1, -1])),
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
        assert len({after.totals[seat] for seat in group}) == 1
        assert list(group) == sorted(group)


def test_a_format_is_a_value() -> None:
    made = MatchFormat(end="hands", hands=5, final_hand_multiplier=1000)
    assert repr(made) == "MatchFormat(end='hands', hands=5, final_hand_multiplier=1000)"
    assert pickle.loads(pickle.dumps(made)) == made
    assert hash(made) == hash(MatchFormat(end="hands", hands=5, final_hand_multiplier=1000))


@pytest.mark.parametrize(
    "options, code",
    [
        ({"target": 0}, Reason.OPTION_VALUE),
        ({"target": "100"}, Reason.OPTION_VALUE),
        ({"first_dealer": -1}, Reason.OPTION_VALUE),
        ({"first_dealer": "oldest"}, Reason.OPTION_VALUE),
        ({"final_hand_multiplier": 1.5}, Reason.OPTION_VALUE),
        ({"turn_cap": 0}, Reason.OPTION_VALUE),
        ({"end": "contracts"}, Reason.OPTION_RESERVED),
        ({"lowest_tie": "extra_hand"}, Reason.OPTION_RESERVED),
        ({"final_hand_stake": 1000}, Reason.OPTION_RESERVED),
        ({"teams": True}, Reason.OPTION_RESERVED),
    ],
)
def test_values_that_are_refused(options: dict[str, Any], code: Reason) -> None:
    with pytest.raises(InvalidVariant) as caught:
        MatchFormat(**options)
    assert [violation.code for violation in caught.value.violations] == [code]
