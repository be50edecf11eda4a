"""Count the different positions after each turn, with the engine's lists and with the reference."""

from __future__ import annotations

import pytest
from tests.oracle.differential import knock_checks
from tests.oracle.differential.bridge import alike, end_of_turn, is_declared, position_of, rules_of, texts
from tests.oracle.reference import rounds
from tests.oracle.reference.gin import Position
from tests.support.perft_data import SCENES, Scene

from rami import Round
from rami.testing import after_turns


def hands_of(state: Round) -> rounds.Hands:
    return tuple(map(texts, state.hands))


def text_of(after: Round) -> str:
    """Return the text of a position between two turns, with every hand."""
    return rounds.whole_text(end_of_turn(after, after), hands_of(after), len(after.stock))


def gin_position(state: Round) -> Position:
    """Return a position of Gin without its history, the table in order."""
    position = knock_checks.position_of(state)
    return position._replace(recycles=0, upcard=None, last=False, table=tuple(sorted(position.table)))


def same_positions(start: Round, turns: int) -> list[int]:
    """Check that engine and reference agree on the positions after each turn, and return their numbers.

    Of the moves that differ by an exchange of wild cards only the engine lists one (D-150), so positions with wild
    twos are the same when those are not distinguished.
    """
    found = after_turns(start, turns)
    rules = rules_of(start.variant)
    if start.variant.slug == "gin":
        known = rounds.after_gin_turns(gin_position(start), rules, turns)
        assert [set(map(gin_position, each)) for each in found] == known
    else:
        due = tuple((rules.contracts or ())[number - 1] for number in start.context.contracts)
        whole = rounds.Whole(position_of(start), hands_of(start), texts(start.stock), due)
        for after, expected in zip(found, rounds.after_turns(whole, rules, turns), strict=True):
            listed = set(map(text_of, after))
            assert listed <= expected
            if rules.wild_rank:
                listed, expected = (
                    {alike(end, rules.wild_rank) for end in ends} for ends in (listed, expected)
                )
            assert listed == expected
    return [len(each) for each in found]


def has_own_reference(scene: Scene) -> bool:
    """Return whether a different reference follows whole rounds: with declared hands, or rearranged tables."""
    variant = scene.round.variant
    return is_declared(variant) or variant.table.regroup is not None


@pytest.mark.search(cases=2)
@pytest.mark.parametrize(
    "scene", [each for each in SCENES if not has_own_reference(each)], ids=lambda scene: scene.name
)
def test_positions_after_each_turn(scene: Scene) -> None:
    """The numbers of positions are those on record, and the reference has each of the positions."""
    recorded = [positions for _, positions in scene.turns]
    assert same_positions(scene.round, len(recorded)) == recorded
