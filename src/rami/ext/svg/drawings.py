"""Pictures of cards, hands and melds.

The unit of size is a hundredth of a card's width; `Style.card_width` scales the finished picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rami.cards import Card, CardsLike, parse_cards
from rami.cards.melds import Meld, MeldLike, Placed, meld_or_cards
from rami.errors.violations import bounded
from rami.ext.svg._faces import draw_card
from rami.ext.svg._shapes import HEIGHT, WIDTH
from rami.ext.svg.canvas import Canvas, Picture, rect
from rami.ext.svg.style import Style
from rami.ext.svg.words import goal_of, goals_of

__all__ = ["card", "hand", "meld", "melds"]

DEFAULT = Style()
"""The default style of pictures."""

_STEP = 34
"""The distance from one card in a row to the next, which leaves the index in the corner visible."""
_GAP = 26


def row_width(count: int, step: float = _STEP) -> float:
    """Return the width of a row of `count` overlapping cards in units."""
    return WIDTH + step * (count - 1) if count else 0


def outline(x: float, y: float, width: float, height: float, colour: str) -> str:
    """Return a dashed outline, which marks an empty place for cards."""
    return rect(x, y, width, height, 8, "none", stroke=colour, stroke_width=2, stroke_dasharray="6 6")


def draw_row(
    canvas: Canvas,
    row: Meld | tuple[Card, ...],
    x: float,
    y: float,
    scale: float,
    step: float = _STEP,
    chosen: Iterable[Card] = (),
) -> None:
    """Draw overlapping cards from left to right; each wild card of a meld shows the card that it represents."""
    # Count the chosen cards down, so that if only one of two equal cards was chosen, only one gets a frame.
    framed = Counter(chosen)
    for index, (each, goal) in enumerate(goals_of(row)):
        visible = WIDTH if index == len(row) - 1 else step
        place = x + index * step * scale
        draw_card(canvas, each, place, y, scale, visible=visible, goal=goal, chosen=framed[each] > 0)
        framed[each] -= 1


_NOTHING = outline(2, 2, WIDTH - 4, HEIGHT - 4, "{edge}")


def card(card: str | Card | Placed, style: Style = DEFAULT) -> Picture:
    """Draw one card.

    Parameters:
        card: the card, its text, or a `Placed` card of a meld; a wild card of a meld shows in a corner which card it
            represents.
        style: the style of the picture.

    Raises:
        InvalidCards: the text does not name exactly one card.

    >>> card("Q♥")
    <Picture 100x140: queen of hearts>
    >>> from rami import Run
    >>> card(Run("7♠ * 9♠").placed[1]).title
    'joker as eight of spades'
    """
    face, goal = goal_of(card) if isinstance(card, Placed) else (Card(card), None)
    canvas = Canvas(style)
    # The title of the picture already names the card, so the card gets no tool tip.
    draw_card(canvas, face, 0, 0, 1, goal=goal, tip="")
    return canvas.finish(WIDTH, HEIGHT, style.words.card(face, goal))


def hand(cards: CardsLike, style: Style = DEFAULT, *, chosen: CardsLike = ()) -> Picture:
    """Draw a hand as overlapping cards, in the given order; a hand given as `Cards` is sorted.

    Parameters:
        cards: the cards, or their text; ``?`` is a face-down card.
        style: the style of the picture.
        chosen: the cards that get a golden frame; name a card twice to frame both copies.

    Raises:
        InvalidCards: an argument contains a value that is not a card.

    >>> hand("7♠ 8♠ * ? ?").title
    'Hand: seven of spades, eight of spades, joker, 2 face-down cards'
    """
    faces = parse_cards(cards)
    canvas = Canvas(style)
    if faces:
        draw_row(canvas, faces, 0, 0, 1, chosen=parse_cards(chosen))
    else:
        canvas.add(_NOTHING)
    title = style.words.title("hand", cards=style.words.cards(faces))
    return canvas.finish(row_width(len(faces)) or WIDTH, HEIGHT, title)


def meld(meld: MeldLike, style: Style = DEFAULT) -> Picture:
    """Draw a meld; each wild card shows in a corner which card it represents.

    Parameters:
        meld: the meld, or plain cards, which are drawn in the given order.
        style: the style of the picture.

    Raises:
        InvalidCards: the value is neither a meld nor cards.

    >>> from rami import Run
    >>> meld(Run("7♠ * 9♠")).title
    'Run: seven of spades, joker as eight of spades, nine of spades'
    """
    return melds([meld], style)


def melds(melds: Iterable[MeldLike], style: Style = DEFAULT, *, left: CardsLike = ()) -> Picture:
    """Draw several melds side by side, such as the melds of a lay-down or an arrangement.

    Parameters:
        melds: the melds; a meld may be given as plain cards.
        style: the style of the picture.
        left: the unmatched cards, which are drawn after the melds.

    Raises:
        InvalidCards: one of the values is neither a meld nor cards.

    >>> melds(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]).width
    362
    """
    # Plain cards keep the given order, because only the rules of a game could arrange them as a meld.
    found = [meld_or_cards(each) for each in bounded(melds)]
    rest = parse_cards(left)
    canvas = Canvas(style)
    x = 0.0
    for each in found:
        draw_row(canvas, each, x, 0, 1)
        x += row_width(len(each)) + _GAP
    if rest:
        x += _GAP if found else 0
        draw_row(canvas, rest, x, 0, 1)
        x += row_width(len(rest)) + _GAP
    if not found and not rest:
        canvas.add(_NOTHING)
        x = WIDTH + _GAP
    words = style.words
    captions = [words.meld(each) for each in found]
    if rest or not found:
        captions.append(words.say("left", cards=words.cards(rest)) if found else words.cards(rest))
    return canvas.finish(x - _GAP, HEIGHT, "; ".join(captions))
