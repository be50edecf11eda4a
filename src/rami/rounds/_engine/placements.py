"""Places for a card on the table, whoever holds it and whoever is to act."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.cards.codes import natural
from ..._kernel.melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    extended,
    group_rank,
    is_run,
    missing_suits,
    swapped,
)
from ..._kernel.rounds.state import OVER, Known
from ..._kernel.turns.faults import leaves_for_both, wild_choices, wilds_for
from ..._kernel.turns.successors import fits_both_ends
from ..._kernel.turns.turn import NO_CARD
from ...cards import Card
from ...cards.melds import meld_of_code
from ...cards.moves import End, LayOff, SwapWild
from ...errors import Violation
from ..placements import Placement
from .knocks import against_joining_shown
from .lay_offs import against_joining, against_recovery
from .listed_moves import ENDS
from .rules import Rules


def placements(rules: Rules, known: Known, card: Card) -> Iterator[Placement]:
    """Return where a card could go, meld by meld; at a meld that it does not fit, with that reason."""
    if known.phase == OVER:
        return
    for place, (number, _, code) in enumerate(known.turn.table):
        ends = [
            (end, grown)
            for end in ((LOW_END, HIGH_END) if is_run(code) else (LOW_END,))
            if (grown := extended(rules.game.melds, code, card.id, end)) is not None
        ]
        wilds = wilds_for(rules.game, code, card.id)
        for end, grown in ends:
            yield _lay_off(rules, known, card, place, ENDS[end] if len(ends) > 1 else None, grown)
        if known.knocked is None:
            yield from _recoveries(rules, known, card, place, wilds)
            if ends or wilds:
                continue
        elif ends:
            continue
        move = LayOff(card, number)
        yield Placement(move, None, None, _against(rules, known, place, move))


def _lay_off(rules: Rules, known: Known, card: Card, place: int, end: End | None, grown: Code) -> Placement:
    named = LayOff(card, known.turn.table[place][0], end)
    against = _against(rules, known, place, named)
    if not against and not fits_both_ends(rules.game, known.turn, card.id, place):
        named = LayOff(card, named.meld)
    return Placement(named, meld_of_code(grown), None, against)


def _against(rules: Rules, known: Known, place: int, move: LayOff) -> tuple[Violation, ...]:
    if known.knocked is not None:
        return tuple(against_joining_shown(rules, known, place, move)[1])
    return tuple(against_joining(rules, known.turn, place, move)[1])


def _recoveries(rules: Rules, known: Known, card: Card, place: int, wilds: list[int]) -> Iterator[Placement]:
    turn = known.turn
    number, _, code = turn.table[place]
    other = _beside(rules, code, card)
    choices = wild_choices(rules.game, turn, place, card.id, other) or wilds
    for index in choices:
        second = None if other == NO_CARD else Card.from_id(other)
        move = SwapWild(number, index if len(choices) > 1 else None, card, second)
        against = tuple(against_recovery(rules, turn, place, index, move))
        meld = meld_of_code(swapped(rules.game.melds, code, index, card.id, other))
        yield Placement(move, meld, Card.from_id(code[index + 1]), against)


def _beside(rules: Rules, code: Code, card: Card) -> int:
    """The card that has to replace the wild of a group together with that one; `NO_CARD` where none has."""
    if not leaves_for_both(rules.game, code):
        return NO_CARD
    lacking = (natural(suit, group_rank(code)) for suit in missing_suits(rules.game.melds, code))
    return next((other for other in lacking if other != card.id), NO_CARD)
