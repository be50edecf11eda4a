"""The error that a call raises, or the reasons against a move, in one line of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from tests.support.complete import check_complete

from rami import RamiError, Round
from rami.cards.moves import Move
from rami.errors import Violation

E = TypeVar("E", bound=RamiError)


def refusal(kind: type[E], call: Callable[..., object], *given: object, **named: object) -> E:
    """Return the error that a call raises, which is of this kind and has everything that its text needs."""
    with pytest.raises(kind) as caught:
        call(*given, **named)
    assert str(caught.value)
    check_complete(caught.value.violations)
    return caught.value


def codes_of(kind: type[E], call: Callable[..., object], *given: object, **named: object) -> list[str]:
    """Return the codes of the error that a call raises, which is of exactly this kind."""
    error = refusal(kind, call, *given, **named)
    assert type(error) is kind or kind is RamiError
    return codes_in(error.violations)


def codes_against(position: Round, move: Move | str) -> list[str]:
    """Return the codes of the reasons against a move; none if it is legal."""
    return codes_in(position.explain(move))


def codes_in(violations: Iterable[Violation]) -> list[str]:
    """Return the codes of violations."""
    return [str(each.code) for each in violations]
