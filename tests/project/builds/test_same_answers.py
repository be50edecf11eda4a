"""The compiled kernel returns the same results in the same order as the interpreted kernel."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest
from benchmarks.positions import suite
from tests.oracle.differential.houses import BURNT, PLAY, PRESETS, house
from tests.project.builds import interpreted
from tests.support.presets import SLUGS

import rami
from rami import Card, Round, Variant, notation, variants
from rami._kernel.cards.shuffle import Stream
from rami.notation import parse_move, position_text
from rami.testing._pool import other_moves
from rami.testing._walks import capped, deal, pack, play

pytestmark = pytest.mark.only("compiled", "beside its twin, the interpreted build is the same code twice")

# Loading the copy takes seconds, and only the compiled build needs it.
TWIN = interpreted.load() if rami.__compiled__ else rami
TWIN_NOTATION = interpreted.load("notation") if rami.__compiled__ else notation
HANDS = 350
"""The number of hands of each preset."""
OPENINGS = 60
"""The maximum number of openings of each hand."""
LISTED = 200
"""The maximum number of moves of each position."""
ROUNDS = 4
"""The number of rounds of each preset."""
HOUSES = 24
"""The number of house rules, with one round each."""

each_game = pytest.mark.parametrize("slug", SLUGS)


def random_hand(variant: Variant, rng: Random) -> list[Card]:
    """Return a hand of which nothing, half or most belongs together; it may be larger than any dealt hand."""
    cards = pack(variant)
    dealt = variant.dealing.cards_each(2)
    size = rng.choice([3, dealt, dealt + 1])
    if rng.random() < 0.05:
        size += 4
    near = rng.random()
    rank, suit = rng.randint(1, 10), rng.randint(0, 3)

    def far(card: Card) -> float:
        if not card.is_natural:
            return rng.random() * (2 - near)
        assert card.rank is not None
        assert card.suit is not None
        belongs = rank <= card.rank < rank + 4 or card.suit == suit
        return rng.random() + (0 if belongs else near)

    return sorted(cards, key=far)[:size]


def answer(ask: Callable[..., Any], *given: object) -> str:
    """Return the visible part of an answer, or of the error instead of it."""
    try:
        found = ask(*given)
    except Exception as error:  # Any error of one build must also be raised by the other.
        return f"{type(error).__name__}: {error}"
    return repr(found).replace(interpreted.NAME, "rami")


def texts(values: Iterable[object]) -> list[str]:
    return [str(value) for value in values]


QUESTIONS: dict[str, Callable[[Any, str, Random], object]] = {
    "most points": lambda variant, cards, _: variant.best_melds(cards, "points"),
    "least deadwood": lambda variant, cards, _: variant.best_melds(cards, "deadwood"),
    "most cards": lambda variant, cards, _: variant.best_melds(cards, "cards"),
    "deadwood": lambda variant, cards, _: variant.deadwood(cards),
    "knock discards": lambda variant, cards, _: variant.knock_discards(cards, upcard="7♠"),
    "openings": lambda variant, cards, _: texts(islice(variant.openings(cards), OPENINGS)),
    "third contract": lambda variant, cards, _: texts(islice(variant.openings(cards, contract=3), OPENINGS)),
    "readings": lambda variant, cards, rng: variant.readings(some(cards, rng)),
    "meld": lambda variant, cards, rng: variant.meld(some(cards, rng)),
    "opening": lambda variant, cards, rng: variant.check_opening([some(cards, rng), some(cards, rng)]),
}


def some(cards: str, rng: Random) -> list[str]:
    """Return three to five of the cards; half the time, they are neighbours in order."""
    tokens = sorted(cards.split())
    size, start = rng.randint(3, 5), rng.randrange(len(tokens))
    return tokens[start : start + size] if rng.random() < 0.5 else rng.sample(tokens, min(size, len(tokens)))


@each_game
def test_questions(slug: str) -> None:
    variant, twin = variants.get(slug), TWIN.variants.get(slug)
    rng = Random(f"questions {slug}")
    for number in range(HANDS):
        cards = " ".join(texts(random_hand(variant, rng)))
        for name, ask in QUESTIONS.items():
            mine, other = (answer(ask, each, cards, Random(f"{name} {number}")) for each in (variant, twin))
            assert mine == other, (slug, name, cards)


def same_round(variant: Variant, seats: int, number: int, every: int) -> int:
    """Walk a round on both builds, compare everything visible, and return the number of positions.

    At every `every`-th position, the reasons against other moves are also compared.

    At every `every`-th position, the reasons against other moves are compared as well.
    """
    position: Round = deal(variant, seats, number, number)
    other = TWIN.Round.from_setup(TWIN_NOTATION.parse_position(position_text(position.setup)))
    stream = Stream(number, "both builds")
    count = 0
    while not position.over:
        mine = texts(islice(position.legal_moves, LISTED))
        assert mine == texts(islice(other.legal_moves, LISTED)), position_text(position.setup)
        if count % every == 0:
            for near in other_moves(position, stream, [*islice(position.legal_moves, LISTED)], 20):
                text = str(near)
                whys = (
                    answer(lambda here, text: here.explain(parse_move(text)), position, text),
                    answer(lambda here, text: here.explain(TWIN_NOTATION.parse_move(text)), other, text),
                )
                assert whys[0] == whys[1], (text, position_text(position.setup))
        move = play(position, stream, number)
        position, other = position.play(move), other.play(TWIN_NOTATION.parse_move(str(move)))
        assert position_text(position.setup) == TWIN_NOTATION.position_text(other.setup)
        count += 1
    assert answer(position.score) == answer(other.score)
    return count


@each_game
def test_rounds(slug: str) -> None:
    variant = capped(variants.get(slug), 25)
    lo, hi = variant.equipment.players
    assert sum(same_round(variant, lo + number % (hi - lo + 1), number, 5) for number in range(ROUNDS)) > 50


@pytest.mark.parametrize("number", range(HOUSES))
def test_rounds_of_houses(number: int) -> None:
    rng = Random(f"houses on both builds {number}")
    variant = capped(house(rng, BURNT if number % 4 == 3 else PLAY, 5, rng.choice(PRESETS)), 12)
    assert same_round(variant, variant.equipment.players[0], number, 4)


@each_game
def test_simulations(slug: str) -> None:
    # A turn of Rummikub can have a thousand moves, and each of them is a whole table.
    rounds, breadth = {"gin": (300, 1000), "rummikub": (2, 20)}.get(slug, (12, 1000))
    mine, other = (
        answer(lambda each: each.simulate(each.variants.get(slug), rounds, 7, breadth=breadth).rounds, each)
        for each in (rami, TWIN)
    )
    assert mine == other


LISTS = f"""
import json, sys
from itertools import islice
from rami import Round, TakeDiscard
from rami.notation import parse_position
for text in json.load(sys.stdin):
    start = Round.from_setup(parse_position(text))
    positions = [start, *[start.play(move) for move in [TakeDiscard()] if move in start.legal_moves]]
    print([[str(move) for move in islice(each.legal_moves, {LISTED})] for each in positions], flush=True)
"""
"""A program that lists the moves of positions before and after the discard is taken."""


def test_hard_positions() -> None:
    """The lists are made in another process, because an endless search cannot be interrupted."""
    hard = [kept["position"] for kept in suite().values() if "position" in kept]
    command = [sys.executable, "-c", LISTS]
    found = subprocess.run(
        command, input=json.dumps(hard), capture_output=True, text=True, timeout=60, check=True
    )
    for text, mine in zip(hard, found.stdout.splitlines(), strict=True):
        start = TWIN.Round.from_setup(TWIN_NOTATION.parse_position(text))
        take = TWIN_NOTATION.parse_move("take")
        positions = [start, *[start.play(take) for _ in range(take in start.legal_moves)]]
        assert mine == repr([texts(islice(each.legal_moves, LISTED)) for each in positions]), text


def test_decks() -> None:
    for seed in (0, 1, 2**63 - 1, 2**63, 2**64, 2**255):
        for name in SLUGS:
            mine = Round.deal(variants.get(name), seed=seed, players=variants.get(name).equipment.players[0])
            other = TWIN.Round.deal(TWIN.variants.get(name), seed=seed, players=len(mine.hands))
            assert texts(mine.stock) == texts(other.stock)
