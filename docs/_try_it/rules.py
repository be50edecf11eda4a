"""The rulebooks of all games in one language, as the page shows them before Python is there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rami import Card, rulebook, variants
from rami.locales.rulebooks.values import Rulebook

from .words import face

__all__ = ["rules"]


def rules(lang: str) -> str:
    """Return the rulebooks as JSON, by game.

    Parameters:
        lang: the language.
    """
    books = {slug: _book(rulebook(variants.get(slug), lang)) for slug in variants.available()}
    return json.dumps(books, ensure_ascii=False, separators=(",", ":"))


def _book(book: Rulebook) -> dict[str, Any]:
    return {
        "title": book.title,
        "box": book.box,
        "sections": [
            {
                "title": section.title,
                "sentences": [{"text": each.text, "mark": mark.strip()} for mark, each in section.marks()],
                "table": section.table,
                "heading": section.examples_title,
                "examples": [
                    {"cards": _cards(each.cards), "sign": each.sign, "text": each.text}
                    for each in section.examples
                ],
            }
            for section in book.sections
        ],
    }


def _cards(groups: Iterable[Iterable[Card]]) -> list[list[str]]:
    return [[face(card) for card in group] for group in groups]
