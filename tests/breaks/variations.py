"""Breaks of the listed variations of Rami 51 and of the last hand that counts a thousandfold."""

from __future__ import annotations

from tests.breaks.changes import Breaks, code, ignored, preset
from tests.breaks.common import FLAT_KEEPS_FACTOR

BREAKS: Breaks = {
    "VARIATION-HAND-01": (ignored("dealing.hand_size"),),
    "VARIATION-THRESH-01": (
        code("policies.opening", "        if points < minimum:", "        if points < 51:"),
        ignored("opening.escalates"),
        code("policies.opening", "points <= facts.highest_before:", "points <= facts.highest_before + 20:"),
        ignored("opening.minimum"),
    ),
    "VARIATION-THRESH-02": (
        code("policies.opening", "        if points < minimum:", "        if points < 51:"),
        code("policies.opening", "        if points < minimum:", "        if points <= minimum:"),
        ignored("opening.minimum"),
    ),
    "VARIATION-FINALDISC-01": (
        code(
            "policies.closing",
            'if self.final_discard == "required":',
            'if self.final_discard != "forbidden":',
        ),
        ignored("closing.final_discard"),
    ),
    "VARIATION-FINALDISC-02": (
        ignored("closing.final_discard"),
        code("policies.closing", 'if self.final_discard == "forbidden":', "if False:"),
    ),
    "VARIATION-RSEC-01": (
        preset("classic-51", table__layoff_requires_open=False),
        code(
            "policies.opening",
            'exempt_points = self.all_at_once_requires == "nothing"',
            "exempt_points = False",
        ),
        ignored("opening.all_at_once_requires"),
        code(
            "_kernel.openings",
            "if opening.exempt == EXEMPT_ALL or (",
            "if opening.exempt != EXEMPT_NEVER or (",
        ),
        code(
            "_kernel.openings",
            "            return ONLY_OUT, 0\n        return ILLEGAL, 0",
            "            return LEGAL, 0\n        return ILLEGAL, 0",
        ),
    ),
    "VARIATION-JOKER-01": (
        ignored("melding.joker_meld_value"),
        code("policies.compiled", "wild_value=-1 if isinstance(worth, str) else worth", "wild_value=30"),
    ),
    "VARIATION-CIRC-01": (
        preset("classic-51", melding__run_wrap=True),
        ignored("melding.run_wrap"),
        code(
            "_kernel.rules", "(0, low, *plain[2:], high, *plain[2:])", "(0, low, *plain[2:], low, *plain[2:])"
        ),
        code("_kernel.rules", "min(max_run, 13) if wrap else max_run", "max_run"),
    ),
    "VARIATION-ALLATONCE-01": (
        code(
            "policies.scoring",
            "if end.all_at_once and self.all_at_once_flat is not None:",
            "if self.all_at_once_flat is not None:",
        ),
        ignored("scoring.all_at_once_flat"),
        FLAT_KEEPS_FACTOR,
    ),
    "VARIATION-JOKER-02": (
        code(
            "policies.scoring",
            "else self.joker_hand_value\n        if card.rank",
            "else 20\n        if card.rank",
        ),
        ignored("scoring.joker_hand_value"),
    ),
    "MILLE-01": (
        ignored("match.final_hand_multiplier"),
        code(
            "policies.match_format", "self.hands is not None and facts.hand >= self.hands", "facts.hand >= 9"
        ),
        ignored("match.end"),
        code("policies.match_format", "number == self.hands else 1", "number != self.hands else 1"),
        code("policies.match_format", ' if self.end == "hands" and number == self.hands else 1', ""),
        code("policies.scoring", "if end.multiplier != 1:", "if False:"),
    ),
}
