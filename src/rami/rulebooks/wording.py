"""Sentences that stand in place of an option's own where another option changes what is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rami.rulebooks.applying import factors_differ, swaps_happen, threes_hold_wilds

__all__ = ["OTHERWISE", "worded"]

Settings = Mapping[str, Any]
Test = Callable[[Settings], bool]

_NO_ROUND_TRIP = 13
_ORDER = "The cards follow one another as A 2 3 4 5 6 7 8 9 10 J Q K A"
_WITHOUT_TWOS = (
    "The cards follow one another as A 3 4 5 6 7 8 9 10 J Q K A, with a place for a wild card between ace and "
    "three"
)
_TAILS: Mapping[str, Test] = {
    "": lambda v: bool(v.get("melding.run_wrap")) and v["melding.max_run"] >= _NO_ROUND_TRIP,
    "; a run may go from ace to ace": lambda v: bool(v["melding.max_run"] > _NO_ROUND_TRIP),
    "; a run holds every rank once at most": lambda v: bool(v["melding.max_run"] == _NO_ROUND_TRIP),
    "; a run has at most {value} cards": lambda v: bool(v["melding.max_run"] < _NO_ROUND_TRIP),
}


def _no_wilds(v: Settings) -> bool:
    return not v.get("equipment.jokers", 4) and not v.get("equipment.wild_ranks")


def _wild_twos(v: Settings) -> bool:
    return bool(v.get("equipment.wild_ranks"))


def _natural_twos(v: Settings) -> bool:
    return not _wild_twos(v)


def _high_ace(v: Settings) -> bool:
    return bool(v.get("melding.ace") == "both")


def _has(name: str, *values: object) -> Test:
    return lambda v: v.get(name) in values


def _both(*tests: Test) -> Test:
    return lambda v: all(test(v) for test in tests)


def _groups(three: bool, four: bool) -> Test:
    def fits(v: Settings) -> bool:
        fewest, most = v.get("melding.set_min", 3), v.get("melding.set_max", 4)
        return three == (fewest <= 3) and four == (fewest <= 4 and (most is None or most >= 4))

    return fits


_concealed = _has("table.concealed", True)
_credit = _has("scoring.kind", "credit")
_columns = _has("match.columns", 3)
_all_uses = _has("drawing.discard_use", frozenset({"meld", "layoff", "swap"}))

OTHERWISE: Mapping[str, tuple[tuple[Test, str], ...]] = {
    "aim": (
        (
            _concealed,
            (
                "The aim of a round is to sort the cards into melds and to be left with fewer unmatched points than "
                "the other player."
            ),
        ),
        (
            lambda v: v.get("opening.contracts") is not None,
            "The aim is to be the first to complete all contracts.",
        ),
    ),
    "kinds": (
        (_groups(True, False), "A meld is a group or a run; a group of three is called a brelan."),
        (_groups(False, True), "A meld is a group or a run; a group of four is called a carré."),
        (_groups(False, False), "A meld is a group or a run."),
    ),
    "discard": (
        (
            _has("closing.final_discard", "optional", "forbidden"),
            (
                "A turn in which the player does not go out ends with one discard, face up on the pile; then the next "
                "player plays."
            ),
        ),
    ),
    "drawing.discard_use": (
        (
            _both(_all_uses, lambda v: not swaps_happen(v)),
            "The discard may be taken only if it is put on the table in the same turn, in a new meld or as a lay-off.",
        ),
    ),
    "melding.max_run": tuple(
        (_both(_high_ace, twos, test), f"{order}{tail}.")
        for twos, order in ((_wild_twos, _WITHOUT_TWOS), (_natural_twos, _ORDER))
        for tail, test in _TAILS.items()
    ),
    "melding.ace": (
        (
            _both(_has("melding.ace", "low"), _wild_twos),
            (
                "In a run the ace stands at the low end only; the order is A 3 4 5 6 7 8 9 10 J Q K, with a place for "
                "a wild card between ace and three."
            ),
        ),
    ),
    "opening.clean": (
        (
            _both(_no_wilds, _has("opening.clean", "run_meld", "run_window")),
            "It must contain a run, whose points count too.",
        ),
    ),
    "opening.all_at_once_requires": (
        (
            _both(_no_wilds, _has("opening.all_at_once_requires", "points")),
            (
                "Who goes out in the turn of the opening needs the points but no run; a lay-down without one obliges "
                "to go out in that turn."
            ),
        ),
        (
            _both(_no_wilds, _has("opening.all_at_once_requires", "nothing")),
            (
                "Who goes out in the turn of the opening needs neither points nor a run; a lay-down that falls short "
                "obliges to go out in that turn."
            ),
        ),
    ),
    "table.run_joker": (
        (
            _both(
                _has("table.run_joker", "exact"),
                _has("melding.joker_in_run", "burnt"),
                _has("melding.burnt_scope", "melds"),
            ),
            (
                "The wild card of a run could be exchanged only for the very card that it stands for; as every copy of "
                "that card lies on the table, it stays."
            ),
        ),
    ),
    "table.set_joker": (
        (
            _both(_has("table.set_joker", "four_only"), lambda v: not threes_hold_wilds(v)),
            "The wild card of a group of four may be exchanged for the missing suit.",
        ),
        (
            _both(_has("table.set_joker", "either_missing"), lambda v: not threes_hold_wilds(v)),
            "The wild card of a group may be exchanged for the missing suit.",
        ),
    ),
    "closing.stalemate": (
        (
            _has("scoring.kind", "none"),
            "A round in which a player can draw no card is void: nobody completes a contract in it.",
        ),
    ),
    "scoring.all_at_once_factors": (
        (
            _both(_no_wilds, lambda v: v["scoring.all_at_once_factors"] != (1,)),
            "Going out all at once multiplies the points of the others by {first}.",
        ),
    ),
    "scoring.joker_finish_factor": ((lambda v: not factors_differ(v), "That factor is {value}."),),
    "match.dealer_rotation": (
        (_both(_credit, _has("match.dealer_rotation", "loser")), "The loser of a round deals the next one."),
    ),
    "match.end": (
        (
            _both(_columns, _has("match.end", "first_to_target_wins")),
            (
                "A column ends when a player reaches the target in it, and then takes no more entries; when all are "
                "closed, the match ends and the highest sum of the columns wins."
            ),
        ),
        (
            _both(_credit, _has("match.end", "hands")),
            "The match has a fixed number of hands; then the highest total wins.",
        ),
    ),
    "match.lowest_tie": ((_credit, "Players with the same highest total share the win."),),
    "match.game_bonus": (
        (
            _both(_columns, lambda v: v["match.game_bonus"] is not None),
            "The winner of a column has a bonus of {value} in it.",
        ),
    ),
    "match.box_bonus": (
        (
            _both(_columns, lambda v: v["match.box_bonus"] is not None),
            "In each column a player has a bonus of {value} for every hand won that counts there.",
        ),
    ),
}
"""The sentences of options and of `FIXED` that hang on other options as well: the first whose test is met is said."""


def worded(name: str, usual: str, settings: Settings) -> str:
    """The sentence to say, with its blanks.

    Parameters:
        name: an option or the name of a sentence.
        usual: what is said of it when nothing else matters.
        settings: the options of the game, by "slot.field".
    """
    return next((text for test, text in OTHERWISE.get(name, ()) if test(settings)), usual)
