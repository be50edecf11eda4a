"""The drawing of a card: its face, its back, and the badge that shows which card a wild card represents.

Cards overlap, so most of them show only a strip; pips and figures under the next card are left out. An outline that
occurs often is defined once in a picture, as a shape, and each card refers to it.
"""

from __future__ import annotations

from rami.cards import UNKNOWN, Card, Rank, Suit
from rami.errors.texts import are_tiles
from rami.ext.svg._shapes import BACK, COURTS, GLYPHS, HEIGHT, JESTER, PIPS, SUITS, WIDTH
from rami.ext.svg.canvas import Canvas, circle, element, number, rect

_INDEX = 14
"""The x coordinate of the middle of the index, the rank and suit in the corner of a card."""
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
    chosen: bool = False,
) -> None:
    """Draw a card.

    Parameters:
        canvas: the picture to draw on.
        card: the card; an unknown card is drawn as a back.
        x: the left edge of the card.
        y: the top edge of the card.
        scale: the factor by which the card is scaled; at 1 it is 100 units wide.
        visible: the width of the strip that the next card leaves uncovered, in units of the unscaled card.
        goal: the card that a wild card represents; None for other cards.
        tip: the tool tip; None for the name of the card.
        chosen: True to draw a golden frame.
    """
    zoom = "" if scale == 1 else f" scale({number(scale)})"
    kind = "rami-card rami-chosen" if chosen else "rami-card"
    canvas.add(f'<g class="{kind}" data-card="{card}" transform="translate({number(x)} {number(y)}){zoom}">')
    # Browsers show the first child of a group as its tool tip if it is a title.
    canvas.add(canvas.tip(canvas.style.words.card(card, goal) if tip is None else tip))
    body = rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, 8, "{paper}", stroke="{edge}")
    canvas.add(_use(canvas, "b", body))
    if card is UNKNOWN:
        canvas.add(_use(canvas, "k", f"<g>{BACK}</g>"))
    elif card.rank is None or card.suit is None:
        _joker(canvas, visible)
    else:
        _natural(canvas, card.rank, card.suit, visible)
    if goal is not None:
        _badge(canvas, goal)
    if chosen:
        canvas.add(rect(2.5, 2.5, WIDTH - 5, HEIGHT - 5, 7, "none", stroke="{yellow}", stroke_width=5))
    canvas.add("</g>")


def _use(canvas: Canvas, name: str, shape: str, **attributes: str) -> str:
    return element("use", href=canvas.share(name, shape), **attributes)


def _natural(canvas: Canvas, rank: Rank, suit: Suit, visible: float) -> None:
    ink = canvas.style.ink(suit)
    if are_tiles(canvas.style.faces):
        _tile(canvas, rank, suit, ink, visible)
        return
    index = _rank(canvas, rank, ink, _INDEX, 10, 21) + _suit(canvas, suit, ink, _INDEX, 44, 16)
    # A corner appears twice on each card and often on several cards, so draw it once and reuse it.
    corner = _use(canvas, f"i{suit * 13 + rank}", f"<g>{index}</g>")
    canvas.add(corner)
    # Leave out the large suit sign if the next card would cover part of it.
    if canvas.style.faces == "simple":
        if visible > WIDTH / 2:
            canvas.add(_suit(canvas, suit, ink, 58, 92, 62))
        return
    if visible > WIDTH - 30:
        canvas.add(_turned(corner))
    if rank >= Rank.JACK:
        _court(canvas, rank, suit, ink, visible)
    elif rank is Rank.ACE:
        if visible > WIDTH / 2:
            # The ace of spades has a larger sign, as on printed cards.
            canvas.add(_suit(canvas, suit, ink, 50, 70, 52 if suit is Suit.SPADES else 40))
    else:
        # Half a pip is 9 units wide. Leave out a pip only if the next card covers all of it.
        pips = [(px, py) for px, py in PIPS[rank] if px - 9 < visible]
        upper = [_suit(canvas, suit, ink, px, py, 17.5) for px, py in pips if py <= HEIGHT / 2]
        canvas.add("".join(upper))
        lower = [
            _suit(canvas, suit, ink, WIDTH - px, HEIGHT - py, 17.5) for px, py in pips if py > HEIGHT / 2
        ]
        if lower:
            canvas.add(_turned("".join(lower)))


def _tile(canvas: Canvas, rank: Rank, suit: Suit, ink: str, visible: float) -> None:
    dot = circle(_INDEX, 40, 5, f"{{{ink}}}")
    corner = _use(canvas, f"i{suit * 13 + rank}", f"<g>{_digits(canvas, rank, ink, _INDEX, 10, 20)}{dot}</g>")
    canvas.add(corner)
    if visible > WIDTH / 2:
        canvas.add(_digits(canvas, rank, ink, 56, 36, 44))
        canvas.add(circle(56, 102, 11, "none", f"{{{ink}}}"))
    if visible > WIDTH - 30:
        canvas.add(_turned(corner))


def _digits(canvas: Canvas, rank: Rank, ink: str, middle: float, top: float, height: float) -> str:
    """Return the drawing of a number on a tile; ten is a single glyph, as on cards."""
    signs = rank.symbol if rank is Rank.TEN else str(int(rank))
    # Numbers with two digits are smaller, so that they fit into the corner.
    tall = height if len(signs) == 1 else height * 0.8
    widths = [GLYPHS[sign][0] * tall / 100 for sign in signs]
    left = middle - (sum(widths) + 0.2 * tall * (len(signs) - 1)) / 2
    drawn = ""
    for sign, width in zip(signs, widths, strict=True):
        drawn += _glyph(canvas, sign, ink, left + width / 2, top, tall)
        left += width + 0.2 * tall
    return drawn


def _court(canvas: Canvas, rank: Rank, suit: Suit, ink: str, visible: float) -> None:
    # The frame of the figure begins at x = 25, so a narrow strip shows almost nothing of it.
    if visible < 28:
        return
    canvas.add(rect(25, 15, 50, 110, 3, "{frame}"))
    # The robe has the colour of the suit, so the name of the shared shape includes the colour.
    figure = _use(canvas, f"f{rank}{ink}", f"<g>{COURTS[rank].replace('{ink}', f'{{{ink}}}')}</g>")
    half = figure + _suit(canvas, suit, ink, 31, 22, 9)
    canvas.add(half + _turned(half))
    canvas.add(rect(25, 15, 50, 110, 3, "none", stroke="{edge}"))


def _joker(canvas: Canvas, visible: float) -> None:
    name = "OKEY" if canvas.style.faces == "tiles" else "JOKER"
    letters = "".join(
        _glyph(canvas, letter, "red", _INDEX, 10 + 14.5 * index, 11) for index, letter in enumerate(name)
    )
    word = _use(canvas, "j", f"<g>{letters}</g>")
    canvas.add(word)
    if visible > WIDTH / 2:
        place = "18 26) scale(.82" if canvas.style.faces == "simple" else "17 22) scale(.66"
        figure = JESTER.replace("{one}", "{red}").replace("{two}", "{blue}")
        canvas.add(f'<g transform="translate({place})">{figure}</g>')
    if visible > WIDTH - 30 and canvas.style.faces != "simple":
        canvas.add(_turned(word))


def _badge(canvas: Canvas, goal: Card | Rank) -> None:
    """Draw the badge with the card that a wild card represents, at the left edge, where no other card covers it."""
    rank, suit = (goal, None) if isinstance(goal, Rank) else (goal.rank, goal.suit)
    if rank is None:
        return
    ink = "text" if suit is None else canvas.style.ink(suit)
    top = 108 if suit is None else 92
    canvas.add(rect(3, top, 24, HEIGHT - 4 - top, 6, "{paper}", stroke="{yellow}", stroke_width=2.5))
    if are_tiles(canvas.style.faces):
        canvas.add(_digits(canvas, rank, ink, 15, top + 6, 15))
        if suit is not None:
            canvas.add(circle(15, top + 32, 5, f"{{{ink}}}"))
        return
    canvas.add(_rank(canvas, rank, ink, 15, top + 6, 15))
    if suit is not None:
        canvas.add(_suit(canvas, suit, ink, 15, top + 32, 13))


def _rank(canvas: Canvas, rank: Rank, ink: str, middle: float, top: float, height: float) -> str:
    letter = rank.symbol
    if canvas.style.letters == "french":
        letter = _FRENCH.get(letter, letter)
    elif canvas.style.letters is None:
        own = canvas.style.words.language.message("card.letter", letter)
        # Cards are drawn without fonts, and only a few Latin letters have outlines.
        letter = own if own in GLYPHS else letter
    return _glyph(canvas, letter, ink, middle, top, height)


def _glyph(canvas: Canvas, letter: str, ink: str, middle: float, top: float, height: float) -> str:
    width, strokes = GLYPHS[letter]
    shape = element(
        "path", d=strokes, fill="none", stroke_width=16, stroke_linecap="round", stroke_linejoin="round"
    )
    scale = height / 100
    place = _placed(middle - width * scale / 2, top, scale)
    return _use(canvas, f"g{letter}", shape, transform=place, stroke=f"{{{ink}}}")


def _suit(canvas: Canvas, suit: Suit, ink: str, x: float, y: float, size: float) -> str:
    shape = element("path", d=SUITS[suit])
    return _use(canvas, f"s{int(suit)}", shape, transform=_placed(x, y, size / 100), fill=f"{{{ink}}}")


def _placed(x: float, y: float, scale: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({number(scale)})"


def _turned(svg: str) -> str:
    return f'<g transform="rotate(180 50 70)">{svg}</g>'
