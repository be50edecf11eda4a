"""The contract game: turns searched to their ends, verdicts, lay-downs, engine against reference.

The engine lists one of the moves that differ by an exchange of wild cards only.  So the ends that its lists reach are
among those of the reference, and all of them when wild cards are not told apart.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from tests.differential.bridge import TooLarge, shown, texts
from tests.differential.contracts_bridge import (
    action_of,
    draw,
    end_of_turn,
    engine_ends,
    every_move,
    made,
    options_of,
    position_of,
)
from tests.flat import with_options
from tests.reference import contracts as book
from tests.reference.cards import hand as sorted_hand

from rami import Discard, LayDown, Round, variants
from rami.policies.contracts import Contract
from rami.policies.variant import Variant

FRU = variants.FRUSTRATION
SMALL = with_options(FRU, {"contracts": ["group 3 + run 3", "group 3", "run 4", "group 3 + group 3"]})
LIMIT = 120

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
    "one ace": {"max_run": 13},
    "distinct suits": {"set_suits": "distinct", "set_max": 4},
    "twos stay": {"recover_twos": False},
    "last card free": {"final_discard": "optional"},
    "last card laid": {"final_discard": "forbidden"},
    "no joker last": {"joker_finish_forbidden": True},
    "discards go back": {"allow_return_discard": True},
}


def same_ends(state: Round) -> int:
    """Positions seen in the turn, the ends of which are equal; 0 when there were too many to look at."""
    try:
        exact, alike, seen = engine_ends(state, LIMIT)
    except TooLarge:
        return 0
    options, position = options_of(state.variant), position_of(state)
    expected = book.turn_ends(position, options)
    unsound = sorted(exact - expected)
    assert not unsound, f"{shown(state)}\nunsound: {unsound[:5]}"
    all_alike = book.turn_ends(position, options, told_apart=False)
    assert alike == all_alike, f"{shown(state)}\nincomplete: {sorted(all_alike - alike)[:5]}"
    return seen


def same_verdicts(state: Round, rng: Random, count: int) -> int:
    """Moves, legal or not, that are judged alike; how many were legal."""
    legal = 0
    position, options = position_of(state), options_of(state.variant)
    for move in every_move(state, rng, count):
        told = move in state.legal_moves
        assert told == (state.explain(move) == ()), f"{shown(state)}\n{move}"
        expected = book.legal(position, action_of(state, move), options)
        assert told == expected, f"{shown(state)}\n{move}: {state.explain(move)}"
        legal += told
        if told and isinstance(move, Discard):
            after = end_of_turn(state, state.play(move), True)
            assert after in book.turn_ends(position, options)
    return legal


def midway(state: Round, rng: Random) -> Round:
    """The position after some actions at the table, with whatever duties they left."""
    for _ in range(rng.randint(0, 2)):
        moves = [move for move in islice(state.legal_moves, 100) if not isinstance(move, Discard)]
        if not moves:
            break
        after = state.play(rng.choice(moves))
        if after.over:
            break
        state = after
    return state


def compared(variant: Variant, seed: str, count: int, opened: bool, wilds: int) -> tuple[int, int]:
    seen = legal = 0
    for number in range(count):
        rng = Random(f"{seed} {number}")
        state = draw(made(variant, rng, opened, rng.randint(0, wilds)), rng)
        seen += same_ends(state)
        state = midway(state, rng)
        seen += same_ends(state)
        legal += same_verdicts(state, rng, 12)
    return seen, legal


@pytest.mark.rule("FRU-POST-01", "FRU-JRET-01", "FRU-JRET-02", "FRU-WILD-02", "FRU-TURN-01")
@pytest.mark.parametrize("part", range(3))
def test_turns_after_the_contract(part: int) -> None:
    seen, legal = compared(SMALL, f"opened {part}", 30, opened=True, wilds=2)
    assert seen > 100
    assert legal > 60


@pytest.mark.rule("FRU-OPEN-01", "FRU-END-02", "FRU-TURN-01")
@pytest.mark.parametrize("part", range(3))
def test_turns_with_the_contract(part: int) -> None:
    seen, legal = compared(SMALL, f"unopened {part}", 20, opened=False, wilds=2)
    assert seen > 60
    assert legal > 20


@pytest.mark.parametrize("name", HOUSES)
def test_options(name: str) -> None:
    variant = with_options(SMALL, HOUSES[name])
    seen, _ = compared(variant, f"house {name}", 8, opened=True, wilds=2)
    more, _ = compared(variant, f"house {name}", 6, opened=False, wilds=2)
    assert seen + more > 20


@pytest.mark.rule("FRU-OPEN-01", "FRU-C01", "FRU-C14")
@pytest.mark.parametrize("number", range(1, 15))
def test_lay_downs_of_every_contract(number: int) -> None:
    """All lay-downs of a hand, wild cards not told apart; each accepted with any of its wild cards."""
    options = options_of(FRU)
    contract = book.CONTRACTS[number - 1]
    assert Contract(*contract) == FRU.opening.contracts[number - 1]  # type: ignore[attr-defined]  # the preset's own
    found_some = 0
    for seed in range(25):
        rng = Random(f"contract {number} {seed}")
        hand = contract_hand(contract, rng)
        expected = book.lay_downs(hand, contract, options)
        alike = {
            tuple(sorted(" ".join("W" if book.is_wild(f) else f for f in m) for m in s)) for s in expected
        }
        found = list(FRU.openings(" ".join(hand), contract=number))
        shapes = [
            tuple(sorted(" ".join("W" if book.is_wild(f) else f for f in texts(m)) for m in move.melds))
            for move in found
        ]
        assert len(set(shapes)) == len(shapes), hand
        assert set(shapes) == alike, hand
        for move in found:
            assert book.is_contract([texts(meld) for meld in move.melds], contract, options)
        for melds in rng.sample(expected, min(3, len(expected))):
            laid = LayDown([FRU.meld(" ".join(meld)) for meld in melds])
            assert FRU.check_opening(laid.melds, contract=number).ok
        found_some += bool(found)
    assert found_some


def contract_hand(contract: book.Contract, rng: Random) -> tuple[str, ...]:
    """A hand made of melds of a contract, some of their cards replaced by few wild ones."""
    while True:
        hand: list[str] = []
        for size in contract[0]:
            letter = rng.choice("A3456789TJQK")
            hand += [letter + rng.choice("♣♦♥♠") for _ in range(size)]
        for size in contract[1]:
            low, suit = rng.randint(3, 15 - size), rng.choice("♣♦♥♠")
            hand += ["A23456789TJQKA"[place - 1] + suit for place in range(low, low + size)]
        hand += [rng.choice("A3456789TJQK") + rng.choice("♣♦♥♠")]
        for _ in range(rng.randint(0, 2)):
            hand[rng.randrange(len(hand))] = rng.choice(["*", "2♣", "2♦"])
        if all(hand.count(face) <= 2 for face in hand if face != "*"):
            return sorted_hand(hand)
