"""A legal lay-down is accepted by a quick test; only a refused one goes through the slow search for all reasons."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.oracle.differential.positions import PLANS, round_of

from rami import DrawStock, LayDown, Variant, variants

HOUSES = {
    "classic": variants.CLASSIC_51,
    "a recovered joker is placed at once": variants.CLASSIC_51.with_(table={"recovered_when": "next_action"}),
    "two cards of the hand": variants.CLASSIC_51.with_(table={"take_min_hand_cards": 2}),
    "contracts": variants.FRUSTRATION,
}


@pytest.mark.parametrize("variant", HOUSES.values(), ids=HOUSES)
def test_no_listed_lay_down_is_judged_in_full(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []
    for number, name in enumerate(["unopened", "ordinary", "full table", "jokers"] * 4):
        state = round_of(variant, PLANS[name], Random(f"laying {number}")).play(DrawStock())
        moves = [move for move in islice(state.legal_moves, 60) if isinstance(move, LayDown)]
        listed += [(state, move) for move in moves[:: max(1, len(moves) // 8)]]
    assert len(listed) > 20
    assert any(move.sources for _, move in listed) == (variant.table.take != "off")
    monkeypatch.setattr("rami.rounds._engine.lay_downs.meld_faults", lambda *_: pytest.fail("judged in full"))
    for state, move in listed:
        assert not state.explain(move)
