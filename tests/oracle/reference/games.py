"""The other games of the reference, as differences from Classic 51."""

from __future__ import annotations

from fractions import Fraction

from .gather import Contract
from .rules import Rules, rules


def game(**changes: object) -> Rules:
    """Return the sheet of a game without the customs of Classic 51: its first turn, clean run, takes and last joker."""
    usual = {
        "starter_extra": 0,
        "starter": "left",
        "starter_turn": "normal",
        "no_discard_draw_at": None,  # D-15
        "clean": None,
        "joker_on_foreign_clean_run": True,  # D-31
        "take": "off",  # D-53
        "joker_finish": None,
        "carte": False,  # D-16
    }
    return rules(**{**usual, **changes})


RAMI_500: Rules = game(
    players=(2, 5),  # R500-MAT-01
    starter_extra=0,  # R500-DEAL-01
    starter="left",  # R500-DEAL-02, D-06
    no_discard_draw_at=None,  # D-15
    clean="run_window",  # R500-OPEN-03, D-35
    all_at_once_requires="nothing",  # R500-OPEN-05, D-41
    recovered_joker="meld_or_layoff",  # R500-JRET-01, D-47
    joker_on_foreign_clean_run=True,  # R500-OWN-01, D-31
    take="off",  # D-53
    joker_finish=None,  # R500-SCORE-07
    target=500,  # R500-MATCH-01
    carte=False,  # D-16
)

GAMEVELVET: Rules = game(
    players=(2, 6),  # VELVET-MAT-01, D-01
    hand_size=14,  # VELVET-DEAL-04
    upcard=True,  # VELVET-DEAL-05
    starter="left",  # VELVET-START-01
    first_round_discard=False,  # VELVET-DRAW-02
    first_round_melds=False,  # VELVET-OPEN-01
    no_discard_draw_at=None,  # D-15
    joker_at_ends="placement",  # VELVET-JOK-03, D-29
    clean="run_or_set",  # VELVET-OPEN-03
    recovered_joker="hand",  # VELVET-JRET-03, D-47
    joker_on_foreign_clean_run=True,  # VELVET-OPEN-05, D-31
    take="off",  # D-53
    final_discard="optional",  # VELVET-GO-01, D-54
    joker_hand_value="double",  # VELVET-SCORE-02
    dry_flat=200,  # VELVET-SCORE-04
    all_at_once_factors=(1,),
    end="elimination",  # VELVET-MATCH-01, D-71
    elimination_limit=101,
    target=None,
    carte=False,  # D-16
)

LEBANESE_14: Rules = rules(
    players=(2, 6),  # D-01
    hand_size=14,  # LEB-BASE-01, D-05
    ace_meld_values=(10, 10, 10),  # LEB-ACE-01, D-39
    joker_in_run="burnt",  # LEB-JOK-01, D-30
    burnt_scope="melds",
    pickup_minimum=71,  # LEB-DRAW-01, D-19
    ace_hand_value=10,  # LEB-ACE-01, D-61
    all_at_once_factors=(2, Fraction(3, 2), 1),  # LEB-RSEC-02 to LEB-RSEC-04, D-65
    joker_finish=None,
    touch_penalty="no_factor",  # LEB-OBL-02, D-102
)

BASIC_RUMMY: Rules = game(
    recovered_when="same_turn",
    min_natural=1,
    players=(2, 6),  # BAS-MAT-01
    packs=1,  # BAS-MAT-02
    jokers=0,
    hand_size=(10, 7, 7, 6),  # BAS-DEAL-01 to BAS-DEAL-03
    upcard=True,  # BAS-DEAL-04
    starter="left",  # BAS-START-01
    discard_use=None,  # BAS-DRAW-02
    recycle="turn_over",  # BAS-STOCK-02
    max_run=13,  # BAS-RUN-01
    ace="low",  # BAS-MAT-03
    ace_meld_values=(1, 1, 1),
    max_wild=None,
    minimum=0,  # BAS-TURN-03
    layoff_requires_open=False,  # BAS-OFF-02
    run_joker="never",
    set_joker="never",
    recovered_joker=None,
    take="off",  # BAS-LAY-02
    final_discard="optional",  # BAS-OUT-01
    kind="credit",  # BAS-SCORE-01
    winner_collects="credit",
    ace_hand_value=1,  # BAS-VAL-02
    unopened_flat=None,
    all_at_once_factors=(2,),  # BAS-RUMMY-02
    all_at_once_after="no_card",  # BAS-RUMMY-03
    joker_finish_factor=None,
    end="first_to_target_wins",  # BAS-MATCH-01
)

KALOOKI_40: Rules = game(
    players=(2, 5),  # KAL-MAT-01
    jokers=2,  # KAL-MAT-02
    upcard=True,  # KAL-DEAL-03
    starter="left",  # KAL-START-01
    discard_use={"meld"},  # KAL-DRAW-02, KAL-DRAW-04
    max_run=13,  # KAL-RUN-01
    ace="high",  # KAL-ACE-01
    ace_meld_values=(11, 11, 11),  # KAL-VAL-01
    max_wild=None,  # KAL-JOK-02
    minimum=40,  # KAL-OPEN-01
    set_joker="both_at_once",  # KAL-JSWAP-03
    recovered_when="same_turn",  # KAL-JSWAP-06
    closed_four_set=True,  # KAL-JSWAP-04, KAL-JSWAP-05
    joker_on_foreign_clean_run=True,  # KAL-LAYOFF-01
    joker_hand_value=15,  # KAL-SCORE-01
    unopened_flat=None,  # KAL-SCORE-02
    all_at_once_factors=(1,),  # KAL-SCORE-03
    joker_finish_factor=None,
    end="elimination",  # KAL-MATCH-02
    target=None,
    elimination_limit=151,  # KAL-MATCH-01
)

ROMME: Rules = game(
    players=(2, 6),  # ROM-MAT-01
    jokers=6,  # ROM-MAT-02
    upcard=True,  # ROM-DEAL-03
    starter="left",  # ROM-START-01
    discard_use=None,  # ROM-DRAW-01
    max_run=13,  # ROM-RUN-01
    max_wild=None,  # ROM-JOK-02
    minimum=40,  # ROM-OPEN-01
    all_at_once_requires="nothing",  # ROM-HAND-02
    recovered_joker="hand",  # ROM-JSWAP-04
    joker_on_foreign_clean_run=True,  # ROM-LAYOFF-01
    take="off",  # ROM-LAYOFF-02
    final_discard="optional",  # ROM-OUT-01
    unopened_flat=None,  # ROM-SCORE-02
    joker_finish_factor=None,
    target=500,  # ROM-MATCH-01
)

RUMMY_500: Rules = game(
    recovered_when="same_turn",
    players=(2, 8),  # RUM-MAT-01
    packs=(1, 1, 1, 2),  # RUM-MAT-02
    jokers=0,  # RUM-JOK-01
    hand_size=(13, 7),  # RUM-DEAL-01
    upcard=True,  # RUM-DEAL-02
    starter="left",  # RUM-START-01
    discard_depth="any",  # RUM-DRAW-01
    discard_use=None,  # RUM-DRAW-02
    recycle="never",  # RUM-STOCK-01
    max_run=13,  # RUM-ACE-02
    ace_meld_values=(1, 15, 15),  # RUM-VAL-03, RUM-VAL-04
    joker_meld_value=15,
    max_wild=None,
    minimum=0,  # RUM-TURN-03
    layoff_requires_open=False,  # RUM-OFF-02
    run_joker="never",
    set_joker="never",
    recovered_joker=None,
    joker_on_foreign_clean_run=True,  # RUM-OFF-01
    take="off",  # RUM-OFF-04
    final_discard="optional",  # RUM-OUT-02
    stock_out="decline",  # RUM-STOCK-01, RUM-STOCK-02
    stalemate="count_hands",  # RUM-STOCK-03
    kind="net",  # RUM-SCORE-01
    ace_hand_value=15,  # RUM-VAL-03
    joker_hand_value=15,
    unopened_flat=None,
    all_at_once_factors=(1,),  # RUM-SCORE-04
    joker_finish_factor=None,
    end="first_to_target_wins",  # RUM-MATCH-01
    target=500,
)

SCALA_40: Rules = game(
    players=(2, 6),  # SCA-MAT-01
    upcard=True,  # SCA-DEAL-04
    upcard_wild="replaced",  # SCA-DEAL-05
    starter="left",  # SCA-START-01
    unopened_discard_use="never",  # SCA-DRAW-02
    natural_aces=1,  # SCA-RUN-02
    minimum=40,  # SCA-OPEN-01
    all_at_once_requires="nothing",  # SCA-OUT-03
    set_joker="named",  # SCA-JOK-05, SCA-JSWAP-03
    recovered_joker="hand",  # SCA-JSWAP-04
    joker_on_foreign_clean_run=True,  # SCA-LAYOFF-01
    take="off",  # SCA-LAYOFF-02
    fitting_discard="by_players",  # SCA-DISC-02, SCA-DISC-03
    first_round_out=False,  # SCA-OUT-02
    joker_hand_value=25,  # SCA-SCORE-02
    unopened_flat=None,  # SCA-SCORE-01
    all_at_once_factors=(1,),
    joker_finish_factor=None,
    target=None,
    end="elimination",  # SCA-MATCH-01, SCA-MATCH-02
    elimination_limit=101,
)

CONTRACTS: tuple[Contract, ...] = (
    ((3, 3, 3), ()),
    ((3,), (4,)),
    ((3, 3), (4,)),
    ((4, 4), ()),
    ((), (4, 4)),
    ((3, 3, 3, 3), ()),
    ((3,), (7,)),
    ((4, 4, 4), ()),
    ((), (4, 4, 4)),
    ((5, 5), ()),
    ((), (5, 5)),
    ((4, 4), (4,)),
    ((4,), (4, 4)),
    ((3,), (9,)),
)
"""FRU-C01 to FRU-C14: sizes of the groups, sizes of the runs."""

OKEY_101: Rules = rules(
    recovered_when="same_turn",
    players=(2, 4),  # OKO-MAT-01
    jokers=2,  # OKO-WILD-01
    values=tuple(range(1, 14)),  # OKO-MAT-03
    hand_size=21,  # OKO-DEAL-01
    starter="left",
    direction="anticlockwise",  # OKO-DEAL-04
    unopened_discard_use="in_opening",  # OKO-DRAW-02
    no_discard_draw_at=None,
    recycle="never",  # OKO-STOCK-01
    max_run=13,
    ace="low",  # OKO-RUN-02
    ace_meld_values=(1, 1, 1),
    max_wild=None,  # OKO-WILD-05
    min_natural=1,
    minimum=101,  # OKO-OPEN-01
    clean=None,
    pairs=5,  # OKO-OPEN-02
    all_at_once_requires="nothing",  # OKO-OPEN-05
    all_at_once_alone=True,
    pairs_by_others="after_pairs",  # OKO-LAY-03
    pair_layoffs=2,  # OKO-LAYOFF-03
    set_joker="four_only",  # OKO-JOK-02
    recovered_joker="hand",  # OKO-JOK-04
    joker_on_foreign_clean_run=True,
    take="off",  # OKO-FIX-01
    stock_out="at_once",  # OKO-STOCK-01
    stalemate="count_hands",  # OKO-STOCK-02
    void_all_pairs=True,  # OKO-STOCK-03
    ace_hand_value=1,
    joker_hand_value=101,  # OKO-SCORE-03
    unopened_flat=202,  # OKO-SCORE-05
    double_on="rami_sec_only",  # OKO-OUT-02
    joker_finish_any_factor=2,
    pairs_factor=2,  # OKO-SCORE-07
    pair_loser_factor=2,  # OKO-SCORE-06
    wild_discard_charge=101,  # OKO-DISC-02
    fitting_discard_charge=101,  # OKO-DISC-03
    winner_score=-101,  # OKO-SCORE-01
    winner_multiplied=True,  # OKO-SCORE-08
    dealer_after_void="same",  # OKO-STOCK-03
    end="hands",  # OKO-MATCH-01
    hands=5,
    carte=False,
)

FRUSTRATION: Rules = game(
    end_when_all_complete="at_once",  # FRU-END-02, D-95
    players=(2, 5),  # FRU-MAT-02
    wild_rank="2",  # FRU-WILD-01, D-90
    starter_extra=0,  # FRU-DEAL-01
    upcard=True,  # FRU-DEAL-02
    starter="left",  # FRU-TURN-02
    discard_use=None,  # D-100
    no_discard_draw_at=None,  # D-15
    set_suits="any",  # FRU-SET-01
    set_max=None,  # FRU-EXT-02
    max_wild=None,  # FRU-WILD-02
    wild_limit="at_most_half",  # D-88
    minimum=0,
    contracts=CONTRACTS,  # FRU-C01 to FRU-C14
    set_joker="never",  # FRU-JRET-03
    recovered_joker="meld_or_layoff",  # FRU-JRET-02, D-94
    recovered_when="same_turn",
    recover_wild_ranks=True,  # D-94
    joker_on_foreign_clean_run=True,  # D-93
    take="off",  # D-53
    kind="none",  # D-98
    unopened_flat=None,
    all_at_once_factors=(1,),
    end="contracts",  # FRU-MATCH-01
    target=None,
    carte=False,  # D-16
)

SEVEN_CONTRACTS: tuple[Contract, ...] = (
    ((3, 3), ()),
    ((3,), (4,)),
    ((), (4, 4)),
    ((3, 3, 3), ()),
    ((3, 3), (4,)),
    ((3,), (4, 4)),
    ((), (4, 4, 4)),
)
"""LIV-CON-01 to LIV-CON-07."""


def liverpool(number: int, players: int) -> Rules:
    """Return the sheet of one of the seven hands of Liverpool Rummy."""
    return game(
        players=(3, 8),  # LIV-MAT-01
        packs=2 if players < 5 else 3,  # LIV-MAT-02, LIV-MAT-03
        jokers=4 if players < 5 else 6,
        hand_size=10 if number < 5 else 12,  # LIV-DEAL-01, LIV-DEAL-02
        upcard=True,  # LIV-DEAL-03
        starter="left",  # LIV-START-01
        discard_use=None,  # LIV-DRAW-02
        buy="order",  # LIV-BUY-01
        buy_limit=3,  # LIV-BUY-05
        set_suits="any",  # LIV-SET-01
        set_max=None,
        run_min=4,  # LIV-RUN-01
        max_wild=None,  # LIV-JOK-02
        min_natural=1,  # LIV-JOK-03
        ace_meld_values=(1, 1, 1),
        minimum=0,
        contracts=SEVEN_CONTRACTS,  # LIV-CON-01 to LIV-CON-07
        contract_due="round",  # LIV-CON-08
        lay_down_all=number == 7,  # LIV-LAST-01
        further_melds=False,  # LIV-DOWN-04
        set_joker="never",  # LIV-SWAP-02
        recovered_joker="hand",  # LIV-SWAP-01
        joker_on_foreign_clean_run=True,  # LIV-OFF-01
        final_discard="forbidden" if number == 7 else "required",  # LIV-OUT-01, LIV-LAST-01
        buy_price=1,  # LIV-BUY-04
        buy_when_down=False,  # LIV-BUY-06
        recovered_when="same_turn",
        stalemate="count_hands",  # LIV-STOCK-02
        ace_hand_value=15,  # LIV-SCORE-01
        joker_hand_value=15,  # LIV-SCORE-02
        unopened_flat=None,
        all_at_once_factors=(1,),
        joker_finish_factor=None,
        end="hands",  # LIV-MATCH-01
        hands=7,
    )
