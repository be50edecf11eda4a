"""Whether a run might hold a wild for a card: its neighbours have to be in sight."""

from __future__ import annotations

import pytest
from tests.flat import with_options

from rami import Card, Cards, variants
from rami._kernel.finder import Table
from rami._kernel.hands import of_cards
from rami._kernel.recovering import wild_might_stand
from rami._kernel.turn import Turn
from rami.policies._compiled import game_of
from rami.policies._reading import code_of

GAME = game_of(with_options(variants.CLASSIC_51, {"melding.joker_in_run": "burnt"}))


@pytest.mark.parametrize(
    ("card", "held", "might"),
    [
        ("5♠", "6♠ 7♠", True),
        ("5♠", "4♠ 6♠", True),
        ("5♠", "3♠ 4♠", True),
        ("5♠", "6♠ 8♠", False),
        ("5♠", "5♠ 6♠", False),
        ("5♠", "6♥ 7♥", False),
        ("5♠", "7♠ 8♠ 9♠", False),
        ("K♠", "Q♠ A♠", True),
        ("A♠", "Q♠ K♠", True),
        ("A♠", "2♠ 3♠", True),
        ("A♠", "2♠ K♠", False),
        ("2♠", "A♠ K♠", False),
    ],
)
@pytest.mark.parametrize("on_the_table", [False, True])
def test_a_wild_might_stand_beside_two_neighbours(
    card: str, held: str, might: bool, on_the_table: bool
) -> None:
    table: Table = ()
    hand = of_cards(Cards(held).ids, GAME.planes)
    if on_the_table:
        # the last of the cards in a group
        hand = of_cards(Cards(held).ids[:-1], GAME.planes)
        rank = Cards(held).ids[-1] % 13
        suits = sorted({Cards(held).ids[-1] // 13, 0, 1, 2})[-3:]
        group = " ".join(str(Card.from_id(13 * suit + rank)) for suit in suits)
        table = ((0, 1, code_of(GAME.melds, variants.CLASSIC_51.meld(group))),)
    turn = Turn(hand, table, 0, True, True, False)
    assert wild_might_stand(GAME, turn, Card(card).id) is might
