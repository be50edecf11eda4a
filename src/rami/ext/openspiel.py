"""OpenSpiel: every variant as a game in which a chance player deals each hidden card.

This module needs the extra `openspiel`: ``pip install rami[openspiel]``. Importing it registers the game ``rami`` with
these parameters:

- ``variant``: the slug of a variant, or the path of a house-rule file, which ends in ``.toml``;
- ``options``: changes to that variant, such as ``"opening.minimum=71; dealing.hand_size=13"``; inside
  ``load_game("rami(options=...)")``, where OpenSpiel allows no equals sign, write a colon instead;
- ``players``: the number of players; 0 for four, or the nearest number that the variant allows;
- ``turns``: the number of turns after which a round is void;
- ``rewards``: "margin", "points" or "win", as in `rami.ext.learning.rewards`;
- ``recall``: the number of past events that the tensor of an information state shows.

Rewards of the kinds "margin" and "win" make the game zero-sum, except in variants with contracts: a player who lays a
contract gets an extra reward that nobody pays.

An observation tensor is the observation of `rami.ext.learning.observations`. The tensor of an information state has a
second part, ``history``, with a row for each of the last ``recall`` events, the newest first. A row shows the kind of
event, the player (counted from the viewer), and the number of cards of each face that the viewer saw move. If a round
has at most ``recall`` events, the tensor has perfect recall of cards and players, but only the observation shows which
meld a card joined. The text of an information state always has perfect recall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

if find_spec("pyspiel") is None:
    raise ImportError("rami.ext.openspiel needs open-spiel: pip install rami[openspiel]")

import attrs
import numpy as np
import pyspiel

from rami._base.values import Value
from rami.cards import Card, Cards
from rami.cards.moves import DrawStock, Knock, Move, PassUpcard, TakeDiscard
from rami.errors import RamiError, Reason, Violation
from rami.ext._history import row_size, rows
from rami.ext._possible_deals import PossibleDeal, possible_deal
from rami.ext.learning.actions import SIZE, Draft, name
from rami.ext.learning.episode import view_text
from rami.ext.learning.observations import Layout
from rami.ext.learning.rewards import Rewards
from rami.matches.trails import Trail
from rami.notation import position_text
from rami.notation.houses import variant_named
from rami.policies.declaring.options import settings_of
from rami.policies.variant import Variant
from rami.rounds._engine.positions import in_dealing_order, layout_of, pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds.effects import Place
from rami.rounds.events import CardsDealt, Event, StockRecycled, seen_by
from rami.rounds.round import Round, dealt
from rami.rounds.transfers import transfers
from rami.rounds.views import PlayerView

__all__ = ["RamiGame", "RamiState"]

_FACES = 53
_LARGEST = 1000.0
"""An upper bound on a player's reward for a round."""
_STEPS = 64
"""An upper bound on the average number of actions in a turn."""
_TRIES = 1000
"""The maximum number of random histories to try before giving up."""

_PARAMETERS = {"variant": "gin", "options": "", "players": 0, "turns": 200, "rewards": "margin", "recall": 60}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="rami",
        long_name="Rummy, by rami",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        # Rummy 500 and Liverpool allow the most players.
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=True,
    )


if TYPE_CHECKING:
    from rami.ext._environments import Unchecked as _Game
    from rami.ext._environments import Unchecked as _State
else:
    # Pyspiel has no type annotations, so type checkers see base classes that accept any attribute.
    _Game, _State = pyspiel.Game, pyspiel.State


@attrs.frozen
class _Facts(Value):
    """The facts common to all states of a game."""

    variant: Variant
    players: int
    rewards: Rewards
    to_deal: int
    price: int
    pack: tuple[int, ...]


@attrs.frozen
class _Moment(Value):
    """The progress of a round: the cards dealt so far, the position, the draft, and all moves and events.

    A move that draws cards from the stock is `pending` until chance has chosen all the cards that the move `needs`.
    """

    deck: tuple[int, ...] = ()
    position: Round | None = None
    draft: Draft | None = None
    pending: Move | None = None
    needs: int = 0
    drawn: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()
    trail: Trail = attrs.field(factory=Trail, eq=False, repr=False)

    def after(self, position: Round, events: Sequence[Event], *moves: Move) -> _Moment:
        """Return the next moment, after these events and moves."""
        return _Moment(
            self.deck,
            position,
            None if position.over else Draft.of(position.view(position.player)),
            moves=(*self.moves, *moves),
            events=(*self.events, *events),
            # Copies of a state share this moment but may continue differently, so each next moment needs its own cache.
            trail=self.trail.copy(),
        )

    def view(self, seat: int) -> PlayerView | None:
        """Return a player's view, including the memory; None before the deal."""
        if self.position is None:
            return None
        # The trail reads only the new events; otherwise each tensor would go through the whole round again.
        memory = self.trail.memory(self.position.variant, seat, self.events)
        return attrs.evolve(self.position.view(seat), memory=memory)

    def draft_of(self, seat: int) -> Draft | None:
        """Return the part of a move that a player has chosen so far, which nobody else sees; None out of turn."""
        return self.draft if self.position is not None and seat == self.position.player else None


class RamiGame(_Game):
    """A round of a variant as an OpenSpiel game.

    Parameters:
        params: the parameters of the game, as listed in the docstring of the module; None for the defaults.

    Raises:
        RamiError: the value of a parameter is not valid.
        ValueError: the variant makes players draw penalty cards, which is not supported.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        named = {key: unquote(given[key]) for key in ("variant", "options")}
        variant = variant_named(**named)
        # OpenSpiel needs the length of the longest game, and without a cap a round of rummy may never end.
        variant = variant.with_(match={"turn_cap": int(given["turns"])})
        draw = Rules.of(variant).game.draw
        # R51-CARTE-03, D-16: a player who forgets to say "carte" draws two penalty cards in the middle of a move.
        if draw.announce_at and draw.carte_penalty:
            raise ValueError("this variant makes players draw penalty cards, which is not supported")
        players = int(given["players"]) or variant.usual_players
        rewards = Rewards(given["rewards"])
        dealing = variant.dealing
        self.facts: _Facts = _Facts(
            variant,
            players,
            rewards,
            players * dealing.cards_each(players) + dealing.starter_extra + dealing.turned_up,
            0 if variant.drawing.buy is None else draw.buy_price,
            # IND-MAT-03: some games add a pack when there are many players.
            tuple(pack_of(variant.for_round(players))),
        )
        self.recall: int = int(given["recall"])
        no_contracts = settings_of(variant).met(lambda each: each.opening.contracts is None)
        # Nobody pays the extra reward for laying a contract, so the rewards of a round with contracts do not sum to 0.
        even = rewards.kind != "points" and no_contracts is True
        utility = pyspiel.GameType.Utility
        largest = 1.0 if even and rewards.kind == "win" else _LARGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=SIZE,
            max_chance_outcomes=_FACES,
            num_players=players,
            min_utility=-largest,
            max_utility=largest,
            utility_sum=0.0 if even else None,
            max_game_length=int(given["turns"]) * _STEPS,
        )
        # The text form of a game cannot contain "=", "(" and similar signs, so percent-encode them.
        given |= {key: quote(text, safe="/.;: ") for key, text in named.items()}
        super().__init__(_type(utility.ZERO_SUM if even else utility.GENERAL_SUM), info, given)

    def new_initial_state(self) -> RamiState:
        """Return the state before the deal."""
        return RamiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the chance nodes: one for each card that is dealt, or drawn for any reason."""
        return self.facts.to_deal + (1 + self.facts.price) * (self.max_game_length() // _STEPS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RamiObserver:
        """Return an observer, which turns states into tensors and strings for a player."""
        recalls = iig_obs_type is None or iig_obs_type.perfect_recall
        layout = Layout(self.facts.variant, self.facts.players)
        return RamiObserver(layout, self.recall if recalls else None)


class RamiState(_State):
    """A state of an OpenSpiel game: chance deals and draws the cards, one at a time.

    Parameters:
        game: the game to play.
    """

    def __init__(self, game: RamiGame) -> None:
        super().__init__(game)
        self._facts = game.facts
        self._moment = _Moment()

    @property
    def position(self) -> Round | None:
        """The round, with all the cards that players must not see; None before the deal."""
        return self._moment.position

    @property
    def draft(self) -> Draft | None:
        """The part of a move that the player to act has chosen so far; None before the deal and after the round."""
        return self._moment.draft

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's number for chance or for the end of the game."""
        position = self._moment.position
        if position is None or self._moment.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.over else position.player

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return the rewards by seat; zeros until the round is over."""
        position = self._moment.position
        return [0.0] * self._facts.players if position is None else list(self._facts.rewards.of(position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces that chance may deal or draw now, with their probabilities."""
        left = self._may_draw()
        total = left.total()
        return [(card, count / total) for card, count in sorted(left.items())]

    def _may_draw(self) -> Counter[int]:
        position = self._moment.position
        if position is None:
            return Counter(self._facts.pack) - Counter(self._moment.deck)
        drawn = self._moment.drawn
        left, in_order = _to_draw(position)
        # If the discards were turned over unshuffled, the next card is known.
        if in_order:
            return Counter([left[len(drawn)].id])
        return Counter(card.id for card in left) - Counter(drawn)

    def _legal_actions(self, player: int) -> list[int]:
        draft = self._moment.draft_of(player)
        return [] if draft is None else list(draft.actions)

    def _apply_action(self, action: int) -> None:
        moment = self._moment
        if moment.position is None:
            self._deal(action)
        elif moment.pending is not None:
            drawn = (*moment.drawn, action)
            # A player who buys a discard also draws cards from the stock as the price, so a move may need several
            # draws.
            if len(drawn) < moment.needs:
                self._moment = attrs.evolve(moment, drawn=drawn)
                return
            position, recycled = _with_stock_top(moment.position, [Card.from_id(card) for card in drawn])
            self._play(position, moment.pending, *recycled)
        elif moment.draft is not None:
            after = moment.draft.then(action)
            if isinstance(after, Draft):
                self._moment = attrs.evolve(moment, draft=after)
                return
            needs = _cards_drawn(moment.position, after)
            if needs:
                self._moment = attrs.evolve(moment, pending=after, needs=needs)
            else:
                self._play(moment.position, after)

    def _deal(self, card: int) -> None:
        facts = self._facts
        moment = self._moment = _Moment((*self._moment.deck, card))
        if len(moment.deck) < facts.to_deal:
            return
        deck = [Card.from_id(card) for card in (*moment.deck, *sorted(self._may_draw().elements()))]
        # The seed has no effect, because the deck is given here and chance nodes decide each later draw.
        start = Round.deal(facts.variant, facts.players, seed=0, deck=deck)
        self._moment = moment.after(start, dealt(start))

    def _play(self, position: Round, move: Move, *before: Event) -> None:
        reached, events = position.step(move)
        self._moment = self._moment.after(reached, (*before, *events), move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"card {Card.from_id(action)}"
        return name(action)

    def information_state_string(self, player: int | None = None) -> str:
        """Return all events since the deal in order, as a player saw them, and the player's draft.

        Parameters:
            player: the seat; None for the player to act.
        """
        seat = self.current_player() if player is None else player
        lines = [str(seen_by(event, seat)) for event in self._moment.events]
        # Name the player, because algorithms use this text as a key, and two players may have seen the same events.
        return "\n".join([f"player {seat}", *lines, *self._spelled(seat)])

    def observation_string(self, player: int | None = None) -> str:
        """Return a player's current view.

        Parameters:
            player: the seat; None for the player to act.
        """
        seat = self.current_player() if player is None else player
        position = self._moment.position
        if position is None:
            return f"player {seat}: the cards are dealt"
        # GIN-KNOCK-01: the discard of a knock lies face down, so only the view shows the top card.
        discards = " ".join(map(str, position.discards[:-1]))
        return "\n".join([view_text(position.view(seat)), f"below: {discards}", *self._spelled(seat)])

    def _spelled(self, seat: int) -> Sequence[str]:
        draft = self._moment.draft_of(seat)
        if draft is None:
            return ()
        return (*map(name, draft.taken), *(["draws"] if self._moment.pending is not None else []))

    def numbers(self, seat: int, layout: Layout, recall: int | None) -> bytes:
        """Return a player's observation, followed by the rows of the last events.

        Parameters:
            seat: the player.
            layout: the order and size of the features of the observation.
            recall: the number of events; None for the observation alone.
        """
        moment = self._moment
        view = moment.view(seat)
        seen = bytes(layout.size) if view is None else layout.observe(view, moment.draft_of(seat))
        return seen if recall is None else seen + rows(moment.events, seat, self._facts.players, recall)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> RamiState:
        """Return a state with the same information for this player but other hidden cards.

        `Round.sampled` chooses the cards that the player cannot see, and the sampler chooses when each of them came
        into a hand. The drafts of other players are dropped.

        Parameters:
            player_id: the seat.
            probability_sampler: a function that returns numbers from 0 up to, but not including, 1.

        Raises:
            RamiError: 1,000 tries led to no possible state, or `Round.sampled` found no possible cards.
        """
        moment = self._moment
        view = moment.view(player_id)
        if view is None:
            return self._redealt(probability_sampler)
        known = self.information_state_string(player_id)
        for _ in range(_TRIES):
            # Most attempts fail if moves have shown the cards of a hand, so make many of them. The sampler's float has
            # 53 random bits, which become the seed.
            guess = Round.sampled(view, int(probability_sampler() * 2**53))
            deal = possible_deal(moment.events, guess, player_id, probability_sampler)
            state = None if deal is None else self._replayed(deal, guess, player_id, probability_sampler)
            if state is not None and state.information_state_string(player_id) == known:
                return state
        raise RamiError(Violation(Reason.SAMPLE_RARE, None, {"tries": _TRIES}))

    def _redealt(self, sampler: Callable[[], float]) -> RamiState:
        state: RamiState = self.get_game().new_initial_state()
        # Nobody sees a card before the deal is complete, so any cards are consistent with what the player knows.
        for _ in self._moment.deck:
            state._draw_at_random(sampler)
        return state

    def _replayed(
        self, deal: PossibleDeal, guess: Round, viewer: int, sampler: Callable[[], float]
    ) -> RamiState | None:
        """Play the moves again with other cards; return None if some move is impossible with them."""
        state: RamiState = self.get_game().new_initial_state()
        drawn = iter(deal.drawn)
        # The new state deals the chosen hands card by card; this fails if the pack has too few copies of a card.
        if not all(state._draw(card) for card in _deck(guess, deal.hands, self._moment.events[0])):
            return None
        for move in self._moment.moves:
            position = state._moment.position
            if isinstance(move, Knock) and position is not None and state.current_player() != viewer:
                if move.declares and not move.melds:
                    # A wrong declaration is listed last, with a card from the hand chosen here.
                    *_, move = position.legal_moves
                else:
                    # GIN-KNOCK-01: the discard of a knock lies face down, so use the card from the sample instead.
                    move = attrs.evolve(move, discard=guess.discards[-1])
            if not state._spell(move):
                return None
            while state._moment.pending is not None:
                if not state._draw(next(drawn)):
                    return None
        # The viewer's own draft is part of the information state, so repeat it.
        own = self._moment.draft_of(viewer)
        spelled = state.draft
        while own is not None and spelled is not None and len(spelled.taken) < len(own.taken):
            state.apply_action(own.taken[len(spelled.taken)])
            spelled = state.draft
        if own is not None and self._moment.pending is not None:
            state._spell(self._moment.pending)
            for _ in self._moment.drawn:
                state._draw_at_random(sampler)
        return state

    def _draw_at_random(self, sampler: Callable[[], float]) -> None:
        """Let chance deal or draw one of the possible cards at random."""
        left = list(self._may_draw().elements())
        self.apply_action(left[int(sampler() * len(left))])

    def _draw(self, card: Card) -> bool:
        """Let chance deal or draw this card; return False if the card cannot come now."""
        if card.id not in self._may_draw():
            return False
        self.apply_action(card.id)
        return True

    def _spell(self, move: Move) -> bool:
        """Let the player to act make a move, action by action; return False if the move is not legal."""
        position, draft = self._moment.position, self._moment.draft
        if position is None or draft is None:
            return False
        # With the cards chosen here, this move may be illegal.
        word = next((word for word, listed in draft.words if listed == move), ())
        if not word:
            return False
        while draft is not None and self._moment.position is position and self._moment.pending is None:
            self.apply_action(word[len(draft.taken)])
            draft = self._moment.draft
        return True

    def __str__(self) -> str:
        moment = self._moment
        if moment.position is None:
            return " ".join(["dealt:", *(str(Card.from_id(card)) for card in moment.deck)])
        spelled = [name(action) for action in moment.draft.taken] if moment.draft is not None else []
        drawing = "" if moment.pending is None else f"draws {Cards.from_ids(moment.drawn)}"
        return f"{position_text(moment.position.setup)} {spelled} {drawing}".rstrip()


def _cards_drawn(position: Round, move: Move) -> int:
    """Return the number of cards that a move draws from the stock into hands."""
    if not isinstance(move, (DrawStock, PassUpcard, TakeDiscard)):
        return 0
    # This number does not depend on which cards are in the stock, so try the move on this position.
    _, events = position.step(move)
    return sum(each.source is Place.STOCK for event in events for each in transfers(event))


def _to_draw(position: Round) -> tuple[tuple[Card, ...], bool]:
    """Return the cards that could be drawn next, and True if their order is known."""
    if position.variant.drawing.recycle == "turn_over" and (not position.stock or position.setup.recycles):
        return position.stock or position.discards, True
    if position.stock:
        return position.stock, False
    # If the rules leave the top discard in place, only the cards below it are shuffled.
    keep = 1 if position.variant.drawing.recycle == "keep_top" else 0
    return position.discards[: len(position.discards) - keep], False


def _with_stock_top(position: Round, cards: Sequence[Card]) -> tuple[Round, tuple[Event, ...]]:
    """Return the position with these cards on top of the hidden stock and the other cards below in order."""
    left, in_order = _to_draw(position)
    # If either is true, everybody knows the next card, and chance has nothing to decide.
    if in_order or len(left) == 1:
        return position, ()
    rest = list(left)
    for card in cards:
        rest.remove(card)
    setup = position.setup
    events: tuple[Event, ...] = ()
    if not position.stock:
        setup = attrs.evolve(setup, discards=position.discards[len(left) :], recycles=setup.recycles + 1)
        # The kernel receives a stock that is already renewed and records nothing, so add the event here.
        events = (StockRecycled(len(left)),)
    return Round.from_setup(attrs.evolve(setup, stock=(*cards, *rest))), events


def _deck(position: Round, hands: Sequence[Sequence[Card]], dealt: Event) -> list[Card]:
    """Return the cards of a deal in dealing order."""
    assert isinstance(dealt, CardsDealt)  # a round begins with a deal
    layout = layout_of(Rules.of(position.variant), position.context)
    turned_up = [card for card in (dealt.upcard, dealt.turned) if card is not None]
    return in_dealing_order(layout, hands) + turned_up


class RamiObserver:
    """An observer that turns states into tensors and strings, as OpenSpiel's Python algorithms expect.

    Parameters:
        layout: the order and size of the features of an observation.
        recall: the number of events of an information state; None for an observation.
    """

    def __init__(self, layout: Layout, recall: int | None) -> None:
        self._layout = layout
        self._recall = recall
        row = row_size(layout.seats)
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] = np.zeros(
            layout.size + row * (recall or 0), np.float32
        )
        # Algorithms look up parts by name. The parts are views of the tensor, so whatever fills it fills them too.
        self.dict: dict[str, Any] = {"observation": self.tensor[: layout.size]}
        if recall:
            self.dict["history"] = self.tensor[layout.size :].reshape(recall, row)

    def set_from(self, state: RamiState, player: int) -> None:
        """Fill the tensor with a player's observation."""
        self.tensor[:] = np.frombuffer(state.numbers(player, self._layout, self._recall), np.uint8)

    def string_from(self, state: RamiState, player: int) -> str:
        """Return a player's observation as text."""
        recalls = self._recall is not None
        return state.information_state_string(player) if recalls else state.observation_string(player)


# OpenSpiel needs one utility type when the game is registered; each loaded game then states its actual type.
pyspiel.register_game(_type(pyspiel.GameType.Utility.ZERO_SUM), RamiGame)
