"""Values as text: tables and score sheets for people, and positions, records and house rules that rami reads back."""

from __future__ import annotations

from rami.cards._move_text import LONGEST_TURN, parse_move
from rami.cards.turns import parse_turn
from rami.notation.positions import LONGEST_POSITION, parse_position, position_text
from rami.notation.tables import contracts_text, hands_text, table_text

__all__ = [
    "LONGEST_POSITION",
    "LONGEST_TURN",
    "contracts_text",
    "hands_text",
    "parse_move",
    "parse_position",
    "parse_turn",
    "position_text",
    "table_text",
]
