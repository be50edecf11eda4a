"""Counts of paths and positions, which change if rules, lists of moves or positions change.

`tests/oracle/differential/test_perft.py` compares the positions after each turn with the reference.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.perft_data import SCENES, Scene
from tests.support.presets import SLUGS
from tests.support.refusals import codes_of

from rami import DrawStock, RamiError, Round
from rami.notation import position_text
from rami.testing import Perft, after_turns, divide, perft

STARTS = {scene.name: scene.round for scene in SCENES}
each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)


@pytest.mark.search(cases=6)
@each_scene
def test_counts_of_moves(scene: Scene) -> None:
    found = [perft(scene.round, depth) for depth in range(1, len(scene.moves) + 1)]
    assert [(each.paths, each.positions) for each in found] == list(scene.moves)


@pytest.mark.search(cases=2)
@each_scene
def test_counts_of_turns(scene: Scene) -> None:
    found = after_turns(scene.round, len(scene.turns))
    assert [(sum(each.values()), len(each)) for each in found] == list(scene.turns)


@each_scene
def test_the_text_of_a_position_is_the_one_that_rami_writes(scene: Scene) -> None:
    assert position_text(scene.round.setup) == scene.position


def test_every_preset_is_counted_from_the_deal_and_from_the_middle() -> None:
    dealt = [start.variant.slug for start in STARTS.values() if start.turn == 0]
    assert sorted(dealt) == sorted(SLUGS)
    assert {start.variant.slug for start in STARTS.values() if start.turn > 1} == set(SLUGS)


def paths(position: Round, depth: int) -> list[Round]:
    """Return the ends of all paths, one by one."""
    if depth == 0:
        return [position]
    return [end for move in position.legal_moves for end in paths(position.play(move), depth - 1)]


def turn_paths(position: Round, turns: int) -> list[Round]:
    """Return the ends of all paths of complete turns, one by one."""
    if turns == 0:
        return [position]
    found: list[Round] = []
    for move in position.legal_moves:
        after = position.play(move)
        done = after.over or (after.player, after.turn) != (position.player, position.turn)
        found += turn_paths(after, turns - done)
    return found


@pytest.mark.parametrize(
    "name", ["classic-51: cards out of melds", "gamevelvet: the last cards", "gin dealt to 2"]
)
def test_paths_are_counted_as_if_one_by_one(name: str) -> None:
    start = STARTS[name]
    ends, found = paths(start, 3), perft(start, 3)
    assert (found.paths, found.positions) == (len(ends), len(set(ends)))
    ends, found = turn_paths(start, 2), perft(start, turns=2)
    assert (found.paths, found.positions) == (len(ends), len(set(ends)))
    assert set(after_turns(start, 2)[1]) == set(ends)
    assert found.turns == (len(set(turn_paths(start, 1))), len(set(ends)))


def test_paths_of_the_last_card_by_hand() -> None:
    """5♠ laid off or one of two discards; then 6♠ laid off or discarded, or the next player's draw."""
    start = STARTS["gamevelvet: the last cards"]
    assert perft(start, 1) == Perft(3, 3, (2,))
    assert perft(start, 2) == perft(start, turns=1) == Perft(4, 4, (4,))
    discard = Perft(1, 1, (1,))
    parts = {"off 5♠ > 0": Perft(2, 2, (2,)), "discard 5♠": discard, "discard 6♠": discard}
    assert {str(move): each for move, each in divide(start, turns=1).items()} == parts


def test_turns_are_counted_as_far_as_the_moves_lead() -> None:
    """A draw and a discard are a turn."""
    start = STARTS["rami-500 dealt to 3"]
    assert [perft(start, depth).turns for depth in range(4)] == [(), (), (14,), (14,)]
    assert perft(start, 4).turns == (14, 196)


@pytest.mark.parametrize("name", ["classic-51: an opening", "classic-51: jokers recovered", "gin dealt to 2"])
def test_divided_paths_add_up(name: str) -> None:
    start = STARTS[name]
    ways: tuple[dict[str, Any], ...] = {"depth": 3}, {"turns": 1}
    for parts, whole in ((divide(start, **given), perft(start, **given)) for given in ways):
        assert list(parts) == list(start.legal_moves)
        assert sum(each.paths for each in parts.values()) == whole.paths
        assert all(each.turns[0] <= whole.turns[0] for each in parts.values() if each.turns)


def test_nothing_to_play_is_one_path() -> None:
    assert perft(STARTS["gin dealt to 2"], 0) == perft(STARTS["gin dealt to 2"], turns=0) == Perft(1, 1, ())


def test_a_round_that_is_over_has_no_turns() -> None:
    over = [each for each in after_turns(STARTS["gamevelvet: the last cards"], 1)[0] if each.over]
    assert len(over) == 2
    assert all(perft(each, turns=2) == Perft(0, 0, (0, 0)) for each in over)


def test_a_draw_is_one_move_to_the_card_that_comes() -> None:
    assert divide(STARTS["rami-500 dealt to 3"], 1) == {DrawStock(): Perft(1, 1, ())}


@pytest.mark.parametrize(
    "given", [{}, {"depth": -1}, {"turns": -1}, {"turns": 1.0}, {"depth": 1, "turns": 1}], ids=str
)
def test_an_invalid_depth_is_refused(given: dict[str, Any]) -> None:
    for count in (perft, divide):
        with pytest.raises(RamiError, match=r"depth|turns"):
            count(STARTS["gin dealt to 2"], **given)


def test_there_is_no_first_move_of_nothing() -> None:
    for given in ({"depth": 0}, {"turns": 0}):
        assert codes_of(RamiError, divide, STARTS["gin dealt to 2"], **given) == ["too_small"]
    assert codes_of(RamiError, after_turns, STARTS["gin dealt to 2"], -1) == ["too_small"]
