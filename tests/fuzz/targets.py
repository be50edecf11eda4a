"""The targets of fuzzing: each parser and loader, with the properties of everything that it accepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.fuzz.edits import forged, plain

from rami import Cards, InvalidText, RamiError, Round
from rami.cards import parse_cards
from rami.ext import json
from rami.melds import Group, Run, meld_or_cards, meld_text
from rami.notation import houses, parse_move, parse_position, parse_turn, position_text, records

LONGEST_ERROR = 50_000

__all__ = ["TARGETS", "check_refusal", "fuzzed", "text_of"]


def check_refusal(error: RamiError, place: str | None = None) -> None:
    """Check that a refusal has reasons that can be shown, and places."""
    assert error.violations, "a refusal without a reason"
    assert place is None or all(place in dict(each.params) for each in error.violations), (
        f"no {place}: {error}"
    )
    assert len(str(error)) <= LONGEST_ERROR, "a refusal too long to read"


def _cards(text: str) -> None:
    found = parse_cards(text)
    assert parse_cards(" ".join(map(str, found))) == found
    assert Cards(str(Cards(found))) == Cards(found)


def _meld(text: str) -> None:
    meld = meld_or_cards(text)
    if isinstance(meld, (Group, Run)):
        assert meld_or_cards(meld_text(meld, named=True)) == meld


def _move(text: str) -> None:
    move = parse_move(text)
    assert str(parse_move(str(move))) == str(move)


def _turn(text: str) -> None:
    turn = parse_turn(text)
    assert str(parse_turn(str(turn))) == str(turn)


def _position(text: str) -> None:
    setup = parse_position(text)
    written = position_text(setup)
    assert parse_position(written) == setup
    assert position_text(parse_position(written)) == written
    position = Round.from_setup(setup)
    assert Round.from_setup(position.setup) == position


def _record(text: str) -> None:
    for told in (text, forged(text)):
        try:
            match = records.loads(told)
        except InvalidText as error:
            check_refusal(error, "line")
            continue
        written = records.dumps(match)
        assert plain(written) == plain(told)
        assert records.loads(written) == match


def _house(text: str) -> None:
    variant = houses.loads(text)
    assert houses.loads(houses.dumps(variant)) == variant


def _json(text: str) -> None:
    value = json.loads(text)
    written = json.dumps(value)
    again = json.loads(written)
    assert json.dumps(again) == written
    assert isinstance(again, RamiError) or again == value


TARGETS: Mapping[str, Callable[[str], None]] = {
    "cards": _cards,
    "meld": _meld,
    "move": _move,
    "turn": _turn,
    "position": _position,
    "record": _record,
    "house": _house,
    "json": _json,
}
"""The targets by their names, which are those of the directories of the corpus."""


def text_of(data: bytes) -> str:
    """Bytes as text; what is no UTF-8 becomes lone surrogates, which a str may hold as well."""
    return data.decode("utf-8", "surrogateescape")


def fuzzed(name: str, data: bytes) -> None:
    """Give an input to a target; any exception is a fault."""
    try:
        TARGETS[name](text_of(data))
    except RamiError as error:
        check_refusal(error)
