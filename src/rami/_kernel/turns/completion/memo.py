"""Remember facts about the turns that may follow from a position, and describe the table melds as destinations.

A *destination* is a table meld as a place for hand cards. A wild on the table either remains in place or returns to the
hand in exchange for a natural, so each meld counts as two destinations. In Classic 51, with 7♥ * 9♥ and 7♣ 7♦ * on the
table, these are

    7♥ * 9♥    the wild remains: no natural fits, no room for a wild    it returns: 8♥ fits, room for 1 wild
    7♣ 7♦ *    the wild remains: 7♥ or 7♠ fits                          it returns for 7♥ and 7♠ if both are held
"""

from __future__ import annotations

from typing import Final

from ..._rt import mypyc_attr
from ...arranging.prices import Known
from ...cards.codes import BIT, NATURALS, RANK_CARDS, natural
from ...melds.meld import Code, group_rank, is_pair, is_run, missing_suits, named_card, stands_for, wild_count
from ..actions import Key
from ..turn import Game
from .plans import Plan

# The number of plans that the memo keeps.
PLANS: Final = 4

# A place for cards. On a table meld: its number, an end, and the suit that joins a group; or its number, SWAP,
# and the wild replaced. For a new meld: NEW, 0 or PAIR, and the first place of a run or 0. `going_out` defines
# SWAP, NEW and PAIR.
Use = tuple[int, int, int]
# The cards of a hand that go to one place together, the place, and the number of wilds needed.
Share = tuple[tuple[int, ...], Use, int]
Division = tuple[Share, ...]


def replacement_mask(game: Game, code: Code) -> int:
    """Return a mask of the cards that could replace the wild of this meld; 0 if the wild must not leave."""
    rules, out = game.turn, 0
    if rules.recovered_joker is None:
        return out
    if is_run(code):
        for index in range(len(code) - 1):
            if game.melds.is_wild(code[index + 1]):
                out |= BIT[stands_for(code, index)]
        return out
    if is_pair(code):
        return BIT[code[1]] if code[1] < NATURALS else out
    named = named_card(code)
    # The wild represents only the card named for it, as long as no second wild joins the group and no card
    # leaves it.
    if named >= 0 and game.melds.max_wild_group == 1 and not rules.take:
        return BIT[named]
    for suit in missing_suits(game.melds, code) if rules.set_joker != "never" else ():
        out |= BIT[natural(suit, group_rank(code))]
    return out


def fitting_needed(game: Game, code: Code) -> int:
    """Return the number of replacements that the hand needs: 2 if the group must first grow to four cards, else 1."""
    grows = not (is_run(code) or is_pair(code)) and game.turn.wild_leaves_four and len(code) - 1 < 4
    return 2 if grows and game.melds.max_wild_group == 1 else 1


def recoverable_by_copy(game: Game, held: int, code: Code) -> bool:
    """Return whether a natural may leave a group with a wild, so that a copy of it can then replace the wild."""
    rules = game.turn
    if rules.set_joker != "either_missing" or rules.recovered_joker is None or not rules.take:
        return False
    return (
        not is_run(code) and len(code) - 1 > game.melds.set_min and held & RANK_CARDS[group_rank(code)] != 0
    )


class Destination:
    """A table meld as a destination for cards, either with its wilds in place or after they have returned."""

    __slots__ = ("_needed", "code", "come", "fits", "is_pair", "is_run", "replacements", "room")

    def __init__(self, game: Game, code: Code, closed: bool, comes: bool) -> None:
        rules, wilds = game.melds, wild_count(game.melds, code)
        self.code: Final = code
        self.is_run: Final = is_run(code)
        self.is_pair: Final = is_pair(code)
        # The number of wilds that return to the hand, and the number of wilds that the meld then has room
        # for.
        self.come: Final = wilds if comes else 0
        self.room: Final = 0 if closed else rules.max_wild_run - wilds + self.come
        # The cards that might replace a wild, the number needed, and these cards together with cards that
        # join a group.
        self.replacements: Final = replacement_mask(game, code) if self.come else 0
        self._needed: Final = fitting_needed(game, code)
        fits = self.replacements
        for suit in () if self.is_run or self.is_pair else missing_suits(rules, code):
            fits |= BIT[natural(suit, group_rank(code))]
        self.fits: Final = fits

    def comes(self, held: int) -> bool:
        """Return whether the wilds of this meld could be recovered by a hand with these naturals."""
        return self.come > 0 and (self.replacements & held).bit_count() >= self._needed


@mypyc_attr(acyclic=True, free_list_len=1)
class Memo:
    """What is known about the turns that may follow from a position: results, plans that worked, and divisions."""

    __slots__ = ("_numbers", "answers", "divisions", "destinations", "plans", "prices", "rows")

    def __init__(self) -> None:
        # Maps the key of a turn to True if that turn can be completed.
        self.answers: Final[dict[Key, bool]] = {}
        self.plans: Final[list[Plan]] = []
        # Maps (the cards left, the wilds, the cards that may be discarded, the uses, the melds within reach)
        # to the division found, or to None.
        self.divisions: Final[dict[tuple[object, ...], tuple[Division | None]]] = {}
        # Each meld has two consecutive numbers: one with its wilds in place, one with its wilds returned.
        # Equal melds on one table have different numbers.
        self.destinations: Final[list[Destination]] = []
        self._numbers: Final[dict[tuple[Code, bool, int], int]] = {}
        # For each pair (ranks held, ranks that pay): the prices in new runs.
        self.prices: Final[Known] = {}
        # For each pair (row, least number of naturals): the cards of the row that might be in new runs.
        self.rows: Final[dict[tuple[int, int], int]] = {}

    def remember_plan(self, plan: Plan) -> None:
        """Keep a plan that worked; the memo keeps only a few."""
        self.plans.insert(0, plan)
        del self.plans[PLANS:]

    def number(self, game: Game, code: Code, held: int, closed: bool, others: list[int]) -> int:
        """Return a number for a meld as a destination of a hand with these naturals; it differs from all `others`."""
        copy = 0
        while True:
            number = self._numbers.setdefault((code, closed, copy), len(self.destinations))
            if number == len(self.destinations):
                self.destinations.extend([Destination(game, code, closed, comes) for comes in (False, True)])
            if number not in others and number + 1 not in others:
                return number + 1 if self.destinations[number + 1].comes(held) else number
            copy += 1
