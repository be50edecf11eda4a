"""OpenSpiel: every preset as a game in which chance deals each hidden card.

It needs the extra `openspiel`: ``pip install rami[openspiel]``.  Importing this module registers the game ``rami`` with
the parameters ``variant`` (the slug of a preset), ``players``, ``turns`` (after how many a round is void) and
``rewards`` ("margin", "points" or "win", see `rami.ext.learning.rewards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("pyspiel") is None:
    raise ImportError("rami.ext.openspiel needs open-spiel: pip install rami[openspiel]")

import attrs
import pyspiel

from rami import variants
from rami._engine.positions import pack_of
from rami._engine.rules import Rules
from rami.cards import Card
from rami.events import Event, seen_by
from rami.ext.learning.actions import SIZE, Draft, name
from rami.ext.learning.episode import shown
from rami.ext.learning.rewards import Rewards
from rami.moves import DrawStock, Move
from rami.notation import position_text
from rami.policies.variant import Variant
from rami.round import Round, dealt

__all__ = ["RamiGame", "RamiState"]

_FACES = 53
_LARGEST = 1000.0
"""No round is worth more to anybody, in units of a reward."""
_STEPS = 64
"""More actions than a turn has on average."""

_PARAMETERS = {"variant": "gin", "players": 0, "turns": 200, "rewards": "margin"}
_TYPE = pyspiel.GameType(
    short_name="rami",
    long_name="Rummy, by rami",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=_PARAMETERS,
    default_loadable=True,
)


if TYPE_CHECKING:
    from rami.ext._unchecked import Unchecked as _Game
    from rami.ext._unchecked import Unchecked as _State
else:
    _Game, _State = pyspiel.Game, pyspiel.State


class RamiGame(_Game):
    """A round of a preset.

    Parameters:
        params: the parameters of the game, see the module; 0 players are four, or the nearest number allowed.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = {**_PARAMETERS, **(params or {})}
        variant = variants.get(asked["variant"]).with_(match={"turn_cap": int(asked["turns"])})
        draw = Rules.of(variant).game.draw
        if draw.announce_at and draw.penalty:
            raise ValueError("cards that are drawn as a penalty are not dealt by chance here")
        self.variant: Variant = variant
        self.players: int = int(asked["players"]) or variant.usual_players
        self.rewards: Rewards = Rewards(asked["rewards"])
        dealing = variant.dealing
        each = dealing.cards_each(self.players)
        self.dealt: int = self.players * each + dealing.starter_extra + dealing.turned_up
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=_FACES,
            num_players=self.players,
            min_utility=-_LARGEST,
            max_utility=_LARGEST,
            utility_sum=None,
            max_game_length=int(asked["turns"]) * _STEPS,
        )
        super().__init__(_TYPE, info, asked)

    def new_initial_state(self) -> RamiState:
        """The round before the deal."""
        return RamiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and a draw in each turn."""
        return self.dealt + self.max_game_length() // _STEPS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RamiObserver:
        """What tells players the state as text."""
        return RamiObserver(iig_obs_type)


class RamiState(_State):
    """A round of OpenSpiel's: cards are dealt and drawn by chance, one at a time.

    Parameters:
        game: the game.
    """

    def __init__(self, game: RamiGame) -> None:
        super().__init__(game)
        self._variant = game.variant
        self._players = game.players
        self._rewards = game.rewards
        self._to_deal = game.dealt
        self._hidden: Counter[int] = Counter(pack_of(game.variant.for_round(game.players)))
        self._deck: list[int] = []
        self._position: Round | None = None
        self._draft: Draft | None = None
        self._drawing = False
        self._events: list[Event] = []

    def current_player(self) -> int:
        """Who acts: a seat, chance, or nobody any more."""
        if self._position is None or self._drawing:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._position.over else self._position.player

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._position is not None and not self._drawing and self._position.over

    def returns(self) -> list[float]:
        """The rewards by seat; zeros while the round goes on."""
        return [0.0] * self._players if self._position is None else list(self._rewards.of(self._position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces that may be dealt or drawn now, with their chances."""
        left = self._hidden
        if self._position is not None:
            left = Counter(card.id for card in _to_draw(self._position))
        total = left.total()
        return [(card, count / total) for card, count in sorted(left.items()) if count]

    def _legal_actions(self, player: int) -> list[int]:
        if self._draft is None or self._position is None or player != self._position.player:
            return []
        return list(self._draft.actions)

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._deal(action)
        elif self._drawing:
            self._drawing = False
            self._play(_on_top(self._position, Card.from_id(action)), DrawStock())
        elif self._draft is not None:
            after = self._draft.then(action)
            if isinstance(after, Draft):
                self._draft = after
            elif isinstance(after, DrawStock):
                self._drawing = True
            else:
                self._play(self._position, after)

    def _deal(self, card: int) -> None:
        self._deck.append(card)
        self._hidden[card] -= 1
        if len(self._deck) < self._to_deal:
            return
        deck = [*self._deck, *sorted(self._hidden.elements())]
        cards = [Card.from_id(card) for card in deck]
        # nothing is shuffled: chance decides each draw
        start = Round.deal(self._variant, self._players, seed=0, deck=cards)
        self._events += dealt(start)
        self._reach(start)

    def _play(self, position: Round, move: Move) -> None:
        reached, events = position.step(move)
        self._events += events
        self._reach(reached)

    def _reach(self, position: Round) -> None:
        self._position = position
        self._draft = None if position.over else Draft.of(position.view(position.player))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"card {Card.from_id(action)}"
        return name(action)

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player has seen since the deal, in order, and what is being spelled.

        Parameters:
            player: the seat; None for the player to act.
        """
        seat = self.current_player() if player is None else player
        lines = [str(seen_by(event, seat)) for event in self._events]
        return "\n".join([f"player {seat}", *lines, *self._spelled(seat)])

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now: the view of that seat.

        Parameters:
            player: the seat; None for the player to act.
        """
        seat = self.current_player() if player is None else player
        if self._position is None:
            return f"player {seat}: the cards are dealt"
        discards = " ".join(map(str, self._position.discards[:-1]))
        return "\n".join([shown(self._position.view(seat)), f"below: {discards}", *self._spelled(seat)])

    def _spelled(self, seat: int) -> Sequence[str]:
        """What the player to act has spelled of a move: nobody else knows it."""
        if self._draft is None or self._position is None or seat != self._position.player:
            return ()
        return (*map(name, self._draft.taken), *(["draws"] if self._drawing else []))

    def __str__(self) -> str:
        if self._position is None:
            return " ".join(["dealt:", *(str(Card.from_id(card)) for card in self._deck)])
        spelled = [name(action) for action in self._draft.taken] if self._draft is not None else []
        drawing = "draws" if self._drawing else ""
        return f"{position_text(self._position.setup)} {spelled} {drawing}".rstrip()


def _to_draw(position: Round) -> tuple[Card, ...]:
    """The cards of which one is drawn next: the stock, or the discards that become it; one, where it is known."""
    if position.variant.drawing.recycle == "turn_over" and (not position.stock or position.setup.recycles):
        return (position.stock or position.discards)[:1]
    if position.stock:
        return position.stock
    keep = 1 if position.variant.drawing.recycle == "keep_top" else 0
    return position.discards[: len(position.discards) - keep]


def _on_top(position: Round, card: Card) -> Round:
    """The position with that card as the next one, the others in order: which it is has been hidden so far."""
    if len(_to_draw(position)) == 1:
        return position
    rest = list(_to_draw(position))
    rest.remove(card)
    setup = position.setup
    if not position.stock:
        kept = position.discards[len(rest) + 1 :]
        setup = attrs.evolve(setup, discards=kept, recycles=setup.recycles + 1)
    return Round.from_setup(attrs.evolve(setup, stock=(card, *rest)))


class RamiObserver:
    """Tells players the state as text, as OpenSpiel's algorithms in Python ask for it.

    Parameters:
        iig_obs_type: what is observed; with perfect recall it is the information state.
    """

    def __init__(self, iig_obs_type: Any) -> None:
        self._recall = iig_obs_type is None or iig_obs_type.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: RamiState, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: RamiState, player: int) -> str:
        """What the player has observed."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


pyspiel.register_game(_TYPE, RamiGame)
