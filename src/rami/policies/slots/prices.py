"""The options of the slot `scoring`: the cost of cards left in a hand, bonuses, and factors.

`Scoring` uses these options to score a round. Factors are positive whole numbers or fractions, which are kept exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import attrs

from rami.policies.declaring.fields import Policy, one_item, option, three_items
from rami.policies.declaring.values import LARGEST, Values, integer, integers, tuple_of
from rami.policies.results.scores import Points, exact

__all__ = ["FACTOR", "FACTORS"]


def _as_factor(value: object) -> object:
    """Return a number as an int or a Fraction; a float counts as the decimal number that Python prints for it."""
    try:
        if type(value) is float:
            return exact(Fraction(repr(value)))
        if isinstance(value, Fraction) or (type(value) is str and len(value) <= 20):
            return exact(Fraction(value))
    except (ValueError, ZeroDivisionError, OverflowError):
        return value
    return value


def _is_factor(value: object) -> bool:
    return type(value) in (int, Fraction) and isinstance(value, (int, Fraction)) and 0 < value <= LARGEST


FACTOR = Values((f"1..{LARGEST}", "3/2"), _is_factor, _as_factor)
"""The values of a factor: a positive number that multiplies points."""
FACTORS = tuple_of(FACTOR, 1, 100, "[2, 3/2, …]")
"""The values of an option with several factors, one for each case."""


@attrs.frozen(repr=False)
class Prices(Policy, slot="scoring", passage="scoring"):
    """The options of `Scoring`, without its methods."""

    kind: Literal["penalty", "credit", "net", "none"] = option(
        "penalty",
        text={
            "penalty": (
                "Points count against you. Each loser of a round scores the value of the cards left in "
                "their hand; cards on the table do not count."
            ),
            "credit": (
                "After a knock, the player with less deadwood scores the difference between the two hands."
            ),
            "net": (
                "You score the value of the cards that you have laid on the table, even on other players' "
                "melds, minus the value of the cards left in your hand. A score may be negative."
            ),
            "none": "Rounds are not scored: only contracts count.",
        },
    )
    # BAS-SCORE-01 credits the winner, and the others score 0. IND-PAY-01 takes the winner's points from the others.
    winner_collects: Literal["credit", "zero_sum"] | None = option(
        None,
        text={
            None: "The winner does not score the points of the losers.",
            "credit": (
                "The player who goes out scores the points of all the other hands; the losers score nothing."
            ),
            "zero_sum": (
                "Each loser is charged the points of their own hand, and the player who goes out scores the total."
            ),
        },
        quiet=True,
        needs=("credits", "going_out"),
    )
    # RKB-SCORE-03: only one text explains how a blocked round is scored. RKB-SCORE-04: tied winners share the points.
    blocked_score: Literal["own", "difference"] = option(
        "own",
        text={
            "own": (
                "If a round ends and nobody has gone out, players score for the cards left in their "
                "hands, and nothing else."
            ),
            "difference": (
                "If a round ends and nobody has gone out, the player with the fewest points in hand wins it. Each "
                "loser is charged the difference between their points and the winner's, and the winner scores the "
                "total. Players who tie for the fewest points share the total, rounded down."
            ),
        },
        quiet=True,
        needs=("zero_sum", "stalemate_counts"),
    )
    # R51-SCORE-04. D-62: the charge is the same whether the cards are worth less or more.
    unopened_flat: int | None = option(
        None,
        text={
            None: "It makes no difference whether a loser has opened.",
            ...: "If you have not opened, you score {value}, whatever cards you hold.",
        },
        needs=("charges", "going_out"),
    )
    # VELVET-SCORE-04. D-64: "batido" in that text means "laid melds", not "gone out".
    dry_flat: int | None = option(
        None,
        text={
            None: "A round in which nobody had laid a meld before the last turn is scored like any other.",
            ...: (
                "If none of the losers had laid a meld before the last turn, each of them scores {value} instead."
            ),
        },
        quiet=True,
        needs=("charges", "table"),
    )
    dry_when: Literal["nobody_laid", "nobody_else_laid"] = option(
        "nobody_laid",
        text={
            "nobody_laid": "If the player who goes out had laid melds earlier, the losers are scored as usual.",
            "nobody_else_laid": "It makes no difference whether the player who goes out had laid melds earlier.",
        },
        needs=("charges", "dry_flat"),
    )
    # R51-SCORE-05 has one factor. LEB-RSEC-02 to LEB-RSEC-04 have one for each number of jokers, so this is a tuple.
    all_at_once_factors: tuple[Points | float | str, ...] = option(
        (1,),
        values=FACTORS,
        text={
            (1,): "Going out all at once does not change the points of the others.",
            one_item: "Going out all at once multiplies the points of the others by {first}.",
            three_items: (
                "Going out all at once multiplies the points of the others by {first} if you place no wild "
                "card in that turn, by {second} if you place one, and by {third} if you place two or more."
            ),
            ...: (
                "Going out all at once multiplies the points of the others by a factor that depends on the "
                "number of wild cards you place in that turn. With none, one, two and so on, the factor is: "
                "{value}. The last factor also applies to any larger number."
            ),
        },
        quiet=True,
        needs=("no_fixed_price", "charges", "table"),
    )
    # D-56: R51 doubles even if others have laid melds. OKO-OUT-02 doubles only if nobody else has opened.
    double_on: Literal["all_at_once", "rami_sec_only"] = option(
        "all_at_once",
        text={
            "all_at_once": "The factor for going out all at once applies even if others have opened.",
            "rami_sec_only": "The factor for going out all at once applies only if nobody else has opened.",
        },
        needs=("no_fixed_price", "factor"),
    )
    # R51-SCORE-06. D-58: the rule means the last discard, because a player's last card is discarded.
    joker_finish: Literal["discard", "last_card_any"] | None = option(
        None,
        text={
            None: "A joker as the last discard does not change the factor for going out all at once.",
            "discard": (
                "There is a special factor for going out all at once with a joker as your last discard."
            ),
            "last_card_any": (
                "There is a special factor for going out all at once with a joker as your last discard, "
                "or among the cards that you place last."
            ),
        },
        quiet=True,
        needs=("wilds", "no_fixed_price", "charges", "table", "last_joker"),
    )
    joker_finish_factor: Points | float | str | None = option(
        None,
        values=FACTOR,
        text={
            None: "There is no special factor for a joker as the last discard.",
            ...: (
                "If the factor for going out all at once applies and your last discard is a joker, the "
                "factor is {value} instead."
            ),
        },
        needs=("wilds", "no_fixed_price", "joker_finish"),
    )
    # OKE-SCORE-03: an okey as the last tile doubles the score, no matter how the player went out.
    joker_finish_any_factor: Points | float | str | None = option(
        None,
        values=FACTOR,
        text={
            None: (
                "Unless a factor for going out all at once applies, a joker as your last discard earns nothing."
            ),
            ...: (
                "If no factor for going out all at once applies, a joker as your last discard multiplies "
                "the points of the others by {value}."
            ),
        },
        quiet=True,
        needs=("wilds", "charges", "going_out", "final_discard"),
    )
    # OKE-SCORE-04 and OKO-SCORE-07: factors multiply, so seven pairs with an okey as the last tile give a factor of 8.
    pairs_factor: Points | float | str | None = option(
        None,
        values=FACTOR,
        text={
            None: "There is no factor for pairs.",
            ...: (
                "If you opened with pairs and go out, the points of the others are multiplied by {value}. "
                "If another factor applies too, multiply by that as well."
            ),
        },
        quiet=True,
        needs=("charges", "pairs"),
    )
    # OKO-SCORE-06. OKO-SCORE-07: this factor applies on top of the factors of the round.
    pair_loser_factor: Points | float | str | None = option(
        None,
        values=FACTOR,
        text={
            None: "If you lose after opening with pairs, your score is not multiplied.",
            ...: (
                "If you lose after opening with pairs, the value of the cards left in your hand is multiplied "
                "by {value}."
            ),
        },
        quiet=True,
        needs=("charges", "pairs_open"),
    )
    # BAS-RUMMY-03: a lay-off in an earlier turn rules out going rummy, just as a meld does.
    all_at_once_after: Literal["no_meld", "no_card"] = option(
        "no_meld",
        text={
            "no_meld": (
                "You may still go out all at once if you laid off cards in an earlier turn, before opening."
            ),
            "no_card": (
                "You can no longer go out all at once if you laid off cards in an earlier turn, before opening."
            ),
        },
        quiet=True,
        needs=("early_layoffs", "no_fixed_price", "factor"),
    )
    # D-57: R51-RSEC-03 leaves this to the players; LEB-RSEC-01 allows it.
    all_at_once_help: bool = option(
        True,
        text={
            True: "You may use melds already on the table to go out all at once.",
            False: "If you use melds already on the table to go out all at once, no factor applies.",
        },
        needs=("no_fixed_price", "factor"),
        agreed=(False,),
    )
    # D-62: under R51-SCORE-05 a player who has not opened pays 200, so even the flat charge of 100 is doubled.
    flat_multiplied: bool = option(
        True,
        text={
            True: "Every factor also multiplies the score of a player who has not opened.",
            False: "The score of a player who has not opened is never multiplied.",
        },
        needs=("flat", "any_factor"),
    )
    # VARIATION-ALLATONCE-01. D-66: this price replaces all other points.
    all_at_once_flat: int | None = option(
        None,
        text={
            None: "Going out all at once does not set a fixed score for the others.",
            ...: (
                "If you open and get rid of all your cards in the same turn, every other player scores exactly {value}."
            ),
        },
        quiet=True,
        needs=("charges", "table"),
        agreed=(100,),
    )
    # D-65: one and a half times an odd number leaves a half.
    rounding: Literal["half_up", "floor", "exact"] = option(
        "half_up",
        text={
            "half_up": "Scores are rounded to whole points; halves are rounded up.",
            "floor": "Scores are rounded down to whole points.",
            "exact": "Scores are not rounded.",
        },
        needs=("fractions",),
    )
    # IND-SCORE-06: no loser pays more than 80.
    cap: int | None = option(
        None,
        values=integer(1),
        text={
            None: "There is no limit to the points that a loser scores.",
            ...: "When you lose a round, you score at most {value}.",
        },
        quiet=True,
        needs=("charges",),
    )
    # OKE-IND-01 and OKE-IND-02: each of the others pays one point, even if the round is void.
    turned_show: int | None = option(
        None,
        values=integer(1),
        text={
            None: "Holding the other copy of the turned-up card earns nothing.",
            ...: (
                "If you hold the other copy of the turned-up card, you may show it on your first turn, before you "
                "discard. You keep it, and each of the other players pays {value:point|points}, no matter who wins "
                "the round."
            ),
        },
        quiet=True,
        needs=("turned_natural", "penalties"),
    )
    held_joker_charge: int | None = option(
        None,
        values=integer(1),
        text={
            None: "There is no extra charge for a joker left in your hand.",
            ...: (
                "If your cards are counted, each joker left in your hand costs {value} more. No factor "
                "multiplies that charge."
            ),
        },
        quiet=True,
        needs=("wilds", "penalties", "table"),
    )
    # OKO-DISC-02. OKO-DISC-04: the last tile of a player who goes out costs nothing.
    wild_discard_charge: int | None = option(
        None,
        values=integer(1),
        text={
            None: "Discarding a wild card costs nothing.",
            ...: (
                "If you discard a wild card, {value:point is|points are} added to your score, no matter who "
                "wins. No factor multiplies this charge, and your last discard is exempt."
            ),
        },
        quiet=True,
        needs=("wilds", "penalties", "table"),
    )
    # OKO-DISC-03. No source says who may claim the charge and when, so it applies without a claim.
    fitting_discard_charge: int | None = option(
        None,
        values=integer(1),
        text={
            None: "Discarding a card that fits a meld on the table costs nothing.",
            ...: (
                "If you discard a card that could be added to a meld on the table at that moment, "
                "{value:point is|points are} added to your score, no matter who wins. No factor multiplies "
                "this charge, and your last discard is exempt."
            ),
        },
        quiet=True,
        needs=("penalties", "table", "fitting_free"),
    )
    # D-60: the winner scores 0 under R500-SCORE-06, -10, -20 or -50 at other tables, and -101 in 101 Okey
    # (OKO-SCORE-01).
    winner_score: int = option(
        0, values=integer(-LARGEST, 0), text="If you go out, you score {value}.", needs=("penalties",)
    )
    # OKO-SCORE-08: the factors multiply the winner's -101 as well as the others' points.
    winner_multiplied: bool = option(
        False,
        text={
            False: "The score that you get for going out is never multiplied.",
            True: "Every factor also multiplies your own score for going out.",
        },
        quiet=True,
        needs=("penalties", "winner_score", "any_factor"),
    )
    # GIN-SCORE-02. D-83: an undercut without deadwood does not earn the gin bonus as well.
    undercut_bonus: int = option(
        0,
        text=(
            "If the other player knocks and you have less deadwood, that is an undercut: you score the "
            "difference and {value} more."
        ),
        needs=("unmatched", "deadwood"),
    )
    # D-82: GIN-SCORE-02 does not cover equal deadwood.
    knock_tie: Literal["undercut", "knocker", "void"] = option(
        "undercut",
        text={
            "undercut": (
                "If both have equal deadwood, that is an undercut too. A player with gin is never undercut."
            ),
            "knocker": (
                "If both have equal deadwood, the knocker wins but scores nothing, except the bonus for gin."
            ),
            "void": "If both have equal deadwood, the round is void, unless the knock was gin.",
        },
        needs=("unmatched", "deadwood"),
    )
    gin_bonus: int = option(
        0,
        text="Gin (a knock without deadwood) scores the other player's deadwood and {value} more.",
        needs=("knocking", "credits"),
    )
    # GIN-SCORE-04. None means that the game has no big gin.
    big_gin_bonus: int | None = option(
        None,
        text={
            None: "If all your cards fit into melds, you still have to discard one.",
            ...: "Big gin (ending the round without a discard) scores the other player's deadwood and {value} more.",
        },
        needs=("knocking", "credits"),
    )
    # D-143: in Oklahoma gin an upcard of spades doubles the score, including bonuses.
    spade_doubles: bool = option(
        False,
        text={
            False: "The suit of the card turned up has no effect.",
            True: "A spade as the upcard doubles the score of the round.",
        },
        quiet=True,
        needs=("knocking", "credits", "upcard"),
    )
    ace_hand_value: int = option(
        1,
        text="An ace left in your hand counts {value}.",
        needs=("hand_points", "cards_count", "usual_values"),
        passage="values",
    )
    # SCA-SCORE-06: at some tables an ace counts 1 if it is the only card left.
    lone_ace_value: int | None = option(
        None,
        text={
            None: "An ace keeps its usual value even if it is the only card left in your hand.",
            ...: "If an ace is the only card left in your hand, it counts {value}.",
        },
        quiet=True,
        needs=("charges", "table", "cards_count"),
        passage="values",
    )
    # R51-SCORE-03 counts 20 and VARIATION-JOKER-02 50; in VELVET-SCORE-02 jokers double the hand instead.
    joker_hand_value: int | Literal["double"] = option(
        20,
        text={
            "double": "If you have one or more jokers left in your hand, the points of your hand are doubled.",
            ...: "A joker left in your hand counts {value}.",
        },
        needs=("wilds", "hand_points", "cards_count"),
        passage="values",
        agreed=(50,),
    )
    # IND-SCORE-02 counts a card of the wild rank 0; TT-SCORE-03 counts its usual value.
    wild_hand_value: int | None = option(
        None,
        text={
            None: "A card of a wild rank left in your hand has its usual value.",
            ...: "A card of a wild rank left in your hand counts {value}.",
        },
        needs=("wild_ranks", "hand_points", "cards_count"),
        passage="values",
    )
    # D-63: "one or more" jokers double the hand only once.
    double_per_joker: bool = option(
        False,
        text={
            False: "However many jokers you hold, the points are doubled only once.",
            True: ("Each further joker doubles the points again."),
        },
        needs=("wilds", "several_jokers", "charges", "doubling"),
        passage="values",
    )
    # D-63: no text says what a joker that doubles the hand is worth itself.
    joker_base: int = option(
        0,
        text="Each joker itself counts {value} before the doubling.",
        needs=("wilds", "charges", "doubling"),
        passage="values",
    )
    # IND-FOLD-02 and IND-FOLD-03 set the prices. IND-FOLD-04: a player may drop out only before drawing.
    fold_prices: tuple[int, int] | None = option(
        None,
        values=integers(2, 1),
        text={
            None: "Nobody may drop out of a round.",
            ...: (
                "Before you draw, you may drop out of the round, without showing your hand. This costs {first} points "
                "on your first turn and {second} points later. If only one player is left, that player wins the round."
            ),
        },
        quiet=True,
        needs=("charges", "declaring"),
        passage="draw",
    )
