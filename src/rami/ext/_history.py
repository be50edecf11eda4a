"""The last events of a round as a viewer sees them, each as a row of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rami.cards import Card
from rami.rounds.events import (
    CardDiscarded,
    CardLaidOff,
    CardsDealt,
    DiscardBought,
    DiscardForSale,
    DiscardTaken,
    DiscardTouched,
    Event,
    HandShown,
    MeldsLaid,
    PlayerFolded,
    StockDrawn,
    StockRecycled,
    TableRearranged,
    TurnedShown,
    UpcardPassed,
    WildRecovered,
    seen_by,
)
from rami.rounds.transfers import transfers

# The 52 natural cards, the joker, and a place for all cards that the viewer does not see.
_FACES = 54
_DEALT, _UPCARD, _TURNED = "dealt", "upcard", "turned up"
# A kind's place in this tuple is its column in the tensor, so the order must not change. PenaltyDrawn is missing
# because the OpenSpiel game refuses variants in which players draw penalty cards.
_KINDS: tuple[object, ...] = (
    _DEALT,
    _UPCARD,
    _TURNED,
    StockDrawn,
    DiscardTaken,
    DiscardTouched,
    StockRecycled,
    MeldsLaid,
    CardLaidOff,
    WildRecovered,
    CardDiscarded,
    UpcardPassed,
    DiscardForSale,
    DiscardBought,
    PlayerFolded,
    TurnedShown,
    HandShown,
)


def row_size(seats: int) -> int:
    """Return the length of a row: a number for each kind of event, each seat, each face, and one for hidden cards."""
    return len(_KINDS) + seats + _FACES


def rows(events: Sequence[Event], viewer: int, seats: int, count: int) -> bytes:
    """Return the rows of the last events, the newest first.

    A row has a 1 for the kind of event and a 1 for the player, counted from the viewer. Then come the numbers of cards
    that moved: one number for each face, in the order of card ids, and one for the cards that the viewer did not see.

    Parameters:
        events: the events since the deal.
        viewer: the seat of the viewer.
        seats: the number of seats.
        count: the number of rows; if there are fewer events, the last rows are all zeros.
    """
    size = row_size(seats)
    out = bytearray(size * count)
    for at, (kind, player, cards) in enumerate(islice(_newest(events, viewer), count)):
        start = at * size
        out[start + _KINDS.index(kind)] = 1
        start += len(_KINDS)
        if player is not None:
            out[start + (player - viewer) % seats] = 1
        start += seats
        for card in cards:
            out[start + card.id] += 1
    return bytes(out)


def _newest(
    events: Sequence[Event], viewer: int
) -> Iterator[tuple[str | type[Event], int | None, Sequence[Card]]]:
    # Put the newest events first, so that a tensor with room for only a few rows keeps the latest ones.
    for event in (seen_by(each, viewer) for each in reversed(events)):
        match event:
            case CardsDealt():
                # Reverse the order within the deal too: the upcard was turned up after the hands were dealt (D-140).
                if event.turned is not None:
                    yield _TURNED, None, (event.turned,)
                if event.upcard is not None:
                    yield _UPCARD, None, (event.upcard,)
                yield _DEALT, None, tuple(event.hands[viewer])
            case StockRecycled():
                yield type(event), None, ()
            case DiscardTouched() | TurnedShown():
                yield type(event), event.player, (event.card,)
            case UpcardPassed() | DiscardForSale() | PlayerFolded():
                yield type(event), event.player, ()
            # A rearrangement counts as melds laid: in both events, cards move from the hand to the table, and a
            # separate kind would lengthen every row of every game.
            case TableRearranged():
                yield MeldsLaid, event.player, event.laid
            case HandShown():
                melded = [each.card for each in transfers(event)]
                yield type(event), event.player, [*melded, *event.deadwood]
            case _:
                moved = transfers(event)
                if moved:
                    yield type(event), moved[0].player, [each.card for each in moved]
