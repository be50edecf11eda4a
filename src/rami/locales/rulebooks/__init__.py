"""The rules of a game as text for its players, in English, French or Arabic, written from the policies of the game.

>>> from rami import variants
>>> print(rulebook(variants.CLASSIC_51, "fr").title)
Règles du jeu : Rami 51
"""

from __future__ import annotations

from rami.locales.rulebooks.values import Example, Rulebook, Section, Sentence
from rami.locales.rulebooks.writing import rulebook

__all__ = ["Example", "Rulebook", "Section", "Sentence", "rulebook"]
