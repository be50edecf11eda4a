"""The option `equipment.natural_wilds`: in melds, a card of a wild rank may stand for itself."""

from __future__ import annotations

import attrs
import pytest
from tests.support.refusals import codes_against, codes_of
from tests.support.turn_facts import built

from rami import InvalidMeld, LayDown, LayOff, Round, SwapWild, variants
from rami.errors import InvalidVariant, Reason
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext, TurnFacts

TWOS = variants.FRUSTRATION.with_(equipment={"natural_wilds": True})
DISTINCT = TWOS.with_(
    melding={"set_suits": "distinct", "set_max": 4},
    opening={"contracts": ["group 3", "run 4"]},
    table={"set_joker": "either_missing"},
)
pytestmark = pytest.mark.rule("IND-WILD-05")


def playing(hand: str, *table: str, variant: Variant = TWOS, owner: int = 0) -> Round:
    """Return a turn in which both players have opened; the melds of `table` belong to `owner`."""
    mine = ["8♦ 8♥ 8♣", *table] if owner == 0 else ["8♦ 8♥ 8♣"]
    others = ["9♦ 9♥ 9♣", *table] if owner == 1 else ["9♦ 9♥ 9♣"]
    return built(
        variant=variant,
        hands=[hand, "K♣ Q♥ 5♦"],
        player=0,
        phase="play",
        table=[*((0, meld) for meld in mine), *((1, meld) for meld in others)],
        discards="J♣",
        context=RoundContext(2, 0, contracts=(1, 1) if variant.opening.contracts else ()),
    )


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
    ],
)
def test_a_two_is_natural_in_its_own_place_only(cards: str, wild: tuple[int, ...]) -> None:
    assert TWOS.wilds(cards) == wild
    assert str(TWOS.meld(cards)) == cards


def test_without_the_option_twos_make_no_group() -> None:
    assert Reason.FEW_NATURALS in codes_of(InvalidMeld, variants.FRUSTRATION.meld, "2♦ 2♥ 2♠")


def test_a_second_copy_stands_for_another_suit() -> None:
    assert DISTINCT.wilds("2♦ 2♠ 2♠") == (2,)
    assert TWOS.wilds("2♦ 2♠ 2♠") == ()
    position = playing("2♥ 6♣ J♣", "2♦ 2♠ 2♠", variant=DISTINCT)
    assert str(position.play(SwapWild(1, 2, "2♥")).table[1].meld) == "2♦ 2♥ 2♠"


def test_a_two_takes_the_place_of_the_wild_that_stands_for_it() -> None:
    position = playing("2♠ 6♣ J♣", "A♠ * 3♠ 4♠")
    after = position.play(SwapWild(1, None, "2♠"))
    assert str(after.table[1].meld) == "A♠ 2♠ 3♠ 4♠"
    assert Reason.NOT_A_WILD in codes_against(after, SwapWild(1, 1, "2♠"))
    plain = playing("2♠ 6♣ J♣", "A♠ * 3♠ 4♠", variant=variants.FRUSTRATION)
    assert plain.explain(SwapWild(1, None, "2♠"))


def test_a_natural_two_is_laid_off_where_one_more_wild_card_may_not_be() -> None:
    half = playing("2♠ 2♥ 6♣ J♣", "3♠ * 5♠ *")
    assert not half.explain(LayOff("2♠", 1, "low"))
    assert half.explain(LayOff("2♥", 1, "low"))


def test_a_natural_two_joins_a_clean_run_of_another_player() -> None:
    closed = TWOS.with_(table={"joker_on_foreign_clean_run": False})
    position = playing("2♠ 2♥ 6♣ J♣", "3♠ 4♠ 5♠ 6♠", variant=closed, owner=1)
    number = position.table[2].id
    assert not position.explain(LayOff("2♠", number, "low"))
    assert position.canonical(LayOff("2♠", number))
    for move in (LayOff("2♠", number, "high"), LayOff("2♥", number, "low")):
        assert Reason.FOREIGN_CLEAN_RUN in codes_against(position, move)


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
    position = playing("2♠ 2♠ 2♥ 3♠ 4♠ 6♣", variant=free)
    melds = [move.melds[0] for move in position.legal_moves if isinstance(move, LayDown)]
    assert len(set(melds)) == len(melds)
    assert {"2♥ 2♠ 2♠", "2♠ 3♠ 4♠", "2♠ 2♠ 3♠ 4♠", "3♠ 4♠ 2♠"} <= set(map(str, melds))


def test_no_card_leaves_a_meld() -> None:
    assert codes_of(InvalidVariant, TWOS.with_, table={"take": "opened"}) == [Reason.NATURAL_WILDS_TAKEN]


def test_a_card_that_may_not_be_discarded_is_no_joker() -> None:
    aces = TWOS.with_(equipment={"wild_ranks": [1]})
    facts = TurnFacts(taken="A♣", barred="A♣")
    start = playing("A♣ A♦ 7♠ *", "3♦ 4♦ 5♦ 6♦ 7♦", variant=aces)
    position = Round.from_setup(attrs.evolve(start.setup, turn_facts=facts))
    listed = " / ".join(map(str, position.legal_moves))
    assert all(f"off {card} > 1" in listed for card in ("A♣", "A♦", "*")), listed
