"""Positions as plain data.

Each fact is declared once and has the same name in setups, views, boards, events, texts and JSON. Facts come in groups.
A `Seat` holds everything about a player except the hand, `TurnFacts` describes a turn in the play phase, and
`RoundContext` holds what a round needs to know about its match. `OpenFacts` combines these groups with the table.
`Facts` adds the rules, `Setup` adds the secrets, and `PlayerView` adds the viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, cast

import attrs

from rami._base.values import FrozenEnum, Value
from rami.cards import UNKNOWN, Card, Cards, CardsLike, parse_cards
from rami.cards.melds import Group, Meld, MeldLike, MeldOrCards, is_unread, meld_or_cards, meld_text
from rami.errors import InvalidSetup, RamiError, Reason, Violation, checks, reject
from rami.policies._refusals import read_meld
from rami.policies.results.outcomes import KnockFact, Outcome, as_hands
from rami.policies.results.scores import Points
from rami.policies.results.seats import Seat, Seated, as_seats
from rami.policies.variant import Variant

__all__ = [
    "Duty",
    "DutyKind",
    "Facts",
    "KnockFact",
    "OpenFacts",
    "Outcome",
    "Phase",
    "RoundContext",
    "Seat",
    "Setup",
    "TableMeld",
    "TurnFacts",
]

SEATS_LIMIT = 64
# The number of cards in the largest pack.
_LARGEST_HAND = 896


class Phase(FrozenEnum, StrEnum):
    """What the player to act has to do.

    >>> Phase("draw") is Phase.DRAW
    True
    """

    OFFER = "offer"
    """Take the discard on offer, or pass; taking it out of turn means buying it, or calling "rummy"."""
    DRAW = "draw"
    """Draw from the stock or, if allowed, from the discard pile."""
    STOCK = "stock"
    """Draw from the stock; the discard must not be taken."""
    PLAY = "play"
    """Lay melds and change melds on the table, then discard or knock."""
    DISCARD = "discard"
    """Only discard: the first turn of a player who was dealt an extra card."""
    LAYOFF = "layoff"
    """Reply to a knock by laying off cards on the melds shown."""
    OVER = "over"
    """Nothing: the round is over."""


class DutyKind(FrozenEnum, StrEnum):
    """What the player must do before the turn can end."""

    PLACE_TAKEN = "place_taken"
    """The card taken from the discard pile has to be put on the table."""
    PLACE_WILD = "place_wild"
    """A wild card recovered from a meld has to be put on the table."""
    GO_OUT = "go_out"
    """The player has to go out in this turn."""
    REACH_POINTS = "reach_points"
    """The player has to add the points that the opening still lacks."""


def _kind(value: DutyKind | str) -> DutyKind:
    return checks.word(InvalidSetup, "kind", DutyKind, value)


@attrs.frozen
class Duty(Value):
    """A duty: something the player must do before the turn can end.

    A duty names a face, not a copy: a player who takes 7♠ with another 7♠ in hand may place either of them.

    Parameters:
        kind: the kind of duty.
        card: the face that must be placed; None if the duty is not about a card.
        points: the points still missing, for `REACH_POINTS`.

    >>> str(Duty("place_taken", "7♠"))
    'place 7♠'
    """

    kind: DutyKind = attrs.field(converter=_kind)
    card: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    points: int = 0

    def __str__(self) -> str:
        if self.kind is DutyKind.GO_OUT:
            return "go out"
        if self.kind is DutyKind.REACH_POINTS:
            return f"lay {self.points} more points"
        return f"place {self.card}"


@attrs.frozen
class TableMeld(Value):
    """A meld on the table.

    Parameters:
        id: the number that the meld keeps for the whole round; comparisons of rounds ignore it.
        owner: the seat that laid it.
        meld: the `Group` or `Run`; or only its cards, from which a `Setup` makes the group or run.
        laid_by: the seat that laid each card, in the order of the cards; the owner by default. Recorded only
            if cards on the table score (RUM-OFF-03).

    >>> str(TableMeld(0, 2, "7♠ 8♠ 9♠"))
    '7♠ 8♠ 9♠'
    """

    id: int
    owner: int
    meld: MeldOrCards = attrs.field(converter=meld_or_cards)
    laid_by: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)

    def __str__(self) -> str:
        if isinstance(self.meld, Group) and self.meld.joker_suit is not None:
            return meld_text(self.meld)
        return " ".join(map(str, self.meld))


@attrs.frozen
class RoundContext(Value):
    """What a round needs to know about its match.

    Parameters:
        seats: the number of seats, including those of eliminated players; they are numbered from 0.
        dealer: the seat that deals.
        number: the number of this round, from 1, not counting void rounds.
        totals: the points of each seat before this round; zeros by default.
        playing: the seats that take part; all by default.
        contracts: by seat, the number of the contract that the player has to lay next, from 1; () in games without
            contracts.
        last: True if this round has been announced as the last one of the match.

    Raises:
        InvalidSetup: some of the values are out of range; the error lists all of them.

    >>> RoundContext(4).playing
    (0, 1, 2, 3)
    """

    seats: int
    dealer: int = 0
    number: int = 1
    totals: tuple[Points, ...] = attrs.field(default=(), converter=checks.tupled)
    playing: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    contracts: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    last: bool = False

    def __attrs_post_init__(self) -> None:
        # Check `seats` first, because the defaults below have one item for each seat.
        reject(InvalidSetup, checks.integer("seats", self.seats, 2, SEATS_LIMIT))
        object.__setattr__(self, "playing", self.playing or tuple(range(self.seats)))
        object.__setattr__(self, "totals", self.totals or (0,) * self.seats)
        reject(InvalidSetup, self._faults())

    def _faults(self) -> Iterator[Violation]:
        seats, playing = self.seats, self.playing
        wrong = checks.seats("playing", playing, seats)
        yield from wrong
        if not wrong and len(playing) < 2:
            yield from checks.count("playing", len(playing), 2)
        elif not wrong and list(playing) != sorted(playing):
            yield Violation(Reason.SEATS_OUT_OF_ORDER, None, {"field": "playing", "seats": playing})
        yield from checks.seat("dealer", self.dealer, seats, None if wrong else playing)
        yield from checks.integer("number", self.number, 1)
        yield from checks.flag("last", self.last)
        yield from checks.members("totals", self.totals, _points, seats if self.totals else None)
        number = partial(checks.integer, least=1)
        yield from checks.members("contracts", self.contracts, number, seats if self.contracts else None)


def _points(field: str, value: object) -> tuple[Violation, ...]:
    # Accept fractions, because some games do not round half points (LEB-RSEC-03, D-65); refuse True, which would count
    # as 1.
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return ()
    return (Violation(Reason.NOT_A_NUMBER, None, {"field": field, "got": type(value)}),)


def _hands(value: Iterable[CardsLike | int]) -> tuple[Cards, ...]:
    """Return the cards of each seat; a number means that many unknown cards."""
    hands = checks.items(InvalidSetup, "hands", value)
    sizes = {seat: size for seat, size in enumerate(hands) if type(size) is int}
    wrong = (
        each
        for seat, size in sizes.items()
        for each in checks.integer(f"hands[{seat}]", size, 0, _LARGEST_HAND)
    )
    reject(InvalidSetup, wrong)
    return as_hands(
        [Cards([UNKNOWN] * sizes[seat]) if seat in sizes else hand for seat, hand in enumerate(hands)]
    )


def _table(value: Iterable[TableMeld | tuple[int, MeldLike]]) -> tuple[TableMeld, ...]:
    return tuple(
        _table_meld(number, item) for number, item in enumerate(checks.items(InvalidSetup, "table", value))
    )


def _table_meld(number: int, item: object) -> TableMeld:
    if isinstance(item, TableMeld):
        return item
    pair = checks.items(InvalidSetup, f"table[{number}]", item)
    reject(InvalidSetup, checks.count(f"table[{number}]", len(pair), 2))
    owner, meld = cast("tuple[int, MeldLike]", pair)
    return TableMeld(number, owner, meld)


def _phase(value: Phase | str) -> Phase:
    return checks.word(InvalidSetup, "phase", Phase, value)


@attrs.frozen(kw_only=True)
class TurnFacts(Value):
    """The facts of a turn in the phase "play"; in other phases every field has its default.

    A fact that no rule of the game uses keeps its default, so that equivalent positions are equal.

    Parameters:
        taken: the discard that the player took this turn, the lowest if there were several.
        barred: the face that must not be discarded this turn because it came from the discard pile.
        duties: the duties that the player must still meet before the turn can end.
        opened_now: True if the player opened this turn.
        fresh: if the player opened this turn, the ids of the melds laid in the opening and after it; recorded
            only if going out without help from the table scores differently.
        helped: True if the player used a table meld that is not in `fresh` this turn; recorded on the same
            condition as `fresh`.
        wilds_placed: the id of the meld for each wild card placed this turn; recorded only if the score
            depends on the number of wild cards.
        melds_laid: the number of melds laid this turn; recorded only if the game limits this number or a
            custom closing policy may need it.
        cards_added: the number of cards laid off this turn by a player who has opened with pairs; recorded
            only if the game limits this number (OKO-LAYOFF-03).
        cards_placed: the cards moved from the hand to the table this turn; recorded only if a custom closing
            policy may need them.

    Raises:
        InvalidSetup: some values have the wrong type; the error lists all of them.

    >>> TurnFacts(taken="7♠", duties=[Duty("place_taken", "7♠")]).duties
    (Duty(kind=DutyKind.PLACE_TAKEN, card=Card('7♠'), points=0),)
    """

    taken: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    barred: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    duties: tuple[Duty, ...] = attrs.field(default=(), converter=checks.tupled)
    opened_now: bool = False
    fresh: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    helped: bool = False
    wilds_placed: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    melds_laid: int = 0
    cards_added: int = 0
    cards_placed: Cards = attrs.field(default=Cards(), converter=Cards)

    def __attrs_post_init__(self) -> None:
        reject(InvalidSetup, self._faults())

    def _faults(self) -> Iterator[Violation]:
        yield from checks.flag("opened_now", self.opened_now)
        yield from checks.flag("helped", self.helped)
        yield from checks.members(
            "duties", self.duties, lambda field, each: checks.instance(field, each, Duty)
        )
        yield from checks.members("fresh", self.fresh, checks.integer)
        yield from checks.members("wilds_placed", self.wilds_placed, checks.integer)
        yield from checks.natural("melds_laid", self.melds_laid)
        yield from checks.natural("cards_added", self.cards_added)


NO_TURN = TurnFacts()
"""The turn facts in every phase other than "play": the defaults."""


@attrs.frozen(kw_only=True)
class OpenFacts(Seated, Value):
    """The facts of a position that events report, so that a `Board` can follow them without rules.

    Parameters:
        hands: the cards of each seat, with `?` for a hidden card; empty for a seat that does not play.
        player: the seat to act.
        phase: "offer" (a discard is offered), "draw", "stock" (only the stock is left), "play", "discard" (a turn
            that is one discard), "layoff" (the reply to a knock) or "over".
        table: the melds, as `TableMeld` or as (owner, meld) pairs, which get ids counted from 0. The variant reads
            melds given as cards, and leaves cards that form no meld as they are.
        discards: the discard pile, its top card last; `?` for a hidden card.
        context: the facts about the match that the round depends on; by default there is one seat for each hand,
            and seat 0 deals.
        seats: the other facts about each player. If a `Setup` marks no seat as opened, the owners of melds count as
            having opened. If it does not state the order in which players completed their contracts, the ids of their
            first melds decide.
        turn: the number of turns before this one; by default one for each player, so that restrictions on a player's
            first turn do not apply.
        highest_opening: the points of the highest opening so far, if the next opening must beat them.
        highest_pairs: the number of pairs in the largest opening with pairs so far, if the next one must beat it.
        turn_facts: the facts of the current turn, in the phase "play".
        turned: the card turned up next to the stock, if there is one (IND-DEAL-04, OKE-DEAL-02).
        turned_shown: the player who has shown the other copy of the card turned up, if any (OKE-IND-01).
        drawer: while others may buy the discard or call "rummy", the player whose turn it is and who draws next; None
            while no discard is for sale (LIV-BUY-01, RUM-CALL-01).
        knock: the player who ended the play by showing a hand, and how; the top discard is then face down, except after
            big gin or in games that discard face up. If the round is not over after a knock, the others are replying
            to it or taking their last turns.
        outcome: the outcome of the round, in the phase "over"; after a knock it follows from the hands and may be left
            out.
    """

    hands: tuple[Cards, ...] = attrs.field(converter=_hands)
    player: int = 0
    phase: Phase = attrs.field(default=Phase.DRAW, converter=_phase)
    table: tuple[TableMeld, ...] = attrs.field(default=(), converter=_table)
    discards: tuple[Card, ...] = attrs.field(default=(), converter=parse_cards)
    # `context` and `turn` have no default here: a `Setup` may leave them out, but a board or a view must not.
    context: RoundContext | None
    seats: tuple[Seat, ...] = attrs.field(default=(), converter=as_seats)
    turn: int | None
    highest_opening: int = 0
    highest_pairs: int = 0
    turn_facts: TurnFacts = NO_TURN
    turned: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    turned_shown: int | None = None
    drawer: int | None = None
    knock: KnockFact | None = None
    outcome: Outcome | None = None

    @property
    def taken(self) -> Card | None:
        """The discard that the player to act took this turn."""
        return self.turn_facts.taken

    @property
    def barred(self) -> Card | None:
        """The card that must not be discarded this turn."""
        return self.turn_facts.barred

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of the player to act."""
        return self.turn_facts.duties


@attrs.frozen(kw_only=True)
class Facts(OpenFacts):
    """The facts of a position, with its rules; a `PlayerView` has only the facts that its viewer knows.

    Parameters:
        variant: the rules.
        upcard: the card that the deal turned up as the first discard; recorded only if the rules of knocking
            depend on it.
    """

    variant: Variant
    upcard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))


def without_converters(_: type[Any], fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    """Remove the converters from all fields: a `field_transformer` for attrs.

    Hot path: every move makes a view and a board for each player, from values that a round or an event has already
    checked.
    """
    return [field.evolve(converter=None) for field in fields]


def shared(facts: Facts) -> dict[str, Any]:
    """Return the facts that setups and views share, by name."""
    return {name: getattr(facts, name) for name in _SHARED}


# Look the names up once, because a stored view becomes a setup whenever somebody needs its moves or reasons.
_SHARED = tuple(each.name for each in attrs.fields(Facts))


def outside_stock(facts: Facts) -> Iterator[Card]:
    """Yield every card outside the stock; hidden cards are `?`."""
    yield from facts.discards
    if facts.turned is not None:
        yield facts.turned
    for pile in (*facts.hands, *(item.meld for item in facts.table)):
        yield from pile


@attrs.frozen(kw_only=True)
class Setup(Facts):
    """A position as plain data: the `Facts`, and the secrets that no player sees.

    A setup may describe a position that cannot occur; `Round.from_setup` checks it. Setups with different ids of table
    melds differ; to ignore the ids, compare the rounds that `Round.from_setup` makes. `variant` is replaced by the
    variant of the round, as `Variant.for_round` returns it. To describe what one player knows, write `?` for hidden
    cards, or a number instead of an unknown hand, and call `PlayerView.from_setup`.

    Parameters:
        stock: the stock, beginning with the next card to be drawn; None for all the remaining cards, in card order.
        seed: the seed that shuffles the discards into a new stock. Players who guess it can predict that stock, and
            the default 0 is easy to guess.
        recycles: the number of times that the discards have become the stock.

    >>> from rami import variants
    >>> Setup(variant=variants.CLASSIC_51, hands=["7♠ 8♠", "K♥ K♦"]).phase
    Phase.DRAW
    """

    context: RoundContext | None = None
    turn: int | None = None
    stock: tuple[Card, ...] | None = attrs.field(
        default=None, converter=attrs.converters.optional(parse_cards)
    )
    seed: int = 0
    recycles: int = 0

    def __attrs_post_init__(self) -> None:
        reject(InvalidSetup, self._faults())
        context = self.context
        seats, number = (len(self.hands), 1) if context is None else (context.seats, context.number)
        # Do this before reading melds, because the turned-up card may decide which rank is wild (IND-WILD-02).
        variant = self.variant.for_round(seats, number=number, turned=self.turned)
        object.__setattr__(self, "variant", variant)
        # Assume at least two seats: if there are too few hands, `Round.from_setup` reports it.
        object.__setattr__(self, "seats", self.seats or (Seat(),) * max(2, seats))
        object.__setattr__(self, "table", tuple(_read(self.variant, item) for item in self.table))

    def _faults(self) -> Iterator[Violation]:
        yield from checks.instance("variant", self.variant, Variant)
        yield from checks.instance("context", self.context, RoundContext, None)
        yield from checks.instance("knock", self.knock, KnockFact, None)
        yield from checks.instance("outcome", self.outcome, Outcome, None)
        yield from checks.instance("turn_facts", self.turn_facts, TurnFacts)
        for number, item in enumerate(self.table):
            yield from checks.members(f"table[{number}].laid_by", item.laid_by, checks.natural)


def _read(variant: Variant, item: TableMeld) -> TableMeld:
    """Return a table meld as the variant reads it, or unchanged if the cards form no meld."""
    if not is_unread(item.meld):
        return item
    try:
        # Some limits apply only to new melds (D-29, D-88), and this meld may have grown since it was laid.
        read = read_meld(variant, item.meld, laid=False)
    except RamiError:
        # A setup may hold any cards as a meld; `Round.from_setup` tries again and reports the reasons.
        return item
    return TableMeld(item.id, item.owner, read, _reordered(item, read))


def _reordered(item: TableMeld, read: Meld) -> tuple[int, ...]:
    """Return the seats that laid the cards, in the order of the cards in the meld as the variant reads it."""
    # `Round.from_setup` reports a wrong length.
    if len(item.laid_by) != len(read):
        return item.laid_by
    # Two copies of a card look alike, so take the lower seat first.
    left = list(zip(item.meld, item.laid_by, strict=True))
    out: list[int] = []
    for card in read.cards:
        pair = min((pair for pair in left if pair[0] == card), key=lambda pair: pair[1])
        left.remove(pair)
        out.append(pair[1])
    return tuple(out)
