"""The purchases of Liverpool Rummy: the players who may buy the top discard, in order, and the rest of the stock.

The rules are LIV-BUY-01 to LIV-BUY-07 and LIV-BUY-09.
"""

from __future__ import annotations

import dataclasses

from .rules import Rules


@dataclasses.dataclass
class Table:
    """A round before a draw: the number of cards in the stock and in each hand, the players down, and past purchases.

    `order` lists the players in the order of play; `discarder` discarded the top card, and is None after the deal.
    """

    order: list[int]
    stock: int
    hands: list[int]
    down: list[bool]
    bought: list[int]
    discarder: int | None


def buyers(table: Table, drawer: int, rules: Rules) -> list[int]:
    """Return the possible buyers once that player has chosen the stock, in order, as long as all pass."""
    if rules.buy is None or table.stock < rules.buy_price + 1:  # LIV-BUY-09
        return []
    place = table.order.index(drawer)
    others = table.order[place + 1 :] + table.order[:place]  # LIV-BUY-02
    return [
        seat
        for seat in others
        if seat != table.discarder  # LIV-BUY-03
        and (rules.buy_limit is None or table.bought[seat] < rules.buy_limit)  # LIV-BUY-05
        and (rules.buy_when_down or not table.down[seat])  # LIV-BUY-06
    ]


def after_sale(table: Table, drawer: int, buyer: int | None, rules: Rules) -> None:
    """Apply the sale to a buyer, if any, and the draw of the player in turn (LIV-BUY-04, LIV-BUY-07)."""
    if buyer is not None:
        table.stock -= rules.buy_price
        table.hands[buyer] += 1 + rules.buy_price
        table.bought[buyer] += 1
    table.stock -= 1
    table.hands[drawer] += 1
