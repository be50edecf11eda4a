"""Complete setups with unknown cards, which describe a position as one player knows it.

The rules judge complete positions, so each `?` is replaced by the next unseen card. The view of the resulting position
must hide that card again, because it is only invented. A guessed hand may leave its player no way to end the turn, so
only the viewer's own turn is checked for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from rami.cards import UNKNOWN, Card, Cards
from rami.errors import Reason, Violation
from rami.rounds._engine.positions import fault, pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds.setup import Facts, Setup, outside_stock


def placed_anywhere(rules: Rules, setup: Setup) -> Setup:
    """Return the setup with each `?` replaced by an unseen card, for as long as there are unseen cards."""
    left = _unseen(rules, setup)
    piles = list(setup.hands)
    acting = setup.player if setup.player in range(len(piles)) else None
    # A card that must be placed this turn is certainly in the hand, even if others do not see it.
    if acting is not None and UNKNOWN in piles[acting]:
        bound = Counter(duty.card.id for duty in setup.duties if duty.card is not None)
        piles[acting] = _with_bound(piles[acting], bound, left)
    rest = iter([Card.from_id(card) for card in sorted(left) for _ in range(left[card])])
    return attrs.evolve(
        setup,
        hands=tuple(Cards(_named(hand, rest)) for hand in piles),
        discards=_named(setup.discards, rest),
        stock=None if setup.stock is None else _named(setup.stock, rest),
    )


def excess_faults(rules: Rules, setup: Setup) -> Iterator[Violation]:
    """Yield a violation if a setup has more unknown cards than the pack has left."""
    unknown = sum(
        card.is_unknown for pile in (*setup.hands, setup.discards, setup.stock or ()) for card in pile
    )
    left = sum(max(0, count) for count in _unseen(rules, setup).values())
    if unknown > left:
        yield fault(Reason.UNKNOWN_EXCESS, count=unknown, left=left)


def named_faults(setup: Setup, seen: Facts, viewer: int | None) -> Iterator[Violation]:
    """Yield a violation for each pile of a setup that has `?` for a card that the viewer can see."""
    for seat, (given, found) in enumerate(zip(setup.hands, seen.hands, strict=True)):
        if UNKNOWN in given and UNKNOWN not in found:
            reason = Reason.OWN_HAND_UNKNOWN if seat == viewer else Reason.HAND_FACE_UP
            yield fault(reason, player=seat)
    if any(a.is_unknown and not b.is_unknown for a, b in zip(setup.discards, seen.discards, strict=False)):
        yield fault(Reason.DISCARDS_FACE_UP)


def _unseen(rules: Rules, setup: Setup) -> Counter[int]:
    """Count the cards of the pack that the setup does not name; a card named too often has a negative count."""
    left = Counter(pack_of(rules.variant))
    left.subtract(card.id for card in (*outside_stock(setup), *(setup.stock or ())))
    return left


def _with_bound(hand: Cards, bound: Counter[int], left: Counter[int]) -> Cards:
    """Return a hand in which the cards that it certainly holds replace some of its unknown cards."""
    known = [card for card in hand.ids if card != UNKNOWN.id]
    more = [card for card in (bound - Counter(known)).elements() if left[card] > 0][: len(hand) - len(known)]
    left.subtract(more)
    return Cards.from_ids([*known, *more, *[UNKNOWN.id] * (len(hand) - len(known) - len(more))])


def _named(cards: Iterable[Card], rest: Iterator[Card]) -> tuple[Card, ...]:
    """Return the cards with each unknown card replaced by the next card of `rest`, until that is empty."""
    return tuple(next(rest, UNKNOWN) if card.is_unknown else card for card in cards)
