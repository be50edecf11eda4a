"""Compare the scores of random endings, and matches of random hands."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.houses import FEW_TILES, PRESETS, SCORES, house, single_houses
from tests.oracle.differential.whole import same_match
from tests.support.depth import numbers, share_of

from rami.policies.variant import Variant

CITED = {
    "classic-51": pytest.mark.rule(
        *("R51-SCORE-01", "R51-SCORE-04", "R51-SCORE-05", "R51-SCORE-06", "R51-SCORE-08"),
        *("R51-MATCH-01", "R51-DEAL-06"),
    ),
    "okey-101": pytest.mark.rule("OKO-SCORE-06", "OKO-SCORE-07", "OKO-SCORE-08", "OKO-SCORE-09"),
}
"""The rules that the scores of some games cite."""


@pytest.mark.parametrize(
    "variant",
    [pytest.param(each, id=each.slug, marks=CITED.get(each.slug, ())) for each in (*PRESETS, FEW_TILES)],
)
def test_endings_and_matches(variant: Variant) -> None:
    rng = Random(f"endings {variant.slug}")
    for _ in numbers(200):
        same_score(ending(variant, rng))
    for _ in numbers(10):
        same_match(variant, rng)


def test_house_rules() -> None:
    rng = Random("house endings")
    for variant in share_of([*single_houses(SCORES), *(house(rng, SCORES, 6) for _ in range(150))]):
        for _ in numbers(6):
            same_score(ending(variant, rng))
        same_match(variant, rng)
