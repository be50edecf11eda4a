"""Events are complete: a board that follows them has everything that the viewer sees, at every move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from tests.differential.houses import PLAY, SCORES, STOCK, house

from rami import Match, Round, Variant, variants
from rami.board import Board
from rami.events import Event
from rami.moves import LayDown, LayOff, Move, SwapWild, TakeDiscard
from rami.views import PlayerView

VIEW = (
    *("viewer", "context", "hands", "stock_size", "discards", "player", "phase", "turn", "table", "opened"),
    *(
        "completed",
        "touched",
        "taken",
        "barred",
        "opened_now",
        "duties",
        "highest_opening",
        "fresh",
        "helped",
    ),
    *("wilds_placed", "knock", "outcome"),
)
MATCH = ("totals", "ranking", "next_dealer", "contracts", "columns", "eliminated", "winners", "bonuses")
GIN = variants.GIN

HOUSES: tuple[Variant, ...] = (
    *(variants.get(slug) for slug in variants.available()),
    variants.CLASSIC_51.with_(opening={"minimum": 0, "clean": None}),
    variants.CLASSIC_51.with_(
        opening={"minimum": 20, "clean": None, "escalates": True, "counts_layoffs": True},
        conduct={"mode": "explicit", "announce_at": 4},
        drawing={"recycle": "all"},
    ),
    variants.LEBANESE_14.with_(opening={"minimum": 0, "clean": None}, conduct={"mode": "explicit"}),
    variants.CLASSIC_51.with_(
        opening={"minimum": 0, "clean": None},
        drawing={"discard_use": None, "max_recycles": 1},
        conduct={"mode": "explicit", "touch_penalty": "no_factor", "touch_scope": "turn"},
    ),
    GIN.with_(closing={"settle": "moves"}),
    GIN.with_(closing={"settle": "moves", "layoff_on_gin": True}),
)


def choose(rng: Random, position: Round) -> Move:
    """A random move, one that changes the table rather than any other."""
    moves = list(islice(position.legal_moves, 400))
    rare = [move for move in moves if not isinstance(move, (LayDown, LayOff, SwapWild))]
    table = [move for move in moves if isinstance(move, (LayDown, LayOff, SwapWild))]
    with_sources = [move for move in table if isinstance(move, LayDown) and move.sources]
    for some, chance in ((with_sources, 0.5), (table, 0.6), ([TakeDiscard()], 0.4)):
        found = [move for move in some if move in moves]
        if found and rng.random() < chance:
            return rng.choice(found)
    return rng.choice(rare or moves)


def differences(board: Board, view: PlayerView, match: Match | None) -> Iterator[tuple[str, object, object]]:
    """Where a board does not say what a view and a match say."""
    pairs = [(name, getattr(board, name), getattr(view, name)) for name in VIEW]
    limit = view.variant.drawing.max_recycles
    if limit is not None:
        pairs.append(("recycles", limit - board.recycles, view.recycles_left))
    if match is not None:
        pairs += [(name, getattr(board, name), getattr(match, name)) for name in MATCH]
        pairs.append(("number", board.number, len(match.log)))
        pairs.append(("match_over", board.match_over, match.over))
        score = match.scores[-1] if match.round.over else None
        pairs.append(("score", board.score, score))
    return (pair for pair in pairs if pair[1] != pair[2])


def check(boards: dict[int | None, Board], position: Round, match: Match | None) -> None:
    for viewer, board in boards.items():
        found = list(differences(board, position.view(viewer), match))
        assert not found, (viewer, found)


def start(events: tuple[Event, ...], seats: int) -> dict[int | None, Board]:
    return {viewer: Board.of(events, viewer) for viewer in (None, *range(seats))}


def follow_match(variant: Variant, players: int, seed: int, moves: int) -> int:
    """Play a match at random and compare at every move; the number of events."""
    rng = Random(seed)
    match = Match.start(variant, players=players, seed=seed)
    boards = {viewer: Board.of(match.events(viewer), viewer) for viewer in (None, *range(players))}
    check(boards, match.round, match)
    for _ in range(moves):
        if match.over:
            break
        mark = match.mark
        if match.round.over:
            match = match.next_round()
        else:
            player = match.round.player
            match = match.play(choose(rng, match.round))
            assert match.log[-1][-1].player == player
        for viewer in boards:
            for event in match.events(viewer, since=mark):
                boards[viewer] = boards[viewer].after(event)
        check(boards, match.round, match)
    for viewer, board in boards.items():
        assert Board.of(match.events(viewer), viewer) == board
    return match.mark


def follow_round(variant: Variant, players: int, seed: int, moves: int) -> None:
    """The same with a round alone, whose events are not hidden before they are followed."""
    rng = Random(seed)
    position = Round.deal(variant, players=players, seed=seed)
    boards = start(position.dealt(), players)
    for _ in range(moves):
        check(boards, position, None)
        if position.over:
            break
        position, events = position.step(choose(rng, position))
        for event in events:
            boards = {viewer: board.after(event) for viewer, board in boards.items()}
    check(boards, position, None)
    assert not position.over or all(board.score == position.score() for board in boards.values())


def players_of(variant: Variant, seed: int) -> int:
    lo, hi = variant.equipment.players
    return lo + seed % (min(hi, 4) - lo + 1)


@pytest.mark.parametrize("variant", HOUSES, ids=lambda variant: str(variant.slug))
def test_matches_can_be_followed(variant: Variant) -> None:
    follow_match(variant, players_of(variant, 1), 1, 150)


@pytest.mark.parametrize("variant", HOUSES, ids=lambda variant: str(variant.slug))
def test_rounds_can_be_followed(variant: Variant) -> None:
    follow_round(variant, players_of(variant, 2), 2, 100)


@pytest.mark.parametrize("seed", range(12))
def test_any_house_can_be_followed(seed: int) -> None:
    rng = Random(seed)
    variant = house(rng, {**PLAY, **STOCK, **SCORES}, 6)
    follow_match(variant, players_of(variant, seed), seed, 60)
