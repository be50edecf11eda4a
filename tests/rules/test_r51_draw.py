"""Classic Rami 51: the draw, the discard that must be used, the stock."""

from __future__ import annotations

import pytest
from tests.rules.scenes import (
    ACES,
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    before_draw,
    listed,
    refused,
    scene,
    table_text,
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

UNUSABLE = "discard_unusable R51-DRAW-02"
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


@pytest.mark.rule("R51-DRAW-02", "R51-OPEN-01")
def test_before_the_opening_the_discard_must_complete_one() -> None:
    enough = "J♣ K♣ 7♠ 7♥ 7♦ 2♣ 2♥ 4♥ 9♦ T♦ 8♠ 3♣ 5♥"
    one_short = "J♣ K♣ 5♠ 5♥ 5♦ 5♣ 2♥ 4♥ 9♦ T♦ 8♠ 3♣ 7♥"
    end = allowed(
        with_taken("Q♣", enough, others=["6♥ 8♣"]),
        TakeDiscard(),
        LayDown(["J♣ Q♣ K♣", "7♠ 7♥ 7♦"]),
        Discard("2♣"),
    )
    assert end.player == 1
    refused(with_taken("Q♣", one_short, others=["6♥ 8♣"]), TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02")
def test_before_the_opening_the_discard_is_part_of_the_opening_itself() -> None:
    held = "7♠ 8♠ 9♠ A♦ A♣ A♥ 2♣ 5♥"
    refused(with_taken("T♥", held, [(1, "J♥ Q♥ K♥")]), TakeDiscard(), UNUSABLE)
    taken = allowed(with_taken("T♠", held), TakeDiscard())
    refused(taken, LayDown(OPENING), "duty_taken_in_opening R51-DRAW-02")
    allowed(taken, LayDown(["7♠ 8♠ 9♠ T♠", ACES]))
    allowed(with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ 2♣"), TakeDiscard(), LayDown(OPENING))


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


@pytest.mark.rule("R51-DRAW-02")
def test_a_swap_uses_the_discard_too() -> None:
    position = with_taken("4♠", "9♥ 9♦ K♦ 2♣", [(0, "T♣ J♣ Q♣"), (1, "2♠ 3♠ *")])
    end = allowed(position, TakeDiscard(), SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"), Discard("2♣"))
    assert table_text(end) == ["0: 9♦ 9♥ *", "0: T♣ J♣ Q♣", "1: 2♠ 3♠ 4♠"]


@pytest.mark.rule("R51-DRAW-02")
def test_a_discard_without_use_stays_where_it_is() -> None:
    refused(with_taken("5♥", "5♣ K♦ 2♣ Q♦", [(0, RUN)]), TakeDiscard(), UNUSABLE)
    assert {str(move) for move in with_taken("5♥", "5♣ K♦ 2♣ Q♦", [(0, RUN)]).legal_moves} == {"draw"}


@pytest.mark.rule("R51-DRAW-02", "R51-RSEC-04")
def test_the_discard_is_useless_if_nothing_would_be_left_to_discard() -> None:
    refused(with_taken("5♥", "5♣ 5♦", [(0, RUN)]), TakeDiscard(), UNUSABLE)
    allowed(with_taken("5♥", "5♣ 5♦ 2♣", [(0, RUN)]), TakeDiscard())


@pytest.mark.rule("R51-DRAW-02")
def test_the_card_taken_does_not_go_back_but_one_from_the_stock_may() -> None:
    taken = allowed(with_taken("T♠", "2♣ Q♦", [(0, RUN)]), TakeDiscard())
    refused(taken, Discard("T♠"), MUST_PLACE)
    position = before_draw("2♣ Q♦", [(0, RUN)])
    allowed(position, DrawStock(), Discard(position.stock[0]))


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


@pytest.mark.rule("R51-CARTE-02")
def test_with_a_single_card_only_the_stock_is_left() -> None:
    refused(with_taken("T♠", "K♦", [(0, RUN)]), TakeDiscard(), "discard_at_one_card R51-CARTE-02")
    allowed(with_taken("T♠", "K♦", [(0, RUN)]), DrawStock())
    allowed(with_taken("T♠", "K♦ 2♣", [(0, RUN)]), TakeDiscard())


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
