"""The rules of a variant in the kernel's form, made once and read at every step.

A field whose type lists words has the name and the words of its option, as in `set_joker == "four_only"`, so the type
checker rejects any other word. All other fields are numbers and flags that follow from options, even under the name of
an option: `take` is a flag for the words of `table.take`, `discard_use` is a sum of bits for those of
`drawing.discard_use`, and `KnockRules.pairs` comes from `closing.declare_pairs`. `policies._compiled` and
`__post_init__` compute them once, because comparing words in a loop takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, final

from ._rt import i64, mypyc_attr
from .cards.codes import ACE, JOKER, NATURALS, RANK, RANK_CARDS

UNLIMITED: Final = 99

# Options that functions of the kernel take as arguments.
Clean: TypeAlias = Literal["run_meld", "run_window", "run_or_set"]
RegroupJoker: TypeAlias = Literal["free", "named", "both", "locked"]

# Sums of bits: the ways to use a card (`uses`), and the prohibitions of a turn (`Terms.bars`).
USE_MELD: Final = 1
USE_LAYOFF: Final = 2
USE_SWAP: Final = 4
BARS_FIRST: Final = 1
BARS_OUT: Final = 2

# Marks a result that has not been computed yet.
NOT_ASKED: Final = -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Candidate:
    """A meld that a search for lay-downs may choose, with its points and the cards that it uses.

    `most` is the highest total that its cards could score in melds. `need` is a mask of its naturals with a bit for
    each joker above them, and `doubles` a mask of the naturals that it uses twice. `order`, computed on demand, is a
    number that sorts melds like their codes; two melds may share a number. `alone` is a combination with only this
    meld, and `named` is a combination with only its name; the name depends only on the rules, so all callers share it.
    """

    __slots__ = ("alone", "code", "jokers", "most", "named", "need", "order", "doubles", "points")

    def __init__(
        self, code: tuple[int, ...], points: int, most: int, need: int, doubles: int, jokers: int
    ) -> None:
        self.code: Final = code
        self.points: Final[i64] = points
        self.most: Final[i64] = most
        self.need: Final[i64] = need
        self.doubles: Final[i64] = doubles
        self.jokers: Final[i64] = jokers
        self.order: i64 = NOT_ASKED
        self.alone: Final = (code,)
        self.named: tuple[object, ...] = ()


@final
class Candidates:
    """The melds that some cards can form, without jokers (`clean`) and with jokers (`wild`)."""

    __slots__ = ("clean", "wild")

    def __init__(self, clean: tuple[Candidate, ...], wild: tuple[Candidate, ...]) -> None:
        self.clean: Final = clean
        self.wild: Final = wild


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class MeldRules:
    """The rules of valid melds and their points.

    If `burnt` is set, a wild in a run may represent only a card whose copies are all face up. If the rules are `plain`,
    a wild may take any place in a meld, as long as there are not too many wilds. The tables `runs` and `groups` (see
    `universe`) and `runs_near` (see `finder`) are filled on demand.
    """

    any_suits: bool
    set_min: int
    set_max: int
    run_min: int
    max_run: int
    run_wrap: bool
    ace_low: bool
    ace_high: bool
    max_wild_group: int
    max_wild_run: int
    wild_limit: Literal["at_most_half", "minority"] | None
    # True if the limit also applies when cards are added to a meld.
    wild_limit_always: bool
    # The minimum number of naturals in a run with wilds, and in a group with wilds.
    min_natural: int
    group_naturals: int
    adjacent_wilds: bool
    joker_at_ends: Literal["placement", "invariant", False]
    wild_ranks: Sequence[int] = ()
    # The points of the ranks from two to king.
    values: Sequence[int]
    # The points of the ace: low in a run, high in a run, in a group.
    ace_values: tuple[int, int, int]
    # The points of a wild; -1 for the points of the card that it represents.
    wild_value: int
    # The cards that count as burnt; None if a wild in a run may represent any card.
    burnt_scope: Literal["melds", "melds_and_discards"] | None = None
    # The points of each natural with a special value, -1 for the others; empty if there are none.
    singles: tuple[int, ...] = ()
    # True if only one of the two aces of a run from ace to ace may be natural.
    single_ace: bool = False
    # True if the player names the card that the wild of a group of three represents.
    named: bool = False
    # True if two copies of a card are a meld, in hands declared in pairs or after an opening with pairs.
    pairs: bool = False
    # These rules without a wild rank, if a card of that rank counts as itself in its natural place.
    tame: MeldRules | None = None
    # The largest number of cards of one rank, and of wild cards, that the pack can supply to a group.
    of_rank: int = UNLIMITED
    wild_cards: int = UNLIMITED

    # True if a wild in a run may represent only a burnt card.
    burnt: bool = field(init=False)
    # True if a wild may lie inside a run.
    free_ends: bool = field(init=False)
    # True if an ace has two places in runs.
    ace_twice: bool = field(init=False)
    # The naturals of a wild rank, as a mask.
    wild_faces: int = field(init=False)
    wild_ranked: bool = field(init=False)
    # The rank of a group of wilds alone, 0 if there is none.
    wild_group: int = field(init=False)
    group_values: tuple[int, ...] = field(init=False)
    # The points by place: 1 to 13, the high ace at 14, then the places of runs that wrap around.
    run_values: tuple[int, ...] = field(init=False)
    # The lowest and highest place in the order of runs, and a mask of all places that `around` gives.
    first_place: int = field(init=False)
    last_place: int = field(init=False)
    places: int = field(init=False)
    # The highest place that a run may reach, perhaps by wrapping around.
    top_place: int = field(init=False)
    plain: bool = field(init=False)
    # True if melds have the usual shape: at least three cards, groups of distinct suits, aces low or high.
    shaped: bool = field(init=False)
    # A longer list of cards can never be a meld.
    largest: int = field(init=False)
    # The maximum points of each card in a meld; the joker comes last.
    highest_values: tuple[int, ...] = field(init=False)
    # The sum of these values for every combination of ranks in one suit, indexed by mask: ace to 7, then 8 to king.
    low_values: tuple[int, ...] = field(init=False)
    high_values: tuple[int, ...] = field(init=False)
    runs: dict[int, Candidates] = field(init=False)
    groups: dict[int, Candidates] = field(init=False)
    runs_near: dict[int, Candidates] = field(init=False)

    def __post_init__(self) -> None:
        if self.run_wrap:
            self.max_run = min(self.max_run, 13)
        self.burnt = self.burnt_scope is not None
        self.free_ends = self.joker_at_ends is False
        self.ace_twice = self.ace_low and self.ace_high
        self.wild_faces = sum([RANK_CARDS[rank] for rank in self.wild_ranks])
        self.wild_ranked = len(self.wild_ranks) > 0
        self.wild_group = 0 if self.group_naturals else self.wild_ranks[0] if self.wild_ranks else ACE
        low, high, group = self.ace_values
        self.group_values = (0, group, *self.values)
        self.run_values = (0, low, *self.values, high, *self.values)
        self.first_place = 1 if self.ace_low else 2
        self.last_place = 14 if self.ace_high else 13
        self.places = -1 if self.run_wrap else (2 << self.last_place) - (1 << self.first_place)
        self.top_place = 26 if self.run_wrap else self.last_place
        self.plain = self.wild_limit is None and self.adjacent_wilds and self.free_ends
        self.shaped = min(self.run_min, self.set_min) >= 3 and self.ace_twice
        self.shaped = self.shaped and not (self.run_wrap or self.any_suits)
        longest = min(self.max_run, 13 if self.run_wrap else self.last_place - self.first_place + 1)
        of_rank = self.of_rank if self.any_suits else min(self.of_rank, 4)
        in_group = of_rank + min(self.wild_cards, self.max_wild_group)
        self.largest = max(longest, min(self.set_max, in_group))
        self.highest_values = self._highest_values()
        of_ranks = [max(self.highest_values[rank:NATURALS:13]) for rank in range(13)]
        self.low_values = _sums(tuple(of_ranks[:7]))
        self.high_values = _sums(tuple(of_ranks[7:]))
        self.runs = {}
        self.groups = {}
        self.runs_near = {}

    def _highest_values(self) -> tuple[int, ...]:
        values = [max(self.group_values[RANK[card]], self.run_values[RANK[card]]) for card in range(NATURALS)]
        for ace in range(0, NATURALS, 13):
            values[ace] = max(values[ace], self.run_values[14])
        wild = self.wild_value if self.wild_value >= 0 else max(values)
        if self.singles:
            values = [max(value, self.singles[card]) for card, value in enumerate(values)]
        values = [max(value, wild) if self.is_wild(card) else value for card, value in enumerate(values)]
        return (*values, wild)

    def last_start(self, size: int) -> int:
        """Return the highest place at which a run of `size` cards may start."""
        return min(13, self.top_place - size + 1)

    def places_of(self, card: int) -> tuple[int, ...]:
        """Return the places that a natural can take in runs."""
        if RANK[card] != ACE:
            return (RANK[card],)
        return tuple([place for place in (1, 14) if self.first_place <= place <= self.last_place])

    def is_wild(self, card: int) -> bool:
        """Return whether a card is a joker or of the wild rank; see `meld.is_wild_at` for cards in a meld."""
        return card == JOKER or (self.wild_ranked and card < NATURALS and self.wild_faces >> card & 1 != 0)


def _sums(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sum of every subset of some values, indexed by the mask of the subset."""
    sums = [0]
    for value in values:
        sums += [before + value for before in sums]
    return tuple(sums)


class Kinds:
    """The kinds of wild cards; wilds of one kind are interchangeable.

    `of` gives the kind of each card and of the joker. `placed` is set if it matters which kind of wild takes
    which place in a run.
    """

    __slots__ = ("of", "placed")

    def __init__(self, of: tuple[int, ...], placed: bool = False) -> None:
        self.of: Final = of
        self.placed: Final = placed

    def without(self, cards: Sequence[int]) -> Kinds:
        """Return a copy in which each of these cards has a separate kind."""
        apart = {card: JOKER + 1 + card for card in cards if card >= 0}
        if not apart:
            return self
        return Kinds(tuple(apart.get(card, kind) for card, kind in enumerate(self.of)), self.placed)


ONE_KIND: Final = Kinds((0,) * (JOKER + 1))
WILDS_APART: Final = Kinds(tuple(range(JOKER + 1)), True)


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class OpeningRules:
    """The rules of the opening, for variants that use the built-in opening policy."""

    minimum: int
    pickup_minimum: int
    clean: Clean | None
    clean_without_taken: bool
    counts_layoffs: bool
    escalates: bool
    all_at_once_requires: Literal["full", "points", "nothing"]
    first_round_melds: bool
    # The number of pairs with which a player may open instead, 0 for none.
    pairs: int = 0


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class TurnRules:
    """The rules for playing cards to the table, using a card taken from the discard pile, and playing the last card."""

    discard_use: int
    any_same_turn: bool
    allow_return_discard: bool
    layoff_unopened: bool
    all_must_open: bool
    run_joker: Literal["exact", "never"]
    set_joker: Literal["four_only", "both_at_once", "either_missing", "named", "never"]
    closed_four_set: bool
    recover_wild_ranks: bool
    swap_unopened: bool
    recovered_joker: Literal["new_meld", "meld_or_layoff", "hand"] | None
    next_action: bool
    clean_runs_closed: bool
    take: bool
    foreign_takes_only: bool
    take_ends: bool
    take_min_hand_cards: int
    take_joker: bool
    extras_next_turn: bool
    melds_next_turn: bool
    melds_a_turn: int
    counts_layoffs: bool
    exempts: bool
    out_lifts_points: bool
    finish_by_placing: bool
    # The cards that may be discarded last, as a mask of faces. With a `Closer`, this field and the one above
    # allow everything that the closer might allow.
    last_discards: int
    track_help: bool
    track_placed: bool
    track_wilds: bool
    track_highest: bool
    track_joker_last: bool = False
    track_layers: bool = False
    # True if a discard that must be used has to be placed by the very next action, even by an unopened
    # player.
    taken_next: bool = False
    # True if openings have no requirements, so that their melds are listed one by one.
    one_by_one: bool = False
    fitting_discard: Literal["free", "barred", "barred_unopened"] = "free"
    # True if a player may go out on the first turn.
    first_round_out: bool = True
    # The points of new melds that an opened player must lay from the hand after taking the discard.
    pickup_points: int = 0
    # True if no melds may be laid after the opening.
    opening_only: bool = False
    # The number of pairs needed to open, 0 for none. After one player opens with pairs, others may lay pairs if
    # `pairs_follow`, and whoever opened with pairs may lay off `pair_layoffs` cards in a turn, 0 for any number.
    pairs: int = 0
    pairs_follow: bool = False
    pair_layoffs: int = 0
    # True if the round is void once every player has opened with pairs.
    void_all_pairs: bool = False
    # True if a player who must go out may not add to older melds.
    all_at_once_alone: bool = False
    # The charges for discarding a wild card and for discarding a card that fits a table meld.
    wild_discard_charge: int = 0
    fitting_discard_charge: int = 0
    # True if no two wilds are interchangeable, because each may be natural in a different place.
    wilds_apart: bool = False
    # True if a turn records the cards and melds that it has brought to the table, for a `Closer`.
    track_cards: bool = False

    # The ways to place a discard that must be placed. If the player may keep the top discard (`discard_use` is 0), a
    # deeper one may be placed in any way.
    uses: int = field(init=False)
    charges: bool = field(init=False)
    # True if the new melds of a turn are counted.
    counts_melds: bool = field(init=False)
    # True if a turn keeps track of anything (see `turns.turn.Tracked`).
    tracks: bool = field(init=False)
    # True if a group always has four cards after its wild has left.
    wild_leaves_four: bool = field(init=False)
    # The wilds sorted into kinds that no rule distinguishes.
    wild_kinds: Kinds = field(init=False)

    def __post_init__(self) -> None:
        self.uses = self.discard_use or USE_MELD | USE_LAYOFF | USE_SWAP
        self.charges = self.wild_discard_charge > 0 or self.fitting_discard_charge > 0
        self.counts_melds = self.melds_a_turn > 0 or self.track_cards
        counts = self.counts_melds or self.pair_layoffs > 0
        self.tracks = counts or self.track_help or self.track_wilds or self.track_layers or self.track_highest
        self.wild_leaves_four = self.set_joker == "four_only" or self.set_joker == "both_at_once"
        jokers_apart = not self.recover_wild_ranks
        kinds = [
            2 * (self.last_discards >> card & 1) + (card == JOKER and jokers_apart)
            for card in range(JOKER + 1)
        ]
        self.wild_kinds = WILDS_APART if self.wilds_apart else Kinds(tuple(kinds), jokers_apart)


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class DrawRules:
    """The rules about drawing, and about an empty stock.

    `fold_first` and `fold_later` are the points for dropping out of the round instead of drawing, in a player's first
    turn and in a later turn; 0 if that is not allowed. If the top discard may be bought (`buys`), `buy_price` is the
    cost in cards, `buy_limit` is the number of times a player may buy, and `buy_when_down` is True if a player who has
    opened may buy. `calls` is set if, before the next draw, players may call a discard that can be laid without cards
    from the hand. `or_play` is set if a player either draws or plays cards, and either choice ends the turn.
    """

    first_round_discard: bool
    first_round_melds: bool
    first_player_only: bool
    no_discard_at_one: bool
    no_twin_pickup: bool
    recycle: Literal["keep_top", "all", "turn_over", "never"]
    max_recycles: int
    turn_cap: int
    announce_at: int
    carte_penalty: int
    upcard_offer: Literal["none", "non_dealer", "both", "both_again"]
    touch: bool
    touch_in_turn: bool
    # True if a player who has touched the top discard must not go out all at once.
    touch_bars_out: bool = False
    depth: int = 1
    stock_out: Literal["blocked", "decline", "at_once", "pass"] = "blocked"
    stalemate_counts: bool = False
    wild_discard: Literal["free", "upcard_only", "never"] = "free"
    opened_only: bool = False
    fold_first: int = 0
    fold_later: int = 0
    wrong_declaration: int = 0
    # True if a player may show the other copy of the turned-up card on the first turn.
    turned_show: bool = False
    buys: bool = False
    buy_price: int = 0
    buy_limit: int = 0
    buy_when_down: bool = False
    calls: bool = False
    or_play: bool = False

    # Flags: the upcard is offered to the dealer too, and it may still be taken after that.
    offers_both: bool = field(init=False)
    offers_again: bool = field(init=False)
    # Flags: a rule can bar the top discard, and a player may have choices other than drawing a card.
    bars_discards: bool = field(init=False)
    offers_more: bool = field(init=False)
    fold_prices: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        # After two passes, the first player draws as in any other turn.
        self.offers_again = self.upcard_offer == "both_again"
        self.offers_both = self.upcard_offer == "both" or self.offers_again
        self.bars_discards = (
            self.no_discard_at_one
            or self.no_twin_pickup
            or not self.first_round_discard
            or self.wild_discard != "free"
            or self.opened_only
            or self.calls
        )
        self.offers_more = self.touch or self.fold_first > 0 or self.turned_show
        prices = (self.fold_first, self.fold_later, self.wrong_declaration)
        self.fold_prices = tuple([price for price in prices if price])


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class RegroupRules:
    """The rules of games in which a player may rearrange the whole table.

    `opens_alone` is set if a player opens in a separate turn, using only cards of the hand. `opens_amid` is set if a
    player has to open, and may rearrange the table in the same turn (RKB-D03).
    """

    regroup_joker: RegroupJoker
    opens_alone: bool
    opens_amid: bool = False


@dataclass(kw_only=True, slots=True, eq=False, repr=False)
class KnockRules:
    """The rules about showing a hand to end the play, and about counting the hands.

    `limit` is the maximum deadwood for a knock; -1 means the value of the first upcard. If `declared` is set, every
    card shown must be in a meld, nobody lays off, and each other hand is counted by itself, after one more turn if
    `last_turns` is set. If `pairs` is set, the hand shown may instead consist only of pairs.
    """

    limit: int
    upcard_values: Sequence[int]
    gin_only_on_ace: bool
    big_gin: bool
    by_moves: bool
    layoff_on_gin: bool
    void_at: int
    fiftieth_card: bool
    knock_tie: Literal["undercut", "knocker", "void"]
    declared: bool = False
    face_up: bool = False
    last_turns: bool = False
    pairs: bool = False

    def limit_for(self, upcard: int) -> int:
        """Return the maximum deadwood for a knock in a round with this first upcard."""
        if self.limit >= 0:
            return self.limit
        if self.gin_only_on_ace and RANK[upcard] == ACE:
            return 0
        return self.upcard_values[upcard]
