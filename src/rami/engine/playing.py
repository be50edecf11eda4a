"""Carrying out what has been judged legal, with the events that tell of it."""

from __future__ import annotations

from .._kernel import hands
from .._kernel.actions import (
    ANNOUNCED,
    BIG_GIN_CALL,
    DISCARD,
    DRAW_STOCK,
    KNOCK_CALL,
    LAY_DOWN,
    LAY_OFF,
    PASS,
    SWAP_WILD,
    TAKE_DISCARD,
    TOUCH,
    Action,
)
from .._kernel.state import OVER, State
from .._kernel.steps import applied
from ..cards import Card, Cards
from ..events import (
    CardDiscarded,
    CardLaidOff,
    DiscardTaken,
    DiscardTouched,
    Event,
    HandShown,
    MeldsLaid,
    PenaltyDrawn,
    RoundEnded,
    StockDrawn,
    StockRecycled,
    UpcardPassed,
    WildRecovered,
)
from ..moves import BigGin, Knock, LayDown
from .judgement import Judgement
from .naming import KIND_NAMES, move_of
from .rules import Rules

__all__ = ["carry_out", "events_of"]


def carry_out(rules: Rules, state: State, judged: Judgement) -> State:
    """The position that a legal move leads to."""
    for action, after in judged.path:
        state = applied(rules.game, state, action, after)
    return state


def events_of(rules: Rules, state: State, judged: Judgement) -> tuple[State, tuple[Event, ...]]:
    """The position that a legal move leads to, and what happened on the way."""
    events: list[Event] = []
    for action, after in judged.path:
        reached = applied(rules.game, state, action, after)
        events.extend(_events(rules, state, action, reached))
        state = reached
    if state.phase == OVER and state.ending is not None:
        winner = state.ending.winner
        events.append(RoundEnded(None if winner < 0 else winner, state.ending.complete))
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
    elif action.kind == TOUCH:
        out.append(DiscardTouched(player, Card.from_id(before.discards[-1])))
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
            # what was left of the old stock is drawn before the new one is made
            old = tuple(map(Card.from_id, sorted(before.stock)))
            if old:
                out.append(PenaltyDrawn(player, old))
            penalty = tuple(Cards(penalty) - Cards(old))
            out.append(StockRecycled(len(after.stock) + len(penalty)))
        if penalty:
            out.append(PenaltyDrawn(player, penalty))
    elif action.kind == PASS:
        out.append(UpcardPassed(player))
    elif action.kind in (KNOCK_CALL, BIG_GIN_CALL):
        move = move_of(rules, before.turn, action)
        assert isinstance(move, (Knock, BigGin))
        assert after.knocked is not None
        discard = move.discard if isinstance(move, Knock) else None
        deadwood = Cards.from_ids(hands.cards_of(after.hands[player]))
        out.append(HandShown(player, KIND_NAMES[after.knocked.kind], discard, move.melds or (), deadwood))
    elif action.kind == SWAP_WILD:
        number, _, code = before.turn.table[action.place]
        wild = Card.from_id(code[action.at + 1])
        out.append(WildRecovered(player, Card.from_id(action.card), wild, number))
    return out


def _difference(more: hands.Hand, less: hands.Hand) -> tuple[Card, ...]:
    rest = hands.remove_all(more, hands.cards_of(less))
    return () if rest is None else tuple(Card.from_id(card) for card in hands.cards_of(rest))
