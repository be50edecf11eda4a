"""The written rule that a refusal cites: the rule of the option that forbids the move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rami.errors import Reason
from rami.policies.options import fields_of, names

_FORBIDDEN_BY: Final[Mapping[Reason, tuple[str, ...]]] = {
    Reason.PLAYER_COUNT: fields_of(names.equipment.players),
    Reason.CARDS_LOST: fields_of(names.equipment.packs, names.equipment.jokers),
    Reason.CARDS_DOUBLED: fields_of(names.equipment.packs, names.equipment.jokers),
    Reason.GROUP_RANKS: fields_of(names.melding.set_min),
    Reason.GROUP_SUITS: fields_of(names.melding.set_min, names.melding.set_suits),
    Reason.GROUP_TOO_SMALL: fields_of(names.melding.set_max),
    Reason.GROUP_TOO_LARGE: fields_of(names.melding.set_max),
    Reason.RUN_SUITS: fields_of(names.melding.run_min),
    Reason.RUN_GAP: fields_of(names.melding.run_min),
    Reason.RUN_TOO_SHORT: fields_of(names.melding.run_min),
    Reason.RUN_TOO_LONG: fields_of(names.melding.run_min),
    Reason.RUN_ACE: fields_of(names.melding.ace),
    Reason.WILD_COUNT: fields_of(names.melding.max_wild),
    Reason.FEW_NATURALS: fields_of(names.melding.max_wild),
    Reason.WILD_SHARE: fields_of(names.melding.wild_limit),
    Reason.WILDS_ADJACENT: fields_of(names.melding.adjacent_wilds),
    Reason.WILD_INSIDE: fields_of(names.melding.joker_at_ends),
    Reason.WILD_NOT_BURNT: fields_of(names.melding.joker_in_run, names.melding.burnt_scope),
    Reason.OPENING_POINTS: fields_of(names.opening.minimum),
    Reason.OPENING_WITH_RECOVERED: fields_of(names.opening.minimum),
    Reason.TAKE_IN_OPENING: fields_of(names.opening.minimum),
    Reason.OPENING_CLEAN_RUN: fields_of(names.opening.clean),
    Reason.OPENING_CLEAN_WINDOW: fields_of(names.opening.clean),
    Reason.OPENING_CLEAN_MELD: fields_of(names.opening.clean),
    Reason.OPENING_CONTRACT: fields_of(names.opening.contracts, names.opening.contract_size),
    Reason.OPENING_REPEATS: fields_of(names.opening.contracts, names.opening.contract_size),
    Reason.OPENING_NEIGHBOURS: fields_of(names.opening.run_gap),
    Reason.OPENING_NOT_ALL: fields_of(names.opening.lay_down_all),
    Reason.FURTHER_MELD: fields_of(names.opening.further_melds),
    Reason.OPENING_PAIRS: fields_of(names.opening.pairs),
    Reason.OPENING_MIXED: fields_of(names.opening.pairs),
    Reason.MELD_AFTER_PAIRS: fields_of(names.opening.pairs),
    Reason.PAIR_BY_OTHERS: fields_of(names.table.pairs_by_others),
    Reason.LAYOFF_LIMIT: fields_of(names.table.pair_layoffs),
    Reason.OUT_ALONE: fields_of(names.opening.all_at_once_alone),
    Reason.OPENING_EMPTY: fields_of("_engine.lay_downs"),
    Reason.OPENING_ESCALATES: fields_of(names.opening.escalates),
    Reason.OPENING_PICKUP: fields_of(names.opening.pickup_minimum),
    Reason.OPENING_FIRST_TURN: fields_of(names.opening.first_round_melds, names.drawing.first_round_scope),
    Reason.OPENING_NEXT_TURN: fields_of(names.opening.post_open),
    Reason.DUTY_POINTS: fields_of(names.opening.counts_layoffs),
    Reason.DUTY_PICKUP: fields_of(names.opening.pickup_scope),
    Reason.DUTY_OUT: fields_of(names.opening.all_at_once_requires),
    Reason.OPENING_NEEDED: fields_of(names.table.layoff_requires_open, names.table.foreign_melds_after),
    Reason.ALL_MUST_OPEN: fields_of(names.table.layoff_requires_open, names.table.foreign_melds_after),
    Reason.DOES_NOT_FIT: fields_of(names.table.layoff_requires_open, names.table.foreign_melds_after),
    Reason.TAKE_OFF: fields_of(names.table.layoff_requires_open, names.table.foreign_melds_after),
    Reason.MELDS_IN_TURN: fields_of(names.table.melds_a_turn),
    Reason.CONCEALED: fields_of(names.table.concealed),
    Reason.FOREIGN_CLEAN_RUN: fields_of(
        names.table.joker_on_foreign_clean_run, "rulebook.foreign_clean_scope"
    ),
    Reason.NOT_A_WILD: fields_of(names.table.run_joker),
    Reason.SWAP_RUN: fields_of(names.table.run_joker),
    Reason.SWAP_GROUP: fields_of(names.table.set_joker),
    Reason.SWAP_BOTH: fields_of(names.table.set_joker),
    Reason.SWAP_ONE: fields_of(names.table.set_joker),
    Reason.SWAP_MISMATCH: fields_of(names.table.recovered_joker),
    Reason.SWAP_UNUSABLE: fields_of(names.table.recovered_joker),
    Reason.DUTY_WILD: fields_of(names.table.recovered_joker, names.table.recovered_when),
    Reason.DUTY_WILD_NEXT: fields_of(names.table.recovered_joker, names.table.recovered_when),
    Reason.TAKE_OWNER: fields_of(names.table.take_from),
    Reason.TAKE_POSITION: fields_of(names.table.take_from),
    Reason.TAKE_WILD: fields_of(names.table.take_from),
    Reason.TAKE_HAND_CARDS: fields_of(names.table.take_from),
    Reason.TAKE_NOT_IN_MELD: fields_of(names.table.take_from),
    Reason.DISCARD_UNUSABLE: fields_of(names.drawing.discard_use),
    Reason.DUTY_TAKEN: fields_of(names.drawing.discard_use),
    Reason.DUTY_TAKEN_IN_OPENING: fields_of(names.drawing.discard_use),
    Reason.RETURNED_DISCARD: fields_of(names.drawing.discard_use),
    Reason.DISCARD_AT_ONE_CARD: fields_of(names.drawing.no_discard_draw_at),
    Reason.DISCARD_FIRST_TURN: fields_of(names.drawing.first_round_discard, names.drawing.first_round_scope),
    Reason.DISCARD_UNOPENED: fields_of(names.drawing.unopened_discard_use),
    Reason.DISCARD_FITS: fields_of(names.closing.fitting_discard),
    Reason.OUT_FIRST_TURN: fields_of(names.closing.first_round_out),
    Reason.DISCARD_UNCALLED: fields_of(names.conduct.rum_call),
    Reason.DISCARD_WILD: fields_of(names.drawing.wild_discard),
    Reason.TURNED_NOT_SHOWN: fields_of(names.scoring.turned_show),
    Reason.TURNED_SHOWN_LATE: fields_of(names.scoring.turned_show),
    Reason.NOT_A_PAIR: fields_of(names.closing.declare_pairs),
    Reason.PAIRS_MIXED: fields_of(names.closing.declare_pairs),
    Reason.NO_FOLDING: fields_of(names.scoring.fold_prices),
    Reason.DEMAND_UNMET: fields_of(names.closing.declare_runs),
    Reason.STOCK_EMPTY: fields_of(names.drawing.recycle),
    Reason.DISCARDS_EMPTY: fields_of(names.drawing.discard_depth),
    Reason.WRONG_PHASE: fields_of("_engine.legal"),
    Reason.STARTER_DISCARDS: fields_of(names.drawing.starter_turn),
    Reason.NOT_YOUR_TURN: fields_of(names.dealing.direction),
    Reason.ROUND_OVER: fields_of("_kernel.turns.ending"),
    Reason.LAST_CARD_WILD: fields_of(names.closing.joker_finish_forbidden),
    Reason.KNOCK_DEADWOOD: fields_of(names.closing.knock_limit),
    Reason.KNOCK_MELDS: fields_of(names.closing.knock_limit),
    Reason.NO_LAYOFF_NOW: fields_of(names.closing.settle),
    Reason.NOT_A_SHOWN_MELD: fields_of(names.closing.settle),
    Reason.MUST_KNOCK: fields_of(names.closing.void_at),
    Reason.NO_KNOCK_WITH_DISCARD: fields_of(names.closing.void_at),
    Reason.NO_BIG_GIN: fields_of(names.scoring.big_gin_bonus),
    Reason.NOT_ALL_MATCHED: fields_of(names.scoring.big_gin_bonus),
    Reason.NOT_ANNOUNCING: fields_of(names.conduct.announce_at),
    Reason.TOUCH_OFF: fields_of(names.conduct.touch_penalty),
    Reason.OUT_TOUCHED: fields_of(names.conduct.touch_penalty),
}

_RATHER_BY: Final[Mapping[Reason, tuple[str, ...]]] = {
    Reason.RUN_ACE: fields_of(names.melding.run_wrap),
    Reason.FEW_NATURALS: fields_of(names.melding.min_natural),
    Reason.OPENING_NEEDED: fields_of(names.table.layoff_requires_open, names.table.swap_requires_open),
    Reason.TAKE_OFF: fields_of(names.table.take),
    Reason.RETURNED_DISCARD: fields_of(names.drawing.allow_return_discard),
}
"""Options whose rule is cited in place of those above by a game that has one."""

OF_FREE_DISCARDS: Final[dict[Reason, None]] = dict.fromkeys(
    (Reason.DISCARD_UNUSABLE, Reason.DUTY_TAKEN, Reason.DUTY_TAKEN_IN_OPENING)
)
"""No citations where a discard that is taken need not be used."""

OF_OTHER_GAMES: Final[dict[Reason, str]] = {
    Reason.WILD_SHARE: "FRU-WILD-02",
    Reason.WILDS_ADJACENT: "FRU-WILD-02",
    Reason.OPENING_PICKUP: "LEB-DRAW-01",
    Reason.DUTY_PICKUP: "LEB-DRAW-01",
    Reason.WILD_NOT_BURNT: "LEB-JOK-01",
    Reason.TOUCH_OFF: "LEB-OBL-02",
    Reason.OUT_TOUCHED: "LEB-OBL-02",
    Reason.NOT_ANNOUNCING: "R51-CARTE-01",
    Reason.DISCARD_AT_ONE_CARD: "R51-CARTE-02",
    Reason.FOREIGN_CLEAN_RUN: "R51-JOK-03",
    Reason.DUTY_WILD: "R51-JSWAP-02",
    Reason.DUTY_WILD_NEXT: "R51-JSWAP-02",
    Reason.LAST_CARD_PLACED: "R51-RSEC-04",
    Reason.LAST_CARD_WILD: "R51-SCORE-06",
    Reason.TAKE_OWNER: "R51-TAKE-01",
    Reason.TAKE_POSITION: "R51-TAKE-01",
    Reason.TAKE_WILD: "R51-TAKE-01",
    Reason.TAKE_HAND_CARDS: "R51-TAKE-01",
    Reason.TAKE_NOT_IN_MELD: "R51-TAKE-01",
    Reason.LAST_CARD_DISCARDED: "VARIATION-FINALDISC-02",
    Reason.DUTY_OUT: "VARIATION-RSEC-01",
    Reason.OPENING_ESCALATES: "VARIATION-THRESH-01",
    Reason.DISCARD_FIRST_TURN: "VELVET-DRAW-02",
    Reason.WILD_INSIDE: "VELVET-JOK-03",
    Reason.OPENING_FIRST_TURN: "VELVET-OPEN-01",
}
"""The citations of options that are off in the written rules of a game but that house rules may turn on."""


def citations(rules: Mapping[str, str], own: Mapping[Reason, str | None]) -> dict[Reason, str]:
    """Return the written rule that each refusal of a game cites.

    Parameters:
        rules: the written rules of the game, as `Variant.rules`.
        own: citations other than the first rule of the option; None where the option is off, so that no rule forbids
            anything.
    """
    found: dict[Reason, str | None] = {}
    for forbidden_by in (_FORBIDDEN_BY, _RATHER_BY):
        for reason, options in forbidden_by.items():
            behind = (rule for rule, places in rules.items() if set(options).issubset(places.split()))
            found[reason] = min(behind, default=found.get(reason))
    return {reason: rule for reason, rule in {**found, **own}.items() if rule is not None}
