"""What one player knows: built from an allow-list, never cut out of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ._kernel.state import Known
from ._pickling import by_fields
from .cards import UNKNOWN, Card, Cards
from .engine.admitting import known_of
from .engine.legal import LegalMoves
from .engine.positions import check_seed
from .engine.rules import Rules
from .engine.sampling import Seen, sampled
from .errors import InvalidSetup, Violation
from .events import Event
from .memory import Memory
from .moves import Move
from .policies.variant import Variant
from .setup import Duty, KnockFact, Outcome, Phase, RoundContext, Setup, TableMeld

if TYPE_CHECKING:
    from .round import Round

__all__ = ["Knowledge", "PlayerView"]


@attrs.frozen(eq=False, repr=False)
class Knowledge:
    """What legality is made of: the acting player's hand, the table, the discard pile, counts, and duties.

    It holds no stock order and no other hand, and it answers the same questions as a round.
    """

    _rules: Rules
    _known: Known

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act."""
        return LegalMoves.of(self._rules, self._known)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _knowledge, (self._rules.variant, self._known)


def _knowledge(variant: Variant, known: Known) -> Knowledge:
    return Knowledge(Rules.of(variant), known)


@attrs.frozen(kw_only=True)
class PlayerView:
    """A round as one player, or a spectator, sees it.

    Two rounds that differ only in what the viewer cannot see give equal views.  A view equals another of the same
    position, whatever has been seen before: `events`, `mark` and `memory` do not count.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        variant: the rules.
        context: the match around the round.
        player: the seat to act.
        phase: what that player has to do.
        hand: the viewer's cards.
        hands: the cards of each seat as the viewer sees them: `?` where they are hidden; hands that have been
            shown are known to all.
        hand_sizes: how many cards each seat holds.
        stock_size: how many cards the stock holds.
        discards: the discard pile, its top card last; `?` for a card that another player put there face down.
        table: the melds on the table.
        opened: who has opened, by seat.
        completed: who has laid the contract, in that order; () in a game without contracts.
        touched: who has touched the discard and left it, by seat.
        turn: how many turns the round has seen.
        highest_opening: points of the highest opening so far, where openings must rise.
        taken: the discard taken in the present turn.
        duties: what the player to act owes.
        upcard: the first upcard, where the rules of knocking read it.
        knock: who ended the play by showing a hand, and how.
        opened_now: whether the player to act opened in this turn.
        outcome: how the round ended, once it is over.
        barred: the card that the viewer, being the player to act, may not discard in this turn because it came from
            the discard pile.
        fresh: ids of the melds laid by the player to act since opening in this turn, where the score depends on
            help from the table.
        helped: whether this turn used a meld that lay there before, under the same condition.
        wilds_placed: how many wild cards this turn has placed, where the score depends on it.
        recycles_left: how often the discards may still become the stock, None without a limit.
        events: what happened since the mark that was asked for, as the viewer saw it; only `Match.view` knows.
        mark: how many events the match has seen, to be asked for later as `since`.
        memory: what the viewer remembers of the round; only `Match.view` knows.
    """

    viewer: int | None
    variant: Variant
    context: RoundContext
    player: int
    phase: Phase
    hand: Cards
    hands: tuple[Cards, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    discards: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    completed: tuple[int, ...]
    touched: tuple[int, ...]
    turn: int
    highest_opening: int
    taken: Card | None
    duties: tuple[Duty, ...]
    upcard: Card | None
    knock: KnockFact | None
    opened_now: bool
    outcome: Outcome | None
    barred: Card | None = None
    fresh: tuple[int, ...] = ()
    helped: bool = False
    wilds_placed: int = 0
    recycles_left: int | None = None
    events: tuple[Event, ...] = attrs.field(default=(), eq=False)
    mark: int = attrs.field(default=0, eq=False)
    memory: Memory | None = attrs.field(default=None, eq=False)
    _knowledge: Knowledge | None = attrs.field(default=None, eq=False, repr=False, alias="knowledge")

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.viewer == self.player and not self.over

    @property
    def legal_moves(self) -> LegalMoves | tuple[Move, ...]:
        """The viewer's legal moves; empty when it is not the viewer's turn."""
        knowledge = self._known_now()
        return () if knowledge is None else knowledge.legal_moves

    def explain(self, move: Move) -> tuple[Violation, ...]:
        """Everything against a move of the viewer; empty if it is legal.

        When it is not the viewer's turn, that is the reason given.
        """
        knowledge = self._known_now()
        if knowledge is None:
            shown = {"player": self.player, "by": "a spectator" if self.viewer is None else self.viewer}
            return (Violation("round_over") if self.over else Violation("not_your_turn", None, shown),)
        return knowledge.legal_moves.explain(move)

    def _known_now(self) -> Knowledge | None:
        """What legality is made of, on the viewer's turn; a view without it makes it of what it shows."""
        if self._knowledge is None and self.to_act:
            rules = Rules.of(self.variant)
            known = known_of(rules, self._seen().setup, self.stock_size)
            object.__setattr__(self, "_knowledge", Knowledge(rules, known))
        return self._knowledge

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self, "_knowledge")

    def sample(self, seed: int) -> Round:
        """A whole round that the viewer cannot tell from the real one: its view for this viewer is equal to this one.

        The cards out of sight are dealt anew, every assignment that the view and its `memory` allow being equally
        likely; two copies of a face count as two cards.  A hand with which the player to act could not complete the
        turn is not allowed.  The round has a seed of its own, made from this one.

        Parameters:
            seed: 0 to 2**256 - 1; the same seed gives the same round.

        Raises:
            InvalidSetup: for a seed out of range.
            RamiError: if the memory is not one of this position, or if 10,000 deals have not given a hand with which
                the player to act, not being the viewer, could complete the turn.

        >>> from rami import Round, variants
        >>> view = Round.deal(variants.GIN, players=2, seed=7).view(0)
        >>> guess = view.sample(1)
        >>> guess.view(0) == view, guess == view.sample(1), guess == view.sample(2)
        (True, True, False)
        """
        from .round import Round  # a view is made of a round, and this makes one of a view

        wrong = check_seed(seed)
        if wrong:
            raise InvalidSetup(*wrong)
        rules = Rules.of(self.variant)
        return Round(self.context, rules, sampled(rules, self._seen(), seed))

    def _seen(self) -> Seen:
        """What is known of the position: what the view shows, and what is remembered."""
        seats = len(self.hands)
        memory = self.memory
        known = list(self.hands)
        hidden = [seat for seat, hand in enumerate(self.hands) if UNKNOWN in hand]
        for seat in hidden:
            held = Cards() if memory is None else memory.holds[seat]
            known[seat] = held | self._bound() if seat == self.player else held
        face_down = None
        discards = self.discards
        if self.knock is not None and discards and discards[-1].is_unknown:
            face_down = self.knock.player
            if memory is not None and memory.face_down is not None:
                face_down, discards = None, (*discards[:-1], memory.face_down)
        limit = self.variant.drawing.max_recycles
        setup = Setup(
            variant=self.variant,
            hands=tuple(known),
            player=self.player,
            phase=self.phase,
            table=self.table,
            discards=discards,
            stock=(),
            context=self.context,
            opened=self.opened,
            completed=self.completed,
            touched=self.touched,
            turn=self.turn,
            recycles=0 if limit is None or self.recycles_left is None else limit - self.recycles_left,
            highest_opening=self.highest_opening,
            taken=self.taken,
            barred=self.barred,
            duties=self.duties,
            opened_now=self.opened_now,
            fresh=self.fresh,
            helped=self.helped,
            wilds_placed=self.wilds_placed,
            upcard=self.upcard,
            knock=self.knock,
            outcome=self.outcome,
        )
        placed = None
        if memory is not None and self.taken is not None:
            placed = self.taken not in memory.holds[self.player]
        return Seen(
            viewer=self.viewer,
            setup=setup,
            sizes=tuple(size - len(hand) for size, hand in zip(self.hand_sizes, known, strict=True)),
            stock=self.stock_size,
            face_down=face_down,
            recycled=b"" if memory is None else memory.recycled.ids,
            in_hands=b"" if memory is None else memory.in_hands.ids,
            draws=(0,) * seats if memory is None else memory.draws,
            placed=placed,
        )

    def _bound(self) -> Cards:
        """Cards that the position says are in the hand of the player to act, whoever looks."""
        named = [duty.card for duty in self.duties if duty.card is not None]
        concealed = Rules.of(self.variant).game.knock is not None
        if concealed and self.taken is not None and self.taken not in named:
            named.append(self.taken)
        return Cards(named)
