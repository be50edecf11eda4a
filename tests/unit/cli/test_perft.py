"""The command `rami perft`, which counts the possible courses of play."""

from __future__ import annotations

import pytest
from tests.support.terminal import POSITION, Complaint, Said

from rami import Round, variants
from rami.notation import position_text
from rami.testing import perft


def test_a_deal_is_counted(said: Said) -> None:
    start = Round.deal(variants.CLASSIC_51, players=3, seed=5)
    assert said("perft", "classic-51", "2", "--players", "3", "--seed", "5") == [f"total: {perft(start, 2)}"]
    assert said("perft", position_text(start.setup), "2") == [f"total: {perft(start, 2)}"]
    assert said("perft", "gin", "0") == ["total: paths 1, positions 1"]
    assert said("perft", "gin", "2") == [f"total: {perft(Round.deal(variants.GIN, players=2, seed=7), 2)}"]


def test_whole_turns_are_counted(said: Said) -> None:
    assert said("perft", "gin", "2", "--turns", "--divide") == [
        "take: paths 210, positions 210, after each turn 10 210",
        "pass: paths 11, positions 11, after each turn 1 11",
        "total: paths 221, positions 221, after each turn 11 221",
    ]


def test_every_first_move_has_a_line(said: Said) -> None:
    lines = said("perft", POSITION, "1", "--divide")
    assert lines == [
        "knock K♠ with 4♥ 5♥ 6♥: paths 1, positions 1, after each turn 1",
        *(f"discard {card}: paths 1, positions 1, after each turn 1" for card in ("4♥", "5♥", "6♥", "K♠")),
        "total: paths 5, positions 5, after each turn 5",
    ]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["gin"], "depth"),
        (["gin", "x"], "'x'"),
        (["gin", "-1"], "'-1'"),
        (["gin", "0", "--divide"], "1 or more"),
        (["bridge", "1"], "there is no variant 'bridge'"),
        (["gin", "1", "--players", "3"], "3 players"),
        ([POSITION, "1", "--seed", "0"], "--seed"),
        ([POSITION, "1", "--players", "2"], "--players"),
        ([POSITION.replace("4♥", "4x"), "1"], "character 39"),
        ([POSITION.replace("K♦", "K♠"), "1"], "K♠"),
    ],
    ids=str,
)
def test_wrong_arguments_get_one_line(complaint: Complaint, arguments: list[str], part: str) -> None:
    assert part in complaint("perft", *arguments)
