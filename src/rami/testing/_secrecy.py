"""Checks of secrecy: positions that a viewer cannot tell apart must look exactly the same to that viewer.

For each viewer, the check deals the hidden cards again to make a *lookalike* of the round. Both rounds must give the
viewer exactly the same views, legal moves, refusals, samples, events and memory.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter, le

import attrs

from rami._kernel.cards.shuffle import Stream
from rami.cards import Card, Cards
from rami.cards.moves import BigGin, Discard, Knock, LayDown, LayOff, Move, SwapWild
from rami.errors import IllegalMove, InvalidSetup
from rami.matches.board import Board
from rami.notation import hands_text, table_text
from rami.policies.results.outcomes import KnockKind
from rami.rounds.effects import Place
from rami.rounds.events import Event, StockRecycled, seen_by
from rami.rounds.round import Round
from rami.rounds.setup import Phase, Setup
from rami.rounds.transfers import transfers
from rami.rounds.views import PlayerView, first_memory
from rami.testing._walks import listed, shuffled
from rami.testing.failure import CheckFailed, Property, require

_SOME_REFUSALS = 2

Surface = tuple[str, object]


def check_secrecy(
    position: Round,
    moves: Sequence[Move],
    tried: Sequence[Move],
    stream: Stream,
    breadth: int,
    viewers: Sequence[int | None],
) -> None:
    """Check that nothing a viewer receives depends on cards hidden from this viewer."""
    # The lookalikes are made from setups, so make this round in the same way, in order to compare pickles.
    position = Round.from_setup(position.setup)
    for viewer in viewers:
        # Only the player to act gets a list of moves, so only to this player can it reveal hidden cards.
        acts = viewer == position.player and not position.over
        try:
            other = lookalike(position, viewer, stream)
        except InvalidSetup as error:
            found = f"with other hidden cards the position is impossible: {error}"
            raise CheckFailed(Property.NO_PEEKING, found, position.setup) from error
        facts = attrgetter("phase", "player", "duties")
        found = f"the phase, the player or the duties depend on cards hidden from {_name(viewer)}"
        require(facts(other) == facts(position), Property.NO_PEEKING, found, position)
        mine, theirs = position.view(viewer), other.view(viewer)
        if acts:
            found = "the list of legal moves depends on cards hidden from the player to act"
            require(listed(theirs, breadth) == tuple(moves), Property.NO_PEEKING, found, position)
            _compare(Property.NO_PEEKING, _known(position, tried), _known(other, tried), position)
        whose = f" for {_name(viewer)}"
        _compare(Property.PRIVATE, _seen(mine, tried), _seen(theirs, tried), position, whose)
        if _is_sampled(mine):
            _check_samples(position, mine, theirs, position.turn)


def _is_sampled(view: PlayerView) -> bool:
    """Return whether a sample can be found quickly; if another player has duties, it may take a great many tries."""
    return view.to_act or not view.duties


def _check_samples(position: Round, mine: PlayerView, theirs: PlayerView, seed: int) -> None:
    """Check that a sample is a possible round with the same view, and does not depend on hidden cards."""
    guess, other = Round.sampled(mine, seed), Round.sampled(theirs, seed)
    who = _name(mine.viewer)
    alike = guess == other and pickle.dumps(guess) == pickle.dumps(other)
    require(alike, Property.PRIVATE, f"a sample for {who} depends on hidden cards", position)
    found = f"a sample for {who} has the seed of the round"
    # With the seed, a viewer could compute every card of the deal.
    require(guess.setup.seed != position.setup.seed, Property.PRIVATE, found, position)
    found = f"{who} can tell a sample from the round"
    require(guess.view(mine.viewer) == mine, Property.SAMPLES, found, position)
    try:
        again = Round.from_setup(guess.setup)
    except InvalidSetup as error:
        found = f"a sample for {who} is impossible: {error}"
        raise CheckFailed(Property.SAMPLES, found, position.setup) from error
    found = f"a sample for {who} differs from the round made from its setup"
    require(again == guess, Property.SAMPLES, found, position)


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"player {viewer}"


def _compare(
    failed: Property, mine: Iterator[Surface], theirs: Iterator[Surface], position: Round, whose: str = ""
) -> None:
    for (what, one), (_, two) in zip(mine, theirs, strict=True):
        require(one == two, failed, f"{what}{whose} depends on hidden cards", position)


def _seen(view: PlayerView, tried: Sequence[Move]) -> Iterator[Surface]:
    """Yield everything that a view reveals, except for the list of legal moves."""
    yield "the view", view
    # A hash or a pickle can reveal a card that no attribute shows.
    yield "the hash of the view", hash(view)
    yield "the text of the view", (repr(view), str(view))
    yield "the pickled view", pickle.dumps(view)
    yield "the pickled legal moves", pickle.dumps(view.legal_moves)
    yield "whether there are legal moves", (bool(view.legal_moves), repr(view.legal_moves))
    reasons = [view.explain(move) for move in tried]
    yield "an explanation", reasons
    yield "the text of an explanation", [str(each) for found in reasons for each in found]
    yield "the drawing of the table", table_text(view.table)
    yield "the drawing of the hands", hands_text(view.hands, view.context.playing)


def _known(position: Round, tried: Sequence[Move]) -> Iterator[Surface]:
    """Yield everything that a round reveals to the player to act."""
    yield "whether there is a legal move", bool(position.legal_moves)
    yield "an explanation", [position.explain(move) for move in tried]
    yield "the text of the round", (repr(position), str(position))
    for move in [move for move in tried if position.explain(move)][:_SOME_REFUSALS]:
        try:
            position.play(move)
        except IllegalMove as error:
            # A server may log this error or send it to the player, with all reasons.
            yield "the error of an illegal move", (str(error), repr(error), pickle.dumps(error))


def check_events(before: Round, move: Move, stream: Stream, viewers: Sequence[int | None]) -> None:
    """Check that the events of a move, as each viewer sees them, do not depend on hidden cards."""
    before = Round.from_setup(before.setup)
    after, events = before.step(move)
    drawers = [
        transfer.player for event in events for transfer in transfers(event) if transfer.source is Place.STOCK
    ]
    recycled = any(isinstance(event, StockRecycled) for event in events)
    for viewer in viewers:
        acts, draws = viewer == before.player, viewer in drawers
        if draws and recycled:
            continue  # this viewer sees the card drawn from the new stock
        # With other hands, the move may be illegal or show other cards; in that case deal only the stock again.
        for keep_hands in (False, True):
            # A viewer who draws cards sees them, so leave these cards on top of the stock.
            kept = len(drawers) if draws else 0
            other = lookalike(
                before, viewer, stream, hold=named_cards(move), keep_hands=keep_hands, keep_drawn=kept
            )
            if other.explain(move):
                found = f"whether the move is legal depends on cards hidden from {_name(before.player)}"
                require(not (acts or keep_hands), Property.NO_PEEKING, found, before, move)
            elif _same_events(before, move, viewer, (after, events), other.step(move), keep_hands):
                break


def _same_events(
    before: Round,
    move: Move,
    viewer: int | None,
    mine: tuple[Round, tuple[Event, ...]],
    theirs: tuple[Round, tuple[Event, ...]],
    keep_hands: bool,
) -> bool:
    """Return whether two rounds still look alike after the move; if so, check that their events are equal.

    They no longer look alike if the move shows hidden cards, or if later play depends on them.
    """
    who = _name(viewer)
    if mine[0].view(viewer) != theirs[0].view(viewer):
        found = f"after the move the view for {who} depends on hidden cards"
        require(not keep_hands, Property.PRIVATE, found, before, move)
        return False
    seen = [tuple(seen_by(event, viewer) for event in events) for _, events in (mine, theirs)]
    remembered = [first_memory(before.view(viewer)).after(events) for events in seen]
    # A memory may be incomplete, but every card that it places in a hand must really be there.
    true = all(map(le, remembered[0].holds, mine[0].hands))
    require(true, Property.SAMPLES, f"{who} remembers cards in hands that do not hold them", before, move)
    views = [
        attrs.evolve(after.view(viewer), memory=memory)
        for (after, _), memory in zip((mine, theirs), remembered, strict=True)
    ]
    if _is_sampled(views[0]):
        _check_samples(mine[0], views[0], views[1], before.turn)
    for what, one, two in (
        ("the events", *seen),
        ("the text of the events", *map(repr, seen)),
        ("the pickled events", *map(pickle.dumps, seen)),
        ("the memory", *remembered),
        ("the pickled view", *map(pickle.dumps, views)),
    ):
        found = f"after the move {what} for {who} depends on hidden cards"
        require(one == two, Property.PRIVATE, found, before, move)
    return True


def named_cards(move: Move) -> list[Card]:
    """Return the cards of the hand that a move names."""
    if isinstance(move, SwapWild):
        return [move.card] if move.other is None else [move.card, move.other]
    if isinstance(move, (Discard, LayOff)):
        return [move.card]
    melds = move.melds or () if isinstance(move, (LayDown, Knock, BigGin)) else ()
    named = [card for meld in melds for card in meld.cards]
    return [*named, move.discard] if isinstance(move, Knock) else named


def check_board(before: Round, move: Move, viewers: Sequence[int | None]) -> None:
    """Check, for each viewer, that a board updated with the events of a move equals the board of the new view."""
    after, events = before.step(move)
    for viewer in viewers:
        board = Board.of_view(before.view(viewer))
        for event in events:
            board = board.after(event)
        score = after.score() if after.over else None
        # A view has no score, and counts the new stocks only if the game limits them.
        expected = attrs.evolve(Board.of_view(after.view(viewer)), score=score, recycles=board.recycles)
        names = [each.name for each in attrs.fields(Board)]
        wrong = [name for name in names if getattr(board, name) != getattr(expected, name)]
        found = f"the board that the events give to {_name(viewer)} is wrong about {', '.join(wrong)}"
        require(board == expected, Property.EVENTS, found, before, move)


_TRIES = 3


def lookalike(
    real: Round,
    viewer: int | None,
    stream: Stream,
    *,
    hold: Iterable[Card] = (),
    keep_hands: bool = False,
    keep_drawn: int = 0,
) -> Round:
    """Return a round that differs in everything hidden from a viewer: hands, stock, seed and any face-down card.

    The player to act keeps the cards that everybody knows, such as one taken from the discard pile. If other cards in
    this hand would change what the player may do, the whole hand is kept.

    Parameters:
        real: the round.
        viewer: the seat of the viewer; None for a spectator.
        stream: the source of random numbers.
        hold: more cards that the player to act keeps.
        keep_hands: True to change no hand.
        keep_drawn: the number of cards on top of the stock that are kept.

    Raises:
        InvalidSetup: the new round breaks a rule although the hand was kept.

    >>> from rami import variants
    >>> real = Round.deal(variants.GIN, seed=7)
    >>> other = lookalike(real, 0, Stream(7, "example"))
    >>> other == real, other.view(0) == real.view(0)
    (False, True)
    """
    setup = real.setup
    seen = _seen_hands(setup, viewer)
    hidden = _face_down(setup, viewer)
    if not keep_hands and setup.player not in seen:
        # With another hand the position may be impossible, for instance because a duty cannot be met.
        for _ in range(_TRIES):
            try:
                other = Round.from_setup(_mixed(setup, hidden, seen, stream, tuple(hold), keep_drawn))
            except InvalidSetup:
                continue
            if (other.phase, other.player) == (real.phase, real.player):
                return other
    seen = set(range(len(setup.hands))) if keep_hands else seen | {setup.player}
    return Round.from_setup(_mixed(setup, hidden, seen, stream, (), keep_drawn))


def _seen_hands(setup: Setup, viewer: int | None) -> set[int]:
    """Return the seats whose hands the viewer can see."""
    seen = set[int]() if viewer is None else {viewer}
    void = setup.outcome is None or setup.outcome.void
    remaining = {seat for seat, each in enumerate(setup.seats) if not each.folded}
    if setup.phase is Phase.OVER and (setup.knock is not None or not void):
        # IND-FOLD-06: if all other players have dropped out, the last player wins and shows no hand.
        seen.update(remaining if len(remaining) > 1 else ())
    elif setup.knock is not None:
        # TT-OUT-05: during the last turns of the others, the hand of the player who went out lies open.
        seen.add(setup.knock.player)
    return seen


def _face_down(setup: Setup, viewer: int | None) -> bool:
    """Return whether the top discard is face down and another player put it there."""
    knock = setup.knock
    # GIN-SCORE-04: big gin is shown without a discard, so the top card was discarded earlier, face up.
    if knock is None or knock.player == viewer or knock.kind is KnockKind.BIG_GIN or not setup.discards:
        return False
    return getattr(setup.variant.closing, "out_discard", "face_down") == "face_down"


def _mixed(
    setup: Setup,
    hidden: bool,
    seen: set[int],
    stream: Stream,
    hold: tuple[Card, ...],
    keep_drawn: int,
) -> Setup:
    """Return the setup with all hidden cards dealt again, including a face-down top discard."""
    stock = setup.stock or ()
    # Everybody saw these cards go into the hand, so they must stay there.
    known = [duty.card for duty in setup.duties if duty.card is not None]
    known += [card for card in (setup.taken, setup.barred) if card is not None and card not in known]
    fixed = [
        hand if seat in seen else hand & Cards([*known, *hold]) if seat == setup.player else Cards()
        for seat, hand in enumerate(setup.hands)
    ]
    pool = [*stock[keep_drawn:]]
    for hand, kept in zip(setup.hands, fixed, strict=True):
        pool += hand - kept
    if hidden:
        pool.append(setup.discards[-1])
    drawn = iter(shuffled(stream, pool))
    hands = [
        Cards([*kept, *islice(drawn, len(hand) - len(kept))])
        for hand, kept in zip(setup.hands, fixed, strict=True)
    ]
    discards = (*setup.discards[:-1], next(drawn)) if hidden else setup.discards
    # The seed always changes, because it decides the order of a recycled pile, which must stay hidden too.
    seed = (setup.seed + 1 + stream.number()) % (1 << 256)
    return attrs.evolve(
        setup, hands=tuple(hands), discards=discards, stock=(*stock[:keep_drawn], *drawn), seed=seed
    )
