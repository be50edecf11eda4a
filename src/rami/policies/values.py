"""Sets of values of options: a test, a notation and the conversion at the door."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import cast

import attrs

__all__ = [
    "LARGEST",
    "Values",
    "as_tuple",
    "either",
    "flag",
    "integer",
    "integers",
    "none_or",
    "one_of",
    "subset",
    "unchanged",
]

LARGEST = 1_000_000
"""The largest integer that an option may have."""


def unchanged(value: object) -> object:
    """Return the value itself."""
    return value


@attrs.frozen
class Values:
    """A set of values: a test, its description, and the conversion at the door.

    Parameters:
        allowed: what is allowed, as a violation lists it: words and numbers as they are, intervals as "1..200".
        accepts: the test; it must not raise, whatever it is given.
        convert: turns friendly spellings into the stored form; leaves alone what it does not know.
    """

    allowed: tuple[object, ...]
    accepts: Callable[[object], bool]
    convert: Callable[[object], object] = unchanged


def one_of(*choices: object) -> Values:
    """Exactly these values; True is not 1 and False is not 0."""
    return Values(choices, lambda value: any(type(value) is type(each) and value == each for each in choices))


flag: Values = one_of(True, False)
"""True or False, and nothing that merely behaves so."""


def _is_integer(value: object, lo: int, hi: int) -> bool:
    return type(value) is int and lo <= value <= hi


def integer(lo: int, hi: int = LARGEST) -> Values:
    """An int from lo to hi, both included; bool is not int."""
    return Values(
        (lo if lo == hi else f"{lo}..{hi}",),
        lambda value: _is_integer(value, lo, hi),
    )


def integers(count: int, lo: int, hi: int = LARGEST) -> Values:
    """A tuple of `count` ints from lo to hi; a list is converted."""

    def accepts(value: object) -> bool:
        if type(value) is not tuple:
            return False
        listed = cast("tuple[object, ...]", value)
        return len(listed) == count and all(_is_integer(each, lo, hi) for each in listed)

    return Values((f"[{', '.join([f'{lo}..{hi}'] * count)}]",), accepts, as_tuple)


def as_tuple(value: object) -> object:
    """A list as a tuple; anything else unchanged."""
    return tuple(cast("list[object]", value)) if type(value) is list else value


def subset(*choices: object, empty: bool = False) -> Values:
    """A frozenset of some of the choices; lists, sets, tuples and words are converted.

    The word "all" stands for every choice; several words may be joined by commas or spaces.
    """

    def convert(value: object) -> object:
        if type(value) is str:
            words = value.replace(",", " ").split()
            if words == ["all"] and "all" not in choices:
                return frozenset(choices)
            value = words
        if isinstance(value, (list, tuple, set, frozenset)):
            listed = cast("Collection[object]", value)
            try:
                return frozenset(map(same_choice, listed))
            except TypeError:
                return tuple(listed)
        return value

    def same_choice(value: object) -> object:
        """The choice that `value` spells; rank 2 may be written as a number, an enum member or text."""
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            for choice in choices:
                if value == choice or value == str(choice):
                    return choice
        return value

    def accepts(value: object) -> bool:
        if not isinstance(value, frozenset) or not (value or empty):
            return False
        members = cast("frozenset[object]", value)
        return all(
            any(type(each) is type(choice) and each == choice for choice in choices) for each in members
        )

    listed = ", ".join(map(str, choices))
    return Values(("{}", f"{{{listed}}}") if empty else (f"{{{listed}}}",), accepts, convert)


def either(*alternatives: Values) -> Values:
    """What any of the alternatives accepts."""

    def convert(value: object) -> object:
        for alternative in alternatives:
            value = alternative.convert(value)
        return value

    return Values(
        tuple(each for alternative in alternatives for each in alternative.allowed),
        lambda value: any(alternative.accepts(value) for alternative in alternatives),
        convert,
    )


def none_or(values: Values) -> Values:
    """None, or what `values` accepts."""
    return either(one_of(None), values)
