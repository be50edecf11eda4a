"""Rollouts: fast players continue a round from a position, to find out how it may end.

In games with open melds these players play like the greedy bot. In games that `_weighing` can judge, they play like the
expert bot, but do not look ahead to the next draw. In all other games they show a hand as soon as the rules allow it,
and discard the card with the fewest neighbours. They never choose at random, so the position and its stock determine
the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence

from rami._kernel.cards import hands
from rami._kernel.cards.codes import BIT
from rami._kernel.melds.meld import near_cards
from rami._kernel.players.table_player import TablePlayer, play_at_table
from rami._kernel.players.weighed import SHOWN, Seen, Weighing, play_weighed
from rami._kernel.rounds.draws import may_show_turned, may_take
from rami._kernel.rounds.listing import PASS_CODE, PLAIN_CHOICES, SHOW_CODE, TAKE_CODE, choices
from rami._kernel.rounds.plain_round import NOT_DRAWN, resumed
from rami._kernel.rounds.state import DRAW, OFFER, ONLY_DISCARD, OVER, PLAY, State
from rami._kernel.rounds.steps import applied
from rami._kernel.turns.actions import Choice
from rami._kernel.turns.faults import discards
from rami._kernel.turns.knocking import show_actions
from rami._kernel.turns.turn import NO_CARD, Game, Turn
from rami.bots._concealed import lack_of

BREADTH = 48
"""The maximum number of actions of each kind to compare in a game with open melds."""
_PER_NEIGHBOUR = 3
"""The value of a neighbour, a card in the hand that could join the same meld, in points of deadwood."""
# This is far more than any card costs, so a rollout discards a wild card only if it has to.
_WILD = 100


def rollout(
    game: Game,
    state: State,
    turns: int,
    player: TablePlayer,
    weighing: Weighing | None = None,
    known: Sequence[int] = (),
) -> State:
    """Continue a round and return its end, or the position after `turns` turns if the round lasts longer.

    If a `weighing` is given, the players judge their hands with it. For each seat, `known` contains a bit mask of the
    natural cards that the other players know to be in that hand.
    """
    last = state.number + turns
    if game.knock is None:
        return play_at_table(player, game, state, last, BREADTH)
    while state.phase != OVER and state.number < last:
        # The kernel plays any number of plain turns in one call; if it could play none, make one choice below.
        if weighing is not None and state.phase == DRAW and state.discards:
            plain = resumed(game, state)
            play_weighed(game, weighing, plain, state.turn.terms.limit, last, list(known))
            if plain.drawn != NOT_DRAWN or plain.number != state.number:
                state = plain.position()
                continue
        choice = _choice(game, state, weighing)
        if choice is None:
            break
        state = applied(game, state, *choice)
    return state


def _choice(game: Game, state: State, weighing: Weighing | None) -> Choice | None:
    """Return the choice of the player to act; None if there is nothing to choose."""
    phase, turn = state.phase, state.turn
    if may_show_turned(game, state.known):
        return PLAIN_CHOICES[SHOW_CODE]
    if phase in (DRAW, OFFER) and _wants(game, state, weighing) and may_take(game, state.known):
        return PLAIN_CHOICES[TAKE_CODE]
    if phase == OFFER:
        return PLAIN_CHOICES[PASS_CODE]
    if phase == PLAY:
        shown = show_actions(game, turn, state.discards)
        if weighing is not None:
            barred = BIT[turn.duties.banned] if turn.duties.banned >= 0 else 0
            limit = turn.terms.limit if shown else NO_CARD
            chosen = weighing.chosen(turn.hand[0], barred, limit, _seen(state), False)
            if chosen < SHOWN + NO_CARD:
                return PLAIN_CHOICES[chosen]
        if shown:
            return shown[0], None
    if phase in (PLAY, ONLY_DISCARD):
        allowed = hands.cards_in(discards(game, turn))
        if allowed:
            keep = keeping(game, turn, allowed)
            return PLAIN_CHOICES[allowed[keep.index(min(keep))]]
    return next(choices(game, state.known), None)


def _seen(state: State) -> Seen:
    pile = 0
    for card in state.discards:
        pile |= BIT[card]
    return Seen(pile, 0, state.number, len(state.stock))


def _wants(game: Game, state: State, weighing: Weighing | None) -> bool:
    """Return whether the top discard would help the player."""
    if not state.discards:
        return False
    card, hand = state.discards[-1], state.turn.hand
    if weighing is not None:
        return weighing.wants(hand[0], card, _seen(state), False)
    lack = lack_of(game)
    return game.melds.is_wild(card) or lack(hands.add(hand, card)) <= lack(hand)


def keeping(game: Game, turn: Turn, cards: bytes) -> list[int]:
    """Return the value of keeping each of these cards."""
    near, hand, lack = near_cards(game.melds), turn.hand, lack_of(game)
    return [
        lack(hands.remove(hand, card))
        + (_WILD if game.melds.is_wild(card) else _PER_NEIGHBOUR * (near[card] & hand[0]).bit_count())
        for card in cards
    ]
