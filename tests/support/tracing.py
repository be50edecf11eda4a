"""The rules that each test cites, and the options that it uses, as found in the source code of the tests."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

TESTS = Path(__file__).parents[1]
SCENES = TESTS / "data" / "scenes"
SCENE_TESTS = "tests/rules/test_scenes.py"
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
"""Rules that only give information, so that no test can check them."""


@cache
def _rows() -> tuple[dict[str, str], ...]:
    with (TESTS / "data" / "rules.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def ledger() -> dict[str, str]:
    """Return the texts of the rules by their IDs."""
    return {row["id"]: row["rule"] for row in _rows()}


def functions() -> dict[str, str]:
    """Return for each rule the functions and the options that apply it, separated by spaces."""
    return {row["id"]: row["functions"] for row in _rows()}


def citations(source: str) -> Iterator[tuple[str, str]]:
    """Yield (rule, test) for each ID in a call of `pytest.mark.rule`; the test is "all tests" for a module's mark."""
    if ".rule(" not in source:
        return
    for part in ast.parse(source).body:
        marks: Sequence[ast.AST] = [part]
        owner = "all tests"
        if isinstance(part, ast.FunctionDef):
            marks, owner = part.decorator_list, part.name
        for mark in marks:
            for node in ast.walk(mark):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".rule"):
                    yield from ((rule, owner) for rule in _texts(node.args))


def _texts(arguments: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the text literals in the arguments of a call, including literals in unpacked tuples."""
    for argument in arguments:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def cited_in(source: str) -> set[str]:
    """Return all IDs in calls of `pytest.mark.rule`."""
    return {rule for rule, _ in citations(source)}


def citing_tests() -> dict[str, list[str]]:
    """Return for each rule the tests that cite it, as "file: test"."""
    return {rule: list(tests) for rule, tests in _citing_tests().items()}


@cache
def _citing_tests() -> dict[str, list[str]]:
    where: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).as_posix()
        for rule, test in citations(path.read_text(encoding="utf-8")):
            if f"{name}: {test}" not in where.setdefault(rule, []):
                where[rule].append(f"{name}: {test}")
    for scene in scenes():
        for rule in scene.rules:
            where.setdefault(rule, []).append(f"data/scenes: {scene.id}")
    return where


@frozen
class Scene:
    """A scene of `data/scenes`: positions and moves, with their expected results.

    Parameters:
        slug: the slug of the game.
        name: a short description of the scene.
        rules: the rules that the scene cites.
        lines: the lines, each with the depth of its indent.
    """

    slug: str
    name: str
    rules: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]

    @property
    def id(self) -> str:
        """The name of the test that plays the scene."""
        return f"{self.slug}: {self.name}"


@cache
def scenes() -> tuple[Scene, ...]:
    """Return all scenes: a heading with rules in brackets, then indented lines, up to an empty line."""
    return tuple(_scenes())


def _scenes() -> Iterator[Scene]:
    for path in sorted(SCENES.rglob("*.txt")):
        slug = path.relative_to(SCENES).with_suffix("").parts[0]
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            head, *lines = block.splitlines()
            name, _, rules = head.rstrip("]").partition(" [")
            depths = ((len(line) - len(line.lstrip())) // 2 for line in lines)
            yield Scene(
                slug, name, tuple(rules.split()), tuple(zip(depths, map(str.strip, lines), strict=True))
            )


def names_of(field: str) -> set[str]:
    """Return the ways in which tests write an option."""

    from tests.support.flat import ALIASES

    slot, name = field.split(".")
    aliases = {alias for alias, meant in ALIASES.items() if meant == field}
    return {f"{slot}__{name}", name, field, *aliases}


def playing(field: str) -> Iterator[str]:
    """Yield the rule tests that name an option, as "file::test"; if a constant names it, all tests of the file."""
    names = names_of(field)
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        if path.name == "test_traceability.py":
            continue
        tests, outside = _parts(path)
        yield from (test for test, words in tests if not names.isdisjoint(words | outside))
    named = re.compile(rf"[ ;] ?{re.escape(field)} = ")
    for scene in scenes():
        if any(field in text and named.search(text) for _, text in scene.lines):
            yield f"{SCENE_TESTS}::test_scene[{scene.id}]"


def _words(source: str) -> frozenset[str]:
    """Return the words that may be names of options: quoted words, and words such as slot__field."""
    return frozenset(
        word for pair in re.findall(r'"([\w.]+)"|\b([a-z]+__[a-z_]+)\b', source) for word in pair if word
    )


@cache
def _parts(path: Path) -> tuple[list[tuple[str, frozenset[str]]], frozenset[str]]:
    """Return the tests of a file as "file::test", each with its words, and the words outside tests."""
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


BESIDE_THE_RULES = (
    "_kernel",
    "_cli",
    "notation",
    "testing",
    "variants",
    "rulebooks",
    "policies.fields",
    "policies.needs",
    "policies.conflicts",
    "policies.options",
)
"""Modules that name options but do not apply them."""


@cache
def _attributes() -> dict[str, list[str]]:
    """Return for each attribute the modules of rami that read it."""
    import rami

    found: dict[str, list[str]] = {}
    root = Path(rami.__file__).parent
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        if module.startswith(BESIDE_THE_RULES):
            continue
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                names.update(str(each.value) for each in node.args if isinstance(each, ast.Constant))
        for name in names:
            found.setdefault(name, []).append(module)
    return found


def reading(field: str) -> list[str]:
    """Return the modules of rami that read an option."""
    return _attributes().get(field.partition(".")[2], [])


def files_citing(rule: str) -> list[Path]:
    """Return the test files that cite a rule, or whose worked examples or scenes show it."""
    named = f'"{rule}"'
    found = [path for path in sorted(TESTS.rglob("test_*.py")) if named in path.read_text(encoding="utf-8")]
    shown = any(re.search(rf"\b{rule}\b(?!-)", path.read_text("utf-8")) for path in TESTS.glob("data/*.yaml"))
    played = any(rule in scene.rules for scene in scenes())
    more = (("test_examples.py", shown), ("test_scenes.py", played))
    return sorted({*found, *(TESTS / "rules" / name for name, needed in more if needed)})
