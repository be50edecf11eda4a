"""The outcome of a round, and the facts needed to score it.

`Outcome` describes the end of the round. `RoundFacts` adds the final position, so it contains everything that a scoring
policy needs. After playing a round, the engine makes both without checks (`outcome_made`, `facts_made`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, TypeVar

import attrs

from rami._base.values import FrozenEnum, Value, maker
from rami.cards import UNKNOWN, Card, Cards, CardsLike
from rami.cards.melds import Meld, MeldLike, MeldOrCards, meld_or_cards
from rami.errors import InvalidSetup, RamiError, Reason, Violation, checks, reject
from rami.policies.results.scores import Points
from rami.policies.results.seats import Seat, Seated, as_seats, single_faults
from rami.policies.slots.equipment import Equipment

__all__ = ["KnockFact", "KnockKind", "Outcome", "RoundFacts", "TableFacts"]

T = TypeVar("T")


class KnockKind(FrozenEnum, StrEnum):
    """The kind of knock or declaration that ended the play (GIN-KNOCK-01, GIN-SCORE-03, GIN-SCORE-04).

    >>> KnockKind("big_gin") is KnockKind.BIG_GIN
    True
    """

    KNOCK = "knock"
    """A knock with at most the deadwood allowed."""
    GIN = "gin"
    """A knock without unmatched cards."""
    BIG_GIN = "big_gin"
    """A hand with every card matched, shown without a discard."""
    DECLARATION = "declaration"
    """A hand with every card matched, in a game where no other hand may be shown (IND-DECL-01)."""
    PAIRS = "pairs"
    """A declaration with every card in a pair (OKE-OUT-02)."""


def _kind(value: KnockKind | str) -> KnockKind:
    return checks.word(InvalidSetup, "kind", KnockKind, value)


@attrs.frozen
class KnockFact(Value):
    """The fact that a player ended the play by showing a hand.

    Parameters:
        player: the seat of the player.
        kind: the kind of knock.

    >>> str(KnockFact(0, "big_gin"))
    'big gin of player 0'
    """

    player: int
    kind: KnockKind = attrs.field(converter=_kind)

    def __str__(self) -> str:
        return f"{str(self.kind).replace('_', ' ')} of player {self.player}"


UNKNOWN_HAND = Cards((UNKNOWN,))
"""A hand whose cards nobody has reported."""


def as_hands(value: Iterable[CardsLike], field: str = "hands") -> tuple[Cards, ...]:
    """Return the hands of all seats; raise InvalidSetup if the value is not a collection."""
    hands = checks.items(InvalidSetup, field, value)
    # Hot path: usually these are already `Cards`.
    return tuple(hand if isinstance(hand, Cards) else Cards(hand) for hand in hands)


def reported_hands(value: Iterable[CardsLike | None]) -> tuple[Cards, ...]:
    """Return the hands that people report; None means an unknown hand."""
    given = checks.items(InvalidSetup, "hands", value)
    return as_hands([UNKNOWN_HAND if hand is None else hand for hand in given])


def _melds(value: Iterable[MeldLike] | None) -> tuple[MeldOrCards, ...] | None:
    return None if value is None else tuple(map(meld_or_cards, checks.items(InvalidSetup, "melds", value)))


def remaining(playing: Iterable[int], seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the seats that have not dropped out of the round."""
    return tuple(seat for seat in playing if not any(each.folded for each in seats[seat : seat + 1]))


def _deadwood(value: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return as_hands(value, "deadwood")


@attrs.frozen
class Outcome(Value):
    """The outcome of a round.

    Parameters:
        winner: the seat that went out, or that scores after a knock; None if there is no such player, as in a
            void round.
        all_at_once: True if the winner had not opened before the last turn and went out in it.
        helped: True if the last turn used a meld already on the table (by a lay-off, a swap or a take); recorded
            only in variants whose score depends on it.
        wilds_placed: the number of wild cards that the last turn placed on the table; recorded only in
            variants whose score depends on it.
        final_discard: the last card discarded, if the discard emptied the hand.
        opened_before: for each seat, True if the player had opened before the last turn; () if nobody had opened.
        deadwood: after a knock, the unmatched cards by seat, after melds and lay-offs.
        laid_off: after a knock, the cards that the program laid off on the shown melds; empty in games where
            players make these moves themselves.
        complete: True if the round ended without a winner because every player had completed the contract.
        factor_lost: True if the winner had lost the factor for going out all at once because of a fault (LEB-OBL-02).
        stock_out: True if the round counts although it ended without a winner, because no card was left to
            draw (RUM-STOCK-03).
        joker_placed_last: True if the move that emptied the hand placed a joker; recorded only in variants
            whose score depends on it (R51-SCORE-06).

    Raises:
        InvalidSetup: values have a wrong type; the error lists all of them.

    >>> Outcome().void, Outcome(winner=1).void
    (True, False)
    """

    winner: int | None = None
    all_at_once: bool = False
    helped: bool = False
    wilds_placed: int = 0
    final_discard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    opened_before: tuple[bool, ...] = attrs.field(default=(), converter=checks.tupled)
    deadwood: tuple[Cards, ...] = attrs.field(default=(), converter=_deadwood)
    laid_off: Cards = attrs.field(default=Cards(), converter=Cards)
    complete: bool = False
    factor_lost: bool = False
    stock_out: bool = False
    joker_placed_last: bool = False

    def __attrs_post_init__(self) -> None:
        reject(InvalidSetup, self._faults())

    def _faults(self) -> Iterator[Violation]:
        for name in ("all_at_once", "helped", "joker_placed_last", "complete", "factor_lost", "stock_out"):
            yield from checks.flag(name, getattr(self, name))
        yield from checks.members("opened_before", self.opened_before, checks.flag)
        yield from checks.integer("wilds_placed", self.wilds_placed, 0)
        if self.winner is not None:
            yield from checks.integer("winner", self.winner, 0)

    @property
    def void(self) -> bool:
        """Whether the round does not count (R51-STOCK-01)."""
        return self.winner is None and not (self.complete or self.stock_out)


FINISH = ("all_at_once", "helped", "wilds_placed", "final_discard", "joker_placed_last", "factor_lost")
"""The fields of `Outcome` that describe how the winner went out."""


# A report need not say who has opened, because most players have by the end of a round.
_OPENED = Seat(opened=True)


@attrs.frozen(kw_only=True)
class TableFacts(Value):
    """The facts of a round that everybody sees, for custom policies; built-in policies get empty values.

    Parameters:
        table: each meld on the table, as (owner, meld); sorted by owner and meld, whatever the order in which they were
            laid.
        totals: the points of each seat before the round; () outside a match, as in `Variant.check_opening`.

    >>> from rami import variants
    >>> facts = TableFacts(table=[(1, variants.GIN.meld("7♠ 8♠ 9♠"))], totals=(40, 12))
    >>> [str(meld) for meld in facts.melds_of(1)], facts.total_of(0)
    (['7♠ 8♠ 9♠'], 40)
    """

    table: tuple[tuple[int, Meld], ...] = attrs.field(default=(), converter=checks.tupled)
    totals: tuple[Points, ...] = attrs.field(default=(), converter=checks.tupled)

    def melds_of(self, player: int) -> tuple[Meld, ...]:
        """Return the melds of a player on the table.

        Raises:
            RamiError: `player` is not the number of a seat.
        """
        reject(RamiError, checks.integer("player", player, 0))
        return tuple(meld for owner, meld in self.table if owner == player)

    def total_of(self, player: int) -> Points:
        """Return the points of a player before the round; 0 outside a match.

        Raises:
            RamiError: `player` is not the number of a seat.
        """
        reject(RamiError, checks.integer("player", player, 0, len(self.totals) - 1 if self.totals else None))
        return self.totals[player] if self.totals else 0


@attrs.frozen(kw_only=True)
class RoundFacts(Seated, TableFacts):
    """The end of a round: its outcome and final position.

    People report these facts to `Variant.score`, which completes them for the scoring policy. After a knock
    the report may omit the player who scores and the unmatched cards, because they follow from the hands. A
    hand may be unknown if its cards do not count, for example if the player pays a fixed charge for not
    having opened. A custom scoring policy never gets an unknown hand.

    Parameters:
        outcome: the outcome of the round.
        hands: the cards left in each hand; no cards for a seat that did not play, None or "?" for an unknown hand.
        playing: the seats that played the round, in order; by default all seats.
        seats: the other facts about each player; by default everybody has opened and done nothing else.
        laid: by seat, the value of the cards that the player has melded and laid off, if those score (RUM-SCORE-01);
            zeros by default.
        knock: the player who ended the play by showing a hand, and the kind of knock; None if nobody showed a hand. If
            `outcome.deadwood` is still unknown, "knock" stands for any kind, because the hands decide it.
        melds: the melds in the hand that was shown, if `outcome.deadwood` is still unknown; None for the best melds.
        upcard: the first upcard, if the variant uses it.
        turned_shown: the player who has shown the other copy of the card turned up, if any (OKE-IND-01).
        paired: the seats that have opened with pairs (OKO-OPEN-02).
        counted: for each seat, the points of the cards left, if people have counted them instead of reporting `hands`;
            None for a seat whose hand is reported, () if all hands are.
        multiplier: the factor for every score of this round, applied last: 1, or more in the last round (MILLE-01).
        equipment: the values of the ranks, and the wild ranks.
        table: each meld on the table at the end with its owner, for a custom scoring policy.
        totals: the points of each seat before the round, for a custom scoring policy.

    Raises:
        InvalidSetup: the facts contradict one another, or no round can end in this way; the error lists all faults.

    >>> RoundFacts(outcome=Outcome(winner=0), hands=["", "9♦ K♥"]).losers
    (1,)
    >>> RoundFacts(outcome=Outcome(winner=5), hands=["", "9♦ K♥"])
    Traceback (most recent call last):
    rami.errors.violations.InvalidSetup: outcome.winner = 5 is not a seat: there are 2 seats, numbered from 0
    """

    outcome: Outcome
    hands: tuple[Cards, ...] = attrs.field(converter=reported_hands)
    playing: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    seats: tuple[Seat, ...] = attrs.field(default=(), converter=as_seats)
    laid: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    knock: KnockFact | None = None
    melds: tuple[MeldOrCards, ...] | None = attrs.field(default=None, converter=_melds)
    upcard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    turned_shown: int | None = None
    paired: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    counted: tuple[int | None, ...] = attrs.field(default=(), converter=checks.tupled)
    multiplier: int = 1
    equipment: Equipment = attrs.field(factory=Equipment)

    def __attrs_post_init__(self) -> None:
        # These defaults depend on the number of hands, which is known only now. The class is frozen, so
        # bypass its `__setattr__`.
        object.__setattr__(self, "playing", self.playing or tuple(range(len(self.hands))))
        object.__setattr__(self, "seats", self.seats or (_OPENED,) * len(self.hands))
        object.__setattr__(self, "laid", self.laid or (0,) * len(self.hands))
        reject(InvalidSetup, self._faults())

    def _faults(self) -> Iterator[Violation]:
        lists = ("playing", "laid", "paired", "counted", "table", "totals")
        wrong = [fault for field in lists for fault in checks.collection(field, getattr(self, field))]
        yield from wrong
        if wrong:
            return
        seats, playing = len(self.hands), self.playing
        if seats < 2:
            yield from checks.count("hands", seats, 2)
        yield from checks.seats("playing", playing, seats)
        yield from checks.count("seats", len(self.seats), seats)
        yield from checks.seats("completed", self.completed, seats, playing)
        yield from checks.members("laid", self.laid, checks.natural, seats)
        yield from checks.seats("paired", self.paired, seats, playing)
        yield from single_faults(self, seats, playing)
        if self.counted:
            yield from checks.count("counted", len(self.counted), seats)
        for seat, total in enumerate(self.counted):
            if total is not None:
                yield from checks.integer(f"counted[{seat}]", total, 0)
        yield from checks.integer("multiplier", self.multiplier, 1)
        yield from checks.instance("equipment", self.equipment, Equipment)
        # The checks below read attributes of these two values, so stop here if one has the wrong type.
        wrong += checks.instance("outcome", self.outcome, Outcome)
        if self.knock is not None:
            wrong += checks.instance("knock", self.knock, KnockFact)
        yield from wrong
        if wrong:
            return
        outcome = self.outcome
        if outcome.winner is not None:
            yield from checks.seat("outcome.winner", outcome.winner, seats, playing)
        if outcome.opened_before:
            yield from checks.count("outcome.opened_before", len(outcome.opened_before), seats)
        if self.knock is not None:
            yield from checks.seat("knock.player", self.knock.player, seats, playing)
            if outcome.deadwood:
                yield from checks.count("outcome.deadwood", len(outcome.deadwood), seats)

    def points_counted(self, seat: int) -> int | None:
        """Return the points of a player's remaining cards, if people have counted them.

        Parameters:
            seat: the seat of the player.

        Returns:
            The points; None if the cards themselves are known.
        """
        reject(InvalidSetup, checks.seat("seat", seat, len(self.hands)))
        return self.counted[seat] if self.counted else None

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that played but did not go out."""
        return tuple(seat for seat in self.playing if seat != self.outcome.winner)


# Facts that the library has computed are valid; only facts from users need the checks in the classes.
outcome_made: Final[Callable[..., Outcome]] = maker(Outcome)
facts_made: Final[Callable[..., RoundFacts]] = maker(
    RoundFacts, *[each.name for each in attrs.fields(RoundFacts) if each.name not in ("counted", "melds")]
)


def for_each(seats: Iterable[int], made: Callable[[int], T]) -> list[T]:
    """Return a value for each seat; if any seat has a fault, raise one InvalidSetup with the faults of all seats."""
    found: list[T] = []
    wrong: list[Violation] = []
    for seat in seats:
        try:
            found.append(made(seat))
        except InvalidSetup as error:
            wrong += error.violations
    reject(InvalidSetup, wrong)
    return found


def unknown_hand(player: int, why: str) -> Violation:
    """Return the violation for an unknown hand that must be known; `why` is "counts", "shown" or "opened"."""
    return Violation(Reason.HAND_UNKNOWN, None, {"player": player, "why": why})


def counted_hand(facts: RoundFacts, hands: tuple[Cards, ...], seat: int) -> Cards:
    """Return the hand of a player whose cards count; raise InvalidSetup if the hand is unknown."""
    hand = hands[seat]
    # R51-SCORE-04: a flat charge needs no cards, so call this function only for hands that count.
    if UNKNOWN in hand and facts.points_counted(seat) is None:
        raise InvalidSetup(
            unknown_hand(seat, "opened" if facts.knock is None and facts.seats[seat].opened else "counts")
        )
    return hand
