"""A variant as text: the slug and version of a parent, and the options that differ from the parent.

Records, positions, sessions and house-rule files all store a variant in this form. The options have *plain* values:
numbers, strings and lists, with the word "none" for None, so that they look alike in TOML, in JSON and in a line of a
record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

import attrs

from rami import variants
from rami._base.values import Value
from rami.cards._cursor import expected, short
from rami.errors import InvalidText, InvalidVariant, Reason, Violation, reject
from rami.errors.checks import instance, suggested
from rami.errors.texts import Part
from rami.policies._compiled import first_met
from rami.policies._validity import named_in
from rami.policies.declaring.conflicts import is_conflict
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS, every_option, field_names, unknown_option
from rami.policies.declaring.values import RESERVED
from rami.policies.results._match_rounds import ByHand, rounds_of, written
from rami.policies.slots.contracts import Contract
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant

Plain = int | str | list["int | str"]
"""A value as files write it: "none" for None, a list for a set or tuple, and a string such as "3/2" for a fraction."""

FACTS = ("name", "slug", "version")
NONE = "none"
_BY_HAND = "match.rounds"

RENAMED: Mapping[str, str] = {
    "table.recover_twos": "table.recover_wild_ranks",
}
"""The old names of options, each with its present name, which replaces it whenever a stored variant is read.

No old name is ever reused for another option, so one table is enough for all versions of all formats.
"""
_OPTION = re.compile(r"\s*([a-z_.]+)\s*[=:]\s*(.*?)\s*", re.ASCII)
# Escape the semicolon too, because it separates the fields of a position; both JSON and TOML read this escape.
_ESCAPES = {'"': '\\"', "\\": "\\\\", ";": "\\u003b"}
_MOST_PROBLEMS = 40
_MOST_SHOWN = 5


def _renamed(options: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """Return options under their present names; refuse an option given under both its old and its present name."""
    given = {name for name, _ in options}
    twice = (new for old, new in RENAMED.items() if {old, new} <= given)
    reject(InvalidVariant, (Violation(Reason.KEY_TWICE, None, {"key": name}) for name in twice))
    return tuple((RENAMED.get(name, name), value) for name, value in options)


@attrs.frozen
class Differences(Value):
    """A variant as files store it: its parent, and the differences from the parent.

    Parameters:
        slug: the slug of the parent.
        version: the version of the parent; None for any.
        options: pairs of a name ("name", "slug", "version" or "slot.field") and a plain value. An old name of an option
            becomes its present name.
        policies: the slots with a custom policy, which cannot be written as text.
    """

    slug: str
    version: int | None
    options: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=_renamed)
    policies: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The options as lines of text, "name = value"."""
        return tuple(f"{name} = {value_text(value)}" for name, value in self.options)

    @property
    def facts(self) -> tuple[str, ...]:
        """Everything as text: the parent, the options and the policies."""
        return (
            f"variant {self.slug} {self.version}",
            *(f"option {line}" for line in self.lines),
            *(f"policy {slot}" for slot in self.policies),
        )

    def variant(
        self,
        given: Variant | None = None,
        *,
        known: Mapping[str, Variant] = MappingProxyType({}),
        in_every_hand: bool = False,
    ) -> Variant:
        """Return the parent with these differences applied.

        Parameters:
            given: the variant that the calling program supplies, for example to provide custom policies.
            known: more variants, keyed by slug.
            in_every_hand: True if people wrote the options and mean them to apply in every round of the match.

        Raises:
            UnknownVariant: there is no such parent.
            InvalidVariant: the parent has another version, or something is wrong with the options. The error lists all
                unknown names, each with the nearest known name, and all forbidden or reserved values; if there are no
                such faults, it lists contradictory combinations.

        >>> Differences("classic-51", 1, (("opening.minimum", 71),)).variant().opening
        Opening(minimum=71, clean='run_meld')
        """
        # Trust the given variant if no installed one has this slug, or if the installed one has a different version.
        plain = not self.options and not self.policies
        if given is not None and plain and (given.slug, given.version) == (self.slug, self.version):
            here = variants.get(self.slug) if self.slug in variants.available() else None
            if here is None or here == given or here.version != self.version:
                return given
        parent = named(self.slug, known)
        if self.version not in (None, parent.version):
            params = {"variant": parent.slug, "recorded": self.version, "found": parent.version}
            raise InvalidVariant(Violation(Reason.OTHER_VERSION, None, params))
        if given is not None:
            return self._checked(given, differences_of(given, parent))
        if self.policies:
            raise InvalidVariant(
                *(Violation(Reason.OWN_POLICY, None, {"field": slot}) for slot in self.policies)
            )
        if not self.options:
            return parent
        variant = _changed(parent, self.options, in_every_hand)
        # Positions and records of one house variant share one object, so that caches recognise it at once.
        return cast("Variant", first_met(variant, variant.ledger))

    def faults(self) -> tuple[Violation, ...]:
        """Return the violations that do not depend on the parent: unknown names and values that are not allowed."""
        try:
            _changed(next(iter(_presets().values())), self.options, True)
        except InvalidVariant as error:
            return tuple(each for each in error.violations if not is_conflict(each))
        return ()

    def _checked(self, given: Variant, found: Differences) -> Variant:
        mine, theirs = dict(self.options), dict(found.options)
        wrong = [name for name in {**mine, **theirs} if mine.get(name) != theirs.get(name)]
        wrong += sorted(set(self.policies) ^ set(found.policies))
        if not wrong:
            return given
        params = {"fields": wrong[:_MOST_SHOWN]}
        raise InvalidVariant(Violation(Reason.OTHER_VARIANT, None, params))


def named(slug: str, known: Mapping[str, Variant]) -> Variant:
    """Return the variant with this slug.

    Raises:
        UnknownVariant: no variant has this slug.
    """
    # The slug of an installed game always means that game; `known` cannot replace it.
    return known[slug] if slug in known and slug not in variants.available() else variants.get(slug)


def place_of(problem: Violation, places: Mapping[str, int]) -> int | None:
    """Return the place of the first option that a violation names; None if it names none."""
    named = list(named_in(problem))
    named += [name.partition(".")[0] for name in named]
    return next((places[name] for name in named if name in places), None)


def _presets() -> dict[str, Variant]:
    # List all built-in games, even games that have not been imported yet.
    names = (name for name in variants.__all__ if name.isupper())
    return {preset.slug: preset for preset in (getattr(variants, name) for name in names)}


def parent_of(variant: Variant) -> Variant:
    """Return the known variant with the same slug or, if there is none, the game whose rules the variant follows.

    >>> from rami import variants
    >>> parent_of(variants.GIN.with_(slug="my-gin", scoring={"gin_bonus": 20})).slug
    'gin'
    """
    # Look up the slug before the ledger, so that a modified Gin that keeps its slug is compared with Gin.
    presets = _presets()
    if variant.slug in presets:
        return presets[variant.slug]
    if variant.slug in variants.available():
        return variants.get(variant.slug)
    return presets.get(variant.ledger.game, presets["plain"])


def differences_of(
    variant: Variant, parent: Variant | None = None, *, for_people: bool = False
) -> Differences:
    """Return a variant's differences from its parent, ready to be written.

    Parameters:
        variant: the variant.
        parent: the variant to compare with; None for the result of `parent_of`.
        for_people: True if the reader will apply each option to every round of the match. The options of single rounds
            are then listed too, as `match.rounds`.

    Raises:
        InvalidText: a value, such as the name of the variant, contains unprintable characters.

    >>> from rami import variants
    >>> differences_of(
    ...     variants.CLASSIC_51.with_(opening={"minimum": 71, "clean": None})
    ... ).lines
    ('opening.minimum = 71', 'opening.clean = "none"')
    """
    wrong = instance("variant", variant, Variant)
    reject(InvalidText, wrong + instance("parent", parent, Variant, None))
    return _differences(variant, parent_of(variant) if parent is None else parent, for_people)


@lru_cache(maxsize=64)
def _differences(variant: Variant, base: Variant, with_hands: bool) -> Differences:
    options: list[tuple[str, Plain]] = [
        (fact, getattr(variant, fact)) for fact in FACTS if getattr(variant, fact) != getattr(base, fact)
    ]
    policies: list[str] = []
    found = variant.differences(base)
    # The reader keeps the parent's options for single rounds, except options that people state for every round.
    kept = tuple(pair for pair in rounds_of(base.match) if not with_hands or pair[0] not in found)
    for name, value in found.items():
        if name == _BY_HAND and value == kept:
            continue
        if name in SLOTS:
            policies.append(name)
        else:
            options.append((name, plain_value(name, value)))
    # Try to write each value now, so that a value that cannot be written is refused here and not later.
    for _, value in options:
        value_text(value)
    return Differences(base.slug, base.version, tuple(options), tuple(policies))


def plain_value(name: str, value: object) -> Plain:
    """Return the plain form of the value of an option, named as "slot.field"."""
    # Go by the name: a tuple of pairs may also be the values of `scoring.fold_prices`, round by round.
    if name == _BY_HAND:
        rounds = cast("ByHand", value)
        return cast("Plain", written(rounds, lambda values: value_text(_plain(values))))
    return _plain(value)


def _plain(value: object) -> Plain:
    if value is None:
        return NONE
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, (Fraction, Contract)):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(cast("Iterable[Any]", value))
    return [cast("int | str", _plain(each)) for each in cast("tuple[object, ...]", value)]


def value_text(value: Plain) -> str:
    r"""Write a plain value on one line without semicolons, in a form that TOML and JSON both read.

    Raises:
        InvalidText: the value contains unprintable characters.

    >>> print(value_text([2, "3/2"]), value_text(True), value_text('say "none"; or not'))
    [2, "3/2"] true "say \"none\"\u003b or not"
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if not value.isprintable():
        raise InvalidText(Violation(Reason.NOT_PRINTABLE, None, {"text": short(value)}))
    return f'"{"".join(_ESCAPES.get(char, char) for char in value)}"'


def read_option(text: str, before: int = 0) -> tuple[str, object]:
    """Read the name and the plain value of an option from a line, as written by `Differences.lines`.

    Parameters:
        text: the option.
        before: the number of characters before the option in its line, so that errors name the right column.

    Raises:
        InvalidText: the text is not an option.

    >>> read_option('scoring.all_at_once_factors = [2, "3/2"]')
    ('scoring.all_at_once_factors', [2, '3/2'])
    """
    import json  # needed only for variants with changed options

    name, sign, value = text.partition(" = ")
    if not sign or not name.isascii() or " " in name:
        raise InvalidText(expected(Part.OPTION, short(text)).at(column=before + 1))
    plain: Any = None
    canonical: str | None = None
    with suppress(ValueError, RecursionError):
        plain = json.loads(value)
        canonical = value_text(plain) if _is_plain(plain) else None
    # Accept only one spelling of each value, so that two records can be compared as text.
    if canonical != value:
        raise InvalidText(expected(Part.OPTION_VALUE, short(value)).at(column=before + len(name) + 4))
    return RENAMED.get(name, name), plain


def with_options(variant: Variant, text: str) -> Variant:
    """Change options of a variant, given as people type them, such as "opening.minimum=71; opening.clean=none".

    Raises:
        InvalidText: the text is not a list of options separated by semicolons.
        InvalidVariant: an option does not exist or has a value that is not allowed, or options contradict each other.
    """
    import json

    options: list[tuple[str, object]] = []
    for part in filter(str.strip, text.split(";")):
        found = _OPTION.fullmatch(part)
        if found is None:
            raise InvalidText(expected(Part.OPTION, short(part.strip())))
        name, value = found.groups()
        try:
            plain: object = json.loads(value)
        except (ValueError, RecursionError):
            plain = value
        if not _is_plain(plain):
            raise InvalidText(expected(Part.OPTION_VALUE, short(value)))
        options.append((RENAMED.get(name, name), plain))
    return _changed(variant, options, True)


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(each, (int, str)) for each in cast("list[object]", value))
    return isinstance(value, (int, str))


def _changed(parent: Variant, options: Iterable[tuple[str, object]], in_every_hand: bool) -> Variant:
    """Return a variant with changed options; with `in_every_hand` they also replace the options of single rounds."""
    unknown: list[str] = []
    facts: dict[str, Any] = {}
    slots: dict[str, dict[str, object]] = {}
    for name, value in options:
        slot, _, field = name.partition(".")
        if name in FACTS:
            facts[name] = value
        elif slot in SLOTS and (field in field_names(SLOTS[slot]) or name in RESERVED):
            slots.setdefault(slot, {})[field] = _meant(slot, field, value)
        else:
            unknown.append(name)
    by_hand = rounds_of(parent.match)
    # Restore the parent's options for single rounds, because `with_` drops those of any option given by name.
    if by_hand and not in_every_hand and isinstance(parent.match, MatchFormat):
        slots.setdefault("match", {}).setdefault("rounds", by_hand)
    problems = unknown_names(unknown)
    parts: Any = {**facts, **slots}
    try:
        variant = parent.with_(**parts)
    except InvalidVariant as error:
        problems += map(_as_written, error.violations)
    else:
        if not problems:
            return variant
    raise InvalidVariant(*dict.fromkeys(problems))


def _as_written(problem: Violation) -> Violation:
    """Return the violation with the word "none" for None among the allowed values, as people must write it."""
    if problem.because:
        return attrs.evolve(problem, because=tuple(map(_as_written, problem.because)))
    params = dict(problem.params)
    if problem.code != Reason.OPTION_VALUE or None not in params["allowed"]:
        return problem
    params["allowed"] = tuple(NONE if each is None else each for each in params["allowed"])
    return attrs.evolve(problem, params=params | suggested(params["value"], params["allowed"]))


def _meant(slot: str, field: str, value: object) -> object:
    """Convert a plain value back: "none" becomes None if the option allows None."""
    option = options_of(SLOTS[slot]).get(field)
    if option is None:
        return value
    allowed = option.values
    # For `drawing.upcard_offer` "none" is an ordinary word, because that option cannot be None.
    return None if value == NONE and allowed.accepts(None) and not allowed.accepts(NONE) else value


def unknown_names(names: Sequence[str], others: Iterable[str] = ()) -> list[Violation]:
    """Return a violation with a suggestion for each unknown option name; beyond `_MOST_PROBLEMS`, only their number."""
    found: list[Violation] = []
    for name in names[:_MOST_PROBLEMS]:
        within = name.partition(".")[0] in SLOTS
        found.append(unknown_option(name, [*(() if within else (*others, *FACTS, *SLOTS)), *every_option()]))
    if len(names) > _MOST_PROBLEMS:
        found.append(Violation(Reason.TEXT_MORE, None, {"count": len(names) - _MOST_PROBLEMS}))
    return found
