"""Declare, convert, check and describe the options of a policy.

Each slot of a variant is a frozen class whose fields are made by `option`. The metadata of such a field contains an
`Option`, with the allowed values, the sentences for the rulebook, and the conditions under which the option has an
effect. `Policy` checks all fields of a slot when it is created, and reports every problem in one error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, TypeVar, cast

import attrs

from rami._base import front_door
from rami._base.values import Value, changed_fields
from rami.errors import InvalidVariant, Reason, Violation, reject
from rami.errors.checks import suggested
from rami.errors.texts import VALUES
from rami.errors.violations import bounded, filled
from rami.policies.declaring.values import (
    LARGEST,
    RESERVED,
    Values,
    either,
    flag,
    integer,
    one_of,
    same,
    shares,
    unchanged,
)

__all__ = [
    "Option",
    "Passage",
    "Policy",
    "options_of",
]

Passage = Literal[
    "equipment",
    "melds",
    "values",
    "dealer",
    "deal",
    "start",
    "turn",
    "draw",
    "discard",
    "opening",
    "table",
    "knock",
    "closing",
    "scoring",
    "match",
    "conduct",
]
"""The parts of a rulebook, in the order of play."""

T = TypeVar("T")

METADATA_KEY = "option"
LONGEST_SHOWN = 80
MOST_SHOWN = 20


anything_else: Any = ...
"""The key for all values without a separate sentence, in a mapping from values to sentences."""


@attrs.frozen
class Option(Value):
    """The declaration of one option: its values, its sentences and its section of the rulebook.

    Parameters:
        values: the allowed values.
        text: the English sentences, with blanks such as `{value}`. A key is a value, a function that tests
            values, or `...` for all other values.
        default: the value that adds no rule, and the only value allowed while a need other than a switch is not met.
        quiet: True if the default is too obvious to print.
        needs: the conditions under which the option has an effect, as codes of `Need`.
        share: for an option that depends on the number of players, the phrase for one of its numbers. `{count}` is the
            number, and `{players}` the players to whom it applies. All these phrases together fill the blank
            `{shares}`.
        passage: the part of the rulebook that contains the sentence; None for the part of its slot.
        agreed: other values that players often choose, if a written rule leaves the choice to them.
    """

    values: Values
    text: Mapping[Any, str]
    default: object
    quiet: bool = False
    needs: tuple[str, ...] = ()
    share: str | None = None
    passage: Passage | None = None
    agreed: tuple[object, ...] = ()

    def problem(self, field: str, value: object) -> Violation:
        """Return the violation for a value that the field does not accept."""
        # If rule texts mention the value, give a reason; "not allowed" alone would suggest a misspelling.
        if field in RESERVED and RESERVED[field].values.accepts(value):
            return Violation(Reason.OPTION_RESERVED, None, {"field": field, "value": excerpt(value)})
        if self.values.fault is not None and (found := self.values.fault(value)) is not None:
            return found
        allowed, items, quoted = self.values.allowed, self.values.items, value
        if items is not None and isinstance(value, tuple):
            # Quote only the first wrong contract: the others have been read already, and the list may be long.
            for each in cast("tuple[object, ...]", value):
                if not items.accepts(each):
                    allowed, quoted = items.allowed, each
                    break
        params = {"field": field, "value": excerpt(quoted), "allowed": allowed, **suggested(quoted, allowed)}
        return Violation(Reason.OPTION_VALUE, None, params)

    def is_quiet(self, value: object) -> bool:
        """Return whether the rulebook omits a value because it is obvious."""
        return self.quiet and same(value, self.default)

    def sentence(self, value: object) -> str:
        """Return the rulebook sentence for a value.

        >>> from rami.policies import Opening
        >>> options_of(Opening)["run_gap"].sentence(2)
        'There must be a gap of at least 2 ranks between two runs of a contract in the same suit.'
        """
        return self.spoken("", value, lambda context, template, params: filled(template, params), unchanged)

    def spoken(
        self,
        context: str,
        value: object,
        fill: Callable[[str, str, Mapping[str, Any]], str],
        spell: Callable[[object], Any],
        players: tuple[int, int | None] = (2, None),
        usual: Callable[[object], str] | None = None,
    ) -> str:
        """Return the sentence for `value` in the language of `fill`.

        Parameters:
            context: the name of the option, "slot.field".
            value: the value of the option.
            fill: a function that returns a message of a context with its blanks filled.
            spell: a function that turns one value into printed text.
            players: the minimum and maximum numbers of players in the game; None as the maximum means no upper limit.
            usual: a function that returns the template for a value; by default `template`.
        """
        stated = value
        apart, comma, final = (
            fill(*each, {}) for each in (("verdict", "; "), ("joint", ", "), ("joint", " and "))
        )
        more: dict[str, Any] = {}
        if self.share is not None and isinstance(value, tuple):
            parts = shares(cast("tuple[int, ...]", value), *players)
            # If the number does not depend on how many players there are, print it like a plain number.
            if len(parts) == 1:
                stated = parts[0][0]
            found = (
                {"count": count, "players": fill("players", *_players(least, most))}
                for count, least, most in parts
            )
            *first, last = (fill(context, self.share, each) for each in found)
            more["shares"] = final.join((comma.join(first), last)) if first else last
        template = (usual or self.template)(stated)
        return fill(context, template, {**blanks(stated, spell, apart, comma), **more})

    def template(self, value: object) -> str:
        """Return the sentence for a value, with its blanks unfilled.

        >>> from rami.policies import Equipment
        >>> options_of(Equipment)["players"].template((2, 7))
        'The game is for {first} to {second} players.'
        """
        if value in self.text:
            return self.text[value]
        # A sentence for this very value takes precedence over a test that the value also passes.
        suited = (key for key in self.text if callable(key) and key(value))
        return self.text[next(suited, anything_else)]

    @property
    def templates(self) -> tuple[str, ...]:
        """All sentences of the option, with their blanks unfilled."""
        return tuple(self.text.values())


PLAYERS = ("{lo} players", "{lo} or {hi} players", "{lo} to {hi} players", "{lo} or more players")
"""The phrases for a single number of players, two adjacent numbers, a longer range, and a range without a limit."""


def _players(least: int, most: int | None) -> tuple[str, dict[str, int]]:
    """Return the phrase for this range of numbers of players, and the values for its blanks."""
    kind = 3 if most is None else min(most - least, 2)
    return PLAYERS[kind], {"lo": least} if most in (None, least) else {"lo": least, "hi": most}


def blanks(
    value: object, spoken: Callable[[object], Any], apart: str = "; ", comma: str = ", "
) -> dict[str, Any]:
    """Return the values for the blanks of a sentence: the value; for a tuple, also its length and first three members.

    Parameters:
        value: the value of an option.
        spoken: a function that turns one value into printed text.
        apart: the separator between values if one of them contains a comma, as a decimal number may.
        comma: the separator otherwise.
    """
    if isinstance(value, frozenset):
        members = sorted(cast("frozenset[int] | frozenset[str]", value))
        return {"value": comma.join(str(spoken(each)) for each in members)}
    if not isinstance(value, tuple):
        return {"value": spoken(value)}
    listed = [spoken(each) for each in cast("tuple[object, ...]", value)]
    named = dict(zip(("first", "second", "third"), listed, strict=False))
    texts = list(map(str, listed))
    # A decimal comma, as in "1,5", could be confused with the commas of the list.
    joint = apart if any("," in text for text in texts) else comma
    return {"value": joint.join(texts), "count": len(listed), **named}


def each_the_same(value: object) -> bool:
    """Return whether a value is a tuple of equal members; an option may have a sentence for such values."""
    return isinstance(value, tuple) and len(set(cast("tuple[object, ...]", value))) == 1


def several(value: object) -> bool:
    """Return whether a value is a tuple; an option may have a sentence for such values."""
    return isinstance(value, tuple)


def one_item(value: object) -> bool:
    """Return whether a value is a tuple with one member; an option may have a sentence for such values."""
    return isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) == 1


def three_items(value: object) -> bool:
    """Return whether a value is a tuple with three members; an option may have a sentence for such values."""
    return isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) == 3


def excerpt(value: object, depth: int = 3) -> object:
    """Return a value in a short, plain form that a violation can contain, or the name of its type."""
    name = type(value).__name__
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, (int, Fraction)) and -(LARGEST**2) <= value <= LARGEST**2:
        return value
    if type(value) is str:
        return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    # `depth` stops the recursion for a list that contains itself.
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        listed = cast("Collection[object]", value)
        if len(listed) <= MOST_SHOWN:
            parts = tuple(excerpt(each, depth - 1) for each in listed)
            return frozenset(parts) if isinstance(listed, (set, frozenset)) else parts
    return name


def option(
    default: T,
    *,
    text: str | Mapping[Any, str],
    values: Values | None = None,
    quiet: bool = False,
    needs: Iterable[str] = (),
    share: str | None = None,
    passage: Passage | None = None,
    agreed: tuple[T, ...] = (),
) -> T:
    """Declare a field of a policy: an `attrs.field` with an `Option` in its metadata. `Option` explains the parameters.

    Here `values` need not include values that have a separate sentence. Without `values`, whole numbers from 0 are
    allowed if `...` has a sentence.
    """
    texts = {anything_else: text} if isinstance(text, str) else text
    described = Option(
        _values_of(texts, values), texts, default, quiet, bounded(needs), share, passage, agreed
    )
    # Avoid a converter: attrs inspects its signature, which takes longer than making the rest of the field.
    convert = described.values.convert
    converter = None if convert is unchanged else convert
    field: T = attrs.field(default=default, converter=converter, metadata={METADATA_KEY: described})
    return field


def _values_of(text: Mapping[Any, str], others: Values | None) -> Values:
    """Return the allowed values: the values with a separate sentence, and all others."""
    if others is None and anything_else in text:
        others = integer(0)
    own = [
        key
        for key in text
        if key is not anything_else and not callable(key) and not (others and others.accepts(key))
    ]
    if others is None:
        return flag if set(map(type, own)) == {bool} else one_of(*own)
    return either(one_of(*own), others) if own else others


def options_of(policy: type[Any]) -> dict[str, Option]:
    """Return the options that a policy class declares, keyed by field name."""
    if policy not in _DECLARED:
        fields = ((each.name, each.metadata.get(METADATA_KEY)) for each in attrs.fields(policy))
        _DECLARED[policy] = {name: found for name, found in fields if isinstance(found, Option)}
    return _DECLARED[policy]


_DECLARED: dict[type[Any], dict[str, Option]] = {}


def described(name: str, option: Option) -> Iterator[str]:
    """Yield the paragraphs that describe an option in the docstring of its class."""
    # If every value has a sentence, the sentences below already list the values.
    allowed = () if option.text.keys() >= {*option.values.allowed} else option.values.allowed
    facts = [
        f"{', '.join(map(_typed, allowed))}; " if allowed else "",
        f"{_typed(option.default)} by default.",
    ]
    if option.share is not None:
        facts.append(
            " If there are several numbers, they are for 2 players, 3 players and so on; the last also applies to more"
            " players."
        )
    if wanted := [words for code in option.needs if (words := VALUES["wanted"].get(code))]:
        facts.append(f" It needs {' and '.join(filter(None, (', '.join(wanted[:-1]), wanted[-1])))}.")
    yield f"    {name}: {''.join(facts)}"
    yield ""
    for key, sentence in option.text.items():
        tests = key.__name__.replace("_", " ") if callable(key) else _typed(key)
        yield f"        - {'' if key is anything_else else f'{tests}: '}{sentence}"


def _typed(value: object) -> str:
    """Return a value as people type it; a string that is not a word, such as "1..200", is unchanged."""
    if isinstance(value, str):
        return f'"{value}"' if value.replace("_", "").isalpha() else value
    if isinstance(value, frozenset):
        members = sorted(cast("frozenset[int] | frozenset[str]", value))
        return f"{{{', '.join(map(str, members))}}}"
    return str(value)


class _Docstring:
    """The docstring of a policy: the text in the source, followed by its options as declared.

    It is built on access, because few programs print a docstring.
    """

    def __init__(self, words: str) -> None:
        self.words = words

    def __get__(self, policy: object, owner: type[Any]) -> str:
        from inspect import cleandoc
        from textwrap import fill

        front_door.declare()
        options = [
            fill(each, 100, subsequent_indent=" " * (10 if each.startswith("        - ") else 8))
            for name, option in options_of(owner).items()
            for each in (*described(name, option), "")
        ]
        raises = "    InvalidVariant: some values are not allowed; the error lists all of them."
        return "\n".join((cleandoc(self.words), "", "Parameters:", *options, "Raises:", raises, ""))


class Policy(Value):
    """The base class of built-in policies: it checks every field and prints those that differ from the default."""

    __slots__ = ()
    slot: ClassVar[str] = ""
    """The name of the slot, as in `Variant`."""
    passage: ClassVar[Passage]
    """The part of the rulebook for the options of the class, unless an option has another `passage`."""

    def __init_subclass__(cls, slot: str = "", passage: Passage | None = None, **options: object) -> None:
        super().__init_subclass__(**options)
        if passage is not None:
            cls.slot, cls.passage = slot, passage
        # attrs makes a class with slots twice; the second class already has these facts and a `_Docstring`.
        words: object = vars(cls).get("__doc__")
        if isinstance(words, str):
            cls.__doc__ = cast("str", _Docstring(words))

    def __attrs_post_init__(self) -> None:
        problems = [
            described.problem(f"{self.slot}.{name}", value)
            for name, described in options_of(type(self)).items()
            if not described.values.accepts(value := getattr(self, name))
        ]
        reject(InvalidVariant, problems)

    def __repr__(self) -> str:
        changed = (f"{name}={_plain(value)}" for name, value in changed_fields(self))
        return f"{type(self).__name__}({', '.join(changed)})"


def _plain(value: object) -> str:
    if not isinstance(value, frozenset):
        return repr(value)
    members = sorted(map(repr, cast("frozenset[object]", value)))
    return f"frozenset({{{', '.join(members)}}})" if members else "frozenset()"
