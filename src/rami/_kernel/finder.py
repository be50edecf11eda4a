"""Every meld that can be laid: from the hand alone, or with cards that leave table melds.

A place of a meld is filled by a natural of the hand, by a natural of a table meld, or by a wild; every wild is a
joker here, whatever card it is (see `wilds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import hands, universe
from .codes import EVERY_NATURAL, JOKER, RANK, RANK_CARDS, ROW, SUIT_CARDS, natural
from .melds import FREE_GROUP, GROUP, Code, is_run, pieces, run_code
from .rules import MeldRules, Shelf, TurnRules
from .wilds import pooled

# one card leaving a table meld: (index of the meld in the table, index of the card in the meld)
Taken = tuple[int, int]
TableMeld = tuple[int, int, Code]
Table = tuple[TableMeld, ...]


class Supply:
    """The melds of a hand whose wilds are jokers: those without jokers first, in a fixed order, each once.

    `worth` has the points of each, `most` the most points that its cards could bring in any melds.
    """

    __slots__ = ("clean", "codes", "most", "worth")

    def __init__(self, rules: MeldRules, mixed: hands.Hand, places: int = EVERY_NATURAL) -> None:
        codes: list[Code] = []
        worth: list[int] = []
        most: list[int] = []
        shelves = _shelves(rules, mixed, mixed[-1])
        for shelf in shelves:
            codes.extend(shelf.clean)
            worth.extend(shelf.clean_worth)
            most.extend(shelf.clean_most)
        # how many have no jokers
        self.clean: Final = len(codes)
        for shelf in shelves if mixed[-1] else []:
            codes.extend(shelf.wild)
            worth.extend(shelf.wild_worth)
            most.extend(shelf.wild_most)
        if places != EVERY_NATURAL:
            fit = [index for index, code in enumerate(codes) if wilds_fit(code, places)]
            codes = [codes[index] for index in fit]
            worth = [worth[index] for index in fit]
            most = [most[index] for index in fit]
        self.codes: Final = codes
        self.worth: Final = worth
        self.most: Final = most


def hand_melds(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> list[Code]:
    """Every meld that the hand alone can form: clean melds first, in a fixed order, each once.

    `places` is a mask of the naturals that a wild may stand for in a run.
    """
    return Supply(rules, pooled(rules, hand), places).codes


def wilds_fit(code: Code, places: int) -> bool:
    """Whether every joker of a run stands for a card in the mask."""
    if not is_run(code):
        return True
    suit, low = code[0] >> 4, code[0] & 15
    for index in range(1, len(code)):
        if code[index] == JOKER and not places >> natural(suit, low + index - 1) & 1:
            return False
    return True


def has_clean_meld(rules: MeldRules, mixed: hands.Hand, runs_only: bool) -> bool:
    """Whether a hand without its wilds holds a meld."""
    if rules.run_min == 3 and rules.ace_high and not rules.wrap:
        # three neighbours in a suit: the suits side by side, the ace again behind each king
        held = mixed[0]
        line = held & ROW | (held & 1) << 13
        for suit in range(1, 4):
            row = held >> (13 * suit) & ROW
            line |= (row | (row & 1) << 13) << 15 * suit
        if line & line >> 1 & line >> 2:
            return True
        if runs_only:
            return False
    found = [code for shelf in _shelves(rules, mixed, 0) for code in shelf.clean[:1]]
    return any(is_run(code) for code in found) if runs_only else len(found) > 0


def _shelves(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[Shelf]:
    """Where the melds of a hand are found: its runs by suit, then its groups by rank."""
    held = mixed[0]
    out: list[Shelf] = []
    in_runs = min(wilds, rules.max_wild_run)
    for suit in range(4):
        row = held >> (13 * suit) & ROW
        if row and row.bit_count() + in_runs >= rules.run_min:
            out += universe.runs(rules, suit, _row(mixed, suit), in_runs)
    return out + [groups_of_rank(rules, mixed, rank, wilds) for rank in _group_ranks(rules, mixed, wilds)]


def _row(mixed: hands.Hand, suit: int) -> int:
    """A suit's row, as `universe` has it."""
    row = mixed[0] >> (13 * suit) & ROW
    if row & 1 and len(mixed) > 2 and mixed[1] >> (13 * suit) & 1:
        row |= universe.SECOND_ACE
    return row


def _group_ranks(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[int]:
    """The ranks that may have a group with so many wilds."""
    held = mixed[0]
    a, b, c, d = held & ROW, held >> 13 & ROW, held >> 26 & ROW, held >> 39
    needed = rules.group_min - min(wilds, rules.max_wild_group)
    if rules.any_suits or needed <= 1:
        ranks = a | b | c | d
    elif needed == 2:
        ranks = a & b | c & d | (a | b) & (c | d)
    else:
        ranks = a & b & (c | d) | c & d & (a | b)
    out: list[int] = []
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        out.append(bit.bit_length())
    return out


def groups_of_rank(rules: MeldRules, mixed: hands.Hand, rank: int, wilds: int) -> Shelf:
    """The groups of a rank that a hand can form with so many wilds."""
    held = mixed[0] >> (rank - 1)
    a, b, c, d = held & 1, held >> 13 & 1, held >> 26 & 1, held >> 39 & 1
    for at in range(1, len(mixed) - 1 if rules.any_suits else 1):
        held = mixed[at] >> (rank - 1)
        a += held & 1
        b += held >> 13 & 1
        c += held >> 26 & 1
        d += held >> 39 & 1
    return universe.groups(rules, rank, (a, b, c, d), wilds)


def each_hand_meld(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> Iterator[Code]:
    """The same melds in the same order, made as far as they are asked for."""
    mixed = pooled(rules, hand)
    for shelf in _shelves(rules, mixed, 0):
        yield from shelf.clean
    wilds = mixed[-1]
    if not wilds:
        return
    few = min(wilds, rules.max_wild_run) <= universe.FEW_WILDS
    for suit in range(4):
        row = _row(mixed, suit)
        if row:
            if few:
                for shelf in universe.runs(rules, suit, row, wilds):
                    for code in shelf.wild:
                        if wilds_fit(code, places):
                            yield code
                continue
            for code in universe.each_run(rules, suit, row, wilds):
                if JOKER in code[1:] and wilds_fit(code, places):
                    yield code
    for rank in _group_ranks(rules, mixed, wilds):
        yield from groups_of_rank(rules, mixed, rank, wilds).wild


class Finder:
    """The melds that take cards out of table melds, at least one each.

    `places` is a mask of the naturals that a wild may stand for in a run.
    """

    __slots__ = (
        "_free_wilds",
        "_hand",
        "_naturals",
        "_places",
        "_rules",
        "_sources",
        "_table",
        "_turn",
        "_wilds",
    )

    def __init__(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        turn: TurnRules,
        table: Table,
        player: int,
        places: int = EVERY_NATURAL,
    ) -> None:
        self._rules = rules
        self._places = places
        self._hand = pooled(rules, hand)
        self._turn = turn
        self._table = table
        self._naturals: dict[int, list[Taken]] = {}
        # the naturals that table melds might supply, as a mask
        self._sources = 0
        for place, (_, owner, code) in enumerate(table):
            if turn.foreign_takes_only and owner == player:
                continue
            if len(code) - 1 <= (rules.run_min if is_run(code) else rules.group_min):
                continue
            for index, card in enumerate(code[1:]):
                if not rules.is_wild(card):
                    self._naturals.setdefault(card, []).append((place, index))
                    self._sources |= 1 << card
                elif turn.take_wild:
                    self._naturals.setdefault(JOKER, []).append((place, index))
        # whether a meld may take table wilds, so that it need not take naturals
        self._free_wilds = JOKER in self._naturals
        self._wilds = self._hand[-1] + len(self._naturals.get(JOKER, ()))

    def melds(self, near: int = EVERY_NATURAL) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        """Every meld with the table cards that it takes: runs, then groups, each by suit or rank.

        `near` is a mask of naturals: only suits and ranks that it touches are looked at.
        """
        for suit in range(4):
            if near & SUIT_CARDS[suit] and (self._free_wilds or self._sources & SUIT_CARDS[suit]):
                yield from self._runs(suit)
        for rank in range(1, 14):
            if near & RANK_CARDS[rank] and (self._free_wilds or self._sources & RANK_CARDS[rank]):
                yield from self._groups(rank)

    def _runs(self, suit: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        sources = _around(self._sources >> (13 * suit) & ROW)
        sight = sources | _around(self._hand[0] >> (13 * suit) & ROW)
        wilds = min(rules.max_wild_run, self._wilds)
        shortest = (1 << rules.run_min) - 1
        for low in range(1, (13 if rules.wrap else rules.last_place - rules.run_min + 1) + 1):
            if rules.run_min - (sight >> low & shortest).bit_count() > wilds:
                continue
            highest = low + rules.max_run - 1
            if not rules.wrap:
                highest = min(highest, rules.last_place)
            # beyond the last place that the table can supply, nothing is taken any more
            last = highest if self._free_wilds else (sources & (2 << highest) - 1).bit_length() - 1
            yield from self._extend_run(suit, low, low, highest, last, wilds, sight, [], [])

    def _extend_run(
        self,
        suit: int,
        low: int,
        place: int,
        highest: int,
        last: int,
        wilds: int,
        sight: int,
        cards: list[int],
        taken: list[Taken],
    ) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        size = len(cards)
        if size >= rules.run_min:
            yield from self._emit(run_code(suit, low, cards), taken, cards.count(JOKER))
        elif rules.run_min - size - (sight >> place & (1 << (rules.run_min - size)) - 1).bit_count() > wilds:
            return
        if place > highest or (place > last and not taken):
            return
        if sight >> place & 1:
            card = natural(suit, place)
            if hands.count(self._hand, card) > self._used(cards, taken, card):
                cards.append(card)
                yield from self._extend_run(suit, low, place + 1, highest, last, wilds, sight, cards, taken)
                cards.pop()
            for source in self._naturals.get(card, ()):
                if not self._may_go(taken, source):
                    continue
                cards.append(card)
                taken.append(source)
                yield from self._extend_run(suit, low, place + 1, highest, last, wilds, sight, cards, taken)
                taken.pop()
                cards.pop()
        if wilds and self._places >> natural(suit, place) & 1:
            cards.append(JOKER)
            yield from self._extend_run(suit, low, place + 1, highest, last, wilds - 1, sight, cards, taken)
            cards.pop()

    def _may_go(self, taken: list[Taken], source: Taken) -> bool:
        """Whether what stays on the low side of a card that leaves a meld can be valid.

        A run is built from low to high, so nothing more will leave on that side; but an ace may change ends.
        """
        place, index = source
        code = self._table[place][2]
        last = -1
        count = 0
        for other, at in taken:
            if other == place:
                last = at
                count += 1
        if not is_run(code):
            return source not in taken and len(code) - 2 - count >= self._rules.group_min
        if self._rules.wrap or self._turn.take_wild or RANK[code[1]] == 1 or RANK[code[-1]] == 1:
            return source not in taken
        gap = index - last - 1
        return index > last and (gap == 0 or gap >= self._rules.run_min)

    def _used(self, cards: list[int], taken: list[Taken], card: int) -> int:
        """Copies of a natural already used from the hand (the second ace of a full run)."""
        used = cards.count(card)
        if used:
            for place, index in taken:
                if self._table[place][2][index + 1] == card:
                    used -= 1
        return used

    def _groups(self, rank: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        yield from self._extend_group(rank, 0, [], [])

    def _extend_group(
        self, rank: int, suit: int, cards: list[int], taken: list[Taken]
    ) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        later = RANK_CARDS[rank] >> (13 * suit) << (13 * suit)
        if not taken and not self._free_wilds and not self._sources & later:
            return
        if not rules.any_suits:
            sight = ((self._sources | self._hand[0]) & later).bit_count()
            if len(cards) + sight + min(rules.max_wild_group, self._wilds) < rules.group_min:
                return
        if suit == 4:
            size = len(cards)
            most = min(rules.max_wild_group, self._wilds, rules.group_max - size)
            head = (FREE_GROUP if rules.any_suits else GROUP) + rank
            for holes in range(max(0, rules.group_min - size), most + 1):
                yield from self._emit((head, *cards, *([JOKER] * holes)), taken, holes)
            return
        card = natural(suit, rank)
        held = hands.count(self._hand, card)
        sources = self._naturals.get(card, [])
        most = held + len(sources) if rules.any_suits else min(1, held + len(sources))
        for copies in range(min(most, rules.group_max - len(cards)), -1, -1):
            for from_table in _selections(sources, copies, held):
                cards.extend([card] * copies)
                taken.extend(from_table)
                yield from self._extend_group(rank, suit + 1, cards, taken)
                del cards[len(cards) - copies :]
                del taken[len(taken) - len(from_table) :]

    def _emit(self, code: Code, taken: list[Taken], holes: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        """Keep what is valid, with and without wilds of the table."""
        turn = self._turn
        if len(code) - 1 - len(taken) < turn.take_min_hand:
            return
        table_wilds = self._naturals.get(JOKER, []) if holes else []
        for from_table in range(max(0, holes - self._hand[-1]), min(holes, len(table_wilds)) + 1):
            if not taken and not from_table:
                continue
            for sources in _combinations(table_wilds, from_table):
                leaving = (*taken, *sources)
                if self._may_leave(code, leaving) and universe.stands(self._rules, code, holes):
                    yield code, leaving

    def _may_leave(self, code: Code, leaving: tuple[Taken, ...]) -> bool:
        turn = self._turn
        if len(code) - 1 - len(leaving) < turn.take_min_hand:
            return False
        by_meld: dict[int, list[int]] = {}
        for place, index in leaving:
            by_meld.setdefault(place, []).append(index)
        return all(
            pieces(self._rules, self._table[place][2], indexes, turn.take_ends) is not None
            for place, indexes in by_meld.items()
        )


def _around(row: int) -> int:
    """The places of a row's cards: the ace at both ends, and on round the corner."""
    return row << 1 | row << 14


def _combinations(sources: list[Taken], count: int) -> Iterator[tuple[Taken, ...]]:
    if count == 0:
        yield ()
        return
    for index, source in enumerate(sources):
        for rest in _combinations(sources[index + 1 :], count - 1):
            yield (source, *rest)


def _selections(sources: list[Taken], copies: int, held: int) -> Iterator[tuple[Taken, ...]]:
    """Which table cards serve when `copies` are needed and `held` are in the hand."""
    for from_table in range(max(0, copies - held), min(copies, len(sources)) + 1):
        yield from _combinations(sources, from_table)
