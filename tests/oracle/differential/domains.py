"""Values to test each option with, and the options that stay unchanged in each kind of game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from rami import variants
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant

DEAR_ACES = (15, *(5,) * 8, *(10,) * 4)
ALL_RANKS = frozenset(range(1, 14))
ALL_SUITS = frozenset({"clubs", "diamonds", "hearts", "spades"})
USES = ("meld", "layoff", "swap")

SHORT_CONTRACTS = tuple(map(Contract.parse, ("group 3 + run 3", "group 3", "run 4", "group 3 + group 3")))
EARLY_CONTRACTS = tuple(map(Contract.parse, ("group 3 + group 3", "group 3 + run 4", "run 4 + run 4")))
LONG_CONTRACTS = tuple(map(Contract.parse, ("group 4", "run 4", "group 4 + run 4")))

SAMPLES: Mapping[str, Sequence[object]] = {
    "equipment.players": ((2, 2), (2, 5), (3, 4)),
    "equipment.packs": (1, 2, 3),
    # No ranks in the middle or at the end.
    "equipment.ranks": (ALL_RANKS, ALL_RANKS - {4, 13}, ALL_RANKS - {1}),
    "equipment.suits": (ALL_SUITS, ALL_SUITS - {"diamonds"}),
    "equipment.jokers": (0, 2, 4, 8),
    "equipment.wild_ranks": (frozenset[int](), frozenset({2})),
    "equipment.court_value": (5, 10, 11),
    "equipment.values": (None, DEAR_ACES),
    "equipment.card_values": ((), ("3♦ 0", "Q♠ 40")),
    "dealing.hand_size": (7, 10, 13, 14, (10, 7, 7, 6)),
    "dealing.min_stock": (0, 15, 20),
    "drawing.discard_depth": (1, 2, "any"),
    "drawing.discard_use": (
        None,
        *(frozenset(some) for size in (1, 2, 3) for some in combinations(USES, size)),
    ),
    "drawing.max_recycles": (None, 0, 1),
    "melding.set_min": (3, 4),
    "melding.set_max": (3, 4, 5, None),
    "melding.run_min": (3, 4),
    "melding.max_run": (3, 4, 5, 13, 14),
    "melding.ace_meld_values": ((1, 1, 1), (1, 11, 11), (10, 10, 10), (1, 15, 20)),
    "melding.joker_meld_value": ("represented", 0, 35),
    "melding.max_wild": (1, 2, 3, None),
    "melding.min_natural": (0, 1, 2, 3, 4),
    "melding.group_naturals": (None, 1, 2, 3, 4),
    "opening.minimum": (0, 20, 51, 71),
    "opening.pairs": (None, 2),
    "opening.pickup_minimum": (None, 71),
    "opening.contracts": (None, SHORT_CONTRACTS, EARLY_CONTRACTS, LONG_CONTRACTS),
    "opening.run_gap": (None, 1, 2),
    # Liverpool has no jokers, and pairs continue.
    "opening.further_melds": (True,),
    "table.melds_a_turn": (None, 1, 2),
    "table.pair_layoffs": (None, 1, 2),
    "closing.knock_limit": (None, 0, 10, 25, "upcard", "all_matched"),
    "closing.declare_runs": (0, 1, 2),
    "closing.declare_pure_runs": (0, 1, 2),
    "closing.void_at": (None, 0, 2, 10),
    "closing.stock_out": ("blocked", "decline", "at_once"),
    "scoring.ace_hand_value": (1, 10, 11),
    "scoring.lone_ace_value": (None, 1),
    "scoring.joker_hand_value": (20, 50, "double"),
    "scoring.joker_base": (0, 5),
    "scoring.unopened_flat": (None, 0, 75, 100),
    "scoring.dry_flat": (None, 200),
    "scoring.all_at_once_factors": ((1,), (2,), (2, Fraction(3, 2), 1), (Fraction(4, 3),)),
    "scoring.all_at_once_flat": (None, 150),
    "scoring.joker_finish_factor": (None, 4, Fraction(5, 2)),
    "scoring.joker_finish_any_factor": (None, 2, Fraction(3, 2)),
    "scoring.pairs_factor": (None, 2),
    "scoring.pair_loser_factor": (None, 2, Fraction(3, 2)),
    "scoring.cap": (None, 80),
    "scoring.held_joker_charge": (None, 101),
    "scoring.wild_discard_charge": (None, 30),
    "scoring.fitting_discard_charge": (None, 40),
    "scoring.winner_score": (0, -10),
    "scoring.gin_bonus": (0, 20, 25),
    "scoring.big_gin_bonus": (None, 0, 31, 50),
    "scoring.undercut_bonus": (0, 10, 25),
    "match.first_dealer": ("random", 0, 1),
    "match.target": (None, 60, 100),
    "match.elimination_limit": (None, 101),
    "match.buy_ins": (0, 1, None),
    "match.buy_in_players": (2, 3, 4),
    "match.buy_in_ceiling": (None, 60),
    "match.hands": (None, 2, 3),
    "match.final_hand_multiplier": (1, 2),
    "match.turn_cap": (None, 50),
    "match.game_bonus": (None, 100),
    "match.box_bonus": (None, 25),
    "match.shutout_bonus": (None, 100),
    "conduct.carte_penalty": (1, 2),
    "conduct.announce_at": (1, 2),
    "conduct.wrong_declaration": (None, 80),
}
"""Values that represent all the values of an option that allows too many to try them all."""

APART = {
    *("conduct.rum_call", "dealing.turned_card", "equipment.faces", "opening.contract_due"),
    *("closing.declare_pairs", "scoring.blocked_score", "table.regroup", "table.regroup_joker"),
    *("drawing.buy", "drawing.buy_when_down", "drawing.turn", "drawing.wild_discard"),
}
"""Options of games with separate tests."""


def values() -> Iterator[tuple[str, Sequence[object]]]:
    """Yield the options with several built values: all words of an option, or samples."""
    for slot, policy in SLOTS.items():
        for field, option in options_of(policy).items():
            name, words = f"{slot}.{field}", option.values.allowed
            if name in SAMPLES:
                yield name, SAMPLES[name]
            elif name not in APART and all(map(option.values.accepts, words)):
                yield name, words


VALUES: Mapping[str, Sequence[object]] = dict(values())

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
