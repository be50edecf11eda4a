"""The slot `scoring`: how a round is scored.

A score lists the steps that add up to it, so that players can check it: the cards left, the factor of the round, a
limit, and rounding. The options of `Prices` set the points of each step.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

import attrs

from rami.cards import JOKER, Card, Rank, Suit
from rami.errors import InvalidCards, InvalidSetup, RamiError, Reason, Violation, reject
from rami.errors.checks import count, instance
from rami.policies.results.outcomes import KnockKind, RoundFacts, counted_hand, for_each
from rami.policies.results.scores import (
    Points,
    RoundScore,
    ScoreLine,
    ScoreReason,
    card_reason,
    exact,
    line_made,
    reason_made,
    score_made,
    sum_of,
    times,
    void_score,
)
from rami.policies.slots.equipment import Equipment
from rami.policies.slots.prices import Prices

__all__ = ["Scoring"]

_USUAL = Equipment()

# The last steps of a charge, in the order in which they apply.
_LAST = ("factor", "cap", "round")


@attrs.frozen(repr=False)
class Scoring(Prices):
    """Scores a round: penalties for cards left, points for the winner or for cards laid, or no points at all.

    Factors may be ints, fractions such as "3/2", or decimals such as 1.5; all are kept exactly.

    >>> Scoring(all_at_once_factors=(2, 1.5, 1)).all_at_once_factors
    (2, Fraction(3, 2), 1)
    """

    def hand_value(self, card: Card, equipment: Equipment = _USUAL) -> int:
        """Return the points of a card left in a hand (R51-SCORE-01 to R51-SCORE-03).

        If a joker doubles the hand, its own points are `joker_base`.

        Parameters:
            card: a natural card or a joker.
            equipment: the values of the ranks, and the wild ranks.

        Raises:
            RamiError: the card is unknown, or an argument has the wrong type.

        >>> [Scoring().hand_value(Card(each)) for each in ("A♠", "2♠", "T♠", "K♠", "*")]
        [1, 2, 10, 10, 20]
        """
        reject(RamiError, (*instance("card", card, Card), *instance("equipment", equipment, Equipment)))
        if card.rank is None:
            if card.is_unknown:
                raise InvalidCards(Violation(Reason.CARD_UNKNOWN))
            return self.joker_base if isinstance(self.joker_hand_value, str) else self.joker_hand_value
        if equipment.card_values and card.id in equipment.singles:
            return equipment.singles[card.id]
        if self.wild_hand_value is not None and card.rank in equipment.wild_ranks:
            return self.wild_hand_value
        value = equipment.value_of_rank(card.rank)
        return self.ace_hand_value if value is None else value

    def card_values(self, equipment: Equipment = _USUAL) -> tuple[int, ...]:
        """Return the `hand_value` of every card, indexed by card id, with the joker last."""
        return tuple(self.hand_value(Card.from_id(card), equipment) for card in range(JOKER.id + 1))

    def score(self, facts: RoundFacts) -> RoundScore:
        """Score a round and list the steps of each player's score.

        A void round scores nothing, and in a game without points nobody scores. The winner of a knock scores
        the difference in deadwood, and bonuses. Otherwise each loser begins with one of these
        charges: the fixed penalty if somebody went out all at once, the flat charge if nobody had melded, the
        flat charge for a player who has not opened, or the points of the cards left. After a declaration only
        unmatched cards count, and jokers double the hand if the rules say so. A player who has dropped out
        pays the penalty for that instead.

        Then come, in this order, the factor of the round, the limit, the rounding, the charges for discards and for a
        copy of the turned-up card, and the multiplier of the last round. If cards on the table score, each player
        scores the points of the cards laid minus the points of the cards left. If the winner collects, each loser's
        charge is added to the winner's score.

        Parameters:
            facts: the outcome of the round, and the position at its end.

        Returns:
            The score, with a line for each seat that played. The reasons of a line add up to its points.

        Raises:
            InvalidSetup: hands that count contain unknown cards (one violation for each), or the unmatched
                cards of a knock are missing.

        Rules: R51-END-02, R51-SCORE-01 to R51-SCORE-08, VARIATION-ALLATONCE-01, VARIATION-JOKER-02, MILLE-01,
        GIN-SCORE-01 to GIN-SCORE-04, BAS-SCORE-01 to BAS-SCORE-03, RUM-SCORE-01 to RUM-SCORE-04.

        >>> from rami.policies import Outcome, RoundFacts, Seat
        >>> seats = [Seat(opened=True), Seat(opened=True), Seat()]
        >>> outcome = Outcome(winner=0, opened_before=[True, True, False])
        >>> facts = RoundFacts(outcome=outcome, hands=["", "A♠ * 9♦", "K♠ Q♠"], seats=seats)
        >>> print(Scoring(unopened_flat=100).score(facts))
        player 0: 0 (went out 0)
        player 1: 30 (9♦ 9, A♠ 1, * 20)
        player 2: 100 (not opened 100)
        """
        reject(RamiError, instance("facts", facts, RoundFacts))
        if facts.knock is not None:
            # A report of a round may leave these cards out; `Variant.score` then finds them.
            reject(InvalidSetup, count("outcome.deadwood", len(facts.outcome.deadwood), len(facts.hands)))
        credit = self.kind in ("credit", "net")
        # OKE-IND-02: the player who showed the turned-up card is paid even in a void round.
        if facts.outcome.void and facts.turned_shown is None:
            return void_score(facts.playing, credit)
        lines = tuple(for_each(facts.playing, partial(_score_line, self, facts)))
        return score_made(False, facts.outcome.winner, lines, credit, facts.completed)


def _score_line(scoring: Scoring, facts: RoundFacts, seat: int) -> ScoreLine:
    """Return the line of one player in the score."""
    won = seat == facts.outcome.winner
    # After a knock only one player scores, and a round without a knock scores nothing.
    if scoring.kind == "credit" and scoring.winner_collects is None:
        if not won or facts.knock is None:
            return line_made(seat, 0, ())
        reasons = _knock(scoring, facts, seat)
    elif scoring.kind == "net":
        left = [attrs.evolve(each, points=-each.points) for each in _base_steps(scoring, facts, seat)[0]]
        reasons = [reason_made("laid", facts.laid[seat]), *left]
    elif scoring.kind == "none" or (scoring.winner_collects == "credit" and not won):
        return line_made(seat, 0, ())
    elif facts.outcome.stock_out and scoring.blocked_score == "difference":
        reasons = _blocked(scoring, facts, seat)
    elif scoring.winner_collects is not None and won:
        reasons = _collected(scoring, facts)
    elif scoring.winner_collects == "zero_sum":
        reasons = [attrs.evolve(each, points=-each.points) for each in _charge(scoring, facts, seat)]
    elif won:
        reasons = [reason_made("winner", scoring.winner_score)]
        factor, params = _round_factor(scoring, facts) if scoring.winner_multiplied else (1, {})
        if factor != 1:
            reasons.append(times("factor", scoring.winner_score, factor, params))
    else:
        reasons = [] if facts.outcome.void else _charge(scoring, facts, seat)
    # OKO-DISC-05 and OKO-SCORE-09: charges come after all factors, for the winner as well.
    if facts.seats[seat].charged:
        reasons.append(reason_made("charged", facts.seats[seat].charged))
    if scoring.turned_show is not None and facts.turned_shown not in (None, seat):
        reasons.append(reason_made("turned_shown", scoring.turned_show, {"player": facts.turned_shown}))
    # D-129: a score is rounded before it is multiplied by 1000.
    if facts.multiplier != 1:
        reasons.append(times("final_hand", sum_of(reasons), facts.multiplier, {}))
    return line_made(seat, exact(sum_of(reasons)), tuple(reasons))


def _knock(scoring: Scoring, facts: RoundFacts, winner: int) -> list[ScoreReason]:
    """List the steps of the winner's score after a knock, once both hands have been settled."""
    knock, deadwood = facts.knock, facts.outcome.deadwood
    assert knock is not None  # this is called only after a knock
    other = next(seat for seat in facts.playing if seat != winner)
    theirs, mine = counted_hand(facts, deadwood, other), counted_hand(facts, deadwood, winner)
    params: dict[str, dict[str, object]] = {
        "deadwood": {"player": other, "cards": theirs, "laid_off": facts.outcome.laid_off},
        "own_deadwood": {"cards": mine},
        "spades": {"factor": 2},
    }

    def left_of(seat: int) -> int:
        counted = facts.points_counted(seat)
        if counted is not None:
            return counted
        return sum(scoring.hand_value(card, facts.equipment) for card in deadwood[seat])

    undercut = winner != knock.player
    steps = _knock_steps(scoring, knock.kind, left_of(other), left_of(winner), undercut, facts.upcard)
    return [
        reason_made(code, points, params.get(code, {}))
        for code, points in steps
        # Leave out the winner's deadwood only if there is none; a card that counts 0 is still listed.
        if mine or points or code != "own_deadwood"
    ]


def _blocked(scoring: Scoring, facts: RoundFacts, seat: int) -> list[ScoreReason]:
    """List a player's steps if nobody went out: the player with the fewest points wins the differences."""
    charges = dict(zip(facts.playing, for_each(facts.playing, partial(_charge, scoring, facts)), strict=True))
    points = {player: exact(sum_of(charge)) for player, charge in charges.items()}
    fewest = min(points.values())
    winners = [player for player in facts.playing if points[player] == fewest]
    if seat not in winners:
        own = [attrs.evolve(each, points=-each.points) for each in charges[seat]]
        return [*own, reason_made("fewest", fewest)] if fewest else own
    reasons = [
        reason_made("collected", exact(points[player] - fewest), {"player": player})
        for player in facts.playing
        if player not in winners
    ]
    # RKB-SCORE-04: tied winners share the points, and points that cannot be divided are lost.
    total = sum_of(reasons)
    share = floor(total / len(winners))
    return [*reasons, reason_made("shared", exact(share - total))] if share != total else reasons


def _collected(scoring: Scoring, facts: RoundFacts) -> list[ScoreReason]:
    """List the steps of a winner who collects what losers pay: each base charge, then the steps that change the sum."""
    reasons: list[ScoreReason] = []
    last: dict[str, list[ScoreReason]] = {}
    charges = for_each(facts.losers, partial(_charge, scoring, facts))
    for loser, charge in zip(facts.losers, charges, strict=True):
        base = [each for each in charge if each.code not in _LAST]
        reasons.append(reason_made("collected", exact(sum_of(base)), {"player": loser}))
        for each in charge[len(base) :]:
            last.setdefault(each.code, []).append(each)
    reasons += (
        reason_made(code, exact(sum_of(last[code])), dict(last[code][0].params))
        for code in _LAST
        if code in last
    )
    return reasons


def _charge(scoring: Scoring, facts: RoundFacts, seat: int) -> list[ScoreReason]:
    """List the steps of a loser's charge, before the multiplier of the last round."""
    if facts.seats[seat].folded:
        return [reason_made("folded", facts.seats[seat].folded)]
    # The rules fix this order: factor, limit, rounding, then the charge for jokers kept, which none of these changes.
    reasons, multiplied, jokers = _base_steps(scoring, facts, seat)
    factor, params = _round_factor(scoring, facts)
    if multiplied and factor != 1:
        reasons.append(times("factor", sum_of(reasons), factor, params))
    if scoring.cap is not None and sum_of(reasons) > scoring.cap:
        reasons.append(reason_made("cap", exact(scoring.cap - sum_of(reasons)), {"cap": scoring.cap}))
    points = sum_of(reasons)
    rounded = _rounded(scoring, points)
    if rounded != points:
        reasons.append(reason_made("round", exact(Fraction(rounded) - points)))
    if scoring.held_joker_charge is not None and jokers:
        charge = jokers * scoring.held_joker_charge
        reasons.append(reason_made("held_jokers", charge, {"count": jokers}))
    return reasons


def _base_steps(scoring: Scoring, facts: RoundFacts, seat: int) -> tuple[list[ScoreReason], bool, int]:
    """Return a loser's first steps, True if the factor of the round applies to them, and the number of jokers left."""
    # D-66: the loser pays exactly this, so no factor and no joker may change it.
    if facts.outcome.all_at_once and scoring.all_at_once_flat is not None:
        return [reason_made("all_at_once_flat", scoring.all_at_once_flat)], False, 0
    # D-63: the 200 points of VELVET-SCORE-04 are never doubled.
    if scoring.dry_flat is not None and not _anybody_had_laid(scoring, facts):
        return [reason_made("dry_flat", scoring.dry_flat)], False, 0
    # In games of declarations nobody opens, so every loser pays the flat charge.
    laid = facts.knock is None and facts.seats[seat].opened
    if scoring.unopened_flat is not None and not laid:
        flat = reason_made("flat" if facts.knock is None else "lost", scoring.unopened_flat)
        return [flat], scoring.flat_multiplied, 0
    counted = facts.points_counted(seat)
    if counted is not None:
        reasons = [reason_made("counted", counted)]
        return [*reasons, *_of_pairs(scoring, facts, seat, counted)], True, 0
    hand = counted_hand(facts, facts.hands if facts.knock is None else facts.outcome.deadwood, seat)
    values = [(card, scoring.hand_value(card, facts.equipment)) for card in hand]
    if scoring.lone_ace_value is not None and [card.rank for card in hand] == [Rank.ACE]:
        values = [(card, scoring.lone_ace_value) for card in hand]
    reasons = [card_reason(card, points) for card, points in values]
    reasons += _of_pairs(scoring, facts, seat, sum_of(reasons))
    jokers = hand.count(JOKER)
    # VELVET-SCORE-02: the hand is summed first, with jokers at `joker_base`, and then doubled.
    if scoring.joker_hand_value == "double" and jokers:
        factor = 2**jokers if scoring.double_per_joker else 2
        reasons.append(times("joker_double", sum_of(reasons), factor, {}))
    return reasons, True, jokers


def _of_pairs(scoring: Scoring, facts: RoundFacts, seat: int, points: Points) -> list[ScoreReason]:
    """List the extra points of a loser who opened with pairs."""
    factor = _factor_of(scoring.pair_loser_factor)
    return [times("paired", points, factor, {})] if seat in facts.paired and factor != 1 else []


def _anybody_had_laid(scoring: Scoring, facts: RoundFacts) -> bool:
    # D-64: "nobody" includes the player who goes out.
    counted = facts.playing if scoring.dry_when == "nobody_laid" else facts.losers
    before = facts.outcome.opened_before
    return any(opened for seat, opened in enumerate(before) if seat in counted)


def _round_factor(scoring: Scoring, facts: RoundFacts) -> tuple[Points, dict[str, Any]]:
    """Return the factor of the round and the parameters of its reason."""
    outcome = facts.outcome
    alone = not any(facts.seats[seat].opened for seat in facts.losers)
    with_joker = outcome.final_discard is not None and outcome.final_discard.is_joker
    forfeited = (outcome.helped and not scoring.all_at_once_help) or outcome.factor_lost
    plain = not outcome.all_at_once or forfeited or (scoring.double_on == "rami_sec_only" and not alone)
    if scoring.joker_finish == "last_card_any" and not plain:
        with_joker = with_joker or outcome.joker_placed_last
    # The factor for a joker as the last discard replaces the factor for going out all at once.
    factor: Points = 1
    if plain:
        factor = _factor_of(scoring.joker_finish_any_factor if with_joker else None)
        with_joker = factor != 1
    elif with_joker and scoring.joker_finish is not None:
        factor = _factor_of(scoring.joker_finish_factor)
    else:
        with_joker = False
        factors = scoring.all_at_once_factors
        # LEB-RSEC-04 goes no further than two jokers. D-65: the last factor also applies to larger numbers.
        factor = _factor_of(factors[min(outcome.wilds_placed, len(factors) - 1)])
    # OKO-SCORE-07: the factor for pairs multiplies all other factors.
    in_pairs = facts.knock is not None and facts.knock.kind is KnockKind.PAIRS
    if in_pairs or outcome.winner in facts.paired:
        factor = exact(factor * _factor_of(scoring.pairs_factor))
        plain, why = False, "pairs"
    else:
        why = "joker_finish" if plain else "rami_sec" if alone else "all_at_once"
    return factor, {"why": why, "joker_finish": True} if with_joker and not plain else {"why": why}


def _factor_of(factor: Points | float | str | None) -> Points:
    """Return a factor as a number; 1 if the option is not set."""
    # `isinstance(factor, Fraction)` would be slow, so rule out the other types.
    return 1 if factor is None or isinstance(factor, (float, str)) else factor


def _rounded(scoring: Scoring, points: Points) -> Points:
    # Only a factor such as 3/2 can leave a fraction.
    if isinstance(points, int):
        return points
    if scoring.rounding == "half_up":
        return floor(points + Fraction(1, 2))
    return floor(points) if scoring.rounding == "floor" else points


def knock_points(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, *, undercut: bool, upcard: Card | None
) -> int:
    """Return the winner's score after a knock, given the deadwood of both players in points.

    Parameters:
        scoring: the bonuses.
        kind: the kind of the knock.
        theirs: the deadwood of the loser.
        mine: the deadwood of the winner.
        undercut: True if the winner is not the player who knocked.
        upcard: the first upcard, if the variant uses it.
    """
    return sum(points for _, points in _knock_steps(scoring, kind, theirs, mine, undercut, upcard))


def _knock_steps(
    scoring: Scoring, kind: KnockKind, theirs: int, mine: int, undercut: bool, upcard: Card | None
) -> list[tuple[str, int]]:
    """List the steps of the winner's score after a knock (GIN-SCORE-01 to GIN-SCORE-04)."""
    steps = [("deadwood", theirs), ("own_deadwood", -mine)]
    if kind is KnockKind.GIN:
        steps.append(("gin", scoring.gin_bonus))
    elif kind is KnockKind.BIG_GIN:
        steps.append(("big_gin", scoring.big_gin_bonus or 0))
    elif undercut:
        steps.append(("undercut", scoring.undercut_bonus))
    # This step comes last, because D-143 doubles the bonuses too.
    if scoring.spade_doubles and upcard is not None and upcard.suit is Suit.SPADES:
        steps.append(("spades", sum(points for _, points in steps)))
    return steps
