"""A quick and sound "no": may a card be placed at all, if no card were ever used up?

Hand cards are taken to be inexhaustible and actions not to disturb one another.  What is impossible even
then is impossible; what is possible then is left to the exact search.
"""

from __future__ import annotations

from typing import Final

from . import hands
from .codes import NATURALS, RANK, SUIT, natural
from .melds import Code, group_rank, is_run, run_low, run_suit
from .rules import RECOVER_NEVER
from .turn import Game, Turn


def may_place(game: Game, turn: Turn, card: int) -> bool:
    """Whether an opened player might place a held card somewhere in this turn."""
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card) or rules.wrap:
        return True
    return _Relaxed(game, turn, card).placeable()


class _Relaxed:
    """The sight of one player, with one card set apart as the one to be placed."""

    __slots__ = ("card", "game", "hand", "held", "holes", "pool", "rules", "table", "takeable", "wild")

    def __init__(self, game: Game, turn: Turn, card: int) -> None:
        rules = game.melds
        self.game: Final = game
        self.rules: Final = rules
        self.card: Final = card
        self.table: Final = [code for _, _, code in turn.table]
        self.held: Final = turn.hand[0]
        others = hands.remove(turn.hand, card)
        self.hand: Final = others[0]
        pool = turn.hand[0]
        for code in self.table:
            for other in code[1:]:
                if not rules.is_wild(other):
                    pool |= 1 << other
        self.pool: Final = pool
        self.wild: Final = self._has_wild(others)
        self.holes: Final = rules.max_wild_run if self.wild else 0
        takeable = 0
        if game.turn.take:
            for code in self.table:
                takeable |= self._leaving(code)
        self.takeable: Final = takeable

    def _has_wild(self, others: hands.Hand) -> bool:
        rules = self.rules
        if others[-1] or any(rules.is_wild(other) for other in hands.faces_of(others)):
            return True
        if self.game.turn.take_wild:
            return any(rules.is_wild(other) for code in self.table for other in code[1:])
        return self.game.turn.recovered != RECOVER_NEVER and any(map(self._recoverable, self.table))

    def _recoverable(self, code: Code) -> bool:
        """Whether some held card might replace a wild of that meld."""
        for index, other in enumerate(code[1:]):
            if not self.rules.is_wild(other):
                continue
            if is_run(code):
                if self.held >> natural(run_suit(code), run_low(code) + index) & 1:
                    return True
            elif any(self.held >> natural(suit, group_rank(code)) & 1 for suit in range(4)):
                return True
        return False

    def _usable(self, card: int) -> bool:
        """Whether a new meld with a hand card might take this card."""
        suit, rank = SUIT[card], RANK[card]
        mates = sum(1 for other in range(4) if other != suit and self.pool >> natural(other, rank) & 1)
        from_hand = any(self.held >> natural(other, rank) & 1 for other in range(4))
        wilds = self.rules.max_wild_group if self.wild else 0
        if (from_hand or self.wild) and (self.rules.any_suits or mates + wilds >= self.rules.group_min - 1):
            return True
        places = (1, 14) if rank == 1 and self.rules.ace_high else (rank,)
        return any(self._in_stretch(suit, place) for place in places)

    def _in_stretch(self, suit: int, place: int) -> bool:
        """Whether the place lies in a stretch of cards in sight that is long enough and touches the hand."""
        low = high = place
        from_hand = self.wild
        for step in (-1, 1):
            holes = self.holes
            at = place + step
            while 1 <= at <= self.rules.last_place:
                other = natural(suit, at)
                if not self.pool >> other & 1:
                    if not holes:
                        break
                    holes -= 1
                from_hand = from_hand or bool(self.held >> other & 1)
                low, high = min(low, at), max(high, at)
                at += step
        return from_hand and high - low + 1 >= self.rules.run_min

    def _grown(self, code: Code) -> tuple[int, int]:
        """The furthest places that a run might reach."""
        suit, low = run_suit(code), run_low(code)
        high = low + len(code) - 2
        ends = [low, high]
        for end, step in ((0, -1), (1, 1)):
            holes = self.holes
            at = ends[end] + step
            while 1 <= at <= self.rules.last_place:
                if not self.hand >> natural(suit, at) & 1:
                    if not holes:
                        break
                    holes -= 1
                ends[end] = at
                at += step
        return ends[0], ends[1]

    def _leaving(self, code: Code) -> int:
        """The cards that might leave a table meld for a new one, as a mask."""
        if not is_run(code):
            return self._leaving_group(code)
        suit, low = run_suit(code), run_low(code)
        first, last = self._grown(code)
        shortest = self.rules.run_min
        free = [self._may_go(code, index) for index in range(len(code) - 1)]
        out = 0
        for index in range(len(code) - 1):
            place = low + index
            if not free[index]:
                continue
            kept_left, kept_right = place - first >= shortest, last - place >= shortest
            if (
                (kept_left and kept_right)
                or (kept_left and all(free[index:]))
                or (kept_right and all(free[: index + 1]))
            ):
                out |= 1 << natural(suit, place)
        return out

    def _may_go(self, code: Code, index: int) -> bool:
        card = code[index + 1]
        if self.rules.is_wild(card):
            if self.game.turn.take_wild:
                return True
            return bool(self.held >> natural(run_suit(code), run_low(code) + index) & 1)
        return self._usable(card)

    def _leaving_group(self, code: Code) -> int:
        size = len(code) - 1
        rank = group_rank(code)
        growth = sum(1 for suit in range(4) if self.hand >> natural(suit, rank) & 1)
        growth += self.rules.max_wild_group if self.wild else 0
        if self.rules.any_suits:
            growth = self.rules.group_min
        if min(size + growth, self.rules.group_max) <= self.rules.group_min:
            return 0
        out = 0
        for card in code[1:]:
            if not self.rules.is_wild(card) and self._usable(card):
                out |= 1 << card
            elif self.rules.is_wild(card):
                for suit in range(4):
                    if self.held >> natural(suit, rank) & 1:
                        out |= 1 << natural(suit, rank)
        return out

    def placeable(self) -> bool:
        """Whether the card might be placed."""
        return self._in_new_meld() or any(self._joins(code) for code in self.table)

    def _in_new_meld(self) -> bool:
        rules = self.rules
        sight = self.hand | self.takeable
        suit, rank = SUIT[self.card], RANK[self.card]
        mates = sum(1 for other in range(4) if other != suit and sight >> natural(other, rank) & 1)
        wilds = rules.max_wild_group if self.wild else 0
        if mates + wilds >= rules.group_min - 1 or (rules.any_suits and (mates or sight >> self.card & 1)):
            return True
        for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
            for low in range(max(1, place - rules.run_min + 1), place + 1):
                if low + rules.run_min - 1 > rules.last_place:
                    break
                empty = 0
                for at in range(low, low + rules.run_min):
                    if at != place and not sight >> natural(suit, at) & 1:
                        empty += 1
                if empty <= self.holes:
                    return True
        return False

    def _joins(self, code: Code) -> bool:
        """Whether the card might be laid off on that meld, or replace a wild in it."""
        rules = self.rules
        suit, rank = SUIT[self.card], RANK[self.card]
        twin = bool(self.takeable >> self.card & 1)
        if not is_run(code):
            if group_rank(code) != rank:
                return False
            wilds = any(map(rules.is_wild, code[1:]))
            return twin or wilds or self.card not in code[1:] or rules.any_suits
        if run_suit(code) != suit:
            return False
        low = run_low(code)
        high = low + len(code) - 2
        first, last = self._grown(code)
        for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
            if first - 1 <= place < low or high < place <= last + 1:
                return True
            if low <= place <= high and (twin or rules.is_wild(code[1 + place - low])):
                return True
        return False

