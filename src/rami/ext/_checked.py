"""What environments are given, checked at the door."""

from __future__ import annotations

from operator import index

from rami.errors import RamiError, Reason, Violation
from rami.ext.learning.actions import SIZE
from rami.ext.learning.rewards import Rewards

__all__ = ["action_number", "check_environment", "wrong_type"]


def wrong_type(what: str, expected: str, got: object) -> RamiError:
    """The error for a value of a parameter."""
    shown = {"what": what, "expected": expected, "got": repr(got)[:80]}
    return RamiError(Violation(Reason.WRONG_TYPE, None, shown))


def action_number(action: object) -> int:
    """The number of an action; one that is no integer is refused, whether it is legal or not."""
    try:
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]  # anything may be given; TypeError tells
    except TypeError:
        pass
    raise wrong_type("action", f"an integer from 0 to {SIZE - 1}", action)


def check_environment(rewards: object, max_steps: object, render_mode: object) -> None:
    """Refuse what no environment can be made with."""
    if rewards is not None and not isinstance(rewards, Rewards):
        raise wrong_type("rewards", "Rewards or None", rewards)
    if max_steps is not None and (type(max_steps) is not int or max_steps < 1):
        raise wrong_type("max_steps", "an integer, 1 or more, or None", max_steps)
    if render_mode is not None and render_mode not in ("ansi", "human"):
        raise wrong_type("render_mode", "'ansi', 'human' or None", render_mode)
