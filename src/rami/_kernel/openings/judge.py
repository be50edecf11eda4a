"""Judge an opening: return the faults of the new melds together, as bits.

The judge considers the opening as a whole: for example, does it have enough points, a run without a wild, and the card
just taken? The verdict is a sum of the bits below, or 0 if nothing is wrong. The bits of `judge.lifted` are forgiven if
the player goes out this turn. For example, in Classic 51 the meld 7♠ 8♠ * alone has only 24 points and is not a clean
run, so the verdict is POINTS | UNCLEAN.

`ParametricJudge` applies the options of the built-in opening policy; a custom policy supplies a judge with
the same methods (`Judge`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from ..cards.codes import JOKER
from ..melds.meld import Code, Melds, is_pair, is_run
from ..rules import Clean, OpeningRules

EMPTY: Final = 1 << 0
FIRST_TURN: Final = 1 << 1
CONTRACT: Final = 1 << 2
REPEATS: Final = 1 << 3
# Too few points: below the minimum, below the minimum after taking the discard, or not above the highest
# opening so far.
POINTS: Final = 1 << 4
PICKUP: Final = 1 << 5
ESCALATES: Final = 1 << 6
UNCLEAN: Final = 1 << 7
# A wild represents a card that is not burnt.
NOT_BURNT: Final = 1 << 8
# The recovered wild must be laid now but is not, or the melds without it are not an opening by themselves.
RECOVERED_LEFT: Final = 1 << 9
WITH_RECOVERED: Final = 1 << 10
# The card taken from the discard pile is in none of the melds.
TAKEN_LEFT: Final = 1 << 11
# A custom policy refuses the opening, either always or unless the player goes out.
CUSTOM: Final = 1 << 12
CUSTOM_UNLESS_OUT: Final = 1 << 13
# More melds than a turn allows.
TOO_MANY: Final = 1 << 14
# Two runs of one suit are too close together.
NEIGHBOURS: Final = 1 << 15
# Cards remain in the hand that must be laid too.
UNLAID: Final = 1 << 16
# Too few pairs; pairs mixed with groups and runs.
FEW_PAIRS: Final = 1 << 17
MIXED: Final = 1 << 18


# The highest openings so far, packed into one number: points in the low part, pairs in the high part
# (OKO-OPEN-04).
PAIR_UNIT: Final = 1 << 20


def highest_points(highest: int) -> int:
    """Return the points of the highest opening with groups and runs so far."""
    return highest & (PAIR_UNIT - 1)


def highest_pairs(highest: int) -> int:
    """Return the number of pairs of the highest opening with pairs so far."""
    return highest // PAIR_UNIT


def pairs_due(pairs: int, escalates: bool, highest: int) -> int:
    """Return the number of pairs needed to open: the fixed number, or more if it must exceed the highest opening."""
    return max(pairs, highest_pairs(highest) + 1) if escalates else pairs


class Judge(Protocol):
    """Checks whether new melds are a legal opening."""

    @property
    def floor(self) -> int:
        """A lower bound on the points of every accepted opening, for the search; 0 if unknown."""
        ...

    @property
    def usual_floor(self) -> int:
        """A lower bound on the points of openings that are accepted without going out this turn; 0 if unknown."""
        ...

    @property
    def clean(self) -> Clean | None:
        """The meld without wilds that every opening needs: "run_meld", "run_or_set" or None."""
        ...

    @property
    def lifted(self) -> int:
        """The faults that are forgiven if the player goes out this turn."""
        ...

    def judge(
        self,
        codes: Melds,
        points: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
        turn: object = None,
    ) -> tuple[int, int, int]:
        """Return (faults, points that lay-offs must still add, points that they must add if the player goes out).

        `highest` records the highest openings so far (see `PAIR_UNIT`). `spare` is True if another copy of the
        card taken remains in hand for later in the turn. `contract` is the number of the current contract,
        which the melds are known to fulfil. `turn` is the turn in which the melds would be laid, or None if
        nobody is playing. Only a custom policy reads `turn`, so its type is left open here.
        """
        ...


class ParametricJudge:
    """Applies opening rules given as options; `spelled` returns a meld with jokers for its wilds."""

    def __init__(self, opening: OpeningRules, spelled: Callable[[Code], Code]) -> None:
        self._spelled: Final = spelled
        self._opening: Final = opening
        # A player who goes out may need no points, and lay-offs may add some, so then there is no bound.
        bound = opening.all_at_once_requires == "nothing" or opening.counts_layoffs
        self.floor: int = 0 if bound else opening.minimum
        self.usual_floor: int = 0 if opening.counts_layoffs else opening.minimum
        # "run_window" is left out: three clean cards in a row may be part of a run with a wild.
        needed = opening.clean != "run_window" and opening.all_at_once_requires == "full"
        self.clean: Clean | None = opening.clean if needed else None
        lifted = 0
        if opening.all_at_once_requires == "points":
            lifted = UNCLEAN
        elif opening.all_at_once_requires == "nothing":
            lifted = UNCLEAN | POINTS | PICKUP | ESCALATES
        self.lifted: int = lifted

    def judge(
        self,
        codes: Melds,
        points: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
        turn: object = None,
    ) -> tuple[int, int, int]:
        """Judge an opening; see `Judge.judge`."""
        opening = self._opening
        faults = 0 if codes else EMPTY
        if first and not opening.first_round_melds:
            faults |= FIRST_TURN
        pairs = sum([is_pair(code) for code in codes]) if opening.pairs else 0
        # An opening with pairs needs a number of pairs instead of points and a clean meld.
        if pairs:
            mixed = MIXED if pairs < len(codes) else 0
            few = pairs < pairs_due(opening.pairs, opening.escalates, highest)
            return faults | mixed | (FEW_PAIRS if few else 0), 0, 0
        minimum, short = opening.minimum, POINTS
        if taken >= 0 and opening.pickup_minimum >= 0:
            minimum, short = opening.pickup_minimum, PICKUP
        beaten = highest_points(highest) if opening.escalates else 0
        missing = 0
        if opening.counts_layoffs:
            missing = max(minimum - points, beaten + 1 - points if beaten else 0, 0)
        else:
            if points < minimum:
                faults |= short
            if beaten and points <= beaten:
                faults |= ESCALATES
        if opening.clean is not None:
            without = taken if opening.clean_without_taken else -1
            # If the player has another copy, the clean meld may contain that copy instead of the card taken.
            if without >= 0 and (spare or sum(code[1:].count(without) for code in codes) > 1):
                without = -1
            if not any(clean_meld(self._spelled(code), opening.clean, without) for code in codes):
                faults |= UNCLEAN
        return faults, missing, 0 if opening.all_at_once_requires == "nothing" else missing

    def accepts_all(self, taken: int, highest: int, first: bool) -> bool:
        """Return whether every lay-down with `usual_floor` points and the required clean meld is legal."""
        opening = self._opening
        if (first and not opening.first_round_melds) or opening.counts_layoffs or opening.pairs:
            return False
        if taken >= 0 and (opening.pickup_minimum >= 0 or opening.clean_without_taken):
            return False
        return opening.clean == self.clean and not (opening.escalates and highest)


def clean_meld(code: Code, clean: Clean, without: int) -> bool:
    """Return whether a meld with jokers for wilds makes an opening clean; the card `without` does not count."""
    if not is_run(code) and clean != "run_or_set":
        return False
    if clean != "run_window":
        return without not in code[1:] and JOKER not in code[1:]
    window = 0
    for card in code[1:]:
        window = 0 if card in (JOKER, without) else window + 1
        if window >= 3:
            return True
    return False
