"""The number of playouts that the search bot makes in 0.1 s: `python -m benchmarks.playouts`.

The program measures processor time, with the rami installed for the Python that runs it, and shows which parts of the
search take the time. With a compiled build, it writes `results/playouts.md`. The budgets in `baselines.py` come from
such a measurement. They are numbers of playouts, not times, so that results do not depend on the machine.
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
"""One in this many decisions is measured."""


def measured(slug: str, players: int) -> tuple[float, float, float]:
    """Return the seconds for a playout, and the shares of the time for choosing moves and for dealing hidden cards."""
    choosing = dealing = playing = 0.0
    played = 0
    for number in range(ROUNDS):
        at, moves = Round.deal(variants.get(slug), players=players, seed=derive(1, slug, number)), 0
        while not at.over:
            view = at.view(at.player)
            # Measure every ninth decision, so that early and late positions both count.
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
    """Run the command: measure the games of `baselines.py`, and print a table."""
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
    # The budgets are meant for the compiled kernel, so store only its times.
    if rami.__compiled__:
        (RESULTS / "playouts.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
