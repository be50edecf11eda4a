"""Contracts: the groups and runs that an opening must consist of, and the contract due in a round.

"group 3 + run 4" is a contract of seven cards. In some games each player lays one contract after another; in
other games each round has a contract that everybody must lay. The functions below tell these two kinds apart, and also
accept custom opening policies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

import attrs

from rami._base.values import Value
from rami.errors import InvalidVariant, Reason, Violation, reject
from rami.errors.violations import bounded
from rami.policies.declaring.fields import excerpt
from rami.policies.declaring.values import LARGEST, Values, tuple_of

__all__ = [
    "Contract",
    "contract_of",
    "contract_tuple",
    "contracts_by_hand",
    "contracts_of",
    "own_contracts_of",
]

# The kernel uses 99 for "no limit", so no size may exceed it.
LARGEST_MELD = 99
_ALLOWED = f"group 1..{LARGEST_MELD} + run 1..{LARGEST_MELD} + …"
_PART = r"\s*(group|set|run)\s+([0-9]{1,3})\s*"


def _sizes(value: object) -> Any:
    """Return sizes in ascending order; a single size becomes a tuple of one."""
    if isinstance(value, int):
        return (value,)
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value
    listed: tuple[Any, ...] = bounded(cast("Iterable[object]", value))
    # Valid sizes are sorted, so that "run 5 + run 4" equals "run 4 + run 5". Other values remain, so that the
    # error can quote them.
    return tuple(sorted(listed)) if all(map(_is_size, listed)) else listed


def _is_size(value: object) -> bool:
    return type(value) is int and 1 <= value <= LARGEST_MELD


@attrs.frozen(repr=False)
class Contract(Value):
    """The groups and runs that an opening must consist of.

    Parameters:
        groups: the number of cards in each group, in any order (FRU-DEF-01).
        runs: the number of cards in each run (FRU-OPEN-01).

    Raises:
        InvalidVariant: there is no meld, or a size is not an integer from 1 to 99.

    >>> contract = Contract(groups=[3], runs=[4])
    >>> print(contract, "=", contract.cards, "cards")
    group 3 + run 4 = 7 cards
    >>> Contract.parse(str(contract)) == contract
    True
    """

    groups: tuple[int, ...] = attrs.field(default=(), converter=_sizes)
    runs: tuple[int, ...] = attrs.field(default=(), converter=_sizes)

    def __attrs_post_init__(self) -> None:
        wrong = [
            _wrong(f"contract.{name}", value, f"[1..{LARGEST_MELD}, …]")
            for name, value in (("groups", self.groups), ("runs", self.runs))
            if type(value) is not tuple or not all(map(_is_size, value))
        ]
        if not wrong and not self.groups and not self.runs:
            wrong.append(Violation(Reason.CONTRACT_EMPTY, None, {"field": "contract"}))
        reject(InvalidVariant, wrong)

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read a contract such as "group 3 + run 4", with one part for each meld.

        Parameters:
            text: the parts in any order, joined by "+"; "set" is read as "group".

        Raises:
            InvalidVariant: the text is not a contract.

        >>> Contract.parse("run 4 + set 3 + group 3")
        Contract.parse('group 3 + group 3 + run 4')
        """
        written = text.split("+") if isinstance(text, str) else [""]
        parts = [re.fullmatch(_PART, part, re.IGNORECASE) for part in written]
        read = [(part[1].lower() == "run", int(part[2])) for part in parts if part is not None]
        if len(read) < len(parts):
            raise InvalidVariant(_wrong("contract", text, _ALLOWED))
        return cls([size for is_run, size in read if not is_run], [size for is_run, size in read if is_run])

    @property
    def cards(self) -> int:
        """The number of cards in the smallest lay-down that fulfils the contract."""
        return sum(self.groups) + sum(self.runs)

    @property
    def melds(self) -> int:
        """The number of melds in the contract."""
        return len(self.groups) + len(self.runs)

    def __str__(self) -> str:
        return " + ".join(
            [*(f"group {size}" for size in self.groups), *(f"run {size}" for size in self.runs)]
        )

    def __repr__(self) -> str:
        return f"Contract.parse({str(self)!r})"


def _wrong(field: str, value: object, allowed: str) -> Violation:
    return Violation(
        Reason.OPTION_VALUE, None, {"field": field, "value": excerpt(value), "allowed": (allowed,)}
    )


def _read(value: object) -> object:
    """Read the text of a contract; return any other value unchanged."""
    try:
        return Contract.parse(value) if isinstance(value, str) else value
    except InvalidVariant:
        return value


_contract = Values((_ALLOWED,), lambda value: isinstance(value, Contract), _read)
contract_tuple: Values = tuple_of(_contract, 1, LARGEST, "[group 3 + run 4, …]")
"""The values of an option with one or more contracts, in the order in which players lay them; strings are parsed."""


def contracts_of(opening: object) -> tuple[Contract, ...] | None:
    """Return the contracts of an opening policy, which may be custom; None if it has no contracts."""
    # If a custom opening policy has this attribute, the variant is a game of contracts.
    contracts: object = getattr(opening, "contracts", None)
    return cast("tuple[Contract, ...] | None", contracts)


def contract_of(opening: object, number: int) -> Contract | None:
    """Return contract `number`, counted from 1; None if it does not exist."""
    contracts = contracts_of(opening)
    return contracts[number - 1] if contracts and number else None


def own_contracts_of(opening: object) -> tuple[Contract, ...] | None:
    """Return the contracts that each player lays one after another; None if each round has a contract for everybody."""
    return None if contracts_by_hand(opening) else contracts_of(opening)


def contracts_by_hand(opening: object) -> int:
    """Return the number of contracts if each round has one for everybody; 0 if players go through them separately."""
    if getattr(opening, "contract_due", "own") != "round":
        return 0
    return len(contracts_of(opening) or ())
