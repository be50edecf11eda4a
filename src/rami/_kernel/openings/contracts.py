"""Contracts: the melds required to open in a game of contracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..melds.meld import Code, Melds, group_rank, is_run, run_low, run_suit
from .judge import CONTRACT, NEIGHBOURS, REPEATS

Sizes = tuple[int, ...]
# The sizes of the groups and the sizes of the runs, both ascending.
Contract = tuple[Sizes, Sizes]


@dataclass(eq=False, repr=False)
class ContractRules:
    """The contracts of a game in order, with the rules for fulfilling them and for ending the round.

    `run_gap` is the number of ranks required between runs of one suit. If `lay_down_all` is set, every card of the hand
    must be laid.
    """

    due: tuple[Contract, ...]
    exact: bool
    distinct_contract_melds: bool
    end_when_all_complete: Literal["at_once", "end_of_turn", "never"]
    run_gap: int = 0
    lay_down_all: bool = False

    def faults(self, number: int, melds: Melds) -> int:
        """Return the faults, as bits, that keep valid melds from fulfilling contract `number`, counted from 1."""
        return contract_faults(
            self.due[number - 1], melds, self.exact, self.distinct_contract_melds, self.run_gap
        )


def contract_faults(contract: Contract | None, melds: Melds, exact: bool, distinct: bool, gap: int) -> int:
    """Return the faults, as bits, that keep valid melds from fulfilling the contract."""
    if not melds:
        return 0
    met = contract is not None and not distance(contract, melds, exact)
    repeats = distinct and len({trait_of(code) for code in melds}) < len(melds)
    near = gap > 0 and are_near(melds, gap)
    return (0 if met else CONTRACT) | (REPEATS if repeats else 0) | (NEIGHBOURS if near else 0)


def are_near(melds: Melds, gap: int) -> bool:
    """Return whether two runs of one suit are separated by fewer ranks than required."""
    runs = sorted([(run_suit(code), run_low(code), len(code) - 1) for code in melds if is_run(code)])
    for at in range(1, len(runs)):
        (suit, low, size), (next_suit, next_low, _) = runs[at - 1], runs[at]
        if suit == next_suit and next_low - (low + size) < gap:
            return True
    return False


def distance(contract: Contract, melds: Melds, exact: bool) -> int:
    """Return the number of melds still missing from the contract, plus the number of melds that are not part of it."""
    runs = contract[1]
    groups = contract[0]
    others = 0
    # Let the largest melds fill the largest sizes, so that smaller melds can fill the smaller ones.
    for code in sorted(melds, key=len, reverse=True):
        run = is_run(code)
        left = covered(runs if run else groups, len(code) - 1, exact)
        if left is None:
            others += 1
        elif run:
            runs = left
        else:
            groups = left
    return len(groups) + len(runs) + others


def trait_of(code: Code) -> int:
    """Return the rank of a group or the suit of a run as a bit; some contracts forbid two melds with the same bit."""
    return 1 << (16 + run_suit(code) if is_run(code) else group_rank(code))


def covered(sizes: Sizes, size: int, exact: bool) -> Sizes | None:
    """Return the sizes still required after a meld fills the largest size it can, or None if it fills none."""
    for index in range(len(sizes) - 1, -1, -1):
        if sizes[index] == size or (sizes[index] < size and not exact):
            return sizes[:index] + sizes[index + 1 :]
    return None
