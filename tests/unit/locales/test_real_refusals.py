"""Refusals from played rounds in French: every blank is filled, and no English is left."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from tests.support.presets import SLUGS

from rami import Round, variants
from rami.locales import text

MOVES = (
    *("draw", "take", "touch", "pass", "end lay-offs", "big gin", "knock K♥"),
    *("discard *", "discard A♠ carte", "lay 7♠ 8♠ 9♠", "lay * * 5♥ + J♠ Q♠ * + A♠ 2♠"),
    *("lay 5♥ 6♥ 7♥ from 0:5♥", "off A♠ > 0", "off * > 1", "swap A♠ > 0", "arrange 7♠ 8♠ 9♠"),
)
ENGLISH = re.compile(r"\b(the|is|are|may|must|not|card|cards|with|this|turn|meld|has|of)\b")


@pytest.mark.search(cases=5)
@pytest.mark.parametrize("slug", SLUGS)
def test_real_refusals_are_given_in_french(slug: str) -> None:
    chance = Random(slug)
    variant = variants.get(slug)
    at = Round.deal(variant, players=variant.players[0], seed=7)
    sentences: dict[str, str] = {}
    for _ in range(60):
        if at.over:
            break
        for move in MOVES:
            for violation in at.explain(move):
                sentences[violation.code] = text(violation, "fr")
        at = at.play(chance.choice(list(islice(at.legal_moves, 20))))
    for sentence in sentences.values():
        assert "…" not in sentence
        assert "{" not in sentence
        assert not ENGLISH.search(sentence), sentence
    assert len(sentences) >= 6
