"""Random rounds of Classic Rami 51 through the public interface: rounds and moves per second."""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from pathlib import Path

from rami import Round, variants

RESULTS = Path(__file__).parent / "results" / "baseline.json"
TURN_CAP = 400


def play_round(seed: int, players: int) -> int:
    """Play one round, each move chosen evenly among the listed ones, and return how many moves it took."""
    variant = variants.CLASSIC_51.with_(match={"turn_cap": TURN_CAP})
    choice = random.Random(seed)
    position = Round.deal(variant, players=players, seed=seed, dealer=seed % players)
    moves = 0
    while not position.over:
        position = position.play(choice.choice(list(position.legal_moves)))
        moves += 1
    position.score()
    return moves


def measure(rounds: int, repeat: int, players: int) -> dict[str, float]:
    """Medians over repetitions that all play the same rounds."""
    seconds: list[float] = []
    moves = 0
    for _ in range(repeat):
        start = time.perf_counter()
        moves = sum(play_round(seed, players) for seed in range(rounds))
        seconds.append(time.perf_counter() - start)
    median = statistics.median(seconds)
    return {
        "rounds": rounds,
        "moves": moves,
        "seconds": round(median, 3),
        "rounds_per_second": round(rounds / median, 2),
        "moves_per_second": round(moves / median, 1),
    }


def main() -> None:
    """Measure, print and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="rounds in a repetition")
    parser.add_argument("--repeat", type=int, default=3, help="repetitions; the median counts")
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    found = measure(asked.rounds, asked.repeat, asked.players)
    print(f"{found['rounds_per_second']} rounds/s, {found['moves_per_second']} moves/s")
    result = {
        "benchmark": f"random classic-51 rounds, {asked.players} players, public interface",
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        **found,
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
