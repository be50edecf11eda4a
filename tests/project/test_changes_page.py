"""The page of changes has all releases, and a long release has a page for each kind of changes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Return the module that writes the pages, with another folder as its target."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    made = import_module("_changes")
    monkeypatch.setattr(made, "PAGE", tmp_path / "changes.md")
    monkeypatch.setattr(made, "FOLDER", tmp_path / "changes")
    yield made
    sys.modules.pop("_changes")


@pytest.mark.parametrize("most", [0, 100_000])
def test_every_change_is_on_a_page(made: ModuleType, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST_WORDS", most)
    made.write_changes()
    front = made.PAGE.read_text(encoding="utf-8")
    kinds = {f"changes/{path.stem}": path.read_text("utf-8") for path in made.FOLDER.iterdir()}
    assert set(re.findall(r"<(changes/.+?)>`", front)) == kinds.keys()
    assert set(re.findall(r"^changes/.+$", front, re.MULTILINE)) == kinds.keys()
    assert bool(kinds) is (most == 0)
    released = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    fragments = [f"- {path.read_text('utf-8')}" for path in (ROOT / "changelog.d").glob("*.*.md")]
    titles = [line for line in released.splitlines() if line.startswith("## ")]
    assert [line for line in front.splitlines() if line.startswith("## [")] == titles
    whole = [line.strip() for page in (front, *kinds.values()) for line in page.splitlines()]
    for text in (released, *fragments):
        lines = (line.strip() for line in text.splitlines() if not line.startswith(("#", "<!--")))
        assert [line for line in lines if line not in whole] == []


def test_the_page_stays_short(made: ModuleType) -> None:
    made.write_changes()
    assert len(made.PAGE.read_text(encoding="utf-8").split()) <= made.MOST_WORDS


def test_pages_of_no_release_are_deleted(made: ModuleType) -> None:
    made.FOLDER.mkdir()
    old = made.FOLDER / "0.0.1-added.md"
    old.write_text("# Added in 0.0.1\n", encoding="utf-8")
    made.write_changes()
    assert not old.exists()
