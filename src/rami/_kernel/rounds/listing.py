"""List a player's legal actions, for the public list of moves and for players inside the kernel.

Some actions are the same in every position: a draw, a pass, a discard of a certain face. They are *plain* and have a
code, a small number: 6 is the silent discard of the 7♣, 59 = 53 + 6 is its discard with an announcement, and 106 is a
draw from the stock. The list of a position begins with the actions that show or lay cards, and ends with the plain
actions. The legal codes of a position are computed together as `bytes` and cached in its `Known`.

An action is *possible* if the cards fit and no rule forbids it. It is *legal* if, in addition, the turn after
it can be completed; to prove this may take a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, Generic, TypeVar, final

from .._rt import i64
from ..cards import hands
from ..cards.codes import JOKER
from ..cards.hands import CHUNKS, NINE_BITS
from ..turns import actions
from ..turns.actions import Action, Choice
from ..turns.completion.going_out import screen
from ..turns.completion.question import may_follow
from ..turns.faults import discards
from ..turns.first_lay_downs import opening_choices
from ..turns.knocking import reply_steps, show_actions, too_heavy
from ..turns.rearranging import rearrangements
from ..turns.table_steps import ANY_CARD, table_choices
from ..turns.turn import NO_CARD, Game, Turn
from .draws import (
    end_faults,
    may_show_turned,
    may_take,
    pass_faults,
    stock_lasts,
    take_faults_at_draw,
    touch_faults,
    wrong_discard,
)
from .state import DRAW, LAYING_OFF, OFFER, ONLY_DISCARD, OVER, PLAY, STOCK, Known, State
from .steps import applied

T = TypeVar("T")

ANY_MELD: Final = -1

# Codes of plain actions: a silent discard has the code of its card, and announced discards follow in the same order.
ANNOUNCE: Final = JOKER + 1
DRAW_CODE: Final = 2 * ANNOUNCE
TAKE_CODE: Final = DRAW_CODE + 1
TOUCH_CODE: Final = DRAW_CODE + 2
PASS_CODE: Final = DRAW_CODE + 3
END_CODE: Final = DRAW_CODE + 4
END_ROUND_CODE: Final = DRAW_CODE + 5
FOLD_CODE: Final = DRAW_CODE + 6
SHOW_CODE: Final = DRAW_CODE + 7
# The code of a wrong declaration is this number plus the card put aside.
WRONG_CODE: Final = DRAW_CODE + 8

PLAIN: Final[list[Action]] = [
    *(Action(actions.DISCARD, card, at=actions.SILENT) for card in range(ANNOUNCE)),
    *(Action(actions.DISCARD, card, at=actions.ANNOUNCED) for card in range(ANNOUNCE)),
    Action(actions.DRAW_STOCK),
    Action(actions.TAKE_DISCARD),
    Action(actions.TOUCH),
    Action(actions.PASS),
    Action(actions.END_REPLY),
    Action(actions.END_ROUND),
    Action(actions.FOLD),
    Action(actions.SHOW_TURNED),
    *(Action(actions.DECLARE_WRONGLY, card) for card in range(ANNOUNCE)),
]
PLAIN_CHOICES: Final[list[Choice]] = [(action, None) for action in PLAIN]


def announces(game: Game, turn: Turn) -> bool:
    """Return whether a discard now would leave the number of cards that a player may announce."""
    at = game.draw.announce_at
    return at > 0 and hands.size(turn.hand) - 1 == at


# The plain actions that each phase can list, in addition to discards.
_OFFERED: Final[dict[int, tuple[int, ...]]] = {
    DRAW: (DRAW_CODE, TAKE_CODE, TOUCH_CODE, PASS_CODE, END_ROUND_CODE, FOLD_CODE, SHOW_CODE),
    OFFER: (TAKE_CODE, PASS_CODE, SHOW_CODE),
    STOCK: (DRAW_CODE, SHOW_CODE),
    PLAY: (SHOW_CODE,),
    ONLY_DISCARD: (SHOW_CODE,),
    LAYING_OFF: (END_CODE,),
    OVER: (),
}


def allows(game: Game, known: Known, code: int) -> bool:
    """Return whether a plain action is legal."""
    if known.codes is not None:
        return code in known.codes
    if code < DRAW_CODE:
        if known.phase not in (PLAY, ONLY_DISCARD) or (code >= ANNOUNCE and not announces(game, known.turn)):
            return False
        return bool(discards(game, known.turn) & hands.FACE[code % ANNOUNCE])
    if code >= WRONG_CODE:
        return code - WRONG_CODE == wrong_discard(game, known)
    if code not in _OFFERED[known.phase]:
        return False
    if code == DRAW_CODE:
        return stock_lasts(game, known)
    if code == TAKE_CODE:
        return may_take(game, known)
    if code == TOUCH_CODE:
        return not touch_faults(game, known)
    if code == PASS_CODE:
        return known.phase == OFFER or not pass_faults(game, known)
    if code == END_ROUND_CODE:
        return not end_faults(game, known)
    if code == FOLD_CODE:
        return game.draw.fold_first > 0
    return code != SHOW_CODE or may_show_turned(game, known)


# The lists of draws for turns with no other choices before the draw.
FROM_STOCK: Final = bytes([DRAW_CODE])
FROM_DISCARDS: Final = bytes([TAKE_CODE])
FROM_EITHER: Final = bytes([DRAW_CODE, TAKE_CODE])


def plain_codes(game: Game, known: Known) -> bytes:
    """Return the legal plain actions in listed order; cached."""
    found = known.codes
    if found is None:
        found = _plain_codes(game, known, known.phase in (DRAW, OFFER) and may_take(game, known))
        known.codes = found
    return found


def possible_codes(game: Game, known: Known) -> bytes:
    """Return the possible plain actions, including taking a discard that the player cannot use."""
    return _plain_codes(game, known, len(known.discards) > 0)


def _plain_codes(game: Game, known: Known, takes: bool) -> bytes:
    found = b""
    if known.phase in (PLAY, ONLY_DISCARD):
        found = hands.cards_in(discards(game, known.turn))
        if announces(game, known.turn):
            found = bytes([code for card in found for code in (ANNOUNCE + card, card)])
    draw = game.draw
    # In most games there are no other choices before the draw, so return one of the prepared lists.
    if known.phase == DRAW and not draw.offers_more and (known.stock_size or draw.stock_out == "blocked"):
        if stock_lasts(game, known):
            return FROM_EITHER if takes else FROM_STOCK
        return FROM_DISCARDS if takes else b""
    for code in _OFFERED[known.phase]:
        if (takes and code == TAKE_CODE) or (code != TAKE_CODE and allows(game, known, code)):
            found += bytes([code])
    wrong = wrong_discard(game, known)
    return found if wrong == NO_CARD else found + bytes([WRONG_CODE + wrong])


def only_plain(game: Game, known: Known) -> bool:
    """Return whether a quick test shows that all listed actions are plain."""
    if known.plain < 0:
        if known.phase == PLAY:
            # A hand with too much deadwood cannot be shown, so only discards remain.
            plain = game.knock is not None and too_heavy(game, known.turn)
        else:
            plain = known.phase != LAYING_OFF and (known.phase not in (DRAW, OFFER) or game.draw.depth == 1)
            plain = plain and (known.phase != DRAW or game.regroup is None)
        known.plain = 1 if plain else 0
    return known.plain == 1


def choices(game: Game, known: Known) -> Iterator[Choice]:
    """Yield the legal actions in listed order; a table action comes with the turn after it, if that is known."""
    yield from searched(game, known)
    for code in plain_codes(game, known):
        yield PLAIN_CHOICES[code]


def searched(game: Game, known: Known, only: int = ANY_CARD, place: int = ANY_MELD) -> Iterator[Choice]:
    """Yield the legal actions that are not plain; if a card or a meld is given, only actions that involve it."""
    for choice in possible(game, known, only):
        if _has(choice[0], only, place) and is_legal(game, known, choice):
            yield choice


def possible(game: Game, known: Known, only: int = ANY_CARD) -> Iterator[Choice]:
    """Yield the possible actions that are not plain; if a card is given, actions without it may be left out."""
    turn = known.turn
    if known.phase == DRAW and game.regroup is not None:
        for action in rearrangements(game, turn, only):
            yield action, None
    elif known.phase in (DRAW, OFFER):
        # Taking a single discard is a plain action.
        for count in range(2, min(game.draw.depth, len(known.discards)) + 1):
            yield Action(actions.TAKE_DISCARD, known.discards[-count], at=count), None
    elif known.phase == LAYING_OFF:
        if known.knocked is not None:
            yield from reply_steps(game, turn, known.knocked)
    elif known.phase == PLAY and game.knock is not None:
        for action in show_actions(game, turn, known.discards):
            yield action, None
    elif known.phase == PLAY:
        openings = None
        if game.turn.exempts and not turn.opened:
            openings = opening_choices(game, turn, screen(game, turn, known.memo))
        yield from table_choices(game, turn, only, openings)


def is_legal(game: Game, known: Known, choice: Choice) -> bool:
    """Return whether the turn can still be completed after a possible action."""
    action, following = choice
    if action.kind == actions.TAKE_DISCARD:
        return may_take(game, known) if action.at < 2 else not take_faults_at_draw(game, known, action.at)
    # If a choice comes without the turn after it, that turn can clearly be completed (see `table_steps`).
    return known.phase != PLAY or following is None or may_follow(game, known.turn, following, known.memo)


def _has(action: Action, only: int, place: int) -> bool:
    """Return whether an action involves this card and this table meld, each checked only if it is given."""
    if only == ANY_CARD and place == ANY_MELD:
        return True
    takes = any(taken[0] == place for leaving in action.leaving for taken in leaving)
    if place not in (ANY_MELD, action.place) and not takes:
        return False
    if action.kind == actions.REARRANGE:
        # A rearrangement concerns the whole table, not one meld.
        return place == ANY_MELD and only in action.laid
    return only in (ANY_CARD, action.card, action.other) or any(only in code[1:] for code in action.melds)


@final
class Names(Generic[T]):
    """Converts actions to public moves: plain moves by code, others from rules, turn and action.

    The public move of a plain action is a single object, and `codes` finds its code by the identity of that
    object. Tables contain the moves of every nine-bit chunk of silent discards, and the moves of every combination of
    other plain actions except wrong declarations.
    """

    def __init__(self, names: Sequence[T], other: Callable[[Any, Turn, Action], T]) -> None:
        self.by_code: Final = tuple(names)
        self.other: Final = other
        self.codes: Final = {id(name): code for code, name in enumerate(self.by_code)}
        self._chunks: Final = tuple([tuple(map(self._named, chunk)) for chunk in CHUNKS])
        self._sets: Final = {
            bytes(codes): self._named(bytes(codes))
            for size in range(WRONG_CODE - DRAW_CODE + 1)
            for codes in combinations(range(DRAW_CODE, WRONG_CODE), size)
        }
        self.from_stock: Final = self._named(FROM_STOCK)
        self.from_either: Final = self._named(FROM_EITHER)

    def _named(self, codes: bytes) -> tuple[T, ...]:
        return tuple([self.by_code[code] for code in codes])

    def discards(self, mask: i64) -> tuple[T, ...]:
        """Return the moves that discard these faces silently."""
        a, b, c, d, e, f = self._chunks
        return (
            a[mask & NINE_BITS]
            + b[mask >> 9 & NINE_BITS]
            + c[mask >> 18 & NINE_BITS]
            + d[mask >> 27 & NINE_BITS]
            + e[mask >> 36 & NINE_BITS]
            + f[mask >> 45]
        )

    def plain(self, codes: bytes) -> tuple[T, ...]:
        """Return the moves of these plain codes, in order."""
        ready = self._sets.get(codes)
        return self._named(codes) if ready is None else ready


def plain_moves(game: Game, known: Known, names: Names[T]) -> tuple[T, ...]:
    """Return the plain moves in listed order."""
    silent = silent_discards(game, known)
    return names.plain(plain_codes(game, known)) if silent < 0 else names.discards(silent)


def silent_discards(game: Game, known: Known) -> i64:
    """Return the silent discards as a mask of faces, or -1 if another plain action may be legal."""
    phase = known.phase
    ends = phase in (PLAY, ONLY_DISCARD)
    more = not ends or announces(game, known.turn) or may_show_turned(game, known)
    if more or wrong_discard(game, known) != NO_CARD:
        return -1
    return discards(game, known.turn)


def played(game: Game, state: State, code: int) -> State | None:
    """Return the position after a plain action, or None if it is illegal."""
    if not allows(game, state.known, code):
        return None
    return applied(game, state, PLAIN[code], None)
