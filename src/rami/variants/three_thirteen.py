"""Three Thirteen: eleven hands of three to thirteen cards, the rank of that number wild, and last turns."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import field_of, names, places
from rami.variants._citations import citations
from rami.variants.plain import PLAIN

__all__ = ["THREE_THIRTEEN"]

_NUMBERS: Final = range(3, 14)

_RULES: Final = {
    "TT-MAT-01": places(names.equipment.players),
    "TT-MAT-02": places(names.equipment.packs),
    "TT-MAT-03": places(names.equipment.jokers),
    "TT-MAT-04": places(names.melding.ace),
    "TT-DEAL-01": places(names.dealing.hand_size, names.match.rounds),
    "TT-DEAL-02": places(names.match.first_dealer),
    "TT-DEAL-03": places(names.match.dealer_rotation),
    "TT-DEAL-04": places(names.dealing.upcard),
    "TT-DEAL-05": places(names.equipment.packs),
    "TT-START-01": places(names.dealing.starter, names.dealing.direction),
    "TT-WILD-01": places(names.equipment.wild_ranks, names.match.rounds),
    "TT-WILD-02": places(names.melding.adjacent_wilds, names.melding.max_wild),
    "TT-WILD-03": places(names.melding.min_natural),
    "TT-WILD-04": places("rulebook.wild_in_its_place", names.equipment.natural_wilds),
    "TT-SET-01": places(names.melding.set_min, names.melding.set_max),
    "TT-SET-02": places(names.melding.set_suits),
    "TT-RUN-01": places(names.melding.run_min),
    "TT-RUN-02": places(names.melding.run_min),
    "TT-RUN-03": places(names.melding.ace, names.melding.run_wrap),
    "TT-RUN-04": places(names.melding.max_run),
    "TT-COMB-01": places("_kernel.turns.knocking", names.closing.knock_limit),
    "TT-COMB-02": places("rulebook.kinds", names.closing.declare_runs),
    "TT-TURN-01": places("rulebook.hidden_turn"),
    "TT-TURN-02": places(names.drawing.discard_depth),
    "TT-TURN-03": places(names.drawing.discard_use, names.drawing.first_round_discard),
    "TT-TURN-04": places(names.drawing.allow_return_discard),
    "TT-TURN-05": places(names.table.concealed),
    "TT-TURN-06": places("rulebook.own_melds"),
    "TT-OUT-01": places(names.closing.knock_limit),
    "TT-OUT-02": places(names.closing.knock_limit),
    "TT-OUT-03": places(names.closing.knock_limit),
    "TT-OUT-04": places(names.closing.knock_limit),
    "TT-OUT-05": places(names.closing.out_discard),
    "TT-FIRST-01": places(names.scoring.winner_score),
    "TT-JOK-01": places(names.equipment.jokers),
    "TT-JOK-02": places(names.equipment.jokers),
    "TT-LAST-01": places(names.closing.last_turns),
    "TT-LAST-02": places(names.closing.last_turns),
    "TT-LAST-03": places(names.closing.last_turns),
    "TT-LAST-04": places("rulebook.own_melds"),
    "TT-STOCK-01": places(names.drawing.recycle),
    "TT-SCORE-01": places(names.scoring.kind),
    "TT-SCORE-02": places(names.scoring.kind),
    "TT-SCORE-03": places(names.scoring.wild_hand_value),
    "TT-SCORE-04": places(names.scoring.winner_score),
    "TT-VAL-01": places(names.equipment.court_value),
    "TT-VAL-02": places(names.scoring.ace_hand_value),
    "TT-VAL-03": places(names.equipment.court_value),
    "TT-MATCH-01": places(names.match.hands),
    "TT-MATCH-02": places(names.match.end),
    "TT-MATCH-03": places(names.match.lowest_tie),
}

_CITED: Final = {
    Reason.DECLARED_BEFORE: "TT-LAST-02",
    Reason.NOT_ALL_MATCHED: "TT-OUT-01",
    Reason.WRONG_PHASE: "TT-TURN-01",
}

THREE_THIRTEEN: Final = PLAIN.with_(
    name="Three Thirteen",
    slug="three-thirteen",
    equipment={"players": (2, 4), "packs": (1, 2), "wild_ranks": frozenset({3})},
    dealing={"hand_size": 3},
    melding={"set_suits": "any", "set_max": None, "min_natural": 0},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "out_discard": "face_up", "last_turns": "others_once"},
    match={"end": "hands", "hands": 11, "rounds": (("dealing.hand_size", (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)), ("equipment.wild_ranks", (frozenset({3}), frozenset({4}), frozenset({5}), frozenset({6}), frozenset({7}), frozenset({8}), frozenset({9}), frozenset({10}), frozenset({11}), frozenset({12}), frozenset({13}))))},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Three Thirteen, the rows TT of the ledger: the lowest total after eleven hands wins."""
