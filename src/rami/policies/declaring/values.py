"""The values that an option accepts, and the values that rule texts name without defining them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import cast

import attrs

from rami._base.values import Value
from rami.errors import Reason, Violation
from rami.errors.texts import OTHERWISE, Decider

__all__ = ["LARGEST", "MOST_PACKS", "MOST_PLAYERS", "RESERVED", "Reserved", "Values"]

LARGEST = 1_000_000
"""The largest integer that an option may be set to."""
MOST_PACKS = 16
"""The largest number of packs in a game."""
MOST_PLAYERS = 24
"""The largest number of players in a game."""


def unchanged(value: object) -> object:
    """Return the value itself."""
    return value


@attrs.frozen
class Values(Value):
    """The values that an option accepts: a test, a description, and a conversion of input.

    Parameters:
        allowed: the allowed values as a violation lists them; an interval is a string such as "1..200".
        accepts: a function that tests a value; it must never raise.
        convert: a function that turns other spellings of a value into the stored form, and returns any other
            value unchanged.
        items: the values that each item of a tuple may have, if items are read from text; None otherwise.
        fault: a function that returns the violation for the first wrong part of a value, None if it finds none.
    """

    allowed: tuple[object, ...]
    accepts: Callable[[object], bool]
    convert: Callable[[object], object] = unchanged
    items: Values | None = None
    fault: Callable[[object], Violation | None] | None = None


def same(one: object, other: object) -> bool:
    """Return whether two option values are equal and of the same type; True is not 1."""
    return type(one) is type(other) and one == other


def one_of(*choices: object) -> Values:
    """Accept exactly these values; True is not 1, and False is not 0."""
    known = {(type(each), each) for each in choices}
    kinds = {kind for kind, _ in known}
    # Compare the type first, because a value of another type might not be hashable.
    return Values(choices, lambda value: type(value) in kinds and (type(value), value) in known)


flag: Values = one_of(True, False)
"""True or False, but no other value that equals one of these, such as 1."""


def integer(lo: int, hi: int = LARGEST) -> Values:
    """Accept an int from `lo` to `hi`, both included; a bool is not accepted."""
    return Values(
        (lo if lo == hi else f"{lo}..{hi}",), lambda value: type(value) is int and lo <= value <= hi
    )


def tuple_of(members: Values, least: int, most: int, allowed: str) -> Values:
    """Accept a tuple of `least` to `most` values that `members` accepts; a list and its members are converted first."""

    def accepts(value: object) -> bool:
        if type(value) is not tuple:
            return False
        listed = cast("tuple[object, ...]", value)
        return least <= len(listed) <= most and all(map(members.accepts, listed))

    def convert(value: object) -> object:
        if isinstance(value, (list, tuple)):
            return tuple(map(members.convert, cast("Collection[object]", value)))
        return value

    return Values((allowed,), accepts, convert, None if members.convert is unchanged else members)


def integers(count: int, lo: int, hi: int = LARGEST) -> Values:
    """Accept a tuple of `count` ints from `lo` to `hi`; a list is converted."""
    return tuple_of(integer(lo, hi), count, count, f"[{', '.join([f'{lo}..{hi}'] * count)}]")


def subset(*choices: object, empty: bool = False, most: int = LARGEST) -> Values:
    """Accept a frozenset of no more than `most` choices; lists, sets, tuples, ranges and words are converted.

    The word "all" means every choice; commas or spaces may separate several words.
    """

    def convert(value: object) -> object:
        if type(value) is str:
            words = value.replace(",", " ").split()
            if words == ["all"] and "all" not in choices:
                return frozenset(choices)
            value = words
        if isinstance(value, (list, tuple, set, frozenset, range)):
            listed = cast("Collection[object]", value)
            try:
                return frozenset(map(same_choice, listed))
            except TypeError:
                # A member is not hashable. `accepts` refuses the tuple, and the error can still quote it.
                return tuple(listed)
        return value

    def same_choice(value: object) -> object:
        """Return the choice that a value names; rank 2 may be a number, an enum member or text."""
        # Ranks from JSON and TOML are strings; ranks from Python are numbers or members of `Rank`.
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            for choice in choices:
                if value == choice or value == str(choice):
                    return choice
        return value

    known = {(type(choice), choice) for choice in choices}  # True is not 1

    def accepts(value: object) -> bool:
        if not isinstance(value, frozenset) or not (value or empty):
            return False
        members = cast("frozenset[object]", value)
        return len(members) <= most and all((type(each), each) in known for each in members)

    # If only one choice is allowed, list the sets, because a set of all choices would be refused.
    listed = [*map(str, choices)] if most == 1 else [", ".join(map(str, choices))]
    allowed = tuple(f"{{{each}}}" for each in listed)
    return Values(("{}", *allowed) if empty else allowed, accepts, convert)


def either(*alternatives: Values) -> Values:
    """Accept every value that one of the alternatives accepts."""
    # Apply all conversions one after another; each leaves other kinds of values unchanged.
    converts = [each.convert for each in alternatives if each.convert is not unchanged]

    def accepts(value: object) -> bool:
        for alternative in alternatives:  # noqa: SIM110  # a generator is slower than the tests
            if alternative.accepts(value):
                return True
        return False

    def convert(value: object) -> object:
        for each in converts:
            value = each(value)
        return value

    allowed = tuple(each for alternative in alternatives for each in alternative.allowed)
    items = next((each.items for each in alternatives if each.items is not None), None)
    return Values(allowed, accepts, convert if converts else unchanged, items)


def by_number_of_players(lo: int, hi: int) -> Values:
    """Accept an int from `lo` to `hi`, or a tuple of such ints for 2, 3, 4 and more players; see `by_players`."""
    each = integer(lo, hi)
    return either(each, tuple_of(each, 1, MOST_PLAYERS - 1, f"[{lo}..{hi}, …]"))


def by_players(value: int | tuple[int, ...], players: int) -> int:
    """Return the number for this many players; the last number of a tuple applies to more players too."""
    return value if isinstance(value, int) else value[max(0, min(players - 2, len(value) - 1))]


def shares(
    values: tuple[int, ...], fewest: int = 2, most: int | None = None
) -> list[tuple[int, int, int | None]]:
    """Return each number with the range of players to which it applies; None as the end stands for "or more".

    Equal neighbours share a range.

    Parameters:
        values: the numbers for two players, for three, and up to the last, which also applies to more players.
        fewest: the minimum number of players in the game.
        most: the maximum number of players in the game; None for no limit.

    >>> shares((10, 7, 7, 6)), shares((2, 2, 2, 3), 3, 8), shares((1, 2), 2, 3)
    ([(10, 2, 2), (7, 3, 4), (6, 5, None)], [(2, 3, 4), (3, 5, None)], [(1, 2, 2), (2, 3, 3)])
    """
    last = len(values) + 1
    made: list[tuple[int, int, int | None]] = []
    for players in range(fewest, max(fewest, last) + 1):
        if most is not None and players > most:
            break
        value = by_players(values, players)
        # Merge equal neighbours: (10, 7, 7, 6) is printed as "7 with 3 or 4 players" (BAS-DEAL-02).
        if made and made[-1][0] == value:
            made[-1] = (value, made[-1][1], players)
        else:
            made.append((value, players, players))
    value, least, reached = made[-1]
    if reached is not None and reached >= last and (most is None or most > least):
        made[-1] = (value, least, None)
    return made


def largest(value: int | tuple[int, ...]) -> int:
    """Return the largest number of a tuple; return a single number unchanged."""
    return value if isinstance(value, int) else max(value)


def smallest(value: int | tuple[int, ...]) -> int:
    """Return the smallest number of a tuple; return a single number unchanged."""
    return value if isinstance(value, int) else min(value)


@attrs.frozen
class Reserved(Value):
    """Values that rule texts mention but never define.

    Parameters:
        values: the values that are refused.
        why: the reason, as a clause that follows "is not supported:".
    """

    values: Values
    why: str


RESERVED: Mapping[str, Reserved] = {
    "dealing.cut_joker_kept": Reserved(one_of(True), "no rule says which card is shown when the pack is cut"),
    "dealing.start_phase": Reserved(
        one_of("unanimous_redeal", "friche"), "rule texts name this phase without saying how it is played"
    ),
    "dealing.burnt_reveal": Reserved(integer(1, 3), "no rule says what becomes of the cards that are shown"),
    "drawing.unused_discard": Reserved(
        one_of("return_then_stock", "penalty_100", "keep_and_skip_next_draw"),
        "no rule says what happens to melds that were already laid",
    ),
    "drawing.no_discard_draw_at": Reserved(
        integer(2, 200),
        "no rule says whether a higher number means exactly that many cards or at most that many",
    ),
    "drawing.discard_depth": Reserved(
        one_of("pile"), "taking the whole pile or nothing is a rule of games that rami does not have"
    ),
    "drawing.allow_pass": Reserved(one_of(True), "no rule says when a player may pass"),
    "drawing.recycle_when": Reserved(one_of("eager"), "no rule says when else the stock is renewed"),
    "melding.max_run_laid": Reserved(
        integer(3), "rule texts name a limit for laying runs without defining it"
    ),
    "table.foreign_clean_scope": Reserved(
        one_of("opening_run"),
        "no rule says which run is protected once a player has laid several clean runs or a run is split",
    ),
    "table.take": Reserved(
        one_of("free"), "the option that lets players regroup the whole table is table.regroup"
    ),
    "closing.joker_discard": Reserved(
        one_of("last_only", "never"), "a player who holds only jokers would have nothing to discard"
    ),
    "scoring.round_to": Reserved(integer(1), "no rule says whether to round up or down"),
    "scoring.winner_score": Reserved(
        Values(("[1, 2, …]",), lambda value: isinstance(value, (Mapping, tuple, list))),
        "no rule says which win earns which score",
    ),
    "scoring.contract_points": Reserved(one_of(True), "in a game of contracts cards have no values"),
    "match.contract_tie": Reserved(one_of("went_out"), "a round may end without anybody going out"),
    "match.final_hand_stake": Reserved(integer(0), "no rule says who pays whom"),
    "match.teams": Reserved(one_of(True), "rule texts name teams without saying how they play"),
    "conduct.carte_claim": Reserved(one_of("opponent"), "no rule says who claims the fault, and until when"),
    "conduct.blocked_penalty": Reserved(
        integer(0), "drawing and discarding are always possible, so nobody can be blocked"
    ),
    "conduct.strict": Reserved(one_of(False), "no rule says what a fault costs"),
}
"""The reserved values by "slot.field"; fields with only reserved values exist in no class."""

OTHERWISE[Reason.OPTION_RESERVED] = (
    Decider("value", ("field",)),
    {field: f"{Reason.OPTION_RESERVED.template}: {each.why}" for field, each in RESERVED.items()},
)
