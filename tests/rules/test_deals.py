"""The pack, the deal, the first turns and the renewed stock of every game, from a single table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from tests.support.refusals import codes_of
from tests.support.worked.scenes import allowed, dry, everything, house, reasons

from rami import JOKER, Card, Cards, Discard, DrawStock, Match, Round, TakeDiscard, Variant, variants
from rami.cards.moves import Knock, PassUpcard, Rearrange, ShowTurned
from rami.errors import InvalidSetup
from rami.policies import MatchFacts, RoundScore, ScoreLine
from rami.rounds.setup import Phase

mark, param = pytest.mark, pytest.param


@attrs.frozen
class Deal:
    """The deal of a game.

    Parameters:
        hands: the number of cards in each hand, by the number of players.
        starter: the number of seats from the dealer to the first player.
        phase: the phase in which the first player begins.
        extra: the number of extra cards of the first player.
        upcard: the number of cards turned up.
        packs: the number of packs of 52 cards, by the number of players; the last number also holds for more players.
        jokers: the number of jokers in two packs.
        moves: the first moves other than a discard; "take?" if the hand decides about it.
        step: 1 if play and deal go clockwise, -1 otherwise.
        turned: True if one more card is turned up beside the stock.
    """

    hands: Mapping[int, int]
    starter: int = 1
    phase: Phase = Phase.DRAW
    extra: int = 0
    upcard: int = 1
    packs: tuple[int, ...] = (2,)
    jokers: int = 4
    moves: str = "draw take"
    step: int = 1
    turned: bool = False

    def packs_for(self, players: int) -> int:
        return self.packs[min(players - min(self.hands), len(self.packs) - 1)]

    def pack(self, players: int) -> Counter[Card]:
        packs = self.packs_for(players)
        found = Counter({Card.from_id(number): packs for number in range(52)})
        return found + Counter({JOKER: self.jokers * packs // 2})


def each(players: range, cards: int) -> Mapping[int, int]:
    return dict.fromkeys(players, cards)


FEW = each(range(2, 5), 14)
CLASSIC = Deal(each(range(2, 8), 13), starter=0, phase=Phase.DISCARD, extra=1, upcard=0, moves="")
TILES = Deal(FEW, extra=1, upcard=0, jokers=2, moves="", step=-1, turned=True)
DEALS = {
    "basic-rummy": Deal({2: 10, 3: 7, 4: 7, 5: 6, 6: 6}, packs=(1,), jokers=0),
    "classic-51": CLASSIC,
    "frustration": Deal(each(range(2, 6), 13)),
    "gamevelvet": Deal(each(range(2, 7), 14), moves="draw"),
    "gin": Deal({2: 10}, phase=Phase("offer"), packs=(1,), jokers=0, moves="take pass"),
    "indian-13": Deal(each(range(2, 7), 13), packs=(1, 2), jokers=2, moves="draw take fold", turned=True),
    "kalooki-40": Deal(each(range(2, 6), 13), jokers=2, moves="draw take?"),
    "lebanese-14": attrs.evolve(CLASSIC, hands=each(range(2, 7), 14)),
    "liverpool": Deal(each(range(3, 9), 10), packs=(2, 2, 3)),
    "okey": attrs.evolve(TILES, phase=Phase.PLAY),
    "okey-101": attrs.evolve(TILES, phase=Phase.DISCARD, hands=each(range(2, 5), 21)),
    "rami-500": Deal(each(range(2, 6), 13), upcard=0, moves="draw"),
    "romme": Deal(each(range(2, 7), 13), jokers=6),
    "rummikub": Deal(FEW, upcard=0, jokers=2, moves="draw"),
    "rummy-500": Deal({2: 13, **each(range(3, 9), 7)}, packs=(1, 1, 1, 2), jokers=0),
    "scala-40": Deal(each(range(2, 7), 13), moves="draw take?"),
    "three-thirteen": Deal(each(range(2, 5), 3), packs=(1, 2), jokers=0),
}

HOUSES: dict[str, tuple[Variant, Deal]] = {
    "a draw first": (
        house(dealing__starter_extra=0, drawing__starter_turn="normal"),
        attrs.evolve(CLASSIC, phase=Phase.DRAW, extra=0, moves="draw"),
    ),
    "an upcard": (
        house(dealing__starter_extra=0, drawing__starter_turn="normal", dealing__upcard=True),
        attrs.evolve(CLASSIC, phase=Phase.DRAW, extra=0, upcard=1, moves="draw take?"),
    ),
    "the starter on the left": (house(dealing__starter="left"), attrs.evolve(CLASSIC, starter=1)),
    "anticlockwise": (house(dealing__direction="anticlockwise"), attrs.evolve(CLASSIC, step=-1)),
}
"""Houses of Classic Rami 51 with other deals."""


def game_of(name: str) -> tuple[Variant, Deal]:
    return HOUSES[name] if name in HOUSES else (variants.get(name), DEALS[name])


@mark.parametrize(
    "slug",
    [
        param("basic-rummy", marks=mark.rule("BAS-MAT-01", "BAS-MAT-02")),
        param("classic-51", marks=mark.rule("R51-MAT-01", "R51-MAT-02", "R51-DEAL-02")),
        param("frustration", marks=mark.rule("FRU-MAT-02", "FRU-MAT-01")),
        param("gamevelvet", marks=mark.rule("VELVET-MAT-01", "VELVET-MAT-02", "VELVET-DEAL-03")),
        param("gin", marks=mark.rule("GIN-MAT-01", "GIN-MAT-02", "GIN-DEAL-01")),
        param("indian-13", marks=mark.rule("IND-MAT-01", "IND-MAT-02", "IND-MAT-03")),
        param("kalooki-40", marks=mark.rule("KAL-MAT-01", "KAL-MAT-02")),
        param("lebanese-14", marks=mark.rule("LEB-BASE-01")),
        param("liverpool", marks=mark.rule("LIV-MAT-01", "LIV-MAT-02", "LIV-MAT-03")),
        param("okey", marks=mark.rule("OKE-MAT-01", "OKE-MAT-02")),
        param("okey-101", marks=mark.rule("OKO-MAT-01", "OKO-MAT-02")),
        param("rami-500", marks=mark.rule("R500-MAT-01", "R500-MAT-02")),
        param("romme", marks=mark.rule("ROM-MAT-01", "ROM-MAT-02")),
        param("rummikub", marks=mark.rule("RKB-MAT-01", "RKB-MAT-02")),
        param("rummy-500", marks=mark.rule("RUM-MAT-01", "RUM-MAT-02", "RUM-JOK-01")),
        param("scala-40", marks=mark.rule("SCA-MAT-01", "SCA-MAT-02")),
        param("three-thirteen", marks=mark.rule("TT-MAT-01", "TT-MAT-02", "TT-MAT-03")),
    ],
)
def test_the_players_and_their_pack(slug: str) -> None:
    """As many play as the game allows, and the pack is whole and shuffled."""
    game, due = variants.get(slug), DEALS[slug]
    for players in due.hands:
        start, other = (Round.deal(game, players=players, seed=seed) for seed in (11, 12))
        assert len(start.hands) == players
        assert Counter(everything(start)) == Counter(everything(other)) == due.pack(players)
        assert start.stock != other.stock
    for players in (0, 1, min(due.hands) - 1, max(due.hands) + 1, 12):
        assert codes_of(InvalidSetup, Round.deal, game, players=players, seed=1) == ["player_count"]


@mark.parametrize(
    "slug",
    [
        param(
            "basic-rummy",
            marks=mark.rule("BAS-DEAL-01", "BAS-DEAL-02", "BAS-DEAL-03", "BAS-DEAL-04", "BAS-START-01"),
        ),
        param("classic-51", marks=mark.rule("R51-DEAL-03", "R51-DEAL-04", "R51-DEAL-05", "R51-START-01")),
        param("frustration", marks=mark.rule("FRU-DEAL-01", "FRU-DEAL-02", "FRU-TURN-02")),
        param("gamevelvet", marks=mark.rule("VELVET-DEAL-04", "VELVET-DEAL-05", "VELVET-START-01")),
        param("gin", marks=mark.rule("GIN-DEAL-02", "GIN-DEAL-03", "GIN-DEAL-04", "GIN-DEAL-05")),
        param("indian-13", marks=mark.rule("IND-DEAL-02", "IND-DEAL-03", "IND-DEAL-04")),
        param("kalooki-40", marks=mark.rule("KAL-DEAL-02", "KAL-DEAL-03", "KAL-START-01")),
        param("lebanese-14", marks=mark.rule("LEB-BASE-01")),
        param("liverpool", marks=mark.rule("LIV-DEAL-03", "LIV-START-01")),
        param("okey", marks=mark.rule("OKE-DEAL-01", "OKE-DEAL-02", "OKE-DEAL-03", "OKE-TURN-01")),
        param(
            "okey-101",
            marks=mark.rule("OKO-DEAL-01", "OKO-DEAL-02", "OKO-DEAL-03", "OKO-DEAL-04", "OKO-TURN-01"),
        ),
        param("rami-500", marks=mark.rule("R500-DEAL-01", "R500-DEAL-02", "R500-DRAW-01")),
        param("romme", marks=mark.rule("ROM-DEAL-02", "ROM-DEAL-03", "ROM-START-01")),
        param("rummikub", marks=mark.rule("RKB-DEAL-01", "RKB-DEAL-03")),
        param("rummy-500", marks=mark.rule("RUM-DEAL-01", "RUM-DEAL-02", "RUM-START-01")),
        param("scala-40", marks=mark.rule("SCA-DEAL-02", "SCA-DEAL-03", "SCA-DEAL-04", "SCA-START-01")),
        param("three-thirteen", marks=mark.rule("TT-DEAL-01", "TT-DEAL-04", "TT-START-01")),
        *HOUSES,
    ],
)
def test_cards_are_dealt_one_by_one_face_down_and_the_rest_is_the_stock(slug: str) -> None:
    game, due = game_of(slug)
    for players, size in due.hands.items():
        pack = list(everything(Round.deal(game, players=players, seed=7)))
        # Jokers come last in the stock, because a joker that is turned up may go back.
        pack = pack[20 : -due.jokers or None] + pack[:20] + pack[len(pack) - due.jokers :]
        for dealer in range(players):
            start = Round.deal(game, players=players, dealer=dealer, deck=pack)
            dealt = size * players
            first = (dealer + due.starter * due.step) % players
            assert (start.player, start.phase, start.turn) == (first, due.phase, 0)
            discards = [f"discard {card}" for card in set(start.hands[first])]
            moves = due.moves.split() or discards
            if "take?" in moves:
                moves = ["draw", *["take"] * (TakeDiscard() in start.legal_moves)]
            # Some hands happen to allow more.
            at_once = (Knock, Rearrange, ShowTurned)
            listed = [str(move) for move in start.legal_moves if not isinstance(move, at_once)]
            assert sorted(listed) == sorted(moves)
            for step in range(players):
                seat = (dealer + (1 + step) * due.step) % players
                extra = due.extra if seat == first else 0
                assert start.hands[seat] == Cards(pack[step:dealt:players] + pack[dealt : dealt + extra])
            dealt += due.extra
            assert start.discards == tuple(pack[dealt : dealt + due.upcard])
            dealt += due.upcard
            assert start.setup.turned == (pack[dealt] if due.turned else None)
            assert start.stock == tuple(pack[dealt + due.turned :])
            assert start.table == ()
            assert Round.from_setup(start.setup) == start
            for viewer in (*range(players), None):
                view = start.view(viewer)
                assert (view.discards, view.stock_size) == (start.discards, len(start.stock))
                assert view.turned == start.setup.turned
                assert not hasattr(view, "stock")
                for seat, hand in enumerate(start.hands):
                    assert view.hands[seat] == (hand if seat == viewer else Cards(["?"] * len(hand)))


@mark.parametrize(
    "slug",
    [
        param("basic-rummy", marks=mark.rule("BAS-DEAL-05")),
        param("classic-51", marks=mark.rule("R51-DEAL-01")),
        param("gamevelvet", marks=mark.rule("VELVET-DEAL-01")),
        param("gin", marks=mark.rule("GIN-DEAL-01")),
        param("indian-13", marks=mark.rule("IND-DEAL-01")),
        param("kalooki-40", marks=mark.rule("KAL-DEAL-01")),
        param("liverpool", marks=mark.rule("LIV-DEAL-04")),
        param("romme", marks=mark.rule("ROM-DEAL-01")),
        param("rummikub", marks=mark.rule("RKB-DEAL-02")),
        param("rummy-500", marks=mark.rule("RUM-DEAL-03")),
        param("scala-40", marks=mark.rule("SCA-DEAL-01")),
        param("three-thirteen", marks=mark.rule("TT-DEAL-02")),
    ],
)
def test_lots_decide_the_first_dealer(slug: str) -> None:
    players = min(3, max(DEALS[slug].hands))
    matches = (Match.start(variants.get(slug), players=players, seed=seed) for seed in range(60))
    dealers = Counter(match.round.context.dealer for match in matches)
    assert len(dealers) == players
    assert min(dealers.values()) > 5


@mark.parametrize(
    "slug",
    [
        param("basic-rummy", marks=mark.rule("BAS-DEAL-06", "BAS-START-01")),
        param("classic-51", marks=mark.rule("R51-DEAL-06")),
        param("frustration", marks=mark.rule("FRU-TURN-02", "FRU-DEAL-01")),
        param("gamevelvet", marks=mark.rule("VELVET-START-01", "VELVET-DEAL-02")),
        param("indian-13", marks=mark.rule("IND-DEAL-05")),
        param("kalooki-40", marks=mark.rule("KAL-DEAL-01")),
        param("liverpool", marks=mark.rule("LIV-DEAL-04", "LIV-START-01")),
        param("okey", marks=mark.rule("OKE-DEAL-03")),
        param("okey-101", marks=mark.rule("OKO-DEAL-04")),
        param("romme", marks=mark.rule("ROM-DEAL-01")),
        param("rummikub", marks=mark.rule("RKB-MATCH-03", "RKB-DEAL-03")),
        param("rummy-500", marks=mark.rule("RUM-DEAL-04", "RUM-START-01")),
        param("scala-40", marks=mark.rule("SCA-DEAL-01", "SCA-START-01")),
        param("three-thirteen", marks=mark.rule("TT-START-01", "TT-DEAL-03")),
        *HOUSES,
    ],
)
def test_turns_and_deals_go_round(slug: str) -> None:
    variant, due = game_of(slug)
    short: Any = {"turn_cap": 2, "first_dealer": 2, "dealer_after_void": "next"}
    if variant.settings()["match.end"] == "hands":
        short["hands"] = 9
    match = Match.start(variant.with_(match=short), players=4, seed=7)
    for deal in range(5):
        dealer = (2 + deal * due.step) % 4
        assert match.round.context.dealer == dealer
        turns = [match.round.player]
        while not match.round.over:
            move = next((move for move in match.legal_moves if move in ("draw", PassUpcard())), None)
            match = match.play(move or list(match.legal_moves)[-1])
            if match.round.player != turns[-1]:
                turns.append(match.round.player)
        starter = dealer + due.starter * due.step
        assert turns[:2] == [starter % 4, (starter + due.step) % 4]
        match = match.next_round()
    for winner in range(3):
        score = RoundScore(False, winner, (ScoreLine(1, 5),))
        verdict = variant.match.verdict(MatchFacts(score, 1, 3, (0, 1, 2), (0, 5, 0), dealer=1))
        assert verdict.next_dealer == 2


@mark.parametrize(
    "slug,wrong",
    [
        param(
            "classic-51",
            "wrong_phase R51-TURN-01",
            marks=mark.rule("R51-START-03", "R51-START-04", "R51-TURN-01", "R51-DRAW-01"),
        ),
        param("frustration", "wrong_phase FRU-TURN-01", marks=mark.rule("FRU-TURN-01", "FRU-TURN-02")),
        param(
            "gamevelvet",
            "wrong_phase VELVET-DRAW-01",
            marks=mark.rule("VELVET-DISC-01", "VELVET-DRAW-01"),
        ),
        param("rami-500", "wrong_phase R500-TURN-01", marks=mark.rule("R500-TURN-01", "R500-TURN-02")),
    ],
)
def test_turns_go_clockwise_and_each_is_a_draw_and_a_discard(slug: str, wrong: str) -> None:
    position = Round.deal(variants.get(slug), players=4, seed=7, dealer=2)
    if position.phase is Phase.DISCARD:
        position = position.play(min(position.legal_moves, key=str))
    first, size = position.player, DEALS[slug].hands[4]
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


@mark.parametrize(
    "slug",
    [
        param("classic-51", marks=mark.rule("R51-STOCK-01")),
        param("frustration", marks=mark.rule("FRU-STOCK-01")),
        param("gamevelvet", marks=mark.rule("VELVET-STOCK-01")),
    ],
)
def test_an_empty_stock_is_made_of_the_discards_but_the_top_one(slug: str) -> None:
    starts = [dry(variants.get(slug), "2♥ 9♣ K♦ 4♠ 7♥", "K♠ 5♥", seed=seed) for seed in range(20)]
    drawn = allowed(starts[0], DrawStock())
    assert drawn.discards == (Card("7♥"),)
    assert Cards([*drawn.stock, *(drawn.hands[0] - starts[0].hands[0])]) == Cards("2♥ 9♣ K♦ 4♠")
    assert len({start.play(DrawStock()).stock for start in starts}) > 3
