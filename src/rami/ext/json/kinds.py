"""Kinds: the values that a JSON document may contain, with their names and the types of their fields.

The type of a field follows from its annotation, except for the few fields in `TYPES`. For example, a seed is written as
a string, because many readers of JSON keep only 53 bits of a number.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NewType, cast

import attrs

from rami import errors
from rami._base.values import Value
from rami.bots.tournaments import MatchResult, Tournament
from rami.cards import Card, Cards, Rank, Suit
from rami.cards.melds import Meld, Placed
from rami.cards.moves import Move, Source
from rami.cards.turns import Turn
from rami.errors import InvalidText, RamiError, Reason, Violation
from rami.errors.checks import suggested
from rami.matches.counting import Standing
from rami.matches.match import Match
from rami.matches.pieces import Piece, Pieces
from rami.matches.sheets import ScoreSheet, SheetEntry
from rami.matches.steps import Step
from rami.policies.answers import Arrangement, KnockDiscards, Play, Verdict
from rami.policies.declaring.fields import excerpt
from rami.policies.outline import Outline
from rami.policies.results.columns import Column
from rami.policies.results.outcomes import KnockKind, RoundFacts
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant
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
    Seat,
    Setup,
    TableMeld,
    TurnFacts,
)
from rami.rounds.views import PlayerView

__all__ = ["FORMAT", "KINDS"]

FORMAT: Final = 1
"""The version of the format; it increases with every change that makes old documents unreadable."""


def members_of(annotation: object) -> tuple[Any, ...]:
    """Return the alternatives of a union; () for anything else."""
    # Before Python 3.14, unions written with | and with Union have different origins.
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return ()


def union_of(members: Iterable[Any]) -> Any:
    """Return the union of several types; a single type is returned as it is."""
    return typing.Union[tuple(members)]  # noqa: UP007  # any number of members


Seed = NewType("Seed", int)
"""A seed, which JSON stores as a string of digits, because many readers would round such a large number."""

Params = NewType("Params", tuple[tuple[str, Any], ...])
"""The parameters of a violation or a score step."""

Options = NewType("Options", dict[str, Any])
"""The options of a variant, by name."""

Code = NewType("Code", str)
"""The code of a violation: a `Reason`, or a string for the code of a custom policy."""

# Take the errors from `rami.errors`, so that a new error needs no entry here.
ERRORS: Final[Mapping[str, type[RamiError]]] = {
    name: getattr(errors, name)
    for name in errors.__all__
    if isinstance(getattr(errors, name), type) and issubclass(getattr(errors, name), RamiError)
}
"""The errors of rami, by name."""


@attrs.frozen
class Parent(Value):
    """The parent of a variant: a document states only how the variant differs from its parent.

    Parameters:
        slug: the slug of the parent.
        version: the version of the parent.
    """

    slug: str
    version: int


@attrs.frozen
class VariantRecord(Value):
    """A variant as a parent and the changes to it.

    Parameters:
        slug: the slug of the variant.
        version: the version of the variant.
        parent: the slug and the version of the variant from which this one differs; a built-in variant names itself.
        options: the options that differ from the parent, as slot.field, and also the name, slug and version if they
            differ.
        policies: the slots with a custom policy; the document does not contain these policies, so the reader needs the
            variant.
    """

    slug: str
    version: int
    parent: Parent
    options: Options
    policies: tuple[str, ...]


@attrs.frozen
class ErrorRecord(Value):
    """An error of rami, other than a refused move.

    Parameters:
        type: the name of the error's class.
        violations: the reasons for the error.
    """

    type: str
    violations: tuple[Violation, ...]


@attrs.frozen
class RefusedMove(Value):
    """The error for a move that the rules refuse.

    Parameters:
        type: the name of the error's class.
        move: the refused move; null if the refused value was not a move.
        violations: the reasons for the error.
    """

    type: str
    move: Move | None
    violations: tuple[Violation, ...]


@attrs.frozen
class MatchRecord(Value):
    """A match, stored as its rules, its seed and its steps; everything else follows from these.

    Parameters:
        variant: the rules.
        players: the number of players at the start.
        seed: the seed of all random choices of the match, such as shuffles.
        steps: the deals, moves and other decisions of the match, in order.
    """

    variant: Variant
    players: int
    seed: int
    steps: tuple[Step, ...]


def _by_name(*classes: type[Any]) -> dict[str, type[Any]]:
    return {each.__name__: each for each in classes}


# Sort the events by name, so that a schema does not depend on the order in which they are defined.
_EVENTS: Any = union_of(sorted(members_of(Event), key=attrgetter("__name__")))

KINDS: Final[Mapping[str, Any]] = {
    **_by_name(Card, Cards, Rank, Suit),
    "Meld": Meld,
    "Move": Move,
    "Event": _EVENTS,
    "Step": Step,
    **_by_name(Match, Variant, Round, PlayerView, RamiError, Phase, DutyKind, KnockKind, Placed, Source),
    **_by_name(Turn, Duty, KnockFact, TableMeld, TurnFacts, Seat, RoundContext, Outcome, Setup, Memory),
    **_by_name(ScoreReason, ScoreLine, RoundScore, Column, Standing, Arrangement, Verdict, KnockDiscards),
    **_by_name(Play, Contract, Violation, Placement, Piece, Pieces, Hint, MatchResult, Tournament),
    **_by_name(ScoreSheet, SheetEntry, Outline),
}
"""The classes and unions that a document may contain, by their name in the key `type`."""

# Melds have no `type`, because their text shows what they are: `(run 7♠)` or `(group 8)`.
TAGGED: Final = frozenset(each for kind in KINDS.values() if kind != Meld for each in members_of(kind))
"""The classes that belong to a union; their objects contain the name of the class under the key `type`."""


def kind_of(value: object) -> str:
    """Return the name of the kind of a value.

    >>> from rami import Card, Run
    >>> kind_of(Card("7♠")), kind_of(Run("7♠ 8♠ 9♠"))
    ('Card', 'Meld')
    """
    name = _kind_of_class(cast("Any", type(value)))
    if name is None:
        raise InvalidText(Violation(Reason.NO_JSON_FORM, None, {"got": type(value)}))
    return name


# Testing a class against dozens of kinds would take too long for each value, so cache the result.
@lru_cache(maxsize=256)
def _kind_of_class(cls: type[Any]) -> str | None:
    return next((name for name, kind in KINDS.items() if issubclass(cls, kind)), None)


def name_of(kind: Any) -> str:
    """Return the name of a kind, given as a class, a union, a member of a union, or the name itself.

    >>> from rami import Round, Run
    >>> name_of(Round), name_of(Move), name_of("Cards"), name_of(Run)
    ('Round', 'Move', 'Cards', 'Meld')
    """
    for name, each in KINDS.items():
        if kind in (name, each, *members_of(each)) or (each is RamiError and kind in ERRORS.values()):
            return name
    params = {"field": "kind", "value": excerpt(kind), "choices": tuple(KINDS), **suggested(kind, KINDS)}
    raise InvalidText(Violation(Reason.NOT_ONE_OF, None, params))


# The fields whose form in JSON does not follow from their annotation.
TYPES: Final[Mapping[tuple[type[Any], str], Any]] = {
    # As a number, a seed would lose its last digits in most languages, and would then deal different cards.
    (Setup, "seed"): Seed,
    (MatchRecord, "seed"): Seed,
    (Violation, "code"): Code,
    (Violation, "params"): Params,
    (Violation, "sentences"): Params,
    (ScoreReason, "params"): Params,
    (ScoreReason, "sentences"): Params,
    (Hint, "params"): Params,
    (Placement, "move"): Move,
    (Tournament, "seed"): Seed,
}

# These two facts follow from the game, so people who report a round leave them out.
_UNREPORTED: Final = frozenset({(RoundFacts, "multiplier"), (RoundFacts, "equipment")})

# The fields that are omitted when empty.
OMITTED: Final = frozenset({(Violation, "because"), (Violation, "sentences"), (ScoreReason, "sentences")})


def types_of(cls: type[Any]) -> dict[str, Any]:
    """Return the type of each field that JSON stores for a class, by the name of the field."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        each.name: TYPES.get((cls, each.name), hints[each.name])
        for each in attrs.fields(cls)
        # Do not store a value that the class computes, because a document could then contradict it.
        if each.init and not each.name.startswith("_") and (cls, each.name) not in _UNREPORTED
    }


def key_of(cls: type[Any], attribute: str) -> str:
    """Return the JSON key of a field."""
    return str(getattr(attrs.fields(cls), attribute).alias)
