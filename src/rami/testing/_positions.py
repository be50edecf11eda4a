"""One truth, values, order and scores, shown at one position."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence

from rami._kernel.shuffle import Stream
from rami.cards import JOKER, Card, Suit
from rami.errors import IllegalMove, RamiError, Violation
from rami.moves import Discard, LayDown, LayOff, Move, SwapWild
from rami.notation import parse_position, position_text
from rami.round import Round
from rami.testing._walks import listed, pack, pick
from rami.testing.failure import CheckFailed, Property

__all__ = [
    "check_conserved",
    "check_listed",
    "check_order",
    "check_score",
    "check_text",
    "check_tried",
    "check_turn_ends",
    "check_values",
    "reachable",
]

LONGEST_TURN = 400
"""A turn of more moves does not end: each lay-down, lay-off or swap uses up cards."""


def check_listed(position: Round, moves: Sequence[Move], complete: bool) -> dict[Move, Round]:
    """Listed moves are legal by every question, and each leads somewhere else.

    Parameters:
        position: the round.
        moves: listed moves.
        complete: whether these are all of them.

    Returns:
        The moves with the positions that they lead to.

    Raises:
        CheckFailed: one truth, one name or no dead end.
    """
    legal = position.legal_moves
    if bool(legal) != bool(moves):
        raise CheckFailed(
            Property.ONE_TRUTH, "the truth of the list is not that it has moves", position.setup
        )
    if position.over and moves:
        raise CheckFailed(Property.ONE_TRUTH, "the round is over and lists moves", position.setup, moves[0])
    if not position.over and not moves:
        raise CheckFailed(Property.NO_DEAD_END, "the round is not over and lists no move", position.setup)
    if complete and len(legal) != len(moves):
        raise CheckFailed(
            Property.ONE_TRUTH, "the length of the list is not its number of moves", position.setup
        )
    if len(set(moves)) != len(moves):
        twice = next(move for move, count in Counter(moves).items() if count > 1)
        raise CheckFailed(Property.ONE_NAME, "a move is listed twice", position.setup, twice)
    reached: dict[Move, Round] = {}
    names: dict[Round, Move] = {}
    for move in moves:
        after = judged_alike(position, move)
        if after is None:
            raise CheckFailed(Property.ONE_TRUTH, "a listed move is illegal", position.setup, move)
        other = names.setdefault(after, move)
        if other != move:
            found = f"another listed move leads to the same position: {other!r}"
            raise CheckFailed(Property.ONE_NAME, found, position.setup, move)
        if position.canonical(move) != (move,):
            found = f"a listed move is not its own canonical name: {position.canonical(move)!r}"
            raise CheckFailed(Property.ONE_TRUTH, found, position.setup, move)
        reached[move] = after
    return reached


def check_tried(position: Round, moves: Sequence[Move], breadth: int) -> Counter[str]:
    """Any moves, legal or not, are judged alike by every question; a legal one has a path of listed moves.

    Parameters:
        position: the round.
        moves: what is tried.
        breadth: how many listed moves are looked at.

    Returns:
        How often each reason was given.

    Raises:
        CheckFailed: one truth.
    """
    given: Counter[str] = Counter()
    for move in moves:
        after = judged_alike(position, move)
        given.update(str(violation.code) for violation in position.explain(move))
        if after is not None:
            _check_path(position, move, after, breadth)
    return given


def _check_path(position: Round, move: Move, after: Round, breadth: int) -> None:
    at = position
    path = position.canonical(move)
    for name in path:
        first = listed(at, breadth)
        if name not in first and (len(first) < breadth or name not in at.legal_moves):
            wilds = _wilds(at)
            if not wilds or not any(_like(name, other, wilds) for other in at.legal_moves):
                found = f"its canonical path contains a move that is not listed: {name!r}"
                raise CheckFailed(Property.ONE_TRUTH, found, position.setup, move)
        at = at.play(name)
    if at != after:
        found = f"its canonical path leads to another position: {path!r}"
        raise CheckFailed(Property.ONE_TRUTH, found, position.setup, move)


def _wilds(position: Round) -> frozenset[Card]:
    """The cards that are wild beside the joker; a list may hold one move for several exchanges of wilds."""
    ranks = position.variant.equipment.wild_ranks
    return frozenset(Card.of(rank, suit) for rank in ranks for suit in Suit)


def _like(one: Move, other: Move, wilds: frozenset[Card]) -> bool:
    """Whether two moves differ in nothing but in which wild cards they use."""
    return type(one) is type(other) and _without_wilds(one, wilds) == _without_wilds(other, wilds)


def _without_wilds(move: Move, wilds: frozenset[Card]) -> object:
    def face(card: Card) -> Card:
        return JOKER if card in wilds else card

    if isinstance(move, LayDown):
        melds = sorted((meld.code[0], sorted(face(card).id for card in meld.cards)) for meld in move.melds)
        return melds, sorted((source.meld, face(source.card).id) for source in move.sources)
    if isinstance(move, (LayOff, SwapWild)):
        return move.meld, move.at, face(move.card)
    return face(move.card) if isinstance(move, Discard) else move


def judged_alike(position: Round, move: Move) -> Round | None:
    """What a move leads to, None if it is illegal; `in`, `explain`, `play`, `step`, `canonical` and views agree."""

    def differ(found: str) -> CheckFailed:
        return CheckFailed(Property.ONE_TRUTH, found, position.setup, move)

    reasons = position.explain(move)
    if (move in position.legal_moves) != (not reasons):
        raise differ(f"`in` says {move in position.legal_moves}, `explain` says {_text(reasons)}")
    if position.explain(move, by=position.player) != reasons and not position.over:
        raise differ("`explain` says something else when the player to act is named")
    if position.view(position.player).explain(move) != reasons and not position.over:
        raise differ("`explain` of the view says something else")
    strangers = [seat for seat in position.context.playing if seat != position.player]
    if not position.over and not position.explain(move, by=strangers[0]):
        raise differ("it is legal out of turn")
    try:
        after = position.play(move)
    except IllegalMove as error:
        if not reasons:
            raise differ(f"`explain` finds nothing, `play` says {error}") from error
        if (error.violations, error.move) != (reasons, move):
            raise differ(f"`explain` says {_text(reasons)}, `play` says {error}") from error
    else:
        if reasons:
            raise differ(f"`play` accepts it, `explain` says {_text(reasons)}")
        if position.step(move)[0] != after:
            raise differ("`step` leads to another position than `play`")
        return after
    for question in (position.step, position.canonical):
        try:
            question(move)
        except IllegalMove:
            continue
        raise differ(f"`{question.__name__}` accepts it, `explain` says {_text(reasons)}")
    return None


def _text(reasons: Sequence[Violation]) -> str:
    return "; ".join(map(str, reasons)) or "nothing"


def check_turn_ends(position: Round, move: Move, stream: Stream, breadth: int) -> None:
    """After a listed move, whatever listed moves follow, the turn comes to its end.

    Parameters:
        position: the round.
        move: a listed move.
        stream: the source of chance.
        breadth: how many listed moves chance chooses from.

    Raises:
        CheckFailed: no dead end or terminating.
    """
    at = position.play(move)
    path = [move]
    while not at.over and (at.player, at.turn) == (position.player, position.turn):
        moves = listed(at, breadth)
        if not moves:
            found = f"after {'; '.join(map(str, path))} there is no way to end the turn"
            raise CheckFailed(Property.NO_DEAD_END, found, position.setup, move)
        if len(path) > LONGEST_TURN:
            found = f"after {LONGEST_TURN} more moves the turn has not come to its end"
            raise CheckFailed(Property.TERMINATING, found, position.setup, move)
        path.append(pick(stream, moves))
        at = at.play(path[-1])


def check_order(position: Round, moves: Sequence[Move], tried: Sequence[Move], breadth: int) -> None:
    """The same position, however it was made, lists the same moves in the same order for the same reasons.

    Parameters:
        position: the round.
        moves: its first listed moves.
        tried: moves whose explanations are compared.
        breadth: how many moves are listed.

    Raises:
        CheckFailed: deterministic.
    """
    expected = (tuple(moves), [position.explain(move) for move in tried])
    copies = {
        "asked again": position,
        "made from its setup": Round.from_setup(position.setup),
        "pickled": pickle.loads(pickle.dumps(position)),
    }
    for how, same in copies.items():
        if listed(same, breadth) != expected[0]:
            raise CheckFailed(Property.DETERMINISTIC, f"{how}, it lists other moves", position.setup)
        if [same.explain(move) for move in tried] != expected[1]:
            raise CheckFailed(Property.DETERMINISTIC, f"{how}, it gives other reasons", position.setup)
    if not position.over:
        view = pickle.loads(pickle.dumps(position.view(position.player)))
        if listed(view, breadth) != expected[0]:
            found = "the view of the player to act lists other moves"
            raise CheckFailed(Property.DETERMINISTIC, found, position.setup)


def check_values(position: Round) -> None:
    """The position is hashable, picklable, frozen, and its setup gives it back.

    Raises:
        CheckFailed: values.
    """
    setup = position.setup
    try:
        pickled: Round = pickle.loads(pickle.dumps(position))
    except Exception as error:  # whatever a policy of the user's own may raise
        raise CheckFailed(Property.VALUES, f"it cannot be pickled: {error}", setup) from error
    for how, copy in (("its setup", Round.from_setup(setup)), ("its pickle", pickled)):
        if copy != position or position != copy:
            raise CheckFailed(Property.VALUES, f"{how} gives another position back", setup)
        if hash(copy) != hash(position):
            raise CheckFailed(Property.VALUES, f"{how} gives an equal position with another hash back", setup)
        if copy.setup != setup:
            raise CheckFailed(Property.VALUES, f"{how} gives a position with another setup back", setup)
    if pickle.loads(pickle.dumps(setup)) != setup or hash(setup) != hash(position.setup):
        raise CheckFailed(Property.VALUES, "the setup itself is not a value", setup)
    for value, name in ((position, "context"), (position.view(None), "turn"), (setup, "player")):
        try:
            setattr(value, name, getattr(value, name))
        except AttributeError:
            continue
        raise CheckFailed(Property.VALUES, f"a {type(value).__name__} can be changed", setup)


def check_text(position: Round, moves: Sequence[Move]) -> None:
    """The position and moves as text give equal ones back.

    Parameters:
        position: the round.
        moves: listed moves and others.

    Raises:
        CheckFailed: text.
    """
    setup = position.setup
    try:
        again = parse_position(position_text(setup), position.variant)
    except RamiError as error:
        raise CheckFailed(
            Property.TEXT, f"the position cannot be written and read: {error}", setup
        ) from error
    if again != setup:
        raise CheckFailed(Property.TEXT, "another position is read than was written", setup)
    for move in moves:
        legal = not position.explain(move)
        try:
            read = position.parse(str(move))
        except RamiError as error:
            if not legal:
                continue
            raise CheckFailed(Property.TEXT, f"the move cannot be read: {error}", setup, move) from error
        if legal and read != position.parse(move):
            raise CheckFailed(Property.TEXT, f"another move is read than was written: {read!r}", setup, move)


def reachable(position: Round) -> Counter[Card]:
    """All cards of a position."""
    cards = Counter([*position.stock, *position.discards])
    for hand in position.hands:
        cards.update(hand)
    for item in position.table:
        cards.update(item.meld.cards)
    return cards


def check_conserved(position: Round, before: Round | None, move: Move | None) -> None:
    """The cards of a position are the pack.

    Parameters:
        position: the round.
        before: the position before it, which the failure shows; None at the start.
        move: the move that led from there.

    Raises:
        CheckFailed: conserved.
    """
    held, whole = reachable(position), Counter(pack(position.variant))
    if held == whole:
        return
    lost, made = " ".join(map(str, (whole - held).elements())), " ".join(map(str, (held - whole).elements()))
    found = f"lost: {lost or 'nothing'}; too many: {made or 'nothing'}"
    raise CheckFailed(Property.CONSERVED, found, (before or position).setup, move)


def check_score(position: Round) -> None:
    """The score of a round that is over adds up; there is none before.

    Raises:
        CheckFailed: scores.
    """

    def wrong(found: str) -> CheckFailed:
        return CheckFailed(Property.SCORES, found, position.setup)

    if not position.over:
        try:
            position.score()
        except RamiError:
            return
        raise wrong("a round that goes on has a score")
    score = position.score()
    if score != Round.from_setup(position.setup).score():
        raise wrong("the same position has two scores")
    seats = tuple(line.player for line in score.lines)
    if seats != position.context.playing:
        raise wrong(f"there are lines for the seats {seats}, not for {position.context.playing}")
    for line in score.lines:
        total = sum(reason.points for reason in line.reasons)
        if total != line.points:
            raise wrong(f"player {line.player} has {line.points} points, the reasons add up to {total}")
        if score.void and line.points:
            raise wrong(f"the round is void and player {line.player} has {line.points} points")
    if score.winner is not None and score.winner not in seats:
        raise wrong(f"the winner {score.winner} did not play")
    if score.void and score.winner is not None:
        raise wrong(f"the round is void and player {score.winner} has won")
