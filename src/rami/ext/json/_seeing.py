"""Views out of JSON: they show what the view of some round would show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from rami import _checks as checks
from rami._engine.admitting import faults_of, position_of
from rami._engine.positions import pack_of
from rami._engine.rules import Rules
from rami.cards import UNKNOWN, Card, Cards
from rami.errors import InvalidText, Reason, Violation, reject
from rami.ext.json.plain import within
from rami.memory import Memory
from rami.round import Round
from rami.setup import Setup, shared
from rami.views import PlayerView, recycles_of

__all__ = ["view_of"]


def view_of(view: PlayerView) -> PlayerView:
    """Return the view, if there is a round that gives it.

    Hidden cards are given to anybody for that; whose they are makes no difference to a view.

    Raises:
        InvalidText: no round gives it.
    """
    reject(InvalidText, _faults_of_sizes(view))
    setup = _filled(view)
    rules = Rules.of(view.variant)
    reject(InvalidText, [*faults_of(rules, setup), *_faults_of_memory(view)])
    position = (
        Round.from_setup(setup) if view.to_act else Round(view.context, rules, position_of(rules, setup))
    )
    found = position.view(view.viewer)
    reject(
        InvalidText,
        (wrong for field in attrs.fields(PlayerView) for wrong in _faults_of_field(field, view, found)),
    )
    return view


def _faults_of_field(field: attrs.Attribute[Any], view: PlayerView, found: PlayerView) -> Iterator[Violation]:
    if field.eq and getattr(view, field.name) != getattr(found, field.name):
        yield from within(field.name, [Violation(Reason.DOCUMENT_DIFFERS, None, {"field": field.name})])


def _faults_of_sizes(view: PlayerView) -> Iterator[Violation]:
    """What would keep the view from being compared at all."""
    seats = view.context.seats
    if view.viewer is not None and not 0 <= view.viewer < seats:
        yield from within("viewer", [Violation(Reason.NO_SUCH_PLAYER, None, {"player": view.viewer})])
    for name in ("hands", "hand_sizes", "opened"):
        yield from within(name, checks.count(name, len(getattr(view, name)), seats))
    if not 0 <= view.player < seats:
        yield from within("player", [Violation(Reason.NO_SUCH_PLAYER, None, {"player": view.player})])
    pack = len(pack_of(view.variant))
    held = sum(map(len, view.hands)) + len(view.discards) + sum(len(item.meld) for item in view.table)
    yield from within("stock_size", checks.count("stock_size", view.stock_size, pack - held))


def _filled(view: PlayerView) -> Setup:
    """A position in which the cards that the view does not show are anywhere."""
    left = Counter(pack_of(view.variant))
    for hand in view.hands:
        left.subtract(hand.ids)
    left.subtract(card.id for card in view.discards)
    for item in view.table:
        left.subtract(card.id for card in item.meld)
    hands = list(view.hands)
    bound = [duty.card for duty in view.duties if duty.card is not None]
    if 0 <= view.player < len(hands) and UNKNOWN in hands[view.player]:
        hands[view.player] = _with_bound(hands[view.player], Counter(card.id for card in bound), left)
    rest = iter([card for card in sorted(left) for _ in range(left[card])])
    facts: dict[str, Any] = {
        **shared(view),
        "hands": tuple(Cards.from_ids(_known(hand.ids, rest)) for hand in hands),
        "discards": tuple(map(Card.from_id, _known([card.id for card in view.discards], rest))),
    }
    return Setup(**facts, stock=tuple(map(Card.from_id, rest)), recycles=recycles_of(view))


def _with_bound(hand: Cards, bound: Counter[int], left: Counter[int]) -> Cards:
    """The hand with cards that must be in it in the place of unknown ones."""
    known = [card for card in hand.ids if card != UNKNOWN.id]
    more = [card for card in (bound - Counter(known)).elements() if left[card] > 0][: len(hand) - len(known)]
    left.subtract(more)
    return Cards.from_ids([*known, *more, *[UNKNOWN.id] * (len(hand) - len(known) - len(more))])


def _known(cards: bytes | list[int], rest: Iterator[int]) -> list[int]:
    """The cards with others in the place of unknown ones, as far as there are any."""
    return [next(rest, UNKNOWN.id) if card == UNKNOWN.id else card for card in cards]


def _faults_of_memory(view: PlayerView) -> Iterator[Violation]:
    """What cannot be remembered of such a position."""
    memory = view.memory
    if memory is not None and not _fits(memory, view):
        yield from within("memory", [Violation(Reason.MEMORY_MISFIT)])


def _fits(memory: Memory, view: PlayerView) -> bool:
    seats = view.context.seats
    return (
        memory.viewer == view.viewer
        and len(memory.holds) == len(memory.draws) == seats
        and all(len(held) <= size for held, size in zip(memory.holds, view.hand_sizes, strict=True))
        and all(0 <= drawn <= len(pack_of(view.variant)) for drawn in memory.draws)
        and not any(UNKNOWN in held for held in memory.holds)
        and (UNKNOWN not in memory.pile or memory.pile == view.discards)
        and not any(UNKNOWN in cards for cards in (memory.recycled, memory.in_hands, memory.anywhere))
        and memory.face_down != UNKNOWN
    )
