"""Rummikub, rules RKB of the ledger: a table that all players rearrange, a draw or a play, and blocked rounds."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.ends import outcome_of
from tests.support.refusals import codes_against as codes
from tests.support.refusals import codes_of
from tests.support.worked.positions import around
from tests.support.worked.rkb_judges import tiles

from rami import DrawStock, Group, Round, Setup
from rami.cards import Card, Cards
from rami.cards.moves import Discard, LayDown, PassUpcard, Rearrange, SwapWild
from rami.errors import IllegalMove, InvalidVariant, RamiError
from rami.policies.results.outcomes import Outcome, RoundFacts
from rami.policies.results.seats import Seat
from rami.rounds import events
from rami.rounds.setup import Phase, RoundContext
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


@pytest.mark.rule("RKB-TURN-01", "RKB-TURN-02")
def test_a_turn_is_a_draw_or_a_play() -> None:
    position = at("4b 6b 7b", FIVES)
    drawn, events_of_draw = position.step(DrawStock())
    assert (drawn.player, drawn.phase, len(drawn.hands[0])) == (1, Phase.DRAW, 4)
    assert [type(each).__name__ for each in events_of_draw] == ["StockDrawn", "TurnBegun"]
    played = position.play("lay 6♣ 7♣")
    assert (played.player, played.phase, str(played.hands[0])) == (1, Phase.DRAW, "4♣")
    assert DrawStock() in position.legal_moves
    assert "steps_off" in codes(position, Discard("4♣"))
    assert codes(position, SwapWild(0, None, "4♣")) == ["steps_off"]
    assert codes(position, "take") == ["wrong_phase"]


@pytest.mark.rule("RKB-TURN-03", "RKB-STOCK-01")
def test_a_round_is_blocked_once_all_have_passed_in_turn() -> None:
    position = at("1r 2b", FIVES, players=3, stock=0)
    assert codes(position, DrawStock()) == ["stock_empty"]
    assert [str(move) for move in position.legal_moves if move == PassUpcard()] == ["pass"]
    once, begun = position.step(PassUpcard())
    assert [each.passed for each in once.setup.seats] == [True, False, False]
    assert begun[-1].seats == once.setup.seats  # type: ignore[union-attr]  # the beginning of a turn
    twice = once.play("pass")
    end, happened = twice.step("pass")
    assert outcome_of(end).stock_out
    assert outcome_of(end).winner is None
    assert [type(each).__name__ for each in happened] == ["UpcardPassed", "RoundEnded", "RoundScored"]


@pytest.mark.rule("RKB-STOCK-01")
def test_whoever_lays_a_tile_begins_the_passes_again() -> None:
    position = at("1r 2b 6o", "3o 4o 5o", players=3, stock=0)
    seats = [attrs.evolve(seat, passed=number > 0) for number, seat in enumerate(position.setup.seats)]
    position = Round.from_setup(attrs.evolve(position.setup, seats=seats))
    assert position.play("pass").over
    after = position.play("lay 6♦")
    assert not any(each.passed for each in after.setup.seats)
    assert not after.play("pass").play("pass").over


@pytest.mark.rule("RKB-STOCK-02", "RKB-SCORE-03", "RKB-SCORE-04")
def test_a_blocked_round_pays_the_difference_to_the_lowest_rack() -> None:
    assert racks_after("5r", "10r 2b", "*") == [32, -7, -25]
    assert racks_after("5r", "5b", "12k") == [3, 3, -7]
    assert racks_after("5r", "5b", "5k") == [0, 0, 0]
    assert racks_after("1r", "13k") == [12, -12]
    whole = RUMMIKUB.with_(scoring={"blocked_score": "own"})
    facts = RoundFacts(outcome=Outcome(stock_out=True), hands=[Cards("5♥"), Cards("T♥")])
    assert [line.points for line in whole.score(facts).lines] == [-5, -10]


@pytest.mark.rule("RKB-OUT-01")
def test_the_last_tile_wins_the_round() -> None:
    end = at("4b 6b 7b", FIVES).play("lay 4♣ 6♣ 7♣")
    assert outcome_of(end).winner == 0
    assert end.score().winner == 0


@pytest.mark.rule("RKB-TAB-01", "RKB-TAB-02", "RKB-TAB-03")
def test_what_is_wrong_with_a_table_is_said_all_at_once() -> None:
    position = at("4b 6b", "5r 5b 5k", "9r 10r 11r")
    assert codes(position, table_of("5r 5b 5k", "9r 10r 11r")) == ["nothing_laid"]
    wrong = table_of("4b 5b 6b", "9r 10r", "1k 2k 3k")
    assert codes(position, wrong) == ["run_too_short", "table_cards_gone", *["card_not_held"] * 3]
    assert position.explain(wrong)[1]["cards"] == ("5♥", "J♥", "5♠")
    assert codes(position, "lay 4♣ 6♣") == ["cards_unlaid"]
    assert position.explain("lay 4♣ 6♣")[0]["most"] == ()
    with pytest.raises(IllegalMove):
        position.play("lay 4♣")


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
    position = at("4k 1r", "5k 6k *")
    assert codes(position, table_of("* 4k 5k 6k")) == ["joker_bound"]
    assert position.explain(table_of("* 4k 5k 6k"))[0]["cards"] == ("7♠",)
    ends = at("3k 1r", "* 5k 6k 7k").play("lay 3♠"), at("3k 1r", "5k 6k 7k *")
    assert ends[0] != ends[1]
    assert "lay 3♠" not in ends[1].legal_moves
    free = RUMMIKUB.with_(table={"regroup_joker": "free"})
    assert table_of("* 4k 5k 6k") in at("4k 1r", "5k 6k *", variant=free).legal_moves


@pytest.mark.rule("RKB-OPEN-01", "RKB-OPEN-02", "RKB-OPEN-04", "RKB-JFREE-03")
def test_an_opening_leaves_the_table_alone() -> None:
    position = at("10r 10b 10k 6b 7b", "3b 4b 5b", opened=False)
    assert codes(position, table_of("3b 4b 5b 6b", "10r 10b 10k")) == ["opening_on_table"]
    assert codes(position, "lay 6♣ 7♣") == ["cards_unlaid"]
    assert laid(position) == ["T♣ T♥ T♠"]
    after, happened = position.step("lay 10♥ 10♣ 10♠")
    event = happened[0]
    assert isinstance(event, events.TableRearranged)
    assert event.opening
    assert event.points == 30
    assert after.opened[0]
    assert [str(each.meld) for each in after.table] == ["3♣ 4♣ 5♣", "T♣ T♥ T♠"]
    short = at("9r 9b 9k", opened=False)
    assert codes(short, table_of("9r 9b 9k")) == ["opening_points"]
    assert codes(short, "lay 9♥ 9♣ 9♠") == ["opening_unreached"]
    assert not laid(short)


@pytest.mark.rule("RKB-OPEN-03", "RKB-JOK-01")
def test_a_joker_of_an_opening_counts_where_it_is_worth_most() -> None:
    position = at("7r 8r * 2k 3k 4k", opened=False)
    # With the joker as a 9, the melds have 24 + 9 = 33 points; with the joker as a 6, they have 30.
    for melds in (("7r 8r *", "2k 3k 4k"), ("* 7r 8r", "2k 3k 4k")):
        assert table_of(*melds) in position.legal_moves
    below = at("9r 10r *", opened=False)
    assert table_of("9r 10r *") in below.legal_moves
    assert "opening_points" in codes(below, table_of("* 9r 10r"))
    assert laid(below) == ["9♥ T♥ *"]


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


@pytest.mark.rule("RKB-JFREE-01")
def test_two_jokers_of_a_group_stand_for_different_tiles() -> None:
    jokers = Group(tiles(["10o", "*", "*"]))
    position = at("10o", "* 11k 12k 13k", "* 11k 12k 13k")
    together = Rearrange([*table_of("11k 12k 13k", "11k 12k 13k").melds, jokers])
    assert codes(position, together) == ["joker_bound"]
    assert laid(position) == []
    apart = at("10o 10k 1r", "* 11k 12k 13k", "* 11k 12k 13k")
    one_freed = Rearrange([*table_of("11k 12k 13k", "10k 11k 12k 13k").melds, jokers])
    assert codes(apart, one_freed) == []
    assert "T♦ T♠" in laid(apart)
