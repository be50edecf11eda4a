"""Factors as values of options: whole numbers and fractions above 0, kept exactly."""

from __future__ import annotations

from fractions import Fraction

from rami.policies.declaring.fields import LARGEST, Values, tuple_of
from rami.policies.results.scores import Points, exact

__all__ = ["FACTOR", "FACTORS", "factor_of"]


def _as_factor(value: object) -> object:
    """A friendly spelling of a number as an int or a Fraction; a float is the decimal that it prints as."""
    try:
        if type(value) is float:
            return exact(Fraction(repr(value)))
        if isinstance(value, Fraction) or (type(value) is str and len(value) <= 20):
            return exact(Fraction(value))
    except (ValueError, ZeroDivisionError, OverflowError):
        return value
    return value


def _is_factor(value: object) -> bool:
    return type(value) in (int, Fraction) and isinstance(value, (int, Fraction)) and 0 < value <= LARGEST


FACTOR = Values((f"1..{LARGEST}", "3/2"), _is_factor, _as_factor)
"""A number above 0 that points are multiplied by."""
FACTORS = tuple_of(FACTOR, 1, 100, "[2, 3/2, …]")
"""Several of them, one for each case."""


def factor_of(factor: Points | float | str | None) -> Points:
    """A stored factor as a number; what is not set changes nothing.

    Parameters:
        factor: the value of an option.
    """
    # no check that it is a `Fraction`: that check is slow
    return 1 if factor is None or isinstance(factor, (float, str)) else factor
