"""A cattrs converter for values of rami inside your own classes, and the violations in its errors.

This module needs the extra `json`: ``pip install rami[json]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
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

# The type stubs of exception groups lack the third argument that cattrs adds, the class.
_refused: Any = ClassValidationError


def make_converter(variants: Variants = ()) -> Converter:
    """Return a cattrs converter for all values of rami, without the envelope of a document.

    The converter is as strict as `loads`, but has no limits on size and nesting. It raises cattrs errors, so that it
    also works inside a converter for other classes; `violations` turns these into the violations that `loads` would
    report.

    Parameters:
        variants: the variants with custom policies that the values may contain, as for `loads`.

    >>> from rami import Discard
    >>> from rami.cards.moves import Move
    >>> converter = make_converter()
    >>> converter.unstructure((Discard("K♥"),), tuple[Move, ...])
    [{'type': 'Discard', 'card': 'K♥', 'announce': None}]
    """
    known = by_slug(variants)
    # JSON has no tuples. Forbid extra keys, so that a mistyped key is reported in a program's own classes too.
    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})

    reader = partial(_reader, known=known)
    converter.register_structure_hook_factory(_has_form, reader)
    converter.register_unstructure_hook_factory(_has_form, _writer)
    # Cattrs has hooks for these types and tries them before any factory, so replace them here.
    for kind in (bool, int, str):
        converter.register_structure_hook(kind, reader(kind))
    return converter


def _has_form(kind: Any) -> bool:
    try:
        form_of(kind)
    # The cache raises TypeError for an annotation that cannot be hashed; rami has no such type.
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
            # Cattrs adds paths only to errors of its own class.
            raise _refused("no such value", [error], kind) from None

    return read


def violations(error: Exception) -> Iterator[Violation]:
    """Yield the violations in a cattrs error, each with the path of the wrong value; "$" is the whole document.

    Parameters:
        error: an error that a converter of `make_converter` raised.

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
            # Keys are named after the parameters of `__init__`, which lack the leading underscore of private
            # attributes.
            keys = [each.alias for each in attrs.fields(error.cl)]
            for key in sorted(map(str, error.extra_fields)):
                yield from within([checks.unknown_key(key, keys)], key)
        case ClassValidationError():
            for each in error.exceptions:
                name = next(
                    (note.name for note in _notes(each) if isinstance(note, AttributeValidationNote)), None
                )
                if name is None:
                    yield from _faults(each)
                # Cattrs reports a missing key as the KeyError of its failed lookup.
                elif isinstance(each, KeyError):
                    yield Violation(Reason.KEY_MISSING, None, {"key": key_of(error.cl, name)})
                else:
                    yield from within(_faults(each), key_of(error.cl, name))
        case IterableValidationError():
            for each in error.exceptions:
                index = next(note.index for note in _notes(each) if isinstance(note, IterableValidationNote))
                yield from within(_faults(each), index)
        case _:
            # Any other error is a mistake in the program, not in the data.
            raise error


def _notes(error: BaseException) -> Iterable[str]:
    # Cattrs stores the path of a value in the notes of its error (PEP 678).
    return getattr(error, "__notes__", ())
