"""Errors as data: codes with parameters, the exceptions that carry them, and functions that check arguments."""

from __future__ import annotations

from rami.errors.reasons import Reason
from rami.errors.violations import (
    IllegalMove,
    InvalidCards,
    InvalidMatch,
    InvalidMeld,
    InvalidSetup,
    InvalidText,
    InvalidVariant,
    RamiError,
    UnknownVariant,
    Violation,
    reject,
)

__all__ = [
    "IllegalMove",
    "InvalidCards",
    "InvalidMatch",
    "InvalidMeld",
    "InvalidSetup",
    "InvalidText",
    "InvalidVariant",
    "RamiError",
    "Reason",
    "UnknownVariant",
    "Violation",
    "reject",
]
