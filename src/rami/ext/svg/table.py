"""Pictures of a table: the seats with their cards, the stock, the discards and the melds.

The viewer sits at the bottom, and the other players sit along the top in playing order. Between them, the piles are on
the left, and the melds, grouped by player, on the right. A narrow picture, for a phone, has the same parts one below
the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import attrs

from rami.cards import UNKNOWN, Card, Cards, CardsLike, Rank, parse_cards
from rami.cards.tiles import wild_tile
from rami.errors import RamiError, reject
from rami.errors.checks import flag, instance, viewer
from rami.errors.texts import TILES
from rami.errors.violations import bounded
from rami.ext.svg._faces import draw_card
from rami.ext.svg._shapes import HEIGHT, WIDTH
from rami.ext.svg.canvas import Canvas, Picture, element, number, rect
from rami.ext.svg.drawings import DEFAULT, draw_row, outline, row_width
from rami.ext.svg.style import Style
from rami.ext.svg.words import Words
from rami.locales import name
from rami.rounds.events import CardDiscarded, Event
from rami.rounds.round import Round
from rami.rounds.transfers import melds_put
from rami.rounds.views import PlayerView

__all__ = ["table"]

_WIDE, _NARROW = 1000, 480
_PAD = 20
_GAP = 14
_HEAD = 62
"""The height of the two lines of text above the cards of a seat."""
# The scales of cards in the hand at the bottom, in open hands, in hidden hands, in melds and on piles.
_OWN, _OPEN, _CLOSED, _MELD, _PILE = 0.8, 0.5, 0.4, 0.56, 0.8
_PILES = 300
_BETWEEN = 18
_MELD_ROW = 36 + HEIGHT * _MELD + 14
_SHOWN = 5
_TURNED = 128
"""The width of the card turned up beside the stock, with the caption that names the wild cards."""
_MOST_IN_A_ROW = 4
_APART = 75
"""The gap between the melds of a hand that is shown at the end of the round."""
_BY_COLOUR = (0, 1, 3, 2)
"""The order of the suits in a hand: clubs, diamonds, spades, hearts, so that black and red alternate."""


@attrs.frozen
class _Scene:
    """What to draw: the position, the captions, the names, the seat at the bottom, the width, and the highlights."""

    position: PlayerView | Round
    words: Words
    names: tuple[str, ...]
    below: int | None
    wide: int
    chosen: tuple[Card, ...]
    changed: frozenset[int]
    discarded: bool

    @property
    def stock(self) -> int:
        """The number of cards in the stock."""
        position = self.position
        return position.stock_size if isinstance(position, PlayerView) else len(position.stock)

    @property
    def turned(self) -> Card | None:
        """The card turned up beside the stock; None if there is none."""
        position = self.position
        return position.turned if isinstance(position, PlayerView) else position.setup.turned

    @property
    def wild(self) -> str:
        """A caption for the cards that the turned-up card makes wild; "" if there are none."""
        variant, turned, words = self.position.variant, self.turned, self.words
        if turned is None:
            return ""
        if variant.dealing.turned_card == "wild_rank":
            return words.say("wild", rank=name(turned.rank or Rank.ACE, words.language))
        if variant.equipment.faces == TILES and not turned.is_joker:
            return words.say("okey", card=words.card(wild_tile(turned)))
        return ""

    def parts(self, seat: int) -> tuple[tuple[Card, ...], ...]:
        """Return a sorted hand in one part; a hand shown after a knock has several: its melds and the other cards."""
        hand = self.position.hands[seat]
        shown = self._at_showdown(seat) if hand else None
        if shown is None:
            return (_sorted(hand),)
        melds, laid_off, left = shown
        return tuple(filter(None, (*melds, laid_off, left)))

    def deadwood(self, seat: int) -> int | None:
        """Return the points of the unmatched cards in a hand that is shown after a knock; otherwise None."""
        shown = self._at_showdown(seat) if seat in self.position.context.playing else None
        return None if shown is None else self.position.variant.deadwood(shown[2])

    def _at_showdown(
        self, seat: int
    ) -> tuple[list[tuple[Card, ...]], tuple[Card, ...], tuple[Card, ...]] | None:
        """Return the melds of a hand shown after a knock, the cards laid off from it, and the unmatched cards."""
        position, hand = self.position, self.position.hands[seat]
        if position.knock is None or UNKNOWN in hand:
            return None
        if position.outcome is None or not position.outcome.deadwood:
            best = position.variant.best_melds(hand, "deadwood")
            return [each.cards for each in best.melds], (), _sorted(best.left)
        # The outcome gives the deadwood after lay-offs. To lay off more, a player may have split the hand in another
        # way than the one that leaves the least deadwood without them.
        left = position.outcome.deadwood[seat]
        best = position.variant.best_melds(hand - left, "cards")
        return [each.cards for each in best.melds], _sorted(best.left), _sorted(left)

    @property
    def piles(self) -> int:
        """The width of the stock, the discards and the turned-up card."""
        return _PILES + (0 if self.turned is None else _TURNED)

    @property
    def task(self) -> str:
        """A caption that says what the player to act has to do."""
        position = self.position
        drawer = position.drawer if isinstance(position, PlayerView) else position.setup.drawer
        return self.words.phase(position.phase, out_of_turn=drawer is not None)

    @property
    def seats(self) -> list[int]:
        """The seats along the top, clockwise from the seat at the bottom."""
        count = self.position.context.seats
        first = 0 if self.below is None else self.below + 1
        order = [(first + step) % count for step in range(count)]
        return [seat for seat in order if seat != self.below]


def table(
    position: PlayerView | Round,
    style: Style = DEFAULT,
    *,
    names: Sequence[str] | None = None,
    seat: int | None = None,
    chosen: CardsLike = (),
    last: Iterable[Event] = (),
    narrow: bool = False,
) -> Picture:
    """Draw a round.

    A view is drawn as the viewer sees the table: hidden cards are face down, and equal views give equal pictures. A
    round is drawn as the server sees it, with every hand face up and only the stock face down.

    Parameters:
        position: the view or the round to draw.
        style: the style of the picture.
        names: the names of the players by seat; None for numbers.
        seat: the seat at the lower edge; None for the viewer of a view or, in a round, the player to act.
        chosen: the cards of this seat that get a golden frame.
        last: the events of the last move; the discard and the melds that it changed get a frame.
        narrow: True for a narrow picture that fits a phone held upright.

    Raises:
        InvalidCards: `chosen` contains a value that is not a card.
        RamiError: the position is neither a view nor a round, `seat` does not exist, or `names` does not have a name
            for each seat.

    >>> from rami import Round, variants
    >>> table(Round.deal(variants.GIN, seed=7).view(0), names=["Ana", "Bo"]).title
    'Gin, round 1: Bo may take the upcard'
    """
    reject(RamiError, [*instance("position", position, PlayerView, Round), *instance("style", style, Style)])
    count = position.context.seats
    reject(RamiError, viewer("seat", seat, range(count)))
    if position.variant.equipment.faces != "cards":
        style = attrs.evolve(style, faces=position.variant.equipment.faces)
    # A round has no viewer, so the player to act sits at the bottom.
    usual = position.viewer if isinstance(position, PlayerView) else position.player
    below = usual if seat is None else seat
    reject(RamiError, flag("narrow", narrow))
    events = bounded(last)
    changed = frozenset(laid.id for event in events for laid in melds_put(event))
    discarded = any(isinstance(event, CardDiscarded) for event in events)
    wide = _NARROW if narrow else _WIDE
    words = style.words
    players = words.players(names, count)
    scene = _Scene(position, words, players, below, wide, parse_cards(chosen), changed, discarded)
    canvas = Canvas(style)
    below_rivals = _draw_rivals(canvas, scene, _PAD)
    below_melds = _draw_piles_and_melds(canvas, scene, below_rivals)
    height = _draw_own_seat(canvas, scene, below_melds) + _PAD
    felt = rect(3, 3, wide - 6, height - 6, 24, "{felt}", stroke="{rim}", stroke_width=6)
    canvas.add_below(felt)
    return canvas.finish(wide, height, _title(scene), _description(scene))


def _draw_rivals(canvas: Canvas, scene: _Scene, y: float) -> float:
    """Draw the seats along the top; return the y coordinate below them."""
    seats = scene.seats
    # Make rows of similar length: six rivals sit in two rows of three, not in rows of four and two.
    rows = -(-len(seats) // (_MOST_IN_A_ROW if scene.wide == _WIDE else 1))
    columns = -(-len(seats) // rows)
    # Without this limit, the plate of a single rival, as in gin, would be as wide as the table.
    wide = min((scene.wide - 2 * _PAD - _GAP * (columns - 1)) / columns, 470)
    for start in range(0, len(seats), columns):
        row = seats[start : start + columns]
        hands = [scene.position.hands[seat] for seat in row]
        # Face-down cards show only their number, so they may be smaller than faces.
        scale = _OPEN if any(hand and UNKNOWN not in hand for hand in hands) else _CLOSED
        x = (scene.wide - wide * len(row) - _GAP * (len(row) - 1)) / 2
        for seat in row:
            _draw_seat(canvas, scene, seat, x, y, wide, scale)
            x += wide + _GAP
        y += _HEAD + HEIGHT * scale + 12 + _GAP
    return y


def _draw_own_seat(canvas: Canvas, scene: _Scene, y: float) -> float:
    """Draw the seat at the bottom; return the y coordinate below it."""
    if scene.below is None:
        return y - _GAP
    return y + _draw_seat(canvas, scene, scene.below, _PAD, y, scene.wide - 2 * _PAD, _OWN)


def _draw_seat(
    canvas: Canvas, scene: _Scene, seat: int, x: float, y: float, wide: float, scale: float
) -> float:
    """Draw a seat with the player's name, the known facts and the cards; return its height."""
    words, position = scene.words, scene.position
    outcome = position.outcome
    acts = seat == position.player and outcome is None
    parts = scene.parts(seat)
    cards = [card for part in parts for card in part]
    high = _HEAD + HEIGHT * scale + 12 if cards or scale != _OWN else _HEAD
    border = {"stroke": "{gold}", "stroke_width": "3"} if acts else {}
    canvas.add(f'<g class="rami-seat" data-seat="{seat}">')
    canvas.add(rect(x, y, wide, high, 14, "{plate}", **border))
    left = x + 14
    if seat == position.context.dealer:
        # The D for dealer is drawn as an outline, so that it needs no font.
        coin = element("circle", cx=left + 10, cy=y + 21, r=10, fill="{gold}")
        letter = element(
            "path",
            d=f"M{number(left + 6.5)} {number(y + 15)}V{number(y + 27)}h3.5c7 0 7-12 0-12Z",
            fill="none",
            stroke="{line}",
            stroke_width=2.5,
            stroke_linejoin="round",
        )
        canvas.add(element("g", canvas.tip(words.say("dealer")) + coin + letter))
        left += 28
    done = ""
    if acts:
        done = scene.task
    elif outcome is not None and outcome.winner == seat:
        done = words.say("winner")
    room = wide - 14 - (left - x)
    beside = min(room * 0.5, 8.6 * len(done) + 8) if done else 0
    canvas.text(left, y + 27, room - beside, 17, scene.names[seat], "chalk", bold=True)
    if done:
        canvas.text(x + wide - 14, y + 27, beside, 15, done, "gold", end=True)
    canvas.text(x + 14, y + 50, wide - 28, 14, _facts(scene, seat), "faint")
    if cards:
        most = 60 if scale == _OWN else 34 if UNKNOWN not in cards else 22
        room = (wide - 28) / scale
        # Make the gaps smaller in a narrow picture, so that most of the width is left for cards.
        apart = min(_APART, 0.3 * room / len(parts))
        gaps = apart * (len(parts) - 1)
        room -= gaps
        # RUM-DRAW-05: a player may take many discards, so a hand of 20 cards or more must fit too.
        step = most if len(cards) == 1 else min(most, (room - WIDTH) / (len(cards) - 1))
        start = x + (wide - (row_width(len(cards), step) + gaps) * scale) / 2
        # The chosen cards belong to the hand at the bottom; other open hands may hold equal cards.
        chosen = scene.chosen if seat == scene.below else ()
        for part in parts:
            draw_row(canvas, part, start, y + _HEAD, scale, step, chosen)
            start += (len(part) * step + apart) * scale
    canvas.add("</g>")
    return high


def _facts(scene: _Scene, seat: int) -> str:
    words, position, context = scene.words, scene.position, scene.position.context
    if seat not in context.playing:
        return words.say("out")
    facts = [words.say("count", count=len(position.hands[seat]))]
    if context.contracts:
        facts.append(words.say("contract", number=context.contracts[seat]))
    # GIN-TURN-01: a knock puts the knocker's melds on the table, but that is not an opening.
    if position.opened[seat] and position.knock is None:
        facts.append(words.say("opened"))
    deadwood = scene.deadwood(seat)
    if deadwood is not None:
        facts.append(words.say("deadwood", count=deadwood))
    # Leave out the totals in the first round of a match, when all are 0.
    if any(context.totals):
        facts.append(words.say("total", count=context.totals[seat]))
    return " · ".join(facts)


def _sorted(cards: Cards) -> tuple[Card, ...]:
    """Sort cards by suit, black and red alternating, with jokers and card backs last."""
    return tuple(sorted(cards, key=lambda card: (4 if card.suit is None else _BY_COLOUR[card.suit], card)))


def _draw_piles_and_melds(canvas: Canvas, scene: _Scene, y: float) -> float:
    """Draw the piles and the melds; return the y coordinate below them."""
    words, discards = scene.words, scene.position.discards
    left, high = _PAD + 8, HEIGHT * _PILE
    top = y + 4
    stock = words.say("stock", count=scene.stock)
    canvas.add('<g class="rami-pile" data-pile="stock">')
    # Three face-down cards are enough to show a pile; more would only make the file larger.
    for layer in range(min(3, scene.stock)):
        draw_card(canvas, UNKNOWN, left + 3 * layer, top, _PILE, tip=stock)
    if not scene.stock:
        canvas.add(outline(left, top, WIDTH * _PILE, high, "{faint}"))
    canvas.text(left, top + high + 20, 104, 14, stock, "chalk")
    left += 112
    if scene.turned is not None:
        canvas.add('</g><g class="rami-pile" data-pile="turned">')
        tip = words.say("turned", card=words.card(scene.turned))
        draw_card(canvas, scene.turned, left, top, _PILE, tip=tip)
        canvas.text(left, top + high + 20, _TURNED - 8, 14, scene.wild, "chalk", bold=True)
        left += _TURNED
    canvas.add('</g><g class="rami-pile" data-pile="discards">')
    if discards:
        # Draw only the last few discards, which players remember; the caption gives the number of all discards.
        top_cards = discards[-_SHOWN:]
        draw_row(canvas, top_cards[:-1], left, top, _PILE, 22)
        place = left + 22 * _PILE * (len(top_cards) - 1)
        draw_card(canvas, top_cards[-1], place, top, _PILE, chosen=scene.discarded)
    else:
        canvas.add(outline(left, top, WIDTH * _PILE, high, "{faint}"))
    canvas.text(left, top + high + 20, 150, 14, words.say("pile", count=len(discards)), "chalk")
    canvas.add("</g>")
    end = top + high + 34
    return max(end, _draw_melds(canvas, scene, y if scene.wide == _WIDE else end)) + 4


def _draw_melds(canvas: Canvas, scene: _Scene, y: float) -> float:
    """Draw the melds on the table, grouped by player; return the y coordinate below them."""
    left, right = _PAD + (scene.piles if scene.wide == _WIDE else 8), scene.wide - _PAD
    order = [*scene.seats, *([] if scene.below is None else [scene.below])]
    melds = sorted(scene.position.table, key=lambda each: (order.index(each.owner), each.id))
    x: float = left
    for owner, group in groupby(melds, key=lambda each: each.owner):
        laid = tuple(group)
        widths = [min(row_width(len(each.meld)) * _MELD, right - left) for each in laid]
        if x > left and x + sum(widths) + _BETWEEN * (len(widths) - 1) > right:
            x, y = left, y + _MELD_ROW
        canvas.text(x, y + 14, max(widths[0], 90), 14, scene.names[owner], "chalk", bold=True)
        for each, wide in zip(laid, widths, strict=True):
            if x > left and x + wide > right:
                x, y = left, y + _MELD_ROW
            canvas.text(x, y + 32, wide, 11, f"#{each.id}", "faint")
            # Let the cards of a long run overlap more, so that the run fits beside the piles.
            step = (wide / _MELD - WIDTH) / max(1, len(each.meld) - 1)
            kind = "rami-meld rami-changed" if each.id in scene.changed else "rami-meld"
            canvas.add(f'<g class="{kind}" data-meld="{each.id}">')
            draw_row(canvas, each.meld, x, y + 36, _MELD, step)
            if each.id in scene.changed:
                frame = {"stroke": "{gold}", "stroke_width": "4"}
                canvas.add(rect(x - 3, y + 33, wide + 6, HEIGHT * _MELD + 6, 7, "none", **frame))
            canvas.add("</g>")
            x += wide + _BETWEEN
        x += _BETWEEN
    return y + _MELD_ROW if melds else y


def _title(scene: _Scene) -> str:
    words, position = scene.words, scene.position
    if position.outcome is None:
        player = scene.names[position.player]
        state = words.say("acts", player=player, phase=scene.task)
    elif position.outcome.winner is None:
        state = words.say("over")
    else:
        state = words.say("won", player=scene.names[position.outcome.winner])
    return words.say("table", game=position.variant.name, number=position.context.number, state=state)


def _description(scene: _Scene) -> str:
    """Return a description of the picture in sentences, for people who cannot see it."""
    words, position = scene.words, scene.position
    lines: list[str] = []
    for seat in position.context.playing:
        # The description uses the same hands as the picture, so it reveals nothing that the picture hides.
        cards = words.cards([card for part in scene.parts(seat) for card in part])
        lines.append(words.say("seat", player=scene.names[seat], facts=_facts(scene, seat), cards=cards))
    lines.append(words.say("stock", count=scene.stock))
    if scene.turned is not None:
        lines += filter(None, (words.say("turned", card=words.card(scene.turned)), scene.wild))
    if position.discards:
        top = words.card(position.discards[-1])
        lines.append(words.say("top", count=len(position.discards), card=top))
    for each in position.table:
        cards = words.meld(each.meld)
        lines.append(words.say("meld", id=each.id, player=scene.names[each.owner], meld=cards))
    return ". ".join(lines) + "."
