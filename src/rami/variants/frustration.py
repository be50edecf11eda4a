"""Frustration: fourteen contracts, two packs with four jokers and wild twos, no points."""

from __future__ import annotations

from typing import Final

from rami import policies
from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_FREE_DISCARDS, citations

__all__ = ["FRUSTRATION"]

_CONTRACTS: Final = tuple(
    map(
        policies.Contract.parse,
        (
            "group 3 + group 3 + group 3",
            "group 3 + run 4",
            "group 3 + group 3 + run 4",
            "group 4 + group 4",
            "run 4 + run 4",
            "group 3 + group 3 + group 3 + group 3",
            "group 3 + run 7",
            "group 4 + group 4 + group 4",
            "run 4 + run 4 + run 4",
            "group 5 + group 5",
            "run 5 + run 5",
            "group 4 + group 4 + run 4",
            "group 4 + run 4 + run 4",
            "group 3 + run 9",
        ),
    )
)

_RULES: Final = {
    "FRU-ACE-01": places(names.melding.ace, names.melding.max_run),
    "FRU-ACE-02": places(names.equipment.wild_ranks, "rulebook.wild_in_its_place"),
    "FRU-ADV-01": places(names.match.end),
    "FRU-ADV-02": places(names.match.end),
    **{f"FRU-C{number:02}": places(names.opening.contracts) for number in range(1, len(_CONTRACTS) + 1)},
    "FRU-DEAL-01": places(names.dealing.hand_size, names.dealing.starter_extra),
    "FRU-DEAL-02": places(names.dealing.upcard),
    "FRU-DEF-01": places(names.melding.set_suits),
    "FRU-END-01": places("_kernel.turns.ending", "rulebook.end"),
    "FRU-END-02": places(names.closing.end_when_all_complete, names.scoring.kind),
    "FRU-EXT-01": places(names.melding.max_run, names.melding.ace),
    "FRU-EXT-02": places(names.melding.set_max),
    "FRU-JRET-01": places(
        names.table.run_joker, names.table.recover_wild_ranks, names.table.swap_requires_open
    ),
    "FRU-JRET-02": places(names.table.recovered_joker, names.table.recovered_when),
    "FRU-JRET-03": places(names.table.set_joker),
    "FRU-MAT-01": places(names.equipment.packs, names.equipment.jokers),
    "FRU-MAT-02": places(names.equipment.players),
    "FRU-MATCH-01": places(names.match.end, names.match.contract_tie),
    "FRU-OBJ-01": places(names.match.end),
    "FRU-OPEN-01": places(
        names.opening.contracts, names.opening.contract_size, names.opening.distinct_contract_melds
    ),
    "FRU-POST-01": places(
        names.opening.contract_extras, names.table.layoff_requires_open, names.table.foreign_melds_after
    ),
    "FRU-RANK-01": places(names.equipment.wild_ranks, "rulebook.wild_in_its_place", names.melding.max_run),
    "FRU-RUN-01": places(names.melding.run_min),
    "FRU-SET-01": places(names.melding.set_min, names.melding.set_suits, names.melding.set_max),
    "FRU-STOCK-01": places(names.drawing.recycle),
    "FRU-TURN-01": places(
        "_engine.legal",
        "rulebook.turn",
        names.drawing.discard_use,
        names.drawing.allow_return_discard,
        names.closing.final_discard,
    ),
    "FRU-TURN-02": places(names.dealing.starter, names.dealing.direction),
    "FRU-WILD-01": places(names.equipment.wild_ranks, "rulebook.wild_in_its_place"),
    "FRU-WILD-02": places(
        names.melding.wild_limit,
        names.melding.wild_limit_scope,
        names.melding.adjacent_wilds,
        names.melding.min_natural,
    ),
}

_CITED: Final = {
    **OF_FREE_DISCARDS,
    Reason.ALL_MUST_OPEN: None,
    Reason.DUTY_WILD_NEXT: None,
    Reason.GROUP_SUITS: None,
    Reason.WILDS_ADJACENT: None,
    Reason.DISCARDS_EMPTY: "FRU-TURN-01",
    Reason.GROUP_TOO_LARGE: "FRU-SET-01",
    Reason.GROUP_TOO_SMALL: "FRU-SET-01",
    Reason.LAST_CARD_PLACED: "FRU-TURN-01",
    Reason.OPENING_EMPTY: "FRU-OPEN-01",
    Reason.OPENING_NEXT_TURN: "FRU-POST-01",
    Reason.SWAP_MISMATCH: "FRU-JRET-01",
    Reason.TAKE_IN_OPENING: "FRU-OPEN-01",
}
FRUSTRATION: Final = policies.Variant(
    name="Frustration",
    slug="frustration",
    equipment=policies.Equipment(players=(2, 5), packs=2, jokers=4, wild_ranks=frozenset({2})),
    dealing=policies.Dealing(hand_size=13),
    melding=policies.Melding(set_suits="any", set_max=None, max_run=14, ace="both", wild_limit="at_most_half"),
    opening=policies.Opening(contracts=_CONTRACTS),
    table=policies.TablePlay(layoff_requires_open=True, run_joker="exact", recovered_joker="meld_or_layoff", recovered_when="same_turn", recover_wild_ranks=True),
    closing=policies.Closing(final_discard="required"),
    scoring=policies.Scoring(kind="none"),
    match=policies.MatchFormat(end="contracts"),
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Frustration, the rows FRU of the ledger: the first to complete the fourteen contracts wins."""
