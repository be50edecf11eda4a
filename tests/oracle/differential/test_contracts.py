"""Compare the lay-downs of Frustration, a game with contracts."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference.cards import RANKS, SUITS
from tests.oracle.reference.cards import hand as sorted_hand
from tests.oracle.reference.games import CONTRACTS
from tests.oracle.reference.gather import Contract, contract_sets, is_contract
from tests.oracle.reference.melds import is_wild
from tests.support.depth import enough, numbers

from rami import LayDown, variants

FRU = variants.FRUSTRATION
RULES = rules_of(FRU)


def alike(melds: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return the melds without distinction between their wild cards."""
    return tuple(sorted(" ".join("W" if is_wild(face, RULES) else face for face in meld) for meld in melds))


@pytest.mark.search(cases=5)
@pytest.mark.rule("FRU-OPEN-01", "FRU-C01", "FRU-C14")
@pytest.mark.parametrize("number", range(1, 15))
def test_lay_downs_of_every_contract(number: int) -> None:
    """Compare all lay-downs of a hand up to their wild cards; the engine accepts each with any of them."""
    contract = CONTRACTS[number - 1]
    found_some = 0
    for seed in numbers(25):
        rng = Random(f"contract {number} {seed}")
        hand = contract_hand(contract, rng)
        expected = contract_sets(hand, contract, RULES)
        found = list(FRU.openings(" ".join(hand), contract=number))
        shapes = [alike(map(texts, move.melds)) for move in found]
        assert len(set(shapes)) == len(shapes), hand
        assert set(shapes) == set(map(alike, expected)), hand
        for move in found:
            assert is_contract(tuple(map(texts, move.melds)), contract, RULES)
        for melds in rng.sample(expected, min(3, len(expected))):
            laid = LayDown([FRU.meld(" ".join(meld)) for meld in melds])
            assert FRU.check_opening(laid.melds, contract=number).ok
        found_some += bool(found)
    assert found_some >= enough(1)


def contract_hand(contract: Contract, rng: Random) -> tuple[str, ...]:
    """Return a hand of melds of a contract, with a few wild cards in place of some of theirs."""
    while True:
        hand: list[str] = []
        for size in contract[0]:
            letter = rng.choice("A3456789TJQK")
            hand += [letter + rng.choice(SUITS) for _ in range(size)]
        for size in contract[1]:
            low, suit = rng.randint(3, 15 - size), rng.choice(SUITS)
            hand += [RANKS[(place - 1) % 13] + suit for place in range(low, low + size)]
        hand += [rng.choice("A3456789TJQK") + rng.choice(SUITS)]
        for _ in range(rng.randint(0, 2)):
            hand[rng.randrange(len(hand))] = rng.choice(["*", "2♣", "2♦"])
        if all(hand.count(face) <= 2 for face in hand if face != "*"):
            return sorted_hand(hand)
