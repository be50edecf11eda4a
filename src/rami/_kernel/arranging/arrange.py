"""An exact search for the best way to sort a hand into melds, bounded by the prices of cards.

Each card has a *price*, chosen so that no meld gains more than the total price of its cards. So the remaining cards can
never gain more than their prices, and the search cuts off every branch that cannot beat the best result so far. To find
the greatest gain, the search goes rank by rank; to find the melds that reach it, it goes up from the lowest card.

The hand is one number: a *field* for each card that some meld uses, with a guard bit above it. In 5♥ 6♥ 7♥ 7♣ 7♦ K♠ two
melds compete for 7♥, and no meld uses K♠:

    card     7♦   7♣   7♥   6♥   5♥
    hand     11   11   11   11   11    guard, then 1 copy held
    5♥ 6♥ 7♥ 00   00   01   01   01    what each meld needs
    7♣ 7♦ 7♥ 01   01   01   00   00

Subtract the cards of a meld: if every guard is still set, the hand had those cards. After subtracting 7♣ 7♦ 7♥, the
field of 7♥ is 10, and subtracting 5♥ 6♥ 7♥ too would clear its guard. Weights and penalties decide which melds are best
(see `Aim`). If the aim is the least deadwood, the group wins and leaves 5♥ 6♥ K♠, 21 points.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final, final

from .._rt import mypyc_attr
from ..budget import SPEND
from ..cards import hands
from ..cards.codes import JOKER, NATURALS
from ..melds.finder import candidates_of
from ..melds.meld import Code
from ..melds.wilds import dressed, holes_of, pooled, wilds_of
from ..rules import MeldRules

# One unit of the main criterion outweighs any sum of tie-breakers.
PRIMARY: Final = 1 << 20
# With fewer melds than this, it is faster to search than to compute better prices or remember results.
FEW_MELDS: Final = 6
ANY_WEIGHT: Final = -(1 << 60)
# Each step of the budget pays for examining this many melds.
MELDS_A_STEP: Final = 100


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Face:
    """A card that some meld uses; the search counts its copies in a bit field with a guard bit above.

    Subtracting a meld leaves every guard bit set if, and only if, the hand has all the cards of the meld. `first`
    lists the melds whose lowest natural is this card. `using` lists every meld that uses the card, once for each copy
    used.
    """

    __slots__ = ("copies", "field", "first", "guard", "most", "price", "shift", "unit", "using")

    def __init__(self, held: int, shift: int) -> None:
        self.shift: Final = shift
        self.unit: Final = 1 << shift
        self.guard: Final = 1 << (shift + held.bit_length())
        self.field: Final = self.guard - self.unit
        self.price = 0
        # The number of copies that the last meld in `using` takes, and the largest number that any meld takes.
        self.copies = 0
        self.most = 1
        self.first: list[PricedMeld] = []
        self.using: list[PricedMeld] = []


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PricedMeld:
    """A meld in the search; `gain` is its weight, plus the penalties that its naturals would cost in the hand."""

    __slots__ = ("code", "faces", "gain", "holes", "mask", "need", "number", "price", "spare", "start")

    def __init__(
        self,
        number: int,
        code: Code,
        gain: int,
        holes: int,
        need: int,
        mask: int,
        faces: list[Face],
        start: Face,
    ) -> None:
        self.number: Final = number
        self.code: Final = code
        self.gain: Final = gain
        self.holes: Final = holes
        self.need: Final = need
        self.mask: Final = mask
        self.faces: Final = faces
        self.start: Final = start
        self.price = 0
        # The amount by which the price of its cards exceeds its gain.
        self.spare = 0


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Live:
    """The melds that still fit, the remaining cards, and the total price of the cards that no meld can use any more."""

    __slots__ = ("melds", "left", "lost")

    def __init__(self, melds: list[PricedMeld], left: int, lost: int) -> None:
        self.melds: Final = melds
        self.left: Final = left
        self.lost: Final = lost


@final
class Arranger:
    """Finds the melds of a hand with the greatest total weight.

    `codes` lists every meld of the hand in canonical order, with wilds as jokers. `weights` gives the weight
    of each meld, and `costs` the penalty for each card left over.
    """

    def __init__(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        codes: list[Code],
        weights: list[int],
        costs: Sequence[int],
    ) -> None:
        self._rules: Final = rules
        self._hand: Final = hand
        self._costs: Final = costs
        self._wilds = wilds_of(rules, hand)
        if rules.wild_ranked:
            # The order in which wilds are left over: the cheapest first, and among equals the highest.
            self._wilds.sort(key=lambda card: (costs[card], -card))
        # At index n, the penalty saved by using n wilds, the most expensive first.
        self._saved = [0]
        for at in range(len(self._wilds) - 1, -1, -1):
            self._saved.append(self._saved[-1] + costs[self._wilds[at]])
        self._size: Final = len(codes)
        self._spend: Final = SPEND.get()
        # The faces in the order of their fields.
        self._faces: list[Face] = []
        self._guards = 0
        self._full = 0
        # The prices of cards, indexed by the bit that represents them in the number.
        self._prices: list[int] = []
        self._rest = 0
        self._order: list[PricedMeld] = []
        # The same melds, rank by rank. In this order, different choices soon leave equal cards, which are searched only
        # once.
        self._by_rank: list[PricedMeld] = []
        self._reached: dict[int, int] = {}
        self._top = -1
        # If melds have no weight, they cannot gain more than the cost of all cards, and the search stops
        # there.
        self._ceiling: Final = (
            PRIMARY * PRIMARY if any(weights) else sum([costs[card] for card in hands.cards_of(hand)])
        )
        self._fill(pooled(rules, hand), codes, weights)

    def _fill(self, mixed: hands.Hand, codes: list[Code], weights: list[int]) -> None:
        """Build the melds of the search, and the faces that they use."""
        costs = self._costs
        known: list[Face | None] = [None] * (JOKER + 1)
        melds: list[PricedMeld] = []
        counts: list[int] = []
        shift = 0
        for number in range(len(codes)):
            code = codes[number]
            gain = weights[number]
            need = mask = holes = 0
            lowest = JOKER
            faces: list[Face] = []
            for index in range(1, len(code)):
                card = code[index]
                face = known[card]
                if face is None:
                    held = hands.count(mixed, card)
                    face = Face(held, shift)
                    known[card] = face
                    self._faces.append(face)
                    counts.append(held)
                    shift += held.bit_length() + 1
                    self._guards |= face.guard
                    self._full += held * face.unit + face.guard
                faces.append(face)
                need += face.unit
                mask |= face.field
                if card == JOKER:
                    holes += 1
                else:
                    gain += costs[card]
                    if card < lowest:
                        lowest = card
            start = known[lowest]
            assert start is not None
            meld = PricedMeld(number, code, gain, holes, need, mask, faces, start)
            melds.append(meld)
            start.first.append(meld)
        self._price(melds, costs[self._wilds[-1]] if self._wilds else 0)
        self._prices = [0] * (shift + 1)
        for at in range(len(self._faces)):
            face = self._faces[at]
            self._rest += counts[at] * face.price
            for double in range(counts[at].bit_length()):
                self._prices[face.shift + double + 1] = face.price << double
        for found in known:
            if found is not None:
                self._order += found.first
        if len(melds) < FEW_MELDS:
            self._by_rank = self._order
        else:
            for at in range(NATURALS + 1):
                # Melds of wilds alone come after the naturals of all ranks.
                found = known[JOKER if at == NATURALS else at % 4 * 13 + at // 4]
                if found is not None:
                    self._by_rank += found.first
        for found in known:
            if found is not None:
                # The melds refer to their faces, so clearing this list breaks a reference cycle.
                found.first.clear()

    def _price(self, melds: list[PricedMeld], highest_value: int) -> None:
        """Set the price of each card as low as the gains of its melds allow."""
        for meld in melds:
            gain = meld.gain + highest_value * meld.holes
            share = -(-gain // len(meld.faces))
            meld.spare = -gain
            for face in meld.faces:
                if face.price < share:
                    face.price = share
        for meld in melds:
            total = 0
            for face in meld.faces:
                total += face.price
            meld.price = total
            meld.spare += total
        if len(melds) >= FEW_MELDS:
            self._lower(melds)

    def _lower(self, melds: list[PricedMeld]) -> None:
        """Lower each price in turn by as much as every meld with the card can spare."""
        for meld in melds:
            for face in meld.faces:
                face.copies = face.copies + 1 if face.using and face.using[-1] is meld else 1
                face.using.append(meld)
                if face.copies > face.most:
                    face.most = face.copies
        for face in self._faces:
            less = face.price
            for meld in face.using:
                if meld.spare < less:
                    less = meld.spare
            # A meld may contain the card more than once.
            less //= face.most
            if less:
                face.price -= less
                for meld in face.using:
                    meld.spare -= less
                    meld.price -= less
            face.using.clear()

    def most(self, least: int = ANY_WEIGHT) -> int:
        """Return the greatest total weight; if it is below `least`, return only an upper bound and arrange nothing."""
        base = 0
        for card in hands.cards_of(self._hand):
            base += self._costs[card]
        self._search(least + base - 1)
        return max(self._top, 0) - base

    def _search(self, below: int = -1) -> None:
        """Find the greatest gain of the melds, if it is above `below`."""
        if self._top < 0 and self._order:
            self._top = max(below, -1)
            self._climb(_best_first(self._by_rank), self._full, 0, self._rest, 0)

    def _climb(self, live: list[PricedMeld], left: int, gain: int, rest: int, holes: int) -> None:
        """Try all combinations of live melds that the remaining cards allow; `holes` counts the jokers already used."""
        here = gain + self._saved[holes]
        if here > self._top:
            self._top = here
        if not live or self._top >= self._ceiling:
            return
        first = live[0]
        # The remaining cards and the first live meld determine which melds are live. The number of jokers used is part
        # of the key, because the remaining cards no longer show the jokers once no live meld takes one.
        if len(live) > FEW_MELDS:
            key = (left * self._size + first.number) * len(self._saved) + holes
            if self._reached.get(key, -1) >= gain:
                return
            self._reached[key] = gain
        start = first.start
        at = 0
        while at < len(live):
            meld = live[at]
            if meld.start is not start:
                break
            better = gain + meld.gain
            still = rest - meld.price
            used = holes + meld.holes
            if better + self._saved[used] + still > self._top:
                follow = self._following(live, at, left - meld.need)
                self._climb(follow.melds, follow.left, better, still - follow.lost, used)
            at += 1
        if at < len(live):
            still = rest - (left & start.field) // start.unit * start.price
            if here + still > self._top:
                follow = self._following(live, at, left & ~start.field)
                self._climb(follow.melds, follow.left, gain, still - follow.lost, holes)

    def _following(self, live: list[PricedMeld], start: int, left: int) -> Live:
        """Return the live melds from index `start` on that still fit."""
        if self._spend is not None:
            for _ in range(start, len(live), MELDS_A_STEP):
                self._spend()
        guards = self._guards
        follow: list[PricedMeld] = []
        alive = guards
        for at in range(start, len(live)):
            meld = live[at]
            if (left - meld.need) & guards == guards:
                follow.append(meld)
                alive |= meld.mask
        dead = left & ~alive
        lost = 0
        if follow:
            while dead:
                bit = dead & -dead
                lost += self._prices[bit.bit_length()]
                dead ^= bit
        return Live(follow, left & alive, lost)

    def melds(self) -> tuple[Code, ...]:
        """Return the melds of greatest weight; ties go to melds that leave lower cards, then to the first in order."""
        self._search()
        if self._top <= 0:
            return ()
        self._reached = {}
        codes = self._first(self._order, self._full, 0, self._rest, 0)
        assert codes is not None
        if not self._rules.wild_ranked:
            return codes
        unused = len(self._wilds) - holes_of(codes)
        return dressed(codes, sorted(self._wilds[unused:]))

    def _first(
        self, live: list[PricedMeld], left: int, gain: int, rest: int, holes: int
    ) -> tuple[Code, ...] | None:
        """Return the live melds with the greatest total, or None; `melds` says how ties are decided."""
        top = self._top
        total = gain + self._saved[holes]
        if total == top:
            return ()
        if not live or total + rest < top:
            return None
        key = 0
        if len(live) > FEW_MELDS:
            key = (left * self._size + live[0].number) * len(self._saved) + holes
            if self._reached.get(key, -1) >= gain:
                return None
        start = live[0].start
        unit, price = start.unit, start.price
        with_it = 0
        while with_it < len(live) and live[with_it].start is start:
            with_it += 1
        stay = (left & start.field) // unit
        without = left - stay * unit
        if total + rest - stay * price >= top:
            follow = self._following(live, with_it, without)
            found = self._first(follow.melds, follow.left, gain, rest - stay * price - follow.lost, holes)
            if found is not None:
                return found
        guards = self._guards
        for kept in range(1, stay + 1):
            some = without + kept * unit
            for at in range(with_it):
                meld = live[at]
                after = some - meld.need
                if after & guards != guards:
                    continue
                better = gain + meld.gain
                used = holes + meld.holes
                still = rest - (stay - kept) * price - meld.price
                if better + self._saved[used] + still < top:
                    continue
                follow = self._following(live, at, after)
                found = self._first(follow.melds, follow.left, better, still - follow.lost, used)
                if found is not None:
                    return (meld.code, *found)
        if len(live) > FEW_MELDS:
            self._reached[key] = gain
        return None


def _best_first(order: list[PricedMeld]) -> list[PricedMeld]:
    """Return the melds in order, but sort melds with the same lowest natural by gain, the greatest first."""
    out: list[PricedMeld] = []
    start = 0
    for meld in order:
        if out and out[-1].start is not meld.start:
            start = len(out)
        insort(out, meld, start, key=_loss)
    return out


def _loss(meld: PricedMeld) -> int:
    return -meld.gain


POINTS: Final = 0
DEADWOOD: Final = 1
CARDS: Final = 2


@final
class Aim:
    """The objective of an arrangement: the weight of each meld, and the penalty of each card left over.

    The objective is the most points in melds, the least deadwood, or the most cards in melds. The deadwood breaks ties
    between equal points, the points in melds break ties between equal deadwood, and their difference, the points less
    the deadwood, breaks ties between equal numbers of cards. `values` gives the points of each card left over.
    """

    def __init__(self, rules: MeldRules, objective: int, values: Sequence[int]) -> None:
        self.rules: Final = rules
        self.values: Final[tuple[int, ...]] = tuple(values)
        self.costs: Final[tuple[int, ...]] = (
            tuple([value * PRIMARY for value in values]) if objective == DEADWOOD else self.values
        )
        self._objective: Final = objective

    def weight(self, code: Code, points: int) -> int:
        """Return the weight of a meld with these points."""
        if self._objective == POINTS:
            return points * PRIMARY
        if self._objective == CARDS:
            return (len(code) - 1) * PRIMARY + points
        return points

    def gain(self, code: Code, points: int) -> int:
        """Return the gain from laying a meld instead of keeping its cards."""
        gain = self.weight(code, points)
        for index in range(1, len(code)):
            gain += self.costs[code[index]]
        return gain

    def best(self, hand: hands.Hand) -> tuple[Code, ...]:
        """Return the best melds of a hand."""
        found = candidates_of(self.rules, pooled(self.rules, hand))[0]
        if not found:
            return ()
        weights = [self.weight(each.code, each.points) for each in found]
        return Arranger(self.rules, hand, [each.code for each in found], weights, self.costs).melds()
