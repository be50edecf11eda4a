"""Events: everything that happens in a match. A client can follow the match from its events alone.

`Match.events` returns the events since a mark as one viewer sees them. `Round.step` returns the events of a move and
names every card; `seen_by` then replaces each card that a viewer must not see with `?`. Nothing is ever removed from a
list of events. If a move is taken back, its events remain, and a `TakenBack` follows that says how many earlier events
are void; `rami.rounds.takebacks` skips the void events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Card, Cards
from rami.cards.moves import End, Source
from rami.errors import RamiError
from rami.errors.checks import integer
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
    "seen_by",
]


@attrs.frozen
class _OfPlayer(Value):
    """The base class of events caused by one player.

    Parameters:
        player: the seat of that player.
    """

    player: int


@attrs.frozen
class CardsDealt(Value):
    """A round was dealt; players see their own hand and `?` for all other cards.

    Parameters:
        number: the number of the round in the match, from 1, counting void rounds.
        context: the facts about the match that the round depends on: the dealer, the players and the totals so far.
        hands: the hand of each seat.
        upcard: the first discard, or None if no card is turned up.
        stock: the number of cards in the stock.
        turned: the card placed face up next to the stock, if there is one.
        turned_wild: True if the rank of that card is wild in this round (the aces, if the card is a joker).
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
    """A player's turn began; the facts of earlier turns no longer apply.

    A reply to a knock begins like a turn, but keeps the number of the turn in which the hand was shown.

    Parameters:
        turn: the number of turns before this one.
        phase: what the player has to do.
        seats: the facts about each seat, in games where they may change when a turn ends; otherwise empty.
    """

    turn: int
    phase: Phase
    seats: tuple[Seat, ...] = ()


@attrs.frozen
class TurnChanged(_OfPlayer):
    """The duties of the player to act changed, or other facts of the turn that a rule depends on.

    Parameters:
        turn_facts: all facts of the turn, after the change; the other players never see `barred`.
        highest_opening: the points of the highest opening so far, if the next opening must beat them.
        highest_pairs: the number of pairs in the largest opening with pairs so far, if the next one must beat it.
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
    """The most recent step of a match, such as a move or a deal, was taken back.

    Parameters:
        events: the number of events that become void, counting back from the latest event still valid.
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
        barred: True if the player must not discard the card this turn. Because this depends on the hand, other players
            always see False.
        above: the cards that lay above this card and were taken with it, the top card last.
    """

    card: Card
    barred: bool = False
    above: tuple[Card, ...] = ()


@attrs.frozen
class DiscardTouched(_OfPlayer):
    """A player touched the top discard but left it there, and may now draw only from the stock (LEB-OBL-02).

    Parameters:
        card: the card touched.
    """

    card: Card


@attrs.frozen
class StockRecycled(Value):
    """The lowest cards of the discard pile became the stock.

    Parameters:
        size: the number of cards in the new stock.
        shuffled: True if they were shuffled; otherwise they were turned over, with the earliest discard on top.
    """

    size: int
    shuffled: bool = True


@attrs.frozen
class MeldsLaid(_OfPlayer):
    """A player laid new melds, perhaps with cards taken from the table; a player who lays melds has opened.

    Parameters:
        melds: the new melds.
        sources: the cards taken from melds on the table.
        opening: True for the player's opening.
        contract: the number of the contract that the opening completed, from 1; None in games without contracts.
        left: the melds that gave up cards, as they are now. If a run was split, its upper parts are separate melds with
            new ids.
        points: the points of the new melds.
        needs: "points" if the opening needs points, "melds" if it needs only certain melds; None if it needs nothing,
            or if the melds are not an opening.
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
    """A player laid cards and rearranged the whole table; a player who does so has opened (RKB-TAB-01).

    A meld that only gained cards, or did not change, keeps its id. Each card of a meld on the new table comes from the
    meld that had the same id before, from a source, or from the hand.

    Parameters:
        laid: the cards that the player laid from the hand.
        table: the melds now on the table.
        sources: the cards that moved between melds; `into` is the index in `table` of the meld that receives the card.
        opening: True for the player's opening.
        points: the points of the opening if the game requires points, otherwise 0.
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
    """A player took a wild card from the table into the hand, and put another card in its place.

    Parameters:
        card: the card that replaced the wild card.
        wild: the wild card that the player has now.
        meld: the meld as it is now.
        at: the index of the wild card in the meld before the exchange.
        other: the second card that replaced the wild card, if the game required two (KAL-JSWAP-03); otherwise None.
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
        announced: True if the player announced that few cards were left in the hand.
        charge: the points that the discard costs the player.
    """

    card: Card
    announced: bool = False
    charge: int = 0


@attrs.frozen
class UpcardPassed(_OfPlayer):
    """A player declined the discard, or laid nothing when the stock was empty.

    Unless the declined discard is offered to another player, the next card must be drawn from the stock.

    Parameters:
        blocked: True for a pass because the stock was empty (RKB-TURN-03).
    """

    blocked: bool = False


@attrs.frozen
class DiscardForSale(_OfPlayer):
    """A player may buy the top discard, or call "rummy" to get a discard (RUM-CALL-01), before the next draw.

    Parameters:
        drawer: the player whose turn it is.
    """

    drawer: int


@attrs.frozen
class DiscardBought(_OfPlayer):
    """A player bought the top discard out of turn, and drew cards from the stock as its price.

    Parameters:
        card: the card bought.
        price: the cards drawn from the stock as the price; others see `?`.
    """

    card: Card
    price: tuple[Card, ...] = ()


@attrs.frozen
class PlayerFolded(_OfPlayer):
    """A player dropped out of the round or declared wrongly; the hand remains hidden (IND-FOLD-05).

    Parameters:
        points: the points that this costs the player.
        declared: True for a wrong declaration.
    """

    points: int
    declared: bool = False


@attrs.frozen
class TurnedShown(_OfPlayer):
    """A player showed the other copy of the card that the deal turned up, and kept it (OKE-IND-01).

    Parameters:
        card: the card shown.
    """

    card: Card = attrs.field(converter=Card)


@attrs.frozen
class HandShown(_OfPlayer):
    """A player ended the play by showing a hand: a knock, gin, big gin or a declaration.

    In most games the discard goes face down, and others see it as `?`; in games that discard face up, a
    `CardDiscarded` comes before this event. Big gin has no discard.

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
    """The round ended; the facts of its last turn no longer apply.

    Parameters:
        outcome: the outcome of the round; after a knock it includes the result of counting the hands.
        thrown_in: True if the players threw the round in; having shown the turned-up card then earns nothing.
    """

    outcome: Outcome
    thrown_in: bool = False


@attrs.frozen
class RoundScored(Value):
    """A finished round was scored.

    Parameters:
        score: the score; it has a line with points and reasons for each player.
        hands: the cards left in each hand; everybody sees them, unless the seat is in `kept`. () if no hands are shown,
            as after a void round.
        kept: the seats of players who dropped out and so keep their hands hidden; others see `?` for each of their
            cards.
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
    """A finished round was added to the totals of the match.

    Parameters:
        totals: the points of each seat after the round, including bonuses if the match is over.
        ranking: all seats in groups that share a rank, the best first.
        next_dealer: the dealer of the next round.
        contracts: by seat, the number of the contract that the player has to lay next; () in games without contracts.
        columns: the columns of the score sheet, in a match that keeps several; () in other matches.
        deciding: the players who still have to decide whether to buy back in; another `RoundCounted` follows each
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
    """A player who had reached the elimination limit bought back in or stayed out.

    Parameters:
        accepted: True if the player bought back in.
    """

    accepted: bool


@attrs.frozen
class PlayerLeft(_OfPlayer):
    """A player left the match, eliminated or by choice."""


@attrs.frozen
class MatchEnded(Value):
    """The match is over.

    Parameters:
        winners: the seats of the winners.
        bonuses: for each seat, the points that were added to its total at the end of the match; () in matches without
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
    # Refuse True: it equals 1, and the caller would get the hand of seat 1.
    if player is not None and type(player) is not int:
        raise RamiError(*integer("player", player))
    match event:
        case StockDrawn() if event.player != player:
            return attrs.evolve(event, card=UNKNOWN)
        # D-16: a player who stays silent draws penalty cards, which others cannot see, like any card drawn from the
        # stock.
        case PenaltyDrawn() if event.player != player:
            return attrs.evolve(event, cards=(UNKNOWN,) * len(event.cards))
        # LIV-BUY-04: the card bought was face up, but the cards drawn as its price were not.
        case DiscardBought() if event.player != player:
            return attrs.evolve(event, price=(UNKNOWN,) * len(event.price))
        # A card is barred unless the hand already held a copy (D-112), so hide `barred` from the others, here and
        # below.
        case DiscardTaken() if event.player != player:
            return attrs.evolve(event, barred=False)
        case TurnChanged() if event.player != player and event.turn_facts.barred is not None:
            return attrs.evolve(event, turn_facts=attrs.evolve(event.turn_facts, barred=None))
        # GIN-KNOCK-01: the discard of a knock lies face down.
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
    """Return the hands with `?` for every card of these seats, except the viewer's own."""
    return tuple(
        # Keep a `?` for each card, since everybody may count the cards in a hand.
        Cards.from_ids([UNKNOWN.id] * len(hand)) if seat in seats and seat != viewer else hand
        for seat, hand in enumerate(hands)
    )
