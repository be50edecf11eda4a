"""Cards, tiles, melds, moves and turns, and how each of them is written as text."""

from __future__ import annotations

from rami.cards.faces import JOKER, UNKNOWN, Card, CardsLike, Rank, Suit, parse_cards
from rami.cards.multisets import Cards

__all__ = ["JOKER", "UNKNOWN", "Card", "Cards", "CardsLike", "Rank", "Suit", "parse_cards"]
