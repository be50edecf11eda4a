"""Compare the scores of random endings, and matches of random hands."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.houses import SCORES, house, single_houses
from tests.oracle.differential.whole import same_match
from tests.support.depth import numbers, share_of

from rami import variants


@pytest.mark.rule("R51-SCORE-01", "R51-SCORE-04", "R51-SCORE-05", "R51-SCORE-06", "R51-SCORE-08")
def test_endings_of_classic_51() -> None:
    rng = Random("endings")
    for _ in numbers(300):
        same_score(ending(variants.CLASSIC_51, rng))


def test_endings_of_house_rules() -> None:
    rng = Random("house endings")
    for variant in share_of([*single_houses(SCORES), *(house(rng, SCORES, 6) for _ in range(150))]):
        for _ in numbers(6):
            same_score(ending(variant, rng))


@pytest.mark.rule("R51-MATCH-01", "R51-DEAL-06")
def test_matches() -> None:
    rng = Random("matches")
    for _ in numbers(15):
        same_match(variants.CLASSIC_51, rng)
    for variant in share_of([*single_houses(SCORES), *(house(rng, SCORES, 5) for _ in range(30))]):
        same_match(variant, rng)
