"""Values to test each option with, and the options that stay unchanged in each kind of game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from rami import variants
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant

BOTH = (False, True)
DEAR_ACES = (15, *(5,) * 8, *(10,) * 4)
ALL_RANKS = frozenset(range(1, 14))
ALL_SUITS = frozenset({"clubs", "diamonds", "hearts", "spades"})
USES = ("meld", "layoff", "swap")

SHORT_CONTRACTS = tuple(map(Contract.parse, ("group 3 + run 3", "group 3", "run 4", "group 3 + group 3")))
EARLY_CONTRACTS = tuple(map(Contract.parse, ("group 3 + group 3", "group 3 + run 4", "run 4 + run 4")))
LONG_CONTRACTS = tuple(map(Contract.parse, ("group 4", "run 4", "group 4 + run 4")))

VALUES: Mapping[str, Sequence[object]] = {
    "equipment.players": ((2, 2), (2, 5), (3, 4)),
    "equipment.packs": (1, 2, 3),
    # No ranks in the middle or at the end.
    "equipment.ranks": (ALL_RANKS, ALL_RANKS - {4, 13}, ALL_RANKS - {1}),
    "equipment.suits": (ALL_SUITS, ALL_SUITS - {"diamonds"}),
    "equipment.jokers": (0, 2, 4, 8),
    "equipment.wild_ranks": (frozenset[int](), frozenset({2})),
    "equipment.natural_wilds": BOTH,
    "equipment.court_value": (5, 10, 11),
    "equipment.values": (None, DEAR_ACES),
    "equipment.card_values": ((), ("3♦ 0", "Q♠ 40")),
    "dealing.hand_size": (7, 10, 13, 14, (10, 7, 7, 6)),
    "dealing.starter_extra": (0, 1),
    "dealing.upcard": BOTH,
    "dealing.upcard_wild": ("stays", "replaced"),
    "dealing.starter": ("dealer", "left"),
    "dealing.direction": ("clockwise", "anticlockwise"),
    "dealing.min_stock": (0, 15, 20),
    "drawing.starter_turn": ("normal", "discard_only", "normal_without_draw"),
    "drawing.upcard_offer": ("none", "non_dealer", "both", "both_again"),
    "drawing.first_round_discard": BOTH,
    "drawing.first_round_scope": ("each_player", "first_player_only"),
    "drawing.discard_depth": (1, 2, "any"),
    "drawing.discard_use": (
        None,
        *(frozenset(some) for size in (1, 2, 3) for some in combinations(USES, size)),
    ),
    "drawing.unopened_discard_use": ("in_opening", "any_same_turn", "never"),
    "drawing.discard_in_clean_run": BOTH,
    "drawing.allow_return_discard": BOTH,
    "drawing.no_discard_draw_at": (None, 1),
    "drawing.no_twin_pickup": BOTH,
    "drawing.recycle": ("keep_top", "all", "turn_over", "never"),
    "drawing.max_recycles": (None, 0, 1),
    "melding.set_suits": ("distinct", "any"),
    "melding.set_min": (3, 4),
    "melding.set_max": (3, 4, 5, None),
    "melding.run_min": (3, 4),
    "melding.max_run": (3, 4, 5, 13, 14),
    "melding.natural_aces": (2, 1),
    "melding.run_wrap": BOTH,
    "melding.ace": ("low", "high", "both"),
    "melding.ace_meld_values": ((1, 1, 1), (1, 11, 11), (10, 10, 10), (1, 15, 20)),
    "melding.joker_meld_value": ("represented", 0, 35),
    "melding.max_wild": (1, 2, 3, None),
    "melding.max_wild_scope": ("meld", "run", "only_runs"),
    "melding.wild_limit": (None, "at_most_half", "minority"),
    "melding.wild_limit_scope": ("always", "laydown"),
    "melding.min_natural": (0, 1, 2, 3, 4),
    "melding.group_naturals": (None, 1, 2, 3, 4),
    "melding.adjacent_wilds": BOTH,
    "melding.joker_at_ends": (False, "placement", "invariant"),
    "melding.joker_in_run": ("free", "burnt"),
    "melding.burnt_scope": ("melds", "melds_and_discards"),
    "opening.minimum": (0, 20, 51, 71),
    "opening.clean": (None, "run_meld", "run_window", "run_or_set"),
    "opening.pairs": (None, 2),
    "opening.counts_layoffs": BOTH,
    "opening.post_open": ("same_turn", "next_turn"),
    "opening.all_at_once_requires": ("full", "points", "nothing"),
    "opening.all_at_once_alone": BOTH,
    "opening.escalates": BOTH,
    "opening.pickup_minimum": (None, 71),
    "opening.pickup_scope": ("opening", "always"),
    "opening.first_round_melds": BOTH,
    "opening.contracts": (None, SHORT_CONTRACTS, EARLY_CONTRACTS, LONG_CONTRACTS),
    "opening.contract_size": ("min", "exact"),
    "opening.distinct_contract_melds": BOTH,
    "opening.run_gap": (None, 1, 2),
    "opening.lay_down_all": BOTH,
    "opening.contract_extras": ("same_turn", "next_turn"),
    # Liverpool has no jokers, and pairs continue.
    "opening.further_melds": (True,),
    "table.concealed": BOTH,
    "table.layoff_requires_open": BOTH,
    "table.melds_a_turn": (None, 1, 2),
    "table.foreign_melds_after": ("own_opening", "all_opened"),
    "table.pairs_by_others": ("never", "after_pairs"),
    "table.pair_layoffs": (None, 1, 2),
    "table.run_joker": ("exact", "never"),
    "table.set_joker": ("four_only", "both_at_once", "either_missing", "named", "never"),
    "table.swap_requires_open": BOTH,
    "table.recovered_joker": (None, "new_meld", "meld_or_layoff", "hand"),
    "table.recovered_when": ("next_action", "same_turn"),
    "table.recover_wild_ranks": BOTH,
    "table.closed_four_set": BOTH,
    "table.joker_on_foreign_clean_run": BOTH,
    "table.take": ("off", "opened"),
    "table.take_from": ("any", "not_owner"),
    "table.take_positions": ("any_valid", "ends"),
    "table.take_min_hand_cards": (0, 1, 2),
    "table.take_joker": BOTH,
    "closing.final_discard": ("required", "optional", "forbidden"),
    "closing.fitting_discard": ("free", "barred", "barred_unopened", "by_players"),
    "closing.first_round_out": BOTH,
    "closing.joker_finish_forbidden": BOTH,
    "closing.knock_limit": (None, 0, 10, 25, "upcard", "all_matched"),
    "closing.out_discard": ("face_down", "face_up"),
    "closing.last_turns": (None, "others_once"),
    "closing.declare_runs": (0, 1, 2),
    "closing.declare_pure_runs": (0, 1, 2),
    "closing.upcard_ace": ("one", "gin_only"),
    "closing.settle": ("best", "moves"),
    "closing.layoff_on_gin": BOTH,
    "closing.void_at": (None, 0, 2, 10),
    "closing.fiftieth_card": BOTH,
    "closing.end_when_all_complete": ("at_once", "end_of_turn", "never"),
    "closing.stock_out": ("blocked", "decline", "at_once"),
    "closing.stalemate": ("void", "count_hands"),
    "closing.void_all_pairs": BOTH,
    "scoring.kind": ("penalty", "credit", "net", "none"),
    "scoring.winner_collects": (None, "credit", "zero_sum"),
    "scoring.ace_hand_value": (1, 10, 11),
    "scoring.lone_ace_value": (None, 1),
    "scoring.joker_hand_value": (20, 50, "double"),
    "scoring.double_per_joker": BOTH,
    "scoring.joker_base": (0, 5),
    "scoring.unopened_flat": (None, 0, 75, 100),
    "scoring.flat_multiplied": BOTH,
    "scoring.dry_flat": (None, 200),
    "scoring.dry_when": ("nobody_laid", "nobody_else_laid"),
    "scoring.all_at_once_factors": ((1,), (2,), (2, Fraction(3, 2), 1), (Fraction(4, 3),)),
    "scoring.double_on": ("all_at_once", "rami_sec_only"),
    "scoring.all_at_once_after": ("no_meld", "no_card"),
    "scoring.all_at_once_help": BOTH,
    "scoring.all_at_once_flat": (None, 150),
    "scoring.joker_finish": (None, "discard", "last_card_any"),
    "scoring.joker_finish_factor": (None, 4, Fraction(5, 2)),
    "scoring.joker_finish_any_factor": (None, 2, Fraction(3, 2)),
    "scoring.pairs_factor": (None, 2),
    "scoring.pair_loser_factor": (None, 2, Fraction(3, 2)),
    "scoring.rounding": ("half_up", "floor", "exact"),
    "scoring.cap": (None, 80),
    "scoring.held_joker_charge": (None, 101),
    "scoring.wild_discard_charge": (None, 30),
    "scoring.fitting_discard_charge": (None, 40),
    "scoring.winner_score": (0, -10),
    "scoring.winner_multiplied": BOTH,
    "scoring.gin_bonus": (0, 20, 25),
    "scoring.big_gin_bonus": (None, 0, 31, 50),
    "scoring.undercut_bonus": (0, 10, 25),
    "scoring.spade_doubles": BOTH,
    "scoring.knock_tie": ("undercut", "knocker", "void"),
    "match.first_dealer": ("random", 0, 1),
    "match.dealer_rotation": ("next", "winner", "loser", "alternate"),
    "match.dealer_after_void": ("next", "same"),
    "match.end": ("until", "first_to_target_wins", "elimination", "contracts", "hands"),
    "match.target": (None, 60, 100),
    "match.elimination_limit": (None, 101),
    "match.buy_ins": (0, 1, None),
    "match.buy_in_total": ("highest_in", "one_above"),
    "match.buy_in_players": (2, 3, 4),
    "match.buy_in_ceiling": (None, 60),
    "match.lowest_tie": ("shared", "extra_hand"),
    "match.contract_tie": ("first_laid", "shared"),
    "match.hands": (None, 2, 3),
    "match.final_hand_multiplier": (1, 2),
    "match.turn_cap": (None, 50),
    "match.game_bonus": (None, 100),
    "match.box_bonus": (None, 25),
    "match.shutout_doubles": BOTH,
    "match.shutout_bonus": (None, 100),
    "match.columns": (1, 3),
    "conduct.mode": ("auto", "explicit"),
    "conduct.carte": BOTH,
    "conduct.carte_penalty": (1, 2),
    "conduct.announce_at": (1, 2),
    "conduct.touch_penalty": (None, "no_factor", "forbid_all_at_once"),
    "conduct.wrong_declaration": (None, 80),
    "conduct.touch_scope": ("hand", "turn"),
}
"""Every option with more than one built value, with values that represent all of them."""

KINDS: Mapping[str, Mapping[str, Sequence[object]]] = {
    "melds": {
        "equipment.wild_ranks": (frozenset[int](),),
        "opening.contracts": (None,),
        "table.concealed": (False,),
        "closing.knock_limit": (None,),
        "scoring.kind": ("penalty",),
    },
    "contracts": {
        "opening.contracts": (SHORT_CONTRACTS, EARLY_CONTRACTS, LONG_CONTRACTS),
        "table.concealed": (False,),
        "closing.knock_limit": (None,),
        "scoring.kind": ("none",),
    },
    "knocking": {
        "equipment.wild_ranks": (frozenset[int](),),
        "opening.contracts": (None,),
        "table.concealed": (True,),
        "closing.knock_limit": (0, 10, 25, "upcard"),
        "scoring.kind": ("credit",),
    },
}
"""The options that define a kind of game, and so do not change with the others."""


def kind_of(variant: Variant) -> str:
    """Return the kind of game that a variant is; each kind has a separate reference."""
    settings = variant.settings()
    if settings["table.concealed"]:
        return "knocking"
    return "melds" if settings["opening.contracts"] is None else "contracts"


def domain(preset: Variant) -> dict[str, tuple[object, ...]]:
    """Return the values of every option in games of this preset's kind, the preset's own value first."""
    own = preset.settings()
    kind = KINDS[kind_of(preset)]
    found: dict[str, tuple[object, ...]] = {}
    for name, values in VALUES.items():
        others = [each for each in kind.get(name, values) if not same(each, own[name])]
        found[name] = (own[name], *others)
    return found


def same(one: object, other: object) -> bool:
    """Return whether two values are equal and of one type: True is not 1."""
    return type(one) is type(other) and one == other


PRESETS: Mapping[str, Variant] = {
    variant.slug: variant
    for variant in (
        *(variants.CLASSIC_51, variants.RAMI_500, variants.LEBANESE_14, variants.GAMEVELVET),
        *(variants.FRUSTRATION, variants.GIN, variants.BASIC_RUMMY, variants.KALOOKI_40),
        *(variants.ROMME, variants.RUMMY_500, variants.SCALA_40),
    )
}
