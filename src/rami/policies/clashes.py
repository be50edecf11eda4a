"""Combinations of options that are refused, and the options that a switch leaves unread.

Two kinds of combination are refused when a variant is created: values that contradict each other, and a value that
could never have an effect.  Each is one entry of `CLASHES`.  A field that belongs to a switch keeps its value when the
switch is off; such a field is not read, and no clash is reported for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from rami.errors import Reason, Violation

__all__ = ["CLASHES", "SWITCHES", "Clash", "Switch", "clashes", "unread"]

Settings = Mapping[str, Any]
Predicate = Callable[[Settings], bool]

CARDS_IN_PACK = 52
HIGH_ACE = 14
KING = 13
SUITS = 4


@attrs.frozen
class Clash:
    """One combination that is refused.

    Parameters:
        fields: every field that takes part, as "slot.field"; the message names the first, then the others.
        holds: whether the settings clash.
        why: the reason in plain words.
        change: the field to change.
    """

    fields: tuple[str, ...]
    holds: Predicate
    why: str
    change: str

    @property
    def violation(self) -> Violation:
        """The violation that reports this clash."""
        first, *others = self.fields
        params = {"field": first, "other": ", ".join(others), "why": self.why, "change": self.change}
        return Violation(Reason.OPTION_CLASH, None, params)


@attrs.frozen
class Switch:
    """Fields that are not read while a switch is off.

    Parameters:
        needs: the fields that the switch consists of.
        is_off: whether it is off.
        fields: the fields that are then not read.
    """

    needs: tuple[str, ...]
    is_off: Predicate
    fields: tuple[str, ...]


def _no_wild_cards(v: Settings) -> bool:
    return v["equipment.jokers"] == 0 and not v["equipment.wild_ranks"]


def _take_off(v: Settings) -> bool:
    return v["table.take"] == "off"


def _clean_runs_of_others_open(v: Settings) -> bool:
    return v["table.joker_on_foreign_clean_run"] is True


def _no_limit_in_first_round(v: Settings) -> bool:
    return v["drawing.first_round_discard"] and v["opening.first_round_melds"]


def _nothing_to_place_after_recovery(v: Settings) -> bool:
    return v["table.recovered_joker"] in ("hand", None)


def _automatic_conduct(v: Settings) -> bool:
    return v["conduct.mode"] == "auto"


def _no_carte(v: Settings) -> bool:
    return v["conduct.carte"] is False


def _no_joker_finish(v: Settings) -> bool:
    return v["scoring.joker_finish"] is None


def _target_not_read(v: Settings) -> bool:
    return v["match.end"] not in ("until", "first_to_target_wins")


def _elimination_limit_not_read(v: Settings) -> bool:
    return v["match.end"] != "elimination"


def _hands_not_read(v: Settings) -> bool:
    return v["match.end"] != "hands"


def _flat_for_all_at_once(v: Settings) -> bool:
    return v["scoring.all_at_once_flat"] is not None


SWITCHES: tuple[Switch, ...] = (
    Switch(
        ("equipment.jokers", "equipment.wild_ranks"),
        _no_wild_cards,
        (
            "melding.joker_meld_value",
            "melding.max_wild",
            "melding.max_wild_scope",
            "melding.wild_limit",
            "melding.wild_limit_scope",
            "melding.min_natural",
            "melding.adjacent_wilds",
            "melding.joker_suit_in_set",
            "melding.joker_at_ends",
            "table.run_joker",
            "table.set_joker",
            "table.swap_requires_open",
            "table.recovered_joker",
            "table.recovered_when",
            "table.closed_four_set",
            "table.joker_on_foreign_clean_run",
            "table.foreign_clean_scope",
            "table.take_joker",
            "closing.joker_discard",
            "closing.joker_finish_forbidden",
            "scoring.joker_hand_value",
            "scoring.double_per_joker",
            "scoring.joker_base",
            "scoring.joker_finish",
            "scoring.joker_finish_factor",
            "scoring.joker_finish_any_factor",
        ),
    ),
    Switch(
        ("table.take",),
        _take_off,
        ("table.take_from", "table.take_positions", "table.take_min_hand_cards", "table.take_joker"),
    ),
    Switch(("table.joker_on_foreign_clean_run",), _clean_runs_of_others_open, ("table.foreign_clean_scope",)),
    Switch(
        ("drawing.first_round_discard", "opening.first_round_melds"),
        _no_limit_in_first_round,
        ("drawing.first_round_scope",),
    ),
    Switch(("table.recovered_joker",), _nothing_to_place_after_recovery, ("table.recovered_when",)),
    Switch(("conduct.mode",), _automatic_conduct, ("conduct.carte_penalty", "conduct.announce_at")),
    Switch(("conduct.carte",), _no_carte, ("conduct.carte_penalty", "conduct.announce_at", "conduct.carte_claim")),
    Switch(("scoring.joker_finish",), _no_joker_finish, ("scoring.joker_finish_factor",)),
    Switch(("match.end",), _target_not_read, ("match.target",)),
    Switch(("match.end",), _elimination_limit_not_read, ("match.elimination_limit",)),
    Switch(("match.end",), _hands_not_read, ("match.hands",)),
    Switch(
        ("scoring.all_at_once_flat",),
        _flat_for_all_at_once,
        ("scoring.all_at_once_factors", "scoring.joker_finish", "scoring.joker_finish_factor"),
    ),
)


# deal and first turn


def _deal_leaves_too_little(v: Settings) -> bool:
    pack = CARDS_IN_PACK * v["equipment.packs"] + v["equipment.jokers"]
    dealt = v["equipment.players"][0] * v["dealing.hand_size"] + v["dealing.starter_extra"] + v["dealing.upcard"]
    return bool(dealt > pack - v["dealing.min_stock"])


def _starter_stays_short(v: Settings) -> bool:
    return v["drawing.starter_turn"] != "normal" and v["dealing.starter_extra"] == 0


def _starter_keeps_too_much(v: Settings) -> bool:
    return v["drawing.starter_turn"] == "normal" and v["dealing.starter_extra"] == 1


def _pile_started_twice(v: Settings) -> bool:
    return v["dealing.starter_extra"] == 1 and v["dealing.upcard"]


# drawing and stock


def _return_of_a_bound_card(v: Settings) -> bool:
    return v["drawing.allow_return_discard"] and v["drawing.discard_use"] is not None


def _condition_on_a_free_draw(v: Settings) -> bool:
    return v["opening.pickup_minimum"] is not None and v["drawing.discard_use"] is None


def _pickup_below_minimum(v: Settings) -> bool:
    return v["opening.pickup_minimum"] is not None and v["opening.pickup_minimum"] < v["opening.minimum"]


def _any_turn_without_duty(v: Settings) -> bool:
    return v["drawing.unopened_discard_use"] == "any_same_turn" and v["drawing.discard_use"] is None


def _any_turn_without_actions(v: Settings) -> bool:
    return v["drawing.unopened_discard_use"] == "any_same_turn" and v["opening.post_open"] == "next_turn"


def _no_clean_meld_to_keep_out_of(v: Settings) -> bool:
    return not v["drawing.discard_in_clean_run"] and v["opening.clean"] is None


def _no_bound_card_to_keep_out(v: Settings) -> bool:
    return not v["drawing.discard_in_clean_run"] and v["drawing.discard_use"] is None


def _recycles_that_never_come(v: Settings) -> bool:
    return v["drawing.recycle"] == "never" and v["drawing.max_recycles"] is not None


# melds and wild cards


def _low_ace_in_a_circle(v: Settings) -> bool:
    return v["melding.ace"] == "low" and v["melding.run_wrap"]


def _low_ace_at_the_top(v: Settings) -> bool:
    return v["melding.ace"] == "low" and v["melding.max_run"] == HIGH_ACE


def _no_run_possible(v: Settings) -> bool:
    longest = min(v["melding.max_run"], KING) if v["melding.run_wrap"] else v["melding.max_run"]
    return bool(v["melding.run_min"] > longest)


def _no_group_possible(v: Settings) -> bool:
    return v["melding.set_max"] is not None and v["melding.set_min"] > v["melding.set_max"]


def _more_suits_than_exist(v: Settings) -> bool:
    largest = v["melding.set_max"]
    return v["melding.set_suits"] == "distinct" and (largest is None or largest > SUITS)


def _wild_twos_in_melds_with_points(v: Settings) -> bool:
    return bool(v["equipment.wild_ranks"]) and v["opening.minimum"] > 0


def _wild_twos_in_hand(v: Settings) -> bool:
    return bool(v["equipment.wild_ranks"]) and v["scoring.kind"] == "penalty"


def _one_wild_has_no_neighbour(v: Settings) -> bool:
    one_at_most = v["melding.max_wild"] == 1 and v["melding.max_wild_scope"] == "meld"
    return not v["melding.adjacent_wilds"] and one_at_most


def _scope_without_limit(v: Settings) -> bool:
    return v["melding.wild_limit_scope"] == "laydown" and v["melding.wild_limit"] is None


# opening


def _is_without_conditions(v: Settings) -> bool:
    return v["opening.minimum"] == 0 and v["opening.clean"] is None


def _exempt_from_nothing(v: Settings) -> bool:
    return v["opening.all_at_once_requires"] != "full" and _is_without_conditions(v)


def _points_say_nothing_new(v: Settings) -> bool:
    one_condition = v["opening.minimum"] == 0 or v["opening.clean"] is None
    return v["opening.all_at_once_requires"] == "points" and one_condition and not _is_without_conditions(v)


def _no_sum_to_fill(v: Settings) -> bool:
    return v["opening.counts_layoffs"] and v["opening.minimum"] == 0


def _no_layoffs_to_count(v: Settings) -> bool:
    return v["opening.counts_layoffs"] and v["opening.post_open"] == "next_turn"


# table


def _no_recovery(v: Settings) -> bool:
    return v["table.run_joker"] == "never" and v["table.set_joker"] == "never"


def _rule_without_recovery(v: Settings) -> bool:
    return v["table.recovered_joker"] is not None and _no_recovery(v)


def _recovery_without_rule(v: Settings) -> bool:
    return v["table.recovered_joker"] is None and not _no_recovery(v)


def _early_swap_without_recovery(v: Settings) -> bool:
    return not v["table.swap_requires_open"] and _no_recovery(v)


def _early_swap_into_hand(v: Settings) -> bool:
    return not v["table.swap_requires_open"] and v["table.recovered_joker"] == "hand"


def _four_only_but_closed(v: Settings) -> bool:
    return v["table.set_joker"] == "four_only" and v["table.closed_four_set"]


def _four_only_without_fours(v: Settings) -> bool:
    return v["table.set_joker"] == "four_only" and v["melding.set_max"] == SUITS - 1


def _no_missing_suit(v: Settings) -> bool:
    return v["table.set_joker"] != "never" and v["melding.set_suits"] == "any"


def _four_is_not_the_end(v: Settings) -> bool:
    return v["table.closed_four_set"] and (v["melding.set_suits"] == "any" or v["melding.set_max"] != SUITS)


# going out and score


def _joker_finish_without_discard(v: Settings) -> bool:
    return v["closing.final_discard"] == "forbidden" and v["scoring.joker_finish"] == "discard"


def _joker_factor_without_discard(v: Settings) -> bool:
    return v["closing.final_discard"] == "forbidden" and v["scoring.joker_finish_any_factor"] is not None


def _joker_ban_without_discard(v: Settings) -> bool:
    return v["closing.final_discard"] == "forbidden" and v["closing.joker_finish_forbidden"]


def _joker_finish_forbidden_and_paid(v: Settings) -> bool:
    return v["closing.joker_finish_forbidden"] and v["scoring.joker_finish"] == "discard"


def _joker_end_forbidden_and_paid(v: Settings) -> bool:
    return v["closing.joker_finish_forbidden"] and v["scoring.joker_finish_any_factor"] is not None


def _joker_finish_without_price(v: Settings) -> bool:
    return v["scoring.joker_finish"] == "discard" and v["scoring.joker_finish_factor"] is None


def _credit_without_knocking(v: Settings) -> bool:
    return v["scoring.kind"] == "credit"


def _points_that_are_not_counted(v: Settings) -> bool:
    return v["scoring.kind"] == "none" and v["match.end"] != "contracts"


def _last_hand_without_points(v: Settings) -> bool:
    return v["scoring.kind"] == "none" and v["match.final_hand_multiplier"] > 1


def _all_factors_are_one(v: Settings) -> bool:
    return all(factor == 1 for factor in v["scoring.all_at_once_factors"])


def _dry_flat_with_factors(v: Settings) -> bool:
    return v["scoring.dry_flat"] is not None and not _all_factors_are_one(v)


def _dry_flat_with_joker_finish(v: Settings) -> bool:
    paid = v["scoring.joker_finish"] is not None and v["scoring.joker_finish_factor"] not in (None, 1)
    return v["scoring.dry_flat"] is not None and paid


def _dry_flat_with_joker_end(v: Settings) -> bool:
    return v["scoring.dry_flat"] is not None and v["scoring.joker_finish_any_factor"] not in (None, 1)


def _no_dry_charge(v: Settings) -> bool:
    return v["scoring.dry_when"] != "nobody_laid" and v["scoring.dry_flat"] is None


def _doubling_of_a_number(v: Settings) -> bool:
    return v["scoring.double_per_joker"] and v["scoring.joker_hand_value"] != "double"


def _base_of_a_number(v: Settings) -> bool:
    return v["scoring.joker_base"] > 0 and v["scoring.joker_hand_value"] != "double"


def _no_flat_to_multiply(v: Settings) -> bool:
    return not v["scoring.flat_multiplied"] and v["scoring.unopened_flat"] is None


def _no_factor(v: Settings) -> bool:
    joker_finish = v["scoring.joker_finish"] is not None and not _no_wild_cards(v)
    return _all_factors_are_one(v) and not joker_finish


def _dry_only_without_factor(v: Settings) -> bool:
    return v["scoring.double_on"] == "rami_sec_only" and _no_factor(v)


def _help_without_factor(v: Settings) -> bool:
    return not v["scoring.all_at_once_help"] and _no_factor(v)


# match and conduct


def _no_target(v: Settings) -> bool:
    return v["match.end"] in ("until", "first_to_target_wins") and v["match.target"] is None


def _no_elimination_limit(v: Settings) -> bool:
    return v["match.end"] == "elimination" and v["match.elimination_limit"] is None


def _no_number_of_hands(v: Settings) -> bool:
    return v["match.end"] == "hands" and v["match.hands"] is None


def _last_hand_unknown(v: Settings) -> bool:
    return v["match.final_hand_multiplier"] > 1 and v["match.end"] != "hands"


def _lowest_credit_wins(v: Settings) -> bool:
    return v["match.end"] == "until" and v["scoring.kind"] == "credit"


def _several_reach_the_target(v: Settings) -> bool:
    first_wins = v["match.end"] == "first_to_target_wins" and v["scoring.kind"] == "penalty"
    return bool(first_wins and v["equipment.players"][1] > 2)


def _credits_eliminate(v: Settings) -> bool:
    return v["match.end"] == "elimination" and v["scoring.kind"] == "credit"


def _contracts_without_list(v: Settings) -> bool:
    return v["match.end"] == "contracts"


def _alternating_among_many(v: Settings) -> bool:
    return bool(v["match.dealer_rotation"] == "alternate" and v["equipment.players"][1] > 2)


def _loser_without_scores(v: Settings) -> bool:
    return v["match.dealer_rotation"] == "loser" and v["scoring.kind"] == "none"


def _no_fault_to_offer(v: Settings) -> bool:
    return v["conduct.mode"] == "explicit" and not v["conduct.carte"]


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
        _deal_leaves_too_little,
        "even with the fewest players the deal leaves too small a stock",
        "dealing.hand_size",
    ),
    Clash(
        ("drawing.starter_turn", "dealing.starter_extra"),
        _starter_stays_short,
        "the starter would stay one card short",
        "dealing.starter_extra",
    ),
    Clash(
        ("dealing.starter_extra", "drawing.starter_turn"),
        _starter_keeps_too_much,
        "the starter would keep one card too many",
        "drawing.starter_turn",
    ),
    Clash(
        ("dealing.starter_extra", "dealing.upcard"),
        _pile_started_twice,
        "the discard pile would be started twice",
        "dealing.upcard",
    ),
    Clash(
        ("drawing.allow_return_discard", "drawing.discard_use"),
        _return_of_a_bound_card,
        "a card that must be placed cannot go back",
        "drawing.allow_return_discard",
    ),
    Clash(
        ("opening.pickup_minimum", "drawing.discard_use"),
        _condition_on_a_free_draw,
        "a free draw has no condition",
        "opening.pickup_minimum",
    ),
    Clash(
        ("opening.pickup_minimum", "opening.minimum"),
        _pickup_below_minimum,
        "the discard would ask less than the stock",
        "opening.pickup_minimum",
    ),
    Clash(
        ("drawing.unopened_discard_use", "drawing.discard_use"),
        _any_turn_without_duty,
        "there is no duty to meet",
        "drawing.unopened_discard_use",
    ),
    Clash(
        ("drawing.unopened_discard_use", "opening.post_open"),
        _any_turn_without_actions,
        "no lay-off or swap is left in that turn",
        "drawing.unopened_discard_use",
    ),
    Clash(
        ("drawing.discard_in_clean_run", "opening.clean"),
        _no_clean_meld_to_keep_out_of,
        "there is no clean meld to keep the discard out of",
        "drawing.discard_in_clean_run",
    ),
    Clash(
        ("drawing.discard_in_clean_run", "drawing.discard_use"),
        _no_bound_card_to_keep_out,
        "the discard need not be placed, so there is nothing to keep out",
        "drawing.discard_in_clean_run",
    ),
    Clash(
        ("drawing.max_recycles", "drawing.recycle"),
        _recycles_that_never_come,
        "there is nothing to count",
        "drawing.max_recycles",
    ),
    Clash(
        ("melding.run_wrap", "melding.ace"),
        _low_ace_in_a_circle,
        "there is no place above the king to pass through",
        "melding.run_wrap",
    ),
    Clash(
        ("melding.max_run", "melding.ace"),
        _low_ace_at_the_top,
        "the fourteenth place is the high ace",
        "melding.max_run",
    ),
    Clash(
        ("melding.run_min", "melding.max_run", "melding.run_wrap"),
        _no_run_possible,
        "no run could exist",
        "melding.run_min",
    ),
    Clash(("melding.set_min", "melding.set_max"), _no_group_possible, "no group could exist", "melding.set_min"),
    Clash(("melding.set_max", "melding.set_suits"), _more_suits_than_exist, "there are four suits", "melding.set_max"),
    Clash(
        ("equipment.wild_ranks", "opening.minimum"),
        _wild_twos_in_melds_with_points,
        "a wild two has no written value in a meld",
        "equipment.wild_ranks",
    ),
    Clash(
        ("equipment.wild_ranks", "scoring.kind"),
        _wild_twos_in_hand,
        "a wild two has no written value in a hand",
        "equipment.wild_ranks",
    ),
    Clash(
        ("melding.adjacent_wilds", "melding.max_wild", "melding.max_wild_scope"),
        _one_wild_has_no_neighbour,
        "a single wild card has no neighbour",
        "melding.adjacent_wilds",
    ),
    Clash(
        ("melding.wild_limit_scope", "melding.wild_limit"),
        _scope_without_limit,
        "there is no limit to scope",
        "melding.wild_limit_scope",
    ),
    Clash(
        ("opening.all_at_once_requires", "opening.minimum", "opening.clean"),
        _exempt_from_nothing,
        "there is nothing to be exempt from",
        "opening.all_at_once_requires",
    ),
    Clash(
        ("opening.all_at_once_requires", "opening.minimum", "opening.clean"),
        _points_say_nothing_new,
        'with one condition only this equals "full" or "nothing"',
        "opening.all_at_once_requires",
    ),
    Clash(
        ("opening.counts_layoffs", "opening.minimum"),
        _no_sum_to_fill,
        "there is no sum to fill",
        "opening.counts_layoffs",
    ),
    Clash(
        ("opening.counts_layoffs", "opening.post_open"),
        _no_layoffs_to_count,
        "no lay-off is allowed in that turn",
        "opening.counts_layoffs",
    ),
    Clash(
        ("table.recovered_joker", "table.run_joker", "table.set_joker"),
        _rule_without_recovery,
        "wild cards are not recovered anywhere",
        "table.recovered_joker",
    ),
    Clash(
        ("table.recovered_joker", "table.run_joker", "table.set_joker"),
        _recovery_without_rule,
        "the recovered joker would have no place to go",
        "table.recovered_joker",
    ),
    Clash(
        ("table.swap_requires_open", "table.run_joker", "table.set_joker"),
        _early_swap_without_recovery,
        "there is no swap to allow",
        "table.swap_requires_open",
    ),
    Clash(
        ("table.swap_requires_open", "table.recovered_joker"),
        _early_swap_into_hand,
        "the meld that holds the joker could not be told later",
        "table.swap_requires_open",
    ),
    Clash(
        ("table.set_joker", "table.closed_four_set"),
        _four_only_but_closed,
        'nothing is left to recover, which is written "never"',
        "table.set_joker",
    ),
    Clash(
        ("table.set_joker", "melding.set_max"),
        _four_only_without_fours,
        "there is no group of four",
        "table.set_joker",
    ),
    Clash(("table.set_joker", "melding.set_suits"), _no_missing_suit, "no suit is ever missing", "table.set_joker"),
    Clash(
        ("table.closed_four_set", "melding.set_suits", "melding.set_max"),
        _four_is_not_the_end,
        "four cards are not the end of a group",
        "table.closed_four_set",
    ),
    Clash(
        ("scoring.joker_finish", "closing.final_discard"),
        _joker_finish_without_discard,
        "there is no final discard",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.joker_finish_any_factor", "closing.final_discard"),
        _joker_factor_without_discard,
        "there is no final discard",
        "scoring.joker_finish_any_factor",
    ),
    Clash(
        ("closing.joker_finish_forbidden", "closing.final_discard"),
        _joker_ban_without_discard,
        "there is no final discard",
        "closing.joker_finish_forbidden",
    ),
    Clash(
        ("scoring.joker_finish", "closing.joker_finish_forbidden"),
        _joker_finish_forbidden_and_paid,
        "what is forbidden cannot be paid for",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.joker_finish_any_factor", "closing.joker_finish_forbidden"),
        _joker_end_forbidden_and_paid,
        "what is forbidden cannot be paid for",
        "scoring.joker_finish_any_factor",
    ),
    Clash(
        ("scoring.joker_finish", "scoring.joker_finish_factor"),
        _joker_finish_without_price,
        "the finish has no price",
        "scoring.joker_finish_factor",
    ),
    Clash(
        ("scoring.kind", "match.end"),
        _points_that_are_not_counted,
        "there are no points to add up",
        "scoring.kind",
    ),
    Clash(
        ("scoring.kind", "match.final_hand_multiplier"),
        _last_hand_without_points,
        "there are no points to multiply",
        "match.final_hand_multiplier",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.all_at_once_factors"),
        _dry_flat_with_factors,
        "the product of this charge and a factor is not written",
        "scoring.all_at_once_factors",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.joker_finish", "scoring.joker_finish_factor"),
        _dry_flat_with_joker_finish,
        "the product of this charge and a factor is not written",
        "scoring.joker_finish",
    ),
    Clash(
        ("scoring.dry_flat", "scoring.joker_finish_any_factor"),
        _dry_flat_with_joker_end,
        "the product of this charge and a factor is not written",
        "scoring.joker_finish_any_factor",
    ),
    Clash(("scoring.dry_when", "scoring.dry_flat"), _no_dry_charge, "there is no charge", "scoring.dry_when"),
    Clash(
        ("scoring.double_per_joker", "scoring.joker_hand_value"),
        _doubling_of_a_number,
        'only the joker value "double" reads it',
        "scoring.double_per_joker",
    ),
    Clash(
        ("scoring.joker_base", "scoring.joker_hand_value"),
        _base_of_a_number,
        'only the joker value "double" reads it',
        "scoring.joker_base",
    ),
    Clash(
        ("scoring.flat_multiplied", "scoring.unopened_flat"),
        _no_flat_to_multiply,
        "there is no flat",
        "scoring.flat_multiplied",
    ),
    Clash(
        ("scoring.double_on", "scoring.all_at_once_factors", "scoring.joker_finish"),
        _dry_only_without_factor,
        "there is no factor to withhold",
        "scoring.double_on",
    ),
    Clash(
        ("scoring.all_at_once_help", "scoring.all_at_once_factors", "scoring.joker_finish"),
        _help_without_factor,
        "there is no factor to withhold",
        "scoring.all_at_once_help",
    ),
    Clash(("match.end", "match.target"), _no_target, "the match has no goal", "match.target"),
    Clash(
        ("match.end", "match.elimination_limit"),
        _no_elimination_limit,
        "the match has no limit",
        "match.elimination_limit",
    ),
    Clash(("match.end", "match.hands"), _no_number_of_hands, "the match has no number of hands", "match.hands"),
    Clash(
        ("match.final_hand_multiplier", "match.end"),
        _last_hand_unknown,
        "the last hand must be known beforehand",
        "match.end",
    ),
    Clash(
        ("match.end", "scoring.kind"),
        _lowest_credit_wins,
        "the lowest total would win a game of credits",
        "match.end",
    ),
    Clash(
        ("match.end", "scoring.kind", "equipment.players"),
        _several_reach_the_target,
        "several players may reach the target in one hand, and no winner is written for that",
        "equipment.players",
    ),
    Clash(
        ("match.end", "scoring.kind"),
        _credits_eliminate,
        "credits would eliminate the better player",
        "match.end",
    ),
    Clash(
        ("match.dealer_rotation", "equipment.players"),
        _alternating_among_many,
        'this is written for two players; use "next"',
        "match.dealer_rotation",
    ),
    Clash(
        ("match.dealer_rotation", "scoring.kind"),
        _loser_without_scores,
        "there is no hand score to lose by",
        "match.dealer_rotation",
    ),
    Clash(
        ("conduct.mode", "conduct.carte"),
        _no_fault_to_offer,
        "there is no fault to offer",
        "conduct.mode",
    ),
)


def unread(settings: Settings) -> frozenset[str]:
    """The fields that a switch leaves unread.

    Parameters:
        settings: values by "slot.field".
    """
    return frozenset(
        field
        for switch in SWITCHES
        if all(each in settings for each in switch.needs) and switch.is_off(settings)
        for field in switch.fields
    )


def clashes(settings: Settings) -> Iterator[Violation]:
    """Every combination that is refused; a clash with a field that is absent or not read is passed over.

    Parameters:
        settings: values by "slot.field".
    """
    ignored = unread(settings)
    for clash in CLASHES:
        if all(field in settings and field not in ignored for field in clash.fields) and clash.holds(settings):
            yield clash.violation
