"""Write the tables of the pages about the wire from the schemas and the effects of events.

Each part is a file that the page of its name includes: `wire/moves.md` goes into `wire-moves.md`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import attrs

from rami.ext.json import KINDS, schema
from rami.ext.json.describing import described_fields, in_json, summary
from rami.ext.json.kinds import members_of
from rami.rounds.effects import EFFECTS, Effect

FOLDER = Path(__file__).parent / "reference" / "wire"
GROUPS: Mapping[str, tuple[str, ...]] = {
    "views": (
        *("PlayerView", "RoundContext", "Seat", "TableMeld", "TurnFacts", "Duty"),
        *("KnockFact", "Outcome", "Memory"),
    ),
    "games": ("Outline", "VariantRecord", "Parent", "Contract"),
    "moves": (*(each.__name__ for each in members_of(KINDS["Move"])), "Source", "Turn"),
    "refusals": ("RamiError", "Violation", "Verdict", "Placement", "Hint"),
    "draws": (
        *("CardsDealt", "TurnBegun", "TurnChanged", "StockDrawn", "DiscardTaken", "DiscardTouched"),
        *("StockRecycled", "CardDiscarded", "PenaltyDrawn", "UpcardPassed", "DiscardForSale"),
        *("DiscardBought", "TurnedShown", "TakenBack"),
    ),
    "melds": ("MeldsLaid", "TableRearranged", "CardLaidOff", "WildRecovered"),
    "ends": (
        *("HandShown", "PlayerFolded", "RoundEnded", "RoundScored", "RoundCounted", "BuyInAnswered"),
        *("PlayerLeft", "LastRoundAnnounced", "MatchEnded"),
    ),
    "scores": ("RoundScore", "ScoreLine", "ScoreReason", "Column", "Standing"),
    "matches": ("MatchRecord", *(each.__name__ for each in members_of(KINDS["Step"])), "Setup"),
}
"""The definitions of each part; all other definitions go into the last part, `others`."""
SAID_ELSEWHERE = {"Integer", "Text", "Parameters", "Parameter", "Options", "Option", "Move", "Event", "Step"}
"""Definitions that the pages explain in their text."""
WORDS = {
    "Integer": "integer",
    "Text": "text",
    "Parameters": "object of plain values",
    "Options": "object of plain values",
}
PLAIN = {
    "null": "null",
    "boolean": "true or false",
    "string": "text",
    "integer": "integer",
    "object": "object",
}


def write_wire() -> None:
    """Write the parts."""
    FOLDER.mkdir(exist_ok=True)
    found = schema()["$defs"]
    texts = {name: each for name, each in found.items() if "pattern" in each}
    placed = {*SAID_ELSEWHERE, *texts, *(f"{kind}Document" for kind in KINDS)}.union(*GROUPS.values())
    groups = {**GROUPS, "others": tuple(name for name in found if name not in placed)}
    parts: dict[str, Iterable[str]] = {"effects": _effects(), "texts": _texts(texts), "index": _index(groups)}
    for part, names in groups.items():
        parts[part] = _sections({name: found[name] for name in names}, found)
    for part, lines in parts.items():
        path, text = FOLDER / f"{part}.md", "\n".join((*lines, ""))
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _index(groups: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield a table of the pages with their definitions."""
    yield "| page | types |"
    yield "|---|---|"
    for part, names in groups.items():
        yield f"| {{doc}}`wire-{part}` | {', '.join(f'[{name}](#wire-{name.lower()})' for name in names)} |"


def _effects() -> Iterator[str]:
    yield "| effect | what a client does | fields |"
    yield "|---|---|---|"
    for effect in get_args(Effect):
        texts = described_fields(effect)
        fields = (f"`{each.name}`: {in_json(texts[each.name])}" for each in attrs.fields(effect))
        yield f"| `{effect.__name__}` | {summary(effect)} | {'<br>'.join(fields)} |"


def _texts(texts: Mapping[str, Any]) -> Iterator[str]:
    yield "| type | what it is | example |"
    yield "|---|---|---|"
    for name, each in texts.items():
        yield f'| `{name}` | {_cell(each["description"])} | `"{each["examples"][0]}"` |'


def _sections(definitions: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    """Yield a section for each definition: its description, its fields and, for an event, its effects."""
    events = {kind.__name__: effects for kind, effects in EFFECTS.items()}
    for name, each in definitions.items():
        yield f"(wire-{name.lower()})=\n"
        yield f"## {name}\n"
        yield f"{each['description']}\n"
        alternatives = each.get("oneOf", [each])
        if len(alternatives) > 1:
            kinds = ", ".join(f'`"{one["properties"]["type"]["const"]}"`' for one in alternatives)
            yield f"Its `type` is one of {kinds}; the first also has `move`.\n"
        yield from _fields(alternatives[0], found)
        if name in events:
            yield "[A client](#wire-event):\n" if events[name] else "A client does nothing.\n"
        for effect in events.get(name, ()):
            yield f"- {effect}"
        yield ""


def _fields(found: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[str]:
    fields = {key: each for key, each in found["properties"].items() if "const" not in each}
    if not fields:
        yield "It has only the field `type`.\n"
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    for key, each in fields.items():
        text = _cell(each.get("description", ""))
        absent = "" if key in found["required"] else " Left out if empty."
        yield f"| `{key}` | {_type(each, known)} | {text}{absent} |"
    yield ""


def _type(found: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Return the type of a field in words, with links."""
    if "allOf" in found:
        return _type(found["allOf"][0], known)
    if "$ref" in found:
        name = found["$ref"].rpartition("/")[2]
        if name in WORDS:
            return WORDS[name]
        return f"[{name}](#wire-{'texts' if 'pattern' in known[name] else name.lower()})"
    if "enum" in found:
        return " or ".join(f'`"{each}"`' for each in found["enum"])
    if "anyOf" in found:
        return " or ".join(dict.fromkeys(_type(each, known) for each in found["anyOf"]))
    if "prefixItems" in found:
        return f"[{', '.join(_type(each, known) for each in found['prefixItems'])}]"
    if found["type"] == "array":
        return f"list of {_type(found['items'], known)}"
    return PLAIN[found["type"]]


def _cell(text: str) -> str:
    return inspect.cleandoc(text).replace("|", "\\|").replace("*", "\\*").replace("\n", " ")
