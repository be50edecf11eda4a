"""The converter: how cattrs writes each type as plain data, and reads it back strictly."""

from __future__ import annotations

import operator
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, TypeGuard, TypeVar, cast

import attrs
from cattrs import Converter
from cattrs.cols import list_structure_factory
from cattrs.errors import IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.strategies import configure_tagged_union

from rami.cards import Card, Cards, Rank, Suit, parse_cards
from rami.errors import IllegalMove, InvalidText, RamiError, Reason, Violation, reject
from rami.events import Event
from rami.ext.json._faults import with_nearest
from rami.ext.json.kinds import (
    ERRORS,
    EVENT_TYPES,
    LISTED,
    OMITTED,
    TYPES,
    WORDS,
    Code,
    ErrorRecord,
    Options,
    Params,
    RefusedMove,
    Seed,
    key_of,
    types_of,
)
from rami.ext.json.plain import LARGEST_NUMBER, LONGEST_LIST, MOST_MELDS, within
from rami.melds import Group, Meld, MeldOrCards, Run, is_unread, meld_or_cards, meld_text
from rami.moves import MOVE_TYPES, Move

__all__ = [
    "CARD",
    "CARDS",
    "FRACTION",
    "MELD",
    "MELD_OR_CARDS",
    "SEED",
    "basic_converter",
    "class_reader",
    "class_writer",
]

Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]
T = TypeVar("T")

CARD: Final = r"(?:[A2-9TJQK][♣♦♥♠]|\*|\?)"
CARDS: Final = rf"(?:{CARD}(?: {CARD})*)?"
MELD: Final = rf"{CARD}(?: {CARD})* \((?:run [A2-9TJQK][♣♦♥♠]|group [A2-9TJQK](?: any)?)\)"
MELD_OR_CARDS: Final = f"(?:{MELD}|{CARDS})"
FRACTION: Final = r"-?(?:0|[1-9][0-9]{0,39})/[1-9][0-9]{0,39}"
SEED: Final = r"0|[1-9][0-9]{0,77}"

_PILE: Final = tuple[Card, ...]
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
    _add_errors(converter)
    return converter


def class_reader(cls: type[Any], converter: Converter) -> Reader:
    """Return what reads a value of a class: an object with its fields, and nothing else."""
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


def _wrong(code: Reason, **params: object) -> InvalidText:
    return InvalidText(Violation(code, None, params))


def _is_object(data: object) -> TypeGuard[dict[str, Any]]:
    return type(data) is dict


def _object(data: object) -> dict[str, Any]:
    if not _is_object(data):
        raise _wrong(Reason.WRONG_TYPE, expected="dict", got=type(data))
    return data


def _is_list(data: object) -> TypeGuard[list[Any]]:
    return type(data) is list


def _list(data: object) -> list[Any]:
    if not _is_list(data):
        raise _wrong(Reason.WRONG_TYPE, expected="list", got=type(data))
    return data


def _text(data: object, _: object = None) -> str:
    if type(data) is not str:
        raise _wrong(Reason.NOT_A_TEXT, got=type(data))
    return data


def _integer(data: object, _: object = None) -> int:
    if type(data) is not int:
        raise _wrong(Reason.NOT_AN_INTEGER, got=type(data))
    if data > LARGEST_NUMBER:
        raise _wrong(Reason.TOO_LARGE, value=data, most=LARGEST_NUMBER)
    if data < -LARGEST_NUMBER:
        raise _wrong(Reason.TOO_SMALL, value=data, least=-LARGEST_NUMBER)
    return data


def _flag(data: object, _: object) -> bool:
    if type(data) is not bool:
        raise _wrong(Reason.NOT_A_FLAG, got=type(data))
    return data


def _one_of(data: object, choices: Iterable[str]) -> str:
    """The text, if it is one of the choices."""
    given, known = _text(data), tuple(choices)
    if given not in known:
        wrong = Violation(Reason.NOT_ONE_OF, None, {"value": given[:_SHOWN], "choices": known})
        raise InvalidText(with_nearest(wrong, given, known))
    return given


def _add_scalars(converter: Converter) -> None:
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _flag)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook_func(
        _is_literal, lambda data, kind: _one_of(data, typing.get_args(kind))
    )
    for words in WORDS:
        converter.register_structure_hook(words, lambda data, kind: kind(_one_of(data, map(str, kind))))
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
    return symbols[_one_of(data, symbols)]


def _add_tuples(converter: Converter) -> None:
    converter.register_structure_hook_factory(_is_tuple, _tuple_reader)


def _is_tuple(kind: Any) -> bool:
    origin: Any = typing.get_origin(kind)
    return origin is tuple


def _tuple_reader(kind: Any, converter: Converter) -> Reader:
    return (_list_reader if typing.get_args(kind)[-1] is ... else _row_reader)(kind, converter)


def _list_reader(kind: Any, converter: Converter) -> Reader:
    read_list = list_structure_factory(kind, converter)
    most = MOST_MELDS if typing.get_args(kind)[0] in (Meld, MeldOrCards) else LONGEST_LIST

    def read(data: object, _: object) -> tuple[Any, ...]:
        if len(_list(data)) > most:
            raise _wrong(Reason.TOO_MANY_VALUES, count=len(_list(data)), most=most)
        return tuple(read_list(data, kind))

    return read


def _row_reader(kind: Any, converter: Converter) -> Reader:
    """What reads a tuple of a fixed number of values, each of its own type."""
    # their signatures are those of their bases for type checkers
    note, refusal = cast("Any", IterableValidationNote), cast("Any", IterableValidationError)
    readers = [(each, converter.get_structure_hook(each)) for each in typing.get_args(kind)]

    def read(data: object, _: object) -> tuple[Any, ...]:
        if len(_list(data)) != len(readers):
            raise _wrong(Reason.WRONG_COUNT, count=len(_list(data)), expected=len(readers))
        found: list[Any] = []
        faults: list[Exception] = []
        for index, (each, (part, read_part)) in enumerate(zip(_list(data), readers, strict=True)):
            try:
                found.append(read_part(each, part))
            except Exception as error:
                error.add_note(note(f"at {index}", index, part))
                faults.append(error)
        if faults:
            raise refusal("", faults, kind)
        return tuple(found)

    return read


def _add_texts(converter: Converter) -> None:
    texts: tuple[tuple[Any, str, Callable[[str], object]], ...] = (
        (Card, CARD, Card),
        (Cards, CARDS, Cards),
        (_PILE, CARDS, parse_cards),
        (Group, MELD, meld_or_cards),
        (Run, MELD, meld_or_cards),
        (Meld, MELD, meld_or_cards),
        (MeldOrCards, MELD_OR_CARDS, meld_or_cards),
        (Fraction, FRACTION, Fraction),
        (Seed, SEED, int),
    )
    for kind, pattern, make in texts:
        converter.register_structure_hook_func(partial(operator.eq, kind), _text_reader(kind, pattern, make))
    for kind in (Card, Cards, Fraction, Seed):
        converter.register_unstructure_hook_func(partial(operator.eq, kind), str)
    for kind in (Group, Run, Meld, MeldOrCards):
        converter.register_unstructure_hook_func(partial(operator.eq, kind), _meld_text)
    converter.register_unstructure_hook_func(partial(operator.eq, _PILE), _pile_text)
    read_card, read_fraction = map(converter.get_structure_hook, (Card, Fraction))
    ranks = {rank.symbol: rank for rank in Rank}
    converter.register_structure_hook(
        Card | Rank, lambda data, _: ranks.get(_text(data)) or read_card(data, Card)
    )
    converter.register_structure_hook(
        int | Fraction, lambda data, _: _integer(data) if type(data) is int else read_fraction(data, Fraction)
    )


def _pile_text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _meld_text(meld: MeldOrCards) -> str:
    """A meld with its name, so that no rules are needed to read it; cards as they are."""
    return _pile_text(meld) if is_unread(meld) else meld_text(meld, named=True)


def _text_reader(kind: Any, pattern: str, make: Callable[[str], object]) -> Reader:
    name = "Cards" if kind == _PILE else "Meld" if kind in (Meld, MeldOrCards) else kind.__name__
    matches = re.compile(pattern).fullmatch

    def read(data: object, _: object) -> object:
        text = _text(data)
        value = make(text) if matches(text) else None
        # a fraction is in lowest terms, and a meld may have to be a run
        right = (
            str(value) == text if kind is Fraction else kind not in (Group, Run) or isinstance(value, kind)
        )
        if value is None or not right:
            raise _wrong(Reason.NOT_IN_FORM, kind=name, value=text[:_SHOWN])
        return value

    return read


def _add_parameters(converter: Converter) -> None:
    read_special = {
        kind.__name__.lower(): converter.get_structure_hook(kind) for kind in (Card, Cards, Fraction)
    }

    def read(data: Any, row: Callable[[Iterable[Any]], Any]) -> Any:
        if data is None or type(data) in (bool, str):
            return data
        if _is_list(data):
            return row(read(each, row) for each in data)
        if _is_object(data) and len(data) == 1:
            ((name, text),) = data.items()
            if name in read_special:
                return read_special[name](text, None)
        return _integer(data)

    def read_all(data: object, row: Callable[[Iterable[Any]], Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        problems: list[Violation] = []
        for name, value in _object(data).items():
            try:
                found[name] = read(value, row)
            except RamiError as error:
                problems += within(name, error.violations)
        reject(InvalidText, problems)
        return found

    converter.register_structure_hook_func(
        partial(operator.is_, Params), lambda data, _: read_all(data, tuple)
    )
    converter.register_structure_hook_func(
        partial(operator.is_, Options), lambda data, _: read_all(data, list)
    )
    for kind in (Params, Options):
        converter.register_unstructure_hook_func(partial(operator.is_, kind), _parameters)


def _parameters(pairs: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> dict[str, object]:
    return {name: _parameter(value) for name, value in dict(pairs).items()}


def _parameter(value: object) -> object:
    """A parameter as JSON has it; steps of scores hold cards and fractions, too."""
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, (tuple, list)):
        return [_parameter(each) for each in cast("Iterable[object]", value)]
    if isinstance(value, (Card, Cards, Fraction)):
        return {type(value).__name__.lower(): str(value)}
    if isinstance(value, str):
        return str(value)
    raise _wrong(Reason.NO_JSON_FORM, got=type(value))


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
            raise _wrong(Reason.KEY_MISSING, key="type")
        try:
            name = _one_of(_object(data)["type"], [kind.__name__] if kind in classes else names)
        except InvalidText as error:
            raise InvalidText(*within("type", error.violations)) from None
        return read_tagged({**_object(data), "type": name}, union)

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
        names = [name for name, each in ERRORS.items() if issubclass(each, kind)]
        try:
            _one_of(_object(data)["type"], names)
        except InvalidText as wrong:
            raise InvalidText(*within("type", wrong.violations)) from None
        return error

    for cls in ERRORS.values():
        converter.register_unstructure_hook(cls, write)
        converter.register_structure_hook(cls, read)
