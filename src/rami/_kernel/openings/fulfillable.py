"""Test exactly whether a hand can fulfil a contract, without listing lay-downs; every wild counts as a joker.

A contract is written as sizes: ((3, 3), (4,)) means two groups of three and a run of four. The test tries the
longest run in each place where enough of its cards are held, then the largest group; the remaining cards must
fulfil the rest. Results are cached by (hand, sizes). 7♣ 7♦ 7♠ K♣ K♦ 5♥ 6♥ 8♥ * 2♣ cannot fulfil this
contract: the only joker can complete the kings or fill the gap in the run, but not both. With K♠ instead of
2♣ the hand can.

Only *least* runs, which have no superfluous card, are tried, because a longer run would leave fewer cards for
the other melds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, NATURALS, RANK, bits, natural
from ..melds.meld import most_wilds, run_code
from ..rules import MeldRules
from .contract_runs import RunPlaces
from .contracts import Sizes

# The maximum number of results to keep.
MOST_KNOWN: Final = 1 << 11


@final
class Fulfillable:
    """Tests whether a hand contains the required groups and runs.

    `leftover` is the number of cards that must remain in hand.
    """

    def __init__(
        self, rules: MeldRules, places: RunPlaces, exact: bool, distinct: bool, leftover: int
    ) -> None:
        self._rules: Final = rules
        self._places: Final = places
        self._exact: Final = exact
        self._distinct: Final = distinct
        self._leftover: Final = leftover
        self._known: Final[dict[tuple[hands.Hand, Sizes, Sizes, int], bool]] = {}

    def by(self, hand: hands.Hand, groups: Sizes, runs: Sizes, used: int) -> bool:
        """Return whether the hand contains these groups and runs in addition to the cards that must remain.

        `used` marks the ranks and suits already taken, if the contract requires distinct ones.
        """
        if sum(groups) + sum(runs) + self._leftover > hands.size(hand):
            return False
        if not groups and not runs:
            return True
        key = (hand, groups, runs, used)
        known = self._known.get(key)
        if known is None:
            known = self._place_run(hand, groups, runs, used) if runs else self._groups(hand, groups, used)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known

    def _place_run(self, hand: hands.Hand, groups: Sizes, runs: Sizes, used: int) -> bool:
        """Return whether a run can fill the largest size required and leave cards for the other melds."""
        size, rest = runs[-1], runs[:-1]
        for naturals, wilds, suit in self._least_runs(hand, size, bool(groups), bool(rest)):
            trait = 1 << (16 + suit)
            if used & trait:
                continue
            left = hands.remove_all(hand, naturals + [JOKER] * wilds)
            if left is not None and self.by(left, groups, rest, used | trait if self._distinct else 0):
                return True
        return False

    def _least_runs(
        self, hand: hands.Hand, size: int, groups_follow: bool, runs_follow: bool
    ) -> Iterator[tuple[list[int], int, int]]:
        """Yield the runs of at least this size that need no superfluous card, as (naturals, wilds, suit).

        A wild replaces a natural only if another meld could use that natural. A run longer than necessary is tried only
        if a shorter one could not contain that many wilds.
        """
        counts = _rank_counts(hand)
        for length in range(size, (size if self._exact else self._rules.max_run) + 1):
            longer = length > size
            least = most_wilds(self._rules, length - 1, True) + 1 if longer else 0
            most = min(most_wilds(self._rules, length, True), hand[-1])
            if least > most:
                continue
            ends = 1 | 1 << (length - 1)
            for suit, low, held in self._places.windows(hand, length):
                # A longer run with a wild at an end could do without that wild.
                if longer and held & ends != ends:
                    continue
                run = run_code(suit, low, [natural(suit, low + at) for at in range(length)])
                movable = [
                    1 << at
                    for at in range(length)
                    if held & ~(ends if longer else 0) & 1 << at
                    and (runs_follow or (groups_follow and counts[RANK[run[at + 1]]] > 1))
                ]
                lacking = length - held.bit_count()
                for more in range(max(0, least - lacking), min(len(movable), most - lacking) + 1):
                    for given_up in combinations(movable, more):
                        kept = held - sum(given_up)
                        if longer and self._has_shorter(length, kept, size):
                            continue
                        if self._places.may_have_wilds(run, (1 << length) - 1 - kept):
                            yield [run[at + 1] for at in bits(kept)], lacking + more, suit

    def _has_shorter(self, length: int, kept: int, size: int) -> bool:
        """Return whether a part of a run would be long enough and have a valid number of wilds."""
        rules = self._rules
        if not (rules.adjacent_wilds and rules.free_ends):
            return False
        for part in range(size, length):
            for start in range(length - part + 1):
                naturals = (kept >> start & ((1 << part) - 1)).bit_count()
                if naturals and part - naturals <= most_wilds(rules, part, True):
                    return True
        return False

    def _groups(self, hand: hands.Hand, groups: Sizes, used: int) -> bool:
        """Return whether the hand contains these groups, when no more runs are required."""
        if self._rules.any_suits and groups[0] == groups[-1] and not self._distinct:
            least = groups[0] - most_wilds(self._rules, groups[0], False)
            return _shared_out(_rank_counts(hand), groups, least) <= hand[-1]
        return self._place_group(hand, groups, used)

    def _place_group(self, hand: hands.Hand, groups: Sizes, used: int) -> bool:
        """Return whether a group can fill the largest size required and leave cards for the other melds."""
        size, rest = groups[-1], groups[:-1]
        least = size - most_wilds(self._rules, size, False)
        for rank in range(1, 14):
            if used >> rank & 1:
                continue
            naturals = _most_held_first(hand, rank, self._rules.any_suits)
            for count in range(min(size, len(naturals)), max(least, size - hand[-1]) - 1, -1):
                left = hands.remove_all(hand, naturals[:count] + [JOKER] * (size - count))
                if left is not None and self.by(left, rest, (), used | 1 << rank if self._distinct else 0):
                    return True
        return False


def _rank_counts(hand: hands.Hand) -> list[int]:
    """Return the number of naturals of each rank that are held."""
    counts = [0] * 14
    for card in hands.cards_of(hand):
        counts[RANK[card]] += 1
    counts[0] = 0
    return counts


def _shared_out(counts: list[int], groups: Sizes, least: int) -> int:
    """Return the smallest number of wilds with which naturals, counted by rank, form these groups of equal size.

    Each group needs `least` naturals. Another group of the same rank costs at least as many wilds as the one before,
    so the cheapest groups of all ranks give the minimum.
    """
    size, wanted = groups[0], len(groups)
    prices: list[int] = []
    for count in counts:
        before = 0
        for number in range(1, min(wanted, count // least) + 1):
            price = max(0, number * size - count)
            prices.append(price - before)
            before = price
    if len(prices) < wanted:
        return NATURALS
    prices.sort()
    return sum(prices[:wanted])


def _most_held_first(hand: hands.Hand, rank: int, any_suits: bool) -> list[int]:
    """Return the naturals of a rank that a group may take; cards held in more copies come first."""
    held = [(hands.count(hand, card), card) for card in range(rank - 1, NATURALS, 13) if hand[0] >> card & 1]
    held.sort(reverse=True)
    return [card for count, card in held for _ in range(count if any_suits else 1)]
