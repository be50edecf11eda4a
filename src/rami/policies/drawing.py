"""The slot `drawing`: the first act of a turn, and the stock."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from rami.policies.fields import (
    LARGEST,
    Policy,
    anything_else,
    either,
    integer,
    none_or,
    one_of,
    option,
    subset,
)
from rami.policies.needs import Need

__all__ = [
    "Buying",
    "DiscardDepth",
    "DiscardUse",
    "Drawing",
    "FirstRoundScope",
    "Recycle",
    "StarterTurn",
    "UnopenedDiscardUse",
    "UpcardOffer",
    "WildDiscard",
]

StarterTurn = Literal["normal", "discard_only", "normal_without_draw"]
"""Values of `drawing.starter_turn`."""
UpcardOffer = Literal["none", "non_dealer", "both"]
"""Values of `drawing.upcard_offer`."""
FirstRoundScope = Literal["each_player", "first_player_only"]
"""Values of `drawing.first_round_scope`."""
DiscardUse = Literal["meld", "layoff", "swap"]
"""Values of `drawing.discard_use`."""
DiscardDepth = int | Literal["any"]
"""Values of `drawing.discard_depth`."""
UnopenedDiscardUse = Literal["in_opening", "any_same_turn", "never"]
"""Values of `drawing.unopened_discard_use`."""
Recycle = Literal["keep_top", "all", "turn_over", "never"]
"""Values of `drawing.recycle`."""

WildDiscard = Literal["free", "upcard_only", "never"]
"""Values of `drawing.wild_discard`."""
Buying = Literal["order"]
"""Values of `drawing.buy`."""


@attrs.frozen(repr=False)
class Drawing(Policy):
    """The rules of drawing, and the obligations that a draw brings.

    Parameters:
        starter_turn: the starter's first turn: an ordinary one, a bare discard, or one without a draw
            (R51-START-01).
        upcard_offer: who may take or leave the first upcard before play begins: no player before an ordinary first
            turn, the player who did not deal, or then the dealer too (GIN-UPCARD-01, GIN-UPCARD-02).
        first_round_discard: whether the discard may be taken on the first turn (VELVET-DRAW-02).
        first_round_scope: whom the limits of the first round bind.
        discard_depth: how many cards of the discard pile may be taken at once, the top one with those below it; "any"
            for no limit.  The lowest of several has to be placed by the very next move, whether or not the player has
            opened (RUM-DRAW-01, RUM-DRAW-04 to RUM-DRAW-08).
        discard_use: how an opened player must use a discard that was taken: any of "meld", "layoff", "swap";
            None means that the draw is free (R51-DRAW-02); of several discards the lowest is never free.
        unopened_discard_use: the same before the opening: in a meld of the opening, or anywhere in that turn; "never"
            where no discard is taken before it (SCA-DRAW-02).  It means nothing where several may be taken.
        discard_in_clean_run: whether the discard may be part of the clean meld of an opening.
        allow_return_discard: whether a card taken alone from the pile may be discarded in the same turn (RUM-DISC-02).
        no_discard_draw_at: size of the hand, before the draw, at which the discard may not be taken; None for no such
            ban (R51-CARTE-02).
        no_twin_pickup: whether a player who holds a copy of the discard must leave it.
        wild_discard: which wild cards may be taken from the discard pile: any, only the one turned up by the deal, or
            none (IND-DRAW-02, IND-DRAW-03).
        buy: whether others may buy the top discard, out of turn, from a player who chooses the stock: "order" offers
            it in the order of play, None is no buying (LIV-BUY-01 to LIV-BUY-03, LIV-BUY-07 to LIV-BUY-09).
        buy_price: how many cards of the stock the buyer has to take with it (LIV-BUY-04).
        buy_limit: how often a player may buy in a round, None for any number (LIV-BUY-05).
        buy_when_down: whether a player who has opened may buy (LIV-BUY-06).
        recycle: which discards become the new stock, and whether they are shuffled (R51-STOCK-01, BAS-STOCK-02).
        max_recycles: how often, None for no limit.

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.

    >>> Drawing(discard_use=frozenset({"meld"})).discard_use
    frozenset({'meld'})
    """

    slot: ClassVar[str] = "drawing"

    starter_turn: StarterTurn = option(
        'normal',
        text={
            "normal": "The first turn is like any other.",
            "discard_only": "On the first turn the starter does not draw and lays nothing, but only discards one card.",
            "normal_without_draw": "On the first turn the starter does not draw; the rest of that turn is as usual.",
        },
        quiet=True,
        needs=(Need.NO_OFFER,),
    )
    upcard_offer: UpcardOffer = option(
        "none",
        text={
            "none": "The first upcard is taken or left like any other discard.",
            "non_dealer": (
                "The player who did not deal may take the first upcard, or pass and draw from the stock."
            ),
            "both": (
                "The player who did not deal may take the first upcard or pass; then the dealer may take it or "
                "pass; after two passes the first of them draws from the stock."
            ),
        },
        quiet=True,
        needs=(Need.UPCARD,),
    )
    first_round_discard: bool = option(
        True,
        text={
            True: "The discard may be taken from the first round on.",
            False: "On the first turn the discard may not be taken.",
        },
        quiet=True,
    )
    first_round_scope: FirstRoundScope = option(
        "each_player",
        text={
            "each_player": "What is forbidden on the first turn is forbidden to each player on their first turn.",
            "first_player_only": "What is forbidden on the first turn is forbidden only on the very first turn of "
            "the round.",
        },
        needs=(Need.FIRST_TURN_LIMIT,),
    )
    discard_depth: DiscardDepth = option(
        1,
        values=either(integer(1, LARGEST), one_of("any")),
        text={
            1: "A card is drawn from the top of the stock or of the discard pile; no deeper card may be taken.",
            "any": (
                "A card is drawn from the top of the stock, or any card of the discard pile with all cards above "
                "it; the lowest of several must be placed immediately, in a new meld or on a meld of the table, "
                "where cards that lead to it go with it; the others are cards of the hand."
            ),
            anything_else: (
                "A card is drawn from the top of the stock, or up to {value} cards from the top of the discard "
                "pile; the lowest of several must be placed immediately, in a new meld or on a meld of the table, "
                "where cards that lead to it go with it; the others are cards of the hand."
            ),
        },
    )
    discard_use: frozenset[DiscardUse] | None = option(
        None,
        values=none_or(subset("meld", "layoff", "swap")),
        text={
            None: "The discard may be taken freely, without a duty to use it.",
            frozenset({"meld", "layoff", "swap"}): (
                "The discard may be taken only if it is put on the table in the same turn: "
                "in a new meld, as a lay-off, or in exchange for a joker."
            ),
            frozenset({"meld", "layoff"}): (
                "The discard may be taken only if it is put on the table in the same turn, in a new meld or as a "
                "lay-off."
            ),
            frozenset({"meld", "swap"}): (
                "The discard may be taken only if it is put on the table in the same turn, in a new meld or in "
                "exchange for a joker."
            ),
            frozenset({"layoff", "swap"}): (
                "The discard may be taken only if it is put on the table in the same turn, as a lay-off or in exchange "
                "for a joker."
            ),
            frozenset({"meld"}): (
                "The discard may be taken only if it is put on the table in the same turn, in a new meld."
            ),
            frozenset({"layoff"}): (
                "The discard may be taken only if it is put on the table in the same turn, as a lay-off."
            ),
            frozenset({"swap"}): (
                "The discard may be taken only if it is put on the table in the same turn, in exchange for a joker."
            ),
        },
    )
    unopened_discard_use: UnopenedDiscardUse = option(
        "in_opening",
        text={
            "in_opening": "A player who has not opened may take the discard only for a meld of the opening itself.",
            "any_same_turn": (
                "A player who has not opened may take the discard to open in the same turn and place it anywhere."
            ),
            "never": "A player who has not opened may not take the discard.",
        },
        needs=(Need.UNOPENED_TAKES, Need.UNOPENED_PLACES, Need.TOP_ALONE),
    )
    discard_in_clean_run: bool = option(
        True,
        text={
            True: "The discard may complete the clean meld of the opening.",
            False: "The clean meld of the opening must do without the discard.",
        },
        quiet=True,
        needs=(Need.MUST_USE, Need.CLEAN),
    )
    allow_return_discard: bool = option(
        False,
        text={
            False: "The card taken from the discard pile may not be discarded in the same turn.",
            True: "The card taken from the discard pile may be discarded in the same turn.",
        },
        needs=(Need.FREE_DRAW,),
    )
    no_discard_draw_at: int | None = option(
        None,
        text={
            None: "The discard may be taken with any number of cards in hand.",
            1: "A player who holds one card may not take the discard.",
        },
        quiet=True,
        needs=(Need.TABLE,),
    )
    no_twin_pickup: bool = option(
        False,
        text={
            False: "The discard may be taken even by a player who holds the other copy of it.",
            True: "The discard may not be taken by a player who holds the other copy of it.",
        },
        quiet=True,
        needs=(Need.TWINS,),
    )
    wild_discard: WildDiscard = option(
        "free",
        text={
            "free": "A wild card may be taken from the discard pile like any other.",
            "upcard_only": (
                "A wild card that a player has discarded may not be taken; the card that the deal has turned up may, "
                "as long as it is the top one."
            ),
            "never": "A wild card may not be taken from the discard pile.",
        },
        quiet=True,
        needs=(Need.WILDS,),
    )
    buy: Buying | None = option(
        None,
        text={
            None: "Nobody buys a discard out of turn.",
            "order": (
                "When a player chooses the stock, the others may first buy the top discard: they are asked in the "
                "order of play, apart from the one who has thrown it, until one of them does. Then the player draws "
                "from the stock, and nothing more is sold in that turn. A buyer lays nothing before a turn of his or "
                "her own."
            ),
        },
        quiet=True,
        needs=(Need.TABLE, Need.NO_OFFER),
    )
    buy_price: int = option(
        1,
        values=integer(0, 20),
        text={
            0: "A discard that is bought costs nothing.",
            1: (
                "The price is the top card of the stock, which the buyer takes as well, unseen; where that would not "
                "leave a card to draw, nothing is for sale."
            ),
            anything_else: (
                "The price is the top {value} cards of the stock, which the buyer takes as well, unseen; where these "
                "would not leave a card to draw, nothing is for sale."
            ),
        },
        needs=(Need.BUYING,),
    )
    buy_limit: int | None = option(
        None,
        values=none_or(integer(1, 1000)),
        text={
            None: "A player may buy any number of discards in a round.",
            1: "A player buys once in a round at most.",
            anything_else: "A player buys {value} times in a round at most.",
        },
        needs=(Need.BUYING,),
    )
    buy_when_down: bool = option(
        False,
        text={
            False: "A player who has opened buys no more.",
            True: "A player who has opened may buy too.",
        },
        needs=(Need.BUYING,),
    )
    recycle: Recycle = option(
        "keep_top",
        text={
            "keep_top": "When the stock is empty, all discards but the top one are shuffled into a new stock.",
            "all": "When the stock is empty, all discards are shuffled into a new stock.",
            "turn_over": (
                "When the stock is empty, the whole discard pile is turned over, unshuffled, and is the new stock."
            ),
            "never": "The stock is never replaced.",
        },
        needs=(Need.RECYCLES,),
    )
    max_recycles: int | None = option(
        None,
        values=none_or(integer(0, 1000)),
        text={
            None: "The stock may be replaced any number of times.",
            0: "The stock is not replaced when it is empty.",
            1: "The stock may be replaced once.",
            ...: "The stock may be replaced {value} times at most.",
        },
        quiet=True,
        needs=(Need.RECYCLING,),
    )
