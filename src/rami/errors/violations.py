"""Errors as data: codes with parameters, and the exceptions that carry them.

Every error that rami raises on purpose derives from `RamiError` and lists *everything* that was wrong as
`Violation` values. A violation is a code with parameters, so that programs can count, translate and test it.

Sentences are made on demand: the *blanks* in the *template* of the code are filled with the parameters, in the *words*
of a language. `Words` holds the English words; another language overrides how templates and parameters are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, StrEnum
from itertools import islice
from operator import itemgetter
from typing import Any, TypeVar, cast

import attrs

from rami._base import front_door
from rami._base.values import Value
from rami.errors.reasons import Reason
from rami.errors.texts import (
    BECAUSE,
    FACES,
    HINT,
    JOKER_TILES,
    NAMED,
    OTHERWISE,
    PLACED,
    PLACES,
    TILES,
    VALUES,
    are_tiles,
    for_people,
    in_joker_tiles,
    in_tiles,
)

# Templates may come from a document, so they are not format strings: a blank cannot access attributes of its parameter.
_BLANK = re.compile(r"\{(\w+)(!r)?(?::([^{}]*))?\}")
_GAP = "…"

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_MOST_ITEMS = 1_000_000

LONGEST = 512
"""The most bits of a number that is kept as a number; Python refuses to write the digits of much larger ones."""

_DEEPEST = 20
"""The deepest nesting of collections in a parameter; for deeper collections only the type is named."""


def _plain(value: object, depth: int = 0) -> Any:
    """Return a parameter as None, a bool, a number, a text or a tuple of these."""
    if value is None or type(value) in (bool, str):
        return value
    # Members of string enumerations are instances of a `str` subclass: keep the plain text.
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and not isinstance(value, Enum):
        return int(value) if value.bit_length() <= LONGEST else f"2**{value.bit_length()}"
    if isinstance(value, (list, tuple, set, frozenset, Mapping)) and depth == _DEEPEST:
        return type(cast("object", value)).__name__
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item, depth + 1) for item in cast("Iterable[object]", value))
    if isinstance(value, (set, frozenset)):
        return tuple(
            sorted((_plain(item, depth + 1) for item in cast("Iterable[object]", value)), key=_order)
        )
    if isinstance(value, Mapping):
        return plain_pairs(cast("Mapping[object, object]", value), depth + 1)
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, type):
        return "type" if issubclass(value, type) else value.__name__
    # A value without a text form would print its repr, and a fraction may be too long.
    has_text = isinstance(value, float) or type(value).__str__ is not object.__str__
    try:
        return str(value) if has_text else type(value).__name__
    except ValueError:
        return type(value).__name__


def _order(item: object) -> tuple[str, Any]:
    """Return a sort key for members of a set, which may differ in type."""
    return type(item).__name__, item if isinstance(item, (int, str)) else str(item)


def plain_pairs(
    params: Mapping[Any, Any] | Iterable[tuple[Any, Any]], depth: int = 0
) -> tuple[tuple[str, Any], ...]:
    """Return parameters as sorted pairs of a name and a plain value."""
    pairs: Iterable[Any] = cast("Any", params).items() if isinstance(params, Mapping) else bounded(params)
    try:
        named = dict(pairs)
    except ValueError:
        raise TypeError("parameters are pairs of a name and a value") from None
    plain = ((str(_plain(key, depth)), _plain(value, depth)) for key, value in named.items())
    # Sort the pairs, so that violations are equal whatever the order in which their parameters were given.
    return tuple(sorted(plain, key=itemgetter(0)))


def _behind(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return bounded(violations)


@attrs.frozen(repr=False)
class Violation(Value):
    """One thing that is wrong: its code, the ledger rule that it breaks, and parameters.

    Parameters are plain values: None, flags, integers, texts and tuples of these. Cards, melds and moves become
    their text, numbers that are no integers become text, and the members of a set are sorted.

    Parameters:
        code: a `Reason`, or any string of a custom policy.
        rule: the ledger ID of the broken rule, or None if no rule is broken.
        params: the parameters of the sentence, as a mapping or as (name, value) pairs.
        because: the violations that explain this one, such as the faults of the nearest attempt.
        sentences: for a code of a custom policy, a sentence with blanks for each language; ignored by ``==``.
            The blank `{player}`, a seat, becomes "player 2" or a name; `{meld}`, a table meld, becomes "meld 0" or its
            cards.

    With a parameter `faces` of "tiles" the sentence speaks of tiles, by number and colour.

    >>> v = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 48, "minimum": 51})
    >>> str(v)
    'the opening is worth 48 points of the 51 needed [R51-OPEN-01]'
    >>> v["points"]
    48
    >>> str(v.at(line=3, column=5))
    'line 3, character 5: the opening is worth 48 points of the 51 needed [R51-OPEN-01]'
    >>> str(Violation(Reason.DISCARD_UNUSABLE, None, {"card": "K♦"}, because=[v]))
    'you cannot place K♦ this turn: the opening is worth 48 points of the 51 needed [R51-OPEN-01]'
    >>> words = {"en": "{count:card|cards} too many", "fr": "{count:carte|cartes} de trop"}
    >>> str(Violation("house_limit", None, {"count": 2}, sentences=words))
    '2 cards too many'
    """

    code: str
    rule: str | None = None
    params: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=plain_pairs)
    because: tuple[Violation, ...] = attrs.field(default=(), converter=_behind, kw_only=True)
    sentences: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=plain_pairs, eq=False, kw_only=True
    )

    def __getitem__(self, name: str) -> Any:
        """Return the parameter `name`.

        Raises:
            KeyError: there is none.
        """
        return dict(self.params)[name]

    def at(
        self,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        round_number: int | None = None,
    ) -> Violation:
        """Return the violation with a place in a text or a score sheet; omitted arguments keep their previous values.

        Parameters:
            line: the line, from 1.
            column: the character of the line, from 1.
            path: the path in a JSON document, beginning with "$" for the whole document.
            round_number: the round of a score sheet, from 1.
        """
        from rami.errors.checks import integer  # checks are made of violations

        for name, number in (("line", line), ("column", column), ("round_number", round_number)):
            reject(RamiError, () if number is None else integer(name, number))
        place = {"line": line, "column": column, "path": path, "round": round_number}
        found = {name: where for name, where in place.items() if where is not None}
        return attrs.evolve(self, params={**dict(self.params), **found})

    @property
    def text(self) -> str:
        """The English sentence, without the ID of the rule."""
        return sentence(self)

    def __str__(self) -> str:
        rules = filter(None, dict.fromkeys([self.rule, *(reason.rule for reason in self.because)]))
        cited = ", ".join(rules)
        return f"{self.text} [{cited}]" if cited else self.text

    def __repr__(self) -> str:
        given = [repr(str(self.code))]
        if self.rule or self.params:
            given.append(repr(self.rule))
        if self.params:
            given.append(repr(dict(self.params)))
        if self.because:
            given.append(f"because={self.because!r}")
        if self.sentences:
            given.append(f"sentences={dict(self.sentences)!r}")
        return f"Violation({', '.join(given)})"


class Words:
    """The words of a language for sentences; this base class is English.

    Parameters:
        faces: the kind of faces of a game, which decides the words for cards.
    """

    def __init__(self, *, faces: str = "cards") -> None:
        self._tiles = are_tiles(faces)
        self._reworded = {TILES: in_tiles, JOKER_TILES: in_joker_tiles}.get(faces)

    @property
    def code(self) -> str:
        """The code of the language, such as "fr"."""
        return "en"

    def for_faces(self, faces: object) -> Words:
        """Return the language with words for tiles instead of cards if `faces` means tiles."""
        return _OF_TILES.get(faces, self)

    def message(self, context: str, english: str) -> str:
        """Return the translation of a message."""
        return english if self._reworded is None else self._reworded(english)

    def fill(self, context: str, template: str, params: Mapping[str, Any]) -> str:
        """Return the translation of a template with its blanks filled; without a context, use the template as it is."""
        return filled(self.message(context, template) if context else template, params)

    def written(self, name: str, value: Any) -> Any:
        """Return a parameter in the language; seats and table melds become "player 2" and "meld 0"."""
        if name in NAMED and value is not None:
            return NAMED[name].format(number=value)
        if isinstance(value, tuple):
            return tuple(self.written(name, each) for each in cast("tuple[object, ...]", value))
        if not isinstance(value, str):
            return value
        if name in FACES:
            return for_people(value, tiles=self._tiles)
        known = VALUES.get(name, {})
        return self.message(f"value.{name}", known[value]) if value in known else value


ENGLISH = Words()
_OF_TILES: Mapping[object, Words] = {faces: Words(faces=faces) for faces in (TILES, JOKER_TILES)}


def filled(
    template: str,
    params: Mapping[str, Any],
    form: Callable[[object], int] = lambda number: int(number != 1),
    comma: str = ", ",
) -> str:
    """Return a template with its blanks filled; a missing parameter leaves a gap.

    Parameters:
        template: the text, with blanks such as `{card}`, `{count:card|cards}`, `{choices:,}`, `{choices:or}` and
            `{text!r}`.
        params: the values of the blanks.
        form: a function from a number to the index of the word that follows it; a word after "=" replaces number and
            word, as "both" does.
        comma: the text between the values of a list.

    >>> filled(
    ...     "{count:card|cards}: {cards}, one of {choices:,}, that is {choices:or}",
    ...     {"count": 1, "cards": ("7♠", "*"), "choices": (2, 3, 4)},
    ... )
    '1 card: 7♠ *, one of 2, 3, 4, that is 2, 3 or 4'
    >>> (
    ...     filled("{count:=one card|cards}", {"count": 1}),
    ...     filled("{count:=one card|cards}", {"count": 2}),
    ... )
    ('one card', '2 cards')
    """

    def put(blank: re.Match[str]) -> str:
        name, quoted, option = blank.groups()
        if name not in params:
            # A violation read from a document may lack the parameter: a gap is better than an error about an error.
            return _GAP
        value = params[name]
        if isinstance(value, tuple):
            listed = [repr(each) if quoted else str(each) for each in cast("tuple[object, ...]", value)]
            if quoted and not option:
                return f"[{', '.join(listed)}]"
            if not option:
                return " ".join(listed)
            *most, last = listed or [""]
            return f"{comma.join(most)} {option} {last}" if most and option != "," else comma.join(listed)
        written = repr(value) if quoted else str(value)
        if option and "|" in option:
            words = option.split("|")
            # A translation may list fewer plural forms than its language has; the last form serves for the rest.
            word = words[min(form(value), len(words) - 1)]
            if not word.startswith("="):
                return f"{written} {word}"
            # Numbers that are not counts, such as -2 and 1.5, are written in full.
            return word[1:] if type(value) is int and value > 0 else f"{written} {words[-1]}"
        return written

    return _BLANK.sub(put, template)


def template_of(code: str, params: Mapping[str, Any]) -> str | None:
    """Return the English template of a built-in code; None for the code of a custom policy."""
    try:
        reason = Reason(code)
    except ValueError:
        return None
    if code not in OTHERWISE:
        return reason.template
    deciding, templates = OTHERWISE[code]
    return templates.get(deciding(params), reason.template)


def sentence(violation: Violation, words: Words = ENGLISH) -> str:
    """Return the sentence of a violation, with its place, reasons and suggestion if there are any."""
    known = dict(violation.params)
    words = words.for_faces(known.pop("faces", None))
    clause = _clause(violation, known, words)
    if violation.because:
        joint = words.message("because", BECAUSE[1])
        reasons = joint.join(sentence(each, words) for each in violation.because)
        clause = words.fill("because", BECAUSE[0], {"sentence": clause, "reasons": reasons})
    places = ", ".join(
        f"{words.message('place', word)} {known[name]}" for name, word in PLACES if name in known
    )
    if places:
        clause = words.fill("place", PLACED, {"place": places, "sentence": clause})
    if known.get("nearest"):
        clause += words.fill("hint", HINT, known)
    return clause


def _clause(violation: Violation, known: Mapping[str, Any], words: Words) -> str:
    if violation.code in (Reason.OPTION_NEEDS, Reason.OPTION_RESERVED):
        # An unpickled error may be printed before any options are declared, so their words would be missing.
        front_door.declare()
    own = dict(violation.sentences)
    params = {name: words.written(name, value) for name, value in known.items()}
    if words.code in own:
        return words.fill("", own[words.code], params)
    built_in = template_of(violation.code, known)
    if built_in is not None:
        return words.fill(f"reason.{violation.code}", built_in, params)
    if ENGLISH.code in own:
        return filled(own[ENGLISH.code], params)
    others = ("nearest", *(name for name, _ in PLACES))
    listed = ", ".join(f"{name}={value}" for name, value in known.items() if name not in others)
    return f"{violation.code} ({listed})" if listed else str(violation.code)


def reject(error: Callable[..., RamiError], violations: Iterable[Violation]) -> None:
    """Raise an error with all distinct violations, if there are any.

    Parameters:
        error: the class of the error, or a callable that makes one from violations.
        violations: the reasons.

    Raises:
        RamiError: there is a violation.

    >>> reject(InvalidCards, [])
    """
    if violations and (found := tuple(dict.fromkeys(bounded(violations)))):
        raise error(*found)


class RamiError(ValueError):
    """Base of every error that rami raises on purpose.

    Parameters:
        violations: everything that was wrong, at least one.

    >>> error = RamiError(Violation(Reason.ROUND_OVER))
    >>> str(error)
    'the round is over'
    """

    def __init__(self, *violations: Violation) -> None:
        for each in violations:
            if not isinstance(each, Violation):
                raise TypeError(f"violations must be of type Violation, not {type(each).__name__}")
        super().__init__(*violations)
        self.violations: tuple[Violation, ...] = violations

    def __str__(self) -> str:
        return "; ".join(map(str, self.violations))


class InvalidCards(RamiError):
    """Something that is not a card, or more copies of a card than exist."""


class InvalidMeld(RamiError):
    """Cards that do not form the meld required."""


class InvalidVariant(RamiError):
    """Options that do not exist, are not allowed, are reserved, or contradict others."""


class UnknownVariant(RamiError):
    """No variant has that name."""


class InvalidSetup(RamiError):
    """Facts that cannot be a position of a round."""


class InvalidMatch(RamiError):
    """A match that cannot be started or continued in this way."""


class InvalidText(RamiError):
    """Text that is not a valid move, position, house-rule file or record; each violation gives the place."""


class IllegalMove(RamiError):
    """A move that the rules do not allow here. It carries the move, never the round.

    Parameters:
        move: the move that was tried.
        violations: every reason against it.
    """

    def __init__(self, move: object, *violations: Violation) -> None:
        super().__init__(*violations)
        self.move = move

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        # Python pickles an exception by its `args`, which lack the move.
        return type(self), (self.move, *self.violations)


def bounded(values: Iterable[T], most: int | None = None) -> tuple[T, ...]:
    """Return the items of an iterable, up to a limit that stops endless ones.

    Raises:
        RamiError: there are more items than `most`, by default a million.
    """
    limit = _MOST_ITEMS if most is None else most
    # One item above the limit is enough to know that there are too many.
    read = cast("tuple[T, ...]", values) if type(values) is tuple else tuple(islice(values, limit + 1))
    if len(read) > limit:
        raise RamiError(Violation(Reason.TOO_MANY_ITEMS, None, {"most": limit}))
    return read
