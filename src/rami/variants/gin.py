"""Gin: ten cards, concealed melds, a knock at ten points or less."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
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

__all__ = ["GIN"]

_RULE_IDS: Final = {
    Reason.GROUP_RANKS: "GIN-SET-01",
    Reason.GROUP_SUITS: "GIN-SET-01",
    Reason.GROUP_SIZE: "GIN-SET-02",
    Reason.RUN_SUITS: "GIN-RUN-01",
    Reason.RUN_GAP: "GIN-RUN-01",
    Reason.RUN_SIZE: "GIN-RUN-01",
    Reason.RUN_ACE: "GIN-RUN-02",
    Reason.PLAYER_COUNT: "GIN-MAT-01",
    Reason.NOT_YOUR_TURN: "GIN-TURN-03",
    Reason.WRONG_PHASE: "GIN-TURN-02",
    Reason.ROUND_OVER: "GIN-KNOCK-01",
    Reason.STOCK_EMPTY: "GIN-VOID-01",
    Reason.DISCARDS_EMPTY: "GIN-TURN-03",
    Reason.RETURNED_DISCARD: "GIN-TURN-02",
    Reason.CONCEALED: "GIN-TURN-01",
    Reason.KNOCK_DEADWOOD: "GIN-KNOCK-01",
    Reason.KNOCK_MELDS: "GIN-KNOCK-01",
    Reason.NOT_ALL_MATCHED: "GIN-SCORE-04",
    Reason.NO_BIG_GIN: "GIN-SCORE-04",
    Reason.MUST_KNOCK: "GIN-VOID-01",
    Reason.NO_KNOCK_WITH_DISCARD: "GIN-VOID-01",
    Reason.NO_LAYOFF_NOW: "GIN-LAYOFF-01",
    Reason.NOT_A_SHOWN_MELD: "GIN-LAYOFF-01",
    Reason.DOES_NOT_FIT: "GIN-LAYOFF-01",
}

GIN: Final = Variant(
    name="Gin",
    slug="gin",
    equipment=Equipment(players=(2, 2), packs=1, jokers=0, court_value=10),
    dealing=Dealing(hand_size=10, starter_extra=0, upcard=True, starter="left"),
    drawing=Drawing(
        starter_turn="normal",
        upcard_offer="both",
        discard_use=None,
        allow_return_discard=False,
        no_discard_draw_at=None,
        recycle="never",
        max_recycles=None,
    ),
    melding=Melding(max_run=13, ace="low", ace_meld_values=(1, 1, 1)),
    opening=Opening(minimum=0, clean=None),
    table=TablePlay(concealed=True, take="off"),
    closing=Closing(knock_limit=10, settle="best", void_at=2),
    scoring=Scoring(
        kind="credit",
        ace_hand_value=1,
        unopened_flat=None,
        all_at_once_factors=(1,),
        joker_finish=None,
        joker_finish_factor=None,
        gin_bonus=25,
        big_gin_bonus=50,
        undercut_bonus=10,
        knock_tie="undercut",
    ),
    match=MatchFormat(
        dealer_rotation="loser", dealer_after_void="same", end="first_to_target_wins", target=100
    ),
    conduct=Conduct(carte=False),
    rule_ids=_RULE_IDS,
)
