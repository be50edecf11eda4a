"""Compare Rummikub: the tiles that can be laid, verdicts and whole rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest
from tests.oracle.differential.test_regrouping import crowd, position_of_melds, random_melds
from tests.oracle.reference import rummikub as reference
from tests.oracle.reference.cards import JOKER, RANKS, SUITS
from tests.oracle.reference.regrouping import Tiles, number, ordered
from tests.support.depth import enough, numbers

from rami import DrawStock, Round, Setup, Variant
from rami.cards import Cards
from rami.cards.moves import Move, PassUpcard, Rearrange
from rami.policies.results.seats import Seat
from rami.variants import RUMMIKUB

BY_JOKERS = {rule: RUMMIKUB.with_(table={"regroup_joker": rule}) for rule in ("free", "both", "locked")}
BY_JOKERS["named"] = RUMMIKUB
AMID = {
    # Low points, so that small positions have openings.
    f"{rule}, opening amid the table": house.with_(opening={"post_open": "same_turn", "minimum": 12})
    for rule, house in BY_JOKERS.items()
}
HOUSES = {**BY_JOKERS, **AMID}


def texts(move: Rearrange) -> tuple[Tiles, ...]:
    """Return the melds of a move as the reference writes them."""
    return tuple(tuple(map(str, meld)) for meld in move.melds)


def plain(at: Round) -> reference.Position:
    """Return the position of a round in the form of the reference."""
    outcome = at.outcome
    return {
        "racks": [ordered(map(str, hand)) for hand in at.hands],
        "table": tuple(tuple(map(str, laid.meld)) for laid in at.table),
        "opened": list(at.opened),
        "pool": tuple(map(str, at.stock)),
        "player": at.player,
        "passed": frozenset(seat for seat, each in enumerate(at.setup.seats) if each.passed),
        "out": None if outcome is None else outcome.winner,
        "blocked": outcome is not None and outcome.stock_out,
        "jokers": at.variant.table.regroup_joker,
        "minimum": at.variant.opening.minimum,
        "amid": at.variant.opening.post_open == "same_turn",
    }


def laid(at: Round) -> list[Tiles]:
    return [ordered(map(str, move.laid or ())) for move in at.legal_moves if isinstance(move, Rearrange)]


def dealt(seed: int, jokers: int, opened: bool, variant: Variant = RUMMIKUB) -> Round | None:
    """Return a small position, or None if it cannot be placed."""
    table, rack, _ = position_of_melds(seed, "low", jokers)
    return placed(table, rack, opened, variant)


def dealt_to_open(seed: int, jokers: int, variant: Variant) -> Round | None:
    """Return a small position with melds on the table and, in the rack, a meld and a few more tiles."""
    random = Random(f"open {jokers} {seed}")
    low = random.randrange(9)
    pool = crowd(RANKS[low : low + 5], SUITS[: random.choice((3, 4))], jokers)
    *table, first = random_melds(random, pool, "low", random.choice((2, 2, 3)))
    random.shuffle(pool)
    return placed(table, (*first, *pool[: 6 - len(first)]), False, variant)


def placed(table: list[Tiles], rack: Sequence[str], opened: bool, variant: Variant) -> Round | None:
    """Return the position, or None if a meld of it could be read in two ways."""
    if any(len(reference.readings(meld)) != 1 for meld in table):
        return None
    left = Counter({JOKER: 2} | {rank + suit: 2 for rank in RANKS for suit in SUITS})
    left.subtract([tile for meld in table for tile in meld])
    left.subtract(rack)
    other = next(tile for tile in left if left[tile] > 0)
    setup = Setup(
        variant=variant,
        hands=[Cards(list(rack)), Cards([other])],
        table=[(1, " ".join(meld)) for meld in table],
        seats=[Seat(opened=opened), Seat(opened=bool(table))],
    )
    return Round.from_setup(setup)


def starts(house: str, jokers: int, count: int) -> Iterator[tuple[int, Round]]:
    """Yield small positions of a house, of players who have opened or may open amid the table."""
    for seed in numbers(count):
        if house in AMID and seed % 4:
            at = dealt_to_open(seed, jokers, AMID[house])
        else:
            at = dealt(seed, jokers, seed % 5 > 0, HOUSES[house])
        if at is not None:
            yield seed, at


def lists_as_the_reference(at: Round, seed: int) -> bool:
    """Check the listed plays: complete, each once, largest first. Return whether there are any."""
    found = laid(at)
    assert len(found) == len(set(found))
    assert set(found) == reference.layable(plain(at)), seed
    sizes = list(map(len, found))
    assert sizes == sorted(sizes, reverse=True)
    return bool(found)


@pytest.mark.rule("RKB-TAB-01", "RKB-JFREE-01", "RKB-OPEN-01", "RKB-OPEN-02")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_all_sets_that_can_be_laid_are_listed(jokers: int, house: str) -> None:
    assert sum(lists_as_the_reference(at, seed) for seed, at in starts(house, jokers, 60)) >= enough(10)


@pytest.mark.rule("RKB-OPEN-01", "RKB-OPEN-02")
def test_all_openings_are_listed() -> None:
    compared = 0
    for seed in numbers(40):
        random = Random(seed)
        pool = [rank + suit for rank in random.choice(("789T", "TJQK", "56789")) for suit in SUITS[:3]] * 2
        rack = random.sample(pool, 7) + [JOKER] * random.choice((0, 1, 1, 2))
        at = placed([], rack, False, RUMMIKUB)
        assert at is not None
        compared += lists_as_the_reference(at, seed)
    assert compared >= enough(10)


def proposals(at: Round, random: Random) -> Iterator[tuple[Tiles, ...]]:
    """Yield tables near possible ones, most of them wrong."""
    for move in islice(at.legal_moves, 6):
        if not isinstance(move, Rearrange):
            continue
        table = [list(meld) for meld in texts(move)]
        yield tuple(map(tuple, table))
        for _ in range(4):
            changed = [list(meld) for meld in table]
            meld = random.choice(changed)
            tile = meld.pop(random.choice((0, -1)))
            if random.random() < 0.5:
                other = random.choice(changed)
                other.insert(random.choice((0, len(other))), tile)
            elif random.random() < 0.5:
                meld.append(random.choice([str(card) for card in at.hands[at.player]]))
            yield tuple(tuple(each) for each in changed if each)


def written_order(tile: str) -> tuple[int, int]:
    """Return the key for the order of a run, and within a number for that of the colours."""
    return number(tile), SUITS.index(tile[1])


def is_plain(meld: Tiles) -> bool:
    """Return whether a meld has one reading as it is written, and as a list."""
    if JOKER in meld:
        return len(reference.readings(meld)) == 1
    return True


@pytest.mark.rule("RKB-TAB-02", "RKB-TAB-03", "RKB-JFREE-01", "RKB-JFREE-02", "RKB-OPEN-04")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_verdicts_on_tables_agree(jokers: int, house: str) -> None:
    verdicts: Counter[bool] = Counter()
    for seed, at in starts(house, jokers, 20):
        position, random = plain(at), Random(seed)
        for table in proposals(at, random):
            if all(map(is_plain, table)):
                # A list of naturals may be in any order; the reference wants a run from low to high.
                written = tuple(
                    meld if JOKER in meld else tuple(sorted(meld, key=written_order)) for meld in table
                )
                found = Rearrange([Cards(meld) if JOKER not in meld else " ".join(meld) for meld in table])
                expected = reference.may_arrange(position, written)
                assert (found in at.legal_moves) is expected, (seed, table)
                verdicts[expected] += 1
    assert min(verdicts[True], verdicts[False]) >= enough(12)


def is_read_in_one_way(at: Round) -> bool:
    return all(len(reference.readings(tuple(map(str, laid.meld)))) == 1 for laid in at.table)


def follows(at: Round) -> list[Round]:
    """Compare the positions after each turn that the engine lists with those of the reference."""
    position = plain(at)
    assert set(laid(at)) == reference.layable(position)
    found: list[Round] = []
    for move in at.legal_moves:
        turn: Any = "draw" if isinstance(move, DrawStock) else "pass"
        if isinstance(move, Rearrange):
            turn = texts(move)
            assert reference.may_arrange(position, turn) or not all(map(is_plain, turn))
        else:
            assert reference.may(position, turn)
        reached, expected = at.play(move), reference.after(position, turn)
        now = plain(reached)
        if reached.over:
            expected["player"] = now["player"]
        assert {**now, "table": Counter(now["table"])} == {**expected, "table": Counter(expected["table"])}
        found.append(reached)
    return found


@pytest.mark.rule("RKB-TAB-01", "RKB-TURN-01", "RKB-OPEN-02")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_whole_trees_of_three_turns_agree(jokers: int, house: str) -> None:
    """Compare every position up to three turns later, a few from each position; the reference starts anew in each."""
    seen = 0
    for _, start in starts(house, jokers, 10):
        layer = [start]
        for _ in range(3):
            ends = [end for each in layer for end in follows(each)[-4:]]
            seen += len(ends)
            layer = [end for end in dict.fromkeys(ends) if not end.over and is_read_in_one_way(end)]
    assert seen >= enough(30)


def turn_of(at: Round, random: Random) -> tuple[Move, Any]:
    """Return a legal turn, and the name of it in the reference."""
    plays = [move for move in islice(at.legal_moves, 4) if isinstance(move, Rearrange)]
    if plays and random.random() < 0.8:
        move = random.choice(plays)
        return move, texts(move)
    if at.stock:
        return DrawStock(), "draw"
    return PassUpcard(), "pass"


@pytest.mark.rule("RKB-TURN-01", "RKB-TURN-03", "RKB-OUT-01", "RKB-SCORE-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_rounds_go_alike(players: int) -> None:
    ends: Counter[bool] = Counter()
    for seed in numbers(4):
        random, at = Random(seed), Round.deal(RUMMIKUB, players=players, seed=seed)
        position = plain(at)
        while not at.over:
            assert (DrawStock() in at.legal_moves) is reference.may(position, "draw")
            assert (PassUpcard() in at.legal_moves) is reference.may(position, "pass")
            move, turn = turn_of(at, random)
            at, position = at.play(move), reference.after(position, turn)
            now = plain(at)
            if at.over:
                position["player"] = now["player"]
            assert {**now, "table": set(now["table"])} == {**position, "table": set(position["table"])}
        score: Sequence[Any] = [line.points for line in at.score().lines]
        assert score == reference.scores(position)
        ends[bool(position["blocked"])] += 1
    assert ends.total() >= 1
