"""Whole turns: the positions in which a turn can end, and the legality of a single action.

An action is a tuple:

    ("draw_stock",)                    for legality; after() needs the card: ("draw_stock", "7♠")
    ("take_discard",)                  or ("take_discard", 3) to take three discards
    ("end_round",)                     in place of a draw, when the stock is empty
    ("pass",)                          do not take the first upcard, or a discard that is offered
    ("touch",)                         touch the discard and leave it, with explicit conduct; then draw from the stock
    ("lay", melds)                     melds: lists of cards from low to high; before the opening, the whole opening
    ("lay", melds, sources)            a source: (table index, card[, index of the new meld[, place it comes from]])
    ("layoff", card, table index, at)  at: "low", "high", or None if only one place fits
    ("swap", table index, place, card)  with both cards of a group: ("swap", table index, place, card, card)
    ("discard", card)                  with explicit conduct also ("discard", card, announced)

D-13, D-47: an action is legal if the ledger allows it now and the turn can be completed after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

from .actions import can_discard, charge, cut, following, lay, lay_off, open_with, shared, swap
from .cards import card, cards
from .cards import hand as sorted_hand
from .facts import (
    OnTable,
    Position,
    State,
    Turn,
    after_passing,
    after_stock,
    after_taking,
    after_touching,
    is_first_turn,
    is_starter_turn,
    offers_touch,
    on_table,
    opened_seats,
    read_play,
    recycled,
    seats_playing,
    tracks_help,
    tracks_placed,
    tracks_wilds,
)
from .gather import Source
from .melds import Meld, canonical
from .rules import Rules

Action = Sequence[Any]


def can_complete(turn: Turn, state: State, seen: dict[State, bool] | None = None) -> bool:
    """Return whether the turn can end legally from here (D-13, D-47, D-54), by search over all states."""
    seen = {} if seen is None else seen
    if not state.hand or state.over:
        return True
    if state in seen:
        return seen[state]
    answer = any(can_discard(turn, state, face) for face in set(state.hand))
    if not answer:
        seen[state] = False
        answer = any(can_complete(turn, each, seen) for each in following(turn, state))
    seen[state] = answer
    return answer


def reachable(turn: Turn, start: State) -> set[State]:
    """Return every state of the turn, with its start, by any order of actions (D-105)."""
    seen = {start}
    waiting = [start]
    while waiting:
        for each in following(turn, waiting.pop()):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return seen


def next_seat(position: Position, rules: Rules) -> int:
    """Return the next seat in the order of play (R51-START-04, D-04)."""
    playing = seats_playing(position)
    step = 1 if rules.direction == "clockwise" else -1
    return playing[(playing.index(position.get("player", 0)) + step) % len(playing)]


def end_text(
    rules: Rules,
    *,
    hand: Iterable[str],
    table: Iterable[tuple[int, Iterable[str]]],
    discards: Iterable[str],
    opened: Iterable[bool],
    next_player: int | None,
    all_at_once: bool = False,
    final_discard: str | None = None,
    joker_last: bool = False,
    wilds: int = 0,
    helped: bool = False,
    highest: int | None = None,
    highest_pairs: int = 0,
    touched: Iterable[int] = (),
    placed: Iterable[int] = (),
    factor_lost: bool = False,
    completed: Iterable[int] = (),
    charged: Iterable[int] = (),
) -> str:
    """Return the canonical text of a position at the end of a turn; `next_player` is None if the hand is over.

    It omits facts that no rule of this variant reads; wilds placed and help belong to a hand won all at once.
    """
    parts = ["hand " + " ".join(sorted_hand(hand))]
    parts.append("table " + " / ".join(sorted(f"{owner}:{' '.join(meld)}" for owner, meld in table)))
    parts.append("discards " + " ".join(discards))
    parts.append("opened " + "".join(str(int(each)) for each in opened))
    if rules.contracts is not None:
        parts.append("completed " + " ".join(map(str, completed)))
    if any(charged):
        parts.append("charged " + " ".join(map(str, charged)))
    if next_player is not None:
        if rules.escalates:
            parts.append(f"highest {highest}")
            if rules.pairs is not None:
                parts.append(f"pairs {highest_pairs}")
        parts.append(f"next {next_player}")
        if offers_touch(rules):
            parts.append("touched " + " ".join(map(str, sorted(touched))))
        if tracks_placed(rules):
            parts.append("placed " + " ".join(map(str, sorted(placed))))
    else:
        parts.append("over all at once" if all_at_once else "over")
        parts.append(f"last {final_discard or 'laid'}{' with a joker' if joker_last else ''}")
        if all_at_once and tracks_wilds(rules):
            parts.append(f"wilds {wilds}")
        if all_at_once and tracks_help(rules):
            parts.append("helped" if helped else "alone")
        if offers_touch(rules):
            parts.append("factor lost" if factor_lost else "factor kept")
    return " | ".join(parts)


def highest_after(turn: Turn, state: State) -> int | None:
    """Return the best opening so far, with this turn's (D-137)."""
    if not turn.rules.escalates or turn.opened_before or not state.opened:
        return turn.highest
    return max(state.brought, turn.highest or 0) or None


def highest_pairs_after(turn: Turn, state: State) -> int:
    """Return the most pairs laid in the turn of an opening, with this one (OKO-OPEN-04)."""
    if not turn.rules.escalates or turn.opened_before or not state.paired:
        return turn.highest_pairs
    return max(sum(entry.owner == turn.player for entry in state.table), turn.highest_pairs)


def completed_after(position: Position, turn: Turn, state: State) -> list[int]:
    """Return the seats that have laid the contract, in that order (FRU-ADV-01)."""
    before = list(position.get("completed", ()))
    return [*before, turn.player] if state.opened and turn.player not in before else before


def ends_hand(position: Position, turn: Turn, state: State, left: list[str]) -> bool:
    """Return whether the hand ends (FRU-END-01, FRU-END-02, D-95, OKO-STOCK-03)."""
    if turn.rules.void_all_pairs and state.paired and not turn.opened_before and turn.all_others_paired:
        return True
    at_end = turn.contract is not None and turn.rules.end_when_all_complete == "end_of_turn"
    last = at_end and state.opened and not turn.opened_before and turn.others_opened
    return not left or state.over or last


def paired_after(position: Position, turn: Turn, state: State) -> tuple[int, ...]:
    """Return the seats that have opened with pairs."""
    return tuple(sorted({*position.get("paired", ())} | ({turn.player} if state.paired else set())))


def charged_after(position: Position, turn: Turn, state: State, discard: str | None) -> list[int]:
    """Return the points that each seat has paid for discards (OKO-DISC-02, OKO-DISC-03)."""
    paid = list(position.get("charged") or [0] * position.get("seats", 2))
    if discard is not None:
        paid[turn.player] += charge(turn, state, discard)
    return paid


def touched_after(position: Position, rules: Rules) -> tuple[int, ...]:
    """Return the seats that have lost the factor when the next turn begins (D-102)."""
    return () if rules.touch_scope == "turn" else tuple(position.get("touched", ()))


def placed_after(position: Position, turn: Turn, state: State) -> tuple[int, ...]:
    """Return the seats that have laid off in a turn ended unopened (BAS-RUMMY-03)."""
    now = {turn.player} if tracks_placed(turn.rules) and state.helped and not state.opened else set[int]()
    return tuple(sorted({*position.get("placed", ()), *now}))


def turn_ends(position: Position, rules: Rules) -> set[str]:
    """Return every position in which a legal turn can end.

    From phase "play", or from phase "draw" with the discard taken: empty if it may not be taken.
    """
    if position.get("phase", "draw") in ("draw", "offer"):
        if not may_reach_discard(position, rules):
            return set()
        position = after_taking(position, rules)
    turn, start = read_play(position, rules)
    ends: set[str] = set()
    for state in reachable(turn, start):
        if not state.hand or state.over:
            ends.add(after_turn(position, turn, state, None)["text"])
        for face in set(state.hand):
            if can_discard(turn, state, face):
                ends.add(after_turn(position, turn, state, face)["text"])
    return ends


def may_reach_discard(position: Position, rules: Rules, count: int = 1) -> bool:
    """Return whether a usable discard may be drawn (R51-DRAW-01, R51-CARTE-02, D-18, RUM-DRAW-01)."""
    pile = cards(position.get("discards", ()))
    held = sorted_hand(position["hand"])
    if len(pile) < count or is_starter_turn(position, rules):
        return False
    if isinstance(rules.discard_depth, int) and count > rules.discard_depth:
        return False
    if not rules.first_round_discard and is_first_turn(position, rules):
        return False
    if rules.no_discard_draw_at is not None and len(held) == rules.no_discard_draw_at:
        return False
    # If several may be taken, what the player has laid does not matter (RUM-DRAW-02, RUM-DRAW-04).
    unopened = not opened_seats(position)[position.get("player", 0)]
    if rules.unopened_discard_use == "never" and rules.discard_depth == 1 and unopened:
        return False
    return not (rules.no_twin_pickup and pile[-count] != "*" and pile[-count] in held)


def legal(position: Position, action: Action, rules: Rules) -> bool:
    """Return whether this action is legal in this position, and the turn can be completed after it."""
    phase = position.get("phase", "draw")
    drawing = phase in ("draw", "offer")
    if action[0] == "pass":
        return bool(phase == "offer")
    if action[0] == "draw_stock":
        may_draw = phase in ("draw", "stock") and not is_starter_turn(position, rules)
        return may_draw and recycled(position, rules)[0] > 0
    if action[0] == "end_round":
        waits = rules.stock_out == "decline" and phase == "draw"
        return waits and recycled(position, rules)[0] == 0
    if action[0] == "touch":
        may_touch = offers_touch(rules) and phase == "draw" and bool(cards(position.get("discards", ())))
        return may_touch and legal(position, ("draw_stock",), rules)
    if phase == "stock":
        return False
    if action[0] == "take_discard":
        count = action[1] if len(action) > 1 else 1
        if not drawing or not may_reach_discard(position, rules, count):
            return False
        return can_complete(*read_play(after_taking(position, rules, count), rules))
    if drawing:
        return False
    turn, state = read_play(position, rules)
    if action[0] == "discard":
        return announcement_fits(action, state, rules) and can_discard(turn, state, card(action[1]))
    return any(can_complete(turn, each) for each in outcomes(position, action, turn, state))


def announcement_fits(action: Action, state: State, rules: Rules) -> bool:
    """Return whether the discard may have a flag: in explicit conduct, if it leaves the number to announce (D-16)."""
    if len(action) == 2:
        return True
    return rules.mode == "explicit" and rules.carte and len(state.hand) - 1 == rules.announce_at


def outcomes(position: Position, action: Action, turn: Turn, state: State) -> list[State]:
    """Return the states after a table action, completable or not."""
    entries = [on_table(entry, turn.rules) for entry in position.get("table", [])]
    if action[0] == "lay":
        melds = tuple(canonical(cards(meld), turn.rules) for meld in action[1])
        sources = list(action[2]) if len(action) > 2 else []
        if not melds:
            return []
        if not state.opened:
            return open_with(turn, state, melds) if not sources else []
        return list(lay_in_some_order(turn, state, melds, sources, entries))
    index = action[1] if action[0] == "swap" else action[2]
    if not isinstance(index, int) or not 0 <= index < len(entries):
        return []
    found = state.table.index(entries[index])
    if action[0] == "layoff":
        at = action[3] if len(action) > 3 else None
        face = card(action[1])
        return lay_off(turn, state, face, found, at) if face in state.hand else []
    if action[0] == "swap":
        return swap(turn, state, found, action[2], tuple(card(each) for each in action[3:]))
    raise ValueError(f"no such action: {action!r}")


def lay_in_some_order(
    turn: Turn, state: State, melds: tuple[Meld, ...], sources: list[Any], entries: list[OnTable]
) -> Iterator[State]:
    """Yield the states after several new melds, one after the other, in any order that works (D-40, D-105)."""
    wanted: list[list[Any]] = [[] for _ in melds]
    for source in sources:
        into = source[2] if len(source) > 2 else 0
        if not 0 <= into < len(melds) or not 0 <= source[0] < len(entries):
            return
        wanted[into].append(source)
    for sequence in permutations(range(len(melds))):
        yield from lay_rest(turn, state, melds, wanted, sequence, [[entry] for entry in entries])


def lay_rest(
    turn: Turn,
    state: State,
    melds: tuple[Meld, ...],
    wanted: list[list[Any]],
    sequence: tuple[int, ...],
    pieces: list[list[OnTable]],
) -> Iterator[State]:
    """Yield the states after the melds in turn; `pieces` follows the pieces of each table meld."""
    if not sequence:
        yield state
        return
    meld = melds[sequence[0]]
    for picks in product(*(copies_of(source, pieces) for source in wanted[sequence[0]])):
        if len(set(picks)) < len(picks):
            continue
        left = list(meld)
        try:
            for origin, number, place in picks:
                left.remove(pieces[origin][number].cards[place])
        except ValueError:
            continue
        remaining, found = take_out(turn, picks, pieces)
        if remaining is None:
            continue
        own = tuple(left)
        for after in lay(turn, state, meld, own, found):
            yield from lay_rest(turn, after, melds, wanted, sequence[1:], remaining)


def copies_of(source: Any, pieces: list[list[OnTable]]) -> list[tuple[int, int, int]]:
    """Return the places of the card named by a source: meld index, piece of it, place in the piece."""
    face = card(source[1])
    exact = source[3] if len(source) > 3 else None
    origin: int = source[0]
    return [
        (origin, number, place)
        for number, piece in enumerate(pieces[origin])
        for place, each in enumerate(piece.cards)
        if each == face and (exact is None or exact == place)
    ]


def take_out(
    turn: Turn, picks: tuple[tuple[int, int, int], ...], pieces: list[list[OnTable]]
) -> tuple[list[list[OnTable]] | None, tuple[Source, ...]]:
    """Return the pieces after a take, and the take as sources of a plan."""
    remaining = [list(group) for group in pieces]
    found: list[Source] = []
    named: list[OnTable] = []
    for origin, number in sorted({(origin, number) for origin, number, _ in picks}, reverse=True):
        entry = pieces[origin][number]
        places = [place for a, b, place in picks if (a, b) == (origin, number)]
        found += [((entry, named.count(entry)), place) for place in places]
        named.append(entry)
        left = cut(entry.cards, frozenset(places), turn.rules)
        if left is None:
            return None, ()
        remaining[origin][number : number + 1] = shared(entry, left)
    return remaining, tuple(sorted(found))


def after(position: Position, action: Action, rules: Rules) -> dict[str, Any]:
    """Return the position after a legal action. Melds keep their index where they can; new ones come last."""
    if action[0] == "draw_stock":
        return after_stock(position, rules, action[1])
    if action[0] == "take_discard":
        return after_taking(position, rules, *action[1:])
    if action[0] == "touch":
        return after_touching(position)
    if action[0] == "pass":
        return after_passing(position, rules)
    turn, state = read_play(position, rules)
    if action[0] == "discard":
        return after_turn(position, turn, state, card(action[1]))
    for each in outcomes(position, action, turn, state):
        if can_complete(turn, each):
            if not each.hand or each.over:
                return after_turn(position, turn, each, None)
            return in_turn(position, turn, each, action)
    raise ValueError(f"illegal: {action!r}")


def is_part(each: OnTable, entry: OnTable) -> bool:
    return each.owner == entry.owner and set(each.cards) <= set(entry.cards)


def in_place(position: Position, turn: Turn, state: State, action: Action) -> list[OnTable]:
    """Return the melds of a state in the order of the position, with the lower half of a split one in its place."""
    before = [on_table(entry, turn.rules) for entry in position.get("table", [])]
    fresh = list(state.table)
    ordered: list[OnTable | None] = []
    for entry in before:
        ordered.append(entry if entry in fresh else None)
        if entry in fresh:
            fresh.remove(entry)
    for index, entry in enumerate(before):
        if ordered[index] is None:
            parts = [each for each in fresh if action[0] != "lay" or is_part(each, entry)]
            first = min(parts, key=lambda each: each.cards[0] != entry.cards[0])
            ordered[index] = first
            fresh.remove(first)
    return [each for each in ordered if each is not None] + fresh


def in_turn(position: Position, turn: Turn, state: State, action: Action) -> dict[str, Any]:
    """Return the position of a state in the middle of a turn."""
    opened = opened_seats(position)
    opened[turn.player] = state.opened
    laid = {} if turn.contract is None else {"completed": completed_after(position, turn, state)}
    return {
        **position,
        **laid,
        "phase": "play",
        "hand": state.hand,
        "table": [list(entry) for entry in in_place(position, turn, state, action)],
        "opened": opened,
        "opened_this_turn": state.opened and not turn.opened_before,
        "twin_held": turn.banned is None,
        "due": state.due,
        "recovered": state.recovered if turn.rules.wild_rank else len(state.recovered),
        "go_out": state.go_out,
        "missing": state.missing,
        "brought": state.brought,
        "highest_pairs": highest_pairs_after(turn, state),
        "helped": state.helped,
        "laid": state.laid,
        "paired": paired_after(position, turn, state),
        "added": state.added,
    }


def after_turn(position: Position, turn: Turn, state: State, discard: str | None) -> dict[str, Any]:
    """Return the position after a turn that ends in this state by a discard, or by placing the last card.

    `hand` is that of the player, and the caller puts the next one in; `text` is the canonical text.
    """
    kept = list(state.hand)
    pile = list(cards(position.get("discards", ())))
    if discard is not None:
        kept.remove(discard)
        pile.append(discard)
    opened = opened_seats(position)
    opened[turn.player] = state.opened
    fixed = ("seats", "playing", "stock_size", "recycles")
    over = ends_hand(position, turn, state, kept)
    found: dict[str, Any] = {
        **{key: position[key] for key in fixed if key in position},
        "player": next_seat(position, turn.rules),
        "hand": tuple(kept),
        "opened": opened,
        "table": [[entry.owner, entry.cards] for entry in state.table],
        "discards": pile,
        "phase": "draw",
        "turn": position.get("turn", 99) + 1,
        "highest": highest_after(turn, state),
        "highest_pairs": highest_pairs_after(turn, state),
        "touched": touched_after(position, turn.rules),
        "placed": placed_after(position, turn, state),
        "completed": completed_after(position, turn, state),
        "paired": paired_after(position, turn, state),
        "charged": charged_after(position, turn, state, discard),
        "over": over,
    }
    named = [
        *("hand", "table", "discards", "opened", "highest", "highest_pairs"),
        *("touched", "placed", "completed", "charged"),
    ]
    text = end_text(
        turn.rules,
        **{key: found[key] for key in named},
        next_player=None if over else found["player"],
        all_at_once=not kept and not turn.opened_before and not turn.placed_before,
        final_discard=None if kept else discard,
        joker_last=state.joker_last and discard is None,
        wilds=sum(entry.wilds for entry in state.table),
        helped=state.helped,
        factor_lost=not kept and turn.player in position.get("touched", ()),
    )
    return {**found, "text": text}
