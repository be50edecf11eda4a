"""The queries about a hard position; each query uses a new round, whose caches are empty."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from rami import Cards, Discard, DrawStock, LayDown, Round, Setup, TakeDiscard, variants
from rami.cards.moves import Move
from rami.notation import parse_position

LISTED = 2_000
"""The maximum number of moves to read from a list."""
EXPLAINED = 40
"""The number of listed moves to explain in a position."""


def ask(kept: Mapping[str, str], question: str) -> float:
    """Return the seconds that a query about an entry of the suite takes."""
    if "table" in kept:
        return TABLES[question](kept)
    if "position" not in kept:
        return HANDS[question](kept)
    return QUESTIONS[question](parse_position(kept["position"]))


def first_move(setup: Setup) -> float:
    """Return the seconds until the first legal move is known."""
    start = Round.from_setup(setup)
    return _timed(lambda: next(iter(start.legal_moves), None))


def listing(setup: Setup) -> float:
    """Return the seconds until the legal moves are listed, up to `LISTED` moves."""
    return _listing_time(Round.from_setup(setup))


def after_it(setup: Setup) -> float:
    """Return the seconds to list the moves after taking a discard or laying melds; 0 if no such move is legal."""
    start = Round.from_setup(setup)
    for move in (TakeDiscard(), *islice(start.legal_moves, 3)):
        # A discard ends the turn and a draw depends on the stock, so neither leads to a hard list.
        if not isinstance(move, (Discard, DrawStock)) and not start.explain(move):
            return _listing_time(start.play(move))
    return 0.0


def explaining(setup: Setup) -> float:
    """Return the seconds that the slowest explanation takes, among draws, all discards and some listed moves."""
    return max(_explained(setup, move) for move in tried(Round.from_setup(setup)))


def tried(start: Round) -> list[Move]:
    """Return the moves to explain."""
    discards = [Discard(card) for card in dict.fromkeys(start.hands[start.player])]
    return [TakeDiscard(), DrawStock(), *discards, *islice(start.legal_moves, EXPLAINED)]


def _explained(setup: Setup, move: Move) -> float:
    fresh = Round.from_setup(setup)
    return _timed(lambda: fresh.explain(move))


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _listing_time(position: Round) -> float:
    return _timed(lambda: _listed(position))


def _listed(position: Round) -> int:
    return sum(1 for _ in islice(position.legal_moves, LISTED))


QUESTIONS: dict[str, Callable[[Setup], float]] = {
    "first move": first_move,
    "list": listing,
    "list after it": after_it,
    "explain": explaining,
}
"""The queries about a position, by name."""


def first_lay_down(kept: Mapping[str, str]) -> float:
    """Return the seconds until the first lay-down of a hand is known."""
    return _timed(lambda: next(lay_downs(kept), None))


def every_lay_down(kept: Mapping[str, str]) -> float:
    """Return the seconds until all lay-downs of a hand have been listed one by one."""
    return _timed(lambda: sum(1 for _ in lay_downs(kept)))


def lay_downs(kept: Mapping[str, str]) -> Iterator[LayDown]:
    """Return an iterator over the lay-downs of a hand of the suite."""
    number = int(kept.get("contract", 0))
    return iter(variants.get(kept["variant"]).openings(Cards(kept["hand"]), contract=number or None))


HANDS: dict[str, Callable[[Mapping[str, str]], float]] = {
    "first move": first_lay_down,
    "list": every_lay_down,
}


def best_play(kept: Mapping[str, str]) -> float:
    """Return the seconds until the best play on a table of the suite is known."""
    table, rack = Cards(kept["table"]), Cards(kept["rack"])
    return _timed(lambda: TILES.best_play(table, rack))


def every_play(kept: Mapping[str, str]) -> float:
    """Return the seconds until all plays on a table are listed, up to `LISTED` plays."""
    table, rack = Cards(kept["table"]), Cards(kept["rack"])
    return _timed(lambda: sum(1 for _ in islice(TILES.plays(table, rack), LISTED)))


TILES = variants.PLAIN.with_(equipment={"packs": 2, "jokers": 2}, melding={"ace": "low", "max_run": 13})
TABLES: dict[str, Callable[[Mapping[str, str]], float]] = {"first move": best_play, "list": every_play}
