"""How the options of a policy are declared, converted, checked and described.

Each slot of a variant is a frozen class whose fields are made by `option`.  The field's metadata holds an
`Option`: the values that work, the values that are reserved and why, the sentence for the rulebook, and the
ledger IDs.  `Policy` checks all fields of a slot when it is created and reports every problem at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, TypeVar, cast

import attrs

from rami._pickling import by_fields
from rami.errors import InvalidVariant, Reason, Violation

from .needs import Need
from .reserved import is_reserved
from .values import LARGEST, Values, unchanged

__all__ = [
    "Option",
    "Policy",
    "anything_else",
    "blanks",
    "each_the_same",
    "one_item",
    "option",
    "options_of",
    "same",
    "shown",
]

T = TypeVar("T")
Text = str | Mapping[Any, str]

METADATA_KEY = "option"
LONGEST_SHOWN = 80
MOST_SHOWN = 20


class _Default(Enum):
    DEFAULT = 0


DEFAULT = _Default.DEFAULT

anything_else: Any = ...
"""The key of a text mapping for every value that has no sentence of its own."""


@attrs.frozen
class Option:
    """What is known about one field.

    Parameters:
        values: the values that work.
        text: one English sentence with blanks such as `{value}`, or a mapping from values, or from tests of values, to
            such sentences.
        neutral: the value that changes nothing, the only one that may stay while a need is not met.
        quiet: whether that value goes without saying.
        needs: what must be on for the option to mean anything.
    """

    values: Values
    text: Text
    neutral: object
    quiet: bool = False
    needs: tuple[Need, ...] = ()

    def problem(self, field: str, value: object) -> Violation | None:
        """What is wrong with `value` for the field named `field`, or None."""
        if self.values.accepts(value):
            return None
        if is_reserved(field, value):
            return Violation(Reason.OPTION_RESERVED, None, {"field": field, "value": shown(value)})
        params = {"field": field, "value": shown(value), "allowed": self.values.allowed}
        return Violation(Reason.OPTION_VALUE, None, params)

    def is_quiet(self, value: object) -> bool:
        """Whether a value goes without saying."""
        return self.quiet and same(value, self.neutral)

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
    name = type(value).__name__
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, (int, Fraction)) and -(LARGEST**2) <= value <= LARGEST**2:
        return value
    if type(value) is str:
        return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        listed = cast("Collection[object]", value)
        if len(listed) <= MOST_SHOWN:
            parts = tuple(shown(each, depth - 1) for each in listed)
            return frozenset(parts) if isinstance(listed, (set, frozenset)) else parts
    return name


def same(one: object, other: object) -> bool:
    """Whether two values of an option are the same; True is not 1."""
    return type(one) is type(other) and one == other


def option(
    default: T,
    *,
    values: Values,
    text: Text,
    neutral: T | _Default = DEFAULT,
    quiet: bool = False,
    needs: Iterable[Need] = (),
) -> T:
    """Declare one field of a policy: `attrs.field` with an `Option` in its metadata.

    Parameters:
        default: the value of Rami 51.
        values: the values that work.
        text: the rulebook's sentence, or a mapping from values to sentences.
        neutral: the value that changes nothing, if it is not the default.
        quiet: whether that value goes without saying in a rulebook.
        needs: what must be on for the option to mean anything; another value is refused while something is missing.
    """
    off = default if isinstance(neutral, _Default) else neutral
    described = Option(values, text, off, quiet, tuple(needs))
    # attrs asks each converter for its signature, which costs more than the rest of the field
    converter = None if values.convert is unchanged else values.convert
    field: T = attrs.field(default=default, converter=converter, metadata={METADATA_KEY: described})
    return field


def options_of(policy: type[Any]) -> dict[str, Option]:
    """The options that a policy class declares, by field name."""
    if policy not in _DECLARED:
        fields = ((each.name, each.metadata.get(METADATA_KEY)) for each in attrs.fields(policy))
        _DECLARED[policy] = {name: found for name, found in fields if isinstance(found, Option)}
    return _DECLARED[policy]


_DECLARED: dict[type[Any], dict[str, Option]] = {}


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
