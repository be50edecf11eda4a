"""Plain data: what JSON can carry, read from text and checked before anything is made of it.

Everything here takes a time that grows with the size of the input alone, and recurses nowhere: size and nesting are
bounded first.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final, TypeGuard, cast

from rami._cursor import clipped, expected, readable
from rami.errors import InvalidText, Reason, Violation

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
    "described",
    "is_list",
    "is_object",
    "parse",
    "step",
    "within",
]

LARGEST_DOCUMENT = 4_000_000
"""How many characters a document may have, unless the caller allows more."""

MOST_VALUES = 500_000
"""How many values a document may hold, lists and objects included."""

DEEPEST = 24
"""How deep lists and objects may stand in one another."""

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

_WHAT = "a JSON document"
_BYTES_OF_A_CHARACTER = 4
_LONGEST_DIGITS = 20
_LONGEST_KEY = 200
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,79}")
_OPENING = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[\]{}]', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[\]{},:]', re.DOTALL)

Path = tuple["Path", str] | None
"""The way to a value: that to what contains it, and the last step."""


class _Faulty:
    """Stands for something that JSON text may say and no document may hold."""

    def __init__(self, violation: Violation) -> None:
        self.violation: Final = violation


def step(key: str | int) -> str:
    """One step of a path: ".name", "[3]", or a quoted key that is no name.

    >>> step("hands") + step(3) + step("R51-OPEN-01")
    '.hands[3]["R51-OPEN-01"]'
    """
    if isinstance(key, int):
        return f"[{key}]"
    if _NAME.fullmatch(key):
        return f".{key}"
    return f"[{json.dumps(key[:40])}]"


def within(key: str | int, *violations: Violation) -> tuple[Violation, ...]:
    """The violations of a part, with their paths seen from what contains it.

    >>> [str(each) for each in within("hands", *within(3, Violation(Reason.ROUND_OVER)))]
    ['at $.hands[3]: the round is over']
    """
    return tuple(each.at(path=f"${step(key)}{_path_of(each)[1:]}") for each in violations)


def _path_of(violation: Violation) -> str:
    path: object = dict(violation.params).get("path", "$")
    return path if isinstance(path, str) else "$"


def is_list(data: object) -> TypeGuard[list[object]]:
    """Whether plain data is a list."""
    return type(data) is list


def is_object(data: object) -> TypeGuard[dict[str, object]]:
    """Whether plain data is an object."""
    return type(data) is dict


def described(value: object) -> str:
    """A value of a document as an error names it, in a few words.

    >>> described(True), described("7x"), described([1]), described(None)
    ('true', "'7x'", 'a list', 'null')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return clipped(value)
        case int():
            return str(value) if abs(value) <= LARGEST_NUMBER else "a number of so many digits"
        case float():
            return repr(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


def parse(text: object, limit: int = LARGEST_DOCUMENT) -> object:
    """The plain data of a JSON text, checked.

    Parameters:
        text: a text, or bytes in UTF-8.
        limit: how many characters it may have.

    Raises:
        InvalidText: as `check`, and for what is not JSON.

    >>> parse('{"seats": [0, 1]}')
    {'seats': [0, 1]}
    >>> parse('{"seats": [0, NaN]}')
    Traceback (most recent call last):
    rami.errors.InvalidText: at $.seats[1]: a number was expected, not NaN
    """
    if isinstance(text, bytes):
        if len(text) > _BYTES_OF_A_CHARACTER * limit:
            raise InvalidText(_too_long(_WHAT, len(text), limit))
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise InvalidText(Violation(Reason.TEXT_SYNTAX, None, {"why": "not UTF-8"})) from None
    source = readable(text, _WHAT, limit)
    _check_nesting(source)
    try:
        data = json.loads(
            source,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        why = f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        fault = Violation(Reason.TEXT_SYNTAX, None, {"why": why}).at(line=error.lineno, column=error.colno)
        raise InvalidText(fault) from None
    check(data)
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = _Faulty(Violation(Reason.KEY_TWICE, None, {"key": key[:40]}))
            seen.add(key)
    return found


def _constant(name: str) -> _Faulty:
    return _Faulty(expected("a number", name))


def _integer(digits: str) -> int | _Faulty:
    if len(digits) <= _LONGEST_DIGITS:
        return int(digits)
    return _Faulty(expected(_SAFE, f"one of {len(digits)} characters"))


_SAFE = f"an integer from {-LARGEST_NUMBER} to {LARGEST_NUMBER}"


def _check_nesting(text: str) -> None:
    """Refuse brackets that stand too deep in one another, before a parser sees them."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in _OPENING.finditer(text):
        sign = text[found.start()]
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise InvalidText(_too_deep().at(path=_path_at(text, found.start())))
        elif sign in "]}":
            depth -= 1


def _too_deep() -> Violation:
    why = f"lists and objects stand more than {DEEPEST} deep in one another"
    return Violation(Reason.TEXT_SYNTAX, None, {"why": why})


def _path_at(text: str, end: int) -> str:
    """The path of the value that begins at a place of a text, as far as that is JSON."""
    steps: list[str | int] = []
    last = ""
    for found in _TOKEN.finditer(text, 0, end):
        token = found[0]
        if token == "[":
            steps.append(0)
        elif token == "{":
            steps.append("")
        elif token in ("]", "}"):
            del steps[-1:]
        elif token == ",":
            at = steps[-1] if steps else ""
            steps[-1:] = [at + 1 if isinstance(at, int) else ""]
        elif token == ":":
            steps[-1:] = [last]
        else:
            last = token[1:-1]
    return "$" + "".join(map(step, steps))


def check(data: object) -> None:
    """Refuse what no document holds, whatever it is about.

    Parameters:
        data: objects as `dict` with text keys, lists as `list`, texts, integers, finite numbers, True, False, None.

    Raises:
        InvalidText: other types, texts that are no Unicode, numbers out of range, and too much of everything; each
            violation gives the path.
    """
    problems: list[Violation] = []
    waiting: list[tuple[object, Path, int]] = [(data, None, 0)]
    count = 1
    while waiting and len(problems) < MOST_PROBLEMS:
        value, path, depth = waiting.pop()
        kind = type(value)
        if kind is dict or kind is list:
            if depth >= DEEPEST:
                problems.append(_too_deep().at(path=_text_of(path)))
                continue
            count += len(cast("list[object] | dict[object, object]", value))
            if count > MOST_VALUES:
                problems.append(_too_long("a document", count, MOST_VALUES, "values"))
                break
            waiting += [(each, (path, last), depth + 1) for each, last in _parts(value, path, problems)]
        else:
            fault = _scalar_fault(value)
            if fault is not None:
                problems.append(fault.at(path=_text_of(path)))
    if problems:
        raise InvalidText(*problems)


def _parts(value: object, path: Path, problems: list[Violation]) -> Iterator[tuple[object, str]]:
    """What a list or an object holds, the last part first, each with its step."""
    size = len(cast("list[object] | dict[object, object]", value))
    if size > LONGEST_LIST:
        what = "a list" if isinstance(value, list) else "an object"
        problems.append(_too_long(what, size, LONGEST_LIST, "values").at(path=_text_of(path)))
        return
    if isinstance(value, list):
        listed = cast("list[object]", value)
        for index in range(size - 1, -1, -1):
            yield listed[index], f"[{index}]"
        return
    for key, part in reversed(cast("dict[object, object]", value).items()):
        fault = expected("a text as a key", described(key)) if type(key) is not str else _text_fault(key)
        if fault is None and len(cast("str", key)) > _LONGEST_KEY:
            fault = _too_long("a key", len(cast("str", key)), _LONGEST_KEY)
        if fault is None:
            yield part, step(cast("str", key))
        else:
            problems.append(fault.at(path=_text_of(path)))
            if len(problems) >= MOST_PROBLEMS:
                return


def _text_of(path: Path) -> str:
    steps: list[str] = []
    while path is not None:
        path, last = path
        steps.append(last)
    return "$" + "".join(reversed(steps))


def _scalar_fault(value: object) -> Violation | None:
    kind = type(value)
    if kind is str:
        return _text_fault(cast("str", value))
    if value is None or kind is bool:
        return None
    if kind is int:
        return None if abs(cast("int", value)) <= LARGEST_NUMBER else expected(_SAFE, described(value))
    if kind is float:
        return None if math.isfinite(cast("float", value)) else expected("a number", described(value))
    if isinstance(value, _Faulty):
        return value.violation
    return expected("what JSON can carry", described(value))


def _text_fault(text: str) -> Violation | None:
    if len(text) > LONGEST_TEXT:
        return _too_long("a text", len(text), LONGEST_TEXT)
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        return expected("Unicode text", "a lone surrogate")
    return None


def _too_long(what: str, size: int, limit: int, unit: str = "characters") -> Violation:
    if unit == "characters":
        return Violation(Reason.TEXT_TOO_LONG, None, {"what": what, "size": size, "limit": limit})
    return Violation(Reason.TEXT_SYNTAX, None, {"why": f"{what} of more than {limit} {unit} is too long"})
