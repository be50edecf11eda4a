"""Combinations of options that are refused.

Two kinds are refused when a variant is created: values that contradict each other, and a value that could never have
an effect.  Each is one entry of `CLASHES`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rami.errors import Violation
from rami.policies import _conditions as on
from rami.policies._clash import Clash
from rami.policies._conditions import Settings
from rami.policies._contract_clashes import CONTRACT_CLASHES
from rami.policies._knock_clashes import KNOCK_CLASHES
from rami.policies.switches import unread

__all__ = ["CLASHES", "Clash", "clashes"]


CLASHES: tuple[Clash, ...] = (
    Clash(
        (
            "dealing.hand_size",
            "equipment.players",
            "equipment.packs",
            "equipment.jokers",
            "dealing.starter_extra",
            "dealing.upcard",
            "dealing.min_stock",
        ),
        on.deal_leaves_too_little,
        "even with the fewest players the deal leaves too small a stock",
        "dealing.hand_size",
    ),
    Clash(
        ("drawing.starter_turn", "dealing.starter_extra"),
        on.starter_stays_short,
        "the starter would stay one card short",
        "dealing.starter_extra",
    ),
    Clash(
        ("dealing.starter_extra", "drawing.starter_turn"),
        on.starter_keeps_too_much,
        "the starter would keep one card too many",
        "drawing.starter_turn",
    ),
    Clash(
        ("dealing.starter_extra", "dealing.upcard"),
        on.pile_started_twice,
        "the discard pile would be started twice",
        "dealing.upcard",
    ),
    Clash(
        ("drawing.allow_return_discard", "drawing.discard_use"),
        on.return_of_a_bound_card,
        "a card that must be placed cannot go back",
        "drawing.allow_return_discard",
    ),
    Clash(
        ("opening.pickup_minimum", "drawing.discard_use"),
        on.condition_on_a_free_draw,
        "a free draw has no condition",
        "opening.pickup_minimum",
    ),
    Clash(
        ("opening.pickup_minimum", "opening.minimum"),
        on.pickup_below_minimum,
        "the discard would ask less than the stock",
        "opening.pickup_minimum",
    ),
    Clash(
        ("drawing.unopened_discard_use", "drawing.discard_use"),
        on.any_turn_without_duty,
        "there is no duty to meet",
        "drawing.unopened_discard_use",
    ),
    Clash(
        ("drawing.unopened_discard_use", "opening.post_open"),
        on.any_turn_without_actions,
        "no lay-off or swap is left in that turn",
        "drawing.unopened_discard_use",
    ),
    Clash(
        ("drawing.discard_in_clean_run", "opening.clean"),
        on.no_clean_meld_to_keep_out_of,
        "there is no clean meld to keep the discard out of",
        "drawing.discard_in_clean_run",
    ),
    Clash(
        ("drawing.discard_in_clean_run", "drawing.discard_use"),
        on.no_bound_card_to_keep_out,
        "the discard need not be placed, so there is nothing to keep out",
        "drawing.discard_in_clean_run",
    ),
    Clash(
        ("drawing.max_recycles", "drawing.recycle"),
        on.recycles_that_never_come,
        "there is nothing to count",
        "drawing.max_recycles",
    ),
    Clash(
        ("melding.run_wrap", "melding.ace"),
        on.low_ace_in_a_circle,
        "there is no place above the king to pass through",
        "melding.run_wrap",
    ),
    Clash(
        ("melding.max_run", "melding.ace"),
        on.low_ace_at_the_top,
        "the fourteenth place is the high ace",
        "melding.max_run",
    ),
    Clash(
        ("melding.run_min", "melding.max_run", "melding.run_wrap"),
        on.no_run_possible,
        "no run could exist",
        "melding.run_min",
    ),
    Clash(
        ("melding.set_min", "melding.set_max"),
        on.no_group_possible,
        "no group could exist",
        "melding.set_min",
    ),
    Clash(
        ("melding.set_max", "melding.set_suits"),
        on.more_suits_than_exist,
        "there are four suits",
        "melding.set_max",
    ),
    Clash(
        ("equipment.wild_ranks", "opening.minimum"),
        on.wild_twos_in_melds_with_points,
        "a wild two has no written value in a meld",
        "equipment.wild_ranks",
    ),
    Clash(
        ("equipment.wild_ranks", "scoring.kind"),
        on.wild_twos_in_hand,
        "a wild two has no written value in a hand",
        "equipment.wild_ranks",
    ),
    Clash(
        ("melding.adjacent_wilds", "melding.max_wild", "melding.max_wild_scope"),
        on.one_wild_has_no_neighbour,
        "a single wild card has no neighbour",
        "melding.adjacent_wilds",
    ),
    Clash(
        ("melding.wild_limit_scope", "melding.wild_limit"),
        on.scope_without_limit,
        "there is no limit to scope",
        "melding.wild_limit_scope",
    ),
    Clash(
        ("opening.all_at_once_requires", "opening.minimum", "opening.clean"),
        on.exempt_from_nothing,
        "there is nothing to be exempt from",
        "opening.all_at_once_requires",
    ),
    Clash(
        ("opening.all_at_once_requires", "opening.minimum", "opening.clean"),
        on.points_say_nothing_new,
        'with one condition only this equals "full" or "nothing"',
        "opening.all_at_once_requires",
    ),
    Clash(
        ("opening.counts_layoffs", "opening.minimum"),
        on.no_sum_to_fill,
        "there is no sum to fill",
        "opening.counts_layoffs",
    ),
    Clash(
        ("opening.counts_layoffs", "opening.post_open"),
        on.no_layoffs_to_count,
        "no lay-off is allowed in that turn",
        "opening.counts_layoffs",
    ),
    Clash(
        ("table.recovered_joker", "table.run_joker", "table.set_joker"),
        on.rule_without_recovery,
        "wild cards are not recovered anywhere",
        "table.recovered_joker",
    ),
    Clash(
        ("table.recovered_joker", "table.run_joker", "table.set_joker"),
        on.recovery_without_rule,
        "the recovered joker would have no place to go",
        "table.recovered_joker",
    ),
    Clash(
        ("table.swap_requires_open", "table.run_joker", "table.set_joker"),
        on.early_swap_without_recovery,
        "there is no swap to allow",
        "table.swap_requires_open",
    ),
    Clash(
        ("table.swap_requires_open", "table.recovered_joker"),
        on.early_swap_into_hand,
        "the meld that holds the joker could not be told later",
        "table.swap_requires_open",
    ),
    Clash(
        ("table.set_joker", "table.closed_four_set"),
        on.four_only_but_closed,
        'nothing is left to recover, which is written "never"',
        "table.set_joker",
    ),
    Clash(
        ("table.set_joker", "melding.set_max"),
        on.four_only_without_fours,
        "there is no group of four",
        "table.set_joker",
    ),
    Clash(
        ("table.set_joker", "melding.set_suits"),
        on.no_missing_suit,
        "no suit is ever missing",
        "table.set_joker",
    ),
    Clash(
        ("table.closed_four_set", "melding.set_suits", "melding.set_max"),
        on.four_is_not_the_end,
        "four cards are not the end of a group",
        "table.closed_four_set",
    ),
    Clash(
        ("scoring.joker_finish", "closing.final_discard"),
        on.joker_finish_without_discard,
        "there is no final discard",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.joker_finish_any_factor", "closing.final_discard"),
        on.joker_factor_without_discard,
        "there is no final discard",
        "scoring.joker_finish_any_factor",
    ),
    Clash(
        ("closing.joker_finish_forbidden", "closing.final_discard"),
        on.joker_ban_without_discard,
        "there is no final discard",
        "closing.joker_finish_forbidden",
    ),
    Clash(
        ("scoring.joker_finish", "closing.joker_finish_forbidden"),
        on.joker_finish_forbidden_and_paid,
        "what is forbidden cannot be paid for",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.joker_finish_any_factor", "closing.joker_finish_forbidden"),
        on.joker_end_forbidden_and_paid,
        "what is forbidden cannot be paid for",
        "scoring.joker_finish_any_factor",
    ),
    Clash(
        ("scoring.joker_finish", "scoring.joker_finish_factor"),
        on.joker_finish_without_price,
        "the finish has no price",
        "scoring.joker_finish_factor",
    ),
    Clash(
        ("scoring.kind", "match.end"),
        on.points_that_are_not_counted,
        "there are no points to add up",
        "scoring.kind",
    ),
    Clash(
        ("scoring.kind", "match.final_hand_multiplier"),
        on.last_hand_without_points,
        "there are no points to multiply",
        "match.final_hand_multiplier",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.all_at_once_factors"),
        on.dry_flat_with_factors,
        "the product of this charge and a factor is not written",
        "scoring.all_at_once_factors",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.joker_finish", "scoring.joker_finish_factor"),
        on.dry_flat_with_joker_finish,
        "the product of this charge and a factor is not written",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.joker_finish_any_factor"),
        on.dry_flat_with_joker_end,
        "the product of this charge and a factor is not written",
        "scoring.joker_finish_any_factor",
    ),
    Clash(
        ("scoring.dry_when", "scoring.dry_flat"), on.no_dry_charge, "there is no charge", "scoring.dry_when"
    ),
    Clash(
        ("scoring.double_per_joker", "scoring.joker_hand_value"),
        on.doubling_of_a_number,
        'only the joker value "double" reads it',
        "scoring.double_per_joker",
    ),
    Clash(
        ("scoring.joker_base", "scoring.joker_hand_value"),
        on.base_of_a_number,
        'only the joker value "double" reads it',
        "scoring.joker_base",
    ),
    Clash(
        ("scoring.flat_multiplied", "scoring.unopened_flat"),
        on.no_flat_to_multiply,
        "there is no flat",
        "scoring.flat_multiplied",
    ),
    Clash(
        ("scoring.double_on", "scoring.all_at_once_factors", "scoring.joker_finish"),
        on.dry_only_without_factor,
        "there is no factor to withhold",
        "scoring.double_on",
    ),
    Clash(
        ("scoring.all_at_once_help", "scoring.all_at_once_factors", "scoring.joker_finish"),
        on.help_without_factor,
        "there is no factor to withhold",
        "scoring.all_at_once_help",
    ),
    Clash(("match.end", "match.target"), on.no_target, "the match has no goal", "match.target"),
    Clash(
        ("match.end", "match.elimination_limit"),
        on.no_elimination_limit,
        "the match has no limit",
        "match.elimination_limit",
    ),
    Clash(
        ("match.end", "match.hands"), on.no_number_of_hands, "the match has no number of hands", "match.hands"
    ),
    Clash(
        ("match.final_hand_multiplier", "match.end"),
        on.last_hand_unknown,
        "the last hand must be known beforehand",
        "match.end",
    ),
    Clash(
        ("match.end", "scoring.kind"),
        on.lowest_credit_wins,
        "the lowest total would win a game of credits",
        "match.end",
    ),
    Clash(
        ("match.end", "scoring.kind", "equipment.players"),
        on.several_reach_the_target,
        "several players may reach the target in one hand, and no winner is written for that",
        "equipment.players",
    ),
    Clash(
        ("match.end", "scoring.kind"),
        on.credits_eliminate,
        "credits would eliminate the better player",
        "match.end",
    ),
    Clash(
        ("match.game_bonus", "scoring.kind"),
        on.game_bonus_without_won_hands,
        "won hands are counted in a game of credits only",
        "match.game_bonus",
    ),
    Clash(
        ("match.box_bonus", "scoring.kind"),
        on.box_bonus_without_won_hands,
        "won hands are counted in a game of credits only",
        "match.box_bonus",
    ),
    Clash(
        ("match.shutout_doubles", "scoring.kind"),
        on.shutout_without_won_hands,
        "won hands are counted in a game of credits only",
        "match.shutout_doubles",
    ),
    Clash(
        ("match.shutout_doubles", "match.game_bonus"),
        on.no_bonus_to_double,
        "there is no bonus to double",
        "match.shutout_doubles",
    ),
    Clash(
        ("match.columns", "match.end"),
        on.columns_without_target,
        "each column ends at the target",
        "match.columns",
    ),
    Clash(
        ("match.dealer_rotation", "equipment.players"),
        on.alternating_among_many,
        'this is written for two players; use "next"',
        "match.dealer_rotation",
    ),
    Clash(
        ("match.dealer_rotation", "scoring.kind"),
        on.loser_without_scores,
        "there is no hand score to lose by",
        "match.dealer_rotation",
    ),
    Clash(
        ("melding.joker_in_run", "table.concealed"),
        on.burnt_without_a_table,
        "there is no table to look at",
        "melding.joker_in_run",
    ),
    Clash(
        ("conduct.touch_penalty", "scoring.all_at_once_factors"),
        on.no_factor_to_lose,
        "there is no factor to lose",
        "conduct.touch_penalty",
    ),
    Clash(
        ("conduct.mode", "conduct.carte", "conduct.touch_penalty"),
        on.no_fault_to_offer,
        "there is no fault to offer",
        "conduct.mode",
    ),
    *CONTRACT_CLASHES,
    *KNOCK_CLASHES,
)


def clashes(settings: Settings) -> Iterator[Violation]:
    """Every combination that is refused; a clash with a field that is absent or not read is passed over.

    Parameters:
        settings: values by "slot.field".
    """
    ignored = unread(settings)
    for clash in CLASHES:
        if all(field in settings and field not in ignored for field in clash.fields) and clash.holds(
            settings
        ):
            yield clash.violation
