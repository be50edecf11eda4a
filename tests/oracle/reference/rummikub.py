"""Play whole rounds of Rummikub: the legal turns, their results, and the points of a round.

A position is a plain dict: `racks` by seat, `table` (ordered melds, with jokers in their places), `opened` by seat,
`pool` (the tiles in the order of drawing), `player`, `passed` (the seats that have passed since a tile was laid), `out`
(the seat that has gone out) and `blocked`. House rules are in it too: the rule about the `jokers` of the table, "free",
"named", "both" or "locked" (RKB-D04), the `minimum` of an opening, and whether a player may open `amid` a new
arrangement of the table (RKB-D03). RKB-TURN-01, RKB-TAB-05: a turn is "draw", "pass" or the table after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from .cards import JOKER, RANKS, SUITS
from .regrouping import (
    Covering,
    Faces,
    Stood,
    Tiles,
    coverings,
    is_group,
    is_kept,
    is_kept_or_complete,
    number,
    ordered,
    parts,
    sets_beside,
    sets_laid,
    stood_in,
    tables_around,
)

Position = dict[str, Any]
Table = Sequence[Tiles]

JOKER_LEFT = 30


def readings(meld: Tiles) -> list[tuple[int, Covering]]:
    """Return the readings of a meld with its jokers in their places: points and faces of the jokers, or nothing.

    A run is written from low to high (RKB-RUN-01, RKB-RUN-02); the order of a group does not matter (RKB-SET-01).
    """
    naturals = [tile for tile in meld if tile != JOKER]
    found: list[tuple[int, Covering]] = []
    if not naturals or len(meld) < 3:
        return found
    for suit, low in product(SUITS, range(14 - len(meld))):
        faces = tuple(RANKS[low + at] + suit for at in range(len(meld)))
        if all(tile in (JOKER, face) for tile, face in zip(meld, faces, strict=True)):
            jokers = tuple((face,) for face, tile in zip(faces, meld, strict=True) if tile == JOKER)
            found.append((sum(map(number, faces)), jokers))
    if len(meld) <= 4 and is_group(tuple(naturals)) and len(set(naturals)) == len(naturals):
        rank = naturals[0][0]
        missing: Faces = tuple(rank + suit for suit in SUITS if rank + suit not in naturals)
        found.append((number(rank) * len(meld), (missing,) * (len(meld) - len(naturals))))
    return found


def stand_for(table: Table) -> list[Covering]:
    """Return the faces of the jokers of a table, over the readings of its melds."""
    found: list[Covering] = [()]
    for meld in table:
        found = [(*known, *jokers) for known in found for _, jokers in readings(meld)]
    return found


def tiles_of(table: Table) -> Tiles:
    return ordered(tile for meld in table for tile in meld)


def laid_by(position: Position, after: Table) -> Tiles | None:
    """Return the tiles that a table adds; None if one of the table is gone or the rack lacks one (RKB-TAB-02)."""
    before, now = Counter(tiles_of(position["table"])), Counter(tiles_of(after))
    laid = now - before
    if before - now or laid - Counter(position["racks"][position["player"]]):
        return None
    return ordered(laid.elements())


def may_arrange(position: Position, after: Table) -> bool:
    """Return whether the player may leave this table, melds with one reading each."""
    laid = laid_by(position, after)
    # RKB-TAB-03: Regrouping alone is no turn.
    if not laid or any(not readings(meld) for meld in after):
        return False
    if not position["opened"][position["player"]] and position["amid"]:
        return any(
            may_open_with(opening, position["minimum"])
            and not Counter(tiles_of(opening)) - Counter(laid)
            and may_move_jokers(position, after, opening)
            for opening in parts_of(after)
        )
    if not position["opened"][position["player"]]:
        # RKB-OPEN-02, RKB-OPEN-04: The table is unchanged, and the rest has 30 points.
        rest = list(after)
        for meld in position["table"]:
            if meld not in rest:
                return False
            rest.remove(meld)
        return may_open_with(rest, position["minimum"])
    return may_move_jokers(position, after)


def may_open_with(melds: Table, minimum: int) -> bool:
    """Return whether melds have the points of an opening (RKB-OPEN-01)."""
    return sum(max(points for points, _ in readings(meld)) for meld in melds) >= minimum


def parts_of(table: Table) -> Iterator[Table]:
    """Yield every choice of melds of a table."""
    for size in range(len(table) + 1):
        yield from combinations(table, size)


def may_move_jokers(position: Position, after: Table, opening: Table = ()) -> bool:
    """Return whether the jokers may lie as they do on this table (RKB-JFREE-01, RKB-D04), beside an opening."""
    before, tiles = position["table"], tiles_of(after)
    if position["jokers"] == "locked":
        melds = [meld for meld in before if JOKER in meld]
        others = [*(Counter(after) - Counter(opening)).elements()]
        return any(all(map(has_grown, melds, places)) for places in permutations(others, len(melds)))
    if position["jokers"] == "both":
        stood = jokers_of(before)
        return any(is_kept_or_complete(stood, now, tiles) for now in stand_for(after))
    return position["jokers"] == "free" or any(
        is_kept(stood, now, tiles) for stood in stand_for(before) for now in stand_for(after)
    )


def jokers_of(table: Table) -> list[Stood]:
    """Return the faces of the jokers of a table, whose melds have one reading each."""
    found: list[Stood] = []
    for meld in table:
        ((_, jokers),) = readings(meld)
        found += stood_in(meld, jokers) if jokers else []
    return found


def has_grown(meld: Tiles, after: Tiles) -> bool:
    """Return whether a meld is part of another, with every joker in its place."""
    naturals = tuple(tile for tile in meld if tile != JOKER)
    if is_group(naturals):
        return is_group(tuple(tile for tile in after if tile != JOKER)) and not Counter(meld) - Counter(after)
    return any(after[at : at + len(meld)] == meld for at in range(len(after)))


def layable(position: Position) -> set[Tiles]:
    """Return every set of tiles that the player can lay in one turn."""
    rack = position["racks"][position["player"]]
    if not position["opened"][position["player"]] and position["amid"]:
        return {laid for laid in parts(rack) if laid and can_open_amid(position, laid)}
    if position["opened"][position["player"]]:
        table, rule = list(position["table"]), position["jokers"]
        if rule == "locked":
            return sets_beside(table, rack, "low")
        if rule == "free":
            return sets_laid(tiles_of(table), rack)
        if rule == "both":
            return sets_laid(tiles_of(table), rack, "low", partial(is_kept_or_complete, jokers_of(table)))
        (named,) = stand_for(table)
        return sets_laid(tiles_of(table), rack, "low", partial(is_kept, named))
    return {laid for laid in parts(rack) if laid and opening_points(laid) >= position["minimum"]}


def can_open_amid(position: Position, laid: Tiles) -> bool:
    """Return whether exactly these tiles can be laid, some as an opening, the others anywhere (RKB-D03)."""
    table, rule = list(position["table"]), position["jokers"]
    locked = [meld for meld in table if JOKER in meld and rule == "locked"]
    lies = tuple(tile for meld in table if meld not in locked for tile in meld)
    tiles = ordered((*laid, *tiles_of(table)))
    named = tuple(faces for meld in table for _, jokers in readings(meld) for faces in jokers)
    for part in parts(laid):
        if opening_points(part) < position["minimum"]:
            continue
        rest = ordered((*lies, *(Counter(laid) - Counter(part)).elements()))
        for others in tables_around(locked, rest, "low"):
            if rule in ("free", "locked"):
                return True
            for opening in coverings(part):
                if points_of(part, opening) >= position["minimum"]:
                    now = (*others, *opening)
                    kept = is_kept(named, now, tiles)
                    if rule == "both":
                        kept = is_kept_or_complete(jokers_of(table), now, tiles)
                    if kept:
                        return True
    return False


def points_of(laid: Tiles, jokers: Covering) -> int:
    """Return the points of tiles whose jokers have these faces."""
    return sum(number(tile) for tile in laid if tile != JOKER) + sum(number(faces[0]) for faces in jokers)


def opening_points(laid: Tiles) -> int:
    """Return the most points of melds of exactly these tiles (RKB-OPEN-01, RKB-OPEN-03); -1 if there are none."""
    return max((points_of(laid, each) for each in coverings(laid)), default=-1)


def may(position: Position, turn: str) -> bool:
    """Return whether the player may draw, or pass (RKB-TURN-02, RKB-TURN-03)."""
    return bool(position["pool"]) is (turn == "draw")


def after(position: Position, turn: str | Table) -> Position:
    """Return the position after a legal turn."""
    player, racks = position["player"], list(position["racks"])
    new = {**position, "racks": racks, "player": (player + 1) % len(racks)}
    if turn == "draw":
        racks[player] = ordered([*racks[player], position["pool"][0]])
        return new | {"pool": position["pool"][1:]}
    if turn == "pass":
        passed = position["passed"] | {player}
        return new | {"passed": passed, "blocked": len(passed) == len(racks)}
    assert not isinstance(turn, str)
    laid = laid_by(position, turn)
    assert laid is not None
    racks[player] = ordered((Counter(racks[player]) - Counter(laid)).elements())
    opened = [flag or seat == player for seat, flag in enumerate(position["opened"])]
    return new | {
        "table": tuple(turn),
        "opened": opened,
        "passed": frozenset(),
        # RKB-OUT-01
        "out": None if racks[player] else player,
    }


def count(rack: Iterable[str]) -> int:
    """Return the points of a rack (RKB-SCORE-01)."""
    return sum(JOKER_LEFT if tile == JOKER else number(tile) for tile in rack)


def scores(position: Position) -> list[int]:
    """Return the scores at the end of a round (RKB-SCORE-02 to RKB-SCORE-04)."""
    counts = [count(rack) for rack in position["racks"]]
    lowest = min(counts)
    winners = [seat for seat, points in enumerate(counts) if points == lowest]
    if not position["blocked"]:
        lowest, winners = 0, [position["out"]]
    plus = sum(points - lowest for seat, points in enumerate(counts) if seat not in winners)
    return [
        plus // len(winners) if seat in winners else lowest - points for seat, points in enumerate(counts)
    ]
