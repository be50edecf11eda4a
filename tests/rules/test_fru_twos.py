"""Frustration: wild twos."""

from __future__ import annotations

import pytest
from tests.support.flat import with_options
from tests.support.worked.scenes import listed, scene

from rami import LayDown, LayOff, Run, variants
from rami.errors import InvalidVariant
from rami.policies import Variant

FRU = variants.FRUSTRATION
OWN = (0, "J♣ Q♣ K♣")


def test_options_about_twos_that_are_refused() -> None:
    refused_options: list[dict[str, object]] = [
        {"wild_ranks": []},
        {"run_joker": "never", "recovered_joker": None, "recover_wild_ranks": False},
        {"wild_ranks": [2, 3]},
    ]
    for options in refused_options:
        with pytest.raises(InvalidVariant):
            with_options(FRU, options)


@pytest.mark.rule("FRU-WILD-01")
def test_twos_are_cards_like_any_other_where_only_jokers_are_wild() -> None:
    house = with_options(FRU, {"wild_ranks": [], "recover_wild_ranks": False})
    position = scene("2♣ 2♦ 2♥ K♦ *", [OWN], variant=house)
    assert "lay 2♣ 2♦ 2♥" in listed(position, LayDown)
    assert "off 2♣ > 0 low" not in listed(position, LayOff)


@pytest.mark.rule("FRU-WILD-01", "LEB-JOK-01")
def test_unrecoverable_twos_may_replace_any_burnt_card() -> None:
    """Only the joker could be recovered later, so its place matters."""
    house = with_options(FRU, {"joker_in_run": "burnt", "recover_wild_ranks": False})
    burnt = [(1, f"{rank}♥ {rank}{suit} {rank}♠") for rank in "79" for suit in "♦♣"]
    position = scene("2♣ * 6♥ 8♥ K♦", [OWN, *burnt], variant=house)
    assert {
        move for move in listed(position, LayDown) if move.count("♥") == 2 and "*" in move and "2♣" in move
    } == {"lay 6♥ 2♣ 8♥ *", "lay 6♥ * 8♥ 2♣"}


@pytest.mark.rule("FRU-WILD-01")
def test_unrecoverable_twos_and_jokers_are_two_kinds() -> None:
    """In a run, each kind of wild card has its place; in a group, only the number of each kind matters."""
    house = with_options(FRU, {"recover_wild_ranks": False})
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


def test_wilds_are_distinguished_where_only_jokers_are_recovered() -> None:
    cards = "* 9♣ 2♦ J♣ Q♣"
    readings = ["2♦ 9♣ * J♣ Q♣", "9♣ 2♦ J♣ Q♣ *"]
    assert list(map(str, FRU.readings(cards))) == readings
    house = with_options(FRU, {"recover_wild_ranks": False})
    assert set(map(str, house.readings(cards))) == {*readings, cards, "9♣ * J♣ Q♣ 2♦"}
    assert house.meld(cards) in house.readings(cards)


def test_a_two_is_wild_wherever_a_meld_comes_from() -> None:
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
