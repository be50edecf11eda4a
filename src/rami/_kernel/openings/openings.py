"""List first lay-downs, lazily and without repetitions: the combinations of melds that may open.

Classic 51 requires 51 points. A hand with the melds 4♥ 5♥ 6♥ (15 points), 9♠ 10♠ J♠ (29) and 4♣ 4♦ 4♥ (12)
allows two combinations of two melds, with 44 and 41 points, so it cannot open. An upper bound (`promise`) often proves
this before any combination is built. Otherwise `sets_of_melds` lists the combinations with enough points, and the judge
(`judge`) checks the other requirements.

The functions called `..._with` quickly find an opening that contains a given card; they may yield an opening twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final, final

from .._rt import i64
from ..budget import Meter
from ..cards import hands
from ..cards.codes import BIT, JOKER, cards_at, places_of, ranks_held, starts_of_three
from ..melds.finder import candidates_of, has_clean_meld
from ..melds.meld import Code, Melds
from ..melds.natural_wilds import ANY_CARD, Supply
from ..melds.universe import JOKERS
from ..melds.wilds import unburnt
from ..results import Laid
from ..rules import Clean, MeldRules
from .judge import Judge, ParametricJudge
from .packed import Packed, completed
from .sets_of_melds import PARTIALS_A_STEP, SetsOfMelds, most_of, most_points

# Find this many openings before yielding the first.
AT_ONCE: Final = 16
# Each step of the budget pays for examining this many refused combinations of melds.
REFUSED_A_STEP: Final = 5
# Multiply a row by this to repeat it in each suit.
EACH_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


@final
class Openings:
    """Lists the openings of a hand when no turn is in progress; `name` and `kind` build the public objects.

    Use it only if `serves` returns True: only jokers are wild, and the judge accepts every combination of melds listed
    for it.
    """

    def __init__(
        self,
        rules: MeldRules,
        judge: Judge,
        planes: int,
        jokers: int,
        name: Callable[[Code], object],
        kind: type[Laid],
    ) -> None:
        self._rules: Final = rules
        self._floor: Final[i64] = judge.usual_floor
        self._clean: Final = judge.clean
        self._planes: Final = planes
        self._jokers: Final[i64] = jokers
        self._name: Final = name
        self._kind: Final = kind
        # mypyc shifts a literal as a C int.
        self._one: Final[i64] = 1

    def of_cards(self, ids: bytes) -> Iterator[Any]:
        """Lazily yield the openings of sorted cards; raise ValueError if the pack has too few copies of a card."""
        hand: hands.Hand
        if self._planes > 2:
            hand = hands.of_cards(ids, self._planes)
        else:
            held, doubles, jokers = hands.two_planes(ids, self._one)
            if jokers < 0 or (doubles and self._planes < 2):
                raise ValueError(ids)
            hand = (held, doubles, jokers) if self._planes == 2 else (held, jokers)
        if hand[-1] > self._jokers:
            raise ValueError(ids)
        if _in_vain(self._rules, hand, self._floor, self._clean):
            return iter(())
        sets = SetsOfMelds(self._rules, hand, self._floor, self._clean, name=self._name, kind=self._kind)
        found = sets.more(AT_ONCE)
        return iter(found) if sets.over else chain(found, sets.rest())


def serves(rules: MeldRules, judge: Judge) -> bool:
    """Return whether `Openings` can be used under these rules."""
    return not rules.wild_ranked and is_sure(judge, -1, 0, False)


def _in_vain(rules: MeldRules, mixed: hands.Hand, floor: int, clean: Clean | None) -> bool:
    """Return whether a quick check proves that the points or the required clean meld are out of reach."""
    runs_only = clean == "run_meld"
    if 1 < len(mixed) < 4 and rules.shaped:
        if promise(rules, mixed[0], mixed[1] if len(mixed) == 3 else 0, mixed[-1], runs_only) < floor:
            return True
        # `promise` has found a clean run.
        if runs_only:
            return False
    return clean is not None and not has_clean_meld(rules, mixed, runs_only)


def lay_downs(
    supply: Supply,
    floor: int,
    clean: Clean | None,
    card: int = ANY_CARD,
    sticks: Callable[[Melds], bool] | None = None,
) -> Iterator[tuple[Melds, int]]:
    """Yield every combination of disjoint melds of at least `floor` points, in the order of `SetsOfMelds`.

    Interchangeable wilds count once. If a card is given, combinations without it may be left out. If `sticks` is
    given, only combinations for which it returns True (the player cannot go out after them) need the points and the
    card.
    """
    rules, due = supply.rules, 0
    if card >= 0 and not rules.is_wild(card):
        due = BIT[card]
    elif card >= 0 and rules.tame is None:
        # In the search, every wild is a joker.
        due = JOKERS[0]
    for mixed, wilds in supply.mixes():
        if sticks is None and _in_vain(rules, mixed, floor, clean):
            continue
        sets = SetsOfMelds(rules, mixed, floor, clean, supply.places, due=due, sticks=sticks)
        for melds, points in sets.rest(1):
            for laid in wilds.dressings(melds):
                yield laid, points


def accepted(
    judge: Judge,
    sets: Iterator[tuple[Melds, int]],
    required: int,
    taken: int,
    highest: int,
    first: bool,
    contract: int,
    name: Callable[[Code], object],
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the combinations that may open, each as (names of its melds in the order of their codes, points).

    If a card is required, one of the melds contains it.
    """
    sure = is_sure(judge, taken, highest, first)
    meter = Meter(REFUSED_A_STEP)
    for codes, total in sets:
        if required >= 0 and not any(required in code[1:] for code in codes):
            meter.count()
            continue
        if not sure:
            faults, missing, _ = judge.judge(codes, total, taken, highest, first, contract=contract)
            if faults or missing:
                meter.count()
                continue
        yield tuple([name(code) for code in sorted(codes)]), total


def is_sure(judge: Judge, taken: int, highest: int, first: bool) -> bool:
    """Return whether the judge is sure to accept every combination listed for it."""
    return isinstance(judge, ParametricJudge) and judge.accepts_all(taken, highest, first)


def lay_downs_with(supply: Supply, card: int, floor: int, clean: Clean | None) -> Iterator[tuple[Melds, int]]:
    """Yield combinations of melds that use a card, starting with its highest-scoring melds; some may repeat."""
    rules, places = supply.rules, supply.places
    meter = Meter(PARTIALS_A_STEP)
    for mixed, wilds in supply.mixes(card):
        if _in_vain(rules, mixed, floor, clean):
            continue
        found = [each for each in candidates_of(rules, mixed)[0] if not unburnt(rules, each.code, places)]
        held = Packed(found, mixed)
        most = most_points(rules, mixed)
        order = sorted(range(len(found)), key=lambda number: -found[number].points)
        for number in order:
            each = found[number]
            if not may_hold(rules, each.code, card):
                continue
            left, rest = held.full - held.needs[number], most - each.most
            start = (each.code,)
            for melds, total in completed(found, held, order, left, start, each.points, rest, floor, meter):
                for laid in wilds.dressings(melds):
                    if any(card in code[1:] for code in laid):
                        yield laid, total


def melds_with(supply: Supply, card: int) -> Iterator[Code]:
    """Yield the melds of a hand that use a card; melds with the most points come first."""
    rules, places = supply.rules, supply.places
    for mixed, wilds in supply.mixes(card):
        found = [each for each in candidates_of(rules, mixed)[0] if may_hold(rules, each.code, card)]
        for each in sorted(found, key=lambda each: -each.points):
            for (laid,) in wilds.dressings((each.code,)) if not unburnt(rules, each.code, places) else ():
                if card in laid[1:]:
                    yield laid


def may_hold(rules: MeldRules, code: Code, card: int) -> bool:
    """Return whether a meld whose wilds are jokers could contain a card."""
    return card in code[1:] or (JOKER in code[1:] and rules.is_wild(card))


def promise(rules: MeldRules, held: i64, doubles: i64, jokers: int, clean_run: bool) -> i64:
    """Return a quick upper bound on the points of a hand's melds; -1 if the hand lacks a clean run that it needs."""
    places = places_of(held)
    clean = starts_of_three(places)
    if clean_run and not clean:
        return -1
    most: i64 = 0
    used = held
    if jokers == 0:
        used &= cards_at(clean | clean << 1 | clean << 2) | EACH_SUIT * ranks_held(held, 3)
    else:
        most = jokers * rules.highest_values[JOKER]
    if jokers == 1:
        near, over = places & places >> 1, places & places >> 2
        used &= cards_at(near | near << 1 | over | over << 2) | EACH_SUIT * ranks_held(held, 2)
    most += most_of(rules, used)
    if doubles & used:
        most += most_of(rules, doubles & used)
    return most
