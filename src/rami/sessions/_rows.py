"""The rows in which a database stores a session, and the checks that a row must pass before it is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

import attrs

from rami.errors import InvalidText, Reason, Violation, checks, reject
from rami.notation._differences import Differences, differences_of
from rami.policies.variant import Variant
from rami.sessions.agreements import Agreement

FORMAT: Final = 2
"""The version of the row format; the first row states it under the key `session`."""

_LONGEST_SEED: Final = 78

_LARGEST: Final = 2**31 - 1
"""The largest seat or mark accepted in a row; refusals print the number, and Python cannot print very long ones."""


def start_row(variant: Variant, names: Iterable[str], seed: int, agreement: Agreement) -> dict[str, Any]:
    """Return the first row of a session."""
    differences = differences_of(variant)
    # Store only the options that differ from the parent variant, so that the row is short and shows the table's
    # choices.
    kept = {
        "slug": differences.slug,
        "version": differences.version,
        "options": dict(differences.options),
        "policies": list(differences.policies),
    }
    # Store the seed as text, because many JSON readers keep only 53 bits of a number.
    start: dict[str, Any] = {"session": FORMAT, "variant": kept, "names": list(names), "seed": str(seed)}
    # Leave out the default agreement, so that rows equal those written before agreements existed.
    return {**start, "agreement": agreement.differences} if agreement.differences else start


def read_start(row: object, variants: Iterable[Variant]) -> tuple[Variant, list[str], int, Agreement]:
    """Read the variant, names, seed and agreement from the first row of a session."""
    agreement = Agreement()
    first: object = row
    if isinstance(row, Mapping) and "agreement" in row:
        others = dict(cast("Mapping[str, Any]", row))
        agreement = read_agreement(others.pop("agreement"))
        first = others
    version, variant, names, seed = _fields(first, "session", "variant", "names", "seed")
    # Compare the type too, because JSON may contain true or 1.0 here, and both equal 1.
    if version != FORMAT or type(version) is not int:
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
    # `isdecimal` accepts the digits of every script, and `int` is slow for a long text.
    if not seed.isascii() or not seed.isdecimal() or len(seed) > _LONGEST_SEED:
        raise InvalidText(Violation(Reason.SEED_RANGE))
    differences = Differences(slug, number, tuple(options.items()), tuple(policies))
    wanted = options.get("slug", slug)
    given = next((each for each in variants if each.slug == wanted), None)
    return differences.variant(given), names, int(seed), agreement


def read_agreement(fields: object) -> Agreement:
    """Return the agreement with these terms; all other terms have their defaults."""
    reject(InvalidText, checks.instance("agreement", fields, dict))
    given = cast("dict[Any, Any]", fields)
    names = tuple(field.name for field in attrs.fields(Agreement))
    reject(InvalidText, _unknown(given, names))
    return Agreement(**given)


def read_entry(row: object, kinds: tuple[str, ...]) -> tuple[str, int | None, str, int]:
    """Read the kind, seat, text and mark from any row after the first."""
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
    """Return the values of an object, which must have exactly these keys."""
    reject(InvalidText, checks.instance("row", row, Mapping))
    found = cast("Mapping[object, Any]", row)
    missing = [Violation(Reason.KEY_MISSING, None, {"key": key}) for key in keys if key not in found]
    reject(InvalidText, [*missing, *_unknown(found, keys)])
    return [found[key] for key in keys]


def _unknown(found: Iterable[object], keys: tuple[str, ...]) -> list[Violation]:
    return [checks.unknown_key(key, keys) for key in found if key not in keys]
