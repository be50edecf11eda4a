"""Sentences about scores and the end of a match that replace an option's own sentence (see `_wording`)."""

from __future__ import annotations

from collections.abc import Mapping

from rami.locales.rulebooks._conditions import has_columns, no_opening, no_wilds
from rami.policies.declaring.needs import Need, at_once_factor, declares, highest_wins, nets, swaps_happen
from rami.policies.declaring.options import Condition, field_of, names

Wordings = Mapping[str, tuple[tuple[Condition, str], ...]]
"""For each option or sentence, pairs of a condition on the game and the sentence that replaces the usual one."""


OF_SCORES: Wordings = {
    # Where melds stay in the hand, "left in your hand" would sound as if matched aces counted too.
    field_of(names.scoring.ace_hand_value): ((Need.HIDDEN.met, "An ace is worth {value}."),),
    field_of(names.scoring.joker_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.joker_hand_value != "double",
            "An unmatched joker counts {value}.",
        ),
    ),
    field_of(names.scoring.wild_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.wild_hand_value is not None,
            "An unmatched card of a wild rank counts {value}.",
        ),
    ),
    field_of(names.scoring.unopened_flat): (
        (
            lambda v: no_opening(v) and v.scoring.unopened_flat is None,
            "It makes no difference whether a loser has laid melds.",
        ),
        (
            lambda v: declares(v) and v.scoring.unopened_flat is not None,
            "Each loser of a round scores {value}, whatever cards they hold.",
        ),
    ),
    # In Okey and Three Thirteen nobody goes out: a player declares.
    field_of(names.scoring.winner_score): ((declares, "The player who declares scores {value}."),),
    field_of(names.scoring.winner_multiplied): (
        (
            lambda v: declares(v) and v.scoring.winner_multiplied,
            "Every factor also multiplies the score of the player who declares.",
        ),
        (declares, "No factor multiplies the score of the player who declares."),
    ),
    field_of(names.scoring.pairs_factor): (
        (
            lambda v: declares(v) and v.scoring.pairs_factor is not None,
            (
                "If you declare with pairs, the points of the others are multiplied by {value}. If "
                "another factor applies too, multiply by that as well."
            ),
        ),
    ),
    field_of(names.scoring.double_on): (
        (
            lambda v: no_opening(v) and v.scoring.double_on == "all_at_once",
            "The factor for going out all at once applies even if others have laid melds.",
        ),
        (no_opening, "The factor for going out all at once applies only if nobody else has laid a meld."),
    ),
    # BAS-RUMMY-03: nobody opens in Basic Rummy.
    field_of(names.scoring.all_at_once_after): (
        (
            lambda v: no_opening(v) and v.scoring.all_at_once_after == "no_meld",
            "You may still go out all at once if you laid off cards in an earlier turn.",
        ),
        (no_opening, "You can no longer go out all at once if you laid off cards in an earlier turn."),
    ),
    field_of(names.scoring.flat_multiplied): (
        (
            lambda v: declares(v) and v.scoring.flat_multiplied,
            "Every factor multiplies what each loser scores.",
        ),
        (declares, "No factor multiplies what each loser scores."),
    ),
    field_of(names.scoring.joker_finish_any_factor): (
        (
            lambda v: declares(v) and v.scoring.joker_finish_any_factor is not None,
            "If you discard a joker when you declare, the points of the others are multiplied by {value}.",
        ),
    ),
    field_of(names.scoring.cap): (
        (
            lambda v: v.scoring.cap is not None and v.scoring.winner_collects is not None,
            "A loser's hand counts for at most {value} points.",
        ),
    ),
    field_of(names.scoring.wild_discard_charge): (
        (
            lambda v: bool(v.scoring.wild_discard_charge and v.scoring.fitting_discard_charge),
            (
                "If you discard a wild card, {value:point is|points are} added to your score, no matter who "
                "wins. No factor multiplies this charge, and your last discard is exempt. You pay nothing more "
                "if the wild card also fits a meld on the table."
            ),
        ),
    ),
    field_of(names.scoring.fitting_discard_charge): (
        (
            lambda v: v.scoring.fitting_discard_charge is not None and swaps_happen(v),
            (
                "If you discard a card that could be added to a meld on the table at that moment, "
                "{value:point is|points are} added to your score, no matter who wins. No factor multiplies "
                "this charge, and your last discard is exempt. A card that could only be exchanged for a wild "
                "card costs nothing."
            ),
        ),
    ),
    field_of(names.scoring.kind): (
        (
            lambda v: v.scoring.kind == "penalty" and declares(v) and not Need.CARDS_COUNT.met(v),
            "Points count against you; the cards in the losers' hands are not counted.",
        ),
        (
            lambda v: v.scoring.kind == "penalty" and declares(v),
            (
                "Points count against you. Each loser of a round scores the value of their unmatched "
                "cards; choose your melds so that this value is as low as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None and declares(v),
            (
                "The unmatched cards in the losers' hands are counted. Choose your melds so that your "
                "unmatched cards are worth as little as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None,
            "The cards left in the losers' hands are counted; cards on the table do not count.",
        ),
    ),
    field_of(names.scoring.winner_collects): (
        (
            lambda v: v.scoring.winner_collects == "credit" and declares(v),
            "The winner of the round scores the points of all the other hands; the losers score nothing.",
        ),
        (
            lambda v: (
                v.scoring.winner_collects == "zero_sum" and declares(v) and v.scoring.fold_prices is not None
            ),
            (
                "Each loser is charged the points of their own hand, or the price of dropping out, and "
                "the winner of the round scores the total."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects == "zero_sum" and declares(v),
            (
                "Each loser is charged the points of their own hand, and the winner of the round scores the total."
            ),
        ),
    ),
    # Frustration has no scores, and a round of Okey ends with a last turn, not with a draw that fails.
    field_of(names.closing.stalemate): (
        (
            lambda v: v.closing.stock_out == "pass" and v.closing.stalemate == "count_hands",
            "If all players pass, they all score as losers do.",
        ),
        (lambda v: v.closing.stock_out == "pass", "If all players pass, the round is void: nobody scores."),
        # In Rummy 500 winners and losers score alike.
        (
            lambda v: v.closing.stalemate == "count_hands" and nets(v),
            "If the round ends because no card is left to draw, it is scored as usual.",
        ),
        (
            lambda v: v.scoring.kind == "none",
            "If there is no card left to draw, the round is void: contracts laid in it do not count.",
        ),
        (
            lambda v: v.closing.stock_out != "blocked" and v.closing.stalemate == "void",
            "If the round ends because no card is left to draw, it is void: nobody scores.",
        ),
    ),
    field_of(names.scoring.all_at_once_flat): (
        (
            lambda v: no_opening(v) and v.scoring.all_at_once_flat is not None,
            (
                "If you lay your first meld and get rid of all your cards in the same turn, every other "
                "player scores exactly {value}."
            ),
        ),
    ),
    field_of(names.scoring.all_at_once_factors): (
        # In Basic Rummy only the winner has points.
        (
            lambda v: (
                v.scoring.all_at_once_factors != (1,)
                and v.scoring.winner_collects == "credit"
                and no_wilds(v)
            ),
            "If you go out all at once, the points that you score are multiplied by {first}.",
        ),
        (
            lambda v: v.scoring.all_at_once_factors != (1,) and no_wilds(v),
            "Going out all at once multiplies the points of the others by {first}.",
        ),
    ),
    field_of(names.scoring.joker_finish_factor): (
        (
            lambda v: v.scoring.joker_finish == "last_card_any" and at_once_factor(v),
            (
                "If a joker is your last discard, or among the cards that you place last, the factor is "
                "{value} instead."
            ),
        ),
        (
            lambda v: v.scoring.joker_finish == "last_card_any",
            (
                "Going out all at once with a joker as your last discard, or among the cards that you "
                "place last, multiplies the points of the others by {value}."
            ),
        ),
        (
            lambda v: not at_once_factor(v),
            (
                "Going out all at once with a joker as your last discard multiplies the points of the "
                "others by {value}."
            ),
        ),
    ),
    field_of(names.match.dealer_rotation): (
        (
            lambda v: v.match.dealer_rotation == "loser" and highest_wins(v),
            "The loser of a round deals the next one.",
        ),
    ),
    # D-145: each column of a Hollywood score is closed by itself. In Rummy 500 everybody scores, so several players may
    # pass 500 with equal totals.
    field_of(names.match.end): (
        (
            lambda v: v.match.end == "first_to_target_wins" and has_columns(v),
            (
                "A column is closed when a player reaches the target in it, and later wins no longer "
                "count there. When all columns are closed, the match ends, and the player with the "
                "highest sum of the three columns wins."
            ),
        ),
        (
            lambda v: v.match.end == "first_to_target_wins" and nets(v),
            (
                "The match ends with the round in which a player reaches the target. The highest total "
                "wins; players with the same highest total share the win."
            ),
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands == 1 and highest_wins(v),
            "The player with the highest total wins.",
        ),
        (
            lambda v: v.match.end == "hands" and highest_wins(v),
            "After the last round the player with the highest total wins.",
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands == 1,
            "The player with the lowest total wins.",
        ),
    ),
    field_of(names.match.lowest_tie): (
        (
            lambda v: v.match.lowest_tie == "shared" and highest_wins(v),
            "Players with the same highest total share the win.",
        ),
        (
            highest_wins,
            "Players with the same highest total play on without the others, round by round, until one of them leads.",
        ),
    ),
    field_of(names.match.game_bonus): (
        (
            lambda v: v.match.game_bonus is not None and has_columns(v),
            "The winner of a column gets a bonus of {value} points in that column.",
        ),
    ),
    field_of(names.match.box_bonus): (
        (
            lambda v: v.match.box_bonus is not None and has_columns(v),
            "In each column a player adds {value} points for every win that counts there.",
        ),
    ),
}
