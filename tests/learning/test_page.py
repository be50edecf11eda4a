"""The programs of the page about learning run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "train-an-agent.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_program_runs(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, str(PAGE), "exec"), {"__name__": "page"})
    assert capsys.readouterr().out
