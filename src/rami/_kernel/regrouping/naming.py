"""Apply the rule that a table joker is freed only by a tile that it represents (RKB-D04).

A *question* is a table and a rack: which rack tiles can be laid? A table joker either continues to represent its tile,
or that tile lies on the new table. So one question with *named* jokers becomes a few questions without names: a joker
that remains counts as a table tile, and a freed joker needs its tile.

    table 4♠ * 6♠, rack 5♠ 9♣ 9♥     the joker remains   4♠ 5♠ 6♠ on the table, no joker is free
                                     the joker is freed  4♠ 5♠ 6♠ on the table, a joker is free, the 5♠ is laid
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER
from .layout import Shape
from .lines import RANKS
from .runs import COPIES


@final
class NamedQuestion:
    """A question without named jokers: each table joker counts as a tile, or is free because its tile is laid.

    `kept` lists the tiles that jokers continue to represent. `moved` lists rack tiles that are sure to be laid,
    because they free a joker or lie in a meld of `fixed`. The question is about the tiles outside these melds.
    """

    __slots__ = ("fixed", "kept", "moved", "rack", "table")

    def __init__(
        self,
        table: hands.Hand,
        rack: hands.Hand,
        kept: list[int],
        moved: list[int],
        fixed: Sequence[Shape] = (),
    ) -> None:
        self.table: Final = table
        self.rack: Final = rack
        self.kept: Final = kept
        self.moved: Final = moved
        self.fixed: Final = fixed

    def value(self, values: Sequence[int]) -> int:
        """Return the value of the rack tiles that are sure to be laid."""
        return sum([values[RANKS if card == JOKER else card % RANKS] for card in self.moved])

    def laid(self, laid: hands.Hand) -> hands.Hand:
        """Return all rack tiles laid, including those that are sure to be laid."""
        for card in self.moved:
            laid = hands.add(laid, card)
        return laid


def named_questions(
    table: hands.Hand, rack: hands.Hand, named: Sequence[Sequence[int]]
) -> Iterator[NamedQuestion]:
    """Split a question with named jokers into questions (tables with racks) without them; their results overlap."""
    # For each joker: twice the card that it represents, plus one if that card frees it.
    for choice in product(*[[2 * face + freed for face in faces for freed in (0, 1)] for faces in named]):
        kept = [each >> 1 for each in choice if not each & 1]
        freeing = [each >> 1 for each in choice if each & 1]
        lies, held = table[:-1] + (len(freeing),), rack
        moved: list[int] = []
        for face in sorted({*freeing}):
            for _ in range(freeing.count(face) - hands.count(table, face)):
                if hands.count(held, face):
                    held = hands.remove(held, face)
                    moved.append(face)
                    lies = hands.add(lies, face)
        if any(hands.count(lies, face) < freeing.count(face) for face in freeing):
            continue
        for face in kept:
            # If this tile were laid too, it would free the joker; a separate question covers that.
            while hands.count(held, face):
                held = hands.remove(held, face)
        if all(hands.count(lies, face) + kept.count(face) <= COPIES for face in kept):
            for face in kept:
                lies = hands.add(lies, face)
            yield NamedQuestion(lies, held, kept, moved)
