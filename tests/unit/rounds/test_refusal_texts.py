"""The texts of refusals name the cards, melds and numbers that they are about."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.refusals import refusal
from tests.support.worked.gin_scenes import GIN, MELDS, NINE, TEN, at, gin, junk, knocked
from tests.support.worked.scenes import CLASSIC, RUN, house, scene, with_taken

from rami import Cards, Knock, LayDown, LayOff, Round, Setup, TakeDiscard
from rami.cards.moves import BigGin, Move, Source
from rami.errors import InvalidSetup, Violation
from rami.policies.results.outcomes import KnockKind
from rami.rounds.setup import KnockFact, RoundContext
from rami.variants import BASIC_RUMMY

OWN = (0, "T♣ J♣ Q♣")
BY_MOVES = gin(closing__settle="moves")
TABLE = tuple((0, meld) for meld in MELDS)
TAKES = scene("6♥ 7♥ 9♥ 9♦ 4♦ 6♦ K♦ 3♣", [OWN, (1, "5♥ 5♦ 5♣")])
FIVES = scene("6♥ 7♥ 9♥ 9♦ K♦ 3♣", [OWN, (1, "5♥ 5♦ 5♣ 5♠"), (1, "2♠ 3♠ 4♠ 5♠")])
JOKER = scene("* K♦ 3♣ 4♥", [OWN, (1, "6♠ 7♠ 8♠")])
WILD_WITHIN = scene("5♥ 5♦ K♦ 3♣", [OWN, (1, "3♠ 4♠ * 6♠")])
ONE_MELD = BASIC_RUMMY.with_(table={"melds_a_turn": 1}, opening={"further_melds": False})
LAID = scene("A♦ 2♦ 3♦ A♣ 2♣ 3♣ K♥", variant=ONE_MELD).play("lay A♣ 2♣ 3♣")
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


def named(violation: Violation) -> str:
    """Return the code of a violation with the values that its sentence is about."""
    values = ", ".join(
        f"{name} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
        for name, value in violation.params
    )
    return f"{violation.code}: {values}" if values else violation.code


def against(position: Round, move: Move | str) -> list[str]:
    """Return what is wrong with a move."""
    return [named(each) for each in position.explain(move)]


def impossible(**facts: Any) -> str:
    """Return the one thing that is wrong with a position."""
    (violation,) = refusal(InvalidSetup, Round.from_setup, Setup(**facts)).violations
    return named(violation)


NOT_HELD = "card_not_held: card {}, held 0, needed 1"


@pytest.mark.parametrize(
    "position,move,expected",
    [
        (FIVES, "lay 5♥ 6♥ 7♥ from 1:5♥, 1:5♥", ["take_not_in_meld: card 5♥, meld 1"]),
        (FIVES, "lay 5♥ 6♥ 7♥ from 9:5♥", ["no_such_meld: meld 9"]),
        (FIVES, "lay 5♥ 6♥ 7♥ from 1:8♥", ["take_not_in_meld: card 8♥, meld 1", NOT_HELD.format("5♥")]),
        (TAKES, "lay 5♥ 6♥ 7♥ from 1:5♥", ["take_position: card 5♥, meld 1, player 0"]),
        (
            TAKES,
            "lay 5♥ 6♥ 7♥ 8♥ from 1:5♥",
            [NOT_HELD.format("8♥"), "take_position: card 5♥, meld 1, player 0"],
        ),
        (
            TAKES,
            LayDown(["5♥ 6♥ 7♥", "4♦ 5♦ 6♦"], [Source("5♥", 1, into=0), Source("5♦", 1, into=1)]),
            ["take_position: card 5♥, meld 1", "take_position: card 5♦, meld 1"],
        ),
        (
            WILD_WITHIN,
            "lay 5♥ 5♦ * from 1:*",
            ["take_wild: card *, meld 1, player 0", "take_position: card *, meld 1, player 0"],
        ),
        (LAID, "lay A♦ 2♦ 3♦", ["melds_in_turn: count 2, most 1", "further_meld"]),
        (
            FIVES,
            LayDown(["6♥ 7♥ 8♥", "6♥ 6♦ 6♠"]),
            [
                *(NOT_HELD.format("6♦"), "card_not_held: card 6♥, held 1, needed 2"),
                *(NOT_HELD.format("8♥"), NOT_HELD.format("6♠")),
            ],
        ),
        (FIVES, "off A♠ > 9", [NOT_HELD.format("A♠"), "no_such_meld: meld 9"]),
        (
            JOKER,
            "off * > 1",
            ["foreign_clean_run: meld 1, most 0, player 0", "end_not_named: card *, meld 1"],
        ),
        (JOKER, "off 4♥ > 1", ["does_not_fit: card 4♥, cards 6♠ 7♠ 8♠, meld 1"]),
        (ACE_TO_ACE, "swap A♠ > 1", ["wild_not_named: card A♠, meld 1"]),
        (JOKER, "swap 4♥ > 9", ["no_such_meld: meld 9"]),
        (JOKER, "swap 4♥ > 1@7", ["not_a_wild: at 7, card 4♥, meld 1, player 0"]),
        (JOKER, "discard 2♥", [NOT_HELD.format("2♥")]),
        (JOKER, "discard K♦ carte", ["not_announcing: count 1"]),
        (with_taken("T♠", "K♦", [(0, RUN)]), "take", ["discard_at_one_card: count 1"]),
        (with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)], variant=TWIN), "take", ["discard_twin: card T♠"]),
        (with_taken("2♠", "T♠ K♦ 2♣", [(0, RUN)]), "take", ["discard_unusable: card 2♠"]),
        (GIN_TURN, Knock("K♠", ["5♥ 5♠ 5♦", "5♠ 6♠ 7♠", "J♠ J♦ J♣"]), ["knock_melds: cards 5♠"]),
        (GIN_TURN, "knock Q♠", [NOT_HELD.format("Q♠")]),
        (GIN_TURN, "knock A♥", ["knock_deadwood: deadwood 22, limit 10"]),
        (ALL_MELDED, BigGin(["J♠ J♦ J♣", "7♥ 7♠ 7♦"]), ["not_all_matched: cards 7♣ 4♥ 5♥ 6♥ 8♥"]),
        (ALL_MELDED, BigGin(["J♠ J♦ J♣", "7♥ 7♠ 7♦", "6♥ 7♥ 8♥"]), ["knock_melds: cards 7♥"]),
        (TAKEN, "knock K♥", ["returned_discard: card K♥"]),
        (TAKEN, "discard K♥", ["returned_discard: card K♥"]),
        (REPLY, "lay Q♠ Q♥ Q♣", [NOT_HELD.format(card) for card in ("Q♣", "Q♥", "Q♠")]),
        (REPLY, "off A♥ > 0", [NOT_HELD.format("A♥"), "does_not_fit: card A♥, cards 4♥ 5♥ 6♥, meld 0"]),
        (REPLY, "off 7♥ > 9", ["no_such_meld: meld 9"]),
        (REPLY, "off K♣ > 0", ["does_not_fit: card K♣, cards 4♥ 5♥ 6♥, meld 0"]),
    ],
)
def test_faults_are_named(position: Round, move: Move | str, expected: list[str]) -> None:
    assert against(position, move) == expected


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
        ({"variant": gin(closing__knock_limit="upcard")}, "upcard_missing"),
        ({"upcard": "*"}, "upcard_not_natural: card *"),
        ({"variant": CLASSIC, "hands": ("7♠ 8♠", "2♦ 3♦"), "phase": "layoff"}, "no_knocking"),
        ({"phase": "layoff"}, "layoff_without_knock"),
        ({"table": [(0, "9♣ T♣ J♣")], "hands": ("2♦", "3♦")}, "concealed"),
        ({"phase": "stock", "variant": NO_OFFER}, "no_offer"),
        ({"phase": "stock", "player": 1}, "stock_out_of_turn: player 1"),
        ({"phase": "offer", "discards": ""}, "discards_empty"),
        ({"phase": "offer", "variant": NO_OFFER}, "no_offer"),
        ({"phase": "offer", "variant": ONE_OFFER, "player": 1}, "offer_out_of_turn: player 1"),
    ],
)
def test_positions_that_cannot_be_before_a_knock(facts: dict[str, Any], expected: str) -> None:
    assert impossible(**{**GIN_FACTS, **facts}) == expected


@pytest.mark.parametrize(
    "facts,expected",
    [
        ({"variant": GIN}, "knock_ends_round"),
        ({"phase": "play"}, "knock_ends_play: phase play"),
        ({"player": 0}, "reply_by_knocker: player 0"),
        ({"knock": KnockFact(5, KnockKind.KNOCK)}, "not_a_seat: field knock.player, seats 2, value 5"),
        ({"knock": KnockFact(0, KnockKind.GIN)}, "gin_with_deadwood"),
        ({"hands": ("", junk(10, Cards(TEN)))}, "knock_without_deadwood"),
        ({"hands": ("2♣ K♣", junk(10, Cards(TEN)))}, "knock_deadwood: deadwood 12, limit 10"),
        ({"discards": ""}, "knock_without_discard"),
        (
            {"variant": GIN, "phase": "over", "player": 0, "table": [*TABLE, (1, "3♣ 4♣ 5♣")]},
            "melds_of_others: player 0",
        ),
        ({"variant": CLASSIC, "phase": "play", "table": [], "player": 0}, "no_knocking"),
        (
            {
                "variant": gin(closing__settle="moves", scoring__big_gin_bonus=None),
                "hands": ("", junk(10, Cards(TEN))),
                "knock": KnockFact(0, KnockKind.BIG_GIN),
            },
            "no_big_gin",
        ),
    ],
)
def test_positions_that_cannot_be_after_a_knock(facts: dict[str, Any], expected: str) -> None:
    Round.from_setup(Setup(**REPLY_FACTS))
    assert impossible(**{**REPLY_FACTS, **facts}) == expected


def test_a_position_shows_the_outcome_that_its_hands_give() -> None:
    over = knocked(f"{NINE} 8♣ K♠", "K♠").setup
    assert over.outcome is not None
    assert Round.from_setup(attrs.evolve(over, outcome=None)).setup.outcome == over.outcome
    claimed = attrs.evolve(over.outcome, winner=1)
    with pytest.raises(InvalidSetup, match="the outcome does not match the hands"):
        Round.from_setup(attrs.evolve(over, outcome=claimed))


@pytest.mark.parametrize("upcard,allowed", [("2♦", "2"), ("3♦", None), ("K♦", None)])
def test_a_knock_that_the_upcard_does_not_allow_cannot_have_been(upcard: str, allowed: str | None) -> None:
    variant = gin(closing__settle="moves", closing__knock_limit="upcard")
    hands = "3♣", junk(10, Cards(f"{TEN} 3♣"))
    facts: dict[str, Any] = {**REPLY_FACTS, "variant": variant, "upcard": upcard, "hands": hands}
    if allowed is None:
        assert Round.from_setup(Setup(**facts)).phase == "layoff"
    else:
        assert impossible(**facts) == f"knock_deadwood: deadwood 3, limit {allowed}"


def test_the_end_of_a_reply_is_to_be_named_where_both_fit() -> None:
    reply = Round.from_setup(Setup(**LONG_RUN))
    assert against(reply, LayOff("A♠", 0)) == ["end_not_named: card A♠, meld 0"]
    ends = ["off A♠ > 0 low", "off A♠ > 0 high"]
    assert [str(move) for move in reply.legal_moves if isinstance(move, LayOff)] == ends


@pytest.mark.parametrize("stock,offered", [(2, True), (3, False)])
def test_the_last_discard_is_offered_once_two_cards_are_left(stock: int, offered: bool) -> None:
    variant = gin(closing__fiftieth_card=True, drawing__upcard_offer="none")
    if offered:
        position = at(TEN, variant=variant, phase="offer", top="K♥", stock=stock)
        assert {str(move) for move in position.legal_moves} == {"take", "pass"}
    else:
        with pytest.raises(InvalidSetup, match="does not offer an upcard"):
            at(TEN, variant=variant, phase="offer", top="K♥", stock=stock)
