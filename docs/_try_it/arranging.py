"""A table that the person arranges tile by tile: what its groups are so far, and whether the turn can end so.

The page moves tiles between groups at will and asks here what it has. Nothing is played before the person ends the
turn; then the whole table is one move.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rami import Card, RamiError, Run
from rami.cards.melds import Meld
from rami.cards.moves import Rearrange
from rami.rounds.selections import arrangement

from .choices import reasons
from .faces import goal
from .sight import Sight

__all__ = ["arranged", "otherwise"]


def arranged(sight: Sight, rows: list[list[str]]) -> dict[str, Any]:
    """Return what the groups of a table are, and the move that makes this table or the reasons against it.

    Parameters:
        sight: what the person sees.
        rows: the cards of each group, as the person has put them.
    """
    view = sight.view
    read = [_read(sight, row) for row in rows]
    melds = [row if isinstance(meld, RamiError) else meld for row, meld in zip(rows, read, strict=True)]
    laid = _laid(sight, rows)
    try:
        move = Rearrange(melds)
        against = view.explain(move)
    except RamiError as error:
        move, against = None, error.violations
    found: dict[str, Any] = {
        "rows": [_row(row, meld) for row, meld in zip(rows, read, strict=True)],
        "laid": " ".join(sight.text(card) for card in laid.elements()),
        "meter": _meter(sight, [meld for meld in read if not isinstance(meld, RamiError)]),
        "against": reasons(sight, against),
        "move": None,
    }
    if not against:
        found["move"] = {
            "move": str(move),
            "kind": "lay",
            "label": sight.say("end turn"),
            "note": found["laid"],
        }
    return found


def otherwise(sight: Sight, rows: list[list[str]]) -> list[list[str]] | None:
    """Return another table with the same cards that ends the turn; None if there is none."""
    laid = _laid(sight, rows)
    found = arrangement(sight.view, " ".join(map(str, laid.elements()))) if laid else None
    return found and [[str(card) for card in meld] for meld in found.melds]


def _laid(sight: Sight, rows: list[list[str]]) -> Counter[Card]:
    """Return the cards of the hand that are in the groups."""
    before = Counter(card for laid in sight.view.table for card in laid.meld)
    return Counter(Card(card) for row in rows for card in row) - before


def _read(sight: Sight, row: list[str]) -> Meld | RamiError:
    """Return the meld that cards form; where a joker could be in two places, its place in the row decides."""
    variant = sight.view.variant
    try:
        return variant.meld(row)
    except RamiError as error:
        readings = variant.readings(row) if len(row) > 2 else ()
        return readings[0] if readings else error


def _row(row: list[str], meld: Meld | RamiError) -> dict[str, Any]:
    """Return a group: the order of its cards as a meld, what its jokers stand for, and its kind, "" for no meld."""
    if isinstance(meld, RamiError):
        return {"order": list(range(len(row))), "goals": [], "kind": ""}
    order, goals = list[int](), list[str]()
    for placed in meld.placed:
        order.append(next(at for at, card in enumerate(row) if Card(card) == placed.card and at not in order))
        goals.append(goal(placed))
    return {"order": order, "goals": goals, "kind": "run" if isinstance(meld, Run) else "group"}


def _meter(sight: Sight, melds: list[Meld]) -> list[int] | None:
    """Return the points of the new melds, and those that an opening needs."""
    view = sight.view
    least = getattr(view.variant.opening, "minimum", 0)
    if not least or view.opened[sight.me]:
        return None
    new = Counter(melds) - Counter(laid.meld for laid in view.table)
    return [sum(view.variant.points(meld) for meld in new.elements()), least]
