"""Cards as texts: ``7♠``, ``T♥``, and ``*`` for a joker."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "♣♦♥♠"
JOKER = "*"
"""On the table a joker may be followed by the suit named for it: ``*♥`` (SCA-JOK-05)."""


def card(text: str) -> str:
    """Return the card written ``7♠``, ``7s``, ``10h`` or ``*``."""
    text = text.strip().upper().replace("10", "T").translate(str.maketrans("CDHS", SUITS))
    if text[:1] == JOKER and text[1:] in ("", *SUITS):
        return text
    if text != JOKER and (len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS):
        raise ValueError(f"not a card: {text!r}")
    return text


def cards(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a text or a list, in the order given."""
    return tuple(card(word) for word in (given.split() if isinstance(given, str) else given))


def copies(given: Iterable[str], face: str) -> int:
    """Return the number of these cards with that face, for a joker under any name."""
    return sum(plain(each) == face for each in given)


def rank(text: str) -> int:
    """Return the rank: 1 for an ace to 13 for a king."""
    return RANKS.index(text[0]) + 1


def suit(text: str) -> str:
    return text[1]


ORDER = {
    text: place
    for place, text in enumerate([r + s for s in SUITS for r in RANKS] + [JOKER] + [JOKER + s for s in SUITS])
}


def plain(face: str) -> str:
    """Return the card without the card named for it."""
    return JOKER if face.startswith(JOKER) else face


def order(text: str) -> int:
    """Order clubs, diamonds, hearts, spades; inside a suit ace to king; jokers last."""
    return ORDER[text]


def hand(given: str | Iterable[str]) -> tuple[str, ...]:
    """Return the cards in their canonical order."""
    return tuple(sorted(cards(given), key=order))


def without(held: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...] | None:
    """Return the rest of a hand, or None if it lacks one of them."""
    left = list(held)
    for each in map(plain, gone):
        if each not in left:
            return None
        left.remove(each)
    return tuple(left)


def for_players(numbers: int | tuple[int, ...], players: int) -> int:
    """Return the number for this many players: the only one, or that of two, three ..., the last also for more."""
    if isinstance(numbers, int):
        return numbers
    return dict(enumerate(numbers, 2)).get(players, numbers[-1])


def pack(packs: int, jokers: int, ranks: str = RANKS, suits: str = SUITS) -> tuple[str, ...]:
    """Return the cards of these packs and jokers (R51-MAT-02)."""
    return hand([rank + suit for suit in suits for rank in ranks] * packs + [JOKER] * jokers)
