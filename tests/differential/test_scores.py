"""Scores of random endings, and matches of random hands: the engine and the reference count alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest
from tests.differential.bridge import rules_of, texts
from tests.differential.houses import SCORES, house, single_houses
from tests.reference.cards import JOKER, pack, without
from tests.reference.facts import offers_touch
from tests.reference.scoring import hand_scores, match_end, next_dealer, standings, winner_score

from rami import Card, Discard, Match, Round, variants
from rami.policies.variant import Variant
from rami.setup import Outcome, RoundContext, Setup

FIRST_MELDS = ("2♣ 2♦ 2♥", "3♣ 3♦ 3♥", "4♣ 4♦ 4♥", "5♣ 5♦ 5♥", "6♣ 6♦ 6♥")


def drawn(rng: Random, variant: Variant, table: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Hands of these sizes out of what is not on the table, jokers more often than they come."""
    left = without(pack(variant.equipment.packs, variant.equipment.jokers), " ".join(table).split())
    assert left is not None
    pool = list(left)
    rng.shuffle(pool)
    if rng.random() < 0.5:
        pool.sort(key=lambda card: card != JOKER and rng.random() < 0.8)
    hands: list[list[str]] = []
    for size in sizes:
        hands.append(pool[:size])
        del pool[:size]
    return hands


def case_of(end: Round) -> dict[str, Any]:
    """The facts of an ending in the words of the reference."""
    outcome = end.outcome
    assert outcome is not None
    assert outcome.winner is not None
    match = rules_of(end.variant)
    losers = [seat for seat in end.context.playing if seat != outcome.winner]
    return {
        "losers": [{"opened": end.opened[seat], "hand": texts(end.hands[seat])} for seat in losers],
        "winner": {
            "kind": "all_at_once" if outcome.all_at_once else "normal",
            "final_discard": str(outcome.final_discard) if outcome.final_discard else None,
            "jokers_used": outcome.wilds_placed,
            "helped": outcome.helped,
            "no_factor": outcome.factor_lost,
            "opened_before": outcome.opened_before[outcome.winner],
            "last_hand": match.end == "hands" and end.context.number == match.hands,
        },
    }


def same_score(end: Round) -> None:
    """The score of an ending, line by line."""
    rules = rules_of(end.variant)
    score = end.score()
    outcome = end.outcome
    assert outcome is not None
    case = case_of(end)
    losers = [seat for seat in end.context.playing if seat != outcome.winner]
    expected = dict(zip(losers, hand_scores(case, rules), strict=True))
    expected[score.winner if score.winner is not None else -1] = winner_score(case, rules)
    found = {line.player: line.points for line in score.lines}
    assert found == expected, f"{end.variant!r}\n{case}\n{score}"
    assert all(isinstance(points, (int, Fraction)) for points in found.values())
    for line in score.lines:
        assert sum(reason.points for reason in line.reasons) == line.points


def ending(variant: Variant, rng: Random) -> Round:
    """A random ending: who had opened, what is left, how the winner went out."""
    lo, hi = variant.equipment.players
    seats = rng.randint(lo, min(hi, 5))
    playing = tuple(range(seats))
    if seats > 2 and rng.random() < 0.3:
        gone = rng.randrange(seats)
        playing = tuple(seat for seat in playing if seat != gone)
    winner = rng.choice(playing)
    opened = [seat in playing and (seat == winner or rng.random() < 0.5) for seat in range(seats)]
    at_once = rng.random() < 0.6
    touched = () if not offers_touch(rules_of(variant)) or rng.random() < 0.5 else (winner,)
    table = [meld for meld, flag in zip(FIRST_MELDS, opened, strict=False) if flag]
    sizes = [0 if seat == winner or seat not in playing else rng.randint(1, 6) for seat in range(seats)]
    hands = drawn(rng, variant, table, [*sizes, 1])
    (last,) = hands.pop()
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=tuple(" ".join(hand) for hand in hands),
            player=winner,
            phase="over",
            table=[(seat, FIRST_MELDS[seat]) for seat in range(seats) if opened[seat]],
            discards=last,
            touched=touched,
            context=RoundContext(seats, playing[0], rng.choice([1, 2, 3, 4]), (), playing),
            outcome=Outcome(
                winner=winner,
                all_at_once=at_once,
                helped=rng.random() < 0.4,
                wilds_placed=rng.randint(0, 3),
                factor_lost=bool(touched),
                final_discard=None if rng.random() < 0.2 else Card(last),
                opened_before=tuple(
                    flag and not (at_once and seat == winner) for seat, flag in enumerate(opened)
                ),
            ),
        )
    )


def last_act(match: Match, rng: Random) -> tuple[Round, Discard]:
    """A position of the match in which one discard ends the hand: won, or void."""
    variant, context = match.variant, match.round.context
    seats = context.seats
    step = 1 if variant.dealing.direction == "clockwise" else -1
    winner = rng.choice(context.playing)
    void = rng.random() < 0.25
    opened = [seat in context.playing and (seat == winner or rng.random() < 0.6) for seat in range(seats)]
    if void:
        at = context.playing.index(winner)
        opened[context.playing[(at + step) % len(context.playing)]] = False
    table = [meld for meld, flag in zip(FIRST_MELDS, opened, strict=False) if flag]
    sizes = [rng.randint(1, 4) if seat in context.playing else 0 for seat in range(seats)]
    sizes[winner] = 1
    if void:
        sizes = [size and 1 for size in sizes]
    hands = drawn(rng, variant, table, sizes)
    if void:
        held = [card for hand in hands for card in hand]
        whole = pack(variant.equipment.packs, variant.equipment.jokers)
        rest = without(whole, [*" ".join(table).split(), *held])
        assert rest is not None
        hands[winner] += rest
    state = Round.from_setup(
        Setup(
            variant=variant,
            hands=tuple(" ".join(hand) for hand in hands),
            player=winner,
            phase="play",
            table=[(seat, FIRST_MELDS[seat]) for seat in range(seats) if opened[seat]],
            stock="" if void else None,
            context=context,
            turn=20,
        )
    )
    return state, Discard(hands[winner][0])


def same_match(variant: Variant, rng: Random) -> int:
    """A match of random hands, counted twice; how many hands it took."""
    rules = rules_of(variant)
    lo, hi = variant.equipment.players
    seats = rng.randint(lo, min(hi, 5))
    match = Match.start(variant, players=seats, seed=rng.getrandbits(32))
    totals: list[int | Fraction] = [0] * seats
    playing = list(range(seats))
    left_in: dict[int, int] = {}
    counted = 0
    for number in range(1, 60):
        dealer = match.round.context.dealer
        assert match.round.context.number == counted + 1
        state, move = last_act(match, rng)
        match = attrs.evolve(match, round=state).play(move)
        assert match.round.over
        outcome = match.round.outcome
        assert outcome is not None
        void = outcome.winner is None
        scores: dict[int, int | Fraction] = {}
        if void:
            assert match.scores[-1].void
        else:
            same_score(match.round)
            counted += 1
            score = match.scores[-1]
            scores = {line.player: line.points for line in score.lines}
            for seat, points in scores.items():
                totals[seat] += points
        end = match_end(totals, rules, playing=playing, hands_counted=counted, void=void)
        for seat in end.eliminated:
            left_in[seat] = number
        around = [seat for seat in playing if seat not in end.eliminated]
        assert list(match.totals) == totals
        assert (match.over, match.winners) == (end.over, end.winners), f"{variant!r}\n{totals}\n{match!r}"
        assert match.eliminated == tuple(sorted(left_in, key=lambda seat: (left_in[seat], seat)))
        if rules.end != "first_to_target_wins":
            places = standings(totals, left_in)
            ranks = {
                seat: 1 + sum(len(place) for place in places[:at])
                for at, each in enumerate(places)
                for seat in each
            }
            assert {item.player: item.rank for item in match.standings} == ranks
        if match.over:
            return number
        playing = around
        losers = {seat: points for seat, points in scores.items() if seat != outcome.winner}
        expected = next_dealer(
            dealer, rules, playing=playing, seats=seats, scores=losers, winner=outcome.winner
        )
        match = match.next_round()
        assert match.round.context.dealer == expected, f"{variant!r}\ndealer {dealer}, {scores}"
        assert match.round.context.playing == tuple(playing)
    return 60


@pytest.mark.rule("R51-SCORE-01", "R51-SCORE-04", "R51-SCORE-05", "R51-SCORE-06", "R51-SCORE-08")
def test_endings_of_classic_51() -> None:
    rng = Random("endings")
    for _ in range(300):
        same_score(ending(variants.CLASSIC_51, rng))


def test_endings_of_house_rules() -> None:
    rng = Random("house endings")
    for variant in [*single_houses(SCORES), *(house(rng, SCORES, 6) for _ in range(150))]:
        for _ in range(6):
            same_score(ending(variant, rng))


@pytest.mark.rule("R51-MATCH-01", "R51-DEAL-06")
def test_matches() -> None:
    rng = Random("matches")
    for _ in range(15):
        same_match(variants.CLASSIC_51, rng)
    for variant in [*single_houses(SCORES), *(house(rng, SCORES, 5) for _ in range(30))]:
        same_match(variant, rng)
