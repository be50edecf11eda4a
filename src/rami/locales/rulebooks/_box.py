"""The box at the head of a rulebook: the game at a glance, written from the same options as its sentences.

`ROWS` lists the possible texts of each row. The row shows the first text whose test is met, filled from the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rami.errors.texts import JOKER_TILES, are_tiles
from rami.locales.speaking import Language, filled
from rami.policies.declaring._by_players import by_players, largest
from rami.policies.declaring.needs import declares, highest_wins, nets
from rami.policies.declaring.options import Condition, Settings, field_of, names
from rami.policies.variant import Variant

LABELS: Mapping[str, str] = {
    "players": "Players",
    "cards": "Cards",
    "tiles": "Tiles",
    "hand": "You get",
    "aim": "Aim",
    "match": "Match",
}

Blanks: TypeAlias = Callable[[Settings, int, int], Mapping[str, Any]]


def _tiles(v: Settings) -> bool:
    return are_tiles(v.equipment.faces)


def _count(v: Settings, players: int) -> int:
    """Return the number of cards in the game."""
    each = len(v.equipment.ranks) * len(v.equipment.suits)
    return each * by_players(v.equipment.packs, players) + by_players(v.equipment.jokers, players)


def _each(value: int | tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    """Return the values of an option for `least` to `most` players, sorted and without duplicates."""
    return tuple(sorted({by_players(value, players) for players in range(least, most + 1)}))


def _packs(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    return {
        "packs": by_players(v.equipment.packs, most),
        "jokers": by_players(v.equipment.jokers, most),
        # List only hands that can be dealt; figures for other numbers of players would be puzzling.
        "some_packs": _each(v.equipment.packs, least, most),
        "some_jokers": _each(v.equipment.jokers, least, most),
        "first": _count(v, least),
        "cards": _count(v, most),
    }


def _hand(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    cards = by_players(v.dealing.hand_size, least)
    more = cards + v.dealing.starter_extra
    return {"cards": cards, "more": more, "sizes": _each(v.dealing.hand_size, least, most)}


def _by_hand(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    # The first and the last size show how the hands grow; the list of rounds has those in between.
    sizes = dict(v.match.rounds)[field_of(names.dealing.hand_size)]
    return {"first": sizes[0], "last": sizes[-1]}


def _changes(v: Settings) -> bool:
    return field_of(names.dealing.hand_size) in dict(v.match.rounds)


def _whole(v: Settings) -> bool:
    return len(v.equipment.ranks) * len(v.equipment.suits) == 52 and _fixed(v)


def _fixed(v: Settings) -> bool:
    return isinstance(v.equipment.packs, int) and isinstance(v.equipment.jokers, int)


def _nothing(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    return {}


ROWS: Mapping[str, tuple[tuple[Condition, str, Blanks], ...]] = {
    "players": (
        (
            lambda v: v.equipment.players[0] == v.equipment.players[1],
            "{first}",
            lambda v, least, most: {"first": least},
        ),
        (
            lambda v: bool(v.equipment.players),
            "{first} to {second}",
            lambda v, least, most: {"first": least, "second": most},
        ),
    ),
    "tiles": (
        (
            lambda v: v.equipment.faces == JOKER_TILES and _whole(v),
            "{cards} tiles: the numbers 1 to 13 in four colours, {packs} of each, and {jokers:joker|jokers}",
            _packs,
        ),
        (
            lambda v: _tiles(v) and _whole(v),
            "{cards} tiles: the numbers 1 to 13 in four colours, {packs} of each, and {jokers} false jokers",
            _packs,
        ),
        (_tiles, "{cards} tiles", _packs),
    ),
    "cards": (
        # An empty text ends the search, because the row about the tiles already says this.
        (_tiles, "", _nothing),
        (
            lambda v: _whole(v) and not v.equipment.jokers,
            "{packs:=one pack|packs} of 52 cards, no jokers",
            _packs,
        ),
        (
            _whole,
            "{packs:=one pack|packs} of 52 cards and {jokers:=one joker|jokers}",
            _packs,
        ),
        (_fixed, "{cards:card|cards}", _packs),
        (
            lambda v: (
                len(v.equipment.ranks) * len(v.equipment.suits) == 52 and not largest(v.equipment.jokers)
            ),
            "{some_packs:or} packs of 52 cards, depending on the number of players; no jokers",
            _packs,
        ),
        (
            lambda v: len(v.equipment.ranks) * len(v.equipment.suits) == 52,
            "{some_packs:or} packs of 52 cards and {some_jokers:or} jokers, depending on the number of players",
            _packs,
        ),
        (
            lambda v: bool(v.equipment.packs),
            "{first} to {cards} cards, depending on the number of players",
            _packs,
        ),
    ),
    "hand": (
        (_changes, "{first:card|cards} in the first round, {last} in the last", _by_hand),
        (
            lambda v: not isinstance(v.dealing.hand_size, int),
            "{sizes:or} cards, depending on the number of players",
            _hand,
        ),
        (
            lambda v: v.dealing.starter_extra == 1,
            "{cards:card|cards}; the player who starts gets {more}",
            _hand,
        ),
        (lambda v: bool(v.dealing.hand_size), "{cards:card|cards}", _hand),
    ),
    "aim": (
        # Test this before the other concealed games, because a declared hand has no deadwood to compare.
        (declares, "be the first to fit all your cards but one into melds", _nothing),
        (lambda v: v.table.concealed, "end a round with less deadwood than the other player", _nothing),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "be the first to complete all contracts",
            _nothing,
        ),
        (nets, "score with the cards you lay; cards left in your hand count against you", _nothing),
        (
            lambda v: not v.table.concealed,
            "be the first to get rid of all your cards by melding them",
            _nothing,
        ),
    ),
    "match": (
        (
            lambda v: v.match.end == "first_to_target_wins" and v.match.target is not None,
            "first to {points} points",
            lambda v, least, most: {"points": v.match.target},
        ),
        (
            lambda v: v.match.end == "until" and v.match.target is not None and highest_wins(v),
            "until a player has {points} points; the highest total wins",
            lambda v, least, most: {"points": v.match.target},
        ),
        (
            lambda v: v.match.end == "until" and v.match.target is not None,
            "until a player has {points} points; the lowest total wins",
            lambda v, least, most: {"points": v.match.target},
        ),
        (
            lambda v: v.match.end == "elimination" and v.match.elimination_limit is not None,
            "at {points} points you are eliminated; the last player left wins",
            lambda v, least, most: {"points": v.match.elimination_limit},
        ),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "{count:contract|contracts}, one after the other",
            lambda v, least, most: {"count": len(v.opening.contracts or ())},
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands is not None and highest_wins(v),
            "{count:round|rounds}; the highest total wins",
            lambda v, least, most: {"count": v.match.hands},
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands is not None,
            "{count:round|rounds}; the lowest total wins",
            lambda v, least, most: {"count": v.match.hands},
        ),
    ),
}
"""The rows of the box; each shows the first text whose test is met, with its blanks filled."""

BOXED: Mapping[str, Condition] = {
    field_of(names.equipment.players): lambda v: bool(v.equipment.players),
    field_of(names.equipment.packs): lambda v: not _tiles(v) and _whole(v),
    # In games with jokers the sentence also says which cards they stand for; the box does not.
    field_of(names.equipment.jokers): lambda v: not _tiles(v) and _whole(v) and not v.equipment.jokers,
}
"""The options whose sentences the box repeats in full, each with the condition under which it does."""


def box(variant: Variant, settings: Settings, spoken: Language) -> tuple[tuple[str, str], ...]:
    """Return the game at a glance, as pairs of a label and a few words; rows without content are left out."""
    return tuple(_box(variant, settings, spoken))


def _box(variant: Variant, settings: Settings, spoken: Language) -> Iterator[tuple[str, str]]:
    for row, texts in ROWS.items():
        found = next(((text, blanks) for test, text, blanks in texts if settings.met(test)), ("", _nothing))
        if found[0]:
            blanks = found[1](settings, *variant.players)
            label = spoken.message("rulebook.box", LABELS[row])
            yield label, filled(spoken, "rulebook.box", found[0], blanks)
