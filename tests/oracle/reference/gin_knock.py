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
    """GIN-VAL-01, GIN-VAL-02, GIN-VAL-03."""
    return count(left, game)


def arrangements(held: Sequence[str], game: Rules) -> tuple[tuple[Melds, tuple[str, ...]], ...]:
    """Every set of disjoint melds of these cards, no meld at all among them, and what it leaves over."""
    return ways_to_meld(sorted_hand(held), game)


@lru_cache(maxsize=20_000)
def ways_to_meld(held: tuple[str, ...], game: Rules) -> tuple[tuple[Melds, tuple[str, ...]], ...]:
    """The same for sorted cards."""
    found: list[tuple[Melds, tuple[str, ...]]] = []
    for melds in ((), *meld_sets(held, game)):
        left = without(held, [each for meld in melds for each in meld])
        assert left is not None
        found.append((tuple(sorted(melds, key=lambda meld: meld_order(meld, game))), left))
    return tuple(found)


def meld_order(meld: Meld, game: Rules) -> tuple[int, ...]:
    """Runs come before groups, by suit and lowest place, then by length; groups come by rank, then by suits."""
    low = low_of_run(meld, game)
    places = tuple(order(each) for each in meld)
    return (1, rank(meld[0]), *places) if low is None else (0, order("A" + meld[0][1]), low, *places)


def least_deadwood(held: Sequence[str], game: Rules) -> int:
    """GIN-OBJ-01."""
    return min(deadwood(left, game) for _, left in arrangements(held, game))


def low_enough(left: Sequence[str], upcard: str | None, game: Rules) -> bool:
    """May a player end the hand with these cards unmatched (GIN-KNOCK-01, D-143)?"""
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
    """Each discard with each grouping that ends the hand, and what is left over (GIN-KNOCK-01, D-79, D-80)."""
    for face in sorted_hand(set(held)):
        kept = without(tuple(held), [face])
        assert kept is not None
        if face != banned:
            for melds, left in arrangements(kept, game):
                if low_enough(left, upcard, game):
                    yield face, melds, left


def big_gins(held: Sequence[str], game: Rules) -> Iterator[Melds]:
    """Each way to match every card, the one just drawn included (GIN-SCORE-04, D-84)."""
    if game.big_gin_bonus is not None:
        for melds, left in arrangements(held, game):
            if not left:
                yield melds


def default_melds(held: Sequence[str], game: Rules) -> Melds:
    """The grouping meant by a knock that names none: the least deadwood, the first of them in order (D-80)."""

    def key(found: tuple[Melds, tuple[str, ...]]) -> tuple[int, list[tuple[int, ...]]]:
        return deadwood(found[1], game), [meld_order(meld, game) for meld in found[0]]

    return min(arrangements(held, game), key=key)[0]


def knock_discards(
    held: Sequence[str], game: Rules, banned: str | None = None, upcard: str | None = None
) -> dict[str, int]:
    """The discards that allow a knock, with the least deadwood that each leaves (GIN-KNOCK-01)."""
    least: dict[str, int] = {}
    for face, _, left in knocks(held, banned, upcard, game):
        least[face] = min(least.get(face, 999), deadwood(left, game))
    return least
