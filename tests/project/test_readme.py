"""The README: its two commands run, and its program makes a first legal move."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from rami import Variant, variants
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE)
    assert found, f"the README has no section {title!r}"
    return found[1]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    ("title", "start"),
    [
        ("Run it", "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/rami play "),
        ("Test it", 'python3 -m venv .venv && .venv/bin/pip install -q "nox[uv]" && .venv/bin/nox'),
    ],
)
def test_one_command_sets_everything_up(title: str, start: str) -> None:
    (command,) = blocks(section(title), "sh")
    assert command.count("\n") == 1
    assert command.startswith(start)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    finder = re.search(r"^test_command=\$\((.*)\)$", script, re.MULTILINE)
    assert finder
    found = subprocess.run(["sh", "-c", finder[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert blocks(section("Test it"), "sh") == [found.stdout]


def test_the_python_of_the_readme_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (program,), (output,) = blocks(README, "python"), blocks(README, "text")
    assert len([line for line in program.splitlines() if line]) <= 12
    exec(compile(program, "README.md", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out == output


def test_the_first_example_is_the_one_of_the_readme() -> None:
    (program,) = blocks(README, "python")
    example = (ROOT / "examples" / "first_move.py").read_text(encoding="utf-8")
    assert program in example


def test_the_table_of_games_is_the_list_of_variants() -> None:
    rows = [
        line.strip("| ").split(" | ") for line in section("The games").splitlines() if line.startswith("| ")
    ]
    games = {row[1].strip("`"): (row[0], row[2]) for row in rows[1:]}
    assert {*games, "PLAIN"} == {name for name in variants.__all__ if name.isupper()}
    for name, (title, players) in games.items():
        variant: Variant = getattr(variants, name)
        least, most = variant.equipment.players
        assert (title, players) == (variant.name, str(least) if least == most else f"{least} to {most}")


def test_the_numbers_of_options_and_rules_are_counted() -> None:
    options = sum(len(options_of(policy)) for policy in SLOTS.values())
    rules = {rule for slug in variants.available() for rule, _ in variants.get(slug).ledger.rules}
    assert f"with {options} options" in README
    assert f"the {len(rules)} numbered rules" in README


def test_every_extra_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not [name for name in project["optional-dependencies"] if f"rami[{name}]" not in README]
