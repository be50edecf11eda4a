"""The package in examples/ that adds a game: it matches its page, and it passes `check_variant`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.support.programs import program

from rami import Variant, variants
from rami.testing import check_variant

FOLDER = Path(__file__).parents[2] / "examples" / "remik"


def remik() -> Variant:
    found = program("remik/rami_remik.py").REMIK
    assert isinstance(found, Variant)
    return found


def test_the_entry_point_is_the_variant() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["rami.variants"] == {remik().slug: "rami_remik:REMIK"}


def test_it_is_romme_with_fifty_one_points_to_open() -> None:
    found = remik().differences(variants.ROMME)
    # A joker goes to the hand, so no rule reads when it must be placed.
    assert found.pop("table.recovered_when") == "same_turn"
    assert found == {"opening.minimum": 51}


def test_it_passes_the_exam() -> None:
    assert check_variant(remik(), rounds=1, turn_cap=2, breadth=8).positions


@pytest.mark.slow
def test_its_text_does_not_depend_on_the_games_that_were_imported_before() -> None:
    texts: list[str] = []
    for before in ("", "from rami import variants; [*map(variants.get, variants.available())]; "):
        program = (
            f"import sys; sys.path.insert(0, {str(FOLDER)!r}); {before}from rami_remik import REMIK as game; "
        )
        program += "from rami.notation import houses; print(houses.dumps(game))"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=60, check=True
        )
        texts.append(done.stdout)
    assert texts[0] == texts[1] != ""
