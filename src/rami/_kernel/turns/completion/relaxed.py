"""A sound "no" to placing a card, and what a plan is drawn from: the delete relaxation of a turn.

A turn is a planning problem: lay-downs, lay-offs and swaps are its actions.  Forget what they use up: no hand card
is ever gone, no action disturbs another.  What becomes possible then is the least fixpoint of what might leave the
melds of the table: suit by suit for new runs (see `runs`), and between the suits for new groups, in turns until
nothing is added.  Every action of a real plan has its relaxed counterpart, in the same order.  So if the fixpoint does
not let the card go into a new group, a new run, a meld that grows towards it, the place of a wild, or that of its twin,
no plan does.

What the fixpoint was reached by tells what is of use: followed back from the card, suit by suit and rank by rank, it
leaves out the runs and groups that no fact on the way depends on.  Whatever a plan does there may be left undone: more
cards stay in hand and less changes on the table, which is in nobody's way as long as any natural card may be the last
one, and no wild has to be placed as well.

Wilds are the one thing that is counted, as a cost (h-max): a fact at a level needs so many wilds on the dearest path to
it, and there are no levels beyond the wilds that are held or might come back.
"""

from __future__ import annotations

from typing import Final

from ...cards import hands
from ...cards.codes import BIT, NATURALS, RANK, ROW, SUIT, natural
from ...melds.meld import Code, group_rank, is_run, missing_suits, run_low, run_suit, stands_for, wild_count
from ...rules import GROUP_JOKER_FOUR, RECOVER_HAND, RECOVER_PLACE, USE_LAYOFF, USE_MELD
from ..turn import Game, Turn
from .recovering import recoverable, recoverable_by_twin
from .runs import Path, Run, Runs, keep

Level = list[Runs]
# the suits of runs and the ranks of groups, as a row, in which something may be done that helps
Helpful = tuple[frozenset[int], int]


def relaxations(game: Game, turn: Turn, card: int) -> list[Relaxed]:
    """The relaxed turn with a held card put aside; none where nothing can be said.

    If every wild that might come back takes the same card from the hand, plans that recover one are looked at apart
    from those that do not.
    """
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card) or rules.wrap or rules.any_suits or rules.wild_ranked:
        return []
    if not hands.count(turn.hand, card):
        return []
    come, spent = _recovered(game, turn)
    if turn.hand[-1] or not spent:
        return [Relaxed(game, turn, card, come, 0)]
    return [Relaxed(game, turn, card, 0, 0), Relaxed(game, turn, card, come, spent)]


def may_place(game: Game, turn: Turn, card: int) -> bool:
    """Whether a held card might be placed."""
    found = relaxations(game, turn, card)
    return not found or any(relaxed.placeable() for relaxed in found)


def _recovered(game: Game, turn: Turn) -> tuple[int, int]:
    """How many wilds might come back, and the cards of the hand that are used up whichever comes first, as a mask."""
    held = turn.hand[0]
    come, spent = 0, -1
    for _, _, code in turn.table:
        wilds = wild_count(game.melds, code)
        if not wilds or not (game.turn.take_wild or recoverable(game, held, code)):
            continue
        come += wilds
        needed = 1
        if is_run(code):
            indexes = [index for index in range(len(code) - 1) if game.melds.is_wild(code[index + 1])]
            fitting = [stands_for(code, index) for index in indexes]
        else:
            fitting = [natural(suit, group_rank(code)) for suit in missing_suits(game.melds, code)]
            if game.turn.group_joker == GROUP_JOKER_FOUR and len(code) - 1 < 4:
                needed = 2
        mask = sum([held & BIT[card] for card in fitting])
        if mask.bit_count() != needed or game.turn.take_wild or recoverable_by_twin(game, held, code):
            mask = 0
        spent &= mask
    return come, spent if come else 0


class Relaxed:
    """What could leave the table for new melds in a turn, with one copy of a card put aside to be placed."""

    __slots__ = (
        "_dear",
        "_free",
        "_game",
        "_growing",
        "_hand",
        "_in_runs",
        "_held",
        "_levels",
        "_numbers",
        "_runs",
        "_turn",
        "_twice",
        "at",
        "card",
        "rules",
        "wilds",
    )

    def __init__(self, game: Game, turn: Turn, card: int, come: int, spent: int) -> None:
        rules = game.melds
        self._game: Final = game
        self._turn: Final = turn
        self.rules: Final = rules
        self.card: Final = card
        # the places of the card in runs
        self.at: Final = (1, 14) if RANK[card] == 1 and rules.ace_high else (RANK[card],)
        hand = hands.remove(turn.hand, card)
        self._hand: Final[int] = hand[0]
        second = hand[1] if game.planes > 1 else 0
        self._twice: Final[int] = second & ~spent
        self._held: Final[int] = hand[0] & ~spent | second & spent
        # how many wilds there might be, and how many might join a run
        self.wilds: Final = hand[-1] + come
        grows = hand[-1] > 0 or (come > 0 and game.turn.recovered in (RECOVER_PLACE, RECOVER_HAND))
        self._growing: Final = rules.max_wild_run if grows else 0
        # the ranks that groups on the table might give, and those for which a wild has to join first
        self._free: Final = [0, 0, 0, 0]
        self._dear: Final = [0, 0, 0, 0]
        # the runs of each suit that might give cards, and their ids
        self._runs: Final[list[tuple[Run, ...]]] = [(), (), (), ()]
        self._numbers: Final[list[list[int]]] = [[], [], [], []]
        self._in_runs: Final = [0, 0, 0, 0]
        self._levels: Final[list[Level]] = []
        if game.turn.take:
            self._look_at_table()

    def _look_at_table(self) -> None:
        found: list[list[tuple[Run, int]]] = [[], [], [], []]
        for number, owner, code in self._turn.table:
            if self._game.turn.foreign_takes_only and owner == self._turn.player:
                continue
            if is_run(code):
                found[run_suit(code)].append((self._run(code), number))
            else:
                self._give(code)
        for suit in range(4):
            found[suit].sort()
            self._runs[suit] = tuple([run for run, _ in found[suit]])
            self._numbers[suit] = [number for _, number in found[suit]]
            for low, size, _ in self._runs[suit]:
                places = (1 << size) - 1 << low
                self._in_runs[suit] |= (places >> 1 | places >> 14) & ROW

    def _run(self, code: Code) -> Run:
        """A run with the cards that might leave it: a wild that is replaced is a card of the hand then."""
        suit, low = run_suit(code), run_low(code)
        leaving = 0
        for index in range(len(code) - 1):
            fixed = self.rules.is_wild(code[index + 1]) and not self._game.turn.take_wild
            if not fixed or self._turn.hand[0] >> natural(suit, low + index) & 1:
                leaving |= 1 << index
        return low, len(code) - 1, leaving

    def _give(self, code: Code) -> None:
        """Note what a group might give."""
        rules, rank = self.rules, group_rank(code)
        wilds = wild_count(rules, code)
        joining = [suit for suit in missing_suits(rules, code) if self._hand >> natural(suit, rank) & 1]
        most = min(len(code) - 1 + len(joining), rules.group_max) - rules.group_min
        room = max(0, rules.max_wild_group - wilds) if self._growing else 0
        giving = self._free if most > 0 else self._dear
        if most <= 0 and min(len(code) - 1 + len(joining) + room, rules.group_max) <= rules.group_min:
            return
        given = [SUIT[card] for card in code[1:] if card < NATURALS]
        # a card that replaces a wild may be taken as well
        for suit in given + joining if wilds else given:
            giving[suit] |= 1 << rank - 1

    def with_wilds(self, count: int) -> Level:
        """What may have left where so many wilds go together with the card itself."""
        if not self._levels:
            for level in range(self.wilds + 1):
                self._levels.append(self._settled(level))
        return self._levels[self.wilds - count]

    def _settled(self, level: int) -> Level:
        """What might leave with so many wilds."""
        rows = [self._held >> 13 * suit & ROW for suit in range(4)]
        base = self._levels[level - 1] if level else None
        seen = [rows[suit] | (base[suit].single if base is not None else 0) for suit in range(4)]
        out: Level = []
        changed = True
        while changed:
            changed = False
            out = []
            for suit in range(4):
                found = self._of_suit(suit, rows[suit], level, self._wanted(suit, seen, rows, level), base)
                out.append(found)
                if found.single & ~seen[suit]:
                    seen[suit] |= found.single
                    changed = True
        return out

    def _free_of(self, suit: int, level: int) -> int:
        return self._free[suit] | self._dear[suit] if level else self._free[suit]

    def _wanted(self, suit: int, seen: list[int], rows: list[int], level: int) -> int:
        """The ranks of which a new group might take a card of the suit, as a row."""
        others = [other for other in range(4) if other != suit]
        out = self._mates(others, seen, level, self.rules.group_min - 1)
        if self._game.turn.take_min_hand > 0:
            out &= rows[others[0]] | rows[others[1]] | rows[others[2]]
        for wilds in range(1, min(self.rules.max_wild_group, level) + 1):
            before = [rows[at] | self._levels[level - wilds][at].single for at in range(4)]
            out |= self._mates(others, before, level - wilds, self.rules.group_min - 1 - wilds)
        return out

    def _mates(self, others: list[int], seen: list[int], level: int, needed: int) -> int:
        """The ranks of which so many other cards might come together."""
        every = [seen[other] | self._free_of(other, level) for other in others]
        return _in_so_many(every, max(needed, self.rules.min_natural - 1))

    def _of_suit(self, suit: int, row: int, level: int, wanted: int, base: Level | None) -> Runs:
        twice = self._twice >> 13 * suit & row
        # what makes no difference is left out, so that more suits are alike
        free = self._free_of(suit, level) & ~row
        runs = self._runs[suit]
        wanted &= self._in_runs[suit]
        growing = self._growing if level else 0
        wilds_at = self._turn.places_to_come(self._game) >> 13 * suit & ROW
        before = base[suit] if base is not None else None
        key = (row, twice, free, wanted, runs, growing, wilds_at, before)
        kept = self._game.suits
        known = kept.get(key)
        if not isinstance(known, Runs):
            known = Runs(self.rules, self._game.turn.take_min_hand > 0, key, kept)
            keep(kept, key, known)
        return known

    def number_of(self, suit: int, at: int) -> int:
        """The id of a run."""
        return self._numbers[suit][at]

    def placeable(self) -> bool:
        """Whether the card put aside might be placed."""
        if any(self._joins(code) for _, _, code in self._turn.table):
            return True
        # it may be laid off on a new meld as well, or replace a wild there
        use = self._game.turn.discard_use
        first = 0 if use & (USE_MELD | USE_LAYOFF) else 1
        for wilds in range(first, self.wilds + 1) if self._in_sight() else ():
            if self.in_group(wilds) or any(self.in_run(place, wilds) for place in self.at):
                return True
        return any(self._returns(code) for _, _, code in self._turn.table)

    def _in_sight(self) -> bool:
        """Whether enough cards to go with it are to be seen at all: a quick test."""
        rules, rank, least = self.rules, RANK[self.card], self.rules.run_min
        rows = [self._hand >> 13 * suit & ROW | self._free_of(suit, 1) for suit in range(4)]
        for suit in range(4):
            for low, size, leaving in self._runs[suit]:
                for index in range(size):
                    rows[suit] |= (leaving >> index & 1) << (low + index - 1) % 13
        own = SUIT[self.card]
        mates = sum([rows[suit] >> (rank - 1) & 1 for suit in range(4) if suit != own])
        if mates + min(rules.max_wild_group, self.wilds) >= rules.group_min - 1:
            return True
        line = rows[own] << 1 | (rows[own] & 1) << 14
        window = (1 << least) - 1
        holes = min(rules.max_wild_run, self.wilds)
        for place in self.at:
            for low in range(max(1, place - least + 1), min(place, rules.last_place - least + 1) + 1):
                if (window << low & ~(line | 1 << place)).bit_count() <= holes:
                    return True
        return False

    def in_group(self, wilds: int) -> bool:
        """Whether a new group might be laid with the card and so many wilds."""
        if wilds > self.rules.max_wild_group:
            return False
        others = [suit for suit in range(4) if suit != SUIT[self.card]]
        seen = [found.row | found.single for found in self.with_wilds(wilds)]
        mates = self._mates(others, seen, self.wilds - wilds, self.rules.group_min - 1 - wilds)
        return bool(mates >> (RANK[self.card] - 1) & 1)

    def in_run(self, place: int, wilds: int) -> Path:
        """A new run with the card at a place and so many wilds at most; () if none might be laid."""
        if wilds > self.rules.max_wild_run:
            return ()
        return self.with_wilds(wilds)[SUIT[self.card]].new_run(place, wilds)

    def _joins(self, code: Code) -> bool:
        """Whether the card might be laid off on a meld once that has grown, or replace a wild in it."""
        suit, rank = SUIT[self.card], RANK[self.card]
        if not is_run(code):
            return group_rank(code) == rank and self.card not in code[1:]
        if run_suit(code) != suit:
            return False
        low = run_low(code)
        high = low + len(code) - 2
        row = self._hand >> 13 * suit & ROW
        for place in self.at:
            if low <= place <= high:
                if self.rules.is_wild(code[1 + place - low]):
                    return True
                continue
            between = range(place + 1, low) if place < low else range(high + 1, place)
            if sum([1 for at in between if not row >> (at - 1) % 13 & 1]) <= self._growing:
                return True
        return False

    def helpful(self) -> Helpful | None:
        """What might help to place the card; None for everything, which it is where a wild has to be placed as well."""
        if self.wilds:
            return None
        if not all(self._game.turn.finish_by_discard[:NATURALS]):
            # then the turn may have to end with an empty hand
            return None
        level = self.with_wilds(0)
        own, rank = SUIT[self.card], 1 << RANK[self.card] - 1
        twin = bool(self._in_runs[own] & rank)
        suits: set[int] = set()
        if twin or any(self.in_run(place, 0) for place in self.at):
            suits.add(own)
        for _, _, code in self._turn.table:
            if is_run(code) and self._joins(code):
                suits.add(own)
        ranks = rank
        before: tuple[int, int] = (0, 0)
        while before != (len(suits), ranks):
            before = (len(suits), ranks)
            for suit in range(4):
                found = level[suit]
                if found.single & self._in_runs[suit] & ranks:
                    suits.add(suit)
                if suit in suits:
                    ranks |= self._free[suit] | found.wanted & found.single
        return frozenset(suits), ranks

    def _returns(self, code: Code) -> bool:
        """Whether the card might be laid off where its twin has left, if it could not go where the twin goes."""
        if not self._game.turn.take or self.card not in code[1:]:
            return False
        if not self._game.turn.discard_use & USE_MELD:
            return True
        if not is_run(code):
            return False
        suit = SUIT[self.card]
        return any(self.with_wilds(0)[suit].twin_returns(place) for place in self.at)


def _in_so_many(rows: list[int], count: int) -> int:
    """The ranks that are in so many of three rows."""
    a, b, c = rows
    if count <= 0:
        return ROW
    if count == 1:
        return a | b | c
    return a & b | c & (a | b) if count == 2 else a & b & c
