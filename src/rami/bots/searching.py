"""A bot that tries its moves out in worlds that it cannot distinguish from the real one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice

import attrs

from rami._engine.legal import judge
from rami._engine.positions import check_seed
from rami._engine.rules import Rules
from rami._engine.setups import position_of
from rami._entropy import seed_or_fresh
from rami._kernel.cards.codes import BIT, NATURALS
from rami._kernel.cards.shuffle import derive
from rami._kernel.rounds.plain_round import plays_plainly
from rami._kernel.rounds.state import OVER, State
from rami._kernel.rounds.steps import applied
from rami._kernel.turns.actions import Choice
from rami._kernel.turns.turn import Game
from rami._values import Value
from rami.bots._rollouts import PER_NEIGHBOUR, near_cards, rollout
from rami.bots.bot import check_turn, decision
from rami.bots.expert import ExpertBot, expert_discards
from rami.cards import Cards
from rami.errors import RamiError, integer, real, reject
from rami.moves import Discard, LayDown, Move
from rami.round import Round
from rami.views import PlayerView

__all__ = ["SearchBot"]


_COMPLETED = 20
"""The value of a contract that has been laid, in points."""


@attrs.frozen
class SearchBot(Value):
    """Plays each promising move on in worlds drawn from the view, and takes the one that does best on average.

    This is information-set Monte-Carlo: a world is a round that the viewer cannot distinguish from the real one
    (`Round.sampled`).  All moves that are compared are tried in the same worlds, fast players play on, and the result
    is the points of the round as the scorer gives them.  The moves are halved again and again, so that those that
    might be the best are tried most often.  The expert's move is always among them, and played unless another one
    is clearly better.

    The bot keeps no state and looks at no clock: its seed and the view decide.

    Parameters:
        iterations: how many rounds are played on for one decision, in all.
        seed: 0 to 2**256 - 1; None for 256 random bits of the system.
        breadth: how many moves are compared at most.
        turns: the number of turns after which an unfinished round is judged as it is.
        doubt: by how many standard errors a move must be better than the expert's to be played instead.

    Raises:
        RamiError: a seed out of range, a doubt below 0, or another number below 1.

    >>> from rami import Round, variants
    >>> view = Round.deal(variants.GIN, seed=1).view(1)
    >>> SearchBot(20).choose(view) in view.legal_moves
    True
    """

    iterations: int = 200
    seed: int = attrs.field(default=None, converter=seed_or_fresh)
    breadth: int = 6
    turns: int = 40
    doubt: float = 2.0

    def __attrs_post_init__(self) -> None:
        numbers = (("iterations", self.iterations), ("breadth", self.breadth), ("turns", self.turns))
        wrong = [each for name, value in numbers for each in integer(name, value, 1)]
        reject(RamiError, (*wrong, *check_seed(self.seed), *real("doubt", self.doubt, 0)))

    def choose(self, view: PlayerView) -> Move:
        """The move that turned out best.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: if it is not the viewer's turn.
        """
        check_turn(view)
        moves = candidates(view, self.breadth)
        if len(moves) == 1:
            return moves[0]
        trial = _Trial(view, derive(self.seed, f"search bot {decision(view)}", 0), self.turns)
        paths = [trial.path(move) for move in moves]
        left = list(range(len(moves)))
        found: list[list[float]] = [[] for _ in moves]
        stages = (len(moves) - 1).bit_length()
        budget = self.iterations
        for stage in range(stages):
            for _ in range(max(1, budget // (stages - stage) // len(left))):
                for number, value in zip(left, trial.values([paths[number] for number in left]), strict=True):
                    found[number].append(value)
                budget -= len(left)
            # the usual move stays to the end: it is what the others are measured by
            rivals = sorted(left[1:], key=lambda number: -sum(found[number]))
            left = [0, *rivals[: len(left) // 2]]
        best = max(left[1:], key=lambda number: sum(found[number]))
        return moves[best] if surely_better(found[best], found[0], self.doubt) else moves[0]


def surely_better(one: Sequence[float], other: Sequence[float], doubt: float) -> bool:
    """Whether results are better on average than others in the same worlds, by more than `doubt` standard errors."""
    gains = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return mean > doubt * math.sqrt(spread / len(gains))


def candidates(view: PlayerView, breadth: int) -> tuple[Move, ...]:
    """The moves to compare, at most `breadth`: the expert's, then the others, the most promising first."""
    first = ExpertBot().choose(view)
    listed = tuple(islice(view.legal_moves, 8 * breadth))
    at_table = [move for move in listed if not isinstance(move, Discard)]
    at_table.sort(key=_cards_laid, reverse=True)
    thrown = expert_discards(view)
    half = max(1, breadth // 3)
    others = [*at_table[:half], *thrown, *at_table[half:]]
    return tuple(dict.fromkeys((first, *others)))[:breadth]


def _cards_laid(move: Move) -> int:
    return sum(map(len, move.melds)) if isinstance(move, LayDown) else 0


class _Trial:
    """The worlds of one decision."""

    def __init__(self, view: PlayerView, seed: int, turns: int) -> None:
        self.view = view
        self.rules = Rules.of(view.variant)
        self.seed = seed
        self.turns = turns
        self.number = 0
        holds = (Cards(),) * view.context.seats if view.memory is None else view.memory.holds
        self.known = tuple(sum(1 << card for card in set(held.ids) if card < NATURALS) for held in holds)
        """By seat, a mask of the natural cards that are remembered to be in the hand."""
        self.first = self._world(0)

    def _world(self, number: int) -> State:
        world = Round.sampled(self.view, derive(self.seed, "world", number))
        state = position_of(self.rules, world.setup)
        return ripened(self.rules.game, state, state.turn.player, self.known)

    def path(self, move: Move) -> Sequence[Choice]:
        """The actions of a legal move, the same in every world: they depend only on what the viewer knows."""
        return judge(self.rules, self.first.known, move).path

    def values(self, paths: Sequence[Sequence[Choice]]) -> list[float]:
        """The value of each of these moves in the next world."""
        world = self._world(self.number)
        self.number += 1
        return [self._value(world, path) for path in paths]

    def _value(self, state: State, path: Sequence[Choice]) -> float:
        for action, after in path:
            state = applied(self.rules.game, state, action, after)
        return self._gain(rollout(self.rules.game, state, self.turns))

    def _gain(self, end: State) -> float:
        """The viewer's points at an end, less the average of the others."""
        context = self.view.context
        if end.phase == OVER:
            score = Round(context, self.rules, end).score()
            sign = 1 if score.credit else -1
            points = [sign * float(score.points(seat)) for seat in range(context.seats)]
        else:
            points = [-0.5 * self.rules.game.deadwood.worth(hand) for hand in end.hands]
        for place, seat in enumerate(end.completed):
            points[seat] += _COMPLETED * (len(context.playing) - place)
        others = [points[seat] for seat in context.playing if seat != self.view.viewer]
        return points[self.view.viewer or 0] - sum(others) / len(others)


def ripened(game: Game, state: State, viewer: int, known: tuple[int, ...]) -> State:
    """The world after every other player has had as many chances to improve the hand as the round had turns.

    A world is dealt without regard to the players' choices.  Here each other hand is offered one unseen card for every
    turn it has had, and the card that it would discard returns to the unseen cards.  This is done only where hands
    stay concealed and no card comes twice; elsewhere the world is unchanged.
    """
    if state.knocked is not None or not plays_plainly(game, state):
        return state
    near = near_cards(game.melds)
    least = game.deadwood.least_of_plane
    stock = bytearray(state.stock)
    seat_hands = list(state.hands)
    # the bottom of the stock first: the next cards to be drawn stay as they are as long as they can
    at = len(stock) - 1
    for seat in state.deal.order:
        if seat == viewer:
            continue
        plane = seat_hands[seat][0]
        for _ in range(state.number // len(state.deal.order)):
            if at < 0:
                break
            held = plane | BIT[stock[at]]
            best, thrown = 1 << 30, stock[at]
            mask = held & ~known[seat]
            while mask:
                bit = mask & -mask
                mask ^= bit
                card = bit.bit_length() - 1
                value = least(held ^ bit) + PER_NEIGHBOUR * (near[card] & held).bit_count()
                if value < best:
                    best, thrown = value, card
            plane = held ^ BIT[thrown]
            stock[at] = thrown
            at -= 1
        seat_hands[seat] = (plane, 0)
    return state.moved(state.phase, state.turn, tuple(seat_hands), stock=bytes(stock))
