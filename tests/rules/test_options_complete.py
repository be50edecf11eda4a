"""Every option that a house may change has a test that plays with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.flat import with_options

from rami.policies.fields import options_of
from rami.policies.options import SLOTS
from rami.variants import CLASSIC_51

FIXED = {
    "equipment.wild_ranks",
    "equipment.natural_twos",
    "table.recover_twos",
    "dealing.cut_joker_kept",
    "dealing.start_phase",
    "dealing.burnt_reveal",
    "drawing.unused_discard",
    "drawing.discard_depth",
    "drawing.allow_pass",
    "drawing.recycle_when",
    "melding.max_run_laid",
    "melding.joker_suit_in_set",
    "opening.pickup_scope",
    "opening.contracts",
    "opening.contract_size",
    "opening.distinct_contract_melds",
    "opening.contract_extras",
    "table.foreign_clean_scope",
    "closing.joker_discard",
    "closing.stalemate",
    "closing.end_when_all_complete",
    "scoring.kind",
    "scoring.contract_points",
    "scoring.round_to",
    "match.lowest_tie",
    "match.final_hand_stake",
    "match.teams",
    "match.buy_in",
    "conduct.carte_claim",
    "conduct.blocked_penalty",
    "conduct.strict",
}
"""Options whose other values are reserved, or clash with the rest of Classic Rami 51."""


def names() -> Iterator[str]:
    for slot, policy in SLOTS.items():
        for name in options_of(policy):
            yield f"{slot}.{name}"


def test_every_option_is_played_with() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_options_*.py")
    )
    changed = {f"{slot}.{field}" for slot, field in re.findall(r"\b([a-z]+)__([a-z_]+)\b", source)}
    assert set(names()) - FIXED - changed == set()


def test_every_option_named_here_exists() -> None:
    assert set(names()) >= FIXED
    assert with_options(CLASSIC_51, {}) == CLASSIC_51
