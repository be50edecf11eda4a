"""House-rule files: a variant in TOML, as a parent and what differs from it.

A file names its parent and holds a table for each slot in which it differs::

    parent = "classic-51"
    parent_version = 1  # may be left out: any version will do
    name = "Our table"
    slug = "our-table"

    [opening]
    minimum = 71
    clean = "none"  # None is the word "none"

    [scoring]
    all_at_once_factors = [2, "3/2", 1]

``name``, ``slug`` and ``version`` stay those of the parent unless they are given.  The tables ``rule_ids`` and
``rules`` say which rule stands behind which reason code, and what carries it out.  Unknown keys are refused, and
all mistakes are reported together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from rami._cursor import readable
from rami.errors import InvalidText, InvalidVariant, Reason, UnknownVariant, Violation
from rami.notation._settings import (
    FACTS,
    MOST_PROBLEMS,
    TEXTS,
    Settings,
    more,
    place_of,
    settings_of,
    unknown_name,
    value_text,
)
from rami.notation.files import Source, Target, read, write
from rami.policies.fields import shown
from rami.policies.names import LARGEST_VERSION, is_version
from rami.policies.options import SLOTS
from rami.policies.variant import Variant

__all__ = ["LARGEST_FILE", "LONGEST_LINE", "dump", "dumps", "load_variant", "loads"]

LARGEST_FILE = 32_000
"""How many characters a file may have."""

LONGEST_LINE = 1_000
"""How many characters a line may have."""

_WHAT: Final = "house_file"
_PARENT = "parent"
_PARENT_VERSION = "parent_version"
_WIDE = 100
_DEEPEST = 2
_PLACE = re.compile(r"\s*\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)\s*\Z")
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[^"\'#\n=\[\]{}]+|.',
    re.DOTALL,
)


def load_variant(source: Source) -> Variant:
    """The variant of a house-rule file.

    Parameters:
        source: the path of a TOML file, or an open file.

    Raises:
        InvalidText: this is not TOML, or too long.
        InvalidVariant: everything that is wrong with the parent and the options, each with its line: unknown keys with
            the nearest known one, values that are not allowed or reserved, options that contradict each other.
        OSError: the file cannot be read.
    """
    return loads(read(source, _WHAT, LARGEST_FILE))


def loads(text: str) -> Variant:
    r"""The variant of the text of a house-rule file.

    Parameters:
        text: TOML.

    Raises:
        InvalidText: as `load_variant`.
        InvalidVariant: as `load_variant`.

    >>> house = loads('parent = "classic-51"\n[opening]\nminimum = 71')
    >>> house.opening
    Opening(minimum=71)
    >>> loads('parent = "classic-51"\n[opening]\nminimun = 71')
    Traceback (most recent call last):
    rami.errors.InvalidVariant: line 3: there is no option 'opening.minimun'; did you mean 'opening.minimum'?
    """
    problems: list[Violation] = []
    settings = _settings(_document(text), problems)
    try:
        variant = settings.variant()
        if not problems:
            return variant
    except InvalidVariant as error:
        problems += error.violations
    except UnknownVariant as error:
        if settings.slug:
            problems += error.violations
        problems += settings.faults()
    lines = _lines(text)
    located = [_located(problem, lines) for problem in dict.fromkeys(problems)]
    raise InvalidVariant(*sorted(located, key=_line_of))


def _document(text: str) -> Mapping[str, object]:
    """The tables of a text."""
    import tomllib  # only house-rule files have to pay for it

    readable(text, _WHAT, LARGEST_FILE)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            shown = {"part": "line", "size": len(line), "limit": LONGEST_LINE}
            raise InvalidText(Violation(Reason.TEXT_TOO_LONG, None, shown).at(line=number))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidText(Violation(Reason.NESTED_TOO_DEEPLY)) from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        wrong = Violation(Reason.NOT_TOML)
        if place is not None:
            row, column = (int(each) if each else None for each in place.groups())
            wrong = wrong.at(line=row or text.count("\n") + 1, column=column)
        raise InvalidText(wrong) from None


def _settings(document: Mapping[str, object], problems: list[Violation]) -> Settings:
    """What a document says; what it cannot say is added to the problems."""
    options: list[tuple[str, Any]] = []
    unknown: list[str] = []
    parent, version = document.get(_PARENT), document.get(_PARENT_VERSION)
    if _PARENT not in document:
        problems.append(Violation(Reason.KEY_MISSING, None, {"key": _PARENT}))
    elif not isinstance(parent, str) or not parent:
        problems.append(Violation(Reason.SLUG_OF_VARIANT, None, {"field": _PARENT, "value": shown(parent)}))
    if version is not None and not is_version(version):
        params = {"field": _PARENT_VERSION, "value": shown(version), "allowed": (f"1..{LARGEST_VERSION}",)}
        problems.append(Violation(Reason.OPTION_VALUE, None, params))
    for key, value in document.items():
        if key in FACTS:
            options.append((key, value))
        elif key in SLOTS or key in TEXTS:
            if isinstance(value, Mapping):
                table = cast("Mapping[str, object]", value)
                options += [(f"{key}.{name}", each) for name, each in table.items()]
            else:
                problems.append(Violation(Reason.NOT_A_TABLE, None, {"field": key, "got": type(value)}))
        elif key not in (_PARENT, _PARENT_VERSION):
            unknown.append(key)
    if len(unknown) > MOST_PROBLEMS:
        problems.append(more(len(unknown) - MOST_PROBLEMS))
    problems += (unknown_name(key, (_PARENT, _PARENT_VERSION)) for key in unknown[:MOST_PROBLEMS])
    slug = parent if isinstance(parent, str) else ""
    return Settings(slug, version if is_version(version) else None, tuple(options))


def _located(problem: Violation, lines: Mapping[str, int]) -> Violation:
    """The problem with the line of the first key that it names."""
    if problem.code == Reason.OTHER_VERSION:
        return problem.at(line=lines.get(_PARENT_VERSION))
    if problem.code == Reason.UNKNOWN_VARIANT:
        return problem.at(line=lines.get(_PARENT))
    return problem.at(line=place_of(problem, lines))


def _line_of(problem: Violation) -> int:
    """The line of a problem; those that have none come first, and what sums up comes last."""
    line: int = dict(problem.params).get("line", 0)
    return LARGEST_FILE if problem.code == Reason.TEXT_MORE else line


def _lines(text: str) -> dict[str, int]:
    """The first line of each key of a TOML document, by its dotted name."""
    found: dict[str, int] = {}
    table: tuple[str, ...] = ()
    for number, statement in _statements(text):
        header = statement.startswith("[")
        path = _path(statement if header else f"{statement}=0")
        table = path if header else table
        full = path if header else (*table, *path)
        for length in range(1, min(len(full), _DEEPEST) + 1):
            found.setdefault(".".join(full[:length]), number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every table header and of every key."""
    line, depth, start = 1, 0, 1
    statement: str | None = ""
    for token in _TOKEN.findall(text):
        if token == "\n" and depth == 0:
            if statement and statement.strip().startswith("["):
                yield start, statement.strip()
            statement = ""
        elif statement is not None and not token.startswith("#"):
            start = start if statement.strip() else line
            if token == "=":
                yield start, statement.strip()
                statement = None
            else:
                statement += token
        if statement is None:
            depth += (token in "[{") - (token in "]}")
        line += token.count("\n")
    if statement and statement.strip().startswith("["):
        yield start, statement.strip()


def _path(statement: str) -> tuple[str, ...]:
    """The parts of the key or the header of a valid document."""
    import tomllib

    path: list[str] = []
    try:
        at: object = tomllib.loads(statement)
    except ValueError:
        return ()
    while isinstance(at, (dict, list)) and at:
        if isinstance(at, list):
            at = cast("list[object]", at)[0]
        else:
            key, at = next(iter(cast("dict[str, object]", at).items()))
            path.append(key)
    return tuple(path)


def dump(variant: Variant, target: Target, parent: Variant | None = None) -> None:
    """Write a variant as a house-rule file.

    Parameters:
        variant: the variant.
        target: a path, whose file is replaced, or an open text file.
        parent: as for `dumps`.

    Raises:
        InvalidText: as `dumps`.
        OSError: the file cannot be written.
    """
    write(dumps(variant, parent), target)


def dumps(variant: Variant, parent: Variant | None = None) -> str:
    """A variant as the text of a house-rule file that holds nothing but the differences from its parent.

    Parameters:
        variant: the variant.
        parent: the variant to compare it with, which a reader finds under its slug; by default the one whose slug the
            variant has, or else the preset from which it differs least.

    Returns:
        A text; `loads` gives the variant back.

    Raises:
        InvalidText: a slot holds a policy of somebody's own, which a file cannot carry.

    >>> from rami import variants
    >>> print(dumps(variants.CLASSIC_51.with_(slug="our-table", opening={"minimum": 71})), end="")
    parent = "classic-51"
    parent_version = 1
    slug = "our-table"
    <BLANKLINE>
    [opening]
    minimum = 71
    """
    settings = settings_of(variant, parent)
    if settings.policies:
        got = {slot: getattr(variant, slot).__class__.__name__ for slot in settings.policies}
        raise InvalidText(
            *(Violation(Reason.NOT_WRITABLE, None, {"field": slot, "got": got[slot]}) for slot in got)
        )
    head = [f"{_PARENT} = {value_text(settings.slug)}"]
    if settings.version is not None:
        head.append(f"{_PARENT_VERSION} = {settings.version}")
    table = ""
    for name, value in settings.options:
        slot, _, field = name.rpartition(".")
        if slot != table:
            head += ["", f"[{slot}]"]
            table = slot
        head.append(_entry(field, value))
    return readable("".join(f"{line}\n" for line in head), _WHAT, LARGEST_FILE)


def _entry(field: str, value: Any) -> str:
    line = f"{field} = {value_text(value)}"
    if len(line) <= _WIDE or not isinstance(value, list):
        return line
    items = "".join(f"  {value_text(each)},\n" for each in cast("list[int | str]", value))
    return f"{field} = [\n{items}]"
