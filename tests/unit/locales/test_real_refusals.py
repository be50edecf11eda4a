"""Refusals from played rounds in French: every blank is filled, and no English is left."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from tests.support.presets import SLUGS

from rami import Discard, DrawStock, Knock, LayDown, LayOff, Round, SwapWild, TakeDiscard, variants
from rami.cards.moves import BigGin, EndLayoffs, Move, PassUpcard, Rearrange, Source, TouchDiscard
from rami.locales import text

MOVES: tuple[Move, ...] = (
    DrawStock(),
    TakeDiscard(),
    TouchDiscard(),
    PassUpcard(),
    EndLayoffs(),
    BigGin(),
    Discard("*"),
    Discard("A♠", announce=True),
    Knock("K♥"),
    LayDown("7♠ 8♠ 9♠"),
    LayDown(["* * 5♥", "J♠ Q♠ *", "A♠ 2♠"]),
    LayDown("5♥ 6♥ 7♥", Source("5♥", 0)),
    LayOff("A♠", 0),
    LayOff("*", 1),
    SwapWild(0, None, "A♠"),
    Rearrange("7♠ 8♠ 9♠"),
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
