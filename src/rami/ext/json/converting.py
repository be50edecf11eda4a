"""The converter: how each type is written as plain data, and read back strictly with every fault at its path."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, cast

import attrs
from cattrs import Converter

from rami._cursor import expected
from rami.cards import Card, Cards, Rank, Suit, parse_cards
from rami.errors import IllegalMove, InvalidText, RamiError, Reason, Violation
from rami.events import Event
from rami.ext.json.kinds import (
    ERRORS,
    EVENT_TYPES,
    LISTED,
    WORDS,
    Field,
    Params,
    Seed,
    fields_of,
    members_of,
)
from rami.ext.json.plain import (
    LARGEST_NUMBER,
    MOST_MELDS,
    MOST_PROBLEMS,
    described,
    is_list,
    is_object,
    within,
)
from rami.melds import Group, Meld, MeldOrCards, Run, is_unread, meld_or_cards, meld_text
from rami.moves import MOVE_TYPES, Move
from rami.policies.options import nearest

__all__ = [
    "CARD",
    "CARDS",
    "FRACTION",
    "MELD",
    "MELD_OR_CARDS",
    "SEED",
    "basic_converter",
    "read_fields",
    "read_object",
    "unknown_key",
    "write_fields",
]

Reader = Callable[[Any, Any], Any]
Writer = Callable[[Any], Any]

CARD: Final = r"(?:[A2-9TJQK][♣♦♥♠]|\*|\?)"
CARDS: Final = rf"(?:{CARD}(?: {CARD})*)?"
MELD: Final = rf"{CARD}(?: {CARD})* \((?:run [A2-9TJQK][♣♦♥♠]|group [A2-9TJQK](?: any)?)\)"
MELD_OR_CARDS: Final = f"(?:{MELD}|{CARDS})"
FRACTION: Final = r"-?(?:0|[1-9][0-9]{0,39})/[1-9][0-9]{0,39}"
SEED: Final = r"0|[1-9][0-9]{0,77}"

_REASONS: Final[Mapping[str, Reason]] = {reason.value: reason for reason in Reason}


def basic_converter() -> Converter:
    """A converter for all values that need no rules: all but variants, rounds, views and matches."""
    converter = Converter(forbid_extra_keys=True)
    _add_scalars(converter)
    _add_texts(converter)
    _add_collections(converter)
    _add_unions(converter)
    for cls in LISTED:
        if cls in MOVE_TYPES or cls in EVENT_TYPES:
            converter.register_unstructure_hook(cls, _tagged(converter, cls))
            converter.register_structure_hook(
                cls, _reads_tagged(converter, {cls.__name__: cls}, cls.__name__)
            )
        else:
            converter.register_unstructure_hook(cls, write_fields(converter, cls))
            converter.register_structure_hook(cls, read_fields(converter, cls))
    _add_parameters(converter)
    _add_errors(converter)
    return converter


def _wrong(what: str, found: object) -> InvalidText:
    return InvalidText(expected(what, described(found)))


def _add_scalars(converter: Converter) -> None:
    converter.register_unstructure_hook(str, str)
    converter.register_structure_hook(int, _read_int)
    converter.register_structure_hook(bool, _read_bool)
    converter.register_structure_hook(str, _read_str)
    converter.register_structure_hook(type(None), _read_none)
    converter.register_structure_hook_func(_is_literal, _read_literal)
    for words in WORDS:
        converter.register_unstructure_hook(words, str)
        converter.register_structure_hook(words, _read_word)


def _read_int(data: object, _: object) -> int:
    if type(data) is int and abs(data) <= LARGEST_NUMBER:
        return data
    raise _wrong("an integer", data)


def _read_bool(data: object, _: object) -> bool:
    if type(data) is bool:
        return data
    raise _wrong("true or false", data)


def _read_str(data: object, _: object) -> str:
    if type(data) is str:
        return data
    raise _wrong("a text", data)


def _read_none(data: object, _: object) -> None:
    if data is not None:
        raise _wrong("null", data)


def _is_literal(annotation: object) -> bool:
    return typing.get_origin(annotation) is Literal


def _read_literal(data: object, annotation: object) -> object:
    choices = typing.get_args(annotation)
    if any(type(data) is type(each) and data == each for each in choices):
        return data
    raise _wrong(f"one of {', '.join(map(str, choices))}", data)


def _read_word(data: object, words: type[StrEnum]) -> StrEnum:
    if type(data) is str and data in words.__members__.values():
        return words(data)
    raise _wrong(f"one of {', '.join(words)}", data)


def _add_texts(converter: Converter) -> None:
    for written in (Card, Cards, Fraction):
        converter.register_unstructure_hook(written, str)
    for symbols in (Rank, Suit):
        converter.register_unstructure_hook(symbols, _write_symbol)
        converter.register_structure_hook(symbols, _read_symbol)
    for meld in (Group, Run):
        converter.register_unstructure_hook(meld, _write_meld)
        converter.register_structure_hook(meld, _read_meld)
    converter.register_structure_hook(Card, _read_card)
    converter.register_structure_hook(Cards, _read_cards)
    converter.register_structure_hook(Meld, _read_meld)
    converter.register_structure_hook_func(_may_be_cards, _read_meld_or_cards)
    converter.register_unstructure_hook_func(_may_be_cards, _write_meld)
    converter.register_structure_hook(Card | Rank, _read_card_or_rank)
    converter.register_structure_hook(int | Fraction, _read_points)
    converter.register_structure_hook_func(lambda annotation: annotation is Seed, _read_seed)
    converter.register_unstructure_hook_func(lambda annotation: annotation is Seed, str)


def _matching(pattern: str, what: str, data: object) -> str:
    if type(data) is str and re.fullmatch(pattern, data):
        return data
    raise _wrong(what, data)


def _read_card(data: object, _: object) -> Card:
    return Card(_matching(CARD, "a card such as '7♠'", data))


def _read_cards(data: object, _: object) -> Cards:
    return Cards(_matching(CARDS, "cards such as '7♠ 8♠ *'", data))


def _read_pile(data: object) -> tuple[Card, ...]:
    return parse_cards(_matching(CARDS, "cards such as '7♠ 8♠ *'", data))


def _read_meld(data: object, kind: object) -> Meld:
    meld = meld_or_cards(_matching(MELD, "a meld such as '7♠ 8♠ *'", data))
    if isinstance(kind, type) and not isinstance(meld, kind):
        raise _wrong(f"a {kind.__name__.lower()}", data)
    return meld


def _may_be_cards(annotation: object) -> bool:
    return annotation == MeldOrCards


def _read_meld_or_cards(data: object, _: object) -> MeldOrCards:
    return meld_or_cards(_matching(MELD_OR_CARDS, "a meld such as '7♠ 8♠ *'", data))


def _write_meld(meld: MeldOrCards) -> str:
    """A meld with its name, so that no rules are needed to read it; cards as they are."""
    return _write_pile(meld) if is_unread(meld) else meld_text(meld, named=True)


def _write_symbol(value: Rank | Suit) -> str:
    return value.symbol


def _read_symbol(data: object, kind: type[Rank | Suit]) -> Rank | Suit:
    for each in kind:
        if data == each.symbol:
            return each
    raise _wrong(f"one of {' '.join(each.symbol for each in kind)}", data)


def _read_card_or_rank(data: object, _: object) -> Card | Rank:
    if type(data) is str and data in _RANKS:
        return _RANKS[data]
    return Card(_matching(CARD, "a card such as '7♠' or a rank such as '7'", data))


_RANKS: Final[Mapping[str, Rank]] = {rank.symbol: rank for rank in Rank}


def _read_points(data: object, _: object) -> int | Fraction:
    if type(data) is int:
        return _read_int(data, int)
    return _read_fraction(data, "an integer or a fraction such as '3/2'")


def _read_fraction(data: object, what: str) -> Fraction:
    text = _matching(FRACTION, what, data)
    value = Fraction(text)
    if str(value) != text:
        raise _wrong("a fraction in lowest terms that is no integer", data)
    return value


def _read_seed(data: object, _: object) -> int:
    return int(_matching(SEED, "a seed as a text of digits", data))


def _add_collections(converter: Converter) -> None:
    converter.register_unstructure_hook_factory(_is_tuple, _writes_tuple)
    converter.register_structure_hook_factory(_is_tuple, _reads_tuple)


def _is_tuple(annotation: object) -> bool:
    return typing.get_origin(annotation) is tuple


def _writes_tuple(annotation: Any, converter: Converter) -> Writer:
    items = typing.get_args(annotation)
    if items == (Card, ...):
        return _write_pile
    writers = [_writer(converter, each) for each in items if each is not ...]
    if len(items) == 2 and items[1] is ...:
        (write,) = writers
        if items[0] in _MELDS:
            return lambda melds: [write(each) for each in _not_too_many(melds)]
        return lambda values: [write(each) for each in values]
    return lambda values: [write(each) for write, each in zip(writers, values, strict=True)]


_MELDS: Final = (Meld, MeldOrCards)


def _not_too_many(melds: Sized) -> Any:
    """The melds, if a reader takes so many."""
    if len(melds) > MOST_MELDS:
        why = f"a list of more than {MOST_MELDS} melds is too long"
        raise InvalidText(Violation(Reason.TEXT_SYNTAX, None, {"why": why}))
    return melds


def _write_pile(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _reads_tuple(annotation: Any, converter: Converter) -> Reader:
    items = typing.get_args(annotation)
    if items == (Card, ...):
        return lambda data, _: _read_pile(data)
    readers = [(each, converter.get_structure_hook(each)) for each in items if each is not ...]
    if len(items) == 2 and items[1] is ...:
        kind, read = readers[0]
        if items[0] in _MELDS:
            return lambda data, _: _read_list(_not_too_many(data) if is_list(data) else data, kind, read)
        return lambda data, _: _read_list(data, kind, read)
    return lambda data, _: _read_row(data, readers)


def _read_list(data: object, kind: object, read: Reader) -> tuple[Any, ...]:
    if not is_list(data):
        raise _wrong("a list", data)
    return _read_all((index, kind, read, each) for index, each in enumerate(data))


def _read_row(data: object, readers: Sequence[tuple[object, Reader]]) -> tuple[Any, ...]:
    if not is_list(data) or len(data) != len(readers):
        raise _wrong(f"a list of {len(readers)}", data)
    pairs = zip(readers, data, strict=True)
    return _read_all((index, kind, read, each) for index, ((kind, read), each) in enumerate(pairs))


def _read_all(parts: Iterable[tuple[str | int, object, Reader, object]]) -> tuple[Any, ...]:
    found: list[Any] = []
    problems: list[Violation] = []
    for index, kind, read, each in parts:
        try:
            found.append(read(each, kind))
        except RamiError as error:
            problems += within(index, *error.violations)
            if len(problems) >= MOST_PROBLEMS:
                break
    if problems:
        raise InvalidText(*problems[:MOST_PROBLEMS])
    return tuple(found)


def _add_unions(converter: Converter) -> None:
    read = _reads_tagged(converter, {each.__name__: each for each in MOVE_TYPES}, "a move")
    converter.register_structure_hook(Move, read)
    converter.register_structure_hook(
        Move | None, lambda data, kind: None if data is None else read(data, kind)
    )
    events = {each.__name__: each for each in EVENT_TYPES}
    converter.register_structure_hook(Event, _reads_tagged(converter, events, "an event"))


def _tagged(converter: Converter, cls: type[Any]) -> Writer:
    write = write_fields(converter, cls)
    name = cls.__name__
    return lambda value: {"type": name, **write(value)}


def _reads_tagged(converter: Converter, classes: Mapping[str, type[Any]], what: str) -> Reader:
    readers = {name: read_fields(converter, cls, tagged=True) for name, cls in classes.items()}

    def read(data: object, _: object) -> Any:
        if not is_object(data):
            raise _wrong(f"{what} as an object", data)
        if "type" not in data:
            raise InvalidText(_missing("type"))
        tag = data["type"]
        if type(tag) is not str or tag not in readers:
            wrong = expected(f"one of {', '.join(readers)}", described(tag))
            near = nearest(tag, readers) if type(tag) is str and len(tag) <= 80 else None
            if near is not None:
                wrong = attrs.evolve(wrong, params={**dict(wrong.params), "nearest": near})
            raise InvalidText(*within("type", wrong))
        return readers[tag](data, classes[tag])

    return read


def _missing(key: str) -> Violation:
    return Violation(Reason.KEY_MISSING, None, {"key": key})


def _writer(converter: Converter, annotation: Any) -> Writer:
    """What writes values of a type; the alternatives of a union are told apart by their classes."""
    members = members_of(annotation)
    if not members:
        return converter.get_unstructure_hook(annotation)
    piles = [each for each in members if _is_tuple(each)]
    if not piles:
        return converter.unstructure
    write = _writer(converter, piles[0])
    return lambda value: write(value) if isinstance(value, tuple) else converter.unstructure(value)


def write_fields(converter: Converter, cls: type[Any]) -> Writer:
    """What writes a value of a class: every field under its name."""

    @cache
    def plan() -> tuple[tuple[Field, Writer], ...]:
        return tuple((field, _writer(converter, field.type)) for field in fields_of(cls))

    def write(value: Any) -> dict[str, Any]:
        return {field.name: write_one(getattr(value, field.attribute)) for field, write_one in plan()}

    return write


def read_fields(
    converter: Converter, cls: type[Any], *, tagged: bool = False, make: Callable[..., Any] | None = None
) -> Reader:
    """What reads a value of a class: an object with its fields, and nothing else.

    Parameters:
        converter: what reads the fields.
        cls: the class.
        tagged: whether the object names the class as its "type".
        make: what makes the value out of the fields; by default the class.
    """
    build: Callable[..., Any] = cls if make is None else make

    @cache
    def plan() -> tuple[tuple[Field, Reader], ...]:
        return tuple((field, converter.get_structure_hook(field.type)) for field in fields_of(cls))

    def read(data: object, _: object) -> Any:
        if not is_object(data):
            raise _wrong(f"a {cls.__name__} as an object", data)
        return build(**read_object(data, plan(), ("type",) if tagged else ()))

    def checked(data: object, kind: object) -> Any:
        try:
            return read(data, kind)
        except InvalidText:
            raise
        except RamiError as error:
            raise InvalidText(*error.violations) from None

    return checked


def read_object(
    data: Mapping[str, object], plan: Sequence[tuple[Field, Reader]], others: Collection[str] = ()
) -> dict[str, Any]:
    """The values of the fields."""
    names = [field.name for field, _ in plan]
    problems: list[Violation] = []
    for key in data:
        if key not in names and key not in others:
            problems += within(str(key), unknown_key(str(key), names))
            if len(problems) >= MOST_PROBLEMS:
                break
    found: dict[str, Any] = {}
    for field, read in plan:
        if field.name in data:
            try:
                found[field.name] = read(data[field.name], field.type)
            except RamiError as error:
                problems += within(field.name, *error.violations)
        elif field.required:
            problems.append(_missing(field.name))
    if problems:
        raise InvalidText(*problems[:MOST_PROBLEMS])
    return found


def unknown_key(key: str, known: Collection[str]) -> Violation:
    """The violation for a key that nothing has, with the one that may have been meant."""
    params: dict[str, object] = {"key": key[:40]}
    near = nearest(key, known) if len(key) <= 80 else None
    if near is not None:
        params["nearest"] = near
    return Violation(Reason.KEY_UNKNOWN, None, params)


def _add_parameters(converter: Converter) -> None:
    converter.register_structure_hook_func(lambda annotation: annotation is Params, _read_params)
    converter.register_unstructure_hook_func(lambda annotation: annotation is Params, _write_params)
    write = write_fields(converter, Violation)
    left_out = ("because", "sentences")
    converter.register_unstructure_hook(
        Violation, lambda value: {k: v for k, v in write(value).items() if v or k not in left_out}
    )
    converter.register_structure_hook(Violation, read_fields(converter, Violation, make=_violation))


def _violation(code: str, **others: Any) -> Violation:
    return Violation(_REASONS.get(code, code), **others)


def _write_params(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: _write_param(value) for name, value in pairs}


def _write_param(value: object) -> object:
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, (StrEnum, str)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [_write_param(each) for each in cast("Iterable[object]", value)]
    if isinstance(value, (frozenset, set)):
        items = sorted(map(_write_param, cast("Iterable[object]", value)), key=repr)
        return {"set": items}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, (Card, Cards)):
        return {type(value).__name__.lower(): str(value)}
    if isinstance(value, int) and not isinstance(value, Enum):
        return int(value)
    params = {
        "what": f"a value of type {type(value).__name__}",
        "why": "no violation or step of a score carries it in JSON",
    }
    raise InvalidText(Violation(Reason.NOT_WRITABLE, None, params))


def _read_params(data: object, _: object) -> tuple[tuple[str, Any], ...]:
    if not is_object(data):
        raise _wrong("an object", data)
    return tuple(sorted(zip(data, _read_each(data.items()), strict=True)))


def _read_each(items: Iterable[tuple[str | int, object]]) -> list[Any]:
    return list(_read_all((key, None, _read_param, value) for key, value in items))


def _read_param(data: object, _: object) -> Any:
    if data is None or type(data) in (bool, str, float):
        return data
    if type(data) is int:
        return _read_int(data, int)
    if is_list(data):
        return tuple(_read_each(enumerate(data)))
    if is_object(data) and len(data) == 1:
        ((key, value),) = data.items()
        if key in _SPECIAL:
            return _read_all([(key, None, _SPECIAL[key], value)])[0]
    raise _wrong(f"a parameter, with no other key than one of {', '.join(_SPECIAL)}", data)


def _read_members(data: object, _: object) -> frozenset[Any]:
    if not is_list(data):
        raise _wrong("a list", data)
    return frozenset(_read_each(enumerate(data)))


def _read_a_fraction(data: object, _: object) -> Fraction:
    return _read_fraction(data, "a fraction such as '3/2'")


_SPECIAL: Final[Mapping[str, Reader]] = {
    "set": _read_members,
    "fraction": _read_a_fraction,
    "card": _read_card,
    "cards": _read_cards,
}


def _add_errors(converter: Converter) -> None:
    violations = tuple[Violation, ...]

    def write(error: RamiError) -> dict[str, Any]:
        name = next(each.__name__ for each in type(error).__mro__ if ERRORS.get(each.__name__) is each)
        found: dict[str, Any] = {"type": name}
        if isinstance(error, IllegalMove):
            found["move"] = converter.unstructure(error.move) if isinstance(error.move, MOVE_TYPES) else None
        found["violations"] = converter.unstructure(error.violations, unstructure_as=violations)
        return found

    def read(data: object, kind: Any) -> RamiError:
        if not is_object(data):
            raise _wrong("an error as an object", data)
        name = data.get("type", RamiError.__name__)
        if type(name) is not str or name not in ERRORS:
            raise InvalidText(*within("type", expected(f"one of {', '.join(ERRORS)}", described(name))))
        cls = ERRORS[name]
        fields = [Field("type", str), Field("violations", violations)]
        if cls is IllegalMove:
            fields.insert(1, Field("move", Move | None))
        found = read_object(data, [(field, converter.get_structure_hook(field.type)) for field in fields], ())
        if not issubclass(cls, kind):
            raise InvalidText(*within("type", expected(f"a kind of {kind.__name__}", described(name))))
        return (
            cls(*found["violations"]) if cls is not IllegalMove else cls(found["move"], *found["violations"])
        )

    for cls in ERRORS.values():
        converter.register_unstructure_hook(cls, write)
        converter.register_structure_hook(cls, read)
