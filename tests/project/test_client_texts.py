"""The JavaScript client makes the same sentences as rami from codes and parameters, in every language."""

from __future__ import annotations

import json as plain_json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest
from tests.support.depth import some
from tests.support.examples import errors
from tests.support.presets import PRESETS
from tests.support.programs import EXAMPLES, answer_of
from tests.support.refusals import refusal
from tests.support.strategies import walk, whole_match

from rami import RamiError, Variant, variants
from rami.cards.moves import (
    BigGin,
    Discard,
    DrawStock,
    Fold,
    Knock,
    LayDown,
    LayOff,
    Move,
    SwapWild,
    TakeDiscard,
)
from rami.errors import Violation
from rami.ext import json
from rami.locales import language, languages, phrases, text
from rami.policies.results.scores import ScoreReason

CLIENT = EXAMPLES / "client" / "texts.mjs"
NAMES = ("Ana", "Bruno", "Héloïse")
DRIVER = """
import { readFileSync } from "node:fs";
import { Texts } from "%s";
const { phrases, names, values } = JSON.parse(readFileSync(0, "utf-8"));
const texts = new Texts(phrases, names);
const made = values.map(({ type, value }) => (type === "Violation" ? texts.violation(value) : texts.step(value)));
console.log(JSON.stringify(made));
"""
TRIED: tuple[Move, ...] = (
    DrawStock(), TakeDiscard(), TakeDiscard(3), Discard("K♥"), Discard("7♠", announce=True), Fold(), Knock("4♣"),
    BigGin(), LayDown(["7♠ 8♠ 9♠"]), LayDown(["Q♦ K♦ *", "A♣ A♥ A♠"]), LayDown(["T♥ T♥ T♥"]), LayOff("T♦", 0),
    LayOff("A♠", 1, "low"), LayOff("Q♣", 2), SwapWild(0, None, "4♠"), SwapWild(1, 1, "J♥"),
)  # fmt: skip


@cache
def violations(variant: Variant) -> tuple[Violation, ...]:
    """Return the reasons against these moves in positions of a game, without duplicates."""
    found = [
        violation
        for position in walk(variant, 4)[::5]
        for move in (*TRIED, *islice(position.legal_moves, 3))
        for by in (None, 0, 1)
        for violation in position.explain(move, by)
    ]
    return tuple(dict.fromkeys(found))


def steps(variant: Variant) -> tuple[ScoreReason, ...]:
    """Return the steps of the scores of a match."""
    scores = whole_match(variant, 1, some(300))[-1].scores
    found = [reason for score in scores for line in score.lines for reason in line.reasons]
    return tuple(dict.fromkeys(found))


def made(lang: str, faces: Any, names: tuple[str, ...], values: Sequence[object]) -> list[str]:
    """Return the sentences of the client."""
    data = [json.to_data(each) for each in values]
    sent = {"phrases": phrases(lang, faces), "names": names, "values": data}
    sentences: list[str] = answer_of(DRIVER % CLIENT.as_uri(), typed=plain_json.dumps(sent))
    return sentences


@pytest.mark.parametrize("lang", languages())
@pytest.mark.search(cases=6)
@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_sentences_are_those_of_the_server(variant: Variant, lang: str) -> None:
    faces = variant.equipment.faces
    values = [*violations(variant), *steps(variant)]
    assert len(values) > 5
    for names in ((), NAMES):
        expected = [text(each, language(lang, faces), names) for each in values]
        assert made(lang, faces, names, values) == expected


@pytest.mark.parametrize("lang", languages())
def test_sentences_of_other_errors_are_those_of_the_server(lang: str) -> None:
    known = phrases()["reasons"]
    values = [each for error in errors() for each in error.violations if str(each.code) in known]
    assert len(values) > 5
    assert made(lang, None, (), values) == [text(each, lang) for each in values]


def test_a_negative_number_is_isolated_and_not_spelled() -> None:
    assert "\\u" not in text(refusal(RamiError, variants.GIN.with_, equipment={"jokers": -1}), "ar")


def test_every_code_has_its_template() -> None:
    french = phrases("fr")
    assert french["moves"]["Discard"] == {"text": "défausser {card}", "blanks": ["card"]}
    assert french["cards"]["*"]["name"] == "joker"
    assert french["options"].keys() == {name for name in variants.PLAIN.settings() if "." in name}
    assert plain_json.loads(plain_json.dumps(french)) == french
    assert phrases("fr", "tiles")["cards"]["Q♠"] == {"name": "12 noir", "text": "12n"}
