"""What it takes until a card can be placed: about how many actions, and which is the first of them.

Each card of the table is looked at by itself, as if the others stayed; so this is a guess, on which nothing depends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from . import hands
from ._rt import mypyc_attr
from .codes import BIT, JOKER, NATURALS, RANK, RANK_CARDS, ROW, SUIT, bits, natural
from .faults import swap_faults
from .finder import Taken
from .lane import by_place
from .melds import Code, group_code, group_rank, is_run, run_low, run_suit
from .rules import RECOVER_NEVER
from .turn import Game, Turn

# more than anything costs
FAR: Final = 40


@mypyc_attr(acyclic=True, free_list_len=1)
class Deed:
    """What to do first: lay the meld `code`; or, where that is empty, do something with a card at the meld of a place.

    That is to lay it off, or, where `at` is not negative, to put it in the place of the wild with that index.
    The cards `taken` must leave their melds for the new one.
    """

    __slots__ = ("at", "card", "code", "place", "taken")

    def __init__(
        self, place: int, card: int, at: int = -1, code: Code = (), taken: tuple[Taken, ...] = ()
    ) -> None:
        self.place: Final = place
        self.card: Final = card
        self.at: Final = at
        self.code: Final = code
        self.taken: Final = taken


@mypyc_attr(acyclic=True, free_list_len=1)
class Effort:
    """About how many actions something takes, and the first of them; None where there is nothing to do."""

    __slots__ = ("cost", "first")

    def __init__(self, cost: int, first: Deed | None) -> None:
        self.cost: Final = cost
        self.first: Final = first


NOTHING: Final = Effort(0, None)
NEVER: Final = Effort(FAR, None)


class Efforts:
    """What it takes until each natural card could lie in a new meld, or until one card could be placed."""

    __slots__ = (
        "_card",
        "_efforts",
        "_hand",
        "_owes",
        "_rows",
        "_rules",
        "_table",
        "_turn",
        "_wild",
        "_wild_effort",
    )

    def __init__(self, game: Game, turn: Turn, card: int) -> None:
        rules = game.melds
        self._rules: Final = rules
        self._turn: Final = turn
        self._card: Final = card
        others = hands.remove(turn.hand, card)
        self._hand: Final = others[0]
        # the places of each suit for which there are cards in hand
        self._rows: Final[list[int]] = [by_place(others[0] >> 13 * suit & ROW) for suit in range(4)]
        self._wild: Final = others[-1] > 0
        self._owes: Final = len(turn.due) > 0
        self._table: Final = turn.table
        self._wild_effort: Final = NOTHING if self._wild else self._recovered(game)
        self._efforts: Final = [NOTHING if others[0] >> other & 1 else NEVER for other in range(NATURALS)]
        if game.turn.take and turn.may_touch(game.turn):
            self._settle(game.turn.foreign_takes_only)

    def _settle(self, only_foreign: bool) -> None:
        """Find what the cards of the table cost: groups first, runs twice, as one may help another."""
        melds = [
            (place, code)
            for place, (_, owner, code) in enumerate(self._table)
            if not (only_foreign and owner == self._turn.player)
        ]
        for place, code in melds:
            if not is_run(code):
                self._improve(code, self._out_of_group(place, code))
        for place, code in melds * 2:
            if is_run(code) and any(card < NATURALS and self._efforts[card].cost for card in code[1:]):
                self._improve(code, self._out_of_run(place, code))

    def _improve(self, code: Code, efforts: list[Effort]) -> None:
        """Note what the cards of a meld cost there."""
        for index, effort in enumerate(efforts):
            card = code[index + 1]
            if card < NATURALS and effort.cost < self._efforts[card].cost:
                self._efforts[card] = effort

    def _out_of_group(self, place: int, code: Code) -> list[Effort]:
        """What it takes until each card can leave a group."""
        size = len(code) - 1
        effort = NOTHING
        if size <= self._rules.group_min:
            effort = NEVER
            for suit in range(4):
                other = natural(suit, group_rank(code))
                if self._hand >> other & 1 and other not in code[1:]:
                    effort = Effort(1, Deed(place, other))
            if effort.cost and self._wild and JOKER not in code[1:]:
                effort = Effort(1, Deed(place, JOKER))
        return [effort] * size

    def _out_of_run(self, place: int, code: Code) -> list[Effort]:
        """What it takes until each card can leave a run."""
        size = len(code) - 1
        least = self._rules.run_min
        below = [self._aside(place, code, length, -1) for length in range(min(size, least + 1))]
        above = [self._aside(place, code, length, 1) for length in range(min(size, least + 1))]
        return [_both(below[min(index, least)], above[min(size - 1 - index, least)]) for index in range(size)]

    def _aside(self, place: int, code: Code, length: int, step: int) -> Effort:
        """What it takes until so many cards at the lower (-1) or upper end of a run can be without the others."""
        least = self._rules.run_min
        if length == 0 or length >= least:
            return NOTHING
        grown = self._grown(place, code, least - length, step)
        # the card beside them is to leave as well
        room = self._grown(place, code, least + 2 - len(code) + length, -step)
        if grown.cost <= room.cost + 1:
            return grown
        return _cheaper(grown, _both(room, self._away(place, code, length, step)))

    def _beyond(self, code: Code, count: int, step: int) -> int:
        """The first of so many places that follow at an end of a run, 0 if there are not so many."""
        first = run_low(code) - count if step < 0 else run_low(code) + len(code) - 1
        return first if 1 <= first <= self._rules.last_place + 1 - count else 0

    def _grown(self, place: int, code: Code, count: int, step: int) -> Effort:
        """What it takes until a run has so many more cards at one end."""
        if count <= 0:
            return NOTHING
        first = self._beyond(code, count, step)
        if not first:
            return NEVER
        lacking = ((1 << count) - 1) & ~(self._rows[run_suit(code)] >> first)
        if lacking & (lacking - 1) or (lacking and not self._wild):
            return NEVER
        nearest = first if step > 0 else first + count - 1
        held = self._rows[run_suit(code)] >> nearest & 1
        return Effort(count, Deed(place, natural(run_suit(code), nearest) if held else JOKER))

    def _away(self, place: int, code: Code, length: int, step: int) -> Effort:
        """What it takes until so many cards at an end of a run can leave: together in a run, or one after the other."""
        size, suit = len(code) - 1, run_suit(code)
        least = self._rules.run_min
        # the cards aside by their indexes, the outermost first
        aside = [size - 1 - index if step > 0 else index for index in range(length)]
        if any(code[index + 1] == JOKER for index in aside):
            return NEVER
        together = NEVER
        beyond = self._beyond(code, least - length, step)
        if beyond and self._rows[suit] >> beyond & (1 << least - length) - 1:
            first = beyond - length if step > 0 else beyond
            laid = [natural(suit, at) for at in range(first, first + least)]
            needed = laid[length:] if step > 0 else laid[: least - length]
            taken = tuple([(place, index) for index in aside])
            together = self._laid(self._all(needed), (16 * suit + first, *laid), taken)
        efforts = self._into_group(code[aside[0] + 1], False, ((place, aside[0]),))
        if self._wild:
            efforts += self._into_group(code[aside[0] + 1], True, ((place, aside[0]),))
        alone = min(efforts, key=_cost_of, default=NEVER)
        shorter = code[:-1] if step > 0 else (16 * suit + run_low(code) % 13 + 1, *code[2:])
        return _cheaper(together, _both(alone, self._aside(place, shorter, length - 1, step)))

    def _recovered(self, game: Game) -> Effort:
        """What it takes until a wild of the table is in hand."""
        if game.turn.recovered == RECOVER_NEVER:
            return NEVER
        for place, (_, _, code) in enumerate(self._table):
            for index in range(len(code) - 1):
                if code[index + 1] != JOKER:
                    continue
                if is_run(code):
                    fitting = BIT[natural(run_suit(code), run_low(code) + index)]
                else:
                    fitting = RANK_CARDS[group_rank(code)]
                for card in bits(fitting & self._hand):
                    if not swap_faults(game, self._turn, place, index, card):
                        return Effort(1, Deed(place, card, at=index))
        return NEVER

    def _laid(self, needed: Effort, code: Code, taken: tuple[Taken, ...] = ()) -> Effort:
        """What it takes to lay a meld, once what it needs is there; a wild is recovered last."""
        effort = _both(needed, self._wild_effort) if JOKER in code else needed
        if effort.cost >= FAR:
            return NEVER
        return Effort(effort.cost + 1, effort.first if effort.cost else Deed(-1, -1, code=code, taken=taken))

    def _all(self, cards: Sequence[int]) -> Effort:
        """What it takes until all these cards could lie in a new meld."""
        effort = NOTHING
        for card in cards:
            effort = _both(effort, self._efforts[card])
        return effort

    def _into_group(self, card: int, wild: bool, taken: tuple[Taken, ...] = ()) -> list[Effort]:
        """What it takes to lay a group with a card, for each choice of the others."""
        suit, rank = SUIT[card], RANK[card]
        mates = [natural(other, rank) for other in range(4) if other != suit]
        mates = [mate for mate in mates if self._efforts[mate].cost < FAR]
        out: list[Effort] = []
        for chosen in combinations(mates, self._rules.group_min - 1 - wild):
            if wild or card == self._card or any(self._hand >> mate & 1 for mate in chosen):
                laid = (card, *chosen, JOKER) if wild else (card, *chosen)
                code = group_code(self._rules, rank, laid)
                out.append(self._laid(self._all(chosen), code, taken))
        return out

    def _cost(self, card: int) -> int:
        return self._efforts[card].cost

    def placing(self) -> list[Effort]:
        """The ways to place the card, the cheapest first."""
        rules = self._rules
        suit, rank = SUIT[self._card], RANK[self._card]
        out: list[Effort] = []
        for wild in (False, True):
            if wild > min(rules.max_wild_group, 1) or (self._owes and not wild):
                continue
            out += self._into_group(self._card, wild)
        for at in (1, 14) if rank == 1 and rules.ace_high else (rank,):
            for place, (_, _, code) in enumerate(self._table):
                if is_run(code) and run_suit(code) == suit:
                    out.append(self._onto(place, code, at))
            for low in range(max(1, at - rules.run_min + 1), at + 1):
                if low + rules.run_min - 1 <= rules.last_place:
                    out += self._in_run(suit, low, at)
        return sorted([effort for effort in out if effort.cost < FAR], key=_cost_of)

    def _onto(self, place: int, code: Code, at: int) -> Effort:
        """What it takes to lay the card off on a run."""
        low = run_low(code)
        high = low + len(code) - 2
        if low <= at <= high:
            return NEVER
        between = range(low - 1, at, -1) if at < low else range(high + 1, at)
        effort = NOTHING
        lacking = 0
        for near in between:
            other = natural(run_suit(code), near)
            if self._hand >> other & 1:
                effort = _both(effort, Effort(1, Deed(place, other)))
            else:
                lacking += 1
                effort = _both(_both(effort, self._wild_effort), Effort(1, Deed(place, JOKER)))
        if lacking > 1 or effort.cost >= FAR or (self._owes and not lacking):
            return NEVER
        return Effort(effort.cost + 1, effort.first or Deed(place, self._card))

    def _in_run(self, suit: int, low: int, at: int) -> list[Effort]:
        """What it takes to lay a shortest run with the card."""
        high = low + self._rules.run_min - 1
        cards = [natural(suit, place) for place in range(low, high + 1)]
        head = 16 * suit + low
        out: list[Effort] = []
        if not self._owes:
            needed = _both(self._stretch(suit, low, at - 1), self._stretch(suit, at + 1, high))
            out.append(self._laid(needed, (head, *cards)))
        if self._rules.max_wild_run:
            others = [card for card in cards if card != self._card]
            dearest = max(others, key=self._cost)
            filled = [JOKER if card == dearest else card for card in cards]
            out.append(self._laid(self._all([card for card in others if card != dearest]), (head, *filled)))
        return out

    def _stretch(self, suit: int, low: int, high: int) -> Effort:
        """What it takes until the cards of these places can lie in a new run, each by itself or all out of one run."""
        best = self._all([natural(suit, place) for place in range(low, high + 1)])
        if high <= low:
            return best
        for place, (_, _, code) in enumerate(self._table):
            first = run_low(code)
            last = first + len(code) - 2
            if not (is_run(code) and run_suit(code) == suit and first <= low and high <= last):
                continue
            if JOKER not in code[1 + low - first : 2 + high - first]:
                below = self._aside(place, code, low - first, -1)
                best = _cheaper(best, _both(below, self._aside(place, code, last - high, 1)))
        return best


def _both(one: Effort, other: Effort) -> Effort:
    """Both, one after the other."""
    if not one.cost:
        return other
    if not other.cost:
        return one
    return Effort(min(FAR, one.cost + other.cost), one.first)


def _cheaper(one: Effort, other: Effort) -> Effort:
    return one if one.cost <= other.cost else other


def _cost_of(effort: Effort) -> int:
    return effort.cost
