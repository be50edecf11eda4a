"""Many rounds side by side, for learners that want arrays.

This module needs numpy, which the extras of the environments install. One call to the kernel acts in all rounds, and a
second call observes all of them. The kernel returns observations as 64-bit words, with a row for each round, and numpy
unpacks the words into bits. So Python loops only over rounds that have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from struct import calcsize, pack
from typing import Any, TypeAlias

if find_spec("numpy") is None:
    raise ImportError("rami.ext.learning.batch needs numpy: pip install rami[gymnasium]")

import attrs
import numpy as np

from rami._kernel.cards.shuffle import Derived
from rami._kernel.learning.numbered import Numbered, act_in_each, observe_each
from rami._kernel.rounds.dealing import deal
from rami._kernel.rounds.state import OVER, State
from rami.bots.simulation import Deals, capped
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import count, instance, integer
from rami.ext.learning.actions import SIZE
from rami.ext.learning.observations import Layout, observer_of
from rami.ext.learning.rewards import Rewards
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.round import Round

__all__ = ["Batch", "Step"]

Bits: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

# On platforms where a C long has 64 bits, packing with "l" takes half as long as with "q".
_WORD = "l" if calcsize("l") == 8 else "q"


@attrs.frozen(eq=False)
class Step:
    """The result of one step of a batch, with a row for each round.

    Parameters:
        observations: the bits of `rami.ext.learning.observations` for the player to act in each round.
        masks: a 1 for each legal action.
        rewards: the rewards for the last action, by row and seat.
        over: a 1 for each row whose round ended with the last action; the observation, the mask and the player of that
            row already belong to its next round.
        players: the seat to act in each round.
    """

    observations: Bits
    masks: Bits
    rewards: Floats
    over: Bits
    players: Numbers


class Batch:
    """Rounds of one variant, played side by side; in each step, one player acts in every round.

    Each row plays round after round. Seat 0 deals the first round from the seed of the row; then the deal passes from
    seat to seat, and each later round has a seed derived from the seed of the row. `seed_of` and `dealer_of` return the
    arguments for an `Episode` that plays the current round of a row.

    Parameters:
        variant: the rules.
        rounds: the number of rounds to play side by side.
        players: the number of players; None for four, or the nearest number that the variant allows.
        rewards: the rule that turns the score into rewards; None for `Rewards()`.

    Attributes:
        layout: the order and size of the parts of an observation.
        seats: the number of seats.

    Raises:
        InvalidSetup: the variant does not allow that number of players.
        RamiError: another argument is invalid.

    >>> from rami import variants
    >>> batch = Batch(variants.GIN, rounds=8)
    >>> step = batch.reset(seed=1)
    >>> step.observations.shape, step.masks.shape, step.rewards.shape
    ((8, 867), (8, 567), (8, 2))
    >>> bool(batch.step(step.masks.argmax(1)).over.any())
    False
    """

    def __init__(
        self, variant: Variant, rounds: int, players: int | None = None, rewards: Rewards | None = None
    ) -> None:
        reject(RamiError, instance("variant", variant, Variant))
        reject(RamiError, integer("rounds", rounds, 1, 2**31))
        reject(RamiError, instance("rewards", rewards, Rewards, None))
        self.variant = variant
        self.rounds = rounds
        self.reward_rules: Rewards = Rewards() if rewards is None else rewards
        # Beginners seldom go out, so without a cap on turns a row might never finish its first round.
        variant = capped(variant)
        self.seats: int = Round.deal(variant, players, 0).context.seats
        self.layout: Layout = Layout(self.variant, self.seats)
        self._observer = observer_of(self.variant, self.seats)
        self._deals = Deals.of(variant, self.seats)
        self._pack = pack_of(self._deals.rules.variant)
        self._started: list[int] = []
        self._seeds: list[int] = []
        self._playing: list[Numbered] = []

    def seed_of(self, row: int) -> int:
        """Return the seed of the current round of a row.

        Parameters:
            row: the number of the row.
        """
        number = self._started[row]
        # The first round of a row uses the seed of the row itself, like an `Episode` with this seed.
        return Derived(self._seeds[row], "row").seed(number) if number else self._seeds[row]

    def dealer_of(self, row: int) -> int:
        """Return the dealer of the current round of a row.

        Parameters:
            row: the number of the row.
        """
        return self._started[row] % self.seats

    def reset(self, seed: int | Sequence[int]) -> Step:
        """Deal a round in every row.

        Parameters:
            seed: a number from 0 to 2**256 - 1, from which the seeds of the rows are derived, or a sequence with a seed
                for each row.

        Raises:
            RamiError: a seed is out of range, or the number of seeds differs from the number of rows.
        """
        if isinstance(seed, int):
            reject(RamiError, integer("seed", seed, 0, 2**256 - 1))
            rows = Derived(seed, "batch")
            seeds = [rows.seed(row) for row in range(self.rounds)]
        else:
            seeds = list(seed)
            reject(RamiError, count("seed", len(seeds), self.rounds))
            for value in seeds:
                reject(RamiError, integer("seed", value, 0, 2**256 - 1))
        self._seeds = seeds
        self._started = [0] * self.rounds
        self._playing = [self._dealt(row) for row in range(self.rounds)]
        return self._step([], [], {})

    def _dealt(self, row: int) -> Numbered:
        """Deal the next round of a row, skipping rounds that end with the deal."""
        while True:
            layout = self._deals.layouts[self.dealer_of(row)]
            state = deal(self._deals.rules.game, layout, self.seed_of(row))
            # A round that ends with the deal has no legal actions, but the learner must choose one in each row.
            if state.phase != OVER:
                return Numbered(self._deals.rules_of(state).game, state, self._pack)
            self._started[row] += 1

    def step(self, actions: Any) -> Step:
        """Carry out one action in each round, for the player to act.

        An illegal action gives its player the reward `Rewards.illegal` and has no other effect.

        Parameters:
            actions: an action number for each row, as a sequence or an array.

        Raises:
            RamiError: `reset` has not been called yet, or the number of actions differs from the number of rows.
        """
        if not self._playing:
            raise RamiError(Violation(Reason.NOT_RESET))
        numbers = np.asarray(actions).tolist()
        reject(RamiError, count("actions", len(numbers), self.rounds))
        wrong, done = act_in_each(self._playing, numbers)
        rewards: dict[int, tuple[float, ...]] = {}
        for row in done:
            rewards[row] = self._rewards_of(self.dealer_of(row), self._playing[row].state)
            self._started[row] += 1
            self._playing[row] = self._dealt(row)
        return self._step(wrong, done, rewards)

    def _rewards_of(self, dealer: int, end: State) -> tuple[float, ...]:
        """Return the rewards of a finished round."""
        deals, ending = self._deals, end.outcome
        assert ending is not None  # the round is over
        # D-130: a void round scores nothing, so make a `Round`, which is slow, only if the scoring policy may decide
        # otherwise.
        if ending.void and not deals.counts_void:
            return (0.0,) * self.seats
        # The kernel can score a knock; for any other ending the policies of a `Round` must count the points.
        points = deals.knock_points(dealer, end)
        if points is None:
            return self.reward_rules.of(deals.round(dealer, end))
        return self.reward_rules.shared(deals.contexts[dealer].playing, points, ending.winner)

    def _step(self, wrong: list[int], done: list[int], paid: dict[int, tuple[float, ...]]) -> Step:
        size = self.rounds
        words, legal, players = observe_each(self._playing, self._observer)
        # The words must be little-endian on every machine, because the bits of a word are counted from its lowest byte.
        numbers = np.frombuffer(pack(f"{len(words)}{_WORD}", *words), np.int64).astype("<i8", copy=False)
        bits = np.unpackbits(numbers.view(np.uint8).reshape(size, -1), axis=1, bitorder="little")
        # A field may use only the first bits of its last word, so cut each word to its width.
        observations = np.empty((size, self.layout.size), np.uint8)
        at = 0
        for word, width in enumerate(self._observer.widths):
            observations[:, at : at + width] = bits[:, 64 * word : 64 * word + width]
            at += width
        packed = np.frombuffer(legal, np.uint8).reshape(size, -1)
        masks = np.unpackbits(packed, axis=1, count=SIZE, bitorder="little")
        rewards = np.zeros((size, self.seats))
        over = np.zeros(size, np.uint8)
        acting = np.array(players)
        for row, values in paid.items():
            rewards[row] = values
        # An illegal action cannot end a round, so this overwrites no reward for a finished round.
        if wrong:
            rewards[wrong, acting[wrong]] = self.reward_rules.illegal
        over[done] = 1
        return Step(observations, masks, rewards, over, acting)
