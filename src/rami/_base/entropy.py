"""The one source of outside chance: a fresh seed when the caller gives none."""

from __future__ import annotations

import os


def seed_or_fresh(seed: int | None) -> int:
    """Return the seed, or 256 random bits of the operating system for None."""
    return int.from_bytes(os.urandom(32), "big") if seed is None else seed
