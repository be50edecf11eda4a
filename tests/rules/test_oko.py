"""101 Okey: scores from facts, and the rules that scenes cannot show."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.ends import end
from tests.support.refusals import codes_of
from tests.support.turn_facts import built

from rami import LayDown, Round
from rami.errors import InvalidSetup, InvalidVariant, RamiError
from rami.ext.json import dumps, loads
from rami.ext.learning import Layout
from rami.notation import parse_position, position_text
from rami.policies.results.seats import Seat
from rami.policies.variant import Variant
from rami.variants import CLASSIC_51, OKEY_101


def late(hand: str, *melds: tuple[int, str], **facts: Any) -> Round:
    """Return a turn of seat 0 with melds on the table; the other player holds two tiles."""
    given = {"phase": "play", "turned": "5k", "turn": 9, **facts}
    return built(variant=OKEY_101, hands=[hand, "13k 11b"], table=melds, **given)


@pytest.mark.rule("OKO-SCORE-01", "OKO-SCORE-08", "OKO-OUT-02", "OKO-SCORE-07")
def test_factors_multiply_the_score_of_the_winner() -> None:
    for others, card, at_once, paired, points in (
        (True, "9k", False, [], -101),
        (True, "*", False, [], -202),
        (True, "*", True, [], -202),
        (True, "9k", True, [], -101),
        (False, "9k", True, [], -202),
        (False, "*", True, [], -404),
        (True, "9k", False, [0], -202),
        (False, "*", True, [0], -808),
    ):
        facts: dict[str, Any] = {"opened": [True, others], "all_at_once": at_once, "paired": paired}
        score = OKEY_101.score(end(["", "13r"], winner=0, final_discard=card, **facts))
        assert score.points(0) == points


@pytest.mark.rule("OKO-DRAW-02", "OKO-OPEN-03", "OKO-LAY-03")
def test_runs_that_go_out_are_no_way_out_for_a_player_who_opens_with_pairs() -> None:
    position = built(
        variant=OKEY_101.with_(
            equipment={"faces": "cards"},
            dealing={"hand_size": 9, "turned_card": None},
            melding={"min_natural": 2},
            opening={"minimum": 30, "pairs": 2},
        ),
        hands=["A♣ 2♣ 3♣ 4♣ 5♣ 5♣ Q♣ Q♣ 8♥ *", "K♣ 3♠ 7♠ K♠"],
        phase="draw",
        table=[(1, "7♥ *")],
        discards="Q♦",
    ).play("take")
    listed = list(position.legal_moves)
    assert len(listed) == 22
    assert all(move in position.legal_moves for move in listed)
    assert LayDown(["5♣ 5♣", "Q♣ Q♣"]) not in position.legal_moves


def test_pairs_are_written_and_read() -> None:
    state = late("13b 2y", (0, "10y 11y 12y 13y"), (1, "13b *"), (1, "3k 3k"), charged=[101, 0])
    assert parse_position(position_text(state.setup)) == state.setup
    view = state.view(1)
    assert loads(dumps(view)) == view
    assert [loads(dumps(item.meld)) for item in state.table] == [item.meld for item in state.table]
    layout = Layout(OKEY_101, 2)
    seen = layout.observe(view)
    assert sum(seen[layout["charged"]]) == (101).bit_length()
    assert sum(seen[layout["pairs"]]) == 4


@pytest.mark.rule("OKO-FIX-01")
def test_melds_on_the_table_are_never_rearranged() -> None:
    assert OKEY_101.table.take == "off"
    assert "pairs_taken_apart" in codes_of(InvalidVariant, OKEY_101.with_, table={"take": "opened"})


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, [-404 + 101, 4 * 8 * 2 + 202]),
        ({"winner_multiplied": False}, [-101 + 101, 4 * 8 * 2 + 202]),
        ({"pair_loser_factor": None}, [-404 + 101, 4 * 8 + 202]),
        ({"pair_loser_factor": 3}, [-404 + 101, 4 * 8 * 3 + 202]),
        ({"pairs_factor": None}, [-202 + 101, 2 * 8 * 2 + 202]),
        ({"pairs_factor": 5}, [-1010 + 101, 10 * 8 * 2 + 202]),
    ],
)
def test_other_factors(options: Any, points: list[int]) -> None:
    house = OKEY_101.with_(scoring=options)
    score = house.score(
        end(["", "8k"], winner=0, opened=[True, True], paired=[0, 1], final_discard="*", charged=[101, 202])
    )
    assert [line.points for line in score.lines] == points


def test_facts_that_a_position_may_have() -> None:
    def codes(**facts: Any) -> set[str]:
        return set(codes_of(InvalidSetup, late, "1k 2b", **facts))

    assert codes(charged=[101]) == {"wrong_count"}
    assert codes(charged=[-1, 0]) == {"too_small"}
    assert "turn_fact_outside_play" in codes(phase="draw", cards_added=1)
    seats = [Seat(charged=101), Seat()]
    assert set(codes_of(InvalidSetup, built, variant=CLASSIC_51, hands=["7♠", "8♠"], seats=seats)) == {
        "no_charges"
    }
    cases: list[tuple[Variant, dict[str, Any], str]] = [
        (CLASSIC_51, {"paired": [1]}, "no_pairs"),
        (CLASSIC_51, {"charged": [1, 0]}, "no_charges"),
        (OKEY_101, {"paired": [1], "opened": [True, False]}, "paired_unopened"),
    ]
    for variant, facts, code in cases:
        assert code in codes_of(InvalidSetup, variant.score, end(["", "7♠"], winner=0, **facts))


@pytest.mark.rule("OKO-OPEN-04")
@pytest.mark.parametrize("points", [-1, 1 << 20])
def test_points_of_an_earlier_opening_are_bounded(points: int) -> None:
    rising = OKEY_101.with_(opening={"escalates": True})
    codes = codes_of(RamiError, rising.check_opening, ["11r 12r 13r"], highest_before=points)
    assert codes == ["too_small" if points < 0 else "too_large"]
