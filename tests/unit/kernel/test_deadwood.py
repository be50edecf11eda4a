"""Deadwood from tables equals deadwood from a search."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rami import Cards, Variant, variants
from rami._kernel.arranging.arrange import Arranger
from rami._kernel.cards import hands
from rami._kernel.melds.finder import hand_melds
from rami.errors import InvalidCards
from rami.policies._compiled import game_of

GIN = variants.GIN
HOUSES = {
    "gin": GIN,
    "high aces": GIN.with_(melding={"ace": "both", "max_run": 14}),
    "runs to five": GIN.with_(melding={"max_run": 5}),
    "runs to four": GIN.with_(melding={"max_run": 4}),
    "runs of three": GIN.with_(melding={"max_run": 3}),
    "groups of three": GIN.with_(melding={"set_max": 3}),
    "four at least": GIN.with_(melding={"set_min": 4, "run_min": 4}),
    "five or six": GIN.with_(melding={"run_min": 5, "max_run": 6}),
}


def hand_of(rng: random.Random, ranks: int, size: int) -> hands.Hand:
    chosen = rng.sample(range(13), ranks)
    near = [card for card in range(52) if card % 13 in chosen]
    return hands.of_cards(rng.sample(near, min(size, len(near))), 1)


@pytest.mark.parametrize("house", HOUSES)
def test_tables_and_search_agree(house: str) -> None:
    game = game_of(HOUSES[house])
    rng = random.Random(house)
    for _ in range(60):
        hand = hand_of(rng, rng.choice((4, 5, 7, 13)), rng.choice((7, 10, 11, 15)))
        melds = hand_melds(game.melds, hand)
        found = game.deadwood.least(hand)
        assert found == -Arranger(game.melds, hand, melds, [0] * len(melds), game.deadwood.values).most()


@pytest.mark.parametrize("house", [variants.INDIAN_13, variants.OKEY])
def test_cards_without_which_the_others_match(house: Variant) -> None:
    game = game_of(house)
    rng = random.Random(house.slug)
    found = 0
    for _ in range(40):
        # two runs and two groups, a card of them exchanged now and then
        low, high, first, second = (rng.randrange(limit) for limit in (9, 9, 13, 13))
        cards = [low, low + 1, low + 2, low + 3, 13 + high, 14 + high, 15 + high, rng.randrange(53)]
        cards += [rank + 13 * suit for rank in (first, second) for suit in (0, 2, 3)]
        cards[rng.randrange(14)] = rng.randrange(53)
        hand = hands.of_cards((card for card in cards if cards.count(card) < 3), game.planes)
        spared = game.shown.spared(hand)
        for card in hands.faces_of(hand):
            rest = hands.remove(hand, card)
            assert (game.shown.least(rest) == 0) == (card in spared)
            assert spared.get(card) == game.shown.matching(rest)
            found += card in spared
    assert found


def test_the_whole_pack_is_counted() -> None:
    pack = Cards([f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK"])
    assert GIN.deadwood(pack) == 0
    assert GIN.deadwood(Cards([f"{rank}{suit}" for suit in "cdhs" for rank in "A3579JK"])) == 0


@pytest.mark.parametrize("house", [*HOUSES, "classic", "dear cards"])
def test_many_hands_in_one_call(house: str) -> None:
    others = {
        "classic": variants.CLASSIC_51,
        "dear cards": GIN.with_(equipment={"court_value": 10}, scoring={"ace_hand_value": 25}),
    }
    variant = HOUSES.get(house) or others[house]
    rng = random.Random(house)
    many = [Cards.from_ids(rng.sample(range(52), size)) for size in (0, 1, 7, 10, 11, 15, 26) * 9]
    expected = tuple(variant.deadwood(str(hand)) for hand in many)
    assert variant.deadwoods(many) == expected
    assert variant.deadwoods([hand.mask for hand in many]) == expected
    assert variant.deadwoods(iter(many)) == expected
    game = game_of(variant)
    assert expected == tuple(game.deadwood.least(hands.of_cards(hand.ids, game.planes)) for hand in many)


def test_hands_of_every_kind_in_one_call() -> None:
    classic = variants.CLASSIC_51
    many = ["7♠ 8♠ * K♥", Cards("K♥ K♥"), Cards("7♠ 8♠ * K♥").mask]
    assert classic.deadwoods(many) == (10, 20, 10)  # type: ignore[arg-type]  # mixed on purpose
    assert classic.deadwoods(many[::-1]) == (10, 20, 10)  # type: ignore[arg-type]  # mixed on purpose
    assert classic.deadwoods([]) == ()
    assert classic.deadwoods([0]) == (0,)


@pytest.mark.parametrize(
    "many", [[1 << 54], [-1], [1 << 80], [0, 1.5], [0, "K"], "7s 8s", Cards("7s"), 5, [1 << 52]]
)
def test_values_other_than_lists_of_hands(many: Any) -> None:
    with pytest.raises(InvalidCards):
        GIN.deadwoods(many)


@pytest.mark.parametrize("hand", ["7s 7s", "*", "?", "7s 7s 8s 8s " * 14])
def test_cards_that_gin_does_not_have(hand: str) -> None:
    with pytest.raises(InvalidCards):
        GIN.deadwood(Cards(hand))


def test_cards_as_bits() -> None:
    hand = Cards("A♣ 7♠ K♠ *")
    assert hand.mask == 1 | 1 << 45 | 1 << 51 | 1 << 52
    assert Cards.from_mask(hand.mask) == hand
    with pytest.raises(InvalidCards):
        Cards("7s 7s").mask  # noqa: B018 # it raises
    for wrong in (-1, 1 << 54, 1.0, True):
        with pytest.raises(InvalidCards):
            Cards.from_mask(wrong)  # type: ignore[arg-type]  # the door is checked
