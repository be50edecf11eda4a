"""How the options of a policy are declared, converted, checked and described.

Each slot of a variant is a frozen class whose fields are made by `option`.  The field's metadata holds an
`Option`: the values that work, the values that are reserved and why, the sentence for the rulebook, and the
ledger IDs.  `Policy` checks all fields of a slot when it is created and reports every problem at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, TypeVar, cast

import attrs

from rami._pickling import by_fields
from rami.errors import InvalidVariant, Reason, Violation

__all__ = [
    "Option",
    "Policy",
    "Values",
    "anything_else",
    "as_tuple",
    "blanks",
    "each_the_same",
    "either",
    "flag",
    "integer",
    "integers",
    "none_or",
    "one_item",
    "one_of",
    "option",
    "options_of",
    "shown",
    "subset",
]

T = TypeVar("T")
Text = str | Mapping[Any, str]

METADATA_KEY = "option"
LARGEST = 1_000_000
LONGEST_SHOWN = 80
MOST_SHOWN = 20

anything_else: Any = ...
"""The key of a text mapping for every value that has no sentence of its own."""


def _unchanged(value: object) -> object:
    return value


@attrs.frozen
class Values:
    """A set of values: a test, its description, and the conversion at the door.

    Parameters:
        allowed: what is allowed, as a violation lists it: words and numbers as they are, intervals as "1..200".
        accepts: the test; it must not raise, whatever it is given.
        convert: turns friendly spellings into the stored form; leaves alone what it does not know.
    """

    allowed: tuple[object, ...]
    accepts: Callable[[object], bool]
    convert: Callable[[object], object] = _unchanged


@attrs.frozen
class Option:
    """What is known about one field.

    Parameters:
        values: the values that work.
        text: one English sentence with blanks such as `{value}`, or a mapping from values, or from tests of values, to
            such sentences.
        rules: the IDs of the ledger rules that the field carries out.
        reserved: values that have a name but no procedure yet, or None.
        why: the reason why these are refused.
    """

    values: Values
    text: Text
    rules: tuple[str, ...]
    reserved: Values | None = None
    why: str = ""

    def problem(self, field: str, value: object) -> Violation | None:
        """What is wrong with `value` for the field named `field`, or None."""
        if self.values.accepts(value):
            return None
        if self.reserved is not None and self.reserved.accepts(value):
            return Violation(
                Reason.OPTION_RESERVED, None, {"field": field, "value": shown(value), "why": self.why}
            )
        params = {"field": field, "value": shown(value), "allowed": self.values.allowed}
        return Violation(Reason.OPTION_VALUE, None, params)

    def sentence(self, value: object) -> str:
        """The rulebook's sentence for `value`.

        >>> from rami.policies import Opening
        >>> options_of(Opening)["minimum"].sentence(71)
        'The first lay-down of a player must be worth at least 71 points; later ones need no points.'
        """
        return self.template(value).format(**blanks(value, _spoken))

    def template(self, value: object) -> str:
        """The sentence for `value`, with blanks for what it says about it.

        >>> from rami.policies import Equipment
        >>> options_of(Equipment)["players"].template((2, 7))
        'The game is for {first} to {second} players.'
        """
        if isinstance(self.text, str):
            return self.text
        if value in self.text:
            return self.text[value]
        suited = (key for key in self.text if callable(key) and key(value))
        return self.text[next(suited, anything_else)]

    @property
    def templates(self) -> tuple[str, ...]:
        """All its sentences, with blanks."""
        return (self.text,) if isinstance(self.text, str) else tuple(self.text.values())


def blanks(value: object, spoken: Callable[[object], Any]) -> dict[str, Any]:
    """What the blanks of a sentence stand for: the value, and of several values the first three and their number.

    Parameters:
        value: the value of an option.
        spoken: turns one value into what is printed.
    """
    if isinstance(value, frozenset):
        members = sorted(cast("frozenset[object]", value), key=str)
        return {"value": ", ".join(str(spoken(each)) for each in members)}
    if not isinstance(value, tuple):
        return {"value": spoken(value)}
    listed = [spoken(each) for each in cast("tuple[object, ...]", value)]
    named = dict(zip(("first", "second", "third"), listed, strict=False))
    return {"value": ", ".join(map(str, listed)), "count": len(listed), **named}


def each_the_same(value: object) -> bool:
    """Whether all members of a tuple are equal; the key of a sentence for these."""
    return isinstance(value, tuple) and len(set(cast("tuple[object, ...]", value))) == 1


def one_item(value: object) -> bool:
    """Whether a tuple has one member; the key of a sentence for these."""
    return isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) == 1


def _spoken(value: object) -> object:
    return value


def shown(value: object, depth: int = 3) -> object:
    """Return a value as a violation holds it: plain and of bounded size; the name of its type if that is not possible.

    Parameters:
        value: what was given.
        depth: how deep collections may be nested.
    """
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, (int, Fraction)) and -(LARGEST**2) <= value <= LARGEST**2:
        return value
    if type(value) is str:
        return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        listed = cast("Collection[object]", value)
        if len(listed) <= MOST_SHOWN:
            made = frozenset if isinstance(value, (set, frozenset)) else tuple
            return made(shown(each, depth - 1) for each in listed)
    return type(value).__name__


def option(
    default: T,
    *,
    values: Values,
    text: Text,
    rules: Iterable[str] = (),
    reserved: Values | None = None,
    why: str = "",
) -> T:
    """Declare one field of a policy: `attrs.field` with an `Option` in its metadata.

    Parameters:
        default: the value of Rami 51.
        values: the values that work.
        text: the rulebook's sentence, or a mapping from values to sentences.
        rules: ledger IDs.
        reserved: values that are named but refused.
        why: the reason for that refusal, in plain words.
    """
    described = Option(values, text, tuple(rules), reserved, why)
    # attrs asks each converter for its signature, which costs more than the rest of the field
    converter = None if values.convert is _unchanged else values.convert
    field: T = attrs.field(default=default, converter=converter, metadata={METADATA_KEY: described})
    return field


def options_of(policy: type[Any]) -> dict[str, Option]:
    """The options that a policy class declares, by field name."""
    found: dict[str, Option] = {}
    for attribute in attrs.fields(policy):
        described = attribute.metadata.get(METADATA_KEY)
        if isinstance(described, Option):
            found[attribute.name] = described
    return found


class Policy:
    """Base of the parametric slots: checks every field, and shows only what differs from the defaults."""

    __slots__ = ()
    slot: ClassVar[str] = ""
    """The name of the slot, as in `Variant`."""

    def __attrs_post_init__(self) -> None:
        problems = [
            problem
            for name, described in options_of(type(self)).items()
            if (problem := described.problem(f"{self.slot}.{name}", getattr(self, name))) is not None
        ]
        if problems:
            raise InvalidVariant(*problems)

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self)

    def __repr__(self) -> str:
        policy: type[Any] = type(self)
        changed = [
            f"{attribute.name}={_plain(value)}"
            for attribute in attrs.fields(policy)
            if (value := getattr(self, attribute.name)) != attribute.default
        ]
        return f"{policy.__name__}({', '.join(changed)})"


def _plain(value: object) -> str:
    if not isinstance(value, frozenset):
        return repr(value)
    members = sorted(map(repr, cast("frozenset[object]", value)))
    return f"frozenset({{{', '.join(members)}}})" if members else "frozenset()"


def one_of(*choices: object) -> Values:
    """Exactly these values; True is not 1 and False is not 0."""
    return Values(choices, lambda value: any(type(value) is type(each) and value == each for each in choices))


flag: Values = one_of(True, False)
"""True or False, and nothing that merely behaves so."""


def _is_integer(value: object, lo: int, hi: int) -> bool:
    return type(value) is int and lo <= value <= hi


def integer(lo: int, hi: int = LARGEST) -> Values:
    """An int from lo to hi, both included; bool is not int."""
    return Values(
        (lo if lo == hi else f"{lo}..{hi}",),
        lambda value: _is_integer(value, lo, hi),
    )


def integers(count: int, lo: int, hi: int = LARGEST) -> Values:
    """A tuple of `count` ints from lo to hi; a list is converted."""

    def accepts(value: object) -> bool:
        if type(value) is not tuple:
            return False
        listed = cast("tuple[object, ...]", value)
        return len(listed) == count and all(_is_integer(each, lo, hi) for each in listed)

    return Values((f"[{', '.join([f'{lo}..{hi}'] * count)}]",), accepts, as_tuple)


def as_tuple(value: object) -> object:
    """A list as a tuple; anything else unchanged."""
    return tuple(cast("list[object]", value)) if type(value) is list else value


def subset(*choices: object, empty: bool = False) -> Values:
    """A frozenset of some of the choices; lists, sets, tuples and words are converted.

    The word "all" stands for every choice; several words may be joined by commas or spaces.
    """

    def convert(value: object) -> object:
        if type(value) is str:
            words = value.replace(",", " ").split()
            if words == ["all"] and "all" not in choices:
                return frozenset(choices)
            value = words
        if isinstance(value, (list, tuple, set, frozenset)):
            listed = cast("Collection[object]", value)
            try:
                return frozenset(map(same_choice, listed))
            except TypeError:
                return tuple(listed)
        return value

    def same_choice(value: object) -> object:
        """The choice that `value` spells; rank 2 may be written as a number, an enum member or text."""
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            for choice in choices:
                if value == choice or value == str(choice):
                    return choice
        return value

    def accepts(value: object) -> bool:
        if not isinstance(value, frozenset) or not (value or empty):
            return False
        members = cast("frozenset[object]", value)
        return all(
            any(type(each) is type(choice) and each == choice for choice in choices) for each in members
        )

    listed = ", ".join(map(str, choices))
    return Values(("{}", f"{{{listed}}}") if empty else (f"{{{listed}}}",), accepts, convert)


def either(*alternatives: Values) -> Values:
    """What any of the alternatives accepts."""

    def convert(value: object) -> object:
        for alternative in alternatives:
            value = alternative.convert(value)
        return value

    return Values(
        tuple(each for alternative in alternatives for each in alternative.allowed),
        lambda value: any(alternative.accepts(value) for alternative in alternatives),
        convert,
    )


def none_or(values: Values) -> Values:
    """None, or what `values` accepts."""
    return either(one_of(None), values)
