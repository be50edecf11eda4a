"""How strong the bots are: each pair plays the same deals twice, with seats swapped.

``python benchmarks/strength.py gin --deals 100`` prints a table in Markdown.  The results depend on the numbers given
and on nothing else.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from itertools import combinations

from rami import Round, Variant, variants
from rami.bots import Bot, GreedyBot, RandomBot, SearchBot

TURN_CAP = 300


def played(variant: Variant, bots: Sequence[Bot], seed: int, dealer: int) -> tuple[float, float]:
    """(what the first bot wins more than the other, in points; 1 if it wins, 1/2 if nobody does)."""
    place = Round.deal(variant, 2, seed=seed, dealer=dealer)
    while not place.over:
        place = place.play(bots[place.player].choose(place.view(place.player)))
    score = place.score()
    margin = float(score.points(0) - score.points(1)) * (1 if score.credit else -1)
    winner = score.winner if score.winner is not None else place.completed[0] if place.completed else None
    return margin, 0.5 if winner is None else float(winner == 0)


def duel(variant: Variant, one: Bot, other: Bot, deals: int, seed: int) -> tuple[list[float], list[float]]:
    """The margins and the wins of the first bot, by deal: the mean over both seats."""
    margins: list[float] = []
    wins: list[float] = []
    for number in range(deals):
        dealt, dealer = seed + number, number % 2
        first = played(variant, (one, other), dealt, dealer)
        second = played(variant, (other, one), dealt, dealer)
        margins.append((first[0] - second[0]) / 2)
        wins.append((first[1] + 1 - second[1]) / 2)
    return margins, wins


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its interval of 95 %."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
    return mean, 1.96 * spread / math.sqrt(len(values))


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+", choices=variants.available())
    parser.add_argument("--deals", type=int, default=50, help="deals of each pair, each played twice")
    parser.add_argument("--iterations", type=int, default=SearchBot().iterations)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", nargs="+", default=["search", "greedy", "random"])
    options = parser.parse_args()
    bots: dict[str, Bot] = {
        "random": RandomBot(options.seed),
        "greedy": GreedyBot(),
        "search": SearchBot(options.iterations),
    }
    print("| variant | bot | against | deals | rounds won | points more a round | s a round |")
    print("|---|---|---|---:|---:|---:|---:|")
    for slug in options.variants:
        variant = variants.get(slug).with_(match={"turn_cap": TURN_CAP})
        for one, other in combinations(options.bots, 2):
            start = time.perf_counter()
            margins, wins = duel(variant, bots[one], bots[other], options.deals, options.seed)
            taken = (time.perf_counter() - start) / (2 * options.deals)
            won, points = interval(wins), interval(margins)
            print(
                f"| {slug} | {one} | {other} | {options.deals} "
                f"| {100 * won[0]:.1f} % ± {100 * won[1]:.1f} | {points[0]:+.1f} ± {points[1]:.1f} | {taken:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
