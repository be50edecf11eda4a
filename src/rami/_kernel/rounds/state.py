"""A complete position as ints, and the part of it that the player to act knows.

`State` is the position with every hidden card. `Known` is the part that the player to act knows. Whether a move is
legal depends only on `Known`, so no move can be refused because of a card that the player has not seen. After the deal
of a two-player round, the fields are:

    known    turn (player 0: hand, table)   stock_size 31   discards bytes([19]), the 7♦
    hidden   kept_hands (both)              stock b"..."    face_down NO_CARD

So a `State` is a `Known` plus the hidden facts: the other hands, the order of the stock, and a face-down
discard. `Known` also caches results of `listing` and the memo of the search. Both follow from the facts, so comparisons
ignore them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final, final

from .._rt import mypyc_attr
from ..cards.hands import ALONE, Hand, size
from ..turns.completion.memo import Memo
from ..turns.knocking import Knocked
from ..turns.turn import NO_CARD, Game, Turn

DRAW: Final = 0
PLAY: Final = 1
ONLY_DISCARD: Final = 2
OVER: Final = 3
OFFER: Final = 4
STOCK: Final = 5
LAYING_OFF: Final = 6

NOBODY: Final = -1

# The facts that the deal fixes, and those of `Known`, in the order of their parameters.
_FIXED: Final = ("order", "seed", "upcard", "contracts", "turned", "totals")
_KNOWN: Final = ("phase", "number", "turn", "discards", "stock_size", "recycles", "knocked", "showable")


@dataclass(eq=False, repr=False)
class BySeat:
    """Facts about players that seldom apply; each fact is a tuple, which is empty while it applies to nobody.

    - `folded` gives the points that each seat has paid for dropping out, 0 for players still in.
    - `bought` counts the discards that each seat has bought.
    - `charged` gives the points that each seat has paid for discarding certain cards.
    - `completed` lists the seats that have laid a contract, in the order of laying.
    - `touched` lists the seats that have touched the discard and left it.
    - `placed` lists the seats that laid off cards in an earlier turn without opening.
    - `passed` lists the seats that have passed on an empty stock since the last card was laid.
    - `turned_shown` lists the seat that has shown the other copy of the turned-up card.
    """

    folded: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    charged: tuple[int, ...] = ()
    completed: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    placed: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    turned_shown: tuple[int, ...] = ()

    def by_name(self) -> dict[str, tuple[int, ...]]:
        """Return the facts by name."""
        return {name: getattr(self, name) for name in _OF_SEATS}

    def seats(self, name: str) -> list[int]:
        """Return the seats to which a fact applies."""
        values: tuple[int, ...] = getattr(self, name)
        return [*values] if name in LISTS else [seat for seat, value in enumerate(values) if value]

    def key(self) -> tuple[object, ...]:
        """Return a key that is the same for equal facts."""
        return tuple([getattr(self, name) for name in _OF_SEATS])


_OF_SEATS: Final = tuple([each.name for each in fields(BySeat)])
NOTHING_BY_SEAT: Final = BySeat()
# The facts that list seats; the others have a number for each seat.
LISTS: Final = ("completed", "touched", "placed", "passed", "turned_shown")
# The facts in an observation, in its order: those with a bit for each seat, and those with a number for each seat,
# as a bar if it is small (see `learning.observing`).
SEEN_AS_BITS: Final = ("touched", "folded", "turned_shown")
SEEN_AS_NUMBERS: Final = ("bought", "charged")
SEEN_AS_BARS: Final = ("bought",)


def facts_in_use(game: Game) -> dict[str, bool]:
    """Return, for each fact about players, whether a rule of the game can bring it about."""
    draw, turn = game.draw, game.turn
    return {
        "folded": len(draw.fold_prices) > 0,
        "bought": draw.buys,
        "charged": turn.charges,
        "completed": game.contracts is not None,
        "touched": draw.touch,
        "placed": turn.track_placed,
        "passed": draw.or_play,
        "turned_shown": draw.turned_show,
    }


class Deal:
    """The facts fixed by the deal, and the facts about players, which seldom change during the round.

    - `order` lists the playing seats in turn order, with the dealer last.
    - `upcard` is the first upcard, if a rule depends on it.
    - `contracts` gives, in a game of contracts, the number of the contract that each seat has to lay.
    - `turned` is the card turned up beside the stock, if any.
    - `totals` gives the points of each seat before the round, if a custom policy may read them.
    - `by_seat` has the facts about the players, the only ones that change later.
    """

    def __init__(
        self,
        order: tuple[int, ...],
        seed: int,
        upcard: int = NO_CARD,
        contracts: tuple[int, ...] = (),
        turned: int = NO_CARD,
        totals: tuple[object, ...] = (),
        by_seat: BySeat = NOTHING_BY_SEAT,
    ) -> None:
        self.order: Final = order
        self.seed: Final = seed
        self.upcard: Final = upcard
        self.contracts: Final = contracts
        self.turned: Final = turned
        self.totals: Final = totals
        self.by_seat: Final = by_seat
        # The table of following seats skips players who have dropped out.
        folded = by_seat.folded
        following = [0] * (max(order) + 1)
        after = self.remaining[0]
        for seat in reversed(order):
            following[seat] = after
            if not folded or not folded[seat]:
                after = seat
        self._following: Final = tuple(following)

    def next_after(self, player: int) -> int:
        """Return the player whose turn comes after the turn of `player`."""
        return self._following[player]

    @property
    def remaining(self) -> tuple[int, ...]:
        """The players still in the round, in turn order."""
        folded = self.by_seat.folded
        return tuple([seat for seat in self.order if not folded or not folded[seat]])

    def changed(self, *, seed: int | None = None, by_seat: BySeat | None = None) -> Deal:
        """Return a copy with another seed or other facts about the players."""
        seed = self.seed if seed is None else seed
        by_seat = self.by_seat if by_seat is None else by_seat
        return Deal(self.order, seed, self.upcard, self.contracts, self.turned, self.totals, by_seat)

    def with_seats(self, **facts: tuple[int, ...]) -> Deal:
        """Return a copy with some facts about the players changed."""
        return self.changed(by_seat=replace(self.by_seat, **facts))

    def showable(self, number: int) -> int:
        """Return the turned-up card if a player may show a copy of it in turn `number`; otherwise NO_CARD."""
        if self.turned < 0 or self.by_seat.turned_shown or not self.in_first_round(number):
            return NO_CARD
        return self.turned

    def in_first_round(self, number: int) -> bool:
        """Return whether turn `number` is among the first turns, one for each player still in the round."""
        return number < len(self.remaining if self.by_seat.folded else self.order)

    def key(self) -> tuple[Any, ...]:
        """Return all fields as a tuple, the same for equal deals."""
        return (*[getattr(self, name) for name in _FIXED], self.by_seat.key())


def raised(numbers: tuple[int, ...], seat: int, more: int, seats: int) -> tuple[int, ...]:
    """Return the numbers of all seats with `more` added for one seat; an empty tuple means 0 for every seat."""
    out = list(numbers or (0,) * seats)
    out[seat] += more
    return tuple(out)


@dataclass(eq=False, repr=False)
class Outcome:
    """The end of a round; `winner` is -1 if no player went out.

    Without a winner the round is void, with two exceptions: all contracts are `complete`, or the stock is used up and
    the hands are counted (`stock_out`). Once a knock has been settled, `left` lists the unmatched cards by seat, and
    `laid_off` the cards that were laid off.
    """

    winner: int
    opened_before: tuple[bool, ...]
    all_at_once: bool = False
    helped: bool = False
    wilds_placed: int = 0
    final_discard: int = NO_CARD
    left: tuple[Hand, ...] = ()
    laid_off: bytes = b""
    complete: bool = False
    factor_lost: bool = False
    stock_out: bool = False
    joker_placed_last: bool = False

    @property
    def void(self) -> bool:
        """Whether the round ended without a result."""
        return self.winner < 0 and not self.complete and not self.stock_out

    def key(self) -> tuple[object, ...]:
        """Return a key that is the same for equal endings."""
        return tuple([getattr(self, name) for name in _OF_OUTCOME])


_OF_OUTCOME: Final = tuple([each.name for each in fields(Outcome)])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Known:
    """The facts that the player to act knows; nothing else decides which moves are legal.

    `discards` ends with the top card, which is UNKNOWN while it is face down. `showable` is the turned-up card while a
    copy of it may be shown. `codes` and `plain` cache results of `listing`: the codes of plain actions, and 1 if all
    actions are plain, 0 if not.
    """

    __slots__ = (
        "_memo",
        "codes",
        "discards",
        "knocked",
        "number",
        "phase",
        "plain",
        "recycles",
        "showable",
        "stock_size",
        "turn",
    )

    def __init__(
        self,
        phase: int,
        number: int,
        turn: Turn,
        discards: bytes,
        stock_size: int,
        recycles: int,
        knocked: Knocked | None = None,
        showable: int = NO_CARD,
    ) -> None:
        self.phase: Final = phase
        self.number: Final = number
        self.turn: Final = turn
        self.discards: Final = discards
        self.stock_size: Final = stock_size
        self.recycles: Final = recycles
        self.knocked: Final = knocked
        self.showable: Final = showable
        self._memo: Memo | None = None
        self.codes: bytes | None = None
        self.plain: int = -1

    def __reduce__(self) -> tuple[type[Known], tuple[Any, ...]]:
        return Known, tuple([getattr(self, name) for name in _KNOWN])

    @property
    def memo(self) -> Memo:
        """The memo of results about the turns that may follow, made on first use."""
        # Most positions never need a memo.
        if self._memo is None:
            self._memo = Memo()
        return self._memo

    def changed(self, *, stock_size: int | None = None, recycles: int | None = None) -> Known:
        """Return a copy with another size of the stock or another number of recyclings."""
        left = self.stock_size if stock_size is None else stock_size
        times = self.recycles if recycles is None else recycles
        return Known(
            self.phase, self.number, self.turn, self.discards, left, times, self.knocked, self.showable
        )

    def in_turn(self, turn: Turn) -> Known:
        """Return a copy in which the player has drawn; `turn` is the turn after the draw."""
        # If the turn has taken discards, remove them from the pile; otherwise they would be there twice.
        taken = size(turn.hand) - size(self.turn.hand) if self.phase != PLAY else 0
        discards = self.discards[:-taken] if taken > 0 else self.discards
        known = Known(PLAY, self.number, turn, discards, self.stock_size, self.recycles)
        known._memo = self.memo
        return known


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State:
    """A complete position: the knowledge of the player to act, and the other facts, most of them hidden.

    `kept_hands` and `kept_opened` are indexed by seat. The entries of the player to act are out of date during the
    turn, because the current hand is in the turn. `stock` starts with the next card. `face_down` is the top discard
    while only the player who discarded it may see it. While other players are offered the discard, `drawer` is the
    player whose turn it is and who draws from the stock afterwards.
    """

    __slots__ = ("deal", "drawer", "face_down", "kept_hands", "kept_opened", "known", "outcome", "stock")

    def __init__(
        self,
        known: Known,
        seat_hands: tuple[Hand, ...],
        opened: tuple[bool, ...],
        stock: bytes,
        deal: Deal,
        face_down: int = NO_CARD,
        outcome: Outcome | None = None,
        drawer: int = NOBODY,
    ) -> None:
        self.known: Final = known
        self.kept_hands: Final = seat_hands
        self.kept_opened: Final = opened
        self.stock: Final = stock
        self.deal: Final = deal
        self.face_down: Final = face_down
        self.outcome: Final = outcome
        self.drawer: Final = drawer

    @property
    def phase(self) -> int:
        """The phase of the turn."""
        return self.known.phase

    @property
    def number(self) -> int:
        """The number of the turn, counted from 0."""
        return self.known.number

    @property
    def turn(self) -> Turn:
        """The turn of the player to act."""
        return self.known.turn

    @property
    def knocked(self) -> Knocked | None:
        """The knock that ended the play, if any."""
        return self.known.knocked

    @property
    def discards(self) -> bytes:
        """The discard pile, including a face-down top card."""
        known = self.known
        return known.discards if self.face_down == NO_CARD else known.discards[:-1] + ALONE[self.face_down]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands by seat."""
        return self.hands_with(self.known.turn.hand)

    def hands_with(self, hand: Hand) -> tuple[Hand, ...]:
        """Return the hands by seat, with another hand for the player to act."""
        held, seat = self.kept_hands, self.known.turn.player
        # Most rounds have two seats, for which this is faster than slices.
        if len(held) == 2:
            return (held[0], hand) if seat else (hand, held[1])
        return (*held[:seat], hand, *held[seat + 1 :])

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has opened."""
        turn = self.known.turn
        seat = turn.player
        if self.kept_opened[seat] == turn.opened:
            return self.kept_opened
        return (*self.kept_opened[:seat], turn.opened, *self.kept_opened[seat + 1 :])

    def key(self, game: Game) -> tuple[object, ...]:
        """Return a key that is the same for equal positions."""
        known = self.known
        return (
            known.phase,
            known.number,
            known.turn.key(game),
            self.hands,
            self.opened,
            self.stock,
            self.discards,
            known.recycles,
            self.deal.key(),
            known.knocked.key() if known.knocked is not None else None,
            self.outcome.key() if self.outcome is not None else None,
            self.drawer,
        )

    def moved(
        self,
        phase: int,
        turn: Turn,
        seat_hands: tuple[Hand, ...] | None = None,
        *,
        opened: tuple[bool, ...] | None = None,
        stock: bytes | None = None,
        discards: bytes | None = None,
        recycles: int = -1,
        deal: Deal | None = None,
        knocked: Knocked | None = None,
        face_down: int = NO_CARD,
        outcome: Outcome | None = None,
        drawer: int = NOBODY,
    ) -> State:
        """Return a later position; facts not given remain as they are, except `drawer`, which is cleared.

        Keyword arguments take twice as long in pure Python, so the most frequent steps build a `State` themselves.
        """
        old = self.known
        stock = self.stock if stock is None else stock
        deal = self.deal if deal is None else deal
        return State(
            Known(
                phase,
                old.number,
                turn,
                old.discards if discards is None else discards,
                len(stock),
                old.recycles if recycles < 0 else recycles,
                old.knocked if knocked is None else knocked,
                deal.showable(old.number),
            ),
            self.hands if seat_hands is None else seat_hands,
            self.opened if opened is None else opened,
            stock,
            deal,
            self.face_down if face_down == NO_CARD else face_down,
            outcome,
            drawer,
        )
