"""Moves as a round reads them: from text, and from melds that are still cards."""

from __future__ import annotations

from typing import cast

import attrs

from .._kernel.rules import MeldRules
from .._move_text import parse_move
from ..errors import InvalidMeld, RamiError, Reason, Violation
from ..melds import Group, Meld, MeldOrCards, is_unread, meld_of_code
from ..moves import MOVE_TYPES, BigGin, Knock, LayDown, Move
from ..policies._reading import code_of, read_meld
from .rules import Rules

__all__ = ["from_text", "parsed", "with_melds"]


def parsed(rules: Rules, move: str | Move) -> Move:
    """Return the move of a text, or the same move, its melds read.

    Raises:
        InvalidText: this is no move.
        InvalidMeld: as `with_melds`.
        RamiError: this is neither text nor a move.
    """
    found = from_text(move)
    if not isinstance(found, MOVE_TYPES):
        raise RamiError(rules.fault(Reason.NOT_A_MOVE, type=type(found).__name__))
    return cast("Move", with_melds(rules, found))


def from_text(move: object) -> object:
    """Return the move of a text; whatever is no text is returned as it is.

    Raises:
        InvalidText: a text is no move.
    """
    return parse_move(move) if isinstance(move, str) else move


def with_melds(rules: Rules, move: object) -> object:
    """Return a move with its melds read; whatever has no melds is returned as it is.

    Raises:
        InvalidMeld: the cards of a meld form none; with the faults of all melds.
    """
    if not isinstance(move, (LayDown, Knock, BigGin)) or not move.melds:
        return move
    if not any(_is_open(rules.game.melds, meld) for meld in move.melds):
        return move
    melds: list[Meld] = []
    wrong: list[Violation] = []
    for meld in move.melds:
        try:
            melds.append(_read(rules, meld))
        except RamiError as error:
            wrong += error.violations
    if wrong:
        raise InvalidMeld(*wrong)
    return attrs.evolve(move, melds=melds)


def _is_open(rules: MeldRules, meld: MeldOrCards) -> bool:
    """Whether reading changes a meld: the suits of a group are as the rules have them."""
    return is_unread(meld) or (isinstance(meld, Group) and (meld.suits == "any") is not rules.any_suits)


def _read(rules: Rules, meld: MeldOrCards) -> Meld:
    if is_unread(meld):
        return read_meld(rules.variant, meld)
    return meld_of_code(code_of(rules.game.melds, meld))
