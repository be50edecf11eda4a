"""The rows of the main table: the tasks, the contenders that perform them, and the goals of rami."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PURE, COMPILED, OPENSPIEL, RLCARD = "pure", "compiled", "openspiel", "rlcard"
HIGHS, CPSAT, CHESS = "highs", "cpsat", "chess"

# Programs in other languages do not run here. Their rates were measured once, on the same machine as OpenSpiel from
# Python, and are given as multiples of its rate, so that they can be scaled to other machines.
CPP_LOOP, RUST_ROUNDS, JVM_ROUNDS, C_ROUNDS = 1264 / 439, 6650 / 439, 9610 / 439, 814_000 / 540
RUST_HANDS, C_HANDS = 4.26 / 1.03, 224 / 1.03


@dataclass(frozen=True)
class Goal:
    """A speed that a build of rami must reach, as a multiple of another contender's speed.

    Parameters:
        build: the key of the build.
        times: the multiple.
        against: the key of the other contender.
        words: a description of the goal.
    """

    build: str
    times: float
    against: str
    words: str


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Parameters:
        key: the name in result files.
        title: the name in tables.
        unit: the unit that is counted per second.
        tasks: the task of each contender, by key.
        goals: the goals of rami.
        most: the maximum number of units in a round, all of which are prepared before the clock starts.
        quoted: programs that do not run here: a title, the key of a contender, and a multiple of its rate.
    """

    key: str
    title: str
    unit: str
    tasks: Mapping[str, str]
    goals: tuple[Goal, ...] = ()
    most: int = 20_000
    quoted: tuple[tuple[str, str, float], ...] = ()


def _both(task: str, **others: str) -> dict[str, str]:
    return {PURE: task, COMPILED: task, **others}


def _against_solvers(pure: float, compiled: float) -> tuple[Goal, ...]:
    """Return the same goals against both solvers, because either may be faster."""
    return tuple(
        Goal(build, times, solver, f"{times:g} x {title}")
        for solver, title in ((HIGHS, "HiGHS"), (CPSAT, "CP-SAT"))
        for build, times in ((PURE, pure), (COMPILED, compiled))
    )


ROWS = (
    Row(
        "gin-rounds",
        "random gin rounds, public interface",
        "rounds",
        _both("gin rounds", openspiel="gin rounds"),
        (
            Goal(PURE, 5, OPENSPIEL, "5 x OpenSpiel from Python"),
            Goal(COMPILED, 25, OPENSPIEL, "25 x OpenSpiel from Python"),
        ),
    ),
    Row(
        "gin-bulk",
        "random gin rounds, in bulk",
        "rounds",
        _both("gin in bulk", openspiel="gin rounds"),
        (
            Goal(PURE, 10_000 / 540, OPENSPIEL, "as fast as the JVM"),
            Goal(COMPILED, C_ROUNDS / 2, OPENSPIEL, "half as fast as C"),
        ),
        quoted=(
            ("OpenSpiel, C++ loop", OPENSPIEL, CPP_LOOP),
            ("Rust", OPENSPIEL, RUST_ROUNDS),
            ("JVM", OPENSPIEL, JVM_ROUNDS),
            ("C, another shuffle", OPENSPIEL, C_ROUNDS),
        ),
    ),
    Row(
        "deadwood",
        "least deadwood of 10 gin cards, one call each",
        "hands",
        _both("deadwood", openspiel="deadwood", rlcard="deadwood"),
        (Goal(PURE, 10, RLCARD, "10 x RLCard"), Goal(COMPILED, 1, OPENSPIEL, "1 x OpenSpiel")),
    ),
    Row(
        "deadwood-bulk",
        "least deadwood, many hands in one call, as masks",
        "hands",
        _both("deadwood in bulk", openspiel="deadwood"),
        (
            Goal(PURE, 0.5 * RUST_HANDS, OPENSPIEL, "half as fast as Rust"),
            Goal(COMPILED, C_HANDS / 2, OPENSPIEL, "half as fast as C"),
        ),
        most=50_000,
        quoted=(("Rust", OPENSPIEL, RUST_HANDS), ("C", OPENSPIEL, C_HANDS)),
    ),
    Row(
        "deadwood-bulk-cards",
        "least deadwood, many hands in one call, as `Cards`",
        "hands",
        _both("deadwood in bulk, cards"),
    ),
    Row(
        "best-random",
        "best arrangement, random 14 cards",
        "hands",
        _both("best random", highs="best random", cpsat="best random"),
        _against_solvers(20, 500),
    ),
    Row(
        "best-built",
        "best arrangement, built up for 25 turns",
        "hands",
        _both("best built", highs="best built", cpsat="best built"),
        _against_solvers(1, 30),
        most=1_000,
    ),
    Row(
        "best-play",
        "best play on a table regrouped as a whole, two jokers in the pack",
        "tables",
        _both("best play", highs="best play", cpsat="best play"),
        _against_solvers(10, 40),
        most=200,
    ),
    Row(
        "openings",
        "all openings of a random 14-card hand",
        "hands",
        _both("openings"),
        (Goal(COMPILED, 30, PURE, "30 x pure"),),
    ),
    Row(
        "openings-built", "all openings, built up for 25 turns", "hands", _both("openings built"), most=1_000
    ),
    Row(
        "classic-rounds",
        "random classic-51 rounds, four players, public interface",
        "rounds",
        _both("classic rounds"),
        (Goal(COMPILED, 10, PURE, "10 x pure"),),
    ),
    Row(
        "classic-bulk",
        "random classic-51 rounds, four players, in bulk",
        "rounds",
        _both("classic in bulk"),
        (Goal(COMPILED, 16, PURE, "16 x pure"),),
    ),
)

LARGEST_ROUND = 4096
"""The maximum number of bytes of a `Round`."""
LONGEST_IMPORT = 0.060
"""The maximum number of seconds for `import rami`; python-chess took 0.041 s on the machine where this was set."""
CHESS_IMPORT = 0.041
