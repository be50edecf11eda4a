"""The command `rami solve`, which finds the best play on a table."""

from __future__ import annotations

import pytest
from tests.support.terminal import Complaint, Run

TABLE = "5♣ 5♦ 5♥ 5♠ | 9♥ T♥ J♥"
RACK = "4♣ 6♣ 7♣ Q♥ K♠"


def test_the_best_play(rami: Run) -> None:
    code, lines = rami("solve", "gin", TABLE, RACK)
    assert (code, lines[:2]) == (0, ["Lay 4♣ 6♣ 7♣ Q♥: 27 points", "The table then:"])
    assert lines[2:5] == ["  4♣ 5♣ 6♣ 7♣", "  9♥ 10♥ J♥ Q♥", "  5♦ 5♥ 5♠"]
    assert lines[5:] == ["Left on the rack: K♠", "1 meld on the table taken apart"]
    alone = ["Lay 3♦ 4♦ 5♦: 12 points", "The table then:", "  3♦ 4♦ 5♦"]
    assert rami("solve", "gin", "", "3♦ 4♦ 5♦")[1] == alone


def test_a_table_on_standard_input(rami: Run) -> None:
    typed = TABLE.replace(" | ", "\n")
    assert rami("solve", "gin", "-", RACK, typed=typed) == rami("solve", "gin", TABLE, RACK)


def test_a_semicolon_ends_a_meld(rami: Run) -> None:
    """The bound joker of a meld must not become free because the melds were separated otherwise."""
    table = "4k 5k 6k * | 9r 10r 11r"
    bars, semicolons = (
        rami("solve", "rummikub", each, "12y 12b") for each in (table, table.replace(" |", ";"))
    )
    assert bars == semicolons


def test_the_letters_of_tiles_in_french(rami: Run) -> None:
    found = rami("solve", "rummikub", "", "9k 10k 11k 12k 8y 9j 10y", "--lang", "fr")
    assert found[1][-2:] == ["  8j 9j 10j", "  9n 10n 11n 12n"]


def test_everything(rami: Run) -> None:
    table, rack = "5♣ 5♦ 5♥ 5♠", "4♣ 6♣ 7♣"
    assert rami("solve", "gin", table, rack, "--all") == (0, ["4♣ 6♣ 7♣", "4♣ 6♣", "6♣ 7♣"])
    assert rami("solve", "gin", table, rack, "--limit", "1") == (0, ["4♣ 6♣ 7♣"])
    assert rami("solve", "gin", table, rack, "--objective", "points")[1][0] == "Lay 4♣ 6♣ 7♣: 17 points"


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_nothing_to_lay(rami: Run, options: tuple[str, ...]) -> None:
    assert rami("solve", "gin", "5♣ 5♦ 5♥ 5♠", "K♠", *options) == (1, ["Nothing can be laid."])


@pytest.mark.only("pure", "a constant of the kernel is replaced")
def test_an_answer_that_is_not_proven(rami: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami._kernel.regrouping.changes.MOST_STATES", 0)
    assert rami("solve", "gin", TABLE, RACK)[1][-1] == "Perhaps fewer would be enough."


def test_invalid_tables_are_refused(complaint: Complaint) -> None:
    assert "cannot all be arranged in melds" in complaint("solve", "gin", "5♣ 5♦ 5♥ 6♠", "7♠")
    assert "is not a card" in complaint("solve", "gin", "5♣ 5♦ x", "7♠")
    assert "there is no variant" in complaint("solve", "jin", "", "7♠")


def test_in_other_languages(rami: Run) -> None:
    code, lines = rami("solve", "gin", "9♥ T♥ V♥", "D♥ R♠", "--lang", "fr")
    assert (code, lines[0], lines[-1]) == (0, "Posez D♥\u00a0: 10 points", "Reste sur le chevalet\u00a0: R♠")
    assert rami("solve", "gin", "9♥ T♥ J♥", "K♠", "--lang", "ar") == (1, ["لا يمكن إنزال شيء."])


def test_a_game_of_tiles(rami: Run) -> None:
    code, lines = rami("solve", "rummikub", "5b 5r 5k 5y", "4b 6b 7b 13k")
    assert (code, lines[0], lines[2:4]) == (0, "Lay 4b 6b 7b: 17 points", ["  4b 5b 6b 7b", "  5y 5r 5k"])
    assert lines[4] == "Left on the rack: 13k"
    # The joker stands for the black 5 and stays.
    assert rami("solve", "rummikub", "4k * 6k", "9r 9b") == (1, ["Nothing can be laid."])
