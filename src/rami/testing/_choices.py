"""The values that each option can take, and variants with options that go together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rami.errors import InvalidVariant
from rami.policies.fields import options_of
from rami.policies.opening import Contract
from rami.policies.options import SLOTS, field_of, names
from rami.policies.variant import Variant

_NUMBERS = (0, 1, 2, 3, 4, 5, 8, 10, 13, 14, 15, 20, 30, 50, 51, 71, 100, 200)
_FACTORS = (1, 2, "3/2")
_LARGEST = {
    field_of(names.equipment.packs): 3,
    field_of(names.equipment.jokers): 12,
    field_of(names.dealing.hand_size): 16,
}
"""Larger packs and hands take long and show nothing else."""
_CONTRACTS = ("group 3", "group 3 + group 3", "group 3 + run 4", "run 4 + run 4")


@cache
def option_values() -> Mapping[str, tuple[object, ...]]:
    """Values that work, for every option, by "slot.field".

    All values where there are few; of numbers, a selection.

    >>> option_values()["melding.ace"]
    ('low', 'both')
    >>> option_values()["opening.clean"]
    ('run_meld', 'run_window', 'run_or_set', None)
    """
    hints = get_type_hints(Variant.with_)
    found: dict[str, tuple[object, ...]] = {}
    for slot, policy in SLOTS.items():
        described = options_of(policy)
        overrides = next(kind for kind in get_args(hints[slot]) if is_typeddict(kind))
        for field, kind in get_type_hints(overrides).items():
            option = described.get(field)
            if option is None:
                continue
            name = f"{slot}.{field}"
            converted = dict.fromkeys(_key(option.values.convert(value)) for value in _values(kind))
            found[name] = tuple(
                value
                for _, value in converted
                if option.problem(name, value) is None
                and not (isinstance(value, int) and value > _LARGEST.get(name, value))
            )
    return found


def _key(value: object) -> tuple[str, object]:
    """What tells values apart: True is not 1."""
    return type(value).__name__, value


def _values(kind: Any) -> Iterator[object]:
    """Values of a type; for a type with many, some."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for part in parts:
            yield from _values(part)
    elif origin is Literal:
        yield from parts
    elif origin is Collection:
        yield from _collections(parts[0])
    elif origin is tuple and Ellipsis in parts:
        yield from ((1,), (2,), (2, "3/2", 1), (3, 2))
    elif origin is tuple and len(parts) == 2:
        yield from ((lo, hi) for lo in (2, 3, 4) for hi in (2, 4, 7) if lo <= hi)
    elif origin is tuple:
        yield from (tuple(numbers) for numbers in ((1, 11, 11), (1, 1, 1), (10, 10, 10), (1, 15, 20)))
    elif kind is bool:
        yield from (False, True)
    elif kind is int:
        yield from (*_NUMBERS, *(-number for number in _NUMBERS if number))
    elif kind is type(None):
        yield None
    elif kind is str:
        yield from _FACTORS


def _collections(member: Any) -> Iterator[object]:
    """Collections of members of a type, the empty one included."""
    if Contract in get_args(member):
        yield from (contracts for size in (1, 2) for contracts in combinations(_CONTRACTS, size))
        return
    members = get_args(member) if get_origin(member) is Literal else (2,)
    for size in range(len(members) + 1):
        yield from combinations(members, size)


def changed(parent: Variant, changes: Iterable[tuple[str, object]]) -> Variant:
    """The variant with those changes that go together; a change refused alone is tried again with the next ones.

    >>> from rami import variants
    >>> house = changed(variants.CLASSIC_51, [("opening.minimum", 71), ("drawing.max_recycles", -1)])
    >>> house.differences(variants.CLASSIC_51)
    {'opening.minimum': 71}
    """
    variant = parent
    waiting: dict[str, object] = {}
    for name, value in changes:
        for tried in ({**waiting, name: value}, {name: value}):
            try:
                variant = variant.with_(**_by_slot(tried))
            except InvalidVariant:
                continue
            waiting = {other: kept for other, kept in waiting.items() if other not in tried}
            break
        else:
            waiting[name] = value
    return variant


def _by_slot(changes: Mapping[str, object]) -> dict[str, Any]:
    """Return changes by "slot.field" as `Variant.with_` takes them."""
    slots: dict[str, Any] = {}
    for name, value in changes.items():
        slot, _, field = name.partition(".")
        slots.setdefault(slot, {})[field] = value
    return slots
