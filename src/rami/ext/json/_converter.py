"""The converter: how cattrs writes each type as plain data, and reads it back strictly."""

from __future__ import annotations

import operator
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, TypeVar, cast

import attrs
from cattrs import Converter
from cattrs.cols import list_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.strategies import configure_tagged_union

from rami.cards import Card, Rank, Suit
from rami.cards.melds import Group, Meld, MeldOrCards, Run, meld_text
from rami.cards.moves import MOVE_TYPES, Move
from rami.errors import IllegalMove, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.ext.json.kinds import (
    ERRORS,
    EVENT_TYPES,
    LISTED,
    OMITTED,
    TEXTS,
    TYPES,
    WORDS,
    Code,
    ErrorRecord,
    Options,
    Params,
    RefusedMove,
    Text,
    key_of,
    types_of,
)
from rami.ext.json.plain import (
    LARGEST_NUMBER,
    LONGEST_LIST,
    MOST_MELDS,
    NAMED_LATER,
    fault,
    located,
    number,
    within,
)
from rami.matches.steps import STEP_TYPES, Step
from rami.rounds.events import Event

Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]
T = TypeVar("T")

_LAST: Final = re.compile(r'(?:(\w+)|\["(.*?)"\])((?:\[\d+\])*)$')
_SHOWN = 40


def basic_converter() -> Converter:
    """Return a converter for all values that need no rules: all but variants, rounds, views and matches."""
    converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
    _add_scalars(converter)
    _add_tuples(converter)
    _add_texts(converter)
    _add_parameters(converter)
    converter.register_structure_hook_factory(LISTED.__contains__, class_reader)
    converter.register_unstructure_hook_factory(LISTED.__contains__, class_writer)
    _add_union(converter, Move, MOVE_TYPES)
    _add_union(converter, Event, EVENT_TYPES)
    _add_union(converter, Step, STEP_TYPES)
    _add_errors(converter)
    return converter


def class_reader(cls: type[Any], converter: Converter) -> Reader:
    """Return the reader of a class: an object with its fields, and nothing else."""
    fields: dict[str, Any] = {each.name: override(omit=True) for each in attrs.fields(cls)}
    for name in types_of(cls):
        special = TYPES.get((cls, name))
        read_special = None if special is None else _read_as(special, converter)
        fields[name] = override(rename=key_of(cls, name), struct_hook=read_special)
    read: Any = make_dict_structure_fn(cls, converter, **fields)
    return lambda data, _: read(_object(data), cls)


def _read_as(kind: Any, converter: Converter) -> Reader:
    read = converter.get_structure_hook(kind)
    return lambda data, _: read(data, kind)


def class_writer(cls: type[Any], converter: Converter) -> Writer:
    """Return what writes a value of a class: every field under its key."""
    fields: dict[str, Any] = {each.name: override(omit=True) for each in attrs.fields(cls)}
    for name in types_of(cls):
        special = TYPES.get((cls, name))
        fields[name] = override(
            rename=key_of(cls, name),
            omit_if_default=(cls, name) in OMITTED,
            unstruct_hook=None if special is None else converter.get_unstructure_hook(special),
        )
    return make_dict_unstructure_fn(cls, converter, **fields)


def _object(data: object) -> dict[str, Any]:
    if isinstance(data, dict):
        return cast("dict[str, Any]", data)
    raise InvalidText(*checks.instance(NAMED_LATER, data, dict))


def _list(data: object) -> list[Any]:
    if isinstance(data, list):
        return cast("list[Any]", data)  # type: ignore[redundant-cast]  # not for pyright
    raise InvalidText(*checks.instance(NAMED_LATER, data, list))


def _text(data: object, _: object = None) -> str:
    if isinstance(data, str):
        return data
    raise InvalidText(*checks.text(NAMED_LATER, data))


def _integer(data: object, _: object = None) -> int:
    if type(data) is int and -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
        return data
    raise InvalidText(*number(data))


def _flag(data: object, _: object) -> bool:
    if isinstance(data, bool):
        return data
    raise InvalidText(*checks.flag(NAMED_LATER, data))


def one_of(data: object, choices: Iterable[str]) -> str:
    """Return the text, if it is one of the choices."""
    given, known = _text(data), tuple(choices)
    if given not in known:
        raise InvalidText(*checks.one_of(NAMED_LATER, given[:_SHOWN], known))
    return given


def _add_scalars(converter: Converter) -> None:
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _flag)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook_func(
        _is_literal, lambda data, kind: one_of(data, typing.get_args(kind))
    )
    for words in WORDS:
        converter.register_structure_hook(words, lambda data, kind: kind(one_of(data, map(str, kind))))
        converter.register_unstructure_hook(words, str)
    for signs in (Rank, Suit):
        converter.register_structure_hook(signs, _read_symbol)
        converter.register_unstructure_hook(signs, lambda sign: sign.symbol)
    converter.register_unstructure_hook(str, str)
    reasons = {reason.value: reason for reason in Reason}
    converter.register_structure_hook_func(
        partial(operator.is_, Code), lambda data, _: reasons.get(_text(data), data)
    )
    converter.register_unstructure_hook_func(partial(operator.is_, Code), str)


def _is_literal(kind: Any) -> bool:
    origin: Any = typing.get_origin(kind)
    return origin is Literal


def _read_symbol(data: object, kind: type[Rank | Suit]) -> Rank | Suit:
    symbols = {each.symbol: each for each in kind}
    return symbols[one_of(data, symbols)]


def _add_tuples(converter: Converter) -> None:
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)


def _is_tuple(kind: Any) -> bool:
    origin: Any = typing.get_origin(kind)
    return origin is tuple


def _tuple_reader(kind: Any, converter: Converter) -> Reader:
    item, *others = typing.get_args(kind)
    if others != [...]:
        return _row_reader([item, *others], converter)
    read_list = list_structure_factory(kind, converter)
    most = MOST_MELDS if item in (Meld, MeldOrCards) else LONGEST_LIST

    def read(data: object, _: object) -> tuple[Any, ...]:
        if len(_list(data)) > most:
            wrong = {"count": len(_list(data)), "most": most}
            raise InvalidText(Violation(Reason.TOO_MANY_VALUES, None, wrong))
        return tuple(read_list(data, kind))

    return read


def _row_reader(kinds: list[Any], converter: Converter) -> Reader:
    """The reader of a tuple of a fixed number of values, each of its own type."""
    readers = [_read_as(each, converter) for each in kinds]

    def read(data: object, _: object) -> tuple[Any, ...]:
        reject(InvalidText, checks.count(NAMED_LATER, len(_list(data)), len(readers)))
        return tuple(
            _parts((index, partial(reader, _list(data)[index], None)) for index, reader in enumerate(readers))
        )

    return read


def _parts(readers: Iterable[tuple[str | int, Callable[[], Any]]]) -> list[Any]:
    """The parts of a value, all their faults being found at once."""
    found: list[Any] = []
    problems: list[Violation] = []
    for key, read in readers:
        try:
            found.append(read())
        except (BaseValidationError, RamiError) as error:
            problems += within(_faults(error), key)
    reject(InvalidText, problems)
    return found


def _add_texts(converter: Converter) -> None:
    for text in TEXTS:
        for kind in text.readers:
            converter.register_structure_hook_func(partial(operator.eq, kind), _text_reader(text, kind))
            converter.register_unstructure_hook_func(partial(operator.eq, kind), _written)
    read_card, read_fraction, read_meld = map(converter.get_structure_hook, (Card, Fraction, Meld))
    converter.register_unstructure_hook(Meld | None, lambda value: None if value is None else _written(value))
    converter.register_structure_hook(
        Meld | None, lambda data, _: None if data is None else read_meld(data, Meld)
    )
    ranks = {rank.symbol: rank for rank in Rank}
    converter.register_structure_hook(
        Card | Rank, lambda data, _: ranks.get(_text(data)) or read_card(data, Card)
    )
    converter.register_structure_hook(
        int | Fraction, lambda data, _: _integer(data) if type(data) is int else read_fraction(data, Fraction)
    )


def _written(value: object) -> str:
    """A value as its text; a meld with its name, so that no rules are needed to read it."""
    if isinstance(value, (Group, Run)):
        return meld_text(value, named=True)
    return " ".join(map(str, cast("tuple[Card, ...]", value))) if isinstance(value, tuple) else str(value)


def _text_reader(text: Text, kind: Any) -> Reader:
    name = kind.__name__ if kind in (Group, Run) else text.name.removesuffix("OrCards")
    matches, make = re.compile(text.pattern).fullmatch, text.readers[kind]

    def read(data: object, _: object) -> object:
        given = _text(data)
        value = make(given) if matches(given) else None
        # a fraction is in lowest terms, and a meld may have to be a run
        right = (
            str(value) == given if kind is Fraction else kind not in (Group, Run) or isinstance(value, kind)
        )
        if value is None or not right:
            shown = {"kind": name, "value": given[:_SHOWN]}
            raise InvalidText(Violation(Reason.NOT_IN_FORM, None, shown))
        return value

    return read


def _add_parameters(converter: Converter) -> None:
    def read(data: Any, row: type[tuple[Any, ...] | list[Any]]) -> Any:
        if data is None or isinstance(data, (bool, str)):
            return data
        if isinstance(data, list):
            return row(read(each, row) for each in cast("Iterable[Any]", data))
        return _integer(cast("object", data))

    def reader(row: type[tuple[Any, ...] | list[Any]]) -> Reader:
        def read_all(data: object, _: object) -> dict[str, Any]:
            values = _parts((name, partial(read, each, row)) for name, each in _object(data).items())
            return dict(zip(_object(data), values, strict=True))

        return read_all

    for kind, row in ((Params, tuple), (Options, list)):
        converter.register_structure_hook_func(partial(operator.is_, kind), reader(row))
        converter.register_unstructure_hook_func(partial(operator.is_, kind), _parameters)


def _parameters(pairs: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> dict[str, object]:
    return {name: _parameter(value) for name, value in dict(pairs).items()}


def _parameter(value: object) -> object:
    """A parameter as JSON has it."""
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, (tuple, list)):
        return [_parameter(each) for each in cast("Iterable[object]", value)]
    if isinstance(value, str):
        return str(value)
    raise InvalidText(Violation(Reason.NO_JSON_FORM, None, {"got": type(value)}))


def _add_union(converter: Converter, union: Any, classes: tuple[type[Any], ...]) -> None:
    """Let a converter write and read the classes of a union as objects that name their class as their "type"."""
    names = [each.__name__ for each in classes]
    configure_tagged_union(union, converter, lambda cls: cls.__name__, "type")
    write_tagged, read_tagged = converter.get_unstructure_hook(union), converter.get_structure_hook(union)

    def write(value: object) -> dict[str, Any]:
        data = write_tagged(value)
        return {"type": data.pop("type"), **data}

    def read(data: object, kind: Any) -> object:
        if "type" not in _object(data):
            raise fault(Reason.KEY_MISSING, key="type")
        with located("type"):
            one_of(_object(data)["type"], [kind.__name__] if kind in classes else names)
        return read_tagged(data, union)

    for kind in (union, *classes):
        converter.register_unstructure_hook(kind, write)
        converter.register_structure_hook(kind, read)
    converter.register_unstructure_hook(union | None, lambda value: None if value is None else write(value))
    converter.register_structure_hook(
        union | None, lambda data, _: None if data is None else read(data, union)
    )


def _add_errors(converter: Converter) -> None:
    write_refused: Writer = class_writer(RefusedMove, converter)
    write_record: Writer = class_writer(ErrorRecord, converter)

    def write(error: RamiError) -> Any:
        name = next(each.__name__ for each in type(error).__mro__ if ERRORS.get(each.__name__) is each)
        if isinstance(error, IllegalMove):
            move = error.move if isinstance(error.move, MOVE_TYPES) else None
            return write_refused(RefusedMove(name, move, error.violations))
        return write_record(ErrorRecord(name, error.violations))

    def read(data: object, kind: type[RamiError]) -> RamiError:
        if _object(data).get("type") == IllegalMove.__name__:
            refused = converter.structure(data, RefusedMove)
            error: RamiError = IllegalMove(refused.move, *refused.violations)
        else:
            record = converter.structure(data, ErrorRecord)
            error = ERRORS.get(record.type, RamiError)(*record.violations)
        with located("type"):
            one_of(_object(data)["type"], [name for name, each in ERRORS.items() if issubclass(each, kind)])
        return error

    for cls in ERRORS.values():
        converter.register_unstructure_hook(cls, write)
        converter.register_structure_hook(cls, read)


def violations(error: Exception) -> Iterator[Violation]:
    """Yield what is wrong with data, each violation with the path of the fault, "$" being the whole.

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
    for each in _faults(error):
        params = {"path": "$", **dict(each.params)}
        if params.get("field") == NAMED_LATER:
            last = _LAST.search(params["path"])
            params["field"] = "value" if last is None else (last[1] or last[2]) + last[3]
        yield attrs.evolve(each, params=params)


def _faults(error: Exception) -> Iterator[Violation]:
    match error:
        case RamiError():
            yield from error.violations
        case ForbiddenExtraKeysError():
            keys = [key_of(error.cl, name) for name in types_of(error.cl)]
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
                elif isinstance(each, KeyError):
                    yield Violation(Reason.KEY_MISSING, None, {"key": key_of(error.cl, name)})
                else:
                    yield from within(_faults(each), key_of(error.cl, name))
        case IterableValidationError():
            for each in error.exceptions:
                index = next(note.index for note in _notes(each) if isinstance(note, IterableValidationNote))
                yield from within(_faults(each), index)
        case _:
            raise error


def _notes(error: BaseException) -> Iterable[str]:
    return getattr(error, "__notes__", ())
