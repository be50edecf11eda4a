"""The pages of the wire list every kind of event with its effects, and every other value, exactly once."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from tests.support.programs import EXAMPLES

from rami import PlayerView
from rami.ext import json
from rami.ext.json.kinds import types_of
from rami.rounds.effects import EFFECTS, Effect

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("wire*.md")}


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the parts that the pages include, by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        made = import_module("_wire")
        folder = tmp_path_factory.mktemp("wire")
        patch.setattr(made, "FOLDER", folder)
        made.write_wire()
        sys.modules.pop("_wire")
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_pages_include_all_parts(parts: dict[str, str]) -> None:
    included = [part for page in PAGES.values() for part in re.findall(r"\{include\} wire/(\w+)\.md", page)]
    assert sorted(included) == sorted(parts)


def test_the_index_names_the_page_of_each_type(parts: dict[str, str]) -> None:
    rows = re.findall(r"^\| \{doc\}`(wire-(\w+))` \| (.+) \|$", parts["index"], re.MULTILINE)
    assert {page for page, _, _ in rows} <= PAGES.keys()
    for page, part, names in rows:
        assert f"{{include}} wire/{part}.md" in PAGES[page]
        assert re.findall(r"\[(\w+)\]", names) == re.findall(r"^## (\w+)$", parts[part], re.MULTILINE)


def test_every_definition_has_one_place(parts: dict[str, str]) -> None:
    sections = [name for text in parts.values() for name in re.findall(r"^## (\w+)$", text, re.MULTILINE)]
    texts = re.findall(r"^\| `(\w+)`", parts["texts"], re.MULTILINE)
    found = [*sections, *texts]
    assert len(found) == len(set(found))
    named = {name for name, each in json.schema()["$defs"].items() if {"properties", "pattern"} & each.keys()}
    assert named - {"Options"} - {f"{kind}Document" for kind in json.KINDS} <= set(found)


def test_events_have_their_fields_and_effects(parts: dict[str, str]) -> None:
    text = "".join(parts[part] for part in ("draws", "melds", "ends"))
    events = re.split(r"^## (\w+)$", text, flags=re.MULTILINE)
    found = dict(zip(events[1::2], events[2::2], strict=True))
    assert sorted(events[1::2]) == sorted(kind.__name__ for kind in EFFECTS)
    for kind, effects in EFFECTS.items():
        text = found[kind.__name__]
        assert re.findall(r"^\| `(\w+)`", text, re.MULTILINE) == list(types_of(kind))
        assert re.findall(r"^- (.+)$", text, re.MULTILINE) == list(map(str, effects))


def test_every_effect_is_described(parts: dict[str, str]) -> None:
    rows = re.findall(r"^\| `(\w+)` \| [A-Z].+\. \|", parts["effects"], re.MULTILINE)
    assert rows == [effect.__name__ for effect in get_args(Effect)]


def test_links_lead_to_a_place_of_the_pages(parts: dict[str, str]) -> None:
    whole = "\n".join((*PAGES.values(), *parts.values()))
    places = re.findall(r"^\(([\w-]+)\)=$", whole, re.MULTILINE)
    assert len(places) == len(set(places))
    assert set(re.findall(r"\]\(#([\w-]+)\)", whole)) <= {*places}


def test_what_no_event_tells_is_named() -> None:
    """Every other fact of a view is set by an effect, or is the viewer, or is counted from the hands."""
    text = (EXAMPLES / "client" / "client.mjs").read_text(encoding="utf-8")
    listed = re.search(r"NOT_FOLLOWED = \[(.+)\]", text)
    assert listed
    kept = set(re.findall(r"\w+", listed[1]))
    every = (effect for effects in EFFECTS.values() for effect in effects)
    followed = {getattr(effect, "fact", "").partition(".")[0] for effect in every}
    cards = {"hands", "hand", "hand_sizes", "discards", "stock_size", "table", "seats", "viewer"}
    assert set(types_of(PlayerView)) - followed - cards == kept
    unchanged = PAGES["wire-following"].partition("no event changes them")[2].partition("\n\n")[0]
    for name in kept - {"events", "mark"}:
        assert f"`{name}`" in unchanged
