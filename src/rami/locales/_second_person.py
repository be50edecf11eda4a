"""Sentences about the reader, such as "You draw 6♥" where other players read "Ana draws a card".

In most languages the verb changes along with the name, so each sentence whose subject is a player has a second version
here. A sentence without a second version keeps the player's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["YOURS", "You"]


class You(str):
    """The word that names the reader in a sentence, such as "you"; `plain` is the name that all others read."""

    __slots__ = ("plain",)
    plain: str

    @classmethod
    def of(cls, word: str, plain: str) -> You:
        """Return the word that names the reader; `plain` is the name that all others read."""
        found = cls(word)
        found.plain = plain
        return found


_DONE: Final = {
    "draws {card}": "draw {card}",
    "draws a card": "draw a card",
    "draws {cards} as a penalty": "draw {cards} as a penalty",
    "draws {count:penalty card|penalty cards}": "draw {count:penalty card|penalty cards}",
    "takes {card} from the discard pile": "take {card} from the discard pile",
    "takes {card} from the discard pile, with {cards} above it": (
        "take {card} from the discard pile, with {cards} above it"
    ),
    "touches {card} on the discard pile and leaves it": "touch {card} on the discard pile and leave it",
    "passes": "pass",
    "may take a discard out of turn": "may take the discard out of turn",
    "buys {card} and takes {cards} with it": "buy {card} and take {cards} with it",
    "buys {card} and takes {count:card|cards} from the stock with it": (
        "buy {card} and take {count:card|cards} from the stock with it"
    ),
    "buys {card}": "buy {card}",
    "lays {melds}": "lay {melds}",
    "opens with {melds}": "open with {melds}",
    "opens with {melds} ({points:point|points})": "open with {melds} ({points:point|points})",
    "lays contract {number}: {melds}": "lay contract {number}: {melds}",
    "lays {cards}": "lay {cards}",
    "opens with {cards} ({points:point|points})": "open with {cards} ({points:point|points})",
    "lays {cards} and rearranges the table": "lay {cards} and rearrange the table",
    "adds {card} to {meld}": "add {card} to {meld}",
    "swaps {card} for {wild} in {meld}": "swap {card} for {wild} in {meld}",
    "swaps {card} and {other} for {wild} in {meld}": "swap {card} and {other} for {wild} in {meld}",
    "discards {card}": "discard {card}",
    "discards {card}, for a penalty of {points:point|points}": (
        "discard {card}, for a penalty of {points:point|points}"
    ),
    "discards {card} and says “carte”": "discard {card} and say “carte”",
    "knocks with {melds}": "knock with {melds}",
    "goes gin with {melds}": "go gin with {melds}",
    "goes big gin with {melds}": "go big gin with {melds}",
    "declares with {melds}": "declare with {melds}",
    "declares with pairs: {melds}": "declare with pairs: {melds}",
    "drops out of the round and pays {points:point|points}": "drop out of the round and pay {points:point|points}",
    "declares wrongly, is out of the round and pays {points:point|points}": (
        "declare wrongly, are out of the round and pay {points:point|points}"
    ),
    "shows {card}, a copy of the turned-up card": "show {card}, a copy of the turned-up card",
    "still has to {duties}": "still have to {duties}",
    "has no duties left": "have no duties left",
    "announces the last round": "announce the last round",
    "buys back in": "buy back in",
    "stays out": "stay out",
    "leaves the match": "leave the match",
    "goes out": "go out",
    "goes out all at once": "go out all at once",
    "wins the round": "win the round",
}

YOURS: Final[Mapping[tuple[str, str], str]] = {
    **{("player", others): yours for others, yours in _DONE.items()},
    ("player", "it is {player}'s turn."): "it is your turn.",
    ("dealer", "Round {number}: {dealer} deals."): "Round {number}: you deal.",
    (
        "dealer",
        "Round {number}: {dealer} deals and turns up {card}.",
    ): "Round {number}: you deal and turn up {card}.",
    ("who", "{who} wins the match."): "you win the match.",
    # Several winners, the reader among them: "Ana and you".
    ("who", "{who} win the match."): "{who} win the match.",
    ("player", "{player} has to open first"): "open first",
    ("player", "{player} has not opened and may not take the discard"): (
        "you have not opened and may not take the discard"
    ),
    ("player", "{player} opened with groups and runs and may not lay pairs now"): (
        "you opened with groups and runs and may not lay pairs now"
    ),
    ("by", "it is {player}'s turn, not {by}'s"): "it is {player}'s turn, not yours",
    ("player", "it is {player}'s turn, not {by}'s"): "it is your turn, not {by}'s",
    ("player", "{player} must first decide whether to buy back in"): "first decide whether to buy back in",
    ("player", "{player} showed the turned-up card {points}"): "you showed the turned-up card {points}",
    ("player", "deadwood of {player}: {points}"): "your deadwood: {points}",
}
"""The sentences for the reader; each key is the blank that names the reader and the sentence for all others."""
