"""Players who weigh their hands: their learnt weights, and how they choose one move from a view.

The weights were learnt with `python -m benchmarks.learn`. It tries one weight after another lower and higher, in
matches to 100 points on the same deals against the greedy bot and against the previous player, and keeps the value that
wins more. `MANNER` has the values that best tell true hands from random ones. `WEIGHTS` come from the same trials in a
faster model of the game, with 1,600 matches each. Only games without wild cards are weighed, so a hand is a mask of
natural cards here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rami._kernel.cards.codes import BIT, NATURALS
from rami._kernel.players.prospects import ProspectWeights
from rami._kernel.players.table_player import TableWeights
from rami._kernel.players.weighed import SHOWN, Manner, Seen, Weighing, Weights
from rami._kernel.rounds.plain_round import has_plain_turns
from rami._kernel.turns.turn import NO_CARD, Game
from rami.cards import Card
from rami.cards.moves import BigGin, Discard, DrawStock, Knock, Move, PassUpcard, TakeDiscard
from rami.policies._compiled import game_of
from rami.policies.declaring._by_players import largest
from rami.policies.variant import Variant
from rami.rounds.setup import Phase
from rami.rounds.views import PlayerView

WEIGHTS = Weights(
    chances=1.6,
    melded=0.4,
    late=0.3,
    danger=1.1,
    known=3.0,
    refused=0.2,
    patience=1.3,
    perfect=12.0,
    hopes=3,
    modest=7,
    quick=2.4,
    turns=20.0,
)

TABLE = TableWeights(
    cost=(0.09, -0.18),
    group=(0.48, 0.56),
    run=(0.61, 0.67),
    melded=(0.66, 0.0),
    spare=(-1.81, -2.68),
    feeds=(1.93, 0.0),
    patient=True,
)

MANNER = Manner(refused=-1.1, discarded=-0.57, deadwood=-0.09)

PROSPECTS = ProspectWeights(
    start=(1.52, -1.52),
    size=(-0.26, 0.23),
    order=(-0.34, -0.7),
    left=(-0.41, -0.81),
    points=(0.12, 0.12),
    chances=(0.68, 1.39),
)

_TURNS = (8, 40)
"""The number of turns that a search plays on if it can estimate the prospects of a position, and if it cannot."""

_DOUBT = (0.5, 2.0)
"""The standard errors by which a search should prefer a move to the expert's, in the same two cases."""

_PERFECT = 25
"""The points for a hand without deadwood that make it worth waiting."""


def is_weighed(variant: Variant) -> bool:
    """Return whether `rami._kernel.players.weighed` can judge hands of this game."""
    return has_plain_turns(game_of(variant)) and not largest(variant.equipment.jokers)


def doubt_of(variant: Variant) -> float:
    """Return the number of standard errors by which a move must beat the expert's choice."""
    return _DOUBT[not is_foreseen(game_of(variant))]


def is_foreseen(game: Game) -> bool:
    """Return whether the chances in an unfinished round can be estimated."""
    return game.knock is None and game.contracts is None


def turns_of(variant: Variant) -> int:
    """Return the number of turns that a search plays on."""
    return _TURNS[not is_foreseen(game_of(variant))]


@lru_cache(maxsize=16)
def weighing_of(variant: Variant) -> Weighing:
    """Return the judgement of hands in a game that supports it."""
    return Weighing(game_of(variant), WEIGHTS, getattr(variant.scoring, "gin_bonus", 0) >= _PERFECT)


def weighed_move(view: PlayerView, weighing: Weighing, ahead: bool = True) -> Move | None:
    """Return the move of a player who draws or plays; None in other phases."""
    hand = mask_of(view.hand.ids)
    if view.phase in (Phase.OFFER, Phase.DRAW):
        take = TakeDiscard()
        leave = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
        # D-114: with an empty stock the discard may be the only card to take.
        if take in view.legal_moves and (
            leave not in view.legal_moves or weighing.wants(hand, view.discards[-1].id, _seen(view), ahead)
        ):
            return take
        return leave
    if view.phase is not Phase.PLAY:
        return None
    first = next(iter(view.legal_moves))
    limit = NO_CARD
    if isinstance(first, Knock):
        knock = game_of(view.variant).knock
        # A limit set by the upcard (D-143) is not among the rules; since a knock is legal, the hand's deadwood serves
        # as limit.
        limit = knock.limit if knock is not None and knock.limit >= 0 else view.variant.deadwood(view.hand)
    elif isinstance(first, BigGin):
        return first
    chosen = weighing.chosen(hand, _barred(view), limit, _seen(view), ahead)
    # The first listed knock shows the melds that take the fewest lay-offs from the other player.
    return first if chosen >= SHOWN + NO_CARD else Discard(Card.from_id(chosen))


def weighed_discards(view: PlayerView) -> list[Move]:
    """List the legal discards, the best first."""
    found = weighing_of(view.variant).ranked(mask_of(view.hand.ids), _barred(view), _seen(view))
    return [Discard(Card.from_id(card)) for card in found]


def _barred(view: PlayerView) -> int:
    """Return the mask of a discard just taken that may not be discarded again."""
    taken = view.taken
    # D-79: look it up in the legal moves, because a second copy in the hand lifts the ban (D-112).
    return BIT[taken.id] if taken is not None and Discard(taken) not in view.legal_moves else 0


def _seen(view: PlayerView) -> Seen:
    return Seen(mask_of(card.id for card in view.discards), held_by_others(view), view.turn, view.stock_size)


def held_by_others(view: PlayerView) -> int:
    """Return the mask of cards that the viewer knows to be in other hands."""
    if view.memory is None:
        return 0
    return mask_of(
        card for seat, cards in enumerate(view.memory.holds) if seat != view.viewer for card in cards.ids
    )


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the naturals among some cards."""
    mask = 0
    for card in cards:
        if card < NATURALS:
            mask |= BIT[card]
    return mask
