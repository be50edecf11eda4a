"""Checks of values at the door: the violations of one parameter, none if it may be used."""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite

from rami.errors import Reason, Violation

__all__ = ["flag", "instance", "integer", "one_of", "real", "text"]


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
    ['names must be of type list, None, not int']
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
