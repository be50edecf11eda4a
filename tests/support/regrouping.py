"""Recorded positions in which a whole table is rearranged, and the rules under which they are read.

Each line of `tests/data/regrouping.jsonl` is a position: the tiles of the table and of a rack, the maximum number of
tiles and of points that a turn can lay (a joker counts 30), and the maximum points with which the rack can open. Some
lines also have the number of sets of rack tiles that can be laid. These numbers were computed by trying all covers or
by integer programming.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rami import variants

TABLE = variants.PLAIN.with_(
    equipment={"packs": 2, "jokers": 2, "values": tuple(range(1, 14)), "faces": "tiles"},
    dealing={"turned_card": "natural", "upcard": False},
    melding={"ace": "low", "max_run": 13},
    scoring={"joker_hand_value": 30},
)
RECORDED = Path(__file__).parents[1] / "data" / "regrouping.jsonl"
POSITIONS: list[dict[str, Any]] = [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]
