"""The best arrangement of a hand, compared with a simple search through all arrangements."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from tests.support.depth import enough, numbers

from rami import Variant, variants
from rami._kernel.arranging.arrange import Arranger
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER
from rami._kernel.melds.finder import hand_melds
from rami._kernel.melds.meld import Code, points
from rami._kernel.melds.wilds import pooled, wilds_of
from rami.policies._compiled import game_of
from rami.policies.declaring.values import largest

CLASSIC = variants.CLASSIC_51
HOUSES = {
    "classic": CLASSIC,
    "wild twos": variants.FRUSTRATION,
    "two jokers in a meld": CLASSIC.with_(melding={"max_wild": 2}),
    "four packs": CLASSIC.with_(equipment={"packs": 4, "jokers": 8}),
    "one pack": variants.GIN,
}
Best = tuple[int, tuple[Code, ...]]


def plain(mixed: hands.Hand, melds: dict[Code, int], costs: Sequence[int], wild_costs: Sequence[int]) -> Best:
    """Return the greatest weight, and the first arrangement that has it: a card is left before it is laid."""
    if not mixed[0]:
        return -sum(wild_costs[: mixed[-1]]), ()
    lowest = (mixed[0] & -mixed[0]).bit_length() - 1
    weight, laid = plain(hands.remove(mixed, lowest), melds, costs, wild_costs)
    best: Best = (weight - costs[lowest], laid)
    for code, value in melds.items():
        left = hands.remove_all(mixed, code[1:]) if min(code[1:]) == lowest else None
        if left is not None:
            weight, laid = plain(left, melds, costs, wild_costs)
            if weight + value > best[0]:
                best = (weight + value, (code, *laid))
    return best


@pytest.mark.parametrize("house", HOUSES)
def test_the_first_of_the_best_arrangements(house: str) -> None:
    variant: Variant = HOUSES[house]
    game = game_of(variant)
    rng = Random(house)
    pack = [*range(52)] * game.planes + [JOKER] * largest(variant.equipment.jokers)
    total = 0
    for _ in numbers(60):
        suits, low = rng.sample(range(4), 2), rng.randrange(9)
        near = [
            card
            for card in pack
            if card == JOKER or card % 13 == low or (card // 13 in suits and 0 <= card % 13 - low < 5)
        ]
        hand = hands.of_cards(rng.sample(near, min(9, len(near))), game.planes)
        values = game.deadwood.values
        melds = hand_melds(game.melds, hand)
        wild_costs = sorted(values[card] for card in wilds_of(game.melds, hand))
        for weights in (
            dict.fromkeys(melds, 0),
            dict.fromkeys(melds, 1),
            {code: 100 * points(game.melds, code) for code in melds},
        ):
            weight, laid = plain(pooled(game.melds, hand), weights, values, wild_costs)
            whole = Arranger(game.melds, hand, list(weights), list(weights.values()), values)
            assert whole.most() == weight
            found = whole.melds()
            if not game.melds.wild_ranked:
                assert found == laid
            assert [code[0] for code in found] == [code[0] for code in laid]
            total += len(found)
    assert total >= enough(61)
