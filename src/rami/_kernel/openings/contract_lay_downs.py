"""List the lay-downs of contracts, lazily and without repetitions, with the wilds of the hand."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Melds, points_of
from ..melds.natural_wilds import ANY_CARD, Supply
from ..rules import MeldRules
from .contract_covers import Covers
from .contract_search import ContractSearch
from .contracts import ContractRules, are_near


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
            if not (contracts.gap and are_near(melds, contracts.gap)):
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
    contract, exact, distinct = contracts.due[number - 1], contracts.exact, contracts.distinct
    if not contracts.whole:
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
