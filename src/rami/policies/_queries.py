"""`Queries`: the methods of a variant that answer questions about cards, without a round.

A query knows only the rules and its arguments, not the position of a round. If the rules of a game need more,
such as the table or the card taken, pass it as a keyword argument. Queries refuse cards that the pack does
not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .._kernel.arranging.pairs import sets_of_pairs
from .._kernel.cards import hands
from .._kernel.cards.codes import EVERY_NATURAL
from .._kernel.melds.meld import Code, extended, is_wild_at, points_of
from .._kernel.melds.meld import points as meld_points
from .._kernel.melds.natural_wilds import Supply
from .._kernel.melds.reading import readings as all_readings
from .._kernel.melds.wilds import Planes, counted, in_the_open, unburnt, unburnt_together
from .._kernel.openings.contract_lay_downs import lay_downs as contract_lay_downs
from .._kernel.openings.judge import PAIR_UNIT
from .._kernel.openings.openings import accepted, lay_downs
from .._kernel.rules import ONE_KIND
from .._kernel.turns.first_lay_downs import leftovers, valued
from .._kernel.turns.knocking import knock_cards
from .._kernel.turns.turn import NO_CARD, Duties, Game, Terms, Turn
from ..cards import UNKNOWN, Card, Cards, CardsLike, parse_cards
from ..cards.melds import Group, Meld, MeldLike, Run, meld_of_code
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason, Violation, reject
from ..errors.checks import collection, count, flag, instance, integer, items, one_of
from ..errors.violations import bounded
from ._callbacks import Situation
from ._compiled import contract_rules, copies_of, game_of, judge_of, melds_of, must_open_with_taken
from ._fast_paths import OBJECTIVES, FastPaths, Objective
from ._refusals import copy_violations, meld_violations, named_by, opening_violations, violation
from .answers import Arrangement, KnockDiscards, LaidMeld, Verdict
from .declaring.options import Slots
from .declaring.values import largest
from .slots.contracts import contracts_of

if TYPE_CHECKING:
    from ..cards.moves import LayDown


TableLike: TypeAlias = Iterable[MeldLike | LaidMeld]
"""The melds on a table: melds, lists of cards, or the table of a round."""

LayOffs = Iterable[tuple[Card | str, MeldLike]]


class Queries(Slots):
    """The queries of a `Variant` about cards, and the fast paths that answer the usual ones."""

    __slots__ = ("_fast",)

    _fast: FastPaths

    def meld(self, cards: MeldLike, *, table: TableLike | None = None) -> Meld:
        """Return the meld that these cards form in this game.

        You may write a run upwards or downwards, with its natural cards in any order. Wild cards fill the gaps, and any
        left over stay at the end where you wrote them. If the cards can form only one meld, their order does not
        matter.

        Parameters:
            cards: text, cards, or a `Group` or `Run` to check.
            table: the melds on the table, for games in which a new meld depends on them (LEB-JOK-01); if it
                is omitted, the rules about the table are not checked.

        Returns:
            A `Group` or a `Run` that this game allows.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            InvalidMeld: the cards form no meld, and the error lists every reason (R51-SET-01, R51-RUN-01, R51-ACE-01,
                R51-JOK-02); or they form several melds, and their order does not decide which.

        >>> from rami import variants
        >>> v = variants.CLASSIC_51
        >>> print(v.meld("9♠ 7♠ 8♠"), "|", v.meld("9♠ 8♠ *"), "|", v.meld("7♠ 9♠ *"))
        7♠ 8♠ 9♠ | * 8♠ 9♠ | 7♠ * 9♠
        >>> v.meld("7♠ 7♠ 7♥")
        Traceback (most recent call last):
        rami.errors.violations.InvalidMeld: the cards of a group must be of different suits: 7♠ 7♠ 7♥ [R51-SET-01]
        """
        rules = melds_of(self)
        code, given = named_by(self, cards)
        wrong = meld_violations(self, rules, code, given=given)
        wrong.extend(_not_burnt(self, unburnt(rules, code, _places(self, _on_the_table(self, table)))))
        reject(InvalidMeld, wrong)
        return meld_of_code(code)

    def wilds(self, meld: MeldLike) -> tuple[int, ...]:
        """Return the indexes of the cards of a meld that are wild in this game.

        Parameters:
            meld: a meld, or cards in any form that the method `meld` accepts.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            InvalidMeld: the cards form no meld, or several.

        >>> from rami import variants
        >>> variants.FRUSTRATION.wilds("A♠ 2♠ 3♠ *"), variants.RAMI_500.wilds("A♠ 2♠ 3♠ *")
        ((1, 3), (3,))
        """
        found = meld if isinstance(meld, (Group, Run)) else self.meld(meld)
        rules = melds_of(self)
        return tuple(place for place in range(len(found)) if is_wild_at(rules, found.code, place + 1))

    def readings(self, cards: CardsLike, *, table: TableLike | None = None) -> tuple[Meld, ...]:
        """List every meld that these cards can form in this game, whatever their order.

        Parameters:
            cards: text or cards.
            table: the melds on the table, as in `meld`.

        Returns:
            The legal readings in a fixed order; () if there is none. If readings differ only by an exchange of
                equivalent wild cards, one of them is listed (R51-JOK-01, R51-JRET-EX1).

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.

        >>> from rami import variants
        >>> [str(meld) for meld in variants.CLASSIC_51.readings("2♠ 3♠ *")]
        ['* 2♠ 3♠', '2♠ 3♠ *']
        """
        ids = _known_cards(self, cards)
        rules = melds_of(self)
        places = _places(self, _on_the_table(self, table))
        found = all_readings(rules, list(ids), places, game_of(self).turn.wild_kinds)
        return tuple(meld_of_code(code) for code in found)

    def points(self, meld: MeldLike) -> int:
        """Return the value of a meld on the table (R51-VAL-01 to R51-VAL-04).

        Parameters:
            meld: a meld, or cards in any form that the method `meld` accepts.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            InvalidMeld: the cards form no meld, or several.

        >>> from rami import variants
        >>> v = variants.CLASSIC_51
        >>> v.points(v.meld("A♦ A♣ A♥"))
        33
        >>> v.points("A♠ 2♠ 3♠"), v.points("Q♠ K♠ A♠")
        (6, 31)
        """
        return meld_points(melds_of(self), self.meld(meld).code)

    def check_opening(
        self,
        melds: Iterable[MeldLike],
        *,
        drawn_from: Literal["stock", "discard"] | None = None,
        taken: Card | str | None = None,
        first_turn: bool = False,
        layoffs: LayOffs = (),
        highest_before: int = 0,
        contract: int | None = None,
        table: TableLike | None = None,
    ) -> Verdict:
        """Check whether these melds, laid together, are a legal opening (R51-OPEN-01 to R51-OPEN-06).

        Only a `Round` can check that the player holds the cards, and that the turn can be completed.

        Parameters:
            melds: the new melds.
            drawn_from: the pile from which the player drew this turn, if the rules depend on it.
            taken: the card taken from the discard pile.
            first_turn: True on the player's first turn of the round.
            layoffs: pairs (card, table meld), one for each card that the player lays off in the same turn.
            highest_before: the points of the highest opening of the round so far.
            contract: the number of the contract that is due, from 1; needed in a game of contracts (FRU-OPEN-01).
            table: the melds on the table, as in `meld`.

        Returns:
            The verdict, with the points that count towards the opening and every violation.

        Raises:
            RamiError: players of this game keep their melds in hand, so there is no opening; or `contract` is missing
                in a game of contracts, is not the number of a contract, or is given in another game.

        >>> from rami import variants
        >>> variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"])
        Verdict(ok=True, points=57, violations=())
        >>> print(variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "7♦ 7♣ 7♥"]))
        the opening is worth 45 of the 51 points needed [R51-OPEN-01]
        """
        _check_facts(drawn_from, first_turn, highest_before)
        check_contract(self, contract)
        _check_opens(self)
        rules = melds_of(self)
        wrong: list[Violation] = []
        seen = _on_the_table(self, table)
        codes: list[Code] = []
        cards: list[int] = []
        for field, listed in (("melds", melds), ("layoffs", layoffs)):
            reject(InvalidMeld, () if isinstance(listed, str) else collection(field, listed))
        given_melds = (
            (melds,) if isinstance(melds, (str, Group, Run)) else bounded(melds, sum(copies_of(self)))
        )
        for value in given_melds:
            try:
                code, given = named_by(self, value)
            except RamiError as error:
                wrong.extend(error.violations)
                continue
            against = meld_violations(self, rules, code, given=given)
            wrong.extend(against)
            cards.extend(code[1:])
            if not against:
                codes.append(code)
        # Check the cards of all melds together: the pack may hold each meld by itself, but not all of them.
        wrong.extend(copy_violations(self, bytes(cards)))
        if seen is not None and rules.burnt:
            # D-126: the melds need to be legal in only one order of laying them, so check them together.
            wrong.extend(_not_burnt(self, unburnt_together(rules, seen, codes)))
        # D-36: lay-offs count towards the opening only in some games, but a wrong lay-off is reported in every game.
        extra, refused = _layoff_points(self, layoffs)
        wrong.extend(refused)
        counted = points_of(rules, codes) + (extra if getattr(self.opening, "counts_layoffs", False) else 0)
        taken_id = _taken_id(taken, drawn_from)
        if not wrong:
            # The points of an invalid meld mean nothing, so judge the opening only if every meld is valid.
            situation = Situation(taken_id, highest_before, first_turn, contract=contract or 0)
            wrong.extend(_refused_opening(self, tuple(codes), counted, situation))
            # D-12: a player who takes the discard before opening must use it in the opening itself.
            if taken is not None and must_open_with_taken(self) and taken_id not in cards:
                wrong.append(violation(self, Reason.DUTY_TAKEN_IN_OPENING, card=Card(taken)))
        return Verdict(not wrong, counted, tuple(dict.fromkeys(wrong)))

    def openings(
        self,
        cards: CardsLike,
        *,
        drawn_from: Literal["stock", "discard"] | None = None,
        taken: Card | str | None = None,
        first_turn: bool = False,
        highest_before: int = 0,
        contract: int | None = None,
        table: TableLike | None = None,
    ) -> Iterator[LayDown]:
        """Yield each opening that a hand allows, in a fixed order.

        Parameters:
            cards: the hand.
            drawn_from: the pile from which the player drew this turn, if the rules depend on it.
            taken: the card of the hand that was taken from the discard pile.
            first_turn: True on the player's first turn of the round.
            highest_before: the points of the highest opening of the round so far.
            contract: the number of the contract that is due, from 1; needed in a game of contracts (FRU-OPEN-01).
            table: the melds on the table, as in `meld`.

        Returns:
            An iterator over `LayDown` moves with their melds and points (R51-OPEN-01).

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            RamiError: players of this game keep their melds in hand, so there is no opening; an argument has
                the wrong type; or `contract` is missing in a game of contracts, is not the number of a contract, or is
                given in another game.

        >>> from rami import variants
        >>> for opening in variants.CLASSIC_51.openings("9♠ 8♠ 7♠ A♦ A♣ A♥ K♥"):
        ...     print(" | ".join(map(str, opening.melds)), opening.points)
        7♠ 8♠ 9♠ | A♣ A♦ A♥ 57
        """
        if (
            taken is None
            and contract is None
            and table is None
            and drawn_from is None
            and first_turn is False
            and type(highest_before) is int
            and not highest_before
        ):
            # The usual call passes only the cards, so tables answer it without checking the hand first.
            usual = self._fast.usual_openings
            if usual is not None:
                listed = cards if type(cards) is Cards else Cards(cards)
                try:
                    return usual.of_cards(listed.ids)
                except (IndexError, ValueError):
                    wrong = copy_violations(self, listed.ids)
                    if not wrong:
                        raise
                    raise InvalidCards(*wrong) from None
        _check_facts(drawn_from, first_turn, highest_before)
        check_contract(self, contract)
        _check_opens(self)
        game = game_of(self)
        ids, hand = _known_hand(self, game, cards)
        seen = _on_the_table(self, table) if game.melds.burnt else None
        taken_id = _taken_id(taken, drawn_from)
        required = taken_id if taken is not None and must_open_with_taken(self) else -1
        found = _lay_downs(game, ids, hand, required, contract or 0, seen)
        facts = (required, taken_id, highest_before, first_turn, contract or 0)
        laid = accepted(game.judge, found, *facts, meld_of_code)
        # Queries that need no moves should not pay for this import.
        from ..cards.moves import new_lay_down

        return (new_lay_down(melds, total) for melds, total in laid)

    def best_melds(self, cards: CardsLike, objective: Objective = "points") -> Arrangement:
        """Arrange cards in melds in the way that is best for an objective.

        Parameters:
            cards: the cards to arrange.
            objective: "points" for the most points in melds, "deadwood" for the fewest points left in hand,
                "cards" for the most cards in melds. In games that require runs for a declaration, "deadwood"
                finds no melds in a hand without those runs, because all of its cards would count; use "cards"
                to show the melds of that hand.

        Returns:
            The melds with their points, and the cards left with their points.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.

        >>> from rami import variants
        >>> print(variants.CLASSIC_51.best_melds("7♠ 8♠ 9♠ K♥"))
        7♠ 8♠ 9♠ (24 points), left: K♥ (10)
        """
        hand = cards if type(cards) is Cards else Cards(cards)
        reject(RamiError, one_of("objective", objective, tuple(OBJECTIVES)))
        best = self._fast.best[objective]
        try:
            return best(hand)
        except (IndexError, ValueError):
            wrong = copy_violations(self, hand.ids)
            if not wrong:
                raise
            raise InvalidCards(*wrong) from None

    def deadwood(self, cards: CardsLike) -> int:
        """Return the points left in hand after the best melds (R51-SCORE-01).

        Factors that multiply the score, such as the doubling for a joker left in hand (VELVET-SCORE-02), are
        not applied.

        Parameters:
            cards: the cards of a hand.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.

        >>> from rami import variants
        >>> variants.CLASSIC_51.deadwood("7♠ 8♠ 9♠ K♥ A♣")
        21
        """
        if type(cards) is Cards:
            # The tables lack hands with wild cards or with copies that the pack does not hold; for these they return a
            # negative number.
            least = self._fast.least_deadwood(cards)
            if least >= 0:
                return least
        game = game_of(self)
        return game.deadwood.least(hands.of_cards(_known_cards(self, cards), game.planes))

    def deadwoods(self, many: Iterable[CardsLike] | Iterable[int]) -> tuple[int, ...]:
        """Return the deadwood of many hands in one call; a list of masks is fastest.

        Parameters:
            many: the hands, each as cards, or each as a mask: one number with the bit `Card.id` set for each card
                (see `Cards.mask`).

        Returns:
            The `deadwood` of each hand, in the same order.

        Raises:
            InvalidCards: a string is not a card, a number is not a mask, or there are more copies of a card than in the
                pack.

        >>> from rami import Cards, variants
        >>> variants.GIN.deadwoods(["7♠ 8♠ 9♠ K♥ A♣", "7♠ 8♠ T♠"])
        (11, 25)
        >>> variants.GIN.deadwoods([Cards("7♠ 8♠ 9♠ K♥ A♣").mask, 0])
        (11, 0)
        """
        given = _listed(many)
        game = game_of(self)
        # A mask cannot hold a card twice, and a complete pack holds every card, so there is nothing to check.
        if game.deadwood.tabled and self.equipment.whole and given and type(given[0]) is int:
            try:
                return tuple(game.deadwood.least_of_masks(given))
            except (OverflowError, TypeError, ValueError):
                # A hand has a wild card, or is not a mask: take the slow path.
                pass
        return tuple([self.deadwood(Cards.from_mask(each) if type(each) is int else each) for each in given])

    def knock_discards(
        self, cards: CardsLike, *, taken: Card | str | None = None, upcard: Card | str | None = None
    ) -> KnockDiscards:
        """Return the cards of a hand that the player could discard in order to knock (GIN-KNOCK-01).

        Parameters:
            cards: the hand after the draw.
            taken: the card just taken from the discard pile; some games forbid discarding it again.
            upcard: the first upcard, required in games in which it sets the limit for knocking.

        Returns:
            A mapping from each of these cards, in card order, to the least deadwood that remains. In games of
            declarations that is always 0; in games without knocking the mapping is empty.

        Raises:
            InvalidCards: a string is not a card, or there are more copies of a card than in the pack.
            RamiError: the upcard sets the limit and is not given.

        >>> from rami import variants
        >>> hand = "5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d"
        >>> print(variants.GIN.knock_discards(hand))
        7♥ (10)
        """
        ids = _known_cards(self, cards)
        game = game_of(self)
        if game.knock is None:
            return KnockDiscards()
        hand = hands.of_cards(ids, game.planes)
        banned = NO_CARD
        # D-112: a player who held the other copy before the draw may discard that copy.
        if (
            taken is not None
            and not game.turn.allow_return_discard
            and hands.count(hand, Card(taken).id) == 1
        ):
            banned = Card(taken).id
        # D-143: in some games the limit for knocking is the value of the first upcard.
        if upcard is None and game.knock.limit < 0:
            raise RamiError(Violation(Reason.UPCARD_NEEDED))
        first = None if upcard is None else Card(upcard)
        if first is not None and not first.is_natural:
            raise InvalidCards(Violation(Reason.NOT_A_NATURAL, None, {"card": first}))
        limit = game.knock.limit_for(NO_CARD if first is None else first.id)
        turn = Turn(hand, (), 0, False, Terms(limit=limit), duties=Duties(banned=banned))
        return KnockDiscards(tuple((Card.from_id(card), count) for card, _, count in knock_cards(game, turn)))


def _known_cards(variant: Slots, cards: CardsLike) -> bytes:
    """Return the numbers of these cards; raise InvalidCards unless the pack holds them."""
    ids = cards.ids if isinstance(cards, Cards) else bytes([card.id for card in parse_cards(cards)])
    reject(InvalidCards, copy_violations(variant, ids))
    return ids


def _known_hand(variant: Slots, game: Game, cards: CardsLike) -> tuple[bytes, hands.Hand]:
    """Return these cards as numbers and as a hand of the kernel; raise InvalidCards unless the pack holds them."""
    ids = cards.ids if type(cards) is Cards and variant.equipment.whole else _known_cards(variant, cards)
    try:
        hand = hands.of_cards(ids, game.planes)
    except (IndexError, ValueError):
        hand = ()
    # A hand has one plane for each pack, so it cannot hold too many naturals; it counts jokers without a limit.
    if not hand or hand[-1] > largest(variant.equipment.jokers):
        # The hand is empty after a failure: it had an unknown card, or more copies than the pack holds.
        raise InvalidCards(*copy_violations(variant, ids))
    return ids, hand


def _on_the_table(variant: Slots, table: TableLike | None) -> Planes | None:
    """Return the cards that lie face up on a table; None if no table is given."""
    if table is None:
        return None
    given = (table,) if isinstance(table, (str, Group, Run)) else items(InvalidMeld, "table", table)
    codes = [named_by(variant, getattr(item, "meld", item), laid=False)[0] for item in given]
    game = game_of(variant)
    return in_the_open(game.melds, game.planes, codes, b"")


def _not_burnt(variant: Slots, cards: Iterable[int]) -> Iterator[Violation]:
    for card in cards:
        yield violation(variant, Reason.WILD_NOT_BURNT, card=Card.from_id(card))


def _places(variant: Slots, seen: Planes | None) -> int:
    """Return a mask of the natural cards that a wild card may represent in a run."""
    return EVERY_NATURAL if seen is None or not melds_of(variant).burnt else seen[-1]


def check_contract(variant: Slots, number: object) -> None:
    """Raise RamiError unless `number` is the number of a contract, or None in a game without contracts."""
    contracts = contracts_of(variant.opening)
    if contracts is None:
        if number is not None:
            reject(RamiError, integer("contract", number))
            raise RamiError(Violation(Reason.NO_CONTRACTS))
    elif number is None:
        raise RamiError(Violation(Reason.CONTRACT_NEEDED))
    else:
        reject(RamiError, integer("contract", number, 1, len(contracts)))


def _check_opens(variant: Slots) -> None:
    """Raise RamiError in a game whose players keep their melds in hand and never open."""
    if variant.table.concealed:
        raise RamiError(Violation(Reason.NO_OPENING))


def _check_facts(drawn_from: object, first_turn: object, highest_before: object) -> None:
    """Raise RamiError if a fact of the turn has the wrong type or is out of range."""
    wrong = (
        *one_of("drawn_from", drawn_from, (None, "stock", "discard")),
        *flag("first_turn", first_turn),
        *integer("highest_before", highest_before, 0, PAIR_UNIT - 1),
    )
    reject(RamiError, wrong)


def _taken_id(taken: Card | str | None, drawn_from: str | None) -> int:
    """Return the number of the discard taken: that of UNKNOWN if the card is not named, `NO_CARD` if none was taken."""
    if taken is not None:
        return Card(taken).id
    return UNKNOWN.id if drawn_from == "discard" else NO_CARD


def _refused_opening(
    variant: Slots, codes: tuple[Code, ...], points: int, situation: Situation
) -> list[Violation]:
    """Return the violations of an opening with valid melds."""
    due = contract_rules(variant)
    faults, missing, missing_if_out = judge_of(variant).judge(codes, points, *situation)
    if faults:
        # An opening with a fault is legal only if the player goes out, so use the points needed in that case.
        missing = missing_if_out
    if due is not None:
        faults |= due.faults(situation.contract, codes)
    wrong = opening_violations(variant, faults, codes, points, situation)
    if missing > 0:
        wrong.append(violation(variant, Reason.DUTY_POINTS, missing=missing))
    return wrong


def _layoff_points(variant: Slots, layoffs: LayOffs) -> tuple[int, list[Violation]]:
    """Return the points that lay-offs add to the melds they extend, and the violations of the lay-offs."""
    rules = melds_of(variant)
    total = 0
    wrong: list[Violation] = []
    for number, pair in enumerate(bounded(layoffs, sum(copies_of(variant)))):
        field = f"layoffs[{number}]"
        if refused := instance(field, pair, tuple, list) or count(field, len(pair), 2):
            wrong.extend(refused)
            continue
        card, onto = pair
        try:
            code, _ = named_by(variant, onto, laid=False)
            held = Card(card)
        except RamiError as error:
            wrong.extend(error.violations)
            continue
        # A wild card may fit at both ends of a run; count it at the high end.
        grown = [bigger for end in (1, 0) if (bigger := extended(rules, code, held.id, end)) is not None]
        if grown:
            total += meld_points(rules, grown[0]) - meld_points(rules, code)
        else:
            shown = tuple(str(Card.from_id(other)) for other in code[1:])
            wrong.append(violation(variant, Reason.DOES_NOT_FIT, card=held, cards=shown))
    return total, wrong


def _lay_downs(
    game: Game, ids: bytes, hand: hands.Hand, required: int, contract: int, seen: Planes | None
) -> Iterator[tuple[tuple[Code, ...], int]]:
    """Yield the combinations of melds that could open, with their points; the opening policy has yet to judge them."""
    # Wild cards are interchangeable unless the opening must contain one that was taken.
    kinds = ONE_KIND.without([required])
    if game.contracts is not None:
        left = leftovers(game) if game.contracts.lay_down_all else (0,)
        sets = contract_lay_downs(Supply(game.melds, hand, kinds), game.contracts, contract, left)
    else:
        places = EVERY_NATURAL if seen is None else counted(seen, ids)[-1]
        supply = Supply(game.melds, hand, kinds, places)
        sets = lay_downs(supply, game.judge.usual_floor, game.judge.clean, required)
        if game.turn.pairs:
            sets = chain(sets, valued(game, sets_of_pairs(hand, game.turn.pairs)))
    if seen is None:
        return sets
    return (each for each in sets if not unburnt_together(game.melds, seen, each[0]))


def _listed(given: Iterable[Any]) -> list[Any]:
    # A string is iterable too; each of its characters would count as a hand.
    if isinstance(given, (str, Card, Cards)) or not isinstance(given, Iterable):
        raise InvalidCards(Violation(Reason.NOT_A_COLLECTION, None, {"field": "hands", "got": type(given)}))
    return list(given if isinstance(given, Sized) else bounded(given))
