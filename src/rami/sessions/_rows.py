"""The rows of a session, as a database keeps them, checked before a session is played again from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

import attrs

from rami.errors import InvalidText, Reason, Violation, checks, reject
from rami.notation._differences import Differences, differences_of, variant_of
from rami.policies.variant import Variant
from rami.sessions.agreements import Agreement

FORMAT: Final = 2
"""The version of the rows, which the first one gives as `session`."""

_FROZEN: Final = 1
"""The version whose first row has every option of the variant; it is still read."""

_LONGEST_SEED: Final = 78

_LARGEST: Final = 2**31 - 1
"""Of a seat or a mark: more than any session has, and few enough digits for every text."""


def start_row(variant: Variant, names: Iterable[str], seed: int, agreement: Agreement) -> dict[str, Any]:
    """Return the first row of a session."""
    differences = differences_of(variant)
    # The options that differ from the variant's own, so that a row is short and says what the table agreed.
    kept = {
        "slug": differences.slug,
        "version": differences.version,
        "options": dict(differences.options),
        "policies": list(differences.policies),
    }
    # The seed as text: many JSON readers keep only 53 bits of a number.
    start: dict[str, Any] = {"session": FORMAT, "variant": kept, "names": list(names), "seed": str(seed)}
    # A table that has agreed on nothing writes nothing, as before there were agreements.
    return {**start, "agreement": agreement.differences} if agreement.differences else start


def read_start(row: object, variants: Iterable[Variant]) -> tuple[Variant, list[str], int, Agreement]:
    """Return the variant, names, seed and agreement of a first row."""
    agreement = Agreement()
    if isinstance(row, Mapping) and "agreement" in row:
        row = dict(cast("Mapping[str, Any]", row))
        agreement = read_agreement(row.pop("agreement"))
    version, variant, names, seed = _fields(row, "session", "variant", "names", "seed")
    # JSON may have true or 1.0 here, which equal 1.
    if version not in (FORMAT, _FROZEN) or type(version) is not int:
        raise InvalidText(Violation(Reason.OTHER_FORMAT, None, {"version": version, "known": FORMAT}))
    slug, number, options, policies = _fields(variant, "slug", "version", "options", "policies")
    wrong = (
        *checks.text("slug", slug),
        *checks.integer("version", number, 1),
        *checks.instance("options", options, dict),
        *checks.instance("policies", policies, list),
        *checks.instance("names", names, list),
        *checks.text("seed", seed),
    )
    reject(InvalidText, wrong)
    for field, texts in (("options", options), ("policies", policies)):
        reject(InvalidText, (each for text in texts for each in checks.text(field, text)))
    # `isdecimal` takes the digits of every script, and `int` much time for many of them.
    if not seed.isascii() or not seed.isdecimal() or len(seed) > _LONGEST_SEED:
        raise InvalidText(Violation(Reason.SEED_RANGE))
    differences = Differences(slug, number, tuple(options.items()), tuple(policies))
    wanted = options.get("slug", slug)
    given = next((each for each in variants if each.slug == wanted), None)
    found = variant_of(differences, given) if version == _FROZEN else differences.variant(given)
    return found, names, int(seed), agreement


def read_agreement(fields: object) -> Agreement:
    """Return the agreement with these fields; the rest is as usual."""
    reject(InvalidText, checks.instance("agreement", fields, dict))
    given = cast("dict[Any, Any]", fields)
    names = tuple(field.name for field in attrs.fields(Agreement))
    reject(InvalidText, _unknown(given, names))
    return Agreement(**given)


def read_entry(row: object, kinds: tuple[str, ...]) -> tuple[str, int | None, str, int]:
    """Return the kind, seat, text and mark of any other row."""
    kind, seat, text, mark = _fields(row, "kind", "seat", "text", "mark")
    wrong = (
        *checks.one_of("kind", kind, kinds),
        *(() if seat is None else checks.integer("seat", seat, 0, _LARGEST)),
        *checks.text("text", text),
        *checks.integer("mark", mark, 0, _LARGEST),
    )
    reject(InvalidText, wrong)
    return kind, seat, text, mark


def _fields(row: object, *keys: str) -> list[Any]:
    """Return the values of a part of a row, which must have exactly these keys."""
    reject(InvalidText, checks.instance("row", row, Mapping))
    found = cast("Mapping[object, Any]", row)
    missing = [Violation(Reason.KEY_MISSING, None, {"key": key}) for key in keys if key not in found]
    reject(InvalidText, [*missing, *_unknown(found, keys)])
    return [found[key] for key in keys]


def _unknown(found: Iterable[object], keys: tuple[str, ...]) -> list[Violation]:
    return [
        Violation(
            Reason.KEY_UNKNOWN,
            None,
            {"key": key[:40] if isinstance(key, str) else type(key), **checks.suggested(key, keys)},
        )
        for key in found
        if key not in keys
    ]
