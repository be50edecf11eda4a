"""Classic Rami 51: what a meld is and what it is worth."""

from __future__ import annotations

import pytest
from tests.rules.scenes import CLASSIC

from rami import Card, Group, InvalidCards, InvalidMeld, Rank, Run


def why_not(cards: str | Group) -> list[str]:
    with pytest.raises(InvalidMeld) as caught:
        CLASSIC.meld(cards)
    return [f"{each.code} {each.rule}" for each in caught.value.violations]


@pytest.mark.rule("R51-SET-01")
@pytest.mark.parametrize("cards", ["3♦ 3♣ 3♠", "8♦ 8♣ 8♠ 8♥", "T♣ T♠ *", "T♣ T♠ T♥ *", "A♦ A♣ A♥"])
def test_three_or_four_cards_of_a_rank_and_of_different_suits_are_a_group(cards: str) -> None:
    meld = CLASSIC.meld(cards)
    assert isinstance(meld, Group)
    assert set(meld.cards) == set(map(Card, cards.split()))


@pytest.mark.rule("R51-SET-01")
def test_two_pairs_of_twins_are_one_fault() -> None:
    assert why_not(Group("5♠ 5♠ 5♦ 5♦", suits="any")) == ["group_suits R51-SET-01"]


@pytest.mark.rule("R51-RUN-01")
@pytest.mark.parametrize(
    "cards", ["A♥ K♥ Q♥", "7♠ 8♠ 9♠", "9♠ 7♠ 8♠", "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ T♦ J♦ Q♦ K♦", "* 8♠ 9♠"]
)
def test_three_or_more_neighbours_of_one_suit_are_a_run(cards: str) -> None:
    meld = CLASSIC.meld(cards)
    assert isinstance(meld, Run)
    assert sorted(meld.cards) == sorted(map(Card, cards.split()))


@pytest.mark.rule("R51-RUN-01", "R51-JOK-01")
@pytest.mark.parametrize(
    "cards,run,low",
    [
        ("A♠ * J♠ K♠", "J♠ * K♠ A♠", 11),
        ("T♠ * 7♠ 8♠ *", "7♠ 8♠ * T♠ *", 7),
        ("* T♠ * 7♠ 8♠", "* 7♠ 8♠ * T♠", 6),
        ("* * 2♠ 3♠", "* * 2♠ 3♠", 13),
        (f"A♠ {'* ' * 12}A♠", f"A♠ {'* ' * 12}A♠", 1),
    ],
)
def test_jokers_of_a_list_without_order_stay_where_they_can(cards: str, run: str, low: int) -> None:
    wide = CLASSIC.with_(equipment={"jokers": 12}, melding={"max_wild": None, "run_wrap": low == 13})
    meld = wide.meld(cards)
    assert isinstance(meld, Run)
    assert (str(meld).partition(" (")[0], meld.low) == (run, low)


@pytest.mark.rule("R51-MAT-03", "R51-MAT-04")
def test_the_ranks_go_from_the_ace_to_the_king_and_the_ace_again() -> None:
    order = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
    for at in range(12):
        cards = [f"{rank}♣" for rank in order[at : at + 3]]
        meld = CLASSIC.meld(" ".join(cards))
        assert isinstance(meld, Run)
        assert (meld.low, meld.high) == (at + 1, at + 3)
    whole = CLASSIC.meld(" ".join(f"{rank}♣" for rank in order))
    assert len(whole) == 14
    assert CLASSIC.points(whole) == 1 + 54 + 30 + 11


@pytest.mark.rule("R51-ACE-01", "R51-MAT-04")
@pytest.mark.parametrize("cards", ["K♣ A♣ 2♣", "Q♠ K♠ A♠ 2♠", "J♦ Q♦ K♦ A♦ 2♦ 3♦"])
def test_an_ace_is_not_at_both_ends_at_once(cards: str) -> None:
    assert set(why_not(cards)) <= {"run_gap R51-RUN-01", "run_ace R51-ACE-01"}


@pytest.mark.rule("R51-JOK-01")
@pytest.mark.parametrize("number", range(52))
def test_a_joker_stands_for_any_card(number: int) -> None:
    card = Card.from_id(number)
    assert card.rank is not None
    assert card.suit is not None
    place = max(1, min(12, int(card.rank) - 1))
    run = [Card.of(Rank(place + step), card.suit) for step in range(3 if place < 12 else 2)]
    run += [Card.of(Rank.ACE, card.suit)] * (3 - len(run))
    text = " ".join("*" if each == card else str(each) for each in run)
    places = {str(each.stands_for) for each in CLASSIC.meld(text).placed if each.card.is_joker}
    assert places == {str(card)}
    group = [each for each in (Card.of(card.rank, suit) for suit in range(4)) if each != card]
    (joker,) = [each for each in CLASSIC.meld([*group, "*"]).placed if each.card.is_joker]
    assert joker.stands_for == card


@pytest.mark.rule("R51-JOK-02", "R51-SET-01")
def test_one_joker_is_fine_in_either_kind() -> None:
    assert CLASSIC.points("T♣ T♠ T♥ *") == 40
    assert CLASSIC.points("5♠ * 7♠") == 18


@pytest.mark.rule("R51-VAL-01", "R51-VAL-02", "R51-VAL-03")
@pytest.mark.parametrize(
    "cards,points",
    [
        ("2♠ 3♠ 4♠", 9),
        ("5♦ 6♦ 7♦ 8♦", 26),
        ("9♦ T♦ J♦ Q♦ K♦", 49),
        ("K♣ K♦ K♥ K♠", 40),
        ("J♣ J♦ J♥", 30),
        ("Q♣ Q♦ *", 30),
        ("6♥ * 8♥", 21),
        *((f"{rank}♣ {rank}♦ {rank}♥", 3 * rank) for rank in range(2, 11)),
    ],
)
def test_a_meld_is_worth_the_sum_of_its_cards(cards: str, points: int) -> None:
    assert CLASSIC.points(cards) == points


@pytest.mark.rule("R51-JRET-EX1")
def test_the_place_of_a_joker_says_what_it_is() -> None:
    high, low = CLASSIC.meld("2♠ 3♠ *"), CLASSIC.meld("* 2♠ 3♠")
    assert high != low
    assert [str(meld) for meld in CLASSIC.readings("2♠ * 3♠")] == ["* 2♠ 3♠", "2♠ 3♠ *"]
    assert (CLASSIC.points(high), CLASSIC.points(low)) == (9, 6)


@pytest.mark.rule("R51-MAT-02")
def test_each_face_is_there_twice_and_the_joker_four_times() -> None:
    for cards, many in (("5♠ 5♠ 5♠", 3), ("* * * * *", 5)):
        with pytest.raises(InvalidCards) as caught:
            CLASSIC.meld(cards)
        (violation,) = caught.value.violations
        assert (violation.code, violation["count"]) == ("too_many_copies", many)
