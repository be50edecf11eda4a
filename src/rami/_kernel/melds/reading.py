"""From a list of cards to the meld that is meant."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER, NATURALS, RANK, SUIT, natural
from ..rules import ONE_KIND, Kinds, MeldRules
from .finder import hand_melds
from .meld import Code, are_pair, faults, group_code, pair_code, run_code, run_low, run_suit
from .natural_wilds import filled, spellings, splits
from .wilds import Wilds

BOTH_ACES: Final = 2


def readings(
    rules: MeldRules, cards: list[int], places: int = EVERY_NATURAL, kinds: Kinds = ONE_KIND
) -> list[Code]:
    """Every valid meld of exactly these cards, whatever their order; interchangeable wilds once.

    `places` is a mask of the naturals that a wild may represent in a run.
    """
    if rules.pairs and are_pair(cards):
        return [pair_code(cards)]
    copies = max((cards.count(card) for card in cards if card != JOKER), default=0)
    hand = hands.of_cards(cards, max(copies, 1))
    if rules.tame is not None:
        tame, met = rules.tame, dict[Code, bool]()
        for split in splits(rules, hand):
            for code in hand_melds(tame, split.hand, places):
                if len(code) - 1 == len(cards):
                    met[split.restored((code,))[0]] = True
        return list(met)
    found = [code for code in hand_melds(rules, hand, places) if len(code) - 1 == len(cards)]
    wilds = Wilds(rules, hand, kinds)
    return [laid[0] for code in found for laid in wilds.dressings((code,))]


def reading(rules: MeldRules, cards: list[int], laid: bool = True) -> Code:
    """The meld that a list names, valid or not; wild cards go where the list puts them.

    The list goes from low to high.  Where its naturals do not, they are sorted among their places, and wild
    cards keep theirs; failing that, a falling list is read backwards, and in any other, wild cards
    before the first or after the last natural stay on that side.  `laid` is as for `faults`.
    """
    if rules.pairs and are_pair(cards):
        return pair_code(cards)
    if rules.tame is not None:
        spelt: Code = ()
        for written, behind in spellings(rules, cards):
            spelt = filled(reading(rules.tame, written, laid), behind)
            if not faults(rules, spelt, laid):
                break
        return spelt
    naturals = [card for card in cards if not rules.is_wild(card)]
    ranks = {RANK[card] for card in naturals}
    if len(ranks) == 1 and (len(naturals) < BOTH_ACES or not _ace_to_ace(rules, naturals, cards, laid)):
        run = _visible_run(rules, cards, laid) if len(naturals) == 1 and rules.min_natural < 2 else None
        return group_code(rules, RANK[naturals[0]], cards) if run is None else run
    if not naturals:
        ranked = [RANK[card] for card in cards if card < NATURALS]
        return group_code(rules, rules.wild_group or (ranked[0] if ranked else 1), cards)
    for order in (cards, _sorted(rules, cards, 1), _sorted(rules, cards, 14), cards[::-1]):
        for literal in _literal(rules, order, laid):
            if not faults(rules, literal, laid):
                return literal
    if len(naturals) == len(cards) or not _monotone(naturals):
        found = _nearest(rules, cards)
        if found is not None:
            return found
    listed = [RANK[card] for card in naturals]
    falls = not _rises(listed) and _rises(listed[::-1])
    nearly = _literal(rules, cards[::-1] if falls else cards, laid)
    return nearly[0] if nearly else run_code(SUIT[naturals[0]], 1, cards)


def _visible_run(rules: MeldRules, cards: list[int], laid: bool) -> Code | None:
    """The run of one natural card and wilds, one of them in its natural place; None if there is none."""
    for literal in _literal(rules, cards, laid):
        suit, low = run_suit(literal), run_low(literal)
        own = [card for index, card in enumerate(cards) if card == natural(suit, low + index)]
        if len({RANK[card] for card in own}) > 1 and not faults(rules, literal, laid):
            return literal
    return None


def _sorted(rules: MeldRules, cards: list[int], ace: int) -> list[int]:
    """The list with its naturals in ascending order, wild cards where they were."""
    naturals = sorted(
        (card for card in cards if not rules.is_wild(card)),
        key=lambda card: ace if RANK[card] == 1 else RANK[card],
    )
    rest = iter(naturals)
    return [card if rules.is_wild(card) else next(rest) for card in cards]


def _ace_to_ace(rules: MeldRules, naturals: list[int], cards: list[int], laid: bool) -> bool:
    """Two aces of a suit at both ends of a full run of wilds."""
    if len(cards) != rules.max_run or RANK[naturals[0]] != 1:
        return False
    return not faults(rules, run_code(SUIT[naturals[0]], 1, cards), laid)


def _literal(rules: MeldRules, cards: list[int], laid: bool) -> list[Code]:
    """The runs with every card in its place in the list, judged by the first natural."""
    for index, card in enumerate(cards):
        if rules.is_wild(card):
            continue
        lows = [RANK[card] - index]
        if RANK[card] == 1:
            lows.append(14 - index)
        if rules.wrap:
            lows = [(low - 1) % 13 + 1 for low in lows]
        codes = [run_code(SUIT[card], low, cards) for low in lows if 1 <= low <= 14]
        return sorted(codes, key=lambda code: len(faults(rules, code, laid)))
    return []


def _rises(ranks: list[int]) -> bool:
    rest = ranks[:-1] if ranks[-1] == 1 else ranks
    return all(low < high for low, high in pairwise(rest))


def _monotone(naturals: list[int]) -> bool:
    ranks = [RANK[card] for card in naturals]
    return _rises(ranks) or _rises(ranks[::-1])


def _nearest(rules: MeldRules, cards: list[int]) -> Code | None:
    """The reading that keeps outer wild cards of an unordered list on their side."""
    inner = [index for index, card in enumerate(cards) if not rules.is_wild(card)]
    before, behind = inner[0], len(cards) - 1 - inner[-1]
    best: Code | None = None
    best_distance = 0
    for code in readings(rules, cards):
        places = [index for index, card in enumerate(code[1:]) if not rules.is_wild(card)]
        distance = abs(places[0] - before) + abs(len(code) - 2 - places[-1] - behind)
        if best is None or distance < best_distance:
            best, best_distance = code, distance
    return best
