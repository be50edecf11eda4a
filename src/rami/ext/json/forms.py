"""Forms: how each type is written as plain data, strictly read back, and described by a schema.

`form_of` finds the `Form` of an annotation in `FORMS`, or builds the form of a class from its fields, and the form of a
tuple or a union from its parts. So a new class, or a new member of a union, needs no entry here.
"""

from __future__ import annotations

import operator
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, TypeAlias, cast

import attrs

from rami._base.values import Value
from rami.cards import Card, Cards, Rank, Suit, parse_cards
from rami.cards.melds import Group, Meld, MeldOrCards, Run, meld_or_cards, meld_text
from rami.cards.moves import MOVE_TYPES
from rami.errors import IllegalMove, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.ext.json import _games
from rami.ext.json._examples import example_of
from rami.ext.json._games import Known
from rami.ext.json.describing import Definitions, Schema, described_fields, in_json, summary
from rami.ext.json.kinds import (
    ERRORS,
    KINDS,
    OMITTED,
    TAGGED,
    Code,
    ErrorRecord,
    MatchRecord,
    Options,
    Params,
    RefusedMove,
    Seed,
    VariantRecord,
    key_of,
    members_of,
    types_of,
    union_of,
)
from rami.ext.json.plain import (
    LARGEST_NUMBER,
    LONGEST_LIST,
    LONGEST_TEXT,
    MOST_MELDS,
    NAMED_LATER,
    fault,
    located,
    number,
    within,
)
from rami.matches.match import Match
from rami.policies.variant import Variant
from rami.rounds.round import Round
from rami.rounds.setup import Setup
from rami.rounds.views import PlayerView

Read: TypeAlias = Callable[[Any, Known], Any]

_SHOWN = 40


@attrs.frozen
class Form(Value):
    """How one type is written to JSON, read from JSON, and described by a schema.

    Parameters:
        write: a function that returns a value as plain data.
        read: a function that takes plain data and the variants that the reader knows, and returns the value; its errors
            give the path of each wrong part, relative to this value.
        schema: a function that returns the JSON Schema, and adds the definitions to which the schema refers.
    """

    write: Callable[[Any], Any]
    read: Read
    schema: Callable[[Definitions], Schema]


def _unchanged(value: Any) -> Any:
    return value


def _object(data: object) -> dict[str, Any]:
    if isinstance(data, dict):
        return cast("dict[str, Any]", data)
    raise InvalidText(*checks.instance(NAMED_LATER, data, dict))


def _list(data: object) -> list[Any]:
    if isinstance(data, list):
        return cast("list[Any]", data)  # type: ignore[redundant-cast]  # not for pyright
    raise InvalidText(*checks.instance(NAMED_LATER, data, list))


def _text(data: object, _known: Known | None = None) -> str:
    if isinstance(data, str):
        return data
    raise InvalidText(*checks.text(NAMED_LATER, data))


def _integer(data: object, _known: Known | None = None) -> int:
    # Not `isinstance`: True is an int in Python, so JSON's true would be read as 1.
    if type(data) is int and -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
        return data
    raise InvalidText(*number(data))


def _flag(data: object, _known: Known) -> bool:
    if isinstance(data, bool):
        return data
    raise InvalidText(*checks.flag(NAMED_LATER, data))


def one_of(data: object, choices: Iterable[str]) -> str:
    """Return the data if it is one of these strings; otherwise refuse it."""
    given, known = _text(data), tuple(choices)
    if given not in known:
        raise InvalidText(*checks.one_of(NAMED_LATER, given[:_SHOWN], known))
    return given


def _parts(parts: Iterable[tuple[str | int, Read, object]], known: Known) -> list[Any]:
    """Read the parts of a value; one error lists the faults of all parts."""
    # Report all faults at once, so that whoever wrote the document need not fix them one by one.
    found: list[Any] = []
    problems: list[Violation] = []
    for key, read, data in parts:
        try:
            found.append(read(data, known))
        except RamiError as error:
            problems += within(error.violations, key)
    reject(InvalidText, problems)
    return found


def _words(choices: Mapping[str, Any], write: Callable[[Any], str]) -> Form:
    """Return the form of values that are written as fixed strings, such as ranks and suits."""
    return Form(write, lambda data, _: choices[one_of(data, choices)], lambda _: {"enum": list(choices)})


def _spelled(
    name: str,
    make: Callable[[str], object],
    pattern: str,
    description: str,
    example: str,
    *,
    kind: str = "",
    write: Callable[[Any], str] = str,
    right: Callable[[Any, str], bool] = lambda value, given: True,
) -> Form:
    """Return the form of values written as a string that matches a pattern.

    Parameters:
        name: the name of the definition in a schema.
        make: a function that makes a value from its text.
        pattern: the regular expression that a whole string must match.
        description: the description in the schema.
        example: a string that matches.
        kind: the name of the type in a violation; "" to use `name`.
        write: a function that returns the text of a value.
        right: a function that returns True if a value and its text pass a further test.
    """
    matches = re.compile(pattern).fullmatch
    definition = {
        "type": "string",
        # In JSON Schema, a pattern without anchors matches any part of a string.
        "pattern": f"^(?:{pattern})$",
        "maxLength": LONGEST_TEXT,
        "description": description,
        "examples": [example],
    }

    def read(data: object, _known: Known) -> object:
        given = _text(data)
        # The pattern also limits the length of numbers, because converting thousands of digits would take too long.
        if matches(given) and right(value := make(given), given):
            return value
        params = {"kind": kind or name, "value": given[:_SHOWN]}
        raise InvalidText(Violation(Reason.NOT_IN_FORM, None, params))

    return Form(write, read, lambda definitions: definitions.ref(name, lambda: definition))


_CARD = r"(?:[A2-9TJQK][♣♦♥♠]|\*|\?)"
_CARDS = rf"(?:{_CARD}(?: {_CARD})*)?"
_MELD = rf"{_CARD}(?: {_CARD})* \((?:run [A2-9TJQK][♣♦♥♠]|group [A2-9TJQK](?: any| same|[♣♦♥♠])?)\)"


_MELD_EXAMPLE = "7♠ 8♠ * (run 7♠)"


def _cards(make: Callable[[str], object], write: Callable[[Any], str]) -> Form:
    what = "Cards separated by spaces; a pile ends with its top card, a stock begins with it."
    return _spelled("Cards", make, _CARDS, what, "7♠ 8♠ *", write=write)


def _joined(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _named_meld(meld: MeldOrCards) -> str:
    """Return a meld as text with its name, which can be read without the rules; return plain cards as their text."""
    return _joined(meld) if isinstance(meld, tuple) else meld_text(meld, named=True)


def _meld(kind: str, *classes: type[Any]) -> Form:
    what = (
        "A meld: its cards (a run from low to high) and its name, which gives the first card of a run, the rank of a "
        "group, or the card that the wild card of a group represents."
    )
    return _spelled(
        "Meld",
        meld_or_cards,
        _MELD,
        what,
        _MELD_EXAMPLE,
        kind=kind,
        write=_named_meld,
        right=lambda value, _: isinstance(value, classes),
    )


def _row(kinds: tuple[Any, ...]) -> Form:
    """Return the form of a tuple of fixed length, in which each place has its own type."""
    forms, size = [form_of(each) for each in kinds], len(kinds)

    def read(data: object, known: Known) -> tuple[Any, ...]:
        given = _list(data)
        reject(InvalidText, checks.count(NAMED_LATER, len(given), size))
        items = enumerate(zip(forms, given, strict=True))
        return tuple(_parts(((index, form.read, item) for index, (form, item) in items), known))

    def schema(definitions: Definitions) -> Schema:
        parts = [form.schema(definitions) for form in forms]
        # Add `items`, because some type generators do not know `prefixItems`.
        rest = {"items": {"anyOf": parts}}
        return {"type": "array", "prefixItems": parts, **rest, "minItems": size, "maxItems": size}

    return Form(
        lambda value: [form.write(item) for form, item in zip(forms, value, strict=True)], read, schema
    )


def _series(kind: Any) -> Form:
    """Return the form of a tuple of any length whose values all have the same type."""
    # A meld takes much longer to read than other values, so lists of melds have a lower limit.
    form, most = form_of(kind), MOST_MELDS if kind in (Meld, MeldOrCards) else LONGEST_LIST
    write = form.write

    def read(data: object, known: Known) -> tuple[Any, ...]:
        given = _list(data)
        if len(given) > most:
            wrong = {"count": len(given), "most": most}
            raise InvalidText(Violation(Reason.TOO_MANY_VALUES, None, wrong))
        return tuple(_parts(((index, form.read, item) for index, item in enumerate(given)), known))

    return Form(
        lambda value: [write(item) for item in value],
        read,
        lambda definitions: {"type": "array", "items": form.schema(definitions), "maxItems": most},
    )


def _choice(members: tuple[Any, ...], chosen: Callable[[Any], Any]) -> Form:
    """Return the form of a union whose type is chosen by looking at the data."""
    return Form(
        lambda value: form_of(cast("Any", type(value))).write(value),
        lambda data, known: form_of(chosen(data)).read(data, known),
        lambda definitions: {"anyOf": [form_of(each).schema(definitions) for each in members]},
    )


def _optional(members: tuple[Any, ...]) -> Form:
    inner = form_of(union_of(each for each in members if each is not NoneType))
    return Form(
        lambda value: None if value is None else inner.write(value),
        lambda data, known: None if data is None else inner.read(data, known),
        lambda definitions: {"anyOf": [*_alternatives(inner.schema(definitions)), {"type": "null"}]},
    )


def _alternatives(schema: Schema) -> list[Schema]:
    return schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]


def _tagged(name: str, classes: tuple[Any, ...]) -> Form:
    """Return the form of a union of classes; the key "type" contains the name of the class."""
    # Two classes of a union may have the same fields, so only the name tells them apart.
    by_name = {each.__name__: form_of(each) for each in classes}

    def read(data: object, known: Known) -> Any:
        return by_name[_tag(data, by_name)].read(data, known)

    def schema(definitions: Definitions) -> Schema:
        kinds = by_name.values()
        return definitions.ref(name, lambda: {"oneOf": [each.schema(definitions) for each in kinds]})

    return Form(lambda value: by_name[type(value).__name__].write(value), read, schema)


def _tag(data: object, names: Iterable[str]) -> str:
    if "type" not in _object(data):
        raise fault(Reason.KEY_MISSING, key="type")
    with located("type"):
        return one_of(_object(data)["type"], names)


def of_class(cls: type[Any]) -> Form:
    """Return the form of a class: an object with the fields of the class and no other keys."""
    name, tagged = cls.__name__, cls in TAGGED

    @cache
    def fields() -> list[tuple[str, str, Form, bool]]:
        # Make the forms on first use, because classes refer to each other in cycles.
        optional = {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING}
        return [
            (key_of(cls, each), each, form_of(kind), each in optional) for each, kind in types_of(cls).items()
        ]

    @cache
    def writers() -> list[tuple[str, str, Callable[[Any], Any], bool]]:
        # Looking these up once per class has cut the time to write a view of Classic 51 from 170 to 145 µs.
        return [(key, name, form.write, (cls, name) not in OMITTED) for key, name, form, _ in fields()]

    def write(value: Any) -> dict[str, Any]:
        written: dict[str, Any] = {"type": name} if tagged else {}
        for key, attribute, write_part, always in writers():
            found = getattr(value, attribute)
            if always or found:
                written[key] = write_part(found)
        return written

    def read(data: object, known: Known) -> Any:
        given = _object(data)
        if tagged:
            _tag(data, [name])
        values: dict[str, Any] = {}
        problems: list[Violation] = []
        for key, _, form, optional in fields():
            try:
                if key in given:
                    values[key] = form.read(given[key], known)
                elif not optional:
                    problems.append(Violation(Reason.KEY_MISSING, None, {"key": key}))
            except RamiError as error:
                problems += within(error.violations, key)
        # Comparing names is slow, so do it only if the number of keys shows that one is left over.
        if len(given) > len(values) + tagged:
            keys = [key for key, *_ in fields()]
            for key in sorted(map(str, {*given}.difference(keys, ["type"] if tagged else []))):
                problems += within([checks.unknown_key(key, keys)], key)
        reject(InvalidText, problems)
        return cls(**values)

    def schema(definitions: Definitions) -> Schema:
        return definitions.ref(name, lambda: fields_schema(definitions))

    def fields_schema(definitions: Definitions) -> Schema:
        properties: dict[str, Schema] = {"type": {"const": name}} if tagged else {}
        texts = described_fields(cls)
        for key, _, form, _ in fields():
            made = form.schema(definitions)
            empty = '""' if made == {"$ref": "#/$defs/Cards"} else "[]"
            about = {"description": in_json(texts[key], empty)} if key in texts else {}
            # Wrap it in `allOf`, because some type generators make a new type from a reference that has a description
            # next to it.
            properties[key] = {"allOf": [made], **about} if about and "$ref" in made else {**made, **about}
        # A written object has all fields, except the few in `OMITTED` if they are empty.
        needed = [
            key
            for key, attribute, _, optional in fields()
            if not (optional if definitions.accepted else (cls, attribute) in OMITTED)
        ]
        return {
            "description": summary(cls),
            "type": "object",
            "properties": properties,
            "required": [*(["type"] if tagged else []), *needed],
            "additionalProperties": False,
            "examples": [write(each) for each in example_of(cls)],
        }

    return Form(write, read, schema)


def _stored(form: Form, record: Callable[[Any], Any], made: Read) -> Form:
    """Return the form of a value written as a record, from which the rules rebuild it."""
    return Form(
        lambda value: form.write(record(value)),
        lambda data, known: made(form.read(data, known), known),
        form.schema,
    )


def _parameters(row: type[tuple[Any, ...] | list[Any]], schema: Callable[[Definitions], Schema]) -> Form:
    """Return the form of a mapping from names to values: null, booleans, numbers, strings, and lists of these."""

    def write(value: object) -> object:
        if value is None or type(value) in (bool, int, str):
            return value
        if isinstance(value, (tuple, list)):
            return [write(each) for each in cast("Iterable[object]", value)]
        if isinstance(value, str):
            return str(value)
        raise InvalidText(Violation(Reason.NO_JSON_FORM, None, {"got": type(value)}))

    def read(data: Any, known: Known) -> Any:
        if data is None or isinstance(data, (bool, str)):
            return data
        if isinstance(data, list):
            # Violations must be hashable, so they need tuples; options are compared with plain data, so they need
            # lists.
            return row(read(each, known) for each in cast("Iterable[Any]", data))
        return _integer(cast("object", data))

    def read_all(data: object, known: Known) -> dict[str, Any]:
        values = _parts(((name, read, each) for name, each in _object(data).items()), known)
        return dict(zip(_object(data), values, strict=True))

    return Form(lambda pairs: {name: write(each) for name, each in dict(pairs).items()}, read_all, schema)


def _error(kind: type[RamiError]) -> Form:
    names = [name for name, each in ERRORS.items() if issubclass(each, kind)]

    def write(error: RamiError) -> Any:
        # A program may define subclasses of rami's errors; write each as the closest class of rami.
        name = next(each.__name__ for each in type(error).__mro__ if ERRORS.get(each.__name__) is each)
        if isinstance(error, IllegalMove):
            # A program may have tried to play a value that is not a move; such a value has no form.
            move = error.move if isinstance(error.move, MOVE_TYPES) else None
            return form_of(RefusedMove).write(RefusedMove(name, move, error.violations))
        return form_of(ErrorRecord).write(ErrorRecord(name, error.violations))

    def read(data: object, known: Known) -> RamiError:
        refused = _object(data).get("type") == IllegalMove.__name__
        found = form_of(RefusedMove if refused else ErrorRecord).read(data, known)
        with located("type"):
            made = ERRORS[one_of(found.type, names)]
        return IllegalMove(found.move, *found.violations) if refused else made(*found.violations)

    def schema(definitions: Definitions) -> Schema:
        return definitions.ref("RamiError", lambda: all_errors(definitions))

    def all_errors(definitions: Definitions) -> Schema:
        kinds: list[Schema] = []
        for name in ERRORS:
            form = form_of(RefusedMove if name == IllegalMove.__name__ else ErrorRecord)
            # The `type` is a constant that differs for each error, so the errors cannot share a definition.
            found = definitions.inline(form.schema)
            kinds.append(
                {
                    **found,
                    "properties": {**found["properties"], "type": {"const": name}},
                    "examples": [{**each, "type": name} for each in found["examples"]],
                }
            )
        return {"description": summary(RamiError), "oneOf": kinds}

    return Form(write, read, schema)


_REASONS: Final = {reason.value: reason for reason in Reason}
_RANKS: Final = {rank.symbol: rank for rank in Rank}
_SUITS: Final = {suit.symbol: suit for suit in Suit}


_TEXT = Form(str, _text, lambda definitions: definitions.text())

FORMS: Final[dict[Any, Form]] = {
    # Read the envelope first and leave its value as it is; read the value once its kind is known.
    Any: Form(_unchanged, lambda data, _: data, lambda _: {}),
    NoneType: Form(_unchanged, lambda data, _: data, lambda _: {"type": "null"}),
    bool: Form(_unchanged, _flag, lambda _: {"type": "boolean"}),
    int: Form(_unchanged, _integer, lambda definitions: definitions.integer()),
    str: _TEXT,
    # A custom policy may use codes that rami lacks; these remain strings.
    Code: Form(str, lambda data, _: _REASONS.get(_text(data), data), _TEXT.schema),
    Rank: _words(_RANKS, lambda rank: rank.symbol),
    Suit: _words(_SUITS, lambda suit: suit.symbol),
    Card: _spelled(
        "Card",
        Card,
        _CARD,
        "A card: a rank and a suit, * for a joker, ? for an unknown card.",
        "7♠",
    ),
    Cards: _cards(Cards, str),
    tuple[Card, ...]: _cards(parse_cards, _joined),
    Meld: _meld("Meld", Group, Run),
    Group: _meld("Group", Group),
    Run: _meld("Run", Run),
    MeldOrCards: _spelled(
        "MeldOrCards",
        meld_or_cards,
        f"(?:{_MELD}|{_CARDS})",
        "A meld, or cards for the rules of the game to read as a meld.",
        _MELD_EXAMPLE,
        kind="Meld",
        write=_named_meld,
    ),
    Seed: _spelled("Seed", int, "0|[1-9][0-9]{0,77}", "A seed from 0 to 2**256 - 1 in decimal digits.", "7"),
    Fraction: _spelled(
        "Fraction",
        Fraction,
        "-?(?:0|[1-9][0-9]{0,39})/[1-9][0-9]{0,39}",
        "A fraction in lowest terms.",
        "7/2",
        right=lambda value, given: str(value) == given,
    ),
    int | Fraction: _choice((int, Fraction), lambda data: int if type(data) is int else Fraction),
    Card | Rank: _choice((Card, Rank), lambda data: Rank if type(data) is str and data in _RANKS else Card),
}
"""The forms that `form_of` cannot build from an annotation."""


@cache
def form_of(annotation: Any) -> Form:
    """Return the form of a type, or raise a LookupError if it has none.

    >>> form_of(tuple[int, ...]).write((3, 4)), form_of(Card | None).read("7♠", {})
    ([3, 4], Card('7♠'))
    """
    if annotation in FORMS:
        return FORMS[annotation]
    if members := members_of(annotation):
        if NoneType in members:
            return _optional(members)
        # Take the members from the kind, because an equal union may list them in a different order.
        name = next((name for name, kind in KINDS.items() if kind == annotation), "")
        return _tagged(name, members_of(KINDS[name]))
    origin, items = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return _words(dict(zip(items, items, strict=True)), _unchanged)
    # `tuple[X, ...]` has any length; any other tuple has a fixed length.
    if origin is tuple:
        return _series(items[0]) if items[1:] == (...,) else _row(items)
    if not isinstance(annotation, type):
        raise LookupError(annotation)
    if issubclass(annotation, StrEnum):
        return _words({str(each): each for each in annotation}, str)
    if issubclass(annotation, RamiError):
        return _error(annotation)
    cls = cast("type[Any]", annotation)
    # The program's own converter handles classes outside rami.
    if not attrs.has(cls) or not cls.__module__.startswith("rami."):
        raise LookupError(cls)
    return of_class(cls)


# These forms are built from results of `form_of`, so they can be added only here.
FORMS.update(
    {
        Params: _parameters(tuple, lambda definitions: definitions.parameters()),
        Options: _parameters(list, lambda definitions: definitions.options()),
        Variant: _stored(form_of(VariantRecord), _games.record_of, _games.variant_of),
        Round: _stored(
            form_of(Setup), operator.attrgetter("setup"), lambda setup, _: Round.from_setup(setup)
        ),
        # A document stores the fields of a view, and the rules confirm them. `of_class` is called directly, because
        # `form_of` would find this entry itself.
        PlayerView: _stored(of_class(PlayerView), _unchanged, lambda view, _: _games.confirmed(view)),
        Match: _stored(form_of(MatchRecord), _games.match_record, lambda record, _: _games.replayed(record)),
    }
)
