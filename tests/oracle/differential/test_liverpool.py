"""Compare the lay-downs and purchases of Liverpool Rummy."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.test_contracts import contract_hand
from tests.oracle.reference.games import SEVEN_CONTRACTS, liverpool
from tests.oracle.reference.gather import contract_sets, is_contract
from tests.oracle.reference.liverpool import Table, after_sale, buyers
from tests.support.depth import enough, numbers, share_of
from tests.support.flat import with_options

from rami import DrawStock, Round, TakeDiscard
from rami.bots import GreedyBot, RandomBot
from rami.cards import moves
from rami.cards.moves import PassUpcard
from rami.rounds.setup import Phase, RoundContext
from rami.variants import LIVERPOOL


@pytest.mark.rule("LIV-CON-07", "LIV-LAST-01", "LIV-LAST-03", "LIV-DOWN-02")
@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("kept, gap", [(0, None), (1, None), (1, 1), (1, 2)])
def test_lay_downs_of_a_whole_hand(number: int, kept: int, gap: int | None) -> None:
    """Compare all lay-downs that leave no card, or one, each once; runs of one suit may have to be apart."""
    rules = dataclasses.replace(liverpool(number, 4), run_gap=gap)
    variant = LIVERPOOL.with_(
        opening={"lay_down_all": True, "run_gap": gap},
        closing={"final_discard": "required" if kept else "forbidden"},
        match={"rounds": {}},
    )
    found_some = 0
    for seed in numbers(25):
        rng = Random(f"whole {number} {kept} {gap} {seed}")
        hand = contract_hand(SEVEN_CONTRACTS[number - 1], rng)
        dropped = rng.randrange(len(hand))
        hand = hand if kept else hand[:dropped] + hand[dropped + 1 :]
        expected = {
            tuple(sorted(melds))
            for melds in contract_sets(hand, SEVEN_CONTRACTS[number - 1], rules)
            if sum(map(len, melds)) == len(hand) - kept
        }
        names = [
            tuple(sorted(map(texts, each.melds)))
            for each in variant.openings(" ".join(hand), contract=number)
        ]
        assert len(set(names)) == len(names), hand
        assert set(names) == expected, hand
        assert all(is_contract(each, SEVEN_CONTRACTS[number - 1], rules) for each in names)
        found_some += bool(names)
    assert found_some >= enough(1)


def table_of(state: Round) -> Table:
    """Return the facts that decide sales, in the form of the reference."""
    count = state.context.seats
    order = [(state.context.dealer + 1 + step) % count for step in range(count)]
    discarder = order[order.index(state.player) - 1] if state.turn else None
    bought = [each.bought for each in state.setup.seats]
    return Table(order, len(state.stock), list(map(len, state.hands)), list(state.opened), bought, discarder)


@pytest.mark.rule(
    *("LIV-BUY-01", "LIV-BUY-02", "LIV-BUY-03", "LIV-BUY-04", "LIV-BUY-05"),
    *("LIV-BUY-06", "LIV-BUY-07", "LIV-BUY-08", "LIV-BUY-09"),
)
@pytest.mark.parametrize(
    "options", [{}, {"buy_limit": None, "buy_when_down": True}, {"buy_price": 2}, {"buy_limit": 1}]
)
@pytest.mark.parametrize("players", [3, 5])
def test_sales(players: int, options: dict[str, Any]) -> None:
    """Compare rounds of any player in step with the reference, from one draw to the next."""
    variant = with_options(LIVERPOOL, options)
    sold = asked = 0
    for number in share_of((1, 4, 7)):
        rng = Random(f"sales {players} {options} {number}")
        state = Round.deal(variant, context=RoundContext(players, number=number), seed=number)
        bots = (GreedyBot(), RandomBot(number))
        while not state.over and state.turn < 8 * players:
            if state.phase is not Phase.DRAW or not state.stock:
                state = state.play(bots[rng.random() < 0.2].choose(state.view(state.player)))
                continue
            table, rules, drawer = table_of(state), rules_of(state.variant), state.player
            top, pile = state.discards[-1], state.discards
            if rng.random() < 0.2 and TakeDiscard() in state.legal_moves:
                # The player who takes it sells nothing.
                taken = state.play(TakeDiscard())
                assert (taken.player, taken.phase, len(taken.stock)) == (drawer, Phase.PLAY, table.stock)
                state = taken
                continue
            waiting = buyers(table, drawer, rules)
            state = state.play(DrawStock())
            buyer: int | None = None
            for seat in waiting:
                asked += 1
                assert (state.player, state.phase, state.setup.drawer) == (seat, Phase.OFFER, drawer)
                assert list(state.legal_moves) == [TakeDiscard(), PassUpcard()]
                assert state.discards[-1] == top
                assert Round.from_setup(state.setup) == state
                move: moves.Move = TakeDiscard() if rng.random() < 0.2 else PassUpcard()
                state = state.play(move)
                if move == TakeDiscard():
                    buyer = seat
                    break
            after_sale(table, drawer, buyer, rules)
            sold += buyer is not None
            assert (state.player, state.phase, state.setup.drawer) == (drawer, Phase.PLAY, None)
            assert [len(hand) for hand in state.hands] == table.hands
            assert len(state.stock) == table.stock
            assert [each.bought for each in state.setup.seats] == table.bought
            assert state.discards == (pile if buyer is None else pile[:-1])
            if buyer is not None:
                assert top in state.hands[buyer]
    assert asked >= enough(25)
    assert sold >= enough(3)
