"""Rearrange a whole table: list all covers of its tiles by melds.

Tiles are written as cards (`7♠`, `*`). RKB-TAB-02, RKB-TAB-05: at the end of a turn, all tiles of the table are in
valid melds, together with any tiles from the rack. RKB-JOK-01, RKB-JOK-02: a meld is a list of faces. A face is shown
by its tile or by a joker, and at least one face is shown by its tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product

from .cards import JOKER, RANKS, SUITS, order

Tiles = tuple[str, ...]
Faces = tuple[str, ...]
Covering = tuple[Faces, ...]
"""The faces of the jokers of a table: one face in a run, the missing ones in a group (RKB-JOK-03)."""

LINES = {"low": RANKS, "high": RANKS[1:] + "A", "both": RANKS + "A"}
"""The order of the numbers in a run (RKB-RUN-01, RKB-RUN-02), by the place of the ace."""


def ordered(tiles: Iterable[str]) -> Tiles:
    return tuple(sorted(tiles, key=order))


@cache
def every_meld(ace: str) -> tuple[Faces, ...]:
    """Return groups of three or four colours (RKB-SET-01) and runs of three to five.

    Two jokers cannot fill three tiles, so a longer run is several of these, laid end to end.
    """
    groups = [
        tuple(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    line = LINES[ace]
    runs = [
        tuple(rank + suit for rank in line[low : low + size])
        for suit in SUITS
        for size in (3, 4, 5)
        for low in range(len(line) - size + 1)
    ]
    return tuple(groups + runs)


@cache
def melds_with(ace: str, face: str) -> tuple[Faces, ...]:
    return tuple(meld for meld in every_meld(ace) if face in meld)


def is_group(meld: Faces) -> bool:
    return len({face[0] for face in meld}) == 1


def filled(meld: Faces, needed: str, held: Counter[str]) -> Iterator[tuple[Counter[str], Covering]]:
    """Yield the tiles that can fill a meld, one of which is `needed`, and the faces of its jokers."""
    choices = [(face,) if face == needed else (face, JOKER) for face in meld]
    for chosen in product(*choices):
        used = Counter(chosen)
        if all(held[tile] >= count for tile, count in used.items()):
            open_faces = tuple(face for face, tile in zip(meld, chosen, strict=True) if tile == JOKER)
            if is_group(meld):
                missing = tuple(meld[0][0] + suit for suit in SUITS if meld[0][0] + suit not in chosen)
                for stands_for in in_group(missing, len(open_faces)):
                    yield used, stands_for
            else:
                yield used, tuple((face,) for face in open_faces)


def in_group(missing: Faces, jokers: int) -> Iterator[Covering]:
    """Yield the faces of the jokers of a group: one for any missing colour, two for different ones."""
    if jokers > 1:
        yield from (tuple((face,) for face in chosen) for chosen in combinations(missing, jokers))
    else:
        yield (missing,) * jokers


@cache
def coverings(tiles: Tiles, ace: str = "low") -> frozenset[Covering]:
    """Return the faces of the jokers over all ways to cover exactly these tiles; empty if there is none."""
    naturals = [tile for tile in tiles if tile != JOKER]
    if not naturals:
        return frozenset() if tiles else frozenset({()})
    held = Counter(tiles)
    found: set[Covering] = set()
    for meld in melds_with(ace, naturals[0]):
        for used, stands_for in filled(meld, naturals[0], held):
            rest = ordered((held - used).elements())
            found |= {tuple(sorted(stands_for + others)) for others in coverings(rest, ace)}
    return frozenset(found)


def can_lay(tiles: Iterable[str], ace: str = "low") -> bool:
    return bool(coverings(ordered(tiles), ace))


def parts(rack: Iterable[str]) -> Iterator[Tiles]:
    """Yield every multiset of tiles of a rack, even the empty one."""
    held = Counter(rack)
    for counts in product(*[range(count + 1) for count in held.values()]):
        yield ordered(Counter(dict(zip(held, counts, strict=True))).elements())


def is_kept(before: Covering, after: Covering, tiles: Tiles) -> bool:
    """Return whether each joker of the table kept its face, or was freed by such a tile (RKB-D04).

    Each claims a joker or a tile of the resulting table.
    """
    now: list[Faces] = [*after, *[(tile,) for tile in tiles if tile != JOKER]]
    return any(
        all(set(stood) & set(stands) for stood, stands in zip(before, chosen, strict=True))
        for chosen in permutations(now, len(before))
    )


Stood = tuple[int, Faces, bool]
"""Jokers of a meld: their number, the faces of each, and whether the meld is a group of three."""


def stood_in(meld: Tiles, stands_for: Covering) -> list[Stood]:
    """Return the faces of the jokers of a table meld; the jokers of a group go together."""
    naturals = tuple(tile for tile in meld if tile != JOKER)
    if not is_group(naturals + stands_for[0]):
        return [(1, faces, False) for faces in stands_for]
    return [(len(stands_for), stands_for[0], len(meld) == 3)]


def is_kept_or_complete(before: Iterable[Stood], after: Covering, tiles: Tiles) -> bool:
    """Return whether each joker was kept, or freed: in a group of three by completing it to four (RKB-D04, "both")."""
    for freed in product(*[range(jokers + 1) for jokers, _, _ in before]):
        kept = [
            faces
            for gone, (jokers, faces, _) in zip(freed, before, strict=True)
            for _ in range(jokers - gone)
        ]
        if not any(
            all(set(stood) & set(stands) for stood, stands in zip(kept, chosen, strict=True))
            for chosen in permutations(after, len(kept))
        ):
            continue
        prices: list[list[Tiles]] = []
        for gone, (_, faces, three) in zip(freed, before, strict=True):
            if three and gone:
                # All naturals of the group and its remaining jokers are four tiles then.
                prices.append([*combinations(faces, gone + 1)])
            else:
                prices.append([*product(faces, repeat=gone)])
        held = Counter(tiles)
        if any(not Counter(sum(paid, ())) - held for paid in product(*prices)):
            return True
    return False


def sets_beside(table: list[Tiles], rack: Iterable[str], ace: str) -> set[Tiles]:
    """Return every multiset of tiles that can be laid if melds with jokers may only grow (RKB-D04, "locked")."""
    locked = [meld for meld in table if JOKER in meld]
    lies = tuple(tile for meld in table if meld not in locked for tile in meld)
    return {
        laid for laid in parts(rack) if laid and any(True for _ in tables_around(locked, lies + laid, ace))
    }


def sets_laid(
    table: Iterable[str],
    rack: Iterable[str],
    ace: str = "low",
    may_be: Callable[[Covering, Tiles], bool] = lambda covering, tiles: True,
) -> set[Tiles]:
    """Return every multiset of tiles of a rack that one turn can lay, if its jokers may lie so.

    RKB-TAB-01, RKB-TAB-03.
    """
    found: set[Tiles] = set()
    lies = tuple(table)
    for laid in parts(rack):
        tiles = ordered(lies + laid)
        if laid and any(may_be(each, tiles) for each in coverings(tiles, ace)):
            found.add(laid)
    return found


def most(sets: Iterable[Tiles], value: Callable[[str], int]) -> int:
    """Return the highest value that can be laid, with 0 for nothing."""
    return max((sum(map(value, laid)) for laid in sets), default=0)


def opening_points(rack: Iterable[str], ace: str = "low") -> int:
    """Return the most points that a rack lays alone, with each joker as the number of its face (RKB-OPEN-03)."""
    best = 0
    for laid in parts(rack):
        naturals = sum(number(tile) for tile in laid if tile != JOKER)
        for covering in coverings(laid, ace):
            best = max(best, naturals + sum(number(faces[0]) for faces in covering))
    return best


def number(face: str) -> int:
    """Return the points of a tile (RKB-MAT-03)."""
    return RANKS.index(face[0]) + 1


def grown(meld: Tiles, ace: str) -> Iterator[tuple[Faces, Faces, Covering]]:
    """Yield the ways a table meld may grow: the faces added below and above, and the faces of its own jokers.

    A run grows by at most two at each end, as three more tiles are a meld by themselves.
    """
    naturals = [tile for tile in meld if tile != JOKER]
    if is_group(tuple(naturals)):
        missing = tuple(naturals[0][0] + suit for suit in SUITS if naturals[0][0] + suit not in naturals)
        for size in range(5 - len(meld)):
            for more in combinations(missing, size):
                still = tuple(face for face in missing if face not in more)
                for stands_for in in_group(still, meld.count(JOKER)):
                    yield (), more, stands_for
    # Three tiles with two jokers are a run as well as a group.
    if len({tile[1] for tile in naturals}) == 1:
        line = LINES[ace]
        for low in range(len(line) - len(meld) + 1):
            faces = tuple(rank + naturals[0][1] for rank in line[low : low + len(meld)])
            if all(tile in (JOKER, face) for tile, face in zip(meld, faces, strict=True)):
                jokers = tuple((face,) for face, tile in zip(faces, meld, strict=True) if tile == JOKER)
                for below, above in product(range(3), repeat=2):
                    if below <= low and low + len(meld) + above <= len(line):
                        longer = line[low - below : low + len(meld) + above]
                        added = tuple(rank + naturals[0][1] for rank in longer)
                        yield added[:below], added[below + len(meld) :], jokers


def tables_around(kept: list[Tiles], loose: Tiles, ace: str) -> Iterator[Covering]:
    """Yield the faces of the jokers if these melds remain whole and may grow by loose tiles."""
    if not kept:
        yield from coverings(loose, ace)
        return
    for below, above, own in grown(kept[0], ace):
        for chosen in product(*[(face, JOKER) for face in below + above]):
            if Counter(chosen) - Counter(loose):
                continue
            rest = ordered((Counter(loose) - Counter(chosen)).elements())
            more = tuple((face,) for face, tile in zip(below + above, chosen, strict=True) if tile == JOKER)
            for others in tables_around(kept[1:], rest, ace):
                yield own + more + others


def fewest_broken(
    table: list[Tiles],
    laid: Tiles,
    ace: str = "low",
    may_be: Callable[[Covering, Tiles], bool] = lambda covering, tiles: True,
    may_break: Callable[[Tiles], bool] = lambda meld: True,
) -> int | None:
    """Return the fewest melds of a table taken apart to lay these tiles; None if they cannot be laid.

    The tiles of a whole meld are still in one meld, each joker in its place; it may have grown.
    """
    tiles = ordered([*laid, *[tile for meld in table for tile in meld]])
    for count in range(len(table) + 1):
        for broken in combinations(range(len(table)), count):
            if not all(may_break(table[at]) for at in broken):
                continue
            kept = [meld for at, meld in enumerate(table) if at not in broken]
            loose = ordered([*laid, *[tile for at in broken for tile in table[at]]])
            for covering in tables_around(kept, loose, ace):
                if may_be(covering, tiles):
                    return count
    return None
