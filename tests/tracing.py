"""Which tests cite which rules and play with which options: read from the sources of the tests alone."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
INFORMATIVE = frozenset(
    {
        "R51-INFO-01",
        "R51-INFO-02",
        "FRU-INFO-01",
        "FRU-INFO-02",
        "MILLE-02",
        "VARIATION-LIST-01",
        "VARIATION-COUNT-01",
    }
)
"""Rows that describe and bind nobody."""


def ledger() -> dict[str, str]:
    """The rules by their IDs."""
    with (TESTS / "data" / "rules.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["rule"] for row in csv.DictReader(file)}


def citations(source: str) -> Iterator[tuple[str, str]]:
    """(rule, test) for each ID in a call of `pytest.mark.rule`; a mark of a module stands for "all tests"."""
    tree = ast.parse(source)
    named = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            owner = next((test.name for test in named if _holds(test, node)), "all tests")
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, owner


def _holds(test: ast.FunctionDef, call: ast.Call) -> bool:
    first = min([test.lineno, *(mark.lineno for mark in test.decorator_list)])
    return first <= call.lineno <= (test.end_lineno or test.lineno)


def cited_in(source: str) -> set[str]:
    """The IDs in calls of `pytest.mark.rule`, wherever they stand."""
    return {rule for rule, _ in citations(source)}


def citing_tests() -> dict[str, list[str]]:
    """Rule to the tests that cite it, as "file: test"."""
    where: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).as_posix()
        for rule, test in citations(path.read_text(encoding="utf-8")):
            if f"{name}: {test}" not in where.setdefault(rule, []):
                where[rule].append(f"{name}: {test}")
    return where


def playing_files() -> dict[str, list[str]]:
    """Option to the files in `tests/rules` that play with another value of it."""
    where: dict[str, list[str]] = {}
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for slot, field in dict.fromkeys(re.findall(r"\b([a-z]+)__([a-z_]+)\b", source)):
            where.setdefault(f"{slot}.{field}", []).append(path.name)
    return where


def files_citing(rule: str) -> list[Path]:
    """The files of tests in which a rule is cited, or shown by a worked example."""
    named = f'"{rule}"'
    found = [path for path in sorted(TESTS.rglob("test_*.py")) if named in path.read_text(encoding="utf-8")]
    shown = any(re.search(rf"\b{rule}\b(?!-)", path.read_text("utf-8")) for path in TESTS.glob("data/*.yaml"))
    return sorted({*found, TESTS / "rules" / "test_examples.py"}) if shown else found
