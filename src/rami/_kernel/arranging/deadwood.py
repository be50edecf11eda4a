"""Find the least deadwood of a hand, in points; the result is exact for any hand.

If no card is wild and the suits of a group differ, a table gives the least deadwood that the runs of a *row* can leave
(a row is the ranks held in one suit, with the ace at bit 0). A hand then takes four look-ups, and four more for each
way to lay groups. There are few such ways, because three cards of a rank are rare. The arranger (`arrange`) handles
every other hand.

>>> table = row_table(3, 13, 1, 13, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))  # gin
>>> (
...     table[0b1110000],
...     table[0b1010000],
...     table[0b1001111],
... )  # 5♥ 6♥ 7♥; 5♥ 7♥; A♥ 2♥ 3♥ 4♥ 7♥
(0, 12, 7)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, final

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, EVERY_NATURAL, NATURALS, ROW
from ..melds.finder import hand_melds
from ..melds.meld import Melds
from ..melds.natural_wilds import Split, joker_values, splits
from ..results import Multiset
from ..rules import MeldRules
from .arrange import Arranger
from .demands import Demand, Demanded, Need, needs_of
from .leftovers import ANY_FACE, Leftovers
from .prices import Known, priced, unaffordable, without_wilds

# If more ranks than this could form groups, the arranger is faster than trying every choice of groups.
FEW_RANKS: Final = 5
# More than the points of any hand.
NO_LIMIT: Final = 1 << 30
# The largest number that a byte of the table can hold.
HIGHEST_IN_TABLE: Final = 255
# The result of `least_of_cards` if the table does not apply.
NOT_TABLED: Final = -1
_BITS: Final = (*BIT, EVERY_NATURAL + 1, EVERY_NATURAL + 1)


@final
class Deadwood:
    """Counts the deadwood of hands; `values` gives the points of each card number, with the joker last.

    If `demand` is given, cards count as melded only if the melds meet the demand.
    """

    def __init__(self, rules: MeldRules, values: Sequence[int], demand: Demand | None = None) -> None:
        self.rules: Final = rules
        self.demand: Final = demand
        self.values: Final[tuple[int, ...]] = tuple(values)
        self.highest_value: Final = max(self.values[:NATURALS])
        alike = all(self.values[card] == self.values[card % 13] for card in range(NATURALS))
        in_bytes = min(self.values) >= 0 and sum(self.values[:13]) <= HIGHEST_IN_TABLE
        self.tabled: Final = alike and in_bytes and not rules.wild_ranked and demand is None
        self._largest: Final = min(4, rules.set_max)
        self._table: bytes = b""
        self._sums: bytes = b""
        self._spared: tuple[hands.Hand, dict[int, Melds]] = ((), {})

    def without_demand(self) -> Deadwood:
        """Return a counter with these card values that demands no runs."""
        return Deadwood(self.rules, self.values)

    def least(self, hand: hands.Hand, most: int = NO_LIMIT) -> int:
        """Return the least deadwood of all arrangements; if that exceeds `most`, return some number above `most`."""
        if self.tabled and (not hand[1] if len(hand) == 2 else not any(hand[1:])):
            return self.least_of_plane(hand[0])
        if self.rules.tame is not None or self.demand is not None:
            return self._best(hand, most)[1]
        return -self._arranger(self.rules, hand, self.values).most(-most)

    def arranged(self, hand: hands.Hand) -> Melds:
        """Return the melds that leave the least deadwood."""
        return self._best(hand, NO_LIMIT)[0] or ()

    def matching(self, hand: hands.Hand) -> Melds | None:
        """Return melds that use every card, or None if there are none."""
        return self._best(hand, 0)[0]

    def spared(self, hand: hands.Hand) -> dict[int, Melds]:
        """Map each discard that leaves no deadwood to the melds of the other cards; cached until the next hand."""
        known = self._spared
        if hand != known[0]:
            known = hand, self._each_spared(hand)
            self._spared = known
        return known[1]

    def _each_spared(self, hand: hands.Hand) -> dict[int, Melds]:
        rules, values, every = self._read(hand)
        known: Known = {}
        # Each split that can leave one card over: the split, its melds, and a mask of the cards that can be left over.
        likely: list[tuple[Split, list[Need] | None, int]] = []
        demand = None if rules.wild_ranked or min(values) < 0 else self.demand
        for split in every:
            if _needs_more_wilds(rules, split.hand, known, EVERY_NATURAL):
                continue
            # The melds that remain after any discard are among these, so find them only once.
            codes = None if self.demand is None else needs_of(hand_melds(rules, split.hand))
            faces = ANY_FACE
            if demand is not None and codes is not None:
                faces = Leftovers(split.hand, codes, values, demand).faces
            elif self._arranged(rules, split.hand, values, self.highest_value, codes) is None:
                # If the melds leave more than one card, no single discard is enough.
                faces = 0
            if faces:
                likely.append((split, codes, faces))
        found: dict[int, Melds] = {}
        for card in hands.faces_of(hand):
            for split, codes, faces in likely:
                if not (faces >> card & 1 and hands.count(split.hand, card)):
                    continue
                others = hands.remove(split.hand, card)
                if _needs_more_wilds(rules, others, known, 0):
                    continue
                rest = self._arranged(rules, others, values, 0, codes)
                if rest is not None:
                    found[card] = split.restored(rest[0])
                    break
        return found

    def _arranger(self, rules: MeldRules, hand: hands.Hand, values: Sequence[int]) -> Arranger:
        codes = hand_melds(rules, hand)
        return Arranger(rules, hand, codes, [0] * len(codes), values)

    def _read(self, hand: hands.Hand) -> tuple[MeldRules, tuple[int, ...], Iterable[Split]]:
        """Return the rules and card values to use, and the ways to count wild-rank cards as jokers or as themselves."""
        tame = self.rules.tame
        if tame is None:
            return self.rules, self.values, [Split(hand, [])]
        return tame, joker_values(self.rules, self.values), splits(self.rules, hand)

    def _best(self, hand: hands.Hand, most: int) -> tuple[Melds | None, int]:
        """Return the best melds and their deadwood; if that exceeds `most`, return None and a number above `most`."""
        points = self.points(hand)
        best: Melds | None = () if points <= most else None
        least = min(points, most + 1)
        rules, values, every = self._read(hand)
        for split in every:
            found = self._arranged(rules, split.hand, values, least - 1)
            if found is not None:
                best, least = split.restored(found[0]), found[1]
            if not least:
                break
        return best, least

    def _arranged(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        values: Sequence[int],
        most: int,
        codes: list[Need] | None = None,
    ) -> tuple[Melds, int] | None:
        """Return the melds with the least deadwood, and that deadwood; None if it exceeds `most`."""
        if self.demand is not None:
            demanded = Demanded(rules, hand, self.demand, values, most, codes)
            return None if demanded.found is None else (demanded.found, demanded.left)
        arranger = self._arranger(rules, hand, values)
        left = -arranger.most(-most)
        return None if left > most else (tuple(sorted(arranger.melds())), left)

    def left(self, hand: hands.Hand) -> hands.Hand:
        """Return the cards outside the best melds."""
        for code in self.arranged(hand):
            hand = hands.remove_all(hand, code[1:]) or hand
        return hand

    def points(self, hand: hands.Hand) -> int:
        """Return the points of all cards of a hand, as if none were melded."""
        return points_left(hand, self.values)

    def least_of_plane(self, cards: i64) -> i64:
        """Return the least deadwood of cards without duplicates, from the table."""
        table = self._table
        if len(table) == 0:
            table = self._fill_table()
        a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39
        thrice = a & b & (c | d) | c & d & (a | b)
        if not thrice:
            least: i64 = table[a]
            return least + table[b] + table[c] + table[d]
        if _more_than_few(thrice):
            return -self._arranger(self.rules, (int(cards), 0), self.values).most()
        return _with_groups(table, self.rules.set_min, self._largest, a, b, c, d, thrice)

    def exceeds(self, cards: i64, most: i64) -> bool:
        """Return whether `least_of_plane` exceeds `most`; for nearly every hand, a quick bound decides this.

        Groups save at most the points of all cards of their ranks, so the deadwood with only runs gives a lower bound.
        """
        table = self._table
        if len(table) == 0:
            table = self._fill_table()
        a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39
        alone: i64 = table[a]
        alone = alone + table[b] + table[c] + table[d]
        if alone <= most:
            return False
        thrice = a & b & (c | d) | c & d & (a | b)
        if not thrice:
            return True
        grouped: i64 = self._sums[thrice]
        if alone - 4 * grouped > most:
            return True
        return self.least_of_plane(cards) > most

    def least_of_cards(self, cards: Multiset) -> int:
        """Return the least deadwood of any cards; `NOT_TABLED` if the table does not apply."""
        ids = cards.ids
        if not self.tabled or len(ids) > NATURALS:
            return NOT_TABLED
        total: i64 = 0
        for card in ids:
            total += _BITS[card]
        plane = int(total)
        # The bits are added up, so two copies of a card carry into another bit and change the number of bits.
        if plane > EVERY_NATURAL or plane.bit_count() != len(ids):
            return NOT_TABLED
        return self.least_of_plane(plane)

    def least_of_masks(self, masks: list[int]) -> list[int]:
        """Return the least deadwood of each of these hands; raise ValueError unless each is a mask of naturals."""
        table = self._table
        if len(table) == 0:
            table = self._fill_table()
        group_min: i64 = self.rules.set_min
        largest: i64 = self._largest
        count: i64 = len(masks)
        out = [0] * len(masks)
        for at in range(count):
            cards: i64 = masks[at]
            a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39
            if d >> 13:
                raise ValueError(cards)
            thrice = a & b & (c | d) | c & d & (a | b)
            if not thrice:
                least: i64 = table[a]
                out[at] = least + table[b] + table[c] + table[d]
            elif _more_than_few(thrice):
                out[at] = -self._arranger(self.rules, (int(cards), 0), self.values).most()
            else:
                out[at] = _with_groups(table, group_min, largest, a, b, c, d, thrice)
        return out

    def _fill_table(self) -> bytes:
        """Return the table; build it on first use."""
        rules = self.rules
        self._table = row_table(
            rules.run_min, rules.max_run, rules.first_place, rules.top_place, self.values[:13]
        )
        self._sums = row_table(14, 13, rules.first_place, rules.top_place, self.values[:13])
        return self._table


def points_left(hand: hands.Hand, values: Sequence[int]) -> int:
    """Return the penalty points of all cards of a hand, as if none were melded."""
    total = 0
    for card in hands.cards_of(hand):
        total += values[card]
    return total


def _needs_more_wilds(rules: MeldRules, hand: hands.Hand, known: Known, spared: i64) -> bool:
    """Return whether the hand has too few wilds to be melded, even after discarding one of the `spared` cards."""
    if not priced(rules):
        return False
    payers: i64 = hand[0] & ~without_wilds(rules, hand[0])
    return unaffordable(rules, hand, hand[-1], payers, spared, known)


def _more_than_few(ranks: i64) -> bool:
    few: i64 = FEW_RANKS
    while ranks and few:
        ranks &= ranks - 1
        few -= 1
    return ranks != 0


def _with_groups(table: bytes, least: i64, most: i64, a: i64, b: i64, c: i64, d: i64, ranks: i64) -> i64:
    """Return the least deadwood of four suit rows when groups of these ranks may be taken out."""
    alone: i64 = table[a]
    alone = alone + table[b] + table[c] + table[d]
    if not ranks:
        return alone
    bit = ranks & -ranks
    rest = ~bit
    ranks ^= bit
    four = a & b & c & d & bit
    size: i64 = 4 if four else 3
    if not (four or ranks):
        if not least <= 3 <= most:
            return alone
        grouped: i64 = table[a & rest]
        grouped = grouped + table[b & rest] + table[c & rest] + table[d & rest]
        return min(alone, grouped)
    best = _with_groups(table, least, most, a, b, c, d, ranks)
    if least <= size <= most:
        best = min(best, _with_groups(table, least, most, a & rest, b & rest, c & rest, d & rest, ranks))
    if four and least <= 3 <= most:
        best = min(best, _with_groups(table, least, most, a, b & rest, c & rest, d & rest, ranks))
        best = min(best, _with_groups(table, least, most, a & rest, b, c & rest, d & rest, ranks))
        best = min(best, _with_groups(table, least, most, a & rest, b & rest, c, d & rest, ranks))
        best = min(best, _with_groups(table, least, most, a & rest, b & rest, c & rest, d, ranks))
    return best


@lru_cache(maxsize=16)
def row_table(run_min: int, max_run: int, first: int, last: int, values: tuple[int, ...]) -> bytes:
    """Return a table: for each combination of ranks in one suit, the least deadwood that its runs can leave."""
    by_lowest: list[list[int]] = [[] for _ in range(13)]
    for low in range(first, 14):
        for length in range(run_min, min(max_run, 13) + 1):
            if low + length - 1 > last:
                break
            mask = 0
            for place in range(low, low + length):
                mask |= 1 << (place - 1) % 13
            by_lowest[(mask & -mask).bit_length() - 1].append(mask)
    table = [0] * (ROW + 1)
    for row in range(1, ROW + 1):
        low_bit = row & -row
        lowest = low_bit.bit_length() - 1
        best = table[row ^ low_bit] + values[lowest]
        for mask in by_lowest[lowest]:
            if row & mask == mask and table[row ^ mask] < best:
                best = table[row ^ mask]
        table[row] = best
    return bytes(table)
