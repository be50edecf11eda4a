"""Deliberate breaks of rules, made in a process that has loaded rami and the tests already."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Protocol

import attrs

import rami
from rami import Variant, variants


class DoesNotApply(Exception):
    """A break that would change nothing, or not what it says."""


class World:
    """The functions of rami, the variants that anything refers to, and what has been worked out about them."""

    def __init__(self) -> None:
        for name in rami.__all__:
            getattr(rami, name)
        for slug in variants.available():
            variants.get(slug)
        self.functions: list[FunctionType] = []
        self.variants: list[Variant] = []
        self.caches: list[_lru_cache_wrapper[Any]] = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and (each.__module__ or "").startswith("rami"):
                self.functions.append(each)
            elif isinstance(each, Variant):
                self.variants.append(each)
            elif isinstance(each, _lru_cache_wrapper):
                self.caches.append(each)

    def of_preset(self, slug: str) -> list[Variant]:
        """The preset and the houses made from it."""
        return [each for each in self.variants if each.slug == slug]

    def forget(self) -> None:
        """Drop what was worked out before the break."""
        for each in self.caches:
            each.cache_clear()


class Break(Protocol):
    """One way to break a rule."""

    def __str__(self) -> str: ...

    def check(self) -> None:
        """See that it would change something.

        Raises:
            DoesNotApply: if not.
        """

    def apply(self, world: World) -> None:
        """Break the rule for the rest of this process."""


Breaks = Mapping[str, tuple[Break, ...]]
"""Rule to its breaks."""


@attrs.frozen
class Code:
    """Another text in one place of a module.

    Parameters:
        module: the module, without "rami.".
        old: the text to be changed, which stands there exactly once, inside a function.
        new: what stands there instead.
    """

    module: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.module}: {' '.join(f'{self.old} -> {self.new}'.split())}"

    def check(self) -> None:
        if not self._changed_functions():
            raise DoesNotApply(f"{self}: no function changes")

    def apply(self, world: World) -> None:
        changed = self._changed_functions()
        name = f"rami.{self.module}"
        done: set[tuple[str, int]] = set()
        for function in world.functions:
            key = function.__code__.co_qualname, function.__code__.co_firstlineno
            if function.__module__ == name and key in changed:
                function.__code__ = changed[key]
                done.add(key)
        if done != set(changed):
            raise DoesNotApply(f"{self}: not all functions could be changed")
        world.forget()

    def _changed_functions(self) -> dict[tuple[str, int], CodeType]:
        """The broken functions by the names and lines of the sound ones."""
        path, source, sound = _sound(f"rami.{self.module}")
        if source.count(self.old) != 1:
            raise DoesNotApply(f"{self}: the text stands there {source.count(self.old)} times")
        broken = _functions(compile(source.replace(self.old, self.new), path, "exec", dont_inherit=True))
        if [code.co_qualname for code in sound] != [code.co_qualname for code in broken]:
            raise DoesNotApply(f"{self}: functions come and go")
        return {
            (one.co_qualname, one.co_firstlineno): other
            for one, other in zip(sound, broken, strict=True)
            if _gist(one) != _gist(other)
        }


@cache
def _sound(module: str) -> tuple[str, str, list[CodeType]]:
    """(path, source, functions) of a module as it is."""
    path = Path(rami.__file__).parent.joinpath(*module.split(".")[1:]).with_suffix(".py")
    if not path.exists():
        path = path.with_suffix("") / "__init__.py"
    if not path.exists():
        raise DoesNotApply(f"there is no source of {module}")
    source = path.read_text(encoding="utf-8")
    return str(path), source, _functions(compile(source, str(path), "exec", dont_inherit=True))


def _functions(code: CodeType) -> list[CodeType]:
    """The code of every function and method, in the order of the source; bodies of classes are looked into."""
    return list(_inside(code))


def _inside(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & 0x02:  # a function, not the body of a class
                yield each
            else:
                yield from _inside(each)


def _gist(code: CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands in the file."""
    consts = tuple(
        _gist(each) if isinstance(each, CodeType) else (type(each), each) for each in code.co_consts
    )
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


@attrs.frozen
class Preset:
    """A preset with other values of some options.

    Parameters:
        slug: which one.
        options: "slot.field" and value.
    """

    slug: str
    options: Mapping[str, Any] = attrs.field(hash=False)

    def __str__(self) -> str:
        return f"{self.slug} with {', '.join(f'{name} = {value!r}' for name, value in self.options.items())}"

    def check(self) -> None:
        sound = variants.get(self.slug)
        for field, value in self.options.items():
            slot, name = field.split(".")
            policy = getattr(sound, slot)
            if attrs.evolve(policy, **{name: value}) == policy:
                raise DoesNotApply(f"{self}: that is what the preset says")

    def apply(self, world: World) -> None:
        sound = variants.get(self.slug).settings()
        for variant in sorted(world.of_preset(self.slug), key=lambda each: each is variants.get(self.slug)):
            here = variant.settings()
            _set(
                variant,
                {name: value for name, value in self.options.items() if here.get(name) == sound[name]},
            )
        world.forget()


@attrs.frozen
class Ignored:
    """An option keeps the value of the preset, whatever a house says.

    Parameters:
        field: "slot.field".
    """

    field: str

    def __str__(self) -> str:
        return f"a changed {self.field} is ignored"

    def check(self) -> None:
        self._broken_function().check()
        if self.field not in variants.CLASSIC_51.settings():
            raise DoesNotApply(f"there is no option {self.field}")

    def apply(self, world: World) -> None:
        self._broken_function().apply(world)
        for slug in variants.available():
            sound = variants.get(slug).settings()[self.field]
            for variant in world.of_preset(slug):
                if self.field in variant.settings():
                    _set(variant, {self.field: sound})
        world.forget()

    def _broken_function(self) -> Code:
        old = "for key in known if key in change}"
        slot, name = self.field.split(".")
        return Code("policies.changing", old, f"{old[:-1]} and (slot, key) != ({slot!r}, {name!r})}}")


@attrs.frozen
class Together:
    """Several breaks at once, for what is looked at in more than one place.

    Parameters:
        parts: the breaks.
    """

    parts: tuple[Break, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))

    def check(self) -> None:
        for part in self.parts:
            part.check()

    def apply(self, world: World) -> None:
        for part in self.parts:
            part.apply(world)


def _set(variant: Variant, options: Mapping[str, Any]) -> None:
    """Change a variant that is otherwise a value, without asking whether its options go together."""
    for field, value in options.items():
        slot, name = field.split(".")
        object.__setattr__(variant, slot, attrs.evolve(getattr(variant, slot), **{name: value}))
    object.__setattr__(variant, "_attrs_cached_hash", None)


def code(module: str, old: str, new: str) -> Break:
    """The module `rami.<module>` with another text in one place.

    >>> str(code("_kernel.melds", "size < rules.run_min", "size < 2"))
    '_kernel.melds: size < rules.run_min -> size < 2'
    """
    return Code(module, old, new)


def preset(slug: str, /, **options: Any) -> Break:
    """A preset with other values of some options, each named slot__field.

    >>> str(preset("classic-51", opening__minimum=50))
    'classic-51 with opening.minimum = 50'
    """
    return Preset(slug, {name.replace("__", "."): value for name, value in options.items()})


def ignored(field: str) -> Break:
    """An option ("slot.field") keeps the value of the preset whatever a house says.

    >>> str(ignored("opening.minimum"))
    'a changed opening.minimum is ignored'
    """
    return Ignored(field)


def together(*parts: Break) -> Break:
    """Several breaks at once, for what is looked at in more than one place.

    >>> str(together(ignored("opening.minimum"), ignored("opening.clean")))
    'a changed opening.minimum is ignored and a changed opening.clean is ignored'
    """
    return Together(parts)
