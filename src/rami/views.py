"""What one player knows: built from an allow-list, never cut out of the whole."""

from __future__ import annotations

from typing import Any

import attrs

from ._engine.admitting import known_of
from ._engine.legal import LegalMoves
from ._engine.rules import Rules
from ._engine.sampling import Seen
from ._kernel.state import Known
from ._pickling import by_fields
from .cards import UNKNOWN, Cards
from .errors import Violation
from .events import Event
from .memory import Memory
from .moves import Move
from .policies.variant import Variant
from .setup import Facts, Phase, RoundContext, Setup, shared

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


def _as_given(cls: type[Any], fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """The fields without their converters: a view is made of values that are checked, and often."""
    return [field.evolve(converter=None) for field in fields]


@attrs.frozen(kw_only=True, field_transformer=_as_given)
class PlayerView(Facts):
    """A round as one player, or a spectator, sees it: the fields of `Facts`, as far as the viewer knows them.

    Two rounds that differ only in what the viewer cannot see give equal views.  A view equals another of the same
    position, whatever has been seen before: `events`, `mark` and `memory` do not count.

    Hands that have been shown are known to all.  `barred` is known only to the player to act.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        hand: the viewer's cards.
        hand_sizes: how many cards each seat holds.
        stock_size: how many cards the stock holds.
        recycles_left: how often the discards may still become the stock, None without a limit.
        events: what happened since the mark that was asked for, as the viewer saw it; only `Match.view` knows.
        mark: how many events the match has seen, to be asked for later as `since`.
        memory: what the viewer remembers of the round; only `Match.view` knows.
    """

    # a view always has these, of which a setup may say nothing
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
            known = known_of(rules, seen_of(self).setup, self.stock_size)
            object.__setattr__(self, "_knowledge", Knowledge(rules, known))
        return self._knowledge

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self, "_knowledge")


def seen_of(view: PlayerView) -> Seen:
    """What is known of the position: what the view shows, and what is remembered."""
    memory = view.memory
    known = list(view.hands)
    for seat, hand in enumerate(view.hands):
        if UNKNOWN in hand:
            held = Cards() if memory is None else memory.holds[seat]
            known[seat] = held | _bound(view) if seat == view.player else held
    face_down = None
    discards = view.discards
    if view.knock is not None and discards and discards[-1].is_unknown:
        face_down = view.knock.player
        if memory is not None and memory.face_down is not None:
            face_down, discards = None, (*discards[:-1], memory.face_down)
    facts: dict[str, Any] = {**shared(view), "hands": tuple(known), "discards": discards}
    placed = None
    if memory is not None and view.taken is not None:
        placed = view.taken not in memory.holds[view.player]
    return Seen(
        viewer=view.viewer,
        setup=Setup(**facts, stock=(), recycles=recycles_of(view)),
        sizes=tuple(size - len(hand) for size, hand in zip(view.hand_sizes, known, strict=True)),
        stock=view.stock_size,
        face_down=face_down,
        recycled=b"" if memory is None else memory.recycled.ids,
        in_hands=b"" if memory is None else memory.in_hands.ids,
        draws=(0,) * len(known) if memory is None else memory.draws,
        placed=placed,
    )


def recycles_of(view: PlayerView) -> int:
    """How often the discards have become the stock, as far as that is of importance."""
    limit = view.variant.drawing.max_recycles
    return 0 if limit is None or view.recycles_left is None else limit - view.recycles_left


def _bound(view: PlayerView) -> Cards:
    """Cards that the position says are in the hand of the player to act, whoever looks."""
    named = [duty.card for duty in view.duties if duty.card is not None]
    concealed = Rules.of(view.variant).game.knock is not None
    if concealed and view.taken is not None and view.taken not in named:
        named.append(view.taken)
    return Cards(named)
