"""All inputs of the fuzzing corpus, which has the first inputs and every input that ever failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from tests.robust.fuzz.edits import mutated
from tests.robust.fuzz.run import CORPUS, LONGEST
from tests.robust.fuzz.targets import TARGETS, fuzzed, text_of
from tests.support.depth import numbers

from rami.ext import json
from rami.notation import houses, parse_move, parse_position, parse_turn, records

READERS: Mapping[str, Callable[[str], object]] = {
    "house": houses.loads,
    "json": json.loads,
    "move": parse_move,
    "position": parse_position,
    "record": records.loads,
    "turn": parse_turn,
}


def test_each_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_corpus(name: str) -> None:
    paths = sorted((CORPUS / name).iterdir())
    assert paths
    for path in paths:
        fuzzed(name, path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_seeds_are_read(name: str) -> None:
    """Old records remain readable, and a seed that is refused would test only its first line."""
    for path in (CORPUS / name).glob("seed-*"):
        READERS[name](path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs(name: str) -> None:
    """Inputs of the corpus with random changes, such as an extra pack, are refused or read in bounded time."""
    rng = Random(name)
    kept = [text_of(path.read_bytes()) for path in sorted((CORPUS / name).iterdir())]
    for _ in numbers(200):
        fuzzed(name, mutated(rng.choice(kept), rng, kept)[:LONGEST].encode("utf-8", "replace"))
