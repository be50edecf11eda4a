"""Refusals say which cards, melds and numbers they are about."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.rules.gin_scenes import GIN, MELDS, NINE, TEN, at, gin, junk, knocked
from tests.rules.scenes import CLASSIC, RUN, house, scene, with_taken

from rami import (
    BigGin,
    Cards,
    Discard,
    InvalidSetup,
    Knock,
    LayDown,
    LayOff,
    Move,
    Round,
    RoundContext,
    Setup,
    Source,
    SwapWild,
    TakeDiscard,
)
from rami.policies.outcomes import KnockKind
from rami.setup import KnockFact

OWN = (0, "T♣ J♣ Q♣")
BY_MOVES = gin(closing__settle="moves")
TABLE = tuple((0, meld) for meld in MELDS)
TAKES = scene("6♥ 7♥ 9♥ 9♦ 4♦ 6♦ K♦ 3♣", [OWN, (1, "5♥ 5♦ 5♣")])
FIVES = scene("6♥ 7♥ 9♥ 9♦ K♦ 3♣", [OWN, (1, "5♥ 5♦ 5♣ 5♠"), (1, "2♠ 3♠ 4♠ 5♠")])
JOKER = scene("* K♦ 3♣ 4♥", [OWN, (1, "6♠ 7♠ 8♠")])
ACE_TO_ACE = scene(
    "A♠ K♦ 3♣",
    [OWN, (1, "* 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ *")],
    variant=house(melding__max_run=14, melding__max_wild=2),
)
TWIN = house(drawing__no_twin_pickup=True)
GIN_TURN = at("5♥ 5♠ 5♦ 6♠ 7♠ J♠ J♦ J♣ A♥ 2♥ K♠")
ALL_MELDED = at("4♥ 5♥ 6♥ 7♥ 8♥ J♠ J♦ J♣ 7♠ 7♦ 7♣")
TAKEN = at(TEN, phase="draw", top="K♥").play(TakeDiscard())
REPLY = knocked(f"{NINE} 8♣ K♠", "K♠", "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦", MELDS, variant=BY_MOVES, top="Q♦")

STAYS = "cannot leave meld 1: what stays would not be valid"
ELSEWHERE = "is not a card of meld 1 that the new meld uses"
LACKING = "is not in the hand (0 held, 1 needed)"
MAY_NOT_GO_BACK = "K♥ was taken from the discard pile this turn and may not go back"


def texts(position: Round, move: Move) -> list[str]:
    """The sentences against a move, without the rules."""
    return [str(each).partition(" [")[0] for each in position.explain(move)]


@pytest.mark.parametrize(
    "position,move,expected",
    [
        (FIVES, LayDown("5♥ 6♥ 7♥", [Source("5♥", 1), Source("5♥", 1)]), [f"5♥ {ELSEWHERE}"]),
        (FIVES, LayDown("5♥ 6♥ 7♥", Source("5♥", 9)), ["meld 9 is not on the table"]),
        (FIVES, LayDown("5♥ 6♥ 7♥", Source("8♥", 1)), [f"8♥ {ELSEWHERE}", f"5♥ {LACKING}"]),
        (TAKES, LayDown("5♥ 6♥ 7♥", Source("5♥", 1)), [f"5♥ {STAYS}"]),
        (TAKES, LayDown("5♥ 6♥ 7♥ 8♥", Source("5♥", 1)), [f"8♥ {LACKING}", f"5♥ {STAYS}"]),
        (
            TAKES,
            LayDown(["5♥ 6♥ 7♥", "4♦ 5♦ 6♦"], [Source("5♥", 1, into=0), Source("5♦", 1, into=1)]),
            [f"5♥ {STAYS}", f"5♦ {STAYS}"],
        ),
        (
            FIVES,
            LayDown(["6♥ 7♥ 8♥", "6♥ 6♦ 6♠"]),
            [
                "6♦ is not in the hand (0 held, 1 needed)",
                "6♥ is not in the hand (1 held, 2 needed)",
                "8♥ is not in the hand (0 held, 1 needed)",
                "6♠ is not in the hand (0 held, 1 needed)",
            ],
        ),
        (FIVES, LayOff("A♠", 9), [f"A♠ {LACKING}", "meld 9 is not on the table"]),
        (
            JOKER,
            LayOff("*", 1),
            [
                "a wild card may not join another player's clean run (meld 1)",
                "* fits both ends of meld 1: say which",
            ],
        ),
        (JOKER, LayOff("4♥", 1), ["4♥ does not fit on 6♠ 7♠ 8♠"]),
        (ACE_TO_ACE, SwapWild(1, None, "A♠"), ["meld 1 has several wild cards for A♠: say which"]),
        (JOKER, SwapWild(9, None, "4♥"), ["meld 9 is not on the table"]),
        (JOKER, SwapWild(1, 7, "4♥"), ["meld 1 has no wild card there"]),
        (JOKER, Discard("2♥"), [f"2♥ {LACKING}"]),
        (
            JOKER,
            Discard("K♦", announce=True),
            ["announcements belong to explicit conduct and to a discard that leaves 1"],
        ),
        (
            with_taken("T♠", "K♦", [(0, RUN)]),
            TakeDiscard(),
            ["with 1 card in hand the discard may not be taken"],
        ),
        (
            with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)], variant=TWIN),
            TakeDiscard(),
            ["another copy of T♠ is already in the hand"],
        ),
        (with_taken("2♠", "T♠ K♦ 2♣", [(0, RUN)]), TakeDiscard(), ["no way to place 2♠ this turn"]),
        (
            GIN_TURN,
            Knock("K♠", ["5♥ 5♠ 5♦", "5♠ 6♠ 7♠", "J♠ J♦ J♣"]),
            ["the cards left after the discard do not contain these melds: 5♠"],
        ),
        (GIN_TURN, Knock("Q♠"), [f"Q♠ {LACKING}"]),
        (GIN_TURN, Knock("A♥"), ["the deadwood is 22, and a knock allows 10"]),
        (
            ALL_MELDED,
            BigGin(["J♠ J♦ J♣", "7♥ 7♠ 7♦"]),
            ["these melds leave cards unmatched: 7♣ 4♥ 5♥ 6♥ 8♥"],
        ),
        (
            ALL_MELDED,
            BigGin(["J♠ J♦ J♣", "7♥ 7♠ 7♦", "6♥ 7♥ 8♥"]),
            ["the cards left after the discard do not contain these melds: 7♥"],
        ),
        (TAKEN, Knock("K♥"), [MAY_NOT_GO_BACK]),
        (TAKEN, Discard("K♥"), [MAY_NOT_GO_BACK]),
        (REPLY, LayDown("Q♠ Q♥ Q♣"), [f"Q♣ {LACKING}", f"Q♥ {LACKING}", f"Q♠ {LACKING}"]),
        (REPLY, LayOff("A♥", 0), [f"A♥ {LACKING}", "A♥ does not fit on 4♥ 5♥ 6♥"]),
        (REPLY, LayOff("7♥", 9), ["meld 9 is not on the table"]),
        (REPLY, LayOff("K♣", 0), ["K♣ does not fit on 4♥ 5♥ 6♥"]),
    ],
)
def test_faults_are_named(position: Round, move: Move, expected: list[str]) -> None:
    assert texts(position, move) == expected


GIN_FACTS: dict[str, Any] = {
    "variant": GIN,
    "hands": (TEN, junk(10, Cards(TEN))),
    "discards": "8♦",
    "phase": "draw",
    "context": RoundContext(2, 1),
    "turn": 8,
}
REPLY_FACTS: dict[str, Any] = {
    **GIN_FACTS,
    "variant": BY_MOVES,
    "phase": "layoff",
    "hands": ("2♣", junk(10, Cards(TEN))),
    "table": TABLE,
    "knock": KnockFact(0, KnockKind.KNOCK),
    "player": 1,
}
LONG_RUN: dict[str, Any] = {
    **REPLY_FACTS,
    "variant": gin(closing__settle="moves", dealing__hand_size=13, melding__ace="both", melding__max_run=13),
    "discards": "8♥",
    "hands": ("3♣", "A♠ 2♦ 4♦ 6♦ 8♦ T♦ Q♦ 3♥ 5♥ 7♥ 9♥ J♥ K♥"),
    "table": [(0, "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠")],
}
NO_OFFER = gin(drawing__upcard_offer="none")
ONE_OFFER = gin(drawing__upcard_offer="non_dealer")


@pytest.mark.parametrize(
    "facts,expected",
    [
        (
            {"variant": gin(closing__knock_limit="upcard")},
            "upcard: the first upcard counts in this game",
        ),
        ({"upcard": "*"}, "upcard: * is not a natural card"),
        (
            {"variant": CLASSIC, "hands": ("7♠ 8♠", "2♦ 3♦"), "phase": "layoff"},
            "nobody knocks in this game",
        ),
        ({"phase": "layoff"}, "nobody has knocked, so there is nothing to reply to"),
        (
            {"table": [(0, "9♣ T♣ J♣")], "hands": ("2♦", "3♦")},
            "melds stay in the hand until a player shows it",
        ),
        (
            {"phase": "stock", "variant": NO_OFFER},
            "no upcard is offered in this game",
        ),
        (
            {"phase": "stock", "player": 1},
            "after the last pass it is not player 1 who draws",
        ),
        ({"phase": "offer", "discards": ""}, "the discard pile is empty"),
        (
            {"phase": "offer", "variant": NO_OFFER},
            "no upcard is offered in this game",
        ),
        (
            {"phase": "offer", "variant": ONE_OFFER, "player": 1},
            "the upcard is not offered to player 1",
        ),
    ],
)
def test_positions_that_cannot_be_before_a_knock(facts: dict[str, Any], expected: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Round.from_setup(Setup(**{**GIN_FACTS, **facts}))
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    "facts,expected",
    [
        ({"variant": GIN}, "in this game the round is over at the knock"),
        ({"phase": "play"}, "a knock ends the play, and the phase is play"),
        ({"player": 0}, "player 0 has knocked and does not reply"),
        ({"knock": KnockFact(5, KnockKind.KNOCK)}, "knock.player = 5 is no seat of 2"),
        (
            {"knock": KnockFact(0, KnockKind.GIN)},
            "gin leaves no card unmatched",
        ),
        (
            {"hands": ("", junk(10, Cards(TEN)))},
            "a knock that leaves no card unmatched is gin",
        ),
        (
            {"hands": ("2♣ K♣", junk(10, Cards(TEN)))},
            "the deadwood is 12, and a knock allows 10",
        ),
        ({"discards": ""}, "a knock puts a card on the discard pile, which is empty"),
        (
            {"variant": GIN, "phase": "over", "player": 0, "table": [*TABLE, (1, "3♣ 4♣ 5♣")]},
            "only melds of player 0, who knocked, can be on the table",
        ),
        (
            {"variant": CLASSIC, "phase": "play", "table": [], "player": 0},
            "nobody knocks in this game",
        ),
        (
            {
                "variant": gin(closing__settle="moves", scoring__big_gin_bonus=None),
                "hands": ("", junk(10, Cards(TEN))),
                "knock": KnockFact(0, KnockKind.BIG_GIN),
            },
            "big gin is not declared in this game",
        ),
    ],
)
def test_positions_that_cannot_be_after_a_knock(facts: dict[str, Any], expected: str) -> None:
    Round.from_setup(Setup(**REPLY_FACTS))
    with pytest.raises(InvalidSetup) as caught:
        Round.from_setup(Setup(**{**REPLY_FACTS, **facts}))
    assert str(caught.value) == expected


def test_a_position_shows_the_outcome_that_its_hands_give() -> None:
    over = knocked(f"{NINE} 8♣ K♠", "K♠").setup
    assert over.outcome is not None
    assert Round.from_setup(attrs.evolve(over, outcome=None)).setup.outcome == over.outcome
    told = attrs.evolve(over.outcome, winner=1)
    with pytest.raises(InvalidSetup) as caught:
        Round.from_setup(attrs.evolve(over, outcome=told))
    assert str(caught.value) == "outcome: the hands say otherwise"


@pytest.mark.parametrize("upcard,allowed", [("2♦", "2"), ("3♦", None), ("K♦", None)])
def test_a_knock_that_the_upcard_does_not_allow_cannot_have_been(upcard: str, allowed: str | None) -> None:
    variant = gin(closing__settle="moves", closing__knock_limit="upcard")
    hands = "3♣", junk(10, Cards(f"{TEN} 3♣"))
    facts: dict[str, Any] = {**REPLY_FACTS, "variant": variant, "upcard": upcard, "hands": hands}
    setup = Setup(**facts)
    if allowed is None:
        assert Round.from_setup(setup).phase == "layoff"
    else:
        with pytest.raises(InvalidSetup, match=f"the deadwood is 3, and a knock allows {allowed}"):
            Round.from_setup(setup)


def test_the_end_of_a_reply_is_to_be_named_where_both_fit() -> None:
    reply = Round.from_setup(Setup(**LONG_RUN))
    assert texts(reply, LayOff("A♠", 0)) == ["A♠ fits both ends of meld 0: say which"]
    ends = [LayOff("A♠", 0, "low"), LayOff("A♠", 0, "high")]
    assert [move for move in reply.legal_moves if isinstance(move, LayOff)] == ends


@pytest.mark.parametrize("stock,offered", [(2, True), (3, False)])
def test_the_last_discard_is_offered_once_two_cards_are_left(stock: int, offered: bool) -> None:
    variant = gin(closing__fiftieth_card=True, drawing__upcard_offer="none")
    if offered:
        position = at(TEN, variant=variant, phase="offer", top="K♥", stock=stock)
        assert {str(move) for move in position.legal_moves} == {"take", "pass"}
    else:
        with pytest.raises(InvalidSetup, match="no upcard is offered"):
            at(TEN, variant=variant, phase="offer", top="K♥", stock=stock)
