"""The best arrangement of a hand, rank by rank and suit by suit: groups are tried, tables tell the best runs beside.

This does for hands of one or two packs without wild ranks, where the suit of a card does not tell what it costs.  All
other hands, and those with too much to try, go to the `Arranger`, which finds the same arrangement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from . import hands
from ._rt import i64, mypyc_attr
from .arrange import Aim
from .codes import JOKER, NATURALS, ROW
from .melds import Code, points
from .picks import Pick, come_first, names_of, shares, together
from .ranks import Ranks, Ways
from .rows import WIDEST, Row, Rows

# after so many tries, the other search is likely to be the faster one
MOST_TRIES: Final = 20_000
# a byte of the prices holds no more
DEAREST: Final = 255
NOBODY: Final = -1

Sorted = tuple[tuple[Any, ...], int, bytes, int]


@final
class Sorter:
    """Finds the best arrangements of hands out of a pack, with one aim; `name` tells how melds are called outside."""

    __slots__ = ("_aim", "_by_suit", "_jokers", "_name", "_one", "_planes", "_prices", "_rows", "_tables")

    def __init__(self, aim: Aim, planes: int, jokers: int, name: Callable[[Code], Any]) -> None:
        values = aim.values
        alike = all(values[card] == values[card % 13] for card in range(NATURALS))
        in_bytes = min(values) >= 0 and max(values) <= DEAREST
        self._aim: Final = aim
        self._planes: Final = planes
        self._jokers: Final[i64] = jokers
        self._name: Final = name
        self._by_suit: Final = planes <= 2 and alike and in_bytes and not aim.rules.twos_wild
        self._prices: Final = bytes(values) if in_bytes else b""
        self._rows: Final[dict[int, Rows]] = {}
        self._tables: Final[list[Tables | None]] = [None] * (jokers + 1)
        # mypyc shifts a literal as a C int
        self._one: Final[i64] = 1

    def best(self, ids: bytes) -> Sorted:
        """The names of the best melds in canonical order, their points, the cards left, and what those are worth.

        The cards come in ascending order.  ValueError or IndexError for cards that the pack does not have.
        """
        if not self._by_suit:
            return self._arranged(ids)
        one = self._one
        first: i64 = 0
        second: i64 = 0
        jokers: i64 = 0
        for at in range(len(ids)):
            card: i64 = ids[at]
            if card >= JOKER:
                jokers += 1
                if card > JOKER:
                    raise IndexError(card)
                continue
            bit = one << card
            if not first & bit:
                first |= bit
            elif second & bit:
                raise ValueError(card)
            else:
                second |= bit
        if jokers > self._jokers or (second and self._planes < 2):
            raise ValueError(ids)
        tables = self._tables[jokers]
        if tables is None:
            tables = self._made(int(jokers))
            self._tables[jokers] = tables
        search = Search(tables, jokers)
        if not search.done(first, second):
            return self._arranged(ids)
        return self._told(ids, search)

    def _made(self, jokers: int) -> Tables:
        """The tables for hands with so many jokers."""
        gap = min(jokers, min(self._aim.rules.max_wild_run, WIDEST))
        rows = self._rows.get(gap)
        if rows is None:
            rows = Rows(self._aim, gap)
            self._rows[gap] = rows
        return Tables(self._aim, rows, jokers, gap)

    def _arranged(self, ids: bytes) -> Sorted:
        """The best melds by the other search."""
        hand = hands.of_cards(ids, self._planes)
        if hand[-1] > self._jokers:
            raise ValueError(ids)
        melds = tuple(sorted(self._aim.best(hand)))
        worth = 0
        for code in melds:
            worth += points(self._aim.rules, code)
            hand = hands.remove_all(hand, code[1:]) or hand
        left = hands.cards_of(hand)
        names = tuple([self._name(code) for code in melds])
        return names, worth, left, sum([self._aim.values[card] for card in left])

    def _told(self, ids: bytes, search: Search) -> Sorted:
        """The best melds that a search has found."""
        prices, one = self._prices, self._one
        picks = search.picks()
        worth: i64 = 0
        once: i64 = 0
        twice: i64 = 0
        jokers: i64 = 0
        for pick in picks:
            worth += pick.points
            jokers += pick.jokers
            twice |= pick.twice | once & pick.once
            once |= pick.once
        # stretches of cards that stay
        left = b""
        kept: i64 = 0
        deadwood: i64 = 0
        size: i64 = len(ids)
        at: i64 = 0
        while at < size:
            card: i64 = ids[at]
            used = False
            if card == JOKER:
                used = jokers > 0
                jokers -= 1
            else:
                bit = one << card
                if once & bit:
                    used = True
                    once ^= bit & ~twice
                    twice &= ~bit
            if used:
                if kept < at:
                    left = left + ids[kept:at] if left else ids[kept:at]
                kept = at + 1
            else:
                deadwood += prices[card]
            at += 1
        if not kept:
            return (), 0, ids, int(deadwood)
        if kept < size:
            left = left + ids[kept:] if left else ids[kept:]
        return names_of(picks, self._name), int(worth), left, int(deadwood)


@final
class Tables:
    """What is known of rows and ranks where there are so many jokers."""

    __slots__ = ("_any_suits", "_needed", "few", "ranks", "rows")

    def __init__(self, aim: Aim, rows: Rows, jokers: int, gap: int) -> None:
        rules = aim.rules
        self.rows: Final = rows
        self.ranks: Final = Ranks(aim, jokers)
        # with fewer cards of a suit, none is used twice: not in two runs, nor at both ends of one
        self.few: Final[i64] = min(2 * rules.run_min, 14) - min(jokers, 2 * gap)
        # how many suits of a rank are needed for a group
        self._any_suits: Final = rules.any_suits
        self._needed: Final[i64] = rules.group_min - min(jokers, rules.max_wild_group)

    def ways(self, first: i64, second: i64) -> list[Ways] | None:
        """The ways of all ranks that have any, the higher ranks first; None where there are too many."""
        a, b, c, d = first & ROW, first >> 13 & ROW, first >> 26 & ROW, first >> 39
        if self._any_suits or self._needed < 2:
            ranks = a | b | c | d
        elif self._needed == 2:
            ranks = a & b | c & d | (a | b) & (c | d)
        else:
            ranks = a & b & (c | d) | c & d & (a | b)
        out: list[Ways] = []
        place: i64 = 12
        while ranks:
            if ranks >> place & 1:
                ranks &= ~(ranks >> place << place)
                held = first >> place
                suits = held & 1 | held >> 12 & 2 | held >> 24 & 4 | held >> 36 & 8
                if second:
                    held = second >> place
                    suits |= (held & 1 | held >> 12 & 2 | held >> 24 & 4 | held >> 36 & 8) << 4
                ways = self.ranks.ways(place + 1, suits)
                if ways is None:
                    return None
                if ways.picks:
                    out.append(ways)
            place -= 1
        return out


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Chosen:
    """A pick that is tried, and those tried before it."""

    __slots__ = ("before", "pick")

    def __init__(self, pick: Pick, before: Chosen | None) -> None:
        self.pick: Final = pick
        self.before: Final = before


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Search:
    """Tries the picks of all ranks, and keeps the best that they and the runs beside them gain."""

    __slots__ = (
        "_ahead",
        "_best",
        "_few",
        "_first",
        "_jokers",
        "_left",
        "_lift",
        "_lift_two",
        "_most",
        "_rows",
        "_second",
        "_tables",
        "_tries",
        "_ways",
    )

    def __init__(self, tables: Tables, jokers: i64) -> None:
        self._tables: Final = tables
        self._rows: Final = tables.rows
        self._few: Final[i64] = tables.few
        self._jokers: Final[i64] = jokers
        self._ways: list[Ways] = []
        # the most that one joker, or two, add to the picks of a rank
        self._lift: i64 = 0
        self._lift_two: i64 = 0
        # with more jokers: the most that the picks from a rank on gain, were there no runs
        self._ahead: list[list[int]] = []
        self._tries: i64 = 0
        # the best so far: what it gains, the picks, and what is left for runs
        self._most: i64 = -1
        self._best: Chosen | None = None
        self._first: i64 = 0
        self._second: i64 = 0
        self._left: i64 = 0

    def done(self, first: i64, second: i64) -> bool:
        """Search a hand, unless there is too much to try."""
        ways = self._tables.ways(first, second)
        if ways is None:
            return False
        self._ways = ways
        ahead: i64 = 0
        for each in ways:
            ahead += each.clean
            self._lift = max(self._lift, each.one - each.clean)
            self._lift_two = max(self._lift_two, each.two - each.clean)
        if self._jokers > 2:
            self._ahead = _ahead(ways, int(self._jokers))
        self._try(0, 0, ahead, first, second, self._jokers, None)
        return self._tries < MOST_TRIES

    def _row(self, first: i64, second: i64) -> Row:
        return self._rows.row(first, second, self._jokers, self._few)

    def _try(
        self, start: i64, gain: i64, ahead: i64, first: i64, second: i64, left: i64, chosen: Chosen | None
    ) -> None:
        """Try the picks of the ranks from one on, which gain at most `ahead` without jokers, beside those chosen."""
        self._tries += 1
        if self._tries >= MOST_TRIES:
            return
        a, b = self._row(first & ROW, second & ROW), self._row(first >> 13 & ROW, second >> 13 & ROW)
        c, d = self._row(first >> 26 & ROW, second >> 26 & ROW), self._row(first >> 39, second >> 39)
        clean = a.clean + b.clean + c.clean + d.clean
        # what the runs beside gain; and no more than that for them and what jokers add in the ranks to come
        most = clean
        one = clean
        two = clean
        gains: list[int] | None = None
        if left == 1:
            most = clean + max(max(a.one - a.clean, b.one - b.clean), max(c.one - c.clean, d.one - d.clean))
            one = max(most, clean + self._lift)
        elif left == 2:
            lift = max(max(a.one - a.clean, b.one - b.clean), max(c.one - c.clean, d.one - d.clean))
            low, high = _with_two(a, b), _with_two(c, d)
            most = max(low + c.clean + d.clean, high + a.clean + b.clean)
            most = max(most, max(a.one + b.clean, a.clean + b.one) + max(c.one + d.clean, c.clean + d.one))
            one = clean + max(lift, self._lift)
            two = max(max(most, clean + lift + self._lift), clean + max(self._lift_two, 2 * self._lift))
        elif left > 2:
            gains = together(a.gains, b.gains, int(left))
            gains = together(together(gains, c.gains, int(left)), d.gains, int(left))
            most = gains[left]
        if gain + most >= self._most:
            self._keep(gain + most, first, second, left, chosen)
        ways = self._ways
        at = start
        while at < len(ways):
            rank = ways[at]
            at += 1
            ahead -= rank.clean
            for pick in rank.picks:
                after = left - pick.jokers
                bound = gain + pick.gain
                if after < 0:
                    continue
                if gains is not None:
                    bound += gains[after] + self._ahead[at][after]
                elif after == 0:
                    bound += clean + ahead
                elif after == 1:
                    bound += one + ahead
                else:
                    bound += two + ahead
                if bound >= self._most:
                    once, twice = pick.once, pick.twice
                    self._try(
                        at,
                        gain + pick.gain,
                        ahead,
                        first & ~(once & ~second) & ~twice,
                        second & ~once,
                        after,
                        Chosen(pick, chosen),
                    )

    def _keep(self, gain: i64, first: i64, second: i64, left: i64, chosen: Chosen | None) -> None:
        """Remember what has been chosen, if it is better than the best before, or as good and comes first."""
        if gain == self._most and not come_first(self._beside(first, second, left, chosen), self.picks()):
            return
        self._most = gain
        self._first, self._second, self._left = first, second, left
        self._best = chosen

    def picks(self) -> list[Pick]:
        """The best picks, and the runs beside them."""
        return self._beside(self._first, self._second, self._left, self._best) if self._most else []

    def _beside(self, first: i64, second: i64, left: i64, chosen: Chosen | None) -> list[Pick]:
        """The picks, and the best runs of what they leave."""
        out: list[Pick] = []
        while chosen is not None:
            out.append(chosen.pick)
            chosen = chosen.before
        if left:
            self._add_sharing(out, first, second, left)
            return out
        for suit in range(4):
            row = self._row(first & ROW, second & ROW)
            first >>= 13
            second >>= 13
            if row.clean:
                out.append(row.pick(suit, 0))
        return out

    def _add_sharing(self, out: list[Pick], first: i64, second: i64, left: i64) -> None:
        """Add the best runs of rows that share jokers."""
        rows: list[Row] = []
        suits: list[int] = []
        for suit in range(4):
            row = self._row(first & ROW, second & ROW)
            first >>= 13
            second >>= 13
            if row.gains[left]:
                rows.append(row)
                suits.append(suit)
        best = _gains_most(rows) if left == 1 else 0 if len(rows) == 1 else NOBODY
        if best != NOBODY:
            out += [rows[at].pick(suits[at], int(left) if at == best else 0) for at in range(len(rows))]
            return
        found: list[Pick] | None = None
        for given in shares([row.gains for row in rows], int(left)):
            picks = [rows[at].pick(suits[at], given[at]) for at in range(len(rows))]
            if found is None or come_first(picks, found):
                found = picks
        if found is not None:
            out += found


def _gains_most(rows: list[Row]) -> int:
    """Which row gains most by one joker; `NOBODY` where there is none, or several do."""
    best = NOBODY
    most: i64 = 0
    for at in range(len(rows)):
        more = rows[at].one - rows[at].clean
        if more > most:
            best, most = at, more
        elif more == most:
            best = NOBODY
    return best


def _with_two(a: Row, b: Row) -> i64:
    """The most that two rows gain with two jokers."""
    return max(max(a.two + b.clean, a.clean + b.two), a.one + b.one)


def _ahead(ways: list[Ways], jokers: int) -> list[list[int]]:
    """For each rank, and after the last: the most that picks from that rank on gain, by the jokers."""
    gains = [0] * (jokers + 1)
    out = [gains]
    for at in range(len(ways) - 1, -1, -1):
        gains = together(gains, ways[at].gains, jokers)
        out.append(gains)
    out.reverse()
    return out
