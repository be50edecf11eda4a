"""Classic Rami 51: the draw, the discard that must be used, the stock."""

from __future__ import annotations

import pytest
from tests.rules.scenes import (
    CLASSIC,
    RUN,
    allowed,
    before_draw,
    listed,
    refused,
    scene,
    with_taken,
)

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Round,
    RoundContext,
    Setup,
    SwapWild,
    TakeDiscard,
)

MUST_PLACE = "duty_taken R51-DRAW-02"


@pytest.mark.rule("R51-DRAW-01")
def test_the_top_of_the_stock_or_of_the_pile_is_drawn_and_no_other_card() -> None:
    position = before_draw("8♣ T♦ 2♥", [(0, RUN)], discards="T♥ J♠ T♠")
    assert {str(move) for move in position.legal_moves} == {"draw", "take"}
    taken = allowed(position, TakeDiscard())
    assert taken.discards == tuple(map(Card, ["T♥", "J♠"]))
    assert taken.hands[0] - position.hands[0] == Cards("T♠")
    assert [str(duty) for duty in taken.duties] == ["place T♠"]
    drawn = allowed(position, DrawStock())
    assert drawn.hands[0] - position.hands[0] == Cards([position.stock[0]])
    assert drawn.discards == position.discards
    assert drawn.duties == ()


@pytest.mark.rule("R51-DRAW-01")
def test_an_empty_pile_gives_nothing() -> None:
    refused(before_draw("8♣ T♦ 2♥", discards=""), TakeDiscard(), "discards_empty R51-DRAW-01")


@pytest.mark.rule("R51-DRAW-02")
@pytest.mark.parametrize(
    "card,held,table,move",
    [
        ("5♥", "5♣ 5♦ 2♣ Q♦", [(0, RUN)], LayDown("5♣ 5♦ 5♥")),
        ("T♠", "2♣ Q♦", [(0, RUN)], LayOff("T♠", 0)),
        ("T♠", "2♣ Q♦", [(0, "4♦ 5♦ 6♦"), (1, RUN)], LayOff("T♠", 1)),
    ],
)
def test_afterwards_any_way_to_the_table_will_do(
    card: str, held: str, table: list[tuple[int, str]], move: LayDown | LayOff
) -> None:
    taken = allowed(with_taken(card, held, table), TakeDiscard())
    refused(taken, Discard("2♣"), MUST_PLACE)
    placed = allowed(taken, move)
    assert placed.duties == ()
    allowed(placed, Discard("2♣"))


@pytest.mark.rule("R51-LAY-02")
def test_only_the_discard_taken_and_the_joker_recovered_have_to_be_placed() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♠ K♦", [(0, "4♣ 4♥ 4♦"), (1, "5♥ 6♥ *"), (1, "2♠ 3♠ *")])
    assert position.duties == ()
    assert listed(position, Discard) == {f"drop {card}" for card in set(position.hands[0])}
    for card in set(position.hands[0]):
        allowed(position, Discard(card))
    unopened = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦")
    allowed(unopened, Discard("K♦"))
    recovered = allowed(scene("4♠ 9♥ 9♦ K♦", [(0, RUN), (1, "2♠ 3♠ *")]), SwapWild(1, None, "4♠"))
    refused(recovered, Discard("K♦"), "duty_wild R51-JSWAP-02")
    taken = allowed(with_taken("T♠", "2♣ Q♦", [(0, RUN)]), TakeDiscard())
    refused(taken, Discard("2♣"), MUST_PLACE)


@pytest.mark.rule("R51-DISC-01", "R51-TURN-01")
def test_one_discard_ends_the_turn() -> None:
    position = scene("K♠ K♦ 3♥", others=("2♣ 4♦", "6♥ 8♣"))
    refused(position, Discard("Q♠"), "card_not_held")
    after = allowed(position, Discard("K♠"))
    assert (after.player, str(after.phase)) == (1, "draw")
    assert after.discards[-1] == Card("K♠")
    assert len(after.discards) == len(position.discards) + 1


def nearly_stranded(discards: str, hand: str = "K♠ 5♥", *, seed: int = 0) -> Round:
    """The stock is empty; every card that is not named is held by seat 1."""
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    rest = pack - Cards(hand) - Cards(discards)
    return Round.from_setup(
        Setup(
            variant=CLASSIC,
            hands=[Cards(hand), rest],
            discards=discards,
            stock="",
            context=RoundContext(2, 1),
            seed=seed,
        )
    )


@pytest.mark.rule("R51-STOCK-01")
def test_an_empty_stock_is_made_anew_from_the_discards() -> None:
    position = nearly_stranded("2♥ 9♣ K♦ 4♠ 7♥")
    assert position.stock == ()
    drawn = allowed(position, DrawStock())
    assert drawn.discards == (Card("7♥"),)
    assert Cards([*drawn.stock, *(drawn.hands[0] - position.hands[0])]) == Cards("2♥ 9♣ K♦ 4♠")
    orders = {nearly_stranded("2♥ 9♣ K♦ 4♠ 7♥", seed=seed).play(DrawStock()).stock for seed in range(20)}
    assert len(orders) > 3


@pytest.mark.rule("R51-STOCK-01")
def test_a_round_in_which_nothing_can_be_drawn_is_void() -> None:
    stuck = nearly_stranded("7♥")
    assert stuck.over
    assert stuck.outcome is not None
    assert stuck.outcome.winner is None
    assert stuck.score().void
    assert [stuck.score().points(seat) for seat in (0, 1)] == [0, 0]
    assert not nearly_stranded("2♥ 7♥").over
