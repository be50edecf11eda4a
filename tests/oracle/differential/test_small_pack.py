"""A proof by exhaustion with small packs: the engine and the reference find the same ends of every turn.

A family contains all positions of a shape; positions that differ only in the names of suits count once. Its pack has
four suits, a few ranks, one or two copies of each card and one or two jokers, or fewer suits and more ranks for long
runs. The family covers every hand, every set of melds on the table and every discard that is taken. From each position,
the turn is searched to all its ends twice: with the moves that the engine lists, and with the reference. The ends must
be the same. On the way, no list may lead to the same position twice, and after every listed move the turn can be
completed. `small_pack.py` compares larger families. A compiled build compares one position out of six.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.oracle.differential import gin_small_pack, small_pack_turns
from tests.oracle.differential.bridge import rules_of
from tests.oracle.differential.gin_small_pack import GinFamily
from tests.oracle.differential.small_pack import main
from tests.oracle.differential.small_pack_families import (
    OTHER,
    PLAYER,
    RENAMINGS,
    Family,
    Pack,
    Spot,
    fits,
    multisets,
    renamed,
    table_melds,
)
from tests.oracle.differential.small_pack_turns import compare_all, explore, prove, round_at, same_ends
from tests.support.flat import with_options

from rami import TakeDiscard, variants
from rami.policies.variant import Variant


def scaled(minimum: int, **options: object) -> Variant:
    """Classic 51 with an opening that a few low cards reach."""
    return with_options(variants.CLASSIC_51, {"minimum": minimum, **options})


def test_one_meld_on_the_table() -> None:
    """Ranks A 2 3 4, a single copy of each, one joker; the player has opened, one meld lies there, three cards to play.

    9,320 positions, 1,317 of them by a taken discard; 7,225 positions within the turns.
    """
    family = Family(Pack("A234", copies=1), hand=3, melds=1, opened=True)
    prove(family, scaled(9), 9_320, 1_317, 7_225)


def test_two_melds_on_the_table() -> None:
    """Ranks A 2 3, a single copy of each, one joker; an own and a foreign meld of naturals, three cards to play.

    1,513 positions, 567 of them by a taken discard; 4,268 positions within the turns.
    """
    prove(
        Family(Pack("A23", copies=1), hand=3, melds=2, opened=True, wild=False), scaled(9), 1_513, 567, 4_268
    )


def test_a_joker_in_one_of_two_melds() -> None:
    """The same with jokers in melds, too, after a draw from the stock: 2,213 positions, 6,438 within the turns."""
    prove(
        Family(Pack("A23", copies=1), hand=3, melds=2, opened=True, takes=False), scaled(9), 2_213, 0, 6_438
    )


def test_the_ace_at_both_ends_of_its_suit() -> None:
    """Ranks Q K A 2, one joker; two cards after the draw: 2,810 positions, 1,154 within the turns.

    A card cannot be taken from the pile by the holder of one (R51-CARTE-02).
    """
    prove(Family(Pack("QKA2"), hand=2, melds=1, opened=True), scaled(30), 2_810, 0, 1_154)


def test_two_jokers() -> None:
    """Ranks A 2 3 4, two jokers, one meld on the table, two cards: 4,464 positions, 1,870 within the turns."""
    prove(Family(Pack("A234", jokers=2), hand=2, melds=1, opened=True), scaled(9), 4_464, 0, 1_870)


def test_openings_on_an_empty_table() -> None:
    """Ranks A 2 3 4 5, a single copy of each, one joker, 12 points to open, five cards after the draw.

    6,761 positions, 136 of them by a taken discard; 1,630 positions within the turns.
    """
    family = Family(Pack("A2345", copies=1), hand=5, melds=0, opened=False)
    prove(family, scaled(12), 6_761, 136, 1_630)


def test_openings_of_two_melds() -> None:
    """Ranks 3 4 5, one joker, 12 points to open, seven cards after the draw.

    8,161 positions, 1,142 of them by a taken discard; 5,634 positions within the turns.
    """
    prove(Family(Pack("345"), hand=7, melds=0, opened=False), scaled(12), 8_161, 1_142, 5_634)


def test_openings_beside_a_foreign_meld() -> None:
    """Ranks 3 4 5, a single copy of each, one joker, 12 points to open, five cards after the draw.

    5,190 positions, 477 of them by a taken discard; 2,274 positions within the turns.
    """
    prove(Family(Pack("345", copies=1), hand=5, melds=1, opened=False), scaled(12), 5_190, 477, 2_274)


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("minimum, taken, seen", [(9, 64, 902), (12, 33, 827), (15, 0, 750)])
def test_other_thresholds(minimum: int, taken: int, seen: int) -> None:
    """Ranks A 2 3 4 5, one joker, four cards after the draw: 3,165 positions each."""
    prove(Family(Pack("A2345"), hand=4, melds=0, opened=False), scaled(minimum), 3_165, taken, seen)


HOUSES: dict[str, tuple[dict[str, object], int, int]] = {
    "jokers are taken too": ({"take_joker": True, "take_min_hand_cards": 0}, 417, 2_141),
    "a recovered joker goes to the hand": ({"recovered_joker": "hand"}, 343, 1_905),
    "a recovered joker goes anywhere": (
        {"recovered_joker": "meld_or_layoff", "recovered_when": "same_turn", "set_joker": "either_missing"},
        343,
        1_938,
    ),
    "the last card need not be discarded": ({"final_discard": "optional"}, 550, 2_175),
}


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("name", HOUSES)
def test_house_rules(name: str) -> None:
    """Ranks A 2 3, a single copy of each, one joker, one meld on the table, three cards: 1,815 positions each."""
    options, taken, seen = HOUSES[name]
    family = Family(Pack("A23", copies=1), hand=3, melds=1, opened=True)
    prove(family, scaled(9, **options), 1_815, taken, seen)


def test_two_wilds_in_a_meld() -> None:
    """Ranks A 2, a single copy of each, two jokers, one meld on the table, three cards: 354 positions."""
    family = Family(Pack("A2", copies=1, jokers=2), hand=3, melds=1, opened=True)
    prove(family, scaled(9, max_wild=2), 354, 130, 634)


def test_two_suits_for_runs() -> None:
    """Ranks A to 5 of two suits, one joker: runs that are cut, lengthened and mended, three cards to play.

    First with natural melds: 1,032 positions, 267 of them by a taken discard; 1,668 positions within the turns.
    Then with jokers, after a draw from the stock: 1,403 positions and 2,925 within the turns.
    """
    pack = Pack("A2345", copies=1, suits="♣♥")
    prove(Family(pack, hand=3, melds=1, opened=True, wild=False), scaled(9), 1_032, 267, 1_668)
    prove(Family(pack, hand=3, melds=1, opened=True, takes=False), scaled(9), 1_403, 0, 2_925)


def test_one_suit_for_long_runs() -> None:
    """Ranks A to 7 of one suit, two copies, a joker in hand; a run of up to seven cards, which may be split.

    1,120 positions, 5,699 within the turns.
    """
    pack = Pack("A234567", suits="♣")
    prove(Family(pack, hand=3, melds=1, opened=True, wild=False, takes=False), scaled(9), 1_120, 0, 5_699)


def test_families_are_whole() -> None:
    """Every position there is, is one of the family with its suits renamed, and none is there twice."""
    pack = Pack("A2", jokers=2)
    variant = scaled(9, max_wild=2)
    rules = rules_of(variant)
    everything: set[Spot] = set()
    for meld in table_melds(pack, rules):
        for hand in multisets(pack, 2, Counter(meld)):
            if fits(pack, (*meld, *hand)):
                everything.add(Spot(hand, ((PLAYER, meld),), None))
                for index in range(2):
                    everything.add(Spot((hand[1 - index],), ((PLAYER, meld),), hand[index]))
    found: set[Spot] = set()
    for spot in Family(pack, hand=2, melds=1, opened=True).spots(rules):
        images = {renamed(spot, to) for to in RENAMINGS}
        assert not images & found
        found |= images
    assert found == everything
    assert len(found) > 1_000


@pytest.mark.slow
def test_the_script_goes_through_families(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--ranks", "A2", "--copies", "1", "--hand", "2", "--melds", "1", "--seconds", "3600"]
    assert main([*small, "--preset", "rami-500"]) == 0
    assert main([*small, "--preset", "frustration", "--ranks", "3", "--twos", "♣"]) == 0
    assert main([*small, "--preset", "gin", "--minimum", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 2 + 10
    assert all(": all " in line and " positions, " in line for line in lines)


SMALL = Family(Pack("A23", copies=1), hand=2, melds=1, opened=True)


def test_a_rule_more_or_less_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference under other options than the engine, for each kind of game."""
    for last_card, told in (("optional", r"incomplete: \["), ("forbidden", r"unsound: \[")):
        other = rules_of(scaled(9, final_discard=last_card, joker_finish=None))
        monkeypatch.setattr(small_pack_turns, "rules_of", lambda _, other=other: other)
        with pytest.raises(AssertionError, match=told):
            compare_all(SMALL, scaled(9))
    contract = with_options(variants.FRUSTRATION, {"opening.contracts": ["group 3"]})
    stay = rules_of(with_options(contract, {"table.recover_wild_ranks": False}))
    monkeypatch.setattr(small_pack_turns, "rules_of", lambda _: stay)
    with pytest.raises(AssertionError, match="unsound"):
        compare_all(Family(Pack("3456", 1, 0, "♣", "♣"), 2, 1, True), contract)
    limit = rules_of(with_options(variants.GIN, {"closing.knock_limit": 3}))
    monkeypatch.setattr(gin_small_pack, "rules_of", lambda _: limit)
    with pytest.raises(AssertionError, match="only engine"):
        gin_small_pack.compare_all(GinFamily(Pack("A23", 1, 0), "play", 3), variants.GIN)


def test_suits_are_alike() -> None:
    """A turn has as many ends under each of the 24 ways to name the suits."""
    variant = scaled(9)
    melds = ((PLAYER, ("*", "3♣", "4♣", "5♣")), (OTHER, ("A♦", "2♦", "3♦", "4♦")))
    spot = Spot(("2♣", "3♦", "4♦", "4♠"), melds, "4♥")
    rounds = [round_at(renamed(spot, to), variant, Pack("A2345")).play(TakeDiscard()) for to in RENAMINGS]
    assert len({(len(explore(start)[0]), same_ends(start)) for start in rounds}) == 1
