"""The written rules that a game follows, and the one that each refusal cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rami._values import Value

__all__ = ["Ledger"]


def _pairs(value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((str(key), str(text)) for key, text in dict(value).items()))


@attrs.frozen
class Ledger(Value):
    """The written rules of a game; house variants of the game keep it.

    Parameters:
        game: the slug of the game; "" for none.
        rules: the rules, each with the options ("slot.field") or modules that apply it, joined by blanks.
        cited: the rule of each reason code.
    """

    game: str = ""
    rules: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)
    cited: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)
