"""The search for the best play when a whole table is rearranged, on recorded positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.depth import numbers
from tests.support.refusals import codes_of
from tests.support.regrouping import POSITIONS, TABLE

from rami import RamiError
from rami._kernel.cards import hands
from rami._kernel.melds.meld import Melds
from rami._kernel.regrouping.regrouper import TILES, Play, Regrouper
from rami.cards import Cards
from rami.cards.melds import meld_of_code
from rami.errors import Reason
from rami.policies._compiled import game_of
from rami.rounds.budget import step_budget

POINTS = (*range(1, 14), 30)
REGROUPER = Regrouper(game_of(TABLE).melds)
NOTHING = hands.empty(2)


def hand(tiles: str) -> hands.Hand:
    return hands.of_cards(Cards(tiles).ids, 2)


def spread(melds: Melds) -> hands.Hand:
    return hands.of_cards([card for code in melds for card in code[1:]], 2)


def together(one: hands.Hand, other: hands.Hand) -> hands.Hand:
    return hands.of_cards([*hands.cards_of(one), *hands.cards_of(other)], 2)


def assert_is_a_play(play: Play, table: hands.Hand, rack: hands.Hand) -> None:
    """Check that the melds are valid and hold the whole table and tiles of the rack."""
    assert hands.remove_all(rack, hands.cards_of(play.laid)) is not None
    assert spread(play.melds) == together(table, play.laid)
    assert play.melds == tuple(sorted(TABLE.meld(meld_of_code(code)).code for code in play.melds))


def best(table: hands.Hand, rack: hands.Hand, values: Sequence[int] = TILES) -> Play:
    """Return the best play, and check that it is one."""
    play = REGROUPER.best(table, rack, values)
    assert play is not None
    assert_is_a_play(play, table, rack)
    return play


def check_best(given: dict[str, Any]) -> list[int]:
    """Check the best plays of a recorded position, and return the sizes of all plays."""
    table, rack = hand(given["table"]), hand(given["rack"])
    assert (best(table, rack).value, best(table, rack, POINTS).value) == (given["tiles"], given["points"])
    sizes = [hands.size(laid) for laid in REGROUPER.plays(table, rack)] if "sets" in given else []
    assert len(sizes) == given.get("sets", 0)
    return sizes


@pytest.mark.parametrize("number", numbers(len(POSITIONS)))
def test_a_recorded_position_has_its_answers(number: int) -> None:
    given = POSITIONS[number]
    sizes = check_best(given)
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes, default=given["tiles"]) == given["tiles"]
    rack = hand(given["rack"])
    opening = REGROUPER.opening(rack, POINTS)
    assert opening.value == given["opening"]
    assert_is_a_play(opening, NOTHING, rack)


@pytest.mark.only("pure", "a constant of the kernel is replaced")
@pytest.mark.parametrize("number", numbers(len(POSITIONS)))
def test_other_prices_find_plays_as_good(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long searches change the prices of jokers and groups; here all searches do."""
    monkeypatch.setattr("rami._kernel.regrouping.search.LONG_SEARCH", 3)
    check_best(POSITIONS[number])


def test_tiles_that_are_no_melds_have_no_play() -> None:
    assert REGROUPER.best(hand("5r 5b 6k"), hand("5k")) is None
    assert REGROUPER.arranged(hand("5r 5b 5k *")) == (TABLE.meld("5b 5r 5k *").code,)
    # Two jokers beside two groups of four find no place.
    assert REGROUPER.arranged(hand("5r 5b 5k 5y *")) is None


def test_nothing_laid_counts_nothing() -> None:
    play = best(NOTHING, hand("* 1r"))
    assert (play.value, play.laid, play.melds) == (0, NOTHING, ())


def test_three_jokers_are_refused() -> None:
    with pytest.raises(ValueError, match="3"):
        REGROUPER.best(hand("5r 5b * *"), hand("*"))


CLIMBED = [
    """
    1r 1r 2r 2r 3r 4r 4r 5r 6r 6r 7r 8r 8r 9r 9r 10r 10r 11r 11r 12r 13r 1b 1b 2b 2b 3b 3b 4b 5b 6b 6b 7b 8b 9b
    2k 2k 3k 3k 4k 4k 5k 6k 6k 9k 1y 2y 2y 4y 5y 5y 6y 6y 7y 7y 8y 8y 9y 9y 10y 10y 11y 12y * *
    | 3r 5r 7r 4b 5b 7b 10b 13b 13b 1k 5k 7k 7k 12k 12k 1y 3y 12y | 16
    """,
    """
    1y 1y 2y 2y 3y 3y 4y 4y 5y 5y 6y 6y 7y 7y 8y 8y 9y 9y 10y 10y 11y 11y 12y 13y 1b 3b 3b 4b 4b 5b 5b 6b 6b 7b 8b 9b
    10b 11b 11b 12b 1r 1r 2r 2r 3r 4r 4r 5r 5r 6r 6r 7r 8r 8r 9r 9r 10r 11r 11r 1k 1k 2k 2k 3k 3k 4k 5k 5k 6k 6k 7k 7k
    8k 9k 9k 10k 11k * * | 13y 1b 7b 9b 10b 12b 10r 12r 4k 11k | 10
    """,
]


@pytest.mark.parametrize("climbed", CLIMBED)
def test_a_table_found_by_climbing_takes_few_steps(climbed: str) -> None:
    """With weak bounds, or with prices that no restart replaces, the search examines thousands of states."""
    table, rack, most = climbed.split("|")
    with step_budget(150):
        assert best(hand(table), hand(rack)).value == int(most)


def test_a_budget_ends_the_search() -> None:
    table, rack, _ = CLIMBED[0].split("|")
    with step_budget(5):
        assert codes_of(RamiError, REGROUPER.best, hand(table), hand(rack)) == [Reason.STEPS_SPENT]
