"""`Slots`: the parts of a variant, apart from what it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard, cast

import attrs

from rami.errors import Reason
from rami.policies.closing import Closing
from rami.policies.conduct import Conduct
from rami.policies.dealing import Dealing
from rami.policies.drawing import Drawing
from rami.policies.equipment import Equipment
from rami.policies.match_format import MatchFormat
from rami.policies.melding import Melding
from rami.policies.opening import Opening
from rami.policies.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from rami.policies.scoring import Scoring
from rami.policies.table import TablePlay

LONGEST_NAME = 100
LARGEST_VERSION = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly."""

RuleIds = Mapping[Reason, str] | Mapping[str, str] | Iterable[tuple[str, str]]


def is_name(value: object) -> bool:
    """Whether a value is a name that people can read."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value.isprintable()
        and bool(value.strip())
    )


def is_slug(value: object) -> bool:
    """Whether a value is a name for files and command lines."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        return False
    return value.isascii() and value == value.lower() and all(map(str.isalnum, value.split("-")))


def is_version(value: object) -> TypeGuard[int]:
    """Whether a value is a version number."""
    return type(value) is int and 1 <= value <= LARGEST_VERSION


def sorted_pairs(rule_ids: RuleIds) -> tuple[tuple[str, str], ...]:
    """The pairs of a mapping, sorted; what is none stays as it is."""
    given: Any = rule_ids
    try:
        return tuple(sorted([(str(code), str(rule)) for code, rule in dict(given).items()]))
    except (TypeError, ValueError):
        return cast("tuple[tuple[str, str], ...]", rule_ids)


def are_pairs(value: object) -> bool:
    """Whether the converter could make pairs."""
    return type(value) is tuple and all(type(pair) is tuple for pair in cast("tuple[object, ...]", value))


@attrs.frozen(kw_only=True, repr=False, eq=False)
class Slots:
    """The parts of a `Variant`, which says what they are: a name, ten policies and the rules behind them."""

    name: str
    slug: str
    version: int = 1
    equipment: Equipment = attrs.field(factory=Equipment)
    dealing: Dealing = attrs.field(factory=Dealing)
    drawing: Drawing = attrs.field(factory=Drawing)
    melding: Melding = attrs.field(factory=Melding)
    opening: OpeningPolicy = attrs.field(factory=Opening)
    table: TablePlay = attrs.field(factory=TablePlay)
    closing: ClosingPolicy = attrs.field(factory=Closing)
    scoring: ScoringPolicy = attrs.field(factory=Scoring)
    match: MatchPolicy = attrs.field(factory=MatchFormat)
    conduct: Conduct = attrs.field(factory=Conduct)
    rule_ids: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)
    rules: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)

    def rule_id(self, code: str) -> str | None:
        """The ledger rule behind a reason code, or None if this variant names none.

        >>> from rami import variants
        >>> variants.CLASSIC_51.rule_id("opening_points")
        'R51-OPEN-01'
        """
        return next((rule for each, rule in self.rule_ids if each == code), None)
