"""Let old melds grow: list the melds that contain them, and the questions that remain for the other tiles.

If jokers are locked, a table meld with a joker may grow but lose nothing (RKB-D04). Each way to grow takes some tiles,
from the rest of the table if they are there, otherwise from the rack. What remains is a question (see `naming`) without
locked melds:

    table 4♠ * 6♠ | 7♠ 7♥ 7♦ 7♣, rack 8♠    it grows by nothing     7♠ 7♥ 7♦ 7♣ on the table, 8♠ on the rack
                                            it grows by 7♠          7♥ 7♦ 7♣ on the table, 8♠ on the rack
                                            it grows by 7♠ and 8♠   7♥ 7♦ 7♣ on the table, nothing on the rack

A run grows by at most two tiles at each end, because three more tiles would be a separate meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from ..cards import hands
from ..cards.codes import JOKER
from .groups import COLOURS, GROUP_MAX
from .layout import Shape
from .lines import RANKS, Line
from .naming import NamedQuestion
from .runs import DEAD, LONG

_AT_EACH_END: Final = LONG - 1
# A longer run is laid as several shorter runs end to end.
_LONGEST: Final = 2 * LONG - 1


def locked_questions(
    line: Line, question: NamedQuestion, locked: list[Shape], longest: int
) -> Iterator[NamedQuestion]:
    """Split a question about the other tiles, one for each way in which the locked melds grow; results overlap.

    No run may be longer than `longest`.
    """
    if not locked:
        yield question
        return
    for grown, cards in _growths(line, locked[0], longest, question.rack[-1]):
        following = taken(question, grown, cards)
        if following is not None:
            yield from locked_questions(line, following, locked[1:], longest)


def taken(question: NamedQuestion, meld: Shape, cards: list[int]) -> NamedQuestion | None:
    """Return the table and rack that remain once a fixed meld has taken these cards; None if some are missing."""
    table, rack, moved = question.table, question.rack, list(question.moved)
    for card in cards:
        # Other cards of the rack may be laid or not, so a copy on the table is always at least as useful.
        if hands.count(table, card):
            table = hands.remove(table, card)
        elif hands.count(rack, card):
            rack = hands.remove(rack, card)
            moved.append(card)
        else:
            return None
    return NamedQuestion(table, rack, question.kept, moved, [*question.fixed, meld])


def _growths(line: Line, shape: Shape, longest: int, jokers: int) -> Iterator[tuple[Shape, list[int]]]:
    """Yield each way to extend a meld with at most this many more jokers: the new shape and the cards it takes."""
    if shape.colour == DEAD:
        yield from _grown_groups(line, shape, jokers)
        return
    size = len(shape.tiles)
    after = line.numbers - shape.number - size
    for below in range(min(_AT_EACH_END, shape.number) + 1):
        for above in range(min(_AT_EACH_END, after) + 1):
            if below + size + above <= longest:
                yield from _grown_runs(line, shape, below, above, jokers)


def _grown_groups(line: Line, shape: Shape, jokers: int) -> Iterator[tuple[Shape, list[int]]]:
    tiles = shape.tiles
    yield shape, []
    if len(tiles) == GROUP_MAX:
        return
    rank = line.rank_at(shape.number)
    naturals = [tile for tile in tiles if tile != DEAD]
    for colour in range(COLOURS):
        if colour not in naturals:
            grown = sorted([*naturals, colour]) + [DEAD] * (len(tiles) - len(naturals))
            yield Shape(DEAD, shape.number, grown), [RANKS * colour + rank]
    if jokers:
        yield Shape(DEAD, shape.number, [*tiles, DEAD]), [JOKER]


def _grown_runs(
    line: Line, shape: Shape, below: int, above: int, jokers: int
) -> Iterator[tuple[Shape, list[int]]]:
    """Yield each run with this many more tiles below and above, and the cards that it takes."""
    low, size = shape.number - below, len(shape.tiles)
    more = [*range(low, shape.number), *range(shape.number + size, shape.number + size + above)]
    for wilds in range(min(jokers, len(more)) + 1):
        for places in combinations(range(len(more)), wilds):
            tiles = [DEAD if at in places else more[at] for at in range(len(more))]
            cards = [RANKS * shape.colour + line.rank_at(tile) for tile in tiles if tile != DEAD]
            grown = Shape(shape.colour, low, [*tiles[:below], *shape.tiles, *tiles[below:]])
            yield grown, cards + [JOKER] * wilds


def runs_through(line: Line, face: int, jokers: int) -> Iterator[tuple[Shape, list[int]]]:
    """Yield the runs of three to five tiles in which a joker represents a face, with the other cards."""
    for number in range(line.numbers):
        if line.rank_at(number) != face % RANKS:
            continue
        joker = Shape(face // RANKS, number, [DEAD])
        for below, above in product(range(_LONGEST), repeat=2):
            if LONG <= below + 1 + above <= _LONGEST and below <= number < line.numbers - above:
                yield from _grown_runs(line, joker, below, above, jokers)


def holds(old: Shape, new: Shape) -> bool:
    """Return whether a meld is an old meld that grew or stayed as it was, with each joker in its place."""
    if old.colour != new.colour:
        return False
    if old.colour == DEAD:
        return old.number == new.number and all(
            old.tiles.count(tile) <= new.tiles.count(tile) for tile in old.tiles
        )
    start = old.number - new.number
    return start >= 0 and new.tiles[start : start + len(old.tiles)] == old.tiles


def leaving(locked: list[Shape], melds: list[Shape]) -> list[int]:
    """Return the indexes of the locked melds that lose a tile or joker; no new meld contains two locked melds."""
    found = [*range(len(locked))]
    best = found
    for chosen in _matchings(locked, melds, 0, [DEAD] * len(locked)):
        lost = [at for at in found if chosen[at] == DEAD]
        if len(lost) < len(best):
            best = lost
    return best


def _matchings(locked: list[Shape], melds: list[Shape], at: int, chosen: list[int]) -> Iterator[list[int]]:
    if at == len(locked):
        yield chosen
        return
    for number in range(len(melds)):
        if number not in chosen and holds(locked[at], melds[number]):
            chosen[at] = number
            yield from _matchings(locked, melds, at + 1, chosen)
    chosen[at] = DEAD
    yield from _matchings(locked, melds, at + 1, chosen)
