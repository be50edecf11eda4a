"""What all environments for learning agents share; only one of these modules needs another library.

- `rami.ext.learning.actions`: moves as numbers.
- `rami.ext.learning.observations`: what a player sees, as bits.
- `rami.ext.learning.rewards`: the rewards for a round.
- `rami.ext.learning.episode`: a round in which each step is an action number, and a learned policy as a bot.
- `rami.ext.learning.batch`: many rounds side by side, as arrays; this module needs numpy.

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
from rami.ext.learning.episode import Episode, PolicyBot
from rami.ext.learning.observations import Layout
from rami.ext.learning.rewards import Rewards

__all__ = ["Draft", "Episode", "Layout", "PolicyBot", "Rewards", "decode", "encode", "name"]
