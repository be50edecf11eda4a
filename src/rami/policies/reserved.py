"""Values of options that have a name but no procedure yet: they are refused, with the reason in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from .values import Values, either, integer, one_of, subset

__all__ = ["RESERVED", "is_reserved"]

RESERVED: Mapping[tuple[str, str], Values] = {
    ("equipment", "wild_ranks"): subset(1, *range(2, 14)),
    ("equipment", "natural_twos"): one_of(True),
    ("dealing", "cut_joker_kept"): one_of(True),
    ("dealing", "start_phase"): one_of("unanimous_redeal", "friche"),
    ("dealing", "burnt_reveal"): integer(1, 3),
    ("drawing", "unused_discard"): one_of("return_then_stock", "penalty_100", "keep_and_skip_next_draw"),
    ("drawing", "no_discard_draw_at"): integer(2, 200),
    ("drawing", "discard_depth"): either(integer(2), one_of("pile")),
    ("drawing", "allow_pass"): one_of(True),
    ("drawing", "recycle"): one_of("turn_over"),
    ("drawing", "recycle_when"): one_of("eager"),
    ("melding", "max_run_laid"): integer(3),
    ("melding", "ace"): one_of("high"),
    ("melding", "joker_suit_in_set"): one_of("declared"),
    ("opening", "pickup_scope"): one_of("always"),
    ("table", "set_joker"): one_of("both_at_once"),
    ("table", "foreign_clean_scope"): one_of("opening_run"),
    ("table", "take"): one_of("free"),
    ("closing", "joker_discard"): one_of("last_only", "never"),
    ("closing", "stalemate"): one_of("count_hands"),
    ("scoring", "joker_finish"): one_of("last_card_any"),
    ("scoring", "round_to"): integer(1),
    ("scoring", "winner_score"): Values(
        ("[1, 2, …]",), lambda value: isinstance(value, (Mapping, tuple, list))
    ),
    ("scoring", "contract_points"): one_of(True),
    ("match", "lowest_tie"): one_of("extra_hand"),
    ("match", "contract_tie"): one_of("went_out"),
    ("match", "final_hand_stake"): integer(0),
    ("match", "teams"): one_of(True),
    ("match", "buy_in"): one_of(True),
    ("conduct", "carte_claim"): one_of("opponent"),
    ("conduct", "touch_penalty"): one_of("forbid_all_at_once"),
    ("conduct", "blocked_penalty"): integer(0),
    ("conduct", "strict"): one_of(False),
}
"""The reserved values by slot and field; some of these fields have no other value, and no class has them."""


def is_reserved(name: str, value: object) -> bool:
    """Whether a value of an option is reserved.

    Parameters:
        name: "slot.field".
        value: its value.
    """
    slot, _, field = name.partition(".")
    reserved = RESERVED.get((slot, field))
    return reserved is not None and reserved.accepts(value)
