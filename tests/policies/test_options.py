"""Names of options: typed overrides, flat names, aliases, sentences, ledger IDs."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, Literal, get_type_hints

import attrs
import pytest

from rami.policies import Contract, options, variant
from rami.policies.drawing import DiscardUse
from rami.policies.fields import options_of
from rami.policies.options import ALIASES, SLOTS, Alias, field_names, resolve
from rami.variants import CLASSIC_51

OVERRIDES = {
    "equipment": options.EquipmentOptions,
    "dealing": options.DealingOptions,
    "drawing": options.DrawingOptions,
    "melding": options.MeldingOptions,
    "opening": options.OpeningOptions,
    "table": options.TableOptions,
    "closing": options.ClosingOptions,
    "scoring": options.ScoringOptions,
    "match": options.MatchOptions,
    "conduct": options.ConductOptions,
}
FRIENDLIER: dict[str, Any] = {
    "wild_ranks": Collection[int],
    "discard_use": Collection[DiscardUse] | Literal["all"] | None,
    "contracts": Collection[Contract | str] | None,
}
OTHER_GAMES = {
    "LEB-DRAW-01",
    "R500-TURN-02",
    "VELVET-DRAW-02",
    "VELVET-JOK-03",
    "VELVET-OPEN-01",
}


def ledger() -> set[str]:
    path = Path(__file__).parents[1] / "data" / "rules.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"] for row in csv.DictReader(file)} | OTHER_GAMES


def test_every_slot_has_typed_overrides() -> None:
    assert list(OVERRIDES) == list(SLOTS)
    hints = get_type_hints(variant.Variant.with_)
    for slot, overrides in OVERRIDES.items():
        assert overrides in hints[slot].__args__


@pytest.mark.parametrize("slot", SLOTS)
def test_overrides_equal_the_class(slot: str) -> None:
    overrides: Any = OVERRIDES[slot]
    policy = SLOTS[slot]
    assert overrides.__total__ is False
    expected = {name: hint for name, hint in get_type_hints(policy).items() if name in field_names(policy)}
    assert get_type_hints(overrides) == {name: FRIENDLIER.get(name, hint) for name, hint in expected.items()}


def test_slots_are_those_of_a_variant() -> None:
    fields = [attribute.name for attribute in attrs.fields(variant.Variant)]
    assert fields == ["name", "slug", "version", *SLOTS, "rule_ids", "rules"]
    assert all(policy.slot == slot for slot, policy in SLOTS.items())


def test_flat_names_are_unique() -> None:
    names = Counter(name for policy in SLOTS.values() for name in field_names(policy))
    assert [name for name, count in names.items() if count > 1] == []
    assert not set(names) & set(ALIASES)


@pytest.mark.parametrize("name", ALIASES)
def test_aliases_lead_to_fields(name: str) -> None:
    slot, _, field = ALIASES[name].field.partition(".")
    assert field in field_names(SLOTS[slot])


@pytest.mark.parametrize(
    "name,value,expected",
    [
        ("opening", 71, ("opening", "minimum", 71)),
        ("minimum", 71, ("opening", "minimum", 71)),
        ("opening.minimum", 71, ("opening", "minimum", 71)),
        ("single_ace", True, ("melding", "max_run", 13)),
        ("single_ace", False, ("melding", "max_run", 14)),
        ("single_ace", 1, ("melding", "max_run", 1)),
        ("table_rearrange", "none", ("table", "take", "off")),
        ("table_rearrange", "take", ("table", "take", "opened")),
        ("table_rearrange", "free", ("table", "take", "free")),
        ("joker_hand", 50, ("scoring", "joker_hand_value", 50)),
        ("pickup_threshold", 71, ("opening", "pickup_minimum", 71)),
        ("first_round_discard_draw", False, ("drawing", "first_round_discard", False)),
        ("first_round_melds", False, ("opening", "first_round_melds", False)),
        ("velvet_close", "nobody_laid", ("scoring", "dry_when", "nobody_laid")),
        ("match", "hands", ("match", "end", "hands")),
        ("elimination", 101, ("match", "elimination_limit", 101)),
        ("hollywood", True, ("match", "columns", 3)),
        ("hollywood", False, ("match", "columns", 1)),
        ("shutout", True, ("match", "shutout_doubles", True)),
        ("gin_dealer", "winner", ("match", "dealer_rotation", "winner")),
        ("fru_tie", "shared", ("match", "contract_tie", "shared")),
        ("conduct", "explicit", ("conduct", "mode", "explicit")),
        ("nonsense", 1, None),
        ("opening.nonsense", 1, ("opening", "nonsense", 1)),
        ("nonsense.minimum", 1, None),
        ("equipment", 1, None),
        ("opening.", 1, None),
        ("", 1, None),
    ],
)
def test_flat_names(name: str, value: object, expected: object) -> None:
    assert resolve(name, value) == expected


def test_an_alias_passes_other_values_on() -> None:
    assert Alias("x.y", ((True, 1),)).translate([2]) == [2]


@pytest.mark.parametrize("slot", SLOTS)
def test_rules_of_options_are_in_the_ledger(slot: str) -> None:
    known = ledger()
    for name, option in options_of(SLOTS[slot]).items():
        assert set(option.rules) <= known, name
        assert len(set(option.rules)) == len(option.rules), name


def test_rule_ids_of_variants_are_in_the_ledger() -> None:
    assert {rule for _, rule in CLASSIC_51.rule_ids} <= ledger()


@pytest.mark.parametrize("slot", SLOTS)
def test_rule_ids_in_docstrings_are_in_the_ledger(slot: str) -> None:
    shape = re.compile(r"\b(?:R51|R500|VARIATION|MILLE|LEB|VELVET|FRU|GIN)-[A-Z]+-[0-9]+\b")
    cited = set(shape.findall(SLOTS[slot].__doc__ or ""))
    assert cited <= ledger() | {"R500-MATCH-01", "R500-MATCH-02", "VELVET-MATCH-01"}


@pytest.mark.parametrize("slot", SLOTS)
def test_every_value_has_a_sentence(slot: str) -> None:
    samples: list[object] = [
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        13,
        14,
        71,
        (1, 2, 3),
        (2,),
        (2, 7),
        "double",
        "pile",
    ]
    for name, option in options_of(SLOTS[slot]).items():
        keys = list(option.text) if not isinstance(option.text, str) else []
        for value in [*samples, *keys, getattr(SLOTS[slot](), name)]:
            if value is not ... and option.values.accepts(value):
                sentence = option.sentence(value)
                assert re.fullmatch(r"[A-Z0-9].*\.", sentence), (name, value)
                assert "{" not in sentence


def test_words_of_options_have_their_own_sentence() -> None:
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            for word in re.findall(r"'(\w+)'", option.values.expected):
                if option.values.accepts(word) and not isinstance(option.text, str):
                    assert word in option.text, f"{slot}.{name}"
