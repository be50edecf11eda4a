"""A sound "no" to going out where no card leaves a meld but wilds: more cards than the last discard must stay.

What is looked at is only how the table would lie in the end.  Each natural of the hand is then in a group, in a
new run or in one that has grown, or where a wild lay; the wilds fill no more places than there are wilds to come.
Within a suit one card may serve several runs, and a run may grow as it likes: what is impossible even then is
impossible.
"""

from __future__ import annotations

from typing import Final

from .codes import NATURALS, RANK, RANK_CARDS, ROW, natural
from .melds import Code, group_rank, is_run, missing_suits, run_low, run_suit
from .rules import RECOVER_NEVER
from .turn import Game, Turn

# a cost that no supply of wilds meets
NEVER: Final = 1 << 10
PLACES: Final = 14

# (cards of the rank that a group takes, by suit; wilds that it takes)
Choice = tuple[int, int]
# see `Ending._cost`
Cost = tuple[int, int, tuple[int, ...]]


class Ending:
    """The hand and the table of a turn, for the question whether all cards but one might be placed."""

    __slots__ = ("_costs", "_free", "_open", "_rules", "_runs", "_twice", "_twice_open", "_wilds")

    def __init__(self, game: Game, turn: Turn, wilds: int) -> None:
        rules = game.melds
        self._rules: Final = rules
        self._wilds: Final = wilds
        self._twice: Final = turn.hand[1] if len(turn.hand) > 2 else 0
        # the runs of each suit, and where a card may join a group of its rank or come in the place of a wild
        self._runs: Final[list[list[tuple[int, int]]]] = [[], [], [], []]
        self._open = 0
        self._twice_open = 0
        self._free = 0
        for _, _, code in turn.table:
            self._join(code, game.turn.recovered != RECOVER_NEVER)
        self._costs: Final[dict[int, Cost]] = {}

    def _join(self, code: Code, recovers: bool) -> None:
        rules = self._rules
        if not is_run(code):
            for suit in missing_suits(rules, code):
                card = natural(suit, group_rank(code))
                self._twice_open |= self._open & 1 << card
                self._open |= 1 << card
            return
        suit, low = run_suit(code), run_low(code)
        self._runs[suit].append((low, low + len(code) - 2))
        for index in range(len(code) - 1):
            if recovers and rules.is_wild(code[index + 1]):
                self._free |= 1 << natural(suit, low + index)

    def possible(self, held: int) -> bool:
        """Whether all these cards but one, or all of them, might be placed."""
        choices: list[list[Choice]] = []
        for rank in range(13):
            found = self._choices(held, rank)
            if len(found) > 1:
                choices.append(found)
        again = self._twice & held & ~self._free & ~RANK_CARDS[1]
        for card in range(NATURALS):
            if again >> card & 1 and self._in_two_groups(held, card):
                again &= ~(1 << card)
        return self._try(choices, 0, held, held & ~self._free, again, 0)

    def _in_two_groups(self, held: int, card: int) -> bool:
        """Whether both copies of a card might be in groups."""
        rules = self._rules
        if self._twice_open >> card & 1:
            return True
        others = (held & RANK_CARDS[RANK[card]] & ~(1 << card)).bit_count()
        if others + min(rules.max_wild_group, self._wilds) < rules.group_min - 1:
            return False
        more = self._wilds > 0 or self._twice & RANK_CARDS[RANK[card]] & ~(1 << card)
        return bool(self._open >> card & 1 or more)

    def _choices(self, held: int, rank: int) -> list[Choice]:
        """The ways to put cards of a rank into groups, none first."""
        rules = self._rules
        suits = [suit for suit in range(4) if held >> (13 * suit + rank) & 1]
        found: list[Choice] = [(0, 0)]
        for chosen in range(1, 1 << len(suits)):
            cards = 0
            for index, suit in enumerate(suits):
                if chosen >> index & 1:
                    cards |= 1 << (13 * suit + rank)
            if not cards & ~self._open:
                found.append((cards, 0))
                continue
            wilds = max(0, rules.group_min - cards.bit_count())
            if wilds <= min(rules.max_wild_group, self._wilds):
                found.append((cards, wilds))
        return found

    def _try(self, choices: list[list[Choice]], at: int, held: int, due: int, again: int, used: int) -> bool:
        """Whether it might be done with some choice for each rank from that index on.

        `again` has the cards of which both copies are due.
        """
        if used > self._wilds:
            return False
        if at == len(choices):
            return self._runs_do(held, due, again, self._wilds - used)
        for cards, wilds in choices[at]:
            # of a card held twice, one may be in a group and the other in a run
            left = held & ~(cards & ~self._twice)
            if self._try(choices, at + 1, left, due & ~(cards & ~again), again & ~cards, used + wilds):
                return True
        return False

    def _runs_do(self, held: int, due: int, again: int, wilds: int) -> bool:
        """Whether runs might take what the groups leave."""
        every = 0
        saved = 0
        stuck = 0
        for suit in range(4):
            row = due >> (13 * suit) & ROW
            if row:
                whole, but_one, second = self._cost(
                    suit, held >> (13 * suit) & ROW, row, again >> (13 * suit) & ROW
                )
                saved = max(saved, whole - but_one)
                every += whole
                for holes in second:
                    if holes > wilds:
                        stuck += 1
        if stuck:
            return stuck == 1 and every <= wilds
        return every - saved <= wilds

    def _cost(self, suit: int, held: int, due: int, again: int) -> Cost:
        """How many wilds it takes to place all cards of a suit that are due in runs, and all but one.

        Then for each card of which two copies are due: how many wilds a second run with it takes at least.
        """
        key = ((held << 13 | due) << 13 | again) << 2 | suit
        known = self._costs.get(key)
        if known is None:
            high_ace = self._rules.ace_high
            places = held << 1 | (held & 1) << 14 if high_ace else held << 1
            reach = self._reaching(suit, places)
            whole, but_one = self._covered(suit, due << 1, again << 1, reach)
            if due & 1 and high_ace:
                other = self._covered(suit, (due & ~1) << 1 | 1 << 14, again << 1, reach)
                whole, but_one = min(whole, other[0]), min(but_one, other[1])
            known = whole, but_one, self._second(suit, places, again)
            self._costs[key] = known
        return known

    def _second(self, suit: int, places: int, again: int) -> tuple[int, ...]:
        """For each of these cards, how many wilds it takes at least until there are two runs with it."""
        rules = self._rules
        out: list[int] = []
        for at in range(2, PLACES):
            if not again >> (at - 1) & 1:
                continue
            best = NEVER
            for low in range(max(1, at - rules.run_min + 1), at + 1):
                if low + rules.run_min - 1 <= rules.last_place:
                    window = ((1 << rules.run_min) - 1) << low
                    best = min(best, (window & ~places).bit_count())
            grown = [NEVER, NEVER]
            for low, high in self._runs[suit]:
                if not low <= at <= high:
                    between = (1 << low) - (1 << at) if at < low else (2 << at) - (2 << high)
                    grown.append((between & ~places).bit_count())
            best = min(best, sorted(grown)[1])
            out.append(best if best <= rules.max_wild_run else NEVER)
        return tuple(out)

    def _reaching(self, suit: int, places: int) -> list[list[int]]:
        """For each place and number of wilds, how far a run from the hand through it reaches; 0 where none is."""
        rules = self._rules
        most = min(rules.max_wild_run, self._wilds)
        out = [[0] * (most + 1) for _ in range(PLACES + 1)]
        for low in range(1, rules.last_place + 1):
            _stretch(out, places, low, rules.last_place, rules.run_min)
        for low, high in self._runs[suit]:
            _stretch(out, places, high + 1, rules.last_place, 1)
            for start in range(1, low):
                _stretch(out, places, start, low - 1, low - start)
        return out

    def _covered(self, suit: int, due: int, again: int, reach: list[list[int]]) -> tuple[int, int]:
        """How many wilds it takes until runs hold all the places that are due, and all but one.

        Where both copies of a card are due, or might be, one of them left over does not help.
        """
        aces = (1 << 1 | 1 << 14) if self._twice >> natural(suit, 1) & 1 else 0
        # by the place up to which all is done: the wilds used, without and with a card left over
        whole = [NEVER] * (PLACES + 2)
        but_one = [NEVER] * (PLACES + 2)
        whole[1] = 0
        for place in range(1, PLACES + 1):
            done, less = whole[place], min(but_one[place], whole[place])
            if done == NEVER and less == NEVER:
                continue
            if not due >> place & 1:
                whole[place + 1] = min(whole[place + 1], done)
                but_one[place + 1] = min(but_one[place + 1], less)
                continue
            if not (again | aces) >> place & 1:
                but_one[place + 1] = min(but_one[place + 1], done)
            for holes, last in enumerate(reach[place]):
                if last:
                    whole[last + 1] = min(whole[last + 1], done + holes)
                    but_one[last + 1] = min(but_one[last + 1], less + holes)
        end = PLACES + 1
        return whole[end], min(but_one[end], whole[end])


def _stretch(out: list[list[int]], places: int, low: int, last: int, shortest: int) -> None:
    """Note how far a row of cards from a place on may reach, with each number of wilds."""
    most = len(out[0]) - 1
    holes = 0
    for high in range(low, last + 1):
        if not places >> high & 1:
            holes += 1
            if holes > most:
                return
        if high - low + 1 >= shortest:
            for place in range(low, high + 1):
                if out[place][holes] < high:
                    out[place][holes] = high


def strands(game: Game, turn: Turn, wilds: int) -> bool:
    """Whether more than one card must stay in hand, with so many wilds from hand and table to be placed at most."""
    rules = game.melds
    if game.turn.take or rules.any_suits or rules.wrap or rules.twos_wild:
        return False
    return not Ending(game, turn, wilds).possible(turn.hand[0])
