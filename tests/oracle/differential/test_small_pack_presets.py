"""Prove Rami 500, GameVelvet, Lebanese 14 and Frustration with small packs: see `test_small_pack.py`.

In Frustration, contracts of one or two melds replace the fourteen contracts of the game, so that few cards are needed.
Of moves that differ only by an exchange of wild cards, the engine lists one (D-150). So its lists lead to some of the
ends that the reference finds, and to all of them if wild cards are not distinguished. No list has two moves that are
then the same.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.differential.small_pack_families import Family, Pack
from tests.oracle.differential.small_pack_turns import prove
from tests.support.flat import with_options

from rami import variants

GAMES: dict[str, dict[str, Any]] = {
    "rami-500": {"opening.minimum": 9},
    "gamevelvet": {"opening.minimum": 9},
    "lebanese-14": {"opening.minimum": 9, "opening.pickup_minimum": 12},
}
"""The presets, with openings that a few low cards reach."""

A23 = Pack("A23", copies=1)
FAMILIES: dict[str, tuple[Family, dict[str, Any]]] = {
    # A 2 3, a single copy, one joker; one meld, the player's own, and three cards to play.
    "one meld": (Family(A23, hand=3, melds=1, opened=True), {}),
    # An own and a foreign meld, with jokers, and two cards to play after a draw from the stock.
    "two melds": (Family(A23, hand=2, melds=2, opened=True, takes=False), {}),
    # 3 4 5, a single copy, one joker; five cards and an empty table.
    "openings": (Family(Pack("345", copies=1), hand=5, melds=0, opened=False), {"opening.minimum": 12}),
    # 3 4 5 beside a foreign meld.
    "openings at a table": (
        Family(Pack("345", copies=1), hand=4, melds=1, opened=False, wild=False),
        {"opening.minimum": 12},
    ),
    # A 2 3 4 of two suits, a single copy, one joker; one meld and three cards to play.
    "two suits": (Family(Pack("A234", copies=1, suits="♣♥"), hand=3, melds=1, opened=True), {}),
    # A 2, a single copy, two jokers, which may lie in one meld; three cards to play.
    "two wilds": (
        Family(Pack("A2", copies=1, jokers=2), hand=3, melds=1, opened=True),
        {"melding.max_wild": 2},
    ),
}
"""Families, and options beside those of the game."""

COUNTS = {
    ("rami-500", "one meld"): (1_815, 195, 1_155),
    ("rami-500", "two melds"): (1_522, 0, 2_716),
    ("rami-500", "openings"): (492, 87, 816),
    ("rami-500", "openings at a table"): (1_162, 475, 1_958),
    ("rami-500", "two suits"): (1_136, 210, 1_466),
    ("rami-500", "two wilds"): (354, 64, 302),
    ("gamevelvet", "one meld"): (1_815, 441, 1_574),
    ("gamevelvet", "two melds"): (1_522, 0, 2_800),
    ("gamevelvet", "openings"): (492, 97, 454),
    ("gamevelvet", "openings at a table"): (1_162, 147, 686),
    ("gamevelvet", "two suits"): (1_136, 398, 1_704),
    ("gamevelvet", "two wilds"): (354, 182, 558),
    ("lebanese-14", "one meld"): (1_815, 214, 1_135),
    ("lebanese-14", "two melds"): (1_522, 0, 2_434),
    ("lebanese-14", "openings"): (492, 36, 183),
    ("lebanese-14", "openings at a table"): (1_162, 39, 366),
    ("lebanese-14", "two suits"): (1_136, 155, 801),
    ("lebanese-14", "two wilds"): (354, 74, 410),
}
"""Numbers of positions, of those that begin with a taken discard, and of positions within turns."""


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", FAMILIES)
def test_every_turn(slug: str, name: str) -> None:
    family, options = FAMILIES[name]
    variant = with_options(variants.get(slug), {**GAMES[slug], **options})
    prove(family, variant, *COUNTS[slug, name])


@pytest.mark.rule("LEB-JOK-01", "LEB-JOK-02")
def test_jokers_for_burnt_cards() -> None:
    """5 6 7 of three suits, both copies, one joker; two melds of naturals, among them both copies of a group."""
    variant = with_options(variants.LEBANESE_14, GAMES["lebanese-14"])
    pack = Pack("567", suits="♣♦♥")
    family = Family(pack, hand=4, melds=2, opened=True, wild=False, takes=False)
    prove(family, variant, 1_678, 0, 3_251)


CONTRACTS: dict[str, tuple[str, Family, int, int, int]] = {
    # 3 4 with a joker and a wild two; one meld, the player's own, and three cards to play.
    "one meld": ("group 3", Family(Pack("34", 1, twos="♣"), 3, 1, True, takes=False), 530, 0, 1_094),
    # A 3 4 of two suits; one meld and three cards, two of them perhaps wild.
    "two suits": ("group 3", Family(Pack("A34", 1, 1, "♣♥", "♣"), 3, 1, True), 1_008, 756, 2_163),
    # A 3 4 of two suits, two wild twos and no joker.
    "two twos": ("group 3", Family(Pack("A34", 1, 0, "♣♥", "♣♥"), 3, 1, True), 584, 438, 1_274),
    # 3 4 5 of three suits, one joker; an own and a foreign meld, and two cards to play.
    "two melds": ("group 3", Family(Pack("345", 1, 1, "♣♥♠"), 2, 2, True), 580, 366, 880),
    # 3 4 of three suits, two wild cards; five cards, no melds on the table.
    "a group": ("group 3", Family(Pack("34", 1, 1, "♣♥♠", "♣"), 5, 0, False), 146, 119, 598),
    # Q K A 3 of two suits, a joker and a two; four cards, no melds on the table.
    "a run": ("run 3", Family(Pack("QKA3", 1, 1, "♣♥", "♥"), 4, 0, False), 738, 588, 1_180),
    # 3 4 5, one joker; seven cards, no melds on the table.
    "a group and a run": ("group 3 + run 3", Family(Pack("345", 1), 7, 0, False), 795, 672, 1_475),
    # 3 4 of three suits; the other player has completed a contract, so that the lay-down ends the round.
    "the last contract": ("group 3", Family(Pack("34", 1, 1, "♣♥♠", "♣"), 4, 1, False), 368, 286, 368),
}
"""A contract, the same for both players, a family, and its numbers as above."""


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("name", CONTRACTS)
def test_every_turn_of_contracts(name: str) -> None:
    contract, family, *counts = CONTRACTS[name]
    variant = with_options(variants.FRUSTRATION, {"opening.contracts": [contract]})
    prove(family, variant, *counts)
