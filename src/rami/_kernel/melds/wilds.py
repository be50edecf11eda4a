"""Interchangeable wilds: the search treats every wild as a joker, and puts the real wilds into the melds at the end.

If deuces are wild, 2♣ 2♥ 7♠ 8♠ 9♠ is first *pooled* to 7♠ 8♠ 9♠ and two jokers. The search finds 7♠ 8♠ 9♠ * once,
not twice. Then the meld is *dressed*: its joker, a *hole*, becomes 2♣ or 2♥.

Wilds of one *kind* are interchangeable, because no rule distinguishes them. Of all ways to exchange them, only one is
listed, with the lowest wilds in the lowest places: here 7♠ 8♠ 9♠ 2♣.

In some games a wild may represent a card in a run only if that card is *burnt*: every copy of it is face up.
Face-up cards are counted in planes like a hand, one mask for each copy, so the last plane holds the burnt
cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, final

from .._rt import mypyc_attr
from ..cards import hands
from ..cards.codes import BIT, EVERY_NATURAL, JOKER, NATURALS, RANK_CARDS, bits
from ..rules import Kinds, MeldRules
from .meld import Code, Melds, group_rank, is_run, is_wild_at, stands_for, wild_count

Planes = tuple[int, ...]


def pooled(rules: MeldRules, hand: hands.Hand) -> hands.Hand:
    """Return the hand with each wild card replaced by a joker."""
    if not rules.wild_ranked:
        return hand
    last = len(hand) - 1
    faces = rules.wild_faces
    wilds = 0
    for plane in range(last):
        wilds += (hand[plane] & faces).bit_count()
    if not wilds:
        return hand
    return (*(plane & ~faces for plane in hand[:last]), hand[last] + wilds)


def wilds_of(rules: MeldRules, hand: hands.Hand) -> list[int]:
    """Return the wild cards of a hand in ascending order, one entry per copy."""
    out: list[int] = []
    if rules.wild_ranked:
        for card in bits(hand[0] & rules.wild_faces):
            out.extend([card] * hands.count(hand, card))
    out.extend([JOKER] * hand[-1])
    return out


def lowest_of_each_kind(rules: MeldRules, hand: hands.Hand, kinds: Kinds) -> list[int]:
    """Return the distinct cards held, in ascending order, but only the lowest wild of each kind."""
    out: list[int] = []
    seen: set[int] = set()
    for card in hands.faces_of(hand):
        if rules.is_wild(card):
            if kinds.of[card] in seen:
                continue
            seen.add(kinds.of[card])
        out.append(card)
    return out


def selections(wilds: Sequence[int], count: int, kinds: Kinds) -> Iterator[tuple[int, ...]]:
    """Yield the choices of `count` wilds, the lowest first; choices that differ only within a kind count once.

    `wilds` and each choice are in ascending order.
    """
    by_kind: dict[int, list[int]] = {}
    for card in wilds:
        by_kind.setdefault(kinds.of[card], []).append(card)
    for chosen in _from_each(list(by_kind.values()), count):
        yield tuple(sorted(chosen))


def _from_each(lists: list[list[int]], count: int) -> Iterator[tuple[int, ...]]:
    if not lists:
        if count == 0:
            yield ()
        return
    first = lists[0]
    for taken in range(min(count, len(first)), -1, -1):
        for rest in _from_each(lists[1:], count - taken):
            yield (*first[:taken], *rest)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Wilds:
    """The wilds of a hand, ready to replace the jokers of melds.

    If a card of a wild rank counts as itself in its natural place, `ordinary` is the number of wild-rank cards that the
    melds must contain as naturals. Melds with another number are not dressed, and no card replaces a joker in a place
    where the card would be natural.
    """

    __slots__ = ("_cards", "_chosen", "_kinds", "_ordinary", "_rules")

    def __init__(self, rules: MeldRules, hand: hands.Hand, kinds: Kinds, ordinary: int = 0) -> None:
        self._rules: Final = rules
        self._ordinary: Final = ordinary
        self._cards: Final = wilds_of(rules, hand) if rules.wild_ranked else []
        self._kinds: Final = kinds
        # The selections computed so far, by their size.
        self._chosen: Final[dict[int, list[tuple[int, ...]]]] = {}

    def dressings(self, melds: Melds) -> list[Melds]:
        """Return the melds with wilds in place of their jokers; interchangeable wilds count once."""
        if not self._rules.wild_ranked:
            return [melds]
        if self._rules.tame is not None:
            return self._natural_dressings(melds)
        if self._kinds.placed:
            return list(placings(self._rules, melds, self._cards, self._kinds))
        holes = holes_of(melds)
        chosen = self._chosen.get(holes)
        if chosen is None:
            chosen = list(selections(self._cards, holes, self._kinds))
            self._chosen[holes] = chosen
        return [dressed(melds, wilds) for wilds in chosen] if holes else [melds]

    def _natural_dressings(self, melds: Melds) -> list[Melds]:
        """Return the melds with wilds for their jokers, if a card of the wild rank may count as itself."""
        rules = self._rules
        ordinary = 0
        for code in melds:
            for card in code[1:]:
                if card != JOKER and rules.is_wild(card):
                    ordinary += 1
        if ordinary != self._ordinary:
            return []
        holes = holes_of(melds)
        out: list[Melds] = []
        for placed in placings(rules, melds, self._cards, self._kinds):
            laid = tuple([_in_order(rules, code) for code in placed])
            if sum([wild_count(rules, code) for code in laid]) == holes:
                out.append(laid)
        return out


def _in_order(rules: MeldRules, code: Code) -> Code:
    """Return a meld with its cards in canonical order; only a group of the wild rank can be out of order."""
    if is_run(code) or not rules.wild_faces & RANK_CARDS[group_rank(code)]:
        return code
    return (code[0], *sorted(code[1:]))


def holes_of(melds: Melds) -> int:
    """Return the number of jokers in melds, each to be replaced by a wild."""
    holes = 0
    for code in melds:
        holes += code[1:].count(JOKER)
    return holes


def dressed(melds: Melds, wilds: Sequence[int]) -> Melds:
    """Return the melds with their jokers replaced by these wilds in order."""
    out: list[Code] = []
    used = 0
    for code in melds:
        if JOKER in code:
            cards = list(code)
            for index in range(1, len(code)):
                if code[index] == JOKER:
                    cards[index] = wilds[used]
                    used += 1
            code = tuple(cards)
        out.append(code)
    return tuple(out)


def placings(rules: MeldRules, melds: Melds, wilds: Sequence[int], kinds: Kinds) -> Iterator[Melds]:
    """Yield the melds with wilds for their jokers, for rules under which the place of each kind of wild matters."""
    supply: dict[int, int] = {}
    for card in wilds:
        supply[kinds.of[card]] = supply.get(kinds.of[card], 0) + 1
    seen: set[Melds] = set()
    for sequence in _sequences(melds, 0, supply, ()):
        rest = {kind: iter([card for card in wilds if kinds.of[card] == kind]) for kind in supply}
        chosen = [next(rest[kind]) for kind in sequence]
        start = 0
        out: list[Code] = []
        for code in melds:
            holes = code[1:].count(JOKER)
            mine = chosen[start : start + holes]
            start += holes
            out.extend(dressed((code,), mine if is_run(code) else sorted(mine)))
        laid = tuple(out)
        faceless = tuple(
            sorted((code[0], *(_kind_of(rules, card, kinds) for card in code[1:])) for code in laid)
        )
        if faceless not in seen:
            seen.add(faceless)
            yield laid


def _kind_of(rules: MeldRules, card: int, kinds: Kinds) -> int:
    """Return a negative number for the kind of a wild, or the card itself for a natural."""
    return -1 - kinds.of[card] if rules.is_wild(card) else card


def _sequences(
    melds: Melds, at: int, supply: dict[int, int], start: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield the kinds of wilds that replace the jokers of the melds, in order; ascending within a group."""
    if at == len(melds):
        yield start
        return
    code = melds[at]
    for mine in _kinds_in_holes(code[1:].count(JOKER), supply, not is_run(code), ()):
        left = dict(supply)
        for kind in mine:
            left[kind] -= 1
        yield from _sequences(melds, at + 1, left, (*start, *mine))


def _kinds_in_holes(
    holes: int, supply: dict[int, int], ascending: bool, start: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if holes == 0:
        yield start
        return
    for kind in sorted(supply):
        if start.count(kind) < supply[kind] and not (ascending and start and kind < start[-1]):
            yield from _kinds_in_holes(holes - 1, supply, ascending, (*start, kind))


def counted(seen: Planes, cards: Iterable[int]) -> Planes:
    """Return the planes after more cards have been laid face up."""
    planes = list(seen)
    for card in cards:
        if card >= NATURALS:
            continue
        bit = BIT[card]
        for number, plane in enumerate(planes):
            if not plane & bit:
                planes[number] |= bit
                break
    return tuple(planes)


def in_the_open(rules: MeldRules, packs: int, melds: Iterable[Code], pile: bytes) -> Planes:
    """Return the face-up cards: the cards of melds, and of the discard pile if it counts."""
    seen: Planes = (0,) * packs
    for code in melds:
        seen = counted(seen, code[1:])
    return counted(seen, pile) if rules.burnt_scope == "melds_and_discards" else seen


def unburnt(rules: MeldRules, code: Code, places: int) -> list[int]:
    """Return the cards that wilds of a new meld represent illegally; `places` is a mask of the allowed cards."""
    # LEB-JOK-02: in a group a joker may represent any card.
    if places == EVERY_NATURAL or not is_run(code):
        return []
    represented = [stands_for(code, at) for at in range(len(code) - 1) if is_wild_at(rules, code, at + 1)]
    return [card for card in represented if not places >> card & 1]


def unburnt_together(rules: MeldRules, seen: Planes, melds: Iterable[Code]) -> list[int]:
    """Return the unburnt cards that wilds represent in melds laid together; [] if the melds are legal in some order."""
    waiting = list(melds)
    laid = True
    while laid:
        laid = False
        for code in waiting:
            # Each meld may burn cards for the melds laid after it, so look again after each.
            if not unburnt(rules, code, seen[-1]):
                seen = counted(seen, code[1:])
                waiting.remove(code)
                laid = True
                break
    return [card for code in waiting for card in unburnt(rules, code, seen[-1])]
