"""How many rounds the search plays on in 0.1 s, and what the time goes into: `python -m benchmarks.playouts`.

It uses the rami of the Python that runs it, counts processor time, and writes `results/playouts.md` for a compiled
build.  `baselines.py` gives the search the budgets that were measured so once: in playouts, so that its results do not
depend on the machine.
"""

from __future__ import annotations

from time import process_time

import rami
from benchmarks.baselines import PLAYOUTS, RESULTS
from rami import Round, variants
from rami._kernel.cards.shuffle import derive
from rami.bots import GreedyBot
from rami.bots._weighing import turns_of
from rami.bots.searching import Trial, candidates

ROUNDS = 3
WORLDS = 5
EVERY = 9
"""The decisions of a round from one that is measured to the next."""


def measured(slug: str, players: int) -> tuple[float, float, float]:
    """The seconds of one playout, and the shares of the time for candidates and for worlds."""
    choosing = dealing = playing = 0.0
    played = 0
    for number in range(ROUNDS):
        at, moves = Round.deal(variants.get(slug), players=players, seed=derive(1, slug, number)), 0
        while not at.over:
            view = at.view(at.player)
            if moves % EVERY == EVERY // 2:
                start = process_time()
                found = candidates(view, 6)
                trial = Trial(view, number, turns_of(view.variant))
                paths = [trial.path(move) for move in found]
                choosing += process_time() - start
                for _ in range(WORLDS):
                    start = process_time()
                    world = trial.world()
                    dealt = process_time()
                    trial.values(paths, world)
                    dealing, playing = dealing + dealt - start, playing + process_time() - dealt
                    played += len(paths)
            at, moves = at.play(GreedyBot().choose(view)), moves + 1
    whole = choosing + dealing + playing
    return (dealing + playing) / played, choosing / whole, dealing / whole


def main() -> None:
    """Measure the games of the baselines."""
    lines = [
        "| game | playouts in 0.1 s | budget | choosing moves, % | dealing worlds, % | playing on, % |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for (slug, players), budget in PLAYOUTS.items():
        seconds, choosing, dealing = measured(slug, players)
        shares = f"{100 * choosing:.0f} | {100 * dealing:.0f} | {100 * (1 - choosing - dealing):.0f}"
        lines.append(f"| {slug}, {players} players | {0.1 / seconds:.0f} | {budget} | {shares} |")
    text = "\n".join([*lines, ""])
    print(text)
    if rami.__compiled__:
        (RESULTS / "playouts.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
