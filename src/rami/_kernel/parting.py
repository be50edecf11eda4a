"""Could table cards leave their melds for one new meld?  Each neighbour that they leave behind must stand somewhere.

Right after the new meld is laid, the table is valid.  So whoever lay beside a card that has left a run is then in a
run without that card, or has left for a group, and then the same holds for the next neighbour.  All this takes no
more wilds than there are to come.  What fails this test is impossible; what passes is left to the search.
"""

from __future__ import annotations

from typing import Final

from ._rt import i64
from .codes import BIT, NATURALS, RANK, SUIT, natural
from .melds import Code, is_run, run_low, run_suit
from .rules import MeldRules

# more wilds than there are
NEVER: Final = 1 << 10


class Parting:
    """The sight of a player: cards in hand, the melds on the table, and of each the cards that might leave it."""

    __slots__ = ("_held", "_masks", "_places", "_rules", "_sight", "_table", "_takeable", "_twice", "_wilds")

    def __init__(
        self, rules: MeldRules, held: int, places: int, table: list[Code], masks: list[int], wilds: int
    ) -> None:
        self._rules: Final = rules
        self._held: Final[i64] = held
        self._places: Final[i64] = places
        self._table: Final = table
        self._masks: Final = masks
        self._wilds: Final = wilds
        takeable: i64 = 0
        # the cards in sight, also those for which a wild stands in a run; those that are there more than once
        sight: i64 = held
        twice: i64 = 0
        for place, code in enumerate(table):
            takeable |= masks[place]
            for index in range(len(code) - 1):
                card = code[index + 1]
                if rules.is_wild(card):
                    if not is_run(code):
                        continue
                    card = natural(run_suit(code), run_low(code) + index)
                bit: i64 = BIT[card]
                twice |= sight & bit
                sight |= bit
        self._takeable: Final[i64] = takeable
        self._sight: Final[i64] = sight
        self._twice: Final[i64] = twice

    def into_group(self, suit: int, rank: int) -> bool:
        """Whether a group might be laid with the card of that suit and rank."""
        rules = self._rules
        costs = sorted([self._cost(natural(other, rank), 0) for other in range(4) if other != suit])
        for wilds in range(rules.max_wild_group + 1):
            others = rules.group_min - 1 - wilds
            if others <= 0 or wilds + costs[others - 1] <= self._wilds:
                return True
        return False

    def into_run(self, suit: int, place: int) -> bool:
        """Whether a run might be laid with the card at that place."""
        rules = self._rules
        for low in range(1, place + 1):
            last = min(low + rules.max_run - 1, rules.last_place)
            for high in range(max(place, low + rules.run_min - 1), last + 1):
                if self._lays_run(suit, place, low, high):
                    return True
        return False

    def _lays_run(self, suit: i64, place: i64, low: i64, high: i64) -> bool:
        window: i64 = 0
        missing: i64 = 0
        usable = self._held | self._takeable
        for at in range(low, high + 1):
            bit: i64 = BIT[natural(suit, at)]
            window |= bit
            if at != place and not usable & bit:
                if not self._places & bit:
                    return False
                missing += 1
        most = min(self._rules.max_wild_run, self._wilds)
        if missing > most:
            return False
        holes: i64 = 0
        # whether a card needs a wild before it can leave
        waits: i64 = 0
        for at in range(low, high + 1):
            if at == place:
                continue
            card = natural(suit, at)
            cost = self._cost(card, window)
            if cost >= NEVER:
                holes += 1 if self._places >> card & 1 else NEVER
            elif cost:
                # such a card may also be the one that a wild replaces
                waits = 1
        return holes <= self._rules.max_wild_run and holes + waits <= self._wilds

    def _cost(self, card: i64, together: i64) -> i64:
        """How many wilds it takes at least until a card can leave, with those of its neighbours in the mask."""
        if self._held >> card & 1:
            return 0
        best: i64 = NEVER
        if not self._takeable >> card & 1:
            return best
        for place, code in enumerate(self._table):
            if not self._masks[place] >> card & 1:
                continue
            if not is_run(code):
                return 0
            for index in range(len(code) - 1):
                if code[index + 1] == card:
                    best = min(
                        best,
                        max(
                            self._left_behind(code, index - 1, -1, together),
                            self._left_behind(code, index + 1, 1, together),
                        ),
                    )
        return best

    def _left_behind(self, code: Code, index: i64, step: i64, together: i64) -> i64:
        """How many wilds it takes until the card at an index of a run can be without the one that lay before it."""
        rules = self._rules
        if not 0 <= index < len(code) - 1:
            return 0
        card = code[index + 1]
        if card >= NATURALS or together >> card & 1:
            return 0
        best = self._in_run_without(card, code[index + 1 - step])
        if best and self._takeable >> card & 1:
            mates = 0
            for suit in range(4):
                other = natural(suit, RANK[card])
                if other != card and (self._held | self._takeable) >> other & 1:
                    mates += 1
            wilds = max(0, rules.group_min - 1 - mates)
            if wilds < best and wilds <= rules.max_wild_group:
                best = min(best, wilds + self._left_behind(code, index + step, step, 0))
        return best

    def _in_run_without(self, card: i64, gone: i64) -> i64:
        """How many wilds it takes until a run holds a card and not one copy of another, once all else is there."""
        rules = self._rules
        sight = self._sight
        if gone < NATURALS and not self._twice >> gone & 1:
            sight &= ~BIT[gone]
        suit, rank = SUIT[card], RANK[card]
        best: i64 = NEVER
        for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
            for low in range(max(1, place - rules.run_min + 1), place + 1):
                if low + rules.run_min - 1 > rules.last_place:
                    break
                holes = 0
                for at in range(low, low + rules.run_min):
                    other = natural(suit, at)
                    if not sight >> other & 1:
                        holes += 1 if self._places >> other & 1 else NEVER
                if holes <= rules.max_wild_run:
                    best = min(best, holes)
        return best
