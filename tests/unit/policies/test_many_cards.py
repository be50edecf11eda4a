"""The best melds of far more cards than a hand, which are found with the search for rearranged tables."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.depth import enough, numbers

from rami import Cards, Variant, variants
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER
from rami.policies import Arrangement
from rami.policies._compiled import game_of
from rami.policies._fast_paths import OBJECTIVES, Objective, _many
from rami.rounds.budget import step_budget

PLAIN = variants.PLAIN.with_(equipment={"packs": 2, "jokers": 2, "values": tuple(range(1, 14))})
HOUSES: dict[str, Variant] = {
    "classic": variants.CLASSIC_51,
    "low": PLAIN.with_(melding={"ace": "low", "max_run": 13}, scoring={"joker_hand_value": 30}),
    "high": PLAIN.with_(melding={"ace": "high", "max_run": 13}),
    "both": PLAIN.with_(melding={"ace": "both", "max_run": 13}),
    "short runs": PLAIN.with_(melding={"ace": "low", "max_run": 5}),
    "jokers for nothing": PLAIN.with_(melding={"ace": "low", "max_run": 13, "joker_meld_value": 0}),
    "jokers for twenty": PLAIN.with_(melding={"ace": "low", "max_run": 13, "joker_meld_value": 20}),
}


def order_of(arrangement: Arrangement, objective: Objective) -> tuple[int, int]:
    """Return the amount that decides, and the amount that decides between equals."""
    if objective == "points":
        return arrangement.points, -arrangement.deadwood
    if objective == "deadwood":
        return -arrangement.deadwood, arrangement.points
    return -len(arrangement.left), arrangement.points - arrangement.deadwood


def regrouped(variant: Variant, objective: Objective, hand: hands.Hand) -> tuple[tuple[int, ...], ...] | None:
    many = _many(game_of(variant), variant._fast.regrouper, OBJECTIVES[objective])
    assert many is not None
    return many(hand)


@pytest.mark.parametrize("objective", [*OBJECTIVES])
@pytest.mark.parametrize("house", [*HOUSES])
def test_both_searches_find_equally_good_melds(
    house: str, objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rami.policies._fast_paths._FEW_CARDS", -1)
    variant = HOUSES[house]
    many = variant._fast.sorters[objective]
    met = 0
    for seed in numbers(150):
        random = Random(f"{house} {seed}")
        low, width = random.choice((0, 4, 8)), random.choice((5, 13))
        pool = [13 * suit + (low + rank) % 13 for suit in range(4) for rank in range(width)] * 2
        cards = random.sample(pool, random.randint(3, 18)) + [JOKER] * random.choice((0, 0, 1, 2))
        hand = hands.of_cards(cards, 2)
        melds = regrouped(variant, objective, hand)
        if melds is None:
            continue
        met += 1
        arrangement = many._arranged(hand, melds)
        assert [variant.meld(meld) for meld in arrangement.melds] == [*arrangement.melds]
        usual = variant.best_melds(Cards.from_ids(hands.cards_of(hand)), objective)
        assert order_of(arrangement, objective) == order_of(usual, objective), hand
    assert met >= enough(60)


@pytest.mark.parametrize("variant", [variants.CLASSIC_51, HOUSES["low"]])
def test_half_of_two_packs_takes_few_steps(variant: Variant) -> None:
    for seed in numbers(3):
        cards = Random(seed).sample([*range(52)] * 2, 53)
        with step_budget(100):
            best = variant.best_melds(Cards.from_ids(sorted(cards)), "cards")
        assert len(best.left) <= 10
        assert sum(map(len, best.melds)) + len(best.left) == 53


def test_a_card_may_be_a_run_with_two_jokers() -> None:
    best = HOUSES["low"].best_melds("8♠ * *")
    assert (best.points, str(best.melds[0])) == (27, "8♠ * *")
    assert best.melds[0].kind == "run"


@pytest.mark.parametrize(
    "variant",
    [variants.FRUSTRATION, PLAIN.with_(equipment={"packs": 3}), PLAIN.with_(melding={"run_min": 4})],
)
def test_other_games_have_no_such_way(variant: Variant) -> None:
    assert _many(game_of(variant), variant._fast.regrouper, OBJECTIVES["points"]) is None
