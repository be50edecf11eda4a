"""The ways in which the last card may leave the hand."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_in

from rami.cards import JOKER, Card
from rami.errors import Reason
from rami.policies import Closing, ClosingFacts


@pytest.mark.rule("R51-GO-01", "R51-RSEC-04", "VARIATION-FINALDISC-01", "VARIATION-FINALDISC-02")
@pytest.mark.parametrize(
    "closing, placed, natural, joker",
    [
        (Closing(), [], [], []),
        (Closing(final_discard="required"), [Reason.LAST_CARD_PLACED], [], []),
        (Closing(final_discard="forbidden"), [], [Reason.LAST_CARD_DISCARDED], [Reason.LAST_CARD_DISCARDED]),
        (Closing(joker_finish_forbidden=True), [], [], [Reason.LAST_CARD_WILD]),
    ],
)
def test_the_last_card_is_laid_or_discarded(
    closing: Closing, placed: list[str], natural: list[str], joker: list[str]
) -> None:
    for last, codes in ((None, placed), (Card("7♠"), natural), (JOKER, joker)):
        assert codes_in(closing.finish(ClosingFacts(discard=last))) == codes
