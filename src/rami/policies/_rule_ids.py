"""Rule IDs as pairs: the form in which a variant keeps what it is given as a mapping."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from rami.errors import Reason

__all__ = ["RuleIds", "are_pairs", "sorted_pairs"]

RuleIds = Mapping[Reason, str] | Mapping[str, str] | Iterable[tuple[str, str]]


def sorted_pairs(rule_ids: RuleIds) -> tuple[tuple[str, str], ...]:
    """The pairs of a mapping, sorted; what is none stays as it is."""
    given: Any = rule_ids
    try:
        return tuple(sorted((str(code), str(rule)) for code, rule in dict(given).items()))
    except (TypeError, ValueError):
        return cast("tuple[tuple[str, str], ...]", rule_ids)


def are_pairs(value: object) -> bool:
    """Whether the converter could make pairs."""
    return type(value) is tuple and all(type(pair) is tuple for pair in cast("tuple[object, ...]", value))
