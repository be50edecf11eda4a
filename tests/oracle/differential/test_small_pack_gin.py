"""Prove Gin with small packs: the engine and the reference agree from the upcard to the last lay-off.

A family contains all positions of a shape; positions that differ only in the names of suits count once. From each
position, the engine and the reference play through the whole turn and the reply to a knock. In every position, the
lists must be the same, no list may lead to the same position twice, every move must lead to the same position in both,
an end must be reachable, and each end must have the same score.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.differential.gin_small_pack import GinCount, GinFamily, compare_all
from tests.oracle.differential.small_pack_families import Pack
from tests.oracle.differential.small_pack_turns import SHARE, WHOLE
from tests.support.flat import with_options

from rami import variants

A23 = Pack("A23", copies=1, jokers=0)
RUNS = Pack("A2345", copies=1, jokers=0, suits="♣♥")

FAMILIES: dict[str, tuple[GinFamily, dict[str, Any], GinCount]] = {
    # Three cards each, the upcard and the next card of the stock: both offers, then the first turn.
    "offers": (GinFamily(A23, "offer", 3), {}, GinCount(786, 4_716, 9_100, 1_240)),
    # Three cards, either draw.
    "draws": (GinFamily(A23, "draw", 3), {}, GinCount(786, 2_358, 6_742, 1_240)),
    # Two cards, when the discard of this turn makes the hand void.
    "the end of the stock": (GinFamily(A23, "draw", 2, stock=3), {}, GinCount(315, 945, 2_685, 1_110)),
    # The last card, which may be taken to knock at once.
    "the last card": (
        GinFamily(A23, "last", 3, stock=2),
        {"closing.fiftieth_card": True},
        GinCount(123, 177, 211, 88),
    ),
    # Five cards after the draw, two of the defender's five: knocks, and the best reply as it is scored.
    "best replies": (GinFamily(A23, "play", 5, 2), {}, GinCount(822, 822, 5_466, 1_356)),
    # Each lay-off and each meld of the defender as a separate move.
    "lay-offs": (
        GinFamily(A23, "play", 5, 2),
        {"closing.settle": "moves"},
        GinCount(822, 2_688, 5_976, 1_866),
    ),
    # Ranks A to 5 of two suits: six cards after the draw, lay-offs at both ends of runs.
    "lay-offs on runs": (
        GinFamily(RUNS, "play", 6, 2),
        {"closing.settle": "moves"},
        GinCount(640, 2_145, 5_345, 1_505),
    ),
}
"""Families, options beside a limit of four points for a knock, and the counts of positions and ends."""


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("name", FAMILIES)
def test_every_turn(name: str) -> None:
    family, options, whole = FAMILIES[name]
    variant = with_options(variants.GIN, {"closing.knock_limit": 4, **options})
    count = compare_all(family, variant, share=SHARE)
    assert count == whole if SHARE == WHOLE else count.spots == len(range(whole.spots)[slice(*SHARE)])
