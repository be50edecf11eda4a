"""The history of a match: the steps that people decided to take, and the events that followed from them.

Steps and events are never removed, even by a takeback; `History.rounds` lists the steps that have not been taken back.
The events are kept in one *chapter* for each round. A *mark* is the number of events so far: a client remembers the
mark up to which it has seen the events, and later requests the events since that mark.
"""

from __future__ import annotations

from typing import Any, Self

import attrs

from rami.cards import Card
from rami.errors import InvalidMatch, Reason, Violation, checks, reject
from rami.matches.counting import Count
from rami.matches.steps import Dealt, Moved, Step
from rami.rounds.events import Event, MatchEnded, PlayerLeft, RoundCounted, TurnBegun, seen_by
from rami.rounds.takebacks import latest

__all__ = ["History"]


@attrs.frozen(kw_only=True, repr=False)
class History(Count):
    """The steps of a match, their events and the resulting totals.

    Parameters:
        steps: all steps in order, including takebacks. Together with the variant, the number of players and the seed,
            they reproduce the match (`Match.replay`). Comparisons of matches ignore `steps` and use `rounds`.
        rounds: the steps that have not been taken back, in one tuple for each round; its first step is the deal.
    """

    steps: tuple[Step, ...] = attrs.field(default=(Dealt(),), eq=False)
    rounds: tuple[tuple[Step, ...], ...] = ((Dealt(),),)
    _history: tuple[tuple[Event, ...], ...] = attrs.field(default=(), eq=False, alias="history")

    @property
    def number(self) -> int:
        """The number of the current round, counted from 1; void rounds count too."""
        return len(self.rounds)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The pack of the current round in dealing order, if the caller gave one; () if rami shuffled the pack."""
        dealt = self.rounds[-1][0]
        return dealt.deck if isinstance(dealt, Dealt) else ()

    @property
    def last_move(self) -> Moved | None:
        """The last move of the current round that was not taken back; None if there is none."""
        return next((step for step in reversed(self.rounds[-1]) if isinstance(step, Moved)), None)

    @property
    def log(self) -> tuple[tuple[Moved, ...], ...]:
        """The moves that have not been taken back, with their players, in one tuple for each round."""
        return tuple(tuple(step for step in steps if isinstance(step, Moved)) for steps in self.rounds)

    @property
    def mark(self) -> int:
        """The number of events so far; pass it later to `events` or `view` as `since`."""
        return sum(map(len, self._history))

    @property
    def turn_mark(self) -> int:
        """The mark at which the current turn began; pass it to `view` to include the events of the turn.

        >>> from rami import Match, variants
        >>> match = Match.start(variants.CLASSIC_51, players=2, seed=1)
        >>> match = match.play(next(iter(match.legal_moves))).play("draw")
        >>> [type(event).__name__ for event in match.view(1, since=match.turn_mark).events]
        ['TurnBegun', 'StockDrawn']
        """
        chapter = self._chapter
        start = next((place for place, event in latest(chapter) if isinstance(event, TurnBegun)), 0)
        return self.mark - len(chapter) + start

    def events(self, viewer: int | None, since: int = 0) -> tuple[Event, ...]:
        """Return the events since a mark, as a player or a spectator sees them.

        If two matches differ only in what the viewer cannot see, their events are equal. The events of a move that was
        taken back remain in the list, followed by `TakenBack`. A `rami.matches.board.Board` can follow the match from
        these events alone.

        Parameters:
            viewer: the seat of the viewer, or None for a spectator.
            since: an earlier `mark`; 0 for all events from the first deal on.

        Raises:
            InvalidMatch: there is no such player or no such mark.

        >>> from rami import Match, TakeDiscard, variants
        >>> match = Match.start(variants.GIN, players=2, seed=7)
        >>> later = match.play(TakeDiscard())
        >>> later.events(None, since=match.mark)
        (DiscardTaken(player=0, card=Card('J♥'), barred=False, above=()),)
        """
        reject(InvalidMatch, checks.viewer("viewer", viewer, range(len(self.totals))))
        reject(InvalidMatch, checks.integer("since", since))
        if not 0 <= since <= self.mark:
            raise InvalidMatch(Violation(Reason.WRONG_MARK, None, {"mark": since, "events": self.mark}))
        out: list[Event] = []
        # A mark counts the events of all rounds, so skip the chapters of earlier rounds.
        left = since
        for chapter in self._history:
            out.extend(seen_by(event, viewer) for event in chapter[left:])
            left = max(0, left - len(chapter))
        return tuple(out)

    @property
    def _chapter(self) -> tuple[Event, ...]:
        """The events of the current round."""
        return self._history[-1] if self._history else ()

    def _with_events(self, *events: Event) -> tuple[tuple[Event, ...], ...]:
        """Return the history with further events of the current round."""
        return (*self._history[:-1], (*self._chapter, *events))

    def _with_step(self, step: Step, *events: Event, **changes: Any) -> Self:
        """Return the history after one more step of the current round, with its events and other changes."""
        return attrs.evolve(
            self,
            steps=(*self.steps, step),
            rounds=(*self.rounds[:-1], (*self.rounds[-1], step)),
            history=self._with_events(*events),
            **changes,
        )

    def _with_count(self, before: Count) -> Self:
        """Return the history with the events that report the new totals; `before` holds the totals before them."""
        events: list[Event] = [
            RoundCounted(
                self.totals, self.ranking, self.next_dealer, self.contracts, self.columns, self.deciding
            ),
            *(PlayerLeft(seat) for seat in self.eliminated[len(before.eliminated) :]),
        ]
        if self.over:
            events.append(MatchEnded(self.winners, self.bonuses))
        return attrs.evolve(self, history=self._with_events(*events))
