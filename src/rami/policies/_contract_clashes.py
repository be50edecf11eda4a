"""The combinations around contracts and wild twos that are refused."""

from __future__ import annotations

from rami.policies._clash import Clash
from rami.policies._conditions import Settings


def _another_opening(field: str, off: object) -> Clash:
    def holds(v: Settings) -> bool:
        return v["opening.contracts"] is not None and v[field] != off

    return Clash(("opening.contracts", field), holds, "a first lay-down cannot be judged in two ways", field)


def _without_contracts(field: str, default: object) -> Clash:
    def holds(v: Settings) -> bool:
        return v["opening.contracts"] is None and v[field] != default

    return Clash((field, "opening.contracts"), holds, "there is no contract to apply it to", field)


def _end_without_contracts(v: Settings) -> bool:
    return v["match.end"] == "contracts" and v["opening.contracts"] is None


def _contracts_without_end(v: Settings) -> bool:
    return v["opening.contracts"] is not None and v["match.end"] != "contracts"


def _too_many_cards(v: Settings) -> bool:
    most = v["dealing.hand_size"] + (v["closing.final_discard"] != "required")
    return any(contract.cards > most for contract in v["opening.contracts"] or ())


def _no_such_group(v: Settings) -> bool:
    least, most = v["melding.set_min"], v["melding.set_max"]
    sizes = [size for contract in v["opening.contracts"] or () for size in contract.groups]
    return any(size < least or (most is not None and size > most) for size in sizes)


def _no_such_run(v: Settings) -> bool:
    most = min(v["melding.max_run"], 13) if v["melding.run_wrap"] else v["melding.max_run"]
    sizes = [size for contract in v["opening.contracts"] or () for size in contract.runs]
    return any(size < v["melding.run_min"] or size > most for size in sizes)


def _exemption(v: Settings) -> bool:
    return v["opening.contracts"] is not None and v["opening.all_at_once_requires"] != "full"


def _early_swap(v: Settings) -> bool:
    return v["opening.contracts"] is not None and not v["table.swap_requires_open"]


def _closed_until_the_end(v: Settings) -> bool:
    return (
        v["opening.contracts"] is not None
        and v["table.foreign_melds_after"] == "all_opened"
        and v["closing.end_when_all_complete"] == "at_once"
    )


def _nobody_to_deal(v: Settings) -> bool:
    return (
        v["opening.contracts"] is not None
        and v["match.dealer_rotation"] == "winner"
        and v["closing.end_when_all_complete"] != "never"
    )


def _no_wild_two(v: Settings) -> bool:
    return v["table.recover_twos"] and not v["equipment.wild_ranks"]


def _no_recovery_of_twos(v: Settings) -> bool:
    wild_twos = bool(v["equipment.wild_ranks"])
    return wild_twos and not v["table.recover_twos"] and v["table.run_joker"] == "never"


CONTRACT_CLASHES: tuple[Clash, ...] = (
    _another_opening("opening.minimum", 0),
    _another_opening("opening.clean", None),
    _another_opening("opening.pickup_minimum", None),
    _another_opening("opening.escalates", False),
    _another_opening("opening.counts_layoffs", False),
    Clash(
        ("match.end", "opening.contracts"),
        _end_without_contracts,
        "there is no contract to complete",
        "opening.contracts",
    ),
    Clash(
        ("opening.contracts", "match.end"),
        _contracts_without_end,
        "nothing says which contract is due",
        "match.end",
    ),
    Clash(
        ("opening.contracts", "dealing.hand_size", "closing.final_discard"),
        _too_many_cards,
        "a contract with more cards than a hand could never be laid",
        "opening.contracts",
    ),
    Clash(
        ("opening.contracts", "melding.set_min", "melding.set_max"),
        _no_such_group,
        "a group of a contract would not be a meld",
        "opening.contracts",
    ),
    Clash(
        ("opening.contracts", "melding.run_min", "melding.max_run", "melding.run_wrap"),
        _no_such_run,
        "a run of a contract would not be a meld",
        "opening.contracts",
    ),
    _without_contracts("opening.contract_size", "min"),
    _without_contracts("opening.distinct_contract_melds", False),
    _without_contracts("opening.contract_extras", "same_turn"),
    _without_contracts("closing.end_when_all_complete", "at_once"),
    _without_contracts("match.contract_tie", "first_laid"),
    Clash(
        ("opening.all_at_once_requires", "opening.contracts"),
        _exemption,
        "the contract is the opening, and nothing is exempt from it",
        "opening.all_at_once_requires",
    ),
    Clash(
        ("table.swap_requires_open", "opening.contracts"),
        _early_swap,
        "a contract is laid as it is, so no wild card can be recovered for it",
        "table.swap_requires_open",
    ),
    Clash(
        ("table.foreign_melds_after", "opening.contracts", "closing.end_when_all_complete"),
        _closed_until_the_end,
        "the round ends when all have completed their contracts",
        "table.foreign_melds_after",
    ),
    Clash(
        ("match.dealer_rotation", "opening.contracts", "closing.end_when_all_complete"),
        _nobody_to_deal,
        "a round may end without a winner",
        "match.dealer_rotation",
    ),
    Clash(
        ("table.recover_twos", "equipment.wild_ranks"),
        _no_wild_two,
        "twos are ordinary cards",
        "table.recover_twos",
    ),
    Clash(
        ("table.recover_twos", "table.run_joker", "equipment.wild_ranks"),
        _no_recovery_of_twos,
        "nothing is recovered anyway",
        "table.recover_twos",
    ),
)
"""Every refused combination in which contracts or the recovery of wild twos take part."""
