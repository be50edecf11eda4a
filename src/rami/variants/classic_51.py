"""Classic Rami 51: thirteen cards, two packs with four jokers, 51 points and a clean run to open."""

from __future__ import annotations

from typing import Final

from rami import policies
from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_OTHER_GAMES, citations

__all__ = ["CLASSIC_51"]

_RULES: Final = {
    "MILLE-01": places(names.match.hands, names.match.final_hand_multiplier),
    "R51-ACE-01": places(names.melding.ace, names.melding.run_wrap),
    "R51-CARTE-01": places(names.conduct.carte, names.conduct.announce_at),
    "R51-CARTE-02": places(names.drawing.no_discard_draw_at),
    "R51-CARTE-03": places(names.conduct.carte_penalty, names.conduct.carte, "rulebook.carte_claim"),
    "R51-DEAL-01": places(names.match.first_dealer),
    "R51-DEAL-02": places(names.equipment.packs),
    "R51-DEAL-03": places("rulebook.cut_joker_kept"),
    "R51-DEAL-04": places(names.dealing.hand_size, names.dealing.starter_extra),
    "R51-DEAL-05": places(names.dealing.upcard),
    "R51-DEAL-06": places(names.match.dealer_rotation),
    "R51-DISC-01": places("_engine.discards"),
    "R51-DRAW-01": places(names.drawing.discard_depth),
    "R51-DRAW-02": places(
        names.drawing.discard_use,
        names.drawing.unopened_discard_use,
        names.drawing.discard_in_clean_run,
        names.drawing.allow_return_discard,
        "rulebook.unused_discard",
    ),
    "R51-END-01": places("_kernel.turns.ending", "rulebook.end"),
    "R51-END-02": places(names.scoring.kind),
    "R51-GO-01": places(names.closing.final_discard),
    "R51-JOK-01": places(names.equipment.jokers),
    "R51-JOK-02": places(names.melding.max_wild, names.melding.max_wild_scope, names.melding.min_natural),
    "R51-JOK-03": places(names.table.joker_on_foreign_clean_run, "rulebook.foreign_clean_scope"),
    "R51-JRET-01": places(names.table.swap_requires_open),
    "R51-JRET-02": places(names.table.set_joker, names.table.closed_four_set, "rulebook.joker_suit_in_set"),
    "R51-JRET-03": places(names.table.recovered_joker, names.table.recovered_when),
    "R51-JRET-EX1": places(names.table.run_joker),
    "R51-JRET-EX2": places(names.table.set_joker, "rulebook.joker_suit_in_set"),
    "R51-JRET-EX3": places(names.table.set_joker),
    "R51-JRET-EX4": places(names.table.set_joker),
    "R51-JSWAP-01": places(names.table.run_joker, names.table.swap_requires_open),
    "R51-JSWAP-02": places(names.table.recovered_joker, names.table.recovered_when),
    "R51-LAY-01": places("_engine.lay_downs"),
    "R51-LAY-02": places("_engine.lay_downs", names.drawing.discard_use, names.table.recovered_joker),
    "R51-LAYOFF-01": places(names.table.layoff_requires_open, names.table.foreign_melds_after),
    "R51-MAT-01": places(names.equipment.players, names.dealing.min_stock),
    "R51-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "R51-MAT-03": places(names.melding.max_run),
    "R51-MAT-04": places(names.melding.ace),
    "R51-MATCH-01": places(names.match.end, names.match.target),
    "R51-OBJ-01": places(names.closing.final_discard),
    "R51-OBJ-02": places(names.scoring.kind),
    "R51-OPEN-01": places(names.opening.minimum, names.opening.clean, names.drawing.discard_in_clean_run),
    "R51-OPEN-02": places(names.opening.minimum),
    "R51-OPEN-03": places(names.opening.minimum),
    "R51-OPEN-04": places("_engine.lay_downs"),
    "R51-OPEN-05": places(names.opening.post_open, names.table.foreign_melds_after),
    "R51-OPEN-06": places(names.opening.counts_layoffs),
    "R51-RSEC-01": places(names.scoring.double_on),
    "R51-RSEC-02": places(names.opening.all_at_once_requires),
    "R51-RSEC-03": places(names.scoring.all_at_once_help),
    "R51-RSEC-04": places(names.closing.final_discard),
    "R51-RUN-01": places(names.melding.run_min, names.melding.max_run, "rulebook.max_run_laid"),
    "R51-SCORE-01": places(names.scoring.kind),
    "R51-SCORE-02": places(names.scoring.ace_hand_value),
    "R51-SCORE-03": places(names.scoring.joker_hand_value),
    "R51-SCORE-04": places(names.scoring.unopened_flat),
    "R51-SCORE-05": places(
        names.scoring.all_at_once_factors, names.scoring.flat_multiplied, names.scoring.double_on
    ),
    "R51-SCORE-06": places(
        names.scoring.joker_finish,
        names.scoring.joker_finish_factor,
        names.scoring.flat_multiplied,
        names.scoring.joker_finish_any_factor,
        names.closing.joker_finish_forbidden,
    ),
    "R51-SCORE-07": places(names.scoring.double_on),
    "R51-SCORE-08": places(names.scoring.winner_score),
    "R51-SET-01": places(names.melding.set_suits, names.melding.set_min, names.melding.set_max),
    "R51-START-01": places(names.dealing.starter, names.drawing.starter_turn),
    "R51-START-02": places(names.dealing.upcard),
    "R51-START-03": places(
        names.dealing.direction, names.drawing.first_round_discard, names.opening.first_round_melds
    ),
    "R51-START-04": places(names.dealing.direction),
    "R51-STOCK-01": places(names.drawing.recycle, names.drawing.max_recycles, "rulebook.recycle_when"),
    "R51-TAKE-01": places(
        names.table.take,
        names.table.take_positions,
        names.table.take_min_hand_cards,
        names.table.take_from,
        names.table.take_joker,
    ),
    "R51-TAKE-02": places(names.table.take),
    "R51-TURN-01": places("_engine.legal", "rulebook.turn", "rulebook.allow_pass"),
    "R51-VAL-01": places(names.melding.ace_meld_values),
    "R51-VAL-02": places(names.equipment.court_value),
    "R51-VAL-03": places(names.equipment.court_value),
    "R51-VAL-04": places(names.melding.ace_meld_values),
    "VARIATION-ALLATONCE-01": places(names.scoring.all_at_once_flat),
    "VARIATION-CIRC-01": places(names.melding.run_wrap),
    "VARIATION-FINALDISC-01": places(names.closing.final_discard),
    "VARIATION-FINALDISC-02": places(names.closing.final_discard),
    "VARIATION-HAND-01": places(names.dealing.hand_size),
    "VARIATION-JOKER-01": places(names.melding.joker_meld_value),
    "VARIATION-JOKER-02": places(names.scoring.joker_hand_value),
    "VARIATION-RSEC-01": places(names.opening.all_at_once_requires),
    "VARIATION-THRESH-01": places(names.opening.minimum, names.opening.escalates),
    "VARIATION-THRESH-02": places(names.opening.minimum),
}

_CITED: Final = {
    Reason.DUTY_OUT: "VARIATION-RSEC-01",
    Reason.DUTY_WILD: "R51-JSWAP-02",
    Reason.DUTY_WILD_NEXT: "R51-JSWAP-02",
    Reason.NOT_A_WILD: "R51-JSWAP-01",
    Reason.NOT_YOUR_TURN: "R51-START-04",
    Reason.OPENING_WITH_RECOVERED: "R51-OPEN-06",
    Reason.SWAP_MISMATCH: "R51-JSWAP-01",
    Reason.SWAP_RUN: "R51-JRET-01",
    Reason.SWAP_UNUSABLE: "R51-JSWAP-02",
    Reason.TAKE_IN_OPENING: "R51-OPEN-06",
}

CLASSIC_51: Final = policies.Variant(
    name="Classic Rami 51",
    slug="classic-51",
    equipment=policies.Equipment(players=(2, 7), packs=2, jokers=4),
    dealing=policies.Dealing(hand_size=13, starter_extra=1, upcard=False, starter="dealer"),
    drawing=policies.Drawing(starter_turn="discard_only", discard_use=frozenset({'layoff', 'meld', 'swap'}), no_discard_draw_at=1),
    melding=policies.Melding(max_run=14, ace="both", ace_meld_values=(1, 11, 11), max_wild=1),
    opening=policies.Opening(minimum=51, clean="run_meld"),
    table=policies.TablePlay(layoff_requires_open=True, run_joker="exact", set_joker="four_only", recovered_joker="new_meld", joker_on_foreign_clean_run=False, take="opened"),
    closing=policies.Closing(final_discard="required"),
    scoring=policies.Scoring(ace_hand_value=11, unopened_flat=100, all_at_once_factors=(2,), joker_finish="discard", joker_finish_factor=4),
    conduct=policies.Conduct(carte=True),
    rule_ids=OF_OTHER_GAMES | citations(_RULES, _CITED),
    rules=_RULES,
)
"""Classic Rami 51, the rows R51 of the ledger; every listed variation is one of its options."""
