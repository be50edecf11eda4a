"""A whole position as ints, and what the acting player knows of it."""

from __future__ import annotations

from typing import Final

from . import hands
from .actions import ANNOUNCED, TAKE_DISCARD, Action
from .codes import NATURALS
from .completion import Memo, completable
from .finder import Table
from .rules import RECYCLE_ALL, RECYCLE_NEVER
from .shuffle import shuffled
from .turn import NO_CARD, Game, Turn

DRAW: Final = 0
PLAY: Final = 1
ONLY_DISCARD: Final = 2
OVER: Final = 3


class Ending:
    """How a round ended; `winner` is -1 when it is void."""

    __slots__ = ("all_at_once", "final_discard", "helped", "opened_before", "wilds_placed", "winner")

    def __init__(
        self,
        winner: int,
        opened_before: tuple[bool, ...],
        all_at_once: bool = False,
        helped: bool = False,
        wilds_placed: int = 0,
        final_discard: int = NO_CARD,
    ) -> None:
        self.winner: Final = winner
        self.opened_before: Final = opened_before
        self.all_at_once: Final = all_at_once
        self.helped: Final = helped
        self.wilds_placed: Final = wilds_placed
        self.final_discard: Final = final_discard

    def __reduce__(self) -> tuple[type[Ending], tuple[object, ...]]:
        return Ending, (
            self.winner,
            self.opened_before,
            self.all_at_once,
            self.helped,
            self.wilds_placed,
            self.final_discard,
        )

    def key(self) -> tuple[object, ...]:
        """Equal for equal endings."""
        return (
            self.winner,
            self.opened_before,
            self.all_at_once,
            self.helped,
            self.wilds_placed,
            self.final_discard,
        )


class Known:
    """Everything that legality may depend on: what the acting player knows, and nothing else."""

    __slots__ = ("discards", "memo", "number", "phase", "recycles", "stock_size", "turn")

    def __init__(
        self, phase: int, number: int, turn: Turn, discards: bytes, stock_size: int, recycles: int
    ) -> None:
        self.phase: Final = phase
        self.number: Final = number
        self.turn: Final = turn
        self.discards: Final = discards
        self.stock_size: Final = stock_size
        self.recycles: Final = recycles
        self.memo: Final[Memo] = {}

    def __reduce__(self) -> tuple[type[Known], tuple[object, ...]]:
        return Known, (self.phase, self.number, self.turn, self.discards, self.stock_size, self.recycles)


class State:
    """A position with every hidden card.

    `order` lists the playing seats in turn order; `hands` is indexed by seat, and the acting player's
    hand is the one in `turn`.  `stock` starts with the next card, `discards` ends with the top one.
    """

    __slots__ = (
        "_hands",
        "_opened",
        "discards",
        "ending",
        "known",
        "number",
        "order",
        "phase",
        "recycles",
        "seed",
        "stock",
        "turn",
    )

    def __init__(
        self,
        phase: int,
        number: int,
        turn: Turn,
        seat_hands: tuple[hands.Hand, ...],
        opened: tuple[bool, ...],
        order: tuple[int, ...],
        stock: bytes,
        discards: bytes,
        seed: int,
        recycles: int,
        ending: Ending | None = None,
    ) -> None:
        self.phase: Final = phase
        self.number: Final = number
        self.turn: Final = turn
        self._hands: Final = seat_hands
        self._opened: Final = opened
        self.order: Final = order
        self.stock: Final = stock
        self.discards: Final = discards
        self.seed: Final = seed
        self.recycles: Final = recycles
        self.ending: Final = ending
        self.known: Final = Known(phase, number, turn, discards, len(stock), recycles)

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return State, (
            self.phase,
            self.number,
            self.turn,
            self._hands,
            self._opened,
            self.order,
            self.stock,
            self.discards,
            self.seed,
            self.recycles,
            self.ending,
        )

    @property
    def hands(self) -> tuple[hands.Hand, ...]:
        """The hands by seat."""
        seat = self.turn.player
        return (*self._hands[:seat], self.turn.hand, *self._hands[seat + 1 :])

    @property
    def opened(self) -> tuple[bool, ...]:
        """Who has opened, by seat."""
        seat = self.turn.player
        return (*self._opened[:seat], self.turn.opened, *self._opened[seat + 1 :])

    def key(self, game: Game) -> tuple[object, ...]:
        """Equal for equal positions."""
        return (
            self.phase,
            self.number,
            self.turn.key(game),
            self.hands,
            self.opened,
            self.order,
            self.stock,
            self.discards,
            self.seed,
            self.recycles,
            self.ending.key() if self.ending is not None else None,
        )


def recyclable(game: Game, known: Known) -> int:
    """How many discards could become a new stock."""
    draw = game.draw
    if draw.recycle == RECYCLE_NEVER or known.recycles >= draw.max_recycles:
        return 0
    return len(known.discards) if draw.recycle == RECYCLE_ALL else max(0, len(known.discards) - 1)


def stock_faults(game: Game, known: Known) -> list[str]:
    """Why no card can be drawn from the stock."""
    return [] if known.stock_size or recyclable(game, known) else ["stock_empty"]


def taking(game: Game, turn: Turn, card: int) -> Turn:
    """The turn after the top discard has been taken."""
    rules = game.turn
    free = rules.discard_use == 0
    banned = free and not rules.allow_return and hands.count(turn.hand, card) == 0
    return Turn(
        hands.add(turn.hand, card),
        turn.table,
        turn.player,
        turn.opened,
        turn.others_open,
        turn.first,
        turn.highest,
        taken=card,
        taken_due=not free,
        banned=card if banned else NO_CARD,
    )


def take_faults_at_draw(game: Game, known: Known) -> list[str]:
    """Why the top discard may not be taken; the search for a use comes last and only if it matters."""
    draw = game.draw
    turn = known.turn
    if not known.discards:
        return ["discards_empty"]
    card = known.discards[-1]
    out: list[str] = []
    if draw.no_discard_at and hands.size(turn.hand) == draw.no_discard_at:
        out.append("discard_at_one_card")
    if turn.first and not draw.first_discard:
        out.append("discard_first_turn")
    if draw.no_twin and card < NATURALS and hands.count(turn.hand, card):
        out.append("discard_twin")
    if not out and not completable(game, taking(game, turn, card), known.memo):
        out.append("discard_unusable")
    return out


def begin_turn(
    game: Game,
    number: int,
    player: int,
    seat_hands: tuple[hands.Hand, ...],
    opened: tuple[bool, ...],
    order: tuple[int, ...],
    table: Table,
    highest: int,
) -> Turn:
    """A fresh turn of a player."""
    draw = game.draw
    first = False
    if not (draw.first_discard and draw.first_melds):
        first = number == 0 if draw.first_player_only else number < len(order)
    others_open = game.turn.all_must_open and all(opened[seat] for seat in order if seat != player)
    return Turn(
        seat_hands[player],
        table,
        player,
        opened[player],
        others_open,
        first,
        highest,
        fresh_from=0,
    )


def closed(state: State, ending: Ending) -> State:
    """The position with the round over."""
    turn = state.turn
    resting = Turn(turn.hand, turn.table, turn.player, turn.opened, False, False)
    return State(
        OVER,
        state.number,
        resting,
        state.hands,
        state.opened,
        state.order,
        state.stock,
        state.discards,
        state.seed,
        state.recycles,
        ending,
    )


def opened_before(state: State) -> tuple[bool, ...]:
    """Who had opened before the current turn."""
    flags = list(state.opened)
    if state.turn.fresh_open:
        flags[state.turn.player] = False
    return tuple(flags)


def settled(game: Game, state: State) -> State:
    """The position itself, or the void end of a round in which nothing can be drawn or the cap is reached."""
    if state.phase == OVER:
        return state
    cap = game.draw.turn_cap
    stuck = (
        state.phase == DRAW
        and bool(stock_faults(game, state.known))
        and bool(take_faults_at_draw(game, state.known))
    )
    if stuck or (cap and state.number >= cap):
        return closed(state, Ending(-1, opened_before(state)))
    return state


def _recycled(game: Game, state: State) -> tuple[bytes, bytes, int]:
    """(stock, discards, recycle count) once the discards have become the stock."""
    keep = 0 if game.draw.recycle == RECYCLE_ALL else 1
    cut = len(state.discards) - keep
    count = state.recycles + 1
    return shuffled(state.discards[:cut], state.seed, count), state.discards[cut:], count


def apply_draw(game: Game, state: State, action: Action) -> State:
    """The position after a draw that is legal."""
    if action.kind == TAKE_DISCARD:
        card = state.discards[-1]
        turn = taking(game, state.turn, card)
        stock, discards, recycles = state.stock, state.discards[:-1], state.recycles
    else:
        stock, discards, recycles = state.stock, state.discards, state.recycles
        if not stock:
            stock, discards, recycles = _recycled(game, state)
        old = state.turn
        turn = Turn(
            hands.add(old.hand, stock[0]),
            old.table,
            old.player,
            old.opened,
            old.others_open,
            old.first,
            old.highest,
        )
        stock = stock[1:]
    return State(
        PLAY,
        state.number,
        turn,
        state.hands,
        state.opened,
        state.order,
        stock,
        discards,
        state.seed,
        recycles,
    )


def apply_table(game: Game, state: State, after: Turn) -> State:
    """The position after a table action; a hand emptied that way ends the round."""
    moved = State(
        PLAY,
        state.number,
        after,
        state.hands,
        state.opened,
        state.order,
        state.stock,
        state.discards,
        state.seed,
        state.recycles,
    )
    if hands.size(after.hand):
        return moved
    return closed(moved, _went_out(moved, NO_CARD))


def _went_out(state: State, final_discard: int) -> Ending:
    turn = state.turn
    return Ending(
        turn.player,
        opened_before(state),
        turn.fresh_open,
        turn.helped,
        turn.wilds_placed,
        final_discard,
    )


def apply_discard(game: Game, state: State, action: Action) -> State:
    """The position after the discard that ends a turn."""
    turn = state.turn
    hand = hands.remove(turn.hand, action.card)
    discards = state.discards + bytes([action.card])
    stock, recycles = state.stock, state.recycles
    seat_hands = list(state.hands)
    seat_hands[turn.player] = hand
    if not hands.size(hand):
        done = Turn(
            hand,
            turn.table,
            turn.player,
            turn.opened,
            False,
            False,
            fresh_open=turn.fresh_open,
            helped=turn.helped,
            wilds_placed=turn.wilds_placed,
        )
        moved = State(
            PLAY,
            state.number,
            done,
            tuple(seat_hands),
            state.opened,
            state.order,
            stock,
            discards,
            state.seed,
            recycles,
        )
        return closed(moved, _went_out(moved, action.card))
    if game.draw.announce_at and hands.size(hand) == game.draw.announce_at and action.at != ANNOUNCED:
        for _ in range(game.draw.penalty):
            if not stock:
                source = State(
                    PLAY,
                    state.number,
                    turn,
                    tuple(seat_hands),
                    state.opened,
                    state.order,
                    stock,
                    discards,
                    state.seed,
                    recycles,
                )
                if not recyclable(game, source.known):
                    break
                stock, discards, recycles = _recycled(game, source)
            hand = hands.add(hand, stock[0])
            stock = stock[1:]
        seat_hands[turn.player] = hand
    return next_turn(game, state, tuple(seat_hands), stock, discards, recycles)


def next_turn(
    game: Game, state: State, seat_hands: tuple[hands.Hand, ...], stock: bytes, discards: bytes, recycles: int
) -> State:
    """The next player's turn, or the end of a round that cannot go on."""
    order = state.order
    player = order[(order.index(state.turn.player) + 1) % len(order)]
    number = state.number + 1
    opened = state.opened
    turn = begin_turn(game, number, player, seat_hands, opened, order, state.turn.table, state.turn.highest)
    return settled(
        game,
        State(DRAW, number, turn, seat_hands, opened, order, stock, discards, state.seed, recycles),
    )


def dealt(
    deck: bytes,
    order: tuple[int, ...],
    seats: int,
    hand_size: int,
    starter: int,
    extra: int,
    upcard: bool,
    planes: int,
) -> tuple[tuple[hands.Hand, ...], bytes, bytes]:
    """(hands by seat, stock, discards) of a deal, one card at a time.

    `order` starts with the player dealt to first and ends with the dealer; the starter gets the extra card.
    """
    piles: list[list[int]] = [[] for _ in range(seats)]
    at = 0
    for _ in range(hand_size):
        for seat in order:
            piles[seat].append(deck[at])
            at += 1
    for _ in range(extra):
        piles[starter].append(deck[at])
        at += 1
    discards = b""
    if upcard:
        discards = deck[at : at + 1]
        at += 1
    return tuple(hands.of_cards(pile, planes) for pile in piles), deck[at:], discards
