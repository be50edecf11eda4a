"""What people cannot have had in their hands, as the pack and the rules of a game show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rami.cards import JOKER, Card, parse_cards
from rami.errors import Reason, Violation
from rami.policies._compiled import game_of, hand_values
from rami.policies.variant import Variant


def most_wilds(variant: Variant) -> int:
    """How many wild cards there are."""
    pack = variant.equipment
    return pack.jokers + 4 * pack.packs * len(pack.wild_ranks)


def too_many(variant: Variant, hands: Sequence[Iterable[str]]) -> Violation | None:
    """Why these hands cannot be there at the same time; None if they can.

    >>> from rami import variants
    >>> too_many(variants.GIN, [["*"]])
    Violation('no_jokers')
    >>> too_many(variants.GIN, [["5♣", "5♦", "5♥"], ["5♣", "5♦"]])
    Violation('rank_exceeded', None, {'limit': 4, 'rank': '5'})
    """
    pack, largest = variant.equipment, variant.dealing.hand_size
    ranks: Counter[str] = Counter()
    held = [parse_cards(" ".join(hand)) for hand in hands]
    for cards in held:
        if any(card.is_unknown for card in cards):
            return Violation(Reason.CARD_UNKNOWN)
        if len(cards) > largest:
            return Violation(Reason.HAND_EXCEEDED, None, {"limit": largest})
        ranks.update("*" if card.rank is None else card.rank.symbol for card in cards)
    if ranks["*"] > pack.jokers:
        if not pack.jokers:
            return Violation(Reason.NO_JOKERS)
        return Violation(Reason.JOKERS_EXCEEDED, None, {"limit": pack.jokers})
    for rank, count in ranks.items():
        if rank != "*" and count > 4 * pack.packs:
            return Violation(Reason.RANK_EXCEEDED, None, {"limit": 4 * pack.packs, "rank": rank})
    for cards in held:
        for card, count in Counter(cards).items():
            if not card.is_joker and count > pack.packs:
                shown = {"card": card, "count": count, "limit": pack.packs}
                return Violation(Reason.TOO_MANY_COPIES, None, shown)
    return None


def points_of(variant: Variant, cards: Iterable[str]) -> int:
    """The points of cards that are left in a hand."""
    values = hand_values(variant)
    return sum(values[Card(card).id] for card in cards)


def knock_limit(variant: Variant, upcard: str | None) -> int | None:
    """The most points with which a player may knock; None where nobody knows."""
    rules = game_of(variant).knock
    card = JOKER if upcard is None else Card(upcard)
    if rules is None or (rules.limit < 0 and card.is_joker):
        return None
    return rules.limit_for(card.id)
