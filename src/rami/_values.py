"""What public values have in common: nothing writes into them, and their pickles may have more fields one day."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import attrs
from attrs.exceptions import FrozenInstanceError

E = TypeVar("E", bound=Enum)


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError


class Value:
    """Base of values: frozen, and pickled as the call that makes them instead of by writing into an empty object."""

    __slots__ = ()

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        # what attrs writes for pickles of classes with slots
        for name in {"__getstate__", "__setstate__"} & vars(cls).keys():
            delattr(cls, name)

    if not TYPE_CHECKING:  # a type checker would take the first for leave to set anything
        __setattr__ = _refuse
        __delattr__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return by_fields(self)


def closed(enumeration: type[E]) -> type[E]:
    """The same enumeration, whose members cannot be given attributes any more."""
    for name in ("__setattr__", "__delattr__"):
        setattr(enumeration, name, _refuse)
    return enumeration


def by_fields(value: object, *without: str) -> tuple[partial[Any], tuple[()]]:
    """What `__reduce__` returns: the class, called with its fields, without those that follow from others.

    Fields with their default are left out: a later release, whose class has more fields, loads the pickles of this one.
    """
    cls = cast("type[attrs.AttrsInstance]", type(value))
    given = {
        each.alias: found
        for each in attrs.fields(cls)
        if each.init
        and each.name not in without
        and not _is(found := getattr(value, each.name), each.default)
    }
    return partial(cls, **given), ()


def _is(value: object, default: object) -> bool:
    return value is default or (type(value) is type(default) and value == default)
