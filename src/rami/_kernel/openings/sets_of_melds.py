"""List the combinations of melds that a hand can lay together, lazily and without repetitions.

In this module such a combination is called a *set*, although card players use that word for a group. The melds of the
hand are *candidates* in a fixed order, and a set is a non-decreasing sequence of candidates, so no set comes twice. For
4♥ 5♥ 6♥ 4♣ 4♦ 9♠ 10♠ J♠ the candidates are a = 4♥ 5♥ 6♥, b = 9♠ 10♠ J♠, c = 4♣ 4♦ 4♥, and the sets are

    a, a b, b, b c, c        not a c: both need 4♥

The walk is a stack of *partial sets*, each with the candidates that still fit. Two masks describe the rest of the hand:
the cards *gone*, with a bit for each joker above the naturals, and the *doubles*, the naturals with two copies left.
Taking one of two copies clears its bit in `doubles`; taking the last copy sets its bit in `gone`. A branch
ends if even the best remaining melds would not reach the required points.

In some games an opening needs no points if the player goes out in the same turn. A set is *stuck* if the player cannot
go out after it. The sets that continue it are stuck too, so all of them need the points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Final, final

from .._rt import i64, mypyc_attr
from ..budget import Meter
from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER, NATURALS
from ..melds.finder import candidates_of
from ..melds.meld import Code
from ..melds.universe import JOKERS, MOST_JOKERS
from ..melds.wilds import unburnt
from ..results import Laid, laid
from ..rules import NOT_ASKED, Candidate, Clean, MeldRules
from .packed import Packed, completed

# Two codes are ordered by this many cards; codes that agree in all of these keep the order of the search.
COMPARED: Final = 9
# The maximum number of sets to find in advance.
CHUNK: Final = 64
# Each step of the budget pays for examining this many partial sets.
PARTIALS_A_STEP: Final = 5
# A mask of the lower ranks of a row.
HALF_ROW: Final = (1 << 7) - 1
# More points than any cards can have.
ENOUGH: Final = 1 << 40


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PartialSet:
    """A set of melds in output form, with its points, the cards it leaves, and the candidates that may follow.

    Candidates are tried from the end of `fitting`; the first `stop` of them are tried only after another candidate.
    `order` is the position of the last meld in the order of names, `highest` the greatest such position in the set, and
    `rest` the maximum number of points that the remaining cards could add. `holders` lists the melds with the card that
    a set must contain; it is empty once the set contains the card. Sets that continue this one need `floor` points.
    """

    __slots__ = (
        "doubles",
        "fitting",
        "floor",
        "gone",
        "highest",
        "holders",
        "order",
        "output",
        "points",
        "rest",
        "stop",
    )

    def __init__(
        self,
        fitting: list[Candidate],
        stop: int,
        output: tuple[Any, ...],
        order: i64,
        highest: i64,
        points: i64,
        rest: i64,
        gone: i64,
        doubles: i64,
        holders: list[Candidate],
        floor: i64,
    ) -> None:
        self.fitting: Final = fitting
        self.stop: Final = stop
        self.output: Final = output
        self.order: Final[i64] = order
        self.highest: Final[i64] = highest
        self.points: Final[i64] = points
        self.rest: Final[i64] = rest
        self.gone: Final[i64] = gone
        self.doubles: Final[i64] = doubles
        self.holders: Final = holders
        self.floor: Final[i64] = floor


@final
class SetsOfMelds:
    """Lists the sets of disjoint melds of at least `floor` points, depth first.

    A set is a non-decreasing sequence of candidates. Clean melds come first, so a set with a clean meld
    starts with one. If `clean` requires it, only sets with a clean run, or with any clean meld, are listed.
    `places` is a mask of the naturals that a wild may represent in a run. `due` is the bit of a card that a set must
    contain; if the hand is crowded (see `_begin`), sets without it are listed too. `sticks` returns whether melds are
    stuck; if it is given, only stuck sets need the points and the card due.

    A set is yielded as its codes in the order of the walk, with its points. If `kind` is given, it is an object of that
    class instead, with the names of its melds in the order of codes.

    Two masks describe the rest of a hand: the cards *gone*, with a bit for each joker above the naturals, and the
    *doubles*, the naturals held twice.
    """

    def __init__(
        self,
        rules: MeldRules,
        mixed: hands.Hand,
        floor: i64,
        clean: Clean | None,
        places: int = EVERY_NATURAL,
        name: Callable[[Code], object] | None = None,
        kind: type[Laid] | None = None,
        due: int = 0,
        sticks: Callable[[tuple[Code, ...]], bool] | None = None,
    ) -> None:
        self._rules: Final = rules
        self._mixed: Final = mixed
        self._floor: Final[i64] = floor
        self._clean: Final = clean
        self._places: Final = places
        self._due: Final[i64] = due
        self._name: Final = name
        self._kind: Final = kind
        self._sticks: Final = sticks
        self._meter: Final = Meter(PARTIALS_A_STEP)
        self._partials: list[PartialSet] = []
        # True if some candidate takes a natural twice.
        self._double = False
        # Used instead of partial sets if a card is held more than twice or a mask has no room for all jokers.
        self._crowded: Iterator[tuple[tuple[Code, ...], int]] | None = None
        self._begin()

    @property
    def over(self) -> bool:
        """Whether all sets are known to have been listed."""
        return not self._partials and self._crowded is None

    def rest(self, limit: int = CHUNK) -> Iterator[Any]:
        """Yield all remaining sets, found in batches of `limit` at first, then in larger batches."""
        return chain.from_iterable(self._chunks(limit))

    def _chunks(self, limit: int) -> Iterator[list[Any]]:
        sets = self.more(limit)
        while sets:
            yield sets
            limit = min(2 * limit, CHUNK)
            sets = self.more(limit)

    def more(self, limit: int) -> list[Any]:
        """Return the next sets, capped at `limit`; empty once all have been listed."""
        if self._crowded is not None:
            return self._more_crowded(self._crowded, limit)
        out: list[Any] = []
        partials = self._partials
        while partials and len(out) < limit:
            self._meter.count(1 + (len(partials[-1].fitting) >> 6))
            if not self._continue(partials[-1], limit, out):
                partials.pop()
        return out

    def _continue(self, partial: PartialSet, limit: int, out: list[Any]) -> bool:
        """Try candidates until one leads to another partial set or `out` is full; return False if there are no more."""
        floor, kind, sticks = partial.floor, self._kind, self._sticks
        if floor == self._floor:
            sticks = None
        fitting, before, held = partial.fitting, partial.points, partial.holders
        due: i64 = self._due if held else 0
        # A candidate that gains less than this cannot lead to enough points.
        short = floor - before - partial.rest
        while len(fitting) > partial.stop:
            candidate = fitting[-1]
            if candidate.points - candidate.most < short:
                fitting.pop()
                continue
            points = before + candidate.points
            output: tuple[Any, ...] = ()
            holders = [] if candidate.need & due else held
            if sticks is not None:
                output = self._output(partial, candidate)
                floor = partial.floor
                if (points >= self._floor and not holders) or sticks(output):
                    floor = self._floor
            if points >= floor and (not holders or floor < self._floor):
                output = output or self._output(partial, candidate)
                out.append((output, points) if kind is None else laid(kind, output, (), points))
            deeper = self._below(partial, candidate, output, points, holders, floor)
            fitting.pop()
            # Depth first: the sets that continue this one come before the next candidate.
            if deeper is not None:
                self._partials.append(deeper)
                return True
            if len(out) >= limit:
                return True
        return False

    def _below(
        self,
        partial: PartialSet,
        candidate: Candidate,
        output: tuple[Any, ...],
        points: i64,
        holders: list[Candidate],
        floor: i64,
    ) -> PartialSet | None:
        """Return the partial set with one more candidate, or None if nothing may follow it.

        `output` is its output form, or () if that is not known yet.
        """
        gone, doubles, need = partial.gone, partial.doubles, candidate.need
        if doubles & need:
            gone |= need & ~doubles
            doubles &= ~need
        else:
            gone |= need
        if candidate.doubles:
            gone |= candidate.doubles & ~doubles
            doubles &= ~candidate.doubles
        if candidate.jokers:
            gone = gone & EVERY_NATURAL | partial.gone >> NATURALS >> candidate.jokers << NATURALS
        stuck = floor == self._floor
        if holders and stuck:
            holders = [each for each in holders if not each.need & gone]
            if not holders:
                return None
        # Most sets cannot be continued; find that out without making a list.
        for each in partial.fitting:
            if not each.need & gone:
                break
        else:
            return None
        fitting = [each for each in partial.fitting if not each.need & gone]
        rest: i64 = ENOUGH
        if points < floor:
            used: i64 = 0
            for each in fitting:
                used |= each.need
            rest = self._most(used, gone, doubles)
            if points + rest < floor:
                return None
        if self._double:
            # A meld that takes a card twice does not fit if only one copy is held.
            fitting = [each for each in fitting if not each.doubles & ~doubles]
        if not fitting:
            return None
        order = self._order(candidate)
        output = output or self._output(partial, candidate)
        highest, stop = max(partial.highest, order), self._first_holder(fitting) if holders and stuck else 0
        return PartialSet(fitting, stop, output, order, highest, points, rest, gone, doubles, holders, floor)

    def _output(self, partial: PartialSet, candidate: Candidate) -> tuple[Any, ...]:
        """Return the output form of a set with one more meld."""
        if self._name is None:
            return partial.output + candidate.alone
        named = candidate.named or self._named(candidate)
        order = self._order(candidate)
        if order >= partial.highest:
            return partial.output + named if partial.output else named
        place = self._place(order)
        if not place:
            return named + partial.output
        return partial.output[:place] + named + partial.output[place:]

    def _named(self, candidate: Candidate) -> tuple[Any, ...]:
        """Return a tuple with just the name of a candidate, cached on the candidate."""
        assert self._name is not None
        candidate.named = (self._name(candidate.code),)
        return candidate.named

    def _order(self, candidate: Candidate) -> i64:
        """Return the position of a candidate in the order of names, cached on the candidate."""
        if self._name is None:
            return 0
        if candidate.order == NOT_ASKED:
            code = candidate.code
            order = code[0]
            for index in range(1, COMPARED + 1):
                order = order << 6 | (code[index] if index < len(code) else 0)
            candidate.order = order
        return candidate.order

    def _place(self, order: i64) -> int:
        """Return the index at which a meld belongs among the names of the last partial set."""
        place = -1
        for partial in self._partials:
            if partial.order <= order:
                place += 1
        return place

    def _begin(self) -> None:
        """Put the empty set on the stack, unless the points are out of reach."""
        mixed = self._mixed
        gone: i64 = ~mixed[0]
        jokers = mixed[-1]
        if jokers > MOST_JOKERS or (len(mixed) > 3 and mixed[2]):
            self._crowded = self._each_crowded()
            return
        found, starts = self._found()
        if not starts:
            return
        doubles: i64 = mixed[1] if len(mixed) > 2 else 0
        for at in range(jokers):
            gone ^= JOKERS[at]
        used: i64 = 0
        for candidate in found:
            used |= candidate.need
            if candidate.doubles:
                self._double = True
        rest = self._most(used, gone, doubles)
        floor: i64 = self._floor if self._sticks is None else 0
        if rest >= floor:
            found.reverse()
            holders = [each for each in found if each.need & self._due] if self._due else []
            stop = len(found) - starts
            if self._sticks is not None:
                # If no meld contains the card, sets without it are still possible. Treating every meld as a holder
                # then does no harm.
                holders = holders or found[:] if self._due else []
            elif self._due:
                if not holders:
                    return
                stop = max(stop, self._first_holder(found))
            self._partials.append(PartialSet(found, stop, (), -1, -1, 0, rest, gone, doubles, holders, floor))

    def _found(self) -> tuple[list[Candidate], int]:
        """Return the melds of the hand, and the number of melds at the front that may start a set."""
        found, clean, clean_runs = candidates_of(self._rules, self._mixed)
        if self._places != EVERY_NATURAL:
            found = [each for each in found if not unburnt(self._rules, each.code, self._places)]
        if self._clean is None:
            return found, len(found)
        return found, clean_runs if self._clean == "run_meld" else clean

    def _first_holder(self, fitting: list[Candidate]) -> int:
        """Return the index of the first candidate that takes the card due; no set with that card starts below it."""
        at = 0
        while at < len(fitting) and not fitting[at].need & self._due:
            at += 1
        return at

    def _most(self, used: i64, gone: i64, doubles: i64) -> i64:
        """Return the maximum points for the cards that these melds use."""
        rules = self._rules
        most = most_of(rules, used & ~gone & EVERY_NATURAL)
        if doubles & used:
            most += most_of(rules, doubles & used)
        if used >> NATURALS:
            most += int(~gone >> NATURALS).bit_length() * rules.highest_values[JOKER]
        return most

    def _more_crowded(self, crowded: Iterator[tuple[tuple[Code, ...], int]], limit: int) -> list[Any]:
        name, kind = self._name, self._kind
        if name is None or kind is None:
            return list(islice(crowded, limit))
        return [
            laid(kind, tuple([name(code) for code in sorted(codes)]), (), points)
            for codes, points in islice(crowded, limit)
        ]

    def _each_crowded(self) -> Iterator[tuple[tuple[Code, ...], int]]:
        """Yield the sets of a hand packed into one number."""
        mixed = self._mixed
        found, starts = self._found()
        hand = Packed(found, mixed)
        order = list(range(len(found)))
        most = most_points(self._rules, mixed)
        floor: i64 = self._floor if self._sticks is None else 0
        for at in range(starts):
            each = found[at]
            left, rest = hand.full - hand.needs[at], most - each.most
            yield from completed(
                found, hand, order[at:], left, (each.code,), each.points, rest, floor, self._meter
            )


def most_of(rules: MeldRules, cards: i64) -> i64:
    """Return the maximum points for these naturals, each held once."""
    low, high = rules.low_values, rules.high_values
    total: i64 = 0
    while cards:
        total += low[cards & HALF_ROW] + high[cards >> 7 & 63]
        cards >>= 13
    return total


def most_points(rules: MeldRules, mixed: hands.Hand) -> int:
    """Return the maximum points for the cards of a hand."""
    most: i64 = mixed[-1] * rules.highest_values[JOKER]
    for plane in mixed[:-1]:
        most += most_of(rules, plane)
    return most
