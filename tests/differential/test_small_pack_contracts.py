"""The proof on small packs for Frustration: see `test_small_pack.py`.

Contracts of one or two melds stand for the fourteen of the game, so that a few cards reach them.  Of the moves that
differ by an exchange of wild cards only the engine lists one (D-150).  So what its lists reach is among the ends of the
reference, is all of them when wild cards are not told apart, and no list holds two that then are one.
"""

from __future__ import annotations

import pytest
from tests.differential.small_pack_families import Family, Pack
from tests.differential.small_pack_turns import prove
from tests.flat import with_options

from rami import variants

FAMILIES = {
    # 3 4 with a joker and a wild two; one meld, the player's own, and three cards to play
    "one meld": (
        "group 3",
        Family(Pack("34", copies=1, twos="♣"), hand=3, melds=1, opened=True, takes=False),
    ),
    # A 3 4 of two suits; one meld and three cards, two of them perhaps wild
    "two suits": ("group 3", Family(Pack("A34", 1, 1, "♣♥", "♣"), hand=3, melds=1, opened=True)),
    # A 3 4 of two suits, two wild twos and no joker
    "two twos": ("group 3", Family(Pack("A34", 1, 0, "♣♥", "♣♥"), hand=3, melds=1, opened=True)),
    # 3 4 5 of three suits, one joker; an own and a foreign meld, and two cards to play
    "two melds": ("group 3", Family(Pack("345", 1, 1, "♣♥♠"), hand=2, melds=2, opened=True)),
    # 3 4 of three suits, two wild cards; five cards, nobody has laid anything
    "a group": ("group 3", Family(Pack("34", 1, 1, "♣♥♠", "♣"), hand=5, melds=0, opened=False)),
    # Q K A 3 of two suits, a joker and a two; four cards, nobody has laid anything
    "a run": ("run 3", Family(Pack("QKA3", 1, 1, "♣♥", "♥"), hand=4, melds=0, opened=False)),
    # 3 4 5, one joker; seven cards, nobody has laid anything
    "a group and a run": ("group 3 + run 3", Family(Pack("345", 1), hand=7, melds=0, opened=False)),
    # 3 4 of three suits; the other player has completed a contract, so that the lay-down ends the round
    "the last contract": ("group 3", Family(Pack("34", 1, 1, "♣♥♠", "♣"), hand=4, melds=1, opened=False)),
}
"""A contract, the same for both players, and a family of positions."""

COUNTS = {
    "one meld": (530, 0, 1_094),
    "two suits": (1_008, 756, 2_163),
    "two twos": (584, 438, 1_274),
    "two melds": (580, 366, 880),
    "a group": (146, 119, 598),
    "a run": (738, 588, 1_180),
    "a group and a run": (795, 672, 1_475),
    "the last contract": (368, 286, 368),
}
"""Positions, those among them that begin with a taken discard, and positions within turns."""


@pytest.mark.parametrize("name", FAMILIES)
def test_every_turn(name: str) -> None:
    contract, family = FAMILIES[name]
    variant = with_options(variants.FRUSTRATION, {"opening.contracts": [contract]})
    prove(family, variant, *COUNTS[name])
