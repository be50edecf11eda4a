"""Moves as numbers: one numbering for all variants, based on the faces of cards.

A move is spelled with a few numbers, as a word is spelled with letters. A discard, a draw or a pass takes one number. A
new meld is spelled as the number of its kind, followed by its cards. A lay-off is spelled as the card, followed by the
meld that it joins. No spelling is the beginning of another spelling.

A `Draft` is a partly spelled move: its `actions` are the numbers that can come next in a legal move. If only one number
can come next, the draft adds it automatically, so that a player makes only real choices: a lay-down without an
alternative takes a single action.

These are the numbers of `VERSION` 1; any change to them gets a new version:

======== ====================================================================================
number   meaning
======== ====================================================================================
0        draw from the stock
1        take the top discard
2        touch the top discard and leave it
3        leave the discard that is offered
4        end the lay-offs after a knock
5        big gin; its melds follow, then 7
6        the end of a meld
7        the end of a move with several parts
8, 9     the low, the high end of a run
10-62    discard a card: 10 plus its id
63-115   discard a card and announce ("carte"): 63 plus its id
116-168  knock with this discard: 116 plus its id; the melds shown follow, then 7
169-221  lay off a card: 169 plus its id; the slot of a meld follows, then perhaps 8 or 9
222-274  put a card in the place of a wild one: 222 plus its id; the slot follows, then, if there are several wild
         cards, the place in a run, or the wild card of a group
275-327  a card of the meld that is being laid: 275 plus its id; if the whole table is rearranged, each card that
         leaves the hand, in ascending order, then 7
328-423  begin a meld: 328 plus the first number of its `code`: for a run, 16 times the suit plus the lowest
         rank; for a group, the rank plus 64 (suits differ, or a pair) or 80 (any suits); its cards follow, then 6
424-487  a meld on the table: 424 plus its place in `PlayerView.table`
488-501  a place in a run on the table, from its low end
502      end the round instead of drawing
503-564  take several discards: 501 plus their number
565      drop out of the round
566      show the other copy of the card turned up
======== ====================================================================================

A slot is the number of a meld on the table, 424 to 487. A lay-down begins with its melds. Then, for each card that it
takes from the table, come the slot, the card, and the place if the meld has two cards of this face; 7 ends the move.
Cards have the ids of `rami.Card`: 13 times the suit (clubs, diamonds, hearts, spades) plus rank minus 1, and 52 for a
joker.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rami._base.values import Value
from rami._kernel.turns import spelling
from rami.cards import Card
from rami.cards.moves import Move, Rearrange
from rami.errors import IllegalMove, RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer
from rami.errors.violations import bounded
from rami.rounds._engine.legal import LegalMoves, spelled
from rami.rounds.views import PlayerView

__all__ = ["SIZE", "VERSION", "Draft", "decode", "encode", "name"]

VERSION = 1
"""The version of the numbering."""

SIZE = spelling.NUMBERS
"""The number of actions."""

_NAMES = (
    "draw",
    "take",
    "touch",
    "pass",
    "end lay-offs",
    "big gin",
    "end of the meld",
    "done",
    "low end",
    "high end",
)
_WITH_CARD = (
    (spelling.DISCARDS, "discard"),
    (spelling.ANNOUNCEMENTS, "discard carte"),
    (spelling.KNOCKS, "knock"),
    (spelling.LAY_OFFS, "off"),
    (spelling.SWAPS, "swap"),
)
_SUITS = "♣♦♥♠"
# R51-MAT-04: runs have 14 places, from the low ace (1) to the high ace (14).
_RANKS = "?A23456789TJQKA?"


def name(action: int) -> str:
    """Return the meaning of an action number in words.

    Parameters:
        action: the number.

    Raises:
        RamiError: there is no such number.

    >>> name(0), name(10), name(340), name(400), name(424)
    ('draw', 'discard A♣', 'meld: run Q♣', 'meld: group 8', 'table meld 0')
    """
    reject(RamiError, integer("action", action))
    if not 0 <= action < SIZE:
        raise RamiError(Violation(Reason.NO_SUCH_ACTION, None, {"action": action, "most": SIZE - 1}))
    if action >= spelling.FOLDS:
        return "fold" if action == spelling.FOLDS else "show turned"
    if action < spelling.DISCARDS:
        return _NAMES[action]
    if action < spelling.CARDS:
        first, word = [pair for pair in _WITH_CARD if pair[0] <= action][-1]
        return f"{word} {Card.from_id(action - first)}"
    if action < spelling.MELDS:
        return f"card {Card.from_id(action - spelling.CARDS)}"
    if action < spelling.SLOTS:
        head = action - spelling.MELDS
        rank = _RANKS[head % 16]
        return f"meld: run {rank}{_SUITS[head >> 4]}" if head < spelling.OF_RANK else f"meld: group {rank}"
    if action < spelling.PLACES:
        return f"table meld {action - spelling.SLOTS}"
    if action < spelling.ROUND_ENDS:
        return f"place {action - spelling.PLACES}"
    if action == spelling.ROUND_ENDS:
        return "end round"
    return f"take {spelling.FEWEST + action - spelling.SEVERAL}"


@attrs.frozen(eq=False, repr=False)
class Draft(Value):
    """A partly spelled move, with the legal moves that it can still become.

    `Draft.of` returns an empty draft. A draft never changes: `then` returns a new draft, or the complete move.

    Parameters:
        words: the spellings that are still possible, each with its move.
        taken: the numbers so far, including those added automatically.

    >>> from rami import Round, variants
    >>> view = Round.deal(variants.GIN, seed=7).view(1)
    >>> draft = Draft.of(view)
    >>> [name(action) for action in draft.actions]
    ['take', 'pass']
    >>> draft.then(1)
    TakeDiscard(count=1)
    """

    words: tuple[tuple[tuple[int, ...], Move], ...]
    taken: tuple[int, ...] = ()

    @classmethod
    def of(cls, view: PlayerView) -> Draft:
        """Return the empty draft of the player to act.

        The draft starts with all legal moves. Listing them can take a while, because a player with many melds in hand
        may have thousands of openings to choose from.

        Parameters:
            view: the view of the player to act.
        """
        reject(RamiError, instance("view", view, PlayerView))
        moves = view.legal_moves
        # Out of turn, `legal_moves` is an empty tuple.
        if not isinstance(moves, LegalMoves):
            return cls(())
        try:
            return cls(tuple(spelled(moves)))
        # The numbering has only 64 numbers for melds on the table; only unusual house rules need more.
        except OverflowError as error:
            most = {"meld": error.args[0], "most": spelling.MOST_SLOTS}
            raise RamiError(Violation(Reason.MELD_OUT_OF_REACH, None, most)) from None

    @property
    def actions(self) -> tuple[int, ...]:
        """The numbers that may come next, in ascending order; empty if it is not the viewer's turn."""
        return tuple(sorted(self._next()))

    @property
    def mask(self) -> bytes:
        """One byte for each action number: 1 if it is in `actions`, otherwise 0."""
        out = bytearray(SIZE)
        for action in self._next():
            out[action] = 1
        return bytes(out)

    def _next(self) -> set[int]:
        at = len(self.taken)
        # No spelling is the beginning of another, so each remaining one has a number at this place.
        return {word[at] for word, _ in self.words}

    def allows(self, action: int) -> bool:
        """Return whether a legal move continues with this number.

        Parameters:
            action: the number.
        """
        reject(RamiError, integer("action", action))
        return action in self._next()

    def then(self, action: int) -> Draft | Move:
        """Return the draft with one more number, or the move if this number completes the move.

        Parameters:
            action: one of `actions`.

        Raises:
            RamiError: the number is not one of `actions`.
        """
        reject(RamiError, integer("action", action))
        left, at = spelling.narrowed([word for word, _ in self.words], len(self.taken), action)
        if not left:
            raise RamiError(Violation(Reason.ACTION_BARRED, None, {"action": action}))
        first, move = self.words[left[0]]
        # Add numbers without an alternative, so that a player with only one possible meld lays it in one action.
        return move if at == len(first) else Draft(tuple([self.words[place] for place in left]), first[:at])

    def __repr__(self) -> str:
        return f"<Draft of {len(self.words)} moves: {', '.join(map(name, self.taken)) or 'nothing yet'}>"


def encode(view: PlayerView, move: Move) -> tuple[int, ...]:
    """Return the action numbers that spell a move.

    Parameters:
        view: the view of the player to act.
        move: a legal move; a move that `legal_moves` does not list has the spelling of the listed move that leads to
            the same position.

    Raises:
        IllegalMove: the move is not legal.
        RamiError: the move has no spelling because it has the same result as several listed moves in a row
            (`Round.canonical`).

    >>> from rami import Round, variants
    >>> from rami.cards.moves import PassUpcard
    >>> encode(Round.deal(variants.GIN, seed=7).view(1), PassUpcard())
    (3,)
    """
    reject(RamiError, instance("view", view, PlayerView))
    # Check this first, because it finds the reasons; the search below would only find that the move is missing.
    wrong = view.explain(move)
    if wrong:
        raise IllegalMove(move, *wrong)
    listed = view.legal_moves.canonical(move) if not isinstance(view.legal_moves, tuple) else ()
    if len(listed) != 1:
        raise RamiError(Violation(Reason.SEVERAL_MOVES, None, {"move": move}))
    actions: list[int] = []
    whole = Draft.of(view)
    word = next(word for word, move in whole.words if _are_same(move, listed[0]))
    draft: Draft | Move = whole
    while isinstance(draft, Draft):
        # The draft adds numbers without an alternative itself, so they are not among the actions.
        action = word[len(draft.taken)]
        actions.append(action)
        draft = draft.then(action)
    return tuple(actions)


def _are_same(move: Move, listed: Move) -> bool:
    """Return whether two moves are spelled alike: equal moves, or rearrangements that lay the same cards."""
    if isinstance(move, Rearrange) and isinstance(listed, Rearrange):
        return move.laid == listed.laid
    return move == listed


def decode(view: PlayerView, actions: Iterable[int]) -> Move:
    """Return the move that action numbers spell.

    Parameters:
        view: the view of the player to act.
        actions: the result of `encode`.

    Raises:
        RamiError: the numbers do not spell a legal move.

    >>> from rami import Round, variants
    >>> decode(Round.deal(variants.GIN, seed=7).view(1), [3])
    PassUpcard()
    """
    given = bounded(actions)
    draft: Draft | Move = Draft.of(view)
    for number, action in enumerate(given):
        if not isinstance(draft, Draft):
            raise RamiError(Violation(Reason.TOO_MANY_ACTIONS, None, {"count": number}))
        draft = draft.then(action)
    if isinstance(draft, Draft):
        raise RamiError(Violation(Reason.TOO_FEW_ACTIONS, None, {"count": len(given)}))
    return draft
