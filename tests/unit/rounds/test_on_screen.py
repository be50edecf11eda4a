"""Queries for a screen: the places for a card, the meaning of selected cards, and the identity of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from tests.support.playing import viewers
from tests.support.presets import SLUGS
from tests.support.refusals import codes_in
from tests.support.turn_facts import built
from tests.unit.matches.test_fold import CASES, CLASSIC, Case, steps

from rami import (
    Card,
    Cards,
    Discard,
    InvalidMeld,
    LayDown,
    LayOff,
    Match,
    RamiError,
    Round,
    Setup,
    SwapWild,
    TakeDiscard,
    variants,
)
from rami.cards import UNKNOWN
from rami.cards.moves import Move, Rearrange, Source, TouchDiscard
from rami.errors import InvalidCards
from rami.matches.pieces import Pieces
from rami.rounds.effects import Place
from rami.rounds.events import CardDiscarded, CardLaidOff, WildRecovered
from rami.rounds.round import dealt
from rami.rounds.selections import lay_downs, moves_of
from rami.rounds.setup import Phase
from rami.rounds.transfers import transfers

PLAYED = {slug: Case(variants.get(slug), variants.get(slug).players[0], 3, 150, "") for slug in SLUGS} | CASES


def of_card(move: Move, position: Round) -> set[Card]:
    """Return the cards that a move takes from the hand, the pile or, in exchange for a wild card, a meld."""
    match move:
        case Rearrange():
            # Its melds are the whole table, old tiles included.
            table = Counter(card for laid in position.table for card in laid.meld.cards)
            return {*(Counter(card for meld in move.melds for card in meld) - table)}
        case Discard() | LayOff() | SwapWild():
            return {move.card}
        case TakeDiscard() | TouchDiscard():
            return {position.discards[-1]}
        case LayDown():
            return {card for meld in move.melds for card in meld}
        case _:
            thrown = getattr(move, "discard", None)
            melds = getattr(move, "melds", ())
            return {*(card for meld in melds for card in meld), *([thrown] if thrown else ())}


def same_table(pieces: Pieces, position: Round) -> None:
    """Check that pieces show the cards of the view in their places."""
    view = position.view(pieces.viewer)
    shown = {number: [piece.card for piece in row] for number, row in pieces.table}
    assert shown == {laid.id: list(laid.meld.cards) for laid in view.table}
    # a face-down discard is seen by no other player, all others are seen by all
    pile = zip(view.discards, pieces.discards, strict=True)
    assert all(seen in (piece.card, UNKNOWN) for seen, piece in pile)
    for hand, row in zip(view.hands, pieces.hands, strict=True):
        assert Cards(UNKNOWN if UNKNOWN in hand else piece.card for piece in row) == hand
    rows = (pieces.discards, *pieces.hands, *dict(pieces.table).values())
    ids = [piece.id for row in rows for piece in row]
    assert len(set(ids)) == len(ids)
    assert max(ids, default=-1) < pieces.ids


def at_the_table(moves: Iterable[Move]) -> set[LayOff | SwapWild]:
    return {move for move in moves if isinstance(move, (LayOff, SwapWild))}


def check_placements(position: Round) -> None:
    """Check that legal lay-offs and recoveries are allowed placements, and that refusals agree with `explain`."""
    listed = list(position.legal_moves)
    for card in {*position.hands[position.player], Card("*")}:
        found = position.placements(card) if card in position.hands[position.player] else ()
        allowed = {place.move for place in found if place}
        assert {move for move in at_the_table(listed) if move.card == card} <= allowed
        for place in found:
            against = {reason.code for reason in position.explain(place.move)}
            if position.phase in (Phase.PLAY, Phase.LAYOFF):
                # where nothing is ever laid, that is the one reason
                why = {reason.code for reason in place.against}
                assert why <= against or against == {"concealed"}, (place, against)
        with_card = set(position.legal_moves.involving(card))
        named = {move for move in listed if card in of_card(move, position)}
        assert named <= with_card
        # D-150: the list has one of several moves that differ by interchangeable wilds, not always this card's.
        others = with_card - named
        assert not others or position.variant.equipment.wild_ranks
        assert all(move in position.legal_moves for move in others)
    for laid in position.table:
        at_meld = list(position.legal_moves.involving(meld=laid.id))
        assert at_meld == [move for move in listed if _is_at(move, laid.id)]


def _is_at(move: Move, meld: int) -> bool:
    if isinstance(move, LayDown):
        return any(source.meld == meld for source in move.sources)
    return isinstance(move, (LayOff, SwapWild)) and move.meld == meld


def followed(case: Case, moves: int) -> set[str]:
    """Play a match; before each move placements say what its events show, and pieces agree with views after it."""
    happened = set[str]()
    match = Match.start(case.variant, players=case.players, seed=case.seed)
    pieces = {viewer: Pieces.of(match.events(viewer), viewer) for viewer in viewers(match)}
    for number, (was, move, match) in enumerate(steps(case.variant, case.players, case.seed, moves)):
        before = was.round
        if move is not None and number % 5 == 0 and len(before.hands[before.player]) < 25:
            check_placements(before)
        for viewer in pieces:
            if isinstance(move, (LayOff, SwapWild)):
                assert len(before.view(viewer).placements(move.card)) >= len(before.table)
            for event in match.events(viewer, since=was.mark):
                happened.add(type(event).__name__)
                pieces[viewer] = pieces[viewer].after(event)
                if isinstance(event, (CardLaidOff, WildRecovered)):
                    (place,) = [each for each in before.placements(event.card) if each.move == move and each]
                    assert place.meld == event.meld.meld
                    assert place.frees == getattr(event, "wild", None)
            same_table(pieces[viewer], match.round)
    for viewer, followed in pieces.items():
        assert Pieces.of(match.events(viewer), viewer) == followed
    return happened


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("name", PLAYED)
def test_pieces_and_placements_show_the_table_of_the_view(name: str) -> None:
    case = PLAYED[name]
    happened = followed(case, min(case.moves, 260))
    usual = "CardDiscarded" if case.variant.drawing.turn == "draw_then_play" else "StockDrawn"
    assert {"TurnBegun", usual} <= happened


TABLE = Setup(
    variant=CLASSIC,
    hands=["8♦ 8♥ 8♦ 2♠ K♣ K♥", "9♣ 3♦ 4♦ 5♦ *"],
    table=[(0, "5♣ 6♣ 7♣ 8♣"), (1, "8♣ 9♣ T♣ J♣"), (1, "J♥ Q♥ *"), (0, "K♠ K♦ *")],
    phase="play",
)


def test_a_refused_placement_has_its_reason_at_any_time() -> None:
    position = Round.from_setup(TABLE)
    found = {(place.move.meld, type(place.move).__name__): place for place in position.placements("K♥", by=1)}
    assert [str(place.meld) for place in found.values() if place] == ["J♥ Q♥ K♥", "K♦ K♥ K♠ *"]
    assert found[2, "SwapWild"].frees == Card("*")
    assert codes_in(found[0, "LayOff"].against) == ["does_not_fit"]
    assert codes_in(found[3, "SwapWild"].against) == ["swap_group"]
    opened = built(variant=CLASSIC, hands=["2♠ 3♠", "K♥ K♣"], table=[(0, "J♥ Q♥ *")])
    against = [reason.code for place in opened.placements("K♥", by=1) for reason in place.against]
    assert {*against} == {"opening_needed"}
    with pytest.raises(InvalidCards):
        position.placements("?")
    with pytest.raises(InvalidCards):
        Round.deal(variants.GIN, seed=1).placements("*")


@pytest.mark.rule("KAL-JSWAP-03")
def test_a_group_that_needs_two_cards_names_the_other_one() -> None:
    table = [(1, "T♦ T♠ *"), (0, "9♦ 9♠ 9♣")]
    position = built(variant=variants.KALOOKI_40, hands=["T♥ T♣ 5♦ 5♠ 2♣", "K♥"], table=table, phase="play")
    found = {str(place.move): place for place in position.placements("T♥") if place}
    assert set(found) == {"off T♥ > 0", "swap T♥ T♣ > 0"}
    both = found["swap T♥ T♣ > 0"]
    assert (str(both.meld), both.frees) == ("T♣ T♦ T♥ T♠", Card("*"))
    clubs, hearts = ({str(move) for move in moves_of(position, card)} for card in ("T♣", "T♥"))
    assert clubs & hearts == {"swap T♣ T♥ > 0"}
    after, events = position.step(both.move)
    assert [str(card) for card in after.hands[0]] == ["2♣", "5♦", "5♠", "*"]
    assert [str(each.card) for each in transfers(events[0]) if each.target is Place.TABLE] == ["T♥", "T♣"]
    of_two = built(variant=variants.KALOOKI_40, hands=["T♥ 2♣", "K♥"], table=[(0, "T♦ T♠ * *")])
    assert [str(place.move) for place in of_two.placements("T♥") if place] == ["swap T♥ > 0"]


def test_both_ends_of_a_run_are_named() -> None:
    position = Round.from_setup(TABLE)
    moves = [str(place.move) for place in position.placements("*") if place.move.meld == 1]
    assert moves == ["off * > 1 low", "off * > 1 high"]


def test_only_the_reply_to_a_knock_has_placements() -> None:
    variant = variants.GIN.with_(closing={"settle": "moves"})
    start = built(
        variant=variant,
        hands=["2♣ 3♣ 4♣ 9♦ 9♥ 9♠ K♦ K♥ K♠ A♥ Q♦", "5♣ 6♣ 7♦ 8♦ T♥ J♠ Q♠ 2♦ 3♥ 4♠"],
        phase="play",
    )
    assert start.placements("5♣") == ()
    shown = start.play("knock Q♦")
    assert [place.move for place in shown.placements("5♣") if place] == [LayOff("5♣", 0)]
    assert {place.move for place in shown.placements("5♣")} == {LayOff("5♣", number) for number in range(3)}
    assert shown.placements("5♣") == shown.view(0).placements("5♣")


def test_lay_downs_find_their_sources() -> None:
    position = Round.from_setup(TABLE)
    found = lay_downs(position, "8♦ 8♥ 8♣")
    assert {move.sources for move in found} == {(Source("8♣", 0),), (Source("8♣", 1),)}
    assert lay_downs(position.view(0), "8♦ 8♥ 8♣", [Source("8♣", 1)]) == (found[1],)
    assert all(move in position.legal_moves for move in found)
    (joint,) = lay_downs(position, "3♦ 4♦ 5♦")
    assert {reason.code for reason in position.explain(joint)} == {"card_not_held"}
    with pytest.raises(InvalidMeld):
        lay_downs(position, "8♦ 8♥ 2♠")
    with pytest.raises(InvalidCards):
        lay_downs(position, "8♦ 8♦ 8♦")


def test_lay_downs_divide_cards_among_melds() -> None:
    start = built(variant=CLASSIC, hands=["7♠ 8♠ 9♠ A♦ A♣ A♥ K♥ 2♦", "3♥ 4♥"], phase="play")
    (opening,) = lay_downs(start, "A♦ 7♠ 8♠ A♣ 9♠ A♥")
    assert opening == start.parse("lay 7♠ 8♠ 9♠ + A♦ A♣ A♥")
    six = built(
        variant=CLASSIC, hands=["4♠ 5♠ 6♠ 7♠ 8♠ 9♠ K♥ 2♦", "3♥ 4♥"], phase="play", table=[(0, "J♥ Q♥ K♥")]
    )
    assert [len(move.melds) for move in lay_downs(six, "4♠ 5♠ 6♠ 7♠ 8♠ 9♠")] == [1, 2]


def test_a_waiting_player_plans_the_next_turn() -> None:
    position = Round.from_setup(TABLE)
    waiting = position.view(1)
    assert (list(moves_of(waiting, "9♣")), waiting.in_turn().player) == ([], 1)
    assert {str(move) for move in moves_of(waiting.in_turn(), "9♣", meld=0)} >= {"off 9♣ > 0"}
    assert {str(move) for move in moves_of(waiting.in_turn(), "9♣")} >= {"off 9♣ > 0", "discard 9♣"}
    assert [str(move) for move in lay_downs(waiting, "3♦ 4♦ 5♦ *")] == ["lay 3♦ 4♦ 5♦ *", "lay * 3♦ 4♦ 5♦"]
    assert waiting.in_turn().turn == waiting.turn + 1
    mine = position.view(0)
    assert mine.in_turn() is mine
    assert position.view(None).in_turn() == position.view(None)
    assert list(moves_of(position, "3♣")) == list(position.legal_moves.involving(meld=99)) == []
    drawing = built(variant=CLASSIC, hands=["7♠ 8♠ 9♠ A♦ A♣ A♥ K♥", "3♥ 4♥"]).view(0)
    assert [str(move) for move in moves_of(drawing.in_turn(), "K♥")] == ["discard K♥"]


def test_a_piece_that_is_played_is_the_one_that_was_chosen() -> None:
    match = Match.start(CLASSIC, players=2, seed=13)
    pieces = Pieces.of(match.events(1), viewer=1)
    first, second = [piece.id for piece in pieces.hands[1] if piece.card == Card("K♥")]
    (event,) = [each for each in match.play("discard K♥").events(1) if isinstance(each, CardDiscarded)]
    assert pieces.after(event, played=[second]).discards[-1].id == second
    assert pieces.after(event).discards[-1].id == first
    assert pieces.moved(second, 0).hands[1][0].id == second
    assert pieces.moved(first, -1).after(event).discards[-1].id == second
    with pytest.raises(RamiError, match="no card in the hand has the id 0"):
        pieces.moved(0, 0)
    with pytest.raises(RamiError, match="CardDiscarded cannot happen at this point"):
        pieces.after(CardDiscarded(1, Card("3♠")))
    with pytest.raises(RamiError, match="the events contain no deal"):
        Pieces.of((event,), viewer=1)


def test_a_card_seen_by_all_keeps_its_piece() -> None:
    """A card taken from the discard pile and discarded later is the same piece on every screen."""
    match = Match.start(
        CLASSIC.with_(drawing={"discard_use": None, "allow_return_discard": True}), players=2, seed=13
    )
    match = match.play("discard K♥").play("take")
    pieces = Pieces.of(match.events(1), viewer=1)
    taken = pieces.hands[0][-1]
    assert (taken.card, len(pieces.hands[0])) == (Card("K♥"), 14)
    for event in match.play("discard K♥").events(1, since=match.mark):
        pieces = pieces.after(event)
    assert pieces.discards == (taken,)


def test_nothing_of_the_deck_is_in_the_ids() -> None:
    """Two deals that look alike to a player give the same pieces."""
    deal = Round.deal(CLASSIC, players=2, seed=7, dealer=0)
    other = Round.sampled(deal.view(1), seed=5)
    assert deal.hands[0] != other.hands[0]
    assert Pieces.of(dealt(deal), viewer=1) == Pieces.of(dealt(other), viewer=1)


@pytest.mark.rule("OKO-OPEN-02")
def test_five_pairs_are_found_among_the_selected_tiles() -> None:
    pairs = "3♦ 3♦ 3♠ 3♠ T♠ T♠ J♠ J♠ Q♥ *"
    hands = [f"{pairs} 4♣ 8♦ 9♥ 2♠ K♣ 6♦ A♥ 7♥ 5♣ 9♦ 2♥ K♥", "A♣ 4♥ 8♣"]
    start = built(variant=variants.OKEY_101, hands=hands, phase="play", turned="5♥")
    (opening,) = lay_downs(start, pairs)
    assert str(opening) == "lay 3♦ 3♦ + 3♠ 3♠ + T♠ T♠ + J♠ J♠ + Q♥ *"
    assert opening in start.legal_moves
