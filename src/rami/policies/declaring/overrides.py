"""The options of each slot as typed dicts for `Variant.with_`, generated from the fields of the policies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypedDict

from ..results.scores import Points
from ..slots.contracts import Contract
from ..slots.equipment import SuitName

__all__ = [
    "ClosingOptions",
    "ConductOptions",
    "DealingOptions",
    "DrawingOptions",
    "EquipmentOptions",
    "MatchOptions",
    "MeldingOptions",
    "OpeningOptions",
    "ScoringOptions",
    "TableOptions",
]


class EquipmentOptions(TypedDict, total=False):
    """The options of `Equipment` that `Variant.with_` can change."""

    players: tuple[int, int]
    packs: int | tuple[int, ...]
    ranks: Collection[int]
    suits: Collection[SuitName] | Literal["all"]
    jokers: int | tuple[int, ...]
    faces: Literal["cards", "tiles", "joker_tiles"]
    wild_ranks: Collection[int]
    natural_wilds: bool
    court_value: int
    values: tuple[int, ...] | None
    card_values: Mapping[str, int] | Collection[str]


class DealingOptions(TypedDict, total=False):
    """The options of `Dealing` that `Variant.with_` can change."""

    hand_size: int | tuple[int, ...]
    starter_extra: Literal[0, 1]
    upcard: bool
    upcard_wild: Literal["stays", "replaced"]
    turned_card: Literal["wild_rank", "natural"] | None
    min_stock: int
    starter: Literal["dealer", "left"]
    direction: Literal["clockwise", "anticlockwise"]


class DrawingOptions(TypedDict, total=False):
    """The options of `Drawing` that `Variant.with_` can change."""

    turn: Literal["draw_then_play", "draw_or_play"]
    starter_turn: Literal["normal", "discard_only", "normal_without_draw"]
    upcard_offer: Literal["none", "non_dealer", "both", "both_again"]
    discard_depth: int | Literal["any"]
    discard_use: Collection[Literal["meld", "layoff", "swap"]] | Literal["all"] | None
    unopened_discard_use: Literal["in_opening", "any_same_turn", "never"]
    discard_in_clean_run: bool
    no_discard_draw_at: int | None
    no_twin_pickup: bool
    wild_discard: Literal["free", "upcard_only", "never"]
    first_round_discard: bool
    first_round_scope: Literal["each_player", "first_player_only"]
    buy: Literal["order"] | None
    buy_price: int
    buy_limit: int | None
    buy_when_down: bool
    recycle: Literal["keep_top", "all", "turn_over", "never"]
    max_recycles: int | None
    allow_return_discard: bool


class MeldingOptions(TypedDict, total=False):
    """The options of `Melding` that `Variant.with_` can change."""

    set_min: int
    set_suits: Literal["distinct", "any"]
    set_max: int | None
    run_min: int
    max_run: int
    ace: Literal["low", "high", "both"]
    run_wrap: bool
    natural_aces: Literal[1, 2]
    max_wild: int | None
    max_wild_scope: Literal["meld", "run", "only_runs"]
    wild_limit: Literal["at_most_half", "minority"] | None
    wild_limit_scope: Literal["always", "laydown"]
    min_natural: int
    group_naturals: int | None
    adjacent_wilds: bool
    joker_at_ends: Literal["placement", "invariant", False]
    burnt_scope: Literal["melds", "melds_and_discards"]
    joker_in_run: Literal["free", "burnt"]
    ace_meld_values: tuple[int, int, int]
    joker_meld_value: int | Literal["represented"]


class OpeningOptions(TypedDict, total=False):
    """The options of `Opening` that `Variant.with_` can change."""

    first_round_melds: bool
    contracts: Collection[Contract | str] | None
    contract_due: Literal["own", "round"]
    contract_size: Literal["min", "exact"]
    distinct_contract_melds: bool
    run_gap: int | None
    lay_down_all: bool
    minimum: int
    clean: Literal["run_meld", "run_window", "run_or_set"] | None
    pairs: int | None
    counts_layoffs: bool
    pickup_minimum: int | None
    pickup_scope: Literal["opening", "always"]
    escalates: bool
    all_at_once_requires: Literal["full", "points", "nothing"]
    all_at_once_alone: bool
    post_open: Literal["same_turn", "next_turn"]
    further_melds: bool
    contract_extras: Literal["same_turn", "next_turn"]


class TableOptions(TypedDict, total=False):
    """The options of `TablePlay` that `Variant.with_` can change."""

    concealed: bool
    regroup: Literal["whole"] | None
    regroup_joker: Literal["free", "named", "both", "locked"]
    melds_a_turn: int | None
    layoff_requires_open: bool
    foreign_melds_after: Literal["own_opening", "all_opened"]
    pairs_by_others: Literal["never", "after_pairs"]
    pair_layoffs: int | None
    joker_on_foreign_clean_run: bool
    swap_requires_open: bool
    run_joker: Literal["exact", "never"]
    set_joker: Literal["four_only", "both_at_once", "either_missing", "named", "never"]
    closed_four_set: bool
    recover_wild_ranks: bool
    recovered_joker: Literal["new_meld", "meld_or_layoff", "hand"] | None
    recovered_when: Literal["next_action", "same_turn"]
    take: Literal["off", "opened"]
    take_from: Literal["any", "not_owner"]
    take_positions: Literal["any_valid", "ends"]
    take_min_hand_cards: Literal[0, 1, 2]
    take_joker: bool


class ClosingOptions(TypedDict, total=False):
    """The options of `Closing` that `Variant.with_` can change."""

    final_discard: Literal["required", "optional", "forbidden"]
    joker_finish_forbidden: bool
    first_round_out: bool
    end_when_all_complete: Literal["at_once", "end_of_turn", "never"]
    stock_out: Literal["blocked", "decline", "at_once", "pass"]
    stalemate: Literal["void", "count_hands"]
    void_all_pairs: bool
    fitting_discard: Literal["free", "barred", "barred_unopened", "by_players"]
    knock_limit: int | Literal["upcard", "all_matched"] | None
    out_discard: Literal["face_down", "face_up"]
    last_turns: Literal["others_once"] | None
    declare_pairs: bool
    declare_runs: int
    declare_pure_runs: int
    upcard_ace: Literal["one", "gin_only"]
    settle: Literal["best", "moves"]
    layoff_on_gin: bool
    void_at: int | None
    fiftieth_card: bool


class ScoringOptions(TypedDict, total=False):
    """The options of `Scoring` that `Variant.with_` can change."""

    kind: Literal["penalty", "credit", "net", "none"]
    winner_collects: Literal["credit", "zero_sum"] | None
    blocked_score: Literal["own", "difference"]
    unopened_flat: int | None
    dry_flat: int | None
    dry_when: Literal["nobody_laid", "nobody_else_laid"]
    all_at_once_factors: tuple[Points | float | str, ...]
    double_on: Literal["all_at_once", "rami_sec_only"]
    joker_finish: Literal["discard", "last_card_any"] | None
    joker_finish_factor: Points | float | str | None
    joker_finish_any_factor: Points | float | str | None
    pairs_factor: Points | float | str | None
    pair_loser_factor: Points | float | str | None
    all_at_once_after: Literal["no_meld", "no_card"]
    all_at_once_help: bool
    flat_multiplied: bool
    all_at_once_flat: int | None
    rounding: Literal["half_up", "floor", "exact"]
    cap: int | None
    turned_show: int | None
    held_joker_charge: int | None
    wild_discard_charge: int | None
    fitting_discard_charge: int | None
    winner_score: int
    winner_multiplied: bool
    undercut_bonus: int
    knock_tie: Literal["undercut", "knocker", "void"]
    gin_bonus: int
    big_gin_bonus: int | None
    spade_doubles: bool
    ace_hand_value: int
    lone_ace_value: int | None
    joker_hand_value: int | Literal["double"]
    wild_hand_value: int | None
    double_per_joker: bool
    joker_base: int
    fold_prices: tuple[int, int] | None


class MatchOptions(TypedDict, total=False):
    """The options of `MatchFormat` that `Variant.with_` can change."""

    columns: Literal[1, 3]
    target: int | None
    elimination_limit: int | None
    hands: int | None
    end: Literal["until", "first_to_target_wins", "elimination", "contracts", "hands"]
    buy_ins: int | None
    buy_in_total: Literal["highest_in", "one_above"]
    buy_in_players: int
    buy_in_ceiling: int | None
    rounds: Mapping[str, Collection[object]]
    final_hand_multiplier: int
    lowest_tie: Literal["shared", "extra_hand"]
    contract_tie: Literal["first_laid", "shared"]
    dealer_rotation: Literal["next", "winner", "loser", "alternate"]
    dealer_after_void: Literal["next", "same"]
    game_bonus: int | None
    shutout_doubles: bool
    shutout_bonus: int | None
    box_bonus: int | None
    first_dealer: Literal["random"] | int
    turn_cap: int | None


class ConductOptions(TypedDict, total=False):
    """The options of `Conduct` that `Variant.with_` can change."""

    carte: bool
    announce_at: int
    carte_penalty: int
    touch_penalty: Literal["no_factor", "forbid_all_at_once"] | None
    touch_scope: Literal["hand", "turn"]
    wrong_declaration: int | None
    mode: Literal["auto", "explicit"]
    rum_call: Literal["takes_turn"] | None
