"""The reference must itself be right: worked examples of the rules, retyped, and its own brute-force check."""

from __future__ import annotations

import dataclasses
from itertools import combinations, permutations
from typing import Any

import pytest

from .cards import JOKER, cards, hand, pack
from .deal import can_deal, carte_penalty, deal, deal_counts, recycle
from .games import GAMEVELVET as VELVET
from .games import LEBANESE_14, RAMI_500
from .melds import kind, readings, stands_for, value
from .openings import openings, verdict
from .rules import CLASSIC_51, Rules, rules
from .scoring import hand_scores, match_end, next_dealer, standings, winner_score
from .turn import after, legal, turn_ends, turn_ends_with

FULL_HEARTS = "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ T♥ J♥ Q♥ K♥ A♥"


def play(own: str, table: list[list[Any]] | None = None, **facts: Any) -> dict[str, Any]:
    """Two seats, both open, seat 0 in the play phase after a stock draw."""
    position = {"hand": own, "table": table or [], "opened": [True, True], "phase": "play"}
    return {**position, "drawn_from": "stock", "discards": ["2♦"], **facts}


def draw(own: str, top: str, table: list[list[Any]] | None = None, **facts: Any) -> dict[str, Any]:
    return play(own, table, **{"phase": "draw", "discards": [top], "drawn_from": None, **facts})


@pytest.mark.parametrize(
    ("text", "game", "expected", "worth"),
    [
        ("3♦ 3♣ 3♠", CLASSIC_51, "group", 9),
        ("Q♥ K♥ A♥", CLASSIC_51, "run", 31),
        ("A♥ 2♥ 3♥", CLASSIC_51, "run", 6),
        ("8♦ 8♣ 8♠ 8♥", CLASSIC_51, "group", 32),
        ("5♠ 5♦ 5♦", CLASSIC_51, None, 0),
        ("5♠ 5♦ 5♦", rules(set_suits="any", set_max=None), "group", 15),
        ("K♣ A♣ 2♣", CLASSIC_51, None, 0),
        ("Q♠ K♠ A♠ 2♠ 3♠", rules(run_wrap=True), "run", 36),
        ("A♠ 2♠ 3♠", rules(run_wrap=True), "run", 6),
        (FULL_HEARTS, CLASSIC_51, "run", 96),
        (FULL_HEARTS, rules(max_run=13), None, 0),
        ("5♠ * * 8♠", CLASSIC_51, None, 0),
        ("5♠ * * 8♠", rules(max_wild=2), "run", 26),
        ("5♠ * * 8♠", rules(max_wild=None, adjacent_wilds=False), None, 0),
        ("5♠ * * 8♠", rules(max_wild=2, wild_limit="minority"), None, 0),
        ("5♠ * *", rules(max_wild=2), None, 0),
        ("5♠ 5♥ * *", rules(max_wild=1, max_wild_scope="run"), "group", 20),
        ("5♠ * 7♠", CLASSIC_51, "run", 18),
        ("5♠ * 7♠", VELVET, None, 0),
        ("T♣ T♠ T♥ *", CLASSIC_51, "group", 40),
        ("A♦ A♣ A♥", rules(ace_meld_values=(10, 10, 10)), "group", 30),
        ("K♦ K♣ *", rules(joker_meld_value=35), "group", 55),
        ("Q♠ K♠ A♠", rules(ace="low", max_run=13), None, 0),
    ],
)
def test_melds(text: str, game: Rules, expected: str | None, worth: int) -> None:
    """R51-SET-01, R51-RUN-01, R51-ACE-01, R51-JOK-02, R51-VAL-04, D-22 to D-29, D-38, D-39, D-88, D-89."""
    meld = cards(text)
    assert kind(meld, game) == expected
    if expected:
        assert value(meld, game) == worth


def test_readings_and_what_a_joker_stands_for() -> None:
    """R51-JRET-EX1, D-27."""
    assert readings(cards("2♠ 3♠ *"), CLASSIC_51) == {cards("* 2♠ 3♠"), cards("2♠ 3♠ *")}
    assert readings(cards("* K♠ Q♠"), CLASSIC_51) == {cards("* Q♠ K♠"), cards("Q♠ K♠ *")}
    assert stands_for(cards("2♠ 3♠ *"), 2, CLASSIC_51) == {"4♠"}
    assert stands_for(cards("T♣ T♠ *"), 2, CLASSIC_51) == {"T♦", "T♥"}
    assert stands_for(cards("T♣ T♥ T♠ *"), 3, CLASSIC_51) == {"T♦"}


@pytest.mark.parametrize(
    ("melds", "game", "ok", "points"),
    [
        (["7♠ 8♠ 9♠", "A♦ A♣ A♥"], CLASSIC_51, True, 57),
        (["7♠ 8♠ 9♠", "8♦ 8♣ 8♥"], CLASSIC_51, False, 48),
        (["T♥ J♥ Q♥ K♥ A♥"], CLASSIC_51, True, 51),
        (["4♠ 5♠ 6♠", "K♦ K♣ *"], rules(joker_meld_value=35), True, 70),
        (["4♠ 5♠ 6♠ * 8♠", "K♥ K♦ K♣"], CLASSIC_51, False, 60),
        (["4♠ 5♠ 6♠ * 8♠", "K♥ K♦ K♣"], RAMI_500, True, 60),
        (["4♠ 5♠ * 7♠ 8♠", "K♥ K♦ K♣"], RAMI_500, False, 60),
        (["K♦ K♣ K♥", "9♠ T♠ *"], VELVET, True, 59),
        (["K♦ K♣ K♥", "9♠ T♠ *"], CLASSIC_51, False, 59),
        (["T♥ J♥ Q♥ K♥ A♥", "5♠ 5♥ 5♦ 5♣"], rules(minimum=71), True, 71),
    ],
)
def test_opening_verdicts(melds: list[str], game: Rules, ok: bool, points: int) -> None:
    """R51-OPEN-01, R51-OPEN-02, D-34, D-35, D-38, D-43."""
    judged = verdict([cards(meld) for meld in melds], game)
    assert (judged.ok, judged.points) == (ok, points)


def test_opening_verdicts_beyond_the_melds() -> None:
    """D-09, D-12, D-19, D-36, D-137."""
    royal = [cards("T♥ J♥ Q♥ K♥ A♥")]
    assert not verdict(royal, VELVET, first_turn=True).ok
    lebanese = LEBANESE_14
    fifty_four = [cards("7♠ 8♠ 9♠"), cards("A♦ A♣ A♥")]
    assert verdict(fifty_four, lebanese).points == 54
    assert verdict(fifty_four, lebanese).ok
    assert verdict(fifty_four, lebanese, taken="9♠").faults == {"points"}
    assert verdict([cards("T♥ J♥ Q♥ K♥ A♥"), cards("7♠ 7♦ 7♣")], lebanese, taken="7♠").points == 71
    assert verdict(royal, CLASSIC_51, taken="9♥").faults == {"taken"}
    assert verdict(royal, rules(discard_in_clean_run=False), taken="K♥").faults == {"clean"}
    assert verdict(royal, rules(escalates=True), highest=51).faults == {"points"}
    counted = [cards("5♦ 6♦ 7♦"), cards("T♠ T♦ T♥")]
    assert verdict(counted, rules(counts_layoffs=True)).faults == {"points"}


def test_openings_of_a_hand() -> None:
    """D-40, D-42."""
    own = cards("9♠ 8♠ 7♠ A♦ A♣ A♥ K♥")
    assert openings(own, CLASSIC_51) == {(cards("7♠ 8♠ 9♠"), cards("A♣ A♦ A♥")): 57}
    assert openings(own[:-1], CLASSIC_51, keep_one=True) == {}
    assert openings(own, CLASSIC_51, taken="K♥") == {}


def test_taking_the_discard_unopened() -> None:
    """R51-DRAW-02, D-12, D-13."""
    closed: dict[str, Any] = {"opened": [False, False]}
    fifty = draw("J♣ K♣ 5♠ 5♥ 5♦ 5♣ 2♥ 4♥ 9♦ T♦ 8♠ 3♣ 7♥", "Q♣", **closed)
    assert not legal(fifty, ("take_discard",), CLASSIC_51)
    assert turn_ends(fifty, CLASSIC_51) == set()
    enough = draw("J♣ K♣ 7♠ 7♥ 7♦ 2♣ 2♥ 4♥ 9♦ T♦ 8♠ 3♣ 5♥", "Q♣", **closed)
    assert legal(enough, ("take_discard",), CLASSIC_51)
    assert len(turn_ends(enough, CLASSIC_51)) == 8
    held = after(enough, ("take_discard",), CLASSIC_51)
    assert not legal(held, ("discard", "2♣"), CLASSIC_51)
    assert not legal(held, ("lay", [["J♣", "Q♣", "K♣"]]), CLASSIC_51)
    assert legal(held, ("lay", [["J♣", "Q♣", "K♣"], ["7♠", "7♥", "7♦"]]), CLASSIC_51)
    own_opening = draw("T♥ J♥ Q♥ K♥ A♥ 2♣ 4♦", "9♥", **closed)
    assert legal(own_opening, ("take_discard",), CLASSIC_51)
    later = after(own_opening, ("take_discard",), CLASSIC_51)
    royal = ("lay", [["T♥", "J♥", "Q♥", "K♥", "A♥"]])
    assert not legal(later, royal, CLASSIC_51)
    free_place = rules(unopened_discard_use="any_same_turn")
    assert legal(later, royal, free_place)
    assert not legal(
        later, royal, rules(unopened_discard_use="any_same_turn", discard_use={"meld"}, take="off")
    )


def test_taking_the_discard_opened() -> None:
    """D-11, D-15, D-18, D-09, D-111, R51-CARTE-02, R51-DRAW-01."""
    queue = [[1, "9♣ T♣ J♣"]]
    assert legal(draw("2♥ 9♦ 4♠", "Q♣", queue), ("take_discard",), CLASSIC_51)
    assert not legal(draw("2♥ 9♦ 4♠", "Q♣", queue), ("take_discard",), rules(discard_use={"meld"}))
    assert not legal(draw("K♣", "Q♣", queue), ("take_discard",), CLASSIC_51)
    assert legal(draw("K♣", "Q♣", queue), ("take_discard",), rules(no_discard_draw_at=None))
    assert not legal(draw("2♥ Q♣ 4♠", "Q♣", queue), ("take_discard",), rules(no_twin_pickup=True))
    assert not legal(draw("2♥ 9♦ 4♠", "Q♣", queue, turn=1), ("take_discard",), VELVET)
    assert legal(draw("2♥ 9♦ 4♠", "Q♣", queue, turn=2), ("take_discard",), VELVET)
    swapping = draw("5♥ 6♥ 4♠", "4♠", [[1, "2♠ 3♠ *"]])
    assert legal(swapping, ("take_discard",), CLASSIC_51)
    assert legal(swapping, ("take_discard",), rules(discard_use={"swap"}))
    assert not legal(draw("2♥ 9♦", "2♠"), ("take_discard",), CLASSIC_51)
    assert not legal({**draw("2♥ 9♦", "2♠"), "discards": []}, ("take_discard",), CLASSIC_51)


def test_a_free_discard_draw_may_not_be_undone() -> None:
    """D-14, D-100, D-112, D-113."""
    free = rules(discard_use=None)
    held = after(draw("9♦ T♣", "Q♣", [[1, "7♣ 8♣ 9♣"]]), ("take_discard",), free)
    assert not legal(held, ("discard", "Q♣"), free)
    assert legal(held, ("discard", "9♦"), free)
    assert legal(held, ("discard", "Q♣"), rules(discard_use=None, allow_return_discard=True))
    twin = after(draw("Q♣ T♣", "Q♣"), ("take_discard",), free)
    assert legal(twin, ("discard", "Q♣"), free)
    locked = after(draw("T♣", "Q♣", [[1, "7♣ 8♣ 9♣"]]), ("take_discard",), rules(discard_use=None))
    assert not legal(locked, ("layoff", "T♣", 0, "high"), free)


def test_a_duty_counts_faces() -> None:
    """D-112: having placed one copy, the other may go."""
    position = after(draw("Q♣ 2♥ 4♠", "Q♣", [[1, "9♣ T♣ J♣"]]), ("take_discard",), CLASSIC_51)
    assert not legal(position, ("discard", "Q♣"), CLASSIC_51)
    placed = after(position, ("layoff", "Q♣", 0, "high"), CLASSIC_51)
    assert legal(placed, ("discard", "Q♣"), CLASSIC_51)


def test_stock_and_void() -> None:
    """R51-STOCK-01, D-20, D-74, D-75, D-114, D-115."""
    empty = {**draw("2♥ 9♦", "2♠"), "stock_size": 0}
    assert not legal(empty, ("draw_stock",), CLASSIC_51)
    assert legal({**empty, "discards": ["3♣", "2♠"]}, ("draw_stock",), CLASSIC_51)
    assert not legal(
        {**empty, "discards": ["3♣", "2♠"], "recycles": 1}, ("draw_stock",), rules(max_recycles=1)
    )
    assert not legal({**empty, "discards": ["3♣", "2♠"]}, ("draw_stock",), rules(recycle="never"))
    assert recycle(["2♥", "9♣", "K♦", "4♠", "7♥"], CLASSIC_51) == {
        "stock": 4,
        "discards": ["7♥"],
        "void": False,
    }
    assert recycle(["7♥"], CLASSIC_51)["void"]
    assert recycle(["7♥", "2♣"], rules(recycle="all")) == {"stock": 2, "discards": [], "void": False}
    ends = turn_ends_with({**empty, "discards": ["3♣", "2♠"]}, CLASSIC_51, "3♣")
    assert "hand 3♣ 2♥ | table  | discards 2♠ 9♦ | opened 11 | next 1" in ends


def test_starter() -> None:
    """R51-START-01, D-08, D-132."""
    position = play("T♥ J♥ Q♥ K♥ A♥ 2♣ 4♦", turn=0, opened=[False, False], drawn_from=None, discards=[])
    royal = ("lay", [["T♥", "J♥", "Q♥", "K♥", "A♥"]])
    assert len(turn_ends(position, CLASSIC_51)) == 7
    assert not legal(position, royal, CLASSIC_51)
    assert legal(position, royal, rules(starter_turn="normal_without_draw"))
    assert not legal({**position, "phase": "draw"}, ("draw_stock",), CLASSIC_51)


def swaps(table: str, held: str, game: Rules = CLASSIC_51, **facts: Any) -> bool:
    """Can a joker be swapped out of the meld with this hand card, when a place for it is at hand?"""
    position = play(f"{held} 5♥ 6♥ 9♣", [[1, table]], **facts)
    place = cards(table).index(JOKER)
    return legal(position, ("swap", 0, place, held), game)


def test_swaps() -> None:
    """R51-JSWAP-01, R51-JRET-01 to R51-JRET-EX4, D-45, D-46, D-32."""
    assert swaps("2♠ 3♠ *", "4♠")
    assert not swaps("2♠ 3♠ *", "A♠")
    assert not swaps("T♣ T♠ *", "T♦")
    assert swaps("T♣ T♠ T♥ *", "T♦")
    assert not swaps("T♣ T♠ T♥ *", "T♠")
    assert not swaps("2♠ 3♠ *", "4♠", opened=[False, True])
    assert swaps("T♣ T♠ *", "T♦", rules(set_joker="either_missing"))
    assert not swaps("T♣ T♠ T♥ *", "T♦", rules(set_joker="either_missing", closed_four_set=True))
    assert not swaps("T♣ T♠ T♥ *", "T♦", rules(set_joker="never"))
    assert not swaps("2♠ 3♠ *", "4♠", rules(run_joker="never"))
    both = play("T♦ T♥ 5♥ 6♥ 9♣", [[1, "T♣ T♠ *"]])
    assert not legal(both, ("swap", 0, 2, "T♦"), CLASSIC_51)
    four = after(both, ("layoff", "T♦", 0, None), CLASSIC_51)
    freed = after(four, ("swap", 0, 3, "T♥"), CLASSIC_51)
    assert freed["table"][0][1] == cards("T♣ T♦ T♥ T♠")


def test_a_recovered_joker_goes_into_a_new_meld_at_once() -> None:
    """R51-JSWAP-02, R51-JRET-03, D-47, D-120."""
    start = play("4♠ 5♥ 6♥ 8♥ 9♥ K♦", [[1, "2♠ 3♠ *"], [0, "T♥ J♥ Q♥"]])
    held = after(start, ("swap", 0, 2, "4♠"), CLASSIC_51)
    assert held["recovered"] == 1
    assert not legal(held, ("discard", "K♦"), CLASSIC_51)
    for face, index, at in [("*", 0, "high"), ("9♥", 1, "low"), ("*", 1, "low")]:
        assert not legal(held, ("layoff", face, index, at), CLASSIC_51)
    assert legal(held, ("lay", [["5♥", "6♥", "*"]]), CLASSIC_51)
    loose = rules(recovered_when="same_turn")
    assert legal(held, ("layoff", "9♥", 1, "low"), loose)
    assert not legal(held, ("discard", "K♦"), loose)
    assert legal(held, ("layoff", "*", 0, "high"), RAMI_500)
    assert not legal(held, ("layoff", "9♥", 1, "low"), RAMI_500)
    to_hand = after(start, ("swap", 0, 2, "4♠"), VELVET)
    assert to_hand["recovered"] == 0
    assert legal(to_hand, ("discard", "*"), VELVET)
    nowhere = play("4♠ 5♥ 8♥ K♦", [[1, "2♠ 3♠ *"]])
    assert not legal(nowhere, ("swap", 0, 2, "4♠"), CLASSIC_51)
    assert legal(nowhere, ("swap", 0, 2, "4♠"), RAMI_500)


def test_swapping_before_the_opening() -> None:
    """D-48: the opening must be valid without the meld that holds the recovered joker."""
    game = rules(swap_requires_open=False)
    facts: dict[str, Any] = {"opened": [False, True], "table": [[1, "2♠ 3♠ *"]]}
    alone = play("4♠ T♥ J♥ Q♥ K♥ A♥ 5♦ 6♦ 2♣", **facts)
    assert legal(alone, ("swap", 0, 2, "4♠"), game)
    helped = play("4♠ J♥ Q♥ K♥ K♠ K♦ 2♣", **facts)
    assert not legal(helped, ("swap", 0, 2, "4♠"), game)


def test_two_jokers_two_duties() -> None:
    """D-151."""
    one_place = draw("4♠ 5♥ 6♥ K♦", "*", [[1, "2♠ 3♠ *"]])
    held = after(one_place, ("take_discard",), CLASSIC_51)
    assert not legal(held, ("swap", 0, 2, "4♠"), CLASSIC_51)
    two_places = draw("4♠ 5♥ 6♥ K♦ K♠ 9♣", "*", [[1, "2♠ 3♠ *"]])
    held = after(two_places, ("take_discard",), CLASSIC_51)
    freed = after(held, ("swap", 0, 2, "4♠"), CLASSIC_51)
    laid = after(freed, ("lay", [["5♥", "6♥", "*"]]), CLASSIC_51)
    assert not legal(laid, ("discard", "9♣"), CLASSIC_51)
    assert legal(after(laid, ("lay", [["K♦", "K♠", "*"]]), CLASSIC_51), ("discard", "9♣"), CLASSIC_51)
    velvet = after(after(one_place, ("take_discard",), VELVET), ("lay", [["5♥", "6♥", "*"]]), VELVET)
    kept = after(velvet, ("swap", 0, 2, "4♠"), VELVET)
    assert legal(kept, ("discard", "*"), VELVET)


@pytest.mark.parametrize(
    ("table", "owner", "face", "at", "game", "expected"),
    [
        ("5♥ 6♥ 7♥", 1, "*", "high", CLASSIC_51, False),
        ("5♥ 6♥ 7♥", 0, "*", "high", CLASSIC_51, True),
        ("5♥ 6♥ 7♥", 1, "*", "high", RAMI_500, True),
        ("5♥ 5♦ 5♣", 1, "*", None, CLASSIC_51, True),
        ("A♥ 2♥ 3♥", 0, "K♥", "low", CLASSIC_51, False),
        ("A♥ 2♥ 3♥", 0, "K♥", "low", rules(run_wrap=True), True),
        ("Q♥ K♥ A♥", 0, "2♥", "high", CLASSIC_51, False),
        ("6♠ 7♠ *", 0, "9♠", "high", VELVET, True),
        ("6♠ 7♠ *", 0, "9♠", "high", rules(joker_at_ends="invariant"), False),
        ("6♠ 7♠ *", 0, "*", "low", CLASSIC_51, False),
        ("8♦ 8♣ 8♠ *", 0, "8♥", None, CLASSIC_51, False),
        ("8♦ 8♣ *", 0, "8♥", None, CLASSIC_51, True),
        ("8♦ 8♣ 8♥", 0, "8♥", None, CLASSIC_51, False),
        ("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ T♥ J♥ Q♥ K♥", 1, "A♥", None, CLASSIC_51, False),
        ("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ T♥ J♥ Q♥ K♥", 1, "A♥", "low", CLASSIC_51, True),
    ],
)
def test_lay_offs(table: str, owner: int, face: str, at: str | None, game: Rules, expected: bool) -> None:
    """R51-LAYOFF-01, R51-JOK-03, D-25, D-29, D-31, D-32, D-121."""
    assert legal(play(f"{face} 2♣ 9♣", [[owner, table]]), ("layoff", face, 0, at), game) is expected


SIX_ONCE = [[1, "6♠ 6♥ 6♦"], [0, "4♣ 5♣ 6♣"]]
SIX_TWICE = [[1, "6♠ 6♥ 6♦"], [0, "6♠ 7♠ 8♠"]]


def test_burnt_jokers_in_new_melds() -> None:
    """LEB-JOK-01, LEB-JOK-02, D-30, D-126: both copies in melds, those laid before in this turn included."""
    lay = ("lay", [["5♠", "*", "7♠"]])
    own = "5♠ 7♠ * 9♥ 9♦ K♦ 2♣"
    assert not legal(play(own, SIX_ONCE), lay, LEBANESE_14)
    assert legal(play(own, SIX_TWICE), lay, LEBANESE_14)
    assert legal(play(own, SIX_ONCE), lay, CLASSIC_51)
    assert legal(play(own, SIX_ONCE), ("lay", [["9♥", "9♦", "*"]]), LEBANESE_14)
    pile = play(own, SIX_ONCE, discards=["6♠", "2♦"])
    assert not legal(pile, lay, LEBANESE_14)
    assert legal(pile, lay, dataclasses.replace(LEBANESE_14, burnt_scope="melds_and_discards"))
    three = dataclasses.replace(LEBANESE_14, packs=3)
    assert not legal(play(own, SIX_TWICE), lay, three)
    first = play("6♠ 6♥ 6♣ 5♠ 7♠ * K♦", [[1, "6♠ 6♥ 6♦"], [0, "T♣ J♣ Q♣"]])
    assert not legal(first, lay, LEBANESE_14)
    both = ("lay", [["5♠", "*", "7♠"], ["6♣", "6♥", "6♠"]])
    assert legal(first, both, LEBANESE_14)
    assert legal(after(first, ("lay", [["6♣", "6♥", "6♠"]]), LEBANESE_14), lay, LEBANESE_14)


def test_burnt_jokers_that_are_laid_off() -> None:
    """LEB-JOK-01, D-30."""
    table = [[0, "7♠ 8♠ 9♠"], [1, "6♠ 6♥ 6♦"], [1, "4♠ 5♠ 6♠"]]
    position = play("* 2♣ K♦", table)
    assert legal(position, ("layoff", "*", 0, "low"), LEBANESE_14)
    assert not legal(position, ("layoff", "*", 0, "high"), LEBANESE_14)
    assert legal(position, ("layoff", "*", 0, None), LEBANESE_14)
    assert not legal(position, ("layoff", "*", 0, None), CLASSIC_51)
    assert legal(position, ("layoff", "*", 1, None), LEBANESE_14)


def test_burnt_jokers_in_openings() -> None:
    """LEB-JOK-01, D-126: some order of the melds; the joker's own meld does not count."""
    royal, sixes, with_joker = ["T♥", "J♥", "Q♥", "K♥", "A♥"], ["6♠", "6♥", "6♦"], ["5♠", "*", "7♠"]
    held = " ".join([*royal, *sixes, *with_joker, "2♣ 3♦"])
    facts: dict[str, Any] = {"opened": [False, True]}
    assert legal(play(held, [[1, "4♠ 5♠ 6♠"]], **facts), ("lay", [with_joker, royal, sixes]), LEBANESE_14)
    assert not legal(play(held, [[1, "4♠ 5♠ 6♠"]], **facts), ("lay", [with_joker, royal]), LEBANESE_14)
    assert not legal(play(held, [[1, "4♣ 5♣ 6♣"]], **facts), ("lay", [with_joker, royal, sixes]), LEBANESE_14)
    whole = " ".join(FULL_HEARTS.split()[:-1])
    aces = [[1, "A♥ A♣ A♦"], [1, "9♣ T♣ J♣"]]
    assert not legal(play(f"{whole} * 2♣", aces, **facts), ("lay", [[*whole.split(), "*"]]), LEBANESE_14)


def test_a_taken_card_counts_where_it_lay() -> None:
    """D-149."""
    table = [[1, "A♥ A♣ A♦ A♠"], [1, "A♥ A♣ A♠"], [0, "T♣ J♣ Q♣"]]
    rest = FULL_HEARTS.split()[1:-1]
    lay = ("lay", [["A♥", *rest, "*"]], [(0, "A♥")])
    assert legal(play(" ".join([*rest, "* 2♣"]), table), lay, LEBANESE_14)
    held = play(" ".join(["A♥", *rest, "* 2♣"]), table[1:])
    assert not legal(held, ("lay", [["A♥", *rest, "*"]]), LEBANESE_14)


def test_who_may_lay_off() -> None:
    """D-37, D-44."""
    position = play("Q♣ 2♣", [[1, "9♣ T♣ J♣"]], opened=[False, True])
    action = ("layoff", "Q♣", 0, "high")
    assert not legal(position, action, CLASSIC_51)
    assert legal(position, action, rules(layoff_requires_open=False))
    fresh = {**position, "opened": [True, True], "opened_this_turn": True}
    assert legal(fresh, action, CLASSIC_51)
    assert not legal(fresh, action, rules(post_open="next_turn"))
    three = {**fresh, "opened": [True, True, False], "seats": 3}
    assert not legal(three, action, rules(foreign_melds_after="all_opened"))
    assert legal(fresh, action, rules(foreign_melds_after="all_opened"))


@pytest.mark.parametrize(
    ("table", "taken", "own", "game", "expected"),
    [
        ("8♦ 8♣ 8♠ 8♥", ["8♥"], "7♥ 9♥", CLASSIC_51, True),
        ("8♦ 8♣ 8♠ 8♥", ["8♥"], "7♥ 9♥", RAMI_500, False),
        ("8♦ 8♣ 8♠", ["8♣"], "7♣ 9♣", CLASSIC_51, False),
        ("8♦ 8♣ 8♠ *", ["8♠"], "7♠ 9♠", CLASSIC_51, True),
        ("5♣ 6♣ 7♣ 8♣", ["8♣"], "8♦ 8♠", CLASSIC_51, True),
        ("5♣ 6♣ 7♣ 8♣", ["6♣"], "6♦ 6♠", CLASSIC_51, False),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", ["6♠"], "6♦ 6♥", CLASSIC_51, True),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", ["6♠"], "6♦ 6♥", rules(take_positions="ends"), False),
        ("3♠ 4♠ 5♠ 6♠ 7♠", ["3♠", "4♠"], "5♠", CLASSIC_51, True),
        ("3♠ 4♠ 5♠ 6♠ 7♠", ["3♠", "4♠"], "5♠", rules(take_min_hand_cards=2), False),
        ("5♣ 6♣ 7♣ *", ["*"], "9♦ 9♠", CLASSIC_51, False),
        ("5♣ 6♣ 7♣ *", ["*"], "9♦ 9♠", rules(take_joker=True), True),
        ("5♣ 6♣ 7♣ 8♣", ["8♣"], "8♦ 8♠", rules(take_from="not_owner"), True),
    ],
)
def test_takes(table: str, taken: list[str], own: str, game: Rules, expected: bool) -> None:
    """R51-TAKE-01, R51-TAKE-02, D-50, D-51, D-52, D-123, D-147."""
    meld = max(readings(cards(" ".join([*taken, own])), game))
    position = play(f"{own} 2♣", [[1, table]])
    action = ("lay", [meld], [(0, face) for face in taken])
    assert legal(position, action, game) is expected
    assert not legal({**position, "opened": [False, True]}, action, game)
    if game.take_from == "not_owner":
        assert not legal({**position, "table": [[0, table]]}, action, game)


def test_takes_split_and_chain() -> None:
    """D-51, D-118: both halves keep the owner; several new melds count as laid one after the other."""
    long_run = [[1, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠"]]
    position = play("6♦ 6♥ T♦ T♥ 2♣", long_run)
    two = ("lay", [["6♠", "6♦", "6♥"], ["T♠", "T♦", "T♥"]], [(0, "6♠", 0), (0, "T♠", 1)])
    assert legal(position, two, CLASSIC_51)
    table = {(owner, meld) for owner, meld, _ in after(position, two, CLASSIC_51)["table"]}
    assert {(1, cards("3♠ 4♠ 5♠")), (1, cards("7♠ 8♠ 9♠"))} < table
    again = play("7♥ 9♥ 2♣", [[0, "8♦ 8♣ 8♠ 8♥"]], opened_this_turn=True)
    assert legal(again, ("lay", [["7♥", "8♥", "9♥"]], [(0, "8♥")]), CLASSIC_51)


def test_going_out() -> None:
    """R51-RSEC-04, R51-GO-01, D-42, D-54, D-116."""
    position = play("Q♣ K♣", [[1, "9♣ T♣ J♣"]])
    assert legal(position, ("layoff", "Q♣", 0, "high"), CLASSIC_51)
    one = after(position, ("layoff", "Q♣", 0, "high"), CLASSIC_51)
    assert not legal(one, ("layoff", "K♣", 0, "high"), CLASSIC_51)
    assert after(one, ("discard", "K♣"), CLASSIC_51)["text"].endswith("| over | last K♣")
    assert after(one, ("layoff", "K♣", 0, "high"), VELVET)["text"].endswith("| over | last laid")
    none_left = rules(final_discard="forbidden", joker_finish=None)
    assert legal(one, ("layoff", "K♣", 0, "high"), none_left)
    assert not legal(one, ("discard", "K♣"), none_left)
    stuck = play("Q♣ 4♦", [[1, "9♣ T♣ J♣"]])
    assert not legal(stuck, ("layoff", "Q♣", 0, "high"), none_left)
    assert not legal(play("*"), ("discard", "*"), rules(joker_finish_forbidden=True))


def test_all_at_once() -> None:
    """R51-RSEC-02, R500-OPEN-05, LEB-RSEC-01, D-41, D-55, D-57, D-117."""
    own = "2♠ 3♠ * 2♥ 3♥ 4♥ 4♦ 4♣ 4♠ 5♦ 5♣ 5♥ 6♦ K♣"
    position = play(own, [[1, "7♦ 8♦ 9♦"]], opened=[False, True])
    melds = [cards(meld) for meld in ("2♠ 3♠ *", "2♥ 3♥ 4♥", "4♦ 4♣ 4♠", "5♦ 5♣ 5♥")]
    assert legal(position, ("lay", melds), RAMI_500)
    assert not legal(position, ("lay", melds), CLASSIC_51)
    assert not legal(position, ("lay", melds[1:3]), rules(all_at_once_requires="points"))
    opened = after(position, ("lay", melds), RAMI_500)
    assert opened["go_out"]
    assert not legal(opened, ("discard", "K♣"), RAMI_500)
    done = after(after(opened, ("layoff", "6♦", 0, "low"), RAMI_500), ("discard", "K♣"), RAMI_500)
    assert done["over"]
    assert "over all at once | last K♣" in done["text"]
    watched = rules(all_at_once_requires="nothing", all_at_once_help=False)
    ends = {text.split(" | ")[-1] for text in turn_ends(position, watched) if "over" in text}
    assert ends == {"helped", "alone"}
    counted = rules(all_at_once_requires="nothing", all_at_once_factors=(2, 1.5, 1), joker_finish=None)
    path = [("lay", melds), ("layoff", "6♦", 0, "low"), ("discard", "K♣")]
    reached: dict[str, Any] = position
    for action in path:
        reached = after(reached, action, counted)
    assert reached["text"].endswith("| wilds 1")
    assert reached["text"] in turn_ends(position, counted)


def test_points_by_lay_offs() -> None:
    """D-36: until the sum is reached the turn cannot end."""
    game = rules(counts_layoffs=True)
    position = play("5♦ 6♦ 7♦ T♠ T♦ T♥ Q♣ 2♠", [[1, "9♣ T♣ J♣"]], opened=[False, True])
    opening = ("lay", [["5♦", "6♦", "7♦"], ["T♠", "T♦", "T♥"]])
    assert not legal(position, opening, CLASSIC_51)
    short = after(position, opening, game)
    assert short["missing"] == 3
    assert not legal(short, ("discard", "2♠"), game)
    filled = after(short, ("layoff", "Q♣", 0, "high"), game)
    assert legal(filled, ("discard", "2♠"), game)
    assert not legal({**position, "table": []}, opening, game)


def test_rising_openings() -> None:
    """D-137."""
    game = rules(escalates=True)
    position = play("T♥ J♥ Q♥ K♥ A♥ 2♣ 4♦", opened=[False, True], highest=51)
    assert not legal(position, ("lay", [["T♥", "J♥", "Q♥", "K♥", "A♥"]]), game)
    better = {**position, "highest": None}
    opened = after(better, ("lay", [["T♥", "J♥", "Q♥", "K♥", "A♥"]]), game)
    assert after(opened, ("discard", "2♣"), game)["highest"] == 51


def test_announcing() -> None:
    """R51-CARTE-03, D-16."""
    explicit = rules(mode="explicit")
    assert carte_penalty(1, False, explicit) == 2
    assert carte_penalty(1, True, explicit) == 0
    assert carte_penalty(2, False, explicit) == 0
    assert carte_penalty(1, False, CLASSIC_51) == 0
    assert legal(play("Q♣ K♣"), ("discard", "Q♣", True), explicit)
    assert not legal(play("Q♣ K♣ 2♥"), ("discard", "Q♣", True), explicit)


OPEN_23 = {"opened": True, "hand": "T♠ 9♦ 4♣"}
CLOSED = {"opened": False, "hand": "K♠ Q♠"}


@pytest.mark.parametrize(
    ("losers", "winner", "game", "expected"),
    [
        ([{"opened": True, "hand": "A♠ * 9♦"}], {}, CLASSIC_51, [40]),
        ([{"opened": True, "hand": "A♠ * 9♦"}], {}, rules(joker_hand_value=50), [70]),
        ([{"opened": False, "hand": "K♠ K♦ K♥ Q♠ Q♦ J♠ J♦ J♥ T♠ T♦ T♥ * *"}], {}, CLASSIC_51, [100]),
        ([{"opened": False, "hand": "K♠ *"}], {}, rules(unopened_flat=None), [30]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once"}, CLASSIC_51, [46, 200]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once"}, rules(flat_multiplied=False), [46, 100]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once", "final_discard": "*"}, CLASSIC_51, [92, 400]),
        ([OPEN_23], {"final_discard": "*"}, CLASSIC_51, [23]),
        ([OPEN_23], {"final_discard": "*"}, rules(joker_finish_any_factor=2), [46]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once"}, rules(double_on="rami_sec_only"), [23, 100]),
        ([CLOSED], {"kind": "all_at_once"}, rules(double_on="rami_sec_only"), [200]),
        ([OPEN_23], {"kind": "all_at_once", "helped": True}, rules(all_at_once_help=False), [23]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once"}, rules(all_at_once_flat=100), [100, 100]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once", "jokers_used": 0}, LEBANESE_14, [46, 200]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once", "jokers_used": 1}, LEBANESE_14, [35, 150]),
        ([OPEN_23, CLOSED], {"kind": "all_at_once", "jokers_used": 3}, LEBANESE_14, [23, 100]),
        ([{"opened": True, "hand": "*"}], {}, VELVET, [0]),
        ([{"opened": True, "hand": "* * 9♦"}], {}, VELVET, [18]),
        ([{"opened": False, "hand": "A♠ * 9♦"}], {}, VELVET, [100]),
        ([CLOSED, {"opened": False, "hand": "2♠ *"}], {"kind": "all_at_once"}, VELVET, [200, 200]),
        ([{"opened": True, "hand": "T♠ 5♦"}, CLOSED], {"kind": "all_at_once"}, VELVET, [15, 100]),
        ([OPEN_23, CLOSED], {"last_hand": True}, rules(final_hand_multiplier=1000), [23000, 100000]),
    ],
)
def test_scores(losers: list[Any], winner: dict[str, Any], game: Rules, expected: list[int]) -> None:
    """R51-SCORE-01 to R51-SCORE-08, D-55 to D-67, D-129."""
    assert hand_scores({"losers": losers, "winner": winner}, game) == expected


def test_winner_score() -> None:
    """D-60."""
    assert winner_score({"losers": [], "winner": {}}, CLASSIC_51) == 0
    assert winner_score({"losers": [], "winner": {}}, rules(winner_score=-10)) == -10


def test_match() -> None:
    """R51-MATCH-01, D-67, D-69, D-71, D-73, D-130, D-134, D-135."""
    assert match_end([100, 40, 40], CLASSIC_51) == (True, (1, 2), ())
    assert match_end([99, 40, 40], CLASSIC_51) == (False, (), ())
    assert match_end([101, 100, 50], VELVET) == (False, (), (0,))
    assert match_end([150, 101, 50], VELVET) == (True, (2,), (0, 1))
    assert match_end([150, 101, 500], VELVET, playing=[0, 1]) == (True, (1,), (0, 1))
    two_hands = rules(end="hands", hands=2)
    assert not match_end([300, 0], two_hands, hands_counted=1).over
    assert match_end([300, 0], two_hands, hands_counted=2).winners == (1,)
    assert not match_end([300, 0], two_hands, hands_counted=2, void=True).over
    assert next_dealer(3, CLASSIC_51, playing=range(4), seats=4, winner=1) == 0
    assert next_dealer(0, CLASSIC_51, playing=[0, 2, 3], seats=4, winner=0) == 2
    loser = rules(dealer_rotation="loser")
    assert next_dealer(1, loser, playing=range(3), seats=3, winner=1, scores={0: 9, 1: 0, 2: 9}) == 2
    assert next_dealer(1, rules(dealer_after_void="same"), playing=range(3), seats=3) == 1
    assert standings([120, 30, 130, 30], {0: 2, 2: 1}) == [(1, 3), (0,), (2,)]


def test_deal() -> None:
    """R51-MAT-01, R51-MAT-02, R51-DEAL-04, R51-DEAL-05, D-01, D-140."""
    assert len(pack(2, 4)) == 108
    assert deal_counts(4, CLASSIC_51) == {"hands": [14, 13, 13, 13], "discard": 0, "stock": 55}
    assert deal_counts(4, VELVET) == {"hands": [14, 14, 14, 14], "discard": 1, "stock": 51}
    assert can_deal(7, CLASSIC_51)
    assert not can_deal(8, rules(players=(2, 8)))
    deck = pack(2, 4)
    dealt = deal(deck, CLASSIC_51, seats=4, dealer=1)
    assert dealt["hands"][2][:2] == [deck[0], deck[4]]
    assert dealt["hands"][1][-1] == deck[52]
    assert dealt["stock"][0] == deck[53]
    assert (dealt["player"], dealt["phase"]) == (1, "play")


def actions_by_brute_force(position: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Every action of any shape with the cards at hand and on the table."""
    own = hand(position["hand"])
    table = [(index, each) for index, entry in enumerate(position["table"]) for each in cards(entry[1])]
    found: list[tuple[Any, ...]] = [("discard", face) for face in set(own)]
    for index, entry in enumerate(position["table"]):
        for face in set(own):
            found += [("layoff", face, index, at) for at in (None, "low", "high")]
            found += [("swap", index, place, face) for place in range(len(entry[1]))]
    single: set[tuple[tuple[str, ...], tuple[tuple[int, str], ...]]] = set()
    for size in (1, 2, 3, 4):
        for chosen in combinations(own, size):
            for more in range(5 - size):
                for sources in combinations(table, more):
                    for meld in permutations((*chosen, *(face for _, face in sources))):
                        if len(meld) >= 3 and kind(meld, CLASSIC_51):
                            single.add((meld, sources))
    found += [("lay", [meld], list(sources)) for meld, sources in single]
    if not position["opened"][0]:
        found += [("lay", [a, b]) for a, s in single for b, t in single if not s and not t and a < b]
    return found


def ends_by_walking(position: dict[str, Any], game: Rules) -> set[str]:
    """Every end of the turn, by legal single actions without any memory."""
    ends: set[str] = set()
    for action in actions_by_brute_force(position):
        if legal(position, action, game):
            reached = after(position, action, game)
            ends |= {reached["text"]} if "text" in reached else ends_by_walking(reached, game)
    return ends


@pytest.mark.parametrize(
    ("own", "table", "facts", "game"),
    [
        ("4♠ 5♥ 6♥ 7♥", [[1, "2♠ 3♠ *"], [0, "8♦ 8♣ 8♠ 8♥"]], {}, CLASSIC_51),
        ("4♠ 5♥ 6♥", [[1, "2♠ 3♠ *"]], {}, VELVET),
        ("4♠ 5♥ 6♥ 9♣", [[1, "2♠ 3♠ *"]], {"taken": "4♠"}, RAMI_500),
        ("T♥ J♥ Q♥ K♦ K♠ K♥", [[1, "2♥ 3♥ 4♥ *"]], {"opened": [False, True]}, CLASSIC_51),
    ],
)
def test_turn_ends_against_a_walk(own: str, table: list[Any], facts: dict[str, Any], game: Rules) -> None:
    """No dead ends, nothing missed: the search and the walk by single legal actions agree."""
    position = play(own, table, **facts)
    ends = turn_ends(position, game)
    assert ends
    assert ends == ends_by_walking(position, game)
