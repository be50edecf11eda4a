"""The melds that wild cards joined in this turn are still known after a card is taken out of such a meld."""

from __future__ import annotations

import pytest
from tests.support.worked.scenes import CLASSIC, allowed, scene

from rami import Round

HOUSE = CLASSIC.with_(scoring={"all_at_once_factors": (2, 3)})


@pytest.mark.parametrize(("run", "lower"), [("2♠ * 4♠ 5♠ 6♠ 7♠ 8♠", True), ("2♠ 3♠ 4♠ 5♠ 6♠ * 8♠", False)])
def test_a_wild_goes_with_its_half_of_a_split_run(run: str, lower: bool) -> None:
    start = scene(f"{run} 5♥ 5♦ K♣ K♥", [(0, "9♥ 9♦ 9♣")], variant=HOUSE)
    split = allowed(start, f"lay {run}", "lay 5♥ 5♦ 5♠ from 1:5♠")
    with_wild = [laid.id for laid in split.table if any(card.is_joker for card in laid.meld.cards)]
    assert [*split.setup.turn_facts.wilds_placed] == with_wild
    assert (with_wild == [split.table[1].id]) == lower
    assert Round.from_setup(split.setup) == split
