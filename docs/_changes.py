"""The page of changes: those since the last release, from changelog.d, then the changelog."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "changes.md"


def write_changes() -> None:
    """Write the page."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    head, marked, released = changelog.partition("<!-- towncrier: releases, the newest first -->\n")
    text = "\n".join((head.rstrip(), "", *_coming(), released)) if marked else changelog
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


def _coming() -> Iterator[str]:
    """What the next release brings, kind by kind."""
    kinds = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
    yield "## Not yet released\n"
    for kind in kinds:
        found = [
            path.read_text(encoding="utf-8").strip()
            for path in sorted((ROOT / "changelog.d").glob(f"*.{kind['directory']}.md"))
        ]
        if found:
            yield f"### {kind['name']}\n"
            yield from (f"- {indent(each, '  ').lstrip()}" for each in sorted(found))
            yield ""
