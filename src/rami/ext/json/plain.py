"""Plain data: what JSON can carry, read from text and checked before anything is made of it.

The time grows with the size of the input alone: size and nesting are bounded before values are made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from rami.errors import InvalidText, Reason, Violation, reject

__all__ = [
    "DEEPEST",
    "LARGEST_DOCUMENT",
    "LARGEST_NUMBER",
    "LONGEST_LIST",
    "LONGEST_TEXT",
    "MOST_MELDS",
    "MOST_PROBLEMS",
    "MOST_VALUES",
    "check",
    "check_length",
    "parse",
    "within",
]

LARGEST_DOCUMENT = 4_000_000
"""How many characters a document may have, unless the caller allows more."""

MOST_VALUES = 500_000
"""How many values a document may hold, lists and objects included."""

DEEPEST = 24
"""How deep lists and objects may be nested."""

LONGEST_TEXT = 10_000
"""How many characters a text in a document may have."""

LONGEST_LIST = 100_000
"""How many values a list or an object may have."""

MOST_MELDS = 512
"""How many melds a move, or any other list of melds, may have; the largest pack holds 896 cards."""

LARGEST_NUMBER = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly; seeds, which are larger, are written as texts."""

MOST_PROBLEMS = 40
"""How many faults one error lists."""

_BYTES_OF_A_CHARACTER = 4
_LONGEST_DIGITS = 20
_LONGEST_KEY = 200
_SHOWN = 40
_SMALL = 1000
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,79}")


class _Faulty:
    """Takes the place of something that JSON text may say and no document may hold."""

    def __init__(self, violation: Violation) -> None:
        self.violation: Final = violation


def within(key: str | int, violations: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the violations of a part, with their paths seen from what contains it.

    >>> [str(each) for each in within("hands", within(3, [Violation(Reason.ROUND_OVER)]))]
    ['at $.hands[3]: the round is over']
    >>> [str(each) for each in within("R51-OPEN-01", [Violation(Reason.ROUND_OVER)])]
    ['at $["R51-OPEN-01"]: the round is over']
    """
    if isinstance(key, int):
        step = f"[{key}]"
    else:
        step = f".{key}" if _NAME.fullmatch(key) else f"[{json.dumps(key[:_SHOWN])}]"
    for each in violations:
        path = cast("str", dict(each.params).get("path", "$"))
        yield each.at(path=f"${step}{path[1:]}")


def parse(text: object, limit: int = LARGEST_DOCUMENT) -> object:
    """Return the plain data of a JSON text, ready for `check`.

    Parameters:
        text: a text, or bytes in UTF-8.
        limit: how many characters it may have.

    Raises:
        InvalidText: this is not JSON, or too long.

    >>> parse('{"seats": [0, 1]}')
    {'seats': [0, 1]}
    """
    if isinstance(text, bytes):
        check_length(text, _BYTES_OF_A_CHARACTER * limit)
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise InvalidText(Violation(Reason.NOT_UTF8)) from None
    if not isinstance(text, str):
        params = {"field": "text", "got": type(text)}
        raise InvalidText(Violation(Reason.NOT_A_TEXT, None, params))
    check_length(text, limit)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise InvalidText(Violation(Reason.NOT_JSON).at(line=error.lineno, column=error.colno)) from None
    except RecursionError:
        raise InvalidText(_too_deep()) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = _Faulty(Violation(Reason.KEY_TWICE, None, {"key": key[:_SHOWN]}))
            seen.add(key)
    return found


def _integer(digits: str) -> int | _Faulty:
    # Python takes a time that grows with the square of their number, and refuses very many
    if len(digits) <= _LONGEST_DIGITS:
        return int(digits)
    return _Faulty(_too_far(-1 if digits[0] == "-" else 1, f"{digits[:_LONGEST_DIGITS]}…"))


def check_length(text: str | bytes, limit: int) -> None:
    """Refuse a text that is too long.

    Raises:
        InvalidText: it is.
    """
    if len(text) > limit:
        raise InvalidText(_too_long(len(text), limit))


def check(data: object) -> None:
    """Refuse what no document holds, whatever it is about.

    Parameters:
        data: objects as `dict` with text keys, lists as `list`, texts, numbers, True, False, None.

    Raises:
        InvalidText: other types, texts that are no Unicode, integers out of range, and too much of everything; each
            violation gives the path.
    """
    found: list[Violation] = []
    for each in _Checked().faults(data, 0):
        found.append(each)
        if len(found) == MOST_PROBLEMS:
            break
    reject(InvalidText, found)


class _Checked:
    """How many values have been met."""

    def __init__(self) -> None:
        self.count = 1

    def faults(self, value: object, depth: int) -> Iterator[Violation]:
        # no field holds a number that is no integer: the reader of the field says so
        if value is None or type(value) in (bool, float):
            return
        if type(value) is str:
            yield from _faults_of_text(value, LONGEST_TEXT)
        elif type(value) is int:
            if abs(value) > LARGEST_NUMBER:
                yield _too_far(value, value)
        elif isinstance(value, _Faulty):
            yield value.violation
        elif type(value) is not dict and type(value) is not list:
            yield Violation(Reason.NO_JSON_FORM, None, {"got": type(value)})
        elif depth >= DEEPEST:
            yield _too_deep()
        else:
            yield from self.parts(cast("list[object] | dict[object, object]", value), depth)

    def parts(self, value: list[object] | dict[object, object], depth: int) -> Iterator[Violation]:
        if len(value) > LONGEST_LIST:
            yield _too_many(len(value), LONGEST_LIST)
            return
        within_limit = self.count <= MOST_VALUES
        self.count += len(value)
        if self.count > MOST_VALUES:
            if within_limit:
                yield _too_many(self.count, MOST_VALUES)
            return
        if isinstance(value, list):
            for index, part in enumerate(value):
                if not _is_short(part):
                    yield from within(index, self.faults(part, depth + 1))
            return
        for key, part in value.items():
            if type(key) is not str:
                yield Violation(Reason.NOT_A_TEXT, None, {"field": "key", "got": type(key)})
            elif len(key) > _LONGEST_KEY or _SURROGATE.search(key):
                yield from _faults_of_text(key, _LONGEST_KEY)
            elif not _is_short(part):
                yield from within(key, self.faults(part, depth + 1))


def _is_short(value: object) -> bool:
    """Whether a value is like nearly all: nothing is wrong with it, and nothing is in it."""
    if type(value) is str:
        return len(value) <= _SHOWN and not _SURROGATE.search(value)
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


def _too_far(sign: int, value: object) -> Violation:
    if sign < 0:
        return Violation(Reason.TOO_SMALL, None, {"value": value, "least": -LARGEST_NUMBER})
    return Violation(Reason.TOO_LARGE, None, {"value": value, "most": LARGEST_NUMBER})
