"""Compare draws from an empty stock or discard pile, and the penalty for a missing announcement."""

from __future__ import annotations

from itertools import islice
from random import Random

import attrs
import pytest
from tests.oracle.differential.bridge import position_of, rules_of, shown
from tests.oracle.differential.houses import STOCK, single_houses
from tests.oracle.differential.meld_checks import same_ends, same_verdicts, same_verdicts_here
from tests.oracle.differential.positions import Plan, made
from tests.oracle.differential.whole import same_move, same_price
from tests.oracle.reference.cards import without
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.facts import after_stock
from tests.oracle.reference.turn import legal
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import Discard, DrawStock, LayDown, Round, TakeDiscard, variants
from rami.cards.moves import EndRound, TouchDiscard
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext, Setup

FACTS = ("hand", "discards", "stock_size", "recycles", "due", "taken")


def bare(variant: Variant, rng: Random, phase: str) -> Setup:
    """Leave few cards in the stock and on the pile, and the others in the last hand."""
    cards = list(whole_pack(rules_of(variant)))
    rng.shuffle(cards)
    opened = rng.random() < 0.7
    meld = "7♠ 8♠ 9♠"
    left = list(without(tuple(cards), meld.split()) or ())
    hand = [left.pop() for _ in range(rng.randint(1, 3) + (phase == "play"))]
    others = [left.pop() for _ in range(2)]
    stock = [left.pop() for _ in range(rng.choice([0, 0, 1, 2]))]
    pile = [left.pop() for _ in range(rng.randint(0, 3))]
    return Setup(
        variant=variant,
        hands=(" ".join(hand), " ".join(others), " ".join(left)),
        phase=phase,
        table=((0 if opened else 2, meld),),
        discards=" ".join(pile),
        stock=" ".join(stock),
        context=RoundContext(3),
        turn=30,
        seed=rng.getrandbits(32),
        recycles=rng.randint(0, 2),
    )


def same_draw(setup: Setup) -> bool:
    """Compare the draws of a position, or its void end; return whether the stock was open."""
    state = Round.from_setup(setup)
    rules = rules_of(state.variant)
    position = {**position_of(state), "phase": "draw"}
    named = {DrawStock(): "draw_stock", TakeDiscard(): "take_discard", EndRound(): "end_round"}
    allowed = {move for move, name in named.items() if legal(position, (name,), rules)}
    assert state.over == (not allowed), shown(state)
    if state.over:
        assert state.outcome is not None
        assert state.outcome.winner is None
        return False
    assert set(state.legal_moves) & set(named) == allowed, shown(state)
    may_draw = DrawStock() in allowed
    if may_draw:
        after = state.play(DrawStock())
        (drawn,) = after.hands[state.player] - state.hands[state.player]
        expected = after_stock(position, rules, str(drawn))
        found = position_of(after)
        assert {name: found[name] for name in FACTS} == {
            name: tuple(value) if isinstance(value := expected[name], list) else value for name in FACTS
        }, shown(state)
    return may_draw


@pytest.mark.rule("R51-STOCK-01", "R51-DRAW-01", "R51-CARTE-02")
def test_draws_from_small_piles() -> None:
    rng = Random("piles")
    for variant in [variants.CLASSIC_51, *single_houses(STOCK)]:
        found = {same_draw(bare(variant, rng, "draw")) for _ in numbers(60)}
        assert len(found) >= enough(2)


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("recycle", ["keep_top", "all", "never"])
def test_silence_costs_cards(recycle: str) -> None:
    rng = Random(f"silence {recycle}")
    priced = 0
    for _ in numbers(150):
        options = {
            "conduct.mode": "explicit",
            "conduct.carte_penalty": rng.randint(1, 4),
            "conduct.announce_at": rng.randint(1, 3),
            "drawing.recycle": recycle,
        }
        variant = with_options(variants.CLASSIC_51, options)
        state = Round.from_setup(bare(variant, rng, "play"))
        card = next(iter(state.hands[0]))
        kept = len(state.hands[0]) - 1
        for announce in (None, True) if kept == rules_of(variant).announce_at else (None,) * (kept > 0):
            move = Discard(card, announce=announce)
            priced += same_price(state, move, state.play(move))
    assert priced >= enough(20)


@pytest.mark.rule("R51-START-01")
@pytest.mark.parametrize("start", ["discard_only", "normal_without_draw"])
def test_first_turn_of_the_starter(start: str) -> None:
    """A first turn without a draw is one discard, or any turn that the hand allows (D-08, D-09)."""
    plan = Plan(hand=(9, 12), table=(0, 0), opened=0.0, jokers=(0, 2))
    openings = 0
    for number in numbers(40):
        rng = Random(f"start {start} {number}")
        options = {
            "drawing.starter_turn": start,
            "opening.first_round_melds": rng.random() < 0.7,
            "drawing.first_round_scope": rng.choice(["each_player", "first_player_only"]),
            "opening.minimum": rng.choice([20, 51]),
        }
        setup = made(with_options(variants.CLASSIC_51, options), plan, rng)
        phase = "discard" if start == "discard_only" else "play"
        state = Round.from_setup(attrs.evolve(setup, turn=0, phase=phase))
        same_ends(state)
        same_verdicts(state, rng, 30)
        openings += any(isinstance(move, LayDown) for move in state.legal_moves)
    assert openings >= enough(1) if start == "normal_without_draw" else not openings


@pytest.mark.search(cases=1)
@pytest.mark.rule("LEB-OBL-02")
@pytest.mark.parametrize("scope", ["hand", "turn"])
def test_touching_the_discard(scope: str) -> None:
    """Compare rounds with faults: legal moves, lost factors, and the ends of later turns."""
    variant = with_options(
        variants.LEBANESE_14,
        {
            "conduct.mode": "explicit",
            "conduct.touch_scope": scope,
            "opening.minimum": 20,
            "opening.clean": None,
        },
    )
    touches = ends = 0
    for number in numbers(4):
        rng = Random(f"touching {scope} {number}")
        state = Round.deal(variant, players=3, seed=number)
        while not state.over and state.turn < 45:
            moves = list(islice(state.legal_moves, 60))
            move = rng.choice(moves)
            if TouchDiscard() in moves and rng.random() < 0.3:
                move = TouchDiscard()
            state = same_move(state, move)
            if move == TouchDiscard():
                touches += 1
                same_verdicts_here(state, rng, 15)
                ends += same_ends(state.play(DrawStock()), 60)
    assert touches >= enough(10)
    assert ends >= enough(10)
