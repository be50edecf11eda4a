"""Draw a fresh seed when the caller gives none: the only true randomness in rami."""

from __future__ import annotations

import os


def seed_or_fresh(seed: int | None) -> int:
    """Return the seed; if it is None, return 256 random bits from the operating system."""
    return int.from_bytes(os.urandom(32), "big") if seed is None else seed
