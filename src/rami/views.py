"""Views: the knowledge of one player, built from an allow-list and never by removing fields from a round."""

from __future__ import annotations

from typing import Any

import attrs

from ._drawing import drawing
from ._engine.legal import LegalMoves
from ._engine.placements import placements
from ._engine.positions import pack_of, points_laid, turn_order
from ._engine.rules import Rules
from ._engine.setups import known_of
from ._values import by_fields
from .cards import UNKNOWN, Card, Cards
from .errors import InvalidCards, Reason, Violation, reject
from .events import Event
from .memory import Memory, fresh
from .moves import Move
from .placements import Placement
from .policies._compiled import copy_violations
from .policies.outcomes import staying
from .setup import NO_TURN, Facts, Phase, RoundContext, Setup, shared

__all__ = ["PlayerView"]


def _as_given(cls: type[Any], fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """The fields without their converters: a view is made of values that are checked, and often."""
    return [field.evolve(converter=None) for field in fields]


@attrs.frozen(kw_only=True, field_transformer=_as_given)
class PlayerView(Facts):
    """A round as one player, or a spectator, sees it: the fields of `Facts` that the viewer knows.

    Two rounds that differ only in what the viewer cannot see give equal views.  A view equals another of the same
    position, whatever has been seen before: `events`, `mark` and `memory` do not count.

    Hands that have been shown are known to all.  `barred` is known only to the player to act.
    `print` shows a view as the command line does.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        hand: the viewer's cards.
        hand_sizes: how many cards each seat holds.
        stock_size: how many cards the stock holds.
        recycles_left: how often the discards may still become the stock, None without a limit.
        events: the events since the mark requested, as the viewer saw them; only `Match.view` has them.
        mark: the number of events of the match so far, to pass later as `since`.
        memory: the viewer's memory of the round; None from `Round.view`, which has only the position.
    """

    # a view always has these, which a setup may leave out
    context: RoundContext
    opened: tuple[bool, ...]
    completed: tuple[int, ...]
    turn: int

    viewer: int | None
    hand: Cards
    hand_sizes: tuple[int, ...]
    stock_size: int
    recycles_left: int | None = None
    events: tuple[Event, ...] = attrs.field(default=(), eq=False)
    mark: int = attrs.field(default=0, eq=False)
    memory: Memory | None = attrs.field(default=None, eq=False)
    # made of what the acting player knows, without any order of the stock or another hand
    _legal: LegalMoves | None = attrs.field(default=None, eq=False, repr=False, alias="legal")

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.viewer == self.player and not self.over

    @property
    def laid_points(self) -> tuple[int, ...]:
        """By seat, the value of each player's cards on the table; () where that scores nothing."""
        return points_laid(Rules.of(self.variant), self.table, self.context.seats)

    @property
    def legal_moves(self) -> LegalMoves | tuple[Move, ...]:
        """The viewer's legal moves; empty when it is not the viewer's turn."""
        if self._legal is None and self.to_act:
            rules = Rules.of(self.variant)
            known = known_of(rules, seen_setup(self), self.stock_size)
            object.__setattr__(self, "_legal", LegalMoves.of(rules, known))
        return () if self._legal is None else self._legal

    def explain(self, move: str | Move) -> tuple[Violation, ...]:
        """Every reason against a move of the viewer; empty if it is legal.

        When it is not the viewer's turn, that is the reason given.
        """
        moves = self.legal_moves
        if isinstance(moves, LegalMoves):
            return moves.explain(move)
        if self.over:
            return (Violation(Reason.ROUND_OVER),)
        return (Violation(Reason.NOT_YOUR_TURN, None, {"player": self.player, "by": self.viewer}),)

    def placements(self, card: Card | str) -> tuple[Placement, ...]:
        """Where a card could go on the table, as if the viewer held it and were at play.

        For each meld there is one placement for every way to lay the card off there or to replace a wild card with it.
        A meld that the card does not fit has one placement, with the reason.

        Parameters:
            card: any card, or its text.

        Raises:
            InvalidCards: it is not a card of the pack.
        """
        view, found = self.in_turn(), Card(card)
        reject(InvalidCards, copy_violations(self.variant, bytes([found.id])))
        rules = Rules.of(self.variant)
        return tuple(placements(rules, known_of(rules, seen_setup(view), view.stock_size), found))

    def in_turn(self) -> PlayerView:
        """The view as if the viewer were to lay cards now, with the hand as it is and nothing owed.

        With it a player can plan while others play: `legal_moves`, `explain` and bots give the results that
        they will give at the viewer's next turn, apart from the card then drawn.  It is this view itself
        while the viewer lays cards, during a reply to a knock, when the round is over, and for a viewer
        who does not play or has no further turn.

        >>> from rami import Round, variants
        >>> waiting = Round.deal(variants.GIN, players=2, seed=7, dealer=0).view(0)
        >>> waiting.to_act, len(waiting.legal_moves), len(waiting.in_turn().legal_moves)
        (False, 0, 10)
        """
        context = self.context
        waits = self.phase in (Phase.PLAY, Phase.LAYOFF) and (self.to_act or self.phase is Phase.LAYOFF)
        if self.over or waits or self.viewer not in staying(context.playing, self.folded):
            return self
        order = staying(turn_order(self.variant, context), self.folded)
        now = order.index(self.player if self.drawer is None else self.drawer)
        ahead = (order.index(self.viewer) - now) % len(order)
        # the last turns end before the player who has shown a hand
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
        doing = "over" if self.over else f"player {self.player} to {self.phase}"
        return f"<PlayerView of {who}: {self.variant.slug}, turn {self.turn}, {doing}>"

    def __str__(self) -> str:
        return drawing(self)


def seen_setup(view: PlayerView) -> Setup:
    """The known part of the position: what the view shows and the viewer remembers; hidden cards are left out."""
    memory = view.memory
    known = list(view.hands)
    for seat, hand in enumerate(view.hands):
        if UNKNOWN in hand:
            held = Cards() if memory is None else memory.holds[seat]
            known[seat] = held | _bound(view) if seat == view.player else held
    discards = view.discards
    if memory is not None and memory.face_down is not None and discards and discards[-1].is_unknown:
        discards = (*discards[:-1], memory.face_down)
    facts: dict[str, Any] = {**shared(view), "hands": tuple(known), "discards": discards}
    return Setup(**facts, stock=(), recycles=recycles_of(view))


def arrived(view: PlayerView) -> Memory:
    """The memory of a viewer who has seen nothing of the round but this view."""
    shown = tuple(
        Cards() if seat == view.viewer or UNKNOWN in hand else hand for seat, hand in enumerate(view.hands)
    )
    turned = () if view.turned is None else (view.turned,)
    in_sight = (*shown, view.hand, view.discards, turned, *(item.meld.cards for item in view.table))
    unseen = Cards.from_ids(pack_of(view.variant)) - Cards([card for cards in in_sight for card in cards])
    return fresh(view.viewer, shown, view.discards, unseen)


def recycles_of(view: PlayerView) -> int:
    """The number of times that the discards have become the stock, where the variant limits that."""
    limit = view.variant.drawing.max_recycles
    return 0 if limit is None or view.recycles_left is None else limit - view.recycles_left


def _bound(view: PlayerView) -> Cards:
    """Cards that the position shows to every viewer to be in the hand of the player to act."""
    named = [duty.card for duty in view.duties if duty.card is not None]
    concealed = Rules.of(view.variant).game.knock is not None
    if concealed and view.taken is not None and view.taken not in named:
        named.append(view.taken)
    return Cards(named)
