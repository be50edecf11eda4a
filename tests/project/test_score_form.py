"""The score form in examples/: an evening at a club, and invalid input."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.support.programs import program

from rami.ext import json
from rami.matches import ScoreSheet


@pytest.fixture
def form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = program("score_form.py")
    monkeypatch.setattr(made, "FILE", tmp_path / "evening.json")
    return made


def post(form: Any, **fields: str) -> str:
    """Send the form and return the page."""
    body = urlencode(fields).encode()
    environ = {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    status: list[str] = []
    (page,) = form.application(environ, lambda code, headers: status.append(code))
    assert status == ["200 OK"]
    return str(page.decode())


def sheet(form: Any) -> ScoreSheet:
    return json.loads(form.FILE.read_text("utf-8"), ScoreSheet)


def test_an_evening(form: Any) -> None:
    (page,) = form.application({"wsgi.input": BytesIO()}, lambda code, headers: None)
    assert "Anna deals." in page.decode()
    page = post(form, do="enter", who="Ben", left0="K 3 A *", left2="no 35", number="")
    assert "Ben deals." in page
    assert ">44<" in page
    post(form, do="enter", who="Carl", left0="12", left1="7", number="")
    post(form, do="enter", who="Ben", left0="K 3", left2="no", number="1")
    post(form, do="penalty", who="Anna", points="20")
    assert sheet(form).count.totals == (45, 7, 100)
    post(form, do="enter", who="", number="")
    assert sheet(form).count.scores[-1].void
    post(form, do="undo")
    assert len(sheet(form).entries) == 2


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"do": "enter", "who": "Ben", "left0": "X", "left2": "3"}, "&#x27;X&#x27; is not a card"),
        ({"do": "enter", "who": "Ben", "left0": "?", "left2": "3"}, "enter the hand of Anna"),
        ({"do": "enter", "who": "Ben", "left0": "3", "left2": "3", "number": "7"}, "it must be at most"),
        ({"do": "penalty", "who": "Ben", "points": "3"}, "Ben has no score in this round"),
        ({"do": "penalty", "who": "Ben", "points": "x"}, "is missing"),
        ({"do": "undo"}, "there is nothing to take back"),
        ({"do": "enter", "who": "<b>"}, "&lt;b&gt;"),
        ({"do": "enter"}, "is missing"),
        ({"who": "Ben"}, "is missing"),
    ],
)
def test_what_makes_no_sense_changes_nothing(form: Any, fields: dict[str, str], answer: str) -> None:
    page = post(form, **fields)
    assert answer in page
    assert "<b><b>" not in page
    assert not form.FILE.exists()
