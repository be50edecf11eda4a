"""Multisets of cards, for hands and other cards whose order does not matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import final

import attrs

from rami._base.values import Value
from rami._kernel.results import Multiset, multiset
from rami.cards.faces import FACES, Card, CardsLike, cards_of, parse_cards, valid_id
from rami.errors import InvalidCards, Reason, Violation, reject
from rami.errors.checks import integer
from rami.errors.violations import bounded

__all__ = ["Cards"]


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Cards(Value, Multiset, Collection[Card]):
    """An immutable multiset of cards, in the order of card ids.

    Two values are equal if they contain the same number of copies of each card. ``+`` adds cards. ``-``
    removes cards, and ignores cards that are not there. ``&`` and ``|`` take the smaller and the larger count
    of each card. ``<=``, ``<``, ``>=`` and ``>`` compare by inclusion.

    Parameters:
        cards: cards in any form that `parse_cards` accepts; no cards by default.

    Attributes:
        ids: the card ids in ascending order.

    Raises:
        InvalidCards: part of the argument is not a card (one violation for each part, at most forty).

    >>> hand = Cards("9♠ 7s * 7s")
    >>> hand
    Cards('7♠ 7♠ 9♠ *')
    >>> hand - Cards("7s 8s"), hand.count("7s"), "8s" in hand
    (Cards('7♠ 9♠ *'), 2, False)
    >>> Cards("7s 7s") <= hand
    True
    """

    ids: bytes

    def __init__(self, cards: CardsLike = ()) -> None:
        self.__attrs_pre_init__()
        ids = cards.ids if isinstance(cards, Cards) else bytes(sorted(card.id for card in parse_cards(cards)))
        object.__setattr__(self, "ids", ids)

    @classmethod
    def from_ids(cls, ids: Iterable[int]) -> Cards:
        """Return the multiset of these card ids, which may come in any order.

        Raises:
            InvalidCards: an id is not an integer from 0 to 53.

        >>> Cards.from_ids([52, 0, 0])
        Cards('A♣ A♣ *')
        """
        return cards_of_sorted(bytes(sorted(map(valid_id, bounded(ids)))))

    @classmethod
    def from_mask(cls, mask: int) -> Cards:
        """Return the cards of a bit mask (see `mask`).

        Raises:
            InvalidCards: the mask is not an integer from 0 to 2 ** 54 - 1.

        >>> Cards.from_mask(0b111)
        Cards('A♣ 2♣ 3♣')
        """
        # A negative number is never shifted down to 0, so this refuses it too.
        if type(mask) is not int or mask >> FACES:
            reject(InvalidCards, integer("mask", mask, 0, (1 << FACES) - 1))
        return cards_of_sorted(bytes([number for number in range(FACES) if mask >> number & 1]))

    @property
    def mask(self) -> int:
        """The cards as a bit mask, in which bit `Card.id` is set for each card.

        Raises:
            InvalidCards: the multiset contains a card more than once.

        >>> Cards("A♣ 2♣ 3♣").mask
        7
        """
        mask = 0
        for number in self.ids:
            if mask >> number & 1:
                raise InvalidCards(Violation(Reason.CARDS_REPEATED, None, {"card": Card.from_id(number)}))
            mask |= 1 << number
        return mask

    def add(self, card: Card | str) -> Cards:
        """Return these cards plus one more.

        >>> Cards("7s").add("7s")
        Cards('7♠ 7♠')
        """
        return cards_of_sorted(bytes(sorted((*self.ids, Card(card).id))))

    def remove(self, card: Card | str) -> Cards:
        """Return these cards without one copy of `card`.

        Raises:
            InvalidCards: the card is not among them.

        >>> Cards("7s 7s 8s").remove("7s")
        Cards('7♠ 8♠')
        """
        face = Card(card)
        place = self.ids.find(face.id)
        if place < 0:
            raise InvalidCards(Violation(Reason.CARD_ABSENT, params={"card": str(face)}))
        return cards_of_sorted(self.ids[:place] + self.ids[place + 1 :])

    def count(self, card: Card | str) -> int:
        """Return the number of copies of `card`."""
        return self.ids.count(Card(card).id)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.ids))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, (Card, str)) and Card(card).id in self.ids

    def __eq__(self, other: object) -> bool:
        return self.ids == other.ids if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        # Python salts the hash of bytes in each process, which would change the order of sets of hands. Hash
        # an int instead.
        return hash(int.from_bytes(self.ids, "big"))

    # Python evaluates `>=` and `>` with the reflected method of the other value.

    def __le__(self, other: Cards) -> bool:
        if type(other) is not Cards:
            return NotImplemented
        return all(self.ids.count(number) <= other.ids.count(number) for number in set(self.ids))

    def __lt__(self, other: Cards) -> bool:
        if type(other) is not Cards:
            return NotImplemented
        return len(self) < len(other) and self <= other

    def __add__(self, other: Cards) -> Cards:
        if type(other) is not Cards:
            return NotImplemented
        return cards_of_sorted(bytes(sorted(self.ids + other.ids)))

    def __sub__(self, other: Cards) -> Cards:
        return self._counting(other, lambda mine, theirs: max(mine - theirs, 0))

    def __and__(self, other: Cards) -> Cards:
        return self._counting(other, min)

    def __or__(self, other: Cards) -> Cards:
        return self._counting(other, max)

    def _counting(self, other: Cards, copies: Callable[[int, int], int]) -> Cards:
        if type(other) is not Cards:
            return NotImplemented
        faces = sorted({*self.ids, *other.ids})
        return cards_of_sorted(
            b"".join(bytes((face,)) * copies(self.ids.count(face), other.ids.count(face)) for face in faces)
        )

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})" if self.ids else "Cards()"

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return Cards.from_ids, (self.ids,)


cards_of_sorted: Callable[[bytes], Cards] = partial(multiset, Cards)
"""Return the multiset of valid ids in ascending order, without checks."""
