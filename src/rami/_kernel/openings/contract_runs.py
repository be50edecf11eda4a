"""Possible places of runs that serve a contract, and their wilds, with every wild as a joker."""

from __future__ import annotations

from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, ROW, natural
from ..cards.masks import around
from ..melds.meld import Code, place_faults, run_code, wild_faults
from ..rules import ENDS_FREE, MeldRules

SUITS: Final = 4

# the suit of a run, its first place, and the places whose card is held, the first place at bit 0
Window = tuple[int, int, int]


@final
class RunPlaces:
    """The places of runs, in tables filled on demand."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules: Final = rules
        # whether the wilds of a run may be anywhere
        self._free: Final = rules.adjacent and rules.ends == ENDS_FREE
        self._most_wilds: Final[dict[int, int]] = {}

    def windows(self, hand: hands.Hand, length: int) -> list[Window]:
        """The possible places of a run of that length."""
        rules = self._rules
        out: list[Window] = []
        lows = 13 if rules.wrap else rules.last_place - length + 1
        whole = (1 << length) - 1
        needed = length - min(hand[-1], self.most_wilds(length))
        for suit in range(SUITS):
            row = places_held(rules, hand[0], suit)
            if row.bit_count() < needed:
                continue
            for low in range(rules.first_place, lows + 1):
                held = row >> (low - 1) & whole
                if held and held.bit_count() >= needed:
                    out.append((suit, low, held))
        return out

    def most_wilds(self, length: int) -> int:
        """The most wilds of a run of that length."""
        known = self._most_wilds.get(length)
        if known is None:
            known = 0
            while known < length and not wild_faults(self._rules, known + 1, length, True, True):
                known += 1
            self._most_wilds[length] = known
        return known

    def stands(self, suit: int, low: int, length: int, holes: int) -> bool:
        """Whether a run may have wilds at these places."""
        if self._free:
            return True
        cards = [natural(suit, low + at) for at in range(length)]
        return not place_faults(self._rules, with_jokers(run_code(suit, low, cards), holes), True)


def with_jokers(run: Code, holes: int) -> Code:
    """A run with jokers at some places, the first place at bit 0."""
    if not holes:
        return run
    cards = list(run)
    while holes:
        bit = holes & -holes
        holes ^= bit
        cards[bit.bit_length()] = JOKER
    return tuple(cards)


def places_held(rules: MeldRules, held: int, suit: int) -> int:
    """The places of a suit that are held, the first place at bit 0; the ace again at the top."""
    return (around(held >> (13 * suit) & ROW) & rules.places) >> 1
