"""A round in the form that learning environments need: numbered actions, observations and rewards.

The kernel plays the round from the action numbers alone; an episode makes a `Round`, a `Draft` or events only on
demand. With each action, it records which cards each player has seen, so an observation never depends on hidden cards.
A `PolicyBot` plays with what was learned this way, in matches and tournaments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from rami._base.values import Value
from rami._kernel.cards.shuffle import Dice
from rami._kernel.learning.numbered import Numbered
from rami._kernel.learning.observing import Observer
from rami._kernel.rounds.position import inside
from rami._kernel.rounds.state import OVER, State
from rami._kernel.turns.actions import Action
from rami._kernel.turns.effects import Effects
from rami.bots.bot import check_turn
from rami.bots.simulation import capped
from rami.cards.moves import Move
from rami.errors import IllegalMove, RamiError, reject
from rami.errors.checks import instance, integer, player, viewer
from rami.ext.learning.actions import SIZE, Draft, name
from rami.ext.learning.observations import Layout, bits_of, observer_of, unpacked
from rami.ext.learning.rewards import Rewards
from rami.policies.declaring.values import LARGEST
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

__all__ = ["Episode", "Policy", "PolicyBot", "view_text"]

_NOTHING = bytes(SIZE)

Policy: TypeAlias = Callable[[bytes, bytes], int]
"""A function that takes an observation and a mask, both as bytes, and returns the number of an allowed action."""

_Step: TypeAlias = tuple[State, Action, Effects, State]


class Episode:
    """A round in which each step is an action number; the environments are built on it.

    Parameters:
        variant: the rules.
        players: the number of players; None for four, or the nearest number that the variant allows.
        seed: the seed of the deal, 0 to 2**256 - 1; None for 256 random bits from the operating system.
        dealer: the seat that deals.
        rewards: the rule that turns the score into rewards; None for `Rewards()`.
        luck: the seed of the random moves that `play_at_random` chooses.

    Attributes:
        variant: the rules.
        layout: the order and size of the parts of an observation.

    Raises:
        InvalidSetup: the number of players, the seed or the dealer is out of range.
        RamiError: `luck` is not an integer.

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
        # Make a `Round` only if somebody reads `position`, because training never does.
        self._reached: tuple[State, Round] = state, self._start
        self._drafted: tuple[Round, Draft] | None = None
        self._events: list[Event] = [*dealt(self._start)]
        self._unreported: list[_Step] = []
        self._dice: Dice = Dice(luck)

    @property
    def position(self) -> Round:
        """The round, with all the cards that a learner must not see."""
        state = self._played.state
        if self._reached[0] is not state:
            self._reached = state, Round(self._start.context, self._rules, state)
        return self._reached[1]

    @property
    def draft(self) -> Draft | None:
        """The partly spelled move of the player to act; None when the round is over."""
        if self.over:
            return None
        position, taken = self.position, self._played.taken
        kept = self._drafted
        # Listing the legal moves takes longer than an action, so keep the draft until the position changes.
        if kept is None or kept[0] is not position or kept[1].taken != taken:
            words = Draft.of(position.view(self.player)).words
            left = tuple([item for item in words if item[0][: len(taken)] == taken])
            kept = self._drafted = position, Draft(left, taken)
        return kept[1]

    @property
    def player(self) -> int:
        """The seat to act; when the round is over, the seat that acted last."""
        return self._played.state.turn.player

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self._played.state.phase == OVER

    def view(self, seat: int) -> PlayerView:
        """Return the view of a player, including the player's memory.

        Parameters:
            seat: the seat of the viewer.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        # The kernel has updated the memory with each action, so there is no need to read the events again.
        watch = self._played.watch
        return attrs.evolve(self.position.view(seat), memory=memory_of(watch, watch.sights[seat]))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since the deal; `rami.rounds.events.seen_by` hides the cards that a player must not see."""
        # Training never reads the events, so build them only here, from the recorded changes.
        for state, action, changes, reached in self._unreported:
            self._events += events_of_step(self._rules, state, action, changes, reached)
        self._unreported.clear()
        return tuple(self._events)

    def mask(self, seat: int) -> bytes:
        """Return a byte for each action, 1 if the action is legal for the player now; all bytes are 0 out of turn.

        Parameters:
            seat: the seat of the player.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        played = self._played
        # Out of turn the mask is all zeros, because another player's legal moves would reveal that player's hand.
        mask = played.mask() if seat == played.state.turn.player else 0
        used = mask.bit_length()
        return unpacked(mask, used) + _NOTHING[used:]

    def observe(self, seat: int) -> bytes:
        """Return the observation of a player; it contains the draft only for the player to act.

        Parameters:
            seat: the seat of the player.
        """
        reject(RamiError, player("seat", seat, range(self.seats)))
        words: list[int] = []
        self._played.observe(self._observer, seat, words)
        return bits_of(self._observer, words)

    def act(self, action: int) -> bool:
        """Carry out an action for the player to act; return False and change nothing if the action is illegal.

        Parameters:
            action: the number of an action, which may be illegal.
        """
        if type(action) is not int:
            raise RamiError(*integer("action", action))
        before = self._played.state
        if not self._played.act(action):
            return False
        self._record(before)
        return True

    def _record(self, before: State) -> None:
        """Record what a move changed, so that its events can be built later."""
        played = self._played
        if played.state is not before:
            self._unreported.append((before, played.action, played.effects, played.state))

    def play(self, move: Move) -> None:
        """Play a whole move for the player to act, and drop the draft if there is one.

        Parameters:
            move: a legal move.

        Raises:
            IllegalMove: the rules do not allow the move.
        """
        # The reasons reveal no hidden cards, because a move is judged only by what the player to act knows.
        known = self._played.state.known
        judged = judge(self._rules, known, move)
        if judged.violations:
            raise IllegalMove(move, *reasons_against(self._rules, known, judged))
        # After the opening, a lay-down of several melds is played as one listed move for each meld, each with its
        # events.
        for action, after in judged.path:
            before = self._played.state
            self._played.play(action, after)
            self._record(before)

    def play_at_random(self, breadth: int = 1000) -> None:
        """Play one of the first legal moves at random; all are equally likely.

        Parameters:
            breadth: the maximum number of legal moves to choose from; later moves are never played.
        """
        reject(RamiError, integer("breadth", breadth, 1, LARGEST))
        before = self._played.state
        self._played.play_at_random(self._dice, breadth)
        self._record(before)

    def returns(self) -> tuple[float, ...]:
        """Return the rewards for the round, by seat; they are 0 until the round is over."""
        return self.rewards.of(self.position)

    def render(self, seat: int | None = None) -> str:
        """Return the position as a few lines of text, as a player or a spectator sees it.

        Parameters:
            seat: the seat of the viewer; None for a spectator.
        """
        reject(RamiError, viewer("seat", seat, range(self.seats)))
        # Other players must not see a partly spelled move, but somebody who watches the training may.
        return view_text(self.position.view(seat), self.draft if seat in (None, self.player) else None)


def view_text(view: PlayerView, draft: Draft | None = None) -> str:
    """Return a view as a few lines of text.

    Parameters:
        view: the view to draw.
        draft: the partly spelled move of the player to act; None to leave it out.

    Raises:
        RamiError: an argument has the wrong type.
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


@attrs.frozen
class PolicyBot(Value):
    """A bot that plays by a learned policy, for matches, tournaments and statistics.

    If the view has a memory, the policy gets the same observations as in the environments. `Match.view` returns views
    with a memory, and `play_match`, `simulate` and `tally` pass such views to the bot.

    Parameters:
        policy: the function that chooses the next action number of a move.

    >>> from rami import simulate, variants
    >>> from rami.bots import RandomBot
    >>> first = PolicyBot(lambda observation, mask: mask.index(1))
    >>> len(simulate(variants.GIN, 2, seed=1, bots=[first, RandomBot(1)]).rounds)
    2
    """

    policy: Policy

    def choose(self, view: PlayerView) -> Move:
        """Let the policy choose the action numbers of a move one by one, and return the move.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn, or the policy returns an action that the mask does not allow.
        """
        check_turn(view)
        # A bot may have to play any game, so the layout depends on the view.
        layout = Layout(view.variant, len(view.hand_sizes))
        spelled: Draft | Move = Draft.of(view)
        while isinstance(spelled, Draft):
            spelled = spelled.then(self.policy(layout.observe(view, spelled), spelled.mask))
        return spelled
