"""Everything as text: sheets and tables for people, moves and positions that are read back."""

from __future__ import annotations

from rami.notation.layout import ROOMY, wrapped
from rami.notation.moves import LONGEST_TURN, parse_move, parse_turn
from rami.notation.positions import LONGEST_POSITION, parse_position, position_text
from rami.notation.sheets import bonus_sheet, contract_sheet, names, score_sheet, standings_sheet
from rami.notation.tables import hands_text, table_text
from rami.notation.turns import TurnText, move_text

__all__ = [
    "LONGEST_POSITION",
    "LONGEST_TURN",
    "ROOMY",
    "TurnText",
    "bonus_sheet",
    "contract_sheet",
    "hands_text",
    "move_text",
    "names",
    "parse_move",
    "parse_position",
    "parse_turn",
    "position_text",
    "score_sheet",
    "standings_sheet",
    "table_text",
    "wrapped",
]
