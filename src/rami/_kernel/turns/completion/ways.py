"""Know from a few ways to go out that a player can go out after thousands of openings.

Suppose that a player who opens with 7♣ 8♣ 9♣ can go out by laying 4♦ 4♥ 4♠, adding 10♣ to the run and discarding K♠.
Then the player can also open with 4♦ 4♥ 4♠, lay the run next and continue in the same way. The same is true of an
opening with 7♣ 8♣ 9♣ 10♣, and of one with both melds.

A *way* is a set of melds: those that the player has laid by some moment of a turn that ends by going out. An opening
*leads* to the way if each meld of the opening is a different meld of the way, or can grow into one by lay-offs. The
player can then lay the rest of the way from the hand. After that, hand and table are the same as at that moment, so the
turn can end in the same way.

The moment must come before any wild is recovered; otherwise a meld may contain the recovered wild. The argument fails
if rules restrict what a player may lay after the opening, or depend on the order in which cards were laid.
"""

from __future__ import annotations

from typing import Final

from ..._rt import mypyc_attr
from ...melds.meld import HIGH_END, LOW_END, Code, Melds, extended, group_rank, is_pair, is_run
from ...rules import USE_LAYOFF, USE_MELD, MeldRules
from ..turn import Game, Turn

LAID: Final = USE_MELD | USE_LAYOFF


@mypyc_attr(acyclic=True, free_list_len=1)
class Ways:
    """The ways to go out that are known for the openings of one turn."""

    __slots__ = ("_leading", "_melds", "_rules", "_shared", "_size", "_ways")

    def __init__(self, game: Game, turn: Turn) -> None:
        rules = game.turn
        self._rules: Final = game.melds
        self._size: Final = len(turn.table)
        # Whether the rules allow the argument of the module docstring.
        self._shared: Final = not (
            rules.opening_only
            or rules.melds_next_turn
            or rules.extras_next_turn
            or game.melds.burnt
            or game.closer is not None
            or turn.duties.due
            or (turn.duties.taken_due and (rules.taken_next or rules.uses & LAID != LAID))
        )
        # The different melds of all ways, and each way as a mask of the indexes of its melds.
        self._melds: Final[list[Code]] = []
        self._ways: Final[list[int]] = []
        # For each meld of an opening: the melds that it is or can become, as a mask; the ways that lay one of them; and
        # the numbers of melds and of ways that were compared.
        self._leading: Final[dict[Code, tuple[int, int, int, int]]] = {}

    def add(self, turn: Turn) -> None:
        """Keep the melds laid since the opening in a turn that can end by going out."""
        if not self._shared:
            return
        way = 0
        for _, _, code in turn.table[self._size :]:
            if code not in self._melds:
                self._melds.append(code)
            way |= 1 << self._melds.index(code)
        self._ways.append(way)

    def lead_out(self, melds: Melds) -> bool:
        """Return whether an opening that lacks no points leads to a known way; False for an opening in pairs."""
        # A way may hold groups and runs, which a player who opens with pairs may not lay.
        if is_pair(melds[0]):
            return False
        ways = (1 << len(self._ways)) - 1
        masks: list[int] = []
        for code in melds:
            mask, leading = self._leads_to(code)
            ways &= leading
            if not ways:
                return False
            masks.append(mask)
        while ways:
            if _distinct(masks, self._ways[(ways & -ways).bit_length() - 1]):
                return True
            ways &= ways - 1
        return False

    def _leads_to(self, code: Code) -> tuple[int, int]:
        """Return masks: the melds that this meld equals or can grow into, and the ways that lay one of them."""
        mask, ways, compared, known = self._leading.get(code, (0, 0, 0, 0))
        if known < len(self._ways):
            for index in range(compared, len(self._melds)):
                if grows(self._rules, code, self._melds[index]):
                    mask |= 1 << index
            for index in range(known, len(self._ways)):
                if mask & self._ways[index]:
                    ways |= 1 << index
            self._leading[code] = mask, ways, len(self._melds), len(self._ways)
        return mask, ways


def _distinct(masks: list[int], free: int) -> bool:
    """Return whether each mask can take a separate bit of `free`; each in turn takes its lowest free bit."""
    for mask in masks:
        found = mask & free
        if not found:
            return False
        free ^= found & -found
    return True


def grows(rules: MeldRules, code: Code, into: Code) -> bool:
    """Return whether a meld equals another one or can grow into it by lay-offs."""
    if code == into:
        return True
    joining: list[tuple[int, int]] = []
    if is_run(code) and is_run(into):
        first = code[0] - into[0] + 1
        last = first + len(code) - 1
        if first > 0 and into[first:last] == code[1:]:
            joining += [(into[first - 1], LOW_END)] if first > 1 else []
            joining += [(into[last], HIGH_END)] if last < len(into) else []
    elif not is_run(into) and len(code) < len(into) and group_rank(code) == group_rank(into):
        joining += [(card, LOW_END) for card in into[1:] if card not in code[1:]]
    for card, end in joining:
        grown = extended(rules, code, card, end)
        if grown is not None and grows(rules, grown, into):
            return True
    return False
