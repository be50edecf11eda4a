"""Every game of the command, played by bots to the end of a match."""

from __future__ import annotations

import re

import pytest

from rami import variants
from rami._cli import main

GAMES = ("rami-500", "gamevelvet", "lebanese-14")


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str], slug: str, players: int) -> None:
    assert main(["play", slug, "--players", str(players), "--seed", "3"]) == 0
    shown = capsys.readouterr()
    assert not shown.err
    lines = shown.out.splitlines()
    assert lines[0] == f"{variants.get(slug).name}: {players} players, seed 3"
    assert re.fullmatch(r"Winners?: players? [0-3].*", lines[-1])
    assert any("; lay " in line and "points)" in line for line in lines)
    assert sum("goes out" in line for line in lines) > 1


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert set(GAMES) <= set(listed)
    assert listed[0] == "classic-51"
