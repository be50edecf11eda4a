"""Options of the draw and of the stock, each against Classic Rami 51."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from tests.rules.scenes import (
    ACES,
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    before_draw,
    house,
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
    Move,
    Round,
    RoundContext,
    Setup,
    SwapWild,
    TakeDiscard,
    Variant,
)

UNUSABLE = "discard_unusable R51-DRAW-02"
FIRST_TURN = "discard_first_turn VELVET-DRAW-02"
NORMAL = {"dealing__starter_extra": 0, "drawing__starter_turn": "normal"}


# the first turn


@pytest.mark.rule("R51-START-01")
def test_starter_turn_normal_without_draw() -> None:
    variant = house(drawing__starter_turn="normal_without_draw")
    start = Round.deal(variant, players=3, seed=1)
    assert (start.player, str(start.phase), len(start.hands[0])) == (0, "play", 14)
    refused(start, DrawStock(), "wrong_phase R51-TURN-01")
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ 2♥", variant=variant, turn=0, discards="")
    after = allowed(position, LayDown(OPENING), Discard("K♦"))
    assert (after.player, str(after.phase), after.hands[0]) == (1, "draw", Cards("2♥"))


def test_starter_turn_normal() -> None:
    variant = house(**NORMAL)
    start = Round.deal(variant, players=3, seed=1)
    drawn = allowed(start, DrawStock())
    assert len(drawn.hands[0]) == 14
    assert str(drawn.phase) == "play"


@pytest.mark.parametrize("turn,legal", [(0, False), (1, False), (2, True)])
def test_first_round_discard(turn: int, legal: bool) -> None:
    variant = house(drawing__first_round_discard=False, dealing__upcard=True, **NORMAL)
    position = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    if legal:
        allowed(position, TakeDiscard())
    else:
        refused(position, TakeDiscard(), FIRST_TURN)
    allowed(position, DrawStock(), Discard("K♦"))
    allowed(with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", turn=max(1, turn)), TakeDiscard())


@pytest.mark.parametrize("turn,legal", [(0, False), (1, True), (2, True)])
def test_first_round_scope(turn: int, legal: bool) -> None:
    variant = house(
        drawing__first_round_discard=False,
        drawing__first_round_scope="first_player_only",
        opening__first_round_melds=False,
        dealing__upcard=True,
        **NORMAL,
    )
    draw = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    lay = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    if legal:
        allowed(draw, TakeDiscard())
        allowed(lay, LayDown(OPENING))
    else:
        refused(draw, TakeDiscard(), FIRST_TURN)
        refused(lay, LayDown(OPENING), "opening_first_turn VELVET-OPEN-01")


# what the discard is for

USES: dict[str, tuple[str, str, str, tuple[Move, ...]]] = {
    "meld": ("5♥", "5♣ 5♦ K♦ 2♣", RUN, (LayDown("5♣ 5♦ 5♥"),)),
    "layoff": ("T♠", "J♦ K♦ 2♣", RUN, (LayOff("T♠", 0),)),
    "swap": ("4♠", "9♥ 9♦ K♦ 2♣", "2♠ 3♠ *", (SwapWild(0, None, "4♠"), LayDown("9♥ 9♦ *"))),
}


@pytest.mark.rule("R51-DRAW-02")
@pytest.mark.parametrize(
    "uses",
    [{"meld"}, {"layoff"}, {"swap"}, {"meld", "layoff"}, {"meld", "swap"}, {"layoff", "swap"}, set(USES)],
    ids=lambda uses: "-".join(sorted(uses)),
)
def test_discard_use(uses: Collection[str]) -> None:
    variant = house(drawing__discard_use=uses)
    for use, (card, held, meld, moves) in USES.items():
        position = with_taken(card, held, [(0, meld)], variant=variant, discards="J♣")
        if use in uses:
            allowed(position, TakeDiscard(), *moves, Discard("K♦"))
        else:
            refused(position, TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02")
def test_a_use_that_does_not_count_leaves_the_duty() -> None:
    variant = house(drawing__discard_use={"meld"})
    position = allowed(with_taken("T♠", "J♠ Q♠ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard())
    refused(position, LayOff("T♠", 0), "duty_unmeetable")
    allowed(position, LayDown("T♠ J♠ Q♠"), Discard("K♦"))


@pytest.mark.parametrize("use", ["layoff", "swap"])
def test_discard_use_speaks_of_players_who_have_opened(use: str) -> None:
    """Before that the card goes into the opening, whatever an opened player may do with it."""
    variant = house(drawing__discard_use={use})
    position = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", variant=variant)
    allowed(position, TakeDiscard(), LayDown(OPENING), Discard("K♦"))


def test_a_free_draw() -> None:
    free = house(drawing__discard_use=None)
    position = with_taken("5♥", "K♦ 2♣", variant=free)
    taken = allowed(position, TakeDiscard())
    assert taken.duties == ()
    refused(taken, Discard("5♥"), "returned_discard R51-DRAW-02")
    assert allowed(taken, Discard("K♦")).hands[0] == Cards("2♣ 5♥")
    refused(with_taken("5♥", "K♦ 2♣"), TakeDiscard(), UNUSABLE)


def test_allow_return_discard() -> None:
    variant = house(drawing__discard_use=None, drawing__allow_return_discard=True)
    taken = allowed(with_taken("5♥", "K♦ 2♣", variant=variant), TakeDiscard())
    assert allowed(taken, Discard("5♥")).discards[-1] == Card("5♥")


@pytest.mark.rule("R51-DRAW-02")
def test_unopened_discard_use() -> None:
    variant = house(drawing__unopened_discard_use="any_same_turn")
    held, table = "7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ 2♣", [(1, "J♥ Q♥ K♥")]
    taken = allowed(with_taken("T♥", held, table, variant=variant), TakeDiscard())
    refused(taken, Discard("K♦"), "duty_taken R51-DRAW-02")
    opened = allowed(taken, LayDown(OPENING))
    refused(opened, Discard("K♦"), "duty_taken R51-DRAW-02")
    allowed(opened, LayOff("T♥", 0), Discard("K♦"))
    refused(with_taken("T♥", held, table), TakeDiscard(), UNUSABLE)
    refused(with_taken("T♥", "7♠ 8♠ A♦ A♣ A♥ K♦ 2♣", table, variant=variant), TakeDiscard(), UNUSABLE)
    refused(with_taken("T♥", held, variant=variant), TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02")
def test_unopened_discard_use_by_a_swap() -> None:
    variant = house(drawing__unopened_discard_use="any_same_turn")
    held = "7♠ 8♠ 9♠ A♦ A♣ A♥ 9♥ 9♦ K♦"
    position = with_taken("4♥", held, [(1, "2♥ 3♥ *")], variant=variant)
    allowed(
        position, TakeDiscard(), LayDown(OPENING), SwapWild(0, None, "4♥"), LayDown("9♥ 9♦ *"), Discard("K♦")
    )


@pytest.mark.rule("R51-DRAW-02", "R51-OPEN-01")
def test_the_clean_run_may_hold_the_other_copy_of_the_card_taken() -> None:
    variant = house(drawing__unopened_discard_use="any_same_turn", drawing__discard_in_clean_run=False)
    held = "8♠ 9♠ A♦ A♣ A♥ K♦ 7♥ 7♦"
    taken = allowed(with_taken("7♠", f"{held} 7♠", variant=variant), TakeDiscard())
    allowed(taken, LayDown(OPENING), LayDown("7♠ 7♥ 7♦"), Discard("K♦"))
    refused(with_taken("7♠", held, variant=variant), TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02", "R51-OPEN-01")
@pytest.mark.parametrize("third,legal", [("9♥", True), ("8♥", False)])
def test_the_card_taken_may_bring_exactly_the_points_with_the_last_cards(third: str, legal: bool) -> None:
    """24 and 27 points, and no card is left where none has to be discarded."""
    variant = house(closing__final_discard="optional", drawing__no_discard_draw_at=None)
    position = with_taken("9♠", f"7♠ 8♠ 9♣ 9♦ {third}", [(1, "T♣ J♣ Q♣")], variant=variant)
    if legal:
        assert allowed(position, TakeDiscard(), LayDown(["7♠ 8♠ 9♠", "9♣ 9♦ 9♥"])).over
    else:
        refused(position, TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02", "R51-JOK-01")
def test_a_joker_that_is_laid_at_an_end_makes_a_place_for_the_card_taken() -> None:
    """Laid at once, the run would hold the joker inside."""
    variant = house(melding__joker_at_ends="placement")
    taken = allowed(with_taken("9♠", "6♠ 7♠ * K♦ 2♦", [(0, "T♣ J♣ Q♣")], variant=variant), TakeDiscard())
    allowed(taken, LayDown("6♠ 7♠ *"), LayOff("9♠", 1), Discard("K♦"))


@pytest.mark.rule("R51-DRAW-02", "R51-OPEN-01")
def test_discard_in_clean_run() -> None:
    variant = house(drawing__discard_in_clean_run=False)
    into_the_run = "7♠ 8♠ A♦ A♣ A♥ K♦ 2♣"
    into_the_group = "7♠ 8♠ 9♠ A♦ A♣ K♦ 2♣"
    refused(with_taken("9♠", into_the_run, variant=variant), TakeDiscard(), UNUSABLE)
    allowed(with_taken("A♥", into_the_group, variant=variant), TakeDiscard(), LayDown(OPENING))
    allowed(with_taken("9♠", into_the_run), TakeDiscard(), LayDown(OPENING))
    other = allowed(with_taken("A♥", "7♠ 8♠ 9♠ A♦ A♣ K♥ Q♥ 2♣", variant=variant), TakeDiscard())
    allowed(other, LayDown([RUN, "Q♥ K♥ A♥"]))
    refused(
        allowed(
            with_taken("A♥", "T♥ J♥ Q♥ K♥ A♦ A♣ 2♣ 7♠ 8♠ 9♠", variant=variant),
            TakeDiscard(),
        ),
        LayDown("T♥ J♥ Q♥ K♥ A♥"),
        "opening_clean_run R51-OPEN-01",
    )


@pytest.mark.rule("R51-CARTE-02")
def test_no_discard_draw_at() -> None:
    variant = house(drawing__no_discard_draw_at=None)
    allowed(
        with_taken("T♠", "K♦", [(0, RUN)], variant=variant), TakeDiscard(), LayOff("T♠", 0), Discard("K♦")
    )
    refused(with_taken("T♠", "K♦", [(0, RUN)]), TakeDiscard(), "discard_at_one_card R51-CARTE-02")


def test_no_twin_pickup() -> None:
    variant = house(drawing__no_twin_pickup=True)
    refused(with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard(), "discard_twin")
    allowed(with_taken("T♠", "T♥ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard())
    allowed(with_taken("*", "* 9♥ 9♦ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard())
    allowed(with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)]), TakeDiscard())


# the stock


def dry(variant: Variant, discards: str, hand: str = "K♠ 5♥", recycles: int = 0) -> Round:
    """The stock is empty; seat 1 holds whatever is not named."""
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=[hand, pack - Cards(hand) - Cards(discards)],
            discards=discards,
            stock="",
            context=RoundContext(2, 1),
            recycles=recycles,
        )
    )


PILE = "2♥ 9♣ K♦ 4♠ 7♥"


@pytest.mark.rule("R51-STOCK-01")
def test_recycle_all() -> None:
    drawn = dry(house(drawing__recycle="all"), PILE).play(DrawStock())
    assert drawn.discards == ()
    assert len(drawn.stock) == 4
    assert not dry(house(drawing__recycle="all"), "7♥").over
    kept = dry(CLASSIC, PILE).play(DrawStock())
    assert kept.discards == (Card("7♥"),)
    assert len(kept.stock) == 3


@pytest.mark.rule("R51-STOCK-01")
def test_recycle_never() -> None:
    stuck = dry(house(drawing__recycle="never"), PILE)
    assert stuck.over
    assert stuck.score().void


@pytest.mark.rule("R51-STOCK-01")
@pytest.mark.parametrize(
    "limit,done,over", [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True)]
)
def test_max_recycles(limit: int, done: int, over: bool) -> None:
    position = dry(house(drawing__max_recycles=limit), PILE, recycles=done)
    assert position.over == over
    if not over:
        assert position.play(DrawStock()).setup.recycles == done + 1
    assert not dry(CLASSIC, PILE, recycles=done).over


def test_a_stock_that_is_not_replaced_leaves_a_legal_discard_to_be_taken() -> None:
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    hand, pile = Cards("K♠ 5♥"), Cards("2♥ T♠")
    position = Round.from_setup(
        Setup(
            variant=house(drawing__recycle="never"),
            hands=[hand, pack - hand - pile - Cards(RUN)],
            table=[(0, RUN)],
            discards="2♥ T♠",
            stock="",
            context=RoundContext(2, 1),
        )
    )
    refused(position, DrawStock(), "stock_empty R51-STOCK-01")
    assert [str(move) for move in position.legal_moves] == ["take"]
    allowed(position, TakeDiscard(), LayOff("T♠", 0))


def test_the_positions_here_are_those_of_classic_rules_too() -> None:
    allowed(before_draw("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦"), DrawStock(), LayDown([RUN, ACES]))
