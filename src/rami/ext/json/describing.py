"""Parts of JSON Schemas (draft 2020-12): shared definitions, and descriptions of fields.

The descriptions in a schema come from the docstrings of the classes, so that each sentence is written only once.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Final

import attrs

from rami.ext.json.plain import LARGEST_NUMBER, LONGEST_LIST, LONGEST_TEXT
from rami.notation._differences import NONE
from rami.policies.declaring.options import every_option
from rami.policies.declaring.values import Values

Schema = dict[str, Any]

_PARAMETER: Final = re.compile(r"( *)([a-z_]+): (.*)")
_INTERVAL: Final = re.compile(r"(-?\d+)\.\.(\d+)")


# Docstrings describe Python values and constructor arguments; a schema must describe what JSON contains.
_OF_PYTHON: Final = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"; ignored by `*==`*( and not printed)?", ""),
        (r", as a mapping or as \(name, value\) pairs", ", by name"),
        (r", as \w+ or as \(owner, meld\) pairs that get the ids 0, 1, \.\.\.", ""),
        (r", or its text", ""),
        (r"\bREACH_POINTS\b", '"reach_points"'),
        (r"\bNone\b", "null"),
        (r"\bTrue\b", "true"),
        (r"\bFalse\b", "false"),
    )
)


class Definitions:
    """The definitions to which parts of a schema refer.

    Parameters:
        accepted: True to describe the documents that rami reads, which may omit fields with a default; False to
            describe the documents that rami writes.
    """

    def __init__(self, *, accepted: bool = False) -> None:
        self.found: dict[str, Schema] = {}
        self.accepted: Final = accepted

    def ref(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to a definition, and create the definition on first use."""
        if name not in self.found:
            # Enter the name before making the definition, because a definition may refer to itself: a violation
            # contains violations.
            self.found[name] = {}
            self.found[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def inline(self, schema: Callable[[Definitions], Schema]) -> Schema:
        """Return the definition itself instead of a reference to it."""
        # Nothing else refers to this definition, so remove it from the list.
        return self.found.pop(schema(self)["$ref"].rpartition("/")[2])

    def integer(self) -> Schema:
        """Return the schema of integers."""
        limits = {"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER}
        return self.ref("Integer", lambda: {"type": "integer", **limits})

    def text(self) -> Schema:
        """Return the schema of any text."""
        return self.ref("Text", lambda: {"type": "string", "maxLength": LONGEST_TEXT})

    def parameters(self) -> Schema:
        """Return the schema of the parameters of violations and of score steps."""
        return self.ref("Parameters", lambda: self._named("Parameter", self._parameter))

    def options(self) -> Schema:
        """Return the schema of a game's options, with its name, slug and version."""
        return self.ref("Options", self._options)

    def _named(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return the schema of an object with arbitrary keys."""
        return {"type": "object", "additionalProperties": self.ref(name, make)}

    def _parameter(self) -> Schema:
        """Return the schema of one parameter of a violation or a score step."""
        return {"anyOf": [{"type": "null"}, *self._option("Parameter")["anyOf"]]}

    def _options(self) -> Schema:
        """Return the schema of a variant's options with their allowed values, and of its name, slug and version."""
        properties = {name: self._values(option.values) for name, option in every_option().items()}
        return {**self._named("Option", self._option), "properties": properties}

    def _values(self, values: Values) -> Schema:
        # Options are written as in house-rule files, and TOML has no null, so a string represents None.
        exact = [NONE if each is None else each for each in values.allowed if values.accepts(each)]
        intervals = [found for each in values.allowed if (found := _INTERVAL.fullmatch(str(each)))]
        # Contracts, factors and similar options have no list of values, so the schema allows any value, and only the
        # reader checks it.
        if len(exact) + len(intervals) < len(values.allowed):
            return self.ref("Option", self._option)
        kinds: list[Schema] = [{"enum": exact}] if exact else []
        kinds += [
            {"type": "integer", "minimum": int(found[1]), "maximum": int(found[2])} for found in intervals
        ]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def _option(self, name: str = "Option") -> Schema:
        items = {"type": "array", "items": {"$ref": f"#/$defs/{name}"}, "maxItems": LONGEST_LIST}
        return {"anyOf": [{"type": "boolean"}, self.integer(), self.text(), items]}


def summary(cls: type[Any]) -> str:
    """Return the first paragraph of the docstring of a class."""
    return in_json(" ".join(inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].split()))


def in_json(text: str, empty: str = "[]") -> str:
    """Replace the words of Python in a description with the words of JSON.

    Parameters:
        text: the description from a docstring.
        empty: the replacement for ``()``: an empty list or an empty string, depending on the field.

    >>> in_json("the contracts; () in a game without them, None before the deal")
    'the contracts; [] in a game without them, null before the deal'
    """
    for pattern, words in _OF_PYTHON:
        text = pattern.sub(words, text)
    return text.replace("()", empty)


def described_fields(cls: type[Any]) -> dict[str, str]:
    """Return the parameter descriptions in the docstrings of a class and its bases."""
    found: dict[str, str] = {}
    names = {each.name for each in attrs.fields(cls)}
    # Base classes come first, so that a subclass can replace the description of an inherited field.
    for each in reversed(cls.__mro__):
        section = inspect.cleandoc(each.__doc__ or "").partition("Parameters:\n")[2]
        last = ""
        for line in section.split("\n"):
            if line and not line.startswith(" "):
                break
            match = _PARAMETER.fullmatch(line)
            # A line with more indentation continues the last description, even if it looks like a new parameter.
            if match is not None and len(match[1]) == 4 and match[2] in names:
                last = match[2]
                found[last] = match[3]
            elif line.strip() and last:
                found[last] += f" {line.strip()}"
            else:
                last = ""
    return {name: text.replace("`", "") for name, text in found.items()}
