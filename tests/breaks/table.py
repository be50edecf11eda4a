"""What carries out each rule: the options that the presets name, and the functions and further options named here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tests.breaks.changes import others
from tests.tracing import INFORMATIVE, ledger

from rami import variants
from rami.policies.fields import options_of
from rami.policies.options import SLOTS
from rami.variants import CLASSIC_51

FURTHER: Mapping[str, str] = {
    "FRU-ACE-02": "melding.min_natural swap_faults",
    "FRU-ADV-01": "Match._counted",
    "BAS-DISC-01": "apply_discard",
    "BAS-MAT-01": "_context",
    "BAS-DRAW-01": "apply_draw",
    "BAS-OUT-02": "_went_out",
    "BAS-RUMMY-01": "_went_out Scoring._base",
    "BAS-SCORE-02": "Scoring.hand_value",
    "BAS-STOCK-05": "settled",
    "BAS-TURN-01": "apply_table",
    "BAS-TURN-02": "apply_discard",
    "BAS-DISC-02": "taking apply_discard",
    "BAS-MAT-03": "_run_faults",
    "BAS-RUN-01": "_run_faults run_suit",
    "ROM-ACE-01": "_run_faults extended",
    "ROM-LAYOFF-01": "extended",
    "ROM-HAND-01": "ParametricJudge.judge _went_out",
    "ROM-HAND-04": "Scoring._factor",
    "ROM-VAL-01": "points",
    "RUM-ACE-01": "_run_faults",
    "RUM-VAL-01": "points",
    "RUM-JOK-01": "faults wild_faults",
    "RUM-OFF-01": "extended _run_faults",
    "RUM-TURN-04": "take_faults_at_draw completable",
    "TT-COMB-02": "declaring_actions",
    "TT-MAT-04": "_run_faults",
    "TT-TURN-05": "judge_lay_down Round._hands_seen_by",
    "TT-COMB-01": "remove_all judge_knock",
    "TT-DEAL-01": "options_of_hand deal",
    "TT-DEAL-04": "deal",
    "TT-DEAL-05": "deal shuffled",
    "TT-LAST-01": "next_turn apply_knock",
    "TT-LAST-02": "taking",
    "TT-LAST-03": "begin_turn judge_knock Scoring._base",
    "TT-LAST-04": "Round._hands_seen_by apply_knock",
    "TT-MAT-02": "by_players pack_of",
    "TT-MATCH-03": "MatchFormat._ranking",
    "TT-OUT-01": "declaring_actions",
    "TT-OUT-05": "apply_knock",
    "TT-SCORE-01": "Scoring._base settled",
    "TT-SCORE-02": "Deadwood._arranged",
    "TT-TURN-01": "apply_draw apply_discard allows",
    "TT-TURN-02": "apply_draw",
    "TT-TURN-06": "searched",
    "TT-WILD-01": "options_of_hand",
    "FRU-ADV-02": "Match._counted begin_turn",
    "FRU-C01": "has_sizes",
    "FRU-C14": "has_sizes",
    "FRU-DEAL-01": "deal",
    "FRU-DEAL-02": "deal",
    "FRU-END-01": "table.layoff_requires_open _last_discard",
    "FRU-END-02": "closing.final_discard ends_with_last_contract",
    "FRU-JRET-01": "swap_faults",
    "FRU-JRET-02": " kinds_of recovered",
    "FRU-MAT-01": "pack_of",
    "FRU-MATCH-01": "_finished",
    "FRU-OBJ-01": "_finished",
    "FRU-OPEN-01": (
        "has_sizes covered lay_off_faults table.layoff_requires_open drawing.allow_return_discard "
        "melding.max_wild _discards begin_turn taking"
    ),
    "FRU-POST-01": (
        "extended table.take closing.final_discard melding.wild_limit_scope Turn.may_meld _turn_rules"
    ),
    "FRU-TURN-01": "apply_draw apply_discard may_follow discard_faults _discards",
    "FRU-TURN-02": "layout_of",
    "FRU-WILD-01": "melding.min_natural melding.max_wild MeldRules.is_wild kinds_of lowest_of_each_kind",
    "FRU-WILD-02": "faults wild_faults equipment.wild_ranks melding.max_wild",
    "GIN-DEAL-01": "MatchFormat._next_dealer Stream.mix",
    "GIN-LAYOFF-01": "may_lay_off _best_reply reply_steps settlement",
    "GIN-MATCH-01": (
        "_reached match.game_bonus match.dealer_rotation match.columns columns_of Match._counted"
    ),
    "GIN-SCORE-01": "apply_knock",
    "GIN-SCORE-02": "winner_of _knock_steps",
    "GIN-SCORE-03": "closing.layoff_on_gin apply_knock",
    "GIN-SCORE-04": "judge_knock big_gin_actions too_heavy",
    "GIN-TURN-02": "apply_draw apply_discard knock_faults discard_faults",
    "GIN-UPCARD-01": "dealing.starter _plain_codes judge",
    "GIN-VOID-01": "match.turn_cap stock_is_spent",
    "LEB-DRAW-01": "opening.minimum opening.pickup_scope duties_after",
    "LEB-JOK-01": "unburnt_together in_the_open Turn.places lay unburnt_at melds_of",
    "LEB-JOK-02": "represented",
    "LEB-OBL-02": "_went_out held_back",
    "LEB-RSEC-01": "opening.post_open _run_faults extended ",
    "LEB-RSEC-02": "scoring.joker_finish _went_out",
    "MILLE-01": "match.end MatchFormat.multiplier MatchFormat._over Scoring._line",
    "R500-DRAW-01": (
        "opening.all_at_once_requires dealing.upcard drawing.no_discard_draw_at taking "
        "_turn_rules apply_draw duties_after"
    ),
    "R500-END-01": "apply_discard",
    "R500-LAYOFF-01": "melding.set_max  table.joker_on_foreign_clean_run extended",
    "R500-MATCH-02": "MatchFormat._ranking _ranked",
    "R500-SCORE-01": "MatchFormat._ranking",
    "R500-SCORE-02": "Scoring._base",
    "R500-TURN-01": "apply_discard",
    "R500-TURN-02": "apply_discard",
    "IND-DEAL-04": "deal _in_round",
    "LIV-MATCH-02": "MatchFormat._ranking",
    "LIV-OUT-02": "can_end apply_table apply_discard",
    "LIV-TURN-01": "apply_draw",
    "OKE-DEAL-01": "deal first_phase",
    "OKE-DEAL-02": "deal _natural_first",
    "OKE-DEAL-03": "turn_order",
    "OKE-DISC-01": "apply_discard",
    "OKE-DRAW-01": "apply_draw take_faults_at_draw",
    "OKE-IND-01": "may_show_turned Deal.showable judge_show",
    "OKE-IND-02": "Scoring._line Scoring.score",
    "OKE-MAT-01": "_deal_faults",
    "OKE-MAT-02": "pack_of",
    "OKE-MATCH-04": "MatchFormat._ranking",
    "OKE-OUT-01": "declaring_actions _forms",
    "OKE-OUT-02": "_forms shown_kind unpaired",
    "OKE-OUT-03": "declaring_actions show_down",
    "OKE-OUT-04": "declaring_actions _judge_declaration",
    "OKE-PAIR-01": "are_pair unpaired paired",
    "OKE-RUN-01": "_run_faults",
    "OKE-SCORE-01": "winner_of Scoring._line",
    "OKE-SCORE-02": "Scoring._base",
    "OKE-SCORE-03": "Scoring._factor show_down",
    "OKE-SCORE-04": "Scoring._factor shown_kind",
    "OKE-SET-01": "faults",
    "OKE-STOCK-01": "settled",
    "OKE-STOCK-02": "Scoring.score settled",
    "OKE-TURN-01": "first_phase",
    "OKE-TURN-02": "apply_draw apply_discard",
    "OKE-WILD-01": "wild_tile on_rack",
    "OKE-WILD-02": "wild_faults are_pair",
    "OKE-WILD-03": "on_rack pack_of",
    "OKE-WILD-04": "wild_faults",
    "IND-DEALS-03": "settled",
    "IND-DECL-01": "declaring_actions judge_knock",
    "IND-DECL-02": "undeclared declaring_actions",
    "IND-DECL-04": "Demand.met",
    "IND-DECL-06": "apply_knock declaring_actions",
    "IND-DECL-08": "winner_of",
    "IND-DECL-09": "undeclared _judge_declaration declaring_actions",
    "IND-DISC-01": "apply_discard",
    "IND-DRAW-01": "apply_draw",
    "IND-DRAW-02": "wild_stays",
    "IND-DRAW-03": "wild_stays",
    "IND-FOLD-02": "fold_price apply_fold",
    "IND-FOLD-03": "fold_price apply_fold",
    "IND-FOLD-04": "allows",
    "IND-FOLD-05": "settled",
    "IND-FOLD-06": "apply_fold",
    "IND-SHOW-01": "settled",
    "IND-RUN-03": "is_clean_run",
    "IND-RUN-04": "wild_faults",
    "IND-SCORE-02": "Scoring.hand_value",
    "IND-SET-01": "faults",
    "IND-SET-03": "faults",
    "IND-SHOW-02": "may_lay_off Deadwood._best",
    "IND-SHOW-03": "Deadwood._best",
    "IND-STOCK-02": "apply_fold",
    "IND-STOCK-03": "settled",
    "IND-TURN-01": "apply_draw next_turn",
    "IND-TURN-02": "apply_knock",
    "IND-WILD-02": "_in_round Variant.for_round",
    "IND-WILD-03": "Variant.for_round",
    "R51-ACE-01": "melding.max_run extended",
    "R51-CARTE-01": "apply_discard",
    "R51-CARTE-02": "take_faults_at_draw",
    "R51-CARTE-03": "conduct.announce_at conduct.carte apply_discard",
    "R51-DEAL-02": "equipment.players _deal Stream.mix deal",
    "R51-DEAL-03": "deal",
    "R51-DEAL-06": "MatchFacts.after",
    "R51-DISC-01": "apply_discard",
    "R51-DRAW-01": "drawing.no_twin_pickup apply_draw settled take_faults_at_draw taking",
    "R51-DRAW-02": "melding.min_natural drawing.discard_in_clean_run clean_meld _turn_rules",
    "R51-END-01": "apply_discard _plain_codes",
    "R51-END-02": "Scoring._base Round.score",
    "R51-GO-01": "apply_discard Closing.finish_by_discard",
    "R51-JOK-01": "melding.joker_at_ends melding.min_natural Run.placed MeldRules.is_wild",
    "R51-JOK-02": "melding.adjacent_wilds melding.min_natural melding.max_wild_scope melding.joker_at_ends",
    "R51-JOK-03": "lay_off_faults",
    "R51-JRET-01": "table.run_joker swap_faults",
    "R51-JRET-02": "table.closed_four_set swap_faults",
    "R51-JRET-03": "table.joker_on_foreign_clean_run table.recovered_when table.run_joker swap_faults",
    "R51-JRET-EX1": "melding.joker_meld_value Run.placed swap_faults",
    "R51-JRET-EX3": "swap_faults",
    "R51-JRET-EX4": "melding.set_max",
    "R51-JSWAP-01": "table.set_joker opening.post_open swap_faults judge_swap",
    "R51-JSWAP-02": "table.run_joker Turn.may_meld Turn.next_is_due duties_after",
    "R51-LAY-01": "opening.minimum laid _sequence Turn.may_meld unsupplied faults",
    "R51-LAY-02": "_turn_rules Turn.owes",
    "R51-LAYOFF-01": (
        "melding.set_max table.set_joker melding.ace melding.max_run melding.run_wrap "
        "_layoff_points laid_off extended faults"
    ),
    "R51-MAT-03": "melding.ace melding.run_wrap Rank.symbol _row",
    "R51-MAT-04": "melding.max_run melding.run_wrap _row _run_faults",
    "R51-MATCH-01": "match.elimination_limit MatchFormat._ranking _reached",
    "R51-OBJ-01": "apply_discard",
    "R51-OBJ-02": "equipment.court_value Scoring._base",
    "R51-OPEN-01": (
        "opening.pickup_minimum closing.final_discard opening.post_open opening.counts_layoffs "
        "ParametricJudge.judge clean_meld"
    ),
    "R51-OPEN-02": "melding.ace_meld_values clean_meld",
    "R51-OPEN-03": "laid judge_lay_down Turn.may_meld",
    "R51-OPEN-04": "melding.set_min Turn.may_meld",
    "R51-OPEN-05": (
        "table.layoff_requires_open table.foreign_melds_after table.take table.run_joker extended begin_turn "
        "judge_lay_down"
    ),
    "R51-OPEN-06": "Opening.verdict ParametricJudge.judge",
    "R51-RSEC-01": (
        "opening.minimum scoring.all_at_once_factors scoring.joker_finish_factor _went_out Scoring._factor"
    ),
    "R51-RSEC-02": "opening.minimum Opening.verdict",
    "R51-RSEC-03": "opening.post_open Scoring._factor",
    "R51-RSEC-04": "Closing.finish_by_placing",
    "R51-RUN-01": "melding.max_run _run_faults",
    "R51-SCORE-01": (
        "equipment.court_value scoring.ace_hand_value Scoring._base Round.score Scoring.hand_value"
    ),
    "R51-SCORE-02": "Scoring.hand_value",
    "R51-SCORE-03": "scoring.double_per_joker scoring.joker_base Scoring.hand_value",
    "R51-SCORE-04": "Scoring._base",
    "R51-SCORE-05": "scoring.double_on _went_out Scoring._anybody_had_laid Scoring._base Scoring._factor",
    "R51-SCORE-06": (
        "closing.joker_finish_forbidden scoring.joker_finish_any_factor scoring.flat_multiplied "
        "Scoring._factor"
    ),
    "R51-SCORE-07": "scoring.all_at_once_factors Scoring._factor",
    "R51-SCORE-08": "Scoring._line",
    "R51-SET-01": "table.set_joker faults Group.__init__",
    "R51-START-01": "dealing.starter_extra first_phase judge",
    "R51-START-02": "apply_discard Round.view",
    "R51-START-03": "drawing.first_round_discard opening.first_round_melds",
    "R51-START-04": "next_turn Round._judge",
    "R51-STOCK-01": "drawing.max_recycles settled apply_draw recycled Outcome.void",
    "R51-TAKE-01": ("table.take_from table.take_joker opening.post_open pieces judge_lay_down _spots"),
    "R51-TAKE-02": "melding.set_max table.set_joker table.take pieces",
    "R51-TURN-01": "apply_draw next_turn",
    "R51-VAL-02": "Scoring.hand_value",
    "R51-VAL-03": "Scoring.hand_value",
    "KAL-ACE-01": "_run_faults extended MeldRules.places_of",
    "KAL-JSWAP-02": "swap_faults",
    "KAL-JSWAP-03": "swap_faults leaves_for_both replacing swapped",
    "KAL-JSWAP-04": "_keeps_wild",
    "KAL-JSWAP-05": "_keeps_wild",
    "KAL-JSWAP-06": "duties_after",
    "KAL-TURN-01": "apply_draw next_turn",
    "ROM-DISC-01": "apply_discard",
    "ROM-TURN-01": "apply_draw next_turn",
    "RUM-DISC-01": "apply_discard",
    "RUM-DISC-02": "taking",
    "RUM-DRAW-01": "take_faults_at_draw apply_draw",
    "RUM-DRAW-04": "taken_steps duties_after Turn.taken_is_next take_faults_at_draw",
    "RUM-DRAW-05": "taking Memory.after",
    "RUM-DRAW-06": "taking",
    "RUM-DRAW-07": "leads _reaches",
    "RUM-DRAW-08": "taken_steps take_faults_at_draw",
    "RUM-OFF-03": "with_added with_new laid_points",
    "RUM-OUT-01": "apply_table",
    "RUM-OUT-03": "apply_table",
    "RUM-PILE-01": "Round.view",
    "RUM-SCORE-01": "Scoring._line laid_points",
    "RUM-SCORE-02": "Scoring._base",
    "RUM-SCORE-03": "Scoring._line MatchFormat._ranking Scoring.score",
    "RUM-SCORE-04": "Scoring._line",
    "RUM-STOCK-01": "end_faults settled",
    "RUM-STOCK-02": "end_faults",
    "RUM-STOCK-03": "out_of_stock Outcome.void",
    "RUM-TURN-01": "apply_draw next_turn",
    "RUM-TURN-02": "apply_discard taken_steps",
    "SCA-DEAL-02": "deal",
    "SCA-DEAL-05": "_natural_first",
    "SCA-DISC-01": "apply_discard",
    "SCA-DISC-02": "barred_fitting _in_round",
    "SCA-DISC-03": "barred_fitting _in_round",
    "SCA-DISC-04": "barred_fitting",
    "SCA-DISC-05": "barred_fitting",
    "SCA-DISC-06": "barred_fitting _fitting",
    "SCA-DRAW-02": "take_faults_at_draw may_take",
    "SCA-JOK-05": "each_group group_code",
    "SCA-LAY-01": "_discards",
    "SCA-LAYOFF-02": "lay",
    "SCA-OUT-02": "Turn.must_stay can_end",
    "SCA-RUN-02": "has_both_aces",
    "SCA-TURN-01": "apply_draw next_turn",
    "VARIATION-ALLATONCE-01": "Scoring._base",
    "VARIATION-FINALDISC-01": "Closing.finish_by_placing",
    "VARIATION-FINALDISC-02": "Closing.finish_by_discard",
    "VARIATION-HAND-01": "_deal_faults",
    "VARIATION-JOKER-02": "Scoring.hand_value",
    "VARIATION-RSEC-01": "table.layoff_requires_open Opening.verdict ParametricJudge.__init__",
    "VARIATION-THRESH-01": "Opening.verdict ParametricJudge.judge",
    "VARIATION-THRESH-02": "Opening.verdict ParametricJudge.judge",
    "VELVET-DISC-01": "apply_discard",
    "VELVET-DRAW-01": "apply_draw",
    "VELVET-DRAW-02": "take_faults_at_draw",
    "VELVET-END-01": "apply_discard",
    "VELVET-JOK-02": "melding.joker_at_ends",
    "VELVET-LAY-01": "Turn.may_meld",
    "VELVET-OBJ-01": "closing.final_discard",
    "VELVET-OBJ-02": "Scoring._base",
    "VELVET-OPEN-05": "table.take",
    "VELVET-SCORE-04": "Scoring._anybody_had_laid Scoring._base",
}
"""Rule to functions ("name" or "Class.name", whatever the module) and options ("slot.field"), joined by blanks."""


def rules() -> list[str]:
    """The rules that bind."""
    return [rule for rule in ledger() if rule not in INFORMATIVE]


@cache
def options() -> list[str]:
    """The options that a house may change, as "slot.field"; no house changes the kind of a game's scores alone."""
    every = [f"{slot}.{name}" for slot, policy in SLOTS.items() for name in options_of(policy)]
    return [
        field for field in every if field != "scoring.kind" and any(True for _ in others(CLASSIC_51, field))
    ]


def ignorable() -> list[str]:
    """The options that a house may change alone, so that a test can notice when that is ignored."""
    return [field for field in options() if field != "table.concealed"]


def presets_with(rule: str) -> list[str]:
    """The presets that have the rule."""
    found = [slug for slug in variants.available() if rule in dict(variants.get(slug).rules)]
    return found or ["classic-51"]


def places(rule: str) -> list[str]:
    """The options and functions that carry out a rule."""
    named = [dict(variants.get(slug).rules).get(rule, "").split() for slug in presets_with(rule)]
    found = [place for each in named for place in each if place in options()]
    return list(dict.fromkeys([*found, *FURTHER.get(rule, "").split()]))
