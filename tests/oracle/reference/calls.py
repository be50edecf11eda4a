"""The rum call of Rummy 500 (RUM-CALL-01 to RUM-CALL-04): the discards that may be called, and the possible callers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from .actions import extended
from .melds import Meld, kind, wilds_in
from .rules import Rules


def makes_meld(card: str, above: Sequence[str], rules: Rules) -> bool:
    """Return whether a card is in a meld with some of those above it; a longer run may need further jokers."""
    return any(
        kind(order, rules)
        for size in range(2, 4 + len(wilds_in(above, rules)))
        for others in combinations(above, size)
        for order in permutations((card, *others))
    )


def fits_meld(meld: Meld, card: str, above: Sequence[str], rules: Rules) -> bool:
    """Return whether a card fits a meld of the table, now or once cards above it have been added (RUM-DRAW-07)."""
    if extended(meld, card, None, rules):
        return True
    return any(
        fits_meld(longer, card, [*above[:place], *above[place + 1 :]], rules)
        for place, other in enumerate(above)
        for longer, _ in extended(meld, other, None, rules)
    )


def callable_counts(pile: Sequence[str], table: Sequence[Meld], rules: Rules) -> list[int]:
    """Return the sizes of calls whose lowest card can be laid at once (RUM-CALL-01, RUM-CALL-02).

    The top of the pile is last.
    """
    if rules.rum_call is None:
        return []
    most = rules.discard_depth if isinstance(rules.discard_depth, int) else len(pile)
    return [
        count
        for count in range(1, min(most, len(pile)) + 1)
        if makes_meld(pile[-count], pile[len(pile) - count + 1 :], rules)
        or any(fits_meld(meld, pile[-count], pile[len(pile) - count + 1 :], rules) for meld in table)
    ]


def asked(order: Sequence[int], discarder: int, counts: Sequence[int]) -> list[int]:
    """Return the seats that may call a discard, in order, as long as nobody calls."""
    place = order.index(discarder)
    return [*order[place + 1 :], *order[:place]] if counts else []


def next_in_turn(order: Sequence[int], discarder: int, caller: int | None) -> int:
    """Return the next player to draw after no call, or after the turn of the caller (RUM-CALL-03)."""
    before = discarder if caller is None else caller
    return order[(order.index(before) + 1) % len(order)]
