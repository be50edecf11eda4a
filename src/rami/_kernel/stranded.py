"""A sound "no" to going out where no card leaves a meld but wilds: more cards than the last discard must stay.

What is looked at is only how the table would lie in the end.  Each natural of the hand is then in a group, in a
new run or in one that has grown, or where a wild lay; the wilds fill no more places than there are wilds to come.
Within a suit one card may serve several runs, and a run may grow as it likes: what is impossible even then is
impossible.
"""

from __future__ import annotations

from typing import Final

from . import hands
from .codes import JOKER, RANK_CARDS, ROW, natural
from .melds import Code, group_rank, is_run, missing_suits, run_low, run_suit, wild_count
from .recovering import recoverable
from .run_costs import NEVER, run_cost, table_run
from .turn import Game, Turn

# where more wilds of runs might come back, nothing is ruled out
TRIED_OUT: Final = 6

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
        # wilds in hand, and those that may come back from groups
        self._wilds = hands.count(turn.hand, JOKER)
        # for each wild of a run that may come back, the card that takes its place
        self._come: Final[list[int]] = []
        runs: list[list[int]] = [[], [], [], []]
        for _, _, code in turn.table:
            comes = recoverable(game, self._held, code)
            if is_run(code):
                suit, low = run_suit(code), run_low(code)
                runs[suit].append(table_run(low, low + len(code) - 2))
                if comes:
                    self._join_run(code)
            else:
                self._join_group(code, comes)
        self._runs: Final = [tuple(sorted(found)) for found in runs]

    def _join_run(self, code: Code) -> None:
        for index in range(len(code) - 1):
            card = natural(run_suit(code), run_low(code) + index)
            if self._rules.is_wild(code[index + 1]) and self._held >> card & 1:
                self._come.append(card)

    def _join_group(self, code: Code, comes: bool) -> None:
        if comes:
            self._wilds += wild_count(self._rules, code)
        for suit in missing_suits(self._rules, code):
            card = natural(suit, group_rank(code))
            self._twice_open |= self._open & 1 << card
            self._open |= 1 << card

    def possible(self) -> bool:
        """Whether all natural cards of the hand but one, or all of them, might be placed."""
        come = self._come
        if len(come) > TRIED_OUT:
            return True
        for chosen in range(1 << len(come)):
            # what takes the place of a wild is in no other meld
            held, twice = self._held, self._twice
            for at, card in enumerate(come):
                if chosen >> at & 1:
                    held, twice = held & ~(1 << card & ~twice), twice & ~(1 << card)
            if self._without_swaps(held, twice, self._wilds + chosen.bit_count()):
                return True
        return False

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
