"""A rules engine for the rummy family: melds, legal moves, rounds and matches."""

from __future__ import annotations

from rami.errors import (
    IllegalMove,
    InvalidCards,
    InvalidMatch,
    InvalidMeld,
    InvalidSetup,
    InvalidVariant,
    RamiError,
    Reason,
    UnknownVariant,
    Violation,
)

__all__ = [
    "IllegalMove",
    "InvalidCards",
    "InvalidMatch",
    "InvalidMeld",
    "InvalidSetup",
    "InvalidVariant",
    "RamiError",
    "Reason",
    "UnknownVariant",
    "Violation",
]
