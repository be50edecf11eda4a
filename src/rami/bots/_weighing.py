"""The learnt weights of the bots, and how to judge hands and choose moves with them in games like gin.

`python -m benchmarks.learn` learnt the weights; its docstring explains the method. `WEIGHTS` were learnt with the same
method in a faster model of gin, with 1,600 matches for each value. `MANNER` contains the values that best tell the
other player's real hand from random hands. `TABLE` and `PROSPECTS` are for games with melds on the table. Hands are
*weighed*, that is, judged with `WEIGHTS`, only in games without wild cards, so a hand here is a bit mask of natural
cards.
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
from rami.policies.declaring.values import largest
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
"""The number of turns that a search plays: in games where it can judge an unfinished round, and in all others."""

_DOUBT = (0.5, 2.0)
"""The standard errors by which a move must beat the expert's before a search plays it, in the same two cases."""

_PERFECT = 25
"""With at least this bonus for gin, it is worth waiting for a hand without deadwood."""


def is_weighed(variant: Variant) -> bool:
    """Return whether hands of this game can be weighed, by `rami._kernel.players.weighed`."""
    return has_plain_turns(game_of(variant)) and not largest(variant.equipment.jokers)


def doubt_of(variant: Variant) -> float:
    """Return the number of standard errors by which a move must beat the expert bot's move."""
    return _DOUBT[not is_foreseen(game_of(variant))]


def is_foreseen(game: Game) -> bool:
    """Return whether a search can estimate each player's chances in an unfinished round."""
    return game.knock is None and game.contracts is None


def turns_of(variant: Variant) -> int:
    """Return the number of turns after which a search judges an unfinished round as it stands."""
    return _TURNS[not is_foreseen(game_of(variant))]


@lru_cache(maxsize=16)
def weighing_of(variant: Variant) -> Weighing:
    """Return the kernel's `Weighing` for a game whose hands can be weighed."""
    return Weighing(game_of(variant), WEIGHTS, getattr(variant.scoring, "gin_bonus", 0) >= _PERFECT)


def weighed_move(view: PlayerView, weighing: Weighing, ahead: bool = True) -> Move | None:
    """Return the best move if the player has to draw or to play; None in other phases."""
    hand = mask_of(view.hand.ids)
    if view.phase in (Phase.OFFER, Phase.DRAW):
        take = TakeDiscard()
        leave = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
        # D-114: if the stock is empty, the discard may be the only card that can be taken.
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
        # D-143: if the upcard sets the limit, the rules do not contain it. A knock is legal, so the hand's own deadwood
        # will do as the limit.
        limit = knock.limit if knock is not None and knock.limit >= 0 else view.variant.deadwood(view.hand)
    elif isinstance(first, BigGin):
        return first
    chosen = weighing.chosen(hand, _barred(view), limit, _seen(view), ahead)
    # The first listed knock shows the melds on which the other player can lay off the fewest cards.
    return first if chosen >= SHOWN + NO_CARD else Discard(Card.from_id(chosen))


def weighed_discards(view: PlayerView) -> list[Move]:
    """List the discards, the best first."""
    found = weighing_of(view.variant).ranked(mask_of(view.hand.ids), _barred(view), _seen(view))
    return [Discard(Card.from_id(card)) for card in found]


def _barred(view: PlayerView) -> int:
    """Return the mask of the discard just taken if it must not be discarded again, otherwise 0."""
    taken = view.taken
    # D-79: look among the legal moves, because a second copy of the card in the hand lifts the ban (D-112).
    return BIT[taken.id] if taken is not None and Discard(taken) not in view.legal_moves else 0


def _seen(view: PlayerView) -> Seen:
    return Seen(mask_of(card.id for card in view.discards), held_by_others(view), view.turn, view.stock_size)


def held_by_others(view: PlayerView) -> int:
    """Return the mask of the cards that the viewer knows to be in other players' hands."""
    if view.memory is None:
        return 0
    return mask_of(
        card for seat, cards in enumerate(view.memory.holds) if seat != view.viewer for card in cards.ids
    )


def mask_of(cards: Iterable[int]) -> int:
    """Return a mask of these cards, without any jokers."""
    mask = 0
    for card in cards:
        if card < NATURALS:
            mask |= BIT[card]
    return mask
