"""Frustration: melds with wild twos, contracts, and whole turns, every wild card told apart.

A position is a dict. Keys and defaults:

    hand        cards of the player to act, text or list
    player      seat to act (0);  seats (2)
    contract    (sizes of the groups, sizes of the runs) that the player has to lay
    completed   seats that have laid their contract, in that order
    table       list of [owner, cards low to high]
    discards    cards bottom to top
    phase       "draw" or "play" ("draw")

and, in the middle of a turn (phase "play"):

    banned      the card taken from the discard pile, when no twin of it was held (None)
    fresh       the contract was laid in this turn (False)
    due         wild cards recovered in this turn and still to be placed ([])

An action is a tuple: ("take_discard",), ("lay", melds), ("layoff", card, table index, at), ("swap", table index,
place, card) or ("discard", card); ``at`` is "low", "high", or None where one end fits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from .cards import JOKER, RANKS, SUITS, cards, order, rank, suit, without
from .cards import hand as sorted_hand

Meld = tuple[str, ...]
Contract = tuple[tuple[int, ...], tuple[int, ...]]
Position = Mapping[str, Any]
Action = Sequence[Any]

CONTRACTS: tuple[Contract, ...] = (
    ((3, 3, 3), ()),
    ((3,), (4,)),
    ((3, 3), (4,)),
    ((4, 4), ()),
    ((), (4, 4)),
    ((3, 3, 3, 3), ()),
    ((3,), (7,)),
    ((4, 4, 4), ()),
    ((), (4, 4, 4)),
    ((5, 5), ()),
    ((), (5, 5)),
    ((4, 4), (4,)),
    ((4,), (4, 4)),
    ((3,), (9,)),
)
"""FRU-C01 to FRU-C14: sizes of the groups, sizes of the runs."""


@dataclasses.dataclass(frozen=True)
class Options:
    """The options of a contract game under their flat names, with the values of Frustration."""

    contract_size: str = "min"  # FRU-OPEN-01, FRU-DEF-01, D-91
    distinct_contract_melds: bool = False  # D-91
    contract_extras: str = "same_turn"  # FRU-POST-01, D-92
    end_when_all_complete: str = "at_once"  # FRU-END-02, D-95
    wild_limit: str | None = "at_most_half"  # FRU-WILD-02, D-88
    wild_limit_scope: str = "always"  # FRU-WILD-02, D-88
    max_wild: int | None = None  # FRU-WILD-02
    min_natural: int = 2  # D-28, D-141
    adjacent_wilds: bool = True  # D-89
    set_suits: str = "any"  # FRU-SET-01, FRU-DEF-01, D-22
    set_max: int | None = None  # FRU-EXT-02, D-22
    max_run: int = 14  # FRU-EXT-01, D-99
    recover_twos: bool = True  # FRU-JRET-01, D-94
    final_discard: str = "required"  # FRU-TURN-01, D-97
    joker_finish_forbidden: bool = False  # D-58
    allow_return_discard: bool = False  # D-100, D-112


FRUSTRATION = Options()


class State(NamedTuple):
    """What changes during a turn; the table is sorted."""

    hand: tuple[str, ...]
    table: tuple[tuple[int, Meld], ...]
    open: bool
    fresh: bool
    due: tuple[str, ...]
    over: bool = False


class Turn(NamedTuple):
    """What does not."""

    options: Options
    player: int
    contract: Contract
    others_completed: bool
    banned: str | None


def is_wild(face: str) -> bool:
    """FRU-WILD-01, D-90: jokers and twos, always."""
    return face == JOKER or face[0] == "2"


def naturals_of(meld: Meld) -> list[str]:
    return [face for face in meld if not is_wild(face)]


def wilds_allowed(meld: Meld, laying: bool, options: Options) -> bool:
    """FRU-WILD-02, D-28, D-88, D-89, D-141."""
    naturals = len(naturals_of(meld))
    wilds = len(meld) - naturals
    if wilds and naturals < options.min_natural:
        return False
    if options.max_wild is not None and wilds > options.max_wild:
        return False
    if options.wild_limit is None or not (laying or options.wild_limit_scope == "always"):
        return True
    return wilds <= naturals if options.wild_limit == "at_most_half" else wilds < naturals or not wilds


def low_of(meld: Meld) -> int | None:
    """The place of the first card of a run, 1 for the low ace to 14 for the high one, else None.

    FRU-RUN-01, FRU-ACE-01, FRU-ACE-02, FRU-RANK-01, D-99.
    """
    naturals = naturals_of(meld)
    if not naturals or any(suit(face) != suit(naturals[0]) for face in naturals):
        return None
    for low in range(1, 15 - len(meld) + 1):
        if all(is_wild(face) or rank(face) == (low + index - 1) % 13 + 1 for index, face in enumerate(meld)):
            return low
    return None


@lru_cache(maxsize=200_000)
def kind(meld: Meld, options: Options, laying: bool = True) -> str | None:
    """``run``, ``group`` or None (FRU-SET-01, FRU-RUN-01, FRU-DEF-01)."""
    naturals = naturals_of(meld)
    if len(meld) < 3 or not naturals or not wilds_allowed(meld, laying, options):
        return None
    adjacent = any(is_wild(one) and is_wild(other) for one, other in pairwise(meld))
    if low_of(meld) is not None and len(meld) <= options.max_run and (options.adjacent_wilds or not adjacent):
        return "run"
    if any(rank(face) != rank(naturals[0]) for face in naturals):
        return None
    if options.set_max is not None and len(meld) > options.set_max:
        return None
    if options.set_suits == "distinct" and (len(set(naturals)) < len(naturals) or len(meld) > 4):
        return None
    return "group"


def canonical(meld: Iterable[str], options: Options) -> Meld:
    """A run as it lies; a group with its naturals first, both in card order."""
    laid = tuple(meld)
    if kind(laid, options, False) == "group":
        return tuple(sorted(laid, key=lambda face: (is_wild(face), order(face))))
    return laid


def grown(place: int, of: str, begun: Meld, held: tuple[str, ...]) -> Iterator[Meld]:
    """The cards of runs that go on at a place, any wild card in any place."""
    if len(begun) >= 3:
        yield begun
    if place > 14:
        return
    wanted = RANKS[(place - 1) % 13] + of
    for face in sorted(set(held)):
        if is_wild(face) or face == wanted:
            left = without(held, [face])
            assert left is not None
            yield from grown(place + 1, of, (*begun, face), left)


@lru_cache(maxsize=20_000)
def all_melds(held: tuple[str, ...], options: Options) -> tuple[Meld, ...]:
    """Every meld that a hand can lay (FRU-SET-01, FRU-RUN-01)."""
    found: set[Meld] = set()
    for of in SUITS:
        mine = tuple(face for face in held if is_wild(face) or suit(face) == of)
        for low in range(1, 13):
            found.update(meld for meld in grown(low, of, (), mine) if kind(meld, options) == "run")
    for letter in RANKS:
        mine = tuple(face for face in held if is_wild(face) or face[0] == letter)
        for size in range(3, len(mine) + 1):
            for chosen in combinations(mine, size):
                meld = canonical(chosen, options)
                if kind(meld, options) == "group":
                    found.add(meld)
    return tuple(sorted(found))


def is_contract(melds: Iterable[Meld], contract: Contract, options: Options) -> bool:
    """Are these exactly the melds of the contract (FRU-OPEN-01, D-91, D-92)?"""
    new = list(melds)
    kinds = [kind(meld, options) for meld in new]
    if None in kinds:
        return False
    for which, asked in zip(("group", "run"), contract, strict=True):
        sizes = sorted(len(meld) for meld, what in zip(new, kinds, strict=True) if what == which)
        if len(sizes) != len(asked):
            return False
        for size, wanted in zip(sizes, sorted(asked), strict=True):
            if size < wanted or (options.contract_size == "exact" and size != wanted):
                return False
    if options.distinct_contract_melds:
        traits = [
            (what, rank(naturals_of(meld)[0]) if what == "group" else suit(naturals_of(meld)[0]))
            for meld, what in zip(new, kinds, strict=True)
        ]
        return len(set(traits)) == len(traits)
    return True


@lru_cache(maxsize=5_000)
def lay_downs(held: tuple[str, ...], contract: Contract, options: Options) -> tuple[tuple[Meld, ...], ...]:
    """Every set of melds of a hand that is the contract, whether or not a card is left (FRU-OPEN-01, D-92)."""
    candidates = all_melds(held, options)
    count = len(contract[0]) + len(contract[1])
    found: list[tuple[Meld, ...]] = []

    def add(start: int, left: tuple[str, ...], chosen: tuple[Meld, ...]) -> None:
        if len(chosen) == count:
            if is_contract(chosen, contract, options):
                found.append(chosen)
            return
        for index in range(start, len(candidates)):
            rest = without(left, candidates[index])
            if rest is not None:
                add(index, rest, (*chosen, candidates[index]))

    add(0, held, ())
    return tuple(found)


def sorted_table(table: Iterable[tuple[int, Meld]]) -> tuple[tuple[int, Meld], ...]:
    return tuple(sorted(table))


def settle_due(due: tuple[str, ...], placed: Iterable[str]) -> tuple[str, ...]:
    """What is still owed once these faces lie on the table (FRU-JRET-02, D-94)."""
    left = list(due)
    for face in placed:
        if face in left:
            left.remove(face)
    return tuple(left)


def may_add(turn: Turn, state: State) -> bool:
    """FRU-POST-01, D-92, D-93: after the contract, at once or from the next turn on."""
    return state.open and not (state.fresh and turn.options.contract_extras == "next_turn")


def lay(turn: Turn, state: State, melds: tuple[Meld, ...]) -> list[State]:
    """The contract, or one further meld (FRU-OPEN-01, FRU-POST-01)."""
    if any(kind(meld, turn.options) is None for meld in melds):
        return []
    left = without(state.hand, [face for meld in melds for face in meld])
    if left is None:
        return []
    table = sorted_table([*state.table, *((turn.player, canonical(meld, turn.options)) for meld in melds)])
    if state.open:
        if not may_add(turn, state) or len(melds) != 1:
            return []
        return [state._replace(hand=left, table=table, due=settle_due(state.due, melds[0]))]
    if not is_contract(melds, turn.contract, turn.options):
        return []
    if not left and turn.options.final_discard == "required":
        return []
    over = turn.others_completed and turn.options.end_when_all_complete == "at_once"
    return [State(left, table, True, True, (), over)]


def lay_off(turn: Turn, state: State, face: str, index: int, at: str | None) -> list[State]:
    """One hand card on any meld (FRU-POST-01, FRU-EXT-01, FRU-EXT-02, D-88, D-93)."""
    if not may_add(turn, state):
        return []
    owner, meld = state.table[index]
    if kind(meld, turn.options, False) == "group":
        longer = [canonical((*meld, face), turn.options)]
        fitting = [each for each in longer if at is None and kind(each, turn.options, False) == "group"]
    else:
        ends = {"low": (face, *meld), "high": (*meld, face)}
        fitting = [
            each
            for end, each in ends.items()
            if at in (None, end) and kind(each, turn.options, False) == "run"
        ]
    left = without(state.hand, [face])
    if len(fitting) != 1 or left is None:
        return []
    table = [*state.table[:index], (owner, fitting[0]), *state.table[index + 1 :]]
    return [state._replace(hand=left, table=sorted_table(table), due=settle_due(state.due, [face]))]


def swap(turn: Turn, state: State, index: int, place: int, face: str) -> list[State]:
    """The very card for the wild one of a run (FRU-JRET-01, FRU-JRET-03, FRU-ACE-02, D-94)."""
    if not may_add(turn, state) or is_wild(face):
        return []
    owner, meld = state.table[index]
    if kind(meld, turn.options, False) != "run" or not 0 <= place < len(meld) or not is_wild(meld[place]):
        return []
    if meld[place] != JOKER and not turn.options.recover_twos:
        return []
    low = low_of(meld)
    assert low is not None
    stands_for = RANKS[(low + place - 1) % 13] + suit(naturals_of(meld)[0])
    left = without(state.hand, [face])
    if face != stands_for or left is None:
        return []
    freed = (*meld[:place], face, *meld[place + 1 :])
    table = [*state.table[:index], (owner, freed), *state.table[index + 1 :]]
    return [
        state._replace(
            hand=sorted_hand((*left, meld[place])),
            table=sorted_table(table),
            due=tuple(sorted((*state.due, meld[place]))),
        )
    ]


def can_discard(turn: Turn, state: State, face: str) -> bool:
    """FRU-TURN-01, D-97, D-100, D-112: not what is owed, not the card just taken."""
    if face not in state.hand or state.due or state.over or face == turn.banned:
        return False
    last = len(state.hand) == 1
    if last and turn.options.joker_finish_forbidden and face == JOKER:
        return False
    return not (last and turn.options.final_discard == "forbidden")


def following(turn: Turn, state: State) -> Iterator[State]:
    """Every state that one action, other than the discard, leads to."""
    if not state.hand or state.over:
        return
    if not state.open:
        for melds in lay_downs(state.hand, turn.contract, turn.options):
            yield from lay(turn, state, melds)
        return
    for meld in all_melds(state.hand, turn.options):
        yield from lay(turn, state, (meld,))
    for index, (_, meld) in enumerate(state.table):
        ends = (None,) if kind(meld, turn.options, False) == "group" else ("low", "high")
        for face in sorted(set(state.hand)):
            for at in ends:
                yield from lay_off(turn, state, face, index, at)
            for place in range(len(meld)):
                yield from swap(turn, state, index, place, face)


def is_end(turn: Turn, state: State) -> bool:
    """Does the turn end here without a discard (FRU-END-02, D-95, D-97)?"""
    if state.over:
        return True
    return not state.hand and not state.due and turn.options.final_discard != "required"


def can_complete(turn: Turn, state: State, seen: dict[State, bool] | None = None) -> bool:
    """Is there a way to end the turn from here (FRU-JRET-02, D-113)? Exact, by search over all states."""
    seen = {} if seen is None else seen
    if state in seen:
        return seen[state]
    seen[state] = False
    answer = is_end(turn, state) or any(can_discard(turn, state, face) for face in set(state.hand))
    answer = answer or any(can_complete(turn, each, seen) for each in following(turn, state))
    seen[state] = answer
    return answer


def read(position: Position, options: Options) -> tuple[Turn, State]:
    """The facts of a position in the play phase."""
    player = position.get("player", 0)
    completed = list(position.get("completed", []))
    others = [seat for seat in range(position.get("seats", 2)) if seat != player]
    turn = Turn(
        options,
        player,
        position["contract"],
        all(seat in completed for seat in others),
        None if options.allow_return_discard else position.get("banned"),
    )
    state = State(
        sorted_hand(position["hand"]),
        sorted_table((owner, canonical(cards(meld), options)) for owner, meld in position.get("table", [])),
        player in completed,
        bool(position.get("fresh", False)),
        tuple(sorted(position.get("due", []))),
    )
    return turn, state


def after_taking(position: Position) -> dict[str, Any]:
    """The position once the top discard is in hand (FRU-TURN-01, D-100)."""
    pile = cards(position["discards"])
    held = cards(position["hand"])
    return {
        **position,
        "hand": sorted_hand((*held, pile[-1])),
        "discards": pile[:-1],
        "phase": "play",
        "banned": None if pile[-1] in held else pile[-1],
    }


def end_text(
    *,
    hand: Iterable[str],
    table: Iterable[tuple[int, Iterable[str]]],
    discards: Iterable[str],
    completed: Iterable[int],
    next_player: int | None,
    winner: int | None,
    told_apart: bool = True,
) -> str:
    """The canonical text of a position at the end of a turn; `next_player` None when the round is over.

    Without `told_apart` every wild card is a W, because wild cards are interchangeable (D-150).
    """

    def written(faces: Iterable[str]) -> str:
        return " ".join(face if told_apart or not is_wild(face) else "W" for face in faces)

    held = sorted_hand(hand)
    parts = [
        "hand " + written(sorted(held, key=lambda face: (is_wild(face), order(face)))),
        "table " + " / ".join(sorted(f"{owner}:{written(meld)}" for owner, meld in table)),
        "discards " + written(discards),
        "completed " + " ".join(map(str, completed)),
        f"next {next_player}" if next_player is not None else f"over, won by {winner}",
    ]
    return " | ".join(parts)


def describe(position: Position, turn: Turn, state: State, face: str | None, told_apart: bool) -> str:
    """The text of a turn ended in this state by this discard, or without one."""
    left, pile = list(state.hand), list(cards(position.get("discards", ())))
    if face is not None:
        left.remove(face)
        pile.append(face)
    completed = list(position.get("completed", []))
    if state.open and turn.player not in completed:
        completed.append(turn.player)
    seats = position.get("seats", 2)
    all_complete = len(completed) == seats
    ended = state.over or (
        state.fresh and all_complete and turn.options.end_when_all_complete == "end_of_turn"
    )
    return end_text(
        hand=left,
        table=state.table,
        discards=pile,
        completed=completed,
        next_player=None if ended or not left else (turn.player + 1) % seats,
        winner=None if left else turn.player,
        told_apart=told_apart,
    )


def turn_ends(position: Position, options: Options, told_apart: bool = True) -> set[str]:
    """Every position that a legal turn can end in; from phase "draw" with the discard taken."""
    if position.get("phase", "draw") == "draw":
        position = after_taking(position)
    turn, start = read(position, options)
    seen = {start}
    waiting = [start]
    ends: set[str] = set()
    while waiting:
        state = waiting.pop()
        if is_end(turn, state):
            ends.add(describe(position, turn, state, None, told_apart))
        for face in set(state.hand):
            if can_discard(turn, state, face):
                ends.add(describe(position, turn, state, face, told_apart))
        for each in following(turn, state):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return ends


def legal(position: Position, action: Action, options: Options) -> bool:
    """Is this action legal in this position, and can the turn be completed after it?"""
    drawing = position.get("phase", "draw") == "draw"
    if action[0] == "take_discard":
        return drawing and bool(cards(position.get("discards", ())))
    if drawing:
        return False
    turn, state = read(position, options)
    if action[0] == "discard":
        return can_discard(turn, state, action[1])
    return any(can_complete(turn, each) for each in outcomes(position, action, turn, state))


def outcomes(position: Position, action: Action, turn: Turn, state: State) -> list[State]:
    """The states after a table action, completable or not."""
    if action[0] == "lay":
        melds = tuple(cards(meld) for meld in action[1])
        return lay_all(turn, state, melds) if melds else []
    index = action[1] if action[0] == "swap" else action[2]
    entries = [(owner, canonical(cards(meld), turn.options)) for owner, meld in position.get("table", [])]
    if not 0 <= index < len(entries):
        return []
    found = state.table.index(entries[index])
    if action[0] == "layoff":
        return lay_off(turn, state, action[1], found, action[3])
    return swap(turn, state, found, action[2], action[3])


def lay_all(turn: Turn, state: State, melds: tuple[Meld, ...]) -> list[State]:
    """The contract at once; after it, several melds count as laid one after the other."""
    if not state.open:
        return lay(turn, state, melds)
    states = [state]
    for meld in melds:
        states = [after for each in states for after in lay(turn, each, (meld,))]
    return states
