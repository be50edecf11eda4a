"""Sessions: who must act next, rebuilding a session from its log, and a log after the process was killed."""

from __future__ import annotations

import json
import pickle
import random
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.custom import ThreeMelds
from tests.support.depth import numbers
from tests.support.programs import program
from tests.support.refusals import codes_in, codes_of, refusal
from tests.support.strategies import VARIANTS, letters, many

from rami import IllegalMove, Knock, LayOff, Match, PlayerView, RamiError, Variant, variants
from rami.bots import GreedyBot
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, Reason, Violation
from rami.errors.texts import for_people
from rami.locales import text
from rami.sessions import Agreement, Entry, EntryKind, Motion, Session
from rami.sessions import records as session_records
from rami.sessions.session import LONGEST_NOTE

GIN = variants.GIN
NAMES = ("Ana", "Bruno", "Chloé", "Dan", "Eve", "Fay", "Gus", "Hal")


def begun(variant: Variant = GIN, players: int = 2, seed: int = 7) -> Session:
    return Session.start(variant, NAMES[:players], seed)


def after_the_round(session: Session) -> Session:
    """Return the session when the round in play is over."""
    while not session.match.round.over:
        seat = session.match.player
        session = session.play(GreedyBot().choose(session.match.view(seat)), by=seat)
    return session


def lively(variant: Variant, seed: int, steps: int) -> Session:
    """Return a session with every kind of step."""
    rng = random.Random(seed)
    agreement = Agreement(
        missed_turns=rng.choice((None, 1, 2)),
        gone=rng.choice(("stand_in", "walk_over", "end", "vote")),
        consent=rng.choice(("all", "present", "majority")),
    )
    players = variant.usual_players
    session = Session.start(variant, NAMES[:players], seed, agreement=agreement)
    while len(session.log) < steps and not session.over:
        seat, player = rng.randrange(players), session.match.player
        tried: list[tuple[Any, ...]] = [
            *((name, seat) for name in ("undo", "redo", "leave", "rejoin", "ready", "drop_out")),
            *(("agree", seat), ("agree", seat), ("decline", seat), ("propose", rng.choice([*Motion]), seat)),
            *(("undo", None), ("redo", None), ("comment", "hm; «ok» = 1", seat), ("tag", "who", str(seat))),
            *(("stand_in", player), ("time_out", player, GreedyBot()), ("miss_turn", player)),
            *[("give_up", seat)] * (len(session.log) > steps // 2),
            *[("throw_in", seat)] * (len(session.log) % 9 == 0),
            *[("stop", seat)] * (len(session.log) > steps - 9),
            *[("ready", seat) if session.match.round.over else ("play",)] * 14,
        ]
        name, *given = rng.choice(tried)
        if name == "play":
            given = [rng.choice([*islice(session.match.legal_moves, 12)]), player]
        try:
            session = getattr(session, name)(*given)
        except InvalidMatch:
            continue
    return session


def code(session: Session, step: str, *given: Any) -> str:
    """Return the first reason why a step is refused."""
    error = refusal(RamiError, getattr(session, step), *given)
    assert isinstance(error, (InvalidMatch, IllegalMove))
    return str(error.violations[0].code)


# rows


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_rows_give_the_session_back(variant: Variant) -> None:
    session = lively(variant, 3, 120)
    rows = json.loads(json.dumps(session.rows()))
    again = Session.from_rows(rows)
    assert again == session
    assert again.match.events(None) == session.match.events(None)
    assert again.match.mark == session.match.mark == session.log[-1].mark
    assert again.rows() == session.rows()
    recorded = session_records.loads(session_records.dumps(session))
    assert (recorded, recorded.log) == (session, session.log)
    assert pickle.loads(pickle.dumps(session)) == session
    assert hash(again) == hash(session)
    assert all(len(json.dumps(row)) < 2000 for row in rows[1:])


def test_every_kind_of_entry_is_met() -> None:
    sessions = [lively(GIN, seed, 120) for seed in range(12)]
    met = {entry.kind for session in sessions for entry in session.log}
    assert met == set(EntryKind) - {EntryKind.LAST, EntryKind.BUY_IN, EntryKind.STAY_OUT}
    assert [Session.from_rows(session.rows()) for session in sessions] == sessions


def test_each_step_adds_its_rows_and_changes_none() -> None:
    known: list[Any] = []
    for later in steps(lively(GIN, 9, 60).rows()):
        known += later.rows(since=len(known))
        assert tuple(known) == later.rows()


def steps(rows: Any) -> Iterator[Session]:
    for count in range(1, len(rows) + 1):
        yield Session.from_rows(rows[:count])


ROWS = lively(GIN, 4, 20).rows()


@many(60)
@given(st.data())
def test_a_row_that_does_not_follow_is_refused(data: st.DataObject) -> None:
    rows = [dict(row) for row in ROWS]
    number = data.draw(st.integers(0, len(rows) - 1))
    row = rows[number]
    key = data.draw(st.sampled_from(sorted(row)))
    anything: st.SearchStrategy[Any] = st.sampled_from([None, True, [], {}])
    anything |= st.integers(-3, 40) | st.text(letters, max_size=5)
    row[key] = data.draw(anything)
    if row == ROWS[number]:
        return
    if (number, key) in ((0, "seed"), (0, "names")) or row.get("kind") in ("comment", "tag"):
        try:
            Session.from_rows(rows)
        except InvalidText:
            return
        return
    faults = refusal(InvalidText, Session.from_rows, rows).violations
    assert all(number + 1 <= dict(each.params)["line"] for each in faults)


def test_the_first_row_is_read_strictly() -> None:
    first, *_ = begun().rows()
    parts: list[dict[str, Any]] = [{"version": "1"}, {"policies": ["scoring"]}, {"policies": [7]}]
    parts += [{"options": {name: 3}} for name in ("opening.minimun", 10**5000, 7)]
    changes: list[dict[str, Any]] = [{"session": 3}, {"more": 1}]
    changes += [{"seed": seed} for seed in ("-1", "9" * 79, "٧")]
    changes += [{"variant": {**first["variant"], **part}} for part in parts]
    for rows in ([], *([{**first, **change}] for change in changes)):
        with pytest.raises(InvalidText):
            Session.from_rows(rows)


def test_a_row_with_a_value_that_no_text_can_hold_is_refused() -> None:
    first, second = begun().play("take", by=0).rows()
    huge: Any = 10**5000
    tag = {"kind": "tag", "seat": huge, "text": "a=b"}
    change: dict[Any, Any]
    for change in ({"mark": huge}, {"seat": huge}, {"seat": -1}, tag, {huge: 1}, {b"x": 1}, {"text": huge}):
        error = refusal(InvalidText, Session.from_rows, [first, {**second, **change}])
        assert dict(error.violations[0].params)["line"] == 2
        assert len(str(error)) < 500


# rules that change while a match goes on


def read_record(text: str, variant: Variant | None = None) -> Session:
    return session_records.loads(text, variant=variant)


each_form = pytest.mark.parametrize(
    "written,read",
    [
        (Session.rows, lambda rows, *known: Session.from_rows(rows, known)),
        (session_records.dumps, read_record),
    ],
    ids=["rows", "record"],
)


@each_form
def test_an_earlier_version_of_the_rules_comes_from_the_reader(
    written: Any, read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = lively(GIN, 4, 40)
    form = written(session)
    monkeypatch.setattr("rami.variants.gin.GIN", GIN.with_(version=2, scoring={"gin_bonus": 99}))
    assert refusal(InvalidText, read, form).violations[0].code == Reason.OTHER_VERSION
    assert read(form, GIN) == session
    assert read(form, GIN).match.variant.scoring == GIN.scoring


@each_form
def test_a_policy_of_ones_own_comes_from_the_reader(written: Any, read: Any) -> None:
    mine = variants.CLASSIC_51.with_(slug="mine", opening=ThreeMelds(), equipment={"jokers": 2})
    form = written(begun(mine, 3))
    assert refusal(InvalidText, read, form).violations[0].code == Reason.OWN_POLICY
    assert read(form, mine).match.variant == mine
    with pytest.raises(InvalidText):
        read(form, mine.with_(equipment={"jokers": 4}))


# who may do what


def test_own_takebacks_only() -> None:
    session = begun().play("take", by=0)
    assert code(session, "undo", 1) == Reason.UNDO_OTHER
    assert session.undo(by=0).match == begun().match
    assert session.undo(by=None).match == begun().match
    with pytest.raises(InvalidMatch, match="not a move of player 1"):
        session.match.undo(1)
    assert session.match.undo(0) == begun().match
    assert code(begun(), "undo", 0) == Reason.UNDO_NOTHING
    assert code(session, "undo", 2) == Reason.NO_SUCH_PLAYER


@attrs.frozen
class Blunderer:
    """A bot that names a card of its hand in a move that is not legal."""

    def choose(self, view: PlayerView) -> Move:
        return LayOff(next(iter(view.hand)), 99)


@attrs.frozen
class Exhausted:
    """A bot that runs out of steps."""

    def choose(self, view: PlayerView) -> Move:
        raise RamiError(Violation(Reason.STEPS_SPENT, None, {"steps": 1}))


def test_no_refusal_names_the_card_that_went_face_down() -> None:
    """Whoever asks, in both languages, before the reply to the knock and after the end of the round."""
    refusals = set[str]()
    for variant in (GIN, GIN.with_(closing={"settle": "moves"})):
        for seed in range(6):
            session = begun(variant, 2, seed)
            while not session.match.round.over:
                seat = session.match.player
                session = session.play(GreedyBot().choose(session.match.view(seat)), by=seat)
                knock = session.match.last_move
                if knock is None or not isinstance(knock.move, Knock):
                    continue
                match, other = session.match, 1 - knock.player
                for takes_back, by in ((match, None), (match, other), (session, other)):
                    error = refusal(InvalidMatch, takes_back.undo, by)
                    said = f"{text(error, 'fr')} {error!r} {text(error, 'en')}"
                    card = str(knock.move.discard)
                    assert card not in said
                    assert for_people(card) not in said
                    refusals.add(said)
                with pytest.raises(InvalidMatch, match=for_people(str(knock.move.discard))):
                    session.match.undo(knock.player)
    assert any("knock ?" in said for said in refusals)


def test_the_error_of_a_stand_in_names_no_card() -> None:
    session = begun().leave(0)
    for refused in (session.stand_in, session.time_out):
        error = refusal(InvalidMatch, refused, 0, Blunderer())
        assert codes_in(error.violations) == [Reason.BOT_FAILED]
        assert not {*map(str, session.match.round.hands[0])} & {*repr(error).replace("'", " ").split()}
        assert isinstance(error.__cause__, IllegalMove)
    with pytest.raises(RamiError, match="no answer was found"):
        session.stand_in(0, Exhausted())


def test_moves_that_revealed_a_card_are_taken_back_by_the_whole_table_only() -> None:
    drawn = begun().play("pass", by=0).play("pass", by=1).play("draw", by=0)
    assert code(drawn, "undo", 0) == Reason.UNDO_DRAW
    assert drawn.undo(None).redo(None).match == drawn.match


def test_moves_taken_back_are_made_again_in_order() -> None:
    session = begun().play("take", by=0)
    move = next(iter(session.match.legal_moves))
    played = session.play(move, by=0)
    back = played.undo(0).undo(0)
    assert back.redo(0).match == session.match
    assert back.redo(0).redo(0).match == played.match
    assert code(back.redo(0).redo(0), "redo", 0) == Reason.REDO_NOTHING
    assert code(back, "redo", 1) == Reason.REDO_NOTHING
    assert code(back.play("take", by=0), "redo", 0) == Reason.REDO_NOTHING


def test_a_move_out_of_turn_is_refused_with_its_reason() -> None:
    assert code(begun(), "play", "take", 1) == Reason.NOT_YOUR_TURN
    assert code(begun(), "play", "take", None) == Reason.NOT_AN_INTEGER
    assert code(begun(), "play", "take", True) == Reason.NOT_AN_INTEGER


# absence and time


def test_a_stand_in_plays_for_a_player_who_is_away() -> None:
    session = begun()
    assert code(session, "stand_in", 0) == Reason.NOT_AWAY
    away = session.leave(0)
    assert away.away == (0,)
    assert away.leave(0) is away
    played = away.stand_in(0, GreedyBot())
    assert played.log[-1].kind is EntryKind.STAND_IN
    assert str(played.match.log[0][0].move) == played.log[-1].text
    assert code(away, "stand_in", 1) == Reason.NOT_YOUR_TURN
    back = played.rejoin(0)
    assert back.away == ()
    assert back.rejoin(0) is back
    assert code(back, "undo", 0) == Reason.UNDO_OTHER
    assert back.undo(None).match == session.match
    assert back.undo(None).redo(None).log[-1].kind is EntryKind.REDO
    assert code(back.undo(None).redo(None), "undo", 0) == Reason.UNDO_OTHER


def test_a_timeout_is_a_move() -> None:
    session = begun()
    late = session.time_out(0)
    assert late.match == session.match.play("pass")
    assert late.log[-1] == Entry(EntryKind.TIMEOUT, 0, "pass", late.match.mark)
    assert session.time_out(0, GreedyBot()).match.log[0][0].move == GreedyBot().choose(session.match.view(0))
    assert code(session, "time_out", 1) == Reason.NOT_YOUR_TURN
    assert code(late, "undo", 0) == Reason.UNDO_OTHER
    assert code(after_the_round(session), "time_out", 0) == Reason.ROUND_OVER


# rounds


def test_the_next_round_is_dealt_when_all_are_ready() -> None:
    session = after_the_round(begun())
    assert session.waiting_for == (0, 1)
    one = session.ready(1)
    assert one.waiting_for == (0,)
    assert one.ready(1) is one
    dealt = one.ready(0)
    assert len(dealt.match.log) == 2
    assert dealt.waiting_for == (dealt.match.player,)
    assert dealt.match == session.match.next_round()
    assert code(dealt, "ready", 0) == Reason.ROUND_NOT_OVER
    assert dealt.undo(None).match == session.match
    assert dealt.undo(None).waiting_for == (0, 1)


def test_players_who_are_away_are_not_waited_for() -> None:
    session = after_the_round(begun())
    assert len(session.leave(1).ready(0).match.log) == 2
    assert len(session.ready(0).leave(1).match.log) == 2
    gone = session.leave(0).leave(1)
    assert len(gone.match.log) == 2
    assert gone.waiting_for == (gone.match.player,)
    assert session.ready(0).leave(0).rejoin(0).waiting_for == (0, 1)


def stood_in(session: Session) -> Session:
    """Return the session after a stand-in has ended the round in play."""
    rounds = len(session.match.scores)
    while len(session.match.scores) == rounds:
        session = session.stand_in(session.match.player, GreedyBot())
    return session


def test_a_table_of_bots_plays_a_match() -> None:
    session = begun().leave(0).leave(1)
    dealt = stood_in(session)
    assert len(dealt.match.log) == 2
    assert dealt.waiting_for == (dealt.match.player,)
    assert repr(dealt) == f"<Session gin: Ana, Bruno; waiting for {dealt.match.player}>"
    while not dealt.over:
        dealt = stood_in(dealt)
    assert repr(dealt) == "<Session gin: Ana, Bruno; over>"
    assert Session.from_rows(json.loads(json.dumps(dealt.rows()))) == dealt
    assert session_records.loads(session_records.dumps(dealt)) == dealt
    assert session_records.dumps(dealt).count("\nscores ") == len(dealt.match.scores) > 2


def test_a_deal_that_waited_for_no_player_is_taken_back_with_the_move_before_it() -> None:
    session = begun().leave(0).leave(1)
    dealt = stood_in(session)
    *_, before = steps(dealt.rows()[:-1])
    back = dealt.undo(None)
    assert back.match == before.match
    assert back.waiting_for == before.waiting_for
    assert back.redo(None).match == dealt.match
    assert Session.from_rows(back.redo(None).rows()) == back.redo(None)
    assert session_records.loads(session_records.dumps(back)) == back


def test_the_last_round_is_announced() -> None:
    session = begun().announce_last(by=1)
    assert session.last_round == 1
    assert not session.over
    assert code(session, "announce_last") == Reason.LAST_ANNOUNCED
    ended = after_the_round(session)
    assert ended.over
    assert ended.match.over
    assert ended.waiting_for == ()
    assert code(ended, "ready", 0) == Reason.MATCH_OVER
    assert code(ended, "announce_last") == Reason.MATCH_OVER
    between = after_the_round(begun()).announce_last()
    assert between.last_round == 2
    assert not between.over
    last = between.ready(0).ready(1)
    assert str(last.match.announced) == "last -"
    assert after_the_round(last).over


def test_eliminated_players_are_not_waited_for() -> None:
    variant = variants.CLASSIC_51.with_(match={"end": "elimination", "elimination_limit": 30})
    session = begun(variant, 4, 3)
    while not session.match.eliminated:
        session = after_the_round(session)
        if session.match.eliminated or session.over:
            break
        for seat in session.waiting_for:
            session = session.ready(seat)
    assert not session.over
    left = session.match.eliminated[0]
    assert left not in session.waiting_for
    assert code(session, "ready", left) == Reason.NO_SUCH_PLAYER


# what people say


def test_comments_and_tags_are_kept() -> None:
    session = begun().comment("bonjour", by=1).tag("date", "2026-11-23").tag("date", "").comment("on y va")
    assert session.tags == ()
    notes = [(1, "bonjour"), (None, "date=2026-11-23"), (None, "date="), (None, "on y va")]
    assert [(entry.seat, entry.text) for entry in session.log] == notes
    assert Session.from_rows(session.tag("a", "x=y").rows()).tags == (("a", "x=y"),)


def test_texts_are_short_and_printable() -> None:
    session = begun()
    wrong: Any
    for wrong, reason in (
        *(("a\nb", Reason.NOT_PRINTABLE), ("\ud800", Reason.NOT_PRINTABLE), (3, Reason.NOT_A_TEXT)),
        ("x" * (LONGEST_NOTE + 1), Reason.TOO_MANY_CHARACTERS),
    ):
        assert code(session, "comment", wrong) == code(session, "tag", "name", wrong) == reason
        assert code(session, "tag", wrong, "value")
        assert codes_of(InvalidMatch, Session.start, GIN, ["Ana", wrong])
    assert code(session, "tag", "", "value")
    assert code(session, "tag", "a=b", "value")
    assert codes_of(InvalidMatch, Session.start, GIN, ["Ana"])


# storage


@contextmanager
def table_at(path: Path) -> Generator[Any]:
    """Yield the one table of the server in examples/, in a file, before anybody sits down."""
    app = program("server/app.py")
    server = app.Server(f"sqlite:///{path}")
    if not server.run("SELECT * FROM seats"):
        server.run("INSERT INTO seats (id, seat, game) VALUES ('table', 0, 'gin')")
    yield app.Table(server, "table")
    server.engine.dispose()


def test_a_kill_at_any_byte_of_a_database_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA page_size = 512")  # fewer bytes to be killed at
        connection.execute("PRAGMA journal_mode = WAL")
    with table_at(path) as table:
        first, *others = steps(lively(GIN, 8, 3).rows())
        table.save(first, 0)
    session, wal = first, tmp_path / "sessions.db-wal"
    before = path.read_bytes()
    with table_at(path) as table:
        acknowledged = [(0, len(first.rows()))]
        for session in others:
            table.save(session, acknowledged[-1][1])
            acknowledged.append((wal.stat().st_size, len(session.rows())))
        written = wal.read_bytes()
        assert path.read_bytes() == before  # all is in the log that is appended to
    killed = tmp_path / "killed.db"
    rows = session.rows()
    for size in numbers(len(written) + 1):
        killed.write_bytes(before)
        (tmp_path / "killed.db-wal").write_bytes(written[:size])
        safe = max(count for end, count in acknowledged if end <= size)
        with closing(sqlite3.connect(killed)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # to be quick: nothing is kept of this copy
            found = connection.execute("SELECT step FROM steps ORDER BY number").fetchall()
            assert len(found) >= safe
            assert tuple(json.loads(step) for (step,) in found) == rows[: len(found)]
        if size == acknowledged[-1][0]:
            with table_at(killed) as table:
                table.load()
                assert table.session == session


def test_a_seed_is_drawn_if_none_is_named() -> None:
    one, other = (Session.start(GIN, ["Ana", "Bruno"]) for _ in range(2))
    assert one.match.seed != other.match.seed
    assert Session.from_rows(one.rows()).match == one.match
    assert isinstance(one.match, Match)


def test_invalid_data_of_a_session_is_refused() -> None:
    rows: Any = begun().rows()
    wrong: Any
    for wrong in ((5,), ("ab",), (rows, 5), (rows, [5])):
        with pytest.raises(RamiError):
            Session.from_rows(*wrong)
    with pytest.raises(RamiError):
        Session.start(GIN, ["Ana", "Bruno"], tags=5)  # type: ignore[arg-type]
    with pytest.raises(RamiError):
        begun().repeat("bow", 0)  # type: ignore[arg-type]


def test_only_unprintable_characters_are_written_as_codes() -> None:
    with pytest.raises(InvalidMatch, match=r"^'\xe9\\x00' contains"):
        begun().comment("é\0")
