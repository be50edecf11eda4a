"""Melds as int tuples: check them, count their points, and change them.

A meld is a *code*: a head that identifies it, then the number of each card (`cards.codes`; 52 is the joker). The cards
of a run go from low to high; a group has its naturals in order, then its wilds.

    head                   meld                                          example
    16 * suit + low        run of a suit from a place, ace 1 to high 14  7♠ * 9♠   (55, 45, 52, 47)
    64 + rank              group of different suits                      A♣ A♦ *   (65, 0, 13, 52)
    80 + rank              group in which a suit may be repeated         5♥ 5♥ 5♠  (85, 30, 30, 43)
    96 + 16 * suit + rank  group of three whose wild was named           7♣ 7♦ *   (151, 6, 19, 52) as 7♠
    160 + rank             pair: two copies, or a card with a wild       K♥ K♥     (173, 38, 38)

>>> from rami import variants
>>> variants.CLASSIC_51.meld("7♠ * 9♠").code, variants.CLASSIC_51.meld("* A♦ A♣").code
((55, 45, 52, 47), (65, 0, 13, 52))

The place of a card in a run follows from the head, so the code need not record which card a wild represents: in 7♠ * 9♠
the wild is the second card from place 7 of spades. An index into a code counts from 1, because the head is at 0, unless
a docstring says that it counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from .._rt import i64
from ..cards.codes import ACE, BIT, JOKER, NATURALS, RANK, RANK_CARDS, SUIT, natural
from ..rules import MeldRules

Code = tuple[int, ...]
Melds = tuple[Code, ...]

GROUP: Final = 64
FREE_GROUP: Final = 80
NAMED_GROUP: Final = 96
PAIR: Final = 160
LOW_END: Final = 0
HIGH_END: Final = 1
# The cards of a run from ace to ace.
FULL_RUN: Final = 14


def is_run(code: Code) -> bool:
    """Return whether the code is a run; otherwise it is a group."""
    return code[0] < GROUP


def run_suit(code: Code) -> int:
    """Return the suit of a run."""
    return code[0] >> 4


def run_low(code: Code) -> int:
    """Return the place of a run's first card."""
    return code[0] & 15


def group_rank(code: Code) -> int:
    """Return the rank of a group."""
    return code[0] & 15


def run_code(suit: int, low: int, cards: Iterable[int]) -> Code:
    """Return the run that starts at a place; place 14, the high ace, becomes the low ace."""
    return (16 * suit + (1 if low == 14 else low), *cards)


def named_card(code: Code) -> int:
    """Return the natural that the wild of a group was named to represent, or -1."""
    head = code[0]
    return natural(head - NAMED_GROUP >> 4, group_rank(code)) if NAMED_GROUP <= head < PAIR else -1


def group_code(rules: MeldRules, rank: int, cards: Iterable[int], named: int = -1) -> Code:
    """Return a group in canonical order; its wild represents the suit named or, by default, the first missing suit."""
    naturals: list[int] = []
    wilds: list[int] = []
    for card in cards:
        (wilds if rules.is_wild(card) else naturals).append(card)
    head = (FREE_GROUP if rules.any_suits else GROUP) + rank
    # SCA-JOK-05: only the wild of a group of three has two suits to choose from.
    if rules.named and len(wilds) == 1 and len(naturals) == 2:
        lacking = [suit for suit in range(4) if natural(suit, rank) not in naturals]
        head = NAMED_GROUP + 16 * (named if named in lacking else lacking[0]) + rank
    return (head, *sorted(naturals), *sorted(wilds))


def is_pair(code: Code) -> bool:
    """Return whether the code is a pair."""
    return code[0] >= PAIR


def pair_code(cards: Sequence[int]) -> Code:
    """Return a pair: two copies of a card, a card and a joker, or two jokers, which count as aces."""
    low = min(cards)
    return (PAIR + (ACE if low == JOKER else RANK[low]), *sorted(cards))


def are_pair(cards: Sequence[int]) -> bool:
    """Return whether two cards form a pair: copies of one card, or any card with a joker."""
    return len(cards) == 2 and (cards[0] == cards[1] or JOKER in cards)


def is_wild_at(rules: MeldRules, code: Code, index: int) -> bool:
    """Return whether the card at `index`, counted from 1, is wild."""
    card = code[index]
    if not rules.is_wild(card):
        return False
    # If `rules.tame` is None, a card of a wild rank is wild even in its natural place.
    if rules.tame is None or card >= NATURALS:
        return True
    if is_run(code):
        return card != stands_for(code, index - 1)
    # A second copy of a card represents another suit.
    return RANK[card] != group_rank(code) or (not rules.any_suits and card in code[1:index])


def spelled(rules: MeldRules, code: Code) -> Code:
    """Return the meld with a joker in place of each wild."""
    if not rules.wild_ranked:
        return code
    cards = [JOKER if is_wild_at(rules, code, index) else code[index] for index in range(1, len(code))]
    return (code[0], *cards)


def wild_count(rules: MeldRules, code: Code) -> int:
    """Return the number of cards of a meld that represent another card."""
    if not rules.wild_ranked:
        # Skip the head, which may equal the number of the joker: a run of spades from the 4 has the head 52.
        return code.count(JOKER) - (1 if code[0] == JOKER else 0)
    wilds = 0
    for index in range(1, len(code)):
        if is_wild_at(rules, code, index):
            wilds += 1
    return wilds


def has_both_aces(rules: MeldRules, code: Code) -> bool:
    """Return whether a run has a natural ace at both ends although only one is allowed."""
    if not rules.single_ace or len(code) != FULL_RUN + 1 or not is_run(code):
        return False
    return not (is_wild_at(rules, code, 1) or is_wild_at(rules, code, FULL_RUN))


def stands_for(code: Code, index: int) -> int:
    """Return the natural that belongs at position `index` of a run, counted from 0."""
    return natural(run_suit(code), run_low(code) + index)


def missing_suits(rules: MeldRules, code: Code) -> list[int]:
    """Return the suits that a group of distinct suits lacks."""
    held = {SUIT[code[index]] for index in range(1, len(code)) if not is_wild_at(rules, code, index)}
    return [suit for suit in range(4) if suit not in held]


def points(rules: MeldRules, code: Code) -> int:
    """Return the points of a meld."""
    if rules.wild_value >= 0 or rules.singles:
        return sum([value_at(rules, code, index) for index in range(1, len(code))])
    if is_run(code):
        low = run_low(code)
        return sum(rules.run_values[low : low + len(code) - 1])
    return rules.group_values[group_rank(code)] * (len(code) - 1)


def points_of(rules: MeldRules, melds: Iterable[Code]) -> int:
    """Return the total points of several melds."""
    total = 0
    for code in melds:
        total += points(rules, code)
    return total


def value_at(rules: MeldRules, code: Code, index: int) -> int:
    """Return the points of the card at `index`, counted from 1."""
    if rules.wild_value >= 0 and is_wild_at(rules, code, index):
        return rules.wild_value
    if rules.singles and code[index] < NATURALS and not is_wild_at(rules, code, index):
        own = rules.singles[code[index]]
        if own >= 0:
            return own
    return (
        rules.run_values[run_low(code) + index - 1] if is_run(code) else rules.group_values[group_rank(code)]
    )


def added_at(grown: Code, card: int, end: int) -> int:
    """Return the index, from 1, of the card just added at this end of a run, or of the first equal card in a group."""
    if is_run(grown):
        return len(grown) - 1 if end == HIGH_END else 1
    return grown.index(card, 1)


def wild_faults(rules: MeldRules, wilds: int, size: int, run: bool, laid: bool) -> list[str]:
    """Return the reasons why a meld of this size must not have this many wilds, as codes."""
    out: list[str] = []
    if wilds > (rules.max_wild_run if run else rules.max_wild_group):
        out.append("wild_count")
    # Without a natural card, a run has no suit.
    if wilds and size - wilds < (max(rules.min_natural, 1) if run else rules.group_naturals):
        out.append("few_naturals")
    if rules.wild_limit is not None and (laid or rules.wild_limit_always):
        naturals = size - wilds
        if wilds > naturals or (wilds == naturals and wilds and rules.wild_limit == "minority"):
            out.append("wild_share")
    return out


@lru_cache(maxsize=1 << 10)
def most_wilds(rules: MeldRules, size: int, run: bool) -> int:
    """Return the largest number of wilds in a new meld of this size, which needs at least one natural card."""
    wilds = 0
    while wilds < size - 1 and not wild_faults(rules, wilds + 1, size, run, True):
        wilds += 1
    return wilds


def place_faults(rules: MeldRules, code: Code, laid: bool) -> list[str]:
    """Return the reasons why the wilds of a run must not be where they are, as codes."""
    out: list[str] = []
    last = len(code) - 1
    inside = adjacent = before = False
    for index in range(1, last + 1):
        wild = is_wild_at(rules, code, index)
        if wild and before:
            adjacent = True
        if wild and 1 < index < last:
            inside = True
        before = wild
    if adjacent and not rules.adjacent_wilds:
        out.append("wilds_adjacent")
    if inside and not rules.free_ends and (laid or rules.joker_at_ends == "invariant"):
        out.append("wild_inside")
    return out


def faults(rules: MeldRules, code: Code, laid: bool = True) -> list[str]:
    """Return every reason why a meld is not valid, as codes; empty if it is valid.

    `laid` is True for a new meld and False for one changed on the table, because some limits apply only to new melds.
    """
    size = len(code) - 1
    wilds = wild_count(rules, code)
    if is_run(code):
        return _run_faults(rules, code, size, wilds, laid)
    if rules.pairs and is_pair(code):
        return []
    out: list[str] = []
    rank = group_rank(code)
    seen = 0
    for card in code[1:]:
        if rules.is_wild(card):
            continue
        if RANK[card] != rank:
            if "group_ranks" not in out:
                out.append("group_ranks")
            continue
        bit = 1 << int(SUIT[card])
        if seen & bit and not rules.any_suits and "group_suits" not in out:
            out.append("group_suits")
        seen |= bit
    # A group of wilds alone shows no rank, so games that allow one fix its rank.
    unnamed = wilds == size or (rules.tame is None and rules.wild_faces & RANK_CARDS[rank] != 0)
    if unnamed and rank != rules.wild_group and not out:
        out.append("few_naturals")
    if size < rules.set_min:
        out.append("group_too_small")
    if size > rules.set_max:
        out.append("group_too_large")
    return out + wild_faults(rules, wilds, size, False, laid)


def _run_faults(rules: MeldRules, code: Code, size: int, wilds: int, laid: bool) -> list[str]:
    out: list[str] = []
    suit, low = run_suit(code), run_low(code)
    for index in range(size):
        card = code[index + 1]
        if rules.is_wild(card):
            continue
        if SUIT[card] != suit:
            out.append("run_suits")
            break
        # Compare modulo 13, because the high ace has the place 14 and the rank 1.
        if (RANK[card] - low - index) % 13:
            out.append("run_gap")
            break
    if size < rules.run_min:
        out.append("run_too_short")
    if size > rules.max_run:
        out.append("run_too_long")
    beyond = not rules.run_wrap and low + size - 1 > rules.last_place
    if beyond or low < rules.first_place or low > 13 or has_both_aces(rules, code):
        out.append("run_ace")
    out += wild_faults(rules, wilds, size, True, laid)
    return out + place_faults(rules, code, laid)


def extended(rules: MeldRules, code: Code, card: int, end: int) -> Code | None:
    """Return the meld with one more card at this end, or None if the card does not fit there."""
    if not is_run(code):
        if end != LOW_END or card == named_card(code) or is_pair(code):
            return None
        bigger = group_code(rules, group_rank(code), (*code[1:], card))
    else:
        suit, low = run_suit(code), run_low(code)
        place = low + len(code) - 1 if end == HIGH_END else low - 1
        if rules.run_wrap:
            # In a run that wraps around, the king lies below the ace.
            place = 13 if place == 0 else place
        elif place < rules.first_place or place > rules.last_place:
            return None
        if not rules.is_wild(card) and card != natural(suit, place):
            return None
        bigger = (code[0], *code[1:], card) if end == HIGH_END else (16 * suit + place, card, *code[1:])
    return None if faults(rules, bigger, False) else bigger


def joining(rules: MeldRules, code: Code) -> i64:
    """Return the naturals that could join a meld, as a mask; `extended` refuses all others."""
    head: i64 = code[0]
    size: i64 = len(code) - 1
    out: i64 = 0
    if head < GROUP:
        low = head & 15
        base = 13 * (head >> 4)
        if low > rules.first_place or rules.run_wrap:
            out = BIT[base + (low - 2) % 13]
        if low + size <= rules.top_place:
            out |= BIT[base + (low + size - 1) % 13]
    elif size < rules.set_max and head < PAIR:
        out = RANK_CARDS[head & 15]
        if not rules.any_suits:
            for index in range(1, len(code)):
                if code[index] < NATURALS:
                    out &= ~BIT[code[index]]
    return out


def swapped(rules: MeldRules, code: Code, index: int, card: int, other: int = -1) -> Code:
    """Return the meld with a natural in place of the wild at `index`; a group also gets `other`, if it is given.

    The caller checks that the card fits.
    """
    if is_run(code):
        return (*code[: index + 1], card, *code[index + 2 :])
    rest = list(code[1:])
    del rest[index]
    if is_pair(code):
        return pair_code((*rest, card))
    return group_code(rules, group_rank(code), (*rest, card) if other < 0 else (*rest, card, other))


def pieces(rules: MeldRules, code: Code, gone: Sequence[int], ends_only: bool) -> list[Code] | None:
    """Return the pieces of a meld that remain after the cards at these indexes leave; None if a piece is invalid.

    The pieces of a run come from low to high. At least one piece remains.
    """
    run = is_run(code)
    shortest: i64 = rules.run_min if run else rules.set_min
    naturals: i64 = rules.min_natural if run else rules.group_naturals
    # True if every piece that is long enough is a valid meld.
    freely = rules.plain and wild_count(rules, code) <= shortest - naturals
    if not run:
        kept = (code[0], *[code[index] for index in range(1, len(code)) if index - 1 not in gone])
        if freely:
            return [kept] if len(kept) > shortest else None
        return None if faults(rules, kept, False) else [kept]
    suit, low = run_suit(code), run_low(code)
    out: list[Code] = []
    start = -1
    size = len(code) - 1
    for index in range(size + 1):
        if index < size and index not in gone:
            if start < 0:
                start = index
            continue
        if start >= 0:
            place = low + start
            if rules.run_wrap and place > 13:
                place -= 13
            piece = run_code(suit, place, code[start + 1 : index + 1])
            if index - start < shortest or (not freely and faults(rules, piece, False)):
                return None
            out.append(piece)
            start = -1
    if not out or (ends_only and len(out) > 1):
        return None
    return out


def is_clean_run(rules: MeldRules, code: Code) -> bool:
    """Return whether a meld is a clean run: a run without wilds."""
    return is_run(code) and wild_count(rules, code) == 0


@lru_cache(maxsize=64)
def near_cards(rules: MeldRules) -> tuple[int, ...]:
    """Return, for each card, a mask of the naturals that may be near it in a meld; 0 for a joker."""
    out: list[int] = []
    for card in range(NATURALS):
        suit, rank = divmod(card, 13)
        mask = sum(BIT[13 * other + rank] for other in range(4) if other != suit)
        for place in rules.places_of(card):
            # In a meld of three cards no card is more than two places away.
            for other in range(max(rules.first_place, place - 2), min(rules.last_place, place + 2) + 1):
                if other != place:
                    mask |= BIT[natural(suit, other)]
        out.append(mask)
    out.append(0)
    assert len(out) == JOKER + 1
    return tuple(out)


def thirds_of(rules: MeldRules) -> list[int]:
    """Return a table: at index `NATURALS * one + other`, a mask of the cards that make a meld with these two."""
    trios: list[tuple[int, int, int]] = []
    if rules.set_min <= 3:
        for rank in range(13):
            cards = range(rank, NATURALS, 13)
            trios += combinations(cards, 3)
            if rules.any_suits:
                trios += [(one, two, two) for one in cards for two in cards]
    if rules.run_min <= 3:
        for suit in range(4):
            for low in range(rules.first_place, rules.last_start(3) + 1):
                trios.append((natural(suit, low), natural(suit, low + 1), natural(suit, low + 2)))
    out = [0] * (NATURALS * NATURALS)
    for a, b, c in trios:
        if not (BIT[a] | BIT[b] | BIT[c]) & rules.wild_faces:
            for one, two, third in ((a, b, c), (b, c, a), (c, a, b)):
                if one != two:
                    out[NATURALS * one + two] |= BIT[third]
                    out[NATURALS * two + one] |= BIT[third]
    return out
