"""Scores of rounds: values of hands, fixed charges, factors, rounding, and reasons that add up to the points."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.depth import enough, numbers, shorter
from tests.support.presets import PRESETS
from tests.support.refusals import codes_of, refusal

from rami import play_match, variants
from rami.bots import GreedyBot
from rami.cards import JOKER, Card, Cards
from rami.errors import InvalidSetup, RamiError, Reason
from rami.locales import languages, text
from rami.policies.results.outcomes import KnockFact, Outcome, RoundFacts
from rami.policies.results.scores import STEPS, RoundScore, ScoreLine, ScoreReason, exact
from rami.policies.results.seats import Seat, seats_of
from rami.policies.slots.equipment import Equipment
from rami.policies.slots.scoring import Scoring

CLASSIC = variants.CLASSIC_51.scoring


def changed(**changes: Any) -> Scoring:
    """Return the scores of Classic 51 with some options changed."""
    return attrs.evolve(CLASSIC, **changes)


DOUBLING = changed(joker_hand_value="double", all_at_once_factors=(1,), joker_finish=None)
SCALE = changed(ace_hand_value=10, all_at_once_factors=(2, 1.5, 1), joker_finish=None)


def end(*losers: str, unopened: tuple[int, ...] = (), **facts: Any) -> RoundFacts:
    """Return a round in which seat 0 has gone out, and the others hold these cards."""
    hands = (Cards(), *map(Cards, losers))
    opened = tuple(seat not in unopened for seat in range(len(hands)))
    closer_had = not facts.get("all_at_once", False)
    facts = {"winner": 0, "opened_before": (closer_had, *opened[1:]), **facts}
    others = {name: facts.pop(name) for name in ("multiplier", "equipment") if name in facts}
    return RoundFacts(
        outcome=Outcome(**facts), hands=hands, seats=seats_of(len(hands), opened=opened), **others
    )


def points(scoring: Scoring, *losers: str, **facts: Any) -> list[Any]:
    """Return the scores of the losers, in order of seats."""
    return [line.points for line in scoring.score(end(*losers, **facts)).lines[1:]]


@pytest.mark.rule("R51-SCORE-07", "R51-RSEC-01")
def test_all_at_once_before_anybody_else_is_called_rami_sec() -> None:
    def why(score: RoundScore) -> list[str]:
        return [reason["why"] for line in score.lines for reason in line.reasons if reason.code == "factor"]

    alone = end("T♠", "9♦", unopened=(1, 2), all_at_once=True)
    late = end("T♠", "9♦", unopened=(1,), all_at_once=True)
    assert why(CLASSIC.score(alone)) == ["rami_sec", "rami_sec"]
    assert why(CLASSIC.score(late)) == ["all_at_once", "all_at_once"]
    assert points(CLASSIC, "T♠", "9♦", unopened=(1, 2), all_at_once=True) == [200, 200]


def test_factors_below_half_round_down() -> None:
    scoring = changed(all_at_once_factors=(1.2,), joker_finish=None)
    assert points(scoring, "7♠", "3♠", all_at_once=True) == [8, 4]


def test_jokers_may_double_the_hand() -> None:
    assert points(DOUBLING, "A♠ 9♦ *", "A♠ 9♦ * *", "*", "A♠ 9♦") == [40, 40, 0, 20]
    each = attrs.evolve(DOUBLING, double_per_joker=True, joker_base=20)
    assert points(each, "A♠ 9♦ *", "A♠ 9♦ * *", "*") == [80, 240, 40]
    assert points(each, "A♠ 9♦ * * *") == [640]


def test_courts_have_the_value_of_the_equipment() -> None:
    assert points(CLASSIC, "K♠ T♠", equipment=Equipment(court_value=5)) == [15]
    courts = Equipment(court_value=3)
    assert CLASSIC.hand_value(Card("Q♠"), courts) == 3
    assert CLASSIC.card_values(courts) == (*(11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 3, 3) * 4, 20)
    assert DOUBLING.card_values()[-1] == 0


def test_the_text_shows_the_computation() -> None:
    score = CLASSIC.score(end("9♦ T♠", "K♠", unopened=(2,), all_at_once=True, multiplier=10))
    assert str(score).splitlines() == [
        "player 0: 0 (went out 0, last round x10)",
        "player 1: 380 (9♦ 9, 10♠ 10, all at once x2, last round x10)",
        "player 2: 2000 (not opened 100, all at once x2, last round x10)",
    ]
    joker = CLASSIC.score(end("9♦", unopened=(1,), all_at_once=True, final_discard=JOKER))
    assert (
        str(joker.lines[1])
        == "player 1: 400 (not opened 100, all at once with a joker before anybody else melded x4)"
    )
    assert str(ScoreReason("fine for talking", 5)) == "fine for talking 5"
    assert str(SCALE.score(end("5♠", all_at_once=True, wilds_placed=1)).lines[1]) == (
        "player 1: 8 (5♠ 5, all at once x3/2, rounding 1/2)"
    )


HANDS = st.lists(st.sampled_from([Card.from_id(number) for number in range(53)]), max_size=14).map(Cards)
FACTORS: st.SearchStrategy[int | float | str | Fraction] = st.one_of(
    st.integers(1, 5), st.sampled_from([1.5, "3/2", 0.1, Fraction(7, 3), "2.25"])
)
FLATS = st.one_of(st.none(), st.integers(0, 300))


@st.composite
def scorings(draw: st.DrawFn) -> Scoring:
    """Return any scoring that may be made."""
    doubles = draw(st.booleans())
    flat = draw(FLATS)
    common: dict[str, Any] = {
        "ace_hand_value": draw(st.integers(0, 20)),
        "joker_hand_value": "double" if doubles else draw(st.integers(0, 60)),
        "double_per_joker": doubles and draw(st.booleans()),
        "joker_base": draw(st.integers(0, 30)) if doubles else 0,
        "unopened_flat": flat,
        "flat_multiplied": flat is None or draw(st.booleans()),
        "all_at_once_flat": draw(FLATS),
        "rounding": draw(st.sampled_from(["half_up", "floor", "exact"])),
        "winner_score": draw(st.integers(-50, 0)),
    }
    if draw(st.booleans()):
        dry: dict[str, Any] = {
            "all_at_once_factors": (1,),
            "joker_finish": None,
            "dry_flat": draw(st.integers(0, 300)),
            "dry_when": draw(st.sampled_from(["nobody_laid", "nobody_else_laid"])),
        }
        return Scoring(**common, **dry)
    return Scoring(
        **common,
        all_at_once_factors=tuple(draw(st.lists(FACTORS, min_size=1, max_size=4))),
        double_on=draw(st.sampled_from(["all_at_once", "rami_sec_only"])),
        all_at_once_help=draw(st.booleans()),
        joker_finish="discard",
        joker_finish_factor=draw(FACTORS),
        joker_finish_any_factor=draw(st.one_of(st.none(), FACTORS)),
    )


@st.composite
def ends(draw: st.DrawFn) -> RoundFacts:
    """Return any end of a round."""
    seats = draw(st.integers(2, 5))
    playing = tuple(sorted(draw(st.sets(st.integers(0, seats - 1), min_size=2))))
    winner = draw(st.sampled_from([*playing, None]))
    all_at_once = winner is not None and draw(st.booleans())
    flags = st.lists(st.booleans(), min_size=seats, max_size=seats)
    opened = [seat == winner or flag for seat, flag in enumerate(draw(flags))]
    before = [flag and not (seat == winner and all_at_once) for seat, flag in enumerate(opened)]
    hands = tuple(Cards() if seat == winner else draw(HANDS) for seat in range(seats))
    return RoundFacts(
        outcome=Outcome(
            winner=winner,
            all_at_once=all_at_once,
            helped=draw(st.booleans()),
            wilds_placed=draw(st.integers(0, 4)),
            final_discard=draw(st.sampled_from([None, JOKER, Card("9♠")])),
            opened_before=before,
        ),
        hands=hands,
        playing=playing,
        seats=seats_of(seats, opened=opened),
        multiplier=draw(st.sampled_from([1, 2, 1000])),
    )


@given(scorings(), ends())
def test_reasons_add_up_and_multiply_up(scoring: Scoring, facts: RoundFacts) -> None:
    score = scoring.score(facts)
    assert score.void == (facts.outcome.winner is None)
    assert tuple(line.player for line in score.lines) == facts.playing
    for line in score.lines:
        assert line.points == exact(sum(reason.points for reason in line.reasons))
        total: int | Fraction = 0
        for reason in line.reasons:
            listed_with_parameters(reason)
            factor = dict(reason.params).get("factor")
            total = total + reason.points if factor is None else total * Fraction(factor)
        assert total == line.points
        assert type(line.points) is int or scoring.rounding == "exact"


@given(scorings(), ends())
def test_each_loser_has_one_base(scoring: Scoring, facts: RoundFacts) -> None:
    for line in scoring.score(facts).lines if facts.outcome.winner is not None else ():
        codes = [reason.code for reason in line.reasons]
        cards = [Card(reason["card"]) for reason in line.reasons if reason.code == "card"]
        flats = [code for code in codes if code in {"flat", "dry_flat", "all_at_once_flat", "winner"}]
        if flats:
            assert (len(flats), codes[0], cards) == (1, flats[0], [])
        else:
            assert Cards(cards) == facts.hands[line.player]


def test_factors_are_kept_exactly() -> None:
    scoring = Scoring(all_at_once_factors=[2.0, 1.1, "1.5", "7/3"], joker_finish_factor=2.5)  # type: ignore[arg-type]  # meant
    assert scoring.all_at_once_factors == (2, Fraction(11, 10), Fraction(3, 2), Fraction(7, 3))
    assert scoring.joker_finish_factor == Fraction(5, 2)
    assert type(scoring.all_at_once_factors[0]) is int


@pytest.mark.parametrize(
    ("points", "steps"), [(5, [3]), (0, [3]), (Fraction(7, 2), [3, Fraction(1, 3)]), (20, [30, -11])]
)
def test_reasons_that_do_not_add_up_are_refused(points: Any, steps: list[Any]) -> None:
    reasons = [ScoreReason("flat", each) for each in steps]
    (wrong,) = refusal(RamiError, ScoreLine, 1, points, reasons).violations
    assert (wrong.code, wrong["player"]) == (Reason.SCORE_SUM, 1)
    assert ScoreLine(1, sum(steps), reasons).points == sum(steps)


HOARDING = {"en": "hoarding {points}, {count:card|cards}", "fr": "avarice {points}, {count:carte|cartes}"}


def test_a_step_of_a_custom_policy_brings_its_sentences() -> None:
    own = ScoreReason("hoarding", 25, {"count": 6}, sentences=HOARDING)
    assert str(own) == "hoarding 25, 6 cards"
    assert text(own, "fr") == "avarice 25, 6 cartes"
    assert text(own, "ar") == "hoarding 25, 6 cards"
    assert text(ScoreLine(1, 25, [own]), "fr") == "joueur 1\u00a0: 25 (avarice 25, 6 cartes)"
    assert own == ScoreReason("hoarding", 25, {"count": 6})
    assert dict(eval(repr(own)).sentences) == HOARDING
    assert str(ScoreReason("house_fine", 3)) == text(ScoreReason("house_fine", 3), "fr") == "house fine 3"


@pytest.mark.parametrize("code", [*STEPS, "own"])
@pytest.mark.parametrize("lang", languages())
def test_a_step_without_its_parameters_has_a_text(code: str, lang: str) -> None:
    for params in ({}, {"why": "unheard_of"}, {"factor": "much"}, {"joker_finish": True}, {"factor": None}):
        reason = ScoreReason(code, 3, params)
        assert text(reason, lang)
        assert str(reason)
        assert str(ScoreLine(0, 3, [reason]))


def test_the_sentence_of_a_step_names_parameters_that_are_listed() -> None:
    for english, names in STEPS.values():
        assert set(re.findall(r"\{(\w+)", english)) <= {"points", *names}
        assert [*names] == sorted(names)


def test_the_parameters_of_steps_are_those_that_are_listed() -> None:
    games = [variants.GIN.with_(match={"columns": 3, "target": 10, "game_bonus": 100, "box_bonus": 20})]
    games += PRESETS
    met: set[str] = set()
    for game in games:
        for seed in numbers(10):
            match = play_match(game, GreedyBot(), seed=seed, rounds=shorter(3))
            scores = [line for score in match.scores for line in score.lines]
            for reason in (each for line in (*scores, *match.bonuses) for each in line.reasons):
                listed_with_parameters(reason)
                met.add(reason.code)
    assert len(met) >= enough(15)


def listed_with_parameters(reason: ScoreReason) -> None:
    """Check that the list of steps has a step with all its parameters."""
    assert {name for name, _ in reason.params} <= set(STEPS[reason.code][1])


def reasons_against(**facts: Any) -> list[str]:
    """Return the codes against the facts of a round between two players."""
    given: dict[str, Any] = {"outcome": Outcome(winner=0), "hands": ["", "9♦ K♥"], **facts}
    return codes_of(InvalidSetup, RoundFacts, **given)


@pytest.mark.parametrize(
    "facts,reasons",
    [
        ({"outcome": Outcome(winner=5)}, ["not_a_seat"]),
        ({"hands": [""]}, ["wrong_count"]),
        ({"hands": 7}, ["not_a_collection"]),
        ({"hands": ["", "9♦", "K♥"], "playing": (1, 2)}, ["seat_not_playing"]),
        ({"playing": (0, 0)}, ["seats_repeated"]),
        ({"seats": (Seat(),)}, ["wrong_count"]),
        ({"seats": ("yes", "no")}, ["wrong_type"]),
        ({"seats": 7}, ["not_a_collection"]),
        ({"outcome": Outcome(winner=0, opened_before=(True,))}, ["wrong_count"]),
        ({"outcome": "won"}, ["wrong_type"]),
        ({"knock": KnockFact(3, "gin"), "outcome": Outcome(deadwood=["", "9♦"])}, ["not_a_seat"]),
        ({"knock": KnockFact(0, "gin"), "outcome": Outcome(winner=0, deadwood=["9♦"])}, ["wrong_count"]),
        ({"multiplier": 0}, ["too_small"]),
        ({"equipment": 10}, ["wrong_type"]),
    ],
    ids=str,
)
def test_facts_of_a_round_are_checked(facts: dict[str, Any], reasons: list[str]) -> None:
    assert reasons_against(**facts) == reasons


def test_a_round_is_scored_from_hands_as_text() -> None:
    score = CLASSIC.score(RoundFacts(outcome=Outcome(winner=0), hands=["", "9♦ K♥"]))
    assert [line.points for line in score.lines] == [0, 19]


def test_points_that_people_have_counted_stand_for_the_cards() -> None:
    out = Outcome(winner=0, all_at_once=True)
    facts = RoundFacts(outcome=out, hands=["", "", "K♥"], counted=(None, 35, None))
    score = variants.RAMI_500.scoring.score(facts)
    assert [line.points for line in score.lines] == [0, 70, 20]
    assert score.lines[1].reasons[0] == ScoreReason("counted", 35)
    with pytest.raises(InvalidSetup, match=r"counted\[1\] = -1 is too small"):
        RoundFacts(outcome=out, hands=["", ""], counted=(None, -1))
    with pytest.raises(InvalidSetup, match="counted"):
        RoundFacts(outcome=out, hands=["", ""], counted=(None,))


def test_each_joker_kept_is_charged_beside_the_count() -> None:
    """OKO-D12, the other reading: 101 beside the count; factors multiply the count alone."""
    okey = variants.OKEY_101.with_(scoring={"joker_hand_value": 0, "held_joker_charge": 101})
    assert variants.OKEY_101.score(["", "5r *"], winner=0).points(1) == 5 + 101
    assert okey.score(["", "5r *"], winner=0).points(1) == 5 + 101
    # a loser who has opened with pairs counts twice what is left
    facts = RoundFacts(outcome=Outcome(winner=0), hands=["", "5r *"], paired=[1])
    assert variants.OKEY_101.score(facts).points(1) == 212
    score = okey.score(facts)
    assert str(score.lines[1]) == "player 1: 111 (5♥ 5, * 0, opened with pairs x2, 1 joker kept 101)"
    # an okey thrown last doubles the round, and both okeys are charged
    thrown = RoundFacts(outcome=Outcome(winner=0, final_discard="*"), hands=["", "5r *", "T♣ 2♣"])
    assert [okey.score(thrown).points(seat) for seat in range(3)] == [-202, 2 * 5 + 101, 2 * 12]
    assert okey.score(["", "* *"], winner=0).points(1) == 202
    # who has not opened pays the flat alone; when the stock is out, all count as losers do
    assert okey.score(["", "5r *"], winner=0, opened=[True, False]).points(1) == 202
    dry = RoundFacts(outcome=Outcome(stock_out=True), hands=["3r *", "5r"])
    assert [okey.score(dry).points(seat) for seat in (0, 1)] == [104, 5]
    # the limit is one of the count
    capped = variants.CLASSIC_51.with_(scoring={"cap": 10, "joker_hand_value": 0, "held_joker_charge": 30})
    assert capped.score(["", "K♠ 9♠ *"], winner=0).points(1) == 40
