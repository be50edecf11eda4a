"""Carry out legal moves, and report their effects as events.

The kernel records the *effects* of an action while applying it; each effect becomes one event here. Facts of the turn,
such as duties, are not effects, so a `TurnChanged` is added if one of them changes and no other event reports the
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from rami._kernel.cards import hands
from rami._kernel.melds.meld import Code, is_pair
from rami._kernel.openings.judge import highest_pairs, highest_points
from rami._kernel.rounds.plain_position import PlainPosition
from rami._kernel.rounds.state import OVER, State
from rami._kernel.rounds.steps import applied, thrown_in
from rami._kernel.turns import effects
from rami._kernel.turns.actions import Action
from rami._kernel.turns.effects import Effect
from rami._kernel.turns.rearranging import carried
from rami._kernel.turns.turn import Turn
from rami.cards import Card, Cards
from rami.cards.faces import cards_of
from rami.cards.melds import Run
from rami.policies._compiled import KIND_NAMES
from rami.policies.slots.opening import OpeningNeeds, needs_of
from rami.rounds import events
from rami.rounds._engine.listed_moves import ENDS, source_of, sources_of
from rami.rounds._engine.positions import (
    PHASE_NAMES,
    card_of,
    first_phase,
    outcome_of,
    seats_in,
    table_of,
    turn_facts_of,
)
from rami.rounds._engine.rearranging import opening_points
from rami.rounds._engine.rules import Decision, Rules
from rami.rounds.events import Event
from rami.rounds.setup import Phase, RoundContext


def carry_out(rules: Rules, state: State, judged: Decision) -> State:
    """Return the position after a legal move."""
    for action, after in judged.path:
        state = applied(rules.game, state, action, after)
    return state


def events_of(rules: Rules, state: State, judged: Decision) -> tuple[State, tuple[Event, ...]]:
    """Return the position after a legal move, and the events that lead to it."""
    found: list[Event] = []
    for action, after in judged.path:
        changes: list[Effect] = []
        reached = applied(rules.game, state, action, after, changes)
        found += events_of_step(rules, state, action, changes, reached)
        state = reached
    return state, tuple(found)


def events_of_plain(before: PlainPosition, after: PlainPosition) -> tuple[Event, ...]:
    """Return the events of a step between two positions in which a turn is just a draw and a discard."""
    # A plain turn is just a draw and a discard. It has no melds, duties or sales, so no other events can occur.
    player = int(before.player)
    if before.drawn:
        discarded = Card.from_id(after.discards[-1])
        start = events.TurnBegun(int(after.player), int(after.number), Phase.DRAW)
        return events.CardDiscarded(player, discarded), start
    if after.taken < 0:
        return (events.StockDrawn(player, Card.from_id(before.stock[0])),)
    return (events.DiscardTaken(player, Card.from_id(int(after.taken)), not before.rules.returns),)


def events_of_step(
    rules: Rules, state: State, action: Action, changes: Iterable[Effect], reached: State
) -> Iterator[Event]:
    """Yield the events of an action from the effects that the kernel recorded."""
    for change in changes:
        yield _event(rules, state.turn, action, reached, change)
    # `RoundEnded` clears the facts of the turn, and so does the `TurnBegun` of the next player.
    if reached.phase == OVER:
        yield from _end(reached)
    elif reached.turn.player == state.turn.player:
        changed = _turn_facts(rules, reached.turn)
        if _tells(_turn_facts(rules, state.turn), changed):
            yield changed


def dealt_events(rules: Rules, context: RoundContext, number: int, state: State) -> tuple[Event, ...]:
    """Return the events up to the first position; if no turn is possible, the round ends with the deal."""
    upcard = Card.from_id(state.discards[-1]) if state.discards else None
    seat_hands = tuple(Cards.from_ids(hands.cards_of(hand)) for hand in state.hands)
    phase = first_phase(rules.variant) if state.phase == OVER else state.phase
    return (
        events.CardsDealt(
            number,
            context,
            seat_hands,
            upcard,
            len(state.stock),
            card_of(state.deal.turned),
            rules.variant.dealing.turned_card == "wild_rank",
        ),
        events.TurnBegun(state.turn.player, state.number, PHASE_NAMES[phase]),
        *_end(state),
    )


def voided(state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the final position of a round that players throw in, with its events."""
    after = thrown_in(state)
    return after, _end(after, thrown_in=True)


def _end(state: State, thrown_in: bool = False) -> tuple[Event, ...]:
    outcome = outcome_of(state)
    return () if outcome is None else (events.RoundEnded(outcome, thrown_in),)


def _turn_facts(rules: Rules, turn: Turn) -> events.TurnChanged:
    points, pairs = highest_points(turn.tracked.highest), highest_pairs(turn.tracked.highest)
    return events.TurnChanged(turn.player, turn_facts_of(rules, turn), points, pairs)


def _tells(before: events.TurnChanged, after: events.TurnChanged) -> bool:
    """Return whether a `TurnChanged` is needed, because no other event reports the change of a fact."""
    now = after.turn_facts
    # `DiscardTaken` reports the first two facts, and `MeldsLaid` the third.
    facts = attrs.evolve(before.turn_facts, taken=now.taken, barred=now.barred, opened_now=now.opened_now)
    return attrs.evolve(before, turn_facts=facts) != after


def _needs(rules: Rules, code: Code) -> OpeningNeeds | None:
    """Return what the rules require of an opening with this meld: points or certain melds."""
    # OKO-OPEN-02: pairs open regardless of their points.
    return "melds" if is_pair(code) else needs_of(rules.variant.opening)


def _event(rules: Rules, turn: Turn, action: Action, reached: State, change: Effect) -> Event:
    """Return the event for an effect of an action in a turn."""
    player = change.player
    cards = cards_of(change.cards)
    match change.kind:
        case effects.STOCK_DRAWN:
            return events.StockDrawn(player, cards[0])
        case effects.DISCARD_TAKEN:
            return events.DiscardTaken(player, cards[0], change.flag, cards[1:])
        case effects.TOUCHED:
            return events.DiscardTouched(player, cards[0])
        case effects.FOLDED:
            return events.PlayerFolded(player, change.number, change.flag)
        case effects.TURNED_SHOWN:
            return events.TurnedShown(player, cards[0])
        case effects.FOR_SALE:
            return events.DiscardForSale(player, change.number)
        case effects.BOUGHT:
            return events.DiscardBought(player, cards[0], cards[1:])
        case effects.PASSED:
            return events.UpcardPassed(player, change.flag)
        case effects.RECYCLED:
            return events.StockRecycled(change.number, shuffled=not change.flag)
        case effects.DISCARDED:
            return events.CardDiscarded(player, cards[0], change.flag, change.number)
        case effects.PENALTY:
            return events.PenaltyDrawn(player, cards)
        case effects.LAID:
            return events.MeldsLaid(
                player,
                table_of(change.melds, change.layers),
                sources_of(turn, action),
                opening=change.flag,
                contract=change.number or None,
                left=table_of(change.left),
                points=action.points,
                # OKO-OPEN-03: an opening has only pairs or none at all, so its first meld tells which.
                needs=_needs(rules, change.melds[0][2]) if change.flag else None,
            )
        case effects.REARRANGED:
            return events.TableRearranged(
                player,
                cards,
                table_of(change.melds),
                tuple(
                    source_of(turn.table[place], index, into)
                    for place, index, into in carried(turn.table, change.melds)
                ),
                opening=change.flag,
                points=opening_points(rules, turn, [code for _, _, code in change.melds], change.cards),
            )
        case effects.LAID_OFF:
            (meld,) = table_of(change.melds, change.layers)
            return events.CardLaidOff(
                player, cards[0], meld, ENDS[change.at] if isinstance(meld.meld, Run) else None
            )
        case effects.RECOVERED:
            (meld,) = table_of(change.melds)
            card, wild, *others = cards
            return events.WildRecovered(player, card, wild, meld, change.at, others[0] if others else None)
        case effects.SHOWN:
            # If a card was discarded face down, it comes first.
            discard = cards[0] if change.at else None
            shown = table_of(change.melds)
            return events.HandShown(
                player, KIND_NAMES[change.number], discard, shown, Cards(cards[change.at :])
            )
        case _:
            # Some facts about a player change when the turn ends: a touch of the discard may no longer count
            # (LEB-OBL-02), and cards laid off before opening count from now on (BAS-RUMMY-03).
            changes = rules.game.draw.touch or rules.game.turn.track_placed or rules.game.draw.or_play
            seats = seats_in(reached) if changes else ()
            return events.TurnBegun(player, change.number, PHASE_NAMES[change.at], seats)
