"""Views: what one player, or a spectator, knows about a round.

A server keeps the `Round`, which holds every card, and sends each player a `PlayerView`. To build a view, `view_of`
copies the fields that the viewer may know (`Facts` and a few counts) instead of deleting secrets from a round. So a
field added to `Round` stays hidden until somebody adds it to `view_of` as well.

Bots get only a view, so they cannot cheat: even `legal_moves` and `explain` depend only on what the viewer knows.
"""

from __future__ import annotations

from typing import Any

import attrs

from rami._base import front_door
from rami._base.values import by_fields
from rami._kernel.cards import hands
from rami._kernel.rounds.state import OVER, Known, State
from rami._kernel.turns.turn import NO_CARD
from rami.cards import UNKNOWN, Card, Cards
from rami.cards.faces import cards_of
from rami.cards.moves import Move
from rami.cards.multisets import cards_of_sorted
from rami.errors import InvalidCards, InvalidSetup, Reason, Violation, checks, reject
from rami.policies._refusals import copy_violations
from rami.policies.results.outcomes import remaining
from rami.rounds._engine.legal import LegalMoves
from rami.rounds._engine.positions import facts_of, pack_of, points_laid, turn_order
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import faults_of, known_of, state_of
from rami.rounds._engine.unseen import excess_faults, named_faults, placed_anywhere
from rami.rounds.events import Event
from rami.rounds.memory import Memory, fresh
from rami.rounds.placements import Placement, placements
from rami.rounds.setup import (
    NO_TURN,
    Facts,
    Phase,
    RoundContext,
    Seat,
    Setup,
    outside_stock,
    shared,
    without_converters,
)

__all__ = ["PlayerView"]


@attrs.frozen(kw_only=True, field_transformer=without_converters)
class PlayerView(Facts):
    """A round as one player or a spectator sees it.

    A view has the fields of `Facts`, with `?` for each card that the viewer has not seen, and the fields below. Once a
    player shows a hand, everybody sees it. Only the player to act sees `barred`, the card that must not be discarded.

    Two rounds that differ only in hidden cards give equal views. Two views of one position are equal even if the
    viewers remember different things: `events`, `mark` and `memory` are not compared.

    `Round.view` returns a player's view of a round; `from_setup` makes the view of a position that only one player
    knows.

    `print(view)` draws the table just as the command line does.

    Parameters:
        viewer: the seat of the player whose view this is, None for a spectator.
        hand: the viewer's cards.
        hand_sizes: the number of cards in each hand, by seat.
        stock_size: the number of cards in the stock.
        recycles_left: the number of times that the discards may still become the stock; None if the game sets no limit.
        events: the events, as the viewer saw them, since the mark passed to `Match.view` as `since`; empty if the view
            comes from `Round.view`.
        mark: the number of events of the match so far; pass it as the next `since`.
        memory: what the viewer remembers of the round; None if the view comes from `Round.view`, which has only the
            position.
    """

    # These three are optional in a `Setup`; a view always states them.
    context: RoundContext
    seats: tuple[Seat, ...]  # pyright: ignore[reportGeneralTypeIssues, reportIncompatibleVariableOverride]  # always stated
    turn: int

    viewer: int | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    stock_size: int
    recycles_left: int | None = None
    events: tuple[Event, ...] = attrs.field(default=(), eq=False)
    mark: int = attrs.field(default=0, eq=False)
    memory: Memory | None = attrs.field(default=None, eq=False)
    # `Round.view` sets the legal moves; a view that was stored or edited rebuilds them on first use. They contain only
    # what the acting player knows: the kernel gets neither the order of the stock nor another hand.
    _legal: LegalMoves | None = attrs.field(default=None, eq=False, repr=False, alias="legal")

    @classmethod
    def from_setup(cls, setup: Setup, viewer: int | None = 0) -> PlayerView:
        """Return the view of a position that only one player knows, such as a game played elsewhere.

        Write `?` for each card that the viewer has not seen, or a number instead of a whole hand. All cards that the
        setup puts nowhere else are in the stock, so you need not give its size. Other facts have the defaults of a
        `Setup` and pass the same checks. If you name cards in another player's hand, such as a discard taken, they go
        into `memory`, where `Round.sampled` and bots find them. The viewer thus learns these cards, so a server should
        call `Round.view` instead.

        Parameters:
            setup: the position.
            viewer: the seat of the player who knows it, None for a spectator.

        Raises:
            InvalidSetup: some of the facts cannot be true, or a card that the viewer must have seen is `?`; the error
                lists every reason.

        >>> from rami import Setup, variants
        >>> mine = "A♣ 2♣ 3♣ 9♦ 9♥ 9♠ 4♦ 6♥ K♠ Q♥ 5♣"
        >>> seen = Setup(variant=variants.GIN, hands=[mine, 10], discards="J♦", phase="play")
        >>> view = PlayerView.from_setup(seen)
        >>> view.stock_size, len(view.legal_moves), str(view.hands[1])
        (30, 11, '? ? ? ? ? ? ? ? ? ?')
        """
        reject(InvalidSetup, checks.instance("setup", setup, Setup))
        rules = Rules.of(setup.variant)
        guess = placed_anywhere(rules, setup)
        context, faults = faults_of(rules, guess)
        # Skip CARDS_UNKNOWN: a `?` remains only if there are more of them than unseen cards, and `excess_faults`
        # reports that.
        wrong = [
            *checks.viewer("viewer", viewer, range(context.seats)),
            *excess_faults(rules, setup),
            *(each for each in faults if each.code != Reason.CARDS_UNKNOWN),
        ]
        reject(InvalidSetup, wrong)
        # The hand of the player to act may be only a guess, so do not test anything that follows from it.
        context, state = state_of(rules, guess, guessed=True)
        view = view_of(rules, context, state, viewer)
        reject(InvalidSetup, named_faults(setup, view, viewer))
        if viewer == setup.player or setup.phase is Phase.OVER:
            # Only now are all the hands that were shown known, so a finished round can be counted; that may show more
            # cards.
            context, state = state_of(rules, guess)
            view = view_of(rules, context, state, viewer)
            reject(InvalidSetup, named_faults(setup, view, viewer))
        return attrs.evolve(view, memory=_remembered(setup, view), legal=None)

    @property
    def setup(self) -> Setup:
        """The position as data, with `?` for hidden cards; `PlayerView.from_setup` rebuilds an equal view from it."""
        facts: dict[str, Any] = shared(self)
        return Setup(**facts, recycles=recycles_so_far(self))

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.viewer == self.player and not self.over

    @property
    def laid_points(self) -> tuple[int, ...]:
        """Each seat's points on the table; empty in games where melds on the table score nothing."""
        return points_laid(Rules.of(self.variant), self.table, self.context.seats)

    @property
    def legal_moves(self) -> LegalMoves | tuple[Move, ...]:
        """The viewer's legal moves, listed on demand; empty while it is not the viewer's turn."""
        if self._legal is None and self.to_act:
            rules = Rules.of(self.variant)
            known = known_of(rules, known_setup(self), self.stock_size)
            object.__setattr__(self, "_legal", LegalMoves.of(rules, known))
        return () if self._legal is None else self._legal

    def explain(self, move: str | Move) -> tuple[Violation, ...]:
        """Return every reason against a move by the viewer; empty if the move is legal.

        During another player's turn, the only reason given is that it is not the viewer's turn.
        """
        moves = self.legal_moves
        if isinstance(moves, LegalMoves):
            return moves.explain(move)
        if self.over:
            return (Violation(Reason.ROUND_OVER),)
        return (Violation(Reason.NOT_YOUR_TURN, None, {"player": self.player, "by": self.viewer}),)

    def placements(self, card: Card | str) -> tuple[Placement, ...]:
        """List where a card could go on the table if the viewer held it and had to play now.

        The list has one placement for each way to lay the card off on a meld or to swap it for a wild card there. For a
        meld that the card does not fit, it has a single placement with the reasons.

        Parameters:
            card: any card of the pack, or its text; the viewer need not hold it.

        Raises:
            InvalidCards: the pack has no such card.
        """
        view, wanted = self.in_turn(), Card(card)
        reject(InvalidCards, copy_violations(self.variant, bytes([wanted.id])))
        rules = Rules.of(self.variant)
        return tuple(placements(rules, known_of(rules, known_setup(view), view.stock_size), wanted))

    def in_turn(self) -> PlayerView:
        """Return the view with the viewer's next turn already begun, right after the draw.

        Use it to let a player plan while others play: `legal_moves`, `explain` and bots answer as they would in that
        turn. The hand is the current one, since nobody knows the card that the player will draw, and there are no
        duties.

        The view is returned unchanged if there is nothing to plan: the viewer is laying cards, somebody is replying to
        a knock, the round is over, or the viewer is a spectator, has dropped out, or gets no further turn.

        >>> from rami import Round, variants
        >>> waiting = Round.deal(variants.GIN, players=2, seed=7, dealer=0).view(0)
        >>> waiting.to_act, len(waiting.legal_moves), len(waiting.in_turn().legal_moves)
        (False, 0, 10)
        """
        context = self.context
        laying = self.phase is Phase.PLAY and self.to_act
        replying = self.phase is Phase.LAYOFF
        if self.over or laying or replying or self.viewer not in remaining(context.playing, self.seats):
            return self
        order = remaining(turn_order(self.variant, context), self.seats)
        # While a discard is for sale, `player` is the player who may buy it now, and `drawer` the player whose turn it
        # is.
        now = order.index(self.player if self.drawer is None else self.drawer)
        ahead = (order.index(self.viewer) - now) % len(order)
        # Three Thirteen: after a player shows a hand, the others get one turn each, and the round ends before the turn
        # comes back to that player.
        if self.knock is not None and ahead >= (order.index(self.knock.player) - now) % len(order):
            return self
        return attrs.evolve(
            self,
            player=self.viewer,
            phase=Phase.PLAY,
            turn=self.turn + ahead,
            drawer=None,
            legal=None,
            turn_facts=NO_TURN,
        )

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self, "_legal")

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"player {self.viewer}"
        state = "over" if self.over else f"player {self.player} to {self.phase}"
        return f"<PlayerView of {who}: {self.variant.slug}, turn {self.turn}, {state}>"

    def __str__(self) -> str:
        return front_door.lines(self)


def view_of(rules: Rules, context: RoundContext, state: State, viewer: int | None) -> PlayerView:
    """Return the view of a position for a player, or for a spectator if the viewer is None."""
    acts = viewer == state.turn.player and state.phase != OVER
    facts = facts_of(rules, context, state)
    if not acts and facts["turn_facts"].barred is not None:
        # Hide `barred`: it reveals whether the hand held another copy of the card taken (D-112).
        facts["turn_facts"] = attrs.evolve(facts["turn_facts"], barred=None)
    # Leave out how often the stock was renewed unless the game limits it: otherwise no rule uses that number, and views
    # that should be equal would differ.
    limit = rules.variant.drawing.max_recycles
    return PlayerView(
        **facts,
        viewer=viewer,
        hand=Cards() if viewer is None else cards_of_sorted(hands.cards_of(state.hands[viewer])),
        hands=_hands_seen_by(viewer, state),
        hand_sizes=tuple(map(hands.size, state.hands)),
        stock_size=len(state.stock),
        discards=_discards_seen_by(viewer, state),
        recycles_left=None if limit is None else limit - state.known.recycles,
        legal=LegalMoves.of(rules, _known_to_player(rules, state)) if acts else None,
    )


def hands_shown(state: State) -> bool:
    """Return whether all remaining players have shown their hands, as they do at the end of most rounds."""
    outcome = state.outcome
    # IND-FOLD-06: the last remaining player wins without showing the hand.
    alone = len(state.deal.remaining) == 1
    return outcome is not None and (
        state.knocked is not None
        or outcome.complete
        or outcome.stock_out
        or (outcome.winner >= 0 and not alone)
    )


def _known_to_player(rules: Rules, state: State) -> Known:
    """Return the facts on which the legal moves depend; recyclings are counted only if the variant limits them."""
    # Positions that differ only in the number of recyclings give equal views, so their legal moves must be equal too.
    return state.known if rules.variant.drawing.max_recycles is not None else state.known.changed(recycles=0)


def _hands_seen_by(viewer: int | None, state: State) -> tuple[Cards, ...]:
    """Return the viewer's hand and the hands that were shown, with `?` for all other cards."""
    shown: set[int | None] = {viewer}
    if hands_shown(state):
        shown.update(state.deal.remaining)
    elif state.knocked is not None:
        shown.add(state.knocked.player)
    return tuple(
        cards_of_sorted(hands.cards_of(hand) if seat in shown else bytes([UNKNOWN.id]) * hands.size(hand))
        for seat, hand in enumerate(state.hands)
    )


def _discards_seen_by(viewer: int | None, state: State) -> tuple[Card, ...]:
    """Return the discard pile; only the player who discarded a card face down sees it."""
    pile = cards_of(state.discards)
    knocked = state.knocked
    if knocked is None or state.face_down == NO_CARD or viewer == knocked.player:
        return pile
    return (*pile[:-1], UNKNOWN)


def known_setup(view: PlayerView) -> Setup:
    """Return the position as the viewer knows it, from the view and the viewer's memory.

    Hidden cards are left out, so hands may be smaller than `hand_sizes` and the stock is empty.
    """
    memory = view.memory
    hands = list(view.hands)
    for seat, hand in enumerate(view.hands):
        if UNKNOWN in hand:
            remembered = Cards() if memory is None else memory.holds[seat]
            hands[seat] = remembered | _surely_held(view) if seat == view.player else remembered
    discards = view.discards
    # In gin a player who knocks discards face down, but of course knows the card.
    if memory is not None and memory.face_down is not None and discards and discards[-1].is_unknown:
        discards = (*discards[:-1], memory.face_down)
    facts: dict[str, Any] = {**shared(view), "hands": tuple(hands), "discards": discards}
    return Setup(**facts, stock=(), recycles=recycles_so_far(view))


def first_memory(view: PlayerView) -> Memory:
    """Return the memory of a viewer who joins now and has seen only this view."""
    face_up = tuple(
        Cards() if seat == view.viewer or UNKNOWN in hand else hand for seat, hand in enumerate(view.hands)
    )
    unseen = Cards.from_ids(pack_of(view.variant)) - Cards(outside_stock(view))
    return fresh(view.viewer, face_up, view.discards, unseen)


def _remembered(setup: Setup, view: PlayerView) -> Memory | None:
    """Return a memory of the cards that a setup names in hands hidden from the viewer, None if there are none."""
    named = tuple(
        given - Cards([UNKNOWN] * len(given)) if UNKNOWN in seen else Cards()
        for given, seen in zip(setup.hands, view.hands, strict=True)
    )
    if not any(named):
        return None
    memory = first_memory(view)
    unseen = memory.anywhere - Cards([card for cards in named for card in cards])
    holds = tuple(known | more for known, more in zip(memory.holds, named, strict=True))
    return attrs.evolve(memory, holds=holds, anywhere=unseen)


def recycles_so_far(view: PlayerView) -> int:
    """Return the number of times that the discards have become the stock; 0 if the variant sets no limit.

    A view counts down (`recycles_left`), but a `Setup` counts up. If the variant sets no limit, the number does not
    matter and views omit it.
    """
    limit = view.variant.drawing.max_recycles
    return 0 if limit is None or view.recycles_left is None else limit - view.recycles_left


def _surely_held(view: PlayerView) -> Cards:
    """Return the cards that every viewer knows to be in the hand of the player to act.

    These are the cards named by duties and, if melds stay concealed, the discard that the player took this turn.
    """
    named = [duty.card for duty in view.duties if duty.card is not None]
    # GIN-TURN-01: while melds are concealed, cards leave a hand only by a discard, so a card just taken is still there.
    concealed = Rules.of(view.variant).game.knock is not None
    if concealed and view.taken is not None and view.taken not in named:
        named.append(view.taken)
    return Cards(named)
