"""Every break of every rule."""

from __future__ import annotations

from tests.breaks import frustration, gin, lebanese, r51, r51_ends, r500, variations, velvet
from tests.breaks.changes import Breaks

BREAKS: Breaks = {
    **r51.BREAKS,
    **r51_ends.BREAKS,
    **variations.BREAKS,
    **lebanese.BREAKS,
    **r500.BREAKS,
    **gin.BREAKS,
    **frustration.BREAKS,
    **velvet.BREAKS,
}
"""Rule to the ways to break it."""
