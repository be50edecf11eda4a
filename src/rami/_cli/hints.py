"""Hints: what a bot would do, and why that is not a bad idea."""

from __future__ import annotations

from rami._cli.screen import Screen
from rami.bots import GreedyBot
from rami.cards import Cards
from rami.moves import (
    BigGin,
    Discard,
    DrawStock,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    SwapWild,
    TakeDiscard,
)
from rami.views import PlayerView


def hint(screen: Screen, view: PlayerView) -> tuple[Move, str]:
    """The move that a bot would choose, with a reason for it."""
    move = GreedyBot().choose(view)
    return move, _reason(screen, view, move)


def _reason(screen: Screen, view: PlayerView, move: Move) -> str:
    hand, variant = view.hand, view.variant
    top = view.discards[-1] if view.discards else None
    match move:
        case DrawStock() | PassUpcard() if top is not None:
            against = view.explain(TakeDiscard())
            if against:
                return screen.text(against[0])
            return screen.word("{card} does not make your melds better", card=top)
        case TakeDiscard() if top is not None:
            before, after = _in_melds(view, hand), _in_melds(view, hand | Cards(top))
            if after > before:
                return screen.word("with {card}, {count} of your cards form melds", card=top, count=after)
            return screen.word("{card} can be placed", card=top)
        case LayDown() if not view.opened[view.player] and move.points is not None:
            return screen.word("this opens, with {points:point|points}", points=move.points)
        case LayDown():
            count = sum(len(meld) for meld in move.melds) - len(move.sources)
            return screen.word("{count:card leaves|cards leave} your hand", count=count)
        case LayOff():
            return screen.word("one card less in your hand")
        case SwapWild():
            return screen.word("a wild card for {card}", card=move.card)
        case Discard() if move.card in hand:
            left = variant.deadwood(hand - Cards(move.card))
            return screen.word("the cards that stay outside of melds count {points}", points=left)
        case Knock() | BigGin():
            return screen.word("your unmatched cards are few enough")
        case _:
            return screen.word("nothing else is better")


def _in_melds(view: PlayerView, cards: Cards) -> int:
    """How many of the cards can lie in melds."""
    return len(cards) - len(view.variant.best_melds(cards, "cards").left)
