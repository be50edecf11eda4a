"""Find all ways to end a turn in a position with a small pack, by the engine's lists and by the reference."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import islice

import attrs
from tests.oracle.differential.bridge import alike, end_of_turn, owed, position_of, rules_of, shown, texts
from tests.oracle.differential.small_pack_families import PLAYER, Family, Pack, Spot
from tests.oracle.reference.melds import is_wild
from tests.oracle.reference.turn import turn_ends
from tests.support.depth import stride
from tests.support.turn_facts import built

import rami
from rami import Card, Round, TakeDiscard
from rami.policies.variant import Variant
from rami.rounds.setup import DutyKind, Phase, RoundContext


def round_at(spot: Spot, variant: Variant, pack: Pack) -> Round:
    """Return the round in that position: the other players hold other ranks, and each player has the first contract."""
    below, *others = pack.outside(3)
    return built(
        variant=variant,
        hands=[" ".join(spot.hand), " ".join(others)],
        player=PLAYER,
        phase="play" if spot.top is None else "draw",
        table=[(owner, " ".join(meld)) for owner, meld in spot.table],
        discards=" ".join([below] if spot.top is None else [below, spot.top]),
        context=RoundContext(2, contracts=(1, 1)) if rules_of(variant).contracts else None,
    )


def told_apart(before: Round, after: Round) -> Hashable:
    return after


def explore(
    start: Round, facts: Callable[[Round, Round], Hashable] = told_apart
) -> tuple[set[tuple[Round, Round]], int]:
    """Return the last two positions of each turn that listed moves make, and the number of positions on the way.

    Also assert that each list has one name for each position (`facts` of the rounds before and after a move identify
    it), and that some end can be reached from every position.
    """
    ends: set[tuple[Round, Round]] = set()
    before: dict[Round, list[Round]] = {start: []}
    finished: list[Round] = []
    waiting = [start]
    while waiting:
        state = waiting.pop()
        after = [state.play(move) for move in state.legal_moves]
        names = {facts(state, each) for each in after}
        assert len(names) == len(after), f"a position listed twice: {shown(state)}"
        for each in after:
            if each.over or each.phase is Phase.DRAW:
                ends.add((state, each))
                finished.append(state)
            elif each in before:
                before[each].append(state)
            else:
                before[each] = [state]
                waiting.append(each)
    no_dead_ends(before, finished)
    return ends, len(before)


def no_dead_ends(before: Mapping[Round, list[Round]], finished: list[Round]) -> None:
    """Check that from every position some move leads on to a finished one; each position comes with those before it."""
    alive: set[Round] = set()
    while finished:
        state = finished.pop()
        if state not in alive:
            alive.add(state)
            finished += before[state]
    stuck = [shown(state) for state in before if state not in alive]
    assert not stuck, f"the turn cannot be completed: {stuck[0]}"


def wild_alike(before: Round, after: Round) -> Hashable:
    """Identify a position up to its wild cards, except those discarded, owed, or kept from a discard (D-150)."""
    rules, due = rules_of(after.variant), owed(after.setup.duties, DutyKind.PLACE_WILD)
    apart = {str(before.setup.barred), *(str(duty.card) for duty in due)}

    def written(cards: Iterable[Card]) -> tuple[str, ...]:
        return tuple("W" if is_wild(each, rules) and each not in apart else each for each in texts(cards))

    return (
        tuple(sorted(written(after.hands[before.player]))),
        tuple(sorted((item.owner, written(item.meld)) for item in after.table)),
        *(after.discards, after.duties, after.completed, after.player, after.phase),
        *(after.setup.turn_facts.opened_now, after.setup.barred, after.over),
    )


def same_ends(state: Round) -> int:
    """Check that the turn has the ends that the reference finds, and return the number of its positions."""
    rules = rules_of(state.variant)
    last, seen = explore(state, wild_alike if rules.wild_rank else told_apart)
    found = {end_of_turn(before, after) for before, after in last}
    expected = turn_ends(position_of(state), rules)
    unsound = found - expected
    if rules.wild_rank:
        found, expected = ({alike(end, rules.wild_rank) for end in ends} for ends in (found, expected))
    assert not unsound | (found ^ expected), (
        f"{shown(state)}\nunsound: {sorted(unsound)[:5]}\nincomplete: {sorted(expected - found)[:5]}"
    )
    return seen


def compare(spot: Spot, variant: Variant, pack: Pack) -> int:
    """Compare the turn, and return the number of its positions; 0 for a discard out of reach."""
    state = round_at(spot, variant, pack)
    if spot.top is not None:
        expected = bool(turn_ends(position_of(state), rules_of(variant)))
        takes = TakeDiscard() in state.legal_moves
        assert takes == expected, f"{shown(state)}\nTakeDiscard: engine {takes}, reference {expected}"
        if not takes:
            return 0
        state = state.play(TakeDiscard())
    return same_ends(state)


@attrs.define
class Count:
    """The counts of a run.

    Parameters:
        spots: positions compared.
        taken: those among them that begin with a legal take of the discard.
        seen: positions within turns.
    """

    spots: int = 0
    taken: int = 0
    seen: int = 0

    def __str__(self) -> str:
        return f"{self.spots} positions, {self.taken} of them by a taken discard, {self.seen} within turns"


def checked(spot: Spot, variant: Variant, pack: Pack) -> int:
    """Compare, and report an error of the engine with its position."""
    try:
        return compare(spot, variant, pack)
    except (ArithmeticError, LookupError, ValueError) as error:
        place = shown(round_at(spot, variant, pack))
        raise AssertionError(f"{place}\n{type(error).__name__}: {error}") from error


Share = tuple[int, None, int]
WHOLE: Share = (0, None, 1)
SHARE = stride(int(os.environ.get("RAMI_PACK_SHARE") or (6 if rami.__compiled__ else 3)))
"""The share of positions to compare, as a step for `islice`: all of them with 1, as in `nox -s packs`."""


def compare_all(family: Family, variant: Variant, until: float | None = None, share: Share = WHOLE) -> Count:
    """Compare the positions of a family, or a share of them, until time runs out."""
    count = Count()
    for spot in islice(family.spots(rules_of(variant)), *share):
        seen = checked(spot, variant, family.pack)
        count.spots += 1
        count.taken += spot.top is not None and seen > 0
        count.seen += seen
        if until is not None and time.monotonic() > until:
            break
    return count


def prove(family: Family, variant: Variant, positions: int, taken: int, seen: int) -> None:
    """Compare the whole family, or a share of it, and check its size."""
    count = compare_all(family, variant, share=SHARE)
    if SHARE == WHOLE:
        assert count == Count(positions, taken, seen)
    else:
        assert count.spots == len(range(positions)[slice(*SHARE)])
