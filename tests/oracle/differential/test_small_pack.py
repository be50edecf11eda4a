"""Prove by exhaustion, with small packs, that the engine and the reference find the same ends of every turn.

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
    """Return Classic 51 with an opening that a few low cards reach."""
    return with_options(variants.CLASSIC_51, {"minimum": minimum, **options})


TWO_SUITS, ONE_SUIT = Pack("A2345", 1, suits="♣♥"), Pack("A234567", suits="♣")
FAMILIES: dict[str, tuple[Family, int, int, int, int]] = {
    "one meld": (Family(Pack("A234", 1), 3, 1, True), 9, 9_320, 1_317, 7_225),
    "two melds of naturals": (Family(Pack("A23", 1), 3, 2, True, wild=False), 9, 1_513, 567, 4_268),
    "two melds, perhaps with jokers": (Family(Pack("A23", 1), 3, 2, True, takes=False), 9, 2_213, 0, 6_438),
    # Nobody who holds the other copy of a card takes it from the pile (R51-CARTE-02).
    "the ace at both ends of its suit": (Family(Pack("QKA2"), 2, 1, True), 30, 2_810, 0, 1_154),
    "two jokers": (Family(Pack("A234", jokers=2), 2, 1, True), 9, 4_464, 0, 1_870),
    "openings on an empty table": (Family(Pack("A2345", 1), 5, 0, False), 12, 6_761, 136, 1_630),
    "openings of two melds": (Family(Pack("345"), 7, 0, False), 12, 8_161, 1_142, 5_634),
    "openings beside a foreign meld": (Family(Pack("345", 1), 5, 1, False), 12, 5_190, 477, 2_274),
    "openings of 9 points": (Family(Pack("A2345"), 4, 0, False), 9, 3_165, 64, 902),
    "openings of 12 points": (Family(Pack("A2345"), 4, 0, False), 12, 3_165, 33, 827),
    "openings of 15 points": (Family(Pack("A2345"), 4, 0, False), 15, 3_165, 0, 750),
    # Runs that are cut, lengthened and mended.
    "natural runs": (Family(TWO_SUITS, 3, 1, True, wild=False), 9, 1_032, 267, 1_668),
    "runs with jokers": (Family(TWO_SUITS, 3, 1, True, takes=False), 9, 1_403, 0, 2_925),
    # A run of up to seven cards, which may be split.
    "long runs": (Family(ONE_SUIT, 3, 1, True, wild=False, takes=False), 9, 1_120, 0, 5_699),
}
"""Families with the points of an opening, their positions, those with a legal take, and positions within turns."""


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name: str) -> None:
    family, minimum, *counts = FAMILIES[name]
    prove(family, scaled(minimum), *counts)


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


def test_families_are_whole() -> None:
    """A family has every position once, up to the names of its suits."""
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
    """A reference with other options than the engine differs, for each kind of game."""
    for last_card, message in (("optional", r"incomplete: \["), ("forbidden", r"unsound: \[")):
        other = rules_of(scaled(9, final_discard=last_card, joker_finish=None))
        monkeypatch.setattr(small_pack_turns, "rules_of", lambda _, other=other: other)
        with pytest.raises(AssertionError, match=message):
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
