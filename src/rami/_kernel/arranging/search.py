"""Search for the best arrangement: try the groups of each rank, from the kings down, with the best runs.

Once the groups are chosen, the four suits compete only for jokers, and the tables of `rows` give their best runs. So
the search has to try only groups, and few ranks can form one. With 5♥ 6♥ 7♥ 7♣ 7♦ K♠ there are two cases to try: the
run 5♥ 6♥ 7♥ without a group, and the group 7♣ 7♦ 7♥ without a run.

A bound cuts off cases: the gain so far, plus the gain of the best runs of the remaining cards, plus the greatest
possible gain of the remaining ranks. Jokers complicate the bound: `one` and `two` are its values if one or two jokers
are left.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64, mypyc_attr
from ..cards.codes import ROW, ranks_held
from .arrange import Aim
from .laid_together import Pick, come_first, gains_ahead, shares, together
from .ranks import Ranks, Ways
from .rows import WIDEST, Row, Rows

# After this many cases, the `Arranger` is likely to be faster.
MOST_TRIES: Final = 20_000
NOBODY: Final = -1


@final
class Tables:
    """Tables of rows and ranks, for hands with a fixed number of jokers."""

    def __init__(self, aim: Aim, jokers: int) -> None:
        rules = aim.rules
        gap = min(jokers, min(rules.max_wild_run, WIDEST))
        self.jokers: Final[i64] = jokers
        self._rows: Final = Rows(aim, gap)
        self._ranks: Final = Ranks(aim, jokers)
        # The number of suits that a group needs.
        wilds = min(jokers, rules.max_wild_group)
        self._needed: Final[i64] = 1 if rules.any_suits else rules.set_min - wilds

    def row(self, first: i64, second: i64) -> Row:
        """Return the best runs of a suit, as a row."""
        return self._rows.row(first, second, self.jokers)

    def ways(self, first: i64, second: i64) -> list[Ways] | None:
        """Return the ways to lay each rank with groups, the highest rank first; None if there are too many."""
        ranks = ranks_held(first, self._needed)
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
                ways = self._ranks.ways(place + 1, suits)
                if ways is None:
                    return None
                if ways.picks:
                    out.append(ways)
            place -= 1
        return out

    def runs(self, first: i64, second: i64, left: i64) -> list[Pick]:
        """Return the best runs of a hand with `left` jokers, in canonical order."""
        a, b = self.row(first & ROW, second & ROW), self.row(first >> 13 & ROW, second >> 13 & ROW)
        c, d = self.row(first >> 26 & ROW, second >> 26 & ROW), self.row(first >> 39, second >> 39)
        lucky = NOBODY
        if left:
            if left == 1:
                lucky = _gains_most(a, b, c, d)
            if lucky == NOBODY:
                return _sharing([a, b, c, d], int(left))
        out: list[Pick] = []
        _add(out, a, 0, lucky)
        _add(out, b, 1, lucky)
        _add(out, c, 2, lucky)
        _add(out, d, 3, lucky)
        return out


def _gains_most(a: Row, b: Row, c: Row, d: Row) -> int:
    """Return the suit that gains most from one joker; `NOBODY` if no suit gains anything or several tie."""
    e, f, g, h = a.one - a.clean, b.one - b.clean, c.one - c.clean, d.one - d.clean
    most = max(max(e, f), max(g, h))
    if not most:
        return NOBODY
    if e == most:
        return NOBODY if f == most or g == most or h == most else 0
    if f == most:
        return NOBODY if g == most or h == most else 1
    if g == most:
        return NOBODY if h == most else 2
    return 3


def _add(out: list[Pick], row: Row, suit: int, lucky: int) -> None:
    """Add the best runs of a suit; they use a joker only if this is the `lucky` suit."""
    if suit == lucky:
        out.append(row.pick(suit, 1))
    elif row.clean:
        out.append(row.pick(suit, 0))


def _sharing(rows: list[Row], left: int) -> list[Pick]:
    """Return the best runs of all suits when they share the jokers that are left."""
    suits = [suit for suit in range(4) if rows[suit].gains[left]]
    if len(suits) == 1:
        return [rows[suits[0]].pick(suits[0], left)]
    best: list[Pick] = []
    for given in shares([rows[suit].gains for suit in suits], left):
        picks = [rows[suits[at]].pick(suits[at], given[at]) for at in range(len(suits))]
        if not best or come_first(picks, best):
            best = picks
    return best


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Chosen:
    """A pick (melds of one rank) that the search is trying, linked to the picks chosen before it."""

    __slots__ = ("before", "pick")

    def __init__(self, pick: Pick, before: Chosen | None) -> None:
        self.pick: Final = pick
        self.before: Final = before


def best_picks(tables: Tables, first: i64, second: i64) -> list[Pick] | None:
    """Return the melds of the best arrangement, in canonical order; None if there is too much to try."""
    ways = tables.ways(first, second)
    if ways is None:
        return None
    if not ways:
        return tables.runs(first, second, tables.jokers)
    return Search(tables, ways).best(first, second)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Search:
    """Tries the picks of all ranks together with the best runs, and keeps the best result."""

    def __init__(self, tables: Tables, ways: list[Ways]) -> None:
        self._tables: Final = tables
        self._ways: Final = ways
        # The greatest gain that one joker, or two, can add to the picks of a rank.
        self._lift: i64 = 0
        self._lift_two: i64 = 0
        # With more than two jokers, the greatest gain of the picks from each rank on, without runs.
        self._ahead: list[list[int]] | None = None
        self._tries: i64 = 0
        # The best choice so far: its gain, its picks, the cards and jokers left for runs, and all its melds once
        # computed.
        self._most: i64 = -1
        self._chosen: Chosen | None = None
        self._first: i64 = 0
        self._second: i64 = 0
        self._left: i64 = 0
        self._best: list[Pick] | None = None

    def best(self, first: i64, second: i64) -> list[Pick] | None:
        """Return the best melds of a hand; None if there is too much to try."""
        jokers = self._tables.jokers
        ahead: i64 = 0
        for each in self._ways:
            ahead += each.clean
            self._lift = max(self._lift, each.one - each.clean)
            self._lift_two = max(self._lift_two, each.two - each.clean)
        if jokers > 2:
            self._ahead = gains_ahead([each.gains for each in self._ways], int(jokers))
        self._try(0, 0, ahead, first, second, jokers, None)
        return self._picks() if self._tries < MOST_TRIES else None

    def _try(
        self, start: i64, gain: i64, ahead: i64, first: i64, second: i64, left: i64, chosen: Chosen | None
    ) -> None:
        """Try the picks of this rank and later ones, which gain at most `ahead` without jokers."""
        self._tries += 1
        if self._tries >= MOST_TRIES:
            return
        tables = self._tables
        a, b = tables.row(first & ROW, second & ROW), tables.row(first >> 13 & ROW, second >> 13 & ROW)
        c, d = tables.row(first >> 26 & ROW, second >> 26 & ROW), tables.row(first >> 39, second >> 39)
        clean = a.clean + b.clean + c.clean + d.clean
        # The gain of the runs, and a bound that adds the gain of jokers in later ranks. Lists of gains, as for more
        # jokers, would make hands with one or two jokers cost 6 to 12% more.
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
            self._note_best(gain + most, first, second, left, chosen)
        ways = self._ways
        at = start
        while at < len(ways):
            rank = ways[at]
            at += 1
            ahead -= rank.clean
            for pick in rank.picks:
                after = left - pick.jokers
                if after < 0:
                    continue
                bound = gain + pick.gain
                if gains is not None and self._ahead is not None:
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

    def _note_best(self, gain: i64, first: i64, second: i64, left: i64, chosen: Chosen | None) -> None:
        """Remember the current choice if it beats the best so far, or equals it and wins the tie."""
        found: list[Pick] | None = None
        if gain == self._most:
            found = self._with_runs(first, second, left, chosen)
            if not come_first(found, self._picks()):
                return
        self._most = gain
        self._chosen = chosen
        self._first, self._second, self._left = first, second, left
        self._best = found

    def _picks(self) -> list[Pick]:
        """Return the melds of the best choice so far."""
        best = self._best
        if best is None:
            best = self._with_runs(self._first, self._second, self._left, self._chosen)
            self._best = best
        return best

    def _with_runs(self, first: i64, second: i64, left: i64, chosen: Chosen | None) -> list[Pick]:
        """Return the best runs of the remaining cards, followed by the picks."""
        out = self._tables.runs(first, second, left)
        while chosen is not None:
            out.append(chosen.pick)
            chosen = chosen.before
        return out


def _with_two(a: Row, b: Row) -> i64:
    """Return the greatest total gain of two rows that share two jokers."""
    return max(max(a.two + b.clean, a.clean + b.two), a.one + b.one)
