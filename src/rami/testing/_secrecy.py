"""Knowledge and privacy: who cannot see a difference is told the same."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from operator import le

import attrs

from rami import events as happenings
from rami._kernel.shuffle import Stream
from rami.cards import UNKNOWN, Card, Cards
from rami.errors import IllegalMove, InvalidSetup
from rami.events import Event, PenaltyDrawn, StockDrawn, StockRecycled
from rami.memory import Memory
from rami.moves import BigGin, Discard, Knock, LayDown, LayOff, Move, SwapWild
from rami.notation import hands_text, table_text
from rami.round import Round
from rami.testing._lookalikes import lookalike
from rami.testing._walks import Step, listed
from rami.testing.failure import CheckFailed, Property
from rami.views import PlayerView

__all__ = ["check_events", "check_secrecy"]

_SOME_REFUSALS = 2

Surface = tuple[str, object]


def check_secrecy(
    position: Round, moves: Sequence[Move], tried: Sequence[Move], stream: Stream, breadth: int
) -> None:
    """Nothing that a viewer is given depends on what the viewer cannot see.

    Parameters:
        position: the round.
        moves: its first listed moves.
        tried: moves whose explanations are compared.
        stream: the source of chance.
        breadth: how many listed moves are compared.

    Raises:
        CheckFailed: knowledge or private.
    """
    # made in the same way as the other rounds, so that pickles can be compared
    position = Round.from_setup(position.setup)
    for viewer in (None, *range(position.context.seats)):
        acts = viewer == position.player and not position.over
        try:
            other = lookalike(position, viewer, stream)
        except InvalidSetup as error:
            found = f"with other hidden cards the position is refused: {error}"
            raise CheckFailed(Property.KNOWLEDGE, found, position.setup) from error
        if (other.phase, other.player, other.duties) != (position.phase, position.player, position.duties):
            found = f"phase, player or duties depend on cards that {_name(viewer)} cannot see"
            raise CheckFailed(Property.KNOWLEDGE, found, position.setup)
        mine, theirs = position.view(viewer), other.view(viewer)
        if acts:
            if listed(theirs, breadth) != tuple(moves):
                found = "the list of legal moves depends on cards that the player to act cannot see"
                raise CheckFailed(Property.KNOWLEDGE, found, position.setup)
            _compare(Property.KNOWLEDGE, _known(position, tried), _known(other, tried), position)
        _compare(Property.PRIVATE, _told(mine, tried), _told(theirs, tried), position, _name(viewer))
        if _is_sampled(mine):
            _check_samples(position, mine, theirs, position.turn)


def _is_sampled(view: PlayerView) -> bool:
    """Whether a sample is soon found: somebody else's duties may need very many deals."""
    return view.to_act or not view.duties


def _check_samples(position: Round, mine: PlayerView, theirs: PlayerView, seed: int) -> None:
    """A sample looks like the view that it is made of, is a round that can be, and tells nothing else."""
    guess, other = Round.sampled(mine, seed), Round.sampled(theirs, seed)
    who = _name(mine.viewer)
    if guess != other or pickle.dumps(guess) != pickle.dumps(other):
        found = f"a sample for {who} depends on cards that cannot be seen"
        raise CheckFailed(Property.PRIVATE, found, position.setup)
    if guess.setup.seed == position.setup.seed:
        raise CheckFailed(Property.PRIVATE, f"a sample for {who} has the seed of the round", position.setup)
    if guess.view(mine.viewer) != mine:
        found = f"{who} can tell a sample from the round"
        raise CheckFailed(Property.SAMPLES, found, position.setup)
    try:
        again = Round.from_setup(guess.setup)
    except InvalidSetup as error:
        found = f"a sample for {who} is refused: {error}"
        raise CheckFailed(Property.SAMPLES, found, position.setup) from error
    if again != guess:
        found = f"a sample for {who} is not what its setup gives back"
        raise CheckFailed(Property.SAMPLES, found, position.setup)


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"player {viewer}"


def _compare(
    failed: Property, mine: Iterator[Surface], theirs: Iterator[Surface], position: Round, who: str = ""
) -> None:
    for (what, one), (_, two) in zip(mine, theirs, strict=True):
        if one != two:
            whose = f" of {who}" if who else ""
            raise CheckFailed(failed, f"{what}{whose} depends on cards that cannot be seen", position.setup)


def _told(view: PlayerView, tried: Sequence[Move]) -> Iterator[Surface]:
    """Everything that can be made out of a view, the list of its moves apart."""
    yield "the view", view
    yield "the hash of the view", hash(view)
    yield "the text of the view", repr(view)
    yield "the pickled view", pickle.dumps(view)
    yield "what its legal moves are made of", pickle.dumps(view.legal_moves)
    yield "whether there are legal moves", (bool(view.legal_moves), repr(view.legal_moves))
    reasons = [view.explain(move) for move in tried]
    yield "an explanation", reasons
    yield "the text of an explanation", [str(each) for found in reasons for each in found]
    yield "the drawing of the table", table_text(view.table)
    yield "the drawing of the hands", hands_text(view.hands, view.context.playing)


def _known(position: Round, tried: Sequence[Move]) -> Iterator[Surface]:
    """What the round tells the player to act."""
    yield "whether there is a legal move", bool(position.legal_moves)
    yield "an explanation", [position.explain(move) for move in tried]
    yield "the text of the round", (repr(position), str(position))
    for move in [move for move in tried if position.explain(move)][:_SOME_REFUSALS]:
        try:
            position.play(move)
        except IllegalMove as error:
            yield "the error of an illegal move", (str(error), repr(error), pickle.dumps(error))


def check_events(step: Step, stream: Stream) -> None:
    """What others see of a move does not depend on what they cannot see, before and after it.

    Parameters:
        step: a position, with the move that led to it.
        stream: the source of chance.

    Raises:
        CheckFailed: knowledge or private.
    """
    before, move = step.before, step.move
    if before is None or move is None:
        return
    before = Round.from_setup(before.setup)
    after, events = before.step(move)
    drawn = sum(1 if isinstance(event, StockDrawn) else len(event.cards) for event in _draws(events))
    recycled = any(isinstance(event, StockRecycled) for event in events)
    for viewer in (None, *range(before.context.seats)):
        acts = viewer == before.player
        if acts and drawn and recycled:
            continue  # what is drawn from the new stock is a card that this viewer sees
        for keep_hands in (False, True):
            other = lookalike(
                before,
                viewer,
                stream,
                hold=_named(move),
                keep_hands=keep_hands,
                keep_drawn=drawn if acts else 0,
            )
            if other.explain(move):
                if acts or keep_hands:
                    found = (
                        f"whether the move is legal depends on cards that {_name(before.player)} cannot see"
                    )
                    raise CheckFailed(Property.KNOWLEDGE, found, before.setup, move)
                continue
            if _same_events(before, move, viewer, (after, events), other.step(move), keep_hands):
                break


def _draws(events: Sequence[Event]) -> Iterator[StockDrawn | PenaltyDrawn]:
    return (event for event in events if isinstance(event, (StockDrawn, PenaltyDrawn)))


def _same_events(
    before: Round,
    move: Move,
    viewer: int | None,
    mine: tuple[Round, tuple[Event, ...]],
    theirs: tuple[Round, tuple[Event, ...]],
    keep_hands: bool,
) -> bool:
    """Whether the move has left the two rounds alike; if it has, the viewer is told the same of it.

    A move may show hidden cards, or the game goes on as they allow: then the rounds are alike no longer.
    """
    if mine[0].view(viewer) != theirs[0].view(viewer):
        if keep_hands:
            found = f"after the move the view of {_name(viewer)} depends on cards that cannot be seen"
            raise CheckFailed(Property.PRIVATE, found, before.setup, move)
        return False
    seen = [tuple(happenings.seen_by(event, viewer) for event in events) for _, events in (mine, theirs)]
    remembered = [_fresh_memory(before, viewer).after(events) for events in seen]
    if not all(map(le, remembered[0].holds, mine[0].hands)):
        found = f"{_name(viewer)} remembers cards in hands that are not there"
        raise CheckFailed(Property.SAMPLES, found, before.setup, move)
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
        ("the pickled view", *(pickle.dumps(after.view(viewer)) for after, _ in (mine, theirs))),
    ):
        if one != two:
            found = (
                f"{what} that {_name(viewer)} is shown after the move depends on cards that cannot be seen"
            )
            raise CheckFailed(Property.PRIVATE, found, before.setup, move)
    return True


def _fresh_memory(before: Round, viewer: int | None) -> Memory:
    """The memory of somebody who has come just now."""
    view = before.view(viewer)
    hidden = [before.hands[seat] for seat, hand in enumerate(view.hands) if UNKNOWN in hand]
    shown = [Cards() if seat == viewer or UNKNOWN in hand else hand for seat, hand in enumerate(view.hands)]
    out_of_sight = sum(hidden, Cards(before.stock))
    return Memory(
        viewer=viewer,
        holds=tuple(shown),
        pile=view.discards,
        anywhere=out_of_sight,
        draws=(0,) * before.context.seats,
    )


def _named(move: Move) -> list[Card]:
    """The hand cards that a move names."""
    if isinstance(move, (Discard, LayOff, SwapWild)):
        return [move.card]
    melds = move.melds or () if isinstance(move, (LayDown, Knock, BigGin)) else ()
    named = [card for meld in melds for card in meld.cards]
    return [*named, move.discard] if isinstance(move, Knock) else named
