"""A sound "no" to going out: an arrangement of all cards but the last, searched for with memory.

Where no card but a wild leaves a meld, every natural card of the hand ends in a new group, in a new run, at the end of
a run or in a group that lies there, or where a wild lay; one card may be thrown.  Those that go to the same place are a
*share*.  Whatever order a plan has, it parts the hand into shares, and these take no more wilds than are held or come
back where a share puts its card in the place of one.  A wild that is laid in this turn and replaced later was not
needed.  So all ways to part the hand are tried, the share of the lowest card first; what is left of a hand, with the
places used up, is remembered once it has failed.  What cannot be parted is impossible.

Where cards leave melds, each card is asked for by itself (see `relaxed`): two that have no place are too many.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from ..._rt import i64
from ...cards import hands
from ...cards.codes import BIT, NATURALS, ONES, RANK, ROW, SUIT, natural
from ...cards.masks import around, ranks_held
from ...melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    group_rank,
    is_clean_run,
    is_run,
    missing_suits,
    run_low,
    run_suit,
    stands_for,
    wild_count,
)
from ..turn import NOT_ASKED, Game, Turn
from .budget import SPEND
from .recovering import recoverable
from .relaxed import may_place

SWAP: Final = 2
# a meld of the table: its place there, then an end (with the suit that joins a group) or SWAP and the wild replaced
Use = tuple[int, int, int]
NEW: Final = (-1, 0, 0)
# the cards that go together, where to, and the wilds that it takes
Share = tuple[tuple[int, ...], Use, int]
# naturals of a suit, the place of the last one, and how many wilds stand between them
Stretch = tuple[tuple[int, ...], int, int]
Uses = tuple[Use, ...]


def too_many_stuck(game: Game, turn: Turn) -> bool:
    """Whether more cards than the final discard could not be placed this turn, so that nobody goes out; kept."""
    if turn.stuck == NOT_ASKED:
        turn.stuck = 1 if _too_many_stuck(game, turn) else 0
    return turn.stuck == 1


def _too_many_stuck(game: Game, turn: Turn) -> bool:
    rules = game.melds
    if not (game.turn.take or rules.any_suits or rules.wrap or rules.wild_ranked):
        return not GoingOut(game, turn).possible()
    stuck = 0
    for card in hands.faces_of(turn.hand):
        if not may_place(game, turn, card):
            stuck += hands.count(turn.hand, card)
    return stuck > 1


class GoingOut:
    """The ways to part a hand."""

    def __init__(self, game: Game, turn: Turn) -> None:
        rules = game.melds
        self._game: Final = game
        self._rules: Final = rules
        self._turn: Final = turn
        self._spend: Final = SPEND.get()
        self._failed: Final[set[tuple[hands.Hand, int, bool, Uses]]] = set()
        # how many wilds of each meld might come back, and how many each run might still take
        self._come: Final[list[int]] = []
        self._rooms: Final[list[int]] = []
        # the last card that might go to each meld
        self._last: Final[list[int]] = []
        for _, owner, code in turn.table:
            wilds = wild_count(rules, code)
            come = wilds if wilds and recoverable(game, turn.hand[0], code) else 0
            closed = game.turn.clean_runs_closed and owner != turn.player and is_clean_run(rules, code)
            self._come.append(come)
            self._last.append(natural(run_suit(code), 13) if is_run(code) else NATURALS)
            self._rooms.append(0 if closed else rules.max_wild_run - wilds + come)
        self._every: Final[int] = sum(self._come)
        # the melds of the suit or rank of each card asked for
        self._near: Final[dict[int, list[int]]] = {}

    def possible(self) -> bool:
        """Whether the hand might be parted."""
        hand = self._turn.hand
        placed = self._placed()
        left = (*hand[:-1], 0)
        if hands.size(tuple([plane & ~placed for plane in left])) > 1:
            return False
        return self._parts(left, hand[-1], True, ())

    def _placed(self) -> int:
        """The cards that have some place, as a mask: most hands are ruled out by those that have none."""
        rules = self._rules
        held: i64 = self._turn.hand[0]
        wilds = self._turn.hand[-1] + self._every
        in_groups: i64 = ranks_held(held, rules.group_min - min(wilds, rules.max_wild_group))
        out: i64 = in_groups | in_groups << 13 | in_groups << 26 | in_groups << 39
        least: i64 = rules.run_min - min(wilds, rules.max_wild_run)
        window: i64 = (1 << rules.run_min) - 1
        last: i64 = rules.last_place - rules.run_min + 1
        shift: i64 = 0
        while shift < 52:
            row = held >> shift & ROW
            places = (around(row) & rules.places) >> 1
            in_runs: i64 = 0
            low: i64 = rules.first_place - 1
            while low < last:
                if ONES[places >> low & window] >= least:
                    in_runs |= window << low
                low += 1
            out |= ((in_runs | in_runs >> 13) & ROW) << shift
            shift += 13
        for at, (_, _, code) in enumerate(self._turn.table):
            if is_run(code):
                out |= self._placed_beside(code, min(self._rooms[at], wilds))
            else:
                for suit in missing_suits(rules, code):
                    out |= BIT[natural(suit, group_rank(code))]
        return out

    def _placed_beside(self, code: Code, wilds: int) -> i64:
        """The cards that might join a run, with so many wilds, or replace a wild in it."""
        rules = self._rules
        held: i64 = self._turn.hand[0]
        suit, low = run_suit(code), run_low(code)
        out: i64 = 0
        for index in range(len(code) - 1):
            if rules.is_wild(code[index + 1]):
                out |= BIT[stands_for(code, index)]
        step = -1
        for place in (low - 1, low + len(code) - 1):
            room = wilds
            while rules.first_place <= place <= rules.last_place and room >= 0:
                bit: i64 = BIT[natural(suit, place)]
                out |= bit
                if not held & bit:
                    room -= 1
                place += step
            step = 1
        return out

    def _parts(self, left: hands.Hand, wilds: int, spare: bool, used: Uses) -> bool:
        """Whether the cards left might be parted with so many wilds, one of them thrown if it is still to spare."""
        if not left[0]:
            return wilds >= 0 and all(self._stands(use, used) for use in used)
        card = (left[0] & -left[0]).bit_length() - 1
        # what was done to the runs of a suit makes no difference once its cards have gone
        used = tuple([use for use in used if self._last[use[0]] >= card])
        key = (left, wilds, spare, used)
        if key in self._failed:
            return False
        if self._spend is not None:
            self._spend()
        if spare and self._may_be_thrown(card) and self._parts(hands.remove(left, card), wilds, False, used):
            return True
        for cards, use, needed in self._shares(card, left, wilds + self._every, used):
            rest = hands.remove_all(left, cards)
            if rest is None or wilds - needed + (self._every if rest[0] else 0) < 0:
                continue
            uses = used if use == NEW else tuple(sorted((*used, use)))
            if self._parts(rest, wilds - needed, spare, uses):
                return True
        self._failed.add(key)
        return False

    def _may_be_thrown(self, card: int) -> bool:
        turn = self._turn
        owed = turn.taken_due and card == turn.taken and hands.count(turn.hand, card) == 1
        return self._game.turn.finish_by_discard[card] and card != turn.banned and not owed

    def _stands(self, use: Use, used: Uses) -> bool:
        """Whether a wild may come out of its group: that has to be one of four in some games, or become one."""
        at, kind, _ = use
        if kind != SWAP or not self._game.turn.wild_leaves_four:
            return True
        code = self._turn.table[at][2]
        return is_run(code) or len(code) - 1 + sum([each[:2] == (at, LOW_END) for each in used]) >= 4

    def _shares(self, card: int, left: hands.Hand, wilds: int, used: Uses) -> list[Share]:
        """The shares of the lowest card that is left, with so many wilds at most and no more than they need."""
        out: list[Share] = []
        near = self._near.get(card)
        if near is None:
            near = self._melds_near(card)
            self._near[card] = near
        for at in near:
            if is_run(self._turn.table[at][2]):
                self._at_run(out, at, card, left, wilds, used)
            else:
                self._at_group(out, at, card, used)
        self._in_groups(out, card, left)
        rules = self._rules
        most = min(wilds, rules.max_wild_run)
        for place in self._rules.places_of(card):
            for cards, end, needed in self._stretches(card, place, left, most):
                needed += max(0, rules.run_min - 1 - abs(end - place))
                if needed <= most and len(cards) >= rules.min_natural:
                    out.append((cards, NEW, needed))
        return out

    def _melds_near(self, card: int) -> list[int]:
        out: list[int] = []
        for at, (_, _, code) in enumerate(self._turn.table):
            if run_suit(code) == SUIT[card] if is_run(code) else group_rank(code) == RANK[card]:
                out.append(at)
        return out

    def _at_group(self, out: list[Share], at: int, card: int, used: Uses) -> None:
        rules, suit = self._rules, SUIT[card]
        code = self._turn.table[at][2]
        if suit not in missing_suits(rules, code):
            return
        joined = swaps = 0
        for place, kind, other in used:
            if place == at:
                if other == suit:
                    return
                if kind == SWAP:
                    swaps += 1
                else:
                    joined += 1
        if len(code) - 1 + joined < rules.group_max:
            out.append(((card,), (at, LOW_END, suit), 0))
        if swaps < self._come[at]:
            out.append(((card,), (at, SWAP, suit), -1))

    def _at_run(self, out: list[Share], at: int, card: int, left: hands.Hand, wilds: int, used: Uses) -> None:
        code = self._turn.table[at][2]
        low = run_low(code)
        high = low + len(code) - 2
        for index in range(len(code) - 1) if self._come[at] else ():
            swap = (at, SWAP, index)
            if self._rules.is_wild(code[index + 1]) and stands_for(code, index) == card and swap not in used:
                out.append(((card,), swap, -1))
        most = min(wilds, self._rooms[at])
        for place in self._rules.places_of(card):
            use = (at, HIGH_END if place > high else LOW_END, 0)
            if low <= place <= high or use in used:
                continue
            for cards, end, needed in self._stretches(card, place, left, most):
                gap = min(place, end) - high - 1 if place > high else low - 1 - max(place, end)
                if gap >= 0 and needed + gap <= most:
                    out.append((cards, use, needed + gap))

    def _in_groups(self, out: list[Share], card: int, left: hands.Hand) -> None:
        """New groups, with no more wilds than they need."""
        rules, rank = self._rules, RANK[card]
        others = [natural(suit, rank) for suit in range(SUIT[card] + 1, 4)]
        others = [other for other in others if left[0] >> other & 1]
        for size in range(min(len(others), rules.group_max - 1), -1, -1):
            wilds = max(0, rules.group_min - 1 - size)
            if wilds <= rules.max_wild_group and 1 + size >= rules.min_natural:
                out += [((card, *chosen), NEW, wilds) for chosen in combinations(others, size)]

    def _stretches(self, card: int, place: int, left: hands.Hand, most: int) -> list[Stretch]:
        """The stretches from a card on, downwards from the ace behind the king, with so many wilds at most."""
        out: list[Stretch] = []
        self._onward(out, place, -1 if place == 14 else 1, left, (card,), 0, most)
        return out

    def _onward(
        self,
        out: list[Stretch],
        place: int,
        step: int,
        left: hands.Hand,
        cards: tuple[int, ...],
        wilds: int,
        most: int,
    ) -> None:
        """Add a stretch that ends at a place, and those that go on from it."""
        out.append((cards, place, wilds))
        rules = self._rules
        while wilds <= most and rules.first_place <= place + step <= rules.last_place:
            place += step
            card = natural(SUIT[cards[0]], place)
            if hands.count(left, card) > (1 if card == cards[0] else 0):
                self._onward(out, place, step, left, (*cards, card), wilds, most)
            wilds += 1
