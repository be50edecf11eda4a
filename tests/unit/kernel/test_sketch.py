"""Plans that are made from the relaxed problem, for tables on which an exact search takes long."""

from __future__ import annotations

import pytest

from rami import Round, variants
from rami._kernel.rounds.draws import taking
from rami._kernel.turns.completion.relaxed import EVERY_USE, relaxations
from rami._kernel.turns.completion.sketch import sketched
from rami.notation.positions import parse_position
from rami.policies._compiled import game_of

POSITIONS = {
    "a run gives a card once it has grown": (
        "4♣ 2♥ / 2♠ / 3♠",
        "0:0 5♣ 6♣ 7♣ / 1:1 7♦ 8♦ 9♦ T♦; discards 7♠",
    ),
    "what blocks goes into a run": (
        "9♦ K♣ 2♥ 3♠ / 2♠ / 3♠",
        "0:0 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ / 1:1 T♦ J♦ Q♦ K♦ / 2:1 7♣ 7♥ 7♠ *; discards 7♣",
    ),
    "what blocks goes into a group": (
        "8♠ 7♥ K♣ 2♥ / 2♠ / 3♠",
        "0:0 4♦ 5♦ 6♦ 7♦ 8♦ / 1:1 8♣ 9♣ T♣ J♣ / 2:1 A♣ A♦ A♥; discards 7♠",
    ),
    "a joker comes back": (
        "9♠ 2♥ 3♦ K♣ / 2♠ / 3♠",
        "0:0 * T♠ J♠ / 1:1 4♥ 5♥ 6♥ 7♥ / 2:1 7♣ 8♣ 9♣ T♣; discards 7♠",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_sketch_ends_the_turn(name: str) -> None:
    hands, table = POSITIONS[name]
    text = f"rami position 1; variant classic-51 1; hands {hands}; player 0; phase draw; table {table}"
    state = Round.from_setup(parse_position(text))
    game = game_of(variants.CLASSIC_51)
    known = state._state.known
    turn = taking(game, known.turn, known.discards, False)
    found = [each for each in relaxations(game, turn, turn.duties.taken, EVERY_USE) if each.placeable()]
    assert any(sketched(game, turn, each) is not None for each in found)
