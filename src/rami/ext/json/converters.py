"""Converters of cattrs for values of rami inside classes of your own, and the violations of their errors.

They need the extra `json`: ``pip install rami[json]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import Any

if find_spec("cattrs") is None:
    raise ImportError("converters of rami.ext.json need cattrs: pip install rami[json]")

import attrs
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from rami.errors import RamiError, Reason, Violation, checks
from rami.ext.json._games import Known
from rami.ext.json.documents import Variants, by_slug
from rami.ext.json.forms import form_of
from rami.ext.json.kinds import key_of
from rami.ext.json.plain import named, within

__all__ = ["make_converter", "violations"]

_SHOWN = 40

# The stubs of exception groups do not know of the class as a third argument.
_refused: Any = ClassValidationError


def make_converter(variants: Variants = ()) -> Converter:
    """Return a cattrs converter for all values of rami, without the envelope of a document.

    It reads as strictly as `loads`, except for the limits on size and nesting. It raises the errors of cattrs, which
    `violations` turns into the same violations, so that it can be part of a converter for other classes.

    Parameters:
        variants: as for `loads`.

    >>> from rami import Discard
    >>> from rami.cards.moves import Move
    >>> converter = make_converter()
    >>> converter.unstructure((Discard("K♥"),), tuple[Move, ...])
    [{'type': 'Discard', 'card': 'K♥', 'announce': None}]
    """
    known = by_slug(variants)
    # JSON has no tuples, and a mistyped key in a program's own class should be reported, too.
    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})

    def reader(kind: Any) -> Callable[[Any, Any], Any]:
        return _reader(kind, known)

    converter.register_structure_hook_factory(_has_form, reader)
    converter.register_unstructure_hook_factory(_has_form, _writer)
    # Cattrs tries these before any factory.
    for kind in (bool, int, str):
        converter.register_structure_hook(kind, reader(kind))
    return converter


def _has_form(kind: Any) -> bool:
    try:
        form_of(kind)
    # An annotation that cannot be hashed makes the cache raise TypeError; it is not a type of rami's either.
    except (LookupError, TypeError):
        return False
    return True


def _writer(kind: Any) -> Callable[[Any], Any]:
    return form_of(kind).write


def _reader(kind: Any, known: Known) -> Callable[[Any, Any], Any]:
    form = form_of(kind)

    def read(data: Any, _: Any) -> Any:
        try:
            return form.read(data, known)
        except RamiError as error:
            # Every converter does this, so that cattrs adds the path of the containing value.
            raise _refused("no such value", [error], kind) from None

    return read


def violations(error: Exception) -> Iterator[Violation]:
    """Return what is wrong with data, each violation with its path; "$" is the whole document.

    Parameters:
        error: the error of a converter of `make_converter`.

    >>> from rami import Discard
    >>> from rami.ext.json import make_converter
    >>> try:
    ...     make_converter().structure({"type": "Discard", "crad": "7♠"}, Discard)
    ... except Exception as error:
    ...     print(*violations(error), sep="; ")
    at $: the key 'card' is missing; at $.crad: there is no key 'crad'; did you mean 'card'?
    """
    return named(_faults(error))


def _faults(error: Exception) -> Iterator[Violation]:
    match error:
        case RamiError():
            yield from error.violations
        case ForbiddenExtraKeysError():
            # Data have the names of parameters, which lack the underscore of an attribute.
            keys = [each.alias for each in attrs.fields(error.cl)]
            for key in sorted(map(str, error.extra_fields)):
                params = {"key": key[:_SHOWN], **checks.suggested(key, keys)}
                yield from within([Violation(Reason.KEY_UNKNOWN, None, params)], key)
        case ClassValidationError():
            for each in error.exceptions:
                name = next(
                    (note.name for note in _notes(each) if isinstance(note, AttributeValidationNote)), None
                )
                if name is None:
                    yield from _faults(each)
                # Cattrs reports a missing key as the KeyError of looking it up.
                elif isinstance(each, KeyError):
                    yield Violation(Reason.KEY_MISSING, None, {"key": key_of(error.cl, name)})
                else:
                    yield from within(_faults(each), key_of(error.cl, name))
        case IterableValidationError():
            for each in error.exceptions:
                index = next(note.index for note in _notes(each) if isinstance(note, IterableValidationNote))
                yield from within(_faults(each), index)
        case _:
            # Anything else is a mistake in the program, not in the data.
            raise error


def _notes(error: BaseException) -> Iterable[str]:
    # Cattrs puts the place of a value into the notes of its error (PEP 678).
    return getattr(error, "__notes__", ())
