"""One player's turn as a value: the hand, the table and the facts of the turn, and the steps between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, final

from .._rt import i64, mypyc_attr
from ..arranging.deadwood import Deadwood
from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER
from ..melds.burnt import Planes, counted, in_the_open, unburnt, unburnt_together
from ..melds.finder import Table, Taken
from ..melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    Melds,
    added_points,
    extended,
    is_run,
    pieces,
    points,
    stands_for,
    swapped,
    wild_count,
)
from ..openings.contracts import ContractRules
from ..openings.judge import Judge
from ..rules import (
    BARS_FIRST,
    BARS_OUT,
    RECOVER_HAND,
    RECOVER_PLACE,
    USE_LAYOFF,
    USE_MELD,
    USE_SWAP,
    DrawRules,
    Kinds,
    KnockRules,
    MeldRules,
    TurnRules,
)
from .layers import Layers, with_added, with_new

NO_CARD: Final = -1
NOT_ASKED: Final = -1
# the places of `bars` and `banned` among the parameters of a turn
BARS: Final = 5
BANNED: Final = 12


class Game:
    """The compiled rules of a variant.

    `knock` is None where melds are laid during the play, `contracts` where points decide about openings.  `shown`
    counts what a hand may be left with to be shown, `deadwood` what cards left cost.
    The table `suits` (see `completion.relaxed`) is filled as it is asked for.
    """

    def __init__(
        self,
        melds: MeldRules,
        turn: TurnRules,
        draw: DrawRules,
        judge: Judge,
        planes: int,
        deadwood: Deadwood,
        knock: KnockRules | None,
        contracts: ContractRules | None,
        shown: Deadwood | None = None,
    ) -> None:
        self.shown: Final = deadwood if shown is None else shown
        self.melds: Final = melds
        self.turn: Final = turn
        self.draw: Final = draw
        self.judge: Final = judge
        self.planes: Final = planes
        self.deadwood: Final = deadwood
        self.knock: Final = knock
        self.contracts: Final = contracts
        self.suits: Final[dict[tuple[object, ...], object]] = {}


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Turn:
    """What the acting player may use and still owes.

    A fact that no rule of the variant reads keeps its neutral value, so that equal turns play alike.
    `bars` is `BARS_FIRST` in a first turn where that is barred something, plus `BARS_OUT` where nobody may go out.
    `limit` is the most deadwood that allows a knock, `contract` the number of the contract that the player's
    opening has to fulfil, 0 where there are no contracts.
    `wilds_placed` has the id of a meld once for each of its wilds that was placed in this turn, where they are counted.
    `pile` is the discard pile, which stays as it is during the turn, where a rule reads it then; `laid` counts the new
    melds of the turn where their number is limited.  `layers` has the seat that laid each card of each meld of the
    table, where that is scored.
    `discardable` is what `discards` found, once it has been asked, and `stuck` what `too_many_stuck` did.
    """

    __slots__ = (
        "discardable",
        "_key",
        "_open",
        "banned",
        "contract",
        "due",
        "bars",
        "fresh_from",
        "fresh_open",
        "go_out",
        "hand",
        "helped",
        "highest",
        "laid",
        "layers",
        "limit",
        "missing",
        "opened",
        "others_open",
        "pile",
        "player",
        "stuck",
        "table",
        "taken",
        "taken_due",
        "wilds_placed",
    )

    def __init__(
        self,
        hand: hands.Hand,
        table: Table,
        player: int,
        opened: bool,
        others_open: bool,
        bars: int,
        highest: int = 0,
        limit: int = -1,
        contract: int = 0,
        fresh_open: bool = False,
        taken: int = NO_CARD,
        taken_due: bool = False,
        banned: int = NO_CARD,
        due: tuple[int, ...] = (),
        go_out: bool = False,
        missing: int = 0,
        helped: bool = False,
        laid: int = 0,
        fresh_from: int = 0,
        pile: bytes = b"",
        layers: Layers = (),
        wilds_placed: tuple[int, ...] = (),
    ) -> None:
        self.hand: Final = hand
        self.table: Final = table
        self.player: Final = player
        self.opened: Final = opened
        self.others_open: Final = others_open
        self.bars: Final = bars
        self.highest: Final = highest
        self.fresh_open: Final = fresh_open
        self.fresh_from: Final = fresh_from
        self.taken: Final = taken
        self.taken_due: Final = taken_due
        self.banned: Final = banned
        self.due: Final = due
        self.go_out: Final = go_out
        self.missing: Final = missing
        self.helped: Final = helped
        self.wilds_placed: Final = wilds_placed
        self.limit: Final = limit
        self.contract: Final = contract
        self.pile: Final = pile
        self.laid: Final = laid
        self.layers: Final = layers
        self.discardable: i64 = NOT_ASKED
        self.stuck: i64 = NOT_ASKED
        self._key: tuple[object, ...] | None = None
        self._open: Planes = ()

    def __reduce__(self) -> tuple[type[Turn], tuple[Any, ...]]:
        late = (self.fresh_from, self.pile, self.layers, self.wilds_placed)
        return Turn, (self.hand, self.table, *self.facts(), *late)

    def facts(self) -> tuple[object, ...]:
        """Everything but hand and table that makes two turns differ, in the order of the parameters."""
        return (
            self.player,
            self.opened,
            self.others_open,
            self.bars,
            self.highest,
            self.limit,
            self.contract,
            self.fresh_open,
            self.taken,
            self.taken_due,
            self.banned,
            self.due,
            self.go_out,
            self.missing,
            self.helped,
            self.laid,
        )

    def key(self, game: Game) -> tuple[object, ...]:
        """Equal for turns that are the same position: ids of melds do not count."""
        if self._key is None:
            fresh = game.turn.track_help and self.fresh_open and not self.helped
            table = sorted(
                (owner, code, fresh and number >= self.fresh_from) for number, owner, code in self.table
            )
            self._key = (self.hand, tuple(table), self.facts())
            if self.wilds_placed:
                held = [
                    (owner, code, self.wilds_placed.count(number))
                    for number, owner, code in self.table
                    if number in self.wilds_placed
                ]
                self._key += (tuple(sorted(held)),)
            if self.layers:
                laid = [(*entry, layer) for entry, layer in zip(self.table, self.layers, strict=True)]
                self._key += (tuple(sorted([each[1:] for each in laid])),)
        return self._key

    def in_the_open(self, game: Game) -> Planes:
        """What lies in the open, where jokers in runs depend on it."""
        if not self._open:
            melds = [code for _, _, code in self.table]
            self._open = in_the_open(game.melds, game.planes, melds, self.pile)
        return self._open

    def places(self, game: Game) -> int:
        """The naturals that a wild may stand for in a run that is laid or extended now."""
        return self.in_the_open(game)[-1] if game.melds.burnt else EVERY_NATURAL

    def places_to_come(self, game: Game) -> int:
        """The same, with those that may follow once more cards of the hand are laid."""
        if not game.melds.burnt:
            return EVERY_NATURAL
        return counted(self.in_the_open(game), hands.cards_of(self.hand))[-1]

    def dealt(self, hand: hands.Hand, banned: int) -> Turn:
        """The same turn with another hand, and with another card that may not go back."""
        values = list(self.__reduce__()[1])
        values[0], values[BANNED] = hand, banned
        return Turn(*values)

    def held_back(self) -> Turn:
        """The same turn of a player who may not go out in it."""
        values = list(self.__reduce__()[1])
        values[BARS] |= BARS_OUT
        return Turn(*values)

    def drawn(
        self,
        hand: hands.Hand,
        pile: bytes,
        taken: int = NO_CARD,
        taken_due: bool = False,
        banned: int = NO_CARD,
        go_out: bool = False,
        missing: int = 0,
    ) -> Turn:
        """The turn after a draw: by place, since keywords take twice as long in Python."""
        return Turn(
            hand,
            self.table,
            self.player,
            self.opened,
            self.others_open,
            self.bars,
            self.highest,
            self.limit,
            self.contract,
            False,
            taken,
            taken_due,
            banned,
            (),
            go_out,
            missing,
            False,
            0,
            0,
            pile,
            self.layers,
        )

    def ended(self, hand: hands.Hand) -> Turn:
        """The turn once nothing more is done in it."""
        return Turn(
            hand,
            self.table,
            self.player,
            self.opened,
            False,
            False,
            0,
            self.limit,
            self.contract,
            layers=self.layers,
        )

    def is_first(self) -> bool:
        """Whether it is a first turn in which the player may do less."""
        return self.bars & BARS_FIRST != 0

    def must_stay(self) -> bool:
        """Whether a card has to stay in hand after the discard, because the player may not go out now."""
        return self.bars >= BARS_OUT

    def owes(self) -> bool:
        """Whether a duty is open."""
        return self.taken_due or bool(self.due) or self.missing > 0 or self.go_out

    def lifts_points(self, rules: TurnRules) -> bool:
        """Whether a player who goes out all at once needs no points."""
        return rules.out_lifts_points and (self.fresh_open or not self.opened)

    def next_is_due(self, rules: TurnRules) -> bool:
        """Whether the very next action has to place a recovered wild."""
        return bool(self.due) and rules.next_action

    def taken_is_next(self, rules: TurnRules) -> bool:
        """Whether the very next act has to place the card taken."""
        return self.taken_due and rules.taken_next

    def may_touch(self, rules: TurnRules) -> bool:
        """Whether an opened player may lay off, swap and take now."""
        return self.opened and not (self.fresh_open and rules.extras_next_turn)

    def may_meld(self, rules: TurnRules) -> bool:
        """Whether an opened player may lay new melds now."""
        waits = rules.opening_only or (self.fresh_open and rules.melds_next_turn)
        return self.opened and not waits and self.may_lay(rules, 1)

    def may_lay(self, rules: TurnRules, melds: int) -> bool:
        """Whether the number of melds in a turn leaves room for so many."""
        return not rules.melds_a_turn or self.laid + melds <= rules.melds_a_turn

    def place_of(self, number: int) -> int:
        """The index in the table of the meld with that id, or -1."""
        for place, (meld_id, _, _) in enumerate(self.table):
            if meld_id == number:
                return place
        return -1


def kinds_of(game: Game, turn: Turn) -> Kinds:
    """Which wilds are interchangeable in a turn: those that are owed or barred stand apart."""
    kinds: Kinds = game.turn.wild_kinds
    if not game.melds.wild_ranked:
        return kinds
    if game.melds.burnt:
        # a wild that is laid may be the copy that burns that very card
        return Kinds(tuple(range(JOKER + 1)), kinds.placed)
    return kinds.without([*turn.due, turn.banned, turn.taken if turn.taken_due else NO_CARD])


def next_id(table: Table) -> int:
    """The id of the next meld to be laid: ids are given in order and never again."""
    highest = -1
    for number, _, _ in table:
        if number > highest:
            highest = number
    return highest + 1


def duties_after(
    rules: TurnRules, turn: Turn, placed: tuple[int, ...], use: int, opening: bool
) -> tuple[bool, tuple[int, ...]]:
    """(taken card still owed, recovered wilds still owed) once hand cards are placed."""
    if not turn.taken_due and not turn.due:
        return False, ()
    owed = list(turn.due)
    taken_due = turn.taken_due
    counts = opening or ((turn.opened or rules.taken_next) and (rules.uses & use) != 0)
    for_due = use == USE_MELD or (use == USE_LAYOFF and rules.recovered == RECOVER_PLACE)
    taken_first = taken_due and rules.recovered == RECOVER_PLACE and not rules.uses & USE_LAYOFF
    for card in placed:
        settles_taken = taken_due and counts and card == turn.taken
        if settles_taken and (taken_first or not (for_due and card in owed)):
            taken_due = False
        elif for_due and card in owed:
            owed.remove(card)
    return taken_due, tuple(owed)


def _moved(
    game: Game,
    turn: Turn,
    hand: hands.Hand,
    table: Table,
    placed: tuple[int, ...],
    use: int,
    helped: bool,
    *,
    opening: bool = False,
    go_out: bool = False,
    missing: int = 0,
    highest: int = 0,
    recovered: tuple[int, ...] = (),
    laid: int = 0,
    layers: Layers = (),
    wilds_placed: tuple[int, ...] = (),
) -> Turn:
    rules = game.turn
    taken_due, due = duties_after(rules, turn, placed, use, opening)
    fresh_from = turn.fresh_from
    if opening and rules.track_help:
        fresh_from = next_id(turn.table)
    return Turn(
        hand,
        table,
        turn.player,
        turn.opened or opening,
        turn.others_open,
        turn.bars,
        max(highest, turn.highest),
        -1,
        turn.contract,
        turn.fresh_open or opening,
        turn.taken,
        taken_due,
        turn.banned,
        tuple(sorted((*due, *recovered))) if recovered else due,
        turn.go_out or go_out,
        missing,
        turn.helped or (rules.track_help and helped),
        turn.laid + laid if rules.melds_a_turn else 0,
        fresh_from,
        turn.pile,
        layers,
        wilds_placed,
    )


def _with_wilds(game: Game, old: tuple[int, ...], cards: Iterable[int], number: int) -> tuple[int, ...]:
    """Where the wilds placed in this turn lie once these cards of the hand have come to a meld."""
    new = [number for card in cards if game.melds.is_wild(card)] if game.turn.track_wilds else []
    return tuple(sorted((*old, *new))) if new else old


def open_with(
    game: Game, turn: Turn, melds: Melds, worth: int, left: hands.Hand, missing: int, go_out: bool
) -> Turn:
    """The turn after the opening; its melds get their ids in the order of their codes, as in the move that names it."""
    number = next_id(turn.table)
    table = turn.table
    layers = turn.layers
    placed: tuple[int, ...] = ()
    wilds = turn.wilds_placed
    for offset, code in enumerate(sorted(melds)):
        wilds = _with_wilds(game, wilds, code[1:], number + offset)
        table = (*table, (number + offset, turn.player, code))
        if game.turn.track_layers:
            layers = with_new(layers, turn.player, code)
        placed += code[1:]
    highest = max(turn.highest, worth + missing) if game.turn.track_highest else 0
    return _moved(
        game,
        turn,
        left,
        table,
        placed,
        USE_MELD,
        False,
        opening=True,
        go_out=go_out,
        missing=missing,
        highest=highest,
        laid=len(melds),
        layers=layers,
        wilds_placed=wilds,
    )


def lay(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """The turn after one new meld of an opened player, or None when hand or table cannot supply it."""
    if unburnt(game.melds, code, turn.places(game)):
        return None
    if not leaving:
        held = hands.remove_all(turn.hand, code[1:])
        if held is None:
            return None
        number = next_id(turn.table)
        missing = turn.missing
        if missing and not turn.fresh_open and set(turn.due).isdisjoint(code[1:]):
            missing = max(0, missing - points(game.melds, code))
        laid = (*turn.table, (number, turn.player, code))
        layers = with_new(turn.layers, turn.player, code) if game.turn.track_layers else ()
        return _moved(
            game,
            turn,
            held,
            laid,
            code[1:],
            USE_MELD,
            False,
            missing=missing,
            laid=1,
            layers=layers,
            wilds_placed=_with_wilds(game, turn.wilds_placed, code[1:], number),
        )
    return _lay_with_takes(game, turn, code, leaving)


def _lay_with_takes(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """The same for a meld that takes cards of the table."""
    from_hand = list(code[1:])
    for place, index in leaving:
        card = turn.table[place][2][index + 1]
        if card not in from_hand:
            return None
        from_hand.remove(card)
    left = hands.remove_all(turn.hand, from_hand)
    if left is None:
        return None
    table = list(turn.table)
    split: list[tuple[int, Code]] = []
    first = next_id(turn.table)
    wilds = _with_wilds(game, (), from_hand, first)
    helped = False
    for place in sorted({place for place, _ in leaving}):
        number, owner, old = table[place]
        gone = [index for other, index in leaving if other == place]
        kept = pieces(game.melds, old, gone, game.turn.take_ends)
        if kept is None:
            return None
        helped = helped or not _is_fresh(turn, number)
        table[place] = (number, owner, kept[0])
        placed = turn.wilds_placed.count(number)
        for offset, piece in enumerate(kept):
            stayed = min(placed, wild_count(game.melds, piece))
            wilds += (number if offset == 0 else first + len(split) + offset,) * stayed
            placed -= stayed
        wilds += (first,) * placed
        split.extend((owner, piece) for piece in kept[1:])
    wilds += tuple(
        [number for number in turn.wilds_placed if all(turn.table[at][0] != number for at, _ in leaving)]
    )
    table.append((first, turn.player, code))
    for offset, (owner, piece) in enumerate(split, 1):
        table.append((first + offset, owner, piece))
    return _moved(
        game,
        turn,
        left,
        tuple(table),
        tuple(from_hand),
        USE_MELD,
        helped,
        missing=turn.missing,
        laid=1,
        wilds_placed=tuple(sorted(wilds)),
    )


def lay_off(game: Game, turn: Turn, card: int, place: int, end: int) -> Turn | None:
    """The turn after a lay-off, or None when the card does not fit."""
    number, owner, code = turn.table[place]
    bigger = extended(game.melds, code, card, end)
    if bigger is None or unburnt_at(game, turn, bigger, end) >= 0:
        return None
    table = (*turn.table[:place], (number, owner, bigger), *turn.table[place + 1 :])
    missing, highest = turn.missing, turn.highest
    if missing and game.turn.counts_layoffs and card not in turn.due:
        gained = added_points(game.melds, bigger, card, end)
        if game.turn.track_highest and gained > missing:
            highest += gained - missing
        missing = max(0, missing - gained)
    return _moved(
        game,
        turn,
        hands.remove(turn.hand, card),
        table,
        (card,),
        USE_LAYOFF,
        not _is_fresh(turn, number),
        missing=missing,
        highest=highest,
        layers=with_added(turn.layers, turn.player, place, bigger, card, end) if turn.layers else (),
        wilds_placed=_with_wilds(game, turn.wilds_placed, (card,), number),
    )


def unburnt_at(game: Game, turn: Turn, grown: Code, end: int) -> int:
    """The card that a wild just laid off at that end may not stand for, or -1."""
    places = turn.places(game)
    index = len(grown) - 2 if end == HIGH_END else 0
    if places == EVERY_NATURAL or not is_run(grown) or not game.melds.is_wild(grown[index + 1]):
        return NO_CARD
    card = stands_for(grown, index)
    return NO_CARD if places >> card & 1 else card


def unburnt_in(game: Game, turn: Turn, melds: Melds) -> list[int]:
    """The cards that wilds in runs laid together may not stand for, in whatever order."""
    return unburnt_together(game.melds, turn.in_the_open(game), melds) if game.melds.burnt else []


def fitting_ends(game: Game, turn: Turn, card: int, place: int) -> list[int]:
    """The ends at which the card may join a table meld; a group has one."""
    code = turn.table[place][2]
    ends = (LOW_END, HIGH_END) if is_run(code) else (LOW_END,)
    found: list[int] = []
    for end in ends:
        grown = extended(game.melds, code, card, end)
        if grown is not None and unburnt_at(game, turn, grown, end) < 0:
            found.append(end)
    return found


def fits_both_ends(game: Game, turn: Turn, card: int, place: int) -> bool:
    """Whether the card may join a table run at either end."""
    code = turn.table[place][2]
    # the neighbours of twelve cards are one and the same
    if not is_run(code) or not (game.melds.is_wild(card) or len(code) - 1 == 12):
        return False
    return len(fitting_ends(game, turn, card, place)) > 1


def swap(game: Game, turn: Turn, place: int, index: int, card: int, other: int = NO_CARD) -> Turn:
    """The turn after a natural card, or two, have replaced the wild at `index` of a table meld."""
    number, owner, code = turn.table[place]
    wild = code[index + 1]
    table = (
        *turn.table[:place],
        (number, owner, swapped(game.melds, code, index, card, other)),
        *turn.table[place + 1 :],
    )
    hand = hands.add(hands.remove(turn.hand, card), wild)
    if other != NO_CARD:
        hand = hands.remove(hand, other)
    recovered = () if game.turn.recovered == RECOVER_HAND else (wild,)
    placed = list(turn.wilds_placed)
    if number in placed:
        placed.remove(number)
    return _moved(
        game,
        turn,
        hand,
        table,
        (card,) if other == NO_CARD else (card, other),
        USE_SWAP,
        not _is_fresh(turn, number),
        missing=turn.missing,
        recovered=recovered,
        wilds_placed=tuple(placed),
    )


def _is_fresh(turn: Turn, number: int) -> bool:
    return turn.fresh_open and number >= turn.fresh_from
