"""Classic Rami 51: the last card, going out all at once, and "carte"."""

from __future__ import annotations

import pytest
from tests.rules.scenes import CLASSIC, OPENING, RUN, allowed, refused, scene

from rami import Card, Cards, Discard, DrawStock, LayDown, LayOff, Round, RoundContext, Setup, TakeDiscard
from rami.events import CardDiscarded, PenaltyDrawn, RoundEnded, RoundScored, TurnBegun, seen_by
from rami.setup import Phase

KEEP_ONE = "last_card_placed R51-RSEC-04"
EXPLICIT = CLASSIC.with_(conduct={"mode": "explicit"})


@pytest.mark.rule("R51-OBJ-01", "R51-END-01", "R51-GO-01")
def test_the_round_ends_with_the_last_card() -> None:
    position = scene("T♠ K♦", [(0, RUN)], others=["2♣ 4♦", "6♥"])
    going = allowed(position, LayOff("T♠", 0))
    assert not going.over
    end, events = going.step(Discard("K♦"))
    assert end.over
    assert end.phase is Phase.OVER
    assert end.outcome is not None
    assert end.outcome.winner == 0
    assert not end.hands[0]
    assert events == (
        CardDiscarded(0, Card("K♦")),
        RoundEnded(end.outcome),
        RoundScored(end.score(), end.hands),
    )
    assert not end.legal_moves
    refused(end, DrawStock(), "round_over R51-END-01")
    assert end.score().winner == 0


@pytest.mark.rule("R51-GO-01", "R51-OBJ-01")
def test_until_then_the_turns_go_on() -> None:
    position = scene("K♠ K♦", others=["2♣", "6♥"])
    after = allowed(position, Discard("K♠"))
    assert (after.over, after.player) == (False, 1)


@pytest.mark.rule("R51-RSEC-04", "R51-GO-01")
def test_the_last_card_is_discarded_not_placed() -> None:
    position = scene("T♠ J♠", [(0, RUN)])
    one = allowed(position, LayOff("T♠", 0))
    refused(one, LayOff("J♠", 0), KEEP_ONE)
    assert allowed(one, Discard("J♠")).over
    refused(scene("5♣ 5♦ 5♥", [(0, RUN)]), LayDown("5♣ 5♦ 5♥"), KEEP_ONE)
    allowed(scene("5♣ 5♦ 5♥ 2♣", [(0, RUN)]), LayDown("5♣ 5♦ 5♥"))


@pytest.mark.rule("R51-OBJ-01")
def test_a_hand_may_go_down_over_several_turns() -> None:
    position = scene("5♣ 5♦ 5♥ T♠ K♦ K♠", [(0, RUN)], others=["2♣ 4♦ 6♥"])
    position = allowed(position, LayDown("5♣ 5♦ 5♥"), Discard("K♦"), DrawStock())
    position = position.play(Discard(next(iter(position.hands[1]))))
    position = allowed(position, DrawStock(), LayOff("T♠", 0))
    assert position.player == 0
    assert not position.over


@pytest.mark.rule("R51-RSEC-01", "R51-SCORE-07", "R51-SCORE-05")
def test_all_at_once_with_nobody_else_on_the_table() -> None:
    end = allowed(scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", others=["2♣", "6♥"]), LayDown(OPENING), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.outcome.opened_before == (False, False, False)
    score = end.score()
    assert [score.points(seat) for seat in range(3)] == [0, 200, 200]
    assert [dict(reason.params).get("why") for reason in score.lines[1].reasons] == [None, "rami_sec"]


@pytest.mark.rule("R51-SCORE-05", "R51-SCORE-07")
def test_all_at_once_after_somebody_else_has_laid() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", [(1, "4♣ 4♦ 4♥")], others=["T♠ 9♦ 4♠", "6♥"])
    score = allowed(position, LayDown(OPENING), Discard("K♦")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 46, 200]
    assert [dict(reason.params).get("why") for reason in score.lines[2].reasons] == [None, "all_at_once"]


@pytest.mark.rule("R51-SCORE-05", "R51-RSEC-01")
def test_it_is_not_all_at_once_with_a_meld_from_before() -> None:
    position = scene("5♣ 5♦ 5♥ 6♦ 7♦ 8♦ K♦", [(0, RUN)], others=["T♠ 9♦", "6♥"])
    end = allowed(position, LayDown("5♣ 5♦ 5♥"), LayDown("6♦ 7♦ 8♦"), Discard("K♦"))
    assert end.outcome is not None
    assert not end.outcome.all_at_once
    assert [end.score().points(seat) for seat in range(3)] == [0, 100, 100]


@pytest.mark.rule("R51-SCORE-06")
def test_a_joker_as_the_last_card_of_it_all_quadruples() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ *", [(1, "4♣ 4♦ 4♥")], others=["T♠ 9♦ 4♠", "6♥"])
    score = allowed(position, LayDown(OPENING), Discard("*")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 92, 400]
    later = scene("T♠ *", [(0, RUN), (1, "4♣ 4♦ 4♥")], others=["T♥ 9♦ 4♠", "6♥"])
    score = allowed(later, LayOff("T♠", 0), Discard("*")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 23, 100]
    inside = scene("7♠ 8♠ 9♠ A♦ A♣ * K♦", [(1, "4♣ 4♦ 4♥")], others=["T♠ 9♦ 4♠", "6♥"])
    score = allowed(inside, LayDown([RUN, "A♦ A♣ *"]), Discard("K♦")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 46, 200]


@pytest.mark.rule("R51-OBJ-02", "R51-END-02", "R51-SCORE-01", "R51-SCORE-02", "R51-SCORE-03", "R51-SCORE-08")
def test_losers_count_what_they_hold_and_the_winner_nothing() -> None:
    table = [(0, RUN), (1, "4♣ 4♦ 4♥"), (2, "A♣ A♦ A♥"), (3, "6♦ 7♦ 8♦")]
    hands = ["A♠ * 9♦", "2♣ 3♣ K♠ Q♠ J♠ T♥", "* * A♠"]
    score = allowed(scene("K♦", table, others=hands), Discard("K♦")).score()
    assert [score.points(seat) for seat in range(4)] == [0, 40, 45, 51]


@pytest.mark.rule("R51-SCORE-04")
@pytest.mark.parametrize("held", ["2♣", "K♠ K♣ K♥ Q♠ Q♦ J♠ J♦ J♥ T♠ T♦ T♥ * *"])
def test_whoever_has_laid_nothing_scores_a_hundred(held: str) -> None:
    score = allowed(scene("K♦", [(0, RUN)], others=[held]), Discard("K♦")).score()
    assert score.points(1) == 100


# carte


@pytest.mark.rule("R51-CARTE-01", "R51-CARTE-03")
def test_the_last_card_kept_is_announced() -> None:
    position = scene("K♦ Q♠", [(0, RUN)], variant=EXPLICIT)
    assert {str(move) for move in position.legal_moves} == {
        "drop K♦",
        "drop K♦ carte",
        "drop Q♠",
        "drop Q♠ carte",
    }
    said, events = position.step(Discard("K♦", announce=True))
    assert len(said.hands[0]) == 1
    assert events[0] == CardDiscarded(0, said.discards[-1], True)


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("announce", [None, False])
def test_whoever_keeps_silent_draws_two(announce: bool | None) -> None:
    position = scene("K♦ Q♠", [(0, RUN)], variant=EXPLICIT)
    silent, events = position.step(Discard("K♦", announce=announce))
    drawn = position.stock[:2]
    assert silent.hands[0] == Cards(["Q♠", *drawn])
    assert silent.stock == position.stock[2:]
    assert silent.discards[-1] == Card("K♦")
    assert [type(event) for event in events] == [CardDiscarded, PenaltyDrawn, TurnBegun]
    assert [len(getattr(seen_by(event, 1), "cards", ())) for event in events] == [0, 2, 0]
    assert str(seen_by(events[1], 1)).count("?") == 2


@pytest.mark.rule("R51-CARTE-01")
def test_in_auto_conduct_the_announcement_is_made_for_the_player() -> None:
    position = scene("K♦ Q♠", [(0, RUN)])
    after = allowed(position, Discard("K♦"))
    assert len(after.hands[0]) == 1
    assert after.stock == position.stock


@pytest.mark.rule("R51-CARTE-02", "R51-CARTE-03")
def test_the_two_cards_lift_the_ban_on_the_pile() -> None:
    position = scene("K♦ T♠", [(0, RUN)], variant=EXPLICIT, others=["J♠ 4♦ 2♣"])

    def next_turn(announced: bool) -> object:
        after = allowed(position, Discard("K♦", announce=announced), DrawStock(), Discard("J♠"))
        return after.player, TakeDiscard() in after.legal_moves

    assert next_turn(True) == (0, False)
    assert next_turn(False) == (0, True)


@pytest.mark.rule("R51-CARTE-03", "R51-STOCK-01")
@pytest.mark.parametrize("discards,size", [("2♥", 2), ("2♥ 9♣ 3♥", 3), ("2♥ 9♣ 3♥ 7♦", 3)])
def test_the_two_cards_come_from_the_pile_when_the_stock_is_empty(discards: str, size: int) -> None:
    """As many as there are, and it never voids the round."""
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    hand = Cards("K♦ Q♠")
    rest = pack - hand - Cards(discards) - Cards(RUN)
    position = Round.from_setup(
        Setup(
            variant=EXPLICIT,
            hands=[hand, rest],
            table=[(0, RUN)],
            phase="play",
            discards=discards,
            stock="",
            context=RoundContext(2, 1),
        )
    )
    after = position.play(Discard("K♦"))
    assert len(after.hands[0]) == size
    assert after.discards[-1] == Card("K♦")
    total = len(after.hands[0]) + len(after.discards) + len(after.stock)
    assert total == 2 + len(position.discards)
    assert after.setup.recycles == (1 if discards else 0)
    assert not after.over
