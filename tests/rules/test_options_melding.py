"""Options of melds and of the opening, each against Classic Rami 51."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.scenes import (
    ACES,
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    before_draw,
    everything,
    house,
    listed,
    refused,
    scene,
    with_taken,
)

from rami import (
    Cards,
    Discard,
    DrawStock,
    InvalidMeld,
    LayDown,
    LayOff,
    Source,
    SwapWild,
    TakeDiscard,
    Variant,
)

NO_FIT = "does_not_fit R51-LAYOFF-01"
OWN = (0, "T♣ J♣ Q♣ K♣")


def faults(variant: Variant, cards: str) -> list[str]:
    """Why the variant refuses these cards as a new meld; a round lists and judges them in the same way."""
    position = scene(f"{cards} K♦ 2♦", [OWN], variant=variant)
    try:
        meld = variant.meld(cards)
    except InvalidMeld as error:
        assert not variant.readings(cards)
        return [str(each.code) for each in error.violations]
    assert LayDown([meld]) in position.legal_moves
    assert LayDown([meld]) in set(position.legal_moves)
    return []


@pytest.mark.parametrize(
    "options,cards,classic,changed",
    [
        # set_suits, set_min, set_max
        ({"melding__set_suits": "any", "table__set_joker": "never"}, "5♠ 5♦ 5♦", ["group_suits"], []),
        ({"melding__set_suits": "any", "table__set_joker": "never"}, "5♠ 5♠ 5♦ 5♦", ["group_suits"], []),
        (
            {"melding__set_suits": "any", "table__set_joker": "never"},
            "5♠ 5♠ 5♦ 5♦ 5♣",
            ["group_suits", "group_too_large"],
            ["group_too_large"],
        ),
        (
            {"melding__set_suits": "any", "table__set_joker": "never", "melding__set_max": None},
            "5♠ 5♠ 5♦ 5♦ 5♣ 5♣ 5♥ *",
            ["group_suits", "group_too_large"],
            [],
        ),
        (
            {"melding__set_max": 3, "table__set_joker": "either_missing"},
            "5♠ 5♦ 5♣ 5♥",
            [],
            ["group_too_large"],
        ),
        ({"melding__set_min": 4}, "5♠ 5♦ 5♣", [], ["group_too_small"]),
        ({"melding__set_min": 4}, "5♠ 5♦ 5♣ 5♥", [], []),
        # run_min, max_run, run_wrap, ace
        ({"melding__run_min": 4}, "5♠ 6♠ 7♠", [], ["run_too_short"]),
        ({"melding__run_min": 4}, "5♠ 6♠ 7♠ 8♠", [], []),
        ({"melding__max_run": 5}, "5♠ 6♠ 7♠ 8♠ 9♠ T♠", [], ["run_too_long"]),
        ({"melding__max_run": 5}, "5♠ 6♠ 7♠ 8♠ 9♠", [], []),
        ({"melding__max_run": 13}, "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠", [], ["run_too_long"]),
        ({"melding__max_run": 13}, "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠", [], []),
        ({"melding__run_wrap": True}, "K♠ A♠ 2♠", ["run_gap"], []),
        ({"melding__run_wrap": True}, "Q♠ K♠ * 2♠", ["run_gap"], []),
        ({"melding__ace": "low", "melding__max_run": 13}, "Q♠ K♠ A♠", [], ["run_ace"]),
        ({"melding__ace": "low", "melding__max_run": 13}, "A♠ 2♠ 3♠", [], []),
        ({"melding__ace": "low", "melding__max_run": 13}, "A♠ A♦ A♣", [], []),
        # wilds
        ({"melding__max_wild": 2}, "5♠ * * 8♠", ["wild_count"], []),
        ({"melding__max_wild": 2}, "5♠ 5♦ * *", ["wild_count"], []),
        ({"melding__max_wild": 2}, "5♠ * * 8♠ *", ["wild_count"], ["wild_count"]),
        ({"melding__max_wild": None}, "5♠ * * 8♠ * *", ["wild_count"], []),
        ({"melding__max_wild": None}, "5♠ * *", ["wild_count", "few_naturals"], ["few_naturals"]),
        ({"melding__max_wild_scope": "run"}, "5♠ 5♦ * *", ["wild_count"], []),
        ({"melding__max_wild_scope": "run"}, "5♠ * * 8♠", ["wild_count"], ["wild_count"]),
        ({"melding__max_wild": 2, "melding__min_natural": 3}, "5♠ * * 8♠", ["wild_count"], ["few_naturals"]),
        ({"melding__max_wild": 2, "melding__min_natural": 3}, "5♠ 6♠ *", [], ["few_naturals"]),
        ({"melding__max_wild": 2, "melding__min_natural": 3}, "5♠ 6♠ 7♠ * *", ["wild_count"], []),
        ({"melding__max_wild": 2, "melding__min_natural": 3}, "5♠ 6♠ 7♠", [], []),
        ({"melding__max_wild": 3, "melding__wild_limit": "at_most_half"}, "5♠ * * 8♠", ["wild_count"], []),
        (
            {"melding__max_wild": 3, "melding__wild_limit": "at_most_half"},
            "5♠ * * 8♠ *",
            ["wild_count"],
            ["wild_share"],
        ),
        (
            {"melding__max_wild": 3, "melding__wild_limit": "minority"},
            "5♠ * * 8♠",
            ["wild_count"],
            ["wild_share"],
        ),
        ({"melding__max_wild": 3, "melding__wild_limit": "minority"}, "5♠ * * 8♠ 9♠", ["wild_count"], []),
        (
            {
                "melding__max_wild": 3,
                "melding__wild_limit": "minority",
                "melding__wild_limit_scope": "laydown",
            },
            "5♠ * * 8♠",
            ["wild_count"],
            ["wild_share"],
        ),
        (
            {"melding__max_wild": 2, "melding__adjacent_wilds": False},
            "5♠ * * 8♠",
            ["wild_count"],
            ["wilds_adjacent"],
        ),
        ({"melding__max_wild": 2, "melding__adjacent_wilds": False}, "5♠ * 7♠ *", ["wild_count"], []),
        ({"melding__max_wild": 2, "melding__adjacent_wilds": False}, "5♠ 5♥ * *", ["wild_count"], []),
        ({"melding__joker_at_ends": "placement"}, "5♠ * 7♠", [], ["wild_inside"]),
        ({"melding__joker_at_ends": "placement"}, "* 6♠ 7♠", [], []),
        ({"melding__joker_at_ends": "invariant"}, "5♠ * 7♠", [], ["wild_inside"]),
        ({"melding__joker_at_ends": "invariant"}, "5♠ 5♥ *", [], []),
    ],
)
def test_what_a_meld_is(options: dict[str, Any], cards: str, classic: list[str], changed: list[str]) -> None:
    assert faults(CLASSIC, cards) == classic
    assert faults(house(**options), cards) == changed


@pytest.mark.parametrize(
    "options,meld,card,end,classic,changed",
    [
        ({"melding__set_suits": "any", "table__set_joker": "never"}, "5♠ 5♦ 5♣", "5♣", None, False, True),
        ({"melding__set_max": 3, "table__set_joker": "either_missing"}, "5♠ 5♦ 5♣", "5♥", None, True, False),
        ({"melding__max_run": 4}, "5♠ 6♠ 7♠ 8♠", "9♠", None, True, False),
        ({"melding__run_wrap": True}, "Q♠ K♠ A♠", "2♠", None, False, True),
        ({"melding__run_wrap": True}, "A♠ 2♠ 3♠", "K♠", None, False, True),
        ({"melding__ace": "low", "melding__max_run": 13}, "J♠ Q♠ K♠", "A♠", None, True, False),
        ({"melding__ace": "low", "melding__max_run": 13}, "2♠ 3♠ 4♠", "A♠", None, True, True),
        ({"melding__max_wild": 2}, "5♠ 6♠ *", "*", "low", False, True),
        ({"melding__max_wild_scope": "run"}, "5♠ 5♦ *", "*", None, False, True),
        ({"melding__max_wild_scope": "run"}, "5♠ 6♠ *", "*", "low", False, False),
        ({"melding__max_wild": 2, "melding__wild_limit": "at_most_half"}, "5♠ 6♠ *", "*", "low", False, True),
        ({"melding__max_wild": 2, "melding__wild_limit": "minority"}, "5♠ 6♠ *", "*", "low", False, False),
        (
            {
                "melding__max_wild": 2,
                "melding__wild_limit": "minority",
                "melding__wild_limit_scope": "laydown",
            },
            "5♠ 6♠ *",
            "*",
            "low",
            False,
            True,
        ),
        ({"melding__max_wild": 2, "melding__adjacent_wilds": False}, "5♠ 6♠ *", "*", "high", False, False),
        ({"melding__max_wild": 2, "melding__adjacent_wilds": False}, "5♠ 6♠ *", "*", "low", False, True),
        ({"melding__joker_at_ends": "placement"}, "6♠ 7♠ *", "9♠", None, True, True),
        ({"melding__joker_at_ends": "invariant"}, "6♠ 7♠ *", "9♠", None, True, False),
        ({"melding__joker_at_ends": "invariant"}, "6♠ 7♠ *", "5♠", None, True, True),
        ({"melding__joker_at_ends": "placement"}, "6♠ 7♠ 8♠", "*", "high", True, True),
    ],
)
def test_what_joins_a_meld(
    options: dict[str, Any], meld: str, card: str, end: Any, classic: bool, changed: bool
) -> None:
    move = LayOff(card, 0, end)
    for variant, legal in ((CLASSIC, classic), (house(**options), changed)):
        position = scene(f"{card} K♦ 2♦", [(0, meld)], variant=variant)
        if legal:
            allowed(position, move)
            assert {(each.card, each.meld) for each in position.legal_moves if isinstance(each, LayOff)} >= {
                (move.card, 0)
            }
        else:
            refused(position, move, NO_FIT)


@pytest.mark.rule("R51-VAL-04")
@pytest.mark.parametrize(
    "values,low,high,group", [((1, 11, 11), 6, 31, 33), ((10, 10, 10), 15, 30, 30), ((2, 20, 5), 7, 40, 15)]
)
def test_ace_meld_values(values: tuple[int, int, int], low: int, high: int, group: int) -> None:
    variant = house(melding__ace_meld_values=values)
    assert [variant.points(cards) for cards in ("A♠ 2♠ 3♠", "Q♠ K♠ A♠", ACES)] == [low, high, group]
    assert [variant.points(cards) for cards in ("* 2♠ 3♠", "Q♠ K♠ *", "A♦ A♣ *")] == [low, high, group]
    opens = 24 + group >= 51
    assert (LayDown(OPENING) in scene(f"{RUN} {ACES} K♦", variant=variant).legal_moves) == opens


@pytest.mark.rule("R51-VAL-04", "R51-OPEN-01")
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_an_ace_that_is_dear_in_a_run_only_opens_there(suit: str) -> None:
    variant = house(melding__ace_meld_values=(2, 20, 5))
    opening = LayDown([f"Q{suit} K{suit} A{suit}", "4♥ 4♦ 4♣"])
    position = scene(f"Q{suit} K{suit} A{suit} 4♥ 4♦ 4♣ 2♦", variant=variant)
    allowed(position, opening)
    assert [str(move) for move in position.legal_moves if isinstance(move, LayDown)] == [
        str(position.parse(opening))
    ]


@pytest.mark.rule("VARIATION-JOKER-01")
@pytest.mark.parametrize("value,points", [("represented", 18), (0, 11), (35, 46)])
def test_joker_meld_value(value: Any, points: int) -> None:
    assert house(melding__joker_meld_value=value).points("5♠ 6♠ *") == points


def test_two_jokers_in_one_run_are_told_apart() -> None:
    variant = house(melding__max_wild=2)
    position = scene("6♠ 7♠ 9♥ 9♦ K♦", [OWN, (1, "5♠ * * 8♠")], variant=variant)
    for card, at in (("6♠", 1), ("7♠", 2)):
        after = allowed(position, SwapWild(1, None, card))
        assert after == allowed(position, SwapWild(1, at, card))
        allowed(after, LayDown("9♥ 9♦ *"), Discard("K♦"))
    refused(position, SwapWild(1, 2, "6♠"), "swap_mismatch R51-JSWAP-01")


# the opening


WINDOW = ["4♠ 5♠ 6♠ * 8♠", "K♥ K♦ K♣"]
BROKEN = ["4♠ 5♠ * 7♠ 8♠", "K♥ K♦ K♣"]
CLEAN_GROUP = ["K♦ K♣ K♥", "9♠ T♠ *"]
DIRTY = ["K♦ K♣ *", "9♠ T♠ *"]
LACKING = {
    "run_meld": "opening_clean_run",
    "run_window": "opening_clean_window",
    "run_or_set": "opening_clean_meld",
}


@pytest.mark.rule("R51-OPEN-01")
@pytest.mark.parametrize(
    "clean,legal",
    [
        ("run_meld", [True, False, False, False, False]),
        ("run_window", [True, True, False, False, False]),
        ("run_or_set", [True, True, True, True, False]),
        (None, [True, True, True, True, True]),
    ],
)
def test_clean(clean: Any, legal: list[bool]) -> None:
    variant = house(opening__clean=clean)
    for melds, expected in zip([OPENING, WINDOW, BROKEN, CLEAN_GROUP, DIRTY], legal, strict=True):
        assert variant.check_opening(melds).ok == expected, melds
        position = scene(f"{' '.join(melds)} 2♦", variant=variant)
        if expected:
            allowed(position, LayDown(melds))
            assert str(position.parse(LayDown(melds))) in listed(position, LayDown)
        else:
            refused(position, LayDown(melds), f"{LACKING[clean]} R51-OPEN-01")


@pytest.mark.rule("R51-OPEN-05")
def test_post_open() -> None:
    variant = house(opening__post_open="next_turn")
    table = [(1, "9♣ T♣ J♣ Q♣"), (1, "2♦ 3♦ *")]
    hand = "7♠ 8♠ 9♠ A♦ A♣ A♥ 8♣ 4♦ 5♥ 5♠ 9♥ 9♦ 2♣ 2♥ 2♠ K♦"
    opened = allowed(scene(hand, table, variant=variant), LayDown(OPENING))
    wait = "opening_next_turn R51-OPEN-05"
    refused(opened, LayOff("8♣", 0), wait)
    refused(opened, SwapWild(1, None, "4♦"), wait)
    refused(opened, LayDown("9♣ 9♥ 9♦", Source("9♣", 0)), wait)
    allowed(opened, LayDown("2♣ 2♥ 2♠"))
    same = allowed(scene(hand, table), LayDown(OPENING))
    allowed(same, LayOff("8♣", 0))
    allowed(same, LayDown("9♣ 9♥ 9♦", Source("9♣", 0)))
    later = allowed(opened, Discard("K♦"), DrawStock())
    later = later.play(Discard(next(iter(later.hands[1])))).play(DrawStock())
    allowed(later, LayOff("8♣", 0))
    allowed(later, LayDown("9♣ 9♥ 9♦", Source("9♣", 0)))


@pytest.mark.rule("VARIATION-RSEC-01")
@pytest.mark.parametrize(
    "requires,poor,dirty", [("full", False, False), ("points", False, True), ("nothing", True, True)]
)
def test_all_at_once_requires(requires: str, poor: bool, dirty: bool) -> None:
    variant = house(opening__all_at_once_requires=requires)
    for melds, legal in ((["2♠ 3♠ 4♠", "4♦ 4♣ 4♥"], poor), (["K♠ K♦ K♥", "Q♠ Q♦ Q♥"], dirty)):
        hand = " ".join(melds)
        assert (LayDown(melds) in scene(f"{hand} 9♣", variant=variant).legal_moves) == legal
        assert LayDown(melds) not in scene(f"{hand} 9♣ 7♥", variant=variant).legal_moves
        helped = scene(f"{hand} 9♣ 7♥", [(1, "4♥ 5♥ 6♥")], variant=variant)
        assert (LayDown(melds) in helped.legal_moves) == legal
        if legal:
            begun = allowed(helped, LayDown(melds))
            refused(begun, Discard("9♣"), "duty_out VARIATION-RSEC-01")
            assert allowed(begun, LayOff("7♥", 0), Discard("9♣")).over


@pytest.mark.rule("VARIATION-THRESH-01")
@pytest.mark.parametrize("highest,legal", [(0, True), (56, True), (57, False), (80, False)])
def test_escalates(highest: int, legal: bool) -> None:
    variant = house(opening__escalates=True)
    position = scene(f"{RUN} {ACES} K♦ 2♣", [(1, "4♣ 4♦ 4♥")], variant=variant, highest_opening=highest)
    assert variant.check_opening(OPENING, highest_before=highest).ok == legal
    if legal:
        assert allowed(position, LayDown(OPENING)).setup.highest_opening == 57
    else:
        refused(position, LayDown(OPENING), "opening_escalates VARIATION-THRESH-01")
        assert not listed(position, LayDown)


def test_escalates_from_one_player_to_the_next() -> None:
    variant = house(opening__escalates=True)
    position = scene(f"{RUN} {ACES} K♦ 2♣", variant=variant, others=["7♥ 8♥ 9♥ A♠ A♣ A♦ T♥ K♦ 3♣"])
    position = allowed(position, LayDown(OPENING), Discard("K♦"), DrawStock())
    refused(position, LayDown(["7♥ 8♥ 9♥", "A♠ A♣ A♦"]), "opening_escalates VARIATION-THRESH-01")
    after = allowed(position, LayDown(["7♥ 8♥ 9♥ T♥", "A♠ A♣ A♦"]))
    assert after.setup.highest_opening == 67


BURNT = "wild_not_burnt LEB-JOK-01"


@pytest.mark.rule("LEB-JOK-01")
@pytest.mark.parametrize(
    "table,pile,melds,both",
    [
        ([(1, "6♠ 6♥ 6♦"), (0, "6♠ 7♠ 8♠")], "J♦", True, True),
        ([(1, "6♠ 6♥ 6♦"), (0, "T♣ J♣ Q♣")], "6♠ J♦", False, True),
        ([(1, "6♠ 6♥ 6♦"), (0, "T♣ J♣ Q♣")], "J♦ 6♠", False, True),
        ([(0, "T♣ J♣ Q♣")], "6♠ 6♠", False, True),
        ([(0, "T♣ J♣ Q♣")], "6♠ J♦", False, False),
    ],
)
def test_burnt_scope(table: list[tuple[int, str]], pile: str, melds: bool, both: bool) -> None:
    joker = LayDown("5♠ * 7♠")
    for scope, legal in (("melds", melds), ("melds_and_discards", both)):
        variant = house(melding__joker_in_run="burnt", melding__burnt_scope=scope)
        position = scene("5♠ 7♠ * K♦ 2♦", table, variant=variant, discards=pile)
        if legal:
            allowed(position, joker)
        else:
            refused(position, joker, BURNT)
    allowed(scene("5♠ 7♠ * K♦ 2♦", table, discards=pile), joker)


@pytest.mark.rule("LEB-JOK-01")
def test_the_pile_burns_as_it_is_in_the_turn() -> None:
    """A card drawn or taken from the pile is not on it any more, and a renewed stock takes the pile away."""
    variant = house(melding__joker_in_run="burnt", melding__burnt_scope="melds_and_discards")
    table = [(0, "6♠ 7♠ 8♠"), (1, "9♥ T♥ J♥")]
    laid = LayDown("5♠ * 7♠")
    below = with_taken("Q♥", "5♠ 7♠ * K♦ 2♦", table, variant=variant, discards="6♠ J♦")
    allowed(below, DrawStock(), laid)
    allowed(below, TakeDiscard(), laid)
    top = with_taken("6♠", "5♠ 7♠ * K♦ 2♦", table, variant=variant)
    allowed(top, DrawStock(), laid)
    taken = allowed(top, TakeDiscard())
    refused(taken, laid, BURNT)
    allowed(taken, LayDown("5♠ 6♠ 7♠"), Discard("*"))
    held, pile = "5♠ 7♠ * K♦ 2♦", "6♠ J♦ Q♣"
    rest = everything(below) - Cards(held) - Cards(pile) - Cards("6♠ 7♠ 8♠ 9♥ T♥ J♥")
    empty = before_draw(held, table, variant=variant, discards=pile, stock="", others=[str(rest)])
    drawn = allowed(empty, DrawStock())
    assert [str(card) for card in drawn.discards] == ["Q♣"]
    refused(drawn, laid, BURNT)
