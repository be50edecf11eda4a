"""All positions with a small pack; positions that differ only in the names of suits count once.

The engine still has its whole pack. The hand, the table and the top discard use only a few of its cards; all other
cards are in the stock, which does not affect the rules of a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product

import attrs
from tests.oracle.reference.cards import JOKER, RANKS, SUITS, order
from tests.oracle.reference.melds import highest_place, kind, lowest_places, rank_at
from tests.oracle.reference.rules import Rules

Cards = tuple[str, ...]
Table = tuple[tuple[int, Cards], ...]
Renaming = dict[str, str]

PLAYER, OTHER = 0, 1


@attrs.frozen
class Pack:
    """The cards of the positions.

    Parameters:
        ranks: the ranks in play.
        copies: copies of each of these cards.
        jokers: the number of jokers.
        suits: the suits of these ranks.
        twos: the suits of wild twos, one for each.
    """

    ranks: str
    copies: int = 2
    jokers: int = 1
    suits: str = SUITS
    twos: str = ""

    @property
    def naturals(self) -> Cards:
        """The different cards that are not wild."""
        return in_order(rank + suit for rank in self.ranks for suit in self.suits)

    @property
    def wilds(self) -> Cards:
        """The different wild cards, the joker last."""
        return (*("2" + suit for suit in self.twos), *([JOKER] if self.jokers else []))

    @property
    def wild(self) -> str:
        """The first characters of wild cards."""
        return JOKER + "2" if self.twos else JOKER

    @property
    def faces(self) -> Cards:
        """The different cards, the wild ones last."""
        return self.naturals + self.wilds

    def supply(self, face: str) -> int:
        """Return the number of copies of a card."""
        if face == JOKER:
            return self.jokers
        return 1 if face in self.wilds else self.copies

    def outside(self, count: int) -> Cards:
        """Return the cards of other ranks."""
        others = [rank for rank in RANKS if rank not in self.ranks + self.wild]
        return tuple(others[index % len(others)] + SUITS[index % 4] for index in range(count))


@attrs.frozen
class Spot:
    """A position before or within a turn.

    Parameters:
        hand: the cards of the acting player; with `top`, before the draw.
        table: owners and melds.
        top: the discard to take, or None when the draw has been from the stock.
        wild: how wild cards begin.
    """

    hand: Cards
    table: Table
    top: str | None
    wild: str = JOKER


def in_order(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards, key=order))


def as_group(cards: Iterable[str], wild: str) -> Cards:
    """Return the cards of a group in the order of the table."""
    return tuple(sorted(cards, key=lambda card: (card[0] in wild, order(card))))


def all_renamings() -> list[Renaming]:
    """Return the 24 ways to rename the suits, as maps of cards."""
    found: list[Renaming] = []
    for suits in permutations(SUITS):
        to = dict(zip(SUITS, suits, strict=True))
        found.append({JOKER: JOKER, **{rank + suit: rank + to[suit] for rank in RANKS for suit in SUITS}})
    return found


RENAMINGS = all_renamings()


def renamed_meld(meld: Cards, to: Renaming, wild: str = JOKER) -> Cards:
    """Return the meld with its suits renamed, a group in order again."""
    changed = tuple(to[card] for card in meld)
    naturals = [card for card in changed if card[0] not in wild]
    is_group = naturals[0][0] == naturals[1][0]
    return as_group(changed, wild) if is_group else changed


def renamed(spot: Spot, to: Renaming) -> Spot:
    """Return the position with its suits renamed."""
    return Spot(
        hand=in_order(to[card] for card in spot.hand),
        table=tuple((owner, renamed_meld(meld, to, spot.wild)) for owner, meld in spot.table),
        top=None if spot.top is None else to[spot.top],
        wild=spot.wild,
    )


def multisets(pack: Pack, size: int, used: Counter[str]) -> Iterator[Cards]:
    """Yield every hand of that size from the unused cards."""
    faces = pack.faces

    def grow(start: int, left: int) -> Iterator[Cards]:
        if left == 0:
            yield ()
            return
        for index in range(start, len(faces)):
            face = faces[index]
            for count in range(1, min(left, pack.supply(face) - used[face]) + 1):
                for rest in grow(index + 1, left - count):
                    yield (*[face] * count, *rest)

    return grow(0, size)


@lru_cache(maxsize=64)
def table_melds(pack: Pack, rules: Rules) -> tuple[Cards, ...]:
    """Return every meld of the pack that may be on the table; a wild card may represent any card.

    Groups have at most five cards.
    """
    found: set[Cards] = set()
    naturals = set(pack.naturals)
    for suit in pack.suits:
        for low in lowest_places(rules):
            for high in range(low + rules.run_min - 1, highest_place(low, rules) + 1):
                faces = [RANKS[rank_at(place) - 1] + suit for place in range(low, high + 1)]
                if sum(face not in naturals for face in faces) > pack.jokers + len(pack.twos):
                    break
                choices = ([face] * (face in naturals) + list(pack.wilds) for face in faces)
                found.update(meld for meld in product(*choices) if kind(meld, rules, False) == "run")
    for rank in pack.ranks:
        same = attrs.evolve(pack, ranks=rank, copies=1 if rules.set_suits == "distinct" else pack.copies)
        for size in range(rules.set_min, min(rules.set_max or 5, 5) + 1):
            melds = (as_group(meld, pack.wild) for meld in multisets(same, size, Counter()))
            found.update(meld for meld in melds if kind(meld, rules, False) == "group")
    return tuple(meld for meld in sorted(found) if fits(pack, meld))


def fits(pack: Pack, cards: Iterable[str]) -> bool:
    return all(count <= pack.supply(face) for face, count in Counter(cards).items())


def owners_of(melds: int, opened: bool) -> tuple[int, ...]:
    """Return the owners of the melds: a player who has opened owns one, and another player the others."""
    return tuple(PLAYER if opened and index == 0 else OTHER for index in range(melds))


def tables(
    pack: Pack, rules: Rules, melds: int, opened: bool, wild: bool
) -> Iterator[tuple[Table, list[Renaming]]]:
    """Yield every table up to the names of the suits, with the renamings that do not change it."""
    known = [meld for meld in table_melds(pack, rules) if wild or not set(meld) & set(pack.wilds)]
    owners = owners_of(melds, opened)
    foreign = melds - int(opened and melds > 0)
    seen: set[tuple[Cards, ...]] = set()
    for chosen in product(known, repeat=melds):
        own, others = chosen[: melds - foreign], chosen[melds - foreign :]
        if list(others) != sorted(others) or not fits(pack, (card for meld in chosen for card in meld)):
            continue
        images = [
            (
                *(renamed_meld(meld, to, pack.wild) for meld in own),
                *sorted(renamed_meld(meld, to, pack.wild) for meld in others),
            )
            for to in RENAMINGS
        ]
        if chosen not in seen:
            seen.update(images)
            keep = [to for to, image in zip(RENAMINGS, images, strict=True) if image == chosen]
            yield tuple(zip(owners, chosen, strict=True)), keep


def hands(
    pack: Pack, used: Counter[str], keep: list[Renaming], size: int
) -> Iterator[tuple[Cards, list[Renaming]]]:
    """Yield every hand of unused cards up to these renamings, with the renamings that change neither hand nor table."""
    seen: set[Cards] = set()
    for hand in map(in_order, multisets(pack, size, used)):
        if len(keep) == 1:
            yield hand, keep
        elif hand not in seen:
            images = [in_order(to[card] for card in hand) for to in keep]
            seen.update(images)
            yield hand, [to for to, image in zip(keep, images, strict=True) if image == hand]


@attrs.frozen
class Family:
    """Positions of one shape.

    Parameters:
        pack: the small pack.
        hand: cards of the acting player after the draw.
        melds: melds on the table.
        opened: True if the acting player has opened; the first meld is then the player's own.
        wild: True to allow wild cards in melds on the table.
        takes: True to add positions in which the discard is to be taken to those after a draw from the stock.
    """

    pack: Pack
    hand: int
    melds: int
    opened: bool
    wild: bool = True
    takes: bool = True

    def spots(self, rules: Rules) -> Iterator[Spot]:
        """Yield every position once for all ways to name the suits, each with one choice of names.

        Positions after the draw from the stock come first, then each card as the discard to take.
        """
        number = 0
        for table, kept in tables(self.pack, rules, self.melds, self.opened, self.wild):
            used = Counter(card for _, meld in table for card in meld)
            for hand, keep in hands(self.pack, used, kept, self.hand):
                seen: set[str] = set()
                for top in (None, *dict.fromkeys(hand if self.takes else ())):
                    if top is not None:
                        if top in seen:
                            continue
                        seen.update(to[top] for to in keep)
                    left = list(hand)
                    if top is not None:
                        left.remove(top)
                    spot = Spot(tuple(left), table, top, self.pack.wild)
                    yield renamed(spot, RENAMINGS[number % len(RENAMINGS)])
                    number += 7
