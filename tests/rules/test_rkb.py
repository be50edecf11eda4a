"""Rummikub, rules RKB of the ledger: a table that all players rearrange, a draw or a play, and blocked rounds."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.ends import outcome_of
from tests.support.refusals import codes_against as codes
from tests.support.refusals import codes_of
from tests.support.worked.positions import around
from tests.support.worked.rkb_judges import tiles

from rami import Round, Setup
from rami.cards import Card, Cards
from rami.cards.moves import LayDown, PassUpcard, Rearrange
from rami.errors import InvalidVariant, RamiError
from rami.policies.results.outcomes import Outcome, RoundFacts
from rami.policies.results.seats import Seat
from rami.rounds import events
from rami.rounds.setup import RoundContext
from rami.variants import CLASSIC_51, PLAIN, RUMMIKUB

OPEN = Seat(opened=True)
FIVES = "5r 5b 5k 5o"


def at(
    rack: str,
    *table: str,
    opened: bool = True,
    players: int = 2,
    stock: int | None = None,
    others: int = 3,
    variant: Any = RUMMIKUB,
) -> Round:
    """Return a position in which seat 0 acts with this rack at this table."""
    seats = (Seat(opened=opened), *[Seat(opened=bool(table))] * (players - 1))
    return around(
        variant,
        tiles(rack.split()),
        [(1, tiles(meld.split())) for meld in table],
        context=RoundContext(players, players - 1),
        phase="draw",
        seats=seats,
        stock=stock,
        others=others,
    )


def table_of(*melds: str) -> Rearrange:
    return Rearrange([tiles(meld.split()) for meld in melds])


def laid(position: Round) -> list[str]:
    """Return the cards that each listed play lays, as text."""
    return [str(move.laid) for move in position.legal_moves if isinstance(move, Rearrange)]


def racks_after(*racks: str) -> list[int]:
    """Return the scores of a blocked round with these racks."""
    hands = [Cards(tiles(rack.split())) for rack in racks]
    facts = RoundFacts(outcome=Outcome(stock_out=True), hands=hands)
    return [int(line.points) for line in RUMMIKUB.score(facts).lines]


@pytest.mark.rule("RKB-MAT-03", "RKB-SCORE-01", "RKB-SCORE-02")
def test_a_tile_counts_its_number_and_a_joker_thirty() -> None:
    hands = [Cards(), *(Cards(tiles(rack.split())) for rack in ("1r 11b 12k 13o", "*", "10r"))]
    assert [line.points for line in RUMMIKUB.score(hands, winner=0).lines] == [77, -37, -30, -10]


@pytest.mark.rule("RKB-TURN-03", "RKB-STOCK-01")
def test_all_see_who_has_passed() -> None:
    once, begun = at("1r 2b", FIVES, players=3, stock=0).step(PassUpcard())
    assert [each.passed for each in once.setup.seats] == [True, False, False]
    assert begun[-1].seats == once.setup.seats  # type: ignore[union-attr]  # the beginning of a turn
    assert outcome_of(once.play("pass").play("pass")).stock_out


@pytest.mark.rule("RKB-STOCK-02", "RKB-SCORE-03", "RKB-SCORE-04")
def test_a_blocked_round_pays_the_difference_to_the_lowest_rack() -> None:
    assert racks_after("5r", "10r 2b", "*") == [32, -7, -25]
    assert racks_after("5r", "5b", "12k") == [3, 3, -7]
    assert racks_after("5r", "5b", "5k") == [0, 0, 0]
    assert racks_after("1r", "13k") == [12, -12]
    whole = RUMMIKUB.with_(scoring={"blocked_score": "own"})
    facts = RoundFacts(outcome=Outcome(stock_out=True), hands=[Cards("5♥"), Cards("T♥")])
    assert [line.points for line in whole.score(facts).lines] == [-5, -10]


@pytest.mark.rule("RKB-TAB-01", "RKB-TAB-02", "RKB-TAB-03")
def test_what_is_wrong_with_a_table_names_the_tiles() -> None:
    position = at("4b 6b", "5r 5b 5k", "9r 10r 11r")
    gone = position.explain(table_of("4b 5b 6b", "9r 10r", "1k 2k 3k"))[1]
    assert gone["cards"] == ("5♥", "J♥", "5♠")
    assert position.explain("lay 4♣ 6♣")[0]["most"] == ()


@pytest.mark.rule("RKB-TAB-04", "RKB-TAB-05")
def test_two_tables_of_the_same_tiles_are_one_position() -> None:
    long = at("9r 1k", "3r 4r 5r", "6r 7r 8r")
    whole, cut = long.play(table_of("3r 4r 5r 6r 7r 8r 9r")), long.play(table_of("3r 4r 5r", "6r 7r 8r 9r"))
    assert whole == cut
    assert hash(whole) == hash(cut)
    assert list(whole.legal_moves) == list(cut.legal_moves)
    assert long.canonical(table_of("3r 4r 5r 6r 7r 8r 9r")) == long.canonical("lay 9♥")


@pytest.mark.rule("RKB-JFREE-01", "RKB-JOK-03")
def test_jokers_that_stand_for_other_tiles_are_other_positions() -> None:
    assert at("4k 1r", "5k 6k *").explain(table_of("* 4k 5k 6k"))[0]["cards"] == ("7♠",)
    assert at("3k 1r", "* 5k 6k 7k").play("lay 3♠") != at("3k 1r", "5k 6k 7k *")


def test_the_short_form_finds_the_melds() -> None:
    position = at("4b 6b 7b", FIVES)
    move = position.parse("lay 6♣ 7♣")
    assert isinstance(move, Rearrange)
    assert str(move.laid) == "6♣ 7♣"
    assert position.parse(str(move)) == move
    assert LayDown("4♣ 6♣ 7♣") in position.legal_moves
    assert position.play("lay 6♣ 7♣") == position.play(move)
    # Cards that fit no table are read as a plain lay-down.
    assert position.parse("lay 4♣") == LayDown([(Card("4♣"),)])


def test_events_say_which_tile_went_where() -> None:
    position = at("4b 6b 7b 1k", FIVES, "9r 10r 11r")
    _, happened = position.step("lay 4♣ 6♣ 7♣")
    event = happened[0]
    assert isinstance(event, events.TableRearranged)
    assert [str(each.meld) for each in event.table] == ["9♥ T♥ J♥", "4♣ 5♣ 6♣ 7♣", "5♦ 5♥ 5♠"]
    sources = [(str(each.card), each.meld, each.into) for each in event.sources]
    assert sources == [("5♣", 0, 1), ("5♦", 0, 2), ("5♥", 0, 2), ("5♠", 0, 2)]
    assert event.laid == tuple(Cards("4♣ 6♣ 7♣"))


def test_a_meld_that_only_grows_keeps_its_id_and_owner() -> None:
    after = at("12r 5o 1k", "9r 10r 11r", "5r 5b 5k").play(table_of("9r 10r 11r 12r", "5r 5b 5k 5o"))
    assert [(each.id, each.owner) for each in after.table] == [(0, 1), (1, 1)]


def test_a_table_is_arranged_only_where_a_turn_is_a_draw_or_a_play() -> None:
    assert "regroup_turn" in codes_of(InvalidVariant, PLAIN.with_, table={"regroup": "whole"})
    assert "regroup_turn" in codes_of(InvalidVariant, PLAIN.with_, drawing={"turn": "draw_or_play"})


def test_other_games_have_no_such_moves() -> None:
    start = Round.deal(CLASSIC_51, players=2, seed=1)
    drawn = start.play(next(iter(start.legal_moves)))
    assert codes(drawn, Rearrange("7♠ 8♠ 9♠")) == ["rearrange_off"]


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"seats": [Seat(), Seat()]}, "nobody_opened"),
        ({"seats": [Seat(opened=True, passed=True), OPEN]}, "passed_with_stock"),
        ({"phase": "play", "seats": [OPEN, OPEN]}, "no_play_phase"),
        ({"discards": "K♥", "seats": [OPEN, OPEN]}, "discards_without_pile"),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, Any], code: str) -> None:
    facts: dict[str, Any] = {"hands": ["4♣ 6♣", "9♥ 2♦"], "table": [(1, "5♥ 5♣ 5♠")], "phase": "draw"}
    assert code in codes_of(RamiError, Round.from_setup, Setup(variant=RUMMIKUB, **(facts | changes)))
