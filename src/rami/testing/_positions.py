"""Checks of one position: its legal moves, their order, equality, and the position's text and score.

Most checks compare two ways to get the same result: `in` with `explain` and `play`, or the position with a copy that is
made from its setup or its pickle.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from rami._kernel.cards.shuffle import Stream
from rami.cards import JOKER, Card, Suit
from rami.cards.moves import (
    Discard,
    DrawStock,
    EndLayoffs,
    EndRound,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
)
from rami.errors import IllegalMove, RamiError, Violation
from rami.notation import parse_position, position_text
from rami.rounds._engine.legal import LegalMoves
from rami.rounds.round import Round
from rami.rounds.setup import outside_stock
from rami.rounds.views import PlayerView
from rami.testing._walks import listed, pack, pick
from rami.testing.failure import CheckFailed, Property, require

LONGEST_TURN = 400
"""An upper bound on the number of moves in a turn; turns end, because lay-downs, lay-offs and swaps use up cards."""


def check_listed(position: Round, moves: Sequence[Move], complete: bool) -> None:
    """Check that all queries accept the listed moves, and that no two moves lead to the same position."""
    truth, legal = Property.CONSISTENT, position.legal_moves
    require(
        bool(legal) == bool(moves), truth, "`bool` of the list does not say whether it has moves", position
    )
    require(
        not (position.over and moves), truth, "the round is over, but moves are listed", position, *moves[:1]
    )
    found = "the round is not over, but no moves are listed"
    require(position.over or bool(moves), Property.NO_DEAD_END, found, position)
    found = "`len` of the list is not the number of its moves"
    require(not complete or len(legal) == len(moves), truth, found, position)
    twice = [move for move, count in Counter(moves).items() if count > 1]
    require(not twice, Property.NO_DUPLICATES, "a move is listed twice", position, *twice[:1])
    # Equality of rounds ignores the ids of melds; otherwise each order of laying melds would give a different position.
    names: dict[Round, Move] = {}
    judges = _judges(position)
    for move in moves:
        after = judged_alike(position, move, judges)
        if after is None:
            raise CheckFailed(truth, "a listed move is illegal", position.setup, move)
        other = names.setdefault(after, move)
        if other != move:
            found = f"another listed move leads to the same position: {other!r}"
            raise CheckFailed(Property.NO_DUPLICATES, found, position.setup, move)
        path = position.canonical(move)
        if path != (move,):
            found = f"`canonical` changes a listed move: {path!r}"
            raise CheckFailed(truth, found, position.setup, move)


def check_tried(position: Round, moves: Sequence[Move], breadth: int) -> Counter[str]:
    """Check that all queries agree about moves, and that listed moves reach every position that legal moves reach."""
    given: Counter[str] = Counter()
    judges = _judges(position)
    for move in moves:
        after = judged_alike(position, move, judges)
        given.update(str(violation.code) for violation in position.explain(move))
        if after is not None:
            _check_path(position, move, after, breadth)
    return given


def _check_path(position: Round, move: Move, after: Round, breadth: int) -> None:
    at = position
    path = position.canonical(move)
    for name in path:
        first = listed(at, breadth)
        # If the list was cut off at `breadth`, a missing move proves nothing, so `in` decides.
        if name not in first and (len(first) < breadth or name not in at.legal_moves):
            # D-150: of several moves that differ only by interchangeable wild cards, the list has one.
            wilds = _wilds(at)
            if not wilds or not any(_like(name, other, wilds) for other in at.legal_moves):
                found = f"`canonical` returns a move that is not listed: {name!r}"
                raise CheckFailed(Property.CONSISTENT, found, position.setup, move)
        at = at.play(name)
    found = f"the moves from `canonical` lead to another position: {path!r}"
    require(at == after, Property.CONSISTENT, found, position, move)


def _wilds(position: Round) -> frozenset[Card]:
    """Return the natural cards that are wild in this game."""
    ranks = position.variant.equipment.wild_ranks
    return frozenset(Card.of(rank, suit) for rank in ranks for suit in Suit)


def _like(one: Move, other: Move, wilds: frozenset[Card]) -> bool:
    """Return whether two moves are equal, or differ only in the wild cards that they use."""
    return type(one) is type(other) and _without_wilds(one, wilds) == _without_wilds(other, wilds)


def _without_wilds(move: Move, wilds: frozenset[Card]) -> object:
    def face(card: Card) -> Card:
        return JOKER if card in wilds else card

    if isinstance(move, LayDown):
        melds = sorted((meld.code[0], sorted(face(card).id for card in meld.cards)) for meld in move.melds)
        return melds, sorted((source.meld, face(source.card).id) for source in move.sources)
    if isinstance(move, SwapWild):
        return move.meld, move.at, move.card, move.other
    if isinstance(move, LayOff):
        return move.meld, move.at, face(move.card)
    return face(move.card) if isinstance(move, Discard) else move


_Judges = tuple[LegalMoves, PlayerView | None, int | None]


def _judges(position: Round) -> _Judges:
    """Return the other judges of moves: the list, the view of the player to act, and the seat of another player."""
    if position.over:
        return position.legal_moves, None, None
    stranger = next(seat for seat in position.context.playing if seat != position.player)
    return position.legal_moves, position.view(position.player), stranger


def judged_alike(position: Round, move: Move, judges: _Judges) -> Round | None:
    """Return the round after a move, or None if it is illegal; check that all queries and views agree."""
    legal, view, stranger = judges

    def differ(found: str) -> CheckFailed:
        return CheckFailed(Property.CONSISTENT, found, position.setup, move)

    reasons = position.explain(move)
    if (move in legal) != (not reasons):
        raise differ(f"`in` says {move in legal}, but `explain` says {_text(reasons)}")
    if view is not None:
        if position.explain(move, by=position.player) != reasons:
            raise differ("`explain` gives other reasons if `by` names the player to act")
        if view.explain(move) != reasons:
            raise differ("`explain` gives other reasons in the view")
        if not position.explain(move, by=stranger):
            raise differ("the move is legal out of turn")
    try:
        after = position.play(move)
    except IllegalMove as error:
        if not reasons:
            raise differ(f"`explain` finds no reason, but `play` says {error}") from error
        if (error.violations, error.move) != (reasons, move):
            raise differ(f"`explain` says {_text(reasons)}, but `play` says {error}") from error
    else:
        if reasons:
            raise differ(f"`play` accepts the move, but `explain` says {_text(reasons)}")
        if position.step(move)[0] != after:
            raise differ("`step` and `play` lead to different positions")
        return after
    # Methods other than `play` must refuse an illegal move too.
    for question in (position.step, position.canonical):
        try:
            question(move)
        except IllegalMove:
            continue
        raise differ(f"`{question.__name__}` accepts the move, but `explain` says {_text(reasons)}")
    return None


def _text(reasons: Sequence[Violation]) -> str:
    return "; ".join(map(str, reasons)) or "nothing"


def check_turn_ends(position: Round, move: Move, stream: Stream, breadth: int) -> None:
    """Check that the turn can be completed with listed moves after this move."""
    # Choose the moves at random, because any sequence of listed moves must lead to the end of the turn.
    at = position.play(move)
    path = [move]
    while not at.over and (at.player, at.turn) == (position.player, position.turn):
        moves = listed(at, breadth)
        found = f"the turn cannot end after {'; '.join(map(str, path))}"
        require(bool(moves), Property.NO_DEAD_END, found, position, move)
        found = f"the turn has not ended after {LONGEST_TURN} more moves"
        require(len(path) <= LONGEST_TURN, Property.TERMINATING, found, position, move)
        path.append(pick(stream, moves))
        at = at.play(path[-1])


def check_order(position: Round, moves: Sequence[Move], tried: Sequence[Move], breadth: int) -> None:
    """Check that copies of a position list the same moves in the same order."""
    reasons = [position.explain(move) for move in tried]
    for how, same in (
        ("the second time", position),
        ("made from its setup", Round.from_setup(position.setup)),
        ("pickled", pickle.loads(pickle.dumps(position))),
    ):
        alike = listed(same, breadth) == tuple(moves)
        require(alike, Property.DETERMINISTIC, f"{how}, the position lists other moves", position)
        alike = [same.explain(move) for move in tried] == reasons
        require(alike, Property.DETERMINISTIC, f"{how}, the position gives other reasons", position)
    if not position.over:
        view = pickle.loads(pickle.dumps(position.view(position.player)))
        found = "the view of the player to act lists other moves"
        require(listed(view, breadth) == tuple(moves), Property.DETERMINISTIC, found, position)


def check_values(position: Round) -> None:
    """Check that the position is hashable, picklable and frozen, and equals the round made from its setup."""
    setup = position.setup
    try:
        pickled: Round = pickle.loads(pickle.dumps(position))
    except Exception as error:  # a custom policy may raise anything
        raise CheckFailed(Property.VALUES, f"the position cannot be pickled: {error}", setup) from error

    def check(holds: bool, found: str) -> None:
        require(holds, Property.VALUES, found, position)

    # Equality is tested in both directions, because `a == b` and `b == a` may call different methods.
    for how, copy in (("its setup", Round.from_setup(setup)), ("its pickle", pickled)):
        check(copy == position and position == copy, f"{how} gives a different position")
        check(hash(copy) == hash(position), f"{how} gives an equal position with a different hash")
        check(copy.setup == setup, f"{how} gives a position with a different setup")
    same = pickle.loads(pickle.dumps(setup)) == setup and hash(setup) == hash(position.setup)
    check(same, "the setup does not equal its own copy")
    # Set the attribute to its own value, so that the check does no harm if the object is mutable.
    for value, name in ((position, "context"), (position.view(None), "turn"), (setup, "player")):
        try:
            setattr(value, name, getattr(value, name))
        except AttributeError:
            continue
        check(False, f"a {type(value).__name__} can be changed")


def check_text(position: Round, moves: Sequence[Move]) -> None:
    """Check that the position and its moves stay the same when they are written as text and read back."""
    setup = position.setup
    try:
        again = parse_position(position_text(setup), position.variant)
    except RamiError as error:
        found = f"the position cannot be written and read back: {error}"
        raise CheckFailed(Property.TEXT, found, setup) from error
    require(again == setup, Property.TEXT, "the position changes when it is written and read back", position)
    for move in moves:
        legal = not position.explain(move)
        try:
            # `parse` is also applied to the move itself, because it may return another spelling of a legal move.
            read = position.parse(str(move))
        except RamiError as error:
            if not legal:
                continue
            raise CheckFailed(Property.TEXT, f"the move cannot be read back: {error}", setup, move) from error
        if legal and read != position.parse(move):
            raise CheckFailed(
                Property.TEXT, f"the move changes when it is written and read back: {read!r}", setup, move
            )


def reachable(position: Round) -> Counter[Card]:
    """Count all cards of a position."""
    return Counter((*position.stock, *outside_stock(position.setup)))


def check_conserved(position: Round, before: Round | None, move: Move | None) -> None:
    """Check that the position has exactly the cards of the pack; a failure shows the position before the move."""
    held, whole = reachable(position), Counter(pack(position.variant))
    lost, made = (" ".join(map(str, cards.elements())) for cards in (whole - held, held - whole))
    found = f"cards lost: {lost or 'none'}; cards added: {made or 'none'}"
    require(held == whole, Property.CONSERVED, found, before or position, move)


def check_score(position: Round) -> None:
    """Check that the score of a finished round adds up, and that an unfinished round has no score."""

    def check(holds: bool, found: str) -> None:
        require(holds, Property.SCORES, found, position)

    if not position.over:
        try:
            position.score()
        except RamiError:
            return
        check(False, "an unfinished round has a score")
    score = position.score()
    check(score == Round.from_setup(position.setup).score(), "a copy of the position has a different score")
    seats, playing = tuple(line.player for line in score.lines), position.context.playing
    check(seats == playing, f"the score has lines for the seats {seats}, not {playing}")
    for line in score.lines:
        total = sum(reason.points for reason in line.reasons)
        has = f"player {line.player} has {line.points} points"
        check(total == line.points, f"{has}, but the reasons add up to {total}")
        check(not (score.void and line.points), f"the round is void, but {has}")
    check(score.winner in (None, *seats), f"the winner {score.winner} did not play")
    check(not score.void or score.winner is None, f"the round is void, but player {score.winner} has won")


_AT_ONCE = (DrawStock, TakeDiscard, TouchDiscard, PassUpcard, Discard, EndLayoffs, EndRound)
"""Kinds of moves that are listed without a search."""

_OVERHEAD = 24
"""The number of calls that a query may make beyond those of the query with which it is compared."""


def calls(question: Callable[[], object]) -> int:
    """Count the Python function calls that a query makes; each resumption of a generator counts as a call.

    >>> calls(lambda: None) < calls(
    ...     lambda: [str(number) for number in map(lambda each: each, range(9))]
    ... )
    True
    """
    count = 0

    def tally(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tally)
    try:
        question()
    finally:
        sys.setprofile(None)
    return count


def check_lazy(position: Round, moves: Sequence[Move], breadth: int) -> None:
    """Check that `bool` and the first move cost less than the whole list, and `in` about as much as `play`.

    Each query uses a new copy of the position, which has no caches. The check is skipped while a profiler runs.
    """
    # Count calls instead of measuring time, because their number is the same on every machine.
    saved = pickle.dumps(position)

    def cost(question: Callable[[Round], object]) -> int:
        fresh: Round = pickle.loads(saved)
        return calls(lambda: question(fresh))

    if len(moves) < 2 or sys.getprofile() is not None:
        return
    whole = cost(lambda fresh: listed(fresh, breadth))
    first = cost(lambda fresh: next(iter(fresh.legal_moves)))
    truth = cost(lambda fresh: bool(fresh.legal_moves))
    searched = sum(not isinstance(move, _AT_ONCE) for move in moves)
    found = f"the first move takes {first} calls, and all {len(moves)} take {whole}"
    # Each further move that needs a search must cost at least one call; otherwise the search for the first move found
    # them all.
    require(not searched or first + searched - 1 <= whole, Property.LAZY, found, position)
    found = f"`bool` of the list takes {truth} calls, and its first move {first}"
    require(truth <= first + _OVERHEAD, Property.LAZY, found, position)
    for move in (moves[0], moves[-1]):
        counted = cost(lambda fresh, move=move: move in fresh.legal_moves)  # type: ignore[misc]  # the loop's own value
        played = cost(lambda fresh, move=move: fresh.play(move))  # type: ignore[misc]  # the loop's own value
        found = f"`in` takes {counted} calls, and `play` {played}"
        require(counted <= played + _OVERHEAD, Property.LAZY, found, position, move)
