"""Tests of a game that decide which sentences of its rulebook replace the usual ones (see `_wording`)."""

from __future__ import annotations

from rami.errors.texts import TILES, are_tiles
from rami.policies.declaring.needs import Need, jokers, opens, smallest_wild_group, swaps_happen
from rami.policies.declaring.options import Condition, Settings, field_of


def tiles(v: Settings) -> bool:
    """Return whether the game is played with tiles."""
    return are_tiles(v.equipment.faces)


def tiles_with(test: Condition) -> Condition:
    return lambda v: tiles(v) and test(v)


def okeys(v: Settings) -> bool:
    """Return whether the game is played with tiles and its wild tiles are called okeys."""
    return v.equipment.faces == TILES


def okeys_with(test: Condition) -> Condition:
    return lambda v: okeys(v) and test(v)


def without_swaps(v: Settings) -> frozenset[str] | None:
    """Return the uses of the discard other than exchanges if exchanges are allowed but can never happen, else None."""
    use = v.drawing.discard_use
    # In a game without wild cards, the rules must not offer to exchange the discard for one.
    return use - {"swap"} if use is not None and "swap" in use and not swaps_happen(v) else None


def uses_left(use: frozenset[str]) -> Condition:
    return lambda v: without_swaps(v) == use


def threes_hold_wilds(v: Settings) -> bool:
    return smallest_wild_group(v) == 3


def threes_and_fours(v: Settings) -> bool:
    """Return whether groups have three or four cards, as in most games."""
    return (v.melding.set_min, v.melding.set_max) == (3, 4)


def wilds_in_their_place(v: Settings) -> bool:
    """Return whether a card of a wild rank may count as a natural card in its own place."""
    return v.equipment.natural_wilds and bool(Need.WILD_RANKS.met(v))


def order_above_king(tail: Condition) -> Condition:
    return lambda v: v.melding.ace == "both" and tail(v)


def each_ace_the_same(v: Settings) -> bool:
    return len(set(v.melding.ace_meld_values)) == 1


def by_round(option: object) -> Condition:
    """Return a condition that is met if this option changes from round to round."""
    name = field_of(option)
    return lambda v: any(name == each for each, _ in v.match.rounds)


def has_columns(v: Settings) -> bool:
    return v.match.columns == 3


def _not(test: Condition) -> Condition:
    return lambda v: not test(v)


no_jokers, no_opening, no_wilds = _not(jokers), _not(opens), _not(Need.WILDS.met)
