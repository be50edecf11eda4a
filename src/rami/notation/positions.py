"""Positions as one line of text, like FEN in chess. A line contains every fact of a `rami.Setup`, and nothing else.

A line consists of fields separated by semicolons. They are written in the order of the table, but may be read in any
order; a field with its default value is left out::

    rami position 1; variant classic-51 1; option opening.minimum = 71; hands 7♠ 8♠ / K♥ K♦; phase play; discards 5♠

================================  =============================================================================
field                             what follows it
================================  =============================================================================
``rami position``                 the version of this format, 1
``variant``                       the slug and the version of a variant
``option``                        an option whose value differs from that variant's; one field for each
``policy``                        a slot that holds a custom policy; the reader must be given the variant
``hands``                         the cards of each seat, ``/`` between two hands, ``-`` for none
``player``                        a seat
``phase``                         a word of `rami.rounds.setup.Phase`
``table``                         ``id:owner cards`` for each meld, ``/`` between two; where cards on the table
                                  score, ``by`` and the seat that laid each card follow
``discards``                      cards, ``-`` for none
``opened``                        ``yes`` or ``no`` for each seat; by default the owners of melds have opened
``completed``                     seats, in the order in which they laid their contracts
``touched``, ``placed``           seats
``passed``                        seats that have passed on an empty stock since a card was last laid
``bought``                        the number of discards that each seat has bought
``charged``                       points that each seat has paid for discards
``folded``                        points that each seat has paid for dropping out, or 0
``highest_opening``               the points of the highest opening so far
``highest_pairs``                 the number of pairs in the largest opening with pairs so far
``turn_facts``                    ``taken 7♠, barred 7♠, duties place_taken 7♠ / go_out, opened_now, fresh 3 4,``
                                  ``helped, wilds_placed 3, melds_laid 1, cards_added 1, cards_placed 7♠ *``,
                                  each only if it differs from the default
``turned``                        a card
``turned_shown``, ``drawer``      a seat
``knock``                         a word of `rami.policies.results.outcomes.KnockKind`, and a seat
``outcome``                       ``winner 0, all_at_once, helped, wilds_placed 1, final_discard *,``
                                  ``opened_before yes no, deadwood 3♣ / T♥ K♠, laid_off -, complete, factor_lost,``
                                  ``stock_out, joker_placed_last``, each only if it differs from the default
``upcard``                        a card
``context``                       ``seats 4, dealer 2, number 3, totals 10 0 3/2 0, playing 0 1 3, contracts 1 2 1 1,``
                                  ``last``, once it is announced
``turn``                          the number of turns before this one
``stock``                         cards, ``-`` for none
``seed``                          the seed that shuffles the discards into a new stock
``recycles``                      the number of times that the discards have become the stock
================================  =============================================================================

Older lines have the facts of the turn as separate fields, as in ``taken 7♠; duties place_taken 7♠``; they can still be
read. Melds are written as in moves. A name such as ``(run 7♠)`` follows the cards only if the variant would otherwise
read them as a different meld. Values of options are written as in house-rule files. A position reveals the seed and
every card, so keep it on the server or in tests, where players cannot see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import attrs

from rami.cards import Card, Cards
from rami.cards._cursor import Cursor, readable, short
from rami.cards.melds import read_meld
from rami.errors import InvalidText, RamiError, Reason, Violation, reject
from rami.errors.checks import instance
from rami.errors.texts import Part
from rami.notation._differences import Differences, differences_of, place_of, read_option
from rami.policies._refusals import text_in
from rami.policies.declaring.options import SLOTS
from rami.policies.results.outcomes import KnockKind
from rami.policies.results.scores import Points, exact
from rami.policies.results.seats import Seat, columns, seats_of
from rami.policies.variant import Variant
from rami.rounds.setup import (
    Duty,
    DutyKind,
    KnockFact,
    Outcome,
    Phase,
    RoundContext,
    Setup,
    TableMeld,
    TurnFacts,
)

__all__ = ["LONGEST_POSITION", "parse_position", "position_text"]

LONGEST_POSITION = 20_000
"""The maximum number of characters in the text of a position."""

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_HEAD = ("rami", "position", "1")
_NOTHING = "-"
_ENDS = frozenset({"", ";", ",", "/"})
# Allow for a seed: 256 bits have up to 78 digits.
_LARGEST_NUMBER = 10**80


@attrs.frozen
class _Kind:
    """How to write and read one kind of value."""

    write: Callable[[Any], str]
    read: Callable[[Cursor], Any]


def _several(write: Callable[[Any], str], read: Callable[[Cursor], T], separator: str = " ") -> _Kind:
    """Return the kind of a list of such values; the list ends where the fact ends."""

    def read_all(cursor: Cursor) -> tuple[T, ...]:
        found: list[T] = []
        while cursor.word() not in _ENDS:
            found.append(read(cursor))
            if separator.strip() and not cursor.accepts(separator.strip()):
                break
        return tuple(found)

    return _Kind(lambda values: separator.join(map(write, values)), read_all)


def position_text(setup: Setup) -> str:
    """Write a setup as one line; `parse_position` reads it back.

    Parameters:
        setup: the position, such as `Round.setup`.

    Raises:
        InvalidText: the variant, or a fact of an unexpected type, cannot be written as text.

    >>> from rami import variants
    >>> print(
    ...     position_text(Setup(variant=variants.GIN, hands=["7♠ 8♠", "K♥ K♦"], player=1))
    ... )
    rami position 1; variant gin 1; hands 7♠ 8♠ / K♦ K♥; player 1
    """
    reject(InvalidText, instance("setup", setup, Setup))
    differences = differences_of(setup.variant)
    parts = [" ".join(_HEAD), *differences.facts]
    facts = attrs.asdict(setup, recurse=False) | columns(setup.seats)
    parts += _written(Setup, facts | {"table": tuple((setup.variant, laid) for laid in setup.table)})
    return readable("; ".join(parts), Part.POSITION, LONGEST_POSITION)


def parse_position(text: str, variant: Variant | None = None) -> Setup:
    """Read a setup from a line written by `position_text`.

    The facts may contradict one another; only `Round.from_setup` checks that.

    Parameters:
        text: the line, up to `LONGEST_POSITION` characters; cards may have any form that `Card` reads.
        variant: the variant, needed only if the line names a custom policy; it must agree with the line.

    Raises:
        InvalidText: the text is not a position; each violation gives the place of the error and the reason.

    >>> setup = parse_position(
    ...     "rami position 1; variant gin 1; hands 7s 8s / Kh Kd; player 1"
    ... )
    >>> setup.hands[1], setup.player
    (Cards('K♦ K♥'), 1)
    >>> parse_position("rami position 1; variant gin 1; hands 7s 8x")
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: character 42: a card was expected, not '8x'
    """
    cursor = Cursor(readable(text, Part.POSITION, LONGEST_POSITION))
    for word in _HEAD:
        cursor.needs(word)
    named = _Named()
    facts: dict[str, Any] = {}
    in_turn: dict[str, Any] = {}
    starts: dict[str, int] = {}
    cursor.needs(";")
    more = True
    while more:
        start = cursor.column
        if cursor.comes(_fields(TurnFacts)):
            _read_fact(cursor, TurnFacts, in_turn)
            # Older lines have commas, not slashes, between duties.
            while "duties" in in_turn and cursor.accepts(","):
                in_turn["duties"] += (_read_duty(cursor),)
        elif not named.reads(cursor):
            _read_fact(cursor, Setup, facts, named.due)
            starts[next(reversed(facts))] = start
        more = cursor.accepts(";")
    cursor.ends(Part.END_OF_POSITION)
    missing = [*([] if named.slug else ["variant"]), *([] if "hands" in facts else ["hands"])]
    if missing:
        raise cursor.lacks(*missing)
    if in_turn:
        # Refuse a line that states the facts of the turn in both forms, because they might differ.
        if "turn_facts" in facts:
            twice = Violation(Reason.KEY_TWICE, None, {"key": "turn_facts"})
            raise InvalidText(twice.at(column=starts["turn_facts"]))
        facts["turn_facts"] = TurnFacts(**in_turn)
    by_seat = {name: facts.pop(name) for name in _OF_SEATS if name in facts}
    context: RoundContext | None = facts.get("context")
    try:
        seats = seats_of(max(2, len(facts["hands"])) if context is None else context.seats, **by_seat)
    except RamiError as error:
        located = (each.at(column=starts[dict(each.params)["field"]]) for each in error.violations)
        raise InvalidText(*located) from None
    return Setup(variant=named.variant(given=variant), seats=seats, **facts)


class _Named:
    """The fields of a line that name the variant."""

    def __init__(self) -> None:
        self.slug: str = ""
        self.version: int = 0
        self.options: dict[str, Any] = {}
        self.policies: list[str] = []
        self.columns: dict[str, int] = {}
        self.start: int = 0

    @property
    def due(self) -> tuple[str, ...]:
        """The fields that may still follow."""
        return ("option", "policy") if self.slug else ("variant", "option", "policy")

    def reads(self, cursor: Cursor) -> bool:
        """Read the next field if it names the variant."""
        if not self.slug and cursor.accepts("variant"):
            self.start = cursor.column
            slug = cursor.word()
            if slug in _ENDS:
                raise cursor.wrong(Part.SLUG)
            cursor.needs(slug)
            self.slug, self.version = slug, cursor.number(Part.VERSION)
        elif cursor.accepts("policy"):
            start = cursor.column
            slot = cursor.one_of([slot for slot in SLOTS if slot not in self.policies])
            self.columns[slot] = start
            self.policies.append(slot)
        elif cursor.accepts("option"):
            self._read_option(cursor)
        else:
            return False
        return True

    def _read_option(self, cursor: Cursor) -> None:
        """Read an option, up to the next semicolon."""
        start = cursor.column
        # A semicolon inside a string is written as \u003b, so the next semicolon ends the option.
        line = cursor.text[cursor.at :].partition(";")[0]
        name, value = read_option(line.rstrip(" "), cursor.at)
        if name in self.options:
            raise InvalidText(Violation(Reason.KEY_TWICE, None, {"key": short(name)}).at(column=start))
        self.options[name], self.columns[name] = value, start
        cursor.at += len(line)

    def variant(self, given: Variant | None) -> Variant:
        """Return the variant that the line names, or the given variant if it agrees with the line."""
        differences = Differences(self.slug, self.version, tuple(self.options.items()), tuple(self.policies))
        try:
            return differences.variant(given)
        except RamiError as error:
            located = (
                each.at(column=place_of(each, self.columns) or self.start) for each in error.violations
            )
            raise InvalidText(*located) from None


def _written(cls: type[attrs.AttrsInstance], facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text of each fact that differs from its default."""
    defaults = {attribute.name: attribute.default for attribute in attrs.fields(cls)}
    for name, kind in _fields(cls).items():
        if name not in facts or facts[name] == defaults.get(name, ()):
            continue
        try:
            yield f"{name} {kind.write(facts[name])}".rstrip(" ")
        except InvalidText:
            raise
        except (AttributeError, TypeError, ValueError):
            params = {"field": name, "got": type(facts[name]).__name__}
            raise InvalidText(Violation(Reason.NOT_WRITABLE, None, params)) from None


def _read(cursor: Cursor, made: type[attrs.AttrsInstance], end: Part) -> dict[str, Any]:
    """Read facts separated by commas, in any order, each at most once, up to another separator."""
    found: dict[str, Any] = {}
    more = cursor.word() not in _ENDS
    while more:
        if len(found) == len(_fields(made)):
            raise cursor.wrong(end)
        _read_fact(cursor, made, found)
        more = cursor.accepts(",")
    return found


def _read_fact(
    cursor: Cursor, made: type[attrs.AttrsInstance], found: dict[str, Any], others: Sequence[str] = ()
) -> None:
    """Read the next fact; `others` are the fields that could also come here, for the error."""
    fields = _fields(made)
    left = [name for name in fields if name not in found]
    if not cursor.comes(left):
        raise cursor.lacks(*others, *left)
    name = cursor.one_of(left)
    start = cursor.column
    try:
        found[name] = fields[name].read(cursor)
    except InvalidText:
        raise
    except RamiError as error:
        raise InvalidText(*(each.at(column=start) for each in error.violations)) from None


def _number_text(value: object) -> str:
    # `_written` catches this error and adds the name of the field.
    if type(value) is not int or abs(value) >= _LARGEST_NUMBER:
        raise TypeError
    return str(value)


def _read_number(cursor: Cursor) -> int:
    return cursor.number(Part.NUMBER, negative=True)


def _points_text(value: int | Fraction) -> str:
    found = exact(value) if isinstance(value, Fraction) else value
    if not isinstance(found, Fraction):
        return _number_text(found)
    return f"{_number_text(found.numerator)}/{_number_text(found.denominator)}"


def _read_points(cursor: Cursor) -> int | Fraction:
    value = _read_number(cursor)
    if not cursor.accepts("/"):
        return value
    below = cursor.number(Part.POSITIVE)
    if not below:
        raise cursor.wrong(Part.POSITIVE)
    return exact(Fraction(value, below))


def _cards_text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or _NOTHING


def _read_cards(cursor: Cursor) -> tuple[Card, ...]:
    if cursor.accepts(_NOTHING):
        return ()
    cards = [cursor.card(Part.CARD_OR_DASH)]
    while cursor.word() not in _ENDS:
        cards.append(cursor.card())
    return tuple(cards)


def _read_hands(cursor: Cursor) -> tuple[Cards, ...]:
    if cursor.word() in _ENDS:
        return ()
    hands = [Cards(_read_cards(cursor))]
    while cursor.accepts("/"):
        hands.append(Cards(_read_cards(cursor)))
    return tuple(hands)


def _table_meld_text(given: tuple[Variant, TableMeld]) -> str:
    variant, laid = given
    by = f" by {' '.join(map(_number_text, laid.laid_by))}" if laid.laid_by else ""
    return f"{_number_text(laid.id)}:{_number_text(laid.owner)} {text_in(variant, laid.meld)}{by}"


def _read_table_meld(cursor: Cursor) -> TableMeld:
    number = cursor.number(Part.MELD_NUMBER, negative=True)
    cursor.needs(":")
    owner = cursor.number(Part.OWNER, negative=True)
    meld = read_meld(cursor)
    seats: list[int] = []
    if cursor.accepts("by"):
        while cursor.word() not in _ENDS:
            seats.append(_read_number(cursor))
    return TableMeld(number, owner, meld, seats)


def _one_word(cursor: Cursor, words: type[W]) -> W:
    return words(cursor.one_of([word.value for word in words]))


def _duty_text(duty: Duty) -> str:
    card = "" if duty.card is None else f" {duty.card}"
    points = f" {_number_text(duty.points)}" if duty.points else ""
    return f"{duty.kind.value}{card}{points}"


def _read_duty(cursor: Cursor) -> Duty:
    kind = _one_word(cursor, DutyKind)
    card, points = None, 0
    # A duty has a card or points; digits alone are points, because no card consists of digits.
    if cursor.word() not in _ENDS and not cursor.word().lstrip("-").isdigit():
        card = cursor.card()
    if cursor.word() not in _ENDS:
        points = _read_number(cursor)
    return Duty(kind, card, points)


def _read_knock(cursor: Cursor) -> KnockFact:
    kind = _one_word(cursor, KnockKind)
    return KnockFact(_read_number(cursor), kind)


def _context_text(context: RoundContext) -> str:
    facts = attrs.asdict(context, recurse=False)
    # Zero totals and a full table are defaults too, but attrs cannot know that, because they depend on the number of
    # seats.
    if not any(context.totals):
        del facts["totals"]
    if context.playing == tuple(range(context.seats)):
        del facts["playing"]
    return ", ".join(_written(RoundContext, facts))


def _read_context(cursor: Cursor) -> RoundContext:
    facts = _read(cursor, RoundContext, Part.END_OF_CONTEXT)
    if "seats" not in facts:
        raise cursor.lacks("seats")
    return RoundContext(**facts)


def _facts_of(cls: type[attrs.AttrsInstance], end: Part) -> _Kind:
    """Return the kind of a value that consists of facts separated by commas."""
    return _Kind(
        lambda value: ", ".join(_written(cls, attrs.asdict(value, recurse=False))),
        lambda cursor: cls(**_read(cursor, cls, end)),
    )


_KINDS: Mapping[Any, _Kind] = {
    int: _Kind(_number_text, _read_number),
    bool: _Kind(lambda flag: "", lambda cursor: True),
    Card: _Kind(str, Cursor.card),
    Phase: _Kind(str, lambda cursor: _one_word(cursor, Phase)),
    KnockFact: _Kind(lambda knock: f"{knock.kind.value} {_number_text(knock.player)}", _read_knock),
    RoundContext: _Kind(_context_text, _read_context),
    TurnFacts: _facts_of(TurnFacts, Part.END_OF_TURN),
    Outcome: _facts_of(Outcome, Part.END_OF_OUTCOME),
    Cards: _Kind(_cards_text, _read_cards),
    tuple[int, ...]: _several(_number_text, _read_number),
    tuple[bool, ...]: _several(
        lambda flag: "yes" if flag else "no", lambda cursor: cursor.one_of(("yes", "no")) == "yes"
    ),
    tuple[Points, ...]: _several(_points_text, _read_points),
    tuple[Card, ...]: _Kind(_cards_text, _read_cards),
    tuple[Cards, ...]: _Kind(lambda hands: " / ".join(map(_cards_text, hands)), _read_hands),
    tuple[TableMeld, ...]: _several(_table_meld_text, _read_table_meld, " / "),
    tuple[Duty, ...]: _several(_duty_text, _read_duty, " / "),
}


_OF_SEATS: Mapping[str, Any] = {
    each.name: tuple[bool, ...] if each.name == "opened" else tuple[int, ...] for each in attrs.fields(Seat)
}
"""The facts about the seats. Instead of `Setup.seats`, each fact is written as one list for all seats."""


@cache
def _fields(cls: type[attrs.AttrsInstance]) -> Mapping[str, _Kind]:
    """Return the fields of a class by name, with the kind of each field."""
    hints = get_type_hints(cls)
    types: dict[str, Any] = {}
    for each in attrs.fields(cls):
        hint = hints[each.name]
        # Write each fact as one list for all seats; most of these facts apply to nobody and are then left out.
        types |= _OF_SEATS if hint == tuple[Seat, ...] else {each.name: hint}
    # An optional fact has the kind of its value, because a fact that is None is left out.
    kinds = {
        name: [kind for kind in (hint, *get_args(hint)) if kind in _KINDS] for name, hint in types.items()
    }
    return {name: _KINDS[found[0]] for name, found in kinds.items() if found}
