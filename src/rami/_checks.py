"""Checks of values at the door: the violations of one parameter, none if it may be used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar, cast

from rami.errors import RamiError, Reason, Violation

__all__ = [
    "collection",
    "count",
    "flag",
    "flags",
    "instance",
    "integer",
    "items",
    "one_of",
    "real",
    "seat",
    "seats",
    "text",
    "tupled",
    "word",
]

W = TypeVar("W", bound=StrEnum)


def integer(
    field: str, value: object, least: int | None = None, most: int | None = None
) -> tuple[Violation, ...]:
    """Return what is wrong with an integer.

    Parameters:
        field: the name of the parameter.
        value: what was given.
        least: the smallest that is allowed, None for any.
        most: the largest, None for any.

    >>> [str(each) for each in integer("seat", 4, 0, 3)]
    ['seat = 4 is too large, the most is 3']
    """
    if type(value) is not int:
        return (Violation(Reason.NOT_AN_INTEGER, None, {"field": field, "got": type(value)}),)
    if least is not None and value < least:
        return (Violation(Reason.TOO_SMALL, None, {"field": field, "value": value, "least": least}),)
    if most is not None and value > most:
        return (Violation(Reason.TOO_LARGE, None, {"field": field, "value": value, "most": most}),)
    return ()


def real(field: str, value: object, least: int | None = None) -> tuple[Violation, ...]:
    """Return what is wrong with a number that need not be an integer.

    Parameters:
        field: the name of the parameter.
        value: what was given.
        least: the smallest that is allowed, None for any.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return (Violation(Reason.NOT_A_NUMBER, None, {"field": field, "got": type(value)}),)
    if not isfinite(value):
        return (Violation(Reason.NOT_A_NUMBER, None, {"field": field, "got": value}),)
    if least is not None and value < least:
        return (Violation(Reason.TOO_SMALL, None, {"field": field, "value": value, "least": least}),)
    return ()


def flag(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with True or False.

    Parameters:
        field: the name of the parameter.
        value: what was given.
    """
    if type(value) is bool:
        return ()
    return (Violation(Reason.NOT_A_FLAG, None, {"field": field, "got": type(value)}),)


def text(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with a text.

    Parameters:
        field: the name of the parameter.
        value: what was given.
    """
    if isinstance(value, str):
        return ()
    return (Violation(Reason.NOT_A_TEXT, None, {"field": field, "got": type(value)}),)


def instance(field: str, value: object, *types: type[object] | None) -> tuple[Violation, ...]:
    """Return what is wrong with a value of one of some types.

    Parameters:
        field: the name of the parameter.
        value: what was given.
        types: what it may be; None stands for itself.

    >>> [str(each) for each in instance("names", 3, list, None)]
    ['names must be of type list or None, not int']
    """
    if any(value is None if each is None else isinstance(value, each) for each in types):
        return ()
    names = tuple("None" if each is None else each.__name__ for each in types)
    expected = names[0] if len(names) == 1 else names
    return (Violation(Reason.WRONG_TYPE, None, {"field": field, "expected": expected, "got": type(value)}),)


def one_of(field: str, value: object, choices: Collection[str | None]) -> tuple[Violation, ...]:
    """Return what is wrong with one of a few values.

    Parameters:
        field: the name of the parameter.
        value: what was given.
        choices: what it may be.
    """
    if (value is None or isinstance(value, str)) and value in choices:
        return ()
    return (Violation(Reason.NOT_ONE_OF, None, {"field": field, "value": value, "choices": choices}),)


def count(field: str, found: int, expected: int) -> tuple[Violation, ...]:
    """Return what is wrong with so many values where another number is needed."""
    if found == expected:
        return ()
    return (Violation(Reason.WRONG_COUNT, None, {"field": field, "count": found, "expected": expected}),)


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
        return (Violation(Reason.NOT_AN_INTEGER, None, {"field": field, "got": type(value)}),)
    if not 0 <= value < seats:
        return (Violation(Reason.NOT_A_SEAT, None, {"field": field, "value": value, "seats": seats}),)
    if playing is not None and value not in playing:
        return (Violation(Reason.SEAT_NOT_PLAYING, None, {"field": field, "player": value}),)
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
    return (Violation(Reason.SEATS_REPEATED, None, {"field": field, "seats": tuple(values)}),)


def tupled(value: Iterable[Any]) -> tuple[Any, ...]:
    """Return what a collection holds; a converter, after which `collection` refuses what is none."""
    return tuple(value) if _is_collection(value) else cast("tuple[Any, ...]", value)


def collection(field: str, value: object) -> tuple[Violation, ...]:
    """Return what is wrong with a collection."""
    if _is_collection(value):
        return ()
    return (Violation(Reason.NOT_A_COLLECTION, None, {"field": field, "got": type(value)}),)


def _is_collection(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def items(error: Callable[..., RamiError], field: str, value: object) -> tuple[object, ...]:
    """Return what a collection holds.

    Raises:
        RamiError: this error, if the value is no collection.
    """
    wrong = collection(field, value)
    if wrong:
        raise error(*wrong)
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
        params = {"field": field, "value": shown, "choices": tuple(map(str, words))}
        raise error(Violation(Reason.NOT_ONE_OF, None, params)) from None
