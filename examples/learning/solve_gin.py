"""Solve a very small game of gin exactly, in rami and, for comparison, in OpenSpiel with the same parameters.

Install the libraries with ``pip install rami[openspiel]``, then run ``python examples/learning/solve_gin.py``, which
takes seconds. The pack has three ranks of two suits, and a hand has one card. A round that nobody has ended is void
after three turns; a pass counts as a turn. Each game is searched once as a tree. A linear program in von Stengel's
sequence form then finds the value of the game for the player who starts, and a strategy that achieves it.

The rules must be the same in both programs. `LIKE_OPENSPIEL` makes rami play by OpenSpiel's rules. `LikeRami` makes
OpenSpiel follow two rules of rami: a player may not discard the card just taken, and the number of turns is limited.
Without it, OpenSpiel ends a round when both players have discarded the same card, or when the fiftieth upcard is taken.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import pyspiel
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

State: TypeAlias = Any  # OpenSpiel has no type annotations
Sequence: TypeAlias = tuple[str, int] | None
"""The last action of a player, with the information state in which it was chosen; None at the start."""

SUITS = ("clubs", "diamonds", "hearts", "spades")
LIKE_OPENSPIEL = (
    "equipment.ranks={ranks}; equipment.suits={suits}; dealing.hand_size={hand}; dealing.min_stock=0; "
    "closing.knock_limit={knock}; closing.fiftieth_card=true; scoring.big_gin_bonus=none; scoring.knock_tie=void"
)
TAKE, PASS, KNOCK = 52, 54, 55


class LikeRami:
    """A state of OpenSpiel's gin with two more rules: you may not discard the card just taken, and turns are limited.

    Parameters:
        state: the state of OpenSpiel.
        turns: the number of turns left until the round is void.
        taken: the card just taken; None if there is none.
    """

    def __init__(self, state: State, turns: int, taken: int | None = None) -> None:
        self._state, self._turns, self._taken = state, turns, taken

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute from OpenSpiel's state."""
        return getattr(self._state, name)

    def __str__(self) -> str:
        return str(self._state)

    def is_terminal(self) -> bool:
        """Return whether the round is over or void."""
        return self._turns == 0 or bool(self._state.is_terminal())

    def legal_actions(self) -> list[int]:
        """Return the legal actions, without the discard of the card just taken."""
        return [action for action in self._state.legal_actions() if action != self._taken]

    def child(self, action: int) -> LikeRami:
        """Return the state after an action.

        Parameters:
            action: the number of the action.
        """
        phase = self._state.current_phase().name
        taken = self._taken if action == KNOCK else None
        if action == TAKE or (action == KNOCK and phase == "WALL"):
            taken = self._state.upcard()
        ends = (phase == "DISCARD" and action < TAKE) or (phase == "FIRST_UPCARD" and action == PASS)
        return LikeRami(self._state.child(action), self._turns - ends, taken)


class Tree:
    """A game for two players in sequence form: the value of each pair of sequences for player 0, and the choices.

    Parameters:
        start: the state before the deal.
    """

    def __init__(self, start: State) -> None:
        self.worth: defaultdict[tuple[Sequence, Sequence], float] = defaultdict(float)
        self.choices: tuple[dict[str, tuple[Sequence, list[int]]], ...] = ({}, {})
        self.states = 0
        deals: dict[str, tuple[State, float]] = {}
        for state, chance in _dealt(start, 1.0):
            # Deals that differ only in the order of the cards lead to the same state, so they are merged.
            first, so_far = deals.get(str(state), (state, 0.0))
            deals[str(state)] = first, so_far + chance
        for state, chance in deals.values():
            self._walk(state, chance, (None, None))

    def _walk(self, state: State, chance: float, done: tuple[Sequence, Sequence]) -> None:
        self.states += 1
        if state.is_terminal():
            self.worth[done] += chance * state.returns()[0]
        elif state.is_chance_node():
            for outcome, odds in state.chance_outcomes():
                self._walk(state.child(outcome), chance * odds, done)
        else:
            player = state.current_player()
            known = state.information_state_string(player)
            actions = state.legal_actions()
            self.choices[player].setdefault(known, (done[player], actions))
            for action in actions:
                now = (known, action)
                self._walk(state.child(action), chance, (now, done[1]) if player == 0 else (done[0], now))

    def solved(self, player: int) -> tuple[float, dict[str, dict[int, float]]]:
        """Return the value of the game for a player, and the probabilities of actions that achieve it.

        Parameters:
            player: 0 or 1.
        """
        mine, theirs = _Sequences(self.choices[player]), _Sequences(self.choices[1 - player])
        sign = 1.0 if player == 0 else -1.0
        entries = [(theirs.number[done[1 - player]], mine.number[done[player]]) for done in self.worth]
        payoffs = coo_array(
            ([sign * worth for worth in self.worth.values()], tuple(zip(*entries, strict=True))),
            (len(theirs.number), len(mine.number)),
        )
        # The variables are the probability of each sequence, and the value to which the opponent can limit each
        # information state.
        plans, bounds = len(mine.number), theirs.rows.shape[0]
        rest = coo_array((mine.rows.shape[0], bounds))
        worst = linprog(
            np.concatenate([np.zeros(plans), [-1.0], np.zeros(bounds - 1)]),
            A_ub=hstack([-payoffs, theirs.rows.T]).tocsr(),
            b_ub=np.zeros(len(theirs.number)),
            A_eq=hstack([mine.rows, rest]).tocsr(),
            b_eq=np.concatenate([[1.0], np.zeros(mine.rows.shape[0] - 1)]),
            bounds=[(0, None)] * plans + [(None, None)] * bounds,
        )
        return -float(worst.fun), mine.chances(worst.x[:plans])


class _Sequences:
    """The numbered sequences of a player; the weights of a state's actions add up to that of the sequence before it."""

    def __init__(self, choices: dict[str, tuple[Sequence, list[int]]]) -> None:
        self._choices = choices
        self.number: dict[Sequence, int] = {None: 0}
        for known, (_, actions) in choices.items():
            for action in actions:
                self.number[known, action] = len(self.number)
        entries = [(0, 0, 1.0)]
        for row, (known, (before, actions)) in enumerate(choices.items(), 1):
            entries.append((row, self.number[before], -1.0))
            entries += [(row, self.number[known, action], 1.0) for action in actions]
        rows, columns, signs = zip(*entries, strict=True)
        self.rows: Any = coo_array((signs, (rows, columns)), (1 + len(choices), len(self.number)))

    def chances(self, plan: Any) -> dict[str, dict[int, float]]:
        """Return the probability of each action in each state; in states that the plan never reaches, all are equal."""
        found: dict[str, dict[int, float]] = {}
        for known, (_, actions) in self._choices.items():
            weights = [max(0.0, float(plan[self.number[known, action]])) for action in actions]
            total = sum(weights)
            found[known] = {
                action: weight / total if total else 1 / len(actions)
                for action, weight in zip(actions, weights, strict=True)
            }
        return found


def _dealt(state: State, chance: float) -> Iterator[tuple[State, float]]:
    if not state.is_chance_node():
        yield state, chance
        return
    for outcome, odds in state.chance_outcomes():
        yield from _dealt(state.child(outcome), chance * odds)


def games(ranks: int = 3, suits: int = 2, hand: int = 1, knock: int = 2, turns: int = 3) -> tuple[Any, State]:
    """Return rami's game, and the first state of OpenSpiel's game with the same parameters.

    Parameters:
        ranks: the number of ranks in the pack, from the ace up.
        suits: the number of suits in the pack.
        hand: the number of cards in a hand.
        knock: the maximum deadwood of a knock, in points.
        turns: the number of turns after which a round is void.
    """
    options = LIKE_OPENSPIEL.format(
        ranks=",".join(map(str, range(1, ranks + 1))), suits=",".join(SUITS[:suits]), hand=hand, knock=knock
    )
    ours = pyspiel.load_game("rami", {"variant": "gin", "options": options, "turns": turns})
    theirs = pyspiel.load_game(
        "gin_rummy", {"num_ranks": ranks, "num_suits": suits, "hand_size": hand, "knock_card": knock}
    )
    return ours, LikeRami(theirs.new_initial_state(), turns)


def main() -> None:
    """Run the command: solve both games and print their values."""
    parser = argparse.ArgumentParser(
        description="Solve a small game of gin in rami, and in OpenSpiel with the same parameters."
    )
    parser.add_argument(
        "--ranks", type=int, default=3, help="the number of ranks in the pack, from the ace up"
    )
    parser.add_argument("--suits", type=int, default=2, help="the number of suits in the pack")
    parser.add_argument("--hand", type=int, default=1, help="the number of cards in a hand")
    parser.add_argument("--knock", type=int, default=2, help="the maximum deadwood of a knock, in points")
    parser.add_argument(
        "--turns", type=int, default=3, help="the number of turns after which a round is void"
    )
    ours, theirs = games(**vars(parser.parse_args()))
    # In rami, seat 0 deals and seat 1 starts, and the reward for a point is 0.01.
    for name, start, seat, points in (
        ("rami", ours.new_initial_state(), 1, 100),
        ("OpenSpiel", theirs, 0, 1),
    ):
        began = time.perf_counter()
        tree = Tree(start)
        value, _ = tree.solved(seat)
        print(
            f"{name}: worth {points * value:.9f} points to the player who starts; {tree.states} states, "
            f"{' and '.join(str(len(each)) for each in tree.choices)} information states, "
            f"{time.perf_counter() - began:.1f} s"
        )


if __name__ == "__main__":
    main()
