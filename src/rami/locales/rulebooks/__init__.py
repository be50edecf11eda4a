"""The rules of a game in English, French and Arabic, written for people from its policies.

>>> from rami import variants
>>> print(rulebook(variants.CLASSIC_51, "fr").title)
Règles du jeu : Rami 51
"""

from __future__ import annotations

from rami.locales.rulebooks.values import Example, Rulebook, Section, Sentence
from rami.locales.rulebooks.writing import rulebook

__all__ = ["Example", "Rulebook", "Section", "Sentence", "rulebook"]
