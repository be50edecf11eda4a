"""Find every meld that can be laid with at least one card from a table meld.

Each place of a meld contains a natural of the hand, a natural of a table meld, or a wild. Every wild counts as a
joker here, whatever its face (see `wilds`). A meld comes with the table cards that it takes, each as (index
of the meld on the table, index of the card in that meld, from 0). With 7♣ 7♦ in hand and two runs on the
table,

    table 0: 4♥ 5♥ 6♥ 7♥    table 1: 7♠ 8♠ 9♠ 10♠

the group 7♣ 7♦ 7♥ 7♠ takes ((0, 3), (1, 0)): both runs are long enough to lose a card at an end. A card in the middle
may leave only if the pieces on both sides are still melds.

The search walks through the places of a run, or the suits of a group, and builds one meld at a time in
`_cards` and `_taken`. `_may_go` cuts off hopeless branches early; `_may_leave` decides at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, final

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, EVERY_NATURAL, JOKER, RANK, RANK_CARDS, ROW, around, ranks_held
from ..rules import MeldRules, TurnRules
from . import universe
from .finder import Table, Taken
from .meld import FREE_GROUP, GROUP, Code, is_run, pieces
from .wilds import pooled

Found = tuple[Code, tuple[Taken, ...]]


@final
class Takes:
    """Finds the melds that take at least one card out of table melds.

    `places` is a mask of the naturals that a wild may represent in a run.
    """

    def __init__(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        turn: TurnRules,
        table: Table,
        player: int,
        places: int = EVERY_NATURAL,
    ) -> None:
        self._rules: Final = rules
        self._places: i64 = places
        self._hand: Final = pooled(rules, hand)
        self._held: i64 = self._hand[0]
        self._turn: Final = turn
        self._table: Final = table
        self._run_min: i64 = rules.run_min
        self._group_min: i64 = rules.set_min
        # Two masks: the naturals that table melds might supply, and the naturals that might leave a meld by
        # themselves.
        self._sources: i64 = 0
        self._single: i64 = 0
        # The places of the naturals looked up so far, and the places of all table wilds.
        self._known: Final[dict[int, list[Taken]]] = {}
        self._jokers: Final[list[Taken]] = []
        self._giving: Final[list[int]] = []
        for place, (_, owner, code) in enumerate(table):
            if not (turn.foreign_takes_only and owner == player):
                self._supply(place, code)
        # True if a meld may take wilds from the table, so that it need not take a natural.
        self._free_wilds: Final = len(self._jokers) > 0
        self._wilds: i64 = self._hand[-1] + len(self._jokers)
        # The meld under construction, and the finished melds.
        self._cards: Final[list[int]] = []
        self._taken: Final[list[Taken]] = []
        self._found: list[Found] = []

    def _supply(self, place: int, code: Code) -> None:
        """Record the cards that a table meld could supply."""
        rules = self._rules
        size: i64 = len(code) - 1
        run = is_run(code)
        shortest: i64 = self._run_min if run else self._group_min
        # A meld of the smallest size has no card to spare.
        if size <= shortest:
            return
        self._giving.append(place)
        take_wild = self._turn.take_joker
        ranked = rules.wild_ranked
        index: i64 = 0
        while index < size:
            card = code[index + 1]
            if card != JOKER and not (ranked and rules.is_wild(card)):
                bit: i64 = BIT[card]
                self._sources |= bit
                # A natural can leave a run by itself only if both parts remain runs. If wilds may leave too, rule out
                # nothing.
                if not run or take_wild or self._parts(index, size - 1 - index):
                    self._single |= bit
            elif take_wild:
                self._jokers.append((place, index))
            index += 1

    def _parts(self, before: i64, behind: i64) -> bool:
        """Return whether a run may split into pieces of these sizes, one of which may be empty."""
        if before and behind and self._turn.take_ends:
            return False
        return (not before or before >= self._run_min) and (not behind or behind >= self._run_min)

    def _from(self, card: int) -> list[Taken]:
        """Return the places from which a natural could be taken."""
        known = self._known.get(card)
        if known is not None:
            return known
        found: list[Taken] = []
        for place in self._giving:
            code = self._table[place][2]
            for index in range(1, len(code)):
                if code[index] == card:
                    found.append((place, index - 1))  # noqa: PERF401  # an intermediate list is slower
        self._known[card] = found
        return found

    def melds(self) -> Iterator[Found]:
        """Yield every meld with the table cards that it takes: the runs of each suit, then the groups of each rank."""
        if self._turn.take_min_hand_cards > 0 and not self._held and not self._hand[-1]:
            return
        for suit in range(4):
            for low in self._lows(suit):
                yield from self._runs(suit, low)
        for rank in self._ranks():
            yield from self._groups(rank)

    def _lows(self, suit: int) -> list[int]:
        """Return the places at which runs of a suit could start."""
        shift: i64 = 13 * suit
        held: i64 = self._held >> shift & ROW
        sources: i64 = self._sources >> shift & ROW
        if not sources and not self._free_wilds:
            return []
        if not held and not self._hand[-1] and self._turn.take_min_hand_cards > 0:
            return []
        rules = self._rules
        places = around(held | sources) & rules.places
        return universe.starts(rules, places, min(rules.max_wild_run, self._wilds))

    def _runs(self, suit: int, first: int) -> list[Found]:
        """Return the runs of a suit that start at a place."""
        self._found = []
        rules = self._rules
        shift: i64 = 13 * suit
        low: i64 = first
        highest: i64 = universe.highest_of(rules, first)
        sources = around(self._sources >> shift & ROW)
        # A run that has taken nothing by the last place that the table can supply will take nothing at all.
        last: i64 = highest
        if not self._free_wilds:
            while last >= low and not sources >> last & 1:
                last -= 1
        if last >= low:
            wilds: i64 = min(rules.max_wild_run, self._wilds)
            reachable = sources | around(self._held >> shift & ROW)
            self._extend_run(suit, low, low, highest, last, wilds, 0, reachable)
        return self._found

    def _extend_run(
        self, suit: i64, low: i64, place: i64, highest: i64, last: i64, wilds: i64, holes: i64, reachable: i64
    ) -> None:
        missing: i64 = self._run_min - len(self._cards)
        if missing <= 0:
            if self._taken or self._free_wilds:
                self._emit(16 * suit + (1 if low == 14 else low), holes)
        else:
            # Give up if the remaining places need more wilds than are left.
            empty: i64 = BIT[missing] - 1
            empty &= ~(reachable >> place)
            spare = wilds
            while empty:
                empty &= empty - 1
                spare -= 1
            if spare < 0:
                return
        # Beyond `last` the table can supply nothing, so a run that has taken nothing by then never will.
        if place > highest or (place > last and not self._taken):
            return
        card: i64 = 13 * suit + (place - 1) % 13
        if reachable >> place & 1:
            number: int = card
            # Only an ace can be in a run twice, at both ends.
            if self._held >> card & 1 and (place - low < 13 or self._is_spare(number)):
                self._cards.append(number)
                self._extend_run(suit, low, place + 1, highest, last, wilds, holes, reachable)
                self._cards.pop()
            if self._sources >> card & 1:
                for source in self._from(number):
                    if not self._may_go(source):
                        continue
                    self._cards.append(number)
                    self._taken.append(source)
                    self._extend_run(suit, low, place + 1, highest, last, wilds, holes, reachable)
                    self._taken.pop()
                    self._cards.pop()
        if wilds and self._places >> card & 1:
            self._cards.append(JOKER)
            self._extend_run(suit, low, place + 1, highest, last, wilds - 1, holes + 1, reachable)
            self._cards.pop()

    def _may_go(self, source: Taken) -> bool:
        """Return whether the lower part of a meld can still be valid after a card leaves.

        A run is built from low to high, so no more cards will leave the lower part. An ace is the exception,
        because it may change ends.
        """
        place, index = source
        code = self._table[place][2]
        last: i64 = -1
        count: i64 = 0
        for other, at in self._taken:
            if other == place:
                last = at
                count += 1
                if at == index:
                    return False
        if not is_run(code):
            return len(code) - 2 - count >= self._group_min
        if self._rules.run_wrap or self._turn.take_joker or RANK[code[1]] == 1 or RANK[code[-1]] == 1:
            return True
        gap: i64 = index - last - 1
        return gap == 0 or gap >= self._run_min

    def _is_spare(self, card: int) -> bool:
        """Return whether the hand has one more copy of a natural than the meld uses (the second ace of a full run)."""
        used = self._cards.count(card)
        for place, index in self._taken:
            if self._table[place][2][index + 1] == card:
                used -= 1
        return hands.count(self._hand, card) > used

    def _ranks(self) -> list[int]:
        """Return the ranks that could form a group."""
        rules = self._rules
        out: list[int] = []
        held = self._held
        single = self._single
        every: i64 = ROW
        if not self._free_wilds:
            every = ranks_held(single, 1)
        if not self._hand[-1] and self._turn.take_min_hand_cards > 0:
            # A meld needs a card from the hand, and without a wild it must be a natural.
            every &= ranks_held(held, 1)
        least: i64 = 0 if rules.any_suits else self._group_min - min(rules.max_wild_group, self._wilds)
        reachable = held | single
        rank: i64 = 0
        while every >> rank:
            if every >> rank & 1:
                suits = (reachable >> rank & 1) + (reachable >> (rank + 13) & 1)
                suits += (reachable >> (rank + 26) & 1) + (reachable >> (rank + 39) & 1)
                if suits >= least:
                    out.append(rank + 1)
            rank += 1
        return out

    def _groups(self, rank: int) -> list[Found]:
        """Return the groups of a rank."""
        self._found = []
        self._extend_group(rank, 0)
        return self._found

    def _extend_group(self, rank: i64, suit: i64) -> None:
        rules = self._rules
        size: i64 = len(self._cards)
        if suit == 4:
            if not self._taken and not self._free_wilds:
                return
            most = min(rules.max_wild_group, self._wilds, rules.set_max - size)
            head: i64 = (FREE_GROUP if rules.any_suits else GROUP) + rank
            for holes in range(max(0, self._group_min - size), most + 1):
                self._cards.extend([JOKER] * holes)
                self._emit(head, holes)
                del self._cards[len(self._cards) - holes :]
            return
        later: i64 = RANK_CARDS[rank] >> (13 * suit) << (13 * suit)
        if not self._taken and not self._free_wilds and not self._single & later:
            return
        card: i64 = 13 * suit + rank - 1
        if rules.any_suits:
            self._extend_free_group(rank, suit, card)
            return
        reachable = (self._single | self._held) & later
        while reachable:
            reachable &= reachable - 1
            size += 1
        if size + min(rules.max_wild_group, self._wilds) < self._group_min:
            return
        if len(self._cards) < rules.set_max:
            number: int = card
            if self._held >> card & 1:
                self._cards.append(number)
                self._extend_group(rank, suit + 1)
                self._cards.pop()
            if self._single >> card & 1:
                for source in self._from(number):
                    self._cards.append(number)
                    self._taken.append(source)
                    self._extend_group(rank, suit + 1)
                    self._taken.pop()
                    self._cards.pop()
        self._extend_group(rank, suit + 1)

    def _extend_free_group(self, rank: i64, suit: i64, card: int) -> None:
        """Extend the group with any number of copies of a card."""
        held = hands.count(self._hand, card)
        sources = self._from(card)
        for copies in range(min(held + len(sources), self._rules.set_max - len(self._cards)), -1, -1):
            for from_table in _selections(sources, copies, held):
                self._cards.extend([card] * copies)
                self._taken.extend(from_table)
                self._extend_group(rank, suit + 1)
                del self._cards[len(self._cards) - copies :]
                del self._taken[len(self._taken) - len(from_table) :]

    def _emit(self, head: int, holes: int) -> None:
        """Record the valid melds of the current cards, with and without table wilds."""
        size = len(self._cards)
        if size - len(self._taken) < self._turn.take_min_hand_cards:
            return
        code = (head, *self._cards)
        wilds = self._jokers if holes else []
        for from_table in range(max(0, holes - self._hand[-1]), min(holes, len(wilds)) + 1):
            if not self._taken and not from_table:
                continue
            for sources in combinations(wilds, from_table):
                leaving = (*self._taken, *sources)
                if self._may_leave(size, leaving) and universe.is_valid(self._rules, code, holes):
                    self._found.append((code, leaving))

    def _may_leave(self, size: int, leaving: tuple[Taken, ...]) -> bool:
        if size - len(leaving) < self._turn.take_min_hand_cards:
            return False
        current = -1
        for place, _ in leaving:
            if place != current:
                current = place
                gone = [index for other, index in leaving if other == place]
                if pieces(self._rules, self._table[place][2], gone, self._turn.take_ends) is None:
                    return False
        return True


def _selections(sources: list[Taken], copies: int, held: int) -> Iterator[tuple[Taken, ...]]:
    """Yield each choice of table cards for a meld that needs `copies` of a card; the hand has `held` of them."""
    for from_table in range(max(0, copies - held), min(copies, len(sources)) + 1):
        yield from combinations(sources, from_table)
