"""The bots that the command line knows by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rami._cli.arguments import Parser
from rami.bots import Bot, GreedyBot, RandomBot, SearchBot
from rami.errors import RamiError, Reason, Violation

__all__ = ["BOTS", "add_bots", "bots_named"]

BOTS: Mapping[str, Callable[[int], Bot]] = {
    "greedy": lambda seed: GreedyBot(),
    "random": lambda seed: RandomBot(seed),
    "search": lambda seed: SearchBot(seed=seed),
}
"""Every bot, made from a seed."""


def add_bots(parser: Parser, default: str = "greedy") -> None:
    """The option that names the bots.

    Parameters:
        parser: where it is added.
        default: who plays by default, as the help says.
    """
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        choices=tuple(BOTS),
        help=f"who plays: {', '.join(BOTS)}; one for all seats, or one for each (default: {default})",
    )


def bots_named(names: Sequence[str] | None, seats: int, seed: int) -> tuple[Bot, ...]:
    """The bots by seat.

    Parameters:
        names: one name for all, or one for each seat; None for the usual bot.
        seats: how many there are.
        seed: what random bots begin with.

    Raises:
        RamiError: as many names as there are not seats.
    """
    chosen = list(names or ["greedy"])
    if len(chosen) == 1:
        chosen *= seats
    if len(chosen) != seats:
        shown = {"field": "--bots", "count": len(chosen), "expected": seats}
        raise RamiError(Violation(Reason.WRONG_COUNT, None, shown))
    return tuple(BOTS[name](seed) for name in chosen)
