"""Find the cards that a hand may leave over when melds use all its other cards.

A player of Indian 13 who declares discards one card and melds all others. With 3♣ 4♣ 5♣ 6♣ 5♥ 6♥ 7♥, the discard is 3♣
or 6♣. Trying each discard by itself would search almost the same melds again and again. This search finds all discards
together: the lowest remaining card goes into one of the melds in which it is the lowest, or it is left over.

Cards that count no points need no meld. The hand is one number, as in `arrange`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ..budget import SPEND
from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import is_run
from .demands import Demand, Need

# This mask means that any card may be left over.
ANY_FACE: Final = -1
# A meld: its cards as fields of a number, 1 if it is a run, and 1 if it is a run without jokers.
Part = tuple[int, int, int]


@final
class Leftovers:
    """Finds the faces that a hand with jokers for its wilds may leave over, as a mask with a bit for each face."""

    def __init__(self, mixed: hands.Hand, needs: list[Need], costs: Sequence[int], demand: Demand) -> None:
        self._spend: Final = SPEND.get()
        self._known: Final[dict[tuple[int, int, int, bool], int]] = {}
        self._guards = 0
        # The bits of the cards that count points; the card of each bit; and the unit of each card.
        self._costly = 0
        self._cards: Final[dict[int, int]] = {}
        self._units: Final[dict[int, int]] = {}
        full = shift = 0
        for card in hands.faces_of(mixed):
            held = hands.count(mixed, card)
            size = held.bit_length()
            self._units[card] = 1 << shift
            full += (held | 1 << size) << shift
            self._guards |= 1 << (shift + size)
            for at in range(shift, shift + size):
                self._cards[1 << at] = card
                self._costly |= (1 << at) if costs[card] else 0
            shift += size + 1
        # The melds by the lowest card that counts points.
        self._parts: Final[dict[int, list[Part]]] = {}
        whole = True
        for _, jokers, code in needs:
            run = 1 if is_run(code) else 0
            costly = [card for card in code[1:] if costs[card]]
            whole = whole and bool(costly)
            part = sum([self._units[card] for card in code[1:]]), run, 0 if jokers else run
            self._parts.setdefault(min(costly, default=JOKER), []).append(part)
        # The search lays no melds whose cards all count nothing.
        self.faces: Final = self._left_over(full, demand.runs, demand.clean, True) if whole else ANY_FACE

    def _left_over(self, left: int, runs: int, clean: int, free: bool) -> int:
        """Return a mask of the faces that may be the one card left over when melds use all others.

        If `free` is False, no card may be left over: return 1 if melds can use all cards, otherwise 0.
        `runs` and `clean` are the numbers of runs and of runs without jokers that are still required.
        """
        key = (left, runs, clean, free)
        out = self._known.get(key)
        if out is None:
            out = self._search(left, runs, clean, free)
            self._known[key] = out
        return out

    def _search(self, left: int, runs: int, clean: int, free: bool) -> int:
        if self._spend is not None:
            self._spend()
        costly = left & self._costly
        out = 0
        if not costly:
            if runs or clean:
                return 0
            for bit, card in self._cards.items():
                out |= 1 << card if left & bit else 0
            return out if free else 1
        card, guards = self._cards[costly & -costly], self._guards
        for need, run, clean_run in self._parts.get(card, ()):
            rest = left - need
            if rest & guards == guards:
                out |= self._left_over(rest, max(0, runs - run), max(0, clean - clean_run), free)
                if out and not free:
                    return 1
        if free and self._left_over(left - self._units[card], runs, clean, False):
            out |= 1 << card
        return out
