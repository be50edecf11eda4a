"""List the lay-downs of a contract, lazily and without repetitions.

The search treats every wild as a joker (see `wilds`). Groups come before runs, and both have a fixed order, so no
lay-down occurs twice. If the contract is two groups, 7♣ 7♦ 7♥ K♣ K♦ K♥ * gives 7♣ 7♦ 7♥ with K♣ K♦ K♥, then with K♣ K♦
*, and so on. The search continues a partial lay-down only if the remaining cards can still fulfil the rest of the
contract (`fulfillable`). So the first lay-down comes quickly, and a hopeless search ends early.

Runs are ordered by *window*, a number made of the length, suit and first place, then by *holes*, the places of the
wilds: 5♥ 6♥ * 8♥ has the window 293 = 4 << 6 | 2 << 4 | 5 and the holes 0b100.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from .._rt import mypyc_attr
from ..cards import hands
from ..cards.codes import EVERY_NATURAL
from ..melds.finder import groups_of_rank
from ..melds.meld import Code, Melds, points
from ..rules import Candidate, MeldRules
from .contract_runs import RunPlaces, with_jokers
from .contracts import Contract, Sizes, covered, trait_of
from .fulfillable import Fulfillable


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Serving:
    """A meld that could fill one part of a contract, with jokers for its wilds.

    Runs are ordered by `window`, then by the number of wilds. Ties are broken at the lowest place where the two
    runs differ: the run with a wild there comes first. `holes` is a mask of the places of wilds. `group` is the
    candidate for a group, or None for a run.
    """

    __slots__ = ("code", "group", "holes", "size", "trait", "window", "points")

    def __init__(
        self, code: Code, value: int, window: int = 0, holes: int = 0, group: Candidate | None = None
    ) -> None:
        self.code: Final = code
        self.size: Final = len(code) - 1
        self.points: Final = value
        self.trait: Final = trait_of(code)
        self.window: Final = window
        self.holes: Final = holes
        self.group: Final = group

    def fits(self, hand: hands.Hand) -> bool:
        """Return whether the hand has the cards of the meld."""
        group, planes = self.group, len(hand) - 1
        if group is None or (group.doubles and planes > 2):
            return hands.remove_all(hand, self.code[1:]) is not None
        if group.need & EVERY_NATURAL & ~hand[0] or group.jokers > hand[-1]:
            return False
        return not group.doubles or not group.doubles & ~hand[1]


@final
class ContractSearch:
    """Finds the lay-downs of a contract from one hand whose wilds are jokers.

    `leftover` is the number of cards that must remain in hand.
    """

    def __init__(self, rules: MeldRules, exact: bool, distinct: bool, leftover: int) -> None:
        self._rules: Final = rules
        self._exact: Final = exact
        self._distinct: Final = distinct
        self._leftover: Final = leftover
        self._places: Final = RunPlaces(rules)
        self._fulfillable: Final = Fulfillable(rules, self._places, exact, distinct, leftover)

    def possible(self, contract: Contract, hand: hands.Hand) -> bool:
        """Return whether the hand can fulfil the contract."""
        return self._fulfillable.by(hand, *contract, 0)

    def lay_downs(self, contract: Contract, hand: hands.Hand) -> Iterator[tuple[Melds, int]]:
        """Yield every lay-down with its points: groups, then runs."""
        groups, runs = contract
        if self.possible(contract, hand):
            yield from self._grow(self._every_group(hand, groups), None, hand, groups, runs, 0, (), 0)

    def lay_downs_with(self, contract: Contract, hand: hands.Hand, card: int) -> Iterator[tuple[Melds, int]]:
        """Yield lay-downs that contain the card, each beginning with the meld that contains it; some may repeat."""
        groups, runs = contract
        every = self._every_group(hand, groups)
        for group in every:
            rest = covered(groups, group.size, self._exact)
            if rest is not None and card in group.code[1:]:
                yield from self._grow_from(every, group, hand, rest, runs)
        for run in self._each_run(hand, runs, None, hands.size(hand)) if runs else ():
            rest = covered(runs, run.size, self._exact)
            if rest is not None and card in run.code[1:]:
                yield from self._grow_from(every, run, hand, groups, rest)

    def _grow_from(
        self, every: list[Serving], meld: Serving, hand: hands.Hand, groups: Sizes, runs: Sizes
    ) -> Iterator[tuple[Melds, int]]:
        """Yield the lay-downs that continue with this meld, given the melds still required."""
        left = hands.remove_all(hand, meld.code[1:])
        used = meld.trait if self._distinct else 0
        if left is not None and self._fulfillable.by(left, groups, runs, used):
            yield from self._grow(
                _fitting(every, left), None, left, groups, runs, used, (meld.code,), meld.points
            )

    def _grow(
        self,
        every: list[Serving],
        after: Serving | None,
        hand: hands.Hand,
        groups: Sizes,
        runs: Sizes,
        used: int,
        melds: Melds,
        value: int,
    ) -> Iterator[tuple[Melds, int]]:
        """Yield the lay-downs that add groups from `every`, then runs that do not sort before `after`."""
        if not groups and not runs:
            yield melds, value
            return
        # The number of cards that may be laid in addition to the sizes required.
        spare = hands.size(hand) - self._leftover - sum(groups) - sum(runs)
        required = groups or runs
        last = len(groups) + len(runs) == 1
        source = iter(every) if groups else self._each_run(hand, runs, after, spare + runs[-1])
        at = -1
        for meld in source:
            at += 1
            rest = covered(required, meld.size, self._exact)
            if rest is None or used & meld.trait or meld.size - sum(required) + sum(rest) > spare:
                continue
            laid, total = (*melds, meld.code), value + meld.points
            # Nothing follows the last meld, so there is no need to test the remaining cards.
            if last:
                yield laid, total
                continue
            left = hands.remove_all(hand, meld.code[1:])
            assert left is not None  # the meld fits
            still_groups, still_runs = (rest, runs) if groups else (groups, rest)
            marks = used | meld.trait if self._distinct else 0
            if self._fulfillable.by(left, still_groups, still_runs, marks):
                follow = _fitting(every[at:], left) if still_groups else []
                from_run = None if groups else meld
                yield from self._grow(follow, from_run, left, still_groups, still_runs, marks, laid, total)

    def _every_group(self, hand: hands.Hand, groups: Sizes) -> list[Serving]:
        """Return the groups that the contract could use, ordered by size, then by the number of wilds."""
        if not groups:
            return []
        found: list[Candidate] = []
        for rank in range(1, 14):
            of_rank = groups_of_rank(self._rules, hand, rank, hand[-1])
            found += [each for each in of_rank.clean + of_rank.wild if len(each.code) > groups[0]]
        if self._exact:
            found = [each for each in found if len(each.code) - 1 in groups]
        found.sort(key=lambda each: (len(each.code), each.jokers, each.code))
        return [Serving(each.code, each.points, group=each) for each in found]

    def _each_run(self, hand: hands.Hand, runs: Sizes, after: Serving | None, room: int) -> Iterator[Serving]:
        """Yield the runs that the contract could use, up to `room` cards long, that do not sort before `after`."""
        start = 0 if after is None else after.window
        # If every wild has the same points, the points of a run depend on its wilds.
        fixed = self._rules.wild_value >= 0
        for window, run, holes in self._places.runs(hand, runs, self._exact, room, start):
            if after is None or window > start or not _before(holes, after.holes):
                code = with_jokers(run, holes)
                yield Serving(code, points(self._rules, code if fixed else run), window, holes)


def _before(holes: int, others: int) -> bool:
    """Return whether a run comes before another at the same places: fewer wilds first, then wilds in lower places."""
    wilds, other_wilds = holes.bit_count(), others.bit_count()
    if wilds != other_wilds:
        return wilds < other_wilds
    differing = holes ^ others
    return bool(differing & -differing & holes)


def _fitting(groups: list[Serving], hand: hands.Hand) -> list[Serving]:
    return [group for group in groups if group.fits(hand)]
