"""How the ambiguities of the rules are settled, continued: lay-offs, recovered jokers, takes, going out.

The numbers in the names are those of the notes that settle them: `test_d47_...` is about decision D-47.
"""

from __future__ import annotations

import pytest
from tests.rules.scenes import (
    ACES,
    OPENING,
    RUN,
    allowed,
    before_draw,
    house,
    refused,
    scene,
    table_text,
)

from rami import (
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Rank,
    Source,
    SwapWild,
)

OWN = (0, "T♣ J♣ Q♣")


# lay-offs and recovered jokers


@pytest.mark.rule("R51-LAYOFF-01")
def test_d44_the_acting_player_must_have_opened_not_the_owner_alone() -> None:
    for opened in (False, True):
        table = [(1, RUN), *([OWN] if opened else [])]
        position = scene("T♠ K♦", table)
        assert (LayOff("T♠", 0) in position.legal_moves) == opened


@pytest.mark.rule("R51-JRET-02", "R51-TAKE-02")
def test_d123_a_group_of_four_with_a_joker_that_loses_a_card() -> None:
    table = [OWN, (1, "8♦ 8♣ 8♠ *")]
    position = scene("7♠ 9♠ 8♥ 8♠ 2♥ 2♦ K♦", table)
    after = allowed(position, LayDown("7♠ 8♠ 9♠", Source("8♠", 1)))
    assert table_text(after) == ["0: 7♠ 8♠ 9♠", "0: T♣ J♣ Q♣", "1: 8♣ 8♦ *"]
    assert after.table[1].meld.placed[-1].stands_for is Rank.EIGHT
    refused(after, SwapWild(1, None, "8♥"), "swap_group R51-JRET-02")
    allowed(after, LayOff("8♠", 1), SwapWild(1, None, "8♥"), LayDown("2♥ 2♦ *"))
    allowed(after, LayOff("8♥", 1))


# cards taken out of melds


@pytest.mark.rule("R51-TAKE-01")
def test_d51_a_run_becomes_two_melds_of_the_same_owner() -> None:
    position = scene("6♦ 6♥ K♦ 2♣", [OWN, (1, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠")], others=["T♠ 4♦"])
    after = allowed(position, LayDown("6♦ 6♥ 6♠", Source("6♠", 1)))
    lower, upper = (item for item in after.table if item.owner == 1)
    assert (lower.id, str(lower.meld), str(upper.meld)) == (1, "3♠ 4♠ 5♠", "7♠ 8♠ 9♠")
    assert len({item.id for item in after.table}) == 4
    later = allowed(after, Discard("K♦"), DrawStock(), LayOff("T♠", upper.id))
    assert {str(item.meld) for item in later.table} >= {"3♠ 4♠ 5♠", "7♠ 8♠ 9♠ T♠"}


# going out


@pytest.mark.rule("R51-RSEC-03")
def test_d57_help_from_the_table_keeps_the_factor() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ T♠ K♦", [(1, "J♠ Q♠ K♠")], others=["2♣"])
    end = allowed(position, LayDown(OPENING), LayOff("T♠", 0), Discard("K♦"))
    assert end.score().points(1) == 4


@pytest.mark.rule("R51-SCORE-06")
def test_d58_only_a_joker_that_is_discarded_last_counts() -> None:
    table = [(1, "3♣ 3♦ 3♥")]
    discarded = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ *", table, others=["2♣"])
    assert allowed(discarded, LayDown(OPENING), Discard("*")).score().points(1) == 8
    placed = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ * K♦", table, others=["2♣"])
    end = allowed(placed, LayDown(OPENING), LayOff("*", 0), Discard("K♦"))
    assert end.score().points(1) == 4
    later = scene("*", [(0, RUN), *table], others=["2♣"])
    assert allowed(later, Discard("*")).score().points(1) == 2


@pytest.mark.rule("R51-SCORE-05")
def test_d128_who_has_laid_off_without_opening_still_goes_out_all_at_once() -> None:
    early = house(table__layoff_requires_open=False)
    position = scene(f"{RUN} {ACES} T♦ Q♥", [(1, "7♦ 8♦ 9♦")], variant=early, others=["2♣ 4♥"])
    position = allowed(position, LayOff("T♦", 0), Discard("Q♥"), DrawStock())
    assert position.opened == (False, True)
    position = position.play(Discard("4♥")).play(DrawStock())
    position = allowed(position, LayDown(OPENING))
    end = allowed(position, Discard(next(iter(position.hands[0]))))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.outcome.opened_before == (False, True)


def test_d105_the_order_of_acts_is_free() -> None:
    position = before_draw("T♠ 5♣ 5♦ 5♥ K♦", [(0, RUN)])
    drawn = position.play(DrawStock())
    assert allowed(drawn, LayOff("T♠", 0), LayDown("5♣ 5♦ 5♥")) == allowed(
        drawn, LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0)
    )
