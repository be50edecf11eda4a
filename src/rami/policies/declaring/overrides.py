"""The options of each slot, as `Variant.with_` takes them; made from the fields of the policies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypedDict

from ..results import scores
from ..slots import (
    closing,
    conduct,
    contracts,
    dealing,
    drawing,
    equipment,
    match_format,
    melding,
    opening,
    prices,
    table,
)

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
    """Overrides of `Equipment`."""

    players: tuple[int, int]
    packs: int | tuple[int, ...]
    ranks: Collection[int]
    suits: Collection[equipment.SuitName] | Literal["all"]
    jokers: int | tuple[int, ...]
    faces: Literal["cards", "tiles"]
    wild_ranks: Collection[int]
    natural_wilds: bool
    court_value: int
    values: tuple[int, ...] | None
    card_values: Mapping[str, int] | Collection[str]


class DealingOptions(TypedDict, total=False):
    """Overrides of `Dealing`."""

    hand_size: int | tuple[int, ...]
    starter_extra: Literal[0, 1]
    upcard: bool
    upcard_wild: dealing.UpcardWild
    turned_card: dealing.TurnedCard | None
    min_stock: int
    starter: dealing.Starter
    direction: dealing.Direction


class DrawingOptions(TypedDict, total=False):
    """Overrides of `Drawing`."""

    starter_turn: drawing.StarterTurn
    upcard_offer: drawing.UpcardOffer
    discard_depth: drawing.DiscardDepth
    discard_use: Collection[drawing.DiscardUse] | Literal["all"] | None
    unopened_discard_use: drawing.UnopenedDiscardUse
    discard_in_clean_run: bool
    no_discard_draw_at: int | None
    no_twin_pickup: bool
    wild_discard: drawing.WildDiscard
    first_round_discard: bool
    first_round_scope: drawing.FirstRoundScope
    buy: drawing.Buying | None
    buy_price: int
    buy_limit: int | None
    buy_when_down: bool
    recycle: drawing.Recycle
    max_recycles: int | None
    allow_return_discard: bool


class MeldingOptions(TypedDict, total=False):
    """Overrides of `Melding`."""

    set_min: int
    set_suits: melding.SetSuits
    set_max: int | None
    run_min: int
    max_run: int
    ace: melding.Ace
    run_wrap: bool
    natural_aces: Literal[1, 2]
    max_wild: int | None
    max_wild_scope: melding.WildScope
    wild_limit: melding.WildLimit | None
    wild_limit_scope: melding.WildLimitScope
    min_natural: int
    group_naturals: int | None
    adjacent_wilds: bool
    joker_at_ends: melding.JokerAtEnds
    burnt_scope: melding.BurntScope
    joker_in_run: melding.JokerInRun
    ace_meld_values: tuple[int, int, int]
    joker_meld_value: int | Literal["represented"]


class OpeningOptions(TypedDict, total=False):
    """Overrides of `Opening`."""

    first_round_melds: bool
    contracts: Collection[contracts.Contract | str] | None
    contract_due: opening.ContractDue
    contract_size: opening.ContractSize
    distinct_contract_melds: bool
    run_gap: int | None
    lay_down_all: bool
    minimum: int
    clean: opening.Clean | None
    pairs: int | None
    counts_layoffs: bool
    pickup_minimum: int | None
    pickup_scope: opening.PickupScope
    escalates: bool
    all_at_once_requires: opening.AllAtOnceRequires
    all_at_once_alone: bool
    post_open: opening.PostOpen
    further_melds: bool
    contract_extras: opening.ContractExtras


class TableOptions(TypedDict, total=False):
    """Overrides of `TablePlay`."""

    concealed: bool
    melds_a_turn: int | None
    layoff_requires_open: bool
    foreign_melds_after: table.ForeignMeldsAfter
    pairs_by_others: table.PairsByOthers
    pair_layoffs: int | None
    joker_on_foreign_clean_run: bool
    swap_requires_open: bool
    run_joker: table.RunJoker
    set_joker: table.SetJoker
    closed_four_set: bool
    recover_wild_ranks: bool
    recovered_joker: table.RecoveredJoker | None
    recovered_when: table.RecoveredWhen
    take: table.Take
    take_from: table.TakeFrom
    take_positions: table.TakePositions
    take_min_hand_cards: Literal[0, 1, 2]
    take_joker: bool


class ClosingOptions(TypedDict, total=False):
    """Overrides of `Closing`."""

    fitting_discard: closing.FittingDiscard
    knock_limit: closing.KnockLimit | None
    out_discard: closing.OutDiscard
    last_turns: closing.LastTurns | None
    declare_pairs: bool
    declare_runs: int
    declare_pure_runs: int
    upcard_ace: closing.UpcardAce
    settle: closing.Settle
    layoff_on_gin: bool
    void_at: int | None
    fiftieth_card: bool
    final_discard: closing.FinalDiscard
    joker_finish_forbidden: bool
    first_round_out: bool
    end_when_all_complete: closing.EndWhenAllComplete
    stock_out: closing.StockOut
    stalemate: closing.Stalemate
    void_all_pairs: bool


class ScoringOptions(TypedDict, total=False):
    """Overrides of `Scoring`."""

    ace_hand_value: int
    lone_ace_value: int | None
    joker_hand_value: int | Literal["double"]
    wild_hand_value: int | None
    double_per_joker: bool
    joker_base: int
    fold_prices: tuple[int, int] | None
    kind: prices.ScoreKind
    winner_collects: prices.WinnerCollects | None
    unopened_flat: int | None
    dry_flat: int | None
    dry_when: prices.DryWhen
    all_at_once_factors: tuple[scores.Points | float | str, ...]
    double_on: prices.DoubleOn
    joker_finish: prices.JokerFinish | None
    joker_finish_factor: scores.Points | float | str | None
    joker_finish_any_factor: scores.Points | float | str | None
    pairs_factor: scores.Points | float | str | None
    pair_loser_factor: scores.Points | float | str | None
    all_at_once_after: prices.AllAtOnceAfter
    all_at_once_help: bool
    flat_multiplied: bool
    all_at_once_flat: int | None
    rounding: prices.Rounding
    cap: int | None
    turned_show: int | None
    held_joker_charge: int | None
    wild_discard_charge: int | None
    fitting_discard_charge: int | None
    winner_score: int
    winner_multiplied: bool
    undercut_bonus: int
    knock_tie: prices.KnockTie
    gin_bonus: int
    big_gin_bonus: int | None
    spade_doubles: bool


class MatchOptions(TypedDict, total=False):
    """Overrides of `MatchFormat`."""

    first_dealer: Literal["random"] | int
    turn_cap: int | None
    columns: Literal[1, 3]
    target: int | None
    elimination_limit: int | None
    hands: int | None
    end: match_format.MatchEnd
    buy_ins: int | None
    buy_in_total: match_format.BuyInTotal
    buy_in_players: int
    buy_in_ceiling: int | None
    rounds: Mapping[str, Collection[object]]
    final_hand_multiplier: int
    lowest_tie: match_format.LowestTie
    contract_tie: match_format.ContractTie
    dealer_rotation: match_format.DealerRotation
    dealer_after_void: match_format.DealerAfterVoid
    game_bonus: int | None
    shutout_doubles: bool
    shutout_bonus: int | None
    box_bonus: int | None


class ConductOptions(TypedDict, total=False):
    """Overrides of `Conduct`."""

    rum_call: conduct.RumCall | None
    carte: bool
    announce_at: int
    carte_penalty: int
    touch_penalty: conduct.TouchPenalty | None
    touch_scope: conduct.TouchScope
    wrong_declaration: int | None
    mode: conduct.ConductMode
