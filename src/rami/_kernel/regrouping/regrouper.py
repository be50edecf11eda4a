"""Regroup a whole table exactly, given hands of cards.

A `Regrouper` finds the play that lays the most tiles and the best opening of a rack, checks whether some tiles form a
table at all, and (in `listing`) lists every possible play.

    table     5♣ 5♦ 5♥ 5♠          rack    4♦ 6♦ 7♦
    best      lays 4♦ 6♦ 7♦        melds   5♣ 5♥ 5♠ | 4♦ 5♦ 6♦ 7♦
    plays     4♦ 6♦ 7♦, then 4♦ 6♦, then 6♦ 7♦

The result is exact for two copies of each card and at most two jokers, if groups have three or four different
suits, runs have three cards or more, and a joker may represent any card. `unfit` names the rules that prevent
this. The ace may be low, high or both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, final

from ..cards import hands
from ..cards.codes import JOKER, NATURALS, bits
from ..melds.finder import Table
from ..melds.meld import Code, Melds, group_code, group_rank, is_run, run_code, run_low, run_suit
from ..rules import UNLIMITED, MeldRules, RegroupJoker
from .changes import Changes, Judge, JudgeBeside
from .columns import Aces
from .completing import JokerJudge, bound_questions
from .groups import COLOURS, GROUP_MAX, GROUP_MIN, PACKED, SPLITS, unpacked
from .growing import leaving, locked_questions
from .layout import Layout, Shape, group_of, laid_out
from .lines import LINES, RANKS
from .listing import Listing
from .naming import NamedQuestion, named_questions
from .runs import COPIES, DEAD, LONG
from .search import Grid, Search, start_of
from .table_jokers import faces_of_wilds, locked_in, masks_of

# The price of a joker in the search, as a multiple of the mean tile value, chosen by trial; any price gives
# the exact result.
_PRICE: Final = 3
# The values of the ranks from ace to king, then of the joker, if each tile laid counts 1.
TILES: Final = (1,) * (RANKS + 1)
# More tiles than any rack has.
_ANY: Final = 1 << 20
# The entries of a list of several questions: a question not yet asked, a play of only the tiles that a question
# requires, and any other play.
_TO_ASK: Final = 0
_REQUIRED: Final = 1
_FOUND: Final = 2
# Runs of three to five cards, laid end to end, can make up any length from three on.
_ANY_LENGTH: Final = 2 * LONG - 1


@final
class Play:
    """The tiles laid from the rack, their value, and the melds of the new table, in the order of their codes."""

    __slots__ = ("laid", "melds", "value")

    def __init__(self, value: int, laid: hands.Hand, melds: Melds) -> None:
        self.value: Final = value
        self.laid: Final = laid
        self.melds: Final = melds


def unfit(rules: MeldRules, jokers: bool = True) -> list[str]:
    """Return the names of the rules for which the search is not exact; empty if it can be used.

    Without `jokers` there are only naturals, so the rules about wild cards do not matter.
    """
    found = [
        name
        for name, fits in (
            ("set_suits", not rules.any_suits),
            ("set_min", rules.set_min == GROUP_MIN),
            ("set_max", rules.set_max >= GROUP_MAX),
            ("run_min", rules.run_min == LONG),
            ("max_run", rules.max_run >= _ANY_LENGTH),
            ("run_wrap", not rules.run_wrap),
            ("wild_ranks", not rules.wild_ranked),
            ("natural_aces", not rules.single_ace),
            ("pairs", not rules.pairs),
        )
        if not fits
    ]
    if jokers:
        found += _unfit_for_jokers(rules)
    return found


def _unfit_for_jokers(rules: MeldRules) -> list[str]:
    return [
        name
        for name, fits in (
            ("joker_in_run", not rules.burnt),
            ("max_wild", min(rules.max_wild_run, rules.max_wild_group) >= UNLIMITED),
            ("min_natural", max(rules.min_natural, rules.group_naturals) <= 1 <= rules.group_naturals),
            ("wild_limit", rules.plain),
        )
        if not fits
    ]


@final
class Regrouper:
    """Finds plays under the rules of one variant, whose hands have two planes."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules: Final = rules
        self._line: Final = LINES[rules.ace_low, rules.ace_high]

    def best(self, table: hands.Hand, rack: hands.Hand, values: Sequence[int] = TILES) -> Play | None:
        """Return the play of the highest value; None if the tiles of the table cannot all be melded.

        `values` gives the value of a tile of each rank, then of a rack joker; none is negative. Laying
        nothing has the value 0.
        """
        total = table[-1] + rack[-1]
        search = self._search(table, rack, values)
        if search.most(0, {start_of(total): 0}) < 0:
            return None
        layout = laid_out(search, self._grid(table), self._grid(rack))
        if not layout.melds and not table[-1]:
            return self._play(layout, 0, values)
        layout.place_spare()
        if not layout.spare:
            return self._play(layout, rack[-1], values)
        return self._crowded(table, rack, values)

    def _search(self, table: hands.Hand, rack: hands.Hand, values: Sequence[int]) -> Search:
        """Return the search for the play of the highest value."""
        jokers = table[-1] + rack[-1]
        if jokers > self._line.most_jokers(valued=False):
            raise ValueError(jokers)
        by_number = self._by_number(values)
        price = _PRICE * (sum(by_number) // RANKS)
        return Search(self._line, self._grid(table), self._grid(rack), jokers, by_number, price=price)

    def _by_number(self, values: Sequence[int]) -> list[int]:
        """Return the values of the ranks in the order of runs."""
        return [values[self._line.rank_at(number)] for number in range(RANKS)]

    def _grid(self, hand: hands.Hand) -> Grid:
        """Return the number of copies of each natural, by suit and number."""
        found = [[0] * RANKS for _ in range(COLOURS)]
        for card in hands.cards_of(hand):
            if card < NATURALS:
                found[card // RANKS][(card % RANKS + 1 - self._line.first) % RANKS] += 1
        return found

    def questions(
        self, table: Table, rack: hands.Hand, jokers: RegroupJoker, beside: Melds = ()
    ) -> Iterator[NamedQuestion]:
        """Yield questions about a table and a rack; cards can be laid if at least one of them allows it (RKB-D04).

        The questions depend on the table's cards and on the restrictions on its jokers, but not on its other melds.
        The cards of the melds `beside` lie on the new table too, so they may free jokers, and their jokers may
        represent what old jokers represented.
        """
        lies = hands.of_cards([card for _, _, code in table for card in code[1:]], COPIES)
        if not lies[-1] or jokers == "free":
            yield NamedQuestion(lies, rack, [], [])
        elif jokers == "named" and not beside:
            named = [bits(mask) for mask in faces_of_wilds(self.rules, table)]
            yield from named_questions(lies, rack, named)
        elif jokers != "locked":
            masks = masks_of(self.rules, table, jokers)
            there = hands.of_cards([card for code in beside for card in code[1:]], COPIES)
            wilds = faces_of_wilds(self.rules, tuple([(0, 0, code) for code in beside]))
            yield from bound_questions(self._line, lies, rack, masks, there, wilds)
        else:
            locked = locked_in(self.rules, table)
            rest = hands.remove_all(lies, [card for code in locked for card in code[1:]])
            assert rest is not None  # these melds lie on the table
            shapes = [self._shape(code) for code in locked]
            question = NamedQuestion(rest, rack, [], [])
            yield from locked_questions(self._line, question, shapes, self.rules.max_run)

    def best_of(self, questions: Iterable[NamedQuestion], values: Sequence[int] = TILES) -> Play | None:
        """Return the best play of any of these questions; None if no question has one.

        Jokers that count as tiles in a question are jokers again in the melds.
        """
        found: Play | None = None
        for question in questions:
            play = self.best(question.table, question.rack, values)
            if play is not None:
                value = play.value + question.value(values)
                if found is None or value > found.value:
                    found = Play(value, question.laid(play.laid), self.completed(question, play.melds))
        return found

    def completed(self, question: NamedQuestion, melds: Melds) -> Melds:
        """Return the whole table, given melds of the tiles that a question is about."""
        if question.fixed:
            melds = (*melds, *self._melds(list(question.fixed)))
        return self.with_jokers(melds, question.kept)

    def arranged(self, tiles: hands.Hand) -> Melds | None:
        """Return melds of exactly these tiles, or None if there are none."""
        play = self.best(tiles, hands.empty(COPIES))
        return None if play is None else play.melds

    def least_changed(
        self, table: Table, play: Play, jokers: RegroupJoker, beside: Melds = ()
    ) -> tuple[Melds, int, bool]:
        """Return a table for the cards of a play, with as few old melds broken as possible.

        The result is (table, number of melds broken, True if a lower number is proven impossible). The melds
        `beside` lie on the new table too, but are left out of the result.
        """
        judge = Judge()
        if jokers == "named" or jokers == "both":
            judge = JokerJudge(self._line, masks_of(self.rules, table, jokers))
        if beside:
            judge = JudgeBeside(judge, [self._shape(code) for code in beside])
        locked = self.rules.max_run if jokers == "locked" else 0
        old = [self._shape(code) for _, _, code in table]
        change = Changes(self._line, old, play.laid, judge, locked)
        found = change.fewest([self._shape(code) for code in play.melds])
        return self._melds(found.melds), found.broken, found.proven

    def leaving(self, table: Table, melds: Melds) -> list[int]:
        """Return the ids of the melds with jokers that are not part of a new meld."""
        locked = [(number, code) for number, _, code in table if locked_in(self.rules, ((0, 0, code),))]
        lost = leaving([self._shape(code) for _, code in locked], [self._shape(code) for code in melds])
        return [locked[at][0] for at in lost]

    def _shape(self, code: Code) -> Shape:
        if is_run(code):
            number = run_low(code) - self._line.first
            tiles = [DEAD if code[at] == JOKER else number + at - 1 for at in range(1, len(code))]
            return Shape(run_suit(code), number, tiles)
        number = (group_rank(code) - self._line.first) % RANKS
        return Shape(DEAD, number, [DEAD if card == JOKER else card // RANKS for card in code[1:]])

    def opening(self, rack: hands.Hand, values: Sequence[int]) -> Play:
        """Return the play with the most points from the rack alone; a joker counts as the tile it represents.

        `values` gives the points of each rank from ace to king.
        """
        return self.arrangement(rack, values, (values[0], values[0], values[0]), values)

    def arrangement(
        self, rack: hands.Hand, values: Sequence[int], aces: Aces, joker_values: Sequence[int]
    ) -> Play:
        """Return the melds with the highest total value that the rack alone can form.

        `values` gives the value of each rank from ace to king, and `joker_values` the value of a joker that
        represents that rank. If the ace may be low or high, `aces` gives its value when low in a run, when high in a
        run, and in a group.
        """
        jokers, line = rack[-1], self._line
        if jokers > line.most_jokers(valued=True):
            raise ValueError(jokers)
        nothing, held = self._grid(hands.empty(COPIES)), self._grid(rack)
        for_jokers = self._by_number(joker_values) if jokers else None
        search = Search(
            line, nothing, held, jokers, self._by_number(values), aces if line.twice else None, 0, for_jokers
        )
        value = search.most(0, {start_of(jokers): 0})
        layout = laid_out(search, nothing, held)
        laid = self._hand(layout.laid, jokers - layout.spare)
        return Play(value, laid, self._melds(layout.melds))

    def plays(self, table: hands.Hand, rack: hands.Hand) -> Iterator[hands.Hand]:
        """Lazily yield every non-empty hand of rack tiles that can be laid, without repetitions, most tiles first."""
        search = self._search(table, rack, TILES)
        listing = Listing(search, self._grid(table), self._grid(rack), rack[-1])
        while (found := listing.following()) is not None:
            yield self._hand(found[0], found[1])

    def plays_of(self, questions: Iterable[NamedQuestion], most: int = _ANY) -> Iterator[hands.Hand]:
        """Yield hands, as `plays` does, for several questions together.

        No play lays more than `most` tiles, so a question waits until it could have the next result.
        """
        asked = list(questions)
        if len(asked) == 1 and not asked[0].fixed and not asked[0].moved:
            yield from self.plays(asked[0].table, asked[0].rack)
            return
        found: set[hands.Hand] = set()
        nothing = hands.empty(COPIES)
        answers: list[Iterator[hands.Hand]] = [iter(()) for _ in asked]
        # For each question: (minus the size of its next result, its number, the kind of the entry, the result).
        waiting: list[tuple[int, int, int, hands.Hand]] = []
        for number in range(len(asked)):
            sizes = len(asked[number].moved) + hands.size(asked[number].rack)
            heappush(waiting, (-min(sizes, most), number, _TO_ASK, nothing))
        while waiting:
            _, number, kind, laid = heappop(waiting)
            question = asked[number]
            if kind == _TO_ASK:
                answers[number] = self.plays(question.table, question.rack)
                if question.moved:
                    heappush(waiting, (-len(question.moved), number, _REQUIRED, question.laid(nothing)))
            elif laid not in found and (kind == _FOUND or self.arranged(question.table) is not None):
                found.add(laid)
                yield laid
            if kind != _REQUIRED:
                for more in answers[number]:
                    every = question.laid(more)
                    heappush(waiting, (-hands.size(every), number, _FOUND, every))
                    break

    def _play(self, layout: Layout, jokers: int, values: Sequence[int]) -> Play:
        """Return a play that lays this many jokers of the rack."""
        laid = self._hand(layout.laid, jokers)
        return Play(value_of(laid, values), laid, self._melds(layout.melds))

    def _hand(self, grid: Grid, jokers: int) -> hands.Hand:
        """Return the hand with these numbers of copies and jokers."""
        cards: list[int] = []
        for colour in range(COLOURS):
            for number in range(RANKS):
                cards += [RANKS * colour + self._line.rank_at(number)] * grid[colour][number]
        return hands.of_cards(cards + [JOKER] * jokers, COPIES)

    def _melds(self, shapes: list[Shape]) -> Melds:
        codes: list[Code] = []
        longest = self.rules.max_run
        for shape in shapes:
            tiles, number = shape.tiles, shape.number
            if shape.colour == DEAD:
                rank = self._line.rank_at(number)
                cards = [RANKS * tile + rank if tile >= 0 else JOKER for tile in tiles]
                codes.append(group_code(self.rules, rank + 1, cards))
                continue
            while len(tiles) > longest:
                # The rest of the run has at least three cards.
                size = min(longest, len(tiles) - LONG)
                codes.append(self._run(shape.colour, number, tiles[:size]))
                tiles, number = tiles[size:], number + size
            codes.append(self._run(shape.colour, number, tiles))
        return tuple(sorted(codes))

    def _run(self, colour: int, number: int, tiles: list[int]) -> Code:
        cards = [RANKS * colour + self._line.rank_at(tile) if tile >= 0 else JOKER for tile in tiles]
        return run_code(colour, number + self._line.first, cards)

    def with_jokers(self, melds: Melds, kept: Sequence[int]) -> Melds:
        """Replace one tile of each of these faces by a joker, and return the melds."""
        written = list(melds)
        for face in kept:
            for at in range(len(written)):
                code = written[at]
                if face in code[1:]:
                    index = code.index(face, 1)
                    cards = [*code[1:index], JOKER, *code[index + 1 :]]
                    if is_run(code):
                        written[at] = (code[0], *cards)
                    else:
                        written[at] = group_code(self.rules, group_rank(code), cards, face // RANKS)
                    break
        return tuple(sorted(written))

    def _crowded(self, table: hands.Hand, rack: hands.Hand, values: Sequence[int]) -> Play | None:
        """Return the best play if some jokers found no place: try plays with a run, then plays with only groups."""
        lies, held = self._grid(table), self._grid(rack)
        by_number = self._by_number(values)
        found: Play | None = None
        for extra in range(rack[-1] + 1):
            at_hand = table[-1] + extra
            # `marked` requires a run, and every joker finds a place in a table with a run.
            search = Search(self._line, lies, held, at_hand, by_number, marked=True)
            if search.most(0, {start_of(at_hand): 0}) >= 0:
                layout = laid_out(search, lies, held)
                layout.place_spare()
                play = self._play(layout, extra, values)
                if found is None or play.value > found.value:
                    found = play
        # Only groups: for each number of jokers used, the best layout of the numbers so far.
        nothing = Layout(self._line.numbers, [[0] * RANKS for _ in range(COLOURS)], [], 0)
        layer = {0: (0, nothing)}
        for number in range(RANKS):
            layer = _with_groups(layer, lies, held, number, table[-1] + rack[-1], by_number[number])
        for used, (_, layout) in layer.items():
            if used >= table[-1]:
                play = self._play(layout, used - table[-1], values)
                if found is None or play.value > found.value:
                    found = play
        return found


def _with_groups(
    layer: dict[int, tuple[int, Layout]], lies: Grid, held: Grid, number: int, jokers: int, value: int
) -> dict[int, tuple[int, Layout]]:
    """Extend the best layouts, one for each number of jokers, by a number with all its tiles in groups."""
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
                after[before + used] = total + gain, Layout(layout.numbers, laid, layout.melds + groups, 0)
    return after


def value_of(hand: hands.Hand, values: Sequence[int]) -> int:
    """Return the value of tiles, given the value of each rank and of the joker."""
    total = hand[-1] * values[RANKS]
    for card in hands.cards_of(hand):
        if card < NATURALS:
            total += values[card % RANKS]
    return total
