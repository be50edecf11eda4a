"""Views show what a player knows; `test_properties.py` and `testing/test_check.py` check that they hide the rest."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest
from tests.support.hidden_cards import SECRET, positions, some_positions
from tests.support.refusals import codes_in

from rami import (
    Card,
    Discard,
    DrawStock,
    IllegalMove,
    LayDown,
    LayOff,
    RamiError,
    Round,
    SwapWild,
    TakeDiscard,
    variants,
)
from rami.bots import GreedyBot
from rami.cards import UNKNOWN
from rami.cards.moves import Move
from rami.errors import Violation
from rami.rounds.events import DiscardTaken, PenaltyDrawn, StockDrawn, seen_by
from rami.rounds.setup import Phase

CLASSIC = variants.CLASSIC_51
PROBES: tuple[Move, ...] = (
    DrawStock(),
    TakeDiscard(),
    *(Discard(Card.from_id(number)) for number in range(0, 53, 3)),
    Discard("K♥", announce=True),
    LayDown(["7♠ 8♠ 9♠", "A♦ A♥ *"]),
    LayDown(["K♣ K♦ K♥", "Q♠ K♠ A♠"]),
    LayOff("*", 0, "high"),
    LayOff("7♠", 1),
    SwapWild(0, None, "8♠"),
    SwapWild(2, 1, "5♥"),
)


def refusal(at: Round, move: Move, by: int | None) -> str:
    with pytest.raises(IllegalMove) as caught:
        at.play(move, by)
    return f"{caught.value!r} {caught.value} {pickle.dumps(caught.value)!r} {caught.value.violations!r}"


def test_neither_the_seed_nor_the_stock_is_in_a_view_or_an_error() -> None:
    start = Round.deal(CLASSIC, players=3, seed=SECRET)
    secrets = (str(SECRET), f"{SECRET:x}", " ".join(map(str, start.stock[:4])))
    hidden_bytes = (
        SECRET.to_bytes(32, "little"),
        SECRET.to_bytes(32, "big"),
        bytes(card.id for card in start.stock[:6]),
        *(hand.ids for hand in start.hands[1:]),
    )
    errors = [refusal(start, DrawStock(), None), refusal(start, Discard(next(iter(start.hands[1]))), 1)]
    texts = [*map(repr, map(start.view, [None, 0])), *errors, repr(start)]
    assert not [text for text in texts for secret in secrets if secret in text]
    dumped = [pickle.dumps(start.view(None)), pickle.dumps(start.view(0))]
    assert not [data for data in dumped for secret in hidden_bytes if secret in data]


def test_a_view_agrees_with_its_round() -> None:
    for at in some_positions(1, step=3):
        for viewer in range(3):
            view = at.view(viewer)
            assert view.hand == at.hands[viewer]
            assert view.hand_sizes == tuple(map(len, at.hands))
            assert view.stock_size == len(at.stock)
            assert (view.discards, view.table, view.opened) == (at.discards, at.table, at.opened)
            assert (view.turn, view.phase, view.duties) == (at.turn, at.phase, at.duties)
            assert (view.over, view.outcome) == (at.over, at.outcome)
            assert view.to_act == (viewer == at.player and not at.over)
            if view.to_act:
                assert tuple(islice(view.legal_moves, 30)) == tuple(islice(at.legal_moves, 30))
                assert [view.explain(move) for move in PROBES] == [at.explain(move) for move in PROBES]


def test_a_spectator_sees_no_hand_and_has_no_move() -> None:
    view = Round.deal(CLASSIC, players=2, seed=5).view(None)
    assert not view.hand
    assert not view.to_act
    assert view.legal_moves == ()
    (wrong,) = view.explain(DrawStock())
    assert wrong.text == "it is player 0's turn; spectators cannot play"


def test_a_waiting_player_is_notified() -> None:
    start = Round.deal(CLASSIC, players=2, seed=5)
    waiting = start.view(1 - start.player)
    assert waiting.legal_moves == ()
    assert waiting.explain(DrawStock()) == (
        Violation("not_your_turn", None, {"player": start.player, "by": 1 - start.player}),
    )


def test_when_the_round_is_over_no_player_has_a_move() -> None:
    last = list(positions(CLASSIC, 3, moves=300))[-1]
    assert last.over
    for viewer in (None, 0, 1, 2):
        view = last.view(viewer)
        assert view.phase is Phase.OVER
        assert view.legal_moves == ()
        assert codes_in(view.explain(DrawStock())) == ["round_over"]
        with pytest.raises(RamiError, match="over"):
            GreedyBot().choose(view)


def test_only_the_drawer_sees_a_drawn_card() -> None:
    card, other = Card("7♠"), Card("K♥")
    assert seen_by(StockDrawn(1, card), 1) == StockDrawn(1, card)
    for outsider in (0, None):
        assert seen_by(StockDrawn(1, card), outsider) == StockDrawn(1, UNKNOWN)
        assert seen_by(PenaltyDrawn(1, (card, other)), outsider) == PenaltyDrawn(1, (UNKNOWN, UNKNOWN))
        assert seen_by(DiscardTaken(1, card), outsider) == DiscardTaken(1, card)
