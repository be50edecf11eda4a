"""The slots of a variant, and access to all options by name for conditions.

`SLOTS` lists the slots with their classes. `Settings` gives access to the options of a game, and can record which of
them were read. `names` has the names of options in a form that a type checker can verify. `Slots` has the fields of a
`Variant`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast, get_type_hints

import attrs

from rami._base.values import Value
from rami.errors import Reason, Violation
from rami.errors.checks import nearest

from ..slots.closing import Closing
from ..slots.conduct import Conduct
from ..slots.dealing import Dealing
from ..slots.drawing import Drawing
from ..slots.equipment import Equipment
from ..slots.match_format import MatchFormat
from ..slots.melding import Melding
from ..slots.opening import Opening
from ..slots.scoring import Scoring
from ..slots.table import TablePlay
from .fields import Option, excerpt, options_of
from .ledger import Ledger
from .protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from .values import same

__all__ = ["CALLBACKS", "SLOTS", "Condition"]

K = TypeVar("K")

CALLBACKS: Mapping[str, tuple[str, ...]] = {
    "opening": ("verdict",),
    "closing": ("finish",),
    "scoring": ("score", "hand_value"),
    "match": ("multiplier", "verdict"),
}
"""The slots that accept a custom object, with the methods that the object must have."""


class Unread(LookupError):
    """Raised when a condition reads an option that a custom policy does not define."""


class Settings:
    """The options of a variant, read as attributes such as `settings.opening.minimum`.

    If a custom policy has an attribute named like an option, that attribute counts as the option. Reading an
    option that the policy lacks raises `Unread`.

    Parameters:
        policies: the policy of each slot.
        changed: values to use instead of those of the policies, by "slot.field".
        read: a dict that collects the names of the options read, in order.
    """

    equipment: Equipment
    dealing: Dealing
    drawing: Drawing
    melding: Melding
    opening: Opening
    table: TablePlay
    closing: Closing
    scoring: Scoring
    match: MatchFormat
    conduct: Conduct

    def __init__(
        self,
        policies: Mapping[str, object],
        changed: Mapping[str, object] | None = None,
        read: dict[str, None] | None = None,
    ) -> None:
        self._policies = policies
        self._changed = changed or {}
        for slot, policy in SLOTS.items():
            found = policies[slot]
            # Every variant is checked against every condition, so for speed the conditions usually read its policies
            # directly.
            plain = isinstance(found, policy) and not changed and read is None
            names = {} if read is None else read
            setattr(self, slot, found if plain else _Slot(slot, found, self._changed, names))

    def value(self, name: str) -> object:
        """Return the value of the option "slot.field"; raise `Unread` if a custom policy does not define it."""
        slot, _, field = name.partition(".")
        return getattr(getattr(self, slot), field)

    def changes(self, name: str) -> bool:
        """Return whether an option differs from its default; False if a custom policy does not define it."""
        try:
            found = self.value(name)
        except Unread:
            return False
        # Do not use `!=`, because True equals the default 1.
        return not same(found, every_option()[name].default)

    def met(self, condition: Condition) -> bool | None:
        """Return whether a condition is met, or None if it depends on an option that a custom policy lacks."""
        return self.answers({None: condition})[None]

    def answers(self, conditions: Mapping[K, Condition]) -> dict[K, bool | None]:
        """Return the result of `met` for several conditions."""
        found: dict[K, bool | None] = {}
        for key, condition in conditions.items():
            try:
                found[key] = bool(condition(self))
            except Unread:
                found[key] = None
        return found

    def read_by(self, condition: Condition) -> tuple[str, ...]:
        """Return the options that a condition reads, as "slot.field", in the order of reading."""
        read: dict[str, None] = {}
        with suppress(Unread):
            # A refusal names the options that decided, so evaluate the condition again with slots that record what it
            # reads.
            condition(Settings(self._policies, self._changed, read))
        return tuple(read)

    def with_value(self, name: str, value: object) -> Settings:
        """Return these settings with one value replaced."""
        with suppress(Unread):
            # Unchanged settings read the policies directly, which is faster than reading through `_Slot`.
            if same(self.value(name), value):
                return self
        return Settings(self._policies, {**self._changed, name: value})

    def known(self) -> dict[str, object]:
        """Return the value of every defined option, keyed by "slot.field"."""
        found: dict[str, object] = {}
        for name in every_option():
            with suppress(Unread):
                found[name] = self.value(name)
        return found


SLOTS: Mapping[str, type[Any]] = get_type_hints(Settings)
"""The built-in class of each slot, in the order of a variant's slots."""


Condition: TypeAlias = "Callable[[Settings], object]"
"""A function that tests the options of a game; its result counts as true or false."""


class _Slot:
    """The options of one slot, for settings that change values, record reads or have a custom policy in the slot."""

    def __init__(
        self, slot: str, policy: object, changed: Mapping[str, object], read: dict[str, None]
    ) -> None:
        self._slot, self._policy, self._changed, self._read = slot, policy, changed, read

    def __getattr__(self, field: str) -> object:
        name = f"{self._slot}.{field}"
        found = self._changed[name] if name in self._changed else getattr(self._policy, field, Unread)
        # Refuse other attributes even if the policy has them, because a condition must depend only on options.
        if field not in options_of(SLOTS[self._slot]):
            raise AttributeError(name)
        if found is Unread:
            raise Unread(name)
        self._read[name] = None
        return found


class _Names:
    def __init__(self, slot: str = "") -> None:
        self._slot = slot

    def __getattr__(self, name: str) -> object:
        if not self._slot and name in SLOTS:
            return _Names(name)
        if self._slot and name in options_of(SLOTS[self._slot]):
            return f"{self._slot}.{name}"
        raise AttributeError(f"{self._slot}.{name}")


names: Settings = cast("Settings", _Names())
"""The names of options: `names.opening.minimum` is "opening.minimum", and a misspelt name is a type error."""


def field_of(option: object) -> str:
    """Return a member of `names` as a string.

    >>> field_of(names.opening.minimum)
    'opening.minimum'
    """
    return cast("str", option)


def fields_of(*options: object) -> tuple[str, ...]:
    """Return several members of `names` as a tuple of strings."""
    return cast("tuple[str, ...]", options)


def _opening(policy: OpeningPolicy) -> Opening:
    """Return a policy unchanged, but typed as the built-in class of its slot even if it is custom."""
    return cast("Opening", policy)


def _closing(policy: ClosingPolicy) -> Closing:
    return cast("Closing", policy)


def _scoring(policy: ScoringPolicy) -> Scoring:
    return cast("Scoring", policy)


def _match(policy: MatchPolicy) -> MatchFormat:
    return cast("MatchFormat", policy)


@attrs.frozen(kw_only=True, repr=False, eq=False)
class Slots(Value):
    """The fields of a `Variant`, which documents them: a name, ten policies and the written rules."""

    name: str
    slug: str
    version: int = 1
    equipment: Equipment = attrs.field(factory=Equipment)
    dealing: Dealing = attrs.field(factory=Dealing)
    drawing: Drawing = attrs.field(factory=Drawing)
    melding: Melding = attrs.field(factory=Melding)
    # The field has the type of the built-in policy, because most programs read its options. The parameter also accepts
    # a custom policy, whose author can narrow the type with `isinstance`.
    opening: Opening = attrs.field(factory=Opening, converter=_opening)
    table: TablePlay = attrs.field(factory=TablePlay)
    closing: Closing = attrs.field(factory=Closing, converter=_closing)
    scoring: Scoring = attrs.field(factory=Scoring, converter=_scoring)
    match: MatchFormat = attrs.field(factory=MatchFormat, converter=_match)
    conduct: Conduct = attrs.field(factory=Conduct)
    ledger: Ledger = attrs.field(factory=Ledger, eq=False)

    def rule_id(self, code: str) -> str | None:
        """Return the ID of the rule that this variant cites for a reason code, or None.

        >>> from rami import variants
        >>> variants.CLASSIC_51.rule_id("opening_points")
        'R51-OPEN-01'
        """
        return next((rule for each, rule in self.ledger.cited if each == code), None)


def policies_of(variant: Slots) -> dict[str, Any]:
    """Return the policy of each slot."""
    return {slot: getattr(variant, slot) for slot in SLOTS}


def settings_of(variant: Slots) -> Settings:
    """Return the options of a variant in the form that conditions read."""
    return Settings(policies_of(variant))


def field_names(policy: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a policy class."""
    return tuple(attribute.name for attribute in attrs.fields(policy) if attribute.init)


@cache
def every_option() -> Mapping[str, Option]:
    """Return the options of all slots, keyed by "slot.field"."""
    return {
        f"{slot}.{field}": option
        for slot, policy in SLOTS.items()
        for field, option in options_of(policy).items()
    }


def unknown_option(name: str, known: Collection[str]) -> Violation:
    """Return the violation for an unknown option name; it suggests the name that was probably meant."""
    return Violation(Reason.OPTION_UNKNOWN, None, {"field": excerpt(name), "nearest": _meant(name, known)})


def _meant(name: str, known: Collection[str]) -> str | None:
    """Return the known name most likely meant, preferring one in the same slot, or None."""
    slot, _, field = name.partition(".")
    bare = field if slot in SLOTS else name
    every = every_option()
    if same := [each for each in every if each.partition(".")[2] == bare]:
        return same[0]
    # A name without a slot may be another argument of `with_`, such as "slug", or the name of a slot.
    if slot not in SLOTS or not field:
        return nearest(name, known)
    for options in (known, every):
        # Compare the names without their slots, because a common slot makes any two names similar.
        fields = {each.partition(".")[2]: each for each in options}
        near = nearest(bare, fields)
        if near is not None:
            return fields[near]
    # People often guess a word from the option's name or from its sentence.
    words = {each: each.partition(".")[2].split("_") for each in every}
    near = nearest(bare, {word for listed in words.values() for word in listed})
    in_sentence = re.compile(rf"\b{re.escape(bare)}")
    found = (
        [each for each in every if bare in words[each]]
        or [each for each, option in every.items() if in_sentence.search(" ".join(option.templates))]
        or [each for each in every if near in words[each]]
    )
    return min(found, key=lambda each: not each.startswith(f"{slot}."), default=None)


def can_stand_in(slot: str, policy: object) -> bool:
    """Return whether a policy fits a slot: it has the built-in class, or it is hashable and has the slot's methods."""
    if isinstance(policy, SLOTS.get(slot, ())):
        return True
    methods = CALLBACKS.get(slot)
    if methods is None or isinstance(policy, type):
        return False
    if not all(callable(getattr(policy, each, None)) for each in methods):
        return False
    try:
        # Variants are keys of caches, so a variant with an unhashable policy could be made but not played.
        hash(policy)
    except TypeError:
        return False
    return True


def attribute_faults(slot: str, policy: object) -> Iterator[Violation]:
    """Yield a violation for each attribute of a custom policy that is named like an option but has a wrong value."""
    for name, option in options_of(SLOTS[slot]).items():
        value = getattr(policy, name, option.default)
        if not option.values.accepts(value):
            yield option.problem(f"{slot}.{name}", value)
