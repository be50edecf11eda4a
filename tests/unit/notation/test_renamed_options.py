"""Every reader of a stored variant knows the old names of options; a frozen record shows one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.record_edits import signed
from tests.support.refusals import refusal

from rami import Match, Round, Variant, variants
from rami.errors import RamiError, Reason
from rami.ext import json
from rami.notation import houses, parse_position, position_text, records
from rami.notation._differences import RENAMED
from rami.policies.declaring.options import SLOTS, field_names
from rami.policies.declaring.values import RESERVED
from rami.sessions import Session
from rami.sessions import records as session_records

FROZEN = (Path(__file__).parents[2] / "data" / "records" / "renamed-option.txt").read_text(encoding="utf-8")
OLD, NEW = "recover_twos", "recover_wild_ranks"
HOUSE = variants.FRUSTRATION.with_(slug="jokers-only", table={"recover_wild_ranks": False})


def _session() -> Session:
    return Session.start(HOUSE, ["Ana", "Bruno"], seed=7)


def _from_rows(edit: Callable[[str], str]) -> Variant:
    first, *rows = _session().rows()
    stored: dict[str, Any] = first["variant"]
    options = {edit(name): value for name, value in stored["options"].items()}
    return Session.from_rows([{**first, "variant": {**stored, "options": options}}, *rows]).match.variant


READERS: dict[str, Callable[[Callable[[str], str]], Variant]] = {
    "a house-rule file": lambda edit: houses.loads(edit(houses.dumps(HOUSE))),
    "typed options": lambda edit: houses.variant_named(
        "frustration", edit(f"slug=jokers-only; table.{NEW}=false")
    ),
    "a position": lambda edit: (
        parse_position(edit(position_text(Round.deal(HOUSE, players=2, seed=7).setup))).variant
    ),
    "a record": lambda edit: (
        records.loads(signed(edit(records.dumps(Match.start(HOUSE, players=2, seed=7))))).variant
    ),
    "the record of a session": lambda edit: (
        session_records.loads(signed(edit(session_records.dumps(_session())))).match.variant
    ),
    "rows": _from_rows,
    "JSON": lambda edit: json.loads(edit(json.dumps(HOUSE)), Variant),
}


def test_a_frozen_record_with_an_old_name_is_read() -> None:
    match = records.loads(FROZEN)
    assert match.variant == HOUSE
    assert len(match.log[0]) == 12
    assert records.loads(records.dumps(match)) == match


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_every_reader_knows_the_old_name(
    reader: Callable[[Callable[[str], str]], Variant],
) -> None:
    assert reader(lambda text: text.replace(NEW, OLD)) == reader(str) == HOUSE


def _in_json(options: dict[str, Any]) -> Variant:
    data = json.to_data(HOUSE)
    data["value"]["options"] = options
    return json.from_data(data, Variant)


@pytest.mark.parametrize(
    ("read", "place"),
    [
        (lambda: records.loads(signed(FROZEN.replace("false", "3"))), ("line", 5)),
        (lambda: _in_json({f"table.{OLD}": 3}), ("path", f'$.value.options["table.{OLD}"]')),
    ],
    ids=["record", "JSON"],
)
def test_a_fault_has_the_place_of_the_old_name(read: Callable[[], object], place: tuple[str, object]) -> None:
    assert place in refusal(RamiError, read).violations[0].params


def test_one_option_under_both_names_is_refused() -> None:
    both = f"[table]\n{OLD} = false\n{NEW} = false"
    twice: tuple[Callable[[], object], ...] = (
        lambda: houses.loads(f'parent = "frustration"\nslug = "jokers-only"\n{both}'),
        lambda: _in_json({f"table.{OLD}": False, f"table.{NEW}": False}),
        lambda: records.loads(signed(FROZEN.replace("players", f"option table.{NEW} = false\nplayers"))),
    )
    for read in twice:
        assert refusal(RamiError, read).violations[0].code == Reason.KEY_TWICE


def test_old_names_lead_to_options_and_name_none() -> None:
    options = {f"{slot}.{field}" for slot, policy in SLOTS.items() for field in field_names(policy)}
    assert set(RENAMED.values()) <= options
    assert options.isdisjoint(RENAMED)
    assert RENAMED.keys().isdisjoint(RESERVED)
