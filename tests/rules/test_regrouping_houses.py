"""Other games with a rearranged table: house rules, and Machiavelli, in which aces are low and high."""

from __future__ import annotations

import pickle
from random import Random

import attrs
import pytest
from tests.support.depth import numbers, shorter
from tests.support.ends import outcome_of
from tests.support.refusals import codes_against as codes
from tests.support.turn_facts import built

from rami import Round
from rami.bots import ExpertBot, GreedyBot, RandomBot
from rami.bots.hinting import hint
from rami.cards.melds import Group
from rami.cards.moves import DrawStock, Rearrange
from rami.errors import Violation
from rami.matches.board import Board
from rami.notation.houses import dumps, loads
from rami.policies.results.seats import Seat
from rami.policies.slots.opening import Opening, OpeningFacts, OpeningVerdict
from rami.policies.variant import Variant
from rami.rounds import events
from rami.rounds.budget import step_budget
from rami.rounds.round import dealt
from rami.rounds.selections import arrangement
from rami.testing import check_variant
from rami.variants import PLAIN, RUMMIKUB

MACHIAVELLI = PLAIN.with_(
    name="Machiavelli",
    slug="machiavelli",
    equipment={"players": (2, 5), "packs": 2},
    dealing={"hand_size": 13, "upcard": False},
    drawing={"turn": "draw_or_play"},
    melding={"ace": "both", "max_run": 14},
    table={"regroup": "whole"},
    closing={"stock_out": "pass", "stalemate": "count_hands"},
    match={"end": "hands", "hands": 4},
)
FREE = RUMMIKUB.with_(table={"regroup_joker": "free"})
BOTH = RUMMIKUB.with_(table={"regroup_joker": "both"})
LOCKED = RUMMIKUB.with_(table={"regroup_joker": "locked"})
AMID = RUMMIKUB.with_(opening={"post_open": "same_turn"})
LOW = AMID.with_(opening={"minimum": 12})
AT_ONCE = MACHIAVELLI.with_(closing={"stock_out": "at_once"})
OPENS_ALONE = MACHIAVELLI.with_(opening={"post_open": "next_turn"})
HOUSES = {
    "rummikub": RUMMIKUB,
    "free": FREE,
    "both": BOTH,
    "locked": LOCKED,
    "amid": AMID,
    "amid, locked": LOW.with_(table={"regroup_joker": "locked"}),
    "machiavelli": MACHIAVELLI,
    "at once": AT_ONCE,
    "alone": OPENS_ALONE,
}


def at(variant: Variant, hand: str, *table: str | Group, opened: bool = False) -> Round:
    return built(
        variant=variant,
        hands=[hand, "9♦ 2♦"],
        table=[(1, meld) for meld in table],
        seats=[Seat(opened=opened), Seat(opened=bool(table))],
    )


def laid(position: Round) -> list[str]:
    return [str(move.laid) for move in position.legal_moves if isinstance(move, Rearrange)]


def test_the_ace_of_machiavelli_has_two_places_and_no_third() -> None:
    position = at(MACHIAVELLI, "A♥ A♠ 2♥ K♠ 7♦", "Q♥ K♥ A♥", "2♠ 3♠ 4♠", opened=True)
    assert laid(position) == ["A♠"]
    assert "lay A♠" in position.legal_moves
    assert "arrange Q♥ K♥ A♥ | A♠ 2♠ 3♠ 4♠" in position.legal_moves
    assert "arrange Q♥ K♥ A♥ 2♥ | 2♠ 3♠ 4♠" not in position.legal_moves
    two = at(MACHIAVELLI, "A♣ 2♣ 7♦", "Q♣ K♣ A♣", "3♣ 4♣ 5♣", opened=True)
    assert "A♣ 2♣" in laid(two)
    assert "lay 2♣" in two.legal_moves
    # The ace of the table is needed above the king, and only the other ace begins a run.
    assert "arrange A♣ 2♣ 3♣ 4♣ 5♣ | Q♣ K♣" not in two.legal_moves


@pytest.mark.rule("RKB-JFREE-01")
def test_refusals_name_the_tiles_and_melds_that_bind_a_joker() -> None:
    (bound,) = at(BOTH, "5♠ 9♥ 9♣ K♦", "5♣ 5♦ *", opened=True).explain("arrange 5♣ 5♦ 5♠ | 9♣ 9♥ *")
    assert bound["cards"] == ("5♥", "5♠")
    (locked,) = at(LOCKED, "5♠ 9♥ 9♣", "4♠ * 6♠", opened=True).explain("arrange 4♠ 5♠ 6♠ | 9♣ 9♥ *")
    assert locked["meld"] == 0


def test_melds_with_jokers_are_part_of_a_locked_position() -> None:
    tables = [("4♠ 5♠ *", "7♣ 7♦ 7♥ 7♠"), ("4♠ 5♠ * 7♠", "7♣ 7♦ 7♥")]
    short, long = (at(LOCKED, "3♠ 2♦", *table, opened=True) for table in tables)
    assert short != long
    short, long = (at(RUMMIKUB, "3♠ 2♦", *table, opened=True) for table in tables)
    assert short == long
    runs = [("7♥ 8♥ 9♥ T♥ J♥ Q♥",), ("7♥ 8♥ 9♥", "T♥ J♥ Q♥")]
    whole, cut = (at(LOCKED, "3♠ 2♦", "4♠ 5♠ *", *table, opened=True) for table in runs)
    assert whole == cut


@pytest.mark.rule("RKB-OPEN-01", "RKB-OPEN-02", "RKB-OPEN-04")
def test_an_opening_that_rearranges_counts_its_own_melds() -> None:
    position = at(AMID, "T♣ T♦ T♥ 4♣ 6♣ 2♠", "5♣ 5♦ 5♥ 5♠")
    event = position.step("lay 4♣ 6♣ T♣ T♦ T♥")[1][0]
    assert isinstance(event, events.TableRearranged)
    assert (event.opening, event.points) == (True, 30)
    assert position.explain("lay T♣ T♦ T♥ 2♠")[0]["most"] == ("T♣", "T♦", "T♥")
    short = at(AMID, "9♣ 9♦ 9♥ 8♣ 2♠", "5♣ 6♣ 7♣")
    (refused,) = short.explain("arrange 9♣ 9♦ 9♥ | 5♣ 6♣ 7♣ 8♣")
    assert (refused["points"], refused["minimum"]) == (27, 30)
    assert short.explain("lay 9♣ 9♦ 9♥ 8♣")[0]["cards"] == ("9♣", "9♦", "9♥")


def test_a_bot_keeps_the_opening_of_a_table_that_changes_little() -> None:
    position = at(AMID, "T♣ T♦ T♥ 4♣ 6♣ 2♠", "5♣ 5♦ 5♥ 5♠", "J♦ Q♦ K♦")
    move = GreedyBot().choose(position.view(0))
    assert str(move) == "arrange 4♣ 5♣ 6♣ | J♦ Q♦ K♦ | 5♦ 5♥ 5♠ | T♣ T♦ T♥"
    found = arrangement(position, "T♣ T♦ T♥ 4♣ 6♣")
    assert found == move
    advice = hint(position)
    assert (advice.move, advice.code, dict(advice.params)["points"]) == (move, "opens", 30)


@pytest.mark.parametrize("rule", ["both", "locked", "amid"])
def test_a_house_file_keeps_the_rule_about_jokers(rule: str) -> None:
    house = HOUSES[rule]
    assert f'"{house.opening.post_open if rule == "amid" else rule}"' in dumps(house)
    assert loads(dumps(house)) == house


def test_whoever_needs_no_opening_arranges_at_once() -> None:
    position = at(MACHIAVELLI, "4♣ 6♣ K♦", "5♣ 5♦ 5♥ 5♠")
    assert laid(position) == ["4♣ 6♣"]
    assert laid(at(OPENS_ALONE, "4♣ 6♣ K♦ K♠ K♥", "5♣ 5♦ 5♥ 5♠")) == ["K♦ K♥ K♠"]


def test_a_round_without_a_pass_ends_with_the_stock() -> None:
    position = Round.deal(AT_ONCE, players=2, seed=5)
    while position.stock:
        position = position.play(DrawStock())
    assert outcome_of(position).stock_out


def test_a_long_list_needs_few_steps() -> None:
    """A listed move finds its table only on first use, and tiles that leave the same runs open are searched once."""
    runs = [f"5{suit} 6{suit} 7{suit}" for suit in "♣♦♥♠"]
    position = at(RUMMIKUB, "4♣ 8♣ 4♦ 8♦ 4♥ 8♥ 4♠ 8♠", *runs, opened=True)
    opening = at(RUMMIKUB, "9♣ 9♦ 9♥ 9♠ T♣ T♦ T♥ T♠ J♣ J♦ J♥ J♠ A♣ 2♣ 3♣")
    with step_budget(100):
        assert [len(each.legal_moves) for each in (position, opening)] == [256, 495]
        last = [move for move in position.legal_moves if isinstance(move, Rearrange)][-1]
    assert pickle.loads(pickle.dumps(last)) == last
    assert last in position.legal_moves
    assert len(last.laid or ()) == 1


@attrs.frozen
class Closed(Opening):
    """An opening that no melds fulfil."""

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return OpeningVerdict((Violation("closed"),))


def test_a_meld_that_equals_one_of_the_table_does_not_double_the_work_of_every_other() -> None:
    """The melds that open are found directly, even among many, or the search ends with the budget."""
    ranks = ("A23", "456", "789", "TJQ")
    runs = [" ".join(rank + suit for rank in run) for suit in "♣♦♥♠" for run in ranks]
    runs += runs[1:3]
    rack, new = " ".join([*runs, "K♥"]), " | ".join([runs[0], *runs])
    with step_budget(10):
        assert codes(at(AMID, rack, runs[0]), f"arrange {new}") == []
    with step_budget(1000):
        closed = at(AMID.with_(opening=Closed(minimum=30)), rack, runs[0])
        assert codes(closed, f"arrange {new}") == ["steps_spent"]


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("house", HOUSES)
def test_houses_hold_what_every_variant_must(house: str) -> None:
    assert check_variant(HOUSES[house], rounds=1, players=2, turn_cap=shorter(14), seed=4)["Rearrange"] >= 0


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("part", range(40))
def test_a_thousand_rounds_come_to_their_end(part: int) -> None:
    """Every player can always move, the events describe every table, and no tile is lost."""
    for number in numbers(25):
        seed = 25 * part + number
        variant = list(HOUSES.values())[seed % len(HOUSES)]
        players, random = 2 + seed % 3, Random(seed)
        position = Round.deal(variant, players=players, seed=seed)
        board = Board.of(dealt(position), None)
        pack = sorted(card for pile in (position.stock, *position.hands) for card in pile)
        bots = [random.choice((GreedyBot(), ExpertBot(), RandomBot(seed, 5))) for _ in range(players)]
        while not position.over:
            assert position.turn < 1000
            assert position.legal_moves
            move = bots[position.player].choose(position.view(position.player))
            position, happened = position.step(move)
            for event in happened:
                board = board.after(event)
            assert board.table == position.table
        melds = (laid.meld for laid in position.table)
        piles = (position.stock, *position.hands, *melds)
        assert sorted(card for pile in piles for card in pile) == pack
