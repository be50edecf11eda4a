"""Breaks of the rules of the Lebanese 14."""

from __future__ import annotations

from functools import partial

from tests.breaks.changes import Breaks, code, preset
from tests.breaks.common import ANY_CARD_JOINS_RUNS, NO_LAY_OFF, USELESS_AFTER_OPENING

lebanese = partial(preset, "lebanese-14")
HALF = 1.5

BREAKS: Breaks = {
    "LEB-BASE-01": (
        lebanese(dealing__hand_size=13),
        lebanese(dealing__starter="left"),
        lebanese(equipment__players=(2, 7)),
        lebanese(equipment__jokers=2),
        lebanese(opening__minimum=71),
        lebanese(opening__minimum=0, opening__clean=None),
        lebanese(drawing__no_discard_draw_at=None),
        lebanese(scoring__joker_hand_value=50),
        lebanese(match__target=500),
        NO_LAY_OFF,
        code("_kernel.steps", "taken_due=not free,", "taken_due=False,"),
        lebanese(opening__minimum=90, opening__pickup_minimum=90),
    ),
    "LEB-ACE-01": (
        lebanese(scoring__ace_hand_value=11),
        lebanese(melding__ace_meld_values=(1, 10, 10)),
        lebanese(melding__ace_meld_values=(10, 11, 10)),
        lebanese(melding__ace_meld_values=(10, 10, 11)),
        lebanese(melding__ace_meld_values=(10, 31, 10)),
    ),
    "LEB-JOK-01": (
        lebanese(melding__joker_in_run="free"),
        lebanese(melding__burnt_scope="melds_and_discards"),
        code(
            "_kernel.burnt",
            "    for code in melds:\n        seen = counted(seen, code[1:])\n    return",
            "    return",
        ),
        code("_kernel.turn", "return self.in_the_open(game)[-1] if", "return self.in_the_open(game)[0] if"),
        code(
            "_kernel.turn",
            "if unburnt(game.melds, code, turn.places(game)):",
            "if unburnt(game.melds, code, counted(turn.in_the_open(game), code[1:])[-1]):",
        ),
        code(
            "_kernel.burnt",
            "    waiting = list(melds)\n",
            "    waiting = list(melds)\n    for code in waiting:\n        seen = counted(seen, code[1:])\n",
        ),
        code(
            "_kernel.burnt",
            "    waiting = list(melds)\n",
            "    waiting = list(melds)\n"
            "    return [card for code in waiting for card in unburnt(rules, code, seen[-1])]\n",
        ),
        code("_kernel.turn", "return NO_CARD if places >> card & 1 else card", "return NO_CARD"),
        code("policies.compiled", "burnt=_BURNT[melding.burnt_scope] if melding", "burnt=2 if melding"),
    ),
    "LEB-JOK-02": (
        code(
            "_kernel.burnt",
            "    if not is_run(code):\n        return []\n",
            "    if not is_run(code):\n        return [0 for card in code[1:] if rules.is_wild(card)]\n",
        ),
    ),
    "LEB-DRAW-01": (
        lebanese(opening__pickup_minimum=None),
        lebanese(opening__pickup_minimum=70),
        lebanese(opening__pickup_minimum=72),
        lebanese(opening__minimum=71),
        lebanese(opening__pickup_minimum=1000),
        USELESS_AFTER_OPENING,
    ),
    "LEB-RSEC-01": (
        ANY_CARD_JOINS_RUNS,
        lebanese(scoring__all_at_once_help=False),
        lebanese(opening__post_open="next_turn"),
    ),
    "LEB-RSEC-02": (
        lebanese(scoring__all_at_once_factors=(3, HALF, 1)),
        lebanese(scoring__joker_finish="discard"),
        code("_kernel.steps", "turn.fresh_open or not turn.opened,", "True,"),
        code(
            "_kernel.steps",
            "        turn.wilds_placed,\n        final_discard,",
            "        turn.wilds_placed + (final_discard == 52),\n        final_discard,",
        ),
    ),
    "LEB-RSEC-03": (
        lebanese(scoring__all_at_once_factors=(2, 1, 1)),
        lebanese(scoring__all_at_once_factors=(2, 2, 1)),
        lebanese(scoring__rounding="floor"),
    ),
    "LEB-RSEC-04": (
        lebanese(scoring__all_at_once_factors=(2, HALF)),
        lebanese(scoring__all_at_once_factors=(2, HALF, 2)),
    ),
    "LEB-RSEC-05": (
        lebanese(scoring__flat_multiplied=False),
        lebanese(scoring__unopened_flat=None),
        lebanese(scoring__all_at_once_factors=(2, HALF)),
        lebanese(scoring__all_at_once_factors=(2, 1, 1)),
    ),
    "LEB-OBL-01": (
        lebanese(closing__final_discard="optional"),
        lebanese(closing__final_discard="forbidden"),
    ),
    "LEB-OBL-02": (
        lebanese(conduct__touch_penalty=None),
        lebanese(conduct__touch_scope="turn"),
        code("_kernel.steps", "factor_lost=turn.player in state.touched", "factor_lost=False"),
        code("_kernel.steps", "factor_lost=turn.player in state.touched", "factor_lost=bool(state.touched)"),
        code(
            "_kernel.steps",
            "return state.moved(STOCK, state.turn, touched=touched)",
            "return state.moved(DRAW, state.turn, touched=touched)",
        ),
        code("policies.compiled", 'touch=conduct.mode == "explicit" and', "touch="),
    ),
}
