"""Counts of what can be played, told line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rami import variants
from rami.notation import move_text, parse_position
from rami.round import Round
from rami.testing.perft import divide, perft

__all__ = ["counts", "starting_position"]


def starting_position(text: str | None, slug: str, players: int | None, seed: int) -> Round:
    """The position that is written, or else a deal.

    Parameters:
        text: the position; None for a deal.
        slug: which variant is dealt.
        players: to how many; None for the fewest that the variant allows.
        seed: how the pack is shuffled.

    Raises:
        RamiError: this is no position, or there is no such deal.
    """
    if text is not None:
        return Round.from_setup(parse_position(text))
    return Round.deal(variants.get(slug), players=players, seed=seed)


def counts(start: Round, depth: int, *, turns: bool, divided: bool) -> Iterator[str]:
    """The lines that tell the counts: one for each first move, if wanted, and the whole.

    Parameters:
        start: the position.
        depth: how many moves or turns.
        turns: whether they are turns.
        divided: whether each first move is counted by itself.
    """
    moves, whole = (None, depth) if turns else (depth, None)
    if divided:
        for move, part in divide(start, moves, turns=whole).items():
            yield f"{move_text(move)}: {part}"
    yield f"total: {perft(start, moves, turns=whole)}"
