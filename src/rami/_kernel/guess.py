"""A plan that is likely to place a card: at each turn, the first deed of what seems to be the cheapest way.

Nothing depends on a guess: each of its actions is tried, and a plan that fails is forgotten.
"""

from __future__ import annotations

from itertools import islice, product
from typing import Final

from . import hands
from .actions import LAY_DOWN, LAY_OFF, SWAP_WILD, Action
from .codes import JOKER, NATURALS
from .efforts import Deed, Effort, Efforts
from .ending import can_end
from .finder import Taken
from .melds import HIGH_END, LOW_END, faults
from .plans import Plan, Planned
from .turn import Game, Turn

# no guess is longer, and no more sources are tried for the cards of a meld
LONGEST: Final = 8
TRIED: Final = 32


def guessed(game: Game, turn: Turn) -> Plan | None:
    """A plan that places the card taken and ends the turn, if a likely one does."""
    plan: Plan = []
    while len(plan) < LONGEST:
        found = _begun(game, turn)
        if found is None:
            return None
        plan.append(found[0])
        turn = found[1]
        if can_end(game, turn):
            return plan
    return None


def _begun(game: Game, turn: Turn) -> tuple[Planned, Turn] | None:
    """The first action of the cheapest way that can be begun, and the turn after it."""
    for effort in _efforts(game, turn):
        found = _done(game, turn, effort.first)
        if found is not None:
            return found
    return None


def _efforts(game: Game, turn: Turn) -> list[Effort]:
    """The ways to place the card taken, where it still has to be placed, and runs and groups are of the usual kind."""
    rules, card = game.melds, turn.taken
    if rules.wrap or rules.any_suits or rules.twos_wild:
        return []
    if not turn.taken_due or card >= NATURALS or not hands.count(turn.hand, card):
        return []
    return Efforts(game, turn, card).placing()


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
