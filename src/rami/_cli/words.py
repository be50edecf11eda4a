"""The words that people type at the command's questions: commands and answers, in any language."""

from __future__ import annotations

from collections.abc import Mapping

from rami.locales.speaking import Language, language, languages, typed_words, unaccented

WORDS: Mapping[str, tuple[str, ...]] = {
    "help": ("?",),
    "moves": ("m",),
    "hint": ("h",),
    "why": (),
    "undo": ("u",),
    "force": ("!",),
    "table": ("t",),
    "save": (),
    "sheet": ("s",),
    "correct": (),
    "penalty": (),
    "rename": (),
    "quit": ("q", "exit"),
    "yes": ("y",),
    "no": ("n",),
    "knock": (),
    "gin": (),
    "big gin": (),
}
"""The words of commands and answers, with signs and short forms that are read in every language.

A catalogue has those of its language for each in the context "typed", the usual one first.
"""


def command(spoken: Language, word: str) -> str:
    """Return the usual word of a language for one of `WORDS`.

    >>> command(language("fr"), "hint")
    'conseil'
    """
    return typed_words(spoken, word, "typed")[0]


def meant(spoken: Language, typed: str) -> str:
    """Return the one of `WORDS` that is meant, in a language or any other; what was typed, in small letters, if none.

    >>> (
    ...     meant(language("fr"), "Conseil"),
    ...     meant(language("fr"), "hint"),
    ...     meant(language("fr"), "3"),
    ... )
    ('hint', 'hint', '3')
    """
    said = unaccented(" ".join(typed.replace("-", " ").lower().split()))
    for each in (spoken, *map(language, languages())):
        for word, short in WORDS.items():
            if said in (word, *short, *map(unaccented, typed_words(each, word, "typed"))):
                return word
    return typed.lower()
