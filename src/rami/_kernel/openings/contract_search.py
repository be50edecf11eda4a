"""The lay-downs of a contract, listed lazily and each once.

A hand is searched with every wild as a joker (see `wilds`).  A partial lay-down is never followed up unless
the rest of the contract can still be found among the cards that stay, so the first one comes quickly and a
search without result ends early.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, final

from .._rt import i64, mypyc_attr
from ..cards import hands
from ..cards.codes import BIT, JOKER, natural
from ..melds.finder import groups_of_rank
from ..melds.meld import Code, Melds, points, run_code
from ..rules import MeldRules
from .contract_runs import RunPlaces, with_jokers
from .contracts import Contract, Sizes, covered, trait_of
from .fulfillable import Fulfillable


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Serving:
    """A meld that may serve a contract, with jokers for its wilds.

    Runs are in the order of their `window`, then of the number of their wilds, then of the lowest place at which one
    has a wild and the other none; `holes` is a mask of the places of wilds.
    """

    __slots__ = ("code", "holes", "size", "trait", "window", "worth")

    def __init__(self, code: Code, worth: int, trait: int, window: int, holes: int) -> None:
        self.code: Final = code
        self.size: Final = len(code) - 1
        self.worth: Final = worth
        self.trait: Final = trait
        self.window: Final = window
        self.holes: Final = holes


@final
class GroupServing:
    """A group that may serve, and what it takes of a hand.

    `need` is a mask of its naturals, `twins` of those that it takes twice; `often` is set if it takes one more often
    than that.
    """

    __slots__ = ("meld", "need", "often", "twins", "wilds")

    def __init__(self, rules: MeldRules, code: Code) -> None:
        self.meld: Final = Serving(code, points(rules, code), trait_of(code), 0, 0)
        self.wilds: Final = code[1:].count(JOKER)
        self.often = False
        need: i64 = 0
        twins: i64 = 0
        for index in range(1, len(code) - self.wilds):
            bit: i64 = BIT[code[index]]
            if twins & bit:
                self.often = True
            twins |= need & bit
            need |= bit
        self.need: Final = need
        self.twins: Final = twins

    def fits(self, hand: hands.Hand) -> bool:
        """Whether a hand can lay it."""
        if self.need & ~hand[0] or self.wilds > hand[-1]:
            return False
        if not self.twins:
            return True
        if self.often:
            return hands.remove_all(hand, self.meld.code[1:]) is not None
        return not self.twins & ~hand[1]


@final
class ContractSearch:
    """The lay-downs of one contract from one hand whose wilds are jokers.

    `keep` is the number of cards that have to stay in hand.
    """

    def __init__(self, rules: MeldRules, exact: bool, distinct: bool, keep: int) -> None:
        self._rules: Final = rules
        self._exact: Final = exact
        self._distinct: Final = distinct
        self._keep: Final = keep
        self._places: Final = RunPlaces(rules)
        self._fulfillable: Final = Fulfillable(rules, self._places, exact, distinct, keep)

    def possible(self, contract: Contract, hand: hands.Hand) -> bool:
        """Whether there is any lay-down."""
        return self._fulfillable.by(hand, *contract, 0)

    def lay_downs(self, contract: Contract, hand: hands.Hand) -> Iterator[tuple[Melds, int]]:
        """Every lay-down with its points: groups, then runs."""
        groups, runs = contract
        if self.possible(contract, hand):
            yield from self._grow(self._every_group(hand, groups), None, hand, groups, runs, 0, (), 0)

    def lay_downs_with(self, contract: Contract, hand: hands.Hand, card: int) -> Iterator[tuple[Melds, int]]:
        """Lay-downs with a meld that holds the card, that meld first; some may come twice."""
        groups, runs = contract
        every = self._every_group(hand, groups)
        for group in every:
            meld = group.meld
            rest = covered(groups, meld.size, self._exact)
            if rest is not None and card in meld.code[1:]:
                yield from self._grow_from(every, meld, hand, rest, runs)
        for run in self._each_run(hand, runs, None, hands.size(hand)) if runs else ():
            rest = covered(runs, run.size, self._exact)
            if rest is not None and card in run.code[1:]:
                yield from self._grow_from(every, run, hand, groups, rest)

    def _grow_from(
        self, every: list[GroupServing], meld: Serving, hand: hands.Hand, groups: Sizes, runs: Sizes
    ) -> Iterator[tuple[Melds, int]]:
        """The lay-downs that go on from a meld, with what is still asked for."""
        left = hands.remove_all(hand, meld.code[1:])
        used = meld.trait if self._distinct else 0
        if left is not None and self._fulfillable.by(left, groups, runs, used):
            yield from self._grow(
                _fitting(every, left), None, left, groups, runs, used, (meld.code,), meld.worth
            )

    def _grow(
        self,
        every: list[GroupServing],
        after: Serving | None,
        hand: hands.Hand,
        groups: Sizes,
        runs: Sizes,
        used: int,
        melds: Melds,
        worth: int,
    ) -> Iterator[tuple[Melds, int]]:
        """The lay-downs that go on with these groups, then with runs from that one on, each kind in its order."""
        if not groups and not runs:
            yield melds, worth
            return
        # the number of cards that may be laid beyond the requirement
        spare = hands.size(hand) - self._keep - sum(groups) - sum(runs)
        asked = groups or runs
        last = len(groups) + len(runs) == 1
        source = self._groups(every) if groups else self._each_run(hand, runs, after, spare + runs[-1])
        at = -1
        for meld in source:
            at += 1
            rest = covered(asked, meld.size, self._exact)
            if rest is None or used & meld.trait or meld.size - sum(asked) + sum(rest) > spare:
                continue
            told, total = (*melds, meld.code), worth + meld.worth
            if last:
                yield told, total
                continue
            left = hands.remove_all(hand, meld.code[1:])
            assert left is not None  # the meld fits
            still_groups, still_runs = (rest, runs) if groups else (groups, rest)
            marks = used | meld.trait if self._distinct else 0
            if self._fulfillable.by(left, still_groups, still_runs, marks):
                follow = _fitting(every[at:], left) if still_groups else []
                from_run = None if groups else meld
                yield from self._grow(follow, from_run, left, still_groups, still_runs, marks, told, total)

    def _groups(self, every: list[GroupServing]) -> Iterator[Serving]:
        for group in every:
            yield group.meld

    def _every_group(self, hand: hands.Hand, groups: Sizes) -> list[GroupServing]:
        """The groups that may serve, the smallest with the fewest wilds first."""
        if not groups:
            return []
        found: list[Code] = []
        for rank in range(1, 14):
            shelf = groups_of_rank(self._rules, hand, rank, hand[-1])
            found += [code for code in shelf.clean + shelf.wild if len(code) > groups[0]]
        if self._exact:
            found = [code for code in found if len(code) - 1 in groups]
        found.sort(key=lambda code: (len(code), code[1:].count(JOKER), code))
        return [GroupServing(self._rules, code) for code in found]

    def _each_run(self, hand: hands.Hand, runs: Sizes, after: Serving | None, room: int) -> Iterator[Serving]:
        """The runs of at most `room` cards that may serve, from `after` on.

        The shortest come first, and in each place those with the fewest wilds.
        """
        rules = self._rules
        start = 0 if after is None else after.window
        for length in range(max(runs[0], start >> 6), min(rules.max_run, room) + 1):
            if self._exact and length not in runs:
                continue
            for suit, low, held in self._places.windows(hand, length):
                window = length << 6 | suit << 4 | low
                if window < start:
                    continue
                cards = run_code(suit, low, [natural(suit, low + at) for at in range(length)])
                trait, worth = trait_of(cards), points(rules, cards)
                for holes in fillings(rules, self._places, hand, length, suit, low, held):
                    if after is not None and window == start and _before(holes, after.holes):
                        continue
                    code = with_jokers(cards, holes)
                    if rules.wild_value >= 0:
                        worth = points(rules, code)
                    yield Serving(code, worth, trait, window, holes)


def fillings(
    rules: MeldRules, places: RunPlaces, hand: hands.Hand, length: int, suit: int, low: int, held: int
) -> Iterator[int]:
    """The places of a run that wilds may take, where wilds may also replace cards that are held."""
    # a run from ace to ace needs two of them, or a wild
    single = length == 14 and (rules.single_ace or hands.count(hand, natural(suit, 1)) < 2)
    aces = 1 | 1 << 13 if single else 0
    whole = (1 << length) - 1
    lacking = length - held.bit_count()
    taken = [1 << at for at in range(length) if held >> at & 1]
    for wilds in range(lacking, min(places.most_wilds(length), hand[-1]) + 1):
        for given_up in combinations(taken, wilds - lacking):
            holes = (whole ^ held) + sum(given_up)
            if (not aces or holes & aces) and places.stands(suit, low, length, holes):
                yield holes


def _before(holes: int, others: int) -> bool:
    """Whether a run comes before another one in the same window."""
    wilds, other_wilds = holes.bit_count(), others.bit_count()
    if wilds != other_wilds:
        return wilds < other_wilds
    differing = holes ^ others
    return bool(differing & -differing & holes)


def _fitting(groups: list[GroupServing], hand: hands.Hand) -> list[GroupServing]:
    return [group for group in groups if group.fits(hand)]
