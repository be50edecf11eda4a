"""The slot `drawing`: the beginning of a turn.

A turn usually begins with a draw from the stock or the discard pile. Games differ in four respects: who may take the
discard and how it must be used, what the first turn is like, whether discards may be bought out of turn, and what
happens when the stock is empty.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer, subset

__all__ = ["Drawing"]


@attrs.frozen(repr=False)
class Drawing(Policy, slot="drawing", passage="draw"):
    """Where players may draw from, and how they must use a discard that they take.

    >>> Drawing(discard_use=frozenset({"meld"})).discard_use
    frozenset({'meld'})
    """

    # RKB-TURN-01: a player either lays tiles or draws, and never discards.
    turn: Literal["draw_then_play", "draw_or_play"] = option(
        "draw_then_play",
        text={
            "draw_then_play": "Each turn begins with a draw and ends with a discard.",
            "draw_or_play": (
                "On your turn, either lay one or more cards from your hand on the table, or draw the top card of the "
                "stock. Then your turn is over: you discard nothing. You may draw even if you could lay cards."
            ),
        },
        quiet=True,
        passage="turn",
    )
    # D-08: in R51 the starter only discards. In Okey the starter may also declare a complete hand (OKE-TURN-01).
    starter_turn: Literal["normal", "discard_only", "normal_without_draw"] = option(
        "normal",
        text={
            "normal": "The first turn is like any other.",
            "discard_only": "If you start, your first turn is a single discard: you neither draw nor lay melds.",
            "normal_without_draw": (
                "If you start, you do not draw on your first turn; otherwise it is like any other turn."
            ),
        },
        quiet=True,
        needs=("pile", "no_offer"),
        passage="start",
    )
    # D-78. Without an offer the upcard is an ordinary discard, as in GameVelvet (VELVET-DEAL-05).
    upcard_offer: Literal["none", "non_dealer", "both", "both_again"] = option(
        "none",
        text={
            "none": "The card turned up is a discard like any other.",
            "non_dealer": (
                "The player who did not deal begins, and either takes the upcard or draws from the stock."
            ),
            "both": (
                "The player who did not deal may take the upcard or pass. After a pass, the dealer may "
                "take it or pass. A player who takes it then completes the turn as usual. If both pass, the "
                "player who did not deal draws from the stock."
            ),
            "both_again": (
                "The player who did not deal may take the upcard or pass. After a pass, the dealer may take it or "
                "pass. If both pass, the player who did not deal draws from the stock or takes the upcard after all."
            ),
        },
        quiet=True,
        needs=("upcard",),
        passage="start",
    )
    # RUM-DRAW-04 to RUM-DRAW-06: Rummy 500 spreads out the pile, and a deeper card comes with all cards above it.
    discard_depth: int | Literal["any"] = option(
        1,
        values=integer(1),
        text={
            1: "Draw one card: the top card of the stock or the top card of the discard pile.",
            "any": (
                "Draw the top card of the stock, or take any card from the discard pile together with all "
                "cards above it. If you take several, lay the lowest of them at once, in a new meld or on "
                "a meld already on the table; you may lay other cards together with it if that makes it "
                "fit. The other cards you took go into your hand."
            ),
            ...: (
                "Draw the top card of the stock, or take up to {value} cards from the top of the discard pile. If you "
                "take several, lay the lowest of them at once, in a new meld or on a meld already on the table; you "
                "may lay other cards together with it if that makes it fit. The other cards you took go into your hand."
            ),
        },
        needs=("pile",),
    )
    # R51-DRAW-02 requires the card to be laid. D-11 also accepts a lay-off or a swap; stricter tables do not.
    discard_use: frozenset[Literal["meld", "layoff", "swap"]] | None = option(
        None,
        values=subset("meld", "layoff", "swap"),
        text={
            None: "If you take the discard, you need not use it at once.",
            frozenset({"meld", "layoff", "swap"}): (
                "You may take the discard only if you put it on the table in the same turn: in a new "
                "meld, on a meld already there, or in exchange for a wild card."
            ),
            frozenset({"meld", "layoff"}): (
                "You may take the discard only if you put it on the table in the same turn, in a new meld "
                "or on a meld already there."
            ),
            frozenset({"meld", "swap"}): (
                "You may take the discard only if you put it on the table in the same turn, in a new meld or in "
                "exchange for a wild card."
            ),
            frozenset({"layoff", "swap"}): (
                "You may take the discard only if you put it on the table in the same turn, on a meld "
                "already there or in exchange for a wild card."
            ),
            frozenset({"meld"}): (
                "You may take the discard only if you put it on the table in the same turn, in a new meld."
            ),
            frozenset({"layoff"}): (
                "You may take the discard only if you put it on the table in the same turn, on a meld already there."
            ),
            frozenset({"swap"}): (
                "You may take the discard only if you put it on the table in the same turn, in exchange for a wild "
                "card."
            ),
        },
        needs=("pile",),
    )
    # D-12: the opening must contain the card. In Scala 40 players who have not opened may not take the discard
    # (SCA-DRAW-02).
    unopened_discard_use: Literal["in_opening", "any_same_turn", "never"] = option(
        "in_opening",
        text={
            "in_opening": (
                "Until you have opened (laid your first melds), you may take the discard only to use it "
                "in your opening."
            ),
            "any_same_turn": (
                "Until you have opened (laid your first melds), you may take the discard only if you open "
                "in the same turn; you may then place it anywhere."
            ),
            "never": "Until you have opened (laid your first melds), you may not take the discard.",
        },
        needs=("unopened_takes", "unopened_places", "top_alone"),
    )
    discard_in_clean_run: bool = option(
        True,
        text={
            True: "The discard may be part of the clean meld of your opening.",
            False: "The clean meld of your opening must not contain the discard.",
        },
        quiet=True,
        needs=("must_use", "clean"),
    )
    # R51-CARTE-02. Higher numbers are reserved: no text makes clear whether 2 means "exactly 2" or "at most 2".
    no_discard_draw_at: int | None = option(
        None,
        text={
            None: "You may take the discard however many cards you hold.",
            1: "If you have only one card in your hand, you may not take the discard.",
        },
        quiet=True,
        needs=("table", "pile"),
    )
    # D-18: some cafés have this rule; no built-in game does.
    no_twin_pickup: bool = option(
        False,
        text={
            False: "You may take the discard even if you hold the other copy of it.",
            True: "You may not take the discard if you hold the other copy of it.",
        },
        quiet=True,
        needs=("twins", "pile"),
    )
    # IND-DRAW-02 forbids taking a discarded wild card. IND-DRAW-03 allows taking a wild upcard.
    wild_discard: Literal["free", "upcard_only", "never"] = option(
        "free",
        text={
            "free": "You may take a wild card from the discard pile like any other card.",
            "upcard_only": (
                "You may not take a wild card that a player has discarded, but you may take one that was "
                "turned up after the deal, while it is still on top of the pile."
            ),
            "never": "You may not take a wild card from the discard pile.",
        },
        quiet=True,
        needs=("wilds", "pile"),
    )
    # VELVET-DRAW-02. D-09: "the first turn" means each player's first turn.
    first_round_discard: bool = option(
        True,
        text={
            True: "You may take the discard from the first turn on.",
            False: "You may not take the discard on your first turn.",
        },
        quiet=True,
        needs=("pile",),
    )
    first_round_scope: Literal["each_player", "first_player_only"] = option(
        "each_player",
        text={
            "each_player": "In these rules “first turn” means each player's first turn of the round.",
            "first_player_only": "In these rules “first turn” means only the very first turn of the round.",
        },
        # The sentences about a first turn say "your first turn".
        quiet=True,
        needs=("first_turn_limit",),
    )
    # LIV-BUY-02: the order of play decides. At real tables the first player to call buys, but an engine cannot tell who
    # was first.
    buy: Literal["order"] | None = option(
        None,
        text={
            None: "You may take a discard only on your own turn.",
            "order": (
                "If you choose to draw from the stock, the other players, except the one who has just "
                "discarded, may first buy the discard: that is, take it out of turn. Ask them in the "
                "order of play until one of them buys it. Then you draw from the stock; nobody may buy "
                "again during your turn. Buyers may not lay any cards before their next turn."
            ),
        },
        quiet=True,
        needs=("table", "pile", "no_offer"),
    )
    # LIV-BUY-04: the price is one card. LIV-BUY-07: the player whose turn it is draws after that, so one more card must
    # remain.
    buy_price: int = option(
        0,
        values=integer(0, 20),
        text={
            0: "Buying a discard costs nothing.",
            1: (
                "The buyer must also take the top card of the stock. Nobody can buy the discard if no card would "
                "then be left for the player whose turn it is."
            ),
            ...: (
                "The buyer must also take the top {value} cards of the stock. Nobody can buy the discard if no "
                "card would then be left for the player whose turn it is."
            ),
        },
        needs=("buying",),
    )
    buy_limit: int | None = option(
        None,
        values=integer(1, 1000),
        text={
            None: "You may buy as many discards in a round as you like.",
            1: "You may buy at most once in a round.",
            ...: "You may buy at most {value} times in a round.",
        },
        needs=("buying",),
    )
    buy_when_down: bool = option(
        True,
        text={
            False: "Once you have opened (laid your first melds), you may not buy.",
            True: "You may buy even after you have opened (laid your first melds).",
        },
        needs=("buying",),
    )
    # D-74: FRU-STOCK-01 leaves the top card. Basic Rummy turns the pile over without shuffling (BAS-STOCK-02).
    recycle: Literal["keep_top", "all", "turn_over", "never"] = option(
        "keep_top",
        text={
            "keep_top": "When the stock is empty, all discards except the top one are shuffled to make a new stock.",
            "all": "When the stock is empty, all discards are shuffled to make a new stock.",
            "turn_over": (
                "When the stock is empty, the discard pile is turned over, without shuffling, to make a new stock."
            ),
            "never": "The discard pile never becomes a new stock.",
        },
        needs=("pile", "recycles"),
    )
    # D-75: no text sets a limit, so simulations need a `turn_cap` to guarantee an end.
    max_recycles: int | None = option(
        None,
        values=integer(0, 1000),
        text={
            None: "A new stock may be made any number of times in a round.",
            0: "An empty stock is never replaced.",
            1: "A new stock may be made only once in a round.",
            ...: "A new stock may be made at most {value} times in a round.",
        },
        quiet=True,
        needs=("pile", "recycling"),
    )
    # D-14: taking the discard and discarding it again would amount to a pass, which R500-TURN-02 forbids.
    allow_return_discard: bool = option(
        False,
        text={
            False: "If you take the discard, you may not discard it again in the same turn.",
            True: "If you take the discard, you may discard it again in the same turn.",
        },
        needs=("pile", "free_draw"),
        passage="discard",
    )
