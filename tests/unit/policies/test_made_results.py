"""Results that the library makes without running validators equal results that the classes make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from tests.support.depth import numbers
from tests.support.playing import end_of, rounds
from tests.support.strategies import VARIANTS, walk

from rami import Round, Variant
from rami.policies import Outcome, RoundFacts, RoundScore, ScoreLine, ScoreReason
from rami.policies.results._tally import scored

MADE = (Outcome, RoundFacts, RoundScore, ScoreLine, ScoreReason)


def made(value: object) -> Iterator[object]:
    """Yield the results within a result, itself included."""
    if isinstance(value, tuple):
        for each in value:
            yield from made(each)
    elif isinstance(value, MADE):
        yield value
        for field in attrs.fields(type(value)):
            yield from made(getattr(value, field.name))


def ends(variant: Variant) -> Iterator[Round]:
    """Yield ends of rounds; half of the players want to win."""
    for seed in numbers(5):
        yield walk(variant, seed)[-1]
        yield end_of(rounds(Round.deal(variant, seed=seed)))


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_results_equal_those_of_the_class(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[RoundFacts] = []

    def noted(rules: Variant, facts: RoundFacts) -> RoundScore:
        reported.append(facts)
        return scored(rules, facts)

    monkeypatch.setattr("rami.rounds.round.scored", noted)
    for end in ends(variant):
        score = end.score()
        for value in made((end.outcome, score, *reported)):
            cls: Any = type(value)
            again = cls(**{field.alias: getattr(value, field.name) for field in attrs.fields(cls)})
            assert again == value
            assert hash(again) == hash(value)
            # equal values may be of other types, 1 and True or a list and a tuple
            assert repr(again) == repr(value)
        reported.clear()


@pytest.mark.slow
def test_every_kind_of_end_is_made() -> None:
    """The rounds above are won, void, ended by a knock and by a declaration, and scored in every unit."""
    found = [(end.outcome, end.knock, end.score()) for variant in VARIANTS for end in ends(variant)]
    assert {outcome.void for outcome, _, _ in found if outcome is not None} == {True, False}
    assert len({knock.kind for _, knock, _ in found if knock is not None}) > 1
    assert {score.credit for _, _, score in found} == {True, False}
    assert any(score.completed for _, _, score in found)
    codes = {reason.code for _, _, score in found for line in score.lines for reason in line.reasons}
    assert {"card", "winner", "flat", "deadwood"} <= codes
