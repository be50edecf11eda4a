"""List the lay-downs of contracts, lazily and without repetitions, with the wilds of the hand.

`ContractSearch` finds lay-downs that leave cards in hand. `Covers` finds those that use the whole hand: one of their
melds must contain the lowest natural, so it tries each meld with that card, then covers the rest in the same way. In
5♣ 5♦ 5♥ 6♦ 7♦ 8♦, only the group has the 5♣, and the rest is the run 6♦ 7♦ 8♦.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, NATURALS, RANK, ROW, SUIT
from ..melds.finder import groups_of_rank
from ..melds.meld import Code, Melds, is_run, points_of
from ..melds.natural_wilds import ANY_CARD, Supply
from ..rules import MeldRules
from .contract_runs import RunPlaces, with_jokers
from .contract_search import ContractSearch
from .contracts import Contract, ContractRules, Sizes, are_near, covered, trait_of

_NONE: Final = -1


def lay_downs(
    supply: Supply,
    contracts: ContractRules,
    number: int,
    leftovers: tuple[int, ...],
    card: int = ANY_CARD,
) -> Iterator[tuple[Melds, int]]:
    """Yield every lay-down of contract `number`, counted from 1, with its points; interchangeable wilds count once.

    If the contract must use the whole hand, `leftovers` lists the numbers of cards that may remain in hand; otherwise
    its first number is the minimum number of cards that must remain. If a card is given, the function yields only
    lay-downs with that card; the first comes quickly, and some may repeat.
    """
    for mixed, wilds in supply.mixes(card):
        for melds, points in _shapes(supply.rules, contracts, number, mixed, leftovers, card):
            if not (contracts.run_gap and are_near(melds, contracts.run_gap)):
                for laid in wilds.dressings(tuple(sorted(melds))):
                    if card == ANY_CARD or any(card in code[1:] for code in laid):
                        yield laid, points


def _shapes(
    rules: MeldRules,
    contracts: ContractRules,
    number: int,
    mixed: hands.Hand,
    leftovers: tuple[int, ...],
    card: int,
) -> Iterator[tuple[Melds, int]]:
    """Yield the lay-downs with jokers for wilds; if a card is given, only lay-downs that could include that card."""
    contract, exact, distinct = contracts.due[number - 1], contracts.exact, contracts.distinct_contract_melds
    if not contracts.lay_down_all:
        search = ContractSearch(rules, exact, distinct, leftovers[0])
        if card == ANY_CARD:
            yield from search.lay_downs(contract, mixed)
            return
        for wanted in (card, JOKER) if rules.is_wild(card) else (card,):
            yield from search.lay_downs_with(contract, mixed, wanted)
        return
    covers = Covers(rules, exact, distinct)
    for leftover in leftovers:
        for melds in covers.lay_downs(contract, mixed, leftover):
            yield melds, points_of(rules, melds)


@final
class Covers:
    """Finds the lay-downs of contracts that use the whole hand; every wild counts as a joker."""

    def __init__(self, rules: MeldRules, exact: bool, distinct: bool) -> None:
        self._rules: Final = rules
        self._exact: Final = exact
        self._distinct: Final = distinct
        self._places: Final = RunPlaces(rules)

    def lay_downs(self, contract: Contract, hand: hands.Hand, leftover: int) -> Iterator[Melds]:
        """Yield every lay-down that leaves exactly `leftover` cards, 0 or 1."""
        if not leftover:
            yield from self._grow(hand, contract[0], contract[1], 0, ())
            return
        for card in hands.faces_of(hand):
            yield from self._grow(hands.remove(hand, card), contract[0], contract[1], 0, ())

    def _grow(
        self,
        hand: hands.Hand,
        groups: Sizes,
        runs: Sizes,
        used: int,
        melds: Melds,
        pivot: int = _NONE,
    ) -> Iterator[Melds]:
        """Yield the lay-downs that add these groups and runs to `melds`; the last of `melds` was chosen for `pivot`."""
        if not groups and not runs:
            if hands.holds_none(hand):
                yield melds
            return
        spare = hands.size(hand) - sum(groups) - sum(runs)
        if spare < 0 or not hand[0] or _too_scattered(hand[0], groups, runs):
            return
        last = len(groups) + len(runs) == 1
        card = hands.faces_of(hand)[0]
        for code in self._melds_with(card, hand, groups, runs, spare):
            # If two melds contain the card, they could be found in either order, so list only one order.
            if (card == pivot and code < melds[-1]) or used & trait_of(code):
                continue
            required = runs if is_run(code) else groups
            rest = covered(required, len(code) - 1, self._exact)
            left = hands.remove_all(hand, code[1:])
            if rest is None or left is None or (last and not hands.holds_none(left)):
                continue
            still_groups, still_runs = (groups, rest) if is_run(code) else (rest, runs)
            marks = used | trait_of(code) if self._distinct else 0
            yield from self._grow(left, still_groups, still_runs, marks, (*melds, code), card)

    def _melds_with(
        self, card: int, hand: hands.Hand, groups: Sizes, runs: Sizes, spare: int
    ) -> Iterator[Code]:
        """Yield the groups and runs that contain a card and that the contract could use."""
        if groups:
            of_rank = groups_of_rank(self._rules, hand, RANK[card], hand[-1])
            for each in of_rank.clean + of_rank.wild:
                if card in each.code[1:] and groups[0] < len(each.code) <= spare + groups[-1] + 1:
                    yield each.code
        most = spare + runs[-1] if runs else 0
        for _, run, holes in (
            self._places.runs(hand, runs, self._exact, most, suit=SUIT[card]) if runs else ()
        ):
            code = with_jokers(run, holes)
            if card in code[1:]:
                yield code


def _too_scattered(naturals: int, groups: Sizes, runs: Sizes) -> bool:
    """Return whether the cards have too many suits for runs alone or too many ranks for groups alone."""
    if groups and runs:
        return False
    rows = [naturals >> 13 * suit & ROW for suit in range(NATURALS // 13)]
    if runs:
        return sum([1 for row in rows if row]) > len(runs)
    return (rows[0] | rows[1] | rows[2] | rows[3]).bit_count() > len(groups)
