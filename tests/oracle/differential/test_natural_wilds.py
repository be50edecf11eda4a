"""Compare games with a wild rank whose cards are natural in their own places in melds.

No two of these cards are interchangeable, so the ends of turns must be exactly equal.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.oracle.differential.positions import Plan
from tests.oracle.differential.test_contracts import OPENED, SMALL, UNOPENED, compared
from tests.support.depth import enough
from tests.support.flat import with_options

from rami import variants
from rami.policies.variant import Variant

CONTRACTS: dict[str, dict[str, Any]] = {
    "twos": {},
    "twos in distinct suits": {"set_suits": "distinct", "set_max": 4},
    "twos that stay": {"recover_wild_ranks": False},
    "aces": {"wild_ranks": {1}},
    "aces, one in a run": {"wild_ranks": {1}, "natural_aces": 1},
    "kings, one wild": {"wild_ranks": {13}, "max_wild": 1},
    "nines apart": {"wild_ranks": {9}, "max_wild": 2, "adjacent_wilds": False},
    "twos, three naturals": {"min_natural": 3, "wild_limit": "minority"},
    "threes at the ends": {"wild_ranks": {3}, "joker_at_ends": "invariant"},
    "twos, no wild on clean runs of others": {"joker_on_foreign_clean_run": False},
    "twos of distinct melds": {"distinct_contract_melds": True, "contract_size": "exact"},
    "twos, all laid": {"lay_down_all": True, "final_discard": "optional"},
    "twos taken are placed": {"discard_use": {"layoff", "swap"}},
    "twos, other swaps": {"recovered_joker": "new_meld", "recovered_when": "same_turn"},
    "no jokers": {"jokers": 0},
}
"""Games with contracts."""
FREE: dict[str, tuple[Variant, dict[str, Any]]] = {
    "basic rummy": (variants.BASIC_RUMMY, {"recover_wild_ranks": True}),
    "rummy 500": (variants.RUMMY_500, {"recover_wild_ranks": True}),
    "rummy 500, suits twice": (
        variants.RUMMY_500,
        {"recover_wild_ranks": True, "packs": 2, "set_suits": "any", "set_max": None},
    ),
    "kalooki": (variants.KALOOKI_40, {}),
    "clean run": (variants.CLASSIC_51, {"take": "off"}),
    "clean meld unless out": (
        variants.CLASSIC_51,
        {"take": "off", "clean": "run_or_set", "all_at_once_requires": "nothing", "max_wild": None},
    ),
    "clean window without the discard": (
        variants.RAMI_500,
        {"take": "off", "clean": "run_window", "discard_in_clean_run": False, "max_wild": None},
    ),
    "burnt": (variants.LEBANESE_14, {"take": "off"}),
    "discards that fit": (variants.CLASSIC_51, {"take": "off", "clean": None, "fitting_discard": "barred"}),
}
"""Games without contracts."""
ALL_FREE: dict[str, Any] = {
    "natural_wilds": True,
    "wild_ranks": {2},
    "minimum": 0,
    "min_natural": 2,
    "wild_hand_value": 20,
    "joker_hand_value": 20,
}
FULL = Plan(hand=(4, 7), table=(1, 3), jokers=(1, 3), wild=0.6)


@pytest.mark.search(cases=4)
@pytest.mark.rule("IND-WILD-05")
@pytest.mark.parametrize("name", CONTRACTS)
def test_games_of_contracts(name: str) -> None:
    variant = with_options(SMALL, {"natural_wilds": True, **CONTRACTS[name]})
    seen, _ = compared(variant, OPENED, f"contract {name}", 8)
    more, _ = compared(variant, UNOPENED, f"contract {name}", 5)
    assert seen + more >= enough(20)


@pytest.mark.search(cases=3)
@pytest.mark.rule("IND-WILD-05")
@pytest.mark.parametrize("name", FREE)
def test_games_without_contracts(name: str) -> None:
    preset, changes = FREE[name]
    variant = with_options(preset, {**ALL_FREE, **changes})
    seen, _ = compared(variant, FULL, f"free {name}", 8)
    more, _ = compared(variant, attrs.evolve(FULL, opened=0.0), f"free {name}", 5)
    assert seen + more >= enough(20)
