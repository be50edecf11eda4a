"""What is wrong with a document: the one mapping from the exceptions of cattrs to violations."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

import attrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from rami.errors import RamiError, Reason, Violation
from rami.ext.json.kinds import key_of, types_of
from rami.ext.json.plain import within
from rami.policies.options import nearest

__all__ = ["violations", "with_nearest"]

_LONGEST_NAME = 80
_SHOWN = 40
_LAST = re.compile(r'(?:(\w+)|\["(.*?)"\])((?:\[\d+\])*)$')
# codes of values, which name the field that holds the value
_OF_A_FIELD = frozenset(
    {
        Reason.DOCUMENT_DIFFERS,
        Reason.NOT_A_COLLECTION,
        Reason.NOT_A_FLAG,
        Reason.NOT_A_TEXT,
        Reason.NOT_AN_INTEGER,
        Reason.NOT_ONE_OF,
        Reason.TOO_LARGE,
        Reason.TOO_SMALL,
        Reason.WRONG_COUNT,
        Reason.WRONG_TYPE,
    }
)


def violations(error: Exception) -> Iterator[Violation]:
    """Yield what is wrong with data, each violation with the path of the fault, "$" being the whole.

    Parameters:
        error: what a converter of `make_converter` has raised.

    >>> from rami import Discard
    >>> from rami.ext.json import make_converter
    >>> try:
    ...     make_converter().structure({"type": "Discard", "crad": "7♠"}, Discard)
    ... except Exception as error:
    ...     print(*violations(error), sep="; ")
    at $: the key 'card' is missing; at $.crad: there is no key 'crad'; did you mean 'card'?
    """
    for each in _faults(error):
        params = {"path": "$", **dict(each.params)}
        if each.code in _OF_A_FIELD and "field" not in params:
            last = _LAST.search(params["path"])
            params["field"] = "value" if last is None else (last[1] or last[2]) + last[3]
        yield attrs.evolve(each, params=params)


def with_nearest(wrong: Violation, given: object, known: Collection[str]) -> Violation:
    """Return a violation with what may have been meant, if something known is near.

    Parameters:
        wrong: the violation.
        given: what was given.
        known: what could have been.
    """
    near = nearest(given, known) if isinstance(given, str) and len(given) <= _LONGEST_NAME else None
    return wrong if near is None else attrs.evolve(wrong, params={**dict(wrong.params), "nearest": near})


def _faults(error: Exception) -> Iterator[Violation]:
    match error:
        case RamiError():
            yield from error.violations
        case ForbiddenExtraKeysError():
            keys = [key_of(error.cl, name) for name in types_of(error.cl)]
            for key in sorted(map(str, error.extra_fields)):
                wrong = Violation(Reason.KEY_UNKNOWN, None, {"key": key[:_SHOWN]})
                yield from within(key, [with_nearest(wrong, key, keys)])
        case ClassValidationError():
            for each in error.exceptions:
                name = next(
                    (note.name for note in _notes(each) if isinstance(note, AttributeValidationNote)), None
                )
                if name is None:
                    yield from _faults(each)
                elif isinstance(each, KeyError):
                    yield Violation(Reason.KEY_MISSING, None, {"key": key_of(error.cl, name)})
                else:
                    yield from within(key_of(error.cl, name), _faults(each))
        case IterableValidationError():
            for each in error.exceptions:
                index = next(note.index for note in _notes(each) if isinstance(note, IterableValidationNote))
                yield from within(index, _faults(each))
        case _:
            raise error


def _notes(error: BaseException) -> Iterable[str]:
    return getattr(error, "__notes__", ())
