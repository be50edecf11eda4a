"""Nothing public can be written into, by whatever door."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from enum import Enum
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from tests.ext.write_pickles import values
from tests.test_layers import NEEDS_MORE, documented

from rami import Card, Cards, Match, Round, Run, simulate, variants
from rami.bots import GreedyBot, RandomBot, SearchBot
from rami.cards import Suit
from rami.locales import language


def shown() -> Iterator[object]:
    """A value of every kind, and what no document carries."""
    for listed in values().values():
        yield from listed
    match = Match.start(variants.GIN, seed=7)
    yield from (match, match.round, match.round.legal_moves, match.view(0), *match.standings)
    games = simulate(variants.GIN, 1, 7)
    yield from (games, games.tally, games.tally.statistics, games.tally.statistics.lengths)
    yield from (GreedyBot(), RandomBot(1), SearchBot(1, 1), language("fr"))


def kinds() -> dict[type[object], object]:
    return {type(value): value for value in shown() if not isinstance(value, Exception)}


@pytest.mark.parametrize("value", kinds().values(), ids=lambda value: type(value).__name__)
def test_a_value_refuses_every_change(value: Any) -> None:
    before = pickle.dumps(value)
    names = {name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())}
    for name in {*names, "round", "another"} - {"__weakref__"}:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
    with pytest.raises(AttributeError):
        value.__setstate__(dict.fromkeys(names, 1))
    made = value.__reduce__()[0]
    if names - {"__weakref__"} and isinstance(made, partial):
        with pytest.raises(AttributeError):
            value.__init__(*made.args, **made.keywords)
    assert not hasattr(value, "__dict__") or isinstance(value, Enum)
    assert pickle.dumps(value) == before
    assert copy.copy(value) == copy.deepcopy(value) == value


def enumerations() -> list[type[Enum]]:
    modules = [import_module(name) for name in set(documented()) - NEEDS_MORE]
    named = [getattr(module, public) for module in modules for public in module.__all__]
    found = {each for each in named if isinstance(each, type) and issubclass(each, Enum)}
    return sorted(found, key=lambda cls: cls.__name__)


@pytest.mark.parametrize("enumeration", enumerations(), ids=lambda cls: cls.__name__)
def test_members_refuse_every_change(enumeration: type[Enum]) -> None:
    for member in enumeration:
        for name in ("another", "_value_", "_name_"):
            with pytest.raises(AttributeError):
                setattr(member, name, 1)
            with pytest.raises(AttributeError):
                delattr(member, name)
        with pytest.raises(TypeError):
            vars(member)["_value_"] = 3
        assert pickle.loads(pickle.dumps(member)) is copy.deepcopy(member) is member


@pytest.mark.parametrize("enumeration", enumerations(), ids=lambda cls: cls.__name__)
def test_enumerations_refuse_every_change(enumeration: Any) -> None:
    for name in ("another", "__repr__", "_member_map_", next(iter(enumeration.__members__))):
        with pytest.raises(AttributeError):
            setattr(enumeration, name, 1)
        with pytest.raises(AttributeError):
            delattr(enumeration, name)
    assert not hasattr(enumeration, "another")


def test_shared_values_are_unchanged() -> None:
    position, other = (Round.deal(variants.GIN, seed=seed) for seed in (1, 2))
    seven: Any = Card("7♠")
    gin: Any = variants.GIN
    cards: Any = Cards("7♠ 8♠ 9♠")
    run: Any = Run("7♠ 8♠ 9♠")
    for change in (
        lambda: setattr(position, "_state", other._state),
        lambda: delattr(position, "_state"),
        lambda: setattr(position.legal_moves, "_listed", ()),
        lambda: cards.__init__("A♣"),
        lambda: run.__init__("A♣ 2♣ 3♣"),
        lambda: gin.__init__(name="Another", slug="another"),
        lambda: gin.closing.__init__(knock_limit=50),
        lambda: seven.__setstate__({"id": 0, "_text": "A♣"}),
        lambda: gin.__setstate__({"version": 9}),
        lambda: gin.closing.__setstate__({"knock_limit": 50}),
        lambda: setattr(Suit.SPADES, "another", 1),
    ):
        with pytest.raises(AttributeError):
            change()
    assert position == Round.deal(variants.GIN, seed=1)
    assert str(Card("7♠")) == "7♠"
    assert (str(cards), str(run), gin.slug) == ("7♠ 8♠ 9♠", "7♠ 8♠ 9♠", "gin")
