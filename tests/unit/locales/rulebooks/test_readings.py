"""The page on the readings of the rules names every option that has another value."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.messages import options

PAGE = Path(__file__).parents[4] / "docs" / "explanation" / "readings-of-the-rules.md"


def test_every_other_reading_has_its_option() -> None:
    named = set(re.findall(r"`([a-z]+\.[a-z_]+)`", PAGE.read_text(encoding="utf-8")))
    fields = {field for field, _ in options()}
    assert fields - named == set()
