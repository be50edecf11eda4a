"""Invalid input: the error has the right type and all reasons, and the round is unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.support.flat import with_options
from tests.support.refusals import codes_in, codes_of, refusal
from tests.support.turn_facts import built

from rami import (
    Cards,
    Discard,
    DrawStock,
    Group,
    IllegalMove,
    LayDown,
    LayOff,
    Match,
    Round,
    Setup,
    SwapWild,
    TakeDiscard,
    variants,
)
from rami.cards.moves import Move, Source
from rami.errors import InvalidCards, InvalidMatch, InvalidSetup
from rami.policies.results.seats import Seat
from rami.rounds.setup import Duty, Outcome, RoundContext, TableMeld

CLASSIC = variants.CLASSIC_51
RUN = "7♠ 8♠ 9♠"
OPENED: dict[str, Any] = {"phase": "play", "table": [(0, RUN)], "opened_now": True}


def start(**facts: Any) -> Round:
    given: dict[str, Any] = {"variant": CLASSIC, "hands": ["T♠ K♦ 5♦", "2♣ 4♠ J♥"], **facts}
    return built(**given)


def refused(**facts: Any) -> list[str]:
    """Return the reasons why there is no such position."""
    return codes_of(InvalidSetup, start, **facts)


# card text


@pytest.mark.parametrize("value", [None, 7, 7.5, True, object(), [7], [None], {7: 8}])
def test_values_other_than_text_or_cards_are_refused(value: Any) -> None:
    readers: list[Callable[[Any], object]] = [Cards, CLASSIC.meld, CLASSIC.readings, CLASSIC.points]
    readers += [CLASSIC.openings, CLASSIC.best_melds, CLASSIC.deadwood, lambda cards: start(discards=cards)]
    for read in readers:
        assert codes_of(InvalidCards, read, value) == ["not_cards"]


def test_more_copies_than_the_pack_holds() -> None:
    assert codes_of(InvalidCards, CLASSIC.meld, "5♠ 5♠ 5♠") == ["too_many_copies"]
    assert codes_of(InvalidCards, CLASSIC.deadwood, "5♠ 5♠ 5♠ * * * * *") == ["too_many_copies"] * 2
    assert codes_of(InvalidCards, CLASSIC.openings, "5♠ 5♠ 5♠") == ["too_many_copies"]
    assert codes_of(InvalidCards, CLASSIC.meld, "? 8♠ 9♠")
    verdict = CLASSIC.check_opening([RUN, RUN, RUN])
    assert codes_in(verdict.violations) == ["too_many_copies"] * 3


# deals


@pytest.mark.parametrize("players", [-1, 0, 1, 8, 10**9, "4", 4.0, True])
def test_absurd_numbers_of_players(players: Any) -> None:
    reason = "player_count" if type(players) is int else "not_an_integer"
    assert codes_of(InvalidSetup, Round.deal, CLASSIC, players=players) == [reason]
    assert codes_of(InvalidMatch, Match.start, CLASSIC, players=players) == [reason]


def test_as_many_seats_as_there_may_be_players() -> None:
    error = refusal(InvalidSetup, Round.deal, CLASSIC, context=RoundContext(8))
    assert str(error) == "8 players: this game is for 2 to 7"


@pytest.mark.parametrize("seed", [-1, 2**256, 1.0, "7", True, b"7"])
def test_bad_seeds(seed: Any) -> None:
    reason = "seed_range" if type(seed) is int else "not_an_integer"
    assert codes_of(InvalidSetup, Round.deal, CLASSIC, players=2, seed=seed) == [reason]
    assert codes_of(InvalidMatch, Match.start, CLASSIC, seed=seed) == [reason]
    assert refused(seed=seed) == [reason]
    Round.deal(CLASSIC, players=2, seed=2**256 - 1)


@pytest.mark.parametrize("dealer", [-1, 2, "0", None, True, 1.0])
def test_unknown_dealers(dealer: Any) -> None:
    reason = "not_a_seat" if type(dealer) is int else "not_an_integer"
    assert codes_of(InvalidSetup, Round.deal, CLASSIC, players=2, dealer=dealer) == [reason]


def test_a_deck_is_the_whole_pack() -> None:
    dealt = Round.deal(CLASSIC, players=2, seed=7)
    pack: list[Any] = [*dealt.stock, *(card for hand in dealt.hands for card in hand)]
    for deck, seed, reasons in (
        (pack[1:], 7, ["cards_lost"]),
        ([*pack, "7♠"], 7, ["cards_doubled"]),
        ([*pack[1:], pack[5]], -1, ["seed_range", "cards_lost", "cards_doubled"]),
    ):
        assert codes_of(InvalidSetup, Round.deal, CLASSIC, players=2, deck=deck, seed=seed) == reasons


def test_players_and_context_agree() -> None:
    assert codes_of(InvalidSetup, Round.deal, CLASSIC, players=3, context=RoundContext(4)) == ["wrong_count"]


@pytest.mark.parametrize(
    "facts,reasons",
    [
        ({"seats": 10**6}, ["too_large"]),
        ({"seats": "4"}, ["not_an_integer"]),
        ({"seats": 4, "totals": (1, 2)}, ["wrong_count"]),
        ({"seats": 4, "playing": (0, 9)}, ["not_a_seat"]),
        ({"seats": 4, "playing": (0, 0)}, ["seats_repeated"]),
        ({"seats": 4, "playing": (0, 1), "dealer": 3}, ["seat_not_playing"]),
        (
            {"seats": 4, "dealer": 9, "number": 0, "totals": (1,), "playing": (0, 9)},
            ["not_a_seat", "not_a_seat", "too_small", "wrong_count"],
        ),
    ],
)
def test_contexts_are_checked(facts: dict[str, Any], reasons: list[str]) -> None:
    assert codes_of(InvalidSetup, RoundContext, **facts) == reasons


# positions


@pytest.mark.parametrize(
    "facts,reasons",
    [
        ({"hands": ["7♠ 7♠ 7♠", "K♥"]}, ["cards_doubled"]),
        ({"hands": ["? T♠", "K♥"]}, ["cards_unknown"]),
        ({"stock": "A♠ 2♠"}, ["cards_lost"]),
        ({"stock": "A♠ A♠ A♠"}, ["cards_lost", "cards_doubled"]),
        ({"hands": [["7♠"] * 120, "K♥"]}, ["hand_too_large", "cards_doubled"]),
        ({"hands": ["", "K♥"]}, ["hand_size"]),
        ({"hands": []}, ["wrong_count"]),
        ({"hands": ["7♠"]}, ["wrong_count"]),
        ({"hands": [f"{rank}♣" for rank in "A23456789"]}, ["player_count"]),
        ({"hands": ["7♠", "8♠", "9♠"], "context": RoundContext(4)}, ["wrong_count"]),
        ({"opened": [True, False]}, ["opened_without_meld"]),
        ({"opened": [True, True]}, ["opened_without_meld", "opened_without_meld"]),
        ({"table": [(0, RUN)], "opened": [False, True]}, ["meld_without_opening", "opened_without_meld"]),
        ({"table": [(0, RUN)], "seats": [Seat(opened=True)]}, ["wrong_count"]),
        ({"player": 9}, ["not_a_seat"]),
        ({"player": -1}, ["not_a_seat"]),
        ({"player": True}, ["not_an_integer"]),
        ({"player": "0"}, ["not_an_integer"]),
        ({"table": [("x", RUN)]}, ["not_an_integer"]),
        ({"table": [TableMeld(1, 0, RUN), TableMeld(1, 0, "2♠ 3♠ 4♠")]}, ["table_id_repeated"]),
        ({"table": [TableMeld(-1, 0, RUN)]}, ["too_small"]),
        ({"table": [(0, "7♠ 8♠")]}, ["run_too_short"]),
        ({"table": [(0, "7♠ * * T♠")]}, ["wild_count"]),
        ({"turn": "x"}, ["not_an_integer"]),
        ({"highest_opening": 1.5}, ["not_an_integer"]),
        ({"wilds_placed": ["x"]}, ["not_an_integer"]),
        # phases
        ({"phase": "discard", "turn": 3}, ["not_a_first_discard"]),
        ({"phase": "discard", "table": [(1, RUN)]}, ["table_before_discard"]),
        ({"phase": "draw", "turn": 0}, ["starter_draws"]),
        ({"phase": "play", "turn": 0}, ["starter_only_discards"]),
        (
            {"phase": "over", "hands": ["", "K♥"], "outcome": Outcome(winner=1)},
            ["empty_hand_unwon", "winner_holds_cards"],
        ),
        ({"phase": "over", "hands": ["", "K♥"], "outcome": Outcome()}, ["empty_hand_unwon"]),
        ({"phase": "draw", "outcome": Outcome(winner=0)}, ["outcome_before_end"]),
        # facts of a turn
        ({"phase": "draw", "taken": "T♠"}, ["turn_fact_outside_play"]),
        ({"phase": "draw", "duties": [Duty("go_out")]}, ["turn_fact_outside_play"]),
        ({"phase": "play", "duties": [Duty("place_taken", "T♠")]}, ["duty_not_taken"]),
        ({"phase": "play", "taken": "Q♠", "duties": [Duty("place_taken", "Q♠")]}, ["duty_card_absent"]),
        ({"phase": "play", "duties": [Duty("place_wild", "T♠")]}, ["duty_card_natural"]),
        ({"phase": "play", "duties": [Duty("place_wild")]}, ["duty_without_card"]),
        ({"phase": "play", "duties": [Duty("go_out")]}, ["turn_uncompletable"]),
        ({"phase": "play", "taken": "T♠", "duties": [Duty("place_taken", "T♠")]}, ["turn_uncompletable"]),
        ({"phase": "play", "opened_now": True}, ["opened_without_meld"]),
        ({"phase": "play", "fresh": [9]}, ["fact_meld_absent"]),
        ({"phase": "play", "wilds_placed": [9]}, ["fact_meld_absent"]),
        ({"phase": "play", "table": [(0, "7♠ 8♠ *")], "wilds_placed": [0, 0]}, ["fact_meld_wilds"]),
        ({**OPENED, "duties": [Duty("reach_points", points=-5)]}, ["too_small"]),
        ({**OPENED, "duties": [Duty("reach_points", points=cast("int", "x"))]}, ["not_an_integer"]),
        # all at once
        (
            {
                "hands": ["7♠ 7♠ 7♠", ""],
                "seed": -1,
                "turn": -2,
                "table": [(7, RUN), (0, "2♥ 3♥")],
                "opened": [False, True],
            },
            [
                *("seed_range", "too_small", "hand_size", "not_a_seat", "run_too_short", "cards_doubled"),
                *("meld_without_opening", "opened_without_meld"),
            ],
        ),
    ],
)
def test_positions_that_cannot_be(facts: dict[str, Any], reasons: list[str]) -> None:
    assert refused(**facts) == reasons


def test_an_unknown_phase_is_refused() -> None:
    for phase in ("dance", None, 7):
        assert refused(phase=phase) == ["not_one_of"]


@pytest.mark.parametrize(
    "facts", [{"helped": True}, {"wilds_placed": [0], "table": [(0, "7♠ 8♠ *")]}], ids=str
)
def test_facts_of_a_turn_belong_to_the_phase_play(facts: dict[str, Any]) -> None:
    options = {"all_at_once_help": False, "all_at_once_factors": (2, 1), "escalates": True}
    variant = with_options(CLASSIC, options)
    start(variant=variant, phase="play", **facts)
    assert refused(variant=variant, phase="draw", **facts) == ["turn_fact_outside_play"]


@pytest.mark.parametrize(
    "facts", [{"helped": True}, {"wilds_placed": [0]}, {"highest_opening": 60}, {"fresh": [0]}], ids=str
)
def test_a_fact_that_no_rule_reads_makes_no_difference(facts: dict[str, Any]) -> None:
    """Such a fact keeps its neutral value, so that equal positions are equal."""
    given = {"phase": "play", "table": [(0, "7♠ 8♠ *")]}
    assert start(**given, **facts) == start(**given)


# moves


@pytest.fixture
def position() -> Round:
    return start(
        phase="play",
        hands=["T♠ K♦ 5♦ 4♥", "2♣ 4♠ J♥", "9♣ Q♥"],
        table=[(0, RUN), (1, "2♥ 3♥ *")],
        discards="J♦ 6♣",
    )


def unharmed(position: Round, before: Setup) -> None:
    """Check that the round is unchanged and can continue."""
    assert position.setup == before
    after = position.play(next(iter(position.legal_moves)))
    assert after != position
    assert position.setup == before


def codes_against(position: Round, move: Any, by: Any = None) -> list[str]:
    """Return the codes of the reasons against a move, the same wherever one asks."""
    before = position.setup
    found = codes_in(position.explain(move, by=by))
    assert found
    for call in (position.play, position.step):
        error = refusal(IllegalMove, call, move, by=by)
        assert codes_in(error.violations) == found
        assert error.move is move
        for hand in position.hands[1:]:
            assert str(hand) not in str(error)
    if by is None:
        assert move not in position.legal_moves
        assert codes_of(IllegalMove, position.canonical, move) == found
    unharmed(position, before)
    return found


@pytest.mark.parametrize("move", [None, 5, object(), (), [], Discard, DrawStock])
def test_invalid_moves(position: Round, move: Any) -> None:
    assert codes_against(position, move) == ["not_a_move"]


@pytest.mark.parametrize(
    "text,code",
    [
        ("Discard('K♦')", "text_expected"),
        ("", "word_expected"),
        ("drop Z♦", "text_expected"),
        ("draw", "wrong_phase"),
        ("discard 2♣", "card_not_held"),
        ("lay 5♦ 5♦ *", "group_suits"),
        ("lay 5♦ 5♣ 5♦ (run 5♦)", "run_suits"),
    ],
)
def test_text_that_is_no_move_here(position: Round, text: str, code: str) -> None:
    assert code in codes_against(position, text)


@pytest.mark.parametrize("by,code", [(1, "not_your_turn"), (2, "not_your_turn"), (3, "no_such_player")])
def test_moves_out_of_turn(position: Round, by: int, code: str) -> None:
    for move in (Discard("K♦"), Discard("2♣"), DrawStock(), LayOff("T♠", 0)):
        assert codes_against(position, move, by) == [code]


@pytest.mark.parametrize("by", [-1, "x", True, 1.0, (0,)])
def test_unknown_players(position: Round, by: Any) -> None:
    reason = "no_such_player" if type(by) is int else "not_an_integer"
    assert codes_against(position, Discard("K♦"), by) == [reason]
    assert codes_of(InvalidSetup, position.view, by) == [reason]


@pytest.mark.parametrize(
    "move,reasons",
    [
        (DrawStock(), ["wrong_phase"]),
        (TakeDiscard(), ["wrong_phase"]),
        (Discard("2♣"), ["card_not_held"]),
        (Discard("?"), ["card_not_held"]),
        (Discard("2♣", announce=True), ["card_not_held", "not_announcing"]),
        (LayOff("J♠", 0), ["card_not_held", "does_not_fit"]),
        (LayOff("T♠", 0, "low"), ["does_not_fit"]),
        (LayOff("2♣", 9), ["card_not_held", "no_such_meld"]),
        (LayOff("?", 0), ["card_not_held", "does_not_fit"]),
        (SwapWild(1, None, "4♠"), ["card_not_held", "swap_mismatch"]),
        (SwapWild(1, 0, "4♥"), ["not_a_wild"]),
        (SwapWild(0, None, "T♠"), ["not_a_wild"]),
        (LayDown([]), ["opening_empty"]),
        (LayDown("5♦ 5♣ *"), ["card_not_held"] * 2),
        (LayDown("5♦ 5♦ *"), ["group_suits"]),
        (LayDown(Group("5♦ 5♦ *", suits="any")), ["group_suits", "card_not_held", "card_not_held"]),
        (LayDown("T♠ J♠ Q♠", Source("J♠", 5)), ["no_such_meld", "card_not_held"]),
    ],
    ids=str,
)
def test_moves_that_do_not_go(position: Round, move: Move, reasons: list[str]) -> None:
    assert sorted(codes_against(position, move)) == sorted(reasons)


@pytest.mark.parametrize(
    "move", [Discard("K♦"), LayOff("T♠", 0), SwapWild(1, None, "4♥"), LayDown("5♦ 5♣ 5♥")], ids=str
)
def test_moves_of_another_phase(position: Round, move: Move) -> None:
    drawing = start(table=[(0, RUN), (1, "2♥ 3♥ *")], discards="J♦")
    assert codes_against(drawing, move) == ["wrong_phase"]


def test_a_move_of_another_round(position: Round) -> None:
    table = [(0, "2♦ 3♦ 4♦"), (1, "4♣ 4♥ 4♦"), (0, RUN), (1, "9♥ T♥ J♥")]
    other = start(phase="play", table=table, discards="J♦")
    move = LayOff("T♠", 2)
    assert other.explain(move) == ()
    assert codes_against(position, move) == ["no_such_meld"]


def test_nothing_is_played_when_the_round_is_over() -> None:
    last = start(phase="play", hands=["K♦", "2♣"], table=[(0, RUN)])
    assert codes_against(last, Discard("?")) == ["card_not_held"]
    over = last.play(Discard("K♦"))
    before = over.setup
    for move in (DrawStock(), Discard("2♣"), LayDown(RUN)):
        assert codes_in(over.explain(move)) == ["round_over"]
        assert codes_in(over.explain(move, by=1)) == ["round_over"]
        assert codes_of(IllegalMove, over.play, move) == ["round_over"]
    assert over.setup == before
    assert not over.legal_moves
    assert len(over.legal_moves) == 0


def test_an_unfinished_round_has_no_score(position: Round) -> None:
    assert codes_of(InvalidSetup, position.score) == ["round_not_over"]
    unharmed(position, position.setup)


def test_a_run_of_all_places_and_takes_are_looked_for_within_their_rows() -> None:
    house = with_options(CLASSIC, {"run_min": 14, "max_wild_scope": "run", "final_discard": "optional"})
    hands, table = ["A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠ 4♥", "3♣"], [(0, "K♥ K♦ K♣"), (1, "7♠ 7♦ 7♥ 7♣")]
    position = start(variant=house, hands=hands, table=table, phase="play", turn=4)
    listed = {str(move) for move in position.legal_moves}
    assert "lay A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠ from 1:7♠" in listed
