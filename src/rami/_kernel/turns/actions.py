"""Actions of a turn as plain values."""

from __future__ import annotations

from typing import Final

from .._rt import mypyc_attr
from ..melds.finder import Taken
from ..melds.meld import Melds
from .turn import Turn

DRAW_STOCK: Final = 0
TAKE_DISCARD: Final = 1
LAY_DOWN: Final = 2
LAY_OFF: Final = 3
SWAP_WILD: Final = 4
DISCARD: Final = 5
PASS: Final = 6
KNOCK_CALL: Final = 7
BIG_GIN_CALL: Final = 8
END_REPLY: Final = 9
TOUCH: Final = 10
END_ROUND: Final = 11
FOLD: Final = 12
SHOW_TURNED: Final = 13
DECLARE_WRONGLY: Final = 14
REARRANGE: Final = 15

SILENT: Final = 0
ANNOUNCED: Final = 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Action:
    """One action: its kind and the fields that this kind needs; other fields keep a neutral value.

    `other` is the second card if two cards replace a wild. `place` is the index of a meld on the table. `at` is an end
    of a run, the index of a wild, or the number of discards taken if it is more than one. `laid` lists the hand cards
    that join a table rearranged to `melds`; a listed action lacks these melds until `rearranging.completed` adds them.
    `out` is True if the player has to go out after an opening.
    """

    __slots__ = ("at", "card", "kind", "laid", "leaving", "melds", "other", "out", "place", "points")

    def __init__(
        self,
        kind: int,
        card: int = -1,
        place: int = -1,
        at: int = 0,
        melds: Melds = (),
        leaving: tuple[tuple[Taken, ...], ...] = (),
        points: int = 0,
        other: int = -1,
        laid: bytes = b"",
        out: bool = False,
    ) -> None:
        self.kind: Final = kind
        self.card: Final = card
        self.place: Final = place
        self.at: Final = at
        self.melds: Final = melds
        self.leaving: Final = leaving
        self.points: Final = points
        self.other: Final = other
        self.laid: Final = laid
        self.out: Final = out


Step = tuple[Action, Turn]
# An action, and the turn after it if that is known.
Choice = tuple[Action, Turn | None]
Key = tuple[object, ...]
