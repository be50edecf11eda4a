"""The shorthand that gin players type for melds.

A run is written as its two ends, with the suit after one of them: `js-k` means J♠ Q♠ K♠. A rank alone, such as `8`,
means all cards of that rank in the hand. Any other meld is written card by card, as in `8c 8d 8h`. The ace is low:
ranks count up from it.
"""

from __future__ import annotations

import re
from typing import Final

from rami.cards import Card, Cards, CardsLike, parse_cards
from rami.cards._cursor import expected_at, readable
from rami.cards.melds import Group, Meld, Run
from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject
from rami.errors.texts import Part

__all__ = ["parse_shorthand", "shorthand_text"]

_LONGEST_MELD = 1_000
_RANKS = "A23456789TJQK"
_LETTERS: Final = str.maketrans("♣♦♥♠", "CDHS")
_END = re.compile("(10|[A2-9TJQK])([CDHS♣♦♥♠]?)", re.IGNORECASE)
_DASH = re.compile(" *- *")


def parse_shorthand(text: str, hand: CardsLike = ()) -> tuple[Card, ...]:
    """Return the cards of a meld in gin shorthand.

    Parameters:
        text: the ends of a run, a rank for all cards of that rank in the hand, or the cards themselves.
        hand: the hand, needed only if the text is a rank alone.

    Raises:
        InvalidText: the text is not a meld in shorthand; the error names the first wrong character.

    >>> print(*parse_shorthand("js-k"))
    J♠ Q♠ K♠
    >>> print(*parse_shorthand("8", hand="8c 8d 8h 9h"))
    8♣ 8♦ 8♥
    >>> parse_shorthand("ks-j")
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: character 4: a higher rank was expected, not 'j'
    """
    readable(text, Part.MELD, _LONGEST_MELD)
    lead = len(text) - len(text.lstrip(" "))
    meld = text.strip(" ")
    alone = _END.fullmatch(meld)
    if alone is not None and not alone[2]:
        rank = _rank(meld)
        found = tuple(card for card in Cards(hand) if card.rank == rank)
        if not found:
            raise expected_at(Part.RANK_HELD, meld, lead)
        return found
    first = _END.match(meld)
    dash = None if first is None else _DASH.match(meld, first.end())
    if first is None or dash is None:
        try:
            cards = parse_cards(meld)
        except RamiError as error:
            raise InvalidText(*(each.at(column=lead + 1) for each in error.violations)) from None
        if not cards:
            raise expected_at(Part.MELD, None, lead)
        return cards
    last = _END.fullmatch(meld, dash.end())
    if last is None:
        raise expected_at(Part.RANK, meld[dash.end() :], lead + dash.end())
    suits = {each.upper().translate(_LETTERS) for each in (first[2], last[2]) if each}
    if len(suits) != 1:
        raise expected_at(Part.ONE_SUIT, last[0], lead + dash.end())
    low, high = _rank(first[1]), _rank(last[1])
    if high <= low:
        raise expected_at(Part.HIGHER_RANK, last[0], lead + dash.end())
    (suit,) = suits
    return tuple(Card(f"{_RANKS[rank - 1]}{suit}") for rank in range(low, high + 1))


def _rank(text: str) -> int:
    return _RANKS.index(text.upper().replace("10", "T")) + 1


def shorthand_text(meld: Meld) -> str:
    """Write a meld of natural cards in gin shorthand: a run as its two ends, a group card by card.

    Raises:
        InvalidText: the meld has a joker, for which the shorthand has no sign.

    >>> from rami import variants
    >>> (
    ...     shorthand_text(variants.GIN.meld("J♠ Q♠ K♠")),
    ...     shorthand_text(variants.GIN.meld("8♣ 8♦ 8♥")),
    ... )
    ('JS-K', '8C 8D 8H')
    """
    reject(InvalidText, checks.instance("meld", meld, Run, Group))
    if any(card.is_joker for card in meld.cards):
        raise InvalidText(Violation(Reason.NO_JOKERS))
    cards = [f"{str(card)[0]}{str(card)[1].translate(_LETTERS)}" for card in meld.cards]
    # In a range the ace is low, so write a run that ends with the ace card by card.
    if isinstance(meld, Run) and all(placed.card == placed.stands_for for placed in meld.placed):
        ranks = [_RANKS.index(card[0]) for card in cards]
        if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            return f"{cards[0]}-{cards[-1][0]}"
    return " ".join(cards)
