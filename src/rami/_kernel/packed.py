"""Cards counted in one number: a field for each face that some meld uses, and a guard bit above each field.

Taking what a meld needs away leaves every guard standing if, and only if, the cards are all there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from . import hands
from .codes import JOKER
from .melds import Code


class Packed:
    """A hand whose wilds are jokers, for melds that it can form: `full` is the hand, `needs` what each meld takes.

    `units` has one card of each face, 0 for those that no meld uses; `fields` masks all its cards.
    """

    __slots__ = ("faces", "fields", "full", "guards", "needs", "units")

    def __init__(self, codes: Iterable[Code], mixed: hands.Hand) -> None:
        faces: list[int] = []
        needs: list[int] = []
        units = [0] * (JOKER + 1)
        fields = [0] * (JOKER + 1)
        full = guards = shift = 0
        for code in codes:
            need = 0
            for index in range(1, len(code)):
                card = code[index]
                unit = units[card]
                if not unit:
                    held = hands.count(mixed, card)
                    unit = 1 << shift
                    units[card] = unit
                    faces.append(card)
                    shift += held.bit_length() + 1
                    fields[card] = (1 << (shift - 1)) - unit
                    full |= held * unit
                    guards |= 1 << (shift - 1)
                need += unit
            needs.append(need)
        self.faces: Final = faces
        self.needs: Final = needs
        self.units: Final = units
        self.fields: Final = fields
        self.full: Final = full | guards
        self.guards: Final = guards
