"""The effects of events as plain data, for clients in other languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import attrs

from rami.ext.json.forms import form_of
from rami.rounds.effects import EFFECTS, Effect, Place

__all__ = ["effects"]


def effects() -> dict[str, list[dict[str, Any]]]:
    """Return the effects of each kind of event on a view, by `type` of the event.

    A client loads this table once, and then carries out the effects of each event that it receives. The page
    "Following events" explains the effects. `python -m rami.ext.json FOLDER` writes the table into `effects.json`.

    >>> effects()["PlayerLeft"]
    [{'type': 'FactGrows', 'fact': 'eliminated', 'field': 'player', 'when': None}]
    """
    return {kind.__name__: [_written(effect) for effect in found] for kind, found in EFFECTS.items()}


def _written(effect: Effect) -> dict[str, Any]:
    fields = (each.name for each in attrs.fields(type(effect)))
    return {"type": type(effect).__name__, **{name: _plain(getattr(effect, name)) for name in fields}}


def _plain(value: object) -> Any:
    """Return a value of an effect as it appears in a JSON view."""
    if isinstance(value, Place):
        return value.value
    if isinstance(value, tuple):
        return [_plain(each) for each in cast("Iterable[object]", value)]
    return value if value is None else form_of(cast("Any", type(value))).write(value)
