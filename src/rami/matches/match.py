"""Match: rounds one after another, with their totals, dealers, eliminations and winners."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

import attrs

from rami._base.entropy import seed_or_fresh
from rami._base.values import Value, by_fields, changed_fields
from rami._kernel.cards.shuffle import Stream, derive
from rami.cards import Card, CardsLike, parse_cards
from rami.cards.moves import Move
from rami.cards.turns import Turn, turn_of
from rami.errors import InvalidMatch, InvalidSetup, Reason, Violation, checks, reject
from rami.matches.counting import Count, answered, counted, first_count, hand_number, number_of_contracts
from rami.matches.steps import STEP_TYPES, Announced, Answered, Dealt, Moved, Step, Undone, without_last
from rami.policies.results.scores import Points, RoundScore
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant
from rami.rounds import events as happenings
from rami.rounds._engine.legal import LegalMoves
from rami.rounds._engine.positions import check_seed
from rami.rounds.events import Event, LastRoundAnnounced, TakenBack, latest, seen_by, standing
from rami.rounds.memory import Memory
from rami.rounds.round import Round
from rami.rounds.round import dealt as events_of_deal
from rami.rounds.setup import Phase, RoundContext
from rami.rounds.transfers import revealed
from rami.rounds.views import PlayerView

__all__ = ["Match", "Standing"]


@attrs.frozen
class Standing(Value):
    """The place of one player in a match.

    Parameters:
        rank: 1 for the best; tied players share a rank and the next ranks are skipped.
        player: the seat.
        total: the points so far, with the bonuses once the match is over.
    """

    rank: int
    player: int
    total: Points


@attrs.frozen(repr=False)
class Match(Count):
    """A match: the round in play and the results of earlier rounds.

    Made by `Match.start` and continued by `play` and `next_round`, which return new matches.  Seats keep their numbers
    for the whole match; a player who has left it has no cards.  A round is counted as soon as it ends.

    It counts its rounds, as `Count` describes.

    Parameters:
        variant: the rules.
        players: how many players the match began with.
        seed: the source of all lots and shuffles; keep it secret while the match goes on.
        round: the round in play, or the last one.
        steps: everything that has been decided, in order: deals, moves, announcements, answers, and what was taken
            back.  It only grows; with the variant, the players and the seed it reproduces the whole match, as
            `replay` does.  It does not count for equality, `rounds` does.
        rounds: the steps that have not been taken back, a tuple for each round, which begins with its deal.

    >>> from rami import Match, variants
    >>> match = Match.start(variants.CLASSIC_51, players=3, seed=7)
    >>> match.over, match.totals, match.round.over
    (False, (0, 0, 0), False)
    """

    variant: Variant
    players: int
    seed: int
    round: Round
    steps: tuple[Step, ...] = attrs.field(default=(Dealt(),), eq=False)
    rounds: tuple[tuple[Step, ...], ...] = ((Dealt(),),)
    _history: tuple[tuple[Event, ...], ...] = attrs.field(default=(), eq=False, alias="history")
    _trail: Trail = attrs.field(factory=lambda: Trail(), eq=False, repr=False, alias="trail")

    @classmethod
    def start(
        cls,
        variant: Variant,
        players: int | None = None,
        seed: int | None = None,
        *,
        deck: CardsLike | None = None,
    ) -> Match:
        """A new match with its first round dealt.

        The first dealer is drawn by lot from the seed unless the variant names a seat (R51-DEAL-01).  Round n is
        shuffled with a seed derived from this one and n.

        Parameters:
            variant: the rules.
            players: how many play; None for four, or for the number nearest to it that the variant allows.
            seed: 0 to 2**256 - 1; None for one from the operating system's random source.  Do not use small numbers
                where players could gain by guessing: who sees a hand can try tens of thousands of seeds a second.
            deck: the pack in the order in which it is dealt, instead of a shuffled one; the seed still decides who
                deals and how discards are shuffled again.

        Raises:
            InvalidMatch: for a number of players that the variant does not allow or whose deal would leave too few
                stock cards, a seed out of range, or a deck that is not the pack.
        """
        reject(InvalidMatch, checks.instance("variant", variant, Variant))
        named: int | str = getattr(variant.match, "first_dealer", "random")
        if players is None:
            players = max(variant.usual_players, named + 1 if isinstance(named, int) else 0)
        seed = seed_or_fresh(seed)
        reject(InvalidMatch, (*player_faults(variant.equipment, players), *check_seed(seed)))
        if isinstance(named, int):
            reject(InvalidMatch, checks.player("first_dealer", named, range(players)))
        dealer = named if isinstance(named, int) else Stream(seed, "first dealer").below(players)
        count = first_count(variant, players, dealer)
        counts: dict[str, Any] = dict(changed_fields(count))
        context = RoundContext(players, dealer, contracts=count.contracts)
        cards = None if deck is None else parse_cards(deck)
        dealt = _deal(variant, seed, 1, context, cards)
        step = Dealt(cards or ())
        match = cls(
            variant,
            players,
            seed,
            dealt,
            **counts,
            steps=(step,),
            rounds=((step,),),
            history=(events_of_deal(dealt),),
        )
        return match._counted(dealt.score()) if dealt.over else match

    @classmethod
    def replay(cls, variant: Variant, players: int, seed: int, steps: Iterable[Step]) -> Match:
        """The match that these steps give, played again one by one.

        Parameters:
            variant: the rules.
            players: how many players the match began with.
            seed: the source of all lots and shuffles.
            steps: the steps; the first is a deal.

        Raises:
            IllegalMove: for a move that the rules do not allow.
            InvalidMatch: for any other step that cannot follow, or if the first is not a deal.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
        >>> Match.replay(match.variant, match.players, match.seed, match.steps) == match
        True
        """
        reject(InvalidMatch, (*checks.integer("players", players), *check_seed(seed)))
        given = checks.items(InvalidMatch, "steps", steps)
        if not given or not isinstance(given[0], Dealt):
            raise InvalidMatch(Violation(Reason.NO_DEAL))
        match = cls.start(variant, players, seed, deck=given[0].deck or None)
        for step in given[1:]:
            match = match.after(step)
        return match

    def after(self, step: Step) -> Match:
        """The match after one more step.

        Raises:
            IllegalMove: for a move that the rules do not allow.
            InvalidMatch: for any other step that cannot follow.
        """
        reject(InvalidMatch, checks.instance("step", step, *STEP_TYPES))
        match step:
            case Dealt():
                return self.next_round(deck=step.deck or None)
            case Moved():
                return self.play(step.move, step.player)
            case Announced():
                return self.announce_last(step.player)
            case Answered():
                return self.buy_in(step.accepted, step.player)
            case Undone():
                return self.undo(step.player, force=True)

    @property
    def number(self) -> int:
        """The number of the round in play among those dealt, from 1."""
        return len(self.rounds)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The pack of the round in play in the order in which it was dealt; () for a round that was shuffled."""
        dealt = self.rounds[-1][0]
        return dealt.deck if isinstance(dealt, Dealt) else ()

    @property
    def last_move(self) -> Moved | None:
        """The last move of the round in play that stands; None after its deal."""
        return next((step for step in reversed(self.rounds[-1]) if isinstance(step, Moved)), None)

    @property
    def log(self) -> tuple[tuple[Moved, ...], ...]:
        """The moves that stand and who made them, a tuple for each round."""
        return tuple(tuple(step for step in steps if isinstance(step, Moved)) for steps in self.rounds)

    @property
    def announced(self) -> Announced | None:
        """The announcement of the last round; None until then, and in a match that only the rules can end."""
        if not self.round.context.last:
            return None
        found = (step for steps in reversed(self.rounds) for step in reversed(steps))
        return next((step for step in found if isinstance(step, Announced)), None)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players, the best first.

        Tied players share a rank and are listed by seat.  Those who have left come last, later leavers before
        earlier ones.
        """
        found: list[Standing] = []
        for group in self.ranking:
            rank = len(found) + 1
            found.extend(Standing(rank, seat, self.totals[seat]) for seat in group)
        return tuple(found)

    @property
    def player(self) -> int:
        """The seat to act in the round in play; when it is over, the one that acted last."""
        return self.round.player

    @property
    def phase(self) -> Phase:
        """The task of the player to act; `Phase.OVER` between two rounds and at the end."""
        return self.round.phase

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act, as a lazy collection; empty when the round in play is over."""
        return self.round.legal_moves

    def explain(self, move: str | Move, by: int | None = None) -> tuple[Violation, ...]:
        """Every reason against a move; () if it is legal.

        Parameters:
            move: the move, or its text.
            by: the player who tries it; None for the player to act.
        """
        return self.round.explain(move, by)

    def play(self, move: str | Move, by: int | None = None) -> Match:
        """The match after a move in its round; if the move ends the round, it is counted.

        Parameters:
            move: the move, or its text.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: if the rules do not allow it; it carries every reason.
            InvalidMatch: if the move ends the round and a custom match policy returns an impossible verdict.
        """
        played, happened = self.round.step(move, by)
        step = Moved(self.round.player, self.round.parse(move))
        trail = self._trail.after(self, self._chapter, ended=played.over)
        moved = attrs.evolve(
            self, round=played, trail=trail, history=self._with_events(*happened), **self._with_step(step)
        )
        return moved._counted(played.score()) if played.over else moved

    def play_turn(self, turn: str | Turn, by: int | None = None) -> Match:
        """The match after all moves of a turn.

        Parameters:
            turn: the turn, or its text; it may also be the first part of a turn.
            by: the player who plays it; None for the player to act.

        Raises:
            IllegalMove: as `Round.play_turn`.
            InvalidMatch: as `play`.

        >>> from rami import variants
        >>> match = Match.start(variants.CLASSIC_51, players=2, seed=1)
        >>> later = match.play_turn(next(match.round.turns()))
        >>> later.player == match.player, len(later.log[0])
        (False, 1)
        """
        player, turn = self.player if by is None else by, turn_of(turn)
        self.round.play_turn(turn, player)
        match = self
        for move in turn:
            match = match.play(move, player)
        return match

    def undo(self, by: int | None = None, *, force: bool = False) -> Match:
        """The match before its last move.

        A move that gave the player new knowledge cannot be taken back: a draw from the stock, a penalty draw, the
        price of a discard, a knock, a move that made a new stock or ended the round.  Nor can a deal.  Any other move
        can, even one that showed a card to the others: they have seen a discard that is taken back, but their views and
        the hands sampled from these do not show it.

        Parameters:
            by: the player who takes it back, who must be the one who made it; None for any player.
            force: whether to take back even those; a deal counts as a step of its own.

        Raises:
            InvalidMatch: there is nothing to take back, the player has learnt something by it, or it is another
                player's move.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> match.play(TakeDiscard()).undo() == match
        True
        """
        wrong = checks.viewer("by", by, range(self.players))
        reject(InvalidMatch, wrong + checks.flag("force", force))
        last = self.last_move
        if last is None and self.number == 1:
            raise InvalidMatch(Violation(Reason.UNDO_NOTHING))
        if by is not None and last is not None and last.player != by:
            raise InvalidMatch(
                Violation(Reason.UNDO_OTHER, None, {"move": last.seen_by(by).move, "player": by})
            )
        if last is None or self.round.over:
            if not force:
                if last is None:
                    raise InvalidMatch(Violation(Reason.UNDO_DEAL))
                raise InvalidMatch(Violation(Reason.UNDO_END, None, {"move": last.seen_by(by).move}))
            return self._before_end(Undone(by))
        trail, before = self._trail.back(self, self._chapter)
        _, events = before.step(last.move)
        seen = list(filter(None, map(revealed, events)))
        if seen and not force:
            raise InvalidMatch(Violation(seen[0], None, {"move": last.seen_by(by).move}))
        said = self._said_since()
        if said:
            # the move is taken back, an announcement made after it is not
            before = _as_last(before)
        return attrs.evolve(
            self,
            round=before,
            steps=(*self.steps, Undone(by)),
            rounds=(*self.rounds[:-1], *without_last(self.rounds[-1])),
            history=self._with_events(TakenBack(len(events) + len(said)), *said),
            trail=trail,
        )

    def _said_since(self) -> tuple[LastRoundAnnounced, ...]:
        """The announcement of the last round, if it was made after the last move."""
        step = self.rounds[-1][-1]
        return (LastRoundAnnounced(step.player),) if isinstance(step, Announced) else ()

    @property
    def _chapter(self) -> tuple[Event, ...]:
        """The events of the round in play."""
        return self._history[-1] if self._history else ()

    def _before_deal(self) -> Match:
        """The match as it is kept for taking back the next deal: it does not lead back to earlier rounds in turn."""
        ended = self._trail.ended
        before = None if ended is None else ended._before_deal()
        return attrs.evolve(self, trail=self._trail.before_deal(before))

    def _before_end(self, undone: Undone) -> Match:
        """The match before the move that ended its round, or before the deal of a round without moves."""
        again = self._trail.ended if self.round.over else self._trail.dealt
        if again is None:
            return self._replayed_before_end(undone)
        # this match was that one once: what it has seen since is taken back
        *chapters, begun = again._history
        chapter, *later = self._history[len(chapters) :]
        since = [*chapter[len(begun) :], *(event for events in later for event in events)]
        history = (*chapters, (*begun, *since, TakenBack(len(standing(since)))))
        return attrs.evolve(again, steps=(*self.steps, undone), history=history, trail=again._trail.copy())

    def _replayed_before_end(self, undone: Undone) -> Match:
        """The same, played again from the start: a match that was unpickled does not know its way."""
        kept = (*self.rounds[:-1], *without_last(self.rounds[-1]))
        again = Match.replay(
            self.variant, self.players, self.seed, (step for steps in kept for step in steps)
        )
        gone = _count(self._history) - _count(again._history)
        chapters = self._history[: len(again._history) - 1]
        present = [event for chapter in self._history[len(chapters) :] for event in chapter]
        history = (*chapters, (*present, TakenBack(gone)))
        return attrs.evolve(again, steps=(*self.steps, undone), history=history, trail=Trail())

    def announce_last(self, by: int | None = None) -> Match:
        """The match with the round in play announced as its last one: whatever the totals, it is over with that round.

        Its scores count `final_hand_multiplier` times (MILLE-01).  A void round is replayed, as the last one.

        Parameters:
            by: the player who announces it; None for the whole table.

        Raises:
            InvalidMatch: no round is in play, its end was announced already, or there is no such player.

        >>> from rami import variants
        >>> thousand = variants.CLASSIC_51.with_(match={"final_hand_multiplier": 1000})
        >>> match = Match.start(thousand, players=2, seed=7).announce_last(by=1)
        >>> match.round.context.last
        True
        """
        reject(InvalidMatch, checks.viewer("by", by, range(self.players)))
        if self.round.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER if self.over else Reason.ROUND_OVER))
        if self.round.context.last:
            raise InvalidMatch(Violation(Reason.LAST_ANNOUNCED))
        return attrs.evolve(
            self,
            round=_as_last(self.round),
            history=self._with_events(LastRoundAnnounced(by)),
            **self._with_step(Announced(by)),
        )

    def buy_in(self, accept: bool = True, by: int | None = None) -> Match:
        """The match after the first of `deciding` has decided whether to buy back in (KAL-BUY-01).

        Once all have decided, those who stay out leave, and the match is over if one player is left.

        Parameters:
            accept: whether the player goes on.
            by: the player who decides; None for the one whose decision is due.

        Raises:
            InvalidMatch: no player may buy back in now, or another player must decide first.

        >>> from rami import variants
        >>> from rami.bots import GreedyBot
        >>> pool = variants.KALOOKI_40.with_(match={"elimination_limit": 61, "buy_ins": 1})
        >>> bot, match = GreedyBot(), Match.start(pool, players=4, seed=2)
        >>> while not match.round.over:
        ...     match = match.play(bot.choose(match.view(match.player)))
        >>> match.totals, match.deciding
        ((12, 5, 0, 90), (3,))
        >>> match.buy_in().totals, match.buy_in(accept=False).playing
        ((12, 5, 0, 12), (0, 1, 2))
        """
        wrong = checks.viewer("by", by, range(self.players))
        reject(InvalidMatch, wrong + checks.flag("accept", accept))
        if not self.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_CLOSED))
        player = self.deciding[0]
        if by is not None and by != player:
            raise InvalidMatch(Violation(Reason.NOT_YOUR_TURN, None, {"player": player, "by": by}))
        after = answered(self, self.variant, accept)
        return after._with_count(
            self, happenings.BuyInAnswered(player, accept), **self._with_step(Answered(player, accept))
        )

    @property
    def mark(self) -> int:
        """The number of events so far; `events` and `view` take it later as `since`."""
        return sum(map(len, self._history))

    @property
    def turn_mark(self) -> int:
        """The mark at which the turn in play began: `view` with it has the events of the turn, such as the card drawn.

        >>> from rami import variants
        >>> match = Match.start(variants.CLASSIC_51, players=2, seed=1)
        >>> match = match.play(next(iter(match.legal_moves))).play("draw")
        >>> [type(event).__name__ for event in match.view(1, since=match.turn_mark).events]
        ['TurnBegun', 'StockDrawn']
        """
        chapter = self._chapter
        begun = next(
            (place for place, event in latest(chapter) if isinstance(event, happenings.TurnBegun)), 0
        )
        return self.mark - len(chapter) + begun

    def events(self, viewer: int | None, since: int = 0) -> tuple[Event, ...]:
        """The events since a mark, as a player or a spectator sees them.

        Two matches that differ only in what the viewer cannot see give equal events.  A move that is undone
        remains among them, followed by `TakenBack`.  `rami.matches.board.Board` follows a match from these events
        alone.

        Parameters:
            viewer: the seat that looks, or None for a spectator.
            since: an earlier `mark`; 0 for everything from the first deal.

        Raises:
            InvalidMatch: if there is no such player or no such mark.

        >>> from rami import DrawStock, Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> later = match.play(TakeDiscard())
        >>> later.events(None, since=match.mark)
        (DiscardTaken(player=0, card=Card('A♥'), barred=False, above=()),)
        """
        reject(InvalidMatch, checks.viewer("viewer", viewer, range(self.players)))
        reject(InvalidMatch, checks.integer("since", since))
        if not 0 <= since <= self.mark:
            raise InvalidMatch(Violation(Reason.WRONG_MARK, None, {"mark": since, "events": self.mark}))
        out: list[Event] = []
        left = since
        for chapter in self._history:
            out.extend(seen_by(event, viewer) for event in chapter[left:])
            left = max(0, left - len(chapter))
        return tuple(out)

    def view(self, player: int | None, since: int | None = None) -> PlayerView:
        """The view that a player or a spectator has of the round in play, with what that viewer remembers.

        Parameters:
            player: the seat that looks, or None for a spectator.
            since: an earlier `mark`, to have `events` since then; None for none.

        Raises:
            InvalidMatch: if there is no such player or no such mark.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> match.play(TakeDiscard()).view(1).memory.holds[0]
        Cards('A♥')
        """
        reject(InvalidMatch, checks.viewer("player", player, range(self.players)))
        events = () if since is None else self.events(player, since)
        memory = self._trail.memory(self, player, self._chapter) if self._history else None
        return attrs.evolve(self.round.view(player), events=events, mark=self.mark, memory=memory)

    def _with_events(self, *events: Event) -> tuple[tuple[Event, ...], ...]:
        """The events of each round so far, brought up to date for the round in play."""
        return (*self._history[:-1], (*(self._history[-1] if self._history else ()), *events))

    def _with_step(self, step: Step) -> dict[str, Any]:
        """The steps with one more, as fields."""
        return {"steps": (*self.steps, step), "rounds": (*self.rounds[:-1], (*self.rounds[-1], step))}

    def next_round(self, *, deck: CardsLike | None = None) -> Match:
        """The match with the next round dealt (R51-DEAL-06).

        Parameters:
            deck: the pack in the order in which it is dealt, instead of a shuffled one.

        Raises:
            InvalidMatch: while the round in play is not over or a player must still decide whether to buy
                back in, when the match is over, or for a deck that is not the pack.
        """
        if not self.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_NOT_OVER))
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        if self.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_OPEN, None, {"player": self.deciding[0]}))
        last = number_of_contracts(self.variant)
        context = RoundContext(
            seats=self.players,
            dealer=self.next_dealer,
            number=hand_number(self.scores),
            totals=self.totals,
            playing=self.playing,
            contracts=tuple(due if last is None else min(due, last) for due in self.contracts),
            last=self.round.context.last,
        )
        cards = None if deck is None else parse_cards(deck)
        dealt = _deal(self.variant, self.seed, len(self.scores) + 1, context, cards)
        step = Dealt(cards or ())
        match = attrs.evolve(
            self,
            round=dealt,
            steps=(*self.steps, step),
            rounds=(*self.rounds, (step,)),
            history=(*self._history, events_of_deal(dealt, len(self.scores) + 1)),
            trail=Trail(dealt=self._before_deal()),
        )
        return match._counted(dealt.score()) if dealt.over else match

    def _counted(self, score: RoundScore) -> Match:
        return counted(self, self.variant, score, last=self.round.context.last)._with_count(self)

    def _with_count(self, before: Match, *said: Event, **more: Any) -> Match:
        """The match with the events of what has just been counted."""
        events: list[Event] = [
            *said,
            happenings.RoundCounted(
                self.totals, self.ranking, self.next_dealer, self.contracts, self.columns, self.deciding
            ),
            *(happenings.PlayerLeft(seat) for seat in self.eliminated[len(before.eliminated) :]),
        ]
        if self.over:
            events.append(happenings.MatchEnded(self.winners, self.bonuses))
        return attrs.evolve(self, history=self._with_events(*events), **more)

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self, "_trail")

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.over else f"round {self.number}"
        return f"<Match {self.variant.slug}: {self.players} players, {state}, totals {self.totals}>"


_Memories: TypeAlias = dict[int | None, tuple[int, Memory]]
"""What each viewer remembers, and the number of events of the round that it covers."""


class _Left(NamedTuple):
    """A position that a move left: what viewers remembered then, the events of the round, and the moves before."""

    position: Round
    memories: _Memories
    events: int
    number: int


class Trail:
    """The way to a match: positions that it can go back to, and what each viewer remembered at them.

    Nothing of this is part of the value: it follows from the steps, and saves following them again. The last positions
    are kept, and of the others one in so many, so that neither a takeback nor a view costs more in a longer round.
    Memories are those of some earlier time, with the number of events of the round that they cover; a later match
    takes them over and brings them up to date. `undo` goes back to those of the position that it returns to, so none
    ever covers an event that was taken back.

    Parameters:
        recent: the positions that the last moves left, the latest one last.
        milestones: the positions that the first move left, and each `_KEPT`-th one after it, as far as they are known.
        memories: by viewer, the number of events covered and the memory.
        count: the number of moves of the round; -1 if they have not been counted.
        dealt: the match before the deal of the round.
        ended: the match before the move that ended the round.
    """

    __slots__ = ("count", "dealt", "ended", "memories", "milestones", "recent")

    def __init__(
        self,
        recent: tuple[_Left, ...] = (),
        milestones: tuple[_Left, ...] = (),
        memories: _Memories | None = None,
        count: int = -1,
        dealt: Match | None = None,
        ended: Match | None = None,
    ) -> None:
        self.recent: tuple[_Left, ...] = recent
        self.milestones: tuple[_Left, ...] = milestones
        self.memories: _Memories = {} if memories is None else memories
        self.count: int = count
        self.dealt: Match | None = dealt
        self.ended: Match | None = ended

    def after(self, match: Match, events: tuple[Event, ...], *, ended: bool) -> Trail:
        """The trail of the match after a move."""
        number = len(match.log[-1]) if self.count < 0 else self.count
        here = _Left(match.round, self.memories, len(events), number)
        milestones = self.milestones if number % _KEPT else (*self.milestones, here)
        recent = (*self.recent[-_KEPT + 1 :], here)
        before = match if ended else None
        return Trail(recent, milestones, dict(self.memories), number + 1, self.dealt, before)

    def copy(self) -> Trail:
        """The trail for a match at the same position, which will see other events."""
        return Trail(self.recent, self.milestones, dict(self.memories), self.count, self.dealt, self.ended)

    def before_deal(self, ended: Match | None) -> Trail:
        """The trail without the deal of the round, and with another match before its end."""
        return Trail(self.recent, self.milestones, self.memories, self.count, None, ended)

    def back(self, match: Match, events: tuple[Event, ...]) -> tuple[Trail, Round]:
        """The trail without the last move of a match, and the position before it."""
        if not self.recent and not self.milestones:
            self._follow(match, events)
        *recent, last = self.recent or _replayed(match, self.milestones[-1])
        milestones = tuple(each for each in self.milestones if each.number < last.number)
        trail = Trail(tuple(recent), milestones, dict(last.memories), last.number, self.dealt)
        return trail, last.position

    def memory(self, match: Match, viewer: int | None, events: tuple[Event, ...]) -> Memory:
        """The memory of a viewer after the events of the round."""
        variant = match.round.variant
        covered, known = self.memories.get(viewer, (0, None))
        if self.milestones and self.milestones[-1].events > covered:
            behind = [each for each in self.milestones if each.events > covered]
            # a viewer who has not looked for long: what is found out on the way serves earlier positions as well, those
            # at a distance of 1, 2, 4, ... milestones, so that going far back does not start from the deal each time
            for each in (*behind, *self.recent):
                covered, known = max(
                    (covered, known), each.memories.get(viewer, (0, None)), key=itemgetter(0)
                )
            for distance in range(len(behind).bit_length(), 0, -1):
                each = behind[-(1 << distance - 1)]
                if each.events > covered:
                    since = events[covered : each.events]
                    known = Memory.of(variant, viewer, since) if known is None else known.after(since)
                    covered = each.events
                    each.memories[viewer] = covered, known
        if known is None:
            known = Memory.of(variant, viewer, events)
        elif covered < len(events):
            known = known.after(events[covered:])
        self.memories[viewer] = len(events), known
        return known

    def _follow(self, match: Match, events: tuple[Event, ...]) -> None:
        """Find the way of a match that does not know it, such as one that was unpickled: play its round again."""
        # an announcement is never taken back, so all these are positions of a last round if this one is
        position = _deal(match.variant, match.seed, match.number, match.round.context, match.deck or None)
        left: list[Round] = []
        sizes: list[int] = []
        ahead = 0
        for step in match.rounds[-1]:
            if isinstance(step, Announced):
                ahead += 1
            elif isinstance(step, Moved):
                left.append(position)
                position, happened = position.step(step.move)
                sizes.append(ahead)
                ahead = len(happened)
        places = [place for place, _ in latest(events)][::-1]
        begun = list(accumulate(sizes, initial=len(places) - sum(sizes) - ahead))[1:]
        found = [
            _Left(each, {}, places[at], number)
            for number, (each, at) in enumerate(zip(left, begun, strict=True))
        ]
        self.recent, self.milestones = tuple(found[-_KEPT:]), tuple(found[::_KEPT])
        self.count = len(found)


def _replayed(match: Match, start: _Left) -> list[_Left]:
    """The positions that the moves of a round left, from a given one on; memories and events are those of that one."""
    left: list[_Left] = []
    position, number = start.position, 0
    for step in match.rounds[-1]:
        if isinstance(step, Moved):
            if number >= start.number:
                left.append(start._replace(position=position, number=number))
                position = position.play(step.move)
            number += 1
        elif isinstance(step, Announced) and number >= start.number:
            position = _as_last(position)
    return left


_KEPT = 32
"""The moves that can be taken back one after another without playing any of them again: a turn or two."""


def _as_last(position: Round) -> Round:
    """The position of a round that has been announced as the last one."""
    if position.context.last:
        return position
    context = attrs.evolve(position.context, last=True)
    return Round.from_setup(attrs.evolve(position.setup, context=context))


def _count(history: tuple[tuple[Event, ...], ...]) -> int:
    """The number of events that have not been taken back."""
    return len(standing(event for chapter in history for event in chapter))


def _deal(
    variant: Variant, seed: int, number: int, context: RoundContext, deck: tuple[Card, ...] | None
) -> Round:
    try:
        return Round.deal(
            variant,
            players=context.seats,
            seed=derive(seed, "round", number),
            dealer=context.dealer,
            context=context,
            deck=deck,
        )
    except InvalidSetup as error:
        raise InvalidMatch(*error.violations) from None
