"""Write comparisons of the engine with the reference as lines of text, and reduce a failure to a small position.

A line has the form `check seed: position`, where the position is written by `rami.notation.position_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import attrs
from tests.oracle.differential import crowded, knock_checks, meld_checks
from tests.support.flat import with_options

from rami import Card, Round
from rami.errors import InvalidVariant, RamiError
from rami.notation.positions import parse_position, position_text
from rami.policies.variant import Variant
from rami.rounds.setup import Setup
from rami.variants import get

Check = Callable[[Round, Random], int]

CHECKS: Mapping[str, Check] = {**meld_checks.CHECKS, **knock_checks.CHECKS, **crowded.CHECKS}
"""Every comparison by its name; each returns the number of things compared."""

OF_THE_VARIANT = frozenset({"endings", "match", "played", "knock-match"})
"""Comparisons that make their own positions: only the options can be simplified."""


@attrs.frozen
class Case:
    """A comparison.

    Parameters:
        check: the name of the comparison in `CHECKS`.
        seed: the seed of its random choices.
        setup: the first position.
    """

    check: str
    seed: int
    setup: Setup

    @property
    def line(self) -> str:
        """The case as text for `Case.parse`."""
        return f"{self.check} {self.seed}: {position_text(self.setup)}"

    @classmethod
    def parse(cls, line: str) -> Case:
        """Read the line of a case."""
        head, _, position = line.partition(": ")
        check, _, seed = head.partition(" ")
        return cls(check, int(seed), parse_position(position))

    def run(self) -> int:
        """Compare, and return the number of things compared.

        Raises:
            AssertionError: the engine and the reference differ.
        """
        return CHECKS[self.check](Round.from_setup(self.setup), Random(self.seed))

    def problem(self) -> Exception | None:
        """Return the problem found, if any."""
        try:
            self.run()
        except Exception as error:
            return error
        return None


class Difference(Exception):
    """A comparison failed."""

    def __init__(self, case: Case, cause: Exception) -> None:
        super().__init__(f"{case.line}\n{cause}")
        self.case = case
        self.cause = cause


def compared(check: str, state: Round, seed: int) -> int:
    """Run a comparison, and return the number of things compared.

    Raises:
        Difference: it failed.
    """
    try:
        return CHECKS[check](state, Random(seed))
    except Exception as error:
        raise Difference(Case(check, seed, state.setup), error) from error


# Smaller cases.


def smaller(case: Case) -> Iterator[Case]:
    """Yield the case with one fact less: an option, a meld, a card."""
    setup = case.setup
    for variant in simpler(setup.variant):
        yield from with_stocks(case, attrs.evolve(setup, variant=variant))
    if case.check in OF_THE_VARIANT:
        return
    for number in range(len(setup.table)):
        table = setup.table[:number] + setup.table[number + 1 :]
        yield from with_stocks(case, attrs.evolve(setup, table=table))
        yield from with_stocks(case, attrs.evolve(setup, table=table, seats=()))
    for seat, hand in enumerate(setup.hands):
        for card in dict.fromkeys(hand):
            hands = (*setup.hands[:seat], hand.remove(card), *setup.hands[seat + 1 :])
            yield from with_stocks(case, attrs.evolve(setup, hands=hands))
    for number in range(len(setup.discards) - 1):
        pile = setup.discards[:number] + setup.discards[number + 1 :]
        yield from with_stocks(case, attrs.evolve(setup, discards=pile))


def simpler(variant: Variant) -> Iterator[Variant]:
    """Yield the variant with one option, or two that need each other, as in its preset."""
    preset = get(variant.slug)
    changes = variant.differences(preset)
    for field in changes:
        left = {name: value for name, value in changes.items() if name != field}
        try:
            yield with_options(preset, left)
        except InvalidVariant:
            for other in left:
                fewer = {name: value for name, value in left.items() if name != other}
                try:
                    yield with_options(preset, fewer)
                except InvalidVariant:
                    continue


def with_stocks(case: Case, setup: Setup) -> Iterator[Case]:
    """Yield the changed position with a stock of all other cards in order, and its next card unchanged."""
    top = case.setup.stock[0] if case.setup.stock else None
    try:
        state = Round.from_setup(attrs.evolve(setup, stock=None))
    except RamiError:
        return
    yield attrs.evolve(case, setup=with_stock_top(state, top))


def with_stock_top(state: Round, top: Card | None) -> Setup:
    """Return the position with this card on top of its stock, if the stock has it."""
    rest = list(state.stock)
    if top in rest:
        rest.remove(top)
        rest.insert(0, top)
    return attrs.evolve(state.setup, stock=tuple(rest))


def minimised(case: Case, tries: int = 4) -> Case:
    """Reduce a case until every smaller one loses its kind of difference.

    Parameters:
        case: a comparison that fails.
        tries: the number of seeds for each smaller case; the first is that of the case.
    """
    kind = type(case.problem())
    while True:
        for less in smaller(case):
            if (found := differing(less, kind, tries)) is not None:
                case = found
                break
        else:
            return in_order(case, kind, tries)


def differing(case: Case, kind: type[Exception | None], tries: int) -> Case | None:
    """Return the case if it has that kind of difference, or else with other lots, which it may need."""
    seeds = (case.seed, *range(tries - 1))
    every = (attrs.evolve(case, seed=seed) for seed in seeds)
    return next((each for each in every if type(each.problem()) is kind), None)


DEFAULTS: tuple[Mapping[str, object], ...] = (
    {"stock": None},
    {"seed": 0},
    {"seats": ()},
    {"context": None},
    {"turn": None},
)
"""Facts that a line may omit."""


def in_order(case: Case, kind: type[Exception | None], tries: int) -> Case:
    """Return the case with as many facts as possible at their defaults, while it still differs."""
    for facts in DEFAULTS:
        try:
            short = attrs.evolve(case, setup=attrs.evolve(case.setup, **facts))  # type: ignore[arg-type]  # by name
        except RamiError:
            continue
        case = differing(short, kind, tries) or case
    return case
