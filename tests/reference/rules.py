"""The options that the reference knows, with the values of Classic Rami 51."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from typing import cast

Number = int | float | Fraction


@dataclasses.dataclass(frozen=True, eq=False)
class Rules:
    """One field per option, under its flat name; two rule sets are the same only when they are one object."""

    players: tuple[int, int] = (2, 7)
    packs: int = 2
    jokers: int = 4
    court_value: int = 10
    wild_twos: bool = False

    hand_size: int = 13
    starter_extra: int = 1
    upcard: bool = False
    starter: str = "dealer"
    direction: str = "clockwise"
    min_stock: int = 15

    starter_turn: str = "discard_only"
    upcard_offer: str = "none"
    first_round_discard: bool = True
    first_round_scope: str = "each_player"
    discard_use: frozenset[str] | None = frozenset({"meld", "layoff", "swap"})
    unopened_discard_use: str = "in_opening"
    discard_in_clean_run: bool = True
    allow_return_discard: bool = False
    no_discard_draw_at: int | None = 1
    no_twin_pickup: bool = False
    recycle: str = "keep_top"
    max_recycles: int | None = None

    set_suits: str = "distinct"
    set_min: int = 3
    set_max: int | None = 4
    run_min: int = 3
    max_run: int = 14
    run_wrap: bool = False
    ace: str = "both"
    ace_meld_values: tuple[int, int, int] = (1, 11, 11)
    joker_meld_value: int | str = "represented"
    max_wild: int | None = 1
    max_wild_scope: str = "meld"
    wild_limit: str | None = None
    wild_limit_scope: str = "always"
    min_natural: int = 2
    adjacent_wilds: bool = True
    joker_at_ends: bool | str = False
    joker_in_run: str = "free"
    burnt_scope: str = "melds"

    minimum: int = 51
    clean: str | None = "run_meld"
    counts_layoffs: bool = False
    post_open: str = "same_turn"
    all_at_once_requires: str = "full"
    escalates: bool = False
    pickup_minimum: int | None = None
    first_round_melds: bool = True
    contracts: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None = None
    contract_size: str = "min"
    distinct_contract_melds: bool = False
    contract_extras: str = "same_turn"

    layoff_requires_open: bool = True
    foreign_melds_after: str = "own_opening"
    run_joker: str = "exact"
    set_joker: str = "four_only"
    swap_requires_open: bool = True
    recovered_joker: str | None = "new_meld"
    recovered_when: str = "next_action"
    recover_twos: bool = False
    closed_four_set: bool = False
    joker_on_foreign_clean_run: bool = False
    take: str = "opened"
    take_from: str = "any"
    take_positions: str = "any_valid"
    take_min_hand_cards: int = 1
    take_joker: bool = False

    final_discard: str = "required"
    joker_finish_forbidden: bool = False
    knock_limit: int | str | None = None
    upcard_ace: str = "one"
    settle: str = "best"
    layoff_on_gin: bool = False
    void_at: int | None = None
    fiftieth_card: bool = False
    end_when_all_complete: str = "at_once"

    ace_hand_value: int = 11
    joker_hand_value: int | str = 20
    double_per_joker: bool = False
    joker_base: int = 0
    unopened_flat: int | None = 100
    flat_multiplied: bool = True
    dry_flat: int | None = None
    dry_when: str = "nobody_laid"
    all_at_once_factors: tuple[Number, ...] = (2,)
    double_on: str = "all_at_once"
    all_at_once_help: bool = True
    all_at_once_flat: int | None = None
    joker_finish: str | None = "discard"
    joker_finish_factor: Number = 4
    joker_finish_any_factor: Number | None = None
    rounding: str = "half_up"
    winner_score: int = 0
    gin_bonus: int = 25
    big_gin_bonus: int | None = 50
    undercut_bonus: int = 10
    spade_doubles: bool = False
    knock_tie: str = "undercut"

    dealer_rotation: str = "next"
    dealer_after_void: str = "next"
    end: str = "until"
    target: int | None = 100
    elimination_limit: int | None = None
    hands: int | None = None
    final_hand_multiplier: int = 1
    turn_cap: int | None = None

    mode: str = "auto"
    carte: bool = True
    carte_penalty: int = 2
    announce_at: int = 1
    touch_penalty: str | None = None
    touch_scope: str = "hand"


CLASSIC_51 = Rules()


def rules(**changes: object) -> Rules:
    """Classic 51 with the options named; lists become the sets and tuples of their field.

    >>> rules(minimum=71).minimum
    71
    """
    for name, given in changes.items():
        if isinstance(given, (list, tuple, set)):
            values = cast("Iterable[object]", given)
            changes[name] = frozenset(values) if name == "discard_use" else tuple(values)
    return dataclasses.replace(CLASSIC_51, **changes)  # type: ignore[arg-type]  # values by name
