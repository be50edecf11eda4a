"""Replay the scenes of `tests/data/scenes` in the reference: the legality of moves, and the scores of ends.

Gin, declarations, rearranged tables and calls of Rummy 500 have modules of their own in the reference.
"""

from __future__ import annotations

import pytest
from tests.oracle.differential.bridge import action_of, is_declared, position_of, rules_of, shown
from tests.oracle.differential.meld_checks import same_result
from tests.oracle.reference.turn import legal
from tests.rules import test_scenes
from tests.support.tracing import Scene, scenes

from rami import RamiError, Round, Variant, variants
from rami.rounds.setup import Phase

JUDGED_ALONE = ("meld", "readings", "open")


@pytest.mark.search(cases=130)
@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(each, id=each.id)
        for each in scenes()
        if each.slug not in ("gin", "rummikub") and not is_declared(variants.get(each.slug))
    ],
)
def test_the_reference_knows_the_scene(scene: Scene) -> None:
    above: dict[int, Variant | Round] = {0: variants.get(scene.slug)}
    for depth, text in scene.lines:
        before = above[depth - 1]
        if isinstance(before, Variant):
            word, _, rest = text.partition(" ")
            if word == "house":
                above[depth] = test_scenes.house(before, rest)
            elif word not in JUDGED_ALONE:
                above[depth] = test_scenes.position_of(before, text)
        elif not text.startswith("= "):
            moves, _, refused = text.partition(" ! ")
            *first, last = moves.split("; ")
            for move in first:
                before = played(before, move)
            if refused:
                same_verdict(before, last, False)
            else:
                above[depth] = played(before, last)


def played(state: Round, text: str) -> Round:
    """Return the position after a legal move."""
    same_verdict(state, text, True)
    after = state.play(text)
    same_result(after)
    return after


def same_verdict(state: Round, text: str, expected: bool) -> None:
    """Check that a move that can be read is as legal as the scene says."""
    try:
        move = state.parse(text)
    except RamiError:
        assert not expected
        return
    called = state.phase is Phase.OFFER and state.variant.conduct.rum_call is not None
    if not (state.over or called):
        found = legal(position_of(state), action_of(state, move), rules_of(state.variant))
        assert found == expected, f"{shown(state)}\n{text}"
