"""JSON messages between a server and the players at a table."""

from __future__ import annotations

import json as plain_json
from typing import Any

import pytest
from tests.support.refusals import codes_in, codes_of, refusal

from rami import PlayerView, variants
from rami.errors import IllegalMove, InvalidMatch, InvalidText, RamiError, Reason
from rami.ext import json
from rami.ext.json.service import TYPES
from rami.sessions import Session

START = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)


def refused(message: Any, kind: type[RamiError], session: Session = START) -> list[str]:
    with pytest.raises(kind) as caught:
        json.table_step(session, 0, message)
    return codes_in(caught.value.violations)


def test_a_state_is_plain_data_about_one_seat() -> None:
    session = START.comment("well", by=1).propose("stop", by=1).leave(0)
    state = json.table_state(session, 0, since=0, lang="fr")
    assert plain_json.loads(plain_json.dumps(state)) == state
    view: PlayerView = json.from_data({"rami": 1, "type": "PlayerView", "value": state["view"]})
    assert view == session.match.view(0, since=0)
    assert [each["text"] for each in state["moves"]] == list(map(str, view.legal_moves))
    assert state["comments"] == [{"kind": "comment", "seat": 1, "text": "well", "mark": 2}]
    assert state["ballot"] == {"motion": "stop", "by": 1, "agreed": [1], "declined": []}
    assert (state["rows"], state["away"], state["voters"]) == (len(session.rows()), [0], [0, 1])
    assert json.table_state(session, 0, rows=state["rows"])["comments"] == []
    assert json.table_state(session, None)["moves"] == []
    assert len(json.table_state(session, 0, most_moves=1)["moves"]) == 1


@pytest.mark.parametrize("mark", [-1, 1 << 70, True, "0", None])
def test_an_unknown_mark_brings_no_events(mark: Any) -> None:
    state = json.table_state(START, 0, since=mark)
    assert (state["since"], state["view"]["events"]) == (START.match.mark, [])


def test_a_move_comes_as_text_or_as_an_object() -> None:
    played = START.play("take", by=0)
    for move in ("take", {"type": "TakeDiscard"}):
        message = {"type": "play", "move": move, "mark": START.match.mark, "id": 7}
        assert json.table_step(START, 0, message) == played


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_is_a_method_of_a_session(kind: str) -> None:
    refusals = {
        "ready": Reason.ROUND_NOT_OVER,
        "undo": Reason.UNDO_NOTHING,
        "redo": Reason.REDO_NOTHING,
        "agree": Reason.BALLOT_CLOSED,
        "decline": Reason.BALLOT_CLOSED,
        "buy_in": Reason.BUY_IN_CLOSED,
    }
    message = {"type": kind, "mark": START.match.mark, "move": "take", "motion": "stop", "text": "hm"}
    if kind in refusals:
        assert refused(message, InvalidMatch) == [refusals[kind]]
    else:
        assert len(json.table_step(START, 0, message).log) == 1


def test_invalid_messages_are_refused() -> None:
    assert refused([], InvalidText) == [Reason.WRONG_TYPE]
    assert refused({}, InvalidText) == [Reason.NOT_ONE_OF]
    assert refused({"type": {}}, InvalidText) == [Reason.NOT_ONE_OF]
    assert refused({"type": "from_rows"}, InvalidText) == [Reason.NOT_ONE_OF]
    assert refused({"type": "play"}, InvalidText) == [Reason.KEY_MISSING] * 2
    assert refused({"type": "comment", "text": 7}, InvalidMatch) == [Reason.NOT_A_TEXT]
    assert refused({"type": "propose", "motion": ["stop"]}, InvalidMatch) == [Reason.NOT_ONE_OF]
    play = {"type": "play", "mark": START.match.mark}
    assert refused({**play, "move": 7}, RamiError) == [Reason.NOT_A_MOVE]
    assert refused({**play, "move": "draw"}, IllegalMove) == [Reason.WRONG_PHASE]


@pytest.mark.parametrize("mark", [0, -1, "1", None, 1 << 70])
def test_a_message_for_an_earlier_view_is_stale(mark: Any) -> None:
    assert refused({"type": "comment", "text": "hm", "mark": mark}, InvalidMatch) == [Reason.STALE]
    assert refused({"type": "play", "move": "take", "mark": mark}, InvalidMatch) == [Reason.STALE]


def test_notes_have_a_limit_and_moves_have_none() -> None:
    session = START.comment("hm", by=0)
    comment = {"type": "comment", "text": "hm"}
    assert len(json.table_step(session, 0, comment, most_notes=2).log) == 2
    assert codes_of(InvalidMatch, json.table_step, session, 0, comment, most_notes=1) == [Reason.TOO_LARGE]
    move = {"type": "play", "move": "take", "mark": session.match.mark}
    assert len(json.table_step(session, 0, move, most_notes=1).log) == 2


def test_hints_and_refusals_are_translated() -> None:
    advice = json.table_hint(START, 0, "fr")
    assert advice["move"]["type"] == "TakeDiscard"
    assert advice["says"].startswith("Prendre")
    answer = json.refusal(refusal(RamiError, START.play, "take", by=1), session=START)
    assert answer["codes"] == ["not_your_turn"]
    assert "Ana" in answer["reasons"][0]


def test_a_value_nested_a_thousand_deep_is_refused() -> None:
    deep: Any = 1
    for _ in range(5_000):
        deep = {"a": deep}
    for kind, key in (("propose", "motion"), ("play", "move"), ("comment", "text"), (deep, "type")):
        with pytest.raises(RamiError):
            json.table_step(START, 0, {"mark": START.match.mark, "type": kind, key: deep})
