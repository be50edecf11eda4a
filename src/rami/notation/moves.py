"""Moves and turns read from their compact text, which `rami.moves` describes and `str` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

import attrs

from rami.cards import Card, Rank
from rami.errors import InvalidMeld, InvalidText
from rami.melds import Group, Meld, Run, as_meld
from rami.moves import (
    MOVE_TYPES,
    BigGin,
    Discard,
    Knock,
    LayDown,
    LayOff,
    Move,
    Source,
    SwapWild,
)
from rami.notation.cursor import Cursor, readable
from rami.turns import Turn

__all__ = ["LONGEST_TURN", "parse_meld", "parse_move", "parse_turn"]

LONGEST_TURN = 10_000
"""How many characters the text of a move or a turn may have."""


def _bare_moves() -> Iterator[Move]:
    for kind in MOVE_TYPES:
        if not attrs.fields(kind):
            yield cast("Callable[[], Move]", kind)()


_BARE: Mapping[tuple[str, ...], Move] = {tuple(str(move).split()): move for move in _bare_moves()}
_WORDS = (*(" ".join(words) for words in _BARE), "lay", "off", "swap", "drop", "knock", "big gin")
_A_MOVE = f"a move ({', '.join(_WORDS)})"
_RANKS: Mapping[str, Rank] = {rank.symbol: rank for rank in Rank} | {"10": Rank.TEN}
_AN_ID = "the number of a table meld"
_ENDS_OF_CARDS = frozenset({"", "from", "(", "+", ";", "/", ","})


def parse_move(text: str) -> Move:
    """The move of a compact text; ``parse_move(str(move)) == move``.

    The words stand as `rami.moves` lists them, in small letters; cards may be written in every way that `rami.Card`
    reads, and between two parts there may be any number of spaces.

    Parameters:
        text: one move, of at most `LONGEST_TURN` characters.

    Raises:
        InvalidText: this is not a move; the violation gives the character at which it goes wrong, and why.

    >>> parse_move("swap 4s > 1@3")
    SwapWild(meld=1, at=3, card=Card('4♠'))
    >>> parse_move("drop 4x")
    Traceback (most recent call last):
    rami.errors.InvalidText: character 6: a card was expected, not '4x'
    """
    cursor = Cursor(readable(text, "a move", LONGEST_TURN))
    move = _move(cursor)
    cursor.ends("the move")
    return move


def parse_turn(text: str) -> Turn:
    """The turn of a text: moves with semicolons between them; ``parse_turn(str(turn)) == turn``.

    Parameters:
        text: the moves, of at most `LONGEST_TURN` characters together; no text is a turn without moves.

    Raises:
        InvalidText: as `parse_move`.

    >>> parse_turn("take; off 7♠ > 0; drop K♥").moves[1]
    LayOff(card=Card('7♠'), meld=0, at=None)
    """
    cursor = Cursor(readable(text, "a turn", LONGEST_TURN))
    return Turn(()) if cursor.done else Turn(read_moves(cursor))


def parse_meld(text: str) -> Meld:
    """The meld of a text, as `rami.moves.meld_text` writes it.

    Parameters:
        text: the cards, and behind them the name of the meld where it needs one.

    Raises:
        InvalidText: this is not a meld.

    >>> parse_meld("7♥ 7♠ * (group 7 any)")
    Group('7♥ 7♠ *', suits='any')
    """
    cursor = Cursor(readable(text, "a meld", LONGEST_TURN))
    meld = read_meld(cursor)
    cursor.ends("the meld")
    return meld


def read_moves(cursor: Cursor) -> tuple[Move, ...]:
    """Moves up to the end of a text.

    Parameters:
        cursor: where the first one begins.

    Raises:
        InvalidText: there is something else.
    """
    moves = [_move(cursor)]
    while cursor.accepts(";"):
        moves.append(_move(cursor))
    cursor.ends("the move")
    return tuple(moves)


def _move(cursor: Cursor) -> Move:
    for words, move in _BARE.items():
        if cursor.accepts(*words):
            return move
    if cursor.accepts("lay"):
        return _lay_down(cursor)
    if cursor.accepts("off"):
        return _lay_off(cursor)
    if cursor.accepts("swap"):
        return _swap(cursor)
    if cursor.accepts("drop"):
        card = cursor.card()
        if cursor.accepts("carte"):
            return Discard(card, announce=True)
        return Discard(card, announce=False if cursor.accepts("silent") else None)
    if cursor.accepts("knock"):
        card = cursor.card()
        return Knock(card, _shown_melds(cursor))
    if cursor.accepts("big", "gin"):
        return BigGin(_shown_melds(cursor))
    raise cursor.wrong(_A_MOVE)


def _lay_off(cursor: Cursor) -> LayOff:
    card = cursor.card()
    cursor.needs(">")
    meld = cursor.number(_AN_ID)
    if cursor.accepts("low"):
        return LayOff(card, meld, "low")
    return LayOff(card, meld, "high" if cursor.accepts("high") else None)


def _swap(cursor: Cursor) -> SwapWild:
    card = cursor.card()
    cursor.needs(">")
    meld = cursor.number(_AN_ID)
    return SwapWild(meld, _index(cursor), card)


def _index(cursor: Cursor) -> int | None:
    return cursor.number("the index of a card in the meld") if cursor.accepts("@") else None


def _lay_down(cursor: Cursor) -> LayDown:
    melds: list[Meld] = []
    sources: list[Source] = []
    if cursor.sees_card():
        melds.append(read_meld(cursor))
        sources += _sources(cursor, 0)
        while cursor.accepts("+"):
            melds.append(read_meld(cursor))
            sources += _sources(cursor, len(melds) - 1)
    return LayDown(melds, sources)


def _sources(cursor: Cursor, into: int) -> list[Source]:
    found: list[Source] = []
    more = cursor.accepts("from")
    while more:
        meld = cursor.number(_AN_ID)
        cursor.needs(":")
        card = cursor.card()
        found.append(Source(card, meld, _index(cursor), into))
        more = cursor.accepts(",")
    return found


def _shown_melds(cursor: Cursor) -> tuple[Meld, ...] | None:
    if not cursor.accepts("with"):
        return None
    if cursor.accepts("nothing"):
        return ()
    melds = [read_meld(cursor)]
    while cursor.accepts("+"):
        melds.append(read_meld(cursor))
    return tuple(melds)


def read_meld(cursor: Cursor) -> Meld:
    """One meld, at a place of a longer text.

    Parameters:
        cursor: where its first card stands.

    Raises:
        InvalidText: there is something else.
    """
    start = cursor.column
    cards = [cursor.card()]
    while cursor.word() not in _ENDS_OF_CARDS:
        cards.append(cursor.card())
    try:
        return _named(cursor, cards) if cursor.accepts("(") else as_meld(cards)
    except InvalidMeld as error:
        raise InvalidText(*(violation.at(column=start) for violation in error.violations)) from None


def _named(cursor: Cursor, cards: list[Card]) -> Meld:
    if cursor.one_of(("run", "group"), "'run' or 'group'") == "run":
        start = cursor.at
        first = cursor.card("the card of the first place")
        if first.rank is None or first.suit is None:
            raise cursor.wrong("the card of the first place", start)
        low = 14 if cursor.accepts("high") else int(first.rank)
        cursor.needs(")")
        return Run(cards, low=low, suit=first.suit)
    rank = _RANKS[cursor.one_of(_RANKS, "a rank")]
    any_suit = cursor.accepts("any")
    cursor.needs(")")
    return Group(cards, rank=rank, suits="any" if any_suit else "distinct")
