"""Compare whole hands of Three Thirteen, and best arrangements of hands."""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference.declaring import charge, faces_to_declare
from tests.oracle.reference.three_thirteen import Hand, Move, hand_rules
from tests.support.depth import enough, numbers

from rami import Card, Cards, Round
from rami.cards import moves
from rami.rounds.setup import RoundContext
from rami.variants import THREE_THIRTEEN


def named(move: moves.Move) -> Move:
    """Return the move as the reference names it."""
    match move:
        case moves.DrawStock():
            return ("draw",)
        case moves.TakeDiscard():
            return ("take",)
        case moves.Discard(card):
            return ("discard", str(card))
        case moves.Knock(card):
            return ("out", str(card))
        case _:
            raise AssertionError(move)


@pytest.mark.parametrize("number", range(1, 12))
def test_the_options_are_those_of_the_reference(number: int) -> None:
    found, expected = rules_of(THREE_THIRTEEN.for_round(3, number=number)), hand_rules(number)
    for name in (
        *("players", "jokers", "wild_rank", "hand_size", "set_suits", "set_max", "max_run", "ace"),
        *("max_wild", "min_natural", "ace_hand_value", "knock_limit", "wild_hand_value", "court_value"),
    ):
        assert getattr(found, name) == getattr(expected, name), name


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("number", [1, 2, 3, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_hands(number: int, players: int) -> None:
    last_turns = 0
    for seed in numbers(8):
        rng = Random(f"three thirteen {number} {players} {seed}")
        state = Round.deal(THREE_THIRTEEN, context=RoundContext(players, number=number), seed=seed)
        hands = [texts(hand) for hand in state.hands]
        hand = Hand(hand_rules(number), hands, [*texts(state.stock)], [*texts(state.discards)], state.player)
        for _ in range(40 * players):
            if state.over or not state.stock:
                break
            listed = {named(move): move for move in state.legal_moves}
            assert set(listed) == hand.moves()
            assert (state.player, state.over) == (hand.player, hand.over)
            assert texts(state.discards) == tuple(hand.pile)
            outs = sorted(move for move in listed if move[0] == "out")
            last_turns += hand.out is not None
            kept = [
                (state.variant.deadwood(state.hands[state.player] - Cards(move[1])), move)
                for move in listed
                if move[0] == "discard"
            ]
            best = [min(kept)[1]] if kept and rng.random() < 0.8 else sorted(listed)
            chosen = rng.choice(outs or best)
            state = state.play(listed[chosen])
            hand.play(chosen)
        assert state.over == hand.over or not state.stock
        for seat in range(players):
            assert state.hands[seat] == Cards(hand.hands[seat]) - Cards(
                card for laid in state.table if laid.owner == seat for card in laid.meld.cards
            )
        if state.over:
            assert [state.score().points(seat) for seat in range(players)] == hand.points()
    assert last_turns >= enough(1)


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("number", range(1, 12))
def test_hands_with_many_wild_cards(number: int) -> None:
    """Compare the points of a hand, and the discards with which a player may go out."""
    variant, rules = THREE_THIRTEEN.for_round(4, number=number), hand_rules(number)
    pack = [Card.from_id(each) for each in range(52) for _ in range(2)]
    wild = [card for card in pack if card.rank in variant.equipment.wild_ranks]
    for seed in range(6 if number < 8 else 2):
        rng = Random(f"wild {number} {seed}")
        some = rng.sample(wild, rng.randrange(min(4, number + 2)))
        rest = rng.sample([card for card in pack if card not in wild], min(number + 3, 11) - len(some))
        held = (*some, *rest)
        assert variant.deadwood(held) == charge(texts(held), rules), held
        expected = faces_to_declare(texts(held), rules)
        assert {str(card) for card in variant.knock_discards(held)} == expected, held


@pytest.mark.parametrize("number", [6, 9, 11])
def test_hands_of_wild_cards_alone(number: int) -> None:
    variant = THREE_THIRTEEN.for_round(4, number=number)
    rank = "8JK"[(6, 9, 11).index(number)]
    held = [f"{rank}{suit}" for suit in "♣♦♥♠" for _ in range(2)]
    assert variant.deadwood(held) == 0
    assert variant.best_melds(held, "cards").left == Cards()
    assert variant.deadwood(held[:2]) == 2 * variant.scoring.hand_value(Card(held[0]))
    assert {str(card) for card in variant.knock_discards(held)} == set(held)
