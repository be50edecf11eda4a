"""Effects: how each kind of event changes a board that follows a match, by moving cards or setting facts.

`EFFECTS` is the only place that declares them. `transfers` and `Board` apply them in Python, `rami.ext.json.effects`
passes them to clients in other languages, and the documentation page "Following events" lists them for each event. A
client that implements these ten kinds of effects can follow every game, even games added later, because a new kind of
event needs only a new row of effects.

Facts have the same names as in a view, such as `phase` and `context.last`. `hand` means the hand of the event's player,
and `seat.opened` a fact about that player's seat. A *field* is always a field of the event. If an effect names a field
in `when`, it applies only if that field is not None, False, 0 or empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import attrs

from rami._base.values import FrozenEnum, Value
from rami.rounds import events
from rami.rounds.events import Event
from rami.rounds.setup import NO_TURN, Phase, Seat, TurnFacts

__all__ = [
    "EFFECTS",
    "CardsMove",
    "DiscardsTurn",
    "Effect",
    "EventsVoid",
    "FactBecomes",
    "FactGathers",
    "FactGrows",
    "FactTakes",
    "MeldsPut",
    "Place",
    "SeatRanks",
    "SeatsBegin",
]


class Place(FrozenEnum):
    """The places where a card can be."""

    STOCK = "stock"
    HAND = "hand"
    """The hand of the event's player."""
    TABLE = "table"
    DISCARDS = "discards"


@attrs.frozen
class CardsMove(Value):
    """Cards go from one place to another; if several leave the discard pile, the last card in the field leaves first.

    Parameters:
        cards: the field with the cards: one card, several cards, or melds, all of whose cards move.
        source: the place that the cards leave.
        target: the place that the cards reach.
        without: a field with cards to leave out, because they do not come from `source`; None to leave out none.

    >>> print(CardsMove("card", Place.STOCK, Place.HAND))
    `card` goes from the stock to the hand
    """

    cards: str
    source: Place
    target: Place
    without: str | None = None

    def __str__(self) -> str:
        apart = "" if self.without is None else f" without those in `{self.without}`"
        goes = "goes" if self.cards in _SINGLE else "go"
        return f"`{self.cards}`{apart} {goes} from the {self.source.value} to the {self.target.value}"


_SINGLE = frozenset({"card", "discard", "other", "wild"})


@attrs.frozen
class MeldsPut(Value):
    """Melds appear on the table; each replaces the meld with the same id, or is added if there is none.

    Parameters:
        melds: the field with one meld or several.
    """

    melds: str

    def __str__(self) -> str:
        return f"`{self.melds}` on the table, by id"


@attrs.frozen
class FactTakes(Value):
    """A fact takes the value of a field.

    Parameters:
        fact: the name of the fact.
        field: the name of the field; None for the whole event.
        when: the name of a field that must not be empty; None for no condition.

    >>> print(FactTakes("context.totals", "totals", when="totals"))
    `context.totals` = `totals` if `totals`
    """

    fact: str
    field: str | None
    when: str | None = None

    def __str__(self) -> str:
        value = "the event" if self.field is None else f"`{self.field}`"
        return f"`{self.fact}` = {value}{_if(self.when)}"


@attrs.frozen
class FactBecomes(Value):
    """A fact takes a value that does not depend on the event.

    Parameters:
        fact: the name of the fact.
        value: the new value.
        when: the name of a field that must not be empty; None for no condition.

    >>> print(FactBecomes("phase", Phase.PLAY))
    `phase` = "play"
    """

    fact: str
    value: Any
    when: str | None = None

    def __str__(self) -> str:
        return f"`{self.fact}` = {_plain(self.value)}{_if(self.when)}"


@attrs.frozen
class FactGathers(Value):
    """A fact becomes an object with some fields of the event.

    Parameters:
        fact: the name of the fact.
        fields: the names of the fields; the values in the object have the same names.
    """

    fact: str
    fields: tuple[str, ...]

    def __str__(self) -> str:
        return f"`{self.fact}` = {{{', '.join(f'`{each}`' for each in self.fields)}}}"


@attrs.frozen
class FactGrows(Value):
    """A number grows by the value of a field, or a list gets that value as its last item.

    Parameters:
        fact: the name of the fact.
        field: the name of the field; None to add 1.
        when: the name of a field that must not be empty; None for no condition.
    """

    fact: str
    field: str | None
    when: str | None = None

    def __str__(self) -> str:
        value = "1" if self.field is None else f"`{self.field}`"
        return f"`{self.fact}` grows by {value}{_if(self.when)}"


@attrs.frozen
class SeatRanks(Value):
    """A fact of the player's seat becomes the next rank: 1 more than the highest rank among all seats.

    Parameters:
        fact: the name of the fact, which holds a rank, from 1.
        when: the name of a field that must not be empty; None for no condition.
    """

    fact: str
    when: str | None = None

    def __str__(self) -> str:
        return f"`seat.{self.fact}` = the next place{_if(self.when)}"


@attrs.frozen
class SeatsBegin(Value):
    """Every seat begins with the same facts.

    Parameters:
        seat: the facts of one seat.
        count: the name of the field with the number of seats.
    """

    seat: Seat = Seat()  # this value never changes
    count: str = "context.seats"

    def __str__(self) -> str:
        return "`seats` = as many unopened seats as `context.seats`"


@attrs.frozen
class DiscardsTurn(Value):
    """The lowest discards become the new stock and replace the rest of the old one.

    Parameters:
        size: the name of the field with the number of cards.
    """

    size: str = "size"

    def __str__(self) -> str:
        return f"the lowest `{self.size}` discards are gone, and `stock_size` = `{self.size}`"


@attrs.frozen
class EventsVoid(Value):
    """Some earlier events are void, and the state before them is restored.

    Parameters:
        count: the name of the field with the number of events that become void, counting back from the latest event
            still valid.
    """

    count: str = "events"

    def __str__(self) -> str:
        return f"undo the last `{self.count}` valid events, or ask for a new view"


Effect: TypeAlias = (
    CardsMove
    | MeldsPut
    | FactTakes
    | FactBecomes
    | FactGathers
    | FactGrows
    | SeatRanks
    | SeatsBegin
    | DiscardsTurn
    | EventsVoid
)
"""One effect of an event."""


def _if(field: str | None) -> str:
    return "" if field is None else f" if `{field}`"


def _plain(value: object) -> str:
    """Return a value in the form in which `str` of an effect writes it, usually as JSON."""
    if isinstance(value, TurnFacts):
        return "no facts"
    if value == ():
        return "[]"
    if value is None or value is True:
        return "null" if value is None else "true"
    return f'"{value}"' if isinstance(value, str) else str(value)


_START: Mapping[str, Any] = {
    "phase": Phase.OVER,  # until the first turn begins, because some rounds end with the deal
    "player": 0,
    "turn": 0,
    "table": (),
    "discards": (),
    "turn_facts": NO_TURN,
    **dict.fromkeys(("highest_opening", "highest_pairs", "recycles"), 0),
    **dict.fromkeys(("turned_shown", "drawer", "knock", "outcome", "score"), None),
}


def _taken(*facts: str) -> Iterator[Effect]:
    """Yield the effects that copy fields of an event to the facts of the same names."""
    return (FactTakes(each, each) for each in facts)


EFFECTS: Final[Mapping[type[Event], tuple[Effect, ...]]] = {
    events.CardsDealt: (
        *(FactBecomes(fact, value) for fact, value in _START.items()),
        *_taken("number", "context"),
        SeatsBegin(),
        FactTakes("hands", "hands"),
        FactGrows("discards", "upcard", when="upcard"),
        FactTakes("stock_size", "stock"),
        FactTakes("turned", "turned"),
        # A client that saw the last `RoundCounted` has these facts already; one that joined after the round does not.
        FactTakes("counted.totals", "context.totals"),
        FactTakes("counted.next_dealer", "context.dealer"),
    ),
    events.TurnBegun: (
        FactBecomes("turn_facts", NO_TURN),
        FactBecomes("drawer", None),
        *_taken("player", "turn", "phase"),
        FactTakes("seats", "seats", when="seats"),
    ),
    events.TurnChanged: tuple(_taken("player", "turn_facts", "highest_opening", "highest_pairs")),
    events.StockDrawn: (
        CardsMove("card", Place.STOCK, Place.HAND),
        # LIV-BUY-07: after a sale, the player whose turn it is draws, and no new `TurnBegun` announces that player.
        FactTakes("player", "player"),
        FactBecomes("phase", Phase.PLAY),
        FactBecomes("drawer", None),
    ),
    events.DiscardTaken: (
        # `card` is the lowest card taken, so the cards above it leave first.
        CardsMove("above", Place.DISCARDS, Place.HAND),
        CardsMove("card", Place.DISCARDS, Place.HAND),
        FactBecomes("phase", Phase.PLAY),
        FactBecomes("drawer", None),
        FactBecomes("turn_facts", NO_TURN),
        FactTakes("turn_facts.taken", "card"),
        FactTakes("turn_facts.barred", "card", when="barred"),
    ),
    events.DiscardTouched: (FactBecomes("seat.touched", True), FactBecomes("phase", Phase.STOCK)),
    events.StockRecycled: (DiscardsTurn(), FactGrows("recycles", None)),
    events.MeldsLaid: (
        # Leave out cards taken from other melds, because they do not come from the hand.
        CardsMove("melds", Place.HAND, Place.TABLE, without="sources"),
        MeldsPut("left"),
        MeldsPut("melds"),
        FactBecomes("seat.opened", True),
        SeatRanks("completed", when="contract"),
        FactBecomes("turn_facts.opened_now", True, when="opening"),
    ),
    events.TableRearranged: (
        CardsMove("laid", Place.HAND, Place.TABLE),
        FactTakes("table", "table"),
        FactBecomes("seat.opened", True),
    ),
    events.CardLaidOff: (CardsMove("card", Place.HAND, Place.TABLE), MeldsPut("meld")),
    events.WildRecovered: (
        CardsMove("card", Place.HAND, Place.TABLE),
        # KAL-JSWAP-03: a player may need to lay both missing cards of a group to recover its wild card.
        CardsMove("other", Place.HAND, Place.TABLE),
        CardsMove("wild", Place.TABLE, Place.HAND),
        MeldsPut("meld"),
    ),
    events.CardDiscarded: (
        CardsMove("card", Place.HAND, Place.DISCARDS),
        FactGrows("seat.charged", "charge"),
    ),
    events.PenaltyDrawn: (CardsMove("cards", Place.STOCK, Place.HAND),),
    # If the card is then offered to the next player, a separate event announces that.
    events.UpcardPassed: (
        FactBecomes("phase", Phase.STOCK),
        FactBecomes("seat.passed", True, when="blocked"),
    ),
    events.DiscardForSale: (
        FactTakes("player", "player"),
        FactBecomes("phase", Phase.OFFER),
        FactTakes("drawer", "drawer"),
    ),
    events.DiscardBought: (
        CardsMove("card", Place.DISCARDS, Place.HAND),
        CardsMove("price", Place.STOCK, Place.HAND),
        FactGrows("seat.bought", None),
    ),
    events.PlayerFolded: (FactTakes("seat.folded", "points"),),
    events.TurnedShown: (FactTakes("turned_shown", "player"),),
    events.LastRoundAnnounced: (FactBecomes("context.last", True),),
    events.HandShown: (
        CardsMove("melds", Place.HAND, Place.TABLE),
        CardsMove("discard", Place.HAND, Place.DISCARDS),
        MeldsPut("melds"),
        FactTakes("hand", "deadwood"),
        FactGathers("knock", ("player", "kind")),
        # D-131: a player who owns a meld has opened; a hand shown without melds does not open.
        FactBecomes("seat.opened", True, when="melds"),
    ),
    events.RoundEnded: (
        FactBecomes("phase", Phase.OVER),
        FactTakes("outcome", "outcome"),
        # A round may be thrown in while a discard is for sale.
        FactBecomes("drawer", None),
        FactBecomes("turn_facts", NO_TURN),
        FactBecomes("highest_opening", 0),
        FactBecomes("highest_pairs", 0),
        # OKE-IND-02 pays for the card shown even in a void round, but not in a round that is thrown in.
        FactBecomes("turned_shown", None, when="thrown_in"),
    ),
    # After a void round nobody shows a hand, but viewers still see their own (D-130).
    events.RoundScored: (FactTakes("score", "score"), FactTakes("hands", "hands", when="hands")),
    events.RoundCounted: (FactTakes("counted", None),),
    # Another `RoundCounted` follows, with the totals.
    events.BuyInAnswered: (),
    events.PlayerLeft: (FactGrows("eliminated", "player"),),
    events.MatchEnded: (FactTakes("ended", None),),
    events.TakenBack: (EventsVoid(),),
}
"""The effects of each kind of event, in order."""
