"""Every option with more than one value, each broken by ignoring what a house says of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.breaks.changes import Breaks, ignored
from tests.tracing import TESTS

from rami.policies.fields import options_of
from rami.policies.options import ALIASES, SLOTS


def has_choice(expected: str) -> bool:
    """Whether this describes more than one value."""
    numbers = re.fullmatch(r"an integer from (\d+) to (\d+)", expected)
    return (
        numbers[1] != numbers[2]
        if numbers
        else bool(re.search(r" or |integer|number|set|pair|list", expected))
    )


def built() -> list[str]:
    """The options that a house may change, as "slot.field"."""
    return [
        f"{slot}.{name}"
        for slot, policy in SLOTS.items()
        for name, option in options_of(policy).items()
        if has_choice(option.values.expected)
    ]


BREAKS: Breaks = {field: (ignored(field),) for field in built()}
"""Option to its break."""


def names_of(field: str) -> set[str]:
    """How tests write an option."""
    slot, name = field.split(".")
    aliases = {alias for alias, meant in ALIASES.items() if meant.field == field}
    return {f"{slot}__{name}", name, field, *aliases}


def playing(field: str) -> Iterator[str]:
    """The tests of the rules that name an option, as "file::test"; all of a file whose constants name it."""
    names = names_of(field)
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        tests, outside = _parts(path)
        yield from (test for test, words in tests if not names.isdisjoint(words | outside))


def _words(source: str) -> frozenset[str]:
    """What may be names of options: words in quotes, and slot__field."""
    return frozenset(
        word for pair in re.findall(r'"([\w.]+)"|\b([a-z]+__[a-z_]+)\b', source) for word in pair if word
    )


@cache
def _parts(path: Path) -> tuple[list[tuple[str, frozenset[str]]], frozenset[str]]:
    """The tests of a file as "file::test" with the words in them, and the words elsewhere."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    outside = list(lines)
    tests: list[tuple[str, frozenset[str]]] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) - 1
            last = node.end_lineno or node.lineno
            name = f"{path.relative_to(TESTS.parent).as_posix()}::{node.name}"
            tests.append((name, _words("\n".join(lines[first:last]))))
            outside[first:last] = [""] * (last - first)
    return tests, _words("\n".join(outside))
