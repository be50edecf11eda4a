"""Placements: where a card fits on the table, no matter who holds it or whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rami._base.values import Value
from rami._kernel.cards.codes import natural
from rami._kernel.melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    extended,
    group_rank,
    is_run,
    missing_suits,
    swapped,
)
from rami._kernel.rounds.state import OVER, Known
from rami._kernel.turns.faults import leaves_for_both, wild_choices, wilds_for
from rami._kernel.turns.successors import ends_for, fits_both_ends
from rami._kernel.turns.turn import NO_CARD
from rami.cards import Card
from rami.cards.melds import Meld, meld_of_code
from rami.cards.moves import End, LayOff, SwapWild
from rami.errors import Violation
from rami.rounds._engine.knocks import against_joining_shown
from rami.rounds._engine.lay_offs import against_joining, against_recovery
from rami.rounds._engine.listed_moves import ENDS
from rami.rounds._engine.rearranging import against_growing
from rami.rounds._engine.rules import Rules

__all__ = ["Placement"]


@attrs.frozen
class Placement(Value):
    """A place for a card on a table meld: one of its ends, or the place of a wild card.

    A placement is truthy if the rules for melds and for the table allow it, no matter whose turn it is, who
    holds the card, and which duties the player to act has. To check whether the move can be played now, look
    for it in `legal_moves`.

    Parameters:
        move: the move that would put the card there; `move.meld` is the id of the meld.
        meld: the meld after the card has joined it; None if the card does not fit.
        frees: the wild card that the player would get in return; None if there is none.
        against: every reason why the rules for melds and for the table forbid it.

    >>> from rami import Round, Setup, variants
    >>> round = Round.from_setup(
    ...     Setup(
    ...         variant=variants.CLASSIC_51,
    ...         hands=["2♣ K♦ 6♠", "9♣ 3♦"],
    ...         table=[(0, "7♠ 8♠ *"), (1, "Q♥ Q♠ Q♣")],
    ...     )
    ... )
    >>> for place in round.placements("9♠"):
    ...     print(place.move, "gives", place.meld, "and frees", place.frees)
    swap 9♠ > 0 gives 7♠ 8♠ 9♠ and frees *
    off 9♠ > 1 gives None and frees None
    >>> for place in round.view(1).placements("6♠"):
    ...     print(bool(place), *place.against)
    True
    False 6♠ does not fit on Q♣ Q♥ Q♠ [R51-LAYOFF-01]
    """

    move: LayOff | SwapWild
    meld: Meld | None
    frees: Card | None = None
    against: tuple[Violation, ...] = ()

    def __bool__(self) -> bool:
        return not self.against


def placements(rules: Rules, known: Known, card: Card) -> Iterator[Placement]:
    """Yield the places for a card, meld by meld; if a meld has no place, yield one placement with the reasons."""
    if known.phase == OVER:
        return
    if rules.game.regroup is not None:
        yield from _growing(rules, known, card)
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
        # GIN-LAYOFF-01: a player who replies to a knock lays off cards, but recovers no wild card.
        if known.knocked is None:
            yield from _recoveries(rules, known, card, place, wilds)
            if ends or wilds:
                continue
        elif ends:
            continue
        move = LayOff(card, number)
        yield Placement(move, None, None, _against(rules, known, place, move))


def _growing(rules: Rules, known: Known, card: Card) -> Iterator[Placement]:
    """Yield the placements of a card on each meld, while the rest of the table stays as it is (RKB-TAB-01)."""
    for place, (number, _, code) in enumerate(known.turn.table):
        ends = ends_for(rules.game.melds, code, card.id)
        moves = [LayOff(card, number, ENDS[end]) for end in ends] if len(ends) > 1 else [LayOff(card, number)]
        for at, move in enumerate(moves):
            grown = extended(rules.game.melds, code, card.id, ends[at]) if ends else None
            against = tuple(against_growing(rules, known.turn, place, move))
            yield Placement(move, None if grown is None else meld_of_code(grown), None, against)


def _lay_off(rules: Rules, known: Known, card: Card, place: int, end: End | None, grown: Code) -> Placement:
    named = LayOff(card, known.turn.table[place][0], end)
    against = _against(rules, known, place, named)
    # Like listed moves, name the end only if the card fits at both.
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
    # If no wild card may be recovered, yield each wild card that the card could replace, with the reasons against it.
    choices = wild_choices(rules.game, turn, place, card.id, other) or wilds
    for index in choices:
        second = None if other == NO_CARD else Card.from_id(other)
        move = SwapWild(number, index if len(choices) > 1 else None, card, second)
        against = tuple(against_recovery(rules, turn, place, index, move))
        meld = meld_of_code(swapped(rules.game.melds, code, index, card.id, other))
        yield Placement(move, meld, Card.from_id(code[index + 1]), against)


def _beside(rules: Rules, code: Code, card: Card) -> int:
    """Return the second card needed with `card` to replace the wild of a group (KAL-JSWAP-03), or `NO_CARD`."""
    if not leaves_for_both(rules.game, code):
        return NO_CARD
    lacking = (natural(suit, group_rank(code)) for suit in missing_suits(rules.game.melds, code))
    return next((other for other in lacking if other != card.id), NO_CARD)
