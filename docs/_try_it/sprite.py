"""Every face of every deck as one SVG sprite, so that cards are there before Python is.

The sprite has a `<symbol>` for each card and one copy of each shape that cards share. The inks of clubs and diamonds
are custom properties: four colours are a matter of the style sheet, and nothing is drawn again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Literal

from rami import Card, Rank, Suit
from rami.ext import svg
from rami.ext.svg import Style

from .words import face

__all__ = ["script", "sprite"]

Faces = Literal["full", "simple", "tiles", "joker_tiles"]
Letters = Literal["international", "french"]

# The French letters change the court cards only.
DECKS: tuple[tuple[Faces, Letters], ...] = (
    ("full", "international"),
    ("simple", "international"),
    ("tiles", "international"),
    ("full", "french"),
    ("simple", "french"),
)
INKS = {Suit.CLUBS: ("#1b1e25", "clubs"), Suit.DIAMONDS: ("#c4162a", "diamonds")}
_SHAPE = re.compile(r"<(?:rect|path)[^>]*/>|<g id=.*?</g>(?=<(?:rect|path|g) id=|$)")
# The paper of a tile, its first corner, its sign, and its other corner: the style sheet may leave the corners out.
_TILE = re.compile(r'(<use href="#\w+-b"/>)(<use [^>]*/>)(.*)(<g transform="rotate.*</g>)', re.DOTALL)
_ID = re.compile(r'id="([^"]+)"')


def sprite() -> str:
    """Return the sprite: shared shapes once, then a symbol for each card of each deck."""
    shapes: dict[str, str] = {}
    symbols: list[str] = []
    for card, faces, letters in _faces():
        style = Style(faces=faces, theme="light", prefix=f"{faces[0]}{letters[0]}", letters=letters)
        picture = _inked(svg.card(card, style).svg, card, faces)
        for shared in re.findall(r"<defs>(.*?)</defs>", picture):
            for shape in _SHAPE.findall(shared):
                shapes.setdefault(_found(_ID, shape), shape)
        drawn = _found(re.compile(r"<title></title>(.*)</g></svg>", re.DOTALL), picture)
        if faces in ("tiles", "joker_tiles"):
            drawn = _TILE.sub(r'\1<g class="corners">\2\4</g><g class="sign">\3</g>', drawn)
        name = f"{faces}-{face(card)}{'-french' if letters == 'french' else ''}"
        if faces == "joker_tiles":
            name = "tiles-joker-named"
        symbols.append(f'<symbol id="{name}" viewBox="0 0 100 140">{drawn}</symbol>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
    return f"{head}<defs>{''.join(shapes.values())}</defs>{''.join(symbols)}</svg>"


def _faces() -> Iterator[tuple[Card, Faces, Letters]]:
    """Yield every picture that the page may show."""
    for faces, letters in DECKS:
        for card in (*map(Card.from_id, range(53)), Card("?")):
            court = card.rank is not None and card.rank >= Rank.JACK
            if (faces == "full" or not card.is_unknown) and (letters == "international" or court):
                yield card, faces, letters
    yield Card("*"), "joker_tiles", "international"


def _inked(picture: str, card: Card, faces: Faces) -> str:
    """Return a picture whose suit has its own ink."""
    if card.suit not in INKS or faces == "tiles":
        return picture
    colour, role = INKS[card.suit]
    return picture.replace(f'"{colour}"', f'"var(--card-{role})"')


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    assert found is not None, text[:200]
    return found[1]


def script() -> str:
    """Return the sprite as a module for the page."""
    return f"export const SPRITE = {json.dumps(sprite())};\n"
