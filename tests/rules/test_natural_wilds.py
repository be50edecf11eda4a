"""The option `equipment.natural_wilds`: in melds, a card of a wild rank may stand for itself."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_of
from tests.support.turn_facts import built

from rami import InvalidMeld, LayDown, variants
from rami.errors import InvalidVariant, Reason

TWOS = variants.FRUSTRATION.with_(equipment={"natural_wilds": True})
pytestmark = pytest.mark.rule("IND-WILD-05")


@pytest.mark.parametrize(
    ("cards", "wild"),
    [
        ("2♦ 2♥ 2♠", ()),
        ("2♦ 2♥ *", (2,)),
        ("A♠ 2♠ 3♠ 4♠", ()),
        ("2♠ 2♥ 4♠ 5♠", (1,)),
        ("2♥ 2♠ 4♠ 5♠", (0, 1)),
        ("3♠ 4♠ 5♠ 2♠", (3,)),
        ("7♥ 7♠ 2♠", (2,)),
        ("2♦ 2♠ 2♠", ()),
    ],
)
def test_a_two_is_natural_in_its_own_place_only(cards: str, wild: tuple[int, ...]) -> None:
    assert TWOS.wilds(cards) == wild
    assert str(TWOS.meld(cards)) == cards


def test_without_the_option_twos_make_no_group() -> None:
    assert Reason.FEW_NATURALS in codes_of(InvalidMeld, variants.FRUSTRATION.meld, "2♦ 2♥ 2♠")


def test_points_are_natural_or_wild() -> None:
    variant = variants.RUMMY_500.with_(
        equipment={"wild_ranks": [2], "natural_wilds": True, "jokers": 2},
        melding={"joker_meld_value": 15},
        table={"recover_wild_ranks": True},
        scoring={"joker_hand_value": 20, "wild_hand_value": 20},
    )
    assert [variant.points(meld) for meld in ("2♦ 2♥ 2♠", "2♠ 3♠ 4♠", "3♠ 4♠ 2♠")] == [6, 9, 22]


def test_every_lay_down_is_listed_once() -> None:
    free = variants.BASIC_RUMMY.with_(
        equipment={"packs": 2, "wild_ranks": [2], "natural_wilds": True},
        table={"recover_wild_ranks": True},
        scoring={"wild_hand_value": 0},
    )
    hands = ["2♠ 2♠ 2♥ 3♠ 4♠ 6♣", "K♣ Q♥ 5♦"]
    position = built(variant=free, hands=hands, phase="play", table=[(0, "8♦ 8♥ 8♣")])
    melds = [move.melds[0] for move in position.legal_moves if isinstance(move, LayDown)]
    assert len(set(melds)) == len(melds)
    assert {"2♥ 2♠ 2♠", "2♠ 3♠ 4♠", "2♠ 2♠ 3♠ 4♠", "3♠ 4♠ 2♠"} <= set(map(str, melds))


def test_no_card_leaves_a_meld() -> None:
    assert codes_of(InvalidVariant, TWOS.with_, table={"take": "opened"}) == [Reason.NATURAL_WILDS_TAKEN]
