"""First lay-downs: which sets of melds may open, listed lazily and each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol, final

from . import hands
from ._rt import mypyc_attr
from .codes import EVERY_NATURAL, JOKER
from .finder import Supply, has_clean_meld
from .melds import Code, is_run, wild_count
from .packed import Packed
from .rules import (
    CLEAN_ANY,
    CLEAN_NONE,
    CLEAN_RUN,
    EXEMPT_ALL,
    EXEMPT_CLEAN,
    EXEMPT_NEVER,
    ONE_KIND,
    Kinds,
    MeldRules,
    OpeningRules,
)
from .wilds import dressings, pooled, wilds_of

ILLEGAL: Final = -1
LEGAL: Final = 0
ONLY_OUT: Final = 1

# the most sets that are looked for ahead of those that have been asked for
CHUNK: Final = 64

Melds = tuple[Code, ...]


class Judge(Protocol):
    """Says whether a set of new melds may open."""

    @property
    def floor(self) -> int:
        """Fewest points that any accepted opening has: a bound for the search, 0 when unknown."""
        ...

    @property
    def usual_floor(self) -> int:
        """The same for openings after which the turn need not go out."""
        ...

    @property
    def clean(self) -> int:
        """What every accepted opening holds: a run without wilds (CLEAN_RUN), a meld without wilds (CLEAN_ANY),
        or nothing of the kind (CLEAN_NONE).
        """
        ...

    def judge(
        self,
        codes: Melds,
        worth: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
    ) -> tuple[int, int]:
        """(LEGAL, ONLY_OUT or ILLEGAL, points that lay-offs must still bring).

        `spare` tells that a copy of the card taken stays in hand, to be used later in the turn; `contract` is the
        number of the contract that is due, which the melds are known to fulfil.
        """
        ...


class ParametricJudge:
    """The opening rules as numbers."""

    __slots__ = ("_first_melds", "_melds", "_opening", "clean", "floor", "usual_floor")

    def __init__(self, melds: MeldRules, opening: OpeningRules, first_melds: bool) -> None:
        self._melds: Final = melds
        self._opening: Final = opening
        self._first_melds: Final = first_melds
        bound = opening.exempt == EXEMPT_ALL or opening.counts_layoffs
        self.floor: int = 0 if bound else opening.minimum
        self.usual_floor: int = 0 if opening.counts_layoffs else opening.minimum
        # a clean window may lie in a run with a wild
        needed = opening.clean in (CLEAN_RUN, CLEAN_ANY) and opening.exempt == EXEMPT_NEVER
        self.clean: int = opening.clean if needed else CLEAN_NONE

    def judge(
        self,
        codes: Melds,
        worth: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
    ) -> tuple[int, int]:
        """See `Judge.judge`."""
        opening = self._opening
        if first and not self._first_melds:
            return ILLEGAL, 0
        needed = opening.minimum
        if taken >= 0 and opening.pickup_minimum >= 0:
            needed = opening.pickup_minimum
        if opening.escalates and highest and highest >= needed:
            needed = highest + 1
        short = worth < needed
        without = taken if opening.clean_without_taken else -1
        if without >= 0 and (spare or sum(code[1:].count(without) for code in codes) > 1):
            without = -1
        dirty = opening.clean != CLEAN_NONE and not any(
            clean_meld(self._melds, code, opening.clean, without) for code in codes
        )
        if short and opening.counts_layoffs:
            if not dirty:
                return LEGAL, needed - worth
            if opening.exempt == EXEMPT_NEVER:
                return ILLEGAL, 0
            return ONLY_OUT, 0 if opening.exempt == EXEMPT_ALL else needed - worth
        if not short and not dirty:
            return LEGAL, 0
        if opening.exempt == EXEMPT_ALL or (opening.exempt == EXEMPT_CLEAN and not short):
            return ONLY_OUT, 0
        return ILLEGAL, 0

    def accepts_all(self, taken: int, highest: int, first: bool) -> bool:
        """Whether every set with the points of `usual_floor`, and `clean`, is legal."""
        opening = self._opening
        if (first and not self._first_melds) or opening.counts_layoffs:
            return False
        if taken >= 0 and (opening.pickup_minimum >= 0 or opening.clean_without_taken):
            return False
        return opening.clean == self.clean and not (opening.escalates and highest)


def clean_meld(rules: MeldRules, code: Code, clean: int, without: int) -> bool:
    """Whether a meld makes an opening clean, leaving one card out of account (-1: none)."""
    if not is_run(code):
        return clean == CLEAN_ANY and wild_count(rules, code) == 0 and without not in code[1:]
    if clean in (CLEAN_RUN, CLEAN_ANY):
        return wild_count(rules, code) == 0 and without not in code[1:]
    window = 0
    for card in code[1:]:
        window = 0 if rules.is_wild(card) or card == without else window + 1
        if window >= 3:
            return True
    return False


def lay_downs(
    rules: MeldRules,
    hand: hands.Hand,
    floor: int,
    clean: int,
    kinds: Kinds = ONE_KIND,
    places: int = EVERY_NATURAL,
) -> Iterator[tuple[Melds, int]]:
    """Every set of disjoint melds worth at least `floor`, with its points.

    A set is a non-decreasing sequence of candidate numbers; as clean melds come first, a set with a
    clean meld starts with one.  Where `clean` asks for it, only sets with a clean run, or with any clean meld,
    are listed.  Sets that differ by an exchange of interchangeable wilds are one.  `places` is a mask of the
    naturals that a wild may stand for in a run.
    """
    walk = _walk(rules, pooled(rules, hand), floor, clean, places)
    if walk is None:
        return
    wilds = wilds_of(rules, hand)
    limit = 1
    while True:
        sets = walk.more(limit)
        if not sets:
            return
        limit = min(2 * limit, CHUNK)
        for candidates, worth in sets:
            melds = tuple([candidate.code for candidate in candidates])
            if not rules.twos_wild:
                yield melds, worth
                continue
            for laid, _ in dressings(rules, melds, wilds, kinds):
                yield laid, worth


def _most_points(rules: MeldRules, mixed: hands.Hand) -> int:
    """The most points that the cards of a hand could bring."""
    values = rules.highest_values
    most = 0
    for card in hands.cards_of(mixed):
        most += values[card]
    return most


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Candidate:
    """A meld as the search sees it: its points, the most that its cards could bring, and what it takes."""

    __slots__ = ("bound", "code", "label", "need", "rank", "worth")

    def __init__(self, code: Code, worth: int, bound: int, need: int) -> None:
        self.code: Final = code
        self.worth: Final = worth
        self.bound: Final = bound
        self.need: Final = need
        # its place in the order of codes, and its name; both are told later
        self.rank = 0
        self.label: object = None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Level:
    """A set, and how far the candidates that may follow it have been tried."""

    __slots__ = ("fitting", "left", "melds", "rest", "tried", "worth")

    def __init__(
        self, fitting: list[Candidate], melds: tuple[Candidate, ...], worth: int, rest: int, left: int
    ) -> None:
        self.fitting: Final = fitting
        self.melds: Final = melds
        self.worth: Final = worth
        self.rest: Final = rest
        self.left: Final = left
        self.tried = 0


@final
class Walk:
    """The sets that begin with one of the first candidates, depth first, as far as they are asked for."""

    __slots__ = ("_at", "_floor", "_full", "_guards", "_levels", "_most", "_starts", "all")

    def __init__(self, found: Supply, mixed: hands.Hand, most: int, starts: int, floor: int) -> None:
        packed = Packed(found.codes, mixed)
        self.all: Final = [
            Candidate(found.codes[at], found.worth[at], found.most[at], packed.needs[at])
            for at in range(len(found.codes))
        ]
        self._full: Final = packed.full
        self._guards: Final = packed.guards
        self._most: Final = most
        self._starts: Final = starts
        self._floor: Final = floor
        self._at = 0
        self._levels: list[Level] = []

    def more(self, limit: int) -> list[tuple[tuple[Candidate, ...], int]]:
        """The next sets with their points, about so many; none where all have been listed."""
        floor = self._floor
        levels = self._levels
        out: list[tuple[tuple[Candidate, ...], int]] = []
        while len(out) < limit:
            if not levels:
                if self._at >= self._starts:
                    break
                first = self.all[self._at]
                self._at += 1
                if first.worth + self._most - first.bound >= floor:
                    if first.worth >= floor:
                        out.append(((first,), first.worth))
                    fitting = self._fitting(self.all, self._at - 1, self._full - first.need)
                    levels.append(
                        Level(
                            fitting, (first,), first.worth, self._most - first.bound, self._full - first.need
                        )
                    )
                continue
            level = levels[-1]
            if level.tried >= len(level.fitting):
                levels.pop()
                continue
            candidate = level.fitting[level.tried]
            level.tried += 1
            total = level.worth + candidate.worth
            rest = level.rest - candidate.bound
            if total + rest < floor:
                continue
            grown = (*level.melds, candidate)
            if total >= floor:
                out.append((grown, total))
            left = level.left - candidate.need
            follow = self._fitting(level.fitting, level.tried - 1, left)
            if follow:
                levels.append(Level(follow, grown, total, rest, left))
        return out

    def _fitting(self, candidates: list[Candidate], start: int, left: int) -> list[Candidate]:
        """Those from an index on that what is left can form."""
        guards = self._guards
        out: list[Candidate] = []
        for at in range(start, len(candidates)):
            candidate = candidates[at]
            if (left - candidate.need) & guards == guards:
                out.append(candidate)
        return out

    def name(self, label: Callable[[Code], object]) -> None:
        """Tell each candidate its place in the order of codes and its name."""
        order = sorted([(self.all[at].code, at) for at in range(len(self.all))])
        for rank in range(len(order)):
            code, at = order[rank]
            self.all[at].rank = rank
            self.all[at].label = label(code)


def _walk(
    rules: MeldRules, mixed: hands.Hand, floor: int, clean: int, places: int = EVERY_NATURAL
) -> Walk | None:
    """The sets of `lay_downs` with every wild as a joker; None where there are none."""
    if clean != CLEAN_NONE and not has_clean_meld(rules, mixed, clean == CLEAN_RUN):
        return None
    most = _most_points(rules, mixed)
    if most < floor:
        return None
    found = Supply(rules, mixed, places)
    starts = len(found.codes)
    if clean == CLEAN_RUN:
        starts = 0
        while starts < found.clean and is_run(found.codes[starts]):
            starts += 1
    elif clean == CLEAN_ANY:
        starts = found.clean
    return Walk(found, mixed, most, starts, floor) if starts else None


def openings_of(
    rules: MeldRules,
    judge: Judge,
    hand: hands.Hand,
    required: int,
    taken: int,
    highest: int,
    first: bool,
    contract: int,
    label: Callable[[Code], object],
) -> Iterator[tuple[tuple[object, ...], int]]:
    """Every opening with its points, its melds in the order of their codes and under their names.

    Where a card is required, one of the melds holds it.
    """
    kinds = ONE_KIND.without([required]) if required >= 0 else ONE_KIND
    if required >= 0 or rules.twos_wild or not _sure(judge, taken, highest, first):
        for codes, total in lay_downs(rules, hand, judge.usual_floor, judge.clean, kinds):
            if required >= 0 and not any(required in code[1:] for code in codes):
                continue
            if judge.judge(codes, total, taken, highest, first, contract=contract) == (LEGAL, 0):
                yield tuple([label(code) for code in sorted(codes)]), total
        return
    walk = _walk(rules, hand, judge.usual_floor, judge.clean)
    if walk is None:
        return
    limit = 1
    while True:
        sets = walk.more(limit)
        if not sets:
            return
        if limit == 1:
            walk.name(label)
        limit = min(2 * limit, CHUNK)
        for melds, total in sets:
            yield _labels(melds), total


def _sure(judge: Judge, taken: int, highest: int, first: bool) -> bool:
    """Whether the judge is known to accept every set that is listed for it."""
    return isinstance(judge, ParametricJudge) and judge.accepts_all(taken, highest, first)


def _labels(melds: tuple[Candidate, ...]) -> tuple[object, ...]:
    """The names in the order of codes."""
    out: list[Candidate] = []
    for candidate in melds:
        out.append(candidate)
        at = len(out) - 1
        while at and out[at - 1].rank > candidate.rank:
            out[at] = out[at - 1]
            at -= 1
        out[at] = candidate
    return tuple([candidate.label for candidate in out])


def lay_downs_with(
    rules: MeldRules,
    hand: hands.Hand,
    card: int,
    floor: int,
    clean: int,
    kinds: Kinds = ONE_KIND,
    places: int = EVERY_NATURAL,
) -> Iterator[tuple[Melds, int]]:
    """Sets of melds that hold a card, the dearest first; a set may come twice.  For existence only."""
    mixed = pooled(rules, hand)
    if clean != CLEAN_NONE and not has_clean_meld(rules, mixed, clean == CLEAN_RUN):
        return
    found = Supply(rules, mixed, places)
    held = Packed(found.codes, mixed)
    most = _most_points(rules, mixed)
    order = sorted(range(len(found.codes)), key=lambda number: -found.worth[number])
    wanted = JOKER if rules.is_wild(card) else card
    wilds = wilds_of(rules, hand)
    apart = kinds.without([card])
    for number in order:
        code = found.codes[number]
        if wanted not in code[1:]:
            continue
        left = held.full - held.needs[number]
        worth, remaining = found.worth[number], most - found.most[number]
        for melds, total in _complete(found, held, order, left, (code,), worth, remaining, floor):
            if not rules.twos_wild:
                yield melds, total
                continue
            for laid, _ in dressings(rules, melds, wilds, apart):
                if any(card in each[1:] for each in laid):
                    yield laid, total


def _complete(
    found: Supply, hand: Packed, order: list[int], left: int, melds: Melds, worth: int, rest: int, floor: int
) -> Iterator[tuple[Melds, int]]:
    if worth + rest < floor:
        return
    if worth >= floor:
        yield melds, worth
    needs, guards = hand.needs, hand.guards
    fitting = [number for number in order if (left - needs[number]) & guards == guards]
    for at, number in enumerate(fitting):
        yield from _complete(
            found,
            hand,
            fitting[at:],
            left - needs[number],
            (*melds, found.codes[number]),
            worth + found.worth[number],
            rest - found.most[number],
            floor,
        )
