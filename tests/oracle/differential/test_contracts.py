"""Compare Frustration, a game with contracts: the ends of turns, verdicts and lay-downs.

Of moves that differ only by an exchange of wild cards, the engine lists one. So its lists lead to some of the ends that
the reference finds, and to all of them if wild cards are not distinguished.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import attrs
import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.positions import Plan, round_of
from tests.oracle.differential.test_turns import same_midway, same_turns
from tests.oracle.differential.test_verdicts import same_verdicts
from tests.oracle.reference.cards import RANKS, SUITS
from tests.oracle.reference.cards import hand as sorted_hand
from tests.oracle.reference.games import CONTRACTS
from tests.oracle.reference.gather import Contract, contract_sets, is_contract
from tests.oracle.reference.melds import is_wild
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import DrawStock, LayDown, variants
from rami.policies.variant import Variant

FRU = variants.FRUSTRATION
RULES = rules_of(FRU)
SMALL = with_options(FRU, {"contracts": ["group 3 + run 3", "group 3", "run 4", "group 3 + group 3"]})

OPENED = Plan(hand=(1, 4), table=(1, 3), opened=1.0, jokers=(0, 2), twins=0.0)
UNOPENED = Plan(hand=(6, 8), table=(0, 2), opened=0.0, jokers=(0, 2), twins=0.0)

HOUSES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "exact sizes": {"contract_size": "exact"},
    "distinct": {"distinct_contract_melds": True},
    "extras later": {"contract_extras": "next_turn"},
    "end of turn": {"end_when_all_complete": "end_of_turn"},
    "never": {"end_when_all_complete": "never"},
    "minority": {"wild_limit": "minority"},
    "limit when laid": {"wild_limit_scope": "laydown"},
    "one wild": {"max_wild": 1},
    "two wilds apart": {"max_wild": 2, "adjacent_wilds": False},
    "three naturals": {"min_natural": 3},
    "three naturals in groups": {"group_naturals": 3},
    "five naturals": {"min_natural": 5},
    "one ace": {"max_run": 13},
    "distinct suits": {"set_suits": "distinct", "set_max": 4},
    "twos stay": {"recover_wild_ranks": False},
    "aces wild": {"wild_ranks": {1}},
    "nines wild": {"wild_ranks": {9}},
    "kings stay": {"wild_ranks": {13}, "recover_wild_ranks": False},
    "last card free": {"final_discard": "optional"},
    "last card laid": {"final_discard": "forbidden"},
    "no joker last": {"joker_finish_forbidden": True},
    "discards go back": {"allow_return_discard": True},
}


def compared(variant: Variant, plan: Plan, seed: str, count: int) -> tuple[int, int]:
    """Return the number of positions within turns, and of moves judged legal."""
    seen = legal = 0
    for number in numbers(count):
        rng = Random(f"{seed} {number}")
        state = round_of(variant, attrs.evolve(plan, seats=rng.choice((2, 2, 3))), rng)
        seen += same_turns(state, 120) + same_midway(state, rng, 120)
        legal += same_verdicts(state.play(DrawStock()), rng, 12, 1)[1]
    return seen, legal


@pytest.mark.rule("FRU-POST-01", "FRU-JRET-01", "FRU-JRET-02", "FRU-WILD-02", "FRU-TURN-01")
@pytest.mark.parametrize("part", range(3))
def test_turns_after_the_contract(part: int) -> None:
    seen, legal = compared(SMALL, OPENED, f"opened {part}", 30)
    assert seen >= enough(100)
    assert legal >= enough(60)


@pytest.mark.rule("FRU-OPEN-01", "FRU-END-02", "FRU-TURN-01")
@pytest.mark.parametrize("part", range(3))
def test_turns_with_the_contract(part: int) -> None:
    seen, legal = compared(SMALL, UNOPENED, f"unopened {part}", 20)
    assert seen >= enough(60)
    assert legal >= enough(20)


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("name", HOUSES)
def test_options(name: str) -> None:
    variant = with_options(SMALL, HOUSES[name])
    seen, _ = compared(variant, OPENED, f"house {name}", 5)
    more, _ = compared(variant, UNOPENED, f"house {name}", 4)
    assert seen + more >= enough(20)


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
