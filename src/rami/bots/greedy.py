"""A bot that gets rid of its cards as soon as it can."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

import attrs

from rami._values import Value
from rami.bots._concealed import concealed_move
from rami.bots._prospects import contract_to_lay, fits, is_wild, legal_discards, planned
from rami.bots.bot import check_turn
from rami.cards import Cards
from rami.errors import RamiError, integer, reject
from rami.moves import (
    Discard,
    DrawStock,
    End,
    EndRound,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    SwapWild,
    TakeDiscard,
)
from rami.setup import DutyKind, Phase
from rami.views import PlayerView

__all__ = ["GreedyBot"]

_OBJECTIVES: tuple[Literal["cards", "points"], ...] = ("cards", "points")
_TRIED = 8
_ENDS: tuple[End | None, ...] = (None, "high")


@attrs.frozen
class GreedyBot(Value):
    """Lays down, recovers wild cards and lays off whenever it can; discards what is least useful.

    It is a simple opponent, not a strong one.  The bot keeps no state and uses no chance: equal views get
    equal moves.  It plays every variant by asking the rules, and knows none by name.

    Parameters:
        breadth: how many of the listed moves are compared at most.

    Raises:
        RamiError: a breadth below 1.

    >>> from rami import Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> isinstance(GreedyBot().choose(start.view(0)), Discard)
    True
    """

    breadth: int = 48

    def __attrs_post_init__(self) -> None:
        reject(RamiError, integer("breadth", self.breadth, 1))

    def choose(self, view: PlayerView) -> Move:
        """The move that the bot likes best.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: if it is not the viewer's turn.
        """
        check_turn(view)
        if view.variant.table.concealed:
            return concealed_move(view)
        if view.phase in (Phase.DRAW, Phase.OFFER):
            return _draw(view)
        placing = self._placing(view) if view.phase is Phase.PLAY else None
        return placing or _discard(view)

    def _placing(self, view: PlayerView) -> Move | None:
        """The best move that puts cards on the table, if there is one."""
        moves = tuple(_everything(view))
        if not moves and not view.opened[view.player] and not view.duties:
            moves = tuple(_openings(view, self.breadth))
        elif not moves:
            moves = tuple(_listed(view, self.breadth))
        return max(moves, key=lambda move: _merit(view, move), default=None)


def _everything(view: PlayerView) -> Iterator[Move]:
    """The best melds of the hand, all laid at once, where that is legal."""
    for objective in _OBJECTIVES:
        found = view.variant.best_melds(view.hand, objective)
        move = LayDown(found.melds, points=found.points)
        if found.melds and move in view.legal_moves:
            yield move


def _listed(view: PlayerView, breadth: int) -> Iterator[Move]:
    """The first listed moves, discards apart; one will do where each is listed after a long search."""
    searched = not view.opened[view.player] or any(duty.kind is DutyKind.GO_OUT for duty in view.duties)
    moves = islice(view.legal_moves, 1 if searched else breadth)
    return (move for move in moves if not isinstance(move, Discard))


def _openings(view: PlayerView, breadth: int) -> Iterator[Move]:
    """Moves before the opening, found in the hand without asking what the whole table allows."""
    found = view.variant.openings(
        view.hand,
        taken=view.taken,
        highest_before=view.highest_opening,
        contract=view.context.contracts[view.player] if contract_to_lay(view) else None,
        table=view.table,
    )
    openings = sorted(islice(found, breadth), key=lambda move: _merit(view, move), reverse=True)
    yield from islice((move for move in openings[:_TRIED] if move in view.legal_moves), 1)
    if not view.variant.table.layoff_requires_open:
        for laid in view.table:
            for card in sorted(set(view.hand)):
                if fits(view.variant, laid.meld, card):
                    both = (LayOff(card, laid.id, end) for end in _ENDS)
                    yield from islice((move for move in both if move in view.legal_moves), 1)


def _merit(view: PlayerView, move: Move) -> tuple[int, int, int]:
    """The rank of a move at the table: its kind, the cards that leave the hand, the points."""
    if isinstance(move, LayDown):
        placed = sum(map(len, move.melds)) - len(move.sources)
        return (1 if move.sources else 4), placed, move.points or 0
    if isinstance(move, SwapWild):
        return 3, 1 if move.other is None else 2, 0
    if isinstance(move, LayOff) and not is_wild(view.variant, move.card):
        return 2, 1, 0
    return 0, 1, 0


def _draw(view: PlayerView) -> Move:
    several = _several(view) if view.variant.drawing.discard_depth != 1 else None
    if several is not None:
        return several
    take = TakeDiscard()
    if EndRound() in view.legal_moves:
        return take if take in view.legal_moves and _joins(view) else EndRound()
    leave = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
    if take in view.legal_moves and (_wants_top(view) or leave not in view.legal_moves):
        return take
    return leave


def _several(view: PlayerView) -> Move | None:
    """The discards to take at once, if that brings more points in melds than it leaves outside of them."""
    best, most = None, _balance(view, view.hand)
    for move in islice(view.legal_moves, _TRIED):
        if isinstance(move, TakeDiscard) and move.count > 1:
            balance = _balance(view, view.hand | Cards(view.discards[-move.count :]))
            if balance > most:
                best, most = move, balance
    return best


def _balance(view: PlayerView, cards: Cards) -> int:
    """The points of the best melds of some cards less those of the cards outside of them."""
    found = view.variant.best_melds(cards, "points")
    return found.points - found.deadwood


def _joins(view: PlayerView) -> bool:
    """Whether the top discard would be laid at once."""
    top, variant = view.discards[-1], view.variant
    melds = variant.best_melds(view.hand.add(top), "cards").melds
    return any(top in meld.cards for meld in melds) or any(
        fits(variant, laid.meld, top) for laid in view.table
    )


def _wants_top(view: PlayerView) -> bool:
    """Whether the discard helps; where it has to be placed at once, it always does."""
    variant = view.variant
    called = view.phase is Phase.OFFER and variant.conduct.rum_call is not None
    if variant.drawing.discard_use is not None or called:
        return True
    top = view.discards[-1]
    contract = contract_to_lay(view)
    if contract is not None:
        now, then = (planned(variant, hand, contract) for hand in (view.hand, view.hand.add(top)))
        return is_wild(variant, top) or len(then) > len(now)
    if view.opened[view.player] and any(fits(variant, laid.meld, top) for laid in view.table):
        return True
    before = variant.best_melds(view.hand, "cards")
    after = variant.best_melds(view.hand.add(top), "cards")
    return len(after.left) <= len(before.left)


def _discard(view: PlayerView) -> Move:
    """The least useful card that may be discarded, announced where that is called for."""
    contract = contract_to_lay(view)
    wanted = None if contract is None else planned(view.variant, view.hand, contract)
    return next(legal_discards(view, wanted), None) or next(iter(view.legal_moves))
