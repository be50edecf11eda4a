"""What environments share: checks of their arguments, and what type checkers see of libraries that are not there."""

from __future__ import annotations

from operator import index
from typing import Any

from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer, one_of
from rami.ext.learning.rewards import Rewards


def action_number(action: object) -> int:
    """The number of an action; one that is no integer is refused, whether it is legal or not."""
    try:
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]  # any value may be given; a TypeError rejects it
    except TypeError:
        pass
    raise RamiError(Violation(Reason.NOT_AN_INTEGER, None, {"field": "action", "got": type(action)}))


def check_environment(rewards: object, max_steps: object, render_mode: object) -> None:
    """Refuse what no environment can be made with."""
    reject(RamiError, instance("rewards", rewards, Rewards, None))
    if max_steps is not None:
        reject(RamiError, integer("max_steps", max_steps, 1))
    reject(RamiError, one_of("render_mode", render_mode, ("ansi", "human", None)))


class Unchecked:
    """An unknown class: it may have any attribute."""

    def __init__(self, *given: Any) -> None:
        """Take anything."""

    def __getattr__(self, name: str) -> Any:
        """Anything."""
        raise AttributeError(name)
