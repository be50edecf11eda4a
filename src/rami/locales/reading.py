"""Moves that are typed in the words of a language, as rami reads them."""

from __future__ import annotations

import re
from functools import cache

from rami.cards import Card
from rami.locales.speaking import Language, LanguageLike, language, shown

__all__ = ["neutral", "worded"]

WORDS = (
    *(
        "draw",
        "take",
        "touch",
        "pass",
        "fold",
        "lay",
        "off",
        "swap",
        "drop",
        "knock",
        "big gin",
        "end lay-offs",
        "end round",
        "from",
    ),
    *("with", "nothing", "low", "high", "carte", "silent", "run", "group", "any"),
)
"""The words of moves; a catalogue has those of its language for each, the usual one first."""

_OWN = re.compile(rf"\b({'|'.join(sorted(WORDS, key=len, reverse=True))})\b")
_FRENCH_CARD = re.compile(r"(?<![^\s+,;>@:|/-])(10|[A1-9TVDR])([PCKT♠♥♦♣])(?![^\s+,;>@:|/-])", re.IGNORECASE)


def neutral(text: str, lang: LanguageLike) -> str:
    """Return what was typed in a language with the words and letters that rami reads in moves.

    French cards may have French letters, `RC` for the king of hearts.  What is in rami's own words stays as it is.  The
    French words are:

    ==================================  ===================================================
    ``draw``, ``take``, ``touch``       ``pioche``, ``prends``, ``touche``
    ``pass``, ``drop``, ``lay``         ``passe``, ``défausse`` or ``jette``, ``pose``
    ``off``, ``swap``                   ``ajoute``, ``échange``
    ``knock``, ``big gin``              ``frappe``, ``grand gin``
    ``fold``                            ``retire`` or ``se retirer``
    ``end lay-offs``, ``end round``     ``fin``, ``fin de manche``
    ``from``, ``with``, ``nothing``     ``de``, ``avec``, ``rien``
    ``low``, ``high``                   ``début``, ``fin de suite``
    ``silent``                          ``muet``
    ``run``, ``group``                  ``suite``, ``groupe``
    ==================================  ===================================================

    and the infinitives.

    Parameters:
        text: a move or a turn.
        lang: the language, as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> neutral("pose 7P 8P 9P + AC AK AT; défausse RC", "fr")
    'lay 7♠ 8♠ 9♠ + A♥ A♦ A♣; drop K♥'
    >>> from rami import Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=7, dealer=0)
    >>> neutral("défausser RC", "fr") in start.legal_moves
    True
    """
    return neutral_words(neutral_cards(text, lang), lang)


def neutral_words(text: str, lang: LanguageLike) -> str:
    """Return a text with rami's own words."""
    known, pattern = _words(language(lang))
    return pattern.sub(lambda found: known[found[0].lower()], text)


def neutral_cards(text: str, lang: LanguageLike) -> str:
    """Return a text with rami's own letters of cards."""
    if language(lang).code != "fr":
        return text
    return _FRENCH_CARD.sub(lambda card: str(Card.parse(card[0], french=True)), text)


def worded(move: object, lang: LanguageLike) -> str:
    """Return a move, a turn, or its text in rami's own words, as it is typed in a language; `neutral` reads it.

    Parameters:
        move: the move, the turn, or the text.
        lang: the language, as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> from rami import Discard
    >>> worded(Discard("K♥"), "fr"), worded("lay 7♠ 8♠ * (run 7♠)", "fr")
    ('défausse R♥', 'pose 7♠ 8♠ * (suite 7♠)')
    """
    spoken = language(lang)
    usual = {word: spoken.message("move.word", word).partition(",")[0].strip() for word in WORDS}
    text = _OWN.sub(lambda found: usual[found[0]], str(move))
    return str(shown(spoken, "move", text))


@cache
def _words(spoken: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """The words of a language with rami's own, and what finds them."""
    known = {typed.strip(): word for word in WORDS for typed in spoken.message("move.word", word).split(",")}
    longest = sorted(known, key=len, reverse=True)
    return known, re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
