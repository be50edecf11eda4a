"""The legal moves of the player to act, listed lazily and in a fixed order, one for each resulting position.

A *judge* decides if a move is legal; `_JUDGES` has a judge for each class of moves in each phase. Listing works the
other way round: the kernel finds the positions that a turn can reach and names one move for each. `in` and `explain`
call a judge, iteration uses the kernel, and `canonical` finds the listed moves with the same result as a judged move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, cast

import attrs

from rami._base.values import Value
from rami._kernel.rounds.draws import end_faults, pass_faults, stock_faults, touch_faults
from rami._kernel.rounds.listing import (
    ANY_MELD,
    DRAW_CODE,
    END_CODE,
    END_ROUND_CODE,
    PASS_CODE,
    TOUCH_CODE,
    choices,
    plain_moves,
    searched,
)
from rami._kernel.rounds.position import Listed
from rami._kernel.rounds.state import DRAW, LAYING_OFF, OFFER, ONLY_DISCARD, OVER, PLAY, STOCK, Known
from rami._kernel.rules import MeldRules
from rami._kernel.turns.actions import LAY_DOWN, LAY_OFF, REARRANGE, SWAP_WILD, Action, Step
from rami._kernel.turns.faults import can_end
from rami._kernel.turns.knocking import reply_steps
from rami._kernel.turns.rearranging import rearranged, rearrangement
from rami._kernel.turns.spelling import Word, spell
from rami._kernel.turns.table_steps import ANY_CARD, lay_off_steps, meld_steps, swap_steps, take_steps
from rami._kernel.turns.turn import Turn
from rami.cards import UNKNOWN, Card, moves
from rami.cards._move_text import parse_move
from rami.cards.melds import Group, Meld, MeldOrCards, is_unread, meld_of_code
from rami.cards.moves import MOVE_TYPES, Move
from rami.errors import InvalidMeld, RamiError, Reason, Violation, reject
from rami.errors.checks import integer
from rami.policies._refusals import code_of, read_meld
from rami.policies.variant import Variant
from rami.rounds._engine.knocks import judge_big_gin, judge_knock, judge_reply_lay_down, judge_reply_lay_off
from rami.rounds._engine.lay_downs import judge_lay_down
from rami.rounds._engine.lay_offs import judge_lay_off, judge_swap
from rami.rounds._engine.listed_moves import NAMES, move_of
from rami.rounds._engine.lookahead import reasons_against
from rami.rounds._engine.pile import judge_discard, judge_fold, judge_show, judge_take, plain_judge
from rami.rounds._engine.positions import PHASE_NAMES
from rami.rounds._engine.rearranging import (
    found_for,
    grown_by,
    judge_cards,
    judge_joining,
    judge_rearrange,
    with_laid,
)
from rami.rounds._engine.rules import ALLOWED, Decision, Judge, Rules

# The moves that a game lacks; the key is True if melds stay concealed in the hand.
_ABSENT: dict[bool, dict[type[object], Reason]] = {
    True: dict.fromkeys((moves.LayDown, moves.LayOff, moves.SwapWild), Reason.CONCEALED),
    False: dict.fromkeys((moves.Knock, moves.BigGin), Reason.NO_KNOCKING),
}

# The judges of moves, by phase and by class of the move.
_JUDGES: dict[int, dict[type[object], Judge]] = {
    DRAW: {
        moves.DrawStock: plain_judge(DRAW_CODE, stock_faults),
        moves.TakeDiscard: judge_take,
        moves.TouchDiscard: plain_judge(TOUCH_CODE, touch_faults),
        moves.EndRound: plain_judge(END_ROUND_CODE, end_faults),
        moves.Fold: judge_fold,
        moves.ShowTurned: judge_show,
    },
    OFFER: {
        moves.TakeDiscard: judge_take,
        moves.PassUpcard: lambda rules, known, move: ALLOWED[PASS_CODE],
        moves.ShowTurned: judge_show,
    },
    STOCK: {moves.DrawStock: plain_judge(DRAW_CODE, stock_faults), moves.ShowTurned: judge_show},
    ONLY_DISCARD: {moves.Discard: judge_discard, moves.ShowTurned: judge_show},
    PLAY: {
        moves.Discard: judge_discard,
        moves.Knock: judge_knock,
        moves.BigGin: judge_big_gin,
        moves.LayDown: judge_lay_down,
        moves.LayOff: judge_lay_off,
        moves.SwapWild: judge_swap,
        moves.ShowTurned: judge_show,
    },
    LAYING_OFF: {
        moves.EndLayoffs: lambda rules, known, move: ALLOWED[END_CODE],
        moves.LayDown: judge_reply_lay_down,
        moves.LayOff: judge_reply_lay_off,
    },
    OVER: {},
}


# The judges for games where a turn is either a draw or an arrangement of the whole table.
_REGROUPING: dict[type[object], Judge] = {
    moves.DrawStock: plain_judge(DRAW_CODE, stock_faults),
    moves.PassUpcard: plain_judge(PASS_CODE, pass_faults),
    moves.Rearrange: judge_rearrange,
    moves.LayDown: judge_cards,
    moves.LayOff: judge_joining,
}
_BY_STEPS = (moves.SwapWild, moves.Discard)


def judge(rules: Rules, known: Known, move: object) -> Decision:
    """Judge a move, the text of a move, or any other value, using only what the acting player knows."""
    regroups = rules.game.regroup is not None and known.phase != OVER
    try:
        move = parse_move(move) if isinstance(move, str) else move
        if regroups and (arranged := _REGROUPING.get(type(move))) is not None:
            return arranged(rules, known, move)
        judged = _JUDGES[known.phase].get(type(move))
        read = None if judged is None else _with_melds(rules, move)
    except RamiError as error:
        return Decision.against(*error.violations)
    if judged is not None and not regroups:
        # GIN-LAYOFF-01: after a knock there are melds on the table, so a game lacks these moves only in the play phase.
        absent = _ABSENT[rules.game.knock is not None].get(type(move)) if known.phase == PLAY else None
        return Decision.against(rules.fault(absent)) if absent else judged(rules, known, read)
    if not isinstance(move, MOVE_TYPES):
        return Decision.against(rules.fault(Reason.NOT_A_MOVE, type=type(move).__name__))
    if known.phase == OVER:
        return Decision.against(rules.fault(Reason.ROUND_OVER))
    if regroups and isinstance(move, _BY_STEPS):
        return Decision.against(rules.fault(Reason.STEPS_OFF))
    if isinstance(move, moves.Rearrange):
        return Decision.against(rules.fault(Reason.REARRANGE_OFF))
    if known.phase == ONLY_DISCARD:
        # D-155: cite the rule about the first turn, R51-START-01, rather than the rule about the order of a turn.
        return Decision.against(rules.fault(Reason.STARTER_DISCARDS))
    return Decision.against(rules.fault(Reason.WRONG_PHASE, phase=str(PHASE_NAMES[known.phase])))


def canonical(rules: Rules, known: Known, judged: Decision) -> tuple[Move, ...]:
    """Return the listed moves that have the same result as a legal move."""
    path: list[Move] = []
    turn = judged_turn = known.turn
    for action, after in judged.path:
        # If an equivalent action is listed instead, the table melds may have other ids than in the judged turns.
        listed, reached = _listed(rules, known, turn, action, after, same_ids=turn is judged_turn)
        path.append(move_of(rules, turn, listed))
        if reached is not None and after is not None:
            turn, judged_turn = reached, after
    return tuple(path)


def _listed(
    rules: Rules, known: Known, turn: Turn, action: Action, after: Turn | None, *, same_ids: bool
) -> tuple[Action, Turn | None]:
    """Return the listed action with the same result as this action, and the turn after it."""
    game = rules.game
    if action.kind == REARRANGE:
        return _listed_table(rules, turn, action), after
    if after is None:
        return action, after
    steps: Iterable[Step]
    if known.knocked is not None:
        steps = reply_steps(game, turn, known.knocked)
    elif action.kind == LAY_OFF:
        steps = lay_off_steps(game, turn, action.card)
    elif action.kind == SWAP_WILD:
        steps = swap_steps(game, turn)
    elif action.kind == LAY_DOWN and (any(action.leaving) or not same_ids):
        steps = chain(meld_steps(game, turn), take_steps(game, turn))
    else:
        return action, after
    key = after.key(game)
    return next((step for step in steps if step[1].key(game) == key), (action, after))


def _listed_table(rules: Rules, turn: Turn, action: Action) -> Action:
    """Return the listed action that gives the same table as this rearrangement, or the same action if none does."""
    listed = rearrangement(rules.game, turn, action.laid)
    if listed is None:
        return action
    game = rules.game
    # If a joker represents a different card, the position is a different one.
    same = rearranged(game, turn, listed).key(game) == rearranged(game, turn, action).key(game)
    return listed if same else action


def parsed(rules: Rules, turn: Turn, move: str | Move) -> Move:
    """Return a move, given as text or as a value, with its cards read as melds.

    In games where players rearrange the table, lay-downs and lay-offs become rearrangements if possible.

    Raises:
        InvalidText: the text is not a move.
        InvalidMeld: some cards given as a meld do not form one; the error lists the faults of all melds.
        RamiError: the argument is neither text nor a move.
    """
    found = parse_move(move) if isinstance(move, str) else move
    if not isinstance(found, MOVE_TYPES):
        raise RamiError(rules.fault(Reason.NOT_A_MOVE, type=type(found).__name__))
    if rules.game.regroup is not None and isinstance(found, moves.LayDown):
        return found_for(rules, turn, found) or found
    if rules.game.regroup is not None and isinstance(found, moves.LayOff):
        return grown_by(rules, turn, found) or found
    read = cast("Move", _with_melds(rules, found))
    if isinstance(read, moves.Rearrange):
        return with_laid(turn, read)
    # The terminal and the locales call this move a declaration, so the move itself must record it.
    declares = rules.game.knock is not None and rules.game.knock.declared
    return attrs.evolve(read, declares=True) if declares and isinstance(read, moves.Knock) else read


_OF_MELDS = (moves.LayDown, moves.Rearrange, moves.Knock, moves.BigGin)


def _with_melds(rules: Rules, move: object) -> object:
    """Return a move with its cards read as melds; a move without melds is returned unchanged."""
    if not isinstance(move, _OF_MELDS) or not move.melds:
        return move
    if not any(_is_open(rules.game.melds, meld) for meld in move.melds):
        return move
    melds: list[Meld] = []
    wrong: list[Violation] = []
    for meld in move.melds:
        try:
            melds.append(_read(rules, meld))
        except RamiError as error:
            wrong += error.violations
    if wrong:
        raise InvalidMeld(*wrong)
    return attrs.evolve(move, melds=melds)


def _is_open(rules: MeldRules, meld: MeldOrCards) -> bool:
    """Return whether the variant has yet to read a meld: plain cards, or a group read under other rules about suits."""
    return is_unread(meld) or (isinstance(meld, Group) and (meld.suits == "any") is not rules.any_suits)


def _read(rules: Rules, meld: MeldOrCards) -> Meld:
    if is_unread(meld):
        return read_meld(rules.variant, meld)
    return meld_of_code(code_of(rules.game.melds, meld))


class LegalMoves(Value, Listed):
    """The legal moves of the player to act, listed on demand.

    Checking `move in legal_moves` takes about as long as playing the move. `bool(legal_moves)` does not list the moves,
    and taking the first few does not list the rest; `len` lists them all. Iteration yields one canonical move for each
    resulting position, while `in` accepts every legal move.

    >>> from rami import Round, variants
    >>> moves = Round.deal(variants.CLASSIC_51, players=2, seed=1).legal_moves
    >>> bool(moves), next(iter(moves)) in moves
    (True, True)
    """

    __slots__ = ("__weakref__",)

    # The compiled base defines the fields; here their types are narrower, and so is the type of iteration.
    _rules: Rules
    _listed: tuple[Move, ...] | None

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Move]: ...

    @classmethod
    def of(cls, rules: Rules, known: Known) -> LegalMoves:
        """Return the legal moves of a player with this knowledge."""
        return cls(rules, known, NAMES)

    def __contains__(self, move: object) -> bool:
        return not judge(self._rules, self._known, move).violations

    def __bool__(self) -> bool:
        if self._is_plain:
            return True
        # RKB-TURN-02: even a player who could lay cards may draw instead, or pass if the stock is empty.
        if self._rules.game.regroup is not None:
            return self._known.phase != OVER
        # Most turns can end with a discard, which needs no search.
        if self._known.phase == PLAY and can_end(self._rules.game, self._known.turn):
            return True
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<LegalMoves of player {self._known.turn.player}>"

    @property
    def variant(self) -> Variant:
        """The variant whose rules decide which moves are legal."""
        return self._rules.variant

    def explain(self, move: object) -> tuple[Violation, ...]:
        """Return every reason against a move; empty if it is legal."""
        return reasons_against(self._rules, self._known, judge(self._rules, self._known, move))

    def canonical(self, move: object) -> tuple[Move, ...]:
        """Return the listed moves with the same result as a legal move; empty if it is illegal."""
        return canonical(self._rules, self._known, judge(self._rules, self._known, move))

    def involving(self, card: Card | str | None = None, meld: int | None = None) -> Iterator[Move]:
        """Yield the listed moves that use a card, a table meld, or both, without listing the others.

        The card of `TakeDiscard` is the lowest discard taken; a lay-down or a knock involves every card that it shows.
        A move uses a table meld if a card joins it, a wild card leaves it, or a lay-down takes cards from it. If moves
        differ only by interchangeable wild cards, iteration lists one of them; this method yields the one with the
        card you name.

        Parameters:
            card: the card, or its text; None for any.
            meld: the id of the table meld; None for all moves, even those that use no table meld.

        Raises:
            InvalidCards: the text does not name exactly one card.

        >>> from rami import Round, variants
        >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
        >>> card = next(iter(start.hands[start.player]))
        >>> [str(move) for move in start.legal_moves.involving(card)] == [f"discard {card}"]
        True
        """
        reject(RamiError, () if meld is None else integer("meld", meld))
        known, turn = self._known, self._known.turn
        only = ANY_CARD if card is None else Card(card).id
        place = ANY_MELD if meld is None else turn.place_of(meld)
        if only == UNKNOWN.id or (meld is not None and place < 0):
            return
        for action, _ in searched(self._rules.game, known, only, place):
            yield NAMES.other(self._rules, turn, action)
        if meld is None:
            top = known.discards[-1] if known.discards else UNKNOWN.id
            for move in plain_moves(self._rules.game, known, NAMES):
                its = top
                if isinstance(move, (moves.Discard, moves.Knock)):
                    its = (move.card if isinstance(move, moves.Discard) else move.discard).id
                if card is None or (isinstance(move, _WITH_CARD) and its == only):
                    yield move

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # Pickle the variant, which is small, instead of the compiled game; the process that loads it compiles it again.
        return _rebuilt, (self._rules.variant, self._known)


def basis(listed: LegalMoves) -> tuple[Rules, Known]:
    """Return the rules and the acting player's knowledge, on which the legal moves depend."""
    return listed._rules, listed._known  # pyright: ignore[reportPrivateUsage]  # defined in this module


def spelled(listed: LegalMoves) -> Iterator[tuple[Word, Move]]:
    """Yield each listed move with its spelling, the sequence of numbers with which a learning agent names the move.

    Raises:
        OverflowError: the number of a table meld or the number of discards is too large for a spelling.
    """
    rules, known = basis(listed)
    for action, _ in choices(rules.game, known):
        yield spell(rules.game, known.turn, action), move_of(rules, known.turn, action)


# The kinds of moves that name one card and no meld.
_WITH_CARD = (moves.Discard, moves.TakeDiscard, moves.TouchDiscard, moves.Knock)


def _rebuilt(variant: Variant, known: Known) -> LegalMoves:
    return LegalMoves.of(Rules.of(variant), known)
