"""The questions that a variant answers without a game: melds, openings, arrangements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from .._kernel import hands
from .._kernel.arrange import CARDS, DEADWOOD, POINTS, Aim
from .._kernel.burnt import Planes, counted, in_the_open, unburnt, unburnt_together
from .._kernel.codes import EVERY_NATURAL
from .._kernel.contract_search import lay_downs as contract_lay_downs
from .._kernel.first_lay_downs import contract_breaches, judged
from .._kernel.knocking import knock_cards
from .._kernel.melds import Code, extended
from .._kernel.melds import points as worth
from .._kernel.openings import Openings, accepted, lay_downs, serves
from .._kernel.reading import readings as all_readings
from .._kernel.rules import ONE_KIND
from .._kernel.sorter import Sorter
from .._kernel.turn import NO_CARD, Game, Turn
from ..cards import Card, Cards, CardsLike, parse_cards
from ..errors import InvalidCards, InvalidMeld, RamiError, Reason, Violation
from ..melds import Group, Meld, MeldLike, Run, meld_of_code
from ._compiled import game_of
from ._faults import copy_violations, meld_violations, violation
from ._opening_faults import opening_violations
from ._reading import named_by
from ._slots import Slots
from .answers import Arrangement, KnockDiscards, Verdict
from .contracts import contracts_of

if TYPE_CHECKING:
    from ..moves import LayDown


from rami._checks import flag, integer, one_of
from rami.errors import reject


class LaidMeld(Protocol):
    """A meld that lies on a table, such as `rami.setup.TableMeld`."""

    @property
    def meld(self) -> object:
        """The meld."""
        ...


TableLike: TypeAlias = Iterable[MeldLike | LaidMeld]
"""The melds on a table: melds, lists of cards, or the table of a round."""

Objective = Literal["points", "deadwood", "cards"]
LayOffs = Iterable[tuple[Card | str, MeldLike]]
OBJECTIVES: tuple[Objective, ...] = ("points", "deadwood", "cards")
_NUMBERED = {"points": POINTS, "deadwood": DEADWOOD, "cards": CARDS}


class Answers:
    """What answers the usual questions to a variant quickly, each made when it is asked for first."""

    def __init__(self, variant: Slots) -> None:
        self._variant = variant

    @cached_property
    def usual_openings(self) -> Openings | None:
        """What lists openings where nothing of the turn matters, if there is such a quick way."""
        game = game_of(self._variant)
        if game.contracts is not None or not serves(game.melds, game.judge):
            return None
        # moves are imported once they are needed
        from ..moves import LayDown

        jokers = self._variant.equipment.jokers
        return Openings(game.melds, game.judge, game.planes, jokers, meld_of_code, LayDown)

    @cached_property
    def best(self) -> dict[Objective, Callable[[Cards], Arrangement]]:
        """What finds the best arrangement of cards, for each objective."""
        game, jokers = game_of(self._variant), self._variant.equipment.jokers
        aims: dict[Objective, Aim] = {
            each: Aim(game.melds, _NUMBERED[each], game.deadwood.values) for each in OBJECTIVES
        }
        return {
            each: Sorter(aim, game.planes, jokers, meld_of_code, Cards, Arrangement).best
            for each, aim in aims.items()
        }

    @cached_property
    def least_deadwood(self) -> Callable[[Cards], int]:
        """What tells the deadwood of cards, or a negative number where it takes another way."""
        return game_of(self._variant).deadwood.least_of_cards


def _known_cards(variant: Slots, cards: CardsLike) -> bytes:
    """The numbers of cards of which the pack has as many."""
    ids = cards.ids if isinstance(cards, Cards) else bytes([card.id for card in parse_cards(cards)])
    wrong = copy_violations(variant, ids)
    if wrong:
        raise InvalidCards(*wrong)
    return ids


def _known_hand(variant: Slots, game: Game, cards: CardsLike) -> tuple[bytes, hands.Hand]:
    """The same as a hand, too."""
    ids = cards.ids if type(cards) is Cards else _known_cards(variant, cards)
    try:
        hand = hands.of_cards(ids, game.planes)
    except (IndexError, ValueError):
        hand = ()
    if not hand or hand[-1] > variant.equipment.jokers:
        # an unknown card, or more copies than there are
        raise InvalidCards(*copy_violations(variant, ids))
    return ids, hand


def _on_the_table(variant: Slots, table: TableLike | None) -> Planes | None:
    """What lies in the open on a table; None where no table is given."""
    if table is None:
        return None
    if not isinstance(table, Iterable):
        raise InvalidMeld(Violation(Reason.NOT_A_COLLECTION, None, {"field": "table", "got": type(table)}))
    given: list[Any] = [table] if isinstance(table, (str, Group, Run)) else list(table)
    codes = [named_by(variant, getattr(item, "meld", item), laid=False)[0] for item in given]
    game = game_of(variant)
    return in_the_open(game.melds, game.planes, codes, b"")


def _not_burnt(variant: Slots, cards: Iterable[int]) -> Iterator[Violation]:
    for card in cards:
        yield violation(variant, Reason.WILD_NOT_BURNT, card=Card.from_id(card))


def _places(variant: Slots, seen: Planes | None) -> int:
    """The naturals that a wild may stand for in a run, as a mask."""
    return EVERY_NATURAL if seen is None or not game_of(variant).melds.burnt else seen[-1]


def meld(variant: Slots, cards: MeldLike, *, table: TableLike | None = None) -> Meld:
    """See `Variant.meld`."""
    rules = game_of(variant).melds
    code, given = named_by(variant, cards)
    wrong = meld_violations(variant, rules, code, given=given)
    wrong.extend(_not_burnt(variant, unburnt(rules, code, _places(variant, _on_the_table(variant, table)))))
    if wrong:
        raise InvalidMeld(*wrong)
    return meld_of_code(code)


def wilds(variant: Slots, value: MeldLike) -> tuple[int, ...]:
    """See `Variant.wilds`."""
    found = value if isinstance(value, (Group, Run)) else meld(variant, value)
    rules = game_of(variant).melds
    return tuple(place for place, card in enumerate(found.cards) if rules.is_wild(card.id))


def readings(variant: Slots, cards: CardsLike, *, table: TableLike | None = None) -> tuple[Meld, ...]:
    """See `Variant.readings`."""
    ids = _known_cards(variant, cards)
    rules = game_of(variant).melds
    places = _places(variant, _on_the_table(variant, table))
    found = all_readings(rules, list(ids), places)
    return tuple(meld_of_code(code) for code in found)


def points(variant: Slots, cards: MeldLike) -> int:
    """See `Variant.points`."""
    return worth(game_of(variant).melds, meld(variant, cards).code)


def check_opening(
    variant: Slots,
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
    """See `Variant.check_opening`."""
    game = game_of(variant)
    check_contract(variant, contract)
    wrong: list[Violation] = []
    seen = _on_the_table(variant, table)
    codes: list[Code] = []
    cards: list[int] = []
    for field, listed in (("melds", melds), ("layoffs", layoffs)):
        if not isinstance(listed, Iterable):
            raise InvalidMeld(Violation(Reason.NOT_A_COLLECTION, None, {"field": field, "got": type(listed)}))
    _check_facts(drawn_from, first_turn, highest_before)
    for value in [melds] if isinstance(melds, (str, Group, Run)) else list(melds):
        try:
            code, given = named_by(variant, value)
        except RamiError as error:
            wrong.extend(error.violations)
            continue
        wrong.extend(meld_violations(variant, game.melds, code, given=given))
        codes.append(code)
        cards.extend(code[1:])
    wrong.extend(copy_violations(variant, bytes(cards)))
    if seen is not None and game.melds.burnt:
        wrong.extend(_not_burnt(variant, unburnt_together(game.melds, seen, codes)))
    total = sum(worth(game.melds, code) for code in codes)
    extra, refused = _layoff_points(variant, layoffs)
    wrong.extend(refused)
    counted = total + extra if _counts_layoffs(variant) else total
    taken_id = Card(taken).id if taken is not None else (Card("?").id if drawn_from == "discard" else -1)
    if not wrong:
        turn = Turn(
            hands.of_cards(cards, game.planes),
            (),
            0,
            False,
            False,
            first_turn,
            highest_before,
            taken=taken_id,
            contract=contract or 0,
        )
        faults, missing = judged(game, turn, tuple(codes), counted)
        faults |= contract_breaches(game, turn, tuple(codes))
        wrong.extend(opening_violations(variant, game, turn, faults, tuple(codes), counted))
        if missing > 0:
            wrong.append(violation(variant, Reason.DUTY_POINTS, missing=missing))
        if taken is not None and must_open_with_taken(variant) and taken_id not in cards:
            wrong.append(violation(variant, Reason.DUTY_TAKEN_IN_OPENING, card=Card(taken)))
    return Verdict(not wrong, counted, tuple(dict.fromkeys(wrong)))


def check_contract(variant: Slots, number: object) -> None:
    """Refuse what is not the number of a contract, counted from 1; in a game without contracts any number."""
    contracts = contracts_of(variant.opening)
    if contracts is None:
        if number is not None:
            raise RamiError(Violation(Reason.NO_CONTRACTS))
    else:
        reject(RamiError, integer("contract", number, 1, len(contracts)))


def _check_facts(drawn_from: object, first_turn: object, highest_before: object) -> None:
    """RamiError for facts of a turn that are of a wrong kind, with all of them."""
    wrong = (
        *one_of("drawn_from", drawn_from, (None, "stock", "discard")),
        *flag("first_turn", first_turn),
        *integer("highest_before", highest_before),
    )
    reject(RamiError, wrong)


def must_open_with_taken(variant: Slots) -> bool:
    """Whether an opening with the discard has to contain the card taken."""
    return variant.drawing.discard_use is not None and variant.drawing.unopened_discard_use == "in_opening"


def _counts_layoffs(variant: Slots) -> bool:
    return bool(getattr(variant.opening, "counts_layoffs", False))


def _layoff_points(variant: Slots, layoffs: LayOffs) -> tuple[int, list[Violation]]:
    """What own cards laid off on given table melds are worth there."""
    rules = game_of(variant).melds
    total = 0
    wrong: list[Violation] = []
    for card, onto in layoffs:
        try:
            code, _ = named_by(variant, onto, laid=False)
            held = Card(card)
        except RamiError as error:
            wrong.extend(error.violations)
            continue
        grown = [bigger for end in (1, 0) if (bigger := extended(rules, code, held.id, end)) is not None]
        if grown:
            total += worth(rules, grown[0]) - worth(rules, code)
        else:
            shown = tuple(str(Card.from_id(other)) for other in code[1:])
            wrong.append(violation(variant, Reason.DOES_NOT_FIT, card=held, cards=shown))
    return total, wrong


def openings(
    variant: Slots,
    cards: CardsLike,
    *,
    drawn_from: Literal["stock", "discard"] | None,
    taken: Card | str | None,
    first_turn: bool,
    highest_before: int,
    contract: int | None,
    table: TableLike | None,
) -> Iterator[LayDown]:
    """See `Variant.openings`."""
    _check_facts(drawn_from, first_turn, highest_before)
    game = game_of(variant)
    ids, hand = _known_hand(variant, game, cards)
    seen = _on_the_table(variant, table) if game.melds.burnt else None
    if contract is not None or game.contracts is not None:
        check_contract(variant, contract)
    taken_id = Card(taken).id if taken is not None else (Card("?").id if drawn_from == "discard" else -1)
    required = taken_id if taken is not None and must_open_with_taken(variant) else -1
    found = _lay_downs(game, ids, hand, required, contract or 0, seen)
    facts = (required, taken_id, highest_before, first_turn, contract or 0)
    laid = accepted(game.judge, found, *facts, meld_of_code)
    # moves are imported once they are needed
    from ..moves import new_lay_down

    return (new_lay_down(melds, total) for melds, total in laid)


def _lay_downs(
    game: Game, ids: bytes, hand: hands.Hand, required: int, contract: int, seen: Planes | None
) -> Iterator[tuple[tuple[Code, ...], int]]:
    """The sets of melds that may open, with their points, before the opening policy is asked."""
    kinds = ONE_KIND.without([required])
    if game.contracts is not None:
        sets = contract_lay_downs(game.melds, game.contracts, contract, hand, 0, kinds)
    else:
        places = EVERY_NATURAL if seen is None else counted(seen, ids)[-1]
        sets = lay_downs(game.melds, hand, game.judge.usual_floor, game.judge.clean, kinds, places)
    if seen is None:
        return sets
    return (each for each in sets if not unburnt_together(game.melds, seen, each[0]))


def check_objective(objective: Objective) -> None:
    """RamiError for what is no objective."""
    reject(RamiError, one_of("objective", objective, OBJECTIVES))


def deadwood(variant: Slots, cards: CardsLike) -> int:
    """See `Variant.deadwood`."""
    game = game_of(variant)
    if type(cards) is Cards:
        least = game.deadwood.least_of_cards(cards)
        if least >= 0:
            return least
    return game.deadwood.least(hands.of_cards(_known_cards(variant, cards), game.planes))


def deadwoods(variant: Slots, many: Iterable[CardsLike] | Iterable[int]) -> tuple[int, ...]:
    """See `Variant.deadwoods`."""
    given = _listed(many)
    game = game_of(variant)
    if game.deadwood.tabled and given and type(given[0]) is int:
        try:
            return tuple(game.deadwood.least_of_masks(given))
        except (OverflowError, TypeError, ValueError):
            # a wild, or what is no mask: the slow way tells
            pass
    return tuple([deadwood(variant, Cards.from_mask(each) if type(each) is int else each) for each in given])


def _listed(given: Iterable[Any]) -> list[Any]:
    if isinstance(given, (str, Card, Cards)) or not isinstance(given, Iterable):
        raise InvalidCards(Violation(Reason.NOT_A_COLLECTION, None, {"field": "hands", "got": type(given)}))
    return list(given)


def knock_discards(
    variant: Slots, cards: CardsLike, *, taken: Card | str | None = None, upcard: Card | str | None = None
) -> KnockDiscards:
    """See `Variant.knock_discards`."""
    ids = _known_cards(variant, cards)
    game = game_of(variant)
    if game.knock is None:
        return KnockDiscards()
    hand = hands.of_cards(ids, game.planes)
    banned = NO_CARD
    if taken is not None and not game.turn.allow_return and hands.count(hand, Card(taken).id) == 1:
        banned = Card(taken).id
    if upcard is None and game.knock.limit < 0:
        raise RamiError(Violation(Reason.UPCARD_NEEDED))
    first = None if upcard is None else Card(upcard)
    if first is not None and not first.is_natural:
        raise InvalidCards(Violation(Reason.NOT_A_NATURAL, None, {"card": first}))
    limit = game.knock.limit_for(NO_CARD if first is None else first.id)
    turn = Turn(hand, (), 0, False, False, False, banned=banned, limit=limit)
    return KnockDiscards(tuple((Card.from_id(card), count) for card, _, count in knock_cards(game, turn)))
