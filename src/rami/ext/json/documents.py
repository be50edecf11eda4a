"""Documents: a value in an envelope that gives the version of the format and the kind of the value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Final, TypeVar, cast, overload

from cattrs import Converter

from rami._cursor import expected, readable
from rami.errors import InvalidText, Reason, Violation
from rami.ext.json.converting import read_object
from rami.ext.json.games import game_converter
from rami.ext.json.kinds import FORMAT, KINDS, Field, kind_of, name_of
from rami.ext.json.plain import LARGEST_DOCUMENT, check, described, is_object, parse, within
from rami.policies.variant import Variant

__all__ = ["Variants", "dumps", "from_data", "loads", "make_converter", "to_data"]

T = TypeVar("T")

Variants = Mapping[str, Variant] | Iterable[Variant]
"""Variants that a reader knows."""

_TITLE: Final = "rami"
_ENVELOPE: Final = (_TITLE, "type", "value")


def make_converter(variants: Variants = ()) -> Converter:
    """A cattrs converter that writes and reads all values of rami, without the envelope of a document.

    What it reads is as strict as `loads`, but for the limits to size and nesting, and its errors are the same.

    Parameters:
        variants: as for `loads`.

    >>> from rami import Discard, Move
    >>> converter = make_converter()
    >>> converter.unstructure((Discard("K♥"),), tuple[Move, ...])
    [{'type': 'Discard', 'card': 'K♥', 'announce': None}]
    """
    return game_converter({each.slug: each for each in _listed(variants)})


def _listed(variants: Variants) -> tuple[Variant, ...]:
    given = cast("Iterable[Variant]", variants.values() if isinstance(variants, Mapping) else variants)
    listed = tuple(given)
    for each in listed:
        if not isinstance(each, Variant):
            shown = {"what": "variants", "expected": "variants", "got": type(each).__name__}
            raise InvalidText(Violation(Reason.WRONG_TYPE, None, shown))
    return listed


@lru_cache(maxsize=16)
def _converter(variants: tuple[Variant, ...]) -> Converter:
    return make_converter(variants)


def to_data(value: object) -> dict[str, Any]:
    """A value as plain data, in the envelope of a document.

    Parameters:
        value: a value of one of the `KINDS`.

    Raises:
        InvalidText: there is no form for it, or it is too large for a reader.

    >>> from rami import Card
    >>> to_data(Card("7♠"))
    {'rami': 1, 'type': 'Card', 'value': '7♠'}
    """
    name = kind_of(value)
    data = {_TITLE: FORMAT, "type": name, "value": _converter(()).unstructure(value)}
    check(data)
    return data


def dumps(value: object, *, indent: int | None = None) -> str:
    """A value as a JSON document.

    Parameters:
        value: a value of one of the `KINDS`.
        indent: how far to indent each level; None for one line.

    Raises:
        InvalidText: as `to_data`.

    >>> from rami import LayOff
    >>> dumps(LayOff("Q♣", 2))
    '{"rami": 1, "type": "Move", "value": {"type": "LayOff", "card": "Q♣", "meld": 2, "at": null}}'
    """
    text = json.dumps(to_data(value), ensure_ascii=False, indent=indent, allow_nan=False)
    return readable(text, "a JSON document", LARGEST_DOCUMENT)


@overload
def from_data(data: object, kind: type[T], *, variants: Variants = ()) -> T: ...


@overload
def from_data(data: object, kind: str | UnionType | None = None, *, variants: Variants = ()) -> Any: ...


def from_data(data: object, kind: Any = None, *, variants: Variants = ()) -> Any:
    """The value of a document that has been read as plain data.

    Parameters:
        data: what `to_data` gives, and `json.loads` of a text.
        kind: as for `loads`.
        variants: as for `loads`.

    Raises:
        InvalidText: as `loads`.

    >>> from rami import Card
    >>> from_data({"rami": 1, "type": "Card", "value": "7♠"}, Card)
    Card('7♠')
    """
    known = _listed(variants)
    check(data)
    return _opened(data, kind, known)


@overload
def loads(
    text: str | bytes, kind: type[T], *, variants: Variants = (), limit: int = LARGEST_DOCUMENT
) -> T: ...


@overload
def loads(
    text: str | bytes,
    kind: str | UnionType | None = None,
    *,
    variants: Variants = (),
    limit: int = LARGEST_DOCUMENT,
) -> Any: ...


def loads(
    text: str | bytes, kind: Any = None, *, variants: Variants = (), limit: int = LARGEST_DOCUMENT
) -> Any:
    """The value of a JSON document.

    Parameters:
        text: the document, as `dumps` writes it; bytes are UTF-8.
        kind: what it must hold: a class such as `rami.Setup`, a union such as `rami.Move`, or a name out of `KINDS`;
            None for whatever it holds.
        variants: the variants that the reader knows, for those that hold policies of somebody's own: a document says
            no more of them than the slug and the version.  Variants of other packages that are found by their entry
            points need not be given.
        limit: how many characters it may have.

    Returns:
        A value equal to the one that was written.

    Raises:
        InvalidText: this is no such document; each violation gives the path of a fault, as far as several can be told
            at once.

    >>> from rami import Cards
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8♠"}', Cards)
    Cards('7♠ 8♠')
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8x"}', Cards)
    Traceback (most recent call last):
    rami.errors.InvalidText: at $.value: cards such as '7♠ 8♠ *' was expected, not '7♠ 8x'
    """
    known = _listed(variants)
    return _opened(parse(text, limit), kind, known)


def _opened(data: object, kind: Any, variants: tuple[Variant, ...]) -> Any:
    """The value in an envelope."""
    wanted = None if kind is None else name_of(kind)
    try:
        name, told = _unpacked(data, wanted)
        target: Any = KINDS[name] if kind is None or isinstance(kind, str) else kind
        return _read(variants, told, target)
    except InvalidText as error:
        raise InvalidText(
            *(each if "path" in dict(each.params) else each.at(path="$") for each in error.violations)
        ) from None


def _unpacked(data: object, wanted: str | None) -> tuple[str, object]:
    """The name of the kind and the value in an envelope."""
    if not is_object(data):
        raise InvalidText(expected("a document as an object", described(data)))
    told = read_object(data, [(Field(name, object), _as_it_is) for name in _ENVELOPE])
    if type(told[_TITLE]) is not int or told[_TITLE] != FORMAT:
        params = {"what": "the format", "told": described(told[_TITLE]), "found": FORMAT}
        raise InvalidText(*within(_TITLE, Violation(Reason.OTHER_VERSION, None, params)))
    name = told["type"]
    if type(name) is not str or name not in KINDS or wanted not in (None, name):
        what = f"one of {', '.join(KINDS)}" if wanted is None else repr(wanted)
        raise InvalidText(*within("type", expected(what, described(name))))
    return name, told["value"]


def _read(variants: tuple[Variant, ...], data: object, kind: Any) -> Any:
    try:
        return _converter(variants).structure(data, kind)
    except InvalidText as error:
        raise InvalidText(*within("value", *error.violations)) from None


def _as_it_is(data: object, _: object) -> object:
    return data
