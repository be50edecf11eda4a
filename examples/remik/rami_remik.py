"""Remik, a game that this package adds to rami: Rommé with an opening of at least 51 points.

The default of every option adds no rule, so a definition lists only the rules that the game has.
"""

from __future__ import annotations

from typing import Final

from rami.policies import Dealing, Equipment, MatchFormat, Melding, Opening, Scoring, TablePlay, Variant

REMIK: Final = Variant(
    name="Remik",
    slug="remik",
    version=1,
    equipment=Equipment(players=(2, 6), packs=2, jokers=6),
    dealing=Dealing(hand_size=13),
    melding=Melding(ace="both", ace_meld_values=(1, 11, 11), min_natural=2),
    opening=Opening(minimum=51, all_at_once_requires="nothing"),
    table=TablePlay(
        layoff_requires_open=True, run_joker="exact", set_joker="four_only", recovered_joker="hand"
    ),
    scoring=Scoring(ace_hand_value=11, joker_hand_value=20, all_at_once_factors=(2,)),
    match=MatchFormat(end="until", target=500),
)
