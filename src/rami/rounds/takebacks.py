"""Takebacks in a list of events: a `TakenBack` makes earlier events void, but they stay in the list.

The functions here skip events that are void.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, Self, TypeVar

from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, items
from rami.rounds.events import CardsDealt, Event, TakenBack

__all__ = ["latest", "not_taken_back"]


def wrong_story(event: Event) -> RamiError:
    """Return the error for an event that could not happen after the events before it."""
    return RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__}))


def not_taken_back(events: Iterable[Event]) -> list[Event]:
    """Return the events that have not been taken back.

    Raises:
        RamiError: a takeback voids more events than came before it, or the argument is not a collection.
    """
    out: list[Event] = []
    for event in items(RamiError, "events", events):
        if not isinstance(event, TakenBack):
            out.append(event)
        elif event.events > len(out):
            raise wrong_story(event)
        else:
            # Avoid `out[-n:]`: for a takeback that voids no events it would be the whole list.
            del out[len(out) - event.events :]
    return out


class Follower(Protocol):
    """A value that follows the events of a match, such as a board."""

    def after(self, event: Event, /) -> Self:
        """Return the value after one more event."""
        ...


F = TypeVar("F", bound=Follower)


def followed(events: Iterable[Event], begin: Callable[[CardsDealt], F]) -> F:
    """Begin a follower with the first deal, let it follow all later events, and return it.

    Raises:
        RamiError: the events contain no deal, or could not happen in this order.
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
    """Yield the events that have not been taken back, latest first, each with its index in the whole list.

    The function examines only as many events as you take, so finding the current turn is quick even in a long match.

    Raises:
        RamiError: the argument is not a sequence.

    >>> from rami import Card
    >>> from rami.rounds.events import StockDrawn, UpcardPassed
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
            # Takebacks, and events that earlier takebacks made void, are not in this number, so it can simply be added.
            void += event.events
        elif void:
            void -= 1
        else:
            yield place, event
