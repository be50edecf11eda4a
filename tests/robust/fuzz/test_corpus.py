"""The corpus of the fuzzing: seeds, and every input that has ever failed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.robust.fuzz.edits import mutated
from tests.robust.fuzz.run import LONGEST
from tests.robust.fuzz.targets import TARGETS, fuzzed
from tests.support.depth import numbers

CORPUS = Path(__file__).parent / "corpus"


def test_each_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_corpus(name: str) -> None:
    paths = sorted((CORPUS / name).iterdir())
    assert paths
    for path in paths:
        fuzzed(name, path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs(name: str) -> None:
    """Inputs of the corpus with random changes, such as a pack more: refused, or read, and in bounded time."""
    rng = Random(name)
    kept = [
        path.read_bytes().decode("utf-8", "surrogateescape") for path in sorted((CORPUS / name).iterdir())
    ]
    for _ in numbers(200):
        fuzzed(name, mutated(rng.choice(kept), rng, kept)[:LONGEST].encode("utf-8", "replace"))
