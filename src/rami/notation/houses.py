"""House-rule files: TOML files that describe a variant by its parent and its differences from the parent.

A file names its parent, and has a TOML table for each slot with changed options::

    parent = "classic-51"
    parent_version = 1  # optional; without it, any version of the parent will do
    name = "Our table"
    slug = "our-table"

    [opening]
    minimum = 71
    clean = "none"  # write None as the word "none"

    [scoring]
    all_at_once_factors = [2, "3/2", 1]

A file that changes anything must state a ``slug``; choose a new one, so that records can tell the game from its parent.
``name`` and ``version`` are the parent's by default. Unknown keys are refused. One error reports all the mistakes in a
file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from rami import variants
from rami.cards._cursor import readable_lines
from rami.errors import InvalidText, InvalidVariant, Reason, UnknownVariant, Violation, reject
from rami.errors.checks import instance
from rami.errors.texts import Part
from rami.notation._differences import (
    FACTS,
    Differences,
    differences_of,
    unknown_names,
    value_text,
    with_options,
)
from rami.notation.files import Source, Target, read, write
from rami.policies._validity import is_version, version_faults
from rami.policies.declaring.fields import excerpt
from rami.policies.declaring.options import SLOTS, every_option
from rami.policies.variant import Variant

__all__ = ["LARGEST_FILE", "LONGEST_LINE", "dump", "dumps", "load_variant", "loads", "variant_named"]

LARGEST_FILE = 32_000
"""The maximum number of characters in a file."""

LONGEST_LINE = 1_000
"""The maximum number of characters in a line."""

_WHAT: Final = Part.HOUSE_FILE
_PARENT = "parent"
_PARENT_VERSION = "parent_version"
_WIDE = 100
_MOST_SHOWN = 5
_PLACE = re.compile(r"\s*\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)\s*\Z")


def load_variant(source: Source) -> Variant:
    """Read a variant from a house-rule file.

    Parameters:
        source: the path of a TOML file, or an open file.

    Raises:
        InvalidText: the content is not TOML, or is too long.
        InvalidVariant: something is wrong with the parent or the options. The error lists every mistake with its key:
            unknown keys, each with the nearest known key, forbidden or reserved values, and options that contradict
            each other.
        OSError: the file cannot be read.
    """
    return loads(read(source, _WHAT, LARGEST_FILE))


def loads(text: str) -> Variant:
    r"""Read a variant from the text of a house-rule file.

    Parameters:
        text: TOML.

    Raises:
        InvalidText: the content is not TOML, or is too long.
        InvalidVariant: something is wrong with the parent or the options; the error lists every mistake with its key.

    >>> house = loads('parent = "classic-51"\nslug = "house"\n[opening]\nminimum = 71')
    >>> house.opening
    Opening(minimum=71, clean='run_meld')
    >>> loads('parent = "classic-51"\n[opening]\nminimun = 71')
    Traceback (most recent call last):
    rami.errors.violations.InvalidVariant: there is no option 'opening.minimun'; did you mean 'opening.minimum'?
    """
    problems: list[Violation] = []
    differences = _differences(_document(text), problems)
    try:
        variant = differences.variant(in_every_hand=True)
        # Without a new slug, records could not tell this game from its parent.
        if differences.options and "slug" not in dict(differences.options):
            problems.append(Violation(Reason.KEY_MISSING, None, {"key": "slug"}))
        if not problems:
            return variant
    except InvalidVariant as error:
        problems += error.violations
    # If the parent is unknown, still check the names and values of the options.
    except UnknownVariant as error:
        if differences.slug:
            problems += error.violations
        problems += differences.faults()
    # Keep "and 12 more" at the end of the list, even if other mistakes were found later.
    raise InvalidVariant(*sorted(dict.fromkeys(problems), key=lambda each: each.code == Reason.TEXT_MORE))


def _document(text: str) -> Mapping[str, object]:
    """Return the tables of a TOML document."""
    import tomllib  # imported only for house-rule files

    readable_lines(text, _WHAT, LARGEST_FILE, LONGEST_LINE)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidText(Violation(Reason.NESTED_TOO_DEEPLY)) from None
    except ValueError as error:
        # Before Python 3.14, `tomllib` reports the place only in the text of its message.
        place = _PLACE.search(str(error))
        wrong = Violation(Reason.NOT_TOML)
        if place is not None:
            row, column = (int(each) if each else None for each in place.groups())
            wrong = wrong.at(line=row or text.count("\n") + 1, column=column)
        raise InvalidText(wrong) from None


def _differences(document: Mapping[str, object], problems: list[Violation]) -> Differences:
    """Return the differences that a document states; add its mistakes to `problems`."""
    options: list[tuple[str, Any]] = []
    unknown: list[str] = []
    parent, version = document.get(_PARENT), document.get(_PARENT_VERSION)
    if _PARENT not in document:
        problems.append(Violation(Reason.KEY_MISSING, None, {"key": _PARENT}))
    elif not isinstance(parent, str) or not parent:
        problems.append(Violation(Reason.SLUG_OF_VARIANT, None, {"field": _PARENT, "value": excerpt(parent)}))
    if version is not None:
        problems += version_faults(_PARENT_VERSION, version)
    for key, value in document.items():
        if key in FACTS:
            options.append((key, value))
        elif key in SLOTS:
            if isinstance(value, Mapping):
                table = cast("Mapping[str, object]", value)
                options += [(f"{key}.{name}", each) for name, each in table.items()]
            else:
                problems.append(Violation(Reason.NOT_A_TABLE, None, {"field": key, "got": type(value)}))
        elif key in every_option():
            problems.append(Violation(Reason.KEY_QUOTED, None, {"field": key}))
        elif key not in (_PARENT, _PARENT_VERSION):
            unknown.append(key)
    problems += unknown_names(unknown, (_PARENT, _PARENT_VERSION))
    slug = parent if isinstance(parent, str) else ""
    return Differences(slug, version if is_version(version) else None, tuple(options))


def variant_named(variant: str, options: str = "") -> Variant:
    """Return the variant with this slug or, if the name ends in ``.toml``, the variant in that house-rule file.

    Parameters:
        variant: the slug or the path.
        options: changes to that variant, as ``slot.option=value`` or ``slot.option:value``, separated by semicolons.
            Values are written as in a house-rule file, but words need no quotation marks.

    Raises:
        UnknownVariant: there is no variant with that slug.
        InvalidText: the file is not TOML or is too long, or `options` is not a list of options separated by semicolons.
        InvalidVariant: something is wrong with the parent that the file names, with the options in the file, or with
            `options`; the error lists every mistake.
        OSError: the file cannot be read.

    >>> variant_named("classic-51", "opening.minimum=71; opening.clean=none").opening
    Opening(minimum=71)
    """
    reject(UnknownVariant, instance("variant", variant, str))
    base = load_variant(variant) if variant.endswith(".toml") else variants.get(variant)
    return with_options(base, options) if options else base


def dump(variant: Variant, target: Target, parent: Variant | None = None) -> None:
    """Write a variant as a house-rule file.

    Parameters:
        variant: the variant.
        target: a path, whose file is replaced, or an open text file.
        parent: the variant to compare with, one that `rami.variants.get` finds by its slug, as the reader will. By
            default it is the known variant with the same slug or, if there is none, the game whose written rules the
            variant follows.

    Raises:
        InvalidText: a slot has a custom policy, which cannot be written to a file, the file would be too long to read,
            or the parent differs from the known variant with its slug.
        UnknownVariant: no known variant has the slug of the parent.
        OSError: the file cannot be written.
    """
    write(dumps(variant, parent), target)


def dumps(variant: Variant, parent: Variant | None = None) -> str:
    """Return the text of a house-rule file for a variant, which lists only its differences from its parent.

    Parameters:
        variant: the variant.
        parent: the variant to compare with, one that `rami.variants.get` finds by its slug, as the reader will. By
            default it is the known variant with the same slug or, if there is none, the game whose written rules the
            variant follows.

    Returns:
        The text; `loads` returns an equal variant from it.

    Raises:
        InvalidText: a slot has a custom policy, which cannot be written to a file, the file would be too long to read,
            or the parent differs from the known variant with its slug.
        UnknownVariant: no known variant has the slug of the parent.

    >>> from rami import variants
    >>> print(
    ...     dumps(variants.CLASSIC_51.with_(slug="our-table", opening={"minimum": 71})),
    ...     end="",
    ... )
    parent = "classic-51"
    parent_version = 1
    slug = "our-table"
    <BLANKLINE>
    [opening]
    minimum = 71
    """
    differences = differences_of(variant, parent, for_people=True)
    if parent is not None:
        reject(InvalidText, _other_parent(parent))
    if differences.policies:
        got = {slot: getattr(variant, slot).__class__.__name__ for slot in differences.policies}
        raise InvalidText(
            *(Violation(Reason.NOT_WRITABLE, None, {"field": slot, "got": got[slot]}) for slot in got)
        )
    head = [f"{_PARENT} = {value_text(differences.slug)}"]
    if differences.version is not None:
        head.append(f"{_PARENT_VERSION} = {differences.version}")
    table = ""
    missing = (
        () if not differences.options or "slug" in dict(differences.options) else (("slug", variant.slug),)
    )
    for name, value in (*missing, *differences.options):
        slot, _, field = name.rpartition(".")
        if slot != table:
            head += ["", f"[{slot}]"]
            table = slot
        head.append(_entry(field, value))
    # Refuse a file that `loads` would refuse, while the user can still change the variant.
    return readable_lines("".join(f"{line}\n" for line in head), _WHAT, LARGEST_FILE, LONGEST_LINE)


def _other_parent(parent: Variant) -> list[Violation]:
    """Return the violation if the reader, who looks up the parent by its slug, would find another variant."""
    found = variants.get(parent.slug)
    if parent == found:
        return []
    facts = [fact for fact in FACTS if getattr(parent, fact) != getattr(found, fact)]
    params = {"variant": parent.slug, "fields": [*facts, *parent.differences(found)][:_MOST_SHOWN]}
    return [Violation(Reason.OTHER_PARENT, None, params)]


def _entry(field: str, value: Any) -> str:
    line = f"{field} = {value_text(value)}"
    # People edit these files, so break a long list, such as contracts, into lines.
    if len(line) <= _WIDE or not isinstance(value, list):
        return line
    items = "".join(f"  {_item(value_text(each))},\n" for each in cast("list[int | str]", value))
    return f"{field} = [\n{items}]"


def _item(text: str) -> str:
    """Break a text with the values of many rounds into lines that TOML joins again."""
    if len(text) <= LONGEST_LINE // 2:
        return text
    lines = [""]
    for part in text[1:-1].split(", "):
        if len(lines[-1]) + len(part) > _WIDE - 10:
            lines.append("")
        lines[-1] += f"{part}, "
    # A backslash at the end of a line leaves out the line break and the spaces after it.
    return '"""{}"""'.format("\\\n    ".join(lines).removesuffix(", "))
