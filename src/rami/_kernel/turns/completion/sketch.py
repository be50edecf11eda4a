"""A plan that is likely to place a card, drawn from what the relaxation found.

From the way in which the card could be placed, each fact is followed back to the action that reached it.  The actions
are then tried one after the other, with a wild recovered where one is needed.  Nothing depends on a sketch: each of its
actions is checked like a move, and one that fails costs time only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice, product
from typing import Final

from ...cards import hands
from ...cards.codes import JOKER, RANK, SUIT, natural
from ...melds.finder import Taken
from ...melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    faults,
    group_code,
    is_run,
    missing_suits,
    pair_code,
    run_low,
    run_suit,
)
from ..actions import LAY_DOWN, LAY_OFF, SWAP_WILD, Action
from ..ending import can_end
from ..faults import replacing, swap_faults
from ..turn import Game, Turn
from .plans import Plan, Planned
from .relaxed import Level, Relaxed
from .runs import ACE, FREE, WILD, Path

# the depth to which actions may prepare others, and the number of sources tried for the cards of a meld
DEEPEST: Final = 5
TRIED: Final = 32

# an action not yet checked: a new meld and the ids of the runs that its cards should leave, or a card and the id of
# the meld that it joins
Draft = tuple[Code, tuple[int, ...], int]


def sketched(game: Game, turn: Turn, relaxed: Relaxed) -> Plan | None:
    """A plan that places the card put aside and ends the turn, if a likely one does."""
    for drafts in Sketch(relaxed, turn).ways():
        plan: Plan = []
        at = turn
        for draft in drafts:
            after = _done(game, at, draft, plan)
            if after is None:
                break
            if can_end(game, after):
                return plan
            at = after
    return None


class Stuck(Exception):
    """The sketch leads nowhere."""


class Sketch:
    """Drafts of the actions that free cards, one after the other."""

    def __init__(self, relaxed: Relaxed, turn: Turn) -> None:
        self._relaxed: Final = relaxed
        self._turn: Final = turn
        self._drafts: list[Draft] = []
        self._depth = 0

    def ways(self) -> Iterator[list[Draft]]:
        """The drafted actions of each way to place the card."""
        relaxed = self._relaxed
        for number, _, code in self._turn.table:
            if not is_run(code):
                if relaxed.joins_group(code):
                    yield [((), (number,), relaxed.card)]
            elif run_suit(code) == SUIT[relaxed.card]:
                for place in relaxed.at:
                    if relaxed.joins_run(code, place):
                        yield self._joining(number, code, place)
        for partner in relaxed.partners():
            yield [(pair_code((relaxed.card, partner)), (), -1)]
        for wilds in range(min(relaxed.wilds, 1) + 1):
            if relaxed.in_group(wilds):
                yield self._drawn(relaxed.with_wilds(wilds), (), wilds)
            for place in relaxed.at:
                path = relaxed.in_run(place, wilds)
                if path:
                    yield self._drawn(relaxed.with_wilds(wilds), path, wilds)

    def _joining(self, number: int, code: Code, place: int) -> list[Draft]:
        """Lay the card off at a run, after those between."""
        self._drafts = []
        suit, low = run_suit(code), run_low(code)
        high = low + len(code) - 2
        if place < low:
            self._grow(number, suit, range(low - 1, place, -1))
        elif place > high:
            self._grow(number, suit, range(high + 1, place))
        return [*self._drafts, ((), (number,), natural(suit, place))]

    def _drawn(self, level: Level, path: Path, wilds: int) -> list[Draft]:
        """Lay the card in a new run, or in a group where there is no path; no drafts if that leads nowhere."""
        self._drafts = []
        self._depth = 0
        suit, rank = SUIT[self._relaxed.card], RANK[self._relaxed.card]
        try:
            if path:
                self._run(suit, level, path)
            else:
                self._group(level, suit, rank, wilds, ())
        except Stuck:
            return []
        return self._drafts

    def _add(self, draft: Draft) -> None:
        if draft not in self._drafts:
            self._drafts.append(draft)

    def _grow(self, number: int, suit: int, places: range) -> None:
        for place in places:
            held = self._turn.hand[0] >> natural(suit, place) & 1
            self._add(((), (number,), natural(suit, place) if held else JOKER))

    def _free(self, suit: int, level: Level, at: int, first: int, last: int) -> None:
        """Do what lets a piece leave its run."""
        facts, least = level[suit], self._relaxed.rules.run_min
        low, size, _ = facts.runs[at]
        lowest, highest = facts.old[at].lowest, facts.old[at].highest
        number = self._relaxed.number_of(suit, at)
        high = low + size - 1
        behind = size - 1 - last
        stands = first >= least or behind >= least
        if 0 < first < least or (first == 0 and not stands):
            if first + low - lowest >= least:
                self._grow(number, suit, range(low - 1, low - 1 - (least - first), -1))
                stands = True
            elif first:
                self._clear(suit, level, at, 0, first)
        if 0 < behind < least or (behind == 0 and not stands):
            if behind + highest - high >= least:
                self._grow(number, suit, range(high + 1, high + 1 + least - behind))
            elif behind:
                self._clear(suit, level, at, last + 1, size)

    def _clear(self, suit: int, level: Level, at: int, first: int, end: int) -> None:
        """Let all cards between two indexes leave, from the end of the run on."""
        found = level[suit].old[at].pieces
        inner = [piece for piece in found if first <= piece[0] and piece[1] < end]
        left, right = first, end
        if first == 0:
            for piece in sorted(inner, key=lambda piece: (piece[0], -piece[1])):
                if piece[0] == left:
                    left = piece[1] + 1
                    self._leave(suit, level, at, piece)
        else:
            for piece in sorted(inner, key=lambda piece: (-piece[1], piece[0])):
                if piece[1] == right - 1:
                    right = piece[0]
                    self._leave(suit, level, at, piece)
        if left < right:
            raise Stuck

    def _leave(self, suit: int, level: Level, at: int, piece: tuple[int, int]) -> None:
        facts = level[suit]
        path = facts.old[at].pieces[piece]
        if path:
            self._run(suit, level, path)
        else:
            self._free(suit, level, at, *piece)
            rank = (facts.runs[at][0] + piece[0] - 1) % 13 + 1
            self._group(level, suit, rank, 0, (self._relaxed.number_of(suit, at),))

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Stuck

    def _run(self, suit: int, level: Level, path: Path) -> None:
        """Lay a new run."""
        self._deeper()
        cards: list[int] = []
        numbers: list[int] = []
        for (source, entered), part in groupby(path, key=lambda each: each[1:]):
            places = [each[0] for each in part]
            cards += [JOKER if source == WILD else natural(suit, place) for place in places]
            if source == FREE:
                for place in places:
                    self._grow_group(suit, (place - 1) % 13 + 1)
            elif source <= ACE:
                self._free(suit, level, ACE - source, entered, entered)
            elif source >= 0:
                self._free(suit, level, source, entered, places[-1] - level[suit].runs[source][0])
                numbers.append(self._relaxed.number_of(suit, source))
        self._add(((16 * suit + path[0][0], *cards), tuple(numbers), -1))
        self._depth -= 1

    def _group(self, level: Level, suit: int, rank: int, wilds: int, numbers: tuple[int, ...]) -> None:
        """Lay a new group with a card."""
        self._deeper()
        rules = self._relaxed.rules
        # how easily each other suit supplies its card, and the index of the run that it leaves
        mates: list[tuple[int, int, int, int]] = []
        for other in range(4):
            if other != suit:
                mates += self._mate(level, other, rank)
        # a group on the table mostly gives one card
        further = [mate for mate in mates if mate[0] == 1][1:]
        mates = [*sorted([mate for mate in mates if mate not in further]), *further]
        chosen = [natural(suit, rank)]
        for _, other, at, index in mates[: rules.group_min - 1 - wilds]:
            if at >= 0:
                numbers = (*numbers, self._relaxed.number_of(other, at))
                self._free(other, level, at, index, index)
            elif not level[other].row >> (rank - 1) & 1:
                self._grow_group(other, rank)
            chosen.append(natural(other, rank))
        if len(chosen) < rules.group_min - wilds:
            raise Stuck
        self._add((group_code(rules, rank, (*chosen, *[JOKER] * wilds)), numbers, -1))
        self._depth -= 1

    def _mate(self, level: Level, suit: int, rank: int) -> list[tuple[int, int, int, int]]:
        """The easiest way for a card into a new group; nothing if there is none."""
        facts = level[suit]
        if facts.row >> (rank - 1) & 1:
            return [(0, suit, -1, 0)]
        if facts.free >> (rank - 1) & 1:
            return [(1, suit, -1, 0)]
        found = [
            (2 + min(index, size - 1 - index), suit, at, index)
            for at, (low, size, _) in enumerate(facts.runs)
            for index in (rank - low, rank + 13 - low)
            if 0 <= index < size and facts.old[at].alone() >> index & 1
        ]
        return [min(found)] if found else []

    def _grow_group(self, suit: int, rank: int) -> None:
        """Do what lets a card leave a group."""
        rules, card = self._relaxed.rules, natural(suit, rank)
        for number, _, code in self._turn.table:
            if is_run(code) or card not in code[1:]:
                continue
            if len(code) - 1 <= rules.group_min:
                joining = [natural(other, rank) for other in missing_suits(rules, code)]
                held = [other for other in joining if self._turn.hand[0] >> other & 1]
                self._add(((), (number,), held[0] if held else JOKER))
            return
        raise Stuck


def _done(game: Game, turn: Turn, draft: Draft, plan: Plan) -> Turn | None:
    """The turn after a drafted action; a wild that is needed is recovered first."""
    after = _at_once(game, turn, draft, plan)
    if after is None and (draft[2] == JOKER or JOKER in draft[0][1:]):
        for swap in _swaps(game, turn):
            done = len(plan)
            before = _tried(game, turn, swap, plan)
            after = None if before is None else _at_once(game, before, draft, plan)
            if after is not None:
                break
            del plan[done:]
    return after


def _at_once(game: Game, turn: Turn, draft: Draft, plan: Plan) -> Turn | None:
    code, numbers, card = draft
    if code:
        return _laid_down(game, turn, code, numbers, plan)
    place = turn.place_of(numbers[0])
    if place < 0 or not hands.count(turn.hand, card):
        return None
    for at, other in enumerate(turn.table[place][2][1:]):
        if game.melds.is_wild(other) and not swap_faults(game, turn, place, at, card):
            return _tried(game, turn, Action(SWAP_WILD, card, place, at), plan)
    after = _tried(game, turn, Action(LAY_OFF, card, place, LOW_END), plan)
    return _tried(game, turn, Action(LAY_OFF, card, place, HIGH_END), plan) if after is None else after


def _swaps(game: Game, turn: Turn) -> Iterator[Action]:
    for place, (_, _, code) in enumerate(turn.table):
        for at, other in enumerate(code[1:]):
            if game.melds.is_wild(other):
                for card, second in replacing(game, turn, place, at):
                    yield Action(SWAP_WILD, card, place, at, other=second)


def _tried(game: Game, turn: Turn, action: Action, plan: Plan) -> Turn | None:
    planned = Planned(turn, action)
    after = planned.after(game, turn)
    if after is not None:
        plan.append(planned)
    return after


def _laid_down(game: Game, turn: Turn, code: Code, numbers: tuple[int, ...], plan: Plan) -> Turn | None:
    """A new meld: its cards come from the hand, or from whatever melds can supply them."""
    if faults(game.melds, code):
        return None
    left = turn.hand
    sources: list[list[Taken]] = []
    for card in code[1:]:
        if hands.count(left, card):
            left = hands.remove(left, card)
            continue
        found = [
            (number not in numbers, place, each[1:].index(card))
            for place, (number, _, each) in enumerate(turn.table)
            if card in each[1:]
        ]
        sources.append([(place, at) for _, place, at in sorted(found)])
    for leaving in islice(product(*sources), TRIED):
        after = _tried(game, turn, Action(LAY_DOWN, melds=(code,), leaving=(tuple(leaving),)), plan)
        if after is not None:
            return after
    return None
