"""The build that the tests run on, and properties that both builds share."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from compile_kernel import INTERPRETED, KERNEL, narrow_shifts, sources
from hatch_build import MetadataHook, absolute_links
from hatchling.builders.sdist import SdistBuilder
from tests.project.builds import interpreted

import rami
from rami import _kernel

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALLED = Path(_kernel.__file__).parent
MODULES = [".".join(path.relative_to(KERNEL).with_suffix("").parts) for path in sources()]


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_the_kernel_is_compiled_or_none(name: str) -> None:
    module = importlib.import_module(f"rami._kernel.{name}")
    assert str(module.__file__).endswith((".so", ".pyd")) == rami.__compiled__


def test_fields_left_out_have_their_defaults() -> None:
    assert set(INTERPRETED) < {path.stem for path in KERNEL.glob("*.py")}
    assert all(INTERPRETED.values())


def test_both_builds_carry_the_sources() -> None:
    assert carried(INSTALLED) == carried(KERNEL)


def carried(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*.py")}


@pytest.mark.only("compiled", "the twin of a pure build is that build")
def test_the_second_copy_of_the_package_is_interpreted() -> None:
    twin = interpreted.load()
    assert twin is not rami
    assert twin.__compiled__ is False
    assert twin.Card("7♠") is not rami.Card("7♠")
    assert twin.variants.get("gin") is not rami.variants.get("gin")


def test_shifts_of_a_c_int_are_found() -> None:
    assert narrow_shifts("    cpy_r_r0 = 1 << cpy_r_card;\n") == ["cpy_r_r0 = 1 << cpy_r_card;"]
    assert narrow_shifts("cpy_r_r1 = -1 << cpy_r_r0;") != []
    assert narrow_shifts("cpy_r_r2 = cpy_r_r0 << 1;\ncpy_r_r3 = cpy_r_r1 << cpy_r_r2;") == []


LINKS = "![A *table*](docs/table.svg), [docs](docs/how-to/x.md#y), [pip](https://pip.example), [up](#top)"


def test_links_of_the_package_lead_to_the_repository() -> None:
    assert absolute_links(LINKS, "https://x.example/blob/v1", "https://x.example/raw/v1") == (
        "![A *table*](https://x.example/raw/v1/docs/table.svg), "
        "[docs](https://x.example/blob/v1/docs/how-to/x.md#y), [pip](https://pip.example), [up](#top)"
    )


def test_links_to_pages_lead_to_the_documentation() -> None:
    found = absolute_links(LINKS, "https://x.example/b", "https://x.example/r", "https://docs.example/en/")
    assert "[docs](https://docs.example/en/how-to/x.html#y)" in found


def test_without_an_address_links_are_their_text() -> None:
    assert absolute_links(LINKS, "", "") == ", docs, [pip](https://pip.example), [up](#top)"


URLS = {"Source": "https://x.example/rami", "Documentation": "https://docs.example"}


@pytest.mark.parametrize("urls", [{}, {"Source": URLS["Source"]}, URLS])
def test_the_description_of_the_package_has_no_relative_link(urls: dict[str, str]) -> None:
    metadata: dict[str, Any] = {"version": "1.0", "urls": urls}
    MetadataHook(str(ROOT), {}).update(metadata)
    text = metadata["readme"]["text"]
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?:src|href)=\"([^\"]+)\"", text)
    assert all(target.startswith(("https://", "#")) for target in targets)
    assert bool(targets) == bool(urls)
    assert "\n\n\n" not in text
    assert text.count("| ") == README.count("| ")


def test_the_description_of_this_package_is_the_readme() -> None:
    """The addresses come from `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metadata: dict[str, Any] = {"version": project["version"], "urls": project.get("urls", {})}
    MetadataHook(str(ROOT), {}).update(metadata)
    assert metadata["readme"]["text"].startswith(README[:300])


def test_the_source_archive_has_the_documentation() -> None:
    packed = {each.distribution_path for each in SdistBuilder(str(ROOT)).recurse_included_files()}
    made = re.compile(
        r"docs/(_build/|changes|reference/(messages|rules|wire)/|reference/traceab|rulebook/(?!index))"
    )
    paths = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    pages = {path for path in paths if not made.match(path)}
    assert len(pages) > 60
    assert pages <= packed
    assert {"docs/conf.py", "docs/_wire.py", "docs/_static/table.svg", "examples/client/client.mjs"} <= packed
    assert {"README.md", "CHANGELOG.md", "tests/conftest.py"} <= packed
