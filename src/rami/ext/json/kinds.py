"""The values with a form in JSON, their names, and the contents of their fields.

`KINDS` lists the values that a document may hold. The type of a field follows from its annotation, except for the few
rows of `TYPES`: a seed is a text, for instance, since readers of JSON keep only 53 bits of a number.
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
"""The version of the format, which grows when old documents can no longer be read."""


def members_of(annotation: object) -> tuple[Any, ...]:
    """Return the alternatives of a union; () for anything else."""
    # Before Python 3.14, unions written with | and with Union have different origins.
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return ()


def union_of(members: Iterable[Any]) -> Any:
    """Return the union of several types, or the type itself if there is only one."""
    return typing.Union[tuple(members)]  # noqa: UP007  # of as many as there are


Seed = NewType("Seed", int)
"""A seed, which JSON carries as a text of digits: it is larger than the numbers that every reader keeps exactly."""

Params = NewType("Params", tuple[tuple[str, Any], ...])
"""The parameters of a violation or of a step of a score."""

Options = NewType("Options", dict[str, Any])
"""The options of a variant, by name."""

Code = NewType("Code", str)
"""The code of a violation: a `Reason` if rami has one of that name."""

# Every error that `rami.errors` lists, so a new one needs no entry here.
ERRORS: Final[Mapping[str, type[RamiError]]] = {
    name: getattr(errors, name)
    for name in errors.__all__
    if isinstance(getattr(errors, name), type) and issubclass(getattr(errors, name), RamiError)
}
"""The errors of rami by their names."""


@attrs.frozen
class Parent(Value):
    """The variant that another one changes.

    Parameters:
        slug: its slug.
        version: its version.
    """

    slug: str
    version: int


@attrs.frozen
class VariantRecord(Value):
    """A variant as a parent and the changes to it.

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
    """A match as its steps, from which everything else follows.

    Parameters:
        variant: the rules.
        players: the number of players at the start.
        seed: the source of all lots and shuffles.
        steps: everything that has been decided, in order.
    """

    variant: Variant
    players: int
    seed: int
    steps: tuple[Step, ...]


def _by_name(*classes: type[Any]) -> dict[str, type[Any]]:
    return {each.__name__: each for each in classes}


# Sorted by name: a schema must not change with the order in which events are defined.
_EVENTS: Any = union_of(sorted(members_of(Event), key=attrgetter("__name__")))

KINDS: Final[Mapping[str, Any]] = {
    **_by_name(Card, Cards, Rank, Suit),
    "Meld": Meld,
    "Move": Move,
    "Event": _EVENTS,
    "Step": Step,
    **_by_name(
        Match, Variant, Round, PlayerView, RamiError, Phase, DutyKind, KnockKind, Placed, Source, Turn, Duty
    ),
    **_by_name(
        KnockFact, TableMeld, TurnFacts, Seat, RoundContext, Outcome, Setup, Memory, ScoreReason, ScoreLine
    ),
    **_by_name(
        RoundScore,
        Column,
        Standing,
        Arrangement,
        Verdict,
        KnockDiscards,
        Play,
        Contract,
        Violation,
        Placement,
    ),
    **_by_name(Piece, Pieces, Hint, MatchResult, Tournament, ScoreSheet, SheetEntry, Outline),
}
"""The possible contents of a document, by the name in its `type`."""

# Melds are the exception, because their text says what they are: `(run 7♠)` or `(group 8)`.
TAGGED: Final = frozenset(each for kind in KINDS.values() if kind != Meld for each in members_of(kind))
"""The classes of unions, whose objects name them as their `type`."""


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


# Testing a class against dozens of kinds takes too long for each value that is written.
@lru_cache(maxsize=256)
def _kind_of_class(cls: type[Any]) -> str | None:
    return next((name for name, kind in KINDS.items() if issubclass(cls, kind)), None)


def name_of(kind: Any) -> str:
    """Return the name of a kind; accepts a class, a member of a union such as `Move`, or the name.

    >>> from rami import Round, Run
    >>> name_of(Round), name_of(Move), name_of("Cards"), name_of(Run)
    ('Round', 'Move', 'Cards', 'Meld')
    """
    for name, each in KINDS.items():
        if kind in (name, each, *members_of(each)) or (each is RamiError and kind in ERRORS.values()):
            return name
    params = {"field": "kind", "value": excerpt(kind), "choices": tuple(KINDS), **suggested(kind, KINDS)}
    raise InvalidText(Violation(Reason.NOT_ONE_OF, None, params))


# The fields for which JSON needs more than the annotation.
TYPES: Final[Mapping[tuple[type[Any], str], Any]] = {
    # Read as a number it would lose its last digits in most languages, and with them the deal.
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

# People report a round without these two, which follow from the game.
_UNREPORTED: Final = frozenset({(RoundFacts, "multiplier"), (RoundFacts, "equipment")})

# The fields that are omitted when empty.
OMITTED: Final = frozenset({(Violation, "because"), (Violation, "sentences"), (ScoreReason, "sentences")})


def types_of(cls: type[Any]) -> dict[str, Any]:
    """Return the types of a class's JSON fields, by attribute."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return {
        each.name: TYPES.get((cls, each.name), hints[each.name])
        for each in attrs.fields(cls)
        # Values that a class computes are not stored, because a file could contradict them.
        if each.init and not each.name.startswith("_") and (cls, each.name) not in _UNREPORTED
    }


def key_of(cls: type[Any], attribute: str) -> str:
    """Return the JSON key of a field."""
    return str(getattr(attrs.fields(cls), attribute).alias)
