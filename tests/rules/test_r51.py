"""Classic Rami 51: the rules that scenes cannot show."""

from __future__ import annotations

import pytest
from tests.support.ends import outcome_of
from tests.support.refusals import refusal
from tests.support.worked.scenes import CLASSIC, RUN, dry, house, listed, scene, why_not

from rami import Card, Cards, Discard, Group, InvalidMeld, LayDown, LayOff, Rank, Round, Run
from rami.errors import InvalidCards
from rami.rounds.events import CardDiscarded, PenaltyDrawn, TurnBegun, seen_by
from rami.rounds.setup import Phase

EXPLICIT = CLASSIC.with_(conduct={"mode": "explicit"})


@pytest.mark.rule("R51-START-02", "R51-DISC-01")
def test_a_discard_is_face_up_on_the_pile_and_passes_the_turn_on() -> None:
    start = Round.deal(CLASSIC, players=4, seed=7)
    card = next(iter(start.hands[0]))
    after = start.play(Discard(card))
    assert after.discards == (card,)
    assert after.hands[0] == start.hands[0].remove(card)
    assert (after.player, after.phase) == (1, Phase.DRAW)
    assert all(after.view(viewer).discards == (card,) for viewer in (0, 2, None))


@pytest.mark.rule("R51-START-04")
def test_playing_out_of_turn_is_refused() -> None:
    position = scene("K♠ K♦", others=("2♣ 4♦", "6♥ 8♣"))
    for seat in (1, 2):
        (violation,) = position.explain(Discard("K♠"), by=seat)
        assert (violation.code, violation.rule) == ("not_your_turn", "R51-START-04")
    assert position.explain(Discard("K♠"), by=0) == ()


@pytest.mark.rule("R51-STOCK-01")
def test_a_round_in_which_nothing_can_be_drawn_is_void() -> None:
    stuck = dry(CLASSIC, "7♥", "K♠ 5♥")
    assert outcome_of(stuck).winner is None
    assert stuck.score().void
    assert [stuck.score().points(seat) for seat in (0, 1)] == [0, 0]
    assert not dry(CLASSIC, "2♥ 7♥", "K♠ 5♥").over


@pytest.mark.rule("R51-CARTE-01", "R51-CARTE-03")
@pytest.mark.parametrize("announce", [None, False])
def test_a_silent_player_draws_two(announce: bool | None) -> None:
    position = scene("K♦ Q♠", [(0, RUN)], variant=EXPLICIT)
    assert Discard("K♦", announce=True) in position.legal_moves
    silent, events = position.step(Discard("K♦", announce=announce))
    assert silent.hands[0] == Cards(["Q♠", *position.stock[:2]])
    assert silent.stock == position.stock[2:]
    assert silent.discards[-1] == Card("K♦")
    assert [type(event) for event in events] == [CardDiscarded, PenaltyDrawn, TurnBegun]
    assert [len(getattr(seen_by(event, 1), "cards", ())) for event in events] == [0, 2, 0]
    assert str(seen_by(events[1], 1)).count("?") == 2


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("penalty", [1, 2, 5])
def test_carte_penalty(penalty: int) -> None:
    position = scene(
        "K♦ Q♠", [(0, RUN)], variant=house(conduct__mode="explicit", conduct__carte_penalty=penalty)
    )
    after = position.play(Discard("K♦"))
    assert after.hands[0] == Cards(["Q♠", *position.stock[:penalty]])
    assert len(position.play(Discard("K♦", announce=True)).hands[0]) == 1


@pytest.mark.rule("R51-CARTE-03", "R51-STOCK-01")
@pytest.mark.parametrize("discards,size", [("2♥", 2), ("2♥ 9♣ 3♥", 3), ("2♥ 9♣ 3♥ 7♦", 3)])
def test_the_two_cards_come_from_the_pile_when_the_stock_is_empty(discards: str, size: int) -> None:
    """The player draws the cards that there are, and the round is never void."""
    position = dry(EXPLICIT, discards, "K♦ Q♠", [(0, RUN)], phase="play")
    after = position.play(Discard("K♦"))
    assert len(after.hands[0]) == size
    assert after.discards[-1] == Card("K♦")
    assert len(after.hands[0]) + len(after.discards) + len(after.stock) == 2 + len(position.discards)
    assert after.setup.recycles == 1
    assert not after.over


@pytest.mark.rule("R51-SET-01")
def test_two_pairs_of_equal_cards_are_one_fault() -> None:
    assert why_not(Group("5♠ 5♠ 5♦ 5♦", suits="any"), CLASSIC) == ["group_suits R51-SET-01"]


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
def test_jokers_of_an_unordered_list_keep_their_place_if_they_can(cards: str, run: str, low: int) -> None:
    wide = CLASSIC.with_(equipment={"jokers": 12}, melding={"max_wild": None, "run_wrap": low == 13})
    meld = wide.meld(cards)
    assert isinstance(meld, Run)
    assert (str(meld).partition(" (")[0], meld.low) == (run, low)


@pytest.mark.rule("R51-JOK-01")
@pytest.mark.parametrize("number", range(52))
def test_a_joker_represents_any_card(number: int) -> None:
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


@pytest.mark.rule("R51-MAT-02")
@pytest.mark.parametrize("cards,many", [("5♠ 5♠ 5♠", 3), ("* * * * *", 5)])
def test_each_face_is_there_twice_and_the_joker_four_times(cards: str, many: int) -> None:
    (violation,) = refusal(InvalidCards, CLASSIC.meld, cards).violations
    assert (violation.code, violation["count"]) == ("too_many_copies", many)


# D-24
@pytest.mark.rule("VARIATION-CIRC-01", "R51-VAL-04")
def test_a_circle_has_thirteen_places() -> None:
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


# D-27
@pytest.mark.rule("R51-JRET-EX1")
def test_cards_that_a_joker_represents() -> None:
    def places(cards: str) -> list[str]:
        return [str(each.stands_for) for each in CLASSIC.meld(cards).placed]

    assert places("2♠ 3♠ *") == ["2♠", "3♠", "4♠"]
    assert places("* 2♠ 3♠") == ["A♠", "2♠", "3♠"]
    assert places("2♠ * 4♠") == ["2♠", "3♠", "4♠"]
    assert [each.stands_for for each in CLASSIC.meld("T♣ T♠ *").placed][-1] is Rank.TEN
    assert places("T♣ T♠ T♥ *")[-1] == "T♦"
    position = scene("2♠ 3♠ * K♦", [(0, "T♣ J♣ Q♣")])
    assert listed(position, LayDown) == {"lay * 2♠ 3♠", "lay 2♠ 3♠ *"}
