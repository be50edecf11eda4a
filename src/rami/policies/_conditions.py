"""The conditions behind the combinations of options that are refused: one small predicate each.

Each takes settings, values by "slot.field", and tells whether they clash; `rami.policies.clashes` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Settings = Mapping[str, Any]

CARDS_IN_PACK = 52
HIGH_ACE = 14
KING = 13
SUITS = 4


def no_wild_cards(v: Settings) -> bool:
    return v["equipment.jokers"] == 0 and not v["equipment.wild_ranks"]


def deal_leaves_too_little(v: Settings) -> bool:
    pack = CARDS_IN_PACK * v["equipment.packs"] + v["equipment.jokers"]
    dealt = (
        v["equipment.players"][0] * v["dealing.hand_size"] + v["dealing.starter_extra"] + v["dealing.upcard"]
    )
    return bool(dealt > pack - v["dealing.min_stock"])


def starter_stays_short(v: Settings) -> bool:
    return bool(v["drawing.starter_turn"] != "normal" and v["dealing.starter_extra"] == 0)


def starter_keeps_too_much(v: Settings) -> bool:
    return bool(v["drawing.starter_turn"] == "normal" and v["dealing.starter_extra"] == 1)


def pile_started_twice(v: Settings) -> bool:
    return bool(v["dealing.starter_extra"] == 1 and v["dealing.upcard"])


def return_of_a_bound_card(v: Settings) -> bool:
    return v["drawing.allow_return_discard"] and v["drawing.discard_use"] is not None


def condition_on_a_free_draw(v: Settings) -> bool:
    return v["opening.pickup_minimum"] is not None and v["drawing.discard_use"] is None


def pickup_below_minimum(v: Settings) -> bool:
    return v["opening.pickup_minimum"] is not None and v["opening.pickup_minimum"] < v["opening.minimum"]


def any_turn_without_duty(v: Settings) -> bool:
    return v["drawing.unopened_discard_use"] == "any_same_turn" and v["drawing.discard_use"] is None


def any_turn_without_actions(v: Settings) -> bool:
    return bool(
        v["drawing.unopened_discard_use"] == "any_same_turn" and v["opening.post_open"] == "next_turn"
    )


def no_clean_meld_to_keep_out_of(v: Settings) -> bool:
    return not v["drawing.discard_in_clean_run"] and v["opening.clean"] is None


def no_bound_card_to_keep_out(v: Settings) -> bool:
    return not v["drawing.discard_in_clean_run"] and v["drawing.discard_use"] is None


def recycles_that_never_come(v: Settings) -> bool:
    return v["drawing.recycle"] == "never" and v["drawing.max_recycles"] is not None


def low_ace_in_a_circle(v: Settings) -> bool:
    return bool(v["melding.ace"] == "low" and v["melding.run_wrap"])


def low_ace_at_the_top(v: Settings) -> bool:
    return bool(v["melding.ace"] == "low" and v["melding.max_run"] == HIGH_ACE)


def no_run_possible(v: Settings) -> bool:
    longest = min(v["melding.max_run"], KING) if v["melding.run_wrap"] else v["melding.max_run"]
    return bool(v["melding.run_min"] > longest)


def no_group_possible(v: Settings) -> bool:
    return v["melding.set_max"] is not None and v["melding.set_min"] > v["melding.set_max"]


def more_suits_than_exist(v: Settings) -> bool:
    largest = v["melding.set_max"]
    return v["melding.set_suits"] == "distinct" and (largest is None or largest > SUITS)


def wild_twos_in_melds_with_points(v: Settings) -> bool:
    return bool(v["equipment.wild_ranks"]) and v["opening.minimum"] > 0


def wild_twos_in_hand(v: Settings) -> bool:
    return bool(v["equipment.wild_ranks"]) and v["scoring.kind"] == "penalty"


def one_wild_has_no_neighbour(v: Settings) -> bool:
    one_at_most = v["melding.max_wild"] == 1 and v["melding.max_wild_scope"] == "meld"
    return not v["melding.adjacent_wilds"] and one_at_most


def scope_without_limit(v: Settings) -> bool:
    return v["melding.wild_limit_scope"] == "laydown" and v["melding.wild_limit"] is None


def is_without_conditions(v: Settings) -> bool:
    return v["opening.minimum"] == 0 and v["opening.clean"] is None


def exempt_from_nothing(v: Settings) -> bool:
    return v["opening.all_at_once_requires"] != "full" and is_without_conditions(v)


def points_say_nothing_new(v: Settings) -> bool:
    one_condition = v["opening.minimum"] == 0 or v["opening.clean"] is None
    return v["opening.all_at_once_requires"] == "points" and one_condition and not is_without_conditions(v)


def no_sum_to_fill(v: Settings) -> bool:
    return bool(v["opening.counts_layoffs"] and v["opening.minimum"] == 0)


def no_layoffs_to_count(v: Settings) -> bool:
    return bool(v["opening.counts_layoffs"] and v["opening.post_open"] == "next_turn")


def no_recovery(v: Settings) -> bool:
    return bool(v["table.run_joker"] == "never" and v["table.set_joker"] == "never")


def rule_without_recovery(v: Settings) -> bool:
    return v["table.recovered_joker"] is not None and no_recovery(v)


def recovery_without_rule(v: Settings) -> bool:
    return v["table.recovered_joker"] is None and not no_recovery(v)


def early_swap_without_recovery(v: Settings) -> bool:
    return not v["table.swap_requires_open"] and no_recovery(v)


def early_swap_into_hand(v: Settings) -> bool:
    return not v["table.swap_requires_open"] and v["table.recovered_joker"] == "hand"


def four_only_but_closed(v: Settings) -> bool:
    return bool(v["table.set_joker"] == "four_only" and v["table.closed_four_set"])


def four_only_without_fours(v: Settings) -> bool:
    return bool(v["table.set_joker"] == "four_only" and v["melding.set_max"] == SUITS - 1)


def no_missing_suit(v: Settings) -> bool:
    return bool(v["table.set_joker"] != "never" and v["melding.set_suits"] == "any")


def four_is_not_the_end(v: Settings) -> bool:
    return bool(
        v["table.closed_four_set"] and (v["melding.set_suits"] == "any" or v["melding.set_max"] != SUITS)
    )


def joker_finish_without_discard(v: Settings) -> bool:
    return bool(v["closing.final_discard"] == "forbidden" and v["scoring.joker_finish"] == "discard")


def joker_factor_without_discard(v: Settings) -> bool:
    return v["closing.final_discard"] == "forbidden" and v["scoring.joker_finish_any_factor"] is not None


def joker_ban_without_discard(v: Settings) -> bool:
    return bool(v["closing.final_discard"] == "forbidden" and v["closing.joker_finish_forbidden"])


def joker_finish_forbidden_and_paid(v: Settings) -> bool:
    return bool(v["closing.joker_finish_forbidden"] and v["scoring.joker_finish"] == "discard")


def joker_end_forbidden_and_paid(v: Settings) -> bool:
    return v["closing.joker_finish_forbidden"] and v["scoring.joker_finish_any_factor"] is not None


def joker_finish_without_price(v: Settings) -> bool:
    return v["scoring.joker_finish"] == "discard" and v["scoring.joker_finish_factor"] is None


def points_that_are_not_counted(v: Settings) -> bool:
    return bool(v["scoring.kind"] == "none" and v["match.end"] != "contracts")


def last_hand_without_points(v: Settings) -> bool:
    return bool(v["scoring.kind"] == "none" and v["match.final_hand_multiplier"] > 1)


def all_factors_are_one(v: Settings) -> bool:
    return all(factor == 1 for factor in v["scoring.all_at_once_factors"])


def dry_flat_with_factors(v: Settings) -> bool:
    return v["scoring.dry_flat"] is not None and not all_factors_are_one(v)


def dry_flat_with_joker_finish(v: Settings) -> bool:
    paid = v["scoring.joker_finish"] is not None and v["scoring.joker_finish_factor"] not in (None, 1)
    return v["scoring.dry_flat"] is not None and paid


def dry_flat_with_joker_end(v: Settings) -> bool:
    return v["scoring.dry_flat"] is not None and v["scoring.joker_finish_any_factor"] not in (None, 1)


def no_dry_charge(v: Settings) -> bool:
    return v["scoring.dry_when"] != "nobody_laid" and v["scoring.dry_flat"] is None


def doubling_of_a_number(v: Settings) -> bool:
    return bool(v["scoring.double_per_joker"] and v["scoring.joker_hand_value"] != "double")


def base_of_a_number(v: Settings) -> bool:
    return bool(v["scoring.joker_base"] > 0 and v["scoring.joker_hand_value"] != "double")


def no_flat_to_multiply(v: Settings) -> bool:
    return not v["scoring.flat_multiplied"] and v["scoring.unopened_flat"] is None


def no_factor(v: Settings) -> bool:
    joker_finish = v["scoring.joker_finish"] is not None and not no_wild_cards(v)
    return all_factors_are_one(v) and not joker_finish


def dry_only_without_factor(v: Settings) -> bool:
    return v["scoring.double_on"] == "rami_sec_only" and no_factor(v)


def help_without_factor(v: Settings) -> bool:
    return not v["scoring.all_at_once_help"] and no_factor(v)


def no_target(v: Settings) -> bool:
    return v["match.end"] in ("until", "first_to_target_wins") and v["match.target"] is None


def no_elimination_limit(v: Settings) -> bool:
    return v["match.end"] == "elimination" and v["match.elimination_limit"] is None


def no_number_of_hands(v: Settings) -> bool:
    return v["match.end"] == "hands" and v["match.hands"] is None


def last_hand_unknown(v: Settings) -> bool:
    return bool(v["match.final_hand_multiplier"] > 1 and v["match.end"] != "hands")


def lowest_credit_wins(v: Settings) -> bool:
    return bool(v["match.end"] == "until" and v["scoring.kind"] == "credit")


def several_reach_the_target(v: Settings) -> bool:
    first_wins = v["match.end"] == "first_to_target_wins" and v["scoring.kind"] == "penalty"
    return bool(first_wins and v["equipment.players"][1] > 2)


def credits_eliminate(v: Settings) -> bool:
    return bool(v["match.end"] == "elimination" and v["scoring.kind"] == "credit")


def game_bonus_without_won_hands(v: Settings) -> bool:
    return v["match.game_bonus"] is not None and v["scoring.kind"] != "credit"


def box_bonus_without_won_hands(v: Settings) -> bool:
    return v["match.box_bonus"] is not None and v["scoring.kind"] != "credit"


def shutout_without_won_hands(v: Settings) -> bool:
    return bool(v["match.shutout_doubles"] and v["scoring.kind"] != "credit")


def no_bonus_to_double(v: Settings) -> bool:
    return bool(v["match.shutout_doubles"] and v["match.game_bonus"] is None)


def columns_without_target(v: Settings) -> bool:
    return bool(v["match.columns"] > 1 and v["match.end"] != "first_to_target_wins")


def alternating_among_many(v: Settings) -> bool:
    return bool(v["match.dealer_rotation"] == "alternate" and v["equipment.players"][1] > 2)


def loser_without_scores(v: Settings) -> bool:
    return bool(v["match.dealer_rotation"] == "loser" and v["scoring.kind"] == "none")


def no_fault_to_offer(v: Settings) -> bool:
    nothing = not v["conduct.carte"] and v["conduct.touch_penalty"] is None
    return bool(v["conduct.mode"] == "explicit" and nothing)


def no_factor_to_lose(v: Settings) -> bool:
    return v["conduct.touch_penalty"] is not None and all_factors_are_one(v)


def burnt_without_a_table(v: Settings) -> bool:
    return bool(v["melding.joker_in_run"] == "burnt" and v["table.concealed"])
