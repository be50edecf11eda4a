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
        question = with_freed(table[:-1] + (len(freeing),), rack, freeing)
        if question is not None:
            question = with_kept(question, kept, kept)
        if question is not None:
            yield question


def with_freed(
    table: hands.Hand, rack: hands.Hand, freeing: list[int], *beside: hands.Hand
) -> NamedQuestion | None:
    """Put these tiles on the table of a question, unless they lie there or `beside`; return None if some are missing.

    The cards of `beside` are sure to lie on the new table, in other melds.
    """
    moved: list[int] = []
    for face in sorted({*freeing}):
        lie = sum([hands.count(each, face) for each in (table, *beside)])
        for _ in range(freeing.count(face) - lie):
            if not hands.count(rack, face):
                return None
            rack = hands.remove(rack, face)
            table = hands.add(table, face)
            moved.append(face)
    return NamedQuestion(table, rack, [], moved)


def with_kept(question: NamedQuestion, kept: list[int], named: list[int]) -> NamedQuestion | None:
    """Count some table jokers as tiles, and return the question; None if there are too many copies of a tile.

    `kept` lists the tiles, and `named` those of them that would free the joker if they were laid too.
    """
    table, rack = question.table, question.rack
    for face in named:
        # A separate question covers the freed joker.
        while hands.count(rack, face):
            rack = hands.remove(rack, face)
    for face in kept:
        if hands.count(table, face) == COPIES:
            return None
        table = hands.add(table, face)
    for face in kept:
        # A separate question, with the joker in its own run, covers further copies.
        while hands.count(table, face) + hands.count(rack, face) > COPIES:
            rack = hands.remove(rack, face)
    return NamedQuestion(table, rack, kept, question.moved)
