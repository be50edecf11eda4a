"""A match as a client follows it, from the events that its player gets and without the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rami._base.values import Value

from ..cards import UNKNOWN, Card, Cards
from ..errors import RamiError, Reason, Violation, reject
from ..errors.checks import instance, integer
from ..policies.results.columns import Column
from ..policies.results.scores import Points, RoundScore, ScoreLine
from ..policies.results.seats import Seat, Seated, with_seat
from ..rounds import events as happenings
from ..rounds.events import Event, seen_by, standing
from ..rounds.setup import NO_TURN, KnockFact, Outcome, Phase, RoundContext, TableMeld, TurnFacts
from ..rounds.transfers import Place, transfers
from ..rounds.views import PlayerView, recycles_so_far

__all__ = ["Board"]


@attrs.frozen(kw_only=True)
class Board(Seated, Value):
    """The board as one viewer of a match sees it, updated from the events that this viewer receives.

    No rule of any game is read, so that a client can do the same in any language.  Each field has the value of the
    field of `PlayerView`, or of `Match`, that has its name.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        number: the number of the round in the match.
        context: the match around the round.
        hands: the cards of each seat; `?` for a hidden one.
        stock_size: how many cards the stock holds.
        discards: the discard pile, its top card last.
        player: the seat to act; when the round is over, the one that acted last.
        phase: the task of that player.
        turn: how many turns the round has seen.
        table: the melds on the table.
        seats: what is known of each player besides the hand.
        recycles: how often the discards have become the stock; made of a view, 0 where there is no limit.
        turn_facts: the facts of the present turn; `barred` only for the player to act.
        highest_opening: points of the highest opening so far, where openings must rise.
        highest_pairs: pairs of the highest opening with pairs so far, where openings must rise.
        turned: the card turned up beside the stock, where there is one.
        turned_shown: the player who has shown the other copy of the card turned up, if any.
        drawer: who draws once the player to act has bought, called or passed a discard.
        knock: who ended the play by showing a hand, and how.
        outcome: how the round ended.
        score: the points of the round, once it is over.
        totals: points by seat.
        ranking: all seats in groups that share a rank, the best first, all in one before the first round is
            counted; () where no match is followed.
        next_dealer: who deals the next round; while a round is played, who deals it.
        contracts: by seat, the number of the contract to lay next; () in a game without contracts.
        columns: the counts of a match that is scored in several columns; otherwise ().
        deciding: players who must still decide whether to buy back in, in that order.
        eliminated: who has left the match, in the order of leaving.
        winners: who has won the match; () while it goes on.
        bonuses: the points that the end of the match added to the totals.
        match_over: whether the match is over.

    >>> from rami import Match, TakeDiscard, variants
    >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    >>> board = Board.of(match.events(0), viewer=0)
    >>> board.hands == match.view(0).hands, board.discards, str(board.phase)
    (True, (), 'play')
    """

    viewer: int | None
    number: int
    context: RoundContext
    hands: tuple[Cards, ...]
    stock_size: int
    discards: tuple[Card, ...]
    player: int = 0
    phase: Phase = Phase.OVER
    turn: int = 0
    table: tuple[TableMeld, ...] = ()
    seats: tuple[Seat, ...] = ()
    recycles: int = 0
    turn_facts: TurnFacts = NO_TURN
    highest_opening: int = 0
    highest_pairs: int = 0
    turned: Card | None = None
    turned_shown: int | None = None
    drawer: int | None = None
    knock: KnockFact | None = None
    outcome: Outcome | None = None
    score: RoundScore | None = None
    totals: tuple[Points, ...] = ()
    ranking: tuple[tuple[int, ...], ...] = ()
    next_dealer: int = 0
    contracts: tuple[int, ...] = ()
    columns: tuple[Column, ...] = ()
    deciding: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    bonuses: tuple[ScoreLine, ...] = ()
    match_over: bool = False

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
        board: Board | None = None
        for event in standing(events):
            if isinstance(event, happenings.CardsDealt):
                board = cls._dealt(event, viewer, board)
            elif board is not None:
                board = board.after(event)
        if board is None:
            raise RamiError(Violation(Reason.NO_DEAL))
        return board

    @classmethod
    def of_view(cls, view: PlayerView, number: int = 1) -> Board:
        """Return the board that a view shows, to continue with later events.

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
        return cls(**facts, **_before(view.context), number=number, recycles=recycles_so_far(view))

    @classmethod
    def _dealt(cls, event: happenings.CardsDealt, viewer: int | None, before: Board | None) -> Board:
        """The board after a deal; the fields of the match are kept."""
        shown = seen_by(event, viewer)
        assert isinstance(shown, happenings.CardsDealt)  # hiding cards does not change what an event is
        dealt = cls(
            viewer=viewer,
            number=event.number,
            context=event.context,
            hands=shown.hands,
            stock_size=event.stock,
            discards=() if event.upcard is None else (event.upcard,),
            seats=(Seat(),) * event.context.seats,
            turned=event.turned,
            **_before(event.context),
        )
        if before is None:
            return dealt
        kept = {name: getattr(before, name) for name in ("ranking", "contracts", "columns", "eliminated")}
        return attrs.evolve(dealt, **kept)

    def after(self, event: Event) -> Board:
        """Return the board after one more event.

        To follow a `TakenBack`, go back by as many boards as it says, or make the board again with `Board.of`.

        Parameters:
            event: the next event; anything in it that the viewer may not see is ignored.

        Raises:
            RamiError: it cannot have followed.
        """
        if isinstance(event, happenings.CardsDealt):
            return Board._dealt(event, self.viewer, self)
        shown = seen_by(event, self.viewer)
        try:
            if isinstance(event, happenings.TakenBack):
                raise ValueError(event)
            return self._moved(shown)._changed(shown)
        except (ValueError, IndexError):
            raise RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__})) from None

    def _moved(self, event: Event) -> Board:
        """The board with the cards where the event puts them."""
        hands, discards, stock = list(self.hands), list(self.discards), self.stock_size
        for player, card, source, target in transfers(event):
            shown = card if player == self.viewer else UNKNOWN
            if source is Place.HAND:
                hands[player] = hands[player].remove(shown)
            elif source is Place.STOCK:
                stock -= 1
            elif source is Place.DISCARDS:
                discards.pop()
            if target is Place.HAND:
                hands[player] = hands[player].add(shown)
            elif target is Place.DISCARDS:
                discards.append(card)
        if stock < 0:
            raise ValueError(stock)
        return attrs.evolve(self, hands=tuple(hands), discards=tuple(discards), stock_size=stock)

    def _changed(self, event: Event) -> Board:
        """The board with the other fields of the event."""
        match event:
            case happenings.StockDrawn():
                return attrs.evolve(self, player=event.player, phase=Phase.PLAY, drawer=None)
            case happenings.DiscardForSale():
                return attrs.evolve(self, player=event.player, phase=Phase.OFFER, drawer=event.drawer)
            case happenings.DiscardBought():
                return self._with_seat(event.player, bought=self.seats[event.player].bought + 1)
            case happenings.CardDiscarded() if event.charge:
                charged = self.seats[event.player].charged + event.charge
                return self._with_seat(event.player, charged=charged)
            case happenings.DiscardTaken():
                barred = event.card if event.barred else None
                taken = TurnFacts(taken=event.card, barred=barred)
                return attrs.evolve(self, phase=Phase.PLAY, drawer=None, turn_facts=taken)
            case happenings.DiscardTouched():
                return attrs.evolve(self._with_seat(event.player, touched=True), phase=Phase.STOCK)
            case happenings.PlayerFolded():
                return self._with_seat(event.player, folded=event.points)
            case happenings.TurnedShown():
                return attrs.evolve(self, turned_shown=event.player)
            case happenings.LastRoundAnnounced():
                return attrs.evolve(self, context=attrs.evolve(self.context, last=True))
            case happenings.UpcardPassed():
                return attrs.evolve(self, phase=Phase.STOCK)
            case happenings.StockRecycled():
                return attrs.evolve(
                    self,
                    discards=self.discards[event.size :],
                    stock_size=event.size,
                    recycles=self.recycles + 1,
                )
            case happenings.MeldsLaid():
                board = self._tabled(*event.left, *event.melds)._with_seat(event.player, opened=True)
                if event.contract is not None:
                    board = board._with_seat(event.player, completed=1 + len(self.completed))
                if event.opening:
                    board = attrs.evolve(board, turn_facts=attrs.evolve(self.turn_facts, opened_now=True))
                return board
            case happenings.CardLaidOff() | happenings.WildRecovered():
                return self._tabled(event.meld)
            case happenings.HandShown():
                board = self._tabled(*event.melds)
                hands = [*self.hands]
                hands[event.player] = event.deadwood
                knock = KnockFact(event.player, event.kind)
                board = attrs.evolve(board, hands=tuple(hands), knock=knock)
                return board._with_seat(event.player, opened=True) if event.melds else board
            case happenings.TurnBegun():
                begun = attrs.evolve(self, turn_facts=NO_TURN, drawer=None)
                return attrs.evolve(begun, **{**_fields(event), "seats": event.seats or self.seats})
            case happenings.TurnChanged() | happenings.RoundCounted():
                return attrs.evolve(self, **_fields(event))
            case happenings.RoundEnded():
                return attrs.evolve(self._without_turn(), phase=Phase.OVER, outcome=event.outcome)
            case happenings.RoundScored():
                return attrs.evolve(self, score=event.score, hands=event.hands or self.hands)
            case happenings.BuyInAnswered():
                return self
            case happenings.PlayerLeft():
                return attrs.evolve(self, eliminated=(*self.eliminated, event.player))
            case happenings.MatchEnded():
                return attrs.evolve(self, winners=event.winners, bonuses=event.bonuses, match_over=True)
            case _:
                return self

    def _tabled(self, *melds: TableMeld) -> Board:
        """The board with new and changed melds."""
        table = {laid.id: laid for laid in self.table}
        table.update({laid.id: laid for laid in melds})
        return attrs.evolve(self, table=tuple(table[number] for number in sorted(table)))

    def _with_seat(self, player: int, **facts: Any) -> Board:
        """The board with other facts of a player."""
        return attrs.evolve(self, seats=with_seat(self.seats, player, **facts))

    def _without_turn(self) -> Board:
        """The board without the facts of a turn."""
        return attrs.evolve(self, turn_facts=NO_TURN, highest_opening=0, highest_pairs=0)


def _before(context: RoundContext) -> dict[str, Any]:
    """The match around the round, as fields of the board."""
    return {
        "totals": context.totals,
        "ranking": (tuple(range(context.seats)),),
        "contracts": context.contracts,
        "next_dealer": context.dealer,
    }


def _fields(event: Event) -> dict[str, Any]:
    """The fields of an event that are fields of the board as well."""
    return attrs.asdict(event, recurse=False)


_OF_VIEW = tuple(
    {each.name for each in attrs.fields(Board)} & {each.name for each in attrs.fields(PlayerView)}
)
