"""The options of the reference, with their values in Classic Rami 51."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from .cards import RANKS, SUITS

Number = int | float | Fraction


@dataclasses.dataclass(frozen=True, eq=False)
class Rules:
    """One field per option, under its flat name; rule sets are equal only if they are one object."""

    players: tuple[int, int] = (2, 7)  # R51-MAT-01, D-01
    packs: int | tuple[int, ...] = 2  # R51-MAT-02, R51-DEAL-02; RUM-MAT-02: For two players, three, ...
    jokers: int = 4  # R51-MAT-02, D-02
    ranks: str = RANKS
    suits: str = SUITS
    court_value: int = 10  # R51-VAL-03, D-61
    values: tuple[int, ...] | None = None  # From the ace to the king.
    card_values: tuple[str, ...] = ()  # Such as "Q♠ 40".
    wild_rank: str = ""  # FRU-WILD-01, D-90: A letter of `cards.RANKS`.
    natural_wilds: bool = False

    hand_size: int | tuple[int, ...] = 13  # R51-DEAL-04, D-05; BAS-DEAL-01: For two players, three, ...
    starter_extra: int = 1  # R51-DEAL-04, D-05
    upcard: bool = False  # R51-DEAL-05, D-06
    upcard_wild: str = "stays"  # SCA-DEAL-05
    starter: str = "dealer"  # R51-START-01, D-06
    direction: str = "clockwise"  # R51-START-04, D-04
    min_stock: int = 15  # D-01

    starter_turn: str = "discard_only"  # R51-START-01, D-08
    upcard_offer: str = "none"  # GIN-UPCARD-01, D-78
    first_round_discard: bool = True  # D-09
    first_round_scope: str = "each_player"  # VELVET-DRAW-02, D-09
    discard_depth: int | str = 1  # RUM-DRAW-01
    discard_use: frozenset[str] | None = frozenset({"meld", "layoff", "swap"})  # R51-DRAW-02, D-11
    unopened_discard_use: str = "in_opening"  # R51-DRAW-02, D-12
    discard_in_clean_run: bool = True  # D-12
    allow_return_discard: bool = False  # D-14, D-112
    no_discard_draw_at: int | None = 1  # R51-CARTE-02, D-15
    no_twin_pickup: bool = False  # D-18
    buy: str | None = None  # LIV-BUY-01
    buy_price: int = 0  # LIV-BUY-04
    buy_limit: int | None = None  # LIV-BUY-05
    buy_when_down: bool = True  # LIV-BUY-06
    rum_call: str | None = None  # RUM-CALL-01, RUM-CALL-03
    recycle: str = "keep_top"  # R51-STOCK-01, D-74, BAS-STOCK-02
    max_recycles: int | None = None  # D-75

    set_suits: str = "distinct"  # R51-SET-01, D-22
    set_min: int = 3  # R51-SET-01
    set_max: int | None = 4  # R51-SET-01, D-22
    run_min: int = 3  # R51-RUN-01
    max_run: int = 14  # R51-MAT-03, D-23
    natural_aces: int = 2  # SCA-RUN-02
    run_wrap: bool = False  # R51-ACE-01, D-24
    ace: str = "both"  # R51-MAT-04, D-87
    ace_meld_values: tuple[int, int, int] = (1, 11, 11)  # R51-VAL-04, D-39: low, high, in a set
    joker_meld_value: int | str = "represented"  # D-38
    max_wild: int | None = 1  # R51-JOK-02, D-26
    max_wild_scope: str = "meld"  # R51-JOK-02, D-26
    wild_limit: str | None = None  # D-88
    wild_limit_scope: str = "always"  # D-88
    min_natural: int = 2  # D-28, D-141
    group_naturals: int | None = None  # R51-JRET-02, its second reading
    adjacent_wilds: bool = True  # D-89
    joker_at_ends: bool | str = False  # D-29
    joker_in_run: str = "free"  # R51-JOK-01, D-30
    burnt_scope: str = "melds"  # LEB-JOK-01, D-30

    minimum: int = 51  # R51-OPEN-01, D-43
    clean: str | None = "run_meld"  # R51-OPEN-01, D-35
    pairs: int | None = None  # OKO-OPEN-02
    counts_layoffs: bool = False  # R51-OPEN-06, D-36
    post_open: str = "same_turn"  # R51-OPEN-05, D-37
    all_at_once_requires: str = "full"  # R51-RSEC-02, D-41
    all_at_once_alone: bool = False  # OKO-OPEN-05
    escalates: bool = False  # D-43, D-137
    pickup_minimum: int | None = None  # D-19
    pickup_scope: str = "opening"  # D-19
    first_round_melds: bool = True  # D-09
    contracts: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None = None  # FRU-C01 to FRU-C14
    contract_size: str = "min"  # FRU-OPEN-01, FRU-DEF-01, D-91
    distinct_contract_melds: bool = False  # D-91
    contract_extras: str = "same_turn"  # FRU-POST-01, D-92
    contract_due: str = "own"  # FRU-ADV-01, LIV-CON-08
    run_gap: int | None = None  # LIV-DOWN-03
    lay_down_all: bool = False  # LIV-LAST-01
    further_melds: bool = True  # LIV-DOWN-04

    layoff_requires_open: bool = True  # R51-LAYOFF-01, D-44
    foreign_melds_after: str = "own_opening"  # R51-LAYOFF-01, D-44
    melds_a_turn: int | None = None  # BAS-LAY-01
    pairs_by_others: str = "never"  # OKO-LAY-03
    pair_layoffs: int | None = None  # OKO-LAYOFF-03
    run_joker: str = "exact"  # R51-JSWAP-01, D-45
    set_joker: str = "four_only"  # R51-JRET-02, D-46
    swap_requires_open: bool = True  # R51-JRET-01, D-45
    recovered_joker: str | None = "new_meld"  # R51-JSWAP-02, R51-JRET-03, D-47
    recovered_when: str = "next_action"  # R51-JSWAP-02, D-47
    recover_wild_ranks: bool = False  # FRU-JRET-01, D-94
    closed_four_set: bool = False  # D-32
    joker_on_foreign_clean_run: bool = False  # R51-JOK-03, D-31
    take: str = "opened"  # R51-TAKE-01, D-50, D-53
    take_from: str = "any"  # R51-TAKE-01, D-50
    take_positions: str = "any_valid"  # R51-TAKE-01, R51-TAKE-02, D-51
    take_min_hand_cards: int = 1  # D-52
    take_joker: bool = False  # D-52

    final_discard: str = "required"  # R51-RSEC-04, D-54
    fitting_discard: str = "free"  # SCA-DISC-02, SCA-DISC-03
    first_round_out: bool = True  # SCA-OUT-02
    joker_finish_forbidden: bool = False  # D-58
    knock_limit: int | str | None = None  # GIN-KNOCK-01, D-80
    out_discard: str = "face_down"
    last_turns: str | None = None
    declare_runs: int = 0
    declare_pure_runs: int = 0
    upcard_ace: str = "one"  # D-143
    settle: str = "best"  # GIN-LAYOFF-01, D-81
    layoff_on_gin: bool = False  # D-81
    void_at: int | None = None  # GIN-VOID-01, D-85
    fiftieth_card: bool = False  # D-85, D-146
    end_when_all_complete: str = "never"  # FRU-END-02, D-95
    stock_out: str = "blocked"  # RUM-STOCK-01
    stalemate: str = "void"  # RUM-STOCK-03, D-75
    void_all_pairs: bool = False  # OKO-STOCK-03

    kind: str = "penalty"  # R51-OBJ-02, GIN-SCORE-01
    winner_collects: str | None = None  # BAS-SCORE-01, BAS-SCORE-03
    ace_hand_value: int = 11  # R51-SCORE-02, D-61
    wild_hand_value: int | None = None
    lone_ace_value: int | None = None  # SCA-SCORE-06
    joker_hand_value: int | str = 20  # R51-SCORE-03, D-61
    double_per_joker: bool = False  # VELVET-SCORE-02, D-63
    joker_base: int = 0  # VELVET-SCORE-02, D-63
    unopened_flat: int | None = 100  # R51-SCORE-04, D-62
    flat_multiplied: bool = True  # R51-SCORE-05, D-62
    dry_flat: int | None = None  # VELVET-SCORE-04, D-64
    dry_when: str = "nobody_laid"  # VELVET-SCORE-04, D-64
    all_at_once_factors: tuple[Number, ...] = (2,)  # R51-SCORE-05, D-65
    double_on: str = "all_at_once"  # R51-SCORE-05, R51-SCORE-07, D-56
    all_at_once_after: str = "no_meld"  # D-128, BAS-RUMMY-03
    all_at_once_help: bool = True  # R51-RSEC-03, D-57
    all_at_once_flat: int | None = None  # VARIATION-ALLATONCE-01, D-66
    joker_finish: str | None = "discard"  # R51-SCORE-06, D-58
    joker_finish_factor: Number = 4  # R51-SCORE-06, D-58
    joker_finish_any_factor: Number | None = None  # D-58
    pairs_factor: Number | None = None  # OKO-SCORE-07
    pair_loser_factor: Number | None = None  # OKO-SCORE-06
    rounding: str = "half_up"  # D-65
    cap: int | None = None
    held_joker_charge: int | None = None  # OKO-SCORE-03, the other reading of OKO-D12
    wild_discard_charge: int | None = None  # OKO-DISC-02
    fitting_discard_charge: int | None = None  # OKO-DISC-03
    winner_score: int = 0  # R51-SCORE-08, D-60
    winner_multiplied: bool = False  # OKO-SCORE-08
    gin_bonus: int = 0  # GIN-SCORE-03, D-84
    big_gin_bonus: int | None = None  # GIN-SCORE-04, D-84
    undercut_bonus: int = 0  # GIN-SCORE-02, D-83
    spade_doubles: bool = False  # D-143
    knock_tie: str = "undercut"  # GIN-SCORE-02, D-82

    dealer_rotation: str = "next"  # R51-DEAL-06, D-07
    dealer_after_void: str = "next"  # D-75, D-130
    end: str = "until"  # R51-MATCH-01, D-69
    target: int | None = 100  # R51-MATCH-01, D-69
    elimination_limit: int | None = None  # VELVET-MATCH-01, D-71
    lowest_tie: str = "shared"  # D-73; IND-DEALS-05
    buy_ins: int | None = 0  # KAL-BUY-01, IND-POOL-03
    buy_in_total: str = "highest_in"  # KAL-BUY-02, IND-POOL-04
    buy_in_players: int = 3  # KAL-BUY-03
    buy_in_ceiling: int | None = None  # IND-POOL-03
    hands: int | None = None  # MILLE-01, D-67
    final_hand_multiplier: int = 1  # MILLE-01, D-67
    turn_cap: int | None = None  # D-75

    mode: str = "auto"  # D-102
    carte: bool = True  # R51-CARTE-03, D-16
    carte_penalty: int = 2  # R51-CARTE-03, D-16
    announce_at: int = 1  # R51-CARTE-01, D-16
    touch_penalty: str | None = None  # LEB-OBL-02, D-102
    touch_scope: str = "hand"  # LEB-OBL-02, D-102


CLASSIC_51 = Rules()


def rules(**changes: object) -> Rules:
    """Return Classic 51 with these options; lists become the sets and tuples of their field.

    >>> rules(minimum=71).minimum
    71
    """
    for name, given in changes.items():
        if isinstance(given, (list, tuple, set)):
            values = cast("Iterable[object]", given)
            changes[name] = frozenset(values) if name == "discard_use" else tuple(values)
    return dataclasses.replace(CLASSIC_51, **changes)  # type: ignore[arg-type]  # values by name
