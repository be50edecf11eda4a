"""A match as a client follows it, from the events that its player gets and without the rules.

A board is a fold over events: `Board.after` moves the cards that an event moves and sets the facts that it reports. It
reads no rule, so a client can do the same in any language. At every position it holds the same facts as the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rami.cards import UNKNOWN
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer
from rami.policies.results.scores import Points, RoundScore
from rami.policies.results.seats import Seat, with_seat
from rami.rounds import events
from rami.rounds.events import CardsDealt, Event, MatchEnded, RoundCounted, followed, seen_by
from rami.rounds.setup import (
    NO_TURN,
    KnockFact,
    OpenFacts,
    Phase,
    RoundContext,
    TableMeld,
    TurnFacts,
    without_converters,
)
from rami.rounds.transfers import Place, transfers
from rami.rounds.views import PlayerView, recycles_so_far

__all__ = ["Board"]


@attrs.frozen(kw_only=True, field_transformer=without_converters)
class Board(OpenFacts):
    """The board as one viewer of a match sees it, kept up to date from the events that the viewer receives.

    It has the facts of the round as `PlayerView` has them, and what the match has announced.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        number: the number of the round in the match.
        stock_size: the number of cards in the stock.
        recycles: the number of times the discards have become the stock; from a view, 0 where there is no limit.
        score: the points of the round, once it is over.
        counted: the last count of the match; before the first, that of a match in which no round has been counted.
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
        visible = seen_by(event, viewer)
        assert isinstance(visible, CardsDealt)  # hiding cards does not change what an event is
        context = event.context
        if before is None:
            counted = _before(context)
        else:
            # A board that has followed the count knows these already, and nobody decides any more. One made of the
            # view of a finished round has missed it: there they are those of the round before.
            counted = attrs.evolve(before.counted, totals=context.totals, next_dealer=context.dealer)
        return cls(
            viewer=viewer,
            number=event.number,
            context=context,
            hands=visible.hands,
            stock_size=event.stock,
            discards=() if event.upcard is None else (event.upcard,),
            phase=Phase.OVER,  # until the first turn begins: some rounds are over with the deal
            seats=(Seat(),) * context.seats,
            turned=event.turned,
            counted=counted,
            eliminated=() if before is None else before.eliminated,
        )

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
        visible = seen_by(event, self.viewer)
        try:
            if isinstance(event, events.TakenBack):
                # A board has no past to return to.
                raise ValueError(event)
            return self._moved(visible)._changed(visible)
        except (ValueError, IndexError):
            raise RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__})) from None

    def _moved(self, event: Event) -> Board:
        """Return the board with the cards moved as the event says."""
        hands, discards, stock = list(self.hands), list(self.discards), self.stock_size
        # In the hand of another player every card is `?`, even one seen on its way there: that is for `Memory`.
        for player, card, source, target in transfers(event):
            visible = card if player == self.viewer else UNKNOWN
            if source is Place.HAND:
                hands[player] = hands[player].remove(visible)
            elif source is Place.STOCK:
                stock -= 1
            elif source is Place.DISCARDS:
                discards.pop()
            if target is Place.HAND:
                hands[player] = hands[player].add(visible)
            elif target is Place.DISCARDS:
                discards.append(card)
        # Nobody guarantees that the events are of one match: refuse what cannot have followed.
        if stock < 0:
            raise ValueError(stock)
        return attrs.evolve(self, hands=tuple(hands), discards=tuple(discards), stock_size=stock)

    def _changed(self, event: Event) -> Board:
        """Return the board with the other facts of the event."""
        match event:
            case events.StockDrawn():
                # LIV-BUY-07: after a sale the player in turn draws, without a new `TurnBegun`.
                return attrs.evolve(self, player=event.player, phase=Phase.PLAY, drawer=None)
            case events.DiscardForSale():
                return attrs.evolve(self, player=event.player, phase=Phase.OFFER, drawer=event.drawer)
            case events.DiscardBought():
                return self._with_seat(event.player, bought=self.seats[event.player].bought + 1)
            case events.CardDiscarded() if event.charge:
                charged = self.seats[event.player].charged + event.charge
                return self._with_seat(event.player, charged=charged)
            case events.DiscardTaken():
                barred = event.card if event.barred else None
                taken = TurnFacts(taken=event.card, barred=barred)
                return attrs.evolve(self, phase=Phase.PLAY, drawer=None, turn_facts=taken)
            case events.DiscardTouched():
                return attrs.evolve(self._with_seat(event.player, touched=True), phase=Phase.STOCK)
            case events.PlayerFolded():
                return self._with_seat(event.player, folded=event.points)
            case events.TurnedShown():
                return attrs.evolve(self, turned_shown=event.player)
            case events.LastRoundAnnounced():
                return attrs.evolve(self, context=attrs.evolve(self.context, last=True))
            case events.UpcardPassed():
                # If the next player is offered the card instead, another event follows and says so.
                return attrs.evolve(self, phase=Phase.STOCK)
            case events.StockRecycled():
                return attrs.evolve(
                    self,
                    discards=self.discards[event.size :],
                    stock_size=event.size,
                    recycles=self.recycles + 1,
                )
            case events.MeldsLaid():
                board = self._tabled(*event.left, *event.melds)._with_seat(event.player, opened=True)
                if event.contract is not None:
                    board = board._with_seat(event.player, completed=1 + len(self.completed))
                if event.opening:
                    board = attrs.evolve(board, turn_facts=attrs.evolve(self.turn_facts, opened_now=True))
                return board
            case events.CardLaidOff() | events.WildRecovered():
                return self._tabled(event.meld)
            case events.HandShown():
                board = self._tabled(*event.melds)
                hands = [*self.hands]
                hands[event.player] = event.deadwood
                knock = KnockFact(event.player, event.kind)
                board = attrs.evolve(board, hands=tuple(hands), knock=knock)
                # D-131: a player has opened by owning a meld, which a hand shown without any does not give.
                return board._with_seat(event.player, opened=True) if event.melds else board
            case events.TurnBegun():
                cleared = attrs.evolve(self, turn_facts=NO_TURN, drawer=None)
                return attrs.evolve(cleared, **{**_fields(event), "seats": event.seats or self.seats})
            case events.TurnChanged():
                return attrs.evolve(self, **_fields(event))
            case RoundCounted():
                return attrs.evolve(self, counted=event)
            case events.RoundEnded():
                ended = attrs.evolve(self, phase=Phase.OVER, outcome=event.outcome)
                return attrs.evolve(ended, turn_facts=NO_TURN, highest_opening=0, highest_pairs=0)
            case events.RoundScored():
                # After a void round nobody shows a hand, but viewers go on seeing their own (D-130).
                return attrs.evolve(self, score=event.score, hands=event.hands or self.hands)
            case events.PlayerLeft():
                return attrs.evolve(self, eliminated=(*self.eliminated, event.player))
            case MatchEnded():
                return attrs.evolve(self, ended=event)
            case _:
                return self

    def _tabled(self, *melds: TableMeld) -> Board:
        """Return the board with new and changed melds."""
        table = {laid.id: laid for laid in self.table}
        table.update({laid.id: laid for laid in melds})
        return attrs.evolve(self, table=tuple(table[number] for number in sorted(table)))

    def _with_seat(self, player: int, **facts: Any) -> Board:
        """Return the board with changed facts of a player."""
        return attrs.evolve(self, seats=with_seat(self.seats, player, **facts))


def _before(context: RoundContext) -> RoundCounted:
    """Return the count of a match before its first round."""
    everybody = (tuple(range(context.seats)),)
    return RoundCounted(context.totals, everybody, context.dealer, context.contracts)


def _fields(event: Event) -> dict[str, Any]:
    """Return the fields that an event shares with the board."""
    return attrs.asdict(event, recurse=False)


_OF_VIEW = tuple(
    {each.name for each in attrs.fields(Board)} & {each.name for each in attrs.fields(PlayerView)}
)
