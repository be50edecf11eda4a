"""The effect of totals on a match: its end, the players who leave it, its winners, and the dealers."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.presets import SLUGS
from tests.support.worked.scenes import ACES, CLASSIC, OPENING, RUN, house, near_its_end, scene

from rami import Discard, LayDown, Match, Round, rulebook, variants
from rami.policies import MatchFacts, RoundScore, ScoreLine

mark, param = pytest.mark, pytest.param

RAMI_500 = variants.RAMI_500
GAMEVELVET = variants.GAMEVELVET
FOURS, ACES_OF_TWO, SIXES = (1, "4♣ 4♦ 4♥"), (2, "A♣ A♦ A♥"), (2, "6♣ 6♦ 6♥")


@mark.parametrize(
    "slug,best,cases",
    [
        param(
            "basic-rummy",
            max,
            [((99, 98), (), ()), ((100, 98), (), (0,)), ((40, 113), (), (1,))],
            marks=mark.rule("BAS-MATCH-01", "BAS-MATCH-02"),
        ),
        param(
            "classic-51",
            min,
            [((0, 2, 99), (), ()), ((0, 2, 100), (), (0,)), ((0, 0, 130), (), (0, 1))],
            marks=mark.rule("R51-MATCH-01"),
        ),
        param(
            "gamevelvet",
            min,
            [((0, 2, 100, 100), (), ()), ((0, 4, 111, 100), (2,), ()), ((0, 104, 111, 200), (1, 2, 3), (0,))],
            marks=mark.rule("VELVET-MATCH-01", "VELVET-SCORE-05"),
        ),
        param(
            "gin",
            max,
            [((99, 80), (), ()), ((100, 80), (), (0,)), ((80, 100), (), (1,)), ((0, 0), (), ())],
            marks=mark.rule("GIN-MATCH-01"),
        ),
        param(
            "kalooki-40",
            min,
            [((0, 150, 3), (), ()), ((12, 151, 3), (1,), ()), ((150, 152, 190), (1, 2), (0,))],
            marks=mark.rule("KAL-MATCH-01", "KAL-MATCH-02", "KAL-MATCH-03"),
        ),
        param(
            "okey",
            min,
            [
                ((19, 12, 3, 8), (), ()),
                ((20, 12, 3, 8), (), (2,)),
                ((23, 20, 20, 20), (), (1, 2, 3)),
                ((4, 21, 4, 8), (), (0, 2)),
            ],
            marks=mark.rule("OKE-MATCH-01", "OKE-MATCH-02", "OKE-MATCH-03", "OKE-MATCH-04"),
        ),
        param(
            "rami-500",
            min,
            [((0, 499, 499), (), ()), ((0, 2, 500), (), (0,)), ((0, 0, 530), (), (0, 1))],
            marks=mark.rule("R500-MATCH-01", "R500-MATCH-02", "R500-SCORE-01"),
        ),
        param(
            "romme",
            min,
            [((0, 499, 3), (), ()), ((12, 503, 12), (), (0, 2)), ((500, 600, 7), (), (2,))],
            marks=mark.rule("ROM-MATCH-01"),
        ),
        param(
            "rummy-500",
            max,
            [((0, 499, -30), (), ()), ((12, 500, 3), (), (1,)), ((512, 530, 3), (), (1,))],
            marks=mark.rule("RUM-MATCH-01", "RUM-MATCH-02", "RUM-SCORE-03"),
        ),
        param("rummy-500", max, [((520, 7, 520), (), (0, 2))], marks=mark.rule("RUM-MATCH-03")),
        param(
            "rummikub",
            max,
            [((-60, 60), (), (1,)), ((30, -60, 30), (), (0, 2))],
            marks=mark.rule("RKB-MATCH-01", "RKB-MATCH-02"),
        ),
        param(
            "scala-40",
            min,
            [((0, 100, 3), (), ()), ((12, 101, 3), (1,), ()), ((101, 100, 130), (0, 2), (1,))],
            marks=mark.rule("SCA-MATCH-01", "SCA-MATCH-02", "SCA-MATCH-03"),
        ),
    ],
)
def test_totals_end_a_match(slug: str, best: Any, cases: list[tuple[tuple[int, ...], ...]]) -> None:
    """Each case has totals after four rounds, the players who leave with them, and the winners."""
    rules = variants.get(slug).match
    for totals, out, winners in cases:
        winner = totals.index(best(totals))
        score = RoundScore(False, winner, (ScoreLine(1, 5),), credit=best is max)
        seats = tuple(range(len(totals)))
        verdict = rules.verdict(MatchFacts(score, 4, len(totals), seats, totals))
        assert (verdict.over, verdict.eliminated, verdict.winners) == (bool(winners), out, winners)
        ranked = [totals[group[0]] for group in verdict.ranking]
        assert out or ranked == sorted(set(totals), reverse=best is max)


@mark.parametrize("slug", SLUGS)
def test_a_match_to_a_target_says_which(slug: str) -> None:
    """The rulebook states the target even if it is 100, the default."""
    variant = variants.get(slug)
    settings = variant.settings()
    stated = [
        each.text
        for each in rulebook(variant).section("match").sentences
        if each.text.startswith("The target")
    ]
    read = settings["match.end"] in ("until", "first_to_target_wins")
    assert stated == [f"The target is {settings['match.target']} points."] * read


@mark.rule("VELVET-MATCH-01")
def test_a_player_who_reaches_a_hundred_and_one_leaves_and_the_last_one_wins() -> None:
    match = near_its_end(GAMEVELVET, ["2♣", "6♥", "3♠"], [(0, RUN), FOURS]).play(Discard("K♦"))
    assert (match.totals, match.over, match.eliminated) == ((0, 2, 100, 100), False, ())
    table = [(0, RUN), FOURS, ACES_OF_TWO, (3, "6♦ 7♦ 8♦")]
    match = near_its_end(GAMEVELVET, ["2♣", "A♠", "*"], table, match=match).play(Discard("K♦"))
    assert (match.totals, match.over, match.eliminated) == ((0, 4, 111, 100), False, (2,))
    following = match.next_round()
    assert following.playing == (0, 1, 3)
    assert len(following.round.hands[2]) == 0
    setup = attrs.evolve(
        scene("K♦", [(0, RUN)], variant=GAMEVELVET, others=["2♣", "3♠"]).setup,
        hands=("K♦", "2♣", "", "3♠"),
        context=following.round.context,
        seats=(),
    )
    done = attrs.evolve(following, round=Round.from_setup(setup)).play(Discard("K♦"))
    assert (done.totals, done.over, done.winners) == ((0, 104, 111, 200), True, (0,))
    assert [standing.player for standing in done.standings] == [0, 1, 3, 2]


@mark.rule("VELVET-MATCH-01")
@mark.parametrize("limit,over", [(101, True), (201, False), (501, False)])
def test_the_limit_is_chosen(limit: int, over: bool) -> None:
    chosen = GAMEVELVET.with_(match={"elimination_limit": limit})
    match = near_its_end(chosen, ["A♠ 9♦"], [], hand=f"{RUN} {ACES} K♦").play(LayDown(OPENING))
    done = match.play(Discard("K♦"))
    assert (done.totals, done.over) == ((0, 200), over)


@mark.rule("MILLE-01")
def test_the_last_round_may_count_a_thousandfold() -> None:
    variant = CLASSIC.with_(match={"end": "hands", "hands": 2, "final_hand_multiplier": 1000})
    match = Match.start(variant, players=2, seed=5)
    for number, points in ((1, 23), (2, 23_000)):
        assert match.round.context.number == number
        last = scene("K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=variant, others=["T♠ 9♦ 4♠"])
        setup = attrs.evolve(last.setup, context=match.round.context)
        match = attrs.evolve(match, round=Round.from_setup(setup)).play(Discard("K♦"))
        assert match.scores[-1].points(1) == points
        if number == 1:
            assert not match.over
            match = match.next_round()
    assert match.over
    assert match.totals == (0, 23_023)
    assert match.winners == (0,)


@mark.rule("MILLE-01")
@mark.parametrize("end", ["until", "elimination", "first_to_target_wins"])
def test_the_last_round_of_any_match_may_be_announced_and_count_a_thousandfold(end: Any) -> None:
    variant = CLASSIC.with_(
        equipment={"players": (2, 2)},
        match={"end": end, "elimination_limit": 501, "target": 500, "final_hand_multiplier": 1000},
    )
    for announced, points in ((False, 23), (True, 23_000)):
        match = Match.start(variant, players=2, seed=5)
        if announced:
            match = match.announce_last(by=1)
        last = scene("K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=variant, others=["T♠ 9♦ 4♠"])
        setup = attrs.evolve(last.setup, context=match.round.context)
        match = attrs.evolve(match, round=Round.from_setup(setup)).play(Discard("K♦"))
        assert (match.totals, match.over) == ((0, points), announced)
        assert match.winners == ((1,) if announced and end == "first_to_target_wins" else (0,) * announced)


@mark.rule("R51-DEAL-06")
@mark.parametrize("rotation,dealer", [("next", 1), ("winner", 0), ("loser", 2)])
def test_dealer_rotation(rotation: Any, dealer: int) -> None:
    table = [(0, RUN), FOURS, (2, "J♣ J♦ J♥")]
    match = near_its_end(house(match__dealer_rotation=rotation), ["2♣", "6♥"], table).play(Discard("K♦"))
    assert match.totals == (0, 2, 6)
    assert match.next_round().round.context.dealer == dealer


@mark.rule("R51-MATCH-01")
@mark.parametrize(
    "options,rounds,winners",
    [
        ({}, 1, (0,)),
        ({"match__target": 150}, 2, (0,)),
        ({"match__end": "hands", "match__hands": 3}, 3, (0,)),
        ({"match__end": "elimination", "match__elimination_limit": 120, "match__target": None}, 2, (0,)),
        ({"match__end": "first_to_target_wins", "equipment__players": (2, 2)}, 1, (1,)),
    ],
)
def test_how_a_match_ends(options: dict[str, Any], rounds: int, winners: tuple[int, ...]) -> None:
    """Every round costs seat 1 a hundred points or more."""
    variant = house(match__first_dealer=0, match__dealer_rotation="winner", **options)
    match = Match.start(variant, players=2, seed=5)
    for number in range(1, rounds + 1):
        position = scene("K♦", [(0, RUN)], variant=variant, others=["2♣"], discards="")
        held = Round.from_setup(attrs.evolve(position.setup, context=match.round.context))
        match = attrs.evolve(match, round=held).play(Discard("K♦"))
        assert match.over == (number == rounds)
        if not match.over:
            match = match.next_round()
    assert match.winners == winners
    assert match.totals == (0, 100 * rounds)
