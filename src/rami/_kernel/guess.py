"""A plan that is likely to place a card: at each turn, the first deed of what seems to be the shortest way.

Nothing depends on a guess: each of its actions is tried, and a plan that fails is forgotten.
"""

from __future__ import annotations

from itertools import islice, product
from typing import Final

from . import hands
from .actions import LAY_DOWN, LAY_OFF, SWAP_WILD, Action, Key
from .codes import BIT, JOKER, NATURALS, RANK, RANK_CARDS, ROW, SUIT, bits, natural
from .ending import can_end
from .faults import swap_faults
from .finder import Taken
from .lane import by_place
from .melds import HIGH_END, LOW_END, Code, faults, group_code, group_rank, is_run, run_low, run_suit
from .plans import Plan, Planned
from .rules import RECOVER_NEVER
from .turn import Game, Turn

# more than any way costs
FAR: Final = 40
# no guess is longer, and no more ways are tried for one deed
LONGEST: Final = 8
TRIED: Final = 32
# how many ways are followed
STARTS: Final = 4
# how often what the cards cost is looked at again, as each depends on others
SWEEPS: Final = 3


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


class Way:
    """About how many actions something takes, and the first of them; None where there is nothing to do."""

    __slots__ = ("cost", "first")

    def __init__(self, cost: int, first: Deed | None) -> None:
        self.cost: Final = cost
        self.first: Final = first


NOTHING: Final = Way(0, None)
NEVER: Final = Way(FAR, None)


class Costs:
    """What it takes until each natural card could lie in a new meld, or until one card could be placed."""

    __slots__ = (
        "_card",
        "_hand",
        "_rules",
        "_owes",
        "_rows",
        "_table",
        "_turn",
        "_ways",
        "_wild",
        "_wild_way",
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
        self._wild_way: Final = NOTHING if self._wild else self._recovered(game)
        self._ways: Final = [NOTHING if others[0] >> other & 1 else NEVER for other in range(NATURALS)]
        sweeps = SWEEPS if game.turn.take and turn.may_touch(game.turn) else 0
        while sweeps and self._sweep(game.turn.foreign_takes_only):
            sweeps -= 1

    def _sweep(self, only_foreign: bool) -> bool:
        """Look at every meld of the table once; whether some card has become cheaper."""
        cheaper = False
        for place, (_, owner, code) in enumerate(self._table):
            if only_foreign and owner == self._turn.player:
                continue
            ways = self._out_of_run(place, code) if is_run(code) else self._out_of_group(place, code)
            for index, way in enumerate(ways):
                card = code[index + 1]
                if card < NATURALS and way.cost < self._ways[card].cost:
                    self._ways[card] = way
                    cheaper = True
        return cheaper

    def _out_of_group(self, place: int, code: Code) -> list[Way]:
        """What it takes until each card can leave a group."""
        size = len(code) - 1
        way = NOTHING
        if size <= self._rules.group_min:
            way = NEVER
            for suit in range(4):
                other = natural(suit, group_rank(code))
                if self._hand >> other & 1 and other not in code[1:]:
                    way = Way(1, Deed(place, other))
            if way.cost and self._wild and JOKER not in code[1:]:
                way = Way(1, Deed(place, JOKER))
        return [way] * size

    def _out_of_run(self, place: int, code: Code) -> list[Way]:
        """What it takes until each card can leave a run."""
        size = len(code) - 1
        least = self._rules.run_min
        below = [self._aside(place, code, length, -1) for length in range(min(size, least + 1))]
        above = [self._aside(place, code, length, 1) for length in range(min(size, least + 1))]
        return [_both(below[min(index, least)], above[min(size - 1 - index, least)]) for index in range(size)]

    def _aside(self, place: int, code: Code, length: int, step: int) -> Way:
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

    def _grown(self, place: int, code: Code, count: int, step: int) -> Way:
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
        return Way(count, Deed(place, natural(run_suit(code), nearest) if held else JOKER))

    def _away(self, place: int, code: Code, length: int, step: int) -> Way:
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
        ways = self._into_group(code[aside[0] + 1], False, ((place, aside[0]),))
        if self._wild:
            ways += self._into_group(code[aside[0] + 1], True, ((place, aside[0]),))
        alone = min(ways, key=_cost_of, default=NEVER)
        shorter = code[:-1] if step > 0 else (16 * suit + run_low(code) % 13 + 1, *code[2:])
        return _cheaper(together, _both(alone, self._aside(place, shorter, length - 1, step)))

    def _recovered(self, game: Game) -> Way:
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
                        return Way(1, Deed(place, card, at=index))
        return NEVER

    def _laid(self, needed: Way, code: Code, taken: tuple[Taken, ...] = ()) -> Way:
        """What it takes to lay a meld, once what it needs is there; a wild is recovered last."""
        way = _both(needed, self._wild_way) if JOKER in code else needed
        if way.cost >= FAR:
            return NEVER
        return Way(way.cost + 1, way.first if way.cost else Deed(-1, -1, code=code, taken=taken))

    def _all(self, cards: list[int]) -> Way:
        """What it takes until all these cards could lie in a new meld."""
        way = NOTHING
        for card in cards:
            way = _both(way, self._ways[card])
        return way

    def _into_group(self, card: int, wild: bool, taken: tuple[Taken, ...] = ()) -> list[Way]:
        """What it takes to lay a group with a card."""
        suit, rank = SUIT[card], RANK[card]
        mates = [natural(other, rank) for other in range(4) if other != suit]
        mates = sorted([mate for mate in mates if self._ways[mate].cost < FAR], key=self._rank)
        mates = mates[: self._rules.group_min - 1 - wild]
        if len(mates) < self._rules.group_min - 1 - wild:
            return []
        if card != self._card and not wild and not any(self._hand >> mate & 1 for mate in mates):
            return []
        laid = (card, *mates, JOKER) if wild else (card, *mates)
        return [self._laid(self._all(mates), group_code(self._rules, rank, laid), taken)]

    def _rank(self, card: int) -> int:
        """The cheapest first, and among equal ones those of the hand."""
        return 2 * self._ways[card].cost + 1 - (self._hand >> card & 1)

    def _cost(self, card: int) -> int:
        return self._ways[card].cost

    def placing(self) -> list[Way]:
        """The ways to place the card, the cheapest first."""
        rules = self._rules
        suit, rank = SUIT[self._card], RANK[self._card]
        out: list[Way] = []
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
        return sorted([way for way in out if way.cost < FAR], key=_cost_of)

    def _onto(self, place: int, code: Code, at: int) -> Way:
        """What it takes to lay the card off on a run."""
        low = run_low(code)
        high = low + len(code) - 2
        if low <= at <= high:
            return NEVER
        between = range(low - 1, at, -1) if at < low else range(high + 1, at)
        way = NOTHING
        lacking = 0
        for near in between:
            other = natural(run_suit(code), near)
            if self._hand >> other & 1:
                way = _both(way, Way(1, Deed(place, other)))
            else:
                lacking += 1
                way = _both(_both(way, self._wild_way), Way(1, Deed(place, JOKER)))
        if lacking > 1 or way.cost >= FAR or (self._owes and not lacking):
            return NEVER
        return Way(way.cost + 1, way.first or Deed(place, self._card))

    def _in_run(self, suit: int, low: int, at: int) -> list[Way]:
        """What it takes to lay a shortest run with the card."""
        high = low + self._rules.run_min - 1
        cards = [natural(suit, place) for place in range(low, high + 1)]
        head = 16 * suit + low
        out: list[Way] = []
        if not self._owes:
            needed = _both(self._stretch(suit, low, at - 1), self._stretch(suit, at + 1, high))
            out.append(self._laid(needed, (head, *cards)))
        if self._rules.max_wild_run:
            others = [card for card in cards if card != self._card]
            dearest = max(others, key=self._cost)
            filled = [JOKER if card == dearest else card for card in cards]
            out.append(self._laid(self._all([card for card in others if card != dearest]), (head, *filled)))
        return out

    def _stretch(self, suit: int, low: int, high: int) -> Way:
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


def _both(one: Way, other: Way) -> Way:
    """Both, one after the other."""
    if not one.cost:
        return other
    if not other.cost:
        return one
    return Way(min(FAR, one.cost + other.cost), one.first)


def _cheaper(one: Way, other: Way) -> Way:
    return one if one.cost <= other.cost else other


def _cost_of(way: Way) -> int:
    return way.cost


def guessed(game: Game, turn: Turn) -> Plan | None:
    """A plan that places the card taken and ends the turn, if a likely one does."""
    begun: set[Key] = set()
    for way in _ways(game, turn)[:STARTS]:
        found = _done(game, turn, way.first)
        if found is None or found[1].key(game) in begun:
            continue
        begun.add(found[1].key(game))
        plan = _continued(game, found)
        if plan is not None:
            return plan
    return None


def _ways(game: Game, turn: Turn) -> list[Way]:
    """The ways to place the card taken, where it has to be placed still and is not a wild."""
    card = turn.taken
    if not turn.taken_due or card >= NATURALS or game.melds.is_wild(card) or not hands.count(turn.hand, card):
        return []
    return Costs(game, turn, card).placing()


def _continued(game: Game, begun: tuple[Planned, Turn]) -> Plan | None:
    """The plan that begins with an action, led on by the cheapest ways."""
    plan = [begun[0]]
    turn = begun[1]
    while len(plan) < LONGEST:
        if can_end(game, turn):
            return plan
        found: tuple[Planned, Turn] | None = None
        for way in _ways(game, turn):
            found = _done(game, turn, way.first)
            if found is not None:
                break
        if found is None:
            return None
        plan.append(found[0])
        turn = found[1]
    return None


def _done(game: Game, turn: Turn, deed: Deed | None) -> tuple[Planned, Turn] | None:
    """A deed as an action, and the turn after it, if it is legal."""
    if deed is None:
        return None
    if deed.code:
        return _laid_down(game, turn, deed)
    if deed.at >= 0:
        return _tried(game, turn, Action(SWAP_WILD, deed.card, deed.place, deed.at))
    for end in (LOW_END, HIGH_END):
        found = _tried(game, turn, Action(LAY_OFF, deed.card, deed.place, end))
        if found is not None:
            return found
    return None


def _tried(game: Game, turn: Turn, action: Action) -> tuple[Planned, Turn] | None:
    planned = Planned(turn, action)
    after = planned.after(game, turn)
    return None if after is None else (planned, after)


def _laid_down(game: Game, turn: Turn, deed: Deed) -> tuple[Planned, Turn] | None:
    """The same for a new meld: its other cards come from the hand, or from whatever melds can supply them."""
    if faults(game.melds, deed.code):
        return None
    needed = [card for card in deed.code[1:] if card != JOKER]
    for place, index in deed.taken:
        needed.remove(turn.table[place][2][index + 1])
    sources = [_sources(turn, card) for card in needed if not turn.hand[0] >> card & 1]
    for leaving in islice(product(*sources), TRIED):
        action = Action(LAY_DOWN, melds=(deed.code,), leaving=((*deed.taken, *leaving),))
        found = _tried(game, turn, action)
        if found is not None:
            return found
    return None


def _sources(turn: Turn, card: int) -> list[Taken]:
    """Where a card lies on the table."""
    return [
        (place, code[1:].index(card)) for place, (_, _, code) in enumerate(turn.table) if card in code[1:]
    ]
