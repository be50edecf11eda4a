"""Rulebooks as the page shows them: those of all games are there before Python is, that of a house is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rami import Card, Variant, rulebook, variants

from .words import face

__all__ = ["book", "rules"]


def rules(lang: str) -> str:
    """Return the rulebooks as JSON, by game.

    Parameters:
        lang: the language.
    """
    books = {slug: book(variants.get(slug), lang) for slug in variants.available()}
    return json.dumps(books, ensure_ascii=False, separators=(",", ":"))


def book(variant: Variant, lang: str) -> dict[str, Any]:
    """Return the rulebook of a game.

    Parameters:
        variant: the game.
        lang: the language.
    """
    found = rulebook(variant, lang)
    return {
        "title": found.title,
        "box": found.box,
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
            for section in found.sections
        ],
    }


def _cards(groups: Iterable[Iterable[Card]]) -> list[list[str]]:
    return [[face(card) for card in group] for group in groups]
