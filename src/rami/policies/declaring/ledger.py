"""The written rules that a game follows, and the rules that its refusals cite.

A `Variant` has a ledger in addition to its options. The ledger explains the game but does not affect play, so
variants with different ledgers can be equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, cast

import attrs

from rami._base.values import Value
from rami.errors import InvalidVariant, Reason, Violation, reject
from rami.errors.checks import text, tupled

__all__ = ["Ledger"]

Pairs: TypeAlias = "Mapping[str, str] | Iterable[tuple[str, str]]"


def _pairs(value: Pairs) -> tuple[tuple[str, str], ...]:
    """Return pairs, or the items of a mapping, in sorted order; None for any other value."""
    # Sort the pairs, so that two ledgers with the same rules are equal.
    given: Any = cast("Any", value) if isinstance(value, Mapping) else tupled(value)
    try:
        return tuple(sorted((str(key), str(text)) for key, text in dict(given).items()))
    except (TypeError, ValueError):
        return cast("tuple[tuple[str, str], ...]", None)


@attrs.frozen
class Ledger(Value):
    """The written rules of a game; house variants of the game have the same ledger.

    Parameters:
        game: the slug of the game; "" for no game.
        rules: for each rule ID, the options ("slot.field") or modules of rami that apply the rule, separated
            by spaces; a mapping or pairs.
        cited: for each code of a refusal, the ID of the rule that the refusal cites; a mapping or pairs.
        readings: for each rule whose text leaves something open, the options with which rami settles it; a
            mapping or pairs.

    Raises:
        InvalidVariant: the game is not a string, or an argument does not map strings to strings.

    >>> from rami import variants
    >>> ledger = Ledger(
    ...     "patient-rami", {"PAT-01": "opening.minimum"}, {"opening_points": "PAT-01"}
    ... )
    >>> variants.CLASSIC_51.with_(slug="patient-rami", ledger=ledger).rule_id(
    ...     "opening_points"
    ... )
    'PAT-01'
    """

    game: str = ""
    rules: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)
    cited: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)
    readings: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)

    def __attrs_post_init__(self) -> None:
        wrong = [field for field in ("rules", "cited", "readings") if getattr(self, field) is None]
        named = (Violation(Reason.NOT_RULE_IDS, None, {"field": field}) for field in wrong)
        reject(InvalidVariant, (*text("game", self.game), *named))
