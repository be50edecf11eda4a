"""Hands in which a contract is slow to find, to rule out, or to list: a seeded climb, the worst printed."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from rami import Card, Cards, variants
from rami.policies import Opening

VARIANT = variants.FRUSTRATION
WILDS = ["*"] * 4 + [f"2{suit}" for suit in "♣♦♥♠"] * 2
NATURALS = [f"{rank}{suit}" for rank in "A3456789TJQK" for suit in "♣♦♥♠"] * 2
SIZE = 14


def first(hand: Cards, contract: int) -> float:
    """Milliseconds until the first lay-down, or the answer that there is none."""
    start = time.perf_counter()
    next(VARIANT.openings(hand, contract=contract), None)
    return 1000 * (time.perf_counter() - start)


def listed(hand: Cards, contract: int) -> float:
    """How many lay-downs there are."""
    return sum(1 for _ in VARIANT.openings(hand, contract=contract))


def some_hand(choice: random.Random) -> Cards:
    """A hand with zero to nine wild cards, its naturals of one to four suits."""
    wilds = choice.randint(0, 9)
    suits = choice.sample("♣♦♥♠", choice.randint(1, 4))
    pool = [card for card in NATURALS if card[1] in suits]
    return Cards(map(Card, [*choice.sample(WILDS, wilds), *choice.sample(pool, SIZE - wilds)]))


def changed(hand: Cards, choice: random.Random) -> Cards:
    """The hand with one card exchanged for another of the pack."""
    pack = Cards(map(Card, WILDS + NATURALS)) - hand
    return hand.remove(choice.choice(list(hand))).add(choice.choice(list(pack)))


def climb(
    measure: Callable[[Cards, int], float], contract: int, choice: random.Random, seconds: float
) -> tuple[float, Cards]:
    """The worst hand found in that time, by changes that do not make it better."""
    until = time.perf_counter() + seconds
    worst = (0.0, Cards())
    while time.perf_counter() < until:
        hand = some_hand(choice)
        cost, stalled = measure(hand, contract), 0
        while stalled < 20 and time.perf_counter() < until:
            other = changed(hand, choice)
            found = measure(other, contract)
            stalled = 0 if found > cost else stalled + 1
            if found >= cost:
                hand, cost = other, found
        worst = max(worst, (cost, hand), key=lambda pair: pair[0])
    return worst


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each contract and question")
    parser.add_argument("--seed", type=int, default=1, help="where all chance comes from")
    asked = parser.parse_args()
    assert isinstance(VARIANT.opening, Opening)
    for number, contract in enumerate(VARIANT.opening.contracts or (), 1):
        choice = random.Random(f"{asked.seed} {number}")
        cost, hand = climb(first, number, choice, asked.seconds)
        kind = "found" if next(VARIANT.openings(hand, contract=number), None) else "ruled out"
        print(f"{number:2} {contract}: {kind} in {cost:.1f} ms: {hand}")
        count, hand = climb(listed, number, choice, asked.seconds)
        start = time.perf_counter()
        listed(hand, number)
        print(f"   {count:.0f} lay-downs in {time.perf_counter() - start:.2f} s: {hand}")


if __name__ == "__main__":
    main()
