"""The slot `equipment`: the players, the pack, jokers, wild ranks, and the values of the cards.

Ranks are numbers from 1, the ace, to 13, the king. If an option depends on the number of players, its value
may be a tuple: the first number applies to two players, the next to three, and the last to any larger number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, cast, get_args

import attrs

from rami.cards import Card, Rank
from rami.errors import InvalidCards, RamiError, Reason, Violation, checks, reject
from rami.policies.declaring.fields import Policy, each_the_same, option, several
from rami.policies.declaring.values import (
    LARGEST,
    MOST_PACKS,
    MOST_PLAYERS,
    Values,
    by_number_of_players,
    integers,
    subset,
)

__all__ = ["Equipment", "SuitName"]

SuitName = Literal["clubs", "diamonds", "hearts", "spades"]
"""The names of the suits."""

_ACE, _TEN = 1, 10
_EVERY_RANK = frozenset(range(1, 14))
_EVERY_SUIT = frozenset[SuitName](get_args(SuitName))
_WILD = "{} are wild."
_RANKS = (
    "Aces",
    "Twos",
    "Threes",
    "Fours",
    "Fives",
    "Sixes",
    "Sevens",
    "Eights",
    "Nines",
    "Tens",
    "Jacks",
    "Queens",
    "Kings",
)


def player_faults(equipment: Equipment, players: object, field: str = "players") -> tuple[Violation, ...]:
    """Return a violation if the game does not allow this number of players."""
    lo, hi = equipment.players
    if type(players) is not int:
        return checks.integer(field, players)
    if lo <= players <= hi:
        return ()
    return (Violation(Reason.PLAYER_COUNT, None, {"players": players, "lo": lo, "hi": hi}),)


CardValues = tuple[str, ...]
"""The points of individual cards, each written as the text of the card and a number."""


def _card_value(text: object) -> tuple[Card, int] | None:
    """Return the card and the points in a string such as "Q♠ 40" or "Qs = 40"; None for other strings."""
    if not isinstance(text, str):
        return None
    card, _, points = " ".join(text.replace("=", " ").split()).partition(" ")
    if (
        # Check before calling `int`, which refuses "²" although it is a digit, and raises for more than 4,300 digits.
        not (points.isascii() and points.isdigit())
        or len(points) > len(str(LARGEST))
        or int(points) > LARGEST
    ):
        return None
    try:
        found = Card(card)
    except RamiError:
        return None
    return (found, int(points)) if found.is_natural else None


def _as_card_values(value: object) -> object:
    """Return a mapping from cards to points, or a list of strings, as sorted strings; return other values unchanged."""
    given = value
    if isinstance(given, Mapping):
        pairs = cast("Mapping[object, object]", given).items()
        # "" is not a card value, so a mapping with True or 1.5 as points is returned unchanged, and the error quotes
        # it.
        given = [f"{card} {points}" if type(points) is int else "" for card, points in pairs]
    if not isinstance(given, (list, tuple)):
        return value
    found = [_card_value(each) for each in cast("Sequence[object]", given)]
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return value
    return tuple(f"{card} {points}" for card, points in sorted(known, key=lambda each: each[0].id))


@lru_cache(maxsize=128)
def _read_card_values(values: CardValues) -> Mapping[int, int] | None:
    """Return the points by card id; None if a string is not a card with points, or a card is repeated."""
    found = [_card_value(each) for each in values]
    known = {each[0].id: each[1] for each in found if each is not None}
    # Refuse a card with two values; otherwise the last value would silently win.
    return known if len(known) == len(found) else None


def _are_card_values(value: object) -> bool:
    if type(value) is not tuple or not all(type(each) is str for each in cast("tuple[object, ...]", value)):
        return False
    return _read_card_values(cast("CardValues", value)) is not None


_two_numbers = integers(2, 2, MOST_PLAYERS)


def _is_range_of_players(value: object) -> bool:
    # The empty range (1, 0) represents every value that is not a pair of numbers.
    lo, hi = cast("tuple[int, int]", value) if _two_numbers.accepts(value) else (1, 0)
    return lo <= hi


_player_range = attrs.evolve(_two_numbers, accepts=_is_range_of_players)


@attrs.frozen(repr=False)
class Equipment(Policy, slot="equipment", passage="equipment"):
    """The number of players, the pack, and the values of its cards.

    A run cannot skip ranks that `ranks` leaves out: without 8, 9 and 10, 6-7-J is not a run. A wild card may
    represent a missing rank, though. For a pack of forty cards in which the jack follows the 7, use the ranks
    1 to 10 with 8 to 10 as court cards, and set their points with `values`. A wild card that represents a
    card of `card_values` scores the usual points of a wild card.

    >>> Equipment(packs=3)
    Equipment(packs=3)
    """

    players: tuple[int, int] = option(
        (2, 6),
        values=_player_range,
        text={
            (2, 2): "The game is for two players.",
            each_the_same: "The game is for {first} players.",
            ...: "The game is for {first} to {second} players.",
        },
    )
    packs: int | tuple[int, ...] = option(
        1,
        values=by_number_of_players(1, MOST_PACKS),
        text={
            several: "The game uses {shares}; each pack has 52 cards.",
            1: "One pack of 52 cards is used.",
            ...: "{value} packs of 52 cards are shuffled together.",
        },
        share="{count:=one pack|packs} for {players}",
    )
    ranks: frozenset[int] = option(
        _EVERY_RANK,
        values=subset(*sorted(_EVERY_RANK)),
        text={
            _EVERY_RANK: "All thirteen ranks are used.",
            ...: (
                "Only these ranks of each pack are used, numbered from 1 for the ace to 13 for the king: "
                "{value}. Runs may not skip the ranks that are left out."
            ),
        },
        quiet=True,
    )
    suits: frozenset[SuitName] = option(
        _EVERY_SUIT,
        values=subset(*sorted(_EVERY_SUIT)),
        text={
            _EVERY_SUIT: "All four suits are used.",
            ...: "Only these suits of each pack are used: {value}.",
        },
        quiet=True,
    )
    jokers: int | tuple[int, ...] = option(
        0,
        values=by_number_of_players(0, 64),
        text={
            several: (
                "The game has {shares}. A joker may stand for any card in a meld, within the limits below."
            ),
            0: "There are no jokers.",
            1: "There is one joker. It may stand for any card in a meld, within the limits below.",
            ...: (
                "There are {value} jokers. A joker may stand for any card in a meld, within the limits below."
            ),
        },
        share="{count:=one joker|jokers} for {players}",
    )
    # Only the names change. The false jokers are the two natural cards with the okey's face, so tiles play exactly like
    # cards.
    faces: Literal["cards", "tiles", "joker_tiles"] = option(
        "cards",
        text={
            "cards": "Cards are named by rank and suit.",
            "tiles": (
                "The cards are tiles. Hearts are red, diamonds yellow, clubs blue and spades black; the ace "
                "to the king are the numbers from 1 to 13. One tile is turned up, and the jokers are the okeys: "
                "the tiles of the same colour with the next number (after 13 comes 1). Two false jokers "
                "replace the tiles that become okeys."
            ),
            "joker_tiles": (
                "The cards are tiles. Hearts are red, diamonds yellow, clubs blue and spades black; the ace to the "
                "king are the numbers from 1 to 13."
            ),
        },
        quiet=True,
        needs=("indicator",),
    )
    # FRU-WILD-01: twos are wild. TT-WILD-01: the wild rank changes with each round.
    wild_ranks: frozenset[int] = option(
        frozenset[int](),
        values=subset(*range(1, 14), empty=True, most=1),
        text={
            frozenset[int](): "Only jokers are wild.",
            **{frozenset({rank}): _WILD.format(name) for rank, name in enumerate(_RANKS, 1)},
        },
        needs=("wilds",),
    )
    # IND-WILD-05: 5♥ 6♥ 7♥ is a pure run even if sixes are wild. In Frustration a 2 is never natural (D-90).
    natural_wilds: bool = option(
        False,
        text={
            False: "A card of a wild rank never counts as a natural card.",
            True: (
                "A card of a wild rank may also stand for itself, as a natural card, in a run or in a "
                "group of its rank: with fives wild, 4♥ 5♥ 6♥ is a run without wild cards."
            ),
        },
        quiet=True,
        needs=("wilds", "wild_ranks"),
    )
    # Usually all three court cards have the same value. Some Three Thirteen tables count 11, 12 and 13; see `values`.
    court_value: int = option(
        10,
        text="Cards from 2 to 10 are worth their number in points; jacks, queens and kings are worth {value}.",
        needs=("any_points", "cards_count", "usual_values"),
        passage="values",
    )
    # OKO-MAT-03: every tile counts its number, up to 13.
    values: tuple[int, ...] | None = option(
        None,
        values=integers(13, 0),
        text={
            None: "Every card is worth its usual number of points.",
            ...: "The cards from the ace to the king are worth {value} points, in this order.",
        },
        quiet=True,
        needs=("any_points", "cards_count"),
        passage="values",
    )
    # The value is a tuple of strings, not a mapping, because an option must be hashable and fit on one line of a file.
    card_values: CardValues = option(
        (),
        values=Values(('["Q♠ 40", …]',), _are_card_values, _as_card_values),
        text={
            (): "Every card has the value of its rank.",
            ...: "Some cards have a different value: {value}.",
        },
        quiet=True,
        needs=("any_points", "cards_count"),
        passage="values",
    )

    @property
    def whole(self) -> bool:
        """Whether the pack contains every rank and every suit."""
        return (self.ranks, self.suits) == (_EVERY_RANK, _EVERY_SUIT)

    @property
    def singles(self) -> Mapping[int, int]:
        """The points of each card that has a special value, by card id."""
        return _read_card_values(self.card_values) or {}

    def value_of(self, card: Card) -> int | None:
        """Return the value of a natural card in points; None for an ace whose value depends on its place.

        Parameters:
            card: the card.

        Raises:
            InvalidCards: the card is a joker or an unknown card.

        >>> queen = Equipment(card_values={"Q♠": 40})
        >>> queen.card_values, [queen.value_of(Card(each)) for each in ("Q♠", "Q♥")]
        (('Q♠ 40',), [40, 10])
        """
        reject(RamiError, checks.instance("card", card, Card))
        if card.rank is None:
            raise InvalidCards(Violation(Reason.NOT_A_NATURAL, None, {"card": card}))
        own = self.singles.get(card.id)
        return self.value_of_rank(card.rank) if own is None else own

    def value_of_rank(self, rank: int) -> int | None:
        """Return the value of a rank in points; None for an ace whose value depends on its place.

        Parameters:
            rank: a number from 1, the ace, to 13, the king.

        >>> [Equipment(court_value=5).value_of_rank(rank) for rank in (1, 2, 10, 13)]
        [None, 2, 10, 5]
        """
        if not isinstance(rank, Rank):
            reject(RamiError, checks.integer("rank", rank, 1, len(Rank)))
        if self.values is not None:
            return self.values[rank - 1]
        if rank == _ACE:
            return None
        return int(rank) if rank <= _TEN else self.court_value
