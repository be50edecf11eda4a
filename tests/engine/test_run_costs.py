"""Wilds that runs take at least, against every choice of runs."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

from rami import variants
from rami._kernel.run_costs import NEVER, run_cost, table_run
from rami.policies._compiled import game_of

RULES = game_of(variants.CLASSIC_51).melds


def stretches(runs: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """(run of the table or -1, places that cards take, wilds that it may take) of runs that are not too long."""
    out = [
        (-1, (1 << high + 1) - (1 << low), RULES.max_wild_run)
        for low in range(1, 15)
        for high in range(low + 2, min(low + 5, 15))
    ]
    for number, run in enumerate(runs):
        low, high, room = run >> 8, run >> 4 & 15, run & 15
        for first in range(max(1, low - 3), low + 1):
            for last in range(high, min(high + 4, 15)):
                places = (1 << last + 1) - (1 << first) & ~((1 << high + 1) - (1 << low))
                out.append((number, places, room))
    return [each for each in out if each[1]]


def fewest(runs: tuple[int, ...], held: int, twice: int) -> int:
    """The fewest wilds with which one or two such runs hold all cards."""
    copies = [0, *((held >> rank & 1) + (twice >> rank & 1) for rank in range(13))]
    every = stretches(runs)
    chosen = [(one,) for one in every] + list(combinations_with_replacement(every, 2))
    return min(
        _wilds_of(some, copies)
        for some in chosen
        if len(some) == 1 or some[0][0] < 0 or some[0][0] != some[1][0]
    )


def _wilds_of(chosen: tuple[tuple[int, int, int], ...], copies: list[int]) -> int:
    """The wilds that fill these places, NEVER if a card is left over or a run takes too many."""
    left = list(copies)
    total = 0
    rooms = [room for _, _, room in chosen]
    for place in range(1, 15):
        rank = place if place < 14 else 1
        for at, (_, places, _) in enumerate(chosen):
            if places >> place & 1:
                if left[rank]:
                    left[rank] -= 1
                else:
                    rooms[at] -= 1
                    total += 1
    return NEVER if any(left) or min(rooms) < 0 else total


def test_no_choice_of_runs_takes_fewer_wilds() -> None:
    choice = Random(5)
    found = 0
    for _ in range(40):
        cards = choice.sample(range(choice.choice((0, 6)), 13), choice.randint(1, 4))
        held = sum(1 << rank for rank in cards)
        twice = held & (1 << choice.randrange(13) | 1 << choice.randrange(13))
        low = choice.randint(1, 11)
        runs = (table_run(low, low + 2, choice.randint(0, 1)),) if choice.random() < 0.6 else ()
        whole, but_one = run_cost(RULES, runs, held, twice, 4)
        assert but_one <= whole <= fewest(runs, held, twice), (held, twice, runs)
        found += whole < NEVER
        for rank in cards:
            bit = 1 << rank
            rest = held & ~(bit & ~twice)
            if rest:
                assert but_one <= fewest(runs, rest, twice & ~bit), (held, twice, runs)
    assert found > 10


def test_the_aces_of_two_runs_lie_behind_the_kings() -> None:
    """Q K A and Q * A, or the second queen thrown."""
    ace, queen, king = 1, 1 << 11, 1 << 12
    assert run_cost(RULES, (), ace | queen | king, ace | queen, 4) == (1, 0)
