"""What is wrong with the parts of a variant, and the variant that some changes make of another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import attrs

from rami.errors import InvalidVariant, Reason, Violation
from rami.policies.fields import shown
from rami.policies.names import LARGEST_VERSION, LONGEST_NAME, is_name, is_slug, is_version
from rami.policies.options import CALLBACKS, SLOTS, can_stand_in, field_names, unknown_option
from rami.policies.rule_ids import are_pairs

if TYPE_CHECKING:
    from .variant import Variant


def problems_of(variant: Variant) -> list[Violation]:
    """Parts that are not allowed, each by itself."""
    facts: tuple[tuple[str, object, bool, str], ...] = (
        ("name", variant.name, is_name(variant.name), f"a text of 1 to {LONGEST_NAME} printable characters"),
        (
            "slug",
            variant.slug,
            is_slug(variant.slug),
            "lower case letters and digits, joined by single hyphens",
        ),
        ("version", variant.version, is_version(variant.version), f"an integer from 1 to {LARGEST_VERSION}"),
        (
            "rule_ids",
            variant.rule_ids,
            are_pairs(variant.rule_ids),
            "a mapping from reason codes to rule IDs",
        ),
        ("rules", variant.rules, are_pairs(variant.rules), "a mapping from rule IDs to options"),
    )
    problems = [
        wrong_value(field, value, expected) for field, value, is_allowed, expected in facts if not is_allowed
    ]
    for slot, policy in SLOTS.items():
        value = getattr(variant, slot)
        if not can_stand_in(slot, value):
            methods = CALLBACKS.get(slot)
            own = f", or a frozen object with {', '.join(methods)}" if methods else ""
            problems.append(wrong_value(slot, value, f"{policy.__name__} options{own}"))
    return problems


def changed(
    variant: Variant, facts: Mapping[str, object], slots: Mapping[str, object], problems: list[Violation]
) -> Variant:
    """The variant with other facts, and with slots replaced or some of their options changed."""
    parts: dict[str, Any] = dict(facts)
    for slot, given in slots.items():
        if not isinstance(given, Mapping):
            parts[slot] = given
            continue
        change = cast("Mapping[object, object]", given)
        policy: Any = getattr(variant, slot)
        if not isinstance(policy, SLOTS[slot]):
            problems.append(wrong_value(slot, change, "a whole policy, since the present one has no options"))
            continue
        known = field_names(class_of(policy))
        problems.extend(
            unknown_option(f"{slot}.{key}", [f"{slot}.{each}" for each in known])
            for key in change
            if key not in known
        )
        try:
            parts[slot] = attrs.evolve(policy, **{key: change[key] for key in known if key in change})
        except InvalidVariant as error:
            problems.extend(error.violations)
    if problems:
        raise InvalidVariant(*problems)
    return attrs.evolve(variant, **parts)


def class_of(value: object) -> type[Any]:
    """The class of a policy."""
    return type(value)


def wrong_value(field: str, value: object, expected: str) -> Violation:
    """That a part is not what it has to be."""
    return Violation(Reason.OPTION_VALUE, None, {"field": field, "value": shown(value), "expected": expected})
