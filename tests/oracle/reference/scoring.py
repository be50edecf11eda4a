"""The score of a hand and the end of a match.

A hand that was won is a dict:

    {"losers": [{"opened": True, "hand": "A♠ * 9♦"}, ...],
     "winner": {"kind": "normal" or "all_at_once", "final_discard": card or None, "jokers_used": 0,
                "helped": False, "opened_before": False, "no_factor": False, "last_hand": False}}

`charged` holds the points that a player paid for discards, 0 by default; `paired` lists the players who have opened
with pairs.

D-55, D-128: `kind` is ``all_at_once`` if the winner had not opened before the closing turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from .cards import JOKER, cards, rank
from .melds import canonical, card_values, own_value, points_of_rank
from .rules import Rules


def card_value(face: str, rules: Rules) -> int:
    """Return the points of a card in hand (R51-SCORE-02, R51-SCORE-03, D-61); a doubling joker has its base (D-63)."""
    if face == JOKER:
        return rules.joker_hand_value if isinstance(rules.joker_hand_value, int) else rules.joker_base
    usual = points_of_rank(rank(face), rules.ace_hand_value, rules)
    if rules.wild_hand_value is not None and face[0] == rules.wild_rank:
        usual = rules.wild_hand_value
    return own_value(face, rules, usual)


def count(hand: Sequence[str], rules: Rules) -> int:
    """Return the points of a hand (R51-SCORE-01, VELVET-SCORE-02, SCA-SCORE-06)."""
    if rules.lone_ace_value is not None and len(hand) == 1 and hand[0][0] == "A":
        return rules.lone_ace_value
    total = sum(card_value(face, rules) for face in hand)
    jokers = list(hand).count(JOKER)
    if rules.joker_hand_value == "double" and jokers:
        total *= 2**jokers if rules.double_per_joker else 2
    return total


def factor(case: Mapping[str, Any], rules: Rules) -> Fraction:
    """Return the factor of the end times that of pairs (OKO-SCORE-07)."""
    pairs = rules.pairs_factor if case["winner"].get("paired", False) else None
    return factor_of_end(case, rules) * (1 if pairs is None else Fraction(pairs))


def factor_of_end(case: Mapping[str, Any], rules: Rules) -> Fraction:
    """Return the factor of the losers' points (R51-SCORE-05, R51-SCORE-06, D-56, D-57, D-58, D-65)."""
    winner = case["winner"]
    joker_last = winner.get("final_discard") == JOKER
    rami_sec = not any(loser["opened"] for loser in case["losers"])
    counts = winner.get("kind", "normal") == "all_at_once" and not winner.get("no_factor", False)
    if rules.double_on == "rami_sec_only" and not rami_sec:
        counts = False
    if winner.get("helped", False) and not rules.all_at_once_help:
        counts = False
    if not counts:
        any_end = rules.joker_finish_any_factor
        return Fraction(any_end) if joker_last and any_end is not None else Fraction(1)
    if rules.joker_finish == "last_card_any":
        joker_last = joker_last or winner.get("joker_placed_last", False)
    if joker_last and rules.joker_finish is not None:
        return Fraction(rules.joker_finish_factor)
    factors = rules.all_at_once_factors
    jokers: int = winner.get("jokers_used", 0)
    return Fraction(factors[min(jokers, len(factors) - 1)])


def nobody_had_laid(case: Mapping[str, Any], rules: Rules) -> bool:
    """Return whether nobody had laid before the closing turn (VELVET-SCORE-04, D-64)."""
    if any(loser["opened"] for loser in case["losers"]):
        return False
    if rules.dry_when == "nobody_else_laid":
        return True
    winner = case["winner"]
    return not winner.get("opened_before", winner.get("kind", "normal") != "all_at_once")


def rounded(points: int | Fraction, rules: Rules) -> int | Fraction:
    """Return the points rounded as the rules say (D-65)."""
    if rules.rounding == "half_up":
        return floor(points + Fraction(1, 2))
    if rules.rounding == "floor":
        return floor(points)
    return int(points) if points.denominator == 1 else points


def loser_score(loser: Mapping[str, Any], case: Mapping[str, Any], rules: Rules) -> int | Fraction:
    """Return the points of one loser before the multiplier of the last hand."""
    points = rounded(uncapped(loser, case, rules), rules)
    if rules.cap is not None:
        points = min(points, rules.cap)
    return points + held_jokers(loser, case, rules)


def held_jokers(loser: Mapping[str, Any], case: Mapping[str, Any], rules: Rules) -> int:
    """Return the charge for the jokers of a counted hand, which no factor multiplies (OKO-D12)."""
    if rules.held_joker_charge is None:
        return 0
    if flat_points(loser, case, rules) is not None:
        return 0
    return rules.held_joker_charge * list(cards(loser["hand"])).count(JOKER)


def flat_points(loser: Mapping[str, Any], case: Mapping[str, Any], rules: Rules) -> int | Fraction | None:
    """Return the points of a loser whose cards are not counted (R51-SCORE-04, D-62, D-64, D-66); None if they are."""
    all_at_once = case["winner"].get("kind", "normal") == "all_at_once"
    if all_at_once and rules.all_at_once_flat is not None:
        return rules.all_at_once_flat
    if rules.dry_flat is not None and nobody_had_laid(case, rules):
        return rules.dry_flat
    if not loser["opened"] and rules.unopened_flat is not None:
        return rules.unopened_flat * (factor(case, rules) if rules.flat_multiplied else Fraction(1))
    return None


def uncapped(loser: Mapping[str, Any], case: Mapping[str, Any], rules: Rules) -> int | Fraction:
    """Return the points of a loser without their limit."""
    flat = flat_points(loser, case, rules)
    if flat is not None:
        return flat
    times = Fraction(rules.pair_loser_factor or 1) if loser.get("paired", False) else 1  # OKO-SCORE-06
    return count(cards(loser["hand"]), rules) * factor(case, rules) * times


def last_hand_factor(case: Mapping[str, Any], rules: Rules) -> int:
    """Return the factor of the last hand (MILLE-01, D-67, D-129)."""
    return rules.final_hand_multiplier if case["winner"].get("last_hand", False) else 1


def charges(case: Mapping[str, Any], rules: Rules) -> list[int | Fraction]:
    """Return the points of each loser's cards, in the order given (R51-SCORE-01, BAS-SCORE-01, D-129)."""
    times = last_hand_factor(case, rules)
    return [(loser_score(loser, case, rules) + loser.get("charged", 0)) * times for loser in case["losers"]]


def hand_scores(case: Mapping[str, Any], rules: Rules) -> list[int | Fraction]:
    """Return the losers' points in the order given (R51-END-02, R51-SCORE-01, BAS-SCORE-03, D-129)."""
    charged = charges(case, rules)
    if rules.winner_collects == "credit":
        return [0 for _ in charged]
    return [-each for each in charged] if rules.winner_collects == "zero_sum" else charged


def winner_score(case: Mapping[str, Any], rules: Rules) -> int | Fraction:
    """Return the winner's points (R51-SCORE-08, D-60, BAS-SCORE-01); the last hand multiplies every score."""
    if rules.winner_collects is not None:
        return sum(charges(case, rules))
    won = rules.winner_score * (factor(case, rules) if rules.winner_multiplied else 1)  # OKO-SCORE-08
    charged: int = case["winner"].get("charged", 0)  # OKO-SCORE-09
    return (won + charged) * last_hand_factor(case, rules)


def net_score(
    laid: Sequence[tuple[Sequence[str], Sequence[int]]], seat: int, hand: Sequence[str], rules: Rules
) -> int:
    """Return the points laid by a seat, less those left (RUM-SCORE-01, RUM-OFF-03); `laid` has a seat for each card."""
    points = -count(hand, rules)
    for meld, by in laid:
        values = card_values(canonical(tuple(meld), rules), rules)
        points += sum(value for value, who in zip(values, by, strict=True) if who == seat)
    return points


class MatchEnd(NamedTuple):
    """The state of a match; `eliminated` are the seats that leave after this hand."""

    over: bool
    winners: tuple[int, ...]
    eliminated: tuple[int, ...]


def lowest(totals: Sequence[int | Fraction], seats: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total: they share the win (D-73)."""
    least = min(totals[seat] for seat in seats)
    return tuple(seat for seat in seats if totals[seat] == least)


def match_end(
    totals: Sequence[int | Fraction],
    rules: Rules,
    *,
    playing: Sequence[int] | None = None,
    hands_counted: int = 0,
    void: bool = False,
) -> MatchEnd:
    """Return the state of the match after a hand (R51-MATCH-01, D-69, D-71); `playing` are the seats in before it.

    `hands_counted` includes this hand unless it was void; a void hand ends nothing (D-130).
    """
    seats = list(range(len(totals)) if playing is None else playing)
    going_on = MatchEnd(False, (), ())
    if void:
        return going_on
    if rules.end == "hands":
        assert rules.hands is not None
        return ended(lowest(totals, seats), (), seats, rules) if hands_counted >= rules.hands else going_on
    if rules.end == "elimination":
        assert rules.elimination_limit is not None
        gone = tuple(seat for seat in seats if totals[seat] >= rules.elimination_limit)
        left = [seat for seat in seats if seat not in gone]
        if len(left) > 1:
            return MatchEnd(False, (), gone)
        return ended(tuple(left) or lowest(totals, seats), gone, seats, rules)
    assert rules.target is not None
    # A player who has not led may have left, and have reached it.
    reached = tuple(seat for seat in range(len(totals)) if totals[seat] >= rules.target)
    if not reached:
        return going_on
    if rules.end == "first_to_target_wins":
        return MatchEnd(True, reached, ())
    return ended(lowest(totals, seats), (), seats, rules)


def ended(winners: tuple[int, ...], gone: tuple[int, ...], playing: Sequence[int], rules: Rules) -> MatchEnd:
    """Return the end with these winners, or one more hand between several of them (IND-DEALS-05)."""
    if rules.lowest_tie == "shared" or len(winners) == 1:
        return MatchEnd(True, winners, gone)
    return MatchEnd(False, (), tuple(seat for seat in playing if seat not in winners))


def seats_after(seat: int, seats: int, rules: Rules) -> list[int]:
    """Return the seats in the order of play, the next one after `seat` first and `seat` last (D-04)."""
    step = 1 if rules.direction == "clockwise" else -1
    return [(seat + step * distance) % seats for distance in range(1, seats + 1)]


def next_dealer(
    dealer: int,
    rules: Rules,
    *,
    playing: Sequence[int],
    seats: int,
    scores: Mapping[int, int | Fraction] | None = None,
    winner: int | None = None,
) -> int:
    """Return the next dealer (D-07, D-133, D-135); `winner` is None after a void hand, `playing` the seats left."""
    if winner is None and rules.dealer_after_void == "same":
        return dealer
    around = seats_after(dealer, seats, rules)
    chosen = around[0]
    if winner is not None and rules.dealer_rotation == "winner":
        chosen = winner
    if winner is not None and rules.dealer_rotation == "loser" and scores:
        most = max(scores.values())
        chosen = next(seat for seat in around if seat in scores and scores[seat] == most)
    if chosen in playing:
        return chosen
    return next(seat for seat in seats_after(chosen, seats, rules) if seat in playing)


def standings(totals: Sequence[int | Fraction], eliminated_in: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Rank survivors first, then later elimination, then lower totals; others share a place (D-134).

    `eliminated_in` has the number of the hand after which a seat left.
    """

    def key(seat: int) -> tuple[float, int | Fraction]:
        return -float(eliminated_in.get(seat, "inf")), totals[seat]

    ordered = sorted(range(len(totals)), key=key)
    places: list[tuple[int, ...]] = []
    for seat in ordered:
        if places and key(places[-1][0]) == key(seat):
            places[-1] = (*places[-1], seat)
        else:
            places.append((seat,))
    return places
