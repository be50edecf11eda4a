"""Gymnasium: every variant as an environment in which one learner plays against bots.

This module needs the extra `gymnasium`: ``pip install rami[gymnasium]``. Importing it registers an id for each game of
`rami.variants.available`, such as ``rami/Gin-v0``, ``rami/Classic51-v0`` or ``rami/ThreeThirteen-v0``. Gymnasium
imports this module automatically if the id names the module: ``gymnasium.make("rami.ext.gymnasium:rami/Gin-v0")``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeAlias

if find_spec("gymnasium") is None:
    raise ImportError("rami.ext.gymnasium needs gymnasium: pip install rami[gymnasium]")

import gymnasium
import numpy as np
from gymnasium import spaces

from rami import variants
from rami.bots import Bot
from rami.bots.bot import check_bots, is_bot
from rami.errors import RamiError, reject
from rami.errors.checks import integer
from rami.ext._environments import Playing, action_number
from rami.ext.learning.actions import SIZE
from rami.ext.learning.episode import Episode
from rami.ext.learning.rewards import Rewards
from rami.policies.variant import Variant

__all__ = ["RamiEnv"]

_OVER = bytes([1]) + bytes(SIZE - 1)
"""The mask of a finished round. It allows one action, because vector environments ask for one before they reset."""


Bits: TypeAlias = "np.ndarray[Any, np.dtype[np.int8]]"


class RamiEnv(Playing, gymnasium.Env[Bits, np.int64]):
    """One round of a variant for one learner; bots play the other seats.

    An observation consists of the bits of `rami.ext.learning.observations`. The info dict contains the mask of the
    legal actions under ``action_mask``; the method `action_masks` returns the same mask. The learner gets its reward at
    the end of the round. An illegal action costs a penalty and has no other effect. When the round is over, the mask
    allows only action 0, because vector environments ask for one more action, which they ignore, before they reset.

    Parameters:
        variant: the game to play: a variant, its slug, or the path of a house-rule file, which ends in ``.toml``.
        bots: the learner's opponents: one bot for all other seats, a sequence with a bot for each of them in turn
            order, or a function that makes a bot from a seed, once for each round and seat. None for opponents that
            choose legal moves at random, like `RandomBot`.
        players: the number of players; None for four, or the nearest number that the variant allows.
        seat: the seat of the learner; None for a random seat in each round.
        rewards: the rule that turns the score into rewards; None for `Rewards()`.
        max_steps: the number of the learner's actions after which the round is cut short; None for no limit.
        render_mode: "ansi" to make `render` return text, "human" to make it print the text, None to make it do nothing.

    Raises:
        InvalidSetup: the variant does not allow that number of players.
        RamiError: another argument is invalid.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012  # as in Env
    """The render modes and the frame rate, as Gymnasium expects them."""

    def __init__(
        self,
        variant: Variant | str = "gin",
        bots: Bot | Sequence[Bot] | Callable[[int], Bot] | None = None,
        players: int | None = None,
        seat: int | None = None,
        rewards: Rewards | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._prepare(variant, players, rewards, max_steps, render_mode)
        if seat is not None:
            reject(RamiError, integer("seat", seat, 0, self.players - 1))
        if bots is not None and (is_bot(bots) or not callable(bots)):
            check_bots(bots, self.players - 1)
        self.bots = bots
        self.fixed_seat = seat
        self.seat: int = seat or 0
        self.observation_space: spaces.Space[Bits] = spaces.Box(0, 1, (self.layout.size,), np.int8)
        # The space is the same for every game, so the outputs of a network mean the same from game to game.
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(SIZE)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Deal a round, and let the bots play until the learner's first turn.

        Parameters:
            seed: the seed for all deals from now on; None to continue with the random numbers of the previous seed.
            options: ignored, because the environment has no options.
        """
        super().reset(seed=seed)
        while True:
            # Draw a seat even if the learner has a fixed one, so that a seed gives the same deals in both cases.
            drawn, dealer = (int(number) for number in self.np_random.integers(self.players, size=2))
            # Numpy draws signed 64-bit integers, so 2**63 is the highest bound.
            deal, luck = (int(number) for number in self.np_random.integers(2**63, size=2))
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            self._seated = self._opponents(luck)
            self.steps: int = 0
            self.episode: Episode = Episode(self.variant, self.players, deal, dealer, self.reward_rules, luck)
            self._answer()
            # If the bots end the round before the learner's first turn, deal another.
            if not self.episode.over:
                return self._observed()

    def _opponents(self, luck: int) -> tuple[Bot, ...]:
        others = self.players - 1
        if self.bots is None:
            return ()
        if is_bot(self.bots) or not callable(self.bots):
            return check_bots(self.bots, others)
        # A different seed for each opponent keeps their random choices independent.
        make = self.bots
        return check_bots([make(luck + other) for other in range(others)], others)

    def _answer(self) -> None:
        """Let the bots play until it is the learner's turn."""
        episode = self.episode
        while not episode.over and episode.player != self.seat:
            if self._seated:
                # The first bot plays right after the learner, whatever the learner's seat.
                bot = self._seated[(episode.player - self.seat) % self.players - 1]
                episode.play(bot.choose(episode.view(episode.player)))
            else:
                episode.play_at_random()

    def _observed(self) -> tuple[Bits, dict[str, Any]]:
        observation = np.frombuffer(self.episode.observe(self.seat), np.int8)
        return observation, {"action_mask": self.action_masks()}

    def _need_reset(self) -> None:
        try:
            super()._need_reset()
        except RamiError as error:
            # Gymnasium's own wrappers raise this error too, so a program needs only one handler.
            raise gymnasium.error.ResetNeeded(str(error)) from None

    # MaskablePPO of sb3-contrib looks for this name.
    def action_masks(self) -> Bits:
        """Return an array with a 1 for each legal action; when the round is over, only for action 0."""
        self._need_reset()
        return np.frombuffer(_OVER if self.episode.over else self.episode.mask(self.seat), np.int8)

    def step(self, action: np.int64) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action, then let the bots play until the learner's next turn.

        Parameters:
            action: the number of an action.

        Raises:
            gymnasium.error.ResetNeeded: `reset` has not been called yet.
            RamiError: the action is not an integer.
        """
        self._need_reset()
        number = action_number(action)
        # An illegal action also counts as a step, so that a learner that keeps repeating it reaches `max_steps`.
        self.steps += 1
        reward = 0.0
        if not self.episode.act(number):
            reward = float(self.reward_rules.illegal)
        else:
            self._answer()
            if self.episode.over:
                reward = self.episode.returns()[self.seat]
        observation, info = self._observed()
        if self.render_mode == "human":
            self.render()
        return observation, reward, self.episode.over, self._cut_short(), info

    def render(self) -> Any:
        """Return or print the position as the learner sees it, or do nothing, depending on the render mode."""
        return self._rendered(self.seat)


for _slug in variants.available():
    _name = "".join(map(str.capitalize, _slug.split("-")))
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]  # one of its parameters is a dict of anything
        f"rami/{_name}-v0", "rami.ext.gymnasium:RamiEnv", kwargs={"variant": _slug}
    )
