"""The deal, the order of play, the recycled stock, and the penalty for not announcing ``carte``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cards import for_players, pack
from .rules import Rules
from .scoring import seats_after


def whole_pack(rules: Rules, players: int = 2) -> tuple[str, ...]:
    """Return every card of a round (R51-MAT-02, RUM-MAT-02)."""
    return pack(for_players(rules.packs, players), rules.jokers, rules.ranks, rules.suits)


def starter(dealer: int, playing: Sequence[int], seats: int, rules: Rules) -> int:
    """Return the first player: the dealer, or the next player after the dealer (R51-START-01, D-06)."""
    if rules.starter == "dealer":
        return dealer
    return next(seat for seat in seats_after(dealer, seats, rules) if seat in playing)


def dealing_order(dealer: int, playing: Sequence[int], seats: int, rules: Rules) -> list[int]:
    """Return the receiver of each card, in order: one at a time, the extra card last.

    R51-DEAL-04, D-140, BAS-DEAL-01 to BAS-DEAL-03.
    """
    around = [seat for seat in seats_after(dealer, seats, rules) if seat in playing]
    return (
        around * for_players(rules.hand_size, len(around))
        + [starter(dealer, playing, seats, rules)] * rules.starter_extra
    )


def deal(
    deck: Sequence[str], rules: Rules, *, seats: int, dealer: int = 0, playing: Sequence[int] | None = None
) -> dict[str, Any]:
    """Deal the deck from its start; return hands by seat, discard pile, and stock, next card first (D-140)."""
    playing = list(range(seats)) if playing is None else list(playing)
    if not can_deal(len(playing), rules) or sorted(deck) != sorted(whole_pack(rules, len(playing))):
        raise ValueError("too few cards for these players, or not the pack of this game")
    waiting = list(deck)
    hands: dict[int, list[str]] = {seat: [] for seat in playing}
    for seat in dealing_order(dealer, playing, seats, rules):
        hands[seat].append(waiting.pop(0))
    discards = [waiting.pop(0)] if rules.upcard else []
    return {
        "hands": hands,
        "discards": discards,
        "stock": waiting,
        "player": starter(dealer, playing, seats, rules),
        "phase": "draw" if rules.starter_turn == "normal" else "play",
    }


def deal_counts(players: int, rules: Rules) -> dict[str, Any]:
    """Return the number of cards at each place after the deal, the dealer's hand first (R51-DEAL-04, R51-DEAL-05)."""
    order = dealing_order(0, range(players), players, rules)
    dealt = [order.count(seat) for seat in range(players)]
    whole = len(whole_pack(rules, players))
    return {"hands": dealt, "discard": int(rules.upcard), "stock": whole - sum(dealt) - rules.upcard}


def can_deal(players: int, rules: Rules) -> bool:
    """Return whether the number of players fits and leaves enough cards for the stock (R51-MAT-01, D-01)."""
    lowest, highest = rules.players
    enough = bool(deal_counts(players, rules)["stock"] >= rules.min_stock)
    return lowest <= players <= highest and enough


def turned_over(discards: Sequence[str]) -> tuple[str, list[str]]:
    """Return the card drawn, the oldest discard, and the stock under it (BAS-STOCK-02, BAS-STOCK-03)."""
    oldest, *rest = discards
    return oldest, rest


def carte_penalty(left_in_hand: int, announced: bool, rules: Rules, available: int = 99) -> int:
    """Return the number of stock cards drawn for a missing announcement (R51-CARTE-03, D-16)."""
    asked = rules.mode == "explicit" and rules.carte and left_in_hand == rules.announce_at
    return min(rules.carte_penalty, available) if asked and not announced else 0
