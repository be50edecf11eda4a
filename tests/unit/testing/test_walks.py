"""Random rounds, and lookalikes, which a viewer cannot distinguish from them."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.presets import PRESETS
from tests.support.turn_facts import built

from rami import Card, Cards, Knock, Round, Variant, variants
from rami._kernel.cards.shuffle import Stream
from rami.rounds.setup import Phase
from rami.testing._pool import other_moves
from rami.testing._positions import calls, reachable
from rami.testing._secrecy import lookalike
from rami.testing._walks import capped, deal, listed, pack, seat_numbers, walk

CLASSIC, GIN = variants.CLASSIC_51, variants.GIN
REPLIES = GIN.with_(closing={"settle": "moves", "knock_limit": 100})
each_preset = pytest.mark.parametrize("variant", PRESETS, ids=str)


@pytest.mark.search(cases=5)
@each_preset
def test_every_deal_is_one_of_the_pack(variant: Variant) -> None:
    for players in seat_numbers(variant, None):
        for number in range(4):
            start = deal(variant, players, 1, number)
            assert reachable(start) == Counter(pack(start.variant))
            assert start == deal(variant, players, 1, number)
            assert start != deal(variant, players, 2, number)


def test_rich_deals_are_full_of_melds() -> None:
    def melded(number: int) -> int:
        start = deal(CLASSIC, 3, 1, number)
        return sum(len(meld) for hand in start.hands for meld in CLASSIC.best_melds(hand, "cards").melds)

    assert sum(map(melded, (1, 5, 9))) > 1.4 * sum(map(melded, (0, 4, 8)))


def test_a_stock_may_be_short_and_a_seat_empty() -> None:
    assert len(deal(CLASSIC, 4, 1, 2).stock) < 15 < len(deal(CLASSIC, 4, 1, 0).stock)
    assert Cards() in deal(CLASSIC, 4, 1, 3).hands
    assert Cards() not in deal(CLASSIC, 2, 1, 3).hands


def test_walks_are_reproducible_and_differ() -> None:
    one, again, other = ([step.move for step in walk(GIN, 2, 7, number)] for number in (1, 1, 5))
    assert one == again != other


def test_a_cap_is_never_raised() -> None:
    low = CLASSIC.with_(match={"turn_cap": 3})
    assert capped(low, 7) == low
    assert capped(CLASSIC, 7) == CLASSIC.with_(match={"turn_cap": 7})


def test_only_numbers_that_can_be_dealt() -> None:
    assert seat_numbers(CLASSIC, None) == (2, 3, 4, 5, 6, 7)
    assert seat_numbers(CLASSIC.with_(equipment={"packs": 1, "players": (2, 4), "jokers": 0}), None) == (2,)


def test_other_moves_are_legal_and_illegal() -> None:
    verdicts: Counter[bool] = Counter()
    for step in walk(capped(CLASSIC, 20), 3, 3, 1):
        moves = listed(step.position)
        for move in other_moves(step.position, Stream(1, "tried"), moves, 12):
            verdicts[move in step.position.legal_moves] += 1
    assert min(verdicts[True], verdicts[False]) > 20


def test_calls_are_counted() -> None:
    assert calls(lambda: sum(number for number in range(9))) >= calls(lambda: None) + 9


# lookalikes


def some_positions(variant: Variant, number: int = 1) -> list[Round]:
    return [step.position for step in walk(capped(variant, 12), variant.players[0], 3, number)][::5]


@pytest.mark.search(cases=5)
@each_preset
def test_visible_cards_are_kept_and_hidden_ones_change(variant: Variant) -> None:
    changed = 0
    for real in some_positions(variant):
        for viewer in (None, 0, 1):
            other = lookalike(real, viewer, Stream(viewer or 9, "test"))
            assert reachable(other) == reachable(real)
            assert (other.phase, other.player, other.table) == (real.phase, real.player, real.table)
            assert other.setup.seed != real.setup.seed
            if viewer is not None:
                assert other.hands[viewer] == real.hands[viewer]
            changed += other.stock != real.stock
    assert changed


def test_hands_and_the_next_cards_can_be_kept() -> None:
    real = Round.deal(CLASSIC, players=3, seed=1)
    other = lookalike(real, None, Stream(1, "test"), keep_hands=True, keep_drawn=4)
    assert other.hands == real.hands
    assert other.stock[:4] == real.stock[:4]
    assert other.stock != real.stock


def test_known_cards_of_a_hand_are_kept() -> None:
    hands, table = ["7♥ 8♥ 9♥ K♠ K♦ K♣ 2♠ *", "A♥ 3♥"], [(0, "4♣ 5♣ 6♣")]
    real = built(variant=CLASSIC, hands=hands, phase="play", discards="Q♦", taken="9♥", table=table)
    others = [lookalike(real, 1, Stream(seed, "test"), hold=[Card("2♠")]).hands[0] for seed in range(6)]
    assert all(Card("9♥") in hand and Card("2♠") in hand for hand in others)
    assert len(set(others)) > 3


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_face_down_discard_is_hidden_from_all_but_one(viewer: int | None) -> None:
    start = Round.deal(REPLIES, seed=3)
    while start.phase is not Phase.PLAY:
        start = start.play(next(iter(start.legal_moves)))
    knocked = start.play(next(move for move in start.legal_moves if isinstance(move, Knock)))
    assert knocked.phase is Phase.LAYOFF
    tops = {lookalike(knocked, viewer, Stream(seed, "test")).discards[-1] for seed in range(8)}
    if viewer == start.player:
        assert tops == {knocked.discards[-1]}
    else:
        assert len(tops) > 3
    hands = {lookalike(knocked, viewer, Stream(seed, "test")).hands for seed in range(8)}
    assert {each[start.player] for each in hands} == {knocked.hands[start.player]}
