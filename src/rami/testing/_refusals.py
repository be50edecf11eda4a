"""Checks that refusals by matches and sessions reveal no hidden cards.

`rami.testing._secrecy` checks the moves of a round. Takebacks, redos, stand-ins and decisions to buy back in are steps
of a session, not moves. Anybody at the table may request them at any time. So if two matches differ only in cards
hidden from whoever makes a request, both must refuse it in the same words.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import methodcaller

import attrs

from rami._base.values import Value
from rami._kernel.cards.shuffle import Stream
from rami.cards import Cards
from rami.cards.moves import Discard, Knock, LayOff, Move
from rami.cards.turns import Turn
from rami.errors import InvalidMatch, InvalidSetup, RamiError
from rami.matches.counting import number_of_contracts
from rami.matches.match import Match
from rami.matches.trails import Trail
from rami.rounds.effects import Place
from rami.rounds.events import Event
from rami.rounds.round import Round
from rami.rounds.transfers import transfers
from rami.rounds.views import PlayerView, first_memory
from rami.sessions.entries import EntryKind
from rami.sessions.session import LONGEST_NOTE, Session
from rami.testing._secrecy import lookalike, named_cards
from rami.testing._walks import check_verdict, listed
from rami.testing.failure import Property, require

Ask = Callable[[Session], object]
_NOWHERE = 10_000
"""An id higher than that of any meld."""


@attrs.frozen
class _Blunderer(Value):
    """A bot that plays illegal moves, each naming a card of its hand."""

    def choose(self, view: PlayerView) -> Move:
        """Return a lay-off of a held card on a meld that does not exist."""
        return LayOff(next(iter(view.hand)), _NOWHERE)


def check_refusals(before: Round, move: Move, stream: Stream, viewers: Sequence[int | None]) -> None:
    """Check that no refusal by a session after this move depends on hidden cards."""
    # A round that was played contains more than its setup, so make both rounds from setups.
    before = Round.from_setup(before.setup)
    mine = _session(before, move)
    if mine is None:
        return
    events = before.step(move)[1]
    for viewer in viewers:
        theirs = _alike(before, move, viewer, events, stream)
        # The move itself may have revealed the difference between the two rounds; then the refusals may differ too.
        if theirs is None or theirs.match.round.view(viewer) != mine.match.round.view(viewer):
            continue
        for session in (mine, theirs):
            _check_end(session)
        who = "a spectator" if viewer is None else f"player {viewer}"
        for what, ask in _questions(mine, viewer):
            found = f"the refusal of {what} to {who} depends on hidden cards"
            require(_answer(ask, mine) == _answer(ask, theirs), Property.PRIVATE, found, before, move)


def _check_end(session: Session) -> None:
    """Check that the match can be scored if the next move ends the round."""
    position = session.match.round
    if not position.over:
        # A session scores the match as part of the last move, so an invalid verdict would look like a refusal.
        after = position.play(next(iter(position.legal_moves)))
        if after.over:
            check_verdict(after)


def _session(position: Round, move: Move) -> Session | None:
    """Return a session whose last move is this one; None if the match policy returns an invalid verdict."""
    context, variant = position.context, position.variant
    gone = tuple((seat,) for seat in range(context.seats) if seat not in context.playing)
    viewers = (None, *range(context.seats))
    match = Match(
        variant,
        context.seats,
        0,
        position,
        totals=context.totals or (0,) * context.seats,
        departures=gone,
        ranking=(context.playing,),
        next_dealer=context.dealer,
        contracts=context.contracts if number_of_contracts(variant) else (),
        history=((),),
        trail=Trail(memories={viewer: (0, first_memory(position.view(viewer))) for viewer in viewers}),
    )
    try:
        played = match.play(move)
    except InvalidMatch:
        return None  # `check_verdict` reports this
    return Session(played, tuple(f"P{seat}" for seat in range(context.seats)), made=((EntryKind.MOVE, None),))


def _alike(
    before: Round, move: Move, viewer: int | None, events: tuple[Event, ...], stream: Stream
) -> Session | None:
    """Return a session that looks the same to the viewer but has other hidden cards; None if there is none."""
    drawn = sum(
        each.source is Place.STOCK and each.player == viewer for event in events for each in transfers(event)
    )
    hand = before.hands[before.player]
    knock = move if isinstance(move, Knock) and viewer != before.player else None
    # GIN-KNOCK-01: a knock shows ten cards, so only the face-down discard can differ.
    hold = named_cards(move) if knock is None else hand - Cards([knock.discard])
    # The move may be illegal with another hand; in that case deal only the stock again.
    for keep_hands in (False, True):
        try:
            other = lookalike(before, viewer, stream, hold=hold, keep_hands=keep_hands, keep_drawn=drawn)
        except InvalidSetup:
            continue
        same = move
        if knock is not None:
            # The knock shows the rest of the hand, so the only card left goes face down.
            (discard,) = other.hands[other.player] - Cards(hold)
            same = attrs.evolve(knock, discard=discard)
        if not other.explain(same):
            return _session(other, same)
    return None


def _questions(session: Session, viewer: int | None) -> Iterator[tuple[str, Ask]]:
    """Yield each request that the viewer can make, with a name for it."""
    player = session.match.player
    # The refusal of a takeback once revealed the face-down discard of a gin knock.
    yield "a takeback", methodcaller("undo", viewer)
    yield "a proposal", methodcaller("propose", "undo", viewer)
    yield "a takeback in the match", lambda now: now.match.undo(viewer)
    yield "a redo", methodcaller("redo", viewer)
    yield "the last round", methodcaller("announce_last", viewer)
    yield "the last round of the match", lambda now: now.match.announce_last(viewer)
    yield "the next round", lambda now: now.match.next_round()
    # The comment is refused for its length; the refusal must not quote anything else.
    yield "a comment", methodcaller("comment", "!" * (LONGEST_NOTE + 1), viewer)
    yield "a stand-in for a player at the table", methodcaller("stand_in", player)
    # The bot's illegal move names a card of a hand that the viewer cannot see, and an error usually contains the move.
    yield "a stand-in that fails", lambda now: now.leave(player).stand_in(player, _Blunderer())
    yield "a time-out that fails", methodcaller("time_out", player, _Blunderer())
    for seat in range(session.match.players):
        yield "a stand-in", partial(_stood_in, seat)
        yield "a time-out", methodcaller("time_out", seat)
    if viewer is None:
        return
    if viewer == player:
        # The viewer is the player to act, who may see the listed moves. The refusal of "draw; discard 2♣" once named
        # the card drawn, although the draw had not been played.
        for move in {type(move): move for move in listed(session.match.round)}.values():
            yield "a turn with one move too many", partial(_overplayed, move)
    if session.match.round.over or viewer != player:
        yield "a move out of turn", methodcaller("play", "draw", viewer)
        yield "a turn out of turn", lambda now: now.match.play_turn("draw; drop 2♣", viewer)
    yield "getting ready", methodcaller("ready", viewer)
    for accept in (True, False):
        yield "buying in", methodcaller("buy_in", viewer, accept)
    yield "buying into the match", lambda now: now.match.buy_in(by=viewer)
    yield "leaving", methodcaller("leave", viewer)
    yield "coming back", methodcaller("rejoin", viewer)


def _overplayed(move: Move, session: Session) -> Match:
    return session.match.play_turn(Turn([move, Discard("2♣")]))


def _stood_in(seat: int, session: Session) -> Session:
    return session.leave(seat).stand_in(seat)


def _answer(ask: Ask, session: Session) -> tuple[object, ...]:
    """Return everything that a refusal reveals; an empty tuple if the step succeeds."""
    try:
        ask(session)
    except RamiError as error:
        # Include the pickle, because an error may contain data that its text does not show.
        return type(error), str(error), repr(error), error.violations, pickle.dumps(error)
    return ()
