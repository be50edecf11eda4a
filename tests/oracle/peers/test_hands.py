"""Compare single hands in both programs: the least deadwood of ten cards, and the discards that allow a knock."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.oracle.peers.openspiel import CARDS, UTILS, Parameters
from tests.oracle.peers.players import deck
from tests.oracle.peers.replay import card_text, variant_of
from tests.oracle.peers.tally import TALLY

HANDS = int(os.environ.get("RAMI_PEER_HANDS", "12000"))
KINDS = ("even", "ranks", "suits")


def hand_text(cards: list[int]) -> str:
    return " ".join(CARDS[card] for card in cards)


@pytest.mark.parametrize("kind", KINDS)
def test_deadwood_of_ten_cards(kind: str) -> None:
    gin = variant_of(Parameters())
    rng = Random(f"ten {kind}")
    for _ in range(HANDS // len(KINDS)):
        cards = deck(rng, kind)[:10]
        assert gin.deadwood(hand_text(cards)) == UTILS.min_deadwood(cards), hand_text(cards)
        TALLY["hands of ten"] += 1


@pytest.mark.parametrize("kind", KINDS)
def test_discards_that_allow_a_knock(kind: str) -> None:
    """OpenSpiel's count for eleven cards is never less, and more only by its known fault."""
    rng = Random(f"eleven {kind}")
    for _ in range(HANDS // len(KINDS)):
        cards = deck(rng, kind)[:11]
        limit = rng.choice((0, 5, 10, 10))
        ours = variant_of(Parameters(knock_card=limit)).knock_discards(hand_text(cards))
        theirs = {
            CARDS[card]: UTILS.min_deadwood([held for held in cards if held != card])
            for card in UTILS.legal_discards(cards, limit)
        }
        assert {card_text(card): points for card, points in ours.items()} == theirs, (limit, hand_text(cards))
        TALLY["hands of eleven"] += 1
        least = min(UTILS.min_deadwood([held for held in cards if held != card]) for card in cards)
        counted = UTILS.min_deadwood(cards)
        if counted != least:
            assert least < counted == greedy(cards), hand_text(cards)
            TALLY["fault: too much deadwood counted for eleven cards"] += 1


def greedy(cards: list[int]) -> int:
    """Keep the best melds for all eleven cards, and discard the highest other card."""
    melded = {card for meld in UTILS.best_meld_group(cards) for card in meld}
    left = sorted(min(card % 13 + 1, 10) for card in cards if card not in melded)
    return sum(left[:-1])
