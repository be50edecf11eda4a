"""Queries to a variant about a whole table: the best play, all possible plays, and the reading of cards as melds."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.support.depth import numbers
from tests.support.refusals import codes_of, refusal
from tests.support.regrouping import POSITIONS, TABLE

from rami import Card, Cards, Group, Variant, variants
from rami.errors import InvalidCards, InvalidMeld, RamiError, Reason
from rami.policies import Play
from rami.policies._table_queries import WholeTable
from rami.rounds.budget import step_budget


def faces(play: Play) -> list[Card]:
    return sorted((card for meld in play.melds for card in meld.cards), key=lambda card: card.id)


@pytest.mark.parametrize("number", numbers(len(POSITIONS)))
def test_recorded_positions_have_these_plays(number: int) -> None:
    given = POSITIONS[number]
    table, rack = Cards(given["table"]), Cards(given["rack"])
    play = TABLE.best_play(table, rack)
    assert len(play.laid) == given["tiles"]
    assert (play.broken, play.least) == (None, True)
    assert Cards([*play.laid, *play.left]) == rack
    assert Cards(faces(play)) == Cards([*table, *play.laid])
    assert TABLE.best_play(table, rack, "points").points == given["points"]
    both = TABLE.best_play(table, rack, "tiles_points")
    assert len(both.laid) == given["tiles"]
    assert play.points <= both.points <= given["points"]
    assert [TABLE.meld(meld) for meld in play.melds] == [*play.melds]
    assert next(TABLE.plays(table, rack), Cards()) == Cards() or given["tiles"]


def test_a_table_is_read_in_many_forms() -> None:
    melds = ["5b 5r 5k 5y", "9r 10r 11r"]
    texts = [" | ".join(melds), "\n".join(melds), "5b 5r 5k 5y |\n\n 9r 10r 11r\n"]
    tables = [*texts, melds, [TABLE.meld(meld) for meld in melds]]
    plays = [TABLE.best_play(table, "4b 6b 7b") for table in tables]
    assert {play.laid for play in plays} == {Cards("4b 6b 7b")}
    assert {play.broken for play in plays} == {1}
    tiles = " ".join(melds)
    loose: list[WholeTable] = [tiles, Cards(tiles), [Card(tile) for tile in tiles.split()]]
    assert {TABLE.best_play(table, "4b 6b 7b").broken for table in loose} == {None}
    nothing: list[WholeTable] = ["", [], Cards()]
    for empty in nothing:
        assert TABLE.best_play(empty, "1r 2r 3r").laid == Cards("1r 2r 3r")
    assert TABLE.best_play("5b 5r 5k", "5y").broken == 0
    assert TABLE.best_play(Group("5b 5r 5k"), "5y").broken == 0


def test_as_few_melds_are_taken_apart_as_can_be() -> None:
    table = "3r 4r 5r | 3b 4b 5b | 3k 4k 5k | 6y 7y 8y"
    play = TABLE.best_play(table, "9y 10y")
    assert (play.laid, play.broken, play.least) == (Cards("9y 10y"), 0, True)
    assert [str(meld) for meld in play.melds if len(meld) > 3] == ["6♦ 7♦ 8♦ 9♦ T♦"]
    whole = TABLE.best_play("9y 10y 11y", "12y 8y")
    assert (whole.broken, len(whole.melds)) == (0, 1)


@pytest.mark.only("pure", "a constant of the kernel is replaced")
def test_an_answer_that_is_not_proven_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rami._kernel.regrouping.changes.MOST_STATES", 0)
    play = TABLE.best_play("5b 5r 5k 5y | 9r 10r 11r", "4b 6b 7b")
    assert (play.laid, play.least) == (Cards("4b 6b 7b"), False)


def test_everything_is_listed_lazily() -> None:
    assert [*map(str, TABLE.plays("5r 5b 5k 5y", "4b 6b 7b"))] == ["4♣ 6♣ 7♣", "4♣ 6♣", "6♣ 7♣"]
    table = "5b 5r 5k 5y | 9r 10r 11r"
    rack = "4b 6b 7b 8r 12r 5y *"
    found = [*TABLE.plays(table, rack)]
    assert found[0] == TABLE.best_play(table, rack).laid
    assert len({*found}) == len(found) > 20
    assert [*islice(TABLE.plays(table, rack), 3)] == found[:3]
    for laid in found:
        assert TABLE.best_play(table, laid).left == Cards()


def test_tiles_are_melds_or_not() -> None:
    assert TABLE.can_lay("1r 2r 3r 3b 3k *")
    assert not TABLE.can_lay("12r 13r 1r")
    assert TABLE.can_lay("")
    assert variants.CLASSIC_51.can_lay("Q♠ K♠ A♠ A♠ 2♠ 3♠")


def test_a_table_without_an_arrangement_is_refused() -> None:
    (unsolved,) = refusal(InvalidMeld, TABLE.best_play, "5b 5r 5k 6k", "7k").violations
    assert unsolved.code == Reason.UNSOLVED_TABLE
    assert unsolved["cards"] == ("5♣", "5♥", "5♠", "6♠")
    assert codes_of(InvalidMeld, TABLE.best_play, "5b 5r 5k | 6k 7k", "8k") == [Reason.RUN_TOO_SHORT]


def test_cards_that_the_pack_lacks_are_refused() -> None:
    assert codes_of(InvalidCards, TABLE.best_play, "5b 5r 5k", "5b 5b") == [Reason.TOO_MANY_COPIES]
    with pytest.raises(InvalidCards):
        TABLE.can_lay("5b 5r x")


WILD_RANKS = "equipment.wild_ranks"


@pytest.mark.parametrize(
    ("variant", "fields"),
    [
        (TABLE.with_(melding={"set_suits": "any"}), {"melding.set_suits"}),
        (TABLE.with_(melding={"run_min": 4, "set_min": 4}), {"melding.run_min", "melding.set_min"}),
        (TABLE.with_(melding={"max_run": 4}), {"melding.max_run"}),
        (TABLE.with_(melding={"max_wild": 1}), {"melding.max_wild"}),
        (TABLE.with_(equipment={"packs": 3}), {"equipment.packs"}),
        (variants.CLASSIC_51, {"melding.max_wild", "melding.min_natural"}),
        (
            variants.FRUSTRATION,
            {"melding.set_suits", "melding.min_natural", "melding.wild_limit", WILD_RANKS},
        ),
    ],
)
def test_games_with_other_melds_are_refused(variant: Variant, fields: set[str]) -> None:
    (unsolved,) = refusal(RamiError, variant.best_play, "5b 5r 5k", "5y *").violations
    assert unsolved.code == Reason.UNSOLVED_RULES
    assert {*unsolved["fields"]} == fields


def test_more_than_two_jokers_are_refused() -> None:
    three = TABLE.with_(equipment={"jokers": 4})
    assert three.can_lay("5b 5r * *")
    assert codes_of(RamiError, three.plays, "5b 5r * *", "*") == [Reason.UNSOLVED_JOKERS]


def test_an_unknown_objective_is_refused() -> None:
    assert codes_of(RamiError, TABLE.best_play, "", "1r", "beauty") == [Reason.NOT_ONE_OF]


def test_a_play_says_what_is_laid_and_left() -> None:
    play = TABLE.best_play("5b 5r 5k 5y", "4b 6b 7b 13k")
    assert str(play) == "lay 4♣ 6♣ 7♣ (17 points): 4♣ 5♣ 6♣ 7♣ | 5♦ 5♥ 5♠, left: K♠"


def test_a_budget_limits_these_questions() -> None:
    table = " ".join(f"{number}{colour}" for number in range(1, 14) for colour in "rbky") + " *"
    with step_budget(1), pytest.raises(RamiError, match="1 step"):
        list(TABLE.plays(table, "1r 2r 3r 5b 6b 7b *"))


def test_a_joker_is_freed_as_the_game_has_it() -> None:
    game = variants.RUMMIKUB
    assert game.best_play("4k * 6k", "9r 9b 5k").laid == Cards("9r 9b 5k")
    assert game.best_play("4k * 6k", "9r 9b 7k").laid == Cards("7k")
    assert [str(laid) for laid in game.plays("5r 5b *", "5k 9r 9b")] == ["9♣ 9♥ 5♠", "5♠"]
    # Of tiles nobody knows what a joker stands for.
    assert game.best_play("4k 5b 5r 6k * *", "9r").left == Cards("9r")
    free = game.with_(table={"regroup_joker": "free"})
    assert free.best_play("4k 5k 6k *", "9r 9b").laid == Cards("9r 9b")
    assert game.best_play("4k 5k 6k *", "9r 9b").laid == Cards()


def test_a_table_is_not_completed_from_the_rack() -> None:
    for query in (variants.RUMMIKUB.best_play, variants.RUMMIKUB.plays):
        assert codes_of(InvalidMeld, query, "5b 5r 5k 6k", "7k 8k") == [Reason.UNSOLVED_TABLE]
