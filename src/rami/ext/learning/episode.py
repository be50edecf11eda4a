"""One round in the form that learning environments need: numbered actions, observations, rewards.

The kernel plays the round by numbers; a `Round`, a `Draft` or events are made only on request. The episode records
along the way which cards each player has seen, so an observation never depends on hidden cards.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rami._kernel.cards.shuffle import Dice
from rami._kernel.rounds.numbered import Numbered
from rami._kernel.rounds.observing import Observer
from rami._kernel.rounds.position import inside
from rami._kernel.rounds.state import OVER, State
from rami._kernel.turns.actions import Action
from rami._kernel.turns.effects import Effects
from rami.bots.simulation import capped
from rami.cards.moves import Move
from rami.errors import IllegalMove, RamiError, reject
from rami.errors.checks import instance, integer, player, viewer
from rami.ext.learning.actions import SIZE, Draft, name
from rami.ext.learning.observations import Layout, bits_of, observer_of, unpacked
from rami.ext.learning.rewards import Rewards
from rami.policies.declaring.fields import LARGEST
from rami.policies.variant import Variant
from rami.rounds._engine.events import events_of_step
from rami.rounds._engine.legal import judge
from rami.rounds._engine.lookahead import reasons_against
from rami.rounds._engine.positions import pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds.events import Event
from rami.rounds.memory import memory_of
from rami.rounds.round import Round, dealt
from rami.rounds.views import PlayerView

__all__ = ["Episode", "view_text"]

_NOTHING = bytes(SIZE)

_Step: TypeAlias = tuple[State, Action, Effects, State]


class Episode:
    """A round played by action numbers; the environments are built on it.

    Parameters:
        variant: the rules.
        players: the number of players; by default four, or the nearest number that the variant allows.
        seed: 0 to 2**256 - 1, for the deal; None for 256 random bits of the system.
        dealer: the seat that deals.
        rewards: the rule that turns the score into rewards.
        luck: the seed of the moves that `play_at_random` chooses.

    Attributes:
        variant: the rules.
        layout: the places of the parts of an observation.

    Raises:
        InvalidSetup: `Round.deal` refuses the arguments.
        RamiError: `luck` is not a seed.

    >>> from rami import variants
    >>> episode = Episode(variants.GIN, seed=7)
    >>> episode.player, [name for name, allowed in enumerate(episode.mask(1)) if allowed]
    (1, [1, 3])
    >>> episode.act(0), episode.act(3), episode.player
    (False, True, 0)
    """

    variant: Variant

    def __init__(
        self,
        variant: Variant,
        players: int | None = None,
        seed: int | None = None,
        dealer: int = 0,
        rewards: Rewards | None = None,
        luck: int = 0,
    ) -> None:
        reject(RamiError, integer("luck", luck))
        self.variant = variant
        self.rewards: Rewards = Rewards() if rewards is None else rewards
        self._start: Round = Round.deal(capped(variant), players, seed, dealer)
        self.seats: int = self._start.context.seats
        self.layout: Layout = Layout(variant, self.seats)
        rules, state = inside(self._start)
        self._rules: Rules = rules
        self._observer: Observer = observer_of(variant, self.seats)
        self._played: Numbered = Numbered(rules.game, state, pack_of(rules.variant))
        # A `Round` is made for each state that somebody asks for; training asks for none.
        self._reached: tuple[State, Round] = state, self._start
        self._drafted: tuple[Round, Draft] | None = None
        self._events: list[Event] = [*dealt(self._start)]
        self._unreported: list[_Step] = []
        self._dice: Dice = Dice(luck)

    @property
    def position(self) -> Round:
        """The round with every hidden card; not for learners."""
        state = self._played.state
        if self._reached[0] is not state:
            self._reached = state, Round(self._start.context, self._rules, state)
        return self._reached[1]

    @property
    def draft(self) -> Draft | None:
        """The move that the player to act is spelling; None when the round is over."""
        if self.over:
            return None
        position, taken = self.position, self._played.taken
        kept = self._drafted
        # Listing the moves costs more than the action, so a draft is kept while its position lasts.
        if kept is None or kept[0] is not position or kept[1].taken != taken:
            words = Draft.of(position.view(self.player)).words
            left = tuple([item for item in words if item[0][: len(taken)] == taken])
            kept = self._drafted = position, Draft(left, taken)
        return kept[1]

    @property
    def player(self) -> int:
        """The seat to act or, once the round is over, the last seat that acted."""
        return self._played.state.turn.player

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self._played.state.phase == OVER

    def view(self, seat: int) -> PlayerView:
        """Return a player's view, including that player's memory.

        Parameters:
            seat: the viewer.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        # The memory has been kept along the way, so no event has to be read again.
        watch = self._played.watch
        return attrs.evolve(self.position.view(seat), memory=memory_of(watch, watch.sights[seat]))

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events since the deal; `rami.rounds.events.seen_by` hides what a player does not see."""
        # Training never asks for events; on request they are built from the recorded changes.
        for state, action, changes, reached in self._unreported:
            self._events += events_of_step(self._rules, state, action, changes, reached)
        self._unreported.clear()
        return tuple(self._events)

    def mask(self, seat: int) -> bytes:
        """Return one byte per action: 1 if it is legal for that player now; all 0 out of turn.

        Parameters:
            seat: the player.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        played = self._played
        # Out of turn the mask is all zeros, because the legal moves of another player reveal that player's hand.
        mask = played.mask() if seat == played.state.turn.player else 0
        used = mask.bit_length()
        return unpacked(mask, used) + _NOTHING[used:]

    def observe(self, seat: int) -> bytes:
        """Return a player's observation; only the player to act sees the draft in it.

        Parameters:
            seat: the player.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        words: list[int] = []
        self._played.observe(self._observer, seat, words)
        return bits_of(self._observer, words)

    def act(self, action: int) -> bool:
        """Take an action for the player to act; return False and change nothing if it is illegal.

        Parameters:
            action: the number of any action, legal or not.
        """
        if type(action) is not int:
            raise RamiError(*integer("action", action))
        before = self._played.state
        if not self._played.act(action):
            return False
        self._tell(before)
        return True

    def _tell(self, before: State) -> None:
        """Keep the changes made by a move, to build its events on request."""
        played = self._played
        if played.state is not before:
            self._unreported.append((before, played.action, played.effects, played.state))

    def play(self, move: Move) -> None:
        """Play a whole move for the player to act, as bots do; a draft is dropped.

        Parameters:
            move: a legal move.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        # The move is judged by the knowledge of the player to act, so the reasons reveal nothing hidden.
        known = self._played.state.known
        judged = judge(self._rules, known, move)
        if judged.violations:
            raise IllegalMove(move, *reasons_against(self._rules, known, judged))
        # Several melds laid at once after the opening are listed one by one, each with its events.
        for action, after in judged.path:
            before = self._played.state
            self._played.play(action, after)
            self._tell(before)

    def play_at_random(self, breadth: int = 1000) -> None:
        """Play one of the first legal moves, all equally likely, without computing anything else.

        Parameters:
            breadth: the number of listed moves to choose from.
        """
        reject(RamiError, integer("breadth", breadth, 1, LARGEST))
        before = self._played.state
        self._played.play_at_random(self._dice, breadth)
        self._tell(before)

    def returns(self) -> tuple[float, ...]:
        """Return the rewards of the round by seat; zeros until it is over."""
        return self.rewards.of(self.position)

    def render(self, seat: int | None = None) -> str:
        """Draw the position in a few lines, as a player or a spectator sees it.

        Parameters:
            seat: the viewer.
        """
        reject(RamiError, viewer("seat", seat, range(self.seats)))
        # Other players must not see a partly spelled move; a spectator of training may.
        return view_text(self.position.view(seat), self.draft if seat in (None, self.player) else None)


def view_text(view: PlayerView, draft: Draft | None = None) -> str:
    """Draw a view in a few lines.

    Parameters:
        view: the view to draw.
        draft: the part of a move that the player to act has spelled, if it is to be shown.

    Raises:
        RamiError: a value of another type.
    """
    reject(RamiError, [*instance("view", view, PlayerView), *instance("draft", draft, Draft, None)])
    doing = "over" if view.over else f"player {view.player} to {view.phase}"
    lines = [f"{view.variant.name}, turn {view.turn}: {doing}"]
    lines += [f"player {owner}: {hand}" for owner, hand in enumerate(view.hands)]
    lines += [f"meld {place} of player {item.owner}: {item}" for place, item in enumerate(view.table)]
    top = view.discards[-1] if view.discards else "-"
    lines.append(f"discard {top} of {len(view.discards)}, stock {view.stock_size}")
    if draft is not None and draft.taken:
        lines.append(f"spelled: {', '.join(map(name, draft.taken))}")
    return "\n".join(lines)
