"""Public objects and classes cannot be changed in any way."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from functools import cache, partial
from importlib import import_module
from typing import Any

import pytest
from tests.project.test_layers import NEEDS_MORE, documented
from tests.support.write_pickles import values

from rami import Card, Cards, Match, Run, rulebook, simulate, variants
from rami._base.values import Value
from rami.bots import ExpertBot, GreedyBot, NeutralBot, RandomBot, SearchBot
from rami.ext import svg
from rami.ext.learning import Draft, Layout, PolicyBot, Rewards
from rami.locales import language
from rami.locales.rulebooks import Example
from rami.matches.board import Board
from rami.matches.counting import BuyIn
from rami.matches.reports import ReportedHand
from rami.notation.foreign import parse_deal
from rami.policies import (
    ClosingFacts,
    MatchFacts,
    Opening,
    OpeningFacts,
    OpeningVerdict,
    Outcome,
    RoundFacts,
    TableFacts,
)
from rami.policies.declaring.fields import Option, options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.declaring.values import RESERVED, Reserved, Values
from rami.policies.results.scores import RoundScore
from rami.rounds._engine.legal import LegalMoves
from rami.rounds.effects import EFFECTS
from rami.rounds.events import DiscardTaken
from rami.rounds.memory import Memory
from rami.rounds.transfers import transfers
from rami.sessions import Agreement, Ballot, Entry, EntryKind, Motion, Session
from rami.testing import check_variant, perft


@cache
def values_of_every_kind() -> tuple[object, ...]:
    """Return a value of every kind, including kinds that no document carries."""
    match = Match.start(variants.GIN, seed=7)
    games, view = simulate(variants.GIN, 1, 7), match.view(0)
    section = rulebook(variants.GIN).sections[0]
    sentence = section.sentences[0]
    took = transfers(DiscardTaken(0, Card("7♠")))
    minimum = options_of(Opening)["minimum"]
    return (
        *(value for listed in values().values() for value in listed),
        *(match, match.round, match.round.legal_moves, view, *match.standings, *took),
        *(games, games[0], games.tally, games.tally.statistics, games.tally.statistics.lengths),
        *(GreedyBot(), RandomBot(1), SearchBot(1, 1), ExpertBot(), NeutralBot(), PolicyBot(bytes.find)),
        *(language("fr"), svg.Style(), svg.Style().words, svg.hand("7♠")),
        *(getattr(variants.CLASSIC_51, slot) for slot in (*SLOTS, "ledger")),
        *(minimum, minimum.values, RESERVED["match.teams"], ClosingFacts(), TableFacts(), OpeningVerdict()),
        OpeningFacts((variants.CLASSIC_51.meld("7♠ 8♠ 9♠"),), 24),
        *(RoundFacts(outcome=Outcome(), hands=["7♠", "K♥"]), BuyIn(1, 0, True), ReportedHand.of("K 3")),
        parse_deal("S:AK... -"),
        MatchFacts(RoundScore(True, None, ()), 1, 2, (0, 1), (0, 0)),
        *(variants.GIN.match.verdict(MatchFacts(RoundScore(True, None, ()), 1, 2, (0, 1), (0, 0))),),
        *(rulebook(variants.GIN), section, sentence, Example((tuple(Cards("7♠ 8♠ 9♠")),), "a run")),
        *(Session.start(variants.GIN, ["a", "b"], 7), Entry(EntryKind.MOVE, 0, "draw", 1)),
        *(Agreement(), Ballot(Motion.STOP, 0)),
        *(Board.of_view(view), Memory.of(variants.GIN, 0, match.events(0)), perft(match.round, 1)),
        check_variant(variants.GIN, rounds=1, seed=7, turn_cap=1),
        *(Layout(variants.GIN, 2), Draft.of(view), Rewards()),
        *(effect for effects in EFFECTS.values() for effect in effects),
    )


@cache
def samples() -> dict[type[object], object]:
    return {type(value): value for value in values_of_every_kind()}


def public() -> set[type[object]]:
    """Return every public class."""
    modules = [import_module(name) for name in set(documented()) - NEEDS_MORE]
    named = [getattr(module, name) for module in modules for name in getattr(module, "__all__", ())]
    return {each for each in named if isinstance(each, type) and each.__module__.startswith("rami.")}


def immutable() -> list[type[object]]:
    """Return every public class whose values cannot be written to, except those that only others derive from."""
    classes = public()
    frozen = {each for each in classes if issubclass(each, (Value, tuple))}
    found = {each for each in frozen if not any(each in other.__bases__ for other in frozen)}
    return sorted({*found, LegalMoves}, key=lambda cls: cls.__name__)


each_class = pytest.mark.parametrize("cls", immutable(), ids=lambda cls: cls.__name__)


@each_class
def test_a_value_is_its_own_copy(cls: type[object]) -> None:
    value: Any = samples()[cls]
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    assert copy.deepcopy([value])[0] is value


def contents(value: object) -> object:
    """Return everything that a value says; one that holds functions has no pickle."""
    return repr(value) if isinstance(value, (Option, Reserved, Values)) else pickle.dumps(value)


@each_class
def test_a_value_refuses_every_change(cls: type[object]) -> None:
    value: Any = samples()[cls]
    before = contents(value)
    names = {name for base in cls.__mro__ for name in getattr(base, "__slots__", ())}
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
    assert not hasattr(value, "__dict__")
    assert contents(value) == before


def enumerations() -> list[type[Enum]]:
    found = {each for each in public() if issubclass(each, Enum)}
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


def test_values_are_not_made_again_in_place() -> None:
    made: tuple[Any, ...] = (Cards("7♠ 8♠ 9♠"), Run("7♠ 8♠ 9♠"))
    for value in made:
        with pytest.raises(AttributeError):
            value.__init__("A♣ 2♣ 3♣")
        assert str(value) == "7♠ 8♠ 9♠"
