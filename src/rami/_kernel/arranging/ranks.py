"""Tables of the groups that the cards of a rank can form together, with one pick for each way to use the cards.

A rank is eight bits: one for each suit held, and above them one for each suit held twice. 7♣ 7♣ 7♦ 7♥ is 0b0001_0111.
With one joker the ways to lay it are 7♣ 7♦ 7♥ *, 7♣ 7♦ *, 7♣ 7♥ *, 7♦ 7♥ * and 7♣ 7♦ 7♥; with more cards
there may be two groups. If several ways use the same cards, only the best is kept. A *pick* is a combination of melds
with its gain (see `laid_together`).
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from ..cards.codes import JOKER, ONES, SUIT
from ..melds import universe
from ..melds.meld import Code
from .arrange import Aim
from .laid_together import Pick
from .ties import comes_first, orders_of

# If a rank has more cards and jokers than this, there are too many ways to lay them.
MOST_CARDS: Final = 8


@final
class Ways:
    """The picks (choices of melds) of a rank, the greatest gain first, and the best gain with each number of jokers."""

    __slots__ = ("clean", "gains", "one", "picks", "two")

    def __init__(self, picks: list[Pick], jokers: int) -> None:
        gains = [0] * (jokers + 1)
        for pick in picks:
            for given in range(int(pick.jokers), jokers + 1):
                gains[given] = max(gains[given], int(pick.gain))
        self.picks: Final = picks
        self.gains: Final = gains
        self.clean: Final[i64] = gains[0]
        self.one: Final[i64] = gains[min(jokers, 1)]
        self.two: Final[i64] = gains[min(jokers, 2)]


@final
class Ranks:
    """Tables of the ways to lay each rank, for hands with a fixed number of jokers."""

    def __init__(self, aim: Aim, jokers: int) -> None:
        self._aim: Final = aim
        self._jokers: Final = jokers
        self._known: Final[list[Ways | None]] = [None] * (13 << 8)

    def ways(self, rank: i64, held: i64) -> Ways | None:
        """Return the ways to lay a rank; None if there are too many to try.

        `held` has a bit for each suit held, with the second copies above the first.
        """
        at = (rank - 1) << 8 | held
        known = self._known[at]
        if known is None and ONES[held] + self._jokers <= MOST_CARDS:
            known = self._work_out(int(rank), int(held))
            self._known[at] = known
        return known

    def _work_out(self, rank: int, held: int) -> Ways:
        """Compute an entry of the table."""
        rules, aim = self._aim.rules, self._aim
        a, b, c, d = [(held >> suit & 1) + (held >> (suit + 4) & 1) for suit in range(4)]
        found = universe.groups(rules, rank, (a, b, c, d), self._jokers)
        codes: list[Code] = []
        gains: list[int] = []
        for each in (*found.clean, *found.wild):
            gain = aim.gain(each.code, each.points)
            if gain > 0:
                codes.append(each.code)
                gains.append(gain)
        best: dict[tuple[int, ...], tuple[int, list[Code]]] = {}
        _extend(best, codes, gains, 0, (0, []), [a, b, c, d, self._jokers], rules.set_min)
        picks = [Pick(aim, melds) for _, melds in best.values()]
        order = sorted([(-int(picks[at].gain), at) for at in range(len(picks))])
        return Ways([picks[at] for _, at in order], self._jokers)


def _extend(
    best: dict[tuple[int, ...], tuple[int, list[Code]]],
    codes: list[Code],
    gains: list[int],
    start: int,
    laid: tuple[int, list[Code]],
    copies: list[int],
    smallest: int,
) -> None:
    """Record the best ways to add groups, from index `start` on, with the suits and jokers left."""
    gain, melds = laid
    for at in range(start, len(codes)):
        left = list(copies)
        for card in codes[at][1:]:
            left[4 if card == JOKER else SUIT[card]] -= 1
        if min(left) < 0:
            continue
        more = (gain + gains[at], [*melds, codes[at]])
        key = tuple(left)
        known = best.get(key)
        if known is None or _better(more, known):
            best[key] = more
        if sum(left) >= smallest:
            _extend(best, codes, gains, at, more, left, smallest)


def _better(laid: tuple[int, list[Code]], other: tuple[int, list[Code]]) -> bool:
    """Return whether these melds gain more than the others, or gain the same and win the tie."""
    if laid[0] != other[0]:
        return laid[0] > other[0]
    return comes_first(orders_of(laid[1]), orders_of(other[1]))
