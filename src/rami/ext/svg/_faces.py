"""One card: its face, its back, and the badge of a wild card that stands for another."""

from __future__ import annotations

from rami.cards import UNKNOWN, Card, Rank, Suit
from rami.ext.svg._shapes import BACK, COURTS, GLYPHS, HEIGHT, JESTER, PIPS, SUITS, WIDTH
from rami.ext.svg.canvas import Canvas, number

__all__ = ["draw_card"]

_INDEX = 14
"""The middle of the corner index."""
_FRENCH = {"J": "V", "Q": "D", "K": "R"}


def draw_card(
    canvas: Canvas,
    card: Card,
    x: float,
    y: float,
    scale: float,
    *,
    visible: float = WIDTH,
    goal: Card | Rank | None = None,
    tip: str | None = None,
) -> None:
    """Draw a card with its top left corner at a place.

    Parameters:
        canvas: where.
        card: which; the back for one that is not known.
        x: the left edge.
        y: the upper edge.
        scale: 1 for a card 100 wide.
        visible: how much of that width the next card leaves to be seen.
        goal: what a wild card stands for.
        tip: the tool tip, the name of the card if it is not given.
    """
    words = canvas.style.words
    zoom = "" if scale == 1 else f" scale({number(scale)})"
    canvas.add(f'<g transform="translate({number(x)} {number(y)}){zoom}">')
    canvas.add(canvas.tip(words.card(card) if tip is None else tip))
    body = canvas.share(
        "b",
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8" fill="{{paper}}" stroke="{{edge}}"/>',
    )
    canvas.add(f'<use href="{body}"/>')
    if card is UNKNOWN:
        canvas.add(f'<use href="{canvas.share("k", f"<g>{BACK}</g>")}"/>')
    elif card.rank is None or card.suit is None:
        _joker(canvas, visible)
    else:
        _natural(canvas, card.rank, card.suit, visible)
    if goal is not None:
        _badge(canvas, goal)
    canvas.add("</g>")


def _natural(canvas: Canvas, rank: Rank, suit: Suit, visible: float) -> None:
    ink = canvas.style.ink(suit)
    index = _rank(canvas, rank, ink, _INDEX, 10, 21) + _suit(canvas, suit, ink, _INDEX, 44, 16)
    corner = canvas.share(f"i{suit * 13 + rank}", f"<g>{index}</g>")
    canvas.add(f'<use href="{corner}"/>')
    if canvas.style.faces == "simple":
        if visible > WIDTH / 2:
            canvas.add(_suit(canvas, suit, ink, 58, 92, 62))
        return
    if visible > WIDTH - 30:
        canvas.add(_turned(f'<use href="{corner}"/>'))
    if rank >= Rank.JACK:
        _court(canvas, rank, suit, ink, visible)
    elif rank is Rank.ACE:
        if visible > WIDTH / 2:
            canvas.add(_suit(canvas, suit, ink, 50, 70, 52 if suit is Suit.SPADES else 40))
    else:
        pips = PIPS[rank]
        upper = [(px, py) for px, py in pips if py <= HEIGHT / 2 and px - 9 < visible]
        lower = [(px, py) for px, py in pips if py > HEIGHT / 2 and px - 9 < visible]
        canvas.add("".join(_suit(canvas, suit, ink, px, py, 17.5) for px, py in upper))
        turned = "".join(_suit(canvas, suit, ink, WIDTH - px, HEIGHT - py, 17.5) for px, py in lower)
        if turned:
            canvas.add(_turned(turned))


def _court(canvas: Canvas, rank: Rank, suit: Suit, ink: str, visible: float) -> None:
    if visible < 28:
        return
    canvas.add('<rect x="25" y="15" width="50" height="110" rx="3" fill="{frame}"/>')
    figure = canvas.share(f"f{rank}{ink}", f"<g>{COURTS[rank].replace('{ink}', f'{{{ink}}}')}</g>")
    half = f'<use href="{figure}"/>' + _suit(canvas, suit, ink, 31, 22, 9)
    canvas.add(half + _turned(half))
    canvas.add('<rect x="25" y="15" width="50" height="110" rx="3" fill="none" stroke="{edge}"/>')


def _joker(canvas: Canvas, visible: float) -> None:
    letters = "".join(
        _glyph(canvas, letter, "red", _INDEX, 10 + 14.5 * index, 11) for index, letter in enumerate("JOKER")
    )
    word = canvas.share("j", f"<g>{letters}</g>")
    canvas.add(f'<use href="{word}"/>')
    if visible > WIDTH / 2:
        place = "17 22) scale(.66" if canvas.style.faces == "full" else "18 26) scale(.82"
        figure = JESTER.replace("{one}", "{red}").replace("{two}", "{blue}")
        canvas.add(f'<g transform="translate({place})">{figure}</g>')
    if visible > WIDTH - 30 and canvas.style.faces == "full":
        canvas.add(_turned(f'<use href="{word}"/>'))


def _badge(canvas: Canvas, goal: Card | Rank) -> None:
    """What a wild card stands for, where the next card does not hide it."""
    rank = goal if isinstance(goal, Rank) else goal.rank
    suit = None if isinstance(goal, Rank) else goal.suit
    if rank is None:
        return
    ink = "text" if suit is None else canvas.style.ink(suit)
    top = 108 if suit is None else 92
    canvas.add(
        f'<rect x="3" y="{top}" width="24" height="{HEIGHT - 4 - top}" rx="6" fill="{{paper}}" stroke="{{gold}}"'
        ' stroke-width="2.5"/>'
    )
    canvas.add(_rank(canvas, rank, ink, 15, top + 6, 15))
    if suit is not None:
        canvas.add(_suit(canvas, suit, ink, 15, top + 32, 13))


def _rank(canvas: Canvas, rank: Rank, ink: str, middle: float, top: float, height: float) -> str:
    letter = rank.symbol
    if canvas.style.letters == "french":
        letter = _FRENCH.get(letter, letter)
    return _glyph(canvas, letter, ink, middle, top, height)


def _glyph(canvas: Canvas, letter: str, ink: str, middle: float, top: float, height: float) -> str:
    width, strokes = GLYPHS[letter]
    shape = canvas.share(
        f"g{letter}",
        f'<path d="{strokes}" fill="none" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>',
    )
    scale = height / 100
    left = number(middle - width * scale / 2)
    place = f"translate({left} {number(top)}) scale({number(scale)})"
    return f'<use href="{shape}" transform="{place}" stroke="{{{ink}}}"/>'


def _suit(canvas: Canvas, suit: Suit, ink: str, x: float, y: float, size: float) -> str:
    shape = canvas.share(f"s{int(suit)}", f'<path d="{SUITS[suit]}"/>')
    place = f"translate({number(x)} {number(y)}) scale({number(size / 100)})"
    return f'<use href="{shape}" transform="{place}" fill="{{{ink}}}"/>'


def _turned(svg: str) -> str:
    return f'<g transform="rotate(180 50 70)">{svg}</g>'
