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
    with_taken,
)

from rami import (
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Rank,
    Source,
    SwapWild,
    TakeDiscard,
)

OWN = (0, "T♣ J♣ Q♣")
NO_FIT = "does_not_fit R51-LAYOFF-01"
UNUSABLE = "discard_unusable R51-DRAW-02"
MUST_PLACE = "duty_taken R51-DRAW-02"
AT_ONCE = "duty_wild_next R51-JSWAP-02"
USELESS_SWAP = "swap_unusable R51-JSWAP-02"
STAYS = "take_position R51-TAKE-01"


# lay-offs and recovered jokers


@pytest.mark.rule("R51-LAYOFF-01")
def test_d44_the_acting_player_must_have_opened_not_the_owner_alone() -> None:
    for opened in (False, True):
        table = [(1, RUN), *([OWN] if opened else [])]
        position = scene("T♠ K♦", table)
        assert (LayOff("T♠", 0) in position.legal_moves) == opened


@pytest.mark.rule("R51-JRET-01")
def test_d45_the_opening_of_this_very_turn_is_enough() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♠ 5♥ 5♦ K♦", [(1, "2♠ 3♠ *")])
    refused(position, SwapWild(0, None, "4♠"), "opening_needed R51-LAYOFF-01")
    allowed(position, LayDown(OPENING), SwapWild(0, None, "4♠"), LayDown("5♥ 5♦ *"))


@pytest.mark.rule("R51-JRET-02")
def test_d46_both_missing_cards_go_one_after_the_other() -> None:
    position = scene("T♦ T♥ 9♥ 9♦ K♦", [(0, "3♣ 4♣ 5♣"), (1, "T♣ T♠ *")])
    refused(position, SwapWild(1, None, "T♦"), "swap_group R51-JRET-02")
    allowed(position, LayOff("T♦", 1), SwapWild(1, None, "T♥"), LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-03", "R51-JSWAP-02")
def test_d47_a_joker_counts_as_a_face() -> None:
    position = scene("4♠ * 9♥ 9♦ K♦", [OWN, (1, "2♠ 3♠ *")])
    end = allowed(position, SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"))
    assert end.duties == ()
    allowed(end, Discard("*"))


@pytest.mark.rule("R51-JRET-03", "R51-JSWAP-02")
def test_d47_the_swap_is_offered_only_if_a_new_meld_is_at_hand() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (0, "6♦ 6♥ 6♣")]
    refused(scene("4♠ 9♥ 7♦ K♦", table), SwapWild(1, None, "4♠"), USELESS_SWAP)
    refused(scene("4♠ 9♥ 9♦", table), SwapWild(1, None, "4♠"), USELESS_SWAP)
    by_a_take = scene("4♠ 7♦ K♦ Q♥", [OWN, (1, "2♠ 3♠ *"), (1, "7♣ 8♣ 9♣ T♣")])
    allowed(by_a_take, SwapWild(1, None, "4♠"), LayDown("7♣ 7♦ *", Source("7♣", 2)), Discard("K♦"))


@pytest.mark.rule("R51-JRET-03")
def test_d119_joker_and_taken_card_in_one_meld() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (1, "8♣ 8♦ 8♥ 8♠"), (1, "9♦ 9♥ 9♠ 9♣")]
    position = scene("4♠ K♦ Q♥", table)
    end = allowed(
        position,
        SwapWild(1, None, "4♠"),
        LayDown("8♣ 9♣ *", [Source("8♣", 2), Source("9♣", 3)]),
        Discard("K♦"),
    )
    assert table_text(end) == ["0: 8♣ 9♣ *", "0: T♣ J♣ Q♣", "1: 2♠ 3♠ 4♠", "1: 8♦ 8♥ 8♠", "1: 9♦ 9♥ 9♠"]
    strict = house(table__take_min_hand_cards=2)
    refused(scene("4♠ K♦ Q♥", table, variant=strict), SwapWild(1, None, "4♠"), USELESS_SWAP)


@pytest.mark.rule("R51-JRET-03")
def test_d120_not_back_to_the_meld_it_left() -> None:
    position = scene("4♠ 9♥ 9♦ K♦", [(0, "2♠ 3♠ *")])
    after = allowed(position, SwapWild(0, None, "4♠"))
    refused(after, LayOff("*", 0, "high"), AT_ONCE)
    refused(after, LayOff("*", 0, "low"), AT_ONCE)


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


@pytest.mark.rule("R51-TAKE-02", "R51-JRET-EX3")
def test_d124_a_group_of_four_without_its_joker_lends_a_card() -> None:
    position = scene("8♥ 2♥ 2♦ 7♠ 9♠ K♦", [OWN, (1, "8♦ 8♣ 8♠ *")])
    after = allowed(position, SwapWild(1, None, "8♥"), LayDown("2♥ 2♦ *"))
    allowed(after, LayDown("7♠ 8♠ 9♠", Source("8♠", 1)))


@pytest.mark.rule("R51-DRAW-02", "R51-JSWAP-02")
def test_d151_a_joker_taken_and_a_joker_recovered_are_two_duties() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    held = "4♠ 9♥ 9♦ 8♦ 8♥ K♦"
    taken = allowed(with_taken("*", held, table), TakeDiscard())
    both = allowed(taken, SwapWild(1, None, "4♠"))
    assert [str(duty) for duty in both.duties] == ["place *", "place *"]
    refused(both, LayOff("*", 2), AT_ONCE)
    one = allowed(both, LayDown("9♥ 9♦ *"))
    assert [str(duty) for duty in one.duties] == ["place *"]
    refused(one, Discard("*"), MUST_PLACE)
    refused(one, Discard("K♦"), MUST_PLACE)
    allowed(one, LayDown("8♦ 8♥ *"), Discard("K♦"))
    allowed(one, LayOff("*", 2), Discard("K♦"))
    narrow = allowed(with_taken("*", "4♠ 9♥ 9♦ 7♣ K♦", table[:2]), TakeDiscard())
    refused(narrow, LayOff("*", 1, "low"), NO_FIT)
    only = allowed(with_taken("*", "4♠ 9♥ 9♦ 7♣ K♦", [(0, "T♣ J♣ *"), *table[1:2]]), TakeDiscard())
    refused(only, SwapWild(1, None, "4♠"), USELESS_SWAP)
    allowed(only, LayDown("9♥ 9♦ *"), Discard("K♦"))


def test_d151_each_card_placed_settles_the_duty_that_it_can() -> None:
    """A lay-off settles the recovered joker only, if the discard has to go into a meld."""
    variant = house(table__recovered_joker="meld_or_layoff", drawing__discard_use={"meld"})
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    taken = allowed(with_taken("*", "4♠ 9♥ 9♦ K♦", table, variant=variant), TakeDiscard())
    both = allowed(taken, SwapWild(1, None, "4♠"))
    allowed(both, LayOff("*", 2), LayDown("9♥ 9♦ *"), Discard("K♦"))


# cards taken out of melds


@pytest.mark.rule("R51-TAKE-01")
def test_d50_ones_own_melds_too() -> None:
    allowed(scene("8♦ 8♠ K♦", [(0, "5♣ 6♣ 7♣ 8♣")]), LayDown("8♣ 8♦ 8♠", Source("8♣", 0)))


@pytest.mark.rule("R51-TAKE-01")
def test_d51_a_run_becomes_two_melds_of_the_same_owner() -> None:
    position = scene("6♦ 6♥ K♦ 2♣", [OWN, (1, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠")], others=["T♠ 4♦"])
    after = allowed(position, LayDown("6♦ 6♥ 6♠", Source("6♠", 1)))
    lower, upper = (item for item in after.table if item.owner == 1)
    assert (lower.id, str(lower.meld), str(upper.meld)) == (1, "3♠ 4♠ 5♠", "7♠ 8♠ 9♠")
    assert len({item.id for item in after.table}) == 4
    later = allowed(after, Discard("K♦"), DrawStock(), LayOff("T♠", upper.id))
    assert {str(item.meld) for item in later.table} >= {"3♠ 4♠ 5♠", "7♠ 8♠ 9♠ T♠"}


@pytest.mark.rule("R51-TAKE-01")
def test_d52_a_taken_card_never_enters_the_hand() -> None:
    position = scene("8♦ 8♠ 9♠ K♦", [OWN, (1, "5♣ 6♣ 7♣ 8♣")])
    after = allowed(position, LayDown("8♣ 8♦ 8♠", Source("8♣", 1)))
    assert after.hands[0] == Cards("9♠ K♦")
    assert after.duties == ()


@pytest.mark.rule("R51-TAKE-01")
@pytest.mark.parametrize(
    "meld,taken,new,left",
    [
        ("5♠ 6♠ 7♠ 8♠ 9♠", "8♠ 9♠", "8♠ 9♠ T♠", ["5♠ 6♠ 7♠"]),
        ("2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", "5♠ 6♠", "5♠ 6♠ 7♠", ["2♠ 3♠ 4♠", "7♠ 8♠ 9♠"]),
        ("5♠ 6♠ 7♠ 8♠ 9♠ T♠", "8♠ 9♠ T♠", "8♠ 9♠ T♠ J♠", ["5♠ 6♠ 7♠"]),
        ("5♠ 6♠ 7♠ 8♠", "7♠ 8♠", "7♠ 8♠ 9♠", None),
        ("8♦ 8♣ 8♠ 8♥", "8♦ 8♣", "8♦ 8♣ 8♠", None),
        ("2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠", "4♠ 5♠", "4♠ 5♠ 6♠", None),
    ],
)
def test_d147_several_cards_of_one_meld(meld: str, taken: str, new: str, left: list[str] | None) -> None:
    own = " ".join(card for card in new.split() if card not in taken.split())
    position = scene(f"{own} K♦ Q♥", [OWN, (1, meld)])
    move = LayDown(new, [Source(card, 1) for card in taken.split()])
    if left is None:
        refused(position, move, STAYS)
    else:
        end = allowed(position, move)
        assert table_text(end) == sorted([f"0: {new}", "0: T♣ J♣ Q♣", *(f"1: {piece}" for piece in left)])


@pytest.mark.rule("R51-TAKE-01")
def test_d52_several_cards_of_several_melds() -> None:
    position = scene("T♥ K♦ Q♦", [OWN, (1, "8♦ 8♣ 8♠ 8♥"), (1, "6♥ 7♥ 8♥ 9♥")])
    end = allowed(position, LayDown("8♥ 9♥ T♥", [Source("8♥", 1), Source("9♥", 2)]))
    assert table_text(end) == ["0: 8♥ 9♥ T♥", "0: T♣ J♣ Q♣", "1: 6♥ 7♥ 8♥", "1: 8♣ 8♦ 8♠"]


@pytest.mark.rule("R51-TAKE-01")
def test_d118_a_meld_of_this_turn_lends_cards_as_well() -> None:
    position = scene("7♠ 8♠ 9♠ T♠ A♦ A♣ A♥ T♦ T♥ 2♣ K♦")
    opened = allowed(position, LayDown(["7♠ 8♠ 9♠ T♠", ACES]))
    end = allowed(opened, LayDown("T♠ T♦ T♥", Source("T♠", 0)), Discard("K♦"))
    assert table_text(end) == ["0: 7♠ 8♠ 9♠", "0: A♣ A♦ A♥", "0: T♦ T♥ T♠"]


@pytest.mark.rule("R51-TAKE-01")
def test_d118_a_card_of_the_table_feeds_new_melds_only() -> None:
    table = [OWN, (1, "6♠ 7♠ 8♠ 9♠"), (1, "7♣ 8♣ *"), (1, "T♥ J♥ Q♥ K♥")]
    position = scene("2♣ 4♦ K♦", table)
    refused(position, LayOff("9♠", 0), "card_not_held", NO_FIT)
    refused(position, LayOff("6♠", 1), "card_not_held", NO_FIT)
    refused(position, SwapWild(2, None, "9♣"), "card_not_held")
    opening = scene("7♠ 8♠ 9♠ A♦ A♣ 4♦ K♦", [(1, "A♥ 2♥ 3♥ 4♥")])
    refused(opening, LayDown(OPENING, [Source("A♥", 0, into=1)]), "take_in_opening R51-OPEN-06")


# going out


@pytest.mark.rule("R51-RSEC-04", "R51-GO-01")
def test_d54_d42_a_card_is_kept_for_the_last_discard() -> None:
    position = scene("T♠ J♠", [(0, RUN)])
    refused(allowed(position, LayOff("T♠", 0)), LayOff("J♠", 0), "last_card_placed R51-RSEC-04")


def test_d116_without_a_last_discard_a_hand_is_not_emptied_by_one() -> None:
    variant = house(closing__final_discard="forbidden", scoring__joker_finish=None)
    position = scene("T♠ J♠ K♦", [(0, RUN)], variant=variant)
    one = allowed(position, LayOff("T♠", 0))
    refused(one, LayOff("J♠", 0), "duty_unmeetable")
    allowed(one, Discard("K♦"))
    by_meld = scene("5♣ 5♦ 5♥ K♦", [(0, RUN)], variant=variant)
    refused(by_meld, LayDown("5♣ 5♦ 5♥"), "duty_unmeetable")
    chain = scene("T♠ J♠ 5♣ 5♦ 5♥", [(0, RUN)], variant=variant)
    assert allowed(chain, LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0), LayOff("J♠", 0)).over


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


@pytest.mark.rule("R51-DISC-01")
def test_d59_a_joker_may_be_discarded_and_taken_like_any_card() -> None:
    position = scene("* K♦ Q♥", [(0, RUN)], others=["9♥ 9♦ 2♣ 4♥"])
    thrown = allowed(position, Discard("*"))
    refused(thrown, TakeDiscard(), UNUSABLE)
    opened = scene("* K♦ Q♥", [(0, RUN), (1, "3♣ 3♦ 3♥")], others=["9♥ 9♦ 2♣ 4♥"])
    allowed(opened, Discard("*"), TakeDiscard(), LayDown("9♥ 9♦ *"), Discard("2♣"))


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
