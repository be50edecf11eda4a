"""The questions about a table that is regrouped as a whole, on hands of cards.

A `Regrouper` knows the rules of melds and answers exactly: what lays most, whether some tiles are a table at all, what
a rack can open with, and (in `listing`) everything that can be laid.

    table     5♣ 5♦ 5♥ 5♠          rack    4♦ 6♦ 7♦
    best      lays 4♦ 6♦ 7♦        melds   5♣ 5♥ 5♠ | 4♦ 5♦ 6♦ 7♦
    plays     4♦ 6♦ 7♦, then 4♦ 6♦, then 6♦ 7♦

It is exact for two copies of each card and at most two jokers, with groups of three or four different suits and runs of
three cards or more, where a joker may stand for any card. `unfit` says what is against it, before anybody asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, NATURALS
from ..melds.meld import GROUP, Code, Melds, group_code, run_code
from ..rules import BURNT_NEVER, UNLIMITED, MeldRules
from .groups import COLOURS, GROUP_MAX, GROUP_MIN, PACKED, SPLITS, unpacked
from .layout import Layout, Shape, group_of, laid_out
from .listing import Listing
from .runs import COPIES, DEAD, LONG, MOST_JOKERS
from .search import NUMBERS, Grid, Search, start_of

# The price of a joker in the search, in tiles of mean value: chosen by trial, any price is exact.
_PRICE: Final = 3
# The value of each rank from ace to king, then of the joker: one for each tile laid.
TILES: Final = (1,) * (NUMBERS + 1)


@final
class Play:
    """What is laid from the rack, its value, and the melds of the table that results, in the order of their codes."""

    __slots__ = ("laid", "melds", "value")

    def __init__(self, value: int, laid: hands.Hand, melds: Melds) -> None:
        self.value: Final = value
        self.laid: Final = laid
        self.melds: Final = melds


def unfit(rules: MeldRules) -> list[str]:
    """Return the names of the rules for which the search is not exact; empty where it may be asked."""
    return [
        name
        for name, fits in (
            ("set_suits", not rules.any_suits),
            ("set_min", rules.group_min == GROUP_MIN),
            ("set_max", rules.group_max >= GROUP_MAX),
            ("run_min", rules.run_min == LONG),
            ("max_run", rules.max_run >= NUMBERS),
            ("run_wrap", not rules.wrap),
            ("ace", rules.ace_low and not rules.ace_high),
            ("wild_ranks", not rules.wild_ranked),
            ("pairs", not rules.pairs),
            ("joker_in_run", rules.burnt == BURNT_NEVER),
            ("max_wild", min(rules.max_wild_run, rules.max_wild_group) >= UNLIMITED),
            ("min_natural", max(rules.min_natural, rules.group_naturals) <= 1 <= rules.group_naturals),
            ("wild_limit", rules.plain),
        )
        if not fits
    ]


@final
class Regrouper:
    """Answers for the rules of one variant, whose hands have two planes."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules: Final = rules

    def best(self, table: hands.Hand, rack: hands.Hand, values: Sequence[int] = TILES) -> Play | None:
        """Return the play of the highest value; None if the tiles of the table are no melds.

        `values` has what a tile of each rank and a joker of the rack count, none below 0. Nothing laid counts 0.
        """
        lies, held = grid_of(table), grid_of(rack)
        by_rank, joker_value = list(values[:NUMBERS]), values[NUMBERS]
        total = table[-1] + rack[-1]
        _check_jokers(total)
        search = Search(lies, held, total, by_rank, _PRICE * (sum(by_rank) // NUMBERS))
        if search.most(0, {start_of(total): 0}) < 0:
            return None
        layout = laid_out(search, lies, held)
        if not layout.melds and not table[-1]:
            return self._play(layout, rack[-1], rack[-1], values)
        layout.place_spare()
        if not layout.spare:
            return self._play(layout, rack[-1], 0, values)
        return self._crowded(table, rack, by_rank, joker_value)

    def best_named(
        self,
        table: hands.Hand,
        rack: hands.Hand,
        named: Sequence[Sequence[int]],
        values: Sequence[int] = TILES,
    ) -> Play | None:
        """Return the best play where a joker of the table is freed only by a tile that it stands for (RKB-D04).

        `named` has the cards that each joker of the table may stand for: two for a joker of a group of three. A joker
        that is freed needs a tile of such a face on the table that results, one for each joker; one that is not
        stays such a tile, and in the melds it is written as a joker again.
        """
        found: Play | None = None
        for question in named_questions(table, rack, named):
            play = self.best(question.table, question.rack, values)
            if play is not None:
                value = play.value + question.value(values)
                if found is None or value > found.value:
                    found = Play(value, question.laid(play.laid), self.with_jokers(play.melds, question.kept))
        return found

    def arranged(self, tiles: hands.Hand) -> Melds | None:
        """Return melds of exactly these tiles, or None."""
        play = self.best(tiles, hands.empty(COPIES))
        return None if play is None else play.melds

    def opening(self, rack: hands.Hand, values: Sequence[int]) -> Play:
        """Return the play of most points from the rack alone, a joker as the tile that it stands for.

        `values` has the points of each rank from ace to king.
        """
        nothing = grid_of(hands.empty(COPIES))
        held = grid_of(rack)
        _check_jokers(rack[-1])
        search = Search(nothing, held, rack[-1], list(values[:NUMBERS]), valued=True)
        value = search.most(0, {start_of(rack[-1]): 0})
        layout = laid_out(search, nothing, held)
        jokers = rack[-1] - layout.spare
        return Play(value, hand_of(layout.laid, jokers), self._melds(layout.melds))

    def plays(self, table: hands.Hand, rack: hands.Hand) -> Iterator[hands.Hand]:
        """Yield every hand of rack tiles that can be laid, most tiles first, the empty one left out.

        It is lazy, and no two are equal.
        """
        total = table[-1] + rack[-1]
        _check_jokers(total)
        lies, held = grid_of(table), grid_of(rack)
        search = Search(lies, held, total, list(TILES[:NUMBERS]), _PRICE)
        for laid, jokers in Listing(search, lies, held, rack[-1]):
            yield hand_of(laid, jokers)

    def _play(self, layout: Layout, jokers: int, kept: int, values: Sequence[int]) -> Play:
        """Return a play that lays so many jokers but those kept."""
        laid = hand_of(layout.laid, jokers - kept)
        return Play(value_of(laid, values), laid, self._melds(layout.melds))

    def _melds(self, shapes: list[Shape]) -> Melds:
        return tuple(sorted([self._code(shape) for shape in shapes]))

    def _code(self, shape: Shape) -> Code:
        if shape.colour == DEAD:
            cards = [NUMBERS * tile + shape.number if tile >= 0 else JOKER for tile in shape.tiles]
            return group_code(self._rules, shape.number + 1, cards)
        cards = [NUMBERS * shape.colour + tile if tile >= 0 else JOKER for tile in shape.tiles]
        return run_code(shape.colour, shape.number + 1, cards)

    def with_jokers(self, melds: Melds, kept: Sequence[int]) -> Melds:
        """Return melds with a joker in place of one tile of each of these faces."""
        written = list(melds)
        for face in kept:
            for at in range(len(written)):
                code = written[at]
                if face in code[1:]:
                    index = code.index(face, 1)
                    cards = [*code[1:index], JOKER, *code[index + 1 :]]
                    if code[0] < GROUP:
                        written[at] = (code[0], *cards)
                    else:
                        written[at] = group_code(self._rules, code[0] & 15, cards, face // NUMBERS)
                    break
        return tuple(sorted(written))

    def _crowded(
        self, table: hands.Hand, rack: hands.Hand, by_rank: list[int], joker_value: int
    ) -> Play | None:
        """Return the best play where jokers found no place: either there is a run, or all melds are groups."""
        lies, held = grid_of(table), grid_of(rack)
        values = [*by_rank, joker_value]
        found: Play | None = None
        for extra in range(rack[-1] + 1):
            at_hand = table[-1] + extra
            # With a run, every joker finds a place.
            search = Search(lies, held, at_hand, by_rank, marked=True)
            if search.most(0, {start_of(at_hand): 0}) >= 0:
                layout = laid_out(search, lies, held)
                layout.place_spare()
                play = self._play(layout, extra, 0, values)
                if found is None or play.value > found.value:
                    found = play
        # Groups alone: by jokers used, the best of the numbers so far.
        layer: dict[int, tuple[int, Layout]] = {
            0: (0, Layout([[0] * NUMBERS for _ in range(COLOURS)], [], 0))
        }
        for number in range(NUMBERS):
            layer = _with_groups(layer, lies, held, number, table[-1] + rack[-1], by_rank[number])
        for used, (_, layout) in layer.items():
            if used >= table[-1]:
                play = self._play(layout, used - table[-1], 0, values)
                if found is None or play.value > found.value:
                    found = play
        return found


def _with_groups(
    layer: dict[int, tuple[int, Layout]], lies: Grid, held: Grid, number: int, jokers: int, value: int
) -> dict[int, tuple[int, Layout]]:
    """Return the layer with one more number, all of whose tiles lie in groups."""
    after: dict[int, tuple[int, Layout]] = {}
    for packed in range(PACKED):
        counts = unpacked(packed)
        if not all(0 <= counts[c] - lies[c][number] <= held[c][number] for c in range(COLOURS)):
            continue
        gain = value * sum([counts[c] - lies[c][number] for c in range(COLOURS)])
        for used in range(jokers + 1):
            split = SPLITS[packed][used]
            if split is None:
                continue
            for before, (total, layout) in layer.items():
                known = after.get(before + used)
                if before + used > jokers or (known is not None and known[0] >= total + gain):
                    continue
                laid = [list(row) for row in layout.laid]
                for colour in range(COLOURS):
                    laid[colour][number] = counts[colour] - lies[colour][number]
                groups = [group_of(number, colours) for colours in split]
                after[before + used] = total + gain, Layout(laid, layout.melds + groups, 0)
    return after


@final
class NamedQuestion:
    """A question without names: each joker of the table stays as a tile, or is free because such a tile lies there.

    `moved` are rack tiles that count as tiles of the table because they free a joker.
    """

    __slots__ = ("kept", "moved", "rack", "table")

    def __init__(self, table: hands.Hand, rack: hands.Hand, kept: list[int], moved: list[int]) -> None:
        self.table: Final = table
        self.rack: Final = rack
        self.kept: Final = kept
        self.moved: Final = moved

    def value(self, values: Sequence[int]) -> int:
        """Return the value of the rack tiles that count as tiles of the table."""
        return sum([values[card % NUMBERS] for card in self.moved])

    def laid(self, laid: hands.Hand) -> hands.Hand:
        """Return what is laid in all."""
        for card in self.moved:
            laid = hands.add(laid, card)
        return laid


def named_questions(
    table: hands.Hand, rack: hands.Hand, named: Sequence[Sequence[int]]
) -> Iterator[NamedQuestion]:
    """Yield the questions without names that together are the one with names; some have the same answers."""
    # For each joker, twice a card that it stands for, and one more where that card frees it.
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
            # Laid as well, this tile would free the joker, which is another question.
            while hands.count(held, face):
                held = hands.remove(held, face)
        if all(hands.count(lies, face) + kept.count(face) <= COPIES for face in kept):
            for face in kept:
                lies = hands.add(lies, face)
            yield NamedQuestion(lies, held, kept, moved)


def _check_jokers(jokers: int) -> None:
    if jokers > MOST_JOKERS:
        raise ValueError(jokers)


def grid_of(hand: hands.Hand) -> Grid:
    """Return the copies of each natural by suit and rank."""
    found = [[0] * NUMBERS for _ in range(COLOURS)]
    for card in hands.cards_of(hand):
        if card < NATURALS:
            found[card // NUMBERS][card % NUMBERS] += 1
    return found


def hand_of(grid: Grid, jokers: int) -> hands.Hand:
    """Return the hand of so many copies, with jokers."""
    cards: list[int] = []
    for colour in range(COLOURS):
        for number in range(NUMBERS):
            cards += [NUMBERS * colour + number] * grid[colour][number]
    return hands.of_cards(cards + [JOKER] * jokers, COPIES)


def value_of(hand: hands.Hand, values: Sequence[int]) -> int:
    """Return the value of tiles, given that of each rank and of the joker."""
    total = hand[-1] * values[NUMBERS]
    for card in hands.cards_of(hand):
        if card < NATURALS:
            total += values[card % NUMBERS]
    return total
