"""The options of a variant as conditions read them: typed, by slot and field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

from rami.policies.fields import options_of

from .closing import Closing
from .conduct import Conduct
from .dealing import Dealing
from .drawing import Drawing
from .equipment import Equipment
from .match_format import MatchFormat
from .melding import Melding
from .opening import Opening
from .scoring import Scoring
from .table import TablePlay

__all__ = ["SLOTS", "Condition", "Settings", "Unread", "field_of", "fields_of", "names", "places"]

SLOTS: Mapping[str, type[Any]] = {
    "equipment": Equipment,
    "dealing": Dealing,
    "drawing": Drawing,
    "melding": Melding,
    "opening": Opening,
    "table": TablePlay,
    "closing": Closing,
    "scoring": Scoring,
    "match": MatchFormat,
    "conduct": Conduct,
}
"""The parametric class of each slot, in the order of a variant's slots."""


class Unread(LookupError):
    """A custom policy says nothing about an option."""


class Settings:
    """The options of a variant, to be read as attributes such as `settings.opening.minimum`.

    A custom policy contributes the attributes that are named like an option and hold an allowed value; to read another
    one raises `Unread`.

    Parameters:
        policies: the policy of each slot.
        changed: values that count in place of theirs, by "slot.field".
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

    def __init__(self, policies: Mapping[str, object], changed: Mapping[str, object] | None = None) -> None:
        self._policies = policies
        self._changed: Mapping[str, object] = changed or {}
        self._read: dict[str, None] = {}
        # a variant is checked against every condition: only what is missing or changed goes through `_Slot`
        plain = {slot: not changed and isinstance(policies[slot], policy) for slot, policy in SLOTS.items()}
        self._quick: Any = SimpleNamespace(
            **{slot: policies[slot] if plain[slot] else getattr(self, slot) for slot in SLOTS}
        )

    def __getattr__(self, slot: str) -> Any:
        if slot not in SLOTS:
            raise AttributeError(slot)
        found = _Slot(self, slot)
        setattr(self, slot, found)
        return found

    def value(self, name: str) -> object:
        """Return the value of an option.

        Parameters:
            name: "slot.field".

        Raises:
            Unread: a custom policy says nothing about it.
        """
        slot, _, field = name.partition(".")
        if name in self._changed:
            return self._changed[name]
        policy = self._policies[slot]
        found = getattr(policy, field, Unread)
        if found is not Unread and isinstance(policy, SLOTS[slot]):
            return found
        if field not in options_of(SLOTS[slot]):
            raise AttributeError(name)
        if found is Unread or not options_of(SLOTS[slot])[field].values.accepts(found):
            raise Unread(name)
        return found

    def met(self, condition: Condition) -> bool | None:
        """Return whether a condition is met, None where a custom policy leaves it open.

        Parameters:
            condition: what is asked.
        """
        try:
            return bool(condition(self._quick))
        except Unread:
            return None

    def read_by(self, condition: Condition) -> tuple[str, ...]:
        """Return the options that a condition reads here, as "slot.field", in order.

        Parameters:
            condition: what is asked.
        """
        self._read = {}
        with suppress(Unread):
            condition(self)
        return tuple(self._read)

    def note(self, name: str) -> None:
        """Remember that a condition has read an option."""
        self._read[name] = None

    def with_value(self, name: str, value: object) -> Settings:
        """Return the same options with another value for one of them."""
        return Settings(self._policies, {**self._changed, name: value})

    def known(self) -> dict[str, object]:
        """Return every option that is known, as "slot.field" and its value."""
        found: dict[str, object] = {}
        for slot, policy in SLOTS.items():
            for field in options_of(policy):
                name = f"{slot}.{field}"
                try:
                    found[name] = self.value(name)
                except Unread:
                    continue
        return found


class _Slot:
    def __init__(self, settings: Settings, slot: str) -> None:
        self._settings = settings
        self._slot = slot
        self._known: dict[str, tuple[str, object]] = {}

    def __getattr__(self, field: str) -> object:
        if field not in self._known:
            name = f"{self._slot}.{field}"
            self._known[field] = name, self._settings.value(name)
        name, value = self._known[field]
        self._settings.note(name)
        return value


Condition = Callable[[Settings], object]
"""A test of the options of a game; what it returns is taken as true or false."""


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
"""The options by their names. `names.opening.minimum` is "opening.minimum", and a misspelt one a type error."""


def field_of(option: object) -> str:
    """Return one of `names` as the text that it is.

    >>> field_of(names.opening.minimum)
    'opening.minimum'
    """
    return cast("str", option)


def fields_of(*options: object) -> tuple[str, ...]:
    """Return several of `names`, as `field_of`."""
    return cast("tuple[str, ...]", options)


def places(*options: object) -> str:
    """Return several of `names`, or of the names of modules, as `Variant.rules` has them.

    >>> places(names.opening.minimum, names.opening.clean, "_engine.lay_downs")
    'opening.minimum opening.clean _engine.lay_downs'
    """
    return " ".join(fields_of(*options))
