"""Remik, offered to rami by another package: like Rommé, with fifty-one points to open."""

from __future__ import annotations

from typing import Final

from rami.policies import (
    Closing,
    Conduct,
    Dealing,
    Drawing,
    Equipment,
    MatchFormat,
    Melding,
    Opening,
    Scoring,
    TablePlay,
    Variant,
)

REMIK: Final = Variant(
    name="Remik",
    slug="remik",
    version=1,
    equipment=Equipment(players=(2, 6), packs=2, jokers=6, court_value=10),
    dealing=Dealing(hand_size=13, starter_extra=0, upcard=True, starter="left"),
    drawing=Drawing(starter_turn="normal", discard_use=None, no_discard_draw_at=None, recycle="keep_top"),
    melding=Melding(
        set_suits="distinct", set_max=4, max_run=13, ace="both", ace_meld_values=(1, 11, 11), max_wild=None
    ),
    opening=Opening(minimum=51, clean=None, all_at_once_requires="nothing"),
    table=TablePlay(
        run_joker="exact",
        set_joker="four_only",
        recovered_joker="hand",
        joker_on_foreign_clean_run=True,
        take="off",
    ),
    closing=Closing(final_discard="optional"),
    scoring=Scoring(
        ace_hand_value=11,
        joker_hand_value=20,
        unopened_flat=None,
        all_at_once_factors=(2,),
        joker_finish=None,
        joker_finish_factor=None,
    ),
    match=MatchFormat(end="until", target=500),
    conduct=Conduct(carte=False),
)
