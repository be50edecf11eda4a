"""Compare whole hands of Gin with random options at every step."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, shown
from tests.oracle.differential.gin_bridge import (
    action_of,
    both_after,
    deck,
    own_order,
    same_moves,
    same_position,
    same_score,
)
from tests.oracle.differential.houses import house, single_houses
from tests.oracle.reference.cards import RANKS, SUITS, without
from tests.oracle.reference.gather import all_melds
from tests.oracle.reference.gin import Position, deal, legal
from tests.oracle.reference.gin_knock import knock_discards, least_deadwood
from tests.oracle.reference.rules import Rules
from tests.support.depth import enough, numbers
from tests.support.flat import with_options

from rami import RamiError, Round, variants
from rami.cards.moves import (
    BigGin,
    Discard,
    DrawStock,
    EndLayoffs,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    TakeDiscard,
)
from rami.policies.variant import Variant

OPTIONS = (
    *("equipment.packs", "equipment.ranks", "equipment.suits", "equipment.court_value", "equipment.values"),
    "equipment.card_values",
    "dealing.hand_size",
    *("drawing.upcard_offer", "drawing.allow_return_discard", "drawing.recycle"),
    *("melding.set_suits", "melding.set_min", "melding.set_max", "melding.run_min", "melding.max_run"),
    *("melding.run_wrap", "melding.ace", "closing.knock_limit", "closing.upcard_ace", "closing.settle"),
    *("closing.layoff_on_gin", "closing.void_at", "closing.fiftieth_card", "scoring.ace_hand_value"),
    *("scoring.gin_bonus", "scoring.big_gin_bonus", "scoring.undercut_bonus", "scoring.spade_doubles"),
    "scoring.knock_tie",
)
"""Options of the game."""

CAPPED = with_options(variants.GIN, {"match.turn_cap": 60})
FACES = [rank + suit for rank in RANKS for suit in SUITS]


def used_up(move: Knock | BigGin) -> int:
    """Return the number of cards in an end, its discard included: the whole hand for a gin or a big gin."""
    return isinstance(move, Knock) + sum(len(meld) for meld in move.melds or ())


def wanted(state: Round, position: Position, rng: Random, rules: Rules, haste: float = 0.3) -> Move:
    """Choose a move that leads somewhere: melds are kept, and hands end sooner or later."""
    listed = list(state.legal_moves)
    ends = [move for move in listed if isinstance(move, (Knock, BigGin))]
    if ends and used_up(ends[0]) == len(position.hand) and rng.random() < 0.5:
        return ends[0]
    if ends and rng.random() < haste:
        return rng.choice(ends)
    plain = [move for move in listed if not isinstance(move, (Knock, BigGin))]
    discards = [move for move in plain if isinstance(move, Discard)]
    if discards and rng.random() < 0.6:

        def left(move: Discard) -> int:
            kept = without(position.hand, [str(move.card)])
            assert kept is not None
            return least_deadwood(kept, rules)

        return min(discards, key=left)
    takes = [move for move in plain if isinstance(move, TakeDiscard)]
    if takes:
        better = least_deadwood((*position.hand, position.discards[-1]), rules)
        if better <= least_deadwood(position.hand, rules) and rng.random() < 0.7:
            return takes[0]
    rest = [move for move in plain if not isinstance(move, EndLayoffs)]
    return rng.choice((rest if rng.random() < 0.8 else plain) or plain or listed)


def attempts(state: Round, position: Position, rng: Random, rules: Rules) -> list[Move]:
    """Return moves of every kind, most of them illegal."""
    held = list(position.hand)
    near = all_melds(position.hand, rules)
    other = all_melds(position.hands[1 - position.player], rules)

    def some_melds() -> list[str]:
        chosen = rng.sample(near, min(len(near), rng.randint(0, 3)))
        if other and rng.random() < 0.2:
            chosen.append(rng.choice(other))
        return [" ".join(meld) for meld in chosen]

    def some_card() -> str:
        return rng.choice(held) if held and rng.random() < 0.8 else rng.choice(FACES)

    tries: list[Move] = [DrawStock(), TakeDiscard(), PassUpcard(), EndLayoffs()]
    tries += [BigGin(), BigGin(some_melds())]
    tries += [Discard(some_card()), Knock(some_card()), Knock(some_card(), some_melds())]
    if some := some_melds():
        tries.append(LayDown(some))
    for item in state.table:
        tries.append(
            LayOff(
                some_card(), item.id, rng.choice([None, "low", "high"]) if item.meld.kind == "run" else None
            )
        )
    tries.append(LayOff(some_card(), 99))
    return tries


def same_verdicts(state: Round, position: Position, rng: Random, rules: Rules) -> None:
    for move in attempts(state, position, rng, rules):
        expected = legal(position, action_of(state, move), rules)
        faults = state.explain(move)
        assert (not faults) == expected, f"{shown(state)}\n{move!r}\n{faults}"
        assert (move in state.legal_moves) == expected, f"{shown(state)}\n{move!r}"
        if expected:
            after = state
            for step in state.canonical(move):
                assert step in list(after.legal_moves), f"{shown(state)}\n{move!r}\n{step!r}"
                after = after.play(step)
            assert after == state.play(move), f"{shown(state)}\n{move!r}"
        else:
            with pytest.raises(RamiError):
                state.play(move)


def same_hand(variant: Variant, rng: Random) -> str:
    """Compare a whole hand step by step, and return the way it ended."""
    rules = rules_of(variant)
    cards, dealer = deck(rng, rules), rng.randrange(2)
    state = Round.deal(variant, dealer=dealer, deck=cards, seed=rng.getrandbits(32))
    position = deal(cards, rules, dealer)
    haste = rng.choice([0, 0.1, 0.5])
    while True:
        same_position(state, position)
        assert Round.from_setup(state.setup) == state, shown(state)
        if state.over:
            break
        position = own_order(state, position)
        same_moves(state, position, rules)
        if rng.random() < 0.4:
            same_verdicts(state, position, rng, rules)
        move = wanted(state, position, rng, rules, haste)
        state, position = both_after(state, position, move, rules)
    same_score(state, position, rules)
    assert pickle.loads(pickle.dumps(state)) == state
    return position.kind or "void"


def test_gin() -> None:
    rng = Random("gin")
    ends = Counter(same_hand(variants.GIN, rng) for _ in numbers(30))
    assert len(ends) >= enough(4), ends


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("name", OPTIONS)
def test_one_option(name: str) -> None:
    rng = Random(f"gin {name}")
    houses = list(single_houses([name], CAPPED))
    assert houses
    for variant in houses:
        for _ in numbers(3):
            same_hand(variant, rng)


def test_house_rules() -> None:
    ends: Counter[str] = Counter()
    for number in numbers(40):
        rng = Random(f"gin house {number}")
        ends[same_hand(house(rng, OPTIONS, 6, CAPPED), rng)] += 1
    assert len(ends) >= enough(4), ends


def test_knock_discards() -> None:
    rng = Random("knock discards")
    limits: list[object] = [0, 10, 30, "upcard"]
    for _ in numbers(120):
        variant = with_options(variants.GIN, {"closing.knock_limit": rng.choice(limits)})
        eleven = deck(rng, rules_of(variant))[:22:2]
        taken, upcard = rng.choice([None, *eleven]), rng.choice(FACES)
        expected = knock_discards(eleven, rules_of(variant), taken, upcard)
        found = variant.knock_discards(eleven, taken=taken, upcard=upcard)
        assert {str(card): left for card, left in found.items()} == expected, (eleven, taken, upcard)
        assert list(found) == sorted(found, key=lambda card: card.id)
        assert variant.deadwood(eleven) == least_deadwood(eleven, rules_of(variant))
