"""Events: the public consequences of moves and deals, complete enough to follow a match from them alone.

`Round.step` returns the events of a move, and `Match.events` those since a mark. They hold every card; `seen_by` puts
`?` for each card that a viewer may not see. Nothing is ever removed from a list of events: a move that is taken back
remains in it, followed by a `TakenBack` with the number of earlier events that are void, and `not_taken_back` skips
void events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Protocol, Self, TypeAlias, TypeVar

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Card, Cards
from rami.cards.moves import End, Source
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer, items
from rami.policies.results.columns import Column
from rami.policies.results.outcomes import KnockKind, as_hands
from rami.policies.results.scores import Points, RoundScore, ScoreLine
from rami.policies.slots.opening import OpeningNeeds
from rami.rounds.setup import NO_TURN, Duty, Outcome, Phase, RoundContext, Seat, TableMeld, TurnFacts

__all__ = [
    "BuyInAnswered",
    "CardDiscarded",
    "CardLaidOff",
    "CardsDealt",
    "DiscardBought",
    "DiscardForSale",
    "DiscardTaken",
    "DiscardTouched",
    "Event",
    "HandShown",
    "LastRoundAnnounced",
    "MatchEnded",
    "MeldsLaid",
    "PenaltyDrawn",
    "PlayerFolded",
    "PlayerLeft",
    "RoundCounted",
    "RoundEnded",
    "RoundScored",
    "StockDrawn",
    "StockRecycled",
    "TableRearranged",
    "TakenBack",
    "TurnBegun",
    "TurnChanged",
    "TurnedShown",
    "UpcardPassed",
    "WildRecovered",
    "latest",
    "not_taken_back",
    "seen_by",
]


@attrs.frozen
class _OfPlayer(Value):
    """Base of events with a player.

    Parameters:
        player: the seat of that player.
    """

    player: int


@attrs.frozen
class CardsDealt(Value):
    """A round was dealt; each player sees their own hand and `?` for the others.

    Parameters:
        number: the number of the round in the match, from 1, void ones included.
        context: the match around the round: the dealer, the players, the totals so far.
        hands: the hand of each seat.
        upcard: the first discard, or None if no card is turned up.
        stock: the number of cards in the stock.
        turned: the card turned up next to the stock, if there is one.
        turned_wild: True if its rank is wild in this round, or the aces are because it is a joker.
    """

    number: int
    context: RoundContext
    hands: tuple[Cards, ...] = attrs.field(converter=as_hands)
    upcard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    stock: int = 0
    turned: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    turned_wild: bool = False


@attrs.frozen
class TurnBegun(_OfPlayer):
    """A player's turn began; facts of earlier turns no longer count.

    The reply to a knock begins like a turn, but has the number of the turn in which the hand was shown.

    Parameters:
        turn: the number of turns before this one.
        phase: the task of the player.
        seats: the facts of each seat, in games in which they may change with the turn; otherwise empty.
    """

    turn: int
    phase: Phase
    seats: tuple[Seat, ...] = ()


@attrs.frozen
class TurnChanged(_OfPlayer):
    """A duty of the player to act changed, or another fact of the turn that a rule uses.

    Parameters:
        turn_facts: all facts of the turn as they are now; the other players never see `barred`.
        highest_opening: points of the highest opening so far, if openings must rise.
        highest_pairs: pairs of the highest opening with pairs so far, if openings must rise.
    """

    turn_facts: TurnFacts = NO_TURN
    highest_opening: int = 0
    highest_pairs: int = 0

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties that the player must meet before the turn can end."""
        return self.turn_facts.duties


@attrs.frozen
class TakenBack(Value):
    """The last move of a match, or a deal, was taken back.

    Parameters:
        events: the number of events that are now void: the last still valid events before this one.
    """

    events: int


@attrs.frozen
class StockDrawn(_OfPlayer):
    """A player drew the top card of the stock and must play now; others see `?`.

    Parameters:
        card: the card drawn.
    """

    card: Card


@attrs.frozen
class DiscardTaken(_OfPlayer):
    """A player took one or more cards from the top of the discard pile and must play now.

    Parameters:
        card: the card taken, or the lowest of several cards.
        barred: True if it may not be discarded this turn; that depends on the hand, so others always see False.
        above: the cards taken with it, the top one last.
    """

    card: Card
    barred: bool = False
    above: tuple[Card, ...] = ()


@attrs.frozen
class DiscardTouched(_OfPlayer):
    """A player touched the top discard and left it there, and may now draw only from the stock (LEB-OBL-02).

    Parameters:
        card: the card touched.
    """

    card: Card


@attrs.frozen
class StockRecycled(Value):
    """The lowest cards of the discard pile became the stock.

    Parameters:
        size: the number of cards of the new stock.
        shuffled: True if they were shuffled; otherwise they were turned over, with the earliest discard on top.
    """

    size: int
    shuffled: bool = True


@attrs.frozen
class MeldsLaid(_OfPlayer):
    """A player laid new melds, perhaps with table cards, and has thereby opened.

    Parameters:
        melds: the new melds.
        sources: the cards taken from melds on the table.
        opening: True for the player's opening.
        contract: the number of the contract that the opening completed, from 1; None in games without contracts.
        left: the melds that cards were taken from, as they are now; the upper parts of a run that was split are
            separate melds with new ids.
        points: the points of the new melds.
        needs: the requirement that they met as an opening: "points", or "melds" if only certain melds are needed; None
            if there is no requirement or the melds are not an opening.
    """

    melds: tuple[TableMeld, ...]
    sources: tuple[Source, ...] = ()
    opening: bool = False
    contract: int | None = None
    left: tuple[TableMeld, ...] = ()
    points: int = 0
    needs: OpeningNeeds | None = None


@attrs.frozen
class TableRearranged(_OfPlayer):
    """A player laid cards and arranged the whole table anew, and has thereby opened (RKB-TAB-01).

    A meld that is unchanged, or has only grown, keeps its id. Each card comes from the earlier meld with the same id,
    from a source, or from the hand.

    Parameters:
        laid: the cards of the hand.
        table: the melds now on the table.
        sources: the cards from other earlier melds; `into` is the index in `table` of the meld that receives the card.
        opening: True for the player's opening.
        points: the points of the opening if an opening needs points, otherwise 0.
    """

    laid: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    sources: tuple[Source, ...] = ()
    opening: bool = False
    points: int = 0


@attrs.frozen
class CardLaidOff(_OfPlayer):
    """A player added a card to a meld on the table.

    Parameters:
        card: the card added.
        meld: the meld as it is now.
        at: the end of a run, "low" or "high"; None for a group.
    """

    card: Card
    meld: TableMeld
    at: End | None = None


@attrs.frozen
class WildRecovered(_OfPlayer):
    """A player replaced a wild card on the table and took it into the hand.

    Parameters:
        card: the card put in its place.
        wild: the wild card that the player has now.
        meld: the meld as it is now.
        at: the index of the wild card in the meld as it was.
        other: the second card put there; None if one was enough.
    """

    card: Card
    wild: Card
    meld: TableMeld
    at: int
    other: Card | None = None


@attrs.frozen
class CardDiscarded(_OfPlayer):
    """A player ended the turn with a discard.

    Parameters:
        card: the card discarded.
        announced: True if the player announced a nearly empty hand.
        charge: the points that the player pays for the discard.
    """

    card: Card
    announced: bool = False
    charge: int = 0


@attrs.frozen
class UpcardPassed(_OfPlayer):
    """A player passed: declined the discard, or laid nothing with the stock empty.

    Unless the declined discard is offered to another player, only the stock may be drawn now.

    Parameters:
        blocked: True for a pass with the stock empty (RKB-TURN-03).
    """

    blocked: bool = False


@attrs.frozen
class DiscardForSale(_OfPlayer):
    """A player may buy the top discard, or call a discard (RUM-CALL-01), before the next draw.

    Parameters:
        drawer: the player whose turn it is.
    """

    drawer: int


@attrs.frozen
class DiscardBought(_OfPlayer):
    """A player bought the top discard out of turn and drew its price from the stock, which others see as `?`.

    Parameters:
        card: the card bought.
        price: the cards of the stock.
    """

    card: Card
    price: tuple[Card, ...] = ()


@attrs.frozen
class PlayerFolded(_OfPlayer):
    """A player dropped out of the round or declared wrongly; the hand remains hidden (IND-FOLD-05).

    Parameters:
        points: the points paid for it.
        declared: True for a wrong declaration.
    """

    points: int
    declared: bool = False


@attrs.frozen
class TurnedShown(_OfPlayer):
    """A player showed and kept the other copy of the card turned up by the deal (OKE-IND-01).

    Parameters:
        card: the card.
    """

    card: Card = attrs.field(converter=Card)


@attrs.frozen
class HandShown(_OfPlayer):
    """A player ended the play by showing a hand: a knock, gin, big gin or a declaration.

    The discard goes face down, and others see `?`. Big gin has no discard, and a face-up discard is an earlier
    `CardDiscarded`.

    Parameters:
        kind: the kind of knock.
        discard: the face-down discard, None if there is none.
        melds: the melds of the hand, now on the table.
        deadwood: the cards in no meld.
    """

    kind: KnockKind
    discard: Card | None
    melds: tuple[TableMeld, ...]
    deadwood: Cards


@attrs.frozen
class PenaltyDrawn(_OfPlayer):
    """A player had to draw penalty cards from the stock; others see `?` for each.

    Parameters:
        cards: the cards drawn.
    """

    cards: tuple[Card, ...]


@attrs.frozen
class RoundEnded(Value):
    """The round ended; facts of its last turn no longer count.

    Parameters:
        outcome: the outcome of the round; after a knock it includes the result of counting the hands.
    """

    outcome: Outcome


@attrs.frozen
class RoundScored(Value):
    """A finished round was scored.

    Parameters:
        score: the score, with a line of points and reasons for each player.
        hands: the cards left, by seat, visible to all except hands in `kept`; () if no hand is shown, as after a void
            round.
        kept: the seats of players who have dropped out; others see only `?` for the cards of their hands.
    """

    score: RoundScore
    hands: tuple[Cards, ...] = ()
    kept: tuple[int, ...] = ()


@attrs.frozen
class LastRoundAnnounced(Value):
    """The current round was announced as the last one of the match.

    Parameters:
        player: the player who announced it; None for the whole table.
    """

    player: int | None = None


@attrs.frozen
class RoundCounted(Value):
    """A round was counted in the match.

    Parameters:
        totals: points by seat after the round, including bonuses if the match is over.
        ranking: all seats in groups that share a rank, the best first.
        next_dealer: the dealer of the next round.
        contracts: by seat, the number of the contract to lay next; () in a game without contracts.
        columns: the counts of a match that is scored in several columns; () in other matches.
        deciding: players who must still decide whether to buy back in; the round is counted again after each
            decision.
    """

    totals: tuple[Points, ...]
    ranking: tuple[tuple[int, ...], ...]
    next_dealer: int
    contracts: tuple[int, ...] = ()
    columns: tuple[Column, ...] = ()
    deciding: tuple[int, ...] = ()


@attrs.frozen
class BuyInAnswered(_OfPlayer):
    """A player who reached the limit bought back in or stayed out.

    Parameters:
        accepted: True if the player bought back in.
    """

    accepted: bool


@attrs.frozen
class PlayerLeft(_OfPlayer):
    """A player was eliminated and left the match."""


@attrs.frozen
class MatchEnded(Value):
    """The match is over.

    Parameters:
        winners: the seats of the winners.
        bonuses: the points that the end of the match added to the totals, a line for each seat; () in matches without
            bonuses.
    """

    winners: tuple[int, ...]
    bonuses: tuple[ScoreLine, ...] = ()


Event: TypeAlias = (
    CardsDealt
    | TurnBegun
    | TurnChanged
    | StockDrawn
    | DiscardTaken
    | DiscardTouched
    | StockRecycled
    | MeldsLaid
    | TableRearranged
    | CardLaidOff
    | WildRecovered
    | CardDiscarded
    | PenaltyDrawn
    | UpcardPassed
    | DiscardForSale
    | DiscardBought
    | PlayerFolded
    | TurnedShown
    | LastRoundAnnounced
    | HandShown
    | RoundEnded
    | RoundScored
    | RoundCounted
    | BuyInAnswered
    | PlayerLeft
    | MatchEnded
    | TakenBack
)
"""Any event of a match."""


def seen_by(event: Event, player: int | None) -> Event:
    """Return the event as a player or a spectator (None) sees it.

    >>> seen_by(StockDrawn(0, Card("7♠")), 1)
    StockDrawn(player=0, card=Card('?'))
    """
    # Refuse True: it equals 1, and would see the hand of seat 1.
    if player is not None and type(player) is not int:
        raise RamiError(*integer("player", player))
    match event:
        case StockDrawn() if event.player != player:
            return attrs.evolve(event, card=UNKNOWN)
        # D-16: the price of silence comes from the stock, unseen like any card drawn there.
        case PenaltyDrawn() if event.player != player:
            return attrs.evolve(event, cards=(UNKNOWN,) * len(event.cards))
        # LIV-BUY-04: the price comes unseen from the stock; the card bought was face up.
        case DiscardBought() if event.player != player:
            return attrs.evolve(event, price=(UNKNOWN,) * len(event.price))
        # A card is barred unless the hand held another copy (D-112), so hide `barred` from the others, here and below.
        case DiscardTaken() if event.player != player:
            return attrs.evolve(event, barred=False)
        case TurnChanged() if event.player != player and event.turn_facts.barred is not None:
            return attrs.evolve(event, turn_facts=attrs.evolve(event.turn_facts, barred=None))
        # GIN-KNOCK-01: that discard lies face down.
        case HandShown() if event.player != player and event.discard is not None:
            return attrs.evolve(event, discard=UNKNOWN)
        case CardsDealt():
            return attrs.evolve(event, hands=_hidden(event.hands, range(len(event.hands)), player))
        # IND-FOLD-05: the hand of a player who dropped out remains hidden, even when all others are counted.
        case RoundScored() if event.kept:
            return attrs.evolve(event, hands=_hidden(event.hands, event.kept, player))
        case _:
            return event


def _hidden(hands: Sequence[Cards], seats: Collection[int], viewer: int | None) -> tuple[Cards, ...]:
    """Return hands with `?` for the cards of these seats, except the viewer's own."""
    return tuple(
        # Keep a `?` for each card, since everybody may count the cards in a hand.
        Cards.from_ids([UNKNOWN.id] * len(hand)) if seat in seats and seat != viewer else hand
        for seat, hand in enumerate(hands)
    )


def not_taken_back(events: Iterable[Event]) -> list[Event]:
    """Return the events that have not been undone.

    Raises:
        RamiError: more events are taken back than there are, or the argument is not a collection.
    """
    out: list[Event] = []
    for event in items(RamiError, "events", events):
        if not isinstance(event, TakenBack):
            out.append(event)
        elif event.events > len(out):
            raise RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__}))
        else:
            # Avoid `out[-n:]`, which is the whole list if a takeback voids no events.
            del out[len(out) - event.events :]
    return out


class Follower(Protocol):
    """A value that follows the events of a match, such as a board."""

    def after(self, event: Event, /) -> Self:
        """Return the value after one more event."""
        ...


F = TypeVar("F", bound=Follower)


def followed(events: Iterable[Event], begin: Callable[[CardsDealt], F]) -> F:
    """Return the follower after all events since the first deal; `begin` makes it from that deal.

    Raises:
        RamiError: the events contain no deal, or they cannot have followed one another.
    """
    found: F | None = None
    for event in not_taken_back(events):
        if found is not None:
            found = found.after(event)
        # A client may join late: skip the events before the first deal that it receives.
        elif isinstance(event, CardsDealt):
            found = begin(event)
    if found is None:
        raise RamiError(Violation(Reason.NO_DEAL))
    return found


def latest(events: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    """Yield the events that have not been undone, the latest first, each with its index among all.

    It examines only as many events as you take, so finding the current turn is quick even in a long match.

    Raises:
        RamiError: the argument is not a sequence.

    >>> [
    ...     place
    ...     for place, _ in latest(
    ...         [UpcardPassed(0), UpcardPassed(1), TakenBack(1), StockDrawn(1, Card("7♠"))]
    ...     )
    ... ]
    [3, 0]
    """
    reject(RamiError, instance("events", events, Sequence))
    void = 0
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, TakenBack):
            # A takeback counts neither itself nor events that earlier takebacks made void, so the numbers add up.
            void += event.events
        elif void:
            void -= 1
        else:
            yield place, event
