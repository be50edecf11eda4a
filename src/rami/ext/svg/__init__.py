"""Pictures of cards, hands, melds, tables and score sheets as SVG, without other libraries.

>>> from rami import Run
>>> from rami.ext import svg
>>> svg.card("Q♥")
<Picture 100x140: queen of hearts>
>>> svg.meld(Run("7♠ * 9♠"), svg.Style(lang="fr", theme="dark")).title
'Suite : sept de pique, joker pour huit de pique, neuf de pique'

Each function returns a `Picture`, which holds the text of an SVG document. Notebooks display it, and `Picture.save`
writes it to a file. Suits, ranks and figures are paths, so that cards look the same everywhere; only names, numbers and
captions are text, in the reader's sans-serif font. For screen readers, a picture is marked as an image, with a title
and a description in words. Equal values give exactly the same SVG on every platform. The ids and classes of a picture
start with a prefix made from its content, so that several pictures can share a page.

In the theme "auto" the colours follow the settings of the reader's system. Cards that a view hides are drawn face down.
"""

from __future__ import annotations

from rami.ext.svg.canvas import Picture
from rami.ext.svg.drawings import card, hand, meld, melds
from rami.ext.svg.sheet import Scores, score_sheet
from rami.ext.svg.style import Style
from rami.ext.svg.table import table

__all__ = ["Picture", "Scores", "Style", "card", "hand", "meld", "melds", "score_sheet", "table"]
