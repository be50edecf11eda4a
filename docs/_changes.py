"""Write the page of changes: first the changes since the last release, from changelog.d, then the changelog."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "changes.md"


def write_changes() -> None:
    """Write the page."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    head, _, released = (ROOT / "CHANGELOG.md").read_text("utf-8").partition(settings["start_string"])
    text = "\n".join((head.rstrip(), "", *_coming(settings["type"]), released.lstrip()))
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


def _coming(kinds: list[dict[str, str]]) -> Iterator[str]:
    """Yield the changes of the next release, kind by kind."""
    found = {
        kind["name"]: [
            path.read_text(encoding="utf-8").strip()
            for path in sorted((ROOT / "changelog.d").glob(f"*.{kind['directory']}*.md"))
        ]
        for kind in kinds
    }
    if any(found.values()):
        yield "## Not yet released\n"
    for name, texts in found.items():
        if texts:
            yield f"### {name}\n"
            yield from (f"- {indent(each, '  ').lstrip()}" for each in sorted(texts))
            yield ""
