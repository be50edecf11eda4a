"""Record the effects of a step in the order in which they happen, for callers that want them.

An effect has a kind, a player and a few plain fields. Effects become the events that users see. If a player draws the
7♣ and discards the K♠, the list is

    Effect(STOCK_DRAWN, 0, bytes([6])), Effect(DISCARDED, 0, bytes([51])), Effect(TURN_BEGUN, 1, number=8, at=DRAW)

A caller that needs no events passes no list; then no effects are made.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import mypyc_attr
from ..melds.finder import Table
from .actions import LAY_DOWN, SWAP_WILD, Action
from .turn import Layers, Turn

RECYCLED: Final = 0
STOCK_DRAWN: Final = 1
DISCARD_TAKEN: Final = 2
TOUCHED: Final = 3
PASSED: Final = 4
LAID: Final = 5
LAID_OFF: Final = 6
RECOVERED: Final = 7
DISCARDED: Final = 8
PENALTY: Final = 9
SHOWN: Final = 10
TURN_BEGUN: Final = 11
FOLDED: Final = 12
TURNED_SHOWN: Final = 13
FOR_SALE: Final = 14
BOUGHT: Final = 15
REARRANGED: Final = 16


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Effect:
    """One change to the position; fields that its kind does not use keep a neutral value.

    The meaning of a field depends on the kind:

    - `cards` lists the cards that move. A recovered wild comes after the card that replaces it and before a second
      such card. The cards paid for a bought discard come after the discard.
    - `number` is the size of a new stock, the contract laid, the kind of a knock, the number of the turn begun, the
      player who draws after the sale of a discard, or the points that a discard costs.
    - `at` is an end of a run, the index of a wild, or the phase of the turn begun.
    - `flag` is set if the discards were turned over instead of shuffled, if a player passed with no stock left, if the
      card taken must not be discarded, if the meld is an opening, if a discard was announced, or if a player is out of
      the round after a wrong declaration.
    - `melds` lists the new melds, or the changed meld, as they now lie on the table; after a rearrangement, the whole
      table. `layers` lists the seats that laid the cards of these melds.
    - `left` lists the other melds that cards have left, then the new melds that were split off.
    """

    __slots__ = ("at", "cards", "flag", "kind", "layers", "left", "melds", "number", "player")

    def __init__(
        self,
        kind: int,
        player: int,
        cards: bytes = b"",
        number: int = 0,
        at: int = 0,
        flag: bool = False,
        melds: Table = (),
        left: Table = (),
        layers: Layers = (),
    ) -> None:
        self.kind: Final = kind
        self.player: Final = player
        self.cards: Final = cards
        self.number: Final = number
        self.at: Final = at
        self.flag: Final = flag
        self.melds: Final = melds
        self.left: Final = left
        self.layers: Final = layers


Effects = list[Effect]


def note(
    effects: Effects | None,
    kind: int,
    player: int,
    cards: bytes = b"",
    number: int = 0,
    at: int = 0,
    flag: bool = False,
    melds: Table = (),
) -> None:
    """Append a change to the list, if the caller passed a list."""
    if effects is not None:
        effects.append(Effect(kind, player, cards, number, at, flag, melds))


def table_effect(turn: Turn, action: Action, after: Turn) -> Effect:
    """Return the change that a table action makes; `after` is the turn that follows the action."""
    player = turn.player
    if action.kind == LAY_DOWN:
        # New melds follow the old melds, and pieces that were split off come last.
        first, laid = len(turn.table), len(action.melds)
        places = sorted({place for leaving in action.leaving for place, _ in leaving})
        left = tuple([after.table[place] for place in places]) + after.table[first + laid :]
        opening = after.fresh_open and not turn.fresh_open
        return Effect(
            LAID,
            player,
            number=turn.terms.contract if opening else 0,
            flag=opening,
            melds=after.table[first : first + laid],
            left=left,
            layers=after.tracked.layers[first : first + laid],
        )
    card = bytes([action.card])
    changed = (after.table[action.place],)
    if action.kind == SWAP_WILD:
        wild = turn.table[action.place][2][action.at + 1]
        card += bytes([wild] if action.other < 0 else [wild, action.other])
        return Effect(RECOVERED, player, card, at=action.at, melds=changed)
    layers = after.tracked.layers[action.place : action.place + 1]
    return Effect(LAID_OFF, player, card, at=action.at, melds=changed, layers=layers)


def rearranged_effect(turn: Turn, action: Action, after: Turn) -> Effect:
    """Return the change that rearranging the table makes; `after` is the turn that follows the action."""
    return Effect(REARRANGED, turn.player, action.laid, flag=after.fresh_open, melds=after.table)
