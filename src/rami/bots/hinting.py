"""Hints: the move that a bot would choose, and the reason for it."""

from __future__ import annotations

import attrs

from rami.bots.bot import known_by
from rami.bots.greedy import GreedyBot
from rami.cards import Cards, moves
from rami.cards.moves import Move
from rami.errors import RamiError, reject
from rami.errors.checks import instance
from rami.errors.texts import are_tiles
from rami.policies.declaring.needs import Need
from rami.policies.declaring.options import settings_of
from rami.policies.slots.opening import needs_of
from rami.rounds._engine.rearranging import opening_points
from rami.rounds.hints import Hint
from rami.rounds.round import Round
from rami.rounds.setup import Phase
from rami.rounds.views import PlayerView

__all__ = ["hint"]


def hint(position: PlayerView | Round) -> Hint:
    """Return the move that `GreedyBot` would choose, and why; out of turn, it is a move for the viewer's next turn.

    Parameters:
        position: the player's view; a round means the view of the player to act.

    Raises:
        RamiError: the round is over, or the viewer is not playing.

    >>> from rami import Round, variants
    >>> start = Round.deal(variants.GIN, players=2, seed=7, dealer=0)
    >>> print(hint(start))
    take: with K♦, 6 of your cards fit into melds
    >>> print(hint(start.view(0)))
    discard 9♦: this leaves 24 points outside melds
    """
    reject(RamiError, instance("position", position, PlayerView, Round))
    view = position.view(position.player) if isinstance(position, Round) else position
    # A player who is waiting wants to know what to do next, so give the hint for the start of the player's next turn.
    view = view if view.to_act else view.in_turn()
    found = _reasoned(view, GreedyBot().choose(view))
    faces = view.variant.equipment.faces
    if not are_tiles(faces):
        return found
    return attrs.evolve(found, params={**dict(found.params), "faces": faces})


def _reasoned(view: PlayerView, move: Move) -> Hint:
    """Return a move with its reason."""
    match move:
        case moves.DrawStock() | moves.PassUpcard() if view.discards:
            if view.phase is Phase.STOCK:
                return Hint(move, "nothing_better")
            taken = next((each for each in view.legal_moves if isinstance(each, moves.TakeDiscard)), None)
            # If a rule forbids taking the discard, that explains the draw better than any count of melds.
            if taken is None:
                return Hint(move, "refused", (), view.explain(moves.TakeDiscard()))
            # RUM-DRAW-04: a player who takes several discards has to place the lowest, so name that card.
            return Hint(move, "useless", {"card": view.discards[-taken.count]})
        case moves.TakeDiscard():
            cards = view.discards[-move.count :]
            before, after = _in_melds(view, view.hand), _in_melds(view, view.hand | Cards(cards))
            if after > before:
                return Hint(move, "melds", {"card": cards[0], "count": after})
            return Hint(move, "placeable", {"card": cards[0]})
        case moves.LayDown():
            return _of_melds(view, move)
        case moves.Rearrange():
            return _of_table(view, move)
        case moves.SwapWild():
            return Hint(move, "frees_wild", {"card": move.card})
        case moves.Discard() if move.card in view.hand:
            return _of_discard(view, move)
        case _:
            return Hint(move, _ALWAYS.get(type(move), "nothing_better"))


_ALWAYS: dict[type[Move], str] = {
    moves.LayOff: "lays_off",
    moves.Knock: "shows",
    moves.BigGin: "shows",
    moves.ShowTurned: "shows_turned",
}


def _of_melds(view: PlayerView, move: moves.LayDown) -> Hint:
    """Return the reason to lay melds; it mentions points only if the opening needs them."""
    needs = needs_of(view.variant.opening)
    opens = not view.opened[view.player]
    if opens and needs == "points" and move.points is not None:
        return Hint(move, "opens", {"points": move.points})
    shown = move if needs == "points" else attrs.evolve(move, points=None)
    if opens and needs is not None:
        return Hint(shown, "opens_by_melds")
    return Hint(shown, "lays", {"count": sum(map(len, move.melds)) - len(move.sources)})


def _of_discard(view: PlayerView, move: moves.Discard) -> Hint:
    """Return the reason for a discard: what it leaves outside melds."""
    settings, left = settings_of(view.variant), view.hand - Cards(move.card)
    # In Okey and Frustration the cards left in a hand cost no points.
    if settings.met(Need.CARDS_COUNT.met) is not False and settings.met(Need.HAND_POINTS.met) is not False:
        return Hint(move, "deadwood", {"points": view.variant.deadwood(left)})
    return Hint(move, "unmatched", {"count": len(left) - _in_melds(view, left)})


def _of_table(view: PlayerView, move: moves.Rearrange) -> Hint:
    """Return the reason to rearrange the table."""
    if not view.opened[view.player] and needs_of(view.variant.opening) == "points":
        rules, known = known_by(view)
        codes, laid = [view.variant.meld(meld).code for meld in move.melds], move.laid or Cards()
        return Hint(move, "opens", {"points": opening_points(rules, known.turn, codes, laid.ids)})
    return Hint(move, "lays", {"count": len(move.laid or ())})


def _in_melds(view: PlayerView, cards: Cards) -> int:
    """Count how many of these cards can be in melds at the same time."""
    return len(cards) - len(view.variant.best_melds(cards, "cards").left)
