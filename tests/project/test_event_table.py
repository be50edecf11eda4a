"""The table for writers of clients names every event."""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from rami.rounds import events

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "serve-players.md"


def test_every_event_has_a_row() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| event | what changes |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    named = {name for cell in cells for name in re.findall(r"`([A-Z]\w+)`", cell)}
    assert named == {name for name in events.__all__ if attrs.has(getattr(events, name))}
