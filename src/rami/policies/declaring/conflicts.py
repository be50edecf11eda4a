"""Find options that contradict each other, and options that have no effect because of another option.

A policy checks each of its options by itself. This module checks the whole game: first for options that differ from
their default although one of their needs (see `Need`) is not met, then for the combinations in `CONFLICTS`. Each
condition is a function of the options, and the refusal names the options that this function reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from rami.errors import Reason, Violation
from rami.policies.declaring.needs import (
    Need,
    at_once_factor,
    declares,
    group_naturals,
    highest_wins,
    jokers,
    nets,
    pairs_open,
    piles,
    regroups,
    smallest_wild_group,
    wild_rank,
    wilds_share_a_four,
)
from rami.policies.declaring.values import by_players, largest

from .options import Condition, Settings, Slots, every_option

__all__ = ["CONFLICTS"]

HIGH_ACE = 14
KING = 13
SUITS = 4
FACES = 52
REGROUPED_PACKS = 2


def stock_left(v: Settings | Slots, players: int | None = None) -> int:
    """Return the number of cards left after dealing to this many players (by default, the minimum)."""
    hand_size = v.dealing.hand_size
    players = v.equipment.players[0] if players is None else players
    packs, extra = by_players(v.equipment.packs, players), by_players(v.equipment.jokers, players)
    turned_up = v.dealing.upcard + (v.dealing.turned_card is not None)
    dealt = players * by_players(hand_size, players) + v.dealing.starter_extra
    faces = len(v.equipment.ranks) * len(v.equipment.suits)
    return faces * packs + extra - dealt - turned_up


def _dealt(v: Settings) -> list[int]:
    """List the hand sizes that the game may deal."""
    fewest, most = v.equipment.players
    return [by_players(v.dealing.hand_size, players) for players in range(fewest, most + 1)]


def _longest_run(v: Settings) -> int:
    return min(v.melding.max_run, KING) if v.melding.run_wrap else v.melding.max_run


def _largest_group(v: Settings) -> float:
    return float("inf") if v.melding.set_max is None else v.melding.set_max


def _cards_of_contract(v: Settings) -> int:
    """Return the number of cards in the largest contract or, if each round has a single contract, in the smallest."""
    # LIV-DEAL-02: hands grow with the contracts, so `_problems_by_round` compares each contract with the hand
    # that is dealt for it.
    sizes = [contract.cards for contract in v.opening.contracts or ()]
    return (min if v.opening.contract_due == "round" else max)(sizes, default=0)


def _is_offered(v: Settings) -> bool:
    return v.drawing.upcard_offer != "none" and v.dealing.upcard


def _moves_cards(v: Settings) -> bool:
    """Return whether cards may leave a meld on the table."""
    return v.table.take != "off" or v.table.run_joker != "never" or v.table.set_joker != "never"


def _has_unusual_melds(v: Settings) -> bool:
    """Return whether a game has melds other than groups of 3 or 4 different suits and plain runs of 3 or more cards."""
    melding = v.melding
    return bool(
        (melding.set_suits, melding.set_min, melding.set_max) != ("distinct", 3, SUITS)
        or (melding.run_min, melding.run_wrap) != (3, False)
        or melding.max_run < KING
        or wild_rank(v)
        or (jokers(v) and _has_bound_jokers(v))
    )


def _has_bound_jokers(v: Settings) -> bool:
    """Return whether a rule restricts the cards that jokers represent, or allows a high ace."""
    melding = v.melding
    return bool(
        melding.ace != "low"
        or melding.max_wild is not None
        or melding.wild_limit is not None
        or melding.min_natural != 1
        or melding.group_naturals is not None
        or not melding.adjacent_wilds
        or melding.joker_at_ends is not False
        or melding.joker_in_run != "free"
    )


CONFLICTS: Mapping[Reason, Condition] = {
    # The deal: there must be enough cards for the fewest players, and every hand must get the right number of cards.
    # D-01: 15 cards must remain. `Variant.players` excludes any number of players that leaves fewer.
    Reason.DEAL_TOO_LARGE: lambda v: stock_left(v) < v.dealing.min_stock,
    Reason.DEALER_WITHOUT_SEAT: lambda v: (
        isinstance(v.match.first_dealer, int) and v.match.first_dealer >= v.equipment.players[1]
    ),
    # R51-START-01: the starter does not draw, so without an extra card the hand would be one card short.
    Reason.STARTER_SHORT: lambda v: v.dealing.starter_extra == 0 and v.drawing.starter_turn != "normal",
    Reason.STARTER_KEEPS_EXTRA: lambda v: v.drawing.starter_turn == "normal" and v.dealing.starter_extra == 1,
    # R51-START-02: the starter's discard begins the pile, so there is no upcard.
    Reason.PILE_STARTED_TWICE: lambda v: v.dealing.upcard and v.dealing.starter_extra == 1,
    # The upcard is offered to the player who did not deal, so there must be exactly one such player.
    Reason.OFFER_AMONG_MANY: lambda v: v.equipment.players != (2, 2) and _is_offered(v),
    Reason.OFFER_FORBIDDEN: lambda v: not v.drawing.first_round_discard and _is_offered(v),
    # GIN-UPCARD-01: the other player gets the offer before the dealer does, so the dealer cannot be the first.
    Reason.OFFER_TO_DEALER: lambda v: v.dealing.starter == "dealer" and _is_offered(v),
    # D-24: in a run that wraps around, the ace follows the king and precedes the 2, so it must have both places.
    Reason.ACE_IN_CIRCLE: lambda v: v.melding.run_wrap and v.melding.ace != "both",
    Reason.CONCEALED_USE: lambda v: v.drawing.discard_use is not None and v.table.concealed,
    # A player who takes several discards must lay the lowest of them; a limit on laying could make that impossible.
    Reason.DEEP_TAKE: lambda v: (
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
            # `_moves_cards` comes last: without wild cards its options have no effect, and a conflict that reads such
            # an option is not reported.
            or _moves_cards(v)
        )
    ),
    # LIV-BUY-08: a buyer lays no card before the next turn, so a duty to place the bought card could not be met.
    Reason.BOUND_PURCHASE: lambda v: (
        v.drawing.buy is not None
        and (
            not Need.ANY_DISCARD.met(v)
            or v.drawing.discard_use is not None
            or v.drawing.unopened_discard_use == "never"
            or v.drawing.discard_depth != 1
        )
    ),
    # Two players could pass the last discards to each other forever.
    Reason.ENDLESS_ROUND: lambda v: (
        v.closing.stock_out == "blocked"
        and not v.table.concealed
        and v.drawing.recycle == "never"
        and v.drawing.discard_use is None
    ),
    # RKB-TURN-01: rearranging the table ends a turn. Only games that rearrange have turns without a draw and a discard.
    Reason.REGROUP_TURN: lambda v: (v.drawing.turn == "draw_or_play") is not regroups(v),
    Reason.REGROUP_UPCARD: lambda v: v.dealing.upcard and not piles(v),
    Reason.REGROUP_STARTER: lambda v: v.dealing.starter_extra > 0 and not piles(v),
    Reason.REGROUP_STOCK: lambda v: (
        (v.closing.stock_out == "pass") is piles(v)
        and (piles(v) or v.closing.stock_out in ("blocked", "decline"))
    ),
    # `regrouping` can only find the melds of Rummikub, from two packs.
    Reason.REGROUP_MELDS: lambda v: regroups(v) and _has_unusual_melds(v),
    Reason.REGROUP_PACK: lambda v: (
        regroups(v)
        and (v.equipment.packs != REGROUPED_PACKS or largest(v.equipment.jokers) > REGROUPED_PACKS)
    ),
    # The points of cards must not depend on which melds the engine happens to find for them.
    Reason.REGROUP_ACES: lambda v: (
        v.opening.minimum > 0
        and regroups(v)
        and (
            v.melding.ace != "low"
            or (v.equipment.values is None and v.melding.ace_meld_values[0] != v.melding.ace_meld_values[2])
        )
    ),
    Reason.REGROUP_LAID: lambda v: regroups(v) and nets(v),
    # Melds: groups and runs must both be possible.
    Reason.ACE_AT_BOTH_ENDS: lambda v: v.melding.max_run == HIGH_ACE and v.melding.ace != "both",
    Reason.NO_RUN_POSSIBLE: lambda v: v.melding.run_min > _longest_run(v),
    Reason.NO_GROUP_POSSIBLE: lambda v: v.melding.set_min > _largest_group(v),
    Reason.FEWER_SUITS: lambda v: _largest_group(v) > SUITS and v.melding.set_suits == "distinct",
    # No game with a wild rank counts the points of an opening, so no source says what a wild 2 in A-2-3 is worth.
    Reason.WILD_RANK_IN_MELDS: lambda v: wild_rank(v) and v.opening.minimum > 0,
    Reason.WILD_RANK_LEFT_OUT: lambda v: not v.equipment.wild_ranks <= v.equipment.ranks,
    # IND-WILD-03: if a joker is turned up, the aces are wild.
    Reason.ACES_LEFT_OUT: lambda v: (
        v.dealing.turned_card == "wild_rank" and jokers(v) and 1 not in v.equipment.ranks
    ),
    # OKO-WILD-01: the okey is the next tile after the tile turned up (1 after 13), so no number or colour may
    # be missing.
    Reason.TILES_LEFT_OUT: lambda v: (
        len(v.equipment.ranks) * len(v.equipment.suits) < FACES and v.equipment.faces == "tiles"
    ),
    # A card that may count as wild or natural must have the same value either way, or deadwood would be ambiguous.
    Reason.WILDS_UNLIKE: lambda v: (
        v.scoring.wild_hand_value != v.scoring.joker_hand_value
        and v.equipment.natural_wilds
        and jokers(v)
        and v.scoring.kind != "none"
    ),
    Reason.NATURAL_WILDS_TAKEN: lambda v: (
        v.equipment.natural_wilds and wild_rank(v) and v.table.take != "off"
    ),
    Reason.SINGLE_VALUES_NATURAL: lambda v: v.equipment.card_values != () and v.equipment.natural_wilds,
    Reason.SINGLE_VALUES_OPEN: lambda v: (
        v.equipment.card_values != ()
        and (v.opening.minimum > 0 or v.opening.pickup_minimum is not None or v.opening.escalates)
    ),
    # TT-WILD-03 allows groups of wild cards, but melds are shown only at the end of the round, so nobody adds to them.
    Reason.WILDS_ALONE_LAID: lambda v: group_naturals(v) == 0 and Need.WILDS.met(v) and not declares(v),
    Reason.WILDS_ALONE_NATURAL: lambda v: v.equipment.natural_wilds and group_naturals(v) == 0,
    # LEB-DRAW-01: taking the discard raises the points needed from 51 to 71.
    Reason.PICKUP_BELOW_MINIMUM: lambda v: (
        v.opening.pickup_minimum is not None and v.opening.pickup_minimum < v.opening.minimum
    ),
    # With only one condition, "points" would be equivalent to "full" or to "nothing".
    Reason.EXEMPTION_EQUAL: lambda v: (
        v.opening.all_at_once_requires == "points"
        and (v.opening.minimum == 0) is not (v.opening.clean is None)
    ),
    Reason.RECOVERED_NOWHERE: lambda v: v.table.recovered_joker is None and Need.RECOVERY.met(v),
    # An opening must be legal without the recovered joker, but nobody can tell that joker from the others in the hand.
    Reason.EARLY_SWAP_TO_HAND: lambda v: not v.table.swap_requires_open and v.table.recovered_joker == "hand",
    Reason.EARLY_SWAP_FOR_CONTRACT: lambda v: (
        not v.table.swap_requires_open and v.opening.contracts is not None
    ),
    Reason.BUY_IN_FOR_NOBODY: lambda v: (
        v.match.buy_in_players > v.equipment.players[1] and Need.BUY_INS.met(v)
    ),
    # All remaining players are below the limit, so a ceiling of limit - 1 or more would have no effect (IND-POOL-03).
    Reason.CEILING_AT_LIMIT: lambda v: (
        v.match.buy_in_ceiling is not None
        and v.match.elimination_limit is not None
        and v.match.buy_in_ceiling + 1 >= v.match.elimination_limit
        and Need.BUY_INS.met(v)
    ),
    # Wild cards in groups: `set_joker` must name groups that can exist with a wild card in them.
    Reason.FOUR_ONLY_LOCKED: lambda v: (
        v.table.set_joker == "four_only"
        and Need.GROUP_RECOVERY.met(v)
        and v.table.closed_four_set
        and not wilds_share_a_four(v)
    ),
    Reason.FOUR_ONLY_WITHOUT_FOURS: lambda v: (
        v.table.set_joker in ("four_only", "both_at_once")
        and Need.GROUP_RECOVERY.met(v)
        and _largest_group(v) < SUITS
    ),
    Reason.BOTH_WITHOUT_THREES: lambda v: (
        v.table.set_joker == "both_at_once" and Need.GROUP_RECOVERY.met(v) and smallest_wild_group(v) >= SUITS
    ),
    Reason.NAMED_AMONG_SEVERAL: lambda v: (
        v.table.set_joker == "named"
        and Need.GROUP_RECOVERY.met(v)
        and (
            v.melding.max_wild != 1
            or v.melding.max_wild_scope == "run"
            or smallest_wild_group(v) >= SUITS
            or wild_rank(v)
        )
    ),
    Reason.NAMED_TAKEN: lambda v: (
        v.table.set_joker == "named" and Need.GROUP_RECOVERY.met(v) and v.table.take != "off"
    ),
    # FRU-SET-01: if suits may repeat, a wild card does not represent a particular natural card.
    Reason.NO_MISSING_SUIT: lambda v: (
        v.table.set_joker != "never" and Need.GROUP_RECOVERY.met(v) and v.melding.set_suits == "any"
    ),
    Reason.WILD_RANKS_NOT_RECOVERED: lambda v: (
        not v.table.recover_wild_ranks and Need.TABLE.met(v) and wild_rank(v) and v.table.run_joker == "never"
    ),
    # A duty to place a card may need several melds (one to open, one for the card), which the limit could forbid.
    Reason.FEW_MELDS_FOR_DUTY: lambda v: (
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
    # FRU-END-02: the round ends at the moment when everybody has opened.
    Reason.OTHERS_CLOSED_TO_THE_END: lambda v: (
        v.table.foreign_melds_after == "all_opened"
        and v.opening.contracts is not None
        and v.closing.end_when_all_complete == "at_once"
    ),
    # Contracts: there must be one, its melds must be possible, and a hand must be able to hold it.
    Reason.CONTRACTS_MISSING: lambda v: v.opening.contracts is None and v.match.end == "contracts",
    Reason.CONTRACTS_WITHOUT_END: lambda v: (
        v.match.end != "contracts" and Need.CONTRACTS.met(v) and v.opening.contract_due == "own"
    ),
    # LIV-CON-08: in each round everybody gets the next contract, so nobody can be ahead in a race.
    Reason.CONTRACTS_BY_HAND_WON: lambda v: Need.CONTRACT_RACE.met(v) and v.opening.contract_due == "round",
    Reason.COMPLETE_UNSCORED: lambda v: (
        v.closing.end_when_all_complete != "never" and Need.CONTRACTS.met(v) and v.scoring.kind == "credit"
    ),
    Reason.FURTHER_MELDS_TAKEN: lambda v: (
        not v.opening.further_melds
        and (
            v.table.take != "off"
            or v.drawing.discard_use == frozenset({"meld"})
            or (Need.RECOVERY.met(v) and v.table.recovered_joker == "new_meld")
        )
    ),
    Reason.RUN_GAP_IN_CIRCLE: lambda v: v.opening.run_gap is not None and v.melding.run_wrap,
    # The draw adds a card, and a required final discard takes one away. LIV-LAST-03: bought cards may add more.
    Reason.CONTRACT_TOO_LARGE: lambda v: (
        _cards_of_contract(v) > min(_dealt(v)) + (v.closing.final_discard != "required")
        and v.drawing.buy is None
    ),
    Reason.CONTRACT_GROUP: lambda v: any(
        not v.melding.set_min <= size <= _largest_group(v)
        for contract in v.opening.contracts or ()
        for size in contract.groups
    ),
    Reason.CONTRACT_RUN: lambda v: any(
        not v.melding.run_min <= size <= _longest_run(v)
        for contract in v.opening.contracts or ()
        for size in contract.runs
    ),
    # Knocks and declarations: a knock is for two players; a declaration with every card matched is for any number.
    Reason.CONCEALED_WILDS: lambda v: (
        v.closing.knock_limit != "all_matched" and v.table.concealed and Need.WILDS.met(v)
    ),
    Reason.CONCEALED_DOUBLING: lambda v: (
        v.scoring.joker_hand_value == "double" and v.table.concealed and Need.WILDS.met(v)
    ),
    Reason.NOBODY_KNOCKS: lambda v: v.closing.knock_limit is None and v.table.concealed,
    Reason.KNOCK_AMONG_MANY: lambda v: (
        v.equipment.players != (2, 2)
        and v.closing.knock_limit is not None
        and not (declares(v) and (v.scoring.kind != "credit" or v.scoring.winner_collects is not None))
    ),
    Reason.RUNS_BEYOND_HAND: lambda v: v.closing.declare_runs * v.melding.run_min > min(_dealt(v)),
    # OKE-OUT-02: fourteen tiles make seven pairs; with an odd number, one is always left over.
    Reason.PAIRS_OF_ODD_HAND: lambda v: (
        v.closing.declare_pairs and declares(v) and any(size % 2 for size in _dealt(v))
    ),
    Reason.PAIRS_OF_WILD_RANK: lambda v: wild_rank(v) and Need.PAIRS.met(v),
    Reason.PAIRS_TAKEN_APART: lambda v: (
        v.opening.pairs is not None and pairs_open(v) and v.table.take != "off"
    ),
    Reason.PAIRS_OF_ONE_PACK: lambda v: (
        v.opening.pairs is not None and pairs_open(v) and not Need.TWINS.met(v)
    ),
    Reason.PAIRS_GO_ON: lambda v: (
        v.opening.pairs is not None and pairs_open(v) and not v.opening.further_melds
    ),
    Reason.LAST_CARD_UNSEEN: lambda v: (
        (v.closing.out_discard == "face_down" or v.closing.last_turns is not None)
        and v.scoring.joker_finish_any_factor is not None
        and declares(v)
    ),
    Reason.KNOCK_WITHOUT_UPCARD: lambda v: not v.dealing.upcard and v.closing.knock_limit == "upcard",
    Reason.LAST_TURN_WITHOUT_DISCARD: lambda v: (
        v.closing.out_discard == "face_down" and v.closing.last_turns is not None
    ),
    Reason.LAST_TURN_VOID: lambda v: v.closing.void_at is not None and v.closing.last_turns is not None,
    Reason.VOID_BEFORE_RECYCLING: lambda v: v.closing.void_at is not None and v.drawing.recycle != "never",
    Reason.VOID_BEFORE_DRAW: lambda v: (
        v.closing.void_at is not None and v.closing.void_at >= stock_left(v, 2)
    ),
    Reason.STALEMATE_UNCOUNTED: lambda v: (
        v.closing.stalemate == "count_hands"
        and (v.table.concealed or v.scoring.kind in ("credit", "none"))
        and v.scoring.winner_collects != "zero_sum"
    ),
    # Scores: every way to end a round needs a score, and every kind of points needs a way to earn them.
    Reason.LAID_POINTS: lambda v: (
        nets(v)
        and (
            v.table.concealed
            or v.opening.contracts is not None
            or _moves_cards(v)
            or v.scoring.joker_hand_value == "double"
        )
    ),
    Reason.CREDIT_WITHOUT_KNOCK: lambda v: (
        v.scoring.kind == "credit" and v.closing.knock_limit is None and v.scoring.winner_collects is None
    ),
    Reason.PENALTY_AFTER_KNOCK: lambda v: (
        v.scoring.kind == "penalty" and v.table.concealed and not declares(v)
    ),
    Reason.NO_POINTS_TO_ADD: lambda v: v.scoring.kind == "none" and v.match.end != "contracts",
    Reason.JOKER_FINISH_FORBIDDEN: lambda v: (
        v.scoring.joker_finish == "discard" and v.closing.joker_finish_forbidden
    ),
    Reason.JOKER_END_FORBIDDEN: lambda v: (
        v.scoring.joker_finish_any_factor is not None and v.closing.joker_finish_forbidden
    ),
    Reason.NO_LAST_CARD_PLACED: lambda v: (
        v.scoring.joker_finish == "last_card_any" and v.closing.final_discard == "required"
    ),
    Reason.JOKER_FINISH_UNPRICED: lambda v: (
        v.scoring.joker_finish_factor is None and v.scoring.joker_finish is not None
    ),
    Reason.DRY_FLAT_FACTOR: lambda v: at_once_factor(v) and v.scoring.dry_flat is not None,
    Reason.DRY_FLAT_JOKER_FINISH: lambda v: (
        v.scoring.joker_finish is not None
        and v.scoring.joker_finish_factor not in (None, 1)
        and v.scoring.dry_flat is not None
    ),
    Reason.DRY_FLAT_JOKER_END: lambda v: (
        v.scoring.joker_finish_any_factor not in (None, 1) and v.scoring.dry_flat is not None
    ),
    # The match: its end must be defined, and must fit the kind of points.
    Reason.TARGET_MISSING: lambda v: (
        v.match.target is None and v.match.end in ("until", "first_to_target_wins")
    ),
    Reason.LIMIT_MISSING: lambda v: v.match.elimination_limit is None and v.match.end == "elimination",
    Reason.HANDS_MISSING: lambda v: v.match.hands is None and v.match.end == "hands",
    Reason.LOWEST_CREDIT_WINS: lambda v: v.match.end == "until" and highest_wins(v),
    # BAS-MATCH-02: if only one player scores in a round, a race has one winner. With penalties, several
    # players could reach the target in one round.
    Reason.SEVERAL_REACH_TARGET: lambda v: (
        v.equipment.players[1] > 2 and v.match.end == "first_to_target_wins" and v.scoring.kind == "penalty"
    ),
    Reason.CREDITS_ELIMINATE: lambda v: v.match.end == "elimination" and highest_wins(v),
    Reason.ALTERNATE_AMONG_MANY: lambda v: (
        v.match.dealer_rotation == "alternate" and v.equipment.players[1] > 2
    ),
    Reason.LOSER_WITHOUT_SCORES: lambda v: v.match.dealer_rotation == "loser" and v.scoring.kind == "none",
    # A round can count without a winner: under RUM-STOCK-03 when the stock is empty, and under FRU-END-02 when all
    # contracts have been completed.
    Reason.WINNER_MAY_BE_MISSING: lambda v: (
        v.match.dealer_rotation == "winner"
        and (
            v.closing.stalemate == "count_hands"
            or (v.opening.contracts is not None and v.closing.end_when_all_complete != "never")
        )
    ),
}
"""Every refused combination of options; the error suggests changing the first option that the condition reads."""


def meanings(settings: Settings, *, ignoring: Collection[Need] = ()) -> Mapping[str, Need | None]:
    """Map each option to the first of its needs that is not met, or to None if the option has an effect.

    A need counts as met if it depends on a custom policy, or if it is in `ignoring`.
    """
    met = settings.answers(_CONDITIONS)
    found: dict[str, Need | None] = {}
    for name, needs in _needs().items():
        found[name] = None
        for need in needs:
            if met[need] is False and need not in ignoring:
                found[name] = need
                break
    return found


_CONDITIONS: Mapping[Need, Condition] = {need: need.met for need in Need}


@cache
def _needs() -> Mapping[str, tuple[Need, ...]]:
    """Return the needs of each option."""
    return {name: tuple(Need[code.upper()] for code in each.needs) for name, each in every_option().items()}


def conflicts(settings: Settings) -> Iterator[Violation]:
    """Yield a violation for every option without effect, and for every refused combination.

    Options that a switch turns off, or that a custom policy lacks, are skipped.
    """
    needs = meanings(settings)
    silent: set[str] = set()
    for name, need in needs.items():
        if need is None:
            continue
        if need.kept:
            silent |= {name}
        elif settings.changes(name):
            others = tuple(other for other in settings.read_by(need.met) if other != name)
            params = {"field": name, "value": settings.value(name), "other": others, "wanted": need}
            yield Violation(Reason.OPTION_NEEDS, None, params)
    for code, holds in settings.answers(CONFLICTS).items():
        if holds:
            fields = settings.read_by(CONFLICTS[code])
            if silent.isdisjoint(fields):
                yield Violation(code, None, {"fields": fields, "change": fields[0]})


def is_conflict(problem: Violation) -> bool:
    """Return whether a violation is a conflict between options that are valid individually."""
    return problem.code in (Reason.OPTION_NEEDS, Reason.IN_NO_HAND, *CONFLICTS)
