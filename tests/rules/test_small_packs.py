"""Packs without some ranks or suits."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.depth import some
from tests.support.ends import end
from tests.support.refusals import refusal

from rami import Cards, Match, Round, Variant, bots, rulebook, variants
from rami.errors import InvalidCards, InvalidSetup, InvalidText, InvalidVariant, Reason
from rami.ext import json
from rami.notation import houses, parse_position, position_text, records
from rami.policies.results._tally import most_wilds
from rami.testing import check_variant

SMALL = variants.GIN.with_(
    equipment={"ranks": range(1, 6), "suits": ["clubs", "hearts"]},
    dealing={"hand_size": 3, "min_stock": 1},
    closing={"knock_limit": 3},
)
SHORT = variants.CLASSIC_51.with_(
    equipment={"ranks": {1, *range(7, 14)}, "players": (2, 3)}, dealing={"min_stock": 5}
)
"""Two packs of 32 cards and four jokers."""


def test_the_pack() -> None:
    start = Round.deal(SMALL, seed=1)
    whole = Cards([card for hand in start.hands for card in hand]) + Cards([*start.stock, *start.discards])
    assert str(whole) == "A♣ 2♣ 3♣ 4♣ 5♣ A♥ 2♥ 3♥ 4♥ 5♥"
    full = Round.deal(SHORT, players=3, seed=1)
    faces = Counter(card for pile in (*full.hands, full.stock) for card in pile)
    assert (len(faces), faces.total(), {*faces.values()}) == (33, 68, {2, 4})


@pytest.mark.parametrize("text", ["6♣", "A♠", "A♣ A♣"])
def test_a_card_that_is_left_out_is_refused_like_one_too_many(text: str) -> None:
    start = Round.deal(SMALL, seed=1)
    for ask in (
        SMALL.deadwood,
        SMALL.best_melds,
        SMALL.readings,
        SMALL.knock_discards,
        lambda cards: SMALL.deadwood(Cards(cards)),
        lambda cards: SMALL.best_melds(Cards(cards)),
        lambda cards: SMALL.meld(f"{cards} 2♣ 3♣"),
        lambda cards: SMALL.score(end([cards, "2♣"], knocker=0, upcard="5♥")),
        lambda cards: SHORT.openings(cards.replace("A", "5")),
        lambda cards: SHORT.openings(Cards(cards.replace("A", "5").replace("6", "5"))),
    ):
        with pytest.raises((InvalidCards, InvalidSetup)) as caught:
            ask(text)
        assert {each.code for each in caught.value.violations} == {Reason.TOO_MANY_COPIES}
    if " " not in text:
        with pytest.raises(InvalidCards):
            SMALL.deadwoods([Cards(text).mask])
        with pytest.raises(InvalidSetup):
            Round.deal(SMALL, seed=1, deck=f"{text} 2♣ 3♣ 4♣ 5♣ A♥ 2♥ 3♥ 4♥ 5♥")
        line = position_text(start.setup)
        with pytest.raises((InvalidSetup, InvalidText)):
            Round.from_setup(parse_position(line.replace(str(start.stock[0]), text)))


def test_ranks_that_are_left_out_keep_their_places() -> None:
    gap = variants.CLASSIC_51.with_(equipment={"ranks": {*range(1, 8), 11, 12}})
    assert [str(each) for each in gap.readings("7♠ J♠ Q♠")] == []
    assert [str(each) for each in gap.readings("J♠ Q♠ A♠")] == []
    # A wild card can represent one of them, like any card that can no longer be drawn.
    assert [str(each) for each in gap.readings("6♠ 7♠ *")] == ["* 6♠ 7♠", "6♠ 7♠ *"]
    assert [str(each) for each in gap.readings("Q♠ * A♠")] == ["Q♠ * A♠"]


def test_a_pack_of_forty_is_written_as_the_ranks_one_to_ten() -> None:
    values = (*range(1, 8), 10, 10, 10, 0, 0, 0)
    forty = variants.BASIC_RUMMY.with_(equipment={"ranks": range(1, 11), "values": values})
    assert [str(each) for each in forty.readings("6♠ 7♠ 8♠")] == ["6♠ 7♠ 8♠"]
    assert [forty.equipment.value_of_rank(rank) for rank in (7, 8, 10)] == [7, 10, 10]
    gap = variants.BASIC_RUMMY.with_(equipment={"ranks": {*range(1, 8), 11, 12, 13}})
    (sentence,) = rulebook(gap).about("equipment.ranks")
    assert sentence.text.endswith("Runs may not skip the ranks that are left out.")
    assert gap.readings("6♠ 7♠ J♠") == ()


def test_wild_cards_that_there_are() -> None:
    two_suits = variants.FRUSTRATION.with_(equipment={"suits": ["clubs", "spades"]})
    assert most_wilds(variants.FRUSTRATION) == 4 + 8
    assert most_wilds(two_suits) == 4 + 4


def test_a_pack_that_is_too_small_for_two_hands() -> None:
    wrong = refusal(InvalidVariant, SMALL.with_, equipment={"ranks": range(1, 4)}).violations[0]
    assert wrong.code == Reason.DEAL_TOO_LARGE
    assert {"equipment.ranks", "equipment.suits", "dealing.hand_size"} <= {*dict(wrong.params)["fields"]}
    assert SHORT.players == (2, 3)
    assert SHORT.with_(equipment={"players": (2, 7)}).players == (2, 4)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [SMALL, SHORT], ids=["gin", "classic"])
def test_small_packs_go_through_everything(variant: Variant) -> None:
    assert houses.loads(houses.dumps(variant)) == variant
    assert json.loads(json.dumps(variant), Variant) == variant
    match = Match.start(variant, players=2, seed=5)
    players: list[bots.Bot] = [bots.GreedyBot(), bots.RandomBot(3)]
    for _ in range(60):
        position = match.round
        if position.over:
            break
        assert parse_position(position_text(position.setup)) == position.setup
        view = match.view(position.player)
        assert Round.sampled(view, seed=9).view(view.viewer) == position.view(view.viewer)
        match = match.play(players[position.player].choose(view))
    assert records.loads(records.dumps(match)) == match
    check_variant(variant, rounds=some(2), seed=2)


def test_sentences_of_the_rulebook() -> None:
    sentences = [str(each) for each in rulebook(SMALL, "fr").about("equipment.suits")]
    assert sentences == ["De chaque jeu, on ne prend que ces couleurs\u00a0: trèfle, cœur."]
    (ranks,) = rulebook(SMALL).about("equipment.ranks")
    assert "from 1 for the ace to 13 for the king: 1, 2, 3, 4, 5." in ranks.text
    shown = {
        card
        for part in rulebook(SMALL).sections
        for each in part.examples
        for row in each.cards
        for card in row
    }
    assert Cards(shown) <= Cards("A♣ 2♣ 3♣ 4♣ 5♣ A♥ 2♥ 3♥ 4♥ 5♥")
    assert not rulebook(variants.GIN).about("equipment.ranks")
