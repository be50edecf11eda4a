"""Lebanese 14: the differences from Classic Rami 51, which it inherits."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rami.errors import Reason
from rami.policies import Variant
from rami.policies.options import names, places
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["LEBANESE_14"]

_RULE_IDS: Final[dict[str, str]] = {
    Reason.WILD_NOT_BURNT: "LEB-JOK-01",
    Reason.OPENING_PICKUP: "LEB-DRAW-01",
    Reason.DUTY_PICKUP: "LEB-DRAW-01",
    Reason.LAST_CARD_PLACED: "LEB-OBL-01",
    Reason.TOUCH_OFF: "LEB-OBL-02",
    Reason.OUT_TOUCHED: "LEB-OBL-02",
}

# rules that the rows LEB replace; customs of other tables are not rules of this game
_REPLACED: Final = ("R51-DEAL-04", "R51-SCORE-02", "R51-SCORE-05", "R51-SCORE-06", "R51-VAL-04")
_INHERITED: Final = {
    rule: options for rule, options in CLASSIC_51.rules if rule.startswith("R51-") and rule not in _REPLACED
}
_RULES: Final[dict[str, str]] = {
    **_INHERITED,
    "LEB-ACE-01": places(names.melding.ace_meld_values, names.scoring.ace_hand_value),
    "LEB-BASE-01": places(
        names.dealing.hand_size, names.dealing.starter_extra, names.equipment.players, names.equipment.jokers
    ),
    "LEB-DRAW-01": places(names.opening.pickup_minimum, names.opening.pickup_scope),
    "LEB-JOK-01": places(names.melding.joker_in_run, names.melding.burnt_scope, "rulebook.burnt_reveal"),
    "LEB-JOK-02": places(names.melding.joker_in_run),
    "LEB-OBL-01": places(names.closing.final_discard),
    "LEB-OBL-02": places(names.conduct.touch_penalty, names.conduct.touch_scope),
    "LEB-RSEC-01": places(names.scoring.all_at_once_help),
    "LEB-RSEC-02": places(names.scoring.all_at_once_factors),
    "LEB-RSEC-03": places(names.scoring.all_at_once_factors, names.scoring.rounding),
    "LEB-RSEC-04": places(names.scoring.all_at_once_factors),
    "LEB-RSEC-05": places(names.scoring.unopened_flat, names.scoring.flat_multiplied),
}

LEBANESE_14: Final[Variant] = CLASSIC_51.with_(
    name="Lebanese 14",
    slug="lebanese-14",
    version=1,
    equipment={"players": (2, 6)},
    dealing={"hand_size": 14},
    melding={"joker_in_run": "burnt", "burnt_scope": "melds", "ace_meld_values": (10, 10, 10)},
    opening={"pickup_minimum": 71},
    scoring={
        "ace_hand_value": 10,
        "all_at_once_factors": (2, Fraction(3, 2), 1),
        "joker_finish": None,
    },
    conduct={"touch_penalty": "no_factor", "touch_scope": "hand"},
    rule_ids={**dict(CLASSIC_51.rule_ids), **_RULE_IDS},
    rules=_RULES,
)
"""Lebanese 14 (arbaah-taahch), the rows LEB of the ledger."""
