"""Pictures of cards, hands, melds, tables and score sheets as SVG; nothing but rami is needed.

>>> from rami import Run
>>> from rami.ext import svg
>>> svg.card("Q♥")
<Picture 100x140: queen of hearts>
>>> svg.meld(Run("7♠ * 9♠"), svg.Style(lang="fr", theme="dark")).title
'Suite : sept de pique, joker pour huit de pique, neuf de pique'

Each function returns a `Picture`: the text of an SVG document, which a notebook shows and `Picture.save` writes.
Suits, ranks and figures are paths, so that cards look the same everywhere; only names, numbers and captions are text,
in the reader's own sans-serif font. A picture has a title and a description in words, and is marked as an image for
screen readers. The same values give the same text on every platform. The ids and classes of a picture start with a
prefix made of its content, so that several fit on one page.

In the theme "auto" the colours follow the reader's system. What a view does not show is drawn as a back.
"""

from __future__ import annotations

from rami.ext.svg.canvas import Picture
from rami.ext.svg.drawings import card, hand, meld, melds
from rami.ext.svg.sheet import Scores, score_sheet
from rami.ext.svg.style import Style
from rami.ext.svg.table import table

__all__ = ["Picture", "Scores", "Style", "card", "hand", "meld", "melds", "score_sheet", "table"]
