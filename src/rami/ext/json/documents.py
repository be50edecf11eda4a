"""Documents: a value in an envelope that gives the version of the format and the kind of the value.

Text becomes plain data (`plain`), plain data a value (`forms`), and a `Match` or a view is confirmed by the rules
(`_games`). A fault at any step has the path of the value in which it was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from types import UnionType
from typing import Any, Final, TypeVar, cast, overload

import attrs

from rami.errors import InvalidText, RamiError, Reason, checks, reject
from rami.ext.json._examples import example
from rami.ext.json._games import Known
from rami.ext.json.describing import Definitions
from rami.ext.json.forms import form_of, of_class, one_of
from rami.ext.json.kinds import FORMAT, KINDS, kind_of, name_of
from rami.ext.json.plain import (
    LARGEST_DOCUMENT,
    MOST_PROBLEMS,
    check,
    check_length,
    fault,
    located,
    named,
    parse,
)
from rami.policies.variant import Variant

__all__ = ["Variants", "dumps", "from_data", "loads", "schema", "to_data"]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_ANY: Final = "Document"

T = TypeVar("T")

Variants = Mapping[str, Variant] | Iterable[Variant]
"""Variants that a reader knows."""


@attrs.frozen
class _Envelope:
    """A document: format version, kind of value, and the value."""

    rami: int
    type: str
    value: Any


_ENVELOPE: Final = of_class(_Envelope)


def by_slug(variants: Variants) -> dict[str, Variant]:
    """Return the variants passed by a caller, by their slugs."""
    given = cast("Iterable[Variant]", variants.values() if isinstance(variants, Mapping) else variants)
    return {each.slug: each for each in checks.items(InvalidText, "variants", given, Variant)}


def to_data(value: object) -> dict[str, Any]:
    """Return a value as plain data, in a document's envelope.

    Parameters:
        value: a value of one of the `KINDS`.

    Raises:
        InvalidText: there is no form for it, or it is too large for a reader.

    >>> from rami import Card
    >>> to_data(Card("7♠"))
    {'rami': 1, 'type': 'Card', 'value': '7♠'}
    """
    # A member of a union is written under the name of the union: a LayOff is a Move.
    name = kind_of(value)
    data = {"rami": FORMAT, "type": name, "value": form_of(KINDS[name]).write(value)}
    try:
        # A document too large for a reader is refused now, while somebody can still do something about it.
        check(data)
    except InvalidText as error:
        raise InvalidText(*named(error.violations)) from None
    return data


def dumps(value: object, *, indent: int | None = None) -> str:
    """Return a value as a JSON document.

    Parameters:
        value: a value of one of the `KINDS`.
        indent: the spaces of each level, at most 64; None for one line.

    Raises:
        InvalidText: `to_data` raises it.

    >>> from rami import LayOff
    >>> dumps(LayOff("Q♣", 2))
    '{"rami": 1, "type": "Move", "value": {"type": "LayOff", "card": "Q♣", "meld": 2, "at": null}}'
    """
    reject(InvalidText, () if indent is None else checks.integer("indent", indent, 0, 64))
    # Suit symbols are written as they are; the writer refuses NaN because the reader does.
    text = json.dumps(to_data(value), ensure_ascii=False, indent=indent, allow_nan=False)
    check_length(text, LARGEST_DOCUMENT)
    return text


@overload
def from_data(data: object, kind: type[T], *, variants: Variants = ()) -> T: ...


@overload
def from_data(data: object, kind: str | UnionType | None = None, *, variants: Variants = ()) -> Any: ...


def from_data(data: object, kind: Any = None, *, variants: Variants = ()) -> Any:
    """Return the value of a document given as plain data.

    Parameters:
        data: the result of `to_data`, or of `json.loads` for a text.
        kind: as for `loads`.
        variants: as for `loads`.

    Raises:
        InvalidText: `loads` raises it.

    >>> from rami import Card
    >>> from_data({"rami": 1, "type": "Card", "value": "7♠"}, Card)
    Card('7♠')
    """
    return _opened(data, kind, by_slug(variants))


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
    """Return the value of a JSON document.

    Parameters:
        text: the document, as `dumps` writes it; bytes are UTF-8.
        kind: the kind that it must hold: a class such as `rami.Setup`, a union such as `rami.cards.moves.Move`, or a
            name out of `KINDS`; None for any of them.
        variants: the variants with custom policies that the reader knows, because a document has only their slug and
            version. Variants that other packages provide through entry points need not be given.
        limit: the most characters that it may have.

    Returns:
        A value equal to the one that was written.

    Raises:
        InvalidText: this is not such a document; each violation gives the path of a fault, and several may be reported
            together.

    >>> from rami import Cards
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8♠"}', Cards)
    Cards('7♠ 8♠')
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8x"}', Cards)
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: at $.value: '7♠ 8x' is not Cards as JSON writes it
    """
    return _opened(parse(text, limit), kind, by_slug(variants))


def _opened(data: object, kind: Any, known: Known) -> Any:
    """Return the value inside an envelope."""
    wanted = None if kind is None else name_of(kind)
    try:
        check(data)
        envelope = _ENVELOPE.read(data, known)
        if envelope.rami != FORMAT:
            raise fault(Reason.OTHER_FORMAT, "rami", version=envelope.rami, known=FORMAT)
        with located("type"):
            one_of(envelope.type, KINDS if wanted is None else (wanted,))
        # Check the class, not only the kind: a caller who expects a Run must not get a Group, though both are a Meld.
        target = KINDS[envelope.type] if kind is None or isinstance(kind, str) else kind
        with located("value"):
            return form_of(target).read(envelope.value, known)
    except RamiError as error:
        raise InvalidText(*islice(named(error.violations), MOST_PROBLEMS)) from None


def schema(kind: object = None, *, accepted: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of documents with this kind of value, each definition with an example.

    Every document that rami writes is valid by it. A document to be read may leave out fields that have a default; with
    `accepted`, the schema allows that too, and rami refuses every document that is invalid by it. The rules of the game
    may still refuse a valid document.

    Parameters:
        kind: a class, a union, or a name out of `KINDS`; None for any kind.
        accepted: True for documents that are read, False for those that are written.

    Raises:
        InvalidText: there is no such kind.

    >>> schema("Card")["properties"]["type"], schema("Card")["examples"]
    ({'const': 'Card'}, [{'rami': 1, 'type': 'Card', 'value': '7♠'}])
    >>> [
    ...     schema("Move", accepted=accepted)["$defs"]["LayOff"]["required"]
    ...     for accepted in (False, True)
    ... ]
    [['type', 'card', 'meld', 'at'], ['type', 'card', 'meld']]
    """
    reject(InvalidText, checks.flag("accepted", accepted))
    definitions = Definitions(accepted=accepted)
    if kind is None:
        name = _ANY
        for each in KINDS:
            definitions.ref(f"{each}Document", partial(_document, each, definitions))
        found: dict[str, Any] = {"oneOf": [{"$ref": f"#/$defs/{each}Document"} for each in KINDS]}
    else:
        name = name_of(kind)
        found = _document(name, definitions)
    return {
        "$schema": _DRAFT,
        # This is a name and not an address, so that no validator tries to load it.
        "$id": f"urn:rami:json:{FORMAT}:{name}",
        "title": f"rami {name}",
        **found,
        # Definitions come in the order of fields; they are sorted so that a new field moves no other line of the file.
        "$defs": dict(sorted(definitions.found.items())),
    }


def _document(name: str, definitions: Definitions) -> dict[str, Any]:
    """Return the schema of the documents of a kind, without its definitions."""
    return {
        "type": "object",
        "properties": {
            "rami": {"const": FORMAT},
            "type": {"const": name},
            "value": form_of(KINDS[name]).schema(definitions),
        },
        "required": ["rami", "type", "value"],
        "additionalProperties": False,
        "examples": [to_data(each) for each in example(name)],
    }
