"""Boards: a match as a client sees it, built from events alone, without the rules.

A board begins with a deal. `Board.after` applies the effects that `rami.rounds.effects` declares for the next event. No
rules are needed, so a client in any language can do the same. After every event the board has the same facts as the
player's view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rami.cards import UNKNOWN
from rami.errors import RamiError, reject
from rami.errors.checks import instance, integer
from rami.policies.results.scores import Points, RoundScore
from rami.policies.results.seats import with_seat
from rami.rounds import effects
from rami.rounds.events import CardsDealt, Event, MatchEnded, RoundCounted, seen_by
from rami.rounds.setup import KnockFact, OpenFacts, RoundContext, without_converters
from rami.rounds.takebacks import followed, wrong_story
from rami.rounds.transfers import melds_put, transfers
from rami.rounds.views import PlayerView, recycles_so_far

__all__ = ["Board"]


@attrs.frozen(kw_only=True, field_transformer=without_converters)
class Board(OpenFacts):
    """The board as one viewer sees it, kept up to date by the events that the viewer receives.

    A board has the facts of the round, as in a `PlayerView`, and the public facts of the match.

    Parameters:
        viewer: the seat of the viewer, or None for a spectator.
        number: the number of the round in the match.
        stock_size: the number of cards in the stock.
        recycles: the number of times that the discards have become a new stock. Views hold this number only if the game
            limits it; otherwise a board made from a view counts from 0.
        score: the score of the round; None until it is over.
        counted: the most recent `RoundCounted`; before the first one, a `RoundCounted` with the totals at the deal.
        eliminated: the players who have left the match, in the order of leaving.
        ended: the event that ended the match; None until the match is over.

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
        """The points of each seat in the match so far."""
        return self.counted.totals

    @classmethod
    def of(cls, events: Iterable[Event], viewer: int | None) -> Board:
        """Return the board after these events.

        Parameters:
            events: the events, starting with a deal; if they take back a move or a deal, they must include the events
                of that move or deal.
            viewer: the seat of the viewer, or None for a spectator.

        Raises:
            RamiError: the events contain no deal, or could not happen in this order.
        """
        reject(RamiError, () if viewer is None else integer("viewer", viewer))
        return followed(events, lambda dealt: cls._dealt(dealt, viewer, None))

    @classmethod
    def of_view(cls, view: PlayerView, number: int = 1) -> Board:
        """Return the board for a view, ready for the events that follow.

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
        """Return the board after a deal; the facts about the match are kept."""
        kept = {
            "viewer": viewer,
            # Until a round is counted, take the totals from the deal.
            "counted": _before(event.context) if before is None else before.counted,
            "eliminated": () if before is None else before.eliminated,
        }
        return _changed(kept, seen_by(event, viewer))

    def after(self, event: Event) -> Board:
        """Return the board after one more event.

        A board cannot follow a `TakenBack`: go back to an earlier board that you have kept, or call `Board.of` again.

        Parameters:
            event: the next event; anything in it that is hidden from the viewer is ignored.

        Raises:
            RamiError: the event could not happen on this board.
        """
        if isinstance(event, CardsDealt):
            return Board._dealt(event, self.viewer, self)
        try:
            return _changed(attrs.asdict(self, recurse=False), seen_by(event, self.viewer))
        except (ValueError, IndexError, KeyError):
            raise wrong_story(event) from None


def _changed(facts: dict[str, Any], event: Any) -> Board:
    """Apply an event, as the viewer sees it, to the facts of a board, and return the new board.

    Raises:
        ValueError: the event could not happen on this board.
        IndexError: the event could not happen on this board.
        KeyError: the value is not an event.
    """
    _move_cards(facts, event)
    for effect in effects.EFFECTS[type(event)]:
        _change(facts, event, effect)
    return Board(**facts)


def _move_cards(facts: dict[str, Any], event: Any) -> None:
    """Move the cards that the event moves, and put its melds on the table."""
    put = melds_put(event)
    if put:
        table = {laid.id: laid for laid in (*facts["table"], *put)}
        facts["table"] = tuple(table[number] for number in sorted(table))
    moved = transfers(event)
    if not moved:
        return
    hands, discards = list(facts["hands"]), list(facts["discards"])
    # Every card in another player's hand is `?`, even one that the viewer saw go there; `Memory` keeps track of those.
    for player, card, source, target in moved:
        visible = card if player == facts["viewer"] else UNKNOWN
        if source is effects.Place.HAND:
            hands[player] = hands[player].remove(visible)
        elif source is effects.Place.STOCK:
            facts["stock_size"] -= 1
        elif source is effects.Place.DISCARDS:
            discards.pop()
        if target is effects.Place.HAND:
            hands[player] = hands[player].add(visible)
        elif target is effects.Place.DISCARDS:
            discards.append(card)
    # The caller may have mixed up the events of different matches, so refuse an event that could not happen here.
    if facts["stock_size"] < 0:
        raise ValueError(facts["stock_size"])
    facts |= {"hands": tuple(hands), "discards": tuple(discards)}


def _change(facts: dict[str, Any], event: Any, effect: effects.Effect) -> None:
    """Apply one effect of the event; `_move_cards` has already applied those that move cards or melds."""
    when = getattr(effect, "when", None)
    if when is not None and not getattr(event, when):
        return
    match effect:
        case effects.CardsMove() | effects.MeldsPut():
            return  # `_move_cards` has applied these
        case effects.FactTakes():
            _set(facts, event, effect.fact, _field(event, effect.field))
        case effects.FactBecomes():
            _set(facts, event, effect.fact, effect.value)
        case effects.FactGathers():
            facts[effect.fact] = _MADE[effect.fact](*(getattr(event, name) for name in effect.fields))
        case effects.FactGrows():
            more = 1 if effect.field is None else getattr(event, effect.field)
            old = _get(facts, event, effect.fact)
            _set(facts, event, effect.fact, (*old, more) if isinstance(old, tuple) else old + more)
        case effects.SeatRanks():
            place = 1 + max(getattr(seat, effect.fact) for seat in facts["seats"])
            _set(facts, event, f"seat.{effect.fact}", place)
        case effects.SeatsBegin():
            facts["seats"] = (effect.seat,) * _field(event, effect.count)
        case effects.DiscardsTurn():
            size = _field(event, effect.size)
            facts |= {"discards": facts["discards"][size:], "stock_size": size}
        case effects.EventsVoid():
            # A board keeps no earlier state to return to.
            raise ValueError(event)


_MADE = {"knock": KnockFact}


def _field(event: Any, path: str | None) -> Any:
    """Return the value at a path such as "context.dealer" in an event, or the event itself if the path is None."""
    for name in () if path is None else path.split("."):
        event = getattr(event, name)
    return event


def _get(facts: dict[str, Any], event: Any, path: str) -> Any:
    """Return a fact of the board, or of the seat of the event's player."""
    head, _, name = path.partition(".")
    return getattr(facts["seats"][event.player], name) if head == "seat" else facts[path]


def _set(facts: dict[str, Any], event: Any, path: str, value: Any) -> None:
    """Set the fact at a path such as "context.last" or "seat.opened"."""
    head, _, name = path.partition(".")
    if head == "hand":
        hands = facts["hands"]
        facts["hands"] = (*hands[: event.player], value, *hands[event.player + 1 :])
    elif head == "seat":
        facts["seats"] = with_seat(facts["seats"], event.player, **{name: value})
    else:
        facts[head] = attrs.evolve(facts[head], **{name: value}) if name else value


def _before(context: RoundContext) -> RoundCounted:
    """Return the totals at a deal as a `RoundCounted`, for a viewer who has not yet seen a round counted."""
    everybody = (tuple(range(context.seats)),)
    return RoundCounted(context.totals, everybody, context.dealer, context.contracts)


_OF_VIEW = tuple(
    {each.name for each in attrs.fields(Board)} & {each.name for each in attrs.fields(PlayerView)}
)
