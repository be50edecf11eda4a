"""Prices of cards, counted in wilds: a hand cannot be melded if even the cheapest places cost more wilds than it has.

If k cards form a meld with w wilds, each card pays w / k. The price of a card is the least it could pay in any meld.
However a hand is melded, these prices add up to at most the number of wilds used. A card that fits without a wild is
*free*, and the other cards of its meld pay for it. Suppose that a player with one joker has to place every card of the
hand, and 5♥ 6♥ 7♥ is on the table:

    8♥ is free, 10♥ costs 1 wild: it joins the run with a wild for 9♥
    4♦ and 4♠ cost half a wild each, in a group of three
    K♣ costs 2 wilds, in a new group or run
"""

from __future__ import annotations

from typing import Final

from .._rt import i64
from ..cards.codes import BIT, ONES, RANK_CARDS, ROW, around, bits, natural, ranks_held
from ..cards.hands import Hand
from ..melds.meld import Code, run_low, run_suit
from ..rules import MeldRules

# The price of one wild. Several cards share it, so it is a multiple of every number from 1 to 14.
PART: Final = 360360
NEVER: Final = 1 << 40
# A mask of the cards that join a meld without a wild, a mask of the cards that need wilds, and their prices.
Beside = tuple[int, int, list[tuple[int, int]]]
# For each pair (ranks held, ranks that pay): the prices in new runs.
Known = dict[tuple[int, int], list[int]]


def priced(rules: MeldRules) -> bool:
    """Return whether prices apply: only jokers are wild, the suits of a group differ, and runs do not wrap around."""
    return not (rules.any_suits or rules.run_wrap or rules.wild_ranked)


def unaffordable(
    rules: MeldRules,
    left: Hand,
    wilds: int,
    payers: i64,
    discarded: i64,
    known: Known,
    highest_price: int = NEVER,
    beside: list[tuple[int, int]] | None = None,
) -> bool:
    """Return whether even the cheapest melds need more wilds than the hand has left after its best discard.

    `payers` is a mask of the cards that pay. One card of the mask `discarded` may be left over. No card costs more than
    `highest_price`. `beside` lists (card, price) for cards that may join runs of the table at a lower price.
    """
    held: i64 = left[0]
    doubles: i64 = left[1] if len(left) > 2 else 0
    total = highest = 0
    enough = wilds * PART
    for suit in range(4):
        paying = int(payers >> 13 * suit & ROW)
        if not paying:
            continue
        row = int(held >> 13 * suit & ROW)
        runs = known.get((row, paying))
        if runs is None:
            runs = in_new_runs(rules, row, paying)
            known[row, paying] = runs
        for at in bits(paying):
            price = min(runs[at], in_new_group(rules, held, payers, at + 1), highest_price)
            card = 13 * suit + at
            for other, cheaper in beside or ():
                if other == card and cheaper < price:
                    price = cheaper
            total += 2 * price if doubles & BIT[card] else price
            if price > highest and discarded & BIT[card]:
                highest = price
            if total - highest > enough:
                return True
    return False


def without_wilds(rules: MeldRules, held: i64) -> i64:
    """Return a mask of the naturals that could be in melds without a wild."""
    out: i64 = ranks_held(held, min(rules.set_min, 3))
    out |= out << 13 | out << 26 | out << 39
    for suit in range(4):
        out |= in_runs(rules, held >> 13 * suit & ROW, rules.run_min) << 13 * suit
    return out


def in_runs(rules: MeldRules, row: i64, least: int) -> i64:
    """Return the ranks of a row that could be in a run with at least `least` of its cards."""
    window: i64 = (1 << rules.run_min) - 1
    places = (around(row) & rules.places) >> 1
    out: i64 = 0
    for low in range(rules.first_place - 1, rules.last_place - rules.run_min + 1):
        if ONES[places >> low & window] >= least:
            out |= window << low
    return (out | out >> 13) & ROW


def beside_run(rules: MeldRules, code: Code, held: int, wilds: int) -> Beside:
    """Return the naturals that could join a run with this many wilds or fewer, and their prices."""
    suit, low = run_suit(code), run_low(code)
    row = held >> 13 * suit & ROW
    free = priced = 0
    prices: list[tuple[int, int]] = []
    for place, step in ((low, -1), (low + len(code) - 2, 1)):
        holes = 0
        # The cards that pay for the holes so far, each with the lowest price it could pay.
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


def in_new_runs(rules: MeldRules, row: int, payers: int) -> list[int]:
    """Return the price that each rank in `payers` pays in a new run; the other ranks of the row pay nothing."""
    prices = [NEVER] * 13
    places = bits(row | (row & 1) << 13)
    for first, low in enumerate(places):
        paying: list[int] = []
        for last in range(first, len(places)):
            rank = places[last] % 13
            if payers >> rank & 1:
                paying.append(rank)
            naturals = last - first + 1
            wilds = max(rules.run_min, places[last] - low + 1) - naturals
            for each in paying if naturals >= rules.min_natural or not wilds else ():
                price = PART * wilds // len(paying)
                if price < prices[each]:
                    prices[each] = price
    return prices


def in_new_group(rules: MeldRules, held: int, payers: int, rank: int) -> int:
    """Return the price that each card in `payers` pays in a new group of this rank; `payers` must not be empty."""
    cards: int = held & RANK_CARDS[rank]
    naturals = cards.bit_count()
    wilds = rules.set_min - naturals
    if wilds <= 0:
        return 0
    return PART * wilds // (cards & payers).bit_count() if naturals >= rules.group_naturals else NEVER
