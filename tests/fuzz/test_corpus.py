"""The corpus of the fuzzing: seeds, and every input that has ever failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.targets import TARGETS, fuzzed

CORPUS = Path(__file__).parent / "corpus"


def test_each_target_has_a_corpus() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_corpus(name: str) -> None:
    paths = sorted((CORPUS / name).iterdir())
    assert paths
    for path in paths:
        fuzzed(name, path.read_bytes())
