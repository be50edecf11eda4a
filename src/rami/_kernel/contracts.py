"""Contracts: which sets of melds fulfil one, listed lazily and each once, and whether there is any.

A hand is searched with every wild as a joker (see `wilds`).  A partial lay-down is never followed up unless
the rest of the contract can still be found among the cards that stay, so the first one comes quickly and a
search without result ends early.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from . import hands
from .codes import JOKER, NATURALS, RANK, RANK_CARDS, natural
from .finder import groups_of_rank
from .melds import Code, is_run, place_faults, run_code, wild_faults
from .rules import ENDS_FREE, Kinds, MeldRules
from .wilds import dressings, pooled, wilds_of

Sizes = tuple[int, ...]
# ascending sizes of the groups, ascending sizes of the runs
Contract = tuple[Sizes, Sizes]
Melds = tuple[Code, ...]

SUITS: Final = 4

ALL_COMPLETE_AT_ONCE: Final = 0
ALL_COMPLETE_AFTER_TURN: Final = 1
ALL_COMPLETE_NEVER: Final = 2


class ContractRules:
    """The contracts of a game, in the order in which they are due, how they are read, and what they end."""

    __slots__ = ("distinct", "due", "end", "exact")

    def __init__(self, due: Sequence[Contract], exact: bool, distinct: bool, end: int) -> None:
        self.due: Final = tuple(due)
        self.exact: Final = exact
        self.distinct: Final = distinct
        self.end: Final = end

    def met(self, number: int, melds: Melds) -> bool:
        """Whether these valid melds are a lay-down of the contract of that number, counted from 1."""
        return fulfils(self.due[number - 1], melds, self.exact, self.distinct)


def fulfils(contract: Contract, melds: Melds, exact: bool, distinct: bool) -> bool:
    """Whether these valid melds are a lay-down of the contract."""
    groups = sorted(len(code) - 1 for code in melds if not is_run(code))
    runs = sorted(len(code) - 1 for code in melds if is_run(code))
    for laid, asked in ((groups, contract[0]), (runs, contract[1])):
        if len(laid) != len(asked):
            return False
        for size, wanted in zip(laid, asked, strict=True):
            if size < wanted or (exact and size > wanted):
                return False
    return not distinct or len({_trait(code) for code in melds}) == len(melds)


def _trait(code: Code) -> int:
    """What distinct melds of a contract may not share: the rank of a group, the suit of a run, as a bit."""
    return 1 << (16 + (code[0] >> 4) if is_run(code) else code[0] & 15)


def _covered(sizes: Sizes, size: int, exact: bool) -> Sizes | None:
    """The sizes still asked for once a meld serves for the largest that it can; None when it serves for none."""
    for index in range(len(sizes) - 1, -1, -1):
        if sizes[index] == size or (sizes[index] < size and not exact):
            return sizes[:index] + sizes[index + 1 :]
    return None


class _Shape:
    """A meld with jokers for its wilds, ready for quick tests."""

    __slots__ = ("code", "mask", "size", "trait", "wilds")

    def __init__(self, code: Code) -> None:
        self.code: Final = code
        self.size: Final = len(code) - 1
        self.wilds: Final = code[1:].count(JOKER)
        self.trait: Final = _trait(code)
        mask = 0
        for card in code[1:]:
            if card != JOKER:
                mask |= 1 << card
        self.mask: Final = mask


class _Shapes:
    """Shapes that are made only as far as they are looked at."""

    __slots__ = ("_made", "_source")

    def __init__(self, source: Iterator[_Shape]) -> None:
        self._source = source
        self._made: list[_Shape] = []

    def behind(self, start: int) -> Iterator[_Shape]:
        """The shapes from that number on."""
        yield from self._made[start:]
        index = max(start, len(self._made))
        while True:
            while index < len(self._made):
                yield self._made[index]
                index += 1
            shape = next(self._source, None)
            if shape is None:
                return
            self._made.append(shape)

    def within(self, hand: hands.Hand, start: int) -> _Shapes:
        """Those from that number on that a hand might still lay."""
        gone, wilds = ~hand[0], hand[-1]
        return _Shapes(
            shape for shape in self.behind(start) if not shape.mask & gone and shape.wilds <= wilds
        )


class Search:
    """The lay-downs of one contract from one hand whose wilds are jokers.

    `keep` is the number of cards that have to stay in hand.
    """

    __slots__ = ("_distinct", "_exact", "_keep", "_known", "_least_natural", "_rules")

    def __init__(self, rules: MeldRules, exact: bool, distinct: bool, keep: int) -> None:
        self._rules: Final = rules
        self._exact: Final = exact
        self._distinct: Final = distinct
        self._keep: Final = keep
        self._known: Final[dict[tuple[hands.Hand, Sizes, Sizes, int], bool]] = {}
        self._least_natural: Final[dict[int, int]] = {}

    def lay_downs(self, contract: Contract, hand: hands.Hand) -> Iterator[tuple[Melds, hands.Hand]]:
        """Every lay-down with the cards that stay: groups, then runs."""
        groups, runs = contract
        if not self.possible(hand, groups, runs, 0):
            return
        yield from self._grow(*self._all_shapes(contract, hand), hand, groups, runs, 0, ())

    def lay_downs_with(
        self, contract: Contract, hand: hands.Hand, card: int
    ) -> Iterator[tuple[Melds, hands.Hand]]:
        """Lay-downs with a meld that holds the card, that meld first; some may come twice."""
        groups, runs = contract
        sources = self._all_shapes(contract, hand)
        for source, asked in zip(sources, contract, strict=True):
            for shape in source.behind(0):
                rest = _covered(asked, shape.size, self._exact)
                left = hands.remove_all(hand, shape.code[1:])
                if card not in shape.code[1:] or rest is None or left is None:
                    continue
                still = (rest, runs) if source is sources[0] else (groups, rest)
                marks = shape.trait if self._distinct else 0
                if self.possible(left, *still, marks):
                    yield from self._grow(*sources, left, *still, marks, (shape.code,))

    def _all_shapes(self, contract: Contract, hand: hands.Hand) -> tuple[_Shapes, _Shapes]:
        groups, runs = contract
        return (
            _Shapes(map(_Shape, self._every_group(hand, groups) if groups else ())),
            _Shapes(map(_Shape, self._every_run(hand, runs) if runs else ())),
        )

    def _every_group(self, hand: hands.Hand, groups: Sizes) -> list[Code]:
        """The groups that may serve, the smallest with the fewest wilds first."""
        found: list[Code] = []
        for rank in range(1, 14):
            shelf = groups_of_rank(self._rules, hand, rank, hand[-1])
            found += [code for code in shelf.clean if len(code) > groups[0]]
            found += [code for code in shelf.wild if len(code) > groups[0]]
        found = [code for code in found if self._serves(code, groups)]
        found.sort(key=lambda code: (len(code), code[1:].count(JOKER), code))
        return found

    def _serves(self, code: Code, sizes: Sizes) -> bool:
        return not self._exact or len(code) - 1 in sizes

    def _every_run(self, hand: hands.Hand, runs: Sizes) -> Iterator[Code]:
        """The runs that may serve, the shortest first, and in each place those with the fewest wilds first."""
        rules = self._rules
        for length in range(runs[0], rules.max_run + 1):
            if self._exact and length not in runs:
                continue
            numbers = self._wild_numbers(length, hand[-1], False)
            for suit, low, places in self._windows(hand, length):
                lacking = length - len(places)
                for more in range(min(len(places), hand[-1] - lacking) + 1):
                    if lacking + more not in numbers:
                        continue
                    for given_up in combinations(places, more):
                        kept = [place for place in places if place not in given_up]
                        if self._stands(suit, low, length, kept):
                            yield _run_of(suit, low, length, kept)

    def _windows(self, hand: hands.Hand, length: int) -> Iterator[tuple[int, int, list[int]]]:
        """Where a run of that length may stand: suit, first place, and the places of which a card is held."""
        rules = self._rules
        lows = 13 if rules.wrap else rules.last_place - length + 1
        for suit in range(SUITS):
            row = _row(rules, hand[0], suit)
            if not row:
                continue
            for low in range(1, lows + 1):
                places = [low + at for at in range(length) if row >> (low + at - 1) & 1]
                if places and length - len(places) <= hand[-1]:
                    yield suit, low, places

    def _grow(
        self,
        group_shapes: _Shapes,
        run_shapes: _Shapes,
        hand: hands.Hand,
        groups: Sizes,
        runs: Sizes,
        used: int,
        melds: Melds,
    ) -> Iterator[tuple[Melds, hands.Hand]]:
        """The lay-downs that go on with these shapes: groups, then runs, each in the order of their shapes."""
        if not groups and not runs:
            yield melds, hand
            return
        source = group_shapes if groups else run_shapes
        for index, shape in enumerate(source.behind(0)):
            rest = _covered(groups or runs, shape.size, self._exact)
            left = None if rest is None or used & shape.trait else hands.remove_all(hand, shape.code[1:])
            if rest is None or left is None:
                continue
            still = (rest, runs) if groups else (groups, rest)
            marks = used | shape.trait if self._distinct else 0
            if not self.possible(left, *still, marks):
                continue
            next_groups = source.within(left, index) if still[0] else group_shapes
            next_runs = (
                run_shapes.within(left, 0 if groups else index) if still[1] and not still[0] else run_shapes
            )
            yield from self._grow(next_groups, next_runs, left, *still, marks, (*melds, shape.code))

    def possible(self, hand: hands.Hand, groups: Sizes, runs: Sizes, used: int) -> bool:
        """Whether the hand holds such groups and runs besides the cards that have to stay.

        `used` marks ranks and suits that are taken, where melds have to be distinct.
        """
        if sum(groups) + sum(runs) + self._keep > hands.size(hand):
            return False
        if not groups and not runs:
            return True
        key = (hand, groups, runs, used)
        known = self._known.get(key)
        if known is None:
            known = self._fewest_wilds(hand, groups, runs) <= hand[-1] and (
                self._place_run(hand, groups, runs, used) if runs else self._groups(hand, groups, used)
            )
            self._known[key] = known
        return known

    def _fewest_wilds(self, hand: hands.Hand, groups: Sizes, runs: Sizes) -> int:
        """Fewer wilds than this never suffice: each run is given the best of all cards, and so are the groups."""
        total = 0
        size = holes = 0
        for wanted in runs:
            if wanted != size:
                size, holes = wanted, self._fewest_holes(hand[0], wanted)
            total += holes
        if groups:
            counts = _rank_counts(hand) if self._rules.any_suits else _distinct_counts(hand)
            if self._rules.any_suits:
                total += _shared_out(counts, groups, self._naturals_needed(groups[0]))
            else:
                best = max(counts)
                total += sum(max(0, wanted - best) for wanted in groups)
        return max(total, sum(groups) + sum(runs) - self._serving(hand, bool(groups), bool(runs)))

    def _serving(self, hand: hands.Hand, groups: bool, runs: bool) -> int:
        """No more naturals than this can stand in melds: those with another of the rank or near in the suit."""
        first = hand[0]
        serving = 0
        if groups:
            for mask in RANK_CARDS:
                same = first & mask
                twice = self._rules.any_suits and any(same & plane for plane in hand[1:-1])
                if twice or same & (same - 1):
                    serving |= same
        if runs:
            reach = min(hand[-1], self._rules.max_wild_run) + 1
            for suit in range(SUITS):
                row = _row(self._rules, first, suit)
                near = 0
                for away in range(1, reach + 1):
                    near |= row & (row << away | row >> away)
                    if self._rules.wrap:
                        near |= row & row >> (13 - away)
                serving |= (near & 0x1FFF | near >> 13) << 13 * suit
        return sum((plane & serving).bit_count() for plane in hand[:-1])

    def _fewest_holes(self, held: int, size: int) -> int:
        """The fewest cards that a run of that size lacks, all cards of the first plane given."""
        best = size
        window = (1 << size) - 1
        last = self._rules.last_place
        for suit in range(SUITS):
            row = _row(self._rules, held, suit)
            lows = 13 if self._rules.wrap else last - size + 1
            for low in range(lows):
                lacking = size - (row >> low & window).bit_count()
                if lacking < best:
                    best = lacking
        return best

    def _place_run(self, hand: hands.Hand, groups: Sizes, runs: Sizes, used: int) -> bool:
        """Whether some run serves for the longest one asked for, and leaves the rest possible."""
        size, rest = runs[-1], runs[:-1]
        for naturals, wilds, suit in self._least_runs(hand, size, bool(groups), bool(rest)):
            trait = 1 << (16 + suit)
            if used & trait:
                continue
            left = hands.remove_all(hand, naturals)
            if left is None:
                continue
            left = (*left[:-1], left[-1] - wilds)
            if self.possible(left, groups, rest, used | trait if self._distinct else 0):
                return True
        return False

    def _least_runs(
        self, hand: hands.Hand, size: int, groups_follow: bool, runs_follow: bool
    ) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Runs of at least that size that cannot be had with fewer cards: (naturals, wilds, suit).

        A natural gives way to a wild only where it could still serve in another meld.
        """
        rules = self._rules
        counts = _rank_counts(hand)
        for length in range(size, (size if self._exact else rules.max_run) + 1):
            longer = length > size
            numbers = self._wild_numbers(length, hand[-1], longer)
            if not numbers:
                continue
            for suit, low, places in self._windows(hand, length):
                inner = places
                if longer:
                    if places[0] != low or places[-1] != low + length - 1:
                        continue
                    inner = places[1:-1]
                movable = [
                    place
                    for place in inner
                    if runs_follow or (groups_follow and counts[RANK[natural(suit, place)]] > 1)
                ]
                lacking = length - len(places)
                for more in range(min(len(movable), hand[-1] - lacking) + 1):
                    if lacking + more not in numbers:
                        continue
                    for given_up in combinations(movable, more):
                        kept = [place for place in places if place not in given_up]
                        if longer and self._has_shorter(low, length, kept, size):
                            continue
                        if self._stands(suit, low, length, kept):
                            yield tuple(natural(suit, place) for place in kept), lacking + more, suit

    def _wild_numbers(self, length: int, most: int, longer: bool) -> frozenset[int]:
        """How many wilds a run of that length may have; one `longer` than need be counts only if they are
        too many for a shorter one.
        """
        rules = self._rules
        return frozenset(
            wilds
            for wilds in range(min(length, most) + 1)
            if not wild_faults(rules, wilds, length, True, True)
            and not (longer and not wild_faults(rules, wilds, length - 1, True, True))
        )

    def _has_shorter(self, low: int, length: int, kept: list[int], size: int) -> bool:
        """Whether a part of a run is long enough, and valid by the number of its wilds."""
        rules = self._rules
        if not rules.adjacent or rules.ends != ENDS_FREE:
            return False
        for part in range(size, length):
            for start in range(low, low + length - part + 1):
                naturals = sum(1 for place in kept if start <= place < start + part)
                if naturals and not wild_faults(rules, part - naturals, part, True, True):
                    return True
        return False

    def _stands(self, suit: int, low: int, length: int, kept: list[int]) -> bool:
        """Whether the wilds of a run stand where they may."""
        if self._rules.adjacent and self._rules.ends == ENDS_FREE:
            return True
        return not place_faults(self._rules, _run_of(suit, low, length, kept), True)

    def _naturals_needed(self, size: int) -> int:
        """The fewest naturals that a group of that size can have."""
        known = self._least_natural.get(size)
        if known is None:
            known = size
            while known > 1 and not wild_faults(self._rules, size - known + 1, size, False, True):
                known -= 1
            self._least_natural[size] = known
        return known

    def _groups(self, hand: hands.Hand, groups: Sizes, used: int) -> bool:
        """Whether the hand holds such groups; no run is asked for any more."""
        if self._rules.any_suits and groups[0] == groups[-1] and not self._distinct:
            counts = _rank_counts(hand)
            return _shared_out(counts, groups, self._naturals_needed(groups[0])) <= hand[-1]
        return self._place_group(hand, groups, used)

    def _place_group(self, hand: hands.Hand, groups: Sizes, used: int) -> bool:
        """Whether some group serves for the largest one asked for, and leaves the rest possible."""
        size, rest = groups[-1], groups[:-1]
        least = self._naturals_needed(size)
        for rank in range(1, 14):
            if used >> rank & 1:
                continue
            naturals = _most_held_first(hand, rank, self._rules.any_suits)
            for count in range(min(size, len(naturals)), max(least, size - hand[-1]) - 1, -1):
                left = hands.remove_all(hand, naturals[:count])
                if left is None:
                    continue
                left = (*left[:-1], left[-1] - (size - count))
                if self.possible(left, rest, (), used | 1 << rank if self._distinct else 0):
                    return True
        return False


def _run_of(suit: int, low: int, length: int, kept: list[int]) -> Code:
    """A run with jokers at the places that no natural keeps."""
    cards = [natural(suit, place) if place in kept else JOKER for place in range(low, low + length)]
    return run_code(suit, low, cards)


def _row(rules: MeldRules, held: int, suit: int) -> int:
    """The places of a suit that are held, the first place at bit 0; the ace again at the top."""
    row = held >> (13 * suit) & 0x1FFF
    if rules.wrap:
        return row | row << 13
    return row | (row & 1) << 13 if rules.ace_high else row


def _rank_counts(hand: hands.Hand) -> list[int]:
    """How many naturals of each rank are held."""
    counts = [0] * 14
    for plane in hand[:-1]:
        rest = plane
        while rest:
            low = rest & -rest
            rest ^= low
            counts[RANK[low.bit_length() - 1]] += 1
    return counts


def _distinct_counts(hand: hands.Hand) -> list[int]:
    """How many suits of each rank are held."""
    return [(hand[0] & mask).bit_count() for mask in RANK_CARDS]


def _shared_out(counts: list[int], groups: Sizes, least: int) -> int:
    """The fewest wilds that make these groups, all of the smallest size, of naturals by rank.

    Each group needs `least` naturals.  A rank gives up its next group for no fewer wilds than the one
    before, so the cheapest groups of all ranks are the best ones.
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
    """The naturals of a rank that one group may take, the cards held most often first."""
    held = [(hands.count(hand, card), card) for card in range(rank - 1, NATURALS, 13) if hand[0] >> card & 1]
    held.sort(reverse=True)
    return [card for count, card in held for _ in range(count if any_suits else 1)]


def lay_downs(
    rules: MeldRules, contracts: ContractRules, number: int, hand: hands.Hand, keep: int, kinds: Kinds
) -> Iterator[tuple[Melds, hands.Hand]]:
    """Every lay-down of a contract, counted from 1, with the cards that stay; interchangeable wilds once."""
    search = Search(rules, contracts.exact, contracts.distinct, keep)
    held = wilds_of(rules, hand)
    for shapes, left in search.lay_downs(contracts.due[number - 1], pooled(rules, hand)):
        yield from _with_wilds(rules, shapes, left, held, kinds)


def lay_downs_with(
    rules: MeldRules,
    contracts: ContractRules,
    number: int,
    hand: hands.Hand,
    keep: int,
    kinds: Kinds,
    card: int,
) -> Iterator[tuple[Melds, hands.Hand]]:
    """Lay-downs of a contract that hold a card; some may come twice.  To find one quickly."""
    search = Search(rules, contracts.exact, contracts.distinct, keep)
    held = wilds_of(rules, hand)
    wanted = JOKER if rules.is_wild(card) else card
    apart = kinds.without([card])
    for shapes, left in search.lay_downs_with(contracts.due[number - 1], pooled(rules, hand), wanted):
        for melds, stay in _with_wilds(rules, shapes, left, held, apart):
            if any(card in code[1:] for code in melds):
                yield melds, stay


def _with_wilds(
    rules: MeldRules, shapes: Melds, left: hands.Hand, held: list[int], kinds: Kinds
) -> Iterator[tuple[Melds, hands.Hand]]:
    """A lay-down with the wilds held in place of its jokers; interchangeable ones once."""
    if not rules.twos_wild:
        yield tuple(sorted(shapes)), left
        return
    for melds, wilds in dressings(rules, tuple(sorted(shapes)), held, kinds):
        kept = list(held)
        for wild in wilds:
            kept.remove(wild)
        stay: hands.Hand = (*left[:-1], 0)
        for wild in kept:
            stay = hands.add(stay, wild)
        yield melds, stay
