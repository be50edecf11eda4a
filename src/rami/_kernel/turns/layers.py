"""The seats that laid each card of the table, where that is scored: for each meld, in the order of its cards."""

from __future__ import annotations

from ..melds.finder import Table
from ..melds.meld import HIGH_END, Code, group_rank, is_run, run_low
from ..rules import MeldRules

Layers = tuple[bytes, ...]


def with_new(layers: Layers, player: int, code: Code) -> Layers:
    """The layers with one more meld, all of whose cards are the player's."""
    return (*layers, bytes([player]) * (len(code) - 1))


def with_added(layers: Layers, player: int, place: int, grown: Code, card: int, end: int) -> Layers:
    """The layers with one more card of the player in the meld at that place."""
    before = layers[place]
    if is_run(grown):
        index = len(before) if end == HIGH_END else 0
    else:
        # equal cards of a group are in the order of the seats that laid them
        index = grown.index(card, 1) - 1
        while index < len(before) and grown[index + 2] == card and before[index] < player:
            index += 1
    after = before[:index] + bytes([player]) + before[index:]
    return (*layers[:place], after, *layers[place + 1 :])


def laid_points(rules: MeldRules, table: Table, layers: Layers, seats: int) -> list[int]:
    """The points of the cards that each seat has on the table."""
    out = [0] * seats
    for place, (_, _, code) in enumerate(table):
        low = run_low(code)
        for index, seat in enumerate(layers[place]):
            if rules.wild_value >= 0 and rules.is_wild(code[index + 1]):
                out[seat] += rules.wild_value
            elif is_run(code):
                out[seat] += rules.run_values[low + index]
            else:
                out[seat] += rules.group_values[group_rank(code)]
    return out
