"""Breaks of the rules of Classic Rami 51: values, the opening, jokers, going out and scores."""

from __future__ import annotations

from functools import partial

from tests.breaks.changes import Breaks, code, ignored, preset, together
from tests.breaks.common import (
    ALWAYS_ALL_AT_ONCE,
    ANY_CARD_SWAPS,
    ANYWHERE_IN_RUNS,
    COURTS_AS_RANKED,
    HANDS_COUNTED_WITH_TABLE,
    JOKER_ALWAYS_RECOVERED,
    NO_HANDS_COUNTED,
    NO_TURN_END,
    NOT_ALL_AT_ONCE,
    NUMBERS_ARE_TEN,
    ONE_MELD_ONLY,
    TEN_VALUES,
)

classic = partial(preset, "classic-51")

NO_CLEAN = classic(opening__clean=None)
KEEP_NOTHING = (
    classic(closing__final_discard="optional"),
    classic(closing__final_discard="forbidden", scoring__joker_finish=None),
)
OPENED_FROM_THE_START = code(
    "_kernel.steps", "        opened[player],\n        others_open,", "        True,\n        others_open,"
)
ONE_OPENS_FOR_ALL = code(
    "_kernel.steps",
    "        opened[player],\n        others_open,",
    "        any(opened),\n        others_open,",
)

BREAKS: Breaks = {
    "R51-VAL-01": (
        code(
            "_kernel.melds",
            "            total += fixed if wild else rules.run_values[low + index - 1]",
            "            total = rules.run_values[low + index - 1]",
        ),
        code(
            "_kernel.melds",
            "        total += fixed if fixed >= 0 and rules.is_wild(code[index]) else value\n",
            "        total = value\n",
        ),
        classic(melding__joker_meld_value=0),
    ),
    "R51-VAL-02": (
        NUMBERS_ARE_TEN,
        code("_kernel.rules", TEN_VALUES, TEN_VALUES.replace("range(2, 11)", "range(3, 12)")),
        code("_kernel.rules", TEN_VALUES, TEN_VALUES.replace("range(2, 11)", "[5] * 9")),
    ),
    "R51-VAL-03": (
        COURTS_AS_RANKED,
        classic(equipment__court_value=11),
        code(
            "_kernel.rules",
            TEN_VALUES,
            TEN_VALUES.replace("court_value, court_value, court_value", "11, 12, 13"),
        ),
    ),
    "R51-VAL-04": (
        ignored("melding.ace_meld_values"),
        classic(melding__ace_meld_values=(11, 11, 11)),
        classic(melding__ace_meld_values=(1, 1, 11)),
        classic(melding__ace_meld_values=(1, 11, 1)),
        classic(melding__ace_meld_values=(2, 12, 12)),
    ),
    "R51-JOK-03": (
        ignored("table.joker_on_foreign_clean_run"),
        classic(table__joker_on_foreign_clean_run=True),
        code(
            "_kernel.faults",
            "if owner != turn.player:\n        if rules.all",
            "if True:\n        if rules.all",
        ),
        code(
            "_kernel.faults",
            "clean = is_clean_run(game.melds, code)",
            "clean = wild_count(game.melds, code) == 0",
        ),
        code(
            "_kernel.faults",
            "clean = is_clean_run(game.melds, code)",
            "clean = is_run(code)",
        ),
        code(
            "_kernel.faults",
            "if rules.clean_runs_closed and clean and game.melds.is_wild(card):",
            "if rules.clean_runs_closed and clean:",
        ),
    ),
    "R51-OPEN-01": (
        ignored("opening.pickup_minimum"),
        code(
            "policies.opening",
            "if facts.taken is not None and self.pickup_minimum is not None:\n            return",
            "if self.pickup_minimum is not None:\n            return",
        ),
        code("policies.opening", "        if points < minimum:", "        if points < minimum - 1:"),
        code("policies.opening", 'if self.clean == "run_or_set" or isinstance(meld, Run)', "if True"),
        ignored("opening.clean"),
        ignored("opening.minimum"),
        classic(opening__minimum=50),
        classic(opening__minimum=52),
        classic(opening__minimum=1000),
        classic(opening__minimum=0),
        NO_CLEAN,
        classic(opening__clean="run_window"),
        classic(opening__clean="run_or_set"),
        classic(closing__final_discard="optional"),
        classic(opening__post_open="next_turn"),
        classic(opening__counts_layoffs=True),
    ),
    "R51-OPEN-02": (
        classic(opening__minimum=58),
        classic(melding__ace_meld_values=(1, 11, 1)),
        code(
            "_kernel.openings",
            "return wild_count(rules, code) == 0 and without not in code[1:]\n    window",
            "return False\n    window",
        ),
    ),
    "R51-OPEN-03": (
        ONE_OPENS_FOR_ALL,
        together(
            code("_kernel.laying", "if len(melds) == 1 else None", "if not melds else None"),
            code(
                "engine.lay_downs",
                "return _judge_sequence(rules, known, codes, spots)",
                "return _judge_opening(rules, known, codes)",
            ),
        ),
        ONE_MELD_ONLY,
        code(
            "_kernel.steps",
            "    opened: tuple[bool, ...],\n    deal: Deal,\n    table: Table,\n"
            "    highest: int,\n) -> Turn:\n",
            "    opened: tuple[bool, ...],\n    deal: Deal,\n    table: Table,\n"
            "    highest: int,\n) -> Turn:\n    opened = (False,) * len(opened)\n",
        ),
    ),
    "R51-OPEN-04": (ONE_MELD_ONLY, classic(melding__set_min=4)),
    "R51-OPEN-05": (
        ignored("opening.post_open"),
        classic(opening__post_open="next_turn"),
        classic(table__layoff_requires_open=False),
        classic(table__foreign_melds_after="all_opened"),
        classic(table__take="off"),
        classic(table__run_joker="never"),
        code("_kernel.melds", "return None if faults(rules, bigger, False) else bigger", "return None"),
        OPENED_FROM_THE_START,
    ),
    "R51-OPEN-06": (
        code("policies.opening", "if self.counts_layoffs:", "if True:"),
        ignored("opening.counts_layoffs"),
        classic(opening__counts_layoffs=True),
    ),
    "R51-JRET-01": (
        classic(table__swap_requires_open=False),
        classic(table__run_joker="never"),
        code(
            "_kernel.faults",
            "    code = turn.table[place][2]\n    out: list[str] = []\n"
            "    if not turn.opened and not rules.swap_unopened:",
            "    code = turn.table[place][2]\n    out: list[str] = []\n"
            "    if turn.table[place][1] != turn.player:",
        ),
    ),
    "R51-JRET-02": (
        ignored("table.set_joker"),
        ignored("table.closed_four_set"),
        classic(table__set_joker="either_missing"),
        classic(table__set_joker="never"),
        JOKER_ALWAYS_RECOVERED,
    ),
    "R51-JRET-03": (
        classic(table__recovered_joker="meld_or_layoff", table__joker_on_foreign_clean_run=True),
        classic(table__recovered_joker="hand"),
        classic(table__recovered_joker="meld_or_layoff"),
        classic(table__recovered_when="same_turn"),
        ANY_CARD_SWAPS,
        classic(table__run_joker="never"),
    ),
    "R51-JRET-EX1": (
        ANYWHERE_IN_RUNS,
        classic(melding__joker_meld_value=0),
        classic(table__run_joker="never"),
        ANY_CARD_SWAPS,
    ),
    "R51-JRET-EX2": (classic(table__set_joker="either_missing"),),
    "R51-JRET-EX3": (
        classic(table__set_joker="never"),
        code("_kernel.faults", "or (size >= 4 and rules.closed_four)", "or size >= 4"),
    ),
    "R51-JRET-EX4": (
        classic(table__set_joker="never"),
        classic(melding__set_max=3, table__set_joker="never"),
    ),
    "R51-RSEC-01": (
        ALWAYS_ALL_AT_ONCE,
        classic(opening__minimum=1000),
        classic(scoring__all_at_once_factors=(3,)),
        classic(scoring__joker_finish_factor=3),
        NOT_ALL_AT_ONCE,
        code("policies.scoring", '"rami_sec" if alone else "all_at_once"', '"all_at_once"'),
        code("policies.scoring", '"rami_sec" if alone else "all_at_once"', '"rami_sec"'),
    ),
    "R51-RSEC-02": (
        code(
            "policies.opening",
            "if exempt_points else short) + (() if exempt_clean else unclean)",
            "if exempt_points else ()) + (() if exempt_clean else unclean)",
        ),
        ignored("opening.all_at_once_requires"),
        classic(opening__all_at_once_requires="nothing"),
        classic(opening__all_at_once_requires="points"),
        classic(opening__minimum=1000),
    ),
    "R51-RSEC-03": (
        code("policies.scoring", "(end.helped and not self.all_at_once_help)", "end.helped"),
        ignored("scoring.all_at_once_help"),
        classic(scoring__all_at_once_help=False),
        classic(opening__post_open="next_turn"),
    ),
    "R51-RSEC-04": (
        *KEEP_NOTHING,
        code("policies.closing", 'if self.final_discard == "required":', "if False:"),
        ignored("closing.final_discard"),
    ),
    "R51-END-01": (
        NO_TURN_END,
        together(
            code(
                "_kernel.listing",
                "for code in _OFFERED[known.phase]:",
                "for code in _OFFERED[known.phase % 3]:",
            ),
            code(
                "_kernel.listing",
                "return phase in (DRAW, STOCK) and stock_lasts(game, known)",
                "return stock_lasts(game, known)",
            ),
        ),
    ),
    "R51-END-02": (NO_HANDS_COUNTED, HANDS_COUNTED_WITH_TABLE),
    "R51-SCORE-01": (
        NO_HANDS_COUNTED,
        HANDS_COUNTED_WITH_TABLE,
        classic(equipment__court_value=9),
        classic(scoring__ace_hand_value=1),
        code("policies.scoring", "return int(card.rank) if card.rank <= _TEN else court_value", "return 10"),
    ),
    "R51-SCORE-02": (
        code("policies.scoring", "return self.ace_hand_value", "return 1"),
        ignored("scoring.ace_hand_value"),
        classic(scoring__ace_hand_value=1),
        classic(scoring__ace_hand_value=10),
    ),
    "R51-SCORE-03": (
        ignored("scoring.joker_hand_value"),
        ignored("scoring.double_per_joker"),
        ignored("scoring.joker_base"),
        code(
            "policies.scoring",
            "else self.joker_hand_value\n        if card.rank",
            "else 0\n        if card.rank",
        ),
        classic(scoring__joker_hand_value=0),
        classic(scoring__joker_hand_value=50),
    ),
    "R51-SCORE-04": (
        code("policies.scoring", "if not end.opened[seat] and self.unopened_flat is not None:", "if False:"),
        ignored("scoring.unopened_flat"),
        classic(scoring__unopened_flat=None),
        classic(scoring__unopened_flat=99),
    ),
    "R51-SCORE-05": (
        code("policies.scoring", "return any(end.opened_before[seat] for seat in counted)", "return False"),
        code("policies.scoring", '"dry_flat", self.dry_flat', '"dry_flat", 100'),
        code(
            "policies.scoring", "return _number(self.all_at_once_factors[place]), params", "return 1, params"
        ),
        ignored("scoring.all_at_once_factors"),
        ignored("scoring.flat_multiplied"),
        classic(scoring__all_at_once_factors=(3,)),
        classic(scoring__flat_multiplied=False),
        classic(scoring__double_on="rami_sec_only"),
        NOT_ALL_AT_ONCE,
        ALWAYS_ALL_AT_ONCE,
    ),
    "R51-SCORE-06": (
        ignored("closing.joker_finish_forbidden"),
        code("policies.scoring", 'if with_joker and self.joker_finish == "discard":', "if False:"),
        ignored("scoring.joker_finish"),
        ignored("scoring.joker_finish_factor"),
        ignored("scoring.joker_finish_any_factor"),
        classic(scoring__joker_finish=None),
        classic(scoring__joker_finish_factor=3),
        classic(scoring__joker_finish_any_factor=2),
        classic(scoring__flat_multiplied=False),
        classic(closing__joker_finish_forbidden=True, scoring__joker_finish=None),
    ),
    "R51-SCORE-07": (
        ignored("scoring.double_on"),
        code("policies.scoring", '"rami_sec" if alone else "all_at_once"', '"all_at_once"'),
        code("policies.scoring", '"rami_sec" if alone else "all_at_once"', '"rami_sec"'),
        classic(scoring__all_at_once_factors=(3,)),
    ),
    "R51-SCORE-08": (
        code("policies.scoring", 'ScoreReason("winner", self.winner_score)', 'ScoreReason("winner", -10)'),
        ignored("scoring.winner_score"),
        classic(scoring__winner_score=-10),
    ),
}
