"""List the runs that could be part of a contract; every wild counts as a joker."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, ROW, around, natural
from ..melds.meld import FULL_RUN, Code, most_wilds, place_faults, run_code
from ..rules import MeldRules
from .contracts import Sizes

SUITS: Final = 4
ANY_SUIT: Final = -1

# The suit of a run, its first place, and a mask of the places whose cards are held; bit 0 is the first place.
Window = tuple[int, int, int]


@final
class RunPlaces:
    """Finds the places in which a hand can form runs."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules: Final = rules
        # True if wilds may take any place in a run.
        self._free: Final = rules.adjacent_wilds and rules.free_ends

    def runs(
        self, hand: hands.Hand, sizes: Sizes, exact: bool, most: int, start: int = 0, suit: int = ANY_SUIT
    ) -> Iterator[tuple[int, Code, int]]:
        """Yield the runs that fill one of these sizes and have no more than `most` cards.

        Each result is (window, run of naturals, mask of the places of wilds). The window is a number made of the
        length, suit and first place; windows below `start` are left out. The shortest runs come first, and in each
        window the runs with the fewest wilds.
        """
        for length in range(max(sizes[0], start >> 6), min(self._rules.max_run, most) + 1):
            if exact and length not in sizes:
                continue
            for of_suit, low, held in self.windows(hand, length):
                window = length << 6 | of_suit << 4 | low
                if window >= start and suit in (ANY_SUIT, of_suit):
                    run = run_code(of_suit, low, [natural(of_suit, low + at) for at in range(length)])
                    for holes in self._fillings(hand, run, held):
                        yield window, run, holes

    def _fillings(self, hand: hands.Hand, run: Code, held: int) -> Iterator[int]:
        """Yield each choice of places for the wilds of a run, including places whose cards are held."""
        length = len(run) - 1
        # A run from ace to ace needs two aces or a wild.
        single = length == FULL_RUN and (self._rules.single_ace or hands.count(hand, run[1]) < 2)
        aces = 1 | 1 << 13 if single else 0
        lacking = length - held.bit_count()
        taken = [1 << at for at in range(length) if held >> at & 1]
        for wilds in range(lacking, min(most_wilds(self._rules, length, True), hand[-1]) + 1):
            for given_up in combinations(taken, wilds - lacking):
                holes = ((1 << length) - 1 ^ held) + sum(given_up)
                if (not aces or holes & aces) and self.may_have_wilds(run, holes):
                    yield holes

    def windows(self, hand: hands.Hand, length: int) -> list[Window]:
        """Return the possible windows of a run of that length."""
        rules = self._rules
        out: list[Window] = []
        whole = (1 << length) - 1
        needed = length - min(hand[-1], most_wilds(rules, length, True))
        for suit in range(SUITS):
            # The ace counts again above the king.
            row: int = (around(hand[0] >> (13 * suit) & ROW) & rules.places) >> 1
            if row.bit_count() < needed:
                continue
            for low in range(rules.first_place, rules.last_start(length) + 1):
                held = row >> (low - 1) & whole
                if held and held.bit_count() >= needed:
                    out.append((suit, low, held))
        return out

    def may_have_wilds(self, run: Code, holes: int) -> bool:
        """Return whether a run of naturals may have wilds in these places."""
        return self._free or not place_faults(self._rules, with_jokers(run, holes), True)


def with_jokers(run: Code, holes: int) -> Code:
    """Return a run with jokers in these places; bit 0 is the first place."""
    if not holes:
        return run
    cards = list(run)
    while holes:
        bit = holes & -holes
        holes ^= bit
        cards[bit.bit_length()] = JOKER
    return tuple(cards)
