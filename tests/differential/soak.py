"""A longer search for differences than the tests make.

    python -m tests.differential.soak SECONDS SEED

Made positions and house rules are compared until the time is over; the first difference is made smaller, printed as
Python, and ends the search with status 1.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from random import Random

import attrs
from tests.differential.bridge import shown
from tests.differential.houses import PLAY, PRESETS, SCORES, house
from tests.differential.positions import PLANS, round_of
from tests.differential.test_scores import ending, same_match, same_score
from tests.differential.test_turns import same_midway, same_turns
from tests.differential.test_verdicts import same_verdicts

from rami import Card, Round, variants
from rami.errors import InvalidSetup
from rami.setup import Setup

Check = Callable[[Round], object]
LIMIT = 250


def problem(check: Check, state: Round) -> Exception | AssertionError | None:
    """What is wrong, if anything is."""
    try:
        check(state)
    except Exception as error:
        return error
    return None


def smaller(setup: Setup) -> Iterator[Setup]:
    """The position with one fact less: a card, a meld, an option."""
    preset = variants.get(setup.variant.slug)
    for field in setup.variant.differences(preset):
        changed = setup.variant.differences(preset)
        del changed[field]
        try:
            yield attrs.evolve(setup, variant=preset.with_options(changed), stock=None)
        except ValueError:
            continue
    for number in range(len(setup.table)):
        table = setup.table[:number] + setup.table[number + 1 :]
        yield attrs.evolve(setup, table=table, opened=None, stock=None)
    for seat, hand in enumerate(setup.hands):
        for card in dict.fromkeys(hand):
            hands = (*setup.hands[:seat], hand.remove(card), *setup.hands[seat + 1 :])
            yield attrs.evolve(setup, hands=hands, stock=None)
    for number in range(len(setup.discards) - 1):
        yield attrs.evolve(setup, discards=setup.discards[:number] + setup.discards[number + 1 :], stock=None)


def with_stock_top(setup: Setup, top: Card) -> Setup:
    """The same card on top of a stock that is made of whatever is left."""
    rest = list(Round.from_setup(attrs.evolve(setup, stock=None)).stock)
    if top in rest:
        rest.remove(top)
        rest.insert(0, top)
    return attrs.evolve(setup, stock=tuple(rest))


def minimised(check: Check, state: Round) -> Round:
    """A position with the same kind of difference from which nothing more can be left out."""
    top = state.stock[0]
    kind = type(problem(check, state))
    while True:
        for setup in smaller(state.setup):
            try:
                less = Round.from_setup(with_stock_top(setup, top))
            except InvalidSetup:
                continue
            if type(problem(check, less)) is kind:
                state = less
                break
        else:
            return state


def compare(rng: Random) -> None:
    """One random comparison of every kind."""
    preset = rng.choice(PRESETS)
    variant = preset if rng.random() < 0.3 else house(rng, PLAY, 6, preset)
    plan = PLANS[rng.choice(sorted(PLANS))]
    state = round_of(variant, plan, rng)
    seed = rng.getrandbits(32)
    checks: list[Check] = [
        lambda each: same_turns(each, LIMIT),
        lambda each: same_midway(each, Random(seed), LIMIT),
        lambda each: same_verdicts(each, Random(seed), 40),
    ]
    for check in checks:
        error = problem(check, state)
        if error is not None:
            less = minimised(check, state)
            sys.stdout.write(f"{shown(less)} next card {less.stock[0]}\n")
            raise problem(check, less) or error
    scored = house(rng, SCORES, 6, preset)
    same_score(ending(scored, rng))
    same_match(scored, rng)


def main(seconds: float, seed: int) -> int:
    """Search; the exit status."""
    start = time.monotonic()
    number = 0
    while time.monotonic() - start < seconds:
        number += 1
        try:
            compare(Random(f"soak {seed} {number}"))
        except Exception:
            traceback.print_exc()
            sys.stdout.write(f"comparison {number} of seed {seed} differs\n")
            return 1
    sys.stdout.write(f"{number} comparisons of seed {seed}, no difference\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
