"""English texts that the code puts into parameters of violations, found in its syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import rami

SPOKEN = frozenset({"expected", "what", "where", "why"})
"""Names of parameters that hold words; so are parameters and variables of these names in functions."""

OTHERS = frozenset({"add_command", "whole", "counted"})
"""Functions that have such parameters for other things."""

BLANK = "7"
"""What stands in the place of a blank of an f-string."""


def texts() -> dict[str, str]:
    """Each text with the file and the line where it stands first."""
    found: dict[str, str] = {}
    root = Path(rami.__file__).parent
    paths = [path for path in sorted(root.rglob("*.py")) if "testing" not in path.relative_to(root).parts]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    spoken = _functions(trees)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            for given in _given(node, spoken):
                for text in _literals(given):
                    found.setdefault(text, f"{path.relative_to(root)}:{node.lineno}")  # type: ignore[attr-defined]  # every node of these has it
    return found


def _functions(trees: Mapping[Path, ast.Module]) -> dict[str, list[int]]:
    """Functions with parameters of such names, with the places of these; calls of methods leave out `self`."""
    found: dict[str, list[int]] = {}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                named = [each.arg for each in node.args.args if each.arg not in ("self", "cls")]
                places = [place for place, name in enumerate(named) if name in SPOKEN]
                if places:
                    found.setdefault(node.name, []).extend(places)
            elif isinstance(node, ast.ClassDef):
                fields = [
                    each.target.id
                    for each in node.body
                    if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
                ]
                places = [place for place, name in enumerate(fields) if name in SPOKEN]
                if places:
                    found.setdefault(node.name, []).extend(places)
    return found


def _given(node: ast.AST, spoken: Mapping[str, list[int]]) -> Iterator[ast.expr]:
    """The expressions that become such a parameter at this place of the code."""
    match node:
        case ast.Dict():
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in SPOKEN:
                    yield value
        case ast.Call():
            yield from (each.value for each in node.keywords if each.arg in SPOKEN)
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in OTHERS:
                return
            yield from (node.args[place] for place in spoken.get(name, ()) if place < len(node.args))
        case ast.Assign(targets=[ast.Name(id=name)]) if name in SPOKEN:
            yield node.value
        case _:
            pass


def _literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            parts = (str(each.value) if isinstance(each, ast.Constant) else BLANK for each in node.values)
            yield "".join(parts)
        case ast.IfExp():
            yield from (*_literals(node.body), *_literals(node.orelse))
        case ast.BoolOp():
            yield from (text for each in node.values for text in _literals(each))
        case _:
            pass
