"""A sound "no" to placing a card, and what a plan is drawn from: the delete relaxation of a turn.

A turn is a planning problem: lay-downs, lay-offs and swaps are its actions.  In the relaxed problem actions use
nothing up: no hand card is ever gone, no action disturbs another.  Its solution is the least fixpoint of the cards
that might leave the melds of the table: suit by suit for new runs (see `runs`), and between the suits for new groups,
alternating until nothing is added.  Every action of a real plan has its relaxed counterpart, in the same order.  So if
the fixpoint does not let the card go into a new group, a new run, a meld that grows towards it, the place of a wild,
or that of its other copy, no plan does.

The derivation of the fixpoint shows which actions are useful: followed back from the card, suit by suit and rank by
rank, it leaves out the runs and groups on which no fact on the way depends.  A plan can skip its actions there: more
cards stay in hand and less changes on the table, which does no harm as long as any card that stays may be the last
one, and no wild comes back that must be placed as well.

A card that is laid off joins a meld; where only that counts, a new one has to be laid with one card more.
What lay-offs might bring at the most is the sum of what each card might bring by itself.

Most often the fixpoint need not be computed.  Of all cards that leave a run together one side must stay, so a card
between two sides of which neither may be long enough, grown by all that could join it, never leaves.  If the others
cannot make up a group or a run with the card, it has none.  It has no run either that needs more wilds than there are:
those in it, and one for each of its cards that leaves a group in which a wild has to take its place.

Wilds are the one thing that is counted, as a cost (h-max): the level of a fact is the number of wilds on the most
expensive path to it, and there are no levels beyond the wilds that are held or might come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...cards import hands
from ...cards.codes import BIT, EVERY_NATURAL, JOKER, NATURALS, RANK, RANK_CARDS, ROW, SUIT
from ...cards.masks import around
from ...melds.meld import Code, group_rank, is_pair, is_run, run_low, run_suit, stands_for, wild_count
from ...rules import RECOVER_HAND, RECOVER_PLACE, USE_LAYOFF, USE_MELD, USE_SWAP
from ..turn import Game, Turn
from .recovering import fitting_needed, recoverable_by_twin, replacing
from .runs import HAND, Run, Runs, grown, keep, standing

FAR: Final = 99
EVERY_USE: Final = USE_MELD | USE_LAYOFF | USE_SWAP

Level = list[Runs]
# a way to place the card: its points, the id of the meld that it joins or one of these, its place in a run, the wilds
Way = tuple[int, int, int, int]
# how many others of its rank might go with the card, and the holes of a run around it by its place
Sight = tuple[int, list[int]]
NEW: Final = -1
PAIR: Final = -2
TWIN: Final = -3
# the suits of runs and the ranks of groups, as a row, where some action may help
Helpful = tuple[frozenset[int], int]


def relaxations(game: Game, turn: Turn, card: int, uses: int = EVERY_USE) -> list[Relaxed]:
    """The relaxed turn with a held card put aside; none where nothing can be said.

    `uses` are the ways to place it that count.

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
        return [Relaxed(game, turn, card, uses, come, 0)]
    return [Relaxed(game, turn, card, uses, 0, 0), Relaxed(game, turn, card, uses, come, spent)]


def may_place(game: Game, turn: Turn, card: int, uses: int = EVERY_USE) -> bool:
    """Whether a held card might be placed in such a way."""
    found = relaxations(game, turn, card, uses)
    return not found or any(relaxed.placeable() for relaxed in found)


def _recovered(game: Game, turn: Turn) -> tuple[int, int]:
    """The number of wilds that might come back, and the hand cards used up whichever comes first, as a mask."""
    held = turn.hand[0]
    come, spent = 0, -1
    for _, _, code in turn.table:
        wilds = wild_count(game.melds, code)
        if not wilds:
            continue
        mask = held & replacing(game, code)
        more = mask.bit_count() - fitting_needed(game, code)
        free = game.turn.take_wild or recoverable_by_twin(game, held, code)
        if free or more >= 0:
            come += wilds
            spent &= 0 if free or more else mask
    return come, spent if come else 0


class Relaxed:
    """The cards that could leave the table for new melds in a turn, with one copy of a card set aside to be placed."""

    def __init__(self, game: Game, turn: Turn, card: int, uses: int, come: int, spent: int) -> None:
        rules = game.melds
        self._game: Final = game
        self._turn: Final = turn
        self.rules: Final = rules
        self.card: Final = card
        self._uses: Final = uses
        self.hand_first: Final = game.turn.take_min_hand > 0
        # the places of the card in runs
        self.at: Final = rules.places_of(card)
        hand = hands.remove(turn.hand, card)
        self._hand: Final[int] = hand[0]
        second = hand[1] if game.planes > 1 else 0
        self._twice: Final[int] = second & ~spent
        self._held: Final[int] = hand[0] & ~spent | second & spent
        self._come: Final = come
        # how many wilds there might be, and how many might join a run
        self.wilds: Final = hand[-1] + come
        grows = hand[-1] > 0 or (come > 0 and game.turn.recovered in (RECOVER_PLACE, RECOVER_HAND))
        self._growing: Final = rules.max_wild_run if grows else 0
        # their possible places in runs
        self._wilds_at: Final = turn.places_to_come(game)
        # the ranks that groups on the table might give, and those for which a wild has to join first
        self._free: Final = [0, 0, 0, 0]
        self._dear: Final = [0, 0, 0, 0]
        # the runs of each suit that might give cards, and their ids
        self._runs: Final[list[tuple[Run, ...]]] = [(), (), (), ()]
        self.numbers: Final[list[list[int]]] = [[], [], [], []]
        # what might go with the card, without wilds in runs and with them
        self._sights: Final[list[Sight | None]] = [None, None]
        self._levels: Final[list[Level]] = []
        # the ranks of each suit that might come into new groups, by level
        self._reach: Final[list[list[int]]] = []

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
            if len(found[suit]) > 1:
                found[suit].sort()
            self._runs[suit] = tuple([run for run, _ in found[suit]])
            self.numbers[suit] = [number for _, number in found[suit]]

    def _in_runs(self, suit: int, level: int, ranks: int = ROW) -> int:
        """The ranks in runs from which they might leave, whatever becomes of the cards on one side of them.

        Runs that have none of the ranks asked for are left out.
        """
        row, wilds_at = self._hand >> 13 * suit & ROW, self._wilds_at >> 13 * suit & ROW
        growing = self._growing if level else 0
        asked, out = around(ranks), 0
        for run in self._runs[suit]:
            if not asked >> run[0] & run[2]:
                continue
            below, above = standing(self.rules, row, growing, wilds_at, run)
            out |= (run[2] & (below | above)) << run[0]
        return (out >> 1 | out >> 14) & ROW

    def _run(self, code: Code) -> Run:
        """A run with the cards that might leave it: a wild that is replaced is a card of the hand then."""
        low, size = run_low(code), len(code) - 1
        leaving = BIT[size] - 1
        if JOKER in code and not self._game.turn.take_wild:
            for index in range(size):
                if code[index + 1] == JOKER and not self._turn.hand[0] & BIT[stands_for(code, index)]:
                    leaving ^= BIT[index]
        return low, size, leaving

    def _give(self, code: Code) -> None:
        """Note what a group might give."""
        rules, rank = self.rules, group_rank(code)
        given = 0
        for index in range(1, len(code)):
            if code[index] != JOKER:
                given |= BIT[code[index]]
        size, wilds = len(code) - 1, len(code) - 1 - given.bit_count()
        joining = self._hand & RANK_CARDS[rank] & ~given
        size += joining.bit_count()
        free = min(size, rules.group_max) > rules.group_min
        if not free:
            room = max(0, rules.max_wild_group - wilds) if self._growing else 0
            if min(size + room, rules.group_max) <= rules.group_min:
                return
        giving = self._free if free else self._dear
        if wilds:
            # a card that replaces a wild may be taken as well
            given |= joining
        for suit in range(4):
            giving[suit] |= given >> 13 * suit & ROW

    def with_wilds(self, count: int) -> Level:
        """The cards that may have left where `count` wilds go together with the card itself."""
        self._sight(count)
        while len(self._levels) <= self.wilds - count:
            self._levels.append(self._settled(len(self._levels)))
        return self._levels[self.wilds - count]

    def _settled(self, level: int) -> Level:
        """The cards that might leave at a level of wilds."""
        rules, base = self.rules, self._levels[level - 1] if level else None
        rows = [self._held >> 13 * suit & ROW for suit in range(4)]
        reach = [rows[suit] | self._free_of(suit, level) for suit in range(4)]
        # the other cards of a new group with wilds might leave at lower levels
        with_wilds = [0, 0, 0, 0]
        for wilds in range(1, min(rules.max_wild_group, level) + 1):
            for suit in range(4):
                with_wilds[suit] |= self._mates(suit, self._reach[level - wilds], rules.group_min - 1 - wilds)
        if base is not None:
            for suit in range(4):
                reach[suit] |= base[suit].single
        in_runs = [self._in_runs(suit, level) for suit in range(4)]
        served = [_in_so_many(suit, rows, 1) if self.hand_first else ROW for suit in range(4)]
        wanted = [-1, -1, -1, -1]
        out: Level = []
        changed = True
        while changed:
            changed = False
            for suit in range(4):
                now = with_wilds[suit] | self._mates(suit, reach, rules.group_min - 1) & served[suit]
                now &= in_runs[suit]
                if now == wanted[suit]:
                    continue
                wanted[suit] = now
                found = self._of_suit(suit, rows[suit], level, now, base)
                out[suit:] = [found, *out[suit + 1 :]]
                if found.single & ~reach[suit]:
                    reach[suit] |= found.single
                    changed = True
        self._reach.append(reach)
        return out

    def _free_of(self, suit: int, level: int) -> int:
        return self._free[suit] | self._dear[suit] if level else self._free[suit]

    def _mates(self, suit: int, rows: list[int], needed: int) -> int:
        """The ranks that might bring `needed` cards of other suits together."""
        return _in_so_many(suit, rows, max(needed, self.rules.min_natural - 1))

    def _of_suit(self, suit: int, row: int, level: int, wanted: int, base: Level | None) -> Runs:
        # facts that make no difference are left out, so that more suits share an entry
        free = self._free_of(suit, level)
        facts = row | ((self._twice >> 13 * suit | free) & row) << 13 | (free & ~row) << 26 | wanted << 39
        places = self._wilds_at >> 13 * suit & ROW | (self._growing if level else 0) << 13
        key = (facts, places, self._runs[suit], base[suit] if base is not None else None)
        kept = self._game.suits
        known = kept.get(key)
        if not isinstance(known, Runs):
            known = Runs(self.rules, self.hand_first, key, kept)
            keep(kept, key, known)
        return known

    def placeable(self) -> bool:
        """Whether the card put aside might be placed."""
        return next(self.ways(), None) is not None

    def ways(self) -> Iterator[Way]:
        """The ways in which the card might be placed, likely ones first."""
        group, runs = self.rules.group_values[RANK[self.card]], self.rules.run_values
        for number, _, code in self._turn.table:
            if not is_run(code):
                if self.joins_group(code):
                    yield group, number, 0, 0
            elif run_suit(code) == SUIT[self.card]:
                for place in self.at:
                    if self.joins_run(code, place):
                        yield runs[place], number, place, 0
        for partner in self._partners():
            yield group, PAIR, 0, 1 if partner == JOKER else 0
        for wilds in range(self.wilds + 1):
            more = self._others_first(wilds)
            if self._in_group(wilds, self.rules.group_min + more, more == 0):
                yield group, NEW, 0, wilds
            for place in self.at:
                if self._in_run(place, wilds, more):
                    yield runs[place], NEW, place, wilds
        if self._game.turn.take and self._uses & (USE_LAYOFF | USE_SWAP):
            for _, _, code in self._turn.table:
                if self.card in code[1:]:
                    yield from self._returns(code)

    def _partners(self) -> tuple[int, ...]:
        """The cards that might pair with it: its other copy, a joker that is held or might come."""
        game, turn = self._game, self._turn
        if not self._uses & USE_MELD or not turn.may_pair(game.turn):
            return ()
        return (self.card,) * (self._hand >> self.card & 1) + (JOKER,) * min(self.wilds, 1)

    def _sight(self, wilds: int) -> Sight:
        """What might go with the card at all, and this many wilds."""
        grows = 1 if self.wilds > wilds else 0
        known = self._sights[grows]
        if known is None:
            if self._game.turn.take and not any(self._sights):
                self._look_at_table()
            known = self._seen(grows)
            self._sights[grows] = known
        return known

    def _seen(self, level: int) -> Sight:
        rules, own, rank = self.rules, SUIT[self.card], RANK[self.card]
        sure = [self._hand >> 13 * suit & ROW | self._free[suit] for suit in range(4)]
        for suit in range(4):
            sure[suit] |= self._in_runs(suit, level, ROW if suit == own else 1 << rank - 1)
        rows = [sure[suit] | self._free_of(suit, level) for suit in range(4)]
        mates = sum([rows[suit] >> rank - 1 & 1 for suit in range(4) if suit != own])
        held, wilds_at = int(around(rows[own])), int(around(self._wilds_at >> 13 * own & ROW))
        dear = held & ~int(around(sure[own]))
        least, window = rules.run_min, (1 << rules.run_min) - 1
        holes = [FAR] * 15
        for place in self.at:
            for low in range(max(1, place - least + 1), min(place, rules.last_place - least + 1) + 1):
                missing = window << low & ~held & ~(1 << place)
                needed = missing | window << low & dear & ~(1 << place)
                if not missing & ~wilds_at and needed.bit_count() <= self.wilds:
                    holes[place] = min(holes[place], missing.bit_count())
        return mates, holes

    def _others_first(self, wilds: int) -> int:
        """1 if a new meld has to be laid without the card, 0 if it may replace a wild there or be laid with it."""
        return 0 if self._uses & (USE_MELD | USE_SWAP if wilds else USE_MELD) else 1

    def _in_group(self, wilds: int, least: int, served: bool) -> bool:
        """Whether a new group of `least` cards, this many of them wilds, might hold the card or its other copy.

        `served` if it is the card of the hand.
        """
        if wilds > self.rules.max_wild_group or least > self.rules.group_max:
            return False
        if self._sight(wilds)[0] + wilds < least - 1:
            return False
        own = SUIT[self.card]
        level = self.with_wilds(wilds)
        mates = self._mates(own, self._reach[self.wilds - wilds], least - 1 - wilds)
        if not served and self.hand_first and not wilds:
            mates &= _in_so_many(own, [found.row for found in level], 1)
        return bool(mates >> (RANK[self.card] - 1) & 1)

    def _in_run(self, place: int, wilds: int, more: int) -> bool:
        """Whether a new run with this many wilds, and `more` cards besides, might hold it at a place."""
        if wilds > self.rules.max_wild_run:
            return False
        if self._sight(wilds)[1][place] > wilds:
            return False
        suit = self.with_wilds(wilds)[SUIT[self.card]]
        part = (place, place + 1, HAND, False, False)
        least = max(self.rules.run_min, wilds + self.rules.min_natural)
        return bool(suit.new_runs(wilds).spans(part, least + more))

    def joins_group(self, code: Code) -> bool:
        """Whether the card might be laid off on a group, or replace a wild in it."""
        if is_pair(code):
            return bool(self._uses & USE_SWAP) and code[1:] == (self.card, JOKER)
        uses = USE_LAYOFF | USE_SWAP if wild_count(self.rules, code) or self._growing else USE_LAYOFF
        return bool(self._uses & uses) and group_rank(code) == RANK[self.card] and self.card not in code[1:]

    def joins_run(self, code: Code, place: int) -> bool:
        """The same at a place of a run of the suit, which may have to grow first."""
        low = run_low(code)
        if low <= place <= low + len(code) - 2:
            return bool(self._uses & USE_SWAP) and self.rules.is_wild(code[1 + place - low])
        reach = self._reach_of(code)
        return bool(self._uses & (USE_LAYOFF | USE_SWAP)) and reach[0] - 1 <= place <= reach[1] + 1

    def _reach_of(self, code: Code) -> tuple[int, int]:
        """The furthest places to which a run might grow."""
        suit, low = run_suit(code), run_low(code)
        row, wilds_at = self._hand >> 13 * suit & ROW, self._wilds_at >> 13 * suit & ROW
        lowest = grown(self.rules, row, self._growing, wilds_at, low, -1)
        return lowest, grown(self.rules, row, self._growing, wilds_at, low + len(code) - 2, 1)

    def helpful(self) -> Helpful | None:
        """The suits and ranks that might help to place the card; None for all, if a wild must be placed as well."""
        rules, last = self._game.turn, self._game.turn.last_discards
        if (
            self._come
            or self.rules.pairs
            or last & EVERY_NATURAL != EVERY_NATURAL
            or (self.wilds and rules.finish_by_placing and not last >> JOKER & 1)
        ):
            # then the turn may have to end with an empty hand
            return None
        level = self.with_wilds(0)
        own, ranks = SUIT[self.card], 1 << RANK[self.card] - 1
        suits: set[int] = set()
        in_runs = [self._in_runs(suit, self.wilds) for suit in range(4)]
        if in_runs[own] & ranks or any(
            self._in_run(place, wilds, 0) for place in self.at for wilds in range(self.wilds + 1)
        ):
            suits.add(own)
        for _, _, code in self._turn.table:
            if is_run(code) and run_suit(code) == own and any(self.joins_run(code, at) for at in self.at):
                suits.add(own)
        before: tuple[int, int] = (0, 0)
        while before != (len(suits), ranks):
            before = (len(suits), ranks)
            for suit in range(4):
                found = level[suit]
                if found.single & in_runs[suit] & ranks:
                    suits.add(suit)
                if suit in suits:
                    ranks |= self._free_of(suit, self.wilds) | found.wanted & found.single
                    if self.rules.burnt:
                        # the places for a wild depend on the cards that are laid
                        ranks |= found.row
        return frozenset(suits), ranks

    def _returns(self, code: Code) -> Iterator[Way]:
        """The same as `ways` where its other copy has left, if the card could not go where that copy goes."""
        suit, rank = SUIT[self.card], RANK[self.card]
        if is_run(code):
            lowest, highest = self._reach_of(code)
            for place in self.at:
                # what stays beside it has to be a run
                stays = max(place - lowest, highest - place) >= self.rules.run_min
                if stays and self.with_wilds(0)[suit].twin_returns(place):
                    yield self.rules.run_values[place], TWIN, place, 0
        elif not self._uses & USE_MELD and self._free_of(suit, self.wilds) >> rank - 1 & 1:
            # the other copy must go into a new meld
            for wilds in range(self.wilds + 1):
                if self._in_group(wilds, self.rules.group_min, False) or any(
                    self._in_run(place, wilds, 0) for place in self.at
                ):
                    yield self.rules.group_values[rank], TWIN, 0, wilds
                    return


def _in_so_many(suit: int, rows: list[int], count: int) -> int:
    """The ranks that are in at least `count` rows of the three other suits."""
    a, b, c = rows[suit - 3], rows[suit - 2], rows[suit - 1]
    if count <= 0:
        return ROW
    if count == 1:
        return a | b | c
    return a & b | c & (a | b) if count == 2 else a & b & c
