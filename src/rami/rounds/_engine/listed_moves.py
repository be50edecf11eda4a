"""Convert kernel actions to the public moves in the list of legal moves.

A *plain* action, such as a draw or a discard, involves at most one card. The kernel numbers the plain actions, and
`_PLAIN` lists the move for each number. All other moves are created on demand.
"""

from __future__ import annotations

from functools import lru_cache, partial

from rami._kernel.cards.codes import JOKER
from rami._kernel.melds.finder import TableMeld
from rami._kernel.rounds.listing import ANNOUNCE, DRAW_CODE, PLAIN, WRONG_CODE, Names
from rami._kernel.turns.actions import (
    ANNOUNCED,
    BIG_GIN_CALL,
    DECLARE_WRONGLY,
    DISCARD,
    KNOCK_CALL,
    LAY_DOWN,
    LAY_OFF,
    REARRANGE,
    TAKE_DISCARD,
    Action,
)
from rami._kernel.turns.faults import wild_choices
from rami._kernel.turns.rearranging import completed
from rami._kernel.turns.successors import fits_both_ends
from rami._kernel.turns.turn import Turn
from rami.cards import Card, Cards, moves
from rami.cards.melds import Meld, meld_of_code
from rami.cards.moves import End, Move, Source, listed_rearrangement, new_knock, new_lay_down
from rami.rounds._engine.rules import Rules

_KEPT = 4096

ENDS: tuple[End, End] = ("low", "high")
# The moves of plain actions by code (see the kernel's `listing`).
_PLAIN: tuple[Move, ...] = (
    *(moves.Discard(Card.from_id(card)) for card in range(JOKER + 1)),
    *(moves.Discard(Card.from_id(card), announce=True) for card in range(JOKER + 1)),
    moves.DrawStock(),
    moves.TakeDiscard(),
    moves.TouchDiscard(),
    moves.PassUpcard(),
    moves.EndLayoffs(),
    moves.EndRound(),
    moves.Fold(),
    moves.ShowTurned(),
    *(new_knock(Card.from_id(card), (), True) for card in range(JOKER + 1)),
)
_OF_KIND = {PLAIN[code].kind: _PLAIN[code] for code in range(DRAW_CODE, WRONG_CODE)}


def move_of(rules: Rules, turn: Turn, action: Action) -> Move:
    """Return the public move for an action in a turn."""
    if action.kind == LAY_DOWN:
        return _lay_down(turn, action)
    if action.kind == REARRANGE:
        return listed_rearrangement(Cards.from_ids(action.laid), partial(_table_of, rules, turn, action))
    if action.kind == TAKE_DISCARD and action.at:
        return moves.TakeDiscard(action.at)
    plain = _OF_KIND.get(action.kind)
    if plain is not None:
        return plain
    if action.kind == KNOCK_CALL:
        declares = rules.game.knock is not None and rules.game.knock.declared
        return new_knock(Card.from_id(action.card), tuple(map(meld_of_code, action.melds)), declares)
    if action.kind == BIG_GIN_CALL:
        return moves.BigGin(tuple(map(meld_of_code, action.melds)))
    if action.kind == DISCARD:
        return _PLAIN[action.card + (ANNOUNCE if action.at == ANNOUNCED else 0)]
    if action.kind == DECLARE_WRONGLY:
        return _PLAIN[WRONG_CODE + action.card]
    # All remaining actions change a table meld.
    number = turn.table[action.place][0]
    if action.kind == LAY_OFF:
        choice = fits_both_ends(rules.game, turn, action.card, action.place)
        return _lay_off(action.card, number, ENDS[action.at] if choice else None)
    several = len(wild_choices(rules.game, turn, action.place, action.card, action.other)) > 1
    return _swap(number, action.at if several else None, action.card, action.other)


def _table_of(rules: Rules, turn: Turn, action: Action) -> tuple[Meld, ...]:
    """Return the new table of a rearrangement."""
    return tuple(map(meld_of_code, completed(rules.game, turn, action).melds))


def _lay_down(turn: Turn, action: Action) -> moves.LayDown:
    if not any(action.leaving):
        return new_lay_down(tuple(map(meld_of_code, sorted(action.melds))), action.points)
    return new_lay_down(tuple(map(meld_of_code, action.melds)), action.points, sources_of(turn, action))


def sources_of(turn: Turn, action: Action) -> tuple[Source, ...]:
    """Return the cards that the new melds of an action take from the table."""
    sources: list[Source] = []
    for into, leaving in enumerate(action.leaving):
        for place, index in leaving:
            sources.append(source_of(turn.table[place], index, into))
    return tuple(sources)


def source_of(entry: TableMeld, index: int, into: int) -> Source:
    """Return the source for the card at an index of a table meld; `into` is the number of the new meld."""
    number, _, code = entry
    card = code[index + 1]
    # State the index only if the meld holds the card twice: two jokers in a run, or two copies in a group that allows
    # them.
    twice = code[1:].count(card) > 1
    return _source(card, number, index if twice else None, into)


# Hot path: the same small parts occur in many moves, so build each part only once.
@lru_cache(maxsize=_KEPT)
def _source(card: int, number: int, at: int | None, into: int) -> Source:
    return Source(Card.from_id(card), number, at, into)


@lru_cache(maxsize=_KEPT)
def _lay_off(card: int, number: int, end: End | None) -> moves.LayOff:
    return moves.LayOff(Card.from_id(card), number, end)


@lru_cache(maxsize=_KEPT)
def _swap(number: int, at: int | None, card: int, other: int) -> moves.SwapWild:
    return moves.SwapWild(number, at, Card.from_id(card), None if other < 0 else Card.from_id(other))


NAMES: Names[Move] = Names(_PLAIN, move_of)
