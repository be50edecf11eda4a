"""The ways in which a card might be placed, and which changes of the table could lead there."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from .codes import EVERY_NATURAL, NATURALS, RANK, RANK_CARDS, ROW, SUIT, natural
from .melds import Code, group_rank, is_run, missing_suits, stands_for
from .recovering import recoverable, recoverable_by_twin
from .relaxed import Relaxed
from .rules import ENDS_FREE, RECOVER_MELD, RECOVER_NEVER, SHARE_FREE
from .turn import Game, Turn
from .universe import in_stretch


class Way:
    """One way in which a card might be placed, and the changes of the table that could lead there.

    `leaving` holds, for each meld worth changing, the cards that are worth taking out of it for a meld
    without the card in question; melds laid or split off on the way are always worth changing.  Unless
    `wilds_serve_all`, a recovered wild helps only beside the card itself.  `burns` is a mask of hand cards
    that are worth placing anywhere, because a wild may stand for them afterwards.
    """

    __slots__ = ("burns", "leaving", "numbers", "wilds_serve_all")

    def __init__(
        self, numbers: frozenset[int], leaving: dict[int, int], wilds_serve_all: bool, burns: int = 0
    ) -> None:
        self.numbers: Final = numbers
        self.leaving: Final = leaving
        self.wilds_serve_all: Final = wilds_serve_all
        self.burns: Final = burns

    def with_burns(self, others: list[Way], burns: int) -> Way:
        """This way, with the ways to place the cards that are worth burning first."""
        leaving = dict(self.leaving)
        for other in others:
            for number, mask in other.leaving.items():
                leaving[number] = leaving.get(number, 0) | mask
        serve_all = self.wilds_serve_all or any(other.wilds_serve_all for other in others)
        return Way(self.numbers, leaving, serve_all, burns)

    def changes(self, number: int) -> bool:
        """Whether the meld is worth changing."""
        return number in self.leaving or number not in self.numbers

    def near(self, turn: Turn) -> int:
        """The cards that are worth placing or taking in a turn, as a mask."""
        if not turn.taken_due:
            return EVERY_NATURAL
        out = 0
        for number, _, code in turn.table:
            out |= self.leaving.get(number, 0) if number in self.numbers else _naturals(code)
        return (out if out >= 0 else EVERY_NATURAL) | 1 << turn.taken | self.burns

    def covers(self, other: Way) -> bool:
        """Whether this way allows all that another one allows."""
        if self.numbers != other.numbers or other.burns & ~self.burns:
            return False
        if other.wilds_serve_all and not self.wilds_serve_all:
            return False
        for number, mask in other.leaving.items():
            if number not in self.leaving or mask & ~self.leaving[number]:
                return False
        return True

    def frees(self, number: int, card: int) -> bool:
        """Whether it is worth taking that card out of the meld."""
        return number not in self.numbers or bool(self.leaving.get(number, 0) >> card & 1)


def widest(ways: list[Way]) -> list[Way]:
    """The ways without those that another one covers."""
    out: list[Way] = []
    for way in ways:
        if not any(other.covers(way) for other in out):
            out = [other for other in out if not way.covers(other)]
            out.append(way)
    return out


def _naturals(code: Code) -> int:
    out = 0
    for card in code[1:]:
        if card < NATURALS:
            out |= 1 << card
    return out


def ways_to_place(game: Game, turn: Turn, card: int, burns: int) -> list[Way] | None:
    """The ways in which a held card might be placed; None where they have not been told apart.

    `burns` is a mask of cards that may have to be laid first because of a wild that stands for them then.

    A plan needs no action that changes neither a meld that a later action of the plan reads nor the
    wilds in hand, nor burns a card.  Its last action reads the melds that the card joins or that supply
    its neighbours; a card that blocks such a supply must leave with others, whose melds are read as well.
    """
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card) or rules.wrap or rules.any_suits:
        return None
    new_meld_at_once = game.turn.next_action and game.turn.recovered == RECOVER_MELD
    if game.turn.take_wild or not (new_meld_at_once or game.turn.recovered == RECOVER_NEVER):
        return None
    if any(recoverable_by_twin(game, turn.hand[0], code) for _, _, code in turn.table):
        return None
    sight = _Ways(game, turn, card)
    ways = sight.ways(turn)
    first = burns & sight.worth_burning(ways)
    if not first:
        return ways
    chosen, waiting = first, first
    burning: list[Way] = []
    while waiting:
        other = (waiting & -waiting).bit_length() - 1
        sight = _Ways(game, turn, other)
        found = sight.ways(turn)
        burning.extend(found)
        more = burns & sight.worth_burning(found) & ~chosen
        chosen |= more
        waiting = (waiting & (waiting - 1)) | more
    return [way.with_burns(burning, chosen) for way in ways]


class _Ways(Relaxed):
    """What the player sees, asked for the ways to place the card."""

    __slots__ = ()

    def ways(self, turn: Turn) -> list[Way]:
        """See `ways_to_place`."""
        supplies = [place for place, code in enumerate(self.table) if self._lends_wild(code)]
        reads: list[dict[int, int]] = []
        out: list[Way] = []
        numbers = [number for number, _, _ in turn.table]
        for place, code in enumerate(self.table):
            if self.joins(code):
                reads.append({place: self._parting(code)})
                if self._replaces_wild(code):
                    # the meld that the wild has to go to at once may read anything
                    out.append(Way(frozenset(numbers), dict.fromkeys(numbers, -1), True))
        for mask in self.neighbours():
            read = {place: found & mask for place, found in enumerate(self.masks) if found & mask}
            reads.append({**dict.fromkeys(supplies, 0), **read})
        for read in reads:
            blocking = self._closed(read)
            serve_all = any(mask < 0 for mask in blocking.values())
            if supplies and any(blocking.values()):
                # what blocks may leave beside a recovered wild
                serve_all = True
                blocking = {**dict.fromkeys(supplies, 0), **blocking}
            leaving = {numbers[place]: mask for place, mask in blocking.items()}
            out.append(Way(frozenset(numbers), leaving, serve_all))
        return out

    def worth_burning(self, ways: list[Way]) -> int:
        """The cards for which a recovered wild might have to stand, so that the card can be placed.

        It stands in a run with the card, unless it comes out for the card itself or serves other melds.
        """
        if any(way.wilds_serve_all for way in ways) or any(map(self._replaces_wild, self.table)):
            return EVERY_NATURAL & ~(1 << self.card)
        suit, rank = SUIT[self.card], RANK[self.card]
        out = 0
        for place in (1, 14) if rank == 1 and self.rules.ace_high else (rank,):
            low, high = self.stretch(suit, place, self.hand | self.takeable)
            for at in range(low, high + 1):
                out |= 1 << natural(suit, at)
        return out & ~(1 << self.card)

    def _replaces_wild(self, code: Code) -> bool:
        """Whether a wild of that meld might come out for the card."""
        if not recoverable(self.game, self.held, code):
            return False
        suit, rank = SUIT[self.card], RANK[self.card]
        if not is_run(code):
            return group_rank(code) == rank and suit in missing_suits(self.rules, code)
        return any(
            self.rules.is_wild(other) and stands_for(code, index) == self.card
            for index, other in enumerate(code[1:])
        )

    def _lends_wild(self, code: Code) -> bool:
        if self.game.turn.take_wild and any(map(self.rules.is_wild, code[1:])):
            return True
        return recoverable(self.game, self.held, code)

    def _parting(self, code: Code) -> int:
        """The cards that may have to leave a meld before the card can join it."""
        naturals = sum(1 << card for card in set(code[1:]) if not self.rules.is_wild(card))
        wilds = any(map(self.rules.is_wild, code[1:]))
        if not is_run(code):
            return naturals if wilds and len(code) - 1 >= self.rules.group_max else 0
        if wilds and self.growing_wild:
            return naturals
        return 1 << self.card if self.card in code[1:] else 0

    def _closed(self, read: dict[int, int]) -> dict[int, int]:
        """All melds that a way reads, with the cards that block: `read` says which cards are wanted.

        Where a wild of a table meld has to be recovered first, its new meld may read anything.
        """
        wanted = dict(read)
        blocking = dict.fromkeys(read, 0)
        open_places = list(read)
        while open_places:
            place = open_places.pop()
            code = self.table[place]
            for index in self._blockers(code, wanted[place]):
                card = code[index + 1]
                if self.rules.is_wild(card):
                    if self._lends_wild(code):
                        return dict.fromkeys(range(len(self.table)), -1)
                    continue
                if blocking[place] >> card & 1:
                    continue
                blocking[place] |= 1 << card
                mates = self._mates(card)
                for other, mask in enumerate(self.masks):
                    new = mask & mates & ~wanted.get(other, 0)
                    if new:
                        wanted[other] = wanted.get(other, 0) | new
                        blocking.setdefault(other, 0)
                        open_places.append(other)
        return blocking

    def _mates(self, card: int) -> int:
        """The cards that might stand beside a table card in a new meld with a hand card."""
        suit, rank = SUIT[card], RANK[card]
        mates = sum(1 for other in range(4) if other != suit and self.pool >> natural(other, rank) & 1)
        wilds = self.rules.max_wild_group if self.wild else 0
        out = RANK_CARDS[rank] if mates + wilds >= self.rules.group_min - 1 else 0
        for place in (1, 14) if rank == 1 and self.rules.ace_high else (rank,):
            if in_stretch(
                self.rules,
                self.pool >> (13 * suit) & ROW,
                self.held >> (13 * suit) & ROW,
                self.places >> (13 * suit) & ROW,
                self.holes,
                self.wild,
                place,
            ):
                low, high = self.stretch(suit, place, self.pool)
                for at in range(low, high + 1):
                    out |= 1 << natural(suit, at)
        return out

    def _blockers(self, code: Code, leaving: int) -> list[int]:
        """The indexes of the cards that may have to leave a meld so that wanted ones can."""
        size = len(code) - 1
        if not leaving:
            return []
        if not self._parts_freely(code):
            return list(range(size))
        if not is_run(code):
            return []
        wanted = [index for index in range(size) if leaving >> code[index + 1] & 1]
        bounds = [-1, *wanted, size]
        out = {index for index in wanted if code[index + 1] == self.card}
        for before, behind in combinations(bounds, 2):
            if 1 < behind - before <= self.rules.run_min:
                out.update(range(before + 1, behind))
        return sorted(out)

    def _parts_freely(self, code: Code) -> bool:
        """Whether every piece of a meld that is long enough is valid, wherever its wilds stand."""
        rules = self.rules
        wilds = sum(map(rules.is_wild, code[1:]))
        if not wilds:
            return True
        simple = rules.share == SHARE_FREE and rules.adjacent and rules.ends == ENDS_FREE
        shortest = rules.run_min if is_run(code) else rules.group_min
        joined = is_run(code) and self.growing_wild
        return simple and wilds == 1 and rules.min_natural < shortest and not joined
