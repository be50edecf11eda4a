"""Compare the hands, lay-downs and purchases of Liverpool Rummy."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.positions import Plan, round_of
from tests.oracle.differential.test_contracts import OPENED, contract_hand
from tests.oracle.differential.test_presets import UNREAD, differing_options
from tests.oracle.differential.test_turns import same_midway, same_turns
from tests.oracle.differential.test_verdicts import same_verdicts
from tests.oracle.reference.deal import deal_counts
from tests.oracle.reference.games import SEVEN_CONTRACTS, liverpool
from tests.oracle.reference.gather import contract_sets, is_contract
from tests.oracle.reference.liverpool import Table, after_sale, buyers
from tests.support.depth import enough, numbers, share_of
from tests.support.flat import with_options

from rami import DrawStock, Round, TakeDiscard
from rami.bots import GreedyBot, RandomBot
from rami.cards import moves
from rami.cards.moves import PassUpcard
from rami.policies.variant import Variant
from rami.rounds.setup import Phase, RoundContext
from rami.variants import LIVERPOOL

SMALL = with_options(
    LIVERPOOL,
    {
        "match.rounds": {},
        "drawing.buy": None,
        "equipment.players": (2, 8),
        "equipment.packs": 2,
        "equipment.jokers": 4,
        "melding.run_min": 3,
        "melding.min_natural": 2,
        "opening.contracts": ["group 3 + run 3", "group 3", "run 3 + run 3", "group 3 + group 3"],
    },
)
"""Contracts of few cards, without buying, so that a turn has one player."""

UNOPENED = Plan(hand=(6, 8), table=(0, 2), opened=0.0, jokers=(0, 2), twins=0.1)
WHOLE = Plan(hand=(5, 6), table=(0, 2), opened=0.0, jokers=(1, 3), twins=0.1)

HOUSES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "further melds": {"further_melds": True},
    "extras later": {"contract_extras": "next_turn"},
    "all but one": {"lay_down_all": True},
    "all or all but one": {"lay_down_all": True, "final_discard": "optional"},
    "all": {"lay_down_all": True, "final_discard": "forbidden"},
    "all, distinct": {"lay_down_all": True, "final_discard": "optional", "distinct_contract_melds": True},
    "all, at once placed": {
        "lay_down_all": True,
        "final_discard": "optional",
        "discard_use": {"meld", "layoff", "swap"},
    },
    "taken is placed": {"discard_use": {"layoff", "swap"}},
    "wild twos": {"lay_down_all": True, "final_discard": "optional", "wild_ranks": {2}},
    "a rank between runs": {"run_gap": 1},
    "two ranks between runs": {"run_gap": 2, "final_discard": "optional"},
}


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("players", [4, 5])
def test_the_options_are_those_of_the_reference(number: int, players: int) -> None:
    variant = LIVERPOOL.for_round(players, number=number)
    assert differing_options(variant, liverpool(number, players)) <= UNREAD


@pytest.mark.rule("LIV-DEAL-01", "LIV-DEAL-02", "LIV-DEAL-03", "LIV-MAT-02", "LIV-MAT-03")
@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_deals(number: int) -> None:
    for players in range(3, 9):
        start = Round.deal(LIVERPOOL, context=RoundContext(players, number=number), seed=players)
        counts = deal_counts(players, liverpool(number, players))
        assert [len(hand) for hand in start.hands] == counts["hands"]
        assert (len(start.discards), len(start.stock)) == (counts["discard"], counts["stock"])


def compared(variant: Variant, plan: Plan, seed: str, count: int) -> tuple[int, int]:
    """Return the number of positions within turns, and of moves judged legal."""
    seen = legal = 0
    for number in numbers(count):
        rng = Random(f"{seed} {number}")
        state = round_of(variant, attrs.evolve(plan, seats=rng.choice((2, 3))), rng)
        due = rng.randint(1, len(rules_of(variant).contracts or ()))
        setup = attrs.evolve(
            state.setup,
            context=attrs.evolve(state.context, number=due, contracts=(due,) * state.context.seats),
        )
        state = Round.from_setup(setup)
        seen += same_turns(state, 120) + same_midway(state, rng, 120)
        legal += same_verdicts(state.play(DrawStock()), rng, 12, 1)[1]
    return seen, legal


@pytest.mark.search(cases=2)
@pytest.mark.rule("LIV-DOWN-01", "LIV-DOWN-04", "LIV-OFF-01", "LIV-SWAP-01", "LIV-OUT-01", "LIV-LAST-01")
@pytest.mark.parametrize("name", HOUSES)
def test_turns(name: str) -> None:
    variant = with_options(SMALL, HOUSES[name])
    seen, _ = compared(variant, OPENED, f"opened {name}", 8)
    more, _ = compared(variant, UNOPENED, f"unopened {name}", 6)
    whole, _ = compared(variant, WHOLE, f"whole {name}", 10)
    assert seen + more + whole >= enough(50)


@pytest.mark.rule("LIV-CON-07", "LIV-LAST-01", "LIV-LAST-03", "LIV-DOWN-02")
@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("kept", [0, 1])
def test_lay_downs_of_a_whole_hand(number: int, kept: int) -> None:
    """Compare all lay-downs that leave no card, or one, each once."""
    rules = liverpool(number, 4)
    variant = LIVERPOOL.with_(
        opening={"lay_down_all": True},
        closing={"final_discard": "required" if kept else "forbidden"},
        match={"rounds": {}},
    )
    found_some = 0
    for seed in numbers(25):
        rng = Random(f"whole {number} {kept} {seed}")
        hand = contract_hand(SEVEN_CONTRACTS[number - 1], rng)
        dropped = rng.randrange(len(hand))
        hand = hand if kept else hand[:dropped] + hand[dropped + 1 :]
        expected = {
            tuple(sorted(melds))
            for melds in contract_sets(hand, SEVEN_CONTRACTS[number - 1], rules)
            if sum(map(len, melds)) == len(hand) - kept
        }
        names = [
            tuple(sorted(map(texts, each.melds)))
            for each in variant.openings(" ".join(hand), contract=number)
        ]
        assert len(set(names)) == len(names), hand
        assert set(names) == expected, hand
        assert all(is_contract(each, SEVEN_CONTRACTS[number - 1], rules) for each in names)
        found_some += bool(names)
    assert found_some >= enough(1)


def table_of(state: Round) -> Table:
    """Return the facts that decide sales, in the form of the reference."""
    count = state.context.seats
    order = [(state.context.dealer + 1 + step) % count for step in range(count)]
    discarder = order[order.index(state.player) - 1] if state.turn else None
    bought = [each.bought for each in state.setup.seats]
    return Table(order, len(state.stock), list(map(len, state.hands)), list(state.opened), bought, discarder)


@pytest.mark.rule(
    *("LIV-BUY-01", "LIV-BUY-02", "LIV-BUY-03", "LIV-BUY-04", "LIV-BUY-05"),
    *("LIV-BUY-06", "LIV-BUY-07", "LIV-BUY-08", "LIV-BUY-09"),
)
@pytest.mark.parametrize(
    "options", [{}, {"buy_limit": None, "buy_when_down": True}, {"buy_price": 2}, {"buy_limit": 1}]
)
@pytest.mark.parametrize("players", [3, 5])
def test_sales(players: int, options: dict[str, Any]) -> None:
    """Compare rounds of any player in step with the reference, from one draw to the next."""
    variant = with_options(LIVERPOOL, options)
    sold = asked = 0
    for number in share_of((1, 4, 7)):
        rng = Random(f"sales {players} {options} {number}")
        state = Round.deal(variant, context=RoundContext(players, number=number), seed=number)
        bots = (GreedyBot(), RandomBot(number))
        while not state.over and state.turn < 8 * players:
            if state.phase is not Phase.DRAW or not state.stock:
                state = state.play(bots[rng.random() < 0.2].choose(state.view(state.player)))
                continue
            table, rules, drawer = table_of(state), rules_of(state.variant), state.player
            top, pile = state.discards[-1], state.discards
            if rng.random() < 0.2 and TakeDiscard() in state.legal_moves:
                # The player who takes it sells nothing.
                taken = state.play(TakeDiscard())
                assert (taken.player, taken.phase, len(taken.stock)) == (drawer, Phase.PLAY, table.stock)
                state = taken
                continue
            waiting = buyers(table, drawer, rules)
            state = state.play(DrawStock())
            buyer: int | None = None
            for seat in waiting:
                asked += 1
                assert (state.player, state.phase, state.setup.drawer) == (seat, Phase.OFFER, drawer)
                assert list(state.legal_moves) == [TakeDiscard(), PassUpcard()]
                assert state.discards[-1] == top
                assert Round.from_setup(state.setup) == state
                move: moves.Move = TakeDiscard() if rng.random() < 0.2 else PassUpcard()
                state = state.play(move)
                if move == TakeDiscard():
                    buyer = seat
                    break
            after_sale(table, drawer, buyer, rules)
            sold += buyer is not None
            assert (state.player, state.phase, state.setup.drawer) == (drawer, Phase.PLAY, None)
            assert [len(hand) for hand in state.hands] == table.hands
            assert len(state.stock) == table.stock
            assert [each.bought for each in state.setup.seats] == table.bought
            assert state.discards == (pile if buyer is None else pile[:-1])
            if buyer is not None:
                assert top in state.hands[buyer]
    assert asked >= enough(25)
    assert sold >= enough(3)
