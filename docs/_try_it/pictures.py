"""What the checker shows: pictures of cards, and reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rami import Card, Variant
from rami.errors import Violation
from rami.ext import svg
from rami.ext.svg import Style
from rami.locales import text

__all__ = ["pictures", "reasons", "style_of"]

WIDTH = 64


def style_of(
    variant: Variant, lang: str, four_colours: bool, width: int, faces: Literal["full", "simple"]
) -> Style:
    """Return the way the cards, or the tiles, of a game are drawn."""
    return Style(
        faces=faces if variant.equipment.faces == "cards" else variant.equipment.faces,
        lang=lang,
        four_colours=four_colours,
        card_width=width,
    )


def pictures(variant: Variant, lang: str, four_colours: bool) -> list[dict[str, str]]:
    """Return the 52 cards, the joker and the back of a card."""
    style = style_of(variant, lang, four_colours, WIDTH, "simple")
    drawn = {str(card): svg.card(card, style) for card in (*map(Card.from_id, range(53)), Card("?"))}
    return [
        {"card": card, "name": style.words.card(Card(card)), "svg": each.svg} for card, each in drawn.items()
    ]


def reasons(violations: Iterable[Violation], lang: str) -> list[dict[str, str]]:
    """Return why something is refused."""
    return [{"text": text(each, lang), "rule": each.rule or ""} for each in violations]
