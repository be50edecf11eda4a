"""What people cannot have had in their hands, as far as the pack and the rules of a game tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index

from rami.cards import Card, parse_cards
from rami.errors import Reason, Violation
from rami.policies._compiled import hand_values
from rami.policies.closing import Closing
from rami.policies.dealing import Dealing
from rami.policies.variant import Variant

__all__ = ["knock_limit", "largest_hand", "most_wilds", "too_many", "worth"]

"""An English sentence, and what its placeholders stand for."""


def largest_hand(variant: Variant) -> int | None:
    """How many cards a hand can hold between two turns; None where nobody knows."""
    return variant.dealing.hand_size if isinstance(variant.dealing, Dealing) else None


def most_wilds(variant: Variant) -> int:
    """How many wild cards there are."""
    pack = variant.equipment
    return pack.jokers + 4 * pack.packs * len(pack.wild_ranks)


def too_many(variant: Variant, hands: Sequence[Iterable[str]]) -> Violation | None:
    """Why these hands cannot be there at the same time; None if they can.

    Parameters:
        variant: the rules.
        hands: the cards left; suits do not matter from one hand to another.

    >>> from rami import variants
    >>> too_many(variants.GIN, [["*"]])
    Violation('no_jokers')
    >>> too_many(variants.GIN, [["5♣", "5♦", "5♥"], ["5♣", "5♦"]])
    Violation('rank_exceeded', None, {'limit': 4, 'rank': '5'})
    """
    pack, largest = variant.equipment, largest_hand(variant)
    ranks: Counter[str] = Counter()
    for hand in hands:
        cards = parse_cards(" ".join(hand))
        if any(card.is_unknown for card in cards):
            return Violation(Reason.CARD_UNKNOWN)
        if largest is not None and len(cards) > largest:
            return Violation(Reason.HAND_EXCEEDED, None, {"limit": largest})
        ranks.update("*" if card.rank is None else card.rank.symbol for card in cards)
    if ranks["*"] > pack.jokers:
        if not pack.jokers:
            return Violation(Reason.NO_JOKERS)
        return Violation(Reason.JOKERS_EXCEEDED, None, {"limit": pack.jokers})
    for rank, count in ranks.items():
        if rank != "*" and count > 4 * pack.packs:
            return Violation(Reason.RANK_EXCEEDED, None, {"limit": 4 * pack.packs, "rank": rank})
    for hand in hands:
        for card, count in Counter(parse_cards(" ".join(hand))).items():
            if not card.is_joker and count > pack.packs:
                return Violation(
                    Reason.TOO_MANY_COPIES, None, {"card": card, "count": count, "limit": pack.packs}
                )
    return None


def worth(variant: Variant, cards: Iterable[str]) -> int:
    """What cards cost that are left in a hand."""
    values = hand_values(variant)
    return sum(values[Card(card).id] for card in cards)


def knock_limit(variant: Variant, upcard: str | None) -> int | None:
    """The most points with which a player may knock; None where nobody knows."""
    closing = variant.closing
    if not isinstance(closing, Closing) or closing.knock_limit is None:
        return None
    if closing.knock_limit != "upcard":
        return index(closing.knock_limit)
    rank = None if upcard is None else Card(upcard).rank
    if rank is None:
        return None
    if rank == 1 and closing.upcard_ace == "gin_only":
        return 0
    return int(rank) if rank <= 10 else variant.equipment.court_value
