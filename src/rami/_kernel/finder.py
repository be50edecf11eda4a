"""Every meld that can be laid from given cards.

One depth-first walk serves both questions: melds from the hand alone, and melds that also take cards out
of table melds.  A place of a meld is filled by a natural of the hand, by a natural of a table meld, or by a
wild; every wild is a joker here, whatever card it is (see `wilds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from . import hands
from .codes import BIT, EVERY_NATURAL, JOKER, RANK, RANK_CARDS, ROW, SUIT_CARDS, natural
from .melds import FREE_GROUP, GROUP, Code, faults, is_run, pieces, run_code
from .rules import ENDS_FREE, SHARE_FREE, MeldRules, TurnRules
from .wilds import pooled

# one card leaving a table meld: (index of the meld in the table, index of the card in the meld)
Taken = tuple[int, int]
TableMeld = tuple[int, int, Code]
Table = tuple[TableMeld, ...]


class Finder:
    """The melds that one stock of cards can form.

    Without a table only hand cards are used; with one, only melds that take at least one table card.
    `places` is a mask of the naturals that a wild may stand for in a run.
    """

    __slots__ = (
        "_hand",
        "_naturals",
        "_places",
        "_plain",
        "_players_own",
        "_rules",
        "_table",
        "_turn",
        "_wilds_leave",
        "_with_table",
    )

    def __init__(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        turn: TurnRules | None = None,
        table: Table = (),
        player: int = -1,
        places: int = EVERY_NATURAL,
    ) -> None:
        self._rules = rules
        self._places = places
        self._hand = pooled(rules, hand)
        self._turn = turn
        self._table = table
        self._with_table = turn is not None
        self._wilds_leave = turn is not None and turn.take_wild
        self._naturals: dict[int, list[Taken]] = {}
        self._plain = rules.share == SHARE_FREE and rules.adjacent and rules.ends == ENDS_FREE
        self._players_own = player
        if turn is not None:
            self._collect(turn)

    def _collect(self, turn: TurnRules) -> None:
        rules = self._rules
        for place, (_, owner, code) in enumerate(self._table):
            if turn.foreign_takes_only and owner == self._players_own:
                continue
            if len(code) - 1 <= (rules.run_min if is_run(code) else rules.group_min):
                continue
            for index, card in enumerate(code[1:]):
                if rules.is_wild(card):
                    if turn.take_wild:
                        self._naturals.setdefault(JOKER, []).append((place, index))
                else:
                    self._naturals.setdefault(card, []).append((place, index))

    def melds(self, near: int = EVERY_NATURAL) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        """Every meld with the table cards that it takes: runs, then groups, each by suit or rank.

        `near` is a mask of naturals: only suits and ranks that it touches are looked at.
        """
        for suit in range(4):
            if near & SUIT_CARDS[suit]:
                yield from self._runs(suit)
        for rank in range(1, 14):
            if near & RANK_CARDS[rank]:
                yield from self._groups(rank)

    def groups(self, least: int) -> Iterator[Code]:
        """Every group of at least that many cards, from the hand alone."""
        for rank in range(1, 14):
            for code, _ in self._groups(rank):
                if len(code) > least:
                    yield code

    def _runs(self, suit: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        last = 13 if rules.wrap else rules.last_place
        for low in range(1, last + 1):
            highest = low + rules.max_run - 1
            if not rules.wrap:
                highest = min(highest, rules.last_place)
            if highest - low + 1 < rules.run_min:
                break
            yield from self._extend_run(suit, low, low, highest, [], [], 0)

    def _extend_run(
        self, suit: int, low: int, place: int, highest: int, cards: list[int], taken: list[Taken], holes: int
    ) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        if len(cards) >= rules.run_min:
            yield from self._emit(run_code(suit, low, cards), taken, holes)
        if place > highest:
            return
        card = natural(suit, place)
        if not rules.is_wild(card):
            if hands.count(self._hand, card) > self._used(cards, taken, card):
                cards.append(card)
                yield from self._extend_run(suit, low, place + 1, highest, cards, taken, holes)
                cards.pop()
            for source in self._naturals.get(card, ()):
                if not self._may_go(taken, source):
                    continue
                cards.append(card)
                taken.append(source)
                yield from self._extend_run(suit, low, place + 1, highest, cards, taken, holes)
                taken.pop()
                cards.pop()
        if holes < rules.max_wild_run and self._places >> card & 1 and holes < self._wild_supply():
            cards.append(JOKER)
            yield from self._extend_run(suit, low, place + 1, highest, cards, taken, holes + 1)
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
        if self._rules.wrap or self._wilds_leave or RANK[code[1]] == 1 or RANK[code[-1]] == 1:
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

    def _wild_supply(self) -> int:
        supply = self._hand[-1]
        if self._with_table and self._turn is not None and self._turn.take_wild:
            supply += len(self._naturals.get(JOKER, ()))
        return supply

    def _groups(self, rank: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        yield from self._extend_group(rank, 0, [], [])

    def _extend_group(
        self, rank: int, suit: int, cards: list[int], taken: list[Taken]
    ) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        rules = self._rules
        if suit == 4:
            size = len(cards)
            most = min(rules.max_wild_group, self._wild_supply(), rules.group_max - size)
            head = (FREE_GROUP if rules.any_suits else GROUP) + rank
            for holes in range(max(0, rules.group_min - size), most + 1):
                yield from self._emit((head, *cards, *([JOKER] * holes)), taken, holes)
            return
        card = natural(suit, rank)
        held = hands.count(self._hand, card)
        sources = self._naturals.get(card, [])
        most = held + len(sources) if rules.any_suits else 1
        for copies in range(min(most, rules.group_max - len(cards)), -1, -1):
            for from_table in _selections(sources, copies, held):
                cards.extend([card] * copies)
                taken.extend(from_table)
                yield from self._extend_group(rank, suit + 1, cards, taken)
                del cards[len(cards) - copies :]
                del taken[len(taken) - len(from_table) :]

    def _emit(self, code: Code, taken: list[Taken], holes: int) -> Iterator[tuple[Code, tuple[Taken, ...]]]:
        """Keep what is valid, with and without wilds of the table."""
        if holes and len(code) - 1 - holes < self._rules.min_natural:
            return
        turn = self._turn
        if turn is None:
            if self._plain or not faults(self._rules, code):
                yield code, ()
            return
        if len(code) - 1 - len(taken) < turn.take_min_hand:
            return
        table_wilds: list[Taken] = []
        if turn.take_wild and holes:
            table_wilds = self._naturals.get(JOKER, [])
        for from_table in range(max(0, holes - self._hand[-1]), min(holes, len(table_wilds)) + 1):
            if not taken and not from_table:
                continue
            for sources in _combinations(table_wilds, from_table):
                leaving = (*taken, *sources)
                if self._may_leave(code, leaving) and (self._plain or not faults(self._rules, code)):
                    yield code, leaving

    def _may_leave(self, code: Code, leaving: tuple[Taken, ...]) -> bool:
        turn = self._turn
        if turn is None:
            return True
        if len(code) - 1 - len(leaving) < turn.take_min_hand:
            return False
        by_meld: dict[int, list[int]] = {}
        for place, index in leaving:
            by_meld.setdefault(place, []).append(index)
        return all(
            pieces(self._rules, self._table[place][2], indexes, turn.take_ends) is not None
            for place, indexes in by_meld.items()
        )


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


def hand_melds(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> list[Code]:
    """Every meld that the hand alone can form: clean melds first, in a fixed order, each once."""
    mixed = pooled(rules, hand)
    if not mixed[-1]:
        return list(_clean_melds(rules, mixed))
    clean: list[Code] = []
    wild: list[Code] = []
    for code, _ in Finder(rules, mixed, places=places).melds():
        (wild if JOKER in code[1:] else clean).append(code)
    return clean + wild


def each_hand_meld(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> Iterator[Code]:
    """The same, made one after the other."""
    mixed = pooled(rules, hand)
    yield from _clean_melds(rules, mixed)
    if mixed[-1]:
        for code, _ in Finder(rules, mixed, places=places).melds():
            if JOKER in code[1:]:
                yield code


def _clean_melds(rules: MeldRules, mixed: hands.Hand) -> Iterator[Code]:
    """The melds without wilds, in the order of the general search."""
    if not rules.any_suits:
        return _natural_melds(rules, mixed)
    return (code for code, _ in Finder(rules, (*mixed[:-1], 0)).melds())


def _natural_melds(rules: MeldRules, hand: hands.Hand) -> Iterator[Code]:
    """The melds of a hand without wilds, in the order of the general search."""
    held = hand[0]
    last = 13 if rules.wrap else rules.last_place
    for suit in range(4):
        if (held & SUIT_CARDS[suit]).bit_count() < rules.run_min:
            continue
        for low in range(1, last - (0 if rules.wrap else rules.run_min - 1) + 1):
            highest = low + rules.max_run - 1
            cards: list[int] = []
            for place in range(low, (highest if rules.wrap else min(highest, last)) + 1):
                card = natural(suit, place)
                if not held & BIT[card] or (card in cards and hands.count(hand, card) < 2):
                    break
                cards.append(card)
                if len(cards) >= rules.run_min:
                    yield run_code(suit, low, cards)
    a, b, c, d = held & ROW, held >> 13 & ROW, held >> 26 & ROW, held >> 39
    thrice = a & b & (c | d) | c & d & (a | b)
    while thrice:
        bit = thrice & -thrice
        thrice ^= bit
        rank = bit.bit_length()
        suits = [card for card in (rank - 1, rank + 12, rank + 25, rank + 38) if held & BIT[card]]
        for size in range(len(suits), rules.group_min - 1, -1):
            if size <= rules.group_max:
                for chosen in combinations(suits, size):
                    yield (GROUP + rank, *chosen)
