"""Learn the weights of the expert, and what it does with cards, by playing gin: `python -m benchmarks.learn`.

One weight after another is tried lower and higher; what wins more matches to 100 points, from both seats of each deal,
against the greedy bot and the player before, is kept.  What hands are likely after some play is learnt from positions:
there the values are kept that tell the true hand best from random ones.  It prints what belongs into
`src/rami/bots/_learnt.py`, and depends on its numbers only.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from math import exp, log
from random import Random
from typing import Any

import attrs

from rami import Match, Move, PlayerView, play_match, variants
from rami._kernel.cards.shuffle import derive
from rami._kernel.rounds.weighed import LikelyHands, Manner, Weighing, Weights
from rami.bots import Bot, ExpertBot, GreedyBot
from rami.bots._learnt import MANNER, WEIGHTS, weighing_of
from rami.bots._weighing import mask_of, weighed_move
from rami.policies._compiled import game_of

GIN = variants.GIN
WHOLE = ("hopes", "modest")
NAMES = ("chances", "late", "danger", "known", "refused", "patience", "perfect", *WHOLE)
HABITS = ("refused", "thrown", "deadwood")
STEPS = (0.7, 1.4)
RANDOM_HANDS = 40

Values = tuple[tuple[str, float], ...]


@cache
def weighing(values: Values) -> Weighing:
    """The judgement by these weights."""
    given: dict[str, Any] = {name: int(value) if name in WHOLE else value for name, value in values}
    return Weighing(game_of(GIN), Weights(**given), True)


@attrs.frozen
class Learner:
    """The expert with other weights; without `ahead` as in the rounds that a search plays on."""

    values: Values
    ahead: bool = True

    def choose(self, view: PlayerView) -> Move:
        """One of the legal moves of the viewer."""
        return weighed_move(view, weighing(self.values), self.ahead) or GreedyBot().choose(view)


def won(one: Bot, other: Bot, seed: int, deal: int) -> float:
    """The share of the two matches of a deal that a player wins."""
    found = 0.0
    for seat in range(2):
        match = play_match(GIN, [one, other] if seat == 0 else [other, one], seed=derive(seed, "learn", deal))
        found += 0.5 * (match.winners == (seat,))
    return found


def climbed(
    values: dict[str, float], names: tuple[str, ...], score: Callable[[Values], float]
) -> dict[str, float]:
    """The values after each has been tried lower and higher."""
    best = score(tuple(values.items()))
    print(f"{best:.4f} at first")
    for name in names:
        for step in STEPS:
            tried = values[name] * step
            if name in WHOLE:
                tried = values[name] + (1 if step > 1 else -1)
            found = score(tuple({**values, name: tried}.items()))
            print(f"{found:.4f} with {name} = {tried:.4g}", flush=True)
            if found > best:
                best, values = found, {**values, name: tried}
                break
    return values


def positions(rounds: int, seed: int) -> list[tuple[int, list[int], int, int, int]]:
    """Positions of matches of experts: the mask of the other hand, and what `LikelyHands` is told of it."""
    found: list[tuple[int, list[int], int, int, int]] = []
    match = Match.start(GIN, players=2, seed=seed)
    while len(match.scores) < rounds and not match.over:
        match = match.next_round() if match.round.over else match
        view = match.view(match.player)
        memory, other = view.memory, 1 - match.player
        assert memory is not None
        pile = mask_of(card.id for card in view.discards)
        seen = mask_of(view.hand.ids) | pile
        hand = mask_of(match.round.hands[other].ids)
        held = mask_of(memory.holds[other].ids)
        hidden = [card for card in range(52) if not (seen | held) >> card & 1]
        refused, thrown = (mask_of(memory.thrown[seat].ids) & pile for seat in (match.player, other))
        found.append((hand, hidden, held, refused, thrown))
        match = match.play(ExpertBot().choose(view))
    return found


def told(values: Values, known: list[tuple[int, list[int], int, int, int]]) -> float:
    """How much more likely the true hands are made than random ones, as the mean logarithm of a factor."""
    manner, chance, total = Manner(**dict(values)), Random(1), 0.0
    for hand, hidden, held, refused, thrown in known:
        likely = LikelyHands(weighing_of(GIN), manner, held, hidden, 0, refused, thrown).likely
        size = (hand & ~held).bit_count()
        others = [likely(held | mask_of(chance.sample(hidden, size))) for _ in range(RANDOM_HANDS)]
        mine = likely(hand)
        total += log((RANDOM_HANDS + 1) / (1 + sum(exp(each - mine) for each in others)))
    return total / len(known)


def listed(value: object, names: tuple[str, ...]) -> dict[str, float]:
    """The fields of weights."""
    return {name: float(getattr(value, name)) for name in names}


def main() -> None:
    """Learn, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=60, help="rounds of experts to learn from what they do")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=2022)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    values = listed(WEIGHTS, (*NAMES, "quick", "turns"))
    with ProcessPoolExecutor(options.processes) as executor:
        for _ in range(options.repeats):
            before = tuple(values.items())
            for names, ahead in ((NAMES, True), (("quick",), False)):
                rivals = (GreedyBot(), Learner(before, ahead))

                def score(tried: Values, rivals: tuple[Bot, ...] = rivals, ahead: bool = ahead) -> float:
                    mine, deals = Learner(tried, ahead), range(options.deals)
                    found = [
                        share
                        for rival in rivals
                        for share in executor.map(
                            won, repeat(mine), repeat(rival), repeat(options.seed), deals
                        )
                    ]
                    return sum(found) / len(found)

                values = climbed(values, names, score)
    known = positions(options.rounds, options.seed)
    manner = listed(MANNER, HABITS)
    for _ in range(options.repeats):
        manner = climbed(manner, HABITS, lambda tried: told(tried, known))
    for title, found in (("WEIGHTS", values), ("MANNER", manner)):
        print(
            title, {name: int(value) if name in WHOLE else round(value, 3) for name, value in found.items()}
        )


if __name__ == "__main__":
    main()
