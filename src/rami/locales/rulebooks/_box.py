"""The box at the head of a rulebook: the game at a glance, written from the same options as the sentences below it.

`ROWS` lists the possible texts of each row. A row shows the first text whose condition the game meets, with the blanks
filled from its options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from rami.errors.texts import JOKER_TILES
from rami.locales.rulebooks._conditions import by_round, tiles
from rami.locales.speaking import Language, filled
from rami.policies.declaring.needs import declares, highest_wins, nets
from rami.policies.declaring.options import Condition, Settings, field_of, names
from rami.policies.declaring.values import by_players, largest
from rami.policies.variant import Variant

LABELS: Mapping[str, str] = {
    "players": "Players",
    "cards": "Cards",
    "tiles": "Tiles",
    "hand": "You get",
    "aim": "Aim",
    "match": "Match",
}


def _count(v: Settings, players: int) -> int:
    """Return the number of cards that the game uses with this number of players."""
    each = len(v.equipment.ranks) * len(v.equipment.suits)
    return each * by_players(v.equipment.packs, players) + by_players(v.equipment.jokers, players)


def _each(value: int | tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    """Return the values of an option for `least` to `most` players, sorted and without duplicates."""
    return tuple(sorted({by_players(value, players) for players in range(least, most + 1)}))


def _packs(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    return {
        "packs": by_players(v.equipment.packs, most),
        "jokers": by_players(v.equipment.jokers, most),
        # Consider only numbers of players for whom there are enough cards; other figures would puzzle the reader.
        "some_packs": _each(v.equipment.packs, least, most),
        "some_jokers": _each(v.equipment.jokers, least, most),
        "first": _count(v, least),
        "cards": _count(v, most),
    }


def _hand(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    if v.met(_hand_grows):
        # The first and the last size show how the hands grow; the list of rounds gives the sizes in between.
        return dict(zip(("first", "last"), _sizes_at_ends(v), strict=True))
    cards = by_players(v.dealing.hand_size, least)
    more = cards + v.dealing.starter_extra
    return {"cards": cards, "more": more, "sizes": _each(v.dealing.hand_size, least, most)}


def _match(v: Settings, least: int, most: int) -> Mapping[str, Any]:
    if v.match.end == "contracts":
        return {"count": len(v.opening.contracts or ())}
    if v.match.end == "hands":
        return {"count": v.match.hands}
    return {"points": v.match.elimination_limit if v.match.end == "elimination" else v.match.target}


def _sizes_at_ends(v: Settings) -> tuple[int, int]:
    """Return the sizes of a hand in the first and in the last round of the match."""
    sizes = cast("tuple[int, ...]", dict(v.match.rounds)[field_of(names.dealing.hand_size)])
    number = v.match.hands if v.match.end == "hands" else None
    return sizes[0], sizes[:number][-1]


def _hand_grows(v: Settings) -> bool:
    first, last = _sizes_at_ends(v) if by_round(names.dealing.hand_size)(v) else (0, 0)
    return first != last


def _complete(v: Settings) -> bool:
    return len(v.equipment.ranks) * len(v.equipment.suits) == 52


def _fixed(v: Settings) -> bool:
    return isinstance(v.equipment.packs, int) and isinstance(v.equipment.jokers, int)


def _whole(v: Settings) -> bool:
    return _complete(v) and _fixed(v)


ROWS: Mapping[str, tuple[tuple[Condition, str], ...]] = {
    "players": (
        (lambda v: v.equipment.players[0] == v.equipment.players[1], "{first}"),
        (lambda v: bool(v.equipment.players), "{first} to {second}"),
    ),
    "tiles": (
        (
            lambda v: v.equipment.faces == JOKER_TILES and _whole(v),
            "{cards} tiles: the numbers 1 to 13 in four colours, {packs} of each, and {jokers:joker|jokers}",
        ),
        (
            lambda v: tiles(v) and _whole(v),
            "{cards} tiles: the numbers 1 to 13 in four colours, {packs} of each, and {jokers} false jokers",
        ),
        (tiles, "{cards} tiles"),
    ),
    "cards": (
        # An empty text ends the search, because the row about the tiles already says this.
        (tiles, ""),
        (lambda v: _whole(v) and not v.equipment.jokers, "{packs:=one pack|packs} of 52 cards, no jokers"),
        (_whole, "{packs:=one pack|packs} of 52 cards and {jokers:=one joker|jokers}"),
        (_fixed, "{cards:card|cards}"),
        (
            lambda v: _complete(v) and not largest(v.equipment.jokers),
            "{some_packs:or} packs of 52 cards, depending on the number of players; no jokers",
        ),
        (
            _complete,
            "{some_packs:or} packs of 52 cards and {some_jokers:or} jokers, depending on the number of players",
        ),
        (lambda v: bool(v.equipment.packs), "{first} to {cards} cards, depending on the number of players"),
    ),
    "hand": (
        (_hand_grows, "{first:card|cards} in the first round, {last} in the last"),
        (
            lambda v: not isinstance(v.dealing.hand_size, int),
            "{sizes:or} cards, depending on the number of players",
        ),
        (lambda v: v.dealing.starter_extra == 1, "{cards:card|cards}; the player who starts gets {more}"),
        (lambda v: bool(v.dealing.hand_size), "{cards:card|cards}"),
    ),
    "aim": (
        # Test this before the other concealed games, because a declared hand has no deadwood to compare.
        (declares, "be the first to fit all your cards but one into melds"),
        (lambda v: v.table.concealed, "end a round with less deadwood than the other player"),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "be the first to complete all contracts",
        ),
        (nets, "score with the cards you lay; cards left in your hand count against you"),
        (lambda v: not v.table.concealed, "be the first to get rid of all your cards by melding them"),
    ),
    "match": (
        (
            lambda v: v.match.end == "first_to_target_wins" and v.match.target is not None,
            "first to {points} points",
        ),
        (
            lambda v: v.match.end == "until" and v.match.target is not None and highest_wins(v),
            "until a player has {points} points; the highest total wins",
        ),
        (
            lambda v: v.match.end == "until" and v.match.target is not None,
            "until a player has {points} points; the lowest total wins",
        ),
        (
            lambda v: v.match.end == "elimination" and v.match.elimination_limit is not None,
            "at {points} points you are eliminated; the last player left wins",
        ),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "{count:contract|contracts}, one after the other",
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands is not None and highest_wins(v),
            "{count:round|rounds}; the highest total wins",
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands is not None,
            "{count:round|rounds}; the lowest total wins",
        ),
    ),
}
"""The rows of the box, each with its possible texts; the first text whose condition the game meets is used."""

BLANKS: Mapping[str, Callable[[Settings, int, int], Mapping[str, Any]]] = {
    "players": lambda v, least, most: {"first": least, "second": most},
    "tiles": _packs,
    "cards": _packs,
    "hand": _hand,
    "match": _match,
}
"""For each row, the function that fills its blanks, given the options and the fewest and most players allowed."""

BOXED: Mapping[str, Condition] = {
    field_of(names.equipment.players): lambda v: bool(v.equipment.players),
    field_of(names.equipment.packs): lambda v: not tiles(v) and _whole(v),
    # In games with jokers the sentence also says which cards they stand for; the box does not.
    field_of(names.equipment.jokers): lambda v: not tiles(v) and _whole(v) and not v.equipment.jokers,
}
"""The options whose sentences say no more than the box does, each with the condition under which this is so."""


def box(variant: Variant, settings: Settings, spoken: Language) -> Iterator[tuple[str, str]]:
    """Yield the game at a glance, as pairs of a label and a few words; rows without content are left out."""
    for row, texts in ROWS.items():
        words = next((text for test, text in texts if settings.met(test)), "")
        if words:
            blanks: Mapping[str, Any] = BLANKS[row](settings, *variant.players) if row in BLANKS else {}
            yield spoken.message("rulebook.box", LABELS[row]), filled(spoken, "rulebook.box", words, blanks)
