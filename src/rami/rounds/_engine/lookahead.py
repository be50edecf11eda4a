"""Explain why a turn could not be completed: name the attempt that comes closest, and its faults.

A move is refused by *look-ahead* if it is legal in itself but the turn could not be completed after it. "You cannot
place K♦ this turn" does not help a player who sees a place for K♦. So the refusal also names the *attempt* that comes
closest, be it melds, a lay-off, a knock or a discard, and everything that is still wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER
from rami._kernel.melds.meld import is_run, is_wild_at, stands_for
from rami._kernel.openings.openings import melds_with
from rami._kernel.rounds.state import Known
from rami._kernel.turns.faults import discard_faults
from rami._kernel.turns.first_lay_downs import nearest_opening
from rami._kernel.turns.successors import fitting_ends
from rami._kernel.turns.turn import supply_now
from rami.cards import Card
from rami.cards.melds import meld_of_code
from rami.cards.moves import Discard, Knock, LayDown, LayOff, Move, SwapWild
from rami.errors import Reason, Violation
from rami.rounds._engine.knocks import judge_knock
from rami.rounds._engine.lay_downs import judge_lay_down
from rami.rounds._engine.lay_offs import judge_lay_off, judge_swap
from rami.rounds._engine.listed_moves import ENDS
from rami.rounds._engine.pile import end_fault, judge_discard
from rami.rounds._engine.rules import Decision, Rules

_LOOK_AHEAD = frozenset(
    {
        Reason.DISCARD_UNUSABLE,
        Reason.NO_KNOCK_WITH_DISCARD,
        Reason.DUTY_UNMEETABLE,
        Reason.SWAP_UNUSABLE,
    }
)
# The maximum number of melds tried for a player who has opened.
_MELDS = 8

Attempt = tuple[Move | None, tuple[Violation, ...]]


def reasons_against(rules: Rules, known: Known, judged: Decision) -> tuple[Violation, ...]:
    """Return every violation of a move; those found by look-ahead include the closest attempt and its faults."""
    if judged.stuck is None:
        return judged.violations
    known = known.in_turn(judged.stuck)
    move, because = _nearest(rules, known)
    if move is None and Reason.DUTY_UNMEETABLE in {found.code for found in judged.violations}:
        move, because = _ending(rules, known)
    attempt = {} if move is None else {"attempt": str(move)}
    return tuple(
        attrs.evolve(found, params={**dict(found.params), **attempt}, because=because)
        if found.code in _LOOK_AHEAD
        else found
        for found in judged.violations
    )


def _nearest(rules: Rules, known: Known) -> Attempt:
    """Of all attempts to place a due card, return the one with the fewest faults, and its faults."""
    turn = known.turn
    if rules.game.knock is not None:
        return _nearest_knock(rules, known)
    # Begin with the discard taken, because the player has just chosen it.
    for card in dict.fromkeys([turn.duties.taken] * turn.duties.taken_due + [*turn.duties.due]):
        tried = [
            (move, faults)
            for move, judged in _attempts(rules, known, card)
            if (faults := _faults(rules, known, judged))
        ]
        if tried:
            # Among equally good attempts `min` returns the first: new melds before table melds, and higher points
            # first.
            return min(tried, key=lambda attempt: len(attempt[1]))
    return None, ()


def _faults(rules: Rules, known: Known, judged: Decision) -> tuple[Violation, ...]:
    """Return the faults of an attempt or, if it is legal in itself, the reasons why the turn could not end after it."""
    if judged.stuck is None:
        return judged.violations
    ahead = [found for found in judged.violations if found.code not in _LOOK_AHEAD]
    _, faults = _ending(rules, known.in_turn(judged.stuck))
    return tuple(dict.fromkeys([*ahead, *faults])) or judged.violations


def _attempts(rules: Rules, known: Known, card: int) -> Iterator[tuple[Move, Decision]]:
    """Yield the ways to place a card: in new melds, those with the most points first, then at table melds."""
    turn, game = known.turn, rules.game
    if not turn.opened:
        # D-12: before opening, a player can use a card only in the opening. If no meld can hold the card, try the table
        # too.
        melds = nearest_opening(game, turn, card)
        if melds is not None:
            laid = LayDown(tuple(map(meld_of_code, sorted(melds))))
            yield laid, judge_lay_down(rules, known, laid)
            return
    else:
        found = melds_with(supply_now(game, turn), card)
        for code in islice(found, _MELDS):
            laid = LayDown([meld_of_code(code)])
            yield laid, judge_lay_down(rules, known, laid)
    for place, (number, _, code) in enumerate(turn.table):
        ends = fitting_ends(game, turn, card, place)
        for end in ends:
            added = LayOff(Card.from_id(card), number, ENDS[end] if len(ends) > 1 else None)
            yield added, judge_lay_off(rules, known, added)
        for index in range(len(code) - 1):
            if is_run(code) and is_wild_at(game.melds, code, index + 1) and stands_for(code, index) == card:
                swapped = SwapWild(number, index, Card.from_id(card))
                yield swapped, judge_swap(rules, known, swapped)


def _nearest_knock(rules: Rules, known: Known) -> Attempt:
    """Return the knock with the least deadwood and its faults."""
    turn, deadwood = known.turn, rules.game.shown.without_demand()
    faces = [card for card in hands.faces_of(turn.hand) if card != turn.duties.banned]
    counts = [(deadwood.least(hands.remove(turn.hand, card)), card) for card in faces]
    if not counts:
        return None, ()
    _, card = min(counts)
    move = Knock(Card.from_id(card))
    return move, judge_knock(rules, known, move).violations


def _ending(rules: Rules, known: Known) -> Attempt:
    """Return why the turn cannot end now: the last card must not be discarded, or duties remain."""
    turn = known.turn
    # If only one card is left, judge discarding it, which would end the round.
    if hands.holds_one(turn.hand):
        last = Discard(Card.from_id(hands.faces_of(turn.hand)[0]))
        return last, judge_discard(rules, known, last).violations
    # No hand holds card JOKER + 1, so this finds only faults that bar every discard.
    duties = [code for code in discard_faults(rules.game, turn, JOKER + 1) if code.startswith("duty")]
    return None, tuple(end_fault(rules, turn, code) for code in duties)
