"""Frustration: groups, runs, wild twos, the table."""

from __future__ import annotations

import pytest
from tests.flat import with_options
from tests.rules.scenes import allowed, listed, refused, scene, table_text, why_not

from rami import (
    Card,
    Discard,
    Group,
    InvalidVariant,
    LayDown,
    LayOff,
    Run,
    SwapWild,
    variants,
)
from rami.policies import Variant

FRU = variants.FRUSTRATION
OWN = (0, "J♣ Q♣ K♣")
NO_FIT = "does_not_fit FRU-POST-01"
MISMATCH = "swap_mismatch FRU-JRET-01"
SHARE = "wild_share FRU-WILD-02"
FEW = "few_naturals FRU-WILD-02"


# melds


@pytest.mark.rule("FRU-SET-01", "FRU-DEF-01")
@pytest.mark.parametrize("cards", ["5♠ 5♦ 5♦", "5♠ 5♠ 5♦ 5♦", "K♠ K♠ K♦ K♦ K♥ K♥ K♣ K♣", "A♠ A♥ A♥"])
def test_groups_of_any_suits_and_any_size(cards: str) -> None:
    group = FRU.meld(cards)
    assert isinstance(group, Group)
    assert group.suits == "any"
    assert FRU.wilds(group) == ()


@pytest.mark.rule("FRU-SET-01", "FRU-RUN-01", "FRU-WILD-01", "FRU-WILD-02", "FRU-ACE-01")
@pytest.mark.parametrize(
    "cards,why",
    [
        ("5♠ 5♦", ["group_too_small FRU-SET-01"]),
        ("7♠ 8♠", ["run_too_short FRU-RUN-01"]),
        ("7♠ 8♠ 9♥", ["run_suits FRU-RUN-01"]),
        ("7♠ 8♠ T♠", ["run_gap FRU-RUN-01"]),
        ("K♠ A♠ 3♠", ["run_gap FRU-RUN-01"]),
        ("Q♠ K♠ A♠ *", ["run_ace FRU-ACE-01"]),
        ("2♠ 2♥ 2♦", [FEW, SHARE]),
        ("5♥ * 2♣", [FEW, SHARE]),
        ("5♥ 5♠ * 2♣ 2♦", [SHARE]),
        ("5♥ 6♥ * 2♣ 2♦", [SHARE]),
        ("5♥ * 7♥ 2♣ 2♦ T♥ *", [SHARE]),
    ],
)
def test_what_is_no_meld(cards: str, why: list[str]) -> None:
    assert sorted(why_not(cards, FRU)) == sorted(why)


@pytest.mark.rule("FRU-RUN-01", "FRU-RANK-01", "FRU-ACE-01", "FRU-ACE-02")
def test_runs_go_from_the_low_ace_to_the_high_one() -> None:
    """The place of the two is filled by a wild card, whichever two it is."""
    order = "A23456789TJQKA"
    for at in range(12):
        run = FRU.meld(" ".join(f"{rank}♣" for rank in order[at : at + 3]))
        assert isinstance(run, Run)
        assert run.low == at + 1
        assert FRU.wilds(run) == ((2 - run.low,) if at < 2 else ())
    for two in ("2♠", "2♥", "*"):
        run = FRU.meld(f"A♠ {two} 3♠")
        assert isinstance(run, Run)
        assert (run.low, FRU.wilds(run)) == (1, (1,))
        assert run.placed[1].stands_for == Card("2♠")
    assert [str(run) for run in FRU.readings("A♠ 3♠ 4♠ *")] == ["A♠ * 3♠ 4♠"]
    assert FRU.readings("A♠ 3♠ 4♠") == ()
    whole = FRU.meld("A♣ 2♦ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣ Q♣ K♣ A♣")
    assert len(whole) == 14


@pytest.mark.rule("FRU-WILD-01")
def test_a_two_stands_for_any_card_as_a_joker_does() -> None:
    for wild in ("*", "2♥", "2♠"):
        assert [str(meld) for meld in FRU.readings(f"7♠ 9♠ {wild}")] == [f"7♠ {wild} 9♠"]
        assert len(FRU.readings(f"7♠ 8♠ {wild}")) == 2
        assert str(FRU.meld(f"9♠ 9♦ {wild}")) == f"9♦ 9♠ {wild}"
    run = FRU.meld("2♠ 3♠ 4♠")
    assert (FRU.wilds(run), run) == ((0,), Run("2♠ 3♠ 4♠"))
    assert sorted(map(str, FRU.readings("2♠ 3♠ 4♠"))) == ["2♠ 3♠ 4♠", "3♠ 4♠ 2♠"]


@pytest.mark.rule("FRU-WILD-02")
@pytest.mark.parametrize(
    "options,cards",
    [
        ({"wild_limit": "minority"}, "5♥ 6♥ * 2♣"),
        ({"adjacent_wilds": False}, "5♥ * 2♣ 8♥"),
        ({"max_wild": 1}, "5♥ 6♥ 7♥ * 9♥ *"),
    ],
)
def test_other_limits_of_wild_cards(options: dict[str, object], cards: str) -> None:
    assert FRU.meld(cards)
    assert why_not(cards, with_options(FRU, options))


def test_options_about_twos_that_are_refused() -> None:
    refused_options: list[dict[str, object]] = [
        {"natural_twos": True},
        {"wild_ranks": []},
        {"run_joker": "never", "recovered_joker": None, "recover_twos": False},
        {"wild_ranks": [3]},
    ]
    for options in refused_options:
        with pytest.raises(InvalidVariant):
            with_options(FRU, options)


# the table


@pytest.mark.rule("FRU-WILD-02", "FRU-POST-01")
def test_half_stays_the_limit_on_the_table() -> None:
    position = scene("* 2♥ 6♥ K♦", [OWN, (1, "5♥ 5♠ *"), (1, "7♥ 8♥ *")], variant=FRU)
    full = allowed(position, LayOff("*", 1))
    refused(full, LayOff("2♥", 1), NO_FIT)
    run = allowed(position, LayOff("*", 2, "high"))
    refused(run, LayOff("2♥", 2), NO_FIT)
    allowed(run, LayOff("6♥", 2), LayOff("2♥", 2, "low"))
    at_first = with_options(FRU, {"wild_limit_scope": "laydown"})
    later = scene("* 2♥ 6♥ K♦", [OWN, (1, "5♥ 5♠ *")], variant=at_first)
    allowed(later, LayOff("*", 1), LayOff("2♥", 1))
    assert why_not("5♥ 5♠ * 2♣ 2♥", at_first)


@pytest.mark.rule("FRU-JRET-01")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("wild", ["*", "2♦"])
def test_a_wild_card_leaves_a_run_for_the_very_card(owner: int, wild: str) -> None:
    table = [OWN, (owner, f"7♥ {wild} 9♥")]
    position = scene("8♥ 8♠ 5♠ 5♦ K♦ 3♣", table, variant=FRU)
    refused(position, SwapWild(1, None, "8♠"), MISMATCH)
    after = allowed(position, SwapWild(1, None, "8♥"))
    assert f"{owner}: 7♥ 8♥ 9♥" in table_text(after)
    assert Card(wild) in after.hands[0]
    refused(after, Discard("K♦"), "duty_wild FRU-JRET-02")
    unopened = scene("8♥ 8♠ 5♠ 5♦ K♦ 3♣", [(1, f"7♥ {wild} 9♥")], variant=FRU)
    refused(unopened, SwapWild(0, None, "8♥"), "opening_needed FRU-POST-01")


@pytest.mark.rule("FRU-JRET-01", "FRU-ACE-02")
def test_the_wild_card_in_the_place_of_the_two_stays() -> None:
    for wild in ("*", "2♠", "2♥"):
        position = scene("2♠ 8♠ 5♠ K♦", [OWN, (1, f"A♠ {wild} 3♠")], variant=FRU)
        refused(position, SwapWild(1, None, "2♠"), MISMATCH)
        refused(position, SwapWild(1, 1, "2♠"), MISMATCH)


@pytest.mark.rule("FRU-JRET-03")
def test_wild_cards_of_groups_are_lost() -> None:
    for group in ("9♥ 9♦ *", "9♥ 9♦ 9♣ *", "9♥ 9♦ 2♥ *"):
        position = scene("9♠ 8♠ 5♠ K♦", [OWN, (1, group)], variant=FRU)
        refused(position, SwapWild(1, None, "9♠"), "swap_group FRU-JRET-03")
        allowed(position, LayOff("9♠", 1))


@pytest.mark.rule("FRU-JRET-01")
def test_twos_may_be_left_where_they_are() -> None:
    house = with_options(FRU, {"recover_twos": False})
    table = [OWN, (1, "7♥ 2♦ 9♥"), (1, "7♠ * 9♠")]
    position = scene("8♥ 8♠ 5♠ 5♦ K♦ 3♣", table, variant=house)
    refused(position, SwapWild(1, None, "8♥"), "swap_run FRU-JRET-01")
    allowed(position, SwapWild(2, None, "8♠"))
    both = scene("2♣ * 5♠ 6♥ 8♥ 8♠ K♦", [OWN], variant=house)
    runs = {move for move in listed(both, LayDown) if "8♥" in move and "6♥" in move}
    assert {"lay 6♥ 2♣ 8♥", "lay 6♥ * 8♥"} <= runs


@pytest.mark.rule("R51-TAKE-01", "FRU-WILD-01")
def test_cards_are_taken_for_melds_with_wild_twos() -> None:
    house = with_options(FRU, {"table.take": "opened"})
    position = scene("2♣ 2♠ 6♥ K♦", [OWN, (1, "5♥ 6♥ 2♥ 8♥")], variant=house)
    assert listed(position, LayDown) == {
        "lay 2♣ 5♥ 6♥ from 1:5♥",
        "lay 5♥ 6♥ 2♣ from 1:5♥",
        "lay 2♣ 2♠ 5♥ 6♥ from 1:5♥",
        "lay 2♣ 5♥ 6♥ 2♠ from 1:5♥",
        "lay 5♥ 6♥ 2♣ 2♠ from 1:5♥",
        "lay 6♥ 2♣ 8♥ from 1:8♥",
        "lay 2♣ 6♥ 2♠ 8♥ from 1:8♥",
        "lay 6♥ 2♣ 8♥ 2♠ from 1:8♥",
    }
    wilds = with_options(FRU, {"table.take": "opened", "take_joker": True})
    position = scene("2♠ 6♥ 8♥ K♦", [OWN, (1, "9♠ 9♦ 9♣ 2♦")], variant=wilds)
    taking = {move for move in listed(position, LayDown) if "1:2♦" in move}
    assert taking == {
        "lay 6♥ 2♦ 8♥ from 1:2♦",
        "lay 2♦ 6♥ 2♠ 8♥ from 1:2♦",
        "lay 6♥ 2♦ 8♥ 2♠ from 1:2♦",
    }


# wild cards that may be exchanged are listed once


@pytest.mark.rule("FRU-WILD-01")
def test_one_of_the_wild_cards_is_listed_and_all_are_allowed() -> None:
    position = scene("2♣ 2♠ * 6♥ 8♥ K♦", [OWN], variant=FRU)
    assert listed(position, LayOff) == {"off 2♣ > 0 low", "off 2♣ > 0 high"}
    assert listed(position, LayDown) == {"lay 6♥ 2♣ 8♥", "lay 2♣ 6♥ 2♠ 8♥", "lay 6♥ 2♣ 8♥ 2♠"}
    for wild in ("2♣", "2♠", "*"):
        allowed(position, LayOff(wild, 0, "high"))
        allowed(position, LayDown(f"6♥ {wild} 8♥"))
    assert len([move for move in position.legal_moves if isinstance(move, Discard)]) == 6


@pytest.mark.rule("FRU-WILD-01", "LEB-JOK-01")
def test_twos_that_stay_stand_where_they_like_among_burnt_cards() -> None:
    """Only the joker could be recovered later, so its place matters."""
    house = with_options(FRU, {"joker_in_run": "burnt", "recover_twos": False})
    burnt = [(1, f"{rank}♥ {rank}{suit} {rank}♠") for rank in "79" for suit in "♦♣"]
    position = scene("2♣ * 6♥ 8♥ K♦", [OWN, *burnt], variant=house)
    assert {
        move for move in listed(position, LayDown) if move.count("♥") == 2 and "*" in move and "2♣" in move
    } == {
        "lay 6♥ 2♣ 8♥ *",
        "lay 6♥ * 8♥ 2♣",
    }


@pytest.mark.rule("FRU-WILD-01")
def test_twos_that_stay_are_one_kind_and_jokers_another() -> None:
    """In a run it matters where each kind stands, in a group how many of each there are."""
    house = with_options(FRU, {"recover_twos": False})
    position = scene("2♣ 2♠ * * 6♥ 7♥ K♦", [OWN], variant=house)
    pairs = [("2♣", "2♠"), ("2♣", "*"), ("*", "2♣"), ("*", "*")]
    shapes = ["{} {} 6♥ 7♥", "{} 6♥ 7♥ {}", "6♥ 7♥ {} {}"]
    assert listed(position, LayDown) == {
        *(f"lay {shape.format(*pair)}" for shape in shapes for pair in pairs),
        *(f"lay {shape.format(wild)}" for shape in ("{} 6♥ 7♥", "6♥ 7♥ {}") for wild in ("2♣", "*")),
    }
    assert listed(position, LayOff) == {
        f"off {wild} > 0 {end}" for wild in ("2♣", "*") for end in ("low", "high")
    }
    position = scene("2♣ 2♠ * * 6♥ 6♠ K♦", [OWN], variant=house)
    assert listed(position, LayDown) == {
        f"lay 6♥ 6♠ {wilds}" for wilds in ("2♣", "*", "2♣ 2♠", "2♣ *", "* *")
    }


@pytest.mark.rule("FRU-JRET-02", "FRU-WILD-01")
def test_a_wild_card_that_is_owed_stands_apart() -> None:
    position = scene("8♥ 2♠ 5♠ 5♦ K♦ 3♣", [OWN, (1, "7♥ * 9♥")], variant=FRU)
    swapped = allowed(position, SwapWild(1, None, "8♥"))
    assert {"lay 5♦ 5♠ 2♠", "lay 5♦ 5♠ *"} <= listed(swapped, LayDown)


def test_a_two_is_shown_as_wild_wherever_a_meld_comes_from() -> None:
    def is_wild(variant: Variant, run: object) -> bool:
        return isinstance(run, Run) and variant.wilds(run) == ((1,) if variant is FRU else ())

    for variant in (FRU, variants.CLASSIC_51):
        table = [(0, "A♠ 2♠ 3♠")]
        position = scene("A♥ 2♥ 3♥ K♦ T♦", table, variant=variant)
        laid = next(move for move in position.legal_moves if isinstance(move, LayDown))
        melds = [
            variant.meld("A♠ 2♠ 3♠"),
            variant.readings("A♠ 2♠ 3♠")[0],
            variant.best_melds("A♠ 2♠ 3♠").melds[0],
            position.table[0].meld,
            position.view(1).table[0].meld,
            position.setup.table[0].meld,
            laid.melds[0],
            position.play(laid).table[1].meld,
        ]
        assert all(is_wild(variant, meld) for meld in melds), variant
