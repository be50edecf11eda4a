"""List, without repetitions, the lay-downs of a contract that use the whole hand; every wild counts as a joker.

One of the melds must contain the lowest natural, so the search tries each meld with that card, then covers the
remaining cards in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ..cards import hands
from ..cards.codes import NATURALS, RANK, ROW, SUIT
from ..melds.finder import groups_of_rank
from ..melds.meld import Code, Melds, is_run
from ..rules import MeldRules
from .contract_runs import RunPlaces, with_jokers
from .contracts import Contract, Sizes, covered, trait_of

_NONE: Final = -1


@final
class Covers:
    """Finds the lay-downs of contracts that leave no card in the hand."""

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
