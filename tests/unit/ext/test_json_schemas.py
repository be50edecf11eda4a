"""The schemas, which are made from the classes: for the documents that rami writes, and for all that it reads."""

from __future__ import annotations

import copy
import json as plain_json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.support.depth import share_of, some
from tests.support.examples import errors, small
from tests.support.strategies import VARIANTS, walk, whole_match

from rami import PlayerView, RamiError, Round
from rami.errors import InvalidText
from rami.ext import json
from rami.ext.json.__main__ import main

SECONDS = float(os.environ.get("RAMI_FUZZ_SECONDS", some(4)))
SEED = int(os.environ.get("RAMI_FUZZ_SEED", "1"))
SLOWEST = 10.0

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 53, 64, 10**9, 2**53 - 1, 2**53, 10**30, 0.5, 1.0, -0.0,
    "", "?", "*", "7♠", "A♠ 2♠ 3♠", "7♠ 7♠ *", "7s", "low", "x" * 300, "\ud800", "3/2", "1/0", "2/4", "over", "play",
    "draw", "layoff", "classic-51", "gin", "type", "none", [], {}, [0], ["7♠"], {"type": "Discard", "card": "7♠"},
    [[]], [[], []], {"slug": "gin", "version": 1}, {"set": [[1], [1]]},
)  # fmt: skip


LEFT_OUT = {"Violation": {"because", "sentences"}, "ScoreReason": {"sentences"}}
"""Fields that are not written where they hold nothing."""

PYTHON = re.compile(r"\b(None|True|False|tuple|repr|mapping)\b|\(\)|==|\w\[\]|[A-Z]{2,}_[A-Z]")
"""Words that readers of JSON would not understand."""


@cache
def validator(kind: str, *, accepted: bool = False) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.schema(kind, accepted=accepted))


def test_a_command_writes_them_all(tmp_path: Path) -> None:
    main(tmp_path)
    written = {path.stem: plain_json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()}
    assert written.pop("effects") == json.effects()
    assert written.pop("Document") == json.schema()
    assert written == {kind: json.schema(kind) for kind in json.KINDS}


def test_every_document_is_valid_by_its_schema() -> None:
    for document in share_of(documents()):
        for accepted in (False, True):
            assert validator(document["type"], accepted=accepted).is_valid(document), document


def test_a_schema_of_any_kind_takes_them_all() -> None:
    schema = json.schema()
    whole = jsonschema.Draft202012Validator(schema)
    whole.check_schema(schema)
    assert {each["$ref"] for each in schema["oneOf"]} == {f"#/$defs/{kind}Document" for kind in json.KINDS}
    for kind in json.KINDS:
        (example,) = json.schema(kind)["examples"]
        whole.validate(example)


def test_documents_have_every_field() -> None:
    for name, found in json.schema()["$defs"].items():
        if "properties" in found and name != "Options":
            left_out = found["properties"].keys() - set(found["required"])
            assert left_out == LEFT_OUT.get(name, set()), name


@pytest.mark.parametrize("accepted", [False, True])
def test_definitions_have_examples(accepted: bool) -> None:
    whole = json.schema(accepted=accepted)
    for name, found in whole["$defs"].items():
        if "pattern" in found or ("properties" in found and name != "Options"):
            assert found["examples"], name
        for example in found.get("examples", ()):
            jsonschema.Draft202012Validator({**whole, **found, "oneOf": [{}]}).validate(example)


def test_descriptions_speak_json() -> None:
    for inside, key in places(json.schema()):
        if key == "description" and isinstance(inside[key], str):
            assert not PYTHON.search(inside[key]), inside[key]


@pytest.mark.search(cases=11)
@pytest.mark.parametrize("kind", list(json.KINDS))
def test_schemas_are_schemas(kind: str) -> None:
    schema = json.schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    text = plain_json.dumps(schema)
    for name in schema["$defs"]:
        assert f'"#/$defs/{name}"' in text
    assert json.schema(json.KINDS[kind]) == schema


def test_options_have_the_values_that_are_declared() -> None:
    options = {"$defs": json.schema("Variant")["$defs"], "$ref": "#/$defs/Options"}
    allows = jsonschema.Draft202012Validator(options).is_valid
    assert allows({"opening.minimum": 71, "opening.clean": "none", "opening.escalates": True, "slug": "ours"})
    for name, value in (("minimum", -1), ("clean", "sometimes"), ("escalates", 1.5), ("contracts", {})):
        assert not allows({f"opening.{name}": value})


def test_fields_have_descriptions() -> None:
    fields = json.schema("Setup")["$defs"]["Setup"]["properties"]
    assert (
        fields["hands"]["description"]
        == "the cards of each seat, with ? for a hidden card; empty for a seat that does not play."
    )
    assert "default" in json.schema("Setup")["$defs"]["Setup"]["description"] or all(
        "description" in field for field in fields.values()
    )


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """Documents of every kind."""
    values = [value for listed in small().values() for value in listed] + list(errors())
    for variant in VARIANTS[::3]:
        values += walk(variant, 2)[::40]
        steps = whole_match(variant, 1, 30)
        values += [steps[len(steps) // 2], steps[-1]]
        values += [match.view(viewer, since=0) for match in steps[::9] for viewer in (None, 0, 1)]
    return tuple(map(json.to_data, values))


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list or object in data with each key or index there."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


def changed(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the document with a few parts taken away, put elsewhere or replaced."""
    found = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        listed = list(places(found))
        if not listed:
            break
        inside, key = rng.choice(listed)
        match rng.randrange(6):
            case 0:
                del inside[key]
            case 1 if isinstance(inside, dict):
                inside[rng.choice(("type", "extra", key + "x", "value"))] = inside[key]
            case 1 | 2 if isinstance(inside, list):
                inside.insert(rng.randrange(len(inside) + 1), copy.deepcopy(rng.choice((inside[key], *JUNK))))
            case 3:
                other, place = rng.choice(listed)
                inside[key] = copy.deepcopy(other[place]) if place in keys_of(other) else None
            case 4 if isinstance(inside[key], str) and inside[key]:
                at = rng.randrange(len(inside[key]))
                inside[key] = (
                    inside[key][:at] + rng.choice("7♠A♥* ?(/0-") + inside[key][at + rng.randrange(2) :]
                )
            case _:
                inside[key] = copy.deepcopy(rng.choice(JUNK))
    return found


def keys_of(inside: Any) -> Any:
    return inside if isinstance(inside, dict) else range(len(inside))


def read(tried: Callable[[], Any]) -> tuple[Any, RamiError | None]:
    """Return the value and the refusal; any other exception is a failure, and so is a long time."""
    begun = time.process_time()
    try:
        return tried(), None
    except RamiError as error:
        return None, error
    finally:
        assert time.process_time() - begun < SLOWEST


@pytest.mark.slow
def test_changed_documents_are_refused_with_their_paths_or_read_as_they_are() -> None:
    originals = documents()
    end = time.monotonic() + SECONDS
    seen = {"refused": 0, "read": 0, "schema": 0}
    for number in count():
        if number >= 300 and time.monotonic() > end:
            break
        rng = random.Random(f"{SEED}/{number}")
        original = rng.choice(originals)
        document = changed(original, rng)
        found, refusal = read(partial(json.from_data, document))
        valid = validator(original["type"], accepted=True).is_valid(document)
        seen["schema"] += not valid
        if refusal is not None:
            assert type(refusal) is InvalidText, document
            assert all("path" in dict(each.params) for each in refusal.violations), document
            assert len(str(refusal)) < 100_000
            seen["refused"] += 1
            continue
        assert valid or document["type"] != original["type"], document
        assert validator(document["type"], accepted=True).is_valid(document), document
        again = json.from_data(json.to_data(found), document["type"])
        assert again == found or isinstance(found, RamiError), document
        if isinstance(found, PlayerView):
            read(partial(Round.sampled, found, 1))
            assert all(move in found.legal_moves for move in islice(found.legal_moves, 5)), document
        seen["read"] += 1
    assert min(seen.values()) > 0, seen


def test_changed_texts_are_refused_or_read() -> None:
    originals = [
        plain_json.dumps(each, ensure_ascii=False) for each in documents() if len(str(each)) < 20_000
    ]
    end = time.monotonic() + SECONDS / 2
    seen = {"refused": 0, "read": 0}
    for number in count():
        if number >= 200 and time.monotonic() > end:
            break
        rng = random.Random(f"{SEED}/text/{number}")
        text = rng.choice(originals)
        for _ in range(rng.choice((1, 1, 2, 5))):
            at, size = rng.randrange(len(text) + 1), rng.choice((0, 1, 1, 3, 30))
            new = rng.choice(
                ('"', "{", "[", "]", "}", ",", ":", "\\", "9", "-", "e9", "null", text[at : at + 40], "")
            )
            text = text[:at] + new + text[at + size :]
        _, refusal = read(partial(json.loads, text))
        seen["read" if refusal is None else "refused"] += 1
    assert min(seen.values()) > 0, seen
