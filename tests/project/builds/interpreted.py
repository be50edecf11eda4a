"""The installed package, imported from its Python files under another name, to compare a compiled build with it."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import rami

NAME = "interpreted_rami"
HOME = Path(rami.__file__).parent


class _Renamed(ast.NodeTransformer):
    """A transformer that sends absolute imports of the package to the copy."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        if not node.level and node.module and node.module.split(".")[0] == "rami":
            node.module = NAME + node.module.removeprefix("rami")
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        assert all(alias.name.split(".")[0] != "rami" for alias in node.names)
        return node


class _FromSource(Loader):
    def __init__(self, path: Path) -> None:
        self._path = path

    def exec_module(self, module: ModuleType) -> None:
        # No bytecode is stored, because Python would take it for that of the package itself.
        tree = _Renamed().visit(ast.parse(self._path.read_text(encoding="utf-8")))
        exec(compile(tree, str(self._path), "exec", dont_inherit=True), module.__dict__)


class _Twin(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        first, *rest = fullname.split(".")
        if first != NAME:
            return None
        place = HOME.joinpath(*rest)
        if place.is_dir():
            file, below = place / "__init__.py", [str(place)]
        else:
            file, below = place.with_suffix(".py"), None
        if not file.exists():
            return None
        return spec_from_file_location(
            fullname, file, loader=_FromSource(file), submodule_search_locations=below
        )


def load(name: str = "") -> Any:
    """Return the copy of `rami`, or of its module `rami.<name>`."""
    if not any(isinstance(finder, _Twin) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Twin())
    return importlib.import_module(f"{NAME}.{name}" if name else NAME)
