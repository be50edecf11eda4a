"""Learn the weights of the expert bot: `python -m benchmarks.learn`.

For gin, the program tries a lower and a higher value for one weight after another. It keeps a value that wins more
matches to 100 points against the greedy bot and against the previous weights, with each deal played from both seats.
From positions, it learns the weights that estimate an opponent's hand: it keeps a value that better separates the true
hand from random hands.

For games in which melds are laid on the table, it tries the likely discards of many positions, each with several random
deals of the hidden cards. Least squares then finds the weights that best explain which discards did better. The
prospects of a position are learned from the winners of many rounds. The program prints the new contents of
`src/rami/bots/_weighing.py`. The result depends only on the arguments and on the current weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice, repeat
from math import exp, log
from random import Random
from typing import Any

import attrs

from rami import Discard, Match, PlayerView, Round, Variant, play_match, variants
from rami._kernel.cards.shuffle import derive
from rami._kernel.players.prospects import seen_by
from rami._kernel.players.table_player import TableWeights, play_at_table
from rami._kernel.players.weighed import LikelyHands, Manner, Weighing, Weights
from rami._kernel.rounds.state import OVER, Known, State
from rami.bots import Bot, ExpertBot, GreedyBot
from rami.bots._rollouts import BREADTH
from rami.bots._weighing import MANNER, TABLE, WEIGHTS, mask_of, weighed_move, weighing_of
from rami.bots.bot import known_by
from rami.bots.expert import expert_discards
from rami.bots.greedy import table_player
from rami.bots.searching import Trial
from rami.cards.moves import Move
from rami.policies._compiled import game_of
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import position_of

GIN = variants.GIN
WHOLE = ("hopes", "modest")
NAMES = ("chances", "melded", "late", "danger", "known", "refused", "patience", "perfect", *WHOLE)
TABLES = (("classic-51", 4), ("rami-500", 4), ("lebanese-14", 4), ("gamevelvet", 4))
PARTS = ("cost", "group", "run", "spare", "feeds")
LIKELY = 7
"""The number of discards to try in each position."""
HORIZON = 80
RIDGE = 5.0
SMALL = 1.0
NEWTON = 8
PROSPECT_PARTS = ("start", "size", "order", "left", "points", "chances")
HABITS = ("refused", "discarded", "deadwood")
STEPS = (0.7, 1.4)
RANDOM_HANDS = 40

# The parts of a discard that have weights, and the value of the discard.
Row = tuple[list[float], float]
# The quantities that have weights, for each seat, and the place of the winner in this list.
Glimpse = tuple[list[list[float]], int]
Values = tuple[tuple[str, float], ...]


@cache
def weighing(values: Values) -> Weighing:
    """Return the evaluation that uses these weights."""
    # Values are stored as a tuple of floats, so that they can be cached and sent to other processes.
    given: dict[str, Any] = {name: int(value) if name in WHOLE else value for name, value in values}
    return Weighing(game_of(GIN), Weights(**given), True)


@attrs.frozen
class Learner:
    """The expert bot with other weights; without `ahead` it plays as in the playouts of a search."""

    values: Values
    ahead: bool = True

    def choose(self, view: PlayerView) -> Move:
        """Return a legal move of the viewer."""
        return weighed_move(view, weighing(self.values), self.ahead) or GreedyBot().choose(view)


def won(one: Bot, other: Bot, target: int, seed: int, deal: int) -> float:
    """Return the first player's share of wins when each deal is played from both seats."""
    found, game = 0.0, GIN.with_(match={"target": target})
    for seat in range(2):
        match = play_match(
            game, [one, other] if seat == 0 else [other, one], seed=derive(seed, "learn", deal)
        )
        found += 0.5 * (match.winners == (seat,))
    return found


def climbed(
    values: dict[str, float], names: tuple[str, ...], score: Callable[[Values], float]
) -> dict[str, float]:
    """Try each value lower and higher, and return the values with the best score."""
    best = score(tuple(values.items()))
    print(f"{best:.4f} at first")
    for name in names:
        for step in STEPS:
            tried = values[name] * step
            # These weights are small whole numbers, so a factor would often not change them.
            if name in WHOLE:
                tried = values[name] + (1 if step > 1 else -1)
            found = score(tuple({**values, name: tried}.items()))
            print(f"{found:.4f} with {name} = {tried:.4g}", flush=True)
            if found > best:
                best, values = found, {**values, name: tried}
                break
    return values


def positions(rounds: int, seed: int) -> list[tuple[int, list[int], int, int, int]]:
    """Return positions from matches of experts: the opponent's hand, and the arguments of `LikelyHands`, as masks."""
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
        refused, discarded = (mask_of(memory.discarded[seat].ids) & pile for seat in (match.player, other))
        found.append((hand, hidden, held, refused, discarded))
        match = match.play(ExpertBot().choose(view))
    return found


def told(values: Values, known: list[tuple[int, list[int], int, int, int]]) -> float:
    """Return how much likelier true hands seem than random hands, as the mean logarithm of the ratio."""
    manner, chance, total = Manner(**dict(values)), Random(1), 0.0
    for hand, hidden, held, refused, discarded in known:
        likely = LikelyHands(weighing_of(GIN), manner, held, hidden, 0, refused, discarded).likely
        size = (hand & ~held).bit_count()
        others = [likely(held | mask_of(chance.sample(hidden, size))) for _ in range(RANDOM_HANDS)]
        mine = likely(hand)
        total += log((RANDOM_HANDS + 1) / (1 + sum(exp(each - mine) for each in others)))
    return total / len(known)


def unit(**weights: float) -> TableWeights:
    """Return weights that are all 0 except for the given weights."""
    given: dict[str, Any] = {name: (weights.get(name, 0.0),) * 2 for name in (*PARTS, "melded")}
    return TableWeights(**given)


UNITS = (
    *(unit(**{name: 1.0}) for name in PARTS),
    unit(),
    unit(group=1.0, run=1.0),
    unit(group=1.0, run=1.0, melded=1.0),
)


def parts(variant: Variant, known: Known) -> dict[int, list[float]]:
    """Map each card of a hand to the quantities that the weights multiply."""
    columns = [table_player(variant, each).values(known) for each in UNITS]
    found: dict[int, list[float]] = {}
    for values in zip(*columns, strict=True):
        # A value is linear in the weights, so the part of each weight is the difference from the value without weights.
        *plain, nothing, free, every = (value for value, _ in values)
        found[values[0][1]] = [*(each - nothing for each in plain), every - free]
    return found


def discards_tried(game: tuple[str, int], number: int, worlds: int, seed: int) -> tuple[bool, list[Row]]:
    """Return whether the player has opened, and the parts and value of each likely discard, minus the means."""
    variant, views = variants.get(game[0]), list[PlayerView]()
    chosen = derive(seed, game[0], number)
    at = Round.deal(variant, players=game[1], seed=chosen)
    while not at.over:
        view = at.view(at.player)
        move = GreedyBot().choose(view)
        views += [view] if isinstance(move, Discard) else []
        at = at.play(move)
    view = views[chosen % len(views)]
    counted = parts(variant, known_by(view)[1])
    discarded = [move for move in islice(expert_discards(view), LIKELY) if isinstance(move, Discard)]
    trial = Trial(view, chosen, HORIZON)
    paths = [trial.path(move) for move in discarded]
    values = [
        100 * sum(found) / worlds for found in zip(*(trial.values(paths) for _ in range(worlds)), strict=True)
    ]
    rows = [counted[move.card.id] for move in discarded]
    # Only differences between the discards of a position matter, so subtract the means.
    usual = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    mean = sum(values) / len(rows)
    return view.opened[view.player], [
        ([one - other for one, other in zip(row, usual, strict=True)], value - mean)
        for row, value in zip(rows, values, strict=True)
    ]


def explained(rows: list[Row]) -> list[float]:
    """Return the weights for which the weighted sums of parts come closest to the values, by least squares."""
    size = len(rows[0][0])
    sums = [[sum(row[i] * row[j] for row, _ in rows) for j in range(size)] for i in range(size)]
    for i in range(size):
        # The ridge term keeps a weight small if the positions tell little about it.
        sums[i][i] += RIDGE
    return solved(sums, [sum(row[i] * value for row, value in rows) for i in range(size)])


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of a system of linear equations."""
    size = len(right)
    sums = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(size):
        for j in range(size):
            if i != j:
                times = sums[j][i] / sums[i][i]
                sums[j] = [one - times * other for one, other in zip(sums[j], sums[i], strict=True)]
    return [line[-1] / line[i] for i, line in enumerate(sums)]


def table_weights(tried: list[tuple[bool, list[Row]]]) -> dict[str, tuple[float, float]]:
    """Return the weights for games with melds on the table, before and after the opening."""
    both: list[dict[str, float]] = []
    for opened in (False, True):
        rows = [row for flag, found in tried if flag is opened for row in found]
        # The values rate discards, but the weights rate cards in the hand, so the sign changes.
        *plain, melded = (-each for each in explained(rows))
        weights = dict(zip(PARTS, plain, strict=True))
        chances = weights["group"] + weights["run"]
        both.append({**weights, "melded": 2 * melded / chances if chances else 0.0})
    return {name: (round(both[0][name], 2), round(both[1][name], 2)) for name in both[0]}


def glimpses(game: tuple[str, int], number: int, seed: int) -> list[Glimpse]:
    """Return the quantities that `prospects` weighs in some positions of a round between experts, with the winner."""
    variant, found = variants.get(game[0]), list[list[tuple[int, list[float]]]]()
    chosen = derive(seed, game[0], number)
    chance, player, rules = Random(chosen), table_player(variant, TABLE), Rules.of(variant)
    state = position_of(rules, Round.deal(variant, players=game[1], seed=chosen).setup)
    while state.phase != OVER and state.number < HORIZON * 4:
        # Successive positions are nearly the same and would teach little.
        last = state.number + chance.randrange(3, 12)
        state = play_at_table(player, rules.game, state, last, BREADTH)
        if state.phase != OVER:
            found.append([(seat, counted(state, seat, parts)) for seat, parts in seen_by(player, state)])
    if state.outcome is None or state.outcome.void:
        return []
    return [
        ([parts for _, parts in each], [seat for seat, _ in each].index(state.outcome.winner))
        for each in found
    ]


def counted(state: State, seat: int, parts: Sequence[float]) -> list[float]:
    """Return a seat's quantities in two halves, for before and after the opening; one half is all zeros."""
    nothing = [0.0] * (len(parts) + 1)
    return [*nothing, 1.0, *parts] if state.opened[seat] else [1.0, *parts, *nothing]


def prospect_weights(seen: list[Glimpse]) -> dict[str, tuple[float, float]]:
    """Return the weights under which the actual winners are most likely, by Newton's method."""
    size = len(seen[0][0][0])
    weights = [0.0] * size
    for _ in range(NEWTON):
        # The penalty for large weights makes the equations solvable even if two quantities always grow together.
        slope = [-SMALL * each for each in weights]
        curve = [[SMALL * (i == j) for j in range(size)] for i in range(size)]
        for seats, winner in seen:
            odds = [exp(sum(one * two for one, two in zip(weights, parts, strict=True))) for parts in seats]
            total = sum(odds)
            mean = [
                sum(o / total * parts[i] for o, parts in zip(odds, seats, strict=True)) for i in range(size)
            ]
            for i in range(size):
                slope[i] += seats[winner][i] - mean[i]
            for each, parts in zip(odds, seats, strict=True):
                away = [one - two for one, two in zip(parts, mean, strict=True)]
                for i in range(size):
                    times = each / total * away[i]
                    for j in range(size):
                        curve[i][j] += times * away[j]
        weights = [one + more for one, more in zip(weights, solved(curve, slope), strict=True)]
    half = size // 2
    return {
        name: (round(weights[at], 2), round(weights[half + at], 2)) for at, name in enumerate(PROSPECT_PARTS)
    }


def listed(value: object, names: tuple[str, ...]) -> dict[str, float]:
    """Return the named fields of weights as numbers."""
    return {name: float(getattr(value, name)) for name in names}


def main() -> None:
    """Run the command: learn the weights and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=60, help="the rounds between experts to learn from")
    parser.add_argument(
        "--positions", type=int, default=200, help="the positions of each game with melds on the table"
    )
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--target", type=int, default=100, help="the points that win a match of gin")
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
                            won,
                            repeat(mine),
                            repeat(rival),
                            repeat(options.target),
                            repeat(options.seed),
                            deals,
                        )
                    ]
                    return sum(found) / len(found)

                values = climbed(values, names, score)
        asked = [(game, number) for game in TABLES for number in range(options.positions)]
        games, numbers = zip(*asked, strict=True)
        tried = executor.map(
            discards_tried, games, numbers, repeat(options.worlds), repeat(options.seed), chunksize=10
        )
        print("TABLE", table_weights(list(tried)), flush=True)
        seen = executor.map(glimpses, games, numbers, repeat(options.seed), chunksize=10)
        print("PROSPECTS", prospect_weights([each for found in seen for each in found]), flush=True)
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
