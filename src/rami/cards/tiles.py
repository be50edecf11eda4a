"""Handle the tiles of Okey as cards: find the wild tile of a round, and read the tiles on a rack.

Red, yellow, blue and black tiles are hearts, diamonds, clubs and spades, and the numbers 1 to 13 are the
ranks from ace to king. The two wild tiles of a round, the okeys, become jokers, and the two false jokers become the
tiles with the okeys' number and colour (OKE-WILD-01, OKE-WILD-03). `Card` reads tiles, and `Card.tile` writes them.
Sentences say "tile" instead of "card" if you pass the variant to `rami.locales.text`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rami.cards.faces import JOKER, Card
from rami.errors import InvalidCards, Reason, Violation

__all__ = ["FALSE_JOKER", "on_rack", "wild_tile"]

FALSE_JOKER = "F"
"""The text of a false joker on a rack."""


def wild_tile(turned: Card | str) -> Card:
    """Return the wild tile: the next number in the colour of the tile turned up; 1 follows 13.

    Parameters:
        turned: the tile turned up.

    Raises:
        InvalidCards: the argument is not a tile with a number.

    >>> wild_tile("9b").tile, wild_tile("13r").tile
    ('10b', '1r')
    """
    card = Card(turned)
    if card.rank is None or card.suit is None:
        raise InvalidCards(Violation(Reason.TURNED_NOT_NATURAL, None, {"card": card}))
    return Card.of(card.rank % 13 + 1, card.suit)


def on_rack(tiles: Iterable[str], turned: Card | str) -> tuple[Card, ...]:
    """Return the cards that the tiles on a rack represent in a round, in the same order.

    The wild tiles become jokers, and each false joker becomes an ordinary tile with the number and colour of
    the wild tile.

    Parameters:
        tiles: the tiles, each as a number and the letter of its colour, or as `FALSE_JOKER`.
        turned: the tile turned up.

    Raises:
        InvalidCards: a string is not a tile.

    >>> [card.tile for card in on_rack(["10b", "F", "9b"], turned="9b")]
    ['*', '10b', '9b']
    """
    wild = wild_tile(turned)
    cards: list[Card] = []
    for tile in tiles:
        card = wild if tile == FALSE_JOKER else Card(tile)
        # OKE-WILD-03: a false joker has the wild face, but is an ordinary tile.
        cards.append(JOKER if card is wild and tile != FALSE_JOKER else card)
    return tuple(cards)
