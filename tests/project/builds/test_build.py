"""Which build runs, and what both builds have in common."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from compile_kernel import INTERPRETED, KERNEL, narrow_shifts, sources
from hatch_build import absolute_links
from tests.project.builds import interpreted

import rami
from rami import _kernel

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


def test_links_of_the_package_lead_to_the_repository() -> None:
    text = "![A *table*](docs/table.svg), [docs](docs/index.md), [pip](https://pip.example), [up](#top)"
    assert absolute_links(text, "https://x.example/blob/v1", "https://x.example/raw/v1") == (
        "![A *table*](https://x.example/raw/v1/docs/table.svg), [docs](https://x.example/blob/v1/docs/index.md), "
        "[pip](https://pip.example), [up](#top)"
    )
