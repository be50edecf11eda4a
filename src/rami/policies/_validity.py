"""Check a variant, and make the changes of `Variant.with_`.

The check has three steps, and each step reports all the faults it finds. The first step checks the name, slug
and version, the second checks each policy by itself, and the third checks the options of all policies
together, in every round of the match and for every number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeGuard, TypeVar, cast

import attrs

from rami.errors import InvalidVariant, Reason, Violation, checks
from rami.policies.declaring.conflicts import conflicts
from rami.policies.declaring.fields import Policy, excerpt
from rami.policies.declaring.ledger import Ledger
from rami.policies.declaring.options import (
    CALLBACKS,
    SLOTS,
    Settings,
    Slots,
    attribute_faults,
    can_stand_in,
    field_names,
    policies_of,
    unknown_option,
)
from rami.policies.declaring.values import RESERVED
from rami.policies.results._match_rounds import depends_on_round, hands_of, in_round, rounds_of
from rami.policies.slots.contracts import contracts_by_hand
from rami.policies.slots.match_format import MatchFormat
from rami.policies.slots.opening import opening_of_hand

V = TypeVar("V", bound=Slots)

LONGEST_NAME = 100
LARGEST_VERSION = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly."""


def is_name(value: object) -> bool:
    """Return whether a value can be the name of a game, that is, a short text that people can read."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value.isprintable()
        and bool(value.strip())
    )


def is_slug(value: object) -> bool:
    """Return whether a value can be a slug: short, in lower case, safe in file names and on command lines."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        return False
    # The empty part of "-a", "a-" or "a--b" is not alphanumeric, so such slugs are refused too.
    return value.isascii() and value == value.lower() and all(map(str.isalnum, value.split("-")))


def is_version(value: object) -> TypeGuard[int]:
    """Return whether a value is a version number."""
    # `isinstance` would take True for version 1.
    return type(value) is int and 1 <= value <= LARGEST_VERSION


def version_faults(field: str, value: object) -> tuple[Violation, ...]:
    """Return a violation if a value is not a version number."""
    if is_version(value):
        return ()
    params = {"field": field, "value": excerpt(value), "allowed": (f"1..{LARGEST_VERSION}",)}
    return (Violation(Reason.OPTION_VALUE, None, params),)


def problems_of(variant: Slots) -> Sequence[Violation]:
    """Return all faults of a variant; contradictions are sought only if every policy is valid by itself."""
    alone = _problems_of_slots(variant)
    return (*_problems_of_facts(variant), *(alone or _problems_together(*policies_of(variant).values())))


def _problems_of_facts(variant: Slots) -> list[Violation]:
    """List the faults of the name, the slug and the version."""
    problems: list[Violation] = []
    if not is_name(variant.name):
        params = {"field": "name", "value": excerpt(variant.name), "most": LONGEST_NAME}
        problems.append(Violation(Reason.NAME_OF_VARIANT, None, params))
    if not is_slug(variant.slug):
        params = {"field": "slug", "value": excerpt(variant.slug)}
        problems.append(Violation(Reason.SLUG_OF_VARIANT, None, params))
    problems += version_faults("version", variant.version)
    problems += checks.instance("ledger", variant.ledger, Ledger)
    return problems


def _problems_of_slots(variant: Slots) -> list[Violation]:
    """List the faults of each policy, checked by itself."""
    problems: list[Violation] = []
    for slot, policy in SLOTS.items():
        value = getattr(variant, slot)
        if not can_stand_in(slot, value):
            methods = CALLBACKS.get(slot) or ()
            got = type(value).__name__
            params = {"field": slot, "expected": policy.__name__, "got": got, "methods": methods}
            problems.append(Violation(Reason.NOT_A_POLICY, None, params))
        # A subclass may replace an option by a plain field, which takes any value.
        elif type(value) is not policy:
            problems.extend(attribute_faults(slot, value))
    return problems


@lru_cache(maxsize=128)
def _problems_together(*policies: object) -> tuple[Violation, ...]:
    """Return the contradictions among the options; cached, because programs often load the same house rules again."""
    named = dict(zip(SLOTS, policies, strict=True))
    # Every round would repeat the conflicts of the variant, so check the rounds only if the variant has none.
    return (*conflicts(Settings(named)),) or (*_problems_by_round(named),)


def _problems_by_round(policies: Mapping[str, Any]) -> list[Violation]:
    """List the contradictions among the options of each round of the match, for each number of players."""
    rounds = rounds_of(policies["match"])
    strangers = dict.fromkeys(
        slot
        for slot, _ in (name.split(".") for name, _ in rounds)
        if not isinstance(policies[slot], SLOTS[slot])
    )
    if strangers:
        return [Violation(Reason.POLICY_WITHOUT_OPTIONS, None, {"field": slot}) for slot in strangers]
    equipment = policies["equipment"]
    by_hand = contracts_by_hand(policies["opening"])
    if not by_hand and not depends_on_round(equipment, policies["closing"], policies["match"]):
        return []
    fewest, most = equipment.players
    # If the deal decides the wild rank, the rank in the variant is only an example.
    rank = next(iter(equipment.wild_ranks), 0)
    hands: list[dict[str, Any]] = []
    # The variant must have the options of one of its rounds; otherwise it would have rules that no round uses.
    there = False
    for number in range(1, max(hands_of(rounds), by_hand) + 1):
        for players in (None, *range(fewest, most + 1)):
            # None means an unknown number of players, the case that the variant's own options describe.
            hand = in_round(policies, players, number, rank)
            there = there or hand == policies
            # Pick the contract of the hand only after the comparison: a variant has all contracts, a hand only one of
            # them.
            hand["opening"] = opening_of_hand(hand["opening"], number)
            if hand not in hands:
                hands.append(hand)
    problems = [problem for hand in hands if hand != policies for problem in conflicts(Settings(hand))]
    if not there:
        problems.append(Violation(Reason.IN_NO_HAND, None, {"fields": [name for name, _ in rounds]}))
    return list(dict.fromkeys(problems))


def changed(
    variant: V, facts: Mapping[str, object], slots: Mapping[str, object], problems: list[Violation]
) -> V:
    """Return the variant with some of its facts, policies or options changed.

    If anything is wrong, the error also lists the `problems` that the caller has found, so that the author of a game
    can fix everything in one go.
    """
    parts: dict[str, Any] = dict(facts)
    left_out: set[str] = set()
    for slot, given in slots.items():
        policy: Any = getattr(variant, slot)
        if not isinstance(given, Mapping):
            parts[slot] = given
        elif isinstance(policy, SLOTS[slot]):
            change = cast("Mapping[object, object]", given)
            parts[slot] = _changed_policy(slot, policy, change, problems, left_out)
        else:
            problems.append(Violation(Reason.POLICY_WITHOUT_OPTIONS, None, {"field": slot}))
    parts |= _in_every_hand(variant, slots, parts.get("match", variant.match))
    if not problems:
        return attrs.evolve(variant, **parts)
    try:
        # Check the rest of the change too, in order to report everything. Skip conflicts with the options left out
        # above, because they may be false.
        attrs.evolve(variant, **parts)
    except InvalidVariant as error:
        problems += (each for each in error.violations if left_out.isdisjoint(named_in(each)))
    raise InvalidVariant(*dict.fromkeys(problems))


def _changed_policy(
    slot: str, policy: Policy, change: Mapping[object, object], problems: list[Violation], left_out: set[str]
) -> Policy:
    """Return a policy with the valid options changed; add the faults of the invalid options to `problems`."""
    names = field_names(type(policy))
    options = {name: change[name] for name in names if name in change}
    unknown = [_not_there(slot, key, change[key], names) for key in change if key not in names]
    made, wrong = _with_options(policy, options)
    if not unknown and not wrong:
        return made
    problems += (*unknown, *wrong)
    named = {name for each in wrong for name in named_in(each)}
    left_out |= named
    # The caller still checks the valid options against the other slots.
    options = {name: value for name, value in options.items() if f"{slot}.{name}" not in named}
    return _with_options(policy, options | _meant_by(unknown, slot, change, policy, options))[0]


def _with_options(policy: Policy, options: Mapping[str, object]) -> tuple[Policy, tuple[Violation, ...]]:
    """Return a policy with options changed; if the change is invalid, return the old policy and the violations."""
    try:
        return attrs.evolve(cast("Any", policy), **options), ()
    except InvalidVariant as error:
        return policy, error.violations


def _in_every_hand(variant: Slots, slots: Mapping[str, object], match: Any) -> dict[str, Any]:
    """Return the match slot with changed options removed from `rounds`, so that the changes hold in every round."""
    change = slots.get("match")
    if not isinstance(match, MatchFormat) or (
        # A caller who replaces the slot or passes `rounds` wants to keep that value.
        change is not None and (not isinstance(change, Mapping) or "rounds" in change)
    ):
        return {}
    changed = {
        f"{slot}.{key}"
        for slot, given in slots.items()
        if isinstance(given, Mapping)
        for key in cast("Mapping[object, object]", given)
    }
    kept = tuple(pair for pair in match.rounds if pair[0] not in changed)
    return {} if kept == match.rounds else {"match": attrs.evolve(match, rounds=kept)}


def _meant_by(
    unknown: Iterable[Violation],
    slot: str,
    change: Mapping[object, object],
    policy: Any,
    given: Mapping[str, object],
) -> dict[str, object]:
    """Return the values of options whose names were probably misspelt, so that they cause no false conflicts."""
    found: dict[str, object] = {}
    for problem in unknown:
        field = str(problem["field"]).removeprefix(f"{slot}.")
        place, _, option = str(dict(problem.params).get("nearest")).partition(".")
        if place == slot and option not in given and field in change:
            meant = {option: change[field]}
            if not _with_options(policy, meant)[1]:
                found |= meant
    return found


def named_in(problem: Violation) -> tuple[str, ...]:
    """Return the options that a violation names, beginning with the option to change."""
    params = dict(problem.params)
    named = (params.get("change"), params.get("field"), *params.get("fields", ()), *params.get("other", ()))
    return tuple(name for name in named if isinstance(name, str))


def _not_there(slot: str, key: object, value: object, known: Iterable[str]) -> Violation:
    """Return the violation for a name that is not an option of the slot: the name is reserved or unknown."""
    field = f"{slot}.{key}"
    if field in RESERVED:
        return Violation(Reason.OPTION_RESERVED, None, {"field": field, "value": excerpt(value)})
    return unknown_option(field, [f"{slot}.{each}" for each in known])
