"""Okey: deals, the card turned up, the ends of rounds, and matches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.ends import end
from tests.support.refusals import codes_of
from tests.support.worked.scenes import scores

from rami import Card, Cards, Discard, Group, Round, Setup, variants
from rami.cards.moves import ShowTurned
from rami.cards.tiles import on_rack, wild_tile
from rami.errors import InvalidCards, InvalidMeld, InvalidSetup
from rami.locales import text
from rami.locales.rulebooks import rulebook
from rami.policies.slots.match_format import MatchFacts
from rami.rounds.events import RoundEnded, RoundScored, TurnedShown
from rami.rounds.memory import Memory
from rami.rounds.round import dealt, thrown_in
from rami.variants import OKEY

SHOWING = 2
"""The seed of a deal whose second player has the other copy of the card turned up."""


@pytest.mark.rule("OKE-DEAL-02")
def test_a_joker_that_is_turned_up_goes_back() -> None:
    deck = [Card.from_id(number % 52) for number in range(104)]
    deck[29:29] = [Card("*"), Card("*")]
    start = Round.deal(OKEY, players=2, seed=5, dealer=1, deck=deck)
    assert start.setup.turned is not None
    assert start.setup.turned.is_natural
    assert start.stock.count(Card("*")) == 2
    assert list(start.stock) != deck[30:]
    assert Round.deal(OKEY, players=2, seed=5, dealer=1, deck=deck) == start
    assert Round.deal(OKEY, players=2, seed=6, dealer=1, deck=deck).stock != start.stock
    kept = [*deck[:29], *deck[31:], Card("*"), Card("*")]
    plain = Round.deal(OKEY, players=2, seed=5, dealer=1, deck=kept)
    assert (plain.setup.turned, list(plain.stock)) == (kept[29], kept[30:])


@pytest.mark.rule("OKE-DEAL-02", "OKE-IND-01")
def test_facts_that_a_position_may_have_of_the_card_turned_up() -> None:
    facts: dict[str, Any] = {"variant": OKEY, "hands": ["2♣ 3♣", "4♣"]}
    assert Round.from_setup(Setup(**facts, turned="7♥")).setup.turned == Card("7♥")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({}, "turned_missing"),
        ({"turned": "*"}, "turned_not_natural"),
        ({"turned": "7♥", "turned_shown": 2}, "not_a_seat"),
        ({"turned": "7♥", "turned_shown": 0, "variant": plain()}, "turned_not_shown"),
    ]
    for more, code in wrong:
        assert code in codes_of(InvalidSetup, Round.from_setup, Setup(**{**facts, **more}))


def plain() -> Any:
    """Return Okey without the option to show the card turned up."""
    return OKEY.with_(scoring={"turned_show": None})


def shows() -> Round:
    """Return a position in which the second player can show the card turned up."""
    start = Round.deal(OKEY, players=4, seed=SHOWING, dealer=0)
    turned = start.setup.turned
    assert turned is not None
    assert turned in start.hands[2]
    spare = next(card for card in start.hands[3] if not card.is_joker)
    return start.play(Discard(spare))


@pytest.mark.rule("OKE-IND-01", "OKE-IND-02")
def test_all_players_see_the_copy_of_the_turned_card() -> None:
    before = shows()
    turned = before.setup.turned
    assert turned is not None
    after, events = before.step(ShowTurned())
    assert events == (TurnedShown(2, turned),)
    assert after != before
    seen = [*dealt(before), *events]
    for viewer in (None, 0, 2):
        assert Memory.of(OKEY, viewer, seen).holds[2] == Cards([turned])
    assert after.view(0).turned_shown == 2


@pytest.mark.rule("OKE-IND-02")
def test_the_copy_shown_earns_nothing_in_a_deal_that_is_thrown_in() -> None:
    over, events = thrown_in(shows().play("show turned"))
    ended, scored = events
    assert isinstance(ended, RoundEnded)
    assert ended.thrown_in
    assert isinstance(scored, RoundScored)
    assert scored.score.void
    assert over.setup.turned_shown is None
    assert Round.from_setup(over.setup) == over


@pytest.mark.rule("OKE-IND-01")
def test_a_sample_keeps_the_copy_in_the_hand_that_revealed_it() -> None:
    after = shows().play("show turned")
    turned = after.setup.turned
    assert turned is not None
    view = after.view(0)
    for seed in range(4):
        sample = Round.sampled(view, seed)
        assert sample.view(0) == view
        assert sample.setup.turned_shown == 2
        assert view.memory is None or turned in sample.hands[2]


@pytest.mark.rule("OKE-IND-02", "OKE-STOCK-01", "OKE-STOCK-02")
def test_a_revealed_copy_is_paid_for_in_a_round_without_a_winner() -> None:
    facts: dict[str, Any] = {"variant": OKEY, "turned": "4♥", "phase": "draw", "discards": "K♦", "turn": 40}
    rest = Round.from_setup(Setup(**facts, hands=["2♠", "5♥"])).stock
    for shown, void, points in ((None, True, [0, 0]), (1, False, [1, 0])):
        setup = Setup(**facts, hands=["2♠", ["5♥", *rest[1:]]], stock=rest[:1], turned_shown=shown)
        over, events = Round.from_setup(setup).play("draw").step("discard 2♠")
        assert over.over
        assert (over.score().void, over.score().winner, scores(over)) == (void, None, points)
        assert any(isinstance(event, RoundScored) for event in events)
        verdict = OKEY.match.verdict(MatchFacts(over.score(), 9, 2, (0, 1), (20 if shown else 19, 7)))
        assert verdict.over is (shown is not None)


@pytest.mark.rule("OKE-SCORE-02", "OKE-SCORE-03", "OKE-SCORE-04", "OKE-OUT-03")
def test_a_round_scored_from_its_hands() -> None:
    pairs = "A♥ A♥ 2♣ 2♣ 3♠ 3♠ 4♦ 4♦ 9♥ 9♥ T♣ T♣ 7♠ 7♠"
    runs = "J♥ Q♥ K♥ A♥ 5♦ 5♣ 5♠ 2♣ 3♣ 4♣ 5♣ 9♠ 9♥ *"
    for hand, last, shown, points in (
        (runs, "8♦", None, [0, 2, 2]),
        (runs, "*", None, [0, 4, 4]),
        (runs, None, 1, [1, 2, 3]),
        (pairs, "8♦", None, [0, 4, 4]),
        (pairs, "*", 0, [0, 9, 9]),
    ):
        score = OKEY.score(end([hand, "2♦", "3♦"], knocker=0, final_discard=last, turned_shown=shown))
        assert [score.points(seat) for seat in range(3)] == points
    with pytest.raises(InvalidSetup):
        variants.INDIAN_13.score(end([runs[:-2], "2♦"], knocker=0, final_discard="*"))


@pytest.mark.rule("OKE-PAIR-01")
def test_pairs_are_groups_of_one_suit() -> None:
    for cards in ("7♠ 7♠", "7♠ *"):
        pair = OKEY.meld(cards)
        assert pair == Group(cards, suits="same")
        assert [str(placed.stands_for) for placed in pair.placed] == ["7♠"] * 2
    assert OKEY.meld("* *") == Group("* *", suits="same")
    for wrong in ("7♠", "7♠ 7♥", "7♠ 7♠ 7♠", "7♠ 8♠"):
        with pytest.raises(InvalidMeld):
            Group(wrong, suits="same")
    with pytest.raises(InvalidMeld):
        OKEY.with_(closing={"declare_pairs": False}, scoring={"pairs_factor": None}).meld("7♠ 7♠")
    pair = Group("7♠ 7♠", suits="same")
    assert codes_of(InvalidMeld, variants.CLASSIC_51.meld, pair) == ["group_suits", "group_too_small"]


@pytest.mark.rule("OKE-WILD-01", "OKE-WILD-03")
def test_the_names_of_tiles() -> None:
    for turned in map(Card.from_id, range(52)):
        wild = wild_tile(turned)
        assert wild.suit is turned.suit
        assert ((wild.rank or 0) - (turned.rank or 0)) % 13 == 1
        assert on_rack([wild.tile, "F", turned.tile], turned) == (Card("*"), wild, turned)
        assert Card(turned.tile) is turned
        assert Card(turned.tile.upper()) is turned
    assert Card.parse("12n", french=True) is Card("Q♠")
    assert Cards("1r2y13k10b*") == Cards("A♥ 2♦ K♠ T♣ *")
    for wrong in ("0r", "14k", "1x", "01r"):
        with pytest.raises(InvalidCards):
            Card(wrong)
    with pytest.raises(InvalidCards):
        wild_tile("*")


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("okey", marks=pytest.mark.rule("OKE-MAT-02", "OKE-WILD-01", "OKE-WILD-03")),
        pytest.param("okey-101", marks=pytest.mark.rule("OKO-MAT-02", "OKO-WILD-01", "OKO-WILD-03")),
    ],
)
def test_players_see_tiles(slug: str) -> None:
    game = variants.get(slug)
    start = Round.deal(game, players=2, seed=3)
    cards = Round.deal(game.with_(equipment={"faces": "cards"}), players=2, seed=3)
    assert start.hands == cards.hands
    for seat in (0, 1):
        shown = [card.tile for card in start.hands[seat]]
        assert set(shown) <= set(str(start.view(seat)).split())
        assert set(map(text, cards.hands[seat])) <= set(str(cards.view(seat)).split())
    sentence = next(each for each in rulebook(game).about("equipment.faces") if "false joker" in each.text)
    assert {"WILD-01", "WILD-03"} <= {rule.partition("-")[2] for rule in sentence.rules}
