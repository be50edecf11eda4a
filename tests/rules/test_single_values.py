"""Single cards with special values, such as a queen of spades of 40 points, in melds and hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.support.depth import numbers
from tests.support.playing import rounds
from tests.support.refusals import codes_of
from tests.support.turn_facts import built

from rami import Card, InvalidMeld, Knock, Round, Variant, variants
from rami.bots import ExpertBot, GreedyBot
from rami.errors import InvalidVariant, Reason
from rami.notation import houses
from rami.policies import Equipment

QUEEN = {"Q♠": 40}
SEVERAL = {"Q♠": 40, "3♦": 0, "7♣": 9, "A♥": 25}
RUM = variants.RUMMY_500.with_(equipment={"card_values": QUEEN})


def test_a_queen_of_spades_counts_forty_in_melds_and_in_the_hand() -> None:
    assert [RUM.points(each) for each in ("J♠ Q♠ K♠", "Q♥ Q♦ Q♠", "Q♥ Q♦ Q♣")] == [60, 60, 30]
    assert RUM.deadwood("Q♠ 2♣ Q♥") == 40 + 2 + 10
    assert RUM.scoring.hand_value(Card("Q♠"), RUM.equipment) == 40
    assert str(RUM.score(["", "Q♠ 2♣"], winner=0).lines[1]) == "player 1: -42 (laid 0, 2♣ -2, Q♠ -40)"
    start = built(variant=RUM, hands=["J♠ Q♠ K♠ 4♦", "9♣ T♣ 2♥"], phase="play")
    over = start.play("lay J♠ Q♠ K♠").play("discard 4♦")
    assert over.over
    assert [line.points for line in over.score().lines] == [60, -21]


def test_a_wild_card_that_stands_for_it_counts_as_usual() -> None:
    wild = RUM.with_(equipment={"jokers": 2})
    assert wild.points("J♠ * K♠") == variants.RUMMY_500.with_(equipment={"jokers": 2}).points("J♠ * K♠")


@pytest.mark.parametrize("given", [{"Q♠": 40}, {"Qs": 40}, ["Q♠ 40"], ["Qs = 40"], ("qs 40",)], ids=str)
def test_friendly_spellings(given: Any) -> None:
    assert Equipment(card_values=given).card_values == ("Q♠ 40",)


@pytest.mark.parametrize(
    "given",
    [{"Q♠": -1}, {"*": 3}, {"?": 3}, {"Z": 3}, {"Q♠": 1.5}, ["Q♠"], ["Q♠ 4", "Qs 5"], "Q♠ 40", None],
    ids=str,
)
def test_other_values_are_refused(given: Any) -> None:
    assert codes_of(InvalidVariant, Equipment, card_values=given) == [Reason.OPTION_VALUE]


def test_a_house_rule_file_has_them() -> None:
    written = houses.dumps(RUM)
    assert 'card_values = ["Q♠ 40"]' in written
    assert houses.loads(written) == RUM


@pytest.mark.parametrize(
    ("variant", "changes", "code"),
    [
        (variants.CLASSIC_51, {}, Reason.SINGLE_VALUES_OPEN),
        (RUM, {"opening": {"pickup_minimum": 5, "pickup_scope": "always"}}, Reason.SINGLE_VALUES_OPEN),
        (variants.INDIAN_13, {}, Reason.SINGLE_VALUES_NATURAL),
    ],
)
def test_where_ranks_decide_single_values_are_refused(variant: Variant, changes: Any, code: Reason) -> None:
    assert code in codes_of(InvalidVariant, variant.with_, equipment={"card_values": QUEEN}, **changes)


def value_of(variant: Variant, card: Card) -> int:
    """Count the points of a card, whatever its place."""
    if str(card) in SEVERAL:
        return SEVERAL[str(card)]
    assert card.rank is not None
    return variant.scoring.hand_value(card) if card.rank == 1 else min(10, int(card.rank))


@cache
def is_meld(variant: Variant, cards: tuple[Card, ...]) -> bool:
    try:
        variant.meld(cards)
    except InvalidMeld:
        return False
    return True


def ways(variant: Variant, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield the cards left over, for every way to take melds out of a few cards."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for left in ways(variant, rest):
        yield (first, *left)
    for size in range(2, len(cards)):
        for others in combinations(range(len(rest)), size):
            meld = (first, *(rest[at] for at in others))
            if is_meld(variant, meld):
                yield from ways(variant, tuple(card for at, card in enumerate(rest) if at not in others))


@pytest.mark.parametrize(
    "base", [variants.GIN, variants.RUMMY_500, variants.RUMMY_500.with_(equipment={"packs": 2})]
)
def test_the_best_melds_are_the_best_by_these_values(base: Variant) -> None:
    variant = base.with_(equipment={"card_values": SEVERAL})
    rng = Random(40)
    pack = [Card.from_id(number) for number in range(52)] * (2 if base.equipment.packs == 2 else 1)
    near = [
        card
        for card in pack
        if card.suit is not None and (card.rank in (11, 12, 13, 2, 3, 4) or str(card) in SEVERAL)
    ]
    for _ in numbers(60):
        hand = tuple(sorted(rng.sample(near, 8)))
        least = min(sum(value_of(variant, card) for card in left) for left in ways(variant, hand))
        assert variant.deadwood(hand) == least
        assert variant.best_melds(hand, "deadwood").deadwood == least
        best = variant.best_melds(hand, "points")
        # The only ace has a value of its own, so all cards that are not left are in melds.
        assert best.points == sum(value_of(variant, card) for card in hand) - least
        assert best.points == sum(map(variant.points, best.melds))
        fewest = min(len(left) for left in ways(variant, hand))
        assert len(variant.best_melds(hand, "cards").left) == fewest


def test_a_round_of_gin_counts_them() -> None:
    gin = variants.GIN.with_(equipment={"card_values": SEVERAL})
    for bot in (GreedyBot(), ExpertBot()):
        for seed in numbers(20):
            *_, over = rounds(Round.deal(gin, seed=seed), bot)
            if over.outcome is None or over.outcome.winner is None:
                continue
            winner = over.outcome.winner
            counts = [sum(value_of(gin, card) for card in cards) for cards in over.outcome.deadwood]
            mine, theirs = counts[winner], counts[1 - winner]
            assert over.score().lines[winner].reasons[0].points == theirs
            assert gin.scoring.kind == "credit"
            assert mine <= theirs
    position = built(variant=gin, hands=["2♠ 3♠ 4♠ 9♥ 9♦ 9♣ J♥ J♦ J♣ Q♠ K♦", "A♣"], phase="play")
    # The hand can knock with the ten points of a king left over, but not with a queen of spades.
    assert {str(move.discard) for move in position.legal_moves if isinstance(move, Knock)} == {"Q♠"}
