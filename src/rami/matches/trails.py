"""Trails: the earlier positions of the current round of a match, kept for takebacks, with the viewers' memories.

A trail is only a cache: replaying the round from the deal would give the same positions and memories, so comparisons of
matches ignore it. The trail avoids that replay at each takeback and each view. It keeps the positions before the last
32 moves and, further back, one *milestone* every 32 moves, so that takebacks and views cost no more in a long round
than in a short one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import attrs

from rami.matches.steps import Announced, Moved, Step
from rami.policies.variant import Variant
from rami.rounds.events import Event
from rami.rounds.memory import Memory
from rami.rounds.round import Round
from rami.rounds.takebacks import latest

KEPT = 32
"""The number of moves that can be taken back in a row without a replay, and the distance between milestones."""

_Memories: TypeAlias = dict[int | None, tuple[int, Memory]]
"""For each viewer, the number of events that the memory covers, and the memory."""


class _Left(NamedTuple):
    """The position before a move, with the viewers' memories and the numbers of earlier events and moves."""

    position: Round
    memories: _Memories
    events: int
    number: int


@attrs.frozen(eq=False, repr=False)
class Trail:
    """The earlier positions of a round, and the memories of its viewers.

    A memory may lag behind the match. It is stored with the number of events that it covers, and updated when a viewer
    needs it. `back` restores the memories of the earlier position, so no memory ever covers an event that was taken
    back.

    Parameters:
        recent: the positions before the last moves, the latest position last.
        milestones: the positions before the first move and every `KEPT`-th move after it, as far as they are known.
        memories: by viewer, the number of events that the memory covers, and the memory.
        count: the number of moves so far; None if they have not been counted.
    """

    recent: tuple[_Left, ...] = ()
    milestones: tuple[_Left, ...] = ()
    memories: _Memories = attrs.field(factory=_Memories)
    count: int | None = None

    @classmethod
    def followed(cls, start: Round, steps: tuple[Step, ...], events: tuple[Event, ...]) -> Trail:
        """Return the trail of a round by replaying it; a match that was unpickled needs this.

        Parameters:
            start: the position after the deal.
            steps: the steps of the round that have not been taken back.
            events: all events of the round, including events taken back.
        """
        left: list[Round] = []
        sizes: list[int] = []
        ahead = 0
        for step in steps:
            if isinstance(step, Announced):
                ahead += 1
            elif isinstance(step, Moved):
                left.append(start)
                start, happened = start.step(step.move)
                sizes.append(ahead)
                ahead = len(happened)
        # `events` also contains events that were taken back. The replay does not, so leave them out here.
        places = [place for place, _ in latest(events)][::-1]
        starts = list(accumulate(sizes, initial=len(places) - sum(sizes) - ahead))[1:]
        found = tuple(
            _Left(position, {}, places[at], number)
            for number, (position, at) in enumerate(zip(left, starts, strict=True))
        )
        return cls(found[-KEPT:], found[::KEPT], count=len(found))

    def after(self, position: Round, steps: tuple[Step, ...], events: int) -> Trail:
        """Return the trail after one more move.

        Parameters:
            position: the position before the move.
            steps: the steps of the round before the move.
            events: the number of events of the round before the move.
        """
        number = sum(isinstance(step, Moved) for step in steps) if self.count is None else self.count
        here = _Left(position, self.memories, events, number)
        milestones = self.milestones if number % KEPT else (*self.milestones, here)
        # Copy the memories, because two matches may continue from here in different ways.
        return Trail((*self.recent[-KEPT + 1 :], here), milestones, dict(self.memories), number + 1)

    def copy(self) -> Trail:
        """Return a copy of the trail, for another match that continues differently from this position."""
        return attrs.evolve(self, memories=dict(self.memories))

    def back(
        self, steps: tuple[Step, ...], events: tuple[Event, ...], deal: Callable[[], Round]
    ) -> tuple[Trail, Round]:
        """Return the trail without the last move, and the position before that move.

        Parameters:
            steps: the steps of the round that have not been taken back.
            events: all events of the round.
            deal: a function that returns the position after the deal; called only if the trail is empty.
        """
        if not self.recent and not self.milestones:
            return Trail.followed(deal(), steps, events).back(steps, events, deal)
        *recent, last = self.recent or _replayed(steps, self.milestones[-1])
        milestones = tuple(each for each in self.milestones if each.number < last.number)
        return Trail(tuple(recent), milestones, dict(last.memories), last.number), last.position

    def memory(self, variant: Variant, viewer: int | None, events: tuple[Event, ...]) -> Memory:
        """Return the memory of a viewer after the events of the round."""
        covered, known = self.memories.get(viewer, (0, None))
        if self.milestones and self.milestones[-1].events > covered:
            behind = [each for each in self.milestones if each.events > covered]
            for each in (*behind, *self.recent):
                # Compare only the numbers, because memories have no order.
                covered, known = max(
                    (covered, known), each.memories.get(viewer, (0, None)), key=itemgetter(0)
                )
            # This viewer has not looked for a long time. On the way, store memories at the milestones 1, 2, 4, … back,
            # so that a later series of takebacks does not start from the deal each time.
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


def as_last(position: Round) -> Round:
    """Return a position whose round is announced as the last."""
    if position.context.last:
        return position
    context = attrs.evolve(position.context, last=True)
    return Round.from_setup(attrs.evolve(position.setup, context=context))


def _replayed(steps: tuple[Step, ...], start: _Left) -> list[_Left]:
    """Return the position before each move from `start` on, each with the memories and number of events of `start`."""
    left: list[_Left] = []
    position, number = start.position, 0
    for step in steps:
        if isinstance(step, Moved):
            if number >= start.number:
                left.append(start._replace(position=position, number=number))
                position = position.play(step.move)
            number += 1
        elif isinstance(step, Announced) and number >= start.number:
            position = as_last(position)
    return left
