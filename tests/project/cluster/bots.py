"""A bot that kills its worker process in the middle of a round."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import attrs

from rami import PlayerView
from rami.bots import RandomBot
from rami.cards.moves import Move


@attrs.frozen
class Doomed:
    """A random player; each file in the folder kills the first worker that finds it.

    Parameters:
        folder: the folder with the files.
    """

    folder: str

    def choose(self, view: PlayerView) -> Move:
        """Return the move of the random player."""
        for path in Path(self.folder).iterdir():
            path.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return RandomBot(7).choose(view)
