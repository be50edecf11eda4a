"""The values with a form in JSON, their names, and the contents of their fields."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NewType, cast

import attrs

from rami import errors
from rami._base.values import Value
from rami.bots.tournaments import MatchResult, Tournament
from rami.cards import Card, Cards, Rank, Suit, parse_cards
from rami.cards.melds import Group, Meld, MeldOrCards, Placed, Run, meld_or_cards
from rami.cards.moves import MOVE_TYPES, Move, Source
from rami.cards.turns import Turn
from rami.errors import InvalidText, RamiError, Reason, Violation
from rami.errors.checks import suggested
from rami.matches.match import Match, Standing
from rami.matches.pieces import Piece, Pieces
from rami.matches.steps import STEP_TYPES, Step
from rami.policies.answers import Arrangement, KnockDiscards, Verdict
from rami.policies.declaring.fields import shown
from rami.policies.results.columns import Column
from rami.policies.results.outcomes import KnockKind
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant
from rami.rounds import events as happenings
from rami.rounds.events import Event
from rami.rounds.hints import Hint
from rami.rounds.memory import Memory
from rami.rounds.placements import Placement
from rami.rounds.round import Round
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
from rami.rounds.views import PlayerView

__all__ = ["FORMAT", "KINDS"]

FORMAT: Final = 1
"""The version of the format, which grows when old documents can no longer be read."""

Seed = NewType("Seed", int)
"""A seed, which JSON carries as a text of digits: it is larger than the numbers that every reader keeps exactly."""

Params = NewType("Params", tuple[tuple[str, Any], ...])
"""The parameters of a violation or of a step of a score."""

Options = NewType("Options", dict[str, Any])
"""The options of a variant, by name."""

Code = NewType("Code", str)
"""The code of a violation: a `Reason` if rami has one of that name."""

EVENT_TYPES: Final = tuple(
    getattr(happenings, name) for name in happenings.__all__ if attrs.has(getattr(happenings, name))
)
"""The classes of `Event`."""

ERRORS: Final[Mapping[str, type[RamiError]]] = {
    name: getattr(errors, name)
    for name in errors.__all__
    if isinstance(getattr(errors, name), type) and issubclass(getattr(errors, name), RamiError)
}
"""The errors of rami by their names."""

WORDS: Final = (Phase, DutyKind, KnockKind)
"""A choice of one word from a list."""


@attrs.frozen
class Text(Value):
    """A JSON string with a form of its own: the types that it encodes, each with its reader."""

    name: str
    readers: Mapping[Any, Callable[[str], object]]
    pattern: str
    description: str


_CARD = r"(?:[A2-9TJQK][♣♦♥♠]|\*|\?)"
_CARDS = rf"(?:{_CARD}(?: {_CARD})*)?"
_MELD = rf"{_CARD}(?: {_CARD})* \((?:run [A2-9TJQK][♣♦♥♠]|group [A2-9TJQK](?: any| same|[♣♦♥♠])?)\)"

TEXTS: Final = (
    Text(
        "Card",
        {Card: Card},
        _CARD,
        "A card: a rank and a suit, * for a joker, ? for a card that is not known.",
    ),
    Text(
        "Cards",
        {Cards: Cards, tuple[Card, ...]: parse_cards},
        _CARDS,
        "Cards with a space between two; a pile ends with its top card, a stock begins with it.",
    ),
    Text(
        "Meld",
        dict.fromkeys((Meld, Group, Run), meld_or_cards),
        _MELD,
        "A meld: its cards, a run from low to high, and its name: the card of the first place, the rank, or the card "
        "that was named for a wild one.",
    ),
    Text(
        "MeldOrCards",
        {MeldOrCards: meld_or_cards},
        f"(?:{_MELD}|{_CARDS})",
        "A meld, or cards which the rules of the game are to read.",
    ),
    Text("Seed", {Seed: int}, "0|[1-9][0-9]{0,77}", "A seed from 0 to 2**256 - 1 in decimal digits."),
    Text(
        "Fraction",
        {Fraction: Fraction},
        "-?(?:0|[1-9][0-9]{0,39})/[1-9][0-9]{0,39}",
        "A fraction in lowest terms.",
    ),
)
"""The forms of texts."""


@attrs.frozen
class Parent(Value):
    """The variant from which another differs.

    Parameters:
        slug: its slug.
        version: its version.
    """

    slug: str
    version: int


@attrs.frozen
class VariantRecord(Value):
    """A variant: a parent and what differs from it.

    Parameters:
        slug: the slug of the variant.
        version: its version.
        parent: the slug and the version of the variant from which this one differs, or its own if it does not.
        options: the options that differ, as slot.field; name, slug and version among them.
        policies: the slots that hold a custom policy, which the reader has to know.
    """

    slug: str
    version: int
    parent: Parent
    options: Options
    policies: tuple[str, ...]


@attrs.frozen
class ErrorRecord(Value):
    """An error.

    Parameters:
        type: the name of its class.
        violations: the reasons.
    """

    type: str
    violations: tuple[Violation, ...]


@attrs.frozen
class RefusedMove(Value):
    """An `IllegalMove`.

    Parameters:
        type: the name of its class.
        move: the move; null if it was not a move.
        violations: the reasons.
    """

    type: str
    move: Move | None
    violations: tuple[Violation, ...]


@attrs.frozen
class MatchRecord(Value):
    """A match: its steps, from which all the rest follows.

    Parameters:
        variant: the rules.
        players: how many players the match began with.
        seed: the source of all lots and shuffles.
        steps: everything that has been decided, in order.
    """

    variant: Variant
    players: int
    seed: int
    steps: tuple[Step, ...]


_RECORDS: Final = (Parent, VariantRecord, ErrorRecord, RefusedMove, MatchRecord)

LISTED: Final[tuple[type[Any], ...]] = (
    Placed,
    Source,
    *MOVE_TYPES,
    Turn,
    *EVENT_TYPES,
    Duty,
    KnockFact,
    TableMeld,
    TurnFacts,
    RoundContext,
    Outcome,
    Setup,
    Memory,
    ScoreReason,
    ScoreLine,
    RoundScore,
    Column,
    Standing,
    *STEP_TYPES,
    Arrangement,
    Verdict,
    KnockDiscards,
    Contract,
    Violation,
    Placement,
    Piece,
    Pieces,
    Hint,
    MatchResult,
    Tournament,
    *_RECORDS,
)
"""The classes that are written field by field."""

KINDS: Final[Mapping[str, Any]] = {
    "Card": Card,
    "Cards": Cards,
    "Rank": Rank,
    "Suit": Suit,
    "Meld": Meld,
    "Move": Move,
    "Event": Event,
    "Step": Step,
    "Match": Match,
    "Variant": Variant,
    "Round": Round,
    "PlayerView": PlayerView,
    "RamiError": RamiError,
    **{each.__name__: each for each in WORDS},
    **{
        each.__name__: each
        for each in LISTED
        if each not in (*MOVE_TYPES, *EVENT_TYPES, *STEP_TYPES, *_RECORDS)
    },
}
"""The possible contents of a document, by the name in its `type`."""

_MEMBERS: Final[Mapping[str, tuple[type[Any], ...]]] = {
    "Meld": (Group, Run),
    "Move": MOVE_TYPES,
    "Event": EVENT_TYPES,
    "Step": STEP_TYPES,
    "RamiError": tuple(ERRORS.values()),
}


def kind_of(value: object) -> str:
    """Return the name of the kind of a value.

    >>> kind_of(Card("7♠")), kind_of(Run("7♠ 8♠ 9♠"))
    ('Card', 'Meld')
    """
    name = _kind_of_class(cast("Any", type(value)))
    if name is None:
        raise InvalidText(Violation(Reason.NO_JSON_FORM, None, {"got": type(value)}))
    return name


@lru_cache(maxsize=256)
def _kind_of_class(cls: type[Any]) -> str | None:
    return next((name for name, kind in KINDS.items() if issubclass(cls, kind)), None)


def name_of(kind: Any) -> str:
    """Return the name of a kind: of a class, of one class of a union such as `Move`, or the name itself.

    >>> name_of(Round), name_of(Move), name_of("Cards"), name_of(Run)
    ('Round', 'Move', 'Cards', 'Meld')
    """
    for name, each in KINDS.items():
        if kind in (name, each):
            return name
    for name, members in _MEMBERS.items():
        if kind in members:
            return name
    params = {"field": "kind", "value": shown(kind), "choices": tuple(KINDS), **suggested(kind, KINDS)}
    raise InvalidText(Violation(Reason.NOT_ONE_OF, None, params))


# Where JSON needs more than the annotation says.
TYPES: Final[Mapping[tuple[type[Any], str], Any]] = {
    (Setup, "seed"): Seed,
    (MatchRecord, "seed"): Seed,
    (Violation, "code"): Code,
    (Violation, "params"): Params,
    (Violation, "sentences"): Params,
    (ScoreReason, "params"): Params,
    (Hint, "params"): Params,
    (Placement, "move"): Move,
    (Tournament, "seed"): Seed,
}

# Fields that are left out where they hold nothing.
OMITTED: Final = frozenset({(Violation, "because"), (Violation, "sentences")})


def types_of(cls: type[Any]) -> dict[str, Any]:
    """Return what the fields of a class hold that are in its JSON, by their attributes."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        each.name: TYPES.get((cls, each.name), hints[each.name])
        for each in attrs.fields(cls)
        if each.init and not each.name.startswith("_")
    }


def key_of(cls: type[Any], attribute: str) -> str:
    """Return the key of a field."""
    return str(getattr(attrs.fields(cls), attribute).alias)


def members_of(annotation: object) -> tuple[Any, ...]:
    """Return the alternatives of a union; () for anything else."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return ()
