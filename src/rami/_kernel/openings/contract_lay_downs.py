"""The lay-downs of contracts, listed lazily and each once, with the wilds of the hand."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Melds, points
from ..melds.wilds import Wilds, pooled
from ..rules import Kinds, MeldRules
from .contract_covers import Covers
from .contract_search import ContractSearch
from .contracts import Contract, ContractRules, are_near


def lay_downs(
    rules: MeldRules,
    contracts: ContractRules,
    number: int,
    hand: hands.Hand,
    keeps: tuple[int, ...],
    kinds: Kinds,
) -> Iterator[tuple[Melds, int]]:
    """Every lay-down of a contract, counted from 1, with its points; interchangeable wilds once.

    `keeps` are the numbers of cards that may stay: of all that are listed the least, where every other card has to be
    laid one of them.
    """
    wilds = Wilds(rules, hand, kinds)
    for shapes, worth in _shapes(rules, contracts, contracts.due[number - 1], pooled(rules, hand), keeps):
        if contracts.gap and are_near(shapes, contracts.gap):
            continue
        for melds in wilds.dressings(tuple(sorted(shapes))):
            yield melds, worth


def _shapes(
    rules: MeldRules,
    contracts: ContractRules,
    contract: Contract,
    hand: hands.Hand,
    keeps: tuple[int, ...],
) -> Iterator[tuple[Melds, int]]:
    """The lay-downs with jokers for wilds."""
    if not contracts.whole:
        yield from ContractSearch(rules, contracts.exact, contracts.distinct, keeps[0]).lay_downs(
            contract, hand
        )
        return
    covers = Covers(rules, contracts.exact, contracts.distinct)
    for keep in keeps:
        for melds in covers.lay_downs(contract, hand, keep):
            yield melds, sum([points(rules, code) for code in melds])


def lay_downs_with(
    rules: MeldRules,
    contracts: ContractRules,
    number: int,
    hand: hands.Hand,
    keeps: tuple[int, ...],
    kinds: Kinds,
    card: int,
) -> Iterator[tuple[Melds, int]]:
    """Lay-downs of a contract that hold a card; some may come twice.  To find one quickly."""
    apart = kinds.without([card])
    if contracts.whole:
        for melds, worth in lay_downs(rules, contracts, number, hand, keeps, apart):
            if any(card in code[1:] for code in melds):
                yield melds, worth
        return
    search = ContractSearch(rules, contracts.exact, contracts.distinct, keeps[0])
    wilds = Wilds(rules, hand, apart)
    wanted = JOKER if rules.is_wild(card) else card
    for shapes, worth in search.lay_downs_with(contracts.due[number - 1], pooled(rules, hand), wanted):
        if contracts.gap and are_near(shapes, contracts.gap):
            continue
        for melds in wilds.dressings(tuple(sorted(shapes))):
            if any(card in code[1:] for code in melds):
                yield melds, worth
