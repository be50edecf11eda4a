"""Rounds played on quickly and not too badly, to see how a position may turn out.

The players of a rollout are simple: they take a discard that joins a meld, put on the table what they can, show a hand
as soon as they may, and throw the card with the fewest neighbours; where hands can be weighed, they play like the
expert, but do not look at the next draw.  They use no chance: a position and its stock decide what becomes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rami._kernel.cards import hands
from rami._kernel.cards.codes import BIT, ROW
from rami._kernel.melds.near import near_cards
from rami._kernel.rounds.draws import (
    end_faults,
    may_show_turned,
    stock_lasts,
    take_faults_at_draw,
)
from rami._kernel.rounds.listing import choices
from rami._kernel.rounds.plain_round import NOT_DRAWN, resumed
from rami._kernel.rounds.state import DRAW, LAYING_OFF, OFFER, ONLY_DISCARD, OVER, PLAY, STOCK, State
from rami._kernel.rounds.steps import applied
from rami._kernel.rounds.weighed import SHOWN, Sight, Weighing, play_weighed
from rami._kernel.rules import MeldRules
from rami._kernel.turns.actions import (
    ANNOUNCED,
    DISCARD,
    DRAW_STOCK,
    END_ROUND,
    PASS,
    SHOW_TURNED,
    SILENT,
    TAKE_DISCARD,
    Action,
    Choice,
    Step,
)
from rami._kernel.turns.completion.question import may_follow
from rami._kernel.turns.faults import discards
from rami._kernel.turns.knocking import show_actions
from rami._kernel.turns.table_steps import lay_off_steps, meld_steps, swap_steps, table_steps
from rami._kernel.turns.turn import NO_CARD, Game, Turn
from rami.bots._lack import lack_of

_DRAW = Action(DRAW_STOCK)
_TAKE = Action(TAKE_DISCARD)
_PASS = Action(PASS)
_END = Action(END_ROUND)
_SHOW = Action(SHOW_TURNED)

_OPENINGS = 6
"""The number of openings compared."""
PER_NEIGHBOUR = 3
"""The value of a neighbour in hand, in points of deadwood."""
_MELDED = 40
_WILD = 100


def rollout(
    game: Game, state: State, turns: int, weighing: Weighing | None = None, known: Sequence[int] = ()
) -> State:
    """The end of the round, or the position after `turns` more turns.

    In a plain round the players weigh their hands, if a `weighing` is given; `known` has by seat the natural cards that
    the others know to be in the hand.
    """
    last = state.number + turns
    while state.phase != OVER and state.number < last:
        if weighing is not None and state.phase == DRAW and state.discards:
            plain = resumed(game, state)
            play_weighed(game, weighing, plain, state.turn.limit, last, list(known))
            if plain.drawn != NOT_DRAWN or plain.number != state.number:
                state = plain.position()
                continue
        choice = _choice(game, state, weighing)
        if choice is None:
            break
        state = applied(game, state, *choice)
    return state


def _choice(game: Game, state: State, weighing: Weighing | None) -> Choice | None:
    """The choice of the player to act; None for a dead end, where the round is judged."""
    phase, turn = state.phase, state.turn
    if may_show_turned(game, state.known):
        return _SHOW, None
    if phase == LAYING_OFF:
        return next(choices(game, state.known))
    if phase in (DRAW, OFFER):
        if weighing is not None and state.discards:
            wants = weighing.wants(turn.hand[0], state.discards[-1], _sight(state), False)
        else:
            wants = _wants(game, turn, state.discards)
        if wants and not take_faults_at_draw(game, state.known):
            return _TAKE, None
        if phase == OFFER:
            return _PASS, None
    if phase in (DRAW, STOCK):
        if stock_lasts(game, state.known):
            return _DRAW, None
        return next(choices(game, state.known)) if end_faults(game, state.known) else (_END, None)
    if phase == PLAY:
        shown = show_actions(game, turn) if game.knock is not None else None
        if weighing is not None:
            barred = BIT[turn.banned] if turn.banned >= 0 else 0
            limit = turn.limit if shown else NO_CARD
            chosen = weighing.chosen(turn.hand[0], barred, limit, _sight(state), False)
            if chosen < SHOWN + NO_CARD:
                return Action(DISCARD, chosen, at=SILENT), None
        if shown:
            return shown[0], None
        step = None if game.knock is not None else _step(game, state)
        if step is not None:
            return step
    return _thrown(game, state)


def _sight(state: State) -> Sight:
    pile = 0
    for card in state.discards:
        pile |= BIT[card]
    return Sight(pile, 0, state.number, len(state.stock))


def _wants(game: Game, turn: Turn, pile: bytes) -> bool:
    """Whether the top discard would help."""
    if not pile:
        return False
    card = pile[-1]
    if game.knock is not None:
        held, lack = hands.add(turn.hand, card), lack_of(game)
        return game.melds.is_wild(card) or lack(held) <= lack(turn.hand)
    if game.turn.discard_use or game.melds.is_wild(card):
        return True
    near = near_cards(game.melds)[card] & turn.hand[0]
    return near.bit_count() >= 2


def _step(game: Game, state: State) -> Choice | None:
    """An action at the table, if one is to be had."""
    turn, memo = state.turn, state.known.memo
    if turn.owes():
        found = (step for step in table_steps(game, turn) if may_follow(game, turn, step[1], memo))
        return next(found, None)
    if turn.opened:
        for step in _helpful(game, turn):
            if may_follow(game, turn, step[1], memo):
                return step
        return None
    allowed = (step for step in table_steps(game, turn) if may_follow(game, turn, step[1], memo))
    best: Step | None = None
    for step in islice(allowed, _OPENINGS):
        if best is None or hands.size(step[1].hand) < hands.size(best[1].hand):
            best = step
    return best


def _helpful(game: Game, turn: Turn) -> Iterator[Step]:
    """New melds, natural cards laid off, wilds recovered; wilds are laid off where that is nearly the end."""
    yield from meld_steps(game, turn)
    for step in lay_off_steps(game, turn):
        if not game.melds.is_wild(step[0].card) or hands.size(turn.hand) <= 2:
            yield step
    yield from swap_steps(game, turn)


def _thrown(game: Game, state: State) -> Choice | None:
    """The discard that ends the turn, of the card least useful to keep; otherwise any action."""
    turn = state.turn
    allowed = hands.cards_in(discards(game, turn))
    if not allowed or state.phase not in (PLAY, ONLY_DISCARD):
        return next(choices(game, state.known), None)
    keep = keeping(game, turn, allowed)
    card = allowed[keep.index(min(keep))]
    announces = game.draw.announce_at > 0 and hands.size(turn.hand) - 1 == game.draw.announce_at
    return Action(DISCARD, card, at=ANNOUNCED if announces else SILENT), None


def keeping(game: Game, turn: Turn, cards: bytes) -> list[int]:
    """The value of keeping each of these cards of the hand."""
    rules, hand = game.melds, turn.hand
    near = near_cards(rules)
    if game.knock is not None:
        lack = lack_of(game)
        return [
            lack(hands.remove(hand, card))
            + (_WILD if game.melds.is_wild(card) else PER_NEIGHBOUR * (near[card] & hand[0]).bit_count())
            for card in cards
        ]
    plane = hand[0]
    melded = _melded(rules, hand)
    values = game.deadwood.values
    sign = -1 if turn.opened else 1
    out: list[int] = []
    for card in cards:
        if rules.is_wild(card):
            out.append(_WILD)
            continue
        value = sign * values[card] // 2 + PER_NEIGHBOUR * (near[card] & plane).bit_count()
        if melded & BIT[card] and hands.count(hand, card) == 1:
            value += _MELDED
        out.append(value)
    return out


def _melded(rules: MeldRules, hand: hands.Hand) -> int:
    """The naturals that are in some run or group of three, seen roughly."""
    plane = hand[0]
    out = 0
    for suit in range(4):
        row = plane >> 13 * suit & ROW
        row |= (row & 1) << 13
        low = row & row >> 1 & row >> 2
        run = low | low << 1 | low << 2
        run |= run >> 13 & 1
        out |= (run & ROW) << 13 * suit
    a, b, c, d = plane & ROW, plane >> 13 & ROW, plane >> 26 & ROW, plane >> 39
    ranks = a & b & (c | d) | c & d & (a | b)
    if rules.any_suits and len(hand) > 2:
        twice = hand[1] & ROW | hand[1] >> 13 & ROW | hand[1] >> 26 & ROW | hand[1] >> 39
        ranks |= twice & (a & b | a & c | a & d | b & c | b & d | c & d)
    return out | ((ranks | ranks << 13 | ranks << 26 | ranks << 39) & plane)
