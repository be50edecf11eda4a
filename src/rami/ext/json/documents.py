"""Documents: a value in an envelope with the version of the format and the kind of the value.

Reading a document takes three steps: the text becomes plain data (`plain`), the data becomes a value (`forms`), and the
rules confirm a variant, a round, a view or a match (`_games`). Whichever step refuses a document, the violation gives
the path of the wrong value. For clients in other languages, `schema` describes the documents, and `effects` what each
event in them changes.
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
from rami.rounds.effects import EFFECTS, Effect, Place

__all__ = ["Variants", "dumps", "effects", "from_data", "loads", "schema", "to_data"]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

T = TypeVar("T")

Variants = Mapping[str, Variant] | Iterable[Variant]
"""The variants with custom policies that a program passes to a reader."""


@attrs.frozen
class _Envelope:
    """A document: format version, kind of value, and the value."""

    rami: int
    type: str
    value: Any


_ENVELOPE: Final = of_class(_Envelope)


def by_slug(variants: Variants) -> dict[str, Variant]:
    """Return the caller's variants by slug."""
    given = cast("Iterable[Variant]", variants.values() if isinstance(variants, Mapping) else variants)
    return {each.slug: each for each in checks.items(InvalidText, "variants", given, Variant)}


def to_data(value: object) -> dict[str, Any]:
    """Return a value as plain data, wrapped in the envelope of a document.

    Parameters:
        value: a value of one of the `KINDS`.

    Raises:
        InvalidText: JSON has no form for the value, or the document is too large for a reader.

    >>> from rami import Card
    >>> to_data(Card("7♠"))
    {'rami': 1, 'type': 'Card', 'value': '7♠'}
    """
    # The type in the envelope is the name of the kind, not of the class: "Move" for a LayOff.
    name = kind_of(value)
    data = {"rami": FORMAT, "type": name, "value": form_of(KINDS[name]).write(value)}
    try:
        # Refuse a document that no reader would accept, while the program can still react.
        check(data)
    except InvalidText as error:
        raise InvalidText(*named(error.violations)) from None
    return data


def dumps(value: object, *, indent: int | None = None) -> str:
    """Return a value as a JSON document.

    Parameters:
        value: a value of one of the `KINDS`.
        indent: the number of spaces for each level, at most 64; None to write a single line.

    Raises:
        InvalidText: JSON has no form for the value, or the document is too large for a reader.

    >>> from rami import LayOff
    >>> dumps(LayOff("Q♣", 2))
    '{"rami": 1, "type": "Move", "value": {"type": "LayOff", "card": "Q♣", "meld": 2, "at": null}}'
    """
    reject(InvalidText, () if indent is None else checks.integer("indent", indent, 0, 64))
    # Do not escape suit symbols, to keep documents short and readable. Refuse NaN, because readers refuse it.
    text = json.dumps(to_data(value), ensure_ascii=False, indent=indent, allow_nan=False)
    check_length(text, LARGEST_DOCUMENT)
    return text


@overload
def from_data(data: object, kind: type[T], *, variants: Variants = ()) -> T: ...


@overload
def from_data(data: object, kind: str | UnionType | None = None, *, variants: Variants = ()) -> Any: ...


def from_data(data: object, kind: Any = None, *, variants: Variants = ()) -> Any:
    """Return the value in a document given as plain data.

    Parameters:
        data: the result of `to_data`, or of `json.loads` for the text of a document.
        kind: the kind of value that the document must contain, as for `loads`; None for any kind.
        variants: the variants with custom policies that the document may contain, as for `loads`.

    Raises:
        InvalidText: the data is not a valid document of this kind.

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
    """Return the value in a JSON document.

    Parameters:
        text: the document, as `dumps` writes it; bytes are UTF-8.
        kind: the kind of value that the document must contain: a class such as `rami.Setup`, a union such as
            `rami.cards.moves.Move`, or a name from `KINDS`; None for any kind.
        variants: the variants with custom policies that the document may contain. A document stores only their slug and
            version, so the reader needs the variants themselves. Variants from entry points of installed packages are
            found automatically.
        limit: the maximum number of characters in the document.

    Returns:
        A value equal to the one written.

    Raises:
        InvalidText: the text is not a valid document of this kind; the error may list several violations, each with the
            path of the wrong value.

    >>> from rami import Cards
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8♠"}', Cards)
    Cards('7♠ 8♠')
    >>> loads('{"rami": 1, "type": "Cards", "value": "7♠ 8x"}', Cards)
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: at $.value: '7♠ 8x' is not the JSON form of Cards
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
        # Check the class, not only the kind: a caller who expects a Run must not get a Group, although both are of the
        # kind Meld.
        target = KINDS[envelope.type] if kind is None or isinstance(kind, str) else kind
        with located("value"):
            return form_of(target).read(envelope.value, known)
    except RamiError as error:
        raise InvalidText(*islice(named(error.violations), MOST_PROBLEMS)) from None


def schema(kind: object = None, *, accepted: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of documents with this kind of value, with an example for each definition.

    Every document that rami writes conforms to the schema. A reader also accepts documents in which fields with a
    default are missing. If `accepted` is true, the schema allows these documents too, and rami refuses every document
    that does not conform to it. A document that conforms may still break the rules of the game.

    Parameters:
        kind: a class, a union, or a name from `KINDS`; None for any kind.
        accepted: True for the documents that rami reads, False for the documents that rami writes.

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
        name = "Document"
        for each in KINDS:
            definitions.ref(f"{each}Document", partial(_document, each, definitions))
        found: dict[str, Any] = {"oneOf": [{"$ref": f"#/$defs/{each}Document"} for each in KINDS]}
    else:
        name = name_of(kind)
        found = _document(name, definitions)
    return {
        "$schema": _DRAFT,
        # A URN is a name, not an address, so no validator tries to download it.
        "$id": f"urn:rami:json:{FORMAT}:{name}",
        "title": f"rami {name}",
        **found,
        # Sort the definitions, so that a new field does not move others in a schema under version control.
        "$defs": dict(sorted(definitions.found.items())),
    }


def _document(name: str, definitions: Definitions) -> dict[str, Any]:
    """Return the schema for documents of one kind, without the definitions to which it refers."""
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


def effects() -> dict[str, list[dict[str, Any]]]:
    """Return the effects of each kind of event on a view, by `type` of the event.

    A client loads this table once, and then carries out the effects of each event that it receives. The page
    "Following events" explains the effects. `python -m rami.ext.json FOLDER` writes the table into `effects.json`.

    >>> effects()["PlayerLeft"]
    [{'type': 'FactGrows', 'fact': 'eliminated', 'field': 'player', 'when': None}]
    """
    return {kind.__name__: [_effect(effect) for effect in found] for kind, found in EFFECTS.items()}


def _effect(effect: Effect) -> dict[str, Any]:
    fields = (each.name for each in attrs.fields(type(effect)))
    return {"type": type(effect).__name__, **{name: _plain(getattr(effect, name)) for name in fields}}


def _plain(value: object) -> Any:
    """Return a value of an effect as it appears in a JSON view."""
    if isinstance(value, Place):
        return value.value
    if isinstance(value, tuple):
        return [_plain(each) for each in cast("Iterable[object]", value)]
    return value if value is None else form_of(cast("Any", type(value))).write(value)
