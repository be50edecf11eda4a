"""The results of a match: columns, bonuses, credits and contracts; scoring.py counts the hands.

A hand is a pair of the winner and the points by seat; a void hand has no winner and no points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .rules import Rules
from .scoring import MatchEnd, ended, match_end

Number = int | Fraction
Hand = tuple[int | None, Mapping[int, Number]]


class Count(NamedTuple):
    """One column of a match: totals and hands won by seat, and its winners."""

    totals: tuple[Number, ...]
    won: tuple[int, ...]
    winners: tuple[int, ...]


def hands_won(hands: Sequence[Hand], seats: int) -> tuple[int, ...]:
    return tuple(sum(winner == seat for winner, _ in hands) for seat in range(seats))


def counted(hands: Sequence[Hand], seats: int, rules: Rules) -> Count:
    """Sum these hands; the highest total wins once a player has the target (GIN-MATCH-01)."""
    totals = tuple(sum(points.get(seat, 0) for _, points in hands) for seat in range(seats))
    assert rules.target is not None
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals) >= rules.target)
    return Count(totals, hands_won(hands, seats), winners)


def columns(hands: Sequence[Hand], seats: int, rules: Rules, count: int) -> list[Count]:
    """Return the columns of a match (D-145).

    A player's first win counts in the first column, the second in two, and so on. A column that has been won takes no
    more entries; a win that would count in such columns alone goes to the next open one.
    """
    entries: list[list[Hand]] = [[] for _ in range(count)]
    wins = dict.fromkeys(range(seats), 0)
    for hand in hands:
        winner, _ = hand
        if winner is None:
            continue
        wins[winner] += 1
        open_ones = [number for number in range(count) if not counted(entries[number], seats, rules).winners]
        meant = [number for number in open_ones if number + 1 <= wins[winner]]
        for number in meant or open_ones[:1]:
            entries[number].append(hand)
    return [counted(each, seats, rules) for each in entries]


def bonuses(
    won: Sequence[int],
    winners: Sequence[int],
    game: int | None,
    box: int | None,
    shutout: bool,
    shutout_bonus: int | None,
) -> tuple[int, ...]:
    """Return the bonuses of each seat at the end of a count (D-144)."""
    losers = [boxes for seat, boxes in enumerate(won) if seat not in winners]
    alone = bool(losers) and not any(losers)
    found: list[int] = []
    for seat, boxes in enumerate(won):
        points = (box or 0) * boxes
        if seat in winners:
            points += (game or 0) * (2 if shutout and alone else 1)
            points += (shutout_bonus or 0) if alone else 0
        found.append(points)
    return tuple(found)


def credit_end(
    totals: Sequence[Number], rules: Rules, hands_counted: int, void: bool, playing: Sequence[int]
) -> MatchEnd:
    """End a game of credits (GIN-MATCH-01, D-86): like any other, but the highest total is the best."""
    if void or rules.end == "first_to_target_wins":
        return match_end(totals, rules, void=void)
    assert rules.end == "hands"
    assert rules.hands is not None
    if hands_counted < rules.hands:
        return MatchEnd(False, (), ())
    most = max(totals[seat] for seat in playing)
    return ended(tuple(seat for seat in playing if totals[seat] == most), (), playing, rules)


def contract_end(due: Sequence[int], completed: Sequence[int], count: int, tie: str) -> tuple[int, ...]:
    """Return the winners (FRU-MATCH-01, D-96): `due` after the hand, `completed` in the order of laying."""
    finished = [seat for seat in completed if due[seat] > count]
    return tuple(sorted(finished)) if tie == "shared" else tuple(finished[:1])


def contracts_after(due: Sequence[int], completed: Sequence[int], void: bool) -> tuple[int, ...]:
    """Return the number of the next contract of each seat (FRU-ADV-01, FRU-ADV-02, D-130)."""
    return tuple(number + (seat in completed and not void) for seat, number in enumerate(due))


def buyers(
    totals: Sequence[Number], rules: Rules, playing: Sequence[int], bought: Sequence[int]
) -> tuple[list[int], Number]:
    """Return the players who may buy back in after a round, in order, and the total that each would have.

    `playing` are the players of the round, `bought` has the past returns of each seat (KAL-BUY-01 to KAL-BUY-04,
    IND-POOL-03, IND-POOL-04).
    """
    nobody: tuple[list[int], Number] = ([], 0)
    if rules.end != "elimination" or rules.elimination_limit is None or len(playing) < rules.buy_in_players:
        return nobody
    limit = rules.elimination_limit
    below = [totals[seat] for seat in playing if totals[seat] < limit]
    if not below or (rules.buy_in_ceiling is not None and max(below) > rules.buy_in_ceiling):
        return nobody
    price = max(below) + (1 if rules.buy_in_total == "one_above" else 0)
    if price >= limit:
        return nobody
    over = sorted(seat for seat in playing if totals[seat] >= limit)
    return [seat for seat in over if rules.buy_ins is None or bought[seat] < rules.buy_ins], price


def credit_dealer(dealer: int, winner: int | None) -> int:
    """Return the next dealer of Gin (GIN-DEAL-01, D-77): the loser; after a void hand the same player."""
    return dealer if winner is None else 1 - winner
