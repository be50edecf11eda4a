"""Settings around contracts that clash, as rows for `test_clashes`."""

from __future__ import annotations

from typing import Any

from rami.policies import Contract

Changes = dict[str, Any]


def contracts(*texts: str) -> tuple[Contract, ...]:
    return tuple(map(Contract.parse, texts))


# a game of contracts that goes together with the rest of Classic Rami 51
PLAIN: Changes = {
    "opening.contracts": contracts("group 3 + run 4"),
    "opening.minimum": 0,
    "opening.clean": None,
    "match.end": "contracts",
}

WILD_TWOS: Changes = {**PLAIN, "equipment.wild_ranks": frozenset({2}), "scoring.kind": "none"}

CONTRACT_CASES: list[tuple[str, str, Changes, Changes]] = [
    ("opening.contracts", "opening.minimum", {**PLAIN, "opening.minimum": 1}, {"opening.minimum": 0}),
    ("opening.contracts", "opening.clean", {**PLAIN, "opening.clean": "run_meld"}, {"opening.clean": None}),
    (
        "opening.contracts",
        "opening.pickup_minimum",
        {**PLAIN, "opening.pickup_minimum": 71},
        {"opening.pickup_minimum": None},
    ),
    (
        "opening.contracts",
        "opening.escalates",
        {**PLAIN, "opening.escalates": True},
        {"opening.escalates": False},
    ),
    ("match.end", "opening.contracts", {**PLAIN, "opening.contracts": None}, {"match.end": "until"}),
    ("opening.contracts", "match.end", {**PLAIN, "match.end": "until"}, {"match.end": "contracts"}),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "opening.contracts": contracts("group 3", "group 4 + run 10")},
        {"dealing.hand_size": 14},
    ),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "opening.contracts": contracts("run 5 + run 10"), "closing.final_discard": "optional"},
        {"dealing.hand_size": 14},
    ),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "opening.contracts": contracts("group 5")},
        {"melding.set_suits": "any", "melding.set_max": None, "table.set_joker": "never"},
    ),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "melding.set_min": 4},
        {"opening.contracts": contracts("group 4 + run 3")},
    ),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "melding.max_run": 6, "opening.contracts": contracts("run 4", "run 7")},
        {"melding.max_run": 7},
    ),
    (
        "opening.contracts",
        "opening.contracts",
        {**PLAIN, "melding.run_min": 5},
        {"opening.contracts": contracts("run 5")},
    ),
    ("opening.contract_size", "opening.contract_size", {"opening.contract_size": "exact"}, PLAIN),
    (
        "opening.distinct_contract_melds",
        "opening.distinct_contract_melds",
        {"opening.distinct_contract_melds": True},
        PLAIN,
    ),
    ("opening.contract_extras", "opening.contract_extras", {"opening.contract_extras": "next_turn"}, PLAIN),
    (
        "closing.end_when_all_complete",
        "closing.end_when_all_complete",
        {"closing.end_when_all_complete": "never"},
        PLAIN,
    ),
    ("match.contract_tie", "match.contract_tie", {"match.contract_tie": "shared"}, PLAIN),
    (
        "table.swap_requires_open",
        "table.swap_requires_open",
        {**PLAIN, "table.swap_requires_open": False},
        {"table.swap_requires_open": True},
    ),
    (
        "table.foreign_melds_after",
        "table.foreign_melds_after",
        {**PLAIN, "table.foreign_melds_after": "all_opened"},
        {"closing.end_when_all_complete": "end_of_turn"},
    ),
    (
        "match.dealer_rotation",
        "match.dealer_rotation",
        {**PLAIN, "match.dealer_rotation": "winner"},
        {"closing.end_when_all_complete": "never"},
    ),
    ("table.recover_twos", "table.recover_twos", {"table.recover_twos": True}, WILD_TWOS),
    (
        "table.recover_twos",
        "table.recover_twos",
        {**WILD_TWOS, "table.run_joker": "never"},
        {"table.recover_twos": True},
    ),
]

# clashes that never come alone
IN_COMPANY: list[Changes] = [
    {**PLAIN, "opening.counts_layoffs": True},
    {**PLAIN, "opening.all_at_once_requires": "nothing"},
]
