"""The imports of the package: nothing impure in the core, nothing heavy on import."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import rami
from rami import matches, policies, rounds, sessions, variants

PACKAGE = Path(rami.__file__).parent
DOORS = {"_base/entropy.py", "notation/files.py", "locales/speaking.py"}
"""The modules that reach outside: for a default seed, for files of a user, for the catalogues of the package."""

EDGES = {"__main__.py", "_cli", "ext", "testing"}
IMPURE = {
    "asyncio",
    "datetime",
    "glob",
    "io",
    "locale",
    "logging",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
    "warnings",
}


def part(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def core() -> list[Path]:
    return [path for path in modules() if part(path).split("/")[0] not in EDGES and part(path) not in DOORS]


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.parametrize("path", core(), ids=part)
def test_the_core_is_pure(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    roots = {name.split(".")[0] for name in imported(tree)}
    assert not roots & IMPURE
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"eval", "exec", "input", "open", "print"}


@pytest.mark.parametrize("path", [path for path in core() if part(path).startswith("_kernel/")], ids=part)
def test_the_kernel_needs_the_standard_library_only(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(ast.parse(path.read_text(encoding="utf-8")))}
    assert roots <= set(sys.stdlib_module_names) | {"rami"}


# What these hold is no cards.
WITHOUT_CARDS = {"rules", "results", "shuffle", "playout", "position"}


@pytest.mark.parametrize("path", [path for path in core() if part(path).startswith("_kernel/")], ids=part)
def test_a_large_module_of_the_kernel_draws_what_it_holds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head = ast.get_docstring(ast.parse(text)) or ""
    assert text.count("\n") <= 100 or head.count("\n") >= 3
    assert text.count("\n") <= 100 or path.stem in WITHOUT_CARDS or set(head) & set("♣♦♥♠")


def loaded_by(statement: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}; import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(done.stdout.split())


UNASKED = {"argparse", "cattrs", "concurrent", "hypothesis", "json", "numpy", "pytest", "random"}


def test_import_rami_loads_nothing_else() -> None:
    loaded = loaded_by("import rami")
    assert {name for name in loaded if name.partition(".")[0] == "rami"} == {
        "rami",
        "rami._base",
    }
    assert not loaded & {"attr", "dataclasses", "inspect", *UNASKED}


def test_a_question_about_melds_loads_no_round() -> None:
    loaded = loaded_by("import rami; rami.variants.CLASSIC_51.meld('7♠ 8♠ 9♠')")
    assert not loaded & UNASKED
    rooms = {name.split(".")[1] for name in loaded if name.startswith("rami.")}
    assert rooms <= {"_base", "_kernel", "cards", "errors", "policies", "variants"}
    presets = {name for name in loaded if name.startswith("rami.variants.")}
    assert presets == {"rami.variants._ledger", "rami.variants.classic_51"}


def test_a_round_loads_no_edge() -> None:
    loaded = loaded_by("import rami; list(rami.Round.deal(rami.variants.GIN, players=2, seed=1).legal_moves)")
    assert not loaded & UNASKED
    edges = {"_cli", "bots", "ext", "matches", "notation", "sessions", "testing"}
    assert not {name.split(".")[1] for name in loaded if name.startswith("rami.")} & edges


def test_pictures_are_loaded_when_a_notebook_shows_one() -> None:
    assert not {
        name for name in loaded_by("import rami; repr(rami.Card('Q♥'))") if name.startswith("rami.ext")
    }
    assert "rami.ext.svg._displays" in loaded_by("import rami; rami.Card('Q♥')._repr_mimebundle_()")


@pytest.mark.parametrize(
    "package", [rami, matches, policies, rounds, sessions], ids=lambda package: package.__name__
)
def test_names_come_from_where_type_checkers_see_them(package: ModuleType) -> None:
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for block in ast.walk(tree)
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(seen) == sorted(package.__all__)
    for name, home in seen.items():
        assert getattr(package, name) is getattr(importlib.import_module(str(home)), name)


def test_every_preset_is_offered() -> None:
    constants = [name for name in variants.__all__ if name.isupper()]
    folder = Path(str(variants.__file__)).parent
    assert [name.lower() for name in constants] == sorted(path.stem for path in folder.glob("[!_]*.py"))
    constants.remove("PLAIN")
    slugs = variants.available()[: len(constants)]
    assert [variants.get(slug) for slug in slugs] == [getattr(variants, name) for name in constants]
    assert [variants.get(slug).slug for slug in slugs] == list(slugs)


def test_names_that_are_asked_for_later() -> None:
    everything: dict[str, object] = {}
    exec("from rami import *", everything)
    assert set(rami.__all__) <= set(everything)
    assert set(rami.__all__) | {"policies", "rounds"} <= set(dir(rami))
    assert set(variants.__all__) <= set(dir(variants))
    with pytest.raises(AttributeError, match="module 'rami' has no attribute 'Raund'") as error:
        getattr(rami, "Raund")  # noqa: B009
    assert error.value.name == "Raund"


def documented() -> list[str]:
    """The modules of the reference."""
    pages = sorted((Path(__file__).parents[2] / "docs" / "reference").rglob("*.md"))
    return [
        name for page in pages for name in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))
    ]


NEEDS_MORE = {"rami.ext.gymnasium", "rami.ext.learning.batch", "rami.ext.openspiel", "rami.ext.pettingzoo"}
"""Modules that only the session `learning` can import."""


@pytest.mark.parametrize("name", sorted(set(documented()) - NEEDS_MORE))
def test_documented_modules_list_their_public_names(name: str) -> None:
    module = importlib.import_module(name)
    assert all(hasattr(module, public) for public in module.__all__)


def test_everything_at_the_front_door_is_documented() -> None:
    pages = documented()
    homes = {getattr(getattr(rami, name), "__module__", "rami.variants") for name in rami.__all__}
    # a room may offer what one of its modules has
    missing = {
        home for home in homes if home.startswith("rami") and not {home, home.rpartition(".")[0]} & {*pages}
    }
    assert not missing


def test_the_front_door_is_complete() -> None:
    assert all(hasattr(rami, name) for name in rami.__all__)
    assert 10 <= len(rami.__all__) <= 32


def test_a_round_has_no_more_members_than_people_keep_in_mind() -> None:
    assert len([name for name in dir(rami.Round) if not name.startswith("_")]) <= 30
