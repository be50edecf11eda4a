"""The imports of the package: the core imports nothing with side effects, and `import rami` imports nothing slow."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from attrs import frozen
from tests.support.presets import SLUGS

import rami
from rami import matches, policies, rounds, sessions, variants

PACKAGE = Path(rami.__file__).parent
DOORS = {"_base/entropy.py", "notation/files.py", "locales/speaking.py"}
"""The modules that reach outside: for a default seed, for a user's files, and for the catalogues of the package."""

EDGES = {"__main__.py", "_cli", "ext", "testing"}
IMPURE = {
    *("asyncio", "datetime", "glob", "io", "locale", "logging", "os", "pathlib", "platform", "random"),
    *("secrets", "shutil", "socket", "subprocess", "tempfile", "threading", "time", "uuid", "warnings"),
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


@frozen
class Facts:
    """The facts that the tests need about a module.

    Parameters:
        imports: the packages that it imports from.
        calls: the functions that it calls by a plain name.
        head: its docstring.
        lines: its length.
    """

    imports: frozenset[str]
    calls: frozenset[str]
    head: str
    lines: int


@cache
def facts(path: Path) -> Facts:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return Facts(
        frozenset(name.split(".")[0] for name in imported(tree)),
        frozenset(each.id for each in called if isinstance(each, ast.Name)),
        ast.get_docstring(tree) or "",
        text.count("\n"),
    )


def kernel() -> list[Path]:
    return [path for path in core() if part(path).startswith("_kernel/")]


LOUD = {"eval", "exec", "input", "open", "print"}
SUSPECT = re.compile(rf"^\s*(import|from) ({'|'.join(IMPURE)})\b|\b({'|'.join(LOUD)})\(", re.MULTILINE)
"""A sign of an impure module; only modules with such a sign are parsed."""


def test_the_core_is_pure() -> None:
    suspects = [path for path in core() if SUSPECT.search(path.read_text(encoding="utf-8"))]
    assert {part(path): found for path in suspects if (found := facts(path).imports & IMPURE)} == {}
    assert {part(path): found for path in suspects if (found := facts(path).calls & LOUD)} == {}


def test_the_kernel_needs_the_standard_library_only() -> None:
    known = set(sys.stdlib_module_names) | {"rami"}
    assert {part(path) for path in kernel() if not facts(path).imports <= known} == set()


# These modules hold no cards.
WITHOUT_CARDS = {"rules", "results", "shuffle", "playout", "position"}


def test_a_large_module_of_the_kernel_draws_what_it_holds() -> None:
    large = [path for path in kernel() if facts(path).lines > 100]
    assert {part(path) for path in large if facts(path).head.count("\n") < 3} == set()
    drawn = {path for path in large if set(facts(path).head) & set("♣♦♥♠")}
    assert {path.stem for path in {*large} - drawn} <= WITHOUT_CARDS


STEPS = {
    "import": "import rami",
    "meld": "rami.variants.CLASSIC_51.meld('7♠ 8♠ 9♠')",
    "round": "list(rami.Round.deal(rami.variants.GIN, players=2, seed=1).legal_moves)",
    "repr": "repr(rami.Card('Q♥'))",
    "exam": "import rami.testing",
    "picture": "rami.Card('Q♥')._repr_mimebundle_()",
    "command": "from rami._cli import main; main(['play', '--rounds', '1']); main(['perft', 'gin', '1'])",
}
"""Statements that a new interpreter runs one after another."""


@pytest.fixture(scope="module")
def loaded() -> dict[str, set[str]]:
    """Return the modules that are loaded after each step."""
    program = "import sys\n" + "".join(
        f"{each}\nprint(*sys.modules, file=sys.stderr)\n" for each in STEPS.values()
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    return dict(zip(STEPS, (set(line.split()) for line in done.stderr.splitlines()), strict=True))


UNASKED = {"argparse", "cattrs", "concurrent", "hypothesis", "json", "numpy", "pytest", "random"}


def packages(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith("rami.")}


def test_import_rami_loads_nothing_else(loaded: dict[str, set[str]]) -> None:
    found = loaded["import"]
    assert {name for name in found if name.partition(".")[0] == "rami"} == {"rami", "rami._base"}
    assert not found & {"attr", "dataclasses", "inspect", *UNASKED}


def test_a_question_about_melds_loads_no_round(loaded: dict[str, set[str]]) -> None:
    found = loaded["meld"]
    assert not found & UNASKED
    assert packages(found) <= {"_base", "_kernel", "cards", "errors", "policies", "variants"}
    presets = {name for name in found if name.startswith("rami.variants.")}
    assert presets == {f"rami.variants.{name}" for name in ("_ledger", "classic_51", "plain")}


def test_a_round_loads_no_edge(loaded: dict[str, set[str]]) -> None:
    assert not loaded["round"] & UNASKED
    edges = {"_cli", "bots", "ext", "matches", "notation", "sessions", "testing"}
    assert not packages(loaded["round"]) & edges


def test_pictures_are_loaded_when_a_notebook_shows_one(loaded: dict[str, set[str]]) -> None:
    assert "ext" not in packages(loaded["repr"])
    assert "rami.ext.svg._displays" in loaded["picture"]


def test_the_exam_needs_no_more_than_rami_does(loaded: dict[str, set[str]]) -> None:
    unneeded = {"hypothesis", "pytest", "random", "subprocess", "rami._cli", "rami.testing.strategies"}
    assert not loaded["exam"] & unneeded


def test_the_commands_need_no_extra(loaded: dict[str, set[str]]) -> None:
    names = {name.split(".")[0] for name in loaded["command"]}
    own = {name for name in names if name not in sys.stdlib_module_names and not name.startswith("_")}
    assert own <= {"attr", "attrs", "rami", "rami__mypyc", "sitecustomize", "usercustomize"}


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
    slugs = SLUGS[: len(constants)]
    assert [variants.get(slug) for slug in slugs] == [getattr(variants, name) for name in constants]
    assert [variants.get(slug).slug for slug in slugs] == list(slugs)


def test_names_are_loaded_on_demand() -> None:
    everything: dict[str, object] = {}
    exec("from rami import *", everything)
    assert set(rami.__all__) <= set(everything)
    assert set(rami.__all__) | {"policies", "rounds"} <= set(dir(rami))
    assert set(variants.__all__) <= set(dir(variants))
    with pytest.raises(AttributeError, match="module 'rami' has no attribute 'Raund'") as error:
        getattr(rami, "Raund")  # noqa: B009
    assert error.value.name == "Raund"


def documented() -> list[str]:
    """Return the modules of the reference."""
    pages = sorted((Path(__file__).parents[2] / "docs" / "reference").rglob("*.md"))
    return [
        name for page in pages for name in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))
    ]


NEEDS_MORE = {"rami.ext.gymnasium", "rami.ext.learning.batch", "rami.ext.openspiel", "rami.ext.pettingzoo"}
"""Modules that only the session `learning` can import."""


def test_documented_modules_list_their_public_names() -> None:
    for name in sorted(set(documented()) - NEEDS_MORE):
        module = importlib.import_module(name)
        assert all(hasattr(module, public) for public in module.__all__), name


def test_everything_at_the_front_door_is_documented() -> None:
    pages = documented()
    homes = {getattr(getattr(rami, name), "__module__", "rami.variants") for name in rami.__all__}
    # A package may offer the names of its modules.
    missing = {
        home for home in homes if home.startswith("rami") and not {home, home.rpartition(".")[0]} & {*pages}
    }
    assert not missing


def test_the_front_door_is_small() -> None:
    assert 10 <= len(rami.__all__) <= 32


def test_a_round_has_no_more_members_than_people_keep_in_mind() -> None:
    assert len([name for name in dir(rami.Round) if not name.startswith("_")]) <= 30
