"""The arrangement that is found by suits and ranks equals the result of the search over all melds."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from tests.support.depth import enough, numbers
from tests.support.presets import SLUGS

from rami import Cards, Variant, variants
from rami._kernel.arranging.arrange import CARDS, DEADWOOD, POINTS, Aim
from rami._kernel.arranging.sorter import Sorter
from rami._kernel.arranging.ties import comes_first, orders_of
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER
from rami._kernel.melds.meld import Code, points
from rami.policies._compiled import game_of
from rami.policies.answers import Arrangement
from rami.policies.declaring.values import largest

pytestmark = pytest.mark.slow(every=2)

CLASSIC = variants.CLASSIC_51
HOUSES: dict[str, Variant] = {
    **{slug: variants.get(slug) for slug in SLUGS},
    "two jokers in a meld": CLASSIC.with_(melding={"max_wild": 2}),
    "any number of jokers": CLASSIC.with_(melding={"max_wild": None}, equipment={"jokers": 6}),
    "one natural": CLASSIC.with_(melding={"max_wild": None, "min_natural": 1}),
    "two naturals": CLASSIC.with_(melding={"max_wild": 2, "min_natural": 2, "adjacent_wilds": False}),
    "jokers at the ends": CLASSIC.with_(melding={"joker_at_ends": "invariant"}),
    "round the corner": CLASSIC.with_(melding={"run_wrap": True}),
    "runs of four": CLASSIC.with_(melding={"run_min": 4}),
    "short runs": CLASSIC.with_(melding={"max_run": 5}),
    "groups of four": CLASSIC.with_(melding={"set_min": 4}),
    "jokers worth nothing": CLASSIC.with_(melding={"joker_meld_value": 0}),
    "four packs": CLASSIC.with_(equipment={"packs": 4, "jokers": 8}),
}


def near(rng: Random, variant: Variant) -> bytes:
    """Return cards of a pack that often fit together."""
    pack = [*range(52)] * largest(variant.equipment.packs) + [JOKER] * largest(variant.equipment.jokers)
    suits, low, ranks = rng.sample(range(4), 2), rng.randrange(13), rng.sample(range(13), 3)
    width = rng.randint(4, 8)
    some = [
        card
        for card in pack
        if (card == JOKER and rng.random() < 0.5)
        or (card != JOKER and (card % 13 in ranks or (card // 13 in suits and (card - low) % 13 < width)))
    ]
    return bytes(sorted(rng.sample(some, min(rng.randint(5, 14), len(some)))))


@pytest.mark.parametrize("house", HOUSES)
def test_both_searches_find_equal_melds(house: str) -> None:
    variant = HOUSES[house]
    game = game_of(variant)
    rng = Random(house)
    laid = 0
    for objective in (POINTS, DEADWOOD, CARDS):
        aim = Aim(game.melds, objective, game.deadwood.values)
        jokers = largest(variant.equipment.jokers)
        sorter = Sorter(aim, game.planes, jokers, lambda code: code, Cards, Arrangement)
        for _ in numbers(12):
            ids = near(rng, variant)
            found = sorter.best(Cards.from_ids(ids))
            melds, left = found.melds, found.left.ids
            assert melds == tuple(sorted(aim.best(hands.of_cards(ids, game.planes))))
            assert found.points == sum(points(game.melds, code) for code in melds)
            assert bytes(sorted([*left, *(card for code in melds for card in code[1:])])) == ids
            assert found.deadwood == sum(game.deadwood.values[card] for card in left)
            assert tuple(sorted(sorter.melds(hands.of_cards(ids, game.planes)))) == melds
            laid += len(melds)
    assert laid >= enough(21)


@pytest.mark.parametrize("suits", list(permutations("♣♦♥♠")), ids="".join)
def test_two_jokers_beside_a_run_that_a_group_competes_with(suits: tuple[str, ...]) -> None:
    one, two, three, four = suits
    both = f"7{one} 8{one} J{one} Q{one} 4{two} 5{two} 6{two} 7{two} 5{three} 5{four} * *"
    assert CLASSIC.best_melds(both).points == 76
    each = f"J{one} Q{one} K{two} A{two} 7{three} 8{three} 9{three} 7{one} 7{four} * *"
    assert CLASSIC.best_melds(each).points == 85


def test_a_hand_too_large_for_a_full_search_is_arranged() -> None:
    hand = Cards.from_ids([*range(0, 52, 2), *range(0, 40, 2), 52, 52])
    found = CLASSIC.best_melds(hand)
    assert sum(map(len, found.melds)) + len(found.left) == len(hand)


@pytest.mark.parametrize("house", ["classic-51", "any number of jokers", "round the corner", "short runs"])
def test_a_suit_with_every_card_twice_is_arranged_alike(house: str) -> None:
    game = game_of(HOUSES[house])
    aim = Aim(game.melds, POINTS, game.deadwood.values)
    sorter = Sorter(aim, game.planes, 2, lambda code: code, Cards, Arrangement)
    ids = bytes([*range(1, 13), *range(1, 13), JOKER, JOKER])
    assert sorter.best(Cards.from_ids(ids)).melds == tuple(sorted(aim.best(hands.of_cards(ids, game.planes))))


SEVENS: Code = (64 + 7, 6, 19, 32)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param([], [SEVENS], id="nothing before something"),
        pytest.param([(64 + 8, 7, 20, 33)], [SEVENS], id="the lower cards stay"),
        pytest.param([(2, 1, 2, 3)], [(2, 1, 2, 3, 4)], id="a short run before a longer one"),
        pytest.param([(2, 1, 2, 3)], [(2, 1, JOKER, 3)], id="a natural before a joker"),
        pytest.param([(2, 1, 2, 3)], [(64 + 2, 1, 14, 27)], id="a run before a group"),
        pytest.param([(64 + 2, 1, 14, 27, 40)], [(64 + 2, 1, 14, 27)], id="more suits first"),
        pytest.param([(2, 1, 2, 3)], [(2, 1, 2, 3), (2, 1, 2, 3)], id="fewer melds from a card"),
        pytest.param([(2, 1, 2, 3), SEVENS], [(2, 1, 2, 3, 4), (64 + 8, 7, 20, 33)], id="the lowest decides"),
    ],
)
def test_which_of_equals_comes_first(first: list[Code], then: list[Code]) -> None:
    orders, others = orders_of(first), orders_of(then)
    assert comes_first(orders, others)
    assert not comes_first(others, orders)
    assert not comes_first(orders, orders)
