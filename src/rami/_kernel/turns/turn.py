"""One player's turn as a value: the hand, the table and the facts of the turn.

A turn never changes. Each action gives a new turn (see `successors`), and the search compares turns by their
`key`. This is a turn of Classic 51 for player 0, who has opened and has just taken 7♣ from the discard pile:

    hand     7♣ 7♦ 4♥ K♠ 2♣           (planes 0b...1000010 ..., see `cards.hands`)
    table    ((0, 1, (37, 30, 31, 32)),)    one meld: id 0, owner 1, the code of 5♥ 6♥ 7♥
    duties   taken 6, the 7♣; taken_due: it still has to be placed

`table` is a tuple of melds in the order in which they were laid. A meld keeps its *id* for the round; its
*place* is its index in `table` and may change. `Terms` holds the limits that are fixed for the whole turn,
`Duties` the obligations of the player, and `Tracked` the facts that only some games track.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Protocol, final

from .._rt import i64, mypyc_attr
from ..arranging.deadwood import Deadwood
from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER
from ..melds.finder import Table
from ..melds.meld import Code, is_pair
from ..melds.natural_wilds import Supply
from ..melds.wilds import Planes, counted, in_the_open
from ..openings.contracts import ContractRules
from ..openings.judge import Judge
from ..regrouping.table_jokers import ties_of
from ..rules import (
    BARS_FIRST,
    BARS_OUT,
    NOT_ASKED,
    DrawRules,
    Kinds,
    KnockRules,
    MeldRules,
    RegroupRules,
    TurnRules,
)

# For each table meld, the seats that laid its cards, in the order of the cards, if the rules score laid
# cards.
Layers = tuple[bytes, ...]

NO_CARD: Final = -1
# A byte that ends each meld in the key of a turn and gives its owner and age. No code contains such a number.
OWNED: Final = tuple([bytes([number]) for number in range(200, 256)])


class Closer(Protocol):
    """A custom closing policy: decides whether a player may go out."""

    def allows(self, turn: Turn, card: int) -> bool:
        """Return whether the player may go out, or show the rest of the hand, with this discard.

        NO_CARD means that there is no discard: the hand is already empty, or the player shows all of it.
        """
        ...


@dataclass(eq=False, repr=False)
class Game:
    """The compiled rules of a variant.

    `closer` is a custom closing policy; None for the built-in policy. `knock` is None if melds are laid
    during the play, and `contracts` is None if openings need points. `shown` judges a hand that may be
    shown, and `deadwood` counts the points of unmatched cards. `pack` is a mask of the naturals in the pack.
    `regroup` is set if players rearrange the whole table. `suits` and `regrouped` are caches:
    `completion.relaxed` and `completion.runs` fill the first, with different keys, and `rearranging` fills
    the second. Threads may share both, because two threads that miss a key compute equal results.
    """

    melds: MeldRules
    turn: TurnRules
    draw: DrawRules
    judge: Judge
    planes: int
    pack: int
    deadwood: Deadwood
    shown: Deadwood
    knock: KnockRules | None
    contracts: ContractRules | None
    regroup: RegroupRules | None = None
    closer: Closer | None = None
    suits: dict[tuple[object, ...], object] = field(init=False)
    regrouped: dict[tuple[object, ...], object] = field(init=False)

    def __post_init__(self) -> None:
        self.suits = {}
        self.regrouped = {}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Terms:
    """The limits that apply to a turn, fixed when the turn begins.

    `others_open` is True if all other players have opened, for rules that depend on it. `bars` is `BARS_FIRST` in a
    first turn with restrictions, plus `BARS_OUT` if the player must not go out. `limit` is the maximum deadwood for a
    knock, -1 if nobody may knock. `contract` is the number of the contract that an opening has to fulfil, 0 for none.
    `totals` gives the points of each seat before the round, if a custom policy may read them.
    """

    __slots__ = ("bars", "contract", "limit", "others_open", "totals")

    def __init__(
        self,
        others_open: bool = False,
        bars: int = 0,
        limit: int = -1,
        contract: int = 0,
        totals: tuple[object, ...] = (),
    ) -> None:
        self.others_open: Final = others_open
        self.bars: Final = bars
        self.limit: Final = limit
        self.contract: Final = contract
        self.totals: Final = totals

    def __reduce__(self) -> tuple[type[Terms], tuple[object, ...]]:
        return Terms, (self.others_open, self.bars, self.limit, self.contract, self.totals)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Tracked:
    """The facts that some games track during a turn; other games use `NOTHING_TRACKED`.

    `helped` is True if the player has used a meld that was on the table before the opening; `fresh_from` is
    the id of the first meld of the opening (`TurnRules.track_help`). `laid` counts the new melds of the turn,
    if the rules limit them or a `Closer` reads the number. `added` counts the cards that a player who opened
    with pairs has laid off, if the rules limit them. `pile` is the discard pile, if jokers in runs depend on
    it. `layers` records the seat that laid each card of each table meld. `wilds_placed` contains the id of a meld
    once for each wild that joined it from the hand in this turn. `highest` is the highest opening so far, if
    the next opening has to exceed it (see `openings.judge`). `placed` lists the cards moved from the hand to the table
    in this turn, in ascending order, if a `Closer` reads them.
    """

    __slots__ = (
        "added",
        "fresh_from",
        "helped",
        "highest",
        "laid",
        "layers",
        "pile",
        "placed",
        "wilds_placed",
    )

    def __init__(
        self,
        helped: bool = False,
        fresh_from: int = 0,
        laid: int = 0,
        added: int = 0,
        pile: bytes = b"",
        layers: Layers = (),
        wilds_placed: tuple[int, ...] = (),
        highest: int = 0,
        placed: bytes = b"",
    ) -> None:
        self.helped: Final = helped
        self.fresh_from: Final = fresh_from
        self.laid: Final = laid
        self.added: Final = added
        self.pile: Final = pile
        self.layers: Final = layers
        self.wilds_placed: Final = wilds_placed
        self.highest: Final = highest
        self.placed: Final = placed

    def __reduce__(self) -> tuple[type[Tracked], tuple[object, ...]]:
        facts = (self.helped, self.fresh_from, self.laid, self.added)
        return Tracked, (*facts, self.pile, self.layers, self.wilds_placed, self.highest, self.placed)

    def at_draw(self, pile: bytes = b"") -> Tracked:
        """Return the facts that outlast a turn, with the discard pile if the rules track it."""
        if pile or self.layers or self.highest:
            return Tracked(pile=pile, layers=self.layers, highest=self.highest)
        return NOTHING_TRACKED


NOTHING_TRACKED: Final = Tracked()


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Duties:
    """The obligations of a player for the rest of the turn; usually `NO_DUTIES`.

    `taken` is the discard taken, or the lowest card of several, and `taken_due` is True while it must be
    placed. `banned` is the card that must not be discarded because it was just taken. `due` lists the
    recovered wilds that still have to be placed, in ascending order, and `missing` is the number of points
    still to be laid. `go_out` is True if the player has to go out or knock in this turn.
    """

    __slots__ = ("banned", "due", "go_out", "missing", "taken", "taken_due")

    def __init__(
        self,
        taken: int = NO_CARD,
        taken_due: bool = False,
        banned: int = NO_CARD,
        due: tuple[int, ...] = (),
        go_out: bool = False,
        missing: int = 0,
    ) -> None:
        self.taken: Final = taken
        self.taken_due: Final = taken_due
        self.banned: Final = banned
        self.due: Final = due
        self.go_out: Final = go_out
        self.missing: Final = missing

    def __reduce__(self) -> tuple[type[Duties], tuple[object, ...]]:
        return Duties, self.key()

    def key(self) -> tuple[object, ...]:
        """Return all fields as a tuple, the same for equal duties."""
        return self.taken, self.taken_due, self.banned, self.due, self.go_out, self.missing

    def pending(self) -> bool:
        """Return whether the player must still fulfil a duty before ending the turn."""
        return self.taken_due or bool(self.due) or self.missing > 0 or self.go_out


NO_DUTIES: Final = Duties()


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Turn:
    """The cards that the player to act can use, and the duties still to be fulfilled.

    Facts that no rule of the variant uses keep neutral values, so turns are equal whenever they allow the
    same play. `discardable`, `stuck` and `to_come` cache the results of `discards`, `too_many_stuck` and
    `places_to_come`.
    """

    __slots__ = (
        "discardable",
        "_key",
        "_open",
        "duties",
        "fresh_open",
        "hand",
        "opened",
        "player",
        "stuck",
        "table",
        "terms",
        "to_come",
        "tracked",
    )

    def __init__(
        self,
        hand: hands.Hand,
        table: Table,
        player: int,
        opened: bool,
        terms: Terms,
        tracked: Tracked = NOTHING_TRACKED,
        duties: Duties = NO_DUTIES,
        fresh_open: bool = False,
    ) -> None:
        self.hand: Final = hand
        self.table: Final = table
        self.player: Final = player
        self.opened: Final = opened
        self.terms: Final = terms
        self.tracked: Final = tracked
        self.duties: Final = duties
        self.fresh_open: Final = fresh_open
        self.discardable: i64 = NOT_ASKED
        self.stuck: i64 = NOT_ASKED
        self.to_come: i64 = NOT_ASKED
        self._key: tuple[object, ...] | None = None
        self._open: Planes = ()

    def __reduce__(self) -> tuple[type[Turn], tuple[Any, ...]]:
        cards = (self.hand, self.table, self.player, self.opened)
        return Turn, (*cards, self.terms, self.tracked, self.duties, self.fresh_open)

    def facts(self) -> tuple[object, ...]:
        """Return the facts that distinguish turns, except cards and facts about individual melds."""
        terms, tracked = self.terms, self.tracked
        return (
            self.player,
            self.opened,
            self.fresh_open,
            terms.others_open,
            terms.bars,
            terms.limit,
            terms.contract,
            tracked.helped,
            tracked.laid,
            tracked.added,
            tracked.highest,
            self.duties.key(),
        )

    def key(self, game: Game) -> tuple[object, ...]:
        """Return a key that is the same for turns in equal positions; the ids of melds do not matter."""
        if self._key is None and game.regroup is not None:
            self._key = (self.hand, table_key(game, self.table), self.facts())
        if self._key is None:
            tracked = self.tracked
            fresh = game.turn.track_help and self.fresh_open and not tracked.helped
            # Bytes are much faster to hash and compare than a tuple of tuples. Leave out the ids, which only record the
            # order.
            table = sorted(
                [
                    bytes(code) + OWNED[2 * owner + (1 if fresh and number >= tracked.fresh_from else 0)]
                    for number, owner, code in self.table
                ]
            )
            self._key = (self.hand, b"".join(table), self.facts())
            if tracked.wilds_placed:
                held = [
                    (owner, code, tracked.wilds_placed.count(number))
                    for number, owner, code in self.table
                    if number in tracked.wilds_placed
                ]
                self._key += (tuple(sorted(held)),)
            if tracked.layers:
                laid = [(*entry, layer) for entry, layer in zip(self.table, tracked.layers, strict=True)]
                self._key += (tuple(sorted([each[1:] for each in laid])),)
            if tracked.placed:
                self._key += (tracked.placed,)
        return self._key

    def in_the_open(self, game: Game) -> Planes:
        """Return the face-up cards; under some rules they decide which cards jokers may represent in runs."""
        if not self._open:
            melds = [code for _, _, code in self.table]
            self._open = in_the_open(game.melds, game.planes, melds, self.tracked.pile)
        return self._open

    def places(self, game: Game) -> int:
        """Return a mask of the naturals that a wild may represent in a run that is laid or extended now."""
        return self.in_the_open(game)[-1] if game.melds.burnt else EVERY_NATURAL

    def places_to_come(self, game: Game) -> int:
        """Return a mask of the naturals that a wild may represent after more hand cards are laid; fixed for a turn."""
        if not game.melds.burnt:
            return EVERY_NATURAL
        if self.to_come == NOT_ASKED:
            self.to_come = counted(self.in_the_open(game), hands.cards_of(self.hand))[-1]
        return self.to_come

    def with_hand(self, hand: hands.Hand, banned: int) -> Turn:
        """Return the turn with another hand and another card that must not be discarded."""
        old = self.duties
        duties = Duties(old.taken, old.taken_due, banned, old.due, old.go_out, old.missing)
        return Turn(
            hand, self.table, self.player, self.opened, self.terms, self.tracked, duties, self.fresh_open
        )

    def drawn(self, hand: hands.Hand, pile: bytes, duties: Duties = NO_DUTIES) -> Turn:
        """Return the turn after a draw."""
        tracked = self.tracked
        if pile or tracked is not NOTHING_TRACKED:
            tracked = tracked.at_draw(pile)
        return Turn(hand, self.table, self.player, self.opened, self.terms, tracked, duties)

    def ended(self, hand: hands.Hand) -> Turn:
        """Return the turn after the player has finished, with only the facts that outlast it."""
        terms = Terms(limit=self.terms.limit, contract=self.terms.contract)
        return Turn(hand, self.table, self.player, self.opened, terms, Tracked(layers=self.tracked.layers))

    def is_first(self) -> bool:
        """Return whether this is the player's first turn, in which restrictions apply."""
        return self.terms.bars & BARS_FIRST != 0

    def must_stay(self) -> bool:
        """Return whether the player must not go out yet, so that a card must remain in hand after the discard."""
        return self.terms.bars >= BARS_OUT

    def lifts_points(self, rules: TurnRules) -> bool:
        """Return whether the player needs no points if all cards are laid this turn."""
        return rules.out_lifts_points and (self.fresh_open or not self.opened)

    def next_is_due(self, rules: TurnRules) -> bool:
        """Return whether the very next action must place a recovered wild."""
        return bool(self.duties.due) and rules.next_action

    def taken_is_next(self, rules: TurnRules) -> bool:
        """Return whether the very next action must place the card taken."""
        return self.duties.taken_due and rules.taken_next

    def may_touch(self, rules: TurnRules) -> bool:
        """Return whether a player who has opened may lay off, swap and take cards now."""
        return self.opened and not (self.fresh_open and rules.extras_next_turn)

    def may_meld(self, rules: TurnRules) -> bool:
        """Return whether a player who has opened may lay new melds now."""
        waits = rules.opening_only or (self.fresh_open and rules.melds_next_turn)
        return self.opened and not waits and self.may_lay(rules, 1)

    def may_lay(self, rules: TurnRules, melds: int) -> bool:
        """Return whether this many melds are within the limit for a turn."""
        return not rules.melds_a_turn or self.tracked.laid + melds <= rules.melds_a_turn

    def in_pairs(self) -> bool:
        """Return whether the player opened with pairs, and so may lay only pairs."""
        return self.opened and all(is_pair(code) for _, owner, code in self.table if owner == self.player)

    def may_pair(self, rules: TurnRules) -> bool:
        """Return whether the player may lay pairs: after opening with pairs or, in some games, after somebody did."""
        if not rules.pairs:
            return False
        others = rules.pairs_follow and any(is_pair(code) for _, _, code in self.table)
        return others or self.in_pairs()

    def may_lay_kind(self, rules: TurnRules, code: Code) -> bool:
        """Return whether a player who has opened may lay a meld of this kind."""
        if not rules.pairs:
            return True
        return self.may_pair(rules) if is_pair(code) else not self.in_pairs()

    def place_of(self, number: int) -> int:
        """Return the index on the table of the meld with this id, or -1."""
        for place, (meld_id, _, _) in enumerate(self.table):
            if meld_id == number:
                return place
        return -1


def table_key(game: Game, table: Table) -> tuple[object, ...]:
    """Return a key that is the same for tables that can be rearranged into the same new tables.

    The key depends on the cards and on the restrictions on the jokers, but not on the other melds (RKB-D01).
    """
    cards = bytes(sorted([card for _, _, code in table for card in code[1:]]))
    return cards, () if game.regroup is None else ties_of(game.melds, table, game.regroup.regroup_joker)


def kinds_of(game: Game, turn: Turn) -> Kinds:
    """Return the kinds of interchangeable wilds in a turn; a wild that must be placed or kept is a separate kind."""
    kinds: Kinds = game.turn.wild_kinds
    if not game.melds.wild_ranked:
        return kinds
    if game.melds.burnt:
        # Every card is a separate kind, because laying one particular wild may make its own card burnt.
        return Kinds(tuple(range(JOKER + 1)), kinds.placed)
    duties = turn.duties
    return kinds.without([*duties.due, duties.banned, duties.taken if duties.taken_due else NO_CARD])


def supply_now(game: Game, turn: Turn) -> Supply:
    """Return the cards available for a meld that is laid now."""
    return Supply(game.melds, turn.hand, kinds_of(game, turn), turn.places(game))


def supply_of(game: Game, turn: Turn) -> Supply:
    """Return the cards available for melds laid one after another; each meld may make cards burnt for the next."""
    return Supply(game.melds, turn.hand, kinds_of(game, turn), turn.places_to_come(game))
