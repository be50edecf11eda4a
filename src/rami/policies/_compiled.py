"""Compile a variant into the kernel's form: rules and tables, made once for each variant.

In the kernel a card is a number and a meld is a code, and many options become flags. A custom policy gives
the value of each card once, and a verdict whenever the kernel needs one (see `_callbacks`). An option that a custom
policy lacks keeps its default.
"""

from __future__ import annotations

from functools import lru_cache, partial
from operator import index
from types import SimpleNamespace
from typing import Any, TypeVar

from .._kernel import rules
from .._kernel.arranging.deadwood import Deadwood
from .._kernel.arranging.demands import Demand
from .._kernel.cards.codes import BIT, JOKER, NATURALS, RANK, SUIT
from .._kernel.melds.meld import spelled
from .._kernel.openings import contracts
from .._kernel.openings.judge import EMPTY, ParametricJudge
from .._kernel.turns.knocking import BIG_GIN, DECLARATION, GIN, KNOCK, PAIRS
from .._kernel.turns.turn import Game
from ..cards import Card, Suit
from ._callbacks import CustomCloser, CustomJudge
from .declaring.fields import Policy, options_of
from .declaring.ledger import Ledger
from .declaring.options import SLOTS, Slots
from .declaring.values import LARGEST, largest
from .results.outcomes import KnockKind
from .slots.closing import Closing, ClosingFacts
from .slots.contracts import contracts_of
from .slots.match_format import MatchFormat
from .slots.opening import Opening, opening_rules
from .slots.scoring import Scoring

P = TypeVar("P", bound=Policy)

KIND_NAMES: dict[int, KnockKind] = {
    KNOCK: KnockKind.KNOCK,
    GIN: KnockKind.GIN,
    BIG_GIN: KnockKind.BIG_GIN,
    DECLARATION: KnockKind.DECLARATION,
    PAIRS: KnockKind.PAIRS,
}
KINDS = {name: number for number, name in KIND_NAMES.items()}
_USE = {"meld": rules.USE_MELD, "layoff": rules.USE_LAYOFF, "swap": rules.USE_SWAP}
# Deadwood is never negative, so -1 can mean the value of the upcard.
_LIMITS = {"upcard": -1, "all_matched": 0}


@lru_cache(maxsize=128)
def copies_of(variant: Slots) -> tuple[int, ...]:
    """Return the number of copies of each card in the pack, by card number; the joker comes last."""
    equipment = variant.equipment
    suits = [suit.name.lower() in equipment.suits for suit in Suit]
    # Queries need no deal, so the number of players is unknown. Use the pack for the most players, which has room for
    # any hand.
    packs = largest(equipment.packs)
    naturals = (packs * (RANK[card] in equipment.ranks and suits[SUIT[card]]) for card in range(NATURALS))
    return (*naturals, largest(equipment.jokers))


@lru_cache(maxsize=128)
def naturals_of(variant: Slots) -> frozenset[int]:
    """Return the numbers of the natural cards of the pack."""
    return frozenset(card for card, copies in enumerate(copies_of(variant)[:JOKER]) if copies)


@lru_cache(maxsize=256)
def first_met(variant: Slots, ledger: Ledger) -> Slots:
    """Return the first variant ever passed here that equals this one and has the same ledger.

    Sharing one object makes caches fast: they recognise the same object at once, but must compare every part of an
    equal one.
    """
    return variant


@lru_cache(maxsize=128)
def game_of(variant: Slots) -> Game:
    """Compile the rules of a variant."""
    # Make this object the one that `first_met` returns for equal variants.
    first_met(variant, variant.ledger)
    melds, knock = melds_of(variant), _knock_rules(variant)
    declared = knock is not None and knock.declared
    # IND-SCORE-05: without the required runs no card counts as matched, so the deadwood depends on them.
    demand = demand_of(variant) if declared else None
    deadwood = Deadwood(melds, hand_values(variant), demand)
    return Game(
        melds,
        _turn_rules(variant),
        _draw_rules(variant),
        judge_of(variant),
        planes=largest(variant.equipment.packs),
        pack=sum(BIT[card] for card in naturals_of(variant)),
        deadwood=deadwood,
        # A declared hand must match every card, so unmatched cards count by number, not by points.
        shown=Deadwood(melds, (1,) * (JOKER + 1), demand) if declared else deadwood,
        knock=knock,
        contracts=contract_rules(variant),
        regroup=_regroup_rules(variant),
        closer=closer_of(variant),
    )


def _regroup_rules(variant: Slots) -> rules.RegroupRules | None:
    if variant.table.concealed or variant.table.regroup is None:
        return None
    later = _options(variant.opening, Opening).post_open == "next_turn"
    return rules.RegroupRules(
        regroup_joker=variant.table.regroup_joker,
        opens_alone=later,
        opens_amid=not later and _has_to_open(variant),
    )


def _has_to_open(variant: Slots) -> bool:
    """Return whether the melds of an opening have to meet any condition."""
    judge = judge_of(variant)
    return not isinstance(judge, ParametricJudge) or judge.judge((), 0, -1, 0, False)[0] != EMPTY


def closer_of(variant: Slots) -> CustomCloser | None:
    """Return the adapter of a custom closing policy; None for rami's own class, which is compiled to tables."""
    closing = variant.closing
    # A subclass that overrides `finish` is a custom policy.
    usual = isinstance(closing, Closing) and type(closing).finish is Closing.finish
    return None if usual else CustomCloser(closing)


def contract_rules(variant: Slots) -> contracts.ContractRules | None:
    opening, due = _options(variant.opening, Opening), contracts_of(variant.opening)
    if due is None:
        return None
    return contracts.ContractRules(
        tuple([(contract.groups, contract.runs) for contract in due]),
        opening.contract_size == "exact",
        opening.distinct_contract_melds,
        _options(variant.closing, Closing).end_when_all_complete,
        index(opening.run_gap or 0),
        opening.lay_down_all,
    )


def must_open_with_taken(variant: Slots) -> bool:
    """Return whether a player who takes the discard before opening must use it in the opening."""
    return variant.drawing.discard_use is not None and variant.drawing.unopened_discard_use == "in_opening"


def hand_values(variant: Slots) -> tuple[int, ...]:
    """Return the penalty points of a card left in a hand, for each card number; the joker comes last."""
    scoring = variant.scoring
    if isinstance(scoring, Scoring):
        values = scoring.card_values(variant.equipment)
        if variant.equipment.natural_wilds and scoring.kind == "none":
            # The search for deadwood treats a wild card as a joker of the same value. `Reason.WILDS_UNLIKE` refuses
            # games in which jokers have another value, except games without points, so make the values equal here.
            wild = melds_of(variant).is_wild
            return tuple(values[JOKER] if wild(card) else value for card, value in enumerate(values))
        return values
    # A custom scorer is called once for each card. `index` refuses a float, which only the compiled kernel would
    # refuse by itself.
    return tuple(index(scoring.hand_value(Card.from_id(card))) for card in range(JOKER + 1))


def demand_of(variant: Slots) -> Demand | None:
    """Return the runs that a declaration requires; None if no runs are required."""
    closing = _options(variant.closing, Closing)
    runs, pure = closing.declare_runs, closing.declare_pure_runs
    return Demand(index(runs), index(pure)) if runs or pure else None


def _knock_rules(variant: Slots) -> rules.KnockRules | None:
    closing, scoring = _options(variant.closing, Closing), _options(variant.scoring, Scoring)
    limit = closing.knock_limit
    if not variant.table.concealed or limit is None:
        return None
    void_at = closing.void_at
    return rules.KnockRules(
        limit=_LIMITS[limit] if isinstance(limit, str) else index(limit),
        upcard_values=[
            # An ace whose value in a run depends on its place counts 1 as an upcard.
            1 if value is None else value
            for value in map(variant.equipment.value_of, map(Card.from_id, range(NATURALS)))
        ],
        gin_only_on_ace=closing.upcard_ace == "gin_only",
        # D-84: big gin is still allowed with a bonus of 0; only None removes it.
        big_gin=scoring.big_gin_bonus is not None,
        by_moves=closing.settle == "moves",
        layoff_on_gin=closing.layoff_on_gin,
        # A stock never has -1 cards, so -1 means that the round is never void.
        void_at=-1 if void_at is None else index(void_at),
        fiftieth_card=closing.fiftieth_card,
        knock_tie=scoring.knock_tie,
        declared=limit == "all_matched",
        face_up=closing.out_discard == "face_up",
        last_turns=closing.last_turns == "others_once",
        pairs=limit == "all_matched" and closing.declare_pairs,
    )


def reads_upcard(variant: Slots) -> bool:
    """Return whether the first upcard still matters after the first draw, for the knock limit or the score."""
    if not variant.table.concealed:
        return False
    by_upcard = _options(variant.closing, Closing).knock_limit == "upcard"
    # A custom scorer may read the upcard.
    doubles = _options(variant.scoring, Scoring, spade_doubles=True).spade_doubles
    return by_upcard or (doubles and variant.dealing.upcard)


def _pairs_open(variant: Slots) -> int:
    """Return the number of pairs needed to open with pairs; 0 in games without pairs."""
    return 0 if variant.table.concealed else index(_options(variant.opening, Opening).pairs or 0)


@lru_cache(maxsize=128)
def melds_of(variant: Slots) -> rules.MeldRules:
    """Return the rules about melds in the form that the kernel uses."""
    melding, knock = variant.melding, _knock_rules(variant)
    limit = rules.UNLIMITED if melding.max_wild is None else melding.max_wild
    joker = melding.joker_meld_value
    value_of_rank = variant.equipment.value_of_rank
    ace = value_of_rank(1)
    ranks = sorted(variant.equipment.wild_ranks)
    copies = copies_of(variant)
    of_rank = [sum(copies[rank:JOKER:13]) for rank in range(13)]
    made = partial(
        rules.MeldRules,
        any_suits=melding.set_suits == "any",
        set_min=melding.set_min,
        set_max=rules.UNLIMITED if melding.set_max is None else melding.set_max,
        run_min=melding.run_min,
        max_run=melding.max_run,
        named=variant.table.set_joker == "named" and not variant.table.concealed,
        pairs=(knock is not None and knock.pairs) or _pairs_open(variant) > 0,
        single_ace=melding.natural_aces == 1,
        run_wrap=melding.run_wrap,
        ace_low=melding.ace != "high",
        ace_high=melding.ace != "low",
        # "run" applies the limit to runs only; "only_runs" bans wild cards from groups.
        max_wild_group={"run": rules.UNLIMITED, "only_runs": 0}.get(melding.max_wild_scope, limit),
        max_wild_run=limit,
        wild_limit=melding.wild_limit,
        wild_limit_always=melding.wild_limit_scope == "always",
        min_natural=melding.min_natural,
        group_naturals=melding.min_natural if melding.group_naturals is None else melding.group_naturals,
        adjacent_wilds=melding.adjacent_wilds,
        joker_at_ends=melding.joker_at_ends,
        values=[value_of_rank(rank) or 0 for rank in range(2, 14)],
        ace_values=melding.ace_meld_values if ace is None else (ace, ace, ace),
        singles=_singles(variant),
        wild_value=-1 if isinstance(joker, str) else joker,
        burnt_scope=melding.burnt_scope if melding.joker_in_run == "burnt" else None,
        of_rank=max(of_rank),
        wild_cards=copies[JOKER] + sum(of_rank[rank - 1] for rank in ranks),
    )
    # If a card of a wild rank may be laid as itself, the kernel also needs "tame" rules, in which no rank is wild.
    return made(wild_ranks=ranks, tame=made() if ranks and variant.equipment.natural_wilds else None)


def _singles(variant: Slots) -> tuple[int, ...]:
    """Return the points of each natural card, -1 for one with its usual value; () if no card has a special value."""
    own = variant.equipment.singles
    return tuple(own.get(card, -1) for card in range(NATURALS)) if own else ()


@lru_cache(maxsize=128)
def judge_of(variant: Slots) -> ParametricJudge | CustomJudge:
    """Return the judge of a variant's openings."""
    opening, melds = variant.opening, melds_of(variant)
    clean_without_taken = not variant.drawing.discard_in_clean_run
    # A subclass that overrides `verdict` is a custom policy.
    if not isinstance(opening, Opening) or type(opening).verdict is not Opening.verdict:
        return CustomJudge(opening, clean_without_taken, melds)
    return ParametricJudge(opening_rules(opening, clean_without_taken), partial(spelled, melds))


def _turn_rules(variant: Slots) -> rules.TurnRules:
    drawing, table = variant.drawing, variant.table
    closing = _options(variant.closing, Closing)
    # A custom policy might read any fact, so options that it lacks take values that make the kernel track more. Cards
    # laid are the exception: the kernel tracks them only for a scorer whose `kind` is "net".
    opening = _options(variant.opening, Opening, counts_layoffs=True, escalates=True)
    # A custom closing policy might allow any last card, and distinguish any two wild cards on the table.
    custom_closing = closer_of(variant) is not None
    scoring = _options(variant.scoring, Scoring, joker_finish="last_card_any", kind="")
    custom_scorer = scoring is not variant.scoring
    use = 0
    for name in drawing.discard_use or ():
        use |= _USE[name]
    # BAS-RUMMY-03: a lay-off in an earlier turn rules out going out all at once, so the kernel must record it.
    placed = not table.layoff_requires_open and scoring.all_at_once_after == "no_card"
    # D-92: the option allows further melds either in the turn of the contract or only from the next turn on.
    wait = contracts_of(variant.opening) is not None and opening.contract_extras == "next_turn"
    deep = drawing.discard_depth != 1
    return rules.TurnRules(
        discard_use=use,
        # If players may take several discards, the only duty is that of RUM-DRAW-04, whatever this option says.
        any_same_turn=drawing.unopened_discard_use == "any_same_turn" and not deep,
        allow_return_discard=drawing.allow_return_discard,
        layoff_unopened=not table.layoff_requires_open,
        all_must_open=table.foreign_melds_after == "all_opened",
        run_joker=table.run_joker,
        set_joker=table.set_joker,
        closed_four_set=table.closed_four_set,
        recover_wild_ranks=table.recover_wild_ranks,
        wilds_apart=(variant.equipment.natural_wilds and not table.concealed) or custom_closing,
        swap_unopened=not table.swap_requires_open,
        recovered_joker=table.recovered_joker,
        next_action=table.recovered_when == "next_action",
        clean_runs_closed=not table.joker_on_foreign_clean_run,
        take=table.take == "opened",
        foreign_takes_only=table.take_from == "not_owner",
        take_ends=table.take_positions == "ends",
        take_min_hand_cards=table.take_min_hand_cards,
        take_joker=table.take_joker,
        extras_next_turn=wait or opening.post_open == "next_turn",
        melds_next_turn=wait,
        melds_a_turn=table.melds_a_turn or 0,
        counts_layoffs=opening.counts_layoffs,
        exempts=opening.all_at_once_requires != "full",
        out_lifts_points=opening.all_at_once_requires == "nothing",
        finish_by_placing=custom_closing or not variant.closing.finish(ClosingFacts()),
        last_discards=sum(
            (custom_closing or not variant.closing.finish(ClosingFacts(discard=Card.from_id(card)))) << card
            for card in range(JOKER + 1)
        ),
        track_cards=custom_closing,
        # The kernel does not track facts that no score uses, so positions that differ only in such facts are equal.
        track_help=placed or opening.all_at_once_alone or custom_scorer or not scoring.all_at_once_help,
        track_placed=placed,
        track_wilds=custom_scorer or len(set(scoring.all_at_once_factors)) > 1,
        track_highest=opening.escalates,
        track_joker_last=scoring.joker_finish == "last_card_any",
        track_layers=scoring.kind == "net",
        taken_next=deep,
        # A custom opening may accept two melds together but neither alone, so only rami's own policy judges
        # them one by one.
        one_by_one=deep and opening is variant.opening,
        # `in_round` replaces "by_players" before a deal (SCA-DISC-03); queries without a deal assume three players or
        # more.
        fitting_discard="barred" if closing.fitting_discard == "by_players" else closing.fitting_discard,
        # A player who has opened and takes the discard must lay new melds worth at least this many points.
        pickup_points=index(opening.pickup_minimum or 0) if opening.pickup_scope == "always" else 0,
        first_round_out=closing.first_round_out,
        opening_only=not opening.further_melds,
        pairs=_pairs_open(variant),
        pairs_follow=table.pairs_by_others == "after_pairs",
        pair_layoffs=table.pair_layoffs or 0,
        void_all_pairs=closing.void_all_pairs,
        all_at_once_alone=opening.all_at_once_alone,
        wild_discard_charge=index(scoring.wild_discard_charge or 0),
        fitting_discard_charge=index(scoring.fitting_discard_charge or 0),
    )


def _draw_rules(variant: Slots) -> rules.DrawRules:
    drawing, conduct = variant.drawing, variant.conduct
    closing, scoring = _options(variant.closing, Closing), _options(variant.scoring, Scoring)
    # D-102: there is one switch for all penalties; if it is off, the engine does not list moves that are mere mistakes.
    explicit = conduct.mode == "explicit"
    # A wrong declaration is such a mistake, and it needs a game of concealed hands.
    wrong = conduct.wrong_declaration if explicit and variant.table.concealed else None
    # The prices of dropping out are at least 1, so 0 means that nobody may drop out (IND-FOLD-02, IND-FOLD-03).
    first, later = scoring.fold_prices or (0, 0)
    return rules.DrawRules(
        first_round_discard=drawing.first_round_discard,
        first_round_melds=_options(variant.opening, Opening).first_round_melds,
        first_player_only=drawing.first_round_scope == "first_player_only",
        # R51-CARTE-02 is about a player with one card. Larger numbers are reserved, because no text says
        # whether they would mean "at most".
        no_discard_at_one=drawing.no_discard_draw_at == 1,
        no_twin_pickup=drawing.no_twin_pickup,
        recycle=drawing.recycle,
        # D-75: None means no limit. The kernel compares numbers, so use one that no round reaches.
        max_recycles=(1 << 30) if drawing.max_recycles is None else drawing.max_recycles,
        turn_cap=index(_options(variant.match, MatchFormat).turn_cap or 0),
        # D-16: unless conduct is explicit, the engine announces the last card for the players. 0 turns the move off.
        announce_at=conduct.announce_at if explicit and conduct.carte else 0,
        carte_penalty=conduct.carte_penalty,
        touch=explicit and conduct.touch_penalty is not None,
        touch_in_turn=conduct.touch_scope == "turn",
        touch_bars_out=conduct.touch_penalty == "forbid_all_at_once",
        upcard_offer=drawing.upcard_offer,
        depth=LARGEST if drawing.discard_depth == "any" else drawing.discard_depth,
        stock_out=closing.stock_out,
        stalemate_counts=closing.stalemate == "count_hands",
        wild_discard=drawing.wild_discard,
        opened_only=drawing.unopened_discard_use == "never" and drawing.discard_depth == 1,
        fold_first=index(first),
        fold_later=index(later),
        wrong_declaration=wrong or 0,
        turned_show=variant.dealing.turned_card == "natural" and scoring.turned_show is not None,
        buys=drawing.buy is not None,
        buy_price=drawing.buy_price,
        buy_limit=(1 << 30) if drawing.buy_limit is None else drawing.buy_limit,
        buy_when_down=drawing.buy_when_down,
        calls=conduct.rum_call is not None,
        or_play=drawing.turn == "draw_or_play",
    )


def _options(policy: object, declared: type[P], **omitted: object) -> P:
    """Return the options of a policy; if a custom policy lacks one, take the value from `omitted`, or the default."""
    if isinstance(policy, declared):
        return policy
    found: P = _of_custom(policy, declared.slot, *omitted.items())
    return found


@lru_cache(maxsize=128)
def _of_custom(policy: object, slot: str, *omitted: tuple[str, object]) -> Any:
    usual = {name: option.default for name, option in options_of(SLOTS[slot]).items()} | dict(omitted)
    return SimpleNamespace(**{name: getattr(policy, name, value) for name, value in usual.items()})
