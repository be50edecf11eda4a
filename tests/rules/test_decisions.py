"""How the ambiguities of the rules are settled: one small position for each point.

The numbers in the names are those of the notes that settle them: `test_d47_...` is about decision D-47.
"""

from __future__ import annotations

import attrs
import pytest
from tests.rules.scenes import (
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    house,
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
    InvalidMeld,
    LayDown,
    LayOff,
    Rank,
    Round,
    RoundContext,
    Setup,
    Source,
    SwapWild,
    TakeDiscard,
)

OWN = (0, "T♣ J♣ Q♣")
NO_FIT = "does_not_fit R51-LAYOFF-01"
STAYS = "take_position R51-TAKE-01"
MISMATCH = "swap_mismatch R51-JSWAP-01"
POINTS, CLEAN = "opening_points R51-OPEN-01", "opening_clean_run R51-OPEN-01"
COMPLETE = "7♠ 8♠ 9♠ A♦ A♣ A♥ 2♣ 2♥ 2♠ 5♣ 6♣ 7♣ 8♣"


# the start


@pytest.mark.rule("R51-START-01")
def test_d08_d132_a_complete_hand_waits_for_the_next_turn() -> None:
    start = Round.from_setup(
        Setup(variant=CLASSIC, hands=[f"{COMPLETE} K♠", "T♦ 8♥"], phase="discard", turn=0)
    )
    assert {type(move) for move in start.legal_moves} == {Discard}
    position = allowed(start, Discard("K♠"), DrawStock(), Discard("T♦"), DrawStock())
    laid = allowed(position, LayDown([*OPENING, "2♣ 2♥ 2♠", "5♣ 6♣ 7♣ 8♣"]))
    end = allowed(laid, Discard(next(iter(laid.hands[0]))))
    assert end.outcome is not None
    assert end.outcome.all_at_once


# the card taken from the discard pile


def test_d112_the_ban_of_a_free_draw_counts_faces() -> None:
    free = house(drawing__discard_use=None)
    alone = allowed(with_taken("5♥", "K♦ 2♣", variant=free), TakeDiscard())
    refused(alone, Discard("5♥"), "returned_discard R51-DRAW-02")
    with_twin = allowed(with_taken("5♥", "5♥ K♦", variant=free), TakeDiscard())
    allowed(with_twin, Discard("5♥"))
    joker = allowed(with_taken("*", "* K♦", variant=free), TakeDiscard())
    allowed(joker, Discard("*"))


@pytest.mark.rule("R51-STOCK-01", "R51-DRAW-01")
def test_d114_with_an_empty_stock_a_legal_discard_must_be_taken() -> None:
    position = only_held("K♠ 5♥", "T♠", [(0, RUN)])
    assert [str(move) for move in position.legal_moves] == ["take"]
    refused(position, DrawStock(), "stock_empty R51-STOCK-01")
    assert only_held("K♠ 5♥", "8♥", [(0, RUN)]).over


def only_held(
    hand: str, discards: str, table: list[tuple[int, str]], stock: str = "", **options: object
) -> Round:
    """Seat 0 is to draw, and seat 1 holds every card that is not named."""
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    rest = pack - Cards(hand) - Cards(discards) - Cards(stock)
    for _, meld in table:
        rest -= Cards(meld)
    return Round.from_setup(
        Setup(
            variant=house(**options),
            hands=[hand, rest],
            table=tuple(table),
            discards=discards,
            stock=stock,
            context=RoundContext(2, 1),
        )
    )


@pytest.mark.rule("R51-STOCK-01")
def test_d74_the_top_discard_stays() -> None:
    drawn = only_held("K♠ 5♥", "2♥ 9♣ K♦ 4♠", []).play(DrawStock())
    assert drawn.discards == (Card("4♠"),)
    assert len(drawn.stock) == 2


@pytest.mark.rule("R51-STOCK-01")
def test_d75_there_is_no_limit_and_a_blocked_round_is_void() -> None:
    position = only_held("K♠ 5♥", "2♥ 9♣", [])
    for _ in range(3):
        position = position.play(DrawStock())
        position = position.play(Discard(next(iter(position.hands[position.player]))))
    assert position.setup.recycles == 3
    assert not position.over
    assert only_held("K♠ 5♥", "9♣", []).over


@pytest.mark.rule("R51-STOCK-01")
def test_d76_the_pile_is_shuffled_when_somebody_draws_and_not_before() -> None:
    position = only_held("K♠ 5♥", "2♥ 9♣", [], stock="4♠")
    position = allowed(position, DrawStock(), Discard("K♠"))
    assert position.stock == ()
    assert position.setup.recycles == 0
    drawn = position.play(DrawStock())
    assert drawn.setup.recycles == 1
    assert drawn.discards == (Card("K♠"),)
    assert Cards([*drawn.stock, *(drawn.hands[1] - position.hands[1])]) == Cards("2♥ 9♣")


def test_d115_the_pile_may_be_empty_at_the_next_draw() -> None:
    explicit = {"drawing__recycle": "all", "conduct__mode": "explicit"}
    drawing = only_held("K♦ Q♠", "2♥ 9♣", [(0, RUN)], **explicit)
    drawn = Round.from_setup(attrs.evolve(drawing.setup, phase="play"))
    after = drawn.play(Discard("K♦"))
    assert (len(after.hands[0]), len(after.stock), after.discards) == (3, 1, ())
    assert [str(move) for move in after.legal_moves] == ["draw"]
    refused(after, TakeDiscard(), "discards_empty R51-DRAW-01")


# melds


@pytest.mark.rule("R51-SET-01")
def test_d22_a_suit_stands_in_a_group_once() -> None:
    refused(scene("5♠ 5♦ 5♦ K♦", [OWN]), LayDown("5♠ 5♦ 5♦"), "group_suits R51-SET-01")
    refused(scene("5♦ K♦", [OWN, (1, "5♠ 5♦ 5♥")]), LayOff("5♦", 1), NO_FIT)
    refused(scene("5♦ K♦", [OWN, (1, "5♠ 5♦ *")]), LayOff("5♦", 1), NO_FIT)


@pytest.mark.rule("R51-MAT-03", "R51-VAL-04")
def test_d23_a_run_may_hold_both_aces() -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
    cards = " ".join(f"{rank}♥" for rank in ranks)
    assert CLASSIC.points(cards) == 96
    allowed(scene(f"{cards} K♦"), LayDown(cards))


@pytest.mark.rule("VARIATION-CIRC-01", "R51-VAL-04")
def test_d24_a_circle_has_thirteen_places() -> None:
    circle = house(melding__run_wrap=True)
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] * 2
    for start in range(13):
        cards = [f"{rank}♥" for rank in ranks[start : start + 13]]
        meld = circle.meld(" ".join(cards))
        assert circle.points(meld) == (85 if start == 0 else 95)
        with pytest.raises(InvalidMeld):
            circle.meld(" ".join([*cards, cards[0]]))
        position = scene("A♥ K♥ K♦", [(0, meld)], variant=circle)
        assert not listed(position, LayOff)
    assert circle.points("Q♠ K♠ A♠ 2♠ 3♠") == 36


@pytest.mark.rule("R51-ACE-01")
def test_d25_d122_an_ace_or_a_joker_keeps_its_place() -> None:
    table = [(0, "* 2♠ 3♠"), (0, "Q♥ K♥ *"), (1, "5♦ * 7♦")]
    position = scene("A♠ K♠ 4♠ A♥ 2♥ J♥ 6♦ 9♣ 9♠ K♦", table)
    for card, meld in (("A♠", 0), ("K♠", 0), ("A♥", 1), ("2♥", 1), ("6♦", 2)):
        refused(position, LayOff(card, meld), NO_FIT)
    allowed(position, LayOff("4♠", 0), LayOff("J♥", 1))
    refused(position, SwapWild(0, None, "4♠"), MISMATCH)
    allowed(allowed(position, LayOff("4♠", 0)), SwapWild(0, None, "A♠"), LayDown("9♣ 9♠ *"))


@pytest.mark.rule("R51-JRET-EX1")
def test_d27_what_a_joker_stands_for() -> None:
    def places(cards: str) -> list[str]:
        return [str(each.stands_for) for each in CLASSIC.meld(cards).placed]

    assert places("2♠ 3♠ *") == ["2♠", "3♠", "4♠"]
    assert places("* 2♠ 3♠") == ["A♠", "2♠", "3♠"]
    assert places("2♠ * 4♠") == ["2♠", "3♠", "4♠"]
    assert [each.stands_for for each in CLASSIC.meld("T♣ T♠ *").placed][-1] is Rank.TEN
    assert places("T♣ T♠ T♥ *")[-1] == "T♦"
    position = scene("2♠ 3♠ * K♦", [OWN])
    assert {str(move) for move in position.legal_moves if isinstance(move, LayDown)} == {
        "lay * 2♠ 3♠ (run A♠)",
        "lay 2♠ 3♠ * (run 2♠)",
    }


def test_d28_d141_two_naturals_at_least() -> None:
    many = house(melding__max_wild=None)
    for cards in ("5♠ * *", "* 5♠ *", "5♠ * * *"):
        assert many.readings(cards) == ()
    assert many.readings("5♠ 5♥ * *")
    position = scene("* K♦ 5♥ 5♦", [OWN, (1, "5♠ 6♠ 7♠ *")], variant=many)
    assert allowed(position, LayDown("5♠ 5♥ 5♦", Source("5♠", 1)))
    thin = scene("5♥ 5♦ K♦", [OWN, (1, "5♠ 6♠ * *")], variant=many)
    refused(thin, LayDown("5♠ 5♥ 5♦", Source("5♠", 1)), STAYS)


@pytest.mark.rule("R51-JOK-03")
def test_d31_the_owner_is_who_laid_the_run_first() -> None:
    position = scene("8♥ * K♦ 2♣", [OWN, (1, "5♥ 6♥ 7♥")])
    refused(allowed(position, LayOff("8♥", 1)), LayOff("*", 1, "low"), "foreign_clean_run R51-JOK-03")
    split = scene("6♦ 6♣ * K♦ 2♣", [OWN, (1, "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥")])
    halves = allowed(split, LayDown("6♦ 6♣ 6♥", Source("6♥", 1)))
    upper = next(item.id for item in halves.table if str(item.meld) == "7♥ 8♥ 9♥")
    refused(halves, LayOff("*", upper, "high"), "foreign_clean_run R51-JOK-03")


# the opening


@pytest.mark.rule("R51-OPEN-02")
def test_d34_the_clean_run_counts() -> None:
    assert CLASSIC.check_opening(OPENING).points == 57


@pytest.mark.rule("R51-OPEN-01")
def test_d40_the_opening_is_one_act_and_later_melds_come_singly_or_together() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 2♣ 2♥ 2♠ 3♦ 4♦ 5♦ K♦")
    refused(position, LayDown(RUN), POINTS)
    rest = ["2♣ 2♥ 2♠", "3♦ 4♦ 5♦"]
    ends = {
        allowed(position, LayDown([*OPENING, *rest])),
        allowed(position, LayDown(OPENING), LayDown(rest)),
        allowed(position, LayDown(OPENING), LayDown(rest[1]), LayDown(rest[0])),
    }
    assert len({table_text_of(end) for end in ends}) == 1
    moves = allowed(position, LayDown(OPENING)).canonical(LayDown(rest))
    assert sorted(map(str, moves)) == ["lay 2♣ 2♥ 2♠", "lay 3♦ 4♦ 5♦"]


def table_text_of(position: Round) -> tuple[str, ...]:
    return tuple(table_text(position))


@pytest.mark.rule("VARIATION-RSEC-01")
def test_d41_an_exempt_opening_owes_the_way_out_whatever_it_takes() -> None:
    exempt = house(opening__all_at_once_requires="nothing")
    table = [(1, "T♣ J♣ Q♣ K♣"), (1, "2♠ 3♠ *"), (1, "6♥ 7♥ 8♥")]
    hand = "2♦ 2♥ 2♣ 4♠ 5♥ 5♦ T♦ T♥ 9♥ K♦"
    position = scene(hand, table, variant=exempt)
    begun = allowed(position, LayDown("2♦ 2♥ 2♣"))
    assert [str(duty) for duty in begun.duties] == ["go out"]
    refused(begun, Discard("K♦"), "duty_out VARIATION-RSEC-01")
    end = allowed(
        begun,
        SwapWild(1, None, "4♠"),
        LayDown("5♥ 5♦ *"),
        LayDown("T♣ T♦ T♥", Source("T♣", 0)),
        LayOff("9♥", 2),
        Discard("K♦"),
    )
    assert end.over
    assert end.outcome is not None
    assert end.outcome.all_at_once
    stuck = scene(f"{hand} 8♦", table, variant=exempt)
    refused(stuck, LayDown("2♦ 2♥ 2♣"), CLEAN, POINTS, "duty_unmeetable")
