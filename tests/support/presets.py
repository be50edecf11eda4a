"""The built-in games, looked up once: each look for games of other distributions takes milliseconds."""

from __future__ import annotations

from rami import Variant, variants

SLUGS: tuple[str, ...] = variants.available()
PRESETS: tuple[Variant, ...] = tuple(map(variants.get, SLUGS))
