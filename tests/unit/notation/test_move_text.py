"""Moves and turns as text: every move can be read back, and other texts are refused with the place of the fault."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.presets import PRESETS
from tests.support.refusals import codes_of, refusal
from tests.support.strategies import many, moves, walk

from rami.cards.moves import Move
from rami.cards.turns import Turn
from rami.errors import InvalidText, Reason
from rami.notation import LONGEST_TURN, parse_move, parse_turn


@many(400)
@given(moves)
def test_every_move_is_read_back(move: Move) -> None:
    read = parse_move(str(move))
    assert type(read) is type(move)
    assert (str(read), parse_move(str(read))) == (str(move), read)


@given(st.lists(moves, max_size=6))
def test_every_turn_is_read_back(some: list[Move]) -> None:
    assert str(parse_turn(str(Turn(some)))) == str(Turn(some))


def test_listed_turns_are_read_back() -> None:
    for variant in PRESETS:
        for position in walk(variant, 5)[:40:4]:
            for turn in position.turns(limit=20):
                assert position.play_turn(parse_turn(str(turn))) == position.play_turn(turn)


@given(moves, st.sampled_from(["  ", "   "]))
def test_spaces_do_not_matter(move: Move, spaces: str) -> None:
    assert parse_move(spaces + str(move).replace(" ", spaces) + spaces) == parse_move(str(move))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("drop kh", "discard K♥"),
        ("discard 10H", "discard T♥"),
        ("off joker > 2 low", "off * > 2 low"),
        ("lay 9s 8s 7s+Ad Ah *", "lay 9♠ 8♠ 7♠ + A♦ A♥ *"),
        ("lay 7♥ 8♥ 9♥ from 3:8♥,4:9♥@2", "lay 7♥ 8♥ 9♥ from 3:8♥, 4:9♥@2"),
        ("swap 4♠>1@3", "swap 4♠ > 1@3"),
        ("lay 10s * * (run 10s)", "lay T♠ * * (run T♠)"),
        ("lay 3s * 2h (group 3 any)", "lay 3♠ 2♥ * (group 3 any)"),
        ("lay", "lay"),
        ("draw stock", "draw"),
        ("Draw", "draw"),
        ("DISCARD KH Carte", "discard K♥ carte"),
        ("Drop 4d", "discard 4♦"),
        ("LAY 9c Tc Jc FROM 3:9c", "lay 9♣ T♣ J♣ from 3:9♣"),
        ("Lay 7h * * (Run 7h)", "lay 7♥ * * (run 7♥)"),
        ("Lay k♥ * * (Group k)", "lay K♥ * * (group K)"),
        ("lay ♠7 ♠8 ♠9", "lay 7♠ 8♠ 9♠"),
        ("lay 🂧🂨🂩", "lay 7♠ 8♠ 9♠"),
        ("lay 7♠-8♠-9♠", "lay 7♠ 8♠ 9♠"),
        ("lay 7♠ – 8♠ – 9♠ + A♦, A♣, A♥", "lay 7♠ 8♠ 9♠ + A♦ A♣ A♥"),
        ("take discard", "take"),
        ("touch discard", "touch"),
        ("pass upcard", "pass"),
        ("lay down 7♠ 8♠ 9♠ from 3:8♠", "lay 7♠ 8♠ 9♠ from 3:8♠"),
        ("lay down", "lay"),
        ("lay off 7♠ > 0 low", "off 7♠ > 0 low"),
        ("swap wild 4♠ > 1@3", "swap 4♠ > 1@3"),
        ("knock K♥ with 7♠ 8♠ 9♠", "knock K♥ with 7♠ 8♠ 9♠"),
        ("big gin", "big gin"),
        ("end layoffs", "end lay-offs"),
    ],
)
def test_other_spellings(text: str, same: str) -> None:
    assert str(parse_move(text)) == same
    assert parse_move(text) == parse_move(same)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "'draw', 'take'"),
        ("   ", 4, "not the end"),
        ("fly", 1, "not 'fly'"),
        ("draw 7♠", 6, "the end of the move"),
        ("end", 1, "'draw', 'take'"),
        ("end lay-off", 1, "'draw', 'take'"),
        ("lay 7x", 5, "a card was expected, not '7x'"),
        ("lay 7♠ 8♠ 9♠ +", 15, "a card was expected, not the end"),
        ("lay 7♠ 8♠ ? (run 7♠)", 5, "7♠ 8♠ ?"),
        ("lay A♠ (run A♠ high)", 16, "')' was expected"),
        ("lay 7♠ 8♠ 9♠ from", 18, "the number of a table meld"),
        ("lay 7♠ 8♠ 9♠ from 3", 20, "':' was expected"),
        ("lay 7♠ 8♠ 9♠ from 3:8♠@", 24, "the index of a card"),
        ("lay 7♠ 8♠ 9♠ from 3:8♠,", 24, "the number of a table meld"),
        ("lay 7♠ * * (run", 16, "a natural card"),
        ("lay 7♠ * * (run *)", 17, "a natural card"),
        ("lay 7♠ * * (tierce 7♠)", 13, "'run' or 'group'"),
        ("lay 7♠ * * (group 1)", 19, "'A', '2'"),
        ("lay 7♠ * * (run 7♠", 19, "')' was expected"),
        ("lay 7♠ * * (run 9♠)", 5, "needs at least 1 natural card"),
        ("lay 7♠, 8♠,", 12, "a card was expected, not the end"),
        ("lay 7♠8♠9", 5, "a card was expected, not '7♠8♠9'"),
        ("off 7♠", 7, "'>' was expected, not the end"),
        ("off 7♠ > -1", 10, "the number of a table meld"),
        ("off 7♠ > 01", 10, "the number of a table meld"),
        ("off 7♠ > ٣", 10, "the number of a table meld"),
        ("off 7♠ > 1 middle", 12, "the end of the move"),
        ("swap 7♠ > 1@", 13, "the index"),
        ("drop", 5, "a card was expected, not the end"),
        ("drop ſ", 6, "a card was expected"),
        ("discard K♥ loud", 12, "the end of the move"),
        ("discard K♥ carte silent", 18, "the end of the move"),
        ("discard K♥; draw", 11, "the end of the move"),
        ("discard\tK♥", 1, "'draw', 'take'"),
        ("discard\nK♥", 1, "'draw', 'take'"),
        ("knock K♥ with", 14, "a card was expected"),
        ("knock K♥ with nothing else", 23, "the end of the move"),
        ("big", 1, "'draw', 'take'"),
        ("off 7♠ > " + "9" * 100, 10, "the number of a table meld"),
    ],
)
def test_invalid_moves_are_refused_with_their_place(text: str, column: int, reason: str) -> None:
    error = refusal(InvalidText, parse_move, text)
    assert error.violations[0]["column"] == column
    assert reason in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("text", "column"),
    [("draw;", 6), (";draw", 1), ("draw, take", 5), ("draw; drop", 11), ("draw; discard", 14), ("draw\n", 1)],
)
def test_invalid_turns_are_refused_with_their_place(text: str, column: int) -> None:
    assert refusal(InvalidText, parse_turn, text).violations[0]["column"] == column


def test_no_moves_are_a_turn() -> None:
    assert parse_turn("") == parse_turn("  ") == Turn(())


@pytest.mark.parametrize("parse", [parse_move, parse_turn])
@pytest.mark.parametrize("value", [None, 7, b"draw", ["draw"]])
def test_only_text_is_read(parse: Any, value: Any) -> None:
    assert refusal(InvalidText, parse, value).violations[0].code == Reason.NOT_A_TEXT


@pytest.mark.parametrize("parse", [parse_move, parse_turn])
@pytest.mark.parametrize("part", ["lay ", "7♠ ", "draw; ", "7", "((", "*", "lay * * (run ", " ", "\u0661"])
def test_long_texts_are_refused(parse: Any, part: str) -> None:
    assert codes_of(InvalidText, parse, part * (LONGEST_TURN // len(part) + 1)) == [Reason.TEXT_TOO_LONG]
    try:
        parse(part * (LONGEST_TURN // len(part)))
    except InvalidText as error:
        assert len(str(error)) < 500  # noqa: PT017
