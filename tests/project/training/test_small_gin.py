"""A gin with six cards, solved exactly: its value agrees with OpenSpiel's gin and with best responses."""

from __future__ import annotations

from typing import Any

import pytest
from examples.learning.solve_gin import Tree, games
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability


class Solved(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """The policies of both players in a solved game."""

    def __init__(self, game: Any, tree: Tree) -> None:
        super().__init__(game, [0, 1])
        self.values, self.chances = zip(*map(tree.solved, (0, 1)), strict=True)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        player = state.current_player() if player_id is None else player_id
        found: dict[int, float] = self.chances[player][state.information_state_string(player)]
        return found


def test_a_small_gin_has_the_value_that_openspiel_finds() -> None:
    ours, theirs = games(turns=2)
    solved = Solved(ours, Tree(ours.new_initial_state()))
    assert solved.values == pytest.approx((-0.004, 0.004))
    assert 100 * solved.values[1] == pytest.approx(Tree(theirs).solved(0)[0])
    assert exploitability.exploitability(ours, solved) == pytest.approx(0, abs=1e-9)
    assert exploitability.exploitability(ours, policy.UniformRandomPolicy(ours)) > 0.005
