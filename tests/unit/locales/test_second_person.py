"""Sentences that address their reader as "you"."""

from __future__ import annotations

import pytest

from rami import Card, Match, RamiError, variants
from rami.errors import InvalidSetup, Reason, Violation
from rami.locales import text
from rami.locales._second_person import YOURS
from rami.locales._texts import DONE_TEXTS
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.rounds.events import CardDiscarded, LastRoundAnnounced, MatchEnded, StockDrawn

NAMES = ("Ana", "Bruno", "Chloé")


def test_every_deed_can_be_the_readers() -> None:
    assert {others for name, others in YOURS if name == "player"} >= set(DONE_TEXTS.values())


@pytest.mark.parametrize(
    "lang,yours,others",
    [
        ("en", "You draw 6♥.", "Ana draws a card."),
        ("fr", "Vous piochez 6♥.", "Ana pioche une carte."),
        ("ar", "أنت تسحب ⁨6♥⁩.", "Ana يسحب ورقة."),
    ],
)
def test_a_deed(lang: str, yours: str, others: str) -> None:
    assert text(StockDrawn(1, Card("6♥")), lang, NAMES, you=1) == yours
    assert text(StockDrawn(0, Card("?")), lang, NAMES, you=1) == others


def test_a_story_speaks_to_its_reader() -> None:
    match = Match.start(variants.GIN, players=2, seed=1).play("pass").play("pass").play("draw")
    story = text(match.events(1), names=NAMES, you=1)
    assert "Ana passes." in story
    assert "You pass" in story


def test_winners_and_announcements() -> None:
    assert text(MatchEnded((1,)), you=1) == "You win the match."
    assert text(MatchEnded((1, 2)), "fr", NAMES, you=2) == "Bruno et vous gagnez la partie."
    assert text(LastRoundAnnounced(0), you=0) == "You announce the last round."


def test_scores_and_refusals() -> None:
    line = ScoreLine(0, 20, (ScoreReason("collected", 20, {"player": 1}),))
    assert text(RoundScore(False, 0, (line,)), names=NAMES, you=1) == "Ana: 20 (from you: 20)"
    off_turn = Violation(Reason.NOT_YOUR_TURN, None, {"player": 0, "by": 1})
    assert text(off_turn, names=NAMES, you=1) == "it is Ana's turn, not yours"
    assert text(off_turn, names=NAMES, you=0) == "it is your turn, not Bruno's"


def test_a_sentence_without_a_second_person_keeps_the_name() -> None:
    wrong = InvalidSetup(Violation(Reason.EMPTY_HAND_UNWON, None, {"player": 1}))
    assert text(wrong, names=NAMES, you=1) == text(wrong, names=NAMES)


def test_without_a_reader_nothing_changes() -> None:
    discarded = CardDiscarded(0, Card("K♥"))
    assert text(discarded, names=NAMES) == text(discarded, names=NAMES, you=2) == "Ana discards K♥."


@pytest.mark.parametrize("you", [-1, True, "0", 1.0])
def test_the_reader_is_a_seat(you: object) -> None:
    with pytest.raises(RamiError):
        text("", you=you)  # type: ignore[arg-type]  # what is refused
