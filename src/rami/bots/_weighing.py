"""One decision of a player whose hand is weighed: the kernel's judgement, asked by what a view shows."""

from __future__ import annotations

from collections.abc import Iterable

from rami._kernel.cards.codes import BIT, NATURALS
from rami._kernel.players.weighed import SHOWN, Seen, Weighing
from rami._kernel.turns.turn import NO_CARD
from rami.bots._learnt import weighing_of
from rami.cards import Card
from rami.cards.moves import BigGin, Discard, DrawStock, Knock, Move, PassUpcard, TakeDiscard
from rami.policies._compiled import game_of
from rami.rounds.setup import Phase
from rami.rounds.views import PlayerView


def weighed_move(view: PlayerView, weighing: Weighing, ahead: bool = True) -> Move | None:
    """The move of a player at a draw or after it; None in another phase."""
    hand = mask_of(view.hand.ids)
    if view.phase in (Phase.OFFER, Phase.DRAW):
        take = TakeDiscard()
        leave = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
        if take in view.legal_moves and (
            leave not in view.legal_moves or weighing.wants(hand, view.discards[-1].id, _seen(view), ahead)
        ):
            return take
        return leave
    if view.phase is not Phase.PLAY:
        return None
    first = next(iter(view.legal_moves))
    limit = NO_CARD
    if isinstance(first, Knock):
        knock = game_of(view.variant).knock
        limit = knock.limit if knock is not None and knock.limit >= 0 else view.variant.deadwood(view.hand)
    elif isinstance(first, BigGin):
        return first
    chosen = weighing.chosen(hand, _barred(view), limit, _seen(view), ahead)
    return first if chosen >= SHOWN + NO_CARD else Discard(Card.from_id(chosen))


def weighed_discards(view: PlayerView) -> list[Move]:
    """The legal discards, the best first."""
    found = weighing_of(view.variant).ranked(mask_of(view.hand.ids), _barred(view), _seen(view))
    return [Discard(Card.from_id(card)) for card in found]


def _barred(view: PlayerView) -> int:
    """A discard just taken that may not go back, as a mask."""
    taken = view.taken
    return BIT[taken.id] if taken is not None and Discard(taken) not in view.legal_moves else 0


def _seen(view: PlayerView) -> Seen:
    return Seen(mask_of(card.id for card in view.discards), held_by_others(view), view.turn, view.stock_size)


def held_by_others(view: PlayerView) -> int:
    """The cards that the memory of a view knows to be in other hands, as a mask."""
    if view.memory is None:
        return 0
    return mask_of(
        card for seat, cards in enumerate(view.memory.holds) if seat != view.viewer for card in cards.ids
    )


def mask_of(cards: Iterable[int]) -> int:
    """The naturals among some cards."""
    mask = 0
    for card in cards:
        if card < NATURALS:
            mask |= BIT[card]
    return mask
