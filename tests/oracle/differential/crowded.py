"""Comparisons for crowded tables: the search with its shortcuts and without them, and walks that must not get stuck.

A list omits every action after which a duty could not be met. The search that decides this uses many shortcuts: it
rules out hopeless turns, tries actions in a certain order, and never tries some of them. Here the shortcuts are removed
as far as time allows: first all of them, so that every action is tried in every turn, then only the tests that rule out
a whole turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from itertools import islice
from random import Random

from tests.oracle.differential.bridge import TooLarge, shown

import rami
from rami import Discard, Round, TakeDiscard
from rami._kernel.openings import openings
from rami._kernel.turns import faults, first_lay_downs
from rami._kernel.turns.completion import question, search
from rami._kernel.turns.completion.going_out import GoingOut
from rami._kernel.turns.completion.memo import Memo
from rami._kernel.turns.table_steps import table_steps
from rami._kernel.turns.turn import Game, Turn
from rami.cards.moves import Move

MOST_TURNS = 300
MOST_MOVES = 300
LONGEST_WALK = 40
LOOKED_AT = 6


def exhaustive(game: Game, turn: Turn, _memo: Memo) -> bool:
    """Return whether some actions complete the turn, and try every one of them.

    Raises:
        TooLarge: there are too many.
    """
    seen = {turn.key(game)}
    waiting = [turn]
    while waiting:
        current = waiting.pop()
        for _, after in table_steps(game, current):
            if search.ends_round(game, current, after):
                if search.may_end_round(game, after):
                    return True
            elif faults.can_end(game, after):
                return True
            elif after.key(game) not in seen:
                seen.add(after.key(game))
                waiting.append(after)
                if len(seen) > MOST_TURNS:
                    raise TooLarge
    return False


def no(*_: object) -> bool:
    return False


def nothing(*_: object) -> None:
    return None


Replaced = Mapping[tuple[object, str], object]

WITHOUT_SKETCHES: Replaced = {(search, "sketched"): nothing}
"""The kernel's functions that plan a turn, replaced so that every plan comes from the search."""

WITHOUT_QUICK_ANSWERS: Replaced = {
    (question, "_by_plans"): no,
    (search, "decided_at_once"): nothing,
    (first_lay_downs, "too_many_stuck"): no,
    (GoingOut, "sticks"): no,
    (search, "too_many_stuck"): no,
    (openings, "_in_vain"): no,
}
WITHOUT_SHORTCUTS: Replaced = {**WITHOUT_QUICK_ANSWERS, (question, "completes_by_search"): exhaustive}


@contextmanager
def replaced(values: Replaced) -> Generator[None, None, None]:
    """Replace these functions and numbers of the kernel."""
    before = {(module, name): getattr(module, name) for module, name in values}
    try:
        for (module, name), value in values.items():
            setattr(module, name, value)
        yield
    finally:
        for (module, name), value in before.items():
            setattr(module, name, value)


def listed(state: Round) -> list[str]:
    """List the moves of a position with empty caches."""
    return [str(move) for move in islice(Round.from_setup(state.setup).legal_moves, MOST_MOVES)]


def plain_list(state: Round) -> list[str]:
    """List them without shortcuts."""
    try:
        with replaced(WITHOUT_SHORTCUTS):
            return listed(state)
    except TooLarge:
        with replaced(WITHOUT_QUICK_ANSWERS):
            return listed(state)


def onward(state: Round, rng: Random) -> Move | None:
    """Choose a move that continues the turn, and rather take the discard than leave it; None if there is none."""
    moves = [move for move in islice(state.legal_moves, MOST_MOVES) if not isinstance(move, Discard)]
    if TakeDiscard() in moves and rng.random() < 0.8:
        return TakeDiscard()
    return rng.choice(moves) if moves else None


def shortcuts(state: Round, rng: Random) -> int:
    """List the moves of a position, or of one soon after, with and without shortcuts."""
    if rami.__compiled__ or state.over:
        # Functions of a compiled kernel cannot be replaced.
        return 0
    for _ in range(rng.randrange(4)):
        move = onward(state, rng)
        after = state if move is None else state.play(move)
        if move is None or after.over:
            break
        state = after
    quick = listed(state)
    with replaced(WITHOUT_SKETCHES):
        undrawn = listed(state)
    plain = plain_list(state)
    for found in (quick, undrawn):
        assert found == plain, (
            f"{shown(state)}\nonly with shortcuts: {sorted({*found} - {*plain})[:5]}\n"
            f"only without: {sorted({*plain} - {*found})[:5]}"
        )
    return len(quick)


def walks(state: Round, rng: Random) -> int:
    """Check that a walk along listed moves always reaches the end of its turn."""
    player, seen = state.player, 0
    for _ in range(LONGEST_WALK):
        if state.over or (state.player != player and rng.random() < 0.5):
            return seen
        moves = list(islice(state.legal_moves, MOST_MOVES))
        assert moves, f"{shown(state)}\nno move is left"
        for move in rng.sample(moves, min(len(moves), LOOKED_AT)):
            after = state.play(move)
            assert Round.from_setup(after.setup) == after, (
                f"{shown(state)}\n{move!r} leads to a refused position"
            )
            assert after.over or after.legal_moves, f"{shown(state)}\n{move!r} leads nowhere"
            seen += 1
        following = onward(state, rng)
        state = state.play(rng.choice(moves) if following is None or rng.random() < 0.1 else following)
    return seen


CHECKS: Mapping[str, Callable[[Round, Random], int]] = {"shortcuts": shortcuts, "walks": walks}
