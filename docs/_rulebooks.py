"""The rulebook of every built-in game in every language, made when the pages are built."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from rami import Card, Suit, rulebook, variants
from rami.locales import languages
from rami.rulebooks import Rulebook

PAGES = Path(__file__).parent / "rulebook"
RED = (Suit.DIAMONDS, Suit.HEARTS)


def write_rulebooks() -> None:
    """Write the pages that have changed."""
    for slug in variants.available():
        for lang in languages():
            name = slug if lang == "en" else f"{slug}-{lang}"
            page, text = PAGES / f"{name}.md", _page(rulebook(variants.get(slug), lang))
            if not page.exists() or page.read_text(encoding="utf-8") != text:
                page.write_text(text, encoding="utf-8")


def _page(book: Rulebook) -> str:
    return book.markdown(draw=lambda cards: "".join(_row(book, group) for group in cards))


def _row(book: Rulebook, cards: tuple[Card, ...]) -> str:
    return f'<span class="cards">{"".join(_drawn(book, cards))}</span>'


def _drawn(book: Rulebook, cards: tuple[Card, ...]) -> Iterator[str]:
    for card in cards:
        kind = "card red" if card.suit in RED else "card"
        text = "★" if card.is_joker else escape(book.letters[card.id])
        yield f'<span class="{kind}">{text}</span>'
