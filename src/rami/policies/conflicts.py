"""Options that contradict each other, and options whose value means nothing beside the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rami.errors import Reason, Violation
from rami.policies._by_players import by_players
from rami.policies.fields import options_of, same
from rami.policies.needs import (
    Condition,
    Need,
    at_once_factor,
    declares,
    jokers,
    nets,
    pairs_open,
    smallest_wild_group,
    wild_rank,
    wilds_share_a_four,
)

from .options import SLOTS, Settings, Unread, field_of, names

__all__ = ["CONFLICTS", "conflicts", "is_conflict", "meanings"]

HIGH_ACE = 14
KING = 13
SUITS = 4
FACES = 52


def stock_left(v: Settings, players: int) -> int:
    """The number of cards left after the deal to this many players."""
    packs, extra = by_players(v.equipment.packs, players), by_players(v.equipment.jokers, players)
    turned_up = v.dealing.upcard + (v.dealing.turned_card is not None)
    dealt = players * by_players(v.dealing.hand_size, players) + v.dealing.starter_extra
    faces = len(v.equipment.ranks) * len(v.equipment.suits)
    return faces * packs + extra - dealt - turned_up


def _dealt(v: Settings) -> list[int]:
    """The sizes of the hands that are dealt."""
    fewest, most = v.equipment.players
    return [by_players(v.dealing.hand_size, players) for players in range(fewest, most + 1)]


def _longest_run(v: Settings) -> int:
    return min(v.melding.max_run, KING) if v.melding.run_wrap else v.melding.max_run


def _largest_group(v: Settings) -> float:
    return float("inf") if v.melding.set_max is None else v.melding.set_max


def _group_sizes(v: Settings) -> list[int]:
    return [size for contract in v.opening.contracts or () for size in contract.groups]


def _cards_of_contract(v: Settings) -> int:
    """The cards of the largest contract that is due in a hand; of the smallest where another hand has another one."""
    sizes = [contract.cards for contract in v.opening.contracts or ()]
    return (min if v.opening.contract_due == "round" else max)(sizes, default=0)


def _run_sizes(v: Settings) -> list[int]:
    return [size for contract in v.opening.contracts or () for size in contract.runs]


def _is_offered(v: Settings) -> bool:
    return v.drawing.upcard_offer != "none" and v.dealing.upcard


def _moves_cards(v: Settings) -> bool:
    """Whether cards may leave a meld of the table."""
    return v.table.take != "off" or v.table.run_joker != "never" or v.table.set_joker != "never"


def _pays_winners(v: Settings) -> bool:
    """Whether more points are better."""
    return v.scoring.kind == "credit" or nets(v)


def _finish_price(v: Settings) -> bool:
    return v.scoring.joker_finish is not None and v.scoring.joker_finish_factor not in (None, 1)


CONFLICTS: Mapping[Reason, tuple[object, Condition]] = {
    Reason.DEAL_TOO_LARGE: (
        names.dealing.hand_size,
        lambda v: stock_left(v, v.equipment.players[0]) < v.dealing.min_stock,
    ),
    Reason.DEALER_WITHOUT_SEAT: (
        names.match.first_dealer,
        lambda v: isinstance(v.match.first_dealer, int) and v.match.first_dealer >= v.equipment.players[1],
    ),
    Reason.STARTER_SHORT: (
        names.dealing.starter_extra,
        lambda v: v.drawing.starter_turn != "normal" and v.dealing.starter_extra == 0,
    ),
    Reason.STARTER_KEEPS_EXTRA: (
        names.drawing.starter_turn,
        lambda v: v.dealing.starter_extra == 1 and v.drawing.starter_turn == "normal",
    ),
    Reason.PILE_STARTED_TWICE: (
        names.dealing.upcard,
        lambda v: v.dealing.starter_extra == 1 and v.dealing.upcard,
    ),
    Reason.OFFER_AMONG_MANY: (
        names.equipment.players,
        lambda v: _is_offered(v) and v.equipment.players != (2, 2),
    ),
    Reason.OFFER_FORBIDDEN: (
        names.drawing.first_round_discard,
        lambda v: _is_offered(v) and not v.drawing.first_round_discard,
    ),
    Reason.OFFER_TO_DEALER: (
        names.dealing.starter,
        lambda v: _is_offered(v) and v.dealing.starter == "dealer",
    ),
    Reason.ACE_IN_CIRCLE: (
        names.melding.run_wrap,
        lambda v: v.melding.ace != "both" and v.melding.run_wrap,
    ),
    Reason.CONCEALED_USE: (
        names.drawing.discard_use,
        lambda v: v.table.concealed and v.drawing.discard_use is not None,
    ),
    Reason.DEEP_TAKE: (
        names.drawing.discard_depth,
        lambda v: (
            v.drawing.discard_depth != 1
            and (
                v.table.concealed
                or v.opening.minimum > 0
                or v.opening.pickup_minimum is not None
                or v.opening.contracts is not None
                or v.opening.escalates
                or not v.opening.further_melds
                or v.table.melds_a_turn is not None
                or v.table.take != "off"
                or v.opening.clean is not None
                # without wild cards the rest of this means nothing, and would silence what comes after it
                or _moves_cards(v)
            )
        ),
    ),
    Reason.BOUND_PURCHASE: (
        names.drawing.buy,
        lambda v: (
            v.drawing.buy is not None
            and (
                not Need.ANY_DISCARD.met(v)
                or v.drawing.discard_use is not None
                or v.drawing.unopened_discard_use == "never"
                or v.drawing.discard_depth != 1
            )
        ),
    ),
    Reason.ENDLESS_ROUND: (
        names.closing.stock_out,
        lambda v: (
            not v.table.concealed
            and v.drawing.recycle == "never"
            and v.drawing.discard_use is None
            and v.closing.stock_out == "blocked"
        ),
    ),
    Reason.ACE_AT_BOTH_ENDS: (
        names.melding.max_run,
        lambda v: v.melding.ace != "both" and v.melding.max_run == HIGH_ACE,
    ),
    Reason.NO_RUN_POSSIBLE: (names.melding.run_min, lambda v: v.melding.run_min > _longest_run(v)),
    Reason.NO_GROUP_POSSIBLE: (names.melding.set_min, lambda v: v.melding.set_min > _largest_group(v)),
    Reason.FEWER_SUITS: (
        names.melding.set_max,
        lambda v: v.melding.set_suits == "distinct" and _largest_group(v) > SUITS,
    ),
    Reason.WILD_RANK_IN_MELDS: (
        names.equipment.wild_ranks,
        lambda v: wild_rank(v) and v.opening.minimum > 0,
    ),
    Reason.WILD_RANK_LEFT_OUT: (
        names.equipment.wild_ranks,
        lambda v: not v.equipment.wild_ranks <= v.equipment.ranks,
    ),
    Reason.ACES_LEFT_OUT: (
        names.dealing.turned_card,
        lambda v: v.dealing.turned_card == "wild_rank" and jokers(v) and 1 not in v.equipment.ranks,
    ),
    Reason.TILES_LEFT_OUT: (
        names.equipment.ranks,
        lambda v: v.equipment.faces == "tiles" and len(v.equipment.ranks) * len(v.equipment.suits) < FACES,
    ),
    Reason.WILDS_UNLIKE: (
        names.scoring.wild_hand_value,
        lambda v: (
            v.equipment.natural_wilds
            and jokers(v)
            and v.scoring.wild_hand_value != v.scoring.joker_hand_value
        ),
    ),
    Reason.WILDS_ALONE_LAID: (
        names.melding.min_natural,
        lambda v: v.melding.min_natural == 0 and Need.WILDS.met(v) and not declares(v),
    ),
    Reason.WILDS_ALONE_NATURAL: (
        names.equipment.natural_wilds,
        lambda v: v.melding.min_natural == 0 and v.equipment.natural_wilds,
    ),
    Reason.PICKUP_BELOW_MINIMUM: (
        names.opening.pickup_minimum,
        lambda v: v.opening.pickup_minimum is not None and v.opening.pickup_minimum < v.opening.minimum,
    ),
    Reason.EXEMPTION_EQUAL: (
        names.opening.all_at_once_requires,
        lambda v: (
            v.opening.all_at_once_requires == "points"
            and (v.opening.minimum == 0) is not (v.opening.clean is None)
        ),
    ),
    Reason.RECOVERED_NOWHERE: (
        names.table.recovered_joker,
        lambda v: v.table.recovered_joker is None and Need.RECOVERY.met(v),
    ),
    Reason.EARLY_SWAP_TO_HAND: (
        names.table.swap_requires_open,
        lambda v: not v.table.swap_requires_open and v.table.recovered_joker == "hand",
    ),
    Reason.EARLY_SWAP_FOR_CONTRACT: (
        names.table.swap_requires_open,
        lambda v: not v.table.swap_requires_open and v.opening.contracts is not None,
    ),
    Reason.BUY_IN_FOR_NOBODY: (
        names.match.buy_in_players,
        lambda v: Need.BUY_INS.met(v) and v.match.buy_in_players > v.equipment.players[1],
    ),
    Reason.CEILING_AT_LIMIT: (
        names.match.buy_in_ceiling,
        lambda v: (
            Need.BUY_INS.met(v)
            and v.match.buy_in_ceiling is not None
            and v.match.elimination_limit is not None
            and v.match.buy_in_ceiling + 1 >= v.match.elimination_limit
        ),
    ),
    Reason.FOUR_ONLY_LOCKED: (
        names.table.set_joker,
        lambda v: (
            Need.GROUP_RECOVERY.met(v)
            and v.table.set_joker == "four_only"
            and v.table.closed_four_set
            and not wilds_share_a_four(v)
        ),
    ),
    Reason.FOUR_ONLY_WITHOUT_FOURS: (
        names.table.set_joker,
        lambda v: (
            Need.GROUP_RECOVERY.met(v)
            and v.table.set_joker in ("four_only", "both_at_once")
            and _largest_group(v) < SUITS
        ),
    ),
    Reason.BOTH_WITHOUT_THREES: (
        names.table.set_joker,
        lambda v: (
            Need.GROUP_RECOVERY.met(v)
            and v.table.set_joker == "both_at_once"
            and smallest_wild_group(v) >= SUITS
        ),
    ),
    Reason.NAMED_AMONG_SEVERAL: (
        names.table.set_joker,
        lambda v: (
            Need.GROUP_RECOVERY.met(v)
            and v.table.set_joker == "named"
            and (
                v.melding.max_wild != 1
                or v.melding.max_wild_scope == "run"
                or smallest_wild_group(v) >= SUITS
                or wild_rank(v)
            )
        ),
    ),
    Reason.NAMED_TAKEN: (
        names.table.set_joker,
        lambda v: Need.GROUP_RECOVERY.met(v) and v.table.set_joker == "named" and v.table.take != "off",
    ),
    Reason.NO_MISSING_SUIT: (
        names.table.set_joker,
        lambda v: Need.GROUP_RECOVERY.met(v) and v.melding.set_suits == "any",
    ),
    Reason.WILD_RANKS_NOT_RECOVERED: (
        names.table.recover_wild_ranks,
        lambda v: (
            Need.TABLE.met(v)
            and wild_rank(v)
            and not v.table.recover_wild_ranks
            and v.table.run_joker == "never"
        ),
    ),
    Reason.FEW_MELDS_FOR_DUTY: (
        names.table.melds_a_turn,
        lambda v: (
            v.table.melds_a_turn is not None
            and (
                v.drawing.discard_use is not None
                or v.opening.minimum > 0
                or v.opening.clean is not None
                or v.opening.contracts is not None
                or v.table.take != "off"
                or (Need.WILDS.met(v) and Need.RECOVERY.met(v) and v.table.recovered_joker != "hand")
            )
        ),
    ),
    Reason.OTHERS_CLOSED_TO_THE_END: (
        names.table.foreign_melds_after,
        lambda v: (
            v.table.foreign_melds_after == "all_opened"
            and v.opening.contracts is not None
            and v.closing.end_when_all_complete == "at_once"
        ),
    ),
    Reason.CONTRACTS_MISSING: (
        names.opening.contracts,
        lambda v: v.match.end == "contracts" and v.opening.contracts is None,
    ),
    Reason.CONTRACTS_WITHOUT_END: (
        names.match.end,
        lambda v: Need.CONTRACTS.met(v) and v.opening.contract_due == "own" and v.match.end != "contracts",
    ),
    Reason.CONTRACTS_BY_HAND_WON: (
        names.match.end,
        lambda v: Need.CONTRACT_RACE.met(v) and v.opening.contract_due == "round",
    ),
    Reason.COMPLETE_UNSCORED: (
        names.closing.end_when_all_complete,
        lambda v: (
            Need.CONTRACTS.met(v)
            and v.closing.end_when_all_complete != "never"
            and v.scoring.kind == "credit"
        ),
    ),
    Reason.FURTHER_MELDS_TAKEN: (
        names.opening.further_melds,
        lambda v: (
            not v.opening.further_melds
            and (
                v.table.take != "off"
                or v.drawing.discard_use == frozenset({"meld"})
                or (Need.RECOVERY.met(v) and v.table.recovered_joker == "new_meld")
            )
        ),
    ),
    Reason.RUN_GAP_IN_CIRCLE: (
        names.opening.run_gap,
        lambda v: v.opening.run_gap is not None and v.melding.run_wrap,
    ),
    Reason.CONTRACT_TOO_LARGE: (
        names.opening.contracts,
        lambda v: (
            v.drawing.buy is None
            and _cards_of_contract(v) > min(_dealt(v)) + (v.closing.final_discard != "required")
        ),
    ),
    Reason.CONTRACT_GROUP: (
        names.opening.contracts,
        lambda v: any(not v.melding.set_min <= size <= _largest_group(v) for size in _group_sizes(v)),
    ),
    Reason.CONTRACT_RUN: (
        names.opening.contracts,
        lambda v: any(not v.melding.run_min <= size <= _longest_run(v) for size in _run_sizes(v)),
    ),
    Reason.CONCEALED_WILDS: (
        names.closing.knock_limit,
        lambda v: v.table.concealed and Need.WILDS.met(v) and not declares(v),
    ),
    Reason.CONCEALED_DOUBLING: (
        names.scoring.joker_hand_value,
        lambda v: v.table.concealed and Need.WILDS.met(v) and v.scoring.joker_hand_value == "double",
    ),
    Reason.NOBODY_KNOCKS: (
        names.closing.knock_limit,
        lambda v: v.table.concealed and v.closing.knock_limit is None,
    ),
    Reason.KNOCK_AMONG_MANY: (
        names.equipment.players,
        lambda v: (
            v.closing.knock_limit is not None
            and v.equipment.players != (2, 2)
            and not (declares(v) and (v.scoring.kind != "credit" or v.scoring.winner_collects is not None))
        ),
    ),
    Reason.RUNS_BEYOND_HAND: (
        names.closing.declare_runs,
        lambda v: v.closing.declare_runs * v.melding.run_min > min(_dealt(v)),
    ),
    Reason.PAIRS_OF_ODD_HAND: (
        names.closing.declare_pairs,
        lambda v: declares(v) and v.closing.declare_pairs and any(size % 2 for size in _dealt(v)),
    ),
    Reason.PAIRS_OF_WILD_RANK: (names.closing.declare_pairs, lambda v: Need.PAIRS.met(v) and wild_rank(v)),
    Reason.PAIRS_TAKEN_APART: (names.opening.pairs, lambda v: pairs_open(v) and v.table.take != "off"),
    Reason.PAIRS_OF_ONE_PACK: (names.opening.pairs, lambda v: pairs_open(v) and not Need.TWINS.met(v)),
    Reason.PAIRS_GO_ON: (names.opening.pairs, lambda v: pairs_open(v) and not v.opening.further_melds),
    Reason.PAIRS_ESCALATE: (names.opening.pairs, lambda v: pairs_open(v) and v.opening.escalates),
    Reason.LAST_CARD_UNSEEN: (
        names.closing.out_discard,
        lambda v: (
            declares(v)
            and v.scoring.joker_finish_any_factor is not None
            and (v.closing.out_discard == "face_down" or v.closing.last_turns is not None)
        ),
    ),
    Reason.KNOCK_WITHOUT_UPCARD: (
        names.dealing.upcard,
        lambda v: v.closing.knock_limit == "upcard" and not v.dealing.upcard,
    ),
    Reason.LAST_TURN_WITHOUT_DISCARD: (
        names.closing.out_discard,
        lambda v: v.closing.last_turns is not None and v.closing.out_discard == "face_down",
    ),
    Reason.LAST_TURN_VOID: (
        names.closing.void_at,
        lambda v: v.closing.last_turns is not None and v.closing.void_at is not None,
    ),
    Reason.VOID_BEFORE_RECYCLING: (
        names.closing.void_at,
        lambda v: v.closing.void_at is not None and v.drawing.recycle != "never",
    ),
    Reason.VOID_BEFORE_DRAW: (
        names.closing.void_at,
        lambda v: v.closing.void_at is not None and v.closing.void_at >= stock_left(v, 2),
    ),
    Reason.STALEMATE_UNCOUNTED: (
        names.closing.stalemate,
        lambda v: (
            v.closing.stalemate == "count_hands"
            and (v.table.concealed or v.scoring.kind in ("credit", "none"))
        ),
    ),
    Reason.LAID_POINTS: (
        names.scoring.kind,
        lambda v: (
            nets(v)
            and (
                v.table.concealed
                or v.opening.contracts is not None
                or _moves_cards(v)
                or v.scoring.joker_hand_value == "double"
            )
        ),
    ),
    Reason.CREDIT_WITHOUT_KNOCK: (
        names.scoring.kind,
        lambda v: (
            v.scoring.kind == "credit" and v.closing.knock_limit is None and v.scoring.winner_collects is None
        ),
    ),
    Reason.PENALTY_AFTER_KNOCK: (
        names.scoring.kind,
        lambda v: v.scoring.kind == "penalty" and v.table.concealed and not declares(v),
    ),
    Reason.NO_POINTS_TO_ADD: (
        names.scoring.kind,
        lambda v: v.scoring.kind == "none" and v.match.end != "contracts",
    ),
    Reason.JOKER_FINISH_FORBIDDEN: (
        names.scoring.joker_finish,
        lambda v: v.scoring.joker_finish == "discard" and v.closing.joker_finish_forbidden,
    ),
    Reason.JOKER_END_FORBIDDEN: (
        names.scoring.joker_finish_any_factor,
        lambda v: v.scoring.joker_finish_any_factor is not None and v.closing.joker_finish_forbidden,
    ),
    Reason.NO_LAST_CARD_PLACED: (
        names.scoring.joker_finish,
        lambda v: v.scoring.joker_finish == "last_card_any" and v.closing.final_discard == "required",
    ),
    Reason.JOKER_FINISH_UNPRICED: (
        names.scoring.joker_finish_factor,
        lambda v: v.scoring.joker_finish is not None and v.scoring.joker_finish_factor is None,
    ),
    Reason.DRY_FLAT_FACTOR: (
        names.scoring.all_at_once_factors,
        lambda v: v.scoring.dry_flat is not None and at_once_factor(v),
    ),
    Reason.DRY_FLAT_JOKER_FINISH: (
        names.scoring.joker_finish,
        lambda v: v.scoring.dry_flat is not None and _finish_price(v),
    ),
    Reason.DRY_FLAT_JOKER_END: (
        names.scoring.joker_finish_any_factor,
        lambda v: v.scoring.dry_flat is not None and v.scoring.joker_finish_any_factor not in (None, 1),
    ),
    Reason.TARGET_MISSING: (
        names.match.target,
        lambda v: v.match.end in ("until", "first_to_target_wins") and v.match.target is None,
    ),
    Reason.LIMIT_MISSING: (
        names.match.elimination_limit,
        lambda v: v.match.end == "elimination" and v.match.elimination_limit is None,
    ),
    Reason.HANDS_MISSING: (names.match.hands, lambda v: v.match.end == "hands" and v.match.hands is None),
    Reason.LOWEST_CREDIT_WINS: (
        names.match.end,
        lambda v: v.match.end == "until" and _pays_winners(v),
    ),
    Reason.SEVERAL_REACH_TARGET: (
        names.equipment.players,
        lambda v: (
            v.match.end == "first_to_target_wins"
            and v.scoring.kind == "penalty"
            and v.equipment.players[1] > 2
        ),
    ),
    Reason.CREDITS_ELIMINATE: (
        names.match.end,
        lambda v: v.match.end == "elimination" and _pays_winners(v),
    ),
    Reason.ALTERNATE_AMONG_MANY: (
        names.match.dealer_rotation,
        lambda v: v.match.dealer_rotation == "alternate" and v.equipment.players[1] > 2,
    ),
    Reason.LOSER_WITHOUT_SCORES: (
        names.match.dealer_rotation,
        lambda v: v.match.dealer_rotation == "loser" and v.scoring.kind == "none",
    ),
    Reason.WINNER_MAY_BE_MISSING: (
        names.match.dealer_rotation,
        lambda v: (
            v.match.dealer_rotation == "winner"
            and (
                v.closing.stalemate == "count_hands"
                or (v.opening.contracts is not None and v.closing.end_when_all_complete != "never")
            )
        ),
    ),
}
"""Every combination that is refused although each option in it has an effect, with the option to change."""


def meanings(settings: Settings, *, ignoring: frozenset[Need] = frozenset()) -> Mapping[str, Need | None]:
    """Return the first unmet need of each option, None for one that has an effect.

    A need that depends on a custom policy counts as met.

    Parameters:
        settings: the options.
        ignoring: needs that count as met.
    """
    unmet = {need for need in Need if need not in ignoring and settings.met(need.met) is False}
    found: dict[str, Need | None] = {}
    for name, needs in _needs().items():
        found[name] = None if unmet.isdisjoint(needs) else next(need for need in needs if need in unmet)
    return found


@cache
def _needs() -> Mapping[str, tuple[Need, ...]]:
    """Return what each option needs."""
    return {
        f"{slot}.{field}": option.needs
        for slot, policy in SLOTS.items()
        for field, option in options_of(policy).items()
    }


def conflicts(settings: Settings) -> Iterator[Violation]:
    """Every value that means nothing beside the others, and every combination that is refused.

    Options that a switch leaves unread, or that a custom policy does not have, are skipped.

    Parameters:
        settings: the options.
    """
    needs = meanings(settings)
    for name, need in needs.items():
        if need is None or need.kept:
            continue
        slot, _, field = name.partition(".")
        try:
            value = settings.value(name)
        except Unread:
            continue
        if not same(value, options_of(SLOTS[slot])[field].neutral):
            others = tuple(other for other in settings.read_by(need.met) if other != name)
            yield Violation(
                Reason.OPTION_NEEDS,
                None,
                {"field": name, "value": value, "other": others, "wanted": str(need)},
            )
    silent = {name for name, need in needs.items() if need is not None and need.kept}
    for code, (change, holds) in CONFLICTS.items():
        if not settings.met(holds):
            continue
        fields = settings.read_by(holds)
        if silent.isdisjoint(fields):
            yield Violation(code, None, {"fields": fields, "change": field_of(change)})


def is_conflict(problem: Violation) -> bool:
    """Whether a problem is a conflict between options that are each allowed alone.

    Parameters:
        problem: a violation of the options of a variant.
    """
    return problem.code in (Reason.OPTION_NEEDS, Reason.IN_NO_HAND, *CONFLICTS)
