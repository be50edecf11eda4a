"""The pack, the deal, the first turns and the renewed stock of every game, from a single table."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from tests.support.worked.scenes import allowed, dry, everything, reasons

from rami import JOKER, Card, Cards, Discard, DrawStock, Match, Round, TakeDiscard, variants
from rami.errors import InvalidSetup
from rami.policies import MatchFacts, RoundScore, ScoreLine
from rami.rounds.setup import Phase


@attrs.frozen
class Deal:
    """How a game is dealt.

    Parameters:
        players: how many may play.
        hand: how many cards each of them gets.
        starter: how many seats after the dealer the first player sits.
        phase: what the first player begins with.
        extra: how many more cards the first player gets.
        upcard: how many cards are turned up.
        packs: how many packs of 52 cards there are.
        jokers: how many jokers there are.
        moves: what the first player may do, if it is no discard; "take?" where the hand decides.
    """

    players: range
    hand: int
    starter: int = 1
    phase: Phase = Phase.DRAW
    extra: int = 0
    upcard: int = 0
    packs: int = 2
    jokers: int = 4
    moves: str = ""


DEALS = {
    "classic-51": Deal(range(2, 8), 13, starter=0, phase=Phase.DISCARD, extra=1),
    "frustration": Deal(range(2, 6), 13, upcard=1, moves="draw take"),
    "gamevelvet": Deal(range(2, 7), 14, upcard=1, moves="draw"),
    "gin": Deal(range(2, 3), 10, phase=Phase("offer"), upcard=1, packs=1, jokers=0, moves="take pass"),
    "kalooki-40": Deal(range(2, 6), 13, upcard=1, jokers=2, moves="draw take?"),
    "lebanese-14": Deal(range(2, 7), 14, starter=0, phase=Phase.DISCARD, extra=1),
    "rami-500": Deal(range(2, 6), 13, moves="draw"),
    "romme": Deal(range(2, 7), 13, upcard=1, jokers=6, moves="draw take"),
    "rummy-500": Deal(range(2, 9), 7, upcard=1),
    "scala-40": Deal(range(2, 7), 13, upcard=1),
}


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("classic-51", marks=pytest.mark.rule("R51-MAT-01")),
        pytest.param("frustration", marks=pytest.mark.rule("FRU-MAT-02")),
        pytest.param("gamevelvet", marks=pytest.mark.rule("VELVET-MAT-01")),
        pytest.param("gin", marks=pytest.mark.rule("GIN-MAT-01")),
        pytest.param("kalooki-40", marks=pytest.mark.rule("KAL-MAT-01")),
        pytest.param("lebanese-14", marks=pytest.mark.rule("LEB-BASE-01")),
        pytest.param("rami-500", marks=pytest.mark.rule("R500-MAT-01")),
        pytest.param("romme", marks=pytest.mark.rule("ROM-MAT-01")),
    ],
)
def test_how_many_play(slug: str) -> None:
    game, few = variants.get(slug), DEALS[slug].players
    for players in few:
        assert len(Round.deal(game, players=players, seed=1).hands) == players
    for players in (0, 1, few[-1] + 1, 12):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(game, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("classic-51", marks=pytest.mark.rule("R51-MAT-02", "R51-DEAL-02")),
        pytest.param("frustration", marks=pytest.mark.rule("FRU-MAT-01")),
        pytest.param("gamevelvet", marks=pytest.mark.rule("VELVET-MAT-02", "VELVET-DEAL-03")),
        pytest.param("gin", marks=pytest.mark.rule("GIN-MAT-02", "GIN-DEAL-01")),
        pytest.param("kalooki-40", marks=pytest.mark.rule("KAL-MAT-02")),
        pytest.param("rami-500", marks=pytest.mark.rule("R500-MAT-02")),
        pytest.param("romme", marks=pytest.mark.rule("ROM-MAT-02")),
    ],
)
def test_the_pack_is_shuffled(slug: str) -> None:
    game, due = variants.get(slug), DEALS[slug]
    start, other = (Round.deal(game, seed=seed) for seed in (11, 12))
    pack = Counter({Card.from_id(number): due.packs for number in range(52)})
    assert Counter(everything(start)) == Counter(everything(other)) == pack + Counter({JOKER: due.jokers})
    assert start.stock != other.stock


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(
            "classic-51", marks=pytest.mark.rule("R51-DEAL-03", "R51-DEAL-04", "R51-DEAL-05", "R51-START-01")
        ),
        pytest.param("frustration", marks=pytest.mark.rule("FRU-DEAL-01", "FRU-DEAL-02", "FRU-TURN-02")),
        pytest.param(
            "gamevelvet", marks=pytest.mark.rule("VELVET-DEAL-04", "VELVET-DEAL-05", "VELVET-START-01")
        ),
        pytest.param(
            "gin", marks=pytest.mark.rule("GIN-DEAL-02", "GIN-DEAL-03", "GIN-DEAL-04", "GIN-DEAL-05")
        ),
        pytest.param("kalooki-40", marks=pytest.mark.rule("KAL-DEAL-02", "KAL-DEAL-03", "KAL-START-01")),
        pytest.param("lebanese-14", marks=pytest.mark.rule("LEB-BASE-01")),
        pytest.param("rami-500", marks=pytest.mark.rule("R500-DEAL-01", "R500-DEAL-02", "R500-DRAW-01")),
        pytest.param("romme", marks=pytest.mark.rule("ROM-DEAL-02", "ROM-DEAL-03", "ROM-START-01")),
    ],
)
def test_cards_are_dealt_one_by_one_face_down_and_the_rest_is_the_stock(slug: str) -> None:
    game, due = variants.get(slug), DEALS[slug]
    pack = list(everything(Round.deal(game, seed=7)))
    pack = pack[40:] + pack[:40]
    for players in due.players:
        for dealer in range(players):
            start = Round.deal(game, players=players, dealer=dealer, deck=pack)
            dealt = due.hand * players
            first = (dealer + due.starter) % players
            assert (start.player, start.phase, start.turn) == (first, due.phase, 0)
            discards = [f"discard {card}" for card in set(start.hands[first])]
            moves = due.moves.split() or discards
            if "take?" in moves:
                moves = ["draw", *["take"] * (TakeDiscard() in start.legal_moves)]
            assert sorted(map(str, start.legal_moves)) == sorted(moves)
            for step in range(players):
                seat = (dealer + 1 + step) % players
                extra = due.extra if seat == first else 0
                assert start.hands[seat] == Cards(pack[step:dealt:players] + pack[dealt : dealt + extra])
            dealt += due.extra
            assert start.discards == tuple(pack[dealt : dealt + due.upcard])
            assert start.stock == tuple(pack[dealt + due.upcard :])
            assert start.table == ()
            for viewer in (*range(players), None):
                view = start.view(viewer)
                assert (view.discards, view.stock_size) == (start.discards, len(start.stock))
                assert not hasattr(view, "stock")
                for seat, hand in enumerate(start.hands):
                    assert view.hands[seat] == (hand if seat == viewer else Cards(["?"] * len(hand)))


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("classic-51", marks=pytest.mark.rule("R51-DEAL-01")),
        pytest.param("gamevelvet", marks=pytest.mark.rule("VELVET-DEAL-01")),
        pytest.param("gin", marks=pytest.mark.rule("GIN-DEAL-01")),
        pytest.param("kalooki-40", marks=pytest.mark.rule("KAL-DEAL-01")),
        pytest.param("romme", marks=pytest.mark.rule("ROM-DEAL-01")),
        pytest.param("rummy-500", marks=pytest.mark.rule("RUM-DEAL-03")),
        pytest.param("scala-40", marks=pytest.mark.rule("SCA-DEAL-01")),
    ],
)
def test_lots_decide_the_first_dealer(slug: str) -> None:
    players = min(3, DEALS[slug].players[-1])
    matches = (Match.start(variants.get(slug), players=players, seed=seed) for seed in range(60))
    dealers = Counter(match.round.context.dealer for match in matches)
    assert len(dealers) == players
    assert min(dealers.values()) > 5


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("classic-51", marks=pytest.mark.rule("R51-DEAL-06")),
        pytest.param("frustration", marks=pytest.mark.rule("FRU-TURN-02", "FRU-DEAL-01")),
        pytest.param("gamevelvet", marks=pytest.mark.rule("VELVET-START-01")),
        pytest.param("kalooki-40", marks=pytest.mark.rule("KAL-DEAL-01")),
        pytest.param("romme", marks=pytest.mark.rule("ROM-DEAL-01")),
        pytest.param("rummy-500", marks=pytest.mark.rule("RUM-DEAL-04")),
        pytest.param("scala-40", marks=pytest.mark.rule("SCA-DEAL-01")),
    ],
)
def test_the_deal_goes_round_clockwise(slug: str) -> None:
    variant = variants.get(slug).with_(match={"turn_cap": 2, "first_dealer": 2})
    match = Match.start(variant, players=4, seed=7)
    for dealer in (2, 3, 0, 1, 2):
        assert match.round.context.dealer == dealer
        assert match.round.player == (dealer + DEALS[slug].starter) % 4
        while not match.round.over:
            match = match.play(list(match.round.legal_moves)[-1])
        match = match.next_round()
    score = RoundScore(False, 0, (ScoreLine(1, 5),))
    assert variant.match.verdict(MatchFacts(score, 1, 3, (0, 1, 2), (0, 5, 0), dealer=1)).next_dealer == 2


@pytest.mark.parametrize(
    "slug,wrong",
    [
        pytest.param(
            "classic-51",
            "wrong_phase R51-TURN-01",
            marks=pytest.mark.rule("R51-START-03", "R51-START-04", "R51-TURN-01", "R51-DRAW-01"),
        ),
        pytest.param(
            "frustration", "wrong_phase FRU-TURN-01", marks=pytest.mark.rule("FRU-TURN-01", "FRU-TURN-02")
        ),
        pytest.param(
            "gamevelvet",
            "wrong_phase VELVET-DRAW-01",
            marks=pytest.mark.rule("VELVET-DISC-01", "VELVET-DRAW-01"),
        ),
        pytest.param(
            "rami-500", "wrong_phase R500-TURN-01", marks=pytest.mark.rule("R500-TURN-01", "R500-TURN-02")
        ),
    ],
)
def test_turns_go_clockwise_and_each_is_a_draw_and_a_discard(slug: str, wrong: str) -> None:
    position = Round.deal(variants.get(slug), players=4, seed=7, dealer=2)
    if position.phase is Phase.DISCARD:
        position = position.play(min(position.legal_moves, key=str))
    first, size = position.player, DEALS[slug].hand
    for player in [(first + step) % 4 for step in range(5)]:
        assert (position.player, position.phase, len(position.hands[player])) == (player, Phase.DRAW, size)
        card = max(position.hands[player])
        assert reasons(position, Discard(card)) == [wrong]
        drawn = allowed(position, DrawStock())
        assert drawn.hands[player] - position.hands[player] == Cards([position.stock[0]])
        assert (drawn.stock, drawn.discards, drawn.phase) == (position.stock[1:], position.discards, "play")
        assert reasons(drawn, DrawStock()) == [wrong]
        position = allowed(drawn, Discard(card))
        assert position.discards == (*drawn.discards, card)
        assert len(position.hands[player]) == size


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("classic-51", marks=pytest.mark.rule("R51-STOCK-01")),
        pytest.param("frustration", marks=pytest.mark.rule("FRU-STOCK-01")),
        pytest.param("gamevelvet", marks=pytest.mark.rule("VELVET-STOCK-01")),
    ],
)
def test_an_empty_stock_is_made_of_the_discards_but_the_top_one(slug: str) -> None:
    starts = [dry(variants.get(slug), "2♥ 9♣ K♦ 4♠ 7♥", "K♠ 5♥", seed=seed) for seed in range(20)]
    drawn = allowed(starts[0], DrawStock())
    assert drawn.discards == (Card("7♥"),)
    assert Cards([*drawn.stock, *(drawn.hands[0] - starts[0].hands[0])]) == Cards("2♥ 9♣ K♦ 4♠")
    assert len({start.play(DrawStock()).stock for start in starts}) > 3
