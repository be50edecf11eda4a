"""Compare the rum calls of Rummy 500: the possible calls, the callers, and the next turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.oracle.differential.bridge import faces, rules_of
from tests.oracle.reference.calls import asked, callable_counts, next_in_turn
from tests.support.depth import enough, numbers

from rami import Discard, Round, TakeDiscard
from rami.bots import GreedyBot, RandomBot
from rami.cards import Cards
from rami.cards.moves import PassUpcard
from rami.rounds.setup import Phase
from rami.variants import RUMMY_500


def counts_of(state: Round) -> list[int]:
    """Return the numbers of discards that a call may take, by the reference."""
    table = [faces(laid.meld) for laid in state.table]
    return callable_counts(faces(state.discards), table, rules_of(state.variant))


@pytest.mark.search(cases=3)
@pytest.mark.rule("RUM-CALL-01", "RUM-CALL-02", "RUM-CALL-03", "RUM-CALL-04")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"equipment": {"jokers": 2}},
        {"drawing": {"discard_depth": 3}},
        {"drawing": {"discard_use": ["meld", "layoff"]}},
        {"closing": {"final_discard": "required"}},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rounds_with_calls(players: int, options: dict[str, Any]) -> None:
    """Compare rounds to their end in step with the reference, from one discard to the next."""
    variant = RUMMY_500.with_(conduct={"rum_call": "takes_turn"}, **options)
    windows = calls = 0
    for seed in numbers(5):
        rng = Random(f"calls {players} {options} {seed}")
        state = Round.deal(variant, players=players, seed=seed)
        order = [(state.context.dealer + 1 + step) % players for step in range(players)]
        bots = (GreedyBot(), RandomBot(seed))
        while not state.over and state.turn < 60:
            player, number = state.player, state.turn
            move = bots[rng.random() < 0.7].choose(state.view(player))
            state = state.play(move)
            if not isinstance(move, Discard) or state.over:
                assert state.phase is not Phase.OFFER
                continue
            counts = counts_of(state)
            drawer, caller = next_in_turn(order, player, None), None
            for seat in asked(order, player, counts):
                windows += 1
                assert (state.player, state.phase, state.setup.drawer) == (seat, Phase.OFFER, drawer)
                assert list(state.legal_moves) == calls_of(state, counts)
                assert Round.from_setup(state.setup) == state
                if rng.random() < 0.3:
                    caller = seat
                    break
                state = state.play(PassUpcard())
            assert state.turn == number + 1
            if caller is None:
                assert (state.player, state.phase, state.setup.drawer) == (drawer, Phase.DRAW, None)
                continue
            calls += 1
            count = rng.choice(counts)
            taken, held = state.discards[-count:], state.hands[caller]
            state = state.play(TakeDiscard(count))
            assert (state.player, state.phase, state.setup.drawer) == (caller, Phase.PLAY, None)
            assert state.hands[caller] == Cards([*held, *taken])
            assert [duty.card for duty in state.duties] == [taken[0]]
    assert windows >= enough(5)
    assert calls >= enough(1)


def calls_of(state: Round, counts: list[int]) -> list[object]:
    """Return the calls of a player, deeper ones first, as a draw lists them too."""
    deep = [TakeDiscard(count) for count in counts if count > 1]
    return [*deep, *[TakeDiscard()] * (1 in counts), PassUpcard()]
