"""Bots in a game of contracts: whole rounds and matches, on every contract."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.playing import end_of, played, round_played, rounds

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Match,
    Round,
    Setup,
    SwapWild,
    TakeDiscard,
    variants,
)
from rami._cli import main
from rami._kernel.cards import hands
from rami._kernel.players.table_player import planned
from rami.bots import GreedyBot, RandomBot
from rami.cards.moves import Move
from rami.policies import Contract, Variant
from rami.policies._compiled import game_of
from rami.rounds.setup import RoundContext

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


@pytest.mark.parametrize("house", ["usual", "later", "must use"])
def test_random_rounds_stay_legal(house: str) -> None:
    for seed in range(2):
        start = deal(HOUSES[house].with_(match={"turn_cap": 40}), (2, 5, 1), seed)
        end, moves = played(start, RandomBot(seed))
        assert end.over
        assert moves


def test_greedy_bots_do_everything_there_is_to_do() -> None:
    kinds: set[type[Move]] = set()
    for seed in range(8):
        _, moves = played(deal(FRU, (2, 5, 2, 5), seed))
        kinds.update(map(type, moves))
    assert kinds == {DrawStock, TakeDiscard, LayDown, LayOff, SwapWild, Discard}


@pytest.mark.slow
@pytest.mark.rule("FRU-MATCH-01")
def test_a_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "frustration", "--watch", "--seed", "3", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "player 0  contract 1: group 3 + group 3 + group 3" not in lines
    assert lines[-1].startswith("Winner: player")
    assert "player  contracts" in lines
    assert any(line.split()[:2] == [lines[-1].split()[-1], "14"] for line in lines)
    assert main(["play", "frustration", "--watch", "--seed", "3", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "player 0  contract 1: group 3 + group 3 + group 3" in lines


def test_equal_views_get_equal_moves() -> None:
    """Bots see what the player sees, whatever the stock and the other hands hold."""
    at = Round.deal(FRU, players=3, seed=5)
    for _ in range(30):
        view = at.view(at.player)
        hidden = [*at.stock, *(card for seat in range(3) if seat != at.player for card in at.hands[seat])]
        hidden.reverse()
        hands: list[Any] = [None] * 3
        for seat in range(3):
            if seat == at.player:
                hands[seat] = at.hands[seat]
            else:
                hands[seat] = Cards(hidden[: len(at.hands[seat])])
                del hidden[: len(at.hands[seat])]
        other = Round.from_setup(attrs.evolve(at.setup, hands=hands, stock=tuple(hidden)))
        assert other.view(at.player) == view
        move = GreedyBot().choose(view)
        assert GreedyBot().choose(other.view(at.player)) == move
        assert list(other.view(at.player).legal_moves) == list(view.legal_moves)
        at = at.play(move)
        if at.over:
            break


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
    def choice(top: str) -> Move:
        setup = Setup(
            variant=FRU,
            hands=["5♠ 5♦ 7♥ 8♥ K♣", "3♦"],
            discards=top,
            context=RoundContext(2, contracts=(2, 1)),
        )
        return GreedyBot().choose(Round.from_setup(setup).view(0))

    assert choice("5♥") == choice("2♣") == choice("*") == choice("T♥") == TakeDiscard()
    assert choice("Q♠") == DrawStock()


def test_a_match_by_hand_goes_on() -> None:
    match = Match.start(FRU, players=2, seed=9)
    for _ in range(2):
        match = round_played(match)
        completed = match.scores[-1].completed
        assert all((match.contracts[seat] > 1) >= (seat in completed) for seat in range(2))
        match = match.next_round()
        assert match.round.context.contracts == match.contracts
