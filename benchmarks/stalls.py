"""Play rounds of every variant, time the list of moves in each position, and print the slow positions."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from contextlib import suppress
from itertools import islice

from rami import Round, variants
from rami.bots import GreedyBot
from rami.bots.simulation import capped
from rami.notation import position_text

LISTED = 2_000
"""The maximum number of moves to read from a list."""
GREEDY = GreedyBot()


def main() -> None:
    """Run the command: play greedily in half of the seats and at random in the others, until Ctrl+C or the end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stalls", description=__doc__)
    parser.add_argument("variants", nargs="*", help="slugs of variants; all by default")
    parser.add_argument("--positions", type=int, default=1_000_000, help="the number of positions in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--limit", type=float, default=20, help="print positions that take at least this many milliseconds"
    )
    asked = parser.parse_args()
    slugs = asked.variants or list(variants.available())
    took: dict[str, list[float]] = {slug: [] for slug in slugs}
    slow: Counter[str] = Counter()
    choice = random.Random(asked.seed)
    with suppress(KeyboardInterrupt):
        while sum(map(len, took.values())) < asked.positions:
            # Continue with the game that has the fewest positions so far, so that long rounds do not crowd out short
            # ones.
            slug = min(slugs, key=lambda each: len(took[each]))
            variant = capped(variants.get(slug))
            state = Round.deal(
                variant, choice.randint(*variant.equipment.players), seed=choice.getrandbits(64)
            )
            # Greedy players reach crowded tables, and random players reach unusual hands.
            greedy = [choice.random() < 0.5 for _ in state.hands]
            while not state.over:
                # Measure processor time, because the clock would count other programs too.
                before = time.thread_time()
                moves = list(islice(state.legal_moves, LISTED))
                seconds = time.thread_time() - before
                took[slug].append(seconds)
                if 1000 * seconds >= asked.limit:
                    slow[slug] += 1
                    print(f"{1000 * seconds:.0f} ms: {position_text(state.setup)}", flush=True)
                player = state.player
                state = state.play(
                    GREEDY.choose(state.view(player)) if greedy[player] else choice.choice(moves)
                )
    for slug, seconds_each in took.items():
        ordered = sorted(seconds_each)
        worst = ", ".join(f"{1000 * each:.1f}" for each in ordered[:-4:-1])
        half = 1000 * ordered[len(ordered) // 2] if ordered else 0
        print(
            f"{slug:16} {len(ordered):8} positions, median {half:.2f} ms, worst {worst} ms, {slow[slug]} slow"
        )


if __name__ == "__main__":
    main()
