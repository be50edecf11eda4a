"""Reports: hands that people report after a round with real cards, sometimes without suits or only as points.

Scoring needs complete cards, so a card that was reported without a suit gets one. `suited` chooses the suits of all
hands together, because all the cards came from the same packs. `hand_faults` finds hands that the packs cannot contain,
such as five kings from one pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from rami._base.values import Value
from rami.cards import JOKER, Card, Cards, CardsLike, Rank, parse_cards
from rami.errors import InvalidCards, InvalidSetup, Reason, Violation, checks, reject
from rami.policies._compiled import copies_of, game_of
from rami.policies.results.outcomes import UNKNOWN_HAND
from rami.policies.variant import Variant

__all__ = ["ReportedHand"]

_RANKS = "A23456789TJQK"
_SUITS = "♣♦♥♠"


@attrs.frozen
class ReportedHand(Value):
    """The cards left in a player's hand at the end of a round, or only their points.

    Parameters:
        cards: the cards, with a suit chosen for each card that was reported without one; a single "?" for a hand that
            the player does not show.
        bare: the cards, among `cards`, that were reported without a suit.
        points: the points of the hand, if the players counted them instead of naming the cards; otherwise None.

    >>> ReportedHand.typed("K 3♥ *")
    ReportedHand(cards=Cards('K♣ 3♥ *'), bare=Cards('K♣'), points=None)
    """

    cards: Cards = Cards()
    bare: Cards = Cards()
    points: int | None = None

    @classmethod
    def typed(cls, text: str, ranks: Mapping[str, str] = MappingProxyType({})) -> ReportedHand:
        """Return the hand that a player typed.

        Parameters:
            text: the cards, with or without suits; a card with a suit must use rami's own letters.
            ranks: other letters that people may type for ranks, each with rami's own letter for the rank.

        Raises:
            InvalidCards: part of the text is not a card, or an argument has the wrong type.

        >>> ReportedHand.typed("R 3h *", {"R": "K"}).cards
        Cards('K♣ 3♥ *')
        """
        reject(InvalidCards, (*checks.text("text", text), *checks.instance("ranks", ranks, Mapping)))
        parts = [_part(token, ranks) for token in text.replace(",", " ").split()]
        named = [str(card) for part in parts if isinstance(part, tuple) for card in part]
        bare: list[str] = []
        for rank in parts:
            if isinstance(rank, str):
                # Use all four suits before repeating one, because a pack holds only one card of each.
                bare.append(min((f"{rank}{suit}" for suit in _SUITS), key=[*named, *bare].count))
        return cls(Cards([*named, *bare]), Cards(bare))

    @classmethod
    def of(cls, hand: CardsLike | int | None) -> ReportedHand:
        """Return the hand from a report in any of the accepted forms.

        Parameters:
            hand: the cards, with or without suits, or their points; None for an unknown hand.

        Raises:
            InvalidCards: part of the text is not a card.
            InvalidSetup: the points are negative.

        >>> ReportedHand.of(35)
        ReportedHand(cards=Cards(), bare=Cards(), points=35)
        """
        if isinstance(hand, int):
            reject(InvalidSetup, checks.natural("hands", hand))
            return cls(points=hand)
        if hand is None:
            return cls(UNKNOWN_HAND)
        return cls.typed(hand) if isinstance(hand, str) else cls(Cards(hand))

    @property
    def empty(self) -> bool:
        """Whether the hand is empty."""
        return not self.cards and self.points is None


def _part(token: str, ranks: Mapping[str, str]) -> str | tuple[Card, ...]:
    """Return the letter of the rank if the token is a rank without a suit; otherwise parse the token as cards."""
    # People write 10, but rami's notation writes T.
    bare = token.upper().replace("10", "T")
    # Translate only a rank without a suit: R alone is a king in French, but a card with a suit must use rami's letters.
    bare = ranks.get(bare, bare)
    return bare if len(bare) == 1 and bare in _RANKS else parse_cards(token)


def suited(variant: Variant, hands: Sequence[ReportedHand]) -> tuple[ReportedHand, ...]:
    """Choose a suit for each card reported without one, if possible one that the pack still has; return the hands.

    >>> from rami import variants
    >>> kings = [ReportedHand.typed("K"), ReportedHand.typed("K♦ K")]
    >>> [str(hand.cards) for hand in suited(variants.GIN, kings)]
    ['K♣', 'K♦ K♥']
    """
    copies = copies_of(variant.for_round(len(hands)))
    used = Counter(card.id for hand in hands for card in hand.cards - hand.bare)
    made: list[ReportedHand] = []
    for hand in hands:
        bare: list[Card] = []
        for card in hand.bare:
            others = (Card(f"{str(card)[0]}{suit}") for suit in _SUITS)
            left = (each for each in (card, *others) if used[each.id] < copies[each.id])
            bare.append(next(left, card))
            used[bare[-1].id] += 1
        made.append(attrs.evolve(hand, cards=hand.cards - hand.bare + Cards(bare), bare=Cards(bare)))
    return tuple(made)


def hand_faults(variant: Variant, hands: Iterable[Cards], players: int) -> Iterator[Violation]:
    """Yield a violation for each hand that is too large, and for each card with more copies than the pack has.

    Across several hands only ranks are counted, because suits may be unknown.

    >>> from rami import variants
    >>> list(hand_faults(variants.GIN, [Cards("*")], 2))
    [Violation('no_jokers')]
    >>> list(hand_faults(variants.GIN, [Cards("5♣ 5♦ 5♥"), Cards("5♣ 5♦")], 2))
    [Violation('rank_exceeded', None, {'limit': 4, 'rank': '5'})]
    """
    most, copies = _most_held(variant, players), copies_of(variant.for_round(players))
    ranks: Counter[Rank] = Counter()
    held = [hand for hand in hands if hand != UNKNOWN_HAND]
    for cards in held:
        if any(card.is_unknown for card in cards):
            yield Violation(Reason.CARD_UNKNOWN)
        if most is not None and len(cards) > most:
            yield Violation(Reason.HAND_EXCEEDED, None, {"limit": most})
        ranks.update(card.rank for card in cards if card.rank is not None)
    jokers = copies[JOKER.id]
    if sum(cards.count(JOKER) for cards in held) > jokers:
        too_many = Violation(Reason.JOKERS_EXCEEDED, None, {"limit": jokers})
        yield too_many if jokers else Violation(Reason.NO_JOKERS)
    for rank, count in ranks.items():
        # Card ids are ordered by suit and then by rank, so every thirteenth id has the same rank.
        limit = sum(copies[rank - 1 : JOKER.id : len(Rank)])
        if count > limit:
            yield Violation(Reason.RANK_EXCEEDED, None, {"limit": limit, "rank": rank.symbol})
    for cards in held:
        for card, count in Counter(cards).items():
            if not card.is_joker and not card.is_unknown and count > copies[card.id]:
                params = {"card": card, "count": count, "limit": copies[card.id]}
                yield Violation(Reason.TOO_MANY_COPIES, None, params)


def _most_held(variant: Variant, players: int) -> int | None:
    """Return the largest number of cards that a hand can hold after a turn; None if only the pack limits it."""
    draw, conduct = game_of(variant).draw, variant.conduct
    # RUM-DRAW-05, LIV-BUY-01: these draws bring several cards, but the player discards only one.
    if draw.depth > 1 or draw.buys:
        return None
    # RKB-TURN-01: where a turn is either a draw or a play, nothing is ever discarded, and hands grow.
    if variant.drawing.turn == "draw_or_play":
        return None
    dealt = variant.dealing.cards_each(players)
    # D-16: if the deal is small, a player who forgets an announcement and draws the penalty may hold the most cards.
    return max(dealt, conduct.announce_at + conduct.carte_penalty) if conduct.carte else dealt
