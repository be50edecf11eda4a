"""Players who miss turns, leave for good or vote, and the agreements of a table about such cases."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from tests.support.strategies import VARIANTS
from tests.unit.sessions.test_session import NAMES, after_the_round, code, lively

from rami import Variant, variants
from rami.bots import GreedyBot
from rami.errors import InvalidMatch, InvalidText, Reason
from rami.matches.steps import Stopped, ThrownIn, Undone, Withdrawn
from rami.rounds.setup import Phase
from rami.sessions import Agreement, Ballot, EntryKind, Motion, Session, records

CLASSIC, GIN = variants.CLASSIC_51, variants.GIN
OPEN = CLASSIC.with_(opening={"minimum": 0, "clean": None})


def table(players: int = 3, variant: Variant = CLASSIC, **agreed: Any) -> Session:
    return Session.start(variant, NAMES[:players], 7, agreement=Agreement(**agreed))


def turn(session: Session) -> Session:
    """Return the session after a turn of the player to act."""
    seat = session.match.player
    while session.waiting_for == (seat,):
        session = session.play(GreedyBot().choose(session.match.view(seat)), seat)
    return session


# turns that are missed


def test_the_rest_of_a_turn_is_played_for_a_player() -> None:
    session = turn(table())
    seat, hand = session.match.player, session.match.round.hands[session.match.player]
    missed = session.miss_turn(seat)
    assert [entry.kind for entry in missed.log[-2:]] == [EntryKind.TIMEOUT, EntryKind.TIMEOUT]
    assert missed.match.player != seat
    assert missed.match.round.hands[seat] == hand
    away = session.leave(seat).miss_turn(seat)
    assert [entry.kind for entry in away.log[-2:]] == [EntryKind.STAND_IN, EntryKind.STAND_IN]
    assert away.missed[seat] == missed.missed[seat] == 1
    assert code(missed, "miss_turn", seat) == Reason.NOT_YOUR_TURN


def test_a_move_of_ones_own_ends_the_count() -> None:
    session = turn(table(2))
    seat = session.match.player
    session = turn(session.miss_turn(seat)).miss_turn(seat)
    assert session.missed[seat] == 2
    session = turn(session)
    # drawn by the player, discarded by nobody: the turn is not missed
    session = session.play("draw", seat).miss_turn(seat)
    assert session.missed[seat] == 0
    assert session.undo(None).undo(None).missed[seat] == 2


def test_a_player_drops_out_after_the_turns_agreed() -> None:
    session = turn(table(3, missed_turns=2, gone="stand_in"))
    seat = session.match.player
    session = session.miss_turn(seat)
    assert code(session, "drop_out", seat) == Reason.FEW_MISSED
    while seat not in session.gone:
        session = session.miss_turn(seat) if session.match.player == seat else turn(session)
    assert str(session.log[-1]) == f"drop_out {seat}"
    assert session.missed[seat] == 2
    # somebody plays for the seat to the end, and it is not waited for
    assert code(session, "rejoin", seat) == Reason.GONE
    while session.match.player != seat and not session.match.round.over:
        session = turn(session)
    if not session.match.round.over:
        assert code(session, "play", "draw", seat) == Reason.GONE
        session = session.stand_in(seat)
    assert code(table(3), "drop_out", 0) == Reason.FEW_MISSED


def test_a_discard_for_sale_is_no_turn() -> None:
    session = Session.start(variants.LIVERPOOL, NAMES[:4], 7, agreement=Agreement(missed_turns=2))
    absent = {seat for seat in range(4) if seat != session.match.player}
    while session.match.round.turn < 4:
        seat = session.match.player
        session = session.miss_turn(seat) if seat in absent else turn(session)
    assert max(session.missed) == 1
    assert not session.gone


# leaving for good


def test_the_last_one_left_has_won_at_once() -> None:
    session = table(2, GIN, gone="walk_over").give_up(1)
    assert session.match.winners == (0,)
    assert [type(step) for step in session.match.steps[1:]] == [ThrownIn, Withdrawn]
    assert session.match.scores[-1].void
    back = session.undo(None)
    assert (back.over, back.gone, back.away, back.match.playing) == (False, (), (1,), (0, 1))
    assert back.undo(None).match == table(2, GIN).match
    assert code(session, "give_up", 0) == Reason.MATCH_OVER


def test_the_others_play_on_from_the_next_round() -> None:
    session = turn(table(4, OPEN, gone="walk_over"))
    number, leaver = session.match.number, session.match.player
    session = session.give_up(leaver)
    assert not session.match.round.over
    while not session.match.round.over:
        seat = session.match.player
        session = session.miss_turn(seat) if seat == leaver else turn(session)
    if session.over:
        return
    assert leaver in session.match.eliminated
    assert leaver not in session.waiting_for
    for seat in session.waiting_for:
        session = session.ready(seat)
    assert session.match.number == number + 1
    assert leaver not in session.match.round.context.playing
    assert code(session, "ready", leaver) == Reason.ROUND_NOT_OVER
    assert code(session, "propose", "stop", leaver) == Reason.GONE


def test_the_match_may_end_with_a_player_who_leaves() -> None:
    session = after_the_round(table(3, OPEN, gone="end"))
    for seat in session.waiting_for:
        session = session.ready(seat)
    if session.over:
        return
    totals = session.match.totals
    leader = min(range(3), key=totals.__getitem__)
    ended = session.give_up(leader)
    assert ended.over
    others = [seat for seat in range(3) if seat != leader]
    least = min(totals[seat] for seat in others)
    assert ended.match.winners == tuple(seat for seat in others if totals[seat] == least)
    assert isinstance(ended.match.steps[-1], Stopped)
    assert ended.undo(None).match.playing == tuple(others)
    assert ended.undo(None).undo(None).match.playing == (0, 1, 2)


def test_a_vote_decides_whether_the_others_play_on() -> None:
    session = turn(table(3, gone="vote")).give_up(2)
    assert session.ballot == Ballot(Motion.GO_ON, None)
    assert session.voters == (0, 1)
    # nobody is held up meanwhile
    seat = session.match.player
    session = session.miss_turn(seat) if seat == 2 else turn(session)
    assert session.ballot is not None
    on = session.agree(0).agree(1)
    assert (on.ballot, on.over) == (None, False)
    assert 2 not in on.throw_in().match.playing
    assert session.agree(0).decline(1).over
    assert code(session, "propose", "stop", 0) == Reason.BALLOT_OPEN
    assert code(session, "agree", 2) == Reason.GONE


def test_a_hand_that_was_shown_is_counted_before_a_player_is_gone() -> None:
    variant = GIN.with_(closing={"settle": "moves"})
    session = table(2, variant, gone="walk_over")
    while session.match.phase is not Phase.LAYOFF:
        if session.match.round.over:
            for seat in session.waiting_for:
                session = session.ready(seat)
        session = turn(session)
    seat = session.match.player
    session = session.give_up(seat)
    assert not session.over
    assert code(session, "throw_in") == Reason.HAND_IS_SHOWN
    session = session.miss_turn(seat)
    assert session.over
    assert not session.match.scores[-1].void
    assert session.match.winners == (1 - seat,)


def test_departed_players_do_not_buy_back_in() -> None:
    pool = variants.KALOOKI_40.with_(match={"elimination_limit": 61, "buy_ins": 1})
    session = Session.start(pool, NAMES[:4], 1)
    session = session.give_up(1)
    while not session.match.round.over:
        seat = session.match.player
        move = GreedyBot().choose(session.match.view(seat))
        session = session.stand_in(seat, GreedyBot()) if seat == 1 else session.play(move, seat)
    assert session.match.totals[1] > 61
    assert session.match.eliminated == (1,)
    assert session.waiting_for == (0, 2, 3)


# votes


def test_all_must_agree_to_take_back_a_draw() -> None:
    session = turn(table())
    seat = session.match.player
    drawn = session.play("draw", seat)
    asked = drawn.propose("undo", seat)
    one, two = (each for each in range(3) if each != seat)
    assert asked.agree(one).match is drawn.match
    done = asked.agree(one).agree(two)
    assert done.match == session.match
    assert isinstance(done.match.steps[-1], Undone)
    assert done.ballot is None
    declined = asked.agree(one).decline(two)
    assert (declined.ballot, declined.match) == (None, drawn.match)
    assert asked.decline(seat).ballot is None
    # playing on declines it too
    assert asked.play("discard " + str(next(iter(drawn.match.round.hands[seat]))), seat).ballot is None
    assert asked.agree(one).agree(one).log == asked.agree(one).log
    assert code(drawn, "agree", one) == Reason.BALLOT_CLOSED


@pytest.mark.parametrize(
    ("motion", "holds"),
    [
        ("throw_in", lambda session: any(score.void for score in session.match.scores)),
        ("misdeal", lambda session: session.match.next_dealer == session.match.round.context.dealer),
        ("last", lambda session: session.match.round.context.last),
        ("stop", lambda session: session.over),
    ],
)
def test_decisions_of_a_table(motion: str, holds: Any) -> None:
    session = table().propose(motion, 1)
    assert not holds(session) or motion == "misdeal"
    for seat in (0, 2):
        session = session.agree(seat)
    assert holds(session)


def test_a_move_taken_back_is_not_made_again_in_another_round() -> None:
    session = table(2, GIN).play("pass", by=table(2, GIN).match.player).undo(None)
    stood = attrs.evolve(session, agreement=Agreement(gone="walk_over")).give_up(1).undo(None).rejoin(1)
    for thrown in (session.throw_in(), session.propose("throw_in", 0).agree(1), stood):
        assert code(thrown, "redo", None) == Reason.REDO_NOTHING
        assert code(thrown.ready(0).ready(1), "redo", None) == Reason.REDO_NOTHING


def test_a_motion_must_be_possible() -> None:
    assert code(table(), "propose", "undo", 0) == Reason.UNDO_NOTHING
    assert code(table(), "propose", "go_on", 0) == Reason.NOBODY_GONE
    assert code(table().announce_last(), "propose", "last", 0) == Reason.LAST_ANNOUNCED
    assert code(table(), "propose", "dance", 0) == Reason.NOT_ONE_OF


def test_whose_votes_count() -> None:
    absent = table(4).leave(2)
    assert absent.propose("stop", 0).agree(1).agree(3).ballot is not None
    present = table(4, consent="present").leave(2)
    assert present.propose("stop", 0).agree(1).agree(3).over
    # a vote may be carried because somebody goes away or leaves for good
    assert table(4, consent="present").propose("stop", 0).agree(1).agree(3).leave(2).over
    assert table(4).propose("stop", 0).agree(1).agree(3).give_up(2).over
    majority = table(4, consent="majority").propose("stop", 0)
    assert not majority.agree(1).over
    assert majority.agree(1).agree(2).over
    assert majority.decline(1).ballot is not None
    assert majority.decline(1).decline(2).ballot is None
    assert majority.decline(1).agree(1).agree(2).over


# what is written


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_folding_the_log_gives_the_session(variant: Variant) -> None:
    for seed in (20, 21):
        session = lively(variant, seed, 60)
        match = session.match
        again = Session.start(match.variant, session.names, match.seed, agreement=session.agreement)
        for entry in session.log:
            again = again.repeat(entry.kind, entry.seat, entry.text)
        assert again == session
        assert again.match.steps == session.match.steps
        # the table may take everything back, one step after the other, to the first deal
        rng = random.Random(seed)
        while len(again.match.steps) < 400:
            try:
                before, again = again, again.undo(None)
            except InvalidMatch:
                break
            assert again.match.mark > before.match.mark
            if rng.random() < 0.1:
                assert Session.from_rows(again.rows()) == again
        start = Session.start(variant, session.names, seed).match
        # MILLE-01: an announcement of the last round stands
        assert again.match == (start.announce_last() if again.match.announced else start)


def test_an_agreement_is_written_where_it_differs() -> None:
    session = table(3, missed_turns=3, gone="walk_over")
    assert session.rows()[0]["agreement"] == {"missed_turns": 3, "gone": "walk_over"}
    assert Session.from_rows(session.rows()) == session
    text = records.dumps(session)
    assert "name Chloé\nagreed missed_turns 3\nagreed gone walk_over\nshuffle 1\n" in text
    assert records.loads(text) == session
    assert "agreement" not in table().rows()[0]
    wrong: Any
    for wrong in ({"gone": "dance"}, {"missed": 1}, {"missed_turns": 0}, {"missed_turns": True}, [], None):
        with pytest.raises(InvalidText):
            Session.from_rows([{**session.rows()[0], "agreement": wrong}])
    for line in ("gone dance", "gone stand_in", "gone", "x 1", "missed_turns 03"):
        with pytest.raises(InvalidText):
            records.loads(text.replace("agreed gone walk_over", f"agreed {line}"))


@pytest.mark.parametrize("wrong", [{"missed_turns": 0}, {"gone": "away"}, {"consent": None}])
def test_an_agreement_is_checked(wrong: Any) -> None:
    with pytest.raises(InvalidMatch):
        Agreement(**wrong)
    with pytest.raises(InvalidMatch):
        Session.start(GIN, NAMES[:2], 7, agreement=wrong)


def test_players_who_are_waited_for_can_be_passed_over() -> None:
    session = table(2, GIN)
    assert session.pass_over(1) is session
    assert session.pass_over(0) == session.miss_turn(0)
    between = session.throw_in().ready(0)
    assert between.pass_over(0) is between
    assert between.pass_over(1) == between.leave(1)
    assert between.pass_over(1).match.number == 2
