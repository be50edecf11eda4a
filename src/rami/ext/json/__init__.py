"""Read and write all values of rami as JSON, to store games or send them over a network.

Only `make_converter`, for values of rami inside your own classes, needs the extra `json`: ``pip install rami[json]``.

>>> from rami import Match, TakeDiscard, variants
>>> from rami.ext import json
>>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
>>> json.loads(json.dumps(match), Match) == match
True

A document is an object with three keys: the version of the format, the kind of the value, and the value. Cards and
melds are written as text, and seeds and fractions as strings of digits. A move or an event is an object whose ``type``
is the name of its class. A variant is written as its parent and the differences from it. Every other value is an object
with its fields. `schema` returns a JSON Schema for each kind, and ``python -m rami.ext.json FOLDER`` writes all schemas
into a folder.

Reading is strict. It raises `InvalidText` for unknown, missing and repeated keys, wrong types, numbers out of range,
overlong strings and lists, nesting that is too deep, and values that the rules of the game refuse. Each violation
gives the path of the wrong value, such as ``$.value.hands[3]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from rami.ext.json.converters import make_converter as make_converter
    from rami.ext.json.converters import violations as violations
    from rami.ext.json.documents import dumps as dumps
    from rami.ext.json.documents import effects as effects
    from rami.ext.json.documents import from_data as from_data
    from rami.ext.json.documents import loads as loads
    from rami.ext.json.documents import schema as schema
    from rami.ext.json.documents import to_data as to_data
    from rami.ext.json.kinds import FORMAT as FORMAT
    from rami.ext.json.kinds import KINDS as KINDS
    from rami.ext.json.plain import LARGEST_DOCUMENT as LARGEST_DOCUMENT
    from rami.ext.json.service import refusal as refusal
    from rami.ext.json.service import table_hint as table_hint
    from rami.ext.json.service import table_state as table_state
    from rami.ext.json.service import table_step as table_step

    __all__: list[str]
else:
    _HOMES = {
        "converters": "make_converter violations",
        "documents": "dumps effects from_data loads schema to_data",
        "kinds": "FORMAT KINDS",
        "plain": "LARGEST_DOCUMENT",
        "service": "refusal table_hint table_state table_step",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
