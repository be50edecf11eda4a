"""Store a plain position in nine fields, and play a draw or a discard on it.

Most positions of gin offer only a draw, or the discard of any card held. Such a *plain* position is described
completely by two bit masks, the stock, the discards and a few numbers::

    rules   the facts of the round (`PlainRules`)    hand     the cards of the player to act, one bit each
    drawn   whether the player has drawn             other    the cards of the other player
    number  the number of the turn                   stock    its next card first
    player  the seat to act                          discards its top card last
    taken   the discard just taken, or -1

With 7♣ and 7♦ in hand, `hand` is ``1 << 6 | 1 << 19``. After the discard of 7♦ the other player draws: `hand` becomes
the old `other`, `other` is ``1 << 6``, and `discards` ends with 19.

`after` returns the next position, and `moves` returns the list of moves. Both return None in harder cases: a hand that
may be shown, the last cards of the stock, an illegal move. Then `state`, the full position, decides.
"""

from __future__ import annotations

from typing import Final, TypeVar, final

from .._rt import i64, mypyc_attr
from ..arranging.deadwood import Deadwood
from ..cards.codes import BIT, JOKER, NATURALS
from ..cards.hands import ALONE
from ..turns.turn import NO_CARD, Duties, Game
from .draws import begin_turn
from .listing import DRAW_CODE, TAKE_CODE, Names
from .plain_round import has_plain_turns
from .state import DRAW, PLAY, Deal, Known, State

T = TypeVar("T")

# For each game, whether its rounds have plain positions.
_qualifies: Final[dict[Game, bool]] = {}


@final
@mypyc_attr(acyclic=True)
class PlainRules:
    """The facts that all plain positions of a round share."""

    __slots__ = ("cap", "deadwood", "deal", "game", "heavy", "recycles", "returns", "spent")

    def __init__(self, game: Game, deal: Deal, limit: int, recycles: int) -> None:
        assert game.knock is not None  # rounds with melds on the table are not plain
        self.game: Final = game
        self.deal: Final = deal
        self.recycles: Final = recycles
        self.deadwood: Final[Deadwood] = game.deadwood
        # A hand with more deadwood than this cannot be shown, whatever the discard.
        self.heavy: Final[i64] = limit + game.deadwood.highest_value
        self.returns: Final[bool] = game.turn.allow_return_discard
        # If the stock has no more cards than this, the full position must decide whether the round continues.
        self.spent: Final[i64] = max(0, game.knock.void_at)
        # Without a cap, use a number that no round reaches.
        self.cap: Final[i64] = game.draw.turn_cap or 1 << 60


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class PlainPosition:
    """A position in which a player draws, or has drawn and must discard; the module docstring lists the fields."""

    __slots__ = (
        "_state",
        "discards",
        "drawn",
        "hand",
        "number",
        "other",
        "player",
        "rules",
        "stock",
        "taken",
    )

    def __init__(
        self,
        rules: PlainRules,
        drawn: bool,
        number: i64,
        player: i64,
        hand: i64,
        other: i64,
        stock: bytes,
        discards: bytes,
        taken: i64,
    ) -> None:
        self.rules: Final = rules
        self.drawn: Final = drawn
        self.number: Final[i64] = number
        self.player: Final[i64] = player
        self.hand: Final[i64] = hand
        self.other: Final[i64] = other
        self.stock: Final = stock
        self.discards: Final = discards
        self.taken: Final[i64] = taken
        self._state: State | None = None

    def after(self, code: i64) -> PlainPosition | None:
        """Return the position after a plain move, or None if the full position must decide."""
        rules = self.rules
        if self.drawn:
            # The code of a discard is its card; the full position decides about every other move.
            if code >= NATURALS or (code == self.taken and not rules.returns):
                return None
            bit: i64 = BIT[code]
            if not self.hand & bit or len(self.stock) <= rules.spent or self.number + 1 >= rules.cap:
                return None
            return PlainPosition(
                rules,
                False,
                self.number + 1,
                1 - self.player,
                self.other,
                self.hand ^ bit,
                self.stock,
                self.discards + ALONE[code],
                NO_CARD,
            )
        if code == DRAW_CODE:
            card: i64 = self.stock[0]
            gained: i64 = BIT[card]
            return PlainPosition(
                rules,
                True,
                self.number,
                self.player,
                self.hand | gained,
                self.other,
                self.stock[1:],
                self.discards,
                NO_CARD,
            )
        if code != TAKE_CODE or not self.discards:
            return None
        top: i64 = self.discards[-1]
        taken: i64 = BIT[top]
        return PlainPosition(
            rules,
            True,
            self.number,
            self.player,
            self.hand | taken,
            self.other,
            self.stock,
            self.discards[:-1],
            top,
        )

    def moves(self, names: Names[T]) -> tuple[T, ...] | None:
        """Return the legal moves, or None if the full position must list them."""
        if not self.drawn:
            return names.from_either if self.discards else names.from_stock
        rules, hand = self.rules, self.hand
        if not rules.deadwood.exceeds(hand, rules.heavy):
            return None
        if self.taken >= 0 and not rules.returns:
            bit: i64 = BIT[self.taken]
            hand ^= bit
        return names.discards(hand)

    @property
    def state(self) -> State:
        """The full position, built on first use."""
        if self._state is None:
            self._state = self._full()
        return self._state

    def _full(self) -> State:
        rules, number, player = self.rules, int(self.number), int(self.player)
        game = rules.game
        held = (int(self.hand), 0), (int(self.other), 0)
        seat_hands = held if player == 0 else (held[1], held[0])
        opened = (False, False)
        turn = begin_turn(game, rules.deal, number, player, held[0], opened)
        if self.taken >= 0:
            taken = int(self.taken)
            turn = turn.drawn(held[0], b"", Duties(taken, banned=NO_CARD if rules.returns else taken))
        phase = PLAY if self.drawn else DRAW
        known = Known(phase, number, turn, self.discards, len(self.stock), rules.recycles)
        return State(known, seat_hands, opened, self.stock, rules.deal)


def has_plain_positions(game: Game) -> bool:
    """Return whether rounds under these rules have plain positions, which offer only a draw or a discard."""
    found = _qualifies.get(game)
    if found is None:
        draw, turn = game.draw, game.turn
        found = (
            has_plain_turns(game)
            and game.shown is game.deadwood
            and draw.depth == 1
            and not (draw.bars_discards or draw.offers_more or draw.buys or draw.wrong_declaration)
            and not (turn.pickup_points or turn.charges)
        )
        # Clear the cache now and then, because a program may create any number of variants.
        if len(_qualifies) >= 256:
            _qualifies.clear()
        _qualifies[game] = found
    return found


def as_plain(state: State, game: Game) -> PlainPosition | None:
    """Return a position before a draw as a plain position, or None if it is not plain.

    Parameters:
        state: the position.
        game: the game, which must have plain positions.
    """
    if state.phase != DRAW or state.knocked is not None:
        return None
    turn, held, stock, discards = state.turn, state.hands, state.stock, state.known.discards
    if len(held) != 2 or len(state.deal.order) != 2 or len(stock) == 0 or state.deal.by_seat.folded:
        return None
    player = turn.player
    hand, other = held[player], held[1 - player]
    if hand[-1] or other[-1] or JOKER in stock or JOKER in discards or hand[0] & (hand[0] - 1) == 0:
        return None
    rules = PlainRules(game, state.deal, turn.terms.limit, state.known.recycles)
    return PlainPosition(rules, False, state.number, player, hand[0], other[0], stock, discards, NO_CARD)
