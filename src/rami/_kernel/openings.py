"""First lay-downs: which sets of melds may open, listed lazily and each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from . import hands
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
    mixed = pooled(rules, hand)
    if clean != CLEAN_NONE and not has_clean_meld(rules, mixed, clean == CLEAN_RUN):
        return
    found = Supply(rules, mixed, places)
    starts = len(found.codes)
    if clean == CLEAN_RUN:
        starts = len([code for code in found.codes[: found.clean] if is_run(code)])
    elif clean == CLEAN_ANY:
        starts = found.clean
    sets = _sets(found, Packed(found.codes, mixed), _most_points(rules, mixed), starts, floor)
    if not rules.twos_wild:
        yield from sets
        return
    wilds = wilds_of(rules, hand)
    for melds, worth in sets:
        for laid, _ in dressings(rules, melds, wilds, kinds):
            yield laid, worth


def _most_points(rules: MeldRules, mixed: hands.Hand) -> int:
    """The most points that the cards of a hand could bring."""
    values = rules.highest_values
    return sum([values[card] for card in hands.cards_of(mixed)])


def _sets(found: Supply, hand: Packed, most: int, starts: int, floor: int) -> Iterator[tuple[Melds, int]]:
    """The sets that begin with one of the first candidates, depth first."""
    codes, worths, bounds, needs, guards = found.codes, found.worth, found.most, hand.needs, hand.guards
    for start in range(starts):
        worth, rest = worths[start], most - bounds[start]
        if worth + rest < floor:
            continue
        melds: Melds = (codes[start],)
        if worth >= floor:
            yield melds, worth
        left = hand.full - needs[start]
        fitting = [at for at in range(start, len(codes)) if (left - needs[at]) & guards == guards]
        # what may follow a set, how far it has been tried, and the set with its points, rest and cards left
        levels: list[tuple[list[int], int, Melds, int, int, int]] = [(fitting, 0, melds, worth, rest, left)]
        while levels:
            fitting, tried, melds, worth, rest, left = levels.pop()
            while tried < len(fitting):
                number = fitting[tried]
                total, remaining = worth + worths[number], rest - bounds[number]
                tried += 1
                if total + remaining < floor:
                    continue
                grown = (*melds, codes[number])
                if total >= floor:
                    yield grown, total
                after = left - needs[number]
                follow = [at for at in fitting[tried - 1 :] if (after - needs[at]) & guards == guards]
                if follow:
                    levels.append((fitting, tried, melds, worth, rest, left))
                    fitting, tried, melds, worth, rest, left = follow, 0, grown, total, remaining, after


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
