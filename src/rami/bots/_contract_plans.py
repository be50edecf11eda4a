"""Which cards of a hand are on the way to a contract."""

from __future__ import annotations

from rami.bots._prospects import is_wild
from rami.cards import Card, Cards, Rank, Suit
from rami.policies.opening import Contract, contracts_of
from rami.policies.variant import Variant
from rami.views import PlayerView

_HIGH_ACE = 14


def contract_to_lay(view: PlayerView) -> Contract | None:
    """The contract that the viewer has still to lay; None if there is none."""
    contracts = contracts_of(view.variant.opening)
    seat = view.viewer
    if contracts is None or seat is None or view.opened[seat]:
        return None
    return contracts[view.context.contracts[seat] - 1]


def planned(variant: Variant, hand: Cards, contract: Contract) -> Cards:
    """The natural cards of a hand that a simple plan for the contract counts on.

    The longest run comes first, where most of its cards are held; then the groups, of the ranks held most often.

    >>> from rami import variants
    >>> str(planned(variants.FRUSTRATION, Cards("7♥ 8♥ T♥ 5♠ 5♦ K♣ 2♠"), Contract.parse("group 3 + run 4")))
    '5♦ 7♥ 8♥ T♥ 5♠'
    """
    free = [card for card in hand if not is_wild(variant, card)]
    chosen: list[Card] = []
    runs = ((_best_run, size) for size in reversed(contract.runs))
    groups = ((_best_group, size) for size in reversed(contract.groups))
    for best, size in (*runs, *groups):
        for card in best(variant, free, size):
            free.remove(card)
            chosen.append(card)
    return Cards(chosen)


def _best_run(variant: Variant, free: list[Card], size: int) -> list[Card]:
    """The cards in hand of the run of that size of which most are held."""
    last = _HIGH_ACE if variant.melding.ace == "both" else int(Rank.KING)
    best: list[Card] = []
    for suit in Suit:
        for low in range(1, last - size + 2):
            places = (Card.of((place - 1) % 13 + 1, suit) for place in range(low, low + size))
            held = [card for card in dict.fromkeys(places) if card in free]
            if len(held) > len(best):
                best = held
    return best


def _best_group(variant: Variant, free: list[Card], size: int) -> list[Card]:
    """The cards in hand of the rank held most often, at most as many as the group needs."""
    best: list[Card] = []
    for rank in Rank:
        held = sorted(card for card in free if card.rank is rank)
        if variant.melding.set_suits == "distinct":
            held = sorted(set(held))
        if len(held[:size]) > len(best):
            best = held[:size]
    return best
