"""`simulate` plays the same rounds as the public interface."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from tests.support.custom import Recalling
from tests.support.flat import with_options
from tests.support.presets import PRESETS
from tests.support.turn_facts import built

from rami import RamiError, Round, Variant, simulate, variants
from rami._kernel.cards.shuffle import Dice, derive
from rami._kernel.rounds.listing import PLAIN_CHOICES, possible, possible_codes, searched
from rami._kernel.rounds.steps import applied
from rami.bots import GreedyBot, RandomBot
from rami.bots.simulation import RoundResult, Simulation
from rami.cards.moves import Move
from rami.policies.variant import hands_with_rules
from rami.rounds._engine.listed_moves import move_of
from rami.rounds.memory import Memory
from rami.rounds.round import dealt
from rami.rounds.setup import RoundContext

pytestmark = pytest.mark.slow(every=2)

BREADTH = 40
CAP = 30


def by_public_moves(variant: Variant, players: int, number: int, seed: int) -> RoundResult:
    """Return the round that `simulate` plays, one listed move after the other."""
    start = derive(seed, "simulated round", number)
    dice = Dice(start)
    context = RoundContext(players, number % players, number % hands_with_rules(variant) + 1)
    position = Round.deal(variant, players, start, context=context)
    while not position.over:
        position = position.play(chosen(position, dice))
    score, outcome = position.score(), position.outcome
    assert outcome is not None
    points = tuple(score.points(seat) for seat in range(players))
    return RoundResult(number, points, position.turn, outcome.winner, position.opened)


def chosen(position: Round, dice: Dice) -> Move:
    """Return the move of a random player: a possible one, and again another until it is legal."""
    rules, known = position._rules, position._state.known
    plain = [PLAIN_CHOICES[code] for code in possible_codes(rules.game, known)]
    found = [*islice(possible(rules.game, known), BREADTH + 1), *plain]
    moves = [move_of(rules, known.turn, action) for action, _ in found]
    if len(moves) > BREADTH:
        moves = list(islice(position.legal_moves, BREADTH))
    else:
        assert [move for move in moves if move in position.legal_moves] == list(position.legal_moves)
    while True:
        move = moves.pop(dice.below(len(moves)))
        if move in position.legal_moves:
            return move


def same(variant: Variant, players: int, rounds: int, seed: int) -> Simulation:
    found = simulate(variant, rounds, seed, players=players, breadth=BREADTH)
    for number in range(rounds):
        assert found[number] == by_public_moves(variant, players, number, seed)
    return found


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("preset", PRESETS, ids=str)
def test_presets(preset: Variant) -> None:
    capped = preset.with_(match={"turn_cap": CAP})
    same(capped, preset.equipment.players[0], 2, seed=5)
    same(capped, preset.equipment.players[1], 1, seed=6)


def test_melds_of_an_opening_have_the_ids_that_its_move_gives_them() -> None:
    hands = ["J♦ Q♦ * 8♥ 9♥ T♥ 2♣ 3♣", "4♣ 4♥"]
    position = built(variant=variants.RAMI_500, hands=hands, phase="play", discards="5♦")
    steps = list(searched(position._rules.game, position._state.known))
    assert steps
    for (action, after), move in zip(steps, position.legal_moves, strict=False):
        played = applied(position._rules.game, position._state, action, after)
        assert position.play(move)._state.turn.table == played.turn.table


@pytest.mark.search(cases=3)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"knock_limit": "upcard"},
        {"knock_limit": 0},
        {"knock_limit": 60},
        {"knock_limit": 60, "settle": "moves"},
        {"knock_limit": 90, "big_gin_bonus": None, "layoff_on_gin": True},
        {"allow_return_discard": True},
        {"upcard_offer": "none"},
        {"upcard_offer": "both_again", "knock_limit": 40},
        {"turn_cap": 9},
        {"void_at": 20},
        {"void_at": None, "turn_cap": 90},
        {"fiftieth_card": True, "knock_limit": 40},
        {"packs": 2, "no_twin_pickup": True},
        {"ace": "both", "knock_limit": 30},
        {"upcard_offer": "non_dealer", "knock_limit": 60, "spade_doubles": True},
    ],
    ids=str,
)
def test_gin_with_other_options(options: dict[str, Any]) -> None:
    found = same(with_options(variants.GIN, options), 2, 25, seed=11)
    if options.get("knock_limit") == 60:
        assert sum(found.wins) > 15


def test_parts_make_the_whole() -> None:
    whole = simulate(variants.GIN, 30, seed=2)
    parts = [simulate(variants.GIN, 10, seed=2, first=first) for first in (0, 10, 20)]
    assert whole.rounds == sum((part.rounds for part in parts), ())
    assert whole.turns == sum(part.turns for part in parts)
    assert whole[-1] == whole.rounds[29]
    assert whole[3:5] == whole.rounds[3:5]
    assert list(whole) == list(whole.rounds)
    assert len(whole) == 30
    assert repr(whole) == "<Simulation of 30 rounds of gin, 2 players>"


def test_bots_choose() -> None:
    found = simulate(variants.CLASSIC_51, 2, seed=3, players=3, bots=GreedyBot())
    assert simulate(variants.CLASSIC_51, 2, seed=3, players=3, bots=[GreedyBot()] * 3) == found
    assert any(any(each.opened) for each in found)
    assert simulate(variants.GIN, 2, seed=3, bots=RandomBot(1)) != simulate(variants.GIN, 2, seed=3)


def test_bots_remember_the_round() -> None:
    bot, variant = Recalling(), variants.CLASSIC_51.with_(match={"turn_cap": CAP})
    simulate(variant, 1, seed=4, players=3, bots=bot)
    position = Round.deal(variant, 3, derive(4, "simulated round", 0))
    events = [*dealt(position)]
    for view in bot.views:
        assert view == position.view(position.player)
        assert view.memory == Memory.of(position.variant, position.player, events)
        position, happened = position.step(GreedyBot().choose(view))
        events += happened
    assert position.over
    assert any(any(view.memory.holds) for view in bot.views if view.memory is not None)


def test_a_round_without_end_is_void_in_the_end() -> None:
    assert max(each.turns for each in simulate(variants.RAMI_500, 2, seed=1, breadth=1)) <= 1000


@pytest.mark.parametrize(
    "wrong",
    [{"n": -1}, {"first": -1}, {"first": 2**62}, {"breadth": 0}, {"seed": -1}, {"bots": []}, {"players": 3}],
    ids=str,
)
def test_numbers_out_of_range(wrong: dict[str, Any]) -> None:
    numbers: dict[str, Any] = {"n": 1, **wrong}
    with pytest.raises(RamiError):
        simulate(variants.GIN, **numbers)


def test_any_breadth_beyond_all_lists() -> None:
    assert simulate(variants.GIN, 1, 7, breadth=1 << 80) == simulate(variants.GIN, 1, 7)


def test_dice_are_even() -> None:
    dice = Dice(2026)
    thrown = [dice.below(6) for _ in range(6000)]
    assert {thrown.count(face) for face in range(6)} <= set(range(900, 1101))
    assert [Dice(7).below(1000) for _ in range(2)] == [Dice(7).below(1000)] * 2
