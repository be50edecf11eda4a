"""The scoring of a round: the steps of each player's line, by the fields of `Scoring`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from math import floor
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from rami.cards import JOKER, UNKNOWN, Card, Cards, Rank, Suit
from rami.errors import InvalidSetup, Reason, Violation, reject
from rami.policies.results.outcomes import KnockKind, RoundFacts
from rami.policies.results.scores import (
    Points,
    ScoreLine,
    ScoreReason,
    card_reason,
    exact,
    line_made,
    reason_made,
)
from rami.policies.slots.factors import factor_of

if TYPE_CHECKING:
    from rami.policies.slots.scoring import Scoring

T = TypeVar("T")

# the last steps of a charge, in their order
_LAST = ("factor", "cap", "round")


def for_each(seats: Iterable[int], made: Callable[[int], T]) -> list[T]:
    """What is made for each seat; InvalidSetup with everything against it, of whichever seat."""
    found: list[T] = []
    wrong: list[Violation] = []
    for seat in seats:
        try:
            found.append(made(seat))
        except InvalidSetup as error:
            wrong += error.violations
    reject(InvalidSetup, wrong)
    return found


def unknown_hand(player: int, why: str) -> Violation:
    """The violation of a hand that counts and is unknown: as the one shown, of a player who has opened, or as any."""
    return Violation(Reason.HAND_UNKNOWN, None, {"player": player, "why": why})


def score_line(scoring: Scoring, facts: RoundFacts, seat: int) -> ScoreLine:
    """The line of one player."""
    won = seat == facts.outcome.winner
    if scoring.kind == "credit" and scoring.winner_collects is None:
        if not won or facts.knock is None:
            return line_made(seat, 0, ())
        reasons = _knock(scoring, facts, seat)
    elif scoring.kind == "net":
        left = [attrs.evolve(each, points=-each.points) for each in _base_steps(scoring, facts, seat)[0]]
        reasons = [reason_made("laid", facts.laid[seat]), *left]
    elif scoring.kind == "none" or (scoring.winner_collects == "credit" and not won):
        return line_made(seat, 0, ())
    elif scoring.winner_collects is not None and won:
        reasons = _collected(scoring, facts)
    elif scoring.winner_collects == "zero_sum":
        reasons = [attrs.evolve(each, points=-each.points) for each in _charge(scoring, facts, seat)]
    elif won:
        reasons = [reason_made("winner", scoring.winner_score)]
        factor, params = _round_factor(scoring, facts) if scoring.winner_multiplied else (1, {})
        if factor != 1:
            reasons.append(_times("factor", scoring.winner_score, factor, params))
    else:
        reasons = [] if facts.outcome.void else _charge(scoring, facts, seat)
    if any(facts.charged[seat : seat + 1]):
        reasons.append(reason_made("charged", facts.charged[seat]))
    if scoring.turned_show is not None and facts.turned_shown not in (None, seat):
        reasons.append(reason_made("turned_shown", scoring.turned_show, {"player": facts.turned_shown}))
    if facts.multiplier != 1:
        reasons.append(_times("final_hand", _sum(reasons), facts.multiplier, {}))
    return line_made(seat, exact(_sum(reasons)), tuple(reasons))


def _knock(scoring: Scoring, facts: RoundFacts, winner: int) -> list[ScoreReason]:
    """The steps of the winner's score after a knock with both hands settled."""
    knock, deadwood = facts.knock, facts.outcome.deadwood
    assert knock is not None  # asked only after a knock
    other = next(seat for seat in facts.playing if seat != winner)
    theirs, mine = _counted(facts, deadwood, other), _counted(facts, deadwood, winner)
    params: dict[str, dict[str, object]] = {
        "deadwood": {"player": other, "cards": theirs, "laid_off": facts.outcome.laid_off},
        "own_deadwood": {"cards": mine},
        "spades": {"factor": 2},
    }
    left, kept = (
        sum(scoring.hand_value(card, facts.equipment) for card in deadwood[seat])
        if points is None
        else points
        for seat, points in ((seat, facts.points_counted(seat)) for seat in (other, winner))
    )
    steps = _knock_steps(scoring, knock.kind, left, kept, winner != knock.player, facts.upcard)
    return [
        reason_made(code, points, params.get(code, {}))
        for code, points in steps
        if mine or points or code != "own_deadwood"
    ]


def _collected(scoring: Scoring, facts: RoundFacts) -> list[ScoreReason]:
    """The steps of the score of a winner who collects: a base for each loser, then what changes them together."""
    reasons: list[ScoreReason] = []
    last: dict[str, list[ScoreReason]] = {}
    charges = for_each(facts.losers, partial(_charge, scoring, facts))
    for loser, charge in zip(facts.losers, charges, strict=True):
        base = [each for each in charge if each.code not in _LAST]
        reasons.append(reason_made("collected", exact(_sum(base)), {"player": loser}))
        for each in charge[len(base) :]:
            last.setdefault(each.code, []).append(each)
    reasons += (
        reason_made(code, exact(_sum(last[code])), dict(last[code][0].params))
        for code in _LAST
        if code in last
    )
    return reasons


def _charge(scoring: Scoring, facts: RoundFacts, seat: int) -> list[ScoreReason]:
    """The steps of what a loser is charged, before the multiplier of the last hand."""
    if any(facts.folded[seat : seat + 1]):
        return [reason_made("folded", facts.folded[seat])]
    reasons, multiplied, jokers = _base_steps(scoring, facts, seat)
    factor, params = _round_factor(scoring, facts)
    if multiplied and factor != 1:
        reasons.append(_times("factor", _sum(reasons), factor, params))
    if scoring.cap is not None and _sum(reasons) > scoring.cap:
        reasons.append(reason_made("cap", exact(scoring.cap - _sum(reasons)), {"cap": scoring.cap}))
    points = _sum(reasons)
    rounded = _rounded(scoring, points)
    if rounded != points:
        reasons.append(reason_made("round", exact(Fraction(rounded) - points)))
    if scoring.held_joker_charge is not None and jokers:
        charge = jokers * scoring.held_joker_charge
        reasons.append(reason_made("held_jokers", charge, {"count": jokers}))
    return reasons


def _base_steps(scoring: Scoring, facts: RoundFacts, seat: int) -> tuple[list[ScoreReason], bool, int]:
    """The first steps of a loser's score, whether the factor of the round multiplies them, and the jokers counted."""
    if facts.outcome.all_at_once and scoring.all_at_once_flat is not None:
        return [reason_made("all_at_once_flat", scoring.all_at_once_flat)], False, 0
    if scoring.dry_flat is not None and not _anybody_had_laid(scoring, facts):
        return [reason_made("dry_flat", scoring.dry_flat)], False, 0
    laid = facts.knock is None and facts.opened[seat]
    if scoring.unopened_flat is not None and not laid:
        flat = reason_made("flat" if facts.knock is None else "lost", scoring.unopened_flat)
        return [flat], scoring.flat_multiplied, 0
    counted = facts.points_counted(seat)
    if counted is not None:
        reasons = [reason_made("counted", counted)]
        return [*reasons, *_of_pairs(scoring, facts, seat, counted)], True, 0
    hand = _counted(facts, facts.hands if facts.knock is None else facts.outcome.deadwood, seat)
    values = [(card, scoring.hand_value(card, facts.equipment)) for card in hand]
    if scoring.lone_ace_value is not None and [card.rank for card in hand] == [Rank.ACE]:
        values = [(card, scoring.lone_ace_value) for card in hand]
    reasons = [card_reason(card, points) for card, points in values]
    reasons += _of_pairs(scoring, facts, seat, _sum(reasons))
    jokers = hand.count(JOKER)
    if scoring.joker_hand_value == "double" and jokers:
        factor = 2**jokers if scoring.double_per_joker else 2
        reasons.append(_times("joker_double", _sum(reasons), factor, {}))
    return reasons, True, jokers


def _counted(facts: RoundFacts, hands: tuple[Cards, ...], seat: int) -> Cards:
    """The hand of a player whose cards count."""
    hand = hands[seat]
    if UNKNOWN in hand and facts.points_counted(seat) is None:
        raise InvalidSetup(
            unknown_hand(seat, "opened" if facts.knock is None and facts.opened[seat] else "counts")
        )
    return hand


def _of_pairs(scoring: Scoring, facts: RoundFacts, seat: int, points: Points) -> list[ScoreReason]:
    """The extra points of a loser who has opened with pairs."""
    factor = factor_of(scoring.pair_loser_factor)
    return [_times("paired", points, factor, {})] if seat in facts.paired and factor != 1 else []


def _anybody_had_laid(scoring: Scoring, facts: RoundFacts) -> bool:
    counted = facts.playing if scoring.dry_when == "nobody_laid" else facts.losers
    before = facts.outcome.opened_before
    return any(opened for seat, opened in enumerate(before) if seat in counted)


def _round_factor(scoring: Scoring, facts: RoundFacts) -> tuple[Points, dict[str, Any]]:
    """The factor of the round, and what it is for."""
    outcome = facts.outcome
    alone = not any(facts.opened[seat] for seat in facts.losers)
    with_joker = outcome.final_discard is not None and outcome.final_discard.is_joker
    forfeited = (outcome.helped and not scoring.all_at_once_help) or outcome.factor_lost
    plain = not outcome.all_at_once or forfeited or (scoring.double_on == "rami_sec_only" and not alone)
    if scoring.joker_finish == "last_card_any" and not plain:
        with_joker = with_joker or outcome.joker_placed_last
    # a joker thrown last has a price of its own, in place of that of going out all at once or without it
    factor: Points = 1
    if plain:
        factor = factor_of(scoring.joker_finish_any_factor if with_joker else None)
        with_joker = factor != 1
    elif with_joker and scoring.joker_finish is not None:
        factor = factor_of(scoring.joker_finish_factor)
    else:
        with_joker = False
        factors = scoring.all_at_once_factors
        factor = factor_of(factors[min(outcome.wilds_placed, len(factors) - 1)])
    in_pairs = facts.knock is not None and facts.knock.kind is KnockKind.PAIRS
    if in_pairs or outcome.winner in facts.paired:
        factor = exact(factor * factor_of(scoring.pairs_factor))
        plain, why = False, "pairs"
    else:
        why = "joker_finish" if plain else "rami_sec" if alone else "all_at_once"
    return factor, {"why": why, "joker_finish": True} if with_joker and not plain else {"why": why}


def _rounded(scoring: Scoring, points: Points) -> Points:
    if isinstance(points, int):
        return points
    if scoring.rounding == "half_up":
        return floor(points + Fraction(1, 2))
    return floor(points) if scoring.rounding == "floor" else points


def knock_points(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, *, undercut: bool, upcard: Card | None
) -> int:
    """The score of the winner of a knock, from what the unmatched cards of both count.

    Parameters:
        scoring: the bonuses.
        kind: of the knock.
        theirs: the unmatched points of the losing player.
        mine: those of the winner.
        undercut: whether the winner is not the player who knocked.
        upcard: the first upcard, where the variant reads it.
    """
    return sum(points for _, points in _knock_steps(scoring, kind, theirs, mine, undercut, upcard))


def _knock_steps(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, undercut: bool, upcard: Card | None
) -> list[tuple[str, int]]:
    """The code of each step of such a score, and its points (GIN-SCORE-01 to GIN-SCORE-04)."""
    steps = [("deadwood", theirs), ("own_deadwood", -mine)]
    if kind is KnockKind.GIN:
        steps.append(("gin", scoring.gin_bonus))
    elif kind is KnockKind.BIG_GIN:
        steps.append(("big_gin", scoring.big_gin_bonus or 0))
    elif undercut:
        steps.append(("undercut", scoring.undercut_bonus))
    if scoring.spade_doubles and upcard is not None and upcard.suit is Suit.SPADES:
        steps.append(("spades", sum(points for _, points in steps)))
    return steps


def _sum(reasons: list[ScoreReason]) -> Points:
    return sum((reason.points for reason in reasons), start=0)


def _times(code: str, points: Points, factor: Points, params: dict[str, Any]) -> ScoreReason:
    return reason_made(code, exact(points * (factor - 1)), {"factor": factor, **params})
