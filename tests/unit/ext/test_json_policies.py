"""In JSON, a custom policy is only a slug and a version, and no document can create a policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.custom import ThreeMelds
from tests.support.refusals import codes_of, refusal
from tests.unit.testing.test_outside_package import PACKAGE, install_metadata

from rami import Match, Round, Variant, variants
from rami.errors import InvalidText, Reason
from rami.ext import json
from rami.policies import Ledger

CLASSIC = variants.CLASSIC_51


MINE = CLASSIC.with_(name="Mine", slug="mine", version=4, opening=ThreeMelds(), equipment={"jokers": 2})


def refused(data: object, kind: type[Any], *known: Variant) -> list[str]:
    return [str(each) for each in refusal(InvalidText, json.from_data, data, kind, variants=known).violations]


def test_it_is_written_as_slug_and_version() -> None:
    text = json.dumps(MINE)
    assert json.to_data(MINE)["value"] == {
        "slug": "mine",
        "version": 4,
        "parent": {"slug": "classic-51", "version": 1},
        "options": {"name": "Mine", "slug": "mine", "version": 4, "equipment.jokers": 2},
        "policies": ["opening"],
    }
    assert "ThreeMelds" not in text
    assert __name__ not in text


def test_without_the_variant_nothing_is_rebuilt() -> None:
    for value in (MINE, Round.deal(MINE, players=2), Match.start(MINE, players=2)):
        for found in refused(json.to_data(value), type(value)):
            assert "variant.policies[0]: " in found.replace("$.value.p", "$.variant.p")
            assert found.endswith(
                "has a custom policy, which cannot be written as text: pass the variant when you read the text"
            )


@pytest.mark.parametrize("value", [MINE, Round.deal(MINE, players=2, seed=3), Match.start(MINE, players=2)])
def test_with_the_variant_values_are_rebuilt(value: object) -> None:
    text = json.dumps(value)
    assert json.loads(text, type(value), variants=[MINE]) == value
    assert json.loads(text, variants={"mine": MINE, "gin": variants.GIN}) == value


def test_another_version_is_refused() -> None:
    data = json.to_data(MINE)
    newer = MINE.with_(version=5)
    (other,) = refused(data, Variant, newer)
    assert other.startswith("at $.value.version: this text was written for version 4 of mine")
    data["value"]["parent"]["version"] = 9
    (other,) = refused(data, Variant, MINE)
    assert other.startswith("at $.value.parent.version: this text was written for version 9 of classic-51")


def test_another_variant_of_that_name_is_refused() -> None:
    data = json.to_data(MINE)
    other = MINE.with_(equipment={"jokers": 3})
    (only,) = refused(data, Variant, other)
    assert "differ in equipment.jokers" in only
    tame = CLASSIC.with_(name="Mine", slug="mine", version=4, equipment={"jokers": 2})
    (only,) = refused(data, Variant, tame)
    assert "pass the variant when you read the text" in only
    data["value"]["policies"] = ["opening", "scoring"]
    assert any("pass the variant" in each for each in refused(data, Variant, MINE))
    data["value"]["policies"] = ["opening", "opening"]
    (twice,) = refused(data, Variant, MINE)
    assert twice == "at $.value.policies: policies contradicts the rest of the document"


def test_variants_that_are_given_may_be_parents() -> None:
    data = json.to_data(MINE)
    data["value"]["parent"] = {"slug": "mine", "version": 4}
    data["value"].update(options={}, policies=[])
    assert json.from_data(data, Variant, variants=[MINE]) == MINE
    data["value"].update(options={"opening.minimum": 71})
    assert "opening" in refused(data, Variant, MINE)[0]


def test_a_variant_may_keep_the_slug_of_its_parent() -> None:
    same = CLASSIC.with_(opening=ThreeMelds(2))
    text = json.dumps(same)
    assert json.loads(text, Variant, variants=[same]) == same
    house = CLASSIC.with_(dealing={"hand_size": 12})
    assert json.loads(json.dumps(house), Variant, variants=[same]) == house
    assert json.loads(json.dumps(CLASSIC), Variant, variants=[same]) == CLASSIC


def test_a_variant_that_is_given_keeps_its_written_rules() -> None:
    for ledger in (Ledger("same"), Ledger("same", {"HOME-01": "opening.minimum"})):
        same = CLASSIC.with_(slug="same", opening=ThreeMelds(), ledger=ledger)
        assert json.loads(json.dumps(same), Variant, variants=[same]).ledger == ledger


def test_only_variants_can_be_given() -> None:
    assert codes_of(InvalidText, json.loads, "{}", variants=["classic-51"]) == [Reason.WRONG_TYPE]


def test_variants_of_other_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_metadata(tmp_path)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(PACKAGE))
        patch.syspath_prepend(str(tmp_path))
        remik = variants.get("remik")
        text = json.dumps(remik)
        assert json.to_data(remik)["value"]["parent"] == {"slug": "remik", "version": remik.version}
        assert json.loads(text, Variant) == remik
    with pytest.raises(InvalidText, match="there is no variant 'remik'"):
        json.loads(text, Variant)
    assert json.loads(text, Variant, variants=[remik]) == remik
