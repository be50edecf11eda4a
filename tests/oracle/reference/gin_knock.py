"""The matched cards and the deadwood of a hand, and the knocks that it allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .cards import hand as sorted_hand
from .cards import order, rank, without
from .gather import meld_sets
from .melds import Meld, low_of_run, own_value, points_of_rank
from .rules import Rules
from .scoring import count

Melds = tuple[Meld, ...]


def deadwood(left: Sequence[str], game: Rules) -> int:
    """Return the points of unmatched cards (GIN-VAL-01, GIN-VAL-02, GIN-VAL-03)."""
    return count(left, game)


def arrangements(held: Sequence[str], game: Rules) -> tuple[tuple[Melds, tuple[str, ...]], ...]:
    """Return every set of disjoint melds of these cards, even none, with the cards left over."""
    return ways_to_meld(sorted_hand(held), game)


@lru_cache(maxsize=20_000)
def ways_to_meld(held: tuple[str, ...], game: Rules) -> tuple[tuple[Melds, tuple[str, ...]], ...]:
    """Return these sets for sorted cards."""
    found: list[tuple[Melds, tuple[str, ...]]] = []
    for melds in ((), *meld_sets(held, game)):
        left = without(held, [each for meld in melds for each in meld])
        assert left is not None
        found.append((tuple(sorted(melds, key=lambda meld: meld_order(meld, game))), left))
    return tuple(found)


def meld_order(meld: Meld, game: Rules) -> tuple[int, ...]:
    """Order runs before groups: runs by suit, lowest place and length; groups by rank and suits."""
    low = low_of_run(meld, game)
    places = tuple(order(each) for each in meld)
    return (1, rank(meld[0]), *places) if low is None else (0, order("A" + meld[0][1]), low, *places)


def least_deadwood(held: Sequence[str], game: Rules) -> int:
    """Return the least deadwood of a hand (GIN-OBJ-01)."""
    return min(deadwood(left, game) for _, left in arrangements(held, game))


def low_enough(left: Sequence[str], upcard: str | None, game: Rules) -> bool:
    """Return whether a player may end the hand with these cards unmatched (GIN-KNOCK-01, D-143)."""
    if game.knock_limit != "upcard":
        assert isinstance(game.knock_limit, int)
        return deadwood(left, game) <= game.knock_limit
    assert upcard is not None
    if rank(upcard) == 1:
        return (
            not left if game.upcard_ace == "gin_only" else deadwood(left, game) <= own_value(upcard, game, 1)
        )
    return deadwood(left, game) <= own_value(upcard, game, points_of_rank(rank(upcard), 1, game))


def knocks(
    held: Sequence[str], banned: str | None, upcard: str | None, game: Rules
) -> Iterator[tuple[str, Melds, tuple[str, ...]]]:
    """Yield each discard with each grouping that ends the hand, and the cards left over (GIN-KNOCK-01, D-79, D-80)."""
    for face in sorted_hand(set(held)):
        kept = without(tuple(held), [face])
        assert kept is not None
        if face != banned:
            for melds, left in arrangements(kept, game):
                if low_enough(left, upcard, game):
                    yield face, melds, left


def big_gins(held: Sequence[str], game: Rules) -> Iterator[Melds]:
    """Yield each way to match every card, with the card just drawn (GIN-SCORE-04, D-84)."""
    if game.big_gin_bonus is not None:
        for melds, left in arrangements(held, game):
            if not left:
                yield melds


def default_melds(held: Sequence[str], game: Rules) -> Melds:
    """Return the grouping of a knock that names none: the first in order with the least deadwood (D-80)."""

    def key(found: tuple[Melds, tuple[str, ...]]) -> tuple[int, list[tuple[int, ...]]]:
        return deadwood(found[1], game), [meld_order(meld, game) for meld in found[0]]

    return min(arrangements(held, game), key=key)[0]


def knock_discards(
    held: Sequence[str], game: Rules, banned: str | None = None, upcard: str | None = None
) -> dict[str, int]:
    """Return the discards that allow a knock, with the least deadwood after each (GIN-KNOCK-01)."""
    least: dict[str, int] = {}
    for face, _, left in knocks(held, banned, upcard, game):
        least[face] = min(least.get(face, 999), deadwood(left, game))
    return least
