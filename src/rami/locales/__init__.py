"""Violations, moves, cards and scores as sentences in English, French and Arabic.

The English sentences are in the code; every other language has a `.po` file next to this module. Babel compiles these
files when a wheel is built; a source tree compiles them when a language is first used. Errors themselves are always in
English.

>>> from rami import IllegalMove
>>> from rami.errors import Violation, Reason
>>> error = IllegalMove(
...     "discard A♠", Violation(Reason.DUTY_TAKEN, "R51-DRAW-02", {"card": "Q♥"})
... )
>>> print(text(error, "fr"))
vous avez pris D♥ à la défausse et devez la poser ce tour-ci
>>> name("A♠", "fr")
'as de pique'
"""

from __future__ import annotations

from rami.locales.phrases import phrases
from rami.locales.reading import neutral, read, worded
from rami.locales.sentences import text
from rami.locales.speaking import Language, LanguageLike, language, languages, name

__all__ = [
    "Language",
    "LanguageLike",
    "language",
    "languages",
    "name",
    "neutral",
    "phrases",
    "read",
    "text",
    "worded",
]
