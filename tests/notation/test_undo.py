"""Taking moves back: moves that have shown nothing can be taken back, all others only by force."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.depth import share_of
from tests.notation.strategies import VARIANTS, choose, whole_match

from rami import (
    BigGin,
    Discard,
    DrawStock,
    IllegalMove,
    InvalidMatch,
    Knock,
    LayDown,
    LayOff,
    Match,
    Move,
    PassUpcard,
    Reason,
    Round,
    SwapWild,
    TakeDiscard,
    Variant,
    variants,
)
from rami.cards import Card
from rami.events import TakenBack

FREE: set[type[Move]] = {TakeDiscard, LayDown, LayOff, SwapWild, PassUpcard, Discard}
CLASSIC = variants.CLASSIC_51
MOVE_BY_MOVE = next(variant for variant in VARIANTS if "move by move" in variant.name)


def refusal(match: Match) -> str | None:
    """Why the last move cannot be taken back; None if it can."""
    try:
        match.undo()
    except InvalidMatch as error:
        assert all(violation.code.startswith("undo_") for violation in error.violations)  # noqa: PT017
        return str(error)
    return None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_every_step_of_a_match_can_be_taken_back_by_force(variant: Variant) -> None:
    steps = whole_match(variant, 4, moves=60)
    for before, after in share_of([*pairwise(steps)]):
        assert after.undo(force=True) == before
    assert len(steps) > (20 if variant.slug != "indian-13" else 5)


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_cards_once_seen_stay_seen(variant: Variant) -> None:
    steps = whole_match(variant, 4, moves=110)
    for before, after in share_of([*pairwise(steps)]):
        why = refusal(after)
        if not after.log[-1]:
            assert why == "a deal cannot be taken back: it has shown cards"
            continue
        move = after.log[-1][-1].seen_by(None).move
        if after.round.over:
            assert why == f"{move} cannot be taken back: the round is over"
        elif isinstance(move, DrawStock) and after.round.setup.drawer is None:
            assert why is not None
            assert "the stock" in why or "new stock" in why
        elif isinstance(move, (Knock, BigGin)):
            assert why == f"{move} cannot be taken back: a hand has been shown"
        elif len(after.round.stock) < len(before.round.stock):
            assert why == f"{move} cannot be taken back: a card has been drawn from the stock"
        else:
            assert type(move) in FREE or after.round.setup.drawer is not None
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
        "it has shown cards",
    }


def test_there_is_nothing_before_the_first_deal() -> None:
    match = Match.start(CLASSIC, players=3, seed=4)
    for force in (False, True):
        with pytest.raises(InvalidMatch, match="there is nothing to take back") as caught:
            match.undo(force=force)
        assert caught.value.violations[0].code == Reason.UNDO_NOTHING


def test_a_turn_is_taken_back_move_by_move() -> None:
    match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    taken = match.play(next(move for move in match.round.legal_moves if isinstance(move, Discard)))
    assert taken.round.player != match.round.player
    assert taken.undo().undo() == Match.start(variants.GIN, players=2, seed=7)


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


def test_a_match_that_is_over_goes_on_after_undo() -> None:
    match = whole_match(VARIANTS[0], 1)[-1]
    assert match.over
    last = match.undo(force=True)
    assert (last.over, last.round.over, last.winners) == (False, False, ())
    assert last.log == (*match.log[:-1], match.log[-1][:-1])
    assert last.play(match.log[-1][-1].move) == match


DECK = "".join(f"{rank}{suit} " for suit in "shdc" for rank in "A23456789TJQK") * 2 + "* * * *"


def test_decks_are_dealt_again() -> None:
    match = Match.start(CLASSIC, players=2, seed=3, deck=DECK)
    assert match.deck == tuple(map(Card, DECK.split()))
    assert match.round.stock[-1] == Card("*")
    dealer = match.round.context.dealer
    assert dealer == Match.start(CLASSIC, players=2, seed=3).round.context.dealer
    played = match.play(choose_first(match))
    assert played.undo() == played.undo(force=True) == match
    with pytest.raises(InvalidMatch, match="missing from the pack"):
        Match.start(CLASSIC, players=2, seed=3, deck=DECK[:30])
    with pytest.raises(InvalidMatch, match="missing from the pack"):
        Match.start(CLASSIC, players=2, seed=3, deck="")


def test_decks_of_later_rounds() -> None:
    house = CLASSIC.with_(match={"turn_cap": 2})
    match = Match.start(house, players=2, seed=3)
    while not match.round.over:
        match = match.play(choose_first(match))
    second = match.next_round(deck=DECK)
    assert second.deck == tuple(map(Card, DECK.split()))
    assert second.play(choose_first(second)).undo() == second
    assert second.undo(force=True) == match
    assert second.play(choose_first(second)).undo(force=True) == second
    with pytest.raises(InvalidMatch, match="more copies than the pack holds"):
        match.next_round(deck=DECK + "*")


def choose_first(match: Match) -> Move:
    return next(iter(match.round.legal_moves))


def test_random_play_agrees_with_the_matches_before_it() -> None:
    rng = random.Random(8)
    history = [Match.start(VARIANTS[0], players=2, seed=12)]
    for _ in range(60):
        match = history[-1]
        if len(history) > 1 and rng.random() < 0.4 and refusal(match) is None:
            history.pop()
            assert match.undo() == history[-1]
        elif match.round.over:
            history.append(match.next_round())
        else:
            history.append(match.play(choose(match.round, rng)))
