"""Draw at the beginning of a turn, renew an empty stock, and let others buy or call the discard before a draw.

A turn begins with a draw from the stock or the top of `discards`, a pile whose last card is on top: a 7♦ on
the 7♣ is bytes([6, 19]). In some games a discard that is taken must be placed. A player may then take it only if the
search finds a use for it (`take_faults_at_draw`), such as a group of sevens with 7♥ 7♠ in hand.

If other players may have the discard first, to buy it (`draw.buys`) or to *call* it ("rummy!") and lay it at once
(`draw.calls`), the phase is OFFER and the turn belongs to the player who is offered the discard. `drawer` is the seat
that draws once all have accepted or declined.
"""

from __future__ import annotations

from typing import Final

from ..cards import hands
from ..cards.codes import NATURALS
from ..cards.shuffle import shuffled
from ..rules import BARS_FIRST, BARS_OUT
from ..turns.actions import DRAW_STOCK, SWAP_WILD, TAKE_DISCARD, Action
from ..turns.completion.question import completable
from ..turns.completion.search import ends_with_last_contract
from ..turns.effects import (
    BOUGHT,
    DISCARD_TAKEN,
    FOR_SALE,
    RECYCLED,
    STOCK_DRAWN,
    TURN_BEGUN,
    Effects,
    note,
)
from ..turns.knocking import declarations, knock_faults
from ..turns.table_steps import taken_steps
from ..turns.turn import NO_CARD, Duties, Game, Terms, Turn
from .state import DRAW, NOBODY, OFFER, PLAY, Deal, Known, State, raised

_FROM_STOCK: Final = Action(DRAW_STOCK)


def recyclable(game: Game, known: Known) -> int:
    """Return the number of discards that could become a new stock."""
    draw = game.draw
    if draw.recycle == "never" or known.recycles >= draw.max_recycles:
        return 0
    return max(0, len(known.discards) - 1) if draw.recycle == "keep_top" else len(known.discards)


def stock_lasts(game: Game, known: Known) -> bool:
    """Return whether a card can be drawn from the stock."""
    return known.stock_size > 0 or recyclable(game, known) > 0


def stock_faults(game: Game, known: Known) -> list[str]:
    """Return the reasons why no card can be drawn from the stock."""
    return [] if stock_lasts(game, known) else ["stock_empty"]


def touch_faults(game: Game, known: Known) -> list[str]:
    """Return the reasons why a player cannot touch the top discard, leave it, and draw from the stock."""
    if not game.draw.touch:
        return ["touch_off"]
    out = [] if known.discards else ["discards_empty"]
    return out + stock_faults(game, known)


def stock_is_spent(game: Game, stock_size: int) -> bool:
    """Return whether the stock is so low that the round ends unless a player can knock with the top discard."""
    return game.knock is not None and stock_size <= game.knock.void_at


def pile_in_turn(game: Game, discards: bytes) -> bytes:
    """Return the discard pile to keep in a turn; empty unless a rule depends on it during the turn."""
    return discards if game.melds.burnt_scope == "melds_and_discards" else b""


def taking(
    game: Game, turn: Turn, discards: bytes, must_knock: bool, count: int = 1, called: bool = False
) -> Turn:
    """Return the turn after taking the top `count` discards; in every game a called discard must be placed."""
    rules = game.turn
    card = discards[-count]
    free = rules.discard_use == 0 and count == 1 and not called
    # If the player already held a copy, that one may be discarded, and nobody can tell the two apart.
    banned = free and not rules.allow_return_discard and hands.count(turn.hand, card) == 0
    hand = turn.hand
    for taken in discards[-count:]:
        hand = hands.add(hand, taken)
    pile = pile_in_turn(game, discards)[:-count]
    # For a player who has not opened, the opening itself has the higher minimum (LEB-DRAW-01).
    missing = rules.pickup_points if turn.opened else 0
    duties = Duties(card, not free, card if banned else NO_CARD, go_out=must_knock, missing=missing)
    return turn.drawn(hand, pile, duties)


def take_faults_at_draw(game: Game, known: Known, count: int = 1) -> list[str]:
    """Return the reasons why the top `count` discards cannot be taken; the slow search for a use comes last."""
    draw = game.draw
    turn = known.turn
    if not known.discards:
        return ["discards_empty"]
    if count > draw.depth:
        return ["discard_depth"]
    # Only players who may buy the discard are offered it (`may_buy`).
    if known.phase == OFFER and draw.buys:
        return []
    if count > len(known.discards):
        return ["discards_short"]
    card = known.discards[-count]
    called = calling(game, known)
    out: list[str] = []
    if called and not fits_as_it_lies(game, turn, known.discards, count):
        out.append("discard_uncalled")
    if draw.no_discard_at_one and hands.holds_one(turn.hand):
        out.append("discard_at_one_card")
    if turn.is_first() and not draw.first_round_discard:
        out.append("discard_first_turn")
    if draw.opened_only and not turn.opened:
        out.append("discard_unopened")
    if draw.no_twin_pickup and card < NATURALS and hands.count(turn.hand, card):
        out.append("discard_twin")
    if wild_stays(game, known):
        out.append("discard_wild")
    # D-146: after the fiftieth card the top discard may be taken only to knock with it.
    must_knock = stock_is_spent(game, known.stock_size)
    # If the card taken need not be placed, the turn can end with the discard of another card, so no search is
    # needed.
    free = game.turn.discard_use == 0 and count == 1 and not must_knock and not hands.holds_none(turn.hand)
    free = free and not (game.turn.pickup_points and turn.opened) and not called
    if not out and not free:
        after = taking(game, turn, known.discards, must_knock, count, called)
        if completable(game, after, known.memo):
            return []
        out.append("no_knock_with_discard" if must_knock else "discard_unusable")
    return out


def end_faults(game: Game, known: Known) -> list[str]:
    """Return the reasons why a player cannot end the round instead of drawing."""
    if game.draw.stock_out != "decline":
        return ["end_off"]
    return ["stock_left"] if stock_lasts(game, known) else []


def pass_faults(game: Game, known: Known) -> list[str]:
    """Return the reasons why a player cannot pass instead of drawing or playing; passing requires an empty stock."""
    if game.draw.stock_out != "pass":
        return ["pass_off"]
    return ["stock_to_draw"] if stock_lasts(game, known) else []


def wild_stays(game: Game, known: Known) -> bool:
    """Return whether the top discard is a wild card that must not be taken."""
    rule = game.draw.wild_discard
    if rule == "free" or not game.melds.is_wild(known.discards[-1]):
        return False
    # With "upcard_only", only the first player may take a wild upcard, as dealt.
    return rule != "upcard_only" or known.number > 0


def may_take(game: Game, known: Known) -> bool:
    """Return whether the player to act may take or buy the top discard."""
    # Hot path: in most games any discard may be taken, so skip the list of faults.
    free = game.turn.discard_use == 0 and not game.draw.bars_discards and not game.turn.pickup_points
    if free and not stock_is_spent(game, known.stock_size) and not hands.holds_none(known.turn.hand):
        return len(known.discards) > 0
    return not take_faults_at_draw(game, known)


def begin_turn(
    game: Game,
    deal: Deal,
    number: int,
    player: int,
    hand: hands.Hand,
    opened: tuple[bool, ...],
    before: Turn | None = None,
    shown: bool = False,
) -> Turn:
    """Return a new turn of a player with this hand, on the table that the previous turn left.

    `shown` is True if a player has shown a hand and the others are playing their last turns.
    """
    draw = game.draw
    limit = -1
    # In the last turns after a player has shown a hand, nobody else may show one.
    if game.knock is not None and not (shown and game.knock.last_turns):
        limit = game.knock.limit_for(deal.upcard)
    # A player who has touched the top discard and left it must not go out all at once.
    touched = draw.touch_bars_out and player in deal.by_seat.touched and player not in deal.by_seat.placed
    bars = BARS_OUT if touched and not opened[player] else 0
    if not (draw.first_round_discard and draw.first_round_melds and game.turn.first_round_out) and (
        number == 0 if draw.first_player_only else deal.in_first_round(number)
    ):
        bars = BARS_FIRST | (bars if game.turn.first_round_out else BARS_OUT)
    # Without such a rule the flag is False, so that turns that allow the same play are equal.
    reads_others = game.turn.all_must_open or (game.contracts is not None and ends_with_last_contract(game))
    others_open = reads_others and all(opened[seat] for seat in deal.order if seat != player)
    contract = deal.contracts[player] if deal.contracts else 0
    terms = Terms(others_open, bars, limit, contract, deal.totals)
    if before is None:
        return Turn(hand, (), player, opened[player], terms)
    return Turn(hand, before.table, player, opened[player], terms, before.tracked.at_draw())


def may_show_turned(game: Game, known: Known) -> bool:
    """Return whether the player may show the other copy of the turned-up card."""
    return game.draw.turned_show and known.showable >= 0 and hands.count(known.turn.hand, known.showable) > 0


def wrong_discard(game: Game, known: Known) -> int:
    """Return the lowest card that may be put aside in a wrong declaration, or NO_CARD.

    The hand remains hidden, so any other card, with any melds, leads to the same position and is not listed.
    """
    turn = known.turn
    if game.draw.wrong_declaration == 0 or known.phase != PLAY or known.knocked is not None:
        return NO_CARD
    for card in hands.faces_of(turn.hand):
        if not knock_faults(turn, card):
            # With a single card in hand, there is nothing left to meld, so the declaration may be correct.
            alone = hands.size(turn.hand) == 1 and declarations(game, hands.remove(turn.hand, card))
            return NO_CARD if alone else card
    return NO_CARD


def recycled(game: Game, state: State, effects: Effects | None) -> tuple[bytes, bytes, int]:
    """Return (stock, discards, recycle count) after the discards become the stock."""
    keep = 1 if game.draw.recycle == "keep_top" else 0
    cut = len(state.discards) - keep
    count = state.known.recycles + 1
    turned = game.draw.recycle == "turn_over"
    note(effects, RECYCLED, state.turn.player, number=cut, flag=turned)
    if turned:
        # The pile is turned over, so the earliest discard is now on top.
        return state.discards, b"", count
    return shuffled(state.discards[:cut], state.deal.seed, count), state.discards[cut:], count


def may_buy(
    game: Game, deal: Deal, number: int, stock_size: int, seat: int, drawer: int, opened: bool
) -> bool:
    """Return whether a player may be offered a discard, to buy or to call, before the drawer draws."""
    draw = game.draw
    # The player before the drawer has discarded the card, unless it is the upcard of the deal.
    threw = deal.next_after(seat) == drawer and number > 0
    if draw.calls:
        return not threw
    bought = deal.by_seat.bought[seat] if deal.by_seat.bought else 0
    # LIV-BUY-07: the drawer draws after the sale, so the price must leave a card in the stock.
    able = bought < draw.buy_limit and (draw.buy_when_down or not opened)
    return able and not threw and stock_size > draw.buy_price


def next_buyer(game: Game, state: State, seat_offered: int, drawer: int) -> int:
    """Return the next player who may buy the top discard before the drawer draws, or NOBODY."""
    if not state.discards:
        return NOBODY
    deal, opened, stock_size = state.deal, state.opened, len(state.stock)
    seat = deal.next_after(seat_offered)
    while seat != drawer:
        if may_buy(game, deal, state.number, stock_size, seat, drawer, opened[seat]):
            return seat
        seat = deal.next_after(seat)
    return NOBODY


def calling(game: Game, known: Known) -> bool:
    """Return whether the player to act may call a discard now."""
    return known.phase == OFFER and game.draw.calls


def fits_as_it_lies(game: Game, turn: Turn, discards: bytes, count: int) -> bool:
    """Return whether the top `count` discards alone, without a hand, can place the lowest of them on the table."""
    nothing = turn.with_hand(hands.of_cards(b"", game.planes), NO_CARD)
    return _places_taken(game, taking(game, nothing, discards, False, count, called=True))


def _places_taken(game: Game, turn: Turn) -> bool:
    """Return whether the card taken can be laid, perhaps after a chain of lay-offs."""
    return any(
        action.kind != SWAP_WILD and (not after.duties.taken_due or _places_taken(game, after))
        for action, after in taken_steps(game, turn)
    )


def may_call(game: Game, turn: Turn, discards: bytes) -> bool:
    """Return whether a discard can be called; the hands make no difference."""
    most = min(game.draw.depth, len(discards))
    return any(fits_as_it_lies(game, turn, discards, count) for count in range(1, most + 1))


def offer_call(game: Game, state: State, first: int, drawer: int, effects: Effects | None = None) -> State:
    """Return the position in which the next possible caller gets the offer, or in which the drawer draws."""
    seat = first
    # The player before the drawer discarded the card, so the offer ends there.
    while state.deal.next_after(seat) != drawer:
        turn = turn_of(game, state, seat)
        if may_call(game, turn, state.discards):
            note(effects, FOR_SALE, seat, number=drawer)
            return state.moved(OFFER, turn, drawer=drawer)
        seat = state.deal.next_after(seat)
    if state.phase == DRAW:
        return state
    note(effects, TURN_BEGUN, drawer, number=state.number, at=DRAW)
    return state.moved(DRAW, turn_of(game, state, drawer))


def offer_purchase(game: Game, state: State, drawer: int, effects: Effects | None = None) -> State:
    """Return the position in which the next buyer is offered the top discard, or the position after the draw."""
    seat = next_buyer(game, state, state.turn.player, drawer)
    if seat == NOBODY:
        return _drawn_at_last(game, state, drawer, effects)
    note(effects, FOR_SALE, seat, number=drawer)
    return state.moved(OFFER, turn_of(game, state, seat), drawer=drawer)


def turn_of(game: Game, state: State, seat: int) -> Turn:
    """Return the turn that this player would begin at this point of the round."""
    known, hand = state.known, state.hands[seat]
    shown = known.knocked is not None
    return begin_turn(game, state.deal, known.number, seat, hand, state.opened, known.turn, shown)


def _drawn_at_last(game: Game, state: State, drawer: int, effects: Effects | None) -> State:
    """Return the position after the drawer draws from the stock, once the offers of the discard are settled."""
    if state.turn.player != drawer:
        state = state.moved(DRAW, turn_of(game, state, drawer))
    return _drawn(game, state, _FROM_STOCK, effects)


def _bought(game: Game, state: State, effects: Effects | None) -> State:
    """Return the position after a player has bought the top discard and the drawer has drawn."""
    player, price, deal = state.turn.player, game.draw.buy_price, state.deal
    paid = state.discards[-1:] + state.stock[:price]
    note(effects, BOUGHT, player, paid)
    hand = state.turn.hand
    for card in paid:
        hand = hands.add(hand, card)
    bought = raised(deal.by_seat.bought, player, 1, len(state.kept_hands))
    after = state.moved(
        OFFER,
        state.turn.drawn(hand, b""),
        stock=state.stock[price:],
        discards=state.discards[:-1],
        deal=deal.with_seats(bought=bought),
    )
    return _drawn_at_last(game, after, state.drawer, effects)


def apply_draw(game: Game, state: State, action: Action, effects: Effects | None = None) -> State:
    """Return the position after a legal draw, purchase or pass."""
    if game.draw.buys:
        if state.drawer != NOBODY:
            return _bought(game, state, effects)
        if action.kind != TAKE_DISCARD:
            return offer_purchase(game, state, state.turn.player, effects)
    return _drawn(game, state, action, effects)


def _drawn(game: Game, state: State, action: Action, effects: Effects | None) -> State:
    """Return the position after a draw."""
    known, stock = state.known, state.stock
    old, discards, recycles = known.turn, known.discards, known.recycles
    if action.kind == TAKE_DISCARD:
        must_knock = stock_is_spent(game, len(stock))
        count = max(1, action.at)
        turn = taking(game, old, discards, must_knock, count, calling(game, known))
        note(effects, DISCARD_TAKEN, turn.player, discards[-count:], flag=turn.duties.banned != NO_CARD)
        discards = discards[:-count]
    else:
        if not stock:
            stock, discards, recycles = recycled(game, state, effects)
        note(effects, STOCK_DRAWN, old.player, stock[:1])
        turn = old.drawn(hands.add(old.hand, stock[0]), pile_in_turn(game, discards))
        stock = stock[1:]
    showable = state.deal.showable(known.number)
    after = Known(PLAY, known.number, turn, discards, len(stock), recycles, known.knocked, showable)
    return State(after, state.kept_hands, state.kept_opened, stock, state.deal)
