"""What all environments share, and a stand-in that type checkers see for the untyped base classes of OpenSpiel."""

from __future__ import annotations

import sys
from operator import index
from typing import Any

from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer, one_of
from rami.ext.learning.episode import Episode
from rami.ext.learning.observations import Layout
from rami.ext.learning.rewards import Rewards
from rami.notation.houses import variant_named
from rami.policies.variant import Variant
from rami.rounds.round import Round


class Playing:
    """A mixin that gives an environment its rules and its current round."""

    episode: Episode
    steps: int

    def _prepare(
        self,
        variant: Variant | str,
        players: int | None,
        rewards: Rewards | None,
        max_steps: int | None,
        render_mode: str | None,
    ) -> None:
        """Check and store the arguments that every environment takes."""
        self.variant: Variant = variant_named(variant) if isinstance(variant, str) else variant
        # The deal replaces None by the usual number of players, and refuses a number that the game does not allow.
        self.players: int = Round.deal(self.variant, players).context.seats
        reject(RamiError, instance("rewards", rewards, Rewards, None))
        if max_steps is not None:
            reject(RamiError, integer("max_steps", max_steps, 1))
        reject(RamiError, one_of("render_mode", render_mode, ("ansi", "human", None)))
        self.reward_rules: Rewards = Rewards() if rewards is None else rewards
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.layout: Layout = Layout(self.variant, self.players)

    def _need_reset(self) -> None:
        # The class only declares the type of `episode`; `reset` sets the attribute.
        if "episode" not in vars(self):
            raise RamiError(Violation(Reason.NOT_RESET))

    def _cut_short(self) -> bool:
        """Return whether the round has reached `max_steps` without ending."""
        # Gymnasium and PettingZoo distinguish ended rounds from truncated ones. A round that ends with the last step
        # allowed has ended.
        return self.max_steps is not None and self.steps >= self.max_steps and not self.episode.over

    def _rendered(self, seat: int | None = None) -> str | None:
        """Return or print the position as a seat sees it, depending on the render mode; None if there is no mode."""
        if self.render_mode is None:
            return None
        self._need_reset()
        text = self.episode.render(seat)
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
            return None
        return text


def action_number(action: object) -> int:
    """Return an action, legal or not, as an integer; raise an error for a value that is not an integer."""
    try:
        # True is an int in Python and would otherwise be the action of taking the discard.
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]  # any value may be given; a TypeError rejects it
    except TypeError:
        pass
    raise RamiError(Violation(Reason.NOT_AN_INTEGER, None, {"field": "action", "got": type(action)}))


class Unchecked:
    """A base class for type checkers only; it lets them accept any attribute."""

    def __init__(self, *given: Any) -> None:
        """Accept any arguments."""

    def __getattr__(self, name: str) -> Any:
        """Raise an AttributeError for every name."""
        raise AttributeError(name)
