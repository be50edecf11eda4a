"""Checks of values at the door: the violations of one parameter, whose name is the `field`; none if it may be used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar, cast

from rami.errors import RamiError, Reason, Violation, reject

W = TypeVar("W", bound=StrEnum)


def _wrong(code: Reason, field: str, **params: object) -> tuple[Violation, ...]:
    return (Violation(code, None, {"field": field, **params}),)


def integer(
    field: str, value: object, least: int | None = None, most: int | None = None
) -> tuple[Violation, ...]:
    """Return what is wrong with an integer between two others, None for no limit.

    >>> [str(each) for each in integer("seat", 4, 0, 3)]
    ['seat = 4 is too large, the most is 3']
    """
    if type(value) is not int:
        return _wrong(Reason.NOT_AN_INTEGER, field, got=type(value))
    if least is not None and value < least:
        return _wrong(Reason.TOO_SMALL, field, value=value, least=least)
    if most is not None and value > most:
        return _wrong(Reason.TOO_LARGE, field, value=value, most=most)
    return ()


def real(field: str, value: object, least: int | None = None) -> tuple[Violation, ...]:
    """Return what is wrong with a number that need not be an integer."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _wrong(Reason.NOT_A_NUMBER, field, got=type(value))
    if not isfinite(value):
        return _wrong(Reason.NOT_A_NUMBER, field, got=value)
    if least is not None and value < least:
        return _wrong(Reason.TOO_SMALL, field, value=value, least=least)
    return ()


def flag(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with True or False."""
    return () if type(value) is bool else _wrong(Reason.NOT_A_FLAG, field, got=type(value))


def text(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with a text."""
    return () if isinstance(value, str) else _wrong(Reason.NOT_A_TEXT, field, got=type(value))


def instance(field: str, value: object, *types: type[object] | None) -> tuple[Violation, ...]:
    """Return what is wrong with a value of one of some types; None stands for itself.

    >>> [str(each) for each in instance("names", 3, list, None)]
    ['names must be of type list or None, not int']
    """
    if any(value is None if each is None else isinstance(value, each) for each in types):
        return ()
    names = tuple("None" if each is None else each.__name__ for each in types)
    expected = names[0] if len(names) == 1 else names
    return _wrong(Reason.WRONG_TYPE, field, expected=expected, got=type(value))


def one_of(field: str, value: object, choices: Collection[str | None]) -> tuple[Violation, ...]:
    """Return what is wrong with one of a few values."""
    if (value is None or isinstance(value, str)) and value in choices:
        return ()
    return _wrong(Reason.NOT_ONE_OF, field, value=value, choices=choices)


def count(field: str, found: int, expected: int) -> tuple[Violation, ...]:
    """Return what is wrong with so many values where another number is needed."""
    return () if found == expected else _wrong(Reason.WRONG_COUNT, field, count=found, expected=expected)


def flags(field: str, values: Collection[object], seats: int | None = None) -> tuple[Violation, ...]:
    """Return what is wrong with flags, one for each seat if their number is given."""
    if not _is_collection(values):
        return collection(field, values)
    wrong = () if seats is None else count(field, len(values), seats)
    found = (flag(f"{field}[{number}]", value) for number, value in enumerate(values))
    return sum(found, wrong)


def seat(
    field: str, value: object, seats: int, playing: Collection[int] | None = None
) -> tuple[Violation, ...]:
    """Return what is wrong with a seat of a round; where the seats that play are given, only these will do."""
    if type(value) is not int:
        return _wrong(Reason.NOT_AN_INTEGER, field, got=type(value))
    if not 0 <= value < seats:
        return _wrong(Reason.NOT_A_SEAT, field, value=value, seats=seats)
    if playing is not None and value not in playing:
        return _wrong(Reason.SEAT_NOT_PLAYING, field, player=value)
    return ()


def seats(
    field: str, values: Collection[object], seats: int, playing: Collection[int] | None = None
) -> tuple[Violation, ...]:
    """Return what is wrong with different seats of a round, as `seat` for each."""
    if not _is_collection(values):
        return collection(field, values)
    wrong = tuple(found for value in values for found in seat(field, value, seats, playing))
    if wrong or len(set(values)) == len(values):
        return wrong
    return _wrong(Reason.SEATS_REPEATED, field, seats=tuple(values))


def tupled(value: Iterable[Any]) -> tuple[Any, ...]:
    """Return what a collection holds; a converter, after which `collection` refuses what is none."""
    return tuple(value) if _is_collection(value) else cast("tuple[Any, ...]", value)


def collection(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with a collection."""
    return () if _is_collection(value) else _wrong(Reason.NOT_A_COLLECTION, field, got=type(value))


def _is_collection(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def listed(value: object) -> tuple[object, ...]:
    """Return what a collection holds, or whatever else was given alone."""
    return tuple(cast("Iterable[object]", value)) if _is_collection(value) else (value,)


def items(error: Callable[..., RamiError], field: str, value: object) -> tuple[object, ...]:
    """Return what a collection holds.

    Raises:
        RamiError: this error, if the value is no collection.
    """
    reject(error, collection(field, value))
    return tuple(cast("Iterable[object]", value))


def word(error: Callable[..., RamiError], field: str, words: type[W], value: object) -> W:
    """Return the member of a list of words.

    Raises:
        RamiError: this error, if there is no such word.
    """
    try:
        return words(cast("str", value))
    except ValueError:
        shown = value if isinstance(value, str) else type(value)
        raise error(*_wrong(Reason.NOT_ONE_OF, field, value=shown, choices=tuple(words))) from None
