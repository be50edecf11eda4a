"""Apply the house rule that a joker of a group of three is freed only by both missing tiles (RKB-D04).

Such a joker is *bound*. As in `naming`, it is kept if a joker on the new table represents either missing tile. It is
freed only if the missing tiles on the new table could complete its group to four:

    5♣ 5♦ *      5♥ and 5♠ free the joker                 5♣ 5♦ 5♥ 5♠
    5♣ * *       two of 5♦ 5♥ 5♠ free one of the jokers   5♣ 5♦ 5♥ *
                 all three free both                      5♣ 5♦ 5♥ 5♠

So a joker may be kept for a tile although both copies of that tile are laid. The search handles only two copies of a
tile, so if there are three, the run with the joker is chosen first, and the question (see `naming`) is about the other
tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, final

from ..cards import hands
from ..cards.codes import BIT, JOKER, bits
from .changes import Judge
from .groups import COLOURS
from .growing import runs_through, taken
from .layout import Shape
from .lines import RANKS, Line
from .naming import NamedQuestion, with_freed, with_kept
from .runs import COPIES, DEAD

# Marks the mask of a bound joker.
BOUND: Final = 1 << JOKER
_FREED: Final = 0
_AS_TILE: Final = 1
_IN_RUN: Final = 2
# A joker of the other melds represents the card now, so the old joker is free. With two jokers in the pack, there
# is only one such pair.
_BESIDE: Final = 3
Option = tuple[int, int]


def bound_questions(
    line: Line,
    table: hands.Hand,
    rack: hands.Hand,
    masks: Sequence[int],
    beside: hands.Hand,
    wilds: Sequence[int],
) -> Iterator[NamedQuestion]:
    """Split a question with named jokers into questions (tables with racks) without them; their results overlap.

    `masks` contains the cards that each table joker may represent, with `BOUND` if the joker is bound. The cards of
    `beside` are sure to lie on the new table, in other melds; `wilds` contains the cards that their jokers represent.
    """
    for chosen in product(*[_options(table, rack, masks, mask, wilds) for mask in masks]):
        for freeing in _freeing(masks, chosen):
            freed = len([option for option in chosen if option[0] in (_FREED, _BESIDE)])
            question = with_freed(table[:-1] + (freed,), rack, freeing, beside)
            if question is not None:
                kept = [
                    (mask, face) for mask, (kind, face) in zip(masks, chosen, strict=True) if kind == _AS_TILE
                ]
                named = [face for mask, face in kept if not mask & BOUND]
                question = with_kept(question, [face for _, face in kept], named)
            if question is not None:
                runs = [face for kind, face in chosen if kind == _IN_RUN]
                yield from _with_runs(line, question, runs)


def _options(
    table: hands.Hand, rack: hands.Hand, masks: Sequence[int], mask: int, wilds: Sequence[int]
) -> list[Option]:
    """Return the options for a table joker, each with the tile it represents, the tile that frees it, or `DEAD`."""
    faces = bits(mask & ~BOUND)
    found = [(_AS_TILE, face) for face in faces]
    if any(mask & wild for wild in wilds):
        found.append((_BESIDE, DEAD))
    if not mask & BOUND:
        return found + [(_FREED, face) for face in faces]
    for face in faces:
        jokers = len([other for other in masks if other & BIT[face]])
        if hands.count(table, face) + hands.count(rack, face) + jokers > COPIES:
            found.append((_IN_RUN, face))
    return [*found, (_FREED, DEAD)]


def _freeing(masks: Sequence[int], chosen: Sequence[Option]) -> Iterator[list[int]]:
    """Yield each list of tiles that could free the jokers chosen to be free."""
    single: list[int] = []
    groups: dict[int, int] = {}
    for mask, (kind, face) in zip(masks, chosen, strict=True):
        if kind == _FREED and not mask & BOUND:
            single.append(face)
        elif kind == _FREED and len(bits(mask)) == COPIES + 1:
            # Each joker alone in its group needs both tiles.
            single += bits(mask & ~BOUND)
        elif kind == _FREED:
            groups[mask] = groups.get(mask, 0) + 1
    # The pack has only two jokers, so at most one group contains two of them.
    for mask, freed in groups.items():
        for tiles in combinations(bits(mask & ~BOUND), freed + 1):
            yield [*single, *tiles]
    if not groups:
        yield single


def _with_runs(line: Line, question: NamedQuestion, faces: list[int]) -> Iterator[NamedQuestion]:
    """Yield the questions (tables with racks) that remain once a joker for each of these cards lies in a run."""
    if not faces:
        yield question
        return
    jokers = question.table[-1] + question.rack[-1]
    for run, cards in runs_through(line, faces[0], jokers):
        following = taken(question, run, cards)
        if following is not None:
            yield from _with_runs(line, following, faces[1:])


def unmatched(before: list[int], now: list[int], naturals: list[int]) -> list[int]:
    """Return the old masks left over after matching as many as possible with new masks and naturals.

    A mask with `BOUND` needs several naturals.
    """
    if not before:
        return []
    mask, rest = before[0], before[1:]
    best: list[int] | None = None
    for at, other in enumerate(now):
        if mask & other:
            left = unmatched(rest, now[:at] + now[at + 1 :], naturals)
            if not left:
                return left
            best = left if best is None or len(left) < len(best) else best
    for tiles, jokers in _prices(before):
        others = _without(naturals, tiles)
        if others is not None:
            left = unmatched(before[jokers:], now, others)
            if not left:
                return left
            best = left if best is None or len(left) < len(best) else best
    alone = [mask, *unmatched(rest, now, naturals)]
    return alone if best is None or len(alone) < len(best) else best


def _without(cards: list[int], tiles: Sequence[int]) -> list[int] | None:
    """Return the cards without these tiles; None if one of them is missing."""
    left = list(cards)
    for tile in tiles:
        if tile not in left:
            return None
        left.remove(tile)
    return left


def _prices(before: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """Return the lists of tiles that free the first joker, or the first two, each with the number of jokers freed."""
    mask = before[0]
    faces = bits(mask & ~BOUND)
    if not mask & BOUND:
        return [((face,), 1) for face in faces]
    found: list[tuple[tuple[int, ...], int]] = [(tiles, 1) for tiles in combinations(faces, COPIES)]
    if len(faces) > COPIES and before[1:2] == [mask]:
        found.append((tuple(faces), COPIES))
    return found


@final
class JokerJudge(Judge):
    """Accepts a table if each old joker, bound or not, still represents a tile of its own or has been freed."""

    def __init__(self, line: Line, masks: Sequence[int]) -> None:
        self._line: Final = line
        self._masks: Final = sorted(masks)

    def accepts(self, melds: list[Shape]) -> bool:
        """Return whether these melds are an allowed table."""
        naturals: list[int] = []
        now: list[list[int]] = [[]]
        for shape in melds:
            jokers: list[int] = []
            for at in range(len(shape.tiles)):
                faces = self._faces(shape, at)
                if shape.tiles[at] == DEAD:
                    jokers.append(sum([BIT[face] for face in faces]))
                else:
                    naturals += faces
            now = [[*known, *way] for known in now for way in ways_of(jokers, shape.colour == DEAD)]
        return any(not unmatched(self._masks, each, naturals) for each in now)

    def _faces(self, shape: Shape, at: int) -> list[int]:
        """Return the cards that a tile of a meld is or may represent."""
        if shape.colour != DEAD:
            return [RANKS * shape.colour + self._line.rank_at(shape.number + at)]
        rank, tile = self._line.rank_at(shape.number), shape.tiles[at]
        if tile != DEAD:
            return [RANKS * tile + rank]
        return [RANKS * colour + rank for colour in range(COLOURS) if colour not in shape.tiles]


def ways_of(jokers: list[int], group: bool) -> list[list[int]]:
    """Return what the jokers of a meld may represent: two jokers of a group represent different cards."""
    if len(jokers) < COPIES or not group:
        return [jokers]
    return [[BIT[card] for card in each] for each in combinations(bits(jokers[0]), len(jokers))]
