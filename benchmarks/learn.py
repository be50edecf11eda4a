"""Learn the weights of the expert, and what it does with cards: `python -m benchmarks.learn`.

At gin one weight after another is tried lower and higher; what wins more matches to 100 points, from both seats of each
deal, against the greedy bot and the player before, is kept.  What hands are likely after some play is learnt from
positions: there the values are kept that tell the true hand best from random ones.

At a table the likely discards of many positions are tried in some worlds each, and the weights are those that explain
best which did better; the prospects of a position are learnt from who won many rounds.  It prints what belongs into
`src/rami/bots/_weighing.py`, and depends on its numbers and the weights before only.
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
"""The discards that are tried of each position."""
HORIZON = 80
RIDGE = 5.0
SMALL = 1.0
NEWTON = 8
PROSPECT_PARTS = ("start", "size", "order", "left", "points", "chances")
HABITS = ("refused", "discarded", "deadwood")
STEPS = (0.7, 1.4)
RANDOM_HANDS = 40

# the parts of a discard, and its value
Row = tuple[list[float], float]
# what is counted for each seat, and which of them won
Glimpse = tuple[list[list[float]], int]
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


def won(one: Bot, other: Bot, target: int, seed: int, deal: int) -> float:
    """The share of the two matches of a deal that a player wins."""
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
        refused, discarded = (mask_of(memory.discarded[seat].ids) & pile for seat in (match.player, other))
        found.append((hand, hidden, held, refused, discarded))
        match = match.play(ExpertBot().choose(view))
    return found


def told(values: Values, known: list[tuple[int, list[int], int, int, int]]) -> float:
    """How much more likely the true hands are made than random ones, as the mean logarithm of a factor."""
    manner, chance, total = Manner(**dict(values)), Random(1), 0.0
    for hand, hidden, held, refused, discarded in known:
        likely = LikelyHands(weighing_of(GIN), manner, held, hidden, 0, refused, discarded).likely
        size = (hand & ~held).bit_count()
        others = [likely(held | mask_of(chance.sample(hidden, size))) for _ in range(RANDOM_HANDS)]
        mine = likely(hand)
        total += log((RANDOM_HANDS + 1) / (1 + sum(exp(each - mine) for each in others)))
    return total / len(known)


def unit(**weights: float) -> TableWeights:
    """Weights of which only those given are not 0."""
    given: dict[str, Any] = {name: (weights.get(name, 0.0),) * 2 for name in (*PARTS, "melded")}
    return TableWeights(**given)


UNITS = (
    *(unit(**{name: 1.0}) for name in PARTS),
    unit(),
    unit(group=1.0, run=1.0),
    unit(group=1.0, run=1.0, melded=1.0),
)


def parts(variant: Variant, known: Known) -> dict[int, list[float]]:
    """By card of a hand what each weight counts, and the chances with a card that is in a meld."""
    columns = [table_player(variant, each).values(known) for each in UNITS]
    found: dict[int, list[float]] = {}
    for values in zip(*columns, strict=True):
        *plain, nothing, free, every = (value for value, _ in values)
        found[values[0][1]] = [*(each - nothing for each in plain), every - free]
    return found


def discards_tried(game: tuple[str, int], number: int, worlds: int, seed: int) -> tuple[bool, list[Row]]:
    """Whether the player of a position has opened; for each likely discard, its parts and its value, less the means."""
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
    usual = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    mean = sum(values) / len(rows)
    return view.opened[view.player], [
        ([one - other for one, other in zip(row, usual, strict=True)], value - mean)
        for row, value in zip(rows, values, strict=True)
    ]


def explained(rows: list[Row]) -> list[float]:
    """The weights by which the sums of parts are nearest to the values: least squares."""
    size = len(rows[0][0])
    sums = [[sum(row[i] * row[j] for row, _ in rows) for j in range(size)] for i in range(size)]
    for i in range(size):
        sums[i][i] += RIDGE
    return solved(sums, [sum(row[i] * value for row, value in rows) for i in range(size)])


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations."""
    size = len(right)
    sums = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(size):
        for j in range(size):
            if i != j:
                times = sums[j][i] / sums[i][i]
                sums[j] = [one - times * other for one, other in zip(sums[j], sums[i], strict=True)]
    return [line[-1] / line[i] for i, line in enumerate(sums)]


def table_weights(tried: list[tuple[bool, list[Row]]]) -> dict[str, tuple[float, float]]:
    """The weights of a player at a table, before the opening and after it."""
    both: list[dict[str, float]] = []
    for opened in (False, True):
        rows = [row for flag, found in tried if flag is opened for row in found]
        # what is good to throw is bad to keep
        *plain, melded = (-each for each in explained(rows))
        weights = dict(zip(PARTS, plain, strict=True))
        chances = weights["group"] + weights["run"]
        both.append({**weights, "melded": 2 * melded / chances if chances else 0.0})
    return {name: (round(both[0][name], 2), round(both[1][name], 2)) for name in both[0]}


def glimpses(game: tuple[str, int], number: int, seed: int) -> list[Glimpse]:
    """Positions of a round of experts, some turns apart: what the weights of `prospects` count, and who won."""
    variant, found = variants.get(game[0]), list[list[tuple[int, list[float]]]]()
    chosen = derive(seed, game[0], number)
    chance, player, rules = Random(chosen), table_player(variant, TABLE), Rules.of(variant)
    state = position_of(rules, Round.deal(variant, players=game[1], seed=chosen).setup)
    while state.phase != OVER and state.number < HORIZON * 4:
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
    """What is counted for a seat, before its opening and then after it."""
    nothing = [0.0] * (len(parts) + 1)
    return [*nothing, 1.0, *parts] if state.opened[seat] else [1.0, *parts, *nothing]


def prospect_weights(seen: list[Glimpse]) -> dict[str, tuple[float, float]]:
    """The weights that make the true winners most likely, by Newton's method."""
    size = len(seen[0][0][0])
    weights = [0.0] * size
    for _ in range(NEWTON):
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
    """The fields of weights."""
    return {name: float(getattr(value, name)) for name in names}


def main() -> None:
    """Learn, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=60, help="rounds of experts to learn from what they do")
    parser.add_argument("--positions", type=int, default=200, help="positions of each game at a table")
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
