"""Plain rummy: the fewest rules, and the parent from which other games are made."""

from __future__ import annotations

from typing import Final

from rami.policies import Variant

__all__ = ["PLAIN"]

PLAIN: Final = Variant(name="Plain rummy", slug="plain")
"""Rummy with every option at its default: one pack, seven cards, no wild cards, no condition for opening."""
