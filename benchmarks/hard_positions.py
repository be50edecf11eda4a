"""Positions in which "may the discard be taken?" is slow to answer: a seeded search, the slowest printed."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

from rami import Card, Cards, Group, Round, Run, Setup, TakeDiscard, variants

VARIANT = variants.CLASSIC_51
SEATS = 4
# melds on the table, cards in hand, whether runs are preferred to groups
SHAPES = ((6, 8, False), (12, 5, False), (10, 10, False), (12, 13, True), (14, 6, True))


def every_meld() -> list[Group | Run]:
    """Melds of three to seven cards, with and without a joker."""
    melds: list[Group | Run] = []
    for suit in "♣♦♥♠":
        line = [f"{rank}{suit}" for rank in "A23456789TJQKA"]
        for low in range(12):
            for size in range(3, min(7, 14 - low) + 1):
                cards = line[low : low + size]
                melds.append(VARIANT.meld(cards))
                melds.extend(VARIANT.meld([*cards[:at], "*", *cards[at + 1 :]]) for at in range(size))
    for rank in "A23456789TJQK":
        four = [f"{rank}{suit}" for suit in "♣♦♥♠"]
        for left in range(4):
            melds.append(VARIANT.meld(four[:left] + four[left + 1 :]))
            melds.append(VARIANT.meld([*four[:left], *four[left + 1 :], "*"]))
        melds.append(VARIANT.meld(four))
    return melds


def position(seed: int, shape: tuple[int, int, bool], melds: Sequence[Group | Run]) -> Setup:
    """A late position: an opened player to draw, a full table, some jokers in hand."""
    count, held, prefer_runs = shape
    choice = random.Random(f"{seed} {shape}")
    pack = Cards.from_ids([*range(52)] * 2 + [52] * 4)
    table: list[tuple[int, Group | Run]] = []
    while len(table) < count:
        meld = choice.choice(melds)
        if (prefer_runs and len(meld) < 4 and choice.random() < 0.8) or not Cards(meld) <= pack:
            continue
        pack = pack - Cards(meld)
        table.append((choice.randrange(SEATS) if table else 0, meld))
    rest: list[Card] = list(pack)
    choice.shuffle(rest)
    hands = [rest[:held], *([card] for card in rest[held : held + SEATS - 1])]
    return Setup(variant=VARIANT, hands=hands, table=table, discards=[rest[held + SEATS - 1]])


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="positions of each shape")
    parser.add_argument("--show", type=int, default=5, help="how many of the slowest to print")
    asked = parser.parse_args()
    melds = every_meld()
    found: list[tuple[float, bool, Setup]] = []
    for seed in range(asked.positions):
        for shape in SHAPES:
            setup = position(seed, shape, melds)
            # a fresh round for each question: its answers are remembered
            moves = Round.from_setup(setup).legal_moves
            start = time.perf_counter()
            legal = TakeDiscard() in moves
            found.append((time.perf_counter() - start, legal, setup))
    found.sort(key=lambda item: -item[0])
    times = [seconds for seconds, _, _ in found]
    print(f"{len(found)} positions, mean {1000 * sum(times) / len(times):.2f} ms")
    for share in (0.5, 0.9, 0.99, 0.999):
        print(f"{share:.1%} of them within {1000 * times[int(len(times) * (1 - share))]:.2f} ms")
    for seconds, legal, setup in found[: asked.show]:
        melds_text = ", ".join(f"{item.owner}: {item.meld}" for item in setup.table)
        print(f"{1000 * seconds:.1f} ms, {'legal' if legal else 'not legal'}: hand {setup.hands[0]}")
        print(f"    top discard {setup.discards[-1]}, table {melds_text}")


if __name__ == "__main__":
    main()
