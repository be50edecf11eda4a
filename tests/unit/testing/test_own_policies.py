"""The policies on the page about custom policies pass `check_variant`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rami.testing import check_variant

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "own-policy.md"
NAME = "policies_of_the_page"


@pytest.fixture(scope="module")
def page() -> Iterator[ModuleType]:
    """Yield the code of the page as a module, since policies are pickled by the name of theirs."""
    module = ModuleType(NAME)
    code = re.findall(r"```\{testcode\}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    sys.modules[NAME] = module
    exec("\n".join(code), module.__dict__)
    yield module
    del sys.modules[NAME]


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("name", ["house", "table", "hoarding", "three"])
def test_the_kit_finds_nothing(page: ModuleType, name: str) -> None:
    assert check_variant(getattr(page, name), rounds=1, turn_cap=10, seed=7).rounds == 1
