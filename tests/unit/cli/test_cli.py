"""The command line as other programs use it: output, exit codes and pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from tests.support.playing import end_of, matches
from tests.support.terminal import Complaint, Said

import rami
from rami import Cards, Match, variants
from rami._base.lines import wrapped
from rami._cli.play import opening_position
from rami._cli.streams import failure
from rami.errors import InvalidMatch
from rami.notation import hands_text, table_text
from rami.rounds.setup import TableMeld

SOURCE = Path(rami.__file__).parent.parent


def run(
    *arguments: str, stdout: int | IO[bytes] = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m rami` in a separate process."""
    path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH", ""))))
    return subprocess.run(
        [sys.executable, "-m", "rami", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **environment},
    )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_output_in_every_process() -> None:
    watch = ("play", "--watch", "classic-51", "--players", "4", "--seed", "7")
    first = run(*watch, PYTHONHASHSEED="1")
    second = run(*watch, PYTHONHASHSEED="2", LC_ALL="C")
    assert first.returncode == second.returncode == 0
    assert not first.stderr
    assert first.stdout == second.stdout
    assert first.stdout.decode().count("\n") > 30


NAME = "(Bruno|Chloé|Dina|Elias)"


def test_a_match_is_narrated_to_its_end(said: Said) -> None:
    lines = said("play", "--watch", "classic-51", "--players", "4", "--seed", "7")
    assert lines[0] == "Classic Rami 51: 4 players, seed 7"
    assert re.fullmatch(f"Winners?: {NAME}(, {NAME})*", lines[-1])
    assert "place  player  total" in lines
    assert "player  points  total  reasons" in lines
    assert "turn  left  moves" in lines
    assert any(re.search(rf"{NAME} draws \S+ and discards \S+\.$", line) for line in lines)
    assert any("opens with " in line and "points)" in line for line in lines)
    assert any(line.lstrip().startswith("table [0] ") for line in lines)
    assert any("not opened 100" in line for line in lines)
    assert all(len(line) <= 100 for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_a_game_of_knocks_is_narrated_to_its_end(said: Said) -> None:
    lines = said("play", "--watch", "gin", "--seed", "9")
    assert lines[0] == "Gin: 2 players, seed 9"
    assert any(line.endswith("  Bruno passes.") for line in lines)
    assert any(re.search(r"\bknocks with ", line) for line in lines)
    unmatched = rf"Unmatched cards: Bruno .*, Chloé .*\. {NAME} wins the round\."
    assert any(re.fullmatch(unmatched, line) for line in lines)
    assert any("deadwood of Bruno: 22, own deadwood -1" in line for line in lines)
    assert re.fullmatch(f"Winner: {NAME}", lines[-1])


def test_the_numbers_of_the_sheet_are_those_of_the_match(said: Said) -> None:
    lines = said("play", "--watch", "--players", "3", "--seed", "2", "--quiet")
    match = end_of(matches(opening_position("classic-51", 3, 2, None)))
    names = ["Bruno", "Chloé", "Dina"]
    table = [[str(place.rank), names[place.player], str(place.total)] for place in match.standings]
    assert [line.split() for line in lines[-4:-1]] == table
    assert lines[-1] == f"Winner: {names[match.winners[0]]}"
    for line in match.scores[-1].lines:
        row = f"{names[line.player]} {line.points} {match.totals[line.player]}".split()
        assert any(each.split()[:3] == row for each in lines)


def test_quiet_leaves_out_the_turns_alone(said: Said) -> None:
    full = said("play", "--watch", "--seed", "11")
    quiet = said("play", "--watch", "--seed", "11", "--quiet")
    assert "turn  left  moves" not in quiet
    remaining = iter(full)
    assert all(line in remaining for line in quiet)
    assert len(quiet) < len(full) / 2


def test_without_a_seed_each_match_is_another_one(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    first, second = (said("play", "--watch", "gin", "--rounds", "1", "--turn-cap", "1") for _ in range(2))
    assert first != second
    seed = first[0].rpartition(" ")[2]
    assert said("play", "--watch", "gin", "--rounds", "1", "--turn-cap", "1", "--seed", seed) == first


def test_rounds_can_be_limited(said: Said) -> None:
    lines = said("play", "--watch", "--rounds", "2", "--turn-cap", "3", "--quiet")
    assert lines[0] == "Classic Rami 51: 4 players, seed 7"
    begun = [line for line in lines if line.startswith("Round ")]
    assert begun == ["Round 1, dealt by Elias", "Round 2, dealt by Bruno"]
    assert lines.count("The round is void: nobody wins it.") == 2
    assert "Stopped after 2 rounds, before the end of the match." in lines
    assert lines[-1] == "In the lead: Bruno, Chloé, Dina, Elias"


def test_a_match_of_void_rounds_is_given_up(said: Said, complaint: Complaint) -> None:
    assert "void" in complaint("play", "--watch", "--turn-cap", "1", "--quiet", code=1)
    assert said("play", "--watch", "--turn-cap", "1", "--quiet", "--rounds", "10")


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_that_the_game_allows(said: Said, players: int) -> None:
    lines = said("play", "--watch", "--players", str(players), "--rounds", "1", "--quiet", "--seed", "3")
    sheet = lines[lines.index("player  points  total  reasons") + 1 :][:players]
    names = ["Bruno", "Chloé", "Dina", "Elias", "Farah", "Hugo", "Ines"]
    assert [line.split()[0] for line in sheet] == names[:players]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        *((["--players", count], f"{count} player") for count in ("8", "1", "0")),
        *((["--players", count], repr(count)) for count in ("-2", "four", "2.0")),
        (["--players", "9" * 5000], "expected a number of players"),
        (["--players"], "--players"),
        *((["--seed", seed], "0 to 2**256 - 1") for seed in ("-1", str(2**256), "7" * 5000, "٧")),
        *((["--seed", seed], repr(seed)) for seed in ("1_000", "0x7", "")),
        *((["--rounds", rounds], "--rounds") for rounds in ("0", "-1")),
        *((["--turn-cap", cap], "--turn-cap") for cap in ("0", "many")),
        *(([option], option) for option in ("--quietly", "--qui")),
        (["two", "more"], "more"),
        (["a\nb"], "a b"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_wrong_options_get_one_line(complaint: Complaint, arguments: list[str], part: str) -> None:
    assert part in complaint("play", "classic-51", *arguments)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("plya", "plya"),
        ("--verbose", "--verbose"),
        ("play clasic-51", "did you mean 'classic-51'?"),
        ("play bridge", "available: basic-rummy, classic-51"),
        ("play ", "available: basic-rummy, classic-51"),
        ("play a\nb\x1b[31m", "'a\\nb"),
        ("variants all", "all"),
    ],
)
def test_wrong_commands_and_variants_get_one_line(complaint: Complaint, words: str, part: str) -> None:
    assert part in complaint(*words.split(" "))


def test_the_exit_code_of_the_process() -> None:
    wrong = run("play", "classic-51", "--players", "12")
    assert wrong.returncode == 2
    assert not wrong.stdout
    assert wrong.stderr.decode().splitlines() == ["rami: error: 12 players: this game is for 2 to 7"]


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["variants", "--help"]], ids=repr)
def test_help_comes_with_examples(said: Said, arguments: list[str]) -> None:
    lines = said(*arguments)
    assert lines[0].startswith("usage: rami")
    if arguments[0] != "variants":
        assert any("rami play classic-51 --players 4 --seed 7" in line for line in lines)
    assert said("--version")[0].startswith("rami ")


@pytest.mark.slow
def test_terminals_without_suit_symbols_get_letters() -> None:
    for encoding in ("ascii", "latin-1"):
        done = run("play", "--watch", "--rounds", "1", PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        assert not done.stderr
        text = done.stdout.decode(encoding)
        assert "?" not in text
        assert re.search(r"discards [A2-9TJQK][cdhs]\.\n", text)
    assert run("play", "--help", PYTHONIOENCODING="ascii").returncode == 0


@pytest.mark.slow
def test_letters_and_symbols_give_equal_output() -> None:
    symbols = run("play", "--watch", "--rounds", "1", "--seed", "7").stdout.decode()
    letters = run("play", "--watch", "--rounds", "1", "--seed", "7", PYTHONIOENCODING="ascii").stdout.decode()
    assert symbols.translate(str.maketrans("♣♦♥♠é", "cdhse")) == letters


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "pipe2"), reason="needs pipes that can be closed early")
def test_a_reader_may_leave_early() -> None:
    for arguments in (["play", "--watch"], ["play", "--help"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = run(*arguments, stdout=writing)
        os.close(writing)
        assert done.returncode == 0
        assert not done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_reported_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("play", "--watch", "--rounds", "1", stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"rami: error: cannot write the output")
    assert done.stderr.count(b"\n") == 1


def test_a_failure_is_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert failure("this\nand\x1bthat", 5) == 5
    assert capsys.readouterr().err == "rami: error: this and that\n"


def test_the_opening_position_keeps_to_the_variant() -> None:
    match = opening_position("classic-51", None, 5, 90)
    assert isinstance(match, Match)
    assert match.variant.settings()["match.turn_cap"] == 90
    assert match.variant.with_(match={"turn_cap": None}) == variants.CLASSIC_51
    assert opening_position("classic-51", None, 5, None).variant.settings()["match.turn_cap"] == 1000
    with pytest.raises(InvalidMatch):
        opening_position("classic-51", 20, 5, None)


def test_long_lines_break_between_parts() -> None:
    assert wrapped("a ", []) == ["a"]
    assert wrapped("ab ", ["12", "34", "56"], "; ", width=10) == ["ab 12; 34;", "   56"]
    assert wrapped("", ["a very long part", "b"], width=5) == ["a very long part", "b"]
    table = [TableMeld(number, 0, "7♠ 8♠ 9♠") for number in range(12)]
    lines = table_text(table, "table ", width=40)
    assert len(lines) == 6
    assert all(len(line) <= 40 for line in lines)


def test_a_hand_without_cards_has_a_line() -> None:
    assert hands_text([Cards("7♠"), Cards()], (1,)) == ["player 1"]
