"""The style of a picture: colours, letters for ranks, language and size.

A picture names its colours by *role*, such as "paper" or "felt", and `COLOURS` gives each role a light and a dark
colour. In the theme "auto" a picture contains both, and the settings of the reader's system choose one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, get_args, get_type_hints

import attrs

from rami._base.values import Value
from rami.cards import Suit
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import flag, instance, integer, one_of
from rami.errors.texts import are_tiles
from rami.ext.svg.words import Words
from rami.locales import LanguageLike, language

__all__ = ["Style"]

COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fffdf8", "#262a33"),
    "edge": ("#b9b4a6", "#6a7284"),
    "red": ("#c4162a", "#ff7a76"),
    "black": ("#1b1e25", "#e6e9f0"),
    "green": ("#0b7a3e", "#58d38c"),
    "blue": ("#1857b8", "#7fb6ff"),
    "gold": ("#e6ad30", "#dcab42"),
    # Tiles, and frames on paper, have a darker yellow, because gold would have a contrast of only 2:1 there.
    "yellow": ("#9a6400", "#e0b14c"),
    "skin": ("#f7d9bb", "#e2bf9e"),
    "hair": ("#6b452a", "#8a5c3b"),
    "line": ("#3a2a20", "#2b2019"),
    "frame": ("#faf1d8", "#313642"),
    "back": ("#28518c", "#2b4f86"),
    "weave": ("#dfe8f6", "#9db7de"),
    "felt": ("#1f6b4a", "#123a2a"),
    "rim": ("#174f37", "#0c281d"),
    "plate": ("#154f36", "#1a4a37"),
    "chalk": ("#f4fbf6", "#e4efe8"),
    "faint": ("#c3dfd0", "#9fc0ae"),
    "sheet": ("#fffdf8", "#1d2027"),
    "stripe": ("#f3efe4", "#262a33"),
    "ruling": ("#d8d2c2", "#3d4350"),
    "text": ("#1b1e25", "#e6e9f0"),
    "dim": ("#635e52", "#a9b0bf"),
}
"""The light and the dark colour of each role."""

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
_WIDEST = 1000


@attrs.frozen(kw_only=True)
class Style(Value):
    """The size, colours and language of pictures.

    Parameters:
        theme: "light", "dark", or "auto" to follow the settings of the reader's system; programs that ignore style
            sheets show "auto" in the light colours.
        four_colours: True to draw clubs in green and diamonds in blue.
        faces: "full" for pips and court figures; "simple" for one large suit sign, which is clearer in small pictures;
            "tiles" or "joker_tiles" for numbers in four colours. Pictures of a game with tiles always show tiles.
        letters: "international" for J, Q and K on the court cards, "french" for V, D and R; None for the letters of the
            language.
        lang: the language of titles and captions, as in `rami.locales`.
        card_width: the width of a card in pixels, 8 to 1000; it also scales tables and score sheets.
        prefix: the beginning of all ids in a picture; None for a prefix made from the content.

    Raises:
        RamiError: a value is invalid (the error lists every invalid value), or the language is unknown.

    >>> from rami import Card
    >>> Style(theme="dark", lang="fr").words.card(Card("A♠"))
    'as de pique'
    """

    theme: Literal["auto", "light", "dark"] = "auto"
    four_colours: bool = False
    faces: Literal["full", "simple", "tiles", "joker_tiles"] = "full"
    letters: Literal["international", "french"] | None = None
    lang: LanguageLike = "en"
    card_width: int = 100
    prefix: str | None = None

    def __attrs_post_init__(self) -> None:
        hints = get_type_hints(Style)
        wrong: list[Violation] = []
        for field in ("theme", "faces"):
            wrong += one_of(field, getattr(self, field), get_args(hints[field]))
        wrong += one_of("letters", self.letters, ("international", "french", None))
        wrong += flag("four_colours", self.four_colours)
        wrong += integer("card_width", self.card_width, 8, _WIDEST)
        wrong += instance("prefix", self.prefix, str, None)
        if isinstance(self.prefix, str) and not _PREFIX.fullmatch(self.prefix):
            wrong.append(Violation(Reason.PREFIX_UNFIT, None, {"prefix": self.prefix[:80]}))
        reject(RamiError, wrong)
        language(self.lang)

    @property
    def words(self) -> Words:
        """The captions in the language of the picture."""
        faces = self.faces
        return Words(language(self.lang, faces if faces == "tiles" or faces == "joker_tiles" else "cards"))

    @property
    def scale(self) -> float:
        """The number of pixels per unit; a card is 100 units wide."""
        return self.card_width / 100

    def ink(self, suit: Suit) -> str:
        """Return the role of a suit's colour, such as "red"."""
        reject(RamiError, instance("suit", suit, Suit))
        if are_tiles(self.faces):
            # OKO-MAT-02: the four colours of Okey tiles represent the suits.
            return ("blue", "yellow", "red", "black")[suit]
        inks = ("green", "blue", "red", "black") if self.four_colours else ("black", "red", "red", "black")
        return inks[suit]
