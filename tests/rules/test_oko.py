"""101 Okey: deals, openings with melds and with pairs, discards that cost points, ends and scores."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.ends import end, outcome_of
from tests.support.refusals import codes_against, codes_of
from tests.support.turn_facts import built, setup_with
from tests.support.worked.scenes import everything

from rami import Card, Discard, LayDown, LayOff, Round, SwapWild, TakeDiscard
from rami.cards.moves import Move
from rami.errors import InvalidSetup, InvalidVariant, RamiError
from rami.ext.json import dumps, loads
from rami.ext.learning import Layout
from rami.notation import parse_position, position_text
from rami.policies.results.seats import Seat
from rami.policies.variant import Variant
from rami.rounds.events import MeldsLaid, RoundEnded
from rami.rounds.setup import RoundContext
from rami.variants import CLASSIC_51, OKEY_101

MINE = "10y 11y 12y 13y"
"""The run with which seat 0 has opened."""


def late(hand: str, *melds: tuple[int, str], players: int = 2, **facts: Any) -> Round:
    """Return a turn of seat 0 with melds on the table; the other players hold two tiles each."""
    others = ["13k 11b", "12b 8k", "7k 6b"][: players - 1]
    given: dict[str, Any] = {
        "phase": "play",
        "turned": "5k",
        "turn": 9,
        "context": RoundContext(players, dealer=players - 1),
        **facts,
    }
    return Round.from_setup(
        setup_with(variant=OKEY_101, hands=[hand, *others], player=0, table=melds, **given)
    )


def refusals(state: Round, move: Move) -> set[str]:
    """Return the codes that refuse a move; none if it is legal."""
    found = set(codes_against(state, move))
    assert bool(found) != (move in state.legal_moves)
    return found


@pytest.mark.rule("OKO-TURN-01", "OKO-TURN-02", "OKO-DISC-01", "OKO-DRAW-01")
def test_the_first_turn_is_a_discard_and_others_begin_with_a_draw() -> None:
    start = Round.deal(OKEY_101, players=3, seed=3, dealer=0)
    assert {type(move) for move in start.legal_moves} == {Discard}
    assert refusals(start, LayDown(["1r 1r"])) == {"starter_discards"}
    first = next(iter(start.legal_moves))
    after = start.play(first)
    assert str(after.phase) == "draw"
    drawn = after.play("draw")
    assert len(drawn.hands[drawn.player]) == 22
    assert all(move in drawn.legal_moves for move in map(Discard, drawn.hands[drawn.player]))
    later = late("7r 9k", (0, MINE), phase="draw", discards="7y 8y 9y")
    assert later.play("take").discards == tuple(map(Card, ("7y", "8y")))
    assert refusals(later, TakeDiscard(2))


@pytest.mark.rule("OKO-DISC-02", "OKO-DISC-03", "OKO-DISC-05")
@pytest.mark.parametrize(
    ("card", "points"), [("*", 101), ("7r", 101), ("10k", 101), ("3r", 101), ("8r", 0), ("10r", 0), ("1k", 0)]
)
@pytest.mark.parametrize("opened", [False, True])
def test_charges_for_discards(card: str, points: int, opened: bool) -> None:
    table = [(1, "4r 5r 6r"), (1, "10r 10y 10b"), (1, "1k 2k 3k"), *[(0, "2b 3b 4b")] * opened]
    table = [each for each in table if card != "1k" or each[1] != "1k 2k 3k"]
    start = late(f"{card} 12r", *table)
    after = start.play(Discard(card))
    assert sum(after.setup.charged) == points
    assert after.view(1).charged == after.view(None).charged == (points, 0)
    assert Round.from_setup(after.setup) == after


@pytest.mark.rule("OKO-DISC-04", "OKO-SCORE-09", "OKO-OUT-01")
def test_the_last_tile_is_free_and_earlier_charges_count() -> None:
    end = late("*", (0, MINE), charged=[101, 202]).play(Discard("*"))
    assert end.over
    assert end.setup.charged == (101, 202)
    assert [line.points for line in end.score().lines] == [-202 + 101, 404 + 202]


@pytest.mark.rule("OKO-SCORE-01", "OKO-SCORE-08", "OKO-OUT-02", "OKO-SCORE-07")
def test_factors_multiply_the_score_of_the_winner() -> None:
    for others, card, at_once, paired, points in (
        (True, "9k", False, [], -101),
        (True, "*", False, [], -202),
        (True, "*", True, [], -202),
        (True, "9k", True, [], -101),
        (False, "9k", True, [], -202),
        (False, "*", True, [], -404),
        (True, "9k", False, [0], -202),
        (False, "*", True, [0], -808),
    ):
        facts: dict[str, Any] = {"opened": [True, others], "all_at_once": at_once, "paired": paired}
        score = OKEY_101.score(end(["", "13r"], winner=0, final_discard=card, **facts))
        assert score.points(0) == points


@pytest.mark.rule("OKO-OPEN-02", "OKO-OPEN-03", "OKO-PAIR-01", "OKO-WILD-02")
def test_five_pairs_open_and_more_are_laid_at_once_or_one_by_one() -> None:
    pairs = ["1r 1r", "4b 4b", "9k 9k", "2y 2y", "13y *", "3k 3k"]
    start = late(" ".join(pairs) + " 8r 6y 10r")
    opening = LayDown(pairs[:5])
    after = start.play(opening)
    assert len(after.table) == 5
    assert str(after.table[-1].meld) == "K♦ *"
    (laid,) = (each for each in start.step(opening)[1] if isinstance(each, MeldsLaid))
    assert laid.needs == "melds"
    listed = [move for move in start.legal_moves if isinstance(move, LayDown)]
    assert {len(move.melds) for move in listed} == {5}
    every = LayDown(pairs)
    assert every in start.legal_moves
    assert start.play(every) == after.play(LayDown(pairs[5:]))
    path = start.canonical(every)
    assert [len(move.melds) for move in path if isinstance(move, LayDown)] == [5, 1]
    assert refusals(start, LayDown(pairs[:4])) == {"opening_pairs"}
    mixed = late("1r 1r 4b 4b 9k 9k 2y 2y 13y 13y 7r 8r 9r 6y")
    assert refusals(mixed, LayDown(["1r 1r", "4b 4b", "9k 9k", "2y 2y", "13y 13y", "7r 8r 9r"])) == {
        "opening_mixed"
    }
    both = late("* * 6y 10r")
    assert refusals(both, LayDown(["* *"])) == {"opening_pairs"}


@pytest.mark.rule("OKO-DRAW-02")
def test_the_discard_is_among_the_pairs_that_open() -> None:
    pairs = ["1r 1r", "4b 4b", "9k 9k", "2y 2y", "13y 13y", "3k 3k"]
    state = late("1r 1r 4b 4b 9k 9k 2y 2y 13y 13y 3k 8r 6y", phase="draw", discards="3k").play("take")
    assert refusals(state, LayDown(pairs[:5])) >= {"duty_taken_in_opening"}
    assert LayDown(pairs) in state.legal_moves
    assert len(state.play(LayDown(pairs)).table) == 6
    assert LayDown(pairs[1:]) in state.legal_moves


@pytest.mark.rule("OKO-DRAW-02", "OKO-OPEN-05")
def test_pairs_without_the_discard_open_for_a_player_who_goes_out_with_pairs() -> None:
    pairs = ["1r 1r", "4b 4b", "9k 9k", "2y 2y", "13y 13y", "3k 3k"]
    state = late("1r 1r 4b 4b 9k 9k 2y 2y 13y 13y 3k 8r", phase="draw", discards="3k").play("take")
    opening = state.parse(LayDown(pairs[:5]))
    assert opening in list(state.legal_moves)
    assert state.play(opening).play(LayDown(pairs[5:])).play(Discard("8r")).over


@pytest.mark.rule("OKO-DRAW-02", "OKO-OPEN-03", "OKO-LAY-03")
def test_runs_that_go_out_are_no_way_out_for_a_player_who_opens_with_pairs() -> None:
    position = built(
        variant=OKEY_101.with_(
            equipment={"faces": "cards"},
            dealing={"hand_size": 9, "turned_card": None},
            melding={"min_natural": 2},
            opening={"minimum": 30, "pairs": 2},
        ),
        hands=["A♣ 2♣ 3♣ 4♣ 5♣ 5♣ Q♣ Q♣ 8♥ *", "K♣ 3♠ 7♠ K♠"],
        phase="draw",
        table=[(1, "7♥ *")],
        discards="Q♦",
    ).play("take")
    listed = list(position.legal_moves)
    assert len(listed) == 22
    assert all(move in position.legal_moves for move in listed)
    assert LayDown(["5♣ 5♣", "Q♣ Q♣"]) not in position.legal_moves


@pytest.mark.rule("OKO-LAY-01", "OKO-LAY-02", "OKO-LAY-03", "OKO-LAYOFF-04")
def test_melds_laid_after_an_opening() -> None:
    pairs = [(0, "1r 1r"), (0, "13b *")]
    state = late("7r 8r 9r 3k 3k 13b 2y", *pairs, (1, "4y 5y 6y"))
    assert refusals(state, LayDown(["7r 8r 9r"])) == {"meld_after_pairs"}
    assert LayDown(["3k 3k"]) in state.legal_moves
    assert refusals(state, LayOff("13b", 1)) == {"does_not_fit"}
    melds = late("7r 8r 9r 3k 3k 2y", (0, MINE))
    assert refusals(melds, LayDown(["3k 3k"])) == {"pair_by_others"}
    assert LayDown(["7r 8r 9r"]) in melds.legal_moves
    later = late("7r 8r 9r 3k 3k 2y", (0, MINE), (1, "6b 6b"))
    assert LayDown(["3k 3k"]) in later.legal_moves
    house = changed(later, table={"pairs_by_others": "never"})
    assert refusals(house, LayDown(["3k 3k"])) == {"pair_by_others"}


def changed(state: Round, **options: Any) -> Round:
    """Return the position under other rules."""
    names = ("hands", "player", "phase", "table", "discards", "turned", "turn", "context")
    facts: dict[str, Any] = {name: getattr(state.setup, name) for name in names}
    return built(variant=OKEY_101.with_(**options), **facts)


@pytest.mark.rule("OKO-LAYOFF-01", "OKO-LAYOFF-02", "OKO-LAYOFF-03")
def test_a_player_who_opened_with_pairs_adds_two_tiles_a_turn() -> None:
    state = late("7y 8y 9y 2k", (0, "1r 1r"), (1, "4y 5y 6y"))
    state = state.play(LayOff("7y", 1)).play(LayOff("8y", 1))
    assert state.setup.turn_facts.cards_added == 2
    assert state.view(1).turn_facts.cards_added == 2
    assert refusals(state, LayOff("9y", 1)) == {"layoff_limit"}
    assert Round.from_setup(state.setup) == state
    free = late("7y 8y 9y 2k", (0, MINE), (1, "4y 5y 6y"))
    for card in ("7y", "8y", "9y"):
        free = free.play(LayOff(card, 1))
    assert free.setup.turn_facts.cards_added == 0
    assert refusals(late("7y 2k", (1, "4y 5y 6y")), LayOff("7y", 0)) == {"opening_needed"}


@pytest.mark.rule("OKO-JOK-03", "OKO-JOK-04")
def test_the_okey_of_a_pair_is_free_for_the_other_copy() -> None:
    state = late("13b 2y", (0, MINE), (1, "13b *"), (1, "* 3k"))
    after = state.play(SwapWild(1, None, "13b"))
    assert str(after.table[1].meld) == "K♣ K♣"
    assert Card("*") in after.hands[0]
    assert after.duties == ()
    assert refusals(state, SwapWild(2, None, "2y")) == {"swap_mismatch"}


def test_pairs_are_written_and_read() -> None:
    state = late("13b 2y", (0, MINE), (1, "13b *"), (1, "3k 3k"), charged=[101, 0])
    assert parse_position(position_text(state.setup)) == state.setup
    view = state.view(1)
    assert loads(dumps(view)) == view
    assert [loads(dumps(item.meld)) for item in state.table] == [item.meld for item in state.table]
    layout = Layout(OKEY_101, 2)
    seen = layout.observe(view)
    assert sum(seen[layout["charged"]]) == (101).bit_length()
    assert sum(seen[layout["pairs"]]) == 4


@pytest.mark.rule("OKO-FIX-01")
def test_melds_on_the_table_are_never_rearranged() -> None:
    assert OKEY_101.table.take == "off"
    assert "pairs_taken_apart" in codes_of(InvalidVariant, OKEY_101.with_, table={"take": "opened"})


@pytest.mark.rule("OKO-OPEN-04", "OKO-OPEN-06", "OKO-OPEN-01")
def test_melds_that_count_for_the_points() -> None:
    melds = ["11k 12k 13k", "9r 9y 9b", "8b 9b 10b", "2r 3r 4r"]
    state = late(" ".join(melds) + " 7b 5y 1y", (1, "4y 5y 6y"), (1, "10r 11r 12r 13r"))
    assert refusals(state, LayDown(melds)) >= {"opening_points"}
    costly = late("11k 12k 13k 9r 9y 9b 8b 9b 10b 3r 4r 5r 1y 6k", (1, "12b 12y 12r"))
    assert LayDown([*melds[:3], "3r 4r 5r"]) in costly.legal_moves


@pytest.mark.rule("OKO-OPEN-05")
def test_going_out_at_once_without_the_points_uses_no_other_meld() -> None:
    alone = late("1k 2k 3k 4r 5r 6r 9b")
    assert LayDown(["1k 2k 3k", "4r 5r 6r"]) in alone.legal_moves
    assert alone.play(LayDown(["1k 2k 3k", "4r 5r 6r"])).play("discard 9b").over
    helped = late("1k 2k 3k 4r 5r 6r 9b 7y", (1, "4y 5y 6y"))
    assert refusals(helped, LayDown(["1k 2k 3k", "4r 5r 6r"])) >= {"opening_points"}
    grown = late("1k 2k 3k 4k 4r 5r 6r 9b 7y", (1, "4y 5y 6y"))
    assert refusals(grown, LayDown(["1k 2k 3k", "4r 5r 6r"])) >= {"opening_points"}
    own = late("1k 2k 3k 4k 4r 5r 6r 9b", (1, "4y 5y 6y"))
    opened = own.play(LayDown(["1k 2k 3k", "4r 5r 6r"]))
    (fresh,) = [item.id for item in opened.table if str(item.meld) == "A♠ 2♠ 3♠"]
    assert LayOff("4k", fresh) in opened.legal_moves
    house = changed(helped, opening={"all_at_once_alone": False})
    assert LayDown(["1k 2k 3k", "4r 5r 6r"]) in house.legal_moves
    asked = house.play(LayDown(["1k 2k 3k", "4r 5r 6r"]))
    assert LayOff("7y", 0) in asked.legal_moves


@pytest.mark.rule("OKO-OUT-03")
def test_a_player_who_opened_with_pairs_needs_a_tile_to_discard() -> None:
    state = late("3k 3k 7y", (0, "1r 1r"), (1, "4y 5y 6y"))
    assert LayDown(["3k 3k"]) in state.legal_moves
    assert state.play("lay 3k 3k").play("discard 7y").over
    stuck = late("3k 3k", (0, "1r 1r"), (1, "4y 5y 6y"))
    assert refusals(stuck, LayDown(["3k 3k"])) == {"last_card_placed"}


@pytest.mark.rule("OKO-STOCK-01", "OKO-STOCK-02", "OKO-SCORE-03", "OKO-SCORE-05", "OKO-SCORE-06")
def test_the_round_ends_with_the_stock() -> None:
    state = late("5r 6b 1k", (0, "1r 1r"), (1, MINE), stock=[], discards=_rest("5r 6b 1k", "1r 1r", MINE))
    end = state.play("discard 1k")
    assert outcome_of(end).stock_out
    assert [line.points for line in end.score().lines] == [22, 13 + 11]


@pytest.mark.rule("OKO-SCORE-03")
def test_an_okey_kept_costs_101_beside_the_count() -> None:
    """OKO-D12, the other reading: seat 0 has opened with pairs, and holds a 5 and an okey."""
    state = late("5r * 1k", (0, "1r 1r"), (1, MINE), stock=[], discards=_rest("5r * 1k", "1r 1r", MINE))
    beside = {"joker_hand_value": 0, "held_joker_charge": 101}
    assert state.play("discard 1k").score().points(0) == 2 * (5 + 101)
    end = changed(state, scoring=beside).play("discard 1k")
    assert end.score().points(0) == 2 * 5 + 101
    codes = [reason.code for reason in end.score().lines[0].reasons]
    assert codes == ["card", "card", "paired", "held_jokers"]


def _rest(*texts: str) -> list[Card]:
    """Return all remaining tiles of a position with two players."""
    pack = everything(Round.deal(OKEY_101, players=2, seed=1))
    for text in (*texts, "13k 11b", "5k"):
        for card in text.split():
            pack = pack.remove(card)
    return [*pack]


@pytest.mark.rule("OKO-STOCK-03")
def test_a_round_is_void_when_everybody_has_opened_with_pairs() -> None:
    pairs = ["1r 1r", "4b 4b", "9k 9k", "2y 2y", "13y *"]
    state = late(" ".join(pairs) + " 8r 6y", (1, "6b 6b"))
    opened = state.play(LayDown(pairs))
    assert not opened.over
    end, events = opened.step(Discard("8r"))
    assert outcome_of(end).void
    assert any(isinstance(event, RoundEnded) for event in events)
    assert all(line.points == 0 for line in end.score().lines)
    assert Round.from_setup(end.setup) == end
    assert not late(" ".join(pairs) + " 8r 6y", (1, MINE)).play(LayDown(pairs)).play("discard 8r").over
    assert OKEY_101.settings()["match.dealer_after_void"] == "same"


def test_other_tables() -> None:
    pairs = ["1r 1r", "4b 4b", "9k 9k", "2y 2y"]
    four = late(" ".join(pairs) + " 8r 6y", (1, "6b 6b"))
    assert refusals(four, LayDown(pairs)) == {"opening_pairs"}
    opened = changed(four, opening={"pairs": 4}).play(LayDown(pairs))
    assert opened.play("discard 8r").over
    continued = changed(four, opening={"pairs": 4}, closing={"void_all_pairs": False})
    assert not continued.play(LayDown(pairs)).play("discard 8r").over
    none = changed(late("1r 1r 4b 4b 9k 9k 2y 2y 8r 6y"), opening={"pairs": None}, **NO_PAIRS)
    assert refusals(none, LayDown(["1r 1r"])) >= {"group_too_small"}
    adding = late("7y 8y 9y 2k", (0, "1r 1r"), (1, "4y 5y 6y"))
    one = changed(adding, table={"pair_layoffs": 1}).play(LayOff("7y", 1))
    assert refusals(one, LayOff("8y", 1)) == {"layoff_limit"}
    free = changed(adding, table={"pair_layoffs": None})
    for card in ("7y", "8y", "9y"):
        free = free.play(LayOff(card, 1))
    assert free.play("discard 2k").over


NO_PAIRS: dict[str, dict[str, Any]] = {
    "table": {"pairs_by_others": "never", "pair_layoffs": None},
    "closing": {"void_all_pairs": False},
    "scoring": {"pairs_factor": None, "pair_loser_factor": None},
}


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, [-404 + 101, 4 * 8 * 2 + 202]),
        ({"winner_multiplied": False}, [-101 + 101, 4 * 8 * 2 + 202]),
        ({"pair_loser_factor": None}, [-404 + 101, 4 * 8 + 202]),
        ({"pair_loser_factor": 3}, [-404 + 101, 4 * 8 * 3 + 202]),
        ({"pairs_factor": None}, [-202 + 101, 2 * 8 * 2 + 202]),
        ({"pairs_factor": 5}, [-1010 + 101, 10 * 8 * 2 + 202]),
    ],
)
def test_other_factors(options: Any, points: list[int]) -> None:
    house = OKEY_101.with_(scoring=options)
    score = house.score(
        end(["", "8k"], winner=0, opened=[True, True], paired=[0, 1], final_discard="*", charged=[101, 202])
    )
    assert [line.points for line in score.lines] == points


def test_other_prices_of_discards() -> None:
    table = [(1, "4r 5r 6r"), (1, "10r 10y 10b")]
    for options, prices in (
        ({"wild_discard_charge": None}, (101, 101)),
        ({"fitting_discard_charge": None}, (101, 0)),
        ({"wild_discard_charge": 50, "fitting_discard_charge": 20}, (50, 20)),
        ({"wild_discard_charge": None, "fitting_discard_charge": None}, (0, 0)),
    ):
        for card, price in zip(("*", "7r"), prices, strict=True):
            after = changed(late(f"{card} 12r", *table), scoring=options).play(Discard(card))
            assert sum(after.setup.charged) == price


def test_facts_that_a_position_may_have() -> None:
    def codes(**facts: Any) -> set[str]:
        return set(codes_of(InvalidSetup, late, "1k 2b", **facts))

    assert codes(charged=[101]) == {"wrong_count"}
    assert codes(charged=[-1, 0]) == {"too_small"}
    assert "turn_fact_outside_play" in codes(phase="draw", cards_added=1)
    seats = [Seat(charged=101), Seat()]
    assert set(codes_of(InvalidSetup, built, variant=CLASSIC_51, hands=["7♠", "8♠"], seats=seats)) == {
        "no_charges"
    }
    cases: list[tuple[Variant, dict[str, Any], str]] = [
        (CLASSIC_51, {"paired": [1]}, "no_pairs"),
        (CLASSIC_51, {"charged": [1, 0]}, "no_charges"),
        (OKEY_101, {"paired": [1], "opened": [True, False]}, "paired_unopened"),
    ]
    for variant, facts, code in cases:
        assert code in codes_of(InvalidSetup, variant.score, end(["", "7♠"], winner=0, **facts))


RISING = OKEY_101.with_(opening={"escalates": True})


def opens(hand: str, melds: str, points: int = 0, pairs: int = 0) -> list[str]:
    """Return the codes against an opening, after others with these points and pairs."""
    position = built(
        variant=RISING,
        hands=[hand, "1r"],
        turned="5b",
        phase="play",
        highest_opening=points,
        highest_pairs=pairs,
    )
    return codes_against(position, f"lay {melds}")


@pytest.mark.rule("OKO-OPEN-04")
def test_each_opening_beats_the_highest_of_its_kind() -> None:
    melds = "11r 12r 13r + 11y 12y 13y + 10r 10y 10k"
    assert opens(f"{melds.replace(' +', '')} 2b 7k", melds, points=101, pairs=9) == []
    assert opens(f"{melds.replace(' +', '')} 2b 7k", melds, points=102) == [
        "opening_escalates",
        "duty_unmeetable",
    ]
    five = ["1b 1b", "2b 2b", "3b 3b", "4b 4b", "7b 7b"]
    six = [*five, "8b 8b"]
    assert opens(" ".join([*six, "9b", "7k"]), " + ".join(five), points=300) == []
    assert opens(" ".join([*six, "9b", "7k"]), " + ".join(five), pairs=5) == ["opening_pairs"]
    assert opens(" ".join([*six, "9b", "7k"]), " + ".join(six), pairs=5) == []


@pytest.mark.rule("OKO-OPEN-04")
def test_pairs_of_the_turn_of_the_opening_count_for_it() -> None:
    hand = "1b 1b 2b 2b 3b 3b 4b 4b 7b 7b 8b 8b 9b 10b"
    start = built(variant=RISING, hands=[hand, "1r 1r"], turned="5b", phase="play")
    opened = start.play("lay 1b 1b + 2b 2b + 3b 3b + 4b 4b + 7b 7b")
    assert (opened.setup.highest_pairs, opened.setup.highest_opening) == (5, 0)
    ended = opened.play("lay 8b 8b").play("discard 9b")
    assert ended.setup.highest_pairs == ended.view(1).highest_pairs == 6
    assert Round.from_setup(ended.setup) == ended
    assert parse_position(position_text(ended.setup)) == ended.setup


@pytest.mark.rule("OKO-OPEN-04")
@pytest.mark.parametrize("points", [-1, 1 << 20])
def test_points_of_an_earlier_opening_are_bounded(points: int) -> None:
    codes = codes_of(RamiError, RISING.check_opening, ["11r 12r 13r"], highest_before=points)
    assert codes == ["too_small" if points < 0 else "too_large"]
