"""The table that results with the fewest old melds taken apart.

What is laid is fixed; the search for the best play does not care how the rest of the table lies. Here an old meld is
*whole* if its tiles lie together still, each joker in its place; it may have grown. Every other tile is *loose*.

    table    3♦ 4♦ 5♦ | 7♣ 7♦ 7♥ 7♠    laid    8♦ 9♦
    none broken                        8♦ finds no meld
    one broken    3♦ 4♦ 5♦             7♦ 8♦ 9♦ | 7♣ 7♥ 7♠

A loose tile grows a whole meld, or it begins a new meld with other loose tiles and with tiles of melds that break for
it; iterative deepening allows one broken meld more each time, until that is as many as in the table known already.
"""

from __future__ import annotations

from typing import Final, final

from ..budget import SPEND
from ..cards import hands
from ..cards.codes import JOKER, NATURALS
from .groups import COLOURS, GROUP_MAX
from .layout import Shape
from .lines import RANKS, Line
from .runs import DEAD, LONG

# States looked at, at most, before an answer is given without proof.
MOST_STATES: Final = 20_000
_STATES_A_STEP: Final = 64
# Longer runs are several of these, laid end to end.
_LONGEST: Final = 2 * LONG - 1

Face = tuple[int, int]


@final
class Change:
    """Melds, how many old ones are broken in them, and whether fewer are impossible."""

    __slots__ = ("broken", "melds", "proven")

    def __init__(self, melds: list[Shape], broken: int, proven: bool) -> None:
        self.melds: Final = melds
        self.broken: Final = broken
        self.proven: Final = proven


class Judge:
    """Says whether a table may result; a subclass asks for the tiles of jokers that were freed."""

    def accepts(self, melds: list[Shape]) -> bool:
        """Return whether these melds may be the table."""
        return True


def broken_in(old: list[Shape], new: list[Shape]) -> int:
    """Return how many old melds are not whole in some new ones."""
    rest = [[tile_key(shape, at) for at in range(len(shape.tiles))] for shape in new]
    broken = 0
    for shape in old:
        need = [tile_key(shape, at) for at in range(len(shape.tiles))]
        for keys, other in zip(rest, new, strict=True):
            if shape.colour == other.colour and all(need.count(key) <= keys.count(key) for key in need):
                for key in need:
                    keys.remove(key)
                break
        else:
            broken += 1
    return broken


def tile_key(shape: Shape, at: int) -> int:
    """Return a number for a tile in its place; jokers of a group are alike."""
    joker = shape.tiles[at] == DEAD
    if shape.colour == DEAD:
        return 256 * (shape.number + 1) + (255 if joker else shape.tiles[at])
    return 2 * (shape.number + at) + joker


@final
class _Old:
    """A meld of the table before: as it lies now, and whether it has grown."""

    __slots__ = ("grown", "shape")

    def __init__(self, shape: Shape, grown: bool) -> None:
        self.shape: Final = shape
        self.grown: Final = grown


@final
class Changes:
    """The search for the fewest broken melds, for the rules of one line."""

    def __init__(self, line: Line, old: list[Shape], laid: hands.Hand, judge: Judge) -> None:
        self._line: Final = line
        self._judge: Final = judge
        # By colour and rank.
        self._loose: Final = [[0] * RANKS for _ in range(COLOURS)]
        for card in hands.cards_of(laid):
            if card < NATURALS:
                self._loose[card // RANKS][card % RANKS] += 1
        self._jokers: int = hands.count(laid, JOKER)
        # None for a broken one.
        self._old: Final[list[_Old | None]] = [_Old(shape, False) for shape in old]
        self._new: Final[list[Shape]] = []
        self._failed: Final[set[tuple[object, ...]]] = set()
        self._states: int = 0
        self._spend: Final = SPEND.get()

    def fewest(self, known: list[Shape]) -> Change:
        """Return the table with the fewest broken melds, given one that is known."""
        most = broken_in([each.shape for each in self._old if each is not None], known)
        for broken in range(most):
            self._failed.clear()
            if self._solve(broken):
                return Change(self._melds(), broken, True)
            if self._states > MOST_STATES:
                return Change(known, most, False)
        return Change(known, most, True)

    def _melds(self) -> list[Shape]:
        return [each.shape for each in self._old if each is not None] + self._new

    def _solve(self, breaks: int) -> bool:
        """Give every loose tile a place, with so many melds to break still; leave the melds as found."""
        self._states += 1
        if self._states > MOST_STATES:
            return False
        if self._spend is not None and not self._states % _STATES_A_STEP:
            self._spend()
        face = self._first_loose()
        if face is None and not self._jokers:
            return self._judge.accepts(self._melds())
        key = self._key(breaks)
        if key in self._failed:
            return False
        found = self._place_joker(breaks) if face is None else self._place(face, breaks)
        if not found:
            self._failed.add(key)
        return found

    def _key(self, breaks: int) -> tuple[object, ...]:
        olds = tuple(
            [None if each is None else (each.shape.number, len(each.shape.tiles)) for each in self._old]
        )
        # How a new meld lies matters to a joker, or to the judge.
        news = tuple(sorted([(each.colour, each.number, *each.tiles) for each in self._new]))
        return (breaks, self._jokers, *[tuple(row) for row in self._loose], olds, news)

    def _first_loose(self) -> Face | None:
        for colour in range(COLOURS):
            for rank in range(RANKS):
                if self._loose[colour][rank]:
                    return colour, rank
        return None

    def _place(self, face: Face, breaks: int) -> bool:
        """Give a loose tile a place, and then all others."""
        colour, rank = face
        for at in range(len(self._old)):
            old = self._old[at]
            if old is not None:
                for grown, tiles in self._growths(old.shape, colour, rank):
                    if self._grow(at, grown, colour, tiles, breaks):
                        return True
        for shape in self._shapes_with(colour, rank):
            faces = self._faces(shape)
            own = faces.index(face)
            self._loose[colour][rank] -= 1
            if self._fill(shape, faces, own, 0, breaks):
                return True
            self._loose[colour][rank] += 1
        return False

    def _growths(self, shape: Shape, colour: int, rank: int) -> list[tuple[Shape, list[int]]]:
        """Return how a meld can take a tile, each with the ranks that it takes, `DEAD` for a joker."""
        tiles = shape.tiles
        if shape.colour == DEAD:
            fits = len(tiles) < GROUP_MAX and self._line.rank_at(shape.number) == rank
            if not fits or colour in tiles:
                return []
            naturals = sorted([*[tile for tile in tiles if tile != DEAD], colour])
            grown = naturals + [DEAD] * (len(tiles) + 1 - len(naturals))
            return [(Shape(DEAD, shape.number, grown), [rank])]
        if shape.colour != colour:
            return []
        found: list[tuple[Shape, list[int]]] = []
        end = shape.number + len(tiles)
        line = self._line
        for number in range(line.numbers):
            if line.rank_at(number) != rank:
                continue
            if number == end:
                found.append((Shape(colour, shape.number, [*tiles, number]), [rank]))
            elif number == end + 1:
                for between in (end, DEAD):
                    grown = [*tiles, between, number]
                    found.append((Shape(colour, shape.number, grown), [self._rank_of(between), rank]))
            elif number == shape.number - 1:
                found.append((Shape(colour, number, [number, *tiles]), [rank]))
            elif number == shape.number - 2:
                for between in (number + 1, DEAD):
                    grown = [number, between, *tiles]
                    found.append((Shape(colour, number, grown), [self._rank_of(between), rank]))
        return found

    def _rank_of(self, number: int) -> int:
        return DEAD if number == DEAD else self._line.rank_at(number)

    def _grow(self, at: int, grown: Shape, colour: int, ranks: list[int], breaks: int) -> bool:
        """Let a meld take tiles of a colour, one of which may be of a meld that breaks for it."""
        old = self._old[at]
        assert old is not None  # only whole melds grow
        # A meld that has grown does not break.
        self._old[at] = _Old(old.shape, True)
        if self._take_all(colour, ranks):
            self._old[at] = _Old(grown, True)
            if self._solve(breaks):
                return True
            self._give_all(colour, ranks)
        elif breaks:
            lacking = ranks[0]
            for other in self._with(DEAD if lacking == DEAD else colour, lacking):
                broken = self._break(other)
                if self._grow(at, grown, colour, ranks, breaks - 1):
                    return True
                self._mend(other, broken)
        self._old[at] = old
        return False

    def _take_all(self, colour: int, ranks: list[int]) -> bool:
        """Take loose tiles, all or none."""
        for at in range(len(ranks)):
            if not self._take(colour, ranks[at]):
                self._give_all(colour, ranks[:at])
                return False
        return True

    def _give_all(self, colour: int, ranks: list[int]) -> None:
        for rank in ranks:
            self._give(colour, rank)

    def _take(self, colour: int, rank: int) -> bool:
        """Take a loose tile, or a joker for the rank `DEAD`."""
        if rank == DEAD:
            if self._jokers:
                self._jokers -= 1
                return True
            return False
        if self._loose[colour][rank]:
            self._loose[colour][rank] -= 1
            return True
        return False

    def _give(self, colour: int, rank: int) -> None:
        if rank == DEAD:
            self._jokers += 1
        else:
            self._loose[colour][rank] += 1

    def _shapes_with(self, colour: int, rank: int) -> list[Shape]:
        """Return the melds that have a tile, all others of them naturals still."""
        found: list[Shape] = []
        line = self._line
        for number in range(line.numbers):
            if line.rank_at(number) != rank:
                continue
            if number < RANKS:
                for mask in range(1 << COLOURS):
                    colours = [each for each in range(COLOURS) if mask >> each & 1]
                    if colour in colours and len(colours) >= LONG:
                        found.append(Shape(DEAD, number, colours))
            for size in range(LONG, _LONGEST + 1):
                lowest, highest = max(0, number - size + 1), min(number, line.numbers - size)
                found += [
                    Shape(colour, low, list(range(low, low + size))) for low in range(lowest, highest + 1)
                ]
        return found

    def _faces(self, shape: Shape) -> list[Face]:
        if shape.colour == DEAD:
            rank = self._line.rank_at(shape.number)
            return [(colour, rank) for colour in shape.tiles]
        return [(shape.colour, self._line.rank_at(number)) for number in shape.tiles]

    def _fill(self, shape: Shape, faces: list[Face], own: int, at: int, breaks: int) -> bool:
        """Fill a new meld from a place on: by a loose tile, a joker, or a tile of a meld that breaks for it."""
        if at == len(faces):
            ordered = shape.tiles
            if shape.colour == DEAD:
                ordered = sorted([tile for tile in ordered if tile != DEAD])
                ordered += [DEAD] * (len(shape.tiles) - len(ordered))
            self._new.append(Shape(shape.colour, shape.number, list(ordered)))
            if self._solve(breaks):
                return True
            self._new.pop()
            return False
        if at == own:
            return self._fill(shape, faces, own, at + 1, breaks)
        colour, rank = faces[at]
        if self._loose[colour][rank]:
            self._loose[colour][rank] -= 1
            if self._fill(shape, faces, own, at + 1, breaks):
                return True
            self._loose[colour][rank] += 1
        else:
            for old in self._with(colour, rank) if breaks else []:
                if self._broken(old, shape, faces, own, at, breaks):
                    return True
        tile = shape.tiles[at]
        if self._jokers:
            self._jokers -= 1
            shape.tiles[at] = DEAD
            if self._fill(shape, faces, own, at + 1, breaks):
                return True
            shape.tiles[at] = tile
            self._jokers += 1
        else:
            for old in self._with(DEAD, DEAD) if breaks else []:
                if self._broken(old, shape, faces, own, at, breaks):
                    return True
        return False

    def _broken(self, at_old: int, shape: Shape, faces: list[Face], own: int, at: int, breaks: int) -> bool:
        """Break a meld and fill on from the same place."""
        old = self._break(at_old)
        if self._fill(shape, faces, own, at, breaks - 1):
            return True
        self._mend(at_old, old)
        return False

    def _with(self, colour: int, rank: int) -> list[int]:
        """Return the old melds with a tile, `DEAD` for a joker, that have not grown; one of equal ones."""
        found: list[int] = []
        known: set[tuple[int, ...]] = set()
        for at in range(len(self._old)):
            old = self._old[at]
            if old is None or old.grown:
                continue
            shape = old.shape
            has = DEAD in shape.tiles
            if colour != DEAD:
                has = (colour, rank) in [
                    face
                    for face, tile in zip(self._faces_of(shape), shape.tiles, strict=True)
                    if tile != DEAD
                ]
            key = (shape.colour, shape.number, *shape.tiles)
            if has and key not in known:
                known.add(key)
                found.append(at)
        return found

    def _faces_of(self, shape: Shape) -> list[Face]:
        """Return the faces of a meld; that of a joker means nothing."""
        if shape.colour == DEAD:
            return [(tile, self._line.rank_at(shape.number)) for tile in shape.tiles]
        return [(shape.colour, self._line.rank_at(shape.number + at)) for at in range(len(shape.tiles))]

    def _break(self, at: int) -> _Old:
        """Make the tiles of an old meld loose."""
        old = self._old[at]
        assert old is not None  # it was listed as whole
        for (colour, rank), tile in zip(self._faces_of(old.shape), old.shape.tiles, strict=True):
            self._give(colour, DEAD if tile == DEAD else rank)
        self._old[at] = None
        return old

    def _mend(self, at: int, old: _Old) -> None:
        for (colour, rank), tile in zip(self._faces_of(old.shape), old.shape.tiles, strict=True):
            self._take(colour, DEAD if tile == DEAD else rank)
        self._old[at] = old

    def _place_joker(self, breaks: int) -> bool:
        """Give a joker a place when only jokers are loose, and then the others."""
        self._jokers -= 1
        for at in range(len(self._old)):
            old = self._old[at]
            if old is not None:
                for grown in self._with_joker(old.shape):
                    self._old[at] = _Old(grown, True)
                    if self._solve(breaks):
                        return True
                    self._old[at] = old
        for at in range(len(self._new)):
            shape = self._new[at]
            for grown in self._with_joker(shape):
                self._new[at] = grown
                if self._solve(breaks):
                    return True
                self._new[at] = shape
        self._jokers += 1
        if breaks:
            for at in range(len(self._old)):
                old = self._old[at]
                if old is not None and not old.grown:
                    self._break(at)
                    if self._solve(breaks - 1):
                        return True
                    self._mend(at, old)
        return False

    def _with_joker(self, shape: Shape) -> list[Shape]:
        """Return a meld grown by a joker."""
        if shape.colour == DEAD:
            if len(shape.tiles) == GROUP_MAX:
                return []
            return [Shape(DEAD, shape.number, [*shape.tiles, DEAD])]
        found: list[Shape] = []
        if shape.number + len(shape.tiles) < self._line.numbers:
            found.append(Shape(shape.colour, shape.number, [*shape.tiles, DEAD]))
        if shape.number:
            found.append(Shape(shape.colour, shape.number - 1, [DEAD, *shape.tiles]))
        return found
