"""Sketch a plan that probably places a card, from the facts that the relaxed turn found.

The sketch starts from a way to place the card, and follows each fact back to the action that made it
possible. With 7♣ 7♦ 4♥ K♠ 2♣ in hand, 7♣ to be placed and 5♥ 6♥ 7♥ on the table, the relaxed turn finds that
7♣ could go into a new group. The group needs 7♥, which may leave its run if 4♥ joins the run. Read backwards,
this gives the drafts

    ((), (0,), 29, LOW_END)                              lay 4♥ off on meld 0
    ((71, 6, 19, 32), (ANYWHERE, ANYWHERE, 0), -1, 0)    lay 7♣ 7♦ 7♥, with the 7♥ from meld 0

The actions are then tried in order, and a wild is recovered if an action needs one. A sketch can never lead to a wrong
result, because each of its actions is checked like a move. An action that fails only costs time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...cards.codes import JOKER, RANK, SUIT, natural
from ...melds.meld import (
    HIGH_END,
    LOW_END,
    group_code,
    is_run,
    missing_suits,
    pair_code,
    run_low,
    run_suit,
)
from ..turn import Game, Turn
from .plans import ANYWHERE, Draft, Plan, completes
from .relaxed import NEW, PAIR, Level, Relaxed
from .runs import FREE, HAND, RUN, WILD, Part

# The longest chain of actions that prepare one another.
DEEPEST: Final = 5


def sketched(game: Game, turn: Turn, relaxed: Relaxed) -> Plan | None:
    """Return a plan that places the card and ends the turn, or None if no sketch works."""
    for plan in Sketch(relaxed, turn).ways():
        if completes(game, turn, plan):
            return plan
    return None


class Stuck(Exception):
    """Raised when a sketch needs a card that it cannot supply."""


class Sketch:
    """A draft of a plan: the actions so far, in order."""

    def __init__(self, relaxed: Relaxed, turn: Turn) -> None:
        self._relaxed: Final = relaxed
        self._turn: Final = turn
        self._drafts: Plan = []
        self._depth = 0

    def ways(self) -> Iterator[Plan]:
        """Yield a drafted plan for each way to place the card that can be sketched."""
        for _, number, place, wilds in self._relaxed.ways():
            self._drafts = []
            self._depth = 0
            try:
                if number >= 0:
                    self._join(number, place)
                elif number == PAIR:
                    pair = pair_code((self._relaxed.card, JOKER if wilds else self._relaxed.card))
                    self._add((pair, (ANYWHERE, ANYWHERE), -1, 0))
                elif number == NEW:
                    self._lay(place, wilds)
            except Stuck:
                continue
            yield self._drafts

    def _join(self, number: int, place: int) -> None:
        """Draft the lay-off of the card on a meld, after the cards that must join a run before it."""
        end = LOW_END
        if place:
            code = self._turn.table[self._turn.place_of(number)][2]
            suit, low = run_suit(code), run_low(code)
            high = low + len(code) - 2
            self._grow(number, suit, range(low - 1, place, -1), LOW_END)
            if place > high:
                end = HIGH_END
                self._grow(number, suit, range(high + 1, place), end)
        self._add(((), (number,), self._relaxed.card, end))

    def _lay(self, place: int, wilds: int) -> None:
        """Draft a new run with the card at this place, or a new group if `place` is 0."""
        level, suit = self._relaxed.with_wilds(wilds), SUIT[self._relaxed.card]
        if place:
            self._run(suit, level, level[suit].new_runs(wilds).parts_with(place, place + 1, HAND))
        else:
            self._group(level, suit, RANK[self._relaxed.card], wilds, ANYWHERE)

    def _add(self, draft: Draft) -> None:
        if draft not in self._drafts:
            self._drafts.append(draft)

    def _grow(self, number: int, suit: int, places: range, end: int) -> None:
        for place in places:
            held = self._turn.hand[0] >> natural(suit, place) & 1
            self._add(((), (number,), natural(suit, place) if held else JOKER, end))

    def _free(self, suit: int, level: Level, at: int, first: int, last: int) -> None:
        """Draft the actions that allow a piece to leave its run."""
        facts, least = level[suit], self._relaxed.rules.run_min
        low, size, _ = facts.runs[at]
        lowest, highest = facts.old[at].lowest, facts.old[at].highest
        number = self._relaxed.numbers[suit][at]
        high = low + size - 1
        behind = size - 1 - last
        remains = first >= least or behind >= least
        below = range(low - 1, low - 1 - (least - first), -1)
        above = range(high + 1, high + 1 + least - behind)
        for rest, room, places, end, indexes in (
            (first, low - lowest, below, LOW_END, (0, first)),
            (behind, highest - high, above, HIGH_END, (last + 1, size)),
        ):
            if 0 < rest < least or (rest == 0 and not remains):
                if rest + room >= least:
                    self._grow(number, suit, places, end)
                    remains = True
                elif rest:
                    self._clear(suit, level, at, *indexes)

    def _clear(self, suit: int, level: Level, at: int, first: int, end: int) -> None:
        """Draft actions that remove all cards between two indexes from a run, beginning at the end of the run."""
        found = level[suit].old[at].pieces
        inner = [piece for piece in found if first <= piece[0] and piece[1] < end]
        # The pieces as distances from that end of the run; longer pieces come first.
        sides = [piece if first == 0 else (end - 1 - piece[1], end - 1 - piece[0]) for piece in inner]
        gone = 0
        for near, far in sorted(sides, key=lambda side: (side[0], -side[1])):
            if near == gone:
                gone = far + 1
                self._leave(suit, level, at, (near, far) if first == 0 else (end - 1 - far, end - 1 - near))
        if gone < end - first:
            raise Stuck

    def _leave(self, suit: int, level: Level, at: int, piece: tuple[int, int]) -> None:
        facts = level[suit]
        low = facts.runs[at][0]
        first, end = low + piece[0], low + piece[1] + 1
        taking = facts.old[at].pieces[piece]
        if taking is not None:
            parts = taking.parts_with(first, end, RUN + at) or taking.parts_with(15 - first, 16 - first, FREE)
            self._run(suit, level, parts)
        else:
            self._free(suit, level, at, *piece)
            self._group(level, suit, (first - 1) % 13 + 1, 0, self._relaxed.numbers[suit][at])

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Stuck

    def _run(self, suit: int, level: Level, parts: list[Part]) -> None:
        """Draft a new run and the actions that free its cards."""
        if not parts:
            raise Stuck
        self._deeper()
        facts = level[suit]
        cards: list[int] = []
        numbers: list[int] = []
        for first, end, source, _, _ in parts:
            places = range(first, end)
            cards += [JOKER if source == WILD else natural(suit, place) for place in places]
            at = source - RUN
            if source == FREE:
                at, index = facts.giving(first)
                if at < 0:
                    self._grow_group(suit, (first - 1) % 13 + 1)
                else:
                    self._free(suit, level, at, index, index)
            elif source >= RUN:
                low = facts.runs[at][0]
                self._free(suit, level, at, first - low, end - 1 - low)
            numbers += [self._relaxed.numbers[suit][at] if at >= 0 else ANYWHERE] * len(places)
        self._add(((16 * suit + parts[0][0], *cards), tuple(numbers), -1, 0))
        self._depth -= 1

    def _group(self, level: Level, suit: int, rank: int, wilds: int, number: int) -> None:
        """Draft a new group with a card of this suit and rank that leaves the meld with id `number`."""
        self._deeper()
        rules = self._relaxed.rules
        # For each other suit: a rating of how easily it supplies its card (0 is easiest), the suit, and the
        # run and index that the card leaves.
        mates: list[tuple[int, int, int, int]] = []
        for other in range(4):
            if other != suit:
                mates += self._mate(level, other, rank)
        # A table group usually has only one card to give, so further cards of groups come last.
        further = [mate for mate in mates if mate[0] == 1][1:]
        mates = [*sorted([mate for mate in mates if mate not in further]), *further]
        # Use a wild if too few other cards are available, or if the rules require a hand card and all come from the
        # table.
        table_only = number >= 0 and all(mate[0] for mate in mates[: rules.set_min - 1])
        needed = max(rules.set_min - 1 - len(mates), 1 if self._relaxed.hand_first and table_only else 0)
        wilds = max(wilds, min(needed, rules.max_wild_group))
        chosen = {natural(suit, rank): number}
        for _, other, at, index in mates[: rules.set_min - 1 - wilds]:
            if at >= 0:
                self._free(other, level, at, index, index)
            elif not level[other].row >> (rank - 1) & 1:
                self._grow_group(other, rank)
            chosen[natural(other, rank)] = self._relaxed.numbers[other][at] if at >= 0 else ANYWHERE
        if len(chosen) < rules.set_min - wilds:
            raise Stuck
        code = group_code(rules, rank, (*chosen, *[JOKER] * wilds))
        self._add((code, tuple([chosen.get(card, ANYWHERE) for card in code[1:]]), -1, 0))
        self._depth -= 1

    def _mate(self, level: Level, suit: int, rank: int) -> list[tuple[int, int, int, int]]:
        """Return the easiest way to get a card into a new group, as a list of one; [] if there is none."""
        facts = level[suit]
        if facts.row >> (rank - 1) & 1:
            return [(0, suit, -1, 0)]
        if facts.free >> (rank - 1) & 1:
            return [(1, suit, -1, 0)]
        at, index = facts.giving(rank)
        if at < 0:
            return []
        return [(2 + min(index, facts.runs[at][1] - 1 - index), suit, at, index)]

    def _grow_group(self, suit: int, rank: int) -> None:
        """Draft the actions that allow a card to leave a group."""
        rules, card = self._relaxed.rules, natural(suit, rank)
        for number, _, code in self._turn.table:
            if is_run(code) or card not in code[1:]:
                continue
            if len(code) - 1 <= rules.set_min:
                joining = [natural(other, rank) for other in missing_suits(rules, code)]
                held = [other for other in joining if self._turn.hand[0] >> other & 1]
                self._add(((), (number,), held[0] if held else JOKER, LOW_END))
            return
        raise Stuck
