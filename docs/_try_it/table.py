"""The table of the page: a person on the first seat, bots on the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

from rami import Card, PlayerView, RamiError, variants
from rami.bots import GreedyBot, hint
from rami.bots.simulation import capped
from rami.cards.melds import Placed
from rami.cards.moves import Discard, Knock, LayDown, LayOff, Move, SwapWild
from rami.ext import svg
from rami.ext.svg import Style
from rami.ext.svg.words import Words
from rami.locales import text
from rami.rounds.events import CardDiscarded, CardsDealt, DiscardTaken, StockDrawn
from rami.rounds.selections import lay_downs, moves_of
from rami.sessions.session import Session

from .faces import WIDTH, by_suit, knocks, reasons, style_of

__all__ = ["begin", "hinted", "meant", "resume", "show", "step"]

ME = 0
NAMES = ("Ana", "Bruno", "Chloé", "Dora", "Émile", "Farid", "Gaïa", "Hugo")
MOST_LISTED, MOST_OFFERED = 400, 12
MOST_DISCARDS = 7


class Table:
    """The session in play, and what the page has of it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rows = 0
        self._round_begun = 0

    @property
    def view(self) -> PlayerView:
        """What the person knows."""
        return self.session.match.view(ME)

    @property
    def bot_to_act(self) -> bool:
        """Whether a bot has something to do before the person."""
        waiting = self.session.waiting_for
        return bool(waiting) and ME not in waiting

    def story(self) -> tuple[Any, ...]:
        """The events of the round."""
        events = self.session.match.events(ME, self._round_begun)
        deals = [at for at, event in enumerate(events) if isinstance(event, CardsDealt)]
        if deals:
            self._round_begun += deals[-1]
            return events[deals[-1] :]
        return events

    def act(self, kind: str, text: str = "") -> None:
        """Do what the person asks for, or let a bot have its turn."""
        match kind:
            case "play":
                self.session = self.session.play(text, ME)
            case "bot":
                self._bot()
            case "undo":
                self._undo()
            case "ready":
                for seat in self.session.waiting_for:
                    self.session = self.session.ready(seat)
            case "buy in" | "stay out":
                self.session = self.session.buy_in(ME, kind == "buy in")

    def _bot(self) -> None:
        """Play until another seat is to act; bots do not buy back in."""
        seat = self.session.waiting_for[0]
        if self.session.match.round.over:
            self.session = self.session.buy_in(seat, accept=False)
            return
        while not self.session.match.round.over and self.session.waiting_for == (seat,):
            self.session = self.session.play(GreedyBot().choose(self.session.match.view(seat)), seat)

    def _undo(self) -> None:
        """Go back to where the person made the last move."""
        while self.session.match.log[-1]:
            mine = self.session.match.log[-1][-1].player == ME
            self.session = self.session.undo(None)
            if mine:
                return


_table: Table | None = None


def the_table() -> Table:
    """The one table of the page."""
    assert _table is not None  # the page begins a match before it asks for anything else
    return _table


def begin(slug: str, players: int, seed: int) -> None:
    """Start a match.

    Parameters:
        slug: the variant.
        players: how many, the person included.
        seed: what the deals come from.
    """
    global _table  # the page has one table
    _table = Table(Session.start(capped(variants.get(slug)), NAMES[:players], seed))


def resume(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Go on with a match that the page has kept.

    Parameters:
        rows: what `show` gave.
    """
    global _table
    _table = Table(Session.from_rows(rows))
    _table.rows = len(rows)
    match = _table.session.match
    return {"slug": match.variant.slug, "players": match.players}


def step(kind: str, lang: str, move: str = "") -> dict[str, Any]:
    """Do something, and return why it is refused, if it is.

    Parameters:
        kind: "play" a move, "bot" for the turn of a bot, "undo", "ready", "buy in" or "stay out".
        lang: the language of the answer.
        move: the move, as text.
    """
    try:
        the_table().act(kind, move)
    except RamiError as error:
        return {"against": _against(error.violations, lang)}
    return {"against": []}


def meant(hand: list[str], melds: list[tuple[int, str]], lang: str) -> dict[str, Any]:
    """The moves that chosen cards may be, or the reasons why they are none.

    Parameters:
        hand: the cards chosen in the hand.
        melds: the cards chosen on the table, each with the number of its meld.
        lang: the language of the answer.
    """
    view = the_table().view
    if not view.to_act:
        return {"offered": [], "against": []}
    moves: Iterable[Move]
    tried: list[Move] = []
    try:
        if len(hand) + len(melds) <= 1:
            listed = islice(view.legal_moves, MOST_LISTED)
            own = islice(moves_of(view, hand[0]), MOST_LISTED) if hand else ()
            moves = (move for move in chain(own, listed) if spent(move) == Counter(hand))
            tried += [Discard(card) for card in hand]
        else:
            placed = _placed(view, hand[0], melds) if len(hand) == 1 else ()
            tried += placed
            tried += () if placed else lay_downs(view, " ".join([*hand, *(card for _, card in melds)]))
            moves = tried
        offered = list(dict.fromkeys(move for move in moves if move in view.legal_moves))[:MOST_OFFERED]
    except RamiError as error:
        return {"offered": [], "against": _against(error.violations, lang)}
    against = () if offered or not tried else view.explain(tried[0])
    return {"offered": [_said(move, lang) for move in offered], "against": _against(against, lang)}


def _placed(view: PlayerView, card: str, melds: list[tuple[int, str]]) -> tuple[Move, ...]:
    """What a card may do at the meld that has been chosen."""
    numbers = {number for number, _ in melds}
    found = [place.move for place in view.placements(card) if place.move.meld in numbers]
    return tuple(found) if any(move in view.legal_moves for move in found) else ()


def spent(move: Move) -> Counter[str]:
    """The cards of the hand that somebody chooses to make a move."""
    match move:
        case Discard() | LayOff() | SwapWild():
            return Counter([str(move.card)])
        case Knock() if move.discard is not None:
            return Counter([str(move.discard)])
        case LayDown():
            taken = Counter(str(source.card) for source in move.sources)
            return Counter(str(card) for meld in move.melds for card in meld) - taken
        case _:
            return Counter()


def hinted(lang: str) -> dict[str, Any]:
    """What a bot would do in the person's place, and why."""
    view = the_table().view
    if not view.to_act:
        return {"says": "", "move": ""}
    found = hint(view)
    return {"says": _sentence(text(found, lang, _names(), view.table, view.variant)), "move": str(found.move)}


def show(lang: str, four_colours: bool) -> dict[str, Any]:
    """All that the page shows, with the rows of the session that are new."""
    session, view = the_table().session, the_table().view
    match, variant = session.match, view.variant
    rows = session.rows(the_table().rows)
    the_table().rows += len(rows)
    events = the_table().story()
    style = style_of(variant, lang, four_colours, WIDTH, "simple")
    best = variant.best_melds(view.hand, "deadwood") if view.hand else None
    between = match.round.over and not session.over
    log = text(list(events), lang, session.names, variant=variant).split("\n")
    return {
        "seats": [_seat(view, seat) for seat in range(match.players)],
        "stock": view.stock_size,
        "turned": None if view.turned is None else str(view.turned),
        "discards": [str(card) for card in view.discards[-MOST_DISCARDS:]],
        "piled": len(view.discards),
        "melds": [
            {
                "id": laid.id,
                "owner": session.names[laid.owner],
                "cards": [_on_table(placed, style) for placed in laid.meld.placed],
            }
            for laid in view.table
        ],
        "hand": {
            "suit": list(map(str, by_suit(view.hand))),
            "rank": [str(card) for card in sorted(view.hand, key=_rank)],
            "melds": [str(card) for meld in (best.melds if best else ()) for card in meld]
            + [str(card) for card in by_suit(best.left if best else ())],
        },
        "deadwood": best.deadwood if best and knocks(variant) else None,
        "drawn": _drawn(events),
        "mine": view.to_act and not match.round.over,
        "status": _status(view, style.words),
        "duties": [_sentence(text(duty, lang, session.names, view.table, variant)) for duty in view.duties],
        "bot": the_table().bot_to_act,
        "undo": any(each.player == ME for each in match.log[-1]),
        "ready": between and ME in session.waiting_for and not match.deciding,
        "deciding": ME in match.deciding[:1],
        "over": session.over,
        "winners": [session.names[seat] for seat in match.winners],
        "shown": match.round.over,
        "log": log,
        "rows": rows,
    }


def _status(view: PlayerView, words: Words) -> str:
    """Who has to do what."""
    phase = words.phase(view.phase)
    if view.outcome is not None:
        return _sentence(phase)
    return words.say("acts", player=_names()[view.player], phase=phase)


def _seat(view: PlayerView, seat: int) -> dict[str, Any]:
    hand = view.hands[seat]
    match = the_table().session.match
    return {
        "name": _names()[seat],
        "cards": len(hand),
        "total": str(match.totals[seat]),
        "acts": not match.round.over and seat == view.player,
        "dealer": seat == view.context.dealer,
        "hand": [str(card) for card in by_suit(hand)] if seat != ME and Card("?") not in hand else [],
    }


def _on_table(placed: Placed, style: Style) -> dict[str, str]:
    """A card of a meld; one that stands for another has a picture of its own."""
    if placed.stands_for is placed.card:
        return {"card": str(placed.card)}
    picture = svg.card(placed, style)
    return {"card": str(placed.card), "name": picture.title, "svg": picture.svg}


def _drawn(events: Iterable[Any]) -> str | None:
    """The card that the person has drawn in this turn."""
    for event in reversed(list(events)):
        match event:
            case StockDrawn(player=0, card=card) | DiscardTaken(player=0, card=card):
                return str(card)
            case CardDiscarded(player=0):
                return None
    return None


def _rank(card: Card) -> tuple[int, int]:
    return (99 if card.rank is None else int(card.rank), card.id)


def _names() -> tuple[str, ...]:
    return the_table().session.names


def _said(move: Move, lang: str) -> dict[str, str]:
    view = the_table().view
    says = text(move, lang, _names(), view.table, view.variant)
    return {"move": str(move), "says": _sentence(says)}


def _sentence(says: str) -> str:
    return says[:1].upper() + says[1:]


def _against(violations: Iterable[Any], lang: str) -> list[dict[str, str]]:
    view = the_table().view
    return reasons(violations, lang, _names(), view.table, view.variant)
