"""The facts about each player in a round, except the hand, as one value for each seat.

Positions, boards and ends of rounds contain these values. Text and JSON list each fact for all seats together, as
`columns` does, because most facts apply to nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from rami._base.values import Value
from rami._kernel.rounds.state import LISTS, NOTHING_BY_SEAT, BySeat, facts_in_use
from rami._kernel.turns.turn import Game
from rami.errors import InvalidSetup, Reason, Violation, checks, reject

__all__ = ["Seat", "Seated"]


@attrs.frozen(kw_only=True)
class Seat(Value):
    """The facts about a player in a round, except the hand.

    `Seat()` describes a player who has done nothing yet.

    Parameters:
        opened: True if the player has opened.
        completed: the player's place in the order of laying the contract, from 1; 0 if the player has not laid it, and
            in games without contracts (FRU-END-02).
        touched: True if the player has touched the discard and left it, and a rule still punishes that.
        placed: True if the player laid off cards in an earlier turn without having opened, if a rule depends
            on that (BAS-RUMMY-03).
        passed: True if the player has passed on an empty stock since the last card was laid (RKB-STOCK-01).
        bought: the number of discards that the player has bought in the round (LIV-BUY-05).
        charged: the points that the player has paid for discards in the round (OKO-DISC-02).
        folded: the points that the player has paid for dropping out of the round; 0 for a player still in
            (IND-FOLD-01).

    Raises:
        InvalidSetup: values have a wrong type or are negative; the error lists all of them.

    >>> Seat(folded=80).opened
    False
    """

    opened: bool = False
    completed: int = 0
    touched: bool = False
    placed: bool = False
    passed: bool = False
    bought: int = 0
    charged: int = 0
    folded: int = 0

    def __attrs_post_init__(self) -> None:
        reject(InvalidSetup, self._faults())

    def _faults(self) -> Iterator[Violation]:
        for field in ("opened", "touched", "placed", "passed"):
            yield from checks.flag(field, getattr(self, field))
        for field in ("completed", "bought", "charged", "folded"):
            yield from checks.integer(field, getattr(self, field), 0)


class Seated:
    """A mixin for values with a `Seat` for each player in `seats`; it lists some of their facts by seat."""

    __slots__ = ()
    seats: tuple[Seat, ...]

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each player has opened, by seat."""
        return tuple([each.opened for each in self.seats])

    @property
    def completed(self) -> tuple[int, ...]:
        """The players who have laid their contract, in order; empty in games without contracts."""
        places = [(each.completed, seat) for seat, each in enumerate(self.seats) if each.completed]
        return tuple([seat for _, seat in sorted(places)])

    @property
    def charged(self) -> tuple[int, ...]:
        """The points that each player has paid for discards, by seat."""
        return tuple([each.charged for each in self.seats])

    @property
    def folded(self) -> tuple[int, ...]:
        """The points that each player has paid for dropping out, by seat; 0 for a player still in."""
        return tuple([each.folded for each in self.seats])


_OF_SEAT = tuple(each.name for each in attrs.fields(Seat))
_SINGLE = tuple(name for name in NOTHING_BY_SEAT.by_name() if name not in _OF_SEAT)
"""The facts that apply to one player at most; positions and ends of rounds name that player's seat, or None."""
_WITHOUT_RULE = {
    "bought": Reason.NO_BUYING,
    "charged": Reason.NO_CHARGES,
    "turned_shown": Reason.TURNED_NOT_SHOWN,
}
"""Why a game without its rule refuses a fact; there are separate checks for the other facts."""


def without_rule(facts: Seated, listed: BySeat, game: Game) -> Iterator[Violation]:
    """Yield a violation for each fact that no rule of the game can bring about; `listed` is `by_seat(facts.seats)`."""
    for name, reason in _WITHOUT_RULE.items():
        stated = getattr(facts, name) is not None if name in _SINGLE else getattr(listed, name)
        if stated and not facts_in_use(game)[name]:
            yield Violation(reason)


def bought_often(seats: Sequence[Seat], game: Game) -> Iterator[Violation]:
    """Yield a violation for each player who has bought more discards than the game allows (LIV-BUY-05)."""
    for seat, each in enumerate(seats if game.draw.buys else ()):
        if each.bought > game.draw.buy_limit:
            yield Violation(Reason.BOUGHT_OFTEN, None, {"player": seat, "count": each.bought})


def single_columns(facts: Seated) -> dict[str, tuple[int, ...]]:
    """Return the facts that apply to one player at most, as a kernel position has them."""
    return {name: () if getattr(facts, name) is None else (getattr(facts, name),) for name in _SINGLE}


def single_faults(facts: Seated, seats: int, playing: Sequence[int]) -> Iterator[Violation]:
    """Check the seats that are named in facts of at most one player."""
    for name in _SINGLE:
        seat = getattr(facts, name)
        if seat is not None:
            yield from checks.seat(name, seat, seats, playing)


def as_seats(value: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return a collection of seats as a tuple; used as a converter."""
    return checks.items(InvalidSetup, "seats", value, Seat)


def seats_of(seats: int, **facts: Sequence[int]) -> tuple[Seat, ...]:
    """Return the `Seat` of each player, from lists of facts like those that `columns` returns.

    Raises:
        InvalidSetup: a list of seats names a seat twice or one that does not exist, or another list does not have one
            value for each seat.
    """
    reject(InvalidSetup, [each for name in facts for each in _misfits(name, facts[name], seats)])
    by_seat: list[dict[str, Any]] = [{} for _ in range(seats)]
    for name, values in facts.items():
        for place, value in enumerate(values):
            if name in LISTS:
                # D-96: the list has the order of laying, which decides a race for the last contract.
                by_seat[value][name] = place + 1 if name == "completed" else True
            else:
                by_seat[place][name] = value
    return tuple([Seat(**each) for each in by_seat])


# Hot path: every view of every position needs the seats, and they seldom change.
@lru_cache(maxsize=1024)
def seats_with(opened: tuple[bool, ...], facts: BySeat) -> tuple[Seat, ...]:
    """Return the `Seat` of each player from the facts of a kernel position."""
    stated = {name: values for name, values in facts.by_name().items() if name in _OF_SEAT}
    return seats_of(len(opened), opened=opened, **stated)


# Hot path, for the same reason.
@lru_cache(maxsize=1024)
def single_with(facts: BySeat) -> dict[str, int | None]:
    """Return the facts that apply to one player at most, as a position has them: the seat, or None."""
    return {name: next(iter(facts.seats(name)), None) for name in _SINGLE}


# Hot path: this cache is read each time a view is turned back into a position.
@lru_cache(maxsize=1024)
def by_seat(seats: tuple[Seat, ...]) -> BySeat:
    """Return the facts about players as a kernel position has them: all except `opened`."""
    return BySeat(**{name: values for name, values in columns(seats).items() if name != "opened"})


def _misfits(name: str, values: Sequence[int], seats: int) -> tuple[Violation, ...]:
    if name in LISTS:
        return checks.seats(name, values, seats)
    return checks.collection(name, values) or (checks.count(name, len(values), seats) if values else ())


def columns(seats: Sequence[Seat]) -> dict[str, tuple[int, ...]]:
    """Map each fact to the seats for which it is true, to one value per seat, or to () if it applies to no seat.

    >>> columns([Seat(completed=2, bought=1), Seat(completed=1)])["completed"]
    (1, 0)
    """
    out: dict[str, tuple[int, ...]] = {}
    for name in _OF_SEAT:
        values = [getattr(each, name) for each in seats]
        if name in LISTS:
            found = [seat for seat, value in enumerate(values) if value]
            out[name] = tuple(sorted(found, key=values.__getitem__))
        else:
            out[name] = tuple(values) if any(values) else ()
    return out


def with_seat(seats: Sequence[Seat], seat: int, **facts: Any) -> tuple[Seat, ...]:
    """Return the seats with some facts of one seat changed."""
    return (*seats[:seat], attrs.evolve(seats[seat], **facts), *seats[seat + 1 :])
