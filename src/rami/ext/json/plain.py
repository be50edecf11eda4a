"""Plain data: the lists, objects, strings and numbers of JSON, checked before they become values of rami.

Size and nesting are limited first, so that the time for all later steps depends only on the size of the input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, cast

import attrs

from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject

__all__ = [
    "DEEPEST",
    "LARGEST_DOCUMENT",
    "LARGEST_NUMBER",
    "LONGEST_LIST",
    "LONGEST_TEXT",
    "MOST_MELDS",
    "MOST_PROBLEMS",
    "MOST_VALUES",
]

LARGEST_DOCUMENT = 4_000_000
"""The maximum number of characters of a document, unless the caller sets another limit."""

MOST_VALUES = 500_000
"""The maximum number of values in a document, including lists and objects."""

DEEPEST = 24
"""The maximum depth of nested lists and objects."""

LONGEST_TEXT = 10_000
"""The maximum number of characters of a string in a document."""

LONGEST_LIST = 100_000
"""The maximum number of values in a list or an object."""

MOST_MELDS = 512
"""The maximum number of melds in a list, such as the melds of a move; the largest pack has 896 cards."""

LARGEST_NUMBER = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly; seeds, which are larger, are written as strings."""

MOST_PROBLEMS = 40
"""The maximum number of violations that an error lists."""

NAMED_LATER: Final = ""
"""A placeholder for the field of a violation until its path is known; `named` replaces it."""

# UTF-8 needs at most four bytes for a character, so the length of bytes can be limited before they are decoded.
_BYTES_OF_A_CHARACTER = 4
_LONGEST_DIGITS = 20
_LONGEST_KEY = 200
_SHOWN = 40
# Numbers below this limit are small enough to skip the check against `LARGEST_NUMBER`.
_SMALL = 1000
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,79}")
_LAST = re.compile(r'(?:(\w+)|\["(.*?)"\])((?:\[\d+\])*)$')


class _Faulty:
    """Stands for content that is valid JSON but not allowed in a document."""

    def __init__(self, violation: Violation) -> None:
        self.violation: Final = violation


def within(violations: Iterable[Violation], *keys: str | int) -> Iterator[Violation]:
    """Yield the violations of a part, with the place of the part put in front of their paths.

    >>> [str(each) for each in within([Violation(Reason.ROUND_OVER)], "hands", 3)]
    ['at $.hands[3]: the round is over']
    >>> [str(each) for each in within([Violation(Reason.ROUND_OVER)], "R51-OPEN-01")]
    ['at $["R51-OPEN-01"]: the round is over']
    """
    for each in violations:
        path = cast("str", dict(each.params).get("path", "$"))
        yield each.at(path=f"${''.join(map(_step, keys))}{path[1:]}")


def named(violations: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the violations with paths from the root; a field named `NAMED_LATER` is named after the end of its path.

    >>> wrong = checks.text(NAMED_LATER, 5)
    >>> [str(each) for each in named(within(wrong, "hands", 3))]
    ['at $.hands[3]: hands[3] must be text, not int']
    """
    for each in violations:
        params = {"path": "$", **dict(each.params)}
        if params.get("field") == NAMED_LATER:
            last = _LAST.search(params["path"])
            params["field"] = "value" if last is None else (last[1] or last[2]) + last[3]
        yield attrs.evolve(each, params=params)


def _step(key: str | int) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if _NAME.fullmatch(key) else f"[{json.dumps(key[:_SHOWN])}]"


def fault(code: Reason, *keys: str | int, **params: object) -> InvalidText:
    """Return an error with one violation: its code, the keys that lead to the wrong value, and its parameters."""
    return InvalidText(*within([Violation(code, None, params)], *keys))


@contextmanager
def located(*keys: str | int) -> Generator[None]:
    """Add a path to the errors that a `with` block raises."""
    try:
        yield
    except RamiError as error:
        raise InvalidText(*within(error.violations, *keys)) from None


def parse(text: object, limit: int = LARGEST_DOCUMENT) -> object:
    """Return the plain data of JSON text, or of UTF-8 bytes, ready for `check`.

    >>> parse('{"seats": [0, 1]}')
    {'seats': [0, 1]}
    """
    reject(InvalidText, checks.integer("limit", limit))
    if isinstance(text, bytes):
        check_length(text, _BYTES_OF_A_CHARACTER * limit)
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise InvalidText(Violation(Reason.NOT_UTF8)) from None
    if not isinstance(text, str):
        raise InvalidText(*checks.text("text", text))
    check_length(text, limit)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise InvalidText(Violation(Reason.NOT_JSON).at(line=error.lineno, column=error.colno)) from None
    # Python's reader is recursive, so text with thousands of brackets fails before `check` can refuse it.
    except RecursionError:
        raise InvalidText(_too_deep()) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # JSON readers disagree about which value of a repeated key counts, so refuse repeated keys.
    found = dict(pairs)
    if len(found) < len(pairs):
        # Searching for the repeated key is slow, so do it only if there is one.
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = _Faulty(Violation(Reason.KEY_TWICE, None, {"key": key[:_SHOWN]}))
            seen.add(key)
    return found


def _integer(digits: str) -> int | _Faulty:
    # Python needs quadratic time to convert digits, and refuses numbers with thousands of them.
    if len(digits) <= _LONGEST_DIGITS:
        return int(digits)
    excerpt = f"{digits[:_LONGEST_DIGITS]}…"
    if digits.startswith("-"):
        params = {"field": NAMED_LATER, "value": excerpt, "least": -LARGEST_NUMBER}
        return _Faulty(Violation(Reason.TOO_SMALL, None, params))
    params = {"field": NAMED_LATER, "value": excerpt, "most": LARGEST_NUMBER}
    return _Faulty(Violation(Reason.TOO_LARGE, None, params))


def number(value: object) -> tuple[Violation, ...]:
    """Check that a value is an integer that a document may contain."""
    return checks.integer(NAMED_LATER, value, -LARGEST_NUMBER, LARGEST_NUMBER)


def check_length(text: str | bytes, limit: int) -> None:
    """Refuse a string that is too long."""
    # Check the length before reading the text, because it limits how long reading takes.
    if len(text) > limit:
        raise InvalidText(_too_long(len(text), limit))


def check(data: object) -> None:
    """Refuse data that no document may contain: types unknown to JSON, bad Unicode, huge integers, too many values."""
    # Cut off the list of faults, because a hostile document may have a fault in every value. Count the root as the
    # first value.
    reject(InvalidText, islice(_faults(data, 0, [1]), MOST_PROBLEMS))


def _faults(value: object, depth: int, met: list[int]) -> Iterator[Violation]:
    """Yield the faults of a value at this depth; `met` contains the number of values seen so far."""
    # A float passes here; no field has this type, so the reader of the field refuses it.
    if value is None or type(value) in (bool, float):
        return
    if type(value) is str:
        yield from _faults_of_text(value, LONGEST_TEXT)
    elif type(value) is int:
        yield from number(value)
    elif isinstance(value, _Faulty):
        yield value.violation
    elif type(value) is not dict and type(value) is not list:
        yield Violation(Reason.NO_JSON_FORM, None, {"got": type(value)})
    elif depth >= DEEPEST:
        yield _too_deep()
    else:
        yield from _faults_of_parts(cast("list[object] | dict[object, object]", value), depth, met)


def _faults_of_parts(
    value: list[object] | dict[object, object], depth: int, met: list[int]
) -> Iterator[Violation]:
    if len(value) > LONGEST_LIST:
        yield _too_many(len(value), LONGEST_LIST)
        return
    before, met[0] = met[0], met[0] + len(value)
    if met[0] > MOST_VALUES:
        # Report the fault only when the limit is crossed; otherwise each further list would repeat it.
        if before <= MOST_VALUES:
            yield _too_many(met[0], MOST_VALUES)
        return
    if isinstance(value, list):
        for number, part in enumerate(value):
            if not _is_short(part):
                yield from within(_faults(part, depth + 1, met), number)
        return
    for key, part in value.items():
        if type(key) is not str:
            yield from checks.text("key", key)
        elif not _is_short(key) and (wrong := next(_faults_of_text(key, _LONGEST_KEY), None)):
            yield wrong
        elif not _is_short(part):
            yield from within(_faults(part, depth + 1, met), key)


# Most values of a document are short. Checking these without a generator halves the time for a view.
def _is_short(value: object) -> bool:
    """Return whether a value needs no further check: it is a small number, a short string, a boolean or null."""
    if type(value) is str:
        # `isprintable` also excludes surrogates, which are invalid Unicode.
        return len(value) <= _SHOWN and value.isprintable()
    return value is None or type(value) is bool or (type(value) is int and -_SMALL < value < _SMALL)


def _faults_of_text(text: str, limit: int) -> Iterator[Violation]:
    if len(text) > limit:
        yield _too_long(len(text), limit)
    elif _SURROGATE.search(text):
        yield Violation(Reason.NOT_UNICODE)


def _too_deep() -> Violation:
    return Violation(Reason.NESTED_TOO_DEEPLY, None, {"most": DEEPEST})


def _too_long(size: int, limit: int) -> Violation:
    return Violation(Reason.TOO_MANY_CHARACTERS, None, {"size": size, "most": limit})


def _too_many(count: int, most: int) -> Violation:
    return Violation(Reason.TOO_MANY_VALUES, None, {"count": count, "most": most})
