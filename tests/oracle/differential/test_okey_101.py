"""Compare 101 Okey: turns, verdicts, openings, scores and matches, with pairs on the table.

The reference identifies a meld by its cards alone, so the melds in these tests have at least two natural cards.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.oracle.differential.bridge import position_of, rules_of, texts
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.houses import PLAY, house
from tests.oracle.differential.positions import PLANS, Plan, played, round_of
from tests.oracle.differential.test_openings import compare, hands
from tests.oracle.differential.test_presets import UNREAD, differing_options
from tests.oracle.differential.test_turns import made_positions, same_turns
from tests.oracle.differential.test_verdicts import same_verdicts
from tests.oracle.differential.whole import same_match
from tests.oracle.reference import games
from tests.oracle.reference.deal import deal_counts
from tests.support.depth import enough, numbers, share_of, some

from rami import LayDown, Round, SwapWild
from rami.variants import OKEY_101

TABLE = OKEY_101.with_(
    equipment={"faces": "cards"}, dealing={"turned_card": None}, melding={"min_natural": 2}
)
SMALL = TABLE.with_(opening={"minimum": 30, "pairs": 2}, dealing={"hand_size": 9})
RISING = SMALL.with_(opening={"escalates": True})
PAIRS = {
    "pairs": Plan(hand=(4, 8), table=(2, 5), twins=0.5, jokers=(0, 2), seats=3, longest=4),
    "unopened with pairs": Plan(hand=(5, 8), table=(0, 4), twins=0.5, opened=0.0, seats=3, longest=4),
    "few cards beside pairs": Plan(hand=(1, 4), table=(3, 6), twins=0.4, wild=0.7, seats=3, longest=4),
}


def test_the_options_are_those_of_the_reference() -> None:
    assert differing_options(OKEY_101, games.OKEY_101) <= UNREAD


@pytest.mark.rule("OKO-DEAL-01", "OKO-DEAL-03")
def test_deals() -> None:
    for players in (2, 3, 4):
        start = Round.deal(OKEY_101, players=players, seed=players, dealer=0)
        counts = deal_counts(players, games.OKEY_101)
        assert [len(hand) for hand in start.hands] == counts["hands"]
        assert len(start.stock) == counts["stock"] - 1


@pytest.mark.rule("OKO-OPEN-04")
@pytest.mark.parametrize("name", PAIRS)
def test_turns_where_openings_rise(name: str) -> None:
    assert made_positions(RISING, PAIRS[name], f"okey-101 rising {name}", 25) >= enough(100)


@pytest.mark.rule("OKO-LAY-02", "OKO-LAY-03", "OKO-LAYOFF-03", "OKO-LAYOFF-04", "OKO-JOK-03", "OKO-OPEN-02")
@pytest.mark.parametrize("name", PAIRS)
def test_turns_around_pairs(name: str) -> None:
    assert made_positions(SMALL, PAIRS[name], f"okey-101 {name}", 25) >= enough(100)


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("name", PLANS)
def test_made_positions(name: str) -> None:
    assert made_positions(TABLE, PLANS[name], f"okey-101 {name}", 3) >= enough(1)
    assert made_positions(SMALL, PLANS[name], f"small okey-101 {name}", 3) >= enough(1)


def test_played_positions() -> None:
    seen = kinds = 0
    for seed in numbers(6):
        rng = Random(f"played okey-101 {seed}")
        for state in played(SMALL, rng, 2 + seed % 3, 60):
            if rng.random() < 0.3:
                seen += same_turns(state)
            kinds += len({len(item.meld) == 2 for item in state.table}) == 2
    assert seen >= enough(60)
    assert kinds >= enough(5)


def test_verdicts() -> None:
    good = 0
    for number, (name, plan) in share_of([*enumerate([*PAIRS.items(), *PLANS.items()])]):
        rng = Random(f"verdicts okey-101 {number} {name}")
        good += same_verdicts(round_of(SMALL, plan, rng), rng, 40)[1]
    assert good >= enough(100)


def test_house_rules() -> None:
    seen = 0
    for number in numbers(20):
        rng = Random(f"house okey-101 {number}")
        plan = PAIRS[rng.choice(sorted(PAIRS))]
        seen += made_positions(house(rng, PLAY, 3, SMALL), plan, f"house okey-101 {number}", 1)
    assert seen >= enough(100)


@pytest.mark.rule("OKO-OPEN-01", "OKO-OPEN-02", "OKO-OPEN-03")
def test_openings() -> None:
    rng = Random("openings okey-101")
    total = 0
    for number, hand in enumerate(hands(rules_of(SMALL), rng, some(100))):
        taken = rng.choice(hand) if number % 2 else None
        total += compare(SMALL, hand, taken, 0, first=number % 5 == 0)
    assert total >= enough(100)


@pytest.mark.rule("OKO-SCORE-06", "OKO-SCORE-07", "OKO-SCORE-08", "OKO-SCORE-09")
def test_endings_and_matches() -> None:
    rng = Random("endings okey-101")
    for _ in numbers(150):
        same_score(ending(SMALL, rng))
    for _ in numbers(8):
        same_match(TABLE, rng)


def test_the_reference_knows_pairs() -> None:
    """The positions compared have the pairs that they need."""
    opened = recovered = 0
    for number in numbers(60):
        state = round_of(SMALL, PAIRS["few cards beside pairs"], Random(f"kinds {number}"))
        opened += bool(position_of(state)["paired"])
        state = state.play("draw")
        for move in state.legal_moves:
            if isinstance(move, SwapWild):
                recovered += any(item.id == move.meld and len(item.meld) == 2 for item in state.table)
            if isinstance(move, LayDown):
                assert all(texts(meld) for meld in move.melds)
    assert opened >= enough(20)
    assert recovered >= enough(2)
