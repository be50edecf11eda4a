"""The parts of OpenSpiel's gin rummy that the comparisons use; the library has no types.

A card is a number: 13 times the suit (spades, clubs, diamonds, hearts) plus the rank, counted from 0 for the ace.
Actions below 52 are cards, and actions from `FIRST_MELD` on are melds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
WORDS = {TAKE: "take", DRAW: "draw", PASS: "pass", KNOCK: "knock"}


LIBRARY: Any = import_module("pyspiel")
UTILS: Any = LIBRARY.gin_rummy.GinRummyUtils(13, 4, 10)
State: TypeAlias = Any
"""A game under way, which changes in place."""
CARDS: tuple[str, ...] = tuple(UTILS.card_string(card) for card in range(52))
NUMBERS = {text: number for number, text in enumerate(CARDS)}
MELDS: dict[int, list[int]] = dict(UTILS.int_to_meld)


@dataclass(frozen=True)
class Parameters:
    """Parameters of the game that differ between tables."""

    knock_card: int = 10
    oklahoma: bool = False
    gin_bonus: int = 25
    undercut_bonus: int = 25

    def new_game(self) -> State:
        """Return a game before the deal."""
        return LIBRARY.load_game("gin_rummy", vars(self)).new_initial_state()


def numbers(cards: str) -> list[int]:
    """Return `5s 6h` as its numbers."""
    return [NUMBERS[card] for card in cards.split()]


def meld_text(cards: Sequence[str]) -> str:
    """Return the cards of a meld in one order, whatever the order given."""
    return " ".join(sorted(cards, key=lambda card: ("A23456789TJQK".index(card[0]), card[1])))


MELD_TEXTS = {number: meld_text([CARDS[card] for card in meld]) for number, meld in MELDS.items()}


def text(action: int) -> str:
    """Return a decision in words that neither program owns: `take`, `7h`, `3c 4c 5c`."""
    if action < TAKE:
        return CARDS[action]
    return WORDS[action] if action in WORDS else MELD_TEXTS[action - FIRST_MELD]
