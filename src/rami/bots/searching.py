"""The search bot, which tries out moves in rounds that the player cannot tell from the real one.

A *world* is a copy of the round in which every card that the viewer cannot see has been dealt again. Each *candidate*,
a move to compare, is played in the same worlds, so that no move looks good just because of a lucky deal. The fast
players of `_rollouts` play on from there. The value of a result is the chance of winning the match, not the points of
the round. After each stage the worse half of the candidates drops out, and the rest share the remaining budget. The
expert bot's move never drops out, because the others are compared with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice

import attrs

from rami._base.entropy import seed_or_fresh
from rami._base.values import Value
from rami._kernel.cards import hands
from rami._kernel.cards.shuffle import Dice, derive
from rami._kernel.players.prospects import prospects
from rami._kernel.players.table_player import TablePlayer
from rami._kernel.players.weighed import LikelyHands, Weighing
from rami._kernel.rounds.plain_round import plays_plainly
from rami._kernel.rounds.state import OVER, State
from rami._kernel.rounds.steps import applied
from rami._kernel.turns.actions import Choice
from rami._kernel.turns.successors import laid_points
from rami._kernel.turns.turn import Game
from rami.bots._rollouts import rollout
from rami.bots._stakes import Stakes
from rami.bots._weighing import (
    MANNER,
    PROSPECTS,
    TABLE,
    doubt_of,
    is_foreseen,
    is_weighed,
    mask_of,
    turns_of,
    weighing_of,
)
from rami.bots.bot import check_turn, decision
from rami.bots.expert import ExpertBot, expert_discards
from rami.bots.greedy import table_player
from rami.cards import Cards
from rami.cards.faces import cards_of
from rami.cards.moves import Discard, LayDown, Move
from rami.errors import RamiError, reject
from rami.errors.checks import integer, real
from rami.policies.results._tally import facts_of, scored
from rami.policies.results.outcomes import Outcome
from rami.policies.results.seats import Seat
from rami.rounds._engine.legal import judge
from rami.rounds._engine.positions import check_seed
from rami.rounds._engine.rules import Rules
from rami.rounds._sampling import Sampler
from rami.rounds.round import Round
from rami.rounds.views import PlayerView

__all__ = ["SearchBot"]


_HOPELESS = 2.5
"""A move that trails the expert's by more than this number of standard errors is dropped."""
_EXCHANGES = 12
_FIRST_EXCHANGES = 200
"""The number of card exchanges between one likely hand and the next, and the number before the first hand."""


@attrs.frozen
class SearchBot(Value):
    """Tries each promising move in worlds drawn from the view, and plays the move that does best on average.

    This is Monte-Carlo search over an information set: a world is a round that the viewer cannot distinguish from the
    real round (`Round.sampled`). In games like gin, the bot favours worlds in which the other player's hand fits what
    that player has discarded and has left on the pile. A trial plays one move in one world, and fast players play on
    from there; its value is the bot's chance of winning the match after that round. All moves are tried in the same
    worlds. In games with open melds the fast players play only a few turns, and the bot then judges from their hands
    who is likely to win the round. The search has stages. Each stage drops the worse half of the moves, and any others
    that are clearly worse than the move of `ExpertBot`, so promising moves are tried most often. The bot plays the
    expert's move unless another move is clearly better.

    The bot keeps no state: its move depends only on its seed and the view or, if you pass a clock, also on the time.

    Parameters:
        iterations: the maximum number of trials for one decision.
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        breadth: the maximum number of moves to compare.
        turns: the number of turns after which an unfinished round is judged as it stands; None for the number that
            worked best in experiments, which is small in games with open melds.
        doubt: the number of standard errors by which a move must beat the expert's before the bot plays it; None for
            the number that worked best in experiments, which is larger in games where the expert is stronger.
        clock: a function that returns the time in seconds, such as `time.perf_counter`; None for no limit of time.
        seconds: the maximum time for one decision, by that clock.

    Raises:
        RamiError: the seed is out of range, `doubt` or `seconds` is too small, or another number is below 1.

    >>> from rami import Round, variants
    >>> view = Round.deal(variants.GIN, seed=1).view(1)
    >>> SearchBot(20).choose(view) in view.legal_moves
    True
    """

    iterations: int = 200
    seed: int = attrs.field(default=None, converter=seed_or_fresh)
    breadth: int = 6
    turns: int | None = None
    doubt: float | None = None
    clock: Callable[[], float] | None = None
    seconds: float = 1.0

    def __attrs_post_init__(self) -> None:
        numbers = (
            ("iterations", self.iterations),
            ("breadth", self.breadth),
            ("turns", 1 if self.turns is None else self.turns),
        )
        wrong = [each for name, value in numbers for each in integer(name, value, 1)]
        times = (("doubt", self.doubt or 0), ("seconds", self.seconds))
        wrong += [each for name, value in times for each in real(name, value, 0)]
        reject(RamiError, (*wrong, *check_seed(self.seed)))

    def choose(self, view: PlayerView) -> Move:
        """Return the legal move that did best in the trials.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        check_turn(view)
        clock = self.clock or (lambda: 0.0)
        end = clock() + self.seconds
        moves = candidates(view, self.breadth)
        if len(moves) == 1:
            return moves[0]
        trial = Trial(
            view,
            derive(self.seed, f"search bot {decision(view)}", 0),
            turns_of(view.variant) if self.turns is None else self.turns,
        )
        paths = [trial.path(move) for move in moves]
        rivals = list(range(1, len(moves)))
        found: list[list[float]] = [[] for _ in moves]
        # Each stage halves the moves, so six moves, the usual breadth, take three stages.
        stages = (len(moves) - 1).bit_length()
        budget = self.iterations
        for stage in range(stages):
            # The expert's move is never dropped: the others are compared with it.
            left = [0, *rivals]
            # Give each stage an equal share of the remaining budget, so that the moves that survive are tried more
            # often.
            for _ in range(max(1, budget // (stages - stage) // len(left))):
                for number, value in zip(left, trial.values([paths[number] for number in left]), strict=True):
                    found[number].append(value)
                budget -= len(left)
                # Stop only after all moves have been tried in a world, because they are compared world by world.
                if clock() > end:
                    break
            # Sums are comparable, because all rivals have been tried in the same worlds.
            rivals.sort(key=lambda number: -sum(found[number]))
            if stage + 1 < stages and clock() <= end:
                rivals = rivals[: len(left) // 2]
            rivals = [number for number in rivals if not surely_better(found[0], found[number], _HOPELESS)]
            if not rivals or clock() > end:
                break
        doubt = doubt_of(view.variant) if self.doubt is None else self.doubt
        better = rivals and surely_better(found[rivals[0]], found[0], doubt)
        return moves[rivals[0]] if better else moves[0]


def surely_better(one: Sequence[float], other: Sequence[float], doubt: float) -> bool:
    """Return whether one move's results beat another's in the same worlds by more than `doubt` standard errors."""
    gains = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    mean = sum(gains) / len(gains)
    # Use the error of the differences, so that a world which is good or bad for both moves cancels out.
    spread = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return mean > doubt * math.sqrt(spread / len(gains))


def candidates(view: PlayerView, breadth: int) -> tuple[Move, ...]:
    """List the candidates, capped at `breadth`: the expert's move first, then the most promising of the others."""
    first = ExpertBot().choose(view)
    # Eight times the breadth is enough to find long lay-downs without listing all the moves of a hand full of melds.
    listed = tuple(islice(view.legal_moves, 8 * breadth))
    at_table = [move for move in listed if not isinstance(move, Discard)]
    at_table.sort(key=_cards_laid, reverse=True)
    discarded = expert_discards(view)
    # Take a few table moves, then discards, then the other table moves, so that neither kind crowds out the other.
    half = max(1, breadth // 3)
    others = [*at_table[:half], *discarded, *at_table[half:]]
    # Put the expert's move first, because `choose` falls back on the first move.
    return tuple(dict.fromkeys((first, *others)))[:breadth]


def _cards_laid(move: Move) -> int:
    return sum(map(len, move.melds)) if isinstance(move, LayDown) else 0


class Trial:
    """Makes the worlds for one decision, and finds the values of moves in them."""

    def __init__(self, view: PlayerView, seed: int, turns: int) -> None:
        self.view = view
        self.rules: Rules = Rules.of(view.variant)
        self.game: Game = self.rules.game
        self.seed = seed
        self.turns = turns
        self.player: TablePlayer = table_player(view.variant, TABLE)
        self.number: int = 0
        self.sampler: Sampler = Sampler(self.rules, view)
        memory = view.memory
        holds = (Cards(),) * view.context.seats if memory is None else memory.holds
        self.known: list[int] = [mask_of(held.ids) for held in holds]
        """By seat, a mask of the natural cards that the viewer remembers in the hand."""
        # Worlds are made from the view alone, so the bot never sees the real round.
        self.first: State = self._sampled(0)
        self.weighing: Weighing | None = None
        self.likely: LikelyHands | None = None
        if is_weighed(view.variant) and plays_plainly(self.game, self.first):
            self.weighing = weighing_of(view.variant)
            # `LikelyHands` assumes that nothing is known about the hidden cards, so do not use it if the memory sorts
            # them.
            if self.first.knocked is None and not (
                memory and (memory.stock or memory.recycled or memory.in_hands)
            ):
                self.likely = self._likely_hands(self.weighing)
        self.dice: Dice = Dice(seed)
        self.scored: dict[tuple[object, ...], list[float]] = {}
        self.brought: dict[tuple[int, ...], float] = {}
        self.stakes: Stakes = Stakes(view.variant, view.context)

    def _sampled(self, number: int) -> State:
        return self.sampler.state(derive(self.seed, "world", number))

    def _likely_hands(self, weighing: Weighing) -> LikelyHands:
        """Return hands that the other player is likely to have in a plain round, given that player's actions."""
        viewer, memory = self.first.turn.player, self.view.memory
        other = self.first.deal.next_after(viewer)
        held = self.known[other]
        dealt = hands.cards_in(self.first.hands[other][0] & ~held)
        # The pile contains cards that the viewer discarded and the other player refused, and the other player's
        # discards.
        refused = discarded = 0
        if memory is not None:
            pile = mask_of(card.id for card in self.view.discards)
            refused = mask_of(memory.discarded[viewer].ids) & pile
            discarded = mask_of(memory.discarded[other].ids) & pile
        hidden = [*dealt, *self.first.stock]
        return LikelyHands(weighing, MANNER, held, hidden, len(dealt), refused, discarded)

    def world(self) -> State:
        """Make one more world: a round that the viewer cannot tell from the real one.

        In games like gin, the other player's hand is drawn at random, but hands that fit that player's discards and
        refusals are more likely.
        """
        first, likely = self.first, self.likely
        self.number += 1
        if likely is None:
            return first if self.number == 1 else self._sampled(self.number - 1)
        # A Markov chain forgets its start slowly, so the first hand needs many exchanges, and each later one only a
        # few.
        likely.exchange(_EXCHANGES if self.number > 1 else _FIRST_EXCHANGES, self.dice)
        seat_hands = list(first.hands)
        seat_hands[first.deal.next_after(first.turn.player)] = (likely.hand, 0)
        stock = bytes(likely.cards[-len(first.stock) :]) if first.stock else b""
        return first.moved(first.phase, first.turn, tuple(seat_hands), stock=stock)

    def path(self, move: Move) -> Sequence[Choice]:
        """Return the actions of a legal move; they depend only on what the viewer knows, so all worlds share them."""
        return judge(self.rules, self.first.known, move).path

    def values(self, paths: Sequence[Sequence[Choice]], world: State | None = None) -> list[float]:
        """Try each of these moves in one world and return their values.

        Parameters:
            paths: the actions of each move, from `path`.
            world: the world; None to make a new one.
        """
        world = world or self.world()
        return [self._value(world, path) for path in paths]

    def _value(self, state: State, path: Sequence[Choice]) -> float:
        for action, after in path:
            state = applied(self.game, state, action, after)
        return self.chance(rollout(self.game, state, self.turns, self.player, self.weighing, self.known))

    def chance(self, end: State) -> float:
        """Return the viewer's chance of winning the match after a round, or from an unfinished round."""
        me = self.view.viewer or 0
        if end.phase != OVER and is_foreseen(self.game):
            chances = prospects(self.player, PROSPECTS, end)
            # Consider only the strongest rival, so that only two outcomes must be scored instead of one for each seat.
            rival = max((seat for seat in self.view.context.playing if seat != me), key=chances.__getitem__)
            mine, other = (self.stakes.chance(me, self.points_if(end, seat)) for seat in (me, rival))
            return chances[me] * mine + (1 - chances[me]) * other
        # D-130: a void round completes no contract.
        void = end.outcome is not None and end.outcome.void
        return self.stakes.chance(me, self._points(end), () if void else end.deal.by_seat.completed)

    def points_if(self, state: State, winner: int) -> list[float]:
        """Return each seat's points if the winner went out now; the points of other hands are rounded to save time."""
        points, seats, turn = self.game.deadwood.points, self.view.context.playing, state.turn
        laid: Sequence[int] = ()
        if self.game.turn.track_layers:
            laid = laid_points(self.game.melds, turn.table, turn.tracked.layers, len(state.hands))
        keys = {
            # Five points hardly change who is likely to win, and with steps of five most scores are in the cache.
            seat: (seat == winner, state.opened[seat], points(state.hands[seat]) // 5, *laid[seat : seat + 1])
            for seat in seats
        }
        if any(key not in self.brought for key in keys.values()):
            held = [
                Cards() if seat == winner else Cards(cards_of(hands.cards_of(hand)))
                for seat, hand in enumerate(state.hands)
            ]
            opened = tuple(flag or seat == winner for seat, flag in enumerate(state.opened))
            context, outcome = self.view.context, Outcome(winner, opened_before=opened)
            facts = facts_of(
                self.view.variant,
                context.number,
                context.last,
                outcome=outcome,
                hands=held,
                playing=seats,
                seats=[Seat(opened=flag) for flag in opened],
                laid=laid,
            )
            score = scored(self.view.variant, facts)
            for seat, key in keys.items():
                self.brought[key] = self.stakes.sign * float(score.points(seat))
        return [self.brought[keys[seat]] if seat in keys else 0.0 for seat in range(len(state.hands))]

    def _points(self, end: State) -> list[float]:
        """Return each seat's points after a rollout; in an unfinished round, minus half the points of its hand."""
        outcome, game = end.outcome, self.game
        if outcome is None:
            return [-0.5 * game.deadwood.points(hand) for hand in end.hands]
        # Nothing but these facts decides the score of a plain round.
        kind = 0 if end.knocked is None else end.knocked.kind
        key = (outcome.winner, kind, *map(game.deadwood.points, outcome.left))
        points = self.scored.get(key) if self.weighing is not None else None
        if points is None:
            score = Round(self.view.context, self.rules, end).score()
            points = [self.stakes.sign * float(score.points(seat)) for seat in range(len(end.hands))]
            self.scored[key] = points
        return points
