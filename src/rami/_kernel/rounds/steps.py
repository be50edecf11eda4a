"""Go from one position to the next, and end rounds that cannot continue.

`applied` plays any legal action. A table action comes with the turn after it (see `turns.successors`); every
other kind has an `apply_...` function here. With 7♣ K♠ in hand, `apply_discard` discards K♠ and leads to the
next player's draw. Discarding the last card ends the round, and a player who fails to announce a discard draws
penalty cards. Every step to a new turn calls `settled`, which ends a round that has no card left to draw or has
reached its turn cap.
"""

from __future__ import annotations

from ..cards import hands
from ..cards.codes import JOKER, UNKNOWN
from ..melds.meld import is_pair
from ..turns import actions
from ..turns.actions import Action
from ..turns.completion.search import ends_with_last_contract
from ..turns.effects import (
    DISCARDED,
    FOLDED,
    PASSED,
    PENALTY,
    SHOWN,
    TOUCHED,
    TURN_BEGUN,
    TURNED_SHOWN,
    Effects,
    note,
    rearranged_effect,
    table_effect,
)
from ..turns.faults import charge
from ..turns.first_lay_downs import opened
from ..turns.knocking import BIG_GIN, Knocked, settlement, shown_kind, winner_of
from ..turns.rearranging import rearranged
from ..turns.turn import NO_CARD, Game, Terms, Turn
from .draws import (
    apply_draw,
    begin_turn,
    calling,
    offer_call,
    offer_purchase,
    recyclable,
    recycled,
    stock_is_spent,
    stock_lasts,
    take_faults_at_draw,
    turn_of,
)
from .state import DRAW, LAYING_OFF, NOBODY, OFFER, OVER, PLAY, STOCK, Known, Outcome, State, raised


def apply_show_turned(state: State, effects: Effects | None = None) -> State:
    """Return the position after a player has shown the other copy of the turned-up card, and kept it."""
    player, deal = state.turn.player, state.deal
    note(effects, TURNED_SHOWN, player, hands.ALONE[deal.turned])
    return state.moved(state.phase, state.turn, deal=deal.with_seats(turned_shown=(player,)))


def closed(state: State, outcome: Outcome) -> State:
    """Return the position at the end of the round."""
    return state.moved(OVER, state.turn.ended(state.turn.hand), outcome=outcome)


def opened_before(state: State) -> tuple[bool, ...]:
    """Return whether each seat had opened before the current turn."""
    flags = list(state.opened)
    if state.turn.fresh_open:
        flags[state.turn.player] = False
    return tuple(flags)


def settled(game: Game, state: State) -> State:
    """Return the position, or the end of the round if it cannot continue or has reached the turn cap."""
    known = state.known
    phase = known.phase
    if phase == OVER:
        return state
    cap = game.draw.turn_cap
    # The reply to a knock is not a new turn, so the cap does not cut it short.
    if cap and known.number >= cap and phase != LAYING_OFF:
        return _stopped(game, state)
    if phase != DRAW and phase != OFFER and phase != STOCK:
        return state
    if stock_is_spent(game, known.stock_size):
        return _last_offer(game, state)
    stuck = phase != OFFER and not known.stock_size and not stock_lasts(game, known)
    # In other games the player decides, because ending the round, or passing, is a move.
    stock_out = game.draw.stock_out
    if stuck and stock_out != "decline" and stock_out != "pass":
        # A player who can still take the discard may continue the round.
        at_once = phase == STOCK or stock_out == "at_once"
        if at_once or take_faults_at_draw(game, known):
            return out_of_stock(game, state)
    return state


def out_of_stock(game: Game, state: State) -> State:
    """Return the end of a round that has run out of cards; the hands are counted if the rules require it."""
    if not game.draw.stalemate_counts:
        return _stopped(game, state)
    return closed(state, Outcome(-1, opened_before(state), stock_out=True))


def _stopped(game: Game, state: State) -> State:
    """Return the end of a round that cannot continue: void, unless a hand has been shown."""
    return void(state) if state.knocked is None else show_down(game, state)


def void(state: State) -> State:
    """Return the end of a void round."""
    return closed(state, Outcome(-1, opened_before(state)))


def thrown_in(state: State) -> State:
    """Return the end of a round that the players throw in."""
    # OKE-IND-02 pays for the card shown even in a void round, but a deal that is thrown in does not count at all.
    return void(state.moved(state.phase, state.turn, deal=state.deal.with_seats(turned_shown=())))


def _last_offer(game: Game, state: State) -> State:
    """Return the position in which a player may take the top discard to knock, or the void end of the round.

    Every player gets this choice, even with a hand that cannot knock: if the round ended at once, that would reveal
    something about the hand.
    """
    knock = game.knock
    if knock is None or not knock.fiftieth_card:
        return void(state)
    return state if state.phase == OFFER else state.moved(OFFER, state.turn)


def apply_touch(game: Game, state: State, effects: Effects | None = None) -> State:
    """Return the position after a player touches the top discard and leaves it; the player must draw from the stock."""
    note(effects, TOUCHED, state.turn.player, state.discards[-1:])
    deal, player = state.deal, state.turn.player
    touched = tuple(sorted({*deal.by_seat.touched, player}))
    after = state.moved(STOCK, state.turn, deal=deal.with_seats(touched=touched))
    return after.moved(STOCK, turn_of(game, after, player))


def apply_pass(game: Game, state: State, effects: Effects | None = None) -> State:
    """Return the position after a player has declined the discard."""
    note(effects, PASSED, state.turn.player, flag=game.draw.or_play)
    if game.draw.or_play:
        return _after_pass(game, state, effects)
    if calling(game, state.known):
        return offer_call(game, state, state.deal.next_after(state.turn.player), state.drawer, effects)
    if state.drawer != NOBODY:
        return offer_purchase(game, state, state.drawer, effects)
    if stock_is_spent(game, len(state.stock)):
        return void(state)
    order = state.deal.order
    # Only this player is offered the upcard, so the player must now draw from the stock.
    if not game.draw.offers_both:
        return settled(game, state.moved(STOCK, state.turn))
    phase = OFFER
    if state.turn.player == order[-1]:
        # GIN-UPCARD-02: once both have declined, the first player must draw from the stock.
        phase = DRAW if game.draw.offers_again else STOCK
    return next_turn(game, state, phase, state.turn.hand, state.discards, effects)


def _after_pass(game: Game, state: State, effects: Effects | None) -> State:
    """Return the position after a player passes on an empty stock; the round is blocked once all have passed."""
    deal, turn = state.deal, state.turn
    passed = tuple(sorted({*deal.by_seat.passed, turn.player}))
    after = state.moved(DRAW, turn, deal=deal.with_seats(passed=passed))
    if len(passed) == len(deal.order):
        return out_of_stock(game, after)
    return next_turn(game, after, DRAW, turn.hand, after.discards, effects)


def apply_rearrange(game: Game, state: State, action: Action, effects: Effects | None = None) -> State:
    """Return the position after a player has rearranged the table; this ends the turn, or even the round."""
    turn, deal = state.turn, state.deal
    after = rearranged(game, turn, action)
    if effects is not None:
        effects.append(rearranged_effect(turn, action, after))
    if hands.holds_none(after.hand):
        over = state.moved(DRAW, after)
        return closed(over, _went_out(over, NO_CARD))
    # RKB-STOCK-01: all players must pass in turn, so a play cancels the passes before it.
    if deal.by_seat.passed:
        deal = deal.with_seats(passed=())
    moved = state.moved(DRAW, after, deal=deal)
    return next_turn(game, moved, DRAW, after.hand, moved.discards, effects)


def fold_price(game: Game, state: State) -> int:
    """Return the points that a player pays for dropping out or, after the draw, for a wrong declaration."""
    draw = game.draw
    if state.phase == PLAY:
        return draw.wrong_declaration
    return draw.fold_first if state.deal.in_first_round(state.number) else draw.fold_later


def apply_fold(game: Game, state: State, effects: Effects | None = None) -> State:
    """Return the position after a player drops out or declares wrongly; the last remaining player wins."""
    turn, number = state.turn, state.number
    price = fold_price(game, state)
    note(effects, FOLDED, turn.player, number=price, flag=state.phase == PLAY)
    folded = raised(state.deal.by_seat.folded, turn.player, price, len(state.kept_hands))
    deal = state.deal.with_seats(folded=folded)
    after = state.moved(DRAW, turn, deal=deal)
    remaining = deal.remaining
    if len(remaining) == 1:
        return closed(after, Outcome(remaining[0], opened_before(state)))
    player = deal.next_after(turn.player)
    reached = settled(game, after.moved(DRAW, turn_of(game, after, player)))
    started = DRAW if reached.phase == OVER else reached.phase
    note(effects, TURN_BEGUN, player, number=number, at=started)
    return reached


def apply_table(game: Game, state: State, after: Turn) -> State:
    """Return the position after a table action; an empty hand or the last contract ends the round."""
    turn, phase, deal = state.turn, state.phase, state.deal
    laid = game.contracts is not None and after.opened and not turn.opened
    if laid:
        deal = deal.with_seats(completed=(*deal.by_seat.completed, after.player))
    moved = state.moved(phase, after, deal=deal)
    # A player who lays off the whole hand after a knock does not win.
    if hands.holds_none(after.hand) and phase != LAYING_OFF:
        # The hand is empty now, so this action has placed any joker that was in it.
        joker = game.turn.track_joker_last and hands.count(turn.hand, JOKER) > 0
        return closed(moved, _went_out(moved, NO_CARD, joker))
    if laid and turn.terms.others_open and ends_with_last_contract(game):
        return closed(moved, Outcome(-1, opened_before(moved), complete=True))
    return moved


def all_in_pairs(state: State) -> bool:
    """Return whether every player has opened with pairs."""
    melds = state.turn.table
    return all(state.opened[seat] for seat in state.deal.order) and all(is_pair(code) for _, _, code in melds)


def _ends_after_turn(game: Game, state: State) -> bool:
    """Return whether the last player has laid the contract in this turn, so that the round ends after the turn."""
    ends = game.contracts is not None and game.contracts.end_when_all_complete == "end_of_turn"
    return ends and state.turn.fresh_open and len(state.deal.by_seat.completed) == len(state.deal.order)


def _went_out(state: State, final_discard: int, joker_placed_last: bool = False) -> Outcome:
    turn = state.turn
    return Outcome(
        turn.player,
        opened_before(state),
        (turn.fresh_open or not turn.opened) and turn.player not in state.deal.by_seat.placed,
        turn.tracked.helped,
        len(turn.tracked.wilds_placed),
        final_discard,
        factor_lost=turn.player in state.deal.by_seat.touched,
        joker_placed_last=joker_placed_last,
    )


def apply_discard(game: Game, state: State, action: Action, effects: Effects | None = None) -> State:
    """Return the position after the discard that ends a turn."""
    turn = state.turn
    points = charge(game, turn, action.card) if game.turn.charges else 0
    if points:
        charged = raised(state.deal.by_seat.charged, turn.player, points, len(state.kept_hands))
        state = state.moved(state.phase, turn, deal=state.deal.with_seats(charged=charged))
    discarded = hands.ALONE[action.card]
    note(effects, DISCARDED, turn.player, discarded, points, flag=action.at == actions.ANNOUNCED)
    hand = hands.remove(turn.hand, action.card)
    discards = state.known.discards + discarded
    if hands.holds_none(hand) or _ends_after_turn(game, state):
        return _last_discard(state, hand, discards)
    # OKO-STOCK-03: the round is void once everybody has opened with pairs.
    if game.turn.void_all_pairs and turn.fresh_open and all_in_pairs(state):
        over = state.moved(PLAY, turn.ended(hand), discards=discards)
        return closed(over, Outcome(-1, opened_before(state)))
    last_cards = game.draw.announce_at
    if last_cards and hands.size(hand) == last_cards and action.at != actions.ANNOUNCED:
        return _after_penalty(game, state, hand, discards, effects)
    return next_turn(game, state, DRAW, hand, discards, effects)


def _last_discard(state: State, hand: hands.Hand, discards: bytes) -> State:
    moved = state.moved(PLAY, state.turn.ended(hand), discards=discards)
    if any(hand):
        return closed(moved, Outcome(-1, opened_before(state), complete=True))
    return closed(moved, _went_out(state, discards[-1]))


def _after_penalty(
    game: Game, state: State, hand: hands.Hand, discards: bytes, effects: Effects | None
) -> State:
    """Return the position after a discard that should have been announced; the player draws the penalty cards."""
    left = state.moved(PLAY, state.turn, discards=discards)
    player = state.turn.player
    drawn = b""
    # The stock may run out during the penalty; then it is recycled, and the events list the cards in two
    # parts.
    for _ in range(game.draw.carte_penalty):
        if not left.stock:
            if not recyclable(game, left.known):
                break
            if drawn:
                note(effects, PENALTY, player, drawn)
                drawn = b""
            stock, pile, recycles = recycled(game, left, effects)
            left = left.moved(PLAY, left.turn, stock=stock, discards=pile, recycles=recycles)
        hand = hands.add(hand, left.stock[0])
        drawn += left.stock[:1]
        left = left.moved(PLAY, left.turn, stock=left.stock[1:])
    if drawn:
        note(effects, PENALTY, player, drawn)
    return next_turn(game, left, DRAW, hand, left.discards, effects)


def next_turn(
    game: Game,
    state: State,
    phase: int,
    hand: hands.Hand,
    discards: bytes,
    effects: Effects | None = None,
) -> State:
    """Return the next turn, or the end of the round if nobody can continue or the turn returns to the knocker.

    `hand` is the hand that remains with the previous player.
    """
    known, deal = state.known, state.deal
    old, knocked = known.turn, known.knocked
    player = deal.next_after(old.player)
    if knocked is not None and player == knocked.player:
        return show_down(game, state.moved(PLAY, old.ended(hand), discards=discards))
    number = known.number + 1
    # In this game a touch is punished only until the end of the turn (`conduct.touch_scope`).
    if game.draw.touch_in_turn and deal.by_seat.touched:
        deal = deal.with_seats(touched=())
    # BAS-RUMMY-03: after a lay-off the player can no longer go rummy in a later turn.
    placed = deal.by_seat.placed
    if game.turn.track_placed and old.tracked.helped and not old.opened and old.player not in placed:
        deal = deal.with_seats(placed=tuple(sorted((*placed, old.player))))
    seat_hands = state.hands_with(hand)
    opened = state.opened
    turn = begin_turn(game, deal, number, player, seat_hands[player], opened, old, knocked is not None)
    showable = deal.showable(number)
    started = Known(phase, number, turn, discards, known.stock_size, known.recycles, knocked, showable)
    reached = settled(game, State(started, seat_hands, opened, state.stock, deal))
    at = reached.phase
    note(effects, TURN_BEGUN, player, number=number, at=phase if at == OVER else at)
    if game.draw.calls and at == DRAW:
        return offer_call(game, reached, player, player, effects)
    return reached


def apply_knock(game: Game, state: State, action: Action, effects: Effects | None = None) -> State:
    """Return the position after a player shows a hand: the end of the round, a reply, or a last turn."""
    turn, knock = state.turn, game.knock
    assert knock is not None  # only a game with knocking has such actions
    hand, discards, face_down = turn.hand, state.known.discards, NO_CARD
    discarded = b""
    if action.card >= 0:
        hand = hands.remove(hand, action.card)
        discarded = hands.ALONE[action.card]
        # Only the knocker knows a face-down discard.
        discards += discarded if knock.face_up else hands.ALONE[UNKNOWN]
        face_down = NO_CARD if knock.face_up else action.card
    table = turn.table
    for number, code in enumerate(action.melds):
        left = hands.remove_all(hand, code[1:])
        assert left is not None  # the action was judged against this hand
        hand = left
        table = (*table, (number, turn.player, code))
    kind = BIG_GIN if action.card < 0 else shown_kind(game, action.melds, hand)
    seat_hands = list(state.hands)
    seat_hands[turn.player] = hand
    knocked = Knocked(turn.player, kind, knock.face_up)
    if knock.face_up and discarded:
        note(effects, DISCARDED, turn.player, discarded)
        discarded = b""
    note(effects, SHOWN, turn.player, discarded + hands.cards_of(hand), kind, len(discarded), melds=table)
    if knock.by_moves:
        other = state.deal.next_after(turn.player)
        opened = tuple(
            flag or (seat == turn.player and bool(table)) for seat, flag in enumerate(state.opened)
        )
        reply = Turn(seat_hands[other], table, other, False, Terms(limit=turn.terms.limit))
        note(effects, TURN_BEGUN, other, number=state.number, at=LAYING_OFF)
        return state.moved(
            LAYING_OFF,
            reply,
            tuple(seat_hands),
            opened=opened,
            discards=discards,
            knocked=knocked,
            face_down=face_down,
        )
    shown = Turn(hand, table, turn.player, bool(table), Terms(limit=turn.terms.limit))
    done = state.moved(PLAY, shown, discards=discards, knocked=knocked, face_down=face_down)
    if knock.last_turns:
        return next_turn(game, done, DRAW, hand, discards, effects)
    return show_down(game, done)


def show_down(game: Game, state: State) -> State:
    """Return the end of the round after a knock, with the hands counted."""
    knocked = state.knocked
    assert knocked is not None  # this is called only after a knock
    remaining = state.deal.remaining
    left, laid_off = state.hands, b""
    if game.knock is not None and not game.knock.by_moves:
        left, laid_off = settlement(game, left, state.turn.table, knocked, remaining)
    winner = winner_of(game, left, knocked, remaining)
    # The top discard belongs to the knock if it is face up and no player has acted since the knock.
    seen = knocked.face_up and game.knock is not None and not game.knock.last_turns and state.discards
    discarded = state.discards[-1] if seen else NO_CARD
    # Games that end by showing a hand have no openings.
    nobody = (False,) * len(state.hands)
    return closed(state, Outcome(winner, nobody, final_discard=discarded, left=left, laid_off=laid_off))


def applied(
    game: Game, state: State, action: Action, after: Turn | None, effects: Effects | None = None
) -> State:
    """Return the position after a legal action; `after` is the turn that follows a table action, if known.

    If `effects` is a list, the function appends the changes that the action makes.
    """
    kind = action.kind
    if after is None and kind == actions.LAY_DOWN:
        # Listed openings come without the turn after them if it can clearly be completed.
        after = opened(game, state.turn, action)
    if after is not None:
        if effects is not None:
            effects.append(table_effect(state.turn, action, after))
        return apply_table(game, state, after)
    if kind == actions.DISCARD:
        return apply_discard(game, state, action, effects)
    if kind in (actions.DRAW_STOCK, actions.TAKE_DISCARD):
        drawn = apply_draw(game, state, action, effects)
        # RKB-TURN-01: a draw is a whole turn.
        if game.draw.or_play:
            return next_turn(game, drawn, DRAW, drawn.turn.hand, drawn.discards, effects)
        return drawn
    if kind == actions.REARRANGE:
        return apply_rearrange(game, state, action, effects)
    if kind in (actions.KNOCK_CALL, actions.BIG_GIN_CALL):
        return apply_knock(game, state, action, effects)
    if kind == actions.PASS:
        return apply_pass(game, state, effects)
    if kind == actions.END_ROUND:
        return out_of_stock(game, state)
    if kind in (actions.FOLD, actions.DECLARE_WRONGLY):
        return apply_fold(game, state, effects)
    if kind == actions.SHOW_TURNED:
        return apply_show_turned(state, effects)
    return apply_touch(game, state, effects) if kind == actions.TOUCH else show_down(game, state)
