"""Rounds and matches that a bot plays for all seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from rami import Match, Round
from rami.bots import Bot, GreedyBot
from rami.cards.moves import Move

T = TypeVar("T")
GREEDY = GreedyBot()


def rounds(position: Round, bot: Bot = GREEDY) -> Iterator[Round]:
    """Yield the positions of a round from this position to the end."""
    yield position
    while not position.over:
        position = position.play(bot.choose(position.view(position.player)))
        yield position


def played(position: Round, bot: Bot = GREEDY) -> tuple[Round, list[Move]]:
    """Return the end of a round, and the moves that lead to it."""
    moves: list[Move] = []
    while not position.over:
        moves.append(bot.choose(position.view(position.player)))
        position = position.play(moves[-1])
    return position, moves


def matches(match: Match, bot: Bot = GREEDY) -> Iterator[Match]:
    """Yield a match after each move and each deal, from this point to its end."""
    yield match
    while not match.over:
        at = match.round
        match = match.next_round() if at.over else match.play(bot.choose(match.view(at.player)))
        yield match


def end_of(steps: Iterable[T], most: int | None = None) -> T:
    """Return the last item, or the item after `most` steps."""
    *_, end = islice(steps, None if most is None else most + 1)
    return end


def viewers(match: Match) -> tuple[int | None, ...]:
    """Return a spectator and all seats."""
    return (None, *range(match.players))


def round_played(match: Match, bot: Bot = GREEDY) -> Match:
    """Return the match at the end of its current round."""
    return next(each for each in matches(match, bot) if each.round.over)
