"""The seats that laid each card of the table, where that is scored: for each meld, in the order of its cards."""

from __future__ import annotations

from ..melds.finder import Table
from ..melds.meld import Code, added_at, is_run, value_at
from ..rules import MeldRules

Layers = tuple[bytes, ...]


def with_new(layers: Layers, player: int, code: Code) -> Layers:
    """The layers with one more meld, all of whose cards are the player's."""
    return (*layers, bytes([player]) * (len(code) - 1))


def with_added(layers: Layers, player: int, place: int, grown: Code, card: int, end: int) -> Layers:
    """The layers with one more card of the player in the meld at that place."""
    before = layers[place]
    index = added_at(grown, card, end) - 1
    if not is_run(grown):
        # equal cards of a group are in the order of the seats that laid them
        while index < len(before) and grown[index + 2] == card and before[index] < player:
            index += 1
    after = before[:index] + bytes([player]) + before[index:]
    return (*layers[:place], after, *layers[place + 1 :])


def laid_points(rules: MeldRules, table: Table, layers: Layers, seats: int) -> list[int]:
    """The points of the cards that each seat has on the table."""
    out = [0] * seats
    for place, (_, _, code) in enumerate(table):
        for index, seat in enumerate(layers[place], 1):
            out[seat] += value_at(rules, code, index)
    return out
