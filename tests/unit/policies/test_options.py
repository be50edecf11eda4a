"""The names of options: their types, their sentences, and their rules in the ledger."""

from __future__ import annotations

import inspect
from collections import Counter
from typing import Literal, get_args, get_origin, get_type_hints

import attrs
import pytest
from tests.support.presets import SLUGS
from tests.support.tracing import ledger
from tests.support.write_overrides import PATH, text

from rami import variants
from rami.policies import Opening, variant
from rami.policies.declaring import overrides
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS, field_names


def test_keywords_of_with_follow_from_the_policies() -> None:
    assert PATH.read_text(encoding="utf-8") == text(), "python -m tests.support.write_overrides"
    hints = get_type_hints(variant.Variant.with_)
    for slot in SLOTS:
        assert getattr(overrides, f"{slot.title()}Options") in hints[slot].__args__


@pytest.mark.parametrize("slot", SLOTS)
def test_words_of_a_type_are_those_that_have_a_sentence(slot: str) -> None:
    hints = get_type_hints(SLOTS[slot])
    for name, option in options_of(SLOTS[slot]).items():
        members = get_args(hints[name]) if get_origin(hints[name]) is not frozenset else ()
        kinds = [each for each in (hints[name], *members) if get_origin(each) is Literal]
        words = {word for kind in kinds for word in get_args(kind) if isinstance(word, str)}
        values = option.values
        allowed = {word for word in values.allowed if isinstance(word, str) and values.accepts(word)}
        assert allowed <= words == {word for word in option.text if isinstance(word, str)}, name


def test_slots_are_those_of_a_variant() -> None:
    fields = [attribute.name for attribute in attrs.fields(variant.Variant)]
    assert fields == ["name", "slug", "version", *SLOTS, "ledger"]
    assert all(policy.slot == slot for slot, policy in SLOTS.items())


def test_names_are_unique() -> None:
    names = Counter(name for policy in SLOTS.values() for name in field_names(policy))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("slug", [*SLUGS, "plain"])
def test_rules_of_variants_are_in_the_ledger(slug: str) -> None:
    found = variants.get(slug).ledger
    assert {*dict(found.rules), *dict(found.cited).values()} <= set(ledger())


@pytest.mark.parametrize("slot", SLOTS)
def test_docstrings_list_the_options(slot: str) -> None:
    doc = " ".join((SLOTS[slot].__doc__ or "").split())
    for name, option in options_of(SLOTS[slot]).items():
        assert f" {name}: " in doc
        for sentence in option.templates:
            assert " ".join(sentence.split()) in doc


def test_docstrings_name_the_needs_of_an_option() -> None:
    doc = inspect.getdoc(Opening) or ""
    assert "    run_gap: None, 1..10; None by default. It needs contracts.\n" in doc
    assert (
        "        - 1: There must be a gap of at least one rank between two runs of a contract in the same\n"
        "          suit.\n" in doc
    )
