"""The strategies of `rami.testing.strategies` draw the values that they document."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from tests.support.flat import with_options
from tests.support.presets import PRESETS, SLUGS

from rami import Card, Cards, Round, Variant, variants
from rami.cards.moves import Move
from rami.errors import InvalidSetup, InvalidVariant
from rami.policies.declaring.options import SLOTS, field_names
from rami.testing import strategies
from rami.testing._walks import pack
from rami.testing.strategies import changed, option_values

CLASSIC = variants.CLASSIC_51
few = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@few
@given(strategies.cards(), strategies.cards(jokers=False))
def test_cards(card: Card, natural: Card) -> None:
    assert not card.is_unknown
    assert natural.is_natural


@few
@given(strategies.hands(CLASSIC), strategies.hands(variants.GIN, size=4))
def test_hands(hand: Cards, small: Cards) -> None:
    assert len(hand) in (13, 14)
    assert hand <= Cards(pack(CLASSIC))
    assert len(small) == 4
    assert small <= Cards(pack(variants.GIN))


@few
@given(strategies.decks(variants.GIN), strategies.seeds())
def test_decks_and_seeds_can_be_dealt(deck: list[Card], seed: int) -> None:
    position = Round.deal(variants.GIN, deck=deck, seed=seed)
    assert position.discards == (deck[20],)


@few
@given(st.sampled_from(PRESETS).flatmap(strategies.rounds))
def test_rounds(position: Round) -> None:
    assert position.over is not bool(position.legal_moves)
    assert Round.from_setup(position.setup) == position


@few
@given(strategies.rounds(CLASSIC, players=3, over=False), strategies.rounds(variants.GIN, over=True))
def test_rounds_of_a_kind(going: Round, over: Round) -> None:
    assert not going.over
    assert len(going.hands) == 3
    assert over.over


@pytest.mark.parametrize(
    "wanted",
    [
        lambda position: sum(position.opened) >= 2,
        lambda position: len(position.table) >= 4,
        lambda position: position.over and bool(position.score().lines),
    ],
    ids=["two have opened", "four melds", "somebody went out"],
)
def test_rounds_come_to_where_something_happens(wanted: Callable[[Round], bool]) -> None:
    # the first example will do, whether or not there is a smaller one
    first = settings(max_examples=100, database=None, phases=[Phase.generate])
    find(strategies.rounds(CLASSIC), wanted, settings=first)


@few
@given(st.data())
def test_moves(data: st.DataObject) -> None:
    position = data.draw(strategies.rounds(CLASSIC, over=False))
    legal: Move = data.draw(strategies.moves(position, legal=True))
    illegal: Move = data.draw(strategies.moves(position, legal=False))
    assert legal in position.legal_moves
    assert illegal not in position.legal_moves


@few
@given(strategies.house_variants(CLASSIC))
def test_house_variants(house: Variant) -> None:
    assert set(house.differences(CLASSIC)) <= set(option_values())
    assert with_options(CLASSIC, house.differences(CLASSIC)) == house


@few
@given(strategies.house_variants(CLASSIC, options=["opening.minimum", "opening.clean"], most=2))
def test_house_variants_of_some_options(house: Variant) -> None:
    assert set(house.differences(CLASSIC)) <= {"opening.minimum", "opening.clean"}


@pytest.mark.slow
def test_house_variants_shrink_to_their_parent() -> None:
    some = strategies.house_variants(CLASSIC, ["opening.minimum", "melding.max_wild", "table.take"])
    house = find(some, lambda house: house.melding.max_wild != 1, settings=settings(max_examples=50))
    assert set(house.differences(CLASSIC)) == {"melding.max_wild"}
    assert find(some, lambda _: True, settings=settings(max_examples=20)) == CLASSIC


def test_there_is_no_such_option_and_no_such_table() -> None:
    with pytest.raises(InvalidVariant):
        strategies.house_variants(CLASSIC, options=["opening.maximum"])
    with pytest.raises(InvalidSetup):
        strategies.rounds(variants.GIN, players=3)


def test_every_option_has_a_value_and_every_value_works() -> None:
    values = option_values()
    names = [f"{slot}.{name}" for slot, policy in SLOTS.items() for name in field_names(policy)]
    assert sorted(values) == sorted(names)
    for name, each in values.items():
        slot, _, field = name.partition(".")
        assert each, name
        for value in each:
            assert getattr(SLOTS[slot](**{field: value}), field) == value, name


def test_the_presets_differ_in_values_that_are_listed() -> None:
    """Of numbers and ranks only some are listed; of words, flags and None all."""
    values = option_values()
    for slug in SLUGS:
        for name, value in variants.get(slug).settings().items():
            some = isinstance(value, (int, tuple)) or name == "equipment.wild_ranks"
            assert value in values[name] or some, name


def test_changes_that_need_or_contradict_one_another() -> None:
    changes = [("opening.pickup_minimum", 71), ("melding.adjacent_wilds", False), ("melding.max_wild", 3)]
    assert changed(CLASSIC, changes).differences(CLASSIC) == dict(changes)
    house = changed(CLASSIC, [("melding.set_max", 3), ("opening.minimum", 30)])
    assert house.differences(CLASSIC) == {"opening.minimum": 30}
