"""The variants of rami, and the variants that other packages add."""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest
from tests.support.depth import some
from tests.support.refusals import refusal

from rami import variants
from rami.errors import Reason, UnknownVariant
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.testing import check_variant
from rami.variants import CLASSIC_51, PLAIN

OTHER = CLASSIC_51.with_(slug="other-game", opening={"minimum": 81})
NO_VARIANT = "not a variant"


@pytest.fixture
def other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints(
        EntryPoint(slug, f"{__name__}:{name}", "rami.variants")
        for slug, name in [("other-game", "OTHER"), ("broken", "NO_VARIANT"), ("classic-51", "OTHER")]
    )
    objects: dict[str, Any] = {"OTHER": OTHER, "NO_VARIANT": NO_VARIANT}

    def found(*, group: str) -> EntryPoints:
        assert group == "rami.variants"
        return points

    def load(point: EntryPoint) -> object:
        return objects[point.attr]

    monkeypatch.setattr(importlib.metadata, "entry_points", found)
    monkeypatch.setattr(EntryPoint, "load", load)


def test_rules_that_classic_51_cites_are_for_reasons() -> None:
    assert {code for code, _ in CLASSIC_51.ledger.cited} <= {reason.value for reason in Reason}
    assert CLASSIC_51.rule_id(Reason.OPENING_POINTS) == "R51-OPEN-01"
    assert CLASSIC_51.rule_id("discard_at_one_card") == "R51-CARTE-02"
    assert CLASSIC_51.rule_id("not_a_code") is None


def test_available_and_get() -> None:
    assert variants.available()[0] == "basic-rummy"
    assert variants.get("classic-51") is CLASSIC_51
    assert variants.get(CLASSIC_51.slug) == CLASSIC_51


@pytest.mark.slow
def test_plain_rummy_is_a_parent_without_rules_of_its_own() -> None:
    assert variants.get("plain") is PLAIN
    assert PLAIN.slug not in variants.available()
    settings = PLAIN.with_(match={"target": None, "end": "hands", "hands": 1}).settings()
    settings["match.hands"] = None
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            assert not option.quiet or option.is_quiet(settings[f"{slot}.{name}"]), f"{slot}.{name}"
    assert check_variant(PLAIN, rounds=some(2)).positions


@pytest.mark.usefixtures("other_packages")
def test_variants_of_other_packages() -> None:
    assert variants.available()[-2:] == ("broken", "other-game")
    assert variants.available().count("classic-51") == 1
    assert variants.get("other-game") == OTHER
    assert variants.get("classic-51") is CLASSIC_51


@pytest.mark.usefixtures("other_packages")
@pytest.mark.parametrize(
    "slug,nearest",
    [("classic-15", "classic-51"), ("other", "other-game"), ("zzz", None), ("", None), ("broken", None)],
)
def test_no_such_variant(slug: str, nearest: str | None) -> None:
    error = refusal(UnknownVariant, variants.get, slug)
    (violation,) = error.violations
    assert violation.code == Reason.UNKNOWN_VARIANT
    assert violation["nearest"] == nearest
    assert (nearest or "classic-51") in str(error)


@pytest.mark.parametrize("slug", [None, 51, ["classic-51"], CLASSIC_51])
def test_a_slug_is_a_text(slug: Any) -> None:
    with pytest.raises(UnknownVariant):
        variants.get(slug)
