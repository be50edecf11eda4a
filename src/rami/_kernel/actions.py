"""Actions of a turn as plain values, and the lazy list of the table actions that a turn allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import contract_search, hands
from ._rt import i64
from .codes import BIT, EVERY_NATURAL, JOKER, NATURALS, RANK, RANK_CARDS, SUIT, bits
from .faults import lay_off_faults, swap_faults
from .finder import Taken, each_hand_meld
from .melds import HIGH_END, LOW_END, Code, is_run, joining, points, stands_for, wild_count
from .openings import ILLEGAL, LEGAL, ONLY_OUT, Melds, lay_downs, lay_downs_with
from .recovering import recoverable, wild_might_stand
from .relaxed import too_many_stuck
from .rules import ENDS_FREE, RECOVER_NEVER, RECOVER_PLACE, SHARE_FREE, USE_MELD
from .takes import Takes
from .turn import Game, Turn, kinds_of, lay, lay_off, open_with, swap, unburnt_in
from .wilds import Wilds, dressed, lowest_of_each_kind, selections, wilds_of

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

SILENT: Final = 0
ANNOUNCED: Final = 1


class Action:
    """One action: its kind and whatever the kind needs; unused fields keep their neutral value.

    `place` is the index of a table meld in the table, `at` an end of a run or the index of a wild.
    """

    __slots__ = ("at", "card", "kind", "leaving", "melds", "place", "worth")

    def __init__(
        self,
        kind: int,
        card: int = -1,
        place: int = -1,
        at: int = 0,
        melds: Melds = (),
        leaving: tuple[tuple[Taken, ...], ...] = (),
        worth: int = 0,
    ) -> None:
        self.kind: Final = kind
        self.card: Final = card
        self.place: Final = place
        self.at: Final = at
        self.melds: Final = melds
        self.leaving: Final = leaving
        self.worth: Final = worth


Step = tuple[Action, Turn]
# an action, and the turn after it where that is known
Choice = tuple[Action, Turn | None]
Key = tuple[object, ...]


def opening_status(game: Game, turn: Turn, melds: Melds, worth: int) -> tuple[int, int]:
    """(LEGAL, ONLY_OUT or ILLEGAL; points still missing) of an opening in this turn."""
    if game.contracts is not None and not game.contracts.met(turn.contract, melds):
        return ILLEGAL, 0
    return _status(game, turn, melds, worth)


def _status(game: Game, turn: Turn, melds: Melds, worth: int) -> tuple[int, int]:
    """The same for melds that are known to fulfil the contract."""
    if unburnt_in(game, turn, melds):
        return ILLEGAL, 0
    if turn.due:
        return _status_without_recovered(game, turn, melds)
    status, missing = _judged(game, turn, melds, worth, keeps_taken(game, turn, melds))
    return _bound_by_taken(game, turn, melds, status), missing


def _judged(game: Game, turn: Turn, melds: Melds, worth: int, spare: bool) -> tuple[int, int]:
    return game.judge.judge(melds, worth, turn.taken, turn.highest, turn.first, spare, turn.contract)


def keeps_taken(game: Game, turn: Turn, melds: Melds) -> bool:
    """Whether a copy of the card taken stays in hand where it may be used after the opening."""
    if not (game.turn.any_same_turn and turn.taken_due):
        return False
    return hands.count(turn.hand, turn.taken) > sum(code[1:].count(turn.taken) for code in melds)


def _bound_by_taken(game: Game, turn: Turn, melds: Melds, status: int) -> int:
    if status == LEGAL and turn.taken_due and not game.turn.any_same_turn and not _holds(melds, turn.taken):
        return ONLY_OUT if game.turn.exempts else ILLEGAL
    return status


def _status_without_recovered(game: Game, turn: Turn, melds: Melds) -> tuple[int, int]:
    """An opening that lays a recovered wild must be valid without the meld that holds it."""
    if game.turn.next_action and not any(_holds(melds, wild) for wild in turn.due):
        return ILLEGAL, 0
    best, best_missing = ILLEGAL, 0
    for index, code in enumerate(melds):
        if not any(wild in code[1:] for wild in turn.due):
            continue
        rest = (*melds[:index], *melds[index + 1 :])
        worth = sum(worth_of(game, other) for other in rest)
        if not rest or unburnt_in(game, turn, rest):
            continue
        status, missing = _judged(game, turn, rest, worth, keeps_taken(game, turn, melds))
        status = _bound_by_taken(game, turn, melds, status)
        if status == LEGAL:
            return LEGAL, missing
        if status == ONLY_OUT:
            best, best_missing = ONLY_OUT, missing
    if best == ILLEGAL and not any(_holds(melds, wild) for wild in turn.due):
        worth = sum(worth_of(game, code) for code in melds)
        status, missing = _judged(game, turn, melds, worth, keeps_taken(game, turn, melds))
        return _bound_by_taken(game, turn, melds, status), missing
    return best, best_missing


def worth_of(game: Game, code: Code) -> int:
    """The worth of a meld in points."""
    return points(game.melds, code)


def _holds(melds: Melds, card: int) -> bool:
    return any(card in code[1:] for code in melds)


def opening_choices(game: Game, turn: Turn) -> Iterator[Choice]:
    """Every opening, each once, in canonical order; without the turn after it where it is clear that it can end.

    So it is where nothing is owed, before and after, and a card stays besides the one that is thrown.
    """
    free = not turn.owes() and turn.banned < 0
    most = hands.size(turn.hand) - 2
    for melds, worth in _openings(game, turn):
        status, missing = _status(game, turn, melds, worth)
        if status == ILLEGAL:
            continue
        action = Action(LAY_DOWN, melds=melds, worth=worth)
        if free and status == LEGAL and not missing and _cards_in(melds) <= most:
            yield action, None
        else:
            yield action, _opened(game, turn, melds, worth, missing, status == ONLY_OUT)


def opening_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """The same, with the turn after each."""
    for action, after in opening_choices(game, turn):
        yield action, opened(game, turn, action) if after is None else after


def opened(game: Game, turn: Turn, action: Action) -> Turn:
    """The turn after an opening that leaves nothing owed."""
    return _opened(game, turn, action.melds, action.worth, 0, False)


def _opened(game: Game, turn: Turn, melds: Melds, worth: int, missing: int, go_out: bool) -> Turn:
    left = hands.remove_all(turn.hand, [card for code in melds for card in code[1:]])
    assert left is not None  # the hand holds the melds
    return open_with(game, turn, melds, worth, left, missing, go_out)


def _cards_in(melds: Melds) -> int:
    """How many cards the melds have."""
    cards = 0
    for code in melds:
        cards += len(code) - 1
    return cards


def _openings(game: Game, turn: Turn) -> Iterator[tuple[Melds, int]]:
    """The sets of melds that may open, before the opening policy and the duties of the turn are asked."""
    judge, kinds = game.judge, kinds_of(game, turn)
    if game.contracts is not None:
        keep = _kept(game)
        return contract_search.lay_downs(game.melds, game.contracts, turn.contract, turn.hand, keep, kinds)
    floor = judge.floor
    if turn.due:
        floor = 0
    elif game.turn.exempts and too_many_stuck(game, turn):
        floor = judge.usual_floor
    return lay_downs(game.melds, turn.hand, floor, judge.clean, kinds, turn.places_to_come(game))


def _kept(game: Game) -> int:
    """How many cards a lay-down has to leave in hand."""
    return 0 if game.turn.finish_by_placing else 1


def _openings_with(game: Game, turn: Turn, card: int) -> Iterator[tuple[Melds, int]]:
    """Such sets that hold a card and need no exemption, to find one quickly."""
    judge, kinds = game.judge, kinds_of(game, turn)
    if game.contracts is None:
        floor, clean = judge.usual_floor, judge.clean
        places = turn.places_to_come(game)
        return lay_downs_with(game.melds, turn.hand, card, floor, clean, kinds, places)
    return contract_search.lay_downs_with(
        game.melds, game.contracts, turn.contract, turn.hand, _kept(game), kinds, card
    )


def opening_steps_with(game: Game, turn: Turn, card: int) -> Iterator[Step]:
    """Openings that hold a card and need no exemption, the dearest first: to find one quickly."""
    for melds, worth in _openings_with(game, turn, card):
        status, missing = _status(game, turn, melds, worth)
        if status == LEGAL:
            after = _opened(game, turn, melds, worth, missing, False)
            yield Action(LAY_DOWN, melds=melds, worth=worth), after


def burning(game: Game, turn: Turn) -> int:
    """The hand cards that may have to be laid first because that allows a wild to be placed in a run.

    Where no wild has to be placed, the card itself could stand in that run.
    """
    if not game.melds.burnt or not _may_owe_a_wild(game, turn):
        return 0
    out = 0
    mask = turn.places_to_come(game) & ~turn.places(game)
    while mask:
        bit = mask & -mask
        mask ^= bit
        if wild_might_stand(game, turn, bit.bit_length() - 1):
            out |= bit
    return out


def _may_owe_a_wild(game: Game, turn: Turn) -> bool:
    rules = game.turn
    if turn.due or rules.take_wild or not all(rules.finish_by_discard):
        return True
    if turn.taken_due and game.melds.is_wild(turn.taken):
        return True
    return any(recoverable(game, turn.hand[0], code) for _, _, code in turn.table)


def meld_steps(game: Game, turn: Turn, seen: set[Key] | None = None) -> Iterator[Step]:
    """Every new meld that an opened player can lay from the hand; `seen` collects where they lead."""
    if not turn.may_meld(game.turn):
        return
    wilds = Wilds(game.melds, turn.hand, kinds_of(game, turn))
    for shape in each_hand_meld(game.melds, turn.hand, turn.places(game)):
        for (code,) in wilds.dressings((shape,)):
            after = lay(game, turn, code, ())
            if after is not None:
                if seen is not None:
                    seen.add(after.key(game))
                yield Action(LAY_DOWN, melds=(code,), leaving=((),), worth=worth_of(game, code)), after


def take_steps(
    game: Game, turn: Turn, near: int = EVERY_NATURAL, seen: set[Key] | None = None
) -> Iterator[Step]:
    """Every new meld that takes cards out of table melds, one for each resulting position.

    `seen` holds the positions that melds from the hand alone lead to: a meld of the player's own, taken
    apart and laid again, may lead to one of them.
    `near` is a mask of naturals: melds of no suit or rank that it touches are left out.
    """
    if not game.turn.take or not turn.may_touch(game.turn) or not turn.may_meld(game.turn):
        return
    seen = set() if seen is None else seen
    takes = Takes(game.melds, turn.hand, game.turn, turn.table, turn.player, turn.places(game))
    for shape, leaving in takes.melds(near):
        for code in _with_wilds(game, turn, shape, leaving):
            after = lay(game, turn, code, leaving)
            if after is None:
                continue
            key = after.key(game)
            if key not in seen:
                seen.add(key)
                yield Action(LAY_DOWN, melds=(code,), leaving=(leaving,), worth=worth_of(game, code)), after


def _with_wilds(game: Game, turn: Turn, shape: Code, leaving: tuple[Taken, ...]) -> Iterator[Code]:
    """A meld that takes table cards, with wilds of the hand and of the table for its jokers."""
    if not game.melds.twos_wild:
        yield shape
        return
    cards = [turn.table[place][2][index + 1] for place, index in leaving]
    taken = [card for card in cards if game.melds.is_wild(card)]
    holes = shape[1:].count(JOKER) - len(taken)
    for chosen in selections(wilds_of(game.melds, turn.hand), holes, kinds_of(game, turn)):
        yield dressed((shape,), sorted((*chosen, *taken)))[0]


def lay_off_steps(game: Game, turn: Turn, only: int = -1) -> Iterator[Step]:
    """Every lay-off (of one card when `only` is given), one for each resulting position."""
    if not turn.opened and not game.turn.layoff_unopened:
        return
    cards = _joining_cards(game, turn, only)
    if not cards:
        return
    seen: set[tuple[int, Code, int, int, bool]] = set()
    mark_fresh = game.turn.track_help and turn.fresh_open and not turn.helped
    for card in cards:
        wild = game.melds.is_wild(card)
        for place, (number, owner, code) in enumerate(turn.table):
            if not (wild or joining(game.melds, code) >> card & 1) or lay_off_faults(game, turn, card, place):
                continue
            fresh = mark_fresh and number >= turn.fresh_from
            for end in (LOW_END, HIGH_END) if is_run(code) else (LOW_END,):
                name = (owner, code, card, end, fresh)
                if name in seen:
                    continue
                seen.add(name)
                after = lay_off(game, turn, card, place, end)
                if after is not None:
                    yield Action(LAY_OFF, card, place, end), after


def _joining_cards(game: Game, turn: Turn, only: int) -> list[int]:
    """The held cards that might be laid off (of one card when `only` is given), ascending."""
    held: i64 = turn.hand[0]
    if only >= 0:
        if not hands.count(turn.hand, only):
            return []
        if game.melds.is_wild(only):
            return [only]
        held = BIT[only]
    joins: i64 = 0
    for _, _, code in turn.table:
        joins |= joining(game.melds, code)
    joins &= held
    if only < 0 and game.melds.twos_wild:
        cards = lowest_of_each_kind(game.melds, turn.hand, kinds_of(game, turn))
        return [card for card in cards if game.melds.is_wild(card) or joins >> card & 1]
    out = bits(joins)
    if only < 0 and turn.hand[-1]:
        out.append(JOKER)
    return out


def swap_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Every recovery of a table wild, one for each resulting position."""
    rules = game.turn
    if rules.recovered == RECOVER_NEVER or not (turn.opened or rules.swap_unopened):
        return
    seen: set[tuple[object, ...]] = set()
    for place, index in _wilds_on_table(game, turn):
        code = turn.table[place][2]
        # the held naturals for which the wild may stand
        fitting: i64 = turn.hand[0]
        fitting &= BIT[stands_for(game.melds, code, index)] if is_run(code) else RANK_CARDS[code[0] & 15]
        for card in bits(fitting):
            if swap_faults(game, turn, place, index, card):
                continue
            after = swap(game, turn, place, index, card)
            key = after.key(game)
            if key not in seen:
                seen.add(key)
                yield Action(SWAP_WILD, card, place, index), after


def _wilds_on_table(game: Game, turn: Turn) -> list[tuple[int, int]]:
    """Where a wild lies: the index of each meld in the table and that of the wild in it."""
    rules = game.melds
    out: list[tuple[int, int]] = []
    for place, (_, _, code) in enumerate(turn.table):
        if wild_count(rules, code):
            out += [(place, index - 1) for index in range(1, len(code)) if rules.is_wild(code[index])]
    return out


def table_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Every table action with the turn after it; whether that turn can be completed is not asked here."""
    for action, after in table_choices(game, turn):
        yield action, opened(game, turn, action) if after is None else after


def table_choices(game: Game, turn: Turn) -> Iterator[Choice]:
    """The same; an opening comes without the turn after it where it is clear that it can be completed."""
    rules = game.turn
    if game.knock is not None:
        return
    if turn.next_is_due(rules):
        yield from _placing_steps(game, turn)
        return
    seen: set[Key] = set()
    if turn.opened:
        yield from meld_steps(game, turn, seen)
    else:
        yield from opening_choices(game, turn)
    yield from lay_off_steps(game, turn)
    yield from swap_steps(game, turn)
    if turn.opened:
        yield from take_steps(game, turn, seen=seen)


def _placing_steps(game: Game, turn: Turn, near: int = EVERY_NATURAL) -> Iterator[Step]:
    """The actions that place a recovered wild at once."""
    owed = turn.due
    seen: set[Key] = set()
    if turn.opened:
        for action, after in meld_steps(game, turn, seen):
            if len(after.due) < len(owed):
                yield action, after
    else:
        yield from opening_steps(game, turn)
    if game.turn.recovered == RECOVER_PLACE:
        for wild in dict.fromkeys(owed):
            yield from lay_off_steps(game, turn, wild)
    if turn.opened:
        for action, after in take_steps(game, turn, near, seen):
            if len(after.due) < len(owed):
                yield action, after


def useful_steps(game: Game, turn: Turn, near: int = EVERY_NATURAL) -> Iterator[Step]:
    """Table actions that can help to meet an open duty, the direct ones first.

    A meld from the hand alone never prepares the placing of another card, unless it burns one: its cards
    could stand in that later meld as well.  That holds while a meld may be laid in the shape that it can
    grow into.
    `near` is a mask of naturals: takes of no suit or rank that it touches are left out.
    """
    rules = game.turn
    if turn.next_is_due(rules):
        yield from _placing_steps(game, turn, near)
        return
    if not turn.opened:
        in_opening = turn.taken_due and not rules.any_same_turn and not turn.due
        if in_opening:
            yield from opening_steps_with(game, turn, turn.taken)
        if not in_opening or (rules.exempts and not too_many_stuck(game, turn)):
            yield from opening_steps(game, turn)
        yield from lay_off_steps(game, turn)
        yield from swap_steps(game, turn)
        return
    narrow = only_placing(game, turn)
    owed = {turn.taken, *turn.due} if turn.taken_due else set(turn.due)
    burns = burning(game, turn) if narrow else 0
    if turn.taken_due:
        yield from lay_off_steps(game, turn, turn.taken)
    if rules.recovered == RECOVER_PLACE:
        for wild in dict.fromkeys(turn.due):
            yield from lay_off_steps(game, turn, wild)
    beside = -1 if narrow else _beside_taken(game, turn)
    # whether a wild might have to leave the hand so that the turn can end
    stuck = not all(rules.finish_by_discard)
    for action, after in meld_steps(game, turn):
        laid = action.melds[0][1:]
        if narrow:
            if any(card in laid for card in owed) or (burns and _holds_any(laid, burns)):
                yield action, after
        elif (
            beside < 0
            or _near(action.melds[0], beside)
            or (stuck and wild_count(game.melds, action.melds[0]))
        ):
            yield action, after
    for action, after in lay_off_steps(game, turn):
        if turn.taken_due and action.card == turn.taken:
            continue
        code = turn.table[action.place][2]
        opens_wild = wild_count(game.melds, code) and not (is_run(code) and game.melds.adjacent)
        if beside < 0 or _near(code, beside) or opens_wild or (stuck and game.melds.is_wild(action.card)):
            yield action, after
    yield from swap_steps(game, turn)
    yield from take_steps(game, turn, near)


def _beside_taken(game: Game, turn: Turn) -> int:
    """The card taken, where placing it is all that is due and only few melds can have to do with that; else -1.

    Without takes, a meld helps when it grows towards the card, or until its wild comes free; and the fewer other
    cards are placed, the easier the turn ends.
    """
    rules, melds = game.turn, game.melds
    limits_grow = melds.share != SHARE_FREE and melds.share_always
    others_matter = (
        rules.take or turn.due or turn.go_out or turn.missing > 0 or melds.burnt or melds.any_suits
    )
    if not turn.taken_due or others_matter or limits_grow or melds.is_wild(turn.taken):
        return -1
    return turn.taken if finishes_freely(game) else -1


def _near(code: Code, card: int) -> bool:
    """Whether a meld is a run of the suit, or a group of the rank, of a card."""
    return code[0] >> 4 == SUIT[card] if is_run(code) else code[0] & 15 == RANK[card]


def _holds_any(cards: tuple[int, ...], mask: int) -> bool:
    return any(card < NATURALS and mask >> card & 1 for card in cards)


def only_placing(game: Game, turn: Turn) -> bool:
    """Whether the open duties only ask to place certain cards, and any order of growing a meld is as good."""
    growing_is_free = game.melds.ends == ENDS_FREE and (
        game.melds.share_always or game.melds.share == SHARE_FREE
    )
    meets_duty = not turn.taken_due or game.turn.discard_use & USE_MELD
    return (
        growing_is_free
        and bool(meets_duty)
        and not turn.go_out
        and turn.missing == 0
        and finishes_freely(game)
    )


def finishes_freely(game: Game) -> bool:
    """Whether any natural card may be the last one, discarded."""
    return all(game.turn.finish_by_discard[:NATURALS])
