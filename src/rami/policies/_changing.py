"""What is wrong with the parts of a variant, and the variant that some changes make of another one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

import attrs

from rami.errors import InvalidVariant, Reason, Violation
from rami.policies._names import LARGEST_VERSION, LONGEST_NAME, is_name, is_slug, is_version
from rami.policies._rule_ids import are_pairs
from rami.policies.fields import RESERVED, shown
from rami.policies.options import CALLBACKS, SLOTS, can_stand_in, field_names, unknown_option

from ._slots import Slots

AnyVariant = TypeVar("AnyVariant", bound=Slots)


def problems_of(variant: Slots) -> list[Violation]:
    """Parts that are not allowed, each by itself."""
    problems: list[Violation] = []
    if not is_name(variant.name):
        params = {"field": "name", "value": shown(variant.name), "most": LONGEST_NAME}
        problems.append(Violation(Reason.NAME_OF_VARIANT, None, params))
    if not is_slug(variant.slug):
        params = {"field": "slug", "value": shown(variant.slug)}
        problems.append(Violation(Reason.SLUG_OF_VARIANT, None, params))
    if not is_version(variant.version):
        params = {"field": "version", "value": shown(variant.version), "allowed": (f"1..{LARGEST_VERSION}",)}
        problems.append(Violation(Reason.OPTION_VALUE, None, params))
    problems += (
        Violation(Reason.NOT_RULE_IDS, None, {"field": field})
        for field, value in (("rule_ids", variant.rule_ids), ("rules", variant.rules))
        if not are_pairs(value)
    )
    for slot, policy in SLOTS.items():
        value = getattr(variant, slot)
        if not can_stand_in(slot, value):
            methods = CALLBACKS.get(slot) or ()
            got = class_of(value).__name__
            params = {"field": slot, "expected": policy.__name__, "got": got, "methods": methods}
            problems.append(Violation(Reason.NOT_A_POLICY, None, params))
    return problems


def changed(
    variant: AnyVariant, facts: Mapping[str, object], slots: Mapping[str, object], problems: list[Violation]
) -> AnyVariant:
    """The variant with other facts, and with slots replaced or some of their options changed."""
    parts: dict[str, Any] = dict(facts)
    for slot, given in slots.items():
        if not isinstance(given, Mapping):
            parts[slot] = given
            continue
        change = cast("Mapping[object, object]", given)
        policy: Any = getattr(variant, slot)
        if not isinstance(policy, SLOTS[slot]):
            problems.append(Violation(Reason.POLICY_WITHOUT_OPTIONS, None, {"field": slot}))
            continue
        known = field_names(class_of(policy))
        problems.extend(_not_there(slot, key, change[key], known) for key in change if key not in known)
        try:
            parts[slot] = attrs.evolve(policy, **{key: change[key] for key in known if key in change})
        except InvalidVariant as error:
            problems.extend(error.violations)
    if problems:
        raise InvalidVariant(*problems)
    return attrs.evolve(variant, **parts)


def _not_there(slot: str, key: object, value: object, known: Iterable[str]) -> Violation:
    """Return the violation of a name that no option of the slot has: a reserved one, or an unknown one."""
    field = f"{slot}.{key}"
    if field in RESERVED:
        return Violation(Reason.OPTION_RESERVED, None, {"field": field, "value": shown(value)})
    return unknown_option(field, [f"{slot}.{each}" for each in known])


def class_of(value: object) -> type[Any]:
    """The class of a policy."""
    return type(value)
