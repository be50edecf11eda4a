"""The built-in games, looked up only once, because each search for games of other packages takes milliseconds."""

from __future__ import annotations

from rami import Variant, variants

SLUGS: tuple[str, ...] = variants.available()
PRESETS: tuple[Variant, ...] = tuple(map(variants.get, SLUGS))
