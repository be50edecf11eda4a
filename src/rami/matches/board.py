"""A match as a client sees it, following the events that its player receives, without the rules.

A board is a fold over events: `Board.after` applies the effects that `rami.rounds.effects` declares for the kind of
event. It uses no rules, so a client in any language can do the same. At every position the board has the same facts as
the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rami.cards import UNKNOWN
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer
from rami.policies.results.scores import Points, RoundScore
from rami.policies.results.seats import with_seat
from rami.rounds.effects import (
    EFFECTS,
    CardsMove,
    DiscardsTurn,
    Effect,
    EventsVoid,
    FactBecomes,
    FactGathers,
    FactGrows,
    FactTakes,
    MeldsPut,
    Place,
    SeatRanks,
    SeatsBegin,
)
from rami.rounds.events import CardsDealt, Event, MatchEnded, RoundCounted, followed, seen_by
from rami.rounds.setup import KnockFact, OpenFacts, RoundContext, TableMeld, without_converters
from rami.rounds.transfers import transfers
from rami.rounds.views import PlayerView, recycles_so_far

__all__ = ["Board"]


@attrs.frozen(kw_only=True, field_transformer=without_converters)
class Board(OpenFacts):
    """The board as one viewer of a match sees it, kept up to date from the events that the viewer receives.

    It has the facts of the round in the form of a `PlayerView`, and the public facts of the match.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        number: the number of the round in the match.
        stock_size: the number of cards in the stock.
        recycles: the number of times the discards have become the stock; 0 if the board began with a view and there is
            no limit.
        score: the points of the round, once it is over.
        counted: the last count of the match; before the first, the count of a match that begins.
        eliminated: the players who have left the match, in the order of leaving.
        ended: the end of the match, None until then.

    >>> from rami import Match, TakeDiscard, variants
    >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    >>> board = Board.of(match.events(0), viewer=0)
    >>> board.hands == match.view(0).hands, board.discards, str(board.phase)
    (True, (), 'play')
    """

    context: RoundContext
    turn: int = 0

    viewer: int | None
    number: int
    stock_size: int
    recycles: int = 0
    score: RoundScore | None = None
    counted: RoundCounted
    eliminated: tuple[int, ...] = ()
    ended: MatchEnded | None = None

    @property
    def totals(self) -> tuple[Points, ...]:
        """Points by seat."""
        return self.counted.totals

    @classmethod
    def of(cls, events: Iterable[Event], viewer: int | None) -> Board:
        """Return the board after these events; the first must be a deal.

        Parameters:
            events: the events so far; a move or a deal taken back among them must be one of them.
            viewer: the seat that looks, or None for a spectator.

        Raises:
            RamiError: the events contain no deal, or they cannot have followed one another.
        """
        reject(RamiError, () if viewer is None else integer("viewer", viewer))
        return followed(events, lambda dealt: cls._dealt(dealt, viewer, None))

    @classmethod
    def of_view(cls, view: PlayerView, number: int = 1) -> Board:
        """Return the board that a view shows, ready for the events that follow.

        Parameters:
            view: the view.
            number: the number of the round in the match.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> Board.of_view(match.view(0)) == Board.of(match.events(0), viewer=0)
        True
        """
        reject(RamiError, integer("number", number))
        reject(RamiError, instance("view", view, PlayerView))
        facts = {name: getattr(view, name) for name in _OF_VIEW}
        return cls(**facts, counted=_before(view.context), number=number, recycles=recycles_so_far(view))

    @classmethod
    def _dealt(cls, event: CardsDealt, viewer: int | None, before: Board | None) -> Board:
        """Return the board after a deal, with the match facts known before it."""
        kept = {
            "viewer": viewer,
            # Until the first count, use the count of a match that begins.
            "counted": _before(event.context) if before is None else before.counted,
            "eliminated": () if before is None else before.eliminated,
        }
        return _changed(kept, seen_by(event, viewer))

    def after(self, event: Event) -> Board:
        """Return the board after one more event.

        To follow a `TakenBack`, go back that many boards, or make the board again with `Board.of`.

        Parameters:
            event: the next event; anything in it that the viewer may not see is ignored.

        Raises:
            RamiError: it cannot have followed.
        """
        if isinstance(event, CardsDealt):
            return Board._dealt(event, self.viewer, self)
        try:
            return _changed(attrs.asdict(self, recurse=False), seen_by(event, self.viewer))
        except (ValueError, IndexError):
            raise RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__})) from None


def _changed(facts: dict[str, Any], event: Any) -> Board:
    """Return the board of these facts after an event, as the viewer sees it.

    Raises:
        ValueError: it cannot have followed.
        IndexError: it cannot have followed.
    """
    _move_cards(facts, event)
    for effect in EFFECTS[type(event)]:
        _change(facts, event, effect)
    return Board(**facts)


def _move_cards(facts: dict[str, Any], event: Any) -> None:
    """Move the cards that the event moves."""
    moved = transfers(event)
    if not moved:
        return
    hands, discards = list(facts["hands"]), list(facts["discards"])
    # Every card in another player's hand is `?`, even a card that the viewer saw go there: `Memory` keeps those.
    for player, card, source, target in moved:
        visible = card if player == facts["viewer"] else UNKNOWN
        if source is Place.HAND:
            hands[player] = hands[player].remove(visible)
        elif source is Place.STOCK:
            facts["stock_size"] -= 1
        elif source is Place.DISCARDS:
            discards.pop()
        if target is Place.HAND:
            hands[player] = hands[player].add(visible)
        elif target is Place.DISCARDS:
            discards.append(card)
    # The events may come from different matches: refuse an event that cannot have followed.
    if facts["stock_size"] < 0:
        raise ValueError(facts["stock_size"])
    facts |= {"hands": tuple(hands), "discards": tuple(discards)}


def _change(facts: dict[str, Any], event: Any, effect: Effect) -> None:
    """Apply one effect of the event other than moving cards."""
    when = getattr(effect, "when", None)
    if when is not None and not getattr(event, when):
        return
    match effect:
        case CardsMove():
            return  # all at once, before
        case MeldsPut():
            found = getattr(event, effect.melds)
            table = {laid.id: laid for laid in facts["table"]}
            table.update({laid.id: laid for laid in ((found,) if isinstance(found, TableMeld) else found)})
            facts["table"] = tuple(table[number] for number in sorted(table))
        case FactTakes():
            _set(facts, event, effect.fact, _field(event, effect.field))
        case FactBecomes():
            _set(facts, event, effect.fact, effect.value)
        case FactGathers():
            facts[effect.fact] = _MADE[effect.fact](*(getattr(event, name) for name in effect.fields))
        case FactGrows():
            more = 1 if effect.field is None else getattr(event, effect.field)
            old = _get(facts, event, effect.fact)
            _set(facts, event, effect.fact, (*old, more) if isinstance(old, tuple) else old + more)
        case SeatRanks():
            place = 1 + max(getattr(seat, effect.fact) for seat in facts["seats"])
            _set(facts, event, f"seat.{effect.fact}", place)
        case SeatsBegin():
            facts["seats"] = (effect.seat,) * _field(event, effect.count)
        case DiscardsTurn():
            size = _field(event, effect.size)
            facts |= {"discards": facts["discards"][size:], "stock_size": size}
        case EventsVoid():
            # A board keeps no earlier state to return to.
            raise ValueError(event)


_MADE = {"knock": KnockFact}


def _field(event: Any, path: str | None) -> Any:
    """Return the field of an event, or one within it; the event itself for None."""
    for name in () if path is None else path.split("."):
        event = getattr(event, name)
    return event


def _get(facts: dict[str, Any], event: Any, path: str) -> Any:
    """Return a fact of the board, or of the seat of the event's player."""
    head, _, name = path.partition(".")
    return getattr(facts["seats"][event.player], name) if head == "seat" else facts[path]


def _set(facts: dict[str, Any], event: Any, path: str, value: Any) -> None:
    """Change a fact of the board, or one within it."""
    head, _, name = path.partition(".")
    if head == "hand":
        hands = facts["hands"]
        facts["hands"] = (*hands[: event.player], value, *hands[event.player + 1 :])
    elif head == "seat":
        facts["seats"] = with_seat(facts["seats"], event.player, **{name: value})
    else:
        facts[head] = attrs.evolve(facts[head], **{name: value}) if name else value


def _before(context: RoundContext) -> RoundCounted:
    """Return the count of a match before its first round."""
    everybody = (tuple(range(context.seats)),)
    return RoundCounted(context.totals, everybody, context.dealer, context.contracts)


_OF_VIEW = tuple(
    {each.name for each in attrs.fields(Board)} & {each.name for each in attrs.fields(PlayerView)}
)
