"""The neutral turn for an absent player: it makes no decision, and it keeps the hand as it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs
import pytest
from tests.support.depth import enough, numbers, share_of
from tests.support.presets import SLUGS
from tests.support.strategies import VARIANTS

from rami import Discard, DrawStock, Match, Variant, variants
from rami.bots import GreedyBot, NeutralBot
from rami.bots.simple import drawn_now
from rami.cards.moves import EndLayoffs, EndRound, PassUpcard
from rami.matches.steps import Moved
from rami.rounds.effects import Place
from rami.rounds.events import CardDiscarded, StockDrawn
from rami.rounds.setup import Phase
from rami.rounds.transfers import transfers
from rami.sessions.session import Session
from rami.testing._walks import walk

pytestmark = pytest.mark.slow(every=2)

NEUTRAL = (DrawStock, PassUpcard, Discard, EndRound)
GREEDY = GreedyBot()


def sessions(variant: Variant, seed: int, most: int = 120) -> Iterator[Session]:
    """Yield the session after each move of a round played greedily."""
    players = variant.usual_players
    session = Session.start(variant, [f"P{seat}" for seat in range(players)], seed)
    for _ in range(most):
        if session.match.round.over:
            return
        yield session
        seat = session.match.player
        session = session.play(GREEDY.choose(session.match.view(seat)), seat)


def timed_out(session: Session) -> Session:
    """Return the session after the turn has been played for the player to act."""
    seat = session.match.player
    while session.match.player == seat and not session.match.round.over:
        session = session.time_out(seat)
    return session


def costs(match: Match, discard: Discard) -> bool:
    """Return whether a discard is charged to the player."""
    return any(isinstance(event, CardDiscarded) and event.charge for event in match.round.step(discard)[1])


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_an_absent_player_draws_and_discards_the_card_drawn(variant: Variant) -> None:
    """At every point of a round: no meld, no knock, no charge; nothing but a duty makes the player lay cards."""
    drawn = 0
    for session in sessions(variant, 0):
        match = session.match
        seat, before = match.player, match.round
        after = timed_out(session)
        moves = [step.move for step in after.match.log[-1][len(match.log[-1]) :]]
        if before.duties or before.phase is Phase.LAYOFF:
            continue
        assert all(isinstance(move, NEUTRAL) for move in moves), moves
        assert len(moves) <= 2
        events = after.match.events(seat, match.mark)
        assert not any(isinstance(event, CardDiscarded) and event.charge for event in events)
        cards = [event.card for event in events if isinstance(event, StockDrawn) and event.player == seat]
        if cards and before.phase is Phase.DRAW:
            later, back = match.play("draw"), Discard(cards[-1])
            if later.player == seat and not later.explain(back) and not costs(later, back):
                assert moves[-1] == back
                drawn += 1
    assert drawn or "liverpool" in variant.slug or variant.drawing.turn == "draw_or_play"


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "rummikub"])  # which has no discards
def test_a_card_drawn_in_time_is_discarded_once_the_time_is_up(slug: str) -> None:
    variant = variants.get(slug)
    seen = 0
    for seed in numbers(3):
        for session in sessions(variant, seed, 24):
            seat = session.match.player
            if not isinstance(GREEDY.choose(session.match.view(seat)), DrawStock):
                continue
            later = session.play("draw", seat)
            while later.match.phase is Phase.OFFER:  # the discard is for sale first
                later = later.play("pass", later.match.player)
            event = later.match.events(seat)[-1]
            if later.match.player != seat or not isinstance(event, StockDrawn):
                continue
            back = Discard(event.card)
            if later.match.explain(back) or costs(later.match, back):
                continue
            assert later.time_out(seat).match.last_move == Moved(seat, back)
            seen += 1
    assert seen >= enough(6)


def test_a_draw_that_was_taken_back_is_not_the_card_drawn() -> None:
    session = next(each for each in sessions(variants.CLASSIC_51, 3) if each.match.phase is Phase.DRAW)
    seat = session.match.player
    drawn = session.play("draw", seat)
    card = drawn.match.events(seat)[-1]
    assert isinstance(card, StockDrawn)
    other = next(each for each in drawn.match.round.hands[seat] if each != card.card)
    back = drawn.play(Discard(other), seat).undo(seat)
    assert back.match.mark > drawn.match.mark
    assert back.time_out(seat).log[-1].text == drawn.time_out(seat).log[-1].text == str(Discard(card.card))


def test_no_charge_is_paid_for_an_absent_player() -> None:
    """A card that fits the table, or a wild one, is not thrown where that costs points: not even one just drawn."""
    kept = 0
    for seed in numbers(4):
        for session in sessions(variants.OKEY_101, seed):
            match = session.match
            if match.phase is not Phase.PLAY or match.round.duties:
                continue
            move = NeutralBot().choose(match.view(match.player, since=match.turn_mark))
            assert isinstance(move, Discard)
            assert not costs(match, move)
            kept += move.card != drawn_now(match.view(match.player, since=match.turn_mark))
    assert kept >= enough(1)


def test_a_duty_is_met_and_then_the_turn_ends() -> None:
    """A player who has taken a discard that must be placed is not left in the middle of the turn."""
    met = 0
    games = (variants.CLASSIC_51, variants.RAMI_500, variants.RUMMY_500)
    for variant, seed in share_of([*product(games, range(3))]):
        for session in sessions(variant, seed):
            if session.match.round.duties:
                after = timed_out(session)
                assert after.match.round.over or after.match.player != session.match.player
                met += 1
    assert met >= enough(1)


def test_the_reply_to_a_knock_counts_no_more_than_it_must() -> None:
    gin = variants.GIN.with_(closing={"settle": "moves"})
    better = 0
    for seed in numbers(12):
        session = next((each for each in sessions(gin, seed) if each.match.phase is Phase.LAYOFF), None)
        if session is None:
            continue
        plain = session.match.play(EndLayoffs()).scores[-1]
        played = timed_out(session).match.scores[-1]
        knocker = session.match.round.knock
        assert knocker is not None
        assert played.points(knocker.player) <= plain.points(knocker.player)
        better += played.points(knocker.player) < plain.points(knocker.player)
    assert better >= enough(1)


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: str(variant.name))
def test_the_neutral_move_is_legal_and_depends_on_the_view_alone(variant: Variant) -> None:
    bot = NeutralBot()
    for step in walk(variant, variant.usual_players, 5, 1):
        position = step.position
        if position.over or position.turn > 20:
            break
        view = position.view(position.player)
        move = bot.choose(view)
        assert move in view.legal_moves
        assert bot.choose(attrs.evolve(view)) == move


def test_the_mark_of_a_turn_is_that_of_its_first_event() -> None:
    match = Match.start(variants.CLASSIC_51, players=2, seed=1)
    for _ in range(40):
        begun = match.turn_mark
        kinds = [type(event).__name__ for event in match.events(None, begun)]
        assert kinds[0] == "TurnBegun"
        moved = [each for event in match.events(None, begun) for each in transfers(event)]
        assert not any(each.source is Place.STOCK and each.player != match.player for each in moved)
        match = match.play(GREEDY.choose(match.view(match.player)))
        if match.round.over:
            break
