"""A quick and sound "no": may a card be placed at all, if no card were ever used up?

Hand cards are taken to be inexhaustible and actions not to disturb one another.  What is impossible even
then is impossible; what is possible then is left to the exact search.
"""

from __future__ import annotations

from typing import Final

from . import hands
from ._rt import i64
from .codes import NATURALS, RANK, RANK_CARDS, ROW, SUIT, natural
from .melds import Code, group_rank, is_run, run_low, run_suit, wild_count
from .parting import Parting
from .recovering import recoverable
from .rules import (
    RECOVER_HAND,
    RECOVER_PLACE,
    TWOS,
)
from .stranded import strands
from .turn import Game, Turn
from .universe import stretches


def may_place(game: Game, turn: Turn, card: int, seen: Seen | None = None) -> bool:
    """Whether an opened player might place a held card somewhere in this turn."""
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card):
        return True
    if not hands.count(turn.hand, card):
        return False
    return rules.wrap or Relaxed(game, turn, card, seen).placeable()


def too_many_stuck(game: Game, turn: Turn) -> bool:
    """Whether more cards than the final discard could not be placed this turn, so that nobody goes out."""
    stuck = 0
    seen = Seen(game, turn)
    for card in hands.faces_of(turn.hand):
        if not may_place(game, turn, card, seen):
            stuck += hands.count(turn.hand, card)
            if stuck > 1:
                return True
    return strands(game, turn)


class Seen:
    """What the sight of a player has in common for all cards."""

    __slots__ = ("naturals", "table", "wilds", "wilds_come")

    def __init__(self, game: Game, turn: Turn) -> None:
        rules = game.melds
        self.table: Final = [code for _, _, code in turn.table]
        naturals = 0
        come = 0
        take_wild = False
        for code in self.table:
            wilds = 0
            for index in range(1, len(code)):
                if rules.is_wild(code[index]):
                    wilds += 1
                else:
                    naturals |= 1 << code[index]
            if wilds and recoverable(game, turn.hand[0], code):
                come += wilds
            elif wilds:
                take_wild = take_wild or game.turn.take_wild
        self.naturals: Final = naturals
        # whether a wild of the table might come into the hand
        self.wilds_come: Final = come > 0 or take_wild
        # no fewer wilds than might be placed in this turn, where none are taken and a group holds one at most
        self.wilds: Final = come + wild_count(rules, (0, *hands.cards_of(turn.hand)))


class Relaxed:
    """The sight of one player, with one card set apart as the one to be placed."""

    __slots__ = (
        "card",
        "game",
        "growing_wild",
        "hand",
        "held",
        "holes",
        "masks",
        "places",
        "pool",
        "rules",
        "table",
        "takeable",
        "wild",
        "_parts",
        "_wilds",
    )

    def __init__(self, game: Game, turn: Turn, card: int, seen: Seen | None = None) -> None:
        rules = game.melds
        seen = Seen(game, turn) if seen is None else seen
        self.game: Final = game
        self.rules: Final = rules
        self.card: Final = card
        self.places: Final = turn.places_to_come(game)
        self.table: Final = seen.table
        self.held: Final = turn.hand[0]
        others = hands.remove(turn.hand, card)
        self.hand: Final = others[0]
        held_wild = others[-1] > 0 or (rules.twos_wild and others[0] & TWOS != 0)
        self.wild: Final = held_wild or seen.wilds_come
        self._wilds: Final = seen.wilds
        self._parts: Parting | None = None
        self.holes: Final = rules.max_wild_run if self.wild else 0
        stays = self.wild and game.turn.recovered in (RECOVER_PLACE, RECOVER_HAND)
        self.growing_wild: Final = held_wild or stays
        self.pool = turn.hand[0] | seen.naturals
        self.masks: Final = [0] * len(self.table)
        self.takeable = 0
        if game.turn.take:
            self._settle_takes()

    def _settle_takes(self) -> None:
        """Narrow what might leave the table until every such card could meet hand cards and others like it."""
        reach = [self._grown(code) if is_run(code) else (0, 0) for code in self.table]
        giving = [place for place, code in enumerate(self.table) if self._might_give(code, reach[place])]
        before = -1
        while self.takeable != before:
            before = self.takeable
            self.takeable = 0
            usable = self._usable() if giving else 0
            for place in giving:
                self.masks[place] = self._leaving(self.table[place], reach[place], usable)
                self.takeable |= self.masks[place]
            self.pool = self.held | self.takeable

    def _usable(self) -> i64:
        """The cards that a new meld with a hand card might take, as a mask."""
        rules = self.rules
        pool: i64 = self.pool
        held: i64 = self.held
        places: i64 = self.places
        holes: i64 = self.holes
        ranks: i64 = ROW if self.wild else (held | held >> 13 | held >> 26 | held >> 39) & ROW
        needed: i64 = (
            0 if rules.any_suits else rules.group_min - 1 - (rules.max_wild_group if self.wild else 0)
        )
        out: i64 = 0
        shift: i64 = 0
        while shift < 52:
            a = pool >> (shift + 13) % 52 & ROW
            b = pool >> (shift + 26) % 52 & ROW
            c = pool >> (shift + 39) % 52 & ROW
            mates: i64 = ROW
            if needed == 1:
                mates = a | b | c
            elif needed > 1:
                mates = a & b | a & c | b & c if needed == 2 else a & b & c
            row = stretches(
                rules, pool >> shift & ROW, held >> shift & ROW, places >> shift & ROW, holes, self.wild
            )
            out |= (mates & ranks | row) << shift
            shift += 13
        return out

    def _grown(self, code: Code) -> tuple[int, int]:
        """The furthest places that a run might reach."""
        suit, low = run_suit(code), run_low(code)
        high = low + len(code) - 2
        ends = [low, high]
        for end, step in ((0, -1), (1, 1)):
            holes = self.rules.max_wild_run if self.growing_wild else 0
            at = ends[end] + step
            while 1 <= at <= self.rules.last_place:
                other = natural(suit, at)
                if not self.hand >> other & 1:
                    if not holes or not self.places >> other & 1:
                        break
                    holes -= 1
                ends[end] = at
                at += step
        return ends[0], ends[1]

    def _might_give(self, code: Code, reach: tuple[int, int]) -> bool:
        """Whether a meld is, or may grow, large enough to give a card away."""
        if is_run(code):
            low = run_low(code)
            return max(low + len(code) - 2 - reach[0], reach[1] - low) >= self.rules.run_min
        growth = sum(1 for suit in range(4) if self.hand >> natural(suit, group_rank(code)) & 1)
        growth += self.rules.max_wild_group if self.growing_wild else 0
        if self.rules.any_suits:
            growth = self.rules.group_min
        return min(len(code) - 1 + growth, self.rules.group_max) > self.rules.group_min

    def _leaving(self, code: Code, reach: tuple[int, int], usable: int) -> int:
        """The cards that might leave a table meld for a new one, as a mask."""
        if not is_run(code):
            return self._leaving_group(code, usable)
        suit, low = run_suit(code), run_low(code)
        size = len(code) - 1
        free = [self._may_go(code, index, usable) for index in range(size)]
        # all cards before `lead`, and all from `tail` on, might go
        lead, tail = 0, size
        while lead < size and free[lead]:
            lead += 1
        while tail and free[tail - 1]:
            tail -= 1
        out = 0
        for index in range(size):
            place = low + index
            kept_left = place - reach[0] >= self.rules.run_min
            kept_right = reach[1] - place >= self.rules.run_min
            if free[index] and (
                (kept_left and (kept_right or index >= tail)) or (kept_right and index < lead)
            ):
                out |= 1 << natural(suit, place)
        return out

    def _may_go(self, code: Code, index: int, usable: int) -> bool:
        card = code[index + 1]
        if self.rules.is_wild(card):
            if self.game.turn.take_wild:
                return True
            return bool(self.held >> natural(run_suit(code), run_low(code) + index) & 1)
        return bool(usable >> card & 1)

    def _leaving_group(self, code: Code, usable: int) -> int:
        out = 0
        for card in code[1:]:
            if self.rules.is_wild(card):
                out |= self.held & RANK_CARDS[group_rank(code)]
            elif usable >> card & 1:
                out |= 1 << card
        return out

    def placeable(self) -> bool:
        """Whether the card might be placed."""
        return self._in_new_meld() or any(self.joins(code) for code in self.table)

    def _in_new_meld(self) -> bool:
        rules = self.rules
        sight = self.hand | self.takeable
        suit, rank = SUIT[self.card], RANK[self.card]
        mates = sum(1 for other in range(4) if other != suit and sight >> natural(other, rank) & 1)
        wilds = rules.max_wild_group if self.wild else 0
        if mates + wilds >= rules.group_min - 1 or (rules.any_suits and (mates or sight >> self.card & 1)):
            parts = self._parting_with()
            if parts is None or parts.into_group(suit, rank):
                return True
        for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
            if self._reaches(suit, place, sight) and self._window(suit, place, sight):
                parts = self._parting_with()
                if parts is None or parts.into_run(suit, place):
                    return True
        return False

    def _parting_with(self) -> Parting | None:
        """What tells whether table cards might leave together; None where wilds could leave as well."""
        rules = self.rules
        if not self.game.turn.take or self.game.turn.take_wild or rules.max_wild_group != 1:
            return None
        if rules.wrap or rules.any_suits or rules.twos_wild:
            return None
        if self._parts is None:
            self._parts = Parting(rules, self.hand, self.places, self.table, self.masks, self._wilds)
        return self._parts

    def _reaches(self, suit: int, place: int, sight: int) -> bool:
        """Whether a run through a place might get long enough, wilds counted for each side."""
        ends = [place, place]
        for end, step in ((0, -1), (1, 1)):
            holes = self.holes
            at = place + step
            while 1 <= at <= self.rules.last_place:
                other = natural(suit, at)
                if not sight >> other & 1:
                    if not holes or not self.places >> other & 1:
                        break
                    holes -= 1
                ends[end] = at
                at += step
        return ends[1] - ends[0] + 1 >= self.rules.run_min

    def _window(self, suit: int, place: int, sight: int) -> bool:
        """Whether a shortest run through a place lacks no more cards than there may be wilds."""
        rules = self.rules
        for low in range(max(1, place - rules.run_min + 1), place + 1):
            if low + rules.run_min - 1 > rules.last_place:
                break
            empty = 0
            for at in range(low, low + rules.run_min):
                other = natural(suit, at)
                if at != place and not sight >> other & 1:
                    empty += 1 if self.places >> other & 1 else rules.run_min
            if empty <= self.holes:
                return True
        return False

    def joins(self, code: Code) -> bool:
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
