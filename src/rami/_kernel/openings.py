"""First lay-downs: which sets of melds may open, listed lazily and each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from . import hands
from .codes import EVERY_NATURAL, JOKER, NATURALS, RANK
from .finder import hand_melds
from .melds import Code, is_run, points, wild_count
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
    def needs_clean(self) -> bool:
        """Whether every accepted opening holds a meld without wilds."""
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

    __slots__ = ("_first_melds", "_melds", "_opening", "floor", "needs_clean", "usual_floor")

    def __init__(self, melds: MeldRules, opening: OpeningRules, first_melds: bool) -> None:
        self._melds: Final = melds
        self._opening: Final = opening
        self._first_melds: Final = first_melds
        bound = opening.exempt == EXEMPT_ALL or opening.counts_layoffs
        self.floor: int = 0 if bound else opening.minimum
        self.usual_floor: int = 0 if opening.counts_layoffs else opening.minimum
        # a clean window may lie in a run with a wild
        self.needs_clean: bool = opening.clean in (CLEAN_RUN, CLEAN_ANY) and opening.exempt == EXEMPT_NEVER

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


def highest_values(rules: MeldRules) -> list[int]:
    """The most that each card can be worth in a meld, jokers at the end."""
    values = [max(rules.group_values[RANK[card]], rules.run_values[RANK[card]]) for card in range(NATURALS)]
    for suit in range(4):
        values[13 * suit] = max(values[13 * suit], rules.run_values[14])
    wild = rules.wild_value if rules.wild_value >= 0 else max(values)
    values = [max(value, wild) if rules.is_wild(card) else value for card, value in enumerate(values)]
    return [*values, wild]


class Candidates:
    """The melds of a hand with their worth, ready for the search; wilds are jokers."""

    __slots__ = ("bounds", "codes", "first_wild", "values", "worth")

    def __init__(self, rules: MeldRules, hand: hands.Hand, places: int) -> None:
        self.codes: Final = hand_melds(rules, hand, places)
        self.worth: Final = [points(rules, code) for code in self.codes]
        self.values: Final = highest_values(rules)
        self.bounds: Final = [sum(self.values[card] for card in code[1:]) for code in self.codes]
        self.first_wild: Final = sum(1 for code in self.codes if JOKER not in code[1:])


def lay_downs(
    rules: MeldRules,
    hand: hands.Hand,
    floor: int,
    needs_clean: bool,
    kinds: Kinds = ONE_KIND,
    places: int = EVERY_NATURAL,
) -> Iterator[tuple[Melds, int, hands.Hand]]:
    """Every set of disjoint melds worth at least `floor`: (melds, points, cards that stay).

    A set is a non-decreasing sequence of candidate numbers; as clean melds come first, a set with a
    clean meld starts with one.  Sets that differ by an exchange of interchangeable wilds are one.  `places` is
    a mask of the naturals that a wild may stand for in a run.
    """
    found = Candidates(rules, hand, places)
    rest = sum(found.values[card] for card in hands.cards_of(hand))
    starts = found.first_wild if needs_clean else len(found.codes)
    mixed = pooled(rules, hand)
    for start in range(starts):
        for melds, worth, left in _grow(found, start, mixed, (), 0, rest, floor):
            yield from _with_wilds(rules, hand, melds, worth, left, kinds)


def _with_wilds(
    rules: MeldRules, hand: hands.Hand, melds: Melds, worth: int, left: hands.Hand, kinds: Kinds
) -> Iterator[tuple[Melds, int, hands.Hand]]:
    """A set of melds with wilds of the hand for its jokers."""
    if not rules.twos_wild:
        yield melds, worth, left
        return
    for laid, _ in dressings(rules, melds, wilds_of(rules, hand), kinds):
        stay = hands.remove_all(hand, [card for code in laid for card in code[1:]])
        assert stay is not None
        yield laid, worth, stay


def _grow(
    found: Candidates, number: int, hand: hands.Hand, melds: Melds, worth: int, rest: int, floor: int
) -> Iterator[tuple[Melds, int, hands.Hand]]:
    if worth + rest < floor:
        return
    code = found.codes[number]
    left = hands.remove_all(hand, code[1:])
    if left is None:
        return
    grown = (*melds, code)
    total = worth + found.worth[number]
    if total >= floor:
        yield grown, total, left
    remaining = rest - found.bounds[number]
    for following in range(number, len(found.codes)):
        yield from _grow(found, following, left, grown, total, remaining, floor)


def lay_downs_with(
    rules: MeldRules,
    hand: hands.Hand,
    card: int,
    floor: int,
    needs_clean: bool,
    kinds: Kinds = ONE_KIND,
    places: int = EVERY_NATURAL,
) -> Iterator[tuple[Melds, int, hands.Hand]]:
    """Sets of melds that hold a card, the dearest first; a set may come twice.  For existence only."""
    found = Candidates(rules, hand, places)
    if needs_clean and not found.first_wild:
        return
    rest = sum(found.values[held] for held in hands.cards_of(hand))
    order = sorted(range(len(found.codes)), key=lambda number: -found.worth[number])
    mixed = pooled(rules, hand)
    wanted = JOKER if rules.is_wild(card) else card
    for number in order:
        code = found.codes[number]
        if wanted not in code[1:]:
            continue
        left = hands.remove_all(mixed, code[1:])
        if left is None:
            continue
        worth, remaining = found.worth[number], rest - found.bounds[number]
        for melds, total, stays in _complete(found, order, 0, left, (code,), worth, remaining, floor):
            for laid in _with_wilds(rules, hand, melds, total, stays, kinds.without([card])):
                if any(card in each[1:] for each in laid[0]):
                    yield laid


def _complete(
    found: Candidates,
    order: Sequence[int],
    start: int,
    hand: hands.Hand,
    melds: Melds,
    worth: int,
    rest: int,
    floor: int,
) -> Iterator[tuple[Melds, int, hands.Hand]]:
    if worth + rest < floor:
        return
    if worth >= floor:
        yield melds, worth, hand
    for at in range(start, len(order)):
        number = order[at]
        left = hands.remove_all(hand, found.codes[number][1:])
        if left is not None:
            yield from _complete(
                found,
                order,
                at,
                left,
                (*melds, found.codes[number]),
                worth + found.worth[number],
                rest - found.bounds[number],
                floor,
            )
