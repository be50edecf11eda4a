"""`TableQueries`: the queries of a variant that regroup a whole table, without a round.

A query needs only the rules about melds, so it works for any game whose melds the kernel can regroup, whatever its
turns are like. In any other game it raises an error that names the options responsible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from .._kernel.arranging.deadwood import points_left
from .._kernel.cards import hands
from .._kernel.cards.codes import JOKER, NATURALS
from .._kernel.melds.meld import Code
from .._kernel.regrouping import regrouper as kernel
from .._kernel.regrouping.naming import NamedQuestion
from .._kernel.regrouping.runs import COPIES, MOST_JOKERS
from .._kernel.rules import RegroupJoker
from ..cards import Card, Cards, CardsLike, parse_cards
from ..cards.faces import cards_of
from ..cards.melds import Group, MeldLike, Run, meld_of_code
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason, Violation, reject
from ..errors.checks import items, one_of
from ._compiled import copies_of, game_of, melds_of
from ._queries import Queries
from ._refusals import copy_violations, meld_violations, named_by, violation
from .answers import LaidMeld, Play
from .declaring.options import Slots

PlayObjective: TypeAlias = Literal["tiles", "points", "tiles_points"]
"""The objective of the best play: the most tiles, the most points, or the most tiles and then the most points."""

WholeTable: TypeAlias = CardsLike | MeldLike | Iterable[MeldLike | LaidMeld]
"""A table to regroup: its melds, separated by `|` or new lines if they are text, or its cards in any order."""

_OBJECTIVES: tuple[PlayObjective, ...] = ("tiles", "points", "tiles_points")
_NOTHING = hands.empty(COPIES)
# The kernel uses its own names to report rules that it cannot handle; these are the options that set them.
_OUTSIDE_MELDING = {"wild_ranks": "equipment.wild_ranks", "pairs": "opening.pairs"}


class TableQueries(Queries):
    """The queries of a `Variant` about whole tables."""

    __slots__ = ()

    def best_play(self, table: WholeTable, rack: CardsLike, objective: PlayObjective = "tiles") -> Play:
        """Find the best play from a rack onto a table that may be regrouped as a whole (RKB-TAB-01).

        No card leaves the table. If the table is given as melds, the play also takes apart as few of them as possible,
        and moves a joker only as the option `table.regroup_joker` allows (RKB-D04).

        Parameters:
            table: the melds on the table, or its cards; see `WholeTable`.
            rack: the cards that may be laid.
            objective: "tiles" to lay the most cards, "points" to lay the most points, counted as cards in
                hand, "tiles_points" to lay the most cards and, among equals, the most points.

        Returns:
            The cards to lay and the resulting table; `laid` is empty if nothing on the rack can be laid.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            InvalidMeld: a meld of the table is not valid, or the cards of the table cannot all be arranged in melds.
            RamiError: there are more than two jokers, or the query does not support the meld rules of the game.

        >>> from rami import variants
        >>> game = variants.PLAIN.with_(
        ...     equipment={"packs": 2, "jokers": 2}, melding={"ace": "low", "max_run": 13}
        ... )
        >>> print(game.best_play("5♣ 5♦ 5♥ 5♠", "4♦ 6♦ 7♦ K♣"))
        lay 4♦ 6♦ 7♦ (17 points): 4♦ 5♦ 6♦ 7♦ | 5♣ 5♥ 5♠, left: K♣
        """
        reject(RamiError, one_of("objective", objective, _OBJECTIVES))
        question = _Question(self, self._fast.regrouper, table, rack)
        play = question.best(objective)
        melds, broken, proven = play.melds, None, True
        if question.melds is not None:
            melds, broken, proven = question.regrouper.least_changed(question.melds, play, question.jokers)
        laid = Cards.from_ids(hands.cards_of(play.laid))
        left = hands.remove_all(question.rack, laid.ids)
        assert left is not None  # a play always lays cards of the rack
        return Play(
            laid,
            tuple(meld_of_code(code) for code in melds),
            Cards.from_ids(hands.cards_of(left)),
            points_left(play.laid, question.values),
            broken,
            proven,
        )

    def plays(self, table: WholeTable, rack: CardsLike) -> Iterator[Cards]:
        """Yield every combination of cards from a rack that can be laid if the table is regrouped, largest first.

        The iterator is lazy: its first result costs about as much as `best_play`. To get the resulting table,
        pass the cards laid to `best_play`.

        Parameters:
            table: the table, as in `best_play`.
            rack: the cards that may be laid.

        Returns:
            An iterator over the combinations, each one once; each has at least one card.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            InvalidMeld: a meld of the table is not valid, or the cards of the table cannot all be arranged in melds.
            RamiError: there are more than two jokers, or the query does not support the meld rules of the game.

        >>> from rami import variants
        >>> game = variants.PLAIN.with_(
        ...     equipment={"packs": 2, "jokers": 2}, melding={"ace": "low"}
        ... )
        >>> [str(laid) for laid in game.plays("5♣ 5♦ 5♥ 5♠", "4♦ 6♦ 7♦ K♣")]
        ['4♦ 6♦ 7♦', '4♦ 6♦', '6♦ 7♦']
        """
        question = _Question(self, self._fast.regrouper, table, rack)
        found = question.regrouper.plays_of(question.all())
        return (Cards.from_ids(hands.cards_of(laid)) for laid in found)

    def can_lay(self, tiles: CardsLike) -> bool:
        """Return whether all of these cards can be arranged in melds.

        Parameters:
            tiles: the cards to arrange.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            RamiError: there are more than two jokers, or the query does not support the meld rules of the game.

        >>> from rami import variants
        >>> game = variants.PLAIN.with_(
        ...     equipment={"packs": 2, "jokers": 2}, melding={"ace": "low"}
        ... )
        >>> game.can_lay("3♦ 4♦ 5♦ 5♦ 6♦ 7♦"), game.can_lay("3♦ 4♦ 5♦ 5♦ 6♦")
        (True, False)
        """
        question = _Question(self, self._fast.regrouper, (), tiles)
        return question.regrouper.arranged(question.rack) is not None


class _Question:
    """A table and a rack, read from a caller's arguments and checked against the variant."""

    def __init__(
        self, variant: Slots, regrouper: kernel.Regrouper, table: WholeTable, rack: CardsLike
    ) -> None:
        codes, self.table_ids = _table_of(variant, table)
        rack_ids = bytes([card.id for card in parse_cards(rack)])
        ids = self.table_ids + rack_ids
        reject(InvalidCards, copy_violations(variant, ids))
        jokers = ids.count(JOKER)
        unfit = _unfit(variant, jokers > 0)
        if unfit:
            raise RamiError(violation(variant, Reason.UNSOLVED_RULES, fields=unfit))
        if jokers > MOST_JOKERS:
            raise RamiError(violation(variant, Reason.UNSOLVED_JOKERS, count=jokers, limit=MOST_JOKERS))
        self.regrouper = regrouper
        self.table = hands.of_cards(self.table_ids, COPIES)
        self.rack = hands.of_cards(rack_ids, COPIES)
        # One value for each card number; the joker comes last.
        self.values = game_of(variant).deadwood.values
        self.melds = None if codes is None else tuple((number, 0, code) for number, code in enumerate(codes))
        self.jokers: RegroupJoker = variant.table.regroup_joker
        # Cards of the rack could complete loose cards, but a table with loose cards has been typed wrong.
        if self.melds is None and regrouper.arranged(self.table) is None:
            raise InvalidMeld(violation(variant, Reason.UNSOLVED_TABLE, cards=cards_of(self.table_ids)))

    def all(self) -> Iterable[NamedQuestion]:
        """Return simpler questions, about cards without melds, that together replace this one (RKB-D04)."""
        if self.melds is None:
            return [NamedQuestion(self.table, self.rack, [], [])]
        return self.regrouper.questions(self.melds, self.rack, self.jokers)

    def best(self, objective: PlayObjective) -> kernel.Play:
        """Return the best play for the objective."""
        points = [*self.values[:13], self.values[JOKER]]
        weight = {
            "tiles": [1] * len(points),
            "points": points,
            # One more card must outweigh all the points of the rack.
            "tiles_points": [points_left(self.rack, self.values) + 1 + each for each in points],
        }[objective]
        play = self.regrouper.best_of(self.all(), weight)
        assert play is not None  # the table is arranged in melds already, so laying nothing is a play
        return play


def _table_of(variant: Slots, table: WholeTable) -> tuple[tuple[Code, ...] | None, bytes]:
    """Return the melds of a table and its cards; None instead of the melds if the table was given as cards."""
    if isinstance(table, (Cards, Card)):
        return None, bytes([card.id for card in parse_cards(table)])
    if isinstance(table, str):
        given: Sequence[object] = [part for part in table.replace("|", "\n").splitlines() if part.strip()]
        if len(given) == 1 and not _is_meld(variant, table):
            return None, bytes([card.id for card in parse_cards(table)])
    elif isinstance(table, (Group, Run)):
        given = [table]
    else:
        given = items(InvalidMeld, "table", table)
        if given and all(isinstance(each, Card) for each in given):
            return None, bytes([each.id for each in given if isinstance(each, Card)])
    codes: list[Code] = []
    wrong: list[Violation] = []
    for each in given:
        meld: Any = getattr(each, "meld", each)
        code, cards = named_by(variant, meld, laid=False)
        wrong += meld_violations(variant, melds_of(variant), code, laid=False, given=cards)
        codes.append(code)
    if wrong:
        raise InvalidMeld(*wrong)
    return tuple(codes), bytes([card for code in codes for card in code[1:]])


def _is_meld(variant: Slots, text: str) -> bool:
    """Return whether these cards are a single meld."""
    try:
        code, given = named_by(variant, text, laid=False)
    except InvalidMeld:
        return False
    return not meld_violations(variant, melds_of(variant), code, laid=False, given=given)


def _unfit(variant: Slots, jokers: bool) -> tuple[str, ...]:
    """Return the options that keep the kernel from regrouping tables of this game."""
    found = [
        _OUTSIDE_MELDING.get(name, f"melding.{name}") for name in kernel.unfit(melds_of(variant), jokers)
    ]
    if max(copies_of(variant)[:NATURALS]) > COPIES:
        found.append("equipment.packs")
    if variant.equipment.singles:
        found.append("equipment.values")
    return tuple(sorted(found))
