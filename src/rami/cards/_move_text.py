"""Read moves from the compact texts that `rami.cards.moves` describes and `str` writes.

Each function takes a `Cursor` and moves it past the text that it reads. A meld without a name such as "(run 7♠)" is
read as plain cards, because only a round can tell which meld it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rami.cards import moves
from rami.cards._cursor import Cursor, readable
from rami.cards.melds import MeldOrCards, read_meld
from rami.cards.moves import Move, Source
from rami.errors.texts import Part

LONGEST_TURN = 10_000
"""The maximum length of the text of a move or a turn, in characters."""

# List "draw stock" before "draw": the reader takes the first entry that matches.
_BARE: Mapping[tuple[str, ...], Move] = {
    ("draw", "stock"): moves.DrawStock(),
    ("draw",): moves.DrawStock(),
    ("touch", "discard"): moves.TouchDiscard(),
    ("touch",): moves.TouchDiscard(),
    ("pass", "upcard"): moves.PassUpcard(),
    ("pass",): moves.PassUpcard(),
    ("fold",): moves.Fold(),
    ("show", "turned"): moves.ShowTurned(),
    ("end", "lay-offs"): moves.EndLayoffs(),
    ("end", "layoffs"): moves.EndLayoffs(),
    ("end", "round"): moves.EndRound(),
}
FIRST_WORDS = (
    *("draw", "take", "touch", "pass", "fold", "lay", "arrange", "off", "swap", "discard", "knock"),
    *("declare", "big gin", "end lay-offs", "end round", "show turned"),
)
"""The words that can begin a move, without the longer spellings such as "draw stock"."""


def parse_move(text: str) -> Move:
    """Parse a move, but leave melds without a name as plain cards, which `Round.parse` turns into melds.

    >>> parse_move("swap 4s > 1@3")
    SwapWild(meld=1, at=3, card=Card('4♠'), other=None)
    >>> parse_move("discard 4x")
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: character 9: a card was expected, not '4x'
    """
    cursor = Cursor(readable(text, Part.MOVE, LONGEST_TURN))
    move = read_move(cursor)
    cursor.ends(Part.END_OF_MOVE)
    return move


def read_moves(cursor: Cursor) -> tuple[Move, ...]:
    """Read moves separated by semicolons, up to the end of the text."""
    found = [read_move(cursor)]
    while cursor.accepts(";"):
        found.append(read_move(cursor))
    cursor.ends(Part.END_OF_MOVE)
    return tuple(found)


def read_move(cursor: Cursor) -> Move:
    """Read the next move of longer text."""
    for words, move in _BARE.items():
        if cursor.accepts(*words):
            return move
    if cursor.accepts("take", "discard") or cursor.accepts("take"):
        return moves.TakeDiscard(cursor.number(Part.COUNT) if cursor.word().isdecimal() else 1)
    # Try "lay off" before "lay", which begins a lay-down.
    if cursor.accepts("lay", "off") or cursor.accepts("off"):
        return _lay_off(cursor)
    if cursor.accepts("lay", "down") or cursor.accepts("lay"):
        return _lay_down(cursor)
    if cursor.accepts("arrange"):
        return moves.Rearrange(_melds(cursor, "|") if cursor.sees_card() else ())
    if cursor.accepts("swap", "wild") or cursor.accepts("swap"):
        return _swap(cursor)
    # Older text has "drop" for a discard. Dropping out of a round is "fold".
    if cursor.accepts("discard") or cursor.accepts("drop"):
        card = cursor.card()
        if cursor.accepts("carte"):
            return moves.Discard(card, announce=True)
        return moves.Discard(card, announce=False if cursor.accepts("silent") else None)
    if cursor.accepts("knock") or cursor.accepts("declare"):
        card = cursor.card()
        return moves.Knock(card, _shown_melds(cursor))
    if cursor.accepts("big", "gin"):
        return moves.BigGin(_shown_melds(cursor))
    raise cursor.lacks(*FIRST_WORDS)


def _lay_off(cursor: Cursor) -> moves.LayOff:
    card = cursor.card()
    cursor.needs(">")
    meld = cursor.number(Part.MELD_NUMBER)
    if cursor.accepts("low"):
        return moves.LayOff(card, meld, "low")
    return moves.LayOff(card, meld, "high" if cursor.accepts("high") else None)


def _swap(cursor: Cursor) -> moves.SwapWild:
    start = cursor.at
    cards = cursor.cards()
    # KAL-JSWAP-03 requires two cards. If they were written without a space, both have already been read.
    if len(cards) == 1 and (cursor.parts_cards() or cursor.sees_card()):
        cards += cursor.cards()
    if len(cards) > 2:
        cursor.at = start
        raise cursor.wrong(Part.CARD)
    cursor.needs(">")
    meld = cursor.number(Part.MELD_NUMBER)
    return moves.SwapWild(meld, _index(cursor), *cards)


def _index(cursor: Cursor) -> int | None:
    return cursor.number(Part.CARD_INDEX) if cursor.accepts("@") else None


def _lay_down(cursor: Cursor) -> moves.LayDown:
    melds: list[MeldOrCards] = []
    sources: list[Source] = []
    more = cursor.sees_card()
    while more:
        melds.append(read_meld(cursor))
        sources += _sources(cursor, len(melds) - 1)
        more = cursor.accepts("+")
    return moves.LayDown(melds, sources)


def _melds(cursor: Cursor, separator: str) -> list[MeldOrCards]:
    melds = [read_meld(cursor)]
    while cursor.accepts(separator):
        melds.append(read_meld(cursor))
    return melds


def _sources(cursor: Cursor, into: int) -> list[Source]:
    found: list[Source] = []
    more = cursor.accepts("from")
    while more:
        meld = cursor.number(Part.MELD_NUMBER)
        cursor.needs(":")
        card = cursor.card()
        found.append(Source(card, meld, _index(cursor), into))
        more = cursor.accepts(",")
    return found


def _shown_melds(cursor: Cursor) -> Sequence[MeldOrCards] | None:
    if not cursor.accepts("with"):
        return None
    return () if cursor.accepts("nothing") else _melds(cursor, "+")
