"""Commands accept a game from a Python file in place of a slug."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.terminal import Complaint, Said

GAME = """
import attrs
from rami import variants
from rami.errors import Violation

@attrs.frozen
class NoAceLast:
    def finish(self, facts):
        if facts.discard is None or facts.discard.rank != 1:
            return ()
        sentences = {"en": "no ace", "fr": "pas d'as"}
        return (Violation("ace_last", sentences=sentences),)

MINE = variants.CLASSIC_51.with_(name="Mine", slug="mine", closing=NoAceLast())
OTHER = MINE.with_(slug="other")
NUMBER = 5
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Yield a file with two games, whose module is forgotten afterwards."""
    path = tmp_path / "own_game_of_a_test.py"
    path.write_text(GAME, encoding="utf-8")
    before = list(sys.path)
    yield path
    sys.modules.pop(path.stem, None)
    sys.path[:] = before


def test_every_command_takes_a_game_of_a_python_file(said: Said, file: Path) -> None:
    game = f"{file}:MINE"
    lines = said("play", game, "--watch", "--quiet", "--rounds", "1", "--seed", "4")
    assert lines[0].startswith("Mine: 4 players")
    assert said("rules", game, "--lang", "fr")
    assert said("check", game, "7♠ 8♠ 9♠") == ["A run: 7♠ 8♠ 9♠, 24 points"]
    assert said("simulate", game, "--rounds", "2", "--players", "2")[0].startswith("Mine: 2 players")
    assert said("perft", game, "1", "--seed", "1")


@pytest.mark.parametrize("cap", [[], ["--turn-cap", "31"]])
def test_a_record_of_such_a_game_is_replayed_with_it(
    said: Said, complaint: Complaint, file: Path, tmp_path: Path, cap: list[str]
) -> None:
    record, game = str(tmp_path / "record.txt"), f"{file}:MINE"
    played = said("play", game, "--watch", "--quiet", "--rounds", "1", "--seed", "4", "--save", record, *cap)
    assert "custom policy" in complaint("replay", record)
    again = said("replay", record, "--quiet", "--game", game)
    assert (again[0], len(again)) == (played[0], len(played))


@pytest.mark.parametrize(
    "language,unnamed,number",
    [
        ("en", "add a colon and the name of a game: MINE, OTHER", "NUMBER must be of type Variant, not int"),
        ("fr", "ajoutez deux-points et le nom d'un jeu", "NUMBER doit être de type Variant, et non int"),
    ],
)
def test_a_name_that_is_no_game(
    complaint: Complaint, file: Path, language: str, unnamed: str, number: str
) -> None:
    for name, words in (("", unnamed), (":YOURS", unnamed), (":NUMBER", number)):
        assert words in complaint("rules", f"{file}{name}", "--lang", language)


def test_check_without_a_meld_says_how_to_check_the_game(complaint: Complaint, file: Path) -> None:
    hint = "to check the game itself, use rami.testing.check_variant"
    assert hint in complaint("check", f"{file}:MINE")
    assert hint not in complaint("check", "gin")


def test_a_file_that_is_not_there_or_fails(complaint: Complaint, tmp_path: Path) -> None:
    assert "No such file" in complaint("rules", f"{tmp_path / 'absent.py'}:MINE")
    faults = {
        "x = 1\n1 / 0": "line 2: {path} cannot be run: ZeroDivisionError: division by zero",
        "import sys; sys.exit(3)": "cannot be run: SystemExit: 3",
        "x =": "error: {path} cannot be run: SyntaxError: invalid syntax",
        "from rami.variants._ledger import written\nwritten('western-gin')": "leave out `ledger`",
        "x = 1": "defines no Variant",
    }
    for number, (code, fault) in enumerate(faults.items()):
        path = tmp_path / f"fault_of_a_test_{number}.py"
        path.write_text(code, encoding="utf-8")
        assert fault.format(path=path) in complaint("rules", f"{path}:MINE")
        sys.modules.pop(path.stem, None)
    sys.path.remove(str(tmp_path))
