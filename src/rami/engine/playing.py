"""Carrying out what has been judged legal, with the events that tell of it."""

from __future__ import annotations

from .._kernel import hands
from .._kernel.actions import ANNOUNCED, DISCARD, DRAW_STOCK, LAY_DOWN, LAY_OFF, TAKE_DISCARD, Action
from .._kernel.state import OVER, State, apply_discard, apply_draw, apply_table
from .._kernel.turn import Turn
from ..cards import Card
from ..events import (
    CardDiscarded,
    CardLaidOff,
    DiscardTaken,
    Event,
    MeldsLaid,
    PenaltyDrawn,
    RoundEnded,
    StockDrawn,
    StockRecycled,
    WildRecovered,
)
from ..moves import LayDown
from .judgement import Judgement
from .naming import move_of
from .rules import Rules

__all__ = ["carry_out", "events_of"]


def carry_out(rules: Rules, state: State, judged: Judgement) -> State:
    """The position that a legal move leads to."""
    for action, after in judged.path:
        state = _apply(rules, state, action, after)
    return state


def _apply(rules: Rules, state: State, action: Action, after: Turn | None) -> State:
    if after is not None:
        return apply_table(rules.game, state, after)
    if action.kind == DISCARD:
        return apply_discard(rules.game, state, action)
    return apply_draw(rules.game, state, action)


def events_of(rules: Rules, state: State, judged: Judgement) -> tuple[State, tuple[Event, ...]]:
    """The position that a legal move leads to, and what happened on the way."""
    events: list[Event] = []
    for action, after in judged.path:
        reached = _apply(rules, state, action, after)
        events.extend(_events(rules, state, action, reached))
        state = reached
    if state.phase == OVER and state.ending is not None:
        winner = state.ending.winner
        events.append(RoundEnded(None if winner < 0 else winner))
    return state, tuple(events)


def _events(rules: Rules, before: State, action: Action, after: State) -> list[Event]:
    player = before.turn.player
    out: list[Event] = []
    recycled = after.recycles > before.recycles
    if action.kind == DRAW_STOCK:
        drawn = _difference(after.hands[player], before.turn.hand)
        if recycled:
            out.append(StockRecycled(len(after.stock) + 1))
        out.append(StockDrawn(player, drawn[0]))
    elif action.kind == TAKE_DISCARD:
        out.append(DiscardTaken(player, Card.from_id(before.discards[-1])))
    elif action.kind == LAY_DOWN:
        move = move_of(rules, before.turn, action)
        assert isinstance(move, LayDown)
        out.append(MeldsLaid(player, move.melds, move.sources, not before.turn.opened))
    elif action.kind == LAY_OFF:
        out.append(CardLaidOff(player, Card.from_id(action.card), before.turn.table[action.place][0]))
    elif action.kind == DISCARD:
        out.append(CardDiscarded(player, Card.from_id(action.card), action.at == ANNOUNCED))
        kept = hands.remove(before.turn.hand, action.card)
        penalty = _difference(after.hands[player], kept)
        if recycled:
            out.append(StockRecycled(len(after.stock) + len(penalty)))
        if penalty:
            out.append(PenaltyDrawn(player, penalty))
    else:
        number, _, code = before.turn.table[action.place]
        wild = Card.from_id(code[action.at + 1])
        out.append(WildRecovered(player, Card.from_id(action.card), wild, number))
    return out


def _difference(more: hands.Hand, less: hands.Hand) -> tuple[Card, ...]:
    rest = hands.remove_all(more, hands.cards_of(less))
    return () if rest is None else tuple(Card.from_id(card) for card in hands.cards_of(rest))
