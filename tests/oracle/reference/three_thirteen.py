"""Play a hand of Three Thirteen: the deal, the turns, going out, the last turns of the others, and the points.

A move is ("draw",), ("take",), ("discard", card), or ("out", card) for a discard that leaves only melds.
"""

from __future__ import annotations

import dataclasses

from .cards import RANKS, without
from .declaring import charge, faces_to_declare
from .rules import Rules, rules

Move = tuple[str, ...]

HANDS = 11  # TT-MATCH-01


def hand_rules(number: int) -> Rules:
    """Return the sheet of one of the eleven hands."""
    return rules(
        players=(2, 4),  # TT-MAT-01
        jokers=0,  # TT-MAT-03
        wild_rank=RANKS[number + 1],  # TT-WILD-01
        hand_size=number + 2,  # TT-DEAL-01
        set_suits="any",  # TT-SET-02
        set_max=None,  # TT-SET-01
        max_run=13,  # TT-RUN-04
        ace="low",  # TT-MAT-04, TT-RUN-03
        max_wild=None,  # TT-WILD-02
        min_natural=0,  # TT-WILD-03
        ace_hand_value=1,  # TT-VAL-02
        knock_limit="all_matched",
    )


@dataclasses.dataclass
class Hand:
    """A hand in progress: the stock with its next card first, the pile with its top card last.

    `out` is the player who went out, `taken` the card of this turn that may not go back; `drawn` is True after a draw.
    """

    game: Rules
    hands: list[tuple[str, ...]]
    stock: list[str]
    pile: list[str]
    player: int
    out: int | None = None
    drawn: bool = False
    taken: str | None = None
    over: bool = False

    def moves(self) -> set[Move]:
        """Return every legal move, while cards are left to draw."""
        if self.over:
            return set()
        held = self.hands[self.player]
        if not self.drawn:
            # TT-TURN-02, TT-TURN-03, TT-STOCK-01
            return {("draw",)} | ({("take",)} if self.pile else set())
        # TT-TURN-01, TT-TURN-04
        found: set[Move] = {("discard", face) for face in held if face != self.taken}
        if self.out is None:  # TT-LAST-03
            faces = faces_to_declare(held, self.game, self.taken)  # TT-OUT-01, TT-OUT-02
            found |= {("out", face) for face in faces}
        return found

    def play(self, move: Move) -> None:
        """Make a legal move."""
        held = self.hands[self.player]
        if not self.drawn:
            card = self.stock.pop(0) if move == ("draw",) else self.pile.pop()
            self.taken = card if move == ("take",) and card not in held else None
            self.hands[self.player] = (*held, card)
            self.drawn = True
            return
        kept = without(held, [move[1]])
        assert kept is not None
        self.hands[self.player] = kept
        self.pile.append(move[1])  # TT-OUT-05
        if move[0] == "out":
            self.out = self.player
        self.player = (self.player + 1) % len(self.hands)  # TT-START-01
        self.over = self.out == self.player  # TT-LAST-01
        self.drawn, self.taken = False, None

    def points(self) -> list[int]:
        """Return the points of the hand (TT-SCORE-01 to TT-SCORE-04)."""
        counted = [charge(held, self.game) for held in self.hands]
        return [0 if seat == self.out else count for seat, count in enumerate(counted)]
