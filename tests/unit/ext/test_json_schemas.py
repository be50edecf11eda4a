"""The schemas, which are made from the classes: for the documents that rami writes, and for all that it reads."""

from __future__ import annotations

import json as plain_json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rami.ext import json
from rami.ext.json.__main__ import main

LEFT_OUT = {"Violation": {"because", "sentences"}, "ScoreReason": {"sentences"}}
"""Fields that are not written where they hold nothing."""

PYTHON = re.compile(r"\b(None|True|False|tuple|repr|mapping)\b|\(\)|==|\w\[\]|[A-Z]{2,}_[A-Z]")
"""Words that readers of JSON would not understand."""


def test_a_command_writes_them_all(tmp_path: Path) -> None:
    main(tmp_path)
    written = {path.stem: plain_json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()}
    assert written.pop("effects") == json.effects()
    assert written.pop("Document") == json.schema()
    assert written == {kind: json.schema(kind) for kind in json.KINDS}


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
    hands = json.schema("Setup")["$defs"]["Setup"]["properties"]["hands"]
    assert hands["description"].startswith("the cards of each seat, with ? for a hidden card; ")


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list or object in data with each key or index there."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])
