"""Write the page of changes: first the changes since the last release, from changelog.d, then the changelog.

If the page would get too long, the changes of a release are on separate pages, one for each kind.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "changes.md"
FOLDER = Path(__file__).parent / "changes"
MOST_WORDS = 2500
"""The maximum number of words on the page of changes, about 5,000 pixels."""


def write_changes() -> None:
    """Write the pages, and delete those that no longer belong to a release."""
    FOLDER.mkdir(exist_ok=True)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    head, _, released = (ROOT / "CHANGELOG.md").read_text("utf-8").partition(settings["start_string"])
    releases = ["\n".join(_coming(settings["type"])), *re.split(r"^(?=## )", released, flags=re.MULTILINE)]
    made: dict[Path, str] = {}
    text = f"{head.rstrip()}\n\n"
    for release in filter(str.strip, releases):
        fits = len(f"{text}{release}".split()) <= MOST_WORDS
        text += f"{release if fits else _divided(release, made)}\n"
    if made:
        names = "\n".join(f"{FOLDER.name}/{path.stem}" for path in made)
        text += f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    for path in {*FOLDER.glob("*.md")} - made.keys():
        path.unlink()
    for path, page in {PAGE: text, **made}.items():
        if not path.exists() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")


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


def _divided(release: str, made: dict[Path, str]) -> str:
    """Return the section of a release with a link in place of each kind of changes.

    Parameters:
        release: the section, as in the changelog.
        made: the pages of kinds, to which those of this release are added.
    """
    opening, *parts = re.split(r"^### (.+)\n", release, flags=re.MULTILINE)
    named = re.search(r"\[(.+?)\]", opening.partition("\n")[0])
    version, slug = (named[1], named[1]) if named else ("the next release", "next")
    for kind, changes in zip(parts[::2], parts[1::2], strict=True):
        path = FOLDER / f"{slug}-{kind.lower()}.md"
        made[path] = f"# {kind} in {version}\n{changes}"
        count = len(re.findall(r"^- ", changes, re.MULTILINE))
        opening += f"- {{doc}}`{kind} <{FOLDER.name}/{path.stem}>`: {count}\n"
    return opening
