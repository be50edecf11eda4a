"""The command line plays every game with bots, to the end of a match."""

from __future__ import annotations

import re

import pytest
from tests.support.presets import SLUGS
from tests.support.terminal import Said

from rami import variants
from rami.notation import houses

GAMES = ("rami-500", "gamevelvet", "lebanese-14")


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_match_is_played_to_its_end(said: Said, slug: str, players: int) -> None:
    lines = said("play", slug, "--watch", "--players", str(players), "--seed", "1")
    assert lines[0] == f"{variants.get(slug).name}: {players} players, seed 1"
    assert re.fullmatch(r"Winners?: (Bruno|Chloé|Dina|Elias).*", lines[-1])
    assert any("opens with " in line and "points)" in line for line in lines)
    assert sum("goes out" in line for line in lines) > 1


def test_the_games_are_listed(said: Said) -> None:
    lines = said("variants")
    assert [line.split()[0] for line in lines] == list(SLUGS)
    assert lines[1].split() == ["classic-51", "Classic", "Rami", "51", "2-7", "players"]


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", SLUGS)
def test_options_are_printed_as_a_house_rule_file(said: Said, slug: str, language: str) -> None:
    lines = said("rules", slug, "--options", "--lang", language)
    assert houses.loads("\n".join(lines)) == variants.get(slug)
    assert f"players = [{variants.get(slug).equipment.players[0]}, " in "\n".join(lines)
    assert sum(line.startswith("# ") for line in lines) == sum("  # " in line for line in lines)
