"""What the checker and the table have in common: pictures, the order of a hand, reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from rami import Card, Variant
from rami.errors import Violation
from rami.ext import svg
from rami.ext.svg import Style
from rami.locales import text

__all__ = ["by_suit", "knocks", "pictures", "reasons", "style_of"]

WIDTH = 64


def style_of(
    variant: Variant, lang: str, four_colours: bool, width: int, faces: Literal["full", "simple"]
) -> Style:
    """How the cards, or the tiles, of a game are drawn."""
    return Style(
        faces="tiles" if variant.equipment.faces == "tiles" else faces,
        lang=lang,
        four_colours=four_colours,
        card_width=width,
    )


def pictures(variant: Variant, lang: str, four_colours: bool) -> list[dict[str, str]]:
    """The 52 cards, the joker and the back of a card."""
    style = style_of(variant, lang, four_colours, WIDTH, "simple")
    drawn = {str(card): svg.card(card, style) for card in (*map(Card.from_id, range(53)), Card("?"))}
    return [
        {"card": card, "name": style.words.card(Card(card)), "svg": each.svg} for card, each in drawn.items()
    ]


def by_suit(hand: Iterable[Card]) -> list[Card]:
    """The cards by suit, black and red by turns, jokers last."""
    order = (0, 1, 3, 2)
    return sorted(hand, key=lambda card: (4 if card.suit is None else order[card.suit], card))


def knocks(variant: Variant) -> bool:
    """Whether the round ends by showing a hand, so that nothing is laid down."""
    return getattr(variant.closing, "knock_limit", None) is not None


def reasons(violations: Iterable[Violation], lang: str, *shown: Any) -> list[dict[str, str]]:
    """Why something is refused; the names of the players, the melds on the table and the game may follow."""
    return [{"text": text(each, lang, *shown), "rule": each.rule or ""} for each in violations]
