"""Scala 40, offered to rami by another package: forty points to open, and whoever passes 101 leaves the match."""

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

SCALA_40: Final = Variant(
    name="Scala 40",
    slug="scala-40",
    version=1,
    equipment=Equipment(players=(2, 6), packs=2, jokers=4, court_value=10),
    dealing=Dealing(hand_size=13, starter_extra=0, upcard=True, starter="left"),
    drawing=Drawing(
        starter_turn="normal",
        discard_use=frozenset({"meld", "layoff", "swap"}),
        unopened_discard_use="in_opening",
        no_discard_draw_at=None,
        recycle="keep_top",
    ),
    melding=Melding(
        set_suits="distinct", set_max=4, max_run=13, ace="both", ace_meld_values=(1, 11, 11), max_wild=1
    ),
    opening=Opening(minimum=40, clean=None),
    table=TablePlay(
        run_joker="exact",
        set_joker="four_only",
        recovered_joker="hand",
        joker_on_foreign_clean_run=True,
        take="off",
    ),
    closing=Closing(final_discard="required"),
    scoring=Scoring(
        ace_hand_value=11,
        joker_hand_value=25,
        unopened_flat=None,
        all_at_once_factors=(1,),
        joker_finish=None,
        joker_finish_factor=None,
    ),
    match=MatchFormat(end="elimination", elimination_limit=101, target=None),
    conduct=Conduct(carte=False),
)
