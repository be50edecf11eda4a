"""A proof by exhaustion on small packs: every position that a legal turn can end in, engine against reference.

Four suits, two copies, one or two jokers; the positions stand for all ways to name the suits.  From each the turn
is searched to its ends twice: by the moves that the engine lists, and by the reference.  The ends are the same, no
list names a position twice, and every listed move leaves a way to complete the turn.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rami import variants
from rami.policies.variant import Variant
from tests.differential.bridge import position_of, rules_of
from tests.differential.small_pack import (
    RENAMINGS,
    Count,
    Family,
    Pack,
    Spot,
    compare_all,
    explore,
    fits,
    hands,
    multisets,
    owners_of,
    renamed,
    round_at,
    table_melds,
    tables,
)
from tests.reference.cards import JOKER, SUITS
from tests.reference.turn import turn_ends


def scaled(minimum: int, **options: object) -> Variant:
    """Classic 51 with an opening that a few low cards can reach."""
    return variants.CLASSIC_51.with_options({"minimum": minimum, **options})


# ranks, jokers, points of an opening, cards after the draw, melds on the table, opened, jokers on the table;
# then the positions, those that a taken discard leads to, and the positions on the way to the ends of their turns

