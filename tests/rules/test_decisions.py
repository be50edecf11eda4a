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
    before_draw,
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
AT_ONCE = "duty_wild_next R51-JSWAP-02"
USELESS_SWAP = "swap_unusable R51-JSWAP-02"
STAYS = "take_position R51-TAKE-01"
MISMATCH = "swap_mismatch R51-JSWAP-01"
POINTS, CLEAN = "opening_points R51-OPEN-01", "opening_clean R51-OPEN-01"
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


@pytest.mark.rule("R51-JRET-EX1", "R51-JRET-02")
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
        "lay * 2♠ 3♠",
        "lay 2♠ 3♠ *",
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


# lay-offs and recovered jokers


@pytest.mark.rule("R51-LAYOFF-01")
def test_d44_the_acting_player_must_have_opened_not_the_owner_alone() -> None:
    for opened in (False, True):
        table = [(1, RUN), *([OWN] if opened else [])]
        position = scene("T♠ K♦", table)
        assert (LayOff("T♠", 0) in position.legal_moves) == opened


@pytest.mark.rule("R51-JRET-01")
def test_d45_the_opening_of_this_very_turn_is_enough() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♠ 5♥ 5♦ K♦", [(1, "2♠ 3♠ *")])
    refused(position, SwapWild(0, None, "4♠"), "opening_needed R51-LAYOFF-01")
    allowed(position, LayDown(OPENING), SwapWild(0, None, "4♠"), LayDown("5♥ 5♦ *"))


@pytest.mark.rule("R51-JRET-02")
def test_d46_both_missing_cards_go_one_after_the_other() -> None:
    position = scene("T♦ T♥ 9♥ 9♦ K♦", [(0, "3♣ 4♣ 5♣"), (1, "T♣ T♠ *")])
    refused(position, SwapWild(1, None, "T♦"), "swap_group R51-JRET-02")
    allowed(position, LayOff("T♦", 1), SwapWild(1, None, "T♥"), LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-03", "R51-JSWAP-02")
def test_d47_a_joker_counts_as_a_face() -> None:
    position = scene("4♠ * 9♥ 9♦ K♦", [OWN, (1, "2♠ 3♠ *")])
    end = allowed(position, SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"))
    assert end.duties == ()
    allowed(end, Discard("*"))


@pytest.mark.rule("R51-JRET-03", "R51-JSWAP-02")
def test_d47_the_swap_is_offered_only_if_a_new_meld_is_at_hand() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (0, "6♦ 6♥ 6♣")]
    refused(scene("4♠ 9♥ 7♦ K♦", table), SwapWild(1, None, "4♠"), USELESS_SWAP)
    refused(scene("4♠ 9♥ 9♦", table), SwapWild(1, None, "4♠"), USELESS_SWAP)
    by_a_take = scene("4♠ 7♦ K♦ Q♥", [OWN, (1, "2♠ 3♠ *"), (1, "7♣ 8♣ 9♣ T♣")])
    allowed(by_a_take, SwapWild(1, None, "4♠"), LayDown("7♣ 7♦ *", Source("7♣", 2)), Discard("K♦"))


@pytest.mark.rule("R51-JRET-03")
def test_d119_joker_and_taken_card_in_one_meld() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (1, "8♣ 8♦ 8♥ 8♠"), (1, "9♦ 9♥ 9♠ 9♣")]
    position = scene("4♠ K♦ Q♥", table)
    end = allowed(
        position,
        SwapWild(1, None, "4♠"),
        LayDown("8♣ 9♣ *", [Source("8♣", 2), Source("9♣", 3)]),
        Discard("K♦"),
    )
    assert table_text(end) == ["0: 8♣ 9♣ *", "0: T♣ J♣ Q♣", "1: 2♠ 3♠ 4♠", "1: 8♦ 8♥ 8♠", "1: 9♦ 9♥ 9♠"]
    strict = house(table__take_min_hand_cards=2)
    refused(scene("4♠ K♦ Q♥", table, variant=strict), SwapWild(1, None, "4♠"), USELESS_SWAP)


@pytest.mark.rule("R51-JRET-03")
def test_d120_not_back_to_the_meld_it_left() -> None:
    position = scene("4♠ 9♥ 9♦ K♦", [(0, "2♠ 3♠ *")])
    after = allowed(position, SwapWild(0, None, "4♠"))
    refused(after, LayOff("*", 0, "high"), AT_ONCE)
    refused(after, LayOff("*", 0, "low"), AT_ONCE)


@pytest.mark.rule("R51-JRET-02", "R51-TAKE-02")
def test_d123_a_group_of_four_with_a_joker_that_loses_a_card() -> None:
    table = [OWN, (1, "8♦ 8♣ 8♠ *")]
    position = scene("7♠ 9♠ 8♥ 8♠ 2♥ 2♦ K♦", table)
    after = allowed(position, LayDown("7♠ 8♠ 9♠", Source("8♠", 1)))
    assert table_text(after) == ["0: 7♠ 8♠ 9♠", "0: T♣ J♣ Q♣", "1: 8♣ 8♦ *"]
    assert after.table[1].meld.placed[-1].stands_for is Rank.EIGHT
    refused(after, SwapWild(1, None, "8♥"), "swap_group R51-JRET-02")
    allowed(after, LayOff("8♠", 1), SwapWild(1, None, "8♥"), LayDown("2♥ 2♦ *"))
    allowed(after, LayOff("8♥", 1))


@pytest.mark.rule("R51-TAKE-02", "R51-JRET-EX3")
def test_d124_a_group_of_four_without_its_joker_lends_a_card() -> None:
    position = scene("8♥ 2♥ 2♦ 7♠ 9♠ K♦", [OWN, (1, "8♦ 8♣ 8♠ *")])
    after = allowed(position, SwapWild(1, None, "8♥"), LayDown("2♥ 2♦ *"))
    allowed(after, LayDown("7♠ 8♠ 9♠", Source("8♠", 1)))


@pytest.mark.rule("R51-DRAW-02", "R51-JSWAP-02")
def test_d151_a_joker_taken_and_a_joker_recovered_are_two_duties() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    held = "4♠ 9♥ 9♦ 8♦ 8♥ K♦"
    taken = allowed(with_taken("*", held, table), TakeDiscard())
    both = allowed(taken, SwapWild(1, None, "4♠"))
    assert [str(duty) for duty in both.duties] == ["place *", "place *"]
    refused(both, LayOff("*", 2), AT_ONCE)
    one = allowed(both, LayDown("9♥ 9♦ *"))
    assert [str(duty) for duty in one.duties] == ["place *"]
    refused(one, Discard("*"), MUST_PLACE)
    refused(one, Discard("K♦"), MUST_PLACE)
    allowed(one, LayDown("8♦ 8♥ *"), Discard("K♦"))
    allowed(one, LayOff("*", 2), Discard("K♦"))
    narrow = allowed(with_taken("*", "4♠ 9♥ 9♦ 7♣ K♦", table[:2]), TakeDiscard())
    refused(narrow, LayOff("*", 1, "low"), NO_FIT)
    only = allowed(with_taken("*", "4♠ 9♥ 9♦ 7♣ K♦", [(0, "T♣ J♣ *"), *table[1:2]]), TakeDiscard())
    refused(only, SwapWild(1, None, "4♠"), USELESS_SWAP)
    allowed(only, LayDown("9♥ 9♦ *"), Discard("K♦"))


def test_d151_each_card_placed_settles_the_duty_that_it_can() -> None:
    """A lay-off settles the recovered joker only, if the discard has to go into a meld."""
    variant = house(table__recovered_joker="meld_or_layoff", drawing__discard_use={"meld"})
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    taken = allowed(with_taken("*", "4♠ 9♥ 9♦ K♦", table, variant=variant), TakeDiscard())
    both = allowed(taken, SwapWild(1, None, "4♠"))
    allowed(both, LayOff("*", 2), LayDown("9♥ 9♦ *"), Discard("K♦"))


# cards taken out of melds


@pytest.mark.rule("R51-TAKE-01")
def test_d50_ones_own_melds_too() -> None:
    allowed(scene("8♦ 8♠ K♦", [(0, "5♣ 6♣ 7♣ 8♣")]), LayDown("8♣ 8♦ 8♠", Source("8♣", 0)))


@pytest.mark.rule("R51-TAKE-01")
def test_d51_a_run_becomes_two_melds_of_the_same_owner() -> None:
    position = scene("6♦ 6♥ K♦ 2♣", [OWN, (1, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠")], others=["T♠ 4♦"])
    after = allowed(position, LayDown("6♦ 6♥ 6♠", Source("6♠", 1)))
    lower, upper = (item for item in after.table if item.owner == 1)
    assert (lower.id, str(lower.meld), str(upper.meld)) == (1, "3♠ 4♠ 5♠", "7♠ 8♠ 9♠")
    assert len({item.id for item in after.table}) == 4
    later = allowed(after, Discard("K♦"), DrawStock(), LayOff("T♠", upper.id))
    assert {str(item.meld) for item in later.table} >= {"3♠ 4♠ 5♠", "7♠ 8♠ 9♠ T♠"}


@pytest.mark.rule("R51-TAKE-01")
def test_d52_a_taken_card_never_enters_the_hand() -> None:
    position = scene("8♦ 8♠ 9♠ K♦", [OWN, (1, "5♣ 6♣ 7♣ 8♣")])
    after = allowed(position, LayDown("8♣ 8♦ 8♠", Source("8♣", 1)))
    assert after.hands[0] == Cards("9♠ K♦")
    assert after.duties == ()


@pytest.mark.rule("R51-TAKE-01")
@pytest.mark.parametrize(
    "meld,taken,new,left",
    [
        ("5♠ 6♠ 7♠ 8♠ 9♠", "8♠ 9♠", "8♠ 9♠ T♠", ["5♠ 6♠ 7♠"]),
        ("2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", "5♠ 6♠", "5♠ 6♠ 7♠", ["2♠ 3♠ 4♠", "7♠ 8♠ 9♠"]),
        ("5♠ 6♠ 7♠ 8♠ 9♠ T♠", "8♠ 9♠ T♠", "8♠ 9♠ T♠ J♠", ["5♠ 6♠ 7♠"]),
        ("5♠ 6♠ 7♠ 8♠", "7♠ 8♠", "7♠ 8♠ 9♠", None),
        ("8♦ 8♣ 8♠ 8♥", "8♦ 8♣", "8♦ 8♣ 8♠", None),
        ("2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠", "4♠ 5♠", "4♠ 5♠ 6♠", None),
    ],
)
def test_d147_several_cards_of_one_meld(meld: str, taken: str, new: str, left: list[str] | None) -> None:
    own = " ".join(card for card in new.split() if card not in taken.split())
    position = scene(f"{own} K♦ Q♥", [OWN, (1, meld)])
    move = LayDown(new, [Source(card, 1) for card in taken.split()])
    if left is None:
        refused(position, move, STAYS)
    else:
        end = allowed(position, move)
        assert table_text(end) == sorted([f"0: {new}", "0: T♣ J♣ Q♣", *(f"1: {piece}" for piece in left)])


@pytest.mark.rule("R51-TAKE-01")
def test_d52_several_cards_of_several_melds() -> None:
    position = scene("T♥ K♦ Q♦", [OWN, (1, "8♦ 8♣ 8♠ 8♥"), (1, "6♥ 7♥ 8♥ 9♥")])
    end = allowed(position, LayDown("8♥ 9♥ T♥", [Source("8♥", 1), Source("9♥", 2)]))
    assert table_text(end) == ["0: 8♥ 9♥ T♥", "0: T♣ J♣ Q♣", "1: 6♥ 7♥ 8♥", "1: 8♣ 8♦ 8♠"]


@pytest.mark.rule("R51-TAKE-01")
def test_d118_a_meld_of_this_turn_lends_cards_as_well() -> None:
    position = scene("7♠ 8♠ 9♠ T♠ A♦ A♣ A♥ T♦ T♥ 2♣ K♦")
    opened = allowed(position, LayDown(["7♠ 8♠ 9♠ T♠", ACES]))
    end = allowed(opened, LayDown("T♠ T♦ T♥", Source("T♠", 0)), Discard("K♦"))
    assert table_text(end) == ["0: 7♠ 8♠ 9♠", "0: A♣ A♦ A♥", "0: T♦ T♥ T♠"]


@pytest.mark.rule("R51-TAKE-01", "R51-LAYOFF-01")
def test_d118_a_card_of_the_table_feeds_new_melds_only() -> None:
    table = [OWN, (1, "6♠ 7♠ 8♠ 9♠"), (1, "7♣ 8♣ *"), (1, "T♥ J♥ Q♥ K♥")]
    position = scene("2♣ 4♦ K♦", table)
    refused(position, LayOff("9♠", 0), "card_not_held", NO_FIT)
    refused(position, LayOff("6♠", 1), "card_not_held", NO_FIT)
    refused(position, SwapWild(2, None, "9♣"), "card_not_held")
    opening = scene("7♠ 8♠ 9♠ A♦ A♣ 4♦ K♦", [(1, "A♥ 2♥ 3♥ 4♥")])
    refused(opening, LayDown(OPENING, [Source("A♥", 0, into=1)]), "take_in_opening R51-OPEN-06")


# going out


@pytest.mark.rule("R51-RSEC-04", "R51-GO-01")
def test_d54_d42_a_card_is_kept_for_the_last_discard() -> None:
    position = scene("T♠ J♠", [(0, RUN)])
    refused(allowed(position, LayOff("T♠", 0)), LayOff("J♠", 0), "last_card_placed R51-RSEC-04")


def test_d116_without_a_last_discard_a_hand_is_not_emptied_by_one() -> None:
    variant = house(closing__final_discard="forbidden", scoring__joker_finish=None)
    position = scene("T♠ J♠ K♦", [(0, RUN)], variant=variant)
    one = allowed(position, LayOff("T♠", 0))
    refused(one, LayOff("J♠", 0), "duty_unmeetable")
    allowed(one, Discard("K♦"))
    by_meld = scene("5♣ 5♦ 5♥ K♦", [(0, RUN)], variant=variant)
    refused(by_meld, LayDown("5♣ 5♦ 5♥"), "duty_unmeetable")
    chain = scene("T♠ J♠ 5♣ 5♦ 5♥", [(0, RUN)], variant=variant)
    assert allowed(chain, LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0), LayOff("J♠", 0)).over


@pytest.mark.rule("R51-RSEC-03")
def test_d57_help_from_the_table_keeps_the_factor() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ T♠ K♦", [(1, "J♠ Q♠ K♠")], others=["2♣"])
    end = allowed(position, LayDown(OPENING), LayOff("T♠", 0), Discard("K♦"))
    assert end.score().points(1) == 4


@pytest.mark.rule("R51-SCORE-06")
def test_d58_only_a_joker_that_is_discarded_last_counts() -> None:
    table = [(1, "3♣ 3♦ 3♥")]
    discarded = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ *", table, others=["2♣"])
    assert allowed(discarded, LayDown(OPENING), Discard("*")).score().points(1) == 8
    placed = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ * K♦", table, others=["2♣"])
    end = allowed(placed, LayDown(OPENING), LayOff("*", 0), Discard("K♦"))
    assert end.score().points(1) == 4
    later = scene("*", [(0, RUN), *table], others=["2♣"])
    assert allowed(later, Discard("*")).score().points(1) == 2


@pytest.mark.rule("R51-SCORE-06", "R51-DISC-01")
def test_d59_a_joker_may_be_discarded_and_taken_like_any_card() -> None:
    position = scene("* K♦ Q♥", [(0, RUN)], others=["9♥ 9♦ 2♣ 4♥"])
    thrown = allowed(position, Discard("*"))
    refused(thrown, TakeDiscard(), UNUSABLE)
    opened = scene("* K♦ Q♥", [(0, RUN), (1, "3♣ 3♦ 3♥")], others=["9♥ 9♦ 2♣ 4♥"])
    allowed(opened, Discard("*"), TakeDiscard(), LayDown("9♥ 9♦ *"), Discard("2♣"))


@pytest.mark.rule("R51-SCORE-05")
def test_d128_who_has_laid_off_without_opening_still_goes_out_all_at_once() -> None:
    early = house(table__layoff_requires_open=False)
    position = scene(f"{RUN} {ACES} T♦ Q♥", [(1, "7♦ 8♦ 9♦")], variant=early, others=["2♣ 4♥"])
    position = allowed(position, LayOff("T♦", 0), Discard("Q♥"), DrawStock())
    assert position.opened == (False, True)
    position = position.play(Discard("4♥")).play(DrawStock())
    position = allowed(position, LayDown(OPENING))
    end = allowed(position, Discard(next(iter(position.hands[0]))))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.outcome.opened_before == (False, True)


def test_d105_the_order_of_acts_is_free() -> None:
    position = before_draw("T♠ 5♣ 5♦ 5♥ K♦", [(0, RUN)])
    drawn = position.play(DrawStock())
    assert allowed(drawn, LayOff("T♠", 0), LayDown("5♣ 5♦ 5♥")) == allowed(
        drawn, LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0)
    )
