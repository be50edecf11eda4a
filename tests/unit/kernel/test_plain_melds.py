"""Hands without wild cards: the search with bit masks finds the same melds and counts all listed moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import variants
from rami._kernel.arranging.plain_melds import PlainMelds, count_shows
from rami._kernel.cards import hands
from rami._kernel.melds.finder import hand_melds
from rami._kernel.turns.knocking import show_actions
from rami._kernel.turns.turn import NO_CARD, Duties, Terms, Turn
from rami.policies._compiled import game_of

OPTIONS: list[dict[str, Any]] = [
    {},
    {"ace": "both", "max_run": 14},
    {"ace": "both", "run_wrap": True},
    {"set_min": 4, "max_run": 4},
    {"set_max": 3, "run_min": 4, "big_gin_bonus": None},
]


def plane_of(rng: Random) -> int:
    """Return eleven cards, many of which belong together, or a whole suit."""
    if rng.random() < 0.03:
        return (1 << 13) - 1
    low, width, suits = rng.randint(0, 8), rng.randint(3, 5), rng.randint(3, 4)
    cards = [card for card in range(52) if low <= card % 13 < low + width and card // 13 < suits]
    others = [card for card in range(52) if card not in cards]
    rng.shuffle(cards)
    return sum(1 << card for card in (cards[: rng.randint(6, 11)] + rng.sample(others, 11))[:11])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_melds_and_moves_of_plain_hands(options: dict[str, Any]) -> None:
    game, rng = game_of(with_options(variants.GIN, options)), Random(14)
    assert game.knock is not None
    shown = 0
    for _ in numbers(30):
        plane = plane_of(rng)
        melds = PlainMelds(game.deadwood, plane)
        codes = [melds.code(index) for index in range(len(melds.masks))]
        assert codes == sorted(hand_melds(game.melds, (plane, 0)))
        for code, mask, price in zip(codes, melds.masks, melds.prices, strict=True):
            assert hands.of_cards(code[1:], 1) == (mask, 0)
            assert game.deadwood.points((mask, 0)) == price
        banned = rng.choice([NO_CARD, *hands.cards_of((plane, 0))])
        limit = rng.choice([0, 10, 20])
        turn = Turn((plane, 0), (), 0, False, Terms(limit=limit), duties=Duties(banned=banned))
        barred = 0 if banned == NO_CARD else 1 << banned
        count = len(show_actions(game, turn, b""))
        assert count_shows(game.deadwood, plane, limit, barred, game.knock.big_gin) == count
        shown += count
    assert shown >= enough(41)
