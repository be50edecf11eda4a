"""OpenSpiel's gin rummy with type annotations, which the library itself lacks.

A card is a number: 13 times the suit (spades, clubs, diamonds, hearts) plus the rank, counted from 0 for the ace.
Actions below 52 are cards, and actions from `FIRST_MELD` on are melds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
WORDS = {TAKE: "take", DRAW: "draw", PASS: "pass", KNOCK: "knock"}


class Phase(Protocol):
    """The task of the player to act."""

    @property
    def name(self) -> str: ...


class State(Protocol):
    """A game under way, which changes in place."""

    def apply_action(self, action: int, /) -> None: ...
    def current_phase(self) -> Phase: ...
    def current_player(self) -> int: ...
    def deadwood(self) -> list[int]: ...
    def finished_layoffs(self) -> bool: ...
    def hands(self) -> list[list[int]]: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def knock_card(self) -> int: ...
    def layed_melds(self) -> list[list[int]]: ...
    def layoffs(self) -> list[int]: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def stock_size(self) -> int: ...
    def upcard(self) -> int | None: ...


class Game(Protocol):
    """The rules with their parameters."""

    def new_initial_state(self) -> State: ...


class Utils(Protocol):
    """Functions of hands and melds."""

    @property
    def int_to_meld(self) -> Mapping[int, Sequence[int]]: ...

    def all_layoffs(self, melds: Sequence[int], laid_off: Sequence[int], /) -> list[int]: ...
    def best_meld_group(self, cards: Sequence[int], /) -> list[list[int]]: ...
    def card_int(self, card: str, /) -> int: ...
    def card_string(self, card: int, /) -> str: ...
    def legal_discards(self, cards: Sequence[int], limit: int, /) -> list[int]: ...
    def meld_to_int(self, cards: Sequence[int], /) -> int: ...
    def min_deadwood(self, cards: Sequence[int], /) -> int: ...


class _Gin(Protocol):
    def GinRummyUtils(self, ranks: int, suits: int, hand: int, /) -> Utils: ...  # noqa: N802  # its name there


class _Library(Protocol):
    @property
    def gin_rummy(self) -> _Gin: ...

    def load_game(self, name: str, parameters: Mapping[str, bool | int], /) -> Game: ...


LIBRARY = cast("_Library", import_module("pyspiel"))
UTILS = LIBRARY.gin_rummy.GinRummyUtils(13, 4, 10)
CARDS = tuple(UTILS.card_string(card) for card in range(52))
NUMBERS = {text: number for number, text in enumerate(CARDS)}
MELDS = dict(UTILS.int_to_meld)


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
