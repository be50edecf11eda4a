"""The places in the source that make violations: every code is used, with all parameters of its sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rami
from rami.errors import Reason
from rami.errors.texts import OTHERWISE

SOURCE = Path(rami.__file__).parent
MAKERS = {"Violation", "violation", "fault", "_wrong"}
"""Functions that make a violation; all but the first take its parameters by name."""

NAMED = re.compile(rf"\b({'|'.join(MAKERS)})\(")

OTHERS = {"rule", "params", "because", "sentences"}


def functions() -> Iterator[tuple[str, list[ast.AST]]]:
    """Yield the functions that name a maker, each by its file with all that is in it."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not NAMED.search(text):
            continue
        lines = text.splitlines()
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                inside = "\n".join(lines[function.lineno - 1 : function.end_lineno])
                if NAMED.search(inside):
                    yield str(path.relative_to(SOURCE)), list(ast.walk(function))


def made() -> Iterator[tuple[str, Reason, set[str]]]:
    """Yield the places where parameters are written out, with the code and the names of the parameters."""
    for path, nodes in functions():
        named = [
            (node.lineno, node.targets[0].id, node.value)
            for node in nodes
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        ]
        named.sort(key=lambda each: each[0])
        for node in nodes:
            if isinstance(node, ast.Call) and name_of(node.func) in MAKERS:
                code = next((each for each in node.args if name_of(each) in Reason.__members__), None)
                keys = parameters(node, named)
                if code is not None and keys is not None:
                    yield f"{path}:{node.lineno}", Reason[name_of(code)], keys


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def parameters(call: ast.Call, named: list[tuple[int, str, ast.expr]]) -> set[str] | None:
    """Return the names of the parameters; None where they are not written out."""
    if None in {each.arg for each in call.keywords} or ast.Starred in map(type, call.args):
        return None
    given = [each.value for each in call.keywords if each.arg == "params"]
    if name_of(call.func) != "Violation":
        return None if given else {each.arg for each in call.keywords if each.arg} - OTHERS
    given += call.args[2:3]
    if not given:
        return set()
    found: ast.expr | None = given[0]
    if isinstance(found, ast.Name):
        of_name = [value for line, name, value in named if name == found.id and line < call.lineno]
        found = of_name[-1] if of_name else None
    if not isinstance(found, ast.Dict) or not all(isinstance(each, ast.Constant) for each in found.keys):
        return None
    return {str(each.value) for each in found.keys if isinstance(each, ast.Constant)}


def blanks(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template))


def test_parameters_fill_the_blanks_of_the_sentence() -> None:
    found = list(made())
    assert len(found) > 200
    for place, reason, keys in found:
        templates = [reason.template, *(OTHERWISE[reason][1].values() if reason in OTHERWISE else ())]
        assert any(blanks(each) - {"field"} <= keys for each in templates), (place, reason, keys)


def test_every_code_is_made_somewhere() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name not in ("_reasons.py", "_texts.py")
    ]
    source = "\n".join(texts)
    for each in Reason:
        assert f"Reason.{each.name}" in source or f'"{each.value}"' in source, each
