"""The parametric rules of a variant, compiled once into plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .cards.codes import ACE, JOKER, NATURALS, RANK, RANK_CARDS
from .kept_melds import Candidates, Shelf

UNLIMITED: Final = 99

SHARE_FREE: Final = 0
SHARE_HALF: Final = 1
SHARE_MINORITY: Final = 2

ENDS_FREE: Final = 0
ENDS_PLACED: Final = 1
ENDS_ALWAYS: Final = 2

BURNT_NEVER: Final = 0
BURNT_MELDS: Final = 1
BURNT_PILE: Final = 2

CLEAN_NONE: Final = 0
CLEAN_RUN: Final = 1
CLEAN_WINDOW: Final = 2
CLEAN_ANY: Final = 3

EXEMPT_NEVER: Final = 0
EXEMPT_CLEAN: Final = 1
EXEMPT_ALL: Final = 2

USE_MELD: Final = 1
USE_LAYOFF: Final = 2
USE_SWAP: Final = 4

GROUP_JOKER_NEVER: Final = 0
GROUP_JOKER_FOUR: Final = 1
GROUP_JOKER_ANY: Final = 2
GROUP_JOKER_BOTH: Final = 3
GROUP_JOKER_NAMED: Final = 4

RECOVER_NEVER: Final = 0
RECOVER_MELD: Final = 1
RECOVER_PLACE: Final = 2
RECOVER_HAND: Final = 3

OFFER_NONE: Final = 0
OFFER_NON_DEALER: Final = 1
OFFER_BOTH: Final = 2

TIE_UNDERCUT: Final = 0
TIE_KNOCKER: Final = 1
TIE_VOID: Final = 2

# the prohibitions of a turn
BARS_FIRST: Final = 1
BARS_OUT: Final = 2

FITTING_FREE: Final = 0
FITTING_BARRED: Final = 1
FITTING_BARRED_UNOPENED: Final = 2

WILD_DISCARD_FREE: Final = 0
WILD_DISCARD_DEALT: Final = 1
WILD_DISCARD_NEVER: Final = 2

RECYCLE_NEVER: Final = 0
RECYCLE_KEEP_TOP: Final = 1
RECYCLE_ALL: Final = 2
RECYCLE_TURN_OVER: Final = 3

OUT_BLOCKED: Final = 0
OUT_DECLINE: Final = 1
OUT_AT_ONCE: Final = 2


class MeldRules:
    """The rules of valid melds and their points.

    Where `burnt` is set, a wild is placed in a run only for a card whose copies are all face up.  A valid number of
    wilds may be anywhere in a meld where the rules are `plain`.  The tables `runs` and `groups` (see `universe`),
    `runs_near` and `groups_at` (see `candidates`) are filled on demand.
    """

    __slots__ = (
        "ace_twice",
        "adjacent",
        "any_suits",
        "burnt",
        "ends",
        "first_place",
        "group_max",
        "group_min",
        "group_values",
        "groups",
        "groups_at",
        "high_values",
        "highest_values",
        "last_place",
        "low_values",
        "max_run",
        "max_wild_group",
        "max_wild_run",
        "min_natural",
        "named",
        "pairs",
        "places",
        "plain",
        "run_min",
        "run_values",
        "runs",
        "runs_near",
        "shaped",
        "share",
        "share_always",
        "single_ace",
        "tame",
        "wild_faces",
        "wild_group",
        "wild_ranked",
        "wild_value",
        "wrap",
    )

    def __init__(
        self,
        *,
        any_suits: bool,
        group_min: int,
        group_max: int,
        run_min: int,
        max_run: int,
        wrap: bool,
        ace_low: bool,
        ace_high: bool,
        max_wild_group: int,
        max_wild_run: int,
        share: int,
        share_always: bool,
        min_natural: int,
        adjacent: bool,
        ends: int,
        wild_ranks: Sequence[int] = (),
        values: Sequence[int],
        ace_values: tuple[int, int, int],
        wild_value: int,
        burnt: int = BURNT_NEVER,
        single_ace: bool = False,
        named: bool = False,
        pairs: bool = False,
        tame: MeldRules | None = None,
    ) -> None:
        # the same rules without a wild rank, where its cards are natural in their own places
        self.tame: Final = tame
        self.any_suits: Final = any_suits
        self.group_min: Final = group_min
        self.group_max: Final = group_max
        self.run_min: Final = run_min
        self.max_run: Final = min(max_run, 13) if wrap else max_run
        self.wrap: Final = wrap
        # whether an ace has two places in runs
        self.ace_twice: Final = ace_low and ace_high
        self.max_wild_group: Final = max_wild_group
        self.max_wild_run: Final = max_wild_run
        self.share: Final = share
        self.share_always: Final = share_always
        self.min_natural: Final = min_natural
        self.adjacent: Final = adjacent
        self.ends: Final = ends
        # the naturals that are wild wherever they are laid, as a mask
        self.wild_faces: Final = sum([RANK_CARDS[rank] for rank in wild_ranks])
        self.wild_ranked: Final = len(wild_ranks) > 0
        # the rank of a group of wilds alone, 0 where there is none
        self.wild_group: Final = 0 if min_natural else wild_ranks[0] if wild_ranks else ACE
        self.wild_value: Final = wild_value
        self.burnt: Final = burnt
        # a run from ace to ace has a wild in one of these places
        self.single_ace: Final = single_ace
        # the card that the wild of a group of three represents is named when it is laid
        self.named: Final = named
        # two copies of a card are a meld, in a hand that is declared in pairs alone, or for who opens with pairs
        self.pairs: Final = pairs
        low, high, group = ace_values
        self.group_values: Final = (0, group, *values)
        # places 1 to 13, the high ace at 14, and on round the corner
        self.run_values: Final = (0, low, *values, high, *values)
        # the lowest and the highest place of a run's first-to-last order, and a mask of all places that `around` gives
        self.first_place: Final = 1 if ace_low else 2
        self.last_place: Final = 14 if ace_high else 13
        self.places: Final[int] = -1 if wrap else (2 << self.last_place) - (1 << self.first_place)
        self.plain: Final = share == SHARE_FREE and adjacent and ends == ENDS_FREE
        # melds of three cards or more, groups of distinct suits, an ace at both ends of the suit
        self.shaped: Final = min(run_min, group_min) >= 3 and self.ace_twice and not wrap and not any_suits
        self.highest_values: Final = self._highest_values()
        # the same for the cards of a suit together: its ranks from the ace to the seven, and those above
        self.low_values: Final = _sums(self.highest_values[:7])
        self.high_values: Final = _sums(self.highest_values[7:13])
        self.runs: Final[dict[int, Shelf]] = {}
        self.groups: Final[dict[int, Shelf]] = {}
        self.runs_near: Final[dict[int, Candidates]] = {}
        self.groups_at: Final[list[Candidates | None]] = [None] * (2 * 16 * 14)

    def _highest_values(self) -> tuple[int, ...]:
        """The most points that each card can have in a meld, jokers at the end."""
        values = [max(self.group_values[RANK[card]], self.run_values[RANK[card]]) for card in range(NATURALS)]
        for ace in range(0, NATURALS, 13):
            values[ace] = max(values[ace], self.run_values[14])
        wild = self.wild_value if self.wild_value >= 0 else max(values)
        values = [max(value, wild) if self.is_wild(card) else value for card, value in enumerate(values)]
        return (*values, wild)

    def places_of(self, card: int) -> tuple[int, ...]:
        """The places of a natural in runs."""
        if RANK[card] != ACE:
            return (RANK[card],)
        return tuple([place for place in (1, 14) if self.first_place <= place <= self.last_place])

    def is_wild(self, card: int) -> bool:
        """Whether a card represents another one wherever it is laid."""
        return card == JOKER or (self.wild_ranked and card < NATURALS and self.wild_faces >> card & 1 != 0)


def _sums(values: tuple[int, ...]) -> tuple[int, ...]:
    """The sums of every choice of some values, by the mask of their places."""
    sums = [0]
    for value in values:
        sums += [before + value for before in sums]
    return tuple(sums)


class Kinds:
    """Classes of interchangeable wilds: equal numbers in `of`, which has one for each card and the joker.

    `placed` is set where the place of each kind of wild in a run matters.
    """

    __slots__ = ("of", "placed")

    def __init__(self, of: tuple[int, ...], placed: bool = False) -> None:
        self.of: Final = of
        self.placed: Final = placed

    def without(self, cards: Sequence[int]) -> Kinds:
        """The same with each of these cards as a kind of its own."""
        apart = {card: NATURALS + card for card in cards if card >= 0}
        if not apart:
            return self
        return Kinds(tuple(apart.get(card, kind) for card, kind in enumerate(self.of)), self.placed)


ONE_KIND: Final = Kinds((0,) * (JOKER + 1))


class OpeningRules:
    """The first lay-down, as numbers; used when the opening policy is the parametric one."""

    def __init__(
        self,
        *,
        minimum: int,
        pickup_minimum: int,
        clean: int,
        clean_without_taken: bool,
        counts_layoffs: bool,
        escalates: bool,
        exempt: int,
        first_melds: bool,
        pairs: int = 0,
    ) -> None:
        # the number of pairs that also open, 0 where they do not
        self.pairs: Final = pairs
        self.minimum: Final = minimum
        self.pickup_minimum: Final = pickup_minimum
        self.clean: Final = clean
        self.clean_without_taken: Final = clean_without_taken
        self.counts_layoffs: Final = counts_layoffs
        self.escalates: Final = escalates
        self.exempt: Final = exempt
        self.first_melds: Final = first_melds


class TurnRules:
    """The rules of play on the table, and of the taken discard and the last card."""

    __slots__ = (
        "allow_return",
        "all_must_open",
        "any_same_turn",
        "charge_fitting",
        "charge_wild",
        "charges",
        "clean_runs_closed",
        "closed_four",
        "counts_layoffs",
        "discard_use",
        "extras_next_turn",
        "exempts",
        "finish_by_discard",
        "finish_by_placing",
        "first_out",
        "fitting",
        "foreign_takes_only",
        "group_joker",
        "layoff_unopened",
        "melds_a_turn",
        "melds_next_turn",
        "next_action",
        "one_by_one",
        "opening_only",
        "out_alone",
        "out_lifts_points",
        "pair_layoffs",
        "pairs",
        "pairs_follow",
        "pickup_points",
        "recover_wild_ranks",
        "recovered",
        "run_joker",
        "swap_unopened",
        "take",
        "take_ends",
        "take_min_hand",
        "take_wild",
        "taken_next",
        "track_help",
        "track_highest",
        "track_joker_last",
        "track_layers",
        "track_placed",
        "track_wilds",
        "uses",
        "void_pairs",
        "wild_kinds",
        "wild_leaves_four",
    )

    def __init__(
        self,
        *,
        discard_use: int,
        any_same_turn: bool,
        allow_return: bool,
        layoff_unopened: bool,
        all_must_open: bool,
        run_joker: bool,
        group_joker: int,
        closed_four: bool,
        recover_wild_ranks: bool,
        swap_unopened: bool,
        recovered: int,
        next_action: bool,
        clean_runs_closed: bool,
        take: bool,
        foreign_takes_only: bool,
        take_ends: bool,
        take_min_hand: int,
        take_wild: bool,
        extras_next_turn: bool,
        melds_next_turn: bool,
        melds_a_turn: int,
        counts_layoffs: bool,
        exempts: bool,
        out_lifts_points: bool,
        finish_by_placing: bool,
        finish_by_discard: Sequence[bool],
        track_help: bool,
        track_placed: bool,
        track_wilds: bool,
        track_highest: bool,
        track_joker_last: bool = False,
        track_layers: bool = False,
        taken_next: bool = False,
        one_by_one: bool = False,
        fitting: int = FITTING_FREE,
        first_out: bool = True,
        pickup_points: int = 0,
        opening_only: bool = False,
        pairs: int = 0,
        pairs_follow: bool = False,
        pair_layoffs: int = 0,
        void_pairs: bool = False,
        out_alone: bool = False,
        charge_wild: int = 0,
        charge_fitting: int = 0,
    ) -> None:
        self.discard_use: Final = discard_use
        # how a discard that has to be placed may be, where the top one alone is free as well
        self.uses: Final = discard_use or USE_MELD | USE_LAYOFF | USE_SWAP
        # a discard that has to be placed is so in the very next act, whether or not the player has opened
        self.taken_next: Final = taken_next
        # an opening has no requirements, so its melds are listed one by one
        self.one_by_one: Final = one_by_one
        self.fitting: Final = fitting
        # no meld is laid after the opening
        self.opening_only: Final = opening_only
        # how many pairs open, 0 where there are none; whether others may lay pairs once a player has opened so, and how
        # many cards that one may lay off in a turn, 0 for any number
        self.pairs: Final = pairs
        self.pairs_follow: Final = pairs_follow
        self.pair_layoffs: Final = pair_layoffs
        # the round is void with the turn in which the last player opens in this way
        self.void_pairs: Final = void_pairs
        # who owes to go out adds nothing to melds that lay there before
        self.out_alone: Final = out_alone
        # the charges for discarding a wild card, and one that fits a meld of the table
        self.charge_wild: Final = charge_wild
        self.charge_fitting: Final = charge_fitting
        self.charges: Final = charge_wild > 0 or charge_fitting > 0
        # whether a player may go out in a turn of the first round
        self.first_out: Final = first_out
        # the points of new melds that an opened player must lay from the hand after taking the discard
        self.pickup_points: Final = pickup_points
        self.any_same_turn: Final = any_same_turn
        self.allow_return: Final = allow_return
        self.layoff_unopened: Final = layoff_unopened
        self.all_must_open: Final = all_must_open
        self.run_joker: Final = run_joker
        self.group_joker: Final = group_joker
        self.closed_four: Final = closed_four
        # whether a group has four cards once its wild has gone
        self.wild_leaves_four: Final = group_joker in (GROUP_JOKER_FOUR, GROUP_JOKER_BOTH)
        self.recover_wild_ranks: Final = recover_wild_ranks
        self.swap_unopened: Final = swap_unopened
        self.recovered: Final = recovered
        self.next_action: Final = next_action
        self.clean_runs_closed: Final = clean_runs_closed
        self.take: Final = take
        self.foreign_takes_only: Final = foreign_takes_only
        self.take_ends: Final = take_ends
        self.take_min_hand: Final = take_min_hand
        self.take_wild: Final = take_wild
        self.extras_next_turn: Final = extras_next_turn
        self.melds_next_turn: Final = melds_next_turn
        self.melds_a_turn: Final = melds_a_turn
        self.counts_layoffs: Final = counts_layoffs
        self.exempts: Final = exempts
        self.out_lifts_points: Final = out_lifts_points
        self.finish_by_placing: Final = finish_by_placing
        self.finish_by_discard: Final = tuple(finish_by_discard)
        self.track_help: Final = track_help
        self.track_placed: Final = track_placed
        self.track_wilds: Final = track_wilds
        self.track_highest: Final = track_highest
        self.track_joker_last: Final = track_joker_last
        self.track_layers: Final = track_layers
        # wilds are interchangeable where no rule distinguishes them
        self.wild_kinds: Final = Kinds(
            tuple(
                2 * finish_by_discard[card] + (card == JOKER and not recover_wild_ranks)
                for card in range(JOKER + 1)
            ),
            not recover_wild_ranks,
        )


class DrawRules:
    """The rules of draws, and of an empty stock.

    `fold_first` and `fold_later` are the points for dropping out of the round instead, in the first turn of a player
    and in a later one; 0 where that is not allowed.  Where the top discard may be bought (`buys`), `buy_price` is the
    cost in cards, `buy_limit` how often a player may buy, `buy_open` whether one who has opened may.
    `calls` is set if a discard that can be laid without the hand may be called before a draw.
    """

    def __init__(
        self,
        *,
        first_discard: bool,
        first_melds: bool,
        first_player_only: bool,
        no_discard_at_one: bool,
        no_twin: bool,
        recycle: int,
        max_recycles: int,
        turn_cap: int,
        announce_at: int,
        penalty: int,
        offer: int,
        touch: bool,
        touch_in_turn: bool,
        touch_bars_out: bool = False,
        depth: int = 1,
        stock_out: int = OUT_BLOCKED,
        stalemate_counts: bool = False,
        wild_discard: int = WILD_DISCARD_FREE,
        opened_only: bool = False,
        fold_first: int = 0,
        fold_later: int = 0,
        wrong_declaration: int = 0,
        turned_shown: bool = False,
        buys: bool = False,
        buy_price: int = 0,
        buy_limit: int = 0,
        buy_open: bool = False,
        calls: bool = False,
    ) -> None:
        self.buys: Final = buys
        self.calls: Final = calls
        self.buy_price: Final = buy_price
        self.buy_limit: Final = buy_limit
        self.buy_open: Final = buy_open
        self.depth: Final = depth
        self.stock_out: Final = stock_out
        self.stalemate_counts: Final = stalemate_counts
        self.first_discard: Final = first_discard
        self.first_melds: Final = first_melds
        self.first_player_only: Final = first_player_only
        self.no_discard_at_one: Final = no_discard_at_one
        self.no_twin: Final = no_twin
        self.recycle: Final = recycle
        self.max_recycles: Final = max_recycles
        self.turn_cap: Final = turn_cap
        self.announce_at: Final = announce_at
        self.penalty: Final = penalty
        self.offer: Final = offer
        self.touch: Final = touch
        self.touch_in_turn: Final = touch_in_turn
        # a player who has touched the top discard may not go out all at once
        self.touch_bars_out: Final = touch_bars_out
        self.wild_discard: Final = wild_discard
        self.opened_only: Final = opened_only
        self.fold_first: Final = fold_first
        self.fold_later: Final = fold_later
        self.wrong_declaration: Final = wrong_declaration
        # whether a player may show the other copy of the card turned up in the first turn
        self.turned_shown: Final = turned_shown
        # whether some top discards may not be taken, and whether more than a draw may be offered
        self.bars_discards: Final = (
            no_discard_at_one
            or no_twin
            or not first_discard
            or wild_discard != WILD_DISCARD_FREE
            or opened_only
            or calls
        )
        self.fold_prices: Final = tuple(
            [price for price in (fold_first, fold_later, wrong_declaration) if price]
        )
        self.offers_more: Final = touch or fold_first > 0 or turned_shown


class KnockRules:
    """The rules for showing a hand to end the play, and for counting the hands.

    `limit` is the most deadwood of a knock, -1 for the value of the first upcard.  Where every card shown must be
    matched, the hand is declared: no player lays off, and any number of other players are counted each alone; before
    that they may have a last turn each.  Where there are `pairs`, the hand may also consist of these alone.
    """

    def __init__(
        self,
        *,
        limit: int,
        upcard_values: Sequence[int],
        gin_only_on_ace: bool,
        big_gin: bool,
        by_moves: bool,
        lay_off_on_gin: bool,
        void_at: int,
        fiftieth: bool,
        tie: int,
        declared: bool = False,
        face_up: bool = False,
        last_turns: bool = False,
        pairs: bool = False,
    ) -> None:
        self.declared: Final = declared
        self.pairs: Final = pairs
        self.face_up: Final = face_up
        self.last_turns: Final = last_turns
        self.limit: Final = limit
        self.upcard_values: Final = tuple(upcard_values)
        self.gin_only_on_ace: Final = gin_only_on_ace
        self.big_gin: Final = big_gin
        self.by_moves: Final = by_moves
        self.lay_off_on_gin: Final = lay_off_on_gin
        self.void_at: Final = void_at
        self.fiftieth: Final = fiftieth
        self.tie: Final = tie

    def limit_for(self, upcard: int) -> int:
        """The most deadwood of a knock in a round with that first upcard."""
        if self.limit >= 0:
            return self.limit
        if self.gin_only_on_ace and RANK[upcard] == ACE:
            return 0
        return self.upcard_values[upcard]
