"""From policies to the numbers that the kernel works with."""

from __future__ import annotations

from functools import lru_cache
from operator import index
from typing import Any

from rami.cards import Card
from rami.policies.contracts import contracts_of
from rami.policies.opening import Opening, opening_rules

from .._kernel.codes import JOKER, NATURALS, RANK
from .._kernel.contracts import (
    ALL_COMPLETE_AFTER_TURN,
    ALL_COMPLETE_AT_ONCE,
    ALL_COMPLETE_NEVER,
    ContractRules,
)
from .._kernel.deadwood import Deadwood
from .._kernel.judge import Judge, ParametricJudge
from .._kernel.rules import (
    BURNT_MELDS,
    BURNT_NEVER,
    BURNT_PILE,
    ENDS_ALWAYS,
    ENDS_FREE,
    ENDS_PLACED,
    GROUP_JOKER_ANY,
    GROUP_JOKER_FOUR,
    GROUP_JOKER_NEVER,
    OFFER_BOTH,
    OFFER_NON_DEALER,
    OFFER_NONE,
    RECOVER_HAND,
    RECOVER_MELD,
    RECOVER_NEVER,
    RECOVER_PLACE,
    RECYCLE_ALL,
    RECYCLE_KEEP_TOP,
    RECYCLE_NEVER,
    SHARE_FREE,
    SHARE_HALF,
    SHARE_MINORITY,
    TIE_KNOCKER,
    TIE_UNDERCUT,
    TIE_VOID,
    UNLIMITED,
    USE_LAYOFF,
    USE_MELD,
    USE_SWAP,
    DrawRules,
    KnockRules,
    MeldRules,
    TurnRules,
)
from .._kernel.turn import Game
from ._opening_faults import CustomJudge
from ._slots import Slots
from .scoring import Scoring

_ENDS = {False: ENDS_FREE, "placement": ENDS_PLACED, "invariant": ENDS_ALWAYS}
_BURNT = {"melds": BURNT_MELDS, "melds_and_discards": BURNT_PILE}
_SHARE = {None: SHARE_FREE, "at_most_half": SHARE_HALF, "minority": SHARE_MINORITY}
_USE = {"meld": USE_MELD, "layoff": USE_LAYOFF, "swap": USE_SWAP}
_GROUP_JOKER = {"never": GROUP_JOKER_NEVER, "four_only": GROUP_JOKER_FOUR, "either_missing": GROUP_JOKER_ANY}
_RECOVERED = {
    None: RECOVER_NEVER,
    "new_meld": RECOVER_MELD,
    "meld_or_layoff": RECOVER_PLACE,
    "hand": RECOVER_HAND,
}
_OFFER = {"none": OFFER_NONE, "non_dealer": OFFER_NON_DEALER, "both": OFFER_BOTH}
_TIE = {"undercut": TIE_UNDERCUT, "knocker": TIE_KNOCKER, "void": TIE_VOID}
_ALL_COMPLETE = {
    "at_once": ALL_COMPLETE_AT_ONCE,
    "end_of_turn": ALL_COMPLETE_AFTER_TURN,
    "never": ALL_COMPLETE_NEVER,
}
_RECYCLE = {"keep_top": RECYCLE_KEEP_TOP, "all": RECYCLE_ALL, "never": RECYCLE_NEVER}


@lru_cache(maxsize=128)
def game_of(variant: Slots) -> Game:
    """The compiled rules of a variant."""
    melds = meld_rules(variant)
    return Game(
        melds,
        _turn_rules(variant),
        _draw_rules(variant),
        _judge(variant, melds),
        variant.equipment.packs,
        Deadwood(melds, hand_values(variant)),
        _knock_rules(variant),
        _contract_rules(variant),
    )


def _contract_rules(variant: Slots) -> ContractRules | None:
    opening = variant.opening
    contracts = contracts_of(opening)
    if contracts is None:
        return None
    return ContractRules(
        [(contract.groups, contract.runs) for contract in contracts],
        _field(opening, "contract_size", "min") == "exact",
        _field(opening, "distinct_contract_melds", False),
        _ALL_COMPLETE[_field(variant.closing, "end_when_all_complete", "at_once")],
    )


def hand_values(variant: Slots) -> tuple[int, ...]:
    """What each card costs when it is left in a hand, in points, by card number; the joker last."""
    scoring = variant.scoring
    if isinstance(scoring, Scoring):
        return scoring.card_values(variant.equipment.court_value)
    return tuple(index(scoring.hand_value(Card.from_id(card))) for card in range(JOKER + 1))


def _knock_rules(variant: Slots) -> KnockRules | None:
    closing, scoring = variant.closing, variant.scoring
    limit = _field(closing, "knock_limit", None)
    if not variant.table.concealed or limit is None:
        return None
    void_at = _field(closing, "void_at", None)
    court = variant.equipment.court_value
    return KnockRules(
        limit=-1 if limit == "upcard" else index(limit),
        upcard_values=[RANK[card] if RANK[card] <= 10 else court for card in range(NATURALS)],
        gin_only_on_ace=_field(closing, "upcard_ace", "one") == "gin_only",
        big_gin=_field(scoring, "big_gin_bonus", None) is not None,
        by_moves=_field(closing, "settle", "best") == "moves",
        lay_off_on_gin=_field(closing, "layoff_on_gin", False),
        void_at=-1 if void_at is None else index(void_at),
        fiftieth=_field(closing, "fiftieth_card", False),
        tie=_TIE[_field(scoring, "knock_tie", "undercut")],
    )


def reads_upcard(variant: Slots) -> bool:
    """Whether the first upcard counts for more than the first draw."""
    if not variant.table.concealed:
        return False
    by_upcard = _field(variant.closing, "knock_limit", None) == "upcard"
    return by_upcard or bool(_field(variant.scoring, "spade_doubles", True))


def meld_rules(variant: Slots) -> MeldRules:
    """What melds may be, as numbers."""
    melding = variant.melding
    limit = UNLIMITED if melding.max_wild is None else melding.max_wild
    worth = melding.joker_meld_value
    return MeldRules(
        any_suits=melding.set_suits == "any",
        group_min=melding.set_min,
        group_max=UNLIMITED if melding.set_max is None else melding.set_max,
        run_min=melding.run_min,
        max_run=melding.max_run,
        wrap=melding.run_wrap,
        ace_high=melding.ace == "both",
        max_wild_group=UNLIMITED if melding.max_wild_scope == "run" else limit,
        max_wild_run=limit,
        share=_SHARE[melding.wild_limit],
        share_always=melding.wild_limit_scope == "always",
        min_natural=melding.min_natural,
        adjacent=melding.adjacent_wilds,
        ends=_ENDS[melding.joker_at_ends],
        twos_wild=bool(variant.equipment.wild_ranks),
        court_value=variant.equipment.court_value,
        ace_values=melding.ace_meld_values,
        wild_value=-1 if isinstance(worth, str) else worth,
        burnt=_BURNT[melding.burnt_scope] if melding.joker_in_run == "burnt" else BURNT_NEVER,
    )


def _judge(variant: Slots, melds: MeldRules) -> Judge:
    opening = variant.opening
    clean_without_taken = not variant.drawing.discard_in_clean_run
    wilds = filter(melds.is_wild, range(JOKER + 1))
    if not isinstance(opening, Opening) or type(opening).verdict is not Opening.verdict:
        return CustomJudge(opening, clean_without_taken, wilds)
    return ParametricJudge(opening_rules(opening, clean_without_taken), wilds)


def _turn_rules(variant: Slots) -> TurnRules:
    drawing, table, closing, opening = variant.drawing, variant.table, variant.closing, variant.opening
    scoring = variant.scoring
    use = 0
    for name in drawing.discard_use or ():
        use |= _USE[name]
    factors = scoring.all_at_once_factors if isinstance(scoring, Scoring) else None
    wait = (
        contracts_of(opening) is not None and _field(opening, "contract_extras", "same_turn") == "next_turn"
    )
    return TurnRules(
        discard_use=use,
        any_same_turn=drawing.unopened_discard_use == "any_same_turn",
        allow_return=drawing.allow_return_discard,
        layoff_unopened=not table.layoff_requires_open,
        all_must_open=table.foreign_melds_after == "all_opened",
        run_joker=table.run_joker == "exact",
        group_joker=_GROUP_JOKER[table.set_joker],
        closed_four=table.closed_four_set,
        recover_twos=table.recover_twos,
        swap_unopened=not table.swap_requires_open,
        recovered=_RECOVERED[table.recovered_joker],
        next_action=table.recovered_when == "next_action",
        clean_runs_closed=not table.joker_on_foreign_clean_run,
        take=table.take == "opened",
        foreign_takes_only=table.take_from == "not_owner",
        take_ends=table.take_positions == "ends",
        take_min_hand=table.take_min_hand_cards,
        take_wild=table.take_joker,
        extras_next_turn=wait or _field(opening, "post_open", "same_turn") == "next_turn",
        melds_next_turn=wait,
        counts_layoffs=_field(opening, "counts_layoffs", True),
        exempts=_field(opening, "all_at_once_requires", "full") != "full",
        out_lifts_points=_field(opening, "all_at_once_requires", "full") == "nothing",
        finish_by_placing=not closing.finish_by_placing(),
        finish_by_discard=[not closing.finish_by_discard(Card.from_id(card)) for card in range(JOKER + 1)],
        track_help=not isinstance(scoring, Scoring) or not scoring.all_at_once_help,
        track_wilds=factors is None or len(set(factors)) > 1,
        track_highest=_field(opening, "escalates", True),
    )


def _draw_rules(variant: Slots) -> DrawRules:
    drawing, conduct = variant.drawing, variant.conduct
    explicit = conduct.mode == "explicit" and conduct.carte
    cap = _field(variant.match, "turn_cap", None)
    return DrawRules(
        first_discard=drawing.first_round_discard,
        first_melds=_field(variant.opening, "first_round_melds", True),
        first_player_only=drawing.first_round_scope == "first_player_only",
        no_discard_at_one=drawing.no_discard_draw_at == 1,
        no_twin=drawing.no_twin_pickup,
        recycle=_RECYCLE[drawing.recycle],
        max_recycles=(1 << 30) if drawing.max_recycles is None else drawing.max_recycles,
        turn_cap=index(cap or 0),
        announce_at=conduct.announce_at if explicit else 0,
        penalty=conduct.carte_penalty,
        touch=conduct.mode == "explicit" and conduct.touch_penalty is not None,
        touch_in_turn=conduct.touch_scope == "turn",
        offer=_OFFER[drawing.upcard_offer],
    )


def _field(policy: object, name: str, default: Any) -> Any:
    """A parameter of a slot that may hold a user's own policy, which need not have it; a flag is a real bool."""
    value = getattr(policy, name, default)
    return bool(value) if isinstance(default, bool) else value
