"""Melds that are laid together, with the figures by which the search for the best arrangement compares them.

The search (`search`) works not with single melds but with *picks*: the best runs of a suit, or some
groups of a rank. A pick records its gain, its number of jokers, and its cards as two masks: `once` for every card that
it uses, and `twice` for every card of which it uses both copies. For 5♥ 6♥ 7♥ with 7♥ 8♥ 9♥, from two packs, `once` is
5♥ to 9♥ and `twice` is 7♥.

The suits and ranks compete for the jokers, so a list of *gains* gives the gain of a suit or rank with 0, 1, 2, ...
jokers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from .._rt import i64
from ..cards.codes import BIT, JOKER
from ..melds.meld import Code, points
from .arrange import Aim
from .ties import comes_first, orders_of


@final
class Pick:
    """Melds in canonical order, with their gain, points, jokers and cards.

    `once` is a mask of all naturals that the melds use, `twice` of the naturals that they use twice.
    """

    __slots__ = ("_names", "_orders", "gain", "jokers", "melds", "once", "points", "twice")

    def __init__(self, aim: Aim, melds: list[Code]) -> None:
        gain = value = jokers = once = twice = 0
        for code in melds:
            scored = points(aim.rules, code)
            value += scored
            gain += aim.gain(code, scored)
            for card in code[1:]:
                if card == JOKER:
                    jokers += 1
                else:
                    twice |= once & BIT[card]
                    once |= BIT[card]
        self.gain: Final[i64] = gain
        self.points: Final[i64] = value
        self.jokers: Final[i64] = jokers
        self.once: Final[i64] = once
        self.twice: Final[i64] = twice
        self.melds: Final[tuple[Code, ...]] = tuple(sorted(melds)) if len(melds) > 1 else tuple(melds)
        # Computed on first use.
        self._orders: list[int] | None = None
        self._names: tuple[Any, ...] | None = None

    def orders(self) -> list[int]:
        """Return the sort keys of the melds (see `ties`)."""
        if self._orders is None:
            self._orders = orders_of(self.melds)
        return self._orders

    def names(self, name: Callable[[Code], Any]) -> tuple[Any, ...]:
        """Return the names of the melds."""
        if self._names is None:
            self._names = tuple([name(code) for code in self.melds])
        return self._names


def names_of(picks: list[Pick], name: Callable[[Code], Any]) -> tuple[Any, ...]:
    """Return the names of all melds of these picks."""
    names: tuple[Any, ...] = ()
    for pick in picks:
        names = names + pick.names(name)
    return names


def come_first(picks: list[Pick], others: list[Pick]) -> bool:
    """Return whether the melds of `picks` win a tie with those of `others`."""
    card, other = _lowest(picks), _lowest(others)
    if card != other and card and other:
        return card > other
    return comes_first(_orders(picks), _orders(others))


def _lowest(picks: list[Pick]) -> i64:
    """Return the lowest natural of these picks, as a mask; 0 if there is none."""
    once: i64 = 0
    for pick in picks:
        once |= pick.once
    return once & -once


def _orders(picks: list[Pick]) -> list[int]:
    if len(picks) == 1:
        return picks[0].orders()
    orders: list[int] = []
    for pick in picks:
        orders += pick.orders()
    orders.sort()
    return orders


def together(gains: list[int], others: list[int], jokers: int) -> list[int]:
    """Return, for each number of jokers, the greatest total gain of two suits or ranks that share them."""
    out: list[int] = []
    for shared in range(jokers + 1):
        most = gains[shared] + others[0]
        for given in range(1, shared + 1):
            most = max(most, gains[shared - given] + others[given])
        out.append(most)
    return out


def shares(gains: list[list[int]], jokers: int) -> list[list[int]]:
    """Return the best ways to share jokers among several suits or ranks; a way lists the jokers that each gets."""
    out: list[list[int]] = []
    _share(gains, gains_ahead(gains, jokers), [], jokers, out)
    return out


def gains_ahead(gains: list[list[int]], jokers: int) -> list[list[int]]:
    """Return, for each suit or rank, the gain of it and all later ones, by number of jokers; the last row is zeros."""
    ahead = [[0] * (jokers + 1)]
    for at in range(len(gains) - 1, -1, -1):
        ahead.append(together(ahead[-1], gains[at], jokers))
    ahead.reverse()
    return ahead


def _share(
    gains: list[list[int]], ahead: list[list[int]], given: list[int], jokers: int, out: list[list[int]]
) -> None:
    """Add the best ways to share the remaining jokers among the suits or ranks after those in `given`."""
    at = len(given)
    if at == len(gains):
        out.append(given)
        return
    for more in range(jokers + 1):
        if gains[at][more] + ahead[at + 1][jokers - more] == ahead[at][jokers]:
            _share(gains, ahead, [*given, more], jokers - more, out)
