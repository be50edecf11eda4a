"""The list of equivalent mutants names only functions and lines that exist."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rami

FILE = Path(__file__).with_name("equivalent.toml")
LISTED: Mapping[str, list[Mapping[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def source(function: str) -> str | None:
    """Return the text of a function, given by its full name; None if there is none."""
    names = function.split(".")[1:]
    path = Path(rami.__file__).parent
    while names and not path.is_file():
        path /= names.pop(0)
        path = path if path.is_dir() else path.with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    node: ast.AST | None = ast.parse(text)
    for name in names:
        inside = ast.iter_child_nodes(node) if node else ()
        node = next((each for each in inside if getattr(each, "name", None) == name), None)
    return ast.get_source_segment(text, node) if node and names else None


@pytest.mark.parametrize("function", LISTED)
def test_listed_mutants_are_of_lines_that_are_there(function: str) -> None:
    found = source(function)
    assert found is not None
    lines = {line.strip() for line in found.splitlines()}
    assert [each["before"] for each in LISTED[function] if each["before"] not in lines] == []
