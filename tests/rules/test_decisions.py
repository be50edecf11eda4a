"""How the ambiguities of the rules are settled: one small position for each point.

The numbers in the names are those of the notes that settle them: `test_d47_...` is about decision D-47.
"""

from __future__ import annotations

import attrs
import pytest
from tests.rules.scenes import (
    ACES,
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
UNUSABLE = "discard_unusable R51-DRAW-02"
MUST_PLACE = "duty_taken R51-DRAW-02"
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


@pytest.mark.rule("R51-DRAW-02")
@pytest.mark.parametrize(
    "card,held,melds",
    [
        ("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", [RUN, ACES]),
        ("A♥", "7♠ 8♠ 9♠ A♦ A♣ K♦", [RUN, ACES]),
        ("2♥", "7♠ 8♠ 9♠ A♦ A♣ A♥ 2♦ 2♣ K♦", [RUN, ACES, "2♦ 2♣ 2♥"]),
    ],
)
def test_d12_the_card_taken_may_complete_any_meld_of_the_opening(
    card: str, held: str, melds: list[str]
) -> None:
    allowed(with_taken(card, held), TakeDiscard(), LayDown(melds), Discard("K♦"))


@pytest.mark.rule("R51-DRAW-02")
def test_d12_an_opening_without_it_and_the_card_later_is_not_enough() -> None:
    position = with_taken("2♥", "7♠ 8♠ 9♠ A♦ A♣ A♥ 2♦ 2♣ K♦")
    taken = allowed(position, TakeDiscard())
    refused(taken, LayDown(OPENING), "duty_taken_in_opening R51-DRAW-02")


@pytest.mark.rule("R51-DRAW-02")
def test_d12_d112_a_twin_does_as_well_and_the_other_copy_may_go() -> None:
    position = with_taken("9♠", "7♠ 8♠ 9♠ A♦ A♣ A♥ K♦")
    taken = allowed(position, TakeDiscard())
    refused(taken, Discard("9♠"), MUST_PLACE)
    opened = allowed(taken, LayDown(OPENING))
    assert opened.duties == ()
    assert allowed(opened, Discard("9♠")).discards[-1] == Card("9♠")


@pytest.mark.rule("R51-DRAW-02")
def test_d112_after_the_opening_too() -> None:
    taken = allowed(with_taken("T♠", "T♠ K♦", [(0, RUN)]), TakeDiscard())
    refused(taken, Discard("T♠"), MUST_PLACE)
    assert allowed(taken, LayOff("T♠", 0), Discard("T♠")).discards[-1] == Card("T♠")


def test_d112_the_ban_of_a_free_draw_counts_faces() -> None:
    free = house(drawing__discard_use=None)
    alone = allowed(with_taken("5♥", "K♦ 2♣", variant=free), TakeDiscard())
    refused(alone, Discard("5♥"), "returned_discard R51-DRAW-02")
    with_twin = allowed(with_taken("5♥", "5♥ K♦", variant=free), TakeDiscard())
    allowed(with_twin, Discard("5♥"))
    joker = allowed(with_taken("*", "* K♦", variant=free), TakeDiscard())
    allowed(joker, Discard("*"))


def test_d113_the_last_card_must_not_be_the_one_that_may_not_go_back() -> None:
    free = house(drawing__discard_use=None)
    taken = allowed(with_taken("5♥", "T♠ J♠", [(0, RUN)], variant=free), TakeDiscard())
    one = allowed(taken, LayOff("T♠", 0))
    refused(one, LayOff("J♠", 0), "duty_unmeetable")
    allowed(one, Discard("J♠"))
    twin = allowed(with_taken("5♥", "T♠ 5♥", [(0, RUN)], variant=free), TakeDiscard())
    allowed(twin, LayOff("T♠", 0), Discard("5♥"))


@pytest.mark.rule("R51-DRAW-02")
def test_d110_the_card_taken_need_not_be_placed_first() -> None:
    position = with_taken("T♠", "5♣ 5♦ 5♥ 9♣ K♦ 2♥", [(0, RUN), OWN])
    end = allowed(
        position, TakeDiscard(), LayDown("5♣ 5♦ 5♥"), LayOff("9♣", 1), LayOff("T♠", 0), Discard("K♦")
    )
    assert end.player == 1


@pytest.mark.rule("R51-DRAW-02")
def test_d110_but_its_place_must_stay_open() -> None:
    position = with_taken("5♥", "5♣ 5♦ 5♠ K♦ 2♥ 8♣", [(0, "6♥ 7♥ 8♥")])
    taken = allowed(position, TakeDiscard())
    allowed(taken, LayDown("5♣ 5♦ 5♠"), LayOff("5♥", 1))
    narrow = allowed(with_taken("5♥", "5♣ 5♦ 6♦ 7♦ K♦", [OWN]), TakeDiscard())
    refused(narrow, LayDown("5♦ 6♦ 7♦"), "duty_unmeetable")
    allowed(narrow, LayDown("5♣ 5♦ 5♥"), Discard("K♦"))


@pytest.mark.rule("R51-DRAW-02", "R51-JSWAP-01")
def test_d111_a_swap_with_the_card_taken() -> None:
    table = [OWN, (1, "2♠ 3♠ *")]
    end = allowed(
        with_taken("4♠", "9♥ 9♦ K♦ 2♣", table),
        TakeDiscard(),
        SwapWild(1, None, "4♠"),
        LayDown("9♥ 9♦ *"),
        Discard("K♦"),
    )
    assert end.player == 1
    refused(with_taken("4♠", "9♥ 8♦ K♦ 2♣", table), TakeDiscard(), UNUSABLE)


@pytest.mark.rule("R51-DRAW-02", "R51-JSWAP-01")
def test_d111_before_the_opening_a_swap_is_never_a_use() -> None:
    early = house(table__swap_requires_open=False)
    table = [(1, "2♥ 3♥ *")]
    held = "7♠ 8♠ 9♠ A♦ A♣ A♥ 9♥ 9♦ K♦"
    refused(with_taken("4♥", held, table, variant=early), TakeDiscard(), UNUSABLE)
    taken = allowed(with_taken("4♥", f"{held} 4♥ 4♦ 4♣", table, variant=early), TakeDiscard())
    swapped = allowed(taken, SwapWild(0, None, "4♥"))
    assert sorted(str(duty) for duty in swapped.duties) == ["place *", "place 4♥"]
    refused(swapped, LayDown([*OPENING, "9♥ 9♦ *"]), "duty_taken_in_opening R51-DRAW-02")
    allowed(swapped, LayDown([*OPENING, "9♥ 9♦ *", "4♥ 4♦ 4♣"]), Discard("K♦"))


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


@pytest.mark.rule("R51-ACE-01")
def test_d121_nothing_lies_beyond_an_ace() -> None:
    position = scene("* 2♠ K♠ K♦", [(0, "Q♠ K♠ A♠"), (0, "A♠ 2♠ 3♠")])
    refused(position, LayOff("*", 0, "high"), NO_FIT)
    refused(position, LayOff("2♠", 0, "high"), NO_FIT)
    refused(position, LayOff("*", 1, "low"), NO_FIT)
    refused(position, LayOff("K♠", 1, "low"), NO_FIT)
    allowed(position, LayOff("*", 0))


@pytest.mark.rule("R51-JOK-02")
def test_d26_one_joker_at_all_times() -> None:
    position = scene("* 9♠ K♦", [(0, "6♠ 7♠ 8♠"), (0, "5♥ 5♦ *")])
    refused(position, LayOff("*", 1), NO_FIT)
    once = allowed(position, LayOff("*", 0, "low"))
    assert table_text(once) == ["0: * 6♠ 7♠ 8♠", "0: 5♦ 5♥ *"]
    two = scene("* * 9♠ K♦", [(0, "6♠ 7♠ 8♠")]).play(LayOff("*", 0, "high"))
    refused(two, LayOff("*", 0, "low"), NO_FIT)
    refused(two, LayOff("9♠", 0), NO_FIT)


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


def test_d29_a_joker_at_an_end_may_be_passed_later() -> None:
    ends = house(melding__joker_at_ends="placement")
    position = scene("9♠ 8♠ K♦ 2♥ 2♦", [(0, "6♠ 7♠ *")], variant=ends)
    after = allowed(position, LayOff("9♠", 0))
    assert table_text(after) == ["0: 6♠ 7♠ * 9♠"]
    allowed(after, SwapWild(0, None, "8♠"), LayDown("2♥ 2♦ *"))


@pytest.mark.rule("R51-JOK-03")
def test_d31_d124_a_run_is_closed_as_long_as_it_is_clean_and_foreign() -> None:
    table = [OWN, (1, "5♥ 6♥ *"), (0, "4♦ 5♦ 6♦"), (1, "9♣ 9♥ 9♦")]
    position = scene("7♥ * 3♠ 3♦ 2♣ K♦", table)
    swapped = allowed(position, SwapWild(1, None, "7♥"), LayDown("3♠ 3♦ *"))
    refused(swapped, LayOff("*", 1, "high"), "foreign_clean_run R51-JOK-03")
    allowed(swapped, LayOff("*", 2, "high"))
    allowed(swapped, LayOff("*", 3))
    refused(position, LayOff("*", 1, "high"), NO_FIT)


@pytest.mark.rule("R51-JOK-03")
def test_d31_the_owner_is_who_laid_the_run_first() -> None:
    position = scene("8♥ * K♦ 2♣", [OWN, (1, "5♥ 6♥ 7♥")])
    refused(allowed(position, LayOff("8♥", 1)), LayOff("*", 1, "low"), "foreign_clean_run R51-JOK-03")
    split = scene("6♦ 6♣ * K♦ 2♣", [OWN, (1, "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥")])
    halves = allowed(split, LayDown("6♦ 6♣ 6♥", Source("6♥", 1)))
    upper = next(item.id for item in halves.table if str(item.meld) == "7♥ 8♥ 9♥")
    refused(halves, LayOff("*", upper, "high"), "foreign_clean_run R51-JOK-03")


@pytest.mark.rule("R51-SET-01")
def test_d32_a_group_of_four_with_a_joker_is_full_but_not_locked() -> None:
    position = scene("5♠ * 2♥ 2♦ K♦", [OWN, (1, "5♣ 5♦ 5♥ *")])
    refused(position, LayOff("5♠", 1), NO_FIT)
    refused(position, LayOff("*", 1), NO_FIT)
    allowed(position, SwapWild(1, None, "5♠"), LayDown("2♥ 2♦ *"))


@pytest.mark.rule("R51-LAYOFF-01")
def test_d33_melds_are_never_merged() -> None:
    position = scene("T♠ J♠ Q♠ K♠ K♦", [(0, RUN)])
    beside = allowed(position, LayDown("T♠ J♠ Q♠"))
    assert table_text(beside) == ["0: 7♠ 8♠ 9♠", "0: T♠ J♠ Q♠"]
    joined = allowed(position, LayOff("T♠", 0), LayOff("J♠", 0), LayOff("Q♠", 0))
    assert table_text(joined) == ["0: 7♠ 8♠ 9♠ T♠ J♠ Q♠"]
    refused(position, LayOff("J♠", 0), NO_FIT)


# the opening


@pytest.mark.rule("R51-OPEN-02")
def test_d34_the_clean_run_counts() -> None:
    assert CLASSIC.check_opening(OPENING).points == 57


@pytest.mark.rule("R51-OPEN-06")
def test_d36_lay_offs_do_not_count() -> None:
    position = scene("7♠ 8♠ 9♠ 8♦ 8♣ 8♥ K♣ 9♣ K♦", [(1, "T♣ J♣ Q♣")])
    refused(position, LayDown([RUN, "8♦ 8♣ 8♥"]), POINTS)


@pytest.mark.rule("R51-OPEN-05")
def test_d37_the_turn_goes_on_after_the_opening() -> None:
    table = [(1, "T♣ J♣ Q♣ K♣"), (1, "2♠ 3♠ *")]
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 9♣ T♦ T♥ 4♠ 5♥ 5♦ K♦ 2♥", table)
    end = allowed(
        position,
        LayDown(OPENING),
        SwapWild(1, None, "4♠"),
        LayDown("5♥ 5♦ *"),
        LayDown("T♣ T♦ T♥", Source("T♣", 0)),
        Discard("K♦"),
    )
    assert end.opened == (True, True)


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


@pytest.mark.rule("R51-RSEC-02")
def test_d41_all_at_once_is_no_exemption_here() -> None:
    refused(scene("2♠ 3♠ 4♠ 2♥ 3♥ 4♥ K♦"), LayDown(["2♠ 3♠ 4♠", "2♥ 3♥ 4♥"]), POINTS)


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


@pytest.mark.rule("VARIATION-RSEC-01")
def test_d41_an_opening_that_is_good_enough_owes_nothing() -> None:
    exempt = house(opening__all_at_once_requires="nothing")
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", variant=exempt)
    opened = allowed(position, LayDown(OPENING))
    assert opened.duties == ()
    first = allowed(position, LayDown(RUN))
    assert [str(duty) for duty in first.duties] == ["go out"]
    refused(first, Discard("K♦"), "duty_out VARIATION-RSEC-01")
    assert allowed(first, LayDown(ACES), Discard("K♦")).over


@pytest.mark.rule("VARIATION-RSEC-01")
def test_d41_at_least_one_new_meld_opens() -> None:
    exempt = house(opening__all_at_once_requires="nothing")
    position = scene("T♠ K♦", [(1, RUN)], variant=exempt)
    refused(position, LayOff("T♠", 0), "opening_needed R51-LAYOFF-01")
    refused(with_taken("T♠", "2♣ K♦", [(1, RUN)], variant=exempt), TakeDiscard(), UNUSABLE)
