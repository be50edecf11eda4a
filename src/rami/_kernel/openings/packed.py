"""Pack a hand into one number: a field for each face that some meld uses, and a guard bit above each field.

Subtracting a meld leaves every guard set if, and only if, the hand has all the cards of the meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..budget import Meter
from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Code
from ..rules import Candidate


class Packed:
    """A hand whose wilds are jokers, packed into the number `full`; `needs` lists what each meld subtracts."""

    __slots__ = ("full", "guards", "needs")

    def __init__(self, found: list[Candidate], mixed: hands.Hand) -> None:
        needs: list[int] = []
        units = [0] * (JOKER + 1)
        full = guards = shift = 0
        for candidate in found:
            code = candidate.code
            need = 0
            for index in range(1, len(code)):
                card = code[index]
                unit = units[card]
                if not unit:
                    held = hands.count(mixed, card)
                    unit = 1 << shift
                    units[card] = unit
                    shift += held.bit_length() + 1
                    full |= held * unit
                    guards |= 1 << (shift - 1)
                need += unit
            needs.append(need)
        self.needs: Final = needs
        self.full: Final = full | guards
        self.guards: Final = guards


def completed(
    found: list[Candidate],
    hand: Packed,
    order: list[int],
    left: int,
    melds: tuple[Code, ...],
    points: int,
    rest: int,
    floor: int,
    meter: Meter,
) -> Iterator[tuple[tuple[Code, ...], int]]:
    """Yield a combination of melds if it has enough points, then every larger combination that begins with it."""
    if points + rest < floor:
        return
    meter.count(1 + (len(order) >> 6))
    if points >= floor:
        yield melds, points
    needs, guards = hand.needs, hand.guards
    fitting = [number for number in order if (left - needs[number]) & guards == guards]
    for at, number in enumerate(fitting):
        yield from completed(
            found,
            hand,
            fitting[at:],
            left - needs[number],
            (*melds, found[number].code),
            points + found[number].points,
            rest - found[number].most,
            floor,
            meter,
        )
