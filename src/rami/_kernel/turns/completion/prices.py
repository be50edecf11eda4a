"""The prices of cards in wilds: what the cheapest way to place each card costs, for a sound "no" to going out.

A share of k cards that takes w wilds costs each of them w / k. So whatever the shares of a hand are, the prices of its
cards sum up to no more than the wilds that they take: a hand that costs more wilds than there are cannot be placed. A
card that may join a meld of the table without a wild is *free*, and the others of its share pay for it. For one
joker in hand and 5♥ 6♥ 7♥ on the table:

    8♥ is free, 10♥ costs 1 wild: it joins the run with a wild for 9♥
    4♦ and 4♠ cost half a wild each, in a group of three
    K♣ costs 2 wilds, in a group or a run of its own
"""

from __future__ import annotations

from typing import Final

from ...cards.codes import BIT, RANK_CARDS, ROW, bits, natural
from ...melds.meld import Code, run_low, run_suit
from ...rules import MeldRules

# One wild, which the cards of a share divide among them: a multiple of 1 to 14.
PART: Final = 360360
NEVER: Final = 1 << 40
# The cards that join a meld without a wild and those that join it with some, as masks, and the prices of the latter.
Beside = tuple[int, int, list[tuple[int, int]]]


def beside_run(rules: MeldRules, code: Code, held: int, wilds: int) -> Beside:
    """Return which of these naturals might join a run with the help of this many wilds, and at what price."""
    suit, low = run_suit(code), run_low(code)
    row = held >> 13 * suit & ROW
    free = priced = 0
    prices: list[tuple[int, int]] = []
    for place, step in ((low, -1), (low + len(code) - 2, 1)):
        holes = 0
        # The cards that pay for the holes so far, each with the lowest price of a share that holds it.
        paying: list[int] = []
        lowest: list[int] = []
        while rules.first_place <= place + step <= rules.last_place:
            place += step
            if not row >> (place - 1) % 13 & 1:
                holes += 1
                if holes > wilds:
                    break
                continue
            card = natural(suit, place)
            if not holes:
                free |= BIT[card]
                continue
            priced |= BIT[card]
            paying.append(card)
            price = PART * holes // len(paying)
            lowest = [min(each, price) for each in lowest]
            lowest.append(price)
        prices += zip(paying, lowest, strict=True)
    return free, priced, prices


def in_new_runs(rules: MeldRules, row: int, dear: int) -> list[int]:
    """Return the price of each dear rank of a row in a new run; the others pay nothing."""
    prices = [NEVER] * 13
    places = bits(row | (row & 1) << 13)
    for first, low in enumerate(places):
        paying: list[int] = []
        for last in range(first, len(places)):
            rank = places[last] % 13
            if dear >> rank & 1:
                paying.append(rank)
            wilds = max(rules.run_min, places[last] - low + 1) - (last - first + 1)
            for each in paying:
                price = PART * wilds // len(paying)
                if price < prices[each]:
                    prices[each] = price
    return prices


def in_new_group(rules: MeldRules, held: int, dear: int, rank: int) -> int:
    """Return the price of each dear card of a rank, of which there is one, in a new group."""
    cards: int = held & RANK_CARDS[rank]
    wilds = rules.group_min - cards.bit_count()
    return PART * wilds // (cards & dear).bit_count() if wilds > 0 else 0
