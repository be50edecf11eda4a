"""The outline of a game, for a screen: the pack, the wild cards, and the ways in which melds come to the table."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.presets import PRESETS
from tests.support.strategies import walk

from rami import Card, Variant, variants
from rami.cards import JOKER
from rami.errors import InvalidSetup
from rami.policies._compiled import copies_of

each_game = pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)


@each_game
def test_the_pack_is_that_of_the_deal(variant: Variant) -> None:
    for players in range(variant.players[0], variant.players[1] + 1):
        found = variant.outline(players)
        pack = Counter({Card.of(rank, suit): found.packs for rank in found.ranks for suit in found.suits})
        pack[JOKER] += found.jokers
        dealt = Counter(
            {Card.from_id(card): copies for card, copies in enumerate(copies_of(variant.for_round(players)))}
        )
        assert +pack == +dealt


@each_game
def test_cards_that_stand_for_others_are_wild(variant: Variant) -> None:
    for position in walk(variant, 3)[::7]:
        context = position.context
        seats = len(context.playing)
        found = variant.outline(seats, number=context.number, turned=position.setup.turned)
        for laid in position.table:
            for placed in getattr(laid.meld, "placed", ()):
                if isinstance(placed.stands_for, Card) and placed.stands_for != placed.card:
                    assert placed.card in found.wilds
        assert bool(position.table) <= (found.melds == "laid") or position.setup.knock is not None


@each_game
def test_hands_have_the_size_that_it_says(variant: Variant) -> None:
    start = walk(variant, 3)[0]
    size = variant.outline(len(start.context.playing), number=1).hand_size
    assert {len(hand) - size for hand in start.hands} <= {0, 1}


def test_the_numbers_of_some_games() -> None:
    classic, gin, okey = (variants.get(slug).outline() for slug in ("classic-51", "gin", "okey-101"))
    assert (classic.minimum, classic.melds, classic.knock_limit) == (51, "laid", None)
    assert (gin.melds, gin.knock_limit, gin.jokers, str(gin.wilds)) == ("declared", 10, 0, "")
    assert (okey.faces, okey.turned, okey.minimum, okey.pairs) == ("tiles", "natural", 101, 5)
    third = variants.THREE_THIRTEEN.outline(2, number=3)
    assert (str(third.wilds), third.hand_size, third.packs) == ("5♣ 5♦ 5♥ 5♠", 5, 1)
    assert len(variants.FRUSTRATION.outline().contracts) == 14
    few = variants.BASIC_RUMMY.with_(
        equipment={"ranks": frozenset(range(1, 11)), "suits": frozenset(("hearts", "spades")), "packs": 4},
        dealing={"hand_size": 7},
    ).outline()
    assert "".join(rank.symbol for rank in few.ranks) == "A23456789T"
    assert "".join(suit.symbol for suit in few.suits) == "♥♠"


@pytest.mark.parametrize("players", [1, 3, True, "2"])
def test_a_number_of_players_that_the_game_does_not_allow(players: object) -> None:
    with pytest.raises(InvalidSetup):
        variants.GIN.outline(players)  # type: ignore[arg-type]
