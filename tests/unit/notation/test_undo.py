"""Takebacks: a move that revealed nothing can be taken back; other moves only with `force`."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from tests.support.depth import share_of, shorter
from tests.support.refusals import codes_of
from tests.support.strategies import VARIANTS, choose, whole_match

from rami import Card, Discard, DrawStock, IllegalMove, Knock, Match, Round, TakeDiscard, Variant, variants
from rami.bots import NeutralBot
from rami.cards.moves import BigGin, Move
from rami.errors import InvalidMatch, Reason
from rami.errors.texts import for_people
from rami.notation import records
from rami.rounds import memory
from rami.rounds.events import TakenBack

FREE = {"TakeDiscard", "LayDown", "LayOff", "SwapWild", "PassUpcard", "Discard", "Rearrange"}
CLASSIC = variants.CLASSIC_51
MOVE_BY_MOVE = next(variant for variant in VARIANTS if "move by move" in variant.name)


def refusal(match: Match) -> str | None:
    """Return why the last move cannot be taken back, or None if it can."""
    try:
        match.undo()
    except InvalidMatch as error:
        assert all(violation.code.startswith("undo_") for violation in error.violations)  # noqa: PT017
        return str(error)
    return None


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_a_move_that_revealed_a_card_is_not_taken_back(variant: Variant) -> None:
    steps = whole_match(variant, 4, moves=110)
    for before, after in share_of([*pairwise(steps)]):
        why = refusal(after)
        if not after.log[-1]:
            assert why == "a deal cannot be taken back: players have seen their cards"
            continue
        move = after.log[-1][-1].seen_by(None).move
        said = for_people(str(move))
        if after.round.over:
            assert why == f"{said} cannot be taken back: the round is over"
        elif isinstance(move, DrawStock) and after.round.setup.drawer is None:
            assert why is not None
            assert "the stock" in why or "new stock" in why
        elif isinstance(move, (Knock, BigGin)):
            assert why == f"{said} cannot be taken back: a hand has been shown"
        elif len(after.round.stock) < len(before.round.stock):
            assert why == f"{said} cannot be taken back: a card has been drawn from the stock"
        else:
            assert type(move).__name__ in FREE or after.round.setup.drawer is not None
            assert after.undo() == before


@pytest.mark.slow
def test_free_moves_and_seen_ones_are_met() -> None:
    reasons = {
        (refusal(match) or ": nothing").partition(": ")[2]
        for variant in VARIANTS
        for match in whole_match(variant, 4 if variant is not MOVE_BY_MOVE else 3, moves=110)[1:]
    }
    assert reasons == {
        "nothing",
        "a card has been drawn from the stock",
        "the discards have become a new stock",
        "a hand has been shown",
        "the round is over",
        "players have seen their cards",
    }


def test_there_is_nothing_before_the_first_deal() -> None:
    match = Match.start(CLASSIC, players=3, seed=4)
    for force in (False, True):
        assert codes_of(InvalidMatch, match.undo, force=force) == [Reason.UNDO_NOTHING]


def test_a_discard_taken_back_is_an_event_but_not_remembered() -> None:
    match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    throw = next(move for move in match.round.legal_moves if isinstance(move, Discard))
    thrown = match.play(throw)
    back = thrown.undo()
    assert back.events(1, since=match.mark) == (*thrown.events(1, since=match.mark), TakenBack(2))
    memory = back.view(1).memory
    assert memory is not None
    assert memory == match.view(1).memory != thrown.view(1).memory
    assert throw.card not in memory.holds[0]
    held = {throw.card in Round.sampled(back.view(1), seed).hands[0] for seed in range(30)}
    assert held == {True, False}


def test_a_move_taken_back_may_be_replaced_by_another() -> None:
    match = Match.start(CLASSIC, players=3, seed=4)
    first, second, *_ = (move for move in match.round.legal_moves if isinstance(move, Discard))
    again = match.play(first).undo().play(second)
    assert [logged.move for logged in again.log[0]] == [second]
    with pytest.raises(IllegalMove):
        again.undo().play(DrawStock())


def test_a_finished_match_continues_after_undo() -> None:
    match = whole_match(VARIANTS[0], 1)[-1]
    assert match.over
    last = match.undo(force=True)
    assert (last.over, last.round.over, last.winners) == (False, False, ())
    assert last.log == (*match.log[:-1], match.log[-1][:-1])
    assert last.play(match.log[-1][-1].move) == match


DECK = "".join(f"{rank}{suit} " for suit in "shdc" for rank in "A23456789TJQK") * 2 + "* * * *"


def test_decks_are_dealt_again() -> None:
    house = CLASSIC.with_(match={"turn_cap": 2})
    first = over = Match.start(house, players=2, seed=3, deck=DECK)
    assert first.round.context.dealer == Match.start(house, players=2, seed=3).round.context.dealer
    while not over.round.over:
        over = over.play(choose_first(over))
    second = over.next_round(deck=DECK)
    for match in (first, second):
        assert match.deck == tuple(map(Card, DECK.split()))
        played = match.play(choose_first(match))
        assert played.undo() == played.undo(force=True) == match
    assert second.undo(force=True) == over
    for deck in (DECK[:30], "", DECK + "*"):
        assert codes_of(InvalidMatch, Match.start, house, players=2, seed=3, deck=deck)
        assert codes_of(InvalidMatch, over.next_round, deck=deck)


def choose_first(match: Match) -> Move:
    return next(iter(match.round.legal_moves))


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_a_match_that_knows_its_way_back_is_one_that_does_not(variant: Variant) -> None:
    """Moves, takebacks, announcements and deals in any order: a copy without the way gives the same each time."""
    rng = random.Random(f"way {variant.name}")
    match = Match.start(variant, players=variant.usual_players, seed=5)
    for _ in range(shorter(160)):
        if rng.random() < 0.3 and match.steps[1:]:
            for _ in range(rng.choice((1, 1, 2, 40))):
                lost = pickle.loads(pickle.dumps(match))
                try:
                    match = match.undo(force=True)
                except InvalidMatch:
                    break
                assert match == (other := lost.undo(force=True))
                assert match.events(None) == other.events(None)
                assert match.round.context == other.round.context
        elif match.over:
            match = match.undo(force=True)
        elif match.deciding:
            match = match.buy_in(accept=rng.random() < 0.5)
        elif match.round.over:
            match = match.next_round()
        elif match.announced is None and rng.random() < 0.02:
            match = match.announce_last()
        else:
            match = match.play(choose(match.round, rng))
        if rng.random() < 0.05:
            match = pickle.loads(pickle.dumps(match))
        viewer = rng.choice((None, *range(match.players)))
        cold = pickle.loads(pickle.dumps(match)).view(viewer)
        assert (match.view(viewer), match.view(viewer).memory) == (cold, cold.memory)
    again = Match.replay(match.variant, match.players, match.seed, match.steps)
    assert (again, again.mark) == (match, match.mark)


def long_match(moves: int) -> Match:
    """Return a match whose first round has had so many moves, draws and discards alone."""
    match = Match.start(CLASSIC.with_(opening={"minimum": 500}), players=2, seed=7)
    bot = NeutralBot()
    for _ in range(moves):
        match = match.play(bot.choose(match.round.view(match.player)))
    return match


@pytest.mark.parametrize("loaded", ["played", "loaded", "pickled"])
def test_views_and_takebacks_of_a_long_round_are_cheap(loaded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted are the moves that are played again and the events that a memory follows; the first look is free."""
    match = long_match(shorter(600))
    if loaded == "loaded":
        match = records.loads(records.dumps(match), variant=match.variant)
    elif loaded == "pickled":
        match = pickle.loads(pickle.dumps(match)).play(next(iter(match.round.legal_moves)))
        match = match.undo(force=True).undo(force=True)
    for viewer in (None, 0, 1):
        match.view(viewer)
    work: Counter[str] = Counter()
    total: Counter[str] = Counter()

    def counted(name: str, what: Callable[..., Any]) -> Callable[..., Any]:
        def counts(*given: Any, **named: Any) -> Any:
            work[name] += 1
            return what(*given, **named)

        return counts

    monkeypatch.setattr(memory, "_follow", counted("followed", memory._follow))
    monkeypatch.setattr(Round, "play", counted("played", Round.play))
    monkeypatch.setattr(Round, "step", counted("played", Round.step))
    for _ in range(100):
        match = match.undo(force=True)
        for viewer in (None, 0, 1):
            match.view(viewer)
        assert work["followed"] < 3 * 2 * 130  # the moves of four milestones, for each viewer
        assert work["played"] < 40
        total += work
        work.clear()
    assert total["followed"] < 100 * 3 * 2 * 40
    assert total["played"] < 100 * 3
    for _ in range(4):
        match = match.play(next(iter(match.round.legal_moves)))
        match.view(0)
    assert work["followed"] < 40


def test_taking_back_the_end_of_a_round_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = whole_match(variants.GIN, 4, moves=600)
    ends = [(before, after) for before, after in pairwise(steps) if after.round.over or not after.log[-1]]
    assert len(ends) > 2
    monkeypatch.setattr(Match, "replay", None)
    for before, after in ends:
        back = after.undo(force=True)
        assert back == before
        first, again = ([each.view(seat).memory for seat in (None, 0, 1)] for each in (before, back))
        assert first == again
        if after.round.over and before.log[-1]:
            assert back.undo(force=True).play(before.log[-1][-1].move) == before
