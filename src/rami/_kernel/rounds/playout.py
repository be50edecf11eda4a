"""Play whole rounds with players who choose at random, for simulations.

Every player chooses one of the first `breadth` legal actions, each equally likely. Testing all of them for legality
would be slow. So a *possible* action (see `listing`) is drawn at random and tested; if it is illegal, another is drawn.
If 2 of 20 possible moves are illegal, the other 18 are still equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, final

from ..cards.codes import JOKER, RANK
from ..cards.shuffle import Derived, Dice
from ..turns.actions import Choice
from ..turns.turn import Game
from .dealing import Layout, deal
from .listing import PLAIN_CHOICES, choices, is_legal, only_plain, possible, possible_codes
from .plain_round import dealt, is_dealt_plainly, plays_plainly, resumed
from .state import DRAW, OVER, Known, State
from .steps import applied

# The winner or -1, the number of turns, a flag for each seat that opened, and the final position, or None if the round
# is void and its position is not wanted.
Played = tuple[int, int, tuple[bool, ...], State | None]


@final
class Rounds:
    """The random rounds of one seed; `play` plays the round with a given number.

    Round number k is dealt from the k-th derived seed, and the layouts are used in rotation. Players choose
    among the first `breadth` legal actions with dice of the same seed. `ends` is set if the final positions of void
    rounds are wanted too. If a turned-up card decides the wild rank, `by_rank` lists the rules for a joker, then for
    each rank of that card.
    """

    def __init__(
        self,
        game: Game,
        layouts: list[Layout],
        seed: int,
        breadth: int,
        ends: bool,
        by_rank: Sequence[Game] = (),
    ) -> None:
        self._game: Final = game
        self._by_rank: Final = tuple(by_rank)
        self._layouts: Final = layouts
        self._seeds: Final = Derived(seed, "simulated round")
        self._breadth: Final = breadth
        self._ends: Final = ends
        self._plain: Final = all(is_dealt_plainly(game, layout, breadth) for layout in layouts)

    def play(self, number: int) -> Played:
        """Play the round with this number."""
        game, breadth = self._game, self._breadth
        layout = self._layouts[number % len(self._layouts)]
        seed = self._seeds.seed(number)
        dice = Dice(seed)
        if not self._plain:
            state = deal(game, layout, seed)
            if self._by_rank:
                turned = state.deal.turned
                game = self._by_rank[0 if turned == JOKER else RANK[turned]]
            return self._result(play_on(game, state, dice, breadth, plays_plainly(game, state, breadth)))
        plain = dealt(game, layout, seed)
        plain.turns(dice, breadth)
        if plain.is_void() and not self._ends:
            return -1, plain.number, (False, False), None
        return self._result(play_on(game, plain.position(), dice, breadth, True))

    def _result(self, end: State) -> Played:
        outcome = end.outcome
        assert outcome is not None  # every round is played to its end
        return outcome.winner, end.number, end.opened, end if self._ends or not outcome.void else None


def play_on(game: Game, state: State, dice: Dice, breadth: int, plain: bool) -> State:
    """Play from a position to the end of the round and return it; `plain` is True if the round has plain turns."""
    known = state.known
    while known.phase != OVER:
        if plain and known.phase == DRAW and known.discards:
            turns = resumed(game, state)
            turns.turns(dice, breadth)
            state = turns.position()
            known = state.known
        if known.phase != OVER:
            action, after = random_choice(game, known, dice, breadth)
            state = applied(game, state, action, after)
            known = state.known
    return state


def random_choice(game: Game, known: Known, dice: Dice, breadth: int) -> Choice:
    """Return one of the first `breadth` legal actions, each equally likely.

    Possible actions are drawn until one is legal, because testing all of them would be slow.
    """
    found = [] if only_plain(game, known) else list(islice(possible(game, known), breadth + 1))
    found += [PLAIN_CHOICES[code] for code in possible_codes(game, known)]
    # With more possible actions than `breadth`, the first `breadth` legal actions must be listed exactly.
    if len(found) > breadth:
        found = list(islice(choices(game, known), breadth))
    while True:
        at = dice.below(len(found))
        if is_legal(game, known, found[at]):
            return found[at]
        # Draw again among the rest, so that all legal actions remain equally likely.
        del found[at]
