"""Records of sessions keep names, takebacks, comments, tags and marks, and invalid records are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.depth import share_of
from tests.support.refusals import refusal
from tests.unit.sessions.test_session import begun

from rami.errors import InvalidText, Reason
from rami.sessions import records as session_records
from rami.sessions.session import Session


def full() -> Session:
    session = begun().tag("date", "2026-11-23").play("take", by=0).undo(by=0).play("take", by=0)
    return session.comment("3 = bold; «really»?", by=1).comment("", by=None).announce_last(1).leave(1)


def test_a_record_reads_as_the_match_that_was_played() -> None:
    text = session_records.dumps(full())
    assert text.split("round 1 dealer 1\n")[1].splitlines()[:-1] == [
        *("tag - date=2026-11-23", "0: take", "undo 0", "0: take", "comment 1 3 = bold; «really»?"),
        *("comment -", "last 1", "leave 1", "", "unfinished"),
    ]
    assert "name Ana\nname Bruno\nshuffle 1\nseed 7\n" in text
    assert session_records.loads(text) == full()


def test_a_seed_may_be_hidden() -> None:
    text = session_records.dumps(full(), reveal=False)
    assert "seed" not in text
    assert session_records.loads(text, seed=7) == full()
    for seed, reason in ((None, Reason.SEED_HIDDEN), (8, Reason.COMMITMENT_DIFFERS)):
        assert refusal(InvalidText, session_records.loads, text, seed=seed).violations[0].code == reason


def test_files(tmp_path: Path) -> None:
    session_records.dump(full(), tmp_path / "evening.txt")
    assert session_records.load(tmp_path / "evening.txt") == full()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rami session 2", "rami record 1"),
        ("undo 0\n", ""),
        ("undo 0\n", "undo 0\nredo 0\n"),
        ("name Bruno", "name Carl"),
        ("round 1 dealer 1", "round 1 dealer 0"),
        ("last 1", "last 5"),
        ("comment -", "comment - hello"),
        ("unfinished", "won 0"),
        *(("seed 7", "seed 8"), ("seed 7", "seed x")),
        *(("variant gin 1", "variant gin"), ("variant gin 1\n", "")),
    ],
)
def test_false_records_are_refused(old: str, new: str) -> None:
    text = session_records.dumps(full())
    assert old in text
    with pytest.raises(InvalidText, match="line "):
        session_records.loads(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("0: take\nundo", "0: take; fly\nundo", "character 10: 'draw', 'take'"),
        ("0: take\nundo", "1: take\nundo", "character 4: it is player 0's turn, not player 1's"),
        ("0: take\nundo", "0: take \nundo", "the record says '0: take ', and the replay gives '0: take'"),
        ("0: take\nundo", "move 0 take\nundo", "character 1: a seat was expected"),
        ("undo 0", "undo 1", "it is not a move of player 1"),
        ("undo 0", "undo 00", "character 1: a seat was expected"),
        ("leave 1", "leave 1 now", "the record says 'leave 1 now', and the replay gives 'leave 1'"),
        ("leave 1", "leave 1\nleave 1", "the record says 'leave 1', and the replay gives ''"),
    ],
)
def test_the_first_wrong_line_is_named(old: str, new: str, found: str) -> None:
    text = session_records.dumps(full())
    at = text.index(old)
    wrong = text[:at] + new + text[at + len(old) :]
    number = text[:at].count("\n") + 1 + (old == "leave 1" and "\n" in new)
    error = refusal(InvalidText, session_records.loads, wrong)
    assert str(error).startswith(f"line {number}")
    assert found in str(error)


def test_every_cut_is_refused() -> None:
    text = session_records.dumps(full())
    body = text.index("round 1")
    for end in share_of(range(body, len(text))):
        with pytest.raises(InvalidText):
            session_records.loads(text[:end])
