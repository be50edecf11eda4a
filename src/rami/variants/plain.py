"""Plain rummy: a parent for games that have little in common with Rami 51; it has the fewest rules."""

from __future__ import annotations

from typing import Final

from rami.policies import Variant

__all__ = ["PLAIN"]

PLAIN: Final = Variant(name="Plain rummy", slug="plain")
"""One pack, seven cards, no wild cards and no condition: every option at its default."""
