"""JSON Schemas (draft 2020-12) of the documents, made out of the classes."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, Literal

import attrs

from rami.cards import Rank, Suit
from rami.cards.melds import Meld, MeldOrCards
from rami.cards.moves import MOVE_TYPES, Move
from rami.errors import IllegalMove, RamiError
from rami.ext.json.kinds import (
    ERRORS,
    EVENT_TYPES,
    FORMAT,
    KINDS,
    LISTED,
    TEXTS,
    WORDS,
    Code,
    ErrorRecord,
    MatchRecord,
    Options,
    Params,
    RefusedMove,
    VariantRecord,
    key_of,
    members_of,
    name_of,
    types_of,
)
from rami.ext.json.plain import LARGEST_NUMBER, LONGEST_LIST, LONGEST_TEXT, MOST_MELDS
from rami.matches.match import Match
from rami.matches.steps import STEP_TYPES, Step
from rami.notation._differences import NONE
from rami.policies.declaring.fields import Values, options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.variant import Variant
from rami.rounds.events import Event
from rami.rounds.round import Round
from rami.rounds.setup import Setup
from rami.rounds.views import PlayerView

__all__ = ["schema"]

Schema = dict[str, Any]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_PARAMETER: Final = re.compile(r"( *)([a-z_]+): (.*)")


def schema(kind: object) -> Schema:
    """The JSON Schema of the documents that hold a kind of values.

    Every document that is written is valid by it, and an invalid document is never read; a valid one may still be
    refused by the rules of the game.

    Parameters:
        kind: a class, a union, or a name out of `KINDS`.

    Raises:
        InvalidText: there is no such kind.

    >>> schema("Card")["properties"]["type"]
    {'const': 'Card'}
    """
    name = name_of(kind)
    maker = _Maker()
    value = maker.of(KINDS[name])
    return {
        "$schema": _DRAFT,
        "$id": f"urn:rami:json:{FORMAT}:{name}",
        "title": f"rami {name}",
        "type": "object",
        "properties": {"rami": {"const": FORMAT}, "type": {"const": name}, "value": value},
        "required": ["rami", "type", "value"],
        "additionalProperties": False,
        "$defs": dict(sorted(maker.definitions.items())),
    }


_INTERVAL: Final = re.compile(r"(-?\d+)\.\.(\d+)")
_PLAIN: Final[Mapping[str, Schema]] = {
    "Integer": {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
    "Text": {"type": "string", "maxLength": LONGEST_TEXT},
    **{
        text.name: {
            "type": "string",
            "pattern": f"^(?:{text.pattern})$",
            "maxLength": LONGEST_TEXT,
            "description": text.description,
        }
        for text in TEXTS
    },
}

_NAMED: Final[Mapping[Any, str]] = {
    int: "Integer",
    str: "Text",
    **{kind: text.name for text in TEXTS for kind in text.readers},
}

# The text written in place of a value.
_STORED: Final[Mapping[Any, Any]] = {Round: Setup, Match: MatchRecord, Variant: VariantRecord, Code: str}


class _Maker:
    """A maker of schemas of types, which collects the definitions to which they refer."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def ref(self, name: str, make: Callable[[], Schema]) -> Schema:
        """A reference to a definition, which is made on first use."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def plain(self, name: str) -> Schema:
        return self.ref(name, lambda: _PLAIN[name])

    def of(self, annotation: Any) -> Schema:
        """The schema of a type."""
        kind: Any = _STORED.get(annotation, annotation)
        if kind in _NAMED:
            return self.plain(_NAMED[kind])
        unions = ((Move, "Move", MOVE_TYPES), (Event, "Event", EVENT_TYPES), (Step, "Step", STEP_TYPES))
        for union, name, classes in unions:
            if kind == union:
                return self.ref(name, partial(self.one_of, classes))
        if kind is Params:
            return self.ref("Parameters", lambda: self.named("Parameter", self.parameter))
        if kind is Options:
            return self.ref("Options", self.options)
        if kind is RamiError:
            return self.ref("RamiError", self.errors)
        members = members_of(kind)
        if members:
            return {"anyOf": [self.of(each) for each in members]}
        origin, items = typing.get_origin(kind), typing.get_args(kind)
        if origin is Literal:
            return {"enum": list(items)}
        return self.tuple(items) if origin is tuple else self.by_class(kind)

    def by_class(self, cls: Any) -> Schema:
        if cls is type(None):
            return {"type": "null"}
        if cls is bool:
            return {"type": "boolean"}
        if cls in (Rank, Suit):
            return {"enum": [each.symbol for each in cls]}
        if cls in WORDS:
            return {"enum": [str(each) for each in cls]}
        assert cls in (PlayerView, *LISTED), cls
        return self.ref(cls.__name__, lambda: self.fields(cls))

    def tuple(self, items: tuple[Any, ...]) -> Schema:
        if items[-1] is ...:
            most = MOST_MELDS if items[0] in (Meld, MeldOrCards) else LONGEST_LIST
            return {"type": "array", "items": self.of(items[0]), "maxItems": most}
        parts, size = [self.of(each) for each in items], len(items)
        return {"type": "array", "prefixItems": parts, "minItems": size, "maxItems": size}

    def one_of(self, classes: Iterable[type[Any]]) -> Schema:
        return {"oneOf": [self.by_class(each) for each in classes]}

    def fields(self, cls: type[Any]) -> Schema:
        """The object with the fields of a class."""
        tagged = cls in (*MOVE_TYPES, *EVENT_TYPES, *STEP_TYPES)
        properties: dict[str, Schema] = {"type": {"const": cls.__name__}} if tagged else {}
        required = list(properties)
        texts = _described_fields(cls)
        defaults = {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING}
        for attribute, kind in types_of(cls).items():
            key = key_of(cls, attribute)
            properties[key] = dict(self.of(kind))
            if key in texts:
                properties[key]["description"] = texts[key]
            if attribute not in defaults:
                required.append(key)
        return {
            "description": _summary(cls),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def named(self, name: str, make: Callable[[], Schema]) -> Schema:
        """An object whose keys are names of any kind."""
        return {"type": "object", "additionalProperties": self.ref(name, make)}

    def parameter(self) -> Schema:
        """The schema of parameters of violations and steps of scores."""
        return {"anyOf": [{"type": "null"}, *self.option("Parameter")["anyOf"]]}

    def options(self) -> Schema:
        """The options of a game with the values that each may have, and the name, slug and version of a variant."""
        properties = {
            f"{slot}.{name}": self.values(option.values)
            for slot, policy in SLOTS.items()
            for name, option in options_of(policy).items()
        }
        return {**self.named("Option", self.option), "properties": properties}

    def values(self, values: Values) -> Schema:
        exact = [NONE if each is None else each for each in values.allowed if values.accepts(each)]
        intervals = [found for each in values.allowed if (found := _INTERVAL.fullmatch(str(each)))]
        if len(exact) + len(intervals) < len(values.allowed):
            return self.ref("Option", self.option)
        kinds: list[Schema] = [{"enum": exact}] if exact else []
        kinds += [
            {"type": "integer", "minimum": int(found[1]), "maximum": int(found[2])} for found in intervals
        ]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def option(self, name: str = "Option") -> Schema:
        items = {"type": "array", "items": {"$ref": f"#/$defs/{name}"}, "maxItems": LONGEST_LIST}
        return {"anyOf": [{"type": "boolean"}, self.plain("Integer"), self.plain("Text"), items]}

    def errors(self) -> Schema:
        kinds: list[Schema] = []
        for name in ERRORS:
            found = self.fields(RefusedMove if name == IllegalMove.__name__ else ErrorRecord)
            found["properties"]["type"] = {"const": name}
            kinds.append(found)
        return {"description": _summary(RamiError), "oneOf": kinds}


def _summary(cls: type[Any]) -> str:
    return " ".join(inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].split())


def _described_fields(cls: type[Any]) -> dict[str, str]:
    """The descriptions of parameters in the docstrings of a class and of its bases."""
    found: dict[str, str] = {}
    names = {each.name for each in attrs.fields(cls)}
    for each in reversed(cls.__mro__):
        section = inspect.cleandoc(each.__doc__ or "").partition("Parameters:\n")[2]
        last = ""
        for line in section.split("\n"):
            if line and not line.startswith(" "):
                break
            match = _PARAMETER.fullmatch(line)
            if match is not None and len(match[1]) == 4 and match[2] in names:
                last = match[2]
                found[last] = match[3]
            elif line.strip() and last:
                found[last] += f" {line.strip()}"
            else:
                last = ""
    return {name: text.replace("`", "") for name, text in found.items()}
