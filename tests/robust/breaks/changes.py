"""Deliberate breaks of rules, which are made in a process that has already imported rami and the tests."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import _lru_cache_wrapper, cached_property
from types import CodeType, FunctionType
from typing import Any, Literal, Protocol, get_args, get_origin, get_type_hints

import attrs
from tests.robust.breaks import small
from tests.support.presets import SLUGS

import rami
from rami import Variant, variants
from rami.errors import InvalidVariant, Violation
from rami.policies import variant as variant_module

STRIDE = 7
"""Every seventh of the small changes of a function is tried first."""


class World:
    """The functions of rami, the variants that exist, and the caches that a break makes obsolete."""

    def __init__(self) -> None:
        for name in rami.__all__:
            getattr(rami, name)
        self.presets = {slug: variants.get(slug) for slug in SLUGS}
        things = gc.get_objects()
        self.variants = [each for each in things if isinstance(each, Variant)]
        self.caches = [each for each in things if isinstance(each, _lru_cache_wrapper)]

    @cached_property
    def functions(self) -> dict[str, list[FunctionType]]:
        """The functions and methods of rami, by their qualified names without the module."""
        found: dict[str, list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(rami.__path__[0]):
                found.setdefault(each.__code__.co_qualname, []).append(each)
        return found

    def set(self, variant: Variant, field: str, value: object) -> None:
        """Change an option of a variant in place, without a check of its value."""
        slot, name = field.split(".")
        object.__setattr__(variant, slot, attrs.evolve(getattr(variant, slot), **{name: value}))
        object.__setattr__(variant, "_attrs_cached_hash", None)

    def forget(self) -> None:
        """Clear the results that were cached before the break."""
        for each in self.caches:
            each.cache_clear()


class Break(Protocol):
    """One way to break a rule."""

    def __str__(self) -> str: ...

    def apply(self, world: World) -> None:
        """Break the rule for the rest of this process."""


@attrs.frozen
class Preset:
    """Another value for an option of some presets, and of their houses that leave the option unchanged.

    Parameters:
        slugs: the slugs of the presets.
        field: the option, "slot.field".
        value: the other value.
    """

    slugs: tuple[str, ...]
    field: str
    value: object = attrs.field(hash=False)

    def __str__(self) -> str:
        return f"{self.field} = {self.value!r}"

    def apply(self, world: World) -> None:
        sound = {slug: value_of(world.presets[slug], self.field) for slug in self.slugs}
        for variant in world.variants:
            if variant.slug in sound and value_of(variant, self.field) == sound[variant.slug]:
                world.set(variant, self.field, self.value)
                of_rounds = tuple(each for each in variant.match.rounds if each[0] != self.field)
                world.set(variant, "match.rounds", of_rounds)
        checked = vars(variant_module)["problems_of"]

        def unless_broken(variant: Variant) -> Sequence[Violation]:
            # A broken preset makes the rules of each hand, which would be refused as contradictory.
            is_broken = variant.slug in sound and value_of(variant, self.field, None) == self.value
            return () if is_broken else checked(variant)

        variant_module.problems_of = unless_broken  # type: ignore[assignment, attr-defined]  # for this process
        world.forget()


@attrs.frozen
class Ignored:
    """An option that keeps the value of the preset, even in houses that change it.

    Parameters:
        field: the option, "slot.field".
    """

    field: str

    def __str__(self) -> str:
        return f"a changed {self.field} is ignored"

    def apply(self, world: World) -> None:
        def kept(variant: Variant, *values: Any, **named: Any) -> None:
            make(variant, *values, **named)
            self._restore(world, variant)

        make = Variant.__init__
        for variant in world.variants:
            self._restore(world, variant)
        Variant.__init__ = kept  # type: ignore[method-assign, assignment]  # every later variant is broken
        world.forget()

    def _restore(self, world: World, variant: Variant) -> None:
        preset = world.presets.get(variant.slug)
        if preset is not None and value_of(variant, self.field, None) != value_of(preset, self.field):
            world.set(variant, self.field, value_of(preset, self.field))


@attrs.frozen
class Small:
    """A small change to a function.

    Parameters:
        line: the changed line.
        old: the function.
        new: the code that replaces its code.
    """

    line: str
    old: FunctionType
    new: CodeType = attrs.field(repr=False)

    def __str__(self) -> str:
        return self.line

    def apply(self, world: World) -> None:
        function: Any = self.old
        function.__code__ = self.new
        world.forget()


def value_of(variant: Variant, field: str, *default: object) -> Any:
    """Return the value of an option; the default if the policy has no such option."""
    slot, name = field.split(".")
    return getattr(getattr(variant, slot), name, *default)


def breaks_of(place: str, slugs: Iterable[str], world: World) -> Iterator[Break]:
    """Yield the breaks of an option ("slot.field"), or of a function by its qualified name.

    Parameters:
        place: the option or the function.
        slugs: the presets whose option is changed.
        world: the world to break.
    """
    if place in world.functions:
        every = [
            Small(line, function, code)
            for function in world.functions[place]
            for line, code in small.changed(function)
        ]
        # Neighbours are alike.
        yield from (each for start in range(STRIDE) for each in every[start::STRIDE])
        return
    chosen = tuple(slugs)
    tried: list[object] = []
    for slug in chosen:
        for value in others(world.presets[slug], place):
            if value not in tried:
                tried.append(value)
                yield Preset(
                    tuple(each for each in chosen if takes(world.presets[each], place, value)), place, value
                )
    yield Ignored(place)


def takes(variant: Variant, field: str, value: object) -> bool:
    """Return whether the option allows this value, and the variant has another one."""
    slot, name = field.split(".")
    policy = getattr(variant, slot)
    try:
        return bool(attrs.evolve(policy, **{name: value}) != policy)
    except InvalidVariant:
        return False


def others(variant: Variant, field: str) -> Iterator[object]:
    """Yield other values for an option of the variant, the nearest first."""
    slot, name = field.split(".")
    words = _words(get_type_hints(type(getattr(variant, slot)))[name])
    value = value_of(variant, field)
    everywhere = [value_of(variants.get(slug), field, None) for slug in SLUGS]
    found: list[object] = []
    for other in (*_beside(value, words), *words, None, False, True, *everywhere, 0, 1, 2, 3):
        if other not in found and takes(variant, field, other):
            found.append(other)
            yield other


def _words(hint: Any) -> list[Any]:
    """Return the values that a type names, including its aliases."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [word for each in get_args(hint) for word in _words(each)]


def _beside(value: object, words: Iterable[object]) -> Iterator[object]:
    """Yield the values nearest to a value."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, 2 * value, -value)
        case Fraction():
            yield from (value * 2, value / 2)
        case tuple():
            for at, each in enumerate(value):
                yield from ((*value[:at], other, *value[at + 1 :]) for other in _beside(each, words))
            yield from (value[:-1], value[1:], (*value, *value[-1:]), value[::-1])
        case frozenset():
            yield from (value - {each} for each in value)
            yield from (value | {each} for each in words)
        case _:
            yield from words
