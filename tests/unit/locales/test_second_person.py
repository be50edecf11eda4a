"""Sentences that address their reader as "you"."""

from __future__ import annotations

import pytest

from rami import Card, Match, RamiError, variants
from rami.errors import InvalidSetup, Reason, Violation
from rami.locales import text
from rami.locales._second_person import YOURS
from rami.locales._texts import DONE_TEXTS
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.rounds.events import LastRoundAnnounced, MatchEnded, StockDrawn

NAMES = ("Ana", "Bruno", "Chloé")


def test_every_deed_can_be_the_readers() -> None:
    assert {others for name, others in YOURS if name == "player"} >= set(DONE_TEXTS.values())


COLLECTED = RoundScore(False, 0, (ScoreLine(0, 20, (ScoreReason("collected", 20, {"player": 1}),)),))
OFF_TURN = Violation(Reason.NOT_YOUR_TURN, None, {"player": 0, "by": 1})


@pytest.mark.parametrize(
    ("value", "lang", "you", "said"),
    [
        (StockDrawn(1, Card("6♥")), "en", 1, "You draw 6♥."),
        (StockDrawn(1, Card("6♥")), "fr", 1, "Vous piochez 6♥."),
        (StockDrawn(1, Card("6♥")), "ar", 1, "أنت تسحب ⁨6♥⁩."),
        (StockDrawn(0, Card("?")), "en", 1, "Ana draws a card."),
        (StockDrawn(0, Card("?")), "fr", 1, "Ana pioche une carte."),
        (StockDrawn(0, Card("?")), "ar", 1, "Ana يسحب ورقة."),
        (StockDrawn(0, Card("?")), "en", None, "Ana draws a card."),
        (MatchEnded((1,)), "en", 1, "You win the match."),
        (MatchEnded((1, 2)), "fr", 2, "Bruno et vous gagnez la partie."),
        (LastRoundAnnounced(0), "en", 0, "You announce the last round."),
        (COLLECTED, "en", 1, "Ana: 20 (from you: 20)"),
        (OFF_TURN, "en", 1, "it is Ana's turn, not yours"),
        (OFF_TURN, "en", 0, "it is your turn, not Bruno's"),
    ],
)
def test_a_sentence_speaks_to_its_reader(value: object, lang: str, you: int | None, said: str) -> None:
    assert text(value, lang, NAMES, you=you) == said


def test_a_story_speaks_to_its_reader() -> None:
    match = Match.start(variants.GIN, players=2, seed=1).play("pass").play("pass").play("draw")
    story = text(match.events(1), names=NAMES, you=1)
    assert "Ana passes." in story
    assert "You pass" in story


def test_a_sentence_without_a_second_person_keeps_the_name() -> None:
    wrong = InvalidSetup(Violation(Reason.EMPTY_HAND_UNWON, None, {"player": 1}))
    assert text(wrong, names=NAMES, you=1) == text(wrong, names=NAMES)


@pytest.mark.parametrize("you", [-1, True, "0", 1.0])
def test_the_reader_is_a_seat(you: object) -> None:
    with pytest.raises(RamiError):
        text("", you=you)  # type: ignore[arg-type]  # what is refused
