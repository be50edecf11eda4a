"""Memories are correct and complete, and contain only what the viewer saw."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import attrs
import pytest
from tests.support.hidden_cards import SECRET
from tests.support.playing import round_played, viewers
from tests.support.turn_facts import built

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    Group,
    IllegalMove,
    Knock,
    Match,
    RamiError,
    Round,
    TakeDiscard,
    variants,
)
from rami._kernel.cards.shuffle import Stream, shuffled
from rami.bots import GreedyBot, RandomBot
from rami.cards import UNKNOWN
from rami.cards.moves import Move, Source
from rami.errors import InvalidMatch
from rami.policies import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.events import (
    CardDiscarded,
    CardsDealt,
    DiscardTaken,
    Event,
    HandShown,
    MeldsLaid,
    PenaltyDrawn,
    StockDrawn,
    StockRecycled,
    TakenBack,
    TurnBegun,
    UpcardPassed,
)
from rami.rounds.memory import Memory
from rami.rounds.setup import Phase, RoundContext, TableMeld
from rami.rounds.views import PlayerView
from rami.testing._walks import pack

CLASSIC, GIN = variants.CLASSIC_51, variants.GIN
NO_CARDS = Cards()


def dull(view: PlayerView, stream: Stream) -> Move:
    """Return a draw and a discard, so that the stock is used up; now and then whatever a bot does."""
    if stream.below(6) == 0:
        return GreedyBot().choose(view)
    if DrawStock() in view.legal_moves:
        return DrawStock()
    throws = [Discard(card) for card in dict.fromkeys(view.hand)]
    legal = [move for move in throws if move in view.legal_moves]
    if legal and view.phase in (Phase.PLAY, Phase.DISCARD):
        return legal[stream.below(len(legal))]
    return GreedyBot().choose(view)


def played(variant: Variant, players: int, seed: int, moves: int) -> Iterator[Match]:
    """Yield a match at every move, with a deck that is known."""
    cards = [Card.from_id(card) for card in shuffled(pack_of(variant), seed, 7)]
    match = Match.start(variant, players=players, seed=seed, deck=cards)
    stream = Stream(seed, "moves")
    for _ in range(moves):
        yield match
        if match.round.over:
            return
        match = match.play(dull(match.view(match.round.player), stream))
    yield match


def check_true(match: Match, viewer: int | None) -> None:
    """Check that the memory allows the real cards."""
    view = match.view(viewer)
    memory = view.memory
    assert memory is not None
    real = match.round
    hidden = [seat for seat, hand in enumerate(view.hands) if UNKNOWN in hand]
    assert all(held <= hand for held, hand in zip(memory.holds, real.hands, strict=True))
    assert [card for card in memory.pile if not card.is_unknown] == [
        card for card in view.discards if not card.is_unknown
    ]
    if memory.face_down is not None:
        assert real.discards[-1] == memory.face_down
    out_of_sight = sum((real.hands[seat] - memory.holds[seat] for seat in hidden), Cards(real.stock))
    if real.knock is None:
        assert memory.recycled + memory.in_hands + memory.anywhere == out_of_sight
        assert Cards(real.stock) <= memory.recycled + memory.anywhere
        assert memory.in_hands <= out_of_sight - Cards(real.stock)
        for seat in hidden:
            surely = [
                card
                for card in real.hands[seat] - memory.holds[seat]
                if card not in memory.in_hands and card not in memory.anywhere
            ]
            assert len(surely) <= memory.draws[seat]


CASES = ((CLASSIC, 7, 120), (variants.FRUSTRATION, 4, 200), (variants.GAMEVELVET, 4, 200), (GIN, 2, 120))


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("variant", "players", "moves"), CASES, ids=lambda case: str(case)[:20])
def test_memories_are_true(variant: Variant, players: int, moves: int, seed: int) -> None:
    recycled = 0
    for number, match in enumerate(played(variant, players, seed, moves)):
        recycled += match.round.setup.recycles > 0
        if number % 9 and number < moves:
            continue
        for viewer in viewers(match):
            check_true(match, viewer)
            view = match.view(viewer)
            if view.to_act or not view.duties:
                guess = Round.sampled(view, number)
                assert guess.view(viewer) == view
                check_true(attrs.evolve(match, round=guess), viewer)
    assert recycled or variant is GIN


@pytest.mark.search(cases=1)
@pytest.mark.parametrize(("variant", "players", "moves"), CASES, ids=lambda case: str(case)[:20])
def test_a_client_can_remember_by_itself(variant: Variant, players: int, moves: int) -> None:
    *_, match = played(variant, players, 5, moves)
    for viewer in viewers(match):
        events = match.events(viewer)
        assert Memory.of(variant, viewer, events) == match.view(viewer).memory
        assert len(events) == match.mark
        early = Memory.of(variant, viewer, events[: len(events) // 2])
        assert early.after(events[len(events) // 2 :]) == match.view(viewer).memory
        assert pickle.loads(pickle.dumps(early)) == early


def known_to(match: Match, viewer: int | None) -> Iterator[tuple[str, object]]:
    """Yield everything that a server could send."""
    view = match.view(viewer, since=match.mark // 3)
    yield "view", view
    yield "history", (view.events, view.mark, view.memory)
    yield "text", (repr(view), str(view.memory), [*map(str, view.events)])
    yield "pickle", pickle.dumps(view)
    yield "events", match.events(viewer)
    yield "moves", tuple(islice(view.legal_moves, 20))
    if view.to_act or not view.duties:
        yield "sample", Round.sampled(view, 7)
    yield "standings", match.standings


def replayed(match: Match, deck: list[Card]) -> Match | None:
    """Return the match with its moves replayed from another deck, or None if they are illegal there."""
    other = Match.start(match.variant, match.players, match.seed, deck=deck)
    try:
        for logged in match.log[0]:
            other = other.play(logged.move)
    except (IllegalMove, InvalidMatch):
        return None
    return other


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("variant", "players", "moves"), CASES, ids=lambda case: str(case)[:20])
def test_hidden_differences_show_nowhere(variant: Variant, players: int, moves: int, seed: int) -> None:
    *_, last = played(variant, players, seed, (20, 60, moves)[seed])
    copies = Counter(pack_of(variant))
    stream = Stream(seed, "swaps")
    compared = 0
    for viewer in viewers(last):
        memory = last.view(viewer).memory
        assert memory is not None
        unseen = memory.in_hands + memory.anywhere
        never = sorted(card for card in set(unseen) if unseen.count(card) == copies[card.id])
        for _ in range(6):
            if len(never) < 2:
                break
            one, two = never[stream.below(len(never))], never[stream.below(len(never))]
            if one is two or copies[one.id] != copies[two.id]:
                continue
            swap = {one: two, two: one}
            deck = [swap.get(card, card) for card in last.deck]
            other = replayed(last, deck)
            if other is None or other.view(viewer) != last.view(viewer):
                continue
            compared += 1
            known = zip(known_to(last, viewer), known_to(other, viewer), strict=True)
            for (what, mine), (_, theirs) in known:
                assert mine == theirs, what
    assert compared >= 3 or seed


def test_a_stranger_to_a_match_learns_no_card_of_the_deal() -> None:
    match = Match.start(CLASSIC, players=3, seed=SECRET)
    dealt = match.events(None)[0]
    assert isinstance(dealt, CardsDealt)
    assert all(set(hand) == {UNKNOWN} for hand in dealt.hands)
    assert [set(hand) == {UNKNOWN} for hand in match.events(1)[0].hands] == [True, False, True]  # type: ignore[union-attr]  # the deal comes first
    assert str(SECRET) not in repr(match.view(1, since=0))


def test_events_are_given_from_a_mark() -> None:
    *_, match = played(CLASSIC, 3, 1, 30)
    everything = match.events(1)
    for since in range(match.mark + 1):
        assert match.events(1, since) == everything[since:]
        view = match.view(1, since)
        assert (view.events, view.mark) == (everything[since:], match.mark)
    assert match.view(1).events == ()
    for wrong in (-1, match.mark + 1, True, "0", None):
        wanted = "there is no mark" if type(wrong) is int else "since must be an integer"
        with pytest.raises(InvalidMatch, match=wanted):
            match.events(1, wrong)  # type: ignore[arg-type]  # wrong on purpose
    for stranger in (-1, 3, True, "1"):
        with pytest.raises(InvalidMatch):
            match.events(stranger)  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(InvalidMatch):
            match.view(stranger)  # type: ignore[arg-type]  # wrong on purpose


def test_events_continue_with_the_next_round() -> None:
    match = round_played(Match.start(GIN, players=2, seed=3), RandomBot(1))
    mark = match.mark
    match = match.next_round()
    everything = match.events(0)
    assert all(match.events(0, since) == everything[since:] for since in range(match.mark + 1))
    dealt = match.events(0, mark)
    assert isinstance(dealt[0], CardsDealt)
    assert (dealt[0].number, dealt[0].context) == (2, match.round.context)
    assert dealt[0].hands == (match.round.hands[0], Cards([UNKNOWN] * 10))
    assert dealt[0].upcard == match.round.discards[-1]
    memory = match.view(0).memory
    assert memory is not None
    assert memory.holds == (NO_CARDS, NO_CARDS)
    assert memory.anywhere == Cards(match.round.stock) + match.round.hands[1]


def memory_of(*hands: str, viewer: int | None = 0, variant: Variant = CLASSIC, upcard: str = "") -> Memory:
    dealt = CardsDealt(1, RoundContext(len(hands)), hands, Card(upcard) if upcard else None)
    return Memory.of(variant, viewer, [dealt])


def test_the_holder_of_a_taken_discard_is_known_until_it_is_placed() -> None:
    start = memory_of("2♣ 3♣", "? ?", "? ?", upcard="K♥")
    memory = start.after([DiscardTaken(1, Card("K♥")), CardDiscarded(1, Card("4♦"), False)])
    assert memory.holds == (NO_CARDS, Cards("K♥"), NO_CARDS)
    assert memory.pile == (Card("4♦"),)
    assert memory.after([CardDiscarded(1, Card("K♥"), False)]).holds[1] == NO_CARDS
    laid = (TableMeld(0, 1, Group("K♣ K♦ K♥")),)
    assert memory.after([MeldsLaid(1, laid)]).holds[1] == NO_CARDS
    assert memory.after([MeldsLaid(1, laid, (Source("K♥", 3),))]).holds[1] == Cards("K♥")


def test_all_players_know_the_cards_of_the_new_stock() -> None:
    start = memory_of("2♣ 3♣", "? ?", "? ?", upcard="K♥")
    thrown: list[Event] = [
        StockDrawn(2, UNKNOWN),
        CardDiscarded(1, Card("7♠"), False),
        CardDiscarded(2, Card("8♠"), False),
        CardDiscarded(0, Card("2♣"), False),
    ]
    memory = start.after([*thrown, StockRecycled(3), StockDrawn(1, UNKNOWN)])
    assert memory.recycled == Cards("K♥ 7♠ 8♠")
    assert memory.pile == (Card("2♣"),)
    assert memory.anywhere == NO_CARDS
    assert memory.draws == (0, 1, 0)
    # no other player holds the card that the viewer draws from it
    own = memory.after([StockDrawn(0, Card("K♥"))])
    assert own.recycled == Cards("7♠ 8♠")
    # the other 7♠ may be the one thrown now, so that either may be left, anywhere
    unsure = memory.after([CardDiscarded(1, Card("7♠"), False)])
    assert (unsure.recycled, unsure.anywhere) == (Cards("K♥ 8♠"), Cards("7♠"))
    assert unsure.draws == (0, 1, 0)
    # a player who has not drawn cannot have held a card of the stock
    sure = memory.after([CardDiscarded(2, Card("7♠"), False)])
    assert (sure.recycled, sure.anywhere) == (Cards("K♥ 7♠ 8♠"), NO_CARDS)


def test_a_card_out_of_the_new_stock_uses_up_a_draw() -> None:
    start = memory_of("2♣ 3♣", "? ?", viewer=None, variant=GIN, upcard="K♥")
    drawn: list[Event] = [StockRecycled(1), StockDrawn(1, UNKNOWN), StockDrawn(0, UNKNOWN)]
    memory = start.after([CardDiscarded(1, Card("7♠"), False), *drawn])
    later = memory.after([CardDiscarded(1, Card("K♥"), False)])
    assert later.draws == (1, 0)
    assert later.recycled == NO_CARDS


@pytest.mark.parametrize("known", [False, True])
def test_a_known_card_is_remembered_face_down(known: bool) -> None:
    at = built(
        variant=GIN,
        hands=["A♠ A♥ A♦ 2♣ 3♣ 4♣ 7♥ 8♥ 9♥ 2♦", "K♠ K♦ Q♠ Q♦ J♠ J♦ T♠ T♦ 9♠ 9♦"],
        discards="5♥ K♥",
    )
    own: list[Event] = [StockDrawn(1, Card("K♥")), CardDiscarded(1, Card("K♥"), False)]
    taken: list[Event] = [DiscardTaken(0, Card("2♦")), CardDiscarded(0, Card("5♥"), False)]
    dealt = CardsDealt(1, RoundContext(2, 1), (Cards("?" * 10), at.hands[1]), Card("2♦" if known else "5♥"))
    memory = Memory.of(GIN, 1, [dealt, *(taken if known else []), *own])
    after, took = at.step(TakeDiscard())
    knocked, showed = after.step(Knock("2♦", ["A♠ A♥ A♦", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥"]))
    view = attrs.evolve(knocked.view(1), memory=memory.after([*took, *showed]))
    assert view.memory is not None
    assert isinstance(showed[0], HandShown)
    assert (view.discards[-1], view.memory.pile[-1]) == (UNKNOWN, UNKNOWN)
    assert view.memory.face_down == (Card("2♦") if known else None)
    below = {Round.sampled(view, seed).discards[-1] for seed in range(40)}
    assert below == {Card("2♦")} if known else len(below) > 10
    assert Round.sampled(view, 3).view(1) == knocked.view(1)


def test_the_rest_of_the_old_stock_is_drawn_before_the_new_one_is_made() -> None:
    house = CLASSIC.with_(conduct={"mode": "explicit"}, drawing={"recycle": "keep_top"})
    hands, table, stock = ["5♦ K♥", "2♣ 3♦ 4♥"], [(0, "7♠ 8♠ 9♠")], Cards("9♣")
    elsewhere = Cards("5♦ K♥ 2♣ 3♦ 4♥ 7♠ 8♠ 9♠ 9♣")
    pile = [*(card for card in pack(CLASSIC) if card not in elsewhere), *elsewhere]
    at = built(variant=house, hands=hands, phase="play", table=table, stock=stock, discards=pile)
    after, events = at.step(Discard("K♥"))
    number = CLASSIC.conduct.carte_penalty
    assert [type(event) for event in events[1:]] == [PenaltyDrawn, StockRecycled, PenaltyDrawn, TurnBegun]
    old, new, more, _ = events[1:]
    assert old == PenaltyDrawn(0, (Card("9♣"),))
    assert new == StockRecycled(len(at.discards))
    assert isinstance(more, PenaltyDrawn)
    assert len(more.cards) == number - 1
    assert Cards("5♦ 9♣") + Cards(more.cards) == after.hands[0]


def test_events_that_cannot_follow_are_refused() -> None:
    start = memory_of("2♣ 3♣", "? ?")
    for event in (DiscardTaken(1, Card("K♥")), CardDiscarded(7, Card("K♥"), False), TakenBack(1)):
        with pytest.raises(RamiError, match="cannot happen"):
            start.after([event])
    with pytest.raises(RamiError, match="no deal"):
        Memory.of(CLASSIC, 0, [UpcardPassed(1)])
    twice = [CardDiscarded(1, Card("7♠"), False)] * 3
    with pytest.raises(RamiError, match="cannot happen"):
        start.after(twice)
