"""JSON of every value of rami, by cattrs: to store games and to send them.

It needs the extra `json`: ``pip install rami[json]``.

>>> from rami import Match, TakeDiscard, variants
>>> from rami.ext import json
>>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
>>> json.loads(json.dumps(match), Match) == match
True

A document is an object with the version of the format, the kind of the value and the value.  Cards and melds are their
texts, a move or an event is an object that names its class as its ``type``, a variant is a parent and the differences
from it, and every other value is an object with its fields; seeds and fractions are texts of digits.  `schema` gives a
JSON Schema of each kind, and ``python -m rami.ext.json FOLDER`` writes all of them into a folder.

Reading is strict.  Unknown, missing and doubled keys, other types, numbers out of range, too long texts and lists, too
deep nesting and everything that the rules refuse are an `InvalidText` whose violations give the path of each fault.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("cattrs") is None:
    raise ImportError("rami.ext.json needs cattrs: pip install rami[json]")

from rami.ext.json._converter import violations
from rami.ext.json.documents import dumps, from_data, loads, make_converter, schema, to_data
from rami.ext.json.kinds import FORMAT, KINDS
from rami.ext.json.plain import LARGEST_DOCUMENT

__all__ = [
    "FORMAT",
    "KINDS",
    "LARGEST_DOCUMENT",
    "dumps",
    "from_data",
    "loads",
    "make_converter",
    "schema",
    "to_data",
    "violations",
]
