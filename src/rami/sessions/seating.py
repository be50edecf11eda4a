"""The players at the table of a match: who is away, gone for good, ready or voting, and what follows from that.

Some things happen automatically: the next round is dealt once everybody is ready, a motion is carried out once enough
players agree, and a player who is gone for good leaves the match as the table has agreed. `settled` does all that after
each step, so a log has to record only what people did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Self, TypeVar

import attrs

from rami._base.values import Value
from rami.errors import InvalidMatch, Reason, Violation, checks, reject
from rami.matches.match import Match
from rami.matches.steps import Moved, Stopped, Withdrawn, last_taken
from rami.rounds.setup import Phase
from rami.sessions.agreements import Agreement, Ballot, Motion
from rami.sessions.entries import Entry, EntryKind

__all__ = ["Seating"]


def made_now(kind: EntryKind, match: Match) -> tuple[EntryKind, tuple[int, int] | None]:
    """Describe how a move is made now: its kind and, unless it replies to an offered discard, its round and turn."""
    # LIV-BUY-01: players may buy every discard; a player who accepts or declines such an offer has not taken a turn.
    offered = match.phase is Phase.OFFER and match.round.setup.drawer is not None
    return kind, None if offered else (match.number, match.round.turn)


S = TypeVar("S", bound="Seating")


@attrs.frozen(kw_only=True)
class Seating(Value):
    """The people at a match: who is away, who has left for good, who is ready, and what they vote on.

    Parameters:
        match: the match as it is now.
        log: every step so far, oldest first; entries are never removed, not even by `undo`.
        agreement: the agreement of the table.
        away: the seats of the players who are away, in ascending order.
        gone: the seats of the players who have left for good, in the order of leaving.
        ballot: the open vote, None if there is none.
        last_round: the number of the round that was announced as the last; None before any announcement.
        ready: the seats of the players who are ready for the next round, in the order in which they became ready.
        made: for each move of the match, the kind of its log entry, and its (round, turn) pair or, if the move replied
            to an offered discard, None.
        undone: the moves that `redo` can repeat, each with its item of `made`; the move taken back last is at the end.
        resolved: the result of the vote on how to continue after players left for good; None before the vote.
    """

    match: Match
    log: tuple[Entry, ...] = ()
    agreement: Agreement = Agreement()
    away: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    ballot: Ballot | None = None
    last_round: int | None = None
    _ready: tuple[int, ...] = attrs.field(default=(), alias="ready")
    _made: tuple[tuple[EntryKind, tuple[int, int] | None], ...] = attrs.field(default=(), alias="made")
    _undone: tuple[tuple[tuple[EntryKind, tuple[int, int] | None], Moved], ...] = attrs.field(
        default=(), alias="undone"
    )
    _resolved: Literal["walk_over", "end"] | None = attrs.field(default=None, alias="resolved")

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that must act before the session can continue; empty once the match is over.

        During a round this is the player to act. Between rounds it is first the next eliminated player who may buy
        back in, and then everybody who is neither ready nor away. Once everybody has acted, the next round is dealt.
        """
        if self.over:
            return ()
        if not self.match.round.over:
            return (self.match.player,)
        # These players must decide first, because their decisions settle who deals and who plays in the next round.
        if self.match.deciding:
            return self.match.deciding[:1]
        absent = {*self._ready, *self.away, *self.gone}
        return tuple(seat for seat in self.match.playing if seat not in absent)

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats whose votes count under the agreement; players who have left for good never vote."""
        voted = () if self.ballot is None else (*self.ballot.agreed, *self.ballot.declined)
        waits = self.agreement.consent != "present"
        return tuple(
            seat
            for seat in self.match.playing
            if seat not in self.gone and (waits or seat not in self.away or seat in voted)
        )

    @property
    def missed(self) -> tuple[int, ...]:
        """For each seat, the number of turns missed in a row: turns that somebody else played from start to finish.

        >>> from rami import variants
        >>> from rami.sessions.session import Session
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.miss_turn(0).missed
        (1, 0)
        """
        return tuple(self._missed(seat) for seat in range(self.match.players))

    def ready(self, by: int) -> Self:
        """Mark a player as ready for the next round, which is dealt when all players are ready.

        Parameters:
            by: the seat of the player; nothing changes if the player is ready already.

        Raises:
            InvalidMatch: the round is not over, the match is over, or the player is out of the match.
        """
        self._check_seat("by", by)
        if not self.match.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_NOT_OVER))
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        self._check_in_match(by)
        if by in self._ready:
            return self
        return self._logged(EntryKind.READY, by, ready=(*self._ready, by))

    def leave(self, by: int) -> Self:
        """Mark a player as away: `stand_in` can then move for this player, and the next round does not wait.

        Parameters:
            by: the seat of the player; nothing changes if the player is away already.

        Raises:
            InvalidMatch: there is no such seat.
        """
        self._check_seat("by", by)
        if by in {*self.away, *self.gone}:
            return self
        # A player who comes back has to say again that they are ready.
        ready = tuple(seat for seat in self._ready if seat != by)
        return self._logged(EntryKind.LEAVE, by, away=tuple(sorted((*self.away, by))), ready=ready)

    def rejoin(self, by: int) -> Self:
        """Mark a player as back at the table.

        Parameters:
            by: the seat of the player; nothing changes if the player is not away.

        Raises:
            InvalidMatch: there is no such seat, or the player has left for good.
        """
        self._check_seat("by", by)
        if by in self.gone:
            raise InvalidMatch(Violation(Reason.GONE, None, {"player": by}))
        if by not in self.away:
            return self
        return self._logged(EntryKind.REJOIN, by, away=tuple(seat for seat in self.away if seat != by))

    def give_up(self, by: int) -> Self:
        """Leave for good; the agreement decides how the match continues.

        Parameters:
            by: the seat of the player.

        Raises:
            InvalidMatch: the match is over, the player is out of it or has left already, or there is no such seat.

        >>> from rami import variants
        >>> from rami.sessions.session import Session
        >>> table = Agreement(gone="walk_over")
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7, agreement=table)
        >>> session.give_up(0).match.winners
        (1,)
        """
        self._check_seat("by", by)
        return self._gone(EntryKind.GIVE_UP, by)

    def drop_out(self, seat: int) -> Self:
        """Remove a player who has missed the agreed number of turns in a row; `miss_turn` calls this automatically.

        Parameters:
            seat: the seat of the player.

        Raises:
            InvalidMatch: the player has not missed that many turns, the agreement sets no such number, the match is
                over, the player is out of it or has left already, or there is no such seat.
        """
        self._check_seat("seat", seat)
        most, missed = self.agreement.missed_turns, self._missed(seat)
        if most is None or missed < most:
            raise InvalidMatch(Violation(Reason.FEW_MISSED, None, {"player": seat, "count": missed}))
        return self._gone(EntryKind.DROP_OUT, seat)

    def propose(self, motion: str | Motion, by: int) -> Self:
        """Propose a motion to the table; it is carried out once enough players agree (`Agreement.consent`).

        The next move ends a vote on a takeback or a throw-in, because a player who plays on has declined the proposal.

        Parameters:
            motion: the motion, or its name.
            by: the seat of the player who proposes it, and thereby agrees to it.

        Raises:
            InvalidMatch: the motion cannot be carried out now, another vote is in progress, the player is not in the
                match, or there is no such seat or motion.

        >>> from rami import variants
        >>> from rami.sessions.session import Session
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).play("pass", by=0)
        >>> session = session.play("pass", by=1).play("draw", by=0).propose("undo", by=0)
        >>> session.ballot
        Ballot(motion=Motion.UNDO, by=0, agreed=(0,), declined=())
        >>> session.agree(1).match.last_move
        Moved(player=1, move=PassUpcard())
        """
        self._check_seat("by", by)
        proposed = checks.word(InvalidMatch, "motion", Motion, motion)
        self._check_in_match(by)
        if self.ballot is not None:
            raise InvalidMatch(Violation(Reason.BALLOT_OPEN))
        after_motion(self, proposed)
        return self._logged(EntryKind.PROPOSE, by, str(proposed), ballot=Ballot(proposed, by, (by,)))

    def agree(self, by: int) -> Self:
        """Agree to the proposal.

        Parameters:
            by: the seat of the player; nothing changes if the player has agreed already.

        Raises:
            InvalidMatch: nothing is proposed, the player is not in the match, or there is no such seat.
        """
        return self._vote(EntryKind.AGREE, by)

    def decline(self, by: int) -> Self:
        """Decline the proposal; this is also how the proposer withdraws it.

        Parameters:
            by: the seat of the player; nothing changes if the player has declined already.

        Raises:
            InvalidMatch: nothing is proposed, the player is not in the match, or there is no such seat.
        """
        return self._vote(EntryKind.DECLINE, by)

    def _missed(self, seat: int) -> int:
        turns = set[tuple[int, int] | None]()
        for move, (kind, turn) in zip(_moves_back(self.match), reversed(self._made), strict=True):
            if move.player != seat:
                continue
            if kind is EntryKind.MOVE:
                # A player who made any move in a turn has not missed it, even if time ran out after the draw.
                turns.discard(turn)
                break
            turns.add(turn)
        return len(turns - {None})

    def _taken_back(self, by: int | None) -> Self:
        """Take back the last step and, if it was an automatic deal, the step before it too."""
        seating = self
        while True:
            taken = last_taken(seating.match.rounds[-1])
            changes: dict[str, Any] = {"match": seating.match.undo(by, force=by is None), "ready": ()}
            changes["undone"] = ()
            if isinstance(taken, Moved):
                changes["undone"] = (*seating._undone, (seating._made[-1], taken))
                changes["made"] = seating._made[:-1]
            elif isinstance(taken, (Withdrawn, Stopped)):
                # Players who had left for good now count as away; otherwise `settled` would make the same step again.
                changes |= {
                    "away": tuple(sorted({*seating.away, *seating.gone})),
                    "gone": (),
                    "resolved": None,
                }
            seating = attrs.evolve(seating, **changes)
            if taken is not None or seating.waiting_for:
                return seating

    def _check_in_match(self, seat: int) -> None:
        """Refuse a player who is out of the match or has left the table for good."""
        if seat in self.gone:
            raise InvalidMatch(Violation(Reason.GONE, None, {"player": seat}))
        if seat not in self.match.playing:
            raise InvalidMatch(Violation(Reason.NO_SUCH_PLAYER, None, {"player": seat}))

    def _check_seat(self, field: str, seat: int | None, *, or_table: bool = False) -> None:
        """Refuse a value that is not a seat; with `or_table`, None is allowed and means the whole table."""
        is_seat = checks.viewer if or_table else checks.player
        reject(InvalidMatch, is_seat(field, seat, range(self.match.players)))

    def _gone(self, kind: EntryKind, seat: int) -> Self:
        """Log that a player has left for good, and open a vote if the agreement requires one."""
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        self._check_in_match(seat)
        changes: dict[str, Any] = {
            "gone": (*self.gone, seat),
            "away": tuple(each for each in self.away if each != seat),
            "ready": tuple(each for each in self._ready if each != seat),
            "resolved": None,
        }
        if self.agreement.gone == "vote":
            changes["ballot"] = Ballot(Motion.GO_ON, None)
        return self._logged(kind, seat, **changes)

    def _vote(self, kind: EntryKind, seat: int) -> Self:
        """Log a player's vote, which replaces any earlier vote by that player."""
        self._check_seat("by", seat)
        self._check_in_match(seat)
        ballot = self.ballot
        if ballot is None:
            raise InvalidMatch(Violation(Reason.BALLOT_CLOSED))
        for_it = kind is EntryKind.AGREE
        if seat in (ballot.agreed if for_it else ballot.declined):
            return self
        others = [tuple(each for each in voted if each != seat) for voted in (ballot.agreed, ballot.declined)]
        others[not for_it] += (seat,)
        return self._logged(kind, seat, ballot=attrs.evolve(ballot, agreed=others[0], declined=others[1]))

    def _logged(
        self, kind: EntryKind, seat: int | None, text: str = "", before: Match | None = None, **changes: Any
    ) -> Self:
        """Apply the changes and their consequences, and add one entry to the log.

        Consequences, such as the next deal, are not logged, because they occur again when the log is replayed.
        """
        changed = settled(attrs.evolve(self, **changes), self.match if before is None else before)
        return attrs.evolve(changed, log=(*self.log, Entry(kind, seat, text, changed.match.mark)))


def with_last(seating: S, by: int | None = None) -> S:
    """Announce the current round as the last one; between rounds, announce the next round as the last.

    Raises:
        InvalidMatch: the match is over, or the last round has been announced already.
    """
    if seating.over or seating.last_round is not None:
        raise InvalidMatch(Violation(Reason.MATCH_OVER if seating.over else Reason.LAST_ANNOUNCED))
    if seating.match.round.over:
        # Between rounds there is nothing to announce yet; `settled` announces the next round once it has been dealt.
        return attrs.evolve(seating, last_round=seating.match.number + 1)
    return attrs.evolve(seating, match=seating.match.announce_last(by), last_round=seating.match.number)


def stopped(match: Match, by: int | None) -> Match:
    """Stop a match and return it; if a round is being played, throw it in first."""
    return (match if match.round.over else match.throw_in(by)).stop(by)


def settled(seating: S, before: Match) -> S:
    """Carry out everything that follows automatically from the last step, and return the seating.

    Parameters:
        seating: the seating after the step.
        before: the match before the step.
    """
    ballot = seating.ballot
    if ballot is not None and (seating.over or (ballot.motion.of_position and seating.match is not before)):
        seating = attrs.evolve(seating, ballot=None)
    seating = _voted(seating)
    if seating.gone and not seating.over:
        seating = _without_gone(seating)
    match = seating.match
    if match.round.over and not seating.over and not seating.waiting_for:
        match = match.next_round()
        if seating.last_round == match.number and not match.round.over:
            match = match.announce_last()
        seating = attrs.evolve(seating, match=match, ready=())
    return seating


def _voted(seating: S) -> S:
    """If the vote is decided, close it and carry out the motion; return the seating."""
    ballot = seating.ballot
    if ballot is None:
        return seating
    carried = ballot.decided(seating.voters, seating.agreement.consent)
    if carried is None:
        return seating
    seating = attrs.evolve(seating, ballot=None)
    try:
        if carried:
            return after_motion(seating, ballot.motion)
    except InvalidMatch:
        # During the vote, the motion may have been carried out in another way, or may no longer be allowed.
        return seating
    # If the agreement demanded the vote, a lost motion also settles the matter: the match ends.
    return attrs.evolve(seating, resolved="end") if ballot.by is None else seating


def after_motion(seating: S, motion: Motion) -> S:
    """Carry out a motion.

    Raises:
        InvalidMatch: the motion cannot be carried out now.
    """
    match motion:
        case Motion.UNDO:
            return seating._taken_back(None)  # pyright: ignore[reportPrivateUsage]  # defined in this module
        case Motion.THROW_IN | Motion.MISDEAL:
            match = seating.match.throw_in(misdeal=motion is Motion.MISDEAL)
            return attrs.evolve(seating, match=match, undone=())
        case Motion.LAST:
            return with_last(seating)
        case Motion.STOP:
            return attrs.evolve(seating, match=stopped(seating.match, None), undone=())
        case Motion.GO_ON:
            leaving = [seat for seat in seating.match.playing if seat in seating.gone]
            if not leaving:
                raise InvalidMatch(Violation(Reason.NOBODY_GONE))
            return attrs.evolve(seating, resolved="walk_over")


def _without_gone(seating: S) -> S:
    """Apply the agreement to players who have left for good, and return the seating."""
    match, gone = seating.match, seating.gone
    how = seating._resolved or seating.agreement.gone  # pyright: ignore[reportPrivateUsage]  # defined in this module
    # A player who has left does not buy back in, even if somebody plays for the seat.
    while match.deciding and match.deciding[0] in gone:
        match = match.buy_in(accept=False)
    leaving = [seat for seat in gone if seat in match.playing]
    if how in ("walk_over", "end") and leaving and not match.over:
        alone = len(match.playing) - len(leaving) < 2
        if not match.round.over and (how == "end" or alone) and match.round.knock is None:
            match = match.throw_in()
        # Before anybody leaves the match, a hand that has been shown must be counted, and players must have decided
        # whether to buy back in.
        if match.round.over and not match.deciding:
            for seat in leaving:
                match = match if match.over else match.withdraw(seat)
            if how == "end" and not match.over:
                match = match.stop()
    # Forget the moves to redo, because they belong to a round that has been thrown in.
    return seating if match is seating.match else attrs.evolve(seating, match=match, undone=())


def _moves_back(match: Match) -> Iterator[Moved]:
    """Yield the moves of a match that have not been taken back, the latest first."""
    for steps in reversed(match.rounds):
        yield from (step for step in reversed(steps) if isinstance(step, Moved))
