"""Find the best arrangement of a hand, rank by rank and suit by suit.

A hand is four *rows*, one for each suit. `search` tries the groups of each rank (`ranks`), and tables give the best
runs of the cards left in each row (`rows`). For 5♥ 6♥ 7♥ 7♣ 7♦ K♠, with the ace at bit 0:

    clubs 0b1000000    diamonds 0b1000000    hearts 0b1110000    spades 0b1000000000000

Without a group the row of hearts gives 5♥ 6♥ 7♥; after 7♣ 7♦ 7♥ it is 0b110000 and gives no run. Melds that
are laid together form a `Pick` (`laid_together`); `ties` decides between equally good arrangements.

This method needs a game of one or two packs without wild ranks, in which the value of a card does not depend
on its suit and no meld consists of wilds alone. The `Arranger` handles hands of other games, and hands with too much to
try; it finds the same arrangement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from .._rt import i64
from ..budget import SPEND
from ..cards import hands
from ..cards.codes import JOKER, NATURALS
from ..melds.meld import Code, Melds, points_of
from ..results import Arranged, Multiset, arranged, multiset
from .arrange import Aim
from .laid_together import Pick, names_of
from .search import Tables, best_picks

# The largest number that a byte of the prices can hold.
DEAREST: Final = 255
# Hands with more cards than this go to another search, if the caller gives one.
MANY_CARDS: Final = 26
# Above these limits a hand may need many tables. Building tables takes no steps of the budget, so search such hands
# instead if there is a budget.
LARGEST_BUDGETED: Final = 26
LARGEST_SUIT_BUDGETED: Final = 12


@final
class Sorter:
    """Finds the best arrangement of any hand for one aim.

    `name`, `cards` and `arrangement` build the objects that users see. `many`, if given, finds the melds of hands with
    more than `MANY_CARDS` cards, or returns None to leave the hand to the other searches.
    """

    def __init__(
        self,
        aim: Aim,
        planes: int,
        jokers: int,
        name: Callable[[Code], Any],
        cards: type[Multiset],
        arrangement: type[Arranged],
        many: Callable[[hands.Hand], Melds | None] | None = None,
    ) -> None:
        values = aim.values
        alike = all(values[card] == values[card % 13] for card in range(NATURALS))
        in_bytes = min(values) >= 0 and max(values) <= DEAREST
        self._aim: Final = aim
        self._planes: Final = planes
        self._jokers: Final[i64] = jokers
        self._name: Final = name
        self._cards: Final = cards
        self._arrangement: Final = arrangement
        self._many: Final = many
        usual = not aim.rules.wild_ranked and not aim.rules.wild_group
        self._by_suit: Final = planes <= 2 and alike and in_bytes and usual and not aim.rules.named
        self._prices: Final = bytes(values) if in_bytes else b""
        # Indexed by the number of jokers held; filled on first use.
        self._tables: Final[list[Tables | None]] = [None] * (jokers + 1)
        # mypyc shifts a literal as a C int.
        self._one: Final[i64] = 1

    def best(self, cards: Multiset) -> Any:
        """Return the best arrangement of cards, with its melds in canonical order.

        Raise ValueError or IndexError for cards that the pack lacks.
        """
        if self._many is not None and len(cards.ids) > MANY_CARDS:
            hand = self._checked(cards)
            melds = self._many(hand)
            if melds is not None:
                return self._arranged(hand, melds)
        if not self._by_suit or (SPEND.get() is not None and _needs_many_tables(cards.ids)):
            return self._searched(cards)
        first, second, jokers = hands.two_planes(cards.ids, self._one)
        if not 0 <= jokers <= self._jokers or (second and self._planes < 2):
            raise ValueError(cards)
        picks = best_picks(self._tables_with(int(jokers)), first, second)
        # The search by ranks gave up, because there was too much to try.
        if picks is None:
            return self._searched(cards)
        if not picks:
            return arranged(self._arrangement, (), cards, 0, self._price(cards.ids))
        left, points = self._left(cards.ids, picks)
        names = names_of(picks, self._name)
        return arranged(self._arrangement, names, multiset(self._cards, left), points, self._price(left))

    def melds(self, hand: hands.Hand) -> Melds:
        """Return the melds of the best arrangement of a hand."""
        first, jokers = hand[0], hand[-1]
        if self._by_suit and jokers <= self._jokers:
            picks = best_picks(self._tables_with(jokers), first, hand[1] if len(hand) > 2 else 0)
            if picks is not None:
                melds: Melds = ()
                for pick in picks:
                    melds = melds + pick.melds
                return melds
        return self._aim.best(hand)

    def _tables_with(self, jokers: int) -> Tables:
        """Return the tables for this number of jokers."""
        tables = self._tables[jokers]
        if tables is None:
            tables = Tables(self._aim, jokers)
            self._tables[jokers] = tables
        return tables

    def _left(self, ids: bytes, picks: list[Pick]) -> tuple[bytes, int]:
        """Return the cards outside these melds, and the points of the melds."""
        points: i64 = 0
        once: i64 = 0
        twice: i64 = 0
        jokers: i64 = 0
        for pick in picks:
            points += pick.points
            jokers += pick.jokers
            twice |= pick.twice | once & pick.once
            once |= pick.once
        one = self._one
        left = b""
        # The index at which the next slice of remaining cards begins.
        start: i64 = 0
        for at in range(len(ids)):
            card: i64 = ids[at]
            if card == JOKER:
                jokers -= 1
                if jokers < 0:
                    break
            else:
                bit = one << card
                if not once & bit:
                    continue
                once ^= bit & ~twice
                twice &= ~bit
            if start < at:
                left = left + ids[start:at] if left else ids[start:at]
            start = at + 1
        if start < len(ids):
            left = left + ids[start:] if left else ids[start:]
        return left, int(points)

    def _price(self, ids: bytes) -> int:
        """Return the points of the remaining cards."""
        prices = self._prices
        price: i64 = 0
        for at in range(len(ids)):
            card: i64 = ids[at]
            price += prices[card]
        return int(price)

    def _searched(self, cards: Multiset) -> Any:
        """Return the best arrangement found by the `Arranger`."""
        hand = self._checked(cards)
        return self._arranged(hand, tuple(sorted(self._aim.best(hand))))

    def _checked(self, cards: Multiset) -> hands.Hand:
        """Return cards as a hand; raise ValueError or IndexError for cards that the pack lacks."""
        hand = hands.of_cards(cards.ids, self._planes)
        if hand[-1] > self._jokers:
            raise ValueError(cards)
        return hand

    def _arranged(self, hand: hands.Hand, melds: Melds) -> Any:
        """Return the arrangement of a hand with these melds."""
        points = points_of(self._aim.rules, melds)
        rest = hands.remove_all(hand, [card for code in melds for card in code[1:]])
        assert rest is not None  # the melds are of this hand
        left = hands.cards_of(rest)
        names = tuple([self._name(code) for code in melds])
        deadwood = sum([self._aim.values[card] for card in left])
        return arranged(self._arrangement, names, multiset(self._cards, left), points, deadwood)


def _needs_many_tables(ids: bytes) -> bool:
    """Return whether the hand is so large or so one-suited that searching is faster than building tables."""
    if len(ids) > LARGEST_BUDGETED:
        return True
    suits = [len([card for card in ids if card // 13 == suit]) for suit in range(4)]
    return max(suits) + ids.count(JOKER) > LARGEST_SUIT_BUDGETED
