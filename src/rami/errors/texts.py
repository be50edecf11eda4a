"""The English words for the blanks in the sentences of `Reason`, and other sentences for some values of a parameter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import auto
from typing import Any, Literal, NamedTuple

from rami._base.values import MessageEnum


class Part(MessageEnum):
    """A part that a parser may expect in text, with its English name."""

    CARD = auto(), "a card"
    COUNT = auto(), "the number of cards"
    CARD_INDEX = auto(), "the index of a card in the meld"
    CARD_OR_DASH = auto(), "a card or '-'"
    CARDS = auto(), "a list of cards"
    COMMITMENT_LINE = auto(), "'commitment' and 64 hexadecimal digits"
    DEAL = auto(), "a deal such as N:AKQ.J.T98.2 -"
    DIGEST_LINE = auto(), "'digest' and 64 hexadecimal digits"
    END = auto(), "the end"
    END_OF_CONTEXT = auto(), "the end of the context"
    END_OF_LINE = auto(), "the end of the line"
    END_OF_MELD = auto(), "the end of the meld"
    END_OF_MOVE = auto(), "the end of the move"
    END_OF_OPTIONS = auto(), "the end of the options"
    END_OF_OUTCOME = auto(), "the end of the outcome"
    END_OF_POSITION = auto(), "the end of the position"
    END_OF_TURN = auto(), "the end of the turn"
    FIRST_CARD = auto(), "a natural card"
    HAND = auto(), "a hand of four suits with dots between them, or -"
    HIGHER_RANK = auto(), "a higher rank"
    HOUSE_FILE = auto(), "a house-rule file"
    LINE = auto(), "a line"
    LOG_LINE = auto(), "a line of a log, one JSON object"
    MELD = auto(), "a meld"
    MELD_NUMBER = auto(), "the number of a table meld"
    MOVE = auto(), "a move"
    NUMBER = auto(), "a number"
    ONE_SUIT = auto(), "one suit for the whole run"
    OPTION = auto(), "an option such as opening.minimum = 71"
    OPTION_VALUE = auto(), 'a value such as 71, true, "none" or [2, 7]'
    OWNER = auto(), "the seat of its owner"
    PLAYERS_LINE = auto(), "'players' and their number"
    POLICY_LINE = auto(), "'policy' and a slot"
    POSITION = auto(), "a position"
    POSITIVE = auto(), "a number above 0"
    RANK = auto(), "a rank"
    RANK_HELD = auto(), "a rank in your hand"
    RECORD = auto(), "a record"
    RECORD_HEAD = auto(), "'rami record 1'"
    SESSION_HEAD = auto(), "'rami session 2'"
    SEAT = auto(), "a seat"
    SEED_LINE = auto(), "'seed' and a number"
    SHUFFLE_LINE = auto(), "'shuffle 1', the only shuffle of this version of rami"
    SIDE = auto(), "a seat such as N, and a colon"
    SLUG = auto(), "the slug of a variant"
    TAG = auto(), 'a tag such as [Deal "N:AKQ.J.T98.2 -"]'
    TEXT = auto(), "text"
    TURN = auto(), "a turn"
    VARIANT_LINE = auto(), "'variant' with a slug and a version"
    VERSION = auto(), "the version of the variant"
    WRITER_LINE = auto(), "the version of rami, such as 'rami 1.0'"


class Decider(NamedTuple):
    """A test of a violation's parameters that chooses between the sentences of a code.

    The test is data, so that clients not written in Python can apply it too.

    Parameters:
        test: the condition on the first parameter in `names`: "null" for None; "empty" for None, False, 0 or an
            empty value; "given" for any other value; "same" if it equals the second parameter. With "value" there
            is no condition, and the parameter itself is the key of the sentence.
        names: the names of the one or two parameters.
    """

    test: Literal["null", "empty", "given", "same", "value"]
    names: tuple[str, ...]

    def __call__(self, params: Mapping[str, Any]) -> object:
        """Return the key of the sentence for these parameters."""
        # A violation that a caller made may lack the parameter; a missing parameter does not count as None.
        first = params.get(self.names[0], _MISSING)
        match self.test:
            case "null":
                return first is None
            case "empty":
                return first is not _MISSING and not first
            case "given":
                return first is not _MISSING and bool(first)
            case "same":
                return first == params.get(self.names[1])
            case "value":
                return None if first is _MISSING else first


_MISSING = object()


OTHERWISE: dict[str, tuple[Decider, Mapping[object, str]]] = {
    "not_a_policy": (
        Decider("empty", ("methods",)),
        {True: "{field} must be {expected} options, not {got}"},
    ),
    # "with only 0 natural cards" would not be English.
    "wild_share": (
        Decider("empty", ("naturals",)),
        {True: "too many wild cards: {wilds} and no natural card"},
    ),
    "few_naturals": (
        Decider("empty", ("naturals",)),
        {True: "a meld needs at least {needed:natural card|natural cards}, and this one has none"},
    ),
    # A game for one fixed number of players has no range to name.
    "player_count": (
        Decider("same", ("lo", "hi")),
        {True: "{players:player|players}: this game is for {hi}"},
    ),
    # If there is a suggestion, leave out the list of all games.
    "unknown_variant": (
        Decider("given", ("nearest",)),
        {True: "there is no variant {slug!r}"},
    ),
    "not_your_turn": (Decider("null", ("by",)), {True: "it is {player}'s turn; spectators cannot play"}),
    "card_not_held": (
        Decider("given", ("held",)),
        {True: "you hold {held:copy|copies} of {card} and need {needed}"},
    ),
    # Players do not know the phases of the engine, so tell them what to do instead.
    "wrong_phase": (
        Decider("value", ("phase",)),
        {
            "offer": "take the card that is offered, or pass",
            "draw": "draw a card first",
            "stock": "draw from the stock first",
            "play": "you have already drawn a card",
            "layoff": "somebody has knocked: lay off cards, or finish",
        },
    ),
    "hand_size": (Decider("empty", ("count",)), {True: "the hand of {player} cannot be empty"}),
    "hand_unknown": (
        Decider("value", ("why",)),
        {
            "shown": "enter the hand of {player}: it was shown",
            "opened": "enter the hand of {player}: the cards of a player who has opened count",
        },
    ),
    "text_expected": (Decider("null", ("found",)), {True: "{part} was expected, not the end"}),
    "word_expected": (Decider("null", ("found",)), {True: "{words!r:or} was expected, not the end"}),
    "record_differs": (
        Decider("null", ("recorded",)),
        {True: "the record ends where the replay gives {found!r}"},
    ),
}
"""The codes whose sentence depends on parameters, each with its test and the sentence for each result.

`rami.policies` adds the reasons why option values are reserved.
"""

VALUES: dict[str, Mapping[str, str]] = {
    "phase": {word: word for word in ("offer", "draw", "stock", "play", "discard", "layoff", "over")},
    "kind": {
        "knock": "a knock",
        "gin": "gin",
        "big_gin": "big gin",
        "declaration": "a declaration",
        "pairs": "pairs",
    },
    "factor": {
        "all_at_once": "all at once",
        "all_at_once_with_joker": "all at once with a joker",
        "rami_sec": "all at once before anybody else melded",
        "rami_sec_with_joker": "all at once with a joker before anybody else melded",
        "pairs": "pairs",
        "pairs_with_joker": "pairs with a joker",
        "joker_finish": "joker finish",
    },
    "where": {
        "new_meld": "in a new meld",
        "meld_or_layoff": "in a new meld or as a lay-off",
    },
    "part": {part: part.template for part in Part},
}
"""The words for parameters that are codes, by parameter name; `rami.policies` adds more words."""

FACES = frozenset(
    {"card", "cards", "hand", "meld", "melds", "move", "okey", "other", "readings", "wild", "words"}
)
"""The parameters that hold cards, alone or within moves."""

RANKS: Mapping[str, str] = {"T": "10"}
"""The ranks that people write differently from the card notation."""

TILES = "tiles"
"""The value of `equipment.faces` for a game played with the tiles of Okey, whose wild tiles are called okeys."""

JOKER_TILES = "joker_tiles"
"""The value of `equipment.faces` for a game played with tiles, whose wild tiles are called jokers."""


def are_tiles(faces: object) -> bool:
    """Return whether this value of `equipment.faces` stands for tiles."""
    return faces in (TILES, JOKER_TILES)


# `rami.cards` has this constant too, but this lower layer must not import it.
_NOTATION = "A23456789TJQK"
_COLOURS = dict(zip("♣♦♥♠", "byrk", strict=True))
_CARD = re.compile(f"([{_NOTATION}])([♣♦♥♠])")


def for_people(text: str, *, tiles: bool = False) -> str:
    """Return text with its cards as people write them: 10♥ instead of T♥, tiles by number and colour.

    Only this function makes the conversion; a language with other letters for ranks or colours replaces them in the
    result.

    Parameters:
        text: any text, with cards in rami's notation.
        tiles: True for a game played with tiles.

    >>> for_people("lay 9♥ T♥ J♥"), for_people("lay 9♥ T♥ J♥", tiles=True)
    ('lay 9♥ 10♥ J♥', 'lay 9r 10r 11r')
    """

    def put(card: re.Match[str]) -> str:
        if tiles:
            return f"{_NOTATION.index(card[1]) + 1}{_COLOURS[card[2]]}"
        return f"{RANKS.get(card[1], card[1])}{card[2]}"

    return _CARD.sub(put, text)


TILE_WORDS: Mapping[str, str] = {
    "card": "tile",
    "cards": "tiles",
    "the card turned up": "the indicator",
    "a card turned up": "an indicator",
    "the turned-up card": "the indicator",
    "a wild card": "an okey",
    "wild card": "okey",
    "wild cards": "okeys",
    "a joker": "an okey",
    "joker": "okey",
    "jokers": "okeys",
    "false joker": "false joker",
    "false jokers": "false jokers",
    "a natural card": "an ordinary tile",
    "natural": "ordinary",
    "an ace": "a 1",
    "ace": "1",
    "aces": "1s",
    "king": "13",
    "queen": "12",
    "jack": "11",
    "rank": "number",
    "ranks": "numbers",
    "suit": "colour",
    "suits": "colours",
    "pack": "set",
    "packs": "sets",
    "all at once before anybody else melded": "all at once",
    "all at once with a joker before anybody else melded": "all at once with an okey",
}
"""The words of card games, each mapped to its word in tile games.

In these games only the okeys are wild, so a joker and a wild card are both called an okey. A catalogue lists the words
of its language in the context "language" under "tiles", such as "carte = tuile, le joker = l'okey"; a word
includes its article or preposition if that changes with the noun. A sentence in which replacing words is not
enough has a separate form for tiles.
"""


JOKER_TILE_WORDS: Mapping[str, str] = {
    word: other for word, other in TILE_WORDS.items() if "okey" not in other
}
"""The words for tile games that call their wild tiles jokers instead of okeys."""


def rewording(words: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function that replaces words in a template, that is, in a sentence with unfilled blanks.

    The function leaves the names of blanks alone, keeps initial capitals, and replaces the longest words first.

    >>> rewording({"a joker": "an okey", "card": "tile", "cards": "tiles"})(
    ...     "A joker for {card}: {n:card|cards}"
    ... )
    'An okey for {card}: {n:tile|tiles}'
    """
    longest = sorted(words, key=len, reverse=True)
    # Arabic writes prefixes together with their noun, so only a Latin letter beside a match makes it part of
    # a longer word.
    letter = "A-Za-zÀ-ɏ"
    listed = "|".join(map(re.escape, longest))
    pattern = re.compile(rf"\{{\w+|(?<![{letter}])({listed})(?![{letter}])", re.IGNORECASE)

    def put(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        other = words[found[1].lower()]
        return other[:1].upper() + other[1:] if found[1][0].isupper() else other

    return lambda sentence: pattern.sub(put, sentence)


in_tiles: Callable[[str], str] = rewording(TILE_WORDS)
"""Reword an English template for games whose wild tiles are okeys."""

in_joker_tiles: Callable[[str], str] = rewording(JOKER_TILE_WORDS)
"""Reword an English template for games whose wild tiles are jokers."""

NAMED: Mapping[str, str] = {"player": "player {number}", "by": "player {number}", "meld": "meld {number}"}
"""The English names of seats and table melds, by parameter name."""

BECAUSE = ("{sentence}: {reasons}", " and ")
"""A sentence followed by its reasons, and the word that joins two reasons."""

PLACES = (("path", "at"), ("line", "line"), ("column", "character"), ("round", "round"))
"""The parameters that give a place in text or on a score sheet, each with its English word."""

PLACED = "{place}: {sentence}"
"""A sentence preceded by its place."""

HINT = "; did you mean {nearest!r}?"
"""The suggestion added to a sentence about an unknown word."""
