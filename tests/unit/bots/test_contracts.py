"""Bots in a game with contracts: whole rounds with each contract, and whole matches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.playing import end_of, played, rounds
from tests.support.turn_facts import built

from rami import Card, Cards, Round, variants
from rami._kernel.cards import hands
from rami._kernel.players.table_player import planned
from rami.bots import GreedyBot
from rami.policies import Contract, Variant
from rami.policies._compiled import game_of
from rami.rounds.setup import RoundContext

pytestmark = pytest.mark.slow(every=2)

FRU = variants.FRUSTRATION.with_(match={"turn_cap": 300})
HOUSES: dict[str, Variant] = {
    "usual": FRU,
    "exact": FRU.with_(opening={"contract_size": "exact", "distinct_contract_melds": True}),
    "later": FRU.with_(opening={"contract_extras": "next_turn"}, closing={"end_when_all_complete": "never"}),
    "whole turn": FRU.with_(closing={"end_when_all_complete": "end_of_turn", "final_discard": "optional"}),
    "must use": FRU.with_(drawing={"discard_use": "all"}),
    "twos stay": FRU.with_(table={"recover_wild_ranks": False}),
    "few wilds": FRU.with_(melding={"wild_limit": "minority", "adjacent_wilds": False, "max_wild": 2}),
    "two contracts": FRU.with_(opening={"contracts": ["group 3 + group 4", "run 3 + run 5"]}),
    "no twos": FRU.with_(equipment={"wild_ranks": []}, table={"recover_wild_ranks": False}),
}


def deal(variant: Variant, contracts: tuple[int, ...], seed: int) -> Round:
    return Round.deal(variant, seed=seed, context=RoundContext(len(contracts), contracts=contracts))


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("house", HOUSES)
def test_greedy_rounds_come_to_an_end(house: str) -> None:
    variant = HOUSES[house]
    last: Any = variant.opening
    count = len(last.contracts)
    completed = 0
    for seed in range(3):
        end = end_of(rounds(deal(variant, (1 + seed % count, 1 + (seed + 1) % count, 1), seed)))
        completed += len(end.score().completed)
    assert completed


@pytest.mark.parametrize("number", range(1, 15))
def test_greedy_bots_complete_every_contract(number: int) -> None:
    completed = 0
    for seed in range(4):
        end = end_of(rounds(deal(FRU, (number,) * 3, seed)))
        assert end.completed == tuple(dict.fromkeys(laid.owner for laid in end.table))
        completed += len(end.completed)
        if completed:
            return
    raise AssertionError(f"nobody completed contract {number}")


def test_greedy_bots_do_everything_there_is_to_do() -> None:
    moves = [move for seed in range(8) for move in played(deal(FRU, (2, 5, 2, 5), seed))[1]]
    kinds = {type(move).__name__ for move in moves}
    assert kinds == {"DrawStock", "TakeDiscard", "LayDown", "LayOff", "SwapWild", "Discard"}


@pytest.mark.parametrize(
    "hand,contract,expected",
    [
        ("5♠ 5♦ 5♥ 9♣ K♣ 2♦ *", "group 3", "5♠ 5♦ 5♥"),
        ("5♠ 5♦ 5♥ 5♥ 9♣", "group 3", "5♦ 5♥ 5♥"),
        ("5♠ 6♠ 9♠ T♠ J♠ 5♦ 5♥ 5♣", "group 3 + run 4", "9♠ T♠ J♠ 5♣ 5♦ 5♥"),
        ("Q♠ A♠ 3♠ 9♦", "run 4", "A♠ 3♠"),
        ("Q♠ K♠ A♠ 3♠ 9♦", "run 4", "Q♠ K♠ A♠"),
        ("", "group 3 + run 4", ""),
    ],
)
def test_plans(hand: str, contract: str, expected: str) -> None:
    game, due = game_of(FRU), Contract.parse(contract)
    found = planned(game.melds, hands.of_cards(Cards(hand).ids, game.planes), (due.groups, due.runs))
    assert Cards(map(Card.from_id, found)) == Cards(expected)


def test_discards_that_help_are_taken() -> None:
    facts: dict[str, Any] = {"hands": ["5♠ 5♦ 7♥ 8♥ K♣", "3♦"], "context": RoundContext(2, contracts=(2, 1))}
    for top, move in (("5♥", "take"), ("2♣", "take"), ("*", "take"), ("T♥", "take"), ("Q♠", "draw")):
        position = built(variant=FRU, discards=top, **facts)
        assert str(GreedyBot().choose(position.view(0))) == move
