"""A sound "no" to going out where no card leaves a meld but wilds: more cards than the last discard must stay.

What is looked at is only how the table would lie in the end.  Each natural of the hand is then in a group, in a
new run or in one that has grown, or where a wild lay; the wilds fill no more places than there are wilds to come.
Within a suit one card may serve several runs, and a run may grow as it likes: what is impossible even then is
impossible.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from . import hands
from .codes import JOKER, RANK_CARDS, ROW, natural
from .melds import Code, group_rank, is_run, missing_suits, run_low, run_suit, stands_for, wild_count
from .recovering import recoverable
from .rules import GROUP_JOKER_FOUR
from .run_costs import NEVER, run_cost, table_run
from .turn import Game, Turn

# where wilds might come back in more ways than these, nothing is ruled out
TRIED_OUT: Final = 64

# cards of a rank that groups take, those of which they take both copies, and the wilds that they take
Grouped = tuple[int, int, int]


class FinalTable:
    """The hand and the table of a turn, for the question whether all cards but one might be placed.

    `held` and `twice` tell which cards are still to be placed, and of which both copies are.
    """

    __slots__ = ("_come", "_held", "_open", "_rules", "_runs", "_twice", "_twice_open", "_wilds")

    def __init__(self, game: Game, turn: Turn) -> None:
        self._rules: Final = game.melds
        self._held: Final = turn.hand[0]
        self._twice: Final = turn.hand[1] if len(turn.hand) > 2 else 0
        # the cards that may join a group of their rank, and those that may join one of two groups
        self._open = 0
        self._twice_open = 0
        # wilds in hand, and those that may come back for nothing
        self._wilds = hands.count(turn.hand, JOKER)
        # for each wild that may come back, the cards that lie in its meld then: one of these masks
        self._come: Final[list[list[int]]] = []
        runs: list[list[int]] = [[], [], [], []]
        for _, owner, code in turn.table:
            comes = recoverable(game, self._held, code)
            if is_run(code):
                low, wilds = run_low(code), wild_count(self._rules, code)
                room = self._rules.max_wild_run - wilds
                if not wilds and game.turn.clean_runs_closed and owner != turn.player:
                    room = 0
                elif comes:
                    room += self._join_run(code)
                runs[run_suit(code)].append(table_run(low, low + len(code) - 2, room))
            else:
                self._join_group(game, code, comes)
        self._runs: Final = [tuple(sorted(found)) for found in runs]

    def _join_run(self, code: Code) -> int:
        """How many wilds might come back from a run."""
        come = 0
        for index in range(len(code) - 1):
            bit = 1 << stands_for(code, index)
            if self._rules.is_wild(code[index + 1]) and self._held & bit:
                self._come.append([bit])
                come += 1
        return come

    def _join_group(self, game: Game, code: Code, comes: bool) -> None:
        missing = [natural(suit, group_rank(code)) for suit in missing_suits(self._rules, code)]
        for card in missing:
            self._twice_open |= self._open & 1 << card
            self._open |= 1 << card
        if comes and self._rules.max_wild_group > 1:
            self._wilds += wild_count(self._rules, code)
        elif comes:
            # in a group of three, another card comes before the one that takes the place of the wild
            needed = 2 if game.turn.group_joker == GROUP_JOKER_FOUR and len(code) - 1 < 4 else 1
            bits = [1 << card for card in missing if self._held >> card & 1]
            self._come.append([sum(chosen) for chosen in combinations(bits, needed)])

    def possible(self) -> bool:
        """Whether all natural cards of the hand but one, or all of them, might be placed."""
        tries = 1
        for ways in self._come:
            tries *= len(ways) + 1
        if tries > TRIED_OUT:
            return True
        return any(self._without_swaps(held, twice, wilds) for held, twice, wilds in self._swapped(0))

    def _swapped(self, at: int) -> list[tuple[int, int, int]]:
        """The cards still to be placed and the number of wilds, for each choice of wilds that come back."""
        if at == len(self._come):
            return [(self._held, self._twice, self._wilds)]
        rest = self._swapped(at + 1)
        out = list(rest)
        for held, twice, wilds in rest:
            # what takes the place of a wild, or comes before, is in no other meld
            out += [
                (held & ~(cards & ~twice), twice & ~cards, wilds + 1)
                for cards in self._come[at]
                if not cards & ~held
            ]
        return out

    def _without_swaps(self, held: int, twice: int, wilds: int) -> bool:
        """The same for cards none of which takes the place of a wild, with so many wilds."""
        choices: list[list[Grouped]] = []
        for rank in range(1, 14):
            cards = held & RANK_CARDS[rank]
            if cards and (
                cards & self._open
                or cards.bit_count() + min(wilds, self._rules.max_wild_group) >= self._rules.group_min
            ):
                choices.append(self._groups_of(cards, twice & cards, wilds))
        return self._try(choices, 0, held, twice, wilds)

    def _groups_of(self, cards: int, twice: int, wilds: int) -> list[Grouped]:
        """The ways to put cards of a rank into groups, none first."""
        found: list[tuple[int, int]] = [(0, 0)]
        while cards:
            bit = cards & -cards
            cards ^= bit
            without = found
            found = found + [(once | bit, both) for once, both in without]
            if twice & bit:
                found = found + [(once | bit, both | bit) for once, both in without]
        out: list[Grouped] = []
        for once, both in found:
            needed = self._wilds_of_groups(once, both)
            if needed <= wilds:
                out.append((once, both, needed))
        return out

    def _wilds_of_groups(self, once: int, both: int) -> int:
        """The fewest wilds that groups with these cards of a rank, and second copies of some, take."""
        rules = self._rules
        if both & ~self._open:
            count, size = 2, once.bit_count() + both.bit_count()
        elif once & ~self._open or both & ~self._twice_open:
            count, size = 1, once.bit_count()
        else:
            return 0
        wilds = max(0, count * rules.group_min - size)
        return wilds if wilds <= count * rules.max_wild_group else NEVER

    def _try(self, choices: list[list[Grouped]], at: int, held: int, twice: int, wilds: int) -> bool:
        """Whether it might be done with so many wilds, with some choice for each rank from that index on."""
        if at == len(choices):
            return self._runs_do(held, twice, wilds)
        for once, both, used in choices[at]:
            if used > wilds:
                continue
            # of a card held twice, one may be in a group and the other in a run
            left = held & ~(once & ~twice | both)
            if self._try(choices, at + 1, left, twice & ~once, wilds - used):
                return True
        return False

    def _runs_do(self, held: int, twice: int, wilds: int) -> bool:
        """Whether runs might take what the groups leave."""
        every = 0
        saved = 0
        for suit in range(4):
            row = held >> (13 * suit) & ROW
            if row:
                cost = run_cost(self._rules, self._runs[suit], row, twice >> (13 * suit) & ROW, wilds)
                saved = max(saved, cost[0] - cost[1])
                every += cost[0]
        return every - saved <= wilds


def strands(game: Game, turn: Turn) -> bool:
    """Whether more than one card must stay in hand."""
    rules = game.melds
    if game.turn.take or rules.any_suits or rules.wrap or rules.twos_wild:
        return False
    return not FinalTable(game, turn).possible()
