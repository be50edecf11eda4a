"""Checks of arguments: most functions return the violations of the parameter named `field`, or () if it is valid.

A caller collects the violations of all its parameters and passes them to `reject`, so that one error carries
every reason. `items` and `word` return the value instead, or raise the error class passed to them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar, cast

from rami.errors import Reason
from rami.errors.violations import LONGEST, RamiError, Violation, bounded, reject

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_LONGEST_NAME = 80
_LONGEST_KEY = 40
_VERY_NEAR, _NEAR = 0.8, 0.6
"""The minimum `difflib` ratios of a very similar and of a similar name.

`nearest` looks for a very similar name first, then for a prefix, and last for a similar name.
"""


def _wrong(code: Reason, field: str, **params: object) -> tuple[Violation, ...]:
    return (Violation(code, None, {"field": field, **params}),)


def integer(
    field: str, value: object, least: int | None = None, most: int | None = None
) -> tuple[Violation, ...]:
    """Check that a value is an integer within limits; None means no limit.

    >>> [str(each) for each in integer("seat", 4, 0, 3)]
    ['seat = 4 is too large: it must be at most 3']
    """
    # `isinstance` would take True for 1.
    if type(value) is not int:
        return _wrong(Reason.NOT_AN_INTEGER, field, got=type(value))
    if least is not None and value < least:
        return _wrong(Reason.TOO_SMALL, field, value=value, least=least)
    if most is not None and value > most:
        return _wrong(Reason.TOO_LARGE, field, value=value, most=most)
    return ()


def real(field: str, value: object, least: int | None = None) -> tuple[Violation, ...]:
    """Check that a value is a finite number, and at least `least`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _wrong(Reason.NOT_A_NUMBER, field, got=type(value))
    # `isfinite` raises an OverflowError for an `int` that no `float` can hold.
    if (isinstance(value, int) and value.bit_length() > LONGEST) or not isfinite(value):
        return _wrong(Reason.NOT_A_NUMBER, field, got=value)
    if least is not None and value < least:
        return _wrong(Reason.TOO_SMALL, field, value=value, least=least)
    return ()


def flag(field: str, value: object) -> tuple[Violation, ...]:
    """Check that a value is True or False."""
    return () if type(value) is bool else _wrong(Reason.NOT_A_FLAG, field, got=type(value))


def text(field: str, value: object) -> tuple[Violation, ...]:
    """Check that a value is text."""
    return () if isinstance(value, str) else _wrong(Reason.NOT_A_TEXT, field, got=type(value))


def instance(field: str, value: object, *types: type[object] | None) -> tuple[Violation, ...]:
    """Check that a value has one of these types; in `types`, None allows the value None.

    >>> [str(each) for each in instance("names", 3, list, None)]
    ['names must be of type list or None, not int']
    """
    for each in types:
        if value is None if each is None else isinstance(value, each):
            return ()
    names = tuple("None" if each is None else each.__name__ for each in types)
    expected = names[0] if len(names) == 1 else names
    return _wrong(Reason.WRONG_TYPE, field, expected=expected, got=type(value))


def one_of(field: str, value: object, choices: Collection[str | None]) -> tuple[Violation, ...]:
    """Check that a value is one of the choices."""
    # Look up only text: another object may be unhashable, or claim to be equal to a choice.
    if (value is None or isinstance(value, str)) and value in choices:
        return ()
    return _wrong(Reason.NOT_ONE_OF, field, value=value, choices=choices, **suggested(value, choices))


def nearest(name: object, known: Iterable[object]) -> str | None:
    """Return the known name closest to `name`, ignoring case and spaces; None if no name is close.

    >>> (
    ...     nearest("GIN", ["okey", "gin"]),
    ...     nearest("Gin Rummy", ["basic-rummy", "gin"]),
    ...     nearest("x", ["gin"]),
    ... )
    ('gin', 'gin', None)
    """
    # `difflib` takes quadratic time in the length of a name, and a name may come from a stranger on the web.
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        return None
    from difflib import get_close_matches  # imported late, so that only mistakes pay for it

    plain = {_plain_name(each): each for each in known if isinstance(each, str)}
    given = _plain_name(name)
    prefixes = sorted((each for each in plain if len(each) > 1 and given.startswith(each)), key=len)
    near = (
        *get_close_matches(given, plain, 1, _VERY_NEAR),
        *prefixes[-1:],
        *get_close_matches(given, plain, 1, _NEAR),
    )
    return plain[near[0]] if near else None


def suggested(name: object, known: Iterable[object]) -> dict[str, str]:
    """Return a violation parameter that suggests the known name closest to `name`; it is empty if no name is close."""
    near = nearest(name, known)
    return {} if near is None else {"nearest": near}


def unknown_key(key: object, known: Collection[str]) -> Violation:
    """Return the violation for a key that an object may not have; it suggests the known key that was probably meant."""
    shown = key[:_LONGEST_KEY] if isinstance(key, str) else type(key)
    return Violation(Reason.KEY_UNKNOWN, None, {"key": shown, **suggested(key, known)})


def _plain_name(name: str) -> str:
    return "-".join(name.lower().split())


def count(field: str, found: int, expected: int) -> tuple[Violation, ...]:
    """Check that the number of items is the expected one."""
    return () if found == expected else _wrong(Reason.WRONG_COUNT, field, count=found, expected=expected)


def members(
    field: str, values: object, check: Callable[[str, Any], Iterable[Violation]], size: int | None = None
) -> tuple[Violation, ...]:
    """Check a collection and each of its members.

    Parameters:
        field: the name of the parameter; a member is named with its place, such as "hands[0]".
        values: the collection.
        check: the function that checks one member.
        size: the number of members needed, None for any.

    >>> [str(each) for each in members("opened", [True, 1], flag)]
    ['opened[1] must be True or False, not int']
    """
    if not _is_collection(values):
        return collection(field, values)
    held = bounded(cast("Iterable[object]", values))
    wrong = () if size is None else count(field, len(held), size)
    return wrong + tuple(
        found for place, each in enumerate(held) for found in check(f"{field}[{place}]", each)
    )


def natural(field: str, value: object) -> tuple[Violation, ...]:
    """Check that a value is an integer and not negative."""
    return integer(field, value, 0)


def seat(
    field: str, value: object, seats: int, playing: Collection[int] | None = None
) -> tuple[Violation, ...]:
    """Check that a value is a seat of the round, and one of `playing` if that is given."""
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
    """Check that the values are distinct seats; `seat` checks each of them."""
    if not _is_collection(values):
        return collection(field, values)
    given = bounded(values)
    wrong = tuple(found for value in given for found in seat(field, value, seats, playing))
    if wrong or len(set(given)) == len(given):
        return wrong
    return _wrong(Reason.SEATS_REPEATED, field, seats=given)


def player(field: str, value: object, among: Collection[int]) -> tuple[Violation, ...]:
    """Check that a value is one of these players."""
    if type(value) is not int:
        return _wrong(Reason.NOT_AN_INTEGER, field, got=type(value))
    return () if value in among else (Violation(Reason.NO_SUCH_PLAYER, None, {"player": value}),)


def viewer(field: str, value: object, among: Collection[int]) -> tuple[Violation, ...]:
    """Check that a viewer is one of these players, or None for a spectator or for all players together."""
    return () if value is None else player(field, value, among)


def tupled(value: Iterable[Any]) -> tuple[Any, ...]:
    """Convert a collection to a tuple; return any other value unchanged, for `collection` to refuse."""
    return bounded(value) if _is_collection(value) else cast("tuple[Any, ...]", value)


def collection(field: str, value: object) -> tuple[Violation, ...]:
    """Check that a value is a collection."""
    return () if _is_collection(value) else _wrong(Reason.NOT_A_COLLECTION, field, got=type(value))


def _is_collection(value: object) -> bool:
    # Hot path: `isinstance` is slow for an abstract class, and most values are tuples.
    return type(value) is tuple or (isinstance(value, Iterable) and not isinstance(value, (str, bytes)))


def listed(value: object) -> tuple[object, ...]:
    """Return the members of a collection; return any other value as the only member of a tuple."""
    return bounded(cast("Iterable[object]", value)) if _is_collection(value) else (value,)


def items(
    error: Callable[..., RamiError], field: str, value: object, *types: type[object]
) -> tuple[Any, ...]:
    """Return the members of a collection as a tuple; if types are given, each member must have one of them.

    Raises:
        RamiError: the value is not a collection, or a member has another type; the class of the error is `error`.
    """
    reject(error, collection(field, value))
    read = bounded(cast("Iterable[object]", value))
    reject(error, (wrong for each in read if types for wrong in instance(field, each, *types)))
    return read


def word(error: Callable[..., RamiError], field: str, words: type[W], value: object) -> W:
    """Return the enumeration member whose word is the value.

    Raises:
        RamiError: the word is unknown; the class of the error is `error`.
    """
    # Calling the enumeration would quote an unknown value, which fails for a list nested a thousand deep. So compare
    # only text.
    given = value if isinstance(value, str) else type(value)
    for each in words:
        if each == given:
            return each
    near = suggested(value, tuple(words))
    raise error(*_wrong(Reason.NOT_ONE_OF, field, value=given, choices=tuple(words), **near))
