"""Violations as sentences: templates with their blanks filled, in English or by the words of another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rami._reasons import Reason
from rami._texts import BECAUSE, HINT, OTHERWISE, PLACED, PLACES, VALUES

if TYPE_CHECKING:
    from rami.errors import Violation

# Templates may come from a document: a blank names a parameter and never reaches into it, nor pads it.
_BLANK = re.compile(r"\{(\w+)(!r)?(?::([^{}]*))?\}")
_GAP = "…"


class Words:
    """What a sentence asks of a language, and what English says."""

    @property
    def code(self) -> str:
        """The name of the language, such as "fr"."""
        return "en"

    def message(self, context: str, english: str) -> str:
        """Return the translation of a message."""
        return english

    def fill(self, context: str, template: str, params: Mapping[str, Any]) -> str:
        """Return the translation of a template with its blanks filled; without a context the template is final."""
        return filled(template, params)

    def shown(self, name: str, value: Any) -> Any:
        """Return a parameter as the language writes it."""
        return VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value


ENGLISH = Words()


def filled(
    template: str, params: Mapping[str, Any], form: Callable[[object], int] = lambda number: int(number != 1)
) -> str:
    """Return a template with its blanks filled; a missing parameter leaves a gap.

    Parameters:
        template: the text, with blanks such as `{card}`, `{count:card|cards}`, `{choices:,}` and `{text!r}`.
        params: what the blanks stand for.
        form: which of the words after a number goes with it.

    >>> filled(
    ...     "{count:card|cards}: {cards}, one of {choices:,}",
    ...     {"count": 1, "cards": ("7♠", "*"), "choices": (2, 3)},
    ... )
    '1 card: 7♠ *, one of 2, 3'
    """

    def put(blank: re.Match[str]) -> str:
        name, quoted, asked = blank.groups()
        if name not in params:
            return _GAP
        value = params[name]
        if isinstance(value, tuple):
            listed = [repr(each) if quoted else str(each) for each in cast("tuple[object, ...]", value)]
            if quoted and not asked:
                return f"[{', '.join(listed)}]"
            return (", " if asked == "," else f" {asked} " if asked else " ").join(listed)
        told = repr(value) if quoted else str(value)
        if asked and "|" in asked:
            words = asked.split("|")
            return f"{told} {words[min(form(value), len(words) - 1)]}"
        return told

    return _BLANK.sub(put, template)


def template_of(code: str, params: Mapping[str, Any]) -> str | None:
    """Return the English template of a built-in code, None for a code of a custom policy."""
    try:
        reason = Reason(code)
    except ValueError:
        return None
    if code not in OTHERWISE:
        return reason.template
    deciding, templates = OTHERWISE[code]
    return templates.get(deciding(params), reason.template)


def sentence(violation: Violation, words: Words = ENGLISH) -> str:
    """Return what a violation says, with its place, the reasons behind it and what may have been meant."""
    known = dict(violation.params)
    said = _said(violation, known, words)
    if violation.because:
        joint = words.message("because", BECAUSE[1])
        reasons = joint.join(sentence(each, words) for each in violation.because)
        said = words.fill("because", BECAUSE[0], {"sentence": said, "reasons": reasons})
    places = ", ".join(
        f"{words.message('place', word)} {known[name]}" for name, word in PLACES if name in known
    )
    if places:
        said = words.fill("place", PLACED, {"place": places, "sentence": said})
    if known.get("nearest"):
        said += words.fill("hint", HINT, known)
    return said


def _said(violation: Violation, known: Mapping[str, Any], words: Words) -> str:
    own = dict(violation.sentences)
    params = {name: words.shown(name, value) for name, value in known.items()}
    if words.code in own:
        return words.fill("", own[words.code], params)
    built_in = template_of(violation.code, known)
    if built_in is not None:
        return words.fill(f"reason.{violation.code}", built_in, params)
    if ENGLISH.code in own:
        return filled(own[ENGLISH.code], params)
    others = ("nearest", *(name for name, _ in PLACES))
    listed = ", ".join(f"{name}={value}" for name, value in known.items() if name not in others)
    return f"{violation.code} ({listed})" if listed else str(violation.code)
