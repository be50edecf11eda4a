"""The ways in which the last card may leave the hand."""

from __future__ import annotations

import pytest

from rami.cards import JOKER, Card
from rami.errors import Reason
from rami.policies import Closing, ClosingFacts

SEVEN = Card("7♠")


def placing(closing: Closing) -> list[str]:
    return [violation.code for violation in closing.finish(ClosingFacts())]


def discarding(closing: Closing, card: Card) -> list[str]:
    return [violation.code for violation in closing.finish(ClosingFacts(discard=card))]


@pytest.mark.rule("R51-RSEC-04")
def test_a_card_is_kept_for_the_final_discard() -> None:
    required = Closing(final_discard="required")
    assert placing(required) == [Reason.LAST_CARD_PLACED]
    assert discarding(required, SEVEN) == discarding(required, JOKER) == []


@pytest.mark.rule("R51-GO-01", "VARIATION-FINALDISC-01")
def test_the_last_card_laid_or_discarded() -> None:
    assert placing(Closing()) == discarding(Closing(), SEVEN) == []


@pytest.mark.rule("VARIATION-FINALDISC-02")
def test_no_discard_on_the_last_turn() -> None:
    forbidden = Closing(final_discard="forbidden")
    assert placing(forbidden) == []
    assert discarding(forbidden, SEVEN) == [Reason.LAST_CARD_DISCARDED]


def test_no_joker_as_the_final_discard() -> None:
    closing = Closing(joker_finish_forbidden=True)
    assert discarding(closing, JOKER) == [Reason.LAST_CARD_WILD]
    assert discarding(closing, SEVEN) == []
