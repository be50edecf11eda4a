"""Positions, turns and scores as text for people; moves have their text in `rami.moves`."""

from __future__ import annotations

from rami.notation.layout import ROOMY, wrapped
from rami.notation.sheets import bonus_sheet, names, score_sheet, standings_sheet
from rami.notation.tables import hands_text, table_text
from rami.notation.turns import TurnText, move_text

__all__ = [
    "ROOMY",
    "TurnText",
    "bonus_sheet",
    "hands_text",
    "move_text",
    "names",
    "score_sheet",
    "standings_sheet",
    "table_text",
    "wrapped",
]
