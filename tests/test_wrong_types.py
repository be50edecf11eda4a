"""Values of a wrong type, and collections without end: refused at once, with an error that can be read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import pytest

from rami import (
    Card,
    Cards,
    Contract,
    LayDown,
    Match,
    PassUpcard,
    RamiError,
    Round,
    Setup,
    Turn,
    Violation,
    load_variant,
    rulebook,
    tournament,
    variants,
)
from rami.board import Board
from rami.bots import RandomBot, SearchBot, hint
from rami.counting import hand_number, number_of_contracts, seats_left, verdict_after
from rami.errors import reject
from rami.ext import svg
from rami.ext.json import dumps, from_data, schema
from rami.ext.learning import Draft, Layout, Rewards, encode
from rami.ext.learning.episode import shown
from rami.locales import Language, text
from rami.melds import meld_text
from rami.memory import Memory
from rami.notation import contracts_text, houses, parse_position, records, table_text
from rami.policies import OpeningFacts
from rami.policies.conflicts import is_conflict, meanings
from rami.policies.fields import none_or, one_of, option
from rami.round import dealt
from rami.selections import lay_downs, moves_of
from rami.testing import check_position, check_variant, divide, perft

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
START = Round.deal(GIN, players=2, seed=7, dealer=0)
MATCH = Match.start(GIN, players=2, seed=7)
HUGE = 10**5000
WRONG: tuple[Any, ...] = (1, -1, HUGE, 1.5, float("nan"), b"x", object(), int, [1], {"a": 1}, GIN.opening)

DOORS: dict[str, Callable[[Any], object]] = {
    "a variant to deal": lambda wrong: Round.deal(wrong, players=2, seed=1),
    "a context": lambda wrong: Round.deal(GIN, seed=1, context=wrong),
    "a variant of a match": lambda wrong: Match.start(wrong, players=2, seed=1),
    "a setup": Round.from_setup,
    "a move": START.play,
    "a turn": START.play_turn,
    "a parent": GIN.differences,
    "a view for a bot": RandomBot(1).choose,
    "a bot": lambda wrong: tournament(GIN, wrong, n=1, seed=1),
    "a position for a hint": hint,
    "a view of a board": Board.of_view,
    "a round just dealt": dealt,
    "a position to choose in": moves_of,
    "a position to lay down in": lambda wrong: lay_downs(wrong, "7♠ 8♠ 9♠"),
    "a meld": meld_text,
    "a match of contracts": contracts_text,
    "a house to write": houses.dumps,
    "a match to write": records.dumps,
    "where to write": lambda wrong: houses.dump(GIN, wrong),
    "a house to read": load_variant,
    "a record to read": records.load,
    "the variant of a position": lambda wrong: parse_position("rami position 1", variant=wrong),
    "a language": lambda wrong: Language(wrong, b""),
    "a catalogue": lambda wrong: Language("x", wrong),
    "options with a meaning": meanings,
    "a problem of options": is_conflict,
    "values of an option": none_or,
    "the name of a variant": houses.variant_named,
    "melds of an opening": lambda wrong: OpeningFacts([wrong], 51),  # type: ignore[arg-type]  # meant
    "a table to write": lambda wrong: table_text([wrong]),
    "the rounds of a sheet": lambda wrong: svg.score_sheet([None, wrong]),  # type: ignore[list-item]  # meant
    "a style": lambda wrong: svg.hand("7♠", wrong),
    "the style of a table": lambda wrong: svg.table(START, wrong),
    "the style of a sheet": lambda wrong: svg.score_sheet(MATCH, style=wrong),
    "a position to draw": svg.table,
    "a kind of document": schema,
    "a document": lambda wrong: from_data(wrong, Round),
    "a view to spell in": Draft.of,
    "a view to encode in": lambda wrong: encode(wrong, PassUpcard()),
    "a view to show": shown,
    "a draft to show": lambda wrong: shown(START.view(0), wrong),
    "a variant to lay out": lambda wrong: Layout(wrong, 2),
    "a start of perft": lambda wrong: perft(wrong, 1),
    "a start to divide": lambda wrong: divide(wrong, 1),
    "a position to check": check_position,
    "a variant to check": check_variant,
    "a variant to describe": rulebook,
    "a variant to count in": lambda wrong: verdict_after(wrong, MATCH.scores, 2, (), 0, ()),
    "rounds to count": lambda wrong: verdict_after(GIN, wrong, 2, (), 0, ()),
    "rounds to number": hand_number,
    "a game of contracts": number_of_contracts,
}
"""What is called with a value of a wrong type."""

NUMBERS: dict[str, Callable[[int], object]] = {
    "players": lambda huge: Round.deal(GIN, players=huge, seed=1),
    "seed": lambda huge: Round.deal(GIN, players=2, seed=huge),
    "player": START.view,
    "limit": lambda huge: list(START.turns(limit=huge)),
    "seats": lambda huge: Layout(GIN, huge),
    "indent": lambda huge: dumps(START, indent=huge),
    "card id": Card.from_id,
    "mask": Cards.from_mask,
    "doubt": lambda huge: SearchBot(doubt=huge),
    "scale": lambda huge: Rewards(scale=huge),
    "language": lambda huge: rulebook(GIN, huge),  # type: ignore[arg-type]  # meant
    "slug": variants.get,  # type: ignore[dict-item]  # meant
}
"""What is called with a number of five thousand digits."""

ENDLESS: dict[str, Callable[[Any], object]] = {
    "cards": Cards,
    "ids": Cards.from_ids,
    "hands": lambda endless: Setup(variant=GIN, hands=endless),
    "deck": lambda endless: Round.deal(GIN, players=2, seed=1, deck=endless),
    "melds": LayDown,
    "moves": Turn,
    "groups": Contract,
    "rules of refusals": lambda endless: GIN.with_(rule_ids=endless),
    "params": lambda endless: Violation("x", None, endless),
    "violations": lambda endless: reject(RamiError, endless),
    "reasons": lambda endless: Violation("x", because=endless),
    "melds to draw": svg.melds,
    "melds of an opening": CLASSIC.check_opening,
    "lay-offs of an opening": lambda endless: CLASSIC.check_opening([], layoffs=endless),
    "the table of an opening": lambda endless: CLASSIC.check_opening([], table=endless),
    "names of players": lambda endless: text("7♠", names=endless),
    "needs of an option": lambda endless: option(1, text="One.", values=none_or(one_of(1)), needs=endless),
    "rounds of a sheet": svg.score_sheet,
    "events to draw": lambda endless: svg.table(START, last=endless),
    "departures": lambda endless: seats_left(2, endless),
    "events": lambda endless: Board.of(endless, 0),
    "events to remember": lambda endless: Memory.of(GIN, 0, endless),
}
"""What reads a collection to its end."""


@pytest.mark.parametrize("door", DOORS)
def test_a_value_of_a_wrong_type_is_refused(door: str) -> None:
    for wrong in WRONG:
        with pytest.raises((RamiError, TypeError)) as caught:
            DOORS[door](wrong)
        assert str(caught.value)


def test_parameters_of_a_refusal_are_pairs() -> None:
    for wrong in ("x", ["abc"], [1], 1):
        with pytest.raises(TypeError):
            Violation("x", None, wrong)  # type: ignore[arg-type]  # meant


@pytest.mark.parametrize("door", NUMBERS)
def test_a_number_too_long_to_be_written_is_refused(door: str) -> None:
    with pytest.raises(RamiError) as caught:
        NUMBERS[door](HUGE)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("door", ENDLESS)
def test_a_collection_without_end_is_refused(door: str) -> None:
    for item in ("7♠", 0):
        with pytest.raises(RamiError) as caught:
            ENDLESS[door](repeat(item))
        assert [str(each.code) for each in caught.value.violations] == ["too_many_items"]
