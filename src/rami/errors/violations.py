"""Errors as data: codes with parameters, and the exceptions that carry them.

Every error that rami raises on purpose derives from `RamiError` and lists *everything* that was wrong as
`Violation` values. A violation is a code with parameters, so programs can count, translate and test it.

A violation becomes a sentence on demand. Each code has a *template*, a sentence with *blanks* such as
`{card}`; the parameters fill the blanks. `Words` writes sentences in English; the class of another language
overrides the methods that translate templates and write parameters.
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

# Templates may come from a stranger's document, so they are not format strings, in which a blank could read
# any attribute of its parameter.
_BLANK = re.compile(r"\{(\w+)(!r)?(?::([^{}]*))?\}")
_GAP = "…"

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_MOST_ITEMS = 1_000_000

LONGEST = 512
"""The maximum bits of an integer parameter; a larger integer becomes text, because Python may refuse to print it."""

_DEEPEST = 20
"""The deepest nesting of collections in a parameter; a deeper collection is replaced by the name of its type."""


def _plain(value: object, depth: int = 0) -> Any:
    """Convert a parameter to None, a bool, an integer, a string, or a tuple of such values."""
    if value is None or type(value) in (bool, str):
        return value
    # A member of a string enumeration is a `str` of a subclass; keep only its text.
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
    # Without a `__str__`, `str` would return the repr. `str` of a fraction may raise ValueError for too many
    # digits.
    has_text = isinstance(value, float) or type(value).__str__ is not object.__str__
    try:
        return str(value) if has_text else type(value).__name__
    except ValueError:
        return type(value).__name__


def _order(item: object) -> tuple[str, Any]:
    """Return a sort key for the members of a set, which may have different types."""
    return type(item).__name__, item if isinstance(item, (int, str)) else str(item)


def plain_pairs(
    params: Mapping[Any, Any] | Iterable[tuple[Any, Any]], depth: int = 0
) -> tuple[tuple[str, Any], ...]:
    """Convert parameters to pairs of a name and a plain value, sorted by name."""
    pairs: Iterable[Any] = cast("Any", params).items() if isinstance(params, Mapping) else bounded(params)
    try:
        named = dict(pairs)
    except ValueError:
        raise TypeError("parameters are pairs of a name and a value") from None
    plain = ((str(_plain(key, depth)), _plain(value, depth)) for key, value in named.items())
    # Sort the pairs, so that the order of the parameters does not matter for equality.
    return tuple(sorted(plain, key=itemgetter(0)))


def _behind(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return bounded(violations)


@attrs.frozen(repr=False)
class Violation(Value):
    """One thing that is wrong: a code, the rule that was broken, and parameters.

    Parameters are plain values: None, bools, integers, strings and tuples of these. Cards, melds, moves and all
    other numbers become text, and the members of a set are sorted. If the parameter `faces` is "tiles", the
    sentence says "tile" instead of "card" and writes each tile by number and colour.

    Parameters:
        code: a `Reason`, or any string of a custom policy.
        rule: the ID of the broken rule in the ledger of the game, such as "R51-OPEN-01", or None if there is
            no such rule.
        params: the parameters of the sentence, as a mapping or as (name, value) pairs.
        because: the violations that explain this one, for example what is wrong with the best way to place a card.
        sentences: for the code of a custom policy, a template for each language code; ignored by ``==``. The blank
            `{player}`, a seat, becomes "player 2" or a name; `{meld}`, a table meld, becomes "meld 0" or its
            cards.

    >>> v = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 48, "minimum": 51})
    >>> str(v)
    'the opening is worth 48 of the 51 points needed [R51-OPEN-01]'
    >>> v["points"]
    48
    >>> str(v.at(line=3, column=5))
    'line 3, character 5: the opening is worth 48 of the 51 points needed [R51-OPEN-01]'
    >>> str(Violation(Reason.DISCARD_UNUSABLE, None, {"card": "K♦"}, because=[v]))
    'you cannot place K♦ this turn: the opening is worth 48 of the 51 points needed [R51-OPEN-01]'
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
            KeyError: there is no such parameter.
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
        """Return the violation with its place in text or on a score sheet; arguments that you omit change nothing.

        The place is added to the parameters, so `violation["line"]` returns the line of a file. The names are "line",
        "column", "path" and "round"; a violation without a place lacks them.

        Parameters:
            line: the number of the line, from 1.
            column: the number of the character in the line, from 1.
            path: the path in a JSON document, beginning with "$" for the whole document.
            round_number: the number of the round on a score sheet, from 1.
        """
        for name, number in (("line", line), ("column", column), ("round_number", round_number)):
            if number is not None and type(number) is not int:
                raise RamiError(Violation(Reason.NOT_AN_INTEGER, None, {"field": name, "got": type(number)}))
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
    """A language in which violations become sentences; this base class writes English.

    Parameters:
        faces: the value of `equipment.faces`, which decides the words for cards.
    """

    def __init__(self, *, faces: str = "cards") -> None:
        self._tiles = are_tiles(faces)
        self._reworded = {TILES: in_tiles, JOKER_TILES: in_joker_tiles}.get(faces)

    @property
    def code(self) -> str:
        """The code of the language, such as "fr"."""
        return "en"

    def for_faces(self, faces: object) -> Words:
        """Return this language with its words for cards or for tiles; `faces` is the value of `equipment.faces`."""
        return _OF_TILES.get(faces, self)

    def message(self, context: str, english: str) -> str:
        """Return the translation of an English message."""
        return english if self._reworded is None else self._reworded(english)

    def fill(self, context: str, template: str, params: Mapping[str, Any]) -> str:
        """Translate a template and fill its blanks; an empty context means that the template is already translated."""
        return filled(self.message(context, template) if context else template, params)

    def written(self, name: str, value: Any) -> Any:
        """Return a parameter as the language writes it; a seat becomes "player 2", a table meld "meld 0"."""
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
    """Fill the blanks of a template; a missing parameter leaves a gap.

    Parameters:
        template: the text, with blanks such as `{card}`, `{count:card|cards}`, `{choices:,}`, `{choices:or}` and
            `{text!r}`.
        params: the values of the blanks.
        form: a function from a number to the index of the word that follows the number. A word that begins
            with "=", such as "=both", replaces the number too.
        comma: the text between two values of a list.

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
            # A violation read from a document may lack the parameter; a gap is better than an error about an
            # error.
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
            # A translation may list fewer plural forms than its language has; its last form is then used for
            # the others.
            word = words[min(form(value), len(words) - 1)]
            if not word.startswith("="):
                return f"{written} {word}"
            # The word replaces only a positive count; -2 or 1.5 is still written as a number.
            return word[1:] if type(value) is int and value > 0 else f"{written} {words[-1]}"
        return written

    return _BLANK.sub(put, template)


def template_of(code: str, params: Mapping[str, Any]) -> str | None:
    """Return the English template of a built-in code, or None for the code of a custom policy."""
    try:
        reason = Reason(code)
    except ValueError:
        return None
    if code not in OTHERWISE:
        return reason.template
    deciding, templates = OTHERWISE[code]
    return templates.get(deciding(params), reason.template)


def sentence(violation: Violation, words: Words = ENGLISH) -> str:
    """Return the sentence of a violation, with its place, its reasons and a suggestion if it has them."""
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
        # An unpickled error may be printed before `rami.policies` has added the words of its options.
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
    """Raise an error with all the distinct violations, or do nothing if there are none.

    Parameters:
        error: the class of the error, or a callable that makes one from violations.
        violations: the reasons for the error.

    Raises:
        RamiError: there is a violation.

    >>> reject(InvalidCards, [])
    """
    if violations and (found := tuple(dict.fromkeys(bounded(violations)))):
        raise error(*found)


class RamiError(ValueError):
    """The base class of every error that rami raises on purpose.

    Parameters:
        violations: everything that was wrong; at least one violation.

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
    """Raised for a value that is not a card, or for more copies of a card than are in the pack."""


class InvalidMeld(RamiError):
    """Raised for cards that do not form a legal meld."""


class InvalidVariant(RamiError):
    """Raised for options that do not exist, are not allowed, are reserved, or contradict each other."""


class UnknownVariant(RamiError):
    """Raised for a slug that no variant has."""


class InvalidSetup(RamiError):
    """Raised for facts that no round can have, such as an impossible position, result or number of players."""


class InvalidMatch(RamiError):
    """Raised for a match that cannot start or continue in the way requested."""


class InvalidText(RamiError):
    """Raised for text that is not a valid move, position, house-rule file or record; violations give the place."""


class IllegalMove(RamiError):
    """Raised for a move that the rules do not allow. The error holds the move, but never the round.

    Parameters:
        move: the move that was tried.
        violations: every reason against it.
    """

    def __init__(self, move: object, *violations: Violation) -> None:
        super().__init__(*violations)
        self.move = move

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        # Python pickles an exception with its `args`, which lack the move.
        return type(self), (self.move, *self.violations)


def bounded(values: Iterable[T], most: int | None = None) -> tuple[T, ...]:
    """Return the items of an iterable as a tuple; the limit stops an endless iterable.

    Raises:
        RamiError: there are more items than `most`, by default a million.
    """
    limit = _MOST_ITEMS if most is None else most
    # One item above the limit is enough to know that there are too many items.
    read = cast("tuple[T, ...]", values) if type(values) is tuple else tuple(islice(values, limit + 1))
    if len(read) > limit:
        raise RamiError(Violation(Reason.TOO_MANY_ITEMS, None, {"most": limit}))
    return read
