"""One round as learning environments want it: actions by number, observations, rewards."""

from __future__ import annotations

import attrs

from rami.events import Event
from rami.ext.learning.actions import SIZE, Draft, name
from rami.ext.learning.observations import Layout
from rami.ext.learning.rewards import Rewards
from rami.memory import Memory
from rami.moves import Move
from rami.policies.variant import Variant
from rami.round import Round, dealt
from rami.simulation import capped
from rami.views import PlayerView

__all__ = ["Episode", "shown"]

_NOTHING = bytes(SIZE)


class Episode:
    """A round that is played by actions; what the environments share.

    Parameters:
        variant: the rules.
        players: how many play; by default four, or the nearest number that the variant allows.
        seed: 0 to 2**256 - 1, for the deal; None for 256 random bits of the system.
        dealer: the seat that deals.
        rewards: how rewards are made of the score.

    Attributes:
        variant: as given.
        position: the round, with every hidden card: not for learners.
        layout: where which feature of an observation lies.
        draft: what the player to act has spelled of a move; None when the round is over.

    Raises:
        InvalidSetup: as `Round.deal`.

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
    ) -> None:
        self.variant = variant
        self.rewards: Rewards = Rewards() if rewards is None else rewards
        self.position: Round = Round.deal(capped(variant), players, seed, dealer)
        self.seats: int = self.position.context.seats
        self.layout: Layout = Layout.of(variant, self.seats)
        self._events: list[Event] = [*dealt(self.position)]
        self._memories: dict[int, tuple[int, Memory]] = {}
        self._views: dict[int, PlayerView] = {}
        self.draft: Draft | None = self._draft()

    @property
    def player(self) -> int:
        """The seat to act; when the round is over, the one that acted last."""
        return self.position.player

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.position.over

    def view(self, seat: int) -> PlayerView:
        """What a player knows, with what that player remembers.

        Parameters:
            seat: who looks.
        """
        return attrs.evolve(self._seen(seat), memory=self._memory(seat))

    def _seen(self, seat: int) -> PlayerView:
        """The view of a player, without what is remembered."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.position.view(seat)
        return view

    def _memory(self, seat: int) -> Memory:
        """What a player remembers, brought up to date with what has happened since the last time."""
        told, memory = self._memories.get(seat, (0, None))
        if memory is None:
            memory = Memory.of(self.position.variant, seat, self._events)
        elif told < len(self._events):
            memory = memory.after(self._events[told:])
        self._memories[seat] = len(self._events), memory
        return memory

    def _draft(self) -> Draft | None:
        return None if self.over else Draft.of(self._seen(self.player))

    def mask(self, seat: int) -> bytes:
        """A byte for each action: 1 if it is legal for that player now; all 0 for who is not to act.

        Parameters:
            seat: the player.
        """
        return self.draft.mask if self.draft is not None and seat == self.player else _NOTHING

    def observe(self, seat: int) -> bytes:
        """The observation of a player; the draft is part of that of the player to act alone.

        Parameters:
            seat: the player.
        """
        draft = self.draft if seat == self.player else None
        return self.layout.observe(self._seen(seat), draft, self._memory(seat))

    def act(self, action: int) -> bool:
        """Let the player to act take an action; False if it is illegal, and nothing has changed then.

        Parameters:
            action: the number of an action, whatever it is.
        """
        draft = self.draft
        if draft is None or not draft.allows(action):
            return False
        after = draft.then(action)
        if isinstance(after, Draft):
            self.draft = after
        else:
            self.play(after)
        return True

    def play(self, move: Move) -> None:
        """Let the player to act play a whole move, as bots do; what was spelled before is forgotten.

        Parameters:
            move: a legal move.

        Raises:
            IllegalMove: if the rules do not allow it.
        """
        self.position, events = self.position.step(move)
        self._events += events
        self._views.clear()
        self.draft = self._draft()

    def returns(self) -> tuple[float, ...]:
        """The rewards of the round by seat, zeros while it goes on."""
        return self.rewards.of(self.position)

    def render(self, seat: int | None = None) -> str:
        """The position as a player, or a spectator, sees it, in a few lines.

        Parameters:
            seat: who looks.
        """
        return shown(self.position.view(seat), self.draft if seat in (None, self.player) else None)


def shown(view: PlayerView, draft: Draft | None = None) -> str:
    """A view in a few lines.

    Parameters:
        view: what somebody knows.
        draft: what the player to act has spelled, if that is to be told.
    """
    doing = "over" if view.over else f"player {view.player} to {view.phase}"
    lines = [f"{view.variant.name}, turn {view.turn}: {doing}"]
    lines += [f"player {owner}: {hand}" for owner, hand in enumerate(view.hands)]
    lines += [f"meld {place} of player {item.owner}: {item}" for place, item in enumerate(view.table)]
    top = view.discards[-1] if view.discards else "-"
    lines.append(f"discard {top} of {len(view.discards)}, stock {view.stock_size}")
    if draft is not None and draft.taken:
        lines.append(f"spelled: {', '.join(map(name, draft.taken))}")
    return "\n".join(lines)
