"""The pages of the documentation: their commands run, their links work, and all public names are on a page."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import itertools
import pkgutil
import re
import shlex
import sys
import tomllib
from collections.abc import Generator, Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import rami
from rami import Variant, _cli, variants
from rami.errors import InvalidVariant
from rami.notation import houses
from rami.policies.declaring.options import SLOTS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGE = Path(rami.__file__).parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OUTSIDE = [
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("examples/*/README.md"))
    if path.parent.name != "node_modules"
]
MADE = {
    DOCS / "changes.md",
    *(DOCS / "changes").glob("*.md"),
    DOCS / "reference" / "traceability.md",
    *(DOCS / "reference").glob("messages/*.md"),
    *(DOCS / "reference").glob("rules/*.md"),
    *(DOCS / "reference").glob("wire/*.md"),
    *(DOCS / "rulebook").glob("[!i]*.md"),
}
"""Pages that the build of the documentation makes, so that they may be missing."""
PAGES = sorted(set(DOCS.rglob("*.md")) - MADE)
FENCE = re.compile(r"^(`{3,})(?:\{code-block\} *)?(\{?[a-z-]*\}?)[^\n]*\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the language and the text of each block of a page."""
    for found in FENCE.finditer(path.read_text(encoding="utf-8")):
        yield found[2], found[3]


def commands(path: Path) -> Iterator[tuple[str, str, int]]:
    """Yield a user's shell commands, with the output and the exit code that a `console` block shows."""
    for language, text in blocks(path):
        if language == "console":
            found = [part.partition("\n")[::2] for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
            for (line, output), (after, code) in zip(found, [*found[1:], ("", "")], strict=True):
                yield line, output, int(code) if after == "echo $?" else 0
        elif language in ("sh", "shell", "bash"):
            for line in text.replace("\\\n", " ").splitlines():
                yield line.removeprefix(".venv/bin/"), "", 0


WIDTH = 88
"""The number of characters that fit a code block of a page; the style sheet wraps longer lines of output."""
PROMPTS = (">>> ", "... ")


def written(path: Path) -> Iterator[str]:
    """Yield the lines that authors wrote in the blocks of a page, without printed output."""
    for language, text in blocks(path):
        if language not in ("{testoutput}", "{eval-rst}"):
            lines = text.splitlines()
            yield from (line for line in lines if language != "{doctest}" or line.startswith(PROMPTS))


@pytest.mark.parametrize("path", [*PAGES, *OUTSIDE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_fits_the_page(path: Path) -> None:
    assert [line for line in written(path) if len(line) > WIDTH] == []


def test_examples_of_docstrings_fit_the_page() -> None:
    for path in PACKAGE.rglob("*.py"):
        lines = map(str.strip, path.read_text(encoding="utf-8").splitlines())
        assert [line for line in lines if line.startswith(PROMPTS) and len(line) > WIDTH] == [], path


ANSWERS = re.compile(
    r"^(?:Your move:|Enter for a round; undo, sheet, help or quit:|.*\? \([^)]*\)) ?(.*\n)", re.MULTILINE
)
"""A line that asks the user at the terminal, followed by the answer."""


TOO_MUCH = {
    "how-to/train-an-agent.md": "PettingZoo, Gymnasium and OpenSpiel: tests/project/learning",
    "how-to/many-machines.md": "a million rounds or a cluster: test_executors.py, tests/project/cluster",
}
"""Pages with Python that is not executed as written, and the tests that execute similar code."""


@contextlib.contextmanager
def needing_nothing_else() -> Generator[None, None, None]:
    """Allow imports that need another library to fail."""
    try:
        yield
    except ImportError as error:
        if "pip install" not in str(error):
            raise


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_all_python_of_the_pages_is_executed(path: Path) -> None:
    """The doctest builder runs {doctest} and {testcode}; other code is parsed, and its imports are executed."""
    for language, text in blocks(path):
        if language in ("python", "pycon", "py", "python3"):
            assert path.relative_to(DOCS).as_posix() in TOO_MUCH, text
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rami"):
                    with needing_nothing_else():
                        exec(ast.unparse(node), {})
        if language == "toml" and "parent" in tomllib.loads(text):
            houses.loads(text)
            written = [each for kind, each in blocks(path) if kind == "{testsetup}"]
            assert not written or text in written[0], "the page runs another text than it prints"


def install(page: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files that `pip install .` would install for a page's package: its module and its entry points."""
    project = tomllib.loads(next(text for language, text in blocks(page) if language == "toml"))["project"]
    ((slug, target),) = project["entry-points"]["rami.variants"].items()
    code = next(text for language, text in blocks(page) if language == "{testcode}")
    (into / f"{target.partition(':')[0]}.py").write_text(code, encoding="utf-8")
    metadata = into / "page-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: page\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[rami.variants]\n{slug} = {target}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(into)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_commands_of_the_pages_run(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if any("rami.variants" in text for language, text in blocks(path) if language == "toml"):
        install(path, tmp_path, monkeypatch)
    for name, text in re.findall(
        r"Save this as `([\w.]+)`:\n\n```toml\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for line, output, code in commands(path):
        words = shlex.split(line, comments=True)
        if words[:1] != ["rami"] or "--processes" in words:  # Processes take a second to start.
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(ANSWERS.findall(output))))
        assert _cli.main(words[1:]) == code, line
        captured = capsys.readouterr()
        assert captured.out, line
        assert not captured.err, line
        assert not output or captured.out.split() == output.split(), line


def test_sessions_that_pages_name_are_there() -> None:
    program = (ROOT / "noxfile.py").read_text("utf-8")
    sessions = set(re.findall(r"^@nox\.session[^\n]*\ndef (\w+)", program, re.MULTILINE))
    for path in (*PAGES, *OUTSIDE):
        text = path.read_text(encoding="utf-8")
        named = {*" ".join(re.findall(r"\bnox (?:-R )?-s ((?:\w+ ?)+)", text)).split()}
        assert named <= sessions, f"{path.name}: {named - sessions}"


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page, which are its headings in the form of links."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_outside_of_the_documentation_lead_somewhere(path: Path) -> None:
    """Sphinx checks the links of the documentation."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text):
        link, _, anchor = "".join(target).partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        there = path.parent / link if link else path
        assert there.exists(), link
        assert not anchor or anchor in anchors(there), f"{link}#{anchor}"


def offered_by_its_package(name: str) -> bool:
    """Return whether the package of a module offers all names of the module."""
    try:
        names = getattr(import_module(name), "__all__", ())
        package = import_module(name.rpartition(".")[0])
    except ImportError:
        return False
    return set(names) <= set(getattr(package, "__all__", ()))


def public_modules() -> set[str]:
    """Return the modules without an underscore in their names; modules that need another library may be missing."""
    return {
        module.name
        for module in pkgutil.walk_packages(rami.__path__, "rami.", onerror=lambda _: None)
        # The module of a preset holds only its constant, which `rami.variants` offers.
        if "._" not in module.name and module.name != "rami.ext" and ".variants." not in module.name
    }


def test_a_module_is_public_if_it_has_a_page() -> None:
    """docs/_public.py checks that each name is described when the pages are built."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (DOCS / "reference").rglob("*.md"))
    described = set(
        re.findall(r"(?:automodule|currentmodule|autodata|autoclass|autofunction):: (rami\.\S+)", text)
    )
    pages = described | {name.rpartition(".")[0] for name in described}
    assert not {name for name in public_modules() - pages if not offered_by_its_package(name)}
    assert {name for name in described if f".. automodule:: {name}" in text} <= public_modules()


@pytest.mark.parametrize("path", [*PAGES, *OUTSIDE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_of_the_package_that_pages_name_are_there(path: Path) -> None:
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    packages = "|".join(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    for name in re.findall(rf"(?<!\}})`((?:{packages})/[\w/.]+)`", text):
        assert (PACKAGE / name).exists(), name


def changed(slot: str, fields: str) -> Iterator[Variant]:
    """Yield the presets that accept a change."""
    for slug in ("classic-51", "gin", "frustration"):
        with contextlib.suppress(InvalidVariant):
            yield variants.get(slug).with_(**{slot: ast.literal_eval(fields)})


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_changes_that_pages_name_in_passing_can_be_made(path: Path) -> None:
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for slot, fields in re.findall(r"`({})=(\{{[^`]+\}})`".format("|".join(SLOTS)), text):
        assert next(changed(slot, fields), None) is not None, f"{slot}={fields}"


def test_the_floors_of_the_page_stand_in_the_order_that_is_checked() -> None:
    page = DOCS / "explanation" / "architecture.md"
    drawing = next(text for language, text in blocks(page) if language == "text")
    order = SETTINGS["tool"]["importlinter"]["contracts"][0]["layers"]
    layers = {name: floor for floor, names in enumerate(order) for name in names.split(" | ")}
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == layers.keys()
    floors = [
        [layers[name] for name in re.findall(r"\w+", line) if name in layers]
        for line in drawing.partition("───")[0].splitlines()
    ]
    parts = [sorted(floor) for floor in floors if floor]
    assert all(above[-1] < below[0] for above, below in itertools.pairwise(parts))


def test_the_page_of_the_architecture_has_a_sentence_for_each_package() -> None:
    page = (DOCS / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [A-Z].*\. \|$|^\| `(_kernel)` \|", page, re.MULTILINE)
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {"".join(names) for names in rows} == packages


@pytest.mark.parametrize(
    "folder", ["turns", "rounds", "melds", "openings", "arranging", "regrouping", "cards", "players"]
)
def test_the_page_of_the_kernel_names_what_is_there(folder: str) -> None:
    page = (DOCS / "explanation" / "kernel.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{folder}` \|.*$", page, re.MULTILINE)
    assert row
    for name in re.findall(r"`([\w/]+)`", row[0]):
        there = PACKAGE / "_kernel" / folder / name
        assert name == folder or there.is_dir() or there.with_suffix(".py").exists(), name


def test_the_page_of_the_front_door_has_all_its_names() -> None:
    page = (DOCS / "reference" / "rami.md").read_text(encoding="utf-8")
    assert not [name for name in rami.__all__ if not re.search(rf"\b{name}\b", page)]


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = SETTINGS["project"]
    assert cited["version"] == project["version"] == rami.__version__
    assert cited["license"] == project["license"]


def test_changes_are_named_as_the_changelog_expects() -> None:
    settings = SETTINGS["tool"]["towncrier"]
    kinds = "|".join(kind["directory"] for kind in settings["type"])
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").count(settings["start_string"]) == 1
    for path in (ROOT / "changelog.d").iterdir():
        if path.name not in settings["ignore"]:
            assert re.fullmatch(rf"(\+[a-z0-9-]+|[0-9]+)\.({kinds})(\.[0-9]+)?\.md", path.name), path.name
            text = path.read_text(encoding="utf-8")
            assert text.strip(), path.name
            assert not text.startswith(("-", "*", "#")), path.name


@pytest.mark.parametrize("path", [*PAGES, *OUTSIDE], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_that_pages_mention_are_there(path: Path) -> None:
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for name in set(re.findall(r"[`<~](rami(?:\.\w+)+)(?:\([^`]*\))?[`>]", text)):
        with needing_nothing_else():
            found: object = rami
            at = "rami"
            for part in name.split(".")[1:]:
                at += f".{part}"
                found = getattr(found, part) if hasattr(found, part) else importlib.import_module(at)
