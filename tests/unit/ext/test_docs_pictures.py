"""The pictures in the documentation equal the pictures that the code draws."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    script = runpy.run_path(str(DOCS / "_pictures.py"))
    drawn = {f"{name}.svg": picture.svg for name, picture in script["pictures"]().items()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "_static").glob("*.svg")}
    assert kept.keys() == drawn.keys()
    stale = [name for name in drawn if kept[name] != drawn[name]]
    assert not stale, f"draw them again: python docs/_pictures.py ({', '.join(stale)})"
