"""The common parts of environments for learning agents; they need no other library.

- `rami.ext.learning.actions`: moves as numbers.
- `rami.ext.learning.observations`: the observation of a player, in bits.
- `rami.ext.learning.rewards`: the reward of a round.
- `rami.ext.learning.episode`: a round played by numbers.
- `rami.ext.learning.policy`: a learned policy as a bot.
- `rami.ext.learning.batch`: many rounds at once, in arrays; this one needs numpy.

`rami.ext.pettingzoo`, `rami.ext.gymnasium` and `rami.ext.openspiel` are built from these modules.

>>> from rami import variants
>>> from rami.ext.learning import Episode
>>> episode = Episode(variants.GIN, seed=1)
>>> while not episode.over:
...     assert episode.draft is not None
...     _ = episode.act(episode.draft.actions[0])
>>> sum(episode.returns()) == 0
True
"""

from __future__ import annotations

from rami.ext.learning.actions import Draft, decode, encode, name
from rami.ext.learning.episode import Episode
from rami.ext.learning.observations import Layout
from rami.ext.learning.policy import PolicyBot
from rami.ext.learning.rewards import Rewards

__all__ = ["Draft", "Episode", "Layout", "PolicyBot", "Rewards", "decode", "encode", "name"]
