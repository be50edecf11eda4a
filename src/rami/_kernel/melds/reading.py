"""Find the melds that a list of cards can form, and the meld that a list means as written.

`readings` takes cards in any order and returns every meld they can form; `reading` takes cards as somebody wrote them
and returns the meld they mean. The naturals of a run fix its gaps, so the runs of a list differ only in the
places of the remaining wilds, as in `* 7♠ 8♠` and `7♠ 8♠ *`. A list with only one natural card can also be a group. So
it is enough to try a few *shapes*, melds with jokers in the places of wilds; there is no need to search for melds of
fewer cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ..budget import step
from ..cards import hands
from ..cards.codes import ACE, EVERY_NATURAL, JOKER, NATURALS, RANK, SUIT, natural
from ..rules import ONE_KIND, WILDS_APART, Kinds, MeldRules
from .meld import (
    FULL_RUN,
    NAMED_GROUP,
    Code,
    are_pair,
    faults,
    group_code,
    group_rank,
    is_run,
    pair_code,
    run_code,
    run_low,
    run_suit,
    wild_count,
)
from .wilds import Wilds, dressed, placings, unburnt

HIGH_ACE: Final = 14


def readings(
    rules: MeldRules, cards: list[int], places: int = EVERY_NATURAL, kinds: Kinds = ONE_KIND
) -> list[Code]:
    """Return every valid new meld of exactly these cards, given in any order; interchangeable wilds count once.

    `places` is a mask of the naturals that a wild may represent in a run.
    """
    if rules.pairs and are_pair(cards):
        return [pair_code(cards)]
    if len(cards) > rules.largest:
        return []
    step()
    cards = sorted(cards)
    wilds = None
    found: list[Code] = []
    for shape in _shapes(rules, cards):
        if rules.tame is not None:
            # A card of a wild rank is natural in some shapes and a wild in others, so the wilds depend on the
            # shape.
            filled = [_with_wilds(rules, shape, cards)]
            if kinds is WILDS_APART and is_run(shape):
                filled = [melds[0] for melds in placings(rules, (shape,), _without(cards, shape), kinds)]
        elif faults(rules, shape):
            continue
        else:
            if wilds is None:
                copies = max([cards.count(card) for card in cards if card != JOKER], default=0)
                wilds = Wilds(rules, hands.of_cards(cards, max(copies, 1)), kinds)
            filled = [melds[0] for named in _named(rules, shape) for melds in wilds.dressings((named,))]
        for code in filled:
            if code not in found and not faults(rules, code) and not unburnt(rules, code, places):
                found.append(code)
    return found


def reading(rules: MeldRules, cards: list[int], laid: bool = True) -> list[Code]:
    """Return the meld that a list names, valid or not; return several melds if the list is ambiguous.

    If the list, read from low to high, is a run with cards of two ranks in their natural places, it means that run.
    Otherwise the order of the naturals decides (in `9♥ 8♥ *` it is descending): a wild stays on its side of the
    naturals unless it fills a gap. If only one meld uses all the cards, the list means that meld. `laid` is True for
    a new meld and False for one changed on the table.
    """
    if rules.pairs and are_pair(cards):
        return [pair_code(cards)]
    if len(cards) <= rules.largest:
        written = _written(rules, cards, laid)
        if written:
            return written
        step()
        found = _melds(rules, cards, laid)
        if len(found) > 1:
            found = _meant(rules, cards, found)
        if found:
            return found
    return [_nearly(rules, cards, laid)]


def _written(rules: MeldRules, cards: list[int], laid: bool) -> list[Code]:
    """Return the run that the cards form as written, if cards of two ranks are in their natural places."""
    for literal in _literal(rules, cards, laid):
        if _is_clear(literal) and not faults(rules, literal, laid):
            return [literal]
    return []


def _is_clear(code: Code) -> bool:
    """Return whether a run has cards of at least two ranks in their natural places."""
    suit, low = run_suit(code), run_low(code)
    first = -1
    for index in range(1, len(code)):
        card = code[index]
        if card == natural(suit, low + index - 1):
            if first >= 0 and RANK[card] != first:
                return True
            first = RANK[card]
    return False


def _melds(rules: MeldRules, cards: list[int], laid: bool) -> list[Code]:
    """Return the valid melds that use all the cards and the fewest wilds; the wilds keep their listed order."""
    found: list[Code] = []
    back = cards[::-1]
    falls = _falls(rules, cards)
    for shape in _shapes(rules, cards):
        code = _with_wilds(rules, shape, cards)
        if is_run(shape) and code[1:] != tuple(cards):
            turned = _with_wilds(rules, shape, back)
            # A list written downwards means the run read backwards.
            if falls or turned[1:] == tuple(back):
                code = turned
        if code not in found and not faults(rules, code, laid):
            found.append(code)
    if rules.tame is not None and len(found) > 1:
        # A card that can represent itself does so, as players expect.
        fewest = min([wild_count(rules, code) for code in found])
        found = [code for code in found if wild_count(rules, code) == fewest]
    return found


def _meant(rules: MeldRules, cards: list[int], found: list[Code]) -> list[Code]:
    """Return the meld that the writer of a list meant, or all the melds found if the list is ambiguous."""
    typed, back = tuple(cards), tuple(cards[::-1])
    most = max([_in_place(code) for code in found])
    groups: list[Code] = []
    fitting: list[Code] = []
    for code in found:
        if not is_run(code):
            groups.append(code)
        elif code[1:] == typed:
            if _is_clear(code):
                return [code]
            fitting.append(code)
        elif code[1:] == back and _is_clear(code) and _in_place(code) == most:
            fitting.append(code)
    # The cards of a group have no order, so the list means the group if no run has this order.
    left = fitting or groups or found
    most = max([_in_place(code) for code in left])
    left = [code for code in left if _in_place(code) == most]
    if len(left) > 1 and not fitting:
        before, behind = _outside(rules, cards)
        if _falls(rules, cards):
            before, behind = behind, before
        inward: list[Code] = []
        for code in left:
            low, high = _outside(rules, list(code[1:]))
            if low <= before and high <= behind:
                inward.append(code)
        left = inward
    return left if len(left) == 1 else found


def _in_place(code: Code) -> int:
    """Return the number of cards in a meld that represent themselves."""
    if is_run(code):
        suit, low = run_suit(code), run_low(code)
        return len([index for index in range(1, len(code)) if code[index] == natural(suit, low + index - 1)])
    rank = group_rank(code)
    return len([card for card in code[1:] if RANK[card] == rank])


def _outside(rules: MeldRules, cards: list[int]) -> tuple[int, int]:
    """Return the number of wilds before the first natural in a list and after the last."""
    inner = [index for index, card in enumerate(cards) if not rules.is_wild(card)]
    return (inner[0], len(cards) - 1 - inner[-1]) if inner else (0, 0)


def _shapes(rules: MeldRules, cards: list[int]) -> list[Code]:
    """Return the melds of all the cards, valid or not, with jokers for wilds: runs first, then the group.

    A card of a wild rank that can be natural is tried first in its natural place, then elsewhere.
    """
    naturals = [card for card in cards if not rules.is_wild(card)]
    suits = {SUIT[card] for card in naturals}
    ranks = {RANK[card] for card in naturals}
    tame = [] if rules.tame is None else [card for card in cards if card < NATURALS and rules.is_wild(card)]
    if not naturals:
        suits = {SUIT[card] for card in tame}
    found: list[Code] = []
    if len(suits) == 1 or not naturals:
        for suit in sorted(suits):
            own = [card for card in tame if SUIT[card] == suit]
            if own:
                found += _run_shapes(rules, suit, [*naturals, own[0]], len(cards))
            if naturals:
                found += _run_shapes(rules, suit, naturals, len(cards))
    if len(ranks) > 1:
        return found
    rank = RANK[naturals[0]] if naturals else RANK[tame[0]] if tame else rules.wild_group
    if rank:
        fixed = naturals or tame
        found.append(group_code(rules, rank, [*fixed, *[JOKER] * (len(cards) - len(fixed))]))
    return found


def _run_shapes(rules: MeldRules, suit: int, naturals: list[int], size: int) -> list[Code]:
    """Return the runs of this size that contain these naturals, sorted by first place."""
    found: list[Code] = []
    for low in range(rules.first_place, rules.last_start(size) + 1):
        left = naturals.copy()
        out = [16 * suit + low]
        for place in range(low, low + size):
            card = natural(suit, place)
            if card in left:
                left.remove(card)
                out.append(card)
            else:
                out.append(JOKER)
        if left:
            continue
        found.append(tuple(out))
        if size == FULL_RUN and out[size] == JOKER and RANK[out[1]] == ACE:
            # A single ace may also be the high ace.
            found.append((out[0], JOKER, *out[2:size], out[1]))
    return found


def _with_wilds(rules: MeldRules, shape: Code, cards: list[int]) -> Code:
    """Return a shape with the wilds of the list in place of its jokers, in listed order."""
    if not is_run(shape):
        return group_code(rules, group_rank(shape), cards)
    return dressed((shape,), _without(cards, shape))[0]


def _without(cards: list[int], shape: Code) -> list[int]:
    """Return the cards of the list that replace the jokers of a shape."""
    left = cards.copy()
    for card in shape[1:]:
        if card != JOKER:
            left.remove(card)
    return left


def _named(rules: MeldRules, shape: Code) -> list[Code]:
    """Return a group of three in one version for each suit that its wild can name; return any other meld unchanged."""
    if shape[0] < NAMED_GROUP:
        return [shape]
    rank = group_rank(shape)
    suits = [suit for suit in range(4) if natural(suit, rank) not in shape[1:]]
    return [(NAMED_GROUP + 16 * suit + rank, *shape[1:]) for suit in suits]


def _literal(rules: MeldRules, cards: list[int], laid: bool) -> list[Code]:
    """Return the runs in which every card keeps its place in the list, counted from the first natural."""
    for index, card in enumerate(cards):
        if rules.is_wild(card):
            continue
        lows = [RANK[card] - index]
        if RANK[card] == ACE:
            lows.append(HIGH_ACE - index)
        if rules.run_wrap:
            lows = [(low - 1) % 13 + 1 for low in lows]
        codes = [run_code(SUIT[card], low, cards) for low in lows if 1 <= low <= HIGH_ACE]
        # An ace has two places; prefer the place that breaks fewer rules.
        return codes if len(codes) < 2 else sorted(codes, key=lambda code: len(faults(rules, code, laid)))
    return []


def _falls(rules: MeldRules, cards: list[int]) -> bool:
    """Return whether the naturals of a list are in descending order."""
    ranks = [RANK[card] for card in cards if not rules.is_wild(card)]
    return len(ranks) > 1 and _climb(ranks[::-1]) < _climb(ranks)


def _climb(ranks: list[int]) -> int:
    """Return the difference between the last rank and the first, with a last ace above the king."""
    # The caller looks for the direction with the smaller result, so ranks that do not ascend get a large number.
    places = [*ranks[:-1], HIGH_ACE] if ranks[-1] == ACE else ranks
    return places[-1] - places[0] if all(low < high for low, high in pairwise(places)) else NATURALS


def _nearly(rules: MeldRules, cards: list[int], laid: bool) -> Code:
    """Return the code of the closest meld, whose faults can then be explained."""
    naturals = [card for card in cards if not rules.is_wild(card)]
    if not naturals:
        ranked = [RANK[card] for card in cards if card < NATURALS]
        return group_code(rules, rules.wild_group or (ranked[0] if ranked else ACE), cards)
    # Cards of one rank were surely meant as a group, so report the faults of a group.
    if len({RANK[card] for card in naturals}) == 1:
        return group_code(rules, RANK[naturals[0]], cards)
    nearly = _literal(rules, cards[::-1] if _falls(rules, cards) else cards, laid)
    return nearly[0] if nearly else run_code(SUIT[naturals[0]], 1, cards)
