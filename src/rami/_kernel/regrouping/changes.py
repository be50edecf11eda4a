"""Rearrange the table after a play so that the fewest old melds are taken apart.

The search for the best play has already chosen the tiles to lay, but it ignores the old melds. Here an old meld is
*whole* if its tiles still lie together, with each joker in its place, even if tiles were added. All other tiles are
*loose*.

    table    3♦ 4♦ 5♦ | 7♣ 7♦ 7♥ 7♠    laid    8♦ 9♦
    none broken                        8♦ fits no meld
    one broken    3♦ 4♦ 5♦             7♦ 8♦ 9♦ | 7♣ 7♥ 7♠

A loose tile joins a whole meld, or begins a new meld with other loose tiles and with tiles of melds that are broken for
it. The search is repeated with one more broken meld allowed each time (iterative deepening), up to the number broken in
the table already known. If it takes too long, that table is returned, perhaps with more broken melds than necessary.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from ..budget import SPEND
from ..cards import hands
from ..cards.codes import JOKER, NATURALS
from .groups import COLOURS, GROUP_MAX, GROUP_MIN
from .layout import Shape
from .lines import RANKS, Line
from .runs import DEAD, LONG

# The maximum number of states to examine before returning the known table without proof.
MOST_STATES: Final = 4_000
_STATES_A_STEP: Final = 2
# A longer run is laid as several shorter runs end to end.
_LONGEST: Final = 2 * LONG - 1
# More places than any tile can have.
_MANY: Final = 1 << 20


@final
class Change:
    """The new melds, the number of old melds broken, and whether that number is proven to be the least."""

    __slots__ = ("broken", "melds", "proven")

    def __init__(self, melds: list[Shape], broken: int, proven: bool) -> None:
        self.melds: Final = melds
        self.broken: Final = broken
        self.proven: Final = proven


class Judge:
    """Decides whether a table is allowed; subclasses add the rules about freed jokers."""

    def accepts(self, melds: list[Shape]) -> bool:
        """Return whether these melds are an allowed table."""
        return True


@final
class JudgeBeside(Judge):
    """Decides whether melds are an allowed table together with some other melds."""

    def __init__(self, judge: Judge, beside: list[Shape]) -> None:
        self._judge: Final = judge
        self._beside: Final = beside

    def accepts(self, melds: list[Shape]) -> bool:
        """Return whether these melds and the others are an allowed table."""
        return self._judge.accepts([*melds, *self._beside])


def broken_in(old: list[Shape], new: list[Shape]) -> int:
    """Return the number of old melds that are not whole among the new melds."""
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
    """Return a number that identifies a tile in its place; jokers of a group share a number."""
    joker = shape.tiles[at] == DEAD
    if shape.colour == DEAD:
        return 256 * (shape.number + 1) + (255 if joker else shape.tiles[at])
    return 2 * (shape.number + at) + joker


@final
class _Old:
    """A meld of the old table: its present shape, its cards, and whether it has grown, so that it stays whole."""

    __slots__ = ("cards", "grown", "shape")

    def __init__(self, shape: Shape, cards: list[int], grown: bool) -> None:
        self.shape: Final = shape
        self.cards: Final = cards
        self.grown: Final = grown


@final
class _Pattern:
    """A meld that could be laid: the natural of each place, and the colour and first number of a run."""

    __slots__ = ("cards", "colour", "number")

    def __init__(self, colour: int, number: int, cards: list[int]) -> None:
        self.colour: Final = colour
        self.number: Final = number
        self.cards: Final = cards


@final
class Changes:
    """Searches for the rearrangement with the fewest broken melds; a `Line` gives the order of numbers.

    If `locked` is not 0, melds with jokers stay whole and grow to at most `locked` tiles; a longer run could not be
    laid in one piece.
    """

    def __init__(self, line: Line, old: list[Shape], laid: hands.Hand, judge: Judge, locked: int = 0) -> None:
        self._line: Final = line
        self._judge: Final = judge
        # The number of loose copies of each card, with jokers at the end.
        self._loose: Final = [0] * (JOKER + 1)
        for card in hands.cards_of(laid):
            self._loose[card] += 1
        # None means a broken meld.
        self._old: Final[list[_Old | None]] = [
            _Old(shape, self._cards_of(shape), locked > 0 and DEAD in shape.tiles) for shape in old
        ]
        self._longest: Final = locked or line.numbers
        self._new: Final[list[Shape]] = []
        self._failed: Final[set[tuple[object, ...]]] = set()
        self._patterns: Final = _patterns(line)
        self._states: int = 0
        self._spend: Final = SPEND.get()

    def fewest(self, known: list[Shape]) -> Change:
        """Return the table with the fewest broken melds, or the `known` table if the search finds no better one."""
        most = broken_in([each.shape for each in self._old if each is not None], known)
        for broken in range(most):
            self._failed.clear()
            if self._solve(broken):
                return Change(self._melds(), broken, True)
            if self._states > MOST_STATES:
                return Change(known, most, False)
        return Change(known, most, True)

    def _cards_of(self, shape: Shape) -> list[int]:
        """Return the cards of a meld, with `JOKER` for a joker."""
        cards: list[int] = []
        for tile in shape.tiles:
            if tile == DEAD:
                cards.append(JOKER)
            elif shape.colour == DEAD:
                cards.append(RANKS * tile + self._line.rank_at(shape.number))
            else:
                cards.append(RANKS * shape.colour + self._line.rank_at(tile))
        return cards

    def _melds(self) -> list[Shape]:
        return [each.shape for each in self._old if each is not None] + self._new

    def _solve(self, breaks: int) -> bool:
        """Place every loose tile and break at most `breaks` melds; if that works, return True and keep the melds."""
        self._states += 1
        if self._states > MOST_STATES:
            return False
        if self._spend is not None and not self._states % _STATES_A_STEP:
            self._spend()
        if not any(self._loose):
            return self._judge.accepts(self._melds())
        key = self._key(breaks)
        if key in self._failed:
            return False
        card = self._hardest(breaks)
        found = False
        if card == JOKER:
            found = self._place_joker(breaks)
        elif card != DEAD:
            found = self._place(card, breaks)
        if not found:
            self._failed.add(key)
        return found

    def _key(self, breaks: int) -> tuple[object, ...]:
        """Return a key with everything that the rest of the search depends on."""
        olds = tuple(
            [0 if each is None else 16 * len(each.shape.tiles) + each.shape.number for each in self._old]
        )
        # Jokers and the judge depend on the exact form of the new melds.
        news = tuple(sorted([(each.colour, each.number, *each.tiles) for each in self._new]))
        return (breaks, bytes(self._loose), olds, news)

    def _hardest(self, breaks: int) -> int:
        """Return the loose card with the fewest places that break no meld; `DEAD` if some loose card cannot be placed.

        The joker comes last, when no other tile is loose.
        """
        hardest, fewest = JOKER, _MANY
        for card in range(NATURALS):
            if self._loose[card]:
                places = self._places(card, fewest)
                if places < fewest:
                    hardest, fewest = card, places
                    if not places:
                        return card if breaks else DEAD
        return hardest

    def _places(self, card: int, enough: int) -> int:
        """Return the number of ways to place a loose card without breaking a meld; stop at `enough`."""
        places = 0
        loose, jokers = self._loose, self._loose[JOKER]
        for pattern in self._patterns[card]:
            lacking = 0
            for other in pattern.cards:
                if not loose[other]:
                    lacking += 1
            if lacking <= jokers:
                places += 1
                if places >= enough:
                    return enough
        for old in self._old:
            if old is not None:
                places += len([1 for _, taken in self._growths(old.shape, card) if self._has(taken)])
        return places

    def _has(self, cards: list[int]) -> bool:
        return all(self._loose[card] for card in cards)

    def _place(self, card: int, breaks: int) -> bool:
        """Place a loose card, then all other loose tiles."""
        for at in range(len(self._old)):
            old = self._old[at]
            if old is not None:
                for grown, taken in self._growths(old.shape, card):
                    if self._grow(at, grown, taken, breaks):
                        return True
        self._loose[card] -= 1
        for pattern in self._patterns[card]:
            if self._fill(pattern, [*pattern.cards], pattern.cards.index(card), 0, breaks):
                return True
        self._loose[card] += 1
        return False

    def _growths(self, shape: Shape, card: int) -> list[tuple[Shape, list[int]]]:
        """Return each way to extend a meld by a card: the longer meld and the cards that it takes, this card last."""
        tiles, line = shape.tiles, self._line
        colour, rank = card // RANKS, card % RANKS
        if shape.colour == DEAD:
            if len(tiles) == GROUP_MAX or line.rank_at(shape.number) != rank or colour in tiles:
                return []
            naturals = sorted([*[tile for tile in tiles if tile != DEAD], colour])
            grown = naturals + [DEAD] * (len(tiles) + 1 - len(naturals))
            return [(Shape(DEAD, shape.number, grown), [card])]
        if shape.colour != colour:
            return []
        found: list[tuple[Shape, list[int]]] = []
        start, end = shape.number, shape.number + len(tiles)
        for number in (start - 2, start - 1, end, end + 1):
            if not 0 <= number < line.numbers or line.rank_at(number) != rank:
                continue
            if number == end:
                found.append((Shape(colour, start, [*tiles, number]), [card]))
            elif number == start - 1:
                found.append((Shape(colour, number, [number, *tiles]), [card]))
            else:
                between = end if number > end else start - 1
                natural = RANKS * colour + line.rank_at(between)
                for tile, taken in ((between, natural), (DEAD, JOKER)):
                    longer = [*tiles, tile, number] if number > end else [number, tile, *tiles]
                    found.append((Shape(colour, min(start, number), longer), [taken, card]))
        return found

    def _grow(self, at: int, grown: Shape, taken: list[int], breaks: int) -> bool:
        """Add cards to a meld, and break another meld if it must supply one of them."""
        old = self._old[at]
        assert old is not None  # only whole melds grow
        if JOKER in old.cards and len(grown.tiles) > self._longest:
            return False
        # Mark the meld as grown before looking for melds to break, so that it cannot be broken for its own
        # tile.
        self._old[at] = _Old(old.shape, old.cards, True)
        if self._has(taken):
            self._take(taken)
            self._old[at] = _Old(grown, old.cards, True)
            if self._solve(breaks):
                return True
            self._give(taken)
        elif breaks:
            for other in self._with(taken[0]):
                broken = self._break(other)
                if self._grow(at, grown, taken, breaks - 1):
                    return True
                self._mend(other, broken)
        self._old[at] = old
        return False

    def _take(self, cards: list[int]) -> None:
        for card in cards:
            self._loose[card] -= 1

    def _give(self, cards: list[int]) -> None:
        for card in cards:
            self._loose[card] += 1

    def _fill(self, pattern: _Pattern, cards: list[int], own: int, at: int, breaks: int) -> bool:
        """Fill a new meld from index `at` on, except index `own`, with loose cards or cards of melds broken for it."""
        if at == len(cards):
            self._new.append(_shape(pattern, cards))
            if self._solve(breaks):
                return True
            self._new.pop()
            return False
        if at == own:
            return self._fill(pattern, cards, own, at + 1, breaks)
        face = pattern.cards[at]
        for card in (face, JOKER):
            if self._loose[card]:
                self._loose[card] -= 1
                cards[at] = card
                if self._fill(pattern, cards, own, at + 1, breaks):
                    return True
                cards[at] = face
                self._loose[card] += 1
            elif breaks:
                for other in self._with(card):
                    broken = self._break(other)
                    if self._fill(pattern, cards, own, at, breaks - 1):
                        return True
                    self._mend(other, broken)
        return False

    def _with(self, card: int) -> list[int]:
        """Return the indexes of the old melds that hold a card and have not grown; equal melds are listed once."""
        found: list[int] = []
        known: list[list[int]] = []
        for at in range(len(self._old)):
            old = self._old[at]
            if old is not None and not old.grown and card in old.cards and old.cards not in known:
                known.append(old.cards)
                found.append(at)
        return found

    def _break(self, at: int) -> _Old:
        """Make the cards of an old meld loose."""
        old = self._old[at]
        assert old is not None  # it was listed as whole
        self._give(old.cards)
        self._old[at] = None
        return old

    def _mend(self, at: int, old: _Old) -> None:
        self._take(old.cards)
        self._old[at] = old

    def _place_joker(self, breaks: int) -> bool:
        """Place a joker when only jokers are loose, then place the other jokers."""
        self._loose[JOKER] -= 1
        for at in range(len(self._old)):
            old = self._old[at]
            if old is not None:
                for grown in self._with_joker(old.shape):
                    if JOKER in old.cards and len(grown.tiles) > self._longest:
                        continue
                    self._old[at] = _Old(grown, old.cards, True)
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
        self._loose[JOKER] += 1
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
        """Return each longer meld that results from adding a joker to a meld."""
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


def _shape(pattern: _Pattern, cards: list[int]) -> Shape:
    """Return a pattern filled with these cards."""
    if pattern.colour == DEAD:
        naturals = sorted([card // RANKS for card in cards if card != JOKER])
        return Shape(DEAD, pattern.number, naturals + [DEAD] * (len(cards) - len(naturals)))
    tiles = [DEAD if cards[at] == JOKER else pattern.number + at for at in range(len(cards))]
    return Shape(pattern.colour, pattern.number, tiles)


_KNOWN: Final[dict[tuple[int, bool], list[list[_Pattern]]]] = {}


def _patterns(line: Line) -> list[list[_Pattern]]:
    """Return, for each natural, the melds that contain it: groups, and runs of three to five cards."""
    key = (line.first, line.twice)
    if key not in _KNOWN:
        every = [
            _Pattern(DEAD, number, [RANKS * colour + line.rank_at(number) for colour in colours])
            for number in range(RANKS)
            for size in (GROUP_MAX, GROUP_MIN)
            for colours in combinations(range(COLOURS), size)
        ]
        for colour in range(COLOURS):
            for size in range(LONG, _LONGEST + 1):
                for low in range(line.numbers - size + 1):
                    cards = [RANKS * colour + line.rank_at(number) for number in range(low, low + size)]
                    every.append(_Pattern(colour, low, cards))
        _KNOWN[key] = [[each for each in every if card in each.cards] for card in range(NATURALS)]
    return _KNOWN[key]
