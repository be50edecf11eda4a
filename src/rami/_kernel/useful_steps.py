"""The actions at the table that can help to meet an open duty."""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Step
from .codes import NATURALS, RANK, SUIT
from .first_lay_downs import opening_steps, opening_steps_with
from .melds import Code, is_run, wild_count
from .recovering import recoverable, wild_might_stand
from .relaxed import too_many_stuck
from .rules import ENDS_FREE, RECOVER_PLACE, SHARE_FREE, USE_MELD
from .table_steps import lay_off_steps, meld_steps, placing_steps, swap_steps, take_steps
from .turn import Game, Turn


def useful_steps(game: Game, turn: Turn, takes: bool = True) -> Iterator[Step]:
    """Table actions that can help to meet an open duty, the direct ones first.

    A meld from the hand alone never prepares the placing of another card, unless it burns one: its cards
    could stand in that later meld as well.  That holds while a meld may be laid in the shape that it can
    grow into.
    """
    rules = game.turn
    if turn.next_is_due(rules):
        yield from placing_steps(game, turn, takes)
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
    if takes:
        yield from take_steps(game, turn)


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
