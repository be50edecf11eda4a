"""Why an action at the table, or the discard that ends a turn, is refused: codes of reasons."""

from __future__ import annotations

from .._rt import i64
from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Code, is_clean_run, is_run, pieces, stands_for
from .turn import NOT_ASKED, Game, Turn


def lay_off_faults(game: Game, turn: Turn, card: int, place: int) -> list[str]:
    """Why this card may not join that meld, its fit apart."""
    rules = game.turn
    _, owner, code = turn.table[place]
    out: list[str] = []
    if not turn.opened and not rules.layoff_unopened:
        out.append("opening_needed")
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if owner != turn.player:
        if rules.all_must_open and not (turn.opened and turn.others_open):
            out.append("all_must_open")
        clean = is_clean_run(game.melds, code)
        if rules.clean_runs_closed and clean and game.melds.is_wild(card):
            out.append("foreign_clean_run")
    return out


def swap_faults(game: Game, turn: Turn, place: int, index: int, card: int) -> list[str]:
    """Why the wild at `index` may not be recovered with this card."""
    rules = game.turn
    code = turn.table[place][2]
    out: list[str] = []
    if not turn.opened and not rules.swap_unopened:
        out.append("opening_needed")
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if index < 0 or index >= len(code) - 1 or not game.melds.is_wild(code[index + 1]):
        out.append("not_a_wild")
        return out
    of_kind = rules.recover_wild_ranks or code[index + 1] == JOKER
    if is_run(code):
        if not rules.run_joker or rules.recovered == 0 or not of_kind:
            out.append("swap_run")
        elif index not in wilds_for(game, code, card):
            out.append("swap_mismatch")
        return out
    size = len(code) - 1
    closed = (
        rules.group_joker == 0 or (rules.group_joker == 1 and size < 4) or (size >= 4 and rules.closed_four)
    )
    if closed or not of_kind:
        out.append("swap_group")
    elif index not in wilds_for(game, code, card):
        out.append("swap_mismatch")
    return out


def _fills_group(game: Game, code: Code, card: int) -> bool:
    held = {other // 13 for other in code[1:] if not game.melds.is_wild(other)}
    return card % 13 + 1 == code[0] & 15 and card // 13 not in held


def wild_choices(game: Game, turn: Turn, place: int, card: int) -> list[int]:
    """The indexes of the wilds of a table meld that the card could replace; equal wilds of a group are one."""
    code = turn.table[place][2]
    run = is_run(code)
    found: list[int] = []
    met: list[int] = []
    for index in wilds_for(game, code, card):
        wild = code[index + 1]
        if not swap_faults(game, turn, place, index, card) and (run or wild not in met):
            found.append(index)
            met.append(wild)
    return found


def wilds_for(game: Game, code: Code, card: int) -> list[int]:
    """The indexes of the wilds of a meld that are in the place of a natural card, whether or not they may leave."""
    out: list[int] = []
    if game.melds.is_wild(card):
        return out
    for index in range(len(code) - 1):
        if game.melds.is_wild(code[index + 1]):
            fits = stands_for(code, index) == card if is_run(code) else _fills_group(game, code, card)
            if fits:
                out.append(index)
    return out


def take_faults(game: Game, turn: Turn, place: int, indexes: list[int]) -> list[str]:
    """Why these cards may not leave that meld for one of a player who has opened."""
    rules = game.turn
    _, owner, code = turn.table[place]
    out: list[str] = []
    if not rules.take:
        return ["take_off"]
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if rules.foreign_takes_only and owner == turn.player:
        out.append("take_owner")
    if not rules.take_wild and any(game.melds.is_wild(code[index + 1]) for index in indexes):
        out.append("take_wild")
    elif pieces(game.melds, code, indexes, rules.take_ends) is None:
        out.append("take_position")
    return out


def discard_faults(game: Game, turn: Turn, card: int) -> list[str]:
    """Why this held card may not end the turn."""
    out: list[str] = []
    if turn.taken_due:
        out.append("duty_taken")
    if turn.due:
        out.append("duty_wild")
    last = hands.size(turn.hand) == 1
    if turn.missing > 0 and not (last and game.turn.out_lifts_points):
        out.append("duty_points")
    if turn.go_out and not last:
        out.append("duty_out" if game.knock is None else "must_knock")
    if card == turn.banned:
        out.append("returned_discard")
    if last and game.knock is not None:
        out.append("last_card_unknocked")
    elif last and card <= JOKER and not game.turn.finish_by_discard[card]:
        out.append("last_card")
    return out


def discards(game: Game, turn: Turn) -> i64:
    """The faces that may end the turn, as a mask: those without `discard_faults`, found at once and kept."""
    if turn.discardable == NOT_ASKED:
        turn.discardable = _discards(game, turn)
    return turn.discardable


def _discards(game: Game, turn: Turn) -> i64:
    faces = hands.faces_mask(turn.hand)
    if not faces & (faces - 1) and hands.holds_one(turn.hand):
        card = hands.faces_of(turn.hand)[0]
        return 0 if discard_faults(game, turn, card) else faces
    if turn.owes():
        return 0
    return faces if turn.banned < 0 else faces & ~hands.FACE[turn.banned]
