"""Every value is unchanged after it is written to JSON and read back, and its document is valid by the schema."""

from __future__ import annotations

import json as plain_json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.depth import share_of
from tests.support.examples import HOUSE, PLAYED, errors, played, small
from tests.support.presets import PRESETS
from tests.support.strategies import many, melds, moves

import rami
from rami import IllegalMove, RamiError, Variant, matches, rounds
from rami.bots.simulation import Simulation
from rami.cards import melds as meld_types
from rami.cards import moves as move_types
from rami.cards.melds import Meld
from rami.cards.moves import Move
from rami.ext import json
from rami.matches import Board, BuyIn, Count, ReportedHand
from rami.rounds import Facts, LegalMoves, Place, Transfer
from rami.testing import strategies


@cache
def validators(kind: str) -> tuple[jsonschema.Draft202012Validator, ...]:
    """Return the schemas of the documents of a kind that are written, and of those that are read."""
    schemas = (json.schema(kind, accepted=accepted) for accepted in (False, True))
    return tuple(map(jsonschema.Draft202012Validator, schemas))


def again(value: object, kind: str) -> Any:
    """Return the value read back, its document checked on the way."""
    text = json.dumps(value)
    document = plain_json.loads(text)
    assert document["type"] == kind
    for validator in validators(kind):
        validator.validate(document)
    found = json.loads(text, kind)
    assert json.dumps(found) == text
    assert json.from_data(json.to_data(value)) == value or isinstance(value, RamiError)
    return found


def test_every_value_at_the_front_door_is_of_a_kind() -> None:
    values = [
        value
        for door in (rami, meld_types, move_types, matches, rounds)
        for value in (getattr(door, name) for name in door.__all__)
        if isinstance(value, type) and value.__module__.startswith("rami")
    ]
    # what a program asks for and keeps to itself
    apart = {Board, BuyIn, Count, Facts, LegalMoves, Place, ReportedHand, Simulation, Transfer}
    assert len(set(values)) > 40
    for value in set(values) - apart:
        assert json.schema(value)


def test_every_kind_has_an_example() -> None:
    kinds = {*small(), *PLAYED, "RamiError"}
    assert kinds == set(json.KINDS)


@pytest.mark.parametrize("kind", list(small()))
def test_values_that_stand_alone(kind: str) -> None:
    for value in small()[kind]:
        found = again(value, kind)
        assert found == value
        assert type(found) is type(value)
        assert hash(found) == hash(value)
        assert repr(found) == repr(value)
        assert json.loads(json.dumps(value), type(value)) == value


@pytest.mark.parametrize("kind", PLAYED)
def test_values_out_of_games(kind: str) -> None:
    for value in share_of(played()[kind]):
        assert again(value, kind) == value


def test_errors_are_read_back_with_their_contents() -> None:
    for error in errors():
        found = again(error, "RamiError")
        assert type(found) is type(error)
        assert found.violations == error.violations
        assert str(found) == str(error)
        if isinstance(error, IllegalMove):
            assert isinstance(found, IllegalMove)
            assert found.move == (error.move if isinstance(error.move, Move) else None)
        assert isinstance(json.loads(json.dumps(error), type(error)), type(error))


def test_an_error_of_a_user_is_written_as_that_of_which_it_is_a_kind() -> None:
    class Own(IllegalMove):
        pass

    assert type(again(Own(None), "RamiError")) is IllegalMove


@many(100)
@given(melds())
def test_melds(meld: Meld) -> None:
    assert again(meld, "Meld") == meld


@many(150)
@given(moves)
def test_moves(move: Move) -> None:
    assert again(move, "Move") == move


@many(25)
@given(st.sampled_from(PRESETS).flatmap(strategies.house_variants))
def test_house_variants(variant: Variant) -> None:
    assert again(variant, "Variant") == variant


def test_documents_may_be_bytes_and_indented() -> None:
    text = json.dumps(HOUSE, indent=2)
    assert text.count("\n") > 10
    assert json.loads(text.encode(), Variant) == HOUSE
