"""Events are complete: a board that is updated with them shows everything that the viewer sees, after every move."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from itertools import islice
from random import Random

import attrs
import pytest
from tests.oracle.differential.houses import PLAY, SCORES, STOCK, house
from tests.support.playing import round_played, viewers
from tests.support.presets import SLUGS

from rami import Card, Match, RamiError, Round, Variant, variants
from rami.bots import GreedyBot
from rami.cards.melds import Run
from rami.cards.moves import BigGin, Knock, LayDown, LayOff, Move, SwapWild, TakeDiscard
from rami.matches.board import Board
from rami.policies.declaring.overrides import OpeningOptions
from rami.policies.results.seats import columns
from rami.rounds.events import (
    BuyInAnswered,
    CardDiscarded,
    CardLaidOff,
    DiscardTaken,
    Event,
    MatchEnded,
    MeldsLaid,
    RoundCounted,
    RoundEnded,
    TakenBack,
    TurnBegun,
    TurnChanged,
    UpcardPassed,
    WildRecovered,
)
from rami.rounds.round import dealt
from rami.rounds.views import PlayerView

pytestmark = pytest.mark.slow(every=2)

CLASSIC, GIN = variants.CLASSIC_51, variants.GIN
VIEW = (
    *("viewer", "context", "hands", "stock_size", "discards", "player", "phase", "turn", "table", "seats"),
    *("turn_facts", "highest_opening", "knock", "outcome", "turned", "turned_shown"),
)

FREE: OpeningOptions = {"minimum": 0, "clean": None}
"""Openings of any melds, so that much happens at the table."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@attrs.frozen
class Case:
    """A match that is followed, and what has to happen in it."""

    variant: Variant
    players: int
    seed: int
    moves: int
    happens: frozenset[str] = attrs.field(converter=_words)


CASES = {
    "classic": Case(CLASSIC, 3, 1, 480, ""),
    "rami 500": Case(variants.RAMI_500, 2, 1, 480, ""),
    "gamevelvet": Case(variants.GAMEVELVET, 3, 1, 480, ""),
    "lebanese": Case(variants.LEBANESE_14.with_(opening=FREE), 3, 1, 480, "wilds_placed"),
    "frustration": Case(variants.FRUSTRATION, 3, 1, 1200, "contract"),
    "kalooki": Case(variants.KALOOKI_40, 3, 1, 480, ""),
    "both cards": Case(
        variants.KALOOKI_40.with_(
            equipment={"jokers": 8, "packs": 3},
            dealing={"hand_size": 17},
            drawing={"discard_use": None},
            opening=FREE,
            melding={"max_wild": 1},
        ),
        *(2, 17, 400),
        "both",
    ),
    "buying back in": Case(
        variants.KALOOKI_40.with_(
            opening=FREE, match={"elimination_limit": 40, "buy_ins": None, "buy_in_players": 2}
        ),
        *(3, 1, 1200),
        "BuyInAnswered bought PlayerLeft",
    ),
    "romme": Case(variants.ROMME, 3, 1, 480, ""),
    "scala 40": Case(variants.SCALA_40, 3, 1, 480, ""),
    "rummy 500": Case(variants.RUMMY_500, 3, 1, 900, "several laid_by"),
    "rummy 500 with calls": Case(
        variants.RUMMY_500.with_(conduct={"rum_call": "takes_turn"}), 4, 1, 900, "DiscardForSale UpcardPassed"
    ),
    "indian": Case(variants.INDIAN_13.with_(match={"hands": 9}), 3, 3, 480, "PlayerFolded HandShown"),
    "okey": Case(variants.OKEY.with_(dealing={"hand_size": 6}), 4, 3, 480, "TurnedShown HandShown"),
    "101 okey": Case(
        variants.OKEY_101.with_(
            dealing={"hand_size": 13}, opening={"minimum": 20, "pairs": 2}, table={"pair_layoffs": 1}
        ),
        *(4, 3, 600),
        "charged cards_added WildRecovered",
    ),
    "rummikub": Case(variants.RUMMIKUB, 3, 1, 400, "TableRearranged"),
    "rummikub without tiles to draw": Case(
        variants.RUMMIKUB.with_(
            equipment={"ranks": range(1, 5)}, dealing={"hand_size": 7}, opening={"minimum": 99}
        ),
        *(2, 1, 60),
        "UpcardPassed",
    ),
    "liverpool": Case(variants.LIVERPOOL, 4, 1, 900, "DiscardForSale DiscardBought UpcardPassed"),
    "three thirteen": Case(variants.THREE_THIRTEEN, 3, 1, 300, "HandShown"),
    "basic rummy": Case(variants.BASIC_RUMMY, 3, 1, 480, "placed helped"),
    "melds of a turn": Case(
        variants.BASIC_RUMMY.with_(table={"melds_a_turn": 1}), 2, 1, 480, "melds_laid StockRecycled"
    ),
    "gin": Case(GIN, 2, 1, 600, "UpcardPassed HandShown barred"),
    "gin in columns": Case(GIN.with_(match={"columns": 3, "target": 10}), 2, 1, 1000, "columns MatchEnded"),
    "bonuses": Case(GIN.with_(match={"target": 10, "game_bonus": 100}), 2, 1, 1000, "bonuses MatchEnded"),
    "replies by moves": Case(GIN.with_(closing={"settle": "moves"}), 2, 1, 600, "layoff HandShown"),
    "touching": Case(
        CLASSIC.with_(
            opening=FREE,
            conduct={"mode": "explicit", "touch_penalty": "no_factor"},
            drawing={"discard_use": None},
        ),
        *(3, 1, 600),
        "DiscardTouched touched PenaltyDrawn announced",
    ),
    "large hands": Case(
        CLASSIC.with_(
            equipment={"packs": 3}, dealing={"hand_size": 22}, opening=FREE, table={"take_min_hand_cards": 1}
        ),
        *(2, 13, 800),
        "split left WildRecovered low high place_wild",
    ),
    "rising openings": Case(
        CLASSIC.with_(opening={"minimum": 20, "clean": None, "escalates": True, "counts_layoffs": True}),
        *(3, 1, 600),
        "highest_opening reach_points",
    ),
    "elimination": Case(
        CLASSIC.with_(opening=FREE, match={"end": "elimination", "elimination_limit": 101}),
        *(4, 1, 1000),
        "PlayerLeft MatchEnded",
    ),
    "short stock": Case(
        CLASSIC.with_(
            equipment={"packs": 1},
            opening={"minimum": 100},
            drawing={"recycle": "keep_top", "max_recycles": 2},
        ),
        *(3, 1, 600),
        "StockRecycled void",
    ),
    "help": Case(CLASSIC.with_(opening=FREE, scoring={"all_at_once_help": False}), 3, 1, 600, "helped fresh"),
}


def features(event: Event) -> Iterator[str]:
    """Yield the features of an event that not every one of its kind has."""
    yield type(event).__name__
    match event:
        case MeldsLaid():
            if event.left:
                yield "left"
            if any(item.id > event.melds[-1].id for item in event.left):
                yield "split"
            if event.contract:
                yield "contract"
        case CardLaidOff() if event.at:
            yield event.at
            if set(event.meld.laid_by) - {event.meld.owner}:
                yield "laid_by"
        case WildRecovered() if event.other is not None:
            yield "both"
        case DiscardTaken():
            yield from (name for name, seen in (("barred", event.barred), ("several", event.above)) if seen)
        case CardDiscarded():
            yield from ("announced",) if event.announced else ()
            yield from ("charged",) if event.charge else ()
        case TurnBegun():
            yield str(event.phase)
            yield from (name for name, seats in columns(event.seats).items() if seats)
        case TurnChanged():
            yield from (str(duty.kind) for duty in event.duties)
            names = ("fresh", "helped", "wilds_placed", "melds_laid", "cards_added")
            yield from (name for name in names if getattr(event.turn_facts, name))
            yield from ("highest_opening",) if event.highest_opening else ()
        case RoundEnded():
            ways = ("complete", "stock_out", "void")
            yield next((name for name in ways if getattr(event.outcome, name)), "won")
        case RoundCounted() if event.columns:
            yield "columns"
        case BuyInAnswered() if event.accepted:
            yield "bought"
        case MatchEnded() if event.bonuses:
            yield "bonuses"
        case _:
            pass


def choose(rng: Random, position: Round) -> Move:
    """Return a random move, preferably one that shows a hand, changes the table, or takes the discard."""
    if rng.random() < 0.2:
        return GreedyBot().choose(position.view(position.player))
    moves = list(islice(position.legal_moves, 400))
    table = [move for move in moves if isinstance(move, (LayDown, LayOff, SwapWild))]
    splits = [move for move in table if isinstance(move, LayDown) and _takes_out_of_a_run(move, position)]
    shows = [move for move in moves if isinstance(move, (Knock, BigGin, SwapWild))]
    takes = [move for move in moves if isinstance(move, TakeDiscard)]
    for wanted, chance in ((splits, 0.8), (shows, 0.7), (table, 0.6), (takes, 0.4)):
        if wanted and rng.random() < chance:
            return rng.choice(wanted)
    return rng.choice([move for move in moves if move not in table] or moves)


def _takes_out_of_a_run(move: LayDown, position: Round) -> bool:
    longest = {item.id: len(item.meld.cards) for item in position.table if isinstance(item.meld, Run)}
    return any(longest.get(source.meld, 0) > 6 for source in move.sources)


def differences(board: Board, view: PlayerView, match: Match | None) -> Iterator[tuple[str, object, object]]:
    """Yield the facts in which a board differs from a view and a match."""
    pairs = [(name, getattr(board, name), getattr(view, name)) for name in VIEW]
    limit = view.variant.drawing.max_recycles
    if limit is not None:
        pairs.append(("recycles", limit - board.recycles, view.recycles_left))
    if match is not None:
        counted = attrs.asdict(board.counted, recurse=False)
        pairs += [(name, known, getattr(match, name)) for name, known in counted.items()]
        pairs.append(("eliminated", board.eliminated, match.eliminated))
        pairs.append(("number", board.number, len(match.log)))
        pairs.append(("ended", board.ended, MatchEnded(match.winners, match.bonuses) if match.over else None))
        score = match.scores[-1] if match.round.over else None
        pairs.append(("score", board.score, score))
    return (pair for pair in pairs if pair[1] != pair[2])


def check(boards: dict[int | None, Board], position: Round, match: Match | None) -> None:
    for viewer, board in boards.items():
        found = list(differences(board, position.view(viewer), match))
        assert not found, (viewer, found)


def steps(
    variant: Variant, players: int, seed: int, moves: int
) -> Iterator[tuple[Match, Move | None, Match]]:
    """Play a match at random; yield it before and after every move, with the move, or None for a deal or an answer."""
    rng, match = Random(seed), Match.start(variant, players=players, seed=seed)
    for _ in range(moves):
        if match.over:
            return
        before, move = match, None
        if match.deciding:
            match = match.buy_in(rng.random() < 0.6)
        elif match.round.over:
            match = match.next_round()
        else:
            move = choose(rng, match.round)
            match = match.play(move)
        yield before, move, match


def followed(variant: Variant, players: int, seed: int, moves: int) -> set[str]:
    """Play a match at random, compare at every move, and return what has happened."""
    match = Match.start(variant, players=players, seed=seed)
    boards = {viewer: Board.of(match.events(viewer), viewer) for viewer in viewers(match)}
    check(boards, match.round, match)
    for before, move, match in steps(variant, players, seed, moves):
        assert move is None or match.log[-1][-1].player == before.round.player
        for viewer in boards:
            for event in match.events(viewer, since=before.mark):
                boards[viewer] = boards[viewer].after(event)
        check(boards, match.round, match)
    for viewer, board in boards.items():
        assert Board.of(match.events(viewer), viewer) == board
    everything = [event for seat in range(players) for event in match.events(seat)]
    return {feature for event in everything for feature in features(event)}


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_match_can_be_followed(case: Case) -> None:
    met = followed(case.variant, case.players, case.seed, case.moves)
    assert case.happens <= met


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("seed", range(8))
def test_any_house_can_be_followed(seed: int) -> None:
    variant = house(Random(seed), [*PLAY, *STOCK, *SCORES], 6)
    lo, hi = variant.equipment.players
    followed(variant, lo + seed % (min(hi, 4) - lo + 1), seed, 60)


def test_every_kind_of_event_is_followed() -> None:
    wanted = {feature for case in CASES.values() for feature in case.happens}
    wanted |= {"CardDiscarded", "CardsDealt", "CardLaidOff", "DiscardTaken", "MeldsLaid", "RoundCounted"}
    wanted |= {"RoundEnded", "RoundScored", "StockDrawn", "TurnBegun", "TurnChanged"}
    # Other tests follow these two.
    wanted |= {"LastRoundAnnounced", "TakenBack"}
    assert {each.__name__ for each in typing.get_args(Event)} <= wanted


def test_every_preset_is_followed() -> None:
    assert set(SLUGS) <= {case.variant.slug for case in CASES.values()}


@pytest.mark.parametrize(
    "variant", [CLASSIC, variants.FRUSTRATION, GIN.with_(closing={"settle": "moves"})], ids=str
)
def test_a_round_alone_can_be_followed(variant: Variant) -> None:
    rng = Random(2)
    position = Round.deal(variant, players=2, seed=2)
    # events as they are: a board hides what its viewer may not see
    boards = {viewer: Board.of(dealt(position), viewer) for viewer in (None, 0, 1)}
    for _ in range(80):
        check(boards, position, None)
        if position.over:
            break
        position, events = position.step(choose(rng, position))
        for event in events:
            boards = {viewer: board.after(event) for viewer, board in boards.items()}
    check(boards, position, None)
    assert not position.over or all(board.score == position.score() for board in boards.values())


def test_moves_taken_back_leave_the_board() -> None:
    match = Match.start(GIN, players=2, seed=7)
    later = match.play(TakeDiscard())
    for viewer in (None, 0, 1):
        board = Board.of(match.events(viewer), viewer)
        assert Board.of(later.undo().events(viewer), viewer) == board
        assert Board.of(later.events(viewer), viewer) != board


def test_a_deal_brings_the_totals_that_a_board_of_a_finished_round_has_missed() -> None:
    match = round_played(Match.start(GIN, players=2, seed=1))
    board = Board.of_view(match.view(0), match.number)
    assert any(match.totals)
    assert board.totals == (0, 0)
    dealt = match.next_round()
    for event in dealt.events(0, since=match.mark):
        board = board.after(event)
    assert board.totals == match.totals
    assert board.counted.next_dealer == dealt.round.context.dealer


def test_impossible_events_are_refused() -> None:
    board = Board.of(Match.start(CLASSIC, players=3, seed=7).events(0), 0)
    for event in (DiscardTaken(1, Card("K♥")), CardDiscarded(9, Card("K♥")), TakenBack(1)):
        with pytest.raises(RamiError, match="cannot happen"):
            board.after(event)
    with pytest.raises(RamiError, match="no deal"):
        Board.of([UpcardPassed(0)], 0)
